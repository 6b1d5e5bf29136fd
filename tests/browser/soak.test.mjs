// A short soak: some choices of every game by clicking, against Captain at the default pace. The
// long one is tests/soak/run.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { games, homeAndBrowser } from "./helpers.mjs";
import { SoakGame } from "../soak/game.mjs";

const CHOICES = 60;

let place;
let browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

test(
  "some choices of every game against Captain: never stuck, no dead end, no complaint",
  { timeout: 900000 },
  async (t) => {
    for (const [i, game] of (await games(place.url)).entries()) {
      const side = game.sides[i % game.sides.length].id;
      const played = new SoakGame(
        browser,
        {
          game,
          scenario: game.scenarios[0].id,
          side,
          pace: "at-once",
          seed: 7 + i,
          choices: CHOICES,
          until: Infinity,
          url: place.url,
          out: "artefacts/soak-short",
        },
        (line) => t.diagnostic(line),
      );
      await played.play();
      t.diagnostic(`${played.summary}, ${played.late.length} late screens`);
      assert.deepEqual(played.failures, []);
      assert.ok(played.isEnded || played.choices >= CHOICES);
    }
  },
);
