// Which events are fights, and which of them are worth stopping for.

/** @typedef {import("./shapes.js").Event} Event */
/** @typedef {import("./types.js").Odds} Odds */

/** Whether something happened that is seen as a fight. @param {Event} event */
export function isFight(event) {
  return (
    event.kind === "eliminated" ||
    event.kind === "retreated" ||
    (event.kind === "rolled" && Boolean(event.code))
  );
}

/**
 * Whether an event is worth stopping for when only what matters is played back.
 * @param {Event} event
 */
export function matters(event) {
  return (
    isFight(event) ||
    Boolean(event.breakthrough) ||
    ["controlled", "ended", "declared"].includes(event.kind)
  );
}

/**
 * The odds of the combat that an event resolves, if these are they.
 * @param {Odds | null | undefined} odds @param {Event} event
 */
export function oddsOf(odds, event) {
  return odds?.attackers.length && odds.targets.some((hex) => event.hexes.includes(hex))
    ? odds
    : null;
}
