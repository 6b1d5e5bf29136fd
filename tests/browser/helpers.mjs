// Driving the client in a real browser, against the mock or, with ROKADA_URL, against a running server.

import { chromium } from "playwright-core";
import { mkdir } from "node:fs/promises";
import { serve } from "../../web-tests/mock/server.mjs";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Where the server is; starts the mock if none is given. */
export async function home() {
  if (process.env.ROKADA_URL) return { url: process.env.ROKADA_URL, isMock: false, stop: async () => {} };
  const { server, url } = await serve(0);
  return { url, isMock: true, stop: async () => { server.closeAllConnections(); server.close(); } };
}

export async function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** A window of its own, with its own seat; what the page complains of is kept. */
export async function visitor(browser, size = { width: 1440, height: 900 }, more = {}) {
  const context = await browser.newContext({ viewport: size, ...more });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (m) => m.type() === "error" && page.complaints.push(m.text()));
  page.on("pageerror", (e) => page.complaints.push(String(e)));
  return page;
}

/** Opens a new table from the shelf. `seats` as {german: "me", russian: "bot"}. */
export async function openTable(page, url, seats, game) {
  await page.goto(url);
  await page.waitForSelector("#open-table");
  if (game) await page.click(`[data-game="${game}"]`);
  for (const [side, who] of Object.entries(seats)) await page.click(`[data-seat="${side}:${who}"]`);
  await page.click("#open-table");
  await ready(page);
}

/** Waits until the table is drawn and nothing is under way. */
export async function ready(page) {
  await page.waitForSelector(".prompt .lead, .playback .lead", { state: "attached", timeout: 30000 });
  await page.waitForFunction(() => !document.querySelector(".button.sending"));
}

export const prompt = (page) => page.textContent(".prompt:not([hidden]) .lead");

/** The choices on offer, as the text list shows them. */
export async function offered(page) {
  const isOpen = await page.$(".sheet-body.list");
  if (!isOpen) await page.evaluate(() => document.querySelector('.rail [data-sheet="list"]')?.click());
  await page.waitForSelector(".sheet-body.list");
  return page.$$eval("[data-list-choice]", (nodes) => nodes.map((n) => n.getAttribute("data-list-choice")));
}

/** Clicks the middle of a hex, after bringing it into the window. */
export async function clickHex(page, hex, options = {}) {
  await page.evaluate(() => document.querySelector(".sheet .icon-button[aria-label=Close]")?.click());
  const spot = await hexSpot(page, hex);
  await page.mouse.click(spot.x, spot.y, options);
}

/** Where a hex is on the screen; pans by dragging the map there if it is not in view. */
export async function hexSpot(page, hex) {
  const grid = await page.evaluate(async () => {
    window.__grid ??= await (await fetch(`/api/games/${window.__game ?? "battle-of-moscow"}/grid`)).json();
    return { ok: true };
  });
  void grid;
  for (let i = 0; i < 12; i++) {
    const at = await page.evaluate((n) => {
      const world = document.querySelector(".world");
      const m = new DOMMatrix(getComputedStyle(world).transform);
      const h = window.__grid.hexes[n];
      return { x: h.x * m.a + m.e, y: h.y * m.d + m.f };
    }, hex);
    const size = page.viewportSize();
    const middle = { x: size.width / 2, y: size.height / 2 };
    const covered = await page.evaluate(({ x, y }) => !document.elementFromPoint(x, y)?.closest(".frame"), at);
    if (!covered && at.x > 20 && at.y > 60 && at.x < size.width - 70 && at.y < size.height - 20) return at;
    const clip = (v, most) => Math.max(-most, Math.min(most, v));
    const from = middle;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + clip(middle.x - at.x, middle.x - 90), from.y + clip(middle.y - at.y, middle.y - 140), { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(60);
  }
  throw new Error(`${hex} cannot be brought into view`);
}

/** Waits for the answer to what was just done. */
export async function settled(page, before) {
  await page.waitForFunction((b) => document.querySelector(".prompt:not([hidden]) .lead")?.textContent !== b && !document.querySelector(".button.sending"), before, { timeout: 10000 });
}

export async function shot(page, name) {
  await mkdir("artefacts", { recursive: true });
  await page.waitForTimeout(250);
  await page.screenshot({ path: `artefacts/${name}.png` });
}
