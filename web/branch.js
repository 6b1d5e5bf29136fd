// Continue from here: a table of its own that begins at a line of this one.

import { button, h, put } from "./dom.js";
import { openDialog } from "./dialog.js";
import { seatRow } from "./seats.js";
import * as api from "./api.js";
import { words } from "./words.js";
import { keepInvites } from "./invites.js";

/** @param {import("./store.js").Store} store @param {number} line @param {(path: string) => void} go */
export function branchDialog(store, line, go) {
  /** @type {Record<string, string>} */
  const seats = Object.fromEntries(store.game.sides.map((x) => [x.id, "me"]));
  const rows = h("div", { class: "branch-seats" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const draw = () => put(rows, store.game.sides.map((x) => seatRow(store.game, x, seats[x.id], (who) => { seats[x.id] = who; draw(); })));
  const open = async () => {
    try {
      const made = await api.branch(store.id, line, seats);
      if (made.invites) keepInvites(made.table, made.invites);
      shut();
      go(`/t/${made.table}`);
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  draw();
  const shut = openDialog(words("branch.title", { line }), [
    h("p", { class: "second" }, words("branch.what")), problem, h("div", { class: "heading" }, words("shelf.who")), rows,
    h("div", { class: "dialog-foot" }, button([words("branch.open"), h("span", { class: "key" }, "⏎")], () => void open(), { class: "button primary", "data-primary": true, id: "open-branch" })),
  ], "branch");
}
