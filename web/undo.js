// Undo: a split button that says how far it goes and where it ends.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";
import { note } from "./tell.js";

/** @type {Record<string, import("./words.js").Id>} */
const REASONS = { dice: "undo.dice", revealed: "undo.revealed", passed: "undo.passed", beginning: "undo.beginning" };

/** @typedef {import("./store.js").Store} Store */
/** Takes back so many choices, or all. @typedef {{undo: (steps: number) => void, undoAll: () => void, lineText: (line: number) => string}} Acts */

/** @param {Store} store @param {Acts} acts */
export function undoButton(store, acts) {
  const undo = store.now?.undo;
  if (!undo || store.isSpectator) return null;
  const steps = undo.steps.length;
  const word = [icon("undo"), words("undo.undo"), steps ? h("span", { class: "quiet" }, steps) : null, h("span", { class: "key", "aria-hidden": "true" }, "U")];
  const menu = h("div", { class: "menu above undo-menu", hidden: true });
  const open = () => {
    menu.hidden = !menu.hidden;
    if (!menu.hidden) menu.replaceChildren(...content(undo, acts));
  };
  return h("span", { class: `undo ${steps ? "" : "none"}` }, menu,
    button(word, () => (steps ? acts.undo(1) : note(store, boundary(undo))), { class: "button undo-main", "data-undo": true }),
    button(icon("down", "small"), open, { class: "button undo-more", "aria-label": words("undo.what") }));
}

/** @param {import("./types.js").Undo} undo @param {Acts} acts */
function content(undo, acts) {
  const shown = undo.steps.slice(0, 5);
  const rows = shown.map((line, i) =>
    h("button", { type: "button", class: "undo-row", on: { click: () => acts.undo(i + 1) } }, h("span", { class: "quiet" }, undo.steps.length - i), h("span", { class: "grow" }, acts.lineText(line)), i === 0 ? h("span", { class: "quiet" }, words("undo.next")) : null));
  const more = undo.steps.length - shown.length;
  return [
    h("div", { class: "heading" }, words("undo.title"), h("span", { class: "quiet" }, words("undo.free", { n: undo.steps.length }))),
    ...rows, more > 0 ? h("button", { type: "button", class: "undo-row", on: { click: () => acts.undoAll() } }, h("span", { class: "quiet" }), words("undo.all", { n: more })) : h("span"),
    h("div", { class: "boundary" }, icon(undo.boundary?.kind === "dice" ? "dice" : "stop"), h("span", null, boundary(undo))),
  ];
}

/** @param {import("./types.js").Undo} undo */
export function boundary(undo) {
  if (!undo.boundary) return words("undo.no-further");
  const { kind, line } = undo.boundary;
  const reason = REASONS[kind] ? words(REASONS[kind]) : kind;
  return line ? words("undo.stops-at", { line, reason }) : words("undo.stops", { reason });
}
