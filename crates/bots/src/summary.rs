//! What a simulation found, as text and as JSON.

use crate::stats::{Interval, sample_size, wilson};
use crate::{Plan, Players, Setting, Tally};
use board::Side;
use engine::Digest;
use serde_json::{Value, json};
use std::fmt::Write;

/// What a report is about.
pub struct About<'a> {
    /// The scenario.
    pub setting: &'a Setting,
    /// The games that were played.
    pub plan: &'a Plan,
    /// The names of the sides.
    pub sides: [String; 2],
    /// The numbered rules of the game.
    pub digest: &'a Digest,
}

impl About<'_> {
    /// The scenario, the bots and the seed in one line.
    pub(crate) fn title(&self) -> String {
        let header = &self.setting.header;
        let who = match &self.plan.players {
            Players::Sides([a, b]) => format!("{} {a}, {} {b}", self.sides[0], self.sides[1]),
            Players::Compared([a, b]) => format!("{a} compared with {b}, sides swapped"),
            Players::Mixed([a, b]) => format!("{a} and {b} on either side in turn"),
        };
        format!("{} {}: {who}, seed {}", header.game, header.scenario, self.plan.seed)
    }

    /// The rules of the digest that did not show: in no event, no sum of a rolled combat, no effect of a choice made.
    pub(crate) fn never<'d>(&'d self, tally: &'d Tally) -> impl Iterator<Item = &'d str> {
        self.digest.rules().filter(|rule| !tally.rules.contains_key(*rule))
    }
}

/// A share as per cent with its interval.
pub(crate) fn percent(share: Interval) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|v| v * 100.0);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}

/// What was found of two compared bots, line by line.
pub(crate) fn comparison(about: &About<'_>, tally: &Tally) -> Vec<String> {
    let (Some(compared), Players::Compared([first, second])) =
        (&tally.compared, &about.plan.players)
    else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let (games, name) = (compared.games[side], &about.sides[side.index()]);
        let won = percent(wilson(compared.won[side], games));
        let lost = percent(wilson(compared.lost[side], games));
        lines.push(format!("{first} as {name}: won {won}, lost {lost} of {games} games"));
    }
    let mean = compared.pairs.mean();
    let share = Interval { value: mean.value / 4.0, low: mean.low / 4.0, high: mean.high / 4.0 };
    let pairs = compared.pairs.n;
    lines.push(format!("{first} scores {} of the points in {pairs} pairs", percent(share)));
    // A pair scores 0 to 4; 2 is even.
    lines.push(match sample_size(mean.value - 2.0, compared.pairs.variance()) {
        None => format!("no difference between {first} and {second} was seen"),
        Some(needed) => format!(
            "pairs needed to tell the seen difference from none (95 % confidence, 80 % power): {needed}"
        ),
    });
    lines
}

/// How a side played: what is counted, and how much of it there was.
pub(crate) fn conduct(tally: &Tally, side: Side) -> Vec<(&'static str, String)> {
    let Some(of) = tally.conduct.as_ref().map(|conduct| &conduct[side]) else { return Vec::new() };
    let games = tally.games.max(1) as f64;
    let each = |n: u64| format!("{:.1} a game", n as f64 / games);
    let share = |n: u64, all: u64| match all {
        0 => String::from("none"),
        _ => format!("{:.1} % of {all}", n as f64 * 100.0 / all as f64),
    };
    let never = of.never_chosen().into_iter();
    let never: Vec<String> = never.map(|(verb, n)| format!("{verb} ({n})")).collect();
    vec![
        ("attacks", each(of.attacks)),
        ("attacks that promised a loss", share(of.losing_attacks, of.attacks)),
        ("counters out of supply when the enemy begins to move", share(of.unsupplied, of.counters)),
        ("own places with an enemy near in which nobody stands", share(of.empty_places, of.places)),
        ("hexes that could be attacked at three to one", share(of.weak_hexes, of.hexes)),
        ("hexes with guns or HQs alone near the enemy", each(of.lonely_guns)),
        ("decisions left to the lot because nothing moved on", each(of.lots)),
        ("offered and never chosen", never.join(", ")),
    ]
}

/// What a simulation found, for a terminal.
pub fn summary_text(about: &About<'_>, tally: &Tally) -> String {
    let mut text = format!("{}\n{} games, {} failed\n", about.title(), tally.games, tally.failed);
    for (outcome, &n) in &tally.outcomes {
        let _ = writeln!(text, "  {outcome}: {n}, {}", percent(wilson(n, tally.games)));
    }
    for side in Side::BOTH {
        let (name, n) = (&about.sides[side.index()], tally.won[side]);
        let _ = writeln!(text, "  {name} won: {n}, {}", percent(wilson(n, tally.games)));
    }
    let mut mean = |what: &str, i: Interval| {
        let _ = writeln!(text, "  {what}: {:.2} ({:.2} to {:.2})", i.value, i.low, i.high);
    };
    mean("choices a game", tally.choices.mean());
    for side in Side::BOTH {
        mean(&format!("{} lost", about.sides[side.index()]), tally.lost[side].mean());
    }
    if tally.points_sums.n > 0 {
        mean("victory points", tally.points_sums.mean());
    }
    let (fired, never) = (tally.rules.len(), about.never(tally).count());
    let _ = writeln!(text, "  {fired} rules acted, {never} of the digest did not show");
    for side in Side::BOTH {
        for (what, much) in conduct(tally, side) {
            let _ = writeln!(text, "  {}: {what}: {much}", about.sides[side.index()]);
        }
    }
    for line in comparison(about, tally) {
        let _ = writeln!(text, "{line}");
    }
    for (n, seed, why) in &tally.failures {
        let _ = writeln!(text, "  game {n} (seed {seed}) failed: {why}");
    }
    text
}

fn interval(i: Interval) -> Value {
    json!({ "value": i.value, "low": i.low, "high": i.high })
}

/// What a simulation found, for programs.
pub fn summary_json(about: &About<'_>, tally: &Tally) -> Value {
    let share = |n: u64| interval(wilson(n, tally.games));
    let outcomes: serde_json::Map<String, Value> = tally
        .outcomes
        .iter()
        .map(|(class, &n)| (class.clone(), json!({ "games": n, "share": share(n) })))
        .collect();
    let side = |side: Side| {
        json!({
            "side": about.sides[side.index()], "won": tally.won[side],
            "share": share(tally.won[side]), "lost": interval(tally.lost[side].mean()),
        })
    };
    let header = &about.setting.header;
    let rules: serde_json::Map<String, Value> = tally
        .rules
        .iter()
        .map(|(rule, f)| {
            let counted = json!({ "games": f.games, "events": f.events, "at_work": f.at_work });
            (rule.clone(), counted)
        })
        .collect();
    let failures = tally.failures.iter().map(|(n, seed, why)| json!([n, seed, why]));
    json!({
        "game": header.game, "scenario": header.scenario, "plan": about.plan,
        "games": tally.games, "failed": tally.failed,
        "failures": failures.collect::<Vec<_>>(),
        "outcomes": outcomes, "sides": Side::BOTH.map(side), "turns": tally.turns,
        "choices": interval(tally.choices.mean()),
        "points": (tally.points_sums.n > 0).then(|| interval(tally.points_sums.mean())),
        "rules": rules, "never": about.never(tally).collect::<Vec<_>>(),
        "conduct": tally.conduct,
        "comparison": tally.compared.map(|c| json!({
            "pairs": c.pairs.n, "won": c.won, "lost": c.lost, "games": c.games,
            "score_of_4": interval(c.pairs.mean()),
            "pairs_needed": sample_size(c.pairs.mean().value - 2.0, c.pairs.variance()),
        })),
    })
}
