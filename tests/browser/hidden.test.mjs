// A game that hides something, in two browsers: nobody's page holds what he may not know.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  hexSpot,
  homeAndBrowser,
  make,
  openTable,
  ready,
  shot,
  state,
  visitor,
} from "./helpers.mjs";

let place;
let browser;
before(async () => {
  [place, browser] = await homeAndBrowser(true);
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/** Everything that has come to a page: what it shows, and the text of every answer. */
function listen(page) {
  page.heard = [];
  page.on("response", async (r) => {
    if (r.url().includes("/api/tables/")) page.heard.push(await r.text().catch(() => ""));
  });
}

const track = (view, side) => view.tracks.find((t) => t.id === `hand-${side}`).value;
const strengths = (view, side) =>
  view.units.filter((u) => u.side === side).map((u) => u.face.figures ?? "hidden");

/**
 * Two browsers at a table where red holds a card that blue does not: the cards are dealt by lot.
 */
async function twoAtATable() {
  const [red, blue] = [await visitor(browser), await visitor(browser)];
  [red, blue].forEach(listen);
  await openTable(red, place.url, { red: "me", blue: "link" });
  const link = await red.evaluate(() =>
    JSON.parse(sessionStorage.getItem(`rokada.invites.${location.pathname.split("/")[2]}`)),
  );
  await blue.goto(new URL(link.blue, place.url).href);
  await ready(blue);
  const hands = [(await state(red)).view, (await state(blue)).view].map((v, i) =>
    track(v, ["red", "blue"][i]),
  );
  if (hands[0] === hands[1]) {
    await Promise.all([red.context().close(), blue.context().close()]);
    return twoAtATable();
  }
  return [red, blue];
}

test(
  "each sees his own hand and strengths, and nothing of the other's",
  { timeout: 60000 },
  async () => {
    const [red, blue] = await twoAtATable();
    const watcher = await visitor(browser);
    listen(watcher);
    await watcher.goto(red.url());
    await ready(watcher);
    const [r, b, w] = [
      (await state(red)).view,
      (await state(blue)).view,
      (await state(watcher)).view,
    ];
    assert.ok(
      strengths(r, "red").every((s) => s !== "hidden") &&
        strengths(r, "blue").every((s) => s === "hidden"),
    );
    assert.ok(
      strengths(b, "blue").every((s) => s !== "hidden") &&
        strengths(b, "red").every((s) => s === "hidden"),
    );
    assert.ok([...strengths(w, "red"), ...strengths(w, "blue")].every((s) => s === "hidden"));
    assert.notEqual(track(r, "red"), track(b, "red"), "the other's hand is only counted");
    // The page itself: red's cards stand in his strip and nowhere in blue's page or answers.
    const hand = track(r, "red");
    await red.waitForFunction(
      (hand) => document.querySelector(".strip")?.textContent?.includes(hand),
      hand,
    );
    assert.ok(!(await blue.textContent("body")).includes(hand));
    for (const text of [...blue.heard, ...watcher.heard])
      assert.ok(!text.includes(`"value":"${hand}"`), "red's hand was sent to somebody else");
    // Both faces on demand: the card of a hex shows the untried side of one's own counter.
    const own = r.units.find((u) => u.side === "red");
    const spot = await hexSpot(red, own.hex);
    await red.mouse.click(spot.x, spot.y, { button: "right" });
    await red.waitForSelector(".hover-card:not([hidden]) .counter-icon.back");
    const faces = async (page) =>
      page.evaluate(() =>
        [...document.querySelectorAll(".counters use.face")].map((u) => u.getAttribute("href")),
      );
    assert.equal(
      new Set(await faces(watcher)).size,
      2,
      "a spectator sees two backs, one for each side",
    );
    await shot(red, "hidden-red");
    await shot(watcher, "hidden-spectator");
    assert.deepEqual([...red.complaints, ...blue.complaints, ...watcher.complaints], []);
  },
);

test("a secret choice is told to the other side only as made", { timeout: 60000 }, async () => {
  const [red, blue] = await twoAtATable();
  const others = track((await state(blue)).view, "blue");
  const card = (await state(red)).view.choices
    .map((c) => c.choice)
    .find((c) => !others.includes(c.split(" ")[1]));
  await make(red, card);
  await blue.waitForFunction(
    () => document.querySelector(".prompt .lead")?.textContent?.length > 0,
  );
  await eventually(
    blue,
    async () =>
      (await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json()).view.prompt
        .mine,
  );
  const seen = await blue.evaluate(async () =>
    (await fetch(`/api/tables/${location.pathname.split("/")[2]}/journal?as=blue`)).text(),
  );
  assert.ok(seen.includes("verb hidden") && !seen.includes(card), seen);
  assert.ok(
    blue.heard.every((text) => !text.includes(card)),
    "the card was sent before it was shown",
  );
  await shot(blue, "hidden-blue-chooses");
  assert.deepEqual([...red.complaints, ...blue.complaints], []);
});

test("two at one screen pass it behind a cover", { timeout: 60000 }, async () => {
  const page = await visitor(browser);
  await openTable(page, place.url, { red: "me", blue: "me" });
  await make(page, (await state(page, "red")).view.choices[0].choice);
  await page.waitForSelector(".cover:not([hidden])");
  await shot(page, "pass-the-screen");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".cover:not([hidden])").count(), 0);
  assert.deepEqual(page.complaints, []);
});

test(
  "a standing order answers for its owner and nobody else learns of it",
  { timeout: 60000 },
  async () => {
    const [red, blue] = await twoAtATable();
    await make(red, (await state(red)).view.choices[0].choice);
    await eventually(
      blue,
      async () =>
        (await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json()).view.prompt
          .mine,
    );
    // Blue orders to hold, from his sheet of orders, while red has still to be shown the cards.
    await blue.evaluate(() => document.querySelector(".strip-menu").click());
    await blue
      .locator('.menu [role="menuitem"], .menu button', { hasText: "Standing orders" })
      .click();
    await blue.locator(".sheet .check", { hasText: "" }).first().click();
    await blue.waitForSelector('.sheet .check[aria-checked="true"]');
    await shot(blue, "standing-orders");
    const told = await red.evaluate(async () =>
      (await fetch(`/api/tables/${location.pathname.split("/")[2]}/journal?as=red`)).text(),
    );
    assert.ok(told.includes("order private on") && !told.includes("order hold"), told);
    await make(blue, (await state(blue)).view.choices[0].choice);
    // Whoever moves first: blue's part passes by his order, so red is asked in the end.
    await eventually(
      red,
      async () =>
        (await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json()).view.prompt
          ?.mine,
    );
    const { text, prompt } = await red.evaluate(async () => {
      const s = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json();
      return { text: s.view.prompt.stages[0], prompt: s.view.prompt.decider };
    });
    assert.deepEqual([text, prompt], ["move", "red"]);
    assert.deepEqual([...red.complaints, ...blue.complaints], []);
  },
);

test("resigning ends the game, and then everything may be seen", { timeout: 60000 }, async () => {
  const [red, blue] = await twoAtATable();
  await make(red, (await state(red)).view.choices[0].choice);
  await red.click('.rail [data-sheet="settings"]');
  await red.locator(".sheet .button.danger").click();
  await red.locator(".sheet .button.danger", { hasText: "cannot be undone" }).click();
  await blue.waitForFunction(() =>
    document
      .querySelector(".prompt:not([hidden]) [data-primary]")
      ?.textContent?.startsWith("Report"),
  );
  assert.equal((await state(blue)).view.outcome.class, "resigned");
  await blue.click(".prompt [data-primary]");
  await blue.waitForSelector("[data-proof]");
  const [good, all] = (await blue.getAttribute("[data-proof]", "data-proof")).split("/");
  assert.ok(Number(all) > 0 && good === all, `${good} of ${all}`);
  await shot(blue, "report-resigned");
  await blue.locator(".report .button", { hasText: "Replay" }).click();
  await blue.waitForSelector(".replay:not([hidden]) .eyes");
  await blue.click('[data-eyes="all"]');
  await blue.waitForFunction(
    () => document.querySelector('[data-eyes="all"]')?.getAttribute("aria-pressed") === "true",
  );
  await blue.waitForFunction(
    () =>
      new Set(
        [...document.querySelectorAll(".counters use.face")].map((u) => u.getAttribute("href")),
      ).size > 2,
  );
  await blue.click('[data-eyes="spectator"]');
  await blue.waitForFunction(
    () =>
      new Set(
        [...document.querySelectorAll(".counters use.face")].map((u) => u.getAttribute("href")),
      ).size === 2,
  );
  await shot(blue, "replay-spectator");
  assert.deepEqual([...red.complaints, ...blue.complaints], []);
});
