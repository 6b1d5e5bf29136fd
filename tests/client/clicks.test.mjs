// What a click on a hex means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { meaning, nextOf } from "../../web/clicks.js";

const NOTHING = {
  isAsked: true, isGoal: false, isDear: false, isShown: false, isTouch: false, hasMoved: false, leavesStack: false,
  isTakeable: false, isSwappable: false, hasUnits: false, hasGoals: false,
};
const means = (facts) => meaning({ ...NOTHING, ...facts });

test("while others decide a click only looks", () => {
  assert.equal(means({ isAsked: false, isGoal: true, isTakeable: true, hasUnits: true }), "look");
});

test("an offered hex is gone to; a finger is shown the cost first, once", () => {
  assert.equal(means({ isGoal: true, isDear: true }), "go");
  assert.equal(means({ isGoal: true, isDear: true, isTouch: true }), "preview");
  assert.equal(means({ isGoal: true, isDear: true, isTouch: true, isShown: true }), "go");
  assert.equal(means({ isGoal: true, isTouch: true }), "go", "what costs nothing is chosen at once");
});

test("a stack is joined by a hand that has not moved, and taken by one that has", () => {
  const friends = { isGoal: true, isTakeable: true, hasUnits: true };
  assert.equal(means(friends), "go");
  assert.equal(means({ ...friends, hasMoved: true }), "take");
});

test("another click on the stack in hand takes its first alone", () => {
  assert.equal(means({ leavesStack: true, isTakeable: true }), "alone");
});

test("what is offered is taken, else swapped, else asked about", () => {
  assert.equal(means({ isTakeable: true, isSwappable: true }), "take");
  assert.equal(means({ isSwappable: true, hasUnits: true }), "swap");
  assert.equal(means({ hasUnits: true }), "why");
  assert.equal(means({ hasGoals: true }), "why");
  assert.equal(means({}), "tell", "an empty hex where nothing was tried");
});

test("a list gives the one below the picked, round and round", () => {
  const units = ["a", "b", "c"].map((unit) => ({ unit }));
  assert.equal(nextOf(units, ["a"]).unit, "b");
  assert.equal(nextOf(units, ["c"]).unit, "a");
  assert.equal(nextOf(units, []).unit, "a");
  assert.equal(nextOf([], ["a"]), null);
});
