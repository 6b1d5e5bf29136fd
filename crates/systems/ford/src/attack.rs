//! Combat (3.1).

use crate::ROLL;
use crate::rules::Ford;
use crate::state::{State, side_of};
use board::{BySide, Side, UnitId};
use engine::{
    Asked, At, Choice, Choices, Decide, DiceShape, Event, EventKind, No, Odds, OddsItem,
    OddsOutcome, Play, Probability, Text, Viewer, Wrong,
};
use serde::{Deserialize, Serialize};

/// What a player takes an unknown strength for.
const STRENGTH_BELIEVED: i16 = 2;

impl Ford {
    /// `D`: the defender falls, `A`: the attacker falls, `-`: nobody (3.1).
    pub(crate) fn result(&self, roll: u16, attacker: i16, defender: i16) -> &'static str {
        let (total, table) = (roll as i16 + attacker - defender, &self.tables.combat);
        if total >= table.defender_falls_from {
            "D"
        } else if total <= table.attacker_falls_to {
            "A"
        } else {
            "-"
        }
    }
}

/// The unit in hand is about to attack another (3.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    pub(crate) unit: UnitId,
    pub(crate) enemy: UnitId,
}

impl Decide<Ford> for Attack {
    const ID: &'static str = "attack";
    const WRONG: Wrong = (rule!("1.1"), "no.stage");
    const PASSES: bool = false;
    const ROLLS: Option<Choice> = Some(ROLL);

    fn decider(&self, _: &Ford, state: &State) -> Side {
        state.phasing
    }

    fn list(&self, _: &Ford, _: &State, _: &mut (), out: &mut Choices) {
        out.add(ROLL);
    }

    fn may(&self, _: At<'_, Ford>, choice: Choice) -> Result<(), No> {
        if choice == ROLL { Ok(()) } else { Err(Self::wrong()) }
    }

    /// The die and the difference of the strengths (3.1).
    fn act(&self, play: &mut Play<'_, Ford>, _: &(), _: Choice) {
        let (unit, enemy) = (self.unit, self.enemy);
        let roll = play.dice.roll(play.game.tables.combat.die);
        let strength = |u| i16::from(play.state.unit(u).strength);
        let code = play.game.result(roll, strength(unit), strength(enemy));
        for fighter in [unit, enemy] {
            play.state.unit_mut(fighter).shown = true;
        }
        play.state.unit_mut(unit).done = true;
        play.log.reveal();
        play.log.say(|| {
            let event =
                Event::new(EventKind::Rolled, rule!("3.1"), Text::new("event.roll").n(roll));
            let event = event.unit(unit).unit(enemy).rolled(&[roll], roll as i16);
            Event { code: Some(code.to_string()), ..event }
        });
        play.close();
        match code {
            "D" => fall(play, enemy),
            "A" => fall(play, unit),
            _ => {
                play.log.say(|| {
                    Event::new(EventKind::Changed, rule!("3.1"), Text::new("event.nothing"))
                });
            }
        }
    }

    fn prompt(&self, _: At<'_, Ford>) -> Asked {
        Text::new("prompt.attack").unit(self.unit).into()
    }

    fn picked(&self, _: &Ford, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }

    fn odds(&self, game: &Ford, state: &State, viewer: Viewer) -> Option<Odds> {
        let attacker = side_of(self.unit);
        let units = BySide::of(|side| if side == attacker { self.unit } else { self.enemy });
        let is_known = |u| state.unit(u).shown || viewer.knows_of(side_of(u));
        let strength = BySide::of(|side| match is_known(units[side]) {
            true => i16::from(state.unit(units[side]).strength),
            false => STRENGTH_BELIEVED,
        });
        let item = |id, side| OddsItem {
            side,
            text: Text::new(id).unit(units[side]),
            value: strength[side].to_string(),
            rules: [rule!("3.1")].into(),
        };
        let outcome = |code: &str, id, good_for| {
            let against = strength[attacker.other()];
            let code_of = |r: &u16| game.result(*r, strength[attacker], against);
            let die = game.tables.combat.die;
            let rolls: Vec<u16> = (1..=die).filter(|r| code_of(r) == code).collect();
            let p = Probability { num: rolls.len() as u64, den: die.into() };
            OddsOutcome { code: code.to_string(), text: Text::new(id), rolls, p, good_for }
        };
        let mut outcomes = vec![
            outcome("A", "odds.attacker", Some(attacker.other())),
            outcome("-", "odds.nothing", None),
            outcome("D", "odds.defender", Some(attacker)),
        ];
        outcomes.retain(|o| o.p.num > 0);
        let known = Side::BOTH.into_iter().all(|side| is_known(units[side]));
        Some(Odds {
            targets: state.unit(self.enemy).hex.into_iter().collect(),
            attackers: vec![self.unit],
            attacker,
            strength: BySide::of(|side| strength[side].to_string()),
            strengths: vec![item("odds.attack", attacker), item("odds.defence", attacker.other())],
            columns: vec![String::from("die")],
            from: 0,
            to: 0,
            shifts: Vec::new(),
            dice: DiceShape { number: 1, sides: game.tables.combat.die },
            modifiers: Vec::new(),
            outcomes,
            belief: (!known).then(|| Text::new("odds.belief")),
        })
    }
}

/// A unit is lost; the last one of a side ends the game (3.1, 4.1).
fn fall(play: &mut Play<'_, Ford>, unit: UnitId) {
    play.state.unit_mut(unit).hex = None;
    let text = Text::new("event.fallen").unit(unit);
    play.log.say(|| Event::new(EventKind::Eliminated, rule!("3.1"), text).unit(unit));
    if play.state.left(side_of(unit)) == 0 {
        play.game.end(play.state, play.log);
    }
}
