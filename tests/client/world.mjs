// A made-up server, network and clock round the client's state machine. Everything that can happen
// next is a move; a world is plain data, so that a test can try every move from every world.

import { Sync } from "../../web/sync.js";

/** How many choices the bot makes before it is the person's decision again. */
const BOT_CHOICES = 2;
const FIRST = 10;

/** How often each thing may still happen. */
const NEVER = {
  choose: 0,
  undo: 0,
  order: 0,
  otherTab: 0,
  look: 0,
  lose: 0,
  fault: 0,
  hang: 0,
  failQuestion: 0,
  breakStream: 0,
  deafen: 0,
  restart: 0,
  restore: 0,
  tick: 0,
  hide: 0,
};

export class World {
  /** @param {Partial<typeof NEVER>} budget @param {typeof Sync} Machine */
  static begin(budget, Machine = Sync) {
    const world = new World();
    Object.assign(world, {
      Machine,
      now: 0,
      budget: { ...NEVER, ...budget },
      server: { seq: FIRST, left: 0 },
      posts: [],
      questions: [],
      stream: { isOpen: true, isOpening: false, isDeaf: false, notes: [] },
      newest: FIRST,
      eyes: "red",
      isLossy: false,
      requests: 0,
      wrong: null,
    });
    world.sync = new Machine(world.state("red"), 0);
    return world;
  }

  copy() {
    const world = Object.assign(new World(), this);
    for (const part of ["budget", "server"]) world[part] = { ...this[part] };
    for (const part of ["posts", "questions"]) world[part] = this[part].map((x) => ({ ...x }));
    world.stream = { ...this.stream, notes: [...this.stream.notes] };
    // The machine never changes what its fields hold, it replaces it.
    world.sync = Object.assign(
      new this.Machine({ seq: 0, as: "", isWaiting: false }, 0),
      this.sync,
    );
    return world;
  }

  /** Worlds that differ only in the hour and in the numbers of requests are the same. */
  get key() {
    const { sync, now, server, stream, budget } = this;
    const hour = (/** @type {number | null} */ at) =>
      at === null ? "-" : Math.max(at - now, -60000);
    const request = (/** @type {any} */ r) =>
      r ? [sync.lastId - r.id, hour(r.at), hour(r.until), r.floor, r.as] : 0;
    const sent = (/** @type {any} */ r) => [
      sync.lastId - r.id,
      r.kind ?? r.do,
      r.stage,
      r.base,
      r.as,
      r.isDropped,
      r.state?.seq,
      r.state?.isWaiting,
    ];
    return String([
      server.seq,
      server.left,
      this.newest,
      this.eyes,
      this.isLossy,
      Object.values(budget),
      "p",
      this.posts.map(sent),
      "q",
      this.questions.map(sent),
      stream.isOpen,
      stream.isOpening,
      stream.isDeaf,
      stream.notes,
      "s",
      sync.as,
      sync.shown.seq,
      sync.shown.as,
      sync.shown.isWaiting,
      sync.known,
      sync.isInDoubt,
      sync.isCurious,
      sync.isOffline,
      sync.isHidden,
      request(sync.change),
      request(sync.question),
      hour(sync.heardAt),
      sync.asked,
      hour(sync.notBefore),
      sync.failures,
      hour(sync.reopenAt),
      sync.streamFailures,
      hour(sync.openedAt),
    ]);
  }

  /** @param {string} as */
  state(as) {
    return { seq: this.server.seq, as, isWaiting: this.server.left > 0 };
  }

  get isMine() {
    return !this.sync.shown.isWaiting;
  }

  get isSettled() {
    const { sync, server, eyes } = this;
    return (
      sync.shown.seq === server.seq && sync.shown.as === eyes && !sync.change && !sync.question
    );
  }

  /**
   * Does what the state machine says.
   * @param {any[]} acts
   * @param {any} [came] the state that has just come
   */
  obey(acts, came) {
    for (const act of acts) {
      if (act.do === "show") this.show(came);
      if (act.do === "ask" || act.do === "peek") {
        this.questions.push({ ...act, stage: "out" });
        this.requests += 1;
      }
      if (act.do === "drop")
        for (const r of [...this.posts, ...this.questions]) if (r.id === act.id) r.isDropped = true;
      if (act.do === "reopen")
        Object.assign(this.stream, { isOpen: false, isOpening: true, isDeaf: false, notes: [] });
    }
    this.questions = this.questions.filter((q) => !q.isDropped);
    this.posts = this.posts.filter((p) => !(p.isDropped && p.stage !== "out"));
    if (this.questions.length > 1) this.wrong = "two questions at once";
  }

  show(state) {
    if (!state) this.wrong = "shown without a state";
    else if (state.seq < this.newest) this.wrong = `line ${state.seq} shown after ${this.newest}`;
    else if (state.as !== this.sync.as) this.wrong = `shown through the eyes of ${state.as}`;
    else this.newest = state.seq;
  }

  note() {
    if (this.stream.isOpen && !this.stream.isDeaf) this.stream.notes.push(this.server.seq);
  }

  /** Everything that can happen now. @returns {[string, ...any][]} */
  moves() {
    return [...this.deliveries(), ...this.accidents()];
  }

  /** What happens by itself, sooner or later. @returns {[string, ...any][]} */
  deliveries() {
    const moves = [];
    this.posts.forEach(
      (p, i) => p.stage !== "gone" && moves.push([p.stage === "out" ? "serve" : "answer", i]),
    );
    this.questions.forEach((q, i) =>
      moves.push([q.stage === "out" ? "serveQuestion" : "answerQuestion", i]),
    );
    if (this.stream.notes.length) moves.push(["hear"]);
    if (this.stream.isOpening) moves.push(["open"]);
    if (this.server.left > 0) moves.push(["bot"]);
    return moves;
  }

  /** What may happen as often as the budget says. @returns {[string, ...any][]} */
  accidents() {
    const { budget, posts, stream } = this;
    const moves = [];
    const add = (/** @type {keyof typeof NEVER} */ name, /** @type {boolean} */ isPossible) =>
      budget[name] > 0 && isPossible && moves.push([name]);
    const isFree = !this.sync.change;
    add("choose", isFree && this.isMine);
    add("undo", isFree && this.isMine);
    add("order", isFree);
    add("otherTab", this.server.left === 0);
    add("look", isFree);
    add(
      "lose",
      posts.some((p) => p.stage === "answer" && !p.isDropped),
    );
    add(
      "fault",
      posts.some((p) => p.stage === "answer" && !p.isDropped),
    );
    add(
      "hang",
      posts.some((p) => p.stage === "out" && !p.isDropped),
    );
    add("failQuestion", this.questions.length > 0);
    add("breakStream", stream.isOpen);
    add("deafen", stream.isOpen && stream.notes.length > 0);
    add("restart", true);
    add("restore", this.server.seq > FIRST && this.server.left === 0);
    add("tick", Number.isFinite(this.sync.wakeAt));
    add("hide", true);
    return moves;
  }

  /** @param {[string, ...any]} move */
  play([name, ...more]) {
    if (name in this.budget) this.budget[name] -= 1;
    this[`on_${name}`](...more);
    return this;
  }

  send(kind) {
    this.posts.push({
      id: this.sync.sent(this.now),
      kind,
      stage: "out",
      base: this.sync.shown.seq,
      as: this.sync.shown.as,
    });
    this.obey(this.sync.tick(this.now));
  }

  on_choose() {
    this.send("choose");
  }
  on_undo() {
    this.send("undo");
  }
  on_order() {
    this.send("order");
  }

  on_serve(i) {
    const post = this.posts[i];
    const isTaken =
      post.kind === "order" || (post.base === this.server.seq && this.server.left === 0);
    if (isTaken) {
      this.server.seq += 1;
      if (post.kind === "choose") this.server.left = BOT_CHOICES;
      this.note();
    }
    if (post.isDropped) return void this.posts.splice(i, 1);
    Object.assign(post, { stage: "answer", state: isTaken ? this.state(post.as) : null });
  }

  on_answer(i) {
    const [{ id, state }] = this.posts.splice(i, 1);
    this.obey(
      state ? this.sync.changed(id, state, this.now) : this.sync.refused(id, this.now),
      state,
    );
  }

  on_lose() {
    this.failPost("away");
  }
  on_fault() {
    this.failPost("fault");
  }

  /** An answer is not delivered. @param {"away" | "fault"} how */
  failPost(how) {
    this.isLossy = true;
    const [{ id }] = this.posts.splice(
      this.posts.findIndex((p) => p.stage === "answer" && !p.isDropped),
      1,
    );
    this.obey(this.sync.changeFailed(id, how, this.now));
  }

  /** The request is swallowed: nobody will ever answer it. */
  on_hang() {
    this.isLossy = true;
    this.posts.find((p) => p.stage === "out" && !p.isDropped).stage = "gone";
  }

  on_serveQuestion(i) {
    const question = this.questions[i];
    Object.assign(question, { stage: "answer", state: this.state(question.as ?? "") });
  }

  on_answerQuestion(i) {
    const [{ id, state, do: kind }] = this.questions.splice(i, 1);
    if (kind === "peek") this.obey(this.sync.peeked(id, state.seq, this.now));
    else this.obey(this.sync.told(id, state, this.now), state);
  }

  on_failQuestion() {
    this.isLossy = true;
    const [{ id }] = this.questions.splice(0, 1);
    this.obey(this.sync.questionFailed(id, "away", this.now));
  }

  on_hear() {
    this.obey(this.sync.heard(this.stream.notes.shift(), this.now));
  }

  on_open() {
    Object.assign(this.stream, { isOpen: true, isOpening: false, notes: [this.server.seq] });
    this.obey(this.sync.streamOpened(this.now));
  }

  on_bot() {
    this.server.seq += 1;
    this.server.left -= 1;
    this.note();
  }

  on_otherTab() {
    this.server.seq += 1;
    this.server.left = 1;
    this.note();
  }

  on_look() {
    this.eyes = this.eyes === "red" ? "blue" : "red";
    this.obey(this.sync.look(this.eyes, this.now));
  }

  on_breakStream() {
    this.isLossy = true;
    Object.assign(this.stream, { isOpen: false, isDeaf: false, notes: [] });
    this.obey(this.sync.streamLost(this.now));
  }

  /** The connection is dead and nobody has noticed. */
  on_deafen() {
    this.isLossy = true;
    Object.assign(this.stream, { isDeaf: true, notes: [] });
  }

  /**
   * The server dies and comes back: nothing that was on its way arrives, what was stored is stored.
   */
  on_restart() {
    this.isLossy = true;
    const [posts, questions] = [this.posts.filter((p) => !p.isDropped), this.questions];
    this.posts = [];
    this.questions = [];
    Object.assign(this.stream, { isOpen: false, isOpening: false, isDeaf: false, notes: [] });
    for (const { id } of posts) this.obey(this.sync.changeFailed(id, "away", this.now));
    for (const { id } of questions) this.obey(this.sync.questionFailed(id, "away", this.now));
    this.obey(this.sync.streamLost(this.now));
  }

  /** The server comes back with a backup: its table is where it was before. */
  on_restore() {
    this.on_restart();
    this.server.seq = FIRST;
    this.newest = FIRST;
  }

  on_tick() {
    const before = this.now;
    this.now = Math.max(this.now, this.sync.wakeAt);
    // Whatever is on its way so long counts as lost.
    if (this.now - before > 1000 && this.deliveries().length) this.isLossy = true;
    this.obey(this.sync.tick(this.now));
  }

  on_hide() {
    const { sync, now } = this;
    this.obey(sync.isHidden ? sync.seen(now) : sync.hidden(now));
  }

  /**
   * Nothing more goes wrong: everything arrives, then time passes.
   * @returns {{isSettled: boolean, took: number, steps: number}}
   */
  finish() {
    const begun = this.now;
    let clicks = 3;
    for (let steps = 0; steps < 300; steps++) {
      const [move] = this.deliveries();
      if (move) this.play(move);
      else if (this.isSettled) return { isSettled: true, took: this.now - begun, steps };
      else if (Number.isFinite(this.sync.wakeAt)) this.on_tick();
      // The person sees a decision of his own and acts; that the table has moved on is then told.
      else if (this.isMine && !this.sync.change && clicks-- > 0) this.send("choose");
      else return { isSettled: false, took: this.now - begun, steps };
      if (this.wrong) return { isSettled: false, took: this.now - begun, steps };
    }
    return { isSettled: false, took: this.now - begun, steps: 300 };
  }
}

/**
 * Tries every order of everything the budget allows. From every world that can be reached the
 * client must find back to the
 * truth once nothing more goes wrong.
 * @param {Partial<typeof NEVER>} budget @param {typeof Sync} [Machine]
 * @returns {{worlds: number, longest: number, wrong: {why: string, trail: string[]} | null}}
 */
export function explore(budget, Machine) {
  const seen = new Set();
  const open = [{ world: World.begin(budget, Machine), trail: [] }];
  let longest = 0;
  while (open.length) {
    const { world, trail } = open.pop();
    const end = world.copy();
    const { isSettled, took } = end.finish();
    longest = Math.max(longest, took);
    const why =
      end.wrong ??
      (isSettled ? null : `shows ${end.sync.shown.seq} of ${end.server.seq} for ever`) ??
      (!end.isLossy && took > (end.sync.isHidden ? 1500 : 500)
        ? `was behind for ${took} ms although nothing was lost`
        : null);
    if (why) return { worlds: seen.size, longest, wrong: { why, trail } };
    for (const move of world.moves()) {
      const next = world.copy().play(move);
      if (next.wrong)
        return {
          worlds: seen.size,
          longest,
          wrong: { why: next.wrong, trail: [...trail, move.join(" ")] },
        };
      const { key } = next;
      if (seen.has(key)) continue;
      seen.add(key);
      open.push({ world: next, trail: [...trail, move.join(" ")] });
    }
  }
  return { worlds: seen.size, longest, wrong: null };
}
