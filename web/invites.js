// The invitations that this browser has made, kept until its window is closed: the server tells a link only once.

import * as api from "./api.js";

/** @param {string} table */
const key = (table) => `rokada.invites.${table}`;

/** Keeps the invitations of a table as the server told them. @param {string} table @param {Record<string, string>} urls */
export function keepInvites(table, urls) {
  sessionStorage.setItem(key(table), JSON.stringify(urls));
}

/** The invitations of one table. */
export class Invites {
  /** @param {{store: import("./store.js").Store, onError: (error: unknown) => void}} needs */
  constructor({ store, onError }) {
    this.store = store;
    this.onError = onError;
  }

  /** @returns {Record<string, string>} */
  get #kept() {
    return JSON.parse(sessionStorage.getItem(key(this.store.id)) ?? "{}");
  }

  /** @param {string} side */
  url(side) {
    this.store.read("invites");
    const url = this.#kept[side];
    return url ? new URL(url, location.href).href : null;
  }

  /** Makes an invitation where this browser has kept none. @param {string} side */
  async make(side) {
    try {
      const { url } = await api.invite(this.store.id, side);
      keepInvites(this.store.id, { ...this.#kept, [side]: url });
      this.store.touch("invites");
    } catch (error) {
      this.onError(error);
    }
  }
}
