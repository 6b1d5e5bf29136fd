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

/** @typedef {import("./table.js").Table} Table */

/** @type {[string, string, string][]} */
const RAIL = [["odds", "odds", "Odds"], ["log", "log", "Log (L)"], ["rules", "book", "Rules"], ["overlays", "layers", "Overlays"], ["forces", "forces", "Forces and boxes (F)"], ["list", "text", "Choices as text (T)"], ["why", "why", "Why the bot moved as it did"]];

/** The sheets of a table. */
export class Sheets {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.log = new LogSheet(table);
    this.rules = new RulesSheet(table);
    this.forces = new ForcesSheet(table);
    this.rail = h("nav", { class: "rail", "aria-label": "Sheets" });
    this.head = h("header");
    this.body = h("div", { class: "sheet-body" });
    this.node = h("aside", { class: "sheet", "aria-label": "Sheet", tabindex: "-1", hidden: true }, this.head, this.body);
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
      h("button", { type: "button", class: "icon-button slim", "aria-label": "Close", on: { click: () => this.table.desk.openSheet(null) } }, icon("close")));
    put(this.body, this.#content(name));
    this.body.className = `sheet-body ${name}`;
    if (name !== "log") this.body.scrollTop = scroll;
    if (name === "rules") this.body.querySelector(".hit")?.scrollIntoView({ block: "center" });
    this.open = name;
  }

  #drawRail() {
    const { table } = this;
    const item = (/** @type {[string, string, string]} */ [id, mark, label]) => h("button", { type: "button", class: "icon-button", title: label, "aria-label": label, "aria-pressed": String(table.ui.sheet === id), "data-sheet": id, on: { click: () => table.desk.openSheet(table.ui.sheet === id ? null : id) } }, icon(mark));
    const shown = RAIL.filter(([id]) => (id !== "odds" || table.odds) && (id !== "why" || explained(table).length));
    put(this.rail, shown.map(item), h("span", { class: "grow" }),
      h("button", { type: "button", class: "icon-button", title: "Keyboard (?)", "aria-label": "Keyboard", on: { click: () => table.desk.showKeys() } }, icon("help")), item(["settings", "settings", "Settings"]));
  }

  /** @param {string} name @returns {{title: string, note: string}} */
  #title(name) {
    const { table } = this;
    if (name === "odds") return oddsTitle(table);
    if (name === "rules") return this.rules.title();
    if (name === "log") return table.ui.playback ? { title: "Since your last turn", note: table.playbackNote } : { title: "Log", note: `${table.ui.log.length} events` };
    if (name === "overlays") return { title: "Overlays", note: "Hold a key to peek, press twice to keep" };
    if (name === "forces") return { title: "Forces", note: "Every unit, on the map and off it" };
    if (name === "list") return { title: "Choices as text", note: "Everything you may do now" };
    if (name === "why") return { title: "Why did the bot do that?", note: "About moves already on the map" };
    if (name === "orders") return { title: "Standing orders", note: "For the other side's turn" };
    return { title: "Settings", note: "" };
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
