//! The report of a simulation: one page that needs nothing else, well-formed as XML too.

use crate::chart::{Series, bars, escape, lines, number};
use crate::stats::{Interval, wilson};
use crate::summary::{About, comparison, conduct, percent};
use crate::{DiceKey, Tally};
use board::Side;
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222;\
background:#fff}h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.2rem}svg{max-width:100%;height:auto}\
svg text{font-size:13px;fill:#222}.bar{fill:#7d94ab}.whisker{stroke:#222;stroke-width:2}.axis{stroke:#888;fill:none}\
.line{fill:none;stroke-width:2.5}table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:left;\
border-bottom:1px solid #ddd}td.n,th.n{text-align:right}td.n,td:first-child{white-space:nowrap}\
.wide{overflow-x:auto}.wide td,.wide th{padding:.15rem .4rem}.note{color:#555}path.s0{stroke:#1f6f8b}text.s0{fill:#1f6f8b}\
path.s1{stroke:#a8441f}text.s1{fill:#a8441f}path.s2{stroke:#4b7f2c}text.s2{fill:#4b7f2c}path.s3{stroke:#7a4b9a}\
text.s3{fill:#7a4b9a}path.s4{stroke:#8a6d00}text.s4{fill:#8a6d00}path.s5{stroke:#333}text.s5{fill:#333}";

/// So many places and dice are shown.
const PLACES_MAX: usize = 12;
const DICE_MAX: usize = 20;

/// The report of a simulation as one page of HTML.
pub fn report_html(about: &About<'_>, tally: &Tally) -> String {
    let title = escape(&about.title());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>{title}</title>\
         <style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n<p>{} games came to their end, {} failed. \
         Edition {} of the rules, data {}. Intervals are 95 %.</p>\n",
        tally.games, tally.failed, about.setting.header.edition, about.setting.header.data,
    );
    page += &outcomes(about, tally);
    page += &compared(about, tally);
    page += &points(tally);
    page += &length(tally);
    page += &losses(about, tally);
    page += &conducts(about, tally);
    page += &places(about, tally);
    page += &dice(about, tally);
    page += &rules(about, tally);
    page += &failures(tally);
    page + "</body></html>\n"
}

fn outcomes(about: &About<'_>, tally: &Tally) -> String {
    let row = |label: String, n: u64| {
        let share = wilson(n, tally.games);
        (label, share, percent(share))
    };
    let classes: Vec<_> = tally.outcomes.iter().map(|(c, &n)| row(c.clone(), n)).collect();
    let won = Side::BOTH.map(|s| row(format!("{} won", about.sides[s.index()]), tally.won[s]));
    let (classes, won) = (bars(&classes, 0.0, 1.0), bars(&won, 0.0, 1.0));
    format!("<h2>Outcomes</h2>{classes}<h2>Winners</h2>{won}\n")
}

fn compared(about: &About<'_>, tally: &Tally) -> String {
    let lines = comparison(about, tally);
    if lines.is_empty() {
        return String::new();
    }
    let items: String = lines.iter().map(|l| format!("<li>{}</li>", escape(l))).collect();
    format!("<h2>Comparison</h2><ul>{items}</ul>\n")
}

/// A histogram of whole numbers as bars; shares with their intervals.
fn histogram<'a>(counts: impl Iterator<Item = (String, &'a u64)>, all: u64) -> String {
    let rows: Vec<_> = counts
        .map(|(label, &n)| {
            let share = wilson(n, all);
            (label, share, percent(share))
        })
        .collect();
    let top = rows.iter().map(|(_, share, _)| share.high).fold(0.0, f64::max);
    bars(&rows, 0.0, top)
}

fn points(tally: &Tally) -> String {
    if tally.points.is_empty() {
        return String::new();
    }
    let chart = histogram(tally.points.iter().map(|(p, n)| (p.to_string(), n)), tally.games);
    let mean = tally.points_sums.mean();
    format!("<h2>Victory points</h2><p>{}</p>{chart}\n", mean_text("On average", mean))
}

fn mean_text(what: &str, mean: Interval) -> String {
    let [value, low, high] = [mean.value, mean.low, mean.high].map(number);
    format!("{what} {value} ({low} to {high}).")
}

fn length(tally: &Tally) -> String {
    let chart = histogram(tally.turns.iter().map(|(t, n)| (format!("{t} turns"), n)), tally.games);
    let text = mean_text("Choices a game, automatic ones too:", tally.choices.mean());
    format!("<h2>Length</h2><p>{text}</p>{chart}\n")
}

fn conducts(about: &About<'_>, tally: &Tally) -> String {
    let [a, b] = Side::BOTH.map(|side| conduct(tally, side));
    if a.is_empty() {
        return String::new();
    }
    let names = about.sides.each_ref().map(|name| escape(name));
    let rows = a.iter().zip(&b).map(|((what, a), (_, b))| {
        format!("<tr><td>{what}</td><td>{}</td><td>{}</td></tr>", escape(a), escape(b))
    });
    format!(
        "<h2>How the sides played</h2><p class=\"note\">What stands on the map is counted whenever the enemy begins to move; \
         what an attack promised is reckoned by Captain's prices at the real table.</p><table><tr><th></th><th>{}</th>\
         <th>{}</th></tr>{}</table>\n",
        names[0],
        names[1],
        rows.collect::<String>()
    )
}

fn losses(about: &About<'_>, tally: &Tally) -> String {
    let per_game = |side: Side| {
        let turns = tally.reached.iter().filter(|(t, _)| **t > 0);
        let value = |(&turn, &games): (&u16, &u64)| {
            let lost = tally.losses.get(&turn).map_or(0, |l| l[side]);
            (turn, lost as f64 / games.max(1) as f64)
        };
        Series { name: about.sides[side.index()].clone(), points: turns.map(value).collect() }
    };
    let texts = Side::BOTH
        .map(|side| mean_text(&format!("{}:", about.sides[side.index()]), tally.lost[side].mean()));
    format!(
        "<h2>Losses over time</h2><p>Losses in each turn, on average of the games that reached it: counters eliminated, and \
         in games with levels also every level lost. In a whole game: {}</p>{}\n",
        escape(&texts.join(" ")),
        lines(&Side::BOTH.map(per_game)),
    )
}

/// The places that changed hands most, with the share of games in which side A held each.
fn places(about: &About<'_>, tally: &Tally) -> String {
    let last = tally.reached.keys().max().copied().unwrap_or(0);
    let mut all: Vec<(f64, &(String, String))> = about
        .setting
        .places
        .iter()
        .map(|place| {
            let shares = (0..=last).map(|t| tally.share(&place.0, t, Side::A));
            let (low, high) =
                shares.fold((1.0f64, 0.0f64), |(low, high), s| (low.min(s), high.max(s)));
            (high - low, place)
        })
        .filter(|(change, _)| *change > 0.0)
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let mut html = format!(
        "<h2>Control of objectives over time</h2><p>In how many of 100 games, of those that reached the turn, {} held the place at \
         its end. {} places changed hands; the {} with the greatest change are shown.</p>",
        escape(&about.sides[0]),
        all.len(),
        all.len().min(PLACES_MAX),
    );
    html += "<div class=\"wide\"><table><tr><th>place</th><th>hex</th>";
    for turn in 0..=last {
        let _ = write!(html, "<th class=\"n\">{turn}</th>");
    }
    html += "</tr>";
    for (_, (hex, name)) in all.into_iter().take(PLACES_MAX) {
        let _ = write!(html, "<tr><td>{}</td><td>{}</td>", escape(name), escape(hex));
        for turn in 0..=last {
            let share = tally.share(hex, turn, Side::A) * 100.0;
            let _ = write!(html, "<td class=\"n\">{share:.0}</td>");
        }
        html += "</tr>";
    }
    html + "</table></div>\n"
}

/// The dice that go together with the outcome, the strongest first.
fn dice(about: &About<'_>, tally: &Tally) -> String {
    let mut all: Vec<(&DiceKey, Interval, u64)> = tally
        .dice
        .iter()
        .filter_map(|(key, sums)| Some((key, sums.correlation()?, sums.n())))
        .collect();
    all.sort_by(|a, b| b.1.value.abs().total_cmp(&a.1.value.abs()).then_with(|| a.0.cmp(b.0)));
    let sure = all.iter().filter(|(_, r, _)| r.low > 0.0 || r.high < 0.0).count();
    let shown = all.len().min(DICE_MAX);
    let rows: Vec<_> = all
        .iter()
        .take(DICE_MAX)
        .map(|(key, r, n)| {
            let rule = if key.rule.is_empty() { "other dice" } else { &key.rule };
            let side = &about.sides[key.side.index()];
            let note = format!("{:+.2} in {n} games", r.value);
            (format!("turn {}, {side}, {rule}", key.turn), *r, note)
        })
        .collect();
    format!(
        "<h2>Where the dice mattered</h2><p>The correlation between the sum of the dice that a side threw under a rule in a \
         turn, above or below their mean, and the result for {}. Of {} kinds of throw {sure} have an interval without 0 \
         (5 of 100 would by chance alone); the {shown} strongest are shown.</p>{}\n",
        escape(&about.sides[0]),
        all.len(),
        bars(&rows, -1.0, 1.0),
    )
}

fn rules(about: &About<'_>, tally: &Tally) -> String {
    let mut html = String::from(
        "<h2>How often each rule fired</h2><p>Rules that events cite, and rules that were part of the sum of a combat that \
         was rolled or an effect of what was chosen. Rules that only forbid are cited by refusals, and are not counted \
         here.</p><table><tr><th>rule</th><th class=\"n\">games</th><th class=\"n\">events a game</th>\
         <th class=\"n\">sums and effects a game</th></tr>",
    );
    for (rule, fired) in &tally.rules {
        let share = percent(wilson(fired.games, tally.games));
        let each = |n: u64| number(n as f64 / tally.games.max(1) as f64);
        let (rule, events, at_work) = (escape(rule), each(fired.events), each(fired.at_work));
        let _ = write!(
            html,
            "<tr><td>{rule}</td><td class=\"n\">{share}</td><td class=\"n\">{events}</td>\
             <td class=\"n\">{at_work}</td></tr>"
        );
    }
    html += "</table>\n<h2>Rules that did not show</h2><table>";
    for rule in about.never(tally) {
        let text = about.digest.text(rule).unwrap_or_default();
        let _ = write!(html, "<tr><td>{}</td><td>{}</td></tr>", escape(rule), escape(text));
    }
    html + "</table>\n"
}

fn failures(tally: &Tally) -> String {
    if tally.failed == 0 {
        return String::new();
    }
    let mut html = format!("<h2>Failed games</h2><p>{} in all.</p><ul>", tally.failed);
    for (n, seed, why) in &tally.failures {
        let _ = write!(html, "<li>game {n}, seed {seed}: {}</li>", escape(why));
    }
    html + "</ul>\n"
}
