// The briefing: what a player should know before his first turn, on one page.

import { button, h, isTouch } from "./dom.js";
import { openDialog } from "./dialog.js";
import { sideMark } from "./counters.js";
import { hexesOf, overview } from "./overview.js";
import * as api from "./api.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Briefing} Briefing */

/** The briefing of one table. */
export class BriefingPage {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Promise<Briefing | null> | null} */
    this.asked = null;
  }

  /** Opens the page the first time this browser sits down at a table that has just begun. @param {boolean} isPlaying and not looking back */
  async greet(isPlaying) {
    const { table } = this;
    const isNew = isPlaying && !hasRead(table.id) && !table.isSpectator && (table.ui.state?.view.turn.n ?? 0) <= 1;
    if (isNew) await this.open();
    table.page.dataset.greeted = "yes";
  }

  async open() {
    const briefing = await this.#fetch();
    if (!briefing || !this.table.isOpen || document.querySelector(".dialog.briefing")) return;
    markRead(this.table.id);
    const shut = openDialog(this.table.scenarioTitle, this.#content(briefing, () => shut()), "briefing");
    this.#point(briefing);
  }

  /** @returns {Promise<Briefing | null>} */
  #fetch() {
    const { game, ui } = this.table;
    this.asked ??= api.briefing(game.id, ui.state?.scenario ?? "").catch(() => null);
    return this.asked;
  }

  /** @param {Briefing} briefing @param {() => void} shut */
  #content(briefing, shut) {
    const { table } = this;
    const mine = table.game.sides.filter((x) => table.ui.state?.seats[x.id]?.who === "me");
    const sides = mine.length ? mine : table.game.sides;
    return [
      h("div", { class: "briefing-head" },
        h("div", null, h("p", { class: "briefing-situation" }, briefing.situation), h("p", { class: "second" }, briefing.length)),
        overview(table, briefing.objectives)),
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
      list(words("briefing.win"), said.win), list(words("briefing.lose"), said.lose), list(words("briefing.first"), said.first), h("p", { class: "chips" }, said.rules.map((rule) => this.table.desk.chip(rule))));
  }

  /** Behind the page the map shows what it is all about. @param {Briefing} briefing */
  #point(briefing) {
    this.table.marks.light(briefing.objectives.flatMap((name) => hexesOf(this.table, name)), "objective");
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
