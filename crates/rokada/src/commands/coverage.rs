//! Which rules of a digest the cases prove, and how well.

use engine::case::CaseResult;
use shelf::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How well a rule is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Proof {
    /// No case names it.
    None,
    /// Cases name it, but in none of their runs was it cited.
    Named,
    /// Some case shows it at work; what is expected comes from the digest or from a calculation.
    Shown,
    /// A case whose expectation comes from the rulebook shows it at work.
    Rulebook,
}

impl Proof {
    fn word(self) -> &'static str {
        match self {
            Proof::None => "NO CASE",
            Proof::Named => "named only",
            Proof::Shown => "shown",
            Proof::Rulebook => "rulebook",
        }
    }
}

/// Every rule of a game with its cases.
pub struct Coverage {
    game: String,
    rules: Vec<(String, Proof, Vec<String>)>,
    in_words: usize,
    unknown: Vec<String>,
    unprovoked: Vec<String>,
}

impl Coverage {
    /// The coverage of a game by these results.
    pub fn of(shelf: &Shelf, game: &str, results: &[CaseResult]) -> anyhow::Result<Coverage> {
        let digest = shelf.digest(game)?;
        let mut cases: BTreeMap<&str, Vec<&CaseResult>> = BTreeMap::new();
        let mut unknown = Vec::new();
        for result in results {
            for rule in &result.rules {
                match digest.has(rule) {
                    true => cases.entry(rule).or_default().push(result),
                    false => {
                        unknown.push(format!("{}: the digest has no rule {rule}", result.place));
                    }
                }
            }
        }
        let of_rule = |rule: &str| {
            let cases = cases.get(rule).map(Vec::as_slice).unwrap_or_default();
            let names = cases.iter().map(|c| c.name.clone()).collect();
            (rule.to_string(), proof(rule, cases), names)
        };
        let rules: Vec<_> = digest.rules().map(of_rule).collect();
        let only_in_words = |rule: &str, proof| {
            let cited = |c: &&CaseResult| c.witness.rules.iter().any(|r| *r == rule);
            proof >= Proof::Shown && !cases.get(rule).is_some_and(|c| c.iter().any(cited))
        };
        let in_words = rules.iter().filter(|(r, proof, _)| only_in_words(r, *proof)).count();
        let unprovoked = unprovoked(shelf, game, results)?;
        Ok(Coverage { game: game.to_string(), rules, in_words, unknown, unprovoked })
    }

    /// How many rules no case names.
    pub fn without_case(&self) -> usize {
        self.rules.iter().filter(|(_, proof, _)| *proof == Proof::None).count()
    }

    fn at_least(&self, least: Proof) -> usize {
        self.rules.iter().filter(|(_, proof, _)| *proof >= least).count()
    }
}

fn proof(rule: &str, cases: &[&CaseResult]) -> Proof {
    let of = |case: &&CaseResult| match (case.shows(rule), case.source.as_str()) {
        (true, "rulebook") => Proof::Rulebook,
        (true, _) => Proof::Shown,
        (false, _) => Proof::Named,
    };
    cases.iter().map(of).max().unwrap_or(Proof::None)
}

/// The refusals that no case provokes, by the ids of their sentences.
fn unprovoked(shelf: &Shelf, game: &str, results: &[CaseResult]) -> anyhow::Result<Vec<String>> {
    let provoked: BTreeSet<&str> =
        results.iter().flat_map(|r| r.witness.refusals.iter().copied()).collect();
    let first = shelf.info(game)?.scenarios.first().cloned().unwrap_or_default();
    let opened = shelf.open(game, &first, &BTreeMap::new())?;
    Ok(opened.refusals.into_iter().filter(|id| !provoked.contains(id.as_str())).collect())
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.unknown {
            writeln!(f, "{line}")?;
        }
        for (rule, proof, names) in &self.rules {
            writeln!(f, "{rule} ({}): {}", proof.word(), names.join("; "))?;
        }
        writeln!(
            f,
            "{}: refusals that no case provokes: {}",
            self.game,
            self.unprovoked.join(" ")
        )?;
        writeln!(
            f,
            "{}: {} rules; {} shown by a case from the rulebook, {} by any case ({} of them only in words), \
             {} named, {} without",
            self.game,
            self.rules.len(),
            self.at_least(Proof::Rulebook),
            self.at_least(Proof::Shown),
            self.in_words,
            self.at_least(Proof::Named),
            self.without_case(),
        )
    }
}
