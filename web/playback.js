// What happened since my last turn, stepped through on the map.

import { button, h, put, say } from "./dom.js";
import { icon, iconOf } from "./icons.js";
import { isFight, matters, oddsOf } from "./fight.js";
import { keep, setting } from "./settings.js";
import { Index } from "./store.js";
import * as api from "./api.js";
import { words } from "./words.js";

/** @typedef {import("./shapes.js").Event} Event */

const PACES = [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"]];
const BEAT = 900;
/** A fight needs a little longer to be seen. */
const FIGHT_BEAT = 1700;
/** The kinds that are shown as boxes on the time line. */
const BIG = new Set(["declared", "rolled", "eliminated", "supplied", "controlled", "ended"]);

/** The events of a line as one. @typedef {Event & {parts: Event[]}} Step */

/** Which of the events of one line gives it its sentence, the weightiest first. */
const WEIGHT = ["ended", "rolled", "eliminated", "retreated", "moved", "declared", "placed"];

/**
 * The events of one line as one step.
 * @param {Event[]} events
 * @returns {Step[]}
 */
function byLine(events) {
  /** @type {Map<number, Event[]>} */
  const lines = new Map();
  for (const e of events) lines.set(e.line, [...(lines.get(e.line) ?? []), e]);
  return [...lines.values()].map((group) => {
    const order = (/** @type {Event} */ e) => (WEIGHT.includes(e.kind) ? WEIGHT.indexOf(e.kind) : WEIGHT.length);
    const first = [...group].sort((a, b) => order(a) - order(b))[0];
    const text = group.length > 3 ? words("playback.more", { text: first.text, n: group.length - 1 }) : first.text;
    return { ...first, text, parts: group, units: group.flatMap((e) => e.units), hexes: group.flatMap((e) => e.hexes), moves: group.flatMap((e) => e.moves) };
  });
}

/** The steps that are shown: all, or those that matter. @param {Step[]} steps */
function chosen(steps) {
  return setting("watch") === "battles" ? steps.filter((e) => e.parts.some(matters)) : steps;
}

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./battle.js").Battle} battle
 * @property {Pick<import("./map.js").Board, "reveal">} board
 * @property {Pick<import("./marks.js").Marks, "moved" | "light">} marks
 * @property {(moves: Event["moves"]) => unknown} walk
 * @property {(event: Event) => void} point
 * @property {() => void} over
 */

/** Plays back a run of events. */
export class Playback {
  /** @param {Needs} needs */
  constructor({ store, battle, board, marks, walk, point, over }) {
    this.store = store;
    this.battle = battle;
    this.board = board;
    this.marks = marks;
    this.walk = walk;
    this.point = point;
    this.over = over;
    this.head = h("div", { class: "playback-head" });
    this.toggler = button(icon("pause"), () => this.toggle(), { class: "icon-button act" });
    this.time = h("div", { class: "timeline-room" });
    const look = { class: "prompt playback", "aria-label": words("playback.label"), hidden: true };
    this.node = h("section", look, this.head, this.#row());
    /** @type {Step[]} */
    this.events = [];
    /** All that happened, of which perhaps only the battles are shown. @type {Step[]} */
    this.all = [];
    this.at = 0;
    this.playing = false;
    this.timer = 0;
    this.turn = 0;
  }

  /** @param {Event[]} events @param {boolean} isPlaying @returns {boolean} whether there is anything to show */
  start(events, isPlaying) {
    this.all = byLine(events.filter((e) => e.kind !== "phase"));
    this.events = chosen(this.all);
    if (!this.events.length) return false;
    this.at = 0;
    this.playing = isPlaying;
    this.store.set({ playback: { line: this.events[0].line } });
    void this.#show();
    return true;
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
    this.battle.clear();
    this.marks.moved([], () => undefined);
    this.marks.light([]);
    this.store.set({ playback: null, shown: null });
    this.over();
  }

  async #show() {
    const turn = ++this.turn;
    clearTimeout(this.timer);
    const event = this.events[this.at];
    this.store.set({ playback: { line: event.line } });
    const fight = event.parts.find(isFight);
    const isAttack = fight || event.parts.some((e) => e.kind === "declared");
    const before = isAttack ? await this.#stateAt(event.line - 1) : null;
    if (turn !== this.turn) return;
    if (before && fight) await this.#attack(before, event);
    const shown = await this.#stateAt(event.line);
    if (turn !== this.turn || !this.store.ui.playback) return;
    this.store.set({ shown });
    await this.store.drawn();
    this.point(event);
    this.#fight(before, event);
    this.draw();
    if (!this.playing) return say(event.text);
    void this.walk(event.moves);
    const beat = fight ? FIGHT_BEAT : BEAT;
    this.timer = window.setTimeout(() => this.#to(this.at + 1), beat / (Number(setting("pace")) || 1));
  }

  /** What a fight did, or the arrows of an attack that is only declared. @param {import("./shapes.js").State | null} before @param {Step} event */
  #fight(before, event) {
    const { battle } = this;
    if (!before) return battle.clear();
    if (event.parts.some(isFight)) return battle.show(event.parts, new Index(before));
    battle.attack(oddsOf(before.view.odds, event), new Index(before));
  }

  /** Who attacks whom at which odds, for a moment before the dice. @param {import("./shapes.js").State} before @param {Step} event */
  async #attack(before, event) {
    const odds = oddsOf(before.view.odds, event);
    if (!odds) this.battle.clear();
    if (!odds || !this.store.ui.playback) return;
    this.store.set({ shown: before });
    await this.store.drawn();
    const { battle, board } = this;
    board.reveal(odds.targets[0], 120);
    battle.attack(odds, new Index(before));
    const pause = battle.pause / (Number(setting("pace")) || 1);
    if (this.playing && pause) await new Promise((done) => { setTimeout(done, pause); });
  }

  /** @param {number} line */
  async #stateAt(line) {
    const now = this.store.ui.state;
    if (!now) return null;
    try {
      return await api.replay(now.table, now.as, line);
    } catch {
      return null;
    }
  }

  draw() {
    this.node.hidden = !this.store.ui.playback;
    if (this.node.hidden || !this.events.length) return;
    const event = this.events[this.at];
    const pace = (/** @type {string[]} */ [value, label]) => h("button", { type: "button", "aria-pressed": String(setting("pace") === value), on: { click: () => { keep("pace", value); this.draw(); } } }, label);
    const at = words("playback.at", { n: this.at + 1, of: this.events.length });
    put(this.head,
      h("p", { class: "lead grow" }, event.text, this.#result(event)), h("span", { class: "quiet small" }, at),
      this.#watch(), h("div", { class: "segments" }, PACES.map(pace)));
    put(this.toggler, icon(this.playing ? "pause" : "play"));
    this.toggler.setAttribute("aria-label", words(this.playing ? "playback.pause" : "playback.play"));
    put(this.time, this.#line());
  }

  /** The buttons stay while the steps go by, so that a press between two of them is not lost. */
  #row() {
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) =>
      button(icon(sign), () => this.go(by), { class: "icon-button", "aria-label": label });
    const end = [words("playback.skip"), h("span", { class: "key" }, "⏎")];
    return h("div", { class: "playback-row" },
      step(-1, "left", words("playback.previous")), this.toggler,
      step(1, "right", words("playback.next")), this.time,
      button(end, () => this.stop(), { class: "button primary", "data-primary": true }));
  }

  /** What the result of a throw means. @param {Step} event */
  #result(event) {
    const { result } = event.parts.find((e) => e.result) ?? {};
    return result ? h("span", { class: "small second block" }, result) : null;
  }

  /** The switch between every move and the battles. */
  #watch() {
    const isFew = setting("watch") === "battles";
    const turn = () => { keep("watch", isFew ? "all" : "battles"); this.#rewatch(); };
    return h("div", { class: "segments" }, h("button", { type: "button", "data-watch": true, "aria-pressed": String(isFew), on: { click: turn } }, words("setting.watch.battles")));
  }

  /** Goes on from the same place with more or fewer steps. */
  #rewatch() {
    const line = this.events[this.at]?.line ?? 0;
    const events = chosen(this.all);
    if (events.length) this.events = events;
    const at = this.events.findIndex((e) => e.line >= line);
    this.#to(at < 0 ? this.events.length - 1 : at);
  }

  #line() {
    const n = this.events.length;
    const marks = this.events.map((e, i) => h("button", { type: "button", class: `tick-mark ${BIG.has(e.kind) && n < 40 ? "big" : ""} ${i <= this.at ? "past" : ""} ${i === this.at ? "here" : ""}`, title: e.text, "aria-label": e.text, tabindex: "-1", vars: { "--at": `${n > 1 ? (100 * i) / (n - 1) : 50}%` }, on: { click: () => { this.#pause(); this.#to(i); } } }, BIG.has(e.kind) && n < 40 ? iconOf(e.kind, "small") : null));
    return h("div", { class: "timeline", vars: { "--share": `${n > 1 ? (100 * this.at) / (n - 1) : 100}%` } }, marks);
  }

  /** What the sheet of the log says of the playback. */
  since() {
    if (!this.store.ui.playback) return null;
    const [first, last] = [this.events[0], this.events[this.events.length - 1]];
    const note = first && last ? words("playback.lines", { from: first.line, to: last.line }) : "";
    return { title: words("playback.since"), note, figures: this.#figures() };
  }

  /** Four figures of what happened. */
  #figures() {
    const count = (/** @type {string[]} */ kinds) => this.events.filter((e) => kinds.includes(e.kind)).length;
    const mine = new Set((this.store.ui.state?.seats && Object.entries(this.store.ui.state.seats).filter(([, s]) => s.who === "me").map(([id]) => id)) ?? []);
    const lost = this.events.filter((e) => e.kind === "eliminated").flatMap((e) => e.units);
    const own = lost.filter((u) => mine.has(this.store.index.unit.get(u)?.side ?? "")).length;
    const moved = new Set(this.events.flatMap((e) => e.moves.map((m) => m.unit))).size;
    const figure = (/** @type {number} */ n, /** @type {import("./words.js").Id} */ id, /** @type {string} */ tone) => h("div", { class: `figure ${tone}` }, h("b", null, n), h("span", null, words(id, { n })));
    return h("div", { class: "figures" }, figure(moved, "playback.moved", ""), figure(count(["rolled"]), "playback.rolls", ""), figure(own, "playback.you-lost", own ? "bad" : ""), figure(lost.length - own, "playback.enemy-lost", lost.length - own ? "good" : ""));
  }
}
