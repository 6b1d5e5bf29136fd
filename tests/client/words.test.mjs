// The client's own words: arguments, plurals, another language, and no sentence that nobody says.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { SENTENCES } from "../../web/text/en.js";
import { disguised, PSEUDO, read, reads, words } from "../../web/words.js";

const WEB = new URL("../../web/", import.meta.url);

test("a sentence is filled with its arguments and the form of a number", () => {
  assert.equal(words("key.opened", { times: 1, browsers: 1 }), "opened once, 1 browser signed in");
  assert.equal(
    words("key.opened", { times: 4, browsers: 2 }),
    "opened 4 times, 2 browsers signed in",
  );
});

test("in the pseudo-language words are disguised and arguments kept", async () => {
  assert.equal(disguised("Move {unit}."), "⟦Ṁóṽé {unit}.~~⟧");
  await read(PSEUDO);
  assert.match(words("key.made", { date: "1 May" }), /1 May/);
  assert.doesNotMatch(words("key.made", { date: "1 May" }), /Made on/);
  await read("en");
  assert.equal(words("key.revoke"), "Revoke");
});

test("a language without a file is read in English", async () => {
  await read("xx");
  assert.equal(reads(), "en");
  assert.equal(words("key.revoke"), "Revoke");
});

test("every sentence is said somewhere", () => {
  const files = readdirSync(WEB).filter((name) => name.endsWith(".js"));
  const code = files.map((name) => readFileSync(new URL(name, WEB), "utf8")).join("\n");
  const unsaid = Object.keys(SENTENCES).filter((id) => !code.includes(`"${id}"`));
  assert.deepEqual(unsaid, []);
});
