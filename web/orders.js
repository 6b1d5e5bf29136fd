// Standing orders: what shall be answered for me in the other side's turn.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/**
 * @param {import("./store.js").Store} store @param {(id: string, on: boolean) => unknown} setOrder
 * @returns {HTMLElement[]}
 */
export function ordersSheet(store, setOrder) {
  const orders = store.now?.orders ?? [];
  if (!orders.length) return [h("p", { class: "empty" }, words("orders.none"))];
  const row = (/** @type {import("./types.js").Order} */ o) => h("button", { type: "button", class: "check", role: "checkbox", "aria-checked": String(o.on), on: { click: () => setOrder(o.id, !o.on) } }, h("span", { class: "tick" }, icon("tick")), h("span", { class: "grow" }, o.text));
  return [h("div", { class: "checks" }, orders.map(row)), h("p", { class: "note quiet" }, words("orders.note-use"))];
}
