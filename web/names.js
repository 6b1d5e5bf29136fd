// What choices, hexes and seats are called.

import { half } from "./marks.js";
import { split } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/** Who sits there. @param {Store} store @param {string} side */
export function seatName(store, side) {
  const seat = store.ui.state?.seats[side];
  if (!seat) return words("seat.nobody");
  if (seat.who === "me") return words("seat.you");
  if (!seat.who.startsWith("bot:")) return seat.who === "open" ? words("seat.open") : words("seat.a-friend");
  return store.game.bots.find((b) => `bot:${b.id}` === seat.who)?.name ?? words("seat.a-bot");
}

/** What an offer is called. @param {Store} store @param {import("./types.js").Offer} offer */
export function describe({ index, grid }, offer) {
  const { kind, name } = split(offer.choice);
  if (offer.label) return offer.label;
  if (kind === "unit") {
    const unit = index.unit.get(name);
    return unit ? [unit.name, unit.hex].filter(Boolean).join(", ") : name;
  }
  if (kind !== "hex") return name;
  const info = grid.hexes[name];
  const stack = index.stack(name).map((u) => u.name);
  return [name, info?.place, info?.terrain, ...stack.slice(0, 3)].filter(Boolean).join(", ");
}

/** What a choice is called, whether it is on offer or not. @param {Store} store @param {string} choice */
export function nameOf(store, choice) {
  const offer = store.view?.choices.find((c) => c.choice === choice);
  if (offer) return describe(store, offer);
  const { kind, name } = split(choice.replace("?", ""));
  if (kind === "unit") return store.index.unit.get(name)?.name ?? "";
  return kind === "hex" ? name : "";
}

/** What choices are called, line by line; buttons that only lead on are left out. @param {Store} store @param {string[]} choices */
export function namesOf(store, choices) {
  return choices.map((c) => nameOf(store, c)).filter(Boolean).join("\n");
}

/** A hex in words, for the cursor. @param {Store} store @param {string} hex */
export function hexWords({ index, grid }, hex) {
  const info = grid.hexes[hex];
  const offer = index.hexes.get(hex);
  const cost = (/** @type {import("./types.js").Offer} */ o) =>
    o.cost === undefined ? words("offer.may") : words("offer.costs", { cost: half(o.cost) });
  const units = index.stack(hex).flatMap((u) => [u.name, index.units.has(u.unit) ? words("offer.may") : null, u.done ? words("unit.done") : null]);
  const effects = (offer?.effects ?? []).map((e) => e.text);
  return [hex, info?.place, info?.terrain, offer ? cost(offer) : null, ...effects, ...units].filter(Boolean).join(", ");
}
