//! Soviet reinforcements and reorganization (10.13-10.19, 8.2, 8.62).

use crate::class::{GERMAN, Kind, SOVIET};
use crate::data::Weather;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::state::{ARRIVING, LOST, Mark, REBUILDING, REBUILT_FACE, SCHEDULED, State, WAITING};
use crate::supply::{Edge, Lines};
use crate::verb::{NORTH, SOUTH, TYPES};
use board::{Side, UnitId, with_paths};
use engine::{
    Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use hex::{Entry, HexId, HexSet, Mp};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The board as it matters to placements, looked at once for as long as nothing changes that lines depend on.
#[derive(Debug, Default)]
pub(crate) struct Placing {
    seen: Seen,
    /// Room for what is seen next.
    now: Seen,
    germans: HexSet,
    /// Where supply can be traced, by edge.
    fields: [HexSet; 3],
    /// What has a rear line, by edge.
    rears: [HexSet; 3],
    /// What is far enough from the Germans for a unit.
    far: HexSet,
    /// What is far enough for a headquarters.
    farther: HexSet,
}

/// All that the lines of placements depend on.
#[derive(Debug, PartialEq)]
struct Seen {
    /// The number of the board; none has the number 0.
    board: u64,
    weather: Weather,
    is_january: bool,
    lines: Lines,
    headquarters: SmallVec<[(HexId, Mp); 16]>,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen {
            board: 0,
            weather: Weather::Clear,
            is_january: false,
            lines: Lines::nowhere(SOVIET),
            headquarters: SmallVec::new(),
        }
    }
}

/// How a placement is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
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
pub(crate) type Open = SmallVec<[Edge; 3]>;

impl LastStand {
    /// Looks at the board for placements, unless it still is as it was when it was looked at last.
    pub(crate) fn look_for_placing(&self, state: &State, placing: &mut Placing) {
        let now = &mut placing.now;
        now.board = self.ways.board;
        now.weather = state.weather;
        now.is_january = state.turn >= self.tables.special.january;
        self.look_at_lines(state, &[], &mut now.lines);
        now.headquarters.clear();
        now.headquarters.extend(self.headquarters(state));
        if placing.now == placing.seen {
            return;
        }
        self.look_at_germans(state, placing);
        let lines = &placing.now.lines;
        let edges = Edge::ALL.map(|e| self.soviet_edge(state, e));
        placing.rears = [0, 1, 2].map(|i: usize| self.rear(state, lines, &edges[i]));
        placing.fields =
            [0, 1, 2].map(|i: usize| self.soviet_field(state, lines, &edges[i], &placing.rears[i]));
        std::mem::swap(&mut placing.now, &mut placing.seen);
    }

    /// Looks how far the Germans are, unless they stand as they did.
    fn look_at_germans(&self, state: &State, placing: &mut Placing) {
        let hexes = self.units_of(state, GERMAN).map(|(_, hex)| hex);
        let germans = HexSet::of(self.map.grid.len(), hexes);
        if placing.now.board == placing.seen.board && germans == placing.germans {
            return;
        }
        let table = &self.tables.arrival;
        placing.far = self.far_from_germans(state, table.unit_distance);
        placing.farther = self.far_from_germans(state, table.headquarters_distance);
        placing.germans = germans;
    }

    /// The hexes at least so far from every German unit.
    fn far_from_germans(&self, state: &State, least: u16) -> HexSet {
        let grid = &self.map.grid;
        let mut far = HexSet::of(grid.len(), grid.hexes());
        if let Some(nearer) = least.checked_sub(1) {
            let germans = self.units_of(state, GERMAN).map(|(_, h)| (h, Mp::ZERO));
            with_paths(grid, |paths| {
                let step = |_, _, _| Entry::Through(Mp::ONE);
                paths.search_many(grid, germans, Mp::whole(nearer), step);
                for &hex in paths.reached() {
                    far.remove(hex);
                }
            });
        }
        far
    }

    /// Whether a Soviet unit comes now: scheduled, reorganized, rebuilt or delayed.
    fn comes(&self, state: &State, unit: UnitId) -> bool {
        let kind = self.kind(unit);
        if self.side(unit) != SOVIET || matches!(kind, Kind::Paratroop | Kind::Partisan) {
            return false;
        }
        let due = self.due[unit.index()].is_some_and(|t| t <= state.turn);
        let returns = || state.returns.iter().any(|&(u, t)| u == unit && t <= state.turn);
        self.is_in(state, unit, ARRIVING)
            || (self.is_in(state, unit, SCHEDULED) && due)
            || (self.is_in(state, unit, REBUILDING) && returns())
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
        ensure(!self.holds(state, GERMAN, hex), no(rule!("10.15"), "no.enemy-there"))?;
        let headquarters = self.kind(unit) == Kind::Headquarters;
        let room = self.has_room(state, unit, hex);
        ensure(headquarters || room, no(rule!("4.11"), "no.no-room"))?;
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
        let far = if headquarters { &placing.farther } else { &placing.far };
        if !field.is_empty() && far.contains(hex) && road {
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
        let reorganized = state.has(unit, Mark::Reorganized) && self.kind(unit) == Kind::Rifle;
        if self.has_factory(state, hex) && reorganized && !state.factories.contains(&hex) {
            return Ok((Right::Factory, field));
        }
        Err(match () {
            () if headquarters && !road => no(rule!("10.13"), "no.not-on-road"),
            () if garrisons > 0 && !rear.is_empty() => no(rule!("10.15"), "no.garrison-used"),
            () if self.has_factory(state, hex) && state.factories.contains(&hex) => {
                no(rule!("8.62"), "no.factory-used")
            }
            () if self.has_factory(state, hex) && field.is_empty() => {
                no(rule!("8.62"), "no.factory-rifles-only")
            }
            () if headquarters && field.is_empty() => no(rule!("10.13"), "no.no-rear-line"),
            () if field.is_empty() => no(rule!("10.14"), "no.no-supply-line"),
            () if headquarters => no(rule!("10.13"), "no.too-near").n(least.into()),
            () => no(rule!("10.14"), "no.too-near").n(least.into()),
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
    pub(crate) fn may_place(
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
        let no = No::new(rule!("10.16"), "no.quota").unit(unit).hex(hex).n(quota.into());
        ensure(!edges.is_empty(), no)?;
        Ok((right, edges))
    }

    /// The hexes in which a unit may be placed because they are far enough from the Germans, whichever
    /// edges have room for it; and those of them that it can be charged to, with room in the hex.
    fn distant_hexes(&self, state: &State, placing: &Placing, unit: UnitId) -> (HexSet, HexSet) {
        let mut distant = HexSet::new(self.map.grid.len());
        let mut charged = distant.clone();
        for (edge, field) in Edge::ALL.into_iter().zip(&placing.fields) {
            distant.union_with(field);
            if !self.counts(unit) || self.quota_left(state, edge) {
                charged.union_with(field);
            }
        }
        distant.intersect_with(&placing.far);
        charged.intersect_with(&placing.far);
        for (_, hex) in self.units_of(state, SOVIET) {
            if charged.contains(hex) && !self.has_room(state, unit, hex) {
                charged.remove(hex);
            }
        }
        (distant, charged)
    }

    /// Hexes that may be open to a unit though they are near the Germans or without a line: edges, garrisons and
    /// factories (10.15) (8.62); for headquarters any with a rear line.
    fn other_hexes(&self, state: &State, placing: &Placing, unit: UnitId) -> HexSet {
        let mut hexes = self.soviet_edges(state);
        let fixed = self.units_of(state, SOVIET).filter(|&(u, _)| self.kind(u).is_fixed());
        for (_, hex) in fixed {
            hexes.insert(hex);
        }
        if self.kind(unit) == Kind::Headquarters {
            placing.rears.iter().for_each(|rear| hexes.union_with(rear));
        }
        hexes
    }

    /// The hexes in which a unit may be placed: [`LastStand::may_place`] of the whole board at once.
    pub(crate) fn arrival_hexes(&self, state: &State, placing: &Placing, unit: UnitId) -> HexSet {
        let others = self.other_hexes(state, placing, unit);
        let able = |h: &HexId| self.may_place(state, placing, unit, *h).is_ok();
        if self.kind(unit) == Kind::Headquarters {
            return HexSet::of(self.map.grid.len(), others.iter().filter(able));
        }
        let (distant, mut hexes) = self.distant_hexes(state, placing, unit);
        let near = others.iter().filter(|&h| !distant.contains(h)).filter(able);
        for hex in near {
            hexes.insert(hex);
        }
        hexes
    }

    fn can_arrive(&self, state: &State, placing: &Placing, unit: UnitId) -> bool {
        let headquarters = self.kind(unit) == Kind::Headquarters;
        if !headquarters && !self.distant_hexes(state, placing, unit).1.is_empty() {
            return true;
        }
        let others = self.other_hexes(state, placing, unit);
        others.iter().any(|h| self.may_place(state, placing, unit, h).is_ok())
    }

    /// Whether the Soviet may bring on a unit now.
    pub(crate) fn may_bring_soviet(
        &self,
        state: &State,
        placing: &Placing,
        unit: UnitId,
    ) -> Result<(), No> {
        let own = self.exists(unit) && self.side(unit) == SOVIET;
        ensure(own, No::new(rule!("10.11"), "no.not-yours-to-bring"))?;
        let on_map = state.position.hex(unit).is_some();
        ensure(!on_map, No::new(rule!("10.11"), "no.on-map-already").unit(unit))?;
        ensure(self.comes(state, unit), No::new(rule!("10.11"), "no.not-due").unit(unit))?;
        let able = self.can_arrive(state, placing, unit);
        ensure(able, No::new(rule!("10.14"), "no.no-hex-to-arrive").unit(unit))
    }

    /// The units that can be brought on. Units of one kind that come from one place are alike; the answer for one holds for
    /// all.
    pub(crate) fn bringable(&self, state: &State, placing: &Placing) -> Vec<UnitId> {
        let mut known: SmallVec<[((Kind, bool), bool); 8]> = SmallVec::new();
        let mut able = |unit: UnitId| {
            let key = (self.kind(unit), state.has(unit, Mark::Reorganized));
            if let Some((_, yes)) = known.iter().find(|(k, _)| *k == key) {
                return *yes;
            }
            let yes = self.can_arrive(state, placing, unit);
            known.push((key, yes));
            yes
        };
        self.coming(state).into_iter().filter(|&u| able(u)).collect()
    }

    /// Whether the Soviet may end his arrivals: of those who can enter, only who may be delayed is left (10.19).
    pub(crate) fn may_end_soviet_arrivals(
        &self,
        state: &State,
        bringable: impl IntoIterator<Item = UnitId>,
    ) -> Result<(), No> {
        let open = bringable.into_iter().find(|&u| !self.may_delay(state, u));
        match open {
            Some(unit) => Err(No::new(rule!("10.19"), "no.must-enter").unit(unit)),
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
    pub(crate) fn arrive(
        &self,
        state: &mut State,
        placing: &Placing,
        unit: UnitId,
        hex: HexId,
        log: &mut Log,
    ) {
        let placed = self.may_place(state, placing, unit, hex);
        let (_, edges) = placed.expect("units are placed where they may be");
        let asks = !edges.contains(&Edge::Free) && edges.len() > 1;
        if asks {
            state.ask(Quota { unit, hex });
            return;
        }
        self.place_arrival(state, placing, (unit, hex), edges[0], log);
    }

    /// Places a unit and charges it to an edge.
    fn place_arrival(
        &self,
        state: &mut State,
        placing: &Placing,
        (unit, hex): (UnitId, HexId),
        edge: Edge,
        log: &mut Log,
    ) {
        let placed = self.may_place(state, placing, unit, hex);
        let (right, _) = placed.expect("units are placed where they may be");
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
        state.position.set_mark(unit, Mark::OutOfSupply, unfed);
        state.position.set_mark(unit, Mark::PlacedUnsupplied, unfed);
        let rule = match right {
            Right::Distance if self.kind(unit) == Kind::Headquarters => rule!("10.13"),
            Right::Distance => rule!("10.14"),
            Right::Edge | Right::Garrison => rule!("10.15"),
            Right::Factory => rule!("8.62"),
        };
        let charged = self.counts(unit) && edge != Edge::Free;
        let rebuilt =
            self.kind(unit) == Kind::Headquarters && state.position.face(unit) == REBUILT_FACE;
        let untried = self.kind(unit).cup().is_some().then_some(rule!("10.18"));
        let also = [charged.then_some(rule!("10.16")), rebuilt.then_some(rule!("7.53")), untried];
        self.tell_arrival(unit, hex, rule, also.into_iter().flatten(), log);
    }

    /// Units that may still be reorganized in this turn (8.23) (8.27).
    pub fn open_reorganization(&self, state: &mut State, log: &mut Log) {
        let allowance = self.tables.turn[usize::from(state.turn) - 1].reorganization;
        if allowance > 0 {
            state.ask(Reorganize { left: allowance });
        } else if state.turn >= self.tables.special.january && self.anybody_waits(state) {
            log.say(|| {
                let text = Text::new("event.no-reorganization");
                Event::new(EventKind::Changed, rule!("14.23"), text)
            });
        }
    }

    /// Whether units of a type wait (8.23).
    pub fn may_reorganize(&self, state: &State, cup: usize) -> Result<(), No> {
        let any = !self.waiting(state, cup).is_empty();
        ensure(any, No::new(rule!("8.23"), "no.nobody-waits"))
    }

    /// Draws a unit of a type; it comes as a reinforcement, untried (8.23) (R39).
    pub fn reorganize(&self, state: &mut State, cup: usize, dice: &mut dyn Dice, log: &mut Log) {
        let unit = self.draw_waiting(state, cup, dice).expect("somebody of this type waits");
        self.put(state, unit, ARRIVING);
        state.position.set_mark(unit, Mark::Reorganized, true);
        log.say(|| {
            let text = Text::new("event.reorganized").unit(unit);
            let event =
                Event::new(EventKind::Changed, rule!("8.23"), text).rule(rule!("6.95")).unit(unit);
            let historical = self.switches.historical;
            if historical { event.rule(rule!("13.13")) } else { event }
        });
        state.asked::<Reorganize>().left -= 1;
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
                    Event::new(EventKind::Changed, rule!("14.22"), text).unit(unit)
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

/// The Soviet chooses the edge that a placement is charged to (10.16).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quota {
    /// The unit.
    pub unit: UnitId,
    /// Its hex.
    pub hex: HexId,
}

impl Decide<LastStand> for Quota {
    const ID: &'static str = "quota";
    const WRONG: Wrong = (rule!("10.16"), "no.choose-edge");
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, desk: &mut Desk, out: &mut Choices) {
        game.look_for_placing(state, &mut desk.placing);
        out.extend([NORTH, SOUTH]);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            NORTH | SOUTH => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, desk: &Desk, choice: Choice) {
        let edge = match choice {
            NORTH => Edge::North,
            SOUTH => Edge::South,
            _ => engine::impossible(self, choice),
        };
        play.close();
        let placed = (self.unit, self.hex);
        play.game.place_arrival(play.state, &desk.placing, placed, edge, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.quota").unit(self.unit).hex(self.hex).into()
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}

/// The Soviet chooses the type of the next reorganized unit (8.23).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reorganize {
    /// How many may still be.
    pub left: u8,
}

/// The type that a button stands for.
fn cup_of(choice: Choice) -> Option<usize> {
    TYPES.iter().position(|t| *t == choice)
}

impl Decide<LastStand> for Reorganize {
    const ID: &'static str = "reorganize";
    const WRONG: Wrong = (rule!("8.26"), "no.choose-type");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    /// What nobody waits for lapses (8.27).
    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = self.left > 0 && play.game.anybody_waits(play.state);
        if !open && self.left > 0 {
            let text = Text::new("event.lapsed").n(self.left);
            play.log.say(|| Event::new(EventKind::Changed, rule!("8.27"), text));
        }
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        for (cup, choice) in TYPES.into_iter().enumerate() {
            out.add_if(game.may_reorganize(state, cup).is_ok(), choice);
        }
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match cup_of(choice) {
            Some(cup) => at.game.may_reorganize(at.state, cup),
            None => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Some(cup) = cup_of(choice) else { engine::impossible(self, choice) };
        play.game.reorganize(play.state, cup, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.reorganize").n(self.left).into()
    }
}
