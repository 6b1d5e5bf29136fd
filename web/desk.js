// What is laid beside and over the map: sheets, rules, the report.

import { h, put } from "./dom.js";
import { keysDialog } from "./keys.js";
import { nextDoor } from "./next.js";
import { reportPage } from "./report.js";
import * as api from "./api.js";

/** @typedef {import("./table.js").Table} Table */

/** The sheets and pages of a table. */
export class Desk {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.oddsShut = "";
    /** @type {HTMLElement | null} */
    this.returnTo = null;
    /** @type {HTMLElement | undefined} */
    this.report = undefined;
  }

  /** @param {string | null} name @param {boolean} [isFocused] */
  openSheet(name, isFocused = true) {
    if (!name && this.table.ui.sheet === "odds") this.oddsShut = this.table.odds?.targets.join() ?? "";
    const before = this.table.ui.sheet;
    if (name && !before) this.returnTo = /** @type {HTMLElement | null} */ (document.activeElement);
    this.table.store.set({ sheet: name });
    if (name && isFocused) queueMicrotask(() => this.table.sheets.node.focus({ preventScroll: true }));
    if (!name) (this.returnTo?.isConnected ? this.returnTo : this.table.board.frame).focus({ preventScroll: true });
    const hex = this.table.drawing.picked.hex ?? this.table.odds?.targets[0];
    if (name && hex) queueMicrotask(() => void (this.table.battle.left || this.table.board.reveal(hex)));
  }

  /** @param {string} name */
  toggleSheet(name) {
    this.openSheet(this.table.ui.sheet === name ? null : name);
  }

  find() {
    this.openSheet("forces");
    setTimeout(() => this.table.sheets.forces.input.focus(), 0);
  }

  /** @param {string} number */
  showRule(number) {
    this.closeReport();
    const before = this.table.ui.rule;
    const back = before && before.id !== number ? [...before.back, before.id].slice(-10) : before?.back ?? [];
    this.table.sheets.rules.word = "";
    this.table.sheets.rules.input.value = "";
    this.table.store.set({ rule: { id: number, back }, sheet: "rules" });
  }

  ruleBack() {
    const rule = this.table.ui.rule;
    const id = rule?.back.at(-1);
    if (rule && id) this.table.store.set({ rule: { id, back: rule.back.slice(0, -1) } });
  }

  ruleOfRefusal() {
    const last = this.table.ui.refusal?.refusal.rules[0] ?? this.table.ui.log.findLast((e) => e.kind === "refused")?.rules[0];
    if (last) this.showRule(last);
    else this.openSheet("rules");
  }

  showKeys() {
    keysDialog();
  }

  /** A rule number that opens the rule. @param {string | undefined | null} number */
  chip(number) {
    if (!number) return h("span");
    const tell = async (/** @type {Event} */ e) => {
      const chip = /** @type {HTMLElement} */ (e.currentTarget);
      chip.title = (await this.table.sheets.rules.text(number))?.slice(0, 200) ?? "";
    };
    return h("span", { class: "rule-chip", role: "link", tabindex: "0", on: {
      pointerenter: tell, focus: tell,
      click: (/** @type {MouseEvent} */ e) => { e.stopPropagation(); e.preventDefault(); this.showRule(number); },
      keydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter") { e.stopPropagation(); e.preventDefault(); this.showRule(number); } },
    } }, number);
  }

  openReport() {
    this.report = h("div", { class: "report-cover" }, reportPage(this.table));
    this.table.page.append(this.report);
  }

  /** Somebody may have opened the table of the next scenario meanwhile. */
  drawReport() {
    const door = this.report?.querySelector(".next-door");
    if (door) put(door, nextDoor(this.table, "primary"));
  }

  closeReport() {
    this.report?.remove();
    this.report = undefined;
  }

  download() {
    const a = /** @type {HTMLAnchorElement} */ (h("a", { href: api.journalUrl(this.table.id, this.table.now?.as ?? "spectator"), download: `${this.table.game.id}-${this.table.id}.journal` }));
    a.click();
  }
}
