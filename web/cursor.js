// The hex cursor: everything the pointer can do on the map, from the keyboard.

import { say } from "./dom.js";
import { hexWords } from "./names.js";

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {Pick<import("./pointer.js").Pointer, "act" | "actOnUnit" | "marches">} pointer
 * @property {Pick<import("./play.js").Play, "click" | "march" | "takeAll">} play
 * @property {Pick<import("./cards.js").Cards, "show" | "hide">} cards
 */

/**
 * Where an arrow key leans: hexes have six ways and keys four.
 * @param {number} dx @param {number} dy @param {boolean} isDiagonal @param {boolean} isFlat whether hexes stand on a side
 * @returns {[number, number]}
 */
export function lean(dx, dy, isDiagonal, isFlat) {
  if (isFlat) return [dx, dy || (isDiagonal ? 1 : -0.6)];
  return [dx || (isDiagonal ? 1 : -0.5), dy];
}

/** The place so many further on in a ring of hexes; the first where one is not in it. @param {string[]} hexes @param {string | null} from @param {number} by */
export function further(hexes, from, by) {
  const at = hexes.indexOf(from ?? "");
  return hexes[(at + by + hexes.length) % hexes.length] ?? hexes[0];
}

/** The keyboard cursor of a table. */
export class Cursor {
  /** @param {Needs} needs */
  constructor({ store, board, pointer, play, cards }) {
    this.store = store;
    this.board = board;
    this.pointer = pointer;
    this.play = play;
    this.cards = cards;
  }

  /** @param {number} dx @param {number} dy @param {boolean} isDiagonal */
  moveCursor(dx, dy, isDiagonal) {
    const { ui, grid, hand } = this.store;
    const from = ui.cursor ?? hand.hex ?? this.#middleHex();
    if (!from) return;
    const { camera } = this.board;
    // An arrow key points on the screen; on a turned map that is another way.
    const way = camera.turned(dx, dy, -camera.quarters);
    const [x, y] = lean(way.x, way.y, isDiagonal, grid.isFlat);
    this.toCursor(grid.step(from, x, y) ?? from);
  }

  #middleHex() {
    const { frame, camera } = this.board;
    const box = frame.getBoundingClientRect();
    const p = camera.toWorld({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
    return this.store.grid.at(p.x, p.y) ?? Object.keys(this.store.grid.hexes)[0];
  }

  /** @param {string} hex */
  toCursor(hex) {
    this.store.set({ cursor: hex, byKeys: true, hover: null });
    this.board.reveal(hex);
    say(hexWords(this.store, hex));
    this.cards.hide();
  }

  /** @param {boolean} [withStack] whether the stack of the counter in hand goes along */
  clickCursor(withStack = false) {
    const { cursor } = this.store.ui;
    if (!cursor) return void this.nextOffered(1);
    this.store.set({ byKeys: true, refusal: null });
    if (withStack && this.pointer.marches(cursor)) return void this.play.march(cursor);
    this.pointer.act(cursor);
  }

  /** @param {number} by */
  nextOffered(by) {
    const hexes = [...this.store.offeredHexes()].sort();
    if (!hexes.length) return false;
    this.toCursor(further(hexes, this.store.ui.cursor, by));
    return true;
  }

  /** The stack that keys are about. */
  get #stackHex() {
    const { ui, hand } = this.store;
    return ui.hex ?? ui.cursor ?? hand.hex;
  }

  /** @param {number} n */
  digit(n) {
    const { index } = this.store;
    const numbered = [...index.hexes.values()];
    if (numbered.length && numbered.length <= 9 && numbered[n - 1]) return this.play.click(numbered[n - 1].choice);
    const unit = index.stack(this.#stackHex)[n - 1] ?? index.offeredBeside()[n - 1];
    if (unit) this.pointer.actOnUnit(unit);
  }

  async takeAll() {
    const hex = this.#stackHex;
    if (hex) await this.play.takeAll([hex]);
  }

  explainCursor() {
    const hex = this.store.ui.cursor ?? this.store.ui.hover;
    if (!hex) return;
    this.cards.show(hex, true);
    say(hexWords(this.store, hex));
  }
}
