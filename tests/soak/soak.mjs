// The soak: plays whole games in a real browser by clicking what is offered, against Captain, and
// says what went wrong. `tests/soak/run --help` says how.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { games, home, launch } from "../browser/helpers.mjs";
import { PACES, SoakGame } from "./game.mjs";

const HELP = `usage: tests/soak/run [options]
  --game ID       only this game (may be repeated)
  --scenario ID   only this scenario (may be repeated)
  --side ID       only this side (may be repeated)
  --pace NAME     ${Object.keys(PACES).join(", ")}, or all (may be repeated; at-once)
  --seed N        what the clicks are drawn from (1)
  --choices N     at most so many choices a game; without it a game that is not over
                  after 6000 has failed
  --total N       stop after so many choices in all
  --games N       stop after so many games
  --minutes N     stop after so many minutes
  --workers N     so many games at the same time, each in a context of its own (1)
  --repeat N      play everything so often (1)
  --out FOLDER    where failures and the state are kept (artefacts/soak)
  --state FILE    what has been played; a run goes on where the last one ended (FOLDER/state.json)
  --fresh         forget what has been played
  --url URL       a server that runs already`;

const OPTIONS = {
  game: { type: "string", multiple: true },
  scenario: { type: "string", multiple: true },
  side: { type: "string", multiple: true },
  pace: { type: "string", multiple: true },
  seed: { type: "string", default: "1" },
  choices: { type: "string" },
  total: { type: "string" },
  games: { type: "string" },
  minutes: { type: "string" },
  repeat: { type: "string", default: "1" },
  workers: { type: "string", default: "1" },
  out: { type: "string", default: "artefacts/soak" },
  state: { type: "string" },
  fresh: { type: "boolean" },
  url: { type: "string" },
  help: { type: "boolean" },
};

/** A game that is not over after so many choices does not end. */
const ENDLESS = 6000;

/** A run of the soak. */
export class Soak {
  /** @param {any} options as on the command line @param {(line: string) => void} say */
  constructor(options, say = console.log) {
    this.options = options;
    this.say = say;
    this.isStopped = false;
    this.file = options.state ?? join(options.out, "state.json");
    this.begun = Date.now();
    this.until = options.minutes ? this.begun + Number(options.minutes) * 60000 : Infinity;
    this.now = { choices: 0, games: 0, failures: 0 };
    /** The games being played. @type {Set<SoakGame>} */
    this.playing = new Set();
  }

  /** Everything that shall be played, the default pace first. @param {any[]} shelf */
  plans(shelf) {
    const { options } = this;
    const wants = (list, id) => !list?.length || list.includes(id);
    const paces = options.pace?.includes("all")
      ? Object.keys(PACES)
      : (options.pace ?? ["at-once"]);
    const plans = [];
    for (const pace of paces)
      for (let round = 0; round < Number(options.repeat); round++)
        for (const game of shelf)
          for (const { id } of game.scenarios)
            for (const side of game.sides) {
              if (
                wants(options.game, game.id) &&
                wants(options.scenario, id) &&
                wants(options.side, side.id)
              )
                plans.push({ game, scenario: id, side: side.id, pace, round });
            }
    return plans;
  }

  async run() {
    const place = this.options.url ? { url: this.options.url, stop: async () => {} } : await home();
    const browser = await launch({ handleSIGINT: false, handleSIGTERM: false }).catch(async (e) => {
      await place.stop();
      throw e;
    });
    try {
      this.kept = await this.#read();
      const plans = this.plans(await games(place.url)).filter(
        (plan) => !this.kept.done[nameOf(plan)],
      );
      const work = async () => {
        while (plans.length && !this.isOver) await this.#one(browser, place.url, plans.shift());
      };
      await Promise.all(Array.from({ length: Number(this.options.workers) }, work));
    } finally {
      await browser.close();
      await place.stop();
      this.#sum();
    }
    return this.now.failures === 0;
  }

  get isOver() {
    const { total, games } = this.options;
    return (
      this.isStopped ||
      Date.now() > this.until ||
      (total && this.now.choices >= Number(total)) ||
      (games && this.now.games >= Number(games))
    );
  }

  async #one(browser, url, plan) {
    const { options } = this;
    const name = nameOf(plan);
    const left = options.total ? Number(options.total) - this.now.choices : Infinity;
    const choices = Math.min(left, Number(options.choices ?? ENDLESS));
    const game = new SoakGame(
      browser,
      {
        ...plan,
        url,
        choices,
        until: this.until,
        seed: hash(`${options.seed} ${name}`),
        out: options.out,
      },
      this.say,
    );
    this.playing.add(game);
    await game.play();
    this.playing.delete(game);
    if (!game.isEnded && !game.failures.length && !options.choices && game.choices >= ENDLESS)
      game.failures.push({ why: `the game does not end within ${ENDLESS} choices`, folder: "" });
    this.#count(game, name);
    await this.#write();
    this.say(this.#line(game));
  }

  #count(game, name) {
    const { kept, now } = this;
    const { pace } = game.plan;
    now.choices += game.choices;
    now.games += Number(game.isEnded);
    now.failures += game.failures.length;
    kept.choices[pace] = (kept.choices[pace] ?? 0) + game.choices;
    kept.seconds += Math.round(game.seconds);
    kept.late.push(...game.late);
    kept.refusals += game.refusals.length;
    kept.refused = [...kept.refused, ...game.refusals.map((text) => `${name} ${text}`)].slice(-100);
    for (const { why, folder } of game.failures) kept.failures.push({ name, why, folder });
    // A game that failed before its end is played again by the next run.
    const isCut = this.options.choices && game.choices >= Number(this.options.choices);
    if (game.isEnded || isCut)
      kept.done[name] = {
        isEnded: game.isEnded,
        choices: game.choices,
        seconds: Math.round(game.seconds),
        failures: game.failures.length,
      };
  }

  #line(game) {
    return `${game.summary}, ${game.isEnded ? "ended" : "not ended"}; in all ${this.#totals()}`;
  }

  #totals() {
    const { kept } = this;
    const choices = Object.entries(kept.choices).map(([pace, n]) => `${n} choices ${pace}`);
    const ended = Object.values(kept.done).filter((d) => d.isEnded).length;
    return [...choices, `${ended} games ended`, `${kept.failures.length} failures`].join(", ");
  }

  async #read() {
    const fresh = {
      choices: {},
      done: {},
      failures: [],
      late: [],
      refusals: 0,
      refused: [],
      seconds: 0,
    };
    if (this.options.fresh) return fresh;
    const text = await readFile(this.file, "utf8").catch((error) => {
      if (error.code === "ENOENT") return "{}";
      throw error;
    });
    return { ...fresh, ...JSON.parse(text) };
  }

  async #write() {
    await mkdir(this.options.out, { recursive: true });
    await writeFile(this.file, JSON.stringify(this.kept, null, 1));
  }

  /** Ends after the present game has been left; a second time at once. */
  stop() {
    if (this.isStopped) process.exit(130);
    this.isStopped = true;
    for (const game of this.playing) game.plan.until = 0;
    this.say("stopping");
  }

  #sum() {
    const { kept, now } = this;
    if (!kept) return;
    const seconds = Math.round((Date.now() - this.begun) / 1000);
    const run = `${now.choices} choices, ${now.games} games ended, ${now.failures} failures`;
    const longest = kept.late.length ? `, the longest ${Math.max(...kept.late)} ms` : "";
    this.say(`this run: ${run}, ${seconds} s`);
    this.say(`in all: ${this.#totals()}, ${kept.refusals} refused clicks, ${kept.seconds} s`);
    this.say(`late screens: ${kept.late.length}${longest}`);
    for (const { name, why } of kept.failures) this.say(`  ${name}: ${why}`);
  }
}

/** What a game is called in the state. @param {any} plan */
function nameOf({ game, scenario, side, pace, round }) {
  return [game.id, scenario, side, pace, round].join("/");
}

/** A number from a text (FNV-1a). @param {string} text */
function hash(text) {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return h >>> 0;
}

if (import.meta.main ?? process.argv[1]?.endsWith("soak.mjs")) {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) console.log(HELP);
  else {
    const soak = new Soak(values);
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => soak.stop());
    process.exit((await soak.run()) ? 0 : 1);
  }
}
