// What happened since my last turn, stepped through on the map.

import { button, h, put, say } from "./dom.js";
import { icon, iconOf } from "./icons.js";
import { keep, setting } from "./settings.js";
import * as api from "./api.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Event} Event */

const PACES = [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"]];
const BEAT = 900;
/** The kinds that are shown as boxes on the time line. */
const BIG = new Set(["declared", "rolled", "eliminated", "supplied", "controlled", "ended"]);

/** Which of the events of one line gives it its sentence, the weightiest first. */
const WEIGHT = ["ended", "rolled", "eliminated", "retreated", "moved", "declared", "placed"];

/**
 * The events of one line as one step.
 * @param {Event[]} events
 * @returns {Event[]}
 */
function byLine(events) {
  /** @type {Map<number, Event[]>} */
  const lines = new Map();
  for (const e of events) lines.set(e.line, [...(lines.get(e.line) ?? []), e]);
  return [...lines.values()].map((group) => {
    const order = (/** @type {Event} */ e) => (WEIGHT.includes(e.kind) ? WEIGHT.indexOf(e.kind) : WEIGHT.length);
    const first = [...group].sort((a, b) => order(a) - order(b))[0];
    const text = group.length > 3 ? `${first.text}, and ${group.length - 1} more` : first.text;
    return { ...first, text, units: group.flatMap((e) => e.units), hexes: group.flatMap((e) => e.hexes), moves: group.flatMap((e) => e.moves) };
  });
}

/** Plays back a run of events. */
export class Playback {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = h("section", { class: "prompt playback", "aria-label": "Playback", hidden: true });
    /** @type {Event[]} */
    this.events = [];
    this.at = 0;
    this.playing = false;
    this.timer = 0;
    this.turn = 0;
  }

  /** @param {Event[]} events @param {boolean} isPlaying */
  start(events, isPlaying) {
    this.events = byLine(events.filter((e) => e.kind !== "phase"));
    if (!this.events.length) return;
    this.at = 0;
    this.playing = isPlaying;
    this.table.store.set({ playback: { line: this.events[0].line } });
    void this.#show();
  }

  /** @param {number} by */
  go(by) {
    this.#pause();
    this.#to(this.at + by);
  }

  toggle() {
    if (this.playing) return this.#pause();
    this.playing = true;
    this.#to(this.at + 1);
  }

  #pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.draw();
  }

  /** @param {number} i */
  #to(i) {
    if (i >= this.events.length) return this.stop();
    this.at = Math.max(0, i);
    void this.#show();
  }

  /** The table is left: nothing runs on. */
  close() {
    clearTimeout(this.timer);
    this.playing = false;
    this.turn += 1;
  }

  stop() {
    this.close();
    this.events = [];
    this.table.marks.moved([], () => undefined);
    this.table.marks.light([]);
    this.table.store.set({ playback: null, shown: null });
    this.table.incoming.hasSeen();
  }

  async #show() {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    const event = this.events[this.at];
    this.table.store.set({ playback: { line: event.line } });
    const shown = await this.#stateAfter(event);
    if (turn !== this.turn || !this.table.ui.playback) return;
    this.table.store.set({ shown });
    await Promise.resolve();
    this.table.pointEvent(event);
    this.draw();
    if (!this.playing) return say(event.text);
    void this.table.counters.walk(event.moves);
    this.timer = window.setTimeout(() => this.#to(this.at + 1), BEAT / (Number(setting("pace")) || 1));
  }

  /** @param {Event} event */
  async #stateAfter(event) {
    const now = this.table.ui.state;
    if (!now) return null;
    try {
      return await api.replay(now.table, now.as, event.line);
    } catch {
      return null;
    }
  }

  draw() {
    this.node.hidden = !this.table.ui.playback;
    if (this.node.hidden || !this.events.length) return;
    const event = this.events[this.at];
    const pace = (/** @type {string[]} */ [value, label]) => h("button", { type: "button", "aria-pressed": String(setting("pace") === value), on: { click: () => { keep("pace", value); this.draw(); } } }, label);
    put(this.node,
      h("div", { class: "playback-head" }, h("p", { class: "lead grow" }, event.text), h("span", { class: "quiet small" }, `${this.at + 1} of ${this.events.length}`), h("div", { class: "segments" }, PACES.map(pace))),
      h("div", { class: "playback-row" },
        button(icon("left"), () => this.go(-1), { class: "icon-button", "aria-label": "Previous event" }),
        button(icon(this.playing ? "pause" : "play"), () => this.toggle(), { class: "icon-button act", "aria-label": this.playing ? "Pause" : "Play" }),
        button(icon("right"), () => this.go(1), { class: "icon-button", "aria-label": "Next event" }),
        this.#line(),
        button(["Go to my turn", h("span", { class: "key" }, "⏎")], () => this.stop(), { class: "button primary", "data-primary": true })));
  }

  #line() {
    const n = this.events.length;
    const marks = this.events.map((e, i) => h("button", { type: "button", class: `tick-mark ${BIG.has(e.kind) && n < 40 ? "big" : ""} ${i <= this.at ? "past" : ""} ${i === this.at ? "here" : ""}`, title: e.text, "aria-label": e.text, tabindex: "-1", vars: { "--at": `${n > 1 ? (100 * i) / (n - 1) : 50}%` }, on: { click: () => { this.#pause(); this.#to(i); } } }, BIG.has(e.kind) && n < 40 ? iconOf(e.kind, "small") : null));
    return h("div", { class: "timeline", vars: { "--share": `${n > 1 ? (100 * this.at) / (n - 1) : 100}%` } }, marks);
  }

  /** Four figures of what happened. */
  figures() {
    const count = (/** @type {string[]} */ kinds) => this.events.filter((e) => kinds.includes(e.kind)).length;
    const mine = new Set((this.table.ui.state?.seats && Object.entries(this.table.ui.state.seats).filter(([, s]) => s.who === "me").map(([id]) => id)) ?? []);
    const lost = this.events.filter((e) => e.kind === "eliminated").flatMap((e) => e.units);
    const own = lost.filter((u) => mine.has(this.table.store.index.unit.get(u)?.side ?? "")).length;
    const moved = new Set(this.events.flatMap((e) => e.moves.map((m) => m.unit))).size;
    const figure = (/** @type {number} */ n, /** @type {string} */ text, /** @type {string} */ tone) => h("div", { class: `figure ${tone}` }, h("b", null, n), h("span", null, text));
    return h("div", { class: "figures" }, figure(moved, moved === 1 ? "counter moved" : "counters moved", ""), figure(count(["rolled"]), "dice results", ""), figure(own, "counters you lost", own ? "bad" : ""), figure(lost.length - own, "counters the other lost", lost.length - own ? "good" : ""));
  }
}
