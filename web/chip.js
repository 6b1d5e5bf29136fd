// Rule numbers that open their rule.

import { h } from "./dom.js";

/** Makes the chip of a rule number; an empty node where there is none. @typedef {(number: string | null | undefined) => HTMLElement} Chip */

/**
 * @param {{show: (number: string) => void, text: (number: string) => Promise<string | null>}} rules
 * @returns {Chip}
 */
export function chips({ show, text }) {
  return (number) => (number ? chip(number, show, text) : h("span"));
}

/** @param {string} number @param {(number: string) => void} show @param {(number: string) => Promise<string | null>} text */
function chip(number, show, text) {
  const tell = async (/** @type {Event} */ e) => {
    const node = /** @type {HTMLElement} */ (e.currentTarget);
    node.title = (await text(number))?.slice(0, 200) ?? "";
  };
  const open = (/** @type {Event} */ e) => {
    e.stopPropagation();
    e.preventDefault();
    show(number);
  };
  const press = (/** @type {KeyboardEvent} */ e) => void (e.key === "Enter" && open(e));
  const on = { pointerenter: tell, focus: tell, click: open, keydown: press };
  return h("span", { class: "rule-chip", role: "link", tabindex: "0", on }, number);
}
