// Counters on the map: stacks, rims, badges, and the walk from hex to hex.

import { h, isCalm, s } from "./dom.js";
import { signName } from "./signs.js";
import { lifted } from "./lettering.js";
import { inward } from "./grid.js";
import { words } from "./words.js";

const STEP = 90;
const LONGEST = 600;
/** How wide a counter of a fan is on the screen at least, in pixels. */
const FAN_LEAST = 56;

/** @typedef {import("./types.js").Unit} Unit */

/**
 * The picture of a counter: its face, at a place of the map.
 * @param {Unit} unit @param {number} x @param {number} y @param {number} size
 */
export function face(unit, x, y, size) {
  return s("use", { href: `#${unit.f}`, x: x - size / 2, y: y - size / 2, width: size, height: size });
}

/** How much of a counter is drawn: all of it, what can be read when it is small, or a sign from afar. @typedef {"full" | "small" | "sign"} Detail */

/** What can be read on a counter of so many pixels. @param {number} pixels @returns {Detail} */
export function detailFor(pixels) {
  if (pixels >= 48) return "full";
  return pixels >= 24 ? "small" : "sign";
}

/** What a counter shows at a level of detail. @param {Unit} unit @param {Detail} detail */
function faceAt(unit, detail) {
  if (detail === "sign") return `#${signName(unit)}`;
  return `#${unit.f}${detail === "small" ? "s" : ""}`;
}

/**
 * A counter in a list.
 * @param {Unit} unit @param {string} [extra]
 */
export function counterIcon(unit, extra = "") {
  return s("svg", { class: `counter-icon ${extra}`, viewBox: "0 0 100 100", role: "img", "aria-label": unit.name }, face(unit, 50, 50, 100));
}

/** Draws all stacks and keeps what is drawn, so that counters can walk. */
export class Counters {
  /** @param {import("./grid.js").Grid} grid @param {SVGElement} layer @param {import("./camera.js").Camera} camera */
  constructor(grid, layer, camera) {
    this.grid = grid;
    this.camera = camera;
    this.p = grid.pitch / 100;
    this.layer = layer;
    this.group = s("g", { class: "counters" });
    this.fan = s("g", { class: "fan upright" });
    /** The names of the places that counters stand on, lifted above them. */
    this.places = s("g", { class: "places" });
    layer.append(this.group, this.places);
    /** @type {Map<string, {key: string, node: SVGElement, shown: Unit[]}>} */
    this.stacks = new Map();
    /** @type {Map<string, SVGElement>} */
    this.nodes = new Map();
    /** The face of each counter that is drawn. @type {WeakMap<SVGElement, {unit: Unit, use: SVGElement}>} */
    this.faces = new WeakMap();
    /** @type {Detail} */
    this.detail = "full";
    /** Which places are named. */
    this.named = "";
    /** Where which name is printed. @type {Map<string, import("./plate.js").Box[]>} */
    this.printed = new Map();
  }

  /** Shows as much of the counters as can be read. @param {Detail} detail */
  show(detail) {
    if (detail === this.detail) return;
    this.detail = detail;
    this.group.classList.toggle("signs", detail === "sign");
    this.places.setAttribute("class", `places ${detail}`);
    for (const node of this.group.querySelectorAll(".counter")) {
      const drawn = this.faces.get(/** @type {SVGElement} */ (node));
      drawn?.use.setAttribute("href", faceAt(drawn.unit, detail));
    }
  }

  /**
   * @param {import("./store.js").Index} index
   * @param {{picked: Set<string>, pickedHex: string | null, offered: Set<string>, owed: Set<string>, owedHexes: Set<string>, sent: string | null, evidence: Set<string>}} marks
   */
  draw(index, marks) {
    const alive = new Set();
    const order = [...index.stacks.entries()].filter(([hex]) => this.grid.has(hex));
    order.sort(([a], [b]) => this.grid.centre(a).y - this.grid.centre(b).y);
    for (const [hex, units] of order) {
      alive.add(hex);
      const shown = visible(units, marks);
      const key = stackKey(units, shown, hex, marks);
      const known = this.stacks.get(hex);
      if (known?.key === key) {
        this.#restate(known.shown, units, marks);
        continue;
      }
      const node = this.#stack(hex, units, shown, marks);
      if (known) known.node.replaceWith(node);
      else this.group.append(node);
      this.stacks.set(hex, { key, node, shown });
    }
    for (const [hex, { node }] of this.stacks) if (!alive.has(hex)) { node.remove(); this.stacks.delete(hex); }
    this.#name(order.map(([hex]) => hex));
  }

  /** Which names are printed where. @param {Map<string, import("./plate.js").Box[]>} printed */
  letter(printed) {
    this.printed = printed;
    this.#name([...this.stacks.keys()]);
  }

  /** Writes the names that counters cover once more. @param {string[]} hexes */
  #name(hexes) {
    const boxes = hexes.map((hex) => this.#boxOf(hex));
    const named = hexes.flatMap((hex) => this.#plateOf(hex, boxes) ?? []);
    const key = named.map(({ hex, plate }) => `${hex} ${plate.left} ${plate.top}`).join();
    if (this.named === key) return;
    this.named = key;
    this.places.replaceChildren(...named.map(({ hex, plate }) => {
      const { x, y } = this.grid.centre(hex);
      const vars = { "--cx": `${x}px`, "--cy": `${y}px` };
      const { left, top, width, height } = plate;
      const middle = { x: left + width / 2, y: top + height / 2 + 5 * this.p };
      const name = s("text", middle, this.grid.hexes[hex].place);
      const back = s("rect", { x: left, y: top, width, height, rx: 5 * this.p });
      return s("g", { class: "upright", vars }, s("g", { class: "place" }, back, name));
    }));
  }

  /** What the counters of a hex cover. @param {string} hex */
  #boxOf(hex) {
    const { x, y } = this.grid.centre(hex);
    const side = 80 * this.p;
    return { left: x - side / 2, top: y - side / 2, width: side, height: side };
  }

  /**
   * Where the name of a place is written once more, if counters lie on it.
   * @param {string} hex @param {import("./plate.js").Box[]} boxes
   */
  #plateOf(hex, boxes) {
    const { place } = this.grid.hexes[hex];
    if (!place) return null;
    const { x, y } = this.grid.centre(hex);
    const wide = (10 + place.length * 7.4) * this.p;
    const gap = { left: x - wide / 2, top: y + 39 * this.p, width: wide, height: 18 * this.p };
    const plate = lifted(this.printed, place, { x, y }, boxes, gap);
    return plate && { hex, plate };
  }

  /** Counters that lie as they lay only change their marks. @param {Unit[]} shown @param {Unit[]} units @param {any} marks */
  #restate(shown, units, marks) {
    shown.forEach((unit, i) => {
      const node = this.nodes.get(unit.unit);
      if (node) this.#state(node, stateOf(unit, i === shown.length - 1, units, marks));
    });
  }

  /** @param {string} hex @param {Unit[]} units @param {Unit[]} shown @param {any} marks */
  #stack(hex, units, shown, marks) {
    const { x, y } = this.grid.centre(hex);
    const node = s("g", { class: "stack upright", "data-hex": hex, vars: { "--cx": `${x}px`, "--cy": `${y}px` } });
    const lift = 5.2 * this.p;
    const base = ((shown.length - 1) * lift) / 2;
    shown.forEach((unit, i) => {
      const isTop = i === shown.length - 1;
      node.append(this.#counter(unit, x - base + i * lift, y + base - i * lift, isTop, units, marks));
    });
    if (units.length > 1) node.append(this.#count(units.length, x - base - 33 * this.p, y + base + 33 * this.p));
    if (marks.owedHexes.has(hex)) node.append(this.#pennant(x + base - 36 * this.p, y - base - 40 * this.p));
    return node;
  }

  /** @param {Unit} unit @param {number} x @param {number} y @param {boolean} isTop @param {Unit[]} units @param {any} marks */
  #counter(unit, x, y, isTop, units, marks) {
    const node = s("g", { class: "counter", "data-unit": unit.unit, "data-x": x, "data-y": y });
    const size = 80 * this.p;
    const href = faceAt(unit, marks.isFan ? "full" : this.detail);
    const use = s("use", { class: "face", href, x: x - size / 2, y: y - size / 2, width: size, height: size });
    node.append(use);
    this.faces.set(node, { unit, use });
    if (isTop) this.#badges(node, unit, units, marks, x, y);
    this.#state(node, stateOf(unit, isTop, units, marks));
    if (!marks.isFan) this.nodes.set(unit.unit, node);
    return node;
  }

  /** Gives a counter the rims of its state; a plain one is its face alone. @param {SVGElement} node @param {string} state */
  #state(node, state) {
    const now = `counter ${state}`.trim();
    if (node.getAttribute("class") === now && !state) return;
    if (node.dataset.state === state) return;
    node.setAttribute("class", now);
    node.dataset.state = state;
    for (const old of node.querySelectorAll(":scope > rect")) old.remove();
    const [x, y] = [Number(node.dataset.x), Number(node.dataset.y)];
    const states = new Set(state.split(" "));
    const box = (/** @type {[string, number]} */ [kind, half]) => this.#box(x, y, kind, half);
    node.prepend(...BELOW.filter((r) => r.when(states)).flatMap((r) => r.boxes).map(box));
    this.faces.get(node)?.use.after(...ABOVE.filter((r) => r.when(states)).flatMap((r) => r.boxes).map(box));
  }

  /** @param {number} x @param {number} y @param {string} kind @param {number} half */
  #box(x, y, kind, half) {
    const a = half * this.p;
    return s("rect", { class: kind, x: x - a, y: y - a, width: 2 * a, height: 2 * a, rx: (kind.startsWith("select") ? 12 : 9) * this.p });
  }

  /** @param {SVGElement} node @param {Unit} unit @param {Unit[]} units @param {any} marks @param {number} x @param {number} y */
  #badges(node, unit, units, marks, x, y) {
    const p = this.p;
    const places = [{ x: 36, y: -36 }, { x: -36, y: -14 }, { x: 36, y: -12 }];
    unit.badges.slice(0, 3).forEach((b, i) => node.append(badge(b, x + places[i].x * p, y + places[i].y * p, p)));
    if (units.some((u) => marks.owed.has(u.unit))) node.append(this.#pennant(x - 36 * p, y - 40 * p));
    else if (unit.done) node.append(badge({ kind: "moved", value: null, text: words("badge.done"), rule: "" }, x - 36 * p, y - 36 * p, p));
  }

  /** @param {number} n @param {number} x @param {number} y */
  #count(n, x, y) {
    return s("g", { class: "count" }, s("circle", { cx: x, cy: y, r: 12 * this.p }), s("text", { x, y: y + 6 * this.p, "font-size": 17 * this.p }, n));
  }

  /** @param {number} x @param {number} y */
  #pennant(x, y) {
    const p = this.p;
    const d = `M${x - 11 * p} ${y - 13 * p}h${22 * p}v${18 * p}l${-11 * p} ${9 * p}l${-11 * p} ${-9 * p}z`;
    return s("g", { class: "pennant" }, s("path", { d }), s("text", { x, y: y + 4 * p, "font-size": 18 * p }, "!"));
  }

  /**
   * Fans a stack out over its hex, all faces to be seen and clicked.
   * @param {string | null} hex @param {import("./store.js").Index} index @param {any} marks
   */
  spread(hex, index, marks) {
    this.fan.replaceChildren();
    this.layer.append(this.fan);
    const units = hex ? index.stack(hex) : [];
    if (!hex || units.length < 2) return;
    const p = Math.max(this.p, FAN_LEAST / (96 * this.camera.k));
    const { x: middle, y } = this.grid.centre(hex);
    const shown = units.slice(0, 9);
    const per = Math.min(shown.length, 5);
    const rows = Math.ceil(shown.length / per);
    const [w, height] = [per * 96 * p, rows * 96 * p];
    const gap = 52 * this.p + 6 * p;
    // A stack at the upper edge fans out below, one at the left or right edge to the other side.
    const { insets, k, frame } = this.camera;
    const seen = this.camera.toScreen(middle, y);
    const room = seen.y - (insets.top ?? 0);
    const least = insets.left ?? 0;
    const most = frame.clientWidth - (insets.right ?? 0);
    const x = middle + inward(seen.x, (w / 2 + 6 * p) * k, least, most) / k;
    const isLow = room < (gap + height) * this.camera.k;
    const top = isLow ? y + gap : y - gap - height;
    const bridge = isLow ? { y, height: gap + height } : { y: top, height: y - top };
    this.fan.append(s("rect", { class: "fan-bridge", x: x - w / 2, width: w, ...bridge }));
    for (const [name, value] of [["--cx", middle], ["--cy", y]]) this.fan.style.setProperty(String(name), `${value}px`);
    this.fan.append(s("rect", { class: "fan-plate", x: x - w / 2 - 6 * p, y: top - 6 * p, width: w + 12 * p, height: height + 12 * p, rx: 10 * p }));
    shown.forEach((unit, i) => {
      const cx = x - w / 2 + (i % per) * 96 * p + 48 * p;
      const cy = top + Math.floor(i / per) * 96 * p + 48 * p;
      const node = this.#counter(unit, 0, 0, true, [unit], { ...marks, isFan: true });
      const words = [unit.name, unit.profile, ...unit.badges.map((b) => b.text)].filter(Boolean);
      const title = s("title", null, words.join("\n"));
      this.fan.append(s("g", { transform: `translate(${cx} ${cy}) scale(${p / this.p})` }, title, node));
    });
  }

  /**
   * Lets counters walk the way they went, from where they were to where they are drawn now.
   * @param {{unit: string, path: string[]}[]} moves
   * @returns {Promise<void>}
   */
  async walk(moves) {
    if (isCalm()) return;
    await Promise.all(moves.map((m) => this.#walkOne(m)));
  }

  /** @param {{unit: string, path: string[]}} move */
  async #walkOne(move) {
    const node = this.nodes.get(move.unit);
    const path = move.path.filter((n) => this.grid.has(n));
    if (!node?.isConnected || path.length < 2) return;
    const end = this.grid.centre(path[path.length - 1]);
    const ways = path.map((n) => this.grid.centre(n)).map((c) => this.camera.turned(c.x - end.x, c.y - end.y));
    const frames = ways.map((w) => ({ transform: `translate(${w.x}px, ${w.y}px)` }));
    const parent = node.parentNode;
    this.group.append(/** @type {Node} */ (parent));
    await node.animate(frames, { duration: Math.min(LONGEST, STEP * path.length + 60), easing: "ease-in-out" }).finished.catch(() => {});
  }
}

/** The rims under a face and the marks upon it: in which states, and the half width of each. @typedef {{when: (states: Set<string>) => boolean, boxes: [string, number][]}} Rim */
/** @type {Rim[]} */
const BELOW = [
  { when: (states) => states.has("offered") && !states.has("picked"), boxes: [["offered-casing", 42.5], ["offered-line", 42.5]] },
  { when: (states) => states.has("picked"), boxes: [["select-casing", 46], ["select-edge", 46], ["select-line", 46]] },
];
/** @type {Rim[]} */
const ABOVE = [
  { when: (states) => states.has("done"), boxes: [["veil", 40]] },
  { when: (states) => states.has("evidence"), boxes: [["evidence-back", 46], ["evidence", 46]] },
  { when: (states) => states.has("sent"), boxes: [["sent", 45]] },
];

/** The counters drawn of a stack: at most three, an offered or picked one on top. @param {Unit[]} units @param {any} marks */
function visible(units, marks) {
  const order = [...units];
  const wanted = order.findLastIndex((u) => marks.picked.has(u.unit) || marks.sent === u.unit || marks.evidence.has(u.unit));
  if (wanted >= 0) order.push(...order.splice(wanted, 1));
  return order.slice(-3);
}

/** @param {Unit} unit @param {boolean} isTop @param {Unit[]} units @param {any} marks */
function stateOf(unit, isTop, units, marks) {
  const states = [];
  if (marks.picked.has(unit.unit) || (isTop && !marks.isFan && marks.picked.size === 0 && marks.pickedHex === unit.hex)) states.push("picked");
  if (isTop && units.some((u) => marks.offered.has(u.unit))) states.push("offered");
  if (unit.done && !states.length && (!isTop || units.every((u) => u.done))) states.push("done");
  if (marks.evidence.has(unit.unit)) states.push("evidence");
  if (marks.sent === unit.unit) states.push("sent");
  return states.join(" ");
}

/** What a stack must be drawn anew for. @param {Unit[]} units @param {Unit[]} shown @param {string} hex @param {any} marks */
function stackKey(units, shown, hex, marks) {
  const of = (/** @type {Unit} */ u) => [u.unit, u.f, u.done, u.badges.map((b) => b.kind + b.value).join(), marks.owed.has(u.unit)].join(":");
  return `${units.map(of).join("|")}/${shown.map((u) => u.unit).join()}/${marks.owedHexes.has(hex)}`;
}

/** How each badge looks: shape, letter. @type {Record<string, [string, string]>} */
const BADGES = {
  unsupplied: ["square", "U"], isolated: ["square", "I"], disorganised: ["octagon", "D"], disrupted: ["triangle", "!"], strategic: ["arrow", "»"],
  moved: ["disc", "✓"], fortified: ["shield", "F"],
};

/**
 * @param {import("./types.js").Badge} b @param {number} x @param {number} y @param {number} p
 */
export function badge(b, x, y, p) {
  const [shape, letter] = BADGES[b.kind] ?? ["plain", b.kind.slice(0, 1).toUpperCase()];
  const r = (shape === "disc" ? 11 : 12) * p;
  const node = s("g", { class: `badge ${shape} ${b.kind}` }, s("title", null, b.text), outline(shape, x, y, r));
  if (shape === "disc") node.append(s("path", { class: "badge-tick", d: `M${x - 5 * p} ${y}l${3.6 * p} ${4 * p}l${6.5 * p} ${-7.5 * p}` }));
  else node.append(s("text", { x, y: y + 6 * p, "font-size": 17 * p }, b.value ?? letter));
  return node;
}

/** @param {string} shape @param {number} x @param {number} y @param {number} r */
function outline(shape, x, y, r) {
  if (shape === "octagon") return s("path", { d: polygon(x, y, r * 1.1, 8, 22.5) });
  if (shape === "triangle") return s("path", { d: polygon(x, y + r * 0.2, r * 1.3, 3, -90) });
  if (shape === "disc" || shape === "arrow") return s("circle", { cx: x, cy: y, r });
  return s("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r * 0.2 });
}

/** @param {number} x @param {number} y @param {number} r @param {number} n @param {number} turn */
function polygon(x, y, r, n, turn) {
  const points = Array.from({ length: n }, (_, i) => ((i * 360) / n + turn) * (Math.PI / 180)).map((a) => `${x + r * Math.cos(a)} ${y + r * Math.sin(a)}`);
  return `M${points.join("L")}Z`;
}

/**
 * The mark of a side: its letter in its colours.
 * @param {import("./types.js").Side | undefined} side @param {string} [extra]
 */
export function sideMark(side, extra = "") {
  if (!side) return h("span", { class: `side-mark ${extra}` });
  return h("span", { class: `side-mark ${extra}`, title: side.name, vars: { "--side-face": side.face, "--side-ink": side.ink } }, side.letter);
}
