//! The air war (chapter 10): the contest for air advantage, what each side may fly, losses to air defence.
//!
//! 10.1.3 the contest · 10.1.4 who may fly · 10.2 air defence · 10.5.3 support of combats · 23 helicopters

use super::Ww3;
use super::step::{Flight, Step};
use crate::combat::half;
use crate::game::Wb95;
use crate::state::{Stage, State};
use board::Side;
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};

impl Ww3 {
    /// The Air Phase begins: in the first half of the turn both commit aircraft in secret [10.1.3] (R11).
    pub fn begin_air(&self, game: &Wb95, state: &mut State, log: &mut Log) {
        state.stages.push(Stage::Modern(Step::Missions));
        if state.half > 0 {
            return;
        }
        if state.turn == 1 {
            self.say_initiative(game, log);
        }
        let daily = self.begin_turn(state, log);
        state.stages.push(Stage::Modern(Step::Contest));
        for side in [game.first.other(), game.first] {
            // A pool of nothing commits nothing without a question.
            if state.modern().air[side].unspent() > 0 {
                state.stages.push(Stage::Modern(Step::Commit(side)));
            }
        }
        state.stages.extend(daily.map(Stage::Modern));
    }

    /// The scenario begins: the side with the initiative acts first in every turn [3.1.7].
    fn say_initiative(&self, game: &Wb95, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.initiative").side(game.first);
            Event::new(EventKind::Phase, self.page().initiative, text).rule("ww3:3.1.7")
        });
    }

    /// Whether a side may commit so many.
    pub fn may_commit(&self, state: &State, side: Side, n: u16) -> Result<(), No> {
        let most = state.modern().air[side].unspent();
        match n <= u16::from(most) {
            true => Ok(()),
            false => Err(No::new("ww3:10.1.3", "no.too-few-aircraft").n(i32::from(most))),
        }
    }

    /// Both have committed: they roll, and the winner by enough has the advantage [10.1.3] (R12).
    pub fn contest(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        state.stages.pop();
        let modern = state.modern_mut();
        let sent = board::BySide::of(|s| modern.committed[s].unwrap_or(0));
        modern.committed = Default::default();
        if Side::BOTH.into_iter().all(|s| sent[s] == 0) {
            return;
        }
        let rolls = [dice.roll(6), dice.roll(6)];
        let total = board::BySide::of(|s: Side| rolls[s.index()] + u16::from(sent[s]));
        let margin = u16::from(self.tables.air.advantage_margin);
        let wins = |s: Side| sent[s] > 0 && total[s] >= total[s.other()] + margin;
        let winner = Side::BOTH.into_iter().find(|&s| wins(s));
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
                Event::new(EventKind::Rolled, "ww3:10.1.3", text)
                    .rolled(&[roll], total[side] as i16)
            });
        }
        log.say(|| {
            let text = match winner {
                Some(side) => Text::new("event.advantage").side(side),
                None => Text::new("event.no-advantage"),
            };
            Event::new(EventKind::Changed, "ww3:10.1.3", text)
        });
    }

    /// Whether a side may fly: nobody against the advantage, except helicopters [10.1.4] [23.4].
    pub fn may_fly(&self, state: &State, side: Side, flight: Flight) -> Result<(), No> {
        let modern = state.modern();
        if flight == Flight::Helicopters {
            return match modern.ch[side].unspent() {
                0 => Err(No::new("ww3:22.6", "no.no-helicopters")),
                _ => Ok(()),
            };
        }
        if modern.advantage == Some(side.other()) {
            return Err(No::new("ww3:10.1.4", "no.enemy-advantage"));
        }
        match modern.air[side].unspent() {
            0 => Err(No::new("ww3:10.1.5", "no.no-aircraft")),
            _ => Ok(()),
        }
    }

    /// Whether a side may send so many.
    pub fn may_send(&self, state: &State, side: Side, flight: Flight, n: u16) -> Result<(), No> {
        self.may_fly(state, side, flight)?;
        let most = u16::from(unspent(state, side, flight));
        match (1..=most).contains(&n) {
            true => Ok(()),
            false => Err(No::new("ww3:10.1.6", "no.not-so-many").n(i32::from(most))),
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
        if state.modern().advantage == Some(side) {
            return left;
        }
        let rule = if flight == Flight::Helicopters { "ww3:23.4" } else { "ww3:10.1.4" };
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
        let modern = state.modern_mut();
        let pool = match flight {
            Flight::Helicopters => &mut modern.ch[side],
            Flight::Bomber | Flight::GroundAttack => &mut modern.air[side],
        };
        pool.spend(n);
        pool.lose(lost);
        let rule = if flight == Flight::Helicopters { "ww3:22.7" } else { "ww3:10.2.1" };
        log.say(|| {
            let text = Text::new("event.air-defence").side(side).n(n);
            let text = text.with("lost", Arg::Number(i64::from(lost)));
            let mut event = Event::new(EventKind::Rolled, rule, text).rolled(&[roll], roll as i16);
            event.rules.extend((hit > n).then_some("ww3:10.2.2"));
            let fly_on = flight == Flight::Helicopters && (1..n).contains(&lost);
            event.rules.extend(fly_on.then_some("ww3:23.8"));
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
        match state.modern().flying[side][slot(flight)] {
            true => Err(No::new("ww3:10.5.3", "no.flies-already")),
            false => Ok(()),
        }
    }

    /// They fly: the defender's strength is halved once more [10.5.3] (R13).
    #[allow(clippy::too_many_arguments)] // who, what, how many, and the two things every roll needs
    pub fn support(
        &self,
        game: &Wb95,
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
            false => halve(arrived, "ww3:10.5.3", side, log),
        };
        let modern = state.modern_mut();
        modern.support[side] += sp;
        modern.flying[side][slot(flight)] = true;
    }
}

/// Half of what flies counts, by this rule.
fn halve(n: u16, rule: &'static str, side: Side, log: &mut Log) -> u16 {
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
    let modern = state.modern();
    match flight {
        Flight::Helicopters => modern.ch[side].unspent(),
        Flight::Bomber | Flight::GroundAttack => modern.air[side].unspent(),
    }
}

fn slot(flight: Flight) -> usize {
    usize::from(flight == Flight::Helicopters)
}
