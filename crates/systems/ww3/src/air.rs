//! The air war (chapter 10): the contest for air advantage, what each side may fly, losses to air defence.
//!
//! 10.1.3 the contest · 10.1.4 who may fly · 10.2 air defence · 10.5.3 support of combats · 23 helicopters

use crate::book::{COMMIT_ALL, COMMIT_NONE};
use crate::calendar::Daily;
use crate::decision::*;
use crate::step::{Aim, Flight};
use crate::verb::{AIRCRAFT, BOMBERS, GROUND_ATTACK, HELICOPTERS};
use crate::{Game, State, Ww3};
use board::Side;
use engine::{Arg, Dice, Event, EventKind, Log, No, Odds, Text, Viewer};
use wb95::orders::amounts;
use wb95::strength::half;
use wb95::verb::{DONE, STOP};

/// The buttons of support.
pub(crate) const SUPPORT: [(Choice, Flight); 2] =
    [(AIRCRAFT, Flight::GroundAttack), (HELICOPTERS, Flight::Helicopters)];

impl Ww3 {
    /// The Air Phase begins: in the first half of the turn both commit aircraft in secret [10.1.3] (R11).
    pub fn begin_air(&self, game: &Game, state: &mut State, log: &mut Log) {
        state.ask_own(Missions);
        if state.half > 0 {
            return;
        }
        if state.turn == 1 {
            self.say_initiative(game, log);
        }
        self.begin_turn(state, log);
        state.ask_own(Contest);
        for side in [game.first.other(), game.first] {
            // A pool of nothing commits nothing without a question.
            if state.own.air[side].unspent() > 0 {
                state.ask_own(Commit { side });
            }
        }
        if !self.daily.is_empty() {
            state.ask_own(Daily { next: 0 });
        }
    }

    /// The scenario begins: the side with the initiative acts first in every turn [3.1.7].
    fn say_initiative(&self, game: &Game, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.initiative").side(game.first);
            Event::new(EventKind::Phase, self.page().initiative, text).rule(rule!("3.1.7"))
        });
    }

    /// Whether a side may commit so many.
    pub fn may_commit(&self, state: &State, side: Side, n: u16) -> Result<(), No> {
        let most = state.own.air[side].unspent();
        match n <= u16::from(most) {
            true => Ok(()),
            false => Err(No::new(rule!("10.1.3"), "no.too-few-aircraft").n(i32::from(most))),
        }
    }

    /// Both have committed: they roll, and the winner by enough has the advantage [10.1.3] (R12).
    pub fn contest(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        state.close();
        let modern = &mut state.own;
        let sent = board::BySide::of(|s| modern.committed[s].unwrap_or(0));
        modern.committed = Default::default();
        if Side::BOTH.into_iter().all(|s| sent[s] == 0) {
            return;
        }
        let rolls = [dice.roll(6), dice.roll(6)];
        let total = board::BySide::of(|s: Side| rolls[s.index()] + u16::from(sent[s]));
        let margin = u16::from(self.tables.air.advantage_margin);
        let prevails = |s: Side| sent[s] > 0 && total[s] >= total[s.other()] + margin;
        let winner = Side::BOTH.into_iter().find(|&s| prevails(s));
        for side in Side::BOTH {
            modern.air[side].spend(sent[side]);
            if winner != Some(side) {
                modern.air[side].lose(sent[side].div_ceil(2));
            }
        }
        modern.advantage = winner;
        for side in Side::BOTH {
            log.say(|| {
                let text = Text::new("event.contest").side(side).n(sent[side]);
                let text = text.with("total", Arg::Number(i64::from(total[side])));
                let roll = rolls[side.index()];
                Event::new(EventKind::Rolled, rule!("10.1.3"), text)
                    .rolled(&[roll], total[side] as i16)
            });
        }
        log.say(|| {
            let text = match winner {
                Some(side) => Text::new("event.advantage").side(side),
                None => Text::new("event.no-advantage"),
            };
            Event::new(EventKind::Changed, rule!("10.1.3"), text)
        });
    }

    /// Whether a side may fly: nobody against the advantage, except helicopters [10.1.4] [23.4].
    pub fn may_fly(&self, state: &State, side: Side, flight: Flight) -> Result<(), No> {
        let modern = &state.own;
        if flight == Flight::Helicopters {
            return match modern.ch[side].unspent() {
                0 => Err(No::new(rule!("22.6"), "no.no-helicopters")),
                _ => Ok(()),
            };
        }
        if modern.advantage == Some(side.other()) {
            return Err(No::new(rule!("10.1.4"), "no.enemy-advantage"));
        }
        match modern.air[side].unspent() {
            0 => Err(No::new(rule!("10.1.5"), "no.no-aircraft")),
            _ => Ok(()),
        }
    }

    /// Whether a side may send so many.
    pub fn may_send(&self, state: &State, side: Side, flight: Flight, n: u16) -> Result<(), No> {
        self.may_fly(state, side, flight)?;
        let most = u16::from(unspent(state, side, flight));
        match (1..=most).contains(&n) {
            true => Ok(()),
            false => Err(No::new(rule!("10.1.6"), "no.not-so-many").n(i32::from(most))),
        }
    }

    /// Sends them: they are used, air defence takes its losses [10.2.1] [22.7], and without the advantage half of what is
    /// left arrives [10.1.4] [23.4].
    pub fn send(
        &self,
        state: &mut State,
        side: Side,
        flight: Flight,
        n: u8,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> u16 {
        let left = self.meet_defence(state, side, flight, n, dice, log);
        if state.own.advantage == Some(side) {
            return left;
        }
        let rule = if flight == Flight::Helicopters { rule!("23.4") } else { rule!("10.1.4") };
        halve(left, rule, side, log)
    }

    /// They are used, and air defence takes its losses: what is left.
    fn meet_defence(
        &self,
        state: &mut State,
        side: Side,
        flight: Flight,
        n: u8,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> u16 {
        let roll = dice.roll(6);
        let hit = self.defence_losses(side, flight, roll);
        let lost = hit.min(n);
        let modern = &mut state.own;
        let pool = match flight {
            Flight::Helicopters => &mut modern.ch[side],
            Flight::Bomber | Flight::GroundAttack => &mut modern.air[side],
        };
        pool.spend(n);
        pool.lose(lost);
        let rule = if flight == Flight::Helicopters { rule!("22.7") } else { rule!("10.2.1") };
        log.say(|| {
            let text = Text::new("event.air-defence").side(side).n(n);
            let text = text.with("lost", Arg::Number(i64::from(lost)));
            let mut event = Event::new(EventKind::Rolled, rule, text).rolled(&[roll], roll as i16);
            event.rules.extend((hit > n).then_some(rule!("10.2.2")));
            let fly_on = flight == Flight::Helicopters && (1..n).contains(&lost);
            event.rules.extend(fly_on.then_some(rule!("23.8")));
            event
        });
        u16::from(n - lost)
    }

    /// What air defence takes by a roll [10.2.1] [22.7] (R10).
    pub fn defence_losses(&self, side: Side, flight: Flight, roll: u16) -> u8 {
        let Some(row) = self.tables.air_losses.get(&self.loss_rows[side]) else { return 0 };
        let cells = match flight {
            Flight::Helicopters => &row.helicopters,
            Flight::Bomber | Flight::GroundAttack => &row.aircraft,
        };
        let index = usize::from(roll.saturating_sub(1)).min(cells.len() - 1);
        cells[index]
    }

    /// Whether a side may send aircraft or helicopters into the combat in hand [10.5.2] [10.5.3]: each once.
    pub fn may_support(&self, state: &State, side: Side, flight: Flight) -> Result<(), No> {
        self.may_fly(state, side, flight)?;
        match state.own.flying[side][slot(flight)] {
            true => Err(No::new(rule!("10.5.3"), "no.flies-already")),
            false => Ok(()),
        }
    }

    /// They fly: the defender's strength is halved once more [10.5.3] (R13).
    #[allow(clippy::too_many_arguments)] // who, what, how many, and the two things every roll needs
    pub fn support(
        &self,
        game: &Game,
        state: &mut State,
        side: Side,
        flight: Flight,
        n: u8,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let arrived = match game.switches.air_support_as_example && flight != Flight::Helicopters {
            true => self.meet_defence(state, side, flight, n, dice, log),
            false => self.send(state, side, flight, n, dice, log),
        };
        let sp = match side == game.active(state) {
            true => arrived,
            false => halve(arrived, rule!("10.5.3"), side, log),
        };
        let modern = &mut state.own;
        modern.support[side] += sp;
        modern.flying[side][slot(flight)] = true;
    }
}

/// Half of what flies counts, by this rule.
fn halve(n: u16, rule: Rule, side: Side, log: &mut Log) -> u16 {
    let counts = half(n);
    if n > 0 {
        log.say(|| {
            let text = Text::new("event.half-counts").side(side).n(counts);
            let text = text.with("of", Arg::Number(n.into()));
            Event::new(EventKind::Changed, rule, text)
        });
    }
    counts
}

/// What a side may still use of aircraft or helicopters in this turn.
pub fn unspent(state: &State, side: Side, flight: Flight) -> u8 {
    let modern = &state.own;
    match flight {
        Flight::Helicopters => modern.ch[side].unspent(),
        Flight::Bomber | Flight::GroundAttack => modern.air[side].unspent(),
    }
}

fn slot(flight: Flight) -> usize {
    usize::from(flight == Flight::Helicopters)
}

/// What a button sends.
pub(super) fn flight_of(list: &[(Choice, Flight)], choice: Choice) -> Option<Flight> {
    list.iter().find(|(button, _)| *button == choice).map(|(_, flight)| *flight)
}

/// What is left of aircraft or helicopters, beside a question.
fn left(state: &State, side: Side, flight: Flight) -> Text {
    let id = match flight {
        Flight::Helicopters => "fact.helicopters",
        Flight::Bomber | Flight::GroundAttack => "fact.aircraft",
    };
    Text::new(id).n(unspent(state, side, flight))
}

/// So many as may be sent, and to stop.
fn list_sent(state: &State, side: Side, flight: Flight, out: &mut Choices) {
    out.extend((1..=u16::from(unspent(state, side, flight))).map(Choice::Amount));
    out.add(STOP);
}

/// How many aircraft are committed to the contest [10.1.3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commit {
    /// Whose.
    pub side: Side,
}

impl Decide<Game> for Commit {
    const ID: &'static str = "commit";
    const WRONG: Wrong = (rule!("10.1.3"), "no.choose-amount");
    const SECRET: bool = true;

    fn decider(&self, _: &Game, _: &State) -> Side {
        self.side
    }

    fn list(&self, _: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let most = state.own.air[self.side].unspent();
        out.extend((0..=u16::from(most)).map(Choice::Amount));
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Amount(n) => at.game.own.may_commit(at.state, self.side, n),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let Choice::Amount(n) = choice else { impossible(self, choice) };
        play.close();
        play.state.own.committed[self.side] = Some(n as u8);
    }

    fn ordered(&self, at: At<'_>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        if is_on(COMMIT_ALL) {
            amounts(at).last()
        } else if is_on(COMMIT_NONE) {
            amounts(at).next()
        } else {
            None
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        ask("prompt.commit").fact(left(at.state, self.side, Flight::GroundAttack))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        counting(at, choice, "amount.committed")
    }
}

/// Both have committed [10.1.3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contest;

impl Automatic<Game> for Contest {
    const ID: &'static str = "contest";

    fn run(&self, play: &mut Play<'_>) {
        play.game.own.contest(play.state, play.dice, play.log);
    }
}

/// The buttons of the missions.
const FLIGHTS: [(Choice, Flight); 3] = [
    (BOMBERS, Flight::Bomber),
    (GROUND_ATTACK, Flight::GroundAttack),
    (HELICOPTERS, Flight::Helicopters),
];

/// Which mission is flown next [10.3.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Missions;

impl Decide<Game> for Missions {
    const ID: &'static str = "missions";
    const WRONG: Wrong = (rule!("10.3.4"), "no.choose-mission");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let side = game.active(state);
        for (button, flight) in FLIGHTS {
            out.add_if(game.own.may_fly(state, side, flight).is_ok(), button);
        }
        out.add(DONE);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match (choice, flight_of(&FLIGHTS, choice)) {
            (DONE, _) => Ok(()),
            (_, Some(flight)) => at.game.own.may_fly(at.state, at.game.active(at.state), flight),
            // Units move and fight in phases of their own.
            (Choice::Unit(_), _) => Err(No::new(rule!("3.1.2"), "no.not-now")),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        match (choice, flight_of(&FLIGHTS, choice)) {
            (DONE, _) => play.close(),
            (_, Some(flight)) => play.state.ask_own(TakeAim { flight }),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        let side = at.game.active(at.state);
        let advantage = match at.state.own.advantage {
            Some(side) => Text::new("fact.advantage").side(side),
            None => Text::new("fact.no-advantage"),
        };
        ask("prompt.missions")
            .fact(left(at.state, side, Flight::GroundAttack))
            .fact(left(at.state, side, Flight::Helicopters))
            .fact(advantage)
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-air")
    }
}

/// What a mission strikes [10.3.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakeAim {
    /// What flies.
    pub flight: Flight,
}

fn aim_of(choice: Choice) -> Option<Aim> {
    match choice {
        Choice::Hex(hex) => Some(Aim::Hex(hex)),
        Choice::Hexside(side) => Some(Aim::Bridge(side)),
        _ => None,
    }
}

impl Decide<Game> for TakeAim {
    const ID: &'static str = "aim";
    const WRONG: Wrong = (rule!("10.3.1"), "no.choose-target");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.units_of(state, game.active(state).other()).map(|(_, hex)| hex));
        let bridges = game.ground.bridges.iter().chain(&state.built).copied();
        out.extend(bridges.filter(|&s| game.is_bridged(state, s)).map(Choice::Hexside));
        out.add(STOP);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match aim_of(choice) {
            Some(aim) => at.game.own.may_aim(at.game, at.state, self.flight, aim),
            None => only_if(choice == STOP, Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match aim_of(choice) {
            Some(aim) => play.state.ask_own(Fly { flight: self.flight, aim }),
            None if choice == STOP => {}
            None => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        ask("prompt.aim")
    }
}

/// How many fly [10.1.6].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fly {
    /// What flies.
    pub flight: Flight,
    /// Against what.
    pub aim: Aim,
}

impl Decide<Game> for Fly {
    const ID: &'static str = "fly";
    const WRONG: Wrong = (rule!("10.1.6"), "no.choose-amount");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        list_sent(state, game.active(state), self.flight, out);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        let side = at.game.active(at.state);
        match choice {
            Choice::Amount(n) => at.game.own.may_send(at.state, side, self.flight, n),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Amount(n) => {
                let (flight, aim) = (self.flight, self.aim);
                play.game.own.plan_mission(play.game, play.state, flight, aim, n as u8);
            }
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        ask("prompt.fly").fact(left(at.state, at.game.active(at.state), self.flight))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        counting(at, choice, "amount.sp")
    }
}

/// How many aircraft or helicopters join the attack from afar [10.5.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Join {
    /// What flies.
    pub flight: Flight,
}

impl Decide<Game> for Join {
    const ID: &'static str = "fly";
    const WRONG: Wrong = (rule!("10.1.6"), "no.choose-amount");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        list_sent(state, game.active(state), self.flight, out);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        let side = at.game.active(at.state);
        match choice {
            Choice::Amount(n) => at.game.own.may_send(at.state, side, self.flight, n),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Amount(n) => {
                play.state.own.the_strike_mut().sent.push((self.flight, n as u8));
            }
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        ask("prompt.fly").fact(left(at.state, at.game.active(at.state), self.flight))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        counting(at, choice, "amount.sp")
    }
}

/// How many aircraft or helicopters support a side in the combat in hand [10.5.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Send {
    /// Whose.
    pub side: Side,
    /// What flies.
    pub flight: Flight,
}

impl Decide<Game> for Send {
    const ID: &'static str = "fly";
    const WRONG: Wrong = (rule!("10.1.6"), "no.choose-amount");

    fn decider(&self, _: &Game, _: &State) -> Side {
        self.side
    }

    fn list(&self, _: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        list_sent(state, self.side, self.flight, out);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Amount(n) => at.game.own.may_send(at.state, self.side, self.flight, n),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        let Send { side, flight } = *self;
        match choice {
            Choice::Amount(n) => {
                let ww3 = &play.game.own;
                ww3.support(play.game, play.state, side, flight, n as u8, play.dice, play.log);
            }
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        let text = Text::new("prompt.fly").hexes(&at.state.the_combat().hexes);
        Asked::from(text).fact(left(at.state, self.side, self.flight))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        counting(at, choice, "amount.sp")
    }

    fn odds(&self, game: &Game, state: &State, _: Viewer) -> Option<Odds> {
        game.combat_odds(state)
    }
}
