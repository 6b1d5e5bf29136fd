// A combat is seen on the map, the printed map is sharp where it rests, and counters are signs from afar.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { homeAndBrowser, openTable, send, shot, state, toCombat, visitor } from "./helpers.mjs";

let place, browser;
before(async () => { [place, browser] = await homeAndBrowser(); });
after(async () => { await browser?.close(); await place?.stop(); });

const SEATS = { german: "me", russian: "me" };

/** Keeps what is ever drawn of fights, however short it is seen. */
async function watch(page) {
  await page.evaluate(() => {
    window.fights = [];
    const note = () => {
      const battle = document.querySelector(".battle");
      if (!battle?.childElementCount) return;
      const dice = battle.querySelectorAll(".map-die").length;
      const code = battle.querySelector(".map-result text")?.textContent ?? "";
      const fallen = [...battle.querySelectorAll("[data-fallen]")].map((n) => n.getAttribute("data-fallen"));
      window.fights.push({ dice, code, fallen });
    };
    new MutationObserver(note).observe(document.querySelector(".layer.over"), { childList: true, subtree: true });
  });
}

/** Declares and rolls until dice have fallen. */
async function roll(page) {
  for (let i = 0; i < 40; i++) {
    const now = await state(page);
    const rolled = (now.events ?? []).find((e) => e.kind === "rolled" && e.code);
    const seen = await page.evaluate(() => window.fights.find((f) => f.dice));
    if (seen) return { seen, rolled };
    const offer = now.view.choices.find((c) => c.primary) ?? now.view.choices[0];
    await send(page, now, offer.choice);
    await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.line) > seq, now.seq);
  }
  throw new Error("no dice were thrown");
}

for (const motion of ["no-preference", "reduce"]) {
  test(`a combat shows its dice and its result at the hex (motion: ${motion})`, async () => {
    const page = await visitor(browser, undefined, { reducedMotion: motion });
    await openTable(page, place.url, SEATS, "battle-of-moscow");
    await toCombat(page, 300);
    await watch(page);
    const { seen } = await roll(page);
    const log = await page.evaluate(async () => {
      const id = location.pathname.split("/")[2];
      const { as } = await (await fetch(`/api/tables/${id}`)).json();
      return (await (await fetch(`/api/tables/${id}/log?as=${as}&after=0`)).json()).events;
    });
    const rolled = log.findLast((e) => e.kind === "rolled" && e.code);
    assert.equal(seen.code, rolled.code);
    assert.equal(seen.dice, rolled.rolls.length);
    const moving = await page.evaluate(() => document.querySelector(".battle").getAnimations({ subtree: true }).length);
    if (motion === "reduce") assert.equal(moving, 0, "nothing moves");
    await shot(page, `fight-${motion}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** How the printed map lies on the screen, and at which scale it was painted. */
const painted = (page) => page.evaluate(() => {
  const [canvas, world] = [".printed", ".world"].map((name) => document.querySelector(name));
  const { a, e, f } = new DOMMatrix(getComputedStyle(world).transform);
  return { width: canvas.width, height: canvas.height, k: a, x: e, y: f, isMoving: world.classList.contains("moving") };
});

test("the printed map rests on whole pixels at every zoom, in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await visitor(browser, undefined, { colorScheme });
    await openTable(page, place.url, SEATS, "battle-of-moscow");
    for (const label of ["Zoom in", "Zoom in", "Zoom out", "Show the whole map"]) {
      await page.click(`[aria-label="${label}"]`);
      await page.waitForFunction(() => !document.querySelector(".world").classList.contains("moving"));
      const now = await painted(page);
      assert.deepEqual([now.width, now.height], [1440, 900]);
      assert.ok(Number.isInteger(now.x) && Number.isInteger(now.y), `${label}: ${now.x}, ${now.y}`);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("a counter is one face: in full, small, or as a sign from afar", async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, SEATS, "battle-of-moscow");
  const faces = () => page.$$eval(".counters .counter", (nodes) => nodes.map((n) => n.querySelectorAll("use").length + n.querySelector("use").getAttribute("href")));
  await page.click('[aria-label="Show the whole map"]');
  await page.waitForFunction(() => document.querySelector(".counters").classList.contains("signs"));
  const signs = await faces();
  assert.ok(signs.length && signs.every((f) => f.startsWith("1#sign-")), signs[0]);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll(".counters use")].every((u) => document.querySelector(u.getAttribute("href")))), "every sign is drawn");
  await shot(page, "signs");
  for (let i = 0; i < 9; i++) await page.click('[aria-label="Zoom in"]');
  await page.waitForFunction(() => !document.querySelector(".counters").classList.contains("signs"));
  assert.ok((await faces()).every((f) => !f.startsWith("1#sign-")));
  await page.context().close();
});
