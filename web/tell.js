// What the reader is told of what he did: a line in the prompt bar, a refusal at its hex.

import { say } from "./dom.js";
import { split } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/** @param {Store} store @param {string} text */
export function note(store, text) {
  store.set({ notice: text });
  say(text);
}

/**
 * Says why a choice was not made; the log keeps it.
 * @param {Store} store @param {string} choice @param {import("./types.js").Refusal} refusal @param {string | null} hex
 */
export function refuse(store, choice, refusal, hex) {
  const at = hex ?? placeOf(store, choice);
  store.set({ refusal: { choice, refusal, hex: at }, notice: words("note.refused") });
  const { text, rules } = refusal;
  const line = store.ui.state?.seq ?? 0;
  const hexes = at ? [at] : [];
  store.set({ log: [...store.ui.log, { line, kind: "refused", text, rules, units: [], hexes, moves: [], code: null }] });
  say(`${text} ${rules.join(", ")}`, true);
}

/** Where a choice would have been made. @param {Store} store @param {string} choice */
function placeOf(store, choice) {
  const { kind, name } = split(choice);
  if (kind === "unit") return store.index.unit.get(name)?.hex ?? null;
  return kind === "hex" ? name : null;
}
