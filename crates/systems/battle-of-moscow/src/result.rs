//! Combat results [CRT]: losses and retreats.

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::data::Loss;
use crate::game::BattleOfMoscow;
use crate::pick::can_complete;
use crate::state::{FOUGHT, Stage, State, Units};
use board::{Side, Strength, UnitId};
use engine::No;
use engine::{Arg, Dice, Event, EventKind, Log, Text};
use hex::HexId;

impl BattleOfMoscow {
    /// Throws the die of a battle and applies the result [SEQ-5].
    pub fn roll_battle(&self, state: &mut State, index: usize, dice: &mut dyn Dice, log: &mut Log) {
        let die = dice.roll(6);
        let battle = state.battles[index].clone();
        let code = self.result(state, &battle, die).to_string();
        let defence = self.defence_total(state, &battle);
        log.say(|| self.rolled(state, &battle, die, &code));
        state.battles[index].resolved = true;
        state.stages.pop();
        let effect = self.effect(&code);
        let defenders = self.all_defenders(state, &battle);
        for &unit in &defenders {
            state.position.set_mark(unit, FOUGHT, true);
        }
        if effect.defender == Some(Loss::Eliminated) {
            let exchange = effect.attacker == Some(Loss::LosesFactors);
            let rule = if exchange { "CRT-3" } else { "CRT-2" };
            self.lose_all(state, &defenders, rule, log);
        }
        match effect.attacker {
            Some(Loss::Eliminated) => self.lose_all(state, &battle.attackers, "CRT-2", log),
            Some(Loss::LosesFactors) => {
                state.stages.push(Stage::Losses {
                    battle: index as u8,
                    owed: defence.sixths(),
                    chosen: Units::new(),
                    retreat: effect.attacker_retreats,
                });
                self.settle_losses(state, log);
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

    fn rolled(&self, state: &State, battle: &crate::state::Battle, die: u16, code: &str) -> Event {
        let (_, column) = self.battle_columns(state, battle);
        let text = Text::new("event.rolled")
            .with("hexes", Arg::Hexes(battle.hexes.to_vec()))
            .with("column", Arg::Name(self.tables.combat.columns[column].clone()))
            .with("die", Arg::Number(i64::from(die)))
            .with("read", Arg::Number(i64::from(self.modified(state, die))))
            .with("code", Arg::Name(code.to_string()));
        let mut event = Event::new(EventKind::Rolled, "CRT-1", text).rule(self.result_rule(code));
        let read = i32::from(die) + i32::from(self.die_modifier(state));
        event.rules.extend(match self.die_modifier(state) {
            0 => None,
            _ if (1..=6).contains(&read) => Some("DEM-2"),
            _ => Some("DEM-3"),
        });
        event.hexes.extend(battle.hexes.iter().copied());
        event.units.extend(battle.attackers.iter().copied());
        event.code = Some(code.to_string());
        event.rolled(&[die], self.modified(state, die) as i16)
    }

    /// The rule of a result.
    fn result_rule(&self, code: &str) -> &'static str {
        let effect = self.effect(code);
        match (effect.attacker, effect.defender) {
            (Some(Loss::LosesFactors), None) if effect.attacker_retreats > 0 => "CRT-5",
            (Some(Loss::LosesFactors), _) => "CRT-3",
            (Some(Loss::Eliminated), _) | (_, Some(Loss::Eliminated)) => "CRT-2",
            _ => "CRT-6",
        }
    }

    fn lose_all(&self, state: &mut State, units: &[UnitId], rule: &'static str, log: &mut Log) {
        for &unit in units {
            self.lose(state, unit, rule, log);
        }
    }

    fn lose(&self, state: &mut State, unit: UnitId, rule: &'static str, log: &mut Log) {
        let hex = state.position.hex(unit);
        log.say(|| {
            let event =
                Event::new(EventKind::Eliminated, rule, Text::new("event.eliminated").unit(unit));
            let mut event = event.unit(unit);
            event.rules.extend(self.lost_for_good(state, unit).filter(|r| *r != rule));
            hex.into_iter().fold(event, Event::hex)
        });
        self.eliminate(state, unit);
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
    pub fn may_lose(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let Some(Stage::Losses { battle, owed, chosen, .. }) = state.stage() else {
            return Err(No::new("CRT-4", "no.not-a-loss"));
        };
        let attackers = &state.battles[usize::from(*battle)].attackers;
        if !attackers.contains(&unit) || chosen.contains(&unit) {
            return Err(No::new("CRT-4", "no.not-a-loss"));
        }
        let value = |u: &UnitId| self.loss_value(state, *u).sixths();
        let with: Vec<u32> = chosen.iter().chain([&unit]).map(value).collect();
        let rest: Vec<u32> =
            attackers.iter().filter(|u| **u != unit && !chosen.contains(u)).map(value).collect();
        match can_complete(&with, &rest, *owed) {
            true => Ok(()),
            false => Err(No::new("CRT-4", "no.wasteful-loss").unit(unit)),
        }
    }

    /// Ends the losses if all attackers together are not enough, or enough are chosen.
    pub fn settle_losses(&self, state: &mut State, log: &mut Log) {
        let Some(Stage::Losses { battle, owed, chosen, retreat }) = state.stage().cloned() else {
            return;
        };
        let attackers = state.battles[usize::from(battle)].attackers.clone();
        let sum = |units: &Units| -> u32 {
            units.iter().map(|&u| self.loss_value(state, u).sixths()).sum()
        };
        let lost = match () {
            () if sum(&attackers) < owed => attackers.clone(),
            () if sum(&chosen) >= owed => chosen,
            () => return,
        };
        state.stages.pop();
        self.lose_all(state, &lost, "CRT-4", log);
        if retreat > 0 {
            let survivors = attackers.into_iter().filter(|u| !lost.contains(u)).collect();
            self.begin_retreat(state, survivors, retreat, log);
        }
    }

    /// Units must retreat: those that cannot are eliminated [CRT-9]; the rest wait to be moved [CRT-6].
    pub fn begin_retreat(&self, state: &mut State, units: Units, hexes: u8, log: &mut Log) {
        let mut waiting = Units::new();
        for unit in units {
            match self.kind(state, unit) {
                Kind::Worker | Kind::Fortification | Kind::Replacement => {
                    self.lose(state, unit, "CRT-9", log);
                }
                _ => waiting.push(unit),
            }
        }
        waiting.sort_unstable();
        if !waiting.is_empty() {
            state.stages.push(Stage::Retreat { units: waiting, hexes });
        }
    }

    /// The side that moves retreating units: the other one [CRT-6].
    pub fn retreat_mover(&self, state: &State, unit: UnitId) -> Side {
        self.side(state, unit).other()
    }

    /// Whether a retreating unit may enter a hex [CRT-7]: passable, no enemy, no enemy zone. Germans pass
    /// partisans [PAR-7]; partisans ignore zones [PAR-8]; Russians may use a full fort.
    fn may_retreat_into(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let side = self.side(state, unit);
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        self.is_passable(state, side, hex)?;
        self.is_own_front(state, unit, hex)?;
        let enemy = self.holder(state, hex) == Some(side.other());
        if enemy && !(side == GERMAN && self.is_partisan_only(state, hex)) {
            return no("CRT-7", "no.retreat-enemy");
        }
        if self.kind(state, unit) != Kind::Partisan && self.is_zoned(state, side, hex) {
            return no("CRT-7", "no.retreat-zone");
        }
        Ok(())
    }

    /// Whether a retreat that has reached `hex` after `made` steps can be finished with room to
    /// stay (R28).
    fn can_finish(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        hex: HexId,
        made: u8,
        hexes: u8,
    ) -> bool {
        if made < hexes {
            return self.onward(from, hex, made).any(|next| {
                self.may_retreat_into(state, unit, next).is_ok()
                    && self.can_finish(state, unit, from, next, made + 1, hexes)
            });
        }
        if self.is_enemy_partisan(state, unit, hex) {
            // One hex further, so as not to end there (R69).
            return self.onward(from, hex, made).any(|next| {
                self.may_retreat_into(state, unit, next).is_ok()
                    && !self.is_enemy_partisan(state, unit, next)
                    && self.has_room(state, unit, next).is_ok()
            });
        }
        self.has_room(state, unit, hex).is_ok()
    }

    fn is_enemy_partisan(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.side(state, unit) == GERMAN && self.holder(state, hex) == Some(RUSSIAN)
    }

    /// The neighbours to which a retreat may go on: any but the hex it began in, since it goes "in
    /// any direction
    /// or combination of directions"; by option only those that are one hex farther from there
    /// (R28).
    fn onward(&self, from: HexId, at: HexId, made: u8) -> impl Iterator<Item = HexId> + '_ {
        let grid = &self.map.grid;
        let straight = self.switches.straight_retreats;
        grid.around(at).filter(move |&n| match straight {
            true => grid.distance(from, n) == u16::from(made) + 1,
            false => n != from,
        })
    }

    /// Whether the next step of a retreat may go to `to`.
    pub fn may_step_back(&self, state: &State, to: HexId) -> Result<(), No> {
        let Some(&Stage::RetreatStep { unit, from, made, hexes }) = state.stage() else {
            return Err(No::new("CRT-7", "no.not-a-retreat"));
        };
        let no = |text| Err(No::new("CRT-7", text).unit(unit).hex(to));
        let Some(at) = state.position.hex(unit) else { return no("no.not-a-retreat") };
        if !self.onward(from, at, made).any(|n| n == to) {
            return no("no.retreat-distance");
        }
        self.may_retreat_into(state, unit, to)?;
        match self.can_finish(state, unit, from, to, made + 1, hexes) {
            true => Ok(()),
            false => no("no.retreat-full"),
        }
    }

    /// Whether a unit has any legal retreat.
    pub fn can_retreat(&self, state: &State, unit: UnitId, hexes: u8) -> bool {
        let Some(from) = state.position.hex(unit) else { return false };
        self.onward(from, from, 0).any(|next| {
            self.may_retreat_into(state, unit, next).is_ok()
                && self.can_finish(state, unit, from, next, 1, hexes)
        })
    }

    /// A unit is chosen to retreat: it is moved step by step, or eliminated if it has no legal retreat; then a
    /// regular Russian unit leaves a partisan [CRT-8] [PAR-1].
    pub fn retreat_unit(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(Stage::Retreat { units, hexes }) = state.stages.last_mut() else { return };
        units.retain(|u| *u != unit);
        let hexes = *hexes;
        if units.is_empty() {
            state.stages.pop();
        }
        let Some(from) = state.position.hex(unit) else { return };
        if self.can_retreat(state, unit, hexes) {
            state.stages.push(Stage::RetreatStep { unit, from, made: 0, hexes });
            return;
        }
        let leaves_partisan = self.class(state, unit).is_regular_russian();
        let partisan = self.kind(state, unit) == Kind::Partisan;
        self.lose(state, unit, if partisan { "PAR-8" } else { "CRT-8" }, log);
        if leaves_partisan {
            let partisan = self.raise_partisan(state, &["PAR-1"], from, log);
            state.position.set_mark(partisan, FOUGHT, true);
        }
    }

    /// A retreating unit makes a step.
    pub fn step_back(&self, state: &mut State, to: HexId, log: &mut Log) {
        let Some(Stage::RetreatStep { unit, from, made, hexes }) = state.stages.pop() else {
            return;
        };
        let made = made + 1;
        let at = state.position.hex(unit).unwrap_or(from);
        self.lay(state, unit, to);
        let among_partisans = self.is_enemy_partisan_below(state, unit, to);
        if !among_partisans {
            self.pass_through(state, unit, to, log);
        }
        log.say(|| {
            let text = Text::new("event.retreated").unit(unit).hex(to);
            let mut event = Event::new(EventKind::Retreated, "CRT-6", text).unit(unit).hex(to);
            event.moves.push(engine::Moved { unit, path: vec![at, to] });
            event.rules.extend(among_partisans.then_some("PAR-7"));
            let unbound = self.kind(state, unit) == Kind::Partisan;
            let zoned = unbound && state.position.in_zone(GERMAN, to);
            event.rules.extend(zoned.then_some("PAR-8"));
            event
        });
        if made < hexes || among_partisans {
            let hexes = if made >= hexes { hexes + 1 } else { hexes };
            state.stages.push(Stage::RetreatStep { unit, from, made, hexes });
        }
    }

    /// Whether a German unit lies on partisans in the middle of its retreat.
    fn is_enemy_partisan_below(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.side(state, unit) == GERMAN
            && state.position.stack(hex).any(|u| self.side(state, u) == RUSSIAN)
    }
}
