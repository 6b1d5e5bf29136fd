// A server with a stand-in game, to build and test the client without the real one. `node web-tests/mock/server.mjs [port]`

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { Game, SIDES, grid } from "./game.mjs";
import { faces, map } from "./pictures.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2" };
const POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SHELF = { games: [{
  id: "battle-of-moscow", title: "The Battle of Moscow", subtitle: "The German Drive on Moscow, 1941", blurb: "The classic two-impulse game: panzers against weather, railways and an army that comes back.", designer: "Dave Williams", year: 1970, complexity: 2, reconstructed: "The map and some counters are reconstructed.", sides: SIDES,
  scenarios: [{ id: "campaign", title: "The German Drive on Moscow", blurb: "Ten weeks, October to December 1941.", turns: 10, options: [{ id: "russian-supply", values: ["thirds", "as-german"], text: "Russian movement out of supply: two thirds and one third, or a half and a quarter", rule: "R8" }] }, { id: "extended", title: "Extended game", blurb: "To February 1942.", turns: 20, options: [] }],
  bots: [{ id: "recruit", name: "Recruit", note: "Any legal move." }, { id: "captain", name: "Captain", note: "Looks one answer ahead." }],
}] };
const RULES = { sections: [
  { title: "Movement [MOV]", rules: [{ number: "MOV-1", text: "A unit moves up to its movement factor; each hex costs its terrain." }, { number: "MOV-2", text: "One unit after another; a begun move is finished before the next (R17)." }] },
  { title: "Zones of control [ZOC]", rules: [{ number: "ZOC-1", text: "The six hexes round a unit." }, { number: "ZOC-2", text: "Entering an enemy zone of control ends the movement. [MOV-1]" }] },
  { title: "Combat [COM]", rules: [{ number: "COM-2", text: "Units in an enemy zone attack." }, { number: "COM-3", text: "Declare the target, then the attackers." }, { number: "COM-4", text: "Strengths are added." }, { number: "CRT-1", text: "One die, one column." }] },
], rulings: [{ number: "R17", text: "Refused if any single enemy unit exerts its zone on both hexes." }, { number: "R8", text: "We keep thirds." }] };

const tables = new Map();
const invites = new Map();
let nextId = 1;

const send = (res, status, body, type = "application/json") => {
  res.writeHead(status, { "content-type": type, "content-security-policy": POLICY, "cache-control": "no-store" });
  res.end(type === "application/json" ? JSON.stringify(body) : body);
};

function state(table, as, visitor, game = table.game) {
  const mine = (id) => table.holders[id] === visitor;
  const seats = Object.fromEntries(SIDES.map((x) => [x.id, { who: table.seats[x.id].startsWith("bot:") ? table.seats[x.id] : mine(x.id) ? "me" : table.holders[x.id] ? "person" : "open" }]));
  const eyes = SIDES.some((x) => x.id === as) ? as : [game.decider, ...SIDES.map((x) => x.id)].find((id) => id && mine(id)) ?? "spectator";
  const isPlayer = SIDES.some((x) => x.id === eyes);
  return { table: table.id, seq: game.seq, game: "battle-of-moscow", scenario: "campaign", as: eyes, seats, undo: { steps: isPlayer && game.decider === eyes ? game.steps.map((s) => s.line) : [], boundary: game.boundary }, orders: [{ id: "stand", text: "Retreat rather than lose units", on: table.orders?.stand ?? false }], view: game.view(eyes) };
}

function tell(table, event, data) {
  for (const res of table.listeners) res.write(`event: ${event}\n${event === "step" ? `id: ${data.seq}\n` : ""}data: ${JSON.stringify(data)}\n\n`);
}

function wake(table) {
  const side = table.game.decider;
  if (!side || !table.seats[side].startsWith("bot:") || table.busy) return;
  table.busy = true;
  tell(table, "bot", { side, state: "thinking", seq: table.game.seq });
  setTimeout(() => {
    table.busy = false;
    if (table.game.decider !== side) return;
    table.game.choose(botChoice(table));
    tell(table, "bot", { side, state: "played", seq: table.game.seq });
    tell(table, "step", { seq: table.game.seq });
    wake(table);
  }, table.pause);
}

function botChoice(table) {
  const offers = table.game.offers();
  table.moves = (table.moves ?? 0) + 1;
  const wanted = table.game.picked || table.game.retreat ? offers.filter((o) => o.choice.startsWith("hex")) : table.moves % 9 === 0 ? [] : offers.filter((o) => o.choice.startsWith("unit"));
  const pick = wanted[(table.moves * 7) % Math.max(1, wanted.length)];
  return (pick ?? offers.find((o) => o.primary) ?? offers[0]).choice;
}

async function body(req) {
  const parts = [];
  for await (const part of req) parts.push(part);
  return Buffer.concat(parts).toString();
}

function begin(order, visitor) {
  const id = `mock${nextId++}`;
  const holders = {};
  const links = {};
  for (const x of SIDES) {
    if (order.seats[x.id] === "me") holders[x.id] = visitor;
    if (order.seats[x.id] === "link") {
      const secret = `${id}-${x.id}`;
      links[x.id] = `/join/${secret}`;
      invites.set(secret, { id, side: x.id });
    }
  }
  const table = { id, seats: order.seats, holders, game: new Game(order.seats), listeners: new Set(), pause: 120, orders: {} };
  tables.set(id, table);
  wake(table);
  return { table: id, invites: links };
}

async function act(table, what, sent, visitor) {
  const { game } = table;
  if (what === "bot") { if (sent.do === "now") table.pause = 5; return [200, { held: false, pace: 0 }]; }
  if (table.holders[sent.as] !== visitor) return [403, { error: "That is not your seat." }];
  if (what === "why") return [200, game.offers().some((o) => o.choice === sent.choice) ? { legal: true } : game.why(sent.choice)];
  if (what === "order") { table.orders[sent.id] = sent.on; return [200, state(table, sent.as, visitor)]; }
  if (what === "resign") { game.over = { winner: SIDES.find((x) => x.id !== sent.as).id, class: "resigned", text: "The other side resigned", rules: [] }; game.seq += 1; game.remember(); tell(table, "step", { seq: game.seq }); return [200, state(table, sent.as, visitor)]; }
  if (sent.seq !== game.seq) return [409, { ...state(table, sent.as, visitor), error: "The table has moved on; this is how it stands now." }];
  if (what === "undo") { game.undo(); tell(table, "step", { seq: game.seq }); return [200, { ...state(table, sent.as, visitor), events: [] }]; }
  if (game.decider !== sent.as || !game.offers().some((o) => o.choice === sent.choice)) return [422, { refusal: game.why(sent.choice) }];
  const events = game.choose(sent.choice);
  tell(table, "step", { seq: game.seq });
  wake(table);
  return [200, { ...state(table, sent.as, visitor), events }];
}

async function api(req, res, url, visitor) {
  const [, , what, id, sub, arg] = url.pathname.split("/");
  const as = url.searchParams.get("as");
  if (what === "shelf") return send(res, 200, SHELF);
  if (what === "games") return game(res, sub, url);
  if (what === "join") { const { secret } = JSON.parse(await body(req)); const found = invites.get(secret); if (!found) return send(res, 404, { error: "There is no such invitation." }); const table = tables.get(found.id); table.holders[found.side] = visitor; tell(table, "seats", {}); return send(res, 200, { table: found.id, side: found.side }); }
  if (what === "tables" && !id) return req.method === "POST" ? send(res, 200, begin(JSON.parse(await body(req)), visitor)) : send(res, 200, { tables: mine(visitor) });
  const table = tables.get(id);
  if (!table) return send(res, 404, { error: "There is no such table." });
  if (req.method === "POST") { const [status, answer] = await act(table, sub, JSON.parse(await body(req)), visitor); return send(res, status, answer); }
  if (!sub) return send(res, 200, state(table, as, visitor));
  if (sub === "log") return send(res, 200, { events: table.game.log.filter((e) => e.line > Number(url.searchParams.get("after") ?? -1) || (url.searchParams.get("after") === "0" && e.line === 0)) });
  if (sub === "overlay") return send(res, 200, table.game.overlay(arg));
  if (sub === "faces.svg") return send(res, 200, faces(), "image/svg+xml");
  if (sub === "replay") { const past = table.game.at(Number(arg)); const s = state(table, as, visitor, past); s.view.choices = []; return send(res, 200, { ...s, last: table.game.seq }); }
  if (sub === "journal") return send(res, 200, "journal", "text/plain");
  if (sub === "events") return listen(req, res, table);
  send(res, 404, { error: "There is nothing at this address." });
}

function mine(visitor) {
  return [...tables.values()].filter((t) => Object.values(t.holders).includes(visitor)).map((t) => ({ id: t.id, game: "battle-of-moscow", scenario: "campaign", title: "The German Drive on Moscow", turn: { n: t.game.turn, of: 3, name: "Oct I" }, decider: t.game.decider, mine: SIDES.map((x) => x.id).filter((s) => t.holders[s] === visitor), seats: {}, finished: t.game.over, updated: 0 }));
}

function game(res, sub, url) {
  if (sub === "grid") return send(res, 200, grid());
  if (sub === "rules") return send(res, 200, RULES);
  send(res, 200, map(url.searchParams.get("theme") ?? "light", url.searchParams.get("layer") ?? "ground"), "image/svg+xml");
}

function listen(req, res, table) {
  res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  res.write(`event: step\nid: ${table.game.seq}\ndata: {"seq":${table.game.seq}}\n\n`);
  table.listeners.add(res);
  req.on("close", () => table.listeners.delete(res));
}

async function file(res, path) {
  const isPage = path === "/" || /^\/(t|join)\//.test(path);
  const name = normalize(isPage ? "/index.html" : path);
  const full = name.startsWith("/assets/") ? join(ROOT, name) : join(ROOT, "web", name);
  try {
    send(res, 200, await readFile(full), TYPES[extname(full)] ?? "application/octet-stream");
  } catch {
    send(res, 404, { error: "There is nothing at this address." });
  }
}

function visitorOf(req, res) {
  const known = /rokada=([a-z0-9]+)/.exec(req.headers.cookie ?? "")?.[1];
  if (known) return known;
  const fresh = Math.random().toString(36).slice(2);
  res.setHeader("set-cookie", `rokada=${fresh}; HttpOnly; SameSite=Strict; Path=/`);
  return fresh;
}

/** @param {number} port 0 for any */
export function serve(port) {
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? "/", "http://127.0.0.1");
    const visitor = visitorOf(req, res);
    const answer = url.pathname.startsWith("/api/") ? api(req, res, url, visitor) : file(res, url.pathname);
    Promise.resolve(answer).catch((error) => { console.error(error); if (!res.headersSent) send(res, 500, { error: "Something went wrong on our side (fault 7q2k); nothing is lost." }); });
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve({ server, url: `http://127.0.0.1:${server.address().port}` })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await serve(Number(process.argv[2] ?? 8941))).url);
