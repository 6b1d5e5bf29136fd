// The cover between two people at one screen: what one of them knows stays hidden until the other sits down.

import { button, h, put } from "./dom.js";
import { sideMark } from "./counters.js";
import { words } from "./words.js";

/** The cover of a table. */
export class Cover {
  /** @param {() => void} opened the map is seen again */
  constructor(opened) {
    this.opened = opened;
    this.node = h("div", { class: "cover", hidden: true });
  }

  get isShut() {
    return !this.node.hidden;
  }

  open() {
    this.node.hidden = true;
  }

  /** @param {import("./types.js").Side | undefined} side who sits down */
  shut(side) {
    const show = () => { this.open(); this.opened(); };
    const go = button([words("cover.show"), h("span", { class: "key" }, "⏎")], show, { class: "button primary" });
    const title = h("h2", { class: "title" }, words("cover.pass", { side: side?.name ?? "" }));
    const why = h("p", { class: "second" }, words("cover.why"));
    put(this.node, h("div", { class: "dialog cover-card" }, sideMark(side, "large"), title, why, go));
    this.node.hidden = false;
    go.focus();
  }
}
