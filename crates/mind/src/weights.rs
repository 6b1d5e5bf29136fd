//! What Captain thinks things are worth: a TOML file for each game.
//!
//! A line is a value with the range in which it makes sense, so that a program can tune it. The unit is a hundredth of a
//! combat factor (or step) that stands on the map.

use crate::fit::{Fits, Fitted};
use board::{BySide, Problems, Side, Source, Spanned, hint, schema_of};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One weight of a file.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The value.
    value: i64,
    /// The least and the greatest value that make sense.
    range: [i64; 2],
}

/// What Captain thinks things are worth.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct File {
    /// The weights; one that is not there has its default.
    #[schemars(with = "Known")]
    weights: Entries,
    /// How much a place pulls, by its name.
    #[serde(default)]
    aims: Entries,
    /// What differs for a side or a scenario, in the order in which it is laid over what stands above it.
    #[serde(default, rename = "for")]
    differing: Vec<Differing>,
}

/// What differs for a side, for a scenario, or for a side of a scenario.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Differing {
    /// The scenario; all of them where none is named.
    scenario: Option<Spanned<String>>,
    /// The side; both where none is named.
    side: Option<Spanned<String>>,
    /// The weights that differ.
    #[serde(default)]
    #[schemars(with = "Known")]
    weights: Entries,
    /// How much a place pulls, by its name, where that differs.
    #[serde(default)]
    aims: Entries,
}

/// The scenario that is played, and what a file of weights may speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The id of the scenario.
    pub scenario: String,
    /// The ids of all scenarios of the game.
    pub scenarios: Vec<String>,
    /// The ids of the sides.
    pub sides: [String; 2],
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
            /// Who judges the end of a playout; a formula where nobody was fitted.
            pub judge: Option<Arc<Fitted>>,
        }

        /// The weights of a file, for its schema.
        #[derive(JsonSchema)]
        #[schemars(deny_unknown_fields)]
        #[expect(dead_code, reason = "only its schema is wanted")]
        struct Known {
            $($(#[$doc])* $name: Option<Entry>,)*
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $default,)* aims: BTreeMap::new(), judge: None }
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
    /// What it is worth to stay and dig in where the enemy can attack; nobody does where it is worth nothing.
    entrench = 40;
    /// What an attack costs that another one makes necessary, in per cent of what it promises to lose.
    forced = 100;
    /// The most that it costs.
    forced_most = 3000;
    /// Whether those by whom others live move first and are not spent.
    feed = 1;
    /// Whether places are held by whoever can be spared, before anybody marches.
    assign = 1;
    /// Whether losses are taken where ground costs more.
    stand = 1;
    /// A point of the scenario's scale, to whoever plays plans out.
    point = 1000;
    /// An outcome that ends the game at once and is as near as can be, to whoever plays plans out.
    decisive = 12000;
}

/// What things are worth to the two sides of a scenario.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The weights.
    pub weights: BySide<Weights>,
    /// The scenario.
    pub played: Played,
}

impl Weighed {
    /// By the files of a game, or the usual values where it has none; everything that is wrong with a file.
    pub fn read(
        captain: Option<&Source>,
        judge: Option<&Source>,
        played: Played,
    ) -> Result<Weighed, Problems> {
        let mut weights = match captain {
            Some(file) => Weights::read(file, &played)?,
            None => BySide::of(|_| Weights::default()),
        };
        if let Some(file) = judge {
            let mut fitted = Fits::read(file, &played)?.of(&played);
            for side in Side::BOTH {
                weights[side].judge = fitted[side].take().map(Arc::new);
            }
        }
        Ok(Weighed { weights, played })
    }
}

impl Weights {
    /// The schema of a file of weights.
    pub fn schema() -> Schema {
        schema_of::<File>()
    }

    /// Reads what things are worth to the two sides of a scenario; everything that is wrong with the file, with its lines.
    ///
    /// ```
    /// use board::{Side, Source};
    /// use mind::{Played, Weights};
    /// let played = Played {
    ///     scenario: String::from("dawn"),
    ///     scenarios: vec![String::from("dawn"), String::from("noon")],
    ///     sides: [String::from("red"), String::from("blue")],
    /// };
    /// let file = "[weights]\nmarch = { value = 20, range = [0, 50] }\n\
    ///     [[for]]\nside = \"blue\"\n[for.weights]\nmarch = { value = 30, range = [0, 50] }\n";
    /// let weights = Weights::read(&Source::new("captain.toml", file), &played).unwrap();
    /// assert_eq!((weights[Side::A].march, weights[Side::B].march), (20, 30));
    /// let wrong = "[weights]\nmarch = { value = 60, range = [0, 50] }";
    /// assert!(Weights::read(&Source::new("captain.toml", wrong), &played).is_err());
    /// ```
    pub fn read(source: &Source, played: &Played) -> Result<BySide<Weights>, Problems> {
        let file: File = source.parse()?;
        let mut problems = Problems::new();
        let mut weights = BySide::of(|_| Weights::default());
        for side in Side::BOTH {
            weights[side].lay(source, &file.weights, &file.aims, &mut problems);
        }
        for differing in &file.differing {
            let known = |name: &Option<Spanned<String>>, known: &[String], what: &str| {
                let name = name.as_ref()?;
                let word = name.get_ref();
                if known.contains(word) {
                    return None;
                }
                let hint = hint(word, known.iter().map(String::as_str));
                Some(source.problem(name.span(), format!("there is no {what} \"{word}\"{hint}")))
            };
            let unknown = [
                known(&differing.scenario, &played.scenarios, "scenario"),
                known(&differing.side, &played.sides, "side"),
            ];
            unknown.into_iter().flatten().for_each(|problem| problems.push(problem));
            for side in Side::BOTH {
                let is = |name: &Option<Spanned<String>>, id: &str| {
                    name.as_ref().is_none_or(|name| name.get_ref() == id)
                };
                if is(&differing.scenario, &played.scenario)
                    && is(&differing.side, &played.sides[side.index()])
                {
                    weights[side].lay(source, &differing.weights, &differing.aims, &mut problems);
                }
            }
        }
        if problems.is_empty() { Ok(weights) } else { Err(problems) }
    }

    /// Lays the values of a table over these.
    fn lay(&mut self, source: &Source, weights: &Entries, aims: &Entries, problems: &mut Problems) {
        let mut wrong = |entry: &Spanned<Entry>, message: String| {
            let problem = source.problem(entry.span(), message);
            if !problems.iter().any(|known| *known == problem) {
                problems.push(problem);
            }
        };
        for (name, entry) in weights.iter().chain(aims) {
            let Entry { value, range: [low, high] } = *entry.get_ref();
            if !(low..=high).contains(&value) {
                wrong(entry, format!("{name}: {value} is not within {low} to {high}"));
            }
        }
        for (name, entry) in weights {
            if !self.set(name, entry.get_ref().value) {
                let hint = hint(name, Weights::NAMES.iter().copied());
                wrong(entry, format!("there is no weight called \"{name}\"{hint}"));
            }
        }
        self.aims.extend(aims.iter().map(|(name, entry)| (name.clone(), entry.get_ref().value)));
    }

    /// How much a named place pulls.
    pub fn aim(&self, place: &str) -> i64 {
        self.aims.get(place).copied().unwrap_or(self.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BySide<Weights>, Problems> {
        let played = Played {
            scenario: String::from("dawn"),
            scenarios: ["dawn", "noon"].map(String::from).to_vec(),
            sides: ["red", "blue"].map(String::from),
        };
        Weights::read(&Source::new("mine.toml", text), &played)
    }

    #[test]
    fn a_wrong_file_is_answered_with_everything_that_is_wrong() {
        let file = "[weights]\nmarch = { value = 9, range = [10, 20] }\nmatch = { value = 1, range = [0, 2] }\n\
            [[for]]\nside = \"rad\"\n";
        let why = read(file).unwrap_err().to_string();
        for wrong in [
            "mine.toml:2: march: 9 is not within 10 to 20",
            "mine.toml:3: there is no weight called \"match\"; did you mean \"march\"?",
            "mine.toml:5: there is no side \"rad\"; did you mean \"red\"?",
        ] {
            assert_eq!(why.matches(wrong).count(), 1, "{why}");
        }
    }

    /// Later tables are laid over earlier ones, and only where they belong.
    #[test]
    fn weights_may_differ_by_scenario_and_side() {
        let file = "[weights]\nmarch = { value = 1, range = [0, 9] }\n\
            [[for]]\nscenario = \"dawn\"\n[for.weights]\nmarch = { value = 2, range = [0, 9] }\n\
            [[for]]\nscenario = \"dawn\"\nside = \"blue\"\n[for.weights]\nmarch = { value = 3, range = [0, 9] }\n\
            [[for]]\nscenario = \"noon\"\n[for.weights]\nmarch = { value = 4, range = [0, 9] }\n";
        let weights = read(file).unwrap();
        assert_eq!((weights[Side::A].march, weights[Side::B].march), (2, 3));
    }
}
