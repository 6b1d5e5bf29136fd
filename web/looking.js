// Looking back and round: the replay, the playback, bookmarks, the map turned.

import { toggleBookmark } from "./bookmarks.js";
import { note } from "./tell.js";
import { words } from "./words.js";

/** How the map lies, by quarters. @type {import("./words.js").Id[]} */
const TURNED = ["note.turned.0", "note.turned.1", "note.turned.2", "note.turned.3"];
/** How many of the last events are played where nothing else was. */
const LAST = 30;

/**
 * @typedef {Object} Needs
 * @property {import("./store.js").Store} store
 * @property {Pick<import("./map.js").Board, "turn" | "camera">} board
 * @property {Pick<import("./replay.js").Replay, "isOpen" | "start" | "step" | "toggle" | "bookmark">} replay
 * @property {Pick<import("./playback.js").Playback, "go" | "toggle" | "start">} playback
 * @property {() => void} opening what lies over the map makes room
 */

/** What a reader looks at who does not decide. */
export class Looking {
  /** @param {Needs} needs */
  constructor({ store, board, replay, playback, opening }) {
    this.store = store;
    this.board = board;
    this.replay = replay;
    this.playback = playback;
    this.opening = opening;
  }

  /** @param {number} [line] */
  async startReplay(line) {
    this.opening();
    await this.replay.start(line);
  }

  /** @param {number} by */
  step(by) {
    if (this.replay.isOpen) this.replay.step(by);
    else if (this.store.ui.playback) this.playback.go(by);
    else void this.startReplay(Math.max(0, (this.store.now?.seq ?? 1) - 1));
  }

  playPause() {
    const { playback, log } = this.store.ui;
    if (this.replay.isOpen) this.replay.toggle();
    else if (playback) this.playback.toggle();
    else this.playback.start(log.filter((e) => e.kind !== "refused").slice(-LAST), true);
  }

  /** Marks the line on the screen so that it can be found again. */
  bookmark() {
    if (this.replay.isOpen) return this.replay.bookmark();
    const line = this.store.now?.seq ?? 0;
    note(this.store, words(toggleBookmark(this.store.id, line) ? "note.marked" : "note.unmarked", { line }));
  }

  turnMap() {
    this.board.turn();
    note(this.store, words(TURNED[this.board.camera.quarters]));
  }
}
