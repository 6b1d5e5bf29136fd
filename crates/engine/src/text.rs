//! What a person reads: an id and arguments, rendered late from a catalogue.

use crate::message::{Message, Part};
use board::{Side, Strength, UnitId};
use hex::{HexId, Mp, SideId};
use std::borrow::Cow;

/// An argument of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A counter, by its name.
    Unit(UnitId),
    /// Several counters.
    Units(Vec<UnitId>),
    /// A hex, by its number.
    Hex(HexId),
    /// Several hexes.
    Hexes(Vec<HexId>),
    /// A hexside, by its two hexes.
    Hexside(SideId),
    /// A side, by its name.
    Side(Side),
    /// A whole number.
    Number(i64),
    /// Movement points.
    Mp(Mp),
    /// A combat strength.
    Strength(Strength),
    /// A number in tenths, such as 25 for 2.5.
    Tenths(i64),
    /// A word of the catalogue, by its id.
    Word(&'static str),
    /// A name from the data, such as a place; not translated.
    Name(String),
    /// A text inside the text.
    Text(Box<Text>),
}

impl From<Text> for Arg {
    fn from(text: Text) -> Arg {
        Arg::Text(Box::new(text))
    }
}

/// What a person reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The id of the sentence in the catalogue.
    pub id: &'static str,
    /// Its arguments.
    pub args: Vec<(&'static str, Arg)>,
}

impl Text {
    /// A text without arguments.
    pub fn new(id: &'static str) -> Text {
        Text { id, args: Vec::new() }
    }

    /// The same with an argument.
    pub fn with(mut self, name: &'static str, arg: Arg) -> Text {
        self.args.push((name, arg));
        self
    }

    /// The same with a counter.
    pub fn unit(self, unit: UnitId) -> Text {
        self.with("unit", Arg::Unit(unit))
    }

    /// The same with a hex.
    pub fn hex(self, hex: HexId) -> Text {
        self.with("hex", Arg::Hex(hex))
    }

    /// The same with a side.
    pub fn side(self, side: Side) -> Text {
        self.with("side", Arg::Side(side))
    }

    /// The same with several hexes called `hexes`.
    pub fn hexes(self, hexes: &[HexId]) -> Text {
        self.with("hexes", Arg::Hexes(hexes.to_vec()))
    }

    /// The same with a number called `n`.
    pub fn n(self, n: impl TryInto<i64>) -> Text {
        self.with("n", Arg::Number(n.try_into().unwrap_or(i64::MAX)))
    }

    /// The same with the names in it settled, as they are at this table now.
    pub fn settled(&self, names: &dyn Names) -> Message {
        let part = |(name, arg): &(&'static str, Arg)| (Cow::Borrowed(*name), arg.settled(names));
        Message { id: Cow::Borrowed(self.id), args: self.args.iter().map(part).collect() }
    }

    /// The hexes that the sentence names, in its order.
    pub fn named_hexes(&self) -> Vec<HexId> {
        let hexes = |arg: &Arg| match arg {
            Arg::Hex(hex) => vec![*hex],
            Arg::Hexes(hexes) => hexes.clone(),
            Arg::Text(text) => text.named_hexes(),
            _ => Vec::new(),
        };
        self.args.iter().flat_map(|(_, arg)| hexes(arg)).collect()
    }

    /// The counters that the sentence names, in its order.
    pub fn named_units(&self) -> Vec<UnitId> {
        let units = |arg: &Arg| match arg {
            Arg::Unit(unit) => vec![*unit],
            Arg::Units(units) => units.clone(),
            Arg::Text(text) => text.named_units(),
            _ => Vec::new(),
        };
        self.args.iter().flat_map(|(_, arg)| units(arg)).collect()
    }
}

/// How things are called at one table.
pub trait Names {
    /// The name of a counter.
    fn unit(&self, unit: UnitId) -> Part;
    /// The number of a hex.
    fn hex(&self, hex: HexId) -> String;
    /// A hex in a sentence: its number, and the town in it.
    fn hex_and_place(&self, hex: HexId) -> Part;
    /// The two hexes of a side.
    fn hexside(&self, side: SideId) -> Part;
    /// The id of a side's name in the catalogue, such as `side.german`.
    fn side(&self, side: Side) -> String;
}

impl Arg {
    /// What it is at this table now.
    pub fn settled(&self, names: &dyn Names) -> Part {
        let hex = |hex: &HexId| names.hex_and_place(*hex);
        match self {
            Arg::Unit(unit) => names.unit(*unit),
            Arg::Units(units) => Part::List(units.iter().map(|u| names.unit(*u)).collect()),
            Arg::Hex(one) => hex(one),
            Arg::Hexes(hexes) => Part::List(hexes.iter().map(hex).collect()),
            Arg::Hexside(side) => names.hexside(*side),
            Arg::Side(side) => Part::Word(Cow::Owned(names.side(*side))),
            Arg::Number(n) => Part::Number(*n),
            Arg::Mp(mp) => Part::Name(readable(*mp)),
            Arg::Strength(strength) => Part::Name(strength.to_string()),
            Arg::Tenths(n) => Part::Tenths(*n),
            Arg::Word(id) => Part::Word(Cow::Borrowed(*id)),
            Arg::Name(name) => Part::Name(name.clone()),
            Arg::Text(text) => Part::Message(text.settled(names)),
        }
    }
}

/// A cost as people write it: halves, thirds and their like by their sign, anything finer in hundredths.
fn readable(mp: Mp) -> String {
    let text = mp.to_string();
    if !text.contains('/') {
        return text;
    }
    let hundredths = (u32::from(mp) * 100 + 30) / 60;
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_written_as_people_write_it() {
        let said = |sixtieths| readable(Mp::from_sixtieths(sixtieths));
        assert_eq!(said(150), "2½");
        assert_eq!(said(130), "2⅙");
        assert_eq!(said(6 * 60 + 49), "6.82");
        assert_eq!(said(6 * 60 + 42), "6.7");
        assert_eq!(said(55), "0.92");
    }
}
