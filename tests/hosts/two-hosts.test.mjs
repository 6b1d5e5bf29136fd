// A friend on another machine: a game between two hosts over TLS, a seat moved to a third device,
// and found again without cookies.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { NAME, Net } from "./net.mjs";
import { hasty, make, openTable, ready, state, visitor } from "../browser/helpers.mjs";

const URL_ = `https://${NAME}`;
const net = new Net();
after(() => net.close());
before(
  async () => {
    net.build(["anna", "boris", "phone"]);
    await net.open();
  },
  { timeout: 120000 },
);

/** Makes so many choices by clicking, as a hasty player does, as long as it is his move. */
async function play(page, most) {
  const counts = { units: 0, hexes: 0 };
  let made = 0;
  while (made < most) {
    const { view } = await state(page);
    if (!view.prompt?.mine) return made;
    await make(page, hasty(view, counts));
    made += 1;
  }
  return made;
}

const isMine = (page) =>
  page.waitForFunction(() => document.title.startsWith("● Your move"), null, { timeout: 30000 });
const seq = async (page) => (await state(page)).seq;
/**
 * Waits until the page itself, not only the server, has come to a line: its menu of tables and its
 * log are fed by the stream.
 */
const reaches = (page, line) =>
  page.waitForFunction(
    (n) => Number(document.querySelector(".table")?.getAttribute("data-line")) >= n,
    line,
    { timeout: 30000 },
  );

test("the proxy's names, origins, cookies and addresses", { timeout: 60000 }, async () => {
  const json = { "content-type": "application/json" };
  const table = {
    path: "/api/tables",
    method: "POST",
    body: JSON.stringify({
      game: "battle-of-moscow",
      scenario: "campaign",
      seats: { german: "me", russian: "me" },
    }),
  };
  for (const origin of [`http://${NAME}`, "https://evil.example", "null"])
    assert.equal(net.ask("anna", { ...table, headers: { ...json, origin } }).status, 403, origin);
  const made = net.ask("anna", { ...table, headers: { ...json, origin: URL_ } });
  assert.equal(made.status, 200);
  assert.match(
    made.headers["set-cookie"][0],
    /^__Host-rokada=[0-9a-f]{64}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
  );
  const gzip = { "accept-encoding": "gzip" };
  const [plain, small] = [
    net.ask("anna", { path: "/api/games/battle-of-moscow/map.svg" }),
    net.ask("anna", { path: "/api/games/battle-of-moscow/map.svg", headers: gzip }),
  ];
  assert.equal(small.headers["content-encoding"], "gzip");
  assert.ok(small.length * 2 < plain.length, `${small.length} of ${plain.length}`);
  // A flood from one host is that host's affair, although all come through one proxy.
  const guess = {
    path: "/api/join",
    method: "POST",
    headers: { ...json, origin: URL_, "x-forwarded-for": "10.77.0.2" },
    body: JSON.stringify({ secret: "0".repeat(64) }),
  };
  assert.equal(net.ask("phone", { ...guess, times: 70 }).status, 429);
  assert.equal(net.ask("boris", guess).status, 404);
});

test(
  "a game begun by link is played by turns, moved to a phone and found again",
  { timeout: 180000 },
  async () => {
    const [anna, boris, phone] = await Promise.all(
      ["anna", "boris", "phone"].map(async (name) => visitor(await net.browser(name))),
    );
    const streams = [];
    for (const page of [anna, boris, phone])
      page.on("response", (r) => r.url().includes("/events") && streams.push(r));
    await openTable(anna, URL_, { german: "me", russian: "link" }, "battle-of-moscow");
    const [cookie] = await anna.context().cookies();
    assert.deepEqual(
      [cookie.name, cookie.secure, cookie.httpOnly, cookie.sameSite],
      ["__Host-rokada", true, true, "Strict"],
    );
    // The link is the public one, as text and as a picture.
    const link = await anna.textContent(".prompt .invite");
    assert.match(link, /^https:\/\/rokada\.test\/join\/[0-9a-f]{64}$/);
    await anna.click("[data-invitations]");
    await anna.waitForSelector(".dialog .qr");
    await anna.keyboard.press("Escape");

    await boris.goto(link);
    await ready(boris);
    await isMine(boris);
    assert.equal((await state(boris)).as, "russian");
    assert.ok((await play(boris, 40)) > 0, "Boris sets up");
    await isMine(anna);
    assert.ok((await play(anna, 8)) > 0, "Anna sets up and moves");
    await reaches(boris, await seq(anna));

    // The phone: it is given Anna's seats by her key link, after a click.
    await anna.goto(URL_);
    await anna.click(".running [data-keys]");
    await anna.click("[data-make-key]");
    const key = await anna.inputValue(".link-box input");
    assert.match(key, /^https:\/\/rokada\.test\/key#[0-9a-f]{64}$/);
    await anna.keyboard.press("Escape");
    const table = boris.url();
    await anna.goto(table);
    await ready(anna);
    await phone.goto(key);
    await phone.waitForSelector("[data-open-key]");
    assert.ok(!phone.url().includes("#"), "the secret has left the address");
    assert.deepEqual(await phone.context().cookies(), [], "opening the page alone does nothing");
    await phone.click("[data-open-key]");
    await phone.click(".table-card");
    await ready(phone);
    assert.equal((await state(phone)).seats.german.who, "me");
    assert.ok((await play(phone, 3)) > 0, "the phone plays Anna's seat");
    await Promise.all([anna, boris].map(async (page) => reaches(page, await seq(phone))));

    // Cookies cleared: a spectator, until the key link is opened.
    await anna.context().clearCookies();
    await anna.goto(table);
    await ready(anna);
    assert.equal((await state(anna)).as, "spectator");
    await anna.goto(key);
    await anna.click("[data-open-key]");
    await anna.click(".table-card");
    await ready(anna);
    assert.equal((await state(anna)).seats.german.who, "me");
    assert.ok((await play(anna, 2)) > 0, "Anna plays on");
    await reaches(phone, await seq(anna));

    for (const stream of streams)
      assert.equal((await stream.allHeaders())["content-type"], "text/event-stream");
    for (const page of [anna, boris, phone]) assert.deepEqual(page.complaints, []);
  },
);
