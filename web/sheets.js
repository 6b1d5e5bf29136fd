// The rail and the one open sheet.

import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { oddsSheet, oddsTitle } from "./odds.js";
import { choiceList } from "./list.js";
import { LogSheet } from "./log.js";
import { RulesSheet } from "./rules.js";
import { ForcesSheet } from "./forces.js";
import { settingsSheet } from "./preferences.js";
import { ordersSheet } from "./orders.js";
import { explained, whySheet } from "./why.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {[string, string, import("./words.js").Id][]} */
const RAIL = [["odds", "odds", "odds.title"], ["log", "log", "rail.log"], ["rules", "book", "rules.title"], ["overlays", "layers", "overlays.title"], ["forces", "forces", "rail.forces"], ["list", "text", "rail.list"], ["why", "why", "rail.why"]];

/** The sheets of a table. */
export class Sheets {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.log = new LogSheet(table);
    this.rules = new RulesSheet(table);
    this.forces = new ForcesSheet(table);
    this.rail = h("nav", { class: "rail", "aria-label": words("rail.label") });
    this.head = h("header");
    this.body = h("div", { class: "sheet-body" });
    this.node = h("aside", { class: "sheet", "aria-label": words("sheet.label"), tabindex: "-1", hidden: true }, this.head, this.body);
    this.open = "";
  }

  draw() {
    this.#drawRail();
    const name = this.table.ui.sheet;
    this.node.hidden = !name;
    document.body.classList.toggle("with-sheet", Boolean(name));
    if (!name) {
      this.open = "";
      return put(this.body);
    }
    const scroll = this.open === name ? this.body.scrollTop : 0;
    const { title, note } = this.#title(name);
    put(this.head, h("div", { class: "grow" }, h("h2", { class: "lead" }, title), note ? h("p", { class: "small quiet" }, note) : null),
      h("button", { type: "button", class: "icon-button slim", "aria-label": words("dialog.close"), on: { click: () => this.table.desk.openSheet(null) } }, icon("close")));
    put(this.body, this.#content(name));
    this.body.className = `sheet-body ${name}`;
    if (name !== "log") this.body.scrollTop = scroll;
    if (name === "rules") this.body.querySelector(".hit")?.scrollIntoView({ block: "center" });
    this.open = name;
  }

  #drawRail() {
    const { table } = this;
    const item = (/** @type {[string, string, import("./words.js").Id]} */ [id, mark, label]) => h("button", { type: "button", class: "icon-button", title: words(label), "aria-label": words(label), "aria-pressed": String(table.ui.sheet === id), "data-sheet": id, on: { click: () => table.desk.openSheet(table.ui.sheet === id ? null : id) } }, icon(mark));
    const shown = RAIL.filter(([id]) => (id !== "odds" || table.odds) && (id !== "why" || explained(table).length));
    put(this.rail, shown.map(item), h("span", { class: "grow" }),
      h("button", { type: "button", class: "icon-button", title: words("rail.keys"), "aria-label": words("keys.title"), on: { click: () => table.desk.showKeys() } }, icon("help")), item(["settings", "settings", "shelf.settings"]));
  }

  /** @param {string} name @returns {{title: string, note: string}} */
  #title(name) {
    const { table } = this;
    if (name === "odds") return oddsTitle(table);
    if (name === "rules") return this.rules.title();
    if (name === "log") return table.ui.playback ? { title: words("playback.since"), note: table.playbackNote } : { title: words("log.title"), note: words("log.events", { n: table.ui.log.length }) };
    if (name === "overlays") return { title: words("overlays.title"), note: words("overlays.note") };
    if (name === "forces") return { title: words("forces.title"), note: words("forces.note") };
    if (name === "list") return { title: words("list.title"), note: words("list.note") };
    if (name === "why") return { title: words("why.title"), note: words("why.note") };
    if (name === "orders") return { title: words("orders.title"), note: words("orders.note") };
    return { title: words("shelf.settings"), note: "" };
  }

  /** @param {string} name @returns {HTMLElement[]} */
  #content(name) {
    const { table } = this;
    if (name === "odds") return oddsSheet(table);
    if (name === "rules") return this.rules.draw();
    if (name === "log") return [...(table.ui.playback ? [table.playback.figures()] : []), ...this.log.draw()];
    if (name === "overlays") return table.overlays.sheet();
    if (name === "forces") return this.forces.draw();
    if (name === "list") return choiceList(table);
    if (name === "why") return whySheet(table);
    if (name === "orders") return ordersSheet(table);
    return settingsSheet(table);
  }
}
