// What a new state brings, compared with the one before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { state } from "./page.mjs";
import { combatAfter, fresh, hidesSomething, isMineNow, isSameCombat, isSameStep, median, sitsDown, withRefusals, worthShowing } from "../../web/news.js";

const event = (kind, line, more = {}) => ({ kind, line, text: `${kind} ${line}`, rules: [], units: [], hexes: [], moves: [], ...more });
const odds = (target, ...attackers) => ({ targets: [target], attackers });
const asked = (seq, target, ...attackers) => state(seq, { odds: odds(target, ...attackers) });

test("a throw keeps the odds that it resolves, with what followed it", () => {
  const events = [event("rolled", 5, { hexes: ["0101"] }), event("phase", 5), event("retreated", 6)];
  const { combat, notice } = combatAfter(null, asked(4, "0101", "a"), state(6), events);
  assert.deepEqual([combat.odds, combat.event.line, combat.fresh, notice], [odds("0101", "a"), 5, true, null]);
  assert.deepEqual(combat.after.map((e) => e.kind), ["retreated"]);
});

test("where the next combat is asked about already, the last one is a line in the bar", () => {
  const events = [event("rolled", 5, { hexes: ["0101"], result: "DR" })];
  const { combat, notice } = combatAfter(null, asked(4, "0101", "a"), asked(5, "0102", "b"), events);
  assert.deepEqual([combat, notice], [null, "rolled 5: DR"]);
});

test("a throw that no odds were about is told in the bar", () => {
  assert.deepEqual(combatAfter(null, state(4), state(5), [event("rolled", 5)]), { combat: null, notice: "rolled 5" });
});

test("a combat gathers what follows, until the step or the question is another", () => {
  const combat = { odds: odds("0101", "a"), event: event("rolled", 5), after: [], fresh: true };
  const on = combatAfter(combat, state(5), state(6), [event("eliminated", 6)]);
  assert.deepEqual([on.combat.after.length, on.combat.fresh], [1, false]);
  assert.deepEqual(combatAfter(combat, state(5), state(6), [event("phase", 6)]), { combat: null });
  assert.deepEqual(combatAfter(combat, state(5), asked(6, "0201", "c"), []), { combat: null });
  assert.deepEqual(combatAfter(combat, state(5), state(6), []), { combat: null }, "somebody has gone on");
  assert.deepEqual(combatAfter(combat, state(5), state(5), []), {}, "the same line once more");
  assert.deepEqual(combatAfter(null, state(5), state(6), [event("moved", 6)]), {});
});

test("odds are of one combat when targets and attackers are", () => {
  assert.ok(isSameCombat(odds("0101", "a"), { ...odds("0101", "a"), to: 3 }));
  assert.ok(!isSameCombat(odds("0101", "a"), odds("0101", "b")));
  assert.ok(!isSameCombat(odds("0101", "a"), null));
});

test("the log takes what is newer, and what was refused stays in its place", () => {
  const log = [event("moved", 3), event("refused", 4)];
  assert.deepEqual(fresh(log, [event("moved", 4), event("moved", 5)]).map((e) => e.line), [5]);
  assert.deepEqual(withRefusals(log, [event("moved", 5), event("moved", 2)]).map((e) => [e.line, e.kind]), [[2, "moved"], [4, "refused"], [5, "moved"]]);
});

test("a step is a phase of a turn", () => {
  const turn = (n, at) => ({ turn: { n, phases: [0, 1].map((i) => ({ state: i === at ? "now" : "past" })) } });
  assert.ok(isSameStep(state(1, turn(1, 0)), state(2, turn(1, 0))));
  assert.ok(!isSameStep(state(1, turn(1, 0)), state(2, turn(1, 1))));
  assert.ok(!isSameStep(state(1, turn(1, 0)), state(2, turn(2, 0))));
  assert.ok(!isSameStep(null, state(1)));
});

test("of two at one screen the decider sits down; a friend elsewhere does not", () => {
  const both = { red: { who: "me" }, blue: { who: "me" } };
  const asks = (decider, seats) => state(1, { prompt: { mine: false, decider } }, seats);
  assert.equal(sitsDown(asks("blue", both)), "blue");
  assert.equal(sitsDown(asks("red", both)), null, "he sits there already");
  assert.equal(sitsDown(asks("blue", { ...both, blue: { who: "friend" } })), null);
  assert.equal(sitsDown(state(1, { prompt: null }, both)), null);
});

test("the cover is for what one side may not see", () => {
  assert.ok(hidesSomething(state(1, { prompt: { secret: true } })));
  assert.ok(hidesSomething(state(1, { units: [{ face: { hidden: true } }] })));
  assert.ok(!hidesSomething(state(1, { units: [{ face: {} }, {}] })));
});

test("it is my decision from the moment it was not", () => {
  const waiting = state(1, { prompt: { mine: false } });
  assert.ok(isMineNow(waiting, state(2)));
  assert.ok(!isMineNow(state(1), state(2)));
  assert.ok(!isMineNow(waiting, waiting));
});

test("moves, throws and losses are worth stepping through", () => {
  const events = [event("moved", 1, { moves: [{ unit: "a", path: [] }] }), event("supplied", 2), event("rolled", 3), event("eliminated", 4)];
  assert.deepEqual(worthShowing(events).map((e) => e.line), [1, 3, 4]);
  assert.deepEqual([median([9, 1, 5]), median([])], [5, 0]);
});
