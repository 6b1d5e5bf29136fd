// The same hand without a page: it makes the choices over HTTP and writes down what a player would
// press for them. Some seconds instead of many minutes; `count.mjs` without `dry` is the proof.

import { marchGroups } from "../../../web/company.js";
import { offered, readyFirst, stayingIn, wayOf } from "./hand.mjs";

/** How many buttons stand in the bar beside the main one; the others are in its menu. */
const IN_BAR = 3;

/** Plays over HTTP and counts. */
export class Ledger {
  /** @param {string} url @param {"plain" | "shift" | "together"} manner */
  constructor(url, manner) {
    this.url = url;
    this.manner = manner;
    this.isTogether = manner === "together";
    /** @type {Record<string, number>} */
    this.clicks = {};
    /** The same by what was pressed. @type {Record<string, number>} */
    this.kinds = {};
    this.for = "set-up";
    this.isAdding = false;
    /** @type {string[]} */
    this.company = [];
    this.leader = "";
    /** The stack that the panel shows. @type {string | null} */
    this.panel = null;
    this.asked = new Set();
  }

  /** @param {string} kind what is pressed */
  #count(kind) {
    this.clicks[this.for] = (this.clicks[this.for] ?? 0) + 1;
    const by = `${this.for}: ${kind}`;
    this.kinds[by] = (this.kinds[by] ?? 0) + 1;
    if (process.env.ROKADA_PRESSES) console.error(by);
  }

  /** @param {string} path @param {any} [body] */
  async #ask(path, body) {
    const headers = {
      origin: this.url,
      "content-type": "application/json",
      ...(this.cookie ? { cookie: this.cookie } : {}),
    };
    const answer = await fetch(
      `${this.url}/api/tables${path}`,
      body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers },
    );
    if (answer.status === 429) {
      await new Promise((done) => setTimeout(done, 500));
      return this.#ask(path, body);
    }
    const cookie = answer.headers.get("set-cookie")?.split(";")[0];
    if (cookie) this.cookie = cookie;
    const json = await answer.json();
    if (!answer.ok)
      throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(json).slice(0, 200)}`);
    return json;
  }

  /** @param {any} order */
  async open(order) {
    this.id = (await this.#ask("", order)).table;
  }

  async view() {
    for (;;) {
      this.now = await this.#ask(`/${this.id}`);
      const { view } = this.now;
      if (view.picked[0] !== this.leader) [this.leader, this.company] = [view.picked[0], []];
      if (!view.units.some((u) => u.hex === this.panel)) this.panel = null;
      if (!view.prompt || view.prompt.mine) return view;
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** @param {string[][]} groups */
  async #make(groups) {
    this.hasMoved = false;
    const { as, seq } = this.now;
    if (groups.length === 1 && groups[0].length === 1)
      await this.#ask(`/${this.id}/choose`, { as, seq, choice: groups[0][0] });
    else await this.#ask(`/${this.id}/choose-groups`, { as, seq, groups });
    return this.view();
  }

  /** @param {string} hex */
  async hex(hex) {
    this.#count("a hex");
    const company = this.company.filter(
      (u) => this.now.view.units.find((x) => x.unit === u)?.hex !== hex,
    );
    this.company = [];
    const after = await this.#make(marchGroups(`hex ${hex}`, [], company));
    this.hasMoved = after.picked.length > 0;
    return after;
  }

  /** @param {string} choice */
  async button(choice) {
    const { view } = this.now;
    const others = view.choices
      .filter((c) => c.choice.startsWith("verb ") && !c.primary)
      .map((c) => c.choice);
    // This client opens no menu of one.
    const inBar = this.isTogether && others.length === IN_BAR + 1 ? others.length : IN_BAR;
    if (others.indexOf(choice) >= inBar) this.#count("the menu");
    this.#count(choice.slice(choice.indexOf(" ") + 1));
    if (this.#isConfirmed(view, choice)) this.#count("once more");
    const company = this.company;
    const after = await this.#make([[choice]]);
    return company.length && choice !== "verb stop"
      ? this.#make(company.map((unit) => [`unit ${unit}`, choice]))
      : after;
  }

  /**
   * Whether the end of a step is asked about once more.
   * @param {any} view
   * @param {string} choice
   */
  #isConfirmed(view, choice) {
    const key = `${view.turn.n}/${view.turn.phases.findIndex((p) => p.state === "now")}`;
    const hexes = view.choices.filter((c) => c.choice.startsWith("hex "));
    const targets = hexes.filter((c) => !c.path?.length).length;
    const isLeft = offered(view, "unit").length + targets > 0 && hexes.length === targets;
    if (
      choice !== "verb done" ||
      !isLeft ||
      this.asked.has(key) ||
      (this.isTogether && view.battles.length)
    )
      return false;
    this.asked.add(key);
    return true;
  }

  /**
   * The offered counters of a hex, topmost first.
   * @param {any} view
   * @param {string | undefined} hex
   */
  #free(view, hex) {
    const may = new Set(offered(view, "unit"));
    const here = view.units.filter((u) => hex && u.hex === hex && may.has(u.unit));
    const down = here.sort((a, b) => b.level - a.level).map((u) => u.unit);
    return this.isTogether ? readyFirst(view, down) : down;
  }

  /**
   * Puts the counter in hand down where a click on a stack would send it there.
   * @param {any} view
   * @param {string | undefined} hex
   */
  async #clear(view, hex) {
    const isGoal = offered(view, "hex").includes(hex ?? "");
    const isTaken = this.isTogether && this.hasMoved && this.#free(view, hex).length;
    const isAdded =
      this.isTogether && this.isAdding && view.leads && view.picked.length && !this.hasMoved;
    const isShown = hex === (this.panel ?? view.units.find((u) => u.unit === view.picked[0])?.hex);
    if (!offered(view, "verb").includes("stop") || isTaken || !(isAdded || (isGoal && !isShown)))
      return view;
    return this.button("verb stop");
  }

  /** Takes a counter. @param {string} unit */
  async pick(unit) {
    let view = await this.view();
    if (view.picked.at(-1) === unit) return view;
    const { hex } = view.units.find((u) => u.unit === unit) ?? {};
    view = await this.#clear(view, hex);
    this.#count("a counter");
    if (hex) this.panel = hex;
    return this.#make([[`unit ${unit}`]]);
  }

  /**
   * Attackers or guns: stack by stack where all of a stack are wanted, else one by one.
   * @param {string[]} wanted
   */
  async add(wanted) {
    let view = await this.view();
    for (const unit of wanted) {
      if (!offered(view, "unit").includes(unit)) continue;
      const here = this.#free(view, view.units.find((u) => u.unit === unit)?.hex);
      const isWhole =
        this.manner !== "plain" && here.length > 1 && here.every((u) => wanted.includes(u));
      if (!isWhole) view = await this.pick(unit);
      else {
        this.#count("a stack");
        view = await this.#make(here.map((u) => [`unit ${u}`]));
      }
    }
    return view;
  }

  /**
   * Takes counters that shall do the same.
   * @param {string[]} wanted
   * @param {string[]} [stay] who cannot come, and need not be left out
   * @returns {Promise<string[]>} whom it has, the first in hand
   */
  async takeUp(wanted, stay = []) {
    let view = await this.view();
    const hexOf = (unit) => view.units.find((u) => u.unit === unit)?.hex;
    const first = hexOf(wanted[0]);
    const here = this.#free(view, first);
    const isWhole = this.manner !== "plain" && here.length > 1 && wanted.includes(here[0]);
    const behind = new Set([...stay, ...(this.isTogether ? stayingIn(view) : [])]);
    const [in_, out] = [
      here.filter((u) => wanted.includes(u)),
      here.filter((u) => !wanted.includes(u) && !behind.has(u)),
    ];
    this.company = [];
    if (this.manner === "shift")
      return this.#takeOld(wanted[0], isWhole && !out.length ? here : [wanted[0]]);
    if (!this.isTogether) return this.#takeOld(wanted[0], [wanted[0]]);
    if (isWhole && 1 + out.length <= in_.length) {
      await this.#clear(view, first);
      this.#count("a stack");
      view = await this.#make([[`unit ${here[0]}`]]);
      for (const _ of out) this.#count("a counter left");
      this.company = in_.slice(1);
    } else {
      view = await this.pick(wanted[0]);
      this.company = in_.filter((u) => u !== wanted[0]);
      for (const _ of this.company) this.#count("a counter along");
    }
    this.leader = view.picked[0];
    this.panel = first ?? null;
    for (const hex of new Set(wanted.map(hexOf).filter((h) => h && h !== first)))
      this.#addFrom(view, hex, wanted);
    return [view.picked[0], ...this.company];
  }

  /** @param {string} leader @param {string[]} units */
  async #takeOld(leader, units) {
    const [first] = units.length > 1 ? units : [leader];
    await this.pick(first);
    this.company = units.filter((u) => u !== first);
    this.leader = first;
    return [first, ...this.company];
  }

  /**
   * Adds what is wanted of another stack: all of it, or one by one from its fan.
   * @param {any} view
   * @param {string} hex
   * @param {string[]} wanted
   */
  #addFrom(view, hex, wanted) {
    const behind = stayingIn(view);
    const here = this.#free(view, hex).filter((u) => wanted.includes(u) || !behind.has(u));
    const in_ = here.filter((u) => wanted.includes(u));
    if (!in_.length) return;
    if (!this.isAdding) this.#count("Add");
    this.isAdding = true;
    const out = here.length - in_.length;
    if (1 + out < in_.length || (!out && here.length > 1)) {
      this.#count("a stack added");
      for (let i = 0; i < out; i++) this.#count("a counter left");
    } else for (const _ of in_) this.#count("a counter added");
    this.company.push(...in_);
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
    if (way === "stack") return this.#drag(free, to);
    if (way === "singly") {
      for (const unit of wanted) await this.#drag([unit], to);
      return this.view();
    }
    await this.takeUp(wanted, stay);
    return this.send(to);
  }

  /** @param {string[]} units the first leads @param {string} to */
  async #drag([leader, ...others], to) {
    this.#count(others.length ? "a stack dragged" : "a counter dragged");
    const view = await this.#make([[`unit ${leader}`]]);
    [this.leader, this.company] = [leader, others];
    this.panel = view.units.find((u) => u.unit === leader)?.hex ?? null;
    if (!offered(view, "hex").includes(to)) return view;
    this.company = [];
    const after = await this.#make(marchGroups(`hex ${to}`, [], others));
    this.hasMoved = after.picked.length > 0;
    return after;
  }

  /** @param {string} to */
  async send(to) {
    const { view } = this.now;
    if (this.isTogether && this.isAdding && this.#free(view, to).length)
      this.#count("the goal's stack");
    return this.hex(to);
  }

  /** @param {string} text */
  async bundle(text) {
    this.#count("a bundle");
    return this.#make(this.now.view.bundles.find((b) => b.text === text).groups);
  }
}
