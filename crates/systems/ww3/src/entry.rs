//! Reinforcements (chapter 13.1): whole edges as zones, half the points over another, one more point for the fourth unit.
//!
//! 15.1.5 the fourth unit · 15.2.1 transfer · 15.2.3 leaving the map

use crate::{Game, State, Ww3};
use board::UnitId;
use engine::{No, Rule};
use hex::{Direction, HexId, Mp};
use wb95::entry::Entering;
use wb95::state::Phase;

impl Ww3 {
    /// Whether a unit may come, before its zones are asked: in the Movement Phase only [15.1.2], and by air if it can.
    pub fn may_bring(&self, game: &Game, state: &State, unit: UnitId) -> Option<Result<(), No>> {
        if state.phase != Phase::Movement {
            return Some(Err(No::new(rule!("15.1.2"), "no.not-in-strategic").unit(unit)));
        }
        match self.may_drop(game, state, unit) {
            Err(_) if !self.landing.contains(&unit) => None,
            by_air => Some(by_air),
        }
    }

    /// How a unit would enter by a hex of an edge, or why it may not [15.1.3].
    pub fn may_enter(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> Result<Entering, No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let side = game.side(unit);
        if state.phase != Phase::Movement {
            return no(rule!("15.1.2"), "no.not-in-strategic");
        }
        if self.landing.contains(&unit) {
            return no(rule!("A107-8"), "no.only-by-air");
        }
        let Some(zone) = game.zones[side].iter().position(|z| z.hex == hex) else {
            return no(rule!("15.1.3"), "no.not-an-entry-zone");
        };
        if game.holds(state, side.other(), hex) {
            return no(rule!("16.1.6"), "no.zone-lost");
        }
        if self.is_contaminated(state, hex) {
            return no(rule!("NUC-6"), "no.contaminated");
        }
        self.may_share(game, state, unit, hex)?;
        let Some(own) = game.zones_of(state, unit) else {
            return no(rule!("15.1.1"), "no.not-due");
        };
        let points = u16::from(game.class(unit).mp);
        // Whoever comes back, or by another zone, has half of them [15.2.1] [15.2.3].
        let away = state.away.iter().any(|a| a.unit == unit);
        let transferred = away || !own.contains(&(zone as u8));
        let allowance = Mp::whole(if transferred { points.div_ceil(2) } else { points });
        let (cost, on_route) = self.entry_cost(game, state, unit, hex)?;
        Ok(Entering { allowance, cost: cost.min(allowance), on_route, stavka: None })
    }

    /// The entry hex costs its road, or its ground; from the fourth unit on more [15.1.5].
    fn entry_cost(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(Mp, bool), No> {
        let column = game.class(unit).movement.column();
        let roads = Direction::ALL
            .into_iter()
            .filter_map(|d| game.ground.side(game.map.grid.side(hex, d)).road[column]);
        let road = roads.min();
        let Some(mut cost) = road.or(game.ground.hex(hex).cost[column]) else {
            return Err(No::new(rule!("4.1.13"), "no.closed").unit(unit).hex(hex));
        };
        let before = state.entered.iter().find(|e| e.0 == hex).map_or(0, |e| e.1);
        if before >= self.tables.entry_free_units {
            cost += Mp::whole(self.tables.entry_extra_cost);
        }
        Ok((cost, road.is_some()))
    }

    /// What made an entry: its place [15.1.3], the page that brings the unit, half the points of another zone [15.2.1] or
    /// after leaving [15.2.3], a point more for the fourth unit [15.1.5], friends who stand there already [15.1.4].
    pub fn entry_rules(&self, game: &Game, state: &State, unit: UnitId, hex: HexId) -> Vec<Rule> {
        let away = state.away.iter().any(|a| a.unit == unit);
        let zone = game.zones[game.side(unit)].iter().position(|z| z.hex == hex);
        let own = game.zones_of(state, unit).unwrap_or_default();
        let other = !away && zone.is_some_and(|z| !own.contains(&(z as u8)));
        let before = state.entered.iter().find(|e| e.0 == hex).map_or(0, |e| e.1);
        let late = before >= self.tables.entry_free_units;
        let rules = [
            (true, self.page().entry),
            (away, rule!("15.2.3")),
            (other, rule!("15.2.1")),
            (late, rule!("15.1.5")),
            (game.holds(state, game.side(unit), hex), rule!("15.1.4")),
        ];
        rules.into_iter().filter(|(acts, _)| *acts).map(|(_, rule)| rule).collect()
    }

    /// The rule by which a unit off the map may not come yet: it left by the east in A113 [A113-6], it left in this turn
    /// [15.2.3], or the calendar does not bring it [15.1.1].
    pub fn not_due_rule(&self, game: &Game, state: &State, unit: UnitId) -> Rule {
        let away = state.away.iter().any(|a| a.unit == unit);
        match away {
            true if self.stays_away == Some(game.side(unit)) => rule!("A113-6"),
            true => rule!("15.2.3"),
            false => rule!("15.1.1"),
        }
    }

    /// One more unit has entered by a hex.
    pub fn count_entry(&self, state: &mut State, hex: HexId) {
        match state.entered.iter_mut().find(|e| e.0 == hex) {
            None => state.entered.push((hex, 1, 0)),
            Some(e) => e.1 += 1,
        }
    }

    /// Whether a unit in hand may leave the map by an edge of its side [15.2.3] (R67): its cost.
    pub fn may_leave(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        at: HexId,
        left: Mp,
    ) -> Result<Mp, No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(at));
        let side = game.side(unit);
        if state.phase != Phase::Movement {
            return no(rule!("13.1.1"), "no.not-in-strategic");
        }
        if !game.zones[side].iter().any(|z| z.hex == at) {
            return no(rule!("15.2.3"), "no.no-way-off");
        }
        game.is_ready_to_move(state, unit)?; // [8.6.2]
        let mut cost = Mp::whole(self.tables.exit_cost);
        if game.in_enemy_zone(state, side, at) {
            cost += Mp::whole(game.tables.core.zoc_exit_cost);
        }
        match cost <= left {
            true => Ok(cost),
            false => Err(No::new(rule!("15.2.3"), "no.too-dear").unit(unit).hex(at).mp(cost, left)),
        }
    }
}
