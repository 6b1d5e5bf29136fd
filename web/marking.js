// What is marked on the map for one decision, as a question to the state alone.

import { split } from "./store.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").Index} Index */
/** @typedef {import("./types.js").Battle} Battle */
/** @typedef {import("./types.js").View} View */
/**
 * Which counters are marked and how.
 * @typedef {Object} Marked
 * @property {Set<string>} picked
 * @property {string | null} pickedHex
 * @property {Set<string>} offered
 * @property {Set<string>} owed
 * @property {Set<string>} owedHexes
 * @property {string | null} sent
 * @property {Set<string>} evidence
 */

/** The counters that a click on their hex would take: not where it would send the one in hand. @param {Index} index */
export function takeable(index) {
  return new Set([...index.units.keys()].filter((id) => !index.hexes.has(index.unit.get(id)?.hex ?? "")));
}

/** @param {Store} store @param {string[]} company who goes along with the counters in hand @returns {Marked} */
export function marked(store, company) {
  const { index, view, hand, isLive } = store;
  const { sending, refusal } = store.ui;
  const owed = isLive ? view?.owed ?? [] : [];
  return {
    picked: isLive ? new Set([...hand.units, ...company]) : new Set(),
    pickedHex: isLive && index.hexes.size ? hand.hex : null,
    offered: isLive ? takeable(index) : new Set(),
    owed: new Set(owed.flatMap((o) => o.units)),
    owedHexes: new Set(owed.flatMap((o) => o.hexes)),
    sent: sentUnit(sending, hand.units),
    evidence: new Set(refusal?.refusal.because?.units ?? []),
  };
}

/** The counter that a choice under way is about. @param {string | null} sending @param {Set<string>} hand */
function sentUnit(sending, hand) {
  if (!sending) return null;
  return sending.startsWith("unit ") ? split(sending).name : [...hand].pop() ?? null;
}

/** The battles that the odds on the screen are not about. @param {View | null} view */
export function otherBattles(view) {
  const shown = view?.odds?.targets.join();
  const main = view?.bundles.find((b) => b.main);
  return (view?.battles ?? []).filter((b) => b.targets.join() !== shown).map((b) => withAll(b, main));
}

/** A battle that nobody has joined yet, with those whom the main button would send. @param {Battle} battle @param {import("./types.js").Bundle | undefined} main */
function withAll(battle, main) {
  if (battle.attackers.length || !main) return battle;
  const attackers = main.groups[0].map(split).filter((c) => c.kind === "unit").map((c) => c.name);
  return { ...battle, attackers, column: main.column };
}

/** The counter that would stand on a destination. @param {Store} store @param {string | null} hex @param {import("./types.js").Offer | undefined} offer */
export function ghost({ index, hand }, hex, offer) {
  if (!hex || !offer?.path?.length || index.stacks.has(hex)) return null;
  const [id] = hand.units;
  return (id ? index.unit.get(id) : index.stack(offer.path[0])[0]) ?? null;
}

/** The hex that is looked at: a destination tapped, or that under the pointer or the keyboard's cursor. @param {import("./store.js").Ui} ui */
export function lookedAt({ preview, hover, byKeys, cursor }) {
  return preview ?? hover ?? (byKeys ? cursor : null);
}
