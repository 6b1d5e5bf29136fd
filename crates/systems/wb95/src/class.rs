//! Kinds of counters and what is printed on them [1.2] [1.3].

use board::Side;
use serde::{Deserialize, Serialize};

/// The movement classes [1.3].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[schemars(transform = also_wheeled)]
pub enum Mobility {
    /// Non-motorised, on foot.
    Foot,
    /// Non-motorised, mounted.
    Horse,
    /// Motorised, wheeled; all towed artillery [6.2.1].
    #[serde(alias = "wheeled")]
    Trucked,
    /// Mechanised: tracked or half-tracked.
    Tracked,
    /// Air counters.
    Air,
}

/// The schema of an enum knows no second names.
fn also_wheeled(schema: &mut schemars::Schema) {
    let words = schema.get_mut("oneOf").and_then(|words| words.as_array_mut());
    let wheeled = schemars::json_schema!({ "const": "wheeled", "description": "As trucked." });
    words.expect("the movement classes are a list of words").push(wheeled.to_value());
}

impl Mobility {
    /// The column of the terrain chart: trucked, tracked, non-motorised.
    pub fn column(self) -> usize {
        match self {
            Mobility::Trucked | Mobility::Air => 0,
            Mobility::Tracked => 1,
            Mobility::Foot | Mobility::Horse => 2,
        }
    }

    /// Motorised units [1.3].
    pub fn is_motorised(self) -> bool {
        matches!(self, Mobility::Trucked | Mobility::Tracked)
    }
}

/// What a counter is for the rules.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A ground combat unit.
    Regular,
    /// A towed anti-tank or anti-aircraft unit: regular, but it neither attacks nor pursues [5.1.10] [5.4.9].
    Towed,
    /// Towed artillery [6.1.1].
    Artillery,
    /// Self-propelled artillery: a regular unit that fires [6.6.5].
    SelfPropelled,
    /// Artillery that moves by itself: it fires, and is no regular unit.
    Battery,
    /// A headquarters [9.1.1].
    Hq,
    /// A resilience group [15.2.1].
    Resilience,
    /// An air counter [8.1.1].
    Air,
}

/// What a battery fires with.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// Self-propelled guns.
    SelfPropelled,
    /// Multiple launchers, with thermobaric shots [22.3].
    Mlrs,
    /// Tactical missiles, which reach every hex [22.1].
    Missile,
}

/// One figure for all sides of a counter, or one for each, from the full side on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Figure {
    /// None is printed.
    #[default]
    None,
    /// The same on all sides.
    One(u8),
    /// One for each.
    Each(Vec<u8>),
}

impl Figure {
    /// The figure when so many CELs are lost.
    pub fn after(&self, lost: usize) -> u16 {
        match self {
            Figure::None => 0,
            Figure::One(n) => u16::from(*n),
            Figure::Each(all) => u16::from(all.get(lost).or(all.last()).copied().unwrap_or(0)),
        }
    }
}

/// The colour of a star [15.1.2].
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Star {
    /// Against unfortified units, and in defence.
    Black,
    /// Against mechanised units.
    White,
    /// In attack only.
    Yellow,
    /// Always.
    Blue,
    /// The one colour of books that have only one, against mechanised units.
    Plain,
}

impl Star {
    /// Its word in the data and on the counter.
    pub fn name(self) -> &'static str {
        match self {
            Star::Black => "black",
            Star::White => "white",
            Star::Yellow => "yellow",
            Star::Blue => "blue",
            Star::Plain => "black",
        }
    }
}

/// What is printed on the counters of a class.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The side, as the data names it; empty where the counters say their faction.
    #[serde(default)]
    pub side: String,
    /// What a person calls the class.
    pub name: String,
    /// The nation, for ranges and supply; empty where the counters say it.
    #[serde(default)]
    pub nationality: String,
    /// The type as the set-ups abbreviate it: `INF`, `ARM`, `ART` ...
    #[serde(rename = "type")]
    pub kind: String,
    /// The size in words.
    #[serde(default)]
    pub size: String,
    /// How it moves.
    pub movement: Mobility,
    /// What it is.
    pub role: Role,
    /// Its combat efficiency levels [1.2].
    pub cels: u8,
    /// Strength at full and at reduced side.
    #[serde(default)]
    pub sp: Vec<u8>,
    /// Attack strength of artillery.
    #[serde(default)]
    pub attack: Figure,
    /// Defence strength of artillery.
    #[serde(default)]
    pub defence: Figure,
    /// What a battery fires with.
    pub weapon: Option<Weapon>,
    /// Movement points.
    pub mp: u8,
    /// Its stars.
    #[serde(default)]
    pub stars: Vec<Star>,
    /// Whether the reduced side shows them too (R62).
    #[serde(default = "yes")]
    pub stars_on_reduced: bool,
    /// The row of the morale table [5.6.2], where there is one.
    #[serde(default)]
    pub morale: String,
    /// The row of the supply table, if it is not the nation's [10.1.7].
    pub supply: Option<String>,
    /// Armoured cars count as mechanised for stars [15.1.2].
    #[serde(default)]
    pub armoured_cars: bool,
    /// Volkssturm [15.3.1].
    #[serde(default)]
    pub volkssturm: bool,
    /// A fortification unit [15.4.1].
    #[serde(default)]
    pub fortification: bool,
    /// Paratroopers, who may be dropped [4.2.11].
    #[serde(default)]
    pub airborne: bool,
    /// Carried by helicopters [4.2.21].
    #[serde(default)]
    pub airmobile: bool,
    /// Equipped with Panthers [22.1.1].
    #[serde(default)]
    pub panther: bool,
    /// Whether it can be repaired [17.1.3].
    #[serde(default = "yes")]
    pub repairable: bool,
    /// Which values are reconstructed.
    #[serde(default)]
    pub reconstructed: Vec<String>,
    /// Which values an example of the rulebook prints.
    #[serde(default)]
    pub taken_from_rulebook: Vec<String>,
}

fn yes() -> bool {
    true
}

impl Class {
    /// A regular unit: every ground unit that is not towed artillery, a headquarters or a resilience group [1.3].
    pub fn is_regular(&self) -> bool {
        matches!(self.role, Role::Regular | Role::Towed | Role::SelfPropelled)
    }

    /// Whether it may attack directly [5.1.10].
    pub fn may_attack(&self) -> bool {
        matches!(self.role, Role::Regular | Role::SelfPropelled)
    }

    /// Towed artillery, with its two set-ups [6.2.2].
    pub fn is_towed_artillery(&self) -> bool {
        self.role == Role::Artillery
    }

    /// Anything that can fire from afar [6.1.1].
    pub fn is_artillery(&self) -> bool {
        matches!(self.role, Role::Artillery | Role::SelfPropelled | Role::Battery)
    }

    /// Whether it may pursue [5.4.9]: what attacks, and batteries that fought beside the enemy.
    pub fn may_pursue(&self) -> bool {
        self.may_attack() || self.role == Role::Battery
    }

    /// A headquarters.
    pub fn is_hq(&self) -> bool {
        self.role == Role::Hq
    }

    /// Mechanised units and armoured cars, against which white stars work [15.1.2].
    pub fn is_mechanised(&self) -> bool {
        self.movement == Mobility::Tracked || self.armoured_cars
    }

    fn lost(&self, cels: u8) -> usize {
        usize::from(self.cels.saturating_sub(cels))
    }

    /// What it attacks with when so many CELs are left.
    pub fn attack_with(&self, cels: u8) -> u16 {
        match self.is_artillery() {
            true => self.attack.after(self.lost(cels)),
            false => self.strength(cels),
        }
    }

    /// What it defends with when so many CELs are left.
    pub fn defence_with(&self, cels: u8) -> u16 {
        match self.is_artillery() {
            true => self.defence.after(self.lost(cels)),
            false => self.strength(cels),
        }
    }

    /// The strength with so many CELs left, of a regular unit.
    pub fn strength(&self, cels: u8) -> u16 {
        let lost = self.lost(cels);
        u16::from(self.sp.get(lost).or(self.sp.last()).copied().unwrap_or(0))
    }

    /// Which side it belongs to.
    pub fn owner(&self, sides: [&str; 2]) -> Option<Side> {
        Side::named(&self.side, sides)
    }
}

/// What is printed on one counter beyond its class.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
pub struct Printed {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// The formation or army it is marked with.
    #[serde(default)]
    pub formation: String,
    /// Its faction, where sides have several.
    #[serde(default)]
    pub faction: String,
    /// Its nation, if its class serves several.
    #[serde(default)]
    pub nation: String,
    /// What it belongs to above its formation.
    #[serde(default)]
    pub parent: String,
}
