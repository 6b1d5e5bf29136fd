//! Supply [10].
//!
//! One search for the whole army: from all bases at once, routes cost nothing, the rest what trucks pay. A unit is
//! supplied if its hex is reached within the points of its nation.

use crate::class::Role;
use crate::counters::Cause;
use crate::decision::*;
use crate::game::Wb95;
use crate::state::{Mark, Phase, State};
use crate::supply_why::{Bars, Past};
use board::{Side, UnitId, with_paths};
use engine::{Dice, Event, EventKind, Log, Text};
use hex::{Direction, Entry, HexId, HexSet, Mp};

/// The column of the terrain chart by which supply is carried [10.1.6].
const TRUCKED: usize = 0;

/// Where supply reaches for one side, and at what cost.
#[derive(Clone, Debug)]
pub struct SupplyMap {
    cost: Vec<Mp>,
    before: Vec<HexId>,
}

impl SupplyMap {
    /// The cost of the cheapest line of supply to a hex.
    pub fn cost_to(&self, hex: HexId) -> Option<Mp> {
        let cost = self.cost[hex.index()];
        (cost < Mp::MAX).then_some(cost)
    }

    /// The line of supply to a hex, from the base.
    pub fn path_to(&self, hex: HexId) -> Vec<HexId> {
        let mut path: Vec<HexId> =
            std::iter::successors(Some(hex), |h| self.before[h.index()].some()).collect();
        path.reverse();
        path
    }
}

impl<B: Book> Wb95<B> {
    /// The lines of supply of a side as they are now [10.1.1].
    pub fn supply_map(&self, state: &State<B>, side: Side) -> SupplyMap {
        let budget = self.tables.core.supply_mp.values().copied().max().unwrap_or(0);
        self.lines_past(state, side, Mp::whole(budget), Bars::All)
    }

    /// The lines of supply with so many points, if only some of what bars them did.
    pub(crate) fn lines_past(&self, state: &State<B>, side: Side, mp: Mp, bars: Bars) -> SupplyMap {
        self.lines_within(state, side, mp, &self.barred(state, side, bars))
    }

    fn lines_within(&self, state: &State<B>, side: Side, budget: Mp, barred: &HexSet) -> SupplyMap {
        let grid = &self.map.grid;
        let held = self.held_hexes(state, side);
        with_paths(grid, |paths| {
            let sources = self.open_bases(state, side).filter(|&h| !barred.contains(h));
            paths.search_many(
                grid,
                sources.map(|h| (h, self.base_cost(h))),
                budget,
                |from, direction, to| self.carry(state, barred, &held, from, direction, to),
            );
            let mut map = SupplyMap {
                cost: vec![Mp::MAX; grid.len()],
                before: vec![HexId::NONE; grid.len()],
            };
            for &hex in paths.reached() {
                map.cost[hex.index()] = paths.cost(hex).unwrap_or(Mp::MAX);
                map.before[hex.index()] = paths.before(hex).unwrap_or(HexId::NONE);
            }
            map
        })
    }

    fn held_hexes(&self, state: &State<B>, side: Side) -> HexSet {
        let mut held = HexSet::new(self.map.grid.len());
        for (_, hex) in self.units_of(state, side) {
            held.insert(hex);
        }
        held
    }

    /// The hexes that supply starts from [10.1.4] (R87).
    fn open_bases<'a>(
        &'a self,
        state: &'a State<B>,
        side: Side,
    ) -> impl Iterator<Item = HexId> + 'a {
        self.bases[side].iter().flat_map(move |base| {
            base.hexes.iter().copied().filter(move |&h| {
                let open = match base.city {
                    true => self.controls(state, side, h),
                    false => !self.controls(state, side.other(), h),
                };
                open && self.ground.hex(h).cost[TRUCKED].is_some()
            })
        })
    }

    /// What a line of supply pays for its base: nothing, or its ground where no road starts.
    fn base_cost(&self, hex: HexId) -> Mp {
        let road =
            Direction::ALL.into_iter().any(|d| self.ground.side(self.map.grid.side(hex, d)).supply);
        match B::SENTENCES.base_is_paid && !road {
            true => self.ground.hex(hex).cost[TRUCKED].unwrap_or(Mp::ZERO),
            false => Mp::ZERO,
        }
    }

    /// What a step of a line of supply costs.
    fn carry(
        &self,
        state: &State<B>,
        barred: &HexSet,
        held: &HexSet,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Entry {
        if barred.contains(to) {
            return Entry::Closed; // [10.1.10]
        }
        if held.contains(from) && held.contains(to) {
            return Entry::Through(Mp::ZERO); // [10.1.9]
        }
        let side = self.map.grid.side(from, direction);
        let crossing = self.ground.side(side);
        if crossing.supply && self.is_open_route(state, side) {
            return Entry::Through(Mp::ZERO); // [10.1.5]
        }
        // A railway carries no supply for nothing, but for what it costs trucks.
        let rail = crossing.road[TRUCKED].filter(|_| self.is_open_route(state, side));
        let water = match state.built.contains(&side) {
            true => Some(Mp::ZERO), // a new bridge
            false => crossing.cost[TRUCKED],
        };
        let ground = self.ground.hex(to).cost[TRUCKED];
        // Out of a swamp only by a friend beside it (R87).
        let ground = ground.filter(|_| self.ground.hex(from).cost[TRUCKED].is_some());
        let open = ground.zip(water).map(|(hex, water)| hex + water); // [10.1.6]
        match open.into_iter().chain(rail).min() {
            Some(cost) => Entry::Through(cost),
            None => Entry::Closed, // [10.1.8]
        }
    }

    /// Hexes that no line of supply of a side may enter [10.1.10] [10.1.11].
    fn barred(&self, state: &State<B>, side: Side, bars: Bars) -> HexSet {
        let enemy = side.other();
        let grid = &self.map.grid;
        let mut barred = HexSet::new(grid.len());
        for hex in grid.hexes() {
            if bars != Bars::None && state.position.in_zone(enemy, hex) {
                barred.insert(hex);
            }
            // An enemy town bars its neighbours even if it is empty (R30), but not across a big
            // river [4.1.3].
            let town = bars == Bars::All && self.ground.hex(hex).town;
            if town && self.controls(state, enemy, hex) {
                let near = Direction::ALL.into_iter();
                let near = near.filter(|&d| !self.ground.side(grid.side(hex, d)).big);
                near.filter_map(|d| grid.neighbour(hex, d)).for_each(|h| {
                    barred.insert(h);
                });
            }
        }
        for (unit, hex) in self.units_of(state, enemy) {
            let gun = matches!(self.role(unit), Role::Artillery | Role::Battery);
            if gun && bars == Bars::All && self.is_deployed(state, unit) {
                for d in self.reach_of_class(unit, hex).iter() {
                    if let Some(to) = grid.neighbour(hex, d) {
                        barred.insert(to);
                    }
                }
            }
        }
        for (_, hex) in self.units_of(state, side) {
            if self.has_regular(state, hex) {
                barred.remove(hex);
            }
        }
        for (_, hex) in self.units_of(state, enemy) {
            barred.insert(hex);
        }
        B::bar_supply(state, side, &mut barred);
        barred
    }

    /// Whether a unit has a line of supply within its nation's points [10.1.7].
    pub fn is_traced(&self, state: &State<B>, map: &SupplyMap, unit: UnitId) -> bool {
        let cost = state.position.hex(unit).and_then(|h| map.cost_to(h));
        cost.is_some_and(|c| c <= Mp::whole(self.supply_mp[unit.index()]))
    }

    /// The Supply Phase of a side: levels, then tests, then control (2.2).
    pub fn judge_supply(
        &self,
        state: &mut State<B>,
        side: Side,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        if B::judge_supply(self, state, side, dice, log) {
            return;
        }
        let map = self.supply_map(state, side);
        let units: Vec<UnitId> = self.units_of(state, side).map(|(u, _)| u).collect();
        let past = Past::default();
        for &unit in &units {
            let traced = self.is_traced(state, &map, unit);
            state.position.set_mark(unit, Mark::Supplied, traced);
            let level = &mut state.oos[unit.index()];
            let before = *level;
            *level = match traced {
                true => level.saturating_sub(self.tables.core.oos_recovery_per_supply_phase),
                false if *level > 0 && self.switches.supply_level_stays => *level,
                false => level.saturating_add(self.tables.core.oos_step_per_unsupplied_phase),
            };
            if before != *level {
                let level = *level;
                log.say(|| self.level_event(state, (&map, &past), unit, level));
            }
        }
        self.say_supply(state, side, &units, log);
        for unit in units {
            let cut = !state.position.has_mark(unit, Mark::Supplied);
            if cut || self.switches.every_level_tests {
                self.test_surrender(state, unit, dice, log);
            }
        }
        self.recover_off_map(state, side);
        self.update_control(state, side, log);
        self.bridges_follow(state);
        self.note_banks(state, side);
    }

    /// The level of a unit has changed in its Supply Phase, by its line of supply or for want of
    /// one.
    fn level_event(
        &self,
        state: &State<B>,
        (map, past): (&SupplyMap, &Past),
        unit: UnitId,
        level: u8,
    ) -> Event {
        let traced = state.position.has_mark(unit, Mark::Supplied);
        let id = if traced { "event.supplied" } else { "event.unsupplied" };
        let rule = if traced { rule!(B, "10.2.7") } else { rule!(B, "10.2.1") };
        let mut event =
            Event::new(EventKind::Supplied, rule, Text::new(id).unit(unit).n(level)).unit(unit);
        let side = self.side(unit);
        match state.position.hex(unit) {
            Some(hex) if traced => event.rules.extend(self.rules_of_line(state, map, side, hex)),
            Some(hex) => event.rules.push(self.why_no_line(state, past, unit, hex)),
            None => {}
        }
        event.rules.extend(self.acting([(traced && level == 0, rule!(B, "10.2.8"))]));
        event
    }

    /// Units that left the map are in supply there (R58) and lose their levels phase by phase
    /// [10.2.7].
    fn recover_off_map(&self, state: &mut State<B>, side: Side) {
        for away in state.away.iter().filter(|a| self.side(a.unit) == side) {
            let level = &mut state.oos[away.unit.index()];
            *level = level.saturating_sub(self.tables.core.oos_recovery_per_supply_phase);
        }
    }

    /// The level minus two dice above nothing: the unit surrenders [10.2.6] (R28).
    fn test_surrender(
        &self,
        state: &mut State<B>,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let level = u16::from(state.oos[unit.index()]);
        if level < 3 {
            return; // two dice are never below it
        }
        let rolls = [dice.roll(6), dice.roll(6)];
        let roll: u16 = rolls.iter().sum();
        let surrenders = level > roll;
        log.say(|| {
            let id = if surrenders { "event.surrender-fails" } else { "event.surrender-holds" };
            let text = Text::new(id).unit(unit).n(roll);
            let text = text.with("level", engine::Arg::Number(level.into()));
            Event::new(EventKind::Rolled, rule!(B, "10.2.6"), text)
                .unit(unit)
                .rolled(&rolls, roll as i16)
        });
        if surrenders {
            self.eliminate(state, unit, Cause::Surrender, log);
        }
    }

    /// A unit's level rises, if it is out of supply: it buys full strength [10.2.3], or fights
    /// without success [10.2.4].
    pub fn raise_level(&self, state: &mut State<B>, unit: UnitId, rule: Rule, log: &mut Log) {
        let level = &mut state.oos[unit.index()];
        if *level == 0 {
            return;
        }
        *level = level.saturating_add(1);
        let level = *level;
        log.say(|| {
            let text = Text::new("event.level-rises").unit(unit).n(level);
            let mut event = Event::new(EventKind::Supplied, rule, text).unit(unit);
            event.rules.extend(self.acting([(true, rule!(B, "10.2.5"))]));
            let hidden = self.switches.masking && state.phase != Phase::Combat;
            event.only = hidden.then_some(self.side(unit));
            event
        });
    }
}

/// The steps of a Supply Phase (K-R30): mines front by front, Panthers, lines of supply with everything after them, repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SupplyStep {
    /// Mines of a front.
    Mines(u8),
    /// Panthers.
    Panthers,
    /// Levels, surrender, control, bridges.
    Judge,
    /// Repair.
    Repair,
}

/// The Supply Phase goes on: one step, the next waits below what it asks (K-R30).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Supply {
    /// The step.
    pub step: SupplyStep,
}

impl<B: Book> Automatic<Wb95<B>> for Supply {
    const ID: &'static str = "supply";

    fn run(&self, play: &mut Play<'_, B>) {
        play.close();
        let (game, step) = (play.game, self.step);
        let fronts = game.fronts.names.len() as u8;
        let next = match step {
            SupplyStep::Mines(front) if front < fronts => Some(SupplyStep::Mines(front + 1)),
            SupplyStep::Mines(_) => Some(SupplyStep::Panthers),
            SupplyStep::Panthers => Some(SupplyStep::Judge),
            SupplyStep::Judge => Some(SupplyStep::Repair),
            SupplyStep::Repair => None,
        };
        if let Some(step) = next {
            play.ask(Supply { step });
        }
        let side = game.active(play.state);
        match step {
            SupplyStep::Mines(front) if front < fronts => {
                game.roll_mines(play.state, front, play.dice, play.log);
            }
            SupplyStep::Mines(_) => game.clear_mined(play.state),
            SupplyStep::Panthers => game.test_panthers(play.state, play.dice, play.log),
            SupplyStep::Judge => game.judge_supply(play.state, side, play.dice, play.log),
            SupplyStep::Repair => game.repair(play.state, play.log),
        }
    }
}
