//! Retreats [5.3]: what is sustained, who pays, and every hex of the way.

use crate::book::Stars;
use crate::class::Role;
use crate::counters::Cause;
use crate::decision::*;
use crate::game::Wb95;
use crate::orders;
use crate::state::{Combat, Mark, State, TRANSPORT, Trail, Way};
use crate::verb::{DONE, STOP};
use board::{Side, UnitId};
use engine::{Arg, Event, EventKind, Log, Moved, No, Text};
use hex::{Direction, HexId};

impl<B: Book> Wb95<B> {
    /// The hexes that the retreating side must go [5.3.1].
    pub fn printed_retreat(&self, state: &State<B>, combat: &Combat, side: Side) -> u8 {
        if side == self.active(state) { combat.attacker.retreat } else { combat.defender.retreat }
    }

    /// The retreat begins, if anybody is left to make it.
    pub fn begin_retreat(&self, state: &mut State<B>, side: Side, log: &mut Log) {
        let combat = state.the_combat();
        let units = self.sharers(state, combat, side);
        if units.is_empty() {
            return;
        }
        let moves = |&u: &UnitId| {
            let from = self.fought_on(combat, side, u);
            from.is_some_and(|h| self.is_mobile(state, combat, u, h))
        };
        if B::SENTENCES.hq_as_loss.is_some() && !units.iter().any(moves) {
            return self.stay_and_pay(state, side, log);
        }
        state.ask(Stand { side });
    }

    /// Headquarters that were attacked alone cannot go: each hex takes one of them.
    fn stay_and_pay(&self, state: &mut State<B>, side: Side, log: &mut Log) {
        let combat = state.the_combat();
        let left = self.printed_retreat(state, combat, side);
        let combat = state.the_combat_mut();
        combat.stand = left;
        combat.chosen = true;
        state.ask(Retreat { side });
        state.ask(Pay { side, left });
        self.settle_payments(state, log);
        self.settle_retreats(state, log);
    }

    /// Whether a counter can retreat at all [6.2.4] [15.2.1] [5.1.9] (R82).
    fn is_mobile(&self, state: &State<B>, combat: &Combat, unit: UnitId, from: HexId) -> bool {
        match self.role(unit) {
            Role::Resilience | Role::Air => false,
            Role::Artillery if B::SENTENCES.guns_retreat.is_some() => true,
            Role::Artillery => {
                state.position.face(unit) == TRANSPORT && !combat.lone.contains(&from)
            }
            Role::Hq => !combat.lone.contains(&from),
            _ => true,
        }
    }

    /// Whether a unit may step back to a hex: away from the hex it fought on [5.3.2], not to the enemy, into his zone,
    /// closed terrain [5.3.3] or across an unbridged big river [5.3.5].
    pub fn retreat_step(
        &self,
        state: &State<B>,
        unit: UnitId,
        from: HexId,
        way: &[HexId],
        to: HexId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(to));
        let grid = &self.map.grid;
        let at = way.last().copied().unwrap_or(from);
        let Some(direction) = grid.direction(at, to) else {
            return no(rule!(B, "5.3.2"), "no.not-beside");
        };
        if usize::from(grid.distance(from, to)) != way.len() + 1 {
            return no(rule!(B, "5.3.2"), "no.not-away");
        }
        let side = self.side(unit);
        if self.holder(state, to) == Some(side.other()) {
            return no(rule!(B, "5.3.3"), "no.enemy-there");
        }
        if self.ground_cost(state, unit, at, direction, to).is_none() {
            return no(rule!(B, "5.3.3"), "no.closed");
        }
        let crossing = grid.side(at, direction);
        if self.ground.side(crossing).big && !self.is_bridged(state, crossing) {
            return no(rule!(B, "5.3.5"), "no.big-river");
        }
        let friend = state.position.stack(to).any(|u| u != unit);
        if self.in_enemy_zone(state, side, to) && !friend {
            return no(rule!(B, "5.3.3"), "no.enemy-zone"); // [5.3.4] lets it pass where a friend is
        }
        Ok(())
    }

    /// The longest retreat a unit can make from where it is, of at most `most` hexes in all.
    fn longest(&self, state: &State<B>, unit: UnitId, from: HexId, way: &mut Way, most: u8) -> u8 {
        let here = way.last().copied().unwrap_or(from);
        let cels = self.cels_after(state, unit, way);
        let ends = way.is_empty() || self.fits(state, unit, here, cels);
        let mut best = if ends { way.len() as u8 } else { 0 };
        if way.len() as u8 >= most || best == most {
            return best;
        }
        for to in self.map.grid.around(here) {
            if self.retreat_step(state, unit, from, way, to).is_ok() {
                way.push(to);
                best = best.max(self.longest(state, unit, from, way, most));
                way.pop();
                if best == most {
                    break;
                }
            }
        }
        best
    }

    /// Whether a unit may end on a hex within the stacking limit [5.3.6].
    fn fits(&self, state: &State<B>, unit: UnitId, hex: HexId, cels: u8) -> bool {
        state.position.hex(unit) == Some(hex)
            || (self.has_room(state, hex, cels) && self.may_share(state, unit, hex))
    }

    /// What a unit has left at the end of a way: every hex in an enemy zone that it has yet to
    /// enter takes a CEL [5.3.4].
    fn cels_after(&self, state: &State<B>, unit: UnitId, way: &[HexId]) -> u8 {
        let here = state.position.hex(unit);
        let walked = way.iter().position(|&h| Some(h) == here).map_or(0, |i| i + 1);
        let zone = |h: &&HexId| self.in_enemy_zone(state, self.side(unit), **h);
        let lost = way[walked..].iter().filter(zone).count() as u8;
        state.position.steps(unit).saturating_sub(lost)
    }

    /// Whether some way of at least `least` and at most `most` hexes goes on from here, for a unit
    /// that pays so many CELs before.
    fn can_finish(
        &self,
        state: &State<B>,
        unit: UnitId,
        from: HexId,
        way: &mut Way,
        (least, most): (u8, u8),
        paid: u8,
    ) -> bool {
        let here = way.last().copied().unwrap_or(from);
        let length = way.len() as u8;
        let cels = self.cels_after(state, unit, way).saturating_sub(paid);
        if length >= least && (way.is_empty() || self.fits(state, unit, here, cels)) {
            return true;
        }
        if length >= most {
            return false;
        }
        self.map.grid.around(here).any(|to| {
            self.retreat_step(state, unit, from, way, to).is_ok() && {
                way.push(to);
                let ends = self.can_finish(state, unit, from, way, (least, most), paid);
                way.pop();
                ends
            }
        })
    }

    /// How far a unit can retreat; 0 for counters that cannot.
    fn reach_back(&self, state: &State<B>, combat: &Combat, side: Side, unit: UnitId, n: u8) -> u8 {
        let Some(from) = self.fought_on(combat, side, unit) else { return 0 };
        if !self.is_mobile(state, combat, unit, from) {
            return 0;
        }
        self.longest(state, unit, from, &mut Way::new(), n)
    }

    /// Whether a hex is attacked, or attacked from by regular units; guns that only support from
    /// one beside the enemy have no hex in the combat.
    fn is_fought(&self, combat: &Combat, hex: HexId) -> bool {
        let direct = Side::BOTH.into_iter().flat_map(|s| combat.direct[s].iter());
        let mut attack = direct.filter(|(u, _)| combat.attackers.contains(u));
        combat.hexes.contains(&hex) || attack.any(|(_, h)| *h == hex)
    }

    /// The units that fall short if so much is sustained (5.5 no. 6). Counters that cannot move
    /// stay behind without payment where another of their hex retreats [6.2.4]; guns that support
    /// from a hex that is not fought for, where anybody of their side does.
    fn short_with(&self, state: &State<B>, combat: &Combat, side: Side, stand: u8) -> Vec<UnitId> {
        let n = self.printed_retreat(state, combat, side);
        let least = n - stand.min(n);
        if least == 0 {
            return Vec::new();
        }
        let units = self.sharers(state, combat, side);
        let reach: Vec<(UnitId, Option<HexId>, bool, u8)> = units
            .iter()
            .map(|&u| {
                let from = self.fought_on(combat, side, u);
                let mobile = from.is_some_and(|h| self.is_mobile(state, combat, u, h));
                (u, from, mobile, self.reach_back(state, combat, side, u, n))
            })
            .collect();
        let goes = |mobile: bool, k: u8| mobile && k > 0;
        let hex_retreats = |hex: Option<HexId>| match hex.is_some_and(|h| self.is_fought(combat, h))
        {
            true => reach.iter().any(|(_, h, mobile, k)| *h == hex && goes(*mobile, *k)),
            false => reach.iter().any(|(_, _, mobile, k)| goes(*mobile, *k)),
        };
        reach
            .iter()
            .filter(|(u, hex, mobile, k)| match mobile {
                true => *k < least,
                false => {
                    // Left behind, unless it stood alone [5.1.9] or nobody of its hex can go.
                    let lone = hex.is_some_and(|h| combat.lone.contains(&h))
                        && self.role(*u) != Role::Resilience;
                    lone || !hex_retreats(*hex)
                }
            })
            .map(|(u, ..)| *u)
            .collect()
    }

    /// What sustaining a loss really costs: one less in a fixed position [7.2.6].
    pub(crate) fn price(&self, state: &State<B>, combat: &Combat, side: Side, stand: u8) -> u8 {
        let defends = side != self.active(state);
        let fixed = defends && combat.hexes.iter().any(|&h| self.is_fixed_position(h));
        if fixed { stand.saturating_sub(self.tables.core.fixed_position_discount) } else { stand }
    }

    /// Whether the retreating side may sustain so much [5.3.7].
    pub fn may_stand(&self, state: &State<B>, side: Side, stand: u16) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).n(i32::from(stand)));
        let combat = state.the_combat();
        let n = self.printed_retreat(state, combat, side);
        let Ok(stand) = u8::try_from(stand) else {
            return no(rule!(B, "5.3.7"), "no.stand-too-much");
        };
        if stand > n {
            return no(rule!(B, "5.3.7"), "no.stand-too-much");
        }
        let lost = combat.lost[side];
        let owes = B::SENTENCES.stars == Stars::Colours
            && lost > 0
            && self.owes_user(state, combat, side, lost);
        if stand == 0 && owes && (1..=n).any(|l| self.may_sustain(state, combat, side, l).is_ok()) {
            return no(self.duty_rule(state, combat, side), "no.star-first");
        }
        self.may_sustain(state, combat, side, stand)
    }

    fn may_sustain(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        stand: u8,
    ) -> Result<(), No> {
        let no = |text| Err(No::new(rule!(B, "5.3.7"), text).n(i32::from(stand)));
        let units = self.loss_takers(state, combat, side);
        if u16::from(self.price(state, combat, side, stand)) > self.cels_of(state, &units) {
            return no("no.cannot-pay");
        }
        let short = self.short_with(state, combat, side, stand);
        if short.is_empty() {
            let able = units.iter().any(|&u| self.can_be_short(state, combat, side, u, stand));
            return if able { Ok(()) } else { no("no.nobody-short") };
        }
        // Those that fall short must be covered if their own CELs do for it (R18).
        let n = self.printed_retreat(state, combat, side);
        let needed =
            (stand..=n).find(|&l| self.short_with(state, combat, side, l).is_empty()).unwrap_or(n);
        let price = self.price(state, combat, side, needed);
        match self.cels_of(state, &short) >= u16::from(price) {
            true => {
                Err(No::new(rule!(B, "5.3.7"), "no.must-cover").n(i32::from(needed)).unit(short[0]))
            }
            false => Ok(()),
        }
    }

    /// Whether a unit could be the one that is short of all the hexes that are paid for: it dies of
    /// the payment, or can end its retreat exactly so much earlier [5.3.7].
    fn can_be_short(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        unit: UnitId,
        stand: u8,
    ) -> bool {
        let n = self.printed_retreat(state, combat, side);
        let least = n - stand.min(n);
        let price = self.price(state, combat, side, stand);
        if least == 0 || price == 0 || state.position.steps(unit) <= price {
            return true;
        }
        let Some(from) = self.fought_on(combat, side, unit) else { return false };
        self.is_mobile(state, combat, unit, from)
            && self.can_finish(state, unit, from, &mut Way::new(), (least, least), price)
    }

    /// The loss is chosen: those that nothing covers are lost, the rest is paid.
    pub fn stand(&self, state: &mut State<B>, side: Side, stand: u8, log: &mut Log) {
        let combat = state.the_combat_mut();
        combat.stand = stand;
        combat.chosen = true;
        let combat = state.the_combat();
        let mut left = self.price(state, combat, side, stand);
        let doomed = self.short_with(state, combat, side, stand);
        for unit in doomed {
            let cels = state.position.steps(unit);
            let paid = cels.min(left);
            left -= paid;
            state.the_combat_mut().payers.push(unit);
            for _ in 0..cels {
                self.lose(state, side, unit, Cause::Stand, log);
            }
        }
        state.close();
        state.ask(Retreat { side });
        if left > 0 {
            state.ask(Pay { side, left });
        }
        self.settle_payments(state, log);
        self.settle_retreats(state, log);
    }

    /// Whether a unit may pay for what is sustained [5.3.8].
    pub fn may_pay(&self, state: &State<B>, side: Side, left: u8, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let combat = state.the_combat();
        let units = self.loss_takers(state, combat, side);
        if !units.contains(&unit) {
            return no(rule!(B, "5.3.8"), "no.not-in-combat");
        }
        let bound = B::SENTENCES.stars == Stars::Colours;
        let dutiful = |u: UnitId| !(bound && self.breaks_duty(state, combat, side, left, u));
        if !dutiful(unit) {
            return no(self.duty_rule(state, combat, side), "no.star-first");
        }
        let ends = |u: UnitId| self.ends_short(state, combat, side, u);
        let better = |u: UnitId| u != unit && dutiful(u) && ends(u);
        if left == 1 && !ends(unit) && units.iter().any(|&u| better(u)) {
            return no(rule!(B, "5.3.7"), "no.must-be-short");
        }
        Ok(())
    }

    /// Whether somebody is short of all the hexes that are paid for once this unit has made the
    /// last payment.
    fn ends_short(&self, state: &State<B>, combat: &Combat, side: Side, unit: UnitId) -> bool {
        let n = self.printed_retreat(state, combat, side);
        let least = n - combat.stand.min(n);
        let before = combat.payers.iter().map(|&u| (u, 0));
        let mut payers = before.filter(|&(u, _)| u != unit).chain([(unit, 1)]);
        least == 0
            || payers.any(|(u, paid)| {
                let Some(from) = self.fought_on(combat, side, u) else { return true };
                state.position.steps(u) <= paid
                    || (self.is_mobile(state, combat, u, from)
                        && self.can_finish(state, u, from, &mut Way::new(), (least, least), paid))
            })
    }

    /// Payments that leave no choice are made at once.
    fn settle_payments(&self, state: &mut State<B>, log: &mut Log) {
        let Pay { side, left } = *state.asked::<Pay>();
        let combat = state.the_combat();
        let units = self.loss_takers(state, combat, side);
        if left == 0 || units.is_empty() {
            state.close();
            return;
        }
        let all = u16::from(left) >= self.cels_of(state, &units);
        if !all && units.len() > 1 {
            return;
        }
        state.close();
        for _ in 0..left {
            let unit = units.iter().copied().find(|&u| state.position.hex(u).is_some());
            let Some(unit) = unit else { break };
            self.note_payment(state, unit);
            self.lose(state, side, unit, Cause::Stand, log);
        }
    }

    fn note_payment(&self, state: &mut State<B>, unit: UnitId) {
        let combat = state.the_combat_mut();
        if !combat.payers.contains(&unit) {
            combat.payers.push(unit);
        }
        if B::SENTENCES.hexes_paid_in_turn {
            combat.payments.0.get_or_insert_default().push(unit);
        }
    }

    /// The hexes a unit must and may retreat.
    pub fn bounds(&self, state: &State<B>, combat: &Combat, side: Side, unit: UnitId) -> (u8, u8) {
        let n = self.printed_retreat(state, combat, side);
        let least = n - combat.stand.min(n);
        if !combat.payers.contains(&unit) {
            return (least, n);
        }
        // Somebody among the payers must really be short by the whole loss (5.5 no. 5).
        let exact = combat.payers.iter().any(|&u| {
            let trail = combat.retreats.iter().find(|t| t.unit == u);
            state.position.hex(u).is_none()
                || (combat.settled.contains(&u) && trail.map_or(0, |t| t.way.len() as u8) == least)
        });
        let others = combat.payers.iter().any(|&u| u != unit && !combat.settled.contains(&u));
        let most = if exact || others { n.saturating_sub(1) } else { least };
        match B::SENTENCES.hexes_paid_in_turn {
            true => (least, self.longest_paid(state, combat, unit, n).min(most).max(least)),
            false => (least, most),
        }
    }

    /// The longest retreat of a payer with which every missing hex is still paid by a unit that is short of it: of those that
    /// are short of k hexes and more, so many payments that the k-th and all later ones are theirs.
    fn longest_paid(&self, state: &State<B>, combat: &Combat, unit: UnitId, n: u8) -> u8 {
        let short_of = |u: UnitId| -> u8 {
            let trail = combat.retreats.iter().find(|t| t.unit == u);
            let gone = trail.map_or(0, |t| t.way.len() as u8);
            let open = !combat.settled.contains(&u) && state.position.hex(u).is_some();
            if open { combat.stand } else { n.saturating_sub(gone) }
        };
        let paid = |u: UnitId| {
            combat.payments.0.iter().flat_map(|p| p.iter()).filter(|&&p| p == u).count()
        };
        let covered = |shortfall: u8| {
            (1..=combat.stand).all(|k| {
                let short = |u: UnitId| if u == unit { shortfall } else { short_of(u) };
                let payers = combat.payers.iter().copied().filter(|&u| short(u) >= k);
                payers.map(paid).sum::<usize>() >= usize::from(combat.stand - k + 1)
            })
        };
        (0..=n).rev().find(|&length| covered(n - length)).unwrap_or(0)
    }

    /// Counters that stay by themselves are done; when all are, the retreat is over.
    pub fn settle_retreats(&self, state: &mut State<B>, log: &mut Log) {
        let Retreat { side } = *state.asked::<Retreat>();
        let combat = state.the_combat();
        let open = self.unsettled(state, combat, side);
        for unit in open {
            let combat = state.the_combat();
            let Some(from) = self.fought_on(combat, side, unit) else { continue };
            let (least, most) = self.bounds(state, combat, side, unit);
            let stays = !self.is_mobile(state, combat, unit, from) || most == 0;
            let bounds = (least, most);
            let stuck = !stays && !self.can_finish(state, unit, from, &mut Way::new(), bounds, 0);
            if stuck && least == 0 {
                continue;
            }
            if stuck && self.someone_else_can_move(state, side, unit) {
                continue; // it may find room when others have gone
            }
            let halts = stuck && self.fall_short(state, side, unit, least, log);
            if stays || halts {
                state.the_combat_mut().settled.push(unit);
            }
        }
        let combat = state.the_combat();
        if self.unsettled(state, combat, side).is_empty() {
            state.close();
        }
    }

    /// A unit for which the others have left no room goes as far as it can and pays for the hexes
    /// that nobody has paid for yet, and with that for all who are short of them too [5.3.7]
    /// [5.3.8]. Whether it is done.
    fn fall_short(
        &self,
        state: &mut State<B>,
        side: Side,
        unit: UnitId,
        least: u8,
        log: &mut Log,
    ) -> bool {
        let combat = state.the_combat();
        let Some(from) = self.fought_on(combat, side, unit) else { return true };
        let reach = self.longest(state, unit, from, &mut Way::new(), least.saturating_sub(1));
        let owed = (least - reach).min(state.position.steps(unit));
        for _ in 0..owed {
            self.note_payment(state, unit);
            self.lose(state, side, unit, Cause::Stand, log);
        }
        state.the_combat_mut().stand += owed;
        reach == 0 || state.position.hex(unit).is_none()
    }

    fn someone_else_can_move(&self, state: &State<B>, side: Side, unit: UnitId) -> bool {
        let combat = state.the_combat();
        self.unsettled(state, combat, side).into_iter().any(|u| {
            let Some(from) = self.fought_on(combat, side, u) else { return false };
            let (least, most) = self.bounds(state, combat, side, u);
            u != unit
                && self.is_mobile(state, combat, u, from)
                && most > 0
                && self.can_finish(state, u, from, &mut Way::new(), (least, most), 0)
        })
    }

    /// Those of the retreating side whose retreat is not decided.
    pub fn unsettled(&self, state: &State<B>, combat: &Combat, side: Side) -> Vec<UnitId> {
        let mut units = self.sharers(state, combat, side);
        units.retain(|u| !combat.settled.contains(u));
        units
    }

    /// Whether a unit may be chosen to retreat next.
    pub fn may_retreat(&self, state: &State<B>, side: Side, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let combat = state.the_combat();
        if !self.unsettled(state, combat, side).contains(&unit) {
            return no(rule!(B, "5.3.1"), "no.not-retreating");
        }
        let Some(from) = self.fought_on(combat, side, unit) else {
            return no(rule!(B, "5.3.1"), "no.not-retreating");
        };
        let (least, most) = self.bounds(state, combat, side, unit);
        let can = most > 0 && self.can_finish(state, unit, from, &mut Way::new(), (least, most), 0);
        if can { Ok(()) } else { no(rule!(B, "5.3.3"), "no.cannot-retreat") }
    }

    /// Whether the rest may stay where they are: the loss sustained covers them.
    pub fn may_end_retreat(&self, state: &State<B>, side: Side) -> Result<(), No> {
        let combat = state.the_combat();
        let open = self.unsettled(state, combat, side);
        let must = open.iter().find(|&&u| self.bounds(state, combat, side, u).0 > 0);
        match must {
            Some(&unit) => Err(No::new(rule!(B, "5.3.1"), "no.must-retreat").unit(unit)),
            None => Ok(()),
        }
    }

    /// All that are not decided stay.
    pub fn end_retreat(&self, state: &mut State<B>, side: Side) {
        let open = self.unsettled(state, state.the_combat(), side);
        state.the_combat_mut().settled.extend(open);
        state.close();
    }

    /// Whether the unit in hand may take this step: it can still end its retreat from there.
    pub fn may_step_back(
        &self,
        state: &State<B>,
        unit: UnitId,
        from: HexId,
        way: &Way,
        to: HexId,
    ) -> Result<(), No> {
        self.retreat_step(state, unit, from, way, to)?;
        let combat = state.the_combat();
        let (least, most) = self.bounds(state, combat, self.side(unit), unit);
        let mut longer = way.clone();
        longer.push(to);
        let least = least.max(longer.len() as u8);
        let ends = longer.len() as u8 <= most
            && self.can_finish(state, unit, from, &mut longer, (least, most), 0);
        if ends {
            Ok(())
        } else {
            Err(No::new(rule!(B, "5.3.6"), "no.dead-end").unit(unit).hex(to))
        }
    }

    /// Whether the unit in hand may end its retreat here.
    pub fn may_halt(
        &self,
        state: &State<B>,
        unit: UnitId,
        from: HexId,
        way: &Way,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let combat = state.the_combat();
        let (least, _) = self.bounds(state, combat, self.side(unit), unit);
        if (way.len() as u8) < least {
            return no(rule!(B, "5.3.1"), "no.must-retreat");
        }
        let hex = way.last().copied().unwrap_or(from);
        let over = self.cels_in(state, hex) > self.tables.core.stack_limit;
        if !way.is_empty()
            && let Err(apart) = B::may_share(self, state, unit, hex)
        {
            return no(apart.rule, "no.apart");
        }
        if !way.is_empty() && over { no(rule!(B, "5.3.6"), "no.no-room") } else { Ok(()) }
    }

    /// The unit in hand has retreated.
    pub fn halt(&self, state: &mut State<B>, unit: UnitId, from: HexId, way: Way, log: &mut Log) {
        state.close();
        if !way.is_empty() {
            state.position.set_mark(unit, Mark::Retreated, true); // [5.3.10]
            if let Some(rule) = B::SENTENCES.guns_retreat
                && self.class(unit).is_towed_artillery()
                && self.is_deployed(state, unit)
            {
                state.position.set_face(unit, TRANSPORT);
                log.say(|| {
                    let text = Text::new("event.packed-up").unit(unit);
                    Event::new(EventKind::Changed, rule, text).unit(unit)
                });
            }
            log.say(|| {
                let text = Text::new("event.retreated").unit(unit).n(way.len() as i64);
                let mut event =
                    Event::new(EventKind::Retreated, rule!(B, "5.3.1"), text).unit(unit);
                let path = std::iter::once(from).chain(way.iter().copied()).collect();
                event.moves.push(Moved { unit, path });
                event
            });
        }
        let combat = state.the_combat_mut();
        combat.settled.push(unit);
        if !way.is_empty() {
            combat.retreats.push(Trail { unit, from, way });
        }
        self.settle_retreats(state, log);
    }

    /// Which sides of a hex lead on; for the offers.
    pub fn back_from(&self, state: &State<B>, unit: UnitId, from: HexId, way: &Way) -> Vec<HexId> {
        let at = way.last().copied().unwrap_or(from);
        let mut found: Vec<HexId> = Direction::ALL
            .into_iter()
            .filter_map(|d| self.map.grid.neighbour(at, d))
            .filter(|&to| self.may_step_back(state, unit, from, way, to).is_ok())
            .collect();
        found.sort_unstable();
        found
    }
}

impl<B: Book> Wb95<B> {
    /// Where the units of a side that fights in a combat stand, or stood when it began.
    fn fought_hexes(&self, state: &State<B>, combat: &Combat, side: Side) -> Vec<HexId> {
        let units = self.unsettled(state, combat, side);
        let mut hexes: Vec<HexId> =
            units.into_iter().filter_map(|u| self.fought_on(combat, side, u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// What a number of levels lost instead of hexes means: who goes how far, and what it costs [5.3.7].
    fn stand_label(&self, state: &State<B>, side: Side, stand: u8) -> Text {
        let combat = state.the_combat();
        let hexes = self.printed_retreat(state, combat, side) - stand;
        let price = self.price(state, combat, side, stand);
        let id = match (hexes, price) {
            (0, 0) => "amount.stand-free",
            (0, _) => "amount.stand",
            (_, 0) => "amount.retreat",
            _ => "amount.lose",
        };
        Text::new(id).n(hexes).with("steps", Arg::Number(price.into()))
    }

    /// The hex that is farthest from the nearest enemy, the first of several.
    fn farthest(&self, state: &State<B>, side: Side, hexes: Vec<HexId>) -> Option<HexId> {
        let enemies: Vec<HexId> = self.units_of(state, side.other()).map(|(_, hex)| hex).collect();
        let room = |hex: HexId| enemies.iter().map(|&e| self.map.grid.distance(hex, e)).min();
        hexes.into_iter().rev().max_by_key(|&hex| room(hex))
    }
}

/// How much is sustained instead of retreating [5.3.7].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stand {
    /// Whose.
    pub side: Side,
}

impl<B: Book> Decide<Wb95<B>> for Stand {
    const ID: &'static str = "stand";
    const WRONG: Wrong = (rule!(B, "5.3.7"), "no.choose-amount");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let all = 0..=u16::from(game.printed_retreat(state, state.the_combat(), self.side));
        let may = all.filter(|&n| game.may_stand(state, self.side, n).is_ok());
        out.extend(may.map(Choice::Amount));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Amount(n) => at.game.may_stand(at.state, self.side, n),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Amount(n) = choice else { impossible(self, choice) };
        play.game.stand(play.state, self.side, n as u8, play.log);
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let combat = at.state.the_combat();
        let units = at.game.unsettled(at.state, combat, self.side);
        let printed = at.game.printed_retreat(at.state, combat, self.side);
        let id = if units.len() == 1 { "prompt.stand-one" } else { "prompt.stand" };
        let text = Text::new(id)
            .n(printed)
            .hexes(&at.game.fought_hexes(at.state, combat, self.side))
            .with("units", Arg::Units(units));
        Asked::from(text).fact(Text::new("fact.retreat").n(printed))
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        let Choice::Amount(n) = choice else { impossible(self, choice) };
        let (game, state, side, n) = (at.game, at.state, self.side, n as u8);
        let offer = Offer::button(choice, game.stand_label(state, side, n), false);
        game.with_effects(offer, game.effects_of_stand(state, state.the_combat(), side, n))
    }

    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        if is_on(orders::RETREAT) {
            at.choices.iter().next()
        } else if is_on(orders::STAND) {
            at.choices.iter().last()
        } else {
            None
        }
    }
}

/// Who pays for it [5.3.8].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pay {
    /// Whose.
    pub side: Side,
    /// How much.
    pub left: u8,
}

impl<B: Book> Decide<Wb95<B>> for Pay {
    const ID: &'static str = "pay";
    const WRONG: Wrong = (rule!(B, "5.3.8"), "no.choose-losses");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |u: &UnitId| game.may_pay(state, self.side, self.left, *u).is_ok();
        out.units(game.loss_takers(state, state.the_combat(), self.side).into_iter().filter(may));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_pay(at.state, self.side, self.left, unit),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.game.note_payment(play.state, unit);
        play.game.lose(play.state, self.side, unit, Cause::Stand, play.log);
        play.replace(Pay { side: self.side, left: self.left - 1 });
        play.game.settle_payments(play.state, play.log);
        play.game.settle_retreats(play.state, play.log);
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let hexes = at.game.fought_hexes(at.state, at.state.the_combat(), self.side);
        let text = Text::new("prompt.pay").n(self.left).hexes(&hexes);
        Asked::from(text).fact(Text::new("fact.left").n(self.left))
    }

    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        orders::spread_losses(at, is_on)
    }
}

/// Which unit retreats next [5.3.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    /// Whose.
    pub side: Side,
}

impl<B: Book> Decide<Wb95<B>> for Retreat {
    const ID: &'static str = "retreat";
    const WRONG: Wrong = (rule!(B, "5.3.1"), "no.choose-retreat");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |u: &UnitId| game.may_retreat(state, self.side, *u).is_ok();
        out.units(game.unsettled(state, state.the_combat(), self.side).into_iter().filter(may));
        out.add_if(game.may_end_retreat(state, self.side).is_ok(), DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_retreat(at.state, self.side, unit),
            DONE => at.game.may_end_retreat(at.state, self.side),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                let from = play.game.fought_on(play.state.the_combat(), self.side, unit);
                let from = from.expect("only who fought retreats");
                play.ask(RetreatStep { unit, from, way: Way::new() });
            }
            DONE => play.game.end_retreat(play.state, self.side),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let hexes = at.game.fought_hexes(at.state, at.state.the_combat(), self.side);
        Text::new("prompt.retreat").hexes(&hexes).into()
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-retreat")
    }

    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let first = at.choices.all_units().next();
        is_on(orders::RETREAT_WAY).then(|| first.map_or(DONE, Choice::Unit))
    }
}

/// Where the unit in hand steps back to [5.3.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RetreatStep {
    /// The unit.
    pub unit: UnitId,
    /// Where it began.
    pub from: HexId,
    /// Its way so far.
    pub way: Way,
}

impl RetreatStep {
    /// It steps back.
    fn step<B: Book>(&self, play: &mut Play<'_, B>, to: HexId) {
        let (game, unit) = (play.game, self.unit);
        let side = game.side(unit);
        let costs = game.in_enemy_zone(play.state, side, to);
        let next = RetreatStep { way: self.way.iter().copied().chain([to]).collect(), ..*self };
        if game.come_to(play.state, unit, to) {
            game.say_trodden(to, play.log);
        }
        if costs {
            // Among friends in an enemy zone each hex costs a CEL [5.3.4].
            game.lose(play.state, side, unit, Cause::Zone, play.log);
        }
        let lives = play.state.position.hex(unit).is_some();
        let most = game.bounds(play.state, play.state.the_combat(), side, unit).1;
        match !lives || next.way.len() as u8 >= most {
            true => game.halt(play.state, unit, self.from, next.way, play.log),
            false => play.replace(next),
        }
    }
}

impl<B: Book> Decide<Wb95<B>> for RetreatStep {
    const ID: &'static str = "retreat-step";
    const WRONG: Wrong = (rule!(B, "5.3.1"), "no.choose-retreat");

    fn decider(&self, game: &Wb95<B>, _: &State<B>) -> Side {
        game.side(self.unit)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.back_from(state, self.unit, self.from, &self.way));
        out.add_if(game.may_halt(state, self.unit, self.from, &self.way).is_ok(), STOP);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(to) => at.game.may_step_back(at.state, self.unit, self.from, &self.way, to),
            STOP => at.game.may_halt(at.state, self.unit, self.from, &self.way),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(to) => self.step(play, to),
            STOP => {
                let way = self.way.clone();
                play.game.halt(play.state, self.unit, self.from, way, play.log);
            }
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let side = at.game.side(self.unit);
        let (_, most) = at.game.bounds(at.state, at.state.the_combat(), side, self.unit);
        let left = usize::from(most).saturating_sub(self.way.len());
        Text::new("prompt.retreat-step").unit(self.unit).hex(self.from).n(left as i64).into()
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        vec![self.unit]
    }

    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on(orders::RETREAT_WAY).then(|| {
            let hexes = at.choices.all_hexes().collect();
            let hex = at.game.farthest(at.state, at.game.side(self.unit), hexes);
            hex.map_or(STOP, Choice::Hex)
        })
    }
}
