//! Railways [RR].

use crate::class::Kind;
use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::net::Net;
use crate::state::{Impulse, Mark, State};
use crate::walk::{Destination, Gait, Path, Walk, Way};
use board::{Side, Tag, UnitId, with_paths};
use engine::view::Offer;
use engine::{Asked, At, Choice, Choices, Decide, No, Play, Text, Wrong};
use hex::{Entry, HexId, HexSet, Mp, Paths};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The railways of a side, worked out once while the enemy's counters lie as they do.
#[derive(Debug, Default)]
pub(crate) struct Rails(Option<(Side, Tag, HexSet)>);

impl Rails {
    /// Works them out, unless they are known.
    pub(crate) fn find(&mut self, game: &BattleOfMoscow, state: &State, side: Side) {
        if self.known(game, state, side).is_none() {
            let tag = state.position.tag(side.other());
            self.0 = Some((side, tag, game.friendly_rails(state, side)));
        }
    }

    /// The rails of a side if they are known. Where they need passage they follow from more than the enemy's
    /// counters.
    fn known(&self, game: &BattleOfMoscow, state: &State, side: Side) -> Option<&HexSet> {
        let (whose, tag, rails) = self.0.as_ref()?;
        let holds = *whose == side && tag.is(state.position.tag(side.other()));
        (holds && !game.switches.rail_needs_passage).then_some(rails)
    }

    /// The rails of a side.
    fn of(&self, game: &BattleOfMoscow, state: &State, side: Side) -> Cow<'_, HexSet> {
        match self.known(game, state, side) {
            Some(rails) => Cow::Borrowed(rails),
            None => Cow::Owned(game.friendly_rails(state, side)),
        }
    }
}

/// What is found along the lines that a unit could board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Station {
    /// A hex to ride to.
    Found,
    /// A train would save something, but nobody may stop in any of its hexes.
    Full,
    /// No train saves anything.
    None,
}

/// A searched ride: on foot to the line, along it, and on foot from there.
struct Ride<'a> {
    to_line: &'a Paths,
    line: &'a Paths,
    onward: &'a Paths,
}

impl<'a> Ride<'a> {
    /// The hexes in which it may end. A train that saves nothing is no train.
    fn ends(&self, walk: Walk<'a>, at: HexId) -> impl Iterator<Item = HexId> + 'a {
        let to_line = self.to_line;
        let saves = move |&(hex, cost): &(HexId, Mp)| {
            to_line.cost(hex).is_none_or(|on_foot| cost < on_foot)
        };
        let saving = reached(self.onward).filter(saves).map(|(hex, _)| hex);
        saving.filter(move |&hex| hex != at && walk.may_stop(at, hex))
    }

    /// How it comes to a hex.
    fn to(&self, hex: HexId) -> Destination {
        let cost = self.onward.cost(hex).expect("a ride ends where it comes to");
        let mut path: Path = self.onward.path_to(hex).collect();
        let station = *path.last().expect("a way has an end");
        path.extend(self.line.path_to(station).skip(1));
        let boarded = *path.last().expect("a way has an end");
        path.extend(self.to_line.path_to(boarded).skip(1));
        path.reverse();
        Destination { hex, cost, stops: false, way: Way::Rail, path }
    }
}

/// What a search has reached, with the costs.
fn reached(paths: &Paths) -> impl Iterator<Item = (HexId, Mp)> + '_ {
    paths.reached().iter().filter_map(|&hex| Some((hex, paths.cost(hex)?)))
}

impl BattleOfMoscow {
    /// Whether a unit may ride at all in this impulse [RR-3] [RR-4].
    pub fn may_ride(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if state.impulse() == Impulse::Second {
            return no(rule!("RR-3"), "no.rail-second-impulse");
        }
        if matches!(self.kind(state, unit), Kind::Replacement | Kind::Partisan) {
            return no(rule!("RR-3"), "no.rail-kind");
        }
        let quota = match state.active {
            Side::A => self.tables.rail.german_units,
            Side::B => self.tables.rail.russian_units,
        };
        // The limit is one of units: who rides already may change trains.
        let counts =
            !state.position.has_mark(unit, Mark::New) && !state.position.has_mark(unit, Mark::Rode);
        if state.railed >= quota && counts {
            return Err(No::new(rule!("RR-3"), "no.rail-quota").unit(unit).n(i32::from(quota)));
        }
        Ok(())
    }

    /// Where a unit can get by rail, in the order of the hexes.
    pub fn rail_moves(&self, state: &State, unit: UnitId, at: HexId, left: Mp) -> Vec<Destination> {
        let (grid, rails) = (&self.map.grid, self.friendly_rails(state, self.side(state, unit)));
        let walk = self.walk(state, unit, Gait::Rides);
        with_paths(grid, |to_line| {
            with_paths(grid, |line| {
                with_paths(grid, |onward| {
                    self.search_rides(walk, (at, left), &rails, [to_line, line, onward]);
                    let ride = Ride { to_line, line, onward };
                    let mut all: Vec<_> = ride.ends(walk, at).map(|h| ride.to(h)).collect();
                    all.sort_unstable_by_key(|d| d.hex);
                    all
                })
            })
        })
    }

    /// Searches where a unit can get by rail: to a friendly rail hex, along it, and on with what is left, never
    /// through an enemy zone [RR-4] [RR-5].
    fn search_rides(
        &self,
        walk: Walk<'_>,
        (at, left): (HexId, Mp),
        rails: &HexSet,
        [to_line, line, onward]: [&mut Paths; 3],
    ) {
        let grid = &self.map.grid;
        to_line.search(grid, at, left, |from, d, to| walk.enter(from, d, to));
        let boarding = reached(to_line).filter(|(hex, _)| rails.contains(*hex));
        line.search_many(grid, boarding, left, |from, direction, to| {
            let led = self.made.nets[Net::Rails as usize][from.index()];
            let runs = rails.contains(to) && led.contains(direction);
            if runs { Entry::Through(Mp::ZERO) } else { Entry::Closed }
        });
        onward.search_many(grid, reached(line), left, |from, d, to| walk.enter(from, d, to));
    }

    /// Whether a unit may ride and has anywhere to ride to [RR-3] [RR-4]. Its march has been searched.
    pub(crate) fn may_board(
        &self,
        walk: Walk<'_>,
        (at, left): (HexId, Mp),
        march: &Paths,
        rails: &Rails,
    ) -> Result<(), No> {
        self.may_ride(walk.state, walk.unit)?;
        let rails = rails.of(self, walk.state, self.side(walk.state, walk.unit));
        let walk = self.walk(walk.state, walk.unit, Gait::Rides);
        let rides = match self.first_station(walk, at, march, &rails) {
            Station::Found => true,
            Station::None => false,
            Station::Full => with_paths(&self.map.grid, |to_line| {
                with_paths(&self.map.grid, |line| {
                    with_paths(&self.map.grid, |onward| {
                        self.search_rides(walk, (at, left), &rails, [to_line, line, onward]);
                        Ride { to_line, line, onward }.ends(walk, at).next().is_some()
                    })
                })
            }),
        };
        if rides { Ok(()) } else { Err(No::new(rule!("RR-4"), "no.no-line").unit(walk.unit)) }
    }

    /// Looks along the lines that a searched march reaches for a hex to which a train saves anything. Zones
    /// stop a march in all their hexes, so where it could go on it has met none.
    fn first_station(&self, walk: Walk<'_>, at: HexId, march: &Paths, rails: &HexSet) -> Station {
        let boards = |&(hex, _): &(HexId, Mp)| rails.contains(hex) && !march.stops_at(hex);
        let mut boarding: SmallVec<[(HexId, Mp); 32]> = reached(march).filter(boards).collect();
        boarding.sort_unstable_by_key(|&(_, cost)| cost);
        let mut full = Station::None;
        let mut open: SmallVec<[HexId; 64]> = SmallVec::new();
        let mut seen: SmallVec<[HexId; 64]> = SmallVec::new();
        for (hex, cost) in boarding {
            open.push(hex);
            while let Some(hex) = open.pop() {
                if seen.contains(&hex) {
                    continue;
                }
                seen.push(hex);
                if march.cost(hex).is_none_or(|on_foot| cost < on_foot) {
                    if hex != at && walk.may_stop(at, hex) {
                        return Station::Found;
                    }
                    full = Station::Full;
                }
                open.extend(self.along(Net::Rails, hex).filter(|to| rails.contains(*to)));
            }
        }
        full
    }

    /// Why a unit cannot ride to a hex: the first thing in its way.
    fn why_no_ride(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let side = self.side(state, unit);
        if self.must_stop(state, unit, hex) && self.holder(state, hex) != Some(side.other()) {
            return Err(No::new(rule!("RR-5"), "no.rail-zone").unit(unit).hex(hex));
        }
        self.has_room(state, unit, hex)?;
        self.is_friendly_rail(state, unit, hex)?;
        Err(No::new(rule!("RR-4"), "no.no-ride").unit(unit).hex(hex))
    }
}

/// Where the unit in hand rides [RR-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Riding {
    /// The unit.
    pub unit: UnitId,
    /// What is left of its allowance.
    pub left: Mp,
}

impl Riding {
    fn walk<'a>(&self, game: &'a BattleOfMoscow, state: &'a State) -> Walk<'a> {
        game.walk(state, self.unit, Gait::Rides)
    }

    fn ride<'a>(&self, desk: &'a Desk) -> Ride<'a> {
        let (to_line, line, onward) = (desk.march.found(), desk.line.found(), desk.onward.found());
        Ride { to_line, line, onward }
    }
}

impl Decide<BattleOfMoscow> for Riding {
    const ID: &'static str = "riding";
    const WRONG: Wrong = (rule!("SEQ-3"), "no.choose-hex");
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, desk: &mut Desk, out: &mut Choices) {
        let (walk, at) = (self.walk(game, state), game.place_in_hand(state, self.unit));
        let (grid, side) = (&game.map.grid, game.side(state, self.unit));
        desk.rails.find(game, state, side);
        let rails = desk.rails.of(game, state, side);
        let paths = [desk.march.on(grid), desk.line.on(grid), desk.onward.on(grid)];
        game.search_rides(walk, (at, self.left), &rails, paths);
        out.hexes(self.ride(desk).ends(walk, at));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(_) if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) => at.game.why_no_ride(at.state, self.unit, hex),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, desk: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.close();
        let way = self.ride(desk).to(hex);
        play.game.travel(play.state, self.unit, self.left, &way, &desk.rails, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.riding").unit(self.unit).into()
    }

    fn offer(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Offer {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        at.game.destination_offer(at.state, self.unit, &self.ride(at.desk).to(hex))
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
