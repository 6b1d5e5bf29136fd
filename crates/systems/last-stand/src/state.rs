//! The position and the flow of a game at one moment.

use crate::class::{CardId, Class, Formation, GERMAN, Kind, Mobility, Printed, SOVIET};
use crate::data::Weather;
use crate::game::LastStand;
pub use crate::stage::{Fight, FightKind, Move, Stage, Todo};
use board::{BoxId, BySide, Position, Side, Spot, UnitId};
use hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// German supply units that are not on the map (7.48).
pub const POOL: BoxId = BoxId(0);
/// Reinforcements that have not come yet, delayed headquarters among them.
pub const SCHEDULED: BoxId = BoxId(1);
/// Units drawn from the Waiting Box that are to be placed now (8.23).
pub const ARRIVING: BoxId = BoxId(2);
/// The Soviet Replacement Waiting Box (8.22).
pub const WAITING: BoxId = BoxId(3);
/// Destroyed for good.
pub const LOST: BoxId = BoxId(4);
/// Not in play, or withdrawn (10.31).
pub const OUT: BoxId = BoxId(5);
/// Headquarters that will return (7.52).
pub const REBUILDING: BoxId = BoxId(6);
/// The Eliminated Garrison Box and, once they have become damage, the track (6.58).
pub const GARRISONS: BoxId = BoxId(7);
/// Partisan markers on the map; they are in no stack (14.42).
pub const PARTISANS: BoxId = BoxId(8);

board::marks! {
    /// What a counter can carry.
    pub enum Mark {
        /// Out of supply (7.61).
        OutOfSupply = 0,
        /// Isolated (7.62).
        Isolated = 1,
        /// Disrupted (6.8).
        Disrupted = 2,
        /// Has finished its move in this phase (5.22).
        Moved = 3,
        /// May move in this phase, as judged at its start (5.44) (5.5).
        Eligible = 4,
        /// Has attacked in this phase (6.13).
        Attacked = 5,
        /// Was attacked in this phase (6.13).
        Defended = 6,
        /// Retreated in this combat phase (6.68).
        Retreated = 7,
        /// Carries a Ski Troops marker (8.5).
        Ski = 8,
        /// Was marked out of supply when it was placed in this supply phase (8.62).
        PlacedUnsupplied = 9,
        /// Has made an overrun in this phase (5.35).
        Overran = 10,
        /// Is reorganized in this turn (8.23).
        Reorganized = 11,
        /// Was in play at the start of the scenario (14.61).
        AtStart = 12,
        /// Its place of the set-up is settled (14.13).
        Settled = 13,
        /// Advanced in this combat phase (6.11).
        Advanced = 14,
    }
}

/// The side of a supply unit in Offensive Support mode (7.43).
pub const SUPPORT_FACE: u8 = 1;
/// The range-4 side of a headquarters (7.53).
pub const REBUILT_FACE: u8 = 1;

/// The steps of the sequence of play (3.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// The German chooses his units (14.13).
    FreeChoice,
    /// Weather, then German reinforcements (SOP-A1 a, b).
    GermanArrivals,
    /// Air points, supply, isolation (SOP-A1 c, d, e).
    GermanSupply,
    /// Supply attrition in snow (SOP-A1 f).
    SnowExpend,
    /// The morale marker (SOP-A1 g).
    Redraw,
    /// Movement and overruns (SOP-A2 a).
    GermanMovement,
    /// Supply mode (SOP-A2 b).
    SupplyMode,
    /// Combat (SOP-A3).
    GermanCombat,
    /// Headquarters may be destroyed (7.55).
    SelfDestruction,
    /// Paratroops land (14.32).
    Paradrop,
    /// Soviet reaction (SOP-A4).
    SovietReaction,
    /// German exploitation (SOP-A5).
    GermanExploit,
    /// Partisans appear (14.43).
    PartisanPlacement,
    /// Reorganization (8.23).
    Reorganization,
    /// Soviet reinforcements (SOP-B1 a).
    SovietArrivals,
    /// Air points; whom partisans supply (14.44).
    PartisanSupply,
    /// Supply and isolation (SOP-B1 c, d).
    SovietSupply,
    /// Katyushas move (SOP-B1 e).
    KatyushaMovement,
    /// Katyushas fire (SOP-B1 f).
    KatyushaFire,
    /// Soviet movement (SOP-B2).
    SovietMovement,
    /// German reaction (SOP-B3).
    GermanReaction,
    /// Ski troops (SOP-B4 a).
    Ski,
    /// Soviet combat (SOP-B4 b).
    SovietCombat,
    /// Soviet exploitation (SOP-B5).
    SovietExploit,
    /// The end of the turn.
    TurnEnd,
    /// The game is over.
    Over,
}

impl Phase {
    /// Whose phase it is.
    pub fn side(self) -> Side {
        use Phase::*;
        match self {
            FreeChoice | GermanArrivals | GermanSupply | SnowExpend | Redraw | GermanMovement
            | SupplyMode | GermanCombat | GermanExploit | GermanReaction => GERMAN,
            SelfDestruction | Paradrop | SovietReaction | PartisanPlacement | Reorganization
            | SovietArrivals | PartisanSupply | SovietSupply | KatyushaMovement | KatyushaFire
            | SovietMovement | Ski | SovietCombat | SovietExploit | TurnEnd | Over => SOVIET,
        }
    }

    /// Whether units are moved in it.
    pub fn is_movement(self) -> bool {
        use Phase::*;
        matches!(
            self,
            GermanMovement
                | SovietReaction
                | GermanExploit
                | KatyushaMovement
                | SovietMovement
                | GermanReaction
                | SovietExploit
        )
    }

    /// Whether it is an exploit phase (5.5).
    pub fn is_exploit(self) -> bool {
        matches!(self, Phase::GermanExploit | Phase::SovietExploit)
    }

    /// Whether it is a combat phase (6.11).
    pub fn is_combat(self) -> bool {
        matches!(self, Phase::GermanCombat | Phase::SovietCombat)
    }
}

/// Units, usually few.
pub type Units = SmallVec<[UnitId; 6]>;
/// Hexes, usually few.
pub type Hexes = SmallVec<[HexId; 4]>;

/// What lies on an objective (8.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Marker {
    /// Nothing.
    #[default]
    None,
    /// German Occupation (8.41).
    Occupied,
    /// Soviet Recapture (8.42).
    Recaptured,
}

/// The state of an objective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Holding {
    /// What lies on it.
    pub marker: Marker,
    /// Whether the last recapture took a Damage marker that the next loss brings back (8.44).
    pub owed: bool,
}

/// A Presrv. Morale marker that was drawn (8.32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoraleMarker {
    /// Its value.
    pub value: u8,
    /// The highest Damage total it has withstood.
    pub withstood: u8,
    /// Whether the German has looked at it (8.34).
    pub seen: bool,
}

/// The cards of one type that are on no revealed unit.
///
/// Which unit has which is drawn when it is revealed, not before: until then nobody can know it, not even
/// this state. Layer 0 is the cup of the set-up. Every draw from the Waiting Box closes a layer of the cards
/// that had been seen and came there since the draw before; a unit of layer *n* has a card of the layers 1
/// to *n*.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cup {
    /// The cards of each layer, sorted.
    pub layers: Vec<Vec<CardId>>,
}

/// By what a unit is destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// As attacker or overrunner (8.25).
    Attacking,
    /// As defender (8.22).
    Defending,
    /// By attrition, unseen (7.68).
    Attrition,
    /// By overstacking (4.17).
    Overstacked,
    /// A non-combat unit whose hex the enemy entered (5.23).
    Captured,
    /// A headquarters by its own player (7.55).
    Abandoned,
    /// Paratroops in the air (14.34).
    Scattered,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// The Soviet Union surrendered (VC-1).
    Surrender,
    /// A Soviet line reaches the German edge (VC-2).
    Breakthrough,
    /// By the scale: which row (VC-6).
    Scale(u8),
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The counters.
    pub position: Position,
    /// The card of each unit that is revealed.
    pub cards: Vec<Option<CardId>>,
    /// The layer of each untried unit.
    pub layer: Vec<u8>,
    /// The cards that are hidden, by type.
    pub cups: [Cup; 3],
    /// The turn.
    pub turn: u8,
    /// The weather.
    pub weather: Weather,
    /// The step of the sequence.
    pub phase: Phase,
    /// Open decisions, the innermost last.
    pub stages: Vec<Stage>,
    /// The fight under way.
    pub fight: Option<Box<Fight>>,
    /// Air points.
    pub air: BySide<u8>,
    /// Supply units still to come in this turn (7.41).
    pub supply_units: u8,
    /// Damage markers on the track.
    pub damage: u8,
    /// Morale Damage markers on the track (8.35).
    pub morale_damage: u8,
    /// Morale Damage markers used so far.
    pub morale_failures: u8,
    /// The objectives, in the order of the map.
    pub holdings: SmallVec<[Holding; 20]>,
    /// The morale markers drawn; the last one lies in the National Will Box.
    pub markers: SmallVec<[MoraleMarker; 4]>,
    /// Whether the redraw of this turn was decided (8.38).
    pub redrawn: bool,
    /// Headquarters that will return, with the turn (7.52).
    pub returns: SmallVec<[(UnitId, u8); 4]>,
    /// Hexes whose stack reacts (5.42).
    pub reacting: Hexes,
    /// Tank units that have reacted (5.43).
    pub reacted: u8,
    /// Units placed by the north and the south edge in this turn (10.16).
    pub quota: [u8; 2],
    /// Placements used by garrison or factory hex in this turn (10.15) (8.62).
    pub placed: SmallVec<[(HexId, u8); 4]>,
    /// Factories that took a reorganized unit (8.62).
    pub factories: Hexes,
    /// Hexes that Katyushas fired at (8.14).
    pub fired: Hexes,
    /// Where partisan markers lie (14.43).
    pub partisans: Hexes,
    /// The unit each marker supplies in this phase (14.44).
    pub succoured: Units,
    /// How it ended, and the final total of Damage.
    pub ending: Option<Ending>,
}

impl State {
    /// The innermost open decision.
    pub fn stage(&self) -> Option<&Stage> {
        self.stages.last()
    }

    /// The fight under way.
    ///
    /// # Panics
    ///
    /// If there is none: only decisions and results of a fight ask for it.
    pub fn the_fight(&self) -> &Fight {
        self.fight.as_deref().expect("a fight is under way")
    }

    /// The same to be changed.
    pub(crate) fn the_fight_mut(&mut self) -> &mut Fight {
        self.fight.as_deref_mut().expect("a fight is under way")
    }

    /// All markers on the Damage Track, Morale Damage included (8.36).
    pub fn damage_total(&self) -> u8 {
        self.damage.saturating_add(self.morale_damage)
    }

    /// Whether a unit carries a marker.
    #[inline]
    pub fn has(&self, unit: UnitId, mark: Mark) -> bool {
        self.position.has_mark(unit, mark)
    }

    /// Whether a unit is out of supply or isolated.
    #[inline]
    pub fn is_unsupplied(&self, unit: UnitId) -> bool {
        self.has(unit, Mark::OutOfSupply) || self.has(unit, Mark::Isolated)
    }
}

/// What the rules ask of a unit again and again, looked up once.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Whose.
    pub side: Side,
    /// Its type.
    pub kind: Kind,
    /// How it moves.
    pub mobility: Mobility,
    /// Its army.
    pub formation: Option<Formation>,
    /// Its printed movement allowance.
    pub allowance: u8,
    /// What it counts for stacking.
    pub stacking: u8,
}

impl LastStand {
    /// What is known of a unit at once.
    #[inline]
    pub fn facts(&self, unit: UnitId) -> &Facts {
        &self.facts[unit.index()]
    }

    /// Whose it is.
    #[inline]
    pub fn side(&self, unit: UnitId) -> Side {
        self.facts[unit.index()].side
    }

    /// Its type.
    #[inline]
    pub fn kind(&self, unit: UnitId) -> Kind {
        self.facts[unit.index()].kind
    }

    /// Whether a unit of the roster is meant at all.
    pub fn exists(&self, unit: UnitId) -> bool {
        unit.index() < self.facts.len()
    }

    /// Whether it is a combat unit (2.21).
    #[inline]
    pub fn is_combat(&self, unit: UnitId) -> bool {
        !self.kind(unit).is_noncombat()
    }

    /// The side that a hex with units belongs to.
    #[inline]
    pub fn holder(&self, state: &State, hex: HexId) -> Option<Side> {
        state.position.stack(hex).next().map(|u| self.side(u))
    }

    /// Whether a hex holds a unit of a side.
    #[inline]
    pub fn holds(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.holder(state, hex) == Some(side)
    }

    /// Whether a hex holds a combat unit of a side.
    #[inline]
    pub fn has_combat_unit(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.holds(state, side, hex) && state.position.stack(hex).any(|u| self.is_combat(u))
    }

    /// All units of a side on the map.
    pub fn units_of<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
        state
            .position
            .units()
            .filter(move |&u| self.side(u) == side)
            .filter_map(|u| state.position.hex(u).map(|h| (u, h)))
    }

    /// The values of a unit on its present step; nothing for units without strengths, untried ones included.
    pub fn values(&self, state: &State, unit: UnitId) -> Option<[u8; 2]> {
        if let Some(card) = state.cards[unit.index()] {
            let card = &self.cards[card.index()];
            return Some([card.attack, card.defence]);
        }
        let class = self.class(unit);
        let level = class.steps().checked_sub(state.position.steps(unit))?;
        class.values.get(usize::from(level)).map(|v| [v[0], v[1]])
    }

    /// Whether a unit is untried: its strength is not known yet (6.91).
    #[inline]
    pub fn is_untried(&self, state: &State, unit: UnitId) -> bool {
        self.kind(unit).cup().is_some() && state.cards[unit.index()].is_none()
    }

    /// Whether a division has become a kampfgruppe (6.53).
    pub fn is_kampfgruppe(&self, state: &State, unit: UnitId) -> bool {
        self.class(unit).kampfgruppe && state.position.steps(unit) == 1
    }

    /// Whether a unit lies in a box.
    pub fn is_in(&self, state: &State, unit: UnitId, which: BoxId) -> bool {
        state.position.spot(unit) == Spot::Box(which)
    }

    /// The garrisons in a hex.
    pub fn garrisons(&self, state: &State, hex: HexId) -> u8 {
        state.position.stack(hex).filter(|&u| self.kind(u) == Kind::Garrison).count() as u8
    }

    /// Whether a factory is in a hex.
    pub fn has_factory(&self, state: &State, hex: HexId) -> bool {
        self.holds(state, SOVIET, hex)
            && state.position.stack(hex).any(|u| self.kind(u) == Kind::Factory)
    }

    /// The class of a unit.
    #[inline]
    pub fn class(&self, unit: UnitId) -> &Class {
        self.roster.class(self.roster.unit(unit).class)
    }

    /// What is printed on a unit beyond its class.
    pub fn printed(&self, unit: UnitId) -> &Printed {
        &self.roster.unit(unit).extra
    }
}
