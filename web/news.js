// What a new state brings, compared with the one before it. Nothing here draws or asks.

import { rollNotice } from "./notices.js";

/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./shapes.js").Event} Event */
/** @typedef {import("./types.js").Odds} Odds */
/** A combat whose result is carried out. @typedef {{odds: Odds, event: Event, after: Event[], fresh: boolean}} Combat */

/** @param {State} state */
export function stepOf(state) {
  return state.view.turn.phases.findIndex((p) => p.state === "now");
}

/** Whether two states are in one step of one turn: the stack panel stays open within it. @param {State | null} before @param {State} state */
export function isSameStep(before, state) {
  return before?.view.turn.n === state.view.turn.n && stepOf(before) === stepOf(state);
}

/** The events that are newer than those of a log. @param {Event[]} log @param {Event[]} events */
export function fresh(log, events) {
  const last = log.reduce((n, e) => Math.max(n, e.line), -1);
  return events.filter((e) => e.line > last);
}

/** The events as they are, with what was refused meanwhile. @param {Event[]} log @param {Event[]} events */
export function withRefusals(log, events) {
  return [...events, ...log.filter((e) => e.kind === "refused")].sort((a, b) => a.line - b.line);
}

/** Whether two odds are of one combat. @param {Odds | null | undefined} a @param {Odds | null | undefined} b */
export function isSameCombat(a, b) {
  const of = (/** @type {Odds | null | undefined} */ x) => JSON.stringify([x?.targets, x?.attackers]);
  return of(a) === of(b);
}

/** @param {Event[]} events */
const withoutPhases = (events) => events.filter((e) => e.kind !== "phase");

/**
 * The combat that is shown after some events: the one just resolved, with what followed it, until the
 * game goes on. Nothing where nothing changes.
 * @param {Combat | null} combat @param {State | null} before @param {State} state @param {Event[]} events
 * @returns {{combat?: Combat | null, notice?: string | null}}
 */
export function combatAfter(combat, before, state, events) {
  const at = events.findLastIndex((e) => e.kind === "rolled");
  if (at >= 0) return resolved([before?.view.odds, combat?.odds], state, events, at);
  if (!combat) return {};
  const isOther = state.view.odds && !isSameCombat(state.view.odds, combat.odds);
  const hasGoneOn = before && !events.length && before.view.prompt?.mine && state.seq > before.seq;
  if (isOther || hasGoneOn || events.some((e) => e.kind === "phase")) return { combat: null };
  if (!events.length) return {};
  return { combat: { ...combat, after: [...combat.after, ...withoutPhases(events)], fresh: false } };
}

/**
 * The combat that a throw has resolved, if its odds are known.
 * @param {(Odds | null | undefined)[]} known @param {State} state @param {Event[]} events @param {number} at which of them is the throw
 */
function resolved(known, state, events, at) {
  const event = events[at];
  const odds = known.find((o) => o?.targets.every((hex) => event.hexes.includes(hex))) ?? null;
  // Where the next combat is asked about already, the panel is about that one, and the result of the last a line in the bar.
  const isOver = !odds || (state.view.odds && !isSameCombat(state.view.odds, odds));
  if (isOver) return { combat: null, notice: rollNotice(events) };
  return { combat: { odds, event, after: withoutPhases(events.slice(at + 1)), fresh: true }, notice: null };
}

/** The side at this screen that must sit down, of two who share it. @param {State} state @returns {string | null} */
export function sitsDown({ as, seats, view }) {
  const decider = view.prompt?.decider;
  return decider && decider !== as && seats[decider]?.who === "me" ? decider : null;
}

/** Whether anything lies hidden that the other at this screen may not see. @param {State} state */
export function hidesSomething({ view }) {
  return Boolean(view.prompt?.secret || view.units.some((u) => u.face?.hidden));
}

/** Whether it has become this reader's decision. @param {State} before @param {State} state */
export function isMineNow(before, state) {
  return Boolean(state.view.prompt?.mine && !before.view.prompt?.mine);
}

/** What of the events is worth stepping through. @param {Event[]} events */
export function worthShowing(events) {
  return events.filter((e) => e.moves.length || ["rolled", "eliminated"].includes(e.kind));
}

/** The middle one of some numbers. @param {number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
