//! Armour repair [17].

use crate::decision::*;
use crate::game::Wb95;
use crate::state::{Mark, Phase, State};
use crate::verb::DONE;
use board::{Side, UnitId};
use engine::view::Owed;
use engine::{Event, EventKind, Log, No, Text};

impl<B: Book> Wb95<B> {
    fn repairing_side(&self) -> Option<Side> {
        self.side_named(&self.tables.variant.repair.as_ref()?.side)
    }

    /// The end of the owner's Supply Phase: units that nothing disturbed regain a CEL, then free markers may be laid
    /// [17.1.2].
    pub fn repair(&self, state: &mut State<B>, log: &mut Log) {
        let Some(rules) = &self.tables.variant.repair else { return };
        if self.repairing_side() != Some(self.active(state)) {
            return;
        }
        for (_, unit) in std::mem::take(&mut state.kept.repairs) {
            let hex = state.position.hex(unit);
            if !hex.is_some_and(|h| self.has_room(state, h, rules.cels)) {
                continue; // nine CELs may not stand on a hex (K-R79)
            }
            let full = self.class(unit).cels;
            state.position.set_steps(unit, (state.position.steps(unit) + rules.cels).min(full));
            log.say(|| {
                let text = Text::new("event.repaired").unit(unit);
                Event::new(EventKind::Changed, rule!(B, "17.1.2"), text).unit(unit)
            });
        }
        if self.can_lay_marker(state) {
            state.ask(Repair);
        }
    }

    fn can_lay_marker(&self, state: &State<B>) -> bool {
        let side = self.active(state);
        self.units_of(state, side).any(|(u, _)| self.may_repair(state, u).is_ok())
    }

    /// Markers of a front that lie on no unit.
    fn free_markers(&self, state: &State<B>, front: u8) -> u8 {
        let Some(rules) = &self.tables.variant.repair else { return 0 };
        let all = rules.markers.get(&self.fronts.names[usize::from(front)]).copied().unwrap_or(0);
        let used = state.kept.repairs.iter().filter(|(f, _)| *f == front).count() as u8;
        all.saturating_sub(used)
    }

    /// Whether a marker may be laid on a unit: armoured, of a kind that can be repaired, reduced, supplied, outside enemy
    /// zones, and its front has a marker [17.1.1] [17.1.2] [17.1.3] (K-R52).
    pub fn may_repair(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let Some(rules) = &self.tables.variant.repair else {
            return no(rule!(B, "17.1.1"), "no.no-repair");
        };
        if self.repairing_side() != Some(self.side(unit)) || state.phase != Phase::Supply {
            return no(rule!(B, "17.1.1"), "no.no-repair");
        }
        let Some(hex) = state.position.hex(unit) else {
            return no(rule!(B, "17.1.2"), "no.off-map");
        };
        let class = self.class(unit);
        if !class.repairable {
            return no(rule!(B, "17.1.3"), "no.cannot-be-repaired");
        }
        if class.kind != rules.kind {
            return no(rule!(B, "17.1.2"), "no.not-armoured");
        }
        if state.position.steps(unit) >= class.cels {
            return no(rule!(B, "17.1.2"), "no.at-full-strength");
        }
        if !state.position.has_mark(unit, Mark::Supplied) {
            return no(rule!(B, "17.1.2"), "no.not-supplied");
        }
        if self.in_enemy_zone(state, self.side(unit), hex) {
            return no(rule!(B, "17.1.2"), "no.repair-in-a-zone");
        }
        if state.kept.repairs.iter().any(|(_, u)| *u == unit) {
            return no(rule!(B, "17.1.2"), "no.in-repair");
        }
        match self.free_markers(state, self.fronts.of(hex)) {
            0 => no(rule!(B, "17.1.1"), "no.no-marker"),
            _ => Ok(()),
        }
    }

    /// Lays a marker on a unit.
    pub fn lay_marker(&self, state: &mut State<B>, unit: UnitId, log: &mut Log) {
        let hex = state.position.hex(unit).expect("only units on the map are repaired");
        state.kept.repairs.push((self.fronts.of(hex), unit));
        log.say(|| {
            let text = Text::new("event.repair-begun").unit(unit);
            let mut event =
                Event::new(EventKind::Changed, rule!(B, "17.1.2"), text).unit(unit).hex(hex);
            event.rules.push(rule!(B, "17.1.1")); // the marker of its front
            event
        });
    }

    /// A unit moved, fought or was fired at: its repair is given up [17.1.2].
    pub fn end_repair(&self, state: &mut State<B>, unit: UnitId) {
        state.kept.repairs.retain(|(_, u)| *u != unit);
    }

    /// So it is for units that came into an enemy zone or are gone.
    pub fn check_repairs(&self, state: &mut State<B>) {
        if state.kept.repairs.is_empty() {
            return;
        }
        let repairs = std::mem::take(&mut state.kept.repairs);
        state.kept.repairs = repairs
            .into_iter()
            .filter(|&(_, u)| {
                let hex = state.position.hex(u);
                hex.is_some_and(|h| !self.in_enemy_zone(state, self.side(u), h))
            })
            .collect();
    }
}

/// Which units are repaired [17.1.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Repair;

impl<B: Book> Decide<Wb95<B>> for Repair {
    const ID: &'static str = "repair";
    const WRONG: Wrong = (rule!(B, "17.1.2"), "no.choose-unit");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let own = game.units_of(state, game.active(state)).map(|(unit, _)| unit);
        out.units(own.filter(|&u| game.may_repair(state, u).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_repair(at.state, unit),
            DONE => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                play.game.lay_marker(play.state, unit, play.log);
                if !play.game.can_lay_marker(play.state) {
                    play.close();
                }
            }
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.repair")
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-repair")
    }

    fn reminders(&self, at: At<'_, B>) -> Vec<Owed> {
        let units = at.choices.all_units().collect();
        Owed::of_units("remind.repair", rule!(B, "17.1.2"), units).into_iter().collect()
    }
}
