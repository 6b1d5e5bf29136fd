// The map on the screen: two static pictures with live drawings between and above them.

import { h, s } from "./dom.js";
import { Camera } from "./camera.js";
import * as api from "./api.js";
import { theme } from "./settings.js";

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
    this.ground = h("div", { class: "picture", "aria-hidden": "true" });
    this.names = h("div", { class: "picture", "aria-hidden": "true" });
    this.under = layer("under");
    this.over = layer("over");
    this.world = h("div", { class: "world" }, this.ground, this.under, this.names, this.over);
    this.frame = h("div", { class: "frame", role: "application", tabindex: "0", "aria-label": "Map", "aria-roledescription": "map of hexes" }, this.world);
    /** The size of the frame, kept so that drawing never asks the page to lay itself out. */
    this.size = { width: innerWidth, height: innerHeight };
    new ResizeObserver(([box]) => Object.assign(this.size, { width: box.contentRect.width, height: box.contentRect.height })).observe(this.frame);
    // A frame round the map is for those who came by keyboard, not for a click with Shift held.
    this.frame.addEventListener("pointerdown", () => this.frame.classList.remove("by-keys"));
    this.frame.addEventListener("keyup", (e) => this.frame.classList.toggle("by-keys", this.frame.classList.contains("by-keys") || /^(Tab|Arrow)/.test(e.key)));
    this.camera = new Camera(this.frame, this.world, this.bounds, listeners);
  }

  /** Fetches the pictures in the present theme. @returns {Promise<void>} */
  async load() {
    const [ground, names] = await Promise.all(["ground", "names"].map((l) => picture(api.mapUrl(this.of.game, theme(), l, this.of.scenario))));
    this.#place(this.ground, ground);
    this.#place(this.names, names);
    const box = ground.viewBox.baseVal;
    if (box && box.width) Object.assign(this.bounds, { left: box.x, top: box.y, width: box.width, height: box.height });
    for (const svg of [this.under, this.over]) this.#lay(svg);
  }

  /** @param {HTMLElement} host @param {SVGSVGElement} svg */
  #place(host, svg) {
    const box = svg.viewBox.baseVal;
    const { left, top, width, height } = box && box.width ? { left: box.x, top: box.y, width: box.width, height: box.height } : this.bounds;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [upright()];
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
    root.replaceChildren(svg);
    for (const [name, value] of Object.entries({ left, top, width, height })) host.style.setProperty(name, `${value}px`);
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

/** On a turned map the level lettering stays upright; what follows a river or a range turns with it. */
function upright() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("text[x] { transform: rotate(var(--unturn, 0deg)); transform-box: fill-box; transform-origin: center; }");
  return sheet;
}

/** @param {string} name */
function layer(name) {
  return s("svg", { class: `layer ${name}`, "aria-hidden": "true" });
}

/**
 * Reads a picture as a drawing, so that its lettering uses the fonts of the page.
 * @param {string} url
 * @returns {Promise<SVGSVGElement>}
 */
async function picture(url) {
  const parsed = read(await api.text(url));
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed.documentElement, true)));
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
