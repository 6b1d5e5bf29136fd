//! What Captain thinks things are worth: a TOML file for each game.
//!
//! A line is a value with the range in which it makes sense, so that a program can tune it. The unit is a hundredth of a
//! combat factor (or step) that stands on the map.

use board::{Problems, Source, nearest};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// One weight of a file.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    value: i64,
    range: [i64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weights: Entries,
    #[serde(default)]
    aims: Entries,
}

type Entries = BTreeMap<String, Spanned<Entry>>;

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $default:literal;)*) => {
        /// The weights of one game.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i64,)*
            /// How much a place pulls, by its name.
            pub aims: BTreeMap<String, i64>,
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $default,)* aims: BTreeMap::new() }
            }
        }

        impl Weights {
            /// The names of all weights but those of places.
            const NAMES: &[&str] = &[$(stringify!($name)),*];

            fn set(&mut self, name: &str, value: i64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

weights! {
    /// A hex on the way to an aim.
    march = 12;
    /// The share of its worth that a unit risks where twice its strength can attack it, in per cent.
    exposure = 30;
    /// An own unit one or two hexes away.
    link = 8;
    /// A hex out of supply, in per cent of the worth of the unit.
    supply = 40;
    /// The least that an attack nobody demands must promise.
    least = 30;
    /// A unit that is bound by an attack.
    commit = 6;
    /// An attacker that must retreat.
    repulse = 20;
    /// A defender that must retreat.
    push = 40;
    /// The ground of an attacked hex that is an aim, in per cent of its pull.
    ground = 30;
    /// The own losses in an attack, in per cent.
    loss = 100;
    /// The enemy's losses, in per cent.
    kill = 100;
    /// A named place that has no entry of its own.
    place = 60;
    /// A place that a unit takes or keeps by standing on it or beside it, in per cent of `place`.
    take = 60;
    /// The strength wanted in an own place that the enemy is near to, for each time it counts.
    garrison = 400;
    /// The strength wanted at a place that is to be taken, for each time it counts.
    force = 1000;
}

impl Weights {
    /// Reads a file; everything that is wrong with it, with its lines.
    ///
    /// ```
    /// use board::Source;
    /// use mind::Weights;
    /// let read = |text: &str| Weights::read(&Source::new("captain.toml", text));
    /// let file = "[weights]\nmarch = { value = 20, range = [0, 50] }\n[aims]\n";
    /// assert_eq!(read(file).unwrap().march, 20);
    /// assert!(read("[weights]\nmarch = { value = 60, range = [0, 50] }").is_err());
    /// ```
    pub fn read(source: &Source) -> Result<Weights, Problems> {
        let file: File = source.parse()?;
        let mut weights = Weights::default();
        let mut problems = Problems::new();
        for (name, entry) in file.weights.iter().chain(&file.aims) {
            let Entry { value, range: [low, high] } = *entry.get_ref();
            if !(low..=high).contains(&value) {
                let message = format!("{name}: {value} is not within {low} to {high}");
                problems.push(source.problem(entry.span(), message));
            }
        }
        for (name, entry) in &file.weights {
            if !weights.set(name, entry.get_ref().value) {
                let near = nearest(name, Weights::NAMES.iter().copied());
                let hint = near.map_or(String::new(), |n| format!("; did you mean \"{n}\"?"));
                let message = format!("there is no weight called \"{name}\"{hint}");
                problems.push(source.problem(entry.span(), message));
            }
        }
        let aims = file.aims.into_iter();
        weights.aims = aims.map(|(name, entry)| (name, entry.into_inner().value)).collect();
        if problems.is_empty() { Ok(weights) } else { Err(problems) }
    }

    /// How much a named place pulls.
    pub fn aim(&self, place: &str) -> i64 {
        self.aims.get(place).copied().unwrap_or(self.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_file_is_answered_with_everything_that_is_wrong() {
        let file = "[weights]\nmarch = { value = 9, range = [10, 20] }\nmatch = { value = 1, range = [0, 2] }";
        let why = Weights::read(&Source::new("mine.toml", file)).unwrap_err().to_string();
        assert!(why.contains("mine.toml:2: march: 9 is not within 10 to 20"), "{why}");
        assert!(
            why.contains(
                "mine.toml:3: there is no weight called \"match\"; did you mean \"march\"?"
            ),
            "{why}"
        );
    }
}
