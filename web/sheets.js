// The rail and the one open sheet.

import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { explained } from "./why.js";
import { keysDialog } from "./keys.js";
import { words } from "./words.js";


/** @type {[string, string, import("./words.js").Id][]} */
const RAIL = [["odds", "odds", "odds.title"], ["log", "log", "rail.log"], ["rules", "book", "rules.title"], ["overlays", "layers", "overlays.title"], ["forces", "forces", "rail.forces"], ["list", "text", "rail.list"], ["why", "why", "rail.why"]];

/** What is in a sheet. @typedef {{title: () => {title: string, note?: string}, draw: () => HTMLElement[]}} Content */
/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./log.js").LogSheet} log
 * @property {RulesSheet} rules
 * @property {import("./forces.js").ForcesSheet} forces
 * @property {Record<string, Content>} others
 * @property {(name: string | null) => void} open
 * @property {() => {title: string, note: string, figures: HTMLElement} | null} since what was played back, while it is
 */
/** @typedef {import("./rules.js").RulesSheet} RulesSheet */

/** The sheets of a table. */
export class Sheets {
  /** @param {Needs} needs */
  constructor({ store, log, rules, forces, others, open, since }) {
    this.store = store;
    this.log = log;
    this.rules = rules;
    this.forces = forces;
    this.openSheet = open;
    /** @type {Record<string, Content>} */
    this.contents = {
      ...others,
      rules: { title: () => rules.title(), draw: () => rules.draw() },
      forces: { title: () => ({ title: words("forces.title"), note: words("forces.note") }), draw: () => forces.draw() },
      log: {
        title: () => since() ?? { title: words("log.title"), note: words("log.events", { n: store.ui.log.length }) },
        draw: () => [...[since()?.figures ?? []].flat(), ...log.draw()],
      },
    };
    this.rail = h("nav", { class: "rail", "aria-label": words("rail.label") });
    this.head = h("header");
    this.body = h("div", { class: "sheet-body" });
    this.node = h("aside", { class: "sheet", "aria-label": words("sheet.label"), tabindex: "-1", hidden: true }, this.head, this.body);
    this.shown = "";
  }

  draw() {
    const name = this.store.ui.sheet;
    this.node.hidden = !name;
    document.body.classList.toggle("with-sheet", Boolean(name));
    if (!name) {
      this.shown = "";
      return put(this.body);
    }
    const scroll = this.shown === name ? this.body.scrollTop : 0;
    const content = this.contents[name];
    const { title, note } = content.title();
    const close = { type: "button", class: "icon-button slim", "aria-label": words("dialog.close"), on: { click: () => this.openSheet(null) } };
    put(this.head, h("div", { class: "grow" }, h("h2", { class: "lead" }, title), note ? h("p", { class: "small quiet" }, note) : null), h("button", close, icon("close")));
    put(this.body, content.draw());
    this.body.className = `sheet-body ${name}`;
    if (name !== "log") this.body.scrollTop = scroll;
    if (name === "rules") this.body.querySelector(".hit")?.scrollIntoView({ block: "center" });
    this.shown = name;
  }

  drawRail() {
    const { store } = this;
    const { sheet } = store.ui;
    const item = (/** @type {typeof RAIL[0]} */ [id, mark, label]) => {
      const press = () => this.openSheet(sheet === id ? null : id);
      return h("button", { type: "button", class: "icon-button", title: words(label), "aria-label": words(label), "aria-pressed": String(sheet === id), "data-sheet": id, on: { click: press } }, icon(mark));
    };
    const shown = RAIL.filter(([id]) => (id !== "odds" || store.odds) && (id !== "why" || explained(store).length));
    const keys = { type: "button", class: "icon-button", title: words("rail.keys"), "aria-label": words("keys.title"), on: { click: keysDialog } };
    put(this.rail, shown.map(item), h("span", { class: "grow" }), h("button", keys, icon("help")), item(["settings", "settings", "shelf.settings"]));
  }
}
