// What the odds say before anybody attacks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { columnOf } from "../../web/odds.js";

test("without attackers there is no column, whatever the table would read", () => {
  const odds = { columns: ["1:4-1:3", "1:2", "1:1"], to: 0, attackers: [] };
  assert.equal(columnOf(odds), undefined);
  assert.equal(columnOf({ ...odds, attackers: ["a"] }), "1:4-1:3");
});
