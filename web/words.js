// The client's own words, in the language of its reader. The ids are checked by tsc: an id that no sentence has does not
// pass `npm run check`.

import { SENTENCES } from "./text/en.js";

/** @typedef {keyof typeof SENTENCES} Id */
/** @typedef {Record<string, string | number>} Arguments */

/** What may be read beside English: the files in `text`, and a pseudo-language for tests. */
export const PSEUDO = "en-XA";

let language = "en";
/** @type {Partial<Record<Id, string>>} */
let others = {};

/** The language that is read, as requests name it. */
export const reads = () => language;

/**
 * Reads another language from now on; English where there is no file for it.
 * @param {string} code
 */
export async function read(code) {
  language = code;
  others = {};
  if (code === "en") return;
  if (code === PSEUDO) {
    for (const [id, sentence] of Object.entries(SENTENCES)) others[/** @type {Id} */ (id)] = disguised(sentence);
    return;
  }
  try {
    others = (await import(`./text/${code}.js`)).SENTENCES;
  } catch {
    language = "en";
  }
}

/**
 * A sentence with its arguments.
 * @param {Id} id
 * @param {Arguments} [args]
 */
export function words(id, args = {}) {
  const sentence = others[id] ?? SENTENCES[id];
  return sentence.replace(/\{([^{}|]+)(?:\|([^{}]*))?\}/g, (slot, name, forms) => {
    const value = args[name];
    if (value === undefined) return slot;
    return forms === undefined ? String(value) : form(forms, Number(value));
  });
}

/** Some names, and how many more there are. @param {string[]} names @param {number} most */
export function few(names, most) {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? words("list.names-more", { names: shown, n: names.length - most }) : shown;
}

/** The form of a number. @param {string} forms @param {number} n */
function form(forms, n) {
  const wanted = new Intl.PluralRules(language).select(n);
  /** @type {Record<string, string>} */
  const known = Object.fromEntries(forms.split("|").map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]));
  return (known[wanted] ?? known.other ?? "").replaceAll("#", String(n));
}

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçďéƒğĥíĵķļɱñóþǫřšţúṽŵẋýžÁƁÇĎÉƑĞĤÍĴĶĻṀÑÓÞǪŘŠŢÚṼŴẊÝŽ";

/** A text with accents on its letters. @param {string} text */
const accented = (text) => [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join("");

/** A sentence in the pseudo-language: accented and two fifths longer, its arguments kept. @param {string} sentence */
export function disguised(sentence) {
  const letters = sentence.replace(/\{[^{}]*\}/g, "").replace(/[^A-Za-z]/g, "").length;
  const body = sentence.split(/(\{[^{}]*\})/).map((part) => part.startsWith("{") ? slot(part) : accented(part)).join("");
  return `⟦${body}${"~".repeat(Math.ceil(letters * 0.4))}⟧`;
}

/** A slot with the words of its forms disguised. @param {string} text */
function slot(text) {
  const [name, ...forms] = text.slice(1, -1).split("|");
  const said = forms.map((one) => one.slice(0, one.indexOf("=") + 1) + accented(one.slice(one.indexOf("=") + 1)));
  return `{${[name, ...said].join("|")}}`;
}
