// What a page lends to the modules of the client, for tests without one; and a store with a small table in it.

Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: { getItem: () => null, setItem() {} },
  document: { hidden: false, getElementById: () => null, addEventListener() {}, activeElement: null },
});

const { Store } = await import("../../web/store.js");

const HEXES = {
  "0101": { x: 0, y: 0, terrain: "clear", place: "Alba" },
  "0102": { x: 0, y: 100, terrain: "forest" },
  "0201": { x: 87, y: 50, terrain: "clear" },
};
export const grid = { hexes: HEXES, pitch: 100, isFlat: true, has: (hex) => hex in HEXES, centre: (hex) => HEXES[hex] };
export const game = {
  id: "toy", title: "Toy", bots: [{ id: "captain", name: "Captain" }], scenarios: [{ id: "one", title: "One" }],
  sides: [{ id: "red", name: "Red", face: "#f00" }, { id: "blue", name: "Blue", face: "#00f" }],
};

/** A view with some fields of its own. */
export const view = (more = {}) => ({
  turn: { n: 1, of: 3, phases: [{ state: "now", label: "Move" }] }, prompt: { mine: true, decider: "red", stages: [], facts: [] },
  choices: [], bundles: [], battles: [], picked: [], units: [], boxes: [], owed: [], reminders: [], ...more,
});

/** A state with a view in it. */
export const state = (seq, more = {}, seats = { red: { who: "me" }, blue: { who: "bot:captain" } }) => ({
  table: "t", seq, as: "red", scenario: "one", seats, orders: [], undo: { steps: [] }, view: view(more),
});

/** A store that shows a state. */
export function storeWith(shown) {
  const store = new Store({ id: "t", game, grid });
  if (shown) store.set({ state: shown });
  return store;
}

export const unit = (id, hex, more = {}) => ({ unit: id, name: id.toUpperCase(), hex, side: "red", level: 0, badges: [], ...more });

/** Lets everything be drawn that waits to be. */
export const settled = () => new Promise((done) => setImmediate(done));
