// The cards beside a hex: what a click would do, and why a click did nothing.

import { button, h, put, s } from "./dom.js";
import { icon, iconOf } from "./icons.js";
import { counterIcon } from "./counters.js";
import { half } from "./marks.js";
import { words } from "./words.js";


/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {import("./chip.js").Chip} chip
 * @property {(number: string) => void} showRule
 * @property {() => HTMLElement} panel
 */

/** The hover card and the refusal card of a table. */
export class Cards {
  /** @param {Needs} needs */
  constructor({ store, board, chip, showRule, panel }) {
    this.store = store;
    this.board = board;
    this.chip = chip;
    this.showRule = showRule;
    this.panel = panel;
    this.hover = h("div", { class: "card hover-card", role: "tooltip", hidden: true });
    this.refusal = h("div", { class: "card refusal-card", role: "alert", hidden: true });
    this.leader = s("svg", { class: "leader", "aria-hidden": "true" });
    this.node = h("div", { class: "cards" }, this.leader, this.hover, this.refusal);
    /** @type {string | null} */
    this.at = null;
  }

  hide() {
    this.hover.hidden = true;
    this.#lead();
  }

  /**
   * The card of a hex: its ground, what lies there, what a click would do.
   * @param {string} hex @param {boolean} isFull whether to list what lies there even if nothing is offered
   */
  show(hex, isFull) {
    const lines = this.#lines(hex, isFull);
    if (!lines.length && !isFull) return this.hide();
    const info = this.store.grid.hexes[hex];
    const what = [info?.place, info?.terrain].filter(Boolean).join(" · ");
    put(this.hover, h("div", { class: "card-head" }, h("b", null, hex), h("span", { class: "second" }, what)), lines);
    this.hover.hidden = false;
    this.#place(this.hover, hex);
  }

  /** @param {string} hex @param {boolean} isFull */
  #lines(hex, isFull) {
    const { index } = this.store;
    const offer = index.hexes.get(hex);
    const lines = [];
    if (offer) lines.push(...offerLines(this.chip, offer));
    const picks = index.offeredIn(hex).map((u) => index.units.get(u.unit)).filter((o) => o?.effects?.length || o?.label);
    for (const o of picks.slice(0, 2)) if (o) lines.push(...offerLines(this.chip, o));
    if (isFull || index.stack(hex).length) lines.push(...this.#stackLines(hex, isFull));
    return lines;
  }

  /** @param {string} hex @param {boolean} isFull */
  #stackLines(hex, isFull) {
    const stack = this.store.index.stack(hex);
    if (isFull && !stack.length && !this.store.index.hexes.has(hex)) return [h("div", { class: "card-line second" }, words("card.empty"))];
    return stack.slice(0, 6).map((u) =>
      h("div", { class: "card-line" }, counterIcon(u), u.back ? counterIcon({ ...u, f: u.back.f, name: words("card.back", { unit: u.name }) }, "back") : null, h("span", { class: "grow" }, h("span", { class: "strong" }, u.name), factsOf(u, this.store.side(u.side)?.name), u.badges.map((b) => h("span", { class: "note quiet block" }, b.text, " ", this.chip(b.rule))))));
  }

  /** @param {import("./store.js").Ui["refusal"]} refused */
  refuse(refused) {
    this.refusal.hidden = !refused;
    if (!refused) return this.#lead();
    const { refusal, hex } = refused;
    const [first] = refusal.rules;
    put(
      this.refusal,
      h("p", { class: "refusal-text" }, refusal.text),
      h("div", { class: "card-foot" }, h("span", { class: "chips" }, refusal.rules.map((r) => this.chip(r))),
        first ? button([words("card.read"), h("span", { class: "key" }, "R")], () => this.showRule(first), { class: "button slim" }) : null),
    );
    this.hover.hidden = true;
    this.#place(this.refusal, hex);
  }

  /** Keeps the cards at their hexes when the map moves. */
  follow() {
    this.hover.hidden = true;
    const refused = this.store.ui.refusal;
    if (refused && !this.refusal.hidden) this.#place(this.refusal, refused.hex);
    else this.#lead();
  }

  /** @param {HTMLElement} card @param {string | null} hex */
  #place(card, hex) {
    if (!hex || !this.store.grid.has(hex)) {
      card.classList.add("unplaced");
      return this.#lead();
    }
    card.classList.remove("unplaced");
    const spot = this.#best(card, hex);
    card.style.setProperty("left", `${spot.x}px`);
    card.style.setProperty("top", `${spot.y}px`);
    this.#lead(card, hex);
  }

  /** Tries eight places round the hex and takes the one that covers least. @param {HTMLElement} card @param {string} hex */
  #best(card, hex) {
    const { board } = this;
    const c = board.screen(hex);
    const [w, height] = [card.offsetWidth, card.offsetHeight];
    const gap = board.grid.pitch * board.camera.k * 0.75 + 8;
    const { insets } = board.camera;
    const frame = { w: board.frame.clientWidth - insets.right + 8, h: board.frame.clientHeight - insets.bottom };
    let best = { x: 0, y: 0 };
    let least = Infinity;
    for (const [i, j] of [[1, -1], [1, 0], [1, 1], [-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1]]) {
      const x = c.x + (i > 0 ? gap : i < 0 ? -gap - w : -w / 2);
      const y = c.y + (j > 0 ? gap * 0.4 : j < 0 ? -gap * 0.4 - height : -height / 2) + (i === 0 ? j * gap * 0.6 : 0);
      const spot = { x: Math.max(8, Math.min(x, frame.w - w - 8)), y: Math.max(52, Math.min(y, frame.h - height)) };
      const cost = this.#cover(spot, w, height, hex) + Math.abs(spot.x - x) * 0.05 + Math.abs(spot.y - y) * 0.05;
      if (cost < least) [best, least] = [spot, cost];
    }
    return best;
  }

  /** @param {{x: number, y: number}} spot @param {number} w @param {number} height @param {string} hex */
  #cover(spot, w, height, hex) {
    const { board, store } = this;
    const half = board.grid.pitch * board.camera.k * 0.5;
    let cost = 0;
    const because = new Set(store.ui.refusal?.refusal.because?.hexes ?? []);
    /** @param {string} other @param {number} weight */
    const count = (other, weight) => {
      const p = board.screen(other);
      if (p.x > spot.x - half && p.x < spot.x + w + half && p.y > spot.y - half && p.y < spot.y + height + half) cost += weight;
    };
    for (const other of store.index.stacks.keys()) count(other, other === this.store.hand.hex ? 60 : 1);
    for (const other of because) count(other, 3);
    count(hex, 1000);
    return cost + (this.#meetsPanel(spot, w, height) ? 30 : 0);
  }

  /** Whether a card there would lie on the stack panel. @param {{x: number, y: number}} spot @param {number} w @param {number} height */
  #meetsPanel(spot, w, height) {
    const panel = this.panel();
    if (panel.hidden) return false;
    const { offsetLeft: x, offsetTop: y, offsetWidth: pw, offsetHeight: ph } = panel;
    return spot.x < x + pw && spot.x + w > x && spot.y < y + ph && spot.y + height > y;
  }

  /** @param {HTMLElement} [card] @param {string} [hex] */
  #lead(card, hex) {
    this.leader.replaceChildren();
    if (!card || !hex || card.hidden) return;
    const c = this.board.screen(hex);
    const [x, y] = [Math.max(card.offsetLeft, Math.min(c.x, card.offsetLeft + card.offsetWidth)), Math.max(card.offsetTop, Math.min(c.y, card.offsetTop + card.offsetHeight))];
    this.leader.append(s("path", { class: card === this.refusal ? "leader-line stop" : "leader-line", d: `M${c.x} ${c.y}L${x} ${y}` }));
  }
}

/** What is printed on a counter, in words. @param {import("./types.js").Unit} unit @param {string | undefined} side */
function factsOf(unit, side) {
  const { formation } = unit.face ?? {};
  const facts = [side, formation, unit.profile, unit.done ? words("unit.done-step") : null];
  return h("span", { class: "note second block" }, facts.filter(Boolean).join(" · "));
}

/**
 * What an offer costs and does, line by line.
 * @param {import("./chip.js").Chip} chip @param {import("./types.js").Offer} offer
 */
export function offerLines(chip, offer) {
  const lines = [];
  if (offer.label) lines.push(h("div", { class: "card-line" }, h("span", { class: "grow strong" }, offer.label)));
  if (offer.cost !== undefined) lines.push(h("div", { class: "card-line" }, icon("move"), h("span", { class: "grow" }, words("offer.cost-is"), " ", h("b", null, half(offer.cost)))));
  for (const e of offer.effects ?? []) lines.push(h("div", { class: `card-line ${e.tone}` }, iconOf(e.kind), h("span", { class: "grow" }, e.text), chip(e.rule)));
  return lines;
}
