//! Supply (chapter 12): levels, one die for surrender, factions that need none.
//!
//! 14.1 why a unit has no line · 14.2.1 first level · 14.2.6 surrender · 14.2.7 and 14.2.8 supply returns

use super::Ww3;
use crate::counters::Cause;
use crate::game::Wb95;
use crate::state::{SUPPLIED, State};
use crate::supply::SupplyMap;
use board::{Side, UnitId};
use engine::{Dice, Event, EventKind, Log, Text};
use hex::{HexId, HexSet, Mp, SideId};
use smallvec::SmallVec;
use std::cell::OnceCell;

impl Ww3 {
    /// Whether a unit needs no supply (R40).
    pub fn is_exempt(&self, unit: UnitId) -> bool {
        self.factions[usize::from(self.faction[unit.index()])].exempt
    }

    /// Hexes that are closed to a side's lines of supply whoever stands there [17.2.4.1] [NUC-6].
    pub fn cut_hexes(&self, state: &State, side: Side, barred: &mut HexSet) {
        let modern = state.modern();
        for &hex in &modern.spec[side.other()].cutting {
            barred.insert(hex);
        }
        for contaminated in &modern.contaminated {
            barred.insert(contaminated.hex);
        }
    }

    /// The Supply Phase of a side: all lines first, then the rolls (12.3).
    pub fn judge(
        &self,
        game: &Wb95,
        state: &mut State,
        side: Side,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let map = game.supply_map(state, side);
        let barriers = OnceCell::new();
        let units: Vec<UnitId> = game.units_of(state, side).map(|(u, _)| u).collect();
        let mut cut = Vec::new();
        for unit in units {
            let supplied = self.is_exempt(unit) || game.is_traced(state, &map, unit);
            state.position.set_mark(unit, SUPPLIED, supplied);
            match (supplied, state.oos[unit.index()]) {
                (true, 0) => {}
                (true, _) => self.set_level(state, unit, 0, log, |state| {
                    let line = line_rules(game, state, &map, unit);
                    ["ww3:14.2.7", "ww3:14.2.8"].into_iter().chain(line).collect()
                }),
                (false, 0) => self.set_level(state, unit, 1, log, |state| {
                    let barriers = barriers.get_or_init(|| Barriers::new(self, game, state, side));
                    let mut rules = barriers.why_cut(game, state, unit);
                    rules.insert_from_slice(0, &["ww3:14.2.1", "ww3:14.1.2"]);
                    rules
                }),
                (false, _) => cut.push(unit),
            }
        }
        for unit in cut {
            self.test_surrender(game, state, unit, dice, log);
        }
    }

    fn set_level(
        &self,
        state: &mut State,
        unit: UnitId,
        level: u8,
        log: &mut Log,
        rules: impl FnOnce(&State) -> Rules,
    ) {
        state.oos[unit.index()] = level;
        log.say(|| {
            let id = if level == 0 { "event.supplied" } else { "event.unsupplied" };
            let text = Text::new(id).unit(unit).n(level);
            let event = Event::new(EventKind::Supplied, "ww3:14.2.1", text).unit(unit);
            Event { rules: rules(state), ..event }
        });
    }

    /// One die below the level: the unit is removed, but never on the highest roll [14.2.6]. Otherwise its level rises.
    fn test_surrender(
        &self,
        game: &Wb95,
        state: &mut State,
        unit: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let level = u16::from(state.oos[unit.index()]);
        let roll = dice.roll(6);
        let surrenders = roll < level && roll != self.tables.surrender_never_on;
        log.say(|| {
            let id = if surrenders { "event.surrender-fails" } else { "event.surrender-holds" };
            let text = Text::new(id).unit(unit).n(roll);
            let text = text.with("level", engine::Arg::Number(level.into()));
            Event::new(EventKind::Rolled, "ww3:14.2.6", text)
                .unit(unit)
                .rolled(&[roll], roll as i16)
        });
        if surrenders {
            game.eliminate(state, unit, Cause::Surrender, log);
            return;
        }
        let step = game.tables.core.oos_step_per_unsupplied_phase;
        let next = state.oos[unit.index()].saturating_add(step);
        self.set_level(state, unit, next, log, |_| Rules::from_slice(&["ww3:14.2.6"]));
    }
}

/// The rules of an event.
type Rules = SmallVec<[&'static str; 2]>;

/// What a line of supply to a unit goes by: roads [14.1.5], open ground as wheels pay for it [14.1.8], friends side by
/// side [14.1.9].
fn line_rules(game: &Wb95, state: &State, map: &SupplyMap, unit: UnitId) -> Rules {
    let path = state.position.hex(unit).map(|h| map.path(h)).unwrap_or_default();
    let (mut road, mut open, mut friends) = (false, false, false);
    for pair in path.windows(2) {
        let edge = game.map.grid.side_between(pair[0], pair[1]);
        let routed = |s: SideId| game.ground.side(s).supply && game.is_open_route(state, s);
        let paid = map.cost(pair[0]) != map.cost(pair[1]);
        match edge.is_some_and(routed) {
            true => road = true,
            false if paid => open = true,
            false => friends = true,
        }
    }
    let rules = [(road, "ww3:14.1.5"), (open, "ww3:14.1.8"), (friends, "ww3:14.1.9")];
    rules.into_iter().filter(|(acts, _)| *acts).map(|(_, rule)| rule).collect()
}

/// The lines that a side would have if something did not bar them, to tell a unit without one why.
struct Barriers {
    /// Past the hexes that special forces cut.
    uncut: SupplyMap,
    /// Past the zones that only lines of supply know [14.1.11].
    past_towns: SupplyMap,
    /// Past all zones [14.1.10].
    past_zones: SupplyMap,
    /// As long as need be [14.1.7].
    endless: SupplyMap,
    /// Whether there is no base to start from [14.1.4].
    homeless: bool,
}

impl Barriers {
    fn new(ww3: &Ww3, game: &Wb95, state: &State, side: Side) -> Barriers {
        let budget = game.tables.core.supply_mp.values().copied().max().unwrap_or(0);
        let past = |barred: &HexSet| game.supply_past(state, side, barred, Mp::whole(budget));
        let barred = game.barred(state, side);
        let mut uncut = barred.clone();
        for &hex in &state.modern().spec[side.other()].cutting {
            uncut.remove(hex);
        }
        let enemies = |barred: &mut HexSet| {
            for (_, hex) in game.units_of(state, side.other()) {
                barred.insert(hex);
            }
            ww3.cut_hexes(state, side, barred);
        };
        let mut zones = HexSet::new(game.map.grid.len());
        let open = |h: HexId| game.holds(state, side, h) && game.has_regular(state, h);
        for hex in game.map.grid.hexes() {
            if game.in_enemy_zone(state, side, hex) && !open(hex) {
                zones.insert(hex);
            }
        }
        enemies(&mut zones);
        let mut units = HexSet::new(game.map.grid.len());
        enemies(&mut units);
        Barriers {
            uncut: past(&uncut),
            past_towns: past(&zones),
            past_zones: past(&units),
            endless: game.supply_past(state, side, &barred, Mp::MAX),
            homeless: game.open_bases(state, side).next().is_none(),
        }
    }

    /// Why a unit has no line: the first thing without which it would have one.
    fn why_cut(&self, game: &Wb95, state: &State, unit: UnitId) -> Rules {
        let traced = |map: &SupplyMap| game.is_traced(state, map, unit);
        let reached = state.position.hex(unit).and_then(|h| self.endless.cost(h)).is_some();
        let rules: &[&'static str] = match () {
            () if self.homeless => &["ww3:14.1.4"],
            () if traced(&self.uncut) => &["ww3:17.2.4.1"],
            () if traced(&self.past_towns) => &["ww3:14.1.11"],
            () if traced(&self.past_zones) => &["ww3:14.1.10"],
            () if reached => &["ww3:14.1.6", "ww3:14.1.7"],
            () => &["ww3:14.1.1"],
        };
        Rules::from_slice(rules)
    }
}
