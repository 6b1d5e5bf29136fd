// Where names are printed on the map, and when a place is named once more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isCovered, lettering } from "../../web/lettering.js";

const text = (x, y, words, size = 25) =>
  `<text x="${x}" y="${y}" font-family="A" font-size="${size}" letter-spacing=".3">${words}</text>`;
const PRINTED = lettering(
  `<svg>${text(100, 50, "Klin")}${text(400, 50, "KALININ", 46)}<text transform="translate(1 2)">Volga</text></svg>`,
);
const counter = (x, y) => ({ left: x - 40, top: y - 40, width: 80, height: 80 });

test("level names are found with their boxes, names along a river are not", () => {
  assert.deepEqual([...PRINTED.keys()], ["klin", "kalinin"]);
  const [{ left, width, height }] = PRINTED.get("klin");
  assert.ok(left < 100 && left + width > 100 && height > 10);
});

test("a name is written once more only where counters cover it", () => {
  const klin = { x: 40, y: 42 };
  assert.equal(
    isCovered(PRINTED, "Klin", klin, [counter(20, 42)]),
    false,
    "it can be read beside the counter",
  );
  assert.equal(
    isCovered(PRINTED, "Klin", klin, [counter(20, 42), counter(110, 42)]),
    true,
    "the next counter lies on it",
  );
  assert.equal(
    isCovered(PRINTED, "Kalinin", { x: 330, y: 40 }, [counter(330, 40)]),
    true,
    "a city in capitals is the same place",
  );
  assert.equal(
    isCovered(PRINTED, "Torzhok", klin, []),
    true,
    "what is printed nowhere is always named",
  );
});
