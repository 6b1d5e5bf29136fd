//! Victory (12.0, 14.61).

use crate::class::{GERMAN, SOVIET};
use crate::data::value_from;
use crate::game::LastStand;
use crate::state::{Ending, LOST, Mark, Marker, State};
use board::{UnitId, with_paths};
use engine::{Dice, Event, EventKind, Log, Text};
use hex::{Entry, HexId, HexSet, Mp};

/// The final count, item by item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Markers on the track.
    pub damage: u8,
    /// The occupied cities in supply with what each adds (VC-4).
    pub cities: Vec<(usize, u8)>,
    /// German units destroyed or reduced (VC-5).
    pub losses: u8,
    /// Markers taken off for them.
    pub deduction: u8,
    /// The final total, never below 0 (VC-6).
    pub total: u8,
}

impl LastStand {
    /// Counts the victory as if the game ended now (VC-4)-(VC-6).
    pub fn count(&self, state: &State) -> Count {
        let field = self.connected(state, GERMAN);
        let bonus = &self.tables.victory.city_bonus;
        let cities: Vec<(usize, u8)> = self
            .objectives
            .iter()
            .enumerate()
            .filter(|(i, _)| state.holdings[*i].marker == Marker::Occupied)
            // The line of an empty city ends in the city itself: an enemy zone there bars it
            // (7.31).
            .filter(|(_, o)| field.contains(o.hex) && self.is_open(state, GERMAN, o.hex, &[]))
            .filter_map(|(i, o)| Some((i, *bonus.get(&o.name)?)))
            .collect();
        let losses = self.german_losses(state);
        let deduction = value_from(&self.tables.victory.losses, losses);
        let damage = state.damage_total();
        let total = cities.iter().fold(damage, |sum, (_, n)| sum.saturating_add(*n));
        let total = total.saturating_sub(deduction);
        Count { damage, cities, losses, deduction, total }
    }

    /// German combat units with an identity that are destroyed, and reduced divisions (VC-5) (R60).
    fn german_losses(&self, state: &State) -> u8 {
        let counts = |&u: &UnitId| {
            self.side(u) == GERMAN
                && self.is_combat(u)
                && (!self.scenario.only_units_at_start_count || state.has(u, Mark::AtStart))
        };
        let lost = |u: UnitId| {
            let reduced = || {
                let class = self.class(u);
                let steps = state.position.steps(u);
                state.position.hex(u).is_some()
                    && steps < class.steps()
                    && (class.is_division() || self.is_kampfgruppe(state, u))
            };
            self.is_in(state, u, LOST) || reduced()
        };
        self.roster.units().filter(counts).filter(|&u| lost(u)).count() as u8
    }

    /// Whether a Soviet rear line runs from the east edge to a German edge with no German unit near it (VC-2)
    /// (R62).
    pub fn is_broken_through(&self, state: &State) -> bool {
        let grid = &self.map.grid;
        let germans: Vec<(HexId, Mp)> =
            self.units_of(state, GERMAN).map(|(_, h)| (h, Mp::ZERO)).collect();
        let clear = Mp::whole(self.tables.victory.clear_distance);
        let near = with_paths(grid, |paths| {
            paths.search_many(grid, germans, clear, |_, _, _| Entry::Through(Mp::ONE));
            HexSet::of(grid.len(), paths.reached().iter().copied())
        });
        let free = |h: HexId| !near.contains(h) && self.is_open(state, SOVIET, h, &[]);
        let column = |h: HexId| grid.column_row(h).0;
        let east = self.edges.east.iter().map(column).max();
        let begin: Vec<(HexId, Mp)> = self
            .edges
            .soviet
            .iter()
            .filter(|&h| Some(column(h)) == east && free(h))
            .map(|h| (h, Mp::ZERO))
            .collect();
        with_paths(grid, |paths| {
            paths.search_many(grid, begin, Mp::ONE, |from, direction, to| {
                let linked = self.has_rear_link(state, SOVIET, from, direction);
                match linked && !self.is_lake(from, direction) && free(to) {
                    true => Entry::Through(Mp::ZERO),
                    false => Entry::Closed,
                }
            });
            paths.reached().iter().any(|&h| self.edges.german.contains(h))
        })
    }

    /// The row of the scale that a total reaches (VC-6).
    pub fn scale_row(&self, total: u8) -> u8 {
        let scale = &self.tables.victory.scale[&self.scenario.scale];
        scale.iter().rposition(|r| total >= r.from).unwrap_or(0) as u8
    }

    /// Judges the game at the end of its last turn.
    pub fn judge_victory(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        if self.is_broken_through(state) {
            state.ending = Some(Ending::Breakthrough);
            log.say(|| {
                Event::new(EventKind::Ended, rule!("VC-2"), Text::new("outcome.breakthrough"))
            });
            return;
        }
        // The German shows the marker; it decides nothing any more (VC-3).
        self.ensure_marker(state, dice);
        if let Some(marker) = state.markers.last() {
            let value = marker.value;
            log.reveal();
            log.say(|| {
                Event::new(
                    EventKind::Revealed,
                    rule!("VC-3"),
                    Text::new("event.marker-shown").n(value),
                )
            });
        }
        let count = self.count(state);
        state.ending = Some(Ending::Scale(self.scale_row(count.total)));
        log.say(|| {
            let text = Text::new("event.final-total").n(count.total);
            let added = (!count.cities.is_empty()).then_some(rule!("VC-4"));
            let removed = (count.deduction > 0).then_some(rule!("VC-5"));
            let other = (self.scenario.scale != "standard").then_some(rule!("14.61"));
            let event = Event::new(EventKind::Ended, rule!("VC-6"), text);
            [added, removed, other].into_iter().flatten().fold(event, Event::rule)
        });
    }

    /// The result of a row of the scale.
    pub fn scale_result(&self, row: u8) -> &str {
        let scale = &self.tables.victory.scale[&self.scenario.scale];
        scale.get(usize::from(row)).map_or("draw", |r| r.result.as_str())
    }
}
