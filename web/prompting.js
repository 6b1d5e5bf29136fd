// What the prompt bar makes of a question: which button stands where, and what is asked before a step ends.

import { split } from "./store.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").View} View */

/** What a bundle's button says: its words and the column that it leads to. @param {import("./types.js").Bundle} bundle */
export function labelOf({ text, column }) {
  return column ? `${text}: ${column}` : text;
}

/** What a button says of an offer. @param {Offer} offer */
export function sayingOf(offer) {
  return offer.label ?? split(offer.choice).name;
}

/** By what a step of the game is known, for whoever decides in it. @param {View | null} view */
export function stepKey(view) {
  const at = view?.turn.phases.findIndex((p) => p.state === "now");
  return `${view?.turn.n}/${at}/${view?.prompt?.decider}`;
}

/**
 * The buttons of a question in their order: where nothing but buttons answers it, the one that calls it off is the last.
 * @param {Offer[]} verbs @param {import("./store.js").Index} index
 */
export function inOrder(verbs, { units, hexes }) {
  if (units.size || hexes.size) return verbs;
  const isOff = (/** @type {Offer} */ v) => v.choice === "verb stop";
  return [...verbs.filter((v) => !isOff(v)), ...verbs.filter(isOff)];
}

/** How many buttons a phone shows: all where they are the only answers, else one and a menu. @param {import("./store.js").Index} index @param {number} all */
export function narrowRoom({ units, hexes, sides, amounts, primary }, all) {
  const isOnlyAnswers = !primary && !units.size && !hexes.size && !sides.size && !amounts.length;
  return isOnlyAnswers ? all : 1;
}

/** How many of the buttons stand in the bar: a button that opens a menu of one is no shorter than that one. @param {number} all @param {number} room */
export function shownOf(all, room) {
  return all === room + 1 ? all : Math.min(room, all);
}

/**
 * Whether to ask before this button ends a step: once a step if something may have been forgotten, each time
 * if the end will cost something.
 * @param {View | null} view @param {Offer} offer @param {Set<string>} asked the steps that were asked about
 */
export function mayForget(view, offer, asked) {
  if (!view?.reminders?.length || offer.choice !== "verb done") return false;
  return !asked.has(stepKey(view)) || view.owed.length > 0;
}

/** Whether what is owed can be met now: not while an attack that was declared is carried out. @param {View | null} view @param {boolean} hasOdds */
export function mayMeet(view, hasOdds) {
  const stages = view?.prompt?.stages ?? [];
  return !hasOdds || stages.some((stage) => ["combat", "attack", "declaration"].includes(stage));
}
