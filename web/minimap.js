// The whole map in the corner, with the part that is shown, and the zoom buttons.

import { button, h, put, s } from "./dom.js";
import { icon } from "./icons.js";
import { dots, land } from "./overview.js";
import { words } from "./words.js";

/** How many pixels the small map has on its longer side. */
const MOST = 328;

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {() => void} turn
 */

/** The minimap of a table. */
export class Minimap {
  /** @param {Needs} needs */
  constructor({ store, board, turn }) {
    this.store = store;
    this.board = board;
    this.turn = turn;
    this.dots = s("svg", { class: "mini-dots", "aria-hidden": "true" });
    this.window = s("rect", { class: "mini-window" });
    this.picture = h("div", { class: "mini-picture", on: { pointerdown: (/** @type {PointerEvent} */ e) => this.#go(e), pointermove: (/** @type {PointerEvent} */ e) => e.buttons && this.#go(e) } });
    const camera = () => board.camera;
    this.node = h("section", { class: "minimap", "aria-label": words("minimap.label") }, this.picture, h("div", { class: "mini-buttons" },
      button(icon("plus", "small"), () => camera().zoom(1.3), { class: "icon-button slim", "aria-label": words("minimap.in") }), button(icon("minus", "small"), () => camera().zoom(1 / 1.3), { class: "icon-button slim", "aria-label": words("minimap.out") }),
      button(icon("fit", "small"), () => camera().fit(), { class: "icon-button slim", "aria-label": words("minimap.fit") }),
      button(icon("rotate", "small"), turn, { class: "icon-button slim", "aria-label": words("minimap.turn"), title: words("minimap.turn") })));
    board.frame.addEventListener("painted", () => this.#paint());
  }

  draw() {
    const { bounds } = this.board;
    // An open sheet leaves the map less room.
    this.store.read("sheet");
    put(this.dots, dots(this.store), this.window);
    this.dots.setAttribute("viewBox", `${bounds.left} ${bounds.top} ${bounds.width} ${bounds.height}`);
    this.frame();
  }

  #paint() {
    const { bounds } = this.board;
    this.picture.style.setProperty("aspect-ratio", `${bounds.width} / ${bounds.height}`);
    put(this.picture, land(this.board, MOST), this.dots);
  }

  /** Moves the frame of what is shown. */
  frame() {
    const { camera, size } = this.board;
    const [a, b] = [[0, 0], [size.width, size.height]].map(([x, y]) => camera.turned((x - camera.x) / camera.k, (y - camera.y) / camera.k, -camera.quarters));
    for (const [name, value] of Object.entries({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) })) this.window.setAttribute(name, String(value));
  }

  /** @param {PointerEvent} event */
  #go(event) {
    const box = this.picture.getBoundingClientRect();
    const { bounds } = this.board;
    this.board.camera.centre(bounds.left + ((event.clientX - box.left) / box.width) * bounds.width, bounds.top + ((event.clientY - box.top) / box.height) * bounds.height, false);
  }
}
