// In the pseudo-language every word that is in no catalogue is seen, and so is every button that is too narrow for a
// sentence two fifths longer. The start page and the pages of links are held to it; the table's own words are not yet in
// the catalogue.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { homeAndBrowser, visitor } from "./helpers.mjs";

let place;
let browser;
before(async () => { [place, browser] = await homeAndBrowser(); });
after(async () => { await browser?.close(); await place?.stop(); });

/** What is the same in every language: the name of the program, keys, and what the games say of themselves. */
async function names() {
  const shelf = await (await fetch(`${place.url}/api/shelf`)).text();
  return new Set([...shelf.matchAll(/[A-Za-z]+/g)].map((found) => found[0].toLowerCase()).concat("rokada"));
}

/** A text without the sentences of the pseudo-language in it. */
function left(text) {
  let depth = 0;
  let out = "";
  for (const letter of text) {
    if (letter === "⟦") depth += 1;
    else if (letter === "⟧") depth -= 1;
    else if (depth === 0) out += letter;
  }
  return out;
}

const plain = (text, known) => (left(text).match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !known.has(word.toLowerCase()));

/** Every text that is seen or read out, and every button that cannot show its own. */
const looked = (page) => page.evaluate(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.parentElement?.checkVisibility() && node.textContent.trim()) texts.push(node.textContent.trim());
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]")) for (const name of ["aria-label", "title", "placeholder"]) if (node.getAttribute(name)) texts.push(node.getAttribute(name));
  const buttons = [...document.querySelectorAll("button, a.button")].filter((node) => node.checkVisibility());
  const clipped = buttons.filter((node) => node.scrollWidth > node.clientWidth + 1 || node.getBoundingClientRect().right > innerWidth + 1).map((node) => node.textContent);
  return { texts, clipped };
});

async function holds(page, what) {
  const known = await names();
  const { texts, clipped } = await looked(page);
  if (process.env.ROKADA_SHOTS) await page.screenshot({ path: `${process.env.ROKADA_SHOTS}/pseudo-${what}.png`, fullPage: true });
  assert.ok(texts.some((text) => text.includes("⟦")), `${what} is read in the pseudo-language`);
  assert.deepEqual(texts.filter((text) => plain(text, known).length), [], `${what} has words that are in no catalogue`);
  assert.deepEqual(clipped, [], `${what} has buttons that are too narrow`);
}

test("the start page and its settings are in the catalogue, and nothing is clipped", { timeout: 60000 }, async () => {
  const page = await visitor(browser);
  await page.goto(`${place.url}/?lang=en-XA`);
  await page.waitForSelector("#open-table");
  await page.click(".page-head [aria-expanded]");
  await holds(page, "start");
  assert.deepEqual(page.complaints, []);
});

test("so are the key links", async () => {
  const page = await visitor(browser);
  await page.goto(`${place.url}/?lang=en-XA`);
  await page.waitForSelector("#open-table");
  await page.goto(`${place.url}/key`);
  await page.waitForSelector(".keys-dialog .button");
  await holds(page, "key");
});

test("two people read one table in two languages", { timeout: 60000 }, async () => {
  const [one, other] = [await visitor(browser), await visitor(browser)];
  await other.goto(`${place.url}/?lang=en-XA`);
  await one.goto(place.url);
  await one.waitForSelector("#open-table");
  await one.click("[data-seat$=':link']");
  await one.click("#open-table");
  await one.waitForSelector(".prompt .lead");
  const links = await one.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.includes("invites")).map(([, value]) => Object.values(JSON.parse(value))[0]));
  await other.goto(new URL(links[0], place.url).href);
  await other.waitForSelector(".prompt");
  const standing = (page) => page.textContent(".strip .standing-text");
  assert.match(await standing(other), /⟦/);
  assert.doesNotMatch(await standing(one), /⟦/);
});
