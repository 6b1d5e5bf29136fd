// The top strip: where the game stands in time, its tracks, and who sits where.

import { askBot, mayAsk } from "./advice.js";
import { h, isNarrow, put } from "./dom.js";
import { icon, trackIcon } from "./icons.js";
import { sideMark } from "./counters.js";
import { mayResign } from "./preferences.js";
import { invitable, showInvitations } from "./links.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** The strip of a table. */
export class Strip {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = h("header", { class: "strip", role: "banner" });
    /** @type {HTMLElement | null} */
    this.menu = null;
  }

  draw() {
    const { view, now } = this.table.store;
    if (!view || !now) return;
    const { turn } = view;
    put(
      this.node,
      h("button", { type: "button", class: "strip-menu", "aria-label": "Menu", on: { click: () => this.#toggleMenu() } }, icon("menu"),
        h("b", { class: "game-title" }, this.table.game.title), h("span", { class: "quiet scenario-title" }, this.table.scenarioTitle)),
      h("div", { class: "strip-turn" }, h("b", null, turn.n ? `Turn ${turn.n} of ${turn.of}` : "Set-up"), h("span", { class: "second turn-name" }, turn.name), h("span", { class: "narrow-phase quiet" }, nowLabel(view.turn.phases))),
      h("ol", { class: "phases", "aria-label": "Phases of the turn" }, this.#phases(turn.phases)),
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
    this.table.page.style.setProperty("--standing", `${high}px`);
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
    [more.hidden, more.textContent] = [false, `${away.length} more`];
    for (const x of away) x.classList.add("away");
    // Those that fit come back, in their order.
    for (const x of away) {
      x.classList.remove("away");
      if (!fits()) x.classList.add("away");
    }
    const n = away.filter((x) => x.classList.contains("away")).length;
    more.textContent = isNarrow() ? `+${n}` : `${n} more`;
    return true;
  }

  /** Shows all tracks with their names. @param {import("./types.js").Track[]} tracks */
  #more(tracks) {
    const rows = () => tracks.flatMap((t) => this.#trackRows(t));
    return h("button", { type: "button", class: "track track-more", hidden: true, "aria-label": "All tracks", title: tracks.map((t) => `${t.label}: ${t.value}`).join("\n"), on: { click: (/** @type {MouseEvent} */ e) => this.#pop(/** @type {HTMLElement} */ (e.currentTarget), h("div", { class: "track-card" }, rows())) } });
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
    const side = group[0].side ? this.table.side(group[0].side) : null;
    const isOver = side && group.length > 1 && group.every((p) => p.state === "past");
    /** @type {HTMLElement[]} */
    const items = isOver ? [h("span", { class: "phase past" }, icon("tick", "small"), "done")] : group.map(phaseMark);
    return h("li", { class: `phase-group ${group.some((p) => p.state === "now") ? "with-now" : ""}` }, side ? sideMark(side) : null, ...items);
  }

  /** How the sides stand to their goals: always there, the rest of the points behind it. @param {import("./types.js").View["points"]} points */
  #standing(points) {
    if (!points.standing) return null;
    const rows = () => points.items.map((i) => h("div", { class: "card-line" }, i.side ? sideMark(this.table.side(i.side)) : null, h("span", { class: "grow" }, i.text), h("b", null, i.value), this.table.desk.chip(i.rule)));
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
    const rows = track.items.map((i) => h("div", { class: "card-line" }, h("span", { class: "grow" }, i.text), this.table.desk.chip(i.rule)));
    return [h("div", { class: "card-line track-head" }, h("b", { class: "grow" }, `${track.label}: ${track.value}`), this.table.desk.chip(track.rule)), ...rows];
  }

  /** @param {import("./shapes.js").State} now */
  #players(now) {
    return this.table.game.sides.map((side) => h("button", { type: "button", class: `player ${now.as === side.id ? "self" : ""}`, title: `${side.name}: ${this.table.seatName(side.id)}`, on: { click: () => this.table.incoming.look(side.id) } }, sideMark(side), h("span", { class: "player-name" }, this.table.seatName(side.id))));
  }

  #toggleMenu() {
    if (this.menu) return this.#close();
    const t = this.table;
    const item = (/** @type {string} */ name, /** @type {string} */ mark, /** @type {() => void} */ act) =>
      h("button", { type: "button", on: { click: () => { this.#close(); act(); } } }, icon(mark), name);
    const menu = h("div", null,
      item("Your tables", "home", () => t.leave()), item("Briefing", "flag", () => void t.briefing.open()), item("Find a unit or a town", "search", () => t.desk.find()),
      invitable(t).length ? item("Invite a friend", "link", () => showInvitations(t)) : null,
      item("Log", "log", () => t.desk.openSheet("log")), item("Rules", "book", () => t.desk.openSheet("rules")), item("Overlays", "layers", () => t.desk.openSheet("overlays")),
      item("Forces and boxes", "forces", () => t.desk.openSheet("forces")), item("Choices as text", "text", () => t.desk.openSheet("list")),
      mayAsk(t) ? item(words("advice.ask"), "why", () => void askBot(t)) : null,
      t.now?.orders.length ? item("Standing orders", "clock", () => t.desk.openSheet("orders")) : null,
      item("Replay", "turn", () => t.startReplay()), item("Download the journal", "download", () => t.desk.download()),
      item("Settings", "settings", () => t.desk.openSheet("settings")), item("Keyboard", "help", () => t.desk.showKeys()),
      mayResign(t) ? item("Resign…", "flag", () => t.desk.openSheet("settings")) : null);
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

