// The line to the server: the stream that says when to ask again, the bots, and what goes wrong.

import { Rejected } from "./api.js";
import * as api from "./api.js";
import { heldAs } from "./incoming.js";

/** @typedef {import("./table.js").Table} Table */

/** The line of a table to the server. */
export class Wire {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {import("./stream.js").Stream | undefined} */
    this.stream = undefined;
    /** The newest line the stream has spoken of. */
    this.awaited = 0;
    this.isFetching = false;
  }

  hearers() {
    return { step: (/** @type {number} */ seq) => void this.#heard(seq), bot: (/** @type {any} */ p) => this.#botThinks(p), seats: () => void this.refresh(), lost: (/** @type {number} */ s) => this.table.store.set({ retry: s }), back: () => void this.#back() };
  }

  /** @param {number} seq */
  async #heard(seq) {
    this.awaited = Math.max(this.awaited, seq);
    if (this.isFetching || this.table.ui.sending) return;
    if ((this.table.ui.state?.seq ?? 0) >= this.awaited) return;
    this.isFetching = true;
    try {
      await this.refresh();
    } finally {
      this.isFetching = false;
    }
    if (this.awaited > (this.table.ui.state?.seq ?? 0) && !this.table.ui.retry) setTimeout(() => void this.#heard(0), 60);
  }

  /** Asks for the present state and what happened up to it. */
  async refresh() {
    const before = this.table.ui.state;
    if (!before) return;
    try {
      const after = this.table.ui.log.reduce((n, e) => Math.max(n, e.line), 0);
      const [state, events] = await Promise.all([api.state(this.table.id, before.as), api.log(this.table.id, before.as, after)]);
      if (this.table.ui.sending || state.seq < (this.table.ui.state?.seq ?? 0)) return;
      this.table.incoming.receive({ ...state, events }, before);
      this.table.incoming.leaveTrail(state, events);
      this.table.incoming.othersDone(before, state);
    } catch (error) {
      this.wentWrong(error);
    }
  }

  /** @param {{state?: string, held?: boolean, pace?: number, changes?: number, budget_ms?: number}} progress */
  #botThinks(progress) {
    if (progress.state === "played") return;
    const bot = heldAs(this.table.ui.bot, progress);
    this.table.store.set({ bot: progress.state === "thinks" ? { ...bot, budget: progress.budget_ms ?? 0 } : bot });
  }

  /** The pause after each choice of the bots. @param {number} pace in milliseconds */
  async paceBot(pace) {
    await api.bot(this.table.id, { pace }).catch((e) => this.wentWrong(e));
  }

  /** @param {"stop" | "go" | "now"} what */
  async holdBot(what) {
    await api.bot(this.table.id, { do: what }).catch((e) => this.wentWrong(e));
  }

  lost() {
    if (!this.table.ui.retry) this.table.store.set({ retry: 1 });
    this.stream?.open();
  }

  reconnect() {
    this.stream?.open();
  }

  async #back() {
    // A server that was started anew counts from the beginning.
    this.table.store.set({ retry: 0, fault: null, bot: null });
    await this.refresh();
  }

  retry() {
    this.table.store.set({ fault: null });
    void this.refresh();
  }

  /** @param {unknown} error */
  wentWrong(error) {
    if (error instanceof Rejected && error.status === 0) return this.lost();
    if (error instanceof Rejected && error.status >= 500) return this.table.store.set({ fault: error.message });
    this.table.store.set({ notice: error instanceof Error ? error.message : String(error) });
  }
}
