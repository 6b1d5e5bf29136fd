//! A combat from its declaration to its end (6.0 combat sequence).
//!
//! CS-1 reveal and strengths · CS-5 air · CS-6 die · 6.49 attacker first · CS-7 advance

use crate::class::GERMAN;
use crate::combat::result_text;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::losses::{Loss, Points};
use crate::objectives::refused;
use crate::orders::NO_DEFENSIVE_AIR;
use crate::overrun::Enter;
use crate::result::Outcomes;
use crate::state::{Fate, Fight, FightKind, Mark, State, Todo};
use crate::verb::{AIR, NO_AIR, ROLL};
use board::{Side, UnitId};
use engine::view::{Effect, Offer};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, No, Odds, Play,
    Text, Viewer, Wrong,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

impl LastStand {
    /// Begins a declared fight: it cannot be called off (6.94). All untried units are revealed (6.93).
    pub fn begin_fight(
        &self,
        state: &mut State,
        mut fight: Fight,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        fight.origins = fight.attackers.iter().filter_map(|&u| state.position.hex(u)).collect();
        fight.origins.sort_unstable();
        fight.origins.dedup();
        log.say(|| self.declared_event(state, &fight));
        let attacked: Vec<UnitId> =
            fight.targets.iter().flat_map(|&h| state.position.stack(h)).collect();
        if fight.kind == FightKind::Attack {
            for &unit in &fight.attackers {
                state.position.set_mark(unit, Mark::Attacked, true);
            }
            for &unit in &attacked {
                state.position.set_mark(unit, Mark::Defended, true);
            }
            self.charge_support(state, &fight.support, log);
        }
        fight.defenders = self.defenders_in(state, &fight.targets);
        // A Katyusha reads no strength, so it reveals nothing; Germans have nothing to reveal anyway.
        let mut open: Vec<UnitId> = fight.attackers.iter().copied().chain(attacked).collect();
        open.sort_unstable();
        for unit in open {
            self.turn_up(state, unit, dice, log);
        }
        let defenceless = fight.defenders.is_empty();
        let kind = fight.kind;
        state.fight = Some(Box::new(fight));
        state.ask(Fighting);
        if defenceless {
            let code = match kind {
                FightKind::Katyusha => {
                    let defender = self.tables.combat.noncombat_only.split_once('/');
                    let defender = defender.map_or("E", |(_, d)| d);
                    format!("{}/{defender}", self.tables.combat.katyusha_attacker)
                }
                _ => self.tables.combat.noncombat_only.clone(),
            };
            self.read_result(state, &code, None, log);
            return;
        }
        state.ask(Roll);
        if kind != FightKind::Katyusha {
            // The attacker declares first (9.22): his decision lies on top.
            let attacker = state.the_fight().attacker;
            for side in [attacker.other(), attacker] {
                if state.air[side] > 0 {
                    state.ask(Air { side });
                }
            }
        }
    }

    /// Every named supply unit is charged one use (6.34) (R19).
    pub(crate) fn charge_support(&self, state: &mut State, support: &[UnitId], log: &mut Log) {
        for &train in support {
            let left = state.position.steps(train);
            state.position.set_steps(train, left.saturating_sub(1));
            log.say(|| {
                let text = Text::new("event.support").unit(train);
                Event::new(EventKind::Changed, rule!("6.33"), text).rule(rule!("6.34")).unit(train)
            });
        }
    }

    /// Commits an air point (9.21).
    pub fn commit_air(&self, state: &mut State, side: Side, log: &mut Log) {
        state.air[side] -= 1;
        state.the_fight_mut().air[side] = true;
        log.say(|| {
            let event =
                Event::new(EventKind::Changed, rule!("9.21"), Text::new("event.air").side(side));
            event.rule(rule!("CS-5"))
        });
    }

    /// Throws the die and reads the table (CS-6).
    pub fn roll_fight(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let fight = state.the_fight();
        let (attack, defence) = self.totals(state, fight);
        let (_, column) = self.columns(state, fight, attack, defence);
        let die = dice.roll(self.die_of(fight));
        let code = self.code(fight, column, die);
        self.read_result(state, &code, Some((column, die)), log);
    }

    fn read_result(&self, state: &mut State, code: &str, die: Option<(usize, u16)>, log: &mut Log) {
        let moscow = self.moscow;
        let fight = state.the_fight_mut();
        fight.result = Outcomes::read(code).expect("every result of the table can be read");
        let attacker = fight.attacker;
        let at_moscow = attacker == GERMAN
            && fight.targets.contains(&moscow)
            && !fight.result.defender.is_nothing();
        fight.todo = SmallVec::from_slice(&[Todo::After]);
        fight.todo.push(Todo::Part(attacker.other()));
        fight.todo.push(Todo::Part(attacker));
        if at_moscow {
            // "Immediately": before anybody loses a step or retreats (8.35).
            fight.todo.push(Todo::Morale);
        }
        log.say(|| {
            let (id, rule) = match die {
                Some(_) => ("event.result", rule!("CS-6")),
                None => ("event.automatic", rule!("6.18")),
            };
            let (column, die) = die.unwrap_or((0, 0));
            let text = Text::new(id)
                .with("hexes", Arg::Hexes(fight.targets.to_vec()))
                .with("column", Arg::Name(self.tables.combat.columns[column].clone()))
                .with("die", Arg::Number(die.into()))
                .with("code", Arg::Name(code.to_string()));
            let mut event = Event::new(EventKind::Rolled, rule, text);
            event.rules.extend(self.result_rules(fight));
            event.hexes.extend(fight.targets.iter().copied());
            event.code = Some(code.to_string());
            event.result = Some(result_text(code));
            if die > 0 { event.rolled(&[die], die as i16) } else { event }
        });
    }

    /// Does the next thing of a fight; decisions are laid on the stack above it.
    pub fn run_fight(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let Some(todo) = state.the_fight_mut().todo.pop() else {
            state.fight = None;
            state.close();
            return;
        };
        match todo {
            Todo::Part(side) => self.apply_part(state, side, dice, log),
            Todo::Loss(side) => {
                if !self.alive(state, side).is_empty() {
                    state.ask(Loss { side, by: side, left: 1 });
                }
            }
            Todo::Points(side, n) => {
                if !self.alive(state, side).is_empty() {
                    // The L of "Ln" may have been the step that a garrison or factory owes (6.48).
                    let hits = &state.the_fight().hit;
                    let fixed = hits.iter().any(|&u| self.kind(u).is_fixed());
                    state.ask(Points { side, of: n, left: n, fixed });
                }
            }
            Todo::Rout(side) => self.rout(state, side),
            Todo::Morale => self.roll_morale(state, dice, log),
            Todo::After => self.after_fight(state, log),
        }
    }

    /// One side's part begins: E at once, then L, points and R in this order (6.45) (6.46).
    fn apply_part(&self, state: &mut State, side: Side, dice: &mut dyn Dice, log: &mut Log) {
        let fight = state.the_fight_mut();
        fight.hit.clear();
        let part = fight.part(side);
        let defends = side != fight.attacker;
        if part.is_nothing() {
            return;
        }
        if part.retreat {
            fight.todo.push(Todo::Rout(side));
        }
        if part.points > 0 {
            fight.todo.push(Todo::Points(side, part.points));
        }
        if part.loss {
            fight.todo.push(Todo::Loss(side));
        }
        let targets = fight.targets.clone();
        if defends {
            // Units that retreated there in this phase are eliminated before anything else (6.68).
            let newcomers: Vec<UnitId> = targets
                .iter()
                .flat_map(|&h| state.position.stack(h))
                .filter(|&u| state.has(u, Mark::Retreated))
                .collect();
            for unit in newcomers {
                self.eliminate(state, unit, Fate::Defending, dice, log);
            }
        }
        if part.eliminated {
            // In the target hexes non-combat units go too (R92).
            let doomed: Vec<UnitId> = match defends {
                true => targets.iter().flat_map(|&h| state.position.stack(h)).collect(),
                false => self.participants(state, side),
            };
            let fate = if defends { Fate::Defending } else { Fate::Attacking };
            for unit in doomed {
                self.eliminate(state, unit, fate, dice, log);
            }
        }
    }

    /// What follows the results: advance after combat, or entry after an overrun (CS-7).
    fn after_fight(&self, state: &mut State, log: &mut Log) {
        match state.the_fight().kind {
            FightKind::Attack => self.open_advance(state),
            FightKind::Overrun => self.after_overrun(state, log),
            FightKind::Katyusha => {}
        }
    }

    /// What follows an overrun: entering a vacated hex, or halting (5.37) (R14).
    pub fn after_overrun(&self, state: &mut State, log: &mut Log) {
        let fight = state.the_fight();
        let (origin, target) = (fight.origins[0], fight.targets[0]);
        let attackers = fight.attackers.clone();
        let enemy = fight.attacker.other();
        let standing = attackers.iter().any(|&u| state.position.hex(u) == Some(origin));
        let vacated = !self.has_combat_unit(state, enemy, target);
        if standing && vacated {
            state.ask(Enter);
            return;
        }
        self.halt_overrun(state, log);
    }
}

/// A fight is under way; the decisions above it belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fighting;

impl Decide<LastStand> for Fighting {
    const ID: &'static str = "fight";
    const WRONG: Wrong = (rule!("6.94"), "no.roll-first");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    /// Nobody is asked: the fight goes on to its next decision or to its end.
    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        play.game.run_fight(play.state, play.dice, play.log);
        false
    }

    fn list(&self, _: &LastStand, _: &State, _: &mut Desk, _: &mut Choices) {}

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        refused(self, at, choice)
    }

    fn act(&self, _: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        engine::impossible(self, choice)
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.fight").into()
    }
}

/// A side commits an air point or not (9.22).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Air {
    /// Which side.
    pub side: Side,
}

impl Decide<LastStand> for Air {
    const ID: &'static str = "air";
    const WRONG: Wrong = (rule!("9.22"), "no.choose-air");

    fn decider(&self, _: &LastStand, _: &State) -> Side {
        self.side
    }

    fn list(&self, _: &LastStand, _: &State, _: &mut Desk, out: &mut Choices) {
        out.extend([AIR, NO_AIR]);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            AIR | NO_AIR => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            AIR => play.game.commit_air(play.state, self.side, play.log),
            NO_AIR => {}
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let fight = at.state.the_fight();
        let attacks = fight.attacker == self.side;
        let id = if attacks { "prompt.air-attack" } else { "prompt.air-defence" };
        let left = Text::new("fact.air").n(at.state.air[self.side]);
        Asked::from(Text::new(id).hexes(&fight.targets)).fact(left)
    }

    /// Who declares first (9.22).
    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        let first = self.side == at.state.the_fight().attacker;
        let id = if first { "effect.air-first" } else { "effect.air-second" };
        let effect =
            Effect { kind: "odds", text: Text::new(id), rule: rule!("9.22"), tone: "plain" };
        Offer { effects: vec![effect], ..engine::plain_offer(at.game, choice) }
    }

    fn odds(&self, game: &LastStand, state: &State, _: Viewer) -> Option<Odds> {
        Some(game.fight_odds(state, state.the_fight()))
    }

    fn ordered(&self, at: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let defends = self.side != at.state.the_fight().attacker;
        (defends && is_on(NO_DEFENSIVE_AIR)).then_some(NO_AIR)
    }
}

/// The attacker throws the die (CS-6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll;

impl Decide<LastStand> for Roll {
    const ID: &'static str = "roll";
    const WRONG: Wrong = (rule!("6.94"), "no.roll-first");
    const PASSES: bool = false;
    const ROLLS: Option<Choice> = Some(ROLL);

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.the_fight().attacker
    }

    fn list(&self, _: &LastStand, _: &State, _: &mut Desk, out: &mut Choices) {
        out.add(ROLL);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            ROLL => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, _: Choice) {
        play.close();
        play.game.roll_fight(play.state, play.dice, play.log);
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let fight = at.state.the_fight();
        let id = match fight.kind {
            FightKind::Attack => "prompt.roll",
            FightKind::Overrun => "prompt.roll-overrun",
            FightKind::Katyusha => "prompt.roll-katyusha",
        };
        Text::new(id).hexes(&fight.targets).into()
    }

    /// The column and the shifts that the die is read with.
    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        let fight = at.state.the_fight();
        let effects = match fight.kind {
            FightKind::Katyusha => Vec::new(),
            _ => at.game.column_effects(at.state, fight),
        };
        Offer { effects, ..engine::plain_offer(at.game, choice) }
    }

    fn odds(&self, game: &LastStand, state: &State, _: Viewer) -> Option<Odds> {
        Some(game.fight_odds(state, state.the_fight()))
    }
}
