// Key links: all my seats on another device, or back in a browser that lost its cookies.

import { button, h, put, say } from "./dom.js";
import { openDialog, refocus } from "./dialog.js";
import { icon } from "./icons.js";
import { linkBox, whole } from "./links.js";
import { reads, words } from "./words.js";
import * as api from "./api.js";

/** The row of the settings. */
export function keyRow() {
  const act = button([icon("link"), words("key.on-phone")], () => void showKeys(), {
    "data-keys": "",
  });
  return h("div", { class: "setting" }, h("div", { class: "heading" }, words("key.row")), act);
}

/** The reader's key links: one is made, others are revoked. */
export async function showKeys() {
  const wait = h("p", { class: "empty" }, words("key.looking"));
  const body = h("div", { class: "keys-dialog" }, wait);
  openDialog(words("key.title"), [body], "narrow");
  await drawKeys(body, null);
}

/** @param {HTMLElement} body @param {string | null} url the link that was just made */
async function drawKeys(body, url) {
  try {
    const keys = await api.keys();
    const once = h("p", { class: "small second" }, words("key.once"));
    const fresh = url ? [linkBox(url, words("key.yours")), once] : [];
    const label = url ? words("key.another") : words("key.make");
    const another = button([icon("plus"), label], () => void make(body), {
      class: url ? "button" : "button primary",
      "data-make-key": "",
    });
    const about = [
      h("p", { class: "second" }, words("key.what")),
      h("p", { class: "box-note" }, words("key.warning")),
    ];
    put(body, about, fresh, another, keys.length ? keyList(body, keys) : null);
    refocus(body);
  } catch (error) {
    fail(body, error);
  }
}

/** @param {HTMLElement} body @param {import("./types.js").Key[]} keys */
function keyList(body, keys) {
  const note = h("span", { class: "quiet" }, words("key.list-note"));
  const head = h("div", { class: "heading" }, words("key.list"), note);
  return [head, ...keys.map((key) => keyLine(body, key))];
}

/** @param {HTMLElement} body @param {import("./types.js").Key} key */
function keyLine(body, key) {
  const date = new Date(key.made).toLocaleDateString(reads() === "en" ? undefined : reads(), {
    dateStyle: "medium",
  });
  const opened = () => words("key.opened", { times: key.opened, browsers: key.browsers });
  const use = h("span", { class: "small quiet" }, key.opened ? opened() : words("key.unopened"));
  const revoke = () =>
    void api.revokeKey(key.id).then(
      () => drawKeys(body, null),
      (error) => fail(body, error),
    );
  const text = h(
    "span",
    { class: "grow" },
    h("b", { class: "block" }, words("key.made", { date })),
    use,
  );
  const look = { class: "button slim danger", "data-revoke": key.id };
  return h(
    "div",
    { class: "key-line", "data-key": key.id },
    text,
    button(words("key.revoke"), revoke, look),
  );
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
  document.title = words("key.page-title");
  // The secret does not stay in the history of the browser.
  history.replaceState(null, "", "/key");
  const body = h("div", { class: "keys-dialog" });
  const title = h("h1", { class: "title" }, words("key.here"));
  put(root, h("main", { class: "page key-page" }, h("div", { class: "panel" }, title, body)));
  const leave = button(words("key.not-now"), () => go("/"), { class: "button" });
  if (!secret) return put(body, h("p", { class: "second" }, words("key.incomplete")), leave);
  const open = button(words("key.open-here"), () => void openKey(body, secret, go), {
    class: "button primary",
    "data-open-key": "",
  });
  put(body, h("p", { class: "second" }, words("key.signs-in")), open, leave);
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
  const join = () =>
    void api.joinKey(secret).then(
      () => go("/"),
      (error) => fail(body, error),
    );
  const warning = words("key.only-yours", { refusal: refused.message });
  put(
    body,
    h("p", { class: "box-note", role: "alert" }, warning),
    button(words("key.merge"), join, {
      class: "button danger",
      "data-open-key": "bring",
    }),
    button(words("key.not-now"), () => go("/"), { class: "button" }),
  );
}
