// Which events are worth stopping for when a turn is watched by what matters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matters } from "../../web/fight.js";

const event = (kind, more = {}) => ({ kind, code: null, units: [], hexes: [], moves: [], ...more });

test("battles, cities and the end matter; single moves do not", () => {
  for (const kind of ["declared", "eliminated", "retreated", "controlled", "ended"])
    assert.ok(matters(event(kind)), kind);
  assert.ok(matters(event("rolled", { code: "D2" })));
  for (const kind of ["moved", "placed", "supplied", "phase", "changed", "rolled"])
    assert.equal(matters(event(kind)), false, kind);
});

test("a breakthrough matters, as the rules tell it", () => {
  assert.ok(matters(event("moved", { breakthrough: true })));
});
