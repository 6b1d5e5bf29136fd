// What the first review of the table found and what no other test holds: odds of one battle only, arrivals in view, round
// and square ticks, nothing stale, no counts of hexes before a step ends, cards clear of the bar.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clickHex, eventually, games, hexSpot, homeAndBrowser, openTable, send, shot, state, toCombat, visitor } from "./helpers.mjs";

let place, browser;
before(async () => { [place, browser] = await homeAndBrowser(); });
after(async () => { await browser?.close(); await place?.stop(); });

const BOTH = { german: "me", russian: "me" };
const stageOf = (view) => view.prompt?.stages.at(-1);

/** The state in the eyes of whoever decides, once the page shows it. */
async function settled(page) {
  for (let i = 0; i < 400; i++) {
    const now = await state(page);
    const line = Number(await page.getAttribute(".table", "data-line"));
    const cover = page.locator(".cover:not([hidden]) .button.primary");
    if (await cover.count()) await cover.click();
    if (now.view.prompt?.mine && line === now.seq) return now;
    if (now.view.prompt && !now.view.prompt.mine && now.seats[now.view.prompt.decider]?.who === "me") return state(page, now.view.prompt.decider);
    await page.waitForTimeout(50);
  }
  throw new Error("the page never shows my decision");
}

/** Goes on without clicking until something is asked. */
async function until(page, isThere, next = (view) => view.choices.find((c) => c.primary) ?? view.choices[0]) {
  for (let i = 0; i < 600; i++) {
    const now = await settled(page);
    if (isThere(now.view)) return now;
    await send(page, now, next(now.view, i).choice);
    await shows(page, now.seq + 1);
  }
  throw new Error("it is never asked");
}

/** Waits until the page shows a line of the journal, or a later one. */
const shows = (page, line) => page.waitForFunction((n) => Number(document.querySelector(".table").dataset.line) >= n, line);

async function table(seats, game, more = {}) {
  const page = await visitor(browser, more.viewport, { reducedMotion: "reduce", ...more });
  await page.goto(place.url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  await openTable(page, place.url, seats, game);
  return page;
}

test("review 4: the odds panel is about one battle, the one that is asked about", { timeout: 120000 }, async () => {
  const page = await table(BOTH, "battle-of-moscow");
  await toCombat(page);
  const declare = (view) => view.choices.find((c) => c.choice.startsWith("unit ")) ?? view.choices.find((c) => c.primary) ?? view.choices.find((c) => c.choice.startsWith("hex "));
  const all = (view) => (stageOf(view) === "declaration" ? view.choices.find((c) => c.choice.startsWith("hex ")) ?? view.choices.find((c) => c.primary) : declare(view));
  const ready = await until(page, (view) => ["combat", "roll"].includes(stageOf(view)), all);
  assert.ok(ready.view.battles.length > 1, "two battles wait");
  const n = ready.view.battles.length;
  const fought = await until(page, (view) => stageOf(view) === "roll" && view.battles.length < n);
  const { targets } = fought.view.odds;
  await page.waitForFunction((hex) => document.querySelector(".sheet:not([hidden])")?.textContent.includes(hex), targets[0]);
  const head = await page.textContent(".sheet:not([hidden]) h2, .sheet:not([hidden]) .sheet-head");
  assert.ok(!/resolved/i.test(head), head);
  assert.equal(await page.locator(".sheet:not([hidden]) .result.rolled").count(), 0, "no result of another battle is framed");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Looks at the map from near, at a place from where none of these hexes is seen. */
async function lookAway(page, hexes) {
  for (let i = 0; i < 6; i++) await page.click('[aria-label="Zoom in"]');
  for (const [dx, dy] of [[300, 0], [-300, 0], [0, 250], [0, -250]]) {
    for (let i = 0; i < 14; i++) {
      if (!(await page.evaluate(isInView, hexes))) return;
      await page.mouse.move(700, 350);
      await page.mouse.down();
      await page.mouse.move(700 + dx, 350 + dy, { steps: 3 });
      await page.mouse.up();
    }
  }
  throw new Error("the map cannot look away");
}

/** Whether any of some hexes is on the screen. Runs in the page. */
async function isInView(names) {
  window.grid ??= await (async () => { const { game, scenario } = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json(); return (await fetch(`/api/games/${game}/grid?scenario=${scenario}`)).json(); })();
  const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
  return names.some((n) => { const h = window.grid.hexes[n]; const [x, y] = [h.x * m.a + m.e, h.y * m.d + m.f]; return x > 0 && y > 44 && x < innerWidth && y < innerHeight; });
}

test("review 15: the hexes where an arriving unit may come are in view when it is chosen", { timeout: 180000 }, async () => {
  const page = await table(BOTH, "battle-of-moscow");
  const next = (view) => view.choices.find((c) => c.primary) ?? view.choices.find((c) => c.choice.startsWith("unit ")) ?? view.choices[0];
  const isArrival = (view) => view.choices.some((c) => c.choice.startsWith("unit ") && !view.units.find((u) => `unit ${u.unit}` === c.choice)?.hex);
  const now = await until(page, (view) => view.turn.n > 1 && isArrival(view), next);
  const offer = now.view.choices.find((c) => c.choice.startsWith("unit ") && !now.view.units.find((u) => `unit ${u.unit}` === c.choice)?.hex);
  const hexesOf = (view) => view.choices.filter((c) => c.choice.startsWith("hex ")).map((c) => c.choice.slice(4));
  await send(page, now, offer.choice);
  await shows(page, now.seq + 1);
  const chosen = await settled(page);
  const goals = hexesOf(chosen.view);
  await page.keyboard.press("u");
  await page.waitForSelector(`.stack-panel [data-unit-row="${offer.choice.slice(5)}"]:not(.picked)`);
  await lookAway(page, goals);
  const { seq } = await settled(page);
  await page.locator(`.stack-panel [data-unit-row="${offer.choice.slice(5)}"]`).click();
  await shows(page, seq + 1);
  const hexes = hexesOf((await settled(page)).view);
  assert.deepEqual(hexes, goals);
  await eventually(page, isInView, hexes);
  assert.ok(await page.getAttribute(".reach .reach-line", "d"), "they are marked");
  await shot(page, "arrival-in-view");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("review 16, 18: ticks say whether one or many may be chosen; cards and panels do not outlive their step", { timeout: 120000 }, async () => {
  const page = await table({ german: "me", russian: "bot:recruit" }, "battle-of-moscow");
  const now = await until(page, (view) => stageOf(view) === "movement" && view.prompt.decider === "german", (view) => view.choices.find((c) => c.primary) ?? view.choices[0]);
  const may = new Set(now.view.choices.map((c) => c.choice));
  const stacks = new Map();
  for (const u of now.view.units.filter((x) => x.hex && may.has(`unit ${x.unit}`))) stacks.set(u.hex, [...(stacks.get(u.hex) ?? []), u]);
  const [hex] = [...stacks].find(([, units]) => units.length > 1);
  await clickHex(page, hex);
  await page.waitForSelector(".stack-panel .stack-row.picked");
  assert.equal(await page.locator(".stack-panel .tick:not(.one)").count(), 0, "one at a time: round");
  assert.ok(await page.locator(".stack-panel .along").count(), "who goes along has a tick of his own");
  const { view } = await settled(page);
  const goal = view.choices.find((c) => c.path?.length && !view.units.some((u) => `hex ${u.hex}` === c.choice)).choice.slice(4);
  const { x, y } = await hexSpot(page, goal);
  await page.mouse.move(x, y);
  await page.waitForSelector(".hover-card:not([hidden])");
  assert.match(await page.textContent(".hover-card"), /Cost/);
  await page.mouse.click(x, y);
  await page.waitForSelector(".hover-card", { state: "hidden" });
  const moved = await until(page, (v) => v.units.some((u) => u.hex === goal));
  await clickHex(page, goal);
  await page.mouse.move(700, 60);
  // The next step begins without the panel of the last one, and without a button that is not meant.
  assert.equal(await page.locator(".stack-panel:not([hidden])").count(), 1);
  const later = await until(page, (v) => stageOf(v) !== "movement" && stageOf(v) !== "moving");
  const heads = await page.locator(".stack-panel:not([hidden]) header b").allTextContents();
  assert.ok(!heads.includes(goal) && !heads.includes(hex), heads.join());
  assert.equal(await page.locator(".hover-card:not([hidden])").count(), 0);
  if (!later.view.picked.length) assert.equal(await page.locator(".prompt .not-yet").count(), 0);
  assert.ok(moved);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Lets a card of a hex or a counter come up under the pointer, which then rests. */
async function rest(page, hex) {
  const { x, y } = await hexSpot(page, hex);
  await page.mouse.move(x + 2, y + 2);
  await page.mouse.move(x, y);
  await page.waitForSelector(".hover-card:not([hidden])");
}

test("review 18: a card under a resting pointer goes with the move and with the step that it speaks of", { timeout: 120000 }, async () => {
  const page = await table(BOTH, "battle-of-moscow");
  const moving = await until(page, (view) => stageOf(view) === "movement");
  const units = moving.view.units.filter((u) => u.hex && moving.view.choices.some((c) => c.choice === `unit ${u.unit}`));
  await clickHex(page, units[0].hex);
  await shows(page, moving.seq + 1);
  const inHand = await settled(page);
  const goals = inHand.view.choices.filter((c) => c.path?.length && !inHand.view.units.some((u) => `hex ${u.hex}` === c.choice));
  await rest(page, goals[0].choice.slice(4));
  assert.match(await page.textContent(".hover-card"), /Cost/);
  await send(page, inHand, goals.at(-1).choice);
  await shows(page, inHand.seq + 1);
  await page.waitForSelector(".hover-card", { state: "hidden" });
  // The next card is there when the step ends by the keyboard.
  const alone = moving.view.units.find((u) => u.hex && u.side === "russian" && moving.view.units.filter((x) => x.hex === u.hex).length === 1);
  await rest(page, alone.hex);
  const before = await settled(page);
  const done = before.view.choices.find((c) => c.primary);
  await send(page, before, done.choice);
  await until(page, (view) => !["movement", "moving"].includes(stageOf(view)));
  await page.waitForSelector(".hover-card", { state: "hidden" });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** What is left over from a decision that is over: a sheet about no attack, a grey button of another question. */
async function leftOver(page, { view }) {
  const sheet = await page.locator(".sheet:not([hidden]) header").allTextContents();
  const grey = await page.locator(".prompt:not([hidden]) .not-yet").allTextContents();
  const isMeant = view.picked.length > 0 && (view.leads || view.prompt.stages.includes("attack"));
  return [...sheet.filter((text) => /No attack chosen/.test(text)), ...(isMeant ? [] : grey)].map((text) => `${text} (${view.prompt.text})`);
}

test("review 18: no question of a battle keeps the sheet or the button of another", { timeout: 240000 }, async () => {
  const page = await table(BOTH, "battle-of-moscow");
  await toCombat(page);
  const found = [];
  const after = new Set();
  const next = (view) => view.choices.find((c) => c.primary) ?? view.choices.find((c) => c.choice.startsWith("unit ")) ?? view.choices[0];
  const declare = (view) => (stageOf(view) === "declaration" ? view.choices.find((c) => c.choice.startsWith("hex ")) ?? next(view) : view.choices.find((c) => c.choice.startsWith("unit ")) ?? next(view));
  // What the dice bring differs: turns are played until somebody had to answer for their result.
  for (let i = 0; i < 240 && after.size < 2; i++) {
    const now = await settled(page);
    const stage = stageOf(now.view);
    const isAttack = ["declaration", "attack"].includes(stage);
    const isResult = /combat/i.test(now.view.turn.phases.find((p) => p.state === "now")?.label ?? "") && !isAttack && !["roll", "combat"].includes(stage);
    if (isResult) after.add(stage);
    found.push(...await leftOver(page, now));
    await send(page, now, (isAttack ? declare : next)(now.view).choice);
    await shows(page, now.seq + 1);
  }
  assert.ok(after.size, "somebody had to answer for the dice");
  found.push(...await leftOver(page, await settled(page)));
  assert.deepEqual(found, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("review 18: in defence no sheet speaks of an attack that nobody makes", { timeout: 240000 }, async () => {
  const page = await table({ german: "bot:captain", soviet: "me" }, "moscow-1941");
  const found = [];
  let asked = 0;
  for (let i = 0; i < 40 && asked < 12; i++) {
    const now = await settled(page);
    const phase = now.view.turn.phases.find((p) => p.state === "now");
    if (now.view.turn.n > 0 && phase?.side === "german") asked += 1;
    found.push(...await leftOver(page, now));
    await send(page, now, (now.view.choices.find((c) => c.primary) ?? now.view.choices[0]).choice);
    await shows(page, now.seq + 1);
  }
  assert.ok(asked > 3, `asked ${asked} times in defence`);
  assert.deepEqual(found, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("review 18: a seat is no longer called open when the friend has come", { timeout: 120000 }, async () => {
  const page = await table({ german: "link", russian: "me" }, "battle-of-moscow");
  await page.locator(".strip .player").nth(0).click();
  await page.waitForFunction(() => /seat is open/.test(document.querySelector(".prompt").textContent));
  const link = await page.evaluate(() => JSON.parse(sessionStorage.getItem(`rokada.invites.${location.pathname.split("/")[2]}`)).german);
  const friend = await visitor(browser);
  await friend.goto(new URL(link, place.url).href);
  await page.waitForFunction(() => !/open seat/.test(document.querySelector(".strip").textContent));
  assert.doesNotMatch(await page.textContent(".prompt"), /seat is open/);
  assert.deepEqual([...page.complaints, ...friend.complaints], []);
  await page.context().close();
  await friend.context().close();
});

test("review 20: no step ends with a count of the hexes that were offered", { timeout: 300000 }, async () => {
  const game = (await games(place.url)).find((g) => g.id === "borodino-2025");
  const page = await visitor(browser, undefined, { reducedMotion: "reduce" });
  await page.goto(place.url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  const id = await page.evaluate(async (g) => {
    const seats = Object.fromEntries(g.sides.map((s, i) => [s.id, i ? "bot:recruit" : "me"]));
    const body = JSON.stringify({ game: g.id, scenario: "a107", options: {}, seats });
    return (await (await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body })).json()).table;
  }, game);
  await page.goto(`${place.url}/t/${id}`);
  await page.waitForSelector("[data-greeted]", { state: "attached" });
  const begin = page.locator(".dialog.briefing [data-primary]");
  if (await begin.count()) await begin.click();
  const now = await until(page, (view) => stageOf(view) === "nuclear", (view) => view.choices.find((c) => c.choice === "verb suggested") ?? view.choices.find((c) => c.primary) ?? view.choices[0]);
  assert.ok(now.view.choices.filter((c) => c.choice.startsWith("hex ")).length > 100, "many hexes are offered");
  assert.deepEqual((now.view.reminders ?? []).filter((r) => /hexes/.test(r.text)), []);
  await page.waitForTimeout(300);
  await page.click('.prompt [data-primary][data-choice="verb done"]');
  await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.line) > seq, now.seq);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("review 22: a refusal never covers the bar, however low its hex is", { timeout: 120000 }, async () => {
  const page = await table(BOTH, "battle-of-moscow");
  const now = await until(page, (view) => stageOf(view) === "movement");
  await send(page, now, now.view.choices.find((c) => c.choice.startsWith("unit ")).choice);
  await page.waitForSelector(".counter.picked");
  const bar = await page.locator(".prompt").first().boundingBox();
  let seen = 0;
  const low = bar.y + bar.height - 16;
  for (const [x, y] of [[420, bar.y - 12], [1000, bar.y - 12], [bar.x - 30, low], [bar.x - 60, low - 40], [bar.x + bar.width + 30, low]]) {
    await page.mouse.click(x, y);
    await page.waitForTimeout(100);
    if (!(await page.locator(".refusal-card:not([hidden])").count())) continue;
    const [card, now] = [await page.locator(".refusal-card").boundingBox(), await page.locator(".prompt").first().boundingBox()];
    const isClear = card.y + card.height <= now.y + 1 || card.x + card.width <= now.x || card.x >= now.x + now.width;
    assert.ok(isClear, `${JSON.stringify(card)} on ${JSON.stringify(now)}`);
    seen += 1;
    await shot(page, `refusal-${Math.round(x)}`);
    await page.keyboard.press("Escape");
  }
  assert.ok(seen, "something is refused there");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
