// The replay: any line of the journal, forwards and backwards, through any eyes the server allows.

import { button, h, put, say } from "./dom.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { setting } from "./settings.js";
import { bookmarks, toggleBookmark } from "./bookmarks.js";
import { legend, sparkline, telling } from "./chart.js";
import { branchDialog } from "./branch.js";
import * as api from "./api.js";
import { words } from "./words.js";
import { note } from "./tell.js";


/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {(state: import("./shapes.js").State, line: number) => Promise<void>} faces
 * @property {(event: import("./shapes.js").Event | null) => void} point
 * @property {() => void} opening
 * @property {(state: import("./shapes.js").State) => unknown} reloadLog
 * @property {(path: string) => void} go
 */

/** The replay bar of a table. */
export class Replay {
  /** @param {Needs} needs */
  constructor({ store, faces, point, opening, reloadLog, go }) {
    this.store = store;
    this.faces = faces;
    this.point = point;
    this.opening = opening;
    this.reloadLog = reloadLog;
    this.go = go;
    this.lead = h("p", { class: "lead" });
    this.text = h("span", { class: "quiet small grow ellipsis replay-text" });
    this.eyes = h("span");
    this.track = h("div", { class: "replay-track" });
    this.buttons = h("div", { class: "replay-buttons" });
    this.legend = h("div", { class: "replay-legend" });
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, value: 0, "aria-label": words("replay.line"), class: "slider", on: { input: () => void this.to(Number(this.slider.value)) } }));
    this.node = h("section", { class: "prompt replay", "aria-label": words("replay.title"), hidden: true }, h("div", { class: "playback-head" }, this.lead, this.text, this.eyes), h("div", { class: "playback-row" }, this.buttons, this.track), h("div", { class: "replay-foot" }, this.legend, this.#acts()));
    this.line = 0;
    this.length = 0;
    this.as = "";
    this.playing = false;
    this.timer = 0;
    this.turn = 0;
    this.isOpen = false;
    /** @type {import("./types.js").History | null} */
    this.history = null;
  }

  /** @param {number} [line] */
  async start(line) {
    const now = this.store.ui.state;
    if (!now) return;
    this.opening();
    this.isOpen = true;
    this.as = now.as;
    this.length = now.seq;
    this.slider.max = String(this.length);
    void this.#fetchHistory();
    await this.to(line ?? 0);
  }

  async #fetchHistory() {
    this.history = await api.history(this.store.id, this.as).catch(() => null);
    this.#drawTrack();
  }

  /** @param {number} line */
  async to(line) {
    const turn = ++this.turn;
    this.line = Math.max(0, Math.min(this.length, line));
    const now = this.store.ui.state;
    if (!now) return;
    try {
      const shown = await api.replay(now.table, this.as, this.line);
      await this.faces(shown, this.line);
      if (turn === this.turn && this.isOpen) this.store.set({ shown });
    } catch { /* that line is not to be had; the picture stays */ }
    if (turn !== this.turn || !this.isOpen) return;
    history.replaceState(null, "", `/t/${now.table}/replay/${this.line}`);
    this.store.after(() => this.#point());
    this.draw();
  }

  #point() {
    const event = this.#event();
    if (event && event.line === this.line) this.point(event);
    else this.point(null);
  }

  #event() {
    return this.store.ui.log.findLast((e) => e.line <= this.line && e.line > 0 && e.kind !== "refused");
  }

  /** @param {number} by by so many lines with events */
  step(by) {
    const lines = [...new Set(this.store.ui.log.map((e) => e.line))].sort((a, b) => a - b);
    const next = by > 0 ? lines.find((l) => l > this.line) ?? this.length : lines.findLast((l) => l < this.line) ?? 0;
    void this.to(next);
    return next;
  }

  toggle() {
    this.playing = !this.playing;
    clearTimeout(this.timer);
    if (this.playing && this.line >= this.length) void this.to(0);
    if (this.playing) this.#play();
    this.draw();
  }

  #play() {
    if (!this.playing || !this.isOpen) return;
    const before = this.line;
    if (this.step(1) === before || this.line >= this.length) this.playing = false;
    this.timer = window.setTimeout(() => this.#play(), 700 / (Number(setting("pace")) || 1));
  }

  /** The table is left: nothing runs on, and the address is no longer ours. */
  close() {
    this.isOpen = false;
    this.playing = false;
    clearTimeout(this.timer);
  }

  stop() {
    this.close();
    const now = this.store.ui.state;
    this.point(null);
    this.store.set({ shown: null });
    if (now) history.replaceState(null, "", `/t/${now.table}`);
    if (now && this.as !== now.as) void this.reloadLog(now);
    this.draw();
  }

  bookmark() {
    const isMarked = toggleBookmark(this.store.id, this.line);
    say(words(isMarked ? "replay.marked" : "replay.unmarked", { line: this.line }));
    this.#drawTrack();
    this.draw();
  }

  draw() {
    const { view } = this.store;
    this.node.hidden = !this.isOpen;
    if (!this.isOpen) return;
    this.lead.textContent = this.#title(view?.turn);
    this.text.textContent = this.#text();
    this.slider.value = String(this.line);
    this.node.style.setProperty("--at", `${(100 * this.line) / Math.max(1, this.length)}%`);
    const focused = document.activeElement?.getAttribute("data-replay");
    const mark = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ extra = "") => button(icon(name), act, { class: `icon-button ${extra}`, "aria-label": label, title: label, "data-replay": name });
    put(this.buttons, mark("first", words("replay.first"), () => void this.to(0)), mark("left", words("replay.back"), () => this.step(-1)), mark(this.playing ? "pause" : "play", this.playing ? words("replay.pause") : words("replay.play"), () => this.toggle(), "act"), mark("right", words("replay.forward"), () => this.step(1)), mark("last", words("replay.last"), () => void this.to(this.length)));
    if (focused) /** @type {HTMLElement | null} */ (this.node.querySelector(`[data-replay="${focused === "pause" || focused === "play" ? (this.playing ? "pause" : "play") : focused}"]`))?.focus();
    put(this.eyes, this.#eyes());
    this.node.querySelector('[data-replay="bookmark"]')?.setAttribute("aria-pressed", String(bookmarks(this.store.id).includes(this.line)));
  }

  #acts() {
    return h("div", { class: "replay-acts" }, button(icon("bookmark"), () => this.bookmark(), { class: "icon-button", "aria-label": words("replay.bookmark"), title: words("replay.bookmark-title"), "data-replay": "bookmark" }),
      button([icon("branch"), words("replay.branch")], () => branchDialog(this.store, this.line, this.go), { "data-replay": "branch" }), button(icon("copy"), () => { void navigator.clipboard?.writeText(location.href); note(this.store, words("replay.copied")); }, { class: "icon-button", "aria-label": words("link.copy"), title: words("replay.copy-title"), "data-replay": "copy" }),
      button([words("replay.leave"), h("span", { class: "key" }, words("cap.esc"))], () => this.stop(), { class: "button primary", "data-primary": true, "data-replay": "leave" }));
  }

  /** The time line: turns, the curve of the points, bookmarks, and the slider over them. */
  #drawTrack() {
    const at = (/** @type {number} */ line) => ({ "--x": `${(100 * line) / Math.max(1, this.length)}%` });
    const sideOf = (/** @type {string | null} */ id) => (id ? this.store.side(id) : undefined);
    const curves = this.history ? telling(this.history.points) : [];
    const turns = (this.history?.turns ?? []).filter((t) => t.n > 0);
    const every = Math.ceil(turns.length / 14);
    const ticks = turns.map((t, i) => h("button", { type: "button", class: `turn-tick ${i % every ? "minor" : ""}`, tabindex: "-1", title: words("replay.turn", { n: t.n, name: t.name }), vars: at(t.line), on: { click: () => void this.to(t.line) } }, i % every ? "" : t.n));
    const flags = bookmarks(this.store.id).filter((n) => n <= this.length).map((line) => h("button", { type: "button", class: "flag", title: words("replay.flag", { line }), "aria-label": words("replay.flag", { line }), vars: at(line), on: { click: () => void this.to(line) } }));
    put(this.track, curves.length ? sparkline(curves, this.length, sideOf) : null, h("div", { class: "replay-needle" }), this.slider, flags, ticks);
    put(this.legend, curves.length ? legend(curves, sideOf) : null, flags.length ? h("span", { class: "note quiet" }, words("replay.flags")) : null);
  }

  /** @param {import("./types.js").View["turn"] | undefined} turn */
  #title(turn) {
    const phase = turn?.phases.find((p) => p.state === "now")?.label ?? "";
    if (!turn) return words("replay.title");
    const when = turn.n ? words("replay.turn-n", { n: turn.n }) : words("strip.set-up");
    return [when, phase].filter(Boolean).join(", ");
  }

  #text() {
    return [words("replay.at", { line: this.line, of: this.length }), this.#event()?.text].filter(Boolean).join(" · ");
  }

  /** Through whose eyes: one's own while the game runs, any after it. */
  #eyes() {
    const state = this.store.ui.state;
    if (!state || state.view.prompt || state.sealed) return null;
    const option = (/** @type {string} */ id, /** @type {Node | string} */ label) => h("button", { type: "button", "aria-pressed": String(this.as === id), "data-eyes": id, on: { click: () => { this.as = id; void this.#otherEyes(); } } }, label);
    return h("span", { class: "eyes" }, h("span", { class: "small quiet" }, words("replay.eyes")), h("span", { class: "segments" }, option("all", words("replay.all")), this.store.game.sides.map((x) => option(x.id, sideMark(x))), option("spectator", words("replay.spectator"))));
  }

  async #otherEyes() {
    const log = (await api.log(this.store.id, this.as, 0).catch(() => null))?.events;
    if (log) this.store.set({ log });
    await this.to(this.line);
  }
}
