// A new state comes in: what happens in which order, with everything around it made up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { settled, state, storeWith, unit } from "./page.mjs";
import { Incoming } from "../../web/incoming.js";

Object.assign(globalThis, { window: globalThis, innerWidth: 1440 });

/** A table's door, with what it did in order. */
function door(shown, more = {}) {
  const store = storeWith(shown);
  const done = [];
  const told =
    (name) =>
    (...given) =>
      void done.push([name, ...given].join(" ").trim());
  const camera = { k: 1, fit: told("fit"), centre: told("camera") };
  const incoming = new Incoming({
    store,
    board: {
      camera,
      reveal: told("reveal"),
      centre: told("centre"),
      isUncovered: () => true,
      isInView: () => true,
      nearest: ([hex]) => hex,
    },
    battle: { left: 0, hold: () => {}, show: (events) => told("fights")(events.length) },
    counters: { walk: (moves) => told("walk")(moves.length) },
    marks: { moved: (ways) => told("trail")(ways.length) },
    faces: { complete: async () => {} },
    cover: { shut: (side) => told("cover")(side.id) },
    desk: { oddsShut: "", openSheet: (name) => told("sheet")(String(name)) },
    wire: () => ({ isBusy: false, look: told("look") }),
    answered: () => {},
    hasJustPicked: () => false,
    play: (events) => {
      told("play")(events.length);
      return true;
    },
    isCarrying: () => false,
    ...more,
  });
  return { store, done, incoming };
}

const moved = (line, name) => ({
  ...{ kind: "moved", line, text: `${name} moves`, rules: [], units: [name], hexes: [] },
  moves: [{ unit: name, path: ["0101", "0102"] }],
});
const waiting = { prompt: { mine: false, decider: "blue", stages: [], facts: [] } };

test("counters walk when the state that moved them is drawn", async () => {
  const { store, done, incoming } = door(state(1));
  await settled();
  store.watch(() => done.push(`drawn ${store.now.seq}`));
  done.length = 0;
  incoming.receive({ ...state(2), events: [moved(2, "a")] }, state(1));
  assert.deepEqual(done, [], "nothing is shown before it is drawn");
  await settled();
  assert.deepEqual(done.slice(0, 3), ["drawn 2", "walk 1", "fights 1"]);
  assert.equal(store.ui.log.length, 1);
});

test("what is asked is brought into view once it is drawn, but nothing slides under a hand", async () => {
  const asked = state(2, { choices: [{ choice: "hex 0102" }] });
  const free = door(state(1));
  free.incoming.hasLooked = true;
  free.incoming.receive(asked, state(1));
  await settled();
  assert.ok(free.done.includes("reveal 0102"), free.done.join());
  const held = door(state(1), { isCarrying: () => true });
  held.incoming.hasLooked = true;
  held.incoming.receive(asked, state(1));
  await settled();
  assert.ok(!held.done.includes("reveal 0102"));
});

test("whoever shares a screen sits down behind a cover where something is hidden", async () => {
  const both = { red: { who: "me" }, blue: { who: "me" } };
  const open = state(2, waiting, both);
  const plain = door(state(1, {}, both));
  plain.incoming.receive(open, state(1, {}, both));
  assert.deepEqual(plain.done, ["look blue"]);
  const secret = door(state(1, {}, both));
  const hidden = state(
    2,
    { ...waiting, units: [unit("x", "0101", { face: { hidden: true } })] },
    both,
  );
  secret.incoming.receive(hidden, state(1, {}, both));
  assert.deepEqual(secret.done, ["cover blue", "look blue"]);
});

test("what others did is played back when it is my turn again, and not before", async () => {
  globalThis.localStorage = { getItem: (key) => (key.includes("seen") ? "1" : null), setItem() {} };
  const { store, done, incoming } = door(state(1, waiting));
  incoming.fromOthers({ ...state(2, waiting), events: [moved(2, "a")] }, state(1, waiting));
  assert.deepEqual(
    done.filter((x) => x.startsWith("play")),
    [],
  );
  assert.ok(done.includes("trail 1"), "their ways stay on the map meanwhile");
  incoming.fromOthers({ ...state(3), events: [moved(3, "b")] }, store.ui.state);
  assert.deepEqual(
    done.filter((x) => x.startsWith("play")),
    ["play 2"],
  );
});

test("the same line once more shuts nothing that is open", () => {
  const { store, incoming } = door(state(1));
  store.set({ hex: "0101", confirming: true, notice: "as it was" });
  incoming.update(state(1));
  assert.deepEqual(
    [store.ui.hex, store.ui.confirming, store.ui.notice],
    ["0101", true, "as it was"],
  );
  incoming.update(state(1, {}, { red: { who: "me" }, blue: { who: "open" } }));
  assert.equal(store.ui.notice, null, "what was said of a seat holds no longer");
});

test("other eyes begin afresh, and a lost seat is told", () => {
  const { store, incoming } = door(state(1));
  store.set({ hex: "0101" });
  incoming.sitDown({ ...state(1), as: "spectator" });
  assert.deepEqual([store.ui.hex, store.ui.notice], [null, "Somebody else has your seat now"]);
});
