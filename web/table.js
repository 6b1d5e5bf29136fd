// One table on the screen: it is opened, shown and left again.

import { button, h, put, say } from "./dom.js";
import { Grid } from "./grid.js";
import { Parts } from "./parts.js";
import { Rejected } from "./api.js";
import { Store } from "./store.js";
import { theme } from "./settings.js";
import { words } from "./words.js";
import * as api from "./api.js";

/** @typedef {import("./shapes.js").State} State */

/** Opens a table, and leaves it. */
export class Table {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.isOpen = true;
    /** @type {Parts | null} */
    this.parts = null;
  }

  /** @param {number | null} line a line to replay from */
  async start(line) {
    const lead = h("p", { class: "lead" }, words("table.opening"));
    const what = h("p", { class: "small quiet" }, words("table.loading"));
    put(this.root, h("main", { class: "loading" }, lead, h("span", { class: "loading-bar" }), what));
    let about, state;
    try {
      [about, state] = await load(this.id);
    } catch (error) {
      return this.#cannot(error);
    }
    // The reader may have left while the table was on its way.
    if (!this.isOpen) return;
    const made = new Parts(new Store(about), state, this.go);
    this.parts = made;
    put(this.root, made.page);
    await settle(made, state);
    if (!this.isOpen) return;
    if (line !== null) await made.looking.startReplay(line);
    else made.incoming.sinceLastTurn();
    await made.briefing.greet(line === null);
  }

  /** @param {unknown} error */
  #cannot(error) {
    if (!this.isOpen) return;
    const isGone = error instanceof Rejected && error.status === 404;
    const text = isGone ? words("table.none") : error instanceof Error ? error.message : "";
    const back = button(words("shelf.tables"), () => this.go("/"), { class: "button primary" });
    put(this.root, h("main", { class: "loading" }, h("p", { class: "lead" }, words("table.failed")), h("p", { class: "second" }, text), back));
    say(text, true);
  }

  close() {
    this.isOpen = false;
    const { store, wire, replay, playback } = this.parts ?? {};
    for (const part of [wire, replay, playback, store]) part?.close();
    document.body.classList.remove("with-sheet");
  }
}

/** @param {string} id @returns {Promise<[import("./store.js").About, State]>} */
async function load(id) {
  const [games, state] = await Promise.all([api.shelf(), api.state(id, "").then((first) => ownEyes(id, first))]);
  const game = games.find((g) => g.id === state.game);
  if (!game) throw new Error(words("table.unknown-game", { game: state.game }));
  const grid = new Grid(await api.grid(state.game, state.scenario, theme()));
  return [{ id, game, grid }, state];
}

/** Through my own eyes if I hold a seat; of two, those of the decider. @param {string} id @param {State} state @returns {Promise<State>} */
async function ownEyes(id, state) {
  const mine = Object.entries(state.seats).filter(([, s]) => s.who === "me").map(([side]) => side);
  const decider = state.view.prompt?.decider;
  const wish = decider && mine.includes(decider) ? decider : mine.includes(state.as) ? state.as : mine[0];
  return wish && wish !== state.as ? api.state(id, wish) : state;
}

/** Shows the first state. @param {Parts} made @param {State} state */
async function settle({ store, board, counters, faces, wire, incoming }, state) {
  const events = api.log(store.id, state.as, 0).then((x) => x.events, () => []);
  const [log] = await Promise.all([events, board.load(), faces.fetch(state)]);
  if (store.isClosed) return;
  counters.letter(board.lettering);
  store.set({ log });
  wire.start(state);
  incoming.receive(state, null);
  incoming.lookAtAction(state);
}
