// The counters that go along with the one in hand: its stack, its formation, or those tapped one by
// one. Nothing of it is a rule: each is sent by itself, and the server says who may not come.

import { say } from "./dom.js";
import { keep, setting } from "./settings.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {"one" | "stack" | "formation"} Take */

/**
 * Who goes along with a leader.
 * @param {Unit[]} units
 * @param {string} leader
 * @param {{take: Take, added: Set<string>, removed: Set<string>, may: (unit: string) => boolean, stays?: (unit: string) => boolean}} how
 * @returns {Unit[]}
 */
export function companyOf(units, leader, { take, added, removed, may, stays = () => false }) {
  const first = units.find((u) => u.unit === leader);
  if (!first?.hex) return [];
  // Who cannot move as he stands need not be left out by hand; with one of them in hand the others like it come.
  const isLike = (/** @type {Unit} */ u) => stays(u.unit) === stays(leader);
  const isAlong = (/** @type {Unit} */ u) =>
    added.has(u.unit) || (isTaken(u, first, take) && isLike(u) && !removed.has(u.unit));
  const isOther = (/** @type {Unit} */ u) => u.hex && u.side === first.side && u.unit !== leader;
  return units.filter((u) => isOther(u) && may(u.unit) && isAlong(u));
}

/** @param {Unit} unit @param {Unit} first @param {Take} take */
function isTaken(unit, first, take) {
  if (take === "stack") return unit.hex === first.hex;
  return take === "formation" && Boolean(first.formation) && unit.formation === first.formation;
}

/**
 * The choices that send a leader and his company to do the same. Those who join him at the server
 * go in one move with him, if they may (`?`), the others each after him.
 * @param {string} choice @param {string[]} joining @param {string[]} following
 */
export function marchGroups(choice, joining, following) {
  const lead = [...joining.map((unit) => `?unit ${unit}`), choice];
  return [lead, ...following.map((unit) => [`unit ${unit}`, choice])];
}

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {() => Set<string> | undefined} earlier what was offered before the counter in hand was
 * @property {(choice: string) => Promise<boolean>} choose
 */

/** The company of a table's counter in hand. */
export class Company {
  /** @param {Needs} needs */
  constructor({ store, earlier, choose }) {
    this.store = store;
    this.earlier = earlier;
    this.choose = choose;
    /** The counter that was picked by itself, from a list or a fan: its stack stays. @type {string | null} */
    this.single = null;
    /** Whose company it is. @type {string | null} */
    this.leader = null;
    /** @type {Set<string>} */
    this.added = new Set();
    /** @type {Set<string>} */
    this.removed = new Set();
  }

  /** Whether a tap on a stack adds it instead of sending the hand there. It stays so until it is turned off. */
  get isAdding() {
    this.store.read("company");
    return setting("add") === "on";
  }

  /** Who goes when a stack is clicked. @returns {Take} */
  get #usual() {
    return /** @type {Take} */ (setting("take"));
  }

  /** Who goes with the counter in hand. @returns {Take} */
  get take() {
    this.store.read("company");
    const isAlone = this.#usual === "stack" && this.single !== null && this.single === this.leader;
    return isAlone ? "one" : this.#usual;
  }

  /** Whether others could go along now. */
  get isPossible() {
    const { view, isLive } = this.store;
    return Boolean(view?.leads && view.picked.length && isLive);
  }

  /** Another leader has another company. */
  settle() {
    const leader = this.isPossible ? this.store.picks[0] : null;
    if (leader === this.leader) return;
    this.leader = leader;
    this.added = new Set();
    this.removed = new Set();
  }

  /** Whether a counter could be picked now, or could before the leader was. @param {string} unit */
  may(unit) {
    const { index } = this.store;
    return index.units.has(unit) || Boolean(this.earlier()?.has(unit));
  }

  /** @param {Take} [wanted] @returns {Unit[]} */
  members(wanted) {
    this.store.read("company");
    if (!this.isPossible) return [];
    this.settle();
    const take = wanted ?? this.take;
    const { added, removed } = this;
    const { index } = this.store;
    const stays = (/** @type {string} */ u) => index.stays(u);
    const how = { take, added, removed, may: (/** @type {string} */ u) => this.may(u), stays };
    const picked = new Set(this.store.picks);
    const units = this.store.view?.units ?? [];
    return companyOf(units, this.leader ?? "", how).filter((u) => !picked.has(u.unit));
  }

  /**
   * Those of the company that the server would let join the move itself.
   * @param {Unit[]} company @returns {string[]}
   */
  #joining(company) {
    const { index, view } = this.store;
    const joins = new Set((view?.bundles ?? []).flatMap((b) => b.groups.flat()));
    const members = company.map((u) => u.unit);
    return members.filter((u) => joins.has(`unit ${u}`) && index.units.has(u));
  }

  /** The choices that do with everybody what is done with the hand. @param {string} choice @param {Take} [take] */
  groups(choice, take) {
    const isThere = (/** @type {Unit} */ u) => choice === `hex ${u.hex}`;
    const company = this.members(take).filter((u) => !isThere(u));
    const joining = this.#joining(company);
    const following = company.map((u) => u.unit).filter((u) => !joining.includes(u));
    return marchGroups(choice, joining, following);
  }

  /** @param {Take} take */
  setTake(take) {
    keep("take", take);
    this.single = null;
    this.removed = new Set();
    this.#changed();
  }

  setAdding(/** @type {boolean} */ isAdding) {
    keep("add", isAdding ? "on" : "off");
    this.#changed();
  }

  /** The counter in hand goes without its stack. */
  goAlone() {
    this.single = this.leader;
    this.#changed();
  }

  /** Takes a counter along, or leaves it. @param {string} unit */
  toggle(unit) {
    const isIn = this.members().some((u) => u.unit === unit);
    this.added.delete(unit);
    this.removed.delete(unit);
    (isIn ? this.removed : this.added).add(unit);
    this.#changed();
  }

  /**
   * A tap on a stack: all of it goes along, or its next counter, or its top counter's formation, as
   * is usual; if all of it does already, it is left.
   * @param {string} hex
   */
  tap(hex) {
    const free = this.free(hex);
    const members = new Set(this.members().map((u) => u.unit));
    const out = free.filter((u) => !members.has(u.unit));
    const wanted = out.length ? this.#wanted(out) : free;
    this.store.set({ hex });
    for (const { unit } of wanted) this.toggle(unit);
  }

  /** @param {Unit[]} out */
  #wanted(out) {
    const [top] = out;
    if (this.#usual === "stack") return out;
    if (this.#usual === "one" || !top.formation) return [top];
    const mates = this.store.view?.units.filter((u) => u.formation === top.formation) ?? [];
    const members = new Set(this.members().map((u) => u.unit));
    const isNew = (/** @type {Unit} */ u) => u.side === top.side && !members.has(u.unit);
    return mates.filter((u) => isNew(u) && this.may(u.unit));
  }

  /** The counters of a hex that could go along. @param {string} hex */
  free(hex) {
    const { store } = this;
    this.settle();
    const side = store.index.unit.get(this.leader ?? "")?.side ?? store.view?.prompt?.decider;
    const isFree = (/** @type {Unit} */ u) => u.side === side && !store.picks.includes(u.unit);
    return store.index.stack(hex).filter((u) => isFree(u) && this.may(u.unit));
  }

  /** Adds everybody who stands in some hexes; the first leads if nobody does. @param {string[]} hexes */
  async addAll(hexes) {
    if (!this.isPossible && !(await this.#lead(hexes))) return;
    this.settle();
    for (const hex of hexes) for (const { unit } of this.free(hex)) this.added.add(unit);
    this.#changed();
  }

  /** @param {string[]} hexes */
  async #lead(hexes) {
    const { store } = this;
    const first = hexes.flatMap((hex) => store.index.offeredIn(hex))[0];
    if (!first || !(await this.choose(`unit ${first.unit}`))) return false;
    return this.isPossible;
  }

  #changed() {
    const n = this.members().length;
    say(n ? words("take.together", { n: n + 1 }) : words("take.alone"));
    this.store.touch("company");
  }
}
