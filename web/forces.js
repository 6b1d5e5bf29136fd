// The forces sheet: boxes beside the map, and every counter found by name.

import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { counterIcon, sideMark } from "./counters.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Unit} Unit */

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {(hex: string) => void} centre
 * @property {Pick<import("./guide.js").Guide, "pointOut" | "goTo">} guide
 * @property {(unit: Unit) => void} actOnUnit
 */

/** The inventory of a table. */
export class ForcesSheet {
  /** @param {Needs} needs */
  constructor({ store, centre, guide, actOnUnit }) {
    this.store = store;
    this.centre = centre;
    this.guide = guide;
    this.actOnUnit = actOnUnit;
    this.word = "";
    this.tab = "boxes";
    /** @type {string | null} */
    this.side = null;
    this.tabs = h("div", { class: "segments" });
    this.body = h("div", { class: "forces-body" });
    const input = h("input", { type: "search", placeholder: words("forces.find-for"), "aria-label": words("forces.find"), on: { input: () => { this.word = /** @type {HTMLInputElement} */ (input).value.trim().toLowerCase(); this.#fill(); } } });
    this.input = /** @type {HTMLInputElement} */ (input);
    this.node = h("div", { class: "forces" }, h("label", { class: "field" }, icon("search"), input), this.tabs, this.body);
  }

  draw() {
    const tab = (/** @type {string} */ id, /** @type {string} */ name) => h("button", { type: "button", "aria-pressed": String(this.tab === id), on: { click: () => { this.tab = id; this.draw(); } } }, name);
    put(this.tabs, tab("boxes", words("forces.boxes")), tab("map", words("forces.on-map")));
    this.#fill();
    return [this.node];
  }

  /** @param {Unit} unit */
  #matches(unit) {
    return !this.word || `${unit.name} ${unit.unit} ${unit.hex ?? ""} ${unit.face?.formation ?? ""} ${unit.face?.symbol ?? ""}`.toLowerCase().includes(this.word);
  }

  #fill() {
    const view = this.store.view;
    if (!view) return;
    const isSearch = this.word !== "";
    const parts = [];
    if (isSearch) parts.push(...this.#places());
    if (this.tab === "boxes" || isSearch) parts.push(...view.boxes.map((b) => this.#box(b)).filter((b) => b !== null));
    if (this.tab === "map" || isSearch) parts.push(...this.store.game.sides.map((x) => this.#side(x)));
    const isEmpty = !parts.length || (isSearch && !this.#count());
    put(this.body, isEmpty ? h("p", { class: "empty" }, isSearch ? words("forces.not-found") : words("forces.nothing")) : parts);
  }

  /** How much the word has found. */
  #count() {
    const { view } = this.store;
    const units = [...(view?.units ?? []), ...(view?.boxes ?? []).flatMap((b) => b.units)].filter((u) => this.#matches(u));
    return units.length + this.#places().length;
  }

  /** Hexes by their number or the town in them. */
  #places() {
    const { hexes } = this.store.grid;
    const found = Object.keys(hexes).filter((n) => n === this.word || hexes[n].place?.toLowerCase().includes(this.word)).slice(0, 12);
    const row = (/** @type {string} */ n) => h("button", { type: "button", class: "note-row", "data-place-row": n, on: { click: () => { this.centre(n); this.guide.pointOut([n]); } } }, icon("flag"), h("span", { class: "grow" }, h("span", { class: "strong block" }, hexes[n].place ?? n), h("span", { class: "note quiet" }, [n, hexes[n].terrain].filter(Boolean).join(" · "))));
    return found.length ? [h("section", { class: "box" }, h("div", { class: "heading" }, words("forces.places")), found.map(row))] : [];
  }

  /** @param {import("./types.js").Box} box */
  #box(box) {
    const units = box.units.filter((u) => this.#matches(u));
    if (this.word && !units.length) return null;
    const when = box.turn ? words("forces.turn", { n: box.turn }) : `${units.length}`;
    return h("section", { class: "box" }, h("div", { class: "heading" }, h("span", { class: "with-mark" }, box.side ? sideMark(this.store.side(box.side)) : null, box.title), h("span", { class: "quiet" }, when)),
      units.length ? h("div", { class: "box-units" }, units.map((u) => this.#tile(u))) : h("p", { class: "quiet note" }, words("forces.empty")));
  }

  /** @param {Unit} unit */
  #tile(unit) {
    const isOffered = this.store.index.units.has(unit.unit);
    return h("button", { type: "button", class: `tile ${isOffered ? "may" : ""}`, title: unit.name, "aria-label": unit.name, "data-unit-row": unit.unit, on: { click: () => this.actOnUnit(unit) } }, counterIcon(unit, "large"));
  }

  /** @param {import("./types.js").Side} side */
  #side(side) {
    const units = (this.store.view?.units ?? []).filter((u) => u.side === side.id && u.hex && this.#matches(u));
    units.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    const rows = units.slice(0, 250).map((u) => h("button", { type: "button", class: "note-row", on: { click: () => this.guide.goTo(u) } }, counterIcon(u), h("span", { class: "grow" }, h("span", { class: "strong block" }, u.name), h("span", { class: "note quiet" }, [u.hex, ...u.badges.map((b) => b.text), u.done ? words("unit.done") : null].filter(Boolean).join(" · "))), h("b", null, u.face?.figures ?? "")));
    return h("section", { class: "box" }, h("div", { class: "heading" }, h("span", { class: "with-mark" }, sideMark(side), side.name), h("span", { class: "quiet" }, words("forces.n-on-map", { n: units.length }))), rows);
  }
}
