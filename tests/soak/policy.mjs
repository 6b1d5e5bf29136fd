// How the soak decides where to click: by lot, with a leaning to come to an end.

/** A small generator of numbers that can be repeated (mulberry32). @param {number} seed */
export function lots(seed) {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    of: (list) => list[Math.floor(next() * list.length)],
    seed: () => Math.floor(next() * 2 ** 31),
  };
}

const BACKWARD = /^(stop|cancel|back|take back|not this|another|none of)/i;

/** Chooses clicks for one game. */
export class Policy {
  /**
   * @param {number} seed
   * @param {number} eager how many choices a step is usually given before it is ended
   */
  constructor(seed, eager = 5) {
    this.lots = lots(seed);
    this.eager = eager;
    /** How many clicks the present step has had, by the sentence that asks for them. */
    this.step = "";
    this.clicks = 0;
  }

  /**
   * @param {any} screen what is to be seen
   * @returns {any} what to click; null if there is nothing
   */
  choose(screen) {
    const step = screen.turn;
    if (step !== this.step) [this.step, this.clicks] = [step, 0];
    this.clicks += 1;
    const of = (...kinds) => screen.clickable.filter((c) => kinds.includes(c.kind));
    const primary = of("primary")[0];
    const setUp = screen.clickable.find(
      (c) => /suggested|usual|as printed/i.test(c.label) && c.kind !== "row",
    );
    if (setUp) return setUp;
    if (primary && this.lots.next() < this.#haste()) return primary;
    const undo = of("undo")[0];
    if (undo && this.lots.next() < 0.015) return undo;
    const forward = of("hex", "counter", "side");
    const rows = of("row");
    const verbs = of("verb").filter((v) => !BACKWARD.test(v.label));
    const groups = [
      [forward, 6],
      [rows, forward.length ? 1 : 4],
      [verbs, 2],
      [of("stepper"), 1],
      [of("more"), 0.3],
      [primary ? [primary] : [], 1],
    ].filter(([list]) => list.length);
    // A table on which one can only take back is a dead end, not a way on.
    if (!groups.length)
      return this.lots.of(screen.clickable.filter((c) => c.kind !== "undo")) ?? null;
    let at = this.lots.next() * groups.reduce((sum, [, weight]) => sum + weight, 0);
    const [list] = groups.find(([, weight]) => (at -= weight) < 0) ?? groups[0];
    return this.lots.of(list);
  }

  /** How likely the main button is pressed now. */
  #haste() {
    if (this.clicks > 40 * this.eager) return 0.97;
    return this.clicks > this.eager ? 0.6 : 0.25;
  }
}
