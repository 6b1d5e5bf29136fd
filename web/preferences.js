// The settings sheet.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { keep, setting } from "./settings.js";
import { noticeRow } from "./attention.js";
import { keyRow } from "./keylink.js";
import { invitable, showInvitations } from "./links.js";

/** @typedef {import("./settings.js").Name} Name */

/** @type {[Name, string, [string, string][]][]} */
export const SETTINGS = [
  ["theme", "Colours", [["system", "Match system"], ["light", "Light"], ["dark", "Dark"]]],
  ["pace", "Playback speed", [["step", "Step"], ["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["skip", "Skip"]]],
  ["watch", "What is played back", [["all", "Every move"], ["battles", "Battles only"]]],
  ["sound", "Sounds", [["off", "Off"], ["on", "On"]]],
  ["size", "Interface size", [["90", "90%"], ["100", "100%"], ["115", "115%"], ["130", "130%"]]],
  ["letters", "Single-letter keys", [["on", "On"], ["off", "Off"]]],
];

/** @param {() => void} redraw */
export function settingRows(redraw) {
  return SETTINGS.map(([name, title, values]) => h("div", { class: "setting" }, h("div", { class: "heading" }, title), h("div", { class: "segments" }, values.map(([value, label]) =>
    h("button", { type: "button", "aria-pressed": String(setting(name) === value), on: { click: () => { keep(name, value); redraw(); } } }, label)))));
}

/** @param {import("./table.js").Table} table @returns {HTMLElement[]} */
export function settingsSheet(table) {
  const resign = h("div", { class: "setting" }, h("div", { class: "heading" }, "This table"), h("div", { class: "setting-buttons" },
    invitable(table).length ? inviteButton(table) : null,
    button([icon("download"), "Download the journal"], () => table.desk.download()), mayResign(table) ? resignButton(table) : null));
  const redraw = () => table.drawing.redraw("sheet");
  return [...settingRows(redraw), noticeRow(redraw), keyRow(), resign];
}

/** @param {import("./table.js").Table} table */
function inviteButton(table) {
  return button([icon("link"), "Invite a friend"], () => showInvitations(table));
}

/** Whether there is a game of mine to give up; a look back at a finished one is none. @param {import("./table.js").Table} table */
export function mayResign(table) {
  return !table.isSpectator && Boolean(table.ui.state?.view.prompt);
}

/** Asks once, in place. @param {import("./table.js").Table} table */
function resignButton(table) {
  const node = button([icon("flag"), "Resign"], () => {
    if (node.dataset.asked) return void table.resign();
    node.dataset.asked = "yes";
    node.textContent = "Resign this game; this cannot be undone";
    setTimeout(() => { delete node.dataset.asked; node.textContent = "Resign"; }, 6000);
  }, { class: "button danger" });
  return node;
}
