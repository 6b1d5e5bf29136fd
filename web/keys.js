// The keyboard: everything a mouse can do.

import { h, isTyping } from "./dom.js";
import { openDialog } from "./dialog.js";
import { setting } from "./settings.js";
import { words } from "./words.js";

/** The keys and what they do. @typedef {[string[], import("./words.js").Id][]} Rows */

/** @type {[import("./words.js").Id, Rows][]} */
const PAGE = [
  ["keys.map", [
    [["←", "↑", "→", "↓"], "keys.cursor"], [["Shift", "↑"], "keys.diagonals"], [["Space"], "keys.click"],
    [["Shift", "Space"], "keys.stack-goes"], [["Tab"], "keys.next"], [["Shift", "Tab"], "keys.previous"],
    [["1", "9"], "keys.digit"], [["A"], "keys.all"], [["Shift", "click"], "keys.stack-goes"],
    [["Ctrl", "click"], "keys.add"], [["drag"], "keys.drag"], [["Shift", "drag"], "keys.box"],
    [["I"], "keys.explain"], [["+", "−", "0"], "keys.zoom"], [["M"], "keys.turn"], [["Alt", "←"], "keys.pan"],
  ]],
  ["keys.decision", [
    [["⏎"], "keys.main"], [["U"], "keys.undo"], [["Shift", "U"], "keys.undo-all"], [["Esc"], "keys.escape"],
    [["O"], "keys.owed"], [["N"], "keys.next-unit"], [["R"], "keys.rule"],
  ]],
  ["keys.replay", [[[",", "."], "keys.events"], [["P"], "keys.play"], [["B"], "keys.bookmark"]]],
  ["keys.overlays", [
    [["S"], "keys.supply"], [["Z"], "keys.zones"], [["C"], "keys.control"], [["V"], "keys.points"], [["G"], "keys.range"],
    [["H"], "keys.fade"],
  ]],
  ["keys.sheets", [
    [["L"], "keys.log"], [["F"], "keys.forces"], [["/"], "keys.find"], [["T"], "keys.list"], [["F6"], "keys.region"],
    [["W"], "keys.briefing"], [["?"], "keys.page"],
  ]],
];
/** The keys that have a name. @type {Record<string, import("./words.js").Id>} */
const CAPS = {
  Shift: "cap.shift", Space: "cap.space", Tab: "cap.tab", Ctrl: "cap.ctrl", Alt: "cap.alt", Esc: "cap.esc",
  click: "cap.click", drag: "cap.drag",
};
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {import("./cursor.js").Cursor} cursor
 * @property {Pick<import("./steps.js").Steps, "enter" | "escape">} steps
 * @property {Pick<import("./overlays.js").Overlays, "idOfKey" | "toggle">} overlays
 * @property {(isBack: boolean) => void} nextRegion
 * @property {Record<string, (event: KeyboardEvent) => unknown>} acts what the other keys do
 */

/** Listens for keys on behalf of a table. */
export class Keys {
  /** @param {Needs} needs */
  constructor({ store, board, cursor, steps, overlays, nextRegion, acts }) {
    this.store = store;
    this.board = board;
    this.cursor = cursor;
    this.steps = steps;
    this.overlays = overlays;
    this.nextRegion = nextRegion;
    this.acts = acts;
    /** @type {Map<string, number>} */
    this.pressed = new Map();
    document.addEventListener("keydown", (e) => this.#down(e));
    document.addEventListener("keyup", (e) => this.#up(e));
  }

  /** @param {KeyboardEvent} event */
  #down(event) {
    if (event.defaultPrevented || this.store.isClosed) return;
    if (event.key === "Escape") return this.#take(event, () => this.steps.escape());
    if (event.key === "F6") return this.#take(event, () => this.nextRegion(event.shiftKey));
    if (isTyping(event.target) || event.ctrlKey || event.metaKey) return;
    if (event.key in ARROWS) return this.#arrow(event);
    if (event.key === "Tab") return this.#tab(event);
    if (event.key === "Enter" || event.key === " ") return this.#press(event);
    if (event.altKey) return;
    this.#letter(event);
  }

  /** @param {KeyboardEvent} event @param {() => void} act */
  #take(event, act) {
    event.preventDefault();
    act();
  }

  #isOnMap() {
    const at = document.activeElement;
    return !at || at === document.body || at === this.board.frame;
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    if (!this.#isOnMap()) return;
    const [dx, dy] = ARROWS[event.key];
    if (event.altKey) return this.#take(event, () => this.board.camera.panBy(-dx * 90, -dy * 90));
    this.#take(event, () => this.cursor.moveCursor(dx, dy, event.shiftKey));
  }

  /** @param {KeyboardEvent} event */
  #tab(event) {
    if (document.activeElement !== this.board.frame) return;
    if (this.cursor.nextOffered(event.shiftKey ? -1 : 1)) event.preventDefault();
  }

  /** Enter presses the main button, Space clicks the cursor; a focused button keeps both for itself. @param {KeyboardEvent} event */
  #press(event) {
    if (!this.#isOnMap()) return;
    if (event.key === "Enter") return this.#take(event, () => this.steps.enter());
    this.#take(event, () => this.cursor.clickCursor(event.shiftKey));
  }

  /** @param {KeyboardEvent} event */
  #letter(event) {
    const { store, overlays, cursor } = this;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (setting("letters") === "off" && /^[a-z]$/.test(key)) return;
    const overlay = /^[szcvg]$/.test(key) && !event.shiftKey ? overlays.idOfKey(key.toUpperCase()) : null;
    if (overlay) return this.#peek(event, key, overlay);
    if (key === "h") return this.#take(event, () => !event.repeat && store.set({ lifted: !store.ui.lifted }));
    const act = this.acts[key];
    if (act) this.#take(event, () => act(event));
    else if (/^[1-9]$/.test(key)) this.#take(event, () => cursor.digit(Number(key)));
  }

  /** Hold to peek; twice within half a second keeps it. @param {KeyboardEvent} event @param {string} key @param {string} overlay */
  #peek(event, key, overlay) {
    event.preventDefault();
    if (event.repeat) return;
    const last = this.pressed.get(key) ?? 0;
    this.pressed.set(key, performance.now());
    if (performance.now() - last < 500 || this.store.ui.overlays.includes(overlay)) this.overlays.toggle(overlay);
    else this.store.set({ peek: overlay });
  }

  /** @param {KeyboardEvent} event */
  #up(event) {
    const key = event.key.toLowerCase();
    if (this.store.ui.peek && this.overlays.idOfKey(key.toUpperCase()) === this.store.ui.peek) this.store.set({ peek: null });
    if (key === "h" && this.store.ui.lifted && !isTyping(event.target)) this.store.set({ lifted: false });
  }
}

/** The page of keys. */
export function keysDialog() {
  const cap = (/** @type {string} */ c) => h("span", { class: "key cap" }, CAPS[c] ? words(CAPS[c]) : c);
  const row = (/** @type {Rows[0]} */ [caps, id]) =>
    h("div", { class: "key-row" }, h("span", { class: "caps" }, caps.map(cap)), h("span", null, words(id)));
  const parts = PAGE.map(([title, rows]) =>
    h("section", null, h("h3", { class: "heading" }, words(title)), rows.map(row)));
  openDialog(words("keys.title"), [h("div", { class: "key-columns" }, parts)], "keys");
}
