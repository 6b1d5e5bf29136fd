// A friend on another machine: a game between two hosts over TLS, a seat moved to a third device,
// and found again without cookies.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { NAME, Net } from "./net.mjs";
import { hasty, make, openTable, ready, state, visitor } from "../browser/helpers.mjs";

const HOME = `https://${NAME}`;
const JSON_BODY = { "content-type": "application/json" };
const net = new Net();
after(() => net.close());
before(async () => {
  net.build(["anna", "boris", "phone"]);
  await net.open();
});

/** A request for a new table, as a page of some origin would send it. */
function newTable(origin) {
  const seats = { german: "me", russian: "me" };
  const body = JSON.stringify({ game: "battle-of-moscow", scenario: "campaign", seats });
  return { path: "/api/tables", method: "POST", body, headers: { ...JSON_BODY, origin } };
}

test("only the public origin changes something, and its cookie is secure", () => {
  const foreign = [`http://${NAME}`, "https://evil.example", "null"].map(newTable);
  const answers = net.ask("anna", ...foreign, newTable(HOME));
  const made = answers.pop();
  assert.deepEqual(
    answers.map((a) => a.status),
    [403, 403, 403],
  );
  assert.equal(made.status, 200);
  assert.match(
    made.headers["set-cookie"][0],
    /^__Host-rokada=[0-9a-f]{64}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
  );
});

test("the map comes compressed through the proxy", () => {
  const map = { path: "/api/games/battle-of-moscow/map.svg" };
  const [whole, small] = net.ask("anna", map, { ...map, headers: { "accept-encoding": "gzip" } });
  assert.equal(small.headers["content-encoding"], "gzip");
  assert.ok(small.length * 2 < whole.length, `${small.length} of ${whole.length}`);
});

/** Makes so many choices by clicking, as a hasty player does, as long as it is his move. */
async function play(page, most) {
  const counts = { units: 0, hexes: 0 };
  let made = 0;
  while (made < most) {
    const { view } = await state(page);
    if (!view.prompt?.mine) break;
    await make(page, hasty(view, counts));
    made += 1;
  }
  assert.ok(made > 0, "it was not his move");
}

/** Takes the suggested set-up, and whatever else stands between a player and his first turn. */
async function setUp(page) {
  for (let now = await state(page); now.view.prompt?.mine && now.view.turn.n === 0;) {
    const offered = (is) => now.view.choices.find(is)?.choice;
    await make(page, offered((c) => c.choice === "verb suggested") ?? offered((c) => c.primary));
    now = await state(page);
  }
}

const isMine = (page) =>
  page.waitForFunction(() => document.title.startsWith("● Your move"), null, { timeout: 30000 });

/** Waits until the other pages, and not only the server, have come as far as this one. */
async function allSee(page, ...others) {
  const { seq } = await state(page);
  const isThere = (n) => Number(document.querySelector(".table")?.getAttribute("data-line")) >= n;
  await Promise.all(others.map((other) => other.waitForFunction(isThere, seq)));
}

/** A window on a host. The small pictures of the maps on the shelf are left out: they cost most. */
async function open(name) {
  const page = await visitor(await net.browser(name));
  const blank = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  await page.route("**/map.svg*", (route) =>
    route.request().resourceType() === "image"
      ? route.fulfill({ contentType: "image/svg+xml", body: blank })
      : route.continue(),
  );
  return page;
}

/** Anna opens a table; gives the link that she sends. */
async function invite(anna) {
  await openTable(anna, HOME, { german: "me", russian: "link" }, "battle-of-moscow");
  const [{ name, secure, httpOnly, sameSite }] = await anna.context().cookies();
  const kept = [name, secure, httpOnly, sameSite];
  assert.deepEqual(kept, ["__Host-rokada", true, true, "Strict"]);
  const link = await anna.textContent(".prompt .invite");
  assert.match(link, /^https:\/\/rokada\.test\/join\/[0-9a-f]{64}$/);
  await anna.click("[data-invitations]");
  await anna.waitForSelector(".dialog .qr");
  await anna.keyboard.press("Escape");
  return link;
}

/** Makes a key link on the page of the tables. */
async function keyLink(page) {
  await page.goto(HOME);
  await page.click(".running [data-keys]");
  await page.click("[data-make-key]");
  const link = await page.inputValue(".link-box input");
  assert.match(link, /^https:\/\/rokada\.test\/key#[0-9a-f]{64}$/);
  return link;
}

/** Opens a key link, after which the table is among one's own. */
async function openKey(page, link, table) {
  await page.goto(link);
  await page.waitForSelector("[data-open-key]");
  assert.ok(!page.url().includes("#"), "the secret has left the address");
  assert.deepEqual(await page.context().cookies(), [], "opening the page alone does nothing");
  await page.click("[data-open-key]");
  await page.click(`.table-card[href="${new URL(table).pathname}"]`);
  await ready(page);
  assert.equal((await state(page)).seats.german.who, "me");
}

test("a game begun by link is played between hosts and devices", { timeout: 600000 }, async () => {
  const [anna, boris, phone] = await Promise.all(["anna", "boris", "phone"].map(open));
  await boris.goto(await invite(anna));
  await ready(boris);
  await isMine(boris);
  await setUp(boris);
  await isMine(anna);
  await setUp(anna);
  await play(anna, 3);
  await allSee(anna, boris);

  const [table, key] = [boris.url(), await keyLink(anna)];
  await anna.goto(table);
  await ready(anna);
  await openKey(phone, key, table);
  await play(phone, 2);
  await allSee(phone, anna, boris);

  await anna.context().clearCookies();
  await anna.goto(table);
  await ready(anna);
  assert.equal((await state(anna)).as, "spectator");
  await openKey(anna, key, table);
  await play(anna, 1);
  await allSee(anna, phone, boris);
  for (const page of [anna, boris, phone]) assert.deepEqual(page.complaints, []);
});

// Last, since whoever has flooded the house is not answered for a while.
test("a flood from one host is that host's affair, whatever it says of itself", () => {
  const headers = { ...JSON_BODY, origin: HOME, "x-forwarded-for": "10.77.0.2" };
  const body = JSON.stringify({ secret: "0".repeat(64) });
  const guess = { path: "/api/join", method: "POST", headers, body };
  // Sixty are answered, and one more for every ten seconds that it takes.
  const { statuses } = net.ask("phone", { ...guess, times: 90 })[0];
  assert.ok(statuses[404] >= 50 && statuses[429] >= 10, JSON.stringify(statuses));
  assert.equal(net.ask("boris", guess)[0].status, 404);
});
