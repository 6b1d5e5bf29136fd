// Where the present question is about: its hexes are ringed for as long as it is asked.

import { s } from "./dom.js";

/**
 * The hexes to ring: those that the question names, but none that another mark shows already.
 * @param {import("./types.js").View} view
 * @param {Set<string>} shown hexes that are marked otherwise: the counters in hand, the targets
 */
export function askedHexes(view, shown) {
  const { prompt } = view;
  if (!prompt?.mine) return [];
  return (prompt.places ?? []).filter((hex) => !shown.has(hex));
}

/** The rings of one map. */
export class AskMarks {
  /** @param {import("./grid.js").Grid} grid @param {SVGElement} over */
  constructor(grid, over) {
    this.grid = grid;
    this.layer = s("g", { class: "asked" });
    over.append(this.layer);
  }

  /** @param {string[]} hexes */
  draw(hexes) {
    const real = hexes.filter((n) => this.grid.has(n));
    this.layer.replaceChildren();
    if (!real.length) return;
    const d = this.grid.outlines(real, 0.97);
    this.layer.append(
      s("path", { class: "asked-casing", d }),
      s("path", { class: "asked-line", d }),
    );
  }
}
