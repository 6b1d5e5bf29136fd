// Enter and Escape, the hex cursor, and other parts made alone with what they work with.

import assert from "node:assert/strict";
import { test } from "node:test";
import { state, storeWith, unit } from "./page.mjs";
import { Cursor, further, lean } from "../../web/cursor.js";
import { Guide, hexesOf } from "../../web/guide.js";
import { Company } from "../../web/company.js";
import { Looking } from "../../web/looking.js";
import { Steps } from "../../web/steps.js";
import { refuse } from "../../web/tell.js";
import { seatName } from "../../web/names.js";
import { trail } from "../../web/desk.js";

/** Something that notes what is asked of it. */
function noting(done, name, more = {}) {
  return new Proxy(more, { get: (own, key) => key in own ? own[key] : ((...given) => void done.push([name, key, ...given].join(" ").trim())) });
}

/** The two keys of a table on which some things are open. */
function keysOf(store, open = {}) {
  const done = [];
  const part = (name, more) => noting(done, name, more);
  const steps = new Steps({
    store, drag: part("drag", { load: open.load ?? null }), playback: part("playback"),
    replay: part("replay", { isOpen: open.replay ?? false }), pointer: part("pointer", { fan: open.fan ?? null }),
    cards: { hover: { hidden: true } }, cover: part("cover", { isShut: open.cover ?? false }),
    prompt: part("prompt", { node: { querySelector: () => null } }), undo: () => done.push("undo"),
    openSheet: (name) => done.push(`sheet ${name}`), isInSheet: () => open.inSheet ?? false,
  });
  return { steps, done };
}

test("Escape goes one step back: first what hangs at the pointer, last the odds", () => {
  const store = storeWith({ ...state(3, { picked: ["a"] }), undo: { steps: [2] } });
  store.set({ hex: "0101", sheet: "log", refusal: { choice: "", refusal: {}, hex: null } });
  const { steps, done } = keysOf(store, { load: {} });
  steps.escape();
  assert.deepEqual(done.splice(0), ["drag cancel"]);
  const { steps: free, done: then } = keysOf(store);
  free.escape();
  assert.equal(store.ui.refusal, null);
  free.escape();
  assert.deepEqual(then, ["undo"], "the counter in hand is put back before the stack is shut");
  store.set({ state: state(4) });
  free.escape();
  assert.equal(store.ui.hex, null);
  free.escape();
  assert.deepEqual(then.splice(0), ["undo", "sheet null"]);
});

test("Enter is for whatever is open, and for the main button where nothing is", () => {
  const store = storeWith(state(1));
  const shut = keysOf(store, { cover: true });
  shut.steps.enter();
  assert.deepEqual(shut.done, ["cover open"]);
  const back = keysOf(store, { replay: true });
  back.steps.enter();
  assert.deepEqual(back.done, ["replay toggle"]);
  const plain = keysOf(store);
  plain.steps.enter();
  assert.deepEqual(plain.done, ["prompt press"]);
});

test("an arrow key leans to a neighbour on either kind of map", () => {
  assert.deepEqual(lean(1, 0, false, true), [1, -0.6]);
  assert.deepEqual(lean(1, 0, true, true), [1, 1]);
  assert.deepEqual(lean(0, 1, false, true), [0, 1]);
  assert.deepEqual(lean(0, 1, false, false), [-0.5, 1]);
  assert.deepEqual(lean(1, 0, false, false), [1, 0]);
});

test("Tab goes round all that is offered, from where the cursor is", () => {
  const hexes = ["0101", "0102", "0201"];
  assert.equal(further(hexes, "0102", 1), "0201");
  assert.equal(further(hexes, "0201", 1), "0101");
  assert.equal(further(hexes, "0101", -1), "0201");
  assert.equal(further(hexes, null, 1), "0101");
});

test("a digit chooses a numbered hex, else the counter of the stack", () => {
  const done = [];
  const make = (more) => new Cursor({
    store: storeWith(state(1, more)), board: noting(done, "board"), cards: noting(done, "cards"), play: noting(done, "play"),
    pointer: { actOnUnit: (u) => done.push(`unit ${u.unit}`) },
  });
  make({ choices: [{ choice: "hex 0101" }, { choice: "hex 0102" }] }).digit(2);
  const stack = make({ units: [unit("a", "0101"), unit("b", "0101", { level: 1 })], picked: ["a"] });
  stack.digit(1);
  assert.deepEqual(done, ["play click hex 0102", "unit b"]);
});

test("what is owed is shown one after the other", () => {
  const owed = [{ units: ["a"], hexes: [] }, { units: [], hexes: ["0102", "9999"] }];
  const store = storeWith(state(1, { units: [unit("a", "0201")], owed }));
  assert.deepEqual(hexesOf(store, owed), ["0201", "0102"], "but for what is not on the map");
  const shown = [];
  const guide = new Guide({ store, board: noting([], ""), marks: noting([], ""), lookAt() {}, toCursor: (hex) => shown.push(hex) });
  for (let i = 0; i < 3; i++) guide.nextOwed();
  assert.deepEqual(shown, ["0201", "0102", "0201"]);
});

test("a company is asked of the store alone", () => {
  const units = [unit("a", "0101"), unit("b", "0101"), unit("c", "0101", { side: "blue" })];
  const store = storeWith(state(2, { units, picked: ["a"], leads: true, choices: [{ choice: "hex 0102" }] }));
  const company = new Company({ store, earlier: () => new Set(["a", "b", "c"]), choose: async () => true });
  assert.deepEqual(company.members().map((u) => u.unit), ["b"]);
  company.toggle("b");
  assert.deepEqual(company.members(), []);
  store.set({ playback: { line: 1 } });
  assert.ok(!company.isPossible, "nothing goes along with what is only played back");
});

test("the keys of the replay mean the playback while there is one", () => {
  const store = storeWith(state(7));
  const done = [];
  const looking = new Looking({
    store, board: noting(done, "board"), replay: noting(done, "replay", { isOpen: false }), playback: noting(done, "playback"),
    opening: () => done.push("room"),
  });
  looking.step(1);
  store.set({ playback: { line: 2 } });
  looking.step(1);
  looking.playPause();
  assert.deepEqual(done, ["room", "replay start 6", "playback go 1", "playback toggle"]);
});

test("a refusal is told at the hex that was tried, and kept in the log", () => {
  const store = storeWith(state(5, { units: [unit("a", "0102")] }));
  refuse(store, "unit a", { text: "It has moved.", rules: ["4.1"] }, null);
  assert.equal(store.ui.refusal.hex, "0102");
  const [{ kind, line, hexes }] = store.ui.log;
  assert.deepEqual([kind, line, hexes], ["refused", 5, ["0102"]]);
});

test("seats are called by who sits there", () => {
  const seats = { red: { who: "me" }, blue: { who: "bot:captain" } };
  const named = (more) => ["red", "blue"].map((side) => seatName(storeWith(state(1, {}, { ...seats, ...more })), side));
  assert.deepEqual(named({}), ["you", "Captain"]);
  assert.deepEqual(named({ red: { who: "open" }, blue: { who: "friend" } }), ["open seat", "friend"]);
});

test("the way back through the rules is the last ten", () => {
  assert.deepEqual(trail(null, "4.1"), []);
  assert.deepEqual(trail({ id: "4.1", back: ["3"] }, "5.2"), ["3", "4.1"]);
  assert.deepEqual(trail({ id: "4.1", back: ["3"] }, "4.1"), ["3"]);
  const long = Array.from({ length: 10 }, (_, i) => String(i));
  assert.deepEqual(trail({ id: "x", back: long }, "y"), [...long.slice(1), "x"]);
});
