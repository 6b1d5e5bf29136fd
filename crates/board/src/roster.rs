//! The counters: what is printed on them.

use crate::{Problem, Problems, Side, Source, Spanned};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A counter, as a small dense number: an index into arrays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(u16);

impl UnitId {
    /// No unit.
    pub const NONE: UnitId = UnitId(u16::MAX);

    /// The unit with this index.
    pub const fn new(index: u16) -> UnitId {
        UnitId(index)
    }

    /// The index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This unit, or `None` for [`UnitId::NONE`].
    pub const fn some(self) -> Option<UnitId> {
        if self.0 == u16::MAX { None } else { Some(self) }
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U{}", self.0)
    }
}

/// A kind of counter: all counters of a class carry the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClassId(pub u16);

impl ClassId {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One counter.
#[derive(Clone, Debug)]
pub struct Unit<X> {
    /// The name in data files, cases and journals.
    pub id: String,
    /// Its class.
    pub class: ClassId,
    /// What the owning game prints on it beyond the values of its class.
    pub extra: X,
}

/// All counters of a game and their classes. `C` is what the owning game knows of a class, `X` what it
/// knows of a single counter.
#[derive(Clone, Debug)]
pub struct Roster<C, X> {
    classes: Vec<(String, C)>,
    units: Vec<Unit<X>>,
    by_id: BTreeMap<String, UnitId>,
}

/// A counter file: its classes and its counters. Games may keep further tables in it.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(bound = "C: Deserialize<'de>, X: Deserialize<'de>")]
#[schemars(extend("additionalProperties" = false))]
pub struct CounterFile<C, X> {
    /// The classes by their ids: all counters of a class carry the same values.
    class: BTreeMap<String, C>,
    /// The counters.
    #[serde(default)]
    unit: Vec<UnitEntry<X>>,
}

// Reading cannot refuse unknown keys of a flattened struct: the schema does, and a test holds the
// games to it.
/// A counter.
#[derive(Deserialize, schemars::JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
struct UnitEntry<X> {
    /// Its name in data files, cases and journals: one word.
    id: Spanned<String>,
    /// Its class.
    class: Spanned<String>,
    #[serde(flatten)]
    extra: X,
}

impl<C: DeserializeOwned, X: DeserializeOwned> Roster<C, X> {
    /// Reads a counter file. All mistakes are reported together.
    pub fn load(source: &Source) -> Result<Roster<C, X>, Problems> {
        let file: CounterFile<C, X> = source.parse().map_err(Problems::from)?;
        let mut roster = Roster {
            classes: file.class.into_iter().collect(),
            units: Vec::new(),
            by_id: BTreeMap::new(),
        };
        let mut problems = Problems::new();
        for entry in file.unit {
            problems.keep(roster.add(source, entry));
        }
        problems.or(Some(roster))
    }

    fn add(&mut self, source: &Source, entry: UnitEntry<X>) -> Result<(), Problem> {
        let name = entry.class.get_ref();
        let Some(class) = self.class_named(name) else {
            let known = self.classes.iter().map(|(n, _)| n.as_str());
            return Err(source.unknown("class", &entry.class, known));
        };
        let unit = UnitId::new(self.units.len() as u16);
        let id = entry.id.get_ref().clone();
        if id.is_empty() || id.contains(char::is_whitespace) {
            let message = format!("\"{id}\" cannot name a unit: expected one word");
            return Err(source.problem(entry.id.span(), message));
        }
        if self.by_id.insert(id.clone(), unit).is_some() {
            return Err(
                source.problem(entry.id.span(), format!("a second unit is called \"{id}\""))
            );
        }
        self.units.push(Unit { id, class, extra: entry.extra });
        Ok(())
    }
}

impl<C, X> Roster<C, X> {
    /// The number of counters.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is no counter.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// All counters.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<C, X> {
        (0..self.units.len() as u16).map(UnitId::new)
    }

    /// One counter.
    pub fn unit(&self, unit: UnitId) -> &Unit<X> {
        &self.units[unit.index()]
    }

    /// The counter called `id`.
    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.by_id.get(id).copied()
    }

    /// The counter that a file names; one that nobody knows is a problem of the file.
    pub fn read(
        &self,
        source: &Source,
        id: &Spanned<String>,
        problems: &mut Problems,
    ) -> Option<UnitId> {
        let known = || self.by_id.keys().map(String::as_str);
        let found = self.find(id.get_ref());
        problems.keep(found.ok_or_else(|| source.unknown("unit", id, known())))
    }

    /// What a counter is called in files, cases and journals; a number where it has no name.
    pub fn id(&self, unit: UnitId) -> String {
        match self.units.get(unit.index()) {
            Some(known) => known.id.clone(),
            None => format!("counter-{}", unit.index()),
        }
    }

    /// All classes.
    pub fn classes(&self) -> impl Iterator<Item = (ClassId, &str, &C)> {
        self.classes.iter().enumerate().map(|(i, (n, c))| (ClassId(i as u16), n.as_str(), c))
    }

    /// What is known of a class.
    #[inline]
    pub fn class(&self, class: ClassId) -> &C {
        &self.classes[class.index()].1
    }

    /// The name of a class in the data.
    pub fn class_name(&self, class: ClassId) -> &str {
        &self.classes[class.index()].0
    }

    /// The class with this name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        let i = self.classes.iter().position(|(n, _)| n == name)?;
        Some(ClassId(i as u16))
    }

    /// Adds a class and gives its number; cases use it for counters with overridden values.
    pub fn add_class(&mut self, name: String, class: C) -> ClassId {
        self.classes.push((name, class));
        ClassId(self.classes.len() as u16 - 1)
    }

    /// Adds a counter; cases and scenarios with counters of their own use it.
    pub fn add_unit(&mut self, id: String, class: ClassId, extra: X) -> UnitId {
        let unit = UnitId::new(self.units.len() as u16);
        self.by_id.insert(id.clone(), unit);
        self.units.push(Unit { id, class, extra });
        unit
    }
}

/// How a side is written in data files, before the game's data has given it a place.
impl Side {
    /// The side called `name` among the two names of a game.
    pub fn named(name: &str, names: [&str; 2]) -> Option<Side> {
        Side::BOTH.into_iter().find(|s| names[s.index()] == name)
    }
}
