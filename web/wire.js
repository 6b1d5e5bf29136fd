// The line to the server: carries out what `sync.js` decides, tells it what came, and speaks to the
// bots.

import { Rejected } from "./api.js";
import * as api from "./api.js";
import { Stream } from "./stream.js";
import { Sync } from "./sync.js";

/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./sync.js").Act} Act */
/**
 * The time in milliseconds, and something to be done after a while.
 * @typedef {{now: () => number, after: (ms: number, act: () => void) => number, cancel: (timer:
 *   number) => void}} Clock
 */

/** @type {Clock} */
const CLOCK = {
  now: () => performance.now(),
  after: (ms, act) => window.setTimeout(act, ms),
  cancel: (timer) => clearTimeout(timer),
};

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {Pick<import("./incoming.js").Incoming, "receive" | "fromOthers" | "sitDown" | "update" | "replaceLog" | "forget">} incoming
 * @property {Pick<import("./faces.js").Faces, "fetch">} faces
 */

/** The line of a table to the server. */
export class Wire {
  /** @param {Needs} needs @param {Clock} [clock] */
  constructor({ store, incoming, faces }, clock = CLOCK) {
    this.store = store;
    this.incoming = incoming;
    this.faces = faces;
    this.clock = clock;
    /** @type {Sync | null} */
    this.sync = null;
    /** @type {Stream | null} */
    this.stream = null;
    /** How to stop waiting for a request. @type {Map<number, AbortController>} */
    this.requests = new Map();
    /** The change under way, for the next to wait for. @type {Promise<unknown> | null} */
    this.changing = null;
    /** Whether events in the log may have been taken back unseen. */
    this.isLogInDoubt = false;
    this.timer = 0;
    this.closed = new AbortController();
  }

  /** Begins with the state on the screen. @param {State} state */
  start(state) {
    this.sync = new Sync(brief(state), this.clock.now());
    this.#listen(state.as);
    const { signal } = this.closed;
    document.addEventListener(
      "visibilitychange",
      () => this.#tell((sync, now) => (document.hidden ? sync.hidden(now) : sync.seen(now))),
      { signal },
    );
    addEventListener("online", () => this.reconnect(), { signal });
    addEventListener("pageshow", (e) => void (e.persisted && this.reconnect()), { signal });
    if (document.hidden) this.#tell((sync, now) => sync.hidden(now));
    else this.#tell((sync, now) => sync.tick(now));
  }

  close() {
    this.closed.abort();
    this.clock.cancel(this.timer);
    for (const request of this.requests.values()) request.abort();
    this.stream?.close();
  }

  /** Whether a choice or another change is under way. */
  get isBusy() {
    return this.changing !== null;
  }

  /** @param {string} as */
  #listen(as) {
    this.stream?.close();
    this.stream = new Stream(api.streamUrl(this.store.id, as), {
      step: (seq) => this.#tell((sync, now) => sync.heard(seq, now)),
      bot: (progress) => this.#botThinks(progress),
      seats: () => this.#tell((sync, now) => sync.doubted(now)),
      lost: () => this.#tell((sync, now) => sync.streamLost(now)),
      opened: () => this.#opened(),
    });
  }

  #opened() {
    // A server that was started anew counts the changes of its bots from the beginning.
    if (this.sync?.reopenAt !== null) this.store.set({ bot: null });
    this.#tell((sync, now) => sync.streamOpened(now));
  }

  /**
   * Tells the state machine what happened and does what it says.
   * @param {(sync: Sync, now: number) => Act[]} what
   * @param {(isNew: boolean) => void} [show] shows the state that has just come
   */
  #tell(what, show) {
    const { sync, clock } = this;
    if (!sync || this.closed.signal.aborted) return;
    for (const act of what(sync, clock.now())) this.#do(act, show);
    const retry = sync.secondsToTry(clock.now());
    this.store.set({ retry });
    clock.cancel(this.timer);
    const wait = sync.wakeAt - clock.now();
    if (wait === Infinity && !retry) return;
    this.timer = clock.after(Math.max(0, retry ? Math.min(wait, 1000) : wait), () =>
      this.#tell((s, now) => s.tick(now)),
    );
  }

  /** @param {Act} act @param {((isNew: boolean) => void) | undefined} show */
  #do(act, show) {
    switch (act.do) {
      case "show":
        return show?.(act.isNew);
      case "ask":
        return void this.#ask(act.id, act.as);
      case "peek":
        return void this.#peek(act.id, act.after);
      case "drop":
        return this.requests.get(act.id)?.abort();
      case "reopen":
        return this.stream?.open();
    }
  }

  /** @template T @param {number} id @param {(signal: AbortSignal) => Promise<T>} send */
  async #request(id, send) {
    const control = new AbortController();
    this.requests.set(id, control);
    try {
      return await send(control.signal);
    } finally {
      this.requests.delete(id);
    }
  }

  /**
   * Asks for the present state and what happened up to it.
   * @param {number} id
   * @param {string} as
   */
  async #ask(id, as) {
    const isWhole = this.isLogInDoubt || as !== this.store.ui.state?.as;
    const after = isWhole ? 0 : this.store.ui.log.reduce((n, e) => Math.max(n, e.line), 0);
    try {
      const [state, log] = await this.#request(id, (signal) => this.#fetch(as, after, signal));
      if (isWhole) this.isLogInDoubt = false;
      this.#tell(
        (sync, now) => sync.told(id, brief(state), now),
        (isNew) => this.#show(state, log, isWhole, isNew),
      );
      this.#faultIsOver();
    } catch (error) {
      this.#questionFailed(id, error);
    }
  }

  /**
   * @param {string} as
   * @param {number} after
   * @param {AbortSignal} signal
   * @returns {Promise<[State, {from: number, events: import("./shapes.js").Event[]}]>}
   */
  async #fetch(as, after, signal) {
    const [state, { from, events }] = await Promise.all([
      api.state(this.store.id, as, signal),
      api.log(this.store.id, as, after, signal),
    ]);
    if (state.as !== this.store.ui.state?.as) await this.faces.fetch(state);
    // The table may have moved on between the two answers; those events come with their state.
    return [state, { from, events: events.filter((e) => e.line <= state.seq) }];
  }

  /**
   * @param {State} state
   * @param {{from: number, events: import("./shapes.js").Event[]}} log
   * @param {boolean} isWhole whether these are all events
   * @param {boolean} isNew
   */
  #show(state, { from, events }, isWhole, isNew) {
    const before = this.store.ui.state;
    if (isWhole) this.incoming.replaceLog(events);
    else this.incoming.forget(from);
    if (!isNew) return this.incoming.update(state);
    if (before && before.as !== state.as) {
      this.#listen(state.as);
      return this.incoming.sitDown(state);
    }
    this.incoming.fromOthers({ ...state, events: isWhole ? [] : events }, before);
  }

  /** @param {number} id @param {number} after */
  async #peek(id, after) {
    const as = this.store.ui.state?.as ?? "";
    try {
      const seq = await this.#request(id, (signal) =>
        api.lastLine(this.store.id, as, after, signal),
      );
      this.#tell((sync, now) => sync.peeked(id, seq, now));
    } catch (error) {
      this.#questionFailed(id, error);
    }
  }

  /**
   * @param {number} id
   * @param {unknown} error
   */
  #questionFailed(id, error) {
    if (!(error instanceof Rejected)) throw error;
    if (error.status === 403) return this.#seatIsGone(id);
    const how = error.status ? "fault" : "away";
    this.#tell((sync, now) => sync.questionFailed(id, how, now));
    if (error.status) this.#report(error);
  }

  /** The seat was given to somebody else: whoever sat on it looks on. @param {number} id */
  #seatIsGone(id) {
    this.#tell((sync, now) => sync.unseated(id, now));
  }

  /**
   * The server answers again: what it could not do is said beside the prompt and no longer instead
   * of it.
   */
  #faultIsOver() {
    const { fault } = this.store.ui;
    if (fault) this.store.set({ fault: null, notice: fault });
  }

  /** Waits until no change is under way. */
  async idle() {
    while (this.changing) await this.changing.catch(() => {});
  }

  /**
   * Sends a change; one at a time, whoever comes later waits.
   * @param {string} what how it is called while it is under way
   * @param {(signal: AbortSignal) => Promise<State>} send
   * @param {(state: State) => void} [arrived] before the answer is shown
   * @returns {Promise<State>} the answer; rejected as the request was
   */
  async change(what, send, arrived) {
    while (this.changing) await this.changing.catch(() => {});
    const change = this.#change(what, send, arrived);
    this.changing = change;
    try {
      return await change;
    } finally {
      this.changing = null;
      this.store.set({ sending: null });
    }
  }

  /**
   * @param {string} what
   * @param {(signal: AbortSignal) => Promise<State>} send
   * @param {((state: State) => void) | undefined} arrived
   */
  async #change(what, send, arrived) {
    if (!this.sync || this.closed.signal.aborted) throw new Rejected(0, null);
    const id = this.sync.sent(this.clock.now());
    this.store.set({ sending: what });
    try {
      this.#tell((sync, now) => sync.tick(now));
      const state = await this.#request(id, send);
      arrived?.(state);
      this.#tell(
        (sync, now) => sync.changed(id, brief(state), now),
        (isNew) => this.#showOwn(state, isNew, what === "undo"),
      );
      return state;
    } catch (error) {
      if (error instanceof Rejected) this.#changeFailed(id, error.status);
      throw error;
    }
  }

  /** @param {State} state @param {boolean} isNew @param {boolean} isUndo */
  #showOwn(state, isNew, isUndo) {
    if (isNew) this.incoming.receive(state, this.store.ui.state, isUndo);
    else this.incoming.update(state);
  }

  /** @param {number} id @param {number} status */
  #changeFailed(id, status) {
    const isUnknown = status === 0 || status >= 500;
    this.isLogInDoubt ||= isUnknown;
    const how = status ? "fault" : "away";
    this.#tell((sync, now) =>
      isUnknown ? sync.changeFailed(id, how, now) : sync.refused(id, now),
    );
  }

  /** Looks through other eyes. @param {string} as */
  look(as) {
    this.#tell((sync, now) => sync.look(as, now));
  }

  /** Tries again at once. */
  reconnect() {
    this.#tell((sync, now) => sync.woken(now));
  }

  /** The reader has read of a fault and wants to go on. */
  retry() {
    this.store.set({ fault: null });
    this.#tell((sync, now) => [...sync.doubted(now), ...sync.woken(now)]);
  }

  /**
   * @param {{state?: string, held?: boolean, pace?: number, changes?: number, budget_ms?: number,
   *   weighs?: string}} progress
   */
  #botThinks(progress) {
    this.#tell((sync, now) => sync.stirred(now));
    if (progress.state === "played") return;
    const bot = heldAs(this.store.ui.bot, progress);
    const thinks = progress.state === "thinks" ? { budget: progress.budget_ms ?? 0 } : {};
    this.store.set({ bot: { ...bot, ...thinks, weighs: progress.weighs ?? "" } });
  }

  /** The pause after each choice of the bots. @param {number} pace in milliseconds */
  async paceBot(pace) {
    await api.bot(this.store.id, { pace }).catch((e) => this.onError(e));
  }

  /** @param {"stop" | "go" | "now"} what */
  async holdBot(what) {
    await api.bot(this.store.id, { do: what }).catch((e) => this.onError(e));
  }

  /** Something else that was asked of the server failed. @param {unknown} error */
  onError(error) {
    if (error instanceof Rejected && error.status === 0)
      return this.#tell((sync, now) => sync.doubted(now));
    this.#report(error);
  }

  /** @param {unknown} error */
  #report(error) {
    if (error instanceof Rejected && error.status >= 500)
      return this.store.set({ fault: error.message });
    this.store.set({ notice: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * What the state machine wants to know of a state.
 * @param {State} state
 * @returns {import("./sync.js").Brief}
 */
function brief({ seq, as, view }) {
  return { seq, as, isWaiting: Boolean(view.prompt && !view.prompt.mine) };
}

/**
 * How the bots are held, after one more message. An answer may have been on its way while the
 * stream said something newer: the one with more changes wins.
 * @param {any} bot @param {{held?: boolean, pace?: number, changes?: number} | undefined} said
 */
export function heldAs(bot, said) {
  const known = bot ?? { isHeld: false, budget: 0, pace: 0, changes: 0 };
  if (!said || said.held === undefined || (said.changes ?? 0) < known.changes) return known;
  return { ...known, isHeld: said.held, pace: said.pace ?? known.pace, changes: said.changes ?? 0 };
}
