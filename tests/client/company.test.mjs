// Who goes along with the counter in hand, and what is sent for it.

import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: { getItem: () => null, setItem() {} },
});
const { companyOf, marchGroups } = await import("../../web/company.js");
const { isIn, span } = await import("../../web/box.js");

const unit = (id, hex, formation, side = "german") => ({ unit: id, hex, formation, side });
const units = [
  unit("a", "0101", "7 ARM"),
  unit("b", "0101", "7 ARM"),
  unit("c", "0101", "9 INF"),
  unit("d", "0202", "7 ARM"),
  unit("e", "0202"),
  unit("f", "0303", "7 ARM", "soviet"),
  unit("g", null, "7 ARM"),
];
const how = (more) => ({
  take: "one",
  added: new Set(),
  removed: new Set(),
  may: () => true,
  ...more,
});
const names = (leader, more) => companyOf(units, leader, how(more)).map((u) => u.unit);

test("one counter goes alone", () => assert.deepEqual(names("a", {}), []));

test("a stack is everybody in the hex who may move", () => {
  assert.deepEqual(names("a", { take: "stack" }), ["b", "c"]);
  assert.deepEqual(names("a", { take: "stack", may: (u) => u !== "b" }), ["c"]);
});

test("a formation is its own counters on the map, in any hex, and of no other side", () => {
  assert.deepEqual(names("a", { take: "formation" }), ["b", "d"]);
  assert.deepEqual(names("e", { take: "formation" }), []);
});

test("who cannot move as he stands is not taken along with his stack, unless all are such", () => {
  const stays = (u) => u === "b";
  assert.deepEqual(names("a", { take: "stack", stays }), ["c"]);
  assert.deepEqual(names("a", { take: "stack", stays, added: new Set(["b"]) }), ["b", "c"]);
  assert.deepEqual(names("b", { take: "stack", stays: (u) => u !== "a" }), ["c"]);
});

test("counters are added and left one by one", () => {
  assert.deepEqual(names("a", { added: new Set(["e"]) }), ["e"]);
  assert.deepEqual(names("a", { take: "stack", removed: new Set(["b"]) }), ["c"]);
  assert.deepEqual(
    names("a", { added: new Set(["f", "g"]) }),
    [],
    "not the enemy, not off the map",
  );
});

test("each follows by himself; whoever may join the move goes in it", () => {
  assert.deepEqual(marchGroups("hex 0505", [], ["b", "d"]), [
    ["hex 0505"],
    ["unit b", "hex 0505"],
    ["unit d", "hex 0505"],
  ]);
  assert.deepEqual(marchGroups("hex 0505", ["b"], []), [["?unit b", "hex 0505"]]);
});

test("a box may be drawn from any corner", () => {
  const box = span({ x: 9, y: 2 }, { x: 1, y: 8 });
  assert.deepEqual(box, { x: 1, y: 2, width: 8, height: 6 });
  assert.ok(isIn({ x: 5, y: 5 }, box));
  assert.ok(!isIn({ x: 5, y: 9 }, box));
});
