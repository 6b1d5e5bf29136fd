//! Stored states: whether one from outside can be a state of this game.

use crate::class::Kind;
use crate::game::BattleOfMoscow;
use crate::state::{Stage, State, Units};
use board::UnitId;
use engine::Game;
use hex::HexId;

/// More partisans and replacement counters than any game brings.
const SPAWNED_MAX: usize = 1000;

/// More than any count of turns or factors reaches; so they can be added in a byte.
const COUNT_MAX: u8 = 120;

impl BattleOfMoscow {
    /// Whether every list has its length and every id names something; the reason if not.
    pub(crate) fn stored_fits(&self, state: &State) -> Result<(), String> {
        let units = self.roster.len() + state.spawned.len();
        if state.spawned.len() > SPAWNED_MAX {
            return Err(format!("{} counters beyond the roster", state.spawned.len()));
        }
        state.position.fits(&self.map.grid, units)?;
        let classes = self.roster.classes().count();
        let may_be = |kind: Kind| matches!(kind, Kind::Partisan | Kind::Replacement);
        let known = |c: &board::ClassId| c.index() < classes && may_be(self.roster.class(*c).kind);
        if !state.spawned.iter().all(known) {
            return Err(String::from("a counter beyond the roster is of no class that can be one"));
        }
        if state.supply.len() != units {
            return Err(String::from("not every counter has a supply state"));
        }
        let lists = state.groups.iter().chain(state.battles.iter().map(|b| &b.attackers));
        let hexes = state.battles.iter().flat_map(|b| &b.hexes);
        if !lists.flatten().all(|u| u.index() < units) || !hexes.copied().all(|h| self.has(h)) {
            return Err(String::from("a battle or a group names what is not there"));
        }
        self.counts_fit(state)?;
        self.decisions_fit(state, units)?;
        self.check(state)
    }

    fn has(&self, hex: HexId) -> bool {
        hex.index() < self.map.grid.len()
    }

    fn counts_fit(&self, state: &State) -> Result<(), String> {
        let counts = [
            state.turn,
            state.last_turn,
            state.railed,
            state.german_infantry,
            state.german_mobile,
            state.cavalry_rebuilt,
            state.armour_rebuilt,
            state.dropped,
            state.moscow_count,
            state.isolation_count,
            state.released.unwrap_or(0),
        ];
        match counts.iter().chain(&state.purses).max() {
            Some(most) if *most > COUNT_MAX => Err(format!("a count of {most}")),
            _ => Ok(()),
        }
    }

    /// Every open decision speaks of counters, hexes and battles that are there.
    fn decisions_fit(&self, state: &State, units: usize) -> Result<(), String> {
        let unit = |u: &UnitId| u.index() < units;
        let all = |list: &Units| list.iter().all(unit);
        let battle = |n: &u8| usize::from(*n) < state.battles.len();
        let fits = |stage: &Stage| match stage {
            Stage::Setup | Stage::Feed | Stage::Tikhvin(_) | Stage::Arrivals | Stage::Movement => {
                true
            }
            Stage::Declaration | Stage::Combat | Stage::EarlyEnd => true,
            Stage::SetupHex(u) | Stage::FeedFrom(u) | Stage::Arrive(u) => unit(u),
            Stage::Pay { unit: u, hex, .. } => unit(u) && self.has(*hex),
            Stage::RetreatStep { unit: u, from, .. } => unit(u) && self.has(*from),
            Stage::Store(hex) => self.has(*hex),
            Stage::Drop { unit: u, .. }
            | Stage::Moving { unit: u, .. }
            | Stage::Riding { unit: u, .. } => unit(u),
            Stage::Attack(b) => all(&b.attackers) && b.hexes.iter().all(|h| self.has(*h)),
            Stage::Join { battle: n, .. } | Stage::Roll(n) => battle(n),
            Stage::Losses { battle: n, chosen, .. } => battle(n) && all(chosen),
            Stage::Retreat { units, .. } | Stage::Partisan(units) => all(units),
            Stage::Isolation { group, chosen } => all(group) && all(chosen),
        };
        match state.stages.iter().all(fits) {
            true => Ok(()),
            false => Err(String::from("an open decision names what is not there")),
        }
    }
}
