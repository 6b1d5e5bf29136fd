// The client's QR codes against the examples of the standard (ISO/IEC 18004), and read back module
// by module.

import { test } from "node:test";
import assert from "node:assert/strict";
import { checked, correction, qrCode } from "../../web/qr.js";

const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (((x / 3) | 0) + ((y / 2) | 0)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/**
 * Codewords of a version at level M, as in the standard's table: error correction of a block, then
 * the data of each block.
 */
const TABLE = {
  1: [10, [16]],
  2: [16, [28]],
  3: [26, [44]],
  4: [18, [32, 32]],
  5: [24, [43, 43]],
  6: [16, [27, 27, 27, 27]],
  7: [18, [31, 31, 31, 31]],
  8: [22, [38, 38, 39, 39]],
  9: [22, [36, 36, 36, 37, 37]],
  10: [26, [43, 43, 43, 43, 44]],
  13: [22, [37, 37, 37, 37, 37, 37, 37, 37, 38]],
};
const ALIGNED = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
  13: [6, 34, 62],
};

/** Whether a module belongs to a pattern and not to the data. */
function isFixed(x, y, size, version) {
  if (x === 6 || y === 6) return true;
  if ((x < 9 && y < 9) || (x > size - 9 && y < 9) || (x < 9 && y > size - 9)) return true;
  if (version > 6 && ((x > size - 12 && y < 6) || (y > size - 12 && x < 6))) return true;
  const marks = ALIGNED[version]
    .flatMap((a) => ALIGNED[version].map((b) => [a, b]))
    .filter(([a, b]) => !((a < 9 && b < 9) || (a > size - 9 && b < 9) || (a < 9 && b > size - 9)));
  return marks.some(([a, b]) => Math.abs(a - x) < 3 && Math.abs(b - y) < 3);
}

/** The bytes in a symbol; throws where it is not a sound one. */
function read(rows) {
  const size = rows.length;
  const version = (size - 17) / 4;
  const first = [
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
  ].map(([x, y]) => Number(rows[y][x]));
  const format = first.reduce((n, b, i) => n | (b << i), 0) ^ 0x5412;
  assert.equal(checked(format >> 10, 0x537, 10), format, "the format is sound");
  assert.equal(format >> 13, 0, "level M");
  const mask = MASKS[(format >> 10) & 7];
  const bits = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (!isFixed(x, y, size, version)) bits.push(Number(rows[y][x] !== (mask(x, y) === 0)));
      }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2),
  );
  const [extra, lengths] = TABLE[version];
  const blocks = lengths.map(() => []);
  for (let i = 0; i < Math.max(...lengths); i++)
    lengths.forEach((n, b) => i < n && blocks[b].push(words.shift()));
  const codes = lengths.map(() => []);
  for (let i = 0; i < extra; i++) codes.forEach((code) => code.push(words.shift()));
  blocks.forEach((block, i) =>
    assert.deepEqual(correction(block, extra), codes[i], `block ${i} is corrected`),
  );
  const text = blocks
    .flat()
    .map((b) => b.toString(2).padStart(8, "0"))
    .join("");
  assert.equal(text.slice(0, 4), "0100", "bytes");
  const head = version < 10 ? 12 : 20;
  const length = parseInt(text.slice(4, head), 2);
  return Buffer.from(
    Array.from({ length }, (_, i) => parseInt(text.slice(head + i * 8, head + i * 8 + 8), 2)),
  ).toString("utf8");
}

test("error correction, format and version are those of the standard's examples", () => {
  const data = [
    0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
  ];
  assert.deepEqual(
    correction(data, 10),
    [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55],
  );
  assert.equal(checked(0b00101, 0x537, 10), 0b001010011011100);
  assert.equal(checked(7, 0x1f25, 12), 0b000111110010010100);
});

test("texts are read back from their symbols", () => {
  const secret = "0123456789abcdef".repeat(4);
  const lengths = [1, 14, 15, 26, 42, 62, 84, 106, 122, 152, 180, 213, 320].map((n) =>
    "r".repeat(n),
  );
  for (const text of [
    `https://rokada.example/key#${secret}`,
    `http://127.0.0.1:1941/join/${secret}`,
    "Straße nach Вязьма",
    ...lengths,
  ])
    assert.equal(read(qrCode(text)), text);
  assert.throws(() => qrCode("r".repeat(400)), RangeError);
});

test("a symbol has its three finders, its timing and its dark module", () => {
  const rows = qrCode("rokada");
  const finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  const part = (x, y) =>
    finder.map((_, i) =>
      rows[y + i]
        .slice(x, x + 7)
        .map(Number)
        .join(""),
    );
  for (const [x, y] of [
    [0, 0],
    [rows.length - 7, 0],
    [0, rows.length - 7],
  ])
    assert.deepEqual(part(x, y), finder);
  for (let i = 8; i < rows.length - 8; i++) assert.equal(rows[6][i], i % 2 === 0);
  assert.equal(rows[rows.length - 8][8], true);
});
