//! Every decision of the game: what may be chosen, why something may not, and what a choice does.

use crate::air::MISSIONS;
use crate::game::Wb95;
use crate::movement::Left;
use crate::state::{
    ACTIVATED, Combat, FULL_MOVE, MARKED, MOVED, Phase, Stage, State, TRANSPORT, Way,
};
use crate::verb::{
    DECLARE, DONE, FIRE, FORTIFICATION_UNITS, FORTIFY, FULL, HQ, LEAVE, MARK, POOL, REFILL, ROLL,
    SET_UP, STARS, STOP, SUGGESTED,
};
use board::{Side, UnitId};
use engine::{Arg, Choice, Dice, Event, EventKind, Log, Moved, No, Text};
use hex::{Direction, HexId, Mp};

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
                match self.appearing(state).any(|u| self.may_appear(state, u).is_ok()) {
                    true => Err(No::new("TYP-8", "no.reserves-first")),
                    false => Ok(()),
                }
            }
            (Stage::AppearIn(u), Choice::Hex(h)) => {
                match self.appearing_places(state, *u).any(|x| x == h) {
                    true => Ok(()),
                    false => Err(No::new("TYP-8", "no.not-there").unit(*u).hex(h)),
                }
            }
            (Stage::Remove(hex), Choice::Unit(u)) => match state.position.hex(u) == Some(*hex) {
                true => Ok(()),
                false => Err(No::new("3.2.1", "no.not-in-that-hex").hex(*hex)),
            },
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
            (stage, _) => Err(wrong_kind(stage)),
        }
    }

    fn test_air(&self, state: &State, stage: &Stage, choice: Choice) -> Result<(), No> {
        match (stage, choice) {
            (Stage::AirMission(side, units), Choice::Unit(u)) => {
                if units.contains(&u) {
                    return Err(No::new("8.1.3", "no.flown-already").unit(u));
                }
                self.may_fly(state, *side, u)
            }
            (Stage::AirMission(side, units), choice) => {
                let kind = MISSIONS.iter().find(|(c, _)| *c == choice).map(|(_, k)| *k);
                match kind {
                    Some(kind) => self.may_fly_kind(state, *side, units, kind),
                    None if choice == STOP => Ok(()),
                    None => Err(No::new("8.2.1", "no.choose-mission")),
                }
            }
            (Stage::AirTarget(side, _, kind), Choice::Hex(h)) => {
                self.may_aim(state, *side, *kind, h)
            }
            (Stage::AirTarget(side, _, kind), Choice::Hexside(_)) => {
                match self.mission_targets(state, *side, *kind).any(|c| c == choice) {
                    true => Ok(()),
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

    fn next_mission(&self, state: &State, side: Side, choice: Choice) -> Option<usize> {
        self.immediate(state, side).find(|&i| {
            let mission = &state.missions[i];
            match (choice, mission.bridge) {
                (Choice::Hexside(s), Some(bridge)) => s == bridge,
                (Choice::Hex(h), None) => h == mission.hex,
                _ => false,
            }
        })
    }

    fn test_movement(&self, state: &State, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(u)
                if state.position.hex(u).is_none() && self.side(u) == self.active(state) =>
            {
                self.may_bring(state, u)
            }
            Choice::Unit(u) => self.may_pick(state, u).map(|_| ()),
            DONE => self.may_end_movement(state),
            _ => Err(No::new("3.1.3", "no.choose-unit")),
        }
    }

    /// The phase may not end with an overfull hex while a move can cure it [3.2.1] (R79).
    fn may_end_movement(&self, state: &State) -> Result<(), No> {
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
            FORTIFY => self.may_fortify(state, unit, at, left.spent),
            MARK => match (state.phase, left.spent) {
                (Phase::Movement, false) => Ok(()),
                (Phase::Movement, true) => no("12.1.2", "no.activated"),
                _ => no("12.1.4", "no.not-in-strategic"),
            },
            LEAVE => self.may_leave(state, unit, at, left.mp).map(|_| ()),
            REFILL => self.may_refill(state, unit, left.spent),
            _ => no("3.1.3", "no.choose-hex"),
        }
    }

    fn may_change_set_up(&self, state: &State, unit: UnitId, left: Mp) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if state.phase != Phase::Movement {
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
        if room { Ok(()) } else { Err(No::new("TYP-8", "no.not-a-reserve").unit(unit)) }
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
            _ => Err(No::new("5.1.6", "no.choose-target")),
        }
    }

    /// What may be fired at: hexes and bridges in the range of own guns that are ready.
    fn fire_targets<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Choice> + 'a {
        let side = self.active(state);
        let range = self.tables.core.artillery_range;
        let guns: Vec<HexId> = self
            .units_of(state, side)
            .filter(|&(u, _)| self.is_ready_to_fire(state, u).is_ok())
            .map(|(_, h)| h)
            .collect();
        let near = move |h: HexId| guns.iter().any(|&g| self.map.grid.distance(g, h) <= range);
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
                None => Err(No::new("15.1.3", "no.no-star-here")),
            },
            HQ if combat.hq[side] => Err(No::new("9.2.3", "no.hq-used")),
            HQ => self.may_use_hq(state, combat, side),
            POOL if combat.pool[side] > 0 => Err(No::new("9.1.6", "no.pool-used")),
            POOL => match self.pool_in_reach(state, combat, side) {
                0 => Err(No::new("9.1.7", "no.no-pool")),
                _ => Ok(()),
            },
            FORTIFICATION_UNITS => self.may_use_fortification_units(state, combat, side),
            DONE => Ok(()),
            _ => Err(No::new("5.2.1", "no.choose-support")),
        }
    }

    fn starred<'a>(
        &'a self,
        state: &'a State,
        combat: &'a Combat,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        self.units_of(state, side).map(|(u, _)| u).filter(move |&u| {
            self.class(u).star.is_some() && self.may_use_star(state, combat, side, u).is_ok()
        })
    }

    fn test_pool(&self, state: &State, side: Side, n: u16) -> Result<(), No> {
        let most = state.combat.as_ref().map_or(0, |c| self.pool_in_reach(state, c, side));
        match n <= u16::from(most) {
            true => Ok(()),
            false => Err(No::new("9.1.7", "no.pool-too-small").n(i32::from(most))),
        }
    }

    /// All legal choices, sorted, added to `out`.
    pub fn list(&self, state: &State, out: &mut Vec<Choice>) {
        let Some(stage) = state.stage() else { return };
        let start = out.len();
        self.candidates(state, stage, out);
        let legal: Vec<Choice> =
            out.drain(start..).filter(|&c| self.is_listed(state, stage, c)).collect();
        out.extend(legal);
        out[start..].sort_unstable();
    }

    /// Destinations come tested from their search; everything else is tested one by one.
    fn is_listed(&self, state: &State, stage: &Stage, choice: Choice) -> bool {
        let searched = matches!(
            (stage, choice),
            (Stage::Moving { .. }, Choice::Hex(_))
                | (Stage::Pursue(_), Choice::Hex(_))
                | (Stage::FireTarget, Choice::Hex(_) | Choice::Hexside(_))
                | (Stage::AirTarget(..), Choice::Hex(_) | Choice::Hexside(_))
        );
        searched || self.test(state, choice).is_ok()
    }

    fn candidates(&self, state: &State, stage: &Stage, out: &mut Vec<Choice>) {
        let side = self.stage_side(state).unwrap_or(Side::A);
        let own = |out: &mut Vec<Choice>| {
            out.extend(self.roster.units().filter(|&u| self.side(u) == side).map(Choice::Unit));
        };
        match stage {
            Stage::SetupLoss { .. } | Stage::SetupPlace => {
                own(out);
                out.push(SUGGESTED);
            }
            Stage::SetupHex(unit) => {
                out.extend(self.places_for(state, *unit).into_iter().map(Choice::Hex))
            }
            Stage::SetupGuns | Stage::SetupTops => {
                own(out);
                out.extend([DONE, SUGGESTED]);
            }
            Stage::Air(_) => {
                own(out);
                out.push(DONE);
            }
            Stage::AirMission(..) => {
                own(out);
                out.extend(MISSIONS.iter().map(|(c, _)| *c));
                out.push(STOP);
            }
            Stage::AirTarget(side, _, kind) => {
                out.extend(self.mission_targets(state, *side, *kind));
                out.push(STOP);
            }
            Stage::AirSpread { .. } => out.extend(self.map.grid.hexes().map(Choice::Hex)),
            Stage::AirCombat => {
                let mut hexes: Vec<HexId> = self.air_pairs(state).iter().map(|p| p.0).collect();
                hexes.dedup();
                out.extend(hexes.into_iter().map(Choice::Hex));
            }
            Stage::AirNext(side) => {
                let mut found: Vec<Choice> = self
                    .immediate(state, *side)
                    .map(|i| {
                        let mission = &state.missions[i];
                        mission.bridge.map_or(Choice::Hex(mission.hex), Choice::Hexside)
                    })
                    .collect();
                found.sort_unstable();
                found.dedup();
                out.extend(found);
            }
            Stage::FireLoss { hex, .. } | Stage::Remove(hex) => {
                out.extend(state.position.stack(*hex).map(Choice::Unit));
            }
            Stage::Barrage => {
                out.extend(self.map.grid.hexes().map(Choice::Hex));
                out.push(DONE);
            }
            Stage::Movement => {
                own(out);
                out.push(DONE);
            }
            Stage::Moving { .. } => self.moving_candidates(state, side, out),
            Stage::Refill(_) => own(out),
            Stage::Enter(_) => {
                let mut hexes: Vec<HexId> = self.zones[side].iter().map(|z| z.hex).collect();
                hexes.sort_unstable();
                hexes.dedup();
                out.extend(hexes.into_iter().map(Choice::Hex));
                out.push(STOP);
            }
            Stage::Appear => {
                own(out);
                out.push(DONE);
            }
            Stage::AppearIn(unit) => {
                out.extend(self.appearing_places(state, *unit).map(Choice::Hex))
            }
            Stage::Combat => {
                let mut held: Vec<HexId> =
                    self.units_of(state, side.other()).map(|(_, h)| h).collect();
                held.sort_unstable();
                held.dedup();
                out.extend(held.into_iter().map(Choice::Hex));
                out.extend([FIRE, DONE]);
            }
            Stage::Attack => {
                self.attack_candidates(state, out);
                out.extend([DECLARE, STOP]);
            }
            Stage::Support(_) => {
                own(out);
                out.extend([STARS, HQ, POOL, FORTIFICATION_UNITS, DONE]);
            }
            Stage::Stars(_) => {
                own(out);
                out.push(DONE);
            }
            Stage::Pool(_) => out.extend((0..=20).map(Choice::Amount)),
            Stage::Reference => {
                let hexes =
                    state.combat.as_ref().map(|c| self.heaviest(state, c)).unwrap_or_default();
                out.extend(hexes.into_iter().map(Choice::Hex));
            }
            Stage::Roll => out.push(ROLL),
            Stage::Loss { side, .. } | Stage::Pay { side, .. } => {
                let units = state.combat.as_ref().map(|c| self.sharers(state, c, *side));
                out.extend(units.unwrap_or_default().into_iter().map(Choice::Unit));
            }
            Stage::Stand(side) => {
                let n = state.combat.as_ref().map_or(0, |c| self.printed_retreat(state, c, *side));
                out.extend((0..=u16::from(n)).map(Choice::Amount));
            }
            Stage::Retreat(side) => {
                let units = state.combat.as_ref().map(|c| self.unsettled(state, c, *side));
                out.extend(units.unwrap_or_default().into_iter().map(Choice::Unit));
                out.push(DONE);
            }
            Stage::RetreatStep { unit, from, way } => {
                out.extend(self.back_from(state, *unit, *from, way).into_iter().map(Choice::Hex));
                out.push(STOP);
            }
            Stage::Pursuit(side) => {
                let units = state.combat.as_ref().map(|c| self.pursuers(state, c, *side));
                out.extend(units.unwrap_or_default().into_iter().map(Choice::Unit));
                out.push(DONE);
            }
            Stage::Pursue(unit) => {
                let ways = state.combat.as_ref().map(|c| self.pursuits(state, c, *unit));
                let ends = ways.unwrap_or_default().into_iter().filter_map(|w| w.last().copied());
                out.extend(ends.map(Choice::Hex));
                out.push(STOP);
            }
            Stage::FireTarget => {
                out.extend(self.fire_targets(state));
                out.push(STOP);
            }
            Stage::Fire(_) => {
                own(out);
                out.extend([ROLL, STOP]);
            }
            Stage::Resolve | Stage::AirResolve => {}
        }
    }

    fn moving_candidates(&self, state: &State, side: Side, out: &mut Vec<Choice>) {
        out.extend(self.roster.units().filter(|&u| self.side(u) == side).map(Choice::Unit));
        out.extend([STOP, DONE, FULL, SET_UP, FORTIFY, MARK, LEAVE, REFILL]);
        let Some((unit, at, left, stopped)) = self.in_hand(state) else { return };
        if stopped {
            return;
        }
        out.extend(
            self.destinations(state, unit, at, left).into_iter().map(|d| Choice::Hex(d.hex)),
        );
        let mut sides: Vec<Choice> = Direction::ALL
            .into_iter()
            .map(|d| self.map.grid.side(at, d))
            .filter(|&s| self.ground.bridge(s).is_some() || self.ground.side(s).big)
            .map(Choice::Hexside)
            .collect();
        sides.dedup();
        out.extend(sides);
    }

    fn attack_candidates(&self, state: &State, out: &mut Vec<Choice>) {
        let Some(combat) = state.combat.as_ref() else { return };
        let Some(&first) = combat.hexes.first() else { return };
        for hex in self.map.grid.around(first) {
            out.extend(state.position.stack(hex).map(Choice::Unit));
        }
        let mut near: Vec<HexId> = self.map.grid.within(first, 2).collect();
        near.sort_unstable();
        out.extend(near.into_iter().map(Choice::Hex));
    }

    /// Makes a legal choice.
    pub fn act(&self, state: &mut State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let Some(stage) = state.stage().cloned() else { return };
        match (stage, choice) {
            (_, SUGGESTED) => self.take_usual(state, log),
            (Stage::SetupLoss { .. }, Choice::Unit(u)) => self.lack(state, u),
            (Stage::SetupPlace, Choice::Unit(u)) => state.stages.push(Stage::SetupHex(u)),
            (Stage::SetupHex(u), Choice::Hex(h)) => self.place_in(state, u, h, log),
            (Stage::SetupGuns, Choice::Unit(u)) => state.position.set_face(u, TRANSPORT),
            (Stage::SetupTops, Choice::Unit(u)) => self.top(state, u),
            (Stage::Air(side), Choice::Unit(u)) => {
                state.stages.push(Stage::AirMission(side, std::iter::once(u).collect()));
            }
            (Stage::AirMission(side, units), choice) => {
                self.act_mission(state, side, units, choice)
            }
            (Stage::AirTarget(side, units, kind), choice) => {
                state.stages.pop();
                if choice != STOP {
                    self.assign(state, side, units, kind, choice);
                }
            }
            (Stage::AirSpread { .. }, Choice::Hex(h)) => self.spread(state, h),
            (Stage::AirCombat, Choice::Hex(h)) => {
                state.stages.pop();
                let pair = self.air_pairs(state).into_iter().find(|p| p.0 == h);
                if let Some(pair) = pair {
                    self.fight_in_air(state, pair, dice, log);
                }
            }
            (Stage::AirNext(side), choice) => {
                state.stages.pop();
                if let Some(index) = self.next_mission(state, side, choice) {
                    self.fly(state, index, dice, log);
                }
            }
            (Stage::FireLoss { .. }, Choice::Unit(u)) => self.take_fire(state, u, dice, log),
            (Stage::Barrage, Choice::Hex(h)) => {
                let fire = self.fire_at(state, h, None);
                state.stages.push(Stage::Fire(fire));
            }
            (Stage::Movement, Choice::Unit(u)) => self.pick(state, u),
            (Stage::Movement, DONE) => self.end_movement(state),
            (Stage::Moving { .. }, choice) => self.act_moving(state, choice, dice, log),
            (Stage::Refill(giver), Choice::Unit(u)) => {
                state.stages.pop();
                self.refill(state, giver, u, log);
            }
            (Stage::Enter(u), Choice::Hex(h)) => {
                state.stages.pop();
                self.enter(state, u, h, log);
            }
            (Stage::Appear, Choice::Unit(u)) => state.stages.push(Stage::AppearIn(u)),
            (Stage::AppearIn(u), Choice::Hex(h)) => {
                state.stages.pop();
                self.appear(state, u, h, log);
            }
            (Stage::Remove(_), Choice::Unit(u)) => {
                self.give_up(state, u, log);
                state.stages.pop();
                self.ask_removals(state);
            }
            (Stage::Combat, Choice::Hex(h)) => {
                state.combat = Some(Box::new(Combat::against(h)));
                state.stages.push(Stage::Attack);
            }
            (Stage::Combat, FIRE) => state.stages.push(Stage::FireTarget),
            (Stage::Attack, choice) => self.act_attack(state, choice, log),
            (Stage::Support(side), choice) => self.act_support(state, side, choice),
            (Stage::Stars(side), Choice::Unit(u)) => {
                if let Some(combat) = state.combat.as_mut() {
                    combat.stars[side].push(u);
                }
            }
            (Stage::Pool(side), Choice::Amount(n)) => {
                state.stages.pop();
                self.take_pool(state, side, n as u8);
            }
            (Stage::Reference, Choice::Hex(h)) => {
                state.stages.pop();
                if let Some(combat) = state.combat.as_mut() {
                    combat.reference = Some(h);
                }
            }
            (Stage::Roll, _) => self.roll_combat(state, dice, log),
            (Stage::Loss { side, .. }, Choice::Unit(u)) => {
                self.lose(state, side, u, log);
                if let Some(Stage::Loss { left, .. }) = state.stages.last_mut() {
                    *left -= 1;
                }
                self.settle_losses(state, log);
            }
            (Stage::Stand(side), Choice::Amount(n)) => self.stand(state, side, n as u8, log),
            (Stage::Pay { side, .. }, Choice::Unit(u)) => self.pay(state, side, u, log),
            (Stage::Retreat(side), Choice::Unit(u)) => {
                let from = state.combat.as_ref().and_then(|c| self.fought_on(c, side, u));
                if let Some(from) = from {
                    state.stages.push(Stage::RetreatStep { unit: u, from, way: Way::new() });
                }
            }
            (Stage::Retreat(side), _) => self.end_retreat(state, side),
            (Stage::RetreatStep { .. }, Choice::Hex(h)) => self.step_back(state, h, log),
            (Stage::RetreatStep { unit, from, way }, _) => self.halt(state, unit, from, way, log),
            (Stage::Pursuit(_), Choice::Unit(u)) => state.stages.push(Stage::Pursue(u)),
            (Stage::Pursue(u), Choice::Hex(h)) => self.pursue(state, u, h, log),
            (Stage::FireTarget, Choice::Hex(h)) => self.aim(state, h, None),
            (Stage::FireTarget, Choice::Hexside(s)) => {
                self.aim(state, self.map.grid.hexes_of(s).0, Some(s));
            }
            (Stage::Fire(_), Choice::Unit(u)) => self.add_gun(state, u),
            (Stage::Fire(fire), ROLL) => self.fire(state, &fire, dice, log),
            // DONE and STOP, and nothing else, are left: the stage is over.
            _ => {
                state.stages.pop();
            }
        }
    }

    fn act_mission(
        &self,
        state: &mut State,
        side: Side,
        mut units: crate::state::Units,
        choice: Choice,
    ) {
        state.stages.pop();
        if let Choice::Unit(u) = choice {
            units.push(u);
            state.stages.push(Stage::AirMission(side, units));
        } else if let Some((_, kind)) = MISSIONS.iter().find(|(c, _)| *c == choice) {
            state.stages.push(Stage::AirTarget(side, units, *kind));
        }
    }

    fn pick(&self, state: &mut State, unit: UnitId) {
        if state.position.hex(unit).is_none() {
            state.stages.push(Stage::Enter(unit));
            return;
        }
        let left = self.fresh(state, unit);
        state.stages.push(Stage::Moving {
            unit,
            left: left.mp,
            cap: left.cap,
            spent: false,
            on_route: true,
            stopped: false,
        });
    }

    /// Puts the unit in hand down; if it has spent anything its move is over.
    fn put_down(&self, state: &mut State) {
        if let Some(Stage::Moving { unit, spent, .. }) = state.stages.pop()
            && spent
        {
            state.position.set_mark(unit, MOVED, true);
        }
    }

    fn end_movement(&self, state: &mut State) {
        state.stages.pop();
        self.ask_removals(state);
    }

    fn ask_removals(&self, state: &mut State) {
        if let Some(hex) = self.overfull(state) {
            state.stages.push(Stage::Remove(hex));
        }
    }

    fn act_moving(&self, state: &mut State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let Some((unit, at, left, _)) = self.in_hand(state) else {
            state.stages.pop();
            return;
        };
        match choice {
            Choice::Unit(other) => {
                self.put_down(state);
                self.pick(state, other);
            }
            Choice::Hex(hex) => self.travel(state, unit, at, left, hex, dice, log),
            Choice::Hexside(side) => {
                if let Ok(work) = self.may_work(state, unit, at, left.mp, left.spent, side) {
                    self.work(state, unit, side, work, log);
                    match work {
                        crate::bridges::Work::Destroy(cost)
                        | crate::bridges::Work::Rebuild(cost) => {
                            self.spend(state, unit, cost);
                        }
                        crate::bridges::Work::Declare => self.finish_unit(state, unit),
                    }
                }
            }
            FULL => {
                self.raise_level(state, unit);
                state.position.set_mark(unit, FULL_MOVE, true);
                self.put_down(state);
                self.pick(state, unit);
            }
            SET_UP => {
                let face = state.position.face(unit);
                state.position.set_face(unit, if face == TRANSPORT { 0 } else { TRANSPORT });
                self.spend(state, unit, Mp::whole(self.tables.core.artillery_setup_change_cost));
            }
            FORTIFY => {
                self.fortify(state, unit, at, log);
                self.finish_unit(state, unit);
            }
            MARK => {
                state.position.set_mark(unit, MARKED, true);
                state.position.set_mark(unit, MOVED, true);
                state.stages.pop();
            }
            LEAVE => {
                state.stages.pop();
                self.leave(state, unit, at, log);
            }
            REFILL => {
                state.stages.pop();
                state.stages.push(Stage::Refill(unit));
            }
            DONE => {
                self.put_down(state);
                self.end_movement(state);
            }
            _ => self.put_down(state),
        }
    }

    /// A unit in hand spends movement points where it stands.
    fn spend(&self, state: &mut State, unit: UnitId, cost: Mp) {
        state.position.set_mark(unit, ACTIVATED, true);
        if let Some(Stage::Moving { left, spent, .. }) = state.stages.last_mut() {
            *left = left.saturating_sub(cost);
            *spent = true;
        }
    }

    /// A unit in hand has used all it had.
    fn finish_unit(&self, state: &mut State, unit: UnitId) {
        state.position.set_mark(unit, ACTIVATED, true);
        state.position.set_mark(unit, MOVED, true);
        state.stages.pop();
    }

    /// Moves the unit in hand; it goes on if anything is left.
    #[allow(clippy::too_many_arguments)] // what the unit in hand has, and where it goes
    fn travel(
        &self,
        state: &mut State,
        unit: UnitId,
        at: HexId,
        left: Left,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let found = self.destinations(state, unit, at, left);
        let Some(way) = found.into_iter().find(|d| d.hex == hex) else { return };
        self.say_move(state, unit, &way.path, way.cost, log);
        for pair in way.path.windows(2) {
            if way.overruns && pair[1] == hex {
                self.overrun(state, unit, hex, log);
            }
            self.come_to(state, unit, pair[1]);
            self.suffer_crossing(state, unit, pair[0], pair[1], dice, log);
            if state.position.hex(unit).is_none() {
                state.stages.pop();
                return;
            }
        }
        state.position.set_mark(unit, ACTIVATED, true);
        let rest = left.mp.saturating_sub(way.cost);
        let over = way.stops || way.extra || (left.cap == Mp::ZERO);
        if over || self.is_spent(state, unit, hex, rest, left, way.on_route) {
            self.finish_unit(state, unit);
            return;
        }
        if let Some(Stage::Moving { left, spent, on_route, .. }) = state.stages.last_mut() {
            *left = rest;
            *spent = true;
            *on_route = way.on_route;
        }
    }

    /// Whether nothing more can be done with what is left.
    fn is_spent(
        &self,
        state: &State,
        unit: UnitId,
        hex: HexId,
        rest: Mp,
        left: Left,
        on_route: bool,
    ) -> bool {
        let now = Left { mp: rest, cap: left.cap, spent: true, on_route };
        self.destinations(state, unit, hex, now).is_empty()
            && self.may_change_set_up(state, unit, rest).is_err()
            && self.may_leave(state, unit, hex, rest).is_err()
            && rest < Mp::ONE
    }

    fn say_move(&self, state: &State, unit: UnitId, path: &[HexId], cost: Mp, log: &mut Log) {
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else { return };
        let make = |text: Text, only: Option<Side>, named: bool| {
            let mut event = Event::new(EventKind::Moved, "3.1.4", text).hex(to);
            if named {
                event = event.unit(unit);
                event.moves.push(Moved { unit, path: path.to_vec() });
            }
            event.only = only;
            event
        };
        let side = self.side(unit);
        let named = Text::new("event.moved").unit(unit).hex(to).with("cost", Arg::Mp(cost));
        if !self.switches.masking {
            log.say(|| make(named, None, true));
            return;
        }
        log.say(|| make(named, Some(side), true));
        let _ = state;
        log.say(|| {
            let text =
                Text::new("event.moved-masked").side(side).hex(to).with("from", Arg::Hex(from));
            make(text, Some(side.other()), false)
        });
    }

    fn act_attack(&self, state: &mut State, choice: Choice, log: &mut Log) {
        let Some(combat) = state.combat.as_mut() else { return };
        match choice {
            Choice::Hex(hex) => combat.hexes.push(hex),
            Choice::Unit(unit) => combat.attackers.push(unit),
            DECLARE => self.declare(state, log),
            _ => {
                state.combat = None;
                state.stages.pop();
            }
        }
    }

    fn act_support(&self, state: &mut State, side: Side, choice: Choice) {
        let Some(combat) = state.combat.as_mut() else { return };
        match choice {
            Choice::Unit(u) if combat.attackers.contains(&u) || combat.guns[side].contains(&u) => {
                combat.full.push(u);
                self.raise_level(state, u);
            }
            Choice::Unit(u) => combat.guns[side].push(u),
            STARS => state.stages.push(Stage::Stars(side)),
            HQ => combat.hq[side] = true,
            POOL => state.stages.push(Stage::Pool(side)),
            FORTIFICATION_UNITS => combat.fortification_units = true,
            _ => self.end_support(state, side),
        }
    }

    fn take_pool(&self, state: &mut State, side: Side, n: u8) {
        let Some(mut combat) = state.combat.take() else { return };
        self.draw_pool(state, &combat, side, n);
        combat.pool[side] += n;
        state.combat = Some(combat);
    }

    fn aim(&self, state: &mut State, hex: HexId, bridge: Option<hex::SideId>) {
        state.stages.pop();
        let fire = self.fire_at(state, hex, bridge);
        state.stages.push(Stage::Fire(fire));
    }

    fn add_gun(&self, state: &mut State, unit: UnitId) {
        let Some(Stage::Fire(fire)) = state.stages.last_mut() else { return };
        let buys = fire.guns.contains(&unit);
        let list = if buys { &mut fire.full } else { &mut fire.guns };
        list.push(unit);
        if buys {
            self.raise_level(state, unit);
        }
    }
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
        Stage::Appear | Stage::AppearIn(_) => ("TYP-8", "no.choose-unit"),
        Stage::Remove(_) => ("3.2.1", "no.choose-unit"),
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
        Stage::Resolve | Stage::AirResolve => ("2.1.2", "no.over"),
    };
    No::new(rule, text)
}
