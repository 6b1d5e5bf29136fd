// Building nodes. Text always goes in as text; nothing here ever parses markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false} Child */
/**
 * @typedef {Record<string, any>} Attributes `on` holds listeners, `vars` custom properties, the
 *   rest are attributes.
 */

/**
 * @param {Element} node
 * @param {Attributes} attributes
 */
function dress(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on")
      for (const [kind, act] of Object.entries(value)) node.addEventListener(kind, act);
    else if (name === "vars")
      for (const [key, v] of Object.entries(value))
        /** @type {HTMLElement} */ (node).style.setProperty(key, String(v));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} node
 * @param {Child[]} children
 */
function fill(node, children) {
  for (const child of children.flat(2)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An element of the page.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const node = document.createElement(tag);
  if (attributes) dress(node, attributes);
  fill(node, /** @type {Child[]} */ (children.flat()));
  return node;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  if (attributes) dress(node, attributes);
  fill(node, /** @type {Child[]} */ (children.flat()));
  return node;
}

/**
 * Replaces what is in a node.
 * @param {Element} node
 * @param {...(Child | Child[])} children
 */
export function put(node, ...children) {
  node.replaceChildren();
  fill(node, /** @type {Child[]} */ (children.flat()));
}

/**
 * A button: a word or an icon, what it does, and how it looks.
 * @param {Child | Child[]} content
 * @param {(event: MouseEvent) => void} act
 * @param {Attributes} [attributes]
 */
export function button(content, act, attributes = {}) {
  return h(
    "button",
    { type: "button", class: "button", ...attributes, on: { click: act } },
    content,
  );
}

/**
 * Says something to those who listen instead of look.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function say(text, urgent = false) {
  const region = document.getElementById(urgent ? "alert" : "say");
  if (region && region.textContent !== text) region.textContent = text;
}

/** Whether the reader asked for less motion. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether a finger points, not a mouse: nobody has keys at hand. */
export function isTouch() {
  return matchMedia("(pointer: coarse)").matches;
}

/** Whether the window is narrow enough for the bottom-sheet layout. */
export function isNarrow() {
  return matchMedia("(max-width: 759px)").matches;
}

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether letters typed now belong to a field
 */
export function isTyping(target) {
  return target instanceof HTMLInputElement
    ? target.type !== "range" && target.type !== "checkbox"
    : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
