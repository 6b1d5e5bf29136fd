//! German reinforcements and supply units (10.1, 10.2, 7.4).

use crate::class::{Formation, GERMAN, Kind};
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::state::{LOST, OUT, POOL, Phase, SCHEDULED, SUPPORT_FACE, State};
use crate::verb::{DONE, ending};
use board::{Side, UnitId};
use engine::view::{Offer, Owed};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, No, Play, Text,
    Wrong,
};
use hex::{HexId, HexSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

impl LastStand {
    /// The edge hexes on which a German unit enters (10.12); without a formation on any (R59).
    fn entry_edge(&self, unit: UnitId) -> &HexSet {
        match self.facts(unit).formation {
            Some(Formation(f)) => &self.edges.formations[usize::from(f)],
            None => &self.edges.german,
        }
    }

    /// Whether a German unit may enter on a hex: an edge hex of its formation without Soviet units, even in
    /// their zone, even overstacked (10.12).
    pub fn may_enter_map(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let edge = self.entry_edge(unit).contains(hex);
        ensure(edge, No::new(rule!("10.12"), "no.not-its-edge").unit(unit).hex(hex))?;
        let enemy = self.holds(state, GERMAN.other(), hex);
        ensure(!enemy, No::new(rule!("10.12"), "no.enemy-there").unit(unit).hex(hex))
    }

    /// The hexes on which a German unit may enter.
    fn entries<'a>(&'a self, state: &'a State, unit: UnitId) -> impl Iterator<Item = HexId> + 'a {
        let edge = self.entry_edge(unit).iter();
        edge.filter(move |&h| self.may_enter_map(state, unit, h).is_ok())
    }

    fn has_entry(&self, state: &State, unit: UnitId) -> bool {
        self.entries(state, unit).next().is_some()
    }

    /// Whether a German unit must be brought on in this turn (10.19).
    fn is_due(&self, state: &State, unit: UnitId) -> bool {
        self.is_in(state, unit, SCHEDULED) && self.due[unit.index()] == Some(state.turn)
    }

    /// Whether the German may bring on a unit now.
    pub fn may_bring_german(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.side(unit) == GERMAN;
        ensure(own, No::new(rule!("10.11"), "no.not-yours-to-bring"))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        ensure(state.position.hex(unit).is_none(), no(rule!("10.11"), "no.on-map-already"))?;
        if self.kind(unit) == Kind::Supply {
            self.may_bring_supply(state, unit)?;
        } else if self.printed(unit).optional && self.is_in(state, unit, OUT) {
            // Each costs the German one marker of damage (10.22).
            ensure(state.damage_total() > 0, no(rule!("10.22"), "no.no-damage-to-pay"))?;
        } else {
            ensure(self.is_due(state, unit), no(rule!("10.11"), "no.not-due"))?;
        }
        ensure(self.has_entry(state, unit), no(rule!("10.12"), "no.no-entry"))
    }

    /// The number of the turn, and the limit of the formation (7.41) (7.42).
    fn may_bring_supply(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| No::new(rule, text).unit(unit);
        ensure(self.is_in(state, unit, POOL), no(rule!("7.41"), "no.not-in-pool"))?;
        ensure(state.supply_units > 0, no(rule!("7.41"), "no.no-supply-units-left"))?;
        let Some(formation) = self.facts(unit).formation else {
            return Err(no(rule!("7.42"), "no.no-formation"));
        };
        let limit = self.tables.formation[usize::from(formation.0)].supply_units;
        let there = self.supply_units(state, formation).count();
        ensure(there < usize::from(limit), no(rule!("7.42"), "no.formation-full").n(limit.into()))
    }

    /// A German unit enters the map; full strength (10.18).
    pub fn bring_german(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        if self.kind(unit) == Kind::Supply {
            state.supply_units -= 1;
            state.position.set_face(unit, 0);
        } else if self.printed(unit).optional {
            let before = self.damage_shift(state);
            self.remove_damage(state, 1);
            log.say(|| {
                let text = Text::new("event.optional").unit(unit).n(state.damage_total());
                let event = Event::new(EventKind::Changed, rule!("10.22"), text)
                    .rule(rule!("10.21"))
                    .unit(unit);
                let lower = self.damage_shift(state) < before;
                if lower { event.rule(rule!("10.23")) } else { event }
            });
        }
        state.position.set_steps(unit, self.class(unit).steps());
        self.lay(state, unit, hex);
        let full = self.is_combat(unit).then_some(rule!("10.18"));
        self.tell_arrival(unit, hex, rule!("10.12"), full, log);
    }

    /// Whether the German may end his arrivals: nothing that is due and can enter is left (10.19).
    pub fn may_end_german_arrivals(&self, state: &State) -> Result<(), No> {
        let open = self
            .roster
            .units()
            .find(|&u| self.side(u) == GERMAN && self.is_due(state, u) && self.has_entry(state, u));
        match open {
            Some(unit) => Err(No::new(rule!("10.19"), "no.must-enter").unit(unit)),
            None => Ok(()),
        }
    }

    /// Units that were due and could not enter are destroyed (10.19) (R42).
    pub fn end_german_arrivals(&self, state: &mut State, log: &mut Log) {
        let late: Vec<UnitId> = self
            .roster
            .units()
            .filter(|&u| self.side(u) == GERMAN && self.is_due(state, u))
            .collect();
        for unit in late {
            self.put(state, unit, LOST);
            self.tell_lost(unit, log);
        }
        state.supply_units = 0;
    }

    /// Rolls which formations lose a supply unit to their edge in snow (7.49).
    pub fn roll_expend(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let die = dice.roll(self.tables.combat.die);
        let row = &self.tables.supply.snow_expend[usize::from(die) - 1];
        let of = |id: &String| self.tables.formation.iter().position(|f| f.id == *id);
        log.say(|| {
            let text = Text::new("event.expend")
                .with("die", Arg::Number(die.into()))
                .with("first", Arg::Name(row[0].clone()))
                .with("second", Arg::Name(row[1].clone()));
            Event::new(EventKind::Rolled, rule!("7.49"), text)
        });
        let named = row.iter().filter_map(of).map(|f| Formation(f as u8));
        let formations = named.filter(|&f| self.supply_units(state, f).next().is_some()).collect();
        state.ask(Expend { formations });
    }

    /// Whether a supply unit may be the one that goes back.
    pub fn may_expend(
        &self,
        formations: &[Formation],
        state: &State,
        unit: UnitId,
    ) -> Result<(), No> {
        let no = No::new(rule!("7.49"), "no.not-expended");
        let own = self.exists(unit) && self.kind(unit) == Kind::Supply;
        ensure(own && state.position.hex(unit).is_some(), no)?;
        let named = self.facts(unit).formation.is_some_and(|f| formations.contains(&f));
        ensure(named, no.unit(unit))
    }

    /// Picks the supply unit that goes back; with no edge hex free of Soviets it leaves the map (R50).
    fn expend(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let formation = self.facts(unit).formation;
        state.asked::<Expend>().formations.retain(|f| Some(*f) != formation);
        if self.has_entry(state, unit) {
            state.ask(ExpendTo { unit });
            return;
        }
        self.put(state, unit, POOL);
        self.tell_lost(unit, log);
    }

    /// It goes back to an edge hex, whatever surrounds it (7.49).
    fn expend_to(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        self.lay(state, unit, hex);
        self.tell_arrival(unit, hex, rule!("7.49"), None, log);
    }

    /// Whether a supply unit may be turned to Offensive Support (7.43) (7.46).
    pub fn may_support(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.kind(unit) == Kind::Supply;
        ensure(own, No::new(rule!("7.43"), "no.not-a-supply-unit"))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        let hex = state.position.hex(unit).ok_or(no(rule!("7.43"), "no.off-map"))?;
        let turned = state.position.face(unit) == SUPPORT_FACE;
        ensure(!turned, no(rule!("7.43"), "no.in-support-mode"))?;
        let alone =
            self.in_enemy_zone(state, GERMAN, hex) && !self.has_combat_unit(state, GERMAN, hex);
        ensure(!alone, no(rule!("7.46"), "no.alone-in-zone"))
    }

    /// Turns a supply unit to Offensive Support with the uses of this weather (6.34).
    pub fn turn_to_support(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        state.position.set_face(unit, SUPPORT_FACE);
        state.position.set_steps(unit, self.weather(state).offensive_support_uses);
        log.say(|| {
            let text = Text::new("event.support-mode").unit(unit);
            Event::new(EventKind::Changed, rule!("7.43"), text).unit(unit)
        });
    }

    /// Supply units in Offensive Support mode are used up (7.48).
    pub fn remove_spent_supply(&self, state: &mut State, log: &mut Log) {
        let spent: Vec<UnitId> = self
            .units_of(state, GERMAN)
            .filter(|&(u, _)| {
                self.kind(u) == Kind::Supply && state.position.face(u) == SUPPORT_FACE
            })
            .map(|(u, _)| u)
            .collect();
        for unit in spent {
            self.put(state, unit, POOL);
            state.position.set_face(unit, 0);
            state.position.set_steps(unit, 1);
            log.say(|| {
                let text = Text::new("event.spent").unit(unit);
                Event::new(EventKind::Changed, rule!("7.48"), text).unit(unit)
            });
        }
    }
}

/// A side chooses a unit to bring on (10.11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrivals;

impl Arrivals {
    fn may_end(&self, at: At<'_, LastStand>) -> Result<(), No> {
        match at.state.phase {
            Phase::GermanArrivals => at.game.may_end_german_arrivals(at.state),
            _ => at.game.may_end_soviet_arrivals(at.state, at.choices.all_units()),
        }
    }
}

impl Decide<LastStand> for Arrivals {
    const ID: &'static str = "arrivals";
    const WRONG: Wrong = (rule!("10.11"), "no.choose-unit");
    const LEADS: bool = true;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, desk: &mut Desk, out: &mut Choices) {
        if state.phase == Phase::GermanArrivals {
            let able = |u: &UnitId| game.may_bring_german(state, *u).is_ok();
            out.units(game.roster.units().filter(able));
            out.add_if(game.may_end_german_arrivals(state).is_ok(), DONE);
            return;
        }
        game.look_for_placing(state, &mut desk.placing);
        let units = game.bringable(state, &desk.placing);
        out.units(units.iter().copied());
        out.add_if(game.may_end_soviet_arrivals(state, units).is_ok(), DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match (choice, at.state.phase) {
            (Choice::Unit(unit), Phase::GermanArrivals) => at.game.may_bring_german(at.state, unit),
            (Choice::Unit(unit), _) => at.game.may_bring_soviet(at.state, &at.desk.placing, unit),
            (DONE, _) => self.may_end(at),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(Arrive { unit }),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let fact = match at.state.phase {
            Phase::GermanArrivals => Text::new("fact.supply-units").n(at.state.supply_units),
            _ => Text::new("fact.quota")
                .with("north", Arg::Number(at.state.quota[0].into()))
                .with("south", Arg::Number(at.state.quota[1].into()))
                .n(at.game.tables.arrival.edge_quota),
        };
        Asked::from(Text::new("prompt.arrivals")).fact(fact)
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.end-arrivals", at, choice)
    }

    fn owed(&self, at: At<'_, LastStand>) -> Vec<Owed> {
        match self.may_end(at) {
            Ok(()) => Vec::new(),
            Err(_) => vec![Owed {
                text: Text::new("owed.arrivals"),
                rule: rule!("10.19"),
                units: Vec::new(),
                hexes: Vec::new(),
            }],
        }
    }

    fn reminders(&self, at: At<'_, LastStand>) -> Vec<Owed> {
        let units = at.choices.all_units().collect();
        Owed::of_units("remind.arrive", rule!("10.19"), units).into_iter().collect()
    }
}

/// A side chooses the hex of a unit that it brings on (10.12)-(10.15).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrive {
    /// The unit.
    pub unit: UnitId,
}

impl Decide<LastStand> for Arrive {
    const ID: &'static str = "arrive";
    const WRONG: Wrong = (rule!("10.11"), "no.choose-hex");
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, desk: &mut Desk, out: &mut Choices) {
        if state.phase == Phase::GermanArrivals {
            return out.hexes(game.entries(state, self.unit));
        }
        game.look_for_placing(state, &mut desk.placing);
        out.hexes(game.arrival_hexes(state, &desk.placing, self.unit).iter());
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match (choice, at.state.phase) {
            (Choice::Hex(hex), Phase::GermanArrivals) => {
                at.game.may_enter_map(at.state, self.unit, hex)
            }
            (Choice::Hex(hex), _) => {
                at.game.may_place(at.state, &at.desk.placing, self.unit, hex).map(|_| ())
            }
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, desk: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.close();
        match play.state.phase {
            Phase::GermanArrivals => play.game.bring_german(play.state, self.unit, hex, play.log),
            _ => play.game.arrive(play.state, &desk.placing, self.unit, hex, play.log),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.arrive").unit(self.unit).into()
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}

/// The German chooses a supply unit that goes back to its edge in snow (7.49).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Expend {
    /// The formations that still lose one.
    pub formations: SmallVec<[Formation; 2]>,
}

impl Decide<LastStand> for Expend {
    const ID: &'static str = "expend";
    const WRONG: Wrong = (rule!("10.11"), "no.choose-unit");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        play.keep_if(!self.formations.is_empty())
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let units = self.formations.iter().flat_map(|&f| game.supply_units(state, f));
        out.units(units.map(|(u, _)| u));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_expend(&self.formations, at.state, unit),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.game.expend(play.state, unit, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.expend").into()
    }
}

/// He chooses the edge hex that it goes back to (7.49).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExpendTo {
    /// The supply unit.
    pub unit: UnitId,
}

impl Decide<LastStand> for ExpendTo {
    const ID: &'static str = "expend-to";
    const WRONG: Wrong = (rule!("10.11"), "no.choose-hex");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.entries(state, self.unit));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_enter_map(at.state, self.unit, hex),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.expend_to(play.state, self.unit, hex, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.expend-to").unit(self.unit).into()
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}

/// The German chooses supply units for Offensive Support (7.43).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SupplyMode;

impl Decide<LastStand> for SupplyMode {
    const ID: &'static str = "supply-mode";
    const WRONG: Wrong = (rule!("7.43"), "no.choose-unit");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let (game, state) = (play.game, &*play.state);
        let open = game.roster.units().any(|u| game.may_support(state, u).is_ok());
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.roster.units().filter(|&u| game.may_support(state, u).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_support(at.state, unit),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.game.turn_to_support(play.state, unit, play.log),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.supply-mode").into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.end-support", at, choice)
    }
}
