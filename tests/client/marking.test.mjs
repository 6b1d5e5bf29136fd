// Which counters are marked, and how.

import assert from "node:assert/strict";
import { test } from "node:test";
import { state, storeWith, unit } from "./page.mjs";
import { ghost, lookedAt, marked, otherBattles } from "../../web/marking.js";

const choices = (...names) => names.map((choice) => ({ choice }));
const units = [unit("a", "0101"), unit("b", "0102"), unit("c", "0201")];

test("those in hand and their company are picked, others offered, but not where the hand would go", () => {
  const store = storeWith(state(1, { units, picked: ["a"], choices: choices("unit b", "unit c", "hex 0201") }));
  const marks = marked(store, ["x"]);
  assert.deepEqual([...marks.picked], ["a", "x"]);
  assert.deepEqual([...marks.offered], ["b"], "a click on 0201 sends the hand there");
  assert.equal(marks.pickedHex, "0101");
});

test("a look back offers nothing and owes nothing", () => {
  const store = storeWith(state(1, { units, picked: ["a"], choices: choices("unit b"), owed: [{ units: ["b"], hexes: ["0102"] }] }));
  assert.deepEqual([...marked(store, []).owed], ["b"]);
  store.set({ playback: { line: 1 } });
  const marks = marked(store, []);
  assert.deepEqual([marks.picked, marks.offered, marks.owed, marks.owedHexes].map((x) => x.size), [0, 0, 0, 0]);
});

test("the counter that a choice under way is about is marked: itself, or the one in hand", () => {
  const store = storeWith(state(1, { units, picked: ["a"] }));
  store.set({ sending: "unit b" });
  assert.equal(marked(store, []).sent, "b");
  store.set({ sending: "hex 0201" });
  assert.equal(marked(store, []).sent, "a");
});

test("a battle that nobody has joined is drawn with those whom the main button would send", () => {
  const view = {
    odds: { targets: ["0101"] },
    bundles: [{ main: true, column: "2-1", groups: [["unit a", "hex 0102"]] }],
    battles: [{ targets: ["0101"], attackers: [] }, { targets: ["0102"], attackers: [] }, { targets: ["0201"], attackers: ["z"] }],
  };
  const others = otherBattles(view);
  assert.deepEqual(others.map((b) => b.targets[0]), ["0102", "0201"], "not the one that the odds are about");
  assert.deepEqual([others[0].attackers, others[0].column, others[1].attackers], [["a"], "2-1", ["z"]]);
});

test("who would stand on a destination is seen there, unless somebody does", () => {
  const store = storeWith(state(1, { units, picked: ["a"] }));
  const offer = { choice: "hex 0301", path: ["0101", "0301"] };
  assert.equal(ghost(store, "0301", offer).unit, "a");
  assert.equal(ghost(store, "0102", offer), null, "somebody stands there");
  assert.equal(ghost(store, "0301", { choice: "hex 0301" }), null, "no way leads there");
});

test("a hex is looked at that was tapped, else under the pointer, else under a cursor that keys move", () => {
  const at = { preview: null, hover: null, byKeys: false, cursor: "0101" };
  assert.equal(lookedAt(at), null);
  assert.equal(lookedAt({ ...at, byKeys: true }), "0101");
  assert.equal(lookedAt({ ...at, byKeys: true, hover: "0102" }), "0102");
  assert.equal(lookedAt({ ...at, hover: "0102", preview: "0201" }), "0201");
});
