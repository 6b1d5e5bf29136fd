// Curves: a figure turn by turn, labelled on the line itself; the second side dashed.

import { h, s } from "./dom.js";
import { fix } from "./grid.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Series} Series */
/** @typedef {import("./types.js").Side} Side */

const [WIDTH, HEIGHT] = [500, 160];
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 12, 20, 24];

/** A round number not below the largest value, and the step of the grid. @param {number} most */
export function scale(most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((n) => n * 4 >= most) ?? Math.ceil(most / 4);
  return { step, top: Math.max(step, Math.ceil(most / step) * step) };
}

/** Those of the curves that say something: they rise or fall. @param {Series[]} all */
export function telling(all) {
  const moving = all.filter((x) => new Set(x.values.map((v) => v.value)).size > 1);
  return moving.length ? moving : all.filter((x) => x.values.some((v) => v.value > 0));
}

/**
 * A chart of curves over the turns.
 * @param {Series[]} series @param {(id: string | null) => Side | undefined} sideOf @param {string} label
 */
export function chart(series, sideOf, label) {
  const turns = [...new Set(series.flatMap((x) => x.values.map((v) => v.turn)))].sort((a, b) => a - b);
  const { step, top } = scale(Math.max(1, ...series.flatMap((x) => x.values.map((v) => v.value))));
  // A single turn stands at the right end, where there is room for the names.
  const x = (/** @type {number} */ turn) => (turns.length > 1 ? LEFT + ((WIDTH - LEFT - RIGHT) * turns.indexOf(turn)) / (turns.length - 1) : WIDTH - RIGHT);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top;
  const rows = Array.from({ length: top / step + 1 }, (_, i) => i * step);
  const every = Math.ceil(turns.length / 8);
  const svg = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    rows.flatMap((v) => [s("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(v), y2: y(v) }), s("text", { class: "chart-figure", x: LEFT - 7, y: y(v) + 4, "text-anchor": "end" }, v)]),
    turns.filter((_, i) => i % every === 0).map((t) => s("text", { class: "chart-figure", x: x(t), y: HEIGHT - 7, "text-anchor": "middle" }, t)));
  // The name of the highest end stands above it, the others below theirs, so that two names keep apart.
  const ends = series.map((one) => one.values[one.values.length - 1]?.value ?? 0);
  const highest = ends.indexOf(Math.max(...ends));
  series.forEach((one, i) => svg.append(...curve(one, i, sideOf(one.side), x, y, i === highest)));
  return svg;
}

/**
 * @param {Series} one @param {number} i @param {Side | undefined} side
 * @param {(turn: number) => number} x @param {(value: number) => number} y @param {boolean} isAbove
 */
function curve(one, i, side, x, y, isAbove) {
  const last = one.values[one.values.length - 1];
  if (!last) return [];
  const d = one.values.map((v, n) => `${n ? "L" : "M"}${fix(x(v.turn))} ${fix(y(v.value))}`).join("");
  const vars = { "--curve": side ? `color-mix(in srgb, ${side.face} 72%, var(--ink))` : "var(--ink-2)" };
  return [
    s("path", { class: `chart-curve ${i % 2 ? "dashed" : ""}`, d, vars }), s("circle", { class: "chart-end", cx: x(last.turn), cy: y(last.value), r: 3.5, vars }),
    s("text", { class: "chart-name", x: x(last.turn) - 8, y: y(last.value) + (isAbove ? -8 : 16), "text-anchor": "end", vars }, `${side?.name ?? ""} ${last.value}`.trim()),
  ];
}

/**
 * The curve behind a time line: one side filled, the other dashed, over the lines of the journal.
 * @param {Series[]} series @param {number} length @param {(id: string | null) => Side | undefined} sideOf
 */
export function sparkline(series, length, sideOf) {
  const most = Math.max(1, ...series.flatMap((x) => x.values.map((v) => v.value)));
  const at = (/** @type {import("./types.js").Sample} */ v) => `${fix((1000 * v.line) / Math.max(1, length))} ${fix(38 - (34 * v.value) / most)}`;
  const svg = s("svg", { class: "sparkline", viewBox: "0 0 1000 40", preserveAspectRatio: "none", "aria-hidden": "true" });
  series.slice(0, 2).forEach((one, i) => {
    const first = one.values[0];
    if (!first) return;
    const line = `M0 ${fix(38 - (34 * first.value) / most)}${one.values.map((v) => `L${at(v)}`).join("")}`;
    const vars = { "--curve": sideOf(one.side)?.face ?? "var(--ink-3)" };
    if (i === 0) svg.append(s("path", { class: "spark-fill", d: `${line}V40H0Z`, vars }));
    svg.append(s("path", { class: `spark-line ${i ? "dashed" : ""}`, d: line, vars }));
  });
  return svg;
}

/** What the curves behind the time line are. @param {Series[]} series @param {(id: string | null) => Side | undefined} sideOf */
export function legend(series, sideOf) {
  return h("span", { class: "spark-legend note quiet" }, series.slice(0, 2).map((one, i) => h("span", { vars: { "--curve": sideOf(one.side)?.face ?? "var(--ink-3)" }, class: i ? "dashed" : "" }, one.text ?? "")));
}

/**
 * How often the dice showed each value, with a line where fair dice would be.
 * @param {{sides: number, counts: number[]}} die
 */
export function diceBars(die) {
  const thrown = die.counts.reduce((a, b) => a + b, 0);
  const fair = thrown / die.sides;
  const most = Math.max(1, fair, ...die.counts);
  const w = 240 / die.sides;
  const y = (/** @type {number} */ n) => 104 - (92 * n) / most;
  const bar = (/** @type {number} */ n, /** @type {number} */ i) => [
    s("rect", { class: "dice-bar", x: i * w + w * 0.18, width: w * 0.64, y: y(n), height: 104 - y(n) }), s("text", { class: "chart-figure", x: i * w + w / 2, y: 120, "text-anchor": "middle" }, i + 1),
    s("text", { class: "chart-figure", x: i * w + w / 2, y: Math.min(100, y(n) - 3), "text-anchor": "middle" }, n),
  ];
  return s("svg", { class: "dice-chart", viewBox: "0 -10 240 136", role: "img", "aria-label": words("chart.dice", { n: thrown, counts: die.counts.join(", ") }) }, die.counts.flatMap(bar), s("line", { class: "dice-fair", x1: 0, x2: 240, y1: y(fair), y2: y(fair) }));
}
