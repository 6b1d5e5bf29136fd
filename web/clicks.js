// What a click on a hex means, as a question to what is known of it.

/**
 * What is known of the hex, and of what is in hand.
 * @typedef {Object} Facts
 * @property {boolean} isAsked whether the reader decides something now
 * @property {boolean} isGoal whether the hex itself is offered
 * @property {boolean} isDear whether going there costs something, which a finger is shown first
 * @property {boolean} isShown whether a finger was shown it already
 * @property {boolean} isTouch
 * @property {boolean} hasMoved whether the counter in hand has moved: the next stack is taken, not joined
 * @property {boolean} leavesStack whether the click takes the counter in hand out of its stack
 * @property {boolean} isTakeable whether counters that stand there are offered
 * @property {boolean} isSwappable whether one of them could be taken instead of the one in hand
 * @property {boolean} hasUnits
 * @property {boolean} hasGoals whether any hex is offered
 */

/**
 * `look`: only the stack is shown. `preview`: a destination, on a small screen. `tell`: nothing was tried, the hex says what
 * it is. `why`: something was tried that is not offered.
 * @param {Facts} facts
 * @returns {"look" | "preview" | "go" | "alone" | "take" | "swap" | "tell" | "why"}
 */
export function meaning(facts) {
  if (!facts.isAsked) return "look";
  if (facts.isGoal && !(facts.hasMoved && facts.isTakeable)) {
    return facts.isTouch && facts.isDear && !facts.isShown ? "preview" : "go";
  }
  if (facts.leavesStack) return "alone";
  if (facts.isTakeable) return "take";
  if (facts.isSwappable) return "swap";
  return facts.hasGoals || facts.hasUnits ? "why" : "tell";
}

/** The counter that a list gives next: in the picked stack the one below, else the first. @param {import("./types.js").Unit[]} units @param {string[]} picks */
export function nextOf(units, picks) {
  const at = units.findIndex((u) => picks.includes(u.unit));
  return at >= 0 ? units[(at + 1) % units.length] : units[0] ?? null;
}
