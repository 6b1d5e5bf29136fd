// What would the bot do? Its choice is ringed on the map, and its reason stands in the prompt.

import { Rejected, advice } from "./api.js";
import { nameOf } from "./names.js";
import { split } from "./store.js";
import { note } from "./tell.js";
import { words } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./types.js").Advice} Advice */

/** Whether a bot can be asked now: only whoever decides is told. @param {Store} store */
export function mayAsk({ view, ui }) {
  return Boolean(view?.prompt?.mine && !ui.sending && !ui.shown);
}

/**
 * Asks what the bot would do, and shows it.
 * @param {Store} store @param {(hexes: string[]) => void} pointOut
 */
export async function askBot(store, pointOut) {
  const { now } = store;
  if (!now || !mayAsk(store)) return;
  note(store, words("advice.thinking"));
  try {
    const told = await advice(store.id, { as: now.as, seq: now.seq });
    if (store.now?.seq !== told.seq) return;
    note(store, sentence(store, told));
    pointOut(places(store, told));
  } catch (error) {
    if (error instanceof Rejected) return note(store, error.message);
    throw error;
  }
}

/** What it would choose, and why. @param {Store} store @param {Advice} told */
function sentence(store, { choices, reason }) {
  const choice = choices
    .map((c) => nameOf(store, c))
    .filter(Boolean)
    .join(", ");
  return reason ? words("advice.why", { choice, reason }) : words("advice.choice", { choice });
}

/**
 * The hexes that it would choose, and those of the counters.
 * @param {Store} store @param {Advice} told
 */
function places({ index }, { choices }) {
  const places = choices.map(split).map(({ kind, name }) => {
    if (kind === "unit") return index.unit.get(name)?.hex ?? "";
    return kind === "hex" ? name : "";
  });
  return [...new Set(places)].filter(Boolean);
}

/**
 * Who has asked the bot in a finished game, for the report.
 * @param {Store} store @returns {string[]}
 */
export function askedBot(store) {
  const seats = Object.entries(store.ui.state?.seats ?? {});
  return seats.flatMap(([side, { asked }]) =>
    asked ? [words("advice.asked", { side: store.side(side)?.name ?? side, n: asked })] : [],
  );
}
