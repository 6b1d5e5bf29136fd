//! Captain at Borodino 2025: the decisions that only WW3 has, and what scores there.
//!
//! Aircraft are committed by half; bombers strike the worthiest stack on open ground when the sky is own; aircraft and
//! helicopters go into the combats of the ground; special forces hunt headquarters that lie open; nuclear strikes are for
//! stacks worth one.

use crate::data::{InstantKind, Ww3PointKind};
use crate::duel::Aviation;
use crate::landing::{Airlift, Land};
use crate::step::{Flight, Step};
use crate::verb::{AIRCRAFT, AIRDROP, AVIATION, BOMBERS, EW, HELICOPTERS, SPEC_HQ};
use crate::{Game, Instant, State, Ww3, Ww3Book};
use board::{Side, UnitId};
use engine::Choice;
use hex::HexId;
use mind::{Mind, Said, Weights};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use wb95::Stage;
use wb95::captain::BookMind;
use wb95::captain::worth::{level, price};
use wb95::state::{Mark, OUT as AWAY, Own};
use wb95::verb::{DONE, ROLL, STARS, STOP};

/// So many strength points fly into one combat at most: the rest may be needed in the next.
const SUPPORT_MOST: u16 = 4;
/// Bombers fly when so many are left.
const BOMBERS_LEAST: u8 = 3;
/// A stack worth so much is worth a nuclear strike.
const STRIKE_LEAST: i64 = 700;
/// From so many points on, one is spent against fire.
const JAM_FROM: u16 = 6;
/// The Kremlin, for those who win or lose the game with it.
const KREMLIN: i64 = 20;

/// The hexes that give points to a side, and those that the other must be kept from, with how many. Of a place that only
/// counts as a whole, a hex is worth the more, the less is missing.
fn scoring(game: &Game, ww3: &Ww3, state: &State) -> BTreeMap<HexId, i64> {
    let mut found: BTreeMap<HexId, i64> = BTreeMap::new();
    for line in &ww3.points {
        let value = i64::from(line.value);
        let missing = || {
            let held = |h: &&HexId| game.controls(state, line.side, **h);
            line.hexes.iter().filter(|h| !held(h)).count().max(1) as i64
        };
        let each = match line.kind {
            Ww3PointKind::Whole => (value / missing()).max(1),
            Ww3PointKind::EachHex | Ww3PointKind::Cities | Ww3PointKind::Airfields => value,
        };
        // Where the enemy stands he bars the whole and what lies around him.
        let stands = |h: &HexId| game.holds(state, line.side.other(), *h);
        let barring = line.hexes.iter().filter(|h| stands(h)).count().max(1) as i64;
        for &hex in &line.hexes {
            let is_bar = line.kind == Ww3PointKind::Whole && stands(&hex);
            let each = if is_bar { each.max(value / barring) } else { each };
            let known = found.entry(hex).or_default();
            *known = (*known).max(each);
        }
    }
    for instant in ww3.instants.iter().filter(|i| i.kind == InstantKind::RegularOn) {
        for &hex in &instant.from {
            found.insert(hex, KREMLIN);
        }
    }
    found
}

/// Whether a unit is needed where it stands, so that no line to the edge opens: of all units that could leave together, in
/// their order, it is not one.
fn is_needed(game: &Game, state: &State, unit: UnitId) -> bool {
    let side = game.side(unit);
    let ww3 = &game.own;
    if ww3.line_open(game, state, side) != Some(false) {
        return false;
    }
    let mut left = state.clone();
    let units: Vec<UnitId> = game.units_of(state, side).map(|(u, _)| u).collect();
    for other in units.into_iter().filter(|u| *u <= unit) {
        let at = left.position.hex(other);
        game.put(&mut left, other, AWAY);
        if ww3.line_open(game, &left, side) == Some(true) {
            if other == unit {
                return true;
            }
            at.into_iter().for_each(|hex| game.lay(&mut left, other, hex));
        }
    }
    false
}

/// Whether the enemy of a side wins the game by standing in a hex [MOS-7].
fn decides(ww3: &Ww3, side: Side, hex: HexId) -> bool {
    let mut coups = ww3.instants.iter().filter(|i| i.kind == InstantKind::RegularOn);
    coups.any(|i| i.side != side && i.from.contains(&hex))
}

/// Whether a unit wins the game by standing in a hex [MOS-7].
fn wins_at_once(game: &Game, ww3: &Ww3, unit: UnitId, hex: HexId) -> bool {
    let mut coups = ww3.instants.iter().filter(|i| i.kind == InstantKind::RegularOn);
    coups.any(|i| {
        i.from.contains(&hex)
            && i.side == game.side(unit)
            && game.class(unit).is_regular()
            && i.faction == Some(ww3.faction[unit.index()])
    })
}

/// From so far away a hex that ends the game is not near at all.
const AFAR: u16 = 12;

/// How near a side is to ending the game at once [MOS-7]: the way of the nearest who could, or how far from the edge its line is
/// open.
fn come_near(game: &Game, state: &State, instant: &Instant) -> i64 {
    let ww3 = &game.own;
    let near = |way: u16| i64::from(AFAR.saturating_sub(way)) * 100 / i64::from(AFAR);
    let grid = &game.map.grid;
    match instant.kind {
        InstantKind::RegularOn => {
            let able = |u: UnitId| {
                game.class(u).is_regular() && instant.faction == Some(ww3.faction[u.index()])
            };
            let units = game.units_of(state, instant.side).filter(|&(u, _)| able(u));
            let ways = units.flat_map(|(_, h)| instant.from.iter().map(move |&f| (h, f)));
            ways.map(|(h, f)| near(grid.distance(h, f))).max().unwrap_or(0) / 2
        }
        InstantKind::LineToEdge => match ww3.line_open(game, state, instant.side.other()) {
            Some(true) => 100,
            _ => 0,
        },
    }
}

/// What standing in a hex of the wall costs, and what is added for a hex on the way there, for an enemy beside it, and
/// taken off where somebody stands already.
const POST: u32 = 4;
const WAY_MOST: u32 = 6;
const BESIDE_ENEMY: u32 = 4;

/// The hexes that shut the enemy in where he wins by a line to the edge [MOS-7].
fn wall(game: &Game, ww3: &Ww3, state: &State, side: Side) -> Vec<HexId> {
    let against = |i: &&Instant| i.kind == InstantKind::LineToEdge && i.side != side;
    let Some(instant) = ww3.instants.iter().find(against) else { return Vec::new() };
    let own: Vec<HexId> = game.units_of(state, side).map(|(_, h)| h).collect();
    let cost = |hex: HexId| {
        if ww3.is_closed(game, hex) {
            return Some(0);
        }
        if game.holds(state, side.other(), hex) {
            return None;
        }
        let way = own.iter().map(|&h| u32::from(game.map.grid.distance(h, hex))).min()?;
        let beside = u32::from(state.position.in_zone(side.other(), hex)) * BESIDE_ENEMY;
        Some(POST + way.min(WAY_MOST) + beside)
    };
    mind::wall(&game.map.grid, &instant.from, &instant.to, cost)
}

impl BookMind for Ww3Book {
    const DOORS: &'static [Choice] = &[STARS, EW];
    const COLUMNS_LAST: bool = true;
    const HOLDS_FAR: bool = false;

    fn scoring(game: &Game, state: &State) -> Option<BTreeMap<HexId, i64>> {
        Some(scoring(game, &game.own, state))
    }

    fn keys(game: &Game, side: Side) -> Option<Vec<HexId>> {
        Some(game.map.grid.hexes().filter(|&h| decides(&game.own, side, h)).collect())
    }

    fn wins(game: &Game, unit: UnitId, hex: HexId) -> bool {
        wins_at_once(game, &game.own, unit, hex)
    }

    fn wall(game: &Game, state: &State, side: Side) -> Vec<HexId> {
        wall(game, &game.own, state, side)
    }

    fn nearness(game: &Game, state: &State, side: Side) -> Option<i64> {
        let instants = game.own.instants.iter().filter(|i| i.side == side);
        instants.map(|i| come_near(game, state, i)).max()
    }

    fn is_exempt(game: &Game, unit: UnitId) -> bool {
        game.own.is_exempt(unit)
    }

    fn is_needed(game: &Game, state: &State, unit: UnitId) -> bool {
        is_needed(game, state, unit)
    }

    fn script(
        game: &Game,
        state: &State,
        side: Side,
        legal: &[Choice],
        weights: &Weights,
    ) -> Option<Said> {
        let say = |choice, why: &'static str| Some(Said::because(choice, why));
        match state.stage()? {
            Stage::Support(_) => {
                let flies = [AIRCRAFT, HELICOPTERS].into_iter().find(|c| legal.contains(c))?;
                say(flies, "why.air-power")
            }
            Stage::Combats(_) if legal.contains(&SPEC_HQ) => {
                open_hq(game, state, side)?;
                say(SPEC_HQ, "why.open-hq")
            }
            Stage::Enter(_) if legal.contains(&AIRDROP) && !legal.iter().any(is_hex) => {
                say(AIRDROP, "why.airdrop")
            }
            Stage::Own(Own(step)) => steps(&Seat { game, state, side, legal, weights }, step),
            _ => None,
        }
    }
}

fn is_hex(choice: &Choice) -> bool {
    matches!(choice, Choice::Hex(_))
}

/// A decision as Captain finds it: the table, his side and what may be chosen.
struct Seat<'a> {
    game: &'a Game,
    state: &'a State,
    side: Side,
    legal: &'a [Choice],
    weights: &'a Weights,
}

/// The decisions of WW3 alone.
fn steps(seat: &Seat<'_>, step: &Step) -> Option<Said> {
    match step {
        Step::Commit(_) => seat.commit_half(),
        Step::Missions(_) => seat.missions(),
        Step::TakeAim(_) => seat.pick(seat.bombed(), "why.bombed"),
        Step::Fly(fly) if fly.flight == Flight::Bomber => seat.pick(seat.most(), "why.all-left"),
        Step::Fly(_) | Step::Send(_) | Step::Join(_) => seat.support(),
        Step::Prepare(_) | Step::StrikeRoll(_) => seat.plainly(Some(ROLL)),
        Step::Answer(answer) => seat.answer(answer.side),
        Step::Jam(_) => seat.pick(seat.most(), "why.jam"),
        Step::Nuclear(_) => seat.strike(),
        Step::Cut(_) | Step::SpecBridge(_) => seat.plainly(None),
        Step::SpecHq(_) => seat.hunt(),
        Step::FactionLevel(level_of) if level_of.gains => seat.recover(),
        Step::NameHq(_) | Step::FactionLevel(_) => seat.lose(),
        &Step::Land(Land { unit }) | &Step::Airlift(Airlift { unit }) => seat.land(unit),
        Step::Deploy(_) => seat.deploy(),
        Step::DeployIn(_) => seat.deploy_in(),
        &Step::Aviation(Aviation { side: of }) => seat.aviation(of),
        Step::Displace(_) => seat.plainly(seat.legal_hexes().min().map(Choice::Hex)),
        Step::Contest(_)
        | Step::Daily(_)
        | Step::DuelStart(_)
        | Step::DuelNext(_)
        | Step::DuelFight(_)
        | Step::DuelEnd(_)
        | Step::BeginSetup(_) => None,
    }
}

impl Seat<'_> {
    /// A choice and why; without one, the way out.
    fn pick(&self, choice: Option<Choice>, why: &'static str) -> Option<Said> {
        choice.map_or_else(|| self.plainly(None), |choice| Some(Said::because(choice, why)))
    }

    /// A choice that needs no reason; without one, the way out.
    fn plainly(&self, choice: Option<Choice>) -> Option<Said> {
        let out = || [DONE, STOP].into_iter().find(|c| self.legal.contains(c));
        choice.or_else(out).map(Said::plainly)
    }

    fn legal_units(&self) -> impl Iterator<Item = UnitId> {
        self.legal.iter().filter_map(|c| if let Choice::Unit(u) = c { Some(*u) } else { None })
    }

    fn legal_hexes(&self) -> impl Iterator<Item = HexId> {
        self.legal.iter().filter_map(|c| if let Choice::Hex(h) = c { Some(*h) } else { None })
    }

    /// The largest amount.
    fn largest(&self) -> Option<u16> {
        self.legal.iter().filter_map(amount).max()
    }

    fn most(&self) -> Option<Choice> {
        self.largest().map(Choice::Amount)
    }

    fn commit_half(&self) -> Option<Said> {
        let half = self.largest().map(|n| Choice::Amount(n.div_ceil(2)));
        self.pick(half, "why.half")
    }

    fn bombed(&self) -> Option<Choice> {
        bombed(self.game, self.state, self.side).map(Choice::Hex)
    }

    fn missions(&self) -> Option<Said> {
        let own_sky = self.state.own.advantage == Some(self.side);
        let enough = self.state.own.air[self.side].unspent() >= BOMBERS_LEAST;
        let target = (own_sky && enough).then(|| self.bombed()).flatten();
        let bombers = target.map(|_| BOMBERS).filter(|c| self.legal.contains(c));
        self.pick(bombers, "why.own-sky")
    }

    fn support(&self) -> Option<Said> {
        let some = self.largest().map(|n| Choice::Amount(n.min(SUPPORT_MOST)));
        self.pick(some, "why.enough")
    }

    fn answer(&self, side: Side) -> Option<Said> {
        let n = u16::from(self.state.own.ew[side] >= JAM_FROM).min(self.largest()?);
        self.pick(Some(Choice::Amount(n)), "why.answer")
    }

    fn strike(&self) -> Option<Said> {
        let worth = |h: HexId| stack_worth(self.game, self.state, self.side.other(), h);
        let best = self.legal_hexes().max_by_key(|&h| (worth(h), Reverse(h)));
        let struck = best.filter(|&h| worth(h) >= STRIKE_LEAST);
        self.pick(struck.map(Choice::Hex), "why.strike")
    }

    fn hunt(&self) -> Option<Said> {
        let open = open_hq(self.game, self.state, self.side).map(Choice::Hex);
        self.pick(open.filter(|h| self.legal.contains(h)), "why.open-hq")
    }

    fn recover(&self) -> Option<Said> {
        let best =
            self.legal_units().max_by_key(|&u| (level(self.game, self.state, u), Reverse(u)));
        self.pick(best.map(Choice::Unit), "why.recover")
    }

    fn lose(&self) -> Option<Said> {
        let least = self.legal_units().min_by_key(|&u| (level(self.game, self.state, u), u));
        self.pick(least.map(Choice::Unit), "why.cheapest")
    }

    fn land(&self, unit: UnitId) -> Option<Said> {
        let (game, state, side) = (self.game, self.state, self.side);
        let all: Vec<HexId> = self.legal_hexes().collect();
        let best = mind::best_hex(game, state, side, self.weights, unit, &all);
        let near = || {
            let aims = game.aims(state, side, self.weights);
            let way = |h: HexId| aims.iter().map(|a| game.map.grid.distance(a.hex, h)).min();
            all.iter().copied().min_by_key(|&h| (way(h), h))
        };
        self.pick(best.or_else(near).map(Choice::Hex), "why.needed")
    }

    fn deploy(&self) -> Option<Said> {
        let best =
            self.legal_units().max_by_key(|&u| (price(self.game, self.state, u), Reverse(u)));
        self.pick(best.map(Choice::Unit), "why.strongest")
    }

    fn deploy_in(&self) -> Option<Said> {
        let inmost = self.legal_hexes().min_by_key(|&h| middle(self.game, &self.game.own, h));
        self.pick(inmost.map(Choice::Hex), "why.centre")
    }

    fn aviation(&self, of: Side) -> Option<Said> {
        let duel = self.state.own.duel.as_ref()?;
        let behind = duel.total[of] < duel.total[of.other()];
        self.pick(behind.then_some(AVIATION), "why.aviation")
    }
}

fn amount(choice: &Choice) -> Option<u16> {
    if let Choice::Amount(n) = choice { Some(*n) } else { None }
}

fn stack_worth(game: &Game, state: &State, of: Side, hex: HexId) -> i64 {
    let stack = state.position.stack(hex).filter(|&u| game.side(u) == of);
    stack.map(|u| price(game, state, u)).sum()
}

/// The enemy stack that bombers go for: worthy, and on ground that hides nobody.
fn bombed(game: &Game, state: &State, side: Side) -> Option<HexId> {
    let enemies = game.units_of(state, side.other()).map(|(_, h)| h);
    let open = enemies.filter(|&h| game.ground.hex(h).shield == 0);
    open.max_by_key(|&h| (stack_worth(game, state, side.other(), h), Reverse(h)))
}

/// A hex with an enemy headquarters that everybody can see.
fn open_hq(game: &Game, state: &State, side: Side) -> Option<HexId> {
    let seen = |u: UnitId| !game.switches.masking || state.position.has_mark(u, Mark::Seen);
    let mut enemies = game.units_of(state, side.other());
    enemies.find(|&(u, _)| game.class(u).is_hq() && seen(u)).map(|(_, h)| h)
}

/// How far a hex is from the Kremlin, where the guards of the duel stand.
fn middle(game: &Game, ww3: &Ww3, hex: HexId) -> (u16, HexId) {
    let kremlin = game.setup.iter().flatten().map(|s| s.usual).next();
    let centre = kremlin.or(ww3.moscow.first().copied()).unwrap_or(hex);
    (game.map.grid.distance(centre, hex), hex)
}
