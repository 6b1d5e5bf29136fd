// The briefing: what a player should know before his first turn, on one page.

import { button, h, isTouch } from "./dom.js";
import { openDialog } from "./dialog.js";
import { sideMark } from "./counters.js";
import { hexesOf, overview } from "./overview.js";
import * as api from "./api.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Briefing} Briefing */

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {Pick<import("./marks.js").Marks, "light">} marks
 * @property {import("./chip.js").Chip} chip
 * @property {HTMLElement} page
 */

/** The briefing of one table. */
export class BriefingPage {
  /** @param {Needs} needs */
  constructor({ store, board, marks, chip, page }) {
    this.store = store;
    this.board = board;
    this.marks = marks;
    this.chip = chip;
    this.page = page;
    /** @type {Promise<Briefing | null> | null} */
    this.asked = null;
  }

  /** Opens the page the first time this browser sits down at a table that has just begun. @param {boolean} isPlaying and not looking back */
  async greet(isPlaying) {
    const { store } = this;
    const isNew = isPlaying && !hasRead(store.id) && !store.isSpectator && (store.ui.state?.view.turn.n ?? 0) <= 1;
    if (isNew) await this.open();
    this.page.dataset.greeted = "yes";
  }

  async open() {
    const briefing = await this.#fetch();
    if (!briefing || this.store.isClosed || document.querySelector(".dialog.briefing")) return;
    markRead(this.store.id);
    const shut = openDialog(this.store.scenarioTitle, this.#content(briefing, () => shut()), "briefing");
    this.#point(briefing);
  }

  /** @returns {Promise<Briefing | null>} */
  #fetch() {
    const { game, ui } = this.store;
    this.asked ??= api.briefing(game.id, ui.state?.scenario ?? "").catch(() => null);
    return this.asked;
  }

  /** @param {Briefing} briefing @param {() => void} shut */
  #content(briefing, shut) {
    const { store } = this;
    const mine = store.game.sides.filter((x) => store.ui.state?.seats[x.id]?.who === "me");
    const sides = mine.length ? mine : store.game.sides;
    return [
      h("div", { class: "briefing-head" },
        h("div", null, h("p", { class: "briefing-situation" }, briefing.situation), h("p", { class: "second" }, briefing.length)),
        overview(store, this.board, briefing.objectives)),
      h("div", { class: "briefing-sides" }, sides.map((side) => this.#side(side, briefing, mine.length === 1))),
      h("div", { class: "dialog-foot" }, h("span", { class: "quiet grow" }, words(isTouch() ? "briefing.again-touch" : "briefing.again")), button([words("briefing.to-map"), h("span", { class: "key" }, "⏎")], shut, { class: "button primary", "data-primary": true })),
    ];
  }

  /** @param {import("./types.js").Side} side @param {Briefing} briefing @param {boolean} isMe */
  #side(side, briefing, isMe) {
    const said = /** @type {import("./types.js").SideBriefing | undefined} */ (briefing[side.id]);
    if (!said) return null;
    const list = (/** @type {string} */ title, /** @type {string[]} */ lines) => [h("div", { class: "heading" }, title), h("ul", null, lines.map((line) => h("li", null, line)))];
    return h("section", null, h("h3", { class: "with-mark" }, sideMark(side), isMe ? words("briefing.you-are", { side: side.name }) : side.name),
      list(words("briefing.win"), said.win), list(words("briefing.lose"), said.lose), list(words("briefing.first"), said.first), h("p", { class: "chips" }, said.rules.map((rule) => this.chip(rule))));
  }

  /** Behind the page the map shows what it is all about. @param {Briefing} briefing */
  #point(briefing) {
    this.marks.light(briefing.objectives.flatMap((name) => hexesOf(this.store.grid, name)), "objective");
  }
}

/** @param {string} table */
function hasRead(table) {
  try { return localStorage.getItem(`rokada.briefed.${table}`) !== null; } catch { return true; }
}

/** @param {string} table */
function markRead(table) {
  try { localStorage.setItem(`rokada.briefed.${table}`, "yes"); } catch { /* private windows forget */ }
}
