// Which stack the panel shows after a new state.

import assert from "node:assert/strict";
import { test } from "node:test";
import { askedStack, Index, keptHex } from "../../web/store.js";

const units = [
  { unit: "a", hex: "0101" },
  { unit: "b", hex: "0202" },
  { unit: "c", hex: null },
];
const view = (...offered) => ({
  units,
  choices: offered.map((name) => ({ choice: `unit ${name}` })),
  picked: [],
});

test("the panel stays with its stack", () => {
  assert.equal(keptHex(view("a"), "0101"), "0101");
  assert.equal(keptHex(view("b"), "0101"), "0101");
  assert.equal(keptHex(view(), "0101"), "0101");
});

test("it closes when the stack has gone", () => {
  assert.equal(keptHex(view("a"), "0303"), null);
  assert.equal(keptHex(view("a"), null), null);
});

test("it makes room for counters beside the map, which are offered nowhere else", () => {
  assert.equal(keptHex(view("c"), "0101"), null);
  assert.equal(keptHex(view("b", "c"), "0101"), null);
  assert.equal(keptHex(view("a", "c"), "0101"), "0101");
  assert.equal(keptHex({ ...view("c"), picked: ["a"] }, "0101"), "0101");
});

test("it opens by itself where all that may be chosen lies in one stack", () => {
  const stack = [
    { unit: "a", hex: "0101" },
    { unit: "b", hex: "0101" },
    { unit: "c", hex: "0202" },
  ];
  const asked = (names, more = {}) =>
    askedStack({ ...view(...names), units: stack, prompt: { mine: true }, ...more });
  assert.equal(asked(["a", "b"]), "0101");
  assert.equal(asked(["a", "c"]), null, "two stacks");
  assert.equal(asked(["a"]), null, "one counter is seen on the map");
  assert.equal(
    asked(["a", "b"], { leads: true }),
    null,
    "others may be taken instead of the one in hand",
  );
  assert.equal(asked(["a", "b"], { prompt: { mine: false } }), null);
  const choices = [{ choice: "unit a" }, { choice: "unit b" }, { choice: "hex 0303" }];
  assert.equal(asked([], { choices }), null, "a hex may be meant as well");
});

test("of a stack the counter that can move is taken, not the gun on top that cannot", () => {
  const stack = ["a", "b", "gun"].map((unit, level) => ({ unit, hex: "0101", level }));
  const choices = stack.map((u) => ({
    choice: `unit ${u.unit}`,
    ...(u.unit === "gun" ? { effects: [{ kind: "stays" }] } : {}),
  }));
  const index = new Index({ view: { units: stack, boxes: [], choices } });
  assert.deepEqual(
    index.offeredIn("0101").map((u) => u.unit),
    ["b", "a", "gun"],
  );
});
