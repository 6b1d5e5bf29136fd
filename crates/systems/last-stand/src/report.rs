//! What the log says of moves, results and supply, and the rules that made it so.

use crate::class::{Formation, GERMAN, Kind, Mobility, SOVIET};
use crate::counters::Rules;
use crate::data::Weather;
use crate::game::LastStand;
use crate::reach::Destination;
use crate::result::Part;
use crate::state::{Fight, FightKind, Mark, Move, Phase, REBUILT_FACE, State};
use board::{Side, UnitId};
use engine::{Arg, Cited, Event, EventKind, Log, Moved, Rule, Text};
use hex::{Direction, HexId, HexSet, Mp};

impl LastStand {
    /// Units have moved: what their allowance and the prices they paid rest on.
    pub fn moved_event(&self, state: &State, moving: &Move, way: &Destination) -> Event {
        let text = Text::new("event.moved").hex(way.hex);
        let text = text.with("units", Arg::Units(moving.units.to_vec()));
        let text = text.with("cost", Arg::Mp(way.foot.max(way.motorized)));
        let mut event = Event::new(EventKind::Moved, rule!("5.11"), text).hex(way.hex);
        event.rules.extend(self.allowance_rules(state, moving, way));
        for pair in way.path.windows(2) {
            let Some(direction) = self.map.grid.direction(pair[0], pair[1]) else { continue };
            for &unit in &moving.units {
                self.add_prices(state, unit, (pair[0], direction, pair[1]), &mut event.rules);
            }
        }
        let exits = self.zone_exits(state, &way.path);
        let again = exits > 1 || (exits > 0 && moving.begun);
        event.rules.extend(again.then_some(rule!("5.25")));
        event.units.extend(moving.units.iter().copied());
        let path = |&unit: &UnitId| Moved { unit, path: way.path.clone() };
        event.moves = moving.units.iter().map(path).collect();
        event
    }

    /// What sets the allowance of a move: its phase, its stack and the markers of its units.
    fn allowance_rules(&self, state: &State, moving: &Move, way: &Destination) -> Rules {
        let mut rules = Rules::new();
        let any = |test: &dyn Fn(UnitId) -> bool| moving.units.iter().any(|&u| test(u));
        match state.phase {
            Phase::GermanReaction => {
                rules.push(rule!("5.45"));
                rules.extend(self.is_part_of_reaction(state, moving, way).then_some(rule!("5.46")));
            }
            Phase::SovietReaction => rules.push(rule!("5.45")),
            Phase::KatyushaMovement => rules.push(rule!("8.15")),
            phase if phase.is_exploit() => rules.push(rule!("5.5")),
            _ => {}
        }
        rules.extend((moving.units.len() > 1).then_some(rule!("5.12")));
        rules.extend(way.minimum.then_some(rule!("5.16")));
        let marked = |u: UnitId| state.has(u, Mark::Disrupted) || state.is_unsupplied(u);
        rules.extend(any(&marked).then_some(rule!("5.18")));
        let rain = state.weather == Weather::Rain;
        rules.extend((rain && any(&|u| self.kind(u) == Kind::Supply)).then_some(rule!("5.19")));
        let passed = &way.path[1..way.path.len() - 1];
        let full = |&h: &HexId| !self.has_room_for(state, &moving.units, h);
        rules.extend(passed.iter().any(full).then_some(rule!("5.27")));
        rules
    }

    /// Whether a reacting German stack moves apart or together (5.46).
    fn is_part_of_reaction(&self, state: &State, moving: &Move, way: &Destination) -> bool {
        let motorized = |u: &UnitId| self.facts(*u).mobility == Mobility::Motorized;
        let others =
            state.position.stack(way.path[0]).filter(motorized).count() > moving.units.len();
        moving.units.len() > 1 || others
    }

    /// How often a way leads out of an enemy zone (5.25).
    fn zone_exits(&self, state: &State, path: &[HexId]) -> usize {
        let side = state.phase.side();
        path[..path.len() - 1].iter().filter(|&&h| self.in_enemy_zone(state, side, h)).count()
    }

    /// The rules of the price of a step.
    fn add_prices(
        &self,
        state: &State,
        unit: UnitId,
        (from, direction, to): (HexId, Direction, HexId),
        rules: &mut Cited,
    ) {
        let side = self.side(unit);
        let leaves = self.in_enemy_zone(state, side, from);
        let infiltrates = leaves && self.in_enemy_zone(state, side, to);
        let mut add = |applies: bool, rule: Rule| rules.extend(applies.then_some(rule));
        let edge = leaves && !state.position.in_zone(side.other(), from);
        add(leaves && !infiltrates, if edge { rule!("4.28") } else { rule!("5.24") });
        add(infiltrates, rule!("4.24"));
        let road = self.has_road(state, from, direction) && !infiltrates;
        let terrain = self.map.terrain(to);
        let marsh = terrain == self.ground.marsh;
        let frozen = self.weather(state).frozen;
        add(road, rule!("5.14"));
        add(!road && self.has_river(state, from, direction), rule!("5.13"));
        add(!road && marsh && frozen && !self.is_city(to), rule!("5.19"));
        let rough = terrain == self.ground.forest || marsh;
        add(!road && rough && !frozen && !self.is_city(to), rule!("5.15"));
        let works = side == GERMAN && self.map.has(to, self.ground.entrenchment);
        add(!road && works, rule!("5.17"));
    }

    /// A fight is declared.
    pub fn declared_event(&self, state: &State, fight: &Fight) -> Event {
        let (id, rule) = match fight.kind {
            FightKind::Attack => ("event.attack", rule!("6.11")),
            FightKind::Overrun => ("event.overrun", rule!("5.31")),
            FightKind::Katyusha => ("event.katyusha", rule!("8.13")),
        };
        let text = Text::new(id)
            .with("units", Arg::Units(fight.attackers.to_vec()))
            .with("hexes", Arg::Hexes(fight.targets.to_vec()));
        let mut event = Event::new(EventKind::Declared, rule, text);
        match fight.kind {
            FightKind::Attack => event.rules.extend(self.choice_rules(state, fight)),
            FightKind::Overrun => {}
            // No air point may help the rockets (8.16) (9.24).
            FightKind::Katyusha if state.air[SOVIET] > 0 => {
                event.rules.extend([rule!("8.16"), rule!("9.24")]);
            }
            FightKind::Katyusha => {}
        }
        event.units.extend(fight.attackers.iter().copied());
        event.hexes.extend(fight.targets.iter().copied());
        event
    }

    /// Who stays out of an attack (6.12), or attacks apart from his stack (6.15).
    fn choice_rules(&self, state: &State, fight: &Fight) -> Rules {
        let beside = |h: HexId| fight.targets.iter().all(|&t| self.is_beside(h, t));
        let idle = self.units_of(state, fight.attacker).any(|(u, h)| {
            self.is_combat(u)
                && beside(h)
                && !fight.attackers.contains(&u)
                && !state.has(u, Mark::Attacked)
                && !state.has(u, Mark::Disrupted)
        });
        let apart = fight.origins.iter().any(|&h| {
            state
                .position
                .stack(h)
                .any(|u| state.has(u, Mark::Attacked) && !fight.attackers.contains(&u))
        });
        [(rule!("6.12"), idle), (rule!("6.15"), apart)]
            .into_iter()
            .filter(|(_, on)| *on)
            .map(|(r, _)| r)
            .collect()
    }

    /// The rules of a result: of each side's part, and who comes first if both suffer (6.49).
    pub fn result_rules(&self, fight: &Fight) -> Rules {
        let (attacker, defender) = (fight.result.attacker, fight.result.defender);
        let mut rules = Rules::from_slice(&[part_rule(attacker)]);
        let other = part_rule(defender);
        if !rules.contains(&other) {
            rules.push(other);
        }
        let both = !attacker.is_nothing() && !defender.is_nothing();
        rules.extend(both.then_some(rule!("6.49")));
        rules
    }

    /// A phase begins (3.0); reaction and exploitation are skipped in rain.
    pub fn tell_phase(&self, state: &State, log: &mut Log) {
        let (id, rule) = match state.phase {
            Phase::GermanMovement => ("phase.german-movement", rule!("SOP-A2")),
            Phase::GermanCombat => ("phase.german-combat", rule!("SOP-A3")),
            Phase::SovietReaction => ("phase.soviet-reaction", rule!("SOP-A4")),
            Phase::GermanExploit => ("phase.german-exploit", rule!("SOP-A5")),
            Phase::Reorganization => ("phase.soviet-supply", rule!("SOP-B1")),
            Phase::SovietMovement => ("phase.soviet-movement", rule!("SOP-B2")),
            Phase::GermanReaction => ("phase.german-reaction", rule!("SOP-B3")),
            Phase::SovietCombat => ("phase.soviet-combat", rule!("SOP-B4")),
            Phase::SovietExploit => ("phase.soviet-exploit", rule!("SOP-B5")),
            _ => return,
        };
        let reaction = matches!(state.phase, Phase::SovietReaction | Phase::GermanReaction);
        let skipped = !self.weather(state).reaction_and_exploit;
        let skipped = skipped && (reaction || state.phase.is_exploit());
        log.say(|| {
            let sentence = if skipped { "event.phase-skipped" } else { "event.phase" };
            let text = Text::new(sentence).word("phase", id);
            let event = Event::new(EventKind::Phase, rule, text);
            if reaction { event.rule(rule!("5.41")) } else { event }
        });
    }

    /// Air points come in (9.11); what was left of the last ones is lost (9.12).
    pub fn tell_air(&self, state: &State, side: Side, unspent: u8, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.air-points").side(side).n(state.air[side]);
            let mut event = Event::new(EventKind::Changed, rule!("9.11"), text);
            event.rules.extend((unspent > 0).then_some(rule!("9.12")));
            event.rules.extend(self.switches.variable_weather.then_some(rule!("13.23")));
            event
        });
    }

    /// The sources whose rule decides a unit's supply (7.21) (7.22) (7.27).
    pub fn source_rule(&self, unit: UnitId) -> Rule {
        match (self.side(unit), self.facts(unit).formation) {
            (GERMAN, Some(_)) => rule!("7.21"),
            (GERMAN, None) => rule!("7.27"),
            (SOVIET, _) => rule!("7.22"),
        }
    }

    /// Why no source reaches a unit: another formation's would (7.25), a disrupted headquarters
    /// (7.26) or one without its rear line (7.32) is near, the line is too long (7.24), or the
    /// enemy bars it (7.31).
    pub fn why_unsupplied(&self, state: &State, unit: UnitId, hex: HexId) -> Rule {
        match self.side(unit) {
            GERMAN => self.why_german_unsupplied(state, unit, hex),
            SOVIET => self.why_soviet_unsupplied(state, hex),
        }
    }

    fn why_german_unsupplied(&self, state: &State, unit: UnitId, hex: HexId) -> Rule {
        let Some(formation) = self.facts(unit).formation else { return rule!("10.24") };
        let others =
            (0..self.tables.formation.len() as u8).map(Formation).filter(|f| *f != formation);
        let lines = self.lines(state, GERMAN, &[]);
        let rear = self.rear(state, &lines, &self.edges.formations[usize::from(formation.0)]);
        if self.cut_off_supply(state, &lines, formation, &rear).contains(hex) {
            return rule!("7.32");
        }
        for other in others {
            if self.german_supply(state, Some(other), &[]).contains(hex) {
                return rule!("7.25");
            }
        }
        self.too_far_or_barred(state, GERMAN, hex)
    }

    fn why_soviet_unsupplied(&self, state: &State, hex: HexId) -> Rule {
        let edges = self.soviet_edges(state);
        let lines = self.lines(state, SOVIET, &[]);
        let rear = self.rear(state, &lines, &edges);
        let range = Some(self.tables.supply.soviet_range);
        let near = |u: UnitId, at: HexId| {
            let longer = state.position.face(u) == REBUILT_FACE;
            let range = if longer { Some(self.tables.supply.rebuilt_range) } else { range };
            self.traced(&lines, [(at, Mp::ZERO)], range).contains(hex)
        };
        let all =
            || self.units_of(state, SOVIET).filter(|&(u, _)| self.kind(u) == Kind::Headquarters);
        if all().any(|(u, at)| state.has(u, Mark::Disrupted) && rear.contains(at) && near(u, at)) {
            return rule!("7.26");
        }
        if all().any(|(u, at)| !rear.contains(at) && near(u, at)) {
            return rule!("7.32");
        }
        self.too_far_or_barred(state, SOVIET, hex)
    }

    fn too_far_or_barred(&self, state: &State, side: Side, hex: HexId) -> Rule {
        if self.connected(state, side).contains(hex) { rule!("7.24") } else { rule!("7.31") }
    }

    /// What else lets a unit be supplied again: friends who negate enemy zones on its line (7.33)
    /// (4.27), or partisans (14.44) though Germans are near (14.45).
    pub fn why_supplied(&self, state: &State, unit: UnitId, hex: HexId) -> &'static [Rule] {
        if state.succoured.contains(&unit) {
            let zoned = self.in_enemy_zone(state, SOVIET, hex);
            return if zoned { &[rule!("14.44"), rule!("14.45")] } else { &[rule!("14.44")] };
        }
        let friends: Vec<UnitId> = self.units_of(state, self.side(unit)).map(|(u, _)| u).collect();
        let field: HexSet = self.supply_of(state, unit, &friends);
        if field.contains(hex) { &[] } else { &[rule!("7.33"), rule!("4.27")] }
    }

    /// Says that a unit has arrived.
    pub fn tell_arrival(
        &self,
        unit: UnitId,
        hex: HexId,
        rule: Rule,
        also: impl IntoIterator<Item = Rule>,
        log: &mut Log,
    ) {
        log.say(|| {
            let text = Text::new("event.arrived").unit(unit).hex(hex);
            let mut event = Event::new(EventKind::Placed, rule, text).unit(unit).hex(hex);
            event.rules.extend(also);
            event
        });
    }

    /// Says that a reinforcement could not enter.
    pub fn tell_lost(&self, unit: UnitId, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.could-not-enter").unit(unit);
            Event::new(EventKind::Eliminated, rule!("10.19"), text).unit(unit)
        });
    }
}

/// The rule of one side's part of a result (6.41)-(6.47).
fn part_rule(part: Part) -> Rule {
    match part {
        Part { eliminated: true, .. } => rule!("6.47"),
        Part { retreat: true, loss: true, .. } => rule!("6.46"),
        Part { retreat: true, .. } => rule!("6.44"),
        Part { loss: true, points: 0, .. } => rule!("6.43"),
        Part { loss: true, .. } => rule!("6.45"),
        Part { points: 0, .. } => rule!("6.41"),
        Part { .. } => rule!("6.42"),
    }
}
