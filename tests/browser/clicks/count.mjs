// Counts the clicks of a whole first turn, played by a fixed plan: the same moves and attacks every
// time (docs/src/clicks.md).
//
//   ROKADA_BIN=target/debug/rokada node tests/browser/clicks/count.mjs plain|together [dry] [kursk] [typhoon]

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
  const seats = Object.fromEntries(sides.map((s) => [s.id, s.id === plan.side ? "me" : "bot:captain"]));
  return { game: plan.game, scenario: plan.scenario, options: {}, seats };
}

async function open(page, url, plan) {
  await page.goto(url);
  await page.evaluate(() => localStorage.setItem("rokada.pace", "skip"));
  const order = await orderOf(url, plan);
  const id = await page.evaluate(async (body) => (await (await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json()).table, order);
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
  const units = plan.guns;
  if (!units.length) return;
  if (!hand.isTogether) {
    for (const unit of units) {
      await hand.pick(unit);
      await hand.button("verb set-up");
    }
    return;
  }
  await hand.gather(await hand.pick(units[0]), units);
  await hand.button("verb set-up");
}

/** Moves, destination by destination. */
async function move(hand, plan) {
  hand.for = "moves";
  for (const { to, units } of plan.moves) await (hand.isTogether ? goTogether : goAlone)(hand, to, units);
  const view = await hand.view();
  if (stageOf(view) === "moving") await hand.button("verb stop");
  await hand.button("verb done");
}

async function goAlone(hand, to, units) {
  for (const unit of units) {
    const view = await hand.pick(unit);
    if (offered(view, "hex").includes(to)) await hand.hex(to);
    else hand.missed.push(`${unit} to ${to}`);
  }
}

async function goTogether(hand, to, units) {
  let left = units;
  while (left.length) {
    const view = await hand.pick(left[0]);
    if (!offered(view, "hex").includes(to)) {
      hand.missed.push(`${left[0]} to ${to}`);
      left = left.slice(1);
      continue;
    }
    await hand.gather(view, left);
    const after = await hand.send(to, view);
    const there = new Set(after.units.filter((u) => u.hex === to).map((u) => u.unit));
    const rest = left.filter((unit) => !there.has(unit));
    if (rest.length === left.length) throw new Error(`nobody came to ${to}`);
    left = rest;
  }
}

/** An attack up to its dice. */
async function attack(hand, { target, attackers, guns = [], hq = false, more = [] }) {
  let view = await hand.view();
  if (!offered(view, "hex").includes(target)) return hand.missed.push(`attack on ${target}`);
  view = await hand.hex(target);
  const wanted = offered(view, "unit").filter((u) => attackers === "all" || attackers.includes(u));
  const all = view.bundles?.[0];
  if (hand.isTogether && all?.groups.every(([c]) => wanted.includes(c.slice(5)))) await hand.bundle(all.text);
  else for (const unit of wanted) await hand.pick(unit);
  for (const hex of more) if (offered(await hand.view(), "hex").includes(hex)) await hand.hex(hex);
  view = await hand.view();
  if (!offered(view, "verb").includes("declare")) {
    hand.missed.push(`attack on ${target} with all`);
    return hand.button("verb stop");
  }
  await hand.button("verb declare");
  await support(hand, guns, hq);
  while (stageOf(await hand.view()) !== "roll") await answer(hand);
  await hand.button("verb roll");
}

async function support(hand, guns, hq) {
  let view = await hand.view();
  if (stageOf(view) !== "support") return;
  const wanted = offered(view, "unit").filter((u) => guns === "all" || guns.includes(u));
  const bundle = hand.isTogether && wanted.length > 1 ? view.bundles.find((b) => b.groups.length === wanted.length && b.groups.every(([c]) => wanted.includes(c.slice(5)))) : null;
  if (bundle) view = await hand.bundle(bundle.text);
  else for (const unit of wanted) view = await hand.pick(unit);
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
    if (stageOf(view) !== "combat") { hand.for = "dice"; await answer(hand); continue; }
    hand.for = "forced";
    if (offered(view, "verb").includes("done")) return void (await hand.button("verb done"));
    const target = offered(view, "hex")[0];
    await hand.hex(target);
    const units = offered(await hand.view(), "unit");
    await attackAgain(hand, units);
  }
}

async function attackAgain(hand, units) {
  const view = await hand.view();
  const all = view.bundles?.[0];
  if (hand.isTogether && all) await hand.bundle(all.text);
  else for (const unit of units) if (offered(await hand.view(), "unit").includes(unit)) await hand.pick(unit);
  await hand.button("verb declare");
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
    while (stageOf(await hand.view()) !== "combat") { hand.for = "dice"; await answer(hand); }
    hand.for = "attacks";
    await attack(hand, each);
  }
  if (process.env.ROKADA_CLICKS === "all") await finish(hand, plan);
}

/** @param {any} plan @param {any} hand */
function report(plan, hand, complaints = []) {
  const { dice = 0, forced = 0, ...planned } = hand.clicks;
  const total = Object.values(planned).reduce((sum, n) => sum + n, 0);
  console.log(JSON.stringify({ plan: plan.title, manner, isDry, total, ...planned, dice, forced, missed: hand.missed, complaints }));
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
