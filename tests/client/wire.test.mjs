// The client's wire and play modules as they are, in every order of answers, notes of the stream
// and clicks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Rig, everyOrder } from "./rig.mjs";

/** What holds at every end: the truth is shown, and no older state was ever shown after a newer. */
function isTrue(rig) {
  assert.ok(rig.isRight);
  assert.deepEqual(
    rig.shown,
    [...rig.shown].sort((a, b) => a - b),
  );
}

const CASES = [
  ["a choice, the bot's reply and the stream", { replies: 2, click: 1 }, 1000],
  ["an answer that is lost", { replies: 2, click: 1, lose: 1 }, 1000],
  ["a choice and a click that has to wait", { replies: 1, click: 2 }, 500],
  ["an undo and a choice", { replies: 1, undo: 1, click: 1 }, 500],
  ["a stream that breaks", { replies: 1, click: 1, breakStream: 1 }, 500],
];

/** With ROKADA_ORDERS=all; minutes. */
const LARGE = [
  ["a choice, the bot's reply and a click that has to wait", { replies: 2, click: 2 }, 100000],
  ["an undo, a choice and the bot's reply", { replies: 2, undo: 1, click: 1 }, 100000],
  ["a stream that breaks while the bot replies", { replies: 2, click: 1, breakStream: 1 }, 100000],
];

for (const [name, budget, least] of [
  ...CASES,
  ...(process.env.ROKADA_ORDERS === "all" ? LARGE : []),
]) {
  test(`${name}: every order`, async (t) => {
    const isLossy = budget.lose || budget.breakStream;
    const orders = await everyOrder(budget, (rig, took) => {
      isTrue(rig);
      assert.ok(took <= (isLossy ? 2000 : 500), `after ${took} ms`);
    });
    t.diagnostic(`${orders} orders`);
    assert.ok(orders >= least, `only ${orders} orders`);
  });
}

const settle = () => new Promise((done) => setImmediate(done));

test("a click while a choice is under way is sent when it still means something", async () => {
  const rig = new Rig();
  void rig.play.choose("verb a");
  void rig.play.choose("verb b");
  assert.equal(rig.requests.filter((r) => r.body).length, 1, "one at a time");
  const [first] = rig.requests;
  rig.server.left = 0;
  rig.serve(first);
  rig.server.left = 0;
  first.answer[1] = { ...rig.state(), events: [] };
  rig.deliver(first);
  await settle();
  assert.deepEqual(
    rig.requests.filter((r) => r.body).map((r) => r.body.choice),
    ["verb b"],
  );
});

test("half an answer is none: the truth is asked for", async () => {
  const rig = new Rig();
  void rig.play.choose("verb a");
  const [first] = rig.requests;
  rig.serve(first);
  rig.requests = [];
  first.resolve({
    ok: true,
    status: 200,
    headers: { get: () => "application/json" },
    json: async () => {
      throw new Error("cut off");
    },
  });
  await settle();
  assert.ok(rig.store.ui.retry > 0, "the reader is told");
  await rig.finish();
  isTrue(rig);
});

test("a fault of the server does not end the game", async () => {
  const rig = new Rig();
  void rig.play.choose("verb a");
  const [first] = rig.requests;
  rig.serve(first);
  first.answer = [500, { error: "A fault, number 7." }];
  rig.deliver(first);
  await settle();
  assert.equal(rig.store.ui.fault, "A fault, number 7.");
  await rig.finish();
  assert.deepEqual([rig.store.ui.fault, rig.store.ui.notice], [null, "A fault, number 7."]);
  isTrue(rig);
});

test("a table that has been left asks nothing more", async () => {
  const rig = new Rig();
  rig.server.left = 2;
  rig.bot();
  rig.hear();
  rig.wire.close();
  rig.requests = [];
  await settle();
  assert.deepEqual([rig.timer, rig.requests.length, rig.stream.isClosed], [null, 0, true]);
});

test("who loses his seat to somebody else looks on, and the table goes on for him", async () => {
  const rig = new Rig();
  await rig.finish();
  rig.eyes = "spectator";
  rig.stream.handlers.seats({ data: "{}" });
  for (let i = 0; i < 9 && rig.store.ui.state.as === "red"; i++) {
    if (!rig.requests.length) await rig.tick();
    await rig.finish();
  }
  const { state, fault, retry } = rig.store.ui;
  assert.deepEqual([state.as, fault, retry], ["spectator", null, 0]);
  rig.server.left = 1;
  rig.bot();
  rig.hear();
  await rig.finish();
  assert.equal(rig.store.ui.state.seq, 11);
});

test("what somebody else took back is forgotten", async () => {
  const rig = new Rig();
  rig.server.left = 1;
  rig.bot();
  rig.from = 7;
  rig.hear();
  await rig.finish();
  assert.equal(rig.forgotten, 7);
});
