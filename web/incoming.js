// What comes in: a new state is shown, counters walk, the log grows, and the screen passes to whoever decides.

import { capital, isCalm, isNarrow, say } from "./dom.js";
import { Index, askedStack, keptHex, split } from "./store.js";
import { afterRoll, automaticLosses, sinceNotice } from "./notices.js";
import { combatAfter, fresh, hidesSomething, isMineNow, isSameStep, median, sitsDown, withRefusals, worthShowing } from "./news.js";
import { heldAs } from "./wire.js";
import { seatName } from "./names.js";
import { see, seen, setting } from "./settings.js";
import { note } from "./tell.js";
import { words } from "./words.js";
import * as api from "./api.js";

/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./shapes.js").Event} Event */
/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {Pick<import("./battle.js").Battle, "hold" | "show" | "left">} battle
 * @property {Pick<import("./counters.js").Counters, "walk">} counters
 * @property {Pick<import("./marks.js").Marks, "moved">} marks
 * @property {Pick<import("./faces.js").Faces, "complete">} faces
 * @property {Pick<import("./cover.js").Cover, "shut">} cover
 * @property {Pick<import("./desk.js").Desk, "openSheet" | "oddsShut">} desk
 * @property {() => Pick<import("./wire.js").Wire, "look" | "isBusy">} wire
 * @property {(view: import("./types.js").View) => void} answered a question may have been answered
 * @property {() => boolean} hasJustPicked whether the reader has just picked a counter
 * @property {(events: Event[], isPlaying: boolean) => boolean} play plays events back; whether there is anything to show
 * @property {() => boolean} isCarrying whether counters hang at the pointer
 */

/** Takes in what the server says of a table. */
export class Incoming {
  /** @param {Needs} needs */
  constructor({ store, board, battle, counters, marks, faces, cover, desk, wire, answered, hasJustPicked, play, isCarrying }) {
    this.store = store;
    this.board = board;
    this.battle = battle;
    this.counters = counters;
    this.marks = marks;
    this.faces = faces;
    this.cover = cover;
    this.desk = desk;
    this.wire = wire;
    this.answered = answered;
    this.hasJustPicked = hasJustPicked;
    this.play = play;
    this.isCarrying = isCarrying;
    /** The ways of the other side's counters in its present turn. @type {{unit: string, path: string[]}[]} */
    this.trail = [];
    /** Whether the camera has been where something is offered. */
    this.hasLooked = false;
    /** The look at the next question that waits until a result has been seen. */
    this.revealing = 0;
    /** Whether the log was opened by the playback, which then closes it. */
    this.isLogOurs = false;
  }

  /** The scale at which counters can be read. */
  get #working() {
    return Math.max(0.35, Math.min(1, 72 / this.store.grid.pitch));
  }

  /** A first look at a hex that something is told or asked of, near enough to read it. @param {string | undefined} hex */
  lookAt(hex) {
    const { camera } = this.board;
    if (this.hasLooked || !hex || !this.store.grid.has(hex)) return;
    this.hasLooked = true;
    camera.k = Math.max(camera.k, this.#working);
    const { x, y } = this.store.grid.centre(hex);
    camera.centre(x, y, false);
  }

  /** A first look at where something may be done. @param {State} state */
  lookAtAction(state) {
    const { camera } = this.board;
    const { index, grid } = this.store;
    const own = index.units.size ? [...index.units.keys()] : state.view.units.filter((u) => u.side === state.as).map((u) => u.unit);
    const hexes = [...index.hexes.keys(), ...own.map((id) => index.unit.get(id)?.hex ?? "")].filter((x) => grid.has(x));
    camera.k = this.#working;
    this.hasLooked = this.store.offeredHexes().size > 0;
    if (!hexes.length) return camera.fit();
    const points = hexes.map((x) => grid.centre(x));
    camera.centre(median(points.map((p) => p.x)), median(points.map((p) => p.y)), false);
  }

  /**
   * Takes a new state in: shows it, lets counters walk, keeps the log.
   * @param {State} state @param {State | null} before @param {boolean} [isUndo]
   */
  receive(state, before, isUndo = false) {
    const events = state.events ?? [];
    const { ui } = this.store;
    this.answered(state.view);
    if (events.length) this.store.set({ log: [...ui.log, ...fresh(ui.log, events)] });
    const { sending } = ui;
    const roll = events.findLast((e) => e.kind === "rolled");
    if (roll) say(roll.text);
    this.store.set(combatAfter(ui.combat, before, state, events));
    this.#announce(before, events, sending);
    if (before) void this.faces.complete(state);
    const hex = askedStack(state.view) ?? (isSameStep(ui.state, state) ? keptHex(state.view, ui.hex) : null);
    this.store.set({ state, hex, bot: this.#botOf(state), refusal: null, confirming: false, preview: null });
    if (isUndo) void this.reloadLog(state);
    this.#openOdds(before, state);
    this.store.after(() => this.#act(events, before));
    this.#revealAfter(before ? events : []);
    this.#passScreen(state);
  }

  /** What is asked is brought into view; after dice when their result has been seen, unless somebody acts before. @param {Event[]} events */
  #revealAfter(events) {
    this.stay();
    this.battle.hold(events);
    const wait = this.battle.left;
    if (!wait) return this.backToQuestion();
    this.revealing = window.setTimeout(() => this.store.isClosed || this.#revealFew(), wait);
  }

  /** The map stays where it is: nothing slides away under a hand. */
  stay() {
    clearTimeout(this.revealing);
  }

  /** Lets counters walk and shows how a fight went. @param {Event[]} events @param {State | null} before */
  #act(events, before) {
    void this.counters.walk(events.flatMap((e) => e.moves));
    if (before) this.battle.show(events, new Index(before));
  }

  /**
   * The same line as before, asked for again: a seat or an order may have changed, and nothing that
   * is open is shut.
   * @param {State} state
   */
  update(state) {
    const { seats: before } = this.store.ui.state ?? {};
    // What was said of a seat no longer holds when somebody else sits there.
    if (JSON.stringify(before) !== JSON.stringify(state.seats)) this.store.set({ notice: null });
    this.store.set({ state, bot: this.#botOf(state) });
  }

  /** What others did. @param {State} state @param {State | null} before */
  fromOthers(state, before) {
    this.receive(state, before);
    this.leaveTrail(state, state.events ?? []);
    if (before) this.othersDone(before, state);
  }

  /** How the bots are held: the answer to a choice does not say, the state does. @param {State} state */
  #botOf(state) {
    const { bot } = this.store.ui;
    const decider = state.view.prompt?.decider;
    if (!decider || !state.seats[decider]?.who.startsWith("bot:")) return null;
    return heldAs(bot, state.bot);
  }

  /** The map is where something is asked, once that is drawn. */
  backToQuestion() {
    this.store.after(() => this.#revealFew());
  }

  /** A few offered hexes, such as the ways of a retreat, are brought into view. */
  #revealFew() {
    const { store, board } = this;
    const { state, shown } = store.ui;
    if (!this.hasLooked && state?.view.prompt?.mine && store.offeredHexes().size) this.lookAtAction(state);
    // Nothing slides away under counters that hang at the pointer.
    if (!store.view?.prompt?.mine || shown || this.isCarrying()) return;
    const [place] = store.view.prompt.places ?? [];
    this.lookAt(place);
    // Whoever has just picked a counter himself knows where it is.
    const isMyPick = this.hasJustPicked();
    if (place && !isMyPick && !board.isUncovered(place)) board.centre(place);
    // On a phone the panel of the stack opens over the map, perhaps over the counter itself.
    const { hex } = store.hand;
    if (hex && isMyPick && isNarrow() && !board.isUncovered(hex)) board.centre(hex);
    if (store.index.hexes.size <= 9) for (const other of store.index.hexes.keys()) board.reveal(other);
    // Counters too: what is asked for never lies off the screen or under a panel as a whole.
    const places = [...store.offeredHexes()];
    if (places.length && !places.some((other) => board.isInView(other))) board.reveal(board.nearest(places));
  }

  /** @param {State} state */
  async reloadLog(state) {
    const log = await api.log(this.store.id, state.as, 0).catch(() => null);
    if (log) this.replaceLog(log.events);
  }

  /** What happened after a line was taken back. @param {number} line */
  forget(line) {
    const { log } = this.store.ui;
    const left = log.filter((e) => e.line <= line || e.kind === "refused");
    if (left.length < log.length) this.store.set({ log: left });
  }

  /** The log is this, and what was refused meanwhile. @param {Event[]} events */
  replaceLog(events) {
    this.store.set({ log: withRefusals(this.store.ui.log, events) });
  }

  /** What went by itself with my last choice: losses that left nothing to choose. @param {State | null} before @param {Event[]} events @param {string | null} sent */
  #announce(before, events, sent) {
    if (!before || !sent?.includes(" ") || events.some((e) => e.kind === "rolled")) return;
    const notice = automaticLosses(events, [...before.view.picked, split(sent).name], before.seq + 1);
    if (notice) note(this.store, notice);
  }

  /** @param {State | null} before @param {State} state */
  #openOdds(before, state) {
    const key = state.view.odds?.targets.join() ?? "";
    if (!key) {
      if (this.store.ui.sheet === "odds" && !this.store.ui.combat) this.desk.openSheet(null);
      this.desk.oddsShut = "";
      return;
    }
    const isNew = key !== (before?.view.odds?.targets.join() ?? "") && !this.store.isSpectator;
    if (isNew && this.desk.oddsShut !== key && !isNarrow() && (!this.store.ui.sheet || this.store.ui.sheet === "odds")) this.desk.openSheet("odds", false);
    const target = state.view.odds?.targets[0];
    if (isNew && target) this.store.after(() => void (this.battle.left || this.board.reveal(target)));
  }

  /** Two people at one screen: the decider's eyes, behind a cover where something is hidden. @param {State} state */
  #passScreen(state) {
    const decider = sitsDown(state);
    if (!decider) return;
    if (hidesSomething(state)) this.cover.shut(this.store.side(decider));
    this.look(decider);
  }

  /** Looks through the eyes of a side this browser holds. @param {string} side */
  look(side) {
    const state = this.store.ui.state;
    if (!state || state.as === side) return;
    if (state.seats[side]?.who === "me") return this.wire().look(side);
    const [name, sideName] = [seatName(this.store, side), this.store.side(side)?.name];
    const isOpen = state.seats[side]?.who === "open";
    this.store.set({ notice: isOpen ? words("note.seat-open", { side: sideName ?? "" }) : words("note.plays", { name: capital(name), side: sideName ?? "" }) });
  }

  /** Other eyes look at the table now: another side's of this browser, or a spectator's. @param {State} state */
  sitDown(state) {
    const side = this.store.side(state.as);
    const mine = state.view.prompt?.mine ? words("note.now", { side: side?.name ?? "" }) : null;
    const notice = side ? mine : words("note.seat-lost");
    this.store.set({ state, hex: null, notice, bot: this.#botOf(state) });
  }

  /** While the other side moves, its ways stay on the map. @param {State} state @param {Event[]} events */
  leaveTrail(state, events) {
    const isTheirs = state.view.prompt && !state.view.prompt.mine;
    this.trail = isTheirs ? [...this.trail, ...events.flatMap((e) => e.moves)].slice(-16) : [];
    if (this.store.isLive) this.marks.moved(this.trail, (unit) => this.store.sideOf(unit));
  }

  /** Shows what others did when it is my turn again. @param {State} before @param {State} state */
  othersDone(before, state) {
    if (!isMineNow(before, state) || !this.store.isLive) return;
    // What was told of my last choice is old by now.
    this.store.set({ notice: null });
    const wait = this.battle.left;
    if (!wait) return this.sinceLastTurn();
    const isStill = () => this.store.ui.state?.seq === state.seq && !this.wire().isBusy && !this.store.ui.playback;
    // Whoever has answered by then has seen enough: a playback would come between him and what he did.
    setTimeout(() => !this.store.isClosed && isStill() && this.sinceLastTurn(), wait);
  }

  sinceLastTurn() {
    const state = this.store.ui.state;
    if (!state || this.store.isSpectator) return;
    if (Object.values(state.seats).every((x) => x.who === "me")) return this.hasSeen();
    const last = seen(this.store.id, state.as);
    if (last === null || !state.view.prompt?.mine) return void (last === null && this.hasSeen());
    const events = this.store.ui.log.filter((e) => e.line > last && e.kind !== "refused");
    if (setting("pace") === "skip" || worthShowing(events).length < 2) {
      const notice = this.#withRoll(sinceNotice(events, (unit) => this.store.sideOf(unit)?.id === this.store.ui.state?.as));
      if (notice) note(this.store, notice);
      return this.hasSeen();
    }
    const isShown = this.play(events, setting("pace") !== "step" && !isCalm());
    if (!isShown) return this.hasSeen();
    // The odds of a question that is over would be an empty sheet.
    if (isNarrow() || (this.store.ui.sheet && this.store.ui.sheet !== "odds")) return;
    this.desk.openSheet("log", false);
    this.isLogOurs = true;
  }

  /** The result of the combat that goes on, before what the other side made of it: the sheet that shows it may be shut. @param {string} notice */
  #withRoll(notice) {
    const { combat, sheet } = this.store.ui;
    if (!notice || !combat || (sheet === "odds" && !isNarrow())) return notice;
    return afterRoll(combat.event, notice);
  }

  hasSeen() {
    const state = this.store.ui.state;
    if (state) see(this.store.id, state.as, state.seq);
    if (this.store.ui.sheet === "log" && this.isLogOurs) this.desk.openSheet(state?.view.odds ? "odds" : null, false);
    this.isLogOurs = false;
  }
}
