// What is told of losses that nobody chose, and where a question is marked on the map.

import assert from "node:assert/strict";
import { test } from "node:test";
import { afterRoll, automaticLosses, rollNotice, sinceNotice } from "../../web/notices.js";
import { askedHexes } from "../../web/asked.js";

const event = (kind, unit, line, more = {}) => ({
  line,
  kind,
  text: `${unit} ${kind}`,
  units: [unit],
  hexes: [],
  moves: [],
  rules: [],
  code: null,
  ...more,
});

test("the last loss of an exchange, which nobody clicked, is announced", () => {
  const events = [event("eliminated", "a", 12), event("eliminated", "b", 12), event("eliminated", "c", 12)];
  assert.equal(automaticLosses(events, ["a", "b"], 11), "c eliminated");
});

test("what I chose to lose is not told again", () => {
  assert.equal(automaticLosses([event("eliminated", "a", 11)], ["a"], 11), "");
});

test("a step that a unit had to lose because nobody else could is announced", () => {
  const events = [event("changed", "a", 11), event("changed", "b", 12)];
  assert.equal(automaticLosses(events, ["a"], 11), "b changed");
});

test("what belongs to the next phase is not my loss", () => {
  const events = [event("phase", "x", 11, { units: [] }), event("eliminated", "b", 11)];
  assert.equal(automaticLosses(events, [], 11), "");
});

test("one unit lost in the other's turn is told although nothing is played back", () => {
  const events = [event("eliminated", "mine", 20)];
  assert.equal(sinceNotice(events, (u) => u === "mine"), "mine eliminated");
});

test("a single move of the other is told, a turn without anything is not", () => {
  const move = event("moved", "his", 20, { moves: [{ unit: "his", path: ["0101", "0102"] }] });
  assert.equal(sinceNotice([move], () => false), "his moved");
  assert.equal(sinceNotice([event("phase", "", 20, { units: [] })], () => false), "");
});

test("many losses are counted", () => {
  const events = ["a", "b", "c", "d", "e"].map((u) => event("eliminated", u, 3));
  assert.match(sinceNotice(events, () => true), /^a eliminated; b eliminated; c eliminated; and 2 more$/);
});

test("the hexes of a question are ringed where nothing else marks them, and only for the decider", () => {
  const view = { prompt: { mine: true, places: ["3929", "4010"] } };
  assert.deepEqual(askedHexes(view, new Set(["4010"])), ["3929"]);
  assert.deepEqual(askedHexes({ prompt: { ...view.prompt, mine: false } }, new Set()), []);
  assert.deepEqual(askedHexes({ prompt: null }, new Set()), []);
});

test("dice that no odds were about are told with all they brought", () => {
  const events = [event("declared", "a", 9), event("rolled", "a", 9, { result: "half is lost" }), event("changed", "b", 9), event("phase", "", 9)];
  assert.equal(rollNotice(events), "a rolled: half is lost; b changed");
});

test("a throw of the other side is told once, and before what was made of it", () => {
  const roll = event("rolled", "a", 9, { result: "half is lost" });
  assert.equal(afterRoll(roll, sinceNotice([roll], () => true)), "a rolled: half is lost");
  assert.equal(afterRoll(roll, "b moved"), "a rolled: half is lost; b moved");
});
