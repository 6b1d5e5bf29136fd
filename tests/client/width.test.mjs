// Lines end at 100 columns, but for what cannot be broken: sentences, paths of a drawing, names of
// tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";

const ROOT = new URL("../../", import.meta.url);
const MOST = 100;
/** What a line would still have if its longest text were put elsewhere. */
const withoutText = (line) => {
  const texts = line.match(/`[^`]*`|"[^"]*"|`.*/g) ?? [];
  const longest = texts.sort((a, b) => b.length - a.length)[0] ?? "";
  return line.length - longest.length;
};

test("no line of the client or its tests is longer than 100 columns without need", () => {
  const files = ["web", "tests"].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true }).map((name) => `${folder}/${name}`),
  );
  const code = files.filter((name) => /\.m?js$/.test(name));
  assert.ok(code.length > 100, `${code.length} files`);
  const long = code.flatMap((name) => {
    const lines = readFileSync(new URL(name, ROOT), "utf8").split("\n");
    return lines.flatMap((line, i) =>
      line.length > MOST && withoutText(line) > 60 ? [`${name}:${i + 1}: ${line}`] : [],
    );
  });
  assert.deepEqual(long, []);
});
