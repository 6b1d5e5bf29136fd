// The map on the screen: two printed layers as bitmaps, with live drawings between and above them.

import { h, s } from "./dom.js";
import { Camera } from "./camera.js";
import { Bitmaps, painted, sharpPart } from "./bitmaps.js";
import { Plate } from "./plate.js";
import { lettering } from "./lettering.js";
import * as api from "./api.js";
import { theme } from "./settings.js";
import { words } from "./words.js";

const LAYERS = /** @type {const} */ (["ground", "names"]);

/** The pictures and layers of one map. */
export class Board {
  /**
   * @param {import("./grid.js").Grid} grid
   * @param {{game: string, scenario: string}} of
   * @param {import("./camera.js").Listeners} listeners
   */
  constructor(grid, of, listeners) {
    this.grid = grid;
    this.of = of;
    this.bounds = { left: 0, top: 0, width: grid.data.width, height: grid.data.height };
    this.bitmaps = new Bitmaps();
    /** Ground and names as they are seen. */
    this.printed = canvas("printed");
    /** The names once more, above the tints. */
    this.names = canvas("names");
    this.isTinted = false;
    /** The pictures of the present theme. @type {Plate[]} */
    this.plates = [];
    /** Where which name is printed. @type {ReturnType<typeof lettering>} */
    this.lettering = new Map();
    /** The colour around the map; another theme has another. */
    this.ground = "";
    /** How often painting has begun. */
    this.painting = 0;
    this.under = layer("under");
    this.over = layer("over");
    this.world = h("div", { class: "world" }, this.under, this.names, this.over);
    this.frame = h("div", { class: "frame", role: "application", tabindex: "0", "aria-label": words("map.label"), "aria-roledescription": words("map.role") }, this.printed, this.world);
    /** The size of the frame, kept so that drawing never asks the page to lay itself out. */
    this.size = { width: innerWidth, height: innerHeight };
    new MutationObserver(() => this.#tint()).observe(this.under, { childList: true, subtree: true, attributes: true });
    new ResizeObserver(([box]) => this.#resize(box.contentRect)).observe(this.frame);
    // A frame round the map is for those who came by keyboard, not for a click with Shift held.
    this.frame.addEventListener("pointerdown", () => this.frame.classList.remove("by-keys"));
    this.frame.addEventListener("keyup", (e) => this.frame.classList.toggle("by-keys", this.frame.classList.contains("by-keys") || /^(Tab|Arrow)/.test(e.key)));
    this.camera = new Camera(this.frame, this.world, this.bounds, {
      ...listeners, moved: () => { this.copy(); listeners.moved(); }, rested: () => { this.sharpen(); listeners.rested?.(); },
    });
  }

  /** Fetches the pictures in the present theme. @returns {Promise<void>} */
  async load() {
    const { game, scenario } = this.of;
    this.ground = "";
    const tags = await this.#tags();
    const plates = await Promise.all(LAYERS.map((l) => Plate.fetch(api.mapUrl(game, theme(), l, scenario, tags?.[l]))));
    this.plates = plates;
    this.lettering = lettering(plates[1].svg);
    const { box } = plates[0];
    if (box.width) Object.assign(this.bounds, box);
    for (const svg of [this.under, this.over]) this.#lay(svg);
    await this.#paint();
  }

  /** By which names the pictures may be kept; the grid has brought those of the theme it was asked in. */
  async #tags() {
    const { data } = this.grid;
    if (data.theme === theme()) return data.pictures;
    return (await api.grid(this.of.game, this.of.scenario, theme())).pictures;
  }

  /** Paints the pictures as the map lies. */
  async #paint() {
    const { plates } = this;
    const painting = ++this.painting;
    const images = await Promise.all(plates.map((plate) => plate.image(this.camera.quarters)));
    // Another theme or another turn may have come meanwhile.
    if (painting !== this.painting) return;
    plates.forEach((plate, i) => { plate.drawn = images[i]; });
    this.bitmaps.show(plates);
    this.sharpen();
    this.frame.dispatchEvent(new CustomEvent("painted"));
  }

  /** @param {{width: number, height: number}} size */
  #resize({ width, height }) {
    Object.assign(this.size, { width, height });
    this.sharpen();
  }

  /** What is looked at. @returns {import("./bitmaps.js").View} */
  #view() {
    const [a, b] = [[0, 0], [this.size.width, this.size.height]].map(([x, y]) => this.camera.fromScreen(x, y));
    const part = { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
    return { k: this.camera.k, density: density(), part };
  }

  /** Paints what is looked at as sharp as the screen shows it. */
  sharpen() {
    this.bitmaps.sharpen(this.#view());
    this.copy();
    this.#letter();
  }

  /** Shows the bitmaps where the camera looks. */
  copy() {
    const [width, height] = [this.size.width, this.size.height].map((v) => Math.round(v * density()));
    if (this.printed.width !== width || this.printed.height !== height) Object.assign(this.printed, { width, height });
    const { x, y, k, quarters } = this.camera;
    const f = k * density();
    const [a, b] = [[f, 0], [0, f], [-f, 0], [0, -f]][quarters];
    // An opaque canvas is copied to the screen without blending.
    const context = /** @type {CanvasRenderingContext2D} */ (this.printed.getContext("2d", { alpha: false }));
    context.fillStyle = this.ground ||= getComputedStyle(this.frame).backgroundColor;
    this.bitmaps.copy(context, this.#view(), [a, b, -b, a, x * density(), y * density()]);
  }

  /** Where something is tinted the names stand above it too. */
  #tint() {
    const isTinted = [...this.under.querySelectorAll("path")].some((path) => path.getAttribute("d"));
    if (this.isTinted === isTinted) return;
    this.isTinted = isTinted;
    this.#letter();
  }

  /** Letters the tints, once nothing moves. */
  #letter() {
    this.names.hidden = !this.isTinted || !this.plates[1];
    if (this.names.hidden) return;
    const view = this.#view();
    const part = sharpPart(view, this.bitmaps.box, 0);
    painted([this.plates[1]], part, this.names);
    const { left, top, scale, width, height } = part;
    const place = { left, top, width: width / scale, height: height / scale };
    for (const [name, value] of Object.entries(place)) this.names.style.setProperty(name, `${value}px`);
  }

  /** @param {SVGElement} svg */
  #lay(svg) {
    const { left, top, width, height } = this.bounds;
    svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    for (const [name, value] of Object.entries({ left, top, width, height })) svg.style.setProperty(name, `${value}px`);
  }

  turn() {
    this.camera.turn();
    this.frame.classList.toggle("turned", this.camera.quarters > 0);
    void this.#paint();
  }

  /** @param {string} hex @param {number} [margin] */
  reveal(hex, margin) {
    if (!this.grid.has(hex)) return;
    const { x, y } = this.grid.centre(hex);
    this.camera.reveal(x, y, margin);
  }

  /** @param {string} hex */
  centre(hex) {
    if (!this.grid.has(hex)) return;
    const { x, y } = this.grid.centre(hex);
    this.camera.centre(x, y);
  }

  /** Whether a hex lies where nothing covers it. @param {string} hex */
  isInView(hex) {
    const { left, top, right, bottom } = this.camera.insets;
    const { x, y } = this.screen(hex);
    return x > left && y > top && x < this.size.width - right && y < this.size.height - bottom;
  }

  /** Whether a hex can be seen: it is in the window, and no panel lies on it. @param {string} hex */
  isUncovered(hex) {
    if (!this.grid.has(hex) || !this.isInView(hex)) return false;
    const { x, y } = this.screen(hex);
    const { left, top } = this.frame.getBoundingClientRect();
    return this.frame.contains(document.elementFromPoint(left + x, top + y));
  }

  /** The hex that is nearest to the middle of the frame. @param {string[]} hexes */
  nearest(hexes) {
    const far = (/** @type {string} */ hex) => { const { x, y } = this.screen(hex); return Math.hypot(x - this.size.width / 2, y - this.size.height / 2); };
    return hexes.reduce((a, b) => (far(b) < far(a) ? b : a));
  }

  /** Where a hex is in the frame, in pixels. @param {string} hex */
  screen(hex) {
    const { x, y } = this.grid.centre(hex);
    return this.camera.toScreen(x, y);
  }
}

/** How many pixels of the screen a pixel of the page has; more than two nobody sees. */
const density = () => Math.min(2, devicePixelRatio || 1);

/** @param {string} name @returns {HTMLCanvasElement} */
function canvas(name) {
  return /** @type {HTMLCanvasElement} */ (h("canvas", { class: name, width: 1, height: 1, "aria-hidden": "true" }));
}

/** @param {string} name */
function layer(name) {
  return s("svg", { class: `layer ${name}`, "aria-hidden": "true" });
}

/** @param {string} text */
function read(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml");
}

/**
 * Reads the symbols of the counters into the page, once each.
 * @param {string} text
 * @param {Element} shelf the element that holds them
 */
export function addFaces(text, shelf) {
  const parsed = read(text);
  for (const node of parsed.documentElement.children) {
    if (node.id && document.getElementById(node.id)) continue;
    shelf.append(document.importNode(node, true));
  }
}
