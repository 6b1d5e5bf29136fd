// A table opens with its briefing; what lies beside the map is shown and named.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { homeAndBrowser, openTable, ready, shot, state, visitor } from "./helpers.mjs";

let place;
let browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

test("a new table says how this side wins and loses, once, and W brings it back", async () => {
  const page = await visitor(browser);
  await page.goto(place.url);
  await page.click('[data-game="kursk-1943"]');
  await page.click("#open-table");
  await page.waitForSelector(".dialog.briefing");
  const text = await page.textContent(".dialog.briefing");
  for (const word of [
    "You are the German side",
    "You win",
    "You lose",
    "First steps",
    "26 a significant",
  ])
    assert.ok(text.includes(word), word);
  assert.deepEqual(
    (await page.locator(".briefing .overview-name").allTextContents()).sort(),
    ["Fatezh", "Kursk", "Maloarkhangelsk", "Ponyri", "Zolotukhino"],
    "the objectives are named on its map",
  );
  assert.ok(await page.locator(".briefing .overview .mini-dot").count(), "and who stands where");
  await shot(page, "briefing");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".dialog.briefing", { state: "detached" });
  assert.ok(
    await page.locator(".flash .lit.objective").count(),
    "the objectives are marked on the map",
  );
  await page.reload();
  await ready(page);
  await page.waitForSelector("[data-greeted]", { state: "attached" });
  assert.equal(await page.locator(".dialog.briefing").count(), 0);
  await page.keyboard.press("w");
  await page.waitForSelector(".dialog.briefing");
  assert.deepEqual(page.complaints, []);
});

test("the air counters of Kursk are shown and named where they are asked for", async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, { german: "me", soviet: "bot:captain" }, "kursk-1943");
  for (let i = 0; i < 60; i++) {
    const { view } = await state(page);
    if (view.prompt.mine && view.prompt.stages.at(-1) === "air") break;
    const button = page.locator(".prompt [data-primary]:not(.sending)");
    if (view.prompt.mine && (await button.count())) await button.first().click();
    await page.waitForTimeout(300);
  }
  await page.waitForSelector(".stack-panel:not([hidden])");
  const panel = await page.textContent(".stack-panel");
  assert.ok(panel.includes("Bomber 1") && panel.includes("Ground attack 2"), panel);
  assert.ok((await state(page)).view.boxes.some((box) => box.title === "Air units"));
  assert.deepEqual(page.complaints, []);
});
