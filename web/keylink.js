// Key links: all my seats on another device, or back in a browser that lost its cookies.

import { button, h, put, say } from "./dom.js";
import { openDialog, refocus } from "./dialog.js";
import { icon } from "./icons.js";
import { linkBox, whole } from "./links.js";
import * as api from "./api.js";

/** The row of the settings. */
export function keyRow() {
  const words = [icon("link"), "Open my seats on my phone"];
  const act = button(words, () => void showKeys(), { "data-keys": "" });
  return h("div", { class: "setting" }, h("div", { class: "heading" }, "Your seats"), act);
}

/** The reader's key links: one is made, others are revoked. */
export async function showKeys() {
  const wait = h("p", { class: "empty" }, "Looking for your key links");
  const body = h("div", { class: "keys-dialog" }, wait);
  openDialog("Your seats on another device", [body], "narrow");
  await drawKeys(body, null);
}

const WHAT =
  "A key link signs another browser in to all your seats, now and later: on your phone, or here " +
  "after you clear cookies.";
const WARNING = "Anyone who has the link can play your seats. Don't share it.";
const ONCE = "Scan it with your phone or keep the link somewhere safe. It is shown only once.";

/** @param {HTMLElement} body @param {string | null} url the link that was just made */
async function drawKeys(body, url) {
  try {
    const keys = await api.keys();
    const once = h("p", { class: "small second" }, ONCE);
    const fresh = url ? [linkBox(url, "Your key link"), once] : [];
    const label = url ? "Make another key link" : "Make a key link";
    const another = button([icon("plus"), label], () => void make(body), {
      class: url ? "button" : "button primary",
      "data-make-key": "",
    });
    const words = [h("p", { class: "second" }, WHAT), h("p", { class: "box-note" }, WARNING)];
    put(body, words, fresh, another, keys.length ? keyList(body, keys) : null);
    refocus(body);
  } catch (error) {
    fail(body, error);
  }
}

/** @param {HTMLElement} body @param {import("./types.js").Key[]} keys */
function keyList(body, keys) {
  const note = h("span", { class: "quiet" }, "revoking one signs out the browsers it let in");
  const head = h("div", { class: "heading" }, "Key links", note);
  return [head, ...keys.map((key) => keyLine(body, key))];
}

/** @param {HTMLElement} body @param {import("./types.js").Key} key */
function keyLine(body, key) {
  const date = new Date(key.made).toLocaleDateString(undefined, { dateStyle: "medium" });
  const times = key.opened === 1 ? "once" : `${key.opened} times`;
  const browsers = key.browsers === 1 ? "1 browser" : `${key.browsers} browsers`;
  const words = key.opened ? `opened ${times}, ${browsers} signed in` : "not opened yet";
  const use = h("span", { class: "small quiet" }, words);
  const revoke = () =>
    void api.revokeKey(key.id).then(() => drawKeys(body, null), (error) => fail(body, error));
  const text = h("span", { class: "grow" }, h("b", { class: "block" }, `Made on ${date}`), use);
  const look = { class: "button slim danger", "data-revoke": key.id };
  return h("div", { class: "key-line", "data-key": key.id }, text, button("Revoke", revoke, look));
}

/** @param {HTMLElement} body */
async function make(body) {
  try {
    const { url } = await api.makeKey();
    await drawKeys(body, whole(url));
  } catch (error) {
    fail(body, error);
  }
}

/** @param {HTMLElement} body @param {unknown} error */
function fail(body, error) {
  const text = error instanceof Error ? error.message : String(error);
  body.querySelector(".problem")?.remove();
  body.prepend(h("p", { class: "problem", role: "alert" }, text));
  say(text, true);
}

/**
 * The page of a key link. Nothing happens before the button is pressed: programs that preview links
 * open pages too.
 * @param {HTMLElement} root @param {string} secret @param {(path: string) => void} go
 */
export function keyPage(root, secret, go) {
  document.title = "Your seats – Rokada";
  // The secret does not stay in the history of the browser.
  history.replaceState(null, "", "/key");
  const body = h("div", { class: "keys-dialog" });
  const title = h("h1", { class: "title" }, "Your seats, in this browser");
  put(root, h("main", { class: "page key-page" }, h("div", { class: "panel" }, title, body)));
  const leave = button("Not now", () => go("/"), { class: "button" });
  const half = "This key link is incomplete; open the whole link.";
  if (!secret) return put(body, h("p", { class: "second" }, half), leave);
  const words =
    "This key link signs this browser in to all seats of the person who made it, who then also " +
    "plays every seat you take here. Go on only if you made it yourself.";
  const open = button("Open my seats here", () => void openKey(body, secret, go), {
    class: "button primary",
    "data-open-key": "",
  });
  put(body, h("p", { class: "second" }, words), open, leave);
}

/** @param {HTMLElement} body @param {string} secret @param {(path: string) => void} go */
async function openKey(body, secret, go) {
  try {
    await api.openKey(secret);
    go("/");
  } catch (error) {
    if (error instanceof api.Rejected && error.status === 422) askToJoin(body, secret, go, error);
    else fail(body, error);
  }
}

/**
 * This browser has seats of its own. They go along only if its reader says so: a stranger may have
 * sent him the link in order to get them.
 * @param {HTMLElement} body @param {string} secret @param {(path: string) => void} go
 * @param {Error} refused
 */
function askToJoin(body, secret, go, refused) {
  const join = () => void api.joinKey(secret).then(() => go("/"), (error) => fail(body, error));
  const warning = `${refused.message} Go on only if you made the link yourself.`;
  put(
    body,
    h("p", { class: "box-note", role: "alert" }, warning),
    button("It's my link: merge my seats", join, {
      class: "button danger",
      "data-open-key": "bring",
    }),
    button("Not now", () => go("/"), { class: "button" }),
  );
}
