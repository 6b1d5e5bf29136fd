// The faces of the counters, read into the page once each.

import { s } from "./dom.js";
import { addFaces } from "./map.js";
import * as api from "./api.js";

/** @typedef {import("./shapes.js").State} State */

/** Whether a face is missing for something that a state shows. @param {State} state @param {(face: string) => boolean} isKnown */
export function lacksFace({ view }, isKnown) {
  return [...view.units, ...view.boxes.flatMap((b) => b.units)].some((u) => !isKnown(u.f));
}

const isOnPage = (/** @type {string} */ face) => Boolean(document.getElementById(face));

/** The faces of one table. */
export class Faces {
  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    this.node = s("svg", { class: "faces", "aria-hidden": "true" });
  }

  /** @param {State} state */
  async fetch(state) {
    try {
      addFaces(await api.faces(this.store.id, state.as), this.node);
    } catch { /* the counters stay blank; the next state asks again */ }
  }

  /** Those of a new state, where any is not known yet. @param {State} state */
  async complete(state) {
    if (!lacksFace(state, isOnPage)) return;
    await this.fetch(state);
    this.store.touch("state");
  }

  /** Those of a state of the past, where any is not known yet. @param {State} state @param {number} line */
  async past(state, line) {
    if (!lacksFace(state, isOnPage)) return;
    const text = await api.faces(this.store.id, state.as, line).catch(() => "");
    if (text) addFaces(text, this.node);
  }
}
