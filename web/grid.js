// Where the hexes are in the picture. Pure geometry: no rule lives here.

/** @typedef {import("./shapes.js").Point} Point */

/** The hexes of one map, with their neighbours and outlines. */
export class Grid {
  /** @param {import("./shapes.js").GridData} data */
  constructor(data) {
    this.data = data;
    this.hexes = data.hexes;
    this.pitch = data.pitch;
    this.radius = data.pitch / Math.sqrt(3);
    this.isFlat = data.orientation.startsWith("flat");
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    for (const [number, hex] of Object.entries(data.hexes)) {
      const key = this.cellKey(hex.x, hex.y);
      this.cells.set(key, [...(this.cells.get(key) ?? []), number]);
    }
    this.corners = Array.from({ length: 6 }, (_, i) => this.#corner(i));
    this.directions = Array.from({ length: 6 }, (_, i) => this.#direction(i));
  }

  /** @param {number} i */
  #corner(i) {
    const angle = ((i * 60 + (this.isFlat ? 0 : -30)) * Math.PI) / 180;
    return { x: this.radius * Math.cos(angle), y: this.radius * Math.sin(angle) };
  }

  /** The way over the hexside between corner i and corner i + 1. @param {number} i */
  #direction(i) {
    const angle = ((i * 60 + (this.isFlat ? 30 : 0)) * Math.PI) / 180;
    return { x: this.pitch * Math.cos(angle), y: this.pitch * Math.sin(angle) };
  }

  /** @param {number} x @param {number} y */
  cellKey(x, y) {
    return `${Math.floor(x / this.pitch)},${Math.floor(y / this.pitch)}`;
  }

  /** @param {string} number @returns {Point} */
  centre(number) {
    return this.hexes[number] ?? { x: 0, y: 0 };
  }

  /** @param {string} number */
  has(number) {
    return number in this.hexes;
  }

  /**
   * The hex at a point of the picture.
   * @param {number} x @param {number} y
   * @returns {string | null}
   */
  at(x, y) {
    let best = null;
    let least = this.radius * this.radius;
    const [cx, cy] = [Math.floor(x / this.pitch), Math.floor(y / this.pitch)];
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const number of this.cells.get(`${cx + i},${cy + j}`) ?? []) {
          const hex = this.hexes[number];
          const d = (hex.x - x) ** 2 + (hex.y - y) ** 2;
          if (d < least) [best, least] = [number, d];
        }
      }
    }
    return best;
  }

  /** @param {string} number @param {number} i @returns {string | null} */
  neighbour(number, i) {
    const { x, y } = this.centre(number);
    const found = this.at(x + this.directions[i].x, y + this.directions[i].y);
    return found === number ? null : found;
  }

  /** @param {string} a @param {string} b */
  isAdjacent(a, b) {
    const [p, q] = [this.centre(a), this.centre(b)];
    return Math.hypot(p.x - q.x, p.y - q.y) < this.pitch * 1.1;
  }

  /** The outline of one hex, shrunk by a factor. @param {string} number @param {number} [scale] */
  outline(number, scale = 1) {
    const { x, y } = this.centre(number);
    const corner = (/** @type {Point} */ c) => `${fix(x + c.x * scale)} ${fix(y + c.y * scale)}`;
    return `M${this.corners.map(corner).join("L")}Z`;
  }

  /** @param {Iterable<string>} numbers @param {number} [scale] */
  outlines(numbers, scale = 1) {
    return [...numbers]
      .filter((n) => this.has(n))
      .map((n) => this.outline(n, scale))
      .join("");
  }

  /**
   * The border of an area, as closed loops.
   * @param {Iterable<string>} numbers
   */
  border(numbers) {
    const inside = new Set([...numbers].filter((n) => this.has(n)));
    const edges = [];
    for (const number of inside) {
      for (let i = 0; i < 6; i++) {
        const other = this.neighbour(number, i);
        if (!other || !inside.has(other)) edges.push(this.edge(number, i));
      }
    }
    return chain(edges)
      .map((loop) => `M${loop.map(pair).join("L")}Z`)
      .join("");
  }

  /**
   * The two ends of hexside i.
   * @param {string} number
   * @param {number} i
   * @returns {[Point, Point]}
   */
  edge(number, i) {
    const { x, y } = this.centre(number);
    const [a, b] = [this.corners[i], this.corners[(i + 1) % 6]];
    return [
      { x: x + a.x, y: y + a.y },
      { x: x + b.x, y: y + b.y },
    ];
  }

  /**
   * The hexside named "0931/0930".
   * @param {string} name
   * @returns {[Point, Point] | null}
   */
  sideNamed(name) {
    const [a, b] = name.split("/");
    for (let i = 0; i < 6; i++)
      if (this.has(a) && this.neighbour(a, i) === b) return this.edge(a, i);
    return null;
  }

  /**
   * The line where hexes of one set touch hexes of another, as open chains.
   * @param {Set<string>} ours @param {Set<string>} theirs
   */
  front(ours, theirs) {
    const edges = [];
    for (const number of ours) {
      for (let i = 0; i < 6; i++) {
        const other = this.has(number) ? this.neighbour(number, i) : null;
        if (other && theirs.has(other)) edges.push(this.edge(number, i));
      }
    }
    return chain(edges)
      .map((line) => `M${line.map(pair).join("L")}`)
      .join("");
  }

  /** @param {string[]} path */
  line(path) {
    return path
      .filter((n) => this.has(n))
      .map((n, i) => `${i ? "L" : "M"}${pair(this.centre(n))}`)
      .join("");
  }

  /**
   * The next hex from one in the way of an arrow key.
   * @param {string} number @param {number} dx @param {number} dy
   */
  step(number, dx, dy) {
    let best = null;
    let most = 0.3;
    for (let i = 0; i < 6; i++) {
      const d = this.directions[i];
      const fit = (d.x * dx + d.y * dy) / (this.pitch * Math.hypot(dx, dy));
      const other = this.neighbour(number, i);
      if (other && fit > most + 1e-6) [best, most] = [other, fit];
    }
    return best;
  }
}

/** @param {number} value */
export const fix = (value) => Math.round(value * 10) / 10;
/** @param {Point} p */
const pair = (p) => `${fix(p.x)} ${fix(p.y)}`;

/**
 * Joins edges with common ends into lines.
 * @param {[Point, Point][]} edges
 * @returns {Point[][]}
 */
function chain(edges) {
  /** @param {Point} p */
  const key = (p) => `${Math.round(p.x)},${Math.round(p.y)}`;
  /** @type {Map<string, number[]>} */
  const ends = new Map();
  edges.forEach(([a, b], i) =>
    [a, b].forEach((p) => ends.set(key(p), [...(ends.get(key(p)) ?? []), i])),
  );
  const used = new Set();
  /** @param {Point} from */
  const next = (from) => (ends.get(key(from)) ?? []).find((i) => !used.has(i));
  /** @param {Point[]} line */
  const grow = (line) => {
    for (let i = next(line[line.length - 1]); i !== undefined; i = next(line[line.length - 1])) {
      used.add(i);
      const [a, b] = edges[i];
      line.push(key(a) === key(line[line.length - 1]) ? b : a);
    }
    return line;
  };
  const lines = [];
  for (let i = 0; i < edges.length; i++) {
    if (used.has(i)) continue;
    used.add(i);
    lines.push(grow(grow([...edges[i]]).reverse()));
  }
  return lines;
}

/**
 * How far something must go for both its ends to be within bounds; where it is too long for them,
 * to their middle.
 * @param {number} middle @param {number} half @param {number} least @param {number} most
 */
export function inward(middle, half, least, most) {
  if (2 * half > most - least) return (least + most) / 2 - middle;
  return Math.max(least + half - middle, 0) + Math.min(most - half - middle, 0);
}
