//! Zones of control [4.1] [4.2] and control of hexes [4.3].

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{Mark, State};
use board::{Control, Side, UnitId};
use engine::{Event, EventKind, Log, Text};
use hex::{Direction, Directions, HexId};

impl<B: Book> Wb95<B> {
    /// Where the zone of a unit reaches from a hex: all six neighbours [4.1.2], not across a big river [4.1.3], not
    /// into terrain that its class cannot enter [4.1.4]. Headquarters, artillery and resilience groups have none.
    pub fn reach(&self, unit: UnitId, hex: HexId) -> Directions {
        if !self.class(unit).is_regular() {
            return Directions::NONE;
        }
        self.reach_of_class(unit, hex)
    }

    /// The same for any class; for supply, artillery has a zone too [10.1.11].
    #[inline]
    pub fn reach_of_class(&self, unit: UnitId, hex: HexId) -> Directions {
        self.ground.hex(hex).zone[self.class(unit).movement.column()]
    }

    /// Whether a hex lies in an enemy zone.
    #[inline]
    pub fn in_enemy_zone(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        state.position.in_zone(side.other(), hex)
    }

    /// The enemy units whose zone covers a hex.
    pub fn enemies_over<'a>(
        &'a self,
        state: &'a State<B>,
        side: Side,
        hex: HexId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let neighbours = self.map.grid.neighbours(hex);
        Direction::ALL.into_iter().flat_map(move |d| {
            let from = neighbours[d.index()].some();
            from.into_iter().flat_map(|from| state.position.stack(from)).filter(move |&u| {
                self.side(u) != side && state.position.reach(u).contains(d.opposite())
            })
        })
    }

    /// A unit whose zone covers both hexes forbids the step between them [4.2.3] (R17).
    pub fn pinning(&self, state: &State<B>, side: Side, from: HexId, to: HexId) -> Option<UnitId> {
        if !self.in_enemy_zone(state, side, from) || !self.in_enemy_zone(state, side, to) {
            return None;
        }
        let grid = &self.map.grid;
        self.enemies_over(state, side, from).find(|&enemy| {
            let at = state.position.hex(enemy);
            let direction = at.and_then(|at| grid.direction(at, to));
            direction.is_some_and(|d| state.position.reach(enemy).contains(d))
        })
    }

    /// Control at the end of a side's Supply Phase [4.3.2] [4.3.3] [4.3.6].
    pub fn update_control(&self, state: &mut State<B>, side: Side, log: &mut Log) {
        for hex in self.map.grid.hexes() {
            let old = state.position.control(hex);
            let new = self.control_of(state, side, hex, old);
            if new == old {
                continue;
            }
            state.position.set_control(hex, new);
            if self.ground.hex(hex).town {
                log.say(|| self.control_event(state, side, hex, new));
            }
        }
    }

    fn control_of(&self, state: &State<B>, side: Side, hex: HexId, old: Control) -> Control {
        match self.holder(state, hex) {
            Some(holder) if holder == side => return Control::By(side),
            Some(_) => return old,
            None => {}
        }
        let theirs = state.position.in_zone(side.other(), hex);
        match state.position.in_zone(side, hex) {
            true if theirs => Control::Nobody,
            true if !B::SENTENCES.control_needs_supply => Control::By(side),
            true if self.in_supplied_zone(state, side, hex) => Control::By(side),
            _ => old,
        }
    }

    /// Whether a unit that was supplied in this Supply Phase has its zone over a hex [4.3.5].
    fn in_supplied_zone(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        self.enemies_over(state, side.other(), hex)
            .any(|u| state.position.has_mark(u, Mark::Supplied))
    }

    fn control_event(&self, state: &State<B>, side: Side, hex: HexId, control: Control) -> Event {
        let held = self.holds(state, side, hex);
        let (id, rule) = match control {
            Control::Nobody => ("event.contested", rule!(B, "4.3.6")),
            Control::By(_) if held => ("event.controls", rule!(B, "4.3.2")),
            Control::By(_) => ("event.controls", rule!(B, "4.3.3")),
        };
        let zone = !held && control != Control::Nobody;
        let name = self.map.place_at(hex).map_or_else(String::new, |p| p.name.clone());
        let text = Text::new(id).side(side).hex(hex).with("place", engine::Arg::Name(name));
        let rule = self.rule_or(rule, rule!(B, "4.3.3"));
        let mut event = Event::new(EventKind::Controlled, rule, text).hex(hex);
        event.rules.extend(self.acting([(zone, rule!(B, "4.1.6")), (zone, rule!(B, "4.3.5"))]));
        event
    }
}
