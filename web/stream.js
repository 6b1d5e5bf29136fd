// The stream of what others do. It says when it is lost; whoever listens decides when it is opened
// again.

/**
 * @typedef {{step: (seq: number) => void, bot: (progress: any) => void, seats: () => void, lost: ()
 *   => void, opened: () => void}} Handlers
 */

/** An event stream that tells when it is lost and found. */
export class Stream {
  /** @param {string} url @param {Handlers} handlers */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    /** @type {EventSource | null} */
    this.source = null;
    this.open();
  }

  /** Opens it, again if need be. */
  open() {
    this.source?.close();
    const source = new EventSource(this.url);
    this.source = source;
    /** @param {string} kind @param {(event: Event) => void} act */
    const on = (kind, act) =>
      source.addEventListener(kind, (e) => void (source === this.source && act(e)));
    on("open", () => this.handlers.opened());
    on("step", (e) => this.handlers.step(Number(read(e).seq)));
    on("bot", (e) => this.handlers.bot(read(e)));
    on("seats", () => this.handlers.seats());
    on("error", () => this.#lost());
  }

  #lost() {
    this.close();
    this.handlers.lost();
  }

  close() {
    this.source?.close();
    this.source = null;
  }
}

/** @param {Event} event */
function read(event) {
  try {
    return JSON.parse(/** @type {MessageEvent} */ (event).data) ?? {};
  } catch {
    return {};
  }
}
