// QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 13. A text becomes a
// square of dark and light modules.

/** Error correction codewords of a block, and how many blocks, for versions 1 to 13 at level M. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9];

/** Two bits of the format for level M. */
const LEVEL_M = 0;

/**
 * The masks: a module is turned where the term is zero.
 * @type {((x: number, y: number) => number)[]}
 */
const MASKS = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The logarithms of the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1. */
const [POWER, LOG] = (() => {
  /** @type {number[]} */
  const power = [];
  const log = new Array(256).fill(0);
  for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0))
    [power[i], log[x]] = [x, i];
  return [power, log];
})();

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

/** The error correction codewords of a block. @param {number[]} data @param {number} count */
export function correction(data, count) {
  let divisor = [1];
  for (let i = 0; i < count; i++)
    divisor = [...divisor, 0].map((c, k) => c ^ (k ? times(divisor[k - 1], POWER[i]) : 0));
  const rest = new Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let i = 0; i < count; i++) rest[i] ^= times(divisor[i + 1], factor);
  }
  return rest;
}

/** How many codewords a symbol of a version holds. @param {number} version */
function codewords(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
  }
  return Math.floor((version > 6 ? modules - 36 : modules) / 8);
}

/** How many codewords of it are data. @param {number} version */
const room = (version) => codewords(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** Bits of the count of bytes. @param {number} version */
const countBits = (version) => (version < 10 ? 8 : 16);

/** The smallest version that holds so many bytes. @param {number} length */
function versionFor(length) {
  const version =
    CORRECTION.findIndex((_, i) => room(i + 1) * 8 >= 4 + countBits(i + 1) + length * 8) + 1;
  if (!version) throw new RangeError(`${length} bytes are too many for a QR code of this size`);
  return version;
}

/** Mode, count, bytes, an end, and padding. @param {Uint8Array} bytes @param {number} version */
function dataOf(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, countBits(version));
  for (const byte of bytes) put(byte, 8);
  const most = room(version) * 8;
  put(0, Math.min(4, most - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < most; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((n, b) => (n << 1) | b, 0),
  );
}

/**
 * The blocks with their correction, woven: a scratch hurts each of them a little.
 * @param {number[]} data @param {number} version
 */
function woven(data, version) {
  const [count, extra] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  let at = 0;
  const blocks = Array.from({ length: count }, (_, i) =>
    data.slice(at, (at += short + (i >= count - longer ? 1 : 0))),
  );
  const weave = (/** @type {number[][]} */ rows) =>
    Array.from({ length: Math.max(...rows.map((r) => r.length)) }, (_, i) =>
      rows.flatMap((r) => (i < r.length ? [r[i]] : [])),
    ).flat();
  return [...weave(blocks), ...weave(blocks.map((b) => correction(b, extra)))];
}

/**
 * A value and the remainder of its division, as the standard's BCH codes want it.
 * @param {number} value @param {number} divisor @param {number} bits
 */
export function checked(value, divisor, bits) {
  let rest = value << bits;
  for (let i = 31 - Math.clz32(divisor); 31 - Math.clz32(rest) >= i && rest;)
    rest ^= divisor << (31 - Math.clz32(rest) - i);
  return (value << bits) | rest;
}

/** Where alignment marks stand, along one side. @param {number} version */
function alignment(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - step * (count - 2 - i))];
}

/** A symbol in the making: `null` is free for data. */
class Square {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    /** @type {(boolean | null)[][]} */
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(null));
    for (let i = 0; i < this.size; i++)
      [this.fixed[6][i], this.fixed[i][6]] = [i % 2 === 0, i % 2 === 0];
    for (const [x, y] of [
      [3, 3],
      [this.size - 4, 3],
      [3, this.size - 4],
    ])
      this.#mark(x, y, 4, (d) => d !== 2 && d !== 4);
    const places = alignment(version);
    const end = places.length - 1;
    places.forEach((x, i) =>
      places.forEach((y, j) => {
        const isCorner = (i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0);
        if (!isCorner) this.#mark(x, y, 2, (d) => d !== 1);
      }),
    );
    this.#versionMark();
    this.format(0);
  }

  /**
   * Rings around a middle.
   * @param {number} x @param {number} y @param {number} reach @param {(distance: number) =>
   * boolean} isDark
   */
  #mark(x, y, reach, isDark) {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        if (this.fixed[y + dy]?.[x + dx] !== undefined)
          this.fixed[y + dy][x + dx] = isDark(Math.max(Math.abs(dx), Math.abs(dy)));
  }

  #versionMark() {
    if (this.version < 7) return;
    const bits = checked(this.version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
      [this.fixed[b][a], this.fixed[a][b]] = [Boolean((bits >> i) & 1), Boolean((bits >> i) & 1)];
    }
  }

  /** The format with its mask, written twice. @param {number} mask */
  format(mask) {
    const bits = checked((LEVEL_M << 3) | mask, 0x537, 10) ^ 0x5412;
    const bit = (/** @type {number} */ i) => Boolean((bits >> i) & 1);
    for (let i = 0; i < 8; i++) this.fixed[8][this.size - 1 - i] = bit(i);
    for (let i = 8; i < 15; i++) this.fixed[this.size - 15 + i][8] = bit(i);
    const round = [
      [8, 0],
      [8, 1],
      [8, 2],
      [8, 3],
      [8, 4],
      [8, 5],
      [8, 7],
      [8, 8],
      [7, 8],
      [5, 8],
      [4, 8],
      [3, 8],
      [2, 8],
      [1, 8],
      [0, 8],
    ];
    round.forEach(([x, y], i) => {
      this.fixed[y][x] = bit(i);
    });
    this.fixed[this.size - 8][8] = true;
  }

  /**
   * The free places in the order of the data: upwards and downwards in columns of two.
   * @returns {[number, number][]}
   */
  way() {
    /** @type {[number, number][]} */
    const way = [];
    let isUp = true;
    for (let right = this.size - 1; right > 0; right -= 2, isUp = !isUp) {
      if (right === 6) right = 5;
      for (let i = 0; i < this.size; i++)
        for (const x of [right, right - 1]) {
          const y = isUp ? this.size - 1 - i : i;
          if (this.fixed[y][x] === null) way.push([x, y]);
        }
    }
    return way;
  }
}

/**
 * How hard a symbol is to read: runs, blocks, false marks, too much of one shade.
 * @param {boolean[][]} rows
 */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i <= size - 11; i++)
      if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      if (
        rows[y][x] === rows[y - 1][x] &&
        rows[y][x] === rows[y][x - 1] &&
        rows[y][x] === rows[y - 1][x - 1]
      )
        sum += 3;
  const dark = rows.flat().filter(Boolean).length / (size * size);
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/**
 * The symbol of a text: rows of modules, true for dark.
 * @param {string} text
 * @returns {boolean[][]}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const bits = woven(dataOf(bytes, version), version).flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((i) => (byte >> i) & 1),
  );
  const square = new Square(version);
  const way = square.way();
  const symbols = MASKS.map((mask, number) => {
    square.format(number);
    const rows = square.fixed.map((row) => row.map(Boolean));
    way.forEach(([x, y], i) => {
      rows[y][x] = Boolean(bits[i]) !== (mask(x, y) === 0);
    });
    return { rows, cost: penalty(rows) };
  });
  return symbols.reduce((best, next) => (next.cost < best.cost ? next : best)).rows;
}

/**
 * The dark modules as one path on a field of `size` with the quiet border of four.
 * @param {string} text
 */
export function qrPath(text) {
  const rows = qrCode(text);
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join("");
  return { path, size: rows.length + 8 };
}
