// What comes in: a new state is shown, counters walk, the log grows, and the screen passes to whoever decides.

import { button, capital, h, isCalm, isNarrow, put, say } from "./dom.js";
import { addFaces } from "./map.js";
import { sideMark } from "./counters.js";
import { Index, askedStack, keptHex, split } from "./store.js";
import { automaticLosses, rollNotice, sinceNotice } from "./notices.js";
import { heldAs } from "./wire.js";
import { see, seen, setting } from "./settings.js";
import * as api from "./api.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./shapes.js").Event} Event */

/** Takes in what the server says of a table. */
export class Incoming {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The ways of the other side's counters in its present turn. @type {{unit: string, path: string[]}[]} */
    this.trail = [];
    /** Whether the camera has been where something is offered. */
    this.hasLooked = false;
    /** The look at the next question that waits until a result has been seen. */
    this.revealing = 0;
    /** Whether the log was opened by the playback, which then closes it. */
    this.isLogOurs = false;
  }

  /** @param {State} state */
  async fetchFaces(state) {
    try {
      const text = await api.faces(this.table.id, state.as);
      addFaces(text, this.table.facesSvg);
    } catch { /* the counters stay blank; the next state asks again */ }
  }

  /** The faces of a state of the past, where any is not known yet. @param {State} state @param {number} line */
  async facesFor(state, line) {
    const units = [...state.view.units, ...state.view.boxes.flatMap((b) => b.units)];
    if (units.every((u) => document.getElementById(u.f))) return;
    const text = await api.faces(this.table.id, state.as, line).catch(() => "");
    if (text) addFaces(text, this.table.facesSvg);
  }

  /** The scale at which counters can be read. */
  get #working() {
    return Math.max(0.35, Math.min(1, 72 / this.table.grid.pitch));
  }

  /** A first look at a hex that something is told or asked of, near enough to read it. @param {string | undefined} hex */
  lookAt(hex) {
    const { camera } = this.table.board;
    if (this.hasLooked || !hex || !this.table.grid.has(hex)) return;
    this.hasLooked = true;
    camera.k = Math.max(camera.k, this.#working);
    const { x, y } = this.table.grid.centre(hex);
    camera.centre(x, y, false);
  }

  /** A first look at where something may be done. @param {State} state */
  lookAtAction(state) {
    const { camera } = this.table.board;
    const own = this.table.store.index.units.size ? [...this.table.store.index.units.keys()] : state.view.units.filter((u) => u.side === state.as).map((u) => u.unit);
    const hexes = [...this.table.store.index.hexes.keys(), ...own.map((id) => this.table.store.index.unit.get(id)?.hex ?? "")].filter((x) => this.table.grid.has(x));
    camera.k = this.#working;
    this.hasLooked = this.table.cursor.offeredHexes().size > 0;
    if (!hexes.length) return camera.fit();
    const points = hexes.map((x) => this.table.grid.centre(x));
    const middle = { x: median(points.map((p) => p.x)), y: median(points.map((p) => p.y)) };
    camera.centre(middle.x, middle.y, false);
  }

  /**
   * Takes a new state in: shows it, lets counters walk, keeps the log.
   * @param {State} state @param {State | null} before @param {boolean} [isUndo]
   */
  receive(state, before, isUndo = false) {
    const events = state.events ?? [];
    this.table.play.answers.see(state.view);
    if (events.length) this.#addLog(events);
    const sent = this.table.ui.sending;
    this.#noticeCombat(before, state, events);
    this.#announce(before, events, sent);
    const missing = [...state.view.units, ...state.view.boxes.flatMap((b) => b.units)].some((u) => !document.getElementById(u.f));
    if (missing && before) void this.fetchFaces(state).then(() => this.table.drawing.redraw("state"));
    this.table.store.set({ state, hex: askedStack(state.view) ?? (this.#isSameStep(state) ? keptHex(state.view, this.table.ui.hex) : null), bot: this.#botOf(state), refusal: null, confirming: false, preview: null });
    if (isUndo) void this.reloadLog(state);
    this.#openOdds(before, state);
    queueMicrotask(() => queueMicrotask(() => this.#act(events, before)));
    this.#revealAfter(before ? events : []);
    this.#passScreen(state);
  }

  /** What is asked is brought into view; after dice when their result has been seen, unless somebody acts before. @param {Event[]} events */
  #revealAfter(events) {
    this.stay();
    this.table.battle.hold(events);
    const wait = this.table.battle.left;
    if (!wait) return queueMicrotask(() => this.#revealFew());
    this.revealing = window.setTimeout(() => this.table.isOpen && this.#revealFew(), wait);
  }

  /** The map stays where it is: nothing slides away under a hand. */
  stay() {
    clearTimeout(this.revealing);
  }

  /** Lets counters walk and shows how a fight went. @param {Event[]} events @param {State | null} before */
  #act(events, before) {
    void this.table.counters.walk(events.flatMap((e) => e.moves));
    if (before) this.table.battle.show(events, new Index(before));
  }

  /**
   * The same line as before, asked for again: a seat or an order may have changed, and nothing that
   * is open is shut.
   * @param {State} state
   */
  update(state) {
    const { seats: before } = this.table.ui.state ?? {};
    // What was said of a seat no longer holds when somebody else sits there.
    if (JSON.stringify(before) !== JSON.stringify(state.seats)) this.table.store.set({ notice: null });
    this.table.store.set({ state, bot: this.#botOf(state) });
  }

  /** What others did. @param {State} state @param {State | null} before */
  fromOthers(state, before) {
    this.receive(state, before);
    this.leaveTrail(state, state.events ?? []);
    if (before) this.othersDone(before, state);
  }

  /** How the bots are held: the answer to a choice does not say, the state does. @param {State} state */
  #botOf(state) {
    const { bot } = this.table.ui;
    const decider = state.view.prompt?.decider;
    if (!decider || !state.seats[decider]?.who.startsWith("bot:")) return null;
    return heldAs(bot, state.bot);
  }

  /** After a look back the map is again where something is asked. */
  backToQuestion() {
    queueMicrotask(() => this.#revealFew());
  }

  /** A few offered hexes, such as the ways of a retreat, are brought into view. */
  #revealFew() {
    if (!this.hasLooked && this.table.ui.state?.view.prompt?.mine && this.table.cursor.offeredHexes().size) this.lookAtAction(this.table.ui.state);
    const hexes = [...this.table.store.index.hexes.keys()];
    // Nothing slides away under counters that hang at the pointer.
    if (!this.table.store.view?.prompt?.mine || this.table.ui.shown || this.table.drag.load) return;
    const { board, cursor } = this.table;
    const [place] = this.table.store.view.prompt.places ?? [];
    this.lookAt(place);
    // Whoever has just picked a counter himself knows where it is.
    const isMyPick = this.table.play.before?.seq === this.table.ui.state?.seq;
    if (place && !isMyPick && !board.isUncovered(place)) board.centre(place);
    // On a phone the panel of the stack opens over the map, perhaps over the counter itself.
    const { hex } = this.table.drawing.picked;
    if (hex && isMyPick && isNarrow() && !board.isUncovered(hex)) board.centre(hex);
    if (hexes.length <= 9) for (const hex of hexes) board.reveal(hex);
    // Counters too: what is asked for never lies off the screen or under a panel as a whole.
    const places = [...cursor.offeredHexes()];
    if (places.length && !places.some((hex) => board.isInView(hex))) board.reveal(board.nearest(places));
  }

  /** The stack panel stays open within a step only. @param {State} state */
  #isSameStep(state) {
    const { state: before } = this.table.ui;
    return before?.view.turn.n === state.view.turn.n && stepOf(before) === stepOf(state);
  }

  /** @param {Event[]} events */
  #addLog(events) {
    const last = this.table.ui.log.reduce((n, e) => Math.max(n, e.line), -1);
    const fresh = events.filter((e) => e.line > last);
    if (fresh.length) this.table.store.set({ log: [...this.table.ui.log, ...fresh] });
  }

  /** @param {State} state */
  async reloadLog(state) {
    const log = await api.log(this.table.id, state.as, 0).catch(() => null);
    if (log) this.replaceLog(log.events);
  }

  /** What happened after a line was taken back. @param {number} line */
  forget(line) {
    const { log } = this.table.ui;
    const left = log.filter((e) => e.line <= line || e.kind === "refused");
    if (left.length < log.length) this.table.store.set({ log: left });
  }

  /** The log is this, and what was refused meanwhile. @param {Event[]} events */
  replaceLog(events) {
    const mine = this.table.ui.log.filter((e) => e.kind === "refused");
    this.table.store.set({ log: [...events, ...mine].sort((a, b) => a.line - b.line) });
  }

  /** Keeps the sum of a combat while its result is carried out. @param {State | null} before @param {State} state @param {Event[]} events */
  #noticeCombat(before, state, events) {
    const roll = events.findLastIndex((e) => e.kind === "rolled");
    const { combat } = this.table.ui;
    const rest = (/** @type {Event[]} */ all) => all.filter((e) => e.kind !== "phase");
    if (roll >= 0) {
      const event = events[roll];
      const resolved = [before?.view.odds, combat?.odds].find((o) => o && o.targets.every((/** @type {string} */ hex) => event.hexes.includes(hex))) ?? null;
      // Where the next combat is asked about already, the panel is about that one, and the result of the last a line in the bar.
      const odds = resolved && state.view.odds && !same(state.view.odds, resolved) ? null : resolved;
      say(event.text);
      return this.table.store.set({ combat: odds ? { odds, event, after: rest(events.slice(roll + 1)), fresh: true } : null, notice: odds ? null : rollNotice(events) });
    }
    if (!combat) return;
    const isOther = state.view.odds && !same(state.view.odds, combat.odds);
    const hasGoneOn = before && !events.length && before.view.prompt?.mine && state.seq > before.seq;
    if (isOther || hasGoneOn || events.some((e) => e.kind === "phase")) this.table.store.set({ combat: null });
    else if (events.length) this.table.store.set({ combat: { ...combat, after: [...combat.after, ...rest(events)], fresh: false } });
  }

  /** What went by itself with my last choice: losses that left nothing to choose. @param {State | null} before @param {Event[]} events @param {string | null} sent */
  #announce(before, events, sent) {
    if (!before || !sent?.includes(" ") || events.some((e) => e.kind === "rolled")) return;
    const notice = automaticLosses(events, [...before.view.picked, split(sent).name], before.seq + 1);
    if (notice) this.table.note(notice);
  }

  /** @param {State | null} before @param {State} state */
  #openOdds(before, state) {
    const key = state.view.odds?.targets.join() ?? "";
    if (!key) {
      if (this.table.ui.sheet === "odds" && !this.table.ui.combat) this.table.desk.openSheet(null);
      this.table.desk.oddsShut = "";
      return;
    }
    const isNew = key !== (before?.view.odds?.targets.join() ?? "") && !this.table.isSpectator;
    if (isNew && this.table.desk.oddsShut !== key && !isNarrow() && (!this.table.ui.sheet || this.table.ui.sheet === "odds")) this.table.desk.openSheet("odds", false);
    const target = state.view.odds?.targets[0];
    if (isNew && target) queueMicrotask(() => void (this.table.battle.left || this.table.board.reveal(target)));
  }

  /** Two people at one screen: the decider's eyes, behind a cover where something is hidden. @param {State} state */
  #passScreen(state) {
    const decider = state.view.prompt?.decider;
    if (!decider || decider === state.as || state.seats[decider]?.who !== "me") return;
    const isHidden = state.view.prompt?.secret || state.view.units.some((u) => u.face?.hidden);
    if (isHidden) this.#showCover(decider);
    this.look(decider);
  }

  /** @param {string} decider */
  #showCover(decider) {
    const side = this.table.side(decider);
    const go = button([words("cover.show"), h("span", { class: "key" }, "⏎")], () => { this.table.cover.hidden = true; this.table.board.frame.focus(); }, { class: "button primary" });
    put(this.table.cover, h("div", { class: "dialog cover-card" }, sideMark(side, "large"), h("h2", { class: "title" }, words("cover.pass", { side: side?.name ?? "" })), h("p", { class: "second" }, words("cover.why")), go));
    this.table.cover.hidden = false;
    go.focus();
  }

  /** Looks through the eyes of a side this browser holds. @param {string} side */
  look(side) {
    const state = this.table.ui.state;
    if (!state || state.as === side) return;
    if (state.seats[side]?.who === "me") return this.table.wire.look(side);
    const [name, sideName] = [this.table.seatName(side), this.table.side(side)?.name];
    const isOpen = state.seats[side]?.who === "open";
    this.table.store.set({ notice: isOpen ? words("note.seat-open", { side: sideName ?? "" }) : words("note.plays", { name: capital(name), side: sideName ?? "" }) });
  }

  /** Other eyes look at the table now: another side's of this browser, or a spectator's. @param {State} state */
  sitDown(state) {
    const side = this.table.side(state.as);
    const mine = state.view.prompt?.mine ? words("note.now", { side: side?.name ?? "" }) : null;
    const notice = side ? mine : words("note.seat-lost");
    this.table.store.set({ state, hex: null, notice, bot: this.#botOf(state) });
  }

  /** While the other side moves, its ways stay on the map. @param {State} state @param {Event[]} events */
  leaveTrail(state, events) {
    const isTheirs = state.view.prompt && !state.view.prompt.mine;
    this.trail = isTheirs ? [...this.trail, ...events.flatMap((e) => e.moves)].slice(-16) : [];
    if (!this.table.ui.playback && !this.table.ui.shown) this.table.marks.moved(this.trail, (u) => this.table.side(this.table.store.index.unit.get(u)?.side ?? ""));
  }

  /** Shows what others did when it is my turn again. @param {State} before @param {State} state */
  othersDone(before, state) {
    if (!state.view.prompt?.mine || before.view.prompt?.mine || this.table.ui.playback || this.table.ui.shown) return;
    // What was told of my last choice is old by now.
    this.table.store.set({ notice: null });
    const wait = this.table.battle.left;
    if (!wait) return this.sinceLastTurn();
    const isStill = () => this.table.ui.state?.seq === state.seq && !this.table.wire.isBusy && !this.table.ui.playback;
    // Whoever has answered by then has seen enough: a playback would come between him and what he did.
    setTimeout(() => this.table.isOpen && isStill() && this.sinceLastTurn(), wait);
  }

  sinceLastTurn() {
    const state = this.table.ui.state;
    if (!state || this.table.isSpectator) return;
    if (Object.values(state.seats).every((x) => x.who === "me")) return this.hasSeen();
    const last = seen(this.table.id, state.as);
    if (last === null || !state.view.prompt?.mine) return void (last === null && this.hasSeen());
    const events = this.table.ui.log.filter((e) => e.line > last && e.kind !== "refused");
    const shown = events.filter((e) => e.moves.length || ["rolled", "eliminated"].includes(e.kind));
    if (setting("pace") === "skip" || shown.length < 2) {
      const notice = this.#withRoll(sinceNotice(events, (unit) => this.#isMine(unit)));
      if (notice) this.table.note(notice);
      return this.hasSeen();
    }
    const isShown = this.table.playback.start(events, setting("pace") !== "step" && !isCalm());
    if (!isShown) return this.hasSeen();
    // The odds of a question that is over would be an empty sheet.
    if (isNarrow() || (this.table.ui.sheet && this.table.ui.sheet !== "odds")) return;
    this.table.desk.openSheet("log", false);
    this.isLogOurs = true;
  }

  /** The result of the combat that goes on, before what the other side made of it: the sheet that shows it may be shut. @param {string} notice */
  #withRoll(notice) {
    const { combat, sheet } = this.table.ui;
    if (!notice || !combat || (sheet === "odds" && !isNarrow())) return notice;
    return `${rollNotice([combat.event])}; ${notice}`;
  }

  /** @param {string} unit */
  #isMine(unit) {
    return this.table.store.index.unit.get(unit)?.side === this.table.ui.state?.as;
  }

  hasSeen() {
    const state = this.table.ui.state;
    if (state) see(this.table.id, state.as, state.seq);
    if (this.table.ui.sheet === "log" && this.isLogOurs) this.table.desk.openSheet(state?.view.odds ? "odds" : null, false);
    this.isLogOurs = false;
  }
}

/** @param {State} state */
function stepOf(state) {
  return state.view.turn.phases.findIndex((p) => p.state === "now");
}

/** @param {any} a @param {any} b */
function same(a, b) {
  return JSON.stringify(a?.targets) === JSON.stringify(b?.targets) && JSON.stringify(a?.attackers) === JSON.stringify(b?.attackers);
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
