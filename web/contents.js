// What is in the menu, in the sheets that keep nothing of their own, and on the keys.

import { choiceList } from "./list.js";
import { invitable, showInvitations } from "./links.js";
import { keysDialog } from "./keys.js";
import { mayResign, settingsSheet } from "./preferences.js";
import { oddsSheet, oddsTitle } from "./odds.js";
import { ordersSheet } from "./orders.js";
import { whySheet } from "./why.js";
import { words } from "./words.js";

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./map.js").Board} board
 * @property {import("./chip.js").Chip} chip
 * @property {import("./invites.js").Invites} invites
 * @property {import("./play.js").Play} play
 * @property {import("./desk.js").Desk} desk
 * @property {import("./guide.js").Guide} guide
 * @property {import("./looking.js").Looking} looking
 * @property {import("./briefing.js").BriefingPage} briefing
 * @property {import("./overlays.js").Overlays} overlays
 * @property {import("./cursor.js").Cursor} cursor
 * @property {(path: string) => void} go
 */

/** The items of the menu, as far as they mean something now. @param {Needs} needs @returns {import("./strip.js").Item[]} */
export function menuItems({ store, invites, desk, looking, briefing, go }) {
  const sheet = (/** @type {string} */ name) => () => desk.openSheet(name);
  /** @type {(import("./strip.js").Item | false)[]} */
  const items = [
    ["shelf.tables", "home", () => go("/")],
    ["briefing.title", "flag", () => void briefing.open()],
    ["forces.find", "search", () => desk.find()],
    invitable(store).length > 0 && ["setting.invite", "link", () => showInvitations(store, invites)],
    ["log.title", "log", sheet("log")],
    ["rules.title", "book", sheet("rules")],
    ["overlays.title", "layers", sheet("overlays")],
    ["menu.forces", "forces", sheet("forces")],
    ["list.title", "text", sheet("list")],
    Boolean(store.now?.orders.length) && ["orders.title", "clock", sheet("orders")],
    ["replay.title", "turn", () => void looking.startReplay()],
    ["setting.journal", "download", () => desk.download()],
    ["shelf.settings", "settings", sheet("settings")],
    ["keys.title", "help", keysDialog],
    mayResign(store) && ["menu.resign", "flag", sheet("settings")],
  ];
  return items.filter((item) => item !== false);
}

/** @param {Needs} needs @returns {Record<string, import("./sheets.js").Content>} */
export function otherSheets({ store, chip, guide, invites, play, desk, overlays }) {
  const titled = (/** @type {import("./words.js").Id} */ title, /** @type {import("./words.js").Id} */ note) =>
    () => ({ title: words(title), note: words(note) });
  const choose = (/** @type {string} */ choice) => play.click(choice);
  const acts = { invites, download: () => desk.download(), resign: () => play.resign() };
  return {
    odds: { title: () => oddsTitle(store), draw: () => oddsSheet(store, chip) },
    overlays: { title: titled("overlays.title", "overlays.note"), draw: () => overlays.sheet() },
    list: { title: titled("list.title", "list.note"), draw: () => choiceList({ store, chip, choose }) },
    why: { title: titled("why.title", "why.note"), draw: () => whySheet({ store, chip, point: (event) => guide.point(event) }) },
    orders: { title: titled("orders.title", "orders.note"), draw: () => ordersSheet(store, (id, on) => play.setOrder(id, on)) },
    settings: { title: () => ({ title: words("shelf.settings") }), draw: () => settingsSheet(store, acts) },
  };
}

/**
 * What the keys do that are neither arrows nor overlays.
 * @param {Needs} needs
 * @returns {Record<string, (event: KeyboardEvent) => unknown>}
 */
export function keyActs({ board, play, guide, cursor, desk, looking, briefing }) {
  return {
    u: (e) => (e.shiftKey ? play.undoAll() : play.undo()),
    o: () => guide.nextOwed(),
    n: () => cursor.nextOffered(1),
    r: () => desk.ruleOfRefusal(),
    a: () => cursor.takeAll(),
    i: () => cursor.explainCursor(),
    l: () => desk.toggleSheet("log"),
    f: () => desk.toggleSheet("forces"),
    t: () => desk.toggleSheet("list"),
    "/": () => desk.find(),
    "?": () => keysDialog(),
    "+": () => board.camera.zoom(1.25),
    "=": () => board.camera.zoom(1.25),
    "-": () => board.camera.zoom(0.8),
    0: () => board.camera.fit(),
    ",": () => looking.step(-1),
    ".": () => looking.step(1),
    p: () => looking.playPause(),
    b: () => looking.bookmark(),
    w: () => briefing.open(),
    m: () => looking.turnMap(),
  };
}
