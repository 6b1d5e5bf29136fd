//! The start of a turn (chapter 2.2): the calendar, special forces that come back, the daily rolls, markers of the turn.
//!
//! 15.1.1 and 15.3.1 the calendar · 10.1.7 used aircraft · 17.3.1 after the action · A107-6 and A107-7 daily rolls

use crate::decision::*;
use crate::state::Pool;
use crate::{Game, Row, State, Ww3};
use board::{Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};
use wb95::counters::Cause;
use wb95::verb::DONE;

impl Ww3 {
    /// A turn begins; the daily rolls, if there are any, are still to come.
    pub fn begin_turn(&self, state: &mut State, log: &mut Log) {
        let turn = state.turn;
        for side in Side::BOTH {
            self.read_calendar(state, side, log);
            self.return_spec(state, side, log);
        }
        let modern = &mut state.own;
        modern.advantage = None;
        modern.thermobaric = Default::default();
        modern.disrupted.clear();
        modern.contaminated.retain(|c| c.until >= turn);
    }

    /// Special forces that have rested are ready again [17.3.1].
    fn return_spec(&self, state: &mut State, side: Side, log: &mut Log) {
        let turn = state.turn;
        let spec = &mut state.own.spec[side];
        let back = spec.resting.iter().filter(|&&t| t <= turn).count();
        spec.resting.retain(|&t| t > turn);
        spec.ready += back as u8;
        if back > 0 {
            log.say(|| {
                let text = Text::new("event.spec-ready").side(side).n(back as i64);
                Event::new(EventKind::Changed, rule!("17.3.1"), text)
            });
        }
    }

    /// The row of a side for this turn: the first sets the pools, later ones add to them (R50).
    fn read_calendar(&self, state: &mut State, side: Side, log: &mut Log) {
        let turn = state.turn;
        let row = self.calendar.iter().find(|r| r.side == side && r.turn == turn);
        let first = self.calendar.iter().filter(|r| r.side == side).map(|r| r.turn).min();
        let modern = &mut state.own;
        if row.is_some() && first == Some(turn) {
            modern.air[side] = Default::default();
            modern.ch[side] = Default::default();
            modern.spec[side] = Default::default();
        }
        let (air, ch) = row.map_or((0, 0), |r| (r.air, r.ch));
        let before = [modern.air[side], modern.ch[side]];
        modern.air[side].refresh(air, self.maximum[side][0]);
        modern.ch[side].refresh(ch, self.maximum[side][1]);
        if let Some(row) = row {
            modern.ew[side] += row.ew;
            modern.spec[side].ready += row.spec;
        }
        let now = [modern.air[side], modern.ch[side]];
        self.say_pools(side, before, now, row, log);
        if let Some(row) = row.filter(|r| r.ew > 0 || r.spec > 0) {
            say_special(row, log);
        }
    }

    /// What a side may fly in this turn: its row has come [15.3.1], what was used before is ready again [10.1.7], and
    /// nothing goes beyond the tracks [10.1.8] [22.10].
    fn say_pools(
        &self,
        side: Side,
        before: [Pool; 2],
        now: [Pool; 2],
        row: Option<&Row>,
        log: &mut Log,
    ) {
        let used = before.iter().any(|p| p.used > 0);
        let come = row.map_or([0, 0], |r| [r.air, r.ch]);
        if !used && come == [0, 0] {
            return;
        }
        log.say(|| {
            let text = Text::new("event.pools")
                .side(side)
                .with("air", Arg::Number(now[0].available.into()))
                .with("ch", Arg::Number(now[1].available.into()));
            let over = |i: usize| before[i].available + come[i] > now[i].available;
            let rules = [
                (come != [0, 0], self.page().calendar),
                (come != [0, 0], rule!("15.3.1")),
                (used, rule!("10.1.7")),
                (over(0), rule!("10.1.8")),
                (over(1), rule!("22.10")),
            ];
            let mut event = Event::new(EventKind::Changed, rule!("10.1.7"), text);
            event.rules = rules.into_iter().filter(|(acts, _)| *acts).map(|(_, r)| r).collect();
            event
        });
    }

    /// The roll of the next faction (R57).
    fn daily_roll(
        &self,
        game: &Game,
        state: &mut State,
        next: u8,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let Some(&faction) = self.daily.get(usize::from(next)) else { return };
        state.ask_own(Daily { next: next + 1 });
        let roll = dice.roll(6);
        let gains = self.tables.daily_roll.strengthen_on.contains(&roll);
        let loses = self.tables.daily_roll.weaken_on.contains(&roll);
        log.say(|| {
            let name = self.factions[usize::from(faction)].name.clone();
            let id = match (gains, loses) {
                (true, _) => "event.daily-gain",
                (_, true) => "event.daily-loss",
                _ => "event.daily-nothing",
            };
            let text = Text::new(id).with("faction", Arg::Name(name)).n(roll);
            Event::new(EventKind::Rolled, self.daily_rule(faction), text)
                .rolled(&[roll], roll as i16)
        });
        let any = |gains: bool| {
            game.roster.units().any(|u| self.may_change(game, state, faction, gains, u).is_ok())
        };
        if (gains || loses) && any(gains) {
            state.ask_own(FactionLevel { faction, gains });
        }
    }

    /// The rule of a faction's daily roll.
    pub fn daily_rule(&self, faction: u8) -> Rule {
        let of = &self.factions[usize::from(faction)];
        if of.side == Side::A { rule!("A107-6") } else { rule!("A107-7") }
    }

    /// Whether a unit may get the CEL back, or lose one (R57).
    pub fn may_change(
        &self,
        game: &Game,
        state: &State,
        faction: u8,
        gains: bool,
        unit: UnitId,
    ) -> Result<(), No> {
        let no = |text| Err(No::new(self.daily_rule(faction), text).unit(unit));
        let Some(hex) = state.position.hex(unit) else { return no("no.off-map") };
        if self.faction[unit.index()] != faction {
            return no("no.not-yours");
        }
        if !gains {
            return Ok(());
        }
        if state.position.steps(unit) >= game.class(unit).cels {
            return no("no.at-full-strength");
        }
        if game.has_room(state, hex, 1) { Ok(()) } else { no("no.no-room") }
    }

    /// The unit gets it, or loses it.
    pub fn change(&self, game: &Game, state: &mut State, unit: UnitId, gains: bool, log: &mut Log) {
        if !gains {
            game.reduce(state, unit, Cause::Combat, log);
            return;
        }
        state.position.set_steps(unit, state.position.steps(unit) + 1);
        log.say(|| {
            let text = Text::new("event.restored").unit(unit);
            let rule = self.daily_rule(self.faction[unit.index()]);
            Event::new(EventKind::Changed, rule, text).unit(unit)
        });
    }
}

/// What a row brings besides air power: electronic warfare [20.7] and special forces [17.1.2].
fn say_special(row: &Row, log: &mut Log) {
    log.say(|| {
        let text = Text::new("event.calendar")
            .side(row.side)
            .with("ew", Arg::Number(row.ew.into()))
            .with("spec", Arg::Number(row.spec.into()));
        let mut event = Event::new(EventKind::Changed, rule!("15.1.1"), text);
        event.rules.extend((row.ew > 0).then_some(rule!("20.7")));
        event.rules.extend((row.spec > 0).then_some(rule!("17.1.2")));
        event
    });
}

/// The daily rolls that are left [A107-6].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Daily {
    /// The place of the next faction.
    pub next: u8,
}

impl Automatic<Game> for Daily {
    const ID: &'static str = "daily";

    fn run(&self, play: &mut Play<'_>) {
        play.close();
        play.game.own.daily_roll(play.game, play.state, self.next, play.dice, play.log);
    }
}

/// Which unit of a faction gets a CEL back, or loses one (R57).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FactionLevel {
    /// Which faction.
    pub faction: u8,
    /// Whether it gains.
    pub gains: bool,
}

impl Decide<Game> for FactionLevel {
    const ID: &'static str = "strengthen";
    const WRONG: Wrong = (rule!("A107-6"), "no.choose-unit");

    const NAMES: &'static [&'static str] = &[Self::ID, "weaken"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(!self.gains)]
    }

    fn decider(&self, game: &Game, _: &State) -> Side {
        game.own.factions[usize::from(self.faction)].side
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let FactionLevel { faction, gains } = *self;
        let may = |u: &UnitId| game.own.may_change(game, state, faction, gains, *u).is_ok();
        out.units(game.roster.units().filter(may));
        out.add_if(gains, DONE);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        let FactionLevel { faction, gains } = *self;
        let ww3 = &at.game.own;
        match choice {
            Choice::Unit(unit) => ww3.may_change(at.game, at.state, faction, gains, unit),
            DONE if gains => Ok(()),
            _ => Err(No::new(ww3.daily_rule(faction), "no.choose-unit")),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Unit(unit) => {
                play.game.own.change(play.game, play.state, unit, self.gains, play.log);
            }
            DONE => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        ask(if self.gains { "prompt.strengthen" } else { "prompt.weaken" })
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-daily")
    }
}
