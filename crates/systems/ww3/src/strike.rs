//! Attacks from afar (chapters 8.3, 8.4, 8.9 and 10.5): fire and missions, from what they get to what they do.
//!
//! 8.2.1 ranged attacks · 8.2.7 objects · 10.4 bombers · 10.5.4 ground attack · 17.2.5 special forces · 20.5 electronic
//! warfare · 22.3 thermobaric shots

use crate::air::{Join, SUPPORT, flight_of};
use crate::book::NO_EW;
use crate::decision::*;
use crate::odds::is_beyond_guns;
use crate::step::{Aim, FireKind, Flight, Step, Strike};
use crate::verb::{AIRCRAFT, EW, HELICOPTERS, SPEC, THERMOBARIC};
use crate::{Game, State, Ww3};
use board::{BySide, Side, UnitId};
use engine::{
    Arg, Cited, Dice, DiceShape, Event, EventKind, Log, No, Odds, OddsItem, Text, Viewer,
};
use hex::{HexId, SideId};
use wb95::class::Weapon;
use wb95::data::{FireTable, Part};
use wb95::orders::amounts;
use wb95::state::{Fire, Mark, Own, Phase, Stage, Units};
use wb95::verb::{DONE, ROLL, STOP};

impl Ww3 {
    /// The table that a strike is read in.
    pub fn table<'a>(&'a self, game: &'a Game, kind: FireKind) -> &'a FireTable {
        match kind {
            FireKind::Bomber => &self.bomber,
            FireKind::Tactical => &game.tables.air_attack,
            FireKind::Artillery => &game.tables.artillery_fire,
            FireKind::Objects => &game.tables.objects,
        }
    }

    /// Whether a mission may strike the units of a hex, or a bridge [10.4.1] [10.5.1].
    pub fn may_aim(&self, game: &Game, state: &State, flight: Flight, aim: Aim) -> Result<(), No> {
        let rule = task_rule(flight);
        match aim {
            Aim::Hex(hex) => match game.holds(state, game.active(state).other(), hex) {
                true => Ok(()),
                false => Err(No::new(rule, "no.nobody-to-attack").hex(hex)),
            },
            Aim::Bridge(side) => match game.is_bridged(state, side) {
                true => Ok(()),
                false => Err(No::new(rule, "no.no-bridge")),
            },
        }
    }

    /// A mission takes shape.
    pub fn plan_mission(&self, game: &Game, state: &mut State, flight: Flight, aim: Aim, n: u8) {
        let table = match (aim, flight) {
            (Aim::Bridge(_), _) => FireKind::Objects,
            (Aim::Hex(_), Flight::Bomber) => FireKind::Bomber,
            (Aim::Hex(_), Flight::GroundAttack | Flight::Helicopters) => FireKind::Tactical,
        };
        let mut strike = strike(game.active(state), aim, table);
        strike.sent.push((flight, n));
        self.prepare(state, strike);
    }

    /// A ranged attack takes shape: its guns are chosen.
    pub fn plan_fire(&self, game: &Game, state: &mut State, fire: &Fire) {
        let (aim, table) = match fire.bridge {
            Some(side) => (Aim::Bridge(side), FireKind::Objects),
            None => (Aim::Hex(fire.hex), FireKind::Artillery),
        };
        let mut strike = strike(game.active(state), aim, table);
        strike.guns.clone_from(&fire.guns);
        strike.full.clone_from(&fire.full);
        self.prepare(state, strike);
    }

    fn prepare(&self, state: &mut State, strike: Strike) {
        state.own.strike = Some(Box::new(strike));
        state.ask_own(Prepare);
    }

    /// Whether the attack in hand may get electronic warfare [20.2].
    pub fn may_jam(&self, state: &State, side: Side, n: u16) -> Result<(), No> {
        let most = u16::from(self.tables.ew_max).min(state.own.ew[side]);
        match n <= most {
            true => Ok(()),
            false => Err(No::new(rule!("20.2"), "no.too-much-ew").n(i32::from(most))),
        }
    }

    /// Whether special forces may direct the attack in hand [17.2.5.1].
    pub fn may_direct(&self, state: &State) -> Result<(), No> {
        let Some(strike) = &state.own.strike else { return no_strike() };
        if strike.spec {
            return Err(No::new(rule!("17.2.5"), "no.spec-used"));
        }
        self.has_spec(state, strike.side)
    }

    /// Whether aircraft or helicopters may join the ranged attack in hand [8.2.4] [10.5.2].
    pub fn may_join(&self, state: &State, flight: Flight) -> Result<(), No> {
        let Some(strike) = &state.own.strike else { return no_strike() };
        if strike.guns.is_empty() || strike.sent.iter().any(|(f, _)| *f == flight) {
            return Err(No::new(rule!("10.5.2"), "no.flies-already"));
        }
        self.may_fly(state, strike.side, flight)
    }

    /// The multiple launcher that a thermobaric shot comes from, or why there can be none [22.3] [22.4] [22.5]: the
    /// strongest of the guns that fire.
    pub fn thermobaric(&self, game: &Game, state: &State) -> Result<UnitId, No> {
        let no = |rule, text| Err(No::new(rule, text));
        let Some(strike) = &state.own.strike else { return no_strike() };
        if strike.thermobaric.is_some()
            || state.own.thermobaric[strike.side] >= self.tables.thermobaric_per_turn
        {
            return no(rule!("22.3"), "no.thermobaric-used");
        }
        let Aim::Hex(hex) = strike.aim else { return no(rule!("22.3"), "no.thermobaric-object") };
        let touches = game.units_of(state, strike.side).any(|(_, at)| {
            let mut over = game.enemies_over(state, strike.side, at);
            over.any(|enemy| state.position.hex(enemy) == Some(hex))
        });
        if touches {
            return no(rule!("22.4"), "no.thermobaric-near");
        }
        let able =
            |u: &&UnitId| game.class(**u).weapon == Some(Weapon::Mlrs) && state.oos[u.index()] == 0;
        let strongest = strike
            .guns
            .iter()
            .filter(able)
            .max_by_key(|&&u| (game.attack_of(state, u, true), std::cmp::Reverse(u)));
        strongest.copied().ok_or(No::new(rule!("22.5"), "no.no-mlrs"))
    }

    /// The strength of the guns of an attack from afar [8.2.1] [22.3].
    fn guns_sp(&self, game: &Game, state: &State, strike: &Strike) -> u16 {
        let gun = |&u: &UnitId| {
            let sp = game.attack_of(state, u, strike.full.contains(&u));
            match strike.thermobaric == Some(u) {
                true => sp * self.tables.thermobaric_multiplier,
                false => sp,
            }
        };
        strike.guns.iter().map(gun).sum()
    }

    /// The attack in hand begins: points are spent, what flies meets air defence, the other side may answer.
    pub fn launch(&self, game: &Game, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        state.close();
        let mut strike = state.own.strike.take().expect("an attack is in hand");
        let side = strike.side;
        let modern = &mut state.own;
        modern.ew[side] = modern.ew[side].saturating_sub(u16::from(strike.ew[side]));
        if strike.spec {
            modern.spec[side].ready = modern.spec[side].ready.saturating_sub(1);
        }
        if strike.thermobaric.is_some() {
            modern.thermobaric[side] += 1;
        }
        strike.sp = self.guns_sp(game, state, &strike);
        for &gun in &strike.guns {
            game.stir(state, gun);
            state.position.set_mark(gun, Mark::Fired, true);
        }
        if let (Aim::Hex(hex), Phase::Combat) = (strike.aim, state.phase) {
            state.note_shelled(hex);
        }
        for (flight, n) in strike.sent.clone() {
            if strike.guns.is_empty() {
                say_mission(&strike, flight, n, strike.hex(&game.map.grid), log);
            }
            strike.sp += self.send(state, side, flight, n, dice, log);
        }
        if strike.spec && strike.sp > 0 {
            strike.sp += self.tables.spec_fire_sp;
        }
        let rolls = self.base_row(game, &strike).is_some();
        let answers = rolls && state.own.ew[side.other()] > 0;
        state.own.strike = Some(strike);
        match rolls {
            true => state.ask_own(StrikeRoll),
            false => self.miss(game, state, dice, log),
        }
        if answers {
            state.ask_own(Answer { side: side.other() });
        }
    }

    /// The row before electronic warfare; nothing is left of some attacks [8.2.2] [10.4.2].
    fn base_row(&self, game: &Game, strike: &Strike) -> Option<usize> {
        let shield = match strike.aim {
            Aim::Hex(hex) => game.shield(hex),
            Aim::Bridge(_) => 0,
        };
        self.table(game, strike.table).row(i32::from(strike.sp) - shield)
    }

    /// The row that is read: each point of the firer one stronger, of the target one weaker [20.5] (R75).
    pub fn row(&self, game: &Game, strike: &Strike) -> Option<usize> {
        let base = self.base_row(game, strike)?;
        let last = self.table(game, strike.table).0.len() - 1;
        let stronger = base + usize::from(strike.ew[strike.side]);
        let row = stronger.checked_sub(usize::from(strike.ew[strike.side.other()]))?;
        Some(row.min(last))
    }

    /// The dice of the attack in hand.
    pub fn roll_strike(&self, game: &Game, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let Some(strike) = state.own.strike.clone() else {
            state.close();
            return;
        };
        let Some(row) = self.row(game, &strike) else { return self.miss(game, state, dice, log) };
        state.close();
        let rolls = [dice.roll(6), dice.roll(6)];
        let roll: u16 = rolls.iter().sum();
        let line = &self.table(game, strike.table).0[row];
        let index = usize::from(roll) - 2;
        let (part, code) = (line.cells[index], line.printed[index].clone());
        let hex = strike.hex(&game.map.grid);
        log.say(|| {
            let text = Text::new("event.fired").hex(hex).n(roll);
            let text = text.with("code", Arg::Name(code.clone()));
            let mut event = Event::new(EventKind::Rolled, self.strike_rule(&strike), text).hex(hex);
            event.rules.extend(strike.thermobaric.map(|_| rule!("22.3")));
            event.units.extend(strike.guns.iter().copied());
            event.code = Some(code);
            event.result = Some(wb95::artillery::fire_text(part));
            event.rolled(&rolls, roll as i16)
        });
        self.finish(game, state, &strike, part, dice, log);
    }

    /// Nothing is left of the attack in hand.
    fn miss(&self, game: &Game, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        if matches!(state.stage(), Some(Stage::Own(Own(Step::StrikeRoll(_))))) {
            state.close();
        }
        let strike = state.own.strike.clone().expect("an attack is in hand");
        let hex = strike.hex(&game.map.grid);
        log.say(|| {
            let text = Text::new("event.no-effect").hex(hex);
            Event::new(EventKind::Rolled, self.strike_rule(&strike), text).hex(hex)
        });
        self.finish(game, state, &strike, Part::default(), dice, log);
    }

    fn finish(
        &self,
        game: &Game,
        state: &mut State,
        strike: &Strike,
        part: Part,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        state.own.strike = None;
        state.own.shaken.clear();
        if strike.spec {
            self.after_action(state, strike.side, dice, log);
        }
        match strike.aim {
            Aim::Bridge(side) if part.destroyed => self.break_bridge(game, state, side, log),
            Aim::Bridge(_) => {}
            Aim::Hex(hex) => game.suffer_fire(state, strike.side.other(), hex, part, dice, log),
        }
    }

    /// A bridge falls from afar [16.1.4] [16.2.3].
    pub fn break_bridge(&self, game: &Game, state: &mut State, side: SideId, log: &mut Log) {
        game.break_bridge(state, side);
        let rule = if game.ground.side(side).big { rule!("16.2.3") } else { rule!("16.1.4") };
        log.say(|| {
            let text = Text::new("event.bridge-hit").with("bridge", Arg::Hexside(side));
            Event::new(EventKind::Changed, rule, text)
        });
    }

    /// The rule of an attack from afar.
    fn strike_rule(&self, strike: &Strike) -> Rule {
        match strike.table {
            FireKind::Bomber => rule!("10.4.2"),
            FireKind::Tactical => rule!("10.5.4"),
            FireKind::Artillery => rule!("8.2.2"),
            FireKind::Objects => rule!("8.2.7"),
        }
    }

    /// What the strength of an attack from afar is made of: guns, what flies with them or alone, special forces, and the
    /// terrain that shields the target.
    fn strike_items(&self, game: &Game, state: &State, strike: &Strike) -> Vec<OddsItem> {
        let rule = self.strike_rule(strike);
        let side = strike.side;
        let guns = self.guns_sp(game, state, strike);
        let spec = if strike.spec && strike.sp > 0 { self.tables.spec_fire_sp } else { 0 };
        let air = strike.sp.saturating_sub(guns + spec);
        let mut items = Vec::new();
        if !strike.guns.is_empty() {
            let mut rules = Cited::from([rule, rule!("2.3.7")]);
            let afar = |g: &UnitId| is_beyond_guns(game, state, *g, strike.hex(&game.map.grid));
            rules.extend(strike.guns.iter().any(afar).then_some(rule!("22.1")));
            rules.extend(strike.thermobaric.map(|_| rule!("22.3")));
            items.push(odds_line(side, "odds.strike", guns.to_string(), rules));
        }
        if !strike.sent.is_empty() {
            let joins = Cited::from([rule!("10.5.2"), rule!("8.2.4")]);
            let rules = if strike.guns.is_empty() { rule.into() } else { joins };
            items.push(odds_line(side, "odds.air", air.to_string(), rules));
        }
        if spec > 0 {
            items.push(odds_line(side, "odds.spec", format!("+{spec}"), rule!("17.2.5.1")));
        }
        if let Aim::Hex(hex) = strike.aim
            && game.shield(hex) > 0
        {
            let shield = format!("−{}", game.shield(hex));
            let terrain = odds_line(side.other(), "odds.shield", shield, rule);
            items.push(OddsItem { text: Text::new("odds.shield").hex(hex), ..terrain });
        }
        items
    }

    /// The attack in hand as it is shown before its dice.
    pub fn strike_odds(&self, game: &Game, state: &State) -> Option<Odds> {
        let strike = state.own.strike.as_ref()?;
        let table = self.table(game, strike.table);
        let row = self.row(game, strike)?;
        let side = strike.side;
        let strengths = self.strike_items(game, state, strike);
        let mut shifts = Vec::new();
        for (who, sign) in [(side, "+"), (side.other(), "−")] {
            if strike.ew[who] > 0 {
                let value = format!("{sign}{}", strike.ew[who]);
                // Whoever is struck uses his points in defence (R75).
                let defends = (who != side).then_some(rule!("20.4"));
                let rules: Cited = [rule!("20.5")].into_iter().chain(defends).collect();
                shifts.push(odds_line(who, "odds.ew", value, rules));
            }
        }
        let mut strength = BySide::new(String::new(), String::new());
        strength[side] = strike.sp.to_string();
        Some(Odds {
            targets: vec![strike.hex(&game.map.grid)],
            attackers: strike.guns.to_vec(),
            attacker: side,
            strength,
            strengths,
            columns: table.0.iter().map(|r| r.sp.clone()).collect(),
            from: self.base_row(game, strike)?,
            to: row,
            shifts,
            dice: DiceShape { number: 2, sides: 6 },
            modifiers: Vec::new(),
            outcomes: wb95::artillery::fire_outcomes(table, row, side),
            belief: None,
        })
    }
}

/// The rule of what a mission may be flown for.
fn task_rule(flight: Flight) -> Rule {
    match flight {
        Flight::Bomber => rule!("10.4.1"),
        Flight::GroundAttack | Flight::Helicopters => rule!("10.5.1"),
    }
}

/// A mission of its own is flown: which kind its owner has chosen [10.3.2], helicopters as ground attack aircraft [23.1].
fn say_mission(strike: &Strike, flight: Flight, n: u8, hex: HexId, log: &mut Log) {
    let (id, rule) = match flight {
        Flight::Bomber => ("event.flies-bombers", rule!("10.3.2")),
        Flight::GroundAttack => ("event.flies-ground", rule!("10.3.2")),
        Flight::Helicopters => ("event.flies-helicopters", rule!("23.1")),
    };
    log.say(|| {
        let text = Text::new(id).side(strike.side).hex(hex).n(n);
        Event::new(EventKind::Declared, rule, text).rule(task_rule(flight)).hex(hex)
    });
}

fn odds_line(side: Side, id: &'static str, value: String, rules: impl Into<Cited>) -> OddsItem {
    OddsItem { side, text: Text::new(id), value, rules: rules.into() }
}

fn strike(side: Side, aim: Aim, table: FireKind) -> Strike {
    Strike {
        side,
        aim,
        table,
        sp: 0,
        sent: Default::default(),
        ew: BySide::default(),
        spec: false,
        guns: Units::new(),
        full: Units::new(),
        thermobaric: None,
    }
}

fn no_strike<T>() -> Result<T, No> {
    Err(No::new(rule!("8.2.1"), "no.no-guns"))
}

/// What else the attack from afar gets: electronic warfare, special forces, what flies [8.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Prepare;

/// What it can get.
const EXTRAS: [Choice; 7] = [EW, SPEC, THERMOBARIC, AIRCRAFT, HELICOPTERS, ROLL, STOP];

impl Prepare {
    fn test(&self, game: &Game, state: &State, choice: Choice) -> Result<(), No> {
        let ww3 = &game.own;
        match (choice, flight_of(&SUPPORT, choice)) {
            (EW, _) => ww3.may_jam(state, game.active(state), 1),
            (SPEC, _) => ww3.may_direct(state),
            (THERMOBARIC, _) => ww3.thermobaric(game, state).map(|_| ()),
            (ROLL | STOP, _) => Ok(()),
            (_, Some(flight)) => ww3.may_join(state, flight),
            _ => Err(Self::wrong()),
        }
    }
}

impl Decide<Game> for Prepare {
    const ID: &'static str = "prepare";
    const WRONG: Wrong = (rule!("8.2.1"), "no.choose-support");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        out.extend(EXTRAS.into_iter().filter(|&c| self.test(game, state, c).is_ok()));
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        self.test(at.game, at.state, choice)
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let ww3 = &play.game.own;
        match (choice, flight_of(&SUPPORT, choice)) {
            (EW, _) => play.state.ask_own(Jam),
            (ROLL, _) => ww3.launch(play.game, play.state, play.dice, play.log),
            (SPEC, _) => play.state.own.the_strike_mut().spec = true,
            (THERMOBARIC, _) => {
                let gun = ww3.thermobaric(play.game, play.state).ok();
                play.state.own.the_strike_mut().thermobaric = gun;
            }
            (STOP, _) => {
                play.close();
                play.state.own.strike = None;
            }
            (_, Some(flight)) => play.state.ask_own(Join { flight }),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        at_the_strike(at, "prompt.prepare-at", "prompt.prepare")
    }
}

/// The question with the hex of the strike in hand, or the plain one where there is none.
fn at_the_strike(at: At<'_>, id: &'static str, plain: &'static str) -> Asked {
    match at.state.own.strike.as_deref() {
        Some(strike) => Text::new(id).hex(strike.hex(&at.game.map.grid)).into(),
        None => ask(plain),
    }
}

/// How many points of electronic warfare the attacker from afar uses [20.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Jam;

/// So many points as may be used.
fn list_points(game: &Game, state: &State, side: Side, out: &mut Choices) {
    let ww3 = &game.own;
    let may = |&n: &u16| ww3.may_jam(state, side, n).is_ok();
    out.extend((0..=u16::from(ww3.tables.ew_max)).filter(may).map(Choice::Amount));
}

impl Decide<Game> for Jam {
    const ID: &'static str = "ew";
    const WRONG: Wrong = (rule!("20.2"), "no.choose-amount");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        list_points(game, state, game.active(state), out);
        out.add(STOP);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Amount(n) => at.game.own.may_jam(at.state, at.game.active(at.state), n),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        let side = play.game.active(play.state);
        match choice {
            Choice::Amount(n) => play.state.own.the_strike_mut().ew[side] = n as u8,
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        let points = at.state.own.ew[at.game.active(at.state)];
        ask("prompt.ew").fact(Text::new("fact.ew").n(points))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        counting(at, choice, "amount.ew")
    }
}

/// Electronic warfare of the side that is struck [20.4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// Whose.
    pub side: Side,
}

impl Decide<Game> for Answer {
    const ID: &'static str = "ew";
    const WRONG: Wrong = (rule!("20.2"), "no.choose-amount");

    fn decider(&self, _: &Game, _: &State) -> Side {
        self.side
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        list_points(game, state, self.side, out);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Amount(n) => at.game.own.may_jam(at.state, self.side, n),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let Choice::Amount(n) = choice else { impossible(self, choice) };
        play.close();
        let points = &mut play.state.own.ew[self.side];
        *points = points.saturating_sub(n);
        play.state.own.the_strike_mut().ew[self.side] = n as u8;
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        let asked = at_the_strike(at, "prompt.ew-answer", "prompt.ew");
        asked.fact(Text::new("fact.ew").n(at.state.own.ew[self.side]))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        counting(at, choice, "amount.ew")
    }

    fn ordered(&self, at: At<'_>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on(NO_EW).then(|| amounts(at).next().unwrap_or(DONE))
    }

    fn odds(&self, game: &Game, state: &State, _: Viewer) -> Option<Odds> {
        game.own.strike_odds(game, state)
    }
}

/// The dice of the attack from afar [8.2.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StrikeRoll;

impl Decide<Game> for StrikeRoll {
    const ID: &'static str = "strike";
    const WRONG: Wrong = (rule!("8.2.2"), "no.roll-first");
    const PASSES: bool = false;

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, _: &Game, _: &State, _: &mut Desk, out: &mut Choices) {
        out.add(ROLL);
    }

    fn may(&self, _: At<'_>, choice: Choice) -> Result<(), No> {
        only_if(choice == ROLL, Self::wrong())
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, _: Choice) {
        play.game.own.roll_strike(play.game, play.state, play.dice, play.log);
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        at_the_strike(at, "prompt.strike-at", "prompt.strike")
    }

    fn odds(&self, game: &Game, state: &State, _: Viewer) -> Option<Odds> {
        game.own.strike_odds(game, state)
    }

    fn rolls(&self, game: &Game, state: &State) -> Option<Choice> {
        game.own.row(game, state.own.the_strike()).map(|_| ROLL)
    }
}
