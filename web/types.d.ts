// The shapes of what is sent and answered. Made from the types of the server; docs/src/protocol.md says how they are used.

/** What a bot would do. */
export type Advice = {
  /** How often the side has asked in this game. */
  asked: number;
  /** What it would choose, one after another, as a journal writes it: as far as its action goes before dice fall. */
  choices: string[];
  /** Why. */
  reason?: string;
  /** The rules that the reason names. */
  rules?: string[];
  /** The line that it answers. */
  seq: number;
};

/** A set of hexes. */
export type Area = {
  /** Its hexes. */
  hexes: string[];
  /** What it is. */
  kind: string;
  /** Whose. */
  side: string | null;
};

/** A choice that is only asked about. */
export type Asking = {
  /** The side it is done for. */
  as: string;
  /** The choice, offered or not. */
  choice: string;
};

/** The other side of a counter. */
export type Back = {
  /** The name of its symbol. */
  f: string;
  /** What is printed on it. */
  face: Face;
};

/** A marker on a counter. */
export type Badge = {
  /** Its shape. */
  kind: string;
  /** The rule. */
  rule: string;
  /** What it means. */
  text: string;
  /** A figure on it. */
  value: number | null;
};

/** A combat that is being built or declared. */
export type Battle = {
  /** The attackers. */
  attackers: string[];
  /** The column as it stands. */
  column?: string;
  /** The attacked hexes. */
  targets: string[];
};

/** The things on the map that are the reason for a refusal. */
export type Because = {
  /** Hexes. */
  hexes: string[];
  /** Hexsides. */
  sides: string[];
  /** Counters. */
  units: string[];
};

/** The table that a request has led to. */
export type Begun = {
  /** The links to its open seats, by side, where it was made here. */
  invites?: Record<string, string>;
  /** The side that was joined. */
  side?: string;
  /** Its name in addresses. */
  table: string;
};

/** What a bot does. */
export type BotDoing = "thinks" | "weighs" | "played" | "stopped";

/** A program that plays. */
export type BotInfo = {
  /** Its level. */
  id: string;
  /** What it is called. */
  name: string;
  /** How it plays. */
  note: string;
};

/** What is told of the bots of a table: how they are held, and what one of them does. */
export type BotNote = {
  /** How long it may think. */
  budget_ms?: number;
  /** How often that was set: of two tellings the one with more holds. */
  changes: number;
  /** Whether somebody has stopped them. */
  held: boolean;
  /** The pause after each choice in milliseconds. */
  pace: number;
  /** The line that it answers, or has made. */
  seq?: number;
  /** The side of the one that does something. */
  side?: string;
  /** What it does. */
  state?: BotDoing;
  /** What it weighs, in words. */
  weighs?: string;
};

/** How the bots of a table are held. */
export type Bot = {
  /** How often that was set: of two tellings the one with more holds. */
  changes: number;
  /** Whether somebody has stopped them. */
  held: boolean;
  /** The pause after each choice in milliseconds. */
  pace: number;
};

/** What nothing goes back behind. */
export type BoundaryKind = "beginning" | "dice" | "revealed" | "passed";

/** Why undo goes no further back. */
export type Boundary = {
  /** What kind. */
  kind: BoundaryKind;
  /** In which line. */
  line: number;
};

/** A box beside the map. */
export type Box = {
  /** Its id. */
  id: string;
  /** Whose it is. */
  side: string | null;
  /** Its title. */
  title: string;
  /** When its contents arrive. */
  turn: number | null;
  /** The counters in it. */
  units: Unit[];
};

/** A box with the counters in it by their names. */
export type BoxSteps = {
  /** Its id. */
  id: string;
  /** Whose it is. */
  side: string | null;
  /** Its title. */
  title: string;
  /** When its contents arrive. */
  turn: number | null;
  /** How its counters became others. */
  units: Steps;
};

/** A line of a table from which another table goes on. */
export type Branching = {
  /** The line. */
  line: number;
  /** For each side `me`, `link` or `bot:LEVEL`. */
  seats: Record<string, string>;
};

/** What a player reads before the first turn of a scenario. */
export type Briefing = {
  /** How long it takes. */
  length: string;
  /** The places it is about, as the map names them. */
  objectives: string[];
  /** The situation, in a paragraph. */
  situation: string;
} & Record<string, any>;

/** What came of an opened key link. */
export type Brought = {
  /** How many tables of this browser became the person's too. */
  brought: number;
};

/** Choices that can be made together. */
export type Bundle = {
  /** The column of the combat that it leads to. */
  column?: string;
  /** The choices as they are sent back, group by group. */
  groups: string[][];
  /** Whether its button is the main one. */
  main?: boolean;
  /** What its button says. */
  text: string;
};

/** What has changed since the view that was named. */
export type Changes = {
  /** All boxes, if one came or went or has another title. */
  all_boxes?: BoxSteps[];
  /** Who controls which hexes, if the areas are others. */
  areas?: Area[];
  battles?: Battle[];
  /** How the counters in the boxes became others. */
  boxes?: Record<string, Steps>;
  bundles?: Bundle[];
  /** The offers, if any is another. */
  choices?: Offers;
  /** The number of the area to which a hex went; null if to none. */
  control?: Record<string, number | null>;
  leads?: boolean;
  /** How the counters on the map became others. */
  map?: Steps;
  odds?: Odds | null;
  outcome?: Outcome | null;
  owed?: Owed[];
  picked?: string[];
  points?: Points;
  prompt?: Prompt | null;
  reminders?: Owed[];
  signs?: Sign[];
  tracks?: Track[];
  turn?: Turn;
  /** Every counter that is another, whole. */
  units?: Unit[];
};

/** A choice that answers a line. */
export type Choosing = {
  /** The side it is done for. */
  as: string;
  /** The choice as it was offered. */
  choice: string;
  /** The tag of the view that the visitor holds. */
  have?: string | null;
  /** The line that it answers. */
  seq: number;
};

/** Choices that answer a line together, group by group. */
export type ChoosingGroups = {
  /** The side it is done for. */
  as: string;
  /** The choices, group by group. */
  groups: string[][];
  /** The tag of the view that the visitor holds. */
  have?: string | null;
  /** The line that it answers. */
  seq: number;
};

/** How the dice of a table can be checked. */
export type DiceProof = {
  /** The hashes in the head of the journal. */
  commitments: string[];
  /** The first line they hold for. */
  from: number;
  /** What they are the hashes of. */
  secrets?: string[];
};

/** Which dice will be thrown: `number` dice of `sides` sides. */
export type DiceShape = {
  /** How many. */
  number: number;
  /** With how many sides. */
  sides: number;
};

/** How often the dice of one kind showed each value. */
export type Die = {
  /** How often each value from 1 was thrown. */
  counts: number[];
  /** The number of sides. */
  sides: number;
};

/** The digest of a game's rules. */
export type Digest = {
  /** What was decided where the rules are silent. */
  rulings: DigestRule[];
  /** Its sections. */
  sections: DigestSection[];
};

/** A rule or a ruling. */
export type DigestRule = {
  /** Its number. */
  number: string;
  /** What it says. */
  text: string;
};

/** A section of a digest. */
export type DigestSection = {
  /** Its rules. */
  rules: DigestRule[];
  /** Its title. */
  title: string;
};

/** It was done, and there is nothing to say. */
export type Done = {};

/** Something that follows from a choice. */
export type Effect = {
  /** What kind. */
  kind: string;
  /** The rule. */
  rule: string;
  /** In words. */
  text: string;
  /** `good`, `warn` or `bad`. */
  tone: string;
};

/** Why something was not done. */
export type Error = {
  /** One sentence. */
  error: string;
};

/** What happened, with what the bot that chose it says of it. */
export type Event = {
  /** Whether counters went where the enemy's line was. */
  breakthrough?: boolean;
  /** The code of the result, if a table was read. */
  code: string | null;
  /** The hexes it is about. */
  hexes: string[];
  /** What kind of thing. */
  kind: EventKind;
  /** The line of the journal in which it happened. */
  line: number;
  /** The ways counters went. */
  moves: Move[];
  /** Why the bot chose so. */
  reason?: string;
  /** The rules that its reason names. */
  reason_rules?: string[];
  /** What that result means, in words. */
  result?: string;
  /** The dice as they fell. */
  rolls?: number[];
  /** The rules that made it so. */
  rules: string[];
  /** The sentence. */
  text: string;
  /** The sum that was looked up, with all modifiers. */
  total?: number;
  /** The counters it is about. */
  units: string[];
};

/** What kind of thing happened; the interface chooses an icon by it. */
export type EventKind = "phase" | "moved" | "placed" | "declared" | "rolled" | "retreated" | "eliminated" | "supplied" | "controlled" | "revealed" | "changed" | "ended";

/** The face of a counter. Every field is what stands on it; nothing here is a rule.  A viewer who may not see a counter gets a face with `hidden` set and nothing else that tells. What is not on a face is not written either: a table has hundreds of them. */
export type Face = {
  /** The figures at the foot, as printed: `4-3`, `3-2-4`, `0-1-0`. */
  figures?: string;
  /** The text at the right of the box: its formation. */
  formation?: string;
  /** Whether this viewer may not see the counter: only `nation` and perhaps `symbol` are true. */
  hidden?: boolean;
  /** The palette: `german`, `ss`, `luftwaffe`, `soviet`, `soviet-guards`, `finnish`, `french`, ... */
  nation: string;
  /** Whether values on it are reconstructed. */
  reconstructed?: boolean;
  /** Which way the counter lies: empty, `transport`, `reduced`, `untried`, `masked`. */
  setup?: string;
  /** The size mark: `I`, `II`, `III`, `X`, `XX`, `XXX`, `XXXX`, `G`, `KG` or nothing. */
  size?: string;
  /** The colours of its stars, at most two: `black`, `white`, `yellow`, `blue`, `red` or nothing. */
  star?: string;
  /** Steps left and steps in all; one-step units show none. */
  steps: [number, number];
  /** The symbol in the box: `infantry`, `motorized`, `mechanized`, `armor`, `cavalry`, `recon`, `artillery`, `sp-artillery`, `assault-gun`, `rockets`, `anti-tank`, `paratroop`, `security`, `partisan`, `worker`, `fortification`, `replacement`, `hq`, `supply`, `air`, `helicopter`, ... */
  symbol?: string;
  /** The number of the tint of the symbol box, by formation. */
  tint?: number;
  /** The text at the left of the box: the unit's own number or name. */
  unit?: string;
};

/** How a game ended. */
export type Finished = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The verdict. */
  text: string | null;
};

/** For which side. */
export type ForSide = {
  /** The side it is done for. */
  as: string;
  /** The tag of the view that the visitor holds. */
  have?: string | null;
};

/** A game on the shelf. */
export type Game = {
  /** One sentence about it. */
  blurb: string;
  /** The programs that play it. */
  bots: BotInfo[];
  /** How hard it is, from 1 to 5. */
  complexity: number;
  /** Who designed it. */
  designer: string;
  /** Its id. */
  id: string;
  /** What of it is reconstructed; empty if nothing is. */
  reconstructed: string;
  /** Its scenarios, in the order they are shown. */
  scenarios: Scenario[];
  /** Its sides. */
  sides: Side[];
  /** Its second title. */
  subtitle: string;
  /** Its title. */
  title: string;
  /** When it was published. */
  year: number;
};

/** There is nothing to say: the seats are those of the table before. */
export type GoingOn = {};

/** Where the hexes lie on the map picture, in its units. */
export type Grid = {
  /** The credit lines of the data it was made from. */
  credit: string[];
  /** Its height. */
  height: number;
  /** The hexes by their numbers. */
  hexes: Record<string, HexInfo>;
  /** Where north is, in degrees clockwise from the top. */
  north: number;
  /** Which way the hexes stand. */
  orientation: Orientation;
  /** The tags by which the pictures may be kept. */
  pictures?: GridPictures;
  /** How far two hexes are apart. */
  pitch: number;
  /** What of it is reconstructed; empty if nothing is. */
  reconstructed: string;
  /** The width of the picture. */
  width: number;
};

/** The tags of the layers of a picture. */
export type GridPictures = {
  /** The ground. */
  ground: string;
  /** The names. */
  names: string;
};

/** How the house is. */
export type Health = {
  /** Whether what is played can be stored. */
  ok: boolean;
  /** How many tables are in memory. */
  tables: number;
  /** The version of the program. */
  version: string;
};

/** A hex on the picture. */
export type HexInfo = {
  /** The place in it. */
  place?: string;
  /** What is printed in it, in words. */
  terrain: string;
  /** Where its centre is, to the right. */
  x: number;
  /** Where its centre is, downwards. */
  y: number;
};

/** How a game went. */
export type History = {
  /** The dice as they fell. */
  dice: Die[];
  /** Counters lost so far, after each turn. */
  losses: Series[];
  /** What the dice did, against what the shown odds said. */
  luck: Luck[];
  /** What counts towards victory, after each turn. */
  points: Series[];
  /** The lines at which turns began. */
  turns: TurnBegun[];
};

/** What the bots are to do. */
export type Hold = "stop" | "go" | "now";

/** How the bots of a table are held. */
export type Holding = {
  /** What they are to do. */
  do?: Hold | null;
  /** The pause after each choice in milliseconds. */
  pace?: number | null;
};

/** An invitation. */
export type Invitation = {
  /** The secret of the link. */
  secret: string;
};

/** A link that gives a seat to whoever opens it. */
export type InviteLink = {
  /** Whole where the house has a public URL, else a path. */
  url: string;
};

/** The seat that wants another invitation. */
export type Inviting = {
  /** The side of the seat. */
  side: string;
};

/** A key link of a person, as he is told of it. */
export type Key = {
  /** How many browsers are signed in by it. */
  browsers: number;
  /** Its number. */
  id: number;
  /** When it was opened last. */
  last: number | null;
  /** When it was made, in milliseconds since 1970. */
  made: number;
  /** How often it was opened. */
  opened: number;
};

/** A key link that was made. */
export type KeyMade = {
  /** Its number. */
  id: number;
  /** The link. It is told only here. */
  url: string;
};

/** The key links of a person. */
export type Keys = {
  /** All of them. */
  keys: Key[];
};

/** A group of choices that the rules refused. */
export type LeftOut = {
  /** Which of the groups. */
  group: number;
  /** Why. */
  refusal: Refusal;
};

/** A table of which something cannot be read. */
export type ListedDamaged = {
  /** Always true. */
  damaged: boolean;
  /** Its name in addresses. */
  id: string;
  /** Nothing is known of the seats. */
  mine: [];
  /** What it is called. */
  title: string;
  /** When something happened there last, in milliseconds since 1970. */
  updated: number;
  /** Nobody waits. */
  waits: boolean;
};

/** A table that can be opened. */
export type ListedTable = {
  /** Whose decision it is. */
  decider: string | null;
  /** How it ended. */
  finished?: Finished;
  /** The game. */
  game: string;
  /** Its name in addresses. */
  id: string;
  /** The sides that the person plays. */
  mine: string[];
  /** The scenario. */
  scenario: string;
  /** Who sits where, by side. */
  seats: Record<string, Seat>;
  /** What it is called. */
  title: string;
  /** Where it stands in time. */
  turn: TurnBrief;
  /** When something happened there last, in milliseconds since 1970. */
  updated: number;
  /** Whether it is his decision. */
  waits: boolean;
};

/** What happened after a line. It is put together from parts, too. */
export type Log = {
  /** What happened. */
  events: Event[];
  /** The line after which it begins: earlier than asked for if an undo went back behind it. */
  from: number;
  /** The last line of the table. */
  seq: number;
};

/** For whom results are good. */
export type LuckKind = "good" | "bad";

/** One figure of luck, with one decimal, and how usual such a difference is. */
export type LuckRow = {
  /** How many were to be expected. */
  expected: string;
  /** How many came. */
  got: number;
  /** Which results are counted. */
  kind: LuckKind;
  /** The difference. */
  luck: string;
  /** In how many of a hundred games the difference would be as large or larger. */
  usual: number;
};

/** The luck of one attacker. */
export type Luck = {
  /** How often. */
  attacks: number;
  /** The figures. */
  rows: LuckRow[];
  /** Who attacked. */
  side: string;
};

/** Nothing is said when a key link is made. */
export type Making = {};

/** The way a counter went. */
export type Move = {
  /** Its path, both ends included. */
  path: string[];
  /** The counter. */
  unit: string;
};

/** The scenario that goes on from a game that is over, and where it is played. */
export type Next = {
  /** Its id. */
  scenario: string;
  /** The table at which it is played, once somebody has opened it. */
  table?: string;
  /** Its title. */
  title: string;
};

/** A counter or hex with something to say about it. */
export type Note = {
  /** Where. */
  hex: string;
  /** What kind. */
  kind: string;
  /** The rule. */
  rule: string;
  /** In words. */
  text: string;
  /** The counter. */
  unit: string | null;
};

/** One thing that counts towards the odds. */
export type OddsItem = {
  /** The rules. */
  rules: string[];
  /** Whose it is. */
  side: string;
  /** What it is. */
  text: string;
  /** What it adds. */
  value: string;
};

/** One result of a combat. */
export type OddsOutcome = {
  /** The code as printed. */
  code: string;
  /** For whom it is good. */
  good_for: string | null;
  /** How likely it is. */
  p: Probability;
  /** The modified rolls that give it. */
  rolls: number[];
  /** In plain words. */
  text: string;
};

/** A combat before the dice. */
export type Odds = {
  /** Who attacks. */
  attacker: string;
  /** The attacking counters. */
  attackers: string[];
  /** What of this can only be believed. */
  belief: string | null;
  /** All columns of the table. */
  columns: string[];
  /** Which dice will be thrown. */
  dice: DiceShape;
  /** The column before shifts. */
  from: number;
  /** What is added to the roll. */
  modifiers: OddsItem[];
  /** The results. */
  outcomes: OddsOutcome[];
  /** What shifts the column. */
  shifts: OddsItem[];
  /** The strengths of both. */
  strength: Strength;
  /** What was added up to get them. */
  strengths: OddsItem[];
  /** The attacked hexes. */
  targets: string[];
  /** The column that will be used. */
  to: number;
};

/** A legal choice. */
export type Offer = {
  /** The choice as it is sent back. */
  choice: string;
  /** The cost to get there. */
  cost?: string;
  /** What follows. */
  effects?: Effect[];
  /** What its button says. */
  label?: string;
  /** The way there. */
  path?: string[];
  /** Whether it is the main button. */
  primary?: boolean;
};

/** Offers in few words: runs of plain counters and hexes by their names alone, destinations as lists, effects that several have told once, and ways that go on from another destination by their last step only. */
export type Offers = {
  /** What follows from choices, each list once. */
  effects?: Effect[][];
  /** The offers in their order. */
  runs: Run[];
};

/** A key link that is opened. */
export type Opening = {
  /** What becomes of seats that this browser has already. */
  seats?: OwnSeats | null;
  /** What stands after `#` in the link. */
  secret: string;
};

/** An option as the file of a scenario says it. */
export type Option = {
  /** Its name. */
  id: string;
  /** The rule or ruling it switches. */
  rule: string;
  /** What it says. */
  text: string;
  /** Its values; the first is the default. */
  values: string[];
};

/** A standing order. */
export type Order = {
  /** Its id. */
  id: string;
  /** Whether it is given. */
  on: boolean;
  /** In words. */
  text: string;
};

/** A standing order. */
export type Ordering = {
  /** The side it is done for. */
  as: string;
  /** The tag of the view that the visitor holds. */
  have?: string | null;
  /** The id of the order. */
  id: string;
  /** Whether it is given. */
  on: boolean;
};

/** Which way the hexes stand on the sheet.  ``` use hex::{Direction, Grid, Orientation, Parity, Sheet}; let sheet = [Sheet::new(1..=9, 1..=9)]; let flat = Grid::new(Orientation::FlatTop, Parity::Odd, &sheet).unwrap(); let pointy = Grid::new(Orientation::PointyTop, Parity::Odd, &sheet).unwrap(); let (a, b) = (flat.parse("0505").unwrap(), flat.parse("0504").unwrap()); assert_eq!(flat.direction(a, b), Some(Direction::NORTH), "columns are straight"); assert_eq!(pointy.direction(a, b), Some(Direction::NORTH_WEST), "columns are not"); ``` */
export type Orientation = "flat-top" | "pointy-top";

/** How a game ended. */
export type Outcome = {
  /** The class of the outcome. */
  class: string;
  /** The rules that decided it. */
  rules: string[];
  /** The verdict. */
  text: string;
  /** Who won; `None` for a draw. */
  winner: string | null;
};

/** A layer over the map. */
export type Overlay = {
  /** Sets of hexes. */
  areas: Area[];
  /** Counters and hexes with something to say about them. */
  notes: Note[];
  /** Lines from hex to hex. */
  paths: string[][];
};

/** Something owed. */
export type Owed = {
  /** The hexes it is owed to. */
  hexes: string[];
  /** The rule. */
  rule: string;
  /** In words. */
  text: string;
  /** The counters that owe it. */
  units: string[];
};

/** What becomes of the seats that a browser has when it becomes somebody else. */
export type OwnSeats = "bring";

/** A step of a turn. */
export type Phase = {
  /** Its id. */
  id: string;
  /** Its name. */
  label: string;
  /** Who acts in it. */
  side: string | null;
  /** Whether it is over, under way or to come. */
  state: PhaseState;
};

/** Where a step of a turn stands. */
export type PhaseState = "past" | "now" | "next";

/** One thing that counts towards victory. */
export type PointItem = {
  /** Where it is. */
  hexes: string[];
  /** The rule. */
  rule: string;
  /** Whose it is. */
  side: string | null;
  /** In words. */
  text: string;
  /** Its value. */
  value: string;
};

/** Who is winning and by what. */
export type Points = {
  /** What counts towards it. */
  items: PointItem[];
  /** How the sides stand to their goals, in one sentence. */
  standing: string;
  /** What the outcome would be now. */
  verdict: string;
};

/** A probability as an exact fraction. */
export type Probability = {
  /** Of how many. */
  den: number;
  /** In how many of the equally likely rolls. */
  num: number;
};

/** What is asked. */
export type Prompt = {
  /** Whose decision it is. */
  decider: string;
  /** What remains: short fragments. */
  facts: string[];
  /** Whether it is the viewer's. */
  mine: boolean;
  /** Where: the hexes that the sentence names, and those of the counters it names. */
  places?: string[];
  /** Whether the other side may not see it until both have decided. */
  secret: boolean;
  /** The stages that led here. */
  stages: string[];
  /** What is asked; whoever does not decide reads what the decider is doing, as `choosing losses`. */
  text: string;
};

/** Why a choice is not legal. */
export type Refusal = {
  /** What on the map is the reason. */
  because: Because;
  /** The rules, the deciding one first. */
  rules: string[];
  /** The sentence. */
  text: string;
};

/** What the rules refuse; nothing has changed. */
export type Refused = {
  /** Why. */
  refusal: Refusal;
};

/** The key link that is to be voided. */
export type Revoking = {
  /** Its number. */
  id: number;
};

/** A run of offers of one kind. */
export type Run = {
  unit: string[];
} | {
  hex: string[];
} | {
  way: Way[];
} | {
  offer: Offer;
};

/** A figure after a turn. */
export type Sample = {
  /** The last line of the turn. */
  line: number;
  /** The turn. */
  turn: number;
  /** The figure. */
  value: number;
};

/** A scenario. */
export type Scenario = {
  /** One sentence about it. */
  blurb: string;
  /** The scenario whose end it may begin from. */
  carries_on: string | null;
  /** Its id. */
  id: string;
  /** Its switches. */
  options: Option[];
  /** Its title. */
  title: string;
  /** How many turns it lasts at most. */
  turns: number;
};

/** A seat as a visitor is told it. */
export type Seat = {
  /** How often its player asked what the bot would do; told when the game is over. */
  asked?: number;
  /** Whether the visitor may make an invitation to it. */
  invites?: boolean;
  /** `me`, `person`, `open` or `bot:LEVEL`. */
  who: string;
};

/** A figure turn by turn. */
export type Series = {
  /** The rule. */
  rule?: string;
  /** Whose it is. */
  side: string | null;
  /** What it is; losses need no words. */
  text?: string;
  /** Its values. */
  values: Sample[];
};

/** The games. */
export type Shelf = {
  /** All of them. */
  games: Game[];
};

/** A side. */
export type Side = {
  /** The colour of its counters. */
  face: string;
  /** Its name in addresses and journals. */
  id: string;
  /** The colour of the ink on them. */
  ink: string;
  /** The letter on its mark. */
  letter: string;
  /** Its name. */
  name: string;
};

/** What one side must know. */
export type SideBriefing = {
  /** What to do first. */
  first: string[];
  /** How it loses. */
  lose: string[];
  /** The rules behind it. */
  rules: string[];
  /** How it wins. */
  win: string[];
};

/** A sign on a hex. */
export type Sign = {
  /** Where. */
  hex: string;
  /** Its shape. */
  kind: string;
  /** How many it stands for. */
  n: number;
  /** The rule. */
  rule: string;
  /** Whose. */
  side: string;
  /** What it means. */
  text: string;
};

/** The state of a table as one viewer is shown it. Its parts are written apart and put together, so nobody makes one. */
export type State = {
  /** Through whose eyes it is seen: a side, `spectator` or `all`. */
  as: string;
  /** How the bots are held; only with GET. */
  bot?: Bot;
  /** Instead of the view: what has changed since the one that was named. */
  changes?: Changes;
  /** Why this is the answer although something else was asked. */
  error?: string;
  /** What has happened since the line that was answered. */
  events?: Event[];
  /** The game. */
  game: string;
  /** The last line of the table, when somebody looks back. */
  last?: number;
  /** The groups of choices that were left out. */
  left_out?: LeftOut[];
  /** The scenario that goes on from here. */
  next?: Next;
  /** What is said of a game that began with other rules or data. */
  note?: string;
  /** The standing orders that he may give. */
  orders: Order[];
  /** Whether the game is over. */
  over: boolean;
  /** The scenario. */
  scenario: string;
  /** Whether what is hidden stays so until the next scenario is over. */
  sealed?: boolean;
  /** Who sits where, by side. */
  seats: Record<string, Seat>;
  /** The last line, or the one that is looked back at. */
  seq: number;
  /** The name of the table in addresses. */
  table: string;
  /** The name of the view. */
  tag?: string;
  /** What the list of tables calls it. */
  title: string;
  /** What the viewer could take back. */
  undo: Undo;
  /** What the viewer sees. */
  view?: View;
  /** Whether the visitor may hold the bots. */
  yours: boolean;
};

/** How far a table has moved on. */
export type Stepped = {
  /** Its last line. */
  seq: number;
};

/** How a list of counters becomes another: take out who is gone, put in who came at his place. */
export type Steps = {
  /** The whole list, instead of the others. */
  all?: string[];
  /** Who came, in the order of their places, and at which. */
  came?: [string, number][];
  /** Who is gone. */
  gone?: string[];
};

/** The strengths of both sides. */
export type Strength = {
  /** Of the attacker. */
  attacker: string;
  /** Of the defender. */
  defender: string;
};

/** A table in the list of a person. One that cannot be read stands there with what is known of it, and spoils nothing. */
export type TableCard = ListedTable | ListedDamaged;

/** The tables of a visitor. */
export type Tables = {
  /** Those that wait for him first. */
  tables: TableCard[];
};

/** A part of what a track shows. */
export type TrackItem = {
  /** The rule. */
  rule: string;
  /** In words. */
  text: string;
};

/** A track. */
export type Track = {
  /** Its id. */
  id: string;
  /** What it is made of. */
  items: TrackItem[];
  /** Its label. */
  label: string;
  /** The rule. */
  rule: string;
  /** What it shows. */
  value: string;
};

/** When a turn began. */
export type TurnBegun = {
  /** In which line. */
  line: number;
  /** The number of the turn. */
  n: number;
  /** What the turn record calls it. */
  name: string;
};

/** Where a game stands in time, in short. */
export type TurnBrief = {
  /** The number of the turn. */
  n: number;
  /** What the turn record calls it. */
  name: string;
  /** The last turn. */
  of: number;
};

/** Where a game stands in time. */
export type Turn = {
  /** The number of the turn. */
  n: number;
  /** What the turn record calls it. */
  name: string;
  /** The last turn. */
  of: number;
  /** The steps of the turn. */
  phases: Phase[];
};

/** What a player could take back. */
export type Undo = {
  /** Why no further; null where that may not be known. */
  boundary: Boundary | null;
  /** The lines that he can go back to, the newest first. */
  steps: number[];
};

/** Which line an undo answers. */
export type Undoing = {
  /** The side it is done for. */
  as: string;
  /** The tag of the view that the visitor holds. */
  have?: string | null;
  /** The line that it answers. */
  seq: number;
  /** The line to go back to, if it is not the last choice. */
  to?: number | null;
};

/** A counter as it is sent, with the names of its faces. */
export type Unit = {
  /** The other side of the counter, where the viewer may turn it over. */
  back?: Back;
  /** Its markers. */
  badges: Badge[];
  /** Whether it is done in this step. */
  done: boolean;
  /** The name of the symbol of its face. */
  f: string;
  /** What is printed on it; what is not on it is left out. */
  face: Face;
  /** The formation it belongs to, where the viewer may know it. */
  formation?: string;
  /** Its hex. */
  hex: string | null;
  /** Its height in the stack, 0 at the bottom. */
  level: number;
  /** Its name. */
  name: string;
  /** What its figures mean, its steps and its supply, in words. */
  profile?: string;
  /** Its side. */
  side: string;
  /** Its id. */
  unit: string;
};

/** The whole table as one viewer sees it. */
export type View = {
  /** The combats that are being built or declared and not resolved yet. */
  battles: Battle[];
  /** The boxes beside the map. */
  boxes: Box[];
  /** Choices that can be made together, for the decider only. */
  bundles: Bundle[];
  /** What may be chosen, for the decider only. */
  choices: Offer[];
  /** Who controls which hexes. */
  control: Area[];
  /** Whether counters are sent to hexes here, and others after the one in hand. */
  leads: boolean;
  /** The combat that is being built or about to be rolled. */
  odds: Odds | null;
  /** How the game ended. */
  outcome: Outcome | null;
  /** The overlays that can be asked for. */
  overlays: string[];
  /** What must be done before the step may end. */
  owed: Owed[];
  /** The counters that the present action has in hand. */
  picked: string[];
  /** Who is winning and by what. */
  points: Points;
  /** What is asked; `None` when the game is over. */
  prompt: Prompt | null;
  /** What the decider may have forgotten if he ended the step now. */
  reminders: Owed[];
  /** What lies on the map beside the counters, such as announced air missions. */
  signs: Sign[];
  /** The tracks. */
  tracks: Track[];
  /** Where the game stands in time. */
  turn: Turn;
  /** The counters on the map. */
  units: Unit[];
};

/** What a new table is to be. */
export type Wanted = {
  /** The game. */
  game: string;
  /** The options that differ from their defaults. */
  options?: Record<string, string>;
  /** The scenario. */
  scenario: string;
  /** For each side `me`, `link` or `bot:LEVEL`. */
  seats: Record<string, string>;
};

/** A destination: its hex, its way, what it costs, and the number of its effects plus one; 0 for none. */
export type Way = [string, WayBack, string, number];

/** The way to a destination: that of another one and a step more, or all of it. */
export type WayBack = string | string[];

/** Whether a choice is legal, and why not. */
export type Why = {
  /** Always true. */
  legal: boolean;
} | Refusal;

/** At which decision advice is asked for. */
export type Wondering = {
  /** The side that decides. */
  as: string;
  /** The line that would be answered. */
  seq: number;
};
