//! Resolving battles [SEQ-5] and their results [CRT]: who is lost.

use crate::class::Kind;
use crate::data::Loss;
use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::pick::can_complete;
use crate::state::{Battle, Impulse, Mark, State, Units};
use crate::verb::ROLL;
use board::{Side, Strength, UnitId};
use engine::view::{Bundle, Effect, Offer};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, No, Odds, Play,
    Rule, Text, Viewer, Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// Throws the die of a battle and applies the result [SEQ-5].
    pub fn roll_battle(&self, state: &mut State, index: usize, dice: &mut dyn Dice, log: &mut Log) {
        let die = dice.roll(6);
        let battle = state.battles[index].clone();
        let code = self.result(state, &battle, die).to_string();
        let defence = self.defence_total(state, &battle);
        log.say(|| self.rolled(state, &battle, die, &code));
        state.battles[index].resolved = true;
        let effect = self.effect(&code);
        let defenders = self.all_defenders(state, &battle);
        for &unit in &defenders {
            state.position.set_mark(unit, Mark::Fought, true);
        }
        if effect.defender == Some(Loss::Eliminated) {
            let exchange = effect.attacker == Some(Loss::LosesFactors);
            let rule = if exchange { rule!("CRT-3") } else { rule!("CRT-2") };
            self.lose_all(state, &defenders, rule, log);
        }
        match effect.attacker {
            Some(Loss::Eliminated) => self.lose_all(state, &battle.attackers, rule!("CRT-2"), log),
            Some(Loss::LosesFactors) => {
                let losses = Losses {
                    battle: index as u8,
                    owed: defence.sixths(),
                    chosen: Units::new(),
                    retreat: effect.attacker_retreats,
                };
                self.settle_losses(state, losses, log);
            }
            None if effect.attacker_retreats > 0 => {
                self.begin_retreat(state, battle.attackers, effect.attacker_retreats, log);
            }
            None if effect.defender_retreats > 0 => {
                self.begin_retreat(state, defenders, effect.defender_retreats, log);
            }
            None => {}
        }
    }

    fn rolled(&self, state: &State, battle: &Battle, die: u16, code: &str) -> Event {
        let (_, column) = self.battle_columns(state, battle);
        let id = match self.die_modifier(state) {
            0 => "event.rolled",
            _ => "event.rolled-modified",
        };
        let text = Text::new(id)
            .with("hexes", Arg::Hexes(battle.hexes.to_vec()))
            .with("column", Arg::Name(self.tables.combat.columns[column].clone()))
            .with("die", Arg::Number(i64::from(die)))
            .with("read", Arg::Number(i64::from(self.modified(state, die))))
            .with("code", Arg::Name(code.to_string()));
        let mut event =
            Event::new(EventKind::Rolled, rule!("CRT-1"), text).rule(self.result_rule(code));
        let read = i32::from(die) + i32::from(self.die_modifier(state));
        event.rules.extend(match self.die_modifier(state) {
            0 => None,
            _ if (1..=6).contains(&read) => Some(rule!("DEM-2")),
            _ => Some(rule!("DEM-3")),
        });
        event.hexes.extend(battle.hexes.iter().copied());
        event.units.extend(battle.attackers.iter().copied());
        event.code = Some(code.to_string());
        event.result = Some(self.result_text(code));
        event.rolled(&[die], self.modified(state, die) as i16)
    }

    /// The rule of a result.
    fn result_rule(&self, code: &str) -> Rule {
        let effect = self.effect(code);
        match (effect.attacker, effect.defender) {
            (Some(Loss::LosesFactors), None) if effect.attacker_retreats > 0 => rule!("CRT-5"),
            (Some(Loss::LosesFactors), _) => rule!("CRT-3"),
            (Some(Loss::Eliminated), _) | (_, Some(Loss::Eliminated)) => rule!("CRT-2"),
            _ => rule!("CRT-6"),
        }
    }

    fn lose_all(&self, state: &mut State, units: &[UnitId], rule: Rule, log: &mut Log) {
        for &unit in units {
            self.lose(state, unit, rule, log);
        }
    }

    /// What an attacker counts when it is lost: its printed factor, exactly half of it if it attacked at half
    /// [CRT-4] (R30); security the factor it attacks with (R80).
    pub fn loss_value(&self, state: &State, unit: UnitId) -> Strength {
        let class = self.class(state, unit);
        match class.kind {
            Kind::Security if self.is_halved(state, unit) => class.attack_on_partisans.half(),
            Kind::Security => class.attack_on_partisans,
            _ if self.is_halved(state, unit) => class.attack.half(),
            _ => class.attack,
        }
    }

    /// Whether `unit` may be chosen as the next loss: some legal set contains those chosen and it [CRT-4].
    fn may_lose(&self, state: &State, losses: &Losses, unit: UnitId) -> Result<(), No> {
        let Losses { battle, owed, chosen, .. } = losses;
        let attackers = &state.battles[usize::from(*battle)].attackers;
        if !attackers.contains(&unit) || chosen.contains(&unit) {
            return Err(No::new(rule!("CRT-4"), "no.not-a-loss"));
        }
        let value = |u: &UnitId| self.loss_value(state, *u).sixths();
        let with: Vec<u32> = chosen.iter().chain([&unit]).map(value).collect();
        let rest: Vec<u32> =
            attackers.iter().filter(|u| **u != unit && !chosen.contains(u)).map(value).collect();
        match can_complete(&with, &rest, *owed) {
            true => Ok(()),
            false => Err(No::new(rule!("CRT-4"), "no.wasteful-loss").unit(unit)),
        }
    }

    /// Asks for losses until enough are chosen, unless all attackers together are not enough.
    fn settle_losses(&self, state: &mut State, losses: Losses, log: &mut Log) {
        let Losses { battle, owed, chosen, retreat } = losses.clone();
        let attackers = state.battles[usize::from(battle)].attackers.clone();
        let sum = |units: &Units| -> u32 {
            units.iter().map(|&u| self.loss_value(state, u).sixths()).sum()
        };
        let lost = if sum(&attackers) < owed {
            attackers.clone()
        } else if sum(&chosen) >= owed {
            chosen
        } else {
            return state.ask(losses);
        };
        self.lose_all(state, &lost, rule!("CRT-4"), log);
        if retreat > 0 {
            let survivors = attackers.into_iter().filter(|u| !lost.contains(u)).collect();
            self.begin_retreat(state, survivors, retreat, log);
        }
    }

    /// Whether the battle over a hex may be resolved next [SEQ-5].
    fn may_resolve(&self, state: &State, hex: HexId) -> Result<(), No> {
        match state.battles.iter().find(|b| b.hexes.contains(&hex)) {
            Some(battle) if !battle.resolved => Ok(()),
            Some(_) => Err(No::new(rule!("COM-3"), "no.resolved-already").hex(hex)),
            None => Err(No::new(rule!("SEQ-4"), "no.not-declared").hex(hex)),
        }
    }

    /// The column of a battle that may be resolved next [SEQ-5] [SEQ-7].
    fn battle_effect(&self, state: &State, battle: &Battle) -> Effect {
        let (_, column) = self.battle_columns(state, battle);
        let name = self.tables.combat.columns[column].clone();
        let text = Text::new("effect.battle").with("column", Arg::Name(name));
        let rule = match state.impulse() {
            Impulse::First => rule!("SEQ-5"),
            Impulse::Second => rule!("SEQ-7"),
        };
        Effect { kind: "battle", text, rule, tone: "plain" }
    }
}

/// Which battle is resolved next [SEQ-5] [SEQ-7].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat;

impl Combat {
    fn battle_over(state: &State, hex: HexId) -> Option<usize> {
        state.battles.iter().position(|b| b.hexes.contains(&hex))
    }
}

impl Decide<BattleOfMoscow> for Combat {
    const ID: &'static str = "combat";
    const WRONG: Wrong = (rule!("SEQ-5"), "no.choose-battle");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn waits(&self, play: &mut Play<'_, BattleOfMoscow>) -> bool {
        play.keep_if(play.state.battles.iter().any(|b| !b.resolved))
    }

    fn list(&self, _: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        let open = state.battles.iter().filter(|b| !b.resolved);
        out.hexes(open.flat_map(|b| b.hexes.iter().copied()));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_resolve(at.state, hex),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        let index = Combat::battle_over(play.state, hex).expect("a declared battle is chosen");
        play.ask(Roll { battle: index as u8 });
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        let left = at.state.battles.iter().filter(|b| !b.resolved).count();
        Asked::from(Text::new("prompt.combat")).fact(Text::new("fact.battles").n(left as i64))
    }

    /// The first battle that has not been resolved, and its dice [SEQ-4].
    fn bundles(&self, at: At<'_, BattleOfMoscow>) -> Vec<Bundle> {
        let open = at.state.battles.iter().find(|battle| !battle.resolved);
        let next = |battle: &Battle| {
            let hex = *battle.hexes.first()?;
            let odds = at.game.battle_odds(at.state, battle);
            let groups = vec![vec![Choice::Hex(hex), ROLL]];
            let column = engine::view::Battle::of(&odds).column;
            let text = Text::new("bundle.next").hex(hex);
            Some(Bundle { column, main: true, ..Bundle::new(text, groups) })
        };
        open.and_then(next).into_iter().collect()
    }

    fn offer(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Offer {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        let index = Combat::battle_over(at.state, hex).expect("a declared battle is offered");
        let effect = at.game.battle_effect(at.state, &at.state.battles[index]);
        Offer { effects: vec![effect], ..Offer::plain(choice) }
    }
}

/// The die of a battle is about to be thrown [SEQ-5].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    /// Which battle.
    pub battle: u8,
}

impl Roll {
    fn battle<'a>(&self, state: &'a State) -> &'a Battle {
        &state.battles[usize::from(self.battle)]
    }
}

impl Decide<BattleOfMoscow> for Roll {
    const ID: &'static str = "roll";
    const WRONG: Wrong = (rule!("SEQ-5"), "no.roll-first");
    const PASSES: bool = false;
    const ROLLS: Option<Choice> = Some(ROLL);

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, _: &BattleOfMoscow, _: &State, _: &mut Desk, out: &mut Choices) {
        out.add(ROLL);
    }

    fn may(&self, _: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        if choice == ROLL { Ok(()) } else { Err(Self::wrong()) }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, _: Choice) {
        play.close();
        play.game.roll_battle(play.state, usize::from(self.battle), play.dice, play.log);
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.roll").hexes(&self.battle(at.state).hexes).into()
    }

    fn picked(&self, _: &BattleOfMoscow, state: &State) -> Vec<UnitId> {
        self.battle(state).attackers.to_vec()
    }

    fn odds(&self, game: &BattleOfMoscow, state: &State, _: Viewer) -> Option<Odds> {
        game.open_odds(state, self.battle(state))
    }
}

/// Which attackers are lost [CRT-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Losses {
    /// Which battle.
    pub battle: u8,
    /// The defence that was used in the odds, in sixths.
    pub owed: u32,
    /// Those chosen so far.
    pub chosen: Units,
    /// How far the survivors retreat.
    pub retreat: u8,
}

impl Losses {
    fn attackers<'a>(&self, state: &'a State) -> &'a Units {
        &state.battles[usize::from(self.battle)].attackers
    }
}

impl Decide<BattleOfMoscow> for Losses {
    const ID: &'static str = "losses";
    const WRONG: Wrong = (rule!("CRT-4"), "no.choose-losses");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        let attackers = self.attackers(state).iter().copied();
        out.units(attackers.filter(|&u| game.may_lose(state, self, u).is_ok()));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_lose(at.state, self, unit),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.close();
        let mut losses = self.clone();
        losses.chosen.push(unit);
        play.game.settle_losses(play.state, losses, play.log);
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        let (game, state, owed) = (at.game, at.state, Strength::from_sixths(self.owed));
        let sum: Strength = self.chosen.iter().map(|&u| game.loss_value(state, u)).sum();
        let fact = Text::new("fact.losses").with("chosen", Arg::Strength(sum));
        let text = Text::new("prompt.losses").with("owed", Arg::Strength(owed));
        let hexes = &state.battles[usize::from(self.battle)].hexes;
        Asked::from(text.hexes(hexes)).fact(fact.with("owed", Arg::Strength(owed)))
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        self.chosen.to_vec()
    }
}
