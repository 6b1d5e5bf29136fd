// Pointing: hexes lit up, the arrows of what happened, what is owed one after the other.

/** @typedef {import("./types.js").Owed} Owed */
/** @typedef {import("./shapes.js").Event} Event */
/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {Pick<import("./marks.js").Marks, "light" | "moved">} marks
 * @property {(hex: string) => void} lookAt the first look at a hex
 * @property {(hex: string) => void} toCursor
 */

/** The hexes of what is owed, and of the counters that owe it. @param {import("./store.js").Store} store @param {Owed[]} owed */
export function hexesOf({ index, grid }, owed) {
  const at = (/** @type {string} */ unit) => index.unit.get(unit)?.hex ?? "";
  const hexes = owed.flatMap((o) => [...o.units.map(at), ...o.hexes]);
  return [...new Set(hexes)].filter((n) => grid.has(n));
}

/** Points at things on one map. */
export class Guide {
  /** @param {Needs} needs */
  constructor({ store, board, marks, lookAt, toCursor }) {
    this.store = store;
    this.board = board;
    this.marks = marks;
    this.lookAt = lookAt;
    this.toCursor = toCursor;
    /** Which of the things owed was shown last. */
    this.owedAt = 0;
  }

  /** @param {string[]} hexes @param {string} [kind] */
  pointOut(hexes, kind = "") {
    const real = hexes.filter((n) => this.store.grid.has(n));
    this.marks.light(real, kind);
    if (real[0]) this.board.reveal(real[0], 120);
  }

  /** The next counter or hex of what is owed. @param {Owed} [owed] */
  nextOwed(owed) {
    const hexes = hexesOf(this.store, owed ? [owed] : this.store.view?.owed ?? []);
    if (!hexes.length) return;
    const hex = hexes[this.owedAt++ % hexes.length];
    this.toCursor(hex);
    this.pointOut([hex], "owed");
  }

  /** Draws what an event did: arrows, hexes. @param {Event | null} event */
  point(event) {
    const { store, marks, board } = this;
    marks.moved(event?.moves ?? [], (unit) => store.sideOf(unit));
    const stands = event?.units.map((u) => store.index.unit.get(u)?.hex ?? "") ?? [];
    const hexes = [...(event?.hexes ?? []), ...stands].filter((n) => store.grid.has(n));
    marks.light(event?.moves.length ? [] : hexes);
    const end = event?.moves[0]?.path.at(-1) ?? hexes[0];
    if (end && store.ui.playback) this.lookAt(end);
    if (end) board.reveal(end, 120);
  }

  /** @param {import("./types.js").Unit} unit */
  goTo(unit) {
    if (!unit.hex) return;
    this.board.centre(unit.hex);
    this.store.set({ hex: unit.hex, cursor: unit.hex });
    this.pointOut([unit.hex]);
  }
}
