//! What a choice does.

use crate::air::MISSIONS;
use crate::counters::Cause;
use crate::decide::support_flight;
use crate::game::Wb95;
use crate::movement::{Destination, Left};
use crate::state::{ACTIVATED, Combat, FULL_MOVE, MARKED, MOVED, Stage, State, TRANSPORT, Way};
use crate::verb::{
    AIRCRAFT, AIRDROP, AIRLIFT, DECLARE, DONE, EW, FIRE, FORTIFICATION_UNITS, FORTIFY, FULL,
    HELICOPTERS, HQ, LEAVE, MARK, NO_HQ, POOL, REFILL, ROLL, SET_UP, SPEC_BRIDGE, SPEC_HQ, STARS,
    STOP, SUGGESTED,
};
use crate::ww3::step::Step;
use board::{Side, UnitId};
use engine::{Arg, Choice, Dice, Event, EventKind, Log, Moved, Text};
use hex::{HexId, Mp};

impl Wb95 {
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
            (Stage::Movement, SPEC_BRIDGE) => state.stages.push(Stage::Modern(Step::SpecBridge)),
            (Stage::Combat, SPEC_HQ) => state.stages.push(Stage::Modern(Step::SpecHq)),
            (Stage::Enter(u), AIRDROP) => {
                state.stages.pop();
                state.stages.push(Stage::Modern(Step::Land(u)));
            }
            (Stage::Modern(step), choice) => {
                if let Some(ww3) = &self.ww3 {
                    ww3.act(self, state, step, choice, dice, log);
                }
            }
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
                if self.test(state, DONE).is_ok() {
                    state.stages.pop(); // all are there
                }
            }
            (Stage::Remove(_), Choice::Unit(u)) => {
                self.give_up(state, u, log);
                state.stages.pop();
                self.ask_removals(state);
            }
            (Stage::Withdraw { .. }, Choice::Unit(u)) => self.withdraw(state, u, log),
            (Stage::Attrition { .. }, Choice::Unit(u)) => self.waste(state, u, log),
            (Stage::MineLoss { .. }, Choice::Unit(u)) => self.lose_on_mines(state, u, log),
            (Stage::Repair, Choice::Unit(u)) => self.lay_marker(state, u, log),
            (Stage::Combat, Choice::Hex(h)) => {
                state.combat = Some(Box::new(Combat::against(h)));
                state.stages.push(Stage::Attack);
            }
            (Stage::Combat, FIRE) => state.stages.push(Stage::FireTarget),
            (Stage::Attack, choice) => self.act_attack(state, choice, log),
            (Stage::Support(side), choice) => self.act_support(state, side, choice, log),
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
                self.lose(state, side, u, Cause::Combat, log);
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
            (Stage::Fire(_), Choice::Unit(u)) => self.add_gun(state, u, log),
            (Stage::Fire(fire), ROLL) => match &self.ww3 {
                Some(ww3) => {
                    state.stages.pop();
                    ww3.plan_fire(self, state, &fire);
                }
                None => self.fire(state, &fire, dice, log),
            },
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
                self.raise_level(state, unit, "10.2.3", log);
                state.position.set_mark(unit, FULL_MOVE, true);
                self.put_down(state);
                self.pick(state, unit);
            }
            SET_UP => {
                self.turn_gun(state, unit, log);
                self.spend(state, unit, Mp::whole(self.tables.core.artillery_setup_change_cost));
            }
            FORTIFY => {
                self.fortify(state, unit, at, log);
                self.finish_unit(state, unit);
            }
            MARK => self.mark(state, unit, log),
            LEAVE => {
                state.stages.pop();
                self.leave(state, unit, at, log);
            }
            REFILL => {
                state.stages.pop();
                state.stages.push(Stage::Refill(unit));
            }
            AIRLIFT => {
                state.stages.pop();
                state.stages.push(Stage::Modern(Step::Airlift(unit)));
            }
            SPEC_BRIDGE => {
                self.put_down(state);
                state.stages.push(Stage::Modern(Step::SpecBridge));
            }
            DONE => {
                self.put_down(state);
                self.end_movement(state);
            }
            _ => self.put_down(state),
        }
    }

    /// The unit in hand is marked for strategic movement [12.1.4].
    fn mark(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        state.position.set_mark(unit, MARKED, true);
        state.position.set_mark(unit, MOVED, true);
        state.stages.pop();
        log.say(|| {
            let text = Text::new("event.marked").unit(unit);
            let mut event = Event::new(EventKind::Changed, "12.1.4", text).unit(unit);
            event.only = self.switches.masking.then_some(self.side(unit));
            event
        });
    }

    /// A towed gun changes its set-up [6.2.4]; only its owner is told of a stack that may lie
    /// hidden.
    fn turn_gun(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let packed = state.position.face(unit) == TRANSPORT;
        state.position.set_face(unit, if packed { 0 } else { TRANSPORT });
        log.say(|| {
            let id = if packed { "event.deployed" } else { "event.packed-up" };
            let mut event =
                Event::new(EventKind::Changed, "6.2.4", Text::new(id).unit(unit)).unit(unit);
            event.only = self.switches.masking.then_some(self.side(unit));
            event
        });
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
        self.say_move(state, unit, &way, left, log);
        self.run_engine(state, unit);
        for pair in way.path.windows(2) {
            if way.overruns && pair[1] == hex {
                self.overrun(state, unit, hex, log);
            }
            if self.come_to(state, unit, pair[1]) {
                self.say_trodden(pair[1], log);
            }
            self.cross_line(state, unit, pair[0], pair[1]);
            self.suffer_crossing(state, unit, pair[0], pair[1], dice, log);
            if state.position.hex(unit).is_none() {
                state.stages.pop();
                return;
            }
        }
        state.position.set_mark(unit, ACTIVATED, true);
        let rest = left.mp.saturating_sub(way.cost);
        let shifted = self.class(unit).is_towed_artillery() && self.is_deployed(state, unit);
        let over = way.stops || way.extra || shifted || (left.cap == Mp::ZERO);
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

    fn say_move(&self, state: &State, unit: UnitId, way: &Destination, left: Left, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.moved").unit(unit).hex(way.hex);
            let text = text.with("cost", Arg::Mp(way.cost));
            let mut event = Event::new(EventKind::Moved, "3.1.4", text).unit(unit).hex(way.hex);
            event.rules.extend(self.rules_of_way(state, unit, way, left));
            event.moves.push(Moved { unit, path: way.path.clone() });
            event
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

    fn act_support(&self, state: &mut State, side: Side, choice: Choice, log: &mut Log) {
        let Some(combat) = state.combat.as_mut() else { return };
        match choice {
            Choice::Unit(u) if combat.attackers.contains(&u) || combat.guns[side].contains(&u) => {
                combat.full.push(u);
                self.raise_level(state, u, "10.2.3", log);
            }
            Choice::Unit(u) => {
                combat.guns[side].push(u);
                self.keep_covered(state, side, u);
                // [16.1.3]; in WW3 only who fights directly is unmasked (14.7).
                if let Some(hex) = state.position.hex(u).filter(|_| self.ww3.is_none()) {
                    self.open_stack(state, hex, log);
                }
            }
            STARS => state.stages.push(Stage::Stars(side)),
            HQ => combat.hq[side] = true,
            NO_HQ => combat.hq[side] = false,
            POOL | EW => state.stages.push(Stage::Pool(side)),
            AIRCRAFT | HELICOPTERS => {
                state.stages.push(Stage::Modern(Step::Send(side, support_flight(choice))));
            }
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

    fn add_gun(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(Stage::Fire(fire)) = state.stages.last_mut() else { return };
        let buys = fire.guns.contains(&unit);
        let list = if buys { &mut fire.full } else { &mut fire.guns };
        list.push(unit);
        if buys {
            self.raise_level(state, unit, "10.2.3", log);
        }
    }
}
