// Talking to the server. Nothing here knows what a request means, but for one thing: a state may
// come as what has changed
// since the last one, and leaves here whole.

import { changed } from "./changes.js";
import { reads, words } from "./words.js";

/** What the server answered when it did not do what was asked. */
export class Rejected extends Error {
  /**
   * @param {number} status 0 when no answer came
   * @param {any} body
   */
  constructor(status, body) {
    super(
      body?.error ??
        body?.refusal?.text ??
        (status ? words("api.answered", { status }) : words("api.not-connected")),
    );
    this.status = status;
    this.body = body ?? {};
  }
}

/** The language of the page, where it is another than English. @returns {Record<string, string>} */
const asReader = () => (reads() === "en" ? {} : { "accept-language": reads() });

/**
 * @param {string} url
 * @param {RequestInit} [init]
 */
async function ask(url, init) {
  let response;
  try {
    const headers = { ...init?.headers, ...asReader() };
    response = await fetch(url, { credentials: "same-origin", ...init, headers });
  } catch {
    throw new Rejected(0, null);
  }
  return read(response);
}

/** @param {Response} response */
async function read(response) {
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const body = await (isJson ? response.json() : response.text()).catch(() => undefined);
  // Half an answer is none.
  if (body === undefined && response.ok) throw new Rejected(0, null);
  if (!response.ok)
    throw new Rejected(
      response.status,
      isJson ? body : { error: typeof body === "string" && body.length < 200 ? body : undefined },
    );
  return body;
}

/**
 * @param {string} url
 * @param {any} body
 * @param {AbortSignal} [signal]
 */
function send(url, body, signal) {
  const headers = { "content-type": "application/json" };
  return ask(url, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/**
 * The last view of each table through each pair of eyes, with its tag: whoever plays both sides
 * holds one of each.
 * @type {Map<string, {tag: string, view: import("./types.js").View}>}
 */
const held = new Map();

/**
 * Asks for a state, and says which view is held already.
 * @param {string} id
 * @param {string} as
 * @param {(have: string | undefined) => Promise<any>} request
 * @returns {Promise<import("./shapes.js").State>}
 */
async function whole(id, as, request) {
  const base = held.get(`${id} ${as}`);
  const { changes, ...state } = await request(base?.tag);
  if (changes && base) state.view = changed(base.view, changes);
  if (state.tag) held.set(`${id} ${state.as}`, { tag: state.tag, view: state.view });
  return state;
}

/** @param {string} id */
const at = (id) => `/api/tables/${encodeURIComponent(id)}`;
/** @param {string} as */
const eyes = (as) => `as=${encodeURIComponent(as)}`;
/** @param {string} id @param {string} as @param {number} after @param {AbortSignal} [signal] */
const logAfter = (id, as, after, signal) =>
  ask(`${at(id)}/log?${as ? `${eyes(as)}&` : ""}after=${after}`, { signal });

/** @returns {Promise<import("./types.js").Game[]>} */
export const shelf = async () => (await ask("/api/shelf")).games;
/** @returns {Promise<import("./types.js").TableCard[]>} */
export const tables = async () => (await ask("/api/tables")).tables;
/** @param {any} order */
export const open = (order) => send("/api/tables", order);
/** @param {string} journal */
export const bring = (journal) =>
  ask("/api/import", { method: "POST", headers: { "content-type": "text/plain" }, body: journal });

/**
 * Takes the seat of an invitation.
 * @param {string} secret
 * @returns {Promise<{table: string, side: string}>}
 */
export const join = (secret) => send("/api/join", { secret });
/** @returns {Promise<import("./types.js").Key[]>} */
export const keys = async () => (await ask("/api/keys")).keys;
/** @returns {Promise<{id: number, url: string}>} */
export const makeKey = () => send("/api/keys", {});
/** This browser sits on the seats of the key's person. @param {string} secret */
export const openKey = (secret) => send("/api/keys/open", { secret });
/** The same, and its own seats become that person's too. @param {string} secret */
export const joinKey = (secret) => send("/api/keys/open", { secret, seats: "bring" });
/** @param {number} id */
export const revokeKey = (id) => send("/api/keys/revoke", { id });
/**
 * A new invitation to a seat that is free, or whose holder has not moved.
 * @param {string} id @param {string} side @returns {Promise<{url: string}>}
 */
export const invite = (id, side) => send(`${at(id)}/invite`, { side });
/**
 * Holds the bots, lets them go on, makes them decide now, or sets their pause.
 * @param {string} id
 * @param {{do?: "stop" | "go" | "now", pace?: number}} body
 */
export const bot = (id, body) => send(`${at(id)}/bot`, body);

/**
 * @param {string} id
 * @param {string} as
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./shapes.js").State>}
 */
export const state = (id, as, signal) =>
  whole(id, as, (have) => {
    const query = new URLSearchParams({ ...(as ? { as } : {}), ...(have ? { have } : {}) });
    return ask(`${at(id)}${query.size ? `?${query}` : ""}`, { signal });
  });
/**
 * Sends a change of a table.
 * @param {string} id @param {string} what @param {{as: string}} body @param {AbortSignal} [signal]
 */
const change = (id, what, body, signal) =>
  whole(id, body.as, (have) =>
    send(`${at(id)}/${what}`, { ...body, ...(have ? { have } : {}) }, signal),
  );
/**
 * @param {string} id
 * @param {{as: string, seq: number, choice: string}} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./shapes.js").State>}
 */
export const choose = (id, body, signal) => change(id, "choose", body, signal);
/**
 * Several choices at once, group by group: each group is made whole or left out.
 * @param {string} id
 * @param {{as: string, seq: number, groups: string[][]}} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./shapes.js").State>}
 */
export const chooseGroups = (id, body, signal) => change(id, "choose-groups", body, signal);
/**
 * What the bot would do at my decision.
 * @param {string} id @param {{as: string, seq: number}} body
 * @returns {Promise<import("./types.js").Advice>}
 */
export const advice = (id, body) => send(`${at(id)}/advice`, body);
/** @param {string} id @param {{as: string, choice: string}} body */
export const why = (id, body) => send(`${at(id)}/why`, body);
/**
 * @param {string} id
 * @param {{as: string, seq: number, to?: number}} body `to`: the line to go back to in one go
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./shapes.js").State>}
 */
export const undo = (id, body, signal) => change(id, "undo", body, signal);
/**
 * @param {string} id
 * @param {{as: string}} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./shapes.js").State>}
 */
export const resign = (id, body, signal) => change(id, "resign", body, signal);
/**
 * @param {string} id
 * @param {{as: string, id: string, on: boolean}} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./shapes.js").State>}
 */
export const order = (id, body, signal) => change(id, "order", body, signal);
/**
 * @param {string} id
 * @param {string} as
 * @param {string} kind
 * @returns {Promise<import("./types.js").Overlay>}
 */
export const overlay = (id, as, kind) =>
  ask(`${at(id)}/overlay/${encodeURIComponent(kind)}?${eyes(as)}`);
/**
 * What happened after a line, or after an earlier one, `from`, if an undo went back behind it.
 * @param {string} id
 * @param {string} as
 * @param {number} after
 * @param {AbortSignal} [signal]
 * @returns {Promise<{from: number, events: import("./shapes.js").Event[]}>}
 */
export const log = (id, as, after, signal) => logAfter(id, as, after, signal);
/**
 * The line a table is at, without its state.
 * @param {string} id
 * @param {string} as
 * @param {number} after the line it was at
 * @param {AbortSignal} [signal]
 * @returns {Promise<number>}
 */
export const lastLine = async (id, as, after, signal) =>
  (await logAfter(id, as, after, signal)).seq;
/**
 * @param {string} id
 * @param {string} as
 * @param {number} line
 * @returns {Promise<import("./shapes.js").State>}
 */
export const replay = (id, as, line) => ask(`${at(id)}/replay/${line}?${eyes(as)}`);
/**
 * How the game went.
 * @param {string} id
 * @param {string} as
 * @returns {Promise<import("./types.js").History>}
 */
export const history = (id, as) => ask(`${at(id)}/history?${eyes(as)}`);
/**
 * A table of its own that goes on from a line.
 * @param {string} id
 * @param {number} line
 * @param {Record<string, string>} seats
 * @returns {Promise<{table: string, invites: Record<string, string>}>}
 */
export const branch = (id, line, seats) => send(`${at(id)}/branch`, { line, seats });
/**
 * The table of the next scenario of a campaign.
 * @param {string} id
 * @returns {Promise<{table: string}>}
 */
export const next = (id) => send(`${at(id)}/next`, {});
/** @param {string} id @returns {Promise<import("./types.js").DiceProof>} */
export const dice = (id) => ask(`${at(id)}/dice`);
/** @param {string} id @param {string} as @param {number} [line] @returns {Promise<string>} */
export const faces = (id, as, line) =>
  ask(`${at(id)}/faces.svg?${eyes(as)}${line === undefined ? "" : `&line=${line}`}`);
/** @param {string} id @param {string} as */
export const streamUrl = (id, as) => `${at(id)}/events?${eyes(as)}`;
/** @param {string} id @param {string} as */
export const journalUrl = (id, as) => `${at(id)}/journal?${eyes(as)}`;

/**
 * Of the whole map, or of what a scenario is played on.
 * @param {string} game @param {string} theme @param {string} layer @param {string} [scenario]
 * @param {string} [tag] of its content, so that the browser may keep it for ever
 */
export const mapUrl = (game, theme, layer, scenario, tag) => {
  const of = { theme, layer, ...(scenario ? { scenario } : {}), ...(tag ? { v: tag } : {}) };
  return `/api/games/${encodeURIComponent(game)}/map.svg?${new URLSearchParams(of)}`;
};
/** A small picture of the map. @param {string} game @param {string} theme */
export const thumbUrl = (game, theme) =>
  `/api/games/${encodeURIComponent(game)}/thumb?theme=${theme}`;
/** @param {string} url @returns {Promise<string>} */
export const text = (url) => ask(url);
/**
 * @param {string} game
 * @param {string} scenario
 * @param {string} theme
 * @returns {Promise<import("./shapes.js").GridData>}
 */
export const grid = async (game, scenario, theme) => {
  const of = new URLSearchParams({ scenario, theme });
  return { ...(await ask(`/api/games/${encodeURIComponent(game)}/grid?${of}`)), theme };
};
/**
 * @param {string} game
 * @param {string} scenario
 * @returns {Promise<import("./types.js").Briefing>}
 */
export const briefing = (game, scenario) =>
  ask(`/api/games/${encodeURIComponent(game)}/briefing?scenario=${encodeURIComponent(scenario)}`);
/** @param {string} game @returns {Promise<import("./types.js").Digest>} */
export const rules = (game) => ask(`/api/games/${encodeURIComponent(game)}/rules`);
