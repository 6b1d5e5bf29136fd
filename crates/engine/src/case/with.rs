//! What only a game understands in a case.

use super::{ArrangedUnit, Arrangement};
use board::UnitId;
use hex::{Grid, HexId};

/// The table `with` of a case: turn, phase and whatever else the game understands.
#[derive(Clone, Copy, Debug)]
pub struct With<'a>(&'a toml::Table);

impl<'a> With<'a> {
    /// The table of an arrangement.
    pub fn of(arrangement: &'a Arrangement) -> With<'a> {
        With(&arrangement.with)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, String> {
        match self.0.get(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(format!("with.{key}: expected a text")),
        }
    }

    /// A small number.
    pub fn number(&self, key: &str) -> Result<Option<u8>, String> {
        match self.0.get(key) {
            None => Ok(None),
            Some(toml::Value::Integer(n)) => {
                u8::try_from(*n).map(Some).map_err(|_| format!("with.{key}: {n} is too large"))
            }
            Some(_) => Err(format!("with.{key}: expected a number")),
        }
    }

    /// Puts a number where it belongs, if the case gives it.
    pub fn set(&self, to: &mut u8, key: &str) -> Result<(), String> {
        *to = self.number(key)?.unwrap_or(*to);
        Ok(())
    }

    /// Yes or no.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, String> {
        match self.0.get(key) {
            None => Ok(None),
            Some(toml::Value::Boolean(on)) => Ok(Some(*on)),
            Some(_) => Err(format!("with.{key}: expected true or false")),
        }
    }

    /// The words of a text; none if it is not there.
    pub fn words(&self, key: &str) -> Result<Vec<&'a str>, String> {
        Ok(self.text(key)?.map(|text| text.split_whitespace().collect()).unwrap_or_default())
    }

    /// The hexes of a list of printed numbers; none if it is not there.
    pub fn hexes(&self, key: &str, grid: &Grid) -> Result<Vec<HexId>, String> {
        let hex = |word| grid.parse(word).map_err(|error| format!("with.{key}: {error}"));
        self.words(key)?.into_iter().map(hex).collect()
    }

    /// Every key must be one that the game knows.
    pub fn check_keys(&self, is_known: impl Fn(&str) -> bool, known: &str) -> Result<(), String> {
        match self.0.keys().find(|key| !is_known(key)) {
            Some(key) => Err(format!("with.{key} is not known; expected one of {known}")),
            None => Ok(()),
        }
    }
}

/// A counter of a case with where it is drawn on the board, if it is.
pub type Drawn<'a> = (UnitId, &'a ArrangedUnit, Option<HexId>);

impl Arrangement {
    /// The counters of the case, made or found by the game, with where each is drawn. What is drawn must be one of them.
    pub fn counters(
        &self,
        drawn: &[(String, HexId)],
        mut counter: impl FnMut(&ArrangedUnit) -> Result<UnitId, String>,
    ) -> Result<Vec<Drawn<'_>>, String> {
        let is_listed = |name: &String| self.units.iter().any(|unit| unit.id == *name);
        if let Some((name, _)) = drawn.iter().find(|(name, _)| !is_listed(name)) {
            return Err(format!("\"{name}\" is drawn on the board but is no unit of the case"));
        }
        let at = |unit: &ArrangedUnit| drawn.iter().find(|(name, _)| *name == unit.id);
        let with_hex = |unit| Ok((counter(unit)?, unit, at(unit).map(|(_, hex)| *hex)));
        self.units.iter().map(with_hex).collect()
    }
}

impl ArrangedUnit {
    /// A text among its values.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.get(key)?.as_str()
    }

    /// A small number among its values.
    pub fn number(&self, key: &str) -> Option<u8> {
        u8::try_from(self.values.get(key)?.as_integer()?).ok()
    }

    /// Whether a value is there and true.
    pub fn flag(&self, key: &str) -> bool {
        self.values.get(key).and_then(toml::Value::as_bool) == Some(true)
    }
}
