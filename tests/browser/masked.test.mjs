// Moscow 1941 with its masked stacks, in two browsers: the enemy's counters are there, and nothing
// more is known of them (16.1).

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { homeAndBrowser, make, openTable, ready, shot, state, visitor } from "./helpers.mjs";

let place;
let browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/** Presses the main button until the set-up of this side is over. */
async function setUp(page) {
  for (let i = 0; i < 20; i++) {
    const { view } = await state(page);
    if (view.turn.n > 0 || !view.prompt?.mine) return;
    await make(page, view.choices.find((c) => c.primary).choice);
  }
  throw new Error("the set-up does not end");
}

test(
  "a masked stack shows its back and no name, to the enemy and to a spectator",
  { timeout: 90000 },
  async () => {
    const [german, soviet, watcher] = [
      await visitor(browser),
      await visitor(browser),
      await visitor(browser),
    ];
    for (const page of [soviet, watcher]) {
      page.heard = [];
      page.on("response", async (r) => {
        if (r.url().includes("/api/tables/")) page.heard.push(await r.text().catch(() => ""));
      });
    }
    await openTable(german, place.url, { german: "me", soviet: "link" }, "moscow-1941");
    const link = await german.evaluate(() =>
      JSON.parse(sessionStorage.getItem(`rokada.invites.${location.pathname.split("/")[2]}`)),
    );
    await soviet.goto(new URL(link.soviet, place.url).href);
    await ready(soviet);
    await watcher.goto(german.url());
    await ready(watcher);
    for (const page of [soviet, watcher]) {
      const units = (await state(page)).view.units.filter((u) => u.side === "german");
      assert.equal(units.length, 0, "a set-up is unseen until it is finished");
    }
    for (const page of [german, soviet]) await setUp(page);
    const seen = (await state(german)).view.units.filter((u) => u.side === "german" && u.hex);
    assert.ok(
      seen.length > 20 && seen.every((u) => !u.face.hidden),
      "a player knows his own counters",
    );
    for (const page of [soviet, watcher]) {
      const units = (await state(page)).view.units.filter((u) => u.side === "german" && u.hex);
      assert.equal(units.length, seen.length, "that they are there is known");
      const open = units.filter((u) => !u.face.hidden).map((u) => u.hex);
      assert.equal(new Set(open).size, open.length, "of a stack only the top counter shows");
      const masked = units.filter((u) => u.face.hidden);
      assert.ok(
        masked.length > 20 && masked.every((u) => !u.face.figures),
        "and of the others nothing",
      );
    }
    // The German makes some choices; none of their names reaches anybody else.
    const names = [];
    for (let i = 0; i < 6; i++) {
      const now = await state(german);
      if (!now.view.prompt?.mine) break;
      const choice =
        now.view.choices.find((c) => c.choice.startsWith("unit "))?.choice ??
        now.view.choices[0].choice;
      const { units, boxes } = (await state(watcher)).view;
      const isKnown = [...units, ...boxes.flatMap((b) => b.units)].some(
        (u) => `unit ${u.unit}` === choice,
      );
      if (choice.startsWith("unit ") && !isKnown) names.push(choice.slice(5));
      await make(german, choice);
    }
    await soviet.waitForTimeout(500);
    for (const name of names)
      for (const page of [soviet, watcher])
        assert.ok(
          page.heard.every((text) => !text.includes(`"${name}"`)),
          `${name} was sent to somebody else`,
        );
    await shot(soviet, "masked-soviet");
    await shot(german, "masked-german");
    assert.deepEqual([...german.complaints, ...soviet.complaints, ...watcher.complaints], []);
  },
);
