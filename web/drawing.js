// What is drawn on the map for the present decision. Each drawing is made anew when something changes
// that was read for it.

import { detailFor } from "./counters.js";
import { addSigns } from "./signs.js";
import { Index } from "./store.js";
import { askedHexes } from "./asked.js";
import { ghost, lookedAt, marked, otherBattles } from "./marking.js";

/** @typedef {import("./store.js").Store} Store */
/**
 * @typedef {Object} Needs
 * @property {Store} store
 * @property {import("./map.js").Board} board
 * @property {import("./counters.js").Counters} counters
 * @property {import("./marks.js").Marks} marks
 * @property {import("./asked.js").AskMarks} asks
 * @property {import("./company.js").Company} company
 * @property {Pick<import("./play.js").Play, "legs">} play
 * @property {Element} signs where the signs of counters are kept
 * @property {HTMLElement} page
 */

/** Draws the map of a table. */
export class Drawing {
  /** @param {Needs} needs */
  constructor({ store, board, counters, marks, asks, company, play, signs, page }) {
    this.store = store;
    this.board = board;
    this.counters = counters;
    this.marks = marks;
    this.asks = asks;
    this.company = company;
    this.play = play;
    this.signs = signs;
    this.page = page;
  }

  /** Draws from now on. */
  watch() {
    const { store, marks, board } = this;
    store.watch(() => this.#counters());
    store.watch(() => this.#afresh());
    store.watch(() => this.#reach());
    store.watch(() => marks.combat(store.view?.odds, store.index));
    store.watch(() => marks.lay(store.view?.signs ?? [], (id) => store.side(id)));
    store.watch(() => marks.declared(otherBattles(store.view), store.index));
    store.watch(() => this.#asked());
    store.watch(() => this.#way());
    store.watch(() => marks.refuse(store.ui.refusal));
    store.watch(() => marks.point(store.ui.cursor, store.ui.byKeys));
    store.watch(() => board.over.classList.toggle("lifted", store.ui.lifted));
  }

  /** How the counters are marked now. */
  get marked() {
    return marked(this.store, this.company.members().map((u) => u.unit));
  }

  #counters() {
    const { store, counters, company, page, signs } = this;
    addSigns(store.index.unit.values(), (id) => store.side(id), signs);
    counters.draw(store.index, this.marked);
    page.dataset.company = company.members().map((u) => u.unit).join(" ");
  }

  /** What was pointed out, and a fan, are over when there is something new to see. */
  #afresh() {
    const { state, shown, playback, combat } = this.store.ui;
    if (!state && !combat) return;
    this.store.untracked(() => {
      this.counters.spread(null, this.store.index, this.marked);
      if (!shown && !playback) this.marks.light([]);
    });
  }

  #reach() {
    const { index, isLive } = this.store;
    this.marks.reach(isLive ? index : new Index(null), this.board.bounds);
    this.marks.via(isLive ? this.play.legs : []);
  }

  #asked() {
    const { view, index, hand, isLive } = this.store;
    // Brackets mark the hex of the only battle already.
    const [battle] = view?.battles.length === 1 ? view.battles : [];
    const targets = view?.odds?.targets ?? battle?.targets ?? [];
    const shown = new Set([...targets, ...index.hexes.keys(), hand.hex ?? ""]);
    this.asks.draw(view && isLive ? askedHexes(view, shown) : []);
  }

  #way() {
    const { index, ui, isLive } = this.store;
    const hex = lookedAt(ui);
    const offer = hex && isLive ? index.hexes.get(hex) : undefined;
    this.marks.way(hex, offer, ghost(this.store, hex, offer));
    const isOffered = offer || (isLive && index.offeredIn(hex).length);
    this.board.frame.classList.toggle("offers", Boolean(isOffered));
  }

  /** A small counter shows less. While the map moves nothing is drawn anew. */
  rested() {
    this.counters.show(detailFor(this.board.camera.k * 0.8 * this.store.grid.pitch));
  }
}

/**
 * What covers the edges of the map.
 * @param {boolean} hasSheet @param {boolean} hasStack
 * @param {() => number} barHeight how high the bar is, which on a phone lies across the map
 */
export function insets(hasSheet, hasStack, barHeight) {
  const bar = () => Math.max(150, barHeight() + 8);
  if (innerWidth < 760) return { left: 8, top: 84, right: 8, bottom: bar() };
  const sheet = innerWidth < 1200 ? 320 : 392;
  const stack = innerWidth >= 1024 && hasStack ? 328 : 16;
  return { left: stack, top: 56, right: 60 + (hasSheet ? sheet : 0), bottom: 100 };
}
