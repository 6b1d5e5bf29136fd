// The parts of a table: each is made here and given what it works with, and nothing else. Those that need
// one another are given a way to ask later.

import { h, isTyping } from "./dom.js";
import { AskMarks } from "./asked.js";
import { Battle } from "./battle.js";
import { Board } from "./map.js";
import { Box } from "./box.js";
import { BriefingPage } from "./briefing.js";
import { Cards } from "./cards.js";
import { Company } from "./company.js";
import { Counters } from "./counters.js";
import { Cover } from "./cover.js";
import { Cursor } from "./cursor.js";
import { Desk } from "./desk.js";
import { Drag } from "./drag.js";
import { Drawing, insets } from "./drawing.js";
import { Faces } from "./faces.js";
import { ForcesSheet } from "./forces.js";
import { Guide } from "./guide.js";
import { Incoming } from "./incoming.js";
import { Invites } from "./invites.js";
import { Keys } from "./keys.js";
import { LogSheet } from "./log.js";
import { Looking } from "./looking.js";
import { Marks } from "./marks.js";
import { Minimap } from "./minimap.js";
import { Overlays } from "./overlays.js";
import { Play } from "./play.js";
import { Playback } from "./playback.js";
import { Pointer } from "./pointer.js";
import { PromptBar } from "./prompt.js";
import { Replay } from "./replay.js";
import { RulesSheet } from "./rules.js";
import { Sheets } from "./sheets.js";
import { StackPanel } from "./stack.js";
import { Steps, nextRegion } from "./steps.js";
import { Strip } from "./strip.js";
import { Waiting } from "./waiting.js";
import { Wire } from "./wire.js";
import { chips } from "./chip.js";
import { keyActs, menuItems, otherSheets } from "./contents.js";
import { nextDoor } from "./next.js";
import { fetched } from "./files.js";
import { tableTab } from "./attention.js";
import { theme } from "./settings.js";

/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./shapes.js").Event} Event */
/** @typedef {import("./store.js").Store} Store */

/** Everything that shows one table. */
export class Parts {
  /** @type {Board} */ board;
  /** @type {Counters} */ counters;
  /** @type {Marks} */ marks;
  /** @type {AskMarks} */ asks;
  /** @type {Battle} */ battle;
  /** @type {Overlays} */ overlays;
  /** @type {Minimap} */ minimap;
  /** @type {Faces} */ faces;
  /** @type {Cover} */ cover;
  /** @type {Desk} */ desk;
  /** @type {Incoming} */ incoming;
  /** @type {Wire} */ wire;
  /** @type {Company} */ company;
  /** @type {Play} */ play;
  /** @type {Invites} */ invites;
  /** @type {Guide} */ guide;
  /** @type {Drawing} */ drawing;
  /** @type {Cards} */ cards;
  /** @type {Pointer} */ pointer;
  /** @type {Cursor} */ cursor;
  /** @type {Drag} */ drag;
  /** @type {Box} */ box;
  /** @type {StackPanel} */ stack;
  /** @type {Playback} */ playback;
  /** @type {Replay} */ replay;
  /** @type {Looking} */ looking;
  /** @type {BriefingPage} */ briefing;
  /** @type {Sheets} */ sheets;
  /** @type {PromptBar} */ prompt;
  /** @type {Strip} */ strip;

  /** @param {Store} store @param {State} state @param {(path: string) => void} go */
  constructor(store, state, go) {
    this.store = store;
    this.go = go;
    this.page = h("div", { class: "table" });
    this.chip = chips({ show: (number) => this.desk.showRule(number), text: (number) => this.sheets.rules.text(number) });
    this.#makeMap(state);
    this.#makeGame();
    this.#makeHand();
    this.#makeLooking();
    this.#makePanels();
    this.#makeKeys();
    this.#lay();
    this.#listen();
    this.#watch();
  }

  /** The map with what lies on it. @param {State} state */
  #makeMap(state) {
    const { store, page } = this;
    this.board = new Board(store.grid, state, {
      tap: (x, y, e) => this.pointer.tap(x, y, e),
      hold: (x, y) => this.pointer.explainAt(x, y),
      hover: (x, y, e) => this.pointer.hover(x, y, e),
      leave: () => this.pointer.hoverHex(null),
      moved: () => this.#follow(),
      rested: () => this.drawing?.rested(),
      grip: (from, e, target) => this.box.grip(from, e) ?? this.drag.grip(from, target),
    });
    const { board } = this;
    const isCarrying = () => Boolean(this.drag.load);
    this.counters = new Counters(store.grid, board.over, board.camera);
    this.overlays = new Overlays({ store, chip: this.chip, pointOut: (hexes) => this.guide.pointOut(hexes) });
    board.under.append(this.overlays.under);
    board.over.prepend(this.overlays.front);
    this.marks = new Marks(store.grid, board.under, board.over);
    this.asks = new AskMarks(store.grid, board.over);
    board.over.append(this.overlays.top);
    this.battle = new Battle({ store, board, page, isCarrying, acted: () => this.incoming.stay() });
    this.minimap = new Minimap({ store, board, turn: () => this.looking.turnMap() });
  }

  /** The map has moved under what hangs at it. */
  #follow() {
    this.cards?.follow();
    this.minimap?.frame();
  }

  /** What comes from the server and goes there. */
  #makeGame() {
    const { store, board, battle, counters, marks } = this;
    this.faces = new Faces(store);
    this.cover = new Cover(() => board.frame.focus());
    this.desk = new Desk({
      store, board, battle, page: this.page, sheets: () => this.sheets, door: () => this.#door("primary"),
      report: (door) => this.#report(door),
    });
    this.incoming = new Incoming({
      store, board, battle, counters, marks, faces: this.faces, cover: this.cover, desk: this.desk,
      wire: () => this.wire, isCarrying: () => Boolean(this.drag.load),
      answered: (view) => this.play.answers.see(view),
      hasJustPicked: () => this.play.before?.seq === store.ui.state?.seq,
      play: (events, isPlaying) => this.playback.start(events, isPlaying),
    });
    this.wire = new Wire({ store, incoming: this.incoming, faces: this.faces });
    this.invites = new Invites({ store, onError: (error) => this.wire.onError(error) });
    const choose = (/** @type {string} */ choice) => this.play.choose(choice);
    this.company = new Company({ store, earlier: () => this.play.before?.units, choose });
    this.play = new Play({ store, wire: this.wire, company: this.company });
    const lookAt = (/** @type {string} */ hex) => this.incoming.lookAt(hex);
    this.guide = new Guide({ store, board, marks, lookAt, toCursor: (hex) => this.cursor.toCursor(hex) });
  }

  /** The page of a game that is over. @param {HTMLElement} door */
  async #report(door) {
    const { reportPage } = await fetched(import("./report.js"));
    const { store, chip, desk } = this;
    const replay = () => void this.looking.startReplay();
    const close = () => desk.closeReport();
    return reportPage(store, { chip, close, replay, download: () => desk.download(), leave: () => this.go("/") }, door);
  }

  /** The way to the next scenario. @param {string} [look] */
  #door(look) {
    return nextDoor(this.store, { go: this.go, onError: (error) => this.wire.onError(error) }, look);
  }

  /** What the pointer and the cursor do on the map. */
  #makeHand() {
    const { store, board, counters, marks, asks, company, play, page, chip } = this;
    this.drawing = new Drawing({ store, board, counters, marks, asks, company, play, signs: this.faces.node, page });
    const showRule = (/** @type {string} */ number) => this.desk.showRule(number);
    this.cards = new Cards({ store, board, chip, showRule, panel: () => this.stack.node });
    const { cards } = this;
    this.pointer = new Pointer({ store, board, counters, cards, company, play, marksOf: () => this.drawing.marked });
    const { pointer, wire } = this;
    this.cursor = new Cursor({ store, board, pointer, play, cards });
    const why = (/** @type {string} */ choice, /** @type {string} */ hex) => this.prompt.why(choice, hex);
    this.drag = new Drag({ store, board, company, play, pointer, wire, page, why });
    this.box = new Box({ store, board, company, takeAll: (hexes) => play.takeAll(hexes) });
  }

  /** What happened: played back, replayed line by line, briefed. */
  #makeLooking() {
    const { store, board, battle, marks, incoming, faces, desk, chip, page } = this;
    const point = (/** @type {Event | null} */ event) => this.guide.point(event);
    const over = () => { incoming.hasSeen(); incoming.backToQuestion(); };
    this.playback = new Playback({ store, battle, board, marks, point, over, walk: (moves) => this.counters.walk(moves) });
    const opening = () => {
      if (store.ui.playback) this.playback.stop();
      if (store.ui.sheet === "odds") desk.openSheet(null);
    };
    const reloadLog = (/** @type {State} */ state) => incoming.reloadLog(state);
    this.replay = new Replay({ store, point, go: this.go, opening, reloadLog, faces: (state, line) => faces.past(state, line) });
    const { playback, replay } = this;
    this.looking = new Looking({ store, board, replay, playback, opening: () => desk.closeReport() });
    this.briefing = new BriefingPage({ store, board, marks, chip, page });
  }

  /** What lies beside the map and floats over it. */
  #makePanels() {
    const { store, chip, play, company, wire, guide, invites, desk, looking, page, pointer, drag } = this;
    const openSheet = (/** @type {string | null} */ name) => desk.openSheet(name);
    const actOnUnit = (/** @type {import("./types.js").Unit} */ unit) => void pointer.actOnUnit(unit);
    const replay = () => void looking.startReplay();
    this.stack = new StackPanel({
      store, company, play, actOnUnit, press: (e, unit) => drag.press(e, unit), close: () => play.closeStack(),
    });
    this.sheets = new Sheets({
      store, open: openSheet, since: () => this.playback.since(), others: otherSheets(this), log: this.#log(),
      rules: new RulesSheet({ store, chip, show: (number) => desk.showRule(number), back: () => desk.ruleBack() }),
      forces: new ForcesSheet({ store, guide, actOnUnit, centre: (hex) => this.board.centre(hex) }),
    });
    const waiting = new Waiting({
      store, chip, play, wire, invites, openSheet, replay, openReport: () => void desk.openReport(), door: () => this.#door(),
    });
    this.prompt = new PromptBar({ store, chip, play, company, guide, waiting, openSheet });
    const look = (/** @type {string} */ side) => this.incoming.look(side);
    this.strip = new Strip({ store, chip, page, look, menuItems: () => menuItems(this) });
  }

  #log() {
    const { store, chip, guide, looking, desk } = this;
    const why = (/** @type {Event} */ event) => {
      store.set({ why: event.line });
      desk.openSheet("why");
      guide.point(event);
    };
    return new LogSheet({ store, chip, why, point: (event) => guide.point(event), replayFrom: (line) => void looking.startReplay(line) });
  }

  #makeKeys() {
    const { store, board, drag, playback, replay, pointer, cards, cover, prompt, strip, sheets, cursor, overlays } = this;
    const steps = new Steps({
      store, drag, playback, replay, pointer, cards, cover, prompt, undo: () => this.play.undo(),
      openSheet: (name) => this.desk.openSheet(name), isInSheet: () => sheets.node.contains(document.activeElement),
    });
    const regions = [strip.node, board.frame, prompt.node, sheets.node, sheets.rail];
    const next = (/** @type {boolean} */ isBack) => nextRegion(regions, isBack);
    new Keys({ store, board, cursor, steps, overlays, nextRegion: next, acts: keyActs(this) });
  }

  /** Lays the parts on the page. */
  #lay() {
    const { faces, strip, board, cards, stack, overlays, minimap, prompt, playback, replay, sheets, drag, cover } = this;
    this.page.append(
      faces.node, strip.node, board.frame, cards.node, stack.node, overlays.key, minimap.node, prompt.node,
      playback.node, replay.node, sheets.node, sheets.rail, drag.node, cover.node,
    );
  }

  #listen() {
    const { store, page, board, pointer } = this;
    board.over.addEventListener("click", (e) => void pointer.clickDrawn(e));
    // A button pressed with the mouse gives the keyboard back to the map.
    page.addEventListener("click", (e) => {
      const isPressed = e.detail > 0 && /** @type {Element} */ (e.target).closest?.("button");
      const isFree = !document.querySelector(".dialog-scrim") && !isTyping(document.activeElement);
      if (isPressed && isFree) board.frame.focus({ preventScroll: true });
    });
    document.addEventListener("theme", () => store.isClosed || void board.load());
  }

  /** What is drawn anew by itself, in this order. */
  #watch() {
    const { store, board, stack } = this;
    store.watch(() => this.#hideHover());
    store.watch(() => this.strip.draw());
    this.drawing.watch();
    store.watch(() => this.cards.refuse(store.ui.refusal));
    store.watch(() => this.overlays.draw());
    store.watch(() => stack.draw());
    store.watch(() => this.prompt.draw());
    store.watch(() => this.playback.draw());
    store.watch(() => this.replay.draw());
    store.watch(() => this.sheets.drawRail());
    store.watch(() => this.sheets.draw());
    store.watch(() => this.minimap.draw());
    store.watch(() => {
      const [hasSheet, hasStack] = [Boolean(store.ui.sheet), stack.shown.units.length > 0];
      const barHeight = () => this.prompt.node.offsetHeight;
      if (store.view) board.camera.insets = insets(hasSheet, hasStack, barHeight);
    });
    store.watch(() => this.#tab());
  }

  /** What is said of a hex is over when there is something new. */
  #hideHover() {
    const { store, pointer } = this;
    if (store.now) store.untracked(() => pointer.hideHover());
  }

  /** The page says which line it shows, and the tab whose move it is. */
  #tab() {
    const { id, game, ui } = this.store;
    if (!ui.state) return;
    this.page.dataset.line = String(ui.state.seq);
    tableTab(id, game.title, Boolean(ui.state.view.prompt?.mine));
  }
}
