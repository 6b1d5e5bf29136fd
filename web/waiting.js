// What the prompt bar says to a reader who decides nothing now: others do, the game is over, the line is lost.

import { button, capital, h, isNarrow } from "./dom.js";
import { icon } from "./icons.js";
import { copy, reach, showInvitations } from "./links.js";
import { seatName } from "./names.js";
import { undoButton } from "./undo.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Prompt} Prompt */
/**
 * What stands in the bar. Buttons with the same key as before stay as they are, so that a press is not lost while a bot plays fast.
 * @typedef {Object} Laid
 * @property {Side | undefined} side
 * @property {string} sentence
 * @property {(Node | string | null | undefined)[]} facts
 * @property {(Node | null | undefined)[]} buttons
 * @property {string} [key]
 */
/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./chip.js").Chip} chip
 * @property {import("./play.js").Play} play
 * @property {Pick<import("./wire.js").Wire, "holdBot" | "paceBot" | "reconnect" | "retry">} wire
 * @property {import("./links.js").Invites} invites
 * @property {(name: string) => void} openSheet
 * @property {() => void} openReport
 * @property {() => void} replay
 * @property {() => Node | null} door the way to the next scenario
 */

/** The pause after each choice of a bot, in milliseconds. @type {[number, import("./words.js").Id][]} */
const PACES = [[1500, "bot.slow"], [400, "bot.brisk"], [0, "bot.at-once"]];
/** From how long a thought on it is worth cutting short, in milliseconds. */
const LONG = 1000;
/** The main button of a bar. */
const PRIMARY = { class: "button primary", "data-primary": true };

/** The key that presses the main button. */
export function enter() {
  return h("span", { class: "key", "aria-hidden": "true" }, "⏎");
}

/** Speaks to whoever waits at one table. */
export class Waiting {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
  }

  /** What is said, unless the reader decides himself. @returns {Laid | null} */
  laid() {
    const { ui, view } = this.needs.store;
    if (ui.fault) return this.#fault(ui.fault);
    if (ui.retry) return this.#offline(ui.retry);
    if (ui.movedOn) return this.#movedOn(ui.movedOn.seq);
    if (!view?.prompt) return this.#over();
    return view.prompt.mine ? null : this.#others(view.prompt);
  }

  /** @param {Prompt} prompt @returns {Laid} */
  #others(prompt) {
    const { store, openSheet, play } = this.needs;
    const side = store.side(prompt.decider);
    const { who } = store.now?.seats[prompt.decider] ?? { who: "" };
    if (who.startsWith("bot:")) return this.#bot(side, prompt);
    if (store.isSpectator) return { side, sentence: this.#doing(prompt), facts: [words("prompt.watching"), side?.name], buttons: [] };
    if (who === "open") return this.#invitation(side, prompt.decider);
    const hasOrders = Boolean(store.now?.orders.length);
    const orders = hasOrders ? button([icon("clock"), words("orders.title")], () => openSheet("orders")) : null;
    return { side, sentence: this.#doing(prompt), facts: [sideWords(side), store.ui.notice], buttons: [undoButton(store, play), orders] };
  }

  /** Who is doing what. @param {Prompt} prompt */
  #doing({ decider, text }) {
    const { store } = this.needs;
    if (store.now?.seats[decider]?.who === "me") return words("prompt.you-do", { what: text });
    return words("prompt.does", { name: capital(seatName(store, decider)), what: text });
  }

  /** A bot decides: whoever may, stops it, hurries it and sets its pace. @param {Side | undefined} side @param {Prompt} prompt @returns {Laid} */
  #bot(side, prompt) {
    const { store } = this.needs;
    const bot = store.ui.bot ?? { isHeld: false, budget: 0, pace: 0, weighs: "" };
    const name = capital(seatName(store, prompt.decider));
    const sentence = bot.isHeld ? words("bot.paused", { name }) : this.#doing(prompt);
    const facts = [sideWords(side), store.isSpectator ? words("prompt.watching") : null, bot.weighs || null, store.ui.notice];
    if (!store.ui.state?.yours) return { side, sentence, facts, buttons: [] };
    const isLong = bot.budget > LONG;
    return { side, sentence, facts, buttons: this.#reins(bot, isLong), key: `bot ${bot.isHeld} ${bot.pace} ${isLong}` };
  }

  /** @param {{isHeld: boolean, pace: number}} bot @param {boolean} isLong whether it thinks for long */
  #reins({ isHeld, pace }, isLong) {
    const { wire } = this.needs;
    const act = (/** @type {"stop" | "go" | "now"} */ what) => () => void wire.holdBot(what);
    const hold = isHeld
      ? button([icon("play"), words("bot.resume")], act("go"), { "data-bot": "go" })
      : button([icon("pause"), words("bot.pause")], act("stop"), { "data-bot": "stop" });
    const now = isLong ? button(words("bot.decide"), act("now"), { title: words("bot.decide-title") }) : null;
    const one = (/** @type {typeof PACES[0]} */ [value, label]) =>
      h("button", { type: "button", "aria-pressed": String(pace === value), "data-pace": value, on: { click: () => void wire.paceBot(value) } }, words(label));
    const paces = h("span", { class: "segments", role: "group", "aria-label": words("bot.pace") }, PACES.map(one));
    return [now, paces, hold];
  }

  /** @param {Side | undefined} side @param {string} id @returns {Laid} */
  #invitation(side, id) {
    const { store, invites } = this.needs;
    const url = invites.url(id);
    const look = { class: "button primary" };
    const act = url
      ? button([icon("copy"), words("link.copy")], () => copy(url), look)
      : button([icon("link"), words("prompt.make-link")], () => void invites.make(id), look);
    const show = () => showInvitations(store, invites);
    const code = button([icon("link"), words("prompt.qr")], show, { "data-invitations": "" });
    const link = url && h("span", null, h("span", { class: "invite block" }, url), reach(url));
    const sentence = words("prompt.friend", { side: side?.name ?? "" });
    return { side, sentence, facts: [link || words("prompt.send-link")], buttons: [code, act] };
  }

  /** @returns {Laid} */
  #over() {
    const { store, chip, door, replay, openReport } = this.needs;
    const outcome = store.view?.outcome;
    const way = door();
    const back = way && isNarrow() ? null : button([icon("turn"), words("replay.title")], replay);
    const report = button([words("report.title"), enter()], openReport, PRIMARY);
    const facts = (outcome?.rules ?? []).map((r) => chip(r));
    return { side: store.side(outcome?.winner ?? ""), sentence: outcome?.text ?? words("game.over"), facts, buttons: [back, way, report] };
  }

  /** The reader's own side, and the line on the screen. */
  get #mine() {
    const { now } = this.needs.store;
    return { side: this.needs.store.side(now?.as ?? ""), line: now?.seq ?? 0 };
  }

  /** @param {number} seconds @returns {Laid} */
  #offline(seconds) {
    const { side, line } = this.#mine;
    const facts = [words("prompt.lost-look"), words("prompt.retrying", { seconds })];
    const retry = button(words("prompt.retry"), () => this.needs.wire.reconnect());
    return { side, sentence: words("prompt.lost", { line }), facts, buttons: [retry] };
  }

  /** @param {number} line @returns {Laid} */
  #movedOn(line) {
    const show = () => {
      this.needs.store.set({ movedOn: null });
      this.needs.openSheet("log");
    };
    const buttons = [button(words("prompt.show-changes"), show, PRIMARY)];
    return { side: this.#mine.side, sentence: words("prompt.moved-on", { line }), facts: [words("prompt.unused")], buttons };
  }

  /** @param {string} text @returns {Laid} */
  #fault(text) {
    const again = button(words("prompt.again"), () => this.needs.wire.retry(), PRIMARY);
    const facts = [words("prompt.saved", { line: this.#mine.line }), text];
    return { side: undefined, sentence: words("prompt.fault"), facts, buttons: [again] };
  }
}

/** Whose side it is. @param {Side | undefined} side */
const sideWords = (side) => words("seat.side", { side: side?.name ?? "" });
