// The client's state machine in every order of events. Each case says how often something may
// happen; all orders of it are tried, and from every world that comes about the client must find to
// the server's newest state when nothing more goes wrong: at once where nothing was lost, in
// seconds where something was. ROKADA_ORDERS=all tries larger cases (minutes).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Sync } from "../../web/sync.js";
import { World, explore } from "./world.mjs";

/**
 * What happens, how many worlds come of it at least, and after how many milliseconds the truth is
 * shown at the latest.
 */
const CASES = [
  ["two choices, answers and stream in any order", { choose: 2, tick: 1 }, 1000, 1000],
  ["an undo and a choice", { undo: 1, choose: 1, tick: 1 }, 1000, 1000],
  ["a standing order while others play", { choose: 1, order: 1 }, 250, 1000],
  ["another tab of the same seat", { choose: 1, otherTab: 1, tick: 1 }, 2000, 1000],
  [
    "two tabs, an undo, a broken stream",
    { choose: 1, undo: 1, otherTab: 1, breakStream: 1 },
    2000,
    1000,
  ],
  ["the stream breaks", { choose: 1, breakStream: 1, tick: 1 }, 1500, 1000],
  ["the stream is dead and nobody has noticed", { choose: 1, deafen: 1, tick: 1 }, 500, 15000],
  ["an answer is lost although the server stored it", { choose: 1, lose: 1, tick: 1 }, 500, 1000],
  [
    "the answer to an undo is lost, and the stream with it",
    { undo: 1, lose: 1, breakStream: 1, tick: 1 },
    500,
    2000,
  ],
  ["a fault of the server", { choose: 1, fault: 1, tick: 1 }, 500, 1000],
  ["a request that nobody ever answers", { choose: 1, hang: 1, tick: 2 }, 1000, 15000],
  ["questions that fail", { choose: 1, failQuestion: 2, tick: 1 }, 500, 4000],
  ["the server is started anew", { choose: 1, restart: 1, tick: 1 }, 1000, 2000],
  ["the server is started anew with a backup", { choose: 1, restore: 1, tick: 1 }, 300, 4000],
  ["two people at one screen", { choose: 1, look: 2 }, 300, 1000],
  ["the tab is hidden and seen again", { choose: 1, hide: 2 }, 300, 2000],
];

const LARGE = [
  ["much at once", { choose: 2, undo: 1, otherTab: 1, breakStream: 1, lose: 1 }, 10000, 2000],
  ["two restarts and another tab", { choose: 2, restart: 2, otherTab: 1, tick: 1 }, 50000, 4000],
  [
    "orders, time and a broken stream",
    { choose: 1, order: 2, breakStream: 1, tick: 1 },
    10000,
    2000,
  ],
  [
    "a dead stream, another tab and lost answers",
    { choose: 2, deafen: 1, otherTab: 1, lose: 1, tick: 1 },
    10000,
    20000,
  ],
  [
    "two at one screen with a broken stream and a lost answer",
    { choose: 2, look: 2, breakStream: 1, lose: 1 },
    10000,
    2000,
  ],
];

for (const [name, budget, least, longest] of [
  ...CASES,
  ...(process.env.ROKADA_ORDERS === "all" ? LARGE : []),
]) {
  test(`${name}: every order`, (t) => {
    const found = explore(budget);
    t.diagnostic(`${found.worlds} worlds, the truth after ${found.longest} ms at most`);
    assert.equal(found.wrong, null, JSON.stringify(found.wrong));
    assert.ok(found.worlds >= least, `only ${found.worlds} worlds`);
    assert.ok(found.longest <= longest, `the truth after ${found.longest} ms`);
  });
}

/** Faults that these tests must find. */
const FAULTY = {
  "drops what it hears while a choice is under way": class extends Sync {
    heard(seq, now) {
      return this.change ? [] : super.heard(seq, now);
    }
  },
  "does not look again when the answer has come": class extends Sync {
    changed(id, state, now) {
      return super.changed(id, state, now).filter((act) => act.do === "show");
    }
  },
  "shows an old answer after a newer one": class extends Sync {
    told(id, state, now) {
      return this.question?.id === id && state.seq < this.shown.seq
        ? [{ do: "show", isNew: true }, ...super.told(id, state, now)]
        : super.told(id, state, now);
    }
  },
  "waits for an answer for ever": class extends Sync {
    sent(now) {
      const id = super.sent(now);
      this.change = { ...this.change, until: Infinity };
      return id;
    }
  },
  "trusts a stream that says nothing": class extends Sync {
    get heardAt() {
      return Infinity;
    }
    set heardAt(_) {}
  },
};

for (const [name, Machine] of Object.entries(FAULTY)) {
  test(`a client that ${name} is found out`, (t) => {
    const found = [
      { choose: 1 },
      { choose: 1, order: 1, tick: 1 },
      { choose: 1, lose: 1 },
      { choose: 1, hang: 1 },
      { choose: 1, deafen: 1 },
    ]
      .map((budget) => explore(budget, Machine).wrong)
      .find(Boolean);
    assert.ok(found, "nothing was noticed");
    t.diagnostic(`${found.why}: ${found.trail.join(", ")}`);
  });
}

/** The requests of a quiet table in so many seconds. */
function requestsOf(seconds, change = (/** @type {World} */ _) => {}) {
  const world = World.begin({ choose: 1 });
  world.play(["choose"]).play(["serve", 0]).play(["answer", 0]);
  change(world);
  const before = world.requests;
  // The bot thinks, and thinks; questions are answered, nothing is new.
  while (world.sync.wakeAt < seconds * 1000) {
    world.on_tick();
    for (let i = world.questions.length; i > 0; i--)
      world.play(["serveQuestion", 0]).play(["answerQuestion", 0]);
  }
  return world.requests - before;
}

test("silence is asked about after seconds, then less and less often", () => {
  assert.equal(requestsOf(3.9), 0);
  assert.equal(requestsOf(5), 1);
  assert.ok(requestsOf(60) <= 5, `${requestsOf(60)} in a minute`);
  assert.ok(requestsOf(3600) <= 125, `${requestsOf(3600)} in an hour`);
});

test("a hidden tab asks once a minute at most, and at once when it is seen again", () => {
  const hidden = (/** @type {World} */ world) => world.on_hide();
  assert.ok(requestsOf(3600, hidden) <= 60, `${requestsOf(3600, hidden)} in an hour`);
  const world = World.begin({});
  world.on_hide();
  world.now = 30000;
  world.on_hide();
  assert.equal(world.questions.length, 1);
});

test("on his own decision nobody is asked anything", () => {
  const world = World.begin({});
  assert.equal(world.sync.wakeAt, Infinity);
});

test("a server that is away is asked for less and less often", () => {
  const world = World.begin({});
  world.on_breakStream();
  let tries = 0;
  while (world.now < 120000) {
    tries += world.questions.length + Number(world.stream.isOpening);
    if (world.questions.length) {
      world.questions = [];
      world.obey(world.sync.questionFailed(world.sync.question.id, "away", world.now));
    }
    if (world.stream.isOpening) {
      world.stream.isOpening = false;
      world.obey(world.sync.streamLost(world.now));
    }
    world.on_tick();
  }
  assert.ok(tries < 45, `${tries} tries in two minutes`);
  assert.ok(world.sync.secondsToTry(world.now) >= 1, "and the reader is told when the next is");
});

test("a stream that breaks as soon as it opens is not opened again and again", () => {
  const world = World.begin({});
  let opened = 0;
  world.on_breakStream();
  while (world.now < 60000) {
    while (world.deliveries().length) {
      const [move] = world.deliveries();
      world.play(move);
      if (move[0] === "open") {
        opened += 1;
        world.on_breakStream();
      }
    }
    world.on_tick();
  }
  assert.ok(opened <= 9, `opened ${opened} times in a minute`);
});
