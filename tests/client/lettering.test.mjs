// Where names are printed on the map, and when a place is named once more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lettering, lifted } from "../../web/lettering.js";

const text = (x, y, words, size = 25) => `<text x="${x}" y="${y}" font-family="A" font-size="${size}" letter-spacing=".3">${words}</text>`;
const PRINTED = lettering(`<svg>${text(100, 50, "Klin")}${text(400, 50, "KALININ", 46)}<text transform="translate(1 2)">Volga</text></svg>`);
const counter = (x, y) => ({ left: x - 40, top: y - 40, width: 80, height: 80 });

test("level names are found with their boxes, names along a river are not", () => {
  assert.deepEqual([...PRINTED.keys()], ["klin", "kalinin"]);
  const [{ left, width, height }] = PRINTED.get("klin");
  assert.ok(left < 100 && left + width > 100 && height > 10);
});

const GAP = { left: 0, top: 80, width: 50, height: 18 };

test("a name is written once more only where counters cover it", () => {
  const klin = { x: 40, y: 42 };
  assert.equal(lifted(PRINTED, "Klin", klin, [counter(20, 42)], GAP), null, "it can be read beside the counter");
  assert.equal(lifted(PRINTED, "Klin", klin, [counter(20, 42), counter(110, 42)], GAP), GAP, "the next counter lies on it");
  assert.equal(lifted(PRINTED, "Kalinin", { x: 330, y: 40 }, [counter(330, 40)], GAP), null, "most letters stand beside the counter");
  assert.equal(lifted(PRINTED, "Kalinin", { x: 360, y: 40 }, [counter(360, 40)], GAP), GAP, "a city in capitals is the same place");
  assert.equal(lifted(PRINTED, "Torzhok", klin, [], GAP), GAP, "what is printed nowhere is always named");
});

test("a name below a counter is written over what is still seen of it, so that it does not stand there twice", () => {
  const [box] = PRINTED.get("klin");
  const gap = { left: 90, top: 40, width: 20, height: 8 };
  const plate = lifted(PRINTED, "Klin", { x: 100, y: 0 }, [counter(100, 0)], gap);
  assert.equal(plate.top, gap.top, "the factors of the counter stay free");
  assert.ok(plate.left < box.left && plate.left + plate.width > box.left + box.width, "as wide as what is printed");
  assert.ok(plate.top + plate.height > box.top + box.height, "down to its foot");
});
