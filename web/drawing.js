// What must be drawn anew when something has changed, and what the counters are marked with.

import { detailFor } from "./counters.js";
import { addSigns } from "./signs.js";
import { Index, split } from "./store.js";
import { askedHexes } from "./asked.js";

/** @typedef {import("./table.js").Table} Table */

/** Draws a table. */
export class Drawing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {string} key */
  redraw(key) {
    this.draw(new Set([key]));
  }

  /** @param {Set<string>} changed */
  draw(changed) {
    if (!this.table.isOpen || !this.table.store.view) return;
    const has = (/** @type {string[]} */ ...keys) => keys.some((k) => changed.has(k));
    const isBoard = has("state", "shown", "playback", "refusal", "sending", "unit", "company");
    if (has("state", "shown")) this.table.pointer.hideHover();
    if (has("state", "shown")) this.table.strip.draw();
    if (isBoard) this.#drawCounters();
    if (has("state", "shown", "playback", "combat")) this.#drawDecision();
    if (has("state", "shown", "playback", "hover", "cursor", "preview")) this.#drawWay();
    if (has("refusal")) { this.table.marks.refuse(this.table.ui.refusal); this.table.cards.refuse(this.table.ui.refusal); }
    if (has("cursor", "state")) this.table.marks.point(this.table.ui.cursor, this.table.cursor.isKeyboard);
    const isRange = has("hover", "cursor") && this.table.overlays.active().includes("range");
    if (isRange || has("state", "shown", "overlays", "peek", "overlaySide")) this.table.overlays.draw();
    this.table.board.tint(isDrawn(this.table.board.under));
    if (has("lifted")) this.table.board.over.classList.toggle("lifted", this.table.ui.lifted);
    if (has("state", "shown", "hex", "playback", "sending", "company")) this.table.stack.draw();
    if (!has("hover", "cursor", "unit") || changed.size > 1) this.table.prompt.draw();
    if (has("playback", "shown")) this.table.playback.draw();
    if (has("shown")) this.table.replay.draw();
    if (has("state")) this.table.desk.drawReport();
    if (has("state", "shown", "sheet", "combat", "log", "rule", "overlays", "peek", "overlaySide", "playback", "lifted", "why")) this.table.sheets.draw();
    if (has("state", "shown", "sheet")) this.table.minimap.draw();
    if (has("state", "shown", "sheet", "hex")) this.#insets();
  }

  #drawCounters() {
    const { counters, facesSvg, store } = this.table;
    addSigns(store.index.unit.values(), (id) => this.table.side(id), facesSvg);
    counters.draw(store.index, this.markSet());
    this.table.page.dataset.company = this.table.company.members().map((u) => u.unit).join(" ");
  }

  #drawDecision() {
    const isLive = !this.table.ui.shown && !this.table.ui.playback;
    this.table.marks.reach(isLive ? this.table.store.index : new Index(null), this.table.board.bounds);
    this.table.marks.via(isLive ? this.table.play.legs : []);
    this.table.marks.combat(this.table.store.view?.odds, this.table.store.index);
    this.table.marks.lay(this.table.store.view?.signs ?? [], (id) => this.table.side(id));
    this.table.marks.declared(this.#otherBattles(), this.table.store.index);
    this.table.counters.spread(null, this.table.store.index, this.markSet());
    if (isLive) this.table.marks.light([]);
    this.#drawAsked(isLive);
  }

  /** @param {boolean} isLive */
  #drawAsked(isLive) {
    const { view, index } = this.table.store;
    const targets = view?.odds?.targets ?? [];
    const shown = new Set([...targets, ...index.hexes.keys(), this.picked.hex ?? ""]);
    this.table.asks.draw(view && isLive ? askedHexes(view, shown) : []);
  }

  /** The battles that the odds on the screen are not about. */
  #otherBattles() {
    const { view } = this.table.store;
    const shown = view?.odds?.targets.join();
    return (view?.battles ?? []).filter((b) => b.targets.join() !== shown).map((b) => this.#withAll(b));
  }

  /** A battle that nobody has joined yet, with those whom the main button would send. @param {import("./types.js").Battle} battle */
  #withAll(battle) {
    const main = this.table.store.view?.bundles.find((b) => b.main);
    if (battle.attackers.length || !main) return battle;
    const attackers = main.groups[0].map(split).filter((c) => c.kind === "unit").map((c) => c.name);
    return { ...battle, attackers, column: main.column };
  }

  #drawWay() {
    const hex = this.table.ui.preview ?? this.table.ui.hover ?? (this.table.cursor.isKeyboard ? this.table.ui.cursor : null);
    const isLive = !this.table.ui.shown && !this.table.ui.playback;
    const offer = hex && isLive ? this.table.store.index.hexes.get(hex) : undefined;
    this.table.marks.way(hex, offer, this.#ghost(hex, offer));
    this.table.board.frame.classList.toggle("offers", Boolean(offer || (isLive && this.table.store.index.offeredIn(hex).length)));
  }

  /** The counter that would stand on a destination. @param {string | null} hex @param {import("./types.js").Offer | undefined} offer */
  #ghost(hex, offer) {
    const { index } = this.table.store;
    if (!hex || !offer?.path?.length || index.stacks.has(hex)) return null;
    const [id] = this.picked.units;
    return (id ? index.unit.get(id) : index.stack(offer.path[0])[0]) ?? null;
  }

  /** What the present action has in hand, and where it is. */
  get picked() {
    const { index, view } = this.table.store;
    const units = new Set(view?.picked ?? []);
    const hex = [...units].map((u) => index.unit.get(u)?.hex).find((x) => x) ?? null;
    return { units, hex };
  }

  /** The counters in hand and their company. */
  #inHand() {
    return new Set([...this.picked.units, ...this.table.company.members().map((u) => u.unit)]);
  }

  /** The counters that a click on their hex would take: not where it would send the one in hand. @param {Index} index */
  #takeable(index) {
    return new Set([...index.units.keys()].filter((id) => !index.hexes.has(index.unit.get(id)?.hex ?? "")));
  }

  markSet() {
    const { index } = this.table.store;
    const { view } = this.table.store;
    const isLive = !this.table.ui.shown && !this.table.ui.playback;
    const { sending, refusal } = this.table.ui;
    return {
      picked: isLive ? this.#inHand() : new Set(), pickedHex: isLive && index.hexes.size ? this.picked.hex : null,
      offered: isLive ? this.#takeable(index) : new Set(), owed: new Set(isLive ? view?.owed.flatMap((o) => o.units) : []), owedHexes: new Set(isLive ? view?.owed.flatMap((o) => o.hexes) : []),
      sent: sending ? (sending.startsWith("unit ") ? split(sending).name : [...this.picked.units].pop() ?? null) : null,
      evidence: new Set(refusal?.refusal.because?.units ?? []),
    };
  }

  #insets() {
    const isWide = innerWidth >= 760;
    const sheet = this.table.ui.sheet && isWide ? (innerWidth < 1200 ? 320 : 392) : 0;
    const stack = innerWidth >= 1024 && !this.table.stack.node.hidden ? 328 : 16;
    this.table.board.camera.insets = isWide ? { left: stack, top: 56, right: 60 + sheet, bottom: 100 } : { left: 8, top: 84, right: 8, bottom: 150 };
  }

  moved() {
    if (!this.table.cards) return;
    this.table.cards.follow();
    this.table.minimap.frame();
  }

  /** A small counter shows less. While the map moves nothing is drawn anew. */
  rested() {
    if (!this.table.counters) return;
    const { board, counters, grid } = this.table;
    counters.show(detailFor(board.camera.k * 0.8 * grid.pitch));
  }
}

/** Whether anything is drawn in a layer. @param {Element} layer */
function isDrawn(layer) {
  return [...layer.querySelectorAll("path")].some((path) => path.getAttribute("d"));
}
