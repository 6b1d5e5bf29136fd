// What is watched: the playback by its battles, fights that can be skipped, names above counters, signs of the air force,
// and the standing on a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { games, homeAndBrowser, openTable, send, shot, state, toCombat, visitor } from "./helpers.mjs";

let place, browser;
before(async () => { [place, browser] = await homeAndBrowser(); });
after(async () => { await browser?.close(); await place?.stop(); });

const SEATS = { german: "me", russian: "me" };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Goes on by the main button until dice have fallen in a combat. */
async function roll(page) {
  for (let i = 0; i < 40; i++) {
    const now = await state(page);
    const offer = now.view.choices.find((c) => c.primary) ?? now.view.choices[0];
    await send(page, now, offer.choice);
    await page.waitForFunction((seq) => Number(document.querySelector(".table").dataset.line) > seq, now.seq);
    if (await page.locator(".battle .map-die, .battle .map-result").count()) return;
  }
  throw new Error("no dice were thrown");
}

/** A table of The Battle of Moscow whose first battle has just been rolled. */
async function fought(more) {
  const page = await visitor(browser, undefined, more);
  await openTable(page, place.url, SEATS, "battle-of-moscow");
  await toCombat(page, 300);
  await roll(page);
  return page;
}

test("a fight stands still at once when somebody presses anything", async () => {
  const page = await fought({ reducedMotion: "no-preference" });
  const moving = () => page.evaluate(() => document.querySelector(".battle").getAnimations({ subtree: true }).filter((a) => a.playState === "running").length);
  await page.evaluate(() => {
    // A slow fight, so that it is surely under way.
    for (const animation of document.querySelector(".battle").getAnimations({ subtree: true })) animation.playbackRate = 0.01;
  });
  assert.ok((await moving()) > 0, "something moves");
  await page.mouse.click(700, 500);
  assert.equal(await moving(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the playback can be watched by its battles", async () => {
  const page = await fought({ reducedMotion: "reduce" });
  const steps = async () => Number((await page.textContent(".playback-head .quiet")).split(" of ")[1]);
  await page.evaluate(() => document.querySelector(".frame").focus());
  await page.keyboard.press("p");
  await page.waitForSelector(".playback:not([hidden]) [data-watch]");
  const all = await steps();
  await page.click("[data-watch]");
  await page.waitForSelector('[data-watch][aria-pressed="true"]');
  const few = await steps();
  assert.ok(few > 0 && few < all, `${few} of ${all}`);
  const kinds = await page.evaluate(async () => {
    const id = location.pathname.split("/")[2];
    const { as } = await (await fetch(`/api/tables/${id}`)).json();
    const { events } = await (await fetch(`/api/tables/${id}/log?as=${as}&after=0`)).json();
    const { matters } = await import([...document.querySelectorAll("script[type=module]")][0].src.replace(/main\.js.*/, "fight.js"));
    const lines = new Set(events.slice(-30).filter(matters).map((e) => e.line));
    return lines.size;
  });
  assert.equal(few, kinds, "a step for each line in which something that matters happened");
  await shot(page, "battles-only");
  await page.click("[data-watch]");
  await page.waitForSelector('[data-watch][aria-pressed="false"]');
  assert.equal(await steps(), all);
  // A step that goes by between press and release of the button takes nothing from it.
  const { x, y, width, height } = await page.locator(".playback [data-primary]").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const at = () => document.querySelector(".playback-head .quiet").textContent;
  const before = await page.evaluate(at);
  const way = parseInt(before, 10) > 1 ? "Previous" : "Next";
  await page.evaluate((w) => document.querySelector(`.playback [aria-label^="${w}"]`).click(), way);
  await page.waitForFunction((b) => document.querySelector(".playback-head .quiet").textContent !== b, before);
  await page.mouse.up();
  await page.waitForSelector(".playback", { state: "hidden" });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the name of a place that counters cover is lifted above them, and none is written twice", async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, SEATS, "battle-of-moscow");
  const { view, game, scenario } = await state(page);
  const grid = await page.evaluate(async ([g, s]) => (await fetch(`/api/games/${g}/grid?scenario=${s}`)).json(), [game, scenario]);
  const taken = new Set(view.units.map((u) => u.hex).filter((hex) => hex && grid.hexes[hex]?.place));
  assert.ok(taken.size > 3);
  const written = await page.$$eval(".places .place text", (all) => all.map((n) => n.textContent));
  const printed = await page.evaluate(async ([g, s]) => {
    const { lettering } = await import([...document.querySelectorAll("script[type=module]")][0].src.replace(/main\.js.*/, "lettering.js"));
    const svg = await (await fetch(`/api/games/${g}/map.svg?theme=light&layer=names&scenario=${s}`)).text();
    return [...lettering(svg)];
  }, [game, scenario]);
  const { lifted } = await import("../../web/lettering.js");
  const counters = [...new Set(view.units.map((u) => u.hex).filter(Boolean))].map((hex) => ({ left: grid.hexes[hex].x - grid.pitch * 0.4, top: grid.hexes[hex].y - grid.pitch * 0.4, width: grid.pitch * 0.8, height: grid.pitch * 0.8 }));
  const covered = [...taken].filter((hex) => lifted(new Map(printed), grid.hexes[hex].place, grid.hexes[hex], counters, {}));
  assert.deepEqual(written.sort(), covered.map((hex) => grid.hexes[hex].place).sort());
  assert.ok(covered.length < taken.size, "what can be read beside its counter is not written once more");
  const isAbove = await page.evaluate(() => Boolean(document.querySelector(".counters").compareDocumentPosition(document.querySelector(".places")) & Node.DOCUMENT_POSITION_FOLLOWING));
  assert.ok(isAbove, "they are drawn after the counters");
  await page.evaluate(() => document.querySelector(".frame").focus());
  await page.keyboard.down("h");
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".places")).display === "none");
  await page.keyboard.up("h");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

// In Borodino 2025 what flies does so at once: nothing is announced.
for (const game of ["kursk-1943", "moscow-1941"]) test(`an air mission lies on the map from its announcement: ${game}`, async () => {
  const page = await visitor(browser, undefined, { reducedMotion: "reduce" });
  await page.goto(place.url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  await openTable(page, place.url, { german: "me", soviet: "bot:recruit" }, game);
  const stage = (view) => view.prompt?.mine && view.prompt.stages.at(-1);
  for (let i = 0; i < 60; i++) {
    const now = await state(page);
    if (now.view.signs?.length) break;
    if (!now.view.prompt?.mine) { await page.waitForTimeout(100); continue; }
    const verb = (name) => now.view.choices.find((c) => c.choice === `verb ${name}`);
    const first = (kind) => now.view.choices.find((c) => c.choice.startsWith(`${kind} `));
    const offer = stage(now.view) === "air" ? first("unit") : stage(now.view) === "air-mission" ? verb("offensive") : stage(now.view) === "air-target" ? first("hex") : verb("suggested") ?? now.view.choices.find((c) => c.primary) ?? now.view.choices[0];
    await send(page, now, offer.choice);
  }
  const { view } = await state(page);
  assert.equal(view.signs.length, 1);
  await page.waitForSelector(`.hex-sign[data-sign="${view.signs[0].hex}"]`, { state: "attached" });
  assert.equal(await page.textContent(".hex-sign title"), view.signs[0].text);
  await shot(page, "air-mission");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("on a phone the standing is never cut, however long it is", { timeout: 180000 }, async () => {
  const long = "123 points: Coalition marginal victory; 17 more for a decisive victory, 4 of 7 Moscow hexes and 12 of 19 towns held";
  for (const game of await games(place.url)) {
    const page = await visitor(browser, PHONE.viewport, PHONE);
    await openTable(page, place.url, Object.fromEntries(game.sides.map((s) => [s.id, "me"])), game.id);
    const clear = await page.evaluate(() => {
      const panel = document.querySelector(".stack-panel");
      panel.hidden = false;
      return panel.getBoundingClientRect().top >= document.querySelector(".standing").getBoundingClientRect().bottom;
    });
    assert.ok(clear, `${game.id}: the panel lies under the standing`);
    for (const words of [null, long]) {
      const found = await page.evaluate((text) => {
        const node = document.querySelector(".standing-text");
        if (text) node.textContent = text;
        const box = node.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(node);
        const inked = range.getBoundingClientRect();
        return { isWhole: inked.left >= 0 && inked.right <= innerWidth && inked.bottom <= box.bottom + 1 && inked.right <= box.right + 1, clip: getComputedStyle(node).webkitLineClamp, text: node.textContent };
      }, words);
      assert.ok(found.isWhole && found.clip === "none", `${game.id}: ${JSON.stringify(found)}`);
    }
    await shot(page, `standing-${game.id}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
