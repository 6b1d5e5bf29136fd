// A hand that clicks and counts: what a player must press to do a thing, in two manners. "plain"
// moves counter after counter; "together" uses stacks, formations, several stacks and bundles.

import { hexSpot, state } from "../helpers.mjs";

/** @param {string} choice */
const nameOf = (choice) => choice.slice(choice.indexOf(" ") + 1);
/** @param {any} view @param {string} kind */
export const offered = (view, kind) =>
  view.choices.filter((c) => c.choice.startsWith(`${kind} `)).map((c) => nameOf(c.choice));
/** @param {any} view */
export const stageOf = (view) => view.prompt?.stages.at(-1) ?? "";

/** Plays on a page and counts its clicks by what they were for. */
export class Hand {
  /** @param {import("playwright-core").Page} page @param {"plain" | "together"} manner */
  constructor(page, manner) {
    this.page = page;
    this.isTogether = manner === "together";
    /** @type {Record<string, number>} */
    this.clicks = {};
    this.for = "set-up";
  }

  get total() {
    return Object.values(this.clicks).reduce((sum, n) => sum + n, 0);
  }

  #count() {
    this.clicks[this.for] = (this.clicks[this.for] ?? 0) + 1;
  }

  /** What I see, once it is my decision and on the screen. */
  async view() {
    for (let i = 0; i < 3000; i++) {
      const now = await state(this.page);
      const line = await this.page.getAttribute(".table", "data-line");
      const isStill = !(await this.page.locator(".button.sending").count());
      if (!now.view.prompt) return now.view;
      if (now.view.prompt.mine && Number(line) === now.seq && isStill) return now.view;
      await this.page.waitForTimeout(40);
    }
    throw new Error("it is never my decision");
  }

  /** Does something that makes a choice, and waits until it has been made. @param {() => Promise<void>} act */
  async #makes(act) {
    const before = (await state(this.page)).seq;
    await act();
    for (let i = 0; i < 500; i++) {
      if ((await state(this.page)).seq !== before) return this.view();
      await this.page.waitForTimeout(40);
    }
    throw new Error(`a click for ${this.for} did nothing: ${await this.page.textContent(".prompt")}`);
  }

  /** @param {string} hex */
  async #clickHex(hex) {
    await this.page.evaluate(() => document.querySelector(".sheet .icon-button[aria-label=Close]")?.click());
    const { x, y } = await hexSpot(this.page, hex);
    this.#count();
    await this.page.mouse.click(x, y);
  }

  /** @param {string} hex */
  hex(hex) {
    return this.#makes(() => this.#clickHex(hex));
  }

  /** @param {string} selector */
  async #press(selector) {
    const node = this.page.locator(selector).first();
    this.#count();
    await node.click();
  }

  /** A button of the bar, from its menu where it does not fit, confirmed where that is asked. @param {string} choice */
  button(choice) {
    return this.#makes(async () => {
      // A new decision ignores the main button for a moment.
      await this.page.waitForTimeout(280);
      const node = this.page.locator(`.prompt [data-choice="${choice}"]`).first();
      if (!(await node.isVisible())) await this.#press(".more .button");
      await this.#press(`.prompt [data-choice="${choice}"]`);
      const lead = await this.page.textContent(".prompt:not([hidden]) .lead").catch(() => "");
      if (lead?.endsWith("now?")) await this.#press(`.prompt [data-primary][data-choice="${choice}"]`);
    });
  }

  /** Takes a counter: its row where the stack panel shows it, else its stack, fanned out where it is not the topmost. @param {string} unit */
  async pick(unit) {
    let view = await this.view();
    if (view.picked.at(-1) === unit) return view;
    const { hex } = view.units.find((u) => u.unit === unit) ?? {};
    const row = `.stack-panel:not([hidden]) [data-unit-row="${unit}"]`;
    if (!hex || (await this.page.locator(row).count())) return this.#makes(() => this.#press(row));
    if (offered(view, "hex").includes(hex) && offered(view, "verb").includes("stop")) view = await this.button("verb stop");
    const may = new Set(offered(view, "unit"));
    const top = view.units.filter((u) => u.hex === hex && may.has(u.unit)).sort((a, b) => b.level - a.level)[0];
    return this.#makes(() => (top?.unit === unit ? this.#clickHex(hex) : this.#clickFanned(hex, unit)));
  }

  /** @param {string} hex @param {string} unit */
  async #clickFanned(hex, unit) {
    const { x, y } = await hexSpot(this.page, hex);
    await this.page.mouse.move(5, 400);
    await this.page.mouse.move(x, y);
    const counter = this.page.locator(`.fan [data-unit="${unit}"]`);
    await counter.waitFor();
    const box = await counter.boundingBox();
    this.#count();
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Something that changes only what the screen shows. @param {string} selector */
  async #toggle(selector) {
    await this.#press(selector);
  }

  /** Takes others along with the counter in hand: by stack or formation where that is fewer clicks, the rest one by one. @param {any} view @param {string[]} wanted with the one in hand */
  async gather(view, wanted) {
    const leader = view.units.find((u) => u.unit === view.picked[0]);
    const may = new Set(offered(view, "unit"));
    const others = view.units.filter((u) => u.side === leader.side && may.has(u.unit));
    const with_ = { one: [], stack: others.filter((u) => u.hex === leader.hex), formation: others.filter((u) => leader.formation && u.formation === leader.formation) };
    const now = (await this.page.getAttribute('.take [aria-pressed="true"][data-take]', "data-take").catch(() => null)) ?? "one";
    const wrong = (take) => with_[take].filter((u) => !wanted.includes(u.unit)).length + wanted.filter((id) => id !== leader.unit && !with_[take].some((u) => u.unit === id)).length + Number(take !== now);
    const [best] = ["one", "stack", "formation"].filter((t) => t === "one" || with_[t].length).sort((a, b) => wrong(a) - wrong(b));
    if (best !== now && (await this.page.locator(`[data-take="${best}"]`).count())) await this.#toggle(`[data-take="${best}"]`);
    const hexes = [leader.hex, ...new Set(others.filter((u) => wanted.includes(u.unit)).map((u) => u.hex))];
    for (const hex of new Set(hexes)) await this.#gatherIn(hex, hex === leader.hex, others, wanted);
  }

  /** @param {string} hex @param {boolean} isOwn @param {any[]} others @param {string[]} wanted */
  async #gatherIn(hex, isOwn, others, wanted) {
    const here = others.filter((u) => u.hex === hex);
    const wrong = async () => {
      const company = await this.#members();
      return here.filter((u) => company.has(u.unit) !== wanted.includes(u.unit));
    };
    if (!(await wrong()).length) return;
    if (!isOwn) {
      if (!(await this.page.locator('[data-add][aria-pressed="true"]').count())) await this.#toggle("[data-add]");
      await this.#clickHex(hex);
    }
    for (const { unit } of await wrong()) await this.#toggle(`[data-along="${unit}"]`);
  }

  /** Who goes along with the counter in hand, as the page says. @returns {Promise<Set<string>>} */
  async #members() {
    const company = await this.page.getAttribute(".table", "data-company");
    return new Set((company ?? "").split(" ").filter(Boolean));
  }

  /** Sends the counter in hand and its company to a hex. @param {string} to @param {any} view */
  async send(to, view) {
    const isOccupied = view.units.some((u) => u.hex === to && offered(view, "unit").includes(u.unit));
    const adding = '[data-add][aria-pressed="true"]';
    if (isOccupied && (await this.page.locator(adding).count())) await this.#toggle(adding);
    return this.hex(to);
  }

  /** Presses a bundle. @param {string} text */
  bundle(text) {
    return this.#makes(() => this.#press(`[data-bundle="${text}"]`));
  }
}
