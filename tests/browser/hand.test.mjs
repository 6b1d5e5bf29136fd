// What a player's hand meets on the map: cards, fans, marks, menus.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hexSpot, homeAndBrowser, make, openTable, shot, state, visitor } from "./helpers.mjs";

let place;
let browser;
/** One page at the Germans' first move; the tests look and take nothing away. */
let page;
before(async () => {
  [place, browser] = await homeAndBrowser();
  page = await firstMove();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/** A table of The Battle of Moscow at the Germans' first move. */
async function firstMove() {
  const page = await visitor(browser);
  await openTable(page, place.url, { german: "me", russian: "bot:recruit" }, "battle-of-moscow");
  for (let i = 0; i < 60; i++) {
    const { view } = await state(page);
    const label = view.turn.phases.find((p) => p.state === "now")?.label ?? "";
    if (view.prompt.mine && /move/i.test(label)) return page;
    if (!view.prompt.mine) {
      await page.waitForTimeout(100);
      continue;
    }
    await make(
      page,
      (
        view.choices.find((c) => c.primary) ??
        view.choices.find((c) => c.choice.startsWith("verb")) ??
        view.choices[0]
      ).choice,
    );
  }
  throw new Error("the Germans never move");
}

const cardOf = (page) => page.locator(".hover-card:not([hidden])");
function stacksOf(view, side) {
  const stacks = new Map();
  for (const unit of view.units.filter((u) => u.hex && u.side === side))
    stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  return stacks;
}

test("a stack fans out, and the pointer can reach every counter of the fan at any zoom", async () => {
  const stacks = [...stacksOf((await state(page)).view, "german")]
    .filter(([, units]) => units.length > 1)
    .slice(0, 3);
  assert.ok(stacks.length);
  for (const zoom of [0, 600]) {
    await page.mouse.move(700, 450);
    if (zoom) await page.mouse.wheel(0, zoom);
    for (const [hex] of stacks) {
      const at = await hexSpot(page, hex);
      await page.mouse.move(at.x, at.y);
      await page.waitForSelector(".fan [data-unit]");
      assert.ok(
        (await page.locator(".fan-plate").boundingBox()).y > 40,
        "the fan does not leave the window",
      );
      const fanned = await page.locator(".fan [data-unit]").evaluateAll((all) =>
        all.map((x) => {
          const b = x.getBoundingClientRect();
          return {
            unit: x.getAttribute("data-unit"),
            x: b.x + b.width / 2,
            y: b.y + b.height / 2,
            width: b.width,
          };
        }),
      );
      for (const { unit, x, y, width } of fanned) {
        assert.ok(width > 40, `${unit} is ${width} pixels wide`);
        await page.mouse.move(x, y, { steps: 12 });
        assert.equal(
          await page.evaluate(
            ([x, y]) =>
              document
                .elementFromPoint(x, y)
                ?.closest(".fan [data-unit]")
                ?.getAttribute("data-unit"),
            [x, y],
          ),
          unit,
        );
      }
      await shot(page, `fan-${hex}-${zoom}`);
      await page.mouse.move(5, 400);
      await page.waitForSelector(".fan [data-unit]", { state: "detached" });
    }
  }
  assert.deepEqual(page.complaints, []);
});

test("resting on a single counter tells its name, strength and state", async () => {
  const [hex, [unit]] = [...stacksOf((await state(page)).view, "russian")].find(
    ([, units]) => units.length === 1,
  );
  const at = await hexSpot(page, hex);
  await page.mouse.move(at.x, at.y);
  await cardOf(page).waitFor();
  const text = await cardOf(page).textContent();
  assert.ok(text.includes(unit.name) && unit.profile && text.includes(unit.profile), text);
  await shot(page, "card-of-one");
});

test("a card that was asked for with the right button stays", async () => {
  const [hex] = [...stacksOf((await state(page)).view, "german")][0];
  const at = await hexSpot(page, hex);
  await page.mouse.move(5, 400);
  await page.mouse.move(at.x, at.y);
  await page.mouse.click(at.x, at.y, { button: "right" });
  const seen = await page.evaluate(
    () =>
      new Promise((done) => {
        const card = document.querySelector(".hover-card");
        let hidden = 0;
        new MutationObserver(() => {
          hidden += Number(card.hidden);
        }).observe(card, { attributes: true, attributeFilter: ["hidden"] });
        setTimeout(() => done({ hidden, isShown: !card.hidden }), 1200);
      }),
  );
  assert.deepEqual(seen, { hidden: 0, isShown: true });
});

test("with a counter in hand no stack that it could join is marked to be taken, and costs stand clear of factors", async () => {
  const { view } = await state(page);
  const movers = view.choices.filter((c) => c.choice.startsWith("unit "));
  for (const { choice } of movers) {
    await make(page, choice);
    const now = (await state(page)).view;
    const taken = new Set(now.units.map((u) => u.hex));
    const joins = now.choices.filter(
      (c) => c.choice.startsWith("hex ") && taken.has(c.choice.slice(4)),
    );
    if (!joins.length) {
      await page.keyboard.press("Escape");
      continue;
    }
    const marked = await page
      .locator(".stack .counter.offered")
      .evaluateAll((all) => all.map((x) => x.closest(".stack").getAttribute("data-hex")));
    assert.deepEqual(
      marked.filter((hex) => joins.some((c) => c.choice === `hex ${hex}`)),
      [],
    );
    assert.ok(await page.locator(".cost-tab").count());
    return shot(page, "costs-beside-factors");
  }
  throw new Error("nobody could join a stack");
});

test("the menu finds towns and offers to resign; the weather looks like itself", async () => {
  await page.locator(".strip-menu").click();
  assert.ok((await page.locator(".menu[role=menu]").textContent()).includes("Resign"));
  await page.locator(".menu[role=menu] button", { hasText: "Find" }).click();
  await page.locator(".forces input").fill("smolensk");
  await page.locator("[data-place-row]").first().click();
  await page.waitForSelector(".flash .lit");
  const sun = await page.locator(".track[data-track=weather] path").getAttribute("d");
  assert.ok(sun.startsWith("M12 16a4"), sun);
  await shot(page, "found-smolensk");
});

test("Shift and a click leave no focus frame round the map", async () => {
  const [hex] = [...stacksOf((await state(page)).view, "german")][0];
  const at = await hexSpot(page, hex);
  await page.keyboard.down("Shift");
  await page.mouse.click(at.x, at.y);
  await page.keyboard.up("Shift");
  assert.equal(
    await page.evaluate(
      () => getComputedStyle(document.querySelector(".frame"), "::after").boxShadow,
    ),
    "none",
  );
  await page.keyboard.press("ArrowRight");
  assert.notEqual(
    await page.evaluate(
      () => getComputedStyle(document.querySelector(".frame"), "::after").boxShadow,
    ),
    "none",
  );
});

test("on a phone a tap on a game leads to its form, and nothing covers the name of the house", async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const phone = await context.newPage();
  await phone.goto(place.url);
  await phone.waitForSelector(".game-card");
  const boxOf = (where) => phone.locator(where).first().boundingBox();
  const [title, first] = [await boxOf(".page-head h1"), await boxOf(".page-head .button")];
  assert.ok(
    title.x + title.width <= first.x || title.y + title.height <= first.y,
    "the title stands clear",
  );
  await phone.locator(".game-card").nth(3).tap();
  await phone.waitForFunction(() => {
    const { top } = document.querySelector(".setup h2").getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  });
  await context.close();
});
