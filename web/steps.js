// One step on (Enter) and one step back (Escape), whatever is open; and from one part of the page to the next.

/** @typedef {import("./store.js").Store} Store */
/**
 * @typedef {Object} Needs
 * @property {Store} store
 * @property {Pick<import("./drag.js").Drag, "load" | "cancel">} drag
 * @property {Pick<import("./playback.js").Playback, "stop">} playback
 * @property {Pick<import("./replay.js").Replay, "isOpen" | "toggle" | "stop">} replay
 * @property {Pick<import("./pointer.js").Pointer, "fan" | "hideHover">} pointer
 * @property {Pick<import("./cards.js").Cards, "hover">} cards
 * @property {Pick<import("./cover.js").Cover, "isShut" | "open">} cover
 * @property {Pick<import("./prompt.js").PromptBar, "node" | "press">} prompt
 * @property {() => unknown} undo
 * @property {(name: string | null) => void} openSheet
 * @property {() => boolean} isInSheet whether the keyboard is in the sheet
 */

/** What is done first of some things that may be open. @param {[boolean, () => unknown][]} doors @returns {boolean} whether any was */
export function first(doors) {
  const open = doors.find(([isOpen]) => isOpen);
  open?.[1]();
  return Boolean(open);
}

/** The two keys of a table. */
export class Steps {
  /** @param {Needs} needs */
  constructor(needs) {
    this.needs = needs;
  }

  enter() {
    const { store, playback, cover, replay, prompt } = this.needs;
    const button = /** @type {HTMLElement | null} */ (prompt.node.querySelector("[data-primary]") ?? prompt.node.querySelector(".not-yet"));
    first([
      [Boolean(store.ui.playback), () => playback.stop()],
      [cover.isShut, () => cover.open()],
      [replay.isOpen, () => replay.toggle()],
      [Boolean(button) && !store.index.primary && !store.ui.preview, () => button?.click()],
      [true, () => prompt.press()],
    ]);
  }

  escape() {
    const { store, drag, playback, replay, pointer, cards, undo, openSheet, isInSheet } = this.needs;
    const { refusal, preview, confirming, hex, sheet } = store.ui;
    const canUndo = Boolean(store.now?.undo?.steps.length);
    const isAsked = Boolean(store.view?.prompt?.mine && store.index.hexes.size);
    first([
      [Boolean(drag.load), () => drag.cancel()],
      [Boolean(refusal), () => store.set({ refusal: null })],
      [Boolean(preview), () => store.set({ preview: null })],
      [confirming, () => store.set({ confirming: false })],
      [Boolean(store.ui.playback), () => playback.stop()],
      [replay.isOpen, () => replay.stop()],
      [Boolean(pointer.fan) || !cards.hover.hidden, () => pointer.hideHover()],
      [isInSheet(), () => openSheet(null)],
      [store.picks.length > 0 && canUndo, undo],
      [Boolean(hex), () => store.set({ hex: null })],
      [Boolean(sheet) && sheet !== "odds", () => openSheet(null)],
      [isAsked && canUndo, undo],
      [Boolean(sheet), () => openSheet(null)],
    ]);
  }
}

/** The keyboard goes on to the next part of the page, or back. @param {HTMLElement[]} regions @param {boolean} isBack */
export function nextRegion(regions, isBack) {
  const shown = regions.filter((r) => !r.hidden);
  const at = shown.findIndex((r) => r.contains(document.activeElement));
  const next = shown[(at + (isBack ? -1 : 1) + shown.length) % shown.length];
  const target = next.getAttribute("role") === "application" ? next : next.querySelector("button, input, [tabindex]") ?? next;
  /** @type {HTMLElement} */ (target).focus();
}
