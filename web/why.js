// Why did the bot do that? What it says of moves that are on the map already.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./table.js").Table} Table */

/** The events that a bot has explained. @param {Table} table */
export function explained(table) {
  return table.ui.log.filter((e) => e.reason);
}

/** @param {Table} table @returns {HTMLElement[]} */
export function whySheet(table) {
  const all = explained(table);
  const at = all.findIndex((e) => e.line === table.ui.why);
  const event = all[at] ?? all[all.length - 1];
  if (!event) return [h("p", { class: "empty" }, "No bot has explained a move yet. In games with hidden information they do so when the game is over.")];
  const here = at >= 0 ? at : all.length - 1;
  const go = (/** @type {number} */ i) => { table.store.set({ why: all[i].line }); table.pointEvent(all[i]); };
  const same = table.ui.log.filter((e) => e.line === event.line && e.kind !== "refused");
  return [
    h("div", { class: "heading" }, "Its move", h("span", { class: "quiet" }, `line ${event.line}`)), ...same.map((e) => h("p", { class: "strong" }, e.text, " ", e.rules.map((r) => table.desk.chip(r)))),
    h("div", { class: "heading" }, "What it says"), h("p", { class: "why-text" }, event.reason ?? "", " ", (event.reason_rules ?? []).map((r) => table.desk.chip(r))),
    h("div", { class: "why-foot" }, button([icon("left"), "Earlier move"], () => here > 0 && go(here - 1), { class: `button ${here > 0 ? "" : "not-yet"}` }), button(["Next move", icon("right")], () => here < all.length - 1 && go(here + 1), { class: `button ${here < all.length - 1 ? "" : "not-yet"}` })),
  ];
}
