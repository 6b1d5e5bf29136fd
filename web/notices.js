// What happened without a choice of the reader's, in one line for the prompt bar.

import { words } from "./words.js";

/** @typedef {import("./shapes.js").Event} Event */

/** How many sentences are read in one line. */
const MOST = 3;

/** @param {Event[]} events */
function line(events) {
  const texts = events.map((e) => e.text);
  const rest = texts.length - MOST;
  return [...texts.slice(0, MOST), ...(rest > 0 ? [words("list.and-more", { n: rest })] : [])].join("; ");
}

/**
 * What dice brought that no odds were about, from the first throw to the next phase.
 * @param {Event[]} events what the choice brought
 */
export function rollNotice(events) {
  const first = events.findIndex((e) => e.kind === "rolled");
  const rest = events.slice(Math.max(0, first));
  const end = rest.findIndex((e) => e.kind === "phase");
  const told = (end < 0 ? rest : rest.slice(0, end)).filter((e) => e.kind !== "moved");
  return line(told.map((e) => ({ ...e, text: e.result ? `${e.text}: ${e.result}` : e.text })));
}

/**
 * The losses that came with a choice without being chosen: the last one of an exchange, or whoever had
 * to lose a step because nobody else could.
 * @param {Event[]} events what the choice brought
 * @param {string[]} chosen the counters that the reader chose himself
 * @param {number} own the line of his choice; what stands in later ones was made by itself
 * @returns {string} nothing where nothing was lost by itself
 */
export function automaticLosses(events, chosen, own) {
  const end = events.findIndex((e) => e.kind === "phase");
  const present = end < 0 ? events : events.slice(0, end);
  const byItself = (/** @type {Event} */ e) =>
    e.kind === "eliminated" || (e.kind === "changed" && e.line > own);
  const lost = present.filter((e) => byItself(e) && e.units.some((u) => !chosen.includes(u)));
  return line(lost);
}

/**
 * What is told of the other's turn where it is not played back: what I lost, or the one thing that happened.
 * @param {Event[]} events
 * @param {(unit: string) => boolean} isMine
 */
export function sinceNotice(events, isMine) {
  const lost = events.filter((e) => e.kind === "eliminated" && e.units.some(isMine));
  if (lost.length) return line(lost);
  const seen = events.filter((e) => e.moves.length || e.kind === "rolled" || e.kind === "eliminated");
  return seen.length === 1 ? seen[0].text : "";
}

/**
 * The result of a combat before what else is told; a throw that is all there is to tell is told
 * once.
 * @param {Event} roll @param {string} notice
 */
export function afterRoll(roll, notice) {
  const told = rollNotice([roll]);
  return notice === roll.text ? told : `${told}; ${notice}`;
}
