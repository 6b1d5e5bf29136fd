// A person against Captain: its turn is played back, and it says why it moved.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hasty, homeAndBrowser, openTable, send, shot, state, visitor } from "./helpers.mjs";

let place;
let browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/**
 * Plays a person's turn without clicking: the suggested set-up, nothing moved, nothing attacked
 * that need not be.
 */
async function idle(page, turn) {
  for (let i = 0; i < 2000; i++) {
    const now = await state(page);
    if (!now.view.prompt || now.view.turn.n >= turn) return;
    if (now.view.prompt.mine) await send(page, now, hasty(now.view, { units: 99, hexes: 99 }));
    else await page.waitForTimeout(100);
  }
  throw new Error("the turn does not end");
}

test(
  "Captain's turn is played back step by step, and every move has its reason",
  { timeout: 240000 },
  async () => {
    const page = await visitor(browser);
    await openTable(page, place.url, { german: "me", russian: "bot:captain" }, "battle-of-moscow");
    await page.waitForFunction(() =>
      document.querySelector(".strip")?.textContent?.includes("Captain"),
    );
    await idle(page, 2);
    await page.reload();
    await page.waitForSelector(".playback:not([hidden])");
    const steps = async () =>
      (await page.textContent(".playback .playback-head .quiet")).split(" of ").map(Number);
    const [, all] = await steps();
    assert.ok(all > 5, `${all} events`);
    await page.click('.playback [aria-label="Next event"]');
    await page.waitForFunction(
      () => !document.querySelector(".playback .quiet")?.textContent?.startsWith("1 of"),
    );
    await shot(page, "captain-playback");
    await page.click(".playback [data-primary]");
    await page.waitForSelector(".playback", { state: "hidden" });
    assert.ok((await state(page)).view.prompt.mine, "then it is the person's turn");
    await page.evaluate(() => document.querySelector('.rail [data-sheet="log"]').click());
    const why = page.locator('.sheet [aria-label="Why?"]');
    await why.first().waitFor();
    await why.first().click();
    assert.ok((await page.textContent(".why-text")).length > 5, "a reason");
    await shot(page, "captain-why");
    assert.deepEqual(page.complaints, []);
  },
);

/**
 * A table at which Captain's turn is played back and then hexes of the map are offered; which
 * decision comes first is a matter of dice.
 */
async function playedBackToHexes(page) {
  for (let i = 0; i < 12; i++) {
    await openTable(page, place.url, { german: "bot:captain", russian: "me" }, "battle-of-moscow");
    await idle(page, 1);
    await page.waitForSelector(".playback:not([hidden]) .lead", { state: "attached" });
    if ((await state(page)).view.choices.some((c) => c.choice.startsWith("hex "))) return;
  }
  throw new Error("no hexes were offered after the first turn of the German side");
}

test("leaving the playback at once shows what is offered", { timeout: 120000 }, async () => {
  const page = await visitor(browser);
  await page.route(/\/replay\//, () => {
    /* never answered */
  });
  await playedBackToHexes(page);
  await page.click(".playback [data-primary]");
  await page.waitForSelector(".playback", { state: "hidden" });
  await page.waitForSelector(".reach .reach-fill", { state: "attached", timeout: 5000 });
  assert.deepEqual(page.complaints, []);
});
