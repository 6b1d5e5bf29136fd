// The decision as text: the sentence, and every offered choice as a button, so the game can be played without the map.

import { button, h } from "./dom.js";
import { half } from "./marks.js";
import { split } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Offer} Offer */

/** @param {Table} table @returns {HTMLElement[]} */
export function choiceList(table) {
  const view = table.store.view;
  if (!view) return [];
  const { index } = table.store;
  const groups = /** @type {[string, Offer[]][]} */ ([
    [words("list.buttons"), index.verbs], [words("list.amounts"), index.amounts], [words("list.counters"), [...index.units.values()]], [words("list.hexes"), [...index.hexes.values()]], [words("list.sides"), [...index.sides.values()]],
  ]).filter(([, offers]) => offers.length);
  return [
    h("p", { class: "lead" }, view.prompt?.text ?? view.outcome?.text ?? ""), h("p", { class: "small second" }, view.prompt?.facts.join(" · ") ?? ""),
    ...view.owed.map((o) => h("p", { class: "small" }, h("span", { class: "owed-chip" }, o.text), " ", o.units.map((u) => index.unit.get(u)?.name ?? u).join(", "), " ", o.hexes.join(", "), " ", table.desk.chip(o.rule))),
    ...(groups.length ? groups.map(([name, offers]) => group(table, name, offers)) : [h("p", { class: "empty" }, view.prompt ? words("list.nothing") : words("list.over"))]),
  ];
}

/** @param {Table} table @param {string} name @param {Offer[]} offers */
function group(table, name, offers) {
  return h("section", { class: "choice-group" }, h("div", { class: "heading" }, name, h("span", { class: "quiet" }, offers.length)), h("div", { class: "choice-list" }, offers.map((o) => choiceButton(table, o))));
}

/** @param {Table} table @param {Offer} offer */
function choiceButton(table, offer) {
  const effects = (offer.effects ?? []).map((e) => h("span", { class: `note block ${e.tone}` }, e.text, ` [${e.rule}]`));
  const { kind, name } = split(offer.choice);
  const hex = kind === "unit" ? table.store.index.unit.get(name)?.hex : kind === "hex" ? name : null;
  return button([h("span", { class: "grow" }, describe(table, offer), effects), offer.cost !== undefined ? h("span", { class: "quiet" }, words("offer.costs", { cost: half(offer.cost) })) : null], () => table.choose(offer.choice), {
    class: `button choice ${offer.primary ? "primary" : ""}`, "data-list-choice": offer.choice, ...(hex ? { "data-hex": hex } : {}),
  });
}

/** What a choice is called. @param {Table} table @param {Offer} offer */
export function describe(table, offer) {
  const { kind, name } = split(offer.choice);
  if (offer.label) return offer.label;
  if (kind === "unit") {
    const unit = table.store.index.unit.get(name);
    return unit ? [unit.name, unit.hex].filter(Boolean).join(", ") : name;
  }
  if (kind !== "hex") return name;
  const info = table.grid.hexes[name];
  const stack = table.store.index.stack(name).map((u) => u.name);
  return [name, info?.place, info?.terrain, ...stack.slice(0, 3)].filter(Boolean).join(", ");
}

/** A hex in words, for the cursor. @param {Table} table @param {string} hex */
export function hexWords(table, hex) {
  const { index } = table.store;
  const info = table.grid.hexes[hex];
  const offer = index.hexes.get(hex);
  const units = index.stack(hex).map((u) => [u.name, index.units.has(u.unit) ? words("offer.may") : null, u.done ? words("unit.done") : null].filter(Boolean).join(", "));
  return [hex, info?.place, info?.terrain, offer ? (offer.cost !== undefined ? words("offer.costs", { cost: half(offer.cost) }) : words("offer.may")) : null, ...(offer?.effects ?? []).map((e) => e.text), ...units].filter(Boolean).join(", ");
}
