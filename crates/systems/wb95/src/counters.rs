//! Laying counters down, taking CELs off them, and removing them [1.2].

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{DEAD, FIRED, FOUGHT, FROM_AIR, ON_BANK, Phase, Pool, State, TRANSPORT};
use board::{BoxId, Control, Side, UnitId};
use engine::{Event, EventKind, Log, Text};
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
    fn rule(self, hq: bool) -> &'static str {
        match self {
            Cause::Combat => "5.1.8",
            Cause::Stand => "5.3.7",
            Cause::Zone => "5.3.4",
            Cause::Overrun if hq => "9.1.5",
            Cause::Overrun => "6.1.7",
            Cause::Surrender => "10.2.6",
            Cause::Removed => "3.2.1",
            Cause::Mines => "18.1.3",
            Cause::Breakdown => "22.1.1",
        }
    }
}

impl<B: Book> Wb95<B> {
    /// The side whose units are in a hex: stacks are never mixed [3.1.8].
    #[inline]
    pub fn holder(&self, state: &State<B>, hex: HexId) -> Option<Side> {
        state.position.stack(hex).next().map(|u| self.side(u))
    }

    /// Whether a side has a unit in a hex.
    #[inline]
    pub fn holds(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        self.holder(state, hex) == Some(side)
    }

    /// Whether a regular unit is in a hex.
    pub fn has_regular(&self, state: &State<B>, hex: HexId) -> bool {
        state.position.stack(hex).any(|u| self.class(u).is_regular())
    }

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

    /// Whether towed artillery lies on its combat side [6.2.2]; other units are always ready.
    pub fn is_deployed(&self, state: &State<B>, unit: UnitId) -> bool {
        !(self.class(unit).is_towed_artillery() && state.position.face(unit) == TRANSPORT)
    }

    /// The CELs of a hex [3.2.1]: every counter those it has left, an HQ one [3.2.2].
    pub fn cels_in(&self, state: &State<B>, hex: HexId) -> u16 {
        state.position.stack(hex).map(|u| u16::from(state.position.steps(u))).sum()
    }

    /// Whether a hex has room for so many CELs more.
    pub fn has_room(&self, state: &State<B>, hex: HexId, cels: u8) -> bool {
        self.cels_in(state, hex) + u16::from(cels) <= self.tables.core.stack_limit
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
        state.position.set_mark(unit, ON_BANK, false);
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
        for mark in 0..16 {
            state.position.set_mark(unit, mark, mark == FOUGHT || mark == FIRED);
        }
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
        let rule = cause.rule(class.is_hq());
        let mut event = Event::new(EventKind::Eliminated, rule, text).unit(unit);
        event.rules.push("1.2");
        event.rules.extend(self.acting([
            (class.is_towed_artillery(), "6.1.6"),
            (class.is_hq(), "9.1.4"),
            (cause == Cause::Stand && self.fights_from_many(state, self.side(unit)), "5.3.8"),
            (cause == Cause::Surrender, "4.3.4"),
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
            Event::new(EventKind::Changed, "9.1.6", text).hex(hex)
        });
    }

    /// Whether a unit may stand on a hex with those that are there.
    pub fn may_share(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        B::may_share(self, state, unit, hex).is_ok()
    }

    /// Whether a hex is controlled by a side.
    pub fn controls(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        state.position.control(hex) == Control::By(side)
    }

    /// Whether a hex is fortified for its holder: field fortifications, a fixed position [7.1.11] [7.2.5], or a fortified
    /// line (K-R11).
    pub fn is_fortified(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        state.forts[side].contains(hex) || self.is_fixed_position(hex) || self.is_line_hex(hex)
    }
}
