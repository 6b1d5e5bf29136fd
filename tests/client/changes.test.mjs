// A view is put together from the one that is held and what has changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed } from "../../web/changes.js";

const unit = (id, hex) => ({ unit: id, hex });
const view = {
  turn: { n: 1 },
  prompt: { text: "Move" },
  choices: [{ choice: "verb done" }],
  units: [unit("a", "0101"), unit("b", "0102")],
  boxes: [
    { id: "lost", units: [] },
    { id: "later", units: [unit("c", null)] },
  ],
  control: [
    { kind: "control", side: "red", hexes: ["0101", "0102"] },
    { kind: "control", side: "blue", hexes: ["0103"] },
  ],
};

test("nothing changes nothing, and what is not told stays the same object", () => {
  const next = changed(view, {});
  assert.deepEqual(next, view);
  assert.equal(next.units, view.units);
});

test("a field is replaced, also by nothing", () => {
  const next = changed(view, { prompt: null, turn: { n: 2 } });
  assert.equal(next.prompt, null);
  assert.equal(next.turn.n, 2);
});

test("a counter moves, goes and comes, each in its place", () => {
  assert.deepEqual(changed(view, { units: [unit("a", "0201")] }).units, [
    unit("a", "0201"),
    unit("b", "0102"),
  ]);
  const gone = changed(view, { map: { gone: ["a"] } });
  assert.deepEqual(gone.units, [unit("b", "0102")]);
  const come = changed(gone, {
    units: [unit("a", "0301"), unit("d", "0302")],
    map: {
      gone: ["a"],
      came: [
        ["a", 0],
        ["d", 2],
      ],
    },
  });
  assert.deepEqual(come.units, [unit("a", "0301"), unit("b", "0102"), unit("d", "0302")]);
  assert.deepEqual(changed(view, { map: { all: ["b", "a"] } }).units, [
    unit("b", "0102"),
    unit("a", "0101"),
  ]);
});

test("a counter goes from a box to the map, and the other box is the same object", () => {
  const next = changed(view, {
    units: [unit("c", "0401")],
    map: { came: [["c", 2]] },
    boxes: { later: { gone: ["c"] } },
  });
  assert.deepEqual(next.units.at(-1), unit("c", "0401"));
  assert.deepEqual(next.boxes[1], { id: "later", units: [] });
  assert.equal(next.boxes[0], view.boxes[0]);
});

test("all boxes may be others, with counters that are known", () => {
  const next = changed(view, { all_boxes: [{ id: "new", units: { all: ["c", "a"] } }] });
  assert.deepEqual(next.boxes, [{ id: "new", units: [unit("c", null), unit("a", "0101")] }]);
  assert.deepEqual(changed(view, { all_boxes: [] }).boxes, []);
});

test("a hex changes hands, or becomes nobody's", () => {
  const next = changed(view, { control: { "0102": 1, "0103": null } });
  assert.deepEqual(
    next.control.map((area) => area.hexes),
    [["0101"], ["0102"]],
  );
  assert.deepEqual(changed(view, { areas: [] }).control, []);
});

test("offers come in runs, and a way goes on from the way of another offer", () => {
  const stop = [{ kind: "stop", text: "It stops." }];
  const runs = [
    { unit: ["a", "b"] },
    {
      way: [
        ["0203", "0202", "2", 1],
        ["0202", ["0101", "0202"], "1", 0],
        ["0204", "0203", "3", 1],
      ],
    },
    { hex: ["0909"] },
    { offer: { choice: "verb done", primary: true } },
  ];
  assert.deepEqual(changed(view, { choices: { effects: [stop], runs } }).choices, [
    { choice: "unit a" },
    { choice: "unit b" },
    { choice: "hex 0203", cost: "2", path: ["0101", "0202", "0203"], effects: stop },
    { choice: "hex 0202", cost: "1", path: ["0101", "0202"] },
    { choice: "hex 0204", cost: "3", path: ["0101", "0202", "0203", "0204"], effects: stop },
    { choice: "hex 0909" },
    { choice: "verb done", primary: true },
  ]);
});
