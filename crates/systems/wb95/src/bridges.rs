//! Bridges [14].

use crate::book::Book;
use crate::class::Role;
use crate::game::Wb95;
use crate::state::{Mark, Phase, State, Works};
use board::{Control, Side, UnitId};
use engine::{Event, EventKind, Log, No, Rule, Text};
use hex::{Direction, HexId, Mp, SideId};

/// What a unit does to a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Blows it up for so much [14.2.1] [14.3.1].
    Destroy(Mp),
    /// Rebuilds it for so much [14.2.2].
    Rebuild(Mp),
    /// Declares a bridge over a big river [14.3.2].
    Declare,
}

impl<B: Book> Wb95<B> {
    /// Who controls the bridges after counters have moved [14.1.3] (R31): a bridge goes to the side that occupies an end
    /// while no unit of its controller is on the other.
    pub fn take_bridges(&self, state: &mut State<B>) {
        for (i, &side) in self.ground.bridges.iter().enumerate() {
            let (a, b) = self.map.grid.hexes_of(side);
            let holders = [self.holder(state, a), self.holder(state, b)];
            let now = state.bridges[i];
            for holder in holders.into_iter().flatten() {
                let keeps = matches!(now, Control::By(old) if old != holder && holders.contains(&Some(old)));
                if !keeps {
                    state.bridges[i] = Control::By(holder);
                    break;
                }
            }
        }
    }

    /// A bridge goes with its two hexes, unless a unit of its controller is on an end [14.1.3].
    pub fn bridges_follow(&self, state: &mut State<B>) {
        for (i, &side) in self.ground.bridges.iter().enumerate() {
            let (a, b) = self.map.grid.hexes_of(side);
            let (of_a, of_b) = (state.position.control(a), state.position.control(b));
            let kept = match state.bridges[i] {
                Control::By(old) => self.holds(state, old, a) || self.holds(state, old, b),
                Control::Nobody => false,
            };
            if of_a == of_b && of_a != Control::Nobody && !kept {
                state.bridges[i] = of_a;
            }
        }
    }

    /// At the start: the side that controls both ends, else the one that stands on an end (R31).
    pub fn first_bridges(&self, state: &mut State<B>) {
        for (i, &side) in self.ground.bridges.iter().enumerate() {
            let (a, b) = self.map.grid.hexes_of(side);
            let (a, b) = (state.position.control(a), state.position.control(b));
            state.bridges[i] = if a == b { a } else { Control::Nobody };
        }
        self.take_bridges(state);
    }

    /// What a unit in hand may do to a bridge on a side of its hex, or why not.
    pub fn may_work(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        left: Mp,
        spent: bool,
        side: SideId,
    ) -> Result<Work, No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(at));
        if state.phase != Phase::Movement {
            return no(rule!(B, "12.1.3"), "no.not-in-strategic");
        }
        if !Direction::ALL.into_iter().any(|d| self.map.grid.side(at, d) == side) {
            return no(rule!(B, "14.2.1"), "no.bridge-not-here");
        }
        let big = self.ground.side(side).big;
        let standing = self.is_bridged(state, side);
        if !standing && big {
            return self.may_declare(state, unit, at, spent, side).map(|()| Work::Declare);
        }
        let Some(bridge) = self.ground.bridge(side) else {
            return no(rule!(B, "14.2.3"), "no.bridge-not-printed");
        };
        let core = &self.tables.core;
        if standing {
            let points = if big {
                core.bridge_destroy_cost_big_river
            } else {
                core.bridge_destroy_cost_river
            };
            self.may_destroy(state, unit, bridge)?;
            let rule = if big { rule!(B, "14.3.1") } else { rule!(B, "14.2.1") };
            return self.afford(unit, Mp::whole(points), left, rule).map(Work::Destroy);
        }
        self.may_rebuild(state, unit, at, side)?;
        self.afford(unit, Mp::whole(core.bridge_rebuild_cost_river), left, rule!(B, "14.2.2"))
            .map(Work::Rebuild)
    }

    fn afford(&self, unit: UnitId, cost: Mp, left: Mp, rule: Rule) -> Result<Mp, No> {
        match cost <= left {
            true => Ok(cost),
            false => Err(No::new(rule, "no.work-too-dear").unit(unit).mp(cost, left)),
        }
    }

    fn may_destroy(&self, state: &State<B>, unit: UnitId, bridge: usize) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !B::SENTENCES.bridges_are_held {
            return self.may_work_bridges(unit); // whoever has a zone
        }
        if !(self.class(unit).is_regular() || self.class(unit).is_hq()) {
            return no(rule!(B, "14.2.1"), "no.only-regular-or-hq");
        }
        if state.bridges[bridge] != Control::By(self.side(unit)) {
            return no(rule!(B, "14.1.4"), "no.bridge-not-controlled");
        }
        Ok(())
    }

    fn may_rebuild(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        side: SideId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !B::SENTENCES.bridges_are_held {
            self.may_work_bridges(unit)?;
            if self.holder(state, self.other_end(side, at)) == Some(self.side(unit).other()) {
                return no(rule!(B, "14.2.2"), "no.enemy-on-other-end"); //; WB-95 does not ask
            }
        } else if self.class(unit).is_towed_artillery() {
            return no(rule!(B, "14.2.2"), "no.artillery-cannot-build");
        } else if !self.class(unit).is_hq() && !self.is_covered(state, unit) {
            return no(rule!(B, "14.2.2"), "no.no-hq-in-range");
        }
        Ok(())
    }

    /// Whether a unit has a zone, without which nobody works on bridges.
    fn may_work_bridges(&self, unit: UnitId) -> Result<(), No> {
        match self.class(unit).is_regular() {
            true => Ok(()),
            false => Err(No::new(rule!(B, "14.2.1"), "no.only-zone-works").unit(unit)),
        }
    }

    pub(crate) fn other_end(&self, side: SideId, at: HexId) -> HexId {
        let (a, b) = self.map.grid.hexes_of(side);
        if a == at { b } else { a }
    }

    /// A headquarters that ended its Supply Phase on the bank may declare a bridge [14.3.2].
    fn may_declare(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        spent: bool,
        side: SideId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(at));
        if self.role(unit) != Role::Hq {
            return no(rule!(B, "14.3.2"), "no.only-hq-builds");
        }
        // Else only a headquarters beside the bridge is asked for.
        let waits = spent || !state.position.has_mark(unit, Mark::OnBank);
        if B::SENTENCES.bridges_are_held && waits {
            return no(rule!(B, "14.3.2"), "no.hq-not-on-bank");
        }
        if !self.map.grid.hexes_of(side).1.is_some() {
            return no(rule!(B, "14.3.2"), "no.bridge-not-here");
        }
        if state.works.iter().any(|w| w.side == side) {
            return no(rule!(B, "14.3.3"), "no.another-hq-builds");
        }
        if !self.far_bank_held(state, self.side(unit), side) {
            return no(rule!(B, "14.3.2"), "no.far-bank");
        }
        Ok(())
    }

    /// The far bank is under control: it is not in an enemy zone, or friendly regular units are on both hexes.
    fn far_bank_held(&self, state: &State<B>, side: Side, across: SideId) -> bool {
        let (a, b) = self.map.grid.hexes_of(across);
        let both = |test: &dyn Fn(HexId) -> bool| test(a) && test(b);
        if !B::SENTENCES.bridges_are_held {
            return both(&|h| self.holder(state, h) != Some(side.other())); //
        }
        if both(&|h| self.holds(state, side, h) && self.has_regular(state, h)) {
            return true;
        }
        both(&|h| {
            self.holder(state, h) != Some(side.other()) && !self.in_enemy_zone(state, side, h)
        })
    }

    /// Does the work on a bridge.
    pub fn work(
        &self,
        state: &mut State<B>,
        unit: UnitId,
        side: SideId,
        work: Work,
        log: &mut Log,
    ) {
        let (id, rule) = match work {
            Work::Destroy(_) if self.ground.side(side).big => {
                ("event.bridge-blown", rule!(B, "14.3.1"))
            }
            Work::Destroy(_) => ("event.bridge-blown", rule!(B, "14.2.1")),
            Work::Rebuild(_) => ("event.bridge-rebuilt", rule!(B, "14.2.2")),
            // Where none was it is a new one.
            Work::Declare => {
                let new = B::SENTENCES.new_bridges.filter(|_| self.ground.bridge(side).is_none());
                ("event.bridge-begun", new.unwrap_or(rule!(B, "14.3.2")))
            }
        };
        match work {
            Work::Destroy(_) => self.break_bridge(state, side),
            Work::Rebuild(_) => {
                if let Some(bridge) = self.ground.bridge(side) {
                    state.broken[bridge] = false;
                    state.bridges[bridge] = Control::By(self.side(unit));
                }
            }
            Work::Declare => state.works.push(Works { hq: unit, side, turn: state.turn }),
        }
        log.say(|| {
            let text = Text::new(id).unit(unit).with("bridge", engine::Arg::Hexside(side));
            Event::new(EventKind::Changed, rule, text).unit(unit)
        });
    }

    /// A bridge is destroyed.
    pub fn break_bridge(&self, state: &mut State<B>, side: SideId) {
        state.built.retain(|s| *s != side);
        if let Some(bridge) = self.ground.bridge(side) {
            state.broken[bridge] = true;
        }
    }

    /// At the start of the own Movement Phase: works of the turn before are finished, those whose far bank was lost are
    /// given up [14.3.2].
    pub fn finish_works(&self, state: &mut State<B>, side: Side, log: &mut Log) {
        let works = std::mem::take(&mut state.works);
        for w in works {
            if self.side(w.hq) != side {
                state.works.push(w);
            } else if self.far_bank_held(state, side, w.side) {
                match self.ground.bridge(w.side) {
                    Some(bridge) => state.broken[bridge] = false,
                    None => state.built.push(w.side),
                }
                // The headquarters spends all its points in this phase too; else it is free
                // [16.2.2].
                for mark in [crate::state::Mark::Moved, crate::state::Mark::Activated] {
                    state.position.set_mark(w.hq, mark, B::SENTENCES.bridges_are_held);
                }
                log.say(|| {
                    let text = Text::new("event.bridge-built")
                        .with("bridge", engine::Arg::Hexside(w.side));
                    Event::new(EventKind::Changed, rule!(B, "14.3.2"), text).unit(w.hq)
                });
            }
        }
    }

    /// Works end when their headquarters leaves or the far bank is lost [14.3.4]; checked at the end of every phase.
    pub fn check_works(&self, state: &mut State<B>, log: &mut Log) {
        let works = std::mem::take(&mut state.works);
        for w in works {
            let (a, b) = self.map.grid.hexes_of(w.side);
            let stays = state.position.hex(w.hq).is_some_and(|h| h == a || h == b);
            if stays && self.far_bank_held(state, self.side(w.hq), w.side) {
                state.works.push(w);
                continue;
            }
            log.say(|| {
                let bridge = engine::Arg::Hexside(w.side);
                let text = Text::new("event.bridge-given-up").with("bridge", bridge);
                Event::new(EventKind::Changed, rule!(B, "14.3.2"), text)
            });
        }
    }

    /// Which headquarters may begin a bridge: those on a bank at the end of their Supply Phase [14.3.2].
    pub fn note_banks(&self, state: &mut State<B>, side: Side) {
        let hqs: Vec<(UnitId, HexId)> =
            self.units_of(state, side).filter(|&(u, _)| self.class(u).is_hq()).collect();
        for (hq, hex) in hqs {
            let bank = Direction::ALL
                .into_iter()
                .any(|d| self.ground.side(self.map.grid.side(hex, d)).big);
            state.position.set_mark(hq, Mark::OnBank, bank);
        }
    }
}
