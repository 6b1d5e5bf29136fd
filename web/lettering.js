// Where the names of places are printed, and which of them counters cover.

/** @typedef {import("./plate.js").Box} Box */
/** @typedef {import("./shapes.js").Point} Point */

/** How wide a letter of the map's narrow face is, in parts of its size. */
const WIDE = 0.47;
/** How much of a name must be covered for it to be written once more, below a counter and beside it. */
const COVERED = { below: 0.15, beside: 0.4 };

/**
 * The level lettering of a picture: each name with the boxes where it stands.
 * @param {string} svg @returns {Map<string, Box[]>}
 */
export function lettering(svg) {
  /** @type {Map<string, Box[]>} */
  const found = new Map();
  for (const [, attributes, text] of svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)) {
    const value = (/** @type {string} */ name) =>
      Number(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? NaN);
    const [x, y, size] = ["x", "y", "font-size"].map(value);
    if (Number.isNaN(x) || Number.isNaN(size)) continue;
    const width = text.length * (size * WIDE + (value("letter-spacing") || 0));
    const box = { left: x - width / 2, top: y - size * 0.72, width, height: size * 0.74 };
    const name = keyOf(text);
    found.set(name, [...(found.get(name) ?? []), box]);
  }
  return found;
}

/** Cities are printed in capitals. @param {string} name */
function keyOf(name) {
  return name.replaceAll("&amp;", "&").toLowerCase();
}

/**
 * Where the name of a place must be written once more, because it is printed nowhere or counters
 * cover it: in the gap below them, over what is still seen of the printed one, so that it does not
 * stand there twice. Nothing where it can be read.
 * @param {Map<string, Box[]>} printed @param {string} name
 * @param {Point} at where the place is @param {Box[]} counters @param {Box} gap
 * @returns {Box | null}
 */
export function lifted(printed, name, at, counters, gap) {
  const boxes = printed.get(keyOf(name));
  if (!boxes) return gap;
  const far = (/** @type {Box} */ b) => Math.hypot(b.left + b.width / 2 - at.x, b.top - at.y);
  const [box] = [...boxes].sort((a, b) => far(a) - far(b));
  const isBelow = box.left < at.x && box.left + box.width > at.x && box.top > at.y;
  const covered = counters.reduce((sum, c) => sum + shared(box, c), 0) / (box.width * box.height);
  if (covered <= (isBelow ? COVERED.below : COVERED.beside)) return null;
  return isBelow ? over(gap, box) : gap;
}

/**
 * A gap, made large enough to hide what is printed below its upper edge.
 * @param {Box} gap @param {Box} box @returns {Box}
 */
function over(gap, box) {
  const left = Math.min(gap.left, box.left - 3);
  const right = Math.max(gap.left + gap.width, box.left + box.width + 3);
  const bottom = Math.max(gap.top + gap.height, box.top + box.height + 3);
  return { left, top: gap.top, width: right - left, height: bottom - gap.top };
}

/** The area that two boxes share. @param {Box} a @param {Box} b */
function shared(a, b) {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}
