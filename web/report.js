// The end of a game: the verdict, every point with its rule, the curves, the luck and the proof of the dice.

import { button, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { chart, diceBars, telling } from "./chart.js";
import { checkDice } from "./proof.js";
import { leadsOn } from "./next.js";
import * as api from "./api.js";
import { few, words } from "./words.js";
import { seatName } from "./names.js";

/** @typedef {import("./types.js").History} History */

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./chip.js").Chip} Chip */
/** @typedef {{chip: Chip, close: () => void, replay: () => void, download: () => void, leave: () => void}} Acts */

/** @param {Store} store @param {Acts} acts @param {HTMLElement} door the way to the next scenario */
export function reportPage(store, acts, door) {
  const view = store.ui.state?.view;
  if (!view) return h("main", { class: "page" });
  const [curves, luck, proof] = [h("div", { class: "report-part" }), h("div", { class: "report-part" }), h("section", { class: "panel" })];
  void fill(store, curves, luck);
  void prove(store, proof);
  return h("main", { class: "page report" },
    h("header", { class: "page-head" }, h("h1", { class: "title" }, `${store.game.title}, ${store.scenarioTitle}`), h("span", { class: "quiet grow" }, words("report.turn", { n: view.turn.n, of: view.turn.of, lines: store.ui.state?.seq ?? 0 })),
      button([icon("back"), words("report.back")], acts.close), button([icon("play"), words("replay.title")], acts.replay), button([icon("download"), words("setting.journal")], acts.download), button(words("shelf.tables"), acts.leave, { class: `button ${leadsOn(store) ? "" : "primary"}` })),
    h("div", { class: "report-columns" }, h("div", null, verdict(store, acts.chip, door), points(store, acts.chip), proof), h("div", null, curves, luck, results(store))));
}

/** @param {Store} store @param {Chip} chip @param {HTMLElement} door */
function verdict(store, chip, door) {
  const outcome = store.ui.state?.view.outcome;
  const winner = outcome?.winner ? store.side(outcome.winner) : undefined;
  return h("section", { class: "panel" }, winner ? h("div", { class: "with-mark second" }, sideMark(winner), `${winner.name}, ${seatName(store, winner.id)}`) : h("div", { class: "second" }, words("report.no-winner")),
    h("h2", { class: "page-title" }, outcome?.text ?? words("game.over")), h("p", { class: "chips" }, (outcome?.rules ?? []).map((r) => chip(r))), door);
}

/** @param {Store} store @param {Chip} chip */
function points(store, chip) {
  const { items, verdict } = store.ui.state?.view.points ?? { items: [], verdict: "" };
  if (!items.length) return null;
  const row = (/** @type {import("./types.js").PointItem} */ i) => h("tr", null, h("td", null, i.side ? sideMark(store.side(i.side)) : null), h("td", null, i.text), h("td", { class: "quiet" }, where(store, i.hexes)), h("td", null, chip(i.rule)), h("td", { class: "right" }, h("b", null, i.value)));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, words("report.points")), h("table", null, h("thead", null, h("tr", null, [h("th"), ...POINTS.map((id) => h("th", { class: id === "report.value" ? "right" : null }, words(id)))])), h("tbody", null, items.map(row))), h("p", { class: "strong total" }, verdict));
}

/** @param {Store} store @param {string[]} hexes */
function where(store, hexes) {
  const names = hexes.map((n) => store.grid.hexes[n]?.place ?? n);
  return few(names, names.length > 4 ? 3 : 4);
}

/** @param {Store} store @param {HTMLElement} curves @param {HTMLElement} luck */
async function fill(store, curves, luck) {
  const history = await api.history(store.id, store.ui.state?.sealed ? store.ui.state.as : "all").catch(() => null);
  if (!history) return put(curves, h("p", { class: "empty" }, words("report.no-curves")));
  const sideOf = (/** @type {string | null} */ id) => (id ? store.side(id) : undefined);
  const shown = telling(history.points).slice(0, 2);
  put(curves, curvePanel(words("report.lost"), words("report.lost-note"), history.losses, sideOf), shown.length ? curvePanel(words("report.curve"), words("report.curve-note", { curves: shown.map((x) => x.text).join(" · ") }), shown, sideOf) : null);
  put(luck, luckPanel(store, history));
}

/** @param {string} title @param {string} note @param {import("./types.js").Series[]} series @param {(id: string | null) => import("./types.js").Side | undefined} sideOf */
function curvePanel(title, note, series, sideOf) {
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, title), h("p", { class: "small quiet" }, note), chart(series, sideOf, title));
}

/** @type {Record<string, import("./words.js").Id>} */
const LUCK = { good: "report.good", bad: "report.bad" };
/** @type {import("./words.js").Id[]} */
const FIGURES = ["report.expected", "report.got", "report.luck", "report.rare"];
/** @type {import("./words.js").Id[]} */
const POINTS = ["report.what", "report.where", "report.rule", "report.value"];

/** @param {Store} store @param {History} history */
function luckPanel(store, history) {
  if (!history.luck.length) return h("span");
  const rows = history.luck.flatMap((l) => l.rows.map((r, i) => h("tr", null, h("td", null, i ? null : sideMark(store.side(l.side))), h("td", null, LUCK[r.kind] ? words(LUCK[r.kind]) : r.kind), h("td", { class: "right" }, r.expected), h("td", { class: "right" }, h("b", null, r.got)), h("td", { class: "right" }, h("b", null, r.luck)), h("td", { class: "right quiet" }, `${r.usual}%`))));
  const figures = FIGURES.map((id) => h("th", { class: "right", title: id === "report.rare" ? words("report.rare-title") : null }, words(id)));
  const head = h("thead", null, h("tr", null, h("th"), h("th"), figures));
  const dice = history.dice.map((d) => h("figure", null, diceBars(d), h("figcaption", { class: "note quiet" }, words("report.dice", { n: d.counts.reduce((a, b) => a + b, 0), sides: d.sides }))));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, words("report.luck-title")), h("p", { class: "small quiet" }, words("report.luck-note")), h("div", { class: "luck" }, h("table", null, head, h("tbody", null, rows)), h("div", null, dice)),
    h("p", { class: "note quiet" }, words("report.rare-note")));
}

/** Throws every die again in this page. @param {Store} store @param {HTMLElement} node */
async function prove(store, node) {
  const head = (/** @type {string} */ note) => [h("h3", { class: "lead" }, words("proof.title")), h("p", { class: "small quiet" }, note)];
  if (store.ui.state?.sealed) return put(node, head(words("proof.sealed")));
  put(node, head(words("proof.rolling")));
  try {
    const [journal, proof] = await Promise.all([api.text(api.journalUrl(store.id, "all")), api.dice(store.id)]);
    if (!proof.secrets?.length) return put(node, head(words("proof.imported")));
    const { all, good, isCommitted, before } = await checkDice(journal, proof);
    const isRight = isCommitted && good === all;
    put(node, head(words("proof.repeated")), h("p", { class: `proof ${isRight ? "good" : "bad"}`, "data-proof": `${good}/${all}` }, icon(isRight ? "tick" : "close"), h("b", null, words("proof.verified", { good, all }))),
      isCommitted ? null : h("p", { class: "problem" }, words("proof.mismatch")), before ? h("p", { class: "note quiet" }, words("proof.before", { n: before })) : null,
      h("details", null, h("summary", { class: "small" }, words("proof.details")), proof.commitments.map((c, i) => h("p", { class: "note hash" }, `${c} ← ${proof.secrets?.[i] ?? ""}`))));
  } catch {
    put(node, head(words("proof.failed")));
  }
}

/** @param {Store} store */
function results(store) {
  /** @type {Map<string, number>} */
  const codes = new Map();
  for (const e of store.ui.log) if (e.kind === "rolled" && e.code) codes.set(e.code, (codes.get(e.code) ?? 0) + 1);
  const most = Math.max(1, ...codes.values());
  if (!codes.size) return h("span");
  const row = (/** @type {[string, number]} */ [code, n]) => h("div", { class: "loss-row" }, h("b", { class: "code" }, code), h("span", { class: "loss-bar", vars: { "--p": `${(100 * n) / most}%`, "--side-face": "var(--ink-3)" } }), h("b", null, n));
  return h("section", { class: "panel" }, h("h3", { class: "lead" }, words("report.results")), h("p", { class: "small quiet" }, words("report.combats", { n: [...codes.values()].reduce((a, b) => a + b, 0) })), [...codes].sort((a, b) => b[1] - a[1]).map(row));
}
