// Mutation testing of the rules: plants one mistake after another in a copy of the crates, as
// cargo-mutants lists them, and runs the cases on it. A mistake that no case notices has survived.

import { execFileSync, spawn } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

const HELP = `usage: tests/mutants/run [options]
  --system NAME   battle-of-moscow, last-stand or wb95 (may be repeated; all)
  --sample N      so many mutants of each system (60)
  --seed N        what the sample is drawn from (1)
  --chapter NAME  only of this file of rules, without .rs (may be repeated)
  --minutes N     stop after so many minutes; the next run goes on from there
  --out FOLDER    where the copy and the state are kept (artefacts/mutants)
  --again         try those again that survived, after cases were written
  --table         print what has been found so far as Markdown, and run nothing`;

const OPTIONS = {
  system: { type: "string", multiple: true },
  sample: { type: "string", default: "60" },
  seed: { type: "string", default: "1" },
  chapter: { type: "string", multiple: true },
  minutes: { type: "string" },
  out: { type: "string", default: "artefacts/mutants" },
  again: { type: "boolean" },
  table: { type: "boolean" },
  help: { type: "boolean" },
};

/** The games whose cases try a system. */
const GAMES = {
  "battle-of-moscow": ["battle-of-moscow"],
  "last-stand": ["last-stand"],
  wb95: ["moscow-1941", "kursk-1943", "borodino-2025"],
};

/** Files without rules: loading, showing, the words of cases, what a viewer may not know. */
const PLUMBING = new Set(
  (
    "act belief book cases choices citation class concordance counters data decide game imagine lib load " +
    "load_setup masking mod no overlays prompt questions rules scenario show stage state step " +
    "stored told variant verb"
  ).split(" "),
);

/** The cases of a mutant may take so long; what goes on for ever is noticed. */
const PATIENCE = 180000;

/** A small generator of numbers that can be repeated (mulberry32). @param {number} seed */
function lots(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const chapterOf = (mutant) => mutant.file.replace(/.*\/src\//, "").replace(/\.rs$/, "");
const lastOf = (chapter) => chapter.split("/").at(-1);
const isRule = (mutant) =>
  !chapterOf(mutant).startsWith("cases/") && !PLUMBING.has(lastOf(chapterOf(mutant)));

/** What a mutant is called in the state: its place and what stands there instead. */
const nameOf = ({ file, span, replacement }) =>
  `${file}:${span.start.line}:${span.start.column}: ${replacement}`;

/** All mutants of a system that cargo-mutants can think of. @param {string} system */
function listed(system) {
  const args = ["mutants", "--list", "--json", "-p", `rokada-${system}`];
  const text = execFileSync("cargo", args, { maxBuffer: 1 << 28, encoding: "utf8" });
  return JSON.parse(text);
}

/** A seeded sample of the mutants of a system. */
function sampled(system, options) {
  const wanted = (m) => !options.chapter?.length || options.chapter.includes(chapterOf(m));
  const all = listed(system).filter((m) => isRule(m) && wanted(m));
  const next = lots(Number(options.seed));
  const drawn = [];
  while (all.length && drawn.length < Number(options.sample))
    drawn.push(...all.splice(Math.floor(next() * all.length), 1));
  return drawn;
}

/** The text with what stands in a span replaced. Lines and columns count from one. */
export function planted(text, span, replacement) {
  const lines = text.split("\n");
  const offset = ({ line, column }) =>
    lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0) + column - 1;
  return text.slice(0, offset(span.start)) + replacement + text.slice(offset(span.end));
}

/** Runs a command until it ends or patience does. @returns {Promise<{code: number, out: string}>} */
function run(command, args, cwd, patience = Infinity) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => (out = (out + text).slice(-4000)));
    const timer = Number.isFinite(patience) && setTimeout(() => child.kill("SIGKILL"), patience);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      done({ code: signal ? -1 : code, out });
    });
  });
}

/** The long run. */
class Mutants {
  constructor(options) {
    this.options = options;
    this.file = join(options.out, "state.json");
    this.copy = join(options.out, "copy");
    this.until = options.minutes ? Date.now() + Number(options.minutes) * 60000 : Infinity;
    this.isStopped = false;
  }

  async run() {
    this.state = await readFile(this.file, "utf8").then(JSON.parse, () => ({}));
    if (this.options.table) return console.log(table(this.state));
    await mkdir(this.copy, { recursive: true });
    for (const part of ["crates", "games", "web", "Cargo.toml", "Cargo.lock", "tests/mutants/runner"])
      await cp(part, join(this.copy, part), { recursive: true, filter: (f) => !f.includes("target") });
    this.runner = join(this.copy, "tests/mutants/runner");
    const sound = await this.#try(Object.values(GAMES).flat());
    if (sound.how !== "survived") throw new Error(`without a mistake: ${sound.how} ${sound.by}`);
    for (const system of this.options.system ?? Object.keys(GAMES)) await this.#system(system);
    console.log(table(this.state));
  }

  async #system(system) {
    const sample = sampled(system, this.options);
    for (const [i, mutant] of sample.entries()) {
      if (this.isStopped || Date.now() > this.until) return;
      const known = this.state[nameOf(mutant)]?.how;
      if (known && !(this.options.again && known === "survived")) continue;
      const found = await this.#plant(mutant, GAMES[system]);
      this.state[nameOf(mutant)] = { system, chapter: chapterOf(mutant), ...found };
      await writeFile(this.file, JSON.stringify(this.state, null, 1));
      const where = `${mutant.function?.function_name ?? ""} ${nameOf(mutant)}`;
      console.log(`${system} ${i + 1}/${sample.length} ${found.how}: ${where} ${found.by}`);
    }
  }

  /** Plants a mistake, tries it, and takes it out again. */
  async #plant(mutant, games) {
    const file = join(this.copy, mutant.file);
    const sound = await readFile(file, "utf8");
    try {
      await writeFile(file, planted(sound, mutant.span, mutant.replacement));
      return await this.#try(games);
    } finally {
      await writeFile(file, sound);
    }
  }

  async #try(games) {
    const built = await run("cargo", ["build", "--quiet"], this.runner);
    if (built.code !== 0) return { how: "does not compile", by: "" };
    const { code, out } = await run("target/debug/mutants-runner", games, this.runner, PATIENCE);
    if (code === 0) return { how: "survived", by: "" };
    const by = code === 1 ? out.trim().split("\n").at(-1) : code === -1 ? "no end" : "a panic";
    return { how: "noticed", by };
  }
}

/** What was found, by chapter. */
function table(state) {
  const rows = new Map();
  for (const { system, chapter, how } of Object.values(state)) {
    if (how === "does not compile") continue;
    const key = `${system} | ${chapter}`;
    const row = rows.get(key) ?? { noticed: 0, survived: 0 };
    row[how] += 1;
    rows.set(key, row);
  }
  const lines = [...rows].sort().map(([key, { noticed, survived }]) => {
    const all = noticed + survived;
    return `| ${key} | ${all} | ${noticed} | ${Math.round((100 * noticed) / all)} % |`;
  });
  return ["| system | chapter | mutants | noticed | share |", "|---|---|---:|---:|---:|", ...lines].join("\n");
}

if (import.meta.main ?? process.argv[1]?.endsWith("mutants.mjs")) {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) console.log(HELP);
  else {
    const mutants = new Mutants(values);
    process.on("SIGINT", () => {
      if (mutants.isStopped) process.exit(130);
      mutants.isStopped = true;
      console.log("stopping after this mutant");
    });
    await mutants.run();
  }
}
