// One table on the screen: its parts are made here, and each is given what it works with.

import { button, h, isTyping, put, say } from "./dom.js";
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
import { Grid } from "./grid.js";
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
import { Rejected } from "./api.js";
import { Replay } from "./replay.js";
import { RulesSheet } from "./rules.js";
import { Sheets } from "./sheets.js";
import { StackPanel } from "./stack.js";
import { Steps, nextRegion } from "./steps.js";
import { Store } from "./store.js";
import { Strip } from "./strip.js";
import { Wire } from "./wire.js";
import { chips } from "./chip.js";
import { keyActs, menuItems, otherSheets } from "./contents.js";
import { nextDoor } from "./next.js";
import { reportPage } from "./report.js";
import { tableTab } from "./attention.js";
import { theme } from "./settings.js";
import { words } from "./words.js";
import * as api from "./api.js";

/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./shapes.js").Event} Event */
/** @typedef {ReturnType<typeof parts>} Parts */

/** Opens a table, and leaves it. */
export class Table {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.isOpen = true;
    /** @type {Parts | null} */
    this.parts = null;
  }

  /** @param {number | null} line a line to replay from */
  async start(line) {
    const lead = h("p", { class: "lead" }, words("table.opening"));
    const what = h("p", { class: "small quiet" }, words("table.loading"));
    put(this.root, h("main", { class: "loading" }, lead, h("span", { class: "loading-bar" }), what));
    let about, state;
    try {
      [about, state] = await load(this.id);
    } catch (error) {
      return this.#cannot(error);
    }
    // The reader may have left while the table was on its way.
    if (!this.isOpen) return;
    const made = parts(new Store(about), state, this.go);
    this.parts = made;
    put(this.root, made.page);
    await settle(made, state);
    if (!this.isOpen) return;
    if (line !== null) await made.looking.startReplay(line);
    else made.incoming.sinceLastTurn();
    await made.briefing.greet(line === null);
  }

  /** @param {unknown} error */
  #cannot(error) {
    if (!this.isOpen) return;
    const isGone = error instanceof Rejected && error.status === 404;
    const text = isGone ? words("table.none") : error instanceof Error ? error.message : "";
    const back = button(words("shelf.tables"), () => this.go("/"), { class: "button primary" });
    put(this.root, h("main", { class: "loading" }, h("p", { class: "lead" }, words("table.failed")), h("p", { class: "second" }, text), back));
    say(text, true);
  }

  close() {
    this.isOpen = false;
    const { store, wire, replay, playback } = this.parts ?? {};
    for (const part of [wire, replay, playback, store]) part?.close();
    document.body.classList.remove("with-sheet");
  }
}

/** @param {string} id @returns {Promise<[import("./store.js").About, State]>} */
async function load(id) {
  const [games, state] = await Promise.all([api.shelf(), api.state(id, "").then((first) => ownEyes(id, first))]);
  const game = games.find((g) => g.id === state.game);
  if (!game) throw new Error(words("table.unknown-game", { game: state.game }));
  const grid = new Grid(await api.grid(state.game, state.scenario, theme()));
  return [{ id, game, grid }, state];
}

/** Through my own eyes if I hold a seat; of two, those of the decider. @param {string} id @param {State} state @returns {Promise<State>} */
async function ownEyes(id, state) {
  const mine = Object.entries(state.seats).filter(([, s]) => s.who === "me").map(([side]) => side);
  const decider = state.view.prompt?.decider;
  const wish = decider && mine.includes(decider) ? decider : mine.includes(state.as) ? state.as : mine[0];
  return wish && wish !== state.as ? api.state(id, wish) : state;
}

/** Shows the first state. @param {Parts} made @param {State} state */
async function settle({ store, board, counters, faces, wire, incoming }, state) {
  const events = api.log(store.id, state.as, 0).then((x) => x.events, () => []);
  const [log] = await Promise.all([events, board.load(), faces.fetch(state)]);
  if (store.isClosed) return;
  counters.letter(board.lettering);
  store.set({ log });
  wire.start(state);
  incoming.receive(state, null);
  incoming.lookAtAction(state);
}

/**
 * All parts of a table. Those that need one another are given a way to ask for it later.
 * @param {Store} store @param {State} state @param {(path: string) => void} go
 */
function parts(store, state, go) {
  const page = h("div", { class: "table" });
  const map = mapParts(store, state, page);
  const { board, marks, counters, battle } = map;
  const faces = new Faces(store);
  const cover = new Cover(() => board.frame.focus());
  const onError = (/** @type {unknown} */ e) => wire.onError(e);
  const invites = new Invites({ store, onError });
  const chip = chips({ show: (number) => desk.showRule(number), text: (number) => rules.text(number) });
  const door = (/** @type {string} */ look) => nextDoor(store, { go, onError }, look);
  const desk = new Desk({
    store, board, battle, page, sheets: () => sheets, door: () => door("primary"),
    report: (way) => reportPage(store, { chip, close: () => desk.closeReport(), replay: () => void looking.startReplay(), download: () => desk.download(), leave: () => go("/") }, way),
  });
  const openSheet = (/** @type {string | null} */ name) => desk.openSheet(name);
  const incoming = new Incoming({
    store, board, battle, counters, marks, faces, cover, desk, wire: () => wire, isCarrying: () => Boolean(drag.load),
    answered: (view) => play.answers.see(view), hasJustPicked: () => play.before?.seq === store.ui.state?.seq,
    play: (events, isPlaying) => playback.start(events, isPlaying),
  });
  map.acted = () => incoming.stay();
  const wire = new Wire({ store, incoming, faces });
  const company = new Company({ store, earlier: () => play.before?.units, choose: (choice) => play.choose(choice) });
  const play = new Play({ store, wire, company });
  const guide = new Guide({ store, board, marks, lookAt: (hex) => incoming.lookAt(hex), toCursor: (hex) => cursor.toCursor(hex) });
  const point = (/** @type {Event | null} */ event) => guide.point(event);
  const drawing = new Drawing({ store, board, counters, marks, asks: map.asks, company, play, signs: faces.node, page });
  const cards = new Cards({ store, board, chip, showRule: (number) => desk.showRule(number), panel: () => stack.node });
  const pointer = new Pointer({ store, board, counters, cards, company, play, marksOf: () => drawing.marked });
  const actOnUnit = (/** @type {import("./types.js").Unit} */ unit) => void pointer.actOnUnit(unit);
  const cursor = new Cursor({ store, board, pointer, play, cards });
  const drag = new Drag({ store, board, company, play, pointer, wire, page, why: (choice, hex) => prompt.why(choice, hex) });
  const box = new Box({ store, board, company, takeAll: (hexes) => play.takeAll(hexes) });
  map.hand = { pointer, drag, box };
  const stack = new StackPanel({ store, company, play, press: (e, unit) => drag.press(e, unit), actOnUnit, close: () => play.closeStack() });
  const overlays = new Overlays({ store, chip, pointOut: (hexes) => guide.pointOut(hexes) });
  board.under.prepend(overlays.under);
  board.over.prepend(overlays.front);
  board.over.append(overlays.top);
  const over = () => { incoming.hasSeen(); incoming.backToQuestion(); };
  const playback = new Playback({ store, battle, board, marks, point, over, walk: (moves) => counters.walk(moves) });
  const replay = new Replay({
    store, point, go, faces: (past, line) => faces.past(past, line), reloadLog: (now) => incoming.reloadLog(now),
    opening: () => { if (store.ui.playback) playback.stop(); if (store.ui.sheet === "odds") desk.openSheet(null); },
  });
  const looking = new Looking({ store, board, replay, playback, opening: () => desk.closeReport() });
  const briefing = new BriefingPage({ store, board, marks, chip, page });
  const acts = { store, chip, point, openSheet, invites, play, desk, guide, looking, briefing, overlays, cursor, go };
  const log = new LogSheet({
    store, chip, point, replayFrom: (line) => void looking.startReplay(line),
    why: (event) => { store.set({ why: event.line }); desk.openSheet("why"); guide.point(event); },
  });
  const rules = new RulesSheet({ store, chip, show: (number) => desk.showRule(number), back: () => desk.ruleBack() });
  const forces = new ForcesSheet({ store, guide, actOnUnit, centre: (hex) => board.centre(hex) });
  const sheets = new Sheets({ store, log, rules, forces, others: otherSheets(acts), open: openSheet, since: () => playback.since() });
  const prompt = new PromptBar({
    store, chip, play, company, wire, guide, invites, openSheet, openReport: () => desk.openReport(),
    replay: () => void looking.startReplay(), door: () => door(""),
  });
  const strip = new Strip({ store, chip, page, look: (side) => incoming.look(side), menuItems: () => menuItems(acts) });
  const minimap = new Minimap({ store, board, turn: () => looking.turnMap() });
  const steps = new Steps({
    store, drag, playback, replay, pointer, cards, cover, prompt, openSheet, undo: () => play.undo(),
    isInSheet: () => sheets.node.contains(document.activeElement),
  });
  const regions = [strip.node, board.frame, prompt.node, sheets.node, sheets.rail];
  new Keys({ store, board, cursor, steps, overlays, nextRegion: (isBack) => nextRegion(regions, isBack), acts: keyActs(acts, board) });
  map.follow = () => { cards.follow(); minimap.frame(); };
  map.rested = () => drawing.rested();
  page.append(faces.node, strip.node, board.frame, cards.node, stack.node, overlays.key, minimap.node, prompt.node, playback.node, replay.node, sheets.node, sheets.rail, drag.node, cover.node);
  const made = { store, page, board, counters, faces, wire, incoming, replay, playback, looking, briefing, strip, stack, sheets, overlays, minimap, cards, pointer, prompt, drawing };
  listen(made);
  watch(made);
  return made;
}

/**
 * The map with what lies on it. What the hand does comes later, when there is a hand.
 * @param {Store} store @param {State} state @param {HTMLElement} page
 */
function mapParts(store, state, page) {
  const later = { acted: () => {}, follow: () => {}, rested: () => {}, hand: /** @type {Hand | null} */ (null) };
  const board = new Board(store.grid, state, {
    tap: (x, y, e) => later.hand?.pointer.tap(x, y, e), hold: (x, y) => later.hand?.pointer.explainAt(x, y),
    hover: (x, y, e) => later.hand?.pointer.hover(x, y, e), leave: () => later.hand?.pointer.hoverHex(null),
    moved: () => later.follow(), rested: () => later.rested(),
    grip: (from, e, target) => later.hand?.box.grip(from, e) ?? later.hand?.drag.grip(from, target) ?? null,
  });
  const counters = new Counters(store.grid, board.over, board.camera);
  const marks = new Marks(store.grid, board.under, board.over);
  const asks = new AskMarks(store.grid, board.over);
  const isCarrying = () => Boolean(later.hand?.drag.load);
  const battle = new Battle({ store, board, page, isCarrying, acted: () => later.acted() });
  return Object.assign(later, { board, counters, marks, asks, battle });
}

/** @typedef {{pointer: Pointer, drag: Drag, box: Box}} Hand */

/** What is drawn anew by itself, in this order. @param {Parts} made */
function watch({ store, page, strip, drawing, pointer, cards, overlays, stack, prompt, playback, replay, sheets, minimap, board }) {
  store.watch(() => {
    const { state, shown } = store.ui;
    if (state || shown) store.untracked(() => pointer.hideHover());
  });
  store.watch(() => strip.draw());
  drawing.watch();
  store.watch(() => cards.refuse(store.ui.refusal));
  store.watch(() => overlays.draw());
  store.watch(() => stack.draw());
  store.watch(() => prompt.draw());
  store.watch(() => playback.draw());
  store.watch(() => replay.draw());
  store.watch(() => sheets.drawRail());
  store.watch(() => sheets.draw());
  store.watch(() => minimap.draw());
  store.watch(() => {
    if (store.view) board.camera.insets = insets(Boolean(store.ui.sheet), stack.shown.units.length > 0);
  });
  store.watch(() => {
    // The page says which line it shows, and the tab whose move it is.
    const { state } = store.ui;
    if (!state) return;
    page.dataset.line = String(state.seq);
    tableTab(store.id, store.game.title, Boolean(state.view.prompt?.mine));
  });
}

/** What is heard of the page. @param {Parts} made */
function listen({ store, page, board, pointer }) {
  board.over.addEventListener("click", (e) => void pointer.clickDrawn(e));
  // A button pressed with the mouse gives the keyboard back to the map.
  page.addEventListener("click", (e) => {
    const isPressed = e.detail > 0 && /** @type {Element} */ (e.target).closest?.("button");
    if (isPressed && !document.querySelector(".dialog-scrim") && !isTyping(document.activeElement)) board.frame.focus({ preventScroll: true });
  });
  document.addEventListener("theme", () => store.isClosed || void board.load());
}
