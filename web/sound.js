// A few short sounds, made by the browser itself: off unless the reader turns them on.

import { isCalm } from "./dom.js";
import { setting } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** Whether sounds are heard; whoever asked for less motion is spared them too. */
export function isAudible() {
  return setting("sound") === "on" && !isCalm();
}

/** The context, made at the first sound: a browser allows none before. */
function context() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/**
 * A burst of noise through a band.
 * @param {number} after seconds from now
 * @param {number} length seconds
 * @param {number} pitch hertz
 * @param {number} loud
 */
function knock(after, length, pitch, loud) {
  const to = context();
  const count = Math.max(1, Math.floor(to.sampleRate * length));
  const buffer = to.createBuffer(1, count, to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < count; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / count) ** 3;
  const source = to.createBufferSource();
  source.buffer = buffer;
  const band = to.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  const gain = to.createGain();
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(to.destination);
  source.start(to.currentTime + after);
}

/** What is heard: dice on a table, a distant gun, boots. */
const SOUNDS = {
  dice: () =>
    [0, 0.07, 0.13, 0.22, 0.34].forEach((t, i) => knock(t, 0.04, 1800 + 300 * (i % 3), 0.5)),
  loss: () => {
    knock(0, 0.5, 90, 0.9);
    knock(0.02, 0.25, 300, 0.3);
  },
  retreat: () => [0, 0.16, 0.32].forEach((t) => knock(t, 0.06, 240, 0.35)),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!isAudible()) return;
  try {
    SOUNDS[name]();
  } catch {
    /* a machine without sound plays on in silence */
  }
}
