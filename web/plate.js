// A layer of the printed map as a picture that can be painted at any size.

import * as api from "./api.js";

/** The fonts of the pictures: an image does not see those of the page, so they are put into it. */
const FONTS = [
  ["Sofia Sans Condensed", "500", "normal", "SofiaSansCondensed-500"],
  ["Sofia Sans Condensed", "600", "normal", "SofiaSansCondensed-600"],
  ["Sofia Sans Condensed", "700", "normal", "SofiaSansCondensed-700"],
  ["Sofia Sans Condensed", "800", "normal", "SofiaSansCondensed-800"],
  ["Alegreya", "500", "italic", "Alegreya-500-italic"],
  ["Alegreya", "700", "normal", "Alegreya-700"],
];

/** The rules of fonts that were fetched already. @type {Map<string, Promise<string>>} */
const fetched = new Map();

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** One layer in one theme. */
export class Plate {
  /** @param {string} svg */
  constructor(svg) {
    this.svg = svg;
    /** What is painted. @type {HTMLImageElement | null} */
    this.drawn = null;
    this.box = boxOf(svg);
  }

  /** @param {string} url @returns {Promise<Plate>} */
  static async fetch(url) {
    return new Plate(await api.text(url));
  }

  /**
   * The picture, ready to be painted.
   * @param {number} quarters how far the map is turned: level lettering stays upright
   */
  async image(quarters) {
    const style = (await fontsOf(this.svg)) + upright(quarters);
    const head = this.svg.indexOf(">") + 1;
    const text = `${this.svg.slice(0, head)}<style>${style}</style>${this.svg.slice(head)}`;
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    return image;
  }

  /**
   * Paints a part of the map.
   * @param {CanvasRenderingContext2D} context @param {Box} part in units of the map
   * @param {Box} to in pixels
   */
  paint(context, part, to) {
    if (!this.drawn) return;
    const { left, top } = this.box;
    context.drawImage(
      this.drawn,
      part.left - left,
      part.top - top,
      part.width,
      part.height,
      to.left,
      to.top,
      to.width,
      to.height,
    );
  }
}

/** What an SVG picture shows, in its own units. @param {string} svg @returns {Box} */
export function boxOf(svg) {
  const [, values] = /viewBox="([^"]+)"/.exec(svg.slice(0, 400)) ?? [];
  const [left, top, width, height] = (values ?? "0 0 0 0").split(/[ ,]+/).map(Number);
  return { left, top, width, height };
}

/** The rules of the fonts that a picture uses. @param {string} svg */
async function fontsOf(svg) {
  const used = FONTS.filter(([family, weight]) =>
    new RegExp(`${family}[^"]*" font-weight="${weight}"`).test(svg),
  );
  return (await Promise.all(used.map(fontRule))).join("");
}

/** @param {string[]} font */
function fontRule([family, weight, style, file]) {
  const known =
    fetched.get(file) ??
    fetch(`/assets/fonts/${file}.woff2`)
      .then((r) => r.arrayBuffer())
      .then(
        (bytes) =>
          `@font-face{font-family:'${family}';font-weight:${weight};font-style:${style};` +
          `src:url(data:font/woff2;base64,${base64(new Uint8Array(bytes))}) format('woff2')}`,
      );
  fetched.set(file, known);
  return known;
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192)
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/**
 * On a turned map the level lettering stays upright; what follows a river turns with it.
 * @param {number} quarters
 */
function upright(quarters) {
  if (!quarters) return "";
  return `text[x]{transform:rotate(${-90 * quarters}deg);transform-box:fill-box;transform-origin:center}`;
}
