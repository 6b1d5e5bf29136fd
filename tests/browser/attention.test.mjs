// Whose move it is, seen from another tab: title, icon, notification. And seats that move between
// browsers.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import {
  eventually,
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

/**
 * A page whose tab lies behind others as long as the test says so, and whose notifications are
 * kept.
 */
async function pageBehind() {
  const page = await visitor(browser);
  await page.addInitScript(() => {
    window.isBehind = false;
    window.notes = [];
    Object.defineProperty(Document.prototype, "hidden", { get: () => window.isBehind });
    window.Notification = class {
      static permission = "default";
      static async requestPermission() {
        this.permission = "granted";
        return "granted";
      }
      constructor(title, options) {
        window.notes.push([title, options.body, options.tag]);
      }
    };
  });
  return page;
}

async function twoAtATable() {
  const [red, blue] = [await pageBehind(), await visitor(browser)];
  await openTable(red, place.url, { red: "me", blue: "link" });
  const id = red.url().split("/").pop();
  const kept = await red.evaluate((id) => sessionStorage.getItem(`rokada.invites.${id}`), id);
  await blue.goto(new URL(JSON.parse(kept).blue, place.url).href);
  await ready(blue);
  return [red, blue];
}

const first = async (page) => (await state(page)).view.choices[0].choice;
const titled = (page, start) =>
  page.waitForFunction((start) => document.title.startsWith(start), start, { timeout: 20000 });
const icon = (page) => page.getAttribute("link[rel=icon]", "href");

test("title, icon and notification say when it is my move", { timeout: 90000 }, async () => {
  const [red, blue] = await twoAtATable();
  await titled(red, "● Your move: ");
  assert.match(await icon(red), /^data:image\/svg\+xml,/);
  await red.click('.rail [data-sheet="settings"]');
  const permission = await red.evaluate(() => Notification.permission);
  assert.equal(permission, "default", "nobody asked yet");
  await red.click('[data-notify="off"]');
  await red.waitForSelector('[data-notify="on"]');
  await make(red, await first(red));
  await titled(blue, "● Your move: ");
  assert.equal(await icon(red), "/icon.svg");
  assert.ok(!(await red.title()).startsWith("●"));
  // Blue plays on until it is red's move again; red looks at something else meanwhile.
  await red.evaluate(() => {
    window.isBehind = true;
  });
  for (let i = 0; i < 40 && (await state(blue)).view.prompt?.mine; i++) {
    await make(blue, await first(blue));
  }
  await titled(red, "● Your move: ");
  const notes = await red.evaluate(() => window.notes);
  const id = red.url().split("/").pop();
  assert.equal(notes.length, 1, JSON.stringify(notes));
  assert.deepEqual([notes[0][0], notes[0][2]], ["Your move", `rokada-${id}`]);
  assert.deepEqual([...red.complaints, ...blue.complaints], []);
});

test("the list of tables says at how many it is my move", { timeout: 60000 }, async () => {
  const page = await visitor(browser);
  await page.goto(place.url);
  await titled(page, "Rokada");
  await openTable(page, place.url, { red: "me", blue: "me" });
  await openTable(page, place.url, { red: "me", blue: "me" });
  await page.goto(place.url);
  await titled(page, "● Your move at 2 tables");
  assert.match(await icon(page), /^data:/);
  assert.deepEqual(page.complaints, []);
});

test("a lost seat is found again by its key link", { timeout: 90000 }, async () => {
  const [red, blue] = await twoAtATable();
  const table = red.url();
  await blue.goto(place.url);
  await blue.click(".running [data-keys]");
  await blue.click("[data-make-key]");
  await blue.waitForSelector(".dialog .qr");
  await shot(blue, "key-link");
  const key = await blue.inputValue(".link-box input");
  await blue.context().clearCookies();
  await blue.goto(table);
  await ready(blue);
  assert.equal((await state(blue)).as, "spectator");
  await blue.goto(key);
  await blue.click("[data-open-key]");
  await blue.click(".table-card");
  await ready(blue);
  assert.equal((await state(blue)).as, "blue");
  // Red sent the link to the wrong person, who has not moved yet.
  await red.evaluate(() => document.querySelector(".strip-menu").click());
  await red.locator(".menu button", { hasText: "Invite a friend" }).click();
  await red.click('[data-new-link="blue"]');
  await red.waitForSelector(".dialog .qr");
  await shot(red, "invitation");
  await eventually(blue, async () => {
    const id = location.pathname.split("/")[2];
    return (await (await fetch(`/api/tables/${id}`)).json()).as === "spectator";
  });
  const friend = await visitor(browser);
  await friend.goto(await red.inputValue(".link-box input"));
  await ready(friend);
  assert.equal((await state(friend)).as, "blue");
  assert.deepEqual([...red.complaints, ...friend.complaints], []);
});
