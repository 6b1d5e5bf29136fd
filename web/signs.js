// Counters seen from afar: the colour of the side and the kind of unit, large enough to be told
// apart.

import { s } from "./dom.js";

/** @typedef {import("./types.js").Unit} Unit */

const CROSS = "M22 30L78 70M22 70L78 30";
const SLASH = "M22 70L78 30";
const OVAL = "M36 38h28a12 12 0 0 1 0 24h-28a12 12 0 0 1 0 -24z";
const DOT = "M50 50h.01";
const BAR = "M22 36H78";
const UPRIGHT = "M50 30V70";

/**
 * The strokes of each kind of unit; other kinds have the box alone.
 * @type {Record<string, string>}
 */
const STROKES = {
  infantry: CROSS,
  motorized: CROSS + UPRIGHT,
  mechanized: CROSS + OVAL,
  armor: OVAL,
  cavalry: SLASH,
  recon: SLASH,
  artillery: DOT,
  "sp-artillery": DOT + OVAL,
  "assault-gun": OVAL + DOT,
  rockets: DOT + UPRIGHT,
  paratroop: `${CROSS}M38 70q6 -8 12 0q6 -8 12 0`,
  "air-assault": CROSS,
  hq: BAR,
  militia: CROSS,
  partisan: SLASH,
  security: CROSS,
  garrison: CROSS,
  engineer: UPRIGHT,
};

/** Heavy marks are drawn with a broader pen. */
const BROAD = new Set(["artillery", "rockets", "hq"]);

/**
 * The name of the sign of a counter; what the viewer may not see has that of its side.
 * @param {Unit} unit
 */
export function signName(unit) {
  const symbol = unit.face?.hidden ? "hidden" : (unit.face?.symbol ?? "");
  return `sign-${unit.side}-${symbol || "plain"}`.replace(/[^\w-]/g, "_");
}

/**
 * Draws the signs that are not there yet.
 * @param {Iterable<Unit>} units
 * @param {(side: string) => import("./types.js").Side | undefined} sideOf
 * @param {Element} shelf the element that holds them
 */
export function addSigns(units, sideOf, shelf) {
  for (const unit of units) {
    if (shelf.querySelector(`#${CSS.escape(signName(unit))}`)) continue;
    const side = sideOf(unit.side);
    shelf.append(sign(unit, side?.face ?? "#777", side?.ink ?? "#111"));
  }
}

/** @param {Unit} unit @param {string} face @param {string} ink */
function sign(unit, face, ink) {
  const symbol = unit.face?.hidden ? "" : (unit.face?.symbol ?? "");
  const box = {
    x: 3,
    y: 3,
    width: 94,
    height: 94,
    rx: 10,
    fill: face,
    stroke: ink,
    "stroke-width": 5,
  };
  const pen = {
    fill: "none",
    stroke: ink,
    "stroke-width": BROAD.has(symbol) ? 17 : 8,
    "stroke-linecap": "round",
  };
  const frame = {
    x: 16,
    y: 24,
    width: 68,
    height: 52,
    fill: "#FBF7EA",
    "fill-opacity": 0.55,
    stroke: ink,
    "stroke-width": 5,
  };
  return s(
    "symbol",
    { id: signName(unit), viewBox: "0 0 100 100" },
    s("rect", box),
    s("rect", frame),
    STROKES[symbol] ? s("path", { d: STROKES[symbol], ...pen }) : null,
  );
}
