//! Victory [VIC] and the 40th Army [A40].

use crate::class::{GERMAN, RUSSIAN};
use crate::desk::Desk;
use crate::game::{BattleOfMoscow, WithoutWinner};
use crate::orders::PLAY_ON;
use crate::state::{Ending, Phase, State};
use crate::supply::City;
use crate::verb::{CONTINUE, END_GAME};
use board::{Control, Side};
use engine::view::{Effect, Offer};
use engine::{
    Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Rule, Text, Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// The cities of the map.
    pub fn cities(&self) -> impl Iterator<Item = HexId> + '_ {
        self.made.cities.iter().copied()
    }

    /// Whether the Russian is demoralised: both cities isolated, or Germans in Moscow [DEM-1].
    pub fn is_demoralizing(&self, state: &State) -> bool {
        let both = City::BOTH.into_iter().all(|c| self.is_city_isolated(state, c));
        both || self.is_german_occupied(state, self.places.moscow)
    }

    /// Counts the German conditions at the end of a game turn [VIC-1] (R2).
    pub fn count_victory(&self, state: &mut State) {
        let moscow = self.is_german_occupied(state, self.places.moscow);
        let both = City::BOTH.into_iter().all(|c| self.is_city_isolated(state, c));
        state.moscow_count = if moscow { state.moscow_count + 1 } else { 0 };
        state.isolation_count = if both { state.isolation_count + 1 } else { 0 };
    }

    /// Whether the Russian controls every city [VIC-3].
    pub fn russian_holds_all(&self, state: &State) -> bool {
        self.cities().all(|h| state.position.control(h) == Control::By(RUSSIAN))
    }

    /// How the game ends at the end of this turn, if it does; the German condition first (R82).
    pub fn ending_now(&self, state: &State) -> Option<Ending> {
        let needed = self.tables.victory.consecutive_turns;
        if state.moscow_count >= needed {
            return Some(Ending::GermanOccupation);
        }
        if state.isolation_count >= needed {
            return Some(Ending::GermanIsolation);
        }
        if state.turn < state.last_turn {
            return None;
        }
        if self.russian_holds_all(state) {
            return Some(Ending::RussianCities);
        }
        Some(match self.switches.without_winner {
            WithoutWinner::Marginal => Ending::RussianMarginal,
            WithoutWinner::Draw => Ending::Draw,
        })
    }

    /// Whether neither German count can still be reached by the last turn [VIC-6].
    pub fn germans_cannot_win(&self, state: &State) -> bool {
        let left = state.last_turn - state.turn;
        let best = state.moscow_count.max(state.isolation_count);
        best + left < self.tables.victory.consecutive_turns
    }

    /// Ends the turn: counts, ends the game, or asks the Russian whether to go on.
    pub fn end_turn(&self, state: &mut State, log: &mut Log) {
        self.count_victory(state);
        match self.ending_now(state) {
            Some(ending) => self.end_game(state, ending, log),
            None if self.germans_cannot_win(state) => state.ask(EarlyEnd),
            None => {}
        }
    }

    /// Ends the game.
    pub fn end_game(&self, state: &mut State, ending: Ending, log: &mut Log) {
        state.ending = Some(ending);
        state.phase = Phase::Over;
        state.stages.clear();
        log.say(|| {
            let (text, rule) = ending_text(ending);
            Event::new(EventKind::Ended, rule, Text::new(text))
        });
    }

    /// A German unit that ends its player turn no farther from Voronezh than its printed movement factor
    /// releases the 40th Army [A40-2] (R47).
    pub fn check_release(&self, state: &mut State, log: &mut Log) {
        if state.released.is_some() {
            return;
        }
        let near = self.units_of(state, GERMAN).find(|&(unit, hex)| {
            let reach = u16::from(self.class(state, unit).movement);
            self.map.grid.distance(hex, self.places.voronezh) <= reach
        });
        if let Some((unit, hex)) = near {
            state.released = Some(state.turn);
            log.say(|| {
                let text = Text::new("event.released").unit(unit).hex(hex);
                let event =
                    Event::new(EventKind::Changed, rule!("A40-2"), text).unit(unit).hex(hex);
                let lost = self.fortieth.is_some_and(|u| state.position.hex(u).is_none());
                if lost { event.rule(rule!("A40-3")) } else { event }
            });
        }
    }
}

/// The sentence and the rule of an ending.
pub fn ending_text(ending: Ending) -> (&'static str, Rule) {
    match ending {
        Ending::GermanOccupation => ("outcome.german-occupation", rule!("VIC-1")),
        Ending::GermanIsolation => ("outcome.german-isolation", rule!("VIC-1")),
        Ending::RussianCities => ("outcome.russian-cities", rule!("VIC-3")),
        Ending::RussianMarginal => ("outcome.russian-marginal", rule!("R3")),
        Ending::RussianEarly => ("outcome.russian-early", rule!("VIC-6")),
        Ending::Draw => ("outcome.draw", rule!("R3")),
    }
}

/// Whether the Russian plays on although the Germans can no longer win [VIC-6].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EarlyEnd;

impl Decide<BattleOfMoscow> for EarlyEnd {
    const ID: &'static str = "early-end";
    const WRONG: Wrong = (rule!("VIC-6"), "no.choose-early-end");

    fn decider(&self, _: &BattleOfMoscow, _: &State) -> Side {
        RUSSIAN
    }

    fn list(&self, _: &BattleOfMoscow, _: &State, _: &mut Desk, out: &mut Choices) {
        out.extend([CONTINUE, END_GAME]);
    }

    fn may(&self, _: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            CONTINUE | END_GAME => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        match choice {
            CONTINUE => play.close(),
            END_GAME => play.game.end_game(play.state, Ending::RussianEarly, play.log),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.early-end").into()
    }

    fn offer(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Offer {
        let text = Text::new("effect.too-late");
        let late = Effect { kind: "free", text, rule: rule!("VIC-2"), tone: "plain" };
        let effects = if choice == END_GAME { vec![late] } else { Vec::new() };
        Offer { effects, ..engine::plain_offer(at.game, choice) }
    }

    fn ordered(&self, _: At<'_, BattleOfMoscow>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on(PLAY_ON).then_some(CONTINUE)
    }
}
