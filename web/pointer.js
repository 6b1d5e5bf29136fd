// The pointer over the map: what a click means, what a rest shows.

import { meaning, nextOf } from "./clicks.js";

/** @typedef {import("./types.js").Unit} Unit */

const HOVER = 250;
const FAN = 550;
/** How long a fan waits for a pointer that is on its way to it. */
const FAN_WAITS = 350;

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {import("./counters.js").Counters} counters
 * @property {import("./cards.js").Cards} cards
 * @property {import("./company.js").Company} company
 * @property {import("./play.js").Play} play
 * @property {() => import("./marking.js").Marked} marksOf
 */

/** Listens to the pointer on behalf of a table. */
export class Pointer {
  /** @param {Needs} needs */
  constructor({ store, board, counters, cards, company, play, marksOf }) {
    this.store = store;
    this.board = board;
    this.counters = counters;
    this.cards = cards;
    this.company = company;
    this.play = play;
    this.marksOf = marksOf;
    this.hovering = 0;
    this.fanning = 0;
    /** @type {string | null} */
    this.fan = null;
    this.leaving = 0;
    /** Where the pointer was last while a fan is open. @type {string | null} */
    this.under = null;
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  tap(x, y, event) {
    this.store.set({ byKeys: false });
    this.board.frame.focus({ preventScroll: true });
    const drawn = /** @type {Element} */ (event.target).closest?.("[data-choice], .fan [data-unit]");
    if (drawn) return;
    const hex = this.store.grid.at(x, y);
    if (this.store.ui.refusal) this.store.set({ refusal: null });
    if (!hex) return;
    this.store.set({ cursor: hex });
    if (this.#adds(hex, event)) return;
    if (event.shiftKey && this.marches(hex)) return void this.play.march(hex);
    if (event.shiftKey && this.store.index.offeredIn(hex).length) return void this.play.takeAll([hex]);
    this.act(hex, event.pointerType === "touch");
  }

  /** Whether a counter in hand could lead its stack to a hex. @param {string} hex */
  marches(hex) {
    return this.company.isPossible && this.store.index.hexes.has(hex);
  }

  /** A tap that adds a stack to those that go together. @param {string} hex @param {PointerEvent} event */
  #adds(hex, event) {
    const { company, play, store } = this;
    if ((!company.isAdding || play.hasMoved) && !event.ctrlKey && !event.metaKey) return false;
    if (!company.isPossible || !company.free(hex).length) return false;
    if (store.picks.some((id) => this.store.index.unit.get(id)?.hex === hex) && !company.isAdding) return false;
    company.tap(hex);
    return true;
  }

  /** Clicks on what lies over the map: hexsides and fanned counters. @param {MouseEvent} event */
  clickDrawn(event) {
    const target = /** @type {Element} */ (event.target);
    const side = target.closest("[data-choice]")?.getAttribute("data-choice");
    if (side) return this.play.click(side);
    const id = target.closest(".fan [data-unit]")?.getAttribute("data-unit");
    const unit = id ? this.store.index.unit.get(id) : null;
    if (unit) this.actOnUnit(unit);
  }

  /**
   * A click on a hex: what is offered there is chosen, what is not says why.
   * @param {string} hex @param {boolean} [isTouch]
   */
  act(hex, isTouch = false) {
    const { store, play, company } = this;
    const { index, view, ui } = store;
    this.hideHover();
    const offer = index.hexes.get(hex);
    const swap = this.swapIn(hex);
    const hasUnits = index.stack(hex).length > 0;
    const what = meaning({
      isAsked: store.isLive && Boolean(view?.prompt?.mine), isTouch, isGoal: Boolean(offer),
      isDear: offer?.cost !== undefined, isShown: ui.preview === hex, hasMoved: play.hasMoved,
      leavesStack: this.#leavesStack(hex), isTakeable: index.offeredIn(hex).length > 0, isSwappable: Boolean(swap),
      hasUnits, hasGoals: index.hexes.size > 0,
    });
    if (what === "look") return store.set({ hex: hasUnits ? hex : null });
    if (what === "preview") return store.set({ preview: hex });
    if (what === "go" && offer) return void play.click(offer.choice);
    if (what === "alone") return company.goAlone();
    if (what === "take") return this.#takeStack(hex);
    if (what === "swap" && swap) return this.#swap(hex, swap);
    store.set({ hex: hasUnits ? hex : null });
    if (what === "tell") return this.cards.show(hex, true);
    void play.why(this.#asked(hex), hex);
  }

  /** Whether a click takes a stack although the counter in hand, which has moved, could go on to it. @param {string} hex */
  #takesNext(hex) {
    return this.play.hasMoved && this.store.index.offeredIn(hex).length > 0;
  }

  /** @param {string} hex */
  #isInHand(hex) {
    return this.company.isPossible && this.store.hand.hex === hex;
  }

  /** Whether another click on the stack in hand takes its first counter alone. @param {string} hex */
  #leavesStack(hex) {
    const { company, play } = this;
    return this.#isInHand(hex) && !play.hasMoved && company.take === "stack" && company.free(hex).length > 0;
  }

  /** A click on a stack takes all of it, where that is usual: attackers and guns at once, and movers behind their first. @param {string} hex */
  #takeStack(hex) {
    const { play, company, store } = this;
    const all = store.index.offeredIn(hex);
    const isBattle = store.view?.bundles.some((b) => b.groups.flat().includes(`unit ${all[0].unit}`));
    if (company.take === "stack" && isBattle && all.length > 1 && !company.isPossible) {
      store.set({ hex });
      return void play.takeAll([hex]);
    }
    this.play.click(`unit ${all[0].unit}`, hex);
    company.single = null;
  }

  /** @param {string} hex @param {Unit} unit */
  #swap(hex, unit) {
    const isSame = this.#isInHand(hex);
    this.store.set({ hex: this.store.picks.includes(unit.unit) ? null : hex });
    this.company.single = isSame ? unit.unit : null;
    void this.play.swap(unit.unit);
  }

  /** The counter of a hex that could be taken instead; in the picked stack, the next one down. @param {string} hex */
  swapIn(hex) {
    const { index, picks } = this.store;
    return nextOf(index.readyFirst(index.stack(hex).filter((u) => this.play.canSwap(u.unit))), picks);
  }

  /** What a click on a hex would have meant here. @param {string} hex */
  #asked(hex) {
    const { index } = this.store;
    const [top] = index.stack(hex);
    if (index.hexes.size || !top) return `hex ${hex}`;
    return `unit ${top.unit}`;
  }

  /** A click on a counter in a list or a fan. @param {Unit} unit */
  actOnUnit(unit) {
    const { company } = this;
    const isAdding = company.isAdding && company.isPossible && !this.play.hasMoved;
    if (isAdding && company.may(unit.unit) && !this.store.picks.includes(unit.unit)) return company.toggle(unit.unit);
    if (this.store.index.units.has(unit.unit)) return this.play.click(`unit ${unit.unit}`, unit.hex);
    if (this.store.picks.includes(unit.unit) && company.members().length) return company.goAlone();
    company.single = unit.unit;
    if (this.play.canSwap(unit.unit)) return void this.play.swap(unit.unit);
    if (unit.hex) this.board.reveal(unit.hex);
    if (!this.store.view?.prompt?.mine || this.store.ui.shown) return;
    void this.play.why(`unit ${unit.unit}`, unit.hex);
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  hover(x, y, event) {
    if (event.pointerType === "touch") return;
    const hex = this.store.grid.at(x, y);
    const isOnFan = /** @type {Element} */ (event.target).closest?.(".fan");
    if (isOnFan || hex === this.fan) return this.#stayOpen();
    if (!this.fan) return this.hoverHex(hex);
    this.leaving ||= window.setTimeout(() => { this.#stayOpen(); this.hoverHex(this.under); }, FAN_WAITS);
    this.under = hex;
  }

  /** The pointer has come to the fan in time. */
  #stayOpen() {
    clearTimeout(this.fanning);
    clearTimeout(this.leaving);
    this.leaving = 0;
  }

  /** @param {string | null} hex */
  hoverHex(hex) {
    if (hex === this.store.ui.hover) return;
    this.store.set({ hover: hex });
    this.hideHover();
    if (!hex || this.store.ui.playback) return;
    this.hovering = window.setTimeout(() => this.store.ui.hover === hex && !this.store.ui.refusal && this.cards.show(hex, false), HOVER);
    const isGoal = this.store.index.hexes.has(hex) && !this.company.isAdding && !this.#takesNext(hex);
    if (this.store.index.stack(hex).length > 1 && !isGoal) this.fanning = window.setTimeout(() => this.#spread(hex), FAN);
  }

  hideHover() {
    clearTimeout(this.hovering);
    this.#stayOpen();
    this.cards.hide();
    if (!this.fan) return;
    this.fan = null;
    this.counters.spread(null, this.store.index, this.marksOf());
  }

  /** @param {string} hex */
  #spread(hex) {
    if (this.store.ui.hover !== hex || this.store.ui.refusal) return;
    this.fan = hex;
    this.cards.hide();
    this.counters.spread(hex, this.store.index, this.marksOf());
  }

  /** @param {number} x @param {number} y */
  explainAt(x, y) {
    const hex = this.store.grid.at(x, y);
    if (!hex) return;
    this.hideHover();
    this.store.set({ hover: hex, cursor: hex, refusal: null });
    this.cards.show(hex, true);
  }
}
