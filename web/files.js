// Files of the client that are fetched only when they are needed.

/** Whether this window was opened anew because files were missing. */
const RENEWED = "renewed";

/**
 * Files that do not come: usually the program has been renewed since this page was opened, so the page is
 * opened anew, once.
 * @template T @param {Promise<T>} files @returns {Promise<T>}
 */
export async function fetched(files) {
  try {
    const found = await files;
    sessionStorage.removeItem(RENEWED);
    return found;
  } catch (error) {
    if (sessionStorage.getItem(RENEWED)) throw error;
    sessionStorage.setItem(RENEWED, "yes");
    location.reload();
    return new Promise(() => {});
  }
}
