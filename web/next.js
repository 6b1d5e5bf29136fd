// The next scenario of a campaign: whoever has a seat opens its table once, and everybody finds it.

import { button, h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { words } from "./words.js";
import { icon } from "./icons.js";
import * as api from "./api.js";


/** @typedef {import("./store.js").Store} Store */
/** @typedef {{go: (path: string) => void, onError: (error: unknown) => void}} Ways */

/**
 * What leads to the next scenario, where there is one: a link once its table is open, before that a button for whoever may open it.
 * @param {Store} store @param {Ways} ways @param {string} [look] further classes
 */
export function nextDoor(store, ways, look = "") {
  const { next } = store.ui.state ?? {};
  if (!next || !leadsOn(store)) return null;
  const content = [icon("forward"), words("campaign.go-on", { scenario: next.title })];
  if (!next.table) return button(content, () => void open(store.id, ways), { class: `button ${look}`, "data-next": "open" });
  const path = `/t/${next.table}`;
  return h("a", { class: `button ${look}`, href: path, "data-next": next.table, on: { click: (/** @type {MouseEvent} */ e) => follow(e, ways, path) } }, content);
}

/** Whether there is a next scenario that this reader can go on to. @param {Store} store */
export function leadsOn(store) {
  const { next, yours } = store.ui.state ?? {};
  return Boolean(next && (next.table || yours));
}

/** @param {MouseEvent} event @param {Ways} ways @param {string} path */
function follow(event, { go }, path) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(path);
}

/** @param {string} table @param {Ways} ways */
async function open(table, { go, onError }) {
  try {
    const { table: id } = await api.next(table);
    go(`/t/${id}`);
  } catch (error) {
    const isRefused = error instanceof api.Rejected && error.status > 0 && error.status < 500;
    if (!isRefused) return onError(error);
    openDialog(words("campaign.next"), [h("p", { class: "problem", role: "alert" }, error.message)]);
  }
}

/** @type {import("./words.js").Id[]} */
const PLACES = ["campaign.place.1", "campaign.place.2", "campaign.place.3", "campaign.place.4", "campaign.place.5", "campaign.place.6", "campaign.place.7", "campaign.place.8"];
/** From two scenarios on. @type {import("./words.js").Id[]} */
const NUMBERS = ["campaign.of.2", "campaign.of.3", "campaign.of.4", "campaign.of.5", "campaign.of.6", "campaign.of.7", "campaign.of.8"];

/** The scenarios of a campaign that one of them belongs to, in their order. @param {import("./types.js").Scenario[]} all @param {import("./types.js").Scenario} one */
function campaignOf(all, one) {
  const chain = [one];
  for (let i = 0; i < all.length; i++) {
    const before = all.find((s) => s.id === chain[0].carries_on);
    const after = all.find((s) => s.carries_on === chain[chain.length - 1].id);
    if (before && !chain.includes(before)) chain.unshift(before);
    if (after && !chain.includes(after)) chain.push(after);
  }
  return chain;
}

/** Where a scenario stands in its campaign; nothing if it stands alone. @param {import("./types.js").Scenario[]} all @param {import("./types.js").Scenario} one */
export function placeInCampaign(all, one) {
  const chain = campaignOf(all, one);
  const at = chain.indexOf(one);
  if (chain.length < 2) return "";
  const said = (/** @type {import("./words.js").Id | undefined} */ id, /** @type {number} */ n) => id ? words(id) : String(n);
  const place = words("campaign.place", { at: said(PLACES[at], at + 1), of: said(NUMBERS[chain.length - 2], chain.length) });
  return at ? words("campaign.after", { place, before: chain[at - 1].title }) : place;
}
