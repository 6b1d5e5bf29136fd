// Driving the client in a real browser against the program (ROKADA_BIN) and against a house with the toy game, which hides
// something (ROKADA_TOY). With ROKADA_URL the tests play at a server that runs already.

import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A program with tables in a folder of its own; it can be killed and started again. */
export class Program {
  /** @param {boolean} isToy */
  static async start(isToy = false) {
    const program = new Program();
    program.isToy = isToy;
    program.folder = await mkdtemp(join(tmpdir(), "rokada-"));
    program.port = await freePort();
    program.url = `http://127.0.0.1:${program.port}`;
    await program.run();
    return program;
  }

  async run() {
    const [file, words] = this.isToy ? [process.env.ROKADA_TOY, [String(this.port), this.folder]] : [process.env.ROKADA_BIN, ["serve", "--port", String(this.port), "--data", this.folder, "--no-browser"]];
    if (!file) throw new Error(`${this.isToy ? "ROKADA_TOY" : "ROKADA_BIN"} names no program; tests/browser/run sets it`);
    this.child = spawn(file, words, { stdio: "ignore" });
    for (let i = 0; i < 200; i++) {
      if (await fetch(`${this.url}/api/shelf`).then((r) => r.ok, () => false)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the program does not answer");
  }

  /** Kills it at once, as when the power fails. */
  async kill() {
    const gone = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGKILL");
    await gone;
  }

  async stop() {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** Where the server is; starts the program unless one runs already. */
export async function home(isToy = false) {
  if (process.env.ROKADA_URL && !isToy) return { url: process.env.ROKADA_URL, stop: async () => {} };
  const program = await Program.start(isToy);
  return { url: program.url, stop: () => program.stop() };
}

/** The games on the shelf that can be played. */
export async function games(url) {
  const { games } = await (await fetch(`${url}/api/shelf`)).json();
  return games.filter((g) => g.scenarios.length);
}

/** A house and a browser; neither is left behind if the other cannot be had. */
export async function homeAndBrowser(isToy = false) {
  const place = await home(isToy);
  try {
    return [place, await launch()];
  } catch (error) {
    await place.stop();
    throw error;
  }
}

/** @param {import("playwright-core").LaunchOptions} [more] */
export async function launch(more = {}) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS, ...more });
}

/** A window of its own, with its own seat; what the page complains of is kept. */
export async function visitor(browser, size = { width: 1440, height: 900 }, more = {}) {
  const context = await browser.newContext({ viewport: size, ...more });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (m) => m.type() === "error" && page.complaints.push(m.text()));
  page.on("pageerror", (e) => page.complaints.push(String(e)));
  return page;
}

/** Opens a new table from the shelf. `seats` as {german: "me", russian: "bot:recruit"}; a mere "bot" is the level offered first. */
export async function openTable(page, url, seats, game) {
  await page.goto(url);
  await page.waitForSelector("#open-table");
  if (game) await page.click(`[data-game="${game}"]`);
  for (const [side, who] of Object.entries(seats)) {
    const [kind, level] = who.split(":");
    await page.click(`[data-seat="${side}:${kind}"]`);
    if (level) await page.click(`[data-level="${side}:${level}"]`);
  }
  await page.click("#open-table");
  await ready(page);
}

/** Puts the briefing of a new table aside, where the game has one. */
async function toTheMap(page) {
  await page.waitForSelector("[data-greeted]", { state: "attached" });
  const done = page.locator(".dialog.briefing [data-primary]");
  if (await done.count()) await done.click();
}

/** Waits until the table is drawn and nothing is under way. */
export async function ready(page) {
  await page.waitForSelector(".prompt .lead, .playback .lead", { state: "attached", timeout: 30000 });
  await page.waitForFunction(() => !document.querySelector(".button.sending"));
  await toTheMap(page);
}

export const prompt = (page) => page.textContent(".prompt:not([hidden]) .lead");

/** The choices on offer, as the text list shows them. */
export async function offered(page) {
  const isOpen = await page.$(".sheet:not([hidden]) .sheet-body.list");
  if (!isOpen) await page.evaluate(() => document.querySelector('.rail [data-sheet="list"]')?.click());
  await page.waitForSelector(".sheet:not([hidden]) .sheet-body.list");
  return page.$$eval("[data-list-choice]", (nodes) => nodes.map((n) => n.getAttribute("data-list-choice")));
}

/** Clicks the middle of a hex, after bringing it into the window. */
export async function clickHex(page, hex, options = {}) {
  await page.evaluate(() => document.querySelector(".sheet .icon-button[aria-label=Close]")?.click());
  const spot = await hexSpot(page, hex);
  await page.mouse.click(spot.x, spot.y, options);
}

/** Where a hex is on the screen; pans by dragging the map there if it is not in view. */
export async function hexSpot(page, hex) {
  await page.evaluate(async () => {
    if (window.grid) return;
    const { game, scenario } = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json();
    window.grid = await (await fetch(`/api/games/${game}/grid?scenario=${scenario}`)).json();
  });
  const size = page.viewportSize();
  let seen;
  for (let i = 0; i < 20; i++) {
    await page.waitForFunction(() => !document.querySelector(".world.moving"));
    seen = await page.evaluate(look, hex);
    const { at, covered, free } = seen;
    if (!covered && at.x > 20 && at.y > 60 && at.x < size.width - 70 && at.y < size.height - 20) return at;
    if (free) await drag(page, free, { x: size.width / 2 - at.x, y: size.height / 2 - at.y });
    else await page.waitForTimeout(200);
  }
  throw new Error(`${hex} cannot be brought into view: ${JSON.stringify(seen)}`);
}

/** In the page: where a hex is, what covers it, and the spot nearest to the middle where the map can be taken hold of. */
function look(hex) {
  const over = ({ x, y }) => {
    const top = document.elementFromPoint(x, y);
    return top?.closest(".frame") ? "" : top ? `${top.tagName}.${top.className}` : "the window's edge";
  };
  const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
  const h = window.grid.hexes[hex];
  const at = { x: h.x * m.a + m.e, y: h.y * m.d + m.f };
  const middle = { x: innerWidth / 2, y: innerHeight / 2 };
  const away = (p) => Math.hypot(p.x - middle.x, p.y - middle.y);
  const spots = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].flatMap((x) => [0.5, 0.4, 0.6, 0.3, 0.7].map((y) => ({ x: innerWidth * x, y: innerHeight * y })));
  // A drag that begins on a counter may take it along.
  const stacks = [...document.querySelectorAll(".stack")].map((s) => window.grid.hexes[s.dataset.hex]).map((s) => ({ x: s.x * m.a + m.e, y: s.y * m.d + m.f }));
  const isBare = (p) => stacks.every((s) => Math.hypot(s.x - p.x, s.y - p.y) > window.grid.pitch * m.a * 0.7);
  const free = spots.filter((p) => !over(p) && isBare(p)).sort((a, b) => away(a) - away(b))[0];
  return { at, covered: over(at), free, middle: over(middle) };
}

/** Drags the map by a way, as far as the window allows. */
async function drag(page, from, by) {
  const { width, height } = page.viewportSize();
  const within = (v, least, most) => Math.max(least, Math.min(most, v));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(within(from.x + by.x, 90, width - 90), within(from.y + by.y, 140, height - 140), { steps: 4 });
  await page.mouse.up();
}

/** The state as the page's own seat sees it, in English whatever the page is read in. */
export async function state(page, as = "") {
  return page.evaluate(async (eyes) => {
    const at = `/api/tables/${location.pathname.split("/")[2]}${eyes ? `?as=${eyes}` : ""}`;
    return (await fetch(at, { headers: { "accept-language": "en" } })).json();
  }, as);
}

/** Waits until an asynchronous question is answered with yes in the page; `waitForFunction` would take the promise itself for one. */
export async function eventually(page, question, given, most = 8000) {
  const last = Date.now() + most;
  while (!(await page.evaluate(question, given))) {
    if (Date.now() > last) throw new Error(`never true: ${question}`);
    await page.waitForTimeout(50);
  }
}

/** The state in the eyes of whoever decides, if this page may be him: two who share a screen pass it behind a cover. */
export async function deciders(page) {
  const now = await state(page);
  const decider = now.view.prompt?.decider;
  return decider && !now.view.prompt.mine && now.seats[decider]?.who === "me" ? state(page, decider) : now;
}

/** Sits down in the other's place, if the screen asks for it. */
async function sitDown(page) {
  const cover = page.locator(".cover:not([hidden]) .button.primary");
  if (await cover.count()) await cover.click();
}

/** Makes one offered choice by clicking where a player would: map, stack panel, prompt bar. */
export async function make(page, choice) {
  const [kind, name] = [choice.slice(0, choice.indexOf(" ")), choice.slice(choice.indexOf(" ") + 1)];
  const before = (await state(page)).seq;
  await sitDown(page);
  if (kind === "hex") await clickHex(page, name);
  else if (kind === "unit") await clickUnit(page, name);
  else await clickButton(page, choice);
  await eventually(page, async (seq) => (await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json()).seq !== seq, before);
  await page.waitForFunction(() => !document.querySelector(".button.sending"));
}

async function clickUnit(page, unit) {
  const now = await deciders(page);
  const found = now.view.units.find((u) => u.unit === unit);
  if (found?.hex) {
    const offered = new Set(now.view.choices.map((c) => c.choice));
    const top = now.view.units.filter((u) => u.hex === found.hex && offered.has(`unit ${u.unit}`)).sort((a, b) => b.level - a.level)[0];
    if (top.unit === unit) return clickHex(page, found.hex);
  }
  const row = page.locator(`.stack-panel:not([hidden]) [data-unit-row="${unit}"]`);
  if (await row.count()) return row.first().click();
  await offered(page);
  await page.locator(`[data-list-choice="unit ${unit}"]`).click();
}

async function clickButton(page, choice) {
  const button = page.locator(`.prompt [data-choice="${choice}"]`).first();
  await page.waitForTimeout(280);
  if (!(await button.isVisible().catch(() => false))) await page.locator(".more .button").click().catch(() => {});
  await button.click();
  const confirm = page.locator(`.prompt [data-primary][data-choice="${choice}"]`);
  if ((await page.textContent(".prompt:not([hidden]) .lead").catch(() => ""))?.endsWith("now?")) await confirm.click();
}

/** Plays on until a combat has attackers. The choices are sent by the page without clicking, which is not the point here. */
export async function toCombat(page, most = 120) {
  const tried = new Set();
  for (let i = 0; i < most; i++) {
    const now = await state(page);
    if (now.view.odds?.attackers.length) {
      await page.waitForSelector(".sheet:not([hidden]) .column-big");
      return now.view.odds;
    }
    await send(page, now, warlike(now, tried));
  }
  throw new Error(`no combat after ${most} choices`);
}

/** What somebody does who wants to attack soon: moves the nearest counters up to the enemy, then attacks. */
function warlike({ view, as }, tried) {
  const of = (kind) => view.choices.filter((c) => c.choice.startsWith(`${kind} `));
  const primary = view.choices.find((c) => c.primary);
  const label = view.turn.phases.find((p) => p.state === "now")?.label ?? "";
  const isOwed = (offer) => offer.effects?.some((e) => e.kind === "attack-owed");
  if (of("hex").some((h) => h.path)) return (of("hex").find(isOwed) ?? primary ?? of("hex")[0]).choice;
  if (/combat|attack|declare/i.test(label)) return (of("unit")[0] ?? of("hex")[0] ?? primary).choice;
  const near = tried.size < 4 && view.turn.n > 0 ? nearest(view, as, of("unit").filter((c) => !tried.has(c.choice))) : null;
  if (near) tried.add(near.choice);
  return (near ?? primary ?? of("hex")[0] ?? of("unit")[0] ?? view.choices[0]).choice;
}

/** The offered counter nearest to an enemy, by the numbers of the hexes. */
function nearest(view, as, offers) {
  const place = (hex) => [Number(hex.slice(0, 2)), Number(hex.slice(2))];
  const enemies = view.units.filter((u) => u.hex && u.side !== as).map((u) => place(u.hex));
  const far = (offer) => {
    const unit = view.units.find((u) => `unit ${u.unit}` === offer.choice);
    if (!unit?.hex) return Infinity;
    const [c, r] = place(unit.hex);
    return Math.min(...enemies.map(([a, b]) => Math.hypot(a - c, b - r)));
  };
  return offers.map((offer) => ({ offer, d: far(offer) })).sort((a, b) => a.d - b.d)[0]?.offer ?? null;
}

/** What a hasty player does: picks and moves a few counters, then presses the main button; what comes to nothing he tries otherwise. */
export function hasty(view, counts) {
  const of = (kind) => view.choices.filter((c) => c.choice.startsWith(`${kind} `));
  const primary = view.choices.find((c) => c.primary);
  const [units, hexes, verbs] = [of("unit"), of("hex"), of("verb")];
  const tries = counts.tries ?? 0;
  const any = (list) => list[tries % list.length].choice;
  if (hexes.length && !units.length && !primary && !verbs.some((v) => v.choice === "verb stop")) {
    // An attack that is owed is made with as many counters as it takes.
    if (/attack|combat/i.test(view.turn.phases.find((p) => p.state === "now")?.label ?? "")) counts.units = 0;
    return any(hexes);
  }
  // Somebody must leave a hex that is too full before the step can end.
  const full = new Set(view.owed.flatMap((o) => o.hexes));
  const leaving = primary ? undefined : units.find((c) => full.has(view.units.find((u) => `unit ${u.unit}` === c.choice)?.hex));
  if (leaving && !hexes.length) return leaving.choice;
  if (hexes.some((h) => h.path)) return hexes[Math.floor(hexes.length / 2)].choice;
  if (units.length && counts.units++ < [6, 1, 2, 3][tries % 4]) return any(units);
  if (primary?.choice === "verb declare") return primary.choice;
  if (hexes.length && counts.hexes++ < 4) return any(hexes);
  if (!primary && verbs.length) counts.tries = tries + 1;
  return (primary ?? verbs[0] ?? of("amount")[0] ?? of("side")[0] ?? units[0] ?? hexes[0]).choice;
}

/**
 * Plays by clicking, set-up included, until the first turn is over or the game is, or so many choices were made: the turns of the
 * larger games take hundreds. With ROKADA_CLICKS=all every turn is played to its end.
 */
export async function playTurn(page, most = 30) {
  const first = Math.max((await state(page)).view.turn.n, 1);
  const limit = process.env.ROKADA_CLICKS === "all" ? 3000 : most;
  let [step, counts] = ["", { units: 0, hexes: 0 }];
  for (let i = 0; i < limit; i++) {
    const now = await deciders(page);
    if (!now.view.prompt || now.view.turn.n > first) return i;
    if (!now.view.prompt.mine) { await page.waitForTimeout(200); continue; }
    await sitDown(page);
    if (await page.locator(".playback:not([hidden])").count()) await page.locator(".playback [data-primary]").click();
    const at = JSON.stringify([now.view.turn.phases.findIndex((p) => p.state === "now"), now.view.prompt.decider]);
    if (at !== step) [step, counts] = [at, { units: 0, hexes: 0 }];
    await make(page, hasty(now.view, counts));
  }
  if (limit > most) throw new Error("the turn does not end");
  return limit;
}

/** Sends a choice by the page without clicking. */
export async function send(page, { as, seq }, choice) {
  await page.evaluate(([as, seq, choice]) => fetch(`/api/tables/${location.pathname.split("/")[2]}/choose`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ as, seq, choice }) }), [as, seq, choice]);
}

/** Waits for the answer to what was just done. */
export async function settled(page, before) {
  await page.waitForFunction((b) => document.querySelector(".prompt:not([hidden]) .lead")?.textContent !== b && !document.querySelector(".button.sending"), before, { timeout: 10000 });
}

export async function shot(page, name) {
  await mkdir("artefacts", { recursive: true });
  await page.waitForTimeout(250);
  await page.screenshot({ path: `artefacts/${name}.png` });
}
