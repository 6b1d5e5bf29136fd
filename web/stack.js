// The stack panel: what lies in a hex, row by row, and what each counter may do.

import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { counterIcon } from "./counters.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Unit} Unit */

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./company.js").Company} company
 * @property {Pick<import("./play.js").Play, "click" | "takeAll" | "canSwap">} play
 * @property {(event: PointerEvent, unit: Unit) => void} press
 * @property {(unit: Unit) => void} actOnUnit
 * @property {() => void} close
 */

/** The stack panel of a table. */
export class StackPanel {
  /** @param {Needs} needs */
  constructor({ store, company, play, press, actOnUnit, close }) {
    this.store = store;
    this.company = company;
    this.play = play;
    this.press = press;
    this.actOnUnit = actOnUnit;
    this.close = close;
    this.node = h("section", { class: "stack-panel", "aria-label": words("stack.label"), hidden: true });
  }

  /** What the panel shows now: a stack, or counters beside the map that may be chosen. @returns {{hex: string | null, units: Unit[]}} */
  get shown() {
    const { index, ui, hand, isLive } = this.store;
    const hex = ui.hex ?? hand.hex;
    if (!isLive) return { hex: null, units: [] };
    if (hex) return { hex, units: index.stack(hex) };
    return { hex: null, units: /** @type {Unit[]} */ (index.offeredBeside()) };
  }

  draw() {
    const { hex, units } = this.shown;
    if (!units.length) return this.#hide();
    const beside = () => h("header", null, h("b", null, words("stack.beside")), h("span", { class: "quiet" }, words("stack.to-choose", { n: units.length })));
    this.#show(hex ? this.#head(hex, units) : beside(), units);
  }

  #hide() {
    this.node.hidden = true;
    put(this.node);
  }

  /** @param {HTMLElement} head @param {Unit[]} units */
  #show(head, units) {
    this.node.hidden = false;
    put(this.node, head, h("ul", null, units.map((u, i) => h("li", null, this.#along(u), this.#row(u, i)))));
  }

  /** Whether a counter goes along with the one in hand. @param {Unit} unit */
  #along(unit) {
    const { company } = this;
    const isFree = company.isPossible && company.free(unit.hex ?? "").some((u) => u.unit === unit.unit);
    if (!isFree) return null;
    const isIn = company.members().some((u) => u.unit === unit.unit);
    return h("button", { type: "button", class: "along", "aria-pressed": String(isIn), title: isIn ? words("stack.goes-along") : words("stack.take-along"), "aria-label": words("stack.unit-along", { unit: unit.name }), "data-along": unit.unit, on: { click: () => company.toggle(unit.unit) } }, icon(isIn ? "tick" : "plus", "small"));
  }

  /** The whole stack, or one counter of it. @param {string} hex */
  #whole(hex) {
    const { company, play, store } = this;
    const isHere = company.isPossible && store.picks.some((u) => store.index.unit.get(u)?.hex === hex);
    if (this.#isGoal(hex)) return h("button", { type: "button", class: "whole", "data-send": "", on: { click: () => this.play.click(`hex ${hex}`) } }, words("prompt.move-here"));
    const more = store.index.offeredIn(hex).length;
    if (store.picks.length && store.view?.battles.length && more) return h("button", { type: "button", class: "whole", "data-rest": "", on: { click: () => void play.takeAll([hex]) } }, words("stack.all-more", { n: more }));
    if (!isHere || !company.free(hex).length) return null;
    const isOn = company.take === "stack";
    return h("button", { type: "button", class: "whole", "aria-pressed": String(isOn), "data-whole": "", on: { click: () => company.setTake(isOn ? "one" : "stack") } }, words("stack.whole"));
  }

  /** Whether those in hand could go to a stack that a tap only adds. @param {string} hex */
  #isGoal(hex) {
    const { company, store } = this;
    return company.isPossible && company.isAdding && store.index.hexes.has(hex) && store.hand.hex !== hex;
  }

  /** @param {string} hex @param {Unit[]} units */
  #head(hex, units) {
    const info = this.store.grid.hexes[hex];
    const what = [info?.place, info?.terrain].filter(Boolean).join(" · ");
    const whole = this.#whole(hex);
    return h("header", null, h("b", null, hex), h("span", { class: "second grow ellipsis" }, what), whole ?? h("span", { class: "quiet" }, words("units.n", { n: units.length })),
      h("button", { type: "button", class: "icon-button slim", "aria-label": words("stack.close"), on: { click: () => this.close() } }, icon("close", "small")));
  }

  /** Whether taking this counter puts the one in hand back. @param {Unit} unit */
  #isOneOfMany(unit) {
    const { play, store } = this;
    if (play.canSwap(unit.unit)) return true;
    return store.picks.includes(unit.unit) && store.picks.length === 1 && store.index.stack(unit.hex).some((u) => play.canSwap(u.unit));
  }

  /** @param {Unit} unit @param {number} i */
  #row(unit, i) {
    const { store } = this;
    const isPicked = store.hand.units.has(unit.unit);
    const offer = store.index.units.get(unit.unit);
    const canSwap = this.play.canSwap(unit.unit);
    const state = isPicked ? "picked row-mark" : offer || canSwap ? "may" : unit.done ? "done" : "cannot";
    const facts = [unit.face?.formation, ...unit.badges.map((b) => b.text), unit.done ? words("unit.done") : null].filter(Boolean).join(" · ");
    return h("button", {
      type: "button", class: `stack-row ${state}`, title: [unit.profile, ...unit.badges.map((b) => b.text)].filter(Boolean).join("\n"), "aria-pressed": isPicked ? "true" : offer ? "false" : null, "data-unit-row": unit.unit,
      on: { pointerdown: (/** @type {PointerEvent} */ e) => this.press(e, unit), click: () => this.actOnUnit(unit) },
    }, offer || isPicked || canSwap ? h("span", { class: `tick ${isPicked ? "on" : ""} ${this.#isOneOfMany(unit) ? "one" : ""}` }, icon("tick")) : h("span", { class: "tick-room" }), counterIcon(unit),
      h("span", { class: "grow" }, h("span", { class: "strong block" }, unit.name), h("span", { class: "note quiet block ellipsis" }, facts || store.side(unit.side)?.name || "")),
      h("span", { class: "row-figures" }, h("b", null, unit.face?.hidden ? "?" : unit.face?.figures ?? ""), i < 9 ? h("span", { class: "key cap" }, i + 1) : null));
  }
}

