// Standing orders: what shall be answered for me in the other side's turn.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/** @param {import("./table.js").Table} table @returns {HTMLElement[]} */
export function ordersSheet(table) {
  const orders = table.now?.orders ?? [];
  if (!orders.length) return [h("p", { class: "empty" }, words("orders.none"))];
  const row = (/** @type {import("./types.js").Order} */ o) => h("button", { type: "button", class: "check", role: "checkbox", "aria-checked": String(o.on), on: { click: () => table.setOrder(o.id, !o.on) } }, h("span", { class: "tick" }, icon("tick")), h("span", { class: "grow" }, o.text));
  return [h("div", { class: "checks" }, orders.map(row)), h("p", { class: "note quiet" }, words("orders.note-use"))];
}
