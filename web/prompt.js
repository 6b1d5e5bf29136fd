// The prompt bar: who decides, one sentence, what is owed, and the buttons in their places.

import { button, h, isNarrow, put, say } from "./dom.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { half } from "./marks.js";
import { amountBar } from "./amount.js";
import { companyFact, takeBar } from "./take.js";
import { undoButton } from "./undo.js";
import { words } from "./words.js";
import { hexesOf } from "./guide.js";
import { namesOf } from "./names.js";
import { inOrder, labelOf, mayForget, mayMeet, narrowRoom, sayingOf, shownOf, stepKey } from "./prompting.js";
import { enter } from "./waiting.js";

/** @typedef {import("./types.js").Offer} Offer */

/** How long a new decision ignores clicks on its main button. */
const GRACE = 250;

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {import("./chip.js").Chip} chip
 * @property {import("./play.js").Play} play
 * @property {import("./company.js").Company} company
 * @property {Pick<import("./guide.js").Guide, "pointOut" | "nextOwed">} guide
 * @property {Pick<import("./waiting.js").Waiting, "laid">} waiting what is said where the reader decides nothing
 * @property {(name: string) => void} openSheet
 */

/** The prompt bar of a table. */
export class PromptBar {
  /** @param {Needs} needs */
  constructor({ store, chip, play, company, guide, waiting, openSheet }) {
    this.store = store;
    this.chip = chip;
    this.play = play;
    this.company = company;
    this.guide = guide;
    this.waiting = waiting;
    this.openSheet = openSheet;
    this.node = h("section", { class: "prompt", "aria-label": words("prompt.label"), tabindex: "-1" });
    this.since = 0;
    this.at = 0;
    this.spoken = "";
    this.key = "";
    /** The steps before whose end the reader was asked. @type {Set<string>} */
    this.asked = new Set();
    /** The main button of the step, kept while a half-made action hides it. @type {{phase: string, offer: Offer} | null} */
    this.kept = null;
  }

  draw() {
    const { ui } = this.store;
    if (!this.store.view || !this.store.isLive) return void (this.node.hidden = true);
    this.node.hidden = false;
    const isThinking = Boolean(ui.bot && !ui.bot.isHeld && !this.store.view?.prompt?.mine);
    this.node.dataset.waits = ui.bot && !this.store.view?.prompt?.mine ? (ui.bot.isHeld ? "held" : "bot") : "";
    this.node.classList.toggle("thinking", isThinking);
    this.node.classList.toggle("timed", isThinking && ui.bot.budget > 0);
    this.node.style.setProperty("--budget", `${ui.bot?.budget ?? 0}ms`);
    this.#draw();
    this.#speak();
  }

  #draw() {
    const { ui, view } = this.store;
    const laid = this.waiting.laid();
    if (laid) return this.#lay(laid);
    if (ui.confirming) return this.#confirm();
    if (ui.preview) return this.#preview(ui.preview);
    if (view?.prompt) this.#mine(view.prompt);
  }

  /** @param {import("./waiting.js").Laid} laid */
  #lay({ side, sentence, facts, buttons, key = "" }) {
    const told = facts.filter(Boolean);
    const isChip = (/** @type {unknown} */ f) => f instanceof HTMLElement && f.classList.contains("owed-chip");
    const line = told.flatMap((f, i) => (i && !isChip(f) && !isChip(told[i - 1]) ? [h("span", { class: "dot" }, "·"), f] : [f]));
    const text = h("div", { class: "prompt-text" }, h("p", { class: "lead" }, sentence), h("div", { class: "facts small second" }, /** @type {any} */ (line)));
    const kept = key && key === this.key ? this.node.querySelector(".prompt-buttons") : null;
    this.key = key;
    if (kept) {
      for (const node of [...this.node.children]) if (node !== kept) node.remove();
      return kept.before(h("span", { class: "grip" }), ...(side ? [sideMark(side, "large")] : []), text);
    }
    put(this.node, h("span", { class: "grip" }), side ? sideMark(side, "large") : null, text, h("div", { class: "prompt-buttons" }, buttons));
  }

  /** @param {import("./types.js").Prompt} prompt */
  #mine(prompt) {
    const { store, company } = this;
    const { index, ui, view } = store;
    if (this.since !== store.now?.seq) [this.since, this.at] = [store.now?.seq ?? 0, performance.now()];
    const owed = mayMeet(view, Boolean(store.odds)) ? view?.owed.map((o) => this.#owed(o)) ?? [] : [];
    const facts = [this.#oddsLine(), ...owed, companyFact(company), ...(ui.notice ? [ui.notice] : []), ...prompt.facts, prompt.secret ? words("prompt.secret") : null];
    // Whoever changes his mind finds the way back behind the answers.
    const others = inOrder(index.verbs.filter((v) => v !== index.primary), index);
    const sentence = ui.sending ? words("prompt.waiting") : prompt.text;
    const room = isNarrow() ? narrowRoom(index, others.length) : 3;
    let shown = shownOf(others.length, room);
    const together = [takeBar(store, company), ...this.#together()].filter((x) => x);
    do {
      this.#lay({ side: store.side(prompt.decider), sentence, facts, buttons: this.#buttons(others, shown) });
      if (together.length) this.#row()?.before(h("div", { class: "together" }, together));
      shown -= 1;
    } while (shown > 0 && !isNarrow() && this.#isBroken());
  }

  #row() {
    return /** @type {HTMLElement | null} */ (this.node.querySelector(".prompt-buttons"));
  }

  /** Whether the buttons need more than one row. */
  #isBroken() {
    const row = this.#row();
    const [first] = row?.children ?? [];
    return Boolean(row && first && row.offsetHeight > 1.6 * /** @type {HTMLElement} */ (first).offsetHeight);
  }

  /** @param {Offer[]} others @param {number} shown how many stand in the bar; the rest is in a menu */
  #buttons(others, shown) {
    const { index } = this.store;
    const rest = others.slice(shown);
    const amounts = index.amounts.length ? amountBar(this.store, index.amounts, (choice) => this.play.click(choice)) : null;
    const verbs = others.slice(0, shown).map((v) => this.#verb(v));
    const canUndo = !isNarrow() || this.store.now?.undo?.steps.length;
    return [canUndo ? undoButton(this.store, this.play) : null, ...verbs, rest.length ? this.#more(rest) : null, amounts, this.#primary()];
  }

  /** What can be chosen in one go: bundles, and the answers of last time. */
  #together() {
    const { play, store } = this;
    const again = store.view ? play.answers.again(store.view) : [];
    const titleOf = (/** @type {string[][]} */ groups) => namesOf(this.store, groups.flat());
    // With a counter in hand the buttons for its stack stand there already.
    const offered = this.company.isPossible ? [] : store.view?.bundles ?? [];
    const bundles = offered.filter((b) => b !== this.#mainBundle()).map((b) => button(labelOf(b), () => void play.takeBundle(b), { class: "button", title: titleOf(b.groups), "data-bundle": b.text }));
    const before = again.length ? button([icon("clock", "small"), words("prompt.as-before")], () => void play.asBefore(), { class: "button", title: titleOf(again), "data-again": "" }) : null;
    return [...bundles, before];
  }

  /** What most players want next, where the decision has no main button of its own. */
  #mainBundle() {
    const { index, view } = this.store;
    return index.primary ? undefined : view?.bundles.find((b) => b.main);
  }

  /** @param {import("./types.js").Bundle} bundle */
  #mainButton(bundle) {
    const act = () => void (performance.now() - this.at >= GRACE && this.play.takeBundle(bundle));
    const title = namesOf(this.store, bundle.groups.flat());
    return button([labelOf(bundle), enter()], act, { class: "button primary", title, "data-primary": true, "data-bundle": bundle.text });
  }

  /** On a phone the sheet of the odds would cover the map: a line stands for it, and a tap opens it. */
  #oddsLine() {
    const { odds } = this.store;
    if (!isNarrow() || !odds?.attackers.length) return null;
    const column = odds.columns[odds.to] ?? "–";
    const text = words("prompt.odds", { column, ...odds.strength });
    return h("button", { type: "button", class: "odds-line", on: { click: () => this.openSheet("odds") } }, icon("odds", "small"), text);
  }

  /** @param {import("./types.js").Owed} owed */
  #owed(owed) {
    return h("button", { type: "button", class: "owed-chip", title: owed.rule, on: { click: () => this.guide.nextOwed(owed) } }, owed.text);
  }

  /** @param {Offer} offer */
  #verb(offer) {
    const title = offer.effects?.map((e) => `${e.text} [${e.rule}]`).join("\n");
    return button(sayingOf(offer), () => this.play.click(offer.choice), { class: "button", title: title || null, "data-choice": offer.choice });
  }

  /** @param {Offer[]} offers */
  #more(offers) {
    const list = h("div", { class: "menu above", hidden: true }, offers.map((o) => h("button", { type: "button", "data-choice": o.choice, on: { click: () => this.play.click(o.choice) } }, sayingOf(o))));
    return h("span", { class: "more" }, list, button([icon("up", "small"), words("list.more", { n: offers.length })], () => { list.hidden = !list.hidden; }));
  }

  /** The main button; grey, with a reason, where it must wait. */
  #primary() {
    const { store } = this;
    const phase = stepKey(store.view);
    const offered = store.index.primary;
    if (store.ui.sending) return button([offered?.label ?? words("prompt.sending"), enter()], () => {}, { class: "button sending", "aria-busy": "true" });
    if (offered) {
      if (this.kept?.phase !== phase) this.kept = { phase, offer: offered };
      // With a counter in hand the next thing is where it goes, not the end of the step.
      const isNext = !(store.view?.leads && store.picks.length && offered.choice === "verb done");
      // On a phone it would only cover the map.
      if (!isNext && isNarrow()) return null;
      return button([sayingOf(offered), enter()], () => this.press(), { class: isNext ? "button primary" : "button", "data-choice": offered.choice, "data-primary": true });
    }
    const bundle = this.#mainBundle();
    if (bundle) return this.#mainButton(bundle);
    const offer = this.#later(phase);
    if (!offer) return null;
    return button([sayingOf(offer), enter()], () => this.why(offer.choice, null), { class: "button not-yet", "data-choice": offer.choice });
  }

  /** What the grey button would do: declare the attack that has attackers, or end the step when the counter in hand is put down. @param {string} phase @returns {Offer | null} */
  #later(phase) {
    const { view, index } = this.store;
    if (!this.store.picks.length || index.amounts.length) return null;
    if (view?.prompt?.stages.includes("attack")) return { choice: "verb declare", label: words("prompt.declare") };
    return view?.leads && this.kept?.phase === phase && this.kept.offer.choice === "verb done" ? this.kept.offer : null;
  }

  /** Presses the main button, whatever it is now. */
  press() {
    const { store } = this;
    const { ui } = store;
    if (ui.preview) return this.play.click(`hex ${ui.preview}`);
    const offer = store.index.primary;
    if (ui.confirming) return offer && this.play.click(offer.choice);
    if (!offer) return /** @type {HTMLElement | null} */ (this.node.querySelector(".button.primary, .button.not-yet"))?.click();
    if (performance.now() - this.at < GRACE) return;
    if (mayForget(store.view, offer, this.asked)) {
      this.asked.add(stepKey(store.view));
      return store.set({ confirming: true });
    }
    this.play.click(offer.choice);
  }

  #confirm() {
    const { store } = this;
    const offer = store.index.primary;
    if (!offer) return store.set({ confirming: false });
    const reminders = store.view?.reminders ?? [];
    const show = (/** @type {import("./types.js").Owed[]} */ some) => {
      store.set({ confirming: false });
      this.guide.pointOut(hexesOf(store, some));
    };
    const rows = reminders.map((r) => h("button", { type: "button", class: "reminder", title: r.rule, on: { click: () => show([r]) } }, r.text));
    const what = offer.label ?? words("prompt.end");
    const look = { class: "button primary", "data-primary": true, "data-choice": offer.choice };
    const buttons = [button(words("prompt.show-them"), () => show(reminders)), button([what, enter()], () => this.play.click(offer.choice), look)];
    this.#lay({ side: this.#side, sentence: words("prompt.now", { what }), facts: rows, buttons });
  }

  /** @param {string} hex */
  #preview(hex) {
    const { store } = this;
    const offer = store.index.hexes.get(hex);
    if (!offer) return store.set({ preview: null });
    const facts = [offer.cost !== undefined ? words("offer.cost", { cost: half(offer.cost) }) : null, ...(offer.effects ?? []).map((e) => h("span", { class: e.tone }, e.text, " ", this.chip(e.rule)))];
    const label = offer.cost !== undefined ? words("prompt.move-here") : words("prompt.choose-hex");
    const look = { class: "button primary", "data-primary": true };
    const buttons = [button(words("prompt.another-hex"), () => store.set({ preview: null })), button(label, () => this.play.click(offer.choice), look)];
    this.#lay({ side: this.#side, sentence: this.#previewed(hex), facts, buttons });
  }

  /** Whose decision it is. */
  get #side() {
    return this.store.side(this.store.view?.prompt?.decider ?? "");
  }

  /** Who would go where, or only the hex where nobody goes. @param {string} hex */
  #previewed(hex) {
    const { store } = this;
    const place = store.grid.hexes[hex]?.place;
    const where = place ? `${hex} ${place}` : hex;
    const leader = this.company.isPossible ? store.index.unit.get(store.picks[0] ?? "") : undefined;
    if (!leader) return words("prompt.there", { where });
    const n = this.company.members().length + 1;
    const who = n > 1 ? words("units.n", { n }) : leader.name;
    return words("prompt.move-to", { who, where });
  }

  #speak() {
    const text = this.node.querySelector(".prompt-text")?.textContent ?? "";
    if (text === this.spoken) return;
    this.spoken = text;
    const [a, b] = [this.node.querySelector(".lead")?.textContent, this.node.querySelector(".facts")?.textContent];
    say([a, b].filter(Boolean).join(". "));
  }

  /** Asks why something cannot be chosen, and shows what is owed. @param {string} choice @param {string | null} hex */
  why(choice, hex) {
    this.pulse();
    void this.play.why(choice, hex);
  }

  /** Makes what is owed visible once. */
  pulse() {
    for (const chip of this.node.querySelectorAll(".owed-chip")) {
      chip.classList.remove("pulse");
      requestAnimationFrame(() => chip.classList.add("pulse"));
    }
  }
}
