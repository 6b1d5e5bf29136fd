// What this browser remembers of its reader's taste.

const DEFAULTS = {
  theme: "system",
  pace: "1",
  size: "100",
  letters: "on",
  notify: "off",
  take: "stack",
  add: "off",
  watch: "all",
  sound: "off",
  language: "",
};

/** @typedef {keyof typeof DEFAULTS} Name */

/** @param {Name} name @returns {string} */
export function setting(name) {
  try {
    return localStorage.getItem(`rokada.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

/** @param {Name} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`rokada.${name}`, value);
  } catch {
    /* private windows forget */
  }
  apply();
}

/**
 * The last line of a table this browser has shown for a side.
 * @param {string} table
 * @param {string} as
 */
export function seen(table, as) {
  try {
    const value = localStorage.getItem(`rokada.seen.${table}.${as}`);
    return value === null ? null : Number(value);
  } catch {
    return null;
  }
}

/** @param {string} table @param {string} as @param {number} line */
export function see(table, as, line) {
  try {
    localStorage.setItem(`rokada.seen.${table}.${as}`, String(line));
  } catch {
    /* private windows forget */
  }
}

/** @returns {"light" | "dark"} */
export function theme() {
  const wish = setting("theme");
  if (wish === "light" || wish === "dark") return wish;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Puts the settings on the page. */
export function apply() {
  const root = document.documentElement;
  const changed = root.dataset.theme !== theme();
  root.dataset.theme = theme();
  root.style.setProperty("--scale", String(Number(setting("size")) / 100));
  if (changed) document.dispatchEvent(new CustomEvent("theme"));
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
