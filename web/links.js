// Links that are handed to somebody: shown, copied, scanned; and the invitations of a table.

import { button, h, put, s, say } from "./dom.js";
import { openDialog, refocus } from "./dialog.js";
import { icon } from "./icons.js";
import { sideMark } from "./counters.js";
import { words } from "./words.js";
import { fetched } from "./files.js";


/** @typedef {import("./store.js").Store} Store */
/** @typedef {Pick<import("./invites.js").Invites, "url" | "make">} Invites */

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

/** The picture comes with its file; whoever cannot wait has the link. @param {string} url @param {string} label */
function qrPicture(url, label) {
  const node = s("svg", { class: "qr", role: "img", "aria-label": words("link.code", { label }) });
  void fetched(import("./qr.js")).then(({ qrPath }) => {
    const { path, size } = qrPath(url);
    node.setAttribute("viewBox", `0 0 ${size} ${size}`);
    node.append(s("rect", { width: size, height: size, fill: "#fff" }), s("path", { d: path, fill: "#000" }));
  });
  return node;
}

/** The seats of a table to which this reader may invite somebody. @param {Store} store */
export function invitable(store) {
  return store.game.sides.filter((side) => store.now?.seats[side.id]?.invites);
}

/** The invitations of a table. @param {Store} store @param {Invites} invites */
export function showInvitations(store, invites) {
  const body = h("div", { class: "invitations" });
  openDialog(words("setting.invite"), [body], "narrow");
  // Who sits where may change while the dialog is open.
  const stop = store.watch(() => {
    if (!body.isConnected) return stop();
    put(body, invitable(store).map((side) => seat(store, invites, side)));
    refocus(body);
  });
}

/** @param {Store} store @param {Invites} invites @param {import("./types.js").Side} side */
function seat(store, invites, side) {
  const isTaken = store.now?.seats[side.id]?.who !== "open";
  const url = isTaken ? null : invites.url(side.id);
  const label = isTaken ? words("link.give") : words("link.new");
  const look = { class: url || isTaken ? "button" : "button primary", "data-new-link": side.id };
  return h(
    "section",
    { class: "invitation", "data-invite": side.id },
    h("div", { class: "with-mark" }, sideMark(side), h("b", null, side.name)),
    h("p", { class: "small second" }, isTaken ? words("link.taken") : url ? words("link.first") : words("link.lost")),
    url ? linkBox(url, words("link.invitation", { side: side.name })) : null,
    button([icon("link"), label], () => void invites.make(side.id), look),
  );
}
