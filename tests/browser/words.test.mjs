// What the table says in words: who is winning, what a counter is, what was forgotten, what an
// overlay means.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  games,
  hexSpot,
  homeAndBrowser,
  openTable,
  prompt,
  send,
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

const both = (game) => Object.fromEntries(game.sides.map((s) => [s.id, "me"]));
const gameCalled = async (id) => (await games(place.url)).find((g) => g.id === id);

/** A table of The Battle of Moscow in the first movement, its usual set-up made. */
async function movement(page) {
  await openTable(page, place.url, both(await gameCalled("battle-of-moscow")), "battle-of-moscow");
  for (let i = 0; i < 10; i++) {
    const now = await state(page);
    if (now.view.prompt.stages.includes("movement")) break;
    const decider = await state(page, now.view.prompt.decider);
    await send(
      page,
      decider,
      (decider.view.choices.find((c) => c.primary) ?? decider.view.choices[0]).choice,
    );
  }
  await page.waitForFunction(
    () => document.querySelector(".prompt .lead")?.textContent === "Choose a unit to move",
  );
}

test(
  "the strip says in words how the sides stand, in every game",
  { timeout: 120000 },
  async () => {
    for (const game of await games(place.url)) {
      const page = await visitor(browser);
      await openTable(page, place.url, both(game), game.id);
      const { view } = await state(page);
      assert.ok(view.points.standing.length > 10, game.id);
      assert.equal(await page.textContent(".strip .standing-text"), view.points.standing);
      await page.click(".strip .standing");
      assert.ok((await page.textContent(".menu .track-card")).includes(view.points.standing));
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  },
);

test("a counter under the pointer says its name, its strength and its supply", async () => {
  const page = await visitor(browser);
  await movement(page);
  const { view } = await state(page);
  const alone = view.units.find(
    (u) => u.hex && view.units.filter((x) => x.hex === u.hex).length === 1 && u.profile,
  );
  const spot = await hexSpot(page, alone.hex);
  await page.mouse.move(spot.x, spot.y, { steps: 3 });
  await page.waitForSelector(".hover-card:not([hidden])");
  const card = await page.textContent(".hover-card");
  assert.ok(card.includes(alone.name), card);
  assert.match(card, /attack .*, defence .*, movement /);
  assert.deepEqual(page.complaints, []);
});

test("ending a step says what the button does and what may have been forgotten", async () => {
  const page = await visitor(browser);
  await movement(page);
  const { view } = await state(page);
  assert.match(await page.textContent(".prompt [data-primary]"), /End movement/);
  await page.waitForTimeout(300);
  await page.click(".prompt [data-primary]");
  await page.waitForSelector(".prompt .reminder");
  assert.equal(await prompt(page), "End movement now?");
  const told = await page.$$eval(".prompt .reminder", (nodes) => nodes.map((n) => n.textContent));
  assert.deepEqual(
    told,
    view.reminders.map((r) => r.text),
  );
  assert.match(told.join(), /can still move/);
  assert.deepEqual(page.complaints, []);
});

test("an overlay on the map has its legend there, and loses it with the overlay", async () => {
  const page = await visitor(browser);
  await movement(page);
  await page.evaluate(() => document.querySelector(".frame").focus());
  await page.keyboard.down("z");
  await page.waitForSelector(".map-key:not([hidden])");
  assert.match(await page.textContent(".map-key"), /German ZOC/);
  await page.keyboard.up("z");
  await page.waitForSelector(".map-key", { state: "hidden" });
  assert.deepEqual(page.complaints, []);
});

test("review 24: a scenario is labelled with the number of turns that its own words give it", async () => {
  const words = { Six: 6, Ten: 10, Twelve: 12, Twenty: 20 };
  let told = 0;
  for (const { id, scenarios } of await games(place.url)) {
    for (const { id: scenario, turns, blurb } of scenarios) {
      const word = blurb.match(/^(\w+) (turns|weeks)/)?.[1] ?? "";
      const days = blurb.match(/(\d+)-(\d+) (July|December)/);
      const said = words[word] ?? (days ? Number(days[2]) - Number(days[1]) + 1 : null);
      if (said === null) continue;
      told += 1;
      assert.equal(turns, said, `${id}, ${scenario}: ${blurb}`);
    }
  }
  assert.ok(told > 10, `${told} scenarios say it`);
});
