// Sending choices: one at a time, the next click waits, and nothing counts before the server has stored it.

import { say } from "./dom.js";
import { see } from "./settings.js";
import { Answers } from "./before.js";
import { split } from "./store.js";
import { Rejected } from "./api.js";
import * as api from "./api.js";
import { few, words } from "./words.js";
import { boundary } from "./undo.js";
import { nameOf } from "./names.js";
import { note, refuse } from "./tell.js";

/** @typedef {import("./shapes.js").State} State */

/** Whatever was said of the last click is over. */
const NOTHING_SAID = { refusal: null, confirming: false, preview: null, notice: null };

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./wire.js").Wire} wire
 * @property {import("./company.js").Company} company
 */

/** What one player does at a table. */
export class Play {
  /** @param {Needs} needs */
  constructor({ store, wire, company }) {
    this.store = store;
    this.wire = wire;
    this.company = company;
    /** @type {string | null} */
    this.queued = null;
    /** What was offered before the last pick, so that another counter can be taken instead. @type {{seq: number, hasActed: boolean, units: Set<string>} | null} */
    this.before = null;
    /** The line after which the counter in hand has moved. @type {number | null} */
    this.actedAt = null;
    /** The legs of the way that the counter in hand has gone; each ends at a waypoint. @type {string[][]} */
    this.legs = [];
    /** What I chose in which line, for the undo menu. @type {Map<number, string>} */
    this.lines = new Map();
    /** The choices that were made together: the line after them, and the one before. @type {Map<number, number>} */
    this.chains = new Map();
    this.answers = new Answers();
  }

  /** Whether the counter in hand has moved: the next stack that is clicked is taken, not joined. */
  get hasMoved() {
    return this.actedAt !== null && this.actedAt === this.store.ui.state?.seq;
  }

  /** Whether the last choice took a counter up and nothing was done with it yet. */
  get hasJustPicked() {
    return Boolean(this.before && !this.before.hasActed && this.before.seq === this.store.ui.state?.seq);
  }

  /**
   * What a click on an offer means: with a counter in hand its company does the same.
   * @param {string} choice @param {string | null} [hex] whose stack is shown from now on
   * @returns {Promise<unknown>}
   */
  click(choice, hex) {
    if (hex) this.store.set({ hex });
    if (split(choice).kind === "unit") this.company.single = split(choice).name;
    return this.#goesTogether(choice) ? this.withCompany(choice) : this.choose(choice);
  }

  /** Whether the company of the counter in hand does the same. @param {string} choice */
  #goesTogether(choice) {
    const { kind } = split(choice);
    const isEnd = /^verb (stop|done)$/.test(choice) || choice === this.store.index.primary?.choice;
    const isShared = kind === "hex" || (kind === "verb" && !isEnd);
    return this.company.isPossible && isShared && this.company.members().length > 0;
  }

  /** @param {string} choice @returns {Promise<boolean>} */
  async choose(choice) {
    const { ui } = this.store;
    const state = ui.state;
    if (!state || ui.shown || ui.retry) return false;
    if (this.wire.isBusy) {
      this.queued = choice;
      return false;
    }
    const units = new Set(this.store.index.units.keys());
    this.store.set({ ...NOTHING_SAID, movedOn: null, fault: null });
    const body = { as: state.as, seq: state.seq, choice };
    const send = (/** @type {AbortSignal} */ signal) => api.choose(state.table, body, signal);
    const arrived = (/** @type {State} */ next) => this.#chosen(choice, state, next, units);
    try {
      await this.wire.change(choice, send, arrived);
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
    this.actedAt = isOnItsWay ? next.seq : null;
    const leg = before.view.choices.find((c) => c.choice === choice)?.path ?? [];
    this.legs = isOnItsWay && leg.length > 1 ? [...this.legs, leg] : [];
    if (kind === "unit") this.before = { seq: next.seq, hasActed: false, units };
    else this.before = isOnItsWay && this.before ? { ...this.before, seq: next.seq, hasActed: true } : null;
    this.lines.set(next.seq, nameOf(this.store, choice));
    this.answers.note(before.view, choice);
    see(next.table, next.as, next.seq);
  }

  /** The click that had to wait, if it still means something. */
  #next() {
    if (this.wire.isBusy) return;
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
    if (error.status === 422 && error.body.refusal) return refuse(this.store, choice, error.body.refusal, null);
    this.wire.onError(error);
  }

  /** Takes back the last choice, or those that were made together with it; or so many. @param {number} [steps] */
  async undo(steps = 1) {
    const state = this.store.ui.state;
    const lines = state?.undo?.steps ?? [];
    const chain = steps === 1 && state ? this.chains.get(state.seq) : undefined;
    const isWhole = chain !== undefined && lines.includes(chain);
    await this.#undoTo(isWhole ? chain : lines[Math.min(steps, lines.length) - 1]);
    this.#next();
  }

  /** @param {number} [to] the line to go back to; the last one that can be undone if none is named */
  async #undoTo(to) {
    const { ui } = this.store;
    const state = ui.state;
    if (!state || !this.store.isLive || ui.retry || this.wire.isBusy) return false;
    const [last] = state.undo?.steps ?? [];
    if (last === undefined) {
      if (state.undo) note(this.store, boundary(state.undo));
      return false;
    }
    this.store.set(NOTHING_SAID);
    const body = { as: state.as, seq: state.seq, ...(to === undefined || to === last ? {} : { to }) };
    const send = (/** @type {AbortSignal} */ signal) => api.undo(state.table, body, signal);
    try {
      await this.wire.change("undo", send, (next) => this.#undone(state, next));
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

  undoAll() {
    return this.undo(this.store.now?.undo?.steps.length ?? 0);
  }

  /** What a line of the journal did, for the undo menu. @param {number} line */
  lineText(line) {
    const isIt = (/** @type {import("./shapes.js").Event} */ e) => e.line === line && e.kind !== "phase" && e.kind !== "refused";
    return this.store.ui.log.find(isIt)?.text ?? this.lines.get(line) ?? words("undo.line", { line });
  }

  /** The stack panel is shut; what was taken from it is put back. */
  closeStack() {
    if (this.store.picks.length && this.store.now?.undo?.steps.length) void this.undo();
    this.store.set({ hex: null });
  }

  /** @param {string} id @param {boolean} on */
  async setOrder(id, on) {
    await this.#change("order", (body, signal) => api.order(this.store.id, { ...body, id, on }, signal));
    this.store.touch("sheet");
  }

  /** Gives the game up. */
  resign() {
    return this.#change("resign", (body, signal) => api.resign(this.store.id, body, signal));
  }

  /** @param {string} what @param {(body: {as: string}, signal: AbortSignal) => Promise<State>} send */
  async #change(what, send) {
    const { state } = this.store.ui;
    if (!state) return;
    const sent = (/** @type {AbortSignal} */ signal) => send({ as: state.as }, signal);
    await this.wire.change(what, sent).catch((e) => this.wire.onError(e));
  }

  /** Takes another counter instead of the one just picked; one that is on its way is done first. @param {string} unit */
  async swap(unit) {
    const { primary } = this.store.index;
    if (this.before?.hasActed) {
      const isDone = primary && (await this.choose(primary.choice));
      this.company.single = unit;
      if (isDone && this.store.index.units.has(unit)) await this.choose(`unit ${unit}`);
      return;
    }
    const wasLast = this.store.picks[this.store.picks.length - 1] === unit;
    if (!(await this.#undoTo()) || wasLast) return;
    await this.choose(`unit ${unit}`);
  }

  /** Whether a counter could be taken instead of the one just picked. @param {string} unit */
  canSwap(unit) {
    const { state } = this.store.ui;
    if (!state || this.before?.seq !== state.seq || !this.before.units.has(unit)) return false;
    if (this.before.hasActed) return !this.store.picks.includes(unit) && Boolean(this.store.index.primary);
    return Boolean(state.undo?.steps.length);
  }

  /**
   * Makes choices together, in one undo step. Groups that the rules refuse are left out and told.
   * @param {string[][]} groups @param {string} name what it is called in the undo menu
   * @returns {Promise<boolean>}
   */
  async chooseGroups(groups, name) {
    const { ui } = this.store;
    const state = ui.state;
    if (!groups.length || !state || ui.shown || ui.retry || this.wire.isBusy) return false;
    this.store.set({ ...NOTHING_SAID, movedOn: null, fault: null });
    const body = { as: state.as, seq: state.seq, groups };
    const send = (/** @type {AbortSignal} */ signal) => api.chooseGroups(state.table, body, signal);
    try {
      const next = await this.wire.change("chain", send, (s) => this.#chained(name, state, s));
      this.#tellLeftOut(groups, next.left_out ?? []);
      return true;
    } catch (error) {
      this.#failed(error, groups[0][0].replace("?", ""));
      return false;
    } finally {
      this.#next();
    }
  }

  /** @param {string} name @param {State} before @param {State} next */
  #chained(name, before, next) {
    this.legs = [];
    this.before = null;
    this.actedAt = next.view.picked.length ? next.seq : null;
    this.chains.set(next.seq, before.seq);
    this.lines.set(next.seq, name);
    see(next.table, next.as, next.seq);
  }

  /** Who did not come and why: the first with its rule, the others by name. @param {string[][]} groups @param {import("./types.js").LeftOut[]} leftOut */
  #tellLeftOut(groups, leftOut) {
    if (!leftOut.length) return;
    const [{ group, refusal }] = leftOut;
    const unitOf = (/** @type {string[]} */ choices) => choices.map((c) => split(c.replace("?", ""))).find((c) => c.kind === "unit")?.name;
    const names = leftOut.flatMap((l) => this.store.index.unit.get(unitOf(groups[l.group]) ?? "")?.name ?? []);
    const unit = this.store.index.unit.get(unitOf(groups[group]) ?? "");
    refuse(this.store, groups[group][0].replace("?", ""), refusal, unit?.hex ?? null);
    this.store.set({ notice: names.length ? words("play.left-out", { names: few(names, 3) }) : null });
  }

  /** What the server offers as one button. @param {import("./types.js").Bundle} bundle */
  takeBundle(bundle) {
    if (this.store.view) this.answers.noteBundle(this.store.view, bundle);
    return this.chooseGroups(bundle.groups, bundle.text);
  }

  /** The answers that were given to this question last time. */
  asBefore() {
    const { view } = this.store;
    return view ? this.chooseGroups(this.answers.again(view), words("prompt.as-before")) : Promise.resolve(false);
  }

  /** All offered counters of some stacks; where there are bundles, only those in them: a counter may be offered for what nobody does in passing. @param {string[]} hexes */
  async takeAll(hexes) {
    const bundled = new Set(this.store.view?.bundles.flatMap((b) => b.groups.flat()));
    const all = hexes.flatMap((hex) => this.store.index.offeredIn(hex));
    const units = all.filter((u) => !bundled.size || bundled.has(`unit ${u.unit}`));
    await this.chooseGroups(units.map((u) => [`unit ${u.unit}`]), words("units.n", { n: units.length }));
  }

  /**
   * What is done with the counter in hand is done with its company: whoever may not stays, and is named.
   * @param {string} choice @param {import("./company.js").Take} [take]
   */
  async withCompany(choice, take) {
    if (split(choice).kind === "verb") return this.#verbForAll(choice);
    const groups = this.company.groups(choice, take);
    if (groups.length === 1 && groups[0].length === 1) return this.choose(choice);
    return this.chooseGroups(groups, words("units.together", { n: groups.length, what: nameOf(this.store, choice) }));
  }

  /** A button for everybody, unless it leads the first to a decision of its own. @param {string} choice */
  async #verbForAll(choice) {
    const others = this.company.members().map((u) => [`unit ${u.unit}`, choice]);
    const [from, name] = [this.store.ui.state?.seq ?? 0, nameOf(this.store, choice)];
    if (!(await this.choose(choice)) || !this.company.isPossible) return;
    await this.chooseGroups(others, words("units.together", { n: others.length + 1, what: name }));
    this.chains.set(this.store.ui.state?.seq ?? 0, from);
  }

  /** The stack of the counter in hand goes to a hex with it. @param {string} hex */
  async march(hex) {
    const { take } = this.company;
    await this.withCompany(`hex ${hex}`, take === "one" ? "stack" : take);
  }

  /** Asks why something is not offered. @param {string} choice @param {string | null} hex */
  async why(choice, hex) {
    const { state, shown } = this.store.ui;
    if (!state || shown) return;
    try {
      const answer = await api.why(state.table, { as: state.as, choice });
      if (!answer.legal) refuse(this.store, choice, answer, hex);
    } catch (error) {
      if (error instanceof Rejected && error.status === 0) return this.wire.onError(error);
      if (error instanceof Rejected && error.body.refusal) return refuse(this.store, choice, error.body.refusal, hex);
      const text = error instanceof Error ? error.message : "";
      this.store.set({ notice: text });
      say(text, true);
    }
  }
}
