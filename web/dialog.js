// A dialog over the page: Escape and a click beside it close it, and the keyboard stays inside.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/**
 * @param {string} title @param {(Node | null)[]} content @param {string} [extra]
 * @returns {() => void} closes it
 */
export function openDialog(title, content, extra = "") {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const shut = () => { scrim.remove(); before?.focus(); };
  const close = button(icon("close"), shut, { class: "icon-button", "aria-label": words("dialog.close") });
  const card = h("div", { class: `dialog ${extra}`, role: "dialog", "aria-modal": "true", "aria-label": title }, h("header", null, h("h2", { class: "title" }, title), close), content);
  const scrim = h("div", { class: "dialog-scrim", on: {
    click: (/** @type {MouseEvent} */ e) => e.target === scrim && shut(),
    keydown: (/** @type {KeyboardEvent} */ e) => {
      e.stopPropagation();
      if (e.key === "Escape") { e.preventDefault(); shut(); } else if (e.key === "Tab") stayInside(card, e);
    },
  } }, card);
  document.body.append(scrim);
  /** @type {HTMLElement} */ (card.querySelector("[data-primary]") ?? close).focus();
  return shut;
}

/**
 * Gives the keyboard back to a part of a dialog that was drawn anew with the button that had it.
 * @param {HTMLElement} part
 */
export function refocus(part) {
  if (!part.isConnected || part.contains(document.activeElement)) return;
  /** @type {HTMLElement | null} */ (part.querySelector("button"))?.focus();
}

/** @param {HTMLElement} card @param {KeyboardEvent} event */
function stayInside(card, event) {
  const stops = /** @type {HTMLElement[]} */ ([...card.querySelectorAll("button, input, a[href]")]);
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const goes = event.shiftKey ? document.activeElement === first : document.activeElement === last;
  if (!goes) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
