//! Every decision of the game: what may be chosen, and why something may not.

use crate::air::MISSIONS;
use crate::game::Wb95;
use crate::movement::Left;
use crate::state::{Combat, FULL_MOVE, MissionKind, Phase, Stage, State};
use crate::verb::{
    AIRCRAFT, AIRDROP, AIRLIFT, DECLARE, DONE, EW, FIRE, FORTIFICATION_UNITS, FORTIFY, FULL,
    HELICOPTERS, HQ, LEAVE, MARK, NO_HQ, POOL, REFILL, ROLL, SET_UP, SPEC_BRIDGE, SPEC_HQ, STARS,
    STOP, SUGGESTED,
};
use crate::ww3::step::Flight;
use board::{Side, UnitId};
use engine::{Choice, No};
use hex::{HexId, Mp};

impl Wb95 {
    /// Whose decision the open stage is.
    pub fn stage_side(&self, state: &State) -> Option<Side> {
        let active = self.active(state);
        Some(match state.stage()? {
            Stage::SetupLoss { .. }
            | Stage::SetupPlace
            | Stage::SetupHex(_)
            | Stage::SetupGuns
            | Stage::SetupTops => state.arranging,
            Stage::Air(side)
            | Stage::AirMission(side, _)
            | Stage::AirTarget(side, ..)
            | Stage::AirSpread { side, .. }
            | Stage::AirNext(side)
            | Stage::FireLoss { side, .. }
            | Stage::Support(side)
            | Stage::Stars(side)
            | Stage::Pool(side)
            | Stage::Loss { side, .. }
            | Stage::Stand(side)
            | Stage::Pay { side, .. }
            | Stage::Retreat(side)
            | Stage::Pursuit(side) => *side,
            Stage::RetreatStep { unit, .. } | Stage::Pursue(unit) => self.side(*unit),
            Stage::Reference => active.other(),
            Stage::AirCombat => self.first,
            Stage::Modern(step) => match &self.ww3 {
                Some(ww3) => ww3.decider(self, state, step),
                None => active,
            },
            _ => active,
        })
    }

    /// Whether a choice is legal, and if not, why. The one test behind the list and the refusal.
    pub fn test(&self, state: &State, choice: Choice) -> Result<(), No> {
        let Some(stage) = state.stage() else { return Err(No::new("2.1.1", "no.over")) };
        if let Choice::Unit(unit) = choice
            && unit.index() >= self.roster.len()
        {
            return Err(No::new("1.2", "no.no-such-unit"));
        }
        match (stage, choice) {
            (Stage::SetupLoss { entry, .. }, Choice::Unit(u)) => self.may_lack(state, *entry, u),
            (Stage::SetupPlace, Choice::Unit(u)) => match self.unplaced(state).any(|x| x == u) {
                true => Ok(()),
                false => Err(No::new("SETUP-AID", "no.not-waiting").unit(u)),
            },
            (Stage::SetupHex(u), Choice::Hex(hex)) => self.may_place(state, *u, hex),
            (Stage::SetupGuns, Choice::Unit(u)) => self.may_turn(state, u),
            (Stage::SetupTops, Choice::Unit(u)) => self.may_top(state, u),
            (Stage::SetupGuns | Stage::SetupTops, DONE) => Ok(()),
            (Stage::SetupLoss { .. } | Stage::SetupPlace | Stage::SetupGuns, SUGGESTED) => Ok(()),
            (Stage::Air(side), Choice::Unit(u)) => self.may_fly(state, *side, u),
            (Stage::Air(_), DONE) => Ok(()),
            (Stage::AirMission(..) | Stage::AirTarget(..), choice) => {
                self.test_air(state, stage, choice)
            }
            (Stage::AirSpread { mission, .. }, Choice::Hex(h)) => {
                self.may_spread(state, *mission, h)
            }
            (Stage::AirCombat, Choice::Hex(h)) => {
                match self.air_pairs(state).iter().any(|p| p.0 == h) {
                    true => Ok(()),
                    false => Err(No::new("8.1.8", "no.no-air-combat").hex(h)),
                }
            }
            (Stage::AirNext(side), choice) => self.test_air_next(state, *side, choice),
            (Stage::FireLoss { hex, .. }, Choice::Unit(u)) => self.may_take_fire(state, *hex, u),
            (Stage::Barrage, Choice::Hex(h)) => self.may_shell(state, h),
            (Stage::Barrage, DONE) => Ok(()),
            (Stage::Movement, choice) => self.test_movement(state, choice),
            (Stage::Moving { .. }, choice) => self.test_moving(state, choice),
            (Stage::Refill(giver), Choice::Unit(u)) => self.may_be_refilled(state, *giver, u),
            (Stage::Enter(u), Choice::Hex(h)) => self.may_enter(state, *u, h).map(|_| ()),
            (Stage::Enter(_), STOP) => Ok(()),
            (Stage::Appear, Choice::Unit(u)) => self.may_appear(state, u),
            (Stage::Appear, DONE) => {
                match self.appearing(state).find(|&u| self.may_appear(state, u).is_ok()) {
                    Some(unit) => Err(No::new(self.reserve_rule(unit), "no.reserves-first")),
                    None => Ok(()),
                }
            }
            (Stage::AppearIn(u), Choice::Hex(h)) => {
                match self.appearing_places(state, *u).any(|x| x == h) {
                    true => Ok(()),
                    false => Err(No::new(self.reserve_rule(*u), "no.not-there").unit(*u).hex(h)),
                }
            }
            (Stage::Remove(hex), Choice::Unit(u)) => match state.position.hex(u) == Some(*hex) {
                true => Ok(()),
                false => Err(No::new("3.2.1", "no.not-in-that-hex").hex(*hex)),
            },
            (Stage::Withdraw { entry, left }, Choice::Unit(u)) => {
                self.may_withdraw(state, *entry, *left, u)
            }
            (Stage::Attrition { .. }, Choice::Unit(u)) => self.may_waste(state, u),
            (Stage::MineLoss { front, .. }, Choice::Unit(u)) => {
                self.may_lose_on_mines(state, *front, u)
            }
            (Stage::Repair, Choice::Unit(u)) => self.may_repair(state, u),
            (Stage::Repair, DONE) => Ok(()),
            (Stage::Combat, choice) => self.test_combat(state, choice),
            (Stage::Attack, choice) => self.test_attack(state, choice),
            (Stage::Support(side), choice) => self.test_support(state, *side, choice),
            (Stage::Stars(side), Choice::Unit(u)) => match &state.combat {
                Some(combat) => self.may_use_star(state, combat, *side, u),
                None => Err(No::new("15.1.3", "no.not-in-combat")),
            },
            (Stage::Stars(_), DONE) => Ok(()),
            (Stage::Pool(side), Choice::Amount(n)) => self.test_pool(state, *side, n),
            (Stage::Reference, Choice::Hex(h)) => {
                let tied =
                    state.combat.as_ref().is_some_and(|c| self.heaviest(state, c).contains(&h));
                if tied { Ok(()) } else { Err(No::new("5.5.3", "no.not-the-heaviest").hex(h)) }
            }
            (Stage::Roll, ROLL) => Ok(()),
            (Stage::Loss { side, left }, Choice::Unit(u)) => self.may_lose(state, *side, *left, u),
            (Stage::Stand(side), Choice::Amount(n)) => self.may_stand(state, *side, n),
            (Stage::Pay { side, left }, Choice::Unit(u)) => self.may_pay(state, *side, *left, u),
            (Stage::Retreat(side), Choice::Unit(u)) => self.may_retreat(state, *side, u),
            (Stage::Retreat(side), DONE) => self.may_end_retreat(state, *side),
            (Stage::RetreatStep { unit, from, way }, Choice::Hex(h)) => {
                self.may_step_back(state, *unit, *from, way, h)
            }
            (Stage::RetreatStep { unit, from, way }, STOP) => {
                self.may_halt(state, *unit, *from, way)
            }
            (Stage::Pursuit(side), Choice::Unit(u)) => self.may_pursue(state, *side, u),
            (Stage::Pursuit(_), DONE) => Ok(()),
            (Stage::Pursue(u), Choice::Hex(h)) => self.may_pursue_to(state, *u, h),
            (Stage::Pursue(_), STOP) => Ok(()),
            (Stage::FireTarget, Choice::Hex(h)) => self.may_shell(state, h),
            (Stage::FireTarget, Choice::Hexside(s)) if s.index() < self.map.grid.sides_len() => {
                self.may_shell_bridge(state, s)
            }
            (Stage::FireTarget | Stage::Fire(_), STOP) => Ok(()),
            (Stage::Fire(fire), Choice::Unit(u)) if fire.guns.contains(&u) => {
                self.may_buy_fire(state, fire, u)
            }
            (Stage::Fire(fire), Choice::Unit(u)) => self.may_fire(state, fire, u),
            (Stage::Fire(fire), ROLL) => self.may_roll_fire(fire),
            (Stage::Enter(u), AIRDROP) => match &self.ww3 {
                Some(ww3) => ww3.may_drop(self, state, *u),
                None => Err(wrong_kind(stage)),
            },
            (Stage::Modern(step), choice) => match &self.ww3 {
                Some(ww3) => ww3.test(self, state, step, choice),
                None => Err(wrong_kind(stage)),
            },
            (stage, _) => Err(wrong_kind(stage)),
        }
    }

    fn test_air(&self, state: &State, stage: &Stage, choice: Choice) -> Result<(), No> {
        match (stage, choice) {
            (Stage::AirMission(side, units), Choice::Unit(u)) => {
                if units.contains(&u) {
                    return Err(No::new("8.1.3", "no.flown-already").unit(u));
                }
                self.may_fly(state, *side, u)?;
                self.is_given(state, u, units.len())?;
                self.may_add_counter(units)
            }
            (Stage::AirMission(side, units), choice) => {
                let kind = MISSIONS.iter().find(|(c, _)| *c == choice).map(|(_, k)| *k);
                match kind {
                    Some(kind) => self.may_fly_kind(state, *side, units, kind),
                    None if choice == STOP => Ok(()),
                    None => Err(No::new("8.2.1", "no.choose-mission")),
                }
            }
            (Stage::AirTarget(side, units, kind), Choice::Hex(h)) => {
                self.may_aim(state, *side, *kind, h)?;
                self.may_send(state, *side, units, choice)
            }
            (Stage::AirTarget(side, units, kind), Choice::Hexside(s)) => {
                let bridged = s.index() < self.map.grid.sides_len() && self.is_bridged(state, s);
                match bridged && *kind == MissionKind::Object {
                    true => self.may_send(state, *side, units, choice),
                    false => Err(No::new("8.2.8", "no.no-bridge")),
                }
            }
            (Stage::AirTarget(..), STOP) => Ok(()),
            _ => Err(No::new("8.2.1", "no.choose-mission")),
        }
    }

    fn test_air_next(&self, state: &State, side: Side, choice: Choice) -> Result<(), No> {
        let found = self.next_mission(state, side, choice).is_some();
        if found { Ok(()) } else { Err(No::new("8.1.2", "no.choose-mission")) }
    }

    pub(crate) fn next_mission(&self, state: &State, side: Side, choice: Choice) -> Option<usize> {
        self.immediate(state, side).find(|&i| {
            let mission = &state.missions[i];
            match (choice, mission.bridge) {
                (Choice::Hexside(s), Some(bridge)) => s == bridge,
                (Choice::Hex(h), None) => h == mission.hex,
                _ => false,
            }
        })
    }

    pub(crate) fn test_movement(&self, state: &State, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(u)
                if state.position.hex(u).is_none() && self.side(u) == self.active(state) =>
            {
                self.may_bring(state, u)
            }
            Choice::Unit(u) => self.may_pick(state, u).map(|_| ()),
            DONE => self.may_end_movement(state),
            SPEC_BRIDGE if self.ww3.is_some() => self.may_send_spec(state, choice),
            FIRE | DECLARE => Err(No::new("2.1.2", "no.not-now")), // in the Combat Phase
            _ => Err(No::new("3.1.3", "no.choose-unit")),
        }
    }

    /// The phase may not end with an overfull hex while a move can cure it [3.2.1] (R79).
    pub(crate) fn may_end_movement(&self, state: &State) -> Result<(), No> {
        let Some(hex) = self.overfull(state) else { return Ok(()) };
        let side = self.active(state);
        let limit = self.tables.core.stack_limit;
        let cure = self.units_of(state, side).any(|(u, h)| {
            self.cels_in(state, h) > limit
                && self.may_pick(state, u).is_ok()
                && !self.destinations(state, u, h, self.fresh(state, u)).is_empty()
        });
        if cure { Err(No::new("3.2.1", "no.overfull").hex(hex)) } else { Ok(()) }
    }

    /// What a unit has when it is picked up.
    pub fn fresh(&self, state: &State, unit: UnitId) -> Left {
        let mp = self.allowance(state, unit);
        Left { mp, cap: mp, spent: false, on_route: true }
    }

    /// The unit in hand, its hex and what it has left; nothing once a zone has stopped it.
    pub fn in_hand(&self, state: &State) -> Option<(UnitId, HexId, Left, bool)> {
        let Some(&Stage::Moving { unit, left, cap, spent, on_route, stopped }) = state.stage()
        else {
            return None;
        };
        let hex = state.position.hex(unit)?;
        Some((unit, hex, Left { mp: left, cap, spent, on_route }, stopped))
    }

    fn test_moving(&self, state: &State, choice: Choice) -> Result<(), No> {
        let Some((unit, at, left, stopped)) = self.in_hand(state) else {
            return Err(No::new("3.1.3", "no.off-map"));
        };
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        match choice {
            Choice::Unit(u) if u == unit => no("3.1.3", "no.in-hand-already"),
            Choice::Unit(_) => self.test_movement(state, choice),
            STOP => Ok(()),
            DONE => self.may_end_movement(state),
            SPEC_BRIDGE if self.ww3.is_some() => self.may_send_spec(state, choice),
            FORTIFY if left.cap == Mp::ZERO => no("3.1.13", "no.one-step-only"),
            FORTIFY if !stopped => self.may_fortify(state, unit, at, left.spent),
            _ if self.is_frozen(state, unit) => no("R23", "no.frozen"),
            _ if stopped => no("4.2.1", "no.stopped"),
            Choice::Hex(hex) => {
                let found = self.destinations(state, unit, at, left);
                match found.iter().any(|d| d.hex == hex) {
                    true => Ok(()),
                    false => Err(self.why_not_there(state, unit, at, hex, left)),
                }
            }
            Choice::Hexside(side) if side.index() < self.map.grid.sides_len() => {
                self.may_work(state, unit, at, left.mp, left.spent, side).map(|_| ())
            }
            FULL => {
                if state.oos[unit.index()] == 0 {
                    return no("10.2.2", "no.in-supply");
                }
                match left.spent || state.position.has_mark(unit, FULL_MOVE) {
                    true => no("10.2.3", "no.bought-already"),
                    false => Ok(()),
                }
            }
            SET_UP => self.may_change_set_up(state, unit, left.mp),
            MARK => match (state.phase, left.spent) {
                (Phase::Movement, false) => Ok(()),
                (Phase::Movement, true) => no("12.1.2", "no.activated"),
                _ => no("12.1.4", "no.not-in-strategic"),
            },
            LEAVE => self.may_leave(state, unit, at, left.mp).map(|_| ()),
            REFILL if self.ww3.is_none() => self.may_refill(state, unit, left.spent),
            AIRLIFT => match &self.ww3 {
                Some(ww3) => ww3.may_airlift(self, state, unit, left.spent),
                None => no("3.1.3", "no.choose-hex"),
            },
            _ => no("3.1.3", "no.choose-hex"),
        }
    }

    pub(crate) fn may_change_set_up(
        &self,
        state: &State,
        unit: UnitId,
        left: Mp,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if state.phase != Phase::Movement && !self.book.guns_turn_in_strategic {
            return no("6.2.4", "no.not-in-strategic");
        }
        if !self.class(unit).is_towed_artillery() {
            return no("6.2.2", "no.not-artillery");
        }
        let cost = Mp::whole(self.tables.core.artillery_setup_change_cost);
        match cost <= left {
            true => Ok(()),
            false => Err(No::new("6.2.4", "no.work-too-dear").unit(unit).mp(cost, left)),
        }
    }

    fn may_appear(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let waits = self.appearing(state).any(|u| u == unit);
        let room = waits && self.appearing_places(state, unit).next().is_some();
        let rule = self.appearing(state).next().map_or("11.1.1", |u| self.reserve_rule(u));
        if room { Ok(()) } else { Err(No::new(rule, "no.not-a-reserve").unit(unit)) }
    }

    fn test_combat(&self, state: &State, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => self.may_target(state, hex),
            FIRE => match self.fire_targets(state).next() {
                Some(_) => Ok(()),
                None => Err(No::new("6.4.2", "no.no-gun-in-range")),
            },
            DONE => {
                let open = self.owed_now(state);
                if let Some(&unit) = open.units.first() {
                    return Err(No::new("5.1.3", "no.must-attack").unit(unit));
                }
                match open.hexes.first() {
                    Some(&hex) => Err(No::new("5.1.4", "no.must-be-attacked").hex(hex)),
                    None => Ok(()),
                }
            }
            SPEC_HQ if self.ww3.is_some() => self.may_send_spec(state, choice),
            // What belongs to the Movement Phase is done there [2.1.2].
            SET_UP => Err(No::new("6.2.4", "no.not-now")),
            FORTIFY | MARK | LEAVE | REFILL | FULL => Err(No::new("2.1.2", "no.not-now")),
            Choice::Unit(unit) if self.ww3.is_none() && self.only_wants_to_move(state, unit) => {
                Err(No::new("3.1.1", "no.not-a-movement-phase").unit(unit))
            }
            _ => Err(No::new("5.1.6", "no.choose-target")),
        }
    }

    /// Whether somebody picks an own unit up that has nobody to attack.
    fn only_wants_to_move(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.position.hex(unit).filter(|_| self.side(unit) == self.active(state));
        let nobody = |h: HexId| {
            let mut around = self.map.grid.around(h);
            !around.any(|to| self.can_be_attacked(state, to).is_ok())
        };
        hex.is_some_and(nobody)
    }

    /// Whether special forces may be sent by such a button.
    fn may_send_spec(&self, state: &State, choice: Choice) -> Result<(), No> {
        match &self.ww3 {
            Some(ww3) => ww3.may_send_spec(self, state, choice),
            None => Err(No::new("2.1.2", "no.not-now")),
        }
    }

    /// What may be fired at: hexes and bridges in the range of own guns that are ready.
    pub(crate) fn fire_targets<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = Choice> + 'a {
        let side = self.active(state);
        let guns: Vec<(HexId, u16)> = self
            .units_of(state, side)
            .filter(|&(u, _)| self.is_ready_to_fire(state, u).is_ok())
            .map(|(u, h)| (h, self.range_of(u)))
            .collect();
        let near = move |h: HexId| guns.iter().any(|&(g, n)| self.map.grid.distance(g, h) <= n);
        let near_too = near.clone();
        let mut held: Vec<HexId> = self.units_of(state, side.other()).map(|(_, h)| h).collect();
        held.sort_unstable();
        held.dedup();
        let hexes = held.into_iter().filter(move |&h| near(h) && self.may_shell(state, h).is_ok());
        let bridges = self.ground.bridges.iter().copied().chain(state.built.iter().copied());
        let bridges = bridges.filter(move |&s| {
            let (a, b) = self.map.grid.hexes_of(s);
            (near_too(a) || near_too(b)) && self.may_shell_bridge(state, s).is_ok()
        });
        hexes.map(Choice::Hex).chain(bridges.map(Choice::Hexside))
    }

    fn test_attack(&self, state: &State, choice: Choice) -> Result<(), No> {
        let Some(combat) = state.combat.as_ref() else {
            return Err(No::new("5.2.1", "no.not-in-combat"));
        };
        match choice {
            Choice::Hex(hex) => self.may_add_target(state, combat, hex),
            Choice::Unit(unit) => self.may_join(state, combat, unit),
            DECLARE => self.may_declare_attack(state, combat),
            STOP => Ok(()),
            _ => Err(No::new("5.2.1", "no.choose-attackers")),
        }
    }

    fn test_support(&self, state: &State, side: Side, choice: Choice) -> Result<(), No> {
        let Some(combat) = state.combat.as_ref() else {
            return Err(No::new("5.2.1", "no.not-in-combat"));
        };
        let takes_part =
            |u: UnitId| combat.attackers.contains(&u) || combat.guns[side].contains(&u);
        match choice {
            Choice::Unit(u) if takes_part(u) => self.may_buy_full(state, combat, side, u),
            Choice::Unit(u) => self.may_support(state, combat, side, u),
            STARS => match self.starred(state, combat, side).next() {
                Some(_) => Ok(()),
                None => Err(self.why_no_star(state, combat, side)),
            },
            HQ if combat.hq[side] => Err(No::new("9.2.3", "no.hq-used")),
            HQ => self.may_use_hq(state, combat, side),
            NO_HQ if combat.hq[side] && self.book.hq_is_usual => Ok(()),
            NO_HQ => Err(No::new("9.2.1", "no.hq-not-used")),
            POOL | EW if combat.pool[side] > 0 => Err(No::new("9.1.6", "no.pool-used")),
            POOL | EW if self.is_column_fixed(state, combat) => {
                Err(No::new("5.1.9", "no.fixed-column"))
            }
            POOL if self.ww3.is_some() => Err(No::new("5.2.1", "no.choose-support")),
            EW if self.ww3.is_none() => Err(No::new("5.2.1", "no.choose-support")),
            POOL | EW => match self.pool_in_reach(state, combat, side) {
                0 => Err(No::new("9.1.7", "no.no-pool")),
                _ => Ok(()),
            },
            FORTIFICATION_UNITS if self.ww3.is_none() => {
                self.may_use_fortification_units(state, combat, side)
            }
            AIRCRAFT | HELICOPTERS => match &self.ww3 {
                Some(ww3) => ww3.may_support(state, side, support_flight(choice)),
                None => Err(No::new("5.2.1", "no.choose-support")),
            },
            DONE => Ok(()),
            _ => Err(No::new("5.2.1", "no.choose-support")),
        }
    }

    /// Whether nothing can shift the column: only headquarters or guns in transport set-up are
    /// attacked [5.1.9] [6.6.4].
    fn is_column_fixed(&self, state: &State, combat: &Combat) -> bool {
        self.weigh(state, combat).strength[self.active(state).other()] == 0
    }

    pub(crate) fn starred<'a>(
        &'a self,
        state: &'a State,
        combat: &'a Combat,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let flying = state.missions.iter().flat_map(|m| m.counters.iter().copied());
        let all = self.units_of(state, side).map(|(u, _)| u).chain(flying);
        all.filter(move |&u| {
            !self.class(u).stars.is_empty() && self.may_use_star(state, combat, side, u).is_ok()
        })
    }

    fn test_pool(&self, state: &State, side: Side, n: u16) -> Result<(), No> {
        let most = state.combat.as_ref().map_or(0, |c| self.pool_in_reach(state, c, side));
        match n <= u16::from(most) {
            true => Ok(()),
            false => Err(No::new("9.1.7", "no.pool-too-small").n(i32::from(most))),
        }
    }
}

/// What a button of support sends.
pub(crate) fn support_flight(choice: Choice) -> Flight {
    if choice == HELICOPTERS { Flight::Helicopters } else { Flight::GroundAttack }
}

/// What to say to a choice of a kind that the stage does not ask for.
fn wrong_kind(stage: &Stage) -> No {
    let (rule, text) = match stage {
        Stage::SetupHex(_) => ("SETUP-AID", "no.choose-hex"),
        Stage::SetupLoss { .. } | Stage::SetupPlace | Stage::SetupGuns | Stage::SetupTops => {
            ("SETUP-AID", "no.choose-unit")
        }
        Stage::Air(_) => ("8.1.2", "no.choose-air"),
        Stage::AirMission(..)
        | Stage::AirTarget(..)
        | Stage::AirSpread { .. }
        | Stage::AirNext(_) => ("8.2.1", "no.choose-mission"),
        Stage::AirCombat => ("8.1.8", "no.choose-hex"),
        Stage::FireLoss { .. } | Stage::Loss { .. } => ("5.1.8", "no.choose-losses"),
        Stage::Barrage => ("6.5.2", "no.choose-target"),
        Stage::Movement | Stage::Moving { .. } => ("3.1.3", "no.choose-unit"),
        Stage::Refill(_) => ("15.3.3", "no.choose-unit"),
        Stage::Enter(_) => ("11.1.2", "no.choose-zone"),
        Stage::Appear | Stage::AppearIn(_) => ("11.1.1", "no.choose-unit"),
        Stage::Remove(_) => ("3.2.1", "no.choose-unit"),
        Stage::Withdraw { .. } => ("R31", "no.removals-first"),
        Stage::Attrition { .. } => ("R32", "no.removals-first"),
        Stage::MineLoss { .. } => ("18.1.3", "no.choose-losses"),
        Stage::Repair => ("17.1.2", "no.choose-unit"),
        Stage::Combat => ("5.1.6", "no.choose-target"),
        Stage::Attack => ("5.2.1", "no.choose-attackers"),
        Stage::Support(_) => ("5.2.1", "no.choose-support"),
        Stage::Stars(_) => ("15.1.6", "no.choose-unit"),
        Stage::Pool(_) => ("9.1.6", "no.choose-amount"),
        Stage::Reference => ("5.5.3", "no.choose-hex"),
        Stage::Roll => ("5.2.1", "no.roll-first"),
        Stage::Stand(_) => ("5.3.7", "no.choose-amount"),
        Stage::Pay { .. } => ("5.3.8", "no.choose-losses"),
        Stage::Retreat(_) | Stage::RetreatStep { .. } => ("5.3.1", "no.choose-retreat"),
        Stage::Pursuit(_) | Stage::Pursue(_) => ("5.4.1", "no.choose-pursuit"),
        Stage::FireTarget | Stage::Fire(_) => ("6.4.2", "no.choose-target"),
        Stage::Resolve | Stage::AirResolve | Stage::Supply(_) | Stage::Modern(_) => {
            ("2.1.2", "no.over")
        }
    };
    No::new(rule, text)
}
