// One table on the screen: its parts, and what the reader does with them.

import { button, h, isTyping, put, s, say } from "./dom.js";
import { Grid } from "./grid.js";
import { Board } from "./map.js";
import { Store, split } from "./store.js";
import { Counters } from "./counters.js";
import { Marks } from "./marks.js";
import { AskMarks } from "./asked.js";
import { Overlays } from "./overlays.js";
import { Cards } from "./cards.js";
import { Strip } from "./strip.js";
import { PromptBar } from "./prompt.js";
import { StackPanel } from "./stack.js";
import { Sheets } from "./sheets.js";
import { Playback } from "./playback.js";
import { Battle } from "./battle.js";
import { Replay } from "./replay.js";
import { Play } from "./play.js";
import { Keys } from "./keys.js";
import { Minimap } from "./minimap.js";
import { Incoming } from "./incoming.js";
import { Wire } from "./wire.js";
import { Drawing } from "./drawing.js";
import { Pointer } from "./pointer.js";
import { Cursor } from "./cursor.js";
import { Box } from "./box.js";
import { Drag } from "./drag.js";
import { BriefingPage } from "./briefing.js";
import { Company } from "./company.js";
import { Desk } from "./desk.js";
import { tableTab } from "./attention.js";
import { describe } from "./list.js";
import { boundary } from "./undo.js";
import { toggleBookmark } from "./bookmarks.js";
import { theme } from "./settings.js";
import { Rejected } from "./api.js";
import * as api from "./api.js";
import { words } from "./words.js";

/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./shapes.js").Event} Event */

/** How the map lies, by quarters. @type {import("./words.js").Id[]} */
const TURNED = ["note.turned.0", "note.turned.1", "note.turned.2", "note.turned.3"];

/** A table and everything that shows it. */
export class Table {
  /** @type {import("./types.js").Game} */ game;
  /** @type {State} */ firstState;
  /** @type {Grid} */ grid;
  /** @type {Board} */ board;
  /** @type {Counters} */ counters;
  /** @type {Overlays} */ overlays;
  /** @type {Marks} */ marks;
  /** @type {AskMarks} */ asks;
  /** @type {Cards} */ cards;
  /** @type {Strip} */ strip;
  /** @type {PromptBar} */ prompt;
  /** @type {StackPanel} */ stack;
  /** @type {Sheets} */ sheets;
  /** @type {Playback} */ playback;
  /** @type {Replay} */ replay;
  /** @type {Battle} */ battle;
  /** @type {Minimap} */ minimap;
  /** @type {Keys} */ keys;
  /** @type {SVGElement} */ facesSvg;
  /** @type {HTMLElement} */ cover;
  /** @type {HTMLElement} */ page;

  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.store = new Store();
    this.play = new Play(this);
    this.company = new Company(this);
    this.box = new Box(this);
    this.drag = new Drag(this);
    this.incoming = new Incoming(this);
    this.wire = new Wire(this);
    this.drawing = new Drawing(this);
    this.pointer = new Pointer(this);
    this.cursor = new Cursor(this);
    this.briefing = new BriefingPage(this);
    this.desk = new Desk(this);
    this.isOpen = true;
    /** Which of the things owed was shown last. */
    this.owedAt = 0;
    /** @type {Set<string>} */
    this.asked = new Set();
  }

  get ui() {
    return this.store.ui;
  }

  get now() {
    return this.store.now;
  }

  get isSpectator() {
    return !this.now || !this.game.sides.some((x) => x.id === this.now?.as);
  }

  get odds() {
    return this.store.view?.odds ?? this.combat?.odds ?? null;
  }

  /** The last combat with its result; a look back shows none. */
  get combat() {
    return this.ui.shown ? null : this.ui.combat;
  }

  /** @param {number | null} line a line to replay from */
  async start(line) {
    put(this.root, h("main", { class: "loading" }, h("p", { class: "lead" }, words("table.opening")), h("span", { class: "loading-bar" }), h("p", { class: "small quiet" }, words("table.loading"))));
    try {
      await this.#load();
    } catch (error) {
      return this.#cannot(error);
    }
    // The reader may have left while the table was on its way.
    if (!this.isOpen) return;
    this.#build();
    await this.#settle();
    if (!this.isOpen) return;
    if (line !== null) await this.startReplay(line);
    else this.incoming.sinceLastTurn();
    await this.briefing.greet(line === null);
  }

  async #load() {
    const [games, state] = await Promise.all([api.shelf(), this.#firstState()]);
    const game = games.find((g) => g.id === state.game);
    if (!game) throw new Error(words("table.unknown-game", { game: state.game }));
    this.game = game;
    this.firstState = state;
    this.grid = new Grid(await api.grid(state.game, state.scenario, theme()));
  }

  /** Through my own eyes if I hold a seat; of two, those of the decider. @returns {Promise<State>} */
  async #firstState() {
    const state = await api.state(this.id, "");
    return this.#ownEyes(state);
  }

  /** @param {State} state @returns {Promise<State>} */
  async #ownEyes(state) {
    const mine = Object.entries(state.seats).filter(([, s]) => s.who === "me").map(([id]) => id);
    const decider = state.view.prompt?.decider;
    const wish = decider && mine.includes(decider) ? decider : mine.includes(state.as) ? state.as : mine[0];
    return wish && wish !== state.as ? api.state(this.id, wish) : state;
  }

  /** @param {unknown} error */
  #cannot(error) {
    if (!this.isOpen) return;
    const text = error instanceof Rejected && error.status === 404 ? words("table.none") : error instanceof Error ? error.message : "";
    put(this.root, h("main", { class: "loading" }, h("p", { class: "lead" }, words("table.failed")), h("p", { class: "second" }, text), button(words("shelf.tables"), () => this.leave(), { class: "button primary" })));
    say(text, true);
  }

  #build() {
    this.board = new Board(this.grid, this.firstState, {
      tap: (x, y, e) => this.pointer.tap(x, y, e), hold: (x, y) => this.pointer.explainAt(x, y), hover: (x, y, e) => this.pointer.hover(x, y, e), leave: () => this.pointer.hoverHex(null), moved: () => this.drawing.moved(), rested: () => this.drawing.rested(),
      grip: (from, e, target) => this.box.grip(from, e) ?? this.drag.grip(from, target),
    });
    this.counters = new Counters(this.grid, this.board.over, this.board.camera);
    this.overlays = new Overlays(this);
    this.board.under.append(this.overlays.under);
    this.board.over.prepend(this.overlays.front);
    this.marks = new Marks(this.grid, this.board.under, this.board.over);
    this.asks = new AskMarks(this.grid, this.board.over);
    this.board.over.append(this.overlays.top);
    this.cards = new Cards(this);
    this.strip = new Strip(this);
    this.prompt = new PromptBar(this);
    this.stack = new StackPanel(this);
    this.sheets = new Sheets(this);
    this.playback = new Playback(this);
    this.replay = new Replay(this);
    this.minimap = new Minimap(this);
    this.keys = new Keys(this);
    this.facesSvg = s("svg", { class: "faces", "aria-hidden": "true" });
    this.cover = h("div", { class: "cover", hidden: true });
    this.page = h("div", { class: "table" }, this.facesSvg, this.strip.node, this.board.frame, this.cards.node, this.stack.node, this.overlays.key, this.minimap.node, this.prompt.node, this.playback.node, this.replay.node, this.sheets.node, this.sheets.rail, this.drag.node, this.cover);
    put(this.root, this.page);
    this.battle = new Battle(this);
    this.board.over.addEventListener("click", (e) => this.pointer.clickDrawn(e));
    this.page.addEventListener("click", (e) => this.#giveBack(e));
    document.addEventListener("theme", () => this.isOpen && void this.board.load());
    this.store.listen((changed) => this.drawing.draw(changed));
    this.store.listen((changed) => changed.has("state") && this.isOpen && this.#tab());
  }

  /** The tab says whose move it is, and the page which line it shows. */
  #tab() {
    this.page.dataset.line = String(this.ui.state?.seq ?? 0);
    tableTab(this.id, this.game.title, Boolean(this.ui.state?.view.prompt?.mine));
  }

  /** A button pressed with the mouse gives the keyboard back to the map. @param {MouseEvent} event */
  #giveBack(event) {
    const isPressed = event.detail > 0 && /** @type {Element} */ (event.target).closest?.("button");
    if (isPressed && !document.querySelector(".dialog-scrim") && !isTyping(document.activeElement)) this.board.frame.focus({ preventScroll: true });
  }

  async #settle() {
    const state = /** @type {State} */ (this.firstState);
    const [log] = await Promise.all([api.log(this.id, state.as, 0).then((x) => x.events, () => []), this.board.load(), this.incoming.fetchFaces(state)]);
    if (!this.isOpen) return;
    this.counters.letter(this.board.lettering);
    this.store.set({ log });
    this.wire.start(state);
    this.incoming.receive(state, null);
    this.incoming.lookAtAction(state);
  }

  /** @param {string} choice @param {string | null} [hex] @returns {Promise<unknown>} */
  choose(choice, hex) {
    if (hex) this.store.set({ hex });
    if (split(choice).kind === "unit") this.company.single = split(choice).name;
    return this.#goesTogether(choice) ? this.play.withCompany(choice) : this.play.choose(choice);
  }

  /** Whether the company of the counter in hand does the same. @param {string} choice */
  #goesTogether(choice) {
    const { kind } = split(choice);
    const isVerb = kind === "verb" && choice !== this.store.index.primary?.choice && !/^verb (stop|done)$/.test(choice);
    return this.company.isPossible && (kind === "hex" || isVerb) && this.company.members().length > 0;
  }

  /** @param {string} choice @param {string | null} hex */
  why(choice, hex) {
    this.prompt.pulse();
    void this.play.why(choice, hex);
  }

  /** @param {string} choice @param {import("./types.js").Refusal} refusal @param {string | null} hex */
  refuse(choice, refusal, hex) {
    const { kind, name } = split(choice);
    const at = hex ?? (kind === "hex" ? name : kind === "unit" ? this.store.index.unit.get(name)?.hex ?? null : null);
    this.store.set({ refusal: { choice, refusal, hex: at }, notice: words("note.refused") });
    const line = this.ui.state?.seq ?? 0;
    this.store.set({ log: [...this.ui.log, { line, kind: "refused", text: refusal.text, rules: refusal.rules, units: [], hexes: at ? [at] : [], moves: [], code: null }] });
    say(`${refusal.text} ${refusal.rules.join(", ")}`, true);
  }

  /** @param {number} [steps] */
  undo(steps = 1) {
    if (this.replay.isOpen || this.ui.playback) return;
    void this.play.undo(steps);
  }

  undoAll() {
    void this.play.undo(this.now?.undo?.steps.length ?? 0);
  }

  noteBoundary() {
    if (this.now?.undo) this.note(boundary(this.now.undo));
  }

  /** @param {string} text */
  note(text) {
    this.store.set({ notice: text });
    say(text);
  }

  /**
   * Whether to ask before this button ends a step: once a step if something may have been forgotten, each time
   * if the end will cost something.
   * @param {import("./types.js").Offer} offer
   */
  leavesThingsUndone(offer) {
    const { view } = this.store;
    if (!view?.reminders?.length || offer.choice !== "verb done") return false;
    const key = `${view.turn.n}/${view.turn.phases.findIndex((p) => p.state === "now")}`;
    if (this.asked.has(key) && !view.owed.length) return false;
    this.asked.add(key);
    return true;
  }

  /** @param {string} id @param {boolean} on */
  async setOrder(id, on) {
    const state = this.ui.state;
    if (!state) return;
    const body = { as: state.as, id, on };
    const send = (/** @type {AbortSignal} */ signal) => api.order(this.id, body, signal);
    await this.wire.change("order", send).catch((e) => this.wire.onError(e));
    this.drawing.redraw("sheet");
  }

  async resign() {
    const state = this.ui.state;
    if (!state) return;
    const { as } = state;
    const send = (/** @type {AbortSignal} */ signal) => api.resign(this.id, { as }, signal);
    await this.wire.change("resign", send).catch((e) => this.wire.onError(e));
  }

  /** @param {string[]} hexes @param {string} [kind] */
  pointOut(hexes, kind = "") {
    const real = hexes.filter((n) => this.grid.has(n));
    this.marks.light(real, kind);
    if (real[0]) this.board.reveal(real[0], 120);
  }

  /** Where things that are owed lie. @param {import("./types.js").Owed[]} owed */
  hexesOf(owed) {
    const at = (/** @type {string} */ unit) => this.store.index.unit.get(unit)?.hex ?? "";
    const hexes = owed.flatMap((o) => [...o.units.map(at), ...o.hexes]);
    return [...new Set(hexes)].filter((n) => this.grid.has(n));
  }

  /** The next counter or hex of what is owed. @param {import("./types.js").Owed} [owed] */
  nextOwed(owed) {
    const hexes = this.hexesOf(owed ? [owed] : this.store.view?.owed ?? []);
    if (!hexes.length) return;
    const hex = hexes[this.owedAt++ % hexes.length];
    this.cursor.toCursor(hex);
    this.pointOut([hex], "owed");
  }

  /** @param {Event} event */
  showEvent(event) {
    this.pointEvent(event);
  }

  /** Draws what an event did: arrows, hexes. @param {Event | null} event */
  pointEvent(event) {
    const sideOf = (/** @type {string} */ u) => this.side(this.store.index.unit.get(u)?.side ?? "");
    this.marks.moved(event?.moves ?? [], sideOf);
    const hexes = event ? [...event.hexes, ...event.units.map((u) => this.store.index.unit.get(u)?.hex ?? "")].filter((n) => this.grid.has(n)) : [];
    this.marks.light(event?.moves.length ? [] : hexes);
    const end = event?.moves[0]?.path.at(-1) ?? hexes[0];
    if (end && this.ui.playback) this.incoming.lookAt(end);
    if (end) this.board.reveal(end, 120);
  }

  /** @param {Unit} unit */
  goTo(unit) {
    if (!unit.hex) return;
    this.board.centre(unit.hex);
    this.store.set({ hex: unit.hex, cursor: unit.hex });
    this.pointOut([unit.hex]);
  }

  closeStack() {
    if (this.play.picks.length && this.now?.undo?.steps.length) void this.play.undo();
    this.store.set({ hex: null });
  }

  /** @param {number} [line] */
  async startReplay(line) {
    this.desk.closeReport();
    await this.replay.start(line);
  }

  /** @param {number} by */
  step(by) {
    if (this.replay.isOpen) this.replay.step(by);
    else if (this.ui.playback) this.playback.go(by);
    else void this.startReplay(Math.max(0, (this.now?.seq ?? 1) - 1));
  }

  playPause() {
    if (this.replay.isOpen) this.replay.toggle();
    else if (this.ui.playback) this.playback.toggle();
    else this.playback.start(this.ui.log.filter((e) => e.kind !== "refused").slice(-30), true);
  }

  /** Marks the line on the screen so that it can be found again. */
  bookmark() {
    if (this.replay.isOpen) return this.replay.bookmark();
    const line = this.now?.seq ?? 0;
    this.note(toggleBookmark(this.id, line) ? words("note.marked", { line }) : words("note.unmarked", { line }));
  }

  turnMap() {
    this.board.turn();
    this.note(words(TURNED[this.board.camera.quarters]));
  }

  get playbackNote() {
    const lines = this.playback.events.map((e) => e.line);
    return lines.length ? words("playback.lines", { from: lines[0], to: lines[lines.length - 1] }) : "";
  }

  leave() {
    this.go("/");
  }

  close() {
    this.isOpen = false;
    this.wire.close();
    this.replay?.close();
    this.playback?.close();
    document.body.classList.remove("with-sheet");
  }

  /** @param {string} id */
  side(id) {
    return this.game.sides.find((x) => x.id === id);
  }

  /** @param {string} id */
  seatName(id) {
    const seat = this.ui.state?.seats[id];
    if (!seat) return words("seat.nobody");
    if (seat.who === "me") return words("seat.you");
    if (seat.who.startsWith("bot:")) return this.game.bots.find((b) => `bot:${b.id}` === seat.who)?.name ?? words("seat.a-bot");
    return seat.who === "open" ? words("seat.open") : words("seat.a-friend");
  }

  get scenarioTitle() {
    return this.game.scenarios.find((x) => x.id === this.ui.state?.scenario)?.title ?? "";
  }

  /** @param {string} side */
  invite(side) {
    const kept = sessionStorage.getItem(`rokada.invites.${this.id}`);
    const url = kept ? JSON.parse(kept)[side] : null;
    return url ? new URL(url, location.href).href : null;
  }

  /** Makes an invitation where this browser has kept none. @param {string} side */
  async makeInvite(side) {
    try {
      const { url } = await api.invite(this.id, side);
      const kept = JSON.parse(sessionStorage.getItem(`rokada.invites.${this.id}`) ?? "{}");
      sessionStorage.setItem(`rokada.invites.${this.id}`, JSON.stringify({ ...kept, [side]: url }));
      this.prompt.draw();
    } catch (error) {
      this.wire.onError(error);
    }
  }

  /** @param {string} choice */
  nameOf(choice) {
    const offer = this.store.view?.choices.find((c) => c.choice === choice);
    if (offer) return describe(this, offer);
    const { kind, name } = split(choice.replace("?", ""));
    if (kind === "unit") return this.store.index.unit.get(name)?.name ?? "";
    return kind === "hex" ? name : "";
  }

  /** What choices are called, line by line; buttons that only lead on are left out. @param {string[]} choices */
  namesOf(choices) {
    return choices.map((c) => this.nameOf(c)).filter(Boolean).join("\n");
  }

  /** What a line of the journal did, for the undo menu. @param {number} line */
  lineText(line) {
    return this.ui.log.find((e) => e.line === line && e.kind !== "phase" && e.kind !== "refused")?.text ?? this.play.lines.get(line) ?? words("undo.line", { line });
  }
}
