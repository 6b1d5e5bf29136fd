// A campaign: two bots play its first scenario to the end, and the next begins from there, once and
// for everybody.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { homeAndBrowser, openTable, ready, shot, state, visitor } from "./helpers.mjs";

let place;
let browser;
let page;
let watcher;
before(async () => {
  [place, browser] = await homeAndBrowser();
  page = await visitor(browser);
  watcher = await visitor(browser);
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/** The counters on the map, as everybody may see them when a game is over. */
async function onMap(id) {
  const { view } = await (await fetch(`${place.url}/api/tables/${id}?as=all`)).json();
  return view.units
    .filter((u) => u.hex)
    .map((u) => `${u.unit} ${u.hex}`)
    .sort();
}

/** What the page asks of a table. */
const idOf = (page) => new URL(page.url()).pathname.split("/")[2];

test("the shelf says which scenarios are linked", { timeout: 30000 }, async () => {
  await page.goto(place.url);
  await page.click('[data-game="borodino-2025"]');
  assert.equal(
    await page.textContent('[data-place="harvest-festival"]'),
    "First of five linked scenarios",
  );
  assert.match(
    await page.textContent('[data-place="a107"]'),
    /^Third of five linked scenarios; .* from the end of Target Moscow$/,
  );
  await page.click('[data-game="moscow-1941"]');
  assert.equal(
    await page.locator("[data-place]").count(),
    0,
    "scenarios that stand alone say nothing",
  );
});

test(
  "the Harvest Festival is played to its end, and its report leads on",
  { timeout: 60000 },
  async () => {
    await openTable(
      page,
      place.url,
      { coalition: "bot:recruit", russia: "bot:recruit" },
      "borodino-2025",
    );
    const phases = await page.$$eval(".phase", (all) => all.map((n) => n.textContent));
    assert.ok(
      !phases.includes("Supply") && !phases.includes("Strategic"),
      `the steps of the duel: ${phases}`,
    );
    await page.waitForFunction(
      () =>
        document
          .querySelector(".prompt:not([hidden]) [data-primary]")
          ?.textContent?.startsWith("Report"),
      null,
      { timeout: 40000 },
    );
    assert.equal(await page.textContent('.prompt [data-next="open"]'), "Go on with Target Moscow");
    // Somebody without a seat watches: nothing is offered to him before the table is there.
    await watcher.goto(page.url());
    await ready(watcher);
    assert.equal(await watcher.locator("[data-next]").count(), 0);
    await watcher.keyboard.press("Enter");
    await watcher.waitForSelector(".report");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-proof]");
    assert.equal(
      await page.locator(".report .button.primary").count(),
      1,
      "one way is the main one",
    );
    await shot(page, "campaign-report");
  },
);

test(
  "the next table opens from the end, with everybody where he stood",
  { timeout: 60000 },
  async () => {
    const before = idOf(page);
    const end = await onMap(before);
    await page.click('.report [data-next="open"]');
    await page.waitForFunction(
      (id) => location.pathname.startsWith("/t/") && !location.pathname.includes(id),
      before,
    );
    await ready(page);
    await page.waitForSelector('[data-bot="stop"]');
    await page.click('[data-bot="stop"]');
    await page.waitForSelector('[data-bot="go"]');
    const now = await state(page);
    assert.equal(now.scenario, "target-moscow");
    assert.equal(now.seats.coalition.who, "bot:recruit");
    await page.waitForFunction(() =>
      document.querySelector(".strip")?.textContent?.includes("Target Moscow"),
    );
    const begun = await (await fetch(`${place.url}/api/tables/${idOf(page)}/replay/0`)).json();
    const hexes = (all) => [...new Set(all)].sort();
    // Whoever sets up first does it unseen: the other side stands where it stood.
    const seen = new Set(begun.view.units.filter((u) => u.hex).map((u) => u.side));
    assert.equal(seen.size, 1);
    const stood = await (await fetch(`${place.url}/api/tables/${before}?as=spectator`)).json();
    const fought = hexes(
      stood.view.units.filter((u) => u.hex && seen.has(u.side)).map((u) => u.hex),
    );
    const there = hexes(begun.view.units.map((u) => u.hex));
    assert.ok(end.length > 4);
    assert.ok(
      fought.length > 2 && fought.every((hex) => there.includes(hex)),
      `${fought} in ${there}`,
    );
    await shot(page, "campaign-next");
    // The watcher's report has the way too, as a link, without having been loaded again.
    const link = watcher.locator(`.report a[data-next="${idOf(page)}"]`);
    await link.click();
    await watcher.waitForFunction((id) => location.pathname === `/t/${id}`, idOf(page));
    await ready(watcher);
    assert.deepEqual([...page.complaints, ...watcher.complaints], []);
  },
);

test(
  "the way stays at the finished table, also after a look at the shelf",
  { timeout: 30000 },
  async () => {
    const next = idOf(page);
    await page.goto(place.url);
    await page.locator(".table-card", { hasText: "Finished" }).click();
    await ready(page);
    await page.click(`.prompt a[data-next="${next}"]`);
    await page.waitForFunction((id) => location.pathname === `/t/${id}`, next);
    await ready(page);
    assert.deepEqual(page.complaints, []);
  },
);

test(
  "what was hidden stays hidden until the next scenario is over",
  { timeout: 60000 },
  async () => {
    await openTable(page, place.url, { coalition: "me", russia: "me" }, "borodino-2025");
    const id = idOf(page);
    await page.evaluate(async (id) => {
      for (let i = 0; i < 2000; i++) {
        const now = await (await fetch(`/api/tables/${id}`)).json();
        if (now.over) return;
        const choice = now.view.choices[0].choice;
        const sent = await fetch(`/api/tables/${id}/choose`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ as: now.as, seq: now.seq, choice }),
        });
        if (!sent.ok) throw new Error(await sent.text());
      }
    }, id);
    await page.goto(`${place.url}/t/${id}`);
    await ready(page);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() =>
      document
        .querySelector(".report")
        ?.textContent?.includes("stay sealed until the next scenario of the campaign is over"),
    );
    await shot(page, "campaign-sealed");
    await page.goto(`${place.url}/t/${id}/replay/3`);
    await page.waitForSelector(".replay");
    assert.equal(await page.locator("[data-eyes]").count(), 0, "nobody chooses other eyes");
    assert.deepEqual(page.complaints, []);
  },
);
