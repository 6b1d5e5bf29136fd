// A ruling is cited by its whole number.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cites } from "../../web/rules.js";

test("a ruling is named where its whole number stands, and not in a longer one", () => {
  for (const text of ["clear hexes (R3)", "halves (R3, R8)", "as in R3.", "R3 says so"])
    assert.ok(cites(text, "R3"), text);
  for (const text of ["clear hexes (R33)", "halves (R35, R8)", "rule 3.6", "AR3"])
    assert.ok(!cites(text, "R3"), text);
  assert.ok(
    cites("see [5.3.7]", "5.3.7") &&
      !cites("see [5.3.71]", "5.3.7") &&
      !cites("see [15.3.7]", "5.3.7"),
  );
});
