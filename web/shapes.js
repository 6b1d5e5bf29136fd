// The shapes that only the client has; those of the wire are in types.d.ts, made from the types of
// the server.

/** @typedef {{x: number, y: number}} Point */
/**
 * A state with its view: where the server told only changes, api.js has put them together.
 * @typedef {Omit<import("./types.js").State, "view" | "changes" | "events"> & {view:
 *   import("./types.js").View, events?: Event[]}} State
 */
/**
 * What happened, and what was refused meanwhile.
 * @typedef {Omit<import("./types.js").Event, "kind"> & {kind: import("./types.js").EventKind |
 *   "refused"}} Event
 */
/**
 * Where the hexes lie, with the theme in which it was asked.
 * @typedef {import("./types.js").Grid & {theme: string}} GridData
 */

export {};
