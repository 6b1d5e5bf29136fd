// The bitmaps of the map: how large they are, and when they must be painted anew. And which events are fights.

import assert from "node:assert/strict";
import test from "node:test";
import { coarseScale, covers, serves, sharpPart } from "../../web/bitmaps.js";
import { within } from "../../web/camera.js";
import { costWriter, half } from "../../web/marks.js";
import { isFight, matters, oddsOf } from "../../web/fight.js";

const BOX = { left: -10, top: 0, width: 6000, height: 3500 };
const view = (k, left = 500, top = 400, density = 1) => ({ k, density, part: { left, top, width: 1440 / k, height: 900 / k } });

test("the coarse bitmap of any map stays within its limit", () => {
  for (const size of [100, 3000, 20000, 200000]) {
    const scale = coarseScale({ left: 0, top: 0, width: size, height: size });
    assert.ok(scale <= 1);
    assert.ok((size * scale) ** 2 <= 3_000_001);
  }
});

test("the sharp bitmap has the pixels of the screen, a margin, and a limit", () => {
  const part = sharpPart(view(1), BOX);
  assert.equal(part.scale, 1);
  assert.ok(part.left < 500 && part.left + part.width > 500 + 1440);
  for (const density of [1, 2, 3, 8]) {
    const dense = sharpPart(view(2.5, 500, 400, density), BOX);
    assert.ok(dense.width * dense.height <= 8_100_000, `${dense.width} x ${dense.height}`);
  }
});

test("it lies on whole pixels and within the map", () => {
  for (const k of [0.137, 0.35, 0.72, 1.3, 2.5]) {
    const { left, top, scale, width, height } = sharpPart(view(k, -300, -200), BOX);
    assert.ok(Math.abs(left * scale - Math.round(left * scale)) < 1e-6);
    assert.ok(Math.abs(top * scale - Math.round(top * scale)) < 1e-6);
    assert.ok(left >= BOX.left - 1 / scale && top >= BOX.top - 1 / scale);
    assert.ok(left + (width - 1) / scale <= BOX.left + BOX.width);
    assert.ok(top + (height - 1) / scale <= BOX.top + BOX.height);
  }
});

test("a small pan needs no painting; a zoom or a long pan does", () => {
  const painted = sharpPart(view(1), BOX);
  assert.ok(serves(painted, view(1), BOX));
  assert.ok(serves(painted, view(1, 600, 450), BOX));
  assert.ok(!serves(painted, view(1, 1500, 400), BOX));
  assert.ok(!serves(painted, view(1.2), BOX));
  assert.ok(covers(painted, view(1.2).part, BOX), "but it may be shown scaled meanwhile");
  assert.ok(!serves(null, view(1), BOX));
});

test("what lies beside the map need not be painted", () => {
  const painted = sharpPart(view(0.1, -3000, -2000), BOX);
  assert.ok(serves(painted, view(0.1, -3000, -2000), BOX));
});

const event = (kind, more = {}) => ({ line: 1, kind, text: "", rules: [], units: [], hexes: [], moves: [], code: null, ...more });

test("a roll is a fight only where a combat table was read", () => {
  assert.ok(isFight(event("rolled", { code: "DR" })));
  assert.ok(!isFight(event("rolled")));
  assert.ok(isFight(event("eliminated")) && isFight(event("retreated")));
  assert.ok(!isFight(event("moved")));
});

test("moves are left out when only battles are watched; towns that change hands are not", () => {
  const kinds = ["moved", "placed", "rolled", "eliminated", "controlled", "supplied", "ended"];
  const kept = kinds.map((kind) => event(kind, { code: "AE" })).filter(matters).map((e) => e.kind);
  assert.deepEqual(kept, ["rolled", "eliminated", "controlled", "ended"]);
});

test("odds belong to the roll at their hex", () => {
  const odds = { attackers: ["a"], targets: ["0309"] };
  assert.equal(oddsOf(odds, event("rolled", { hexes: ["0309"] })), odds);
  assert.equal(oddsOf(odds, event("rolled", { hexes: ["0410"] })), null);
  assert.equal(oddsOf({ ...odds, attackers: [] }, event("rolled", { hexes: ["0309"] })), null);
  assert.equal(oddsOf(null, event("rolled")), null);
});

test("review 12: a cost is written as people write it, never in sixtieths", () => {
  assert.deepEqual(["4", "2½", "1 1/2", "1/3", "2/3"].map((cost) => half(cost)), ["4", "2½", "1½", "⅓", "⅔"]);
  assert.deepEqual(["6 49/60", "5 11/15", "55/60"].map((cost) => half(cost)), ["6.82", "5.73", "0.92"]);
  assert.deepEqual(["6 49/60", "8 19/60", "6 7/10"].map((cost) => half(cost, 1)), ["6.8", "8.3", "6.7"], "on the map");
});

test("the costs of one reach are written in one way: signs where halves and thirds suffice, else tenths", () => {
  const written = (costs) => costs.map(costWriter(costs));
  assert.deepEqual(written(["1", "1½", "2⅓"]), ["1", "1½", "2⅓"]);
  assert.deepEqual(written(["2⅖", "5 11/15", "3½", "⅕", "7"]), ["2.4", "5.7", "3.5", "0.2", "7"]);
});

test("a hex at the map's edge is brought into view with a brim of bare table and no more", () => {
  const room = { from: 84, size: 500 };
  const map = { from: 0, size: 2000 };
  assert.equal(within(300, room, map, 24), 108, "the near edge lies 24 pixels inside the room");
  assert.equal(within(-1700, room, map, 24), -1440, "so does the far edge");
  assert.equal(within(-700, room, map, 24), -700, "what lies between stays where it should be");
  assert.equal(within(999, room, { from: 0, size: 100 }, 24), 284, "a map that is smaller than the room lies in its middle");
});
