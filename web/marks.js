// What the interface draws on the map for one decision: reach, costs, path, targets, refusals,
// arrows.

import { isTouch, s } from "./dom.js";
import { fix } from "./grid.js";
import { face } from "./counters.js";

/** @typedef {import("./types.js").Offer} Offer */

/** An aircraft from above. */
const PLANE =
  "M0 -12L2.4 -4L13 3V6L2.4 3.4L1.6 9L5 11.6V13.4L0 12L-5 13.4V11.6L-1.6 9L-2.4 3.4L-13 6V3L-2.4 -4Z";

/** The marks of one map, in a layer under the names and one over the counters. */
export class Marks {
  /** @param {import("./grid.js").Grid} grid @param {SVGElement} under @param {SVGElement} over */
  constructor(grid, under, over) {
    this.grid = grid;
    this.p = grid.pitch / 100;
    this.reachUnder = s("g", { class: "reach" });
    this.costs = s("g", { class: "costs" });
    this.legs = s("g", { class: "legs" });
    this.path = s("g", { class: "path" });
    this.target = s("g", { class: "targets" });
    this.waiting = s("g", { class: "targets waiting" });
    this.refusal = s("g", { class: "refusal" });
    this.evidence = s("g", { class: "evidence-under" });
    this.arrows = s("g", { class: "arrows" });
    this.signs = s("g", { class: "hex-signs" });
    this.cursor = s("g", { class: "cursor" });
    this.flash = s("g", { class: "flash" });
    /** How a cost is written among the others of the map. */
    this.write = costWriter([]);
    under.append(this.reachUnder, this.evidence);
    over.append(
      this.signs,
      this.costs,
      this.cursor,
      this.legs,
      this.path,
      this.waiting,
      this.target,
      this.arrows,
      this.refusal,
      this.flash,
    );
  }

  /**
   * The hexes that are offered.
   * @param {import("./store.js").Index} index
   * @param {{left: number, top: number, width: number, height: number}} bounds
   */
  reach(index, bounds) {
    const offers = [...index.hexes.entries()].filter(([hex]) => this.grid.has(hex));
    this.reachUnder.replaceChildren();
    this.costs.replaceChildren();
    this.write = costWriter(offers.flatMap(([, o]) => o.cost ?? []));
    if (offers.length) this.#area(offers, bounds, index);
    for (const [hex, offer] of offers) this.#cost(hex, offer, index, offers.length);
    this.#sides(index);
  }

  /**
   * @param {[string, Offer][]} offers
   * @param {{left: number, top: number, width: number, height: number}} b
   * @param {import("./store.js").Index} index
   */
  #area(offers, b, index) {
    const hexes = offers.map(([hex]) => hex);
    const free = hexes.filter((hex) => !index.stacks.has(hex)).length;
    const isReach =
      offers.some(([, o]) => o.cost !== undefined) ||
      (offers.length > 9 && free * 2 > offers.length);
    const starts = new Set(offers.flatMap(([, o]) => o.path?.slice(0, 1) ?? []));
    const lit = [...new Set([...hexes, ...starts])];
    const frame = `M${b.left} ${b.top}h${b.width}v${b.height}h${-b.width}z`;
    if (isReach)
      this.reachUnder.append(
        s("path", {
          class: "veil",
          "fill-rule": "evenodd",
          d: frame + this.grid.outlines(lit, 1.001),
        }),
      );
    this.reachUnder.append(s("path", { class: "reach-fill", d: this.grid.outlines(hexes) }));
    const warned = offers
      .filter(([, o]) => o.effects?.some((e) => e.tone === "warn" || e.tone === "bad"))
      .map(([hex]) => hex);
    this.reachUnder.append(
      s("path", { class: "stops-fill", d: this.grid.outlines(warned, 0.93) }),
      s("path", { class: "stops", d: this.grid.outlines(warned, 0.9) }),
    );
    const border = isReach ? this.grid.border(lit) : this.grid.outlines(hexes, 0.96);
    this.reachUnder.append(
      s("path", { class: "reach-casing", d: border }),
      s("path", { class: "reach-line", d: border }),
    );
  }

  /**
   * @param {string} hex
   * @param {Offer} offer
   * @param {import("./store.js").Index} index
   * @param {number} count
   */
  #cost(hex, offer, index, count) {
    const { x, y } = this.grid.centre(hex);
    const p = this.p;
    const isTaken = index.stacks.has(hex);
    const warned =
      offer.effects?.find((e) => e.tone === "bad") ?? offer.effects?.find((e) => e.tone === "warn");
    if (warned && !isTaken) this.costs.append(this.#sign(warned.kind, warned.tone, x, y - 12 * p));
    if (offer.cost === undefined) {
      const key = [...index.hexes.keys()].indexOf(hex) + 1;
      if (count <= 9 && !isTouch()) this.costs.append(this.#key(String(key), x, y));
      return;
    }
    const cost = this.write(offer.cost);
    if (isTaken) return void this.costs.append(this.#tab(cost, x, y, Boolean(warned)));
    this.costs.append(
      s(
        "text",
        {
          class: `cost ${warned ? "warned" : ""}`,
          x,
          y: y + (warned ? 24 : 9) * p,
          "font-size": 25 * p,
        },
        cost,
      ),
    );
  }

  /**
   * The key that chooses a hex: a key and not a cost.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  #key(text, x, y) {
    const p = this.p;
    const [left, top] = [x - 11 * p, y - 57 * p];
    const cap = s("rect", { x: left, y: top, width: 22 * p, height: 24 * p, rx: 5 * p });
    const edge = s("path", { d: `M${left + 4 * p} ${top + 20 * p}h${14 * p}` });
    return s(
      "g",
      { class: "key-cap" },
      cap,
      edge,
      s("text", { x, y: top + 16 * p, "font-size": 16 * p }, text),
    );
  }

  /**
   * The cost of a hex with counters: a tab at their upper edge, where no factors are.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {boolean} isWarned
   */
  #tab(text, x, y, isWarned) {
    const p = this.p;
    const w = (14 + text.length * 10) * p;
    const top = y - 56 * p;
    return s(
      "g",
      { class: `cost-tab ${isWarned ? "warned" : ""}` },
      s("rect", { x: x - w / 2, y: top, width: w, height: 22 * p, rx: 6 * p }),
      s("text", { x, y: top + 17 * p, "font-size": 18 * p }, text),
    );
  }

  /** @param {string} kind @param {string} tone @param {number} x @param {number} y */
  #sign(kind, tone, x, y) {
    const r = 11 * this.p;
    const a = r * 0.5;
    const isAttack = kind.includes("attack");
    const inner = isAttack
      ? `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}`
      : `M${x - a} ${y}h${2 * a}`;
    return s(
      "g",
      { class: `sign ${tone}` },
      s("circle", { cx: x, cy: y, r }),
      s("path", { d: inner }),
    );
  }

  /**
   * Offered hexsides are thick lines that can be clicked.
   * @param {import("./store.js").Index} index
   */
  #sides(index) {
    for (const [name, offer] of index.sides) {
      const edge = this.grid.sideNamed(name);
      if (!edge) continue;
      const d = `M${fix(edge[0].x)} ${fix(edge[0].y)}L${fix(edge[1].x)} ${fix(edge[1].y)}`;
      this.costs.append(
        s(
          "g",
          { class: "side-offer", "data-choice": offer.choice },
          s("path", { class: "side-hit", d }),
          s("path", { class: "reach-casing", d }),
          s("path", { class: "reach-line", d }),
        ),
      );
    }
  }

  /**
   * The way to a destination and the hex under the pointer.
   * @param {string | null} hex
   * @param {Offer | undefined} offer
   * @param {import("./types.js").Unit | null} ghost who would stand there
   */
  way(hex, offer, ghost) {
    this.path.replaceChildren();
    if (!hex || !offer) return;
    const path = offer.path ?? [];
    if (path.length > 1) {
      const d = this.#trimmed(path);
      this.path.append(s("path", { class: "path-edge", d }), s("path", { class: "path-line", d }));
    }
    const d = this.grid.outline(hex, 0.94);
    this.path.append(
      s("path", { class: "under-pointer-edge", d }),
      s("path", { class: "under-pointer", d }),
    );
    const { x, y } = this.grid.centre(hex);
    if (ghost) this.path.append(s("g", { class: "ghost" }, face(ghost, x, y, 74 * this.p)));
    if (offer.cost !== undefined) this.path.append(this.#chip(hex, half(offer.cost)));
  }

  /**
   * What lies on hexes beside the counters: air missions. Those of one hex stand side by side.
   * @param {import("./types.js").Sign[]} signs
   * @param {(id: string) => import("./types.js").Side | undefined} sideOf
   */
  lay(signs, sideOf) {
    const p = this.p;
    /** @type {Map<string, number>} */
    const here = new Map();
    const nodes = signs
      .filter(({ hex }) => this.grid.has(hex))
      .map(({ hex, side, kind, n, text }) => {
        const i = here.get(hex) ?? 0;
        here.set(hex, i + 1);
        const { x, y } = this.grid.centre(hex);
        const at = `translate(${fix(x - 34 * p + 40 * p * i)} ${fix(y - 40 * p)}) scale(${p})`;
        const { face: colour, ink } = sideOf(side) ?? { face: "#666", ink: "#fff" };
        const count = n > 1 ? s("text", { x: 15, y: 17, "font-size": 15 }, n) : null;
        return s(
          "g",
          {
            class: `hex-sign ${kind}`,
            "data-sign": hex,
            transform: at,
            vars: { "--side-face": colour, "--side-ink": ink },
          },
          s("title", null, text),
          s("circle", { r: 17 }),
          s("path", { d: PLANE }),
          count,
        );
      });
    this.signs.replaceChildren(...nodes);
  }

  /**
   * The way that the counter in hand has gone, with a dot at each waypoint.
   * @param {string[][]} legs
   */
  via(legs) {
    this.legs.replaceChildren();
    for (const leg of legs.filter((l) => l.length > 1)) {
      const d = this.grid.line(leg);
      const { x, y } = this.grid.centre(leg[0]);
      this.legs.append(
        s("path", { class: "leg-edge", d }),
        s("path", { class: "leg-line", d }),
        s("circle", { class: "waypoint", cx: x, cy: y, r: 10 * this.p }),
      );
    }
  }

  /** @param {string[]} path */
  #trimmed(path) {
    const points = path.map((n) => this.grid.centre(n));
    const [a, b] = points;
    const t = (46 * this.p) / Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
    points[0] = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
    return points.map((q, i) => `${i ? "L" : "M"}${fix(q.x)} ${fix(q.y)}`).join("");
  }

  /** @param {string} hex @param {string} text */
  #chip(hex, text) {
    const { x, y } = this.grid.centre(hex);
    const p = this.p;
    const w = (16 + text.length * 11) * p;
    const at = { x: x + 30 * p, y: y + 36 * p };
    return s(
      "g",
      { class: "chip" },
      s("rect", { x: at.x - w / 2, y: at.y - 14 * p, width: w, height: 28 * p, rx: 7 * p }),
      s("text", { x: at.x, y: at.y + 8 * p, "font-size": 22 * p }, text),
    );
  }

  /**
   * A combat on the map: brackets round the targets, the column, a chevron from each attacker.
   * @param {import("./types.js").Odds | null | undefined} odds
   * @param {import("./store.js").Index} index
   */
  combat(odds, index) {
    this.target.replaceChildren();
    if (!odds) return;
    const column = odds.attackers.length ? odds.columns[odds.to] : undefined;
    this.#battle(this.target, { targets: odds.targets, attackers: odds.attackers, column }, index);
  }

  /**
   * Battles that wait for their dice or their attackers, drawn until they are resolved.
   * @param {import("./types.js").Battle[]} battles @param {import("./store.js").Index} index
   */
  declared(battles, index) {
    this.waiting.replaceChildren();
    for (const battle of battles) this.#battle(this.waiting, battle, index);
  }

  /**
   * @param {SVGElement} layer
   * @param {import("./types.js").Battle} battle
   * @param {import("./store.js").Index} index
   */
  #battle(layer, { targets, attackers, column }, index) {
    const from = new Set(attackers.map((id) => index.unit.get(id)?.hex).filter((x) => x));
    for (const target of targets) this.#aims(layer, target, /** @type {Set<string>} */ (from));
    targets.forEach((hex, i) => this.#brackets(layer, hex, (i === 0 && column) || null));
  }

  /** @param {SVGElement} layer @param {string} target @param {Set<string>} from */
  #aims(layer, target, from) {
    for (const hex of from) {
      if (this.grid.isAdjacent(hex, target)) layer.append(this.#chevron(hex, target));
      else if (this.grid.has(hex)) layer.append(...this.#arc(hex, target));
    }
  }

  /** @param {string} hex @param {string} target */
  #chevron(hex, target) {
    const [a, b] = [this.grid.centre(hex), this.grid.centre(target)];
    const p = this.p;
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const d = `M${-11 * p} ${-19 * p}L${15 * p} 0L${-11 * p} ${19 * p}L${-4 * p} 0Z`;
    return s("path", {
      class: "chevron",
      d,
      transform: `translate(${fix((a.x + b.x) / 2)} ${fix((a.y + b.y) / 2)}) rotate(${fix(turn)})`,
    });
  }

  /** @param {string} hex @param {string} target */
  #arc(hex, target) {
    const [a, b] = [this.grid.centre(hex), this.grid.centre(target)];
    const bend = {
      x: (a.x + b.x) / 2 + (b.y - a.y) * 0.25,
      y: (a.y + b.y) / 2 - (b.x - a.x) * 0.25,
    };
    const d = `M${fix(a.x)} ${fix(a.y)}Q${fix(bend.x)} ${fix(bend.y)} ${fix(b.x)} ${fix(b.y)}`;
    return [s("path", { class: "arc-casing", d }), s("path", { class: "arc", d })];
  }

  /** @param {SVGElement} layer @param {string} hex @param {string | null} column */
  #brackets(layer, hex, column) {
    const { x, y } = this.grid.centre(hex);
    const p = this.p;
    const [a, c] = [46 * p, 16 * p];
    const d = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]
      .map(([i, j]) => `M${x + i * a} ${y + j * (a - c)}v${j * c}h${-i * c}`)
      .join("");
    layer.append(s("path", { class: "bracket-casing", d }), s("path", { class: "bracket", d }));
    if (!column) return;
    const w = (22 + column.length * 12) * p;
    const top = y - 78 * p;
    layer.append(
      s(
        "g",
        { class: "column-label" },
        s("rect", { x: x - w / 2, y: top, width: w, height: 30 * p, rx: 6 * p }),
        s("text", { x, y: top + 22 * p, "font-size": 22 * p }, column),
      ),
    );
  }

  /**
   * @param {{hex: string | null, refusal: import("./types.js").Refusal} | null} refused
   */
  refuse(refused) {
    this.refusal.replaceChildren();
    this.evidence.replaceChildren();
    if (!refused) return;
    const because = refused.refusal.because ?? { hexes: [], sides: [], units: [] };
    const hexes = (because.hexes ?? []).filter((n) => this.grid.has(n));
    this.evidence.append(
      s("path", { class: "evidence-fill", d: this.grid.outlines(hexes) }),
      s("path", { class: "evidence-rim", d: this.grid.border(hexes) }),
    );
    for (const name of because.sides ?? []) this.#blockedSide(name);
    if (refused.hex && this.grid.has(refused.hex)) this.#cross(refused.hex);
  }

  /** @param {string} name */
  #blockedSide(name) {
    const edge = this.grid.sideNamed(name);
    if (edge)
      this.refusal.append(
        s("path", {
          class: "blocked-side",
          d: `M${edge[0].x} ${edge[0].y}L${edge[1].x} ${edge[1].y}`,
        }),
      );
  }

  /** @param {string} hex */
  #cross(hex) {
    const { x, y } = this.grid.centre(hex);
    const a = 15 * this.p;
    const d = this.grid.outline(hex, 0.93);
    const cross = `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}`;
    this.refusal.append(
      s(
        "g",
        { class: "shake" },
        s("path", { class: "refused-edge", d }),
        s("path", { class: "refused", d }),
        s("path", { class: "cross-edge", d: cross }),
        s("path", { class: "cross", d: cross }),
      ),
    );
  }

  /** @param {string | null} hex @param {boolean} isKeyboard */
  point(hex, isKeyboard) {
    this.cursor.replaceChildren();
    if (!hex || !isKeyboard || !this.grid.has(hex)) return;
    const d = this.grid.outline(hex, 0.95);
    this.cursor.append(
      s("path", { class: "cursor-back", d }),
      s("path", { class: "cursor-line", d }),
    );
  }

  /**
   * Arrows of what moved, from a ring to a head, in the colours of its side.
   * @param {{unit: string, path: string[]}[]} moves
   * @param {(unit: string) => import("./types.js").Side | undefined} sideOf
   */
  moved(moves, sideOf) {
    this.arrows.replaceChildren();
    for (const { unit, path } of moves.filter((m) => m.path.length > 1)) {
      const d = this.#trimmed(path);
      const start = this.grid.centre(path[0]);
      const head = this.#head(path);
      const group = s("g", {
        class: "arrow",
        vars: { "--side-face": sideOf(unit)?.face ?? "#9C5236" },
      });
      group.append(
        s("path", { class: "arrow-casing", d }),
        s("path", { class: "arrow-line", d }),
        s("circle", { class: "arrow-ring", cx: start.x, cy: start.y, r: 11 * this.p }),
        head,
      );
      this.arrows.append(group);
    }
  }

  /** @param {string[]} path */
  #head(path) {
    const [a, b] = path.slice(-2).map((n) => this.grid.centre(n));
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const p = this.p;
    return s("path", {
      class: "arrow-head",
      d: `M${-20 * p} ${-14 * p}L${10 * p} 0L${-20 * p} ${14 * p}Z`,
      transform: `translate(${b.x} ${b.y}) rotate(${fix(turn)})`,
    });
  }

  /** Points out hexes for a moment. @param {string[]} hexes @param {string} [kind] */
  light(hexes, kind = "") {
    this.flash.replaceChildren();
    const real = hexes.filter((n) => this.grid.has(n));
    if (real.length)
      this.flash.append(
        s("path", { class: `lit-casing`, d: this.grid.outlines(real, 0.94) }),
        s("path", { class: `lit ${kind}`, d: this.grid.outlines(real, 0.94) }),
      );
  }
}

const SIGNS = new Map([
  ["1/2", "½"],
  ["1/3", "⅓"],
  ["2/3", "⅔"],
]);

/**
 * A cost as people write it: halves, thirds and their like by their sign, anything finer in tenths
 * or hundredths.
 * @param {string} text @param {number} [digits] after the point
 */
export function half(text, digits = 2) {
  const [, whole, upper, lower] = text.match(/^(?:(\d+) )?(\d+)\/(\d+)$/) ?? [];
  if (!lower) return text.replace(/\.5$/, "½");
  const sign = SIGNS.get(`${upper}/${lower}`);
  if (sign) return `${whole ?? ""}${sign}`;
  return String(Number((Number(whole ?? 0) + Number(upper) / Number(lower)).toFixed(digits)));
}

/** Signs of fractions that are no halves or thirds, and what they are worth. */
const FINER = /[\u00bc\u00be\u2155-\u215e]/;
/** @type {Record<string, number>} */
const WORTH = {
  "½": 1 / 2,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
  "¼": 1 / 4,
  "¾": 3 / 4,
  "⅕": 1 / 5,
  "⅖": 2 / 5,
  "⅗": 3 / 5,
  "⅘": 4 / 5,
  "⅙": 1 / 6,
  "⅚": 5 / 6,
};

/**
 * How the costs of one reach are written on the map: with ½, ⅓ and ⅔ where these suffice, otherwise
 * all in tenths, never in both.
 * @param {string[]} costs @returns {(cost: string) => string}
 */
export function costWriter(costs) {
  const isFine = costs.some((c) => FINER.test(c) || half(c, 1).includes("."));
  return isFine ? tenths : (cost) => half(cost, 1);
}

/** @param {string} cost */
function tenths(cost) {
  const [, whole, sign] = cost.match(/^(\d*)([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚])$/) ?? [];
  if (sign) return String(Number((Number(whole) + WORTH[sign]).toFixed(1)));
  const [, all, upper, lower] = cost.match(/^(?:(\d+) )?(\d+)\/(\d+)$/) ?? [];
  if (lower) return String(Number((Number(all ?? 0) + Number(upper) / Number(lower)).toFixed(1)));
  return cost;
}
