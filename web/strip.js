// The top strip: where the game stands in time, its tracks, and who sits where.

import { h, isNarrow, put } from "./dom.js";
import { icon, trackIcon } from "./icons.js";
import { sideMark } from "./counters.js";
import { words } from "./words.js";
import { seatName } from "./names.js";


/** An item of the menu: its words, its icon, what it does. @typedef {[import("./words.js").Id, string, () => void]} Item */
/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./chip.js").Chip} chip
 * @property {HTMLElement} page
 * @property {(side: string) => void} look
 * @property {() => Item[]} menuItems
 */

/** The strip of a table. */
export class Strip {
  /** @param {Needs} needs */
  constructor({ store, chip, page, look, menuItems }) {
    this.store = store;
    this.chip = chip;
    this.page = page;
    this.look = look;
    this.menuItems = menuItems;
    this.node = h("header", { class: "strip", role: "banner" });
    /** @type {HTMLElement | null} */
    this.menu = null;
  }

  draw() {
    const { view, now } = this.store;
    if (!view || !now) return;
    const { turn } = view;
    put(
      this.node,
      h("button", { type: "button", class: "strip-menu", "aria-label": words("menu.label"), on: { click: () => this.#toggleMenu() } }, icon("menu"),
        h("b", { class: "game-title" }, this.store.game.title), h("span", { class: "quiet scenario-title" }, this.store.scenarioTitle)),
      h("div", { class: "strip-turn" }, h("b", null, turn.n ? words("strip.turn", { n: turn.n, of: turn.of }) : words("strip.set-up")), h("span", { class: "second turn-name" }, turn.name), h("span", { class: "narrow-phase quiet" }, nowLabel(view.turn.phases))),
      h("ol", { class: "phases", "aria-label": words("strip.phases") }, this.#phases(turn.phases)),
      h("div", { class: "tracks" }, this.#standing(view.points), view.tracks.map((t) => this.#track(t)), this.#more(view.tracks)),
      h("div", { class: "players" }, this.#players(now)),
    );
    this.#fold();
    this.#line();
  }

  /** On a phone the standing has a line of its own: what lies under the strip makes room for it. */
  #line() {
    const line = /** @type {HTMLElement | null} */ (this.node.querySelector(".standing"));
    const high = isNarrow() ? line?.offsetHeight ?? 0 : 0;
    this.page.style.setProperty("--standing", `${high}px`);
  }

  /** Too narrow: the scenario goes first, then the phases of the other side, all tracks but one, its word, the date, the end of the standing. */
  #fold() {
    this.node.className = "strip";
    if (isNarrow()) return void (this.#foldTracks(() => false) && this.node.classList.add("no-labels"));
    const [list, tracks] = [this.node.querySelector(".phases"), this.node.querySelector(".tracks")];
    const fits = (/** @type {Element | null} */ x) => !x || x.scrollWidth <= x.clientWidth;
    for (const step of ["no-scenario", "fold-others"]) if (!fits(list)) this.node.classList.add(step);
    this.#foldTracks(() => fits(list) && fits(tracks));
    for (const step of ["no-labels", "no-date", "fold-own"]) if (!fits(list)) this.node.classList.add(step);
    if (!fits(list) || !fits(tracks)) this.node.classList.add("short-standing");
  }

  /**
   * Puts tracks behind the button that shows them all, where not all fit with their names: a number without its name says nothing.
   * The points always stay, or else the first. Whether any was put away.
   * @param {() => boolean} fits
   */
  #foldTracks(fits) {
    const all = [...this.node.querySelectorAll(".track[data-track]")];
    const more = /** @type {HTMLElement | null} */ (this.node.querySelector(".track-more"));
    if (!more || all.length < 2 || fits()) return false;
    const kept = all.find((x) => x.getAttribute("data-track") === "points") ?? all[0];
    const away = all.filter((x) => x !== kept);
    [more.hidden, more.textContent] = [false, words("list.more", { n: away.length })];
    for (const x of away) x.classList.add("away");
    // Those that fit come back, in their order.
    for (const x of away) {
      x.classList.remove("away");
      if (!fits()) x.classList.add("away");
    }
    const n = away.filter((x) => x.classList.contains("away")).length;
    more.textContent = isNarrow() ? `+${n}` : words("list.more", { n });
    return true;
  }

  /** Shows all tracks with their names. @param {import("./types.js").Track[]} tracks */
  #more(tracks) {
    const rows = () => tracks.flatMap((t) => this.#trackRows(t));
    return h("button", { type: "button", class: "track track-more", hidden: true, "aria-label": words("strip.tracks"), title: tracks.map((t) => `${t.label}: ${t.value}`).join("\n"), on: { click: (/** @type {MouseEvent} */ e) => this.#pop(/** @type {HTMLElement} */ (e.currentTarget), h("div", { class: "track-card" }, rows())) } });
  }

  /** Phases of one side stand behind its mark; a half-turn that is over folds to "done". @param {import("./types.js").Phase[]} phases */
  #phases(phases) {
    /** @type {import("./types.js").Phase[][]} */
    const groups = [];
    for (const phase of phases) {
      const last = groups[groups.length - 1];
      if (last && last[0].side === phase.side) last.push(phase);
      else groups.push([phase]);
    }
    return groups.map((group) => this.#group(group));
  }

  /** @param {import("./types.js").Phase[]} group */
  #group(group) {
    const side = group[0].side ? this.store.side(group[0].side) : null;
    const isOver = side && group.length > 1 && group.every((p) => p.state === "past");
    /** @type {HTMLElement[]} */
    const items = isOver ? [h("span", { class: "phase past" }, icon("tick", "small"), words("strip.done"))] : group.map(phaseMark);
    return h("li", { class: `phase-group ${group.some((p) => p.state === "now") ? "with-now" : ""}` }, side ? sideMark(side) : null, ...items);
  }

  /** How the sides stand to their goals: always there, the rest of the points behind it. @param {import("./types.js").View["points"]} points */
  #standing(points) {
    if (!points.standing) return null;
    const rows = () => points.items.map((i) => h("div", { class: "card-line" }, i.side ? sideMark(this.store.side(i.side)) : null, h("span", { class: "grow" }, i.text), h("b", null, i.value), this.chip(i.rule)));
    const card = () => h("div", { class: "track-card" }, h("div", { class: "card-line track-head" }, h("b", { class: "grow" }, points.standing)), ...rows(), h("div", { class: "card-line second" }, h("span", { class: "grow" }, points.verdict)));
    return h("button", { type: "button", class: "track standing", "data-track": "points", title: points.standing, on: { click: (/** @type {MouseEvent} */ e) => this.#pop(/** @type {HTMLElement} */ (e.currentTarget), card()) } }, icon("flag"), h("span", { class: "standing-text" }, points.standing));
  }

  /** @param {import("./types.js").Track} track */
  #track(track) {
    return h("button", { type: "button", class: "track", "data-track": track.id, title: track.label, on: { click: (/** @type {MouseEvent} */ e) => this.#openTrack(track, e) } }, trackIcon(track), h("b", null, track.value), h("span", { class: "quiet track-label" }, track.label));
  }

  /** @param {import("./types.js").Track} track @param {MouseEvent} event */
  #openTrack(track, event) {
    this.#pop(/** @type {HTMLElement} */ (event.currentTarget), h("div", { class: "track-card" }, this.#trackRows(track)));
  }

  /** @param {import("./types.js").Track} track */
  #trackRows(track) {
    const rows = track.items.map((i) => h("div", { class: "card-line" }, h("span", { class: "grow" }, i.text), this.chip(i.rule)));
    return [h("div", { class: "card-line track-head" }, h("b", { class: "grow" }, `${track.label}: ${track.value}`), this.chip(track.rule)), ...rows];
  }

  /** @param {import("./shapes.js").State} now */
  #players(now) {
    return this.store.game.sides.map((side) => h("button", { type: "button", class: `player ${now.as === side.id ? "self" : ""}`, title: `${side.name}: ${seatName(this.store, side.id)}`, on: { click: () => this.look(side.id) } }, sideMark(side), h("span", { class: "player-name" }, seatName(this.store, side.id))));
  }

  #toggleMenu() {
    if (this.menu) return this.#close();
    const item = (/** @type {Item} */ [id, mark, act]) =>
      h("button", { type: "button", on: { click: () => { this.#close(); act(); } } }, icon(mark), words(id));
    const menu = h("div", null, this.menuItems().map(item));
    this.#pop(/** @type {HTMLElement} */ (this.node.firstElementChild), menu);
  }

  /** @param {HTMLElement} from @param {HTMLElement} body */
  #pop(from, body) {
    this.#close();
    this.menu = h("div", { class: "menu", role: "menu" }, body);
    document.body.append(this.menu);
    const box = from.getBoundingClientRect();
    this.menu.style.setProperty("top", `${box.bottom + 4}px`);
    this.menu.style.setProperty("left", `${Math.max(8, Math.min(box.left, innerWidth - this.menu.offsetWidth - 8))}px`);
    this.menu.querySelector("button")?.focus();
    setTimeout(() => document.addEventListener("pointerdown", this.#outside, { capture: true }), 0);
    document.addEventListener("keydown", this.#escape, { capture: true });
  }

  /** @param {PointerEvent} event */
  #outside = (event) => {
    if (!this.menu?.contains(/** @type {Node} */ (event.target))) this.#close();
  };

  /** @param {KeyboardEvent} event */
  #escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.#close();
  };

  #close() {
    this.menu?.remove();
    this.menu = null;
    document.removeEventListener("pointerdown", this.#outside, { capture: true });
    document.removeEventListener("keydown", this.#escape, { capture: true });
  }
}

/** @param {import("./types.js").Phase} phase */
function phaseMark(phase) {
  return h("span", { class: `phase ${phase.state}`, "aria-current": phase.state === "now" ? "step" : null }, phase.state === "past" ? icon("tick", "small") : null, phase.label);
}

/** @param {import("./types.js").Phase[]} phases */
function nowLabel(phases) {
  return phases.find((p) => p.state === "now")?.label ?? "";
}

