// Counts the clicks of a whole first turn, played by a fixed plan: the same moves and attacks every
// time (docs/src/clicks.md).
//
// ROKADA_BIN=target/debug/rokada node tests/browser/clicks/count.mjs plain|shift|together [dry]
// [kursk] [typhoon]

import { readFile } from "node:fs/promises";
import { home, launch, ready, visitor } from "../helpers.mjs";
import { Hand, offered, stageOf } from "./hand.mjs";

// What the client's modules look for in a window.
globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
const { Ledger } = await import("./ledger.mjs");

const [manner = "together", ...words] = process.argv.slice(2);
const isDry = words.includes("dry");
const named = words.filter((word) => word !== "dry");

/** A table of a plan's scenario, its side mine and the other Captain's. */
async function orderOf(url, plan) {
  const { games } = await (await fetch(`${url}/api/shelf`)).json();
  const { sides } = games.find((g) => g.id === plan.game);
  const seats = Object.fromEntries(
    sides.map((s) => [s.id, s.id === plan.side ? "me" : "bot:captain"]),
  );
  return { game: plan.game, scenario: plan.scenario, options: {}, seats };
}

async function open(page, url, plan) {
  await page.goto(url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  const order = await orderOf(url, plan);
  const id = await page.evaluate(
    async (body) =>
      (
        await (
          await fetch("/api/tables", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          })
        ).json()
      ).table,
    order,
  );
  await page.goto(`${url}/t/${id}`);
  await ready(page);
}

/** Set-up and air: the same presses in both manners. */
async function setUp(hand, plan) {
  await hand.view();
  await hand.button("verb suggested");
  hand.for = "air";
  for (const { unit, mission, target } of plan.air) {
    await hand.pick(unit);
    await hand.button(`verb ${mission}`);
    await hand.hex(target);
  }
  if (stageOf(await hand.view()) === "air") await hand.button("verb done");
}

/** Guns that change their set-up. */
async function setGuns(hand, plan) {
  hand.for = "guns";
  let left = plan.guns;
  while (left.length) {
    const taken = await hand.takeUp(left);
    await hand.button("verb set-up");
    left = left.filter((unit) => !taken.includes(unit));
  }
}

/** Moves, destination by destination. */
async function move(hand, plan) {
  hand.for = "moves";
  for (const each of plan.moves) await go(hand, each);
  const view = await hand.view();
  if (stageOf(view) === "moving" && !offered(view, "verb").includes("done"))
    await hand.button("verb stop");
  await hand.button("verb done");
}

/**
 * Sends counters to a hex; who cannot go is missed. Those named in `stay` cannot, and stay behind
 * by themselves.
 */
async function go(hand, { to, units, stay = [] }) {
  if (hand.isTogether) return carryAll(hand, to, units, stay);
  let left = units;
  while (left.length) {
    const [leader] = await hand.takeUp(left, stay);
    if (!offered(await hand.view(), "hex").includes(to)) {
      hand.missed.push(`${leader} to ${to}`);
      left = left.filter((unit) => unit !== leader);
      continue;
    }
    const after = await hand.send(to);
    const there = new Set(after.units.filter((u) => u.hex === to).map((u) => u.unit));
    const rest = left.filter((unit) => !there.has(unit));
    if (rest.length === left.length) throw new Error(`nobody came to ${to}`);
    left = rest;
  }
}

/** Drags counters to a hex, stack by stack. */
async function carryAll(hand, to, units, stay) {
  const { units: all } = await hand.view();
  const hexOf = (unit) => all.find((u) => u.unit === unit)?.hex;
  for (const from of new Set(units.map(hexOf))) {
    const group = units.filter((u) => hexOf(u) === from);
    const after = await hand.carry(group, to, stay);
    const left = group.filter((unit) => after.units.find((u) => u.unit === unit)?.hex !== to);
    hand.missed.push(...left.map((unit) => `${unit} to ${to}`));
  }
}

const unitsOf = (bundle) =>
  bundle.groups
    .flat()
    .filter((c) => c.startsWith("unit "))
    .map((c) => c.slice(5));
const isSame = (a, b) => a.length === b.length && a.every((x) => b.includes(x));

/**
 * The groups of an attack: who attacks which further hexes, and the support after the declaration.
 */
function partsOf({ groups }) {
  const [attack, ...rest] = groups;
  const guns = rest
    .flat()
    .filter((c) => c.startsWith("unit "))
    .map((c) => c.slice(5));
  return {
    wanted: unitsOf({ groups: [attack] }),
    hexes: attack.filter((c) => c.startsWith("hex ")).map((c) => c.slice(4)),
    guns,
    hq: rest.flat().includes("verb hq"),
  };
}

const isAttack = (bundle) => bundle.groups[0].includes("verb declare");

/** Further hexes that an attack with everybody needs. */
function alsoOf(view) {
  const all = view.bundles.find(isAttack);
  return all ? partsOf(all).hexes : [];
}

/** The button that makes just this attack, with its support or without. */
function bundleFor(view, { wanted, hexes, guns, hq }) {
  const fits = (bundle) => {
    const parts = partsOf(bundle);
    const isSupport =
      guns === "all" ? parts.hq || parts.guns.length : isSame(parts.guns, guns) && parts.hq === hq;
    const isAlone = !parts.guns.length && !parts.hq;
    return isSame(parts.wanted, wanted) && isSame(parts.hexes, hexes) && (isSupport || isAlone);
  };
  return view.bundles.filter(isAttack).find(fits);
}

/** Who attacks: those that the plan names, or everybody who can be spared. */
function attackersOf(view, attackers) {
  const all = view.bundles.find(isAttack);
  if (attackers === "all") return all ? partsOf(all).wanted : offered(view, "unit");
  return offered(view, "unit").filter((u) => attackers.includes(u));
}

/** An attack up to its dice. */
async function attack(hand, { target, attackers, guns = [], hq = false, more = [] }) {
  let view = await hand.view();
  if (!offered(view, "hex").includes(target)) return hand.missed.push(`attack on ${target}`);
  view = await hand.hex(target);
  const wanted = attackersOf(view, attackers);
  const hexes = attackers === "all" ? alsoOf(view) : more;
  const bundle = hand.isTogether && bundleFor(view, { wanted, hexes, guns, hq });
  if (bundle) await hand.bundle(bundle.text);
  else if (!(await byHand(hand, target, wanted, hexes))) return;
  await support(hand, guns, hq);
  while (stageOf(await hand.view()) !== "roll") await answer(hand);
  await hand.button("verb roll");
}

/** Attackers one by one or stack by stack, further targets, the declaration. */
async function byHand(hand, target, wanted, more) {
  let view = await hand.add(wanted);
  for (const hex of more) if (offered(view, "hex").includes(hex)) view = await hand.hex(hex);
  const isLegal = offered(view, "verb").includes("declare");
  if (!isLegal) hand.missed.push(`attack on ${target} with all`);
  await hand.button(isLegal ? "verb declare" : "verb stop");
  return isLegal;
}

async function support(hand, guns, hq) {
  let view = await hand.view();
  if (stageOf(view) !== "support") return;
  const all = view.bundles.find(
    (b) => b.groups.flat().includes("verb hq") || b.groups.flat().includes("verb done"),
  );
  const isAll =
    guns === "all" ||
    (all && isSame(unitsOf(all), guns) && hq === all.groups.flat().includes("verb hq"));
  if (hand.isTogether && all && isAll) return void (await hand.bundle(all.text));
  const wanted =
    guns === "all" && all
      ? unitsOf(all)
      : offered(view, "unit").filter((u) => guns === "all" || guns.includes(u));
  view = await hand.add(wanted.filter((u) => offered(view, "unit").includes(u)));
  if (hq && offered(view, "verb").includes("hq")) view = await hand.button("verb hq");
  if (stageOf(view) === "support") await hand.button("verb done");
}

/** What the dice bring: no pursuit, the first offered counter loses, the first way back. */
async function answer(hand) {
  const view = await hand.view();
  const [unit, hex, amount] = ["unit", "hex", "amount"].map((kind) => offered(view, kind)[0]);
  if (offered(view, "verb").includes("done")) return hand.button("verb done");
  if (amount !== undefined) return hand.button(`amount ${amount}`);
  if (unit) return hand.pick(unit);
  return hex ? hand.hex(hex) : hand.button(view.choices[0].choice);
}

/** Attacks that are owed beyond the plan, with everybody who can; then the turn is over. */
async function finish(hand, plan) {
  for (let i = 0; i < 400; i++) {
    const view = await hand.view();
    const now = view.turn.phases.find((p) => p.state === "now");
    if (now?.side !== plan.side || view.turn.n > 1) return;
    if (stageOf(view) !== "combat") {
      hand.for = "dice";
      await answer(hand);
      continue;
    }
    hand.for = "forced";
    if (offered(view, "verb").includes("done")) return void (await hand.button("verb done"));
    const target = offered(view, "hex")[0];
    await hand.hex(target);
    const units = offered(await hand.view(), "unit");
    await attackAgain(hand, units);
  }
}

async function attackAgain(hand, units) {
  const all = hand.isTogether && (await hand.view()).bundles.find((b) => b.main);
  if (all) await hand.bundle(all.text);
  else {
    await hand.add(units);
    await hand.button("verb declare");
  }
  if (stageOf(await hand.view()) === "support") await hand.button("verb done");
  while (stageOf(await hand.view()) !== "roll") await answer(hand);
  await hand.button("verb roll");
}

async function play(hand, plan) {
  hand.missed = [];
  await setUp(hand, plan);
  await setGuns(hand, plan);
  await move(hand, plan);
  for (const each of plan.attacks) {
    while (stageOf(await hand.view()) !== "combat") {
      hand.for = "dice";
      await answer(hand);
    }
    hand.for = "attacks";
    await attack(hand, each);
  }
  if (process.env.ROKADA_CLICKS === "all") await finish(hand, plan);
}

/** @param {any} plan @param {any} hand */
function report(plan, hand, complaints = []) {
  const { dice = 0, forced = 0, ...planned } = hand.clicks;
  const total = Object.values(planned).reduce((sum, n) => sum + n, 0);
  console.log(
    JSON.stringify({
      plan: plan.title,
      manner,
      isDry,
      total,
      ...planned,
      dice,
      forced,
      missed: hand.missed,
      complaints,
    }),
  );
  if (hand.kinds) console.log(JSON.stringify(hand.kinds));
}

async function dry(url, plan) {
  const hand = new Ledger(url, manner);
  await hand.open(await orderOf(url, plan));
  await play(hand, plan);
  report(plan, hand);
}

async function inBrowser(browser, url, plan) {
  const page = await visitor(browser, { width: 1440, height: 900 }, { reducedMotion: "reduce" });
  await open(page, url, plan);
  const hand = new Hand(page, manner);
  await play(hand, plan);
  report(plan, hand, page.complaints);
  await page.context().close();
}

const place = await home();
const browser = isDry ? null : await launch();
try {
  for (const name of named.length ? named : ["kursk", "typhoon"]) {
    const plan = JSON.parse(await readFile(new URL(`${name}.json`, import.meta.url), "utf8"));
    await (browser ? inBrowser(browser, place.url, plan) : dry(place.url, plan));
  }
} finally {
  await browser?.close();
  await place.stop();
}
