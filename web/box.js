// A box drawn on the map: everybody in it is taken together.

import { s } from "./dom.js";

/** @typedef {import("./shapes.js").Point} Point */

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {Pick<import("./company.js").Company, "isPossible" | "addAll">} company
 * @property {(hexes: string[]) => Promise<void>} takeAll
 */

/** The box of a table. */
export class Box {
  /** @param {Needs} needs */
  constructor({ store, board, company, takeAll }) {
    this.store = store;
    this.board = board;
    this.company = company;
    this.takeAll = takeAll;
    this.node = s("rect", { class: "select-box" });
  }

  /**
   * A drag with Shift held draws a box instead of moving the map.
   * @param {Point} from @param {PointerEvent} event
   * @returns {import("./camera.js").Grip | null}
   */
  grip(from, event) {
    const { store, board } = this;
    const isMine = Boolean(store.view?.prompt?.mine) && store.isLive;
    if (!isMine || !event.shiftKey) return null;
    return {
      move: (e) => this.draw(from, board.camera.toWorld(e)),
      end: (e) => this.end(from, board.camera.toWorld(e)),
      cancel: () => this.node.remove(),
    };
  }

  /** @param {Point} a @param {Point} b */
  draw(a, b) {
    const { x, y, width, height } = span(a, b);
    for (const [name, value] of Object.entries({ x, y, width, height })) this.node.setAttribute(name, String(value));
    if (!this.node.isConnected) this.board.over.append(this.node);
  }

  /** @param {Point} a @param {Point} b */
  end(a, b) {
    this.node.remove();
    const { store, company } = this;
    const { grid } = store;
    const box = span(a, b);
    const hexes = [...store.index.stacks.keys()].filter((hex) => grid.has(hex) && isIn(grid.centre(hex), box));
    const picked = store.view?.picked.length ?? 0;
    if (store.view?.battles.length && !company.isPossible) return void (store.view.bundles.length && this.takeAll(hexes));
    if (hexes.length || picked) void company.addAll(hexes);
  }
}

/** @param {Point} a @param {Point} b */
export function span(a, b) {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** @param {Point} p @param {{x: number, y: number, width: number, height: number}} box */
export function isIn(p, box) {
  return p.x >= box.x && p.y >= box.y && p.x <= box.x + box.width && p.y <= box.y + box.height;
}
