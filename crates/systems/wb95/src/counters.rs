//! Laying counters down, taking CELs off them, and removing them [1.2].

use crate::book::Book;
use crate::game::Wb95;
use crate::scenario::ReserveKind;
use crate::state::{DEAD, FROM_AIR, Mark, Phase, Pool, State};
use board::{BoxId, Side, UnitId};
use engine::{Event, EventKind, Log, Rule, Text};
use hex::HexId;

/// Why a counter is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Combat results, fire, air attack.
    Combat,
    /// A hex that was not retreated [5.3.7].
    Stand,
    /// A hex in an enemy zone among friends, on a retreat [5.3.4].
    Zone,
    /// An enemy who entered the hex of lone guns and headquarters [6.1.7] [9.1.5].
    Overrun,
    /// It surrendered [10.2.6].
    Surrender,
    /// Its owner had to remove it (R79).
    Removed,
    /// Mines [18.1.3].
    Mines,
    /// A breakdown [22.1.1].
    Breakdown,
}

impl Cause {
    /// The rule by which a unit loses.
    fn rule<B: Book>(self, hq: bool) -> Rule {
        match self {
            Cause::Combat => rule!(B, "5.1.8"),
            Cause::Stand => rule!(B, "5.3.7"),
            Cause::Zone => rule!(B, "5.3.4"),
            Cause::Overrun if hq => rule!(B, "9.1.5"),
            Cause::Overrun => rule!(B, "6.1.7"),
            Cause::Surrender => rule!(B, "10.2.6"),
            Cause::Removed => rule!(B, "3.2.1"),
            Cause::Mines => rule!(B, "18.1.3"),
            Cause::Breakdown => rule!(B, "22.1.1"),
        }
    }
}

impl<B: Book> Wb95<B> {
    /// All counters of a side on the map, with their hexes.
    pub fn units_of<'a>(
        &'a self,
        state: &'a State<B>,
        side: Side,
    ) -> impl Iterator<Item = (UnitId, HexId)> + 'a {
        state
            .position
            .units()
            .filter(move |&u| self.side(u) == side)
            .filter_map(|u| state.position.hex(u).map(|h| (u, h)))
    }

    /// Lays a counter on a hex and lets its zone count.
    pub fn lay(&self, state: &mut State<B>, unit: UnitId, hex: HexId) {
        let reach = self.reach(unit, hex);
        state.position.place(&self.map.grid, unit, self.side(unit), hex, reach);
    }

    /// Puts a counter into a box.
    pub fn put(&self, state: &mut State<B>, unit: UnitId, into: BoxId) {
        state.position.put(&self.map.grid, unit, self.side(unit), into);
    }

    /// A counter comes into a hex by moving, retreating or pursuing: the enemy's fortifications go [7.1.6], the
    /// bridges may change hands [14.1.3].
    /// Whether it trod fortifications down.
    pub fn come_to(&self, state: &mut State<B>, unit: UnitId, hex: HexId) -> bool {
        self.lay(state, unit, hex);
        let side = self.side(unit);
        state.position.set_mark(unit, Mark::OnBank, false);
        let trodden = state.forts[side.other()].contains(hex);
        state.forts[side.other()].remove(hex);
        self.take_bridges(state);
        self.stir(state, unit);
        self.check_repairs(state);
        trodden
    }

    /// A disorganised unit that does something, or to which something is done, recovers later [5.6.5].
    pub fn stir(&self, state: &mut State<B>, unit: UnitId) {
        self.end_repair(state, unit);
        let disorder = state.disorganised[unit.index()];
        if disorder > 0 {
            state.disorganised[unit.index()] = state.clock() | (disorder & FROM_AIR);
        }
    }

    /// Takes one CEL off a unit: its counter is turned, or removed with the last [1.2].
    pub fn reduce(&self, state: &mut State<B>, unit: UnitId, cause: Cause, log: &mut Log) {
        let left = state.position.steps(unit).saturating_sub(1);
        if left == 0 {
            self.eliminate(state, unit, cause, log);
            return;
        }
        state.position.set_steps(unit, left);
        log.say(|| {
            let text = Text::new("event.reduced").unit(unit);
            self.loss_event(state, unit, cause, text)
        });
    }

    /// Removes a unit, with what its loss brings the enemy.
    pub fn eliminate(&self, state: &mut State<B>, unit: UnitId, cause: Cause, log: &mut Log) {
        let hex = state.position.hex(unit);
        log.say(|| {
            let id = match cause {
                Cause::Surrender => "event.surrendered",
                Cause::Removed => "event.removed",
                _ => "event.eliminated",
            };
            self.loss_event(state, unit, cause, Text::new(id).unit(unit))
        });
        state.position.set_steps(unit, 0);
        state.oos[unit.index()] = 0;
        state.disorganised[unit.index()] = 0;
        state.position.clear_marks(unit);
        state.position.set_mark(unit, Mark::Fought, true);
        state.position.set_mark(unit, Mark::Fired, true);
        self.put(state, unit, DEAD);
        state.works.retain(|w| w.hq != unit);
        let side = self.side(unit);
        state.kept.eliminated[side] += 1;
        self.end_repair(state, unit);
        if self.is_replaced(state, cause) && self.has_credit_reserve(side) {
            state.credits_next[side] += 1;
        }
        let counts = self.class(unit).is_hq() && cause != Cause::Removed;
        if counts && !B::reward_hq(self, state, side.other(), log) {
            state.hqs_lost[side] += 1;
            self.open_pool(state, side.other(), hex, log);
        }
        self.take_bridges(state);
    }

    fn loss_event(&self, state: &State<B>, unit: UnitId, cause: Cause, text: Text) -> Event {
        let class = self.class(unit);
        let rule = cause.rule::<B>(class.is_hq());
        let mut event = Event::new(EventKind::Eliminated, rule, text).unit(unit);
        event.rules.push(rule!(B, "1.2"));
        event.rules.extend(self.acting([
            (class.is_towed_artillery(), rule!(B, "6.1.6")),
            (class.is_hq(), rule!(B, "9.1.4")),
            (
                cause == Cause::Stand && self.fights_from_many(state, self.side(unit)),
                rule!(B, "5.3.8"),
            ),
            (cause == Cause::Surrender, rule!(B, "4.3.4")),
        ]));
        state.position.hex(unit).into_iter().fold(event, Event::hex)
    }

    /// Whether the units of a side in the combat stood on several hexes, which lose only once for
    /// what they sustain together
    /// [5.3.8].
    fn fights_from_many(&self, state: &State<B>, side: Side) -> bool {
        let Some(combat) = state.combat.as_ref() else { return false };
        let mut hexes = combat.direct[side].iter().map(|(_, h)| *h);
        let first = hexes.next();
        hexes.any(|h| Some(h) != first)
    }

    /// Whether a loss is one in combat, for which a reserve may enter (R34): overruns in movement
    /// only as an option.
    fn is_replaced(&self, state: &State<B>, cause: Cause) -> bool {
        match cause {
            Cause::Combat | Cause::Stand | Cause::Zone => true,
            Cause::Overrun => state.phase == Phase::Combat || self.switches.overruns_replaced,
            Cause::Surrender | Cause::Removed | Cause::Mines | Cause::Breakdown => false,
        }
    }

    /// The loss of a headquarters gives the enemy columns [9.1.6].
    fn open_pool(&self, state: &mut State<B>, side: Side, hex: Option<HexId>, log: &mut Log) {
        let Some(hex) = hex else { return };
        let core = &self.tables.core;
        state.pools.push(Pool {
            side,
            left: core.hq_lost_enemy_cm_pool,
            hex,
            phases: core.hq_lost_pool_combat_phases,
            fresh: state.phase == Phase::Combat,
        });
        log.say(|| {
            let text = Text::new("event.pool").side(side).hex(hex).n(core.hq_lost_enemy_cm_pool);
            Event::new(EventKind::Changed, rule!(B, "9.1.6"), text).hex(hex)
        });
    }

    /// Whether a side has reserves that losses release (R34).
    pub fn has_credit_reserve(&self, side: Side) -> bool {
        self.reserves.iter().any(|r| r.side == side && r.kind == ReserveKind::Credit)
    }

    /// The rule of the reserves that losses release.
    pub fn credit_rule(&self, side: Side) -> Rule {
        let mut reserves = self.reserves.iter();
        let found = reserves.find(|r| r.side == side && r.kind == ReserveKind::Credit);
        found.map_or(rule!(B, "11.1.1"), |r| r.rule)
    }
}
