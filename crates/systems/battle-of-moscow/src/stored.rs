//! Stored states: whether one from outside can be a state of this game.

use crate::class::Kind;
use crate::declaration::Attack;
use crate::game::{BattleOfMoscow, Placing};
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
        if state.battles.iter().any(|b| b.hexes.is_empty()) {
            return Err(String::from("a battle is over no hex"));
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
        match counts.iter().chain(&state.source_factors).max() {
            Some(most) if *most > COUNT_MAX => Err(format!("a count of {most}")),
            _ => Ok(()),
        }
    }

    /// Every open decision speaks of counters, hexes and battles that are there.
    fn decisions_fit(&self, state: &State, units: usize) -> Result<(), String> {
        let unit = |u: &UnitId| u.index() < units;
        let lies = |u: &UnitId| unit(u) && state.position.hex(*u).is_some();
        let all = |list: &Units| list.iter().all(unit);
        let some = |list: &Units| !list.is_empty() && list.iter().all(lies);
        let battle = |n: &u8| usize::from(*n) < state.battles.len();
        let fits = |stage: &Stage| match stage {
            Stage::Setup(_) | Stage::Feed(_) | Stage::Tikhvin(_) | Stage::Arrivals(_) => true,
            Stage::Movement(_) | Stage::Declaration(_) | Stage::Combat(_) => true,
            Stage::EarlyEnd(_) => true,
            Stage::SetupHex(s) => {
                matches!(self.setup.get(s.unit.index()), Some(Some(Placing::Free(..))))
            }
            Stage::FeedFrom(s) => unit(&s.unit),
            Stage::Arrive(s) => unit(&s.unit),
            Stage::Pay(s) => unit(&s.unit) && self.has(s.hex),
            Stage::Store(s) => self.has(s.hex),
            Stage::Drop(s) => unit(&s.unit),
            Stage::Moving(s) => lies(&s.unit),
            Stage::Riding(s) => lies(&s.unit),
            Stage::Attack(Attack { battle: b }) => {
                all(&b.attackers) && !b.hexes.is_empty() && b.hexes.iter().all(|h| self.has(*h))
            }
            Stage::Join(s) => battle(&s.battle),
            Stage::Roll(s) => battle(&s.battle),
            Stage::Losses(s) => battle(&s.battle) && all(&s.chosen),
            Stage::Retreat(s) => some(&s.units),
            Stage::RetreatStep(s) => lies(&s.unit) && self.has(s.from),
            Stage::Isolation(s) => all(&s.group) && all(&s.chosen),
            Stage::Partisan(s) => some(&s.lost),
        };
        match state.stages.iter().all(fits) {
            true => Ok(()),
            false => Err(String::from("an open decision names what is not there")),
        }
    }
}
