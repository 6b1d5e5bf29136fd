// One table on the screen: what the server says comes in here, what the reader does goes out from here.

import { button, h, isCalm, isNarrow, isTyping, put, s, say } from "./dom.js";
import { Grid } from "./grid.js";
import { Board, addFaces } from "./map.js";
import { Index, Store, split } from "./store.js";
import { Counters, sideMark } from "./counters.js";
import { Marks } from "./marks.js";
import { Overlays } from "./overlays.js";
import { Cards } from "./cards.js";
import { Strip } from "./strip.js";
import { PromptBar } from "./prompt.js";
import { StackPanel } from "./stack.js";
import { Sheets } from "./sheets.js";
import { Playback } from "./playback.js";
import { Replay } from "./replay.js";
import { Stream } from "./stream.js";
import { Play } from "./play.js";
import { Keys, keysDialog } from "./keys.js";
import { Minimap } from "./minimap.js";
import { reportPage } from "./report.js";
import { describe, hexWords } from "./list.js";
import { boundary } from "./undo.js";
import { see, seen, setting } from "./settings.js";
import { Rejected } from "./api.js";
import * as api from "./api.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./types.js").Event} Event */

const HOVER = 250;
const FAN = 550;

/** A table and everything that shows it. */
export class Table {
  /** @type {import("./types.js").Game} */ game;
  /** @type {State} */ firstState;
  /** @type {Grid} */ grid;
  /** @type {Board} */ board;
  /** @type {Counters} */ counters;
  /** @type {Overlays} */ overlays;
  /** @type {Marks} */ marks;
  /** @type {Cards} */ cards;
  /** @type {Strip} */ strip;
  /** @type {PromptBar} */ prompt;
  /** @type {StackPanel} */ stack;
  /** @type {Sheets} */ sheets;
  /** @type {Playback} */ playback;
  /** @type {Replay} */ replay;
  /** @type {Minimap} */ minimap;
  /** @type {Keys} */ keys;
  /** @type {SVGElement} */ facesSvg;
  /** @type {HTMLElement} */ cover;
  /** @type {HTMLElement} */ page;
  /** @type {HTMLElement | undefined} */ report;
  /** @type {Stream | undefined} */ stream;
  /** @type {HTMLElement | null} */ returnTo = null;
  /** The newest line the stream has spoken of. */ awaited = 0;
  /** The ways of the other side's counters in its present turn. @type {{unit: string, path: string[]}[]} */ trail = [];
  isFetching = false;
  isKeyboard = false;
  /** Whether the camera has been where something is offered. */ hasLooked = false;
  /** Whether the log was opened by the playback, which then closes it. */ isLogOurs = false;

  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.store = new Store();
    this.play = new Play(this);
    this.isOpen = true;
    /** Which of the things owed was shown last. */
    this.owedAt = 0;
    this.hovering = 0;
    this.fanning = 0;
    /** @type {string | null} */
    this.fan = null;
    /** @type {Set<string>} */
    this.asked = new Set();
    this.oddsShut = "";
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
    return this.store.view?.odds ?? this.ui.combat?.odds ?? null;
  }

  // ---------------------------------------------------------------- opening

  /** @param {number | null} line a line to replay from */
  async start(line) {
    put(this.root, h("main", { class: "loading" }, h("p", { class: "lead" }, "Opening the table"), h("span", { class: "loading-bar" }), h("p", { class: "small quiet" }, "Map, counters and rules are on their way")));
    try {
      await this.#load();
    } catch (error) {
      return this.#cannot(error);
    }
    this.#build();
    await this.#settle();
    if (line !== null) await this.startReplay(line);
    else this.#sinceLastTurn();
  }

  async #load() {
    const [games, state] = await Promise.all([api.shelf(), this.#firstState()]);
    const game = games.find((g) => g.id === state.game);
    if (!game) throw new Error(`This server does not know the game ${state.game}.`);
    this.game = game;
    this.firstState = state;
    this.grid = new Grid(await api.grid(state.game));
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
    const text = error instanceof Rejected && error.status === 404 ? "There is no such table here." : error instanceof Error ? error.message : "";
    put(this.root, h("main", { class: "loading" }, h("p", { class: "lead" }, "The table cannot be opened"), h("p", { class: "second" }, text), button("Your tables", () => this.leave(), { class: "button primary" })));
    say(text, true);
  }

  #build() {
    document.title = `${this.game.title} – Rokada`;
    this.board = new Board(this.grid, this.game.id, {
      tap: (x, y, e) => this.#tap(x, y, e), hold: (x, y) => this.#explainAt(x, y), hover: (x, y, e) => this.#hover(x, y, e), leave: () => this.#hoverHex(null), moved: () => this.#moved(),
    });
    this.counters = new Counters(this.grid, this.board.over);
    this.overlays = new Overlays(this);
    this.board.under.append(this.overlays.under);
    this.board.over.prepend(this.overlays.front);
    this.marks = new Marks(this.grid, this.board.under, this.board.over);
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
    this.page = h("div", { class: "table" }, this.facesSvg, this.strip.node, this.board.frame, this.cards.node, this.stack.node, this.minimap.node, this.prompt.node, this.playback.node, this.replay.node, this.sheets.node, this.sheets.rail, this.cover);
    put(this.root, this.page);
    this.board.over.addEventListener("click", (e) => this.#clickDrawn(e));
    this.page.addEventListener("click", (e) => this.#giveBack(e));
    document.addEventListener("theme", () => this.isOpen && void this.board.load());
    this.store.listen((changed) => this.#draw(changed));
  }

  /** A button pressed with the mouse gives the keyboard back to the map. @param {MouseEvent} event */
  #giveBack(event) {
    const isPressed = event.detail > 0 && /** @type {Element} */ (event.target).closest?.("button");
    if (isPressed && !document.querySelector(".dialog-scrim") && !isTyping(document.activeElement)) this.board.frame.focus({ preventScroll: true });
  }

  async #settle() {
    const state = /** @type {State} */ (this.firstState);
    void api.rules(this.game.id).then((d) => { this.sheets.rules.digest = d; this.redraw("rule"); }, () => {});
    const [log] = await Promise.all([api.log(this.id, state.as, 0).catch(() => []), this.board.load(), this.#fetchFaces(state)]);
    this.store.set({ log });
    this.receive(state, null);
    this.#lookAtAction(state);
    this.stream = new Stream(api.streamUrl(this.id, state.as), this.#hearers());
  }

  /** @param {State} state */
  async #fetchFaces(state) {
    try {
      const text = await api.faces(this.id, state.as);
      addFaces(text, this.facesSvg);
    } catch { /* the counters stay blank; the next state asks again */ }
  }

  /** A first look at where something may be done. @param {State} state */
  #lookAtAction(state) {
    const { camera } = this.board;
    const own = this.store.index.units.size ? [...this.store.index.units.keys()] : state.view.units.filter((u) => u.side === state.as).map((u) => u.unit);
    const hexes = [...this.store.index.hexes.keys(), ...own.map((id) => this.store.index.unit.get(id)?.hex ?? "")].filter((x) => this.grid.has(x));
    camera.k = Math.max(0.35, Math.min(1, 72 / this.grid.pitch));
    this.hasLooked = this.offeredHexes().size > 0;
    if (!hexes.length) return camera.fit();
    const points = hexes.map((x) => this.grid.centre(x));
    const middle = { x: median(points.map((p) => p.x)), y: median(points.map((p) => p.y)) };
    camera.centre(middle.x, middle.y, false);
  }

  // ---------------------------------------------------------------- receiving

  /**
   * Takes a new state in: shows it, lets counters walk, keeps the log.
   * @param {State} state @param {State | null} before @param {boolean} [isUndo]
   */
  receive(state, before, isUndo = false) {
    const events = state.events ?? [];
    if (events.length) this.#addLog(events);
    this.#noticeCombat(before, state, events);
    const isOther = before && before.view.prompt?.decider !== state.view.prompt?.decider;
    const missing = [...state.view.units, ...state.view.boxes.flatMap((b) => b.units)].some((u) => !document.getElementById(u.f));
    if (missing && before) void this.#fetchFaces(state).then(() => this.redraw("state"));
    this.store.set({ state, hex: this.#keptHex(state), bot: state.view.prompt?.mine ? null : this.ui.bot, refusal: null, confirming: false, preview: null });
    if (isOther) this.play.picks = [];
    if (isUndo) void this.#reloadLog(state);
    this.#openOdds(before, state);
    queueMicrotask(() => queueMicrotask(() => void this.counters.walk(events.flatMap((e) => e.moves))));
    queueMicrotask(() => this.#revealFew());
    void this.#passScreen(state);
  }

  /** A few offered hexes, such as the ways of a retreat, are brought into view. */
  #revealFew() {
    if (!this.hasLooked && this.ui.state?.view.prompt?.mine && this.offeredHexes().size) this.#lookAtAction(this.ui.state);
    const hexes = [...this.store.index.hexes.keys()];
    if (hexes.length <= 9 && this.store.view?.prompt?.mine && !this.ui.shown) for (const hex of hexes) this.board.reveal(hex);
  }

  /** @param {State} state */
  #keptHex(state) {
    const { hex } = this.ui;
    return hex && state.view.units.some((u) => u.hex === hex) ? hex : null;
  }

  /** @param {Event[]} events */
  #addLog(events) {
    const last = this.ui.log.reduce((n, e) => Math.max(n, e.line), -1);
    const fresh = events.filter((e) => e.line > last);
    if (fresh.length) this.store.set({ log: [...this.ui.log, ...fresh] });
  }

  /** @param {State} state */
  async #reloadLog(state) {
    const mine = this.ui.log.filter((e) => e.kind === "refused");
    const log = await api.log(this.id, state.as, 0).catch(() => null);
    if (log) this.store.set({ log: [...log, ...mine].sort((a, b) => a.line - b.line) });
  }

  /** Keeps the sum of a combat while its result is carried out. @param {State | null} before @param {State} state @param {Event[]} events */
  #noticeCombat(before, state, events) {
    const roll = events.findLastIndex((e) => e.kind === "rolled");
    const { combat } = this.ui;
    if (roll >= 0) {
      const odds = before?.view.odds ?? combat?.odds ?? null;
      say(events[roll].text);
      this.store.set({ combat: odds ? { odds, event: events[roll], after: events.slice(roll + 1).filter((e) => e.kind !== "phase"), fresh: true } : null, notice: odds ? null : events[roll].text });
    } else if (state.view.odds && !same(state.view.odds, combat?.odds)) this.store.set({ combat: null });
    else if (combat && before && !events.length && before.view.prompt?.mine && state.seq > before.seq) this.store.set({ combat: null });
    else if (combat && events.length) this.store.set({ combat: { ...combat, after: [...combat.after, ...events.filter((e) => e.kind !== "phase")], fresh: false } });
  }

  /** @param {State | null} before @param {State} state */
  #openOdds(before, state) {
    const key = state.view.odds?.targets.join() ?? "";
    if (!key) {
      if (this.ui.sheet === "odds" && !this.ui.combat) this.openSheet(null);
      this.oddsShut = "";
      return;
    }
    const isNew = key !== (before?.view.odds?.targets.join() ?? "");
    if (isNew && this.oddsShut !== key && !isNarrow() && (!this.ui.sheet || this.ui.sheet === "odds")) this.openSheet("odds", false);
    const target = state.view.odds?.targets[0];
    if (isNew && target) queueMicrotask(() => this.board.reveal(target));
  }

  /** Two people at one screen: the decider's eyes, behind a cover where something is hidden. @param {State} state */
  async #passScreen(state) {
    const decider = state.view.prompt?.decider;
    if (!decider || decider === state.as || state.seats[decider]?.who !== "me") return;
    const isHidden = state.view.prompt?.secret || state.view.units.some((u) => u.face?.hidden);
    if (isHidden) this.#showCover(decider);
    await this.look(decider, true);
  }

  /** @param {string} decider */
  #showCover(decider) {
    const side = this.side(decider);
    const go = button(["Show the map", h("span", { class: "key" }, "⏎")], () => { this.cover.hidden = true; this.board.frame.focus(); }, { class: "button primary" });
    put(this.cover, h("div", { class: "dialog cover-card" }, sideMark(side, "large"), h("h2", { class: "title" }, `Pass the screen to the ${side?.name} side`), h("p", { class: "second" }, "What one side knows stays hidden until the other sits down."), go));
    this.cover.hidden = false;
    go.focus();
  }

  /** Looks through the eyes of a side this browser holds. @param {string} side @param {boolean} [isPassed] */
  async look(side, isPassed = false) {
    const state = this.ui.state;
    if (!state || state.as === side) return;
    if (state.seats[side]?.who !== "me") return this.store.set({ notice: `${this.seatName(side)} plays the ${this.side(side)?.name} side` });
    try {
      const next = await api.state(this.id, side);
      this.play.picks = [];
      await this.#fetchFaces(next);
      this.stream?.close();
      this.store.set({ state: next, hex: null, notice: isPassed ? `Now the ${this.side(side)?.name} side` : null });
      this.stream = new Stream(api.streamUrl(this.id, side), this.#hearers());
      const log = await api.log(this.id, side, 0).catch(() => null);
      if (log) this.store.set({ log });
    } catch (error) {
      this.#wentWrong(error);
    }
  }

  #hearers() {
    return { step: (/** @type {number} */ seq) => void this.#heard(seq), bot: (/** @type {any} */ p) => this.#botThinks(p), seats: () => void this.refresh(), lost: (/** @type {number} */ s) => this.store.set({ retry: s }), back: () => void this.#back() };
  }

  // ---------------------------------------------------------------- the stream

  /** @param {number} seq */
  async #heard(seq) {
    this.awaited = Math.max(this.awaited, seq);
    if (this.isFetching || this.ui.sending) return;
    if ((this.ui.state?.seq ?? 0) >= this.awaited) return;
    this.isFetching = true;
    try {
      await this.refresh();
    } finally {
      this.isFetching = false;
    }
    if (this.awaited > (this.ui.state?.seq ?? 0) && !this.ui.retry) setTimeout(() => void this.#heard(0), 60);
  }

  /** Asks for the present state and what happened up to it. */
  async refresh() {
    const before = this.ui.state;
    if (!before) return;
    try {
      const after = this.ui.log.reduce((n, e) => Math.max(n, e.line), 0);
      const [state, events] = await Promise.all([api.state(this.id, before.as), api.log(this.id, before.as, after)]);
      if (this.ui.sending || state.seq < (this.ui.state?.seq ?? 0)) return;
      this.receive({ ...state, events }, before);
      this.#leaveTrail(state, events);
      this.#othersDone(before, state);
    } catch (error) {
      this.#wentWrong(error);
    }
  }

  /** While the other side moves, its ways stay on the map. @param {State} state @param {Event[]} events */
  #leaveTrail(state, events) {
    const isTheirs = state.view.prompt && !state.view.prompt.mine;
    this.trail = isTheirs ? [...this.trail, ...events.flatMap((e) => e.moves)].slice(-40) : [];
    if (!this.ui.playback && !this.ui.shown) this.marks.moved(this.trail, (u) => this.side(this.store.index.unit.get(u)?.side ?? ""));
  }

  /** Shows what others did when it is my turn again. @param {State} before @param {State} state */
  #othersDone(before, state) {
    if (!state.view.prompt?.mine || before.view.prompt?.mine || this.ui.playback || this.ui.shown) return;
    this.#sinceLastTurn();
  }

  #sinceLastTurn() {
    const state = this.ui.state;
    if (!state || this.isSpectator) return;
    if (Object.values(state.seats).every((x) => x.who === "me")) return this.hasSeen();
    const last = seen(this.id, state.as);
    if (last === null || !state.view.prompt?.mine) return void (last === null && this.hasSeen());
    const events = this.ui.log.filter((e) => e.line > last && e.kind !== "refused");
    const shown = events.filter((e) => e.moves.length || ["rolled", "eliminated"].includes(e.kind));
    if (setting("pace") === "skip" || shown.length < 2) return this.hasSeen();
    this.playback.start(events, setting("pace") !== "step" && !isCalm());
    if (isNarrow() || this.ui.sheet) return;
    this.openSheet("log", false);
    this.isLogOurs = true;
  }

  hasSeen() {
    const state = this.ui.state;
    if (state) see(this.id, state.as, state.seq);
    if (this.ui.sheet === "log" && this.isLogOurs) this.openSheet(state?.view.odds ? "odds" : null, false);
    this.isLogOurs = false;
  }

  /** @param {any} progress */
  #botThinks(progress) {
    const isHeld = progress.held ?? (progress.state === "stopped" || progress.state === "held");
    const isAtWork = progress.state === "thinking" || isHeld;
    const share = progress.share ?? (progress.budget_ms ? progress.spent_ms / progress.budget_ms : 0);
    this.store.set({ bot: isAtWork ? { ...progress, isHeld, share: Math.min(1, share) } : null });
  }

  /** @param {"stop" | "go" | "now"} what */
  async holdBot(what) {
    await api.bot(this.id, { do: what }).catch((e) => this.#wentWrong(e));
  }

  lost() {
    if (!this.ui.retry) this.store.set({ retry: 1 });
    this.stream?.open();
  }

  reconnect() {
    this.stream?.open();
  }

  async #back() {
    this.store.set({ retry: 0, fault: null });
    await this.refresh();
  }

  retry() {
    this.store.set({ fault: null });
    void this.refresh();
  }

  /** @param {unknown} error */
  #wentWrong(error) {
    if (error instanceof Rejected && error.status === 0) return this.lost();
    if (error instanceof Rejected && error.status >= 500) return this.store.set({ fault: error.message });
    this.store.set({ notice: error instanceof Error ? error.message : String(error) });
  }

  // ---------------------------------------------------------------- drawing

  /** @param {string} key */
  redraw(key) {
    this.#draw(new Set([key]));
  }

  /** @param {Set<string>} changed */
  #draw(changed) {
    if (!this.isOpen || !this.store.view) return;
    const has = (/** @type {string[]} */ ...keys) => keys.some((k) => changed.has(k));
    const isBoard = has("state", "shown", "refusal", "sending", "unit");
    if (has("state", "shown")) this.strip.draw();
    if (isBoard) this.counters.draw(this.store.index, this.markSet());
    if (has("state", "shown", "combat")) this.#drawDecision();
    if (has("state", "shown", "hover", "cursor", "preview")) this.#drawWay();
    if (has("refusal")) { this.marks.refuse(this.ui.refusal); this.cards.refuse(this.ui.refusal); }
    if (has("cursor", "state")) this.marks.point(this.ui.cursor, this.isKeyboard);
    if (has("state", "shown", "overlays", "peek", "overlaySide")) this.overlays.draw();
    if (has("lifted")) this.board.over.classList.toggle("lifted", this.ui.lifted);
    if (has("state", "shown", "hex", "playback", "sending")) this.stack.draw();
    if (!has("hover", "cursor", "unit") || changed.size > 1) this.prompt.draw();
    if (has("playback", "shown")) this.playback.draw();
    if (has("shown")) this.replay.draw();
    if (has("state", "shown", "sheet", "combat", "log", "rule", "overlays", "peek", "overlaySide", "playback", "lifted")) this.sheets.draw();
    if (has("state", "shown", "sheet")) { this.minimap.draw(); this.#insets(); }
  }

  #drawDecision() {
    const isLive = !this.ui.shown && !this.ui.playback;
    this.marks.reach(isLive ? this.store.index : new Index(null), this.board.bounds);
    this.marks.combat(this.store.view?.odds, this.store.index);
    this.counters.spread(null, this.store.index, this.markSet());
    if (isLive) this.marks.light([]);
  }

  #drawWay() {
    const hex = this.ui.preview ?? this.ui.hover ?? (this.isKeyboard ? this.ui.cursor : null);
    const isLive = !this.ui.shown && !this.ui.playback;
    const offer = hex && isLive ? this.store.index.hexes.get(hex) : undefined;
    this.marks.way(hex, offer, this.#ghost(hex, offer));
    this.board.frame.classList.toggle("offers", Boolean(offer || (isLive && this.store.index.offeredIn(hex).length)));
  }

  /** The counter that would stand on a destination. @param {string | null} hex @param {import("./types.js").Offer | undefined} offer */
  #ghost(hex, offer) {
    const { index } = this.store;
    if (!hex || !offer?.path?.length || index.stacks.has(hex)) return null;
    const [id] = this.picked.units;
    return (id ? index.unit.get(id) : index.stack(offer.path[0])[0]) ?? null;
  }

  /** What is picked: as the view says, as I remember, or at least in which hex. */
  get picked() {
    const { index } = this.store;
    const units = new Set([...(this.store.view?.odds?.attackers ?? []), ...this.play.picks.filter((u) => !index.units.has(u))]);
    for (const u of this.store.view?.units ?? []) if (u.badges.some((b) => b.kind === "picked" || b.kind === "selected")) units.add(u.unit);
    const starts = [...index.hexes.values()].map((o) => o.path?.[0]).filter((x) => x);
    const first = [...units].map((u) => index.unit.get(u)?.hex).find((x) => x);
    const hex = first ?? (starts.length && starts.every((x) => x === starts[0]) ? starts[0] ?? null : null);
    return { units, hex };
  }

  markSet() {
    const { index } = this.store;
    const { view } = this.store;
    const isLive = !this.ui.shown && !this.ui.playback;
    const { sending, refusal } = this.ui;
    return {
      picked: isLive ? this.picked.units : new Set(), pickedHex: isLive && index.hexes.size ? this.picked.hex : null,
      offered: isLive ? new Set(index.units.keys()) : new Set(), owed: new Set(isLive ? view?.owed.flatMap((o) => o.units) : []), owedHexes: new Set(isLive ? view?.owed.flatMap((o) => o.hexes) : []),
      sent: sending ? (sending.startsWith("unit ") ? split(sending).name : [...this.picked.units].pop() ?? null) : null,
      evidence: new Set(refusal?.refusal.because?.units ?? []),
    };
  }

  #insets() {
    const isWide = innerWidth >= 760;
    const sheet = this.ui.sheet && isWide ? (innerWidth < 1200 ? 320 : 392) : 0;
    this.board.camera.insets = isWide ? { left: 16, top: 56, right: 60 + sheet, bottom: 100 } : { left: 8, top: 56, right: 8, bottom: 150 };
  }

  #moved() {
    if (!this.cards) return;
    this.cards.follow();
    this.minimap.frame();
  }

  // ---------------------------------------------------------------- the pointer

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  #tap(x, y, event) {
    this.isKeyboard = false;
    this.board.frame.focus({ preventScroll: true });
    const drawn = /** @type {Element} */ (event.target).closest?.("[data-choice], .fan [data-unit]");
    if (drawn) return;
    const hex = this.grid.at(x, y);
    if (this.ui.refusal) this.store.set({ refusal: null });
    if (!hex) return;
    this.store.set({ cursor: hex });
    if (event.shiftKey && this.store.index.offeredIn(hex).length) return void this.play.takeAll(hex);
    this.act(hex, event.pointerType === "touch");
  }

  /** Clicks on what lies over the map: hexsides and fanned counters. @param {MouseEvent} event */
  #clickDrawn(event) {
    const target = /** @type {Element} */ (event.target);
    const side = target.closest("[data-choice]")?.getAttribute("data-choice");
    if (side) return this.choose(side);
    const id = target.closest(".fan [data-unit]")?.getAttribute("data-unit");
    const unit = id ? this.store.index.unit.get(id) : null;
    if (unit) this.actOnUnit(unit);
  }

  /**
   * A click on a hex: what is offered there is chosen, what is not says why.
   * @param {string} hex @param {boolean} [isTouch]
   */
  act(hex, isTouch = false) {
    const { index, view, ui } = this.store;
    this.#hideHover();
    if (ui.shown || ui.playback || !view?.prompt?.mine) return this.store.set({ hex: index.stack(hex).length ? hex : null });
    const offer = index.hexes.get(hex);
    if (offer) return isTouch && offer.cost !== undefined && ui.preview !== hex ? this.store.set({ preview: hex }) : this.choose(offer.choice);
    const [unit] = index.offeredIn(hex);
    if (unit) return this.choose(`unit ${unit.unit}`, hex);
    const swap = this.#swapIn(hex);
    if (swap) return void (this.store.set({ hex: this.play.picks.includes(swap.unit) ? null : hex }), this.play.swap(swap.unit));
    this.store.set({ hex: index.stack(hex).length ? hex : null });
    void this.play.why(this.#asked(hex), hex);
  }

  /** The counter of a hex that could be taken instead; in the picked stack, the next one down. @param {string} hex */
  #swapIn(hex) {
    const stack = this.store.index.stack(hex).filter((u) => this.play.canSwap(u.unit));
    const at = stack.findIndex((u) => this.play.picks.includes(u.unit));
    return at >= 0 ? stack[(at + 1) % stack.length] : stack[0] ?? null;
  }

  /** What a click on a hex would have meant here. @param {string} hex */
  #asked(hex) {
    const { index } = this.store;
    const [top] = index.stack(hex);
    if (index.hexes.size || !top) return `hex ${hex}`;
    return `unit ${top.unit}`;
  }

  /** A click on a counter in a list or a fan. @param {Unit} unit */
  actOnUnit(unit) {
    if (this.store.index.units.has(unit.unit)) return this.choose(`unit ${unit.unit}`, unit.hex);
    if (this.play.canSwap(unit.unit)) return void this.play.swap(unit.unit);
    if (unit.hex) this.board.reveal(unit.hex);
    if (!this.store.view?.prompt?.mine || this.ui.shown) return;
    void this.play.why(`unit ${unit.unit}`, unit.hex);
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  #hover(x, y, event) {
    if (event.pointerType === "touch") return;
    const isOnFan = /** @type {Element} */ (event.target).closest?.(".fan");
    if (isOnFan) return clearTimeout(this.fanning);
    this.#hoverHex(this.grid.at(x, y));
  }

  /** @param {string | null} hex */
  #hoverHex(hex) {
    if (hex === this.ui.hover) return;
    this.store.set({ hover: hex });
    this.#hideHover();
    if (!hex || this.ui.playback) return;
    this.hovering = window.setTimeout(() => this.ui.hover === hex && !this.ui.refusal && this.cards.show(hex, false), HOVER);
    if (this.store.index.stack(hex).length > 1 && !this.store.index.hexes.has(hex)) this.fanning = window.setTimeout(() => this.#spread(hex), FAN);
  }

  #hideHover() {
    clearTimeout(this.hovering);
    clearTimeout(this.fanning);
    this.cards.hide();
    if (!this.fan) return;
    this.fan = null;
    this.counters.spread(null, this.store.index, this.markSet());
  }

  /** @param {string} hex */
  #spread(hex) {
    if (this.ui.hover !== hex || this.ui.refusal) return;
    this.fan = hex;
    this.cards.hide();
    this.counters.spread(hex, this.store.index, this.markSet());
  }

  /** @param {number} x @param {number} y */
  #explainAt(x, y) {
    const hex = this.grid.at(x, y);
    if (!hex) return;
    this.store.set({ cursor: hex, refusal: null });
    this.cards.show(hex, true);
  }

  // ---------------------------------------------------------------- the keyboard

  /** @param {number} dx @param {number} dy @param {boolean} isDiagonal */
  moveCursor(dx, dy, isDiagonal) {
    this.isKeyboard = true;
    const from = this.ui.cursor ?? this.picked.hex ?? this.#middleHex();
    if (!from) return;
    const lean = this.grid.isFlat ? [dx, dy || (isDiagonal ? 1 : -0.6)] : [dx || (isDiagonal ? 1 : -0.5), dy];
    const hex = this.grid.step(from, dx && !this.grid.isFlat ? dx : lean[0], dy && this.grid.isFlat ? dy : lean[1]) ?? from;
    this.toCursor(hex);
  }

  #middleHex() {
    const { frame, camera } = this.board;
    const box = frame.getBoundingClientRect();
    const p = camera.toWorld({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
    return this.grid.at(p.x, p.y) ?? Object.keys(this.grid.hexes)[0];
  }

  /** @param {string} hex */
  toCursor(hex) {
    this.isKeyboard = true;
    this.store.set({ cursor: hex, hover: null });
    this.board.reveal(hex);
    say(hexWords(this, hex));
    this.cards.hide();
  }

  clickCursor() {
    if (!this.ui.cursor) return void this.nextOffered(1);
    this.isKeyboard = true;
    if (this.ui.refusal) this.store.set({ refusal: null });
    this.act(this.ui.cursor);
  }

  /** The hexes where something is offered, from west to east and north to south. */
  offeredHexes() {
    const { index } = this.store;
    const hexes = new Set([...index.hexes.keys(), ...[...index.units.keys()].map((u) => index.unit.get(u)?.hex ?? "")].filter((x) => this.grid.has(x)));
    return hexes;
  }

  /** @param {number} by */
  nextOffered(by) {
    const hexes = [...this.offeredHexes()].sort();
    if (!hexes.length) return false;
    const at = hexes.indexOf(this.ui.cursor ?? "");
    this.toCursor(hexes[(at + by + hexes.length) % hexes.length] ?? hexes[0]);
    return true;
  }

  /** @param {number} n */
  digit(n) {
    const { index } = this.store;
    const numbered = [...index.hexes.values()];
    if (numbered.length && numbered.length <= 9 && numbered[n - 1]) return this.choose(numbered[n - 1].choice);
    const beside = index.offeredBeside();
    const unit = index.stack(this.ui.hex ?? this.ui.cursor ?? this.picked.hex)[n - 1] ?? beside[n - 1];
    if (unit) this.actOnUnit(unit);
  }

  async takeAll() {
    const hex = this.ui.hex ?? this.ui.cursor ?? this.picked.hex;
    if (hex) await this.play.takeAll(hex);
  }

  explainCursor() {
    const hex = this.ui.cursor ?? this.ui.hover;
    if (!hex) return;
    this.cards.show(hex, true);
    say(hexWords(this, hex));
  }

  enter() {
    if (this.ui.playback) return this.playback.stop();
    if (!this.cover.hidden) return void (this.cover.hidden = true);
    if (this.replay.isOpen) return this.replay.toggle();
    const visible = [this.prompt.node.querySelector("[data-primary]"), this.prompt.node.querySelector(".not-yet")].find(Boolean);
    if (visible && !this.store.index.primary && !this.ui.preview) return /** @type {HTMLElement} */ (visible).click();
    this.prompt.press();
  }

  /** One step back, whatever is open. */
  escape() {
    const { ui } = this;
    if (ui.refusal) return this.store.set({ refusal: null });
    if (ui.preview) return this.store.set({ preview: null });
    if (ui.confirming) return this.store.set({ confirming: false });
    if (ui.playback) return this.playback.stop();
    if (this.replay.isOpen) return this.replay.stop();
    if (this.fan || !this.cards.hover.hidden) return this.#hideHover();
    const focused = document.activeElement;
    if (this.sheets.node.contains(focused)) return this.openSheet(null);
    if (this.play.picks.length && this.now?.undo?.steps.length) return void this.play.undo();
    if (ui.hex) return this.store.set({ hex: null });
    if (ui.sheet && ui.sheet !== "odds") return this.openSheet(null);
    if (this.store.view?.prompt?.mine && this.store.index.hexes.size && this.now?.undo?.steps.length) return void this.play.undo();
    if (ui.sheet) this.openSheet(null);
  }

  /** @param {boolean} isBack */
  nextRegion(isBack) {
    const regions = [this.strip.node, this.board.frame, this.prompt.node, this.sheets.node, this.sheets.rail].filter((r) => !r.hidden);
    const at = regions.findIndex((r) => r.contains(document.activeElement));
    const next = regions[(at + (isBack ? -1 : 1) + regions.length) % regions.length];
    /** @type {HTMLElement} */ (next === this.board.frame ? next : next.querySelector("button, input, [tabindex]") ?? next).focus();
  }

  // ---------------------------------------------------------------- choosing

  /** @param {string} choice @param {string | null} [hex] */
  choose(choice, hex) {
    if (hex) this.store.set({ hex });
    void this.play.choose(choice);
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
    this.store.set({ refusal: { choice, refusal, hex: at }, notice: "Last click refused, nothing changed" });
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
   * Whether to ask once before this button ends a step in which counters could still act.
   * @param {import("./types.js").Offer} offer
   */
  leavesThingsUndone(offer) {
    const { turn } = this.store.view ?? { turn: { n: 0, phases: [] } };
    const key = `${turn.n}/${turn.phases.findIndex((p) => p.state === "now")}`;
    const isEnd = /^verb (end|done|finish|pass)/.test(offer.choice);
    const targets = [...this.store.index.hexes.values()].filter((o) => !o.path?.length).length;
    const isMidway = this.store.index.hexes.size > targets;
    if (!isEnd || isMidway || !(this.store.index.units.size + targets) || this.asked.has(key)) return false;
    this.asked.add(key);
    return true;
  }

  /** @param {string} id @param {boolean} on */
  async setOrder(id, on) {
    const state = this.ui.state;
    if (!state) return;
    await api.order(this.id, state.as, id, on).catch((e) => this.#wentWrong(e));
    await this.refresh();
    this.redraw("sheet");
  }

  async resign() {
    const state = this.ui.state;
    if (!state) return;
    await api.resign(this.id, state.as).catch((e) => this.#wentWrong(e));
    await this.refresh();
  }

  // ---------------------------------------------------------------- pointing out

  /** @param {string[]} hexes @param {string} [kind] */
  pointOut(hexes, kind = "") {
    const real = hexes.filter((n) => this.grid.has(n));
    this.marks.light(real, kind);
    if (real[0]) this.board.reveal(real[0], 120);
  }

  /** The next counter or hex of what is owed. @param {import("./types.js").Owed} [owed] */
  nextOwed(owed) {
    const all = owed ? [owed] : this.store.view?.owed ?? [];
    const hexes = [...new Set(all.flatMap((o) => [...o.units.map((u) => this.store.index.unit.get(u)?.hex ?? ""), ...o.hexes]))].filter((n) => this.grid.has(n));
    if (!hexes.length) return;
    const hex = hexes[this.owedAt++ % hexes.length];
    this.toCursor(hex);
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

  // ---------------------------------------------------------------- sheets

  /** @param {string | null} name @param {boolean} [isFocused] */
  openSheet(name, isFocused = true) {
    if (!name && this.ui.sheet === "odds") this.oddsShut = this.odds?.targets.join() ?? "";
    const before = this.ui.sheet;
    if (name && !before) this.returnTo = /** @type {HTMLElement | null} */ (document.activeElement);
    this.store.set({ sheet: name });
    if (name && isFocused) queueMicrotask(() => this.sheets.node.focus({ preventScroll: true }));
    if (!name) (this.returnTo?.isConnected ? this.returnTo : this.board.frame).focus({ preventScroll: true });
    const hex = this.picked.hex ?? this.odds?.targets[0];
    if (name && hex) queueMicrotask(() => this.board.reveal(hex));
  }

  /** @param {string} name */
  toggleSheet(name) {
    this.openSheet(this.ui.sheet === name ? null : name);
  }

  find() {
    this.openSheet("forces");
    setTimeout(() => this.sheets.forces.input.focus(), 0);
  }

  /** @param {string} number */
  showRule(number) {
    const before = this.ui.rule;
    const back = before && before.id !== number ? [...before.back, before.id].slice(-10) : before?.back ?? [];
    this.sheets.rules.word = "";
    this.sheets.rules.input.value = "";
    this.store.set({ rule: { id: number, back }, sheet: "rules" });
  }

  ruleBack() {
    const rule = this.ui.rule;
    const id = rule?.back.at(-1);
    if (rule && id) this.store.set({ rule: { id, back: rule.back.slice(0, -1) } });
  }

  ruleOfRefusal() {
    const last = this.ui.refusal?.refusal.rules[0] ?? this.ui.log.findLast((e) => e.kind === "refused")?.rules[0];
    if (last) this.showRule(last);
    else this.openSheet("rules");
  }

  showKeys() {
    keysDialog();
  }

  /** A rule number that opens the rule. @param {string | undefined | null} number */
  chip(number) {
    if (!number) return h("span");
    return h("span", { class: "rule-chip", role: "link", tabindex: "0", title: this.sheets?.rules.text(number)?.slice(0, 200) ?? "", on: {
      click: (/** @type {MouseEvent} */ e) => { e.stopPropagation(); e.preventDefault(); this.showRule(number); },
      keydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter") { e.stopPropagation(); e.preventDefault(); this.showRule(number); } },
    } }, number);
  }

  // ---------------------------------------------------------------- replay and report

  /** @param {number} [line] */
  async startReplay(line) {
    this.closeReport();
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

  get playbackNote() {
    const lines = this.playback.events.map((e) => e.line);
    return lines.length ? `lines ${lines[0]} to ${lines[lines.length - 1]}` : "";
  }

  openReport() {
    this.report = h("div", { class: "report-cover" }, reportPage(this));
    this.page.append(this.report);
  }

  closeReport() {
    this.report?.remove();
    this.report = undefined;
  }

  download() {
    const a = /** @type {HTMLAnchorElement} */ (h("a", { href: api.journalUrl(this.id, this.now?.as ?? "spectator"), download: `${this.game.id}-${this.id}.journal` }));
    a.click();
  }

  leave() {
    this.go("/");
  }

  close() {
    this.isOpen = false;
    this.stream?.close();
    document.body.classList.remove("with-sheet");
  }

  // ---------------------------------------------------------------- names

  /** @param {string} id */
  side(id) {
    return this.game.sides.find((x) => x.id === id);
  }

  /** @param {string} id */
  seatName(id) {
    const seat = this.ui.state?.seats[id];
    if (!seat) return "nobody";
    if (seat.who === "me") return "you";
    if (seat.name) return seat.name;
    if (seat.who.startsWith("bot:")) return this.game.bots.find((b) => `bot:${b.id}` === seat.who)?.name ?? "bot";
    return seat.who === "open" ? "open seat" : "friend";
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
      sessionStorage.setItem(`rokada.invites.${this.id}`, JSON.stringify({ [side]: url }));
      this.prompt.draw();
    } catch (error) {
      this.#wentWrong(error);
    }
  }

  /** @param {string} choice */
  nameOf(choice) {
    const offer = this.store.view?.choices.find((c) => c.choice === choice);
    return offer ? describe(this, offer) : choice;
  }

  /** What a line of the journal did, for the undo menu. @param {number} line */
  lineText(line) {
    return this.ui.log.find((e) => e.line === line && e.kind !== "phase" && e.kind !== "refused")?.text ?? this.play.lines.get(line) ?? `Line ${line}`;
  }
}

/** @param {any} a @param {any} b */
function same(a, b) {
  return JSON.stringify(a?.targets) === JSON.stringify(b?.targets) && JSON.stringify(a?.attackers) === JSON.stringify(b?.attackers);
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

