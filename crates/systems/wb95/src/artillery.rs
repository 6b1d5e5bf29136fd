//! Ranged attacks [6.4], fire on bridges [6.4.7] and barrages [6.5].

use crate::counters::Cause;
use crate::data::{FireTable, Part};
use crate::game::Wb95;
use crate::state::{
    BARRAGED, FIRED, FOUGHT, Fire, MissionKind, Phase, SILENT, SILENT_LONGER, Stage, State, Units,
};
use board::{BySide, Side, UnitId};
use engine::{
    Arg, Dice, DiceShape, Event, EventKind, Log, No, Odds, OddsItem, OddsOutcome, Probability, Text,
};
use hex::{HexId, SideId};

impl Wb95 {
    /// Whether a hex may be the target of a ranged attack: enemies are there, nobody there has
    /// fought directly, and it need not be attacked [6.4.5] (R81).
    pub fn may_shell(&self, state: &State, hex: HexId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        let enemy = self.active(state).other();
        if !self.holds(state, enemy, hex) {
            return no("6.4.2", "no.nobody-to-attack");
        }
        if state.phase == Phase::Combat {
            if state.position.stack(hex).any(|u| state.position.has_mark(u, FOUGHT)) {
                return no("5.1.1", "no.attacked-already");
            }
            if self.owed_now(state).hexes.contains(&hex) {
                return no("6.4.5", "no.must-be-attacked");
            }
            self.leaves_partners(state, [], [hex])?;
        }
        let fire = self.fire_at(state, hex, None);
        let guns = self.guns_for(state, &fire).count();
        let needed = if fire.barrage { self.tables.core.barrage_min_artillery_per_hex } else { 1 };
        if guns >= needed { Ok(()) } else { no("6.4.2", "no.no-gun-in-range") }
    }

    /// Whether a bridge may be fired at [6.4.7] (R85).
    pub fn may_shell_bridge(&self, state: &State, side: SideId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text));
        if state.phase != Phase::Combat || !self.is_bridged(state, side) {
            return no("6.4.7", "no.no-bridge");
        }
        let (hex, _) = self.map.grid.hexes_of(side);
        let fire = self.fire_at(state, hex, Some(side));
        match self.guns_for(state, &fire).next() {
            Some(_) => Ok(()),
            None => no("6.4.2", "no.no-gun-in-range"),
        }
    }

    /// A ranged attack before its guns are chosen.
    pub fn fire_at(&self, state: &State, hex: HexId, bridge: Option<SideId>) -> Fire {
        let barrage = state.phase == Phase::Barrage;
        Fire { hex, bridge, guns: Units::new(), full: Units::new(), barrage }
    }

    /// The guns that may fire at a target.
    pub fn guns_for<'a>(
        &'a self,
        state: &'a State,
        fire: &'a Fire,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let side = self.active(state);
        self.units_of(state, side)
            .map(|(u, _)| u)
            .filter(|&u| self.may_fire(state, fire, u).is_ok())
    }

    /// Whether a gun may join a ranged attack [6.4.1] [6.4.3].
    pub fn may_fire(&self, state: &State, fire: &Fire, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if unit.index() >= self.roster.len() || self.side(unit) != self.active(state) {
            return no("6.4.1", "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else { return no("6.4.1", "no.off-map") };
        if fire.guns.contains(&unit) {
            return no("6.4.1", "no.fires-already");
        }
        self.is_ready_to_fire(state, unit)?;
        if self.is_frozen(state, unit) {
            return no("R23", "no.frozen");
        }
        let grid = &self.map.grid;
        let distance = match fire.bridge {
            None => grid.distance(hex, fire.hex),
            Some(side) => {
                let (a, b) = grid.hexes_of(side);
                grid.distance(hex, a).min(grid.distance(hex, b))
            }
        };
        if distance > self.range_of(unit) {
            return no("6.1.2", "no.out-of-range");
        }
        if self.book.zone_ties_guns && self.in_enemy_zone(state, self.side(unit), hex) {
            return no("ww3:8.5.1", "no.gun-in-zone");
        }
        if fire.bridge.is_none() && distance <= 1 {
            return no("6.4.3", "no.adjacent-fire");
        }
        if fire.barrage && usize::from(state.ammunition[self.side(unit)]) <= fire.guns.len() {
            return no("6.5.7", "no.no-ammunition");
        }
        Ok(())
    }

    /// Whether a gun of the ranged attack may pay a level for its full strength [10.2.3].
    pub fn may_buy_fire(&self, state: &State, fire: &Fire, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !fire.guns.contains(&unit) || state.oos[unit.index()] == 0 {
            return no("10.2.2", "no.in-supply");
        }
        if fire.full.contains(&unit) { no("10.2.3", "no.bought-already") } else { Ok(()) }
    }

    /// Whether the ranged attack in hand may be fired.
    pub fn may_roll_fire(&self, fire: &Fire) -> Result<(), No> {
        if fire.guns.is_empty() {
            return Err(No::new("6.4.1", "no.no-guns"));
        }
        let least = self.tables.core.barrage_min_artillery_per_hex;
        if fire.barrage && fire.guns.len() < least {
            return Err(No::new("6.5.4", "no.barrage-needs-more").n(least as i32));
        }
        Ok(())
    }

    /// The strength of a ranged attack after the terrain is subtracted [6.4.2].
    pub fn fire_strength(&self, state: &State, fire: &Fire) -> i32 {
        let guns: u16 =
            fire.guns.iter().map(|&u| self.attack_of(state, u, fire.full.contains(&u))).sum();
        let core = &self.tables.core;
        if fire.bridge.is_some() {
            return i32::from(guns);
        }
        let guns = if fire.barrage { guns * core.barrage_strength_multiplier } else { guns };
        i32::from(guns + self.fire_air(state, fire)) - self.shield(fire.hex)
    }

    /// What flies in support of a ranged attack, which a barrage and fire on bridges do not have [6.4.4] [8.2.3].
    fn fire_air(&self, state: &State, fire: &Fire) -> u16 {
        match fire.barrage || fire.bridge.is_some() {
            true => 0,
            false => {
                let side = self.active(state);
                self.air_strength(state, side, MissionKind::Offensive, &[fire.hex])
            }
        }
    }

    /// What the terrain of a hex takes from fire [6.4.2] [8.2.7].
    pub fn shield(&self, hex: HexId) -> i32 {
        i32::from(self.ground.hex(hex).shield)
            * i32::from(self.tables.core.terrain_multiplier_for_fire)
    }

    fn table_for(&self, fire: &Fire) -> &FireTable {
        if fire.bridge.is_some() { &self.tables.objects } else { &self.tables.artillery_fire }
    }

    /// Whether dice will be thrown for the ranged attack in hand: something is left after the terrain (R19).
    pub fn fire_rolls(&self, state: &State, fire: &Fire) -> bool {
        self.table_for(fire).row(self.fire_strength(state, fire)).is_some()
    }

    /// Fires.
    pub fn fire(&self, state: &mut State, fire: &Fire, dice: &mut dyn Dice, log: &mut Log) {
        state.stages.pop();
        let side = self.active(state);
        let table = self.table_for(fire);
        let row = table.row(self.fire_strength(state, fire));
        self.spend_guns(state, fire);
        if fire.bridge.is_none() && !fire.barrage {
            state.note_shelled(fire.hex);
            self.open_stack(state, fire.hex, log);
        }
        let mut rolls = [0, 0];
        let (part, code, roll) = match row {
            None => (Part::default(), String::from("-"), 0),
            Some(row) => {
                rolls = [dice.roll(6), dice.roll(6)];
                let roll: u16 = rolls.iter().sum();
                let index = usize::from(roll) - 2;
                (table.0[row].cells[index], table.0[row].printed[index].clone(), roll)
            }
        };
        log.say(|| {
            let id = if fire.bridge.is_some() { "event.fired-bridge" } else { "event.fired" };
            let rule = match fire.bridge {
                Some(_) => "6.4.7",
                None if fire.barrage => "6.5.3",
                None => "6.4.2",
            };
            let text = Text::new(id).hex(fire.hex).n(roll).with("code", Arg::Name(code.clone()));
            let mut event = Event::new(EventKind::Rolled, rule, text).hex(fire.hex);
            event.rules.extend(self.acting([
                (fire.bridge.is_some(), "14.1.1"),
                (fire.barrage, "6.5.2"),
                (fire.barrage, "6.5.7"),
            ]));
            event.units.extend(fire.guns.iter().copied());
            event.code = Some(code);
            if roll > 0 { event.rolled(&rolls, roll as i16) } else { event }
        });
        match fire.bridge {
            Some(bridge) if part.destroyed => self.break_bridge(state, bridge),
            Some(_) => {}
            None => self.suffer_fire(state, side.other(), fire.hex, part, dice, log),
        }
    }

    fn spend_guns(&self, state: &mut State, fire: &Fire) {
        let side = self.active(state);
        for &gun in &fire.guns {
            self.stir(state, gun);
            if fire.barrage {
                state.ammunition[side] = state.ammunition[side].saturating_sub(1);
                state.position.set_mark(gun, BARRAGED, true);
                let phases = self.tables.core.barrage_silent_combat_phases;
                state.position.set_mark(gun, SILENT, phases >= 1);
                state.position.set_mark(gun, SILENT_LONGER, phases >= 2);
            } else {
                state.position.set_mark(gun, FIRED, true);
            }
        }
    }

    /// A hex suffers by fire or from the air: the owner chooses the CELs lost [5.1.8], then all are disorganised or
    /// tested.
    pub fn suffer_fire(
        &self,
        state: &mut State,
        side: Side,
        hex: HexId,
        part: Part,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let units: Vec<UnitId> = state.position.stack(hex).collect();
        for &unit in &units {
            self.stir(state, unit);
        }
        state.stages.push(Stage::FireLoss { side, hex, left: part.loss, part });
        self.settle_fire(state, dice, log);
    }

    /// Whether a counter may take a loss by fire.
    pub fn may_take_fire(&self, state: &State, hex: HexId, unit: UnitId) -> Result<(), No> {
        let there = unit.index() < self.roster.len() && state.position.hex(unit) == Some(hex);
        if there { Ok(()) } else { Err(No::new("5.1.8", "no.not-in-that-hex").hex(hex)) }
    }

    /// Takes a loss by fire.
    pub fn take_fire(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        self.reduce(state, unit, Cause::Combat, log);
        if let Some(Stage::FireLoss { left, .. }) = state.stages.last_mut() {
            *left -= 1;
        }
        self.settle_fire(state, dice, log);
    }

    fn settle_fire(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let Some(&Stage::FireLoss { hex, left, part, .. }) = state.stage() else { return };
        let units: Vec<UnitId> = state.position.stack(hex).collect();
        let forced = units.len() == 1 || u16::from(left) >= self.cels_of(state, &units);
        if left > 0 && !units.is_empty() && !forced {
            return;
        }
        for _ in 0..left {
            let unit = state.position.stack(hex).next();
            if let Some(unit) = unit {
                self.reduce(state, unit, Cause::Combat, log);
            }
        }
        state.stages.pop();
        let units: Vec<UnitId> = state.position.stack(hex).collect();
        if part.disorganised {
            for &unit in &units {
                self.disorganise(state, unit, log);
            }
        }
        if part.test {
            self.test_stack(state, &units, dice, log);
        }
    }

    /// The ranged attack in hand as it is shown before the dice.
    pub fn fire_odds(&self, state: &State, fire: &Fire) -> Option<Odds> {
        if fire.guns.is_empty() {
            return None;
        }
        let attacker = self.active(state);
        let table = self.table_for(fire);
        let sp = self.fire_strength(state, fire);
        let row = table.row(sp)?;
        let gun = |u: UnitId| OddsItem {
            side: attacker,
            text: Text::new("odds.support").unit(u),
            value: self.attack_of(state, u, fire.full.contains(&u)).to_string(),
            rules: vec!["6.4.1"],
        };
        let mut strengths: Vec<OddsItem> = fire.guns.iter().map(|&u| gun(u)).collect();
        let air = self.fire_air(state, fire);
        if air > 0 {
            let (text, value) = (Text::new("odds.air"), air.to_string());
            let rules = self.acting([(true, "8.2.3"), (true, "6.4.4")]).collect();
            strengths.push(OddsItem { side: attacker, text, value, rules });
        }
        let shield = self.shield(fire.hex);
        if fire.bridge.is_none() && shield > 0 {
            let text = Text::new("odds.shield").hex(fire.hex);
            let value = format!("−{shield}");
            strengths.push(OddsItem { side: attacker.other(), text, value, rules: vec!["6.4.2"] });
        }
        let mut strength = BySide::new(String::new(), String::new());
        strength[attacker] = sp.to_string();
        Some(Odds {
            targets: vec![fire.hex],
            attackers: fire.guns.to_vec(),
            attacker,
            strength,
            strengths,
            columns: table.0.iter().map(|r| r.sp.clone()).collect(),
            from: row,
            to: row,
            shifts: Vec::new(),
            dice: DiceShape { number: 2, sides: 6 },
            modifiers: Vec::new(),
            outcomes: fire_outcomes(table, row, attacker),
            belief: None,
        })
    }
}

/// What a row of a fire table can bring.
pub(crate) fn fire_outcomes(table: &FireTable, row: usize, attacker: Side) -> Vec<OddsOutcome> {
    let mut found: Vec<OddsOutcome> = Vec::new();
    for roll in 2..=12_u16 {
        let ways = 6 - u32::from(roll.abs_diff(7));
        let code = &table.0[row].printed[usize::from(roll) - 2];
        let part = table.0[row].cells[usize::from(roll) - 2];
        if let Some(outcome) = found.iter_mut().find(|o| o.code == *code) {
            outcome.p.num += u64::from(ways);
            outcome.rolls.push(roll);
            continue;
        }
        let (id, n) = match part {
            Part { destroyed: true, .. } => ("odds.destroyed", 0),
            Part { loss, disorganised: true, .. } if loss > 0 => ("odds.loss-and-disorder", loss),
            Part { loss, .. } if loss > 0 => ("odds.loss", loss),
            Part { disorganised: true, .. } => ("odds.disorder", 0),
            Part { test: true, .. } => ("odds.test", 0),
            _ => ("odds.nothing", 0),
        };
        let text = Text::new(id).n(n);
        let good_for = (id != "odds.nothing").then_some(attacker);
        let p = Probability { num: ways.into(), den: 36 };
        found.push(OddsOutcome { code: code.clone(), text, rolls: vec![roll], p, good_for });
    }
    found
}
