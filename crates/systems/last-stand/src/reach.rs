//! How far a move comes: one search, whose costs and ways are kept while the move is decided (5.1).

use crate::class::{GERMAN, Kind, Mobility, SOVIET};
use crate::game::LastStand;
use crate::state::{Mark, Marker, Move, State};
use crate::ways::Sheet;
use board::{Field, Side, UnitId, with_paths};
use engine::view::{Effect, Offer};
use engine::{Choice, No, Rule, Text};
use hex::{Direction, Entry, HexId, Mp, Paths};
use smallvec::SmallVec;

/// A hex that a move can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The hex.
    pub hex: HexId,
    /// What it costs those on foot.
    pub foot: Mp,
    /// What it costs the motorized.
    pub motorized: Mp,
    /// The way, both ends included.
    pub path: Vec<HexId>,
    /// Whether it is the one step of the minimum move (5.16).
    pub minimum: bool,
}

/// What the steps of a move ask of its units, looked up once for all of them.
struct Mover<'a> {
    side: Side,
    has_foot: bool,
    has_motorized: bool,
    /// Whether all are combat units.
    is_combat: bool,
    /// Whether one of them is disrupted.
    is_disrupted: bool,
    /// Whether all may go from one enemy zone into another.
    infiltrates: bool,
    on_foot: &'a Sheet,
    motorized: &'a Sheet,
}

/// A step that the search did not find: the minimum move, or one of a stack that moves partly on foot.
#[derive(Clone, Copy, Debug)]
struct Step {
    hex: HexId,
    foot: Mp,
    motorized: Mp,
    minimum: bool,
}

/// What is known of a move beside the search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Begin {
    /// Where it stands.
    at: Option<HexId>,
    /// How it moves, if all do alike: only then is searched.
    mobility: Option<Mobility>,
    steps: SmallVec<[Step; 6]>,
}

/// The search of a move, kept beside the state.
#[derive(Debug, Default)]
pub(crate) struct Explored {
    field: Field,
    begin: Begin,
}

/// Where a move can go.
#[derive(Clone, Copy)]
pub(crate) struct Reach<'a> {
    paths: &'a Paths,
    begin: &'a Begin,
}

impl Explored {
    /// Where the move can go that was searched last.
    pub(crate) fn reach(&self) -> Reach<'_> {
        Reach { paths: self.field.found(), begin: &self.begin }
    }
}

impl<'a> Reach<'a> {
    /// The hexes that it can reach.
    pub(crate) fn hexes(self) -> impl Iterator<Item = HexId> + 'a {
        let searched = self.begin.mobility.map_or(&[][..], |_| self.paths.reached());
        let searched = searched.iter().copied().filter(move |&h| Some(h) != self.begin.at);
        searched.chain(self.begin.steps.iter().map(|step| step.hex))
    }

    /// The way to a hex, if it can reach it.
    pub(crate) fn way(self, hex: HexId) -> Option<Destination> {
        let at = self.begin.at.filter(|&at| at != hex)?;
        if let Some(step) = self.begin.steps.iter().find(|step| step.hex == hex) {
            let &Step { hex, foot, motorized, minimum } = step;
            return Some(Destination { hex, foot, motorized, path: vec![at, hex], minimum });
        }
        let mobility = self.begin.mobility?;
        let cost = self.paths.cost(hex)?;
        let mut path: Vec<HexId> = self.paths.path_to(hex).collect();
        path.reverse();
        let (foot, motorized) = match mobility {
            Mobility::Motorized => (Mp::ZERO, cost),
            Mobility::Foot | Mobility::None => (cost, Mp::ZERO),
        };
        Some(Destination { hex, foot, motorized, path, minimum: false })
    }
}

impl LastStand {
    fn mover(&self, state: &State, moving: &Move) -> Mover<'_> {
        let first = moving.units.first().expect("somebody moves");
        let side = self.side(*first);
        let sheet = |mobility| self.ways.sheet(side, mobility, state.weather);
        let mut mover = Mover {
            side,
            has_foot: false,
            has_motorized: false,
            is_combat: true,
            is_disrupted: false,
            infiltrates: true,
            on_foot: sheet(Mobility::Foot),
            motorized: sheet(Mobility::Motorized),
        };
        for &unit in &moving.units {
            let is_motorized = self.facts(unit).mobility == Mobility::Motorized;
            mover.has_foot |= !is_motorized;
            mover.has_motorized |= is_motorized;
            mover.is_combat &= self.is_combat(unit);
            mover.is_disrupted |= state.has(unit, Mark::Disrupted);
            mover.infiltrates &= self.may_infiltrate(state, unit);
        }
        mover
    }

    /// What a step costs the members of a move on foot and motorized; nothing where one of them may not make it. The same
    /// as [`LastStand::stack_step`], without the reason.
    #[inline]
    fn pass(
        &self,
        state: &State,
        mover: &Mover<'_>,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Option<(Mp, Mp)> {
        let (side, enemy) = (mover.side, mover.side.other());
        if mover.on_foot.way[from.index()][direction.index()] == Mp::MAX {
            return None;
        }
        if self.holds(state, enemy, to)
            && (!mover.is_combat || self.has_combat_unit(state, enemy, to))
        {
            return None;
        }
        let leaves = self.in_enemy_zone(state, side, from);
        let zoned = self.in_enemy_zone(state, side, to);
        if zoned && !self.may_end_in_zone(state, mover, to) {
            return None;
        }
        let infiltrates = leaves && zoned;
        if infiltrates
            && (!mover.infiltrates
                || (side == GERMAN && self.map.has(to, self.ground.entrenchment)))
        {
            return None;
        }
        let exit = if leaves { self.tables.movement.zone_exit.0 } else { Mp::ZERO };
        let cost = |sheet: &Sheet| {
            let table = if infiltrates { &sheet.country } else { &sheet.way };
            table[from.index()][direction.index()] + exit
        };
        let foot = if mover.has_foot { cost(mover.on_foot) } else { Mp::ZERO };
        let motorized = if mover.has_motorized { cost(mover.motorized) } else { Mp::ZERO };
        Some((foot, motorized))
    }

    /// Whether all of a move may enter an enemy zone (4.26) (4.29).
    fn may_end_in_zone(&self, state: &State, mover: &Mover<'_>, hex: HexId) -> bool {
        !mover.is_disrupted && (mover.is_combat || self.has_fit_unit(state, mover.side, hex))
    }

    /// Whether the minimum move is open: the first step of a phase that is no exploit phase (5.16) (R10).
    fn has_minimum_move(&self, state: &State, moving: &Move) -> bool {
        !moving.begun && !state.phase.is_exploit()
    }

    /// Whether a move can make any step by itself.
    pub fn can_step(&self, state: &State, moving: &Move, at: HexId) -> bool {
        let minimum = self.has_minimum_move(state, moving);
        let mover = self.mover(state, moving);
        self.neighbours(at).any(|(direction, to)| {
            let cost = self.pass(state, &mover, at, direction, to);
            let pays = |(foot, motorized)| foot <= moving.foot && motorized <= moving.motorized;
            cost.is_some_and(|cost| minimum || pays(cost))
        })
    }

    fn neighbours(&self, at: HexId) -> impl Iterator<Item = (Direction, HexId)> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| Some((d, self.map.grid.neighbour(at, d)?)))
    }

    /// Searches where a move can go, for as long as it is decided.
    pub(crate) fn search_move(&self, state: &State, moving: &Move, kept: &mut Explored) {
        kept.begin = self.explore(state, moving, kept.field.on(&self.map.grid));
    }

    /// Where a move can go.
    pub fn destinations(&self, state: &State, moving: &Move) -> Vec<Destination> {
        let mut found: Vec<Destination> = self.with_reach(state, moving, |reach| {
            reach.hexes().filter_map(|h| reach.way(h)).collect()
        });
        found.sort_by_key(|d| d.hex);
        found
    }

    /// The hexes that a move can reach, in their order.
    pub fn reachable(&self, state: &State, moving: &Move) -> Vec<HexId> {
        let mut found: Vec<HexId> = self.with_reach(state, moving, |reach| reach.hexes().collect());
        found.sort_unstable();
        found
    }

    fn with_reach<R>(&self, state: &State, moving: &Move, work: impl FnOnce(Reach<'_>) -> R) -> R {
        with_paths(&self.map.grid, |paths| {
            let begin = self.explore(state, moving, paths);
            work(Reach { paths, begin: &begin })
        })
    }

    /// A stack that moves partly on foot is led hex by hex; others find their way.
    fn explore(&self, state: &State, moving: &Move, paths: &mut Paths) -> Begin {
        let Some(at) = moving.units.first().and_then(|&u| state.position.hex(u)) else {
            return Begin::default();
        };
        let mover = self.mover(state, moving);
        let mobility = self.single_mobility(moving);
        if let Some(mobility) = mobility {
            self.search(state, &mover, moving.left(mobility), at, paths);
        }
        let minimum = self.has_minimum_move(state, moving);
        let reached = |to| mobility.is_some() && paths.cost(to).is_some();
        let mut steps = SmallVec::new();
        for (direction, to) in self.neighbours(at).filter(|&(_, to)| !reached(to)) {
            let Some((foot, motorized)) = self.pass(state, &mover, at, direction, to) else {
                continue;
            };
            let enough = foot <= moving.foot && motorized <= moving.motorized;
            if enough || minimum {
                steps.push(Step { hex: to, foot, motorized, minimum: !enough });
            }
        }
        Begin { at: Some(at), mobility, steps }
    }

    /// The mobility of a move if all its members share one.
    fn single_mobility(&self, moving: &Move) -> Option<Mobility> {
        let mut all = moving.units.iter().map(|&u| self.facts(u).mobility);
        let first = all.next()?;
        all.all(|m| m == first).then_some(first)
    }

    fn search(&self, state: &State, mover: &Mover<'_>, left: Mp, at: HexId, paths: &mut Paths) {
        let enemy = state.phase.side().other();
        paths.search(&self.map.grid, at, left, |from, direction, to| {
            match self.pass(state, mover, from, direction, to) {
                // Where enemy non-combat units die a die may fall: the player goes on from there.
                Some((foot, motorized)) if self.holds(state, enemy, to) => {
                    Entry::Stop(foot.max(motorized))
                }
                Some((foot, motorized)) => Entry::Through(foot.max(motorized)),
                None => Entry::Closed,
            }
        });
    }

    /// A hex that a move can go to, with what it costs and does.
    pub(crate) fn destination_offer(
        &self,
        state: &State,
        moving: &Move,
        destination: &Destination,
    ) -> Offer {
        let side = state.phase.side();
        let hex = destination.hex;
        let mut effects = Vec::new();
        let mut add = |kind, id, rule, tone| {
            effects.push(Effect { kind, text: Text::new(id).hex(hex), rule, tone });
        };
        if destination.minimum {
            add("stop", "effect.minimum", rule!("5.16"), "warn");
        }
        if self.in_enemy_zone(state, side, hex) {
            add("zone", "effect.zone", self.zone_rule(state, side, hex), "warn");
        }
        if self.holds(state, side.other(), hex) {
            add("capture", "effect.captures", rule!("5.23"), "good");
        }
        let takes = self.objective_at(hex).is_some_and(|i| match state.holdings[i].marker {
            Marker::Occupied => side == SOVIET,
            Marker::Recaptured => side == GERMAN,
            Marker::None => side == GERMAN && self.garrisons(state, hex) == 0,
        });
        if takes {
            add("control", "effect.takes", rule!("8.41"), "good");
        }
        if let Some((id, rule)) = self.stacking_effect(state, moving, hex) {
            add("stacking", id, rule, if rule == rule!("4.12") { "bad" } else { "plain" });
        }
        Offer {
            choice: Choice::Hex(hex),
            label: None,
            cost: Some(destination.foot.max(destination.motorized)),
            path: destination.path.clone(),
            effects,
            primary: false,
        }
    }

    /// The rule of the zone in a hex: the Soviet edge has one for the Germans anyway (4.28)
    /// (14.24).
    fn zone_rule(&self, state: &State, side: Side, hex: HexId) -> Rule {
        match state.position.in_zone(side.other(), hex) {
            true => rule!("4.23"),
            false if self.edges.winter.contains(hex) => rule!("14.24"),
            false => rule!("4.28"),
        }
    }

    /// What stacking means for a move into a hex: too many at the end of the phase (4.12), or
    /// units that do not count (4.13) (4.14) (8.61) (14.36).
    fn stacking_effect(
        &self,
        state: &State,
        moving: &Move,
        hex: HexId,
    ) -> Option<(&'static str, Rule)> {
        let limit = usize::from(self.tables.stacking.limit);
        if !self.has_room_for(state, &moving.units, hex) {
            return Some(("effect.overstacked", rule!("4.12")));
        }
        let there: Vec<UnitId> = state.position.stack(hex).collect();
        let all = there.iter().chain(&moving.units);
        if all.clone().count() <= limit || !self.holds(state, state.phase.side(), hex) {
            return None;
        }
        let &uncounted = all.into_iter().find(|&&u| self.facts(u).stacking == 0)?;
        let rule = match self.kind(uncounted) {
            Kind::Garrison => rule!("4.14"),
            Kind::Factory => rule!("8.61"),
            Kind::Paratroop => rule!("14.36"),
            _ => rule!("4.13"),
        };
        Some(("effect.uncounted", rule))
    }

    /// A move of units that has not begun: a stack has the lowest allowance of its members (5.12).
    pub fn move_of(&self, state: &State, units: &[UnitId]) -> Move {
        let least = units.iter().map(|&u| self.allowance(state, u)).min().unwrap_or(Mp::ZERO);
        Move { units: units.iter().copied().collect(), foot: least, motorized: least, begun: false }
    }

    /// What a step costs the members of a move on foot and motorized, or why one of them may not make it.
    pub fn stack_step(
        &self,
        state: &State,
        moving: &Move,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Result<(Mp, Mp), No> {
        let (mut foot, mut motorized) = (Mp::ZERO, Mp::ZERO);
        for &unit in &moving.units {
            let cost = self.step(state, unit, from, direction, to)?;
            match self.facts(unit).mobility {
                Mobility::Motorized => motorized = cost,
                Mobility::Foot | Mobility::None => foot = cost,
            }
        }
        Ok((foot, motorized))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::SOVIET;
    use crate::state::Phase;
    use board::DiskFolder;
    use engine::{Game, Log, SeededDice, with_desk};
    use std::path::Path;

    /// Every step of every unit on the map, by the tables and by the rule with its reasons.
    fn compare(game: &LastStand, state: &State) {
        for (unit, at) in [GERMAN, SOVIET].into_iter().flat_map(|s| game.units_of(state, s)) {
            let moving = game.move_of(state, &[unit]);
            let mover = game.mover(state, &moving);
            for (direction, to) in game.neighbours(at) {
                let quick = game.pass(state, &mover, at, direction, to);
                let slow = game.stack_step(state, &moving, at, direction, to).ok();
                assert_eq!(quick, slow, "{unit:?} from {at:?} to {to:?} in {:?}", state.phase);
            }
        }
    }

    #[test]
    fn the_tables_say_what_the_rule_says() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../games/last-stand");
        for scenario in ["standard", "winter"] {
            let loaded = LastStand::load(&DiskFolder(games.clone()), scenario, &Default::default());
            let game = loaded.unwrap();
            let (mut dice, mut log) = (SeededDice::new(5), Log::silent());
            let mut state = game.start(&mut dice, &mut log);
            for made in 0_usize.. {
                if state.phase == Phase::Over {
                    break;
                }
                if made % 60 == 0 {
                    compare(&game, &state);
                }
                let drawn = |at: engine::At<'_, LastStand>| {
                    at.choices.nth(made * 7919 % at.choices.len()).unwrap()
                };
                let choice = with_desk(&game, &state, drawn);
                game.make(&mut state, choice, &mut dice, &mut log);
            }
        }
    }
}
