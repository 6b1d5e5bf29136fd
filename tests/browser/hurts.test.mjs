// What hurt in playing whole turns: which button comes next, what must still be done, how many may fly, the odds on a phone,
// the readings of a rule in words.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clickHex, eventually, games, homeAndBrowser, openTable, send, shot, state, toCombat, visitor } from "./helpers.mjs";

let place, browser;
before(async () => { [place, browser] = await homeAndBrowser(); });
after(async () => { await browser?.close(); await place?.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" };
const stageOf = (view) => view.prompt?.stages.at(-1);

async function table(seats, game, more = {}) {
  const page = await visitor(browser, more.viewport, { reducedMotion: "reduce", ...more });
  await page.goto(place.url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  await openTable(page, place.url, seats, game);
  return page;
}

/** The state in the eyes of whoever decides, once the page shows it. */
async function settled(page) {
  await eventually(page, async () => {
    document.querySelector(".cover:not([hidden]) .button.primary")?.click();
    const now = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json();
    const mine = now.view.prompt?.mine || now.seats[now.view.prompt?.decider]?.who === "me";
    return mine && Number(document.querySelector(".table").dataset.line) === now.seq;
  }, undefined, 30000);
  const now = await state(page);
  return now.view.prompt.mine ? now : state(page, now.view.prompt.decider);
}

/** Goes on without clicking until something is asked. */
async function until(page, isThere, next = (view) => view.choices.find((c) => c.choice === "verb suggested") ?? view.choices.find((c) => c.primary) ?? view.choices[0]) {
  for (let i = 0; i < 300; i++) {
    const now = await settled(page);
    if (isThere(now.view)) return now;
    await send(page, now, next(now.view).choice);
    await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.line) > seq, now.seq);
  }
  throw new Error("it is never asked");
}

const KURSK = { german: "me", soviet: "bot:recruit" };

test("the bar says how many aircraft may fly", { timeout: 120000 }, async () => {
  const page = await table(KURSK, "kursk-1943");
  const { view } = await until(page, (v) => stageOf(v) === "air");
  assert.match(view.prompt.facts.join(), /^\d+ of \d+ ready air units may fly$/);
  await page.waitForFunction((fact) => document.querySelector(".prompt .facts").textContent.includes(fact), view.prompt.facts[0]);
  await page.context().close();
});

test("with a counter in hand the end of the movement is not the button that comes next", { timeout: 120000 }, async () => {
  const page = await table(KURSK, "kursk-1943");
  const now = await until(page, (v) => stageOf(v) === "movement");
  const end = page.locator('.prompt [data-choice="verb done"]').first();
  assert.match(await end.getAttribute("class"), /primary/);
  const unit = now.view.choices.find((c) => c.choice.startsWith("unit "));
  await send(page, now, unit.choice);
  const held = await until(page, (v) => v.picked.length > 0, () => { throw new Error("nothing is in hand"); });
  assert.ok(held.view.leads && held.view.choices.some((c) => c.choice === "verb done" && c.primary), "it is offered all the same");
  await page.waitForFunction(() => !document.querySelector('.prompt [data-choice="verb done"].primary'));
  await shot(page, "in-hand");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("on a phone the odds are a line in the bar, and a tap opens their sheet", { timeout: 180000 }, async () => {
  const page = await visitor(browser, PHONE.viewport, { ...PHONE, reducedMotion: "reduce" });
  await openTable(page, place.url, { german: "me", russian: "me" }, "battle-of-moscow");
  await attackers(page);
  const { view } = await settled(page);
  const line = page.locator(".prompt .odds-line");
  await line.waitFor();
  assert.ok((await line.textContent()).includes(view.odds.columns[view.odds.to]));
  await shot(page, "odds-phone");
  await line.tap();
  await page.waitForSelector(".sheet:not([hidden]) .column-big");
  await shot(page, "odds-phone-sheet");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Goes on until an attack has attackers; the sheet need not open. */
async function attackers(page) {
  await toCombat(page).catch((error) => { if (!/column-big/.test(error.message)) throw error; });
}

test("the values of an option are words, and the chosen one says what it means", { timeout: 60000 }, async () => {
  const page = await visitor(browser);
  await page.goto(place.url);
  await page.waitForSelector("#open-table");
  for (const { id } of await games(place.url)) {
    await page.click(`[data-game="${id}"]`);
    const labels = await page.$$eval(".option .segments button", (all) => all.map((b) => b.textContent));
    assert.deepEqual(labels.filter((text) => !/^[A-Z][a-z ]*(German|Russian|Soviet|Coalition)?$/.test(text)), [], id);
    const texts = await page.$$eval(".option .option-text .grow", (all) => all.map((n) => n.textContent));
    assert.deepEqual(texts.filter((text) => /; [a-z-]+: /.test(text)), [], id);
  }
  await page.click('[data-game="kursk-1943"]');
  await page.locator(".option .segments button", { hasText: "Off" }).first().click();
  assert.equal(await page.locator(".option .option-text .grow").first().textContent(), "Everything is visible");
  await shot(page, "options");
  await page.context().close();
});

test("as many answers as there are stay within the bar beside an open sheet", { timeout: 60000 }, async () => {
  const page = await table(KURSK, "kursk-1943");
  await page.evaluate(() => document.querySelector('.rail [data-sheet="log"]').click());
  await page.waitForSelector(".sheet:not([hidden])");
  const out = await page.evaluate(() => {
    const answers = ["Retreat 3 hexes", "Lose 1 step, retreat 2 hexes", "Lose 2 steps, retreat 1 hex", "Stand and lose 3 steps"];
    const bar = document.createElement("span");
    bar.className = "amounts";
    for (const text of answers) bar.append(Object.assign(document.createElement("button"), { className: "button", textContent: text }));
    document.querySelector(".prompt-buttons").append(bar);
    const { left, right } = document.querySelector(".prompt").getBoundingClientRect();
    return [...bar.children].filter((b) => b.getBoundingClientRect().right > right || b.getBoundingClientRect().left < left).map((b) => b.textContent);
  });
  assert.deepEqual(out, []);
  await page.context().close();
});

test("a click on a stack takes who can move and leaves the guns on their combat side", { timeout: 120000 }, async () => {
  const page = await table(KURSK, "kursk-1943");
  const { view } = await until(page, (v) => stageOf(v) === "movement");
  const staying = new Set(view.choices.filter((c) => c.effects?.some((e) => e.kind === "stays")).map((c) => c.choice.slice(5)));
  const stacks = new Map();
  for (const u of view.units.filter((x) => x.hex && view.choices.some((c) => c.choice === `unit ${x.unit}`))) stacks.set(u.hex, [...(stacks.get(u.hex) ?? []), u]);
  const isMixed = (units) => staying.has(units.at(-1).unit) && units.some((u) => !staying.has(u.unit));
  const [hex, units] = [...stacks].find(([, all]) => isMixed([...all].sort((a, b) => a.level - b.level)));
  await clickHex(page, hex);
  const held = await until(page, (v) => v.picked.length > 0, () => { throw new Error("nothing is in hand"); });
  assert.ok(!staying.has(held.view.picked[0]) && held.view.choices.some((c) => c.choice.startsWith("hex ")), held.view.prompt.text);
  await page.waitForFunction(() => document.querySelector(".table").dataset.company);
  const company = (await page.getAttribute(".table", "data-company")).split(" ");
  assert.deepEqual(company.filter((u) => staying.has(u)), []);
  assert.equal(company.length, units.filter((u) => !staying.has(u.unit)).length - 1);
  await shot(page, "stack-without-guns");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("after the playback the map is where the question is", { timeout: 240000 }, async () => {
  const page = await visitor(browser, undefined, { reducedMotion: "reduce" });
  await openTable(page, place.url, { german: "bot:captain", soviet: "me" }, "moscow-1941");
  const bar = page.locator(".playback:not([hidden])");
  let asked = null;
  for (let i = 0; i < 200 && !asked; i++) {
    const now = await settled(page);
    const isAsked = now.view.prompt.places?.length && now.view.turn.phases.find((p) => p.state === "now")?.side === "german";
    if (await bar.count()) assert.deepEqual((await page.locator(".sheet:not([hidden]) header").allTextContents()).filter((text) => /No attack chosen/.test(text)), [], "no empty sheet beside the playback");
    if (isAsked && (await bar.count())) { asked = now.view; continue; }
    if (await bar.count()) await bar.locator("[data-primary]").click();
    const { view } = now;
    await send(page, now, (view.choices.find((c) => c.choice === "verb suggested") ?? view.choices.find((c) => c.primary) ?? view.choices[0]).choice);
    await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.line) > seq, now.seq);
  }
  assert.ok(asked, "a question with a place came after a playback");
  const mini = await page.locator(".mini-picture").boundingBox();
  await page.mouse.click(mini.x + 4, mini.y + mini.height - 4);
  await bar.locator("[data-primary]").click();
  await page.waitForTimeout(600);
  const grid = await page.evaluate(async () => {
    const { game, scenario } = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json();
    return (await fetch(`/api/games/${game}/grid?scenario=${scenario}`)).json();
  });
  const at = grid.hexes[asked.prompt.places[0]];
  const top = await page.evaluate(({ x, y }) => {
    const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
    return Boolean(document.elementFromPoint(x * m.a + m.e, y * m.d + m.f)?.closest(".frame"));
  }, at);
  assert.ok(top, `${asked.prompt.places[0]} is not to be seen`);
  await shot(page, "question-after-playback");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("on a phone the counter in hand does not lie under the panel of its stack", { timeout: 120000 }, async () => {
  const page = await table({ german: "me", soviet: "me" }, "last-stand", PHONE);
  const now = await until(page, (v) => stageOf(v) === "movement");
  const units = now.view.units.filter((u) => u.hex && now.view.choices.some((c) => c.choice === `unit ${u.unit}`));
  const grid = await page.evaluate(async () => {
    const { game, scenario } = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json();
    return (await fetch(`/api/games/${game}/grid?scenario=${scenario}`)).json();
  });
  const seen = await page.evaluate(([hexes, all]) => {
    const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
    return hexes.map((hex) => ({ hex, x: all[hex].x * m.a + m.e, y: all[hex].y * m.d + m.f })).filter(({ x, y }) => x > 30 && x < 360 && document.elementFromPoint(x, y)?.closest(".frame")).sort((a, b) => a.y - b.y)[0];
  }, [units.map((u) => u.hex), grid.hexes]);
  await page.touchscreen.tap(seen.x, seen.y);
  await page.waitForSelector(".stack-panel:not([hidden]) .picked");
  await page.waitForTimeout(600);
  const isSeen = await page.evaluate(({ x, y }) => {
    const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
    return Boolean(document.elementFromPoint(x * m.a + m.e, y * m.d + m.f)?.closest(".frame"));
  }, grid.hexes[seen.hex]);
  assert.ok(isSeen, `${seen.hex} is covered`);
  await shot(page, "picked-on-a-phone");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a click on an empty hex with nothing in hand says what the hex is, and refuses nothing", { timeout: 120000 }, async () => {
  const page = await table({ german: "me", russian: "bot:recruit" }, "battle-of-moscow");
  const { view } = await until(page, (v) => v.prompt.stages.at(-1) === "movement");
  const taken = new Set(view.units.map((u) => u.hex));
  const free = await page.evaluate(async (all) => {
    const { game, scenario } = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json();
    const { hexes } = await (await fetch(`/api/games/${game}/grid?scenario=${scenario}`)).json();
    const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
    const seen = Object.keys(hexes).map((hex) => ({ hex, x: hexes[hex].x * m.a + m.e, y: hexes[hex].y * m.d + m.f }));
    return seen.find((h) => !all.includes(h.hex) && h.x > 500 && h.x < 1000 && h.y > 200 && h.y < 600);
  }, [...taken]);
  await page.mouse.click(free.x, free.y);
  await page.waitForSelector(".hover-card:not([hidden])");
  assert.ok((await page.textContent(".hover-card")).includes("No units here"));
  assert.equal(await page.locator(".refusal-card:not([hidden])").count(), 0);
  assert.deepEqual(page.complaints, []);
});

test("hexes that keys choose wear key caps and not what looks like costs", { timeout: 120000 }, async () => {
  const page = await table(KURSK, "last-stand");
  await page.locator("[data-unit-row]").first().click();
  await page.waitForSelector(".key-cap", { state: "attached" });
  const { view } = await state(page);
  const hexes = view.choices.filter((c) => c.choice.startsWith("hex "));
  assert.equal(await page.locator(".key-cap").count(), hexes.length);
  assert.equal(await page.locator(".costs > text.cost").count(), 0);
  assert.deepEqual(page.complaints, []);
});

test("on a phone a question that only buttons answer shows them all, and the way back last", { timeout: 120000 }, async () => {
  const page = await table(KURSK, "moscow-1941", PHONE);
  await until(page, (v) => v.prompt.stages.at(-1) === "air");
  await page.locator("[data-unit-row]").first().tap();
  await page.waitForFunction(() => document.querySelector(".prompt .lead")?.textContent.includes("choose a mission"));
  const shown = await page.locator(".prompt-buttons > [data-choice]").evaluateAll((all) => all.map((b) => b.getAttribute("data-choice")));
  const { view } = await state(page);
  assert.deepEqual([...shown].sort(), view.choices.map((c) => c.choice).sort());
  assert.equal(shown.at(-1), "verb stop");
  assert.deepEqual(page.complaints, []);
});

/** Buttons of the bar and the strip that are cut: by themselves, by what they stand in, or by the screen. */
function cutButtons() {
  const all = [...document.querySelectorAll(".prompt:not([hidden]) button, .strip button")];
  return all.filter((b) => b.offsetParent && b.getClientRects().length).filter((b) => {
    const box = b.getBoundingClientRect();
    const isOff = box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
    return isOff || b.scrollWidth > b.clientWidth + 1 || b.scrollHeight > b.clientHeight + 1;
  }).map((b) => `${b.getAttribute("aria-label") ?? ""} ${b.textContent}`.trim());
}

test("review 25: on a phone no button of the bar or the strip is cut, with a stack in hand too", { timeout: 180000 }, async () => {
  for (const [game, seats] of [["kursk-1943", KURSK], ["moscow-1941", { german: "me", soviet: "bot:recruit" }]]) {
    const page = await table(seats, game, PHONE);
    const now = await until(page, (v) => v.turn.n > 0 && stageOf(v) === "movement");
    assert.deepEqual(await page.evaluate(cutButtons), [], `${game}: ${now.view.prompt.text}`);
    const isFree = (u) => u.hex && now.view.choices.some((c) => c.choice === `unit ${u.unit}` && !c.effects?.length);
    const many = now.view.units.filter(isFree).find((u, _, all) => all.some((x) => x !== u && x.hex === u.hex));
    await send(page, now, `unit ${many.unit}`);
    await page.waitForSelector(".counter.picked");
    assert.ok(await page.locator(".prompt .take").count(), "the stack may go along");
    assert.deepEqual(await page.evaluate(cutButtons), [], `${game}: with ${many.name} in hand`);
    await shot(page, `bar-on-a-phone-${game}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("on a phone the first question of a defence is asked where its hex can be read", { timeout: 180000 }, async () => {
  const page = await table({ german: "bot:captain", soviet: "me" }, "moscow-1941", PHONE);
  const isDefence = (v) => v.turn.n > 0 && ["support", "stand", "loss"].includes(stageOf(v));
  const { view } = await until(page, isDefence);
  const [place] = view.prompt.places;
  await eventually(page, async (hex) => {
    window.grid ??= await (await fetch("/api/games/moscow-1941/grid?scenario=typhoon")).json();
    const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
    const { x, y } = window.grid.hexes[hex];
    const at = { x: x * m.a + m.e, y: y * m.d + m.f };
    const bar = document.querySelector(".prompt").getBoundingClientRect();
    return m.a * window.grid.pitch > 40 && at.x > 20 && at.x < innerWidth - 20 && at.y > 60 && at.y < bar.top;
  }, place);
  await shot(page, "first-question-on-a-phone");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("in a narrow window the strip cuts neither the phase that is played nor the tracks", { timeout: 120000 }, async () => {
  const page = await table({ german: "me", russian: "bot:recruit" }, "battle-of-moscow", { viewport: { width: 900, height: 700 } });
  await until(page, (v) => stageOf(v) === "movement" && v.prompt.decider === "german");
  const cut = await page.evaluate(() => [...document.querySelectorAll(".strip .phases, .strip .tracks, .strip .phase.now")].filter((n) => n.scrollWidth > n.clientWidth + 1).map((n) => n.className));
  assert.deepEqual(cut, []);
  await shot(page, "strip-at-900");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("on a phone the names of a stack are read in full, and no button shows a key", { timeout: 120000 }, async () => {
  const page = await table({ german: "me", soviet: "bot:recruit" }, "last-stand", PHONE);
  const { view } = await until(page, (v) => stageOf(v) === "movement");
  const mine = view.units.filter((u) => u.hex && view.choices.some((c) => c.choice === `unit ${u.unit}`));
  const [{ hex }] = mine.sort((a, b) => b.name.length - a.name.length);
  await clickHex(page, hex);
  await page.waitForSelector(".stack-panel:not([hidden]) .stack-row .strong");
  const cut = await page.$$eval(".stack-row .strong", (all) => all.filter((n) => n.scrollWidth > n.clientWidth + 1 || n.scrollHeight > n.clientHeight + 1).map((n) => n.textContent));
  assert.deepEqual(cut, []);
  const keys = await page.$$eval(".button .key", (all) => all.filter((n) => n.getClientRects().length).length);
  assert.equal(keys, 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("on a phone the head of the report is no column of single words", { timeout: 120000 }, async () => {
  const page = await table({ german: "me", soviet: "bot:recruit" }, "last-stand", PHONE);
  await page.click(".strip-menu");
  await page.click(".menu button:has-text('Resign')");
  await page.click(".sheet button:has-text('Resign')");
  await page.click(".sheet button:has-text('cannot be undone')");
  await page.waitForFunction(() => /resigns/.test(document.querySelector(".prompt:not([hidden]) .lead")?.textContent ?? ""));
  await page.evaluate(() => document.querySelector(".sheet .icon-button[aria-label=Close]")?.click());
  await page.click(".prompt:not([hidden]) [data-primary]");
  const note = await page.waitForSelector(".page-head .quiet");
  assert.ok((await note.boundingBox()).height < 30);
  await page.context().close();
});
