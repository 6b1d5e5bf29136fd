// A hand that clicks and counts: what a player must press to do a thing, in two manners. "plain"
// moves counter after counter; "together" uses stacks, several stacks and bundles.

import { hexSpot, state } from "../helpers.mjs";

/** @param {string} choice */
const nameOf = (choice) => choice.slice(choice.indexOf(" ") + 1);
/** @param {any} view @param {string} kind */
export const offered = (view, kind) =>
  view.choices.filter((c) => c.choice.startsWith(`${kind} `)).map((c) => nameOf(c.choice));
/** @param {any} view */
export const stageOf = (view) => view.prompt?.stages.at(-1) ?? "";

/**
 * Counters as a click takes them: those that cannot move as they stand come last.
 * @param {any} view
 * @param {string[]} units
 */
export function readyFirst(view, units) {
  const staying = stayingIn(view);
  return [...units.filter((u) => !staying.has(u)), ...units.filter((u) => staying.has(u))];
}

/** Who may be taken but could not move: they are not taken along. @param {any} view */
export function stayingIn(view) {
  const isStaying = (c) => c.effects?.some((e) => e.kind === "stays");
  return new Set(view.choices.filter(isStaying).map((c) => nameOf(c.choice)));
}

/**
 * How counters of one stack go with the fewest presses: the whole stack by one drag, each by a drag
 * of
 * its own, or the stack taken up with the others left out. Where the counter that leads the stack
 * shall stay,
 * each goes by himself.
 * @param {string[]} free who could go
 * @param {string[]} wanted
 * @param {string} leader
 * @returns {"stack" | "singly" | "without"}
 */
export function wayOf(free, wanted, leader) {
  const out = free.filter((u) => !wanted.includes(u)).length;
  const isLed = wanted.includes(leader);
  if (!out && isLed) return "stack";
  return isLed && 2 + out < wanted.length ? "without" : "singly";
}

/** Plays on a page and counts its clicks by what they were for. */
export class Hand {
  /** @param {import("playwright-core").Page} page @param {"plain" | "together"} manner */
  constructor(page, manner) {
    this.page = page;
    this.isTogether = manner === "together";
    this.isAdding = false;
    /** Whether the counter in hand has moved. */
    this.hasMoved = false;
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

  /**
   * Does something that makes a choice, and waits until it has been made.
   * @param {() => Promise<void>} act
   */
  async #makes(act) {
    this.hasMoved = false;
    const before = (await state(this.page)).seq;
    await act();
    for (let i = 0; i < 500; i++) {
      if ((await state(this.page)).seq !== before) return this.view();
      await this.page.waitForTimeout(40);
    }
    throw new Error(
      `a click for ${this.for} did nothing: ${await this.page.textContent(".prompt")}`,
    );
  }

  /** @param {string} hex */
  async #clickHex(hex) {
    await this.page.evaluate(() =>
      document.querySelector(".sheet .icon-button[aria-label=Close]")?.click(),
    );
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

  /**
   * A button of the bar, from its menu where it does not fit, confirmed where that is asked.
   * @param {string} choice
   */
  button(choice) {
    return this.#makes(async () => {
      // A new decision ignores the main button for a moment.
      await this.page.waitForTimeout(280);
      const node = this.page.locator(`.prompt [data-choice="${choice}"]`).first();
      if (!(await node.isVisible())) await this.#press(".more .button");
      await this.#press(`.prompt [data-choice="${choice}"]`);
      const lead = await this.page.textContent(".prompt:not([hidden]) .lead").catch(() => "");
      if (lead?.endsWith("now?"))
        await this.#press(`.prompt [data-primary][data-choice="${choice}"]`);
    });
  }

  /**
   * The offered counters of a hex, topmost first.
   * @param {any} view
   * @param {string | undefined} hex
   */
  #free(view, hex) {
    const may = new Set(offered(view, "unit"));
    const here = view.units.filter((u) => hex && u.hex === hex && may.has(u.unit));
    return readyFirst(
      view,
      here.sort((a, b) => b.level - a.level).map((u) => u.unit),
    );
  }

  /**
   * Puts the counter in hand down where a click would send it, or add to it.
   * @param {any} view
   * @param {string | undefined} hex
   */
  async #clear(view, hex) {
    const isGoal = offered(view, "hex").includes(hex ?? "");
    const isTaken = this.hasMoved && this.#free(view, hex).length;
    const isAdded = this.isAdding && view.leads && view.picked.length && !this.hasMoved;
    if (!offered(view, "verb").includes("stop") || isTaken || !(isAdded || isGoal)) return view;
    return this.button("verb stop");
  }

  /**
   * Takes a counter by itself: its row where the stack panel shows it, else from the fan of its
   * stack.
   * @param {string} unit
   */
  async pick(unit) {
    let view = await this.view();
    if (view.picked.at(-1) === unit) return view;
    const { hex } = view.units.find((u) => u.unit === unit) ?? {};
    const row = `.stack-panel:not([hidden]) [data-unit-row="${unit}"]`;
    const isShown = await this.page.locator(row).count();
    if (!isShown || (this.isAdding && view.leads)) view = await this.#clear(view, hex);
    if (!hex || (await this.page.locator(row).count())) return this.#makes(() => this.#press(row));
    const isLone = view.units.filter((u) => u.hex === hex).length === 1;
    return this.#makes(() => (isLone ? this.#clickHex(hex) : this.#clickFanned(hex, unit)));
  }

  /** @param {string} hex @param {string} unit */
  async #clickFanned(hex, unit) {
    await this.page.evaluate(() =>
      document.querySelector(".sheet .icon-button[aria-label=Close]")?.click(),
    );
    const { x, y } = await hexSpot(this.page, hex);
    await this.page.mouse.move(5, 400);
    await this.page.waitForSelector(".fan [data-unit]", { state: "detached" });
    await this.page.mouse.move(x, y);
    const counter = this.page.locator(`.fan [data-unit="${unit}"]`);
    await counter.waitFor();
    const box = await counter.boundingBox();
    this.#count();
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /**
   * Attackers or guns: stack by stack where all of a stack are wanted, else one by one.
   * @param {string[]} wanted
   */
  async add(wanted) {
    let view = await this.view();
    for (const unit of wanted) {
      if (!offered(view, "unit").includes(unit)) continue;
      const { hex } = view.units.find((u) => u.unit === unit) ?? {};
      const here = this.#free(view, hex);
      const isWhole = this.isTogether && here.length > 1 && here.every((u) => wanted.includes(u));
      view = isWhole ? await this.#makes(() => this.#clickHex(hex)) : await this.pick(unit);
    }
    return view;
  }

  /**
   * Takes counters that shall do the same.
   * @param {string[]} wanted
   * @param {string[]} [stay] who cannot come, and need not be left out
   */
  async takeUp(wanted, stay = []) {
    let view = await this.view();
    const hexOf = (unit) => view.units.find((u) => u.unit === unit)?.hex;
    const first = hexOf(wanted[0]);
    const here = this.#free(view, first);
    const behind = new Set([...stay, ...stayingIn(view)]);
    const [in_, out] = [
      here.filter((u) => wanted.includes(u)),
      here.filter((u) => !wanted.includes(u) && !behind.has(u)),
    ];
    if (!this.isTogether) return [(await this.pick(wanted[0])).picked[0]];
    if (here.length > 1 && wanted.includes(here[0]) && 1 + out.length <= in_.length) {
      await this.#clear(view, first);
      view = await this.#makes(() => this.#clickHex(first));
      for (const unit of out) await this.#press(`[data-along="${unit}"]`);
    } else {
      view = await this.pick(wanted[0]);
      for (const unit of in_.filter((u) => u !== wanted[0]))
        await this.#press(`[data-along="${unit}"]`);
    }
    for (const hex of new Set(wanted.map(hexOf).filter((h) => h && h !== first)))
      await this.#addFrom(view, hex, wanted);
    return [view.picked[0], ...(await this.#members())];
  }

  /**
   * Adds what is wanted of another stack: all of it, or one by one from its fan.
   * @param {any} view
   * @param {string} hex
   * @param {string[]} wanted
   */
  async #addFrom(view, hex, wanted) {
    const behind = stayingIn(view);
    const here = this.#free(view, hex).filter((u) => wanted.includes(u) || !behind.has(u));
    const in_ = here.filter((u) => wanted.includes(u));
    if (!in_.length) return;
    if (!this.isAdding) await this.#press("[data-add]");
    this.isAdding = true;
    const out = here.filter((u) => !in_.includes(u));
    if (1 + out.length < in_.length || !out.length) {
      await this.#clickHex(hex);
      for (const unit of out) await this.#press(`[data-along="${unit}"]`);
    } else for (const unit of in_) await this.#clickFanned(hex, unit);
    const members = await this.#members();
    if (in_.some((u) => !members.has(u)))
      throw new Error(`${in_} of ${hex} were not added: ${[...members]}`);
  }

  /** Who goes along with the counter in hand, as the page says. @returns {Promise<Set<string>>} */
  async #members() {
    const company = await this.page.getAttribute(".table", "data-company");
    return new Set((company ?? "").split(" ").filter(Boolean));
  }

  /**
   * Brings counters of one stack to a hex.
   * @param {string[]} wanted
   * @param {string} to
   * @param {string[]} stay who cannot come
   */
  async carry(wanted, to, stay) {
    const view = await this.view();
    const { hex } = view.units.find((u) => u.unit === wanted[0]) ?? {};
    const behind = new Set([...stay, ...stayingIn(view)]);
    const here = this.#free(view, hex);
    const free = here.filter((u) => wanted.includes(u) || !behind.has(u));
    const way = wayOf(free, wanted, here[0]);
    if (way === "stack") return this.#drag(hex, null, to);
    if (way === "singly") {
      for (const unit of wanted) await this.#drag(hex, unit, to);
      return this.view();
    }
    await this.takeUp(wanted, stay);
    return this.send(to);
  }

  /**
   * Drags a stack, or one counter from its fan, to a hex; the map is panned by keys on the way.
   * @param {string} from
   * @param {string | null} unit
   * @param {string} to
   */
  async #drag(from, unit, to) {
    const { page } = this;
    await page.evaluate(() =>
      document.querySelector(".sheet .icon-button[aria-label=Close]")?.click(),
    );
    const at = await hexSpot(page, from);
    const isAlone = (await this.view()).units.filter((u) => u.hex === from).length === 1;
    const start = unit && !isAlone ? await this.#fanned(at, unit) : at;
    const before = await this.view();
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    this.#count();
    await page.mouse.move(start.x + 7, start.y - 7, { steps: 3 });
    await page.waitForSelector(".drag-card:not([hidden])");
    const held = await this.view();
    if (!offered(held, "hex").includes(to)) {
      await page.keyboard.press("Escape");
      await page.mouse.up();
      return this.view();
    }
    const goal = await this.#spotByKeys(to);
    await page.mouse.move(goal.x, goal.y, { steps: 4 });
    await page.waitForFunction(
      (h) => document.querySelector(".drag-card")?.textContent.includes(h),
      to,
    );
    await page.mouse.up();
    for (let i = 0; i < 300; i++) {
      const after = await this.view();
      if (
        after.units.some(
          (u) => u.hex === to && before.units.find((x) => x.unit === u.unit)?.hex === from,
        )
      )
        break;
      await page.waitForTimeout(40);
    }
    return this.view();
  }

  /** Where a counter of a fan is. @param {{x: number, y: number}} at @param {string} unit */
  async #fanned({ x, y }, unit) {
    await this.page.mouse.move(5, 400);
    await this.page.waitForSelector(".fan [data-unit]", { state: "detached" });
    await this.page.mouse.move(x, y);
    const counter = this.page.locator(`.fan [data-unit="${unit}"]`);
    await counter.waitFor();
    const box = await counter.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Where a hex is, brought into the middle by the arrow keys while something hangs at the pointer.
   * @param {string} hex
   */
  async #spotByKeys(hex) {
    for (let i = 0; i < 60; i++) {
      const { x, y } = await this.page.evaluate((name) => {
        const m = new DOMMatrix(getComputedStyle(document.querySelector(".world")).transform);
        const g = window.grid.hexes[name];
        return { x: g.x * m.a + m.e, y: g.y * m.d + m.f };
      }, hex);
      const key =
        x < 400
          ? "ArrowLeft"
          : x > 1200
            ? "ArrowRight"
            : y < 160
              ? "ArrowUp"
              : y > 640
                ? "ArrowDown"
                : null;
      if (!key) return { x, y };
      await this.page.keyboard.press(`Alt+${key}`);
    }
    throw new Error(`${hex} cannot be brought into view`);
  }

  /** Sends the counter in hand and its company to a hex. @param {string} to */
  async send(to) {
    const view = await this.view();
    if (!this.isAdding || !this.#free(view, to).length)
      return this.#moves(() => this.#clickHex(to));
    await this.#clickHex(to);
    return this.#moves(() => this.#press("[data-send]"));
  }

  /** @param {() => Promise<void>} act */
  async #moves(act) {
    const view = await this.#makes(act);
    this.hasMoved = view.picked.length > 0;
    return view;
  }

  /** Presses a bundle. @param {string} text */
  bundle(text) {
    return this.#makes(async () => {
      await this.page.waitForTimeout(280);
      await this.#press(`[data-bundle="${text}"]`);
    });
  }
}
