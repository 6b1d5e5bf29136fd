// What the pages weigh on the wire, heads included, as the program sends them; and what is never
// sent twice.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { games, homeAndBrowser } from "./helpers.mjs";

const SHELF_MOST = 300_000;
const TABLE_MOST = 700_000;

let place, browser;
before(async () => {
  [place, browser] = await homeAndBrowser();
});
after(async () => {
  await browser?.close();
  await place?.stop();
});

/** The bytes of everything that a page fetches from now on. */
async function scales(page) {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  const seen = { bytes: 0, requests: 0 };
  wire.on("Network.loadingFinished", (e) => {
    seen.bytes += e.encodedDataLength;
    seen.requests += 1;
  });
  return seen;
}

async function newTable(page, game) {
  await page.goto(`${place.url}/about.html`);
  return page.evaluate(async (g) => {
    const seats = Object.fromEntries(g.sides.map((s) => [s.id, "me"]));
    const body = JSON.stringify({ game: g.id, scenario: g.scenarios[0].id, options: {}, seats });
    const headers = { "content-type": "application/json" };
    return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).table;
  }, game);
}

async function open(page, table) {
  await page.goto(`${place.url}/t/${table}`);
  await page.waitForSelector("[data-greeted]", { state: "attached", timeout: 60000 });
  await page.waitForLoadState("networkidle");
}

test("the first page is light", async (t) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen = await scales(page);
  await page.goto(place.url);
  await page.waitForSelector("#open-table");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".thumb img")].every((i) => i.complete && i.naturalWidth),
  );
  t.diagnostic(`shelf: ${seen.bytes} bytes, ${seen.requests} requests`);
  assert.ok(seen.bytes < SHELF_MOST, `${seen.bytes} bytes`);
  await context.close();
});

test("a table of each game is light, and lighter when it is opened again", async (t) => {
  for (const game of await games(place.url)) {
    const other = await browser.newContext();
    const table = await newTable(await other.newPage(), game);
    // The same person in a browser that has fetched nothing yet.
    const context = await browser.newContext();
    await context.addCookies(await other.cookies());
    await other.close();
    const page = await context.newPage();
    const first = await scales(page);
    await open(page, table);
    t.diagnostic(`${game.id}: ${first.bytes} bytes, ${first.requests} requests`);
    assert.ok(first.bytes < TABLE_MOST, `${game.id}: ${first.bytes} bytes`);
    const again = await context.newPage();
    const second = await scales(again);
    await open(again, table);
    t.diagnostic(`${game.id} again: ${second.bytes} bytes`);
    assert.ok(second.bytes < first.bytes / 4, `${game.id} again: ${second.bytes} bytes`);
    await context.close();
  }
});

test("what is named by its content may be kept for ever, and nothing else", async () => {
  const kept = async (path) => (await fetch(place.url + path)).headers.get("cache-control");
  const page = await (await fetch(place.url)).text();
  const script = /src="(\/v\/[^"]+\/main\.js)"/.exec(page)?.[1];
  assert.ok(script, "the page names its files by their version");
  assert.match(await kept(script), /immutable/);
  const other = await fetch(place.url + script.replace(/v\/[^/]+/, "v/0000000000000000"));
  assert.deepEqual(
    [other.status, other.headers.get("cache-control")],
    [404, "no-store"],
    "no page mixes two versions",
  );
  assert.equal(await kept("/"), "no-cache");
  assert.equal(await kept("/main.js"), "no-cache");
  const [game] = await games(place.url);
  const grid = await (await fetch(`${place.url}/api/games/${game.id}/grid?theme=light`)).json();
  const map = `/api/games/${game.id}/map.svg?theme=light&layer=names`;
  assert.match(await kept(`${map}&v=${grid.pictures.names}`), /immutable/);
  assert.equal(await kept(`${map}&v=other`), "no-cache");
  assert.equal(await kept(map), "no-cache");
});
