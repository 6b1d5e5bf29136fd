// A combat as it is seen on the map: dice that roll, the result at the hex, what died and where the rest went.

import { isCalm, s } from "./dom.js";
import { face } from "./counters.js";
import { inward } from "./grid.js";
import { isFight } from "./fight.js";
import { pipsOf } from "./odds.js";
import { play } from "./sound.js";

/** @typedef {import("./shapes.js").Event} Event */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./store.js").Index} Index */

/** How long a result stays on the map, in milliseconds. */
const STAYS = 2200;
/** How long the map stays with a result before it goes on to the next question, in milliseconds. */
const LOOK = 1400;
/** How large a die is on the screen at least, in pixels. */
const DIE_LEAST = 30;

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {HTMLElement} page
 * @property {() => boolean} isCarrying whether counters hang at the pointer
 * @property {() => void} acted whoever acts has seen enough
 */

/** Shows fights on one map. */
export class Battle {
  /** @param {Needs} needs */
  constructor({ store, board, page, isCarrying, acted }) {
    this.store = store;
    this.board = board;
    this.isCarrying = isCarrying;
    /** The arrows of the attack that is played back. */
    this.arrows = s("g", { class: "battle-arrows" });
    this.group = s("g", { class: "battle" });
    board.over.append(this.arrows, this.group);
    this.timer = 0;
    this.until = 0;
    const end = () => {
      acted();
      this.skip();
    };
    page.addEventListener("pointerdown", end, { capture: true });
    page.addEventListener("keydown", end, { capture: true });
  }

  /** What moves stands still at once where it would have ended. */
  skip() {
    if (!this.group.childElementCount) return;
    for (const animation of this.group.getAnimations({ subtree: true })) animation.finish();
  }

  clear() {
    this.#wipe();
    this.arrows.replaceChildren();
  }

  #wipe() {
    clearTimeout(this.timer);
    this.group.replaceChildren();
  }

  /**
   * Shows what some events did.
   * @param {Event[]} events in their order @param {Index} before the counters as they lay
   */
  show(events, before) {
    const fights = events.filter(isFight);
    if (!fights.length) return;
    // What follows a throw, such as a bot's retreat, joins its result; another throw takes its place.
    clearTimeout(this.timer);
    if (fights.some((e) => e.kind === "rolled")) this.#wipe();
    this.board.over.append(this.group);
    for (const event of fights) this.#one(event, before);
    this.#sound(fights);
    this.timer = window.setTimeout(() => this.#wipe(), STAYS);
  }

  /** The map goes to dice that were thrown, and stays there for a while. @param {Event[]} events */
  hold(events) {
    const { board, store } = this;
    const { grid } = store;
    const roll = events.findLast((e) => e.kind === "rolled" && isFight(e));
    const hex = roll?.hexes.find((n) => grid.has(n));
    if (!hex || isCalm() || this.isCarrying() || !store.isLive) return;
    this.until = performance.now() + LOOK;
    if (!board.isUncovered(hex)) board.centre(hex);
  }

  /** How long the map should still stay where it is, in milliseconds. */
  get left() {
    return Math.max(0, this.until - performance.now());
  }

  /** @param {Event} event @param {Index} before */
  #one(event, before) {
    if (event.kind === "rolled") return this.#result(event);
    for (const { path } of event.kind === "retreated" ? event.moves : []) this.#way(path);
    if (event.kind === "eliminated") for (const id of event.units) this.#fallen(id, before);
  }

  /** @param {Event[]} fights */
  #sound(fights) {
    const has = (/** @type {string} */ kind) => fights.some((e) => e.kind === kind);
    if (has("rolled")) play("dice");
    if (has("eliminated")) play("loss");
    if (has("retreated")) play("retreat");
  }

  /** How many units of the map a unit of a drawing is, so that it can be read at any zoom. */
  get #unit() {
    return Math.max(this.store.grid.pitch / 100, DIE_LEAST / (44 * this.board.camera.k));
  }

  /** Dice and the result beside the hex of a combat. @param {Event} event */
  #result(event) {
    const hex = event.hexes.find((n) => this.store.grid.has(n));
    if (!hex) return;
    const { x, y } = this.store.grid.centre(hex);
    const rolls = event.rolls ?? [];
    const code = event.code ?? "";
    const wide = Math.max(48 * rolls.length, 20 + 15 * code.length);
    const dice = rolls.map((n, i) => s("g", { class: "map-die", transform: `translate(${48 * i + (wide - 48 * rolls.length) / 2 + 2} 0)` }, s("g", { class: "map-die-body" }, s("rect", { width: 44, height: 44, rx: 8 }), pipsOf(n))));
    const label = s("g", { class: "map-result", transform: `translate(0 ${rolls.length ? 50 : 0})` }, s("rect", { width: wide, height: 30, rx: 6 }), s("text", { x: wide / 2, y: 22, "font-size": 22 }, code));
    const lines = (event.result ?? "").split("; ").filter(Boolean);
    const words = this.#words(lines, wide / 2, rolls.length ? 84 : 34);
    const unit = this.#unit;
    const high = (rolls.length ? 82 : 32) + 24 * words.length;
    const top = this.#isHigh(hex) ? y + this.store.grid.pitch * 0.62 : y - this.store.grid.pitch * 0.55 - high * unit;
    const widest = Math.max(wide, ...lines.map(wideOf)) * unit;
    const left = x - (wide / 2) * unit + this.#inward(hex, widest);
    const at = `translate(${left} ${top}) scale(${unit})`;
    this.group.append(s("g", { class: "upright", vars: { "--cx": `${x}px`, "--cy": `${y}px` } }, s("g", { transform: at }, ...dice, label, ...words)));
  }

  /**
   * How far what is written at a hex must go to the side to be in the frame.
   * @param {string} hex @param {number} wide
   */
  #inward(hex, wide) {
    const { board } = this;
    const { k } = board.camera;
    return inward(board.screen(hex).x, (wide * k) / 2, 8, board.size.width - 8) / k;
  }

  /**
   * What the result means, a line for each side.
   * @param {string[]} lines @param {number} x @param {number} y
   */
  #words(lines, x, y) {
    return lines.map((line, i) => {
      const wide = wideOf(line);
      const box = s("rect", { x: x - wide / 2, y: y + 24 * i, width: wide, height: 24, rx: 4 });
      return s("g", { class: "map-words" }, box, s("text", { x, y: y + 18 + 24 * i, "font-size": 18 }, line));
    });
  }

  /** Whether there is no room above a hex, in the frame or on a turned map. @param {string} hex */
  #isHigh(hex) {
    return this.board.screen(hex).y < 190;
  }

  /** Where a counter fell: its face, fading, and a cross. @param {string} id @param {Index} before */
  #fallen(id, before) {
    const unit = before.unit.get(id);
    if (!unit?.hex || !this.store.grid.has(unit.hex)) return;
    const { x, y } = this.store.grid.centre(unit.hex);
    const p = this.store.grid.pitch / 100;
    const a = 26 * p;
    const cross = `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}`;
    const isLost = !this.store.index.unit.get(id)?.hex;
    const body = isLost ? s("g", { class: "fallen-face" }, face(unit, x, y, 80 * p)) : null;
    this.group.append(s("g", { class: `fallen upright ${isLost ? "lost" : "hit"}`, "data-fallen": id, vars: { "--cx": `${x}px`, "--cy": `${y}px` } }, body,
      s("path", { class: "cross-edge", d: cross }), s("path", { class: "cross", d: cross })));
  }

  /** The way of a retreat. @param {string[]} path */
  #way(path) {
    if (path.length < 2) return;
    const d = this.store.grid.line(path);
    this.group.append(s("path", { class: "retreat-casing", d }), s("path", { class: "retreat-way", d, pathLength: 100 }));
  }

  /**
   * The arrows of an attack with the odds on them.
   * @param {Odds | null} odds @param {Index} index
   */
  attack(odds, index) {
    this.clear();
    if (!odds) return;
    this.board.over.append(this.arrows);
    const p = this.store.grid.pitch / 100;
    const from = new Set(odds.attackers.map((id) => index.unit.get(id)?.hex ?? "").filter((hex) => this.store.grid.has(hex)));
    const face = this.store.side(odds.attacker)?.face ?? "#9C5236";
    for (const hex of from) for (const target of odds.targets) this.#arrow(hex, target, face, p);
    const [[first], [target]] = [from, odds.targets];
    if (first && this.store.grid.has(target)) this.#odds(odds.columns[odds.to], first, target);
  }

  /** @param {string} hex @param {string} target @param {string} colour @param {number} p */
  #arrow(hex, target, colour, p) {
    const [a, b] = [this.store.grid.centre(hex), this.store.grid.centre(target)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const tip = length - 22 * p;
    const d = `M${20 * p} ${-9 * p}H${tip - 24 * p}V${-24 * p}L${tip} 0L${tip - 24 * p} ${24 * p}V${9 * p}H${20 * p}Z`;
    this.arrows.append(s("path", { class: "attack-arrow", d, transform: `translate(${a.x} ${a.y}) rotate(${turn})`, vars: { "--side-face": colour } }));
  }

  /** The odds, on the first arrow. @param {string | undefined} column @param {string} hex @param {string} target */
  #odds(column, hex, target) {
    if (!column) return;
    const [a, b] = [this.store.grid.centre(hex), this.store.grid.centre(target)];
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const unit = this.#unit;
    const wide = 22 + column.length * 13;
    const at = `translate(${x - (wide / 2) * unit} ${y - 16 * unit}) scale(${unit})`;
    this.arrows.append(s("g", { class: "upright", vars: { "--cx": `${x}px`, "--cy": `${y}px` } },
      s("g", { class: "map-odds", transform: at }, s("rect", { width: wide, height: 32, rx: 6 }), s("text", { x: wide / 2, y: 24, "font-size": 24 }, column))));
  }

  /** How long the arrows of an attack are seen before its dice, in milliseconds. */
  get pause() {
    return isCalm() ? 0 : 650;
  }
}

/** How wide the box round a line of a result is. @param {string} line */
const wideOf = (line) => 18 + 7.8 * line.length;
