// The client in a real browser, at tables of the program.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  clickHex,
  eventually,
  games,
  hexSpot,
  homeAndBrowser,
  make,
  offered,
  openTable,
  playTurn,
  prompt,
  ready,
  send,
  settled,
  shot,
  state,
  toCombat,
  visitor,
} from "./helpers.mjs";

let place;
let browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

const first = async (page) =>
  (await state(page)).view.choices.find((c) => c.choice.startsWith("unit"))?.choice;
const sides = async () => (await games(place.url))[0].sides.map((s) => s.id);
const seats = async (a, b) => {
  const [x, y] = await sides();
  return { [x]: a, [y]: b };
};

// The first turn of The Battle of Moscow to its end, of the larger games the beginning;
// ROKADA_CLICKS=all plays all to the end.
const WHOLE = "battle-of-moscow";

test(
  "the first turn of each game, by clicking",
  { timeout: process.env.ROKADA_CLICKS === "all" ? 7200000 : 400000 },
  async () => {
    for (const game of await games(place.url)) {
      const page = await visitor(browser, undefined, { reducedMotion: "reduce" });
      await openTable(
        page,
        place.url,
        Object.fromEntries(game.sides.map((s) => [s.id, "me"])),
        game.id,
      );
      await shot(page, `turn-begins-${game.id}`);
      await playTurn(page, game.id === WHOLE ? 250 : 10);
      await shot(page, `turn-over-${game.id}`);
      assert.deepEqual(page.complaints, []);
    }
  },
);

/** The offered counters of a hex with several, once the usual set-up stands. */
async function movableStack(page) {
  for (let i = 0; i < 40; i++) {
    const now = await state(page);
    const movable = now.view.units.filter(
      (u) => u.hex && now.view.choices.some((c) => c.choice === `unit ${u.unit}`),
    );
    const isMoving = /move/i.test(now.view.turn.phases.find((p) => p.state === "now")?.label ?? "");
    const one =
      isMoving && movable.find((u) => movable.some((other) => other !== u && other.hex === u.hex));
    if (one) return movable.filter((u) => u.hex === one.hex).map((u) => u.unit);
    if (now.view.prompt.mine)
      await send(
        page,
        now,
        (now.view.choices.find((c) => c.primary) ?? now.view.choices[0]).choice,
      );
    else await page.waitForTimeout(100);
  }
  throw new Error("no stack may move");
}

test("with Shift the whole stack goes along", async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, await seats("me", "bot:recruit"));
  const stack = await movableStack(page);
  await page.reload();
  await ready(page);
  await make(page, `unit ${stack[0]}`);
  const hexes = (await state(page)).view.choices.filter((c) => c.cost !== undefined);
  const near = hexes.sort((a, b) => a.path.length - b.path.length)[0].choice.slice(4);
  // Shift and a drag would draw a box, so the map is moved before.
  await hexSpot(page, near);
  await page.keyboard.down("Shift");
  await clickHex(page, near);
  await page.keyboard.up("Shift");
  const there = async () =>
    (await state(page)).view.units.filter((u) => stack.includes(u.unit) && u.hex === near).length;
  for (let i = 0; i < 40 && (await there()) < stack.length; i++) await page.waitForTimeout(100);
  assert.equal(await there(), stack.length, `${stack.join(", ")} to ${near}`);
  assert.deepEqual(page.complaints, []);
});

test("undo takes back one choice", async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, await seats("me", "me"));
  const was = await state(page);
  const text = await prompt(page);
  await make(page, (await first(page)) ?? was.view.choices[0].choice);
  await page.keyboard.press("u");
  await page.waitForFunction(
    (t) => document.querySelector(".prompt .lead").textContent === t,
    text,
  );
  assert.deepEqual((await state(page)).view.choices, was.view.choices);
  assert.deepEqual(page.complaints, []);
});

test("a click on what is not offered says why, with the rule", async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, await seats("me", "me"));
  const { choices } = (await state(page)).view;
  await make(page, choices.find((c) => c.choice.startsWith("unit ")).choice);
  const { view } = await state(page);
  await hexSpot(page, view.choices.find((c) => c.choice.startsWith("hex ")).choice.slice(4));
  const all = await page.evaluate(() => Object.keys(window.grid.hexes));
  await clickHex(
    page,
    all.find((hex) => !view.choices.some((c) => c.choice === `hex ${hex}`)),
  );
  await page.waitForSelector(".refusal-card:not([hidden])");
  assert.ok((await page.textContent(".refusal-text")).length > 10);
  await shot(page, "refusal");
  if (await page.locator(".refusal-card .rule-chip").count()) {
    await page.locator(".refusal-card .rule-chip").first().click();
    await page.waitForSelector(".rule.hit, .rules-body .empty");
    await shot(page, "refusal-rule");
  }
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".refusal-card:not([hidden])").count(), 0);
  assert.deepEqual(page.complaints, []);
});

test("two browsers at one table", { timeout: 60000 }, async () => {
  const [a, b] = [await visitor(browser), await visitor(browser)];
  await openTable(a, place.url, await seats("me", "link"));
  const [own, other] = await sides();
  const link = await a.evaluate(() =>
    JSON.parse(sessionStorage.getItem(`rokada.invites.${location.pathname.split("/")[2]}`)),
  );
  await b.goto(new URL(link[other], place.url).href);
  await ready(b);
  assert.equal((await state(b)).as, other);
  const [mover, waiter] = (await state(a)).view.prompt.mine ? [a, b] : [b, a];
  // Once he knows that his friend has come, whoever waits has no main button.
  await waiter.waitForFunction(
    () => document.querySelectorAll(".prompt:not([hidden]) .button.primary").length === 0,
  );
  const text = await waiter.textContent(".prompt .lead");
  await make(mover, (await state(mover)).view.choices[0].choice);
  await settled(waiter, text);
  await shot(waiter, "waiting");
  assert.ok(own && other);
  assert.deepEqual([...a.complaints, ...b.complaints], []);
});

test("a reload in the middle of a combat finds it again", { timeout: 200000 }, async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, await seats("me", "me"));
  const odds = await toCombat(page);
  await page.reload();
  await ready(page);
  await page.waitForSelector(".sheet .column-big");
  assert.equal(await page.textContent(".column-big"), odds.columns[odds.to]);
  await shot(page, "combat-reloaded");
  assert.deepEqual(page.complaints, []);
});

test("the keyboard alone", { timeout: 60000 }, async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, await seats("me", "me"));
  await page.focus(".frame");
  const text = await prompt(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await settled(page, text);
  const picked = await prompt(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("i");
  await shot(page, "keyboard");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await settled(page, picked);
  assert.equal(await prompt(page), text);
  await page.keyboard.press("?");
  await page.waitForSelector(".dialog.keys");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".dialog.keys").count(), 0);
  assert.deepEqual(page.complaints, []);
});

test("the text list alone", async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, await seats("me", "me"));
  for (let i = 0; i < 3; i++) {
    const before = (await state(page)).seq;
    const list = await offered(page);
    assert.deepEqual(
      list.slice().sort(),
      (await state(page)).view.choices.map((c) => c.choice).sort(),
    );
    const choice = list.find((c) => c.startsWith("unit") || c.startsWith("hex")) ?? list[0];
    await page.locator(`[data-list-choice="${choice}"]`).click();
    await eventually(
      page,
      async (seq) =>
        (await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json()).seq !== seq,
      before,
    );
    await page.waitForTimeout(150);
  }
  await shot(page, "text-list");
  assert.deepEqual(page.complaints, []);
});

test("dark, small and touched", { timeout: 60000 }, async () => {
  const page = await visitor(
    browser,
    { width: 390, height: 844 },
    { hasTouch: true, isMobile: true, colorScheme: "dark" },
  );
  await openTable(page, place.url, await seats("me", "me"));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  const cut = await page.$$eval(".prompt-buttons .button", (all) =>
    all
      .filter(
        (b) => b.scrollWidth > b.clientWidth + 1 || b.getBoundingClientRect().right > innerWidth,
      )
      .map((b) => b.textContent),
  );
  assert.deepEqual(cut, [], "what a button will do can be read");
  const unit = (await state(page)).view.choices.find((c) => c.choice.startsWith("unit"));
  const hex = (await state(page)).view.units.find((u) => `unit ${u.unit}` === unit?.choice)?.hex;
  if (hex) {
    const spot = await hexSpot(page, hex);
    await page.touchscreen.tap(spot.x, spot.y);
    await page.waitForTimeout(400);
  }
  await shot(page, "phone-dark");
  assert.deepEqual(page.complaints, []);
});
