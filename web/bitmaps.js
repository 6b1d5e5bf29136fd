// The printed map as bitmaps: all of it coarsely, and what is looked at as sharp as the screen.
//
// While a gesture lasts the bitmaps are only copied to where they are seen; when it rests, the part
// in
// view is painted anew for its size. No bitmap is larger than a limit, however large the map.

import { h } from "./dom.js";

/** @typedef {import("./plate.js").Box} Box */
/** @typedef {import("./plate.js").Plate} Plate */
/**
 * @typedef {{k: number, density: number, part: Box}} View what is seen: pixels to a unit, of the
 *   screen and in it, and where
 */

/** How many pixels a bitmap has at most. */
const COARSE_MOST = 3_000_000;
const SHARP_MOST = 8_000_000;
/** How far the sharp bitmap reaches beyond the window, as a share of it. */
const MARGIN = 0.25;

/**
 * The scale at which a whole map fits into so many pixels; never above what is ever looked at.
 * @param {Box} box @param {number} most
 */
export function coarseScale(box, most = COARSE_MOST) {
  return Math.min(1, Math.sqrt(most / Math.max(1, box.width * box.height)));
}

/**
 * The part that is painted sharply for a view: the window and a margin, within the map and the
 * limit.
 * @param {View} view
 * @param {Box} box
 * @param {number} [wide] the margin that is wished for
 * @param {number} [most]
 */
export function sharpPart({ k, density, part }, box, wide = MARGIN, most = SHARP_MOST) {
  const pixels = (/** @type {number} */ margin) =>
    part.width * part.height * (k * density) ** 2 * (1 + 2 * margin) ** 2;
  const margin = [wide, wide / 2, 0].find((m) => pixels(m) <= most) ?? 0;
  const scale = k * density * Math.min(1, Math.sqrt(most / Math.max(1, pixels(margin))));
  const [dx, dy] = [part.width * margin, part.height * margin];
  const left = snap(Math.max(box.left, part.left - dx), scale);
  const top = snap(Math.max(box.top, part.top - dy), scale);
  const right = Math.min(box.left + box.width, part.left + part.width + dx);
  const bottom = Math.min(box.top + box.height, part.top + part.height + dy);
  const [width, height] = [right - left, bottom - top].map((v) =>
    Math.max(0, Math.ceil(v * scale)),
  );
  return { left, top, scale, width, height };
}

/**
 * The nearest place below that lies on a whole pixel.
 * @param {number} value
 * @param {number} scale
 */
const snap = (value, scale) => Math.floor(value * scale + 1e-6) / scale;

/**
 * Whether a bitmap has all of a part that lies on the map.
 * @param {Omit<Bitmap, "node"> | null} bitmap
 * @param {Box} part
 * @param {Box} box
 */
export function covers(bitmap, part, box) {
  if (!bitmap) return false;
  const [right, bottom] = [
    bitmap.left + bitmap.width / bitmap.scale,
    bitmap.top + bitmap.height / bitmap.scale,
  ];
  return (
    bitmap.left <= Math.max(box.left, part.left) + 0.01 &&
    bitmap.top <= Math.max(box.top, part.top) + 0.01 &&
    right >= Math.min(box.left + box.width, part.left + part.width) - 0.01 &&
    bottom >= Math.min(box.top + box.height, part.top + part.height) - 0.01
  );
}

/**
 * Whether a bitmap is as sharp as a view needs it, wherever that looks.
 * @param {Omit<Bitmap, "node"> | null} bitmap
 * @param {View} view
 * @param {Box} box
 */
export function serves(bitmap, view, box) {
  const isSharp = bitmap && Math.abs(bitmap.scale / (view.k * view.density) - 1) < 0.001;
  return Boolean(isSharp) && covers(bitmap, view.part, box);
}

/**
 * A copy of a part of the map.
 * @typedef {{node: HTMLCanvasElement, left: number, top: number, scale: number, width: number,
 *   height: number}} Bitmap
 */

/** The bitmaps of one map. */
export class Bitmaps {
  constructor() {
    /** What is printed, from below. @type {Plate[]} */
    this.plates = [];
    /** All of the map. @type {Bitmap | null} */
    this.coarse = null;
    /** What is looked at. @type {Bitmap | null} */
    this.sharp = null;
  }

  get box() {
    return this.plates[0]?.box ?? { left: 0, top: 0, width: 0, height: 0 };
  }

  /** Shows these pictures from now on. @param {Plate[]} plates */
  show(plates) {
    this.plates = plates;
    this.sharp = null;
    const { left, top, width, height } = this.box;
    const scale = coarseScale(this.box);
    const part = {
      left,
      top,
      scale,
      width: Math.ceil(width * scale),
      height: Math.ceil(height * scale),
    };
    this.coarse = painted(plates, part, this.coarse?.node);
  }

  /** Paints what is in view sharply, unless it is. @param {View} view */
  sharpen(view) {
    if (!this.plates.length || serves(this.sharp, view, this.box)) return;
    this.sharp = painted(this.plates, sharpPart(view, this.box), this.sharp?.node);
  }

  /**
   * Copies what is seen to the screen; around the map is the colour that the context fills with.
   * @param {CanvasRenderingContext2D} context @param {View} view
   * @param {[number, number, number, number, number, number]} lie how the map lies on the screen
   */
  copy(context, view, lie) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.setTransform(...lie);
    context.imageSmoothingQuality = "low";
    for (const bitmap of this.#layersOf(view)) draw(context, bitmap);
  }

  /** What is copied, from below: one bitmap wherever one will do. @param {View} view */
  #layersOf({ k, density, part }) {
    const { sharp, coarse } = this;
    const scale = k * density;
    if (covers(sharp, part, this.box)) return [sharp];
    const isFine = coarse && coarse.scale > 0.9 * scale;
    return isFine || !sharp || sharp.scale >= 3 * scale ? [coarse] : [coarse, sharp];
  }
}

/**
 * Paints a part of some pictures, on a canvas that is there or a new one.
 * @param {Plate[]} plates
 * @param {Omit<Bitmap, "node">} part
 * @param {HTMLCanvasElement} [old]
 * @returns {Bitmap}
 */
export function painted(plates, part, old) {
  const node = old ?? /** @type {HTMLCanvasElement} */ (h("canvas"));
  const { left, top, scale, width, height } = part;
  node.width = width;
  node.height = height;
  const from = { left, top, width: width / scale, height: height / scale };
  const context = /** @type {CanvasRenderingContext2D} */ (node.getContext("2d"));
  if (width && height)
    for (const plate of plates) plate.paint(context, from, { left: 0, top: 0, width, height });
  return { node, ...part };
}

/** @param {CanvasRenderingContext2D} context @param {Bitmap | null} bitmap */
function draw(context, bitmap) {
  if (!bitmap?.width || !bitmap.height) return;
  const { node, left, top, scale, width, height } = bitmap;
  context.drawImage(node, left, top, width / scale, height / scale);
}
