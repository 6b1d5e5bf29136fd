// The decision as text: the sentence, and every offered choice as a button, so the game can be played without the map.

import { button, h } from "./dom.js";
import { half } from "./marks.js";
import { split } from "./store.js";
import { words } from "./words.js";
import { describe } from "./names.js";

/** @typedef {import("./types.js").Offer} Offer */

/** @typedef {{store: import("./store.js").Store, chip: import("./chip.js").Chip, choose: (choice: string) => unknown}} Needs */

/** @param {Needs} needs @returns {HTMLElement[]} */
export function choiceList(needs) {
  const { store, chip } = needs;
  const view = store.view;
  if (!view) return [];
  const { index } = store;
  const groups = /** @type {[string, Offer[]][]} */ ([
    [words("list.buttons"), index.verbs], [words("list.amounts"), index.amounts], [words("list.counters"), [...index.units.values()]], [words("list.hexes"), [...index.hexes.values()]], [words("list.sides"), [...index.sides.values()]],
  ]).filter(([, offers]) => offers.length);
  return [
    h("p", { class: "lead" }, view.prompt?.text ?? view.outcome?.text ?? ""), h("p", { class: "small second" }, view.prompt?.facts.join(" · ") ?? ""),
    ...view.owed.map((o) => h("p", { class: "small" }, h("span", { class: "owed-chip" }, o.text), " ", o.units.map((u) => index.unit.get(u)?.name ?? u).join(", "), " ", o.hexes.join(", "), " ", chip(o.rule))),
    ...(groups.length ? groups.map(([name, offers]) => group(needs, name, offers)) : [h("p", { class: "empty" }, view.prompt ? words("list.nothing") : words("list.over"))]),
  ];
}

/** @param {Needs} needs @param {string} name @param {Offer[]} offers */
function group(needs, name, offers) {
  return h("section", { class: "choice-group" }, h("div", { class: "heading" }, name, h("span", { class: "quiet" }, offers.length)), h("div", { class: "choice-list" }, offers.map((o) => choiceButton(needs, o))));
}

/** @param {Needs} needs @param {Offer} offer */
function choiceButton({ store, choose }, offer) {
  const effects = (offer.effects ?? []).map((e) => h("span", { class: `note block ${e.tone}` }, e.text, ` [${e.rule}]`));
  const { kind, name } = split(offer.choice);
  const hex = kind === "unit" ? store.index.unit.get(name)?.hex : kind === "hex" ? name : null;
  return button([h("span", { class: "grow" }, describe(store, offer), effects), offer.cost !== undefined ? h("span", { class: "quiet" }, words("offer.costs", { cost: half(offer.cost) })) : null], () => choose(offer.choice), {
    class: `button choice ${offer.primary ? "primary" : ""}`, "data-list-choice": offer.choice, ...(hex ? { "data-hex": hex } : {}),
  });
}
