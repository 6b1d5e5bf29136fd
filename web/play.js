// Sending choices: one at a time, the next click waits, and nothing counts before the server has stored it.

import { say } from "./dom.js";
import { see } from "./settings.js";
import { split } from "./store.js";
import { Rejected } from "./api.js";
import * as api from "./api.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").State} State */

/** Whatever was said of the last click is over. */
const NOTHING_SAID = { refusal: null, confirming: false, preview: null, notice: null };

/** What one player does at a table. */
export class Play {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string | null} */
    this.queued = null;
    /** What was offered before the last pick, so that another counter can be taken instead. @type {{seq: number, hasActed: boolean, units: Set<string>} | null} */
    this.before = null;
    /** The legs of the way that the counter in hand has gone; each ends at a waypoint. @type {string[][]} */
    this.legs = [];
    /** What I chose in which line, for the undo menu. @type {Map<number, string>} */
    this.lines = new Map();
  }

  get store() {
    return this.table.store;
  }

  /** The counters that the present action has in hand, as the view says. */
  get picks() {
    return this.store.ui.state?.view.picked ?? [];
  }

  /** @param {string} choice @returns {Promise<boolean>} */
  async choose(choice) {
    const { ui } = this.store;
    const state = ui.state;
    if (!state || ui.shown || ui.retry) return false;
    if (this.table.wire.isBusy) {
      this.queued = choice;
      return false;
    }
    const units = new Set(this.store.index.units.keys());
    this.store.set({ ...NOTHING_SAID, movedOn: null, fault: null });
    const body = { as: state.as, seq: state.seq, choice };
    const send = (/** @type {AbortSignal} */ signal) => api.choose(state.table, body, signal);
    const arrived = (/** @type {State} */ next) => this.#chosen(choice, state, next, units);
    try {
      await this.table.wire.change(choice, send, arrived);
      return true;
    } catch (error) {
      this.#failed(error, choice);
      return false;
    } finally {
      this.#next();
    }
  }

  /** @param {string} choice @param {State} before @param {State} next @param {Set<string>} units */
  #chosen(choice, before, next, units) {
    const { kind } = split(choice);
    const isOnItsWay = kind === "hex" && next.view.picked.length > 0 && next.view.picked.join() === before.view.picked.join();
    const leg = before.view.choices.find((c) => c.choice === choice)?.path ?? [];
    this.legs = isOnItsWay && leg.length > 1 ? [...this.legs, leg] : [];
    if (kind === "unit") this.before = { seq: next.seq, hasActed: false, units };
    else this.before = isOnItsWay && this.before ? { ...this.before, seq: next.seq, hasActed: true } : null;
    this.lines.set(next.seq, this.table.nameOf(choice));
    see(next.table, next.as, next.seq);
  }

  /** The click that had to wait, if it still means something. */
  #next() {
    if (this.table.wire.isBusy) return;
    const queued = this.queued;
    this.queued = null;
    if (queued && this.store.ui.state?.view.choices.some((c) => c.choice === queued)) void this.choose(queued);
  }

  /** @param {unknown} error @param {string} choice */
  #failed(error, choice) {
    this.queued = null;
    if (!(error instanceof Rejected)) throw error;
    if (error.status === 0) return;
    if (error.status === 409) return this.store.set({ movedOn: { seq: error.body.seq } });
    if (error.status === 422 && error.body.refusal) return this.table.refuse(choice, error.body.refusal, null);
    this.table.wire.onError(error);
  }

  /** @param {number} [steps] */
  async undo(steps = 1) {
    for (let i = 0; i < steps; i++) if (!(await this.#undoOne())) break;
    this.#next();
  }

  async #undoOne() {
    const { ui } = this.store;
    const state = ui.state;
    if (!state || ui.shown || ui.retry || this.table.wire.isBusy) return false;
    if (!state.undo?.steps.length) {
      this.table.noteBoundary();
      return false;
    }
    this.store.set(NOTHING_SAID);
    const body = { as: state.as, seq: state.seq };
    const send = (/** @type {AbortSignal} */ signal) => api.undo(state.table, body, signal);
    try {
      await this.table.wire.change("undo", send, (next) => this.#undone(state, next));
      return true;
    } catch (error) {
      this.#failed(error, "undo");
      return false;
    }
  }

  /** @param {State} before @param {State} next */
  #undone(before, next) {
    this.before = null;
    this.legs = next.view.picked.join() === before.view.picked.join() ? this.legs.slice(0, -1) : [];
    see(next.table, next.as, next.seq);
  }

  /** Takes another counter instead of the one just picked; one that is on its way is done first. @param {string} unit */
  async swap(unit) {
    const { primary } = this.store.index;
    if (this.before?.hasActed) {
      const isDone = primary && (await this.choose(primary.choice));
      if (isDone && this.store.index.units.has(unit)) await this.choose(`unit ${unit}`);
      return;
    }
    const wasLast = this.picks[this.picks.length - 1] === unit;
    if (!(await this.#undoOne()) || wasLast) return;
    await this.choose(`unit ${unit}`);
  }

  /** Whether a counter could be taken instead of the one just picked. @param {string} unit */
  canSwap(unit) {
    const { state } = this.store.ui;
    if (!state || this.before?.seq !== state.seq || !this.before.units.has(unit)) return false;
    if (this.before.hasActed) return !this.picks.includes(unit) && Boolean(this.store.index.primary);
    return Boolean(state.undo?.steps.length);
  }

  /** All offered counters of a stack, one after another. @param {string} hex */
  async takeAll(hex) {
    for (let i = 0; i < 20; i++) {
      const [unit] = this.store.index.offeredIn(hex);
      if (!unit || !(await this.choose(`unit ${unit.unit}`))) return;
    }
  }

  /** The counter in hand goes to a hex, and the others of its stack follow one by one, each as far as it may: whoever may not go there stays. @param {string} hex */
  async march(hex) {
    const { index } = this.store;
    const first = index.unit.get(this.picks[0] ?? "");
    const others = first?.hex ? index.stack(first.hex).filter((u) => u.unit !== first.unit && u.side === first.side) : [];
    if (!(await this.choose(`hex ${hex}`))) return;
    for (const { unit } of others) if (!(await this.#follow(unit, hex))) return;
  }

  /** @param {string} unit @param {string} hex @returns {Promise<boolean>} whether the next may try */
  async #follow(unit, hex) {
    const now = () => this.store.index;
    if (!now().units.has(unit) && this.picks.length && now().primary && !(await this.choose(now().primary?.choice ?? ""))) return false;
    if (!now().units.has(unit)) return true;
    if (!(await this.choose(`unit ${unit}`))) return false;
    return now().hexes.has(hex) ? this.choose(`hex ${hex}`) : this.#undoOne();
  }

  /** Asks why something is not offered. @param {string} choice @param {string | null} hex */
  async why(choice, hex) {
    const { state, shown } = this.store.ui;
    if (!state || shown) return;
    try {
      const answer = await api.why(state.table, { as: state.as, choice });
      if (!answer.legal) this.table.refuse(choice, answer, hex);
    } catch (error) {
      if (error instanceof Rejected && error.status === 0) return this.table.wire.onError(error);
      if (error instanceof Rejected && error.body.refusal) return this.table.refuse(choice, error.body.refusal, hex);
      const text = error instanceof Error ? error.message : "";
      this.store.set({ notice: text });
      say(text, true);
    }
  }
}
