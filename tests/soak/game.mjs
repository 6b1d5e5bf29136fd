// One game of the soak: opens a table, plays it by clicking until it is over, and keeps an eye on
// everything that must not happen.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Policy } from "./policy.mjs";

const SCREEN = fileURLToPath(new URL("screen.js", import.meta.url));

/** How long the screen may stand still while the server waits for this person. */
export const STUCK = 10000;
/** A screen this long behind the server is counted, though not a failure. */
const LATE = 3000;
/** How long the other side may think. */
const THINKING = 120000;
/** How often a game says how far it is. */
const REPORT = 60000;
/** How long a new decision ignores its main button. */
const GRACE = 260;
/** After a click that has no effect nothing moves for so long. */
const PATIENCE = 600;
/** Clicks without any effect, one after another, that make a dead end. */
const DEAD = 12;
/** After so many choices the journal must be longer than it ever was. */
const CIRCLE = 150;

/**
 * The paces of the bot that the prompt bar offers, and the paces of the playback that the settings
 * offer.
 */
export const PACES = {
  "at-once": { bot: 0, playback: "1" },
  brisk: { bot: 400, playback: "1" },
  slow: { bot: 1500, playback: "1" },
  "playback-step": { bot: 0, playback: "step" },
  "playback-half": { bot: 0, playback: "0.5" },
  "playback-2": { bot: 0, playback: "2" },
  "playback-4": { bot: 0, playback: "4" },
  "playback-skip": { bot: 0, playback: "skip" },
};

/** Something that must not happen. */
export class Failure extends Error {}

/**
 * A game being played.
 * @typedef {{game: any, scenario: string, side: string, pace: keyof typeof PACES, seed: number,
 *   choices: number, until: number, url: string, out: string}} Plan
 */
export class SoakGame {
  /**
   * @param {import("playwright-core").Browser} browser
   * @param {Plan} plan
   * @param {(line: string) => void} say
   */
  constructor(browser, plan, say) {
    Object.assign(this, { browser, plan, say });
    this.policy = new Policy(plan.seed);
    this.choices = 0;
    this.late = [];
    this.failures = [];
    this.clicks = [];
    this.complaints = [];
    /** Clicks on what was offered that were refused, with the reason. */
    this.refusals = [];
    this.isEnded = false;
    this.idle = 0;
    /** At how many choices it was last seen whether the game goes on, and its longest journal. */
    [this.checked, this.farthest] = [0, 0];
  }

  get name() {
    const { game, scenario, side, pace } = this.plan;
    return `${game.id}/${scenario}/${side}/${pace}`;
  }

  /** How far it has come, in words. */
  get summary() {
    const seconds = (Date.now() - this.begun) / 1000;
    const speed = (this.choices / seconds).toFixed(1);
    return `${this.name}: ${this.choices} choices in ${Math.round(seconds)} s (${speed}/s)`;
  }

  /** Plays the game; whatever goes wrong is in `failures`. */
  async play() {
    this.begun = Date.now();
    const context = await this.browser.newContext({ viewport: { width: 1200, height: 760 } });
    try {
      this.page = await context.newPage();
      await this.#watch(context);
      await this.#open();
      while (!this.isEnded && !this.isCut) await this.#guarded();
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.seconds = (Date.now() - this.begun) / 1000;
      await context.close().catch(() => {});
    }
    return this;
  }

  /** Whether it shall not go on: enough choices, no time, or too much went wrong. */
  get isCut() {
    return (
      this.choices >= this.plan.choices || Date.now() > this.plan.until || this.failures.length >= 3
    );
  }

  async #watch(context) {
    const { page } = this;
    page.on("console", (m) => m.type() === "error" && this.complaints.push(`console: ${m.text()}`));
    page.on("pageerror", (e) => this.complaints.push(`page: ${e.stack ?? e}`));
    page.on(
      "response",
      (r) => r.status() >= 500 && this.complaints.push(`HTTP ${r.status()} ${r.url()}`),
    );
    await context.addInitScript({ path: SCREEN });
  }

  /** From the shelf to the table, by clicking. */
  async #open() {
    const { page, plan } = this;
    const { playback } = PACES[plan.pace];
    await page.goto(plan.url);
    await page.waitForSelector("#open-table");
    if (playback !== "1") await this.#setPlayback(playback);
    await page.click(`[data-game="${plan.game.id}"]`);
    await page.click(`[data-scenario="${plan.scenario}"]`);
    for (const { id } of plan.game.sides) {
      await page.click(`[data-seat="${id}:${id === plan.side ? "me" : "bot"}"]`);
      if (id !== plan.side) await page.click(`[data-level="${id}:captain"]`);
    }
    await page.click("#open-table");
    await this.#seated();
    this.table = new URL(page.url()).pathname.split("/")[2];
  }

  /**
   * Waits for the table, puts its briefing aside, and shows the whole map, so that what is offered
   * can be seen.
   */
  async #seated() {
    const { page } = this;
    await page.waitForSelector("[data-greeted]", { state: "attached", timeout: 60000 });
    const briefing = page.locator(".dialog.briefing [data-primary]");
    if (await briefing.count()) await briefing.click();
    await page.focus(".frame");
    await page.keyboard.press("0");
  }

  async #setPlayback(value) {
    const { page } = this;
    await page.locator(".page-head button", { hasText: "Settings" }).click();
    const label = { step: "Step", 0.5: "½×", 2: "2×", 4: "4×", skip: "Skip" }[value];
    await page
      .locator(".settings-panel .segments button", { hasText: new RegExp(`^${label}$`) })
      .click();
    await page.locator(".page-head button", { hasText: "Settings" }).click();
  }

  /** @param {any} screen */
  #report(screen) {
    this.reported ??= this.begun;
    if (Date.now() - this.reported < REPORT) return;
    this.reported = Date.now();
    this.say(`  ${this.summary}, ${screen.turn}`);
  }

  async #guarded() {
    try {
      await this.#step();
      await this.#checkProgress();
      if (this.complaints.length)
        throw new Failure(`the page complains: ${this.complaints.splice(0).join("; ")}`);
    } catch (error) {
      await this.#fail(error);
      if (this.failures.length < 3) await this.#reload();
    }
  }

  /** A game that chooses and takes back for ever is as stuck as one that stands still. */
  async #checkProgress() {
    if (this.choices < this.checked + CIRCLE) return;
    this.checked = this.choices;
    const { seq, over } = await this.#server();
    if (!over && seq <= this.farthest)
      throw new Failure(`circles: ${CIRCLE} choices, and still not past line ${this.farthest}`);
    this.farthest = Math.max(seq, this.farthest);
  }

  async #reload() {
    await this.page.reload();
    await this.#seated();
  }

  /** One look at the screen and one click. */
  async #step() {
    const screen =
      this.seen ?? (await this.page.evaluate((how) => window.soak.look(how), this.#how()));
    this.seen = null;
    this.#report(screen);
    switch (screen.kind) {
      case "over":
        return void (this.isEnded = true);
      case "mine":
        return this.#decide(screen);
      case "waiting":
        await this.#pace(screen);
        return this.#wait(screen);
      case "playback":
        return this.#playback(screen);
      case "cover":
      case "moved-on":
        return this.#click(screen, screen.clickable[0]);
      case "fault":
        throw new Failure("the screen shows a fault of the server");
      default:
        return this.#wait(screen);
    }
  }

  #how() {
    return { seed: this.policy.lots.seed(), most: 3 };
  }

  /** Sets the bot's pace, once its buttons are there to be clicked. */
  async #pace(screen) {
    const { bot } = PACES[this.plan.pace];
    if (bot === 0 || this.isPaced || !screen.clickable.length) return;
    const button = this.page.locator(`[data-pace="${bot}"]`);
    await button.click({ timeout: 1000 }).then(
      () => {
        this.isPaced = true;
      },
      () => {},
    );
  }

  /** Others decide, or an answer is on its way: waits until the screen shows something else. */
  async #wait(screen) {
    const begun = Date.now();
    let behindSince = 0;
    for (;;) {
      const now = await this.page.evaluate(
        ([kind, how]) => window.soak.awaitKind(kind, 1000, how),
        [screen.kind, this.#how()],
      );
      if (now.kind !== screen.kind) {
        [this.seen, this.movedAt] = [now, Date.now()];
        return this.#caughtUp(behindSince);
      }
      const server = await this.#server();
      const isBehind = server.over || server.view.prompt?.mine;
      behindSince = isBehind ? behindSince || Date.now() : 0;
      if (behindSince && Date.now() - behindSince > STUCK)
        throw new Failure(
          `stuck: the screen shows "${now.lead}" (${now.kind}) for ${STUCK / 1000} s ` +
            `while the server waits for this person at line ${server.seq}`,
        );
      if (Date.now() - begun > THINKING)
        throw new Failure(`the other side does not decide: "${now.lead}"`);
    }
  }

  #caughtUp(behindSince) {
    const ms = behindSince ? Date.now() - behindSince : 0;
    if (ms > LATE) this.late.push(ms);
  }

  /** What the server says, read only. */
  async #server() {
    const answer = await this.page.request.get(
      `${this.plan.url}/api/tables/${this.table}?as=${this.plan.side}`,
      { timeout: 30000 },
    );
    return answer.json();
  }

  /**
   * What others did is played back: usually the player goes on, now and then he looks on for a
   * moment.
   */
  async #playback(screen) {
    if (this.policy.lots.next() < 0.05)
      await this.page.evaluate((how) => window.soak.awaitKind("playback", 1500, how), this.#how());
    this.#noteClick({ kind: "playback", label: "Skip to now" }, screen);
    await this.page.mouse.click(screen.clickable[0].x, screen.clickable[0].y);
    this.seen = await this.page.evaluate(
      (how) => window.soak.awaitKind("playback", 300, how),
      this.#how(),
    );
    this.idle += this.seen.kind === "playback" ? 0.2 : 0;
    if (this.idle > DEAD) throw new Failure("dead end: the playback cannot be left");
  }

  async #decide(screen) {
    if (!screen.clickable.length) return this.#nothing(screen);
    const target = this.policy.choose(screen);
    if (!target) return this.#nothing(screen);
    if (target.kind === "primary") await this.#sinceChange();
    await this.#click(screen, target);
  }

  /** A new decision ignores its main button for a moment, so that nobody presses it by mistake. */
  async #sinceChange() {
    const wait = GRACE - (Date.now() - (this.movedAt ?? 0));
    if (wait > 0) await this.page.waitForTimeout(wait);
  }

  /** Nothing is in sight: what is offered may lie outside the window or under a sheet. */
  async #nothing(screen) {
    this.idle += 1;
    if (this.idle === 1)
      await this.page.evaluate(() =>
        document.querySelector(".sheet .icon-button[aria-label=Close]")?.click(),
      );
    else {
      await this.page.focus(".frame");
      await this.page.keyboard.press(this.idle % 3 ? "n" : "0");
    }
    await this.page.waitForTimeout(250);
    const server = await this.#server();
    if (this.idle <= DEAD || !server.view.prompt?.mine) return;
    const offers = server.view.choices.map((c) => c.choice);
    const some = `${offers.slice(0, 5).join(", ")}${offers.length > 5 ? ", ..." : ""}`;
    throw new Failure(
      `dead end: "${screen.lead}" and nothing on the screen to click; the server offers ${some}`,
    );
  }

  #noteClick(target, screen) {
    const seconds = ((Date.now() - this.begun) / 1000).toFixed(1);
    const what = `${target.kind} ${target.label} ${target.choice ?? ""}`;
    this.clicks.push(`${seconds} ${screen.lead.slice(0, 70)} -> ${what}`);
    if (this.clicks.length > 60) this.clicks.splice(0, 30);
  }

  /** Clicks, and waits until the screen shows what came of it. */
  async #click(screen, target) {
    this.#noteClick(target, screen);
    await this.page.mouse.click(target.x, target.y);
    const before = { answers: screen.answers, posts: screen.posts, signature: screen.signature };
    const now = await this.page.evaluate(
      ([before, patience, most, how]) => window.soak.awaitEffect(before, patience, most, how),
      [before, PATIENCE, STUCK, this.#how()],
    );
    if (now.effect === "stuck")
      throw new Failure(
        `the click on ${target.kind} ${target.label} was sent, ` +
          `and for ${STUCK / 1000} s nothing has come of it`,
      );
    if (now.effect === "none") return this.#noEffect(screen, now, target);
    this.seen = now;
    this.#moved(screen, now);
  }

  #moved(screen, now) {
    this.choices += now.answers - screen.answers;
    this.movedAt = Date.now();
    if (now.answers > screen.answers) this.idle = 0;
    else this.#noteIdle(now);
  }

  /**
   * Something moved on the screen, but nothing was chosen: a panel, a menu, a question whether to
   * end.
   */
  #noteIdle(now) {
    this.idle += 0.34;
    this.#noteRefusal(now);
    if (this.idle > DEAD)
      throw new Failure(`dead end: "${now.lead}": clicks open and shut things, but choose nothing`);
  }

  #noteRefusal(now) {
    if (now.refusal) this.refusals.push(`${this.clicks.at(-1)}: ${now.refusal}`);
  }

  #noEffect(screen, now, target) {
    this.idle += 1;
    this.#noteRefusal(now);
    if (this.idle > DEAD)
      throw new Failure(
        `dead end: "${now.lead}": ${DEAD} clicks on what is offered had no effect, ` +
          `the last on ${target.kind} ${target.label}${now.refusal ? `: ${now.refusal}` : ""}`,
      );
    return this.page.keyboard.press(this.idle > 4 ? "0" : "Escape");
  }

  /** Keeps everything that helps to find the cause. @param {unknown} error */
  async #fail(error) {
    const why =
      error instanceof Failure ? error.message : `the soak itself failed: ${error?.stack ?? error}`;
    const folder = join(this.plan.out, `${this.name.replaceAll("/", "_")}-${Date.now()}`);
    this.failures.push({ why, folder });
    this.say(`FAILED ${this.name} after ${this.choices} choices: ${why}\n  see ${folder}`);
    await mkdir(folder, { recursive: true });
    const save = (name, text) => writeFile(join(folder, name), text).catch(() => {});
    const kept = {
      screenshot: async () =>
        this.page.screenshot({ path: join(folder, "screen.png"), timeout: 15000 }),
    };
    await kept.screenshot().catch(() => {});
    await save("why.txt", `${this.name} seed ${this.plan.seed}\n${why}\n`);
    await save("clicks.txt", this.clicks.join("\n"));
    await save(
      "trace.txt",
      (await this.page.evaluate(() => window.soak?.trace ?? []).catch(() => [])).join("\n"),
    );
    await save("state.json", JSON.stringify(await this.#server().catch(() => null), null, 1));
    const journal = await this.page.request
      .get(`${this.plan.url}/api/tables/${this.table}/journal?as=${this.plan.side}`)
      .then(
        (r) => r.text(),
        () => "",
      );
    await save("journal.txt", journal);
  }
}
