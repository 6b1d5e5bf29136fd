// A number to choose: buttons where they have names, a stepper where they do not.

import { button, h } from "./dom.js";
import { split } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Offer} Offer */

/**
 * @param {import("./table.js").Table} table
 * @param {Offer[]} offers
 */
export function amountBar(table, offers) {
  return offers.length <= 4 && offers.every((o) => o.label) ? named(table, offers) : stepper(table, offers);
}

/** @param {import("./table.js").Table} table @param {Offer[]} offers */
function named(table, offers) {
  return h("span", { class: "amounts" }, offers.map((o) => button(o.label ?? "", () => table.choose(o.choice), { "data-choice": o.choice, class: o.primary ? "button primary" : "button" })));
}

/** @param {import("./table.js").Table} table @param {Offer[]} offers */
function stepper(table, offers) {
  const values = offers.map((o) => Number(split(o.choice).name)).sort((a, b) => a - b);
  const now = values.includes(table.ui.amount) ? table.ui.amount : values[0];
  const at = values.indexOf(now);
  /** @param {number} by */
  const step = (by) => table.store.set({ amount: values[Math.max(0, Math.min(values.length - 1, at + by))] });
  const offer = offers.find((o) => Number(split(o.choice).name) === now) ?? offers[0];
  return h("span", { class: "amounts" },
    h("span", { class: "stepper" }, h("button", { type: "button", "aria-label": words("amount.less"), on: { click: () => step(-1) } }, "−"), h("output", { "aria-live": "polite" }, now), h("button", { type: "button", "aria-label": words("amount.more"), on: { click: () => step(1) } }, "+")),
    button([offer.label ?? words("amount.confirm"), h("span", { class: "key" }, "⏎")], () => table.choose(offer.choice), { class: "button primary", "data-primary": true, "data-choice": offer.choice }));
}
