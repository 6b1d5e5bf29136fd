//! Arrivals: reinforcements and rebuilt units [SEQ-2] [RRP] [GRP] [A40-4].

use crate::class::{GERMAN, Kind, Pool, RUSSIAN};
use crate::desk::Desk;
use crate::game::{BattleOfMoscow, When};
use crate::paratroops::Drop;
use crate::replacements::Pay;
use crate::state::{DESTROYED, Mark, OUT, ReplacementSource, SCHEDULED, State, Supply};
use crate::verb::{DONE, DROP};
use board::{Side, Spot, UnitId};
use engine::view::{Offer, Owed};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Rule, Text,
    Wrong,
};
use hex::{HexId, HexSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

impl BattleOfMoscow {
    /// Whether a hex takes arrivals of the active side: no enemy in it; enemy zones matter only by
    /// option, and
    /// then not in full forts (R49). The rule is that of the arrival [RRP-4] [RRP-9] [GRP-5]
    /// [GRP-6] [A40-4].
    pub fn is_available(&self, state: &State, hex: HexId, rule: Rule) -> Result<(), No> {
        let side = state.active;
        self.is_passable(state, side, hex)?;
        if self.holder(state, hex) == Some(side.other()) {
            return Err(No::new(rule, "no.arrival-enemy").hex(hex));
        }
        match self.switches.zones_bar_arrivals && self.in_enemy_zone(state, side, hex) {
            true => Err(No::new(rule, "no.arrival-zone").hex(hex)),
            false => Ok(()),
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
        self.made.sources.iter().any(|&h| self.may_store(state, h).is_ok())
            || self.waiting(state).any(|u| self.may_bring(state, u).is_ok())
    }

    /// The units beside the map that may come on sooner or later.
    fn waiting<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        state.position.units().filter(|&u| match state.position.spot(u) {
            Spot::Box(SCHEDULED) => self.side(state, u) == state.active && self.is_due(state, u),
            Spot::Box(DESTROYED) => self.side(state, u) == state.active,
            _ => false,
        })
    }

    /// Whether a unit may be brought on now.
    pub fn may_bring(&self, state: &State, unit: UnitId) -> Result<(), No> {
        if !self.belongs_to(state, unit, state.active) {
            return Err(No::new(rule!("SEQ-2"), "no.not-yours-to-bring"));
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
            _ => Err(No::new(rule!("SEQ-2"), "no.not-yours-to-bring").unit(unit)),
        }
    }

    fn has_place(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let drop = self.may_drop(state, unit).is_ok();
        match drop || self.places_for(state, unit).next().is_some() {
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
                return no(rule!("GRP-3"), "no.infantry-factors");
            }
            (GERMAN, Pool::Mobile) if state.german_mobile < class.rebuild_cost => {
                return no(rule!("GRP-3"), "no.mobile-factors");
            }
            (RUSSIAN, Pool::Cavalry) if state.cavalry_rebuilt >= table.russian.cavalry_units => {
                return no(rule!("RRP-3"), "no.second-cavalry");
            }
            (RUSSIAN, Pool::Armour) if state.armour_rebuilt >= table.russian.armour_units => {
                return no(rule!("RRP-3"), "no.second-armour");
            }
            _ => {}
        }
        let rule = if class.owner() == GERMAN { rule!("GRP-5") } else { rule!("RRP-2") };
        match self.places_for(state, unit).next().is_some() {
            true => Ok(()),
            false => no(rule, "no.no-factors"),
        }
    }

    /// The hexes where a unit that may be brought may appear now.
    fn places_for<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
    ) -> impl Iterator<Item = HexId> + 'a {
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        let german = self.side(state, unit) == GERMAN;
        let entries = self.made.entries.get(unit.index()).and_then(Option::as_ref);
        let region = match rebuilt {
            true => german.then_some(&self.regions.west_edge),
            false => entries,
        };
        let sources = self.made.sources.iter().filter(move |_| rebuilt && !german).copied();
        let all = region.into_iter().flat_map(HexSet::iter).chain(sources);
        all.filter(move |&hex| self.may_arrive(state, unit, hex).is_ok())
    }

    /// Whether a unit that may be brought may appear in a hex.
    pub fn may_arrive(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        self.is_entry(state, unit, hex)?;
        self.is_available(state, hex, self.entry_rule(state, unit))?;
        self.has_room(state, unit, hex)?;
        if self.side(state, unit) == RUSSIAN && state.position.spot(unit) == Spot::Box(DESTROYED) {
            let cost = self.class(state, unit).rebuild_cost;
            if self.funds(state, hex) < u16::from(cost) {
                return Err(No::new(rule!("RRP-2"), "no.too-few-factors")
                    .unit(unit)
                    .hex(hex)
                    .n(i32::from(cost)));
            }
            self.city_takes(state, unit, hex)?;
        }
        Ok(())
    }

    /// The rule that says when and where this unit comes in.
    fn entry_rule(&self, state: &State, unit: UnitId) -> Rule {
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        let german = self.side(state, unit) == GERMAN;
        match self.due.get(unit.index()).and_then(Option::as_ref).map(|due| &due.when) {
            _ if rebuilt && german => rule!("GRP-5"),
            _ if rebuilt => rule!("RRP-4"),
            Some(When::AfterRelease) => rule!("A40-4"),
            Some(When::Turn(_)) if german => rule!("GRP-6"),
            Some(When::Turn(_)) => rule!("RRP-9"),
            None => rule!("SEQ-2"),
        }
    }

    /// Whether a hex is a place where this unit may come in.
    fn is_entry(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        let german = self.side(state, unit) == GERMAN;
        let inside = match self.made.entries.get(unit.index()).and_then(Option::as_ref) {
            _ if rebuilt && german => self.regions.west_edge.contains(hex),
            _ if rebuilt => self.sources_at(hex).next().is_some(),
            Some(region) => region.contains(hex),
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

    /// A unit is brought into a hex; a rebuilt Russian one is paid for first.
    pub fn arrive(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        let class = self.class(state, unit);
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        let cost = class.rebuild_cost;
        match (rebuilt, class.owner(), class.pool) {
            (true, RUSSIAN, _) => state.ask(Pay { unit, hex, left: cost }),
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
    pub(crate) fn appear(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        let rules = [self.entry_rule(state, unit)].into_iter().chain(self.kept_rule(state, unit));
        let rules: SmallVec<[Rule; 2]> = rules.collect();
        let isolated = self.isolated_city(state, hex).is_some();
        self.come_to(state, unit, hex, log);
        state.position.set_mark(unit, Mark::New, true);
        state.supply[unit.index()] = if isolated { Supply::Unsupplied } else { Supply::Supplied };
        log.say(|| {
            let text = Text::new("event.arrived").unit(unit).hex(hex);
            let mut event =
                Event::new(EventKind::Placed, rule!("SUP-10"), text).unit(unit).hex(hex);
            event.rules = rules.into_iter().chain([rule!("SUP-10")]).collect();
            event
        });
    }

    /// What a unit costs that is rebuilt, or what paratroops are that are not dropped.
    fn kept_rule(&self, state: &State, unit: UnitId) -> Option<Rule> {
        let rebuilt = state.position.spot(unit) == Spot::Box(DESTROYED);
        match (self.side(state, unit), self.class(state, unit).pool) {
            (GERMAN, _) if rebuilt => Some(rule!("GRP-3")),
            (RUSSIAN, Pool::Cavalry | Pool::Armour) if rebuilt => Some(rule!("RRP-3")),
            (RUSSIAN, _) if rebuilt => Some(rule!("RRP-2")),
            _ if self.kind(state, unit) == Kind::Paratroop => Some(rule!("PTR-1")),
            _ => None,
        }
    }

    /// The factors that can still be used.
    fn factors_fact(&self, state: &State) -> Text {
        if state.active == GERMAN {
            return Text::new("fact.german-factors")
                .with("infantry", Arg::Number(state.german_infantry.into()))
                .with("mobile", Arg::Number(state.german_mobile.into()));
        }
        let source = |p: ReplacementSource| Arg::Number(state.factors_of(p).into());
        Text::new("fact.russian-factors")
            .with("east", source(ReplacementSource::East))
            .with("moscow", source(ReplacementSource::Moscow))
            .with("voronezh", source(ReplacementSource::Voronezh))
            .with("leningrad", source(ReplacementSource::Leningrad))
    }
}

/// What is brought on or stored next [SEQ-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrivals;

impl Decide<BattleOfMoscow> for Arrivals {
    const ID: &'static str = "arrivals";
    const WRONG: Wrong = (rule!("SEQ-2"), "no.choose-arrival");
    const LEADS: bool = true;

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn waits(&self, play: &mut Play<'_, BattleOfMoscow>) -> bool {
        play.keep_if(play.game.can_anything_arrive(play.state))
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.waiting(state).filter(|&u| game.may_bring(state, u).is_ok()));
        let sources = game.made.sources.iter().copied();
        out.hexes(sources.filter(|&h| game.may_store(state, h).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_bring(at.state, unit),
            Choice::Hex(hex) => at.game.may_store(at.state, hex),
            DONE => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(Arrive { unit }),
            Choice::Hex(hex) => play.game.store_or_ask(play.state, hex, play.log),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        Asked::from(Text::new("prompt.arrivals")).fact(at.game.factors_fact(at.state))
    }

    fn offer(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Offer {
        let offer = engine::plain_offer(at.game, choice);
        if choice == DONE { offer.labelled("verb.end-arrivals") } else { offer }
    }

    fn reminders(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        let units = at.choices.all_units().collect();
        Owed::of_units("remind.arrive", rule!("SEQ-2"), units).into_iter().collect()
    }
}

/// Where the unit in hand arrives, or whether it is dropped [SEQ-2] [PTR-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrive {
    /// The unit.
    pub unit: UnitId,
}

impl Decide<BattleOfMoscow> for Arrive {
    const ID: &'static str = "arrive";
    const WRONG: Wrong = (rule!("SEQ-2"), "no.choose-hex");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.places_for(state, self.unit));
        out.add_if(game.may_drop(state, self.unit).is_ok(), DROP);
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_arrive(at.state, self.unit, hex),
            DROP => at.game.may_drop(at.state, self.unit),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let (game, unit) = (play.game, self.unit);
        play.close();
        match choice {
            Choice::Hex(hex) => game.arrive(play.state, unit, hex, play.log),
            DROP => play.ask(Drop { unit, left: game.tables.paratroops.counters }),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.arrive").unit(self.unit).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
