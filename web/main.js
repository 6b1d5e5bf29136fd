// Where the browser begins: the address says which page.

import { apply, keep, setting } from "./settings.js";
import * as api from "./api.js";
import { keyPage } from "./keylink.js";
import { read } from "./words.js";
import { fetched } from "./files.js";

const root = /** @type {HTMLElement} */ (document.getElementById("root"));
/** The page that is open, if it must know that it is left. @type {{close: () => void} | null} */
let open = null;

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  void show();
}

async function show() {
  shown += 1;
  open?.close();
  open = null;
  const [, page, id, part, at] = location.pathname.split("/");
  const line = part === "replay" && /^\d+$/.test(at ?? "") ? Number(at) : null;
  document.body.className = page === "t" ? "at-table" : "";
  if (page === "join" && id) return join(id);
  if (page === "key") return keyPage(root, location.hash.slice(1), go);
  if (page !== "t" || !id) return shelf();
  await table(id, line);
}

/** How often a page was shown: a table whose files come late does not open over another page. */
let shown = 0;

/** The table's files are fetched only where one is opened. @param {string} id @param {number | null} line */
async function table(id, line) {
  const mine = shown;
  const { Table } = await fetched(import("./table.js"));
  if (mine !== shown) return;
  const page = new Table(root, id, go);
  open = page;
  await page.start(line);
}

/** The list of games and tables. @param {string} [problem] what to say first */
async function shelf(problem) {
  const mine = shown;
  const { Shelf } = await fetched(import("./shelf.js"));
  if (mine !== shown) return;
  const page = new Shelf(root, go);
  open = page;
  await page.start(problem);
}

/** @param {string} secret */
async function join(secret) {
  try {
    const { table: id } = await api.join(secret);
    history.replaceState(null, "", `/t/${id}`);
    await show();
  } catch (error) {
    await shelf(error instanceof Error ? error.message : String(error));
  }
}

/** The language is the one that an address has asked for last: `/?lang=pl`. */
async function begin() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked !== null) keep("language", asked);
  await read(setting("language") || "en");
  await show();
}

addEventListener("popstate", () => void show());
apply();
void begin();
