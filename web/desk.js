// What is laid beside and over the map: sheets, rules, the report.

import { h, put } from "./dom.js";
import * as api from "./api.js";


/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {Pick<import("./battle.js").Battle, "left">} battle
 * @property {() => import("./sheets.js").Sheets} sheets
 * @property {HTMLElement} page
 * @property {(door: HTMLElement) => Promise<Node>} report makes the page, with the door to the next scenario in it
 * @property {() => Node | null} door the way to the next scenario
 */

/** The sheets and pages of a table. */
export class Desk {
  /** @param {Needs} needs */
  constructor({ store, board, battle, sheets, page, report, door }) {
    this.store = store;
    this.board = board;
    this.battle = battle;
    this.sheets = sheets;
    this.page = page;
    this.report = report;
    this.door = door;
    this.oddsShut = "";
    /** @type {HTMLElement | null} */
    this.returnTo = null;
    /** The page of the report. @type {HTMLElement | undefined} */
    this.cover = undefined;
    this.unwatch = () => {};
  }

  /** @param {string | null} name @param {boolean} [isFocused] */
  openSheet(name, isFocused = true) {
    if (!name && this.store.ui.sheet === "odds") this.oddsShut = this.store.odds?.targets.join() ?? "";
    const before = this.store.ui.sheet;
    if (name && !before) this.returnTo = /** @type {HTMLElement | null} */ (document.activeElement);
    this.store.set({ sheet: name });
    if (name && isFocused) this.store.after(() => this.sheets().node.focus({ preventScroll: true }));
    if (!name) (this.returnTo?.isConnected ? this.returnTo : this.board.frame).focus({ preventScroll: true });
    const hex = this.store.hand.hex ?? this.store.odds?.targets[0];
    if (name && hex) this.store.after(() => void (this.battle.left || this.board.reveal(hex)));
  }

  /** @param {string} name */
  toggleSheet(name) {
    this.openSheet(this.store.ui.sheet === name ? null : name);
  }

  find() {
    this.openSheet("forces");
    this.store.after(() => this.sheets().forces.input.focus());
  }

  /** @param {string} number */
  showRule(number) {
    this.closeReport();
    const back = trail(this.store.ui.rule, number);
    this.sheets().rules.clear();
    this.store.set({ rule: { id: number, back }, sheet: "rules" });
  }

  ruleBack() {
    const rule = this.store.ui.rule;
    const id = rule?.back.at(-1);
    if (rule && id) this.store.set({ rule: { id, back: rule.back.slice(0, -1) } });
  }

  ruleOfRefusal() {
    const last = this.store.ui.refusal?.refusal.rules[0] ?? this.store.ui.log.findLast((e) => e.kind === "refused")?.rules[0];
    if (last) this.showRule(last);
    else this.openSheet("rules");
  }

  async openReport() {
    const door = h("p", { class: "next-door" });
    const page = await this.report(door);
    this.closeReport();
    if (this.store.isClosed) return;
    this.cover = h("div", { class: "report-cover" }, page);
    this.page.append(this.cover);
    // Somebody may open the table of the next scenario meanwhile.
    this.unwatch = this.store.watch(() => put(door, this.door()));
  }

  closeReport() {
    this.unwatch();
    this.cover?.remove();
    this.cover = undefined;
  }

  download() {
    const a = /** @type {HTMLAnchorElement} */ (h("a", { href: api.journalUrl(this.store.id, this.store.now?.as ?? "spectator"), download: `${this.store.game.id}-${this.store.id}.journal` }));
    a.click();
  }
}

/**
 * The rules that were read before one, the last at the end.
 * @param {import("./store.js").Ui["rule"]} before @param {string} number
 */
export function trail(before, number) {
  if (!before || before.id === number) return before?.back ?? [];
  return [...before.back, before.id].slice(-10);
}
