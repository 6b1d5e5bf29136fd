//! Arrivals: reinforcements, replacements, Tikhvin, paratroops [SEQ-2] [RRP] [TIK] [GRP] [A40-4] [PTR].

use crate::class::{GERMAN, Kind, Pool, RUSSIAN};
use crate::game::{BattleOfMoscow, When};
use crate::state::{DESTROYED, DROPPED, NEW, OUT, Purse, SCHEDULED, Stage, State, Supply};
use crate::supply::City;
use board::{Spot, Strength, UnitId};
use engine::No;
use engine::{Event, EventKind, Log, Text};
use hex::HexId;
use smallvec::SmallVec;

impl BattleOfMoscow {
    /// Fills the Russian sources [RRP-1]: a city isolated at the start of the player turn gives half [RRP-5],
    /// one that the Germans hold nothing [RRP-4].
    pub fn fill_purses(&self, state: &mut State) {
        let table = &self.tables.replacements.russian;
        let city = |hex: HexId, full: u8, isolated: bool| match () {
            () if self.is_german_occupied(state, hex) => 0,
            () if isolated => table.isolated_city,
            () => full,
        };
        state.purses = [
            table.east,
            city(self.places.moscow, table.moscow, state.moscow_isolated),
            table.voronezh,
            city(self.places.leningrad, table.leningrad, state.leningrad_isolated),
        ];
        for purse in [Purse::East, Purse::Voronezh] {
            let mut hexes = self.source_hexes(purse).into_iter();
            let any = hexes.any(|h| self.is_available(state, h, "RRP-4").is_ok());
            if !any {
                state.purses[purse as usize] = 0;
            }
        }
    }

    /// The hexes of a source.
    fn source_hexes(&self, purse: Purse) -> Vec<HexId> {
        match purse {
            Purse::East => self.regions.east_edge.iter().collect(),
            Purse::Voronezh => self.regions.voronezh.iter().collect(),
            Purse::Moscow => vec![self.places.moscow],
            Purse::Leningrad => vec![self.places.leningrad],
            Purse::Counters => Vec::new(),
        }
    }

    /// Whether a hex takes arrivals of the active side: no enemy in it; enemy zones matter only by
    /// option, and
    /// then not in full forts (R49). The rule is that of the arrival [RRP-4] [RRP-9] [GRP-5]
    /// [GRP-6] [A40-4].
    pub fn is_available(&self, state: &State, hex: HexId, rule: &'static str) -> Result<(), No> {
        let side = state.active;
        self.is_passable(state, side, hex)?;
        if self.holder(state, hex) == Some(side.other()) {
            return Err(No::new(rule, "no.arrival-enemy").hex(hex));
        }
        match self.switches.zones_bar_arrivals && self.is_zoned(state, side, hex) {
            true => Err(No::new(rule, "no.arrival-zone").hex(hex)),
            false => Ok(()),
        }
    }

    /// The Tikhvin loss, as far as there is anything to lose outside isolated cities [TIK-1].
    pub fn tikhvin_loss(&self, state: &State) -> u8 {
        if !self.is_german_occupied(state, self.places.tikhvin) {
            return 0;
        }
        let there: u8 = Purse::SOURCES
            .iter()
            .filter(|&&p| self.may_lose_factor(state, p).is_ok())
            .map(|&p| state.purse(p))
            .sum();
        self.tables.replacements.russian.tikhvin_loss.min(there)
    }

    /// Whether a factor lost to Tikhvin may come from a source [TIK-1].
    pub fn may_lose_factor(&self, state: &State, purse: Purse) -> Result<(), No> {
        let isolated = match purse {
            Purse::Moscow => state.moscow_isolated,
            Purse::Leningrad => state.leningrad_isolated,
            _ => false,
        };
        if isolated {
            return Err(No::new("TIK-1", "no.tikhvin-isolated"));
        }
        match state.purse(purse) {
            0 => Err(No::new("TIK-1", "no.purse-empty")),
            _ => Ok(()),
        }
    }

    /// Whether a reinforcement is due [RRP-9] [GRP-6] [A40-4].
    pub fn is_due(&self, state: &State, unit: UnitId) -> bool {
        let Some(Some(due)) = self.due.get(unit.index()) else { return false };
        state.position.spot(unit) == Spot::Box(SCHEDULED)
            && match due.when {
                When::Turn(turn) => state.turn >= turn,
                When::AfterRelease => state.released.is_some_and(|turn| state.turn > turn),
            }
    }

    /// Whether anything can still be brought on or stored in this step.
    pub fn can_anything_arrive(&self, state: &State) -> bool {
        self.map.grid.hexes().any(|h| self.may_store(state, h).is_ok())
            || state.position.units().any(|u| self.may_bring(state, u).is_ok())
    }

    /// Whether a unit may be brought on now.
    pub fn may_bring(&self, state: &State, unit: UnitId) -> Result<(), No> {
        if !self.belongs_to(state, unit, state.active) {
            return Err(No::new("SEQ-2", "no.not-yours-to-bring"));
        }
        match state.position.spot(unit) {
            Spot::Box(SCHEDULED) if self.is_due(state, unit) => self.has_place(state, unit),
            Spot::Box(SCHEDULED) => {
                Err(No::new(self.entry_rule(state, unit), "no.not-due").unit(unit))
            }
            Spot::Box(DESTROYED) => self.may_rebuild(state, unit),
            Spot::Box(OUT) => {
                Err(No::new(self.never_rebuilt(state, unit), "no.out-for-good").unit(unit))
            }
            _ => Err(No::new("SEQ-2", "no.not-yours-to-bring").unit(unit)),
        }
    }

    /// The rule by which a lost unit does not come back.
    fn never_rebuilt(&self, state: &State, unit: UnitId) -> &'static str {
        match self.kind(state, unit) {
            Kind::Finnish => "GRP-4",
            Kind::Paratroop => "PTR-3",
            Kind::Worker => "WRK-1",
            Kind::Fortification => "FOR-5",
            _ => "CRT-11",
        }
    }

    /// The rule by which a unit that is lost now is out for good, if it is [CRT-11].
    pub fn lost_for_good(&self, state: &State, unit: UnitId) -> Option<&'static str> {
        let spawned = unit.index() >= self.roster.len();
        let out = spawned || self.class(state, unit).pool == Pool::None;
        match self.kind(state, unit) {
            _ if !out => None,
            Kind::Finnish => Some("FIN-5"),
            _ => Some(self.never_rebuilt(state, unit)),
        }
    }

    fn has_place(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let drop = self.may_drop(state, unit).is_ok();
        match drop || self.map.grid.hexes().any(|h| self.may_arrive(state, unit, h).is_ok()) {
            true => Ok(()),
            false => Err(No::new(self.entry_rule(state, unit), "no.no-entry-hex").unit(unit)),
        }
    }

    /// Whether a destroyed unit may be rebuilt at all in this turn: its kind and its cost [RRP-3] [GRP-3].
    fn may_rebuild(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let class = self.class(state, unit);
        let no = |rule, text| Err(No::new(rule, text).unit(unit).n(i32::from(class.rebuild_cost)));
        let table = &self.tables.replacements;
        match (class.owner(), class.pool) {
            (GERMAN, Pool::Infantry) if state.german_infantry < class.rebuild_cost => {
                return no("GRP-3", "no.infantry-factors");
            }
            (GERMAN, Pool::Mobile) if state.german_mobile < class.rebuild_cost => {
                return no("GRP-3", "no.mobile-factors");
            }
            (RUSSIAN, Pool::Cavalry) if state.cavalry_rebuilt >= table.russian.cavalry_units => {
                return no("RRP-3", "no.second-cavalry");
            }
            (RUSSIAN, Pool::Armour) if state.armour_rebuilt >= table.russian.armour_units => {
                return no("RRP-3", "no.second-armour");
            }
            _ => {}
        }
        let rule = if class.owner() == GERMAN { "GRP-5" } else { "RRP-2" };
        match self.map.grid.hexes().any(|h| self.may_arrive(state, unit, h).is_ok()) {
            true => Ok(()),
            false => no(rule, "no.no-factors"),
        }
    }

    /// Whether a unit that may be brought may appear in a hex.
    pub fn may_arrive(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        self.is_entry(state, unit, hex)?;
        self.is_available(state, hex, self.entry_rule(state, unit))?;
        self.has_room(state, unit, hex)?;
        if self.side(state, unit) == RUSSIAN && state.position.spot(unit) == Spot::Box(DESTROYED) {
            let cost = self.class(state, unit).rebuild_cost;
            if self.funds(state, hex) < u16::from(cost) {
                return Err(No::new("RRP-2", "no.too-few-factors")
                    .unit(unit)
                    .hex(hex)
                    .n(i32::from(cost)));
            }
            self.city_takes(state, unit, hex)?;
        }
        Ok(())
    }

    /// The rule that says when and where this unit comes in.
    fn entry_rule(&self, state: &State, unit: UnitId) -> &'static str {
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        let german = self.side(state, unit) == GERMAN;
        match self.due.get(unit.index()).and_then(Option::as_ref).map(|due| &due.when) {
            _ if rebuilt && german => "GRP-5",
            _ if rebuilt => "RRP-4",
            Some(When::AfterRelease) => "A40-4",
            Some(When::Turn(_)) if german => "GRP-6",
            Some(When::Turn(_)) => "RRP-9",
            None => "SEQ-2",
        }
    }

    /// Whether a hex is a place where this unit may come in.
    fn is_entry(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        let german = self.side(state, unit) == GERMAN;
        let inside = match self.due.get(unit.index()).and_then(Option::as_ref) {
            _ if rebuilt && german => self.regions.west_edge.contains(hex),
            _ if rebuilt => self.purses_at(hex).next().is_some(),
            Some(due) => self.map.region(&due.place).is_some_and(|r| r.contains(hex)),
            None => false,
        };
        match inside {
            true => Ok(()),
            false => {
                let rule = self.entry_rule(state, unit);
                Err(No::new(rule, "no.not-an-entry").unit(unit).hex(hex))
            }
        }
    }

    /// The sources that a hex belongs to [RRP-2].
    pub fn purses_at(&self, hex: HexId) -> impl Iterator<Item = Purse> + '_ {
        Purse::SOURCES.into_iter().filter(move |purse| match purse {
            Purse::East => self.regions.east_edge.contains(hex),
            Purse::Voronezh => self.regions.voronezh.contains(hex),
            Purse::Moscow => hex == self.places.moscow,
            Purse::Leningrad => hex == self.places.leningrad,
            Purse::Counters => false,
        })
    }

    /// The factors that can be joined in a hex: its counters and the sources it belongs to [RRP-2].
    fn funds(&self, state: &State, hex: HexId) -> u16 {
        let new: u16 = self.purses_at(hex).map(|p| u16::from(state.purse(p))).sum();
        new + self.counters_in(state, hex) as u16
    }

    /// The isolated city in a hex, if it is one [CIT-6].
    fn isolated_city(&self, state: &State, hex: HexId) -> Option<City> {
        City::BOTH.into_iter().find(|&city| {
            self.city_hex(city) == hex
                && match city {
                    City::Moscow => state.moscow_isolated,
                    City::Leningrad => state.leningrad_isolated,
                }
        })
    }

    /// The factors that an isolated city would have to feed now [CIT-6].
    fn city_load(&self, state: &State, city: City) -> Strength {
        let counters = Strength::whole(self.counters_in(state, self.city_hex(city)) as u32);
        let fed = |u: UnitId| state.position.has_mark(u, city.mark());
        let waiting = self.eligible(state, city);
        let units = self
            .units_of(state, RUSSIAN)
            .map(|(u, _)| u)
            .filter(|&u| self.kind(state, u) != Kind::Replacement)
            .filter(|&u| fed(u) || waiting.contains(&u) || self.is_new_there(state, city, u));
        counters + units.map(|u| self.class(state, u).defence).sum::<Strength>()
    }

    fn is_new_there(&self, state: &State, city: City, unit: UnitId) -> bool {
        state.position.has_mark(unit, NEW)
            && state.position.hex(unit) == Some(self.city_hex(city))
            && self.class(state, unit).is_mobile()
    }

    /// How many counters of the hex must be used up for a rebuilt unit, so that an isolated city does not pass
    /// its limit [CIT-6] (R39).
    fn counters_needed(&self, state: &State, unit: UnitId, hex: HexId) -> u32 {
        let Some(city) = self.isolated_city(state, hex) else { return 0 };
        let after = self.city_load(state, city) + self.class(state, unit).defence;
        after.saturating_sub(self.city_limit(city)).sixths().div_ceil(6)
    }

    fn city_takes(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let usable =
            self.counters_in(state, hex).min(usize::from(self.class(state, unit).rebuild_cost));
        match self.counters_needed(state, unit, hex) <= usable as u32 {
            true => Ok(()),
            false => Err(No::new("CIT-6", "no.city-limit").hex(hex)),
        }
    }

    /// Whether a factor may be stored as a counter in a hex [RRP-2] [RRP-6] [CIT-6].
    pub fn may_store(&self, state: &State, hex: HexId) -> Result<(), No> {
        if state.active != RUSSIAN {
            return Err(No::new("GRP-2", "no.germans-store-nothing"));
        }
        if self.purses_at(hex).next().is_none() {
            return Err(No::new("RRP-4", "no.not-a-source").hex(hex));
        }
        if !self.purses_at(hex).any(|p| state.purse(p) > 0) {
            return Err(No::new("RRP-7", "no.purse-empty").hex(hex));
        }
        self.is_available(state, hex, "RRP-4")?;
        let limit = self.tables.stacking.replacement_counters;
        if self.counters_in(state, hex) >= limit {
            return Err(No::new("STK-2", "no.counter-stack").hex(hex).n(limit as i32));
        }
        let Some(city) = self.isolated_city(state, hex) else { return Ok(()) };
        match self.city_load(state, city) + Strength::whole(1) <= self.city_limit(city) {
            true => Ok(()),
            false => Err(No::new("CIT-6", "no.city-limit").hex(hex)),
        }
    }

    /// Stores a factor of a source.
    pub fn store(&self, state: &mut State, purse: Purse, hex: HexId, log: &mut Log) {
        state.purses[purse as usize] -= 1;
        let counter = self.spawn(state, self.replacement, hex);
        self.pass_through(state, counter, hex, log);
        log.say(|| {
            let text = Text::new("event.stored").hex(hex);
            Event::new(EventKind::Placed, "RRP-2", text).unit(counter).hex(hex)
        });
    }

    /// Whether a factor of a rebuilt unit may be paid from a purse.
    pub fn may_pay(&self, state: &State, purse: Purse) -> Result<(), No> {
        let Some(&Stage::Pay { unit, hex, left }) = state.stage() else {
            return Err(No::new("RRP-2", "no.nothing-to-pay"));
        };
        let counters = self.counters_in(state, hex);
        if purse == Purse::Counters {
            return if counters > 0 {
                Ok(())
            } else {
                Err(No::new("RRP-2", "no.purse-empty").hex(hex))
            };
        }
        if !self.purses_at(hex).any(|p| p == purse) || state.purse(purse) == 0 {
            return Err(No::new("RRP-2", "no.purse-empty").hex(hex));
        }
        // Enough counters must still go if the city's limit demands it.
        match self.counters_needed(state, unit, hex) < u32::from(left) {
            true => Ok(()),
            false => Err(No::new("CIT-6", "no.city-limit").hex(hex)),
        }
    }

    /// Pays a factor; with the last one the unit appears.
    pub fn pay(&self, state: &mut State, purse: Purse, log: &mut Log) {
        let Some(Stage::Pay { unit, hex, left }) = state.stages.pop() else { return };
        if purse == Purse::Counters {
            let counter =
                state.position.stack(hex).find(|&u| self.kind(state, u) == Kind::Replacement);
            if let Some(counter) = counter {
                self.eliminate(state, counter);
            }
        } else {
            state.purses[purse as usize] -= 1;
        }
        if left > 1 {
            state.stages.push(Stage::Pay { unit, hex, left: left - 1 });
            return;
        }
        match self.class(state, unit).pool {
            Pool::Cavalry => state.cavalry_rebuilt += 1,
            Pool::Armour => state.armour_rebuilt += 1,
            _ => {}
        }
        self.appear(state, unit, hex, log);
    }

    /// A unit is brought into a hex; a rebuilt Russian one is paid for first.
    pub fn arrive(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        state.stages.pop();
        let class = self.class(state, unit);
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        let cost = class.rebuild_cost;
        match (rebuilt, class.owner(), class.pool) {
            (true, RUSSIAN, _) => state.stages.push(Stage::Pay { unit, hex, left: cost }),
            (true, GERMAN, Pool::Mobile) => {
                state.german_mobile -= cost;
                self.appear(state, unit, hex, log);
            }
            (true, GERMAN, _) => {
                state.german_infantry -= cost;
                self.appear(state, unit, hex, log);
            }
            (false, ..) => self.appear(state, unit, hex, log),
        }
    }

    /// A new unit appears: it is supplied in this impulse, unsupplied in an isolated city [SUP-10].
    fn appear(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        let rules = [self.entry_rule(state, unit)].into_iter().chain(self.kept_rule(state, unit));
        let rules: SmallVec<[&'static str; 2]> = rules.collect();
        let isolated = self.isolated_city(state, hex).is_some();
        self.come_to(state, unit, hex, log);
        state.position.set_mark(unit, NEW, true);
        state.supply[unit.index()] = if isolated { Supply::Unsupplied } else { Supply::Supplied };
        log.say(|| {
            let text = Text::new("event.arrived").unit(unit).hex(hex);
            let mut event = Event::new(EventKind::Placed, "SUP-10", text).unit(unit).hex(hex);
            event.rules.insert_many(0, rules);
            event
        });
    }

    /// What a unit costs that is rebuilt, or what paratroops are that are not dropped.
    fn kept_rule(&self, state: &State, unit: UnitId) -> Option<&'static str> {
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        match (self.side(state, unit), self.class(state, unit).pool) {
            (GERMAN, _) if rebuilt => Some("GRP-3"),
            (RUSSIAN, Pool::Cavalry | Pool::Armour) if rebuilt => Some("RRP-3"),
            (RUSSIAN, _) if rebuilt => Some("RRP-2"),
            _ if self.kind(state, unit) == Kind::Paratroop => Some("PTR-1"),
            _ => None,
        }
    }

    /// Whether a paratroop unit may be dropped now [PTR-2].
    pub fn may_drop(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |text| Err(No::new("PTR-2", text).unit(unit));
        let table = &self.tables.paratroops;
        if self.kind(state, unit) != Kind::Paratroop || !self.is_due(state, unit) {
            return no("no.not-paratroops");
        }
        if !self.is_weather(&self.tables.weather.paratroop_drop, state.weather) {
            return no("no.drop-needs-snow");
        }
        if state.dropped >= table.units_a_turn {
            return no("no.second-drop");
        }
        match self.map.grid.hexes().any(|h| self.may_land(state, h).is_ok()) {
            true => Ok(()),
            false => no("no.no-drop-hex"),
        }
    }

    /// Whether a dropped counter may land in a hex [PTR-2].
    pub fn may_land(&self, state: &State, hex: HexId) -> Result<(), No> {
        let no = |text| Err(No::new("PTR-2", text).hex(hex));
        let table = &self.tables.paratroops;
        let grid = &self.map.grid;
        let terrain = self.map.terrain(hex);
        if terrain == self.ground.gulf {
            return no("no.drop-gulf");
        }
        if terrain == self.ground.forest || terrain == self.ground.hills {
            return no("no.drop-rough");
        }
        if self.map.has(hex, self.ground.city) {
            return no("no.drop-city");
        }
        if self.is_german_occupied(state, hex) || state.position.in_zone(GERMAN, hex) {
            return no("no.drop-enemy");
        }
        if grid.distance(hex, self.places.moscow) > table.from_moscow {
            return no("no.drop-far-from-moscow");
        }
        let near = grid
            .within(hex, table.from_a_russian_unit)
            .any(|h| state.position.stack(h).any(|u| self.is_russian_on_map(state, u)));
        if near { Ok(()) } else { no("no.drop-far-from-units") }
    }

    /// A Russian unit that was on the map before the drop.
    fn is_russian_on_map(&self, state: &State, unit: UnitId) -> bool {
        self.side(state, unit) == RUSSIAN && !state.position.has_mark(unit, DROPPED)
    }

    /// A dropped counter lands [PTR-2]; after the last one the unit is gone for good.
    pub fn land(&self, state: &mut State, hex: HexId, log: &mut Log) {
        let Some(Stage::Drop { unit, left }) = state.stages.pop() else { return };
        let counter = self.spawn(state, self.partisan, hex);
        state.position.set_mark(counter, DROPPED, true);
        self.pass_through(state, counter, hex, log);
        log.say(|| {
            let text = Text::new("event.landed").unit(unit).hex(hex);
            Event::new(EventKind::Placed, "PTR-2", text).unit(counter).hex(hex)
        });
        if left > 1 {
            state.stages.push(Stage::Drop { unit, left: left - 1 });
        } else {
            self.put(state, unit, OUT);
            state.dropped += 1;
        }
    }
}
