// The settings sheet.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { keep, setting } from "./settings.js";
import { noticeRow } from "./attention.js";
import { keyRow } from "./keylink.js";
import { invitable, showInvitations } from "./links.js";
import { words } from "./words.js";

/** @typedef {import("./settings.js").Name} Name */

/** The settings with the values of each. @returns {[Name, string, [string, string][]][]} */
export const settings = () => [
  ["theme", words("setting.theme"), [["system", words("setting.theme.system")], ["light", words("setting.theme.light")], ["dark", words("setting.theme.dark")]]],
  ["pace", words("setting.pace"), [["step", words("setting.pace.step")], ["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["skip", words("setting.pace.skip")]]],
  ["watch", words("setting.watch"), [["all", words("setting.watch.all")], ["battles", words("setting.watch.battles")]]],
  ["sound", words("setting.sound"), [["off", words("setting.off")], ["on", words("setting.on")]]],
  ["size", words("setting.size"), [["90", "90%"], ["100", "100%"], ["115", "115%"], ["130", "130%"]]],
  ["letters", words("setting.letters"), [["on", words("setting.on")], ["off", words("setting.off")]]],
];

/** @param {() => void} redraw */
export function settingRows(redraw) {
  return settings().map(([name, title, values]) => h("div", { class: "setting" }, h("div", { class: "heading" }, title), h("div", { class: "segments" }, values.map(([value, label]) =>
    h("button", { type: "button", "aria-pressed": String(setting(name) === value), on: { click: () => { keep(name, value); redraw(); } } }, label)))));
}

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{invites: import("./invites.js").Invites, download: () => void, resign: () => unknown}} Acts */

/** @param {Store} store @param {Acts} acts @returns {HTMLElement[]} */
export function settingsSheet(store, { invites, download, resign }) {
  const invite = () => showInvitations(store, invites);
  const buttons = h("div", { class: "setting-buttons" },
    invitable(store).length ? button([icon("link"), words("setting.invite")], invite) : null,
    button([icon("download"), words("setting.journal")], download), mayResign(store) ? resignButton(resign) : null);
  const table = h("div", { class: "setting" }, h("div", { class: "heading" }, words("setting.this-table")), buttons);
  const redraw = () => store.touch("sheet");
  return [...settingRows(redraw), noticeRow(redraw), keyRow(), table];
}

/** Whether there is a game of mine to give up; a look back at a finished one is none. @param {Store} store */
export function mayResign(store) {
  return !store.isSpectator && Boolean(store.ui.state?.view.prompt);
}

/** Asks once, in place. @param {() => unknown} resign */
function resignButton(resign) {
  const node = button([icon("flag"), words("setting.resign")], () => {
    if (node.dataset.asked) return void resign();
    node.dataset.asked = "yes";
    node.textContent = words("setting.resign-sure");
    setTimeout(() => { delete node.dataset.asked; node.textContent = words("setting.resign"); }, 6000);
  }, { class: "button danger" });
  return node;
}
