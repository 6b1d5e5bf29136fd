// The stream of what others do. It comes back by itself and says how long that will take.

const WAITS = [1, 2, 4, 8, 15];

/** @typedef {{step: (seq: number) => void, bot: (progress: any) => void, seats: () => void, lost: (seconds: number) => void, back: () => void}} Hearers */

/** An event stream that tells when it is lost and found. */
export class Stream {
  /** @param {string} url @param {Hearers} hearers */
  constructor(url, hearers) {
    this.url = url;
    this.hearers = hearers;
    this.tries = 0;
    this.clock = 0;
    this.wasLost = false;
    /** @type {EventSource | null} */
    this.source = null;
    this.open();
  }

  open() {
    clearInterval(this.clock);
    this.source?.close();
    const source = new EventSource(this.url);
    this.source = source;
    source.addEventListener("open", () => this.#found());
    source.addEventListener("step", (e) => this.hearers.step(Number(read(e).seq)));
    source.addEventListener("bot", (e) => this.hearers.bot(read(e)));
    source.addEventListener("seats", () => this.hearers.seats());
    source.addEventListener("error", () => this.#lost(source));
  }

  #found() {
    this.tries = 0;
    if (this.wasLost) this.hearers.back();
    this.wasLost = false;
  }

  /** @param {EventSource} source */
  #lost(source) {
    if (source !== this.source) return;
    source.close();
    this.wasLost = true;
    let seconds = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.hearers.lost(seconds);
    clearInterval(this.clock);
    this.clock = window.setInterval(() => {
      seconds -= 1;
      if (seconds > 0) return this.hearers.lost(seconds);
      this.open();
    }, 1000);
  }

  close() {
    clearInterval(this.clock);
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
