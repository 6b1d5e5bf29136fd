// Drawings follow what they have read, and nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { settled, state, storeWith } from "./page.mjs";

/** How often something is drawn from now on. */
function counted(store, read) {
  const seen = { times: 0 };
  store.watch(() => {
    seen.times += 1;
    read();
  });
  seen.times = 0;
  return seen;
}

test("a drawing is made anew when something changes that was read for it", async () => {
  const store = storeWith(state(1));
  await settled();
  const hover = counted(store, () => store.ui.hover);
  const view = counted(store, () => store.view);
  store.set({ hover: "0101" });
  await settled();
  assert.deepEqual([hover.times, view.times], [1, 0]);
  store.set({ state: state(2), hover: "0102" });
  await settled();
  assert.deepEqual([hover.times, view.times], [2, 1], "once for all that changes together");
});

test("what is read only now and then counts while it is read", async () => {
  const store = storeWith(state(1));
  await settled();
  const range = counted(store, () => store.ui.overlays.includes("range") && store.ui.hover);
  store.set({ hover: "0101" });
  await settled();
  assert.equal(range.times, 0);
  store.set({ overlays: ["range"] });
  store.set({ hover: "0102" });
  await settled();
  store.set({ hover: "0201" });
  await settled();
  assert.equal(range.times, 2);
});

test("what is read for nothing, or set while drawing, is not followed", async () => {
  const store = storeWith(state(1));
  await settled();
  const quiet = counted(store, () => store.untracked(() => store.ui.hover));
  const setter = counted(store, () => store.set({ amount: 3 }));
  store.set({ hover: "0101", amount: 4 });
  await settled();
  assert.deepEqual([quiet.times, setter.times], [0, 0]);
});

test("what is kept beside the state is followed by its name", async () => {
  const store = storeWith(state(1));
  await settled();
  const company = counted(store, () => store.read("company"));
  store.touch("company");
  store.touch("invites");
  await settled();
  assert.equal(company.times, 1);
});

test("what waits for the drawing comes after it, also where drawing changes something", async () => {
  const store = storeWith();
  const order = [];
  store.watch(() => {
    order.push(`hex ${store.ui.hex}`);
    if (store.ui.hex === "0101") store.set({ sheet: "log" });
  });
  store.watch(() => order.push(`sheet ${store.ui.sheet}`));
  order.length = 0;
  store.after(() => order.push("after"));
  store.set({ hex: "0101" });
  await settled();
  assert.deepEqual(order, ["hex 0101", "sheet log", "after"]);
  await store.drawn();
});

test("who stops is drawn no more, and a table that is left neither", async () => {
  const store = storeWith(state(1));
  await settled();
  let times = 0;
  const stop = store.watch(() => { times += 1; return store.ui.hover; });
  stop();
  const other = counted(store, () => store.ui.hover);
  let late = false;
  store.after(() => { late = true; });
  store.close();
  store.set({ hover: "0101" });
  await settled();
  assert.deepEqual([times, other.times, late], [1, 0, false]);
});
