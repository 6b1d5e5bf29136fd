//! States that a viewer could take for the true one: what he cannot know is drawn anew [16.1].
//!
//! Of a masked stack he knows where it lies, how high it is (in some books not even that), where its ZOC reaches (R88), and what its owner must tell him beside his own units [16.1.4]. Any other counters that fit all this could be there.

use crate::book::Book;
use crate::class::Role;
use crate::game::Wb95;
use crate::masking::Known;
use crate::state::{Stage, State, Units};
use board::{Side, UnitId};
use engine::Viewer;
use hex::HexId;
use rand::Rng;
use rand::rngs::ChaCha8Rng;

/// How often, for each hidden counter, an exchange is tried.
const TRIES: usize = 3;

/// A place in a masked stack, and who lies there in the state that is drawn.
#[derive(Clone, Copy)]
struct Place {
    /// The hex it had.
    from: HexId,
    /// The hex it is given.
    hex: HexId,
    /// What the viewer is told of whoever lies there.
    known: Known,
    /// Who lay there.
    was: UnitId,
    /// Who lies there now.
    unit: UnitId,
}

/// What everybody can tell of a stack by the zones it exerts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Zones {
    /// The zones of its units, each once, as a bit for each of the 64 there can be: one unit's zone over two hexes pins [4.2.3].
    reaches: u64,
    /// Where it bars lines of supply [10.1.11], the same way.
    bars: u64,
    /// Whether a regular unit is among them: no zone bars its own supply [10.1.10].
    regular: bool,
    /// Whether parties are among them that may not be attacked together: who stands beside the stack is told.
    parties: u8,
}

/// The hidden counters of one side while they are drawn.
struct Draw<'a, B: Book> {
    game: &'a Wb95<B>,
    state: &'a State<B>,
    places: Vec<Place>,
    /// Counters that keep their hexes.
    fixed: Vec<UnitId>,
    /// The first that lies in each hex, by number: a place, or beyond them a counter that keeps its hex.
    firsts: Vec<u16>,
    /// The next that lies in the same hex, by number.
    nexts: Vec<u16>,
    /// What is seen of every hex with hidden counters.
    seen: Vec<Seen>,
    /// Which of them belongs to each hex.
    seen_at: Vec<u16>,
}

/// What a hex with hidden counters must keep.
struct Seen {
    /// The CELs it may have.
    cels_max: u16,
    /// Its zones; none where nobody sees them.
    zones: Option<Zones>,
}

/// What is tried at two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Their counters change places.
    Exchanged,
    /// The first counter goes to the second.
    Moved,
}

/// The end of those that lie in a hex.
const END: u16 = u16::MAX;

impl<B: Book> Wb95<B> {
    /// A full state that agrees with everything a viewer knows.
    pub fn imagined(&self, state: &State<B>, viewer: Viewer, rng: &mut ChaCha8Rng) -> State<B> {
        let mut imagined = state.clone();
        if state.secret {
            imagined.missions.retain(|m| viewer.knows_of(m.side) || m.kind.stands_long());
        }
        B::forget(&mut imagined, viewer);
        let hides = |side: &Side| self.switches.masking && !viewer.knows_of(*side);
        for side in Side::BOTH.into_iter().filter(hides) {
            let mut draw = Draw::of(self, state, viewer, side);
            draw.shuffle(rng);
            draw.lay_out(&mut imagined);
        }
        imagined
    }

    /// Whether something that everybody sees belongs to a counter, so that it keeps its place: works, markers, the
    /// strength it lends to a declared combat or shot.
    fn keeps_its_place(&self, state: &State<B>, unit: UnitId) -> bool {
        let kept = &state.kept;
        let marked = kept.mined.iter().chain(&kept.repairs).any(|(_, u)| *u == unit)
            || state.works.iter().any(|w| w.hq == unit)
            || kept.ran.contains(&unit);
        let building = matches!(state.stage(), Some(Stage::Attack(_)));
        let fights = state.combat.as_ref().filter(|_| !building).is_some_and(|c| {
            c.attackers.contains(&unit) || Side::BOTH.into_iter().any(|s| c.guns[s].contains(&unit))
        });
        marked || fights || B::keeps_its_place(state, unit)
    }

    fn stack_zones(
        &self,
        state: &State<B>,
        units: impl Iterator<Item = UnitId>,
        hex: HexId,
    ) -> Zones {
        let mut zones = Zones::default();
        for unit in units {
            let role = self.role(unit);
            zones.reaches |= 1 << self.reach(unit, hex).number();
            if matches!(role, Role::Artillery | Role::Battery) && self.is_deployed(state, unit) {
                zones.bars |= 1 << self.reach_of_class(unit, hex).number();
            }
            zones.regular |= self.class(unit).is_regular();
            zones.parties |= B::parties(self, state, unit, hex);
        }
        // Whoever reaches nowhere has no zone.
        Zones { reaches: zones.reaches & !1, bars: zones.bars & !1, ..zones }
    }
}

impl<'a, B: Book> Draw<'a, B> {
    fn of(game: &'a Wb95<B>, state: &'a State<B>, viewer: Viewer, side: Side) -> Draw<'a, B> {
        let mut draw = Draw {
            game,
            state,
            places: Vec::new(),
            fixed: Vec::new(),
            firsts: vec![END; game.map.grid.len()],
            nexts: Vec::new(),
            seen: Vec::new(),
            seen_at: vec![END; game.map.grid.len()],
        };
        let mut at = Vec::new();
        for (unit, hex) in game.units_of(state, side) {
            let known = game.known(state, viewer, unit);
            if known == Known::All || game.keeps_its_place(state, unit) {
                draw.fixed.push(unit);
                at.push(hex);
            } else {
                draw.places.push(Place { from: hex, hex, known, was: unit, unit });
            }
        }
        draw.nexts = vec![END; draw.places.len() + draw.fixed.len()];
        for i in 0..draw.places.len() {
            draw.link(i, draw.places[i].hex);
        }
        for (i, hex) in at.into_iter().enumerate() {
            draw.link(draw.places.len() + i, hex);
        }
        draw.look(!game.sets_up_unseen(state, side, viewer));
        draw
    }

    /// Notes what every hex with hidden counters must keep.
    fn look(&mut self, sees_zones: bool) {
        let (game, state) = (self.game, self.state);
        for place in 0..self.places.len() {
            let hex = self.places[place].hex;
            if self.seen_at[hex.index()] == END {
                let cels_max = game.tables.core.stack_limit.max(game.cels_in(state, hex));
                let zones = sees_zones.then(|| game.stack_zones(state, self.units_in(hex), hex));
                self.seen_at[hex.index()] = self.seen.len() as u16;
                self.seen.push(Seen { cels_max, zones });
            }
        }
    }

    /// Adds one to those that lie in a hex.
    fn link(&mut self, i: usize, hex: HexId) {
        self.nexts[i] = std::mem::replace(&mut self.firsts[hex.index()], i as u16);
    }

    /// Gives a place another hex.
    fn move_to(&mut self, i: usize, hex: HexId) {
        let old = std::mem::replace(&mut self.places[i].hex, hex);
        let after = self.nexts[i];
        let before = self.lying(old).find(|&before| usize::from(self.nexts[before]) == i);
        match before {
            Some(before) => self.nexts[before] = after,
            None => self.firsts[old.index()] = after,
        }
        self.link(i, hex);
    }

    /// Those that lie in a hex, by number, in no order.
    fn lying(&self, hex: HexId) -> impl Iterator<Item = usize> + '_ {
        let some = |i: u16| (i != END).then_some(usize::from(i));
        std::iter::successors(some(self.firsts[hex.index()]), move |&i| some(self.nexts[i]))
    }

    /// The counters in a hex, in no order.
    fn units_in(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.lying(hex).map(|i| match self.places.get(i) {
            Some(place) => place.unit,
            None => self.fixed[i - self.places.len()],
        })
    }

    fn shuffle(&mut self, rng: &mut ChaCha8Rng) {
        let n = self.places.len();
        for _ in 0..n * TRIES {
            let (i, j) = (rng.next_u32() as usize % n, rng.next_u32() as usize % n);
            let before = (self.places[i], self.places[j]);
            // In some books not even the number under a mask is known.
            let change = match B::SENTENCES.seen.is_some() && rng.next_u32().is_multiple_of(2) {
                true if !self.leaves_somebody(i) => continue,
                true => {
                    self.move_to(i, before.1.hex);
                    Change::Moved
                }
                false => {
                    self.places[i].unit = before.1.unit;
                    self.places[j].unit = before.0.unit;
                    Change::Exchanged
                }
            };
            if !self.could_be(before, change) {
                if self.places[i].hex != before.0.hex {
                    self.move_to(i, before.0.hex);
                }
                (self.places[i], self.places[j]) = before;
            }
        }
    }

    /// Whether another hidden counter lies in the same hex, so that its mask stays.
    fn leaves_somebody(&self, place: usize) -> bool {
        let hex = self.places[place].hex;
        self.lying(hex).any(|i| i != place && i < self.places.len())
    }

    /// Whether the viewer would be shown the same after a change at two places.
    fn could_be(&self, before: (Place, Place), change: Change) -> bool {
        let (a, b) = (before.0.unit, before.1.unit);
        let known = before.0.known.max(before.1.known);
        let (game, steps) = (self.game, |u: UnitId| self.state.position.steps(u));
        let alike = (known < Known::Type || game.class(a).kind == game.class(b).kind)
            && (known < Known::TypeAndCels || steps(a) == steps(b));
        // Within a hex nothing changes that anybody sees.
        let same = before.0.hex == before.1.hex;
        let keeps =
            |hex| (change == Change::Exchanged && self.are_alike(a, b, hex)) || self.fits(hex);
        alike && (same || [before.0.hex, before.1.hex].into_iter().all(keeps))
    }

    /// Whether a hex looks the same with one counter as with another, whoever else lies there.
    fn are_alike(&self, a: UnitId, b: UnitId, hex: HexId) -> bool {
        let steps = |unit: UnitId| self.state.position.steps(unit);
        let zones = |unit| self.game.stack_zones(self.state, std::iter::once(unit), hex);
        steps(a) == steps(b) && zones(a) == zones(b)
    }

    /// Whether a hex keeps the zones that everybody sees, and the limit of stacking.
    fn fits(&self, hex: HexId) -> bool {
        let seen = &self.seen[usize::from(self.seen_at[hex.index()])];
        let steps = |unit: UnitId| u16::from(self.state.position.steps(unit));
        let zones = || self.game.stack_zones(self.state, self.units_in(hex), hex);
        self.units_in(hex).map(steps).sum::<u16>() <= seen.cels_max
            && seen.zones.is_none_or(|seen| zones() == seen)
    }

    /// Lays the counters out as they were drawn. Markers and levels of supply stay where they lie; CELs and set-up belong to
    /// the counter.
    fn lay_out(&self, imagined: &mut State<B>) {
        let changed = self.places.iter().filter(|p| p.was != p.unit);
        let renamed: Vec<(UnitId, UnitId)> = changed.map(|p| (p.was, p.unit)).collect();
        let (state, grid) = (self.state, &self.game.map.grid);
        imagined.position.exchange(&renamed);
        for &(old, new) in &renamed {
            imagined.position.set_steps(new, state.position.steps(new));
            imagined.position.set_face(new, state.position.face(new));
            imagined.oos[new.index()] = state.oos[old.index()];
            imagined.disorganised[new.index()] = state.disorganised[old.index()];
        }
        for place in &self.places {
            if place.hex != place.from {
                self.game.lay(imagined, place.unit, place.hex);
            } else if place.was != place.unit {
                let reach = self.game.reach(place.unit, place.hex);
                let side = self.game.side(place.unit);
                imagined.position.set_reach(grid, place.unit, side, reach);
            }
        }
        rename(imagined, &renamed);
    }
}

/// Calls counters by their new names wherever the state speaks of their places.
fn rename<B: Book>(state: &mut State<B>, renamed: &[(UnitId, UnitId)]) {
    let one = |unit: &mut UnitId| {
        let new = renamed.binary_search_by_key(unit, |&(old, _)| old);
        *unit = new.map_or(*unit, |i| renamed[i].1);
    };
    let all = |units: &mut Units| units.iter_mut().for_each(one);
    all(&mut state.obliged);
    all(&mut state.challenged);
    state.challenged.sort_unstable();
    for (own, enemy) in &mut state.touching {
        one(own);
        one(enemy);
    }
    for stage in &mut state.stages {
        match stage {
            Stage::Moving(moving) => one(&mut moving.unit),
            Stage::Refill(refill) => one(&mut refill.giver),
            Stage::Pursue(pursue) => one(&mut pursue.unit),
            Stage::RetreatStep(step) => one(&mut step.unit),
            Stage::Own(own) => B::in_hand(&mut own.0).into_iter().for_each(one),
            Stage::Fire(fire) => {
                all(&mut fire.guns);
                all(&mut fire.full);
            }
            _ => {}
        }
    }
    if let Some(combat) = state.combat.as_mut() {
        all(&mut combat.attackers);
    }
}
