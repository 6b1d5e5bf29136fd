// Overlays: what the server says about zones, supply, control and points, drawn on the map and told in a sheet.

import { h, put, s } from "./dom.js";
import { icon } from "./icons.js";
import { counterIcon, sideMark } from "./counters.js";
import { frontLine } from "./overview.js";
import * as api from "./api.js";
import { words } from "./words.js";
import { KNOWN, activeOf, isTrouble, legendOf, lookOf, toggled } from "./layering.js";

/** @typedef {import("./types.js").Overlay} Overlay */

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./chip.js").Chip} chip
 * @property {(hexes: string[]) => void} pointOut
 */

/** Fetches and draws the overlays of a table. */
export class Overlays {
  /** @param {Needs} needs */
  constructor({ store, chip, pointOut }) {
    this.store = store;
    this.chip = chip;
    this.pointOut = pointOut;
    this.under = s("g", { class: "overlay-under" });
    this.front = s("g", { class: "front" });
    this.top = s("g", { class: "overlay-top" });
    this.defs = s("defs");
    this.key = h("aside", { class: "map-key", "aria-label": words("legend.label"), hidden: true });
    /** @type {Map<string, Overlay>} */
    this.known = new Map();
    this.seq = -1;
  }

  /** The overlays this game has, ours first. */
  ids() {
    const ids = [...(this.store.view?.overlays ?? [])];
    if (!ids.includes("points") && this.store.view?.points.items.length) ids.push("points");
    return ids;
  }

  /** @param {string} key */
  idOfKey(key) {
    return this.ids().find((id) => KNOWN[id]?.[1] === key) ?? null;
  }

  active() {
    const { overlays, peek } = this.store.ui;
    return activeOf(overlays, peek);
  }

  /** @param {string} id */
  toggle(id) {
    this.store.set({ overlays: toggled(this.store.ui.overlays, id) });
  }

  /** The range is that of one counter: the topmost under the pointer or the cursor. @param {string} id */
  #asked(id) {
    if (id !== "range") return id;
    const { hover, cursor } = this.store.ui;
    const [unit] = this.store.index.stack(hover ?? cursor ?? this.store.hand.hex);
    return unit ? `range:${unit.unit}` : null;
  }

  /** @param {string} kind */
  async #fetch(kind) {
    const now = this.store.now;
    const id = this.#asked(kind);
    if (!id || !now || this.store.ui.shown) return;
    if (this.seq !== now.seq) this.known.clear();
    this.seq = now.seq;
    if (this.known.has(id) || id === "points") return;
    this.known.set(id, { areas: [], paths: [], notes: [] });
    try {
      this.known.set(id, await api.overlay(now.table, now.as, id));
    } catch {
      this.known.delete(id);
    }
    this.store.touch("overlays");
  }

  draw() {
    const active = this.active();
    for (const id of active) void this.#fetch(id);
    this.under.replaceChildren(this.defs);
    this.top.replaceChildren();
    this.front.replaceChildren();
    this.defs.replaceChildren();
    for (const id of active) this.#one(id);
    this.#frontLine(active.includes("control") || active.includes("zones"));
    this.#drawKey();
  }

  /** The legend lies on the map while an overlay does, unless the sheet shows it. */
  #drawKey() {
    this.key.hidden = !this.active().length || this.store.ui.sheet === "overlays";
    if (!this.key.hidden) put(this.key, this.#legend());
  }

  /** @param {string} id */
  #one(id) {
    if (id === "points") return this.#points();
    const overlay = this.known.get(this.#asked(id) ?? "");
    if (!overlay) return;
    overlay.areas.forEach((a, i) => this.#area(id, a, i));
    for (const path of overlay.paths) if (this.#isWanted(id, this.#sideAt(path))) this.#path(path);
    for (const note of overlay.notes) if (isTrouble(note.kind)) this.#mark(note.hex);
  }

  /** @param {string} id @param {import("./types.js").Area} area @param {number} i */
  #area(id, area, i) {
    const side = area.side ? this.store.side(area.side) : undefined;
    if (!this.#isWanted(id, area.side)) return;
    const vars = { "--side-face": side?.face ?? "#8a8a8a", "--side-line": `color-mix(in srgb, ${side?.face ?? "#888"} 60%, var(--line-mix))` };
    const group = s("g", { vars });
    group.append(...this.#drawn(lookOf(id, area.kind), area, i));
    this.under.append(group);
  }

  /** @param {ReturnType<typeof lookOf>} look @param {import("./types.js").Area} area @param {number} i */
  #drawn(look, area, i) {
    const { grid } = this.store;
    const path = (/** @type {string} */ kind, /** @type {string} */ d) => s("path", { class: kind, d });
    const [outlines, border] = [grid.outlines(area.hexes), () => grid.border(area.hexes)];
    if (look === "stops") return [path("stops-fill", outlines), path("stops", grid.outlines(area.hexes, 0.9))];
    if (look === "range") return [path("reach-fill", outlines), path("reach-casing", border()), path("reach-line", border())];
    if (look === "tint") return [path("tint", outlines)];
    if (look === "hatched") return this.#hatched(area, outlines, i);
    return [path(`${look}-area`, outlines), path(`${look}-rim`, border())];
  }

  /** One side leans right, the other left; where both lie, a lattice. @param {import("./types.js").Area} area @param {string} outlines @param {number} i */
  #hatched(area, outlines, i) {
    const lean = this.store.game.sides.findIndex((x) => x.id === area.side) === 0 ? 45 : -45;
    const id = `hatch-${i}-${lean}`;
    const p = this.store.grid.pitch / 100;
    const side = area.side ? this.store.side(area.side) : undefined;
    this.defs.append(s("pattern", { id, width: 12 * p, height: 12 * p, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${lean})`, vars: { "--side-line": `color-mix(in srgb, ${side?.face ?? "#888"} 60%, var(--line-mix))` } }, s("line", { class: "hatch-line", x1: 0, y1: 0, x2: 0, y2: 12 * p })));
    return [s("path", { class: "zone-fill", fill: `url(#${id})`, d: outlines }), s("path", { class: "zone-rim", d: this.store.grid.border(area.hexes) })];
  }

  /** @param {string} id @param {string | null} side */
  #isWanted(id, side) {
    const own = id === "supply" && !this.store.isSpectator ? this.store.now?.as : null;
    const wish = this.store.ui.overlaySide ?? own;
    return !wish || !side || id === "control" || wish === side;
  }

  /** Whose counters stand at an end of a path. @param {string[]} path */
  #sideAt(path) {
    const { index } = this.store;
    return (index.stack(path[path.length - 1])[0] ?? index.stack(path[0])[0])?.side ?? null;
  }

  /** @param {string[]} path */
  #path(path) {
    const d = this.store.grid.line(path);
    this.under.append(s("path", { class: "supply-casing", d }), s("path", { class: "supply-path", d }));
  }

  /** @param {string} hex */
  #mark(hex) {
    if (!this.store.grid.has(hex)) return;
    const { x, y } = this.store.grid.centre(hex);
    const p = this.store.grid.pitch / 100;
    this.top.append(s("g", { class: "note-mark" }, s("circle", { cx: x, cy: y - 44 * p, r: 14 * p }), s("path", { d: `M${x - 6 * p} ${y - 44 * p}h${12 * p}` })));
  }

  #points() {
    const p = this.store.grid.pitch / 100;
    for (const item of this.store.view?.points.items ?? []) {
      const side = item.side ? this.store.side(item.side) : undefined;
      const isFirst = this.store.game.sides[0]?.id === item.side;
      for (const hex of item.hexes.filter((n) => this.store.grid.has(n))) {
        const { x, y } = this.store.grid.centre(hex);
        const at = { x: x + 34 * p, y: y + 34 * p };
        const shape = isFirst ? s("rect", { x: at.x - 15 * p, y: at.y - 15 * p, width: 30 * p, height: 30 * p, rx: 4 * p }) : s("circle", { cx: at.x, cy: at.y, r: 16 * p });
        this.top.append(s("g", { class: "point-mark", vars: { "--side-face": side?.face ?? "#DDD", "--side-ink": side?.ink ?? "#111" } }, shape, s("text", { x: at.x, y: at.y + 7 * p, "font-size": 20 * p }, item.value.length > 3 ? "•" : item.value)));
      }
    }
  }

  /** @param {boolean} isWanted */
  #frontLine(isWanted) {
    if (isWanted) this.front.append(...frontLine(this.store));
  }

  /** @returns {HTMLElement[]} */
  sheet() {
    const { store } = this;
    const row = (/** @type {string} */ id) => {
      const [known, key] = KNOWN[id] ?? [null, ""];
      const name = known ? words(known) : id;
      const on = store.ui.overlays.includes(id);
      return h("button", { type: "button", class: "check", role: "checkbox", "aria-checked": String(on), on: { click: () => this.toggle(id) } }, h("span", { class: "tick" }, icon("tick")), h("span", { class: "grow" }, name), key ? h("span", { class: "key cap" }, key) : null);
    };
    const lift = h("button", { type: "button", class: "check", role: "checkbox", "aria-checked": String(store.ui.lifted), on: { click: () => store.set({ lifted: !store.ui.lifted }) } }, h("span", { class: "tick" }, icon("tick")), h("span", { class: "grow" }, words("overlay.fade")), h("span", { class: "key cap" }, "H"));
    return [h("div", { class: "checks" }, this.ids().map(row), lift), this.#sideSwitch(), ...this.#notes(), this.#verdict(), this.#legend()];
  }

  #sideSwitch() {
    const { store } = this;
    if (!this.active().some((id) => id === "supply" || id === "zones")) return h("span");
    const option = (/** @type {string | null} */ id, /** @type {(Node | string)[]} */ label) => h("button", { type: "button", "aria-pressed": String(store.ui.overlaySide === id), on: { click: () => store.set({ overlaySide: id }) } }, label);
    return h("div", { class: "segments" }, option(null, [this.active().includes("supply") ? words("overlay.own") : words("overlay.both")]), store.game.sides.map((x) => option(x.id, [sideMark(x), x.name])));
  }

  /** Who is marked and why. */
  #notes() {
    const { store } = this;
    const notes = this.active().flatMap((id) => this.known.get(id)?.notes ?? []);
    if (!notes.length) return [];
    const rows = notes.slice(0, 60).map((n) => {
      const unit = n.unit ? store.index.unit.get(n.unit) : undefined;
      return h("button", { type: "button", class: "note-row", on: { click: () => this.pointOut([n.hex]) } }, unit ? counterIcon(unit) : null, h("span", { class: "grow" }, h("span", { class: "strong block" }, unit?.name ?? n.hex), h("span", { class: "small second" }, n.text, " ", this.chip(n.rule))));
    });
    return [h("div", { class: "heading" }, words("overlay.notes"), h("span", { class: "quiet" }, String(notes.length))), h("div", null, rows)];
  }

  #verdict() {
    const { store } = this;
    const points = store.view?.points;
    if (!points || !points.verdict) return h("span");
    const rows = points.items.map((i) => h("button", { type: "button", class: "odds-row", on: { click: () => this.pointOut(i.hexes) } }, i.side ? sideMark(store.side(i.side)) : null, h("span", { class: "grow" }, i.text), h("b", null, i.value), this.chip(i.rule)));
    return h("div", { class: "items" }, h("div", { class: "heading" }, words("overlay.now")), rows, h("div", { class: "odds-row verdict" }, h("b", { class: "grow" }, points.verdict)));
  }

  #legend() {
    const [a, b] = this.store.game.sides;
    if (!this.active().length || !a || !b) return h("span");
    const rows = legendOf(this.active(), a, b);
    return h("div", { class: "legend note" }, rows.map(([kind, face, text]) => h("div", null, swatch(kind, face), text)));
  }
}

/** @param {string} kind @param {string} face */
function swatch(kind, face) {
  return h("span", { class: `swatch ${kind}`, vars: { "--side-face": face } });
}
