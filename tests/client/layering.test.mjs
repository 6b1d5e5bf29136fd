// Which overlays lie on the map together, and what their legend says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { game } from "./page.mjs";
import { activeOf, isTrouble, legendOf, lookOf, toggled } from "../../web/layering.js";

test("one overlay takes the place of another; points join any, control joins ZOCs", () => {
  assert.deepEqual(toggled([], "supply"), ["supply"]);
  assert.deepEqual(toggled(["supply"], "supply"), []);
  assert.deepEqual(toggled(["supply"], "zones"), ["zones"]);
  assert.deepEqual(toggled(["control"], "zones"), ["control", "zones"]);
  assert.deepEqual(toggled(["zones", "points"], "supply"), ["points", "supply"]);
  assert.deepEqual(toggled(["supply"], "points"), ["supply", "points"]);
});

test("one that is held is seen instead of those that are kept, but for points", () => {
  assert.deepEqual(activeOf(["supply", "points"], null), ["supply", "points"]);
  assert.deepEqual(activeOf(["supply", "points"], "zones"), ["zones", "points"]);
  assert.deepEqual(activeOf(["zones"], "zones"), ["zones"]);
});

test("an area is drawn by its overlay, and by its kind where supply is cut", () => {
  assert.equal(lookOf("range", "range"), "range");
  assert.equal(lookOf("range", "range-stop"), "stops");
  assert.equal(lookOf("control", "held"), "tint");
  assert.equal(lookOf("supply", "supplied"), "supply");
  assert.equal(lookOf("supply", "cut"), "cut");
  assert.equal(lookOf("rails", "rail-net"), "supply");
  assert.equal(lookOf("zones", "zone"), "hatched");
  assert.deepEqual(["unsupplied", "isolated", "supplied"].map(isTrouble), [true, true, false]);
});

test("the legend names what lies on the map, and the front line once", () => {
  const [red, blue] = game.sides;
  const said = (...active) => legendOf(active, red, blue).map(([, , text]) => text);
  assert.deepEqual(said("zones", "control"), ["Red ZOC", "Blue ZOC; crossed lines: both", "Red control", "Blue control", "front line"]);
  assert.deepEqual(said("points"), ["objective: square held by Red, round by Blue"]);
  assert.deepEqual(said("terrain"), []);
});
