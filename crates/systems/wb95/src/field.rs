//! Where a unit can march [3.1]: one search, kept with its costs and the hexes before each; a way is built
//! for the hex that is chosen.

use crate::book::Book;
use crate::game::Wb95;
use crate::movement::Left;
use crate::state::State;
use board::UnitId;
use hex::{Direction, Entry, Grid, HexId, Mp, Paths};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::sync::OnceLock;

/// A march from hex to hex.
pub type Path = SmallVec<[HexId; 24]>;

/// A hex that a unit can move to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The hex.
    pub hex: HexId,
    /// The total cost.
    pub cost: Mp,
    /// Whether the unit must stop there.
    pub stops: bool,
    /// Whether lone enemy counters are overrun there [6.1.7] [9.1.5].
    pub overruns: bool,
    /// Whether it is the extra hex of footnote 2.
    pub extra: bool,
    /// Whether every step follows a secondary route.
    pub on_route: bool,
    /// The path, both ends included.
    pub path: Path,
}

/// How a hex is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// By a single step, along a secondary route or not.
    Step { on_route: bool },
    /// By a march.
    March,
    /// From this hex, over lone enemy counters [6.1.7] [9.1.5].
    Overrun(HexId),
    /// From this hex, as the extra one of footnote 2.
    Extra(HexId),
}

/// A hex that was reached.
#[derive(Clone, Copy, Debug)]
struct Reach {
    hex: HexId,
    cost: Mp,
    stops: bool,
    how: How,
}

/// A search that is kept; its room is used again on a map of the same size.
#[derive(Default)]
struct Search(Option<(usize, Paths)>);

impl Search {
    fn over(&mut self, grid: &Grid) -> &mut Paths {
        if self.0.as_ref().is_none_or(|(len, _)| *len != grid.len()) {
            self.0 = Some((grid.len(), Paths::new(grid)));
        }
        self.done_mut()
    }

    fn done_mut(&mut self) -> &mut Paths {
        &mut self.0.as_mut().expect("a search has been made").1
    }

    fn done(&self) -> &Paths {
        &self.0.as_ref().expect("a search has been made").1
    }
}

/// Where a unit can march with what it has left.
#[derive(Default)]
pub struct Field {
    found: Vec<Reach>,
    marches: Search,
    routes: Search,
    /// The hex before each on the ways over the fewest lines, where that matters.
    safer: OnceLock<Option<Vec<HexId>>>,
}

impl Field {
    /// Forgets what was found.
    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.safer.take();
    }

    /// The hexes that can be marched to.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.found.iter().map(|reach| reach.hex)
    }
}

thread_local! {
    /// Fields that nobody uses.
    static SPARE: RefCell<Vec<Field>> = const { RefCell::new(Vec::new()) };
}

/// Lends a field for a question that is not about the unit in hand.
fn with_field<R>(work: impl FnOnce(&mut Field) -> R) -> R {
    let mut field = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = work(&mut field);
    SPARE.with_borrow_mut(|spare| spare.push(field));
    result
}

impl<B: Book> Wb95<B> {
    /// Where a unit can go with what it has left, in the order of the hexes.
    pub fn destinations(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        left: Left,
    ) -> Vec<Destination> {
        with_field(|field| {
            self.explore(state, unit, at, left, field);
            field.found.sort_unstable_by_key(|reach| reach.hex);
            let way = |&reach| self.build(state, unit, at, left, field, reach);
            field.found.iter().map(way).collect()
        })
    }

    /// Whether a unit can go anywhere; the hexes beside it are looked at first.
    pub(crate) fn can_go(&self, state: &State<B>, unit: UnitId, at: HexId, left: Left) -> bool {
        self.can_step(state, unit, at, left)
            || with_field(|field| {
                self.explore(state, unit, at, left, field);
                !field.found.is_empty()
            })
    }

    /// Whether it can march to a hex beside it.
    fn can_step(&self, state: &State<B>, unit: UnitId, at: HexId, left: Left) -> bool {
        let neighbours = self.map.grid.neighbours(at);
        let able = left.cap > Mp::ZERO && self.is_ready_to_move(state, unit).is_ok();
        let mover = self.mover(state, unit, left.cap);
        able && Direction::ALL.into_iter().any(|d| {
            neighbours[d.index()].some().is_some_and(|to| {
                let step = mover.step(at, d, to);
                step.is_ok_and(|step| step.cost <= left.mp) && self.may_end_on(state, unit, to)
            })
        })
    }

    /// Looks for everything that a unit can march to.
    pub(crate) fn explore(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        left: Left,
        field: &mut Field,
    ) {
        field.clear();
        let is_ready = self.is_ready_to_move(state, unit).is_ok();
        if !is_ready || left.cap == Mp::ZERO {
            // Towed guns in combat set-up may shift a single hex.
            if (is_ready || B::SENTENCES.guns_shift) && !left.spent {
                self.single_steps(state, unit, at, field);
            }
            return;
        }
        self.search_marches(state, unit, at, left, field);
        self.add_extra_hexes(state, unit, at, left, field);
        field.found.retain(|reach| match reach.how {
            How::Overrun(_) => self.may_share(state, unit, reach.hex),
            _ => self.may_end_on(state, unit, reach.hex),
        });
    }

    /// The march to a hex that was found.
    pub(crate) fn way(
        &self,
        state: &State<B>,
        unit: UnitId,
        left: Left,
        field: &Field,
        hex: HexId,
    ) -> Destination {
        let reach = field.found.iter().find(|reach| reach.hex == hex);
        let reach = *reach.expect("only hexes that were found are marched to");
        let at = state.position.hex(unit).expect("a unit in hand is on the map");
        self.build(state, unit, at, left, field, reach)
    }

    fn build(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        left: Left,
        field: &Field,
        reach: Reach,
    ) -> Destination {
        let Reach { hex, cost, stops, how } = reach;
        let backwards = |paths: &Paths, from: HexId| {
            let mut path = Path::from_slice(&[hex]);
            path.extend(paths.path_to(from));
            path
        };
        let mut path: Path = match how {
            How::Step { .. } => Path::from_slice(&[hex, at]),
            How::March => self.march_to(state, unit, at, left, field, hex),
            How::Overrun(from) => backwards(field.marches.done(), from),
            How::Extra(from) => backwards(field.routes.done(), from),
        };
        path.reverse();
        let on_route = match how {
            How::Step { on_route } => on_route,
            How::March => left.on_route && self.follows_secondary(state, unit, &path),
            How::Overrun(_) => false,
            How::Extra(_) => true,
        };
        let (overruns, extra) = (matches!(how, How::Overrun(_)), matches!(how, How::Extra(_)));
        Destination { hex, cost, stops, overruns, extra, on_route, path }
    }

    /// The way of a march, backwards; of equally cheap ones that over the fewest lines.
    fn march_to(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        left: Left,
        field: &Field,
        hex: HexId,
    ) -> Path {
        let paths = field.marches.done();
        let safer =
            field.safer.get_or_init(|| self.ways_off_mines(state, unit, at, left.cap, paths));
        match safer {
            Some(before) => {
                std::iter::successors(Some(hex), |h| before[h.index()].some()).collect()
            }
            None => paths.path_to(hex).collect(),
        }
    }

    /// Whether a unit may end a march on a hex: with friends it does not quarrel with, and above the
    /// limit only while another of that hex can still leave it [3.2.1] (R79).
    fn may_end_on(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        let leaves = |u: UnitId| !self.is_frozen(state, u) && self.may_pick(state, u).is_ok();
        self.may_share(state, unit, hex)
            && (self.has_room(state, hex, state.position.steps(unit))
                || state.position.stack(hex).any(|u| u != unit && leaves(u)))
    }

    /// A unit without movement points makes one step [3.1.13] (R80).
    fn single_steps(&self, state: &State<B>, unit: UnitId, at: HexId, field: &mut Field) {
        let neighbours = self.map.grid.neighbours(at);
        for direction in Direction::ALL {
            let Some(hex) = neighbours[direction.index()].some() else { continue };
            let Ok(step) = self.step(state, unit, at, direction, hex, Mp::ZERO) else { continue };
            if self.may_share(state, unit, hex) {
                let how = How::Step { on_route: step.on_route };
                field.found.push(Reach { hex, cost: Mp::ZERO, stops: true, how });
            }
        }
    }

    fn search_marches(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        left: Left,
        field: &mut Field,
    ) {
        let grid = &self.map.grid;
        let paths = field.marches.over(grid);
        let mover = self.mover(state, unit, left.cap);
        paths.search(grid, at, left.mp, |from, direction, to| {
            match mover.step(from, direction, to) {
                Ok(step) if step.stops => Entry::Stop(step.cost),
                Ok(step) => Entry::Through(step.cost),
                Err(_) => Entry::Closed,
            }
        });
        let overruns = self.class(unit).is_regular();
        for &hex in paths.reached() {
            let Some(cost) = paths.cost(hex) else { continue };
            let stops = paths.stops_at(hex);
            if hex != at {
                field.found.push(Reach { hex, cost, stops, how: How::March });
            }
            if overruns && !stops {
                self.overruns_from(state, unit, (hex, cost), left, &mut field.found);
            }
        }
    }

    /// Overruns from a hex that was reached: the movement points must do for the terrain and the overrun together.
    fn overruns_from(
        &self,
        state: &State<B>,
        unit: UnitId,
        (hex, spent): (HexId, Mp),
        left: Left,
        found: &mut Vec<Reach>,
    ) {
        let neighbours = self.map.grid.neighbours(hex);
        for direction in Direction::ALL {
            let Some(to) = neighbours[direction.index()].some() else { continue };
            if self.holder(state, to) != Some(self.side(unit).other()) {
                continue;
            }
            let Some(overrun) = self.overrun_cost(state, unit, to) else { continue };
            let mover = self.mover(state, unit, left.cap);
            let Ok(step) = mover.step_onto(hex, direction, to) else {
                continue;
            };
            let cost = spent + step.cost + overrun;
            if cost > left.mp {
                continue;
            }
            let reach = Reach { hex: to, cost, stops: step.stops, how: How::Overrun(hex) };
            match found.iter_mut().find(|r| r.hex == to) {
                Some(other) if other.cost <= cost => {}
                Some(other) => *other = reach,
                None => found.push(reach),
            }
        }
    }

    /// A unit that has kept to secondary routes may enter one more hex of one than it can pay for
    /// [CHART-2] (R10).
    fn add_extra_hexes(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        left: Left,
        field: &mut Field,
    ) {
        let column = self.class(unit).movement.column();
        let grid = &self.map.grid;
        let near = |h: HexId| {
            Direction::ALL.into_iter().any(|d| self.ground.side(grid.side(h, d)).secondary[column])
        };
        if !(left.on_route && near(at)) {
            return;
        }
        let paths = field.routes.over(grid);
        let mover = self.mover(state, unit, left.cap);
        paths.search(grid, at, left.mp, |from, direction, to| {
            match mover.step(from, direction, to) {
                Ok(step) if step.on_route && step.stops => Entry::Stop(step.cost),
                Ok(step) if step.on_route => Entry::Through(step.cost),
                _ => Entry::Closed,
            }
        });
        let ends = paths.reached().iter().filter(|&&hex| !paths.stops_at(hex) && near(hex));
        for &hex in ends {
            for direction in Direction::ALL {
                let Some(to) = grid.neighbour(hex, direction) else { continue };
                let side = grid.side(hex, direction);
                let is_secondary =
                    self.ground.side(side).secondary[column] && self.is_open_route(state, side);
                if !is_secondary || to == at || field.found.iter().any(|r| r.hex == to) {
                    continue;
                }
                if let Ok(step) = mover.step(hex, direction, to) {
                    let how = How::Extra(hex);
                    field.found.push(Reach { hex: to, cost: left.mp, stops: step.stops, how });
                }
            }
        }
    }
}
