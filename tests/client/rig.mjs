// The client's own wire and play modules on a made-up page: a server that is told when to answer, a
// stream that is told when to speak, and a clock that is told when to go on.

const listeners = new Map();
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: { getItem: () => null, setItem() {} },
  document: { hidden: false, getElementById: () => null, addEventListener() {} },
  addEventListener: (/** @type {string} */ kind, /** @type {any} */ act) =>
    listeners.set(kind, act),
  EventSource: class {
    constructor() {
      this.handlers = {};
      Rig.now.stream = this;
    }
    addEventListener(kind, act) {
      this.handlers[kind] = act;
    }
    close() {
      this.isClosed = true;
    }
  },
  fetch: (url, init) => Rig.now.request(String(url), init),
});

const { Wire } = await import("../../web/wire.js");
const { Play } = await import("../../web/play.js");
const { Store } = await import("../../web/store.js");

const settle = () => new Promise((done) => setImmediate(done));

/** A table in a browser that is not there. */
export class Rig {
  /** @type {Rig} */
  static now;

  /**
   * @param {number} [replies] how many choices the bot makes before it is the person's decision
   *   again
   */
  constructor(replies = 2) {
    Rig.now = this;
    this.replies = replies;
    this.server = { seq: 10, left: 0 };
    /** Through whose eyes the server lets this browser look. */
    this.eyes = "red";
    this.requests = [];
    this.notes = [];
    this.time = 0;
    this.timer = null;
    this.shown = [];
    const store = new Store({ id: "t", game: { sides: [], bots: [], scenarios: [] }, grid: { has: () => false } });
    this.store = store;
    const receive = (state) => {
      this.shown.push(state.seq);
      store.set({ state });
    };
    const incoming = {
      receive,
      fromOthers: receive,
      sitDown: receive,
      update: (state) => store.set({ state }),
      replaceLog() {},
      forget: (line) => {
        this.forgotten = line;
      },
    };
    const faces = { fetch: async () => {} };
    const company = { isPossible: false, members: () => [] };
    this.wire = new Wire({ store, incoming, faces }, {
      now: () => this.time,
      after: (ms, act) => {
        this.timer = { at: this.time + ms, act };
        return 1;
      },
      cancel: () => {
        this.timer = null;
      },
    });
    this.play = new Play({ store, wire: this.wire, company });
    store.set({ state: this.state() });
    this.wire.start(this.state());
    this.stream.handlers.open();
  }

  state() {
    const isMine = this.server.left === 0;
    return {
      table: "t",
      seq: this.server.seq,
      as: this.eyes,
      seats: {},
      undo: { steps: [1] },
      view: {
        turn: { phases: [] },
        prompt: { mine: isMine, stages: [] },
        choices: isMine ? [{ choice: "verb a" }, { choice: "verb b" }] : [],
        bundles: [],
        battles: [],
        picked: [],
        units: [],
        boxes: [],
      },
    };
  }

  request(url, init) {
    return new Promise((resolve, reject) => {
      const request = {
        url,
        body: init?.body ? JSON.parse(init.body) : null,
        resolve,
        reject,
        stage: "out",
      };
      init?.signal?.addEventListener("abort", () => {
        request.isAborted = true;
        reject(new Error("aborted"));
      });
      this.requests.push(request);
    });
  }

  serve(request) {
    request.stage = "answer";
    if (!request.body) return void (request.answer = this.#look(request.url));
    if (request.body.seq !== this.server.seq || this.server.left > 0)
      return void (request.answer = [409, { ...this.state(), error: "moved on" }]);
    this.server.seq += 1;
    if (request.body.choice) this.server.left = this.replies;
    this.notes.push(this.server.seq);
    request.answer = [200, { ...this.state(), events: [] }];
  }

  #look(url) {
    const { seq } = this.server;
    const as = new URL(url, "http://rokada.test").searchParams.get("as");
    if (as && as !== this.eyes) return [403, { error: "This is not your seat." }];
    return [200, url.includes("/log") ? { seq, from: this.from ?? 0, events: [] } : this.state()];
  }

  deliver(request, isLost = false) {
    this.requests.splice(this.requests.indexOf(request), 1);
    if (isLost) return request.reject(new TypeError("network"));
    const [status, body] = request.answer;
    request.resolve({
      ok: status < 300,
      status,
      headers: { get: () => "application/json" },
      json: async () => body,
    });
  }

  bot() {
    this.server.seq += 1;
    this.server.left -= 1;
    this.notes.push(this.server.seq);
  }

  hear() {
    this.stream.handlers.step({ data: JSON.stringify({ seq: this.notes.shift() }) });
  }

  /**
   * Everything that can happen now, as something to do.
   * @param {Record<string, number>} left what may happen how often
   */
  moves(left) {
    const moves = [];
    for (const request of this.requests.filter((r) => !r.isAborted)) {
      if (request.stage === "out") moves.push(() => this.serve(request));
      else moves.push(() => this.deliver(request));
      if (request.stage === "answer" && request.body && left.lose > 0)
        moves.push(() => {
          left.lose -= 1;
          this.deliver(request, true);
        });
    }
    if (this.notes.length) moves.push(() => this.hear());
    if (this.server.left > 0) moves.push(() => this.bot());
    if (left.click > 0)
      moves.push(() => {
        left.click -= 1;
        void this.play.choose("verb a");
      });
    if (left.undo > 0)
      moves.push(() => {
        left.undo -= 1;
        void this.play.undo();
      });
    if (left.breakStream > 0)
      moves.push(() => {
        left.breakStream -= 1;
        this.notes = [];
        this.stream.handlers.error();
      });
    return moves;
  }

  async tick() {
    const { at, act } = this.timer;
    this.time = Math.max(this.time, at);
    this.timer = null;
    act();
    await settle();
  }

  /**
   * Lets everything arrive.
   * @returns {Promise<number>} how long it took until the screen was right
   */
  async finish() {
    for (let i = 0; i < 200; i++) {
      const [move] = this.moves({});
      if (move) {
        move();
        await settle();
        continue;
      }
      if (this.stream.isClosed) {
        await this.tick();
        if (!this.stream.isClosed) {
          this.notes = [this.server.seq];
          this.stream.handlers.open();
          await settle();
        }
        continue;
      }
      if (this.isRight) return this.time;
      if (!this.timer) break;
      await this.tick();
    }
    const { ui } = this.store;
    throw new Error(
      `shows ${ui.state.seq} of ${this.server.seq}, sending ${ui.sending}, retry ${ui.retry}`,
    );
  }

  get isRight() {
    const { ui } = this.store;
    return (
      ui.state.seq === this.server.seq && ui.sending === null && ui.retry === 0 && !this.wire.isBusy
    );
  }
}

/**
 * Tries every order of what may happen, each from the beginning.
 * @param {Record<string, number>} what how often each may happen, and how many choices a bot
 *   replies with
 * @param {(rig: Rig, took: number) => void} check at each end
 * @returns {Promise<number>} how many orders there are
 */
export async function everyOrder({ replies, ...budget }, check) {
  let path = [];
  for (let orders = 1; ; orders++) {
    const rig = new Rig(replies);
    const left = { ...budget };
    await settle();
    const taken = [];
    for (let depth = 0; ; depth++) {
      const moves = rig.moves(left);
      if (!moves.length) break;
      const choice = path[depth] ?? 0;
      taken.push([choice, moves.length]);
      moves[choice]();
      await settle();
    }
    check(rig, await rig.finish());
    rig.wire.close();
    while (taken.length && taken.at(-1)[0] + 1 >= taken.at(-1)[1]) taken.pop();
    if (!taken.length) return orders;
    path = [...taken.slice(0, -1).map(([i]) => i), taken.at(-1)[0] + 1];
  }
}
