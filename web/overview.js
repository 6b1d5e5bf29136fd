// A small picture of the whole map: the land, who stands where, the front, and what the game is about.

import { h, s } from "./dom.js";
import { words } from "./words.js";


/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./map.js").Board} Board */

/** How high the letters of a name are in the picture, and how wide and high it is at most, in pixels of the screen. */
const LETTER = 12;
const WIDE = 300;
const HIGH = 260;

/** A square in a side's colour on each hex where somebody stands. @param {Store} store */
export function dots(store) {
  const r = store.grid.pitch * 0.42;
  return [...store.index.stacks].filter(([hex]) => store.grid.has(hex)).map(([hex, units]) => {
    const { x, y } = store.grid.centre(hex);
    return s("rect", { class: "mini-dot", x: x - r, y: y - r, width: 2 * r, height: 2 * r, vars: { "--side-face": store.side(units[units.length - 1].side)?.face ?? "#777" } });
  });
}

/** The way of the front between the two sides, as far as hexes are controlled. @param {Store} store */
export function frontLine(store) {
  const control = store.view?.control ?? [];
  const [a, b] = store.game.sides.map((x) => new Set(control.filter((c) => c.side === x.id).flatMap((c) => c.hexes)));
  const d = store.grid.front(a, b);
  return d ? ["front-halo", "front-line", "front-dash"].map((kind) => s("path", { class: kind, d })) : [];
}

/** The coarse picture of the land. @param {Board} board @param {number} most pixels of the longer side */
export function land({ bitmaps, bounds }, most) {
  const scale = Math.min(1, most / Math.max(bounds.width, bounds.height));
  const [width, height] = [bounds.width, bounds.height].map((v) => Math.max(1, Math.round(v * scale)));
  const small = /** @type {HTMLCanvasElement} */ (h("canvas", { width, height }));
  const context = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));
  context.imageSmoothingQuality = "high";
  if (bitmaps.coarse) context.drawImage(bitmaps.coarse.node, 0, 0, width, height);
  return small;
}

/**
 * The whole map with some places ringed and named, as long as it is on the page as things stand then.
 * @param {Store} store @param {Board} board @param {string[]} places names of towns
 */
export function overview(store, board, places) {
  let node = picture(store, board, places);
  let isFirst = true;
  const stop = store.watch(() => {
    if (!isFirst && !node.isConnected) return stop();
    const next = picture(store, board, places);
    node.replaceWith(next);
    [node, isFirst] = [next, false];
  });
  return node;
}

/** @param {Store} store @param {Board} board @param {string[]} places */
function picture(store, board, places) {
  const { bounds } = board;
  const box = `${bounds.left} ${bounds.top} ${bounds.width} ${bounds.height}`;
  const marks = [...dots(store), ...frontLine(store), ...rings(store.grid, bounds, places)];
  const drawn = s("svg", { class: "overview-marks", viewBox: box, "aria-hidden": "true" }, ...marks);
  const names = words("overview.label", { places: places.join(", ") });
  const shape = Math.min(WIDE, (HIGH * bounds.width) / bounds.height);
  const vars = { "--wide": `${Math.round(shape)}px`, "--shape": `${bounds.width} / ${bounds.height}` };
  return h("div", { class: "overview", role: "img", "aria-label": names, vars }, land(board, 2 * WIDE), drawn);
}

/** @param {import("./grid.js").Grid} grid @param {Board["bounds"]} bounds @param {string[]} places */
function rings(grid, bounds, places) {
  const unit = Math.max(bounds.width / WIDE, bounds.height / HIGH);
  return places.flatMap((name) => {
    const hexes = hexesOf(grid, name);
    if (!hexes.length) return [];
    const points = hexes.map((n) => grid.centre(n));
    const x = points.reduce((sum, p) => sum + p.x, 0) / points.length;
    const top = Math.min(...points.map((p) => p.y));
    // Towards the middle, so that no name leaves the picture.
    const anchor = x > bounds.left + bounds.width * 0.75 ? "end" : x < bounds.left + bounds.width * 0.25 ? "start" : "middle";
    const above = top - grid.pitch * 0.6 - 3 * unit;
    const low = Math.max(...points.map((p) => p.y)) + grid.pitch * 0.6 + LETTER * unit;
    const y = above - LETTER * unit < bounds.top ? low : above;
    const label = s("text", { class: "overview-name", x, y, "font-size": LETTER * unit, "stroke-width": 3 * unit, "text-anchor": anchor }, name);
    return [s("path", { class: "overview-ring", d: grid.outlines(hexes, 1.15), "stroke-width": 2.4 * unit }), label];
  });
}

/** The hexes of a place by its name. @param {import("./grid.js").Grid} grid @param {string} name */
export function hexesOf({ hexes }, name) {
  return Object.keys(hexes).filter((n) => hexes[n].place?.toLowerCase() === name.toLowerCase());
}
