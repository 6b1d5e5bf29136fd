// What the server has, what the screen shows and what is under way. It knows neither page nor
// network: it is told what happened and at what time, and answers with what to do next. All times
// are milliseconds of one clock.

/** A change that is out this long no longer keeps the client from asking. */
const PATIENCE = 3000;
/** A change that is out this long is given up; whether the server has stored it is then asked. */
const GIVE_UP = 10000;
/**
 * The same for questions, longer after each failure: a slow line needs its time for a large answer.
 */
const LATE = [15000, 30000, 60000];
/** Between two questions while others play fast, and while the tab is hidden. */
const GAP = 60;
const HIDDEN_GAP = 1000;
/** How long silence may last before the client asks on its own, longer each time. */
const QUIET = [4000, 8000, 15000, 30000];
/** Not more often than this while the tab is hidden. */
const HIDDEN_QUIET = 60000;
/** The waits after questions, or tries to open the stream, that came to nothing. */
const WAITS = [1000, 2000, 4000, 8000, 15000];
/** A stream that breaks sooner than this counts as one more failure. */
const STEADY = 5000;

/**
 * What matters here of a state.
 * @typedef {{seq: number, as: string, isWaiting: boolean}} Brief `isWaiting`: for others
 */
/**
 * A request that is out. `floor` is the newest line known when it was sent: an honest answer cannot
 * be older, unless the server has gone back to a backup.
 * @typedef {{id: number, as: string, at: number, until: number, floor: number}} Request
 */
/**
 * Why no answer came: no server was found, or it could not do it.
 * @typedef {"away" | "fault"} Failing
 */
/**
 * What to do: show the state that has just come, ask for the state, ask only how far the table is,
 * stop waiting for a request, open the stream anew.
 * @typedef {{do: "show", isNew: boolean} | {do: "ask", id: number, as: string}
 *   | {do: "peek", id: number, after: number} | {do: "drop", id: number} | {do: "reopen"}} Act
 */

/** Keeps a client and its server in step. */
export class Sync {
  /** @param {Brief} first what is on the screen @param {number} now */
  constructor(first, now) {
    /** Through whose eyes the screen shall show the table. */
    this.as = first.as;
    /** What is on the screen. */
    this.shown = first;
    /** The newest line the server is known to have. */
    this.known = first.seq;
    /**
     * Whether something may have changed that no line tells of, or a request may have been stored
     * although no answer came.
     */
    this.isInDoubt = false;
    /**
     * Whether it is worth asking how far the table is, although nothing speaks against what is
     * shown.
     */
    this.isCurious = false;
    /** The choice, undo, order or resignation that is under way. @type {Request | null} */
    this.change = null;
    /** The question that is under way. @type {Request | null} */
    this.question = null;
    this.lastId = 0;
    /** When the server was last heard, and how often the client has asked since without news. */
    this.heardAt = now;
    this.asked = 0;
    /** Before this time no question is sent. */
    this.notBefore = 0;
    this.failures = 0;
    /** Whether the last request found no server. */
    this.isOffline = false;
    /** When a lost stream is tried again; null while it is open. @type {number | null} */
    this.reopenAt = null;
    this.streamFailures = 0;
    this.openedAt = -Infinity;
    this.isHidden = false;
  }

  /** Whether the screen is behind the server, as far as is known. */
  get isBehind() {
    return this.isInDoubt || this.known > this.shown.seq || this.as !== this.shown.as;
  }

  /** Seconds to the next try; 0 when the server answers. @param {number} now */
  secondsToTry(now) {
    const next = Math.min(this.notBefore, this.reopenAt ?? Infinity);
    return this.isOffline ? Math.max(1, Math.ceil((next - now) / 1000)) : 0;
  }

  // What the stream says.

  /** The stream spoke of a line. @param {number} seq @param {number} now */
  heard(seq, now) {
    this.known = Math.max(this.known, seq);
    this.#news(now);
    return this.#next(now);
  }

  /** The stream told of something that has no line: a bot at work. @param {number} now */
  stirred(now) {
    this.#news(now);
    return this.#next(now);
  }

  /**
   * Something changed that has no line: a seat was taken, the next table opened.
   * @param {number} now
   */
  doubted(now) {
    this.isInDoubt = true;
    return this.#next(now);
  }

  /** @param {number} now */
  streamLost(now) {
    this.isInDoubt = true;
    if (this.reopenAt === null && now - this.openedAt >= STEADY) this.streamFailures = 0;
    this.reopenAt = now + this.#rest(this.streamFailures++);
    return this.#next(now);
  }

  /** The stream is open, for the first time or again. @param {number} now */
  streamOpened(now) {
    this.isInDoubt ||= this.reopenAt !== null;
    this.reopenAt = null;
    this.openedAt = now;
    return this.#atOnce(now);
  }

  // Changes: a choice, an undo, an order, a resignation.

  /** A change goes out. @param {number} now @returns {number} its number */
  sent(now) {
    this.change = { ...this.#request(now, GIVE_UP), as: this.shown.as };
    return this.change.id;
  }

  /**
   * The server did what was asked and answered with the state.
   * @param {number} id
   * @param {Brief} state
   * @param {number} now
   */
  changed(id, state, now) {
    const request = this.change;
    if (request?.id !== id) return this.doubted(now);
    this.change = null;
    this.#reached(now);
    return [...this.#take(request, state), ...this.#next(now)];
  }

  /**
   * The server refused a change: the table had moved on, or the screen is behind in another way.
   * @param {number} id
   * @param {number} now
   */
  refused(id, now) {
    if (this.change?.id === id) this.change = null;
    this.#reached(now);
    return this.doubted(now);
  }

  /**
   * No answer, or a fault: whether the change is stored is not known.
   * @param {number} id
   * @param {Failing} how
   * @param {number} now
   */
  changeFailed(id, how, now) {
    if (this.change?.id !== id) return this.#next(now);
    this.change = null;
    this.isInDoubt = true;
    this.#failed(how, now);
    return this.#next(now);
  }

  // Questions: for the state, or only for how far the table is.

  /** @param {number} id @param {Brief} state @param {number} now */
  told(id, state, now) {
    const request = this.question;
    if (request?.id !== id) return this.#next(now);
    this.#answered(now);
    return [...this.#take(request, state), ...this.#next(now)];
  }

  /**
   * The server is at this line. If the stream has not said so, it is deaf.
   * @param {number} id
   * @param {number} seq
   * @param {number} now
   */
  peeked(id, seq, now) {
    const request = this.question;
    if (request?.id !== id) return this.#next(now);
    const isDeaf = seq > this.known;
    this.#answered(now);
    this.isInDoubt ||= seq < request.floor;
    this.known = Math.max(this.known, seq);
    return [...(isDeaf ? [reopen] : []), ...this.#next(now)];
  }

  /**
   * @param {number} id
   * @param {Failing} how
   * @param {number} now
   */
  questionFailed(id, how, now) {
    if (this.question?.id !== id) return this.#next(now);
    this.question = null;
    this.isInDoubt = true;
    this.#failed(how, now);
    return this.#next(now);
  }

  /**
   * These eyes are not the reader's any more: the server shall say which are.
   * @param {number} id
   * @param {number} now
   */
  unseated(id, now) {
    if (this.question?.id !== id) return this.#next(now);
    this.#answered(now);
    this.as = "";
    return this.#next(now);
  }

  // The reader, his browser, and the clock.

  /** The table shall be seen through other eyes. @param {string} as @param {number} now */
  look(as, now) {
    this.as = as;
    return this.#atOnce(now);
  }

  /** The tab was hidden. @param {number} now */
  hidden(now) {
    this.isHidden = true;
    return this.#next(now);
  }

  /** The tab is seen again; its clock may have stood still. @param {number} now */
  seen(now) {
    this.isHidden = false;
    return this.woken(now);
  }

  /**
   * Something says that the world is there again: the tab, the network, the reader who does not
   * want to wait.
   * @param {number} now
   */
  woken(now) {
    this.isCurious = true;
    if (this.reopenAt !== null) this.reopenAt = now;
    return this.#atOnce(now);
  }

  /** The clock has come to `wakeAt`. @param {number} now */
  tick(now) {
    return this.#next(now);
  }

  /** When the clock shall be looked at again, if nothing else happens before. */
  get wakeAt() {
    const times = [this.#askAt(), this.#peekAt(), this.reopenAt ?? Infinity];
    for (const request of [this.change, this.question]) if (request) times.push(request.until);
    return Math.min(...times);
  }

  /** @param {number} now */
  #news(now) {
    this.heardAt = now;
    this.asked = 0;
  }

  /** @param {number} now @param {number} patience @returns {Request} */
  #request(now, patience) {
    return { id: ++this.lastId, as: this.as, at: now, until: now + patience, floor: this.known };
  }

  /** @param {number} now */
  #question(now) {
    this.isCurious = false;
    this.question = this.#request(now, LATE[Math.min(this.failures, LATE.length - 1)]);
    return this.question.id;
  }

  /** @param {number} now */
  #reached(now) {
    this.isOffline = false;
    this.failures = 0;
    this.heardAt = now;
  }

  /** @param {number} now */
  #answered(now) {
    this.question = null;
    this.#reached(now);
    this.notBefore = now + (this.isHidden ? HIDDEN_GAP : GAP);
  }

  /** @param {Failing} how @param {number} now */
  #failed(how, now) {
    this.isOffline = how === "away";
    this.notBefore = now + this.#rest(this.failures++);
  }

  /** @param {number} times */
  #rest(times) {
    const usual = WAITS[Math.min(times, WAITS.length - 1)];
    return this.isHidden && times >= WAITS.length ? HIDDEN_QUIET : usual;
  }

  /**
   * A state has come. It is shown unless a newer one is, or other eyes are wanted.
   * @param {Request} request
   * @param {Brief} state
   * @returns {Act[]}
   */
  #take(request, state) {
    const dropped = state.seq < request.floor ? this.#goBack(state.seq) : [];
    if (state.seq > this.known) this.#news(this.heardAt);
    this.known = Math.max(this.known, state.seq);
    // Whoever asked for these eyes and is given others has no right to them.
    if (request.as === this.as) this.as = state.as;
    if (state.as !== this.as) return dropped;
    if (state.seq < this.shown.seq) return dropped;
    const isNew = state.as !== this.shown.as || state.seq !== this.shown.seq;
    this.shown = state;
    return [...dropped, { do: "show", isNew }];
  }

  /**
   * The server is at an older line than it was: somebody restored a backup. What was asked before
   * is void.
   * @param {number} seq
   * @returns {Act[]}
   */
  #goBack(seq) {
    const out = [this.change, this.question].filter((r) => r !== null);
    this.change = this.question = null;
    this.known = seq;
    this.shown = { ...this.shown, seq: -1 };
    this.isInDoubt ||= out.length > 0;
    return out.map(({ id }) => ({ do: "drop", id }));
  }

  /** @param {number} now */
  #atOnce(now) {
    this.notBefore = Math.min(this.notBefore, now);
    return this.#next(now);
  }

  /** When the state should be asked for. */
  #askAt() {
    if (this.question || !this.isBehind) return Infinity;
    return this.change ? Math.max(this.notBefore, this.change.at + PATIENCE) : this.notBefore;
  }

  /** When the silence has lasted too long. */
  #peekAt() {
    if (this.question || this.isBehind) return Infinity;
    if (this.isCurious) return this.notBefore;
    if (!this.change && !this.shown.isWaiting) return Infinity;
    const quiet = QUIET[Math.min(this.asked, QUIET.length - 1)];
    const since = Math.max(this.heardAt, this.change?.at ?? 0);
    return Math.max(this.notBefore, since + (this.isHidden ? HIDDEN_QUIET : quiet));
  }

  /** What is due now. @param {number} now @returns {Act[]} */
  #next(now) {
    return [...this.#giveUp(now), ...this.#reopen(now), ...this.#ask(now)];
  }

  /** @param {number} now @returns {Act[]} */
  #giveUp(now) {
    const isLate = (/** @type {Request | null} */ r) => r !== null && now >= r.until;
    const late = [this.change, this.question]
      .filter(isLate)
      .map((r) => /** @type {Request} */ (r).id);
    if (isLate(this.change)) this.change = null;
    if (isLate(this.question)) this.question = null;
    if (!late.length) return [];
    this.isInDoubt = true;
    this.#failed("away", now);
    return late.map((id) => ({ do: "drop", id }));
  }

  /** @param {number} now @returns {Act[]} */
  #reopen(now) {
    if (this.reopenAt === null || now < this.reopenAt) return [];
    this.reopenAt = now + GIVE_UP;
    return [reopen];
  }

  /** @param {number} now @returns {Act[]} */
  #ask(now) {
    if (now >= this.#askAt()) {
      this.isInDoubt = false;
      return [{ do: "ask", id: this.#question(now), as: this.as }];
    }
    if (now < this.#peekAt()) return [];
    this.asked += 1;
    return [{ do: "peek", id: this.#question(now), after: this.known }];
  }
}

/** @type {Act} */
const reopen = { do: "reopen" };
