// In the pseudo-language every word that is in no catalogue is seen, and so is every button that is too narrow for a
// sentence two fifths longer: on the start page, the pages of links, and every screen of every game's table.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deciders, games, hexSpot, homeAndBrowser, ready, send, state, toCombat, visitor } from "./helpers.mjs";
import { PSEUDO, faults, namesOf, wordsOf } from "./pseudo.mjs";

let place;
let browser;
before(async () => { [place, browser] = await homeAndBrowser(); });
after(async () => { await browser?.close(); await place?.stop(); });

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A reader of the pseudo-language: the client's words by the address, the server's by the browser. */
async function reader(size = WIDE) {
  const page = await visitor(browser, size, { locale: PSEUDO, reducedMotion: "reduce" });
  await page.goto(`${place.url}/?lang=${PSEUDO}`);
  await page.waitForSelector("#open-table");
  return page;
}

/** What is the same in every language: the name of the program, and what the games say of themselves. */
async function names() {
  const shelf = await (await fetch(`${place.url}/api/shelf`)).text();
  return new Set([...wordsOf(shelf), "rokada"]);
}

/** The numbers of a game's rules, such as COM-2. */
async function ruleNumbers(game) {
  const digest = await (await fetch(`${place.url}/api/games/${game}/rules`)).json();
  const rules = [...digest.sections.flatMap((s) => s.rules), ...digest.rulings];
  return rules.flatMap((r) => wordsOf(r.number));
}

test("the start page and its settings are in the catalogue, and nothing is clipped", { timeout: 60000 }, async () => {
  const known = await names();
  for (const size of [WIDE, PHONE]) {
    const page = await reader(size);
    await page.click(".page-head [aria-expanded]");
    assert.deepEqual(await faults(page, `start-${size.width}`, known), []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("so are the key links", async () => {
  const page = await reader();
  await page.goto(`${place.url}/key`);
  await page.waitForSelector(".keys-dialog .button");
  assert.deepEqual(await faults(page, "key", await names()), []);
});

/** Makes the choices of a set-up until counters may be taken up and moved. */
async function toMovement(page) {
  for (let i = 0; i < 60; i++) {
    const now = await deciders(page);
    const { choices, turn } = now.view;
    const phase = turn.phases.find((p) => p.state === "now")?.label ?? "";
    if (/move/i.test(phase) && choices.some((c) => c.choice.startsWith("unit "))) return;
    await send(page, now, (choices.find((c) => c.primary) ?? choices[0]).choice);
  }
  throw new Error("no movement after 60 choices");
}

/** A table with both seats at this screen. */
async function begin(page, game) {
  const body = JSON.stringify({
    game: game.id, scenario: (game.scenarios.find((s) => s.turns > 1) ?? game.scenarios[0]).id, options: {},
    seats: Object.fromEntries(game.sides.map((s) => [s.id, "me"])),
  });
  const table = await page.evaluate(async (order) => {
    const headers = { "content-type": "application/json" };
    return (await (await fetch("/api/tables", { method: "POST", headers, body: order })).json()).table;
  }, body);
  await page.goto(`${place.url}/t/${table}`);
  await page.waitForSelector("[data-greeted]", { state: "attached" });
}

/** Opens the table anew in a window of some size. */
async function reopened(page, size) {
  await page.setViewportSize(size);
  await page.reload();
  await ready(page);
  const go = page.locator(".cover:not([hidden]) .button.primary");
  if (await go.count()) await go.click();
}

const press = (selector) => async (page) => { if (await page.locator(selector).count()) await page.click(selector); };
const sheet = (id) => async (page) => {
  await page.evaluate((name) => document.querySelector(`.rail [data-sheet="${name}"][aria-pressed=false]`)?.click(), id);
  await page.waitForSelector(".sheet:not([hidden])");
};
const key = (name) => async (page) => {
  await page.evaluate(() => document.querySelector(".frame").focus());
  await page.keyboard.press(name);
};

/** A click on the nearest counters that are not offered, which says why. */
async function refused(page) {
  const { view } = await deciders(page);
  const at = (hex) => [Number(hex.slice(0, 2)), Number(hex.slice(2))];
  const offered = view.choices.filter((c) => c.choice.startsWith("hex ")).map((c) => c.choice.slice(4));
  const from = at(view.units.find((u) => view.picked.includes(u.unit))?.hex ?? offered[0]);
  const far = (hex) => Math.hypot(at(hex)[0] - from[0], at(hex)[1] - from[1]);
  const others = view.units.filter((u) => u.hex && !offered.includes(u.hex) && u.side !== view.prompt.decider);
  const [{ hex }] = others.sort((a, b) => far(a.hex) - far(b.hex));
  const spot = await hexSpot(page, hex);
  await page.mouse.click(spot.x, spot.y);
  await page.waitForSelector(".refusal-card:not([hidden])");
}

/** The screens of a table in movement: how each is opened; Escape shuts it. */
const SCREENS = {
  table: async () => {},
  menu: press(".strip-menu"),
  undo: press(".undo-more"),
  log: sheet("log"),
  rules: sheet("rules"),
  overlays: sheet("overlays"),
  forces: sheet("forces"),
  list: sheet("list"),
  settings: sheet("settings"),
  keys: key("?"),
  briefing: key("w"),
  card: key("i"),
};

/** @returns {Promise<string[]>} what is wrong with the screens */
async function walk(page, game, size, known, screens = SCREENS) {
  const found = [];
  for (const [name, open] of Object.entries(screens)) {
    await open(page);
    await page.waitForTimeout(60);
    found.push(...(await faults(page, `${game.id}-${name}-${size.width}`, known)));
    for (let i = 0; i < 2; i++) await page.keyboard.press("Escape");
    await page.evaluate(() => document.querySelector(".sheet:not([hidden]) header .icon-button")?.click());
  }
  return found;
}

/** The end of a game: the report, its replay, and a table that goes on from there. */
async function theEnd(page, game, known) {
  const found = [];
  const look = async (name) => found.push(...(await faults(page, `${game.id}-${name}`, known)));
  await sheet("settings")(page);
  for (let i = 0; i < 2; i++) await page.click(".setting-buttons .danger");
  await page.waitForSelector(".prompt .button.primary[data-primary]");
  await page.waitForTimeout(300);
  await look("over");
  await page.click(".prompt .button.primary[data-primary]");
  await page.waitForSelector(".report [data-proof]");
  await page.waitForSelector(".report .chart");
  await look("report");
  await page.click(".report .page-head .button:nth-of-type(2)");
  await page.waitForSelector(".replay:not([hidden])");
  await page.waitForTimeout(500);
  await look("replay");
  await page.click('[data-replay="branch"]');
  await page.waitForSelector(".dialog.branch");
  await look("branch");
  return found;
}

async function walkGame(game) {
  const known = new Set([...(await names()), ...namesOf(game.id), ...(await ruleNumbers(game.id))]);
  const page = await reader();
  await begin(page, game);
  const found = await faults(page, `${game.id}-greeted`, known);
  for (const size of [PHONE, WIDE]) {
    await reopened(page, size);
    found.push(...(await walk(page, game, size, known, { begun: async () => {} })));
  }
  await toMovement(page);
  for (const size of [PHONE, WIDE]) {
    await reopened(page, size);
    found.push(...(await walk(page, game, size, known)));
  }
  const now = await deciders(page);
  // Escape would put it back.
  await send(page, now, now.view.choices.find((c) => c.choice.startsWith("unit ")).choice);
  for (const size of [PHONE, WIDE]) {
    await reopened(page, size);
    found.push(...(await faults(page, `${game.id}-in-hand-${size.width}`, known)));
    await refused(page);
    found.push(...(await faults(page, `${game.id}-refused-${size.width}`, known)));
  }
  await toCombat(page);
  const attack = { odds: sheet("odds"), "odds-list": sheet("list") };
  found.push(...(await walk(page, game, WIDE, known, attack)));
  found.push(...(await theEnd(page, game, known)));
  assert.deepEqual(found, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

for (const id of ["battle-of-moscow", "last-stand", "moscow-1941", "kursk-1943", "borodino-2025"]) {
  test(`every screen of ${id} is in the catalogue, and nothing is clipped`, { timeout: 240000 }, async () => {
    await walkGame((await games(place.url)).find((g) => g.id === id));
  });
}

test("no game is left out", async () => {
  assert.equal((await games(place.url)).length, 5);
});

test("two people read one table in two languages", { timeout: 60000 }, async () => {
  const one = await visitor(browser);
  const other = await reader();
  await one.goto(place.url);
  await one.waitForSelector("#open-table");
  await one.click("[data-seat$=':link']");
  await one.click("#open-table");
  await one.waitForSelector(".prompt .lead");
  const links = await one.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.includes("invites")).map(([, value]) => Object.values(JSON.parse(value))[0]));
  await other.goto(new URL(links[0], place.url).href);
  for (const page of [one, other]) await ready(page);
  const said = (page) => page.evaluate(() => ({
    standing: document.querySelector(".strip .standing-text").textContent,
    turn: document.querySelector(".strip-turn b").textContent,
    prompt: document.querySelector(".prompt .lead").textContent,
    rail: document.querySelector('.rail [data-sheet="rules"]').title,
  }));
  for (const [name, text] of Object.entries(await said(other))) assert.match(text, /⟦/, name);
  for (const [name, text] of Object.entries(await said(one))) assert.doesNotMatch(text, /⟦/, name);
  // What one of them does is told to each in his own language.
  const now = await state(one);
  const decider = now.view.prompt.mine ? one : other;
  const eyes = decider === one ? now : await state(other);
  await send(decider, eyes, (eyes.view.choices.find((c) => c.primary) ?? eyes.view.choices[0]).choice);
  for (const page of [one, other]) {
    await sheet("log")(page);
    await page.waitForSelector(".log-row");
  }
  const logged = (page) => page.textContent(".log-row .grow");
  assert.match(await logged(other), /⟦/);
  assert.doesNotMatch(await logged(one), /⟦/);
  for (const page of [one, other]) assert.deepEqual(page.complaints, []);
});
