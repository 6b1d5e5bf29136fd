// A number to choose: buttons where they have names, a stepper where they do not.

import { button, h } from "./dom.js";
import { split } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Offer} Offer */

/** @typedef {import("./store.js").Store} Store */
/** @typedef {(choice: string) => unknown} Choose */

/** @param {Store} store @param {Offer[]} offers @param {Choose} choose */
export function amountBar(store, offers, choose) {
  return offers.length <= 4 && offers.every((o) => o.label) ? named(offers, choose) : stepper(store, offers, choose);
}

/** @param {Offer[]} offers @param {Choose} choose */
function named(offers, choose) {
  return h("span", { class: "amounts" }, offers.map((o) => button(o.label ?? "", () => choose(o.choice), { "data-choice": o.choice, class: o.primary ? "button primary" : "button" })));
}

/** @param {Store} store @param {Offer[]} offers @param {Choose} choose */
function stepper(store, offers, choose) {
  const values = offers.map((o) => Number(split(o.choice).name)).sort((a, b) => a - b);
  const now = values.includes(store.ui.amount) ? store.ui.amount : values[0];
  const at = values.indexOf(now);
  /** @param {number} by */
  const step = (by) => store.set({ amount: values[Math.max(0, Math.min(values.length - 1, at + by))] });
  const offer = offers.find((o) => Number(split(o.choice).name) === now) ?? offers[0];
  return h("span", { class: "amounts" },
    h("span", { class: "stepper" }, h("button", { type: "button", "aria-label": words("amount.less"), on: { click: () => step(-1) } }, "−"), h("output", { "aria-live": "polite" }, now), h("button", { type: "button", "aria-label": words("amount.more"), on: { click: () => step(1) } }, "+")),
    button([offer.label ?? words("amount.confirm"), h("span", { class: "key" }, "⏎")], () => choose(offer.choice), { class: "button primary", "data-primary": true, "data-choice": offer.choice }));
}
