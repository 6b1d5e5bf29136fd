// What would the bot do? Asked in the menu, shown on the map and in the prompt, counted in the
// report.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { homeAndBrowser, openTable, shot, state, visitor } from "./helpers.mjs";

let place, browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/** Asks by the menu, as a player does. */
async function ask(page) {
  await page.click(".strip-menu");
  await page.click('.menu button:has-text("What would the bot do?")');
  await page.waitForFunction(
    () => document.querySelector(".prompt .facts")?.textContent?.includes("The bot would choose"),
    null,
    { timeout: 60000 },
  );
  return page.textContent(".prompt .facts");
}

test(
  "a player asks what the bot would do, and the report says so",
  { timeout: 180000 },
  async () => {
    const page = await visitor(browser);
    await openTable(page, place.url, { german: "me", russian: "bot:captain" }, "battle-of-moscow");
    const begun = await state(page);
    assert.match(await ask(page), /The bot would choose \S/);
    await shot(page, "advice");
    assert.equal((await state(page)).seq, begun.seq, "nothing was played");
    await page.evaluate(
      async ([table, side]) => {
        const headers = { "content-type": "application/json" };
        await fetch(`/api/tables/${table}/resign`, {
          method: "POST",
          headers,
          body: JSON.stringify({ as: side }),
        });
      },
      [begun.table, begun.as],
    );
    await page.click(".prompt [data-primary]");
    const told = await page.textContent("[data-asked]");
    assert.match(told, /asked the bot once/);
    assert.deepEqual(page.complaints, []);
  },
);
