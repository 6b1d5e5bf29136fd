//! Field fortifications [7.1] and fixed positions [7.2].

use crate::book::Book;
use crate::combat::Shift;
use crate::game::Wb95;
use crate::state::{Mark, Phase, State};
use board::{Side, UnitId};
use engine::{Event, EventKind, Log, No, Text};
use hex::{Direction, HexId, Mp};

impl<B: Book> Wb95<B> {
    /// Whether a unit may build field fortifications now. `spent` says whether it has used movement points.
    pub fn may_fortify(
        &self,
        state: &State<B>,
        unit: UnitId,
        hex: HexId,
        spent: bool,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let side = self.side(unit);
        if state.phase != Phase::Movement {
            return no(rule!(B, "12.1.3"), "no.not-in-strategic");
        }
        if !self.class(unit).is_regular() {
            return no(rule!(B, "7.1.2"), "no.only-regular-digs");
        }
        if spent {
            return no(rule!(B, "7.1.4"), "no.dig-takes-all");
        }
        if self.ground.hex(hex).no_fortification {
            return no(rule!(B, "7.1.8"), "no.dig-in-swamp");
        }
        if self.is_fixed_position(hex) {
            return no(rule!(B, "7.1.9"), "no.dig-in-position");
        }
        if state.forts[side].contains(hex) {
            return no(rule!(B, "7.1.1"), "no.dug-already");
        }
        if state.position.has_mark(unit, Mark::Retreated) {
            return match (self.is_pinned(state, unit, hex), B::SENTENCES.pinned_digs) {
                (true, true) => Ok(()),
                (true, false) => no(rule!(B, "7.1.3"), "no.dig-after-retreat"),
                (false, _) => no(rule!(B, "5.3.10"), "no.dig-after-retreat"),
            };
        }
        Ok(())
    }

    /// In an enemy zone without a legal step out of it [7.1.3].
    fn is_pinned(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        let neighbours = self.map.grid.neighbours(hex);
        self.in_enemy_zone(state, self.side(unit), hex)
            && Direction::ALL.into_iter().all(|d| {
                neighbours[d.index()]
                    .some()
                    .is_none_or(|to| self.step(state, unit, hex, d, to, Mp::MAX).is_err())
            })
    }

    /// Builds them: ready at once, for all units of the hex [7.1.4].
    pub fn fortify(&self, state: &mut State<B>, unit: UnitId, hex: HexId, log: &mut Log) {
        state.forts[self.side(unit)].insert(hex);
        log.say(|| {
            let text = Text::new("event.fortified").unit(unit).hex(hex);
            let mut event =
                Event::new(EventKind::Changed, rule!(B, "7.1.2"), text).unit(unit).hex(hex);
            let retreated = state.position.has_mark(unit, Mark::Retreated);
            event
                .rules
                .extend(self.acting([(true, rule!(B, "7.1.4")), (retreated, rule!(B, "7.1.3"))]));
            event
        });
    }

    /// The enemy has come into a hex with field fortifications, which go at once [7.1.6].
    pub(crate) fn say_trodden(&self, hex: HexId, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.fort-gone").hex(hex);
            Event::new(EventKind::Changed, self.rule_or(rule!(B, "7.1.6"), rule!(B, "7.1.5")), text)
                .hex(hex)
        });
    }

    /// At the end of a phase those without a unit of their owner are removed [7.1.5].
    pub fn sweep_forts(&self, state: &mut State<B>, log: &mut Log) {
        for side in Side::BOTH {
            let empty: Vec<HexId> =
                state.forts[side].iter().filter(|&h| !self.holds(state, side, h)).collect();
            for hex in empty {
                state.forts[side].remove(hex);
                log.say(|| {
                    let text = Text::new("event.fort-gone").hex(hex);
                    Event::new(EventKind::Changed, rule!(B, "7.1.5"), text).hex(hex)
                });
            }
        }
    }

    /// What field fortifications give the defender of a hex [7.1.10], by the scenario [RED-5] (R14).
    pub fn field_cm(&self, state: &State<B>, hex: HexId) -> u8 {
        let entry = &self.scenario.fortification;
        if self.ground.hex(hex).town {
            return entry.cm_town;
        }
        let strong = match self.switches.works_by_unit {
            true => self.regular_strengths(state, hex).max().unwrap_or(0),
            false => self.regular_sp(state, hex),
        };
        if strong >= entry.min_sp_other { entry.cm_other } else { 0 }
    }

    /// The columns of field fortifications, by the scenario where it says so.
    pub(crate) fn field_shift(&self, side: Side, columns: u8) -> Shift {
        let text = Text::new("odds.field-fortification");
        let mut shift = Shift::new(side, columns, text, rule!(B, "7.1.10"));
        shift.rules.extend(self.cites.works);
        shift
    }

    /// The printed strength of the regular units on a hex as they are.
    pub fn regular_sp(&self, state: &State<B>, hex: HexId) -> u16 {
        self.regular_strengths(state, hex).sum()
    }

    fn regular_strengths<'a>(
        &'a self,
        state: &'a State<B>,
        hex: HexId,
    ) -> impl Iterator<Item = u16> + 'a {
        let regular = state.position.stack(hex).filter(|&u| self.class(u).is_regular());
        regular.map(|u| self.class(u).strength(state.position.steps(u)))
    }

    /// What a fixed position gives: a region such as `fixed-position-2` names a group that gives other columns than the
    /// usual ones [7.2.3].
    pub fn position_cm(&self, hex: HexId) -> u8 {
        self.position_group(hex).unwrap_or(self.tables.core.fixed_position_cm)
    }

    /// The columns of the group that a fixed position belongs to, if it belongs to one [7.2.3].
    pub(crate) fn position_group(&self, hex: HexId) -> Option<u8> {
        let groups = self.map.region_names().filter_map(|name| {
            let columns = name.strip_prefix("fixed-position-")?.parse().ok()?;
            self.map.region(name)?.contains(hex).then_some(columns)
        });
        groups.max()
    }
}
