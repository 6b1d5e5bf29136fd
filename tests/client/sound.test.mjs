// Sounds: made by the browser, off unless asked for, none for whoever asked for less motion.

import assert from "node:assert/strict";
import { test } from "node:test";

/** What a made-up machine played, and what its reader wants. */
const heard = { contexts: 0, bursts: [] };
const wish = { sound: null, isCalm: false };

class Audio {
  constructor() {
    heard.contexts += 1;
    Object.assign(this, { state: "running", sampleRate: 8000, currentTime: 0, destination: {} });
  }
  createBuffer(_channels, length) {
    const data = new Float32Array(length);
    return { length, getChannelData: () => data };
  }
  #node(more) {
    return { connect: (to) => to, ...more };
  }
  createBufferSource() {
    const source = this.#node({
      buffer: null,
      start: (at) => heard.bursts.push({ at, data: source.buffer.getChannelData(0) }),
    });
    return source;
  }
  createBiquadFilter() {
    return this.#node({ type: "", frequency: { value: 0 } });
  }
  createGain() {
    return this.#node({ gain: { value: 0 } });
  }
}

Object.assign(globalThis, {
  AudioContext: Audio,
  matchMedia: (query) => ({
    matches: /reduced-motion/.test(query) && wish.isCalm,
    addEventListener() {},
  }),
  localStorage: { getItem: (name) => (name === "rokada.sound" ? wish.sound : null), setItem() {} },
});

const { isAudible, play } = await import("../../web/sound.js");

/** How many bursts a sound makes for such a reader. */
function bursts(name, sound, isCalm = false) {
  Object.assign(wish, { sound, isCalm });
  heard.bursts = [];
  play(name);
  return heard.bursts;
}

test("nothing is heard unless the reader turns it on, and no machine is asked for sound", () => {
  for (const name of ["dice", "loss", "retreat"]) assert.equal(bursts(name, null).length, 0);
  assert.equal(isAudible(), false);
  assert.equal(heard.contexts, 0);
});

test("each sound is made of bursts of noise that fade", () => {
  for (const name of ["dice", "loss", "retreat"]) {
    const made = bursts(name, "on");
    assert.ok(made.length > 1, name);
    for (const { data } of made) {
      const loud = (from, to) => Math.max(...data.slice(from, to).map(Math.abs));
      assert.ok(loud(0, data.length / 4) > 0.05, `${name} is heard`);
      assert.ok(loud(-8) < 0.01, `${name} ends in silence`);
    }
  }
});

test("whoever asked for less motion hears nothing", () => {
  for (const name of ["dice", "loss", "retreat"]) assert.equal(bursts(name, "on", true).length, 0);
});

test("a machine without sound plays on", () => {
  Audio.prototype.createGain = () => {
    throw new Error("no sound here");
  };
  assert.doesNotThrow(() => bursts("dice", "on"));
});
