// Counters dragged to a hex, with the mouse and by a finger: one gesture instead of two clicks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  clickHex,
  hexSpot,
  homeAndBrowser,
  openTable,
  send,
  shot,
  state,
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

const of = (view, kind) =>
  view.choices
    .filter((c) => c.choice.startsWith(`${kind} `))
    .map((c) => c.choice.slice(kind.length + 1));
const hexOf = (view, unit) => view.units.find((u) => u.unit === unit)?.hex;
const companyOf = async (page) =>
  (await page.getAttribute(".table", "data-company")).split(" ").filter(Boolean);
const card = (page) => page.locator(".drag-card:not([hidden])");

/** Waits until the page shows what the server says, and it is my decision. */
async function settled(page) {
  for (;;) {
    const now = await state(page);
    const line = await page.getAttribute(".table", "data-line");
    if (
      now.view.prompt?.mine &&
      Number(line) === now.seq &&
      !(await page.locator(".button.sending").count())
    )
      return now;
    await page.waitForTimeout(50);
  }
}

/** The first decision of a kind of the German side of Kursk. */
async function kurskAt(stage, more = {}) {
  const page = await visitor(browser, more.viewport, { reducedMotion: "reduce", ...more });
  await page.goto(place.url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  await openTable(page, place.url, { german: "me", soviet: "bot:recruit" }, "kursk-1943");
  for (let i = 0; i < 400; i++) {
    const now = await settled(page);
    if (now.view.prompt.stages.at(-1) === stage) return page;
    await send(page, now, (now.view.choices.find((c) => c.primary) ?? now.view.choices[0]).choice);
  }
  throw new Error(`never at ${stage}`);
}

/** A stack of which everybody may move. @param {any} view */
function stackOf(view) {
  const may = new Set(of(view, "unit"));
  const stacks = new Map();
  for (const unit of view.units.filter((u) => may.has(u.unit) && u.hex))
    stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit.unit]);
  const [hex, units] = [...stacks].find(([, all]) => all.length >= 3);
  return { hex, units };
}

/** A free hex near by that the counter in hand could go to. @param {any} view */
function goal(view) {
  const taken = new Set(view.units.map((u) => u.hex));
  const way = view.choices.filter(
    (c) => c.path?.length && !c.effects?.length && !taken.has(c.choice.slice(4)),
  );
  return way.sort((a, b) => a.path.length - b.path.length)[0].choice.slice(4);
}

/** Presses on a place and pulls a little, until the counters hang at the pointer. */
async function takeHold(page, at) {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 6, at.y - 6, { steps: 3 });
  await card(page).waitFor();
  return settled(page);
}

/** Draws the pointer over a hex. */
async function over(page, hex) {
  const at = await hexSpot(page, hex);
  await page.mouse.move(at.x, at.y, { steps: 4 });
  await page.waitForFunction(
    (h) => document.querySelector(".drag-card")?.textContent.includes(h),
    hex,
  );
  return at;
}

test("a stack is dragged to its hex: way and cost are seen before, and one undo brings it back", async () => {
  const page = await kurskAt("movement");
  const { hex, units } = stackOf((await settled(page)).view);
  const { seq } = await state(page);
  const { view } = await takeHold(page, await hexSpot(page, hex));
  const company = await companyOf(page);
  assert.equal(company.length, units.length - 1, "all of the stack");
  const to = goal(view);
  await over(page, to);
  assert.ok(await page.locator(".path .path-line").count(), "the way is drawn");
  const { cost } = view.choices.find((c) => c.choice === `hex ${to}`);
  assert.ok((await card(page).textContent()).includes(cost), `the cost ${cost}`);
  await shot(page, "dragged");
  await page.mouse.up();
  await page.waitForFunction(
    (h) => !document.querySelector(`.stack[data-hex="${h}"] .counter.picked`),
    hex,
  );
  const moved = await settled(page);
  assert.deepEqual(
    units.map((u) => hexOf(moved.view, u)),
    units.map(() => to),
  );
  await page.keyboard.press("u");
  await page.waitForFunction(
    (n) => document.querySelector(".table").dataset.line !== n,
    String(moved.seq),
  );
  const back = await settled(page);
  assert.deepEqual(
    units.map((u) => hexOf(back.view, u)),
    units.map(() => hex),
  );
  assert.deepEqual(back.view.picked, [], "nothing is in hand, as before the drag");
  assert.ok(back.seq > seq);
  assert.deepEqual(page.complaints, []);
});

test("over a hex that is closed to them the card says why, and dropped there nothing moves", async () => {
  const page = await kurskAt("movement");
  const { hex, units } = stackOf((await settled(page)).view);
  const { view } = await takeHold(page, await hexSpot(page, hex));
  const enemy = view.units
    .filter((u) => u.hex && u.side !== "german")
    .map((u) => u.hex)
    .find((h) => !of(view, "hex").includes(h));
  const asked = page.waitForResponse((r) => r.url().endsWith("/why"));
  await over(page, enemy);
  const refusal = await (await asked).json();
  await page.waitForSelector(".drag-card.barred .bad");
  assert.ok((await card(page).textContent()).includes(refusal.text));
  await shot(page, "drag-refused");
  await page.mouse.up();
  await page.waitForSelector(".refusal-card:not([hidden])");
  assert.deepEqual(
    units.map((u) => hexOf(view, u)),
    units.map(() => hex),
  );
  const after = await settled(page);
  assert.deepEqual(
    units.map((u) => hexOf(after.view, u)),
    units.map(() => hex),
  );
  assert.deepEqual(page.complaints, []);
});

test("Escape puts them back, and so does dropping them where they were", async () => {
  const page = await kurskAt("movement");
  const { hex, units } = stackOf((await settled(page)).view);
  const { view } = await takeHold(page, await hexSpot(page, hex));
  await over(page, goal(view));
  await page.keyboard.press("Escape");
  await page.waitForSelector(".drag-card", { state: "hidden" });
  await page.mouse.up();
  await page.waitForFunction(() => !document.querySelector(".counter.picked"));
  const back = await settled(page);
  assert.deepEqual(
    [back.view.picked, ...units.map((u) => hexOf(back.view, u))],
    [[], ...units.map(() => hex)],
  );
  const at = await hexSpot(page, hex);
  await takeHold(page, at);
  await page.mouse.move(at.x, at.y, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => !document.querySelector(".counter.picked"));
  assert.deepEqual((await settled(page)).view.picked, []);
  assert.deepEqual(page.complaints, []);
});

test("a counter of the fan is dragged by itself, and a drag on the bare map moves the map", async () => {
  const page = await kurskAt("movement");
  const { hex, units } = stackOf((await settled(page)).view);
  const at = await hexSpot(page, hex);
  await page.mouse.move(5, 400);
  await page.mouse.move(at.x, at.y);
  const counter = page.locator(`.fan [data-unit="${units[1]}"]`);
  await counter.waitFor();
  const box = await counter.boundingBox();
  const { view } = await takeHold(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  assert.deepEqual([view.picked, await companyOf(page)], [[units[1]], []]);
  const to = goal(view);
  await over(page, to);
  await page.mouse.up();
  await page.waitForFunction(
    (n) => document.querySelector(".table").dataset.line !== n,
    String((await state(page)).seq - 1),
  );
  await page.waitForFunction((h) => document.querySelector(`.stack[data-hex="${h}"]`), to);
  const moved = await settled(page);
  assert.deepEqual(
    units.map((u) => hexOf(moved.view, u)),
    units.map((u) => (u === units[1] ? to : hex)),
  );
  const free = { x: 760, y: 300 };
  const before = await page.evaluate(() => document.querySelector(".world").style.transform);
  const isBare = await page.evaluate(
    ({ x, y }) => !document.elementFromPoint(x, y).closest(".counter"),
    free,
  );
  if (!isBare) return;
  await page.mouse.move(free.x, free.y);
  await page.mouse.down();
  await page.mouse.move(free.x + 60, free.y + 40, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(
    await page.evaluate(() => document.querySelector(".world").style.transform),
    before,
  );
  assert.deepEqual(page.complaints, []);
});

/** Where hexes are on the screen as the map lies. */
async function seen(page, hexes) {
  await hexSpotGrid(page);
  return page.evaluate((all) => {
    const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
    return all.map((hex) => ({
      hex,
      x: window.grid.hexes[hex].x * m.a + m.e,
      y: window.grid.hexes[hex].y * m.d + m.f,
    }));
  }, hexes);
}

async function hexSpotGrid(page) {
  await page.evaluate(async () => {
    const { game, scenario } = await (
      await fetch(`/api/tables/${location.pathname.split("/")[2]}`)
    ).json();
    window.grid ??= await (await fetch(`/api/games/${game}/grid?scenario=${scenario}`)).json();
  });
}

/** A finger on the screen. */
async function finger(page) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, at) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  return {
    down: (at) => touch("touchStart", at),
    move: async (from, to) => {
      for (let i = 1; i <= 5; i++)
        await touch("touchMove", {
          x: from.x + ((to.x - from.x) * i) / 5,
          y: from.y + ((to.y - from.y) * i) / 5,
        });
    },
    up: () => touch("touchEnd"),
  };
}

test("by touch a long press takes hold, and a short one moves the map", async () => {
  const page = await kurskAt("movement", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { hex, units } = stackOf((await settled(page)).view);
  const at = await hexSpot(page, hex);
  const hand = await finger(page);
  const before = await page.evaluate(() => document.querySelector(".world").style.transform);
  await hand.down(at);
  await hand.move(at, { x: at.x + 30, y: at.y + 30 });
  await hand.up();
  assert.notEqual(
    await page.evaluate(() => document.querySelector(".world").style.transform),
    before,
    "the map was moved",
  );
  assert.deepEqual((await settled(page)).view.picked, []);
  const there = await hexSpot(page, hex);
  await hand.down(there);
  await page.waitForTimeout(700);
  await hand.move(there, { x: there.x + 12, y: there.y - 12 });
  await card(page).waitFor();
  const { view } = await settled(page);
  const taken = new Set(view.units.map((u) => u.hex));
  const free = view.choices
    .filter((c) => c.path?.length && !c.effects?.length && !taken.has(c.choice.slice(4)))
    .map((c) => c.choice.slice(4));
  const spots = await seen(page, free);
  const { hex: near, ...to } = spots.find((s) => s.x > 60 && s.x < 330 && s.y > 160 && s.y < 560);
  await hand.move(there, to);
  await page.waitForFunction(
    (h) => document.querySelector(".drag-card")?.textContent.includes(h),
    near,
  );
  await shot(page, "drag-by-touch");
  await hand.up();
  await page.waitForFunction((h) => document.querySelector(`.stack[data-hex="${h}"]`), near);
  const moved = await settled(page);
  assert.ok(
    units.some((u) => hexOf(moved.view, u) === near),
    "they went without a further question",
  );
  assert.deepEqual(page.complaints, []);
});

test("who comes from off the map is dragged from the list to where he enters", async () => {
  const page = await visitor(browser, undefined, { reducedMotion: "reduce" });
  await openTable(page, place.url, { german: "me", russian: "me" }, "battle-of-moscow");
  const { view } = await settled(page).catch(() => state(page, "russian"));
  assert.ok(view.leads, "set-up sends counters to hexes");
  const row = page.locator("[data-unit-row]").first();
  const unit = await row.getAttribute("data-unit-row");
  const box = await row.boundingBox();
  await takeHold(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const now = await settled(page);
  const { width, height } = page.viewportSize();
  const spots = await seen(page, of(now.view, "hex"));
  const { hex: to } = spots.find(
    (s) => s.x > 340 && s.x < width - 120 && s.y > 120 && s.y < height - 160,
  );
  await over(page, to);
  await page.mouse.up();
  await page.waitForFunction((h) => document.querySelector(`.stack[data-hex="${h}"]`), to);
  const after = await settled(page);
  assert.equal(hexOf(after.view, unit), to);
  assert.deepEqual(page.complaints, []);
});
