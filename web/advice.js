// What would the bot do? Its choice is ringed on the map, and its reason stands in the prompt.

import { Rejected, advice } from "./api.js";
import { split } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Advice} Advice */

/** Whether a bot can be asked now: only whoever decides is told. @param {Table} table */
export function mayAsk(table) {
  return Boolean(table.store.view?.prompt?.mine && !table.ui.sending && !table.ui.shown);
}

/** Asks what the bot would do, and shows it. @param {Table} table */
export async function askBot(table) {
  const { now } = table;
  if (!now || !mayAsk(table)) return;
  table.note(words("advice.thinking"));
  try {
    const told = await advice(table.id, { as: now.as, seq: now.seq });
    if (table.now?.seq !== told.seq) return;
    table.note(sentence(table, told));
    table.pointOut(places(table, told));
  } catch (error) {
    if (error instanceof Rejected) return table.note(error.message);
    throw error;
  }
}

/** What it would choose, and why. @param {Table} table @param {Advice} told */
function sentence(table, { choices, reason }) {
  const names = choices.map((choice) => table.nameOf(choice)).filter(Boolean).join(", ");
  return reason ? words("advice.why", { choice: names, reason }) : words("advice.choice", { choice: names });
}

/** The hexes that it would choose, and those of the counters. @param {Table} table @param {Advice} told */
function places(table, { choices }) {
  const places = choices.map(split).map(({ kind, name }) => {
    if (kind === "unit") return table.store.index.unit.get(name)?.hex ?? "";
    return kind === "hex" ? name : "";
  });
  return [...new Set(places)].filter(Boolean);
}

/** Who has asked the bot in a finished game, for the report. @param {Table} table @returns {string[]} */
export function askedBot(table) {
  const seats = Object.entries(table.ui.state?.seats ?? {});
  return seats.flatMap(([side, { asked }]) =>
    asked ? [words("advice.asked", { side: table.side(side)?.name ?? side, n: asked })] : []);
}
