// Plain pictures in place of the drawn ones: a grid with tints, and counters with a symbol.

import { SIDES, grid } from "./game.mjs";

const GROUND = { light: { clear: "#F0E9D3", forest: "#BAC8A2", swamp: "#CFDED2", city: "#DCC4B0", line: "#4A3F2C" }, dark: { clear: "#2C2D2A", forest: "#2E4134", swamp: "#2A3F42", city: "#4A3D37", line: "#DCD2B8" } };

export function map(theme, layer) {
  const g = grid();
  const tints = GROUND[theme];
  const r = g.pitch / Math.sqrt(3);
  const corner = (i) => [r * Math.cos(((i * 60 - 30) * Math.PI) / 180), r * Math.sin(((i * 60 - 30) * Math.PI) / 180)];
  const shape = Array.from({ length: 6 }, (_, i) => corner(i).map((v) => v.toFixed(1)).join(" ")).join("L");
  const cells = Object.entries(g.hexes).map(([n, h]) => layer === "ground"
    ? `<path transform="translate(${h.x} ${h.y.toFixed(1)})" d="M${shape}Z" fill="${tints[h.terrain]}" stroke="${tints.line}" stroke-opacity=".3" stroke-width="1.5"/><text x="${h.x}" y="${(h.y - 36).toFixed(1)}" font-size="11" text-anchor="middle" font-family="Sofia Sans Condensed" fill="${tints.line}" fill-opacity=".6">${n}</text>`
    : h.place ? `<text x="${h.x}" y="${(h.y + 52).toFixed(1)}" font-size="26" font-weight="700" text-anchor="middle" font-family="Sofia Sans Condensed" fill="${theme === "dark" ? "#EFE7D3" : "#2B2318"}" stroke="${theme === "dark" ? "#1E201E" : "#F6F1E2"}" stroke-width="5" paint-order="stroke">${h.place}</text>` : "");
  const back = layer === "ground" ? `<rect width="${g.width}" height="${g.height.toFixed(0)}" fill="${theme === "dark" ? "#1F211F" : "#F4EEDD"}"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${g.width} ${g.height.toFixed(0)}">${back}${cells.join("")}</svg>`;
}

const SYMBOLS = { infantry: "M28 19L71 49M71 19L28 49", motorized: "M28 19L71 49M71 19L28 49M50 19V49", armor: "M38 26h24a8 8 0 0 1 0 16h-24a8 8 0 0 1 0-16z", cavalry: "M28 49L71 19" };

function face(side, symbol, figures, size) {
  const { face: fill, ink } = SIDES.find((x) => x.id === side);
  return `<symbol id="f-${side}-${symbol}-${figures}" viewBox="0 0 100 100"><rect x="1" y="1" width="98" height="98" rx="8.5" fill="${fill}" stroke="${ink}" stroke-width="1.6"/><text x="50" y="15" font-size="13" font-weight="700" text-anchor="middle" font-family="Sofia Sans Condensed" fill="${ink}">${size}</text><rect x="28.500" y="19" width="43" height="30" fill="#F3EAD8" stroke="#11170D" stroke-width="2.4"/><path d="${SYMBOLS[symbol]}" fill="none" stroke="#11170D" stroke-width="2.400"/><text x="50" y="90" font-size="40" font-weight="800" text-anchor="middle" font-family="Sofia Sans Condensed" fill="${ink}">${figures}</text></symbol>`;
}

export function faces() {
  const all = SIDES.flatMap((x) => [["infantry", "4-4", "XX"], ["armor", "6-8", "XX"], ["motorized", "4-8", "XX"], ["infantry", "3-3", "XXXX"], ["cavalry", "2-6", "XX"]].map(([s, f, z]) => face(x.id, s, f, z)));
  return `<svg xmlns="http://www.w3.org/2000/svg">${all.join("")}</svg>`;
}
