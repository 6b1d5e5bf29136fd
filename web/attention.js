// Whose move it is, where it can be seen from another tab: the title, the icon, and the browser's
// own notification.

import { button, h } from "./dom.js";
import { words } from "./words.js";
import { icon } from "./icons.js";
import { keep, setting } from "./settings.js";

/** The icon with a dot. The page's policy lets pictures come from `data:` addresses. */
const DOTTED = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
    '<rect width="24" height="24" rx="5" fill="#FBFAF6"/>' +
    '<path d="M6 5v14M18 5v14" stroke="#1A1C1E" stroke-width="2.4" stroke-linecap="round"/>' +
    '<path d="M6 12h12" stroke="#0B57D0" stroke-width="3"/>' +
    '<circle cx="17" cy="7" r="6.5" fill="#C5221F" stroke="#FBFAF6" stroke-width="1.5"/></svg>',
)}`;

/**
 * The tables of which it is known whether they wait for this reader.
 * @type {Map<string, boolean>}
 */
const waiting = new Map();

/** @param {string} text @param {boolean} isMine */
function dress(text, isMine) {
  if (document.title !== text) document.title = text;
  const link = document.querySelector("link[rel=icon]");
  const wish = isMine ? DOTTED : "/icon.svg";
  if (link && link.getAttribute("href") !== wish) link.setAttribute("href", wish);
}

/** The tab of a table. @param {string} id @param {string} name @param {boolean} isMine */
export function tableTab(id, name, isMine) {
  dress(isMine ? `● ${words("tab.your-move", { name })}` : `${name} – Rokada`, isMine);
  notice(id, name, isMine);
}

/** The tab of the list of tables. @param {{id: string, name: string, isMine: boolean}[]} tables */
export function listTab(tables) {
  const mine = tables.filter((t) => t.isMine);
  dress(
    mine.length === 1
      ? `● ${words("tab.your-move", { name: mine[0].name })}`
      : mine.length
        ? `● ${words("tab.your-moves", { n: mine.length })}`
        : "Rokada",
    mine.length > 0,
  );
  for (const t of tables) notice(t.id, t.name, t.isMine);
}

/**
 * Tells a hidden page's reader that a table waits for him now, once.
 * @param {string} id @param {string} name @param {boolean} isMine
 */
function notice(id, name, isMine) {
  const before = waiting.get(id);
  waiting.set(id, isMine);
  if (!isMine || before !== false || !document.hidden || !isWanted()) return;
  try {
    // Tabs that show the same table tell it with one notification.
    const note = new Notification(words("notice.your-move"), { body: name, tag: `rokada-${id}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    /* some phones show notifications of installed programs only; the title still says it */
  }
}

function isWanted() {
  return (
    setting("notify") === "on" && "Notification" in window && Notification.permission === "granted"
  );
}

/**
 * The row of the settings: the browser is asked only when the button is pressed.
 * @param {() => void} redraw
 */
export function noticeRow(redraw) {
  const row = (/** @type {(Node | string | null)[]} */ ...content) =>
    h(
      "div",
      { class: "setting", "data-notices": "" },
      h("div", { class: "heading" }, words("notice.title")),
      ...content,
    );
  const note = (/** @type {string} */ text) => h("p", { class: "note quiet" }, text);
  if (!("Notification" in window) || !isSecureContext)
    return row(note(words("notice.https")));
  if (Notification.permission === "denied")
    return row(note(words("notice.blocked")));
  const set = (/** @type {string} */ value) => {
    keep("notify", value);
    redraw();
  };
  if (isWanted())
    return row(
      button([icon("tick"), words("notice.off")], () => set("off"), {
        "data-notify": "on",
      }),
    );
  const ask = async () =>
    set((await Notification.requestPermission()) === "granted" ? "on" : "off");
  return row(
    button([icon("clock"), words("notice.on")], () => void ask(), {
      "data-notify": "off",
    }),
  );
}
