// What a page in the pseudo-language still says in English, and which of its buttons cannot show their words.

import { readdirSync, readFileSync } from "node:fs";

export const PSEUDO = "en-XA";
const GAMES = new URL("../../games/", import.meta.url);

/**
 * What is English data, as the book says: digests, briefings, blurbs of scenarios, the words of options, the reasons of
 * bots, titles of tables.
 */
const DATA = [
  ".rules-body", ".sheet-body.rules", ".briefing-sides li", ".briefing-situation", ".briefing-head .second",
  ".why-text", ".game-card", ".setup", ".table-card", ".about", ".hash",
].join();

/** The words in the strings of a game's data files, but for what is written about it. @param {string} game */
export function namesOf(game) {
  const files = ["map", "counters", "tables", "game"].map((name) => `${game}/${name}.toml`);
  const scenarios = readdirSync(new URL(`${game}/scenarios/`, GAMES)).map((f) => `${game}/scenarios/${f}`);
  const text = [...files, ...scenarios].map((f) => readFileSync(new URL(f, GAMES), "utf8")).join("\n");
  const lines = text.split("\n").filter((line) => !/^\s*(#|blurb|credit)/.test(line));
  return new Set(wordsOf(lines.join("\n")));
}

/** @param {string} text */
export const wordsOf = (text) => (text.match(/[A-Za-z]{2,}/g) ?? []).map((word) => word.toLowerCase());

/** A text without the sentences of the pseudo-language in it. @param {string} text */
function left(text) {
  let depth = 0;
  let out = "";
  for (const letter of text) {
    if (letter === "⟦") depth += 1;
    else if (letter === "⟧") depth -= 1;
    else if (depth <= 0) out += letter;
  }
  return out;
}

/** Every text that is seen or read out, and every button that cannot show its own. */
const looked = (page) => page.evaluate((data) => {
  const isSeen = (node) => node.checkVisibility() && !node.closest(data) && !node.closest("#say, #alert, noscript");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement && isSeen(node.parentElement)) texts.push(node.textContent.trim());
  }
  for (const name of ["aria-label", "aria-roledescription", "title", "placeholder"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) {
      if (isSeen(node) && !node.closest(".rule-chip")) texts.push(node.getAttribute(name));
    }
  }
  const buttons = [...document.querySelectorAll("button, a.button")].filter((node) => node.checkVisibility());
  // What lies in a list that scrolls sideways may go on beyond its edge.
  const scrolls = (node) => node && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
  const isOut = (node) => node.getBoundingClientRect().right > innerWidth + 1 && !scrolls(node.parentElement);
  const isClipped = (node) => node.scrollWidth > node.clientWidth + 1 || isOut(node);
  const clipped = buttons.filter(isClipped).map((node) => `${node.className}: ${node.textContent || node.title}`);
  return { texts: [...new Set(texts.filter(Boolean))], clipped };
}, DATA);

/**
 * What is wrong with a screen.
 * @param {import("playwright-core").Page} page @param {string} what which screen it is @param {Set<string>} known names
 * @returns {Promise<string[]>}
 */
export async function faults(page, what, known) {
  const { texts, clipped } = await looked(page);
  const folder = process.env.ROKADA_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/pseudo-${what}.png` });
  const isPlain = (text) => wordsOf(left(text)).some((word) => !known.has(word));
  return [
    ...(texts.some((text) => text.includes("⟦")) ? [] : [`${what}: is not read in the pseudo-language`]),
    ...texts.filter(isPlain).map((text) => `${what}: in no catalogue: ${text}`),
    ...clipped.map((text) => `${what}: too narrow: ${text}`),
  ];
}
