// Which stack the panel shows after a new state.

import assert from "node:assert/strict";
import { test } from "node:test";
import { keptHex } from "../../web/store.js";

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
