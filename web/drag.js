// Counters dragged to a hex: the choices of two clicks, made with one gesture. The server says where
// they may go, as it does for a click; nothing moves before they are dropped.

import { h, isTouch, put } from "./dom.js";
import { icon } from "./icons.js";
import { counterIcon } from "./counters.js";
import { half } from "./marks.js";
import * as api from "./api.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./shapes.js").Point} Point */
/**
 * Counters on their way: where they stand, the line before they were taken, whether they were in hand
 * already, whether they are by now, and the hex that they are over.
 * @typedef {Object} Load
 * @property {string | null} from
 * @property {number} line
 * @property {boolean} wasInHand
 * @property {Promise<boolean>} taken
 * @property {string | null} over
 */
/** How counters are taken, and whether they are in hand already. @typedef {{isInHand: boolean, act: () => Promise<void>}} Take */

/** After what rest over a hex it says why nothing can go there, in milliseconds. */
const REST = 180;
/** How near to the edge the map goes along, and by how much in each frame, in pixels. */
const EDGE = 36;
const STRIDE = 14;
/** How far a press may wander before it is a drag, in pixels. */
const SLOP = 5;

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {import("./company.js").Company} company
 * @property {import("./play.js").Play} play
 * @property {Pick<import("./pointer.js").Pointer, "hideHover" | "swapIn">} pointer
 * @property {Pick<import("./wire.js").Wire, "idle" | "isBusy">} wire
 * @property {(choice: string, hex: string) => void} why
 * @property {HTMLElement} page
 */

/** The counters that hang at the pointer of a table. */
export class Drag {
  /** @param {Needs} needs */
  constructor({ store, board, company, play, pointer, wire, why, page }) {
    this.store = store;
    this.board = board;
    this.company = company;
    this.play = play;
    this.pointer = pointer;
    this.wire = wire;
    this.why = why;
    this.page = page;
    this.node = h("div", { class: "card drag-card", "aria-hidden": "true", hidden: true });
    /** @type {Load | null} */
    this.load = null;
    this.at = { clientX: 0, clientY: 0 };
    this.asking = 0;
    this.frame = 0;
  }

  /**
   * Takes hold of what lies at a place of the map, if it can be sent somewhere.
   * @param {Point} point @param {Element} target what was pressed
   * @returns {import("./camera.js").Grip | null}
   */
  grip(point, target) {
    const { store } = this;
    const id = target.closest?.(".fan [data-unit]")?.getAttribute("data-unit");
    const unit = id ? store.index.unit.get(id) : null;
    const hex = unit ? unit.hex : store.grid.at(point.x, point.y);
    const take = unit ? this.#takeOne(unit) : hex ? this.#takeStack(hex) : null;
    return take && this.#begin(hex, take);
  }

  /** A press on a counter of a list, which may become a drag. @param {PointerEvent} down @param {Unit} unit */
  press(down, unit) {
    if (down.button > 0 || down.pointerType === "touch") return;
    const page = new AbortController();
    const { signal } = page;
    /** @type {import("./camera.js").Grip | null} */
    let grip = null;
    const move = (/** @type {PointerEvent} */ e) => {
      const isFar = Math.hypot(e.clientX - down.clientX, e.clientY - down.clientY) > SLOP;
      const take = !grip && isFar ? this.#takeOne(unit) : null;
      if (take) grip = this.#begin(unit.hex, take);
      grip?.move(e);
    };
    const end = (/** @type {PointerEvent} */ e) => {
      page.abort();
      grip?.end(e);
      // The click that follows belongs to the drag.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      const isOnce = { capture: true, once: true };
      if (grip) addEventListener("click", swallow, isOnce);
      if (grip) setTimeout(() => removeEventListener("click", swallow, isOnce));
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", () => { page.abort(); grip?.cancel(); }, { signal });
  }

  get #isPossible() {
    const { view, ui, isLive } = this.store;
    return Boolean(view?.prompt?.mine && view.leads && isLive && !ui.retry);
  }

  /** How a stack is taken: nothing is left to do where it is in hand. @param {string} hex @returns {Take | null} */
  #takeStack(hex) {
    const { store, company, play, pointer } = this;
    if (!this.#isPossible) return null;
    const isAlong = company.members().some((u) => u.hex === hex);
    const isInHand = company.isPossible && store.picks.length > 0;
    if (isInHand && (store.hand.hex === hex || isAlong)) return { isInHand, act: async () => {} };
    const [first] = store.index.offeredIn(hex);
    const other = first ? null : pointer.swapIn(hex);
    if (!first && !other) return null;
    const act = async () => {
      store.set({ hex });
      company.single = null;
      if (other) await play.swap(other.unit);
      else await play.choose(`unit ${first.unit}`);
    };
    return { isInHand: false, act };
  }

  /** How a counter is taken by itself. @param {Unit} unit @returns {Take | null} */
  #takeOne(unit) {
    const { store, company, play } = this;
    const id = unit.unit;
    const isInHand = store.picks.includes(id);
    if (!this.#isPossible) return null;
    if (!isInHand && !store.index.units.has(id) && !play.canSwap(id)) return null;
    const act = async () => {
      if (isInHand) return void (company.members().length && company.goAlone());
      company.single = id;
      if (store.index.units.has(id)) await play.choose(`unit ${id}`);
      else await play.swap(id);
    };
    return { isInHand, act };
  }

  /** @param {string | null} from @param {Take} take */
  #begin(from, take) {
    const { store } = this;
    this.pointer.hideHover();
    store.set({ refusal: null });
    const line = store.ui.state?.seq ?? 0;
    const wasInHand = take.isInHand;
    const load = { from, line, wasInHand, taken: this.#take(take), over: null };
    this.load = load;
    this.page.classList.add("carrying");
    void load.taken.then(() => this.load === load && this.#show());
    this.#follow();
    return {
      move: (/** @type {PointerEvent} */ e) => this.#move(load, e),
      end: (/** @type {PointerEvent} */ e) => void this.#drop(load, e),
      cancel: () => this.cancel(),
    };
  }

  /** Whether it is in hand in the end. @param {Take} take */
  async #take({ isInHand, act }) {
    const { wire, play } = this;
    await wire.idle();
    await act();
    return this.#isInHand && (isInHand || play.hasJustPicked);
  }

  /** Whether something is in hand that goes to a hex. */
  get #isInHand() {
    const { store, company } = this;
    return company.isPossible || Boolean(store.view?.prompt?.mine && store.index.hexes.size);
  }

  /** @param {Load} load @param {PointerEvent} event */
  #move(load, event) {
    if (this.load !== load) return;
    this.at = { clientX: event.clientX, clientY: event.clientY };
    this.#look();
  }

  /** What is under the pointer now. */
  #look() {
    const { load, at } = this;
    if (!load) return;
    const hex = this.#hexAt(at);
    this.node.style.setProperty("left", `${at.clientX}px`);
    this.node.style.setProperty("top", `${at.clientY}px`);
    if (hex === load.over && !this.node.hidden) return;
    load.over = hex;
    this.store.set({ hover: hex, cursor: hex ?? this.store.ui.cursor });
    this.#show();
  }

  /** The hex at a place of the window, none where something covers the map. @param {{clientX: number, clientY: number}} at */
  #hexAt(at) {
    const { board } = this;
    const top = document.elementFromPoint(at.clientX, at.clientY);
    if (!top || !board.frame.contains(top)) return null;
    const p = board.camera.toWorld(at);
    return this.store.grid.at(p.x, p.y);
  }

  /** The card at the pointer: who goes, where to, at what cost, or why not. */
  #show() {
    const { load, store } = this;
    if (!load) return;
    clearTimeout(this.asking);
    const offer = load.over ? store.index.hexes.get(load.over) : undefined;
    const isReady = this.#isInHand && !this.wire.isBusy;
    const isNowhere = isReady && load.over && !offer && load.over !== load.from;
    const lines = offer
      ? (offer.effects ?? []).map((e) => h("div", { class: `card-line ${e.tone}` }, e.text))
      : [];
    const cost = offer?.cost === undefined ? null : h("b", null, half(offer.cost));
    this.#lay([h("div", { class: "drag-goal" }, this.#goal(load), cost), ...lines], Boolean(isNowhere));
    if (isNowhere) this.asking = window.setTimeout(() => this.#askWhy(load, load.over ?? ""), REST);
  }

  /** @param {Load} load */
  #goal(load) {
    if (!load.over || load.over === load.from) return words("drag.back");
    const { place } = this.store.grid.hexes[load.over];
    return place ? `${load.over} ${place}` : load.over;
  }

  /** @param {(Node | null)[]} lines @param {boolean} isRefused */
  #lay(lines, isRefused) {
    const { company, store } = this;
    const unit = store.index.unit.get(store.picks[0] ?? "");
    const n = company.members().length + 1;
    const many = unit && n > 1 ? h("span", { class: "drag-count" }, n) : null;
    const who = unit ? h("span", { class: "drag-who" }, counterIcon(unit), many) : null;
    const no = isRefused ? icon("close", "small") : null;
    put(this.node, who, h("div", { class: "grow" }, lines), no);
    this.node.classList.toggle("barred", isRefused);
    this.node.classList.toggle("above", isTouch());
    this.node.hidden = false;
  }

  /** @param {Load} load @param {string} hex */
  async #askWhy(load, hex) {
    const { state } = this.store.ui;
    if (!state) return;
    const asked = { as: state.as, choice: `hex ${hex}` };
    const refusal = /** @type {Refusal | null} */ (await api.why(state.table, asked).catch(() => null));
    if (this.load !== load || load.over !== hex || !refusal?.text) return;
    const rules = refusal.rules.map((r) => h("span", { class: "rule-chip" }, r));
    const text = h("div", { class: "card-line bad" }, h("span", { class: "grow" }, refusal.text), rules);
    this.#lay([h("div", { class: "drag-goal" }, this.#goal(load)), text], true);
  }

  /** The map goes along where the pointer comes to its edge. */
  #follow() {
    cancelAnimationFrame(this.frame);
    const { camera, frame } = this.board;
    const step = () => {
      if (!this.load) return;
      const { left, top, right, bottom } = frame.getBoundingClientRect();
      const { insets } = camera;
      const { clientX: x, clientY: y } = this.at;
      const dx = ahead(x, left + EDGE, right - insets.right - EDGE / 2);
      const dy = ahead(y, top + insets.top + EDGE / 2, bottom - insets.bottom - EDGE / 2);
      if (!this.node.hidden && (dx || dy)) {
        camera.panBy(dx * STRIDE, dy * STRIDE);
        this.#look();
      }
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Nothing hangs at the pointer any more. */
  #clear() {
    this.load = null;
    clearTimeout(this.asking);
    cancelAnimationFrame(this.frame);
    this.node.hidden = true;
    this.page.classList.remove("carrying");
    if (isTouch()) this.store.set({ hover: null });
  }

  /** @param {Load} load @param {PointerEvent} event */
  async #drop(load, event) {
    if (this.load !== load) return;
    const hex = this.#hexAt(event);
    this.#clear();
    if (!(await load.taken) || !this.#isInHand) return;
    if (!hex || hex === load.from) return this.#putBack(load);
    const choice = `hex ${hex}`;
    if (!this.store.index.hexes.has(hex)) return this.why(choice, hex);
    await this.play.click(choice);
    // One gesture is taken back by one undo.
    const line = this.store.ui.state?.seq ?? 0;
    if (!load.wasInHand) this.play.chains.set(line, load.line);
  }

  /** Puts everything back. */
  cancel() {
    const { load } = this;
    if (!load) return;
    this.#clear();
    void load.taken.then((isTaken) => void (isTaken && this.#putBack(load)));
  }

  /** What was in hand before stays there. @param {Load} load */
  #putBack(load) {
    const { play } = this;
    if (!load.wasInHand && play.hasJustPicked) void play.undo();
  }
}

/** Which way the map must go for the pointer to be within bounds. @param {number} at @param {number} least @param {number} most */
export function ahead(at, least, most) {
  if (at < least) return 1;
  return at > most ? -1 : 0;
}
