// Where things lie on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inward } from "../../web/grid.js";

test("a fan goes inward by as much as it would leave the window, and no further", () => {
  assert.equal(inward(500, 170, 16, 1376), 0);
  assert.equal(inward(60, 170, 16, 1376), 126, "at the left edge");
  assert.equal(inward(1360, 170, 16, 1376), -154, "at the right edge");
  assert.equal(inward(100, 300, 16, 326), 71, "too wide: to the middle");
});
