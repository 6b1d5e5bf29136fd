// Which overlays lie on the map together, how their areas are drawn, and what their legend says.

import { words } from "./words.js";

/** @typedef {import("./types.js").Side} Side */

/** Names and keys of the overlays we know; others are shown by their id. @type {Record<string, [import("./words.js").Id, string]>} */
export const KNOWN = {
  supply: ["overlay.supply", "S"], zones: ["overlay.zones", "Z"], control: ["overlay.control", "C"],
  points: ["overlay.points", "V"], range: ["overlay.range", "G"], markers: ["overlay.markers", ""],
  rails: ["overlay.rails", ""], fortifications: ["overlay.fortifications", ""], objectives: ["overlay.objectives", ""],
  terrain: ["overlay.terrain", ""],
};
/** What does not fill the map may join any other. */
const LIGHT = new Set(["points"]);
/** Those that may lie on the map together although both fill it. */
const PAIR = ["control", "zones"];

/** The overlays on the map: those that are kept, or the one that is held with what may join it. @param {string[]} kept @param {string | null} held */
export function activeOf(kept, held) {
  return [...new Set(held ? [held, ...kept.filter((o) => LIGHT.has(o))] : kept)];
}

/** What is kept after one was switched. @param {string[]} kept @param {string} id */
export function toggled(kept, id) {
  if (kept.includes(id)) return kept.filter((o) => o !== id);
  const joins = (/** @type {string} */ o) => LIGHT.has(id) || LIGHT.has(o) || (PAIR.includes(o) && PAIR.includes(id));
  return [...kept.filter(joins), id];
}

/** How an area is drawn. @param {string} overlay @param {string} kind @returns {"stops" | "range" | "tint" | "cut" | "supply" | "hatched"} */
export function lookOf(overlay, kind) {
  if (kind === "range-stop") return "stops";
  if (overlay === "range") return "range";
  if (overlay === "control") return "tint";
  if (overlay !== "supply" && !/suppl|reach|net/.test(kind)) return "hatched";
  return /cut|isolat|un/.test(kind) ? "cut" : "supply";
}

/** Whether a note is of somebody who is cut off, and is marked on the map. @param {string} kind */
export const isTrouble = (kind) => /cut|isolat|unsuppl|out/.test(kind);

/**
 * The rows of the legend: the look of a swatch, its colour, its words.
 * @param {string[]} active @param {Side} a @param {Side} b
 * @returns {[string, string, string][]}
 */
export function legendOf(active, a, b) {
  const of = (/** @type {import("./words.js").Id} */ id, /** @type {Side} */ side) => words(id, { side: side.name });
  /** @param {import("./words.js").Id} id @param {import("./words.js").Id} [second] @returns {[string, string, string][]} */
  const hatched = (id, second = id) => [["hatch-a", a.face, of(id, a)], ["hatch-b", b.face, of(second, b)]];
  /** @type {Record<string, [string, string, string][]>} */
  const rows = {
    zones: hatched("legend.zoc", "legend.zoc-both"),
    supply: [["supply", "", words("legend.supplied")], ["cut", "", words("legend.cut")]],
    control: [["tint", a.face, of("legend.control", a)], ["tint", b.face, of("legend.control", b)]],
    front: [["front", "", words("legend.front")]],
    range: [["range", "", words("legend.range")]],
    rails: hatched("legend.rails"),
    fortifications: hatched("legend.fortifications"),
    objectives: hatched("legend.objectives"),
    markers: [["cut", "", words("legend.markers")]],
    points: [["point", a.face, words("legend.points", { first: a.name, second: b.name })]],
  };
  const shown = new Set(PAIR.some((id) => active.includes(id)) ? [...active, "front"] : active);
  return Object.entries(rows).flatMap(([id, lines]) => (shown.has(id) ? lines : []));
}
