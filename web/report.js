// The end of a game: the verdict, every point with its rule, the curves, the luck and the proof of the dice.

import { askedBot } from "./advice.js";
import { button, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { chart, diceBars, telling } from "./chart.js";
import { checkDice } from "./proof.js";
import { nextDoor } from "./next.js";
import * as api from "./api.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").History} History */

/** @param {Table} table */
export function reportPage(table) {
  const view = table.ui.state?.view;
  if (!view) return h("main", { class: "page" });
  const [curves, luck, proof] = [h("div", { class: "report-part" }), h("div", { class: "report-part" }), h("section", { class: "panel" })];
  void fill(table, curves, luck);
  void prove(table, proof);
  return h("main", { class: "page report" },
    h("header", { class: "page-head" }, h("h1", { class: "title" }, `${table.game.title}, ${table.scenarioTitle}`), h("span", { class: "quiet grow" }, `turn ${view.turn.n} of ${view.turn.of}, ${table.ui.state?.seq} lines`),
      button([icon("back"), "Back to the map"], () => table.desk.closeReport()), button([icon("play"), "Replay"], () => { table.desk.closeReport(); void table.startReplay(); }), button([icon("download"), "Download journal"], () => table.desk.download()), button("Your tables", () => table.leave(), { class: `button ${nextDoor(table) ? "" : "primary"}` })),
    h("div", { class: "report-columns" }, h("div", null, verdict(table), points(table), proof), h("div", null, curves, luck, results(table))));
}

/** @param {Table} table */
function verdict(table) {
  const outcome = table.ui.state?.view.outcome;
  const winner = outcome?.winner ? table.side(outcome.winner) : undefined;
  return h("section", { class: "panel" }, winner ? h("div", { class: "with-mark second" }, sideMark(winner), `${winner.name}, ${table.seatName(winner.id)}`) : h("div", { class: "second" }, "No winner"),
    h("h2", { class: "page-title" }, outcome?.text ?? "The game is over"), h("p", { class: "chips" }, (outcome?.rules ?? []).map((r) => table.desk.chip(r))), askedBot(table).map((text) => h("p", { class: "small quiet", "data-asked": "" }, text)), h("p", { class: "next-door" }, nextDoor(table, "primary")));
}

/** @param {Table} table */
function points(table) {
  const { items, verdict } = table.ui.state?.view.points ?? { items: [], verdict: "" };
  if (!items.length) return null;
  const row = (/** @type {import("./types.js").PointItem} */ i) => h("tr", null, h("td", null, i.side ? sideMark(table.side(i.side)) : null), h("td", null, i.text), h("td", { class: "quiet" }, where(table, i.hexes)), h("td", null, table.desk.chip(i.rule)), h("td", { class: "right" }, h("b", null, i.value)));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, "Every point"), h("table", null, h("thead", null, h("tr", null, ["", "What", "Where", "Rule", "Value"].map((t) => h("th", { class: t === "Value" ? "right" : null }, t)))), h("tbody", null, items.map(row))), h("p", { class: "strong total" }, verdict));
}

/** @param {Table} table @param {string[]} hexes */
function where(table, hexes) {
  const names = hexes.map((n) => table.grid.hexes[n]?.place ?? n);
  return names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

/** @param {Table} table @param {HTMLElement} curves @param {HTMLElement} luck */
async function fill(table, curves, luck) {
  const history = await api.history(table.id, table.ui.state?.sealed ? table.ui.state.as : "all").catch(() => null);
  if (!history) return put(curves, h("p", { class: "empty" }, "The curves could not be fetched."));
  const sideOf = (/** @type {string | null} */ id) => (id ? table.side(id) : undefined);
  const shown = telling(history.points).slice(0, 2);
  put(curves, curvePanel("Units lost, running total", "after each turn", history.losses, sideOf), shown.length ? curvePanel("Points", `${shown.map((x) => x.text).join(" · ")}; if the game had ended after that turn`, shown, sideOf) : null);
  put(luck, luckPanel(table, history));
}

/** @param {string} title @param {string} note @param {import("./types.js").Series[]} series @param {(id: string | null) => import("./types.js").Side | undefined} sideOf */
function curvePanel(title, note, series, sideOf) {
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, title), h("p", { class: "small quiet" }, note), chart(series, sideOf, title));
}

/** @type {Record<string, string>} */
const LUCK = { good: "Attacks that went well", bad: "Attacks that went badly" };

/** @param {Table} table @param {History} history */
function luckPanel(table, history) {
  if (!history.luck.length) return h("span");
  const rows = history.luck.flatMap((l) => l.rows.map((r, i) => h("tr", null, h("td", null, i ? null : sideMark(table.side(l.side))), h("td", null, LUCK[r.kind] ?? r.kind), h("td", { class: "right" }, r.expected), h("td", { class: "right" }, h("b", null, r.got)), h("td", { class: "right" }, h("b", null, r.luck)), h("td", { class: "right quiet" }, `${r.usual}%`))));
  const heads = ["", "", "Expected", "Got", "Luck", "How rare"];
  const head = h("thead", null, h("tr", null, heads.map((t, i) => h("th", { class: i > 1 ? "right" : null, title: t === "How rare" ? "How many games in a hundred have luck this extreme or more" : null }, t))));
  const dice = history.dice.map((d) => h("figure", null, diceBars(d), h("figcaption", { class: "note quiet" }, `${d.counts.reduce((a, b) => a + b, 0)} dice of ${d.sides}; line: fair dice`)));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, "Luck sheet"), h("p", { class: "small quiet" }, "expected from the shown odds, against what the dice gave"), h("div", { class: "luck" }, h("table", null, head, h("tbody", null, rows)), h("div", null, dice)),
    h("p", { class: "note quiet" }, "How rare: how many games in a hundred would have luck this extreme or more."));
}

/** Throws every die again in this page. @param {Table} table @param {HTMLElement} node */
async function prove(table, node) {
  const head = (/** @type {string} */ note) => [h("h3", { class: "lead" }, "Dice can be checked"), h("p", { class: "small quiet" }, note)];
  if (table.ui.state?.sealed) return put(node, head("Hidden information and the dice secrets stay sealed until the next scenario of the campaign is over."));
  put(node, head("Rolling every die again to check it"));
  try {
    const [journal, proof] = await Promise.all([api.text(api.journalUrl(table.id, "all")), api.dice(table.id)]);
    if (!proof.secrets?.length) return put(node, head("The dice of this game came with an imported journal; there are no secrets to check them against."));
    const { all, good, isCommitted, before } = await checkDice(journal, proof);
    const isRight = isCommitted && good === all;
    put(node, head("The secrets are published; every roll was repeated here."), h("p", { class: `proof ${isRight ? "good" : "bad"}`, "data-proof": `${good}/${all}` }, icon(isRight ? "tick" : "close"), h("b", null, `${good} of ${all} rolls verified`)),
      isCommitted ? null : h("p", { class: "problem" }, "The secrets do not match the commitments made at the start."), before ? h("p", { class: "note quiet" }, `${before} earlier rolls came with an imported journal.`) : null,
      h("details", null, h("summary", { class: "small" }, "Commitments and secrets"), proof.commitments.map((c, i) => h("p", { class: "note hash" }, `${c} ← ${proof.secrets?.[i] ?? ""}`))));
  } catch {
    put(node, head("The dice could not be fetched."));
  }
}

/** @param {Table} table */
function results(table) {
  /** @type {Map<string, number>} */
  const codes = new Map();
  for (const e of table.ui.log) if (e.kind === "rolled" && e.code) codes.set(e.code, (codes.get(e.code) ?? 0) + 1);
  const most = Math.max(1, ...codes.values());
  if (!codes.size) return h("span");
  const row = (/** @type {[string, number]} */ [code, n]) => h("div", { class: "loss-row" }, h("b", { class: "code" }, code), h("span", { class: "loss-bar", vars: { "--p": `${(100 * n) / most}%`, "--side-face": "var(--ink-3)" } }), h("b", null, n));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, "Results of combat"), h("p", { class: "small quiet" }, `${[...codes.values()].reduce((a, b) => a + b, 0)} combats`), [...codes].sort((a, b) => b[1] - a[1]).map(row));
}
