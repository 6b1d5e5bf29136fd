// The same hand without a page: it makes the choices over HTTP and writes down what a player would
// press for them. Some seconds instead of many minutes; `count.mjs` without `dry` is the proof.

import { companyOf, marchGroups } from "../../../web/company.js";
import { offered } from "./hand.mjs";

/** How many buttons stand in the bar beside the main one; the others are in its menu. */
const IN_BAR = 3;

/** Plays over HTTP and counts. */
export class Ledger {
  /** @param {string} url @param {"plain" | "together"} manner */
  constructor(url, manner) {
    this.url = url;
    this.isTogether = manner === "together";
    /** @type {Record<string, number>} */
    this.clicks = {};
    this.for = "set-up";
    this.take = "one";
    this.isAdding = false;
    /** @type {string[]} */
    this.company = [];
    this.leader = "";
    /** The stack that the panel shows. @type {string | null} */
    this.panel = null;
    this.asked = new Set();
  }

  #count(n = 1) {
    this.clicks[this.for] = (this.clicks[this.for] ?? 0) + n;
  }

  /** @param {string} path @param {any} [body] */
  async #ask(path, body) {
    const headers = { origin: this.url, "content-type": "application/json", ...(this.cookie ? { cookie: this.cookie } : {}) };
    const answer = await fetch(`${this.url}/api/tables${path}`, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
    const cookie = answer.headers.get("set-cookie")?.split(";")[0];
    if (cookie) this.cookie = cookie;
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(json).slice(0, 200)}`);
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
      if (view.picked[0] !== this.leader) [this.leader, this.isAdding, this.company] = [view.picked[0], false, []];
      if (!view.units.some((u) => u.hex === this.panel)) this.panel = null;
      if (!view.prompt || view.prompt.mine) return view;
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** @param {string[][]} groups */
  async #make(groups) {
    const { as, seq } = this.now;
    if (groups.length === 1 && groups[0].length === 1) await this.#ask(`/${this.id}/choose`, { as, seq, choice: groups[0][0] });
    else await this.#ask(`/${this.id}/choose-groups`, { as, seq, groups });
    return this.view();
  }

  /** @param {string} hex */
  async hex(hex) {
    this.#count();
    return this.#make(marchGroups(`hex ${hex}`, [], this.company));
  }

  /** @param {string} choice */
  async button(choice) {
    const { view } = this.now;
    const others = view.choices.filter((c) => c.choice.startsWith("verb ") && !c.primary).map((c) => c.choice);
    this.#count(others.indexOf(choice) >= IN_BAR ? 2 : 1);
    if (this.#isConfirmed(view, choice)) this.#count();
    const company = this.company;
    const after = await this.#make([[choice]]);
    return company.length && choice !== "verb stop" ? this.#make(company.map((unit) => [`unit ${unit}`, choice])) : after;
  }

  /** Whether the end of a step is asked about once more. @param {any} view @param {string} choice */
  #isConfirmed(view, choice) {
    const key = `${view.turn.n}/${view.turn.phases.findIndex((p) => p.state === "now")}`;
    const hexes = view.choices.filter((c) => c.choice.startsWith("hex "));
    const targets = hexes.filter((c) => !c.path?.length).length;
    const isLeft = offered(view, "unit").length + targets > 0 && hexes.length === targets;
    if (choice !== "verb done" || !isLeft || this.asked.has(key) || (this.isTogether && view.battles.length)) return false;
    this.asked.add(key);
    return true;
  }

  /** @param {string} unit */
  async pick(unit) {
    const view = await this.view();
    if (view.picked.at(-1) === unit) return view;
    const { hex } = view.units.find((u) => u.unit === unit) ?? {};
    const shown = this.panel ?? view.units.find((u) => u.unit === view.picked[0])?.hex;
    if (hex && hex !== shown && offered(view, "hex").includes(hex) && offered(view, "verb").includes("stop")) await this.button("verb stop");
    this.#count();
    if (hex) this.panel = hex;
    return this.#make([[`unit ${unit}`]]);
  }

  /** @param {any} view @param {string[]} wanted */
  async gather(view, wanted) {
    const leader = view.units.find((u) => u.unit === view.picked[0]);
    const may = new Set(offered(view, "unit"));
    const others = view.units.filter((u) => u.side === leader.side && may.has(u.unit));
    const of = (take) => companyOf([leader, ...others], leader.unit, { take, added: new Set(), removed: new Set(), may: (u) => may.has(u) }).map((u) => u.unit);
    const wrong = (take) => of(take).filter((u) => !wanted.includes(u)).length + wanted.filter((u) => u !== leader.unit && !of(take).includes(u)).length + Number(take !== this.take);
    const [best] = ["one", "stack", "formation"].filter((t) => t === "one" || of(t).length).sort((a, b) => wrong(a) - wrong(b));
    if (best !== this.take) this.#count();
    this.take = best;
    const company = new Set(of(best));
    const hexes = [leader.hex, ...others.filter((u) => wanted.includes(u.unit)).map((u) => u.hex)];
    for (const hex of new Set(hexes)) this.#gatherIn(hex, hex === leader.hex, others, wanted, company);
    this.company = [...company];
  }

  /** @param {string} hex @param {boolean} isOwn @param {any[]} others @param {string[]} wanted @param {Set<string>} company */
  #gatherIn(hex, isOwn, others, wanted, company) {
    const here = others.filter((u) => u.hex === hex).sort((a, b) => b.level - a.level);
    const wrong = () => here.filter((u) => company.has(u.unit) !== wanted.includes(u.unit));
    if (!wrong().length) return;
    if (!isOwn) {
      if (!this.isAdding) this.#count();
      this.isAdding = true;
      this.#count();
      this.panel = hex;
      const out = here.filter((u) => !company.has(u.unit));
      const mates = others.filter((u) => out[0]?.formation && u.formation === out[0].formation);
      for (const u of this.take === "stack" ? out : this.take === "formation" && mates.length ? mates : out.slice(0, 1)) company.add(u.unit);
    }
    for (const { unit } of wrong()) {
      this.#count();
      if (company.has(unit)) company.delete(unit);
      else company.add(unit);
    }
  }

  /** @param {string} to @param {any} view */
  async send(to, view) {
    const isOccupied = view.units.some((u) => u.hex === to && offered(view, "unit").includes(u.unit));
    if (isOccupied && this.isAdding) this.#count();
    return this.hex(to);
  }

  /** @param {string} text */
  async bundle(text) {
    this.#count();
    return this.#make(this.now.view.bundles.find((b) => b.text === text).groups);
  }
}
