//! Kinds of counters and what is printed on them [UNT].

use board::{Side, Strength};
use hex::Mp;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The German player's side; Finns belong to him [FIN-1].
pub const GERMAN: Side = Side::A;
/// The Russian player's side.
pub const RUSSIAN: Side = Side::B;

/// The type of a counter [UNT-2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry of either side, operational groups included.
    Infantry,
    /// German motorised infantry.
    Motorised,
    /// Armour of either side.
    Armour,
    /// Cavalry of either side.
    Cavalry,
    /// Russian paratroops in their 2-3 form.
    Paratroop,
    /// German security troops [SEC-1].
    Security,
    /// Finns [FIN-1].
    Finnish,
    /// Partisans, also dropped paratroops [PAR-1] [PTR-3].
    Partisan,
    /// Workers [WRK-1].
    Worker,
    /// Fortification troops [FOR-5].
    Fortification,
    /// Replacement counters [RRP-6].
    Replacement,
}

impl Kind {
    /// Specialised Russian units stack without limit [UNT-4] [STK-2].
    pub fn is_specialised(self) -> bool {
        matches!(self, Kind::Partisan | Kind::Worker | Kind::Fortification | Kind::Replacement)
    }

    /// Workers, fortification troops and replacement counters never move [MOV-6].
    pub fn is_immobile(self) -> bool {
        matches!(self, Kind::Worker | Kind::Fortification | Kind::Replacement)
    }

    /// The symbol in the box of the counter.
    pub fn symbol(self) -> &'static str {
        match self {
            Kind::Infantry | Kind::Finnish => "infantry",
            Kind::Motorised => "motorized",
            Kind::Armour => "armor",
            Kind::Cavalry => "cavalry",
            Kind::Paratroop => "paratroop",
            Kind::Security => "security",
            Kind::Partisan => "partisan",
            Kind::Worker => "worker",
            Kind::Fortification => "fortification",
            Kind::Replacement => "replacement",
        }
    }
}

/// How far a unit's zone of control reaches [ZOC-1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// The six hexes around it.
    Full,
    /// Its own hex only.
    OwnHex,
    /// None.
    None,
}

/// Where a destroyed unit waits to be rebuilt [RRP-3] [GRP-3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pool {
    /// The infantry pool of its side.
    Infantry,
    /// The German armour and motorised pool.
    Mobile,
    /// Russian cavalry, one a turn.
    Cavalry,
    /// Russian armour, one a turn.
    Armour,
    /// It is out for good.
    None,
}

/// What is printed on the counters of a class.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Whose it is.
    #[serde(deserialize_with = "side_named")]
    #[schemars(with = "String", extend("enum" = ["german", "russian"]))]
    pub side: Side,
    /// The type.
    pub kind: Kind,
    /// The attack factor.
    pub attack: Strength,
    /// The defence factor.
    pub defence: Strength,
    /// The movement factor.
    pub movement: u8,
    /// The reach of its zone of control.
    pub zone: Zone,
    /// Where it waits to be rebuilt.
    pub pool: Pool,
    /// The factors it costs to rebuild.
    #[serde(default)]
    pub rebuild_cost: u8,
    /// What security troops attack partisans with [SEC-1].
    #[serde(default)]
    pub attack_on_partisans: Strength,
    /// The size mark.
    #[serde(default)]
    pub size: String,
    /// Which values are reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
    /// A remark for those who read the file.
    #[serde(default)]
    pub note: String,
}

/// A side by its name in the data.
fn side_named<'de, D: Deserializer<'de>>(data: D) -> Result<Side, D::Error> {
    let name = String::deserialize(data)?;
    let side = Side::named(&name, ["german", "russian"]);
    side.ok_or_else(|| D::Error::custom(format!("unknown side \"{name}\"")))
}

impl Class {
    /// Which side it belongs to.
    #[inline]
    pub fn owner(&self) -> Side {
        self.side
    }

    /// A regular Russian unit can normally both move and attack [UNT-4].
    pub fn is_regular_russian(&self) -> bool {
        self.owner() == RUSSIAN
            && matches!(self.kind, Kind::Infantry | Kind::Cavalry | Kind::Armour | Kind::Paratroop)
    }

    /// A line unit: a Russian unit of movement 3, or cavalry [UNT-5].
    pub fn is_line(&self) -> bool {
        self.owner() == RUSSIAN
            && matches!(self.kind, Kind::Infantry | Kind::Cavalry | Kind::Paratroop)
    }

    /// A mobile unit has a movement factor and is no partisan [UNT-4].
    pub fn is_mobile(&self) -> bool {
        self.movement > 0 && self.kind != Kind::Partisan
    }

    /// Partisans, workers and fortification troops need no supply; nor do Finns, to move [SUP-9].
    /// Replacement counters are never checked [CIT-3].
    pub fn needs_supply(&self) -> bool {
        !(self.kind.is_specialised() || self.kind == Kind::Finnish)
    }

    /// The movement factor as movement points.
    pub fn movement_points(&self) -> Mp {
        Mp::whole(u16::from(self.movement))
    }

    /// The figures at the foot of the counter: `4-3`, or `3-2-4` if attack and defence differ.
    pub fn figures(&self) -> String {
        if self.attack == self.defence {
            format!("{}-{}", self.attack, self.movement)
        } else {
            format!("{}-{}-{}", self.attack, self.defence, self.movement)
        }
    }
}

/// What is printed on one counter beyond its class.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
pub struct Printed {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// The text at the left of the box.
    #[serde(default)]
    pub label: String,
    /// The text at the right of the box.
    #[serde(default)]
    pub formation: String,
    /// The palette.
    #[serde(default)]
    pub nation: String,
    /// A remark for those who read the file.
    #[serde(default)]
    pub note: String,
    /// The command above it, such as a corps; no rule asks for it.
    #[serde(default)]
    pub command: String,
    /// A size mark that differs from the class.
    #[serde(default)]
    pub size: Option<String>,
    /// What about it is reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}
