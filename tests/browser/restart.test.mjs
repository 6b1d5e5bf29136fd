// The program is killed in the middle of a combat and started again: nothing is lost, and the page
// finds its way back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Program, launch, openTable, shot, state, toCombat, visitor } from "./helpers.mjs";

test("killed and restarted in the middle of a combat", { timeout: 300000 }, async () => {
  const [program, browser] = [await Program.start(), await launch()];
  try {
    const page = await visitor(browser);
    const { games } = await (await fetch(`${program.url}/api/shelf`)).json();
    await openTable(page, program.url, Object.fromEntries(games[0].sides.map((s) => [s.id, "me"])));
    const odds = await toCombat(page);
    const { seq } = await state(page);
    await program.kill();
    await page.waitForFunction(
      () => document.querySelector(".prompt .lead").textContent.startsWith("Connection lost"),
      null,
      { timeout: 20000 },
    );
    await shot(page, "not-connected");
    await program.run();
    await page.waitForFunction(
      () => !document.querySelector(".prompt .lead").textContent.startsWith("Connection lost"),
      null,
      { timeout: 40000 },
    );
    const now = await state(page);
    assert.equal(now.seq, seq);
    assert.deepEqual(now.view.odds, odds);
    if (!(await page.locator(".sheet:not([hidden]) .column-big").count()))
      await page.click('.rail [data-sheet="odds"]');
    assert.equal(await page.textContent(".column-big"), odds.columns[odds.to]);
  } finally {
    await browser.close();
    await program.stop();
  }
});
