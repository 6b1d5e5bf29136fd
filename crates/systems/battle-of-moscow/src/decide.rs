//! Every decision of the game: what may be chosen, why something may not, and what a choice does.

use crate::class::RUSSIAN;
use crate::game::BattleOfMoscow;
use crate::movement::{Destination, Way};
use crate::state::{Battle, Ending, MOVED, NEW, Purse, RODE, Stage, State, Units};
use crate::supply::City;
use crate::verb::{CONTINUE, DECLARE, DONE, DROP, END_GAME, PURSES, RAIL, ROLL, SUGGESTED};
use board::{Side, UnitId};
use engine::No;
use engine::{Choice, Dice, Event, EventKind, Log, Text};
use hex::{HexId, Mp};

impl BattleOfMoscow {
    /// Whose decision the open stage is.
    pub fn stage_side(&self, state: &State) -> Option<Side> {
        Some(match state.stage()? {
            Stage::Setup | Stage::SetupHex(_) => self.setup_side(state),
            Stage::Retreat { units, .. } => {
                self.retreat_mover(state, units.first().copied().unwrap_or(UnitId::new(0)))
            }
            Stage::RetreatStep { unit, .. } => self.retreat_mover(state, *unit),
            Stage::EarlyEnd => RUSSIAN,
            _ => state.active,
        })
    }

    /// Whether a choice is legal, and if not, why. The one test behind the list and the refusal.
    pub fn test(&self, state: &State, choice: Choice) -> Result<(), No> {
        let Some(stage) = state.stage() else { return Err(No::new("SEQ-1", "no.over")) };
        match (stage, choice) {
            (Stage::Setup, Choice::Unit(unit)) => self.may_set_up(state, unit),
            (Stage::Setup, SUGGESTED) => self.may_take_suggestion(state),
            (Stage::SetupHex(unit), Choice::Hex(hex)) => self.may_set_up_in(state, *unit, hex),
            (Stage::Feed, Choice::Unit(unit)) => self.may_feed(state, unit),
            (Stage::FeedFrom(unit), Choice::Hex(hex)) => self.may_feed_from(state, *unit, hex),
            (Stage::Tikhvin(_), choice) => match purse_of(choice) {
                Some(purse) => self.may_lose_factor(state, purse),
                None => Err(No::new("TIK-1", "no.choose-a-source")),
            },
            (Stage::Arrivals, Choice::Unit(unit)) => self.may_bring(state, unit),
            (Stage::Arrivals, Choice::Hex(hex)) => self.may_store(state, hex),
            (Stage::Arrivals | Stage::Movement, DONE) => Ok(()),
            (Stage::Arrive(unit), Choice::Hex(hex)) => self.may_arrive(state, *unit, hex),
            (Stage::Arrive(unit), DROP) => self.may_drop(state, *unit),
            (Stage::Pay { .. }, choice) => match purse_of(choice) {
                Some(purse) => self.may_pay(state, purse),
                None => Err(No::new("RRP-2", "no.choose-a-source")),
            },
            (Stage::Store(hex), choice) => self.may_store_from(state, *hex, choice),
            (Stage::Drop { .. }, Choice::Hex(hex)) => self.may_land(state, hex),
            (Stage::Movement, Choice::Unit(unit)) => self.may_move(state, unit).map(|_| ()),
            (Stage::Moving { unit, left, moved }, choice) => {
                self.test_moving(state, *unit, *left, *moved, choice)
            }
            (Stage::Riding { unit, left }, Choice::Hex(hex)) => {
                self.test_ride(state, *unit, *left, hex)
            }
            (Stage::Declaration, Choice::Hex(hex)) => self.test_target(state, hex),
            (Stage::Declaration, DONE) => self.may_end_declaration(state),
            (Stage::Attack(battle), choice) => self.test_attack(state, battle, choice),
            (Stage::Join { battle, joined }, choice) => {
                self.test_join(state, *battle, *joined, choice)
            }
            (Stage::Combat, Choice::Hex(hex)) => self.test_battle(state, hex),
            (Stage::Roll(_), ROLL) => Ok(()),
            (Stage::Losses { .. }, Choice::Unit(unit)) => self.may_lose(state, unit),
            (Stage::Retreat { units, .. }, Choice::Unit(unit)) => among(units, unit, "CRT-6"),
            (Stage::RetreatStep { .. }, Choice::Hex(hex)) => self.may_step_back(state, hex),
            (Stage::Isolation { group, chosen }, Choice::Unit(unit)) => {
                match self.may_starve(state, group, chosen, unit) {
                    true => Ok(()),
                    false => Err(No::new("ISO-3", "no.wasteful-starving")),
                }
            }
            (Stage::Partisan(lost), Choice::Unit(unit)) => among(lost, unit, "ISO-4"),
            (Stage::EarlyEnd, CONTINUE | END_GAME) => Ok(()),
            (stage, _) => Err(wrong_kind(stage)),
        }
    }

    fn may_feed(&self, state: &State, unit: UnitId) -> Result<(), No> {
        if !self.belongs_to(state, unit, RUSSIAN) {
            return Err(No::new("CIT-2", "no.not-hungry"));
        }
        match self.feeders(state, unit).is_empty() {
            true => Err(No::new("CIT-4", "no.not-hungry").unit(unit)),
            false => Ok(()),
        }
    }

    fn may_feed_from(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        match self.feeders(state, unit).into_iter().any(|c| self.city_hex(c) == hex) {
            true => Ok(()),
            false => Err(No::new("CIT-2", "no.city-cannot-feed").unit(unit).hex(hex)),
        }
    }

    fn may_store_from(&self, state: &State, hex: HexId, choice: Choice) -> Result<(), No> {
        let purse = purse_of(choice).filter(|&p| self.purses_at(hex).any(|at| at == p));
        match purse {
            Some(purse) if state.purse(purse) > 0 => Ok(()),
            _ => Err(No::new("RRP-2", "no.choose-a-source").hex(hex)),
        }
    }

    fn test_moving(
        &self,
        state: &State,
        unit: UnitId,
        left: Mp,
        moved: bool,
        choice: Choice,
    ) -> Result<(), No> {
        let Some(at) = state.position.hex(unit) else { return Err(No::new("SEQ-3", "no.off-map")) };
        match choice {
            Choice::Hex(hex) => {
                match self.marches(state, unit, at, left).iter().any(|d| d.hex == hex) {
                    true => Ok(()),
                    false => Err(self.why_not_there(state, unit, at, hex, left)),
                }
            }
            RAIL => self.test_boarding(state, unit, at, left),
            // A unit that has moved is finished when another is picked or the step ends [SEQ-3].
            Choice::Unit(other) if moved => self.may_move(state, other).map(|_| ()),
            DONE if moved => Ok(()),
            Choice::Unit(_) | DONE => Err(No::new("SEQ-3", "no.choose-destination").unit(unit)),
            _ => Err(No::new("SEQ-3", "no.choose-hex")),
        }
    }

    fn test_boarding(&self, state: &State, unit: UnitId, at: HexId, left: Mp) -> Result<(), No> {
        self.may_ride(state, unit)?;
        match self.rides(state, unit, at, left).is_empty() {
            true => Err(No::new("RR-4", "no.no-line").unit(unit)),
            false => Ok(()),
        }
    }

    fn test_ride(&self, state: &State, unit: UnitId, left: Mp, hex: HexId) -> Result<(), No> {
        let Some(at) = state.position.hex(unit) else { return Err(No::new("SEQ-3", "no.off-map")) };
        if self.rides(state, unit, at, left).iter().any(|d| d.hex == hex) {
            return Ok(());
        }
        let side = self.side(state, unit);
        if self.must_stop(state, unit, hex) && self.holder(state, hex) != Some(side.other()) {
            return Err(No::new("RR-5", "no.rail-zone").unit(unit).hex(hex));
        }
        self.has_room(state, unit, hex)?;
        self.is_friendly_rail(state, unit, hex)?;
        Err(No::new("RR-4", "no.no-ride").unit(unit).hex(hex))
    }

    fn test_target(&self, state: &State, hex: HexId) -> Result<(), No> {
        if self.is_target(state, hex) {
            return match self.joinable(state, hex) {
                Some(_) => Ok(()),
                None => Err(No::new("COM-3", "no.nobody-joins").hex(hex)),
            };
        }
        self.may_target(state, &Default::default(), hex)
    }

    fn test_attack(&self, state: &State, battle: &Battle, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) if battle.attackers.is_empty() => {
                self.may_target(state, &battle.hexes, hex)
            }
            Choice::Hex(hex) => Err(No::new("SEQ-4", "no.hexes-first").hex(hex)),
            Choice::Unit(unit) => self.may_attack(state, battle, unit),
            DECLARE => self.may_declare(battle),
            _ => Err(No::new("COM-2", "no.choose-attackers")),
        }
    }

    fn test_join(&self, state: &State, battle: u8, joined: u8, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => {
                self.may_attack_joining(state, &state.battles[usize::from(battle)], unit)
            }
            DECLARE if joined > 0 => Ok(()),
            DECLARE => Err(No::new("SEQ-4", "no.no-attackers")),
            _ => Err(No::new("COM-2", "no.choose-attackers")),
        }
    }

    fn test_battle(&self, state: &State, hex: HexId) -> Result<(), No> {
        match state.battles.iter().find(|b| b.hexes.contains(&hex)) {
            Some(battle) if !battle.resolved => Ok(()),
            Some(_) => Err(No::new("COM-3", "no.resolved-already").hex(hex)),
            None => Err(No::new("SEQ-4", "no.not-declared").hex(hex)),
        }
    }

    /// All legal choices, sorted.
    pub fn list(&self, state: &State, out: &mut Vec<Choice>) {
        let Some(stage) = state.stage() else { return };
        let begin = out.len();
        match stage {
            Stage::Moving { unit, left, moved } => {
                if let Some(at) = state.position.hex(*unit) {
                    let marches = self.marches(state, *unit, at, *left);
                    out.extend(marches.iter().map(|d| Choice::Hex(d.hex)));
                    out.extend([RAIL].into_iter().filter(|&c| self.test(state, c).is_ok()));
                }
                if *moved {
                    self.list_tested(state, out, true, false);
                    out.push(DONE);
                }
            }
            Stage::Riding { unit, left } => {
                if let Some(at) = state.position.hex(*unit) {
                    let rides = self.rides(state, *unit, at, *left);
                    out.extend(rides.iter().map(|d| Choice::Hex(d.hex)));
                }
            }
            Stage::Retreat { units, .. } => out.extend(units.iter().map(|&u| Choice::Unit(u))),
            Stage::Partisan(lost) => out.extend(lost.iter().map(|&u| Choice::Unit(u))),
            Stage::RetreatStep { unit, .. } => {
                let at = state.position.hex(*unit);
                let around = at.into_iter().flat_map(|h| self.map.grid.around(h));
                out.extend(around.map(Choice::Hex).filter(|&c| self.test(state, c).is_ok()));
            }
            _ => {
                let (units, hexes) = asks_for(stage);
                self.list_tested(state, out, units, hexes);
                self.list_verbs(state, out);
            }
        }
        out[begin..].sort_unstable();
    }

    /// Adds those of all units and all hexes that pass the test.
    fn list_tested(&self, state: &State, out: &mut Vec<Choice>, units: bool, hexes: bool) {
        if units {
            let all = state.position.units().map(Choice::Unit);
            out.extend(all.filter(|&c| self.test(state, c).is_ok()));
        }
        if hexes {
            let all = self.map.grid.hexes().map(Choice::Hex);
            out.extend(all.filter(|&c| self.test(state, c).is_ok()));
        }
    }

    fn list_verbs(&self, state: &State, out: &mut Vec<Choice>) {
        let all = (0..crate::verb::VERBS.len() as u16).map(|i| Choice::Verb(engine::Verb(i)));
        out.extend(all.filter(|&c| self.test(state, c).is_ok()));
    }

    /// Makes a legal choice; the game is run on by the caller.
    pub fn act(&self, state: &mut State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let Some(stage) = state.stage().cloned() else { return };
        match (stage, choice) {
            (Stage::Setup, Choice::Unit(unit)) => state.stages.push(Stage::SetupHex(unit)),
            (Stage::Setup, SUGGESTED) => self.take_suggestion(state, log),
            (Stage::SetupHex(unit), Choice::Hex(hex)) => {
                state.stages.pop();
                self.set_up(state, unit, hex, log);
            }
            (Stage::Feed, Choice::Unit(unit)) => self.feed_or_ask(state, unit),
            (Stage::FeedFrom(unit), Choice::Hex(hex)) => {
                state.stages.pop();
                let city = City::BOTH.into_iter().find(|&c| self.city_hex(c) == hex);
                city.into_iter().for_each(|c| self.feed(state, c, unit));
                self.feed_counters(state);
            }
            (Stage::Tikhvin(left), choice) => {
                if let Some(purse) = purse_of(choice) {
                    state.purses[purse as usize] -= 1;
                    self.tell_tikhvin(purse, log);
                    state.stages.pop();
                    state.stages.push(Stage::Tikhvin(left - 1));
                }
            }
            (Stage::Arrivals, Choice::Unit(unit)) => state.stages.push(Stage::Arrive(unit)),
            (Stage::Arrivals, Choice::Hex(hex)) => self.store_or_ask(state, hex, log),
            (Stage::Arrive(unit), Choice::Hex(hex)) => self.arrive(state, unit, hex, log),
            (Stage::Arrive(unit), DROP) => {
                state.stages.pop();
                let left = self.tables.paratroops.counters;
                state.stages.push(Stage::Drop { unit, left });
            }
            (Stage::Pay { .. }, choice) => {
                purse_of(choice).into_iter().for_each(|p| self.pay(state, p, log));
            }
            (Stage::Store(hex), choice) => {
                state.stages.pop();
                purse_of(choice).into_iter().for_each(|p| self.store(state, p, hex, log));
            }
            (Stage::Drop { .. }, Choice::Hex(hex)) => self.land(state, hex, log),
            (Stage::Movement, Choice::Unit(unit)) => self.pick_mover(state, unit),
            (Stage::Moving { unit, left, .. }, choice) => {
                self.act_moving(state, unit, left, choice, log);
            }
            (Stage::Riding { unit, left }, Choice::Hex(hex)) => {
                let at = state.position.hex(unit);
                let rides = at.map(|at| self.rides(state, unit, at, left)).unwrap_or_default();
                self.travel(state, unit, left, rides, hex, log);
            }
            (Stage::Declaration, Choice::Hex(hex)) => self.open_attack(state, hex),
            (Stage::Attack(_), choice) => self.act_attack(state, choice, log),
            (Stage::Join { battle, .. }, Choice::Unit(unit)) => {
                state.battles[usize::from(battle)].attackers.push(unit);
                if let Some(Stage::Join { joined, .. }) = state.stages.last_mut() {
                    *joined += 1;
                }
            }
            (Stage::Join { .. }, _) => {
                state.stages.pop();
            }
            (Stage::Combat, Choice::Hex(hex)) => {
                let index = state.battles.iter().position(|b| b.hexes.contains(&hex));
                state.stages.extend(index.map(|i| Stage::Roll(i as u8)));
            }
            (Stage::Roll(index), _) => self.roll_battle(state, usize::from(index), dice, log),
            (Stage::Losses { .. }, Choice::Unit(unit)) => {
                if let Some(Stage::Losses { chosen, .. }) = state.stages.last_mut() {
                    chosen.push(unit);
                }
                self.settle_losses(state, log);
            }
            (Stage::Retreat { .. }, Choice::Unit(unit)) => self.retreat_unit(state, unit, log),
            (Stage::RetreatStep { .. }, Choice::Hex(hex)) => self.step_back(state, hex, log),
            (Stage::Isolation { .. }, Choice::Unit(unit)) => self.starve(state, unit, log),
            (Stage::Partisan(_), Choice::Unit(unit)) => self.leave_partisan(state, unit, log),
            (Stage::EarlyEnd, END_GAME) => self.end_game(state, Ending::RussianEarly, log),
            // DONE and CONTINUE, and nothing else, are left: the stage is over.
            _ => {
                state.stages.pop();
            }
        }
    }

    fn feed_or_ask(&self, state: &mut State, unit: UnitId) {
        match self.feeders(state, unit)[..] {
            [city] => {
                self.feed(state, city, unit);
                self.feed_counters(state);
            }
            _ => state.stages.push(Stage::FeedFrom(unit)),
        }
    }

    fn store_or_ask(&self, state: &mut State, hex: HexId, log: &mut Log) {
        let purses: Vec<Purse> = self.purses_at(hex).filter(|&p| state.purse(p) > 0).collect();
        match purses[..] {
            [purse] => self.store(state, purse, hex, log),
            _ => state.stages.push(Stage::Store(hex)),
        }
    }

    fn pick_mover(&self, state: &mut State, unit: UnitId) {
        let left = self.allowance(state, unit);
        state.stages.push(Stage::Moving { unit, left, moved: false });
    }

    fn act_moving(&self, state: &mut State, unit: UnitId, left: Mp, choice: Choice, log: &mut Log) {
        match choice {
            Choice::Hex(hex) => {
                let at = state.position.hex(unit);
                let marches = at.map(|at| self.marches(state, unit, at, left)).unwrap_or_default();
                self.travel(state, unit, left, marches, hex, log);
            }
            RAIL => {
                state.stages.pop();
                state.stages.push(Stage::Riding { unit, left });
            }
            Choice::Unit(other) => {
                state.stages.pop();
                self.pick_mover(state, other);
            }
            _ => {
                // DONE ends the unit's move and the step with it.
                state.stages.pop();
                state.stages.pop();
            }
        }
    }

    /// Moves a unit to one of the destinations; it may go on if anything is left.
    fn travel(
        &self,
        state: &mut State,
        unit: UnitId,
        left: Mp,
        destinations: Vec<Destination>,
        hex: HexId,
        log: &mut Log,
    ) {
        state.stages.pop();
        let Some(way) = destinations.into_iter().find(|d| d.hex == hex) else { return };
        for &passed in &way.path[1..] {
            self.pass_through(state, unit, passed, log);
        }
        if way.way == Way::Rail {
            let counted = state.position.has_mark(unit, RODE) || state.position.has_mark(unit, NEW);
            state.railed += u8::from(!counted);
            state.position.set_mark(unit, RODE, true);
        }
        state.position.set_mark(unit, MOVED, true);
        log.say(|| self.moved_event(state, unit, &way));
        self.come_to(state, unit, hex, log);
        let left = left.saturating_sub(way.cost);
        if way.stops {
            return;
        }
        // Whoever has come to a railway may board it, with nothing left too [RR-4].
        let goes_on = !self.marches(state, unit, hex, left).is_empty()
            || self.test_boarding(state, unit, hex, left).is_ok();
        if goes_on {
            state.stages.push(Stage::Moving { unit, left, moved: true });
        }
    }

    fn open_attack(&self, state: &mut State, hex: HexId) {
        match self.joinable(state, hex) {
            Some(index) => state.stages.push(Stage::Join { battle: index as u8, joined: 0 }),
            None => {
                let hexes = [hex].into_iter().collect();
                let battle = Battle { hexes, ..Battle::default() };
                state.stages.push(Stage::Attack(battle));
            }
        }
    }

    fn act_attack(&self, state: &mut State, choice: Choice, log: &mut Log) {
        let Some(Stage::Attack(battle)) = state.stages.last_mut() else { return };
        match choice {
            Choice::Hex(hex) => battle.hexes.push(hex),
            Choice::Unit(unit) => battle.attackers.push(unit),
            _ => {
                let declared = battle.clone();
                log.say(|| self.declared(state, &declared));
                self.declare(state);
            }
        }
    }

    fn declared(&self, state: &State, battle: &Battle) -> Event {
        let (_, column) = self.battle_columns(state, battle);
        let text = Text::new("event.declared")
            .with("units", engine::Arg::Units(battle.attackers.to_vec()))
            .with("hexes", engine::Arg::Hexes(battle.hexes.to_vec()))
            .with("column", engine::Arg::Name(self.tables.combat.columns[column].clone()));
        let mut event = Event::new(EventKind::Declared, "COM-2", text);
        event.rules.extend(self.has_chosen_target(state, battle).then_some("COM-4"));
        let poor = self.attack_total(state, battle) < self.defence_total(state, battle);
        event.rules.extend(poor.then_some("COM-5"));
        event.units.extend(battle.attackers.iter().copied());
        event.hexes.extend(battle.hexes.iter().copied());
        event
    }
}

/// The replacement source of a button.
fn purse_of(choice: Choice) -> Option<Purse> {
    PURSES.iter().find(|(c, _)| *c == choice).map(|(_, p)| *p)
}

fn among(units: &Units, unit: UnitId, rule: &'static str) -> Result<(), No> {
    if units.contains(&unit) { Ok(()) } else { Err(No::new(rule, "no.not-among-them")) }
}

/// Whether a stage asks for units, and whether for hexes.
fn asks_for(stage: &Stage) -> (bool, bool) {
    match stage {
        Stage::Setup
        | Stage::Feed
        | Stage::Movement
        | Stage::Join { .. }
        | Stage::Losses { .. }
        | Stage::Retreat { .. }
        | Stage::Isolation { .. }
        | Stage::Partisan(_) => (true, false),
        Stage::SetupHex(_)
        | Stage::FeedFrom(_)
        | Stage::Arrive(_)
        | Stage::Drop { .. }
        | Stage::Riding { .. }
        | Stage::Declaration
        | Stage::Combat
        | Stage::RetreatStep { .. } => (false, true),
        Stage::Arrivals | Stage::Moving { .. } | Stage::Attack(_) => (true, true),
        Stage::Tikhvin(_)
        | Stage::Pay { .. }
        | Stage::Store(_)
        | Stage::Roll(_)
        | Stage::EarlyEnd => (false, false),
    }
}

/// What to say to a choice of a kind that the stage does not ask for.
fn wrong_kind(stage: &Stage) -> No {
    let (rule, text) = match stage {
        Stage::Setup => ("SET-1", "no.choose-unit"),
        Stage::SetupHex(_) => ("SET-1", "no.choose-hex"),
        Stage::Feed | Stage::FeedFrom(_) => ("CIT-4", "no.choose-unit"),
        Stage::Arrivals => ("SEQ-2", "no.choose-arrival"),
        Stage::Arrive(_) | Stage::Drop { .. } => ("SEQ-2", "no.choose-hex"),
        Stage::Tikhvin(_) | Stage::Pay { .. } | Stage::Store(_) => ("RRP-2", "no.choose-a-source"),
        Stage::Movement => ("SEQ-3", "no.choose-unit"),
        Stage::Moving { .. } | Stage::Riding { .. } => ("SEQ-3", "no.choose-hex"),
        Stage::Declaration => ("SEQ-4", "no.choose-target"),
        Stage::Attack(_) | Stage::Join { .. } => ("COM-2", "no.choose-attackers"),
        Stage::Combat => ("SEQ-5", "no.choose-battle"),
        Stage::Roll(_) => ("SEQ-5", "no.roll-first"),
        Stage::Losses { .. } => ("CRT-4", "no.choose-losses"),
        Stage::Retreat { .. } => ("CRT-6", "no.choose-retreat"),
        Stage::RetreatStep { .. } => ("CRT-6", "no.choose-hex"),
        Stage::Isolation { .. } => ("ISO-3", "no.choose-losses"),
        Stage::Partisan(_) => ("ISO-4", "no.choose-unit"),
        Stage::EarlyEnd => ("VIC-6", "no.choose-early-end"),
    };
    No::new(rule, text)
}
