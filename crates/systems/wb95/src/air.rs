//! Air units [8].

use crate::counters::Cause;
use crate::data::FireTable;
use crate::decision::*;
use crate::game::Wb95;
use crate::orders::NO_MISSIONS;
use crate::state::{AIR, Mission, MissionKind, State, Units};
use crate::verb::{self, DONE, STOP};
use board::{Side, Spot, UnitId};
use engine::view::{Owed, Sign};
use engine::{Arg, Choice, Dice, Event, EventKind, Log, No, Text, Viewer};
use hex::HexId;

/// The missions and their buttons.
pub const MISSIONS: [(Choice, MissionKind); 7] = [
    (verb::OFFENSIVE, MissionKind::Offensive),
    (verb::DEFENSIVE, MissionKind::Defensive),
    (verb::AIR_ATTACK, MissionKind::Attack),
    (verb::OBJECT, MissionKind::Object),
    (verb::INTERDICTION, MissionKind::Interdiction),
    (verb::CROSSING, MissionKind::Crossing),
    (verb::AIR_SUPPLY, MissionKind::Supply),
];

impl MissionKind {
    /// Resolved at once, before anything else happens [8.1.2].
    fn is_immediate(self) -> bool {
        matches!(self, MissionKind::Attack | MissionKind::Object | MissionKind::Supply)
    }

    /// Stands until the end of the coming Strategic Movement Phase; supports until the end of the Combat Phase (R32).
    pub fn stands_long(self) -> bool {
        matches!(self, MissionKind::Interdiction | MissionKind::Crossing)
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            MissionKind::Offensive => "mission.offensive",
            MissionKind::Defensive => "mission.defensive",
            MissionKind::Attack => "mission.attack",
            MissionKind::Object => "mission.object",
            MissionKind::Interdiction => "mission.interdiction",
            MissionKind::Crossing => "mission.crossing",
            MissionKind::Supply => "mission.supply",
        }
    }
}

impl<B: Book> Wb95<B> {
    /// The air counters that a side may still use in this turn [8.1.5].
    pub fn ready_air<'a>(
        &'a self,
        state: &'a State<B>,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        state.position.in_box(AIR).filter(move |&u| self.may_fly(state, side, u).is_ok())
    }

    /// Whether an air counter may be given a mission now.
    pub fn may_fly(&self, state: &State<B>, side: Side, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let mine = unit.index() < self.roster.len()
            && self.side(unit) == side
            && state.position.spot(unit) == Spot::Box(AIR);
        if !mine {
            return no(rule!(B, "8.1.1"), "no.not-your-air");
        }
        if state.flown.contains(&unit) || state.missions.iter().any(|m| m.counters.contains(&unit))
        {
            return no(rule!(B, "8.1.5"), "no.flown-already");
        }
        self.is_given(state, unit, 0)
    }

    /// Whether these counters may fly a kind of mission together.
    pub fn may_fly_kind(
        &self,
        state: &State<B>,
        side: Side,
        units: &Units,
        kind: MissionKind,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text));
        let core = &self.tables.core;
        let sp: u16 = units.iter().map(|&u| self.class(u).strength(1)).sum();
        let nation = units.first().map(|&u| self.class(u).nationality.as_str()).unwrap_or_default();
        let enough = |rule: Rule, least: u16| match sp >= least {
            true => Ok(()),
            false => Err(No::new(rule, "no.too-few-sp").n(i32::from(least))),
        };
        match kind {
            // The side of this half of the turn attacks in it, the other defends (R32).
            MissionKind::Offensive if side != self.active(state) => {
                no(rule!(B, "8.2.2"), "no.not-your-attack")
            }
            MissionKind::Defensive if side == self.active(state) => {
                no(rule!(B, "8.2.4"), "no.not-your-defence")
            }
            MissionKind::Defensive if nation == "soviet" => {
                no(rule!(B, "8.2.5"), "no.soviet-defence")
            }
            MissionKind::Object => enough(rule!(B, "8.2.10"), core.air_object_min_sp),
            MissionKind::Interdiction if !self.is_soviet(side.other()) => {
                no(rule!(B, "8.2.11"), "no.soviets-only")
            }
            MissionKind::Interdiction => enough(rule!(B, "8.2.12"), core.air_interdiction_min_sp),
            MissionKind::Supply if nation != "american" && nation != "british" => {
                no(rule!(B, "8.2.22"), "no.allies-only")
            }
            MissionKind::Supply => enough(rule!(B, "8.2.23"), core.air_supply_min_sp),
            _ => Ok(()),
        }?;
        match self.mission_targets(state, side, units, kind).next() {
            Some(_) => Ok(()),
            None => no(rule!(B, "8.2.1"), "no.no-target"),
        }
    }

    fn is_soviet(&self, side: Side) -> bool {
        self.sides[side.index()].id == "soviet"
    }

    /// The choices that a kind of mission may be flown against.
    pub fn mission_targets<'a>(
        &'a self,
        state: &'a State<B>,
        side: Side,
        units: &'a Units,
        kind: MissionKind,
    ) -> Box<dyn Iterator<Item = Choice> + 'a> {
        let may = move |c: &Choice| self.may_send(state, side, units, *c).is_ok();
        match kind {
            MissionKind::Object => {
                let bridges =
                    self.ground.bridges.iter().copied().chain(state.built.iter().copied());
                let standing = bridges.filter(|&s| self.is_bridged(state, s));
                Box::new(standing.map(Choice::Hexside).filter(may))
            }
            _ => Box::new(
                self.map
                    .grid
                    .hexes()
                    .filter(move |&h| self.may_aim(state, side, kind, h).is_ok())
                    .map(Choice::Hex)
                    .filter(may),
            ),
        }
    }

    /// Whether a mission may lie on a hex.
    pub fn may_aim(
        &self,
        state: &State<B>,
        side: Side,
        kind: MissionKind,
        hex: HexId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        match kind {
            MissionKind::Offensive | MissionKind::Attack => {
                match self.holds(state, side.other(), hex) {
                    true => Ok(()),
                    false if kind == MissionKind::Offensive => {
                        no(rule!(B, "8.2.2"), "no.nobody-to-attack")
                    }
                    false => no(rule!(B, "8.2.6"), "no.nobody-to-attack"),
                }
            }
            MissionKind::Defensive | MissionKind::Supply => match self.holds(state, side, hex) {
                true => Ok(()),
                false if kind == MissionKind::Supply => no(rule!(B, "8.2.25"), "no.nobody-to-help"),
                false => no(rule!(B, "8.2.4"), "no.nobody-to-help"),
            },
            MissionKind::Interdiction => Ok(()),
            MissionKind::Crossing => match self.is_on_big_river(hex) {
                true => Ok(()),
                false => no(rule!(B, "8.2.16"), "no.no-big-river"),
            },
            MissionKind::Object => no(rule!(B, "8.2.8"), "no.choose-bridge"),
        }
    }

    fn is_on_big_river(&self, hex: HexId) -> bool {
        hex::Direction::ALL.into_iter().any(|d| self.ground.side(self.map.grid.side(hex, d)).big)
    }

    /// A mission is assigned, still secret [8.1.7].
    pub fn assign(
        &self,
        state: &mut State<B>,
        side: Side,
        counters: Units,
        kind: MissionKind,
        target: Choice,
    ) {
        let (hex, bridge) = match target {
            Choice::Hex(hex) => (hex, None),
            Choice::Hexside(s) => (self.map.grid.hexes_of(s).0, Some(s)),
            _ => return,
        };
        self.count_sorties(state, &counters, hex);
        // Counters that attack one hex do so together (8.4).
        let joins = |m: &&mut Mission| m.side == side && m.kind == kind && m.hex == hex;
        if kind == MissionKind::Attack
            && let Some(first) = state.missions.iter_mut().find(joins)
        {
            first.counters.extend(counters);
            return;
        }
        let mission = Mission { side, kind, counters, hex, bridge, attacks: Default::default() };
        let sp = self.mission_sp(&mission);
        state.missions.push(mission);
        if kind == MissionKind::Crossing {
            let left = sp * self.tables.core.river_crossing_attacks_per_sp;
            let mission = state.missions.len() as u8 - 1;
            state.ask(AirSpread { side, mission, left: left as u8 });
        }
    }

    /// Whether a crossing attack may be given to a hex: the first, or one beside another [8.2.18].
    pub fn may_spread(&self, state: &State<B>, mission: u8, hex: HexId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        let Some(mission) = state.missions.get(usize::from(mission)) else {
            return no(rule!(B, "8.2.18"), "no.no-target");
        };
        if !self.is_on_big_river(hex) {
            return no(rule!(B, "8.2.16"), "no.no-big-river");
        }
        let joined = hex == mission.hex
            || mission.attacks.iter().any(|(h, _)| *h == hex || self.map.grid.adjacent(*h, hex));
        if joined { Ok(()) } else { no(rule!(B, "8.2.18"), "no.not-connected") }
    }

    /// Both have planned: the missions are shown, fight and are resolved.
    pub fn resolve_air(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        if state.secret {
            state.secret = false;
            self.reveal_missions(state, log);
        }
        let pairs = self.air_pairs(state);
        match pairs[..] {
            [] => {}
            [pair] => return self.fight_in_air(state, pair, dice, log),
            _ => return state.ask(AirCombat),
        }
        for side in [self.first, self.first.other()] {
            let open: Vec<usize> = self.immediate(state, side).collect();
            match open[..] {
                [] => {}
                [one] => return self.fly(state, one, dice, log),
                _ => return state.ask(AirNext { side }),
            }
        }
        state.close();
    }

    fn reveal_missions(&self, state: &mut State<B>, log: &mut Log) {
        if !state.missions.is_empty() {
            log.reveal();
        }
        for mission in &state.missions {
            log.say(|| {
                let text = Text::new("event.mission")
                    .side(mission.side)
                    .with("mission", Arg::Word(mission.kind.word()))
                    .hex(mission.hex);
                let mut event =
                    Event::new(EventKind::Revealed, rule!(B, "8.1.7"), text).hex(mission.hex);
                event.rules.extend(self.rules_of_mission(state, mission));
                event
            });
        }
    }

    /// The missions that lie on the map: his own, and all once both have planned [8.1.3] [8.1.7].
    pub(crate) fn mission_signs(&self, state: &State<B>, viewer: Viewer) -> Vec<Sign> {
        let known = |m: &&Mission| !state.secret || viewer.knows_of(m.side) || m.kind.stands_long();
        let sign = |m: &Mission| Sign {
            hex: m.hex,
            side: m.side,
            kind: "air",
            n: m.counters.len() as u8,
            text: Text::new("event.mission")
                .side(m.side)
                .with("mission", Arg::Word(m.kind.word()))
                .hex(m.hex),
            rule: rule!(B, "8.1.3"),
        };
        state.missions.iter().filter(known).map(sign).collect()
    }

    /// The rules by which a mission flies: in the Air Phase [8.1.2], be it the enemy's [8.1.4],
    /// with others on its hex where
    /// any number may be there [8.1.6], or against so many crossings [8.2.17].
    fn rules_of_mission<'a>(
        &'a self,
        state: &State<B>,
        mission: &Mission,
    ) -> impl Iterator<Item = Rule> + use<'a, B> {
        let here = state.missions.iter().filter(|m| m.hex == mission.hex);
        let counters: usize = here.map(|m| m.counters.len()).sum();
        let limited = self.tables.variant.air.counters_on_hex > 0;
        self.acting([
            (true, rule!(B, "8.1.2")),
            (mission.side != self.active(state), rule!(B, "8.1.4")),
            (counters > 1 && !limited, rule!(B, "8.1.6")),
            (mission.kind == MissionKind::Crossing, rule!(B, "8.2.17")),
        ])
    }

    /// Opposing missions on the same or adjacent hexes, by their hexes [8.1.8].
    pub fn air_pairs(&self, state: &State<B>) -> Vec<(HexId, HexId)> {
        let of = |side: Side| {
            let mut hexes: Vec<HexId> =
                state.missions.iter().filter(|m| m.side == side).map(|m| m.hex).collect();
            hexes.sort_unstable();
            hexes.dedup();
            hexes
        };
        let mut pairs = Vec::new();
        for a in of(self.first) {
            for b in of(self.first.other()) {
                if self.map.grid.distance(a, b) <= 1 {
                    pairs.push((a, b));
                }
            }
        }
        pairs
    }

    /// Each side's strength on its hex plus a die; ties are thrown again; the lower is removed [8.1.8].
    pub fn fight_in_air(
        &self,
        state: &mut State<B>,
        pair: (HexId, HexId),
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let (first, second) = (self.first, self.first.other());
        let sum = |state: &State<B>, side: Side, hex: HexId| -> u16 {
            let here = state.missions.iter().filter(|m| m.side == side && m.hex == hex);
            here.map(|m| self.mission_sp(m)).sum()
        };
        let (a, b) = (sum(state, first, pair.0), sum(state, second, pair.1));
        let (mut x, mut y);
        loop {
            (x, y) = (a + dice.roll(6), b + dice.roll(6));
            if x != y {
                break;
            }
        }
        let (loser, hex) = if x < y { (first, pair.0) } else { (second, pair.1) };
        log.say(|| {
            let text = Text::new("event.air-combat")
                .side(loser)
                .hex(hex)
                .with("first", Arg::Number(x.into()))
                .with("second", Arg::Number(y.into()));
            let mut event = Event::new(EventKind::Rolled, rule!(B, "8.1.8"), text).hex(hex);
            event.rules.extend(self.acting([(true, rule!(B, "8.1.9"))]));
            event
        });
        let (lost, kept): (Vec<Mission>, Vec<Mission>) = std::mem::take(&mut state.missions)
            .into_iter()
            .partition(|m| m.side == loser && m.hex == hex);
        state.missions = kept;
        for mission in lost {
            state.flown.extend(mission.counters); // [8.1.9]
        }
    }

    /// The immediate missions of a side, by their place in the list.
    pub fn immediate<'a>(
        &'a self,
        state: &'a State<B>,
        side: Side,
    ) -> impl Iterator<Item = usize> + 'a {
        let missions = state.missions.iter().enumerate();
        missions.filter(move |(_, m)| m.side == side && m.kind.is_immediate()).map(|(i, _)| i)
    }

    /// Resolves an immediate mission.
    pub fn fly(&self, state: &mut State<B>, index: usize, dice: &mut dyn Dice, log: &mut Log) {
        let mut mission = state.missions.remove(index);
        if mission.kind == MissionKind::Attack {
            // Each kind of counter makes an attack of its own (K-R14).
            let bombs = mission.counters.iter().any(|&u| self.is_bomber(u));
            let (now, later): (Units, Units) =
                mission.counters.iter().copied().partition(|&u| self.is_bomber(u) == bombs);
            mission.counters = now;
            if !later.is_empty() {
                state.missions.insert(index, Mission { counters: later, ..mission.clone() });
            }
        }
        state.flown.extend(mission.counters.iter().copied());
        match mission.kind {
            MissionKind::Attack => self.bomb(state, &mission, dice, log),
            MissionKind::Object => self.bomb_bridge(state, &mission, dice, log),
            MissionKind::Supply => self.drop_supplies(state, &mission, dice, log),
            _ => {}
        }
    }

    fn read(
        &self,
        table: &FireTable,
        sp: i32,
        down: usize,
        dice: &mut dyn Dice,
    ) -> Option<(u16, usize, usize)> {
        let row = (table.row(sp)? + down).min(table.0.len() - 1);
        let roll = dice.roll(6) + dice.roll(6);
        Some((roll, row, usize::from(roll) - 2))
    }

    /// An air attack on a hex [8.2.6] [8.2.7].
    fn bomb(&self, state: &mut State<B>, mission: &Mission, dice: &mut dyn Dice, log: &mut Log) {
        let sp = i32::from(self.mission_sp(mission)) - self.shield(mission.hex);
        let bombs = mission.counters.iter().any(|&u| self.is_bomber(u));
        let own = self.tables.bomber_attack.as_ref().filter(|_| bombs);
        let table = own.unwrap_or(&self.tables.air_attack);
        let down = self.star_rows(state, &mission.counters, mission.hex);
        let Some((roll, row, index)) = self.read(table, sp, down, dice) else { return };
        let (part, code) = (table.0[row].cells[index], table.0[row].printed[index].clone());
        log.say(|| {
            let text = Text::new("event.bombed")
                .hex(mission.hex)
                .n(roll)
                .with("code", Arg::Name(code.clone()));
            let mut event = Event::new(EventKind::Rolled, rule!(B, "8.2.6"), text).hex(mission.hex);
            event.rules.extend(self.acting([
                (self.shield(mission.hex) > 0, rule!(B, "8.2.7")),
                (down > 0, rule!(B, "21.1.1")),
            ]));
            event.code = Some(code);
            event.result = Some(crate::artillery::fire_text(part));
            event
        });
        self.suffer_fire(state, mission.side.other(), mission.hex, part, dice, log);
    }

    /// An air attack on a bridge [8.2.8].
    fn bomb_bridge(
        &self,
        state: &mut State<B>,
        mission: &Mission,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let bridge = mission.bridge.expect("a mission against a bridge names it");
        let table = &self.tables.objects;
        let sp = i32::from(self.mission_sp(mission));
        let Some((roll, row, index)) = self.read(table, sp, 0, dice) else { return };
        let destroyed = table.0[row].cells[index].destroyed;
        if destroyed {
            self.break_bridge(state, bridge);
        }
        log.say(|| {
            let id = if destroyed { "event.bridge-bombed" } else { "event.bridge-missed" };
            let text = Text::new(id).with("bridge", Arg::Hexside(bridge)).n(roll);
            let (a, b) = self.map.grid.hexes_of(bridge);
            let sheltered = self.shield(a) > 0 || (b.is_some() && self.shield(b) > 0);
            let mut event = Event::new(EventKind::Rolled, rule!(B, "8.2.8"), text).hex(mission.hex);
            event
                .rules
                .extend(self.acting([(sheltered, rule!(B, "8.2.9")), (true, rule!(B, "14.1.1"))]));
            event
        });
    }

    /// Supplies from the air: each counter succeeds unless it throws a six [8.2.24] [8.2.25].
    fn drop_supplies(
        &self,
        state: &mut State<B>,
        mission: &Mission,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let rolls: Vec<u16> = mission.counters.iter().map(|_| dice.roll(6)).collect();
        let good = rolls.iter().filter(|r| **r < 6).count() as u8;
        let units: Vec<UnitId> = state.position.stack(mission.hex).collect();
        for unit in units {
            let level = &mut state.oos[unit.index()];
            *level = level.saturating_sub(good);
        }
        log.say(|| {
            let text = Text::new("event.air-supplied").hex(mission.hex).n(good);
            let mut event =
                Event::new(EventKind::Supplied, rule!(B, "8.2.25"), text).hex(mission.hex);
            event.rules.extend(self.acting([(true, rule!(B, "8.2.24"))]));
            event
        });
    }

    /// A unit that crosses a big river without a bridge is attacked by what waits in the hex it enters [8.2.19] [8.2.21].
    pub fn suffer_crossing(
        &self,
        state: &mut State<B>,
        unit: UnitId,
        from: HexId,
        to: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = self.map.grid.side_between(from, to).expect("a step leads to a neighbour");
        if !self.ground.side(side).big || self.is_bridged(state, side) {
            return;
        }
        let enemy = self.side(unit).other();
        let attacks: u16 = state
            .missions
            .iter()
            .filter(|m| m.side == enemy && m.kind == MissionKind::Crossing && !state.secret)
            .flat_map(|m| m.attacks.iter())
            .filter(|(h, _)| *h == to)
            .map(|(_, n)| u16::from(*n))
            .sum();
        if attacks == 0 {
            return;
        }
        let rolls: Vec<u16> = (0..attacks).map(|_| dice.roll(6)).collect();
        let lost = rolls.iter().filter(|r| **r == 6).count();
        log.say(|| {
            let text = Text::new("event.crossing-attacked").unit(unit).hex(to).n(lost as i64);
            let event = Event::new(EventKind::Rolled, rule!(B, "8.2.19"), text).unit(unit).hex(to);
            event.rolled(&rolls, lost as i16)
        });
        for _ in 0..lost {
            if state.position.hex(unit).is_some() {
                self.reduce(state, unit, Cause::Combat, log);
            }
        }
    }

    /// Standing missions end and their counters are spent (R32).
    pub fn end_missions(&self, state: &mut State<B>, long: bool) {
        let (over, kept): (Vec<Mission>, Vec<Mission>) = std::mem::take(&mut state.missions)
            .into_iter()
            .partition(|m| m.kind.stands_long() == long);
        state.missions = kept;
        for mission in over {
            state.flown.extend(mission.counters);
        }
    }
}

/// Which air counter flies [8.1.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Air {
    /// Whose.
    pub side: Side,
}

impl<B: Book> Decide<Wb95<B>> for Air {
    const ID: &'static str = "air";
    const WRONG: Wrong = (rule!(B, "8.1.2"), "no.choose-air");
    const SECRET: bool = true;

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(game.ready_air(state, self.side));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_fly(at.state, self.side, unit),
            DONE => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                play.ask(AirMission { side: self.side, units: std::iter::once(unit).collect() });
            }
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let ready = at.game.ready_air(at.state, self.side).count();
        let left = at.game.air_to_fly(at.state, self.side);
        let of = Arg::Number(i64::try_from(ready).unwrap_or_default());
        ask("prompt.air").fact(Text::new("fact.may-fly").n(left).with("of", of))
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-air")
    }

    fn ordered(&self, _: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on(NO_MISSIONS).then_some(DONE)
    }

    fn reminders(&self, at: At<'_, B>) -> Vec<Owed> {
        let units = at.choices.all_units().collect();
        Owed::of_units("remind.fly", rule!(B, "8.1.1"), units).into_iter().collect()
    }
}

/// What flies with it, and on which mission [8.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AirMission {
    /// Whose.
    pub side: Side,
    /// The counters in hand.
    pub units: Units,
}

impl AirMission {
    fn may_take<B: Book>(&self, game: &Wb95<B>, state: &State<B>, unit: UnitId) -> Result<(), No> {
        if self.units.contains(&unit) {
            return Err(No::new(rule!(B, "8.1.3"), "no.flown-already").unit(unit));
        }
        game.may_fly(state, self.side, unit)?;
        game.is_given(state, unit, self.units.len())?;
        game.may_add_counter(&self.units)
    }

    fn kind(choice: Choice) -> Option<MissionKind> {
        MISSIONS.iter().find(|(c, _)| *c == choice).map(|(_, kind)| *kind)
    }
}

impl<B: Book> Decide<Wb95<B>> for AirMission {
    const ID: &'static str = "air-mission";
    const WRONG: Wrong = (rule!(B, "8.2.1"), "no.choose-mission");
    const SECRET: bool = true;

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| self.may_take(game, state, u).is_ok();
        out.units(state.position.in_box(AIR).filter(may));
        for (button, kind) in MISSIONS {
            let may = game.may_fly_kind(state, self.side, &self.units, kind).is_ok();
            out.add_if(may, button);
        }
        out.add(STOP);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match (choice, AirMission::kind(choice)) {
            (Choice::Unit(unit), _) => self.may_take(at.game, at.state, unit),
            (_, Some(kind)) => at.game.may_fly_kind(at.state, self.side, &self.units, kind),
            (STOP, _) => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let AirMission { side, mut units } = self.clone();
        play.close();
        match (choice, AirMission::kind(choice)) {
            (Choice::Unit(unit), _) => {
                units.push(unit);
                play.ask(AirMission { side, units });
            }
            (_, Some(kind)) => play.ask(AirTarget { side, units, kind }),
            (STOP, _) => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.air-mission").with("units", Arg::Units(self.units.to_vec())).into()
    }
}

/// Where the mission goes [8.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AirTarget {
    /// Whose.
    pub side: Side,
    /// The counters that fly.
    pub units: Units,
    /// The mission.
    pub kind: MissionKind,
}

impl<B: Book> Decide<Wb95<B>> for AirTarget {
    const ID: &'static str = "air-target";
    const WRONG: Wrong = (rule!(B, "8.2.1"), "no.choose-mission");
    const SECRET: bool = true;

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.extend(game.mission_targets(state, self.side, &self.units, self.kind));
        out.add(STOP);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        let (game, state) = (at.game, at.state);
        match choice {
            Choice::Hex(hex) => {
                game.may_aim(state, self.side, self.kind, hex)?;
                game.may_send(state, self.side, &self.units, choice)
            }
            Choice::Hexside(side) => {
                let bridged =
                    side.index() < game.map.grid.sides_len() && game.is_bridged(state, side);
                match bridged && self.kind == MissionKind::Object {
                    true => game.may_send(state, self.side, &self.units, choice),
                    false => Err(No::new(rule!(B, "8.2.8"), "no.no-bridge")),
                }
            }
            STOP => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        play.close();
        if choice != STOP {
            play.game.assign(play.state, self.side, self.units.clone(), self.kind, choice);
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.air-target").with("mission", Arg::Word(self.kind.word())).into()
    }
}

/// How crossing attacks are divided [8.2.18].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AirSpread {
    /// Whose.
    pub side: Side,
    /// The mission.
    pub mission: u8,
    /// Attacks left.
    pub left: u8,
}

impl<B: Book> Decide<Wb95<B>> for AirSpread {
    const ID: &'static str = "air-spread";
    const WRONG: Wrong = (rule!(B, "8.2.1"), "no.choose-mission");
    const SECRET: bool = true;

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |&h: &HexId| game.may_spread(state, self.mission, h).is_ok();
        out.hexes(game.map.grid.hexes().filter(may));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_spread(at.state, self.mission, hex),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { impossible(self, choice) };
        let attacks = &mut play.state.missions[usize::from(self.mission)].attacks;
        match attacks.iter_mut().find(|(h, _)| *h == hex) {
            Some((_, n)) => *n += 1,
            None => attacks.push((hex, 1)),
        }
        play.close();
        if self.left > 1 {
            play.ask(AirSpread { left: self.left - 1, ..self.clone() });
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.air-spread").n(self.left).into()
    }
}

/// Both have planned: air combat and immediate missions [8.1.2] [8.1.8].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AirResolve;

impl<B: Book> Automatic<Wb95<B>> for AirResolve {
    const ID: &'static str = "air-resolve";

    fn run(&self, play: &mut Play<'_, B>) {
        play.game.resolve_air(play.state, play.dice, play.log);
    }
}

/// Which air combat is fought next (R32).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AirCombat;

impl<B: Book> Decide<Wb95<B>> for AirCombat {
    const ID: &'static str = "air-combat";
    const WRONG: Wrong = (rule!(B, "8.1.8"), "no.choose-hex");

    fn decider(&self, game: &Wb95<B>, _: &State<B>) -> Side {
        game.first
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.air_pairs(state).iter().map(|pair| pair.0));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) => Err(No::new(rule!(B, "8.1.8"), "no.no-air-combat").hex(hex)),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let pairs = play.game.air_pairs(play.state);
        let Some(&pair) = pairs.iter().find(|p| Choice::Hex(p.0) == choice) else {
            impossible(self, choice)
        };
        play.close();
        play.game.fight_in_air(play.state, pair, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.air-combat")
    }
}

/// Which immediate mission is flown next [8.1.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AirNext {
    /// Whose.
    pub side: Side,
}

impl AirNext {
    /// The missions with what is chosen for each.
    fn missions<'a, B: Book>(
        &self,
        game: &'a Wb95<B>,
        state: &'a State<B>,
    ) -> impl Iterator<Item = (usize, Choice)> + 'a {
        game.immediate(state, self.side).map(|i| {
            let mission = &state.missions[i];
            (i, mission.bridge.map_or(Choice::Hex(mission.hex), Choice::Hexside))
        })
    }
}

impl<B: Book> Decide<Wb95<B>> for AirNext {
    const ID: &'static str = "air-next";
    const WRONG: Wrong = (rule!(B, "8.1.2"), "no.choose-mission");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.extend(self.missions(game, state).map(|(_, choice)| choice));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        only_if(at.choices.contains(choice), wrong::<B, Self>())
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let mut missions = self.missions(play.game, play.state);
        let Some((mission, _)) = missions.find(|(_, chosen)| *chosen == choice) else {
            impossible(self, choice)
        };
        drop(missions);
        play.close();
        play.game.fly(play.state, mission, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.air-next")
    }
}
