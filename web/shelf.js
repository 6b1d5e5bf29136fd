// The shelf: running tables, games, and the set-up of a new table on one page.

import { button, capital, h, isCalm, isNarrow, put, say } from "./dom.js";
import { icon } from "./icons.js";
import { seatRow, usualBot } from "./seats.js";
import { settingRows } from "./preferences.js";
import { theme } from "./settings.js";
import { placeInCampaign } from "./next.js";
import { listTab, noticeRow } from "./attention.js";
import { keyRow, showKeys } from "./keylink.js";
import { words } from "./words.js";
import * as api from "./api.js";
import { keepInvites } from "./invites.js";

/** @typedef {import("./types.js").Game} Game */

/** How often the list of tables is looked at again, in milliseconds. */
const LOOK = 20_000;

/** The shelf page. */
export class Shelf {
  /** @param {HTMLElement} root @param {(path: string) => void} go */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    /** @type {Game[]} */
    this.games = [];
    /** @type {import("./types.js").TableCard[]} */
    this.tables = [];
    /** @type {Game | null} */
    this.game = null;
    this.scenario = "";
    /** @type {Record<string, string>} */
    this.seats = {};
    /** @type {Record<string, string>} */
    this.options = {};
    this.problem = "";
    this.isSettings = false;
    this.isBusy = false;
    this.clock = window.setInterval(() => void this.#lookAgain(), LOOK);
  }

  close() {
    clearInterval(this.clock);
  }

  /** Others move while this page is open, perhaps in a tab behind. */
  async #lookAgain() {
    const tables = await api.tables().catch(() => null);
    if (!tables || JSON.stringify(tables) === JSON.stringify(this.tables)) return;
    this.tables = tables;
    this.#tab();
    this.root.querySelector(".running")?.replaceWith(this.#running());
  }

  #tab() {
    listTab(this.tables.map((t) => ({ id: t.id, name: this.#nameOf(t), isMine: waits(t) })));
  }

  /** @param {import("./types.js").TableCard} t */
  #nameOf(t) {
    return this.games.find((g) => g.id === whole(t)?.game)?.title ?? t.title;
  }

  /** @param {string} [problem] what to say first */
  async start(problem = "") {
    this.problem = problem;
    put(this.root, h("main", { class: "page" }, h("p", { class: "empty" }, words("shelf.looking"))));
    try {
      [this.games, this.tables] = await Promise.all([api.shelf(), api.tables()]);
      if (this.games[0]) this.#choose(this.games[0]);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.#tab();
    this.draw();
  }

  /** @param {Game} game */
  #choose(game) {
    this.game = game;
    this.scenario = game.scenarios[0]?.id ?? "";
    const bot = usualBot(game)?.id;
    this.seats = Object.fromEntries(game.sides.map((s, i) => [s.id, i === 0 || !bot ? "me" : `bot:${bot}`]));
    this.options = {};
  }

  /** Where the form of a new table stands below the games, it is brought into view. */
  #showForm() {
    const form = this.root.querySelector(".setup");
    if (isNarrow() || innerWidth < 1024) form?.scrollIntoView({ block: "start", behavior: isCalm() ? "auto" : "smooth" });
  }

  draw() {
    put(this.root, h("main", { class: "page shelf" }, this.#head(), this.#settings(), this.problem ? h("p", { class: "problem", role: "alert" }, this.problem) : null, this.#running(), h("div", { class: "shelf-columns" }, this.#games(), this.game ? this.#setup(this.game) : null), h("p", { class: "about" }, h("a", { href: "/about.html" }, words("shelf.about")))));
  }

  #head() {
    return h("header", { class: "page-head" }, mark(), h("h1", { class: "title grow" }, "Rokada"), this.#import(), button([icon("settings"), words("shelf.settings")], () => { this.isSettings = !this.isSettings; this.draw(); }, { "aria-expanded": String(this.isSettings) }));
  }

  #settings() {
    if (!this.isSettings) return null;
    const redraw = () => this.draw();
    const rows = [...settingRows(redraw), noticeRow(redraw), keyRow()];
    return h("section", { class: "panel settings-panel" }, rows);
  }

  #import() {
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".journal,.txt,.jsonl,text/plain", class: "unseen", id: "journal-file", tabindex: "-1", on: { change: () => void this.#bring(input) } }));
    return h("span", null, input, button([icon("upload"), words("shelf.import")], () => input.click()));
  }

  /** @param {HTMLInputElement} input */
  async #bring(input) {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const { table } = await api.bring(await file.text());
      this.go(`/t/${table}`);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.problem = error instanceof Error ? error.message : String(error);
    this.isBusy = false;
    say(this.problem, true);
    this.draw();
  }

  #running() {
    const quiet = (/** @type {string} */ text) => h("span", { class: "quiet" }, text);
    if (!this.tables.length) {
      const none = quiet(words("shelf.none"));
      const empty = h("div", { class: "heading" }, words("shelf.tables"), none);
      return h("section", { class: "running" }, empty);
    }
    const live = this.tables.filter((t) => !whole(t)?.finished).length;
    const title = h("span", null, words("shelf.tables"), " ", quiet(words("shelf.running", { n: live })));
    const device = [icon("link", "small"), words("shelf.device")];
    const look = { class: "linkish with-mark", "data-keys": "" };
    const head = h("div", { class: "heading" }, title, button(device, () => void showKeys(), look));
    const cards = this.tables.map((t) => this.#card(t));
    return h("section", { class: "running" }, head, h("div", { class: "table-cards" }, cards));
  }

  /** @param {import("./types.js").TableCard} t */
  #card(t) {
    const known = whole(t);
    const game = this.games.find((g) => g.id === known?.game);
    const isMine = waits(t);
    const decider = game?.sides.find((s) => s.id === known?.decider);
    const who = !known ? words("shelf.damaged") : known.finished ? words("shelf.finished") : isMine ? words("shelf.your-move", { side: decider?.name ?? "" }) : words("shelf.moves", { side: decider?.name ?? words("shelf.other-side") });
    return h("a", { class: `table-card ${isMine ? "mine" : ""}`, href: `/t/${t.id}`, on: { click: (/** @type {MouseEvent} */ e) => this.#follow(e, `/t/${t.id}`) } }, thumb(known?.game), h("span", { class: "grow" }, h("b", { class: "block ellipsis", title: t.title }, game?.title ?? t.title), h("span", { class: `block ${isMine ? "turn-mine" : "second"}` }, who),
      h("span", { class: "note quiet block ellipsis" }, [game?.scenarios.find((x) => x.id === known?.scenario)?.title, known?.turn.n ? words("shelf.turn", known.turn) : words("shelf.set-up")].filter(Boolean).join(" · "))));
  }

  /** @param {MouseEvent} event @param {string} path */
  #follow(event, path) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(path);
  }

  #games() {
    return h("section", { class: "games" }, h("div", { class: "heading" }, words("shelf.new"), h("span", { class: "quiet" }, this.games.some((g) => g.reconstructed) ? words("shelf.maps") : "")), this.games.map((g) => this.#gameCard(g)));
  }

  /** @param {Game} game */
  #gameCard(game) {
    const turns = game.scenarios.map((s) => s.turns).filter((n) => n > 0);
    const [low, high] = [Math.min(...turns), Math.max(...turns)];
    return h("button", { type: "button", class: "game-card", "aria-pressed": String(game === this.game), "data-game": game.id, on: { click: () => { this.#choose(game); this.draw(); this.#showForm(); } } }, thumb(game.id),
      h("span", { class: "game-text" }, h("span", { class: "title block" }, game.title), h("span", { class: "second block" }, game.blurb), h("span", { class: "small quiet block" }, game.scenarios.map((s) => s.title).join(" · ")),
        h("span", { class: "game-facts small" }, h("b", null, words("shelf.scenarios", { n: game.scenarios.length })), !turns.length ? null : h("span", { class: "second" }, low === high ? words("shelf.turns", { n: low }) : words("shelf.turns-between", { low, high })), bars(game.complexity), game.designer ? h("span", { class: "quiet" }, game.year ? `${game.designer}, ${game.year}` : game.designer) : null)));
  }

  /** @param {Game} game */
  #setup(game) {
    const scenario = game.scenarios.find((s) => s.id === this.scenario) ?? game.scenarios[0];
    return h("section", { class: "panel setup", "aria-label": words("shelf.form") }, h("h2", { class: "title" }, game.title),
      game.reconstructed ? h("p", { class: "note quiet" }, game.reconstructed) : null,
      h("div", { class: "heading" }, words("shelf.scenario")), h("div", { role: "radiogroup", "aria-label": words("shelf.scenario") }, game.scenarios.map((s) => this.#scenarioRow(s))),
      h("div", { class: "heading" }, words("shelf.who")), game.sides.map((s) => this.#seat(game, s)),
      scenario?.options.length ? h("div", { class: "heading" }, words("shelf.rules"), h("span", { class: "quiet" }, Object.keys(this.options).length ? words("shelf.changed") : words("shelf.as-printed"))) : null, scenario?.options.map((o) => this.#option(o)),
      h("div", { class: "setup-foot" }, button([words("shelf.open"), h("span", { class: "key" }, "⏎")], () => void this.#open(), { class: `button primary grow ${this.isBusy ? "sending" : ""}`, id: "open-table" })));
  }

  /** @param {import("./types.js").Scenario} s */
  #scenarioRow(s) {
    const place = placeInCampaign(this.game?.scenarios ?? [], s);
    return h("button", { type: "button", role: "radio", class: "check", "aria-checked": String(s.id === this.scenario), "data-scenario": s.id, on: { click: () => { this.scenario = s.id; this.options = {}; this.draw(); } } }, h("span", { class: "radio" }), h("span", { class: "grow" }, h("b", { class: "block" }, s.title), h("span", { class: "small second block" }, s.blurb), place ? h("span", { class: "note quiet block", "data-place": s.id }, place) : null), s.turns ? h("span", { class: "quiet nowrap" }, words("shelf.turns", { n: s.turns })) : null);
  }

  /** @param {Game} game @param {import("./types.js").Side} side */
  #seat(game, side) {
    return seatRow(game, side, this.seats[side.id], (who) => { this.seats[side.id] = who; this.draw(); });
  }

  /** A value of an option in words; sides by their names. @param {string} value */
  #valueName(value) {
    const nameOf = (/** @type {string} */ word) => this.game?.sides.find((x) => x.id === word)?.name ?? word;
    return capital(value.split("-").map(nameOf).join(" "));
  }

  /** @param {import("./types.js").Option} o */
  #option(o) {
    const now = this.options[o.id] ?? o.values[0];
    const choose = (/** @type {string} */ v) => { if (v === o.values[0]) delete this.options[o.id]; else this.options[o.id] = v; this.draw(); };
    return h("div", { class: "option" }, h("div", { class: "option-text small" }, h("span", { class: "grow" }, readingOf(o, now)), h("span", { class: "rule-chip static" }, o.rule)), h("span", { class: "segments" }, o.values.map((v) => h("button", { type: "button", "aria-pressed": String(v === now), title: readingOf(o, v), on: { click: () => choose(v) } }, this.#valueName(v)))));
  }

  async #open() {
    if (this.isBusy || !this.game) return;
    this.isBusy = true;
    this.problem = "";
    this.draw();
    try {
      const { table, invites } = await api.open({ game: this.game.id, scenario: this.scenario, options: this.options, seats: this.seats });
      if (invites) keepInvites(table, invites);
      this.go(`/t/${table}`);
    } catch (error) {
      this.#fail(error);
    }
  }
}

/** What a value of an option means, where its text says so behind its name; else the text itself. @param {import("./types.js").Option} o @param {string} value */
export function readingOf(o, value) {
  const parts = o.text.split("; ");
  const own = parts.find((part) => part.startsWith(`${value}: `));
  if (own) return capital(own.slice(value.length + 2));
  return parts.filter((part) => !o.values.some((v) => part.startsWith(`${v}: `))).join("; ");
}

/** What is known of a table, unless it is damaged. @param {import("./types.js").TableCard} t @returns {import("./types.js").ListedTable | null} */
function whole(t) {
  return "damaged" in t ? null : t;
}

/** Whether a table waits for this reader. @param {import("./types.js").TableCard} t */
function waits(t) {
  const known = whole(t);
  return !!known?.decider && !known.finished && known.mine.includes(known.decider);
}

/** A piece of the map of a game, if it is known which. @param {string | undefined} game */
function thumb(game) {
  return h("span", { class: "thumb" }, game === undefined ? null : h("img", { src: api.thumbUrl(game, theme()), alt: "", loading: "lazy", decoding: "async" }));
}

/** @param {number} complexity */
function bars(complexity) {
  return h("span", { class: "bars second" }, [1, 2, 3, 4, 5].map((i) => h("i", { class: i <= complexity ? "on" : "" })), words("shelf.complexity", { n: complexity }));
}

function mark() {
  return h("img", { src: "/icon.svg", width: 26, height: 26, alt: "" });
}
