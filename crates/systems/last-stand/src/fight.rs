//! A combat from its declaration to its end (6.0 combat sequence).
//!
//! CS-1 reveal and strengths · CS-5 air · CS-6 die · 6.49 attacker first · CS-7 advance

use crate::class::{GERMAN, SOVIET};
use crate::game::LastStand;
use crate::no::ensure;
use crate::result::Outcomes;
use crate::state::{
    ATTACKED, DEFENDED, Fate, Fight, FightKind, RETREATED, Retreat, Stage, State, Todo, Units,
};
use board::{Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};
use hex::HexId;
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
                state.position.set_mark(unit, ATTACKED, true);
            }
            for &unit in &attacked {
                state.position.set_mark(unit, DEFENDED, true);
            }
            self.charge_support(state, &fight.support, log);
        }
        fight.defenders = self.defenders_in(state, &fight.targets);
        // A Katyusha reads no strength, so it reveals nothing; Germans have nothing to reveal anyway.
        let mut open: Vec<UnitId> = fight.attackers.iter().copied().chain(attacked).collect();
        open.sort_unstable();
        for unit in open {
            self.reveal(state, unit, dice, log);
        }
        let defenceless = fight.defenders.is_empty();
        let kind = fight.kind;
        state.fight = Some(Box::new(fight));
        state.stages.push(Stage::Fight);
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
        state.stages.push(Stage::Roll);
        if kind != FightKind::Katyusha {
            // The attacker declares first (9.22): his decision lies on top.
            let attacker = state.fight.as_ref().map_or(GERMAN, |f| f.attacker);
            for side in [attacker.other(), attacker] {
                if state.air[side] > 0 {
                    state.stages.push(Stage::Air(side));
                }
            }
        }
    }

    /// Opens the claim of Offensive Support after the strengths are known, where it is possible
    /// (CS-4) (R19).
    pub fn open_support(&self, state: &mut State) {
        let Some(fight) = state.fight.clone() else { return };
        let rolls = state.stages.iter().any(|s| matches!(s, Stage::Roll));
        if rolls && self.can_be_supported(state, &fight) {
            state.stages.push(Stage::Support(fight));
        }
    }

    /// The named supply units support the fight under way (6.33).
    pub fn claim_support(&self, state: &mut State, support: Units, log: &mut Log) {
        self.charge_support(state, &support, log);
        if let Some(fight) = &mut state.fight {
            fight.support = support;
        }
    }

    /// Every named supply unit is charged one use (6.34) (R19).
    fn charge_support(&self, state: &mut State, support: &[UnitId], log: &mut Log) {
        for &train in support {
            let left = state.position.steps(train);
            state.position.set_steps(train, left.saturating_sub(1));
            log.say(|| {
                let text = Text::new("event.support").unit(train);
                Event::new(EventKind::Changed, "6.33", text).rule("6.34").unit(train)
            });
        }
    }

    /// Commits an air point (9.21).
    pub fn commit_air(&self, state: &mut State, side: Side, log: &mut Log) {
        state.air[side] -= 1;
        if let Some(fight) = &mut state.fight {
            fight.air[side] = true;
        }
        log.say(|| {
            let event = Event::new(EventKind::Changed, "9.21", Text::new("event.air").side(side));
            event.rule("CS-5")
        });
    }

    /// Throws the die and reads the table (CS-6).
    pub fn roll_fight(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let Some(fight) = state.fight.clone() else { return };
        let (attack, defence) = self.totals(state, &fight);
        let (_, column) = self.columns(state, &fight, attack, defence);
        let die = dice.roll(self.die_of(&fight));
        let code = self.code(&fight, column, die);
        self.read_result(state, &code, Some((column, die)), log);
    }

    fn read_result(&self, state: &mut State, code: &str, die: Option<(usize, u16)>, log: &mut Log) {
        let moscow = self.moscow;
        let Some(fight) = &mut state.fight else { return };
        fight.result = Outcomes::read(code).unwrap_or_default();
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
                Some(_) => ("event.result", "CS-6"),
                None => ("event.automatic", "6.18"),
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
            if die > 0 { event.rolled(&[die], die as i16) } else { event }
        });
    }

    /// Does the next thing of a fight; decisions are laid on the stack above it.
    pub fn run_fight(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let Some(fight) = &mut state.fight else {
            state.stages.pop();
            return;
        };
        let Some(todo) = fight.todo.pop() else {
            state.fight = None;
            state.stages.pop();
            return;
        };
        match todo {
            Todo::Part(side) => self.apply_part(state, side, dice, log),
            Todo::Loss(side) => {
                if !self.alive(state, side).is_empty() {
                    state.stages.push(Stage::Loss { side, by: side, left: 1 });
                }
            }
            Todo::Points(side, n) => {
                if !self.alive(state, side).is_empty() {
                    // The L of "Ln" may have been the step that a garrison or factory owes (6.48).
                    let fixed = fight_hits(state).iter().any(|&u| self.kind(u).is_fixed());
                    let points = Stage::Points { side, of: n, left: n, fixed };
                    state.stages.push(points);
                }
            }
            Todo::Rout(side) => self.rout(state, side),
            Todo::Morale => self.roll_morale(state, dice, log),
            Todo::After => self.after_fight(state, log),
        }
    }

    /// One side's part begins: E at once, then L, points and R in this order (6.45) (6.46).
    fn apply_part(&self, state: &mut State, side: Side, dice: &mut dyn Dice, log: &mut Log) {
        let Some(fight) = &mut state.fight else { return };
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
                .filter(|&u| state.has(u, RETREATED))
                .collect();
            for unit in newcomers {
                self.destroy(state, unit, Fate::Defending, dice, log);
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
                self.destroy(state, unit, fate, dice, log);
            }
        }
    }

    /// The units of a side that take part and are on the map.
    fn participants(&self, state: &State, side: Side) -> Vec<UnitId> {
        let Some(fight) = &state.fight else { return Vec::new() };
        let all = fight.participants(side).iter().copied();
        all.filter(|&u| state.position.hex(u).is_some()).collect()
    }

    /// The combat units of a side that can still take losses in the fight.
    pub fn alive(&self, state: &State, side: Side) -> Units {
        let units = self.participants(state, side);
        units.into_iter().filter(|&u| self.is_combat(u)).collect()
    }

    /// How a participant dies here (8.25).
    pub fn fate(&self, state: &State, side: Side) -> Fate {
        match state.fight.as_ref().is_some_and(|f| f.attacker == side) {
            true => Fate::Attacking,
            false => Fate::Defending,
        }
    }

    /// Whether a garrison or factory still defends (6.57).
    pub fn has_fixed(&self, state: &State, side: Side) -> bool {
        self.alive(state, side).iter().any(|&u| self.kind(u).is_fixed())
    }

    /// Whether a unit may take the next step loss (6.55) (6.56).
    pub fn may_lose(&self, state: &State, side: Side, unit: UnitId) -> Result<(), No> {
        let Some(fight) = &state.fight else { return Err(No::new("6.55", "no.no-fight")) };
        if self.exists(unit) && self.side(unit) == side && !self.is_combat(unit) {
            return Err(No::new("6.59", "no.noncombat-step").unit(unit));
        }
        let alive = self.alive(state, side);
        ensure(alive.contains(&unit), No::new("6.55", "no.not-in-combat"))?;
        let armour = |u: UnitId| self.class(u).armour;
        let first = side == fight.attacker && fight.hit.is_empty();
        let city = fight.targets.iter().any(|&h| self.is_city(h));
        let must = first && city && alive.iter().any(|&u| armour(u));
        ensure(!must || armour(unit), No::new("6.56", "no.armour-first").unit(unit))?;
        let second = fight.hit.contains(&unit);
        let others = alive.iter().any(|u| !fight.hit.contains(u));
        ensure(!second || !others, No::new("6.56", "no.second-step").unit(unit))
    }

    /// Whether a unit that fell short may lose a step for missing hexes (6.44): the opponent
    /// chooses, but nobody
    /// twice before all have lost one, and an armoured unit that attacked a city must be among
    /// them (6.56).
    pub fn may_lose_short(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let (Some(Stage::Shortfall { left, units }), Some(fight)) = (state.stage(), &state.fight)
        else {
            return Err(No::new("6.44", "no.no-fight"));
        };
        let there = |u: UnitId| state.position.hex(u).is_some();
        ensure(units.contains(&unit) && there(unit), No::new("6.44", "no.not-among-them"))?;
        let armour = |u: UnitId| self.class(u).armour;
        let city = fight.targets.iter().any(|&h| self.is_city(h));
        let must = *left == 1
            && self.side(unit) == fight.attacker
            && city
            && !fight.hit.iter().any(|&u| armour(u))
            && units.iter().any(|&u| there(u) && armour(u));
        ensure(!must || armour(unit), No::new("6.56", "no.armour-first").unit(unit))?;
        let others = units.iter().any(|&u| there(u) && !fight.hit.contains(&u));
        let second = fight.hit.contains(&unit) && others;
        ensure(!second, No::new("6.56", "no.second-step").unit(unit))
    }

    /// Whether a unit may lose a step of a numeric result: with two points or more a garrison or factory must
    /// take one (6.48).
    pub fn may_pay(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let Some(&Stage::Points { side, of, left, fixed }) = state.stage() else {
            return Err(No::new("6.42", "no.no-fight"));
        };
        self.may_lose(state, side, unit)?;
        let enough = of >= self.tables.combat.limit.garrison_step_from;
        let must = side == SOVIET && enough && left == 1 && !fixed && self.has_fixed(state, side);
        let german = state.fight.as_ref().is_some_and(|f| f.attacker == GERMAN);
        let is_fixed = self.kind(unit).is_fixed();
        ensure(!(must && german) || is_fixed, No::new("6.48", "no.garrison-must").unit(unit))
    }

    /// A participant loses a step of a result.
    pub fn hit(
        &self,
        state: &mut State,
        side: Side,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let fate = self.fate(state, side);
        if let Some(fight) = &mut state.fight {
            fight.hit.push(unit);
        }
        self.lose_step(state, unit, fate, dice, log);
    }

    /// One point is paid with a step.
    pub fn pay(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        let Some(&Stage::Points { side, .. }) = state.stage() else { return };
        let is_fixed = self.kind(unit).is_fixed();
        self.hit(state, side, unit, dice, log);
        if let Some(fight) = &mut state.fight
            && side != fight.attacker
        {
            fight.points_lost += 1;
        }
        if let Some(Stage::Points { left, fixed, .. }) = state.stages.last_mut() {
            *left -= 1;
            *fixed |= is_fixed;
        }
    }

    /// Whether what is left of a numeric result may be taken as a retreat: everybody must have somewhere to go,
    /// and no garrison or factory may be left (6.42) (6.57) (R31).
    pub fn may_retreat(&self, state: &State) -> Result<(), No> {
        let Some(&Stage::Points { side, left, .. }) = state.stage() else {
            return Err(No::new("6.42", "no.no-fight"));
        };
        ensure(!self.has_fixed(state, side), No::new("6.57", "no.garrison-holds"))?;
        for unit in self.alive(state, side) {
            let Some(from) = state.position.hex(unit) else { continue };
            let able = !self.retreat_ends(state, &[unit], from, left).is_empty();
            ensure(able, No::new("6.63", "no.no-retreat").unit(unit).n(left.into()))?;
        }
        Ok(())
    }

    /// Takes what is left as a retreat; the defending player moves the units, whosever they are (6.61) (R26).
    pub fn take_retreat(&self, state: &mut State) {
        let Some(Stage::Points { side, left, .. }) = state.stages.pop() else { return };
        let defender = state.fight.as_ref().map_or(side, |f| f.attacker.other());
        self.start_retreat(state, side, defender, left, false);
    }

    /// An R begins: hexes become steps while a garrison or factory lives (6.57) (R28).
    fn rout(&self, state: &mut State, side: Side) {
        let limit = &self.tables.combat.limit;
        let hexes = if side == GERMAN { limit.german_retreat } else { limit.soviet_retreat };
        if self.has_fixed(state, side) {
            state.stages.push(Stage::Converted { left: hexes });
            return;
        }
        self.start_retreat(state, side, side.other(), hexes, true);
    }

    /// Whether the German may take a unit in place of a hex of retreat (6.57).
    pub fn may_convert(&self, state: &State, unit: UnitId) -> Result<(), No> {
        self.may_lose(state, SOVIET, unit)
    }

    /// A unit is lost in place of a hex; when no garrison or factory is left, the rest is a real retreat.
    pub fn convert(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        self.hit(state, SOVIET, unit, dice, log);
        let Some(Stage::Converted { left }) = state.stages.last_mut() else { return };
        *left -= 1;
        let left = *left;
        if !self.has_fixed(state, SOVIET) || left == 0 {
            state.stages.pop();
            if left > 0 && !self.alive(state, SOVIET).is_empty() {
                self.start_retreat(state, SOVIET, GERMAN, left, true);
            }
        }
    }

    /// Opens a retreat of all who are left of a side.
    pub fn start_retreat(&self, state: &mut State, side: Side, mover: Side, hexes: u8, rout: bool) {
        let units: Units =
            self.alive(state, side).into_iter().filter(|&u| !self.kind(u).is_fixed()).collect();
        if units.is_empty() || hexes == 0 {
            return;
        }
        let retreat = Retreat { side, mover, units, hexes, rout, short: 0, stuck: Units::new() };
        state.stages.push(Stage::Retreat(Box::new(retreat)));
    }

    /// What follows the results: advance after combat, or entry after an overrun (CS-7).
    fn after_fight(&self, state: &mut State, log: &mut Log) {
        match state.fight.as_ref().map(|f| f.kind) {
            Some(FightKind::Attack) => self.open_advance(state),
            Some(FightKind::Overrun) => self.after_overrun(state, log),
            _ => {}
        }
    }

    /// The non-combat units that stood with the attacked or attacking units in a hex.
    pub fn noncombat_in(&self, state: &State, side: Side, hex: HexId) -> Units {
        match self.holds(state, side, hex) {
            true => state.position.stack(hex).filter(|&u| !self.is_combat(u)).collect(),
            false => Units::new(),
        }
    }
}

/// Who has lost a step in the part of a result that is applied (6.56).
fn fight_hits(state: &State) -> &[UnitId] {
    state.fight.as_ref().map_or(&[], |f| &f.hit)
}
