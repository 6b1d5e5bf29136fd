// A combat is seen on the map, the printed map is sharp where it rests, and counters are signs from
// afar.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { homeAndBrowser, openTable, send, shot, state, toCombat, visitor } from "./helpers.mjs";

let place, browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

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
      const fallen = [...battle.querySelectorAll("[data-fallen]")].map((n) =>
        n.getAttribute("data-fallen"),
      );
      window.fights.push({ dice, code, fallen });
    };
    new MutationObserver(note).observe(document.querySelector(".layer.over"), {
      childList: true,
      subtree: true,
    });
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
    await page.waitForFunction(
      (seq) => Number(document.querySelector(".table").dataset.line) > seq,
      now.seq,
    );
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
    const moving = await page.evaluate(
      () => document.querySelector(".battle").getAnimations({ subtree: true }).length,
    );
    if (motion === "reduce") assert.equal(moving, 0, "nothing moves");
    await shot(page, `fight-${motion}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/** How the printed map lies on the screen, and at which scale it was painted. */
const painted = (page) =>
  page.evaluate(() => {
    const [canvas, world] = [".printed", ".world"].map((name) => document.querySelector(name));
    const { a, e, f } = new DOMMatrix(getComputedStyle(world).transform);
    return {
      width: canvas.width,
      height: canvas.height,
      k: a,
      x: e,
      y: f,
      isMoving: world.classList.contains("moving"),
    };
  });

test("the printed map rests on whole pixels at every zoom, in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await visitor(browser, undefined, { colorScheme });
    await openTable(page, place.url, SEATS, "battle-of-moscow");
    for (const label of ["Zoom in", "Zoom in", "Zoom out", "Show the whole map"]) {
      await page.click(`[aria-label="${label}"]`);
      await page.waitForFunction(
        () => !document.querySelector(".world").classList.contains("moving"),
      );
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
  const faces = () =>
    page.$$eval(".counters .counter", (nodes) =>
      nodes.map(
        (n) => n.querySelectorAll("use").length + n.querySelector("use").getAttribute("href"),
      ),
    );
  await page.click('[aria-label="Show the whole map"]');
  await page.waitForFunction(() => document.querySelector(".counters").classList.contains("signs"));
  const signs = await faces();
  assert.ok(signs.length && signs.every((f) => f.startsWith("1#sign-")), signs[0]);
  assert.ok(
    await page.evaluate(() =>
      [...document.querySelectorAll(".counters use")].every((u) =>
        document.querySelector(u.getAttribute("href")),
      ),
    ),
    "every sign is drawn",
  );
  await shot(page, "signs");
  for (let i = 0; i < 9; i++) await page.click('[aria-label="Zoom in"]');
  await page.waitForFunction(
    () => !document.querySelector(".counters").classList.contains("signs"),
  );
  assert.ok((await faces()).every((f) => !f.startsWith("1#sign-")));
  await page.context().close();
});

/**
 * Lets the first and the last unit that can reach the enemy move up to him, and declares attacks
 * until dice are asked for.
 */
async function twoFarBattles(page) {
  const tried = new Set();
  let moved = 0;
  for (let i = 0; i < 150; i++) {
    const now = await state(page);
    const view = now.view;
    if (!view.prompt.mine) {
      await page.waitForTimeout(100);
      continue;
    }
    const of = (kind) => view.choices.filter((c) => c.choice.startsWith(`${kind} `));
    const stage = view.prompt.stages.at(-1);
    const main =
      view.choices.find((c) => c.choice === "verb suggested") ??
      view.choices.find((c) => c.primary);
    if (["roll", "combat"].includes(stage)) return now;
    const rowOf = (c) =>
      Number(view.units.find((u) => `unit ${u.unit}` === c.choice)?.hex?.slice(2) ?? 0);
    const movers = of("unit")
      .filter((c) => !tried.has(c.choice) && rowOf(c))
      .sort((a, b) => (moved ? rowOf(b) - rowOf(a) : rowOf(a) - rowOf(b)));
    let choice = main?.choice;
    if (stage === "moving") {
      const owed = of("hex").find((c) => c.effects?.some((e) => e.kind === "attack-owed"));
      if (owed) moved += 1;
      choice = owed?.choice ?? "verb stop";
      if (!owed) {
        await page.keyboard.press("Escape");
        await page.waitForTimeout(150);
        continue;
      }
    } else if (stage === "movement" && moved < 2 && movers.length) {
      choice = movers[0].choice;
      tried.add(choice);
    } else if (stage === "attack") choice = of("unit")[0]?.choice ?? main.choice;
    else if (stage === "declaration")
      choice =
        of("hex").find((c) => view.owed.some((o) => o.hexes.includes(c.choice.slice(4))))?.choice ??
        main?.choice;
    await send(page, now, choice ?? view.choices[0].choice);
    await page.waitForFunction(
      (seq) => Number(document.querySelector(".table").dataset.line) > seq,
      now.seq,
    );
  }
  throw new Error("no dice are asked for");
}

test(
  "the map stays at a combat until its result was seen, and then goes to the next question",
  { timeout: 120000 },
  async () => {
    const page = await visitor(browser, { width: 900, height: 700 });
    await openTable(page, place.url, { german: "me", russian: "bot:recruit" }, "battle-of-moscow");
    const { view } = await twoFarBattles(page);
    assert.ok(view.battles.length > 1, "two battles are declared");
    await page.waitForTimeout(400);
    const press = () => page.locator(".prompt:not([hidden]) [data-primary]").first().click();
    if (view.prompt.stages.at(-1) === "combat") {
      await page.waitForTimeout(300);
      await press();
    } else await press();
    await page.waitForSelector(".battle .map-result");
    const shown = () =>
      page.evaluate(() => {
        const box = document.querySelector(".battle .map-result")?.getBoundingClientRect();
        const bar = document.querySelector(".prompt").getBoundingClientRect();
        return (
          Boolean(box) &&
          box.left > 0 &&
          box.right < innerWidth &&
          box.top > 40 &&
          box.bottom < bar.top + 4
        );
      });
    await page.waitForTimeout(700);
    await shot(page, "result-before-the-next-question");
    assert.ok(await shown(), "the result is in view");
    await shot(page, "result-before-the-next-question");
    assert.deepEqual(page.complaints, []);
  },
);
