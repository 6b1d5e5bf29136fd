// What is shown now, and who wants to know when it changes.

/** @typedef {import("./shapes.js").State} State */
/** @typedef {import("./types.js").Offer} Offer */

/**
 * What the browser keeps of its own: nothing of it is a rule, all of it is lost without harm.
 * @typedef {Object} Ui
 * @property {State | null} state what the server last said
 * @property {State | null} shown a state of the replay, instead of the present one
 * @property {import("./shapes.js").Event[]} log
 * @property {string | null} hex the hex of the stack panel
 * @property {string | null} hover the hex under the pointer
 * @property {string | null} cursor the hex of the keyboard cursor
 * @property {boolean} byKeys whether the keyboard moved it last
 * @property {{choice: string, refusal: import("./types.js").Refusal, hex: string | null} | null} refusal
 * @property {string | null} sheet
 * @property {string[]} overlays those that are kept
 * @property {string | null} peek the one that is held
 * @property {string | null} sending the choice that is under way
 * @property {string | null} preview a destination tapped on a small screen
 * @property {boolean} confirming whether the end of the step is asked about
 * @property {number} retry seconds to the next try, 0 when connected
 * @property {{seq: number} | null} movedOn
 * @property {string | null} fault
 * @property {string | null} notice a short line for the prompt
 * @property {any} bot
 * @property {any} playback
 * @property {any} combat the last combat, resolved
 * @property {{id: string, back: string[]} | null} rule
 * @property {boolean} lifted
 * @property {number | null} why the line whose reason is read
 * @property {number} amount
 * @property {string | null} overlaySide
 */

/** @returns {Ui} */
function empty() {
  return {
    state: null, shown: null, log: [], hex: null, hover: null, cursor: null, byKeys: false, refusal: null, sheet: null, overlays: [], peek: null,
    sending: null, preview: null, confirming: false, retry: 0, movedOn: null, fault: null, notice: null, bot: null, playback: null, combat: null,
    rule: null, lifted: false, why: null, amount: 0, overlaySide: null,
  };
}

/** How often drawing may change what is drawn before it is a mistake. */
const ROUNDS = 20;

/** Somebody who draws, and what he read when he did it last. @typedef {{draw: () => void, reads: Set<string>}} Watcher */

/**
 * What never changes at a table.
 * @typedef {{id: string, game: import("./types.js").Game, grid: import("./grid.js").Grid}} About
 */

/** Keeps what is shown now, and has everybody draw anew who has read what is changed. */
export class Store {
  /** @param {About} about */
  constructor({ id, game, grid }) {
    this.id = id;
    this.game = game;
    this.grid = grid;
    /** Who draws now, with what he has read so far. @type {Set<string> | null} */
    this.reading = null;
    /** What the browser keeps; whoever reads it while he draws is asked again when it changes. */
    this.ui = new Proxy(empty(), { get: (ui, key) => this.#read(ui, key) });
    /** @type {Set<Watcher>} */
    this.watchers = new Set();
    /** @type {Set<string>} */
    this.changed = new Set();
    /** What waits for the next drawing. @type {(() => void)[]} */
    this.later = [];
    this.isClosed = false;
    this.whole = new Index(null);
  }

  /** @param {Ui} ui @param {string | symbol} key */
  #read(ui, key) {
    this.reading?.add(String(key));
    return Reflect.get(ui, key);
  }

  /**
   * Draws now, and again whenever something changes that was read for it.
   * @param {() => void} draw @returns {() => void} stops it
   */
  watch(draw) {
    const watcher = { draw, reads: new Set() };
    this.watchers.add(watcher);
    this.#draw(watcher);
    return () => void this.watchers.delete(watcher);
  }

  /** @param {Watcher} watcher */
  #draw(watcher) {
    const outer = this.reading;
    watcher.reads = this.reading = new Set();
    try {
      watcher.draw();
    } finally {
      this.reading = outer;
    }
  }

  /** Does something of which nothing is read for a drawing. @param {() => void} act */
  untracked(act) {
    const outer = this.reading;
    this.reading = null;
    act();
    this.reading = outer;
  }

  /** @param {Partial<Ui>} patch */
  set(patch) {
    const isNew = this.changed.size === 0;
    const outer = this.reading;
    this.reading = null;
    for (const [key, value] of Object.entries(patch)) {
      if (/** @type {any} */ (this.ui)[key] === value) continue;
      /** @type {any} */ (this.ui)[key] = value;
      this.changed.add(key);
    }
    if ("state" in patch || "shown" in patch) this.whole = new Index(this.now);
    this.reading = outer;
    if (isNew && this.changed.size) this.#soon();
  }

  /** What is kept beside the state has changed: whoever read it by `read` draws anew. @param {string} key */
  touch(key) {
    const isNew = this.changed.size === 0;
    this.changed.add(key);
    if (isNew) this.#soon();
  }

  /** Says that something is read that is kept elsewhere and touched when it changes. @param {string} key */
  read(key) {
    this.reading?.add(key);
  }

  /** Does something when all that has changed by now is drawn. @param {() => void} act */
  after(act) {
    this.later.push(act);
    if (this.later.length === 1 && !this.changed.size) this.#soon();
  }

  /** @returns {Promise<void>} when all that has changed by now is drawn */
  drawn() {
    return new Promise((done) => this.after(done));
  }

  /** Nothing is drawn any more. */
  close() {
    this.isClosed = true;
    this.watchers.clear();
  }

  #soon() {
    queueMicrotask(() => this.#tell());
  }

  #tell() {
    for (let round = 0; this.changed.size && !this.isClosed; round++) {
      if (round > ROUNDS) throw new Error(`drawing never ends: ${[...this.changed]}`);
      const { changed } = this;
      this.changed = new Set();
      for (const watcher of [...this.watchers]) {
        const isDue = [...watcher.reads].some((key) => changed.has(key));
        if (isDue && this.watchers.has(watcher)) this.#draw(watcher);
      }
    }
    for (const act of this.later.splice(0)) if (!this.isClosed) act();
  }

  /** The state on the screen: of the replay, or the present one. @returns {State | null} */
  get now() {
    const { shown, state } = this.ui;
    return shown ?? state;
  }

  get view() {
    return this.now?.view ?? null;
  }

  /** The offers and counters of the state on the screen. @returns {Index} */
  get index() {
    this.reading?.add("state").add("shown");
    return this.whole;
  }

  /** Whether the present is on the screen, where something can be done. */
  get isLive() {
    const { shown, playback } = this.ui;
    return !shown && !playback;
  }

  get isSpectator() {
    return !this.now || !this.side(this.now.as);
  }

  /** The last combat with its result; a look back shows none. */
  get combat() {
    const { shown, combat } = this.ui;
    return shown ? null : combat;
  }

  get odds() {
    return this.view?.odds ?? this.combat?.odds ?? null;
  }

  /** The counters that the present action has in hand, as the view says. */
  get picks() {
    return this.ui.state?.view.picked ?? [];
  }

  /** What the action on the screen has in hand, and where it is. */
  get hand() {
    const { index, view } = this;
    const units = new Set(view?.picked ?? []);
    const hex = [...units].map((u) => index.unit.get(u)?.hex).find((x) => x) ?? null;
    return { units, hex };
  }

  /** The hexes where something is offered. */
  offeredHexes() {
    const { index, grid } = this;
    const stacks = [...index.units.keys()].map((u) => index.unit.get(u)?.hex ?? "");
    return new Set([...index.hexes.keys(), ...stacks].filter((hex) => grid.has(hex)));
  }

  /** @param {string} id */
  side(id) {
    return this.game.sides.find((x) => x.id === id);
  }

  /** The side of a counter. @param {string} unit */
  sideOf(unit) {
    return this.side(this.index.unit.get(unit)?.side ?? "");
  }

  get scenarioTitle() {
    return this.game.scenarios.find((x) => x.id === this.ui.state?.scenario)?.title ?? "";
  }
}

/** The offers and counters of a state, found by name. */
export class Index {
  /** @param {State | null} state */
  constructor(state) {
    /** @type {Map<string, Offer>} */
    this.units = new Map();
    /** @type {Map<string, Offer>} */
    this.hexes = new Map();
    /** @type {Map<string, Offer>} */
    this.sides = new Map();
    /** @type {Offer[]} */
    this.verbs = [];
    /** @type {Offer[]} */
    this.amounts = [];
    /** @type {Map<string, import("./types.js").Unit>} */
    this.unit = new Map();
    /** @type {Map<string, import("./types.js").Unit[]>} */
    this.stacks = new Map();
    if (state) this.#read(state);
  }

  /** @param {State} state */
  #read(state) {
    for (const offer of state.view.choices) this.#file(offer);
    for (const unit of state.view.units) this.#lay(unit);
    for (const box of state.view.boxes) for (const unit of box.units) if (!this.unit.has(unit.unit)) this.unit.set(unit.unit, unit);
    for (const stack of this.stacks.values()) stack.sort((a, b) => a.level - b.level);
  }

  /** @param {Offer} offer */
  #file(offer) {
    const { kind, name } = split(offer.choice);
    if (kind === "unit") this.units.set(name, offer);
    else if (kind === "hex") this.hexes.set(name, offer);
    else if (kind === "side") this.sides.set(name, offer);
    else if (kind === "amount") this.amounts.push(offer);
    else this.verbs.push(offer);
  }

  /** @param {import("./types.js").Unit} unit */
  #lay(unit) {
    this.unit.set(unit.unit, unit);
    if (!unit.hex) return;
    const stack = this.stacks.get(unit.hex);
    if (stack) stack.push(unit);
    else this.stacks.set(unit.hex, [unit]);
  }

  /** The counters of a hex, topmost first. @param {string | null} hex */
  stack(hex) {
    return hex ? [...(this.stacks.get(hex) ?? [])].reverse() : [];
  }

  /** The offered counters of a hex, topmost first; those that cannot go anywhere last. @param {string | null} hex */
  offeredIn(hex) {
    return this.readyFirst(this.stack(hex).filter((u) => this.units.has(u.unit)));
  }

  /** @param {import("./types.js").Unit[]} units */
  readyFirst(units) {
    return [...units.filter((u) => !this.stays(u.unit)), ...units.filter((u) => this.stays(u.unit))];
  }

  /** Whether a counter may be taken, but could not move as it stands. @param {string} unit */
  stays(unit) {
    return this.units.get(unit)?.effects?.some((e) => e.kind === "stays") ?? false;
  }

  /** Offered counters that do not lie on the map. */
  offeredBeside() {
    return [...this.units.keys()].map((id) => this.unit.get(id)).filter((u) => u && !u.hex);
  }

  get primary() {
    return this.verbs.find((v) => v.primary) ?? null;
  }
}

/** @param {string} choice */
export function split(choice) {
  const i = choice.indexOf(" ");
  return { kind: choice.slice(0, i), name: choice.slice(i + 1) };
}

/**
 * The stack that is asked about as a whole: all counters that may be chosen lie in it, and nothing else may be.
 * @param {import("./types.js").View} view
 * @returns {string | null}
 */
export function askedStack({ units, choices, prompt, leads }) {
  const kinds = choices.map((c) => split(c.choice));
  if (!prompt?.mine || leads || kinds.some((c) => c.kind === "hex" || c.kind === "side")) return null;
  const asked = new Set(kinds.filter((c) => c.kind === "unit").map((c) => c.name));
  const hexes = new Set(units.filter((u) => asked.has(u.unit)).map((u) => u.hex));
  return asked.size > 1 && hexes.size === 1 ? [...hexes][0] : null;
}

/**
 * The hex of the stack panel after a new state. It makes room when nothing of it, but counters beside
 * the map are to be chosen: they are shown in the same place.
 * @param {import("./types.js").View} view
 * @param {string | null} hex
 */
export function keptHex({ units, choices, picked }, hex) {
  const here = units.filter((u) => u.hex !== null && u.hex === hex);
  if (!here.length) return null;
  const onMap = new Set(units.filter((u) => u.hex).map((u) => u.unit));
  const offered = choices.map((c) => split(c.choice)).filter((c) => c.kind === "unit");
  const isBeside = offered.some((c) => !onMap.has(c.name));
  const may = new Set([...offered.map((c) => c.name), ...picked]);
  return isBeside && !here.some((u) => may.has(u.unit)) ? null : hex;
}
