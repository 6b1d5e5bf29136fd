//! Kinds of counters and what is printed on them (chapter 2).
//!
//! 2.21 values · 2.22 types · 2.24 motorized and foot · 4.12 stacking · 4.21 zones · 6.53 kampfgruppen

use board::Side;
use serde::{Deserialize, Serialize};

/// The German player's side.
pub const GERMAN: Side = Side::A;
/// The Soviet player's side.
pub const SOVIET: Side = Side::B;

/// The type of a counter (2.22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// German panzer division.
    Panzer,
    /// German motorized infantry of any size.
    Motorized,
    /// German infantry.
    Infantry,
    /// German cavalry.
    GermanCavalry,
    /// German supply unit (7.4).
    Supply,
    /// Soviet rifle unit, untried.
    Rifle,
    /// Soviet tank unit, untried.
    Tank,
    /// Soviet cavalry unit, untried.
    Cavalry,
    /// Guards Cavalry Corps.
    GuardsCavalry,
    /// Garrison of an objective.
    Garrison,
    /// Munitions factory (8.6).
    Factory,
    /// Soviet army headquarters (7.5).
    Headquarters,
    /// Katyusha artillery (8.1).
    Katyusha,
    /// Paratroop brigade (14.3).
    Paratroop,
    /// Partisan marker (14.4).
    Partisan,
}

impl Kind {
    /// The three types whose strength nobody knows before their first combat (6.91).
    pub const UNTRIED: [Kind; 3] = [Kind::Rifle, Kind::Tank, Kind::Cavalry];

    /// Which of the cups it is drawn from, if any (6.92).
    pub fn cup(self) -> Option<usize> {
        Kind::UNTRIED.iter().position(|&k| k == self)
    }

    /// Non-combat units have neither strengths nor steps (2.21); partisan markers are no units (14.42).
    pub fn is_noncombat(self) -> bool {
        matches!(self, Kind::Supply | Kind::Headquarters | Kind::Katyusha | Kind::Partisan)
    }

    /// Garrisons and factories never retreat (6.57).
    pub fn is_fixed(self) -> bool {
        matches!(self, Kind::Garrison | Kind::Factory)
    }

    /// The symbol in the box of the counter.
    pub fn symbol(self) -> &'static str {
        match self {
            Kind::Panzer | Kind::Tank => "armor",
            Kind::Motorized => "motorized",
            Kind::Infantry | Kind::Rifle => "infantry",
            Kind::GermanCavalry | Kind::Cavalry | Kind::GuardsCavalry => "cavalry",
            Kind::Supply => "supply",
            Kind::Garrison => "garrison",
            Kind::Factory => "factory",
            Kind::Headquarters => "hq",
            Kind::Katyusha => "rockets",
            Kind::Paratroop => "paratroop",
            Kind::Partisan => "partisan",
        }
    }
}

/// How a unit moves (2.24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mobility {
    /// On foot; cavalry too.
    Foot,
    /// Motorized; supply units, headquarters and Katyushas too (R11).
    Motorized,
    /// Not at all (5.29).
    None,
}

/// Attack, defence and movement of one step.
pub type Values = [u8; 3];

/// What is printed on the counters of a class.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The side, as the data names it.
    pub side: String,
    /// The type.
    pub kind: Kind,
    /// The size mark.
    #[serde(default)]
    pub size: String,
    /// How it moves.
    pub mobility: Mobility,
    /// The values of each step, the full side first; none for untried and non-combat units.
    #[serde(default)]
    pub values: Vec<Values>,
    /// The movement allowance of a class without values.
    #[serde(default)]
    pub movement: u8,
    /// What it counts towards the stacking limit (4.12).
    pub stacking: u8,
    /// Whether it exerts a zone of control, by step (4.21).
    pub zone: Vec<bool>,
    /// Whether the last step is a kampfgruppe (6.53).
    #[serde(default)]
    pub kampfgruppe: bool,
    /// Whether it is halved in cities (6.23).
    #[serde(default)]
    pub armour: bool,
    /// What of it is reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

impl Class {
    /// Which side it belongs to.
    #[inline]
    pub fn owner(&self) -> Side {
        if self.side == "german" { GERMAN } else { SOVIET }
    }

    /// The steps of a unit at full strength (6.51); untried units have one (6.54).
    pub fn steps(&self) -> u8 {
        self.values.len().max(1) as u8
    }

    /// The printed movement allowance.
    pub fn allowance(&self) -> u8 {
        self.values.first().map_or(self.movement, |v| v[2])
    }

    /// Whether a division can be reduced for the count of losses (VC-5).
    pub fn is_division(&self) -> bool {
        self.size == "XX"
    }
}

/// What is printed on one counter beyond its class.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
pub struct Printed {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// The number of an untried counter among those of its type, which is all the name it has; 0 for the others.
    #[serde(skip)]
    pub nth: usize,
    /// The text at the left of the box.
    #[serde(default)]
    pub label: String,
    /// The army it belongs to (2.21).
    #[serde(default)]
    pub formation: String,
    /// The palette.
    #[serde(default)]
    pub nation: String,
    /// A size mark that differs from the class.
    #[serde(default)]
    pub size: Option<String>,
    /// An optional reinforcement (10.21).
    #[serde(default)]
    pub optional: bool,
    /// The turn at whose end it is withdrawn (10.31).
    #[serde(default)]
    pub withdrawn: Option<u8>,
    /// A headquarters that may not be delayed (10.19).
    #[serde(default)]
    pub on_time: bool,
    /// The objective a garrison or factory belongs to.
    #[serde(default)]
    pub home: String,
}

/// The far side of an untried unit (6.91).
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name in data files and cases.
    pub id: String,
    /// The class of the units that may have it.
    pub class: String,
    /// The number on it.
    pub label: String,
    /// The attack strength.
    pub attack: u8,
    /// The defence strength.
    pub defence: u8,
    /// How many divisions or brigades it stands for; without effect (2.21).
    #[serde(default)]
    pub formations: u8,
    /// The army it belonged to.
    #[serde(default)]
    pub army: String,
    /// Its hex or turn of entry with the historical order of battle (13.12).
    #[serde(default)]
    pub setup: String,
}

/// A card, as a small dense number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u16);

impl CardId {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the German armies, as a small dense number (2.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Formation(pub u8);
