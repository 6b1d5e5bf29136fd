// The end of a game: the verdict, and every point with its rule.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function reportPage(table) {
  const view = table.ui.state?.view;
  if (!view) return h("main", { class: "page" });
  return h("main", { class: "page report" },
    h("header", { class: "page-head" }, h("h1", { class: "title" }, `${table.game.title}, ${table.scenarioTitle}`), h("span", { class: "quiet grow" }, `turn ${view.turn.n} of ${view.turn.of}, ${table.ui.state?.seq} lines`),
      button([icon("back"), "Back to the map"], () => table.desk.closeReport()), button([icon("play"), "Replay"], () => { table.desk.closeReport(); table.startReplay(); }), button([icon("download"), "Download journal"], () => table.desk.download()), button("Your tables", () => table.leave(), { class: "button primary" })),
    h("div", { class: "report-columns" }, h("div", null, verdict(table), points(table)), h("div", null, losses(table), results(table))));
}

/** @param {Table} table */
function verdict(table) {
  const outcome = table.ui.state?.view.outcome;
  const winner = outcome?.winner ? table.side(outcome.winner) : undefined;
  return h("section", { class: "panel" }, winner ? h("div", { class: "with-mark second" }, sideMark(winner), `${winner.name}, ${table.seatName(winner.id)}`) : h("div", { class: "second" }, "No winner"),
    h("h2", { class: "page-title" }, outcome?.text ?? "The game is over"), h("p", { class: "second" }, outcome?.class ?? "", " ", (outcome?.rules ?? []).map((r) => table.desk.chip(r))));
}

/** @param {Table} table */
function points(table) {
  const { items, verdict } = table.ui.state?.view.points ?? { items: [], verdict: "" };
  const row = (/** @type {import("./types.js").PointItem} */ i) => h("tr", null, h("td", null, i.side ? sideMark(table.side(i.side)) : null), h("td", null, i.text), h("td", { class: "quiet" }, i.hexes.slice(0, 4).join(" ")), h("td", null, table.desk.chip(i.rule)), h("td", { class: "right" }, h("b", null, i.value)));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, "Every point"), h("table", null, h("thead", null, h("tr", null, ["", "What", "Where", "Rule", "Value"].map((t) => h("th", { class: t === "Value" ? "right" : null }, t)))), h("tbody", null, items.map(row))), h("p", { class: "strong total" }, verdict));
}

/** @param {Table} table */
function losses(table) {
  const lost = table.ui.log.filter((e) => e.kind === "eliminated");
  const count = (/** @type {string} */ side) => lost.flatMap((e) => e.units).filter((u) => table.store.index.unit.get(u)?.side === side).length;
  const most = Math.max(1, ...table.game.sides.map((x) => count(x.id)));
  const bar = (/** @type {import("./types.js").Side} */ x) => h("div", { class: "loss-row" }, sideMark(x), h("span", null, x.name), h("span", { class: "loss-bar", vars: { "--p": `${(100 * count(x.id)) / most}%`, "--side-face": x.face } }), h("b", null, count(x.id)));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, "Counters lost"), h("p", { class: "small quiet" }, "as the log tells"), table.game.sides.map(bar));
}

/** @param {Table} table */
function results(table) {
  /** @type {Map<string, number>} */
  const codes = new Map();
  for (const e of table.ui.log) if (e.kind === "rolled" && e.code) codes.set(e.code, (codes.get(e.code) ?? 0) + 1);
  const most = Math.max(1, ...codes.values());
  if (!codes.size) return h("span");
  const row = (/** @type {[string, number]} */ [code, n]) => h("div", { class: "loss-row" }, h("b", { class: "code" }, code), h("span", { class: "loss-bar", vars: { "--p": `${(100 * n) / most}%`, "--side-face": "var(--ink-3)" } }), h("b", null, n));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, "Results of the dice"), h("p", { class: "small quiet" }, `${[...codes.values()].reduce((a, b) => a + b, 0)} combats`), [...codes].sort((a, b) => b[1] - a[1]).map(row));
}
