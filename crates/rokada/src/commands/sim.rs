//! `rokada sim`: bots play many games; what happened is counted, stored and written as a report.

use super::{parse_options, stop_at_ctrl_c};
use crate::arguments::SimArgs;
use crate::cpu::cpu_time;
use crate::out::{complain, say};
use bots::{About, Folder, Manner, Plan, Players, Record, Setting, Tally, Versions, Wants};
use engine::{Digest, Log, SeededDice};
use indicatif::{ProgressBar, ProgressStyle};
use shelf::{Opened, Shelf};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Plays the games, prints what was found, and fails if a game did not come to its end.
pub fn run(shelf: &Shelf, args: &SimArgs) -> anyhow::Result<ExitCode> {
    let failed = match versions(args)? {
        Some(folders) => compare_versions(shelf, args, folders)?,
        None => {
            let (plan, found) = (plan(args)?, Found::new(shelf, args)?);
            found.check(&plan)?;
            found.play(args, &plan, args.out.as_deref(), &*stop_at_ctrl_c()?, |_| {})?
        }
    };
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is compared: two versions of the data, each a folder of games or, `None`, the games of this command.
type Folders = [Option<PathBuf>; 2];

/// The versions of the scenario that are to be compared; `None` if there are none.
fn versions(args: &SimArgs) -> anyhow::Result<Option<Folders>> {
    let version = |name: &String| match name.strip_prefix("data=") {
        Some(folder) => Some(Some(PathBuf::from(folder))),
        None => (name == "data").then_some(None),
    };
    let found: Vec<Option<PathBuf>> = args.compare.iter().filter_map(version).collect();
    match <[_; 2]>::try_from(found) {
        Ok(folders) => Ok(Some(folders)),
        Err(found) if found.is_empty() => Ok(None),
        Err(_) => {
            anyhow::bail!("--compare takes two bots or two versions of the data, not one of each")
        }
    }
}

/// Plays the same games on both versions and says what the second changes.
fn compare_versions(shelf: &Shelf, args: &SimArgs, folders: Folders) -> anyhow::Result<u64> {
    let plan = Plan { seed: args.seed, players: Players::Sides(sides(args)) };
    let mut shelves = Vec::new();
    for folder in &folders {
        shelves.push(match folder {
            Some(folder) => shelf.clone().with_folder(folder)?,
            None => shelf.clone(),
        });
    }
    let (first, second) = (Found::new(&shelves[0], args)?, Found::new(&shelves[1], args)?);
    first.check(&plan)?;
    second.check(&plan)?;
    let out = |name: &str| args.out.as_ref().map(|folder| folder.join(name));
    let stop = stop_at_ctrl_c()?;
    let mut versions = Versions::default();
    let (a, b) = (out("first"), out("second"));
    let mut failed = first.play(args, &plan, a.as_deref(), &stop, |r| versions.add_first(r))?;
    failed += second.play(args, &plan, b.as_deref(), &stop, |r| versions.add_second(r))?;
    for line in versions.lines([&args.compare[0], &args.compare[1]], &first.sides) {
        say!("{line}");
    }
    Ok(failed)
}

/// A scenario as it was found in the data.
struct Found {
    setting: Setting,
    digest: Digest,
    sides: [String; 2],
}

impl Found {
    fn new(shelf: &Shelf, args: &SimArgs) -> anyhow::Result<Found> {
        let options = parse_options(&args.options)?;
        let opened = shelf.open(&args.game, &args.scenario, &options)?;
        let digest = shelf.digest(&args.game)?;
        let sides = (opened.start)(&mut SeededDice::new(0), &mut Log::silent()).side_ids();
        Ok(Found { setting: setting(opened), digest, sides })
    }

    /// Whether the game has the bots of a plan.
    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let known = |name: &String| bots::bot_named(&self.setting.bots, name, 0).map(drop);
        plan.levels().iter().try_for_each(known).map_err(anyhow::Error::msg)
    }

    /// Plays the games of a plan, prints what was found and says how many failed.
    fn play(
        &self,
        args: &SimArgs,
        plan: &Plan,
        out: Option<&Path>,
        stop: &AtomicBool,
        mut each: impl FnMut(&Record),
    ) -> anyhow::Result<u64> {
        let mut tally = Tally::new(&plan.players);
        let mut count = |record: &Record| {
            each(record);
            tally.add(record);
        };
        let mut done = 0;
        let mut folder = match out {
            Some(path) => Some(Folder::open(path, &self.setting, plan, self.sides.clone(), |r| {
                done += 1;
                count(r);
            })?),
            None => None,
        };
        let wants = Wants { journal: args.journals, moments: false };
        let manner = Manner { threads: threads(args), wants };
        let bar = bar(args.games, done)?;
        bots::run(&self.setting, plan, done..args.games, manner, stop, |finished| {
            if let Some(folder) = &mut folder {
                folder.add(&finished)?;
            }
            count(&finished.record);
            bar.inc(1);
            anyhow::Ok(())
        })?;
        bar.finish_and_clear();
        if tally.games + tally.failed < args.games {
            complain!("stopped; with --out the same command resumes from here");
        }
        self.report(args, plan, &tally, folder)?;
        Ok(tally.failed)
    }

    /// Prints what was found and writes it into the folder.
    fn report(
        &self,
        args: &SimArgs,
        plan: &Plan,
        tally: &Tally,
        folder: Option<Folder>,
    ) -> anyhow::Result<()> {
        let sides = self.sides.clone();
        let about = About { setting: &self.setting, plan, sides, digest: &self.digest };
        match args.json {
            true => say!("{}", bots::summary_json(&about, tally)),
            false => print!("{}", bots::summary_text(&about, tally)),
        }
        if let Some(folder) = folder {
            let file = folder.write_report(&bots::report_html(&about, tally))?;
            complain!("{}", file.display());
        }
        Ok(())
    }
}

/// The bots of the two sides.
fn sides(args: &SimArgs) -> [String; 2] {
    match &args.sides[..] {
        [a, b] => [a.clone(), b.clone()],
        [both] => [both.clone(), both.clone()],
        _ => [mind::RECRUIT; 2].map(String::from),
    }
}

fn plan(args: &SimArgs) -> anyhow::Result<Plan> {
    let players = match &args.compare[..] {
        [_, _] if !args.sides.is_empty() => {
            anyhow::bail!("--compare already names the bots; drop --sides")
        }
        [_, _] if !args.games.is_multiple_of(2) => {
            anyhow::bail!("--compare plays pairs of games; --games must be even")
        }
        [a, b] => Players::Compared([a.clone(), b.clone()]),
        _ => Players::Sides(sides(args)),
    };
    Ok(Plan { seed: args.seed, players })
}

fn setting(opened: Opened) -> Setting {
    let map = &opened.map;
    let place = |p: &board::Place| (map.grid.number(p.hex), p.name.clone());
    Setting {
        places: map.places.iter().map(place).collect(),
        header: opened.header,
        start: opened.start,
        bots: opened.bots.by_clock(cpu_time),
    }
}

fn threads(args: &SimArgs) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    args.threads.unwrap_or_else(cores)
}

pub(super) fn bar(games: u64, from: u64) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(games).with_position(from);
    let style = "[{bar:40}] {pos}/{len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style)?);
    bar.reset_eta();
    Ok(bar)
}
