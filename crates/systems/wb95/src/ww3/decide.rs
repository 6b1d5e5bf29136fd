//! The decisions that only WW3 has: whose they are, what may be chosen, what a choice does.

use super::air::unspent;
use super::step::{Aim, Flight, Step};
use super::{Ww3, step};
use crate::game::Wb95;
use crate::state::{Phase, SEEN, Stage, State};
use crate::verb::{
    AIRCRAFT, AVIATION, BOMBERS, DONE, EW, GROUND_ATTACK, HELICOPTERS, ROLL, SPEC, SPEC_BRIDGE,
    SPEC_HQ, STOP, THERMOBARIC,
};
use board::Side;
use engine::{Choice, Dice, Log, No, Text};
use hex::HexId;

/// The buttons of the missions.
const FLIGHTS: [(Choice, Flight); 3] = [
    (BOMBERS, Flight::Bomber),
    (GROUND_ATTACK, Flight::GroundAttack),
    (HELICOPTERS, Flight::Helicopters),
];

/// The buttons of support.
const SUPPORT: [(Choice, Flight); 2] =
    [(AIRCRAFT, Flight::GroundAttack), (HELICOPTERS, Flight::Helicopters)];

fn flight_of(list: &[(Choice, Flight)], choice: Choice) -> Option<Flight> {
    list.iter().find(|(c, _)| *c == choice).map(|(_, f)| *f)
}

fn aim_of(choice: Choice) -> Option<Aim> {
    match choice {
        Choice::Hex(hex) => Some(Aim::Hex(hex)),
        Choice::Hexside(side) => Some(Aim::Bridge(side)),
        _ => None,
    }
}

impl Ww3 {
    /// Whose decision a step is.
    pub fn decider(&self, game: &Wb95, state: &State, step: &Step) -> Side {
        match step {
            Step::Commit(side)
            | Step::Answer(side)
            | Step::Send(side, _)
            | Step::Cut(side)
            | Step::Deploy(side)
            | Step::Aviation(side)
            | Step::NameHq(side, _) => *side,
            Step::DeployIn(unit) | Step::Displace(unit) => game.side(*unit),
            Step::Faction { faction, .. } => self.factions[usize::from(*faction)].side,
            Step::Contest
            | Step::Missions
            | Step::Aim(_)
            | Step::Fly(..)
            | Step::Prepare
            | Step::Strike
            | Step::Jam
            | Step::Join(_)
            | Step::Nuclear
            | Step::SpecBridge
            | Step::SpecHq
            | Step::Daily(_)
            | Step::Land(_)
            | Step::DuelStart
            | Step::DuelNext
            | Step::DuelFight
            | Step::DuelEnd
            | Step::BeginSetup
            | Step::Airlift(_) => game.active(state),
        }
    }

    /// Whether a choice is legal, and if not, why.
    pub fn test(&self, game: &Wb95, state: &State, step: &Step, choice: Choice) -> Result<(), No> {
        let active = game.active(state);
        let grid = &game.map.grid;
        let beyond = match choice {
            Choice::Hex(hex) => hex.index() >= grid.len(),
            Choice::Hexside(side) => side.index() >= grid.sides_len(),
            _ => false,
        };
        if beyond {
            return self.wrong(step, choice);
        }
        match (step, choice) {
            (Step::Commit(side), Choice::Amount(n)) => self.may_commit(state, *side, n),
            (Step::Missions | Step::Nuclear, DONE) => Ok(()),
            (Step::Missions, choice) => match flight_of(&FLIGHTS, choice) {
                Some(flight) => self.may_fly(state, active, flight),
                None => self.wrong(step, choice),
            },
            (
                Step::Aim(_)
                | Step::Fly(..)
                | Step::Prepare
                | Step::Jam
                | Step::Join(_)
                | Step::Send(..)
                | Step::SpecBridge
                | Step::SpecHq
                | Step::Land(_)
                | Step::Airlift(_),
                STOP,
            ) => Ok(()),
            (Step::Aim(flight), choice) => match aim_of(choice) {
                Some(aim) => self.may_aim(game, state, *flight, aim),
                None => self.wrong(step, choice),
            },
            (Step::Fly(flight, _), Choice::Amount(n)) => self.may_send(state, active, *flight, n),
            (Step::Prepare, EW) => self.may_jam(state, active, 1),
            (Step::Prepare, SPEC) => self.may_direct(state),
            (Step::Prepare, THERMOBARIC) => self.thermobaric(game, state).map(|_| ()),
            (Step::Prepare, ROLL) => Ok(()),
            (Step::Prepare, choice) => match flight_of(&SUPPORT, choice) {
                Some(flight) => self.may_join(state, flight),
                None => self.wrong(step, choice),
            },
            (Step::Jam, Choice::Amount(n)) => self.may_jam(state, active, n),
            (Step::Join(flight), Choice::Amount(n)) => self.may_send(state, active, *flight, n),
            (Step::Answer(side), Choice::Amount(n)) => self.may_jam(state, *side, n),
            (Step::Strike, ROLL) => Ok(()),
            (Step::Send(side, flight), Choice::Amount(n)) => {
                self.may_send(state, *side, *flight, n)
            }
            (Step::Nuclear, Choice::Hex(hex)) => self.may_strike(game, state, hex),
            (Step::Cut(side), Choice::Hex(hex)) => self.may_cut(game, state, *side, hex),
            (Step::Cut(_), DONE) => Ok(()),
            (Step::SpecBridge, Choice::Hexside(side)) => self.may_sabotage(game, state, side),
            (Step::SpecHq, Choice::Hex(hex)) => self.may_hunt(game, state, hex),
            (Step::NameHq(namer, hex), Choice::Unit(unit)) => {
                let there = self.hqs_in(game, state, *hex).contains(&unit);
                // Whoever looks for them names one that he sees.
                let known = game.side(unit) == *namer || state.position.has_mark(unit, SEEN);
                match there && known {
                    true => Ok(()),
                    false => Err(No::new("ww3:17.2.3.1", "no.no-hq-there").unit(unit)),
                }
            }
            (Step::Faction { faction, gains }, Choice::Unit(unit)) => {
                self.may_change(game, state, *faction, *gains, unit)
            }
            (Step::Faction { gains: true, .. }, DONE) => Ok(()),
            (Step::Land(unit), Choice::Hex(hex)) => self.may_land(game, state, *unit, hex),
            (Step::Airlift(unit), Choice::Hex(hex)) => self.may_airlift_to(game, state, *unit, hex),
            (Step::Deploy(side), Choice::Unit(unit)) => self.may_deploy(game, state, *side, unit),
            (Step::DeployIn(unit), Choice::Hex(hex)) => self.may_deploy_in(game, state, *unit, hex),
            (Step::DeployIn(_), STOP) => Ok(()),
            (Step::Aviation(_), AVIATION | DONE) => Ok(()),
            (Step::Displace(unit), Choice::Hex(hex)) => {
                match self.ways_out(game, state, *unit).contains(&hex) {
                    true => Ok(()),
                    false => Err(No::new("A107-9", "no.not-there").unit(*unit).hex(hex)),
                }
            }
            _ => self.wrong(step, choice),
        }
    }

    /// What to say to a choice of a kind that the step does not ask for.
    fn wrong(&self, step: &Step, choice: Choice) -> Result<(), No> {
        let (rule, text) = match step {
            Step::Commit(_) | Step::Contest => ("ww3:10.1.3", "no.choose-amount"),
            // Units move and fight in phases of their own.
            Step::Missions if matches!(choice, Choice::Unit(_)) => ("ww3:3.1.2", "no.not-now"),
            Step::Missions => ("ww3:10.3.4", "no.choose-mission"),
            Step::Aim(_) => ("ww3:10.3.1", "no.choose-target"),
            Step::Fly(..) | Step::Join(_) | Step::Send(..) => ("ww3:10.1.6", "no.choose-amount"),
            Step::Prepare => ("ww3:8.2.1", "no.choose-support"),
            Step::Jam | Step::Answer(_) => ("ww3:20.2", "no.choose-amount"),
            Step::Strike => ("ww3:8.2.2", "no.roll-first"),
            Step::Nuclear => ("NUC-1", "no.choose-target"),
            Step::Cut(_) => ("ww3:17.2.4", "no.choose-hex"),
            Step::SpecBridge => ("ww3:17.2.2", "no.no-bridge"),
            Step::SpecHq | Step::NameHq(..) => ("ww3:17.2.3", "no.choose-hex"),
            Step::Faction { faction, .. } => (self.daily_rule(*faction), "no.choose-unit"),
            Step::Daily(_) => ("A107-6", "no.choose-unit"),
            Step::Land(_) => ("ww3:4.2.13", "no.choose-hex"),
            Step::Airlift(_) => ("ww3:4.2.24", "no.choose-hex"),
            Step::Deploy(_) | Step::DuelStart | Step::DuelNext => ("HF-3", "no.choose-unit"),
            Step::DeployIn(_) => ("HF-3", "no.choose-hex"),
            Step::DuelFight | Step::DuelEnd | Step::Aviation(_) => ("HF-5", "no.not-now"),
            Step::BeginSetup | Step::Displace(_) => ("A107-9", "no.choose-hex"),
        };
        Err(No::new(rule, text))
    }

    /// What might be chosen; the test decides.
    pub fn candidates(&self, game: &Wb95, state: &State, step: &Step, out: &mut Vec<Choice>) {
        let active = game.active(state);
        let amounts = |out: &mut Vec<Choice>, from: u16, to: u16| {
            out.extend((from..=to).map(Choice::Amount));
        };
        let held = |out: &mut Vec<Choice>, side: Side| {
            let mut hexes: Vec<HexId> = game.units_of(state, side).map(|(_, h)| h).collect();
            hexes.sort_unstable();
            hexes.dedup();
            out.extend(hexes.into_iter().map(Choice::Hex));
        };
        let bridges = |out: &mut Vec<Choice>| {
            let all = game.ground.bridges.iter().chain(&state.built);
            out.extend(all.copied().map(Choice::Hexside));
        };
        let hexes = |out: &mut Vec<Choice>| out.extend(game.map.grid.hexes().map(Choice::Hex));
        match step {
            Step::Commit(side) => {
                amounts(out, 0, u16::from(state.modern().air[*side].unspent()));
            }
            Step::Missions => {
                out.extend(FLIGHTS.iter().map(|(c, _)| *c));
                out.push(DONE);
            }
            Step::Aim(_) => {
                held(out, active.other());
                bridges(out);
                out.push(STOP);
            }
            Step::Fly(flight, _) | Step::Join(flight) => {
                amounts(out, 1, u16::from(unspent(state, active, *flight)));
                out.push(STOP);
            }
            Step::Send(side, flight) => {
                amounts(out, 1, u16::from(unspent(state, *side, *flight)));
                out.push(STOP);
            }
            Step::Prepare => {
                out.extend([EW, SPEC, THERMOBARIC, AIRCRAFT, HELICOPTERS, ROLL, STOP]);
            }
            Step::Jam => {
                amounts(out, 0, u16::from(self.tables.ew_max));
                out.push(STOP);
            }
            Step::Answer(_) => amounts(out, 0, u16::from(self.tables.ew_max)),
            Step::Strike => out.push(ROLL),
            Step::Nuclear | Step::Cut(_) => {
                hexes(out);
                out.push(DONE);
            }
            Step::SpecBridge => {
                bridges(out);
                out.push(STOP);
            }
            Step::SpecHq => {
                held(out, active.other());
                out.push(STOP);
            }
            Step::NameHq(_, hex) => {
                out.extend(self.hqs_in(game, state, *hex).into_iter().map(Choice::Unit));
            }
            Step::Faction { .. } => {
                out.extend(game.roster.units().map(Choice::Unit));
                out.push(DONE);
            }
            Step::Land(_) | Step::Airlift(_) => {
                hexes(out);
                out.push(STOP);
            }
            Step::Deploy(_) => out.extend(game.roster.units().map(Choice::Unit)),
            Step::DeployIn(_) => {
                hexes(out);
                out.push(STOP);
            }
            Step::Aviation(_) => out.extend([AVIATION, DONE]),
            Step::Displace(unit) => {
                out.extend(self.ways_out(game, state, *unit).into_iter().map(Choice::Hex));
            }
            Step::Contest
            | Step::Daily(_)
            | Step::DuelStart
            | Step::DuelNext
            | Step::DuelFight
            | Step::DuelEnd
            | Step::BeginSetup => {}
        }
    }

    /// Makes a legal choice.
    pub fn act(
        &self,
        game: &Wb95,
        state: &mut State,
        step: Step,
        choice: Choice,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        match (step, choice) {
            (Step::Commit(side), Choice::Amount(n)) => {
                state.stages.pop();
                state.modern_mut().committed[side] = Some(n as u8);
            }
            (Step::Prepare, STOP) => {
                state.stages.pop();
                state.modern_mut().strike = None;
            }
            (Step::DeployIn(unit), STOP) => {
                state.stages.pop();
                push(state, Step::Deploy(game.side(unit)));
            }
            (_, STOP | DONE) => {
                state.stages.pop();
            }
            (Step::Missions, choice) => {
                if let Some(flight) = flight_of(&FLIGHTS, choice) {
                    push(state, Step::Aim(flight));
                }
            }
            (Step::Aim(flight), choice) => {
                state.stages.pop();
                if let Some(aim) = aim_of(choice) {
                    push(state, Step::Fly(flight, aim));
                }
            }
            (Step::Fly(flight, aim), Choice::Amount(n)) => {
                state.stages.pop();
                self.plan_mission(game, state, flight, aim, n as u8);
            }
            (Step::Prepare, choice) => self.act_prepare(game, state, choice, dice, log),
            (Step::Jam, Choice::Amount(n)) => {
                state.stages.pop();
                let side = game.active(state);
                if let Some(strike) = &mut state.modern_mut().strike {
                    strike.ew[side] = n as u8;
                }
            }
            (Step::Join(flight), Choice::Amount(n)) => {
                state.stages.pop();
                if let Some(strike) = &mut state.modern_mut().strike {
                    strike.sent.push((flight, n as u8));
                }
            }
            (Step::Answer(side), Choice::Amount(n)) => {
                state.stages.pop();
                let modern = state.modern_mut();
                modern.ew[side] = modern.ew[side].saturating_sub(n);
                if let Some(strike) = &mut modern.strike {
                    strike.ew[side] = n as u8;
                }
            }
            (Step::Strike, _) => self.roll_strike(game, state, dice, log),
            (Step::Send(side, flight), Choice::Amount(n)) => {
                state.stages.pop();
                self.support(game, state, side, flight, n as u8, dice, log);
            }
            (Step::Nuclear, Choice::Hex(hex)) => {
                self.nuke(game, state, hex, dice, log);
                if self.strikes_left(state, game.active(state)) == 0 {
                    state.stages.pop();
                }
            }
            (Step::Cut(side), Choice::Hex(hex)) => {
                self.cut(state, side, hex, log);
                if self.has_spec(state, side).is_err() {
                    state.stages.pop();
                }
            }
            (Step::SpecBridge, Choice::Hexside(side)) => {
                state.stages.pop();
                self.sabotage(game, state, side, dice, log);
            }
            (Step::SpecHq, Choice::Hex(hex)) => {
                state.stages.pop();
                self.hunt(game, state, hex, dice, log);
            }
            (Step::NameHq(..), Choice::Unit(unit)) => {
                state.stages.pop();
                self.strike_hq(game, state, unit, dice, log);
            }
            (Step::Faction { gains, .. }, Choice::Unit(unit)) => {
                self.change(game, state, unit, gains, log);
            }
            (Step::Land(unit), Choice::Hex(hex)) => {
                state.stages.pop();
                self.land(game, state, unit, hex, dice, log);
            }
            (Step::Airlift(unit), Choice::Hex(hex)) => {
                state.stages.pop();
                self.airlift(game, state, unit, hex, dice, log);
            }
            (Step::Deploy(_), Choice::Unit(unit)) => {
                state.stages.pop();
                push(state, Step::DeployIn(unit));
            }
            (Step::DeployIn(unit), Choice::Hex(hex)) => self.deploy(game, state, unit, hex, log),
            (Step::Aviation(side), _) => self.call_aviation(state, side, dice, log),
            (Step::Displace(unit), Choice::Hex(hex)) => {
                state.stages.pop();
                game.lay(state, unit, hex);
            }
            _ => {}
        }
    }

    fn act_prepare(
        &self,
        game: &Wb95,
        state: &mut State,
        choice: Choice,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        match choice {
            EW => push(state, Step::Jam),
            ROLL => self.launch(game, state, dice, log),
            SPEC => {
                if let Some(strike) = &mut state.modern_mut().strike {
                    strike.spec = true;
                }
            }
            THERMOBARIC => {
                let gun = self.thermobaric(game, state).ok();
                if let Some(strike) = &mut state.modern_mut().strike {
                    strike.thermobaric = gun;
                }
            }
            choice => {
                if let Some(flight) = flight_of(&SUPPORT, choice) {
                    push(state, Step::Join(flight));
                }
            }
        }
    }

    /// Carries on what resolves itself.
    pub fn resolve(&self, game: &Wb95, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        match state.stage() {
            Some(Stage::Modern(Step::Contest)) => self.contest(state, dice, log),
            Some(Stage::Modern(Step::Daily(_))) => self.daily_roll(game, state, dice, log),
            Some(Stage::Modern(Step::DuelStart)) => self.start_duel(state, dice, log),
            Some(Stage::Modern(Step::DuelNext)) => self.next_duel(state, log),
            Some(Stage::Modern(Step::DuelFight)) => self.fight_duel(game, state, dice, log),
            Some(Stage::Modern(Step::DuelEnd)) => self.end_duel(game, state, log),
            Some(Stage::Modern(Step::BeginSetup)) => self.begin_linked_setup(game, state),
            _ => {}
        }
    }

    /// What the Combat Phase offers besides attacks and fire [17.2.3.1], and the Movement Phase besides moves [17.2.2.1].
    pub fn may_send_spec(&self, game: &Wb95, state: &State, choice: Choice) -> Result<(), No> {
        let fits = match choice {
            SPEC_BRIDGE => state.phase == Phase::Movement,
            SPEC_HQ => state.phase == Phase::Combat,
            _ => false,
        };
        match fits {
            true => self.has_spec(state, game.active(state)),
            false => Err(No::new("ww3:17.1.2", "no.not-now")),
        }
    }
}

fn push(state: &mut State, step: Step) {
    state.stages.push(Stage::Modern(step));
}

/// The name of a step in cases, and what it asks.
pub fn prompt_of(step: &step::Step) -> (&'static str, Text) {
    let plain = |name: &'static str, id: &'static str| (name, Text::new(id));
    match step {
        Step::Commit(_) => plain("commit", "prompt.commit"),
        Step::Missions => plain("missions", "prompt.missions"),
        Step::Aim(_) => plain("aim", "prompt.aim"),
        Step::Fly(..) | Step::Join(_) | Step::Send(..) => plain("fly", "prompt.fly"),
        Step::Prepare => plain("prepare", "prompt.prepare"),
        Step::Jam | Step::Answer(_) => plain("ew", "prompt.ew"),
        Step::Strike => plain("strike", "prompt.strike"),
        Step::Nuclear => plain("nuclear", "prompt.nuclear"),
        Step::Cut(_) => plain("cut", "prompt.cut"),
        Step::SpecBridge => plain("spec-bridge", "prompt.spec-bridge"),
        Step::SpecHq => plain("spec-hq", "prompt.spec-hq"),
        Step::NameHq(_, hex) => ("name-hq", Text::new("prompt.name-hq").hex(*hex)),
        Step::Faction { gains: true, .. } => plain("strengthen", "prompt.strengthen"),
        Step::Faction { gains: false, .. } => plain("weaken", "prompt.weaken"),
        Step::Land(u) => ("land", Text::new("prompt.land").unit(*u)),
        Step::Airlift(u) => ("airlift", Text::new("prompt.airlift").unit(*u)),
        Step::Deploy(_) => plain("deploy", "prompt.deploy"),
        Step::DeployIn(u) => ("deploy-in", Text::new("prompt.deploy-in").unit(*u)),
        Step::Aviation(_) => plain("aviation", "prompt.aviation"),
        Step::Displace(u) => ("displace", Text::new("prompt.displace").unit(*u)),
        Step::Contest
        | Step::Daily(_)
        | Step::DuelStart
        | Step::DuelNext
        | Step::DuelFight
        | Step::DuelEnd
        | Step::BeginSetup => plain("over", "prompt.over"),
    }
}

/// What the numbers of a step count, for their buttons.
pub fn amount_of(step: &Step) -> &'static str {
    match step {
        Step::Jam | Step::Answer(_) => "amount.ew",
        Step::Commit(_) => "amount.committed",
        _ => "amount.sp",
    }
}
