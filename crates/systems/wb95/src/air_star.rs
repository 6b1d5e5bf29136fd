//! Air units of two kinds, their stars and their number [21].

use crate::book::Book;
use crate::game::Wb95;
use crate::scenario::AirEntry;
use crate::state::{Mission, State, Units};
use board::{Side, UnitId};
use engine::{Choice, No};
use hex::HexId;
use smallvec::SmallVec;

impl<B: Book> Wb95<B> {
    /// The lines of the scenario that give an air counter in this turn, by their place in its list.
    fn air_lines<'a>(
        &'a self,
        state: &'a State<B>,
        unit: UnitId,
    ) -> impl Iterator<Item = (usize, &'a AirEntry)> + 'a {
        let id = &self.roster.unit(unit).id;
        let lines = self.scenario.air.iter().enumerate();
        lines.filter(move |(_, a)| {
            a.units.iter().any(|u| u.get_ref() == id) && (a.from..=a.to).contains(&state.turn)
        })
    }

    /// How many counters a line still lets fly in this turn.
    fn air_left(&self, state: &State<B>, line: usize) -> usize {
        let flown = state.kept.sorties.get(line).copied().unwrap_or(0);
        let most = self.scenario.air[line].choose;
        most.map_or(usize::MAX, |n| usize::from(n.saturating_sub(flown)))
    }

    /// How many air counters a side may still send out in this turn.
    pub fn air_to_fly(&self, state: &State<B>, side: Side) -> usize {
        let ready = self.ready_air(state, side).count();
        let given = |(line, a): (usize, &AirEntry)| {
            let mine = |id: &str| self.roster.find(id).is_some_and(|u| self.side(u) == side);
            let now = (a.from..=a.to).contains(&state.turn);
            let any = now && a.units.iter().any(|u| mine(u.get_ref()));
            if any { self.air_left(state, line).min(ready) } else { 0 }
        };
        let left: usize = self.scenario.air.iter().enumerate().map(given).sum();
        left.min(ready)
    }

    /// Whether a counter is given in this turn, beside so many others in hand: the owner names those that fly by sending them.
    pub fn is_given(&self, state: &State<B>, unit: UnitId, in_hand: usize) -> Result<(), No> {
        let mut lines = self.air_lines(state, unit).peekable();
        if lines.peek().is_none() {
            return Err(No::new(rule!(B, "8.1.1"), "no.not-this-turn").unit(unit));
        }
        match lines.any(|(line, _)| self.air_left(state, line) > in_hand) {
            true => Ok(()),
            false => Err(No::new(rule!(B, "8.1.1"), "no.enough-fly").unit(unit)),
        }
    }

    /// The lines by which counters fly together to a hex, one for each: lines of its front with room for them (K-R21).
    fn air_ways(
        &self,
        state: &State<B>,
        units: &Units,
        hex: HexId,
    ) -> Option<SmallVec<[usize; 8]>> {
        let here = |a: &AirEntry| {
            let front = a.front.as_ref().and_then(|f| self.fronts.named(f));
            front.is_none_or(|f| f == self.fronts.of(hex))
        };
        let mut ways = SmallVec::new();
        for &unit in units {
            let mut lines = self.air_lines(state, unit).filter(|(_, a)| here(a)).map(|(i, _)| i);
            let taken = |i: usize| ways.iter().filter(|&&w| w == i).count();
            let way = lines.find(|&i| self.air_left(state, i) > taken(i))?;
            ways.push(way);
        }
        Some(ways)
    }

    /// Whether counters may be sent to a target: their front, and no more than the limit on one hex [21.1.2].
    pub fn may_send(
        &self,
        state: &State<B>,
        side: Side,
        units: &Units,
        to: Choice,
    ) -> Result<(), No> {
        let (hex, bridge) = match to {
            Choice::Hex(hex) => (hex, None),
            Choice::Hexside(s) => (self.map.grid.hexes_of(s).0, Some(s)),
            _ => return Err(No::new(rule!(B, "8.2.1"), "no.choose-mission")),
        };
        if self.air_ways(state, units, hex).is_none() {
            return Err(No::new(kursk!("R21"), "no.not-over-this-front").hex(hex));
        }
        let there = |m: &&Mission| m.side == side && m.hex == hex && m.bridge == bridge;
        let sent: usize = state.missions.iter().filter(there).map(|m| m.counters.len()).sum();
        let limit = usize::from(self.tables.variant.air.counters_on_hex);
        match limit > 0 && sent + units.len() > limit {
            true => Err(No::new(rule!(B, "21.1.2"), "no.too-many-on-hex").hex(hex).n(limit as i32)),
            false => Ok(()),
        }
    }

    /// Whether one more counter may fly the mission in hand.
    pub fn may_add_counter(&self, units: &Units) -> Result<(), No> {
        let limit = usize::from(self.tables.variant.air.counters_on_hex);
        match limit > 0 && units.len() >= limit {
            true => Err(No::new(rule!(B, "21.1.2"), "no.too-many-counters").n(limit as i32)),
            false => Ok(()),
        }
    }

    /// Counts the counters of a mission that is assigned.
    pub fn count_sorties(&self, state: &mut State<B>, units: &Units, hex: HexId) {
        for line in self.air_ways(state, units, hex).unwrap_or_default() {
            if state.kept.sorties.len() <= line {
                state.kept.sorties.resize(line + 1, 0);
            }
            state.kept.sorties[line] += 1;
        }
    }

    /// Whether an air counter attacks on the table of bombers (K-R14).
    pub fn is_bomber(&self, unit: UnitId) -> bool {
        self.tables.bomber_attack.is_some()
            && self.class(unit).kind == self.tables.variant.air.bombers
    }

    /// The rows by which the stars of counters move an air attack on a hex [21.1.1].
    pub fn star_rows(&self, state: &State<B>, counters: &Units, hex: HexId) -> usize {
        let mechanised = state.position.stack(hex).any(|u| self.class(u).is_mechanised());
        let stars: usize = counters.iter().map(|&u| self.class(u).stars.len()).sum();
        if mechanised { stars * self.tables.variant.air.star_rows } else { 0 }
    }
}
