// The shapes of what the server sends; docs/src/protocol.md says what each field means.

/** @typedef {{id: string, name: string, letter: string, face: string, ink: string}} Side */
/** @typedef {{id: string, values: string[], text: string, rule: string}} Option */
/** @typedef {{id: string, title: string, blurb: string, turns: number, carries_on?: string, options: Option[]}} Scenario */
/** @typedef {{id: string, name: string, note: string}} Bot */
/** @typedef {{id: string, title: string, subtitle: string, blurb: string, designer: string, year: number, complexity: number, reconstructed?: string, sides: Side[], scenarios: Scenario[], bots: Bot[]}} Game */
/** @typedef {{id: string, game: string, scenario: string, title: string, turn: {n: number, of: number, name: string}, decider: string | null, mine: string[], seats: Record<string, Seat>, finished?: any, damaged?: boolean, updated: any}} TableCard */
/**
 * `who` is me, person, open or bot:LEVEL; `invites` where this reader may make a link.
 * @typedef {{who: string, name?: string, invites?: boolean}} Seat
 */
/**
 * A key link.
 * @typedef {Object} Key
 * @property {number} id
 * @property {number} made
 * @property {number} opened
 * @property {number | null} last
 * @property {number} browsers
 */
/** @typedef {{kind: string, text: string, rule: string, tone: string}} Effect */
/** @typedef {{choice: string, label?: string, cost?: string, path?: string[], effects?: Effect[], primary?: boolean}} Offer */
/** @typedef {{text: string, groups: string[][], column?: string, main?: boolean}} Bundle */
/** @typedef {{targets: string[], attackers: string[], column?: string}} Battle */
/** @typedef {{group: number, refusal: Refusal}} LeftOut */
/** @typedef {{kind: string, value: number | null, text: string, rule: string}} Badge */
/**
 * `profile` says in words what its figures mean, its steps and its supply.
 * @typedef {{unit: string, name: string, hex: string | null, side: string, formation?: string, level: number, face: Record<string, any>, back?: {face: Record<string, any>, f: string}, badges: Badge[], profile?: string, done: boolean, f: string}} Unit
 */
/** @typedef {{id: string, title: string, turn?: number | null, side?: string | null, units: Unit[]}} Box */
/** @typedef {{id: string, label: string, value: string, rule: string, items: {text: string, rule: string}[]}} Track */
/** @typedef {{hex: string, side: string, kind: string, n: number, text: string, rule: string}} Sign */
/** @typedef {{text: string, rule: string, units: string[], hexes: string[]}} Owed */
/** @typedef {{side: string, text: string, value: string, rules: string[]}} OddsItem */
/** @typedef {{code: string, text: string, rolls: number[], p: {num: number, den: number}, good_for: string | null}} OddsOutcome */
/** @typedef {{targets: string[], attackers: string[], attacker: string, strength: {attacker: string, defender: string}, strengths: OddsItem[], columns: string[], from: number, to: number, shifts: OddsItem[], dice: {number: number, sides: number}, modifiers: OddsItem[], outcomes: OddsOutcome[], belief?: string | null}} Odds */
/** @typedef {{kind: string, side: string | null, hexes: string[]}} Area */
/** @typedef {{areas: Area[], paths: string[][], notes: {unit: string | null, hex: string, kind: string, text: string, rule: string}[]}} Overlay */
/** @typedef {{text: string, value: string, rule: string, hexes: string[], side: string | null}} PointItem */
/**
 * `text` asks the decider, and tells everybody else what he is doing ("choosing losses"); `places` are the hexes it is about.
 * @typedef {{decider: string, mine: boolean, text: string, places?: string[], facts: string[], stages: string[], secret: boolean}} Prompt
 */
/** @typedef {{id: string, label: string, side: string | null, state: "past" | "now" | "next" | "skipped"}} Phase */
/**
 * @typedef {Object} View
 * @property {{n: number, of: number, name: string, phases: Phase[]}} turn
 * @property {Prompt | null} prompt
 * @property {Offer[]} choices
 * @property {Bundle[]} bundles choices that can be made together
 * @property {string[]} picked the counters that the present action has in hand
 * @property {boolean} [leads] whether counters are sent to hexes here, and others after the one in hand
 * @property {Sign[]} [signs] what lies on the map beside the counters
 * @property {Owed[]} owed
 * @property {Owed[]} [reminders] what may have been forgotten if the step ended now
 * @property {Unit[]} units
 * @property {Box[]} boxes
 * @property {Track[]} tracks
 * @property {{standing: string, verdict: string, items: PointItem[]}} points
 * @property {Odds | null} odds
 * @property {Battle[]} battles combats that are being built or declared, and not resolved
 * @property {Area[]} control
 * @property {string[]} overlays
 * @property {{winner: string | null, class: string, text: string, rules: string[]} | null} outcome
 */
/** @typedef {{line: number, kind: string, text: string, rules: string[], units: string[], hexes: string[], moves: {unit: string, path: string[]}[], code: string | null, result?: string, rolls?: number[], total?: number, breakthrough?: boolean, reason?: string}} Event */
/** @typedef {{steps: number[], boundary: {kind: string, line?: number} | null}} Undo */
/** @typedef {{id: string, text: string, on: boolean}} Order */
/** @typedef {{scenario: string, title: string, table?: string}} Next */
/** @typedef {{table: string, seq: number, tag?: string, game: string, scenario: string, as: string, seats: Record<string, Seat>, sealed?: boolean, yours: boolean, bot?: {held: boolean, pace: number}, undo: Undo, orders: Order[], next?: Next, view: View, events?: Event[], left_out?: LeftOut[]}} State */
/** @typedef {{text: string, rules: string[], because?: {units: string[], hexes: string[], sides: string[]}}} Refusal */
/** @typedef {{x: number, y: number, terrain: string, place?: string}} HexInfo */
/** @typedef {{orientation: string, width: number, height: number, pitch: number, theme: string, pictures?: {ground: string, names: string}, hexes: Record<string, HexInfo>}} GridData */
/** @typedef {{sections: {title: string, rules: {number: string, text: string}[]}[], rulings: {number: string, text: string}[]}} Digest */
/** @typedef {{win: string[], lose: string[], first: string[], rules: string[]}} SideBriefing */
/** @typedef {{situation: string, length: string, objectives: string[]} & Record<string, SideBriefing | any>} Briefing */
/** @typedef {{line: number, turn: number, value: number}} Sample */
/** @typedef {{text?: string, side: string | null, rule?: string, values: Sample[]}} Series */
/** @typedef {{kind: "good" | "bad", expected: string, got: number, luck: string, usual: number}} LuckRow */
/** @typedef {{turns: {line: number, n: number, name: string}[], points: Series[], losses: Series[], luck: {side: string, attacks: number, rows: LuckRow[]}[], dice: {sides: number, counts: number[]}[]}} History */
/** @typedef {{commitments: string[], from: number, secrets?: string[]}} DiceProof */
/** @typedef {{x: number, y: number}} Point */

export {};
