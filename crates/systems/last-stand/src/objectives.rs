//! Objectives, damage, surrender and morale (8.3, 8.4).

use crate::class::{GERMAN, SOVIET};
use crate::data::value_from;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{Ending, Marker, MoraleMarker, State};
use crate::verb::{DONE, LOOK, REDRAW, ending};
use board::Side;
use engine::view::Offer;
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Log, No, Play, Rule, Text,
    Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl LastStand {
    /// The number of the objective in a hex.
    pub fn objective_at(&self, hex: HexId) -> Option<usize> {
        self.objectives.iter().position(|o| o.hex == hex)
    }

    /// Whether an objective carries a German Occupation marker.
    pub fn is_occupied(&self, state: &State, hex: HexId) -> bool {
        let i = self.objective_at(hex);
        i.is_some_and(|i| state.holdings[i].marker == Marker::Occupied)
    }

    /// A unit of a side has entered a hex: markers of an objective turn over (8.41)-(8.44).
    pub fn enter_objective(
        &self,
        state: &mut State,
        side: Side,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let Some(i) = self.objective_at(hex) else { return };
        match (side, state.holdings[i].marker) {
            (GERMAN, Marker::None) if self.garrisons(state, hex) == 0 => {
                state.holdings[i].marker = Marker::Occupied;
                state.damage = state.damage.saturating_add(self.objectives[i].flags);
                self.tell_objective(state, i, rule!("8.41"), log);
            }
            (GERMAN, Marker::Recaptured) => {
                state.holdings[i].marker = Marker::Occupied;
                let owed = std::mem::take(&mut state.holdings[i].owed);
                state.damage = state.damage.saturating_add(u8::from(owed));
                self.tell_objective(state, i, rule!("8.44"), log);
            }
            (SOVIET, Marker::Occupied) => {
                state.holdings[i].marker = Marker::Recaptured;
                self.take_damage_off(state, i);
                self.tell_objective(state, i, rule!("8.42"), log);
            }
            _ => return,
        }
        self.test_surrender(state, dice, log);
    }

    /// A recapture takes one marker off the track; what can come back is remembered (R53).
    fn take_damage_off(&self, state: &mut State, objective: usize) {
        state.holdings[objective].owed = state.damage > 0;
        self.remove_damage(state, 1);
    }

    /// Takes markers off the track, ordinary ones first (R53).
    pub fn remove_damage(&self, state: &mut State, markers: u8) {
        let ordinary = markers.min(state.damage);
        state.damage -= ordinary;
        state.morale_damage = state.morale_damage.saturating_sub(markers - ordinary);
    }

    fn tell_objective(&self, state: &State, i: usize, rule: Rule, log: &mut Log) {
        log.say(|| {
            let objective = &self.objectives[i];
            let id = match state.holdings[i].marker {
                Marker::Occupied => "event.occupied",
                _ => "event.recaptured",
            };
            let text = Text::new(id)
                .hex(objective.hex)
                .with("place", Arg::Name(objective.name.clone()))
                .n(state.damage_total());
            Event::new(EventKind::Controlled, rule, text).hex(objective.hex)
        });
    }

    /// The marker in the National Will Box is drawn when somebody needs to know it: nobody may look before, so
    /// it is as good as drawn at the start (8.32).
    pub fn ensure_marker(&self, state: &mut State, dice: &mut dyn Dice) {
        if state.markers.is_empty() && self.scenario.surrender {
            self.draw_marker(state, dice);
        }
    }

    /// The values of the markers that were not drawn yet, sorted.
    pub fn markers_left(&self, state: &State) -> Vec<u8> {
        let mut left = self.tables.morale.markers.clone();
        for drawn in &state.markers {
            if let Some(i) = left.iter().position(|&v| v == drawn.value) {
                left.remove(i);
            }
        }
        left.sort_unstable();
        left
    }

    fn draw_marker(&self, state: &mut State, dice: &mut dyn Dice) {
        let left = self.markers_left(state);
        if left.is_empty() {
            return;
        }
        let value = left[usize::from(dice.roll(left.len() as u16)) - 1];
        state.markers.push(MoraleMarker { value, withstood: 0, seen: false });
    }

    /// More damage than the marker says ends the game (8.33) (R55).
    pub fn test_surrender(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let total = state.damage_total();
        if !self.scenario.surrender || total < self.tables.morale.look_from {
            return;
        }
        self.ensure_marker(state, dice);
        let Some(marker) = state.markers.last_mut() else { return };
        if total <= marker.value {
            marker.withstood = marker.withstood.max(total);
            return;
        }
        let value = marker.value;
        state.ending = Some(Ending::Surrender);
        log.say(|| {
            let text = Text::new("event.surrender").n(total);
            let text = text.with("value", Arg::Number(value.into()));
            Event::new(EventKind::Ended, rule!("8.33"), text)
        });
    }

    /// Whether a side may look at the marker now (8.34).
    pub fn may_look(&self, state: &State, side: Side) -> Result<(), No> {
        ensure(self.scenario.surrender, No::new(rule!("14.51"), "no.no-marker"))?;
        ensure(side == GERMAN, No::new(rule!("8.34"), "no.soviet-never-looks"))?;
        let from = self.tables.morale.look_from;
        let enough = state.damage_total() >= from;
        ensure(enough, No::new(rule!("8.34"), "no.too-early-to-look").n(from.into()))?;
        let seen = state.markers.last().is_some_and(|m| m.seen);
        ensure(!seen, No::new(rule!("8.34"), "no.seen-already"))
    }

    /// The German looks (8.34).
    pub fn look(&self, state: &mut State, log: &mut Log) {
        let marker = state.markers.last_mut().expect("only a marker that lies there is looked at");
        marker.seen = true;
        let value = marker.value;
        log.reveal();
        log.say(|| {
            let mut event =
                Event::new(EventKind::Revealed, rule!("8.34"), Text::new("event.marker").n(value));
            event.only = Some(GERMAN);
            event
        });
    }

    /// Whether the German may demand another marker (8.38).
    pub fn may_redraw(&self, state: &State) -> Result<(), No> {
        ensure(self.scenario.surrender, No::new(rule!("14.51"), "no.no-marker"))?;
        let occupied = self.is_occupied(state, self.moscow);
        ensure(occupied, No::new(rule!("8.38"), "no.moscow-not-occupied").hex(self.moscow))?;
        let from = self.tables.morale.redraw_from;
        let enough = state.damage_total() >= from;
        ensure(enough, No::new(rule!("8.38"), "no.too-little-damage").n(from.into()))?;
        ensure(!state.redrawn, No::new(rule!("8.38"), "no.redrawn-already"))?;
        ensure(!self.markers_left(state).is_empty(), No::new(rule!("8.38"), "no.no-markers-left"))
    }

    /// A new marker; the German may read it at once (8.38) (R56).
    pub fn redraw(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        state.redrawn = true;
        self.ensure_marker(state, dice);
        self.draw_marker(state, dice);
        log.say(|| Event::new(EventKind::Changed, rule!("8.38"), Text::new("event.redrawn")));
        self.look(state, log);
        self.test_surrender(state, dice, log);
    }

    /// The morale die after a German attack on Moscow with a result (8.35) (R57).
    pub fn roll_morale(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let table = &self.tables.morale;
        if state.morale_failures >= table.damage_markers {
            return;
        }
        let die = dice.roll(self.tables.combat.die);
        let fails = die >= u16::from(value_from(&table.fails, state.damage_total()));
        if fails {
            state.morale_failures += 1;
            state.morale_damage += 1;
        }
        log.say(|| {
            let id = if fails { "event.morale-fails" } else { "event.morale-holds" };
            let text = Text::new(id).with("die", Arg::Number(die.into())).n(state.damage_total());
            Event::new(EventKind::Rolled, rule!("8.35"), text).hex(self.moscow)
        });
        if fails {
            self.test_surrender(state, dice, log);
        }
    }

    /// At the end of the Soviet supply phase Morale Damage goes when the total is low (8.36).
    pub fn recover_morale(&self, state: &mut State, log: &mut Log) {
        let low = state.damage_total() <= self.tables.morale.removed_at;
        if low && state.morale_damage > 0 {
            state.morale_damage = 0;
            log.say(|| {
                Event::new(EventKind::Changed, rule!("8.36"), Text::new("event.morale-recovers"))
            });
        }
    }

    /// The shift of German attacks by damage (6.35) (8.37).
    pub fn damage_shift(&self, state: &State) -> i8 {
        value_from(&self.tables.combat.shift.damage, state.damage_total()) as i8
    }
}

/// The German demands a new morale marker or keeps the old one (8.38).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Redraw;

impl Decide<LastStand> for Redraw {
    const ID: &'static str = "redraw";
    const WRONG: Wrong = (rule!("8.38"), "no.choose-redraw");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.add_if(game.may_redraw(state).is_ok(), REDRAW);
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            REDRAW => at.game.may_redraw(at.state),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            REDRAW => play.game.redraw(play.state, play.dice, play.log),
            DONE => {}
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.redraw").into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.keep-marker", at, choice)
    }
}

/// Why a choice that a decision does not ask for is refused; of the morale marker it is said when it may be
/// looked at or drawn anew (8.34) (8.38).
pub(crate) fn refused<D: Decide<LastStand>>(
    open: &D,
    at: At<'_, LastStand>,
    choice: Choice,
) -> Result<(), No> {
    match choice {
        LOOK => {
            at.game.may_look(at.state, open.decider(at.game, at.state))?;
            Err(No::new(rule!("8.34"), "no.look-later"))
        }
        REDRAW => {
            at.game.may_redraw(at.state)?;
            Err(No::new(rule!("8.38"), "no.redraw-later"))
        }
        _ => Err(D::wrong()),
    }
}
