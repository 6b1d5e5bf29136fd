// A whole game of two bots, watched to its report; then its replay, a table from its middle, and
// its journal brought back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { homeAndBrowser, openTable, prompt, ready, shot, state, visitor } from "./helpers.mjs";

let place;
let browser;
let page;
before(async () => {
  [place, browser] = await homeAndBrowser();
  page = await visitor(browser);
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/** Holds back the first answer of that kind until it is told to deliver it. */
async function holdBack(page, pattern) {
  let seen;
  let release;
  let delivered;
  const caught = new Promise((done) => {
    seen = done;
  });
  const told = new Promise((done) => {
    release = done;
  });
  const done = new Promise((done) => {
    delivered = done;
  });
  await page.route(
    pattern,
    async (route) => {
      const response = await route.fetch();
      seen();
      await told;
      await route.fulfill({ response });
      delivered();
    },
    { times: 1 },
  );
  await caught;
  return {
    deliver: () => {
      release();
      return done;
    },
  };
}

test("recruit against recruit, watched to the victory report", { timeout: 150000 }, async () => {
  await openTable(
    page,
    place.url,
    { german: "bot:recruit", russian: "bot:recruit" },
    "battle-of-moscow",
  );
  await page.waitForSelector('[data-bot="stop"]');
  await page.click('[data-pace="1500"]');
  await page.waitForSelector('[data-pace="1500"][aria-pressed="true"]');
  // An answer given before the stop and read after it must not set the bots going again on the
  // screen.
  const late = await holdBack(page, /\/api\/tables\/[^/]+(\?as=[^/]*)?$/);
  await page.click('[data-bot="stop"]');
  await page.waitForSelector('[data-bot="go"]');
  await late.deliver();
  await page.waitForTimeout(200);
  await page.waitForSelector('[data-bot="go"]', { timeout: 1000 });
  const { seq } = await state(page);
  await shot(page, "bots-stopped");
  assert.equal((await state(page)).seq, seq, "stopped bots do not play");
  await page.click('[data-pace="0"]');
  await page.click('[data-bot="go"]');
  await page.waitForFunction(
    () =>
      document
        .querySelector(".prompt:not([hidden]) [data-primary]")
        ?.textContent?.startsWith("Report"),
    null,
    { timeout: 120000 },
  );
  assert.ok((await prompt(page)).length > 5);
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-proof]");
  const [good, all] = (await page.getAttribute("[data-proof]", "data-proof")).split("/");
  assert.ok(Number(all) > 10 && good === all, `${good} of ${all} rolls`);
  const outcome = (await state(page)).view.outcome;
  assert.equal(await page.textContent(".report .page-title"), outcome.text);
  await page.waitForSelector(".report .luck");
  assert.ok((await page.locator(".report .chart-curve").count()) >= 2);
  await shot(page, "report");
  assert.deepEqual(page.complaints, []);
});

test(
  "the replay goes both ways, with a slider, bookmarks and an address of its own",
  { timeout: 60000 },
  async () => {
    await page.locator(".report .button", { hasText: "Replay" }).click();
    await page.waitForSelector(".replay:not([hidden])");
    await page.click(".strip-menu");
    const menu = await page.locator(".menu[role=menu]").textContent();
    assert.ok(
      menu.includes("Settings") && !menu.includes("Resign"),
      `no game is left to resign: ${menu}`,
    );
    await page.keyboard.press("Escape");
    const line = async () => Number(new URL(page.url()).pathname.split("/")[4]);
    await page.waitForFunction(() => location.pathname.endsWith("/replay/0"));
    await page.keyboard.press(".");
    await page.waitForFunction(() => !location.pathname.endsWith("/replay/0"));
    const ahead = await line();
    assert.ok(ahead > 0);
    await page.keyboard.press(",");
    await page.waitForFunction(() => location.pathname.endsWith("/replay/0"));
    const { seq } = await state(page);
    const middle = Math.floor(seq / 2);
    await page.locator(".replay .slider").evaluate((s, at) => {
      s.value = String(at);
      s.dispatchEvent(new Event("input", { bubbles: true }));
    }, middle);
    await page.waitForFunction((at) => location.pathname.endsWith(`/replay/${at}`), middle);
    await page.waitForSelector(".replay .spark-line", { state: "attached" });
    await page.keyboard.press("b");
    await page.waitForSelector(".replay .flag");
    await shot(page, "replay");
    const there = await page.evaluate(() =>
      [...document.querySelectorAll(".counters .stack")]
        .map((s) => s.getAttribute("data-hex"))
        .sort()
        .join(),
    );
    // The address alone leads to the same line, for anybody.
    const other = await visitor(browser);
    await other.goto(page.url());
    await other.waitForSelector(".replay:not([hidden])");
    await other.waitForFunction(
      (at) => document.querySelector(".replay-text")?.textContent?.startsWith(`line ${at} of`),
      middle,
    );
    assert.equal(
      await other.evaluate(() =>
        [...document.querySelectorAll(".counters .stack")]
          .map((s) => s.getAttribute("data-hex"))
          .sort()
          .join(),
      ),
      there,
    );
    assert.deepEqual([...page.complaints, ...other.complaints], []);
  },
);

test("a replay that runs is over when its table is left", { timeout: 60000 }, async () => {
  const leaver = await visitor(browser);
  await leaver.goto(`${page.url().replace(/\/replay.*/, "")}/replay/0`);
  await leaver.waitForSelector(".replay:not([hidden])");
  await leaver.keyboard.press("p");
  await leaver.waitForFunction(() => !location.pathname.endsWith("/replay/0"));
  await leaver.click(".strip-menu");
  await leaver.locator(".menu button", { hasText: "Your tables" }).click();
  await leaver.waitForSelector("#open-table");
  // Nothing asks for a line of the old table any more, and the address stays.
  const asked = [];
  leaver.on("request", (r) => r.url().includes("/replay/") && asked.push(r.url()));
  await leaver.click("#open-table");
  await ready(leaver);
  const there = leaver.url();
  await leaver.evaluate(async () => {
    for (let i = 0; i < 150; i++) await new Promise((done) => requestAnimationFrame(done));
  });
  assert.deepEqual([leaver.url(), asked], [there, []]);
  assert.deepEqual(leaver.complaints, []);
  await leaver.close();
});

test("a table of its own goes on from that line", { timeout: 60000 }, async () => {
  const middle = Number(new URL(page.url()).pathname.split("/")[4]);
  const before = new URL(page.url()).pathname.split("/")[2];
  await page.click('[data-replay="branch"]');
  await shot(page, "continue-from-here");
  await page.click("#open-branch");
  await page.waitForFunction(
    (id) => location.pathname.startsWith("/t/") && !location.pathname.includes(id),
    before,
  );
  await ready(page);
  const now = await state(page);
  assert.equal(now.seq, middle);
  assert.ok(now.view.prompt.mine && now.view.choices.length > 0);
  assert.deepEqual(page.complaints, []);
});

test("an exported journal is brought back as a table", { timeout: 60000 }, async () => {
  await page.click(".strip-menu");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".menu button", { hasText: "Download" }).click(),
  ]);
  const file = await download.path();
  const text = await readFile(file, "utf8");
  assert.ok(text.startsWith("rokada"), text.slice(0, 40));
  const { seq } = await state(page);
  await page.goto(place.url);
  await page.waitForSelector("#open-table");
  await shot(page, "shelf-with-tables");
  await page.setInputFiles("#journal-file", {
    name: "game.journal",
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  });
  await page.waitForFunction(() => location.pathname.startsWith("/t/"));
  await ready(page);
  assert.equal((await state(page)).seq, seq);
  await page.goto(place.url);
  await page.waitForSelector("#open-table");
  // Cut in the middle of its last line.
  const cut = Math.floor((text.trimEnd().lastIndexOf("\n") + text.length) / 2);
  await page.setInputFiles("#journal-file", {
    name: "game.journal",
    mimeType: "text/plain",
    buffer: Buffer.from(text.slice(0, cut)),
  });
  await page.waitForSelector(".problem");
  assert.match(await page.textContent(".problem"), /line|file/i);
  assert.deepEqual(
    page.complaints.filter((c) => !c.includes("400")),
    [],
  );
});
