// The odds sheet: strengths, column, every result with its chance, and the sums behind them.

import { h, isCalm, s } from "./dom.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { words } from "./words.js";
import { seatName } from "./names.js";

/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").OddsItem} OddsItem */

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./chip.js").Chip} Chip */

/** @param {Store} store @returns {{title: string, note: string}} */
export function oddsTitle(store) {
  const odds = /** @type {Odds | null} */ (store.odds);
  const combat = store.combat;
  if (!odds) return { title: words("odds.attack"), note: words("odds.none") };
  const where = odds.targets.join(", ");
  const names = odds.targets.flatMap((hex) => store.index.stack(hex)).map((u) => u.name).slice(0, 4).join(", ");
  const place = odds.targets.map((hex) => store.grid.hexes[hex]?.terrain).filter(Boolean)[0];
  return { title: words(combat ? "odds.resolved" : "odds.on", { where }), note: [place, names].filter(Boolean).join(" · ") };
}

/** @param {Store} store @param {Chip} chip @returns {HTMLElement[]} */
export function oddsSheet(store, chip) {
  const odds = store.odds;
  if (!odds) return [h("p", { class: "empty" }, words("odds.choose"))];
  const combat = store.combat;
  return [
    combat ? thrown(chip, combat) : h("span"), combat ? steps(store, chip, combat) : h("span"), balance(store, odds), odds.belief ? h("p", { class: "box-note" }, icon("info"), odds.belief) : h("span"),
    odds.attackers.length && odds.outcomes.length ? results(store, odds, combat?.event?.code ?? null) : h("p", { class: "empty" }, words("odds.choose-attackers")), ladder(store, chip, odds),
    items(store, chip, words("odds.dice"), odds.modifiers, words("odds.dice-of", odds.dice)), items(store, chip, words("odds.strength"), odds.strengths, ""),
  ];
}

/** @param {Store} store @param {Odds} odds */
function balance(store, odds) {
  const defender = store.game.sides.find((x) => x.id !== odds.attacker);
  const attacker = store.side(odds.attacker);
  const [a, d] = [number(odds.strength.attacker), number(odds.strength.defender)];
  const share = a + d > 0 ? (100 * a) / (a + d) : 50;
  const who = (/** @type {import("./types.js").Side | undefined} */ side) => [sideMark(side), h("span", { class: "quiet" }, side ? seatName(store, side.id) : "")];
  return h("div", { class: "balance" },
    h("div", { class: "balance-row" }, h("div", null, h("div", { class: "who" }, who(attacker)), h("b", { class: "big" }, odds.strength.attacker)),
      h("b", { class: "column-big" }, columnOf(odds) ?? "–"), h("div", { class: "right" }, h("div", { class: "who" }, who(defender).reverse()), h("b", { class: "big" }, odds.strength.defender))),
    h("div", { class: "balance-bar", vars: { "--share": `${share}%`, "--a": attacker?.face ?? "#888", "--d": defender?.face ?? "#555" } }));
}

/** The column that will be used; nobody attacks at any odds before there are attackers. @param {Odds} odds @returns {string | undefined} */
export function columnOf(odds) {
  return odds.attackers.length ? odds.columns[odds.to] : undefined;
}

/** @param {string} text */
function number(text) {
  return parseFloat(text.replace("½", ".5").replace("⅓", ".33").replace("⅔", ".67").replace(/^\./, "0.")) || 0;
}

/** The results in the order of the table, each with its exact chance. @param {Store} store @param {Odds} odds @param {string | null} code */
function results(store, odds, code) {
  const most = Math.max(...odds.outcomes.map((o) => o.p.num / o.p.den));
  const rows = odds.outcomes.map((o) => {
    const p = o.p.num / o.p.den;
    const tone = o.good_for === null ? "even" : o.good_for === odds.attacker ? "for" : "against";
    return h("div", { class: `result ${tone} ${code && code === o.code ? "rolled" : ""}`, role: "row" },
      h("span", { class: "rolls quiet", role: "cell" }, span(o.rolls)), h("b", { class: "code", role: "cell" }, o.code),
      h("span", { class: "result-bar", role: "cell", vars: { "--p": `${(100 * p) / most}%` } }, h("span", null, o.text)),
      h("span", { class: "percent", role: "cell", title: words("odds.chance", o.p) }, percent(o.p)));
  });
  return h("div", { class: "results" }, h("div", { class: "heading" }, words("odds.result"), h("span", { class: "quiet" }, words("odds.column-of", { column: odds.columns[odds.to] }))), chances(store, odds), h("div", { role: "table", "aria-label": words("odds.results") }, rows));
}

/** Three headline figures: how often it is good, even, bad for the attacker. @param {Store} store @param {Odds} odds */
function chances(store, odds) {
  const sum = (/** @type {(o: import("./types.js").OddsOutcome) => boolean} */ which) => odds.outcomes.filter(which).reduce((t, o) => ({ num: t.num + o.p.num, den: o.p.den }), { num: 0, den: 1 });
  const name = store.side(odds.attacker)?.name ?? words("odds.attacker");
  const other = store.game.sides.find((x) => x.id !== odds.attacker)?.name ?? words("odds.defender");
  const figure = (/** @type {{num: number, den: number}} */ p, /** @type {string} */ text, /** @type {string} */ tone) => h("div", { class: `figure ${tone}` }, h("b", null, percent(p)), h("span", null, text));
  return h("div", { class: "figures three" }, figure(sum((o) => o.good_for === odds.attacker), words("odds.good", { side: name }), "good"),
    figure(sum((o) => o.good_for === null), words("odds.mixed"), ""), figure(sum((o) => o.good_for !== null && o.good_for !== odds.attacker), words("odds.good", { side: other }), "bad"));
}

/** @param {{num: number, den: number}} p */
export function percent(p) {
  const value = (100 * p.num) / p.den;
  return `${value >= 9.95 || value === 0 ? Math.round(value) : value.toFixed(1)}%`;
}

/** @param {number[]} rolls */
function span(rolls) {
  if (!rolls.length) return "";
  const [a, b] = [rolls[0], rolls[rolls.length - 1]];
  const isRun = rolls.every((r, i) => r === a + i);
  return a === b ? String(a) : isRun ? `${a}–${b}` : rolls.join(", ");
}

/** @param {Store} store @param {Chip} chip @param {Odds} odds */
function ladder(store, chip, odds) {
  const isKnown = columnOf(odds) !== undefined;
  const cells = odds.columns.map((c, i) => h("span", { class: `rung ${isKnown && i === odds.to ? "to" : ""} ${isKnown && i === odds.from && odds.from !== odds.to ? "from" : ""}` }, c));
  const why = !isKnown || odds.from === odds.to ? "" : words("odds.from-to", { from: odds.columns[odds.from], to: odds.columns[odds.to] });
  return h("div", { class: "ladder-part" }, h("div", { class: "heading" }, words("odds.column"), h("span", { class: "quiet" }, why)), h("div", { class: "ladder" }, cells), odds.shifts.map((i) => row(store, chip, i)));
}

/** @param {Store} store @param {Chip} chip @param {string} title @param {OddsItem[]} list @param {string} note */
function items(store, chip, title, list, note) {
  if (!list.length && !note) return h("span");
  return h("div", { class: "items" }, h("div", { class: "heading" }, title, h("span", { class: "quiet" }, note)), list.map((i) => row(store, chip, i)));
}

/** @param {Store} store @param {Chip} chip @param {OddsItem} item */
function row(store, chip, item) {
  return h("div", { class: "odds-row" }, sideMark(store.side(item.side)), h("span", { class: "grow" }, item.text), h("b", null, item.value), h("span", { class: "chips" }, item.rules.map((r) => chip(r))));
}

/** @param {Chip} chip @param {any} combat */
function thrown(chip, combat) {
  return h("div", { class: "thrown" }, dice(combat.event, combat.fresh), h("div", { class: "grow" }, h("p", { class: "strong" }, combat.event.text), combat.event.result ? h("p", { class: "second" }, combat.event.result) : null, h("span", { class: "chips" }, combat.event.rules.map((/** @type {string} */ r) => chip(r)))));
}

/** What followed the dice, in order. @param {Store} store @param {Chip} chip @param {any} combat */
function steps(store, chip, combat) {
  const rows = combat.after.map((/** @type {import("./shapes.js").Event} */ e) => h("div", { class: "step done" }, h("span", { class: "step-mark" }, icon("tick", "small")), h("span", { class: "grow" }, e.text, " ", e.rules.map((r) => chip(r)))));
  const prompt = store.view?.prompt;
  if (prompt && !store.index.primary) rows.push(h("div", { class: "step now" }, h("span", { class: "step-mark" }, String(rows.length + 1)), h("span", { class: "grow strong" }, prompt.mine ? prompt.text : words("odds.decides", { name: seatName(store, prompt.decider), text: prompt.text }))));
  return rows.length ? h("div", { class: "steps" }, h("div", { class: "heading" }, words("odds.now")), rows) : h("span");
}

/**
 * The dice of an event, and the sum that was looked up where it differs from what they show.
 * @param {import("./shapes.js").Event} event @param {boolean} [isFresh]
 */
export function dice(event, isFresh = false) {
  const rolls = event.rolls ?? [];
  const shown = rolls.reduce((sum, n) => sum + n, 0);
  const total = event.total !== undefined && event.total !== shown ? h("span", { class: "dice-total" }, `= ${event.total}`) : null;
  return h("span", { class: "dice" }, rolls.length ? rolls.map((n) => die(n, isFresh)) : die(0, isFresh), total);
}

/** Where the pips are on a field of 3 by 3. @type {Record<number, number[]>} */
const PIPS = { 0: [], 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** What a die shows, in a field of 44: pips, or a figure where it has more than six sides. @param {number} n */
export function pipsOf(n) {
  const pips = PIPS[n] ?? [];
  if (!pips.length) return [s("text", { x: 22, y: 29, "font-size": 18, "text-anchor": "middle", fill: "currentColor" }, n || "⚄")];
  return pips.map((i) => s("circle", { cx: 11 + (i % 3) * 11, cy: 11 + Math.floor(i / 3) * 11, r: 3.6 }));
}

/** @param {number} n @param {boolean} isFresh */
function die(n, isFresh) {
  return s("svg", { class: `die ${isFresh && !isCalm() ? "tumble" : ""}`, viewBox: "0 0 44 44", role: "img", "aria-label": n ? words("odds.die", { n }) : words("odds.dice") }, s("rect", { x: 2, y: 2, width: 40, height: 40, rx: 8 }), pipsOf(n));
}
