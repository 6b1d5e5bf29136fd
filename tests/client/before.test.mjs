// The answers of last time, offered again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers } from "../../web/before.js";

const done = { choice: "verb done", primary: true };
const hq = { choice: "verb hq" };
const guns = { text: "Add all 3 guns", groups: [["unit a"], ["unit b"], ["unit c"]] };
/** @param {string} stage @param {any[]} choices @param {any[]} [bundles] */
const view = (stage, choices, bundles = [], picked = []) => ({
  picked,
  turn: { phases: [{ state: "now", side: "german" }] },
  prompt: { mine: true, decider: "german", stages: [stage] },
  choices,
  bundles,
});

test("nothing is offered before a question was answered once", () => {
  assert.deepEqual(new Answers().again(view("support", [hq, done])), []);
});

test("the same answers are offered to the next question of the kind, and to no other", () => {
  const answers = new Answers();
  answers.noteBundle(view("support", [hq, done], [guns]), guns);
  answers.note(view("support", [hq, done]), "verb hq");
  answers.note(view("support", [done]), "verb done");
  const more = { text: "Add all 12 guns", groups: [["unit x"], ["unit y"]] };
  assert.deepEqual(answers.again(view("support", [hq, done], [more])), [
    ["unit x"],
    ["unit y"],
    ["verb hq"],
    ["verb done"],
  ]);
  assert.deepEqual(answers.again(view("stand", [hq, done], [more])), []);
});

test("what is not offered is left out, and the main button alone is no answer of last time", () => {
  const answers = new Answers();
  answers.note(view("support", [hq, done]), "verb hq");
  answers.see(view("roll", [{ choice: "verb roll", primary: true }]));
  assert.deepEqual(answers.again(view("support", [done])), []);
  assert.deepEqual(answers.again(view("support", [hq, done])), [["verb hq"]]);
});

test("in the middle of an answer there is no before", () => {
  const answers = new Answers();
  answers.note(view("support", [hq, done]), "verb done");
  answers.note(view("support", [hq, done]), "verb hq");
  assert.deepEqual(answers.again(view("support", [hq, done])), []);
});

test("whoever takes another counter in hand has not answered as before", () => {
  const answers = new Answers();
  const units = [{ choice: "unit a" }, { choice: "unit b" }, done];
  answers.note(view("movement", units), "unit a");
  answers.see(view("moving", [{ choice: "hex 0101" }], [], ["a"]));
  answers.see(view("movement", units));
  assert.deepEqual(answers.again(view("movement", units)), []);
});
