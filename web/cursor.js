// The hex cursor: everything the pointer can do on the map, from the keyboard.

import { say } from "./dom.js";
import { hexWords } from "./list.js";

/** @typedef {import("./table.js").Table} Table */

/** The keyboard cursor of a table. */
export class Cursor {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.isKeyboard = false;
  }

  /** @param {number} dx @param {number} dy @param {boolean} isDiagonal */
  moveCursor(dx, dy, isDiagonal) {
    this.isKeyboard = true;
    [dx, dy] = this.#onMap(dx, dy);
    const from = this.table.ui.cursor ?? this.table.drawing.picked.hex ?? this.#middleHex();
    if (!from) return;
    const lean = this.table.grid.isFlat ? [dx, dy || (isDiagonal ? 1 : -0.6)] : [dx || (isDiagonal ? 1 : -0.5), dy];
    const hex = this.table.grid.step(from, dx && !this.table.grid.isFlat ? dx : lean[0], dy && this.table.grid.isFlat ? dy : lean[1]) ?? from;
    this.toCursor(hex);
  }

  /** An arrow key points on the screen; on a turned map that is another way. @param {number} dx @param {number} dy */
  #onMap(dx, dy) {
    const { camera } = this.table.board;
    const way = camera.turned(dx, dy, -camera.quarters);
    return [way.x, way.y];
  }

  #middleHex() {
    const { frame, camera } = this.table.board;
    const box = frame.getBoundingClientRect();
    const p = camera.toWorld({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
    return this.table.grid.at(p.x, p.y) ?? Object.keys(this.table.grid.hexes)[0];
  }

  /** @param {string} hex */
  toCursor(hex) {
    this.isKeyboard = true;
    this.table.store.set({ cursor: hex, hover: null });
    this.table.board.reveal(hex);
    say(hexWords(this.table, hex));
    this.table.cards.hide();
  }

  /** @param {boolean} [withStack] whether the stack of the counter in hand goes along */
  clickCursor(withStack = false) {
    if (!this.table.ui.cursor) return void this.nextOffered(1);
    this.isKeyboard = true;
    if (this.table.ui.refusal) this.table.store.set({ refusal: null });
    if (withStack && this.table.pointer.marches(this.table.ui.cursor)) return void this.table.play.march(this.table.ui.cursor);
    this.table.pointer.act(this.table.ui.cursor);
  }

  /** The hexes where something is offered, from west to east and north to south. */
  offeredHexes() {
    const { index } = this.table.store;
    const hexes = new Set([...index.hexes.keys(), ...[...index.units.keys()].map((u) => index.unit.get(u)?.hex ?? "")].filter((x) => this.table.grid.has(x)));
    return hexes;
  }

  /** @param {number} by */
  nextOffered(by) {
    const hexes = [...this.offeredHexes()].sort();
    if (!hexes.length) return false;
    const at = hexes.indexOf(this.table.ui.cursor ?? "");
    this.toCursor(hexes[(at + by + hexes.length) % hexes.length] ?? hexes[0]);
    return true;
  }

  /** @param {number} n */
  digit(n) {
    const { index } = this.table.store;
    const numbered = [...index.hexes.values()];
    if (numbered.length && numbered.length <= 9 && numbered[n - 1]) return this.table.choose(numbered[n - 1].choice);
    const beside = index.offeredBeside();
    const unit = index.stack(this.table.ui.hex ?? this.table.ui.cursor ?? this.table.drawing.picked.hex)[n - 1] ?? beside[n - 1];
    if (unit) this.table.pointer.actOnUnit(unit);
  }

  async takeAll() {
    const hex = this.table.ui.hex ?? this.table.ui.cursor ?? this.table.drawing.picked.hex;
    if (hex) await this.table.play.takeAll([hex]);
  }

  explainCursor() {
    const hex = this.table.ui.cursor ?? this.table.ui.hover;
    if (!hex) return;
    this.table.cards.show(hex, true);
    say(hexWords(this.table, hex));
  }

  enter() {
    if (this.table.ui.playback) return this.table.playback.stop();
    if (!this.table.cover.hidden) return void (this.table.cover.hidden = true);
    if (this.table.replay.isOpen) return this.table.replay.toggle();
    const visible = [this.table.prompt.node.querySelector("[data-primary]"), this.table.prompt.node.querySelector(".not-yet")].find(Boolean);
    if (visible && !this.table.store.index.primary && !this.table.ui.preview) return /** @type {HTMLElement} */ (visible).click();
    this.table.prompt.press();
  }

  /** One step back, whatever is open. */
  escape() {
    const { ui } = this.table;
    if (this.table.drag.load) return this.table.drag.cancel();
    if (ui.refusal) return this.table.store.set({ refusal: null });
    if (ui.preview) return this.table.store.set({ preview: null });
    if (ui.confirming) return this.table.store.set({ confirming: false });
    if (ui.playback) return this.table.playback.stop();
    if (this.table.replay.isOpen) return this.table.replay.stop();
    if (this.table.pointer.fan || !this.table.cards.hover.hidden) return this.table.pointer.hideHover();
    const focused = document.activeElement;
    if (this.table.sheets.node.contains(focused)) return this.table.desk.openSheet(null);
    if (this.table.play.picks.length && this.table.now?.undo?.steps.length) return void this.table.play.undo();
    if (ui.hex) return this.table.store.set({ hex: null });
    if (ui.sheet && ui.sheet !== "odds") return this.table.desk.openSheet(null);
    if (this.table.store.view?.prompt?.mine && this.table.store.index.hexes.size && this.table.now?.undo?.steps.length) return void this.table.play.undo();
    if (ui.sheet) this.table.desk.openSheet(null);
  }

  /** @param {boolean} isBack */
  nextRegion(isBack) {
    const regions = [this.table.strip.node, this.table.board.frame, this.table.prompt.node, this.table.sheets.node, this.table.sheets.rail].filter((r) => !r.hidden);
    const at = regions.findIndex((r) => r.contains(document.activeElement));
    const next = regions[(at + (isBack ? -1 : 1) + regions.length) % regions.length];
    /** @type {HTMLElement} */ (next === this.table.board.frame ? next : next.querySelector("button, input, [tabindex]") ?? next).focus();
  }
}
