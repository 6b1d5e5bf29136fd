// Links that are handed to somebody: shown, copied, scanned; and the invitations of a table.

import { button, h, put, s, say } from "./dom.js";
import { openDialog, refocus } from "./dialog.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { words } from "./words.js";
import { qrPath } from "./qr.js";

/** @typedef {import("./table.js").Table} Table */

/** A link as the server gave it, whole. @param {string} url */
export const whole = (url) => new URL(url, location.href).href;

/** What to know of a link that leads to this very machine. @param {string} url */
export function reach(url) {
  return /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)
    ? words("link.here-only")
    : "";
}

/** Pages without TLS have no clipboard, but they may copy what is selected. @param {string} url */
export function copy(url) {
  if (navigator.clipboard) void navigator.clipboard.writeText(url);
  else copySelected(url);
  say(words("link.copied"));
}

/** @param {string} text */
function copySelected(text) {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { class: "unseen" }, text));
  (document.querySelector(".dialog") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** The link, a button that copies it, and its QR code. @param {string} url @param {string} label */
export function linkBox(url, label) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", readonly: true, value: url, "aria-label": label })
  );
  input.addEventListener("focus", () => input.select());
  const look = { class: "button primary", "data-copy": "" };
  const side = h("div", { class: "link-side" }, h("div", { class: "field" }, input));
  side.append(button([icon("copy"), words("link.copy")], () => copy(url), look));
  if (reach(url)) side.append(h("p", { class: "box-note" }, reach(url)));
  return h("div", { class: "link-box" }, qrPicture(url, label), side);
}

/** @param {string} url @param {string} label */
function qrPicture(url, label) {
  const { path, size } = qrPath(url);
  const frame = { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img" };
  const paper = s("rect", { width: size, height: size, fill: "#fff" });
  const ink = s("path", { d: path, fill: "#000" });
  return s("svg", { ...frame, "aria-label": words("link.code", { label }) }, paper, ink);
}

/** The seats of a table to which this reader may invite somebody. @param {Table} table */
export function invitable(table) {
  return table.game.sides.filter((side) => table.now?.seats[side.id]?.invites);
}

/** The invitations of a table. @param {Table} table */
export function showInvitations(table) {
  const body = h("div", { class: "invitations" });
  const draw = () => {
    put(body, invitable(table).map((side) => seat(table, side, draw)));
    refocus(body);
  };
  draw();
  openDialog(words("setting.invite"), [body], "narrow");
  // Who sits where may change while the dialog is open.
  const changed = (/** @type {Set<string>} */ keys) => {
    if (!body.isConnected) return table.store.ignore(changed);
    if (keys.has("state")) draw();
  };
  table.store.listen(changed);
}

/** @param {Table} table @param {import("./types.js").Side} side @param {() => void} redraw */
function seat(table, side, redraw) {
  const isTaken = table.now?.seats[side.id]?.who !== "open";
  const url = isTaken ? null : table.invite(side.id);
  const make = async () => {
    await table.makeInvite(side.id);
    redraw();
  };
  const label = isTaken ? words("link.give") : words("link.new");
  const look = { class: url || isTaken ? "button" : "button primary", "data-new-link": side.id };
  return h(
    "section",
    { class: "invitation", "data-invite": side.id },
    h("div", { class: "with-mark" }, sideMark(side), h("b", null, side.name)),
    h("p", { class: "small second" }, isTaken ? words("link.taken") : url ? words("link.first") : words("link.lost")),
    url ? linkBox(url, words("link.invitation", { side: side.name })) : null,
    button([icon("link"), label], () => void make(), look),
  );
}
