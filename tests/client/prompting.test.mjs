// What the prompt bar makes of a question.

import assert from "node:assert/strict";
import { test } from "node:test";
import { view } from "./page.mjs";
import { inOrder, labelOf, mayForget, mayMeet, narrowRoom, sayingOf, shownOf, stepKey } from "../../web/prompting.js";
import { Index } from "../../web/store.js";

const index = (...choices) => new Index({ view: view({ choices: choices.map((choice) => ({ choice })) }) });
const verbs = (...names) => names.map((name) => ({ choice: `verb ${name}` }));
const names = (offers) => offers.map((o) => o.choice.slice(5)).join();

test("the button that calls it off is the last where only buttons answer", () => {
  const all = verbs("stop", "roll", "hq");
  assert.equal(names(inOrder(all, index("verb stop"))), "roll,hq,stop");
  assert.equal(names(inOrder(all, index("hex 0101"))), "stop,roll,hq");
});

test("a menu never holds a single button", () => {
  assert.deepEqual([0, 1, 3, 4, 5].map((all) => shownOf(all, 3)), [0, 1, 3, 4, 3]);
});

test("a phone shows all buttons where they are the only answers", () => {
  assert.equal(narrowRoom(index("verb a", "verb b", "verb c"), 3), 3);
  assert.equal(narrowRoom(index("verb a", "verb b", "hex 0101"), 2), 1);
  assert.equal(narrowRoom(index("verb a", "amount 2"), 1), 1);
});

test("what may be forgotten is asked once a step, what costs something each time", () => {
  const done = { choice: "verb done" };
  const step = view({ reminders: [{ text: "3 units can move" }] });
  assert.ok(mayForget(step, done, new Set()));
  assert.ok(!mayForget(step, done, new Set([stepKey(step)])));
  assert.ok(mayForget({ ...step, owed: [{}] }, done, new Set([stepKey(step)])));
  assert.ok(!mayForget(step, { choice: "verb roll" }, new Set()), "it ends nothing");
  assert.ok(!mayForget(view(), done, new Set()), "nothing is left undone");
});

test("a step is known by turn, phase and decider", () => {
  const other = view({ prompt: { decider: "blue" } });
  assert.notEqual(stepKey(view()), stepKey(other));
  assert.notEqual(stepKey(view()), stepKey(view({ turn: { n: 2, phases: [] } })));
});

test("an attack that is carried out cannot meet what is owed", () => {
  const at = (stage) => view({ prompt: { stages: [stage] } });
  assert.ok(mayMeet(at("retreat"), false));
  assert.ok(!mayMeet(at("retreat"), true));
  assert.ok(mayMeet(at("attack"), true));
});

test("a button says its label or its choice, a bundle its column too", () => {
  assert.deepEqual([sayingOf({ choice: "verb roll" }), sayingOf({ choice: "verb roll", label: "Roll" })], ["roll", "Roll"]);
  assert.deepEqual([labelOf({ text: "All" }), labelOf({ text: "All", column: "3-1" })], ["All", "All: 3-1"]);
});
