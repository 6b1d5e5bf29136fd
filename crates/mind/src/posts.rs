//! Where somebody must stand whatever else happens: the hex that wins, the wall that shuts the enemy in; and the ground that
//! is taken by standing there; and who digs in.

use crate::idea::Posture;
use crate::mind::{Aim, Dig, Mind, Piece};
use crate::plan::{Mover, Order, Planner};
use board::UnitId;
use hex::HexId;

/// A place in which nobody stands is walked into by enemies within so many hexes.
const AT_THE_DOOR: u16 = 4;

/// One that ends the game is driven into from as far as roads go.
const ON_THE_ROAD: u16 = 9;

/// From so near an enemy could come to stand in a gap of a wall: in a step, and by road.
const BREACH: [u16; 2] = [5, 12];

/// A wall that is to be held in strength is manned with so many times what is wanted elsewhere.
const STRONG: i64 = 2;
/// The least that is wanted there, before that.
const POST: i64 = 400;

impl<G: Mind> Planner<'_, G> {
    /// Whoever can win the game with a step makes it.
    pub(crate) fn plan_coup(&mut self) {
        let coup = self.movers.iter().find_map(|m| {
            let wins = m.reach.iter().find(|&&h| self.game.wins(m.piece.unit, h))?;
            Some((m.piece.unit, *wins))
        });
        if let Some((unit, hex)) = coup {
            self.give(unit, hex, None, String::from("This wins the game."));
            self.movers.retain(|m| m.piece.unit != unit);
        }
    }

    /// Those by whom others live go where they feed most, before the others move.
    pub(crate) fn plan_feeders(&mut self) {
        if self.weights.feed == 0 {
            return;
        }
        let feeders: Vec<UnitId> =
            self.movers.iter().map(|m| m.piece.unit).filter(|&u| self.game.feeds(u)).collect();
        for unit in &feeders {
            let Some(mover) = self.movers.iter().find(|m| m.piece.unit == *unit) else { continue };
            let from = mover.piece.hex;
            let safe = |h: &HexId| self.lies_open(*h).is_none();
            let fits = |h: &HexId| *h == from || self.game.fits(&self.scratch, *unit, *h);
            let hexes: Vec<HexId> = mover.reach.iter().copied().filter(safe).filter(fits).collect();
            let Some(to) = self.game.feed_from(&self.scratch, *unit, &hexes) else { continue };
            if to != from {
                self.give(*unit, to, None, String::from("Where most of its army is in supply."));
            }
            self.movers.retain(|m| m.piece.unit != *unit);
        }
        if !feeders.is_empty() {
            self.supplied = self.game.supplied(&self.scratch, self.survey.side);
        }
    }

    /// The places that the enemy could walk into are held by the cheapest units that can get there, the worthiest place first; where
    /// only marches are planned, those without which the game is lost.
    pub(crate) fn plan_garrisons(&mut self) {
        let (grid, enemies) = (&self.game.map().grid, self.survey.side.other());
        let near = |aim: &Aim| {
            let within = if aim.is_key { ON_THE_ROAD } else { AT_THE_DOOR };
            let mut enemies = self.survey.of_side(enemies);
            enemies.any(|p| p.attack > 0 && grid.distance(p.hex, aim.hex) <= within)
        };
        let wanted = |aim: &&Aim| aim.hold && (aim.is_key || self.weights.assign > 0);
        let aims = self.survey.aims.iter().filter(wanted).filter(|aim| near(aim));
        let mut open: Vec<(i64, HexId)> = aims.map(|a| (a.pull, a.hex)).collect();
        open.sort_by_key(|&(pull, hex)| (std::cmp::Reverse(pull), hex));
        for (pull, hex) in open {
            if self.fighters[hex.index()] > 0 {
                continue;
            }
            let able = self.movers.iter().filter(|m| m.reach.contains(&hex)).map(|m| m.piece);
            let able = able.filter(|p| !self.game.is_tender(p.unit) && p.defence > 0);
            let able = able.filter(|p| self.game.fits(&self.scratch, p.unit, hex));
            let worth_it = |p: &Piece| !self.binds(p, hex) || -self.contact(p, hex) <= pull;
            let cheapest = able.filter(worth_it).min_by_key(|p| (p.worth, p.unit));
            let Some(piece) = cheapest else { continue };
            let why = format!("To hold {}.", self.name_of(hex));
            self.give(piece.unit, hex, None, why);
            self.claim(piece.unit, hex);
            self.movers.retain(|m| m.piece.unit != piece.unit);
        }
    }

    /// How a unit that stays in its hex can dig in, where the enemy can attack it.
    pub(crate) fn dig(&self, piece: &Piece, hex: HexId) -> Option<Dig> {
        let threat = self.survey.threat[self.survey.side.other()][hex.index()];
        let wants = self.weights.entrench > 0 && hex == piece.hex && threat > 0;
        let may = wants && self.game.may_pick(self.state, piece.unit);
        may.then(|| self.game.digs(self.state, piece.unit, hex)).flatten()
    }

    /// Whether a unit in a hex would have to attack.
    pub(crate) fn binds(&self, piece: &Piece, hex: HexId) -> bool {
        self.game.obliges(self.state, self.survey.side, hex)
            && self.dug[hex.index()].is_none()
            && self.dig(piece, hex).is_none()
    }

    /// Everybody who stays where the enemy can attack him digs in, one for each hex.
    pub(crate) fn plan_entrenchments(&mut self) {
        let side = self.survey.side;
        let ordered: Vec<UnitId> = self.orders.iter().map(|o| o.unit).collect();
        let stay: Vec<Piece> =
            self.survey.of_side(side).filter(|p| !ordered.contains(&p.unit)).copied().collect();
        for piece in stay {
            let at = piece.hex.index();
            if self.dug[at].is_some() {
                continue;
            }
            let Some(Dig { choice, shelter }) = self.dig(&piece, piece.hex) else { continue };
            self.dug[at] = Some(shelter);
            let why = format!("To entrench at {}.", self.name_of(piece.hex));
            let (unit, to) = (piece.unit, piece.hex);
            self.orders.push(Order { unit, to, board: None, stay: Some(choice), why });
        }
    }

    /// The wall that shuts the enemy in comes before everything else: every other hex of it, whose zones cover the ones
    /// between, and those too where the enemy could come to stand in them.
    pub(crate) fn plan_wall(&mut self, posture: Posture) {
        let mut wall = self.game.wall(self.state, self.survey.side, self.weights);
        if posture == Posture::Contain {
            wall.need = wall.need.max(self.weights.garrison).max(POST) * STRONG;
        }
        let grid = &self.game.map().grid;
        let (mut posts, mut between) = (Vec::new(), Vec::new());
        for hex in wall.hexes {
            let covered = posts.iter().any(|&p| grid.distance(p, hex) == 1);
            if covered { between.push(hex) } else { posts.push(hex) }
        }
        // Two hexes in a row are no gap that zones close.
        let closed = |h: &HexId| posts.iter().filter(|&&p| grid.distance(p, *h) == 1).count() > 1;
        let (gaps, open): (Vec<HexId>, Vec<HexId>) = between.into_iter().partition(closed);
        let enemies = self.survey.hexes_of(self.survey.side.other());
        let open_to =
            |h: &HexId, within: u16| enemies.iter().any(|&e| grid.distance(e, *h) <= within);
        let (near, far): (Vec<HexId>, Vec<HexId>) =
            gaps.into_iter().partition(|h| open_to(h, BREACH[0]));
        let far = far.into_iter().filter(|h| open_to(h, BREACH[1])).collect();
        for mut posts in [[posts, open].concat(), near, far] {
            // First where fewest can come to; where nobody can, last.
            posts.sort_by_key(|h| {
                let able = self.movers.iter().filter(|m| m.reach.contains(h)).count();
                (able == 0, able, *h)
            });
            for post in posts {
                while self.held(post) < wall.need.max(1) && self.man(post, wall.need) {}
            }
        }
    }

    /// What stands in a hex, or is going to: at least something if anybody does.
    fn held(&self, hex: HexId) -> i64 {
        self.fixed.iter().filter(|p| p.hex == hex).map(|p| p.defence.max(1)).sum()
    }

    /// Somebody who can get there stands in a hex of the wall, or else the nearest comes as near as he can; whether
    /// somebody came.
    fn man(&mut self, post: HexId, need: i64) -> bool {
        let grid = &self.game.map().grid;
        let side = self.survey.side;
        let enemy = &self.survey.defence[side.other()];
        // Whoever would have to attack on the way does not get there.
        let held_up = |h: HexId| {
            need > 0
                && h != post
                && self.game.obliges(self.state, side, h)
                && grid.around(h).any(|n| enemy[n.index()] > 0)
        };
        let way = |m: &Mover| {
            let fits =
                |h: &HexId| *h == m.piece.hex || self.game.fits(&self.scratch, m.piece.unit, *h);
            let hexes = m.reach.iter().copied().filter(fits).filter(|&h| !held_up(h));
            hexes.map(|h| (grid.distance(h, post), h)).min().map(|(left, h)| (left, h, m.piece))
        };
        // The least of those who get there is good enough, or the strongest where strength is wanted; where none of them
        // does, a gun or a staff fills the hex.
        let spreads = |p: &Piece| self.game.spreads(self.state, p.unit);
        let able = self.movers.iter().filter_map(way);
        let able = able.filter(|(left, _, p)| spreads(p) || *left == 0);
        let merit = |p: &Piece| if need > 0 { -p.defence } else { p.worth };
        let best = able.min_by_key(|(left, _, p)| (*left, !spreads(p), merit(p), p.unit));
        let Some((left, to, piece)) = best else { return false };
        if to != piece.hex {
            let why = format!("To surround them at {}.", self.name_of(post));
            self.give(piece.unit, to, None, why);
        }
        self.claim(piece.unit, to);
        self.movers.retain(|m| m.piece.unit != piece.unit);
        self.fixed.push(Piece { hex: to, ..piece });
        left == 0
    }

    /// What a unit would take in a hex that nobody else is going to take.
    pub(crate) fn takes(&self, unit: UnitId, hex: HexId) -> impl Iterator<Item = (HexId, i64)> {
        let under = self.prizes.under.get(hex.index()).map(|&v| (hex, v));
        let spreads = !self.prizes.beside.is_empty() && self.game.spreads(self.state, unit);
        let around = self.game.map().grid.around(hex).filter(move |_| spreads);
        let beside = around.map(|h| (h, self.prizes.beside[h.index()]));
        under.into_iter().chain(beside).filter(|(h, v)| *v > 0 && !self.claimed[h.index()])
    }

    pub(crate) fn claim(&mut self, unit: UnitId, hex: HexId) {
        let taken: Vec<HexId> = self.takes(unit, hex).map(|(h, _)| h).collect();
        taken.into_iter().for_each(|h| self.claimed[h.index()] = true);
    }
}
