//! Soviet reinforcements and reorganization (10.13-10.19, 8.2, 8.62).

use crate::class::{GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{
    ARRIVING, LOST, OUT_OF_SUPPLY, PLACED_UNSUPPLIED, REBUILDING, REBUILT_FACE, REORGANIZED,
    SCHEDULED, Stage, State, WAITING,
};
use crate::supply::Edge;
use board::{UnitId, with_paths};
use engine::{Dice, Event, EventKind, Log, No, Text};
use hex::{Entry, HexId, HexSet, Mp};
use smallvec::SmallVec;

/// The board as it matters to placements, looked at once for all of them.
pub struct Placing {
    /// Where supply can be traced, by edge.
    fields: [HexSet; 3],
    /// What has a rear line, by edge.
    rears: [HexSet; 3],
    /// The distance to the nearest German unit.
    distance: Vec<u16>,
}

/// How a placement is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    /// Far enough from the Germans (10.13) (10.14).
    Distance,
    /// A Soviet edge hex (10.15).
    Edge,
    /// A garrison with a rear line (10.15).
    Garrison,
    /// A factory (8.62).
    Factory,
}

/// The edges that a placement may be charged to.
type Open = SmallVec<[Edge; 3]>;

impl LastStand {
    /// Looks at the board for placements.
    pub fn placing(&self, state: &State) -> Placing {
        let edges = Edge::ALL.map(|e| self.soviet_edge(state, e));
        let grid = &self.map.grid;
        let germans: Vec<(HexId, Mp)> =
            self.units_of(state, GERMAN).map(|(_, h)| (h, Mp::ZERO)).collect();
        let far = self.tables.arrival.headquarters_distance.max(self.tables.arrival.unit_distance);
        let distance = with_paths(grid, |paths| {
            paths.search_many(grid, germans, Mp::whole(far), |_, _, _| Entry::Through(Mp::ONE));
            grid.hexes().map(|h| paths.cost(h).map_or(u16::MAX, Mp::floor)).collect()
        });
        Placing {
            fields: [0, 1, 2].map(|i: usize| self.soviet_supply(state, &edges[i], &[])),
            rears: [0, 1, 2].map(|i: usize| self.rear(state, SOVIET, &edges[i], &[])),
            distance,
        }
    }

    /// Whether a Soviet unit comes now: scheduled, reorganized, rebuilt or delayed.
    fn comes(&self, state: &State, unit: UnitId) -> bool {
        let kind = self.kind(unit);
        if self.side(unit) != SOVIET || matches!(kind, Kind::Paratroop | Kind::Partisan) {
            return false;
        }
        let due = self.due[unit.index()].is_some_and(|t| t <= state.turn);
        let back = || state.returns.iter().any(|&(u, t)| u == unit && t <= state.turn);
        self.is_in(state, unit, ARRIVING)
            || (self.is_in(state, unit, SCHEDULED) && due)
            || (self.is_in(state, unit, REBUILDING) && back())
    }

    /// The Soviet units that come now.
    fn coming(&self, state: &State) -> Vec<UnitId> {
        self.roster.units().filter(|&u| self.comes(state, u)).collect()
    }

    /// Whether a unit may be delayed: headquarters, but not one that must enter on time (10.19).
    fn may_delay(&self, state: &State, unit: UnitId) -> bool {
        let bound = self.printed(unit).on_time && self.is_in(state, unit, SCHEDULED);
        self.kind(unit) == Kind::Headquarters && !bound
    }

    /// Whether a unit counts against the quota of an edge (10.16).
    fn counts(&self, unit: UnitId) -> bool {
        !matches!(self.kind(unit), Kind::Headquarters | Kind::Katyusha)
    }

    /// By what right a unit may be placed in a hex, and to which edges it can be charged.
    fn right(
        &self,
        state: &State,
        placing: &Placing,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(Right, Open), No> {
        let no = |rule, text| No::new(rule, text).unit(unit).hex(hex);
        ensure(!self.holds(state, GERMAN, hex), no("10.15", "no.enemy-there"))?;
        let headquarters = self.kind(unit) == Kind::Headquarters;
        let room = self.has_room(state, unit, hex);
        ensure(headquarters || room, no("4.11", "no.no-room"))?;
        let lines = |sets: &[HexSet; 3]| -> Open {
            Edge::ALL
                .into_iter()
                .zip(sets)
                .filter(|(_, s)| s.contains(hex))
                .map(|(e, _)| e)
                .collect()
        };
        let table = &self.tables.arrival;
        let (field, least) = match headquarters {
            true => (lines(&placing.rears), table.headquarters_distance),
            false => (lines(&placing.fields), table.unit_distance),
        };
        let road = !headquarters || self.is_road_hex(state, hex);
        let far = placing.distance[hex.index()] >= least;
        if !field.is_empty() && far && road {
            return Ok((Right::Distance, field));
        }
        // The exception is from the distance only: a headquarters needs its road (10.13) (10.15).
        if self.is_soviet_edge(state, hex) && road {
            let mut edges = lines(&placing.fields);
            let own = Edge::ALL.into_iter().find(|&e| self.soviet_edge(state, e).contains(hex));
            edges.extend(own.into_iter().filter(|e| !edges.contains(e)).collect::<Open>());
            return Ok((Right::Edge, edges));
        }
        let rear = lines(&placing.rears);
        let garrisons = self.garrisons(state, hex);
        if garrisons > 0 && road && !rear.is_empty() && self.placed_at(state, hex) < garrisons {
            return Ok((Right::Garrison, rear));
        }
        let reorganized = state.has(unit, REORGANIZED) && self.kind(unit) == Kind::Rifle;
        if self.has_factory(state, hex) && reorganized && !state.factories.contains(&hex) {
            return Ok((Right::Factory, field));
        }
        Err(match () {
            () if headquarters && !road => no("10.13", "no.not-on-road"),
            () if garrisons > 0 && !rear.is_empty() => no("10.15", "no.garrison-used"),
            () if self.has_factory(state, hex) && state.factories.contains(&hex) => {
                no("8.62", "no.factory-used")
            }
            () if self.has_factory(state, hex) && field.is_empty() => {
                no("8.62", "no.factory-rifles-only")
            }
            () if headquarters && field.is_empty() => no("10.13", "no.no-rear-line"),
            () if field.is_empty() => no("10.14", "no.no-supply-line"),
            () if headquarters => no("10.13", "no.too-near").n(least.into()),
            () => no("10.14", "no.too-near").n(least.into()),
        })
    }

    /// Whether a road or railway in use leads out of a hex (10.13).
    fn is_road_hex(&self, state: &State, hex: HexId) -> bool {
        hex::Direction::ALL.into_iter().any(|d| self.has_rear_link(state, SOVIET, hex, d))
    }

    /// Reinforcements that used the garrisons of a hex in this turn (10.15).
    fn placed_at(&self, state: &State, hex: HexId) -> u8 {
        state.placed.iter().find(|(h, _)| *h == hex).map_or(0, |(_, n)| *n)
    }

    /// Whether an edge has room in its quota (10.16).
    fn quota_left(&self, state: &State, edge: Edge) -> bool {
        match edge {
            Edge::Free => true,
            Edge::North => state.quota[0] < self.tables.arrival.edge_quota,
            Edge::South => state.quota[1] < self.tables.arrival.edge_quota,
        }
    }

    /// Whether a unit may be placed in a hex; the edges it can be charged to.
    fn may_place(
        &self,
        state: &State,
        placing: &Placing,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(Right, Open), No> {
        let (right, mut edges) = self.right(state, placing, unit, hex)?;
        let lineless = right == Right::Factory && edges.is_empty();
        if !self.counts(unit) || lineless {
            return Ok((right, [Edge::Free].into_iter().collect()));
        }
        edges.retain(|e| self.quota_left(state, *e));
        let quota = self.tables.arrival.edge_quota;
        let no = No::new("10.16", "no.quota").unit(unit).hex(hex).n(quota.into());
        ensure(!edges.is_empty(), no)?;
        Ok((right, edges))
    }

    /// Whether the Soviet may place a unit in a hex.
    pub fn may_arrive(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        self.may_place(state, &self.placing(state), unit, hex).map(|_| ())
    }

    /// The hexes in which a unit may be placed.
    pub fn arrival_hexes(&self, state: &State, placing: &Placing, unit: UnitId) -> Vec<HexId> {
        let all = self.map.grid.hexes();
        all.filter(|&h| self.may_place(state, placing, unit, h).is_ok()).collect()
    }

    fn can_arrive(&self, state: &State, placing: &Placing, unit: UnitId) -> bool {
        let mut all = self.map.grid.hexes();
        all.any(|h| self.may_place(state, placing, unit, h).is_ok())
    }

    /// Whether the Soviet may bring on a unit now.
    pub fn may_bring_soviet(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.side(unit) == SOVIET;
        ensure(own, No::new("10.11", "no.not-yours-to-bring"))?;
        let on_map = state.position.hex(unit).is_some();
        ensure(!on_map, No::new("10.11", "no.on-map-already").unit(unit))?;
        ensure(self.comes(state, unit), No::new("10.11", "no.not-due").unit(unit))?;
        let able = self.can_arrive(state, &self.placing(state), unit);
        ensure(able, No::new("10.14", "no.no-hex-to-arrive").unit(unit))
    }

    /// The units that can be brought on, asked of the board once. Units of one kind that come from one place are
    /// alike; the answer for one holds for all.
    pub fn bringable(&self, state: &State) -> Vec<UnitId> {
        let coming = self.coming(state);
        if coming.is_empty() {
            return coming;
        }
        let placing = self.placing(state);
        let mut known: Vec<((Kind, bool), bool)> = Vec::new();
        let mut able = |unit: UnitId| {
            let key = (self.kind(unit), state.has(unit, REORGANIZED));
            if let Some((_, yes)) = known.iter().find(|(k, _)| *k == key) {
                return *yes;
            }
            let yes = self.can_arrive(state, &placing, unit);
            known.push((key, yes));
            yes
        };
        coming.into_iter().filter(|&u| able(u)).collect()
    }

    /// Whether the Soviet may end his arrivals: what may not be delayed and can enter must (10.19).
    pub fn may_end_soviet_arrivals(&self, state: &State) -> Result<(), No> {
        let open = self.bringable(state).into_iter().find(|&u| !self.may_delay(state, u));
        match open {
            Some(unit) => Err(No::new("10.19", "no.must-enter").unit(unit)),
            None => Ok(()),
        }
    }

    /// What could not be placed: untried units wait, others are lost, headquarters come later (R42).
    pub fn end_soviet_arrivals(&self, state: &mut State, log: &mut Log) {
        for unit in self.coming(state) {
            if self.may_delay(state, unit) {
                continue;
            }
            match self.kind(unit).cup().is_some() {
                true => self.to_waiting_box(state, unit),
                false => self.put(state, unit, LOST),
            }
            self.tell_lost(unit, log);
        }
    }

    /// Places a unit; if it can be charged to the north and to the south, its player is asked (R41).
    pub fn arrive(&self, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        let placing = self.placing(state);
        let Ok((_, edges)) = self.may_place(state, &placing, unit, hex) else { return };
        state.stages.pop();
        let asks = !edges.contains(&Edge::Free) && edges.len() > 1;
        if asks {
            state.stages.push(Stage::Quota { unit, hex });
            return;
        }
        self.place(state, &placing, unit, hex, edges[0], log);
    }

    /// Places a unit and charges it to an edge.
    pub fn arrive_by(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        edge: Edge,
        log: &mut Log,
    ) {
        state.stages.pop();
        let placing = self.placing(state);
        self.place(state, &placing, unit, hex, edge, log);
    }

    fn place(
        &self,
        state: &mut State,
        placing: &Placing,
        unit: UnitId,
        hex: HexId,
        edge: Edge,
        log: &mut Log,
    ) {
        let Ok((right, _)) = self.may_place(state, placing, unit, hex) else { return };
        if self.counts(unit) {
            match edge {
                Edge::Free => {}
                Edge::North => state.quota[0] += 1,
                Edge::South => state.quota[1] += 1,
            }
        }
        let supplied = placing.fields.iter().any(|f| f.contains(hex));
        match right {
            Right::Garrison => match state.placed.iter_mut().find(|(h, _)| *h == hex) {
                Some((_, n)) => *n += 1,
                None => state.placed.push((hex, 1)),
            },
            Right::Factory => state.factories.push(hex),
            Right::Distance | Right::Edge => {}
        }
        state.returns.retain(|(u, _)| *u != unit);
        state.position.set_steps(unit, self.class(unit).steps());
        self.lay(state, unit, hex);
        let unfed = right == Right::Factory && !supplied;
        state.position.set_mark(unit, OUT_OF_SUPPLY, unfed);
        state.position.set_mark(unit, PLACED_UNSUPPLIED, unfed);
        let rule = match right {
            Right::Distance if self.kind(unit) == Kind::Headquarters => "10.13",
            Right::Distance => "10.14",
            Right::Edge | Right::Garrison => "10.15",
            Right::Factory => "8.62",
        };
        let charged = self.counts(unit) && edge != Edge::Free;
        let rebuilt =
            self.kind(unit) == Kind::Headquarters && state.position.face(unit) == REBUILT_FACE;
        let untried = self.kind(unit).cup().is_some().then_some("10.18");
        let also = [charged.then_some("10.16"), rebuilt.then_some("7.53"), untried];
        self.tell_arrival(unit, hex, rule, also.into_iter().flatten(), log);
    }

    /// Units that may still be reorganized in this turn (8.23) (8.27).
    pub fn open_reorganization(&self, state: &mut State, log: &mut Log) {
        let allowance = self.tables.turn[usize::from(state.turn) - 1].reorganization;
        if allowance > 0 {
            state.stages.push(Stage::Reorganize(allowance));
        } else if state.turn >= self.tables.special.january && self.anybody_waits(state) {
            log.say(|| {
                let text = Text::new("event.no-reorganization");
                Event::new(EventKind::Changed, "14.23", text)
            });
        }
    }

    /// Whether units of a type wait (8.23).
    pub fn may_reorganize(&self, state: &State, cup: usize) -> Result<(), No> {
        let any = !self.waiting(state, cup).is_empty();
        ensure(any, No::new("8.23", "no.nobody-waits"))
    }

    /// Draws a unit of a type; it comes as a reinforcement, untried (8.23) (R39).
    pub fn reorganize(&self, state: &mut State, cup: usize, dice: &mut dyn Dice, log: &mut Log) {
        let Some(unit) = self.draw_waiting(state, cup, dice) else { return };
        self.put(state, unit, ARRIVING);
        state.position.set_mark(unit, REORGANIZED, true);
        log.say(|| {
            let text = Text::new("event.reorganized").unit(unit);
            let event = Event::new(EventKind::Changed, "8.23", text).rule("6.95").unit(unit);
            let historical = self.switches.historical;
            if historical { event.rule("13.13") } else { event }
        });
        if let Some(Stage::Reorganize(left)) = state.stages.last_mut() {
            *left -= 1;
        }
    }

    /// Reinforcements that are drawn from the Waiting Box (14.22).
    pub fn draw_reinforcements(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        let draws: Vec<_> = self.draws.iter().filter(|d| d.turn == state.turn).copied().collect();
        for draw in draws {
            for _ in 0..draw.count {
                let Some(unit) = self.draw_waiting(state, draw.cup, dice) else { break };
                self.put(state, unit, ARRIVING);
                log.say(|| {
                    let text = Text::new("event.drawn").unit(unit);
                    Event::new(EventKind::Changed, "14.22", text).unit(unit)
                });
            }
        }
        self.close_layers(state);
    }

    /// Whether anybody is in the Waiting Box.
    pub fn anybody_waits(&self, state: &State) -> bool {
        state.position.in_box(WAITING).next().is_some()
    }
}
