// Lines of a table that its reader wants to find again. They are his own and stay in this browser.

/** @param {string} table */
const key = (table) => `rokada.bookmarks.${table}`;

/** @param {string} table @returns {number[]} */
export function bookmarks(table) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(table)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((n) => Number.isInteger(n)) : [];
  } catch {
    return [];
  }
}

/**
 * Marks a line, or takes its mark away.
 * @param {string} table
 * @param {number} line
 * @returns {boolean} whether it is marked now
 */
export function toggleBookmark(table, line) {
  const before = bookmarks(table);
  const isNew = !before.includes(line);
  const after = isNew ? [...before, line].sort((a, b) => a - b) : before.filter((n) => n !== line);
  try {
    localStorage.setItem(key(table), JSON.stringify(after));
  } catch {
    /* private windows forget */
  }
  return isNew;
}
