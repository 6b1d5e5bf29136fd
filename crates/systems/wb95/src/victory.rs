//! Victory (M5): points with their rule, the scale, automatic victories.

use crate::book::Book;
use crate::game::Wb95;
use crate::scenario::{AutomaticEntry, AutomaticWhen, PointEntry, PointKind, ScaleEntry};
use crate::state::{Ending, Phase, State};
use board::{Side, UnitId};
use engine::{Event, EventKind, Log, Text};
use hex::HexId;

/// What one line of the points gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The line.
    pub line: usize,
    /// How often it counts.
    pub times: u16,
    /// Its points.
    pub points: u16,
    /// The hexes that count.
    pub hexes: Vec<HexId>,
}

impl<B: Book> Wb95<B> {
    /// Who scores; where a book scores in its own way and names nobody, the first side.
    pub fn scorer(&self) -> Side {
        let ids = [self.sides[0].id.as_str(), self.sides[1].id.as_str()];
        Side::named(&self.scenario.victory.side, ids).unwrap_or(Side::A)
    }

    /// The points as they stand [TYP-10] [RED-8].
    pub fn score(&self, state: &State<B>) -> Vec<Scored> {
        let lines = self.scenario.victory.points.iter().enumerate();
        lines.map(|(line, entry)| self.score_line(state, line, entry)).collect()
    }

    fn score_line(&self, state: &State<B>, line: usize, entry: &PointEntry) -> Scored {
        let side = self.scorer();
        let held = |h: &HexId| self.controls(state, side, *h);
        let hexes: Vec<HexId> = match entry.kind {
            PointKind::EachHex => self.places_of(entry).into_iter().filter(held).collect(),
            PointKind::Whole => {
                let all = self.places_of(entry);
                if all.iter().all(held) { all } else { Vec::new() }
            }
            PointKind::Crossing => self.beyond(state, entry),
            PointKind::Towns => self.ground.villages.iter().filter(held).collect(),
            PointKind::TownsRegained => {
                let lost = |h: &HexId| self.start_control[h.index()] != side;
                self.ground.villages.iter().filter(lost).filter(held).collect()
            }
            PointKind::HqsEliminated | PointKind::ReservesEntered | PointKind::UnitsEliminated => {
                Vec::new()
            }
        };
        let times = match entry.kind {
            PointKind::Whole | PointKind::Crossing => u16::from(!hexes.is_empty()),
            PointKind::ReservesEntered => state.kept.committed.count_ones() as u16,
            PointKind::UnitsEliminated => state.kept.eliminated[side.other()],
            PointKind::HqsEliminated => u16::from(state.hqs_lost[side.other()]),
            _ => hexes.len() as u16,
        };
        Scored { line, times, points: times * entry.value, hexes }
    }

    fn places_of(&self, entry: &PointEntry) -> Vec<HexId> {
        entry.places.iter().flat_map(|p| self.place(p)).collect()
    }

    /// The hexes beyond a river where a regular unit of the right front stands in supply (K-R22, K-R74).
    fn beyond(&self, state: &State<B>, entry: &PointEntry) -> Vec<HexId> {
        let side = self.scorer();
        let front = entry.front.as_ref().and_then(|f| self.fronts.named(f));
        let bank = |h: HexId| {
            let mut regions = entry
                .places
                .iter()
                .filter_map(|p| self.map.region(&format!("far-bank-{}", p.to_lowercase())));
            regions.any(|r| r.contains(h))
        };
        let there: Vec<(UnitId, HexId)> = self
            .units_of(state, side)
            .filter(|&(u, h)| self.class(u).is_regular() && bank(h))
            .filter(|&(u, _)| front.is_none() || self.home_front(state, u) == front)
            .filter(|&(u, _)| state.oos[u.index()] == 0)
            .collect();
        if there.is_empty() {
            return Vec::new();
        }
        let map = self.supply_map(state, side);
        let mut hexes: Vec<HexId> = there
            .into_iter()
            .filter(|&(u, _)| self.is_traced(state, &map, u))
            .map(|p| p.1)
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// All points together.
    pub fn total(&self, state: &State<B>) -> u16 {
        self.score(state).iter().map(|s| s.points).sum()
    }

    /// The step of the scale for so many points [TYP-11].
    pub fn verdict(&self, points: u16) -> &ScaleEntry {
        let scale = &self.scenario.victory.scale;
        scale.iter().rev().find(|s| points >= s.min).unwrap_or(&scale[0])
    }

    /// Judges the automatic victory at the end of a Supply Phase (R59); whether the game is over.
    pub fn check_automatic(&self, state: &mut State<B>, log: &mut Log) -> bool {
        let entries = &self.scenario.victory.automatic;
        let Some(won) = (0..entries.len()).find(|&i| self.is_won(state, i)) else { return false };
        state.ending = Some(Ending::Automatic(won as u8));
        state.phase = Phase::Over;
        state.stages.clear();
        log.say(|| {
            let text = Text::new("event.automatic").side(self.automatic_side(&entries[won]));
            Event::new(EventKind::Ended, self.cites.automatic[won], text)
        });
        true
    }

    /// Whether an automatic victory is won now; one that must be held through two Supply Phases is noted after the first.
    fn is_won(&self, state: &mut State<B>, index: usize) -> bool {
        let entry = &self.scenario.victory.automatic[index];
        let side = self.automatic_side(entry);
        let hexes = self.automatic_hexes(entry);
        let all = !hexes.is_empty() && hexes.iter().all(|&h| self.controls(state, side, h));
        let own = self.active(state) == side;
        let bit = 1 << index;
        match (entry.after, own) {
            (AutomaticWhen::BothSupplyPhases, true) => {
                state.held = if all { state.held | bit } else { state.held & !bit };
                false
            }
            (AutomaticWhen::BothSupplyPhases, false) => all && state.held & bit != 0,
            (AutomaticWhen::EnemySupplyPhase, own) => all && !own,
        }
    }

    /// Whose automatic victory it is.
    pub fn automatic_side(&self, entry: &AutomaticEntry) -> Side {
        let ids = [self.sides[0].id.as_str(), self.sides[1].id.as_str()];
        Side::named(&entry.side, ids).expect("the loading knows whose victory it is")
    }

    /// The hexes that must be controlled for it.
    pub fn automatic_hexes(&self, entry: &AutomaticEntry) -> Vec<HexId> {
        entry.places.iter().flat_map(|p| self.place(p)).collect()
    }

    /// The end of the last turn.
    pub fn end_by_points(&self, state: &mut State<B>, log: &mut Log) {
        if B::end_by_points(self, state, log) {
            return;
        }
        let points = self.total(state);
        state.ending = Some(Ending::Points(points));
        state.phase = Phase::Over;
        state.stages.clear();
        log.say(|| {
            let text = Text::new("event.scored").n(points);
            Event::new(EventKind::Ended, self.cites.scale, text)
        });
    }
}
