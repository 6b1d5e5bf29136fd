// How many go with the counter in hand: the buttons in the prompt bar.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";


/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./company.js").Company} Company */

/** The buttons, where others could go along. @param {Store} store @param {Company} company */
export function takeBar(store, company) {
  if (!company.isPossible) return null;
  return h("span", { class: "take" }, ways(store, company), several(company));
}

/** @param {Store} store @param {Company} company */
function ways(store, company) {
  const leader = store.index.unit.get(store.picks[0] ?? "");
  const count = (/** @type {"stack" | "formation"} */ take) => company.members(take).length + 1;
  /** @type {[import("./company.js").Take, string, string][]} */
  const all = [["one", words("take.one"), words("take.one-title")]];
  if (count("stack") > 1) all.push(["stack", words("take.stack", { n: count("stack") }), words("take.stack-title")]);
  const n = count("formation");
  if (leader?.formation && n > 1) {
    all.push(["formation", `${leader.formation} ${n}`, words("take.formation-title")]);
  }
  if (all.length < 2) return null;
  // A stack or formation of one goes alone.
  const now = company.take !== "one" && count(company.take) === 1 ? "one" : company.take;
  return h("span", { class: "segments", role: "group", "aria-label": words("take.label") }, all.map(([take, label, title]) =>
    h("button", { type: "button", "aria-pressed": String(now === take), title, "data-take": take, on: { click: () => company.setTake(take) } }, label)));
}

/** @param {Company} company */
function several(company) {
  const label = [icon("plus", "small"), company.isAdding ? words("take.adding") : words("take.add")];
  const title = words("take.add-title");
  return button(label, () => company.setAdding(!company.isAdding), { class: "button", title, "aria-pressed": String(company.isAdding), "data-add": "" });
}

/** How many go together, in words. @param {Company} company */
export function companyFact(company) {
  const n = company.members().length;
  if (company.isAdding) return n ? words("units.together", { n: n + 1, what: words("take.tap-more") }) : words("take.tap");
  return n ? words("take.together", { n: n + 1 }) : null;
}
