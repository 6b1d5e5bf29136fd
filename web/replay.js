// The replay: any line of the journal, forwards and backwards, through any eyes the server allows.

import { button, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { setting } from "./settings.js";
import * as api from "./api.js";

/** @typedef {import("./table.js").Table} Table */

/** The replay bar of a table. */
export class Replay {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = h("section", { class: "prompt replay", "aria-label": "Replay", hidden: true });
    this.line = 0;
    this.length = 0;
    this.as = "";
    this.playing = false;
    this.timer = 0;
    this.turn = 0;
    this.isOpen = false;
  }

  /** @param {number} [line] */
  async start(line) {
    const now = this.table.ui.state;
    if (!now) return;
    if (this.table.ui.playback) this.table.playback.stop();
    this.isOpen = true;
    this.as = now.as;
    this.length = now.seq;
    await this.to(line ?? 0);
  }

  /** @param {number} line */
  async to(line) {
    const turn = ++this.turn;
    this.line = Math.max(0, Math.min(this.length, line));
    const now = this.table.ui.state;
    if (!now) return;
    try {
      const shown = await api.replay(now.table, this.as, this.line);
      if (turn !== this.turn || !this.isOpen) return;
      this.table.store.set({ shown });
    } catch { /* that line is not to be had; the picture stays */ }
    history.replaceState(null, "", `/t/${now.table}?line=${this.line}`);
    queueMicrotask(() => this.#point());
    this.draw();
  }

  #point() {
    const event = this.#event();
    if (event && event.line === this.line) this.table.pointEvent(event);
    else this.table.pointEvent(null);
  }

  #event() {
    return this.table.ui.log.findLast((e) => e.line <= this.line && e.line > 0);
  }

  /** @param {number} by by so many lines with events */
  step(by) {
    const lines = [...new Set(this.table.ui.log.map((e) => e.line))].sort((a, b) => a - b);
    const next = by > 0 ? lines.find((l) => l > this.line) ?? this.length : lines.findLast((l) => l < this.line) ?? 0;
    void this.to(next);
    return next;
  }

  toggle() {
    this.playing = !this.playing;
    clearTimeout(this.timer);
    if (this.playing) this.#play();
    this.draw();
  }

  #play() {
    if (!this.playing || !this.isOpen) return;
    const before = this.line;
    if (this.step(1) === before || this.line >= this.length) this.playing = false;
    this.timer = window.setTimeout(() => this.#play(), 700 / (Number(setting("pace")) || 1));
  }

  stop() {
    this.isOpen = false;
    this.playing = false;
    clearTimeout(this.timer);
    const now = this.table.ui.state;
    this.table.pointEvent(null);
    this.table.store.set({ shown: null });
    if (now) history.replaceState(null, "", `/t/${now.table}`);
    this.draw();
  }

  draw() {
    this.node.hidden = !this.isOpen;
    if (!this.isOpen) return;
    const slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: this.length, value: this.line, "aria-label": "Line of the journal", class: "slider", on: { input: () => void this.to(Number(slider.value)) } }));
    if (this.node.contains(document.activeElement) && document.activeElement?.classList.contains("slider")) return this.#refresh();
    const mark = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) => button(icon(name), act, { class: "icon-button", "aria-label": label });
    put(this.node,
      h("div", { class: "playback-head" }, h("p", { class: "lead" }, this.#title()), h("span", { class: "quiet small grow ellipsis replay-text" }, this.#text()), this.#eyes()),
      h("div", { class: "playback-row" }, mark("first", "To the beginning", () => void this.to(0)), mark("left", "Event back", () => this.step(-1)),
        button(icon(this.playing ? "pause" : "play"), () => this.toggle(), { class: "icon-button act", "aria-label": this.playing ? "Pause" : "Play" }), mark("right", "Event forward", () => this.step(1)), mark("last", "To the end", () => void this.to(this.length)),
        slider, button([icon("copy"), "Copy link"], () => void navigator.clipboard?.writeText(location.href)), button(["Leave replay", h("span", { class: "key" }, "Esc")], () => this.stop(), { class: "button primary", "data-primary": true })));
  }

  #refresh() {
    const [lead, text] = [this.node.querySelector(".lead"), this.node.querySelector(".replay-text")];
    if (lead) lead.textContent = this.#title();
    if (text) text.textContent = this.#text();
  }

  #title() {
    const turn = this.table.store.view?.turn;
    const phase = turn?.phases.find((p) => p.state === "now")?.label ?? "";
    return turn ? `${turn.n ? `Turn ${turn.n}` : "Set-up"}${phase ? `, ${phase}` : ""}` : "Replay";
  }

  #text() {
    return `line ${this.line} of ${this.length}${this.#event() ? ` · ${this.#event()?.text}` : ""}`;
  }

  /** Through whose eyes: one's own while the game runs, any after it. */
  #eyes() {
    const state = this.table.ui.state;
    if (!state || state.view.prompt) return null;
    const option = (/** @type {string} */ id, /** @type {Node | string} */ label) => h("button", { type: "button", "aria-pressed": String(this.as === id), on: { click: () => { this.as = id; void this.to(this.line); } } }, label);
    return h("span", { class: "eyes" }, h("span", { class: "small quiet" }, "See as"), h("span", { class: "segments" }, this.table.game.sides.map((x) => option(x.id, sideMark(x))), option("spectator", "Spectator"), option("all", "Everything")));
  }
}
