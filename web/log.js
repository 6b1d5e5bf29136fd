// The log: every event with its rules, filtered and searched.

import { h, put } from "./dom.js";
import { icon, iconOf } from "./icons.js";
import { words } from "./words.js";

/** @typedef {import("./shapes.js").Event} Event */

/** @type {[import("./words.js").Id, string[]][]} */
const FILTERS = [
  ["log.all", []], ["log.moves", ["moved", "placed"]], ["log.attacks", ["declared", "rolled", "retreated", "eliminated"]], ["log.supply", ["supplied"]], ["log.control", ["controlled"]], ["log.refusals", ["refused"]],
];
const SHOWN = 400;

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./chip.js").Chip} chip
 * @property {(event: Event) => void} point
 * @property {(line: number) => void} replayFrom
 * @property {(event: Event) => void} why
 */

/** The log sheet, with its filter and search kept while it is closed. */
export class LogSheet {
  /** @param {Needs} needs */
  constructor({ store, chip, point, replayFrom, why }) {
    this.store = store;
    this.chip = chip;
    this.point = point;
    this.replayFrom = replayFrom;
    this.why = why;
    /** @type {import("./words.js").Id} */
    this.filter = "log.all";
    this.word = "";
    this.list = h("div", { class: "log", role: "log", "aria-label": words("log.label") });
    this.filters = h("div", { class: "filters" });
    const input = h("input", { type: "search", placeholder: words("log.search-for"), "aria-label": words("log.search"), on: { input: () => { this.word = /** @type {HTMLInputElement} */ (input).value.toLowerCase(); this.#rows(); } } });
    this.node = h("div", { class: "log-sheet" }, this.filters, h("label", { class: "field" }, icon("search"), input), this.list);
  }

  draw() {
    put(this.filters, FILTERS.map(([name]) => h("button", { type: "button", "aria-pressed": String(name === this.filter), on: { click: () => { this.filter = name; this.draw(); } } }, words(name))));
    this.#rows();
    return [this.node];
  }

  #rows() {
    const kinds = FILTERS.find(([name]) => name === this.filter)?.[1] ?? [];
    const all = this.store.ui.log.filter((e) => this.#matches(e, kinds));
    const rows = all.slice(-SHOWN).map((e) => this.#row(e));
    if (all.length > SHOWN) rows.unshift(h("p", { class: "quiet note" }, words("log.earlier", { n: all.length - SHOWN })));
    if (!rows.length) rows.push(h("p", { class: "empty" }, words("log.nothing"), " ", h("button", { type: "button", class: "linkish", on: { click: () => this.#clear() } }, words("log.clear"))));
    put(this.list, rows);
    requestAnimationFrame(() => this.#scroll());
  }

  #clear() {
    this.filter = "log.all";
    this.word = "";
    const input = this.node.querySelector("input");
    if (input) input.value = "";
    this.draw();
  }

  #scroll() {
    const current = this.list.querySelector(".current");
    if (current) current.scrollIntoView({ block: "center" });
    else this.list.parentElement?.parentElement?.scrollTo(0, 1e9);
  }

  /** @param {Event} e @param {string[]} kinds */
  #matches(e, kinds) {
    if (kinds.length && !kinds.includes(e.kind)) return false;
    return !this.word || `${e.text} ${e.result ?? ""} ${e.hexes.join(" ")} ${e.rules.join(" ")} ${e.line}`.toLowerCase().includes(this.word);
  }

  /** @param {Event} e */
  #row(e) {
    if (e.kind === "phase") return h("h3", { class: "log-phase heading" }, e.text);
    const isCurrent = this.store.ui.playback?.line === e.line || this.store.ui.shown?.seq === e.line;
    return h("div", { class: `log-row ${isCurrent ? "current row-mark" : ""} ${e.kind}`, tabindex: "0", role: "button", on: {
      click: () => this.point(e), dblclick: () => this.replayFrom(e.line),
      keydown: (/** @type {KeyboardEvent} */ k) => k.key === "Enter" && (k.stopPropagation(), this.point(e)),
    } },
    h("span", { class: "line quiet" }, e.line || ""), iconOf(e.kind, "small"), h("span", { class: "grow" }, e.text, e.result ? h("span", { class: "second block" }, e.result) : null, e.kind === "refused" ? h("span", { class: "quiet" }, " ", words("log.only-you")) : null, " ", e.rules.map((r) => this.chip(r))),
    e.reason ? h("button", { type: "button", class: "icon-button slim", "aria-label": words("log.why"), title: e.reason, on: { click: (/** @type {MouseEvent} */ k) => { k.stopPropagation(); this.why(e); } } }, icon("why", "small")) : null);
  }
}
