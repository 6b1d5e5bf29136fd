//! Russian replacements [RRP], Tikhvin [TIK] and the limits of isolated cities [CIT-6].

use crate::class::{Kind, Pool, RUSSIAN};
use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::state::{Mark, ReplacementSource, State};
use crate::supply::City;
use crate::verb::{SOURCE_BUTTONS, source_of};
use board::{Side, Strength, UnitId};
use engine::{
    Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// Fills the Russian sources [RRP-1]: a city isolated at the start of the player turn gives half [RRP-5],
    /// one that the Germans hold nothing [RRP-4].
    pub fn fill_sources(&self, state: &mut State) {
        let table = &self.tables.replacements.russian;
        let city = |hex: HexId, full: u8, isolated: bool| {
            if self.is_german_occupied(state, hex) {
                0
            } else if isolated {
                table.isolated_city
            } else {
                full
            }
        };
        state.source_factors = [
            table.east,
            city(self.places.moscow, table.moscow, state.moscow_isolated),
            table.voronezh,
            city(self.places.leningrad, table.leningrad, state.leningrad_isolated),
        ];
        for source in [ReplacementSource::East, ReplacementSource::Voronezh] {
            let hexes = match source {
                ReplacementSource::East => &self.regions.east_edge,
                _ => &self.regions.voronezh,
            };
            let any = hexes.iter().any(|h| self.is_available(state, h, rule!("RRP-4")).is_ok());
            if !any {
                state.source_factors[source as usize] = 0;
            }
        }
    }

    /// The Tikhvin loss, as far as there is anything to lose outside isolated cities [TIK-1].
    pub fn tikhvin_loss(&self, state: &State) -> u8 {
        if !self.is_german_occupied(state, self.places.tikhvin) {
            return 0;
        }
        let there: u8 = ReplacementSource::WITH_FACTORS
            .iter()
            .filter(|&&p| self.may_lose_factor(state, p).is_ok())
            .map(|&p| state.factors_of(p))
            .sum();
        self.tables.replacements.russian.tikhvin_loss.min(there)
    }

    /// Whether a factor lost to Tikhvin may come from a source [TIK-1].
    pub fn may_lose_factor(&self, state: &State, source: ReplacementSource) -> Result<(), No> {
        let isolated = match source {
            ReplacementSource::Moscow => state.moscow_isolated,
            ReplacementSource::Leningrad => state.leningrad_isolated,
            _ => false,
        };
        if isolated {
            return Err(No::new(rule!("TIK-1"), "no.tikhvin-isolated"));
        }
        match state.factors_of(source) {
            0 => Err(No::new(rule!("TIK-1"), "no.source-empty")),
            _ => Ok(()),
        }
    }

    /// The sources that a hex belongs to [RRP-2].
    pub fn sources_at(&self, hex: HexId) -> impl Iterator<Item = ReplacementSource> + '_ {
        ReplacementSource::WITH_FACTORS.into_iter().filter(move |source| match source {
            ReplacementSource::East => self.regions.east_edge.contains(hex),
            ReplacementSource::Voronezh => self.regions.voronezh.contains(hex),
            ReplacementSource::Moscow => hex == self.places.moscow,
            ReplacementSource::Leningrad => hex == self.places.leningrad,
            ReplacementSource::Counters => false,
        })
    }

    /// The factors that can be joined in a hex: its counters and the sources it belongs to [RRP-2].
    pub(crate) fn funds(&self, state: &State, hex: HexId) -> u16 {
        let new: u16 = self.sources_at(hex).map(|p| u16::from(state.factors_of(p))).sum();
        new + self.counters_in(state, hex) as u16
    }

    /// The isolated city in a hex, if it is one [CIT-6].
    pub(crate) fn isolated_city(&self, state: &State, hex: HexId) -> Option<City> {
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
        state.position.has_mark(unit, Mark::New)
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

    pub(crate) fn city_takes(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let usable =
            self.counters_in(state, hex).min(usize::from(self.class(state, unit).rebuild_cost));
        match self.counters_needed(state, unit, hex) <= usable as u32 {
            true => Ok(()),
            false => Err(No::new(rule!("CIT-6"), "no.city-limit").hex(hex)),
        }
    }

    /// Whether a factor may be stored as a counter in a hex [RRP-2] [RRP-6] [CIT-6].
    pub fn may_store(&self, state: &State, hex: HexId) -> Result<(), No> {
        if state.active != RUSSIAN {
            return Err(No::new(rule!("GRP-2"), "no.germans-store-nothing"));
        }
        if self.sources_at(hex).next().is_none() {
            return Err(No::new(rule!("RRP-4"), "no.not-a-source").hex(hex));
        }
        if !self.sources_at(hex).any(|p| state.factors_of(p) > 0) {
            return Err(No::new(rule!("RRP-7"), "no.source-empty").hex(hex));
        }
        self.is_available(state, hex, rule!("RRP-4"))?;
        let limit = self.tables.stacking.replacement_counters;
        if self.counters_in(state, hex) >= limit {
            return Err(No::new(rule!("STK-2"), "no.counter-stack").hex(hex).n(limit as i32));
        }
        let Some(city) = self.isolated_city(state, hex) else { return Ok(()) };
        match self.city_load(state, city) + Strength::whole(1) <= self.city_limit(city) {
            true => Ok(()),
            false => Err(No::new(rule!("CIT-6"), "no.city-limit").hex(hex)),
        }
    }

    /// Stores a factor of a source.
    pub fn store(&self, state: &mut State, source: ReplacementSource, hex: HexId, log: &mut Log) {
        state.source_factors[source as usize] -= 1;
        let counter = self.spawn(state, self.replacement, hex);
        self.pass_through(state, counter, hex, log);
        log.say(|| {
            let text = Text::new("event.stored").hex(hex);
            Event::new(EventKind::Placed, rule!("RRP-2"), text).unit(counter).hex(hex)
        });
    }

    /// Whether a factor of a rebuilt unit may be paid from a source.
    pub fn may_pay(&self, state: &State, due: &Pay, source: ReplacementSource) -> Result<(), No> {
        let &Pay { unit, hex, left } = due;
        let counters = self.counters_in(state, hex);
        if source == ReplacementSource::Counters {
            return if counters > 0 {
                Ok(())
            } else {
                Err(No::new(rule!("RRP-2"), "no.source-empty").hex(hex))
            };
        }
        if !self.sources_at(hex).any(|p| p == source) || state.factors_of(source) == 0 {
            return Err(No::new(rule!("RRP-2"), "no.source-empty").hex(hex));
        }
        // Enough counters must still go if the city's limit demands it.
        match self.counters_needed(state, unit, hex) < u32::from(left) {
            true => Ok(()),
            false => Err(No::new(rule!("CIT-6"), "no.city-limit").hex(hex)),
        }
    }

    /// Pays a factor; with the last one the unit appears.
    pub fn pay(&self, state: &mut State, due: &Pay, source: ReplacementSource, log: &mut Log) {
        let &Pay { unit, hex, left } = due;
        if source == ReplacementSource::Counters {
            let counter =
                state.position.stack(hex).find(|&u| self.kind(state, u) == Kind::Replacement);
            self.eliminate(state, counter.expect("counters that pay lie in the hex"));
        } else {
            state.source_factors[source as usize] -= 1;
        }
        if left > 1 {
            return state.ask(Pay { unit, hex, left: left - 1 });
        }
        match self.class(state, unit).pool {
            Pool::Cavalry => state.cavalry_rebuilt += 1,
            Pool::Armour => state.armour_rebuilt += 1,
            _ => {}
        }
        self.appear(state, unit, hex, log);
    }

    /// Stores a factor, from the source that is chosen where there are several.
    pub fn store_or_ask(&self, state: &mut State, hex: HexId, log: &mut Log) {
        let sources: Vec<_> = self.sources_at(hex).filter(|&p| state.factors_of(p) > 0).collect();
        match sources[..] {
            [source] => self.store(state, source, hex, log),
            _ => state.ask(Store { hex }),
        }
    }

    fn may_store_from(
        &self,
        state: &State,
        hex: HexId,
        source: Option<ReplacementSource>,
    ) -> Result<(), No> {
        match source.filter(|&p| self.sources_at(hex).any(|at| at == p)) {
            Some(source) if state.factors_of(source) > 0 => Ok(()),
            _ => Err(No::new(rule!("RRP-2"), "no.choose-a-source").hex(hex)),
        }
    }

    /// A factor is given up for Tikhvin [TIK-1].
    pub fn tell_tikhvin(&self, source: ReplacementSource, log: &mut Log) {
        log.say(|| {
            let word = match source {
                ReplacementSource::East => "verb.east",
                ReplacementSource::Moscow => "verb.moscow",
                ReplacementSource::Voronezh => "verb.voronezh",
                ReplacementSource::Leningrad => "verb.leningrad",
                ReplacementSource::Counters => "verb.counters",
            };
            let text = Text::new("event.tikhvin").hex(self.places.tikhvin).word("source", word);
            Event::new(EventKind::Changed, rule!("TIK-1"), text).hex(self.places.tikhvin)
        });
    }
}

/// Which source loses a factor for Tikhvin [TIK-1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tikhvin {
    /// The factors still to lose.
    pub left: u8,
}

impl Decide<BattleOfMoscow> for Tikhvin {
    const ID: &'static str = "tikhvin";
    const WRONG: Wrong = (rule!("TIK-1"), "no.choose-a-source");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn waits(&self, play: &mut Play<'_, BattleOfMoscow>) -> bool {
        play.keep_if(self.left > 0)
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        for (button, source) in SOURCE_BUTTONS {
            out.add_if(game.may_lose_factor(state, source).is_ok(), button);
        }
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match source_of(choice) {
            Some(source) => at.game.may_lose_factor(at.state, source),
            None => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Some(source) = source_of(choice) else { engine::impossible(self, choice) };
        play.state.source_factors[source as usize] -= 1;
        play.game.tell_tikhvin(source, play.log);
        play.replace(Tikhvin { left: self.left - 1 });
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.tikhvin").n(self.left).into()
    }
}

/// What pays the next factor of a rebuilt unit [RRP-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pay {
    /// The unit.
    pub unit: UnitId,
    /// Where it appears.
    pub hex: HexId,
    /// The factors still to pay.
    pub left: u8,
}

impl Decide<BattleOfMoscow> for Pay {
    const ID: &'static str = "pay";
    const WRONG: Wrong = (rule!("RRP-2"), "no.choose-a-source");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        for (button, source) in SOURCE_BUTTONS {
            out.add_if(game.may_pay(state, self, source).is_ok(), button);
        }
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match source_of(choice) {
            Some(source) => at.game.may_pay(at.state, self, source),
            None => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Some(source) = source_of(choice) else { engine::impossible(self, choice) };
        play.close();
        play.game.pay(play.state, self, source, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.pay").unit(self.unit).n(self.left).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}

/// Which source a stored factor comes from [RRP-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Store {
    /// Where it is stored.
    pub hex: HexId,
}

impl Decide<BattleOfMoscow> for Store {
    const ID: &'static str = "store";
    const WRONG: Wrong = (rule!("RRP-2"), "no.choose-a-source");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        for (button, source) in SOURCE_BUTTONS {
            out.add_if(game.may_store_from(state, self.hex, Some(source)).is_ok(), button);
        }
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        at.game.may_store_from(at.state, self.hex, source_of(choice))
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Some(source) = source_of(choice) else { engine::impossible(self, choice) };
        play.close();
        play.game.store(play.state, source, self.hex, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.store").hex(self.hex).into()
    }
}
