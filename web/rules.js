// The rules sheet: the game's digest, searched and linked from every rule number.

import { button, h, put } from "./dom.js";
import { icon } from "./icons.js";
import * as api from "./api.js";
import { words } from "./words.js";


/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./chip.js").Chip} chip
 * @property {(number: string) => void} show
 * @property {() => void} back
 */

/** The rules of one game beside the map. */
export class RulesSheet {
  /** @param {Needs} needs */
  constructor({ store, chip, show, back }) {
    this.store = store;
    this.chip = chip;
    this.show = show;
    this.back = back;
    this.word = "";
    /** @type {import("./types.js").Digest | null} */
    this.digest = null;
    /** @type {Promise<void> | null} */
    this.asked = null;
    this.body = h("div", { class: "rules-body" });
    const input = h("input", { type: "search", placeholder: words("rules.search-for"), "aria-label": words("rules.search"), on: { input: () => { this.word = /** @type {HTMLInputElement} */ (input).value.trim().toLowerCase(); this.#fill(); } } });
    this.input = /** @type {HTMLInputElement} */ (input);
    this.node = h("div", { class: "rules-sheet" }, h("label", { class: "field" }, icon("search"), input), this.body);
  }

  /** Nothing is searched for any more. */
  clear() {
    this.word = "";
    this.input.value = "";
  }

  title() {
    const rule = this.store.ui.rule;
    const section = rule ? this.#sectionOf(rule.id) : null;
    return { title: section?.title ?? words("rules.title"), note: this.store.game.title };
  }

  /** The rules are fetched when somebody first wants to read them. @returns {Promise<void>} */
  #fetch() {
    const take = (/** @type {import("./types.js").Digest} */ digest) => { this.digest = digest; this.store.touch("rule"); };
    this.asked ??= api.rules(this.store.game.id).then(take, () => { this.asked = null; });
    return this.asked;
  }

  draw() {
    void this.#fetch();
    this.#fill();
    return [this.node];
  }

  /** @param {string} number @returns {Promise<string | null>} */
  async text(number) {
    await this.#fetch();
    if (!this.digest) return null;
    const all = [...this.digest.sections.flatMap((s) => s.rules), ...this.digest.rulings];
    return all.find((r) => r.number === number)?.text ?? null;
  }

  /** @param {string} number */
  #sectionOf(number) {
    return this.digest?.sections.find((s) => s.rules.some((r) => r.number === number)) ?? null;
  }

  #fill() {
    const { digest } = this;
    if (!digest) return put(this.body, h("p", { class: "empty" }, words("rules.loading")));
    const rule = this.store.ui.rule?.id ?? null;
    if (this.word) put(this.body, this.#found(digest));
    else if (rule) put(this.body, this.#one(digest, rule));
    else put(this.body, digest.sections.map((s) => this.#section(s, null)), this.#rulings(digest.rulings));
    this.body.querySelector(".hit")?.scrollIntoView({ block: "center" });
  }

  /** @param {import("./types.js").Digest} digest */
  #found(digest) {
    const match = (/** @type {{number: string, text: string}} */ r) => r.number.toLowerCase().startsWith(this.word) || r.text.toLowerCase().includes(this.word);
    const sections = digest.sections.map((s) => ({ ...s, rules: s.rules.filter(match) })).filter((s) => s.rules.length);
    const rulings = digest.rulings.filter(match);
    if (!sections.length && !rulings.length) return [h("p", { class: "empty" }, words("rules.no-match"))];
    return [...sections.map((s) => this.#section(s, null)), this.#rulings(rulings)];
  }

  /** The section of a rule, the rule marked, with its neighbours. @param {import("./types.js").Digest} digest @param {string} id */
  #one(digest, id) {
    const at = digest.sections.findIndex((s) => s.rules.some((r) => r.number === id));
    const ruling = digest.rulings.filter((r) => r.number === id);
    const parts = at >= 0 ? [this.#section(digest.sections[at], id)] : ruling.length ? [this.#rulings(ruling, id)] : [h("p", { class: "empty" }, words("rules.none", { number: id }))];
    const cited = at >= 0 ? digest.rulings.filter((r) => digest.sections[at].rules.some((x) => cites(x.text, r.number))) : [];
    if (cited.length) parts.push(this.#rulings(cited));
    const back = this.store.ui.rule?.back ?? [];
    const go = (/** @type {number} */ i, /** @type {string} */ mark) => digest.sections[i] ? button([icon(mark, "small"), short(digest.sections[i].title)], () => this.show(digest.sections[i].rules[0]?.number ?? ""), { class: "button slim" }) : null;
    const foot = h("div", { class: "rules-foot" }, back.length ? button([icon("undo", "small"), back[back.length - 1]], () => this.back(), { class: "button slim" }) : null, at > 0 ? go(at - 1, "left") : null, at >= 0 ? go(at + 1, "right") : null,
      button(words("rules.all"), () => this.store.set({ rule: null }), { class: "button slim" }));
    return [...parts, foot];
  }

  /** @param {{title: string, rules: {number: string, text: string}[]}} section @param {string | null} hit */
  #section(section, hit) {
    return h("section", { class: "rule-section" }, h("h3", { class: "strong" }, section.title), section.rules.map((r) => this.#rule(r, hit)));
  }

  /** @param {{number: string, text: string}[]} rulings @param {string | null} [hit] */
  #rulings(rulings, hit = null) {
    if (!rulings.length) return h("span");
    return h("section", { class: "rule-section" }, h("div", { class: "heading" }, words("rules.rulings"), h("span", { class: "quiet" }, words("rules.rulings-note"))), rulings.map((r) => this.#rule(r, hit)));
  }

  /** @param {{number: string, text: string}} rule @param {string | null} hit */
  #rule(rule, hit) {
    return h("div", { class: `rule ${rule.number === hit ? "hit" : ""}`, id: `rule-${rule.number}` }, h("span", { class: "rule-number" }, this.chip(rule.number)), h("p", null, this.#linked(rule.text)));
  }

  /** Numbers in a text become links. @param {string} text */
  #linked(text) {
    const parts = text.split(/(\[[A-Z0-9][A-Za-z0-9.-]*\]|\bR\d+\b)/);
    return parts.map((part) => {
      const number = part.replace(/^\[|\]$/g, "");
      return /^(\[.*\]|R\d+)$/.test(part) && this.text(number) !== null ? this.chip(number) : part.replace(/[*`]/g, "");
    });
  }
}

/** Whether a text names a rule or ruling: R3 is not named where R33 is. @param {string} text @param {string} number */
export function cites(text, number) {
  const plain = number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(^|[^A-Za-z0-9.])${plain}(?![A-Za-z0-9]|\\.[0-9])`).test(text);
}

/** @param {string} title */
function short(title) {
  return title.length > 18 ? `${title.slice(0, 16).trim()}…` : title;
}
