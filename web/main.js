// Where the browser begins: the address says which page.

import { apply } from "./settings.js";
import * as api from "./api.js";
import { Shelf } from "./shelf.js";
import { Table } from "./table.js";

const root = /** @type {HTMLElement} */ (document.getElementById("root"));
/** @type {Table | null} */
let table = null;

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  void show();
}

async function show() {
  table?.close();
  table = null;
  const [, page, id, part, at] = location.pathname.split("/");
  const line = part === "replay" && /^\d+$/.test(at ?? "") ? Number(at) : null;
  document.body.className = page === "t" ? "at-table" : "";
  if (page === "join" && id) return join(id);
  if (page !== "t" || !id) return new Shelf(root, go).start();
  table = new Table(root, id, go);
  await table.start(line);
}

/** @param {string} secret */
async function join(secret) {
  const shelf = new Shelf(root, go);
  try {
    const { table: id } = await api.join(secret);
    history.replaceState(null, "", `/t/${id}`);
    await show();
  } catch (error) {
    await shelf.start(error instanceof Error ? error.message : String(error));
  }
}

addEventListener("popstate", () => void show());
apply();
void show();
