// A stand-in for the rules, only so rich that every state of the client can be seen: pick, move, attack, retreat, wait, end.
// Nothing of it is a rule of any game.

const COLUMNS = 29;
const ROWS = 48;
const PITCH = 100;
const ROW = (PITCH * Math.sqrt(3)) / 2;

export const SIDES = [
  { id: "german", name: "German", letter: "G", face: "#B4BFAA", ink: "#11170D" },
  { id: "russian", name: "Russian", letter: "R", face: "#9C5236", ink: "#FFF3E2" },
];

const pad = (n) => String(n).padStart(2, "0");
export const number = (c, r) => `${pad(c)}${pad(r)}`;
const split = (hex) => [Number(hex.slice(0, 2)), Number(hex.slice(2))];
const hash = (...xs) => xs.reduce((h, x) => Math.imul(h ^ (x + 0x9e37), 0x85ebca6b) >>> 7 ^ Math.imul(h, 31), 7) >>> 0;

const PLACES = { "1508": "Leningrad", "1224": "Vyazma", "1721": "Kalinin", "2024": "Moscow", "1930": "Tula", "0826": "Smolensk", "1035": "Bryansk", "1440": "Orel" };

export function grid() {
  const hexes = {};
  for (let c = 1; c <= COLUMNS; c++) {
    for (let r = 1; r <= ROWS; r++) {
      const n = number(c, r);
      const h = hash(Math.floor(c / 2), Math.floor(r / 2), 3) % 100;
      const terrain = PLACES[n] ? "city" : h < 26 ? "forest" : h < 33 ? "swamp" : "clear";
      hexes[n] = { x: 60 + (c - 1) * PITCH + (r % 2 ? 0 : PITCH / 2), y: 70 + (r - 1) * ROW, terrain, ...(PLACES[n] ? { place: PLACES[n] } : {}) };
    }
  }
  return { orientation: "pointy-top", width: 60 + COLUMNS * PITCH + 60, height: 70 + ROWS * ROW + 40, pitch: PITCH, hexes };
}

const GRID = grid();
const exists = (n) => n in GRID.hexes;

export function neighbours(hex) {
  const [c, r] = split(hex);
  const s = r % 2 ? -1 : 0;
  return [[c - 1, r], [c + 1, r], [c + s, r - 1], [c + s + 1, r - 1], [c + s, r + 1], [c + s + 1, r + 1]].map(([a, b]) => number(a, b)).filter((n) => n.length === 4 && exists(n));
}

const WEAK = [["infantry", "4-4", "XX"], ["armor", "6-8", "XX"], ["motorized", "4-8", "XX"], ["infantry", "3-3", "XXXX"], ["cavalry", "2-6", "XX"]];

function setUp() {
  const units = [];
  const add = (side, i, hex, kind, name) => units.push({ id: `${side.slice(0, 3)}-${i}`, side, hex, kind: WEAK[kind], name, done: false, cut: false });
  let g = 0;
  let r = 0;
  for (let row = 16; row <= 38; row++) {
    const edge = 9 + (hash(row, 5) % 3);
    if (row % 2 === 0) { add("german", ++g, number(edge, row), row % 3 === 0 ? 1 : 0, `${100 + g} ${row % 3 === 0 ? "Panzer" : "Infantry"}`); if (row % 3 === 0) add("german", ++g, number(edge, row), 2, `${g} Motorised`); if (row % 6 === 0) { add("german", ++g, number(edge, row), 0, `${200 + g} Infantry`); add("german", ++g, number(edge, row), 0, `${200 + g} Infantry`); } }
    if (row % 2 === 1 || row % 4 === 0) add("russian", ++r, number(edge + 1 + (hash(row, 1) % 2), row), row % 5 === 0 ? 4 : 3, `${r + 3} ${row % 5 === 0 ? "Cavalry" : "Army"}`);
  }
  add("russian", ++r, "2024", 3, "Moscow garrison");
  return units;
}

const PHASES = [["weather", "Weather", null], ["g-move", "Movement", "german"], ["g-combat", "Combat", "german"], ["r-move", "Movement", "russian"], ["r-combat", "Combat", "russian"], ["end", "End", null]];
const TABLE = ["DE", "EX", "EX", "Db2", "Db2", "Ab1"];
const TEXTS = { DE: "Defender destroyed", EX: "Exchange: both lose", Db2: "Defender retreats 2", Db1: "Defender retreats 1", Ab1: "Attacker retreats 1" };

/** One table of the stand-in game. */
export class Game {
  constructor(seats) {
    this.seats = seats;
    this.units = setUp();
    this.turn = 1;
    this.phase = 1;
    this.seq = 0;
    this.log = [];
    this.steps = [];
    this.boundary = { kind: "beginning", line: 0 };
    this.picked = null;
    this.target = null;
    this.attackers = [];
    this.retreat = null;
    this.over = null;
    this.states = [];
    this.say("phase", "Turn 1, Oct I: fair weather", "WEA-1");
    this.remember();
  }

  get decider() {
    if (this.over) return null;
    return this.retreat ? "russian" : PHASES[this.phase][2];
  }

  save() {
    const { seats, states, steps, log, ...rest } = this;
    return JSON.stringify(rest);
  }

  remember() {
    this.states[this.seq] = this.save();
  }

  at(line) {
    const copy = Object.create(Game.prototype);
    Object.assign(copy, { seats: this.seats, states: [], steps: [], log: this.log }, JSON.parse(this.states[line] ?? this.states[this.states.length - 1]));
    return copy;
  }

  say(kind, text, rule, more = {}) {
    const event = { line: this.seq, kind, text, rules: [rule], units: [], hexes: [], moves: [], code: null, ...more };
    this.log.push(event);
    return event;
  }

  reach(unit) {
    const most = Number(unit.kind[1].split("-")[1]);
    const enemies = new Set(this.units.filter((u) => u.hex && u.side !== unit.side).map((u) => u.hex));
    const zones = new Set([...enemies].flatMap((h) => neighbours(h)));
    const best = new Map([[unit.hex, { cost: 0, path: [unit.hex] }]]);
    const queue = [unit.hex];
    while (queue.length) {
      queue.sort((a, b) => best.get(a).cost - best.get(b).cost);
      const hex = queue.shift();
      const { cost, path } = best.get(hex);
      if (hex !== unit.hex && zones.has(hex)) continue;
      for (const next of neighbours(hex)) {
        const price = GRID.hexes[next].terrain === "forest" ? 2 : GRID.hexes[next].terrain === "swamp" ? 1.5 : 1;
        if (enemies.has(next) || cost + price > most || (best.get(next)?.cost ?? 99) <= cost + price) continue;
        best.set(next, { cost: cost + price, path: [...path, next] });
        queue.push(next);
      }
    }
    best.delete(unit.hex);
    return { best, zones };
  }

  offers() {
    const me = this.decider;
    if (!me) return [];
    if (this.retreat) return this.retreatOffers();
    const own = this.units.filter((u) => u.side === me && u.hex && !u.done);
    if (PHASES[this.phase][0].endsWith("move")) return this.picked ? this.moveOffers() : [...own.map((u) => ({ choice: `unit ${u.id}` })), { choice: "verb done", label: "End movement", primary: true }];
    return this.target ? this.attackOffers(own) : this.targetOffers(own);
  }

  moveOffers() {
    const unit = this.units.find((u) => u.id === this.picked);
    const { best, zones } = this.reach(unit);
    return [...best].map(([hex, { cost, path }]) => ({
      choice: `hex ${hex}`, cost: String(cost).replace(".5", "½").replace(/^0½/, "½"), path,
      ...(zones.has(hex) ? { effects: [{ kind: "stop", text: "Stops: enemy zone of control", rule: "ZOC-2", tone: "warn" }, { kind: "attack-owed", text: "Must attack in the combat phase", rule: "COM-2", tone: "warn" }] } : { effects: [{ kind: "supply", text: "In supply", rule: "SUP-4", tone: "good" }] }),
    }));
  }

  targetOffers(own) {
    const near = new Set(own.flatMap((u) => neighbours(u.hex)));
    const targets = [...new Set(this.units.filter((u) => u.hex && u.side !== this.decider && near.has(u.hex)).map((u) => u.hex))].sort();
    return [...targets.map((h) => ({ choice: `hex ${h}` })), { choice: "verb done", label: "End combat", primary: true }];
  }

  attackOffers(own) {
    const near = new Set(neighbours(this.target));
    const free = own.filter((u) => near.has(u.hex) && !this.attackers.includes(u.id));
    const roll = this.attackers.length ? [{ choice: "verb roll", label: `Attack at ${this.odds().columns[this.odds().to]}`, primary: true }] : [];
    return [...free.map((u) => ({ choice: `unit ${u.id}` })), { choice: "verb cancel", label: "Call off" }, ...roll];
  }

  retreatOffers() {
    const taken = new Set(this.units.filter((u) => u.side === "german").map((u) => u.hex));
    const free = neighbours(this.retreat.hex).filter((h) => !taken.has(h) && split(h)[0] >= split(this.retreat.hex)[0]);
    return [...free.map((h) => ({ choice: `hex ${h}` })), { choice: "verb lose", label: "Destroy the unit instead" }];
  }

  odds() {
    if (!this.target) return null;
    const strength = (u) => Number(u.kind[1].split("-")[0]);
    const attackers = this.attackers.map((id) => this.units.find((u) => u.id === id));
    const defenders = this.units.filter((u) => u.hex === this.target);
    const doubled = GRID.hexes[this.target].terrain === "city" ? 2 : 1;
    const [a, d] = [attackers.reduce((n, u) => n + strength(u), 0), defenders.reduce((n, u) => n + strength(u), 0) * doubled];
    const columns = ["1:3", "1:2", "1:1", "2:1", "3:1", "5:1", "7:1"];
    const from = a >= 7 * d ? 6 : a >= 5 * d ? 5 : a >= 3 * d ? 4 : a >= 2 * d ? 3 : a >= d ? 2 : a * 2 >= d ? 1 : 0;
    const to = Math.max(0, GRID.hexes[this.target].terrain === "forest" ? from - 1 : from);
    const rolls = new Map();
    TABLE.forEach((code, i) => rolls.set(code, [...(rolls.get(code) ?? []), i + 1]));
    const good = { DE: this.decider, Db2: this.decider, EX: null, Ab1: SIDES.find((x) => x.id !== this.decider)?.id };
    const attacker = PHASES[this.phase][2];
    return {
      targets: [this.target], attackers: this.attackers, attacker, strength: { attacker: String(a), defender: String(d) },
      strengths: [...attackers.map((u) => ({ side: attacker, text: u.name, value: String(strength(u)), rules: ["COM-4"] })), ...defenders.map((u) => ({ side: u.side, text: `${u.name}${doubled > 1 ? ", doubled in a city" : ""}`, value: String(strength(u) * doubled), rules: ["COM-4", "TER-4"] }))],
      columns, from, to, shifts: from === to ? [] : [{ side: "russian", text: "Forest", value: "−1", rules: ["TER-3"] }], dice: { number: 1, sides: 6 },
      modifiers: [{ side: "german", text: "Demoralised defenders", value: "−1", rules: ["DEM-2"] }],
      outcomes: attackers.length ? [...rolls].map(([code, list]) => ({ code, text: TEXTS[code], rolls: list, p: { num: list.length, den: 6 }, good_for: good[code] ?? null })) : [], belief: null,
    };
  }

  prompt() {
    if (this.over) return null;
    const unit = this.units.find((u) => u.id === this.picked);
    const left = this.units.filter((u) => u.side === this.decider && u.done).length;
    const all = this.units.filter((u) => u.side === this.decider).length;
    if (this.retreat) return { text: `Retreat ${this.retreat.name}: choose a hex`, facts: ["Step 1 of 2"], stages: ["combat", "retreat"] };
    if (PHASES[this.phase][0].endsWith("move")) return { text: unit ? `Choose a destination for ${unit.name}` : "Choose a unit to move", facts: [`${left} of ${all} counters moved`], stages: ["movement"] };
    return { text: this.target ? (this.attackers.length ? "Add attackers, or roll" : `Choose attackers against ${this.target}`) : "Choose a hex to attack", facts: [], stages: ["combat"] };
  }

  owed() {
    if (this.decider !== "german" || PHASES[this.phase][0] !== "g-combat") return [];
    const owing = this.units.filter((u) => u.side === "german" && !u.done && this.units.some((e) => e.side === "russian" && e.hex && neighbours(u.hex).includes(e.hex))).slice(0, 3);
    return owing.length ? [{ text: `${owing.length} may attack`, rule: "COM-2", units: owing.map((u) => u.id), hexes: [] }] : [];
  }

  why(choice) {
    const [kind, name] = choice.split(" ");
    const unit = this.units.find((u) => u.id === name);
    if (kind === "verb") return { text: "Finish the move first: a unit is picked.", rules: ["MOV-2"], because: { units: this.picked ? [this.picked] : [], hexes: [], sides: [] } };
    if (unit && unit.side !== this.decider) return { text: `${unit.name} is not yours to choose.`, rules: ["SEQ-1"], because: { units: [unit.id], hexes: [], sides: [] } };
    if (unit) return { text: `${unit.name} has already acted in this phase.`, rules: ["MOV-1"], because: { units: [unit.id], hexes: [], sides: [] } };
    const enemy = this.units.find((u) => u.hex && u.side !== this.decider && neighbours(u.hex).includes(name));
    if (enemy && this.picked) return { text: `${name} lies beyond the zone of control of ${enemy.name}.`, rules: ["ZOC-2", "R17"], because: { units: [enemy.id], hexes: neighbours(enemy.hex), sides: [] } };
    return { text: this.picked ? `${name} is out of reach of this unit.` : "There is nothing of yours to choose here.", rules: ["MOV-1"], because: { units: [], hexes: [], sides: [] } };
  }

  choose(choice) {
    const was = this.decider;
    const before = this.save();
    const [kind, name] = choice.split(" ");
    this.seq += 1;
    const first = this.log.length;
    this.steps.unshift({ line: this.seq, before, log: first });
    if (this.retreat) this.chooseRetreat(kind, name);
    else if (kind === "unit") this.chooseUnit(name);
    else if (kind === "hex") this.chooseHex(name);
    else this.chooseVerb(name);
    if (this.decider !== was) { this.steps = []; this.boundary = { kind: "passed", line: this.seq }; }
    this.remember();
    return this.log.slice(first);
  }

  chooseUnit(name) {
    if (this.target) this.attackers.push(name);
    else this.picked = name;
  }

  chooseHex(hex) {
    if (!PHASES[this.phase][0].endsWith("move")) return void (this.target = hex);
    const unit = this.units.find((u) => u.id === this.picked);
    const { path } = this.reach(unit).best.get(hex);
    this.say("moved", `${unit.name} moves to ${hex}`, "MOV-1", { units: [unit.id], hexes: [hex], moves: [{ unit: unit.id, path }] });
    Object.assign(unit, { hex, done: true });
    this.picked = null;
  }

  chooseVerb(name) {
    if (name === "cancel") return Object.assign(this, { target: null, attackers: [] });
    if (name === "roll") return this.roll();
    this.units.forEach((u) => { u.done = false; });
    this.phase += 1;
    if (this.phase >= 5) [this.phase, this.turn] = [1, this.turn + 1];
    if (this.turn > 3) return this.end();
    this.say("phase", `Turn ${this.turn}: ${PHASES[this.phase][1]}`, "SEQ-1");
  }

  roll() {
    const die = 4;
    const code = TABLE[die - 1];
    const odds = this.odds();
    this.say("declared", `Attack on ${this.target} at ${odds.columns[odds.to]}`, "COM-3", { hexes: [this.target], units: [...this.attackers] });
    this.say("rolled", `Die ${die}: ${code}, ${TEXTS[code].toLowerCase()}`, "CRT-1", { hexes: [this.target], code, rolls: [die] });
    this.boundary = { kind: "dice", line: this.seq };
    this.steps = [];
    for (const id of this.attackers) this.units.find((u) => u.id === id).done = true;
    const unit = this.units.find((u) => u.hex === this.target);
    this.retreat = { id: unit.id, name: unit.name, hex: this.target, left: 2 };
  }

  chooseRetreat(kind, name) {
    const unit = this.units.find((u) => u.id === this.retreat.id);
    if (kind === "verb") {
      this.say("eliminated", `${unit.name} is destroyed`, "CRT-4", { units: [unit.id], hexes: [unit.hex] });
      unit.hex = null;
      this.retreat = null;
    } else {
      this.say("retreated", `${unit.name} retreats to ${name}`, "CRT-5", { units: [unit.id], hexes: [name], moves: [{ unit: unit.id, path: [unit.hex, name] }] });
      unit.hex = name;
      this.retreat = this.retreat.left > 1 ? { ...this.retreat, hex: name, left: this.retreat.left - 1 } : null;
    }
    if (!this.retreat) Object.assign(this, { target: null, attackers: [] });
  }

  undo() {
    const step = this.steps.shift();
    if (!step) return false;
    const { seq } = this;
    Object.assign(this, JSON.parse(step.before));
    this.log.length = step.log;
    this.seq = seq + 1;
    this.remember();
    return true;
  }

  end() {
    this.over = { winner: "russian", class: "marginal", text: "Russian marginal victory", rules: ["VIC-1"] };
    this.say("ended", "Moscow holds: Russian marginal victory", "VIC-1");
  }

  view(as) {
    const mine = as === this.decider;
    const prompt = this.prompt();
    return {
      turn: { n: this.turn, of: 3, name: ["Oct I", "Oct II", "Oct III", "Oct IV"][this.turn - 1] ?? "", phases: PHASES.map(([id, label, side], i) => ({ id, label, side, state: i < this.phase ? "past" : i === this.phase ? "now" : "next" })) },
      prompt: prompt && { decider: this.decider, mine, secret: false, ...prompt }, choices: mine ? this.offers() : [], owed: this.owed(),
      units: this.units.filter((u) => u.hex).map((u) => this.show(u)), boxes: this.boxes(),
      tracks: [{ id: "weather", label: "weather", value: "Fair", rule: "WEA-1", items: [{ text: "Fair in October I", rule: "WEA-1" }] }, { id: "points", label: "cities", value: "3", rule: "VIC-2", items: [{ text: "Smolensk", rule: "VIC-2" }] }],
      points: { verdict: "Russian marginal victory", items: [{ text: "Moscow", value: "4", rule: "VIC-1", hexes: ["2024"], side: "russian" }, { text: "Smolensk", value: "1", rule: "VIC-2", hexes: ["0826"], side: "german" }] },
      odds: this.retreat ? null : this.odds(), control: this.control(), overlays: ["zones", "supply", "control"], outcome: this.over,
    };
  }

  show(u) {
    const level = this.units.filter((x) => x.hex === u.hex).indexOf(u);
    const badges = u.id === "rus-4" ? [{ kind: "unsupplied", value: 2, text: "Out of supply", rule: "SUP-5" }] : [];
    return { unit: u.id, name: u.name, hex: u.hex, side: u.side, level, face: { nation: u.side, symbol: u.kind[0], size: u.kind[2], figures: u.kind[1], formation: "" }, badges, done: u.done, f: `f-${u.side}-${u.kind[0]}-${u.kind[1]}` };
  }

  boxes() {
    const unit = (i, side, kind) => ({ unit: `box-${side}-${i}`, name: `${i} reserve`, hex: null, side, level: 0, face: { figures: WEAK[kind][1] }, badges: [], done: false, f: `f-${side}-${WEAK[kind][0]}-${WEAK[kind][1]}` });
    const lost = this.units.filter((u) => !u.hex).map((u) => this.show(u));
    return [{ id: "r2", title: "Reinforcements", turn: 2, side: "russian", units: [unit(1, "russian", 3), unit(2, "russian", 4)] }, { id: "g3", title: "Reinforcements", turn: 3, side: "german", units: [unit(3, "german", 1)] }, { id: "dead", title: "Destroyed", turn: null, side: null, units: lost }];
  }

  control() {
    const germans = [];
    const russians = [];
    for (const n of Object.keys(GRID.hexes)) (split(n)[0] < 10 + (hash(split(n)[1], 5) % 3) ? germans : russians).push(n);
    return [{ kind: "control", side: "german", hexes: germans }, { kind: "control", side: "russian", hexes: russians }];
  }

  overlay(kind) {
    if (kind === "control") return { areas: this.control(), paths: [], notes: [] };
    const zone = (side) => [...new Set(this.units.filter((u) => u.side === side && u.hex).flatMap((u) => [u.hex, ...neighbours(u.hex)]))];
    if (kind === "zones") return { areas: SIDES.map((x) => ({ kind: "zone", side: x.id, hexes: zone(x.id) })), paths: [], notes: [] };
    const row = (hex) => { const [c, r] = split(hex); return Array.from({ length: c }, (_, i) => number(i + 1, r)); };
    return { areas: [], paths: this.units.filter((u) => u.side === "german" && u.hex).slice(0, 12).map((u) => row(u.hex)), notes: [{ unit: "rus-4", hex: this.units.find((u) => u.id === "rus-4")?.hex ?? "2024", kind: "cut", text: "No way to a supply source", rule: "SUP-5" }] };
  }
}
