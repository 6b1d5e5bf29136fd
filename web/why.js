// Why did the bot do that? What it says of moves that are on the map already.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";


/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./shapes.js").Event} Event */

/** The events that a bot has explained. @param {Store} store */
export function explained(store) {
  return store.ui.log.filter((e) => e.reason);
}

/**
 * @param {{store: Store, chip: import("./chip.js").Chip, point: (event: Event) => void}} needs
 * @returns {HTMLElement[]}
 */
export function whySheet({ store, chip, point }) {
  const all = explained(store);
  const at = all.findIndex((e) => e.line === store.ui.why);
  const event = all[at] ?? all[all.length - 1];
  if (!event) return [h("p", { class: "empty" }, words("why.none"))];
  const here = at >= 0 ? at : all.length - 1;
  const go = (/** @type {number} */ i) => { store.set({ why: all[i].line }); point(all[i]); };
  const same = store.ui.log.filter((e) => e.line === event.line && e.kind !== "refused");
  return [
    h("div", { class: "heading" }, words("why.move"), h("span", { class: "quiet" }, words("line.n", { line: event.line }))), ...same.map((e) => h("p", { class: "strong" }, e.text, " ", e.rules.map((r) => chip(r)))),
    h("div", { class: "heading" }, words("why.says")), h("p", { class: "why-text" }, event.reason ?? ""),
    h("div", { class: "why-foot" }, button([icon("left"), words("why.earlier")], () => here > 0 && go(here - 1), { class: `button ${here > 0 ? "" : "not-yet"}` }), button([words("why.next"), icon("right")], () => here < all.length - 1 && go(here + 1), { class: `button ${here < all.length - 1 ? "" : "not-yet"}` })),
  ];
}
