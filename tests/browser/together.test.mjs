// Moving and attacking with several counters at once, and the battles that stay on the map.

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

const of = (view, kind) =>
  view.choices
    .filter((c) => c.choice.startsWith(`${kind} `))
    .map((c) => c.choice.slice(kind.length + 1));
const stageOf = (view) => view.prompt?.stages.at(-1);

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

/** Goes on by the page without clicking until something is asked. */
async function until(
  page,
  isThere,
  next = (view) => view.choices.find((c) => c.primary) ?? view.choices[0],
) {
  for (let i = 0; i < 400; i++) {
    const now = await settled(page);
    if (isThere(now.view)) return now;
    await send(page, now, next(now.view).choice);
  }
  throw new Error("it is never asked");
}

async function table(game, seats, more = {}) {
  const page = await visitor(browser, more.viewport, { reducedMotion: "reduce", ...more });
  await page.goto(place.url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  await openTable(page, place.url, seats, game);
  return page;
}

/** The first movement of Kursk, with a stack of which everybody may move. */
async function kurskMoves(more) {
  const page = await table("kursk-1943", { german: "me", soviet: "bot:recruit" }, more);
  const now = await until(page, (view) => stageOf(view) === "movement");
  const may = new Set(of(now.view, "unit"));
  const stacks = new Map();
  for (const unit of now.view.units.filter((u) => may.has(u.unit) && u.hex))
    stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  const [hex, units] = [...stacks].find(([, all]) => all.length >= 3);
  return { page, hex, units: units.map((u) => u.unit), stacks };
}

/** A free hex that the counter in hand could go to, near it. */
function goal(view, not = []) {
  const taken = new Set(view.units.map((u) => u.hex));
  const way = view.choices.filter(
    (c) =>
      c.path?.length &&
      !c.effects?.length &&
      !taken.has(c.choice.slice(4)) &&
      !not.includes(c.choice.slice(4)),
  );
  return way.sort((a, b) => a.path.length - b.path.length)[0].choice.slice(4);
}

const hexOf = (view, unit) => view.units.find((u) => u.unit === unit)?.hex;

/** Who goes along with the counter in hand. */
const companyOf = async (page) =>
  (await page.getAttribute(".table", "data-company")).split(" ").filter(Boolean);

test("a whole stack goes with two clicks, and one undo brings it back", async () => {
  const { page, hex, units } = await kurskMoves();
  await clickHex(page, hex);
  await page.waitForFunction(() => document.querySelector(".table").dataset.company);
  const company = await companyOf(page);
  assert.equal(company.length, units.length - 1, "everybody else of the stack goes along");
  await shot(page, "whole-stack");
  const { view } = await settled(page);
  const to = goal(view);
  await clickHex(page, to);
  await page.waitForFunction(
    (n) => document.querySelectorAll(`.stack[data-hex="${n}"]`).length === 1,
    to,
  );
  const after = await settled(page);
  const there = units.filter((u) => hexOf(after.view, u) === to);
  const told =
    after.view.units.length && (await page.locator(".refusal-card:not([hidden])").count());
  assert.ok(
    there.length >= 2 && (there.length === units.length || told),
    `${there.length} of ${units.length} came`,
  );
  await page.keyboard.press("u");
  await page.waitForFunction(
    (line) => Number(document.querySelector(".table").dataset.line) > line,
    after.seq,
  );
  const back = await settled(page);
  assert.deepEqual(
    units.map((u) => hexOf(back.view, u)),
    units.map(() => hex),
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a second click on a stack takes its first counter alone, a row any other, and who has moved lets the next stack be taken", async () => {
  const { page, hex, units, stacks } = await kurskMoves();
  await clickHex(page, hex);
  await page.waitForFunction(() => document.querySelector(".table").dataset.company);
  await clickHex(page, hex);
  await page.waitForFunction(() => !document.querySelector(".table").dataset.company);
  const first = (await settled(page)).view.picked[0];
  const other = units.find((u) => u !== first);
  await page.click(`.stack-panel [data-unit-row="${other}"]`);
  await page.waitForFunction(
    (line) => Number(document.querySelector(".table").dataset.line) > line,
    (await settled(page)).seq - 1,
  );
  let now = await until(page, (view) => view.picked[0] === other);
  assert.deepEqual(await companyOf(page), []);
  await clickHex(page, goal(now.view));
  now = await until(page, (view) => hexOf(view, other) !== hex);
  assert.deepEqual(
    units.filter((u) => hexOf(now.view, u) !== hex),
    [other],
    "only that one has gone",
  );
  // Another stack within reach of whoever has moved is taken, not joined.
  const near = of(now.view, "hex").find((n) => n !== hexOf(now.view, other) && stacks.has(n));
  if (near) {
    await clickHex(page, near);
    const after = await until(page, (view) => view.picked[0] !== other);
    assert.equal(hexOf(after.view, after.view.picked[0]), near);
    assert.notEqual(hexOf(after.view, other), near);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("Add stays on, and a stack that is tapped then can be the goal", async () => {
  const { page, hex, units, stacks } = await kurskMoves();
  await clickHex(page, hex);
  await page.waitForFunction(() => document.querySelector(".table").dataset.company);
  const now = await settled(page);
  const near = of(now.view, "hex").find(
    (n) =>
      stacks.has(n) &&
      n !== hex &&
      !now.view.choices.find((c) => c.choice === `hex ${n}`).effects?.length,
  );
  assert.ok(near, "a stack in reach");
  await page.click("[data-add]");
  await clickHex(page, near);
  await page.waitForSelector(".stack-panel [data-send]");
  assert.ok((await companyOf(page)).some((u) => stacks.get(near).some((x) => x.unit === u)));
  await page.click(".stack-panel [data-send]");
  const after = await until(page, (view) => hexOf(view, now.view.picked[0]) === near);
  assert.ok(units.some((u) => hexOf(after.view, u) === near));
  assert.equal(
    await page.locator('[data-add][aria-pressed="true"]').count(),
    after.view.leads ? 1 : 0,
    "it stays on",
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("stacks are added by tapping on a phone, and go together", async () => {
  const more = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: "dark",
  };
  const { page, hex, stacks } = await kurskMoves(more);
  const tap = async (n) => {
    const { x, y } = await hexSpot(page, n);
    await page.touchscreen.tap(x, y);
  };
  await tap(hex);
  await page.waitForSelector("[data-add]");
  const where = await page.evaluate(() => window.grid.hexes);
  const far = (n) => Math.hypot(where[n].x - where[hex].x, where[n].y - where[hex].y);
  const [other] = [...stacks.keys()].filter((n) => n !== hex).sort((a, b) => far(a) - far(b));
  await page.click("[data-add]");
  await tap(other);
  const isThere = (u, n) => stacks.get(n).some((x) => x.unit === u);
  await page.waitForFunction(
    (all) => all.every((u) => document.querySelector(".table").dataset.company.includes(u)),
    stacks.get(other).map((u) => u.unit),
  );
  const company = await companyOf(page);
  assert.equal(company.length, stacks.get(hex).length + stacks.get(other).length - 1);
  assert.ok(
    company.every((u) => isThere(u, hex) || isThere(u, other)),
    company.join(),
  );
  await shot(page, "add-on-a-phone");
  const { view, seq } = await settled(page);
  const to = goal(view);
  await tap(to);
  await page.locator(".prompt [data-primary]", { hasText: "Move here" }).click();
  await page.waitForFunction(
    (line) => Number(document.querySelector(".table").dataset.line) > line,
    seq,
  );
  const after = (await settled(page)).view;
  assert.equal(hexOf(after, view.picked[0]), to);
  const isTold = await page.locator(".refusal-card:not([hidden])").count();
  assert.ok(isTold || company.every((u) => hexOf(after, u) === to), "whoever stays is told of");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a box takes everybody in it", async () => {
  const { page, hex, units } = await kurskMoves();
  const { x, y } = await hexSpot(page, hex);
  await page.keyboard.down("Shift");
  await page.mouse.move(x - 30, y - 30);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.move(x + 30, y + 30, { steps: 3 });
  assert.equal(await page.locator(".select-box").count(), 1);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.waitForFunction(() => document.querySelector(".table").dataset.company);
  const { view } = await settled(page);
  const all = [view.picked[0], ...(await page.getAttribute(".table", "data-company")).split(" ")];
  assert.deepEqual(new Set(all), new Set(units));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** A target that several counters could attack. */
async function crowded(page) {
  for (const hex of of((await settled(page)).view, "hex")) {
    await send(page, await settled(page), `hex ${hex}`);
    const now = await settled(page);
    await send(page, now, "verb stop");
    if (now.view.bundles.length > 2) return hex;
  }
  throw new Error("nobody stands beside another");
}

test("the target is marked before anybody attacks it, and everything adjacent attacks by one button", async () => {
  const { page } = await kurskMoves();
  await until(
    page,
    (view) => stageOf(view) === "combat",
    (view) => view.choices.find((c) => c.choice === "verb done") ?? view.choices[0],
  );
  const target = await crowded(page);
  await clickHex(page, target);
  await page.waitForSelector(".targets .bracket", { state: "attached" });
  const choosing = await settled(page);
  assert.equal(choosing.view.odds, null, "nobody attacks yet");
  assert.deepEqual(choosing.view.battles[0].targets, [target]);
  const [main] = choosing.view.bundles;
  assert.ok(main.main && main.groups[0].at(-1) === "verb declare");
  assert.ok((await page.textContent(".prompt .button.primary")).startsWith(main.text));
  assert.ok(await page.locator(".targets .chevron").count(), "arrows show who would attack");
  const all = choosing.view.bundles.find((b) => !b.groups[0].includes("verb declare"));
  await page.click(`[data-bundle="${all.text}"]`);
  await page.waitForFunction(
    (seq) => Number(document.querySelector(".table").dataset.line) > seq,
    choosing.seq,
  );
  const built = await settled(page);
  assert.equal(built.view.picked.length, all.groups.length);
  await shot(page, "everything-adjacent");
  await page.keyboard.press("u");
  await page.waitForFunction(
    (seq) => Number(document.querySelector(".table").dataset.line) > seq,
    built.seq,
  );
  assert.equal((await settled(page)).view.picked.length, 0, "one undo takes all of them back");
  await page.waitForTimeout(280); // a new decision ignores its main button for a moment
  const before = (await settled(page)).seq;
  await page.click(".prompt .button.primary[data-bundle]");
  await page.waitForFunction(
    (seq) => Number(document.querySelector(".table").dataset.line) > seq,
    before,
  );
  const declared = await settled(page);
  assert.ok(["roll", "support"].includes(stageOf(declared.view)), stageOf(declared.view));
  assert.deepEqual(
    new Set(declared.view.odds.attackers.filter((u) => main.groups[0].includes(`unit ${u}`))).size,
    main.groups[0].filter((c) => c.startsWith("unit ")).length,
  );
  await shot(page, "attack-with-all");
  await noSupport(page);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** Declares an attack for which support can be had; one press says no. */
async function noSupport(page) {
  const next = (view) =>
    view.choices.find((c) => c.choice === "verb declare") ??
    view.choices.find((c) => c.choice.startsWith(stageOf(view) === "attack" ? "unit" : "hex")) ??
    view.choices.find((c) => c.choice === "verb stop") ??
    view.choices.find((c) => c.primary) ??
    view.choices[0];
  const asked = await until(page, (view) => stageOf(view) === "support", next);
  await page.waitForTimeout(280); // a new decision ignores its main button for a moment
  await page.click('.prompt [data-primary][data-choice="verb done"]');
  await page.waitForFunction(
    (seq) => Number(document.querySelector(".table").dataset.line) > seq,
    asked.seq,
  );
}

test("declared battles keep their arrows and odds until they are resolved", async () => {
  const page = await table("battle-of-moscow", { german: "me", russian: "bot:recruit" });
  await toCombat(page);
  const next = (view) => {
    const unit = view.choices.find((c) => c.choice.startsWith("unit "));
    if (stageOf(view) !== "declaration") return unit ?? view.choices.find((c) => c.primary);
    return (
      view.choices.find((c) => c.choice.startsWith("hex ")) ?? view.choices.find((c) => c.primary)
    );
  };
  const { view } = await until(page, (v) => stageOf(v) === "combat" || stageOf(v) === "roll", next);
  assert.ok(view.battles.length > 1, "several battles wait");
  const drawn = () => page.locator(".targets .column-label").count();
  assert.equal(await drawn(), view.battles.length);
  assert.ok(
    (await page.locator(".targets .chevron, .targets .arc").count()) >= view.battles.length,
  );
  await shot(page, "declared-battles");
  const fought = await until(
    page,
    (v) => v.battles.length < view.battles.length,
    (v) => v.choices.find((c) => c.primary) ?? v.choices[0],
  );
  assert.equal(await drawn(), fought.view.battles.length);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
