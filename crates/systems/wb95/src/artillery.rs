//! Ranged attacks [6.4], fire on bridges [6.4.7] and barrages [6.5].

use crate::counters::Cause;
use crate::data::{FireTable, Part};
use crate::decision::*;
use crate::game::Wb95;
use crate::orders;
use crate::state::{Fire, Mark, MissionKind, Phase, Stage, State, Units};
use crate::verb::{DONE, ROLL, STOP};
use board::{BySide, Contacts, Side, UnitId};
use engine::view::Effect;
use engine::{
    Arg, Dice, DiceShape, Event, EventKind, Log, No, Odds, OddsItem, OddsOutcome, Probability,
    Text, Viewer,
};
use hex::{HexId, SideId};
use smallvec::SmallVec;

/// Where guns are and how far they fire.
pub(crate) type Guns = SmallVec<[(HexId, u16); 64]>;

impl<B: Book> Wb95<B> {
    /// Whether a hex may be the target of a ranged attack: enemies are there, nobody there has
    /// fought directly, and it need not be attacked [6.4.5] (R81).
    pub fn may_shell(&self, state: &State<B>, hex: HexId) -> Result<(), No> {
        match state.phase {
            Phase::Combat => self.may_shell_beside(state, &self.contacts(state), hex),
            _ => self.may_be_shelled(state, hex),
        }
    }

    /// The same in the Combat Phase, with the contacts of the moment.
    fn may_shell_beside(
        &self,
        state: &State<B>,
        contacts: &Contacts,
        hex: HexId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        let enemy = self.active(state).other();
        if !self.holds(state, enemy, hex) {
            return no(rule!(B, "6.4.2"), "no.nobody-to-attack");
        }
        if state.position.stack(hex).any(|u| state.position.has_mark(u, Mark::Fought)) {
            return no(rule!(B, "5.1.1"), "no.attacked-already");
        }
        if contacts.is_obliged_hex(hex) {
            return no(rule!(B, "6.4.5"), "no.must-be-attacked");
        }
        self.leaves_partners(state, contacts, &[], &[hex])?;
        self.may_be_shelled(state, hex)
    }

    /// Whether enemies are in a hex that enough guns reach.
    fn may_be_shelled(&self, state: &State<B>, hex: HexId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        if !self.holds(state, self.active(state).other(), hex) {
            return no(rule!(B, "6.4.2"), "no.nobody-to-attack");
        }
        let fire = self.fire_at(state, hex, None);
        let needed = if fire.barrage { self.tables.core.barrage_min_artillery_per_hex } else { 1 };
        let guns = self.guns_for(state, &fire).take(needed).count();
        if guns >= needed { Ok(()) } else { no(rule!(B, "6.4.2"), "no.no-gun-in-range") }
    }

    /// Whether a bridge may be fired at [6.4.7] (R85).
    pub fn may_shell_bridge(&self, state: &State<B>, side: SideId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text));
        if state.phase != Phase::Combat || !self.is_bridged(state, side) {
            return no(rule!(B, "6.4.7"), "no.no-bridge");
        }
        let (hex, _) = self.map.grid.hexes_of(side);
        let fire = self.fire_at(state, hex, Some(side));
        match self.guns_for(state, &fire).next() {
            Some(_) => Ok(()),
            None => no(rule!(B, "6.4.2"), "no.no-gun-in-range"),
        }
    }

    /// The own guns that are ready.
    pub(crate) fn ready_guns(&self, state: &State<B>) -> Guns {
        self.units_of(state, self.active(state))
            .filter(|&(u, _)| self.is_ready_to_fire(state, u).is_ok())
            .map(|(u, h)| (h, self.range_of(u)))
            .collect()
    }

    /// What may be fired at: hexes and bridges in the range of own guns that are ready.
    pub(crate) fn fire_targets<'a>(
        &'a self,
        state: &'a State<B>,
        contacts: &'a Contacts,
        guns: &'a Guns,
    ) -> impl Iterator<Item = Choice> + 'a {
        let enemy = self.active(state).other();
        let near = |h: HexId| guns.iter().any(|&(g, n)| self.map.grid.distance(g, h) <= n);
        // Each hex once: by the highest of the units that hold it.
        let first = move |u: UnitId, h: HexId| {
            state.position.stack(h).find(|&other| self.side(other) == enemy) == Some(u)
        };
        let held = self.units_of(state, enemy).filter(move |&(u, h)| first(u, h)).map(|(_, h)| h);
        let may = move |h: HexId| self.may_shell_beside(state, contacts, h).is_ok();
        let hexes = held.filter(move |&h| near(h) && may(h));
        let bridges = self.ground.bridges.iter().copied().chain(state.built.iter().copied());
        let bridges = bridges.filter(move |&s| {
            let (a, b) = self.map.grid.hexes_of(s);
            (near(a) || near(b)) && self.may_shell_bridge(state, s).is_ok()
        });
        hexes.map(Choice::Hex).chain(bridges.map(Choice::Hexside))
    }

    /// A ranged attack before its guns are chosen.
    pub fn fire_at(&self, state: &State<B>, hex: HexId, bridge: Option<SideId>) -> Fire {
        let barrage = state.phase == Phase::Barrage;
        Fire { hex, bridge, guns: Units::new(), full: Units::new(), barrage }
    }

    /// The guns that may fire at a target.
    pub fn guns_for<'a>(
        &'a self,
        state: &'a State<B>,
        fire: &'a Fire,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let side = self.active(state);
        self.units_of(state, side)
            .map(|(u, _)| u)
            .filter(|&u| self.class(u).is_artillery() && self.may_fire(state, fire, u).is_ok())
    }

    /// Whether a gun may join a ranged attack [6.4.1] [6.4.3].
    pub fn may_fire(&self, state: &State<B>, fire: &Fire, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if unit.index() >= self.roster.len() || self.side(unit) != self.active(state) {
            return no(rule!(B, "6.4.1"), "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else {
            return no(rule!(B, "6.4.1"), "no.off-map");
        };
        if fire.guns.contains(&unit) {
            return no(rule!(B, "6.4.1"), "no.fires-already");
        }
        self.is_ready_to_fire(state, unit)?;
        if self.is_frozen(state, unit) {
            return no(kursk!("R23"), "no.frozen");
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
            return no(rule!(B, "6.1.2"), "no.out-of-range");
        }
        if let Some(rule) = B::SENTENCES.zone_ties_guns
            && self.in_enemy_zone(state, self.side(unit), hex)
        {
            return no(rule, "no.gun-in-zone");
        }
        if fire.bridge.is_none() && distance <= 1 {
            return no(rule!(B, "6.4.3"), "no.adjacent-fire");
        }
        if fire.barrage && usize::from(state.ammunition[self.side(unit)]) <= fire.guns.len() {
            return no(rule!(B, "6.5.7"), "no.no-ammunition");
        }
        Ok(())
    }

    /// Whether a gun of the ranged attack may pay a level for its full strength [10.2.3].
    pub fn may_buy_fire(&self, state: &State<B>, fire: &Fire, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !fire.guns.contains(&unit) || state.oos[unit.index()] == 0 {
            return no(rule!(B, "10.2.2"), "no.in-supply");
        }
        if fire.full.contains(&unit) { no(rule!(B, "10.2.3"), "no.bought-already") } else { Ok(()) }
    }

    /// Whether the ranged attack in hand may be fired.
    pub fn may_roll_fire(&self, fire: &Fire) -> Result<(), No> {
        if fire.guns.is_empty() {
            return Err(No::new(rule!(B, "6.4.1"), "no.no-guns"));
        }
        let least = self.tables.core.barrage_min_artillery_per_hex;
        if fire.barrage && fire.guns.len() < least {
            return Err(No::new(rule!(B, "6.5.4"), "no.barrage-needs-more").n(least as i32));
        }
        Ok(())
    }

    /// The strength of a ranged attack after the terrain is subtracted [6.4.2].
    pub fn fire_strength(&self, state: &State<B>, fire: &Fire) -> i32 {
        let guns: u16 =
            fire.guns.iter().map(|&u| self.attack_of(state, u, fire.full.contains(&u))).sum();
        let core = &self.tables.core;
        if fire.bridge.is_some() {
            return i32::from(guns);
        }
        let guns = if fire.barrage { guns * core.barrage_strength_multiplier } else { guns };
        i32::from(guns + self.fire_air(state, fire)) - self.shield(fire.hex)
    }

    /// What flies in support of a ranged attack, which a barrage and fire on bridges do not have
    /// [6.4.4] [8.2.3].
    fn fire_air(&self, state: &State<B>, fire: &Fire) -> u16 {
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
    pub fn fire_rolls(&self, state: &State<B>, fire: &Fire) -> bool {
        self.table_for(fire).row(self.fire_strength(state, fire)).is_some()
    }

    /// Fires.
    pub fn fire(&self, state: &mut State<B>, fire: &Fire, dice: &mut dyn Dice, log: &mut Log) {
        state.close();
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
                Some(_) => rule!(B, "6.4.7"),
                None if fire.barrage => rule!(B, "6.5.3"),
                None => rule!(B, "6.4.2"),
            };
            let text = Text::new(id).hex(fire.hex).n(roll).with("code", Arg::Name(code.clone()));
            let mut event = Event::new(EventKind::Rolled, rule, text).hex(fire.hex);
            event.rules.extend(self.acting([
                (fire.bridge.is_some(), rule!(B, "14.1.1")),
                (fire.barrage, rule!(B, "6.5.2")),
                (fire.barrage, rule!(B, "6.5.7")),
            ]));
            event.units.extend(fire.guns.iter().copied());
            event.code = Some(code);
            event.result = Some(fire_text(part));
            if roll > 0 { event.rolled(&rolls, roll as i16) } else { event }
        });
        match fire.bridge {
            Some(bridge) if part.destroyed => self.break_bridge(state, bridge),
            Some(_) => {}
            None => self.suffer_fire(state, side.other(), fire.hex, part, dice, log),
        }
    }

    fn spend_guns(&self, state: &mut State<B>, fire: &Fire) {
        let side = self.active(state);
        for &gun in &fire.guns {
            self.stir(state, gun);
            if fire.barrage {
                state.ammunition[side] = state.ammunition[side].saturating_sub(1);
                state.position.set_mark(gun, Mark::Barraged, true);
                let phases = self.tables.core.barrage_silent_combat_phases;
                state.position.set_mark(gun, Mark::Silent, phases >= 1);
                state.position.set_mark(gun, Mark::SilentLonger, phases >= 2);
            } else {
                state.position.set_mark(gun, Mark::Fired, true);
            }
        }
    }

    /// A hex suffers by fire or from the air: the owner chooses the CELs lost [5.1.8], then all are disorganised or
    /// tested.
    pub fn suffer_fire(
        &self,
        state: &mut State<B>,
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
        state.ask(FireLoss { side, hex, left: part.loss, part });
        self.settle_fire(state, dice, log);
    }

    /// Whether a counter may take a loss by fire.
    pub fn may_take_fire(&self, state: &State<B>, hex: HexId, unit: UnitId) -> Result<(), No> {
        let there = unit.index() < self.roster.len() && state.position.hex(unit) == Some(hex);
        if there { Ok(()) } else { Err(No::new(rule!(B, "5.1.8"), "no.not-in-that-hex").hex(hex)) }
    }

    fn settle_fire(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        let Some(&Stage::FireLoss(FireLoss { hex, left, part, .. })) = state.stage() else {
            return;
        };
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
        state.close();
        let units: Vec<UnitId> = state.position.stack(hex).collect();
        if part.disorganised {
            units.iter().for_each(|&unit| self.disorganise(state, unit, log));
        }
        if part.test {
            self.test_stack(state, &units, dice, log);
        }
    }

    /// The ranged attack in hand as it is shown before the dice.
    pub fn fire_odds(&self, state: &State<B>, fire: &Fire) -> Option<Odds> {
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
            rules: [rule!(B, "6.4.1")].into(),
        };
        let mut strengths: Vec<OddsItem> = fire.guns.iter().map(|&u| gun(u)).collect();
        let air = self.fire_air(state, fire);
        if air > 0 {
            let (text, value) = (Text::new("odds.air"), air.to_string());
            let rules =
                self.acting([(true, rule!(B, "8.2.3")), (true, rule!(B, "6.4.4"))]).collect();
            strengths.push(OddsItem { side: attacker, text, value, rules });
        }
        let shield = self.shield(fire.hex);
        if fire.bridge.is_none() && shield > 0 {
            let text = Text::new("odds.shield").hex(fire.hex);
            let value = format!("−{shield}");
            strengths.push(OddsItem {
                side: attacker.other(),
                text,
                value,
                rules: [rule!(B, "6.4.2")].into(),
            });
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
pub fn fire_outcomes(table: &FireTable, row: usize, attacker: Side) -> Vec<OddsOutcome> {
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
        let text = fire_text(part);
        let good_for = (text.id != "odds.nothing").then_some(attacker);
        let p = Probability { num: ways.into(), den: 36 };
        found.push(OddsOutcome { code: code.clone(), text, rolls: vec![roll], p, good_for });
    }
    found
}

/// What fire does to a hex or a bridge, in words.
pub fn fire_text(part: Part) -> Text {
    let (id, n) = match part {
        Part { destroyed: true, .. } => ("odds.destroyed", 0),
        Part { loss, disorganised: true, .. } if loss > 0 => ("odds.loss-and-disorder", loss),
        Part { loss, .. } if loss > 0 => ("odds.loss", loss),
        Part { disorganised: true, .. } => ("odds.disorder", 0),
        Part { test: true, .. } => ("odds.test", 0),
        _ => ("odds.nothing", 0),
    };
    Text::new(id).n(n)
}

/// Who of a shelled hex loses a CEL [5.1.8].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireLoss {
    /// Whose.
    pub side: Side,
    /// Where.
    pub hex: HexId,
    /// How many.
    pub left: u8,
    /// What happens to the rest afterwards.
    pub part: Part,
}

impl<B: Book> Decide<Wb95<B>> for FireLoss {
    const ID: &'static str = "fire-loss";
    const WRONG: Wrong = (rule!(B, "5.1.8"), "no.choose-losses");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, _: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(state.position.stack(self.hex));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_take_fire(at.state, self.hex, unit),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.game.reduce(play.state, unit, Cause::Combat, play.log);
        play.replace(FireLoss { left: self.left - 1, ..self.clone() });
        play.game.settle_fire(play.state, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        let text = Text::new("prompt.fire-loss").hex(self.hex).n(self.left);
        Asked::from(text).fact(Text::new("fact.left").n(self.left))
    }

    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        orders::spread_losses(at, is_on)
    }
}

/// What the barrage falls on [6.5.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Barrage;

impl<B: Book> Decide<Wb95<B>> for Barrage {
    const ID: &'static str = "barrage";
    const WRONG: Wrong = (rule!(B, "6.5.2"), "no.choose-target");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let enemies = game.units_of(state, game.active(state).other()).map(|(_, hex)| hex);
        out.hexes(enemies.filter(|&hex| game.may_shell(state, hex).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_shell(at.state, hex),
            DONE => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => play.ask(play.game.fire_at(play.state, hex, None)),
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.barrage")
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        let offer = ending(at, choice, "verb.end-barrage");
        let kept = choice == DONE && at.state.ammunition[at.game.active(at.state)] > 0;
        let text = Text::new("effect.ammunition-kept");
        let effect = Effect { kind: "kept", text, rule: rule!(B, "6.5.8"), tone: "good" };
        at.game.with_effects(offer, kept.then_some(effect))
    }
}

/// What a ranged attack falls on [6.4.2] [6.4.7].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireTarget;

impl<B: Book> Decide<Wb95<B>> for FireTarget {
    const ID: &'static str = "fire-target";
    const WRONG: Wrong = (rule!(B, "6.4.2"), "no.choose-target");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, desk: &mut Desk, out: &mut Choices) {
        game.find_contacts(state, &mut desk.contacts);
        out.extend(game.fire_targets(state, &desk.contacts, &game.ready_guns(state)));
        out.add(STOP);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_shell(at.state, hex),
            Choice::Hexside(side) if side.index() < at.game.map.grid.sides_len() => {
                at.game.may_shell_bridge(at.state, side)
            }
            STOP => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let (hex, bridge) = match choice {
            Choice::Hex(hex) => (hex, None),
            Choice::Hexside(side) => (play.game.map.grid.hexes_of(side).0, Some(side)),
            STOP => return play.close(),
            _ => impossible(self, choice),
        };
        play.replace(play.game.fire_at(play.state, hex, bridge));
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.fire-target")
    }
}

impl Fire {
    fn may_use<B: Book>(&self, game: &Wb95<B>, state: &State<B>, unit: UnitId) -> Result<(), No> {
        match self.guns.contains(&unit) {
            true => game.may_buy_fire(state, self, unit),
            false => game.may_fire(state, self, unit),
        }
    }

    /// A gun joins, or pays a level for its full strength [10.2.3].
    fn add<B: Book>(&self, play: &mut Play<'_, B>, unit: UnitId) {
        let (mut fire, buys) = (self.clone(), self.guns.contains(&unit));
        if buys { &mut fire.full } else { &mut fire.guns }.push(unit);
        play.replace(fire);
        if buys {
            play.game.raise_level(play.state, unit, rule!(B, "10.2.3"), play.log);
        }
    }
}

/// Which guns fire; then the dice [6.4.1].
impl<B: Book> Decide<Wb95<B>> for Fire {
    const ID: &'static str = "fire";
    const WRONG: Wrong = (rule!(B, "6.4.2"), "no.choose-target");
    const PASSES: bool = false;

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let own = game.units_of(state, game.active(state)).map(|(unit, _)| unit);
        out.units(own.filter(|&u| self.may_use(game, state, u).is_ok()));
        out.add_if(game.may_roll_fire(self).is_ok(), ROLL);
        out.add(STOP);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => self.may_use(at.game, at.state, unit),
            ROLL => at.game.may_roll_fire(self),
            STOP => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => self.add(play, unit),
            ROLL if B::plan_fire(play.game, play.state, self) => {}
            ROLL => play.game.fire(play.state, self, play.dice, play.log),
            STOP => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.fire").hex(self.hex).into()
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        self.guns.to_vec()
    }

    /// While he aims, his guns are his secret; they are masked, or the game has secrets in the air.
    fn odds(&self, game: &Wb95<B>, state: &State<B>, viewer: Viewer) -> Option<Odds> {
        match game.hides() && !viewer.knows_of(game.active(state)) {
            true => None,
            false => game.fire_odds(state, self),
        }
    }

    fn rolls(&self, game: &Wb95<B>, state: &State<B>) -> Option<Choice> {
        let rolls = B::SENTENCES.fire_is_unanswered
            && game.may_roll_fire(self).is_ok()
            && game.fire_rolls(state, self);
        rolls.then_some(ROLL)
    }
}
