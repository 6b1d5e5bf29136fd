// How many steps of zooming and panning a second a headless Chromium draws: with the client of this
// folder and
// with that of an older commit, in turns at the same server, so that only their ratio counts.
//
//   ROKADA_BIN=target/debug/rokada node tests/bench/frames.mjs [COMMIT] [GAME...]

import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { FLAGS, games, home, launch } from "../browser/helpers.mjs";

/** The commit whose client was reviewed: it drew the map anew at every step. */
const BEFORE = "c69aa90";
const ROUNDS = Number(process.env.ROKADA_ROUNDS ?? 3);
const STEPS = 40;
const TYPES = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
  ".svg": "image/svg+xml",
};

/** The client of a commit, in a folder of its own. */
async function clientOf(commit) {
  const folder = await mkdtemp(join(tmpdir(), "rokada-client-"));
  const archive = execFileSync("git", ["archive", commit, "web"], { maxBuffer: 1 << 26 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  return folder;
}

/** Gives the files of a folder instead of the server's; what is asked of the program goes there. */
async function serve(context, url, folder) {
  await context.route(
    (at) => at.href.startsWith(url) && !/^\/(api|assets)\//.test(at.pathname),
    async (route) => {
      const path = new URL(route.request().url()).pathname;
      const name = extname(path) ? path.replace(/^\/v\/[^/]+/, "") : "/index.html";
      const body = await readFile(join(folder, "web", name)).catch(() => null);
      if (body === null) return route.fulfill({ status: 404 });
      return route.fulfill({ body, contentType: TYPES[extname(name)] ?? "text/plain" });
    },
  );
}

/** A new table of a game for one who plays all sides. */
async function newTable(page, url, game) {
  await page.goto(`${url}/about.html`);
  return page.evaluate(async (g) => {
    const seats = Object.fromEntries(g.sides.map((s) => [s.id, "me"]));
    const body = JSON.stringify({ game: g.id, scenario: g.scenarios[0].id, options: {}, seats });
    const headers = { "content-type": "application/json" };
    return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).table;
  }, game);
}

/** Steps a second of a gesture, one step in each frame. Runs in the page. */
async function rate({ kind, steps }) {
  const frame = document.querySelector(".frame");
  const next = () => new Promise((done) => requestAnimationFrame(done));
  const at = { clientX: innerWidth / 2, clientY: innerHeight / 2, bubbles: true, cancelable: true };
  const wheel = (i) => ({ ...at, deltaY: Math.floor(i / 10) % 2 ? -120 : 120 });
  const slide = (i) => ({ ...at, shiftKey: true, deltaY: Math.floor(i / 10) % 2 ? -60 : 60 });
  await next();
  const begin = performance.now();
  for (let i = 0; i < steps; i++) {
    frame.dispatchEvent(new WheelEvent("wheel", kind === "zoom" ? wheel(i) : slide(i)));
    await next();
  }
  // The last step is drawn too before the clock stops.
  await next();
  return (1000 * steps) / (performance.now() - begin);
}

/** What one client does at one game. */
async function measure(browser, url, folder, game) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await serve(context, url, folder);
  const page = await context.newPage();
  const table = await newTable(page, url, game);
  await page.goto(`${url}/t/${table}`);
  await page.waitForSelector(".prompt .lead", { timeout: 90000 });
  // A client that greets a new table with its briefing.
  await page.waitForTimeout(1000);
  const briefing = page.locator(".dialog [data-primary]");
  if (await briefing.count()) await briefing.click();
  await page.waitForLoadState("networkidle");
  const found = {};
  for (const kind of ["pan", "zoom"])
    found[kind] = await page.evaluate(rate, { kind, steps: STEPS });
  await context.close();
  return found;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const mean = (list, kind) => median(list.map((r) => r[kind]));

const [commit, ...wanted] = process.argv.slice(2);
const before = await clientOf(commit ?? BEFORE);
const place = await home();
// Without the limit of sixty frames a second, which the present client reaches.
const browser = await launch({
  args: [...FLAGS, "--disable-frame-rate-limit", "--disable-gpu-vsync"],
});
try {
  console.log("game                 pan before   after  ratio | zoom before   after  ratio");
  for (const game of (await games(place.url)).filter(
    (g) => !wanted.length || wanted.includes(g.id),
  )) {
    const found = { before: [], after: [] };
    for (let i = 0; i < ROUNDS; i++) {
      found.before.push(await measure(browser, place.url, before, game));
      found.after.push(await measure(browser, place.url, ".", game));
    }
    const cells = ["pan", "zoom"].map((kind) => {
      const [a, b] = [mean(found.before, kind), mean(found.after, kind)];
      return `${a.toFixed(1).padStart(10)} ${b.toFixed(1).padStart(7)} ${(b / a).toFixed(1).padStart(6)}`;
    });
    console.log(`${game.id.padEnd(20)} ${cells.join(" | ")}`);
  }
} finally {
  await browser.close();
  await place.stop();
  await rm(before, { recursive: true, force: true });
}
