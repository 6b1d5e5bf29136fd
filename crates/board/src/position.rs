//! How the counters lie at one moment.
//!
//! Flat arrays by counter and by hex: 400 counters on 2,300 hexes take about 13 KB, so that a search can
//! afford to copy them. Stacks are lists threaded through the counters, top first.

use crate::marks::{Mark, Marks};
use crate::{BySide, Side, Tag, UnitId};
use hex::{Directions, Grid, HexId};
use serde::{Deserialize, Serialize};

/// A box beside the map: reinforcements of a turn, destroyed units, a replacement pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoxId(pub u8);

/// Where a counter lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// On the map.
    Hex(HexId),
    /// Beside it.
    Box(BoxId),
}

/// Who controls a hex: one of the sides or nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// Nobody.
    #[default]
    Nobody,
    /// One side.
    By(Side),
}

/// The first code of a box among the codes of hexes; no map has as many hexes.
const BOXES: u16 = 0xFE00;

/// No hex of a stored position holds more counters: so the zones that reach a hex can be counted in
/// a byte.
const STACK_MAX: usize = 36;

/// All counters at one moment: where each lies, in which order, on which step and face, with which
/// markers, and how many zones of control of each side reach each hex.
///
/// ```
/// use board::{BoxId, Position, Side, Spot, UnitId};
/// use hex::{Directions, Grid, Orientation, Parity, Sheet};
/// let grid = Grid::new(Orientation::FlatTop, Parity::Odd, &[Sheet::new(1..=5, 1..=5)]).unwrap();
/// let mut position = Position::new(&grid, 2);
/// let (alice, bob) = (UnitId::new(0), UnitId::new(1));
/// let hex = grid.parse("0303").unwrap();
/// position.place(&grid, alice, Side::A, hex, Directions::ALL);
/// position.place(&grid, bob, Side::A, hex, Directions::NONE);
/// assert_eq!(position.stack(hex).collect::<Vec<_>>(), [bob, alice], "the last one on top");
/// assert!(position.in_zone(Side::A, grid.parse("0302").unwrap()));
/// position.put(&grid, alice, Side::A, BoxId(0));
/// assert_eq!(position.spot(alice), Spot::Box(BoxId(0)));
/// assert!(!position.in_zone(Side::A, grid.parse("0302").unwrap()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    spots: Vec<u16>,
    below: Vec<UnitId>,
    reach: Vec<Directions>,
    steps: Vec<u8>,
    faces: Vec<u8>,
    marks: Marks,
    tops: Vec<UnitId>,
    zones: BySide<Vec<u8>>,
    control: Vec<Control>,
    #[serde(skip)]
    tags: BySide<Tag>,
}

impl Position {
    /// An empty map with all `units` counters in box 0, on step 1, face 0, without markers.
    pub fn new(grid: &Grid, units: usize) -> Position {
        let hexes = grid.len();
        let mut position = Position {
            spots: Vec::new(),
            below: Vec::new(),
            reach: Vec::new(),
            steps: Vec::new(),
            faces: Vec::new(),
            marks: Marks::default(),
            tops: vec![UnitId::NONE; hexes],
            zones: BySide::new(vec![0; hexes], vec![0; hexes]),
            control: vec![Control::Nobody; hexes],
            tags: BySide::default(),
        };
        for _ in 0..units {
            position.add_unit();
        }
        position
    }

    /// Adds a counter that the roster does not have, such as one of an unlimited supply of markers.
    pub fn add_unit(&mut self) -> UnitId {
        let unit = UnitId::new(self.spots.len() as u16);
        self.spots.push(BOXES);
        self.below.push(UnitId::NONE);
        self.reach.push(Directions::NONE);
        self.steps.push(1);
        self.faces.push(0);
        self.marks.add_unit();
        unit
    }

    /// The number of counters.
    pub fn len(&self) -> usize {
        self.spots.len()
    }

    /// Whether there is no counter at all.
    pub fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// All counters.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.spots.len() as u16).map(UnitId::new)
    }

    /// Where a counter lies.
    #[inline]
    pub fn spot(&self, unit: UnitId) -> Spot {
        match self.spots[unit.index()] {
            code if code >= BOXES => Spot::Box(BoxId((code - BOXES) as u8)),
            code => Spot::Hex(HexId::new(code)),
        }
    }

    /// The hex on which a counter lies; `None` beside the map.
    #[inline]
    pub fn hex(&self, unit: UnitId) -> Option<HexId> {
        let code = self.spots[unit.index()];
        (code < BOXES).then_some(HexId::new(code))
    }

    /// The counters of a hex from the top of the stack to its bottom.
    #[inline]
    pub fn stack(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        std::iter::successors(self.tops[hex.index()].some(), |u| self.below[u.index()].some())
    }

    /// The counter on top of a hex.
    #[inline]
    pub fn top(&self, hex: HexId) -> Option<UnitId> {
        self.tops[hex.index()].some()
    }

    /// Whether any counter lies on a hex.
    #[inline]
    pub fn is_occupied(&self, hex: HexId) -> bool {
        self.tops[hex.index()] != UnitId::NONE
    }

    /// The counters in a box, in the order of their numbers.
    pub fn in_box(&self, which: BoxId) -> impl Iterator<Item = UnitId> + '_ {
        self.units().filter(move |&u| self.spot(u) == Spot::Box(which))
    }

    /// Lays a counter on top of the stack of a hex. `reach` is the zone it exerts there by the rules
    /// of its game.
    pub fn place(&mut self, grid: &Grid, unit: UnitId, side: Side, hex: HexId, reach: Directions) {
        self.lift(grid, unit, side);
        self.tags[side] = Tag::new();
        self.spots[unit.index()] = hex.index() as u16;
        self.below[unit.index()] = self.tops[hex.index()];
        self.tops[hex.index()] = unit;
        self.set_reach(grid, unit, side, reach);
    }

    /// Puts a counter into a box beside the map.
    pub fn put(&mut self, grid: &Grid, unit: UnitId, side: Side, into: BoxId) {
        self.lift(grid, unit, side);
        self.tags[side] = Tag::new();
        self.spots[unit.index()] = BOXES + u16::from(into.0);
    }

    /// The name of how the counters of a side lie, with their zones; steps, faces and markers are not
    /// in it.
    #[inline]
    pub fn tag(&self, side: Side) -> Tag {
        self.tags[side]
    }

    /// Takes a counter off its stack, with its zone.
    fn lift(&mut self, grid: &Grid, unit: UnitId, side: Side) {
        self.set_reach(grid, unit, side, Directions::NONE);
        let Some(hex) = self.hex(unit) else { return };
        let under = self.below[unit.index()];
        let above = self.stack(hex).find(|u| self.below[u.index()] == unit);
        match above {
            Some(above) => self.below[above.index()] = under,
            None => self.tops[hex.index()] = under,
        }
        self.below[unit.index()] = UnitId::NONE;
    }

    /// Changes the zone that a counter exerts from where it lies.
    pub fn set_reach(&mut self, grid: &Grid, unit: UnitId, side: Side, reach: Directions) {
        let Some(hex) = self.hex(unit) else { return };
        let old = std::mem::replace(&mut self.reach[unit.index()], reach);
        if old == reach {
            return;
        }
        self.tags[side] = Tag::new();
        let neighbours = grid.neighbours(hex);
        let zones = &mut self.zones[side];
        for d in old.iter() {
            if let Some(to) = neighbours[d.index()].some() {
                zones[to.index()] -= 1;
            }
        }
        for d in reach.iter() {
            if let Some(to) = neighbours[d.index()].some() {
                zones[to.index()] += 1;
            }
        }
    }

    /// The zone that a counter exerts now.
    pub fn reach(&self, unit: UnitId) -> Directions {
        self.reach[unit.index()]
    }

    /// Whether a hex lies in a zone of control of `side`.
    #[inline]
    pub fn in_zone(&self, side: Side, hex: HexId) -> bool {
        self.zones[side][hex.index()] > 0
    }

    /// Lets counters take each other's places, with steps, face and marks: each pair says of a counter which one lies there
    /// afterwards. It must be a permutation of counters that reach alike.
    pub fn exchange(&mut self, renamed: &[(UnitId, UnitId)]) {
        let lies = |&(from, to): &(UnitId, UnitId)| {
            let i = from.index();
            let is_top = self.hex(from).is_some_and(|hex| self.top(hex) == Some(from));
            let printed = (self.steps[i], self.faces[i], self.marks.of(from));
            (to, is_top, (self.spots[i], self.below[i], self.reach[i]), printed)
        };
        let lay: Vec<_> = renamed.iter().map(lies).collect();
        for (to, is_top, (spot, below, reach), (steps, face, marks)) in lay {
            let j = to.index();
            (self.spots[j], self.below[j], self.reach[j]) = (spot, below, reach);
            (self.steps[j], self.faces[j]) = (steps, face);
            self.marks.set_all(to, marks);
            if is_top {
                self.tops[usize::from(spot)] = to;
            }
        }
        let mut names: Vec<UnitId> = self.units().collect();
        for &(from, to) in renamed {
            names[from.index()] = to;
        }
        for below in self.below.iter_mut().filter(|below| **below != UnitId::NONE) {
            *below = names[below.index()];
        }
        self.tags = BySide::default();
    }

    /// Whether a stored position can be one on this grid with so many counters: every array has its
    /// length, every counter lies somewhere, and every stack ends. The answer is what is wrong with
    /// it. Nothing else may be asked of a position from outside before.
    pub fn fits(&self, grid: &Grid, units: usize) -> Result<(), String> {
        let by_unit = [
            self.spots.len(),
            self.below.len(),
            self.reach.len(),
            self.steps.len(),
            self.faces.len(),
            self.marks.len(),
        ];
        let by_hex = [
            self.tops.len(),
            self.zones[Side::A].len(),
            self.zones[Side::B].len(),
            self.control.len(),
        ];
        if by_unit.iter().any(|len| *len != units) {
            return Err(format!("the position does not have {units} counters"));
        }
        if by_hex.iter().any(|len| *len != grid.len()) {
            return Err(format!("the position does not have {} hexes", grid.len()));
        }
        let nowhere = |code: &u16| *code < BOXES && usize::from(*code) >= grid.len();
        if self.spots.iter().any(nowhere) {
            return Err(String::from("a counter of the position lies on no hex of the map"));
        }
        self.stacks_fit()
    }

    /// Every counter on the map lies in the stack of its hex, once, and no stack is absurd.
    fn stacks_fit(&self) -> Result<(), String> {
        let broken = || Err(String::from("a stack of the position is broken"));
        let mut stacked = 0;
        for (hex, top) in self.tops.iter().enumerate() {
            let mut next = top.some();
            let mut height = 0;
            while let Some(unit) = next {
                let lies_here = self.spots.get(unit.index()) == Some(&(hex as u16));
                height += 1;
                if !lies_here || height > STACK_MAX {
                    return broken();
                }
                next = self.below[unit.index()].some();
            }
            stacked += height;
        }
        let on_map = self.spots.iter().filter(|code| **code < BOXES).count();
        let boxed = self.spots.iter().zip(&self.below).filter(|(code, _)| **code >= BOXES);
        let below_boxed = boxed.into_iter().any(|(_, below)| below.some().is_some());
        if stacked != on_map || below_boxed { broken() } else { Ok(()) }
    }

    /// Counts all zones anew and says whether the running count agrees: the check of the cache.
    fn zones_agree(&self, grid: &Grid, side_of: impl Fn(UnitId) -> Side) -> bool {
        let mut counted = BySide::of(|_| vec![0u8; grid.len()]);
        for unit in self.units() {
            let Some(hex) = self.hex(unit) else { continue };
            for d in self.reach[unit.index()].iter() {
                if let Some(to) = grid.neighbour(hex, d) {
                    let zones = &mut counted[side_of(unit)][to.index()];
                    *zones = zones.saturating_add(1);
                }
            }
        }
        counted == self.zones
    }

    /// Whether the zones are those of the counters and each counter exerts its own; the reason if not.
    pub fn check_zones(
        &self,
        grid: &Grid,
        side_of: impl Fn(UnitId) -> Side,
        reach_of: impl Fn(UnitId, HexId) -> Directions,
    ) -> Result<(), String> {
        if !self.zones_agree(grid, side_of) {
            return Err(String::from("the counted zones of control differ from the counters"));
        }
        let is_wrong = |&unit: &UnitId| {
            self.hex(unit).is_some_and(|hex| self.reach(unit) != reach_of(unit, hex))
        };
        match self.units().find(is_wrong) {
            Some(unit) => Err(format!("{unit:?} exerts another zone than its class says")),
            None => Ok(()),
        }
    }

    /// Whether no hex holds counters of both sides; the reason if not.
    pub fn check_sides(&self, grid: &Grid, side_of: impl Fn(UnitId) -> Side) -> Result<(), String> {
        let is_mixed = |&hex: &HexId| {
            let mut sides = self.stack(hex).map(&side_of);
            let first = sides.next();
            sides.any(|side| Some(side) != first)
        };
        match grid.hexes().find(is_mixed) {
            Some(hex) => Err(format!("units of both sides are in {}", grid.number(hex))),
            None => Ok(()),
        }
    }

    /// Whether no hex holds more than it may; the reason if not.
    pub fn check_stacks(
        &self,
        grid: &Grid,
        is_overstacked: impl Fn(HexId) -> bool,
    ) -> Result<(), String> {
        match grid.hexes().find(|&hex| self.is_occupied(hex) && is_overstacked(hex)) {
            Some(hex) => Err(format!("{} is overstacked", grid.number(hex))),
            None => Ok(()),
        }
    }

    /// The step a counter is on; its game says what the number means.
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.steps[unit.index()]
    }

    /// Sets the step.
    pub fn set_steps(&mut self, unit: UnitId, steps: u8) {
        self.steps[unit.index()] = steps;
    }

    /// Which face or set-up is up.
    pub fn face(&self, unit: UnitId) -> u8 {
        self.faces[unit.index()]
    }

    /// Turns a counter to a face.
    pub fn set_face(&mut self, unit: UnitId, face: u8) {
        self.faces[unit.index()] = face;
    }

    /// Whether a counter carries a marker.
    #[inline]
    pub fn has_mark(&self, unit: UnitId, mark: impl Mark) -> bool {
        self.marks.has(unit, mark)
    }

    /// Lays a marker on a counter or takes it off.
    #[inline]
    pub fn set_mark(&mut self, unit: UnitId, mark: impl Mark, on: bool) {
        self.marks.set(unit, mark, on);
    }

    /// Takes a marker off every counter.
    pub fn clear_mark(&mut self, mark: impl Mark) {
        self.marks.clear(mark);
    }

    /// Takes all markers off a counter.
    pub fn clear_marks(&mut self, unit: UnitId) {
        self.marks.clear_all(unit);
    }

    /// Takes all markers off a counter but some.
    pub fn keep_marks(&mut self, unit: UnitId, kept: &[impl Mark]) {
        self.marks.keep(unit, kept);
    }

    /// Who controls a hex.
    #[inline]
    pub fn control(&self, hex: HexId) -> Control {
        self.control[hex.index()]
    }

    /// Gives a hex to a side or to nobody.
    #[inline]
    pub fn set_control(&mut self, hex: HexId, control: Control) {
        self.control[hex.index()] = control;
    }
}
