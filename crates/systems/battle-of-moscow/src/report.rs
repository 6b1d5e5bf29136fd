//! What the log says of moves, supply, factors and morale, and the rules that made it so.

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::game::BattleOfMoscow;
use crate::state::{Impulse, Mark, ReplacementSource, State, Supply};
use crate::supply::{City, SupplyMap};
use crate::walk::{Destination, Way};
use board::UnitId;
use engine::{Arg, Event, EventKind, Log, Moved, Rule, Text};
use hex::{HexId, Mp};
use smallvec::SmallVec;

type Rules = SmallVec<[Rule; 4]>;

impl BattleOfMoscow {
    /// A unit has moved: what its allowance, the prices it paid and the zones on its way rest on.
    pub fn moved_event(&self, state: &State, unit: UnitId, way: &Destination) -> Event {
        let rules = match way.way {
            Way::Rail => self.ride_rules(state, unit),
            Way::Grace => Rules::from_slice(&[rule!("MOV-7")]),
            Way::March => self.march_rules(state, unit, way),
        };
        let id = if way.way == Way::Rail { "event.rode" } else { "event.moved" };
        let text = Text::new(id).unit(unit).hex(way.hex).with("cost", Arg::Mp(way.cost));
        let mut event = Event::new(EventKind::Moved, rules[0], text).unit(unit).hex(way.hex);
        event.rules.extend(rules.into_iter().skip(1));
        event.moves.push(Moved { unit, path: way.path.to_vec() });
        event
    }

    /// A ride: along the line [RR-4] for nothing [TER-7]; it counts [RR-3], but not of a new unit.
    fn ride_rules(&self, state: &State, unit: UnitId) -> Rules {
        let counted = match state.position.has_mark(unit, Mark::New) {
            true => self.new_unit_rule(state, unit),
            false => rule!("RR-3"),
        };
        Rules::from_slice(&[rule!("RR-4"), rule!("TER-7"), counted])
    }

    /// The rule by which a unit that arrived in this turn moves without counting.
    fn new_unit_rule(&self, state: &State, unit: UnitId) -> Rule {
        let reinforcement = self.due.get(unit.index()).is_some_and(Option::is_some);
        match self.side(state, unit) {
            GERMAN if reinforcement => rule!("GRP-6"),
            GERMAN => rule!("GRP-5"),
            RUSSIAN if reinforcement => rule!("RRP-9"),
            RUSSIAN => rule!("RRP-8"),
        }
    }

    /// The rule that sets a unit's allowance in this impulse.
    fn allowance_rule(&self, state: &State, unit: UnitId) -> Rule {
        match self.supply_of(state, unit) {
            _ if self.kind(state, unit) == Kind::Partisan => rule!("MOV-6"),
            Supply::Unsupplied => rule!("SUP-5"),
            Supply::Isolated => rule!("SUP-6"),
            Supply::Supplied if state.impulse() == Impulse::Second => rule!("SEQ-6"),
            Supply::Supplied => rule!("MOV-1"),
        }
    }

    fn march_rules(&self, state: &State, unit: UnitId, way: &Destination) -> Rules {
        let mut rules = Rules::from_slice(&[self.allowance_rule(state, unit)]);
        self.add_prices(state, unit, &way.path, &mut rules);
        let passed = &way.path[1..way.path.len() - 1];
        if passed.iter().any(|&h| self.has_room(state, unit, h).is_err()) {
            rules.push(rule!("STK-3"));
        }
        let enemy = self.side(state, unit).other();
        if state.position.in_zone(enemy, way.path[0])
            && !self.ignores_zones(state, unit, way.path[0])
        {
            rules.push(rule!("ZOC-3"));
        }
        let zoned = way.path[1..].iter().find(|&&h| state.position.in_zone(enemy, h));
        rules.extend(zoned.map(|&hex| self.zone_rule(state, unit, hex)));
        rules
    }

    /// What an enemy zone does to a unit that enters it: it stops, unless it ignores zones there.
    fn zone_rule(&self, state: &State, unit: UnitId, hex: HexId) -> Rule {
        match self.ignores_zones(state, unit, hex) {
            true if self.kind(state, unit) == Kind::Partisan => rule!("PAR-4"),
            true => rule!("FOR-2"),
            false => rule!("ZOC-2"),
        }
    }

    /// The rules of the prices of a march. Plain hexes are named only where nothing else was paid.
    fn add_prices(&self, state: &State, unit: UnitId, path: &[HexId], rules: &mut Rules) {
        let mut prices = Rules::new();
        let paid = self.prices(self.mover(state, unit), state.weather);
        let (mut dear, mut rough_road, mut across) = (false, false, false);
        for pair in path.windows(2) {
            let Some(direction) = self.map.grid.direction(pair[0], pair[1]) else { continue };
            let rule = self.price_rule(state, unit, pair[0], direction, pair[1]);
            if !prices.contains(&rule) {
                prices.push(rule);
            }
            dear |= paid.of(pair[0], direction) > Mp::ONE;
            rough_road |= rule == rule!("TER-6") && self.is_rough(pair[1]);
            let side = self.map.grid.side(pair[0], direction);
            across |= self.map.side_has(side, self.ground.fortified);
        }
        let mixed = prices.contains(&rule!("TER-6")) && prices.len() > 1;
        if prices.len() > 1 {
            prices.retain(|r| *r != rule!("TER-1"));
        }
        prices.retain(|r| !rules.contains(r));
        rules.append(&mut prices);
        // Roads whatever the ground, and mixed with other hexes [MOV-5].
        rules.extend((mixed || rough_road).then_some(rule!("MOV-5")));
        rules.extend(across.then_some(rule!("TER-9")));
        rules.extend((dear && self.is_halved(state, unit)).then_some(rule!("SUP-8")));
    }

    /// Supply is judged at the start of an impulse [SUP-7].
    pub fn tell_supply(&self, state: &State, log: &mut Log) {
        if log.is_silent() {
            return;
        }
        let mut of: [Vec<UnitId>; 3] = Default::default();
        let mut free = Vec::new();
        for (unit, hex) in self.units_of(state, state.active) {
            match self.needs_supply(state, unit) {
                true => of[self.supply_of(state, unit) as usize].push(unit),
                false => free.push((unit, hex)),
            }
        }
        let [supplied, unsupplied, isolated] = of;
        let map = self.edge_supply(state, state.active);
        if !supplied.is_empty() {
            log.say(|| self.supplied_event(state, &map, &supplied));
        }
        self.tell_free(state, &map, &free, log);
        let fed = |u: UnitId| City::BOTH.into_iter().any(|c| state.position.has_mark(u, c.mark()));
        let hungry: Vec<UnitId> = unsupplied.into_iter().filter(|&u| !fed(u)).collect();
        for (units, id, rule) in [
            (hungry, "event.unsupplied", rule!("SUP-5")),
            (isolated, "event.isolated", rule!("SUP-6")),
        ] {
            if units.is_empty() {
                continue;
            }
            log.say(|| {
                let text = Text::new(id).with("units", Arg::Units(units.clone()));
                let mut event = Event::new(EventKind::Supplied, rule, text).rule(rule!("SUP-3"));
                event.units.extend(units);
                event
            });
        }
    }

    /// The supplied units, and whether rails [SUP-1] or roads [SUP-2] carry it.
    fn supplied_event(&self, state: &State, map: &SupplyMap, supplied: &[UnitId]) -> Event {
        let rails = self.edge_rails(state, state.active);
        let source = |&u: &UnitId| {
            let hex = state.position.hex(u)?;
            map.cost(hex)?;
            map.path(hex).first().copied()
        };
        let sources: Vec<HexId> = supplied.iter().filter_map(source).collect();
        let by_road = sources.iter().filter(|&&h| !rails.contains(h)).count();
        let text = Text::new("event.supplied").side(state.active).n(supplied.len() as i64);
        let text = text.with("road", Arg::Number(by_road as i64));
        let mut event = Event::new(EventKind::Supplied, rule!("SUP-7"), text).rule(rule!("SUP-4"));
        event.rules.extend((by_road < sources.len()).then_some(rule!("SUP-1")));
        event.rules.extend((by_road > 0).then_some(rule!("SUP-2")));
        event
    }

    /// Units that would not be supplied and need not be [SUP-9] [FIN-3].
    fn tell_free(&self, state: &State, map: &SupplyMap, free: &[(UnitId, HexId)], log: &mut Log) {
        let beyond: Vec<UnitId> = free
            .iter()
            .filter(|(u, hex)| self.rate(state, *u, map.cost(*hex)) != Supply::Supplied)
            .map(|(unit, _)| *unit)
            .collect();
        let finnish = |u: &UnitId| self.kind(state, *u) == Kind::Finnish;
        if beyond.is_empty() {
            return;
        }
        log.say(|| {
            let text = Text::new("event.needs-no-supply").n(beyond.len() as i64);
            let rule = if beyond.iter().all(finnish) { rule!("FIN-3") } else { rule!("SUP-9") };
            Event::new(EventKind::Supplied, rule, text)
        });
    }

    /// New German factors [GRP-1], added to what was kept [GRP-2].
    pub fn tell_german_factors(&self, state: &State, kept: bool, log: &mut Log) {
        log.say(|| {
            let text = Text::new("event.german-factors")
                .with("infantry", Arg::Number(state.german_infantry.into()))
                .with("mobile", Arg::Number(state.german_mobile.into()));
            let event = Event::new(EventKind::Changed, rule!("GRP-1"), text);
            if kept { event.rule(rule!("GRP-2")) } else { event }
        });
    }

    /// New Russian factors [RRP-1], half in an isolated city [RRP-5].
    pub fn tell_russian_factors(&self, state: &State, log: &mut Log) {
        log.say(|| {
            let source = |p: ReplacementSource| Arg::Number(state.factors_of(p).into());
            let text = Text::new("event.russian-factors")
                .with("east", source(ReplacementSource::East))
                .with("moscow", source(ReplacementSource::Moscow))
                .with("voronezh", source(ReplacementSource::Voronezh))
                .with("leningrad", source(ReplacementSource::Leningrad));
            let event = Event::new(EventKind::Changed, rule!("RRP-1"), text);
            let half = state.moscow_isolated || state.leningrad_isolated;
            if half { event.rule(rule!("RRP-5")) } else { event }
        });
    }

    /// Factors that were neither used nor stored are lost [RRP-7].
    pub fn tell_lost_factors(&self, state: &State, log: &mut Log) {
        let left: u8 = state.source_factors.iter().sum();
        if state.active == RUSSIAN && left > 0 {
            log.say(|| {
                let text = Text::new("event.factors-lost").n(left);
                Event::new(EventKind::Changed, rule!("RRP-7"), text)
            });
        }
    }

    /// The Russians are demoralised in this player turn [DEM-1] [DEM-2].
    pub fn tell_morale(&self, state: &State, log: &mut Log) {
        if state.demoralized {
            log.say(|| {
                let text = Text::new("event.demoralized");
                Event::new(EventKind::Changed, rule!("DEM-1"), text).rule(rule!("DEM-2"))
            });
        }
    }
}
