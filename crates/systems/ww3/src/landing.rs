//! Airborne and airmobile movement (chapter 4).
//!
//! 4.2.11-4.2.15 airdrops · 4.2.21-4.2.25 airmobile movement · 4.26 where to land

use crate::decision::*;
use crate::{Game, State, Ww3};
use board::{Side, Spot, UnitId};
use engine::{Dice, Event, EventKind, Log, Moved, No, Text};
use hex::{HexId, Mp};
use wb95::counters::Cause;
use wb95::moving::Moving;
use wb95::state::{Mark, Phase, SCHEDULED};
use wb95::verb::STOP;

impl Ww3 {
    /// Whether a unit off the map may be dropped now [4.2.11] [4.2.12] (R15).
    pub fn may_drop(&self, game: &Game, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !game.class(unit).airborne || state.phase != Phase::Movement {
            return no(rule!("4.2.11"), "no.not-airborne");
        }
        let away = state.away.iter().any(|a| a.unit == unit); // comes back over the edge [15.2.3]
        if state.position.spot(unit) != Spot::Box(SCHEDULED) || away || !game.is_due(state, unit) {
            return no(rule!("4.2.11"), "no.not-due");
        }
        let side = game.side(unit);
        let advantage = state.own.advantage;
        if advantage == Some(side.other()) {
            return no(rule!("4.2.12"), "no.enemy-advantage");
        }
        if advantage.is_none() && self.landing.contains(&unit) {
            return no(rule!("A107-8"), "no.needs-advantage");
        }
        Ok(())
    }

    /// Whether a unit may land on a hex [4.2.13] [4.26] (R16).
    pub fn may_land(&self, game: &Game, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        self.may_drop(game, state, unit)?;
        if hex.index() >= game.map.grid.len() || game.holds(state, game.side(unit).other(), hex) {
            return no(rule!("4.2.13"), "no.enemy-there");
        }
        // "Air landing at any hex" [A107-8] (R82).
        let anywhere = self.landing.contains(&unit) && !self.is_closed(game, hex);
        if !anywhere && !self.is_ground(game, hex, &self.tables.airdrop.terrain) {
            return no(rule!("4.26"), "no.landing-ground");
        }
        self.may_come_down(game, state, unit, hex)
    }

    /// What holds for everything that comes down: no contamination, no quarrel. Room is asked for only at the end of the
    /// phase [5.1.1].
    fn may_come_down(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        if self.is_contaminated(state, hex) {
            return no(rule!("NUC-6"), "no.contaminated");
        }
        self.may_share(game, state, unit, hex)
    }

    /// Whether the ground of a hex is one of these.
    fn is_ground(&self, game: &Game, hex: HexId, words: &[String]) -> bool {
        let map = &game.map;
        let built = ["city", "town", "urban-area"];
        let mut features = map.features_of(hex).map(|f| map.feature_name(f));
        let word = features.find(|f| built.contains(f));
        let word = word.unwrap_or_else(|| map.terrain_name(map.terrain(hex)));
        words.iter().any(|w| w == word)
    }

    /// The unit comes down: it may lose CELs, and goes on with half its points [4.2.14] [4.2.15] [4.26].
    pub fn land(
        &self,
        game: &Game,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = game.side(unit);
        game.come_to(state, unit, hex);
        state.position.set_mark(unit, Mark::Activated, true);
        let stopped = game.in_enemy_zone(state, side, hex);
        log.say(|| {
            let text = Text::new("event.landed").unit(unit).hex(hex);
            let mut event =
                Event::new(EventKind::Placed, rule!("4.2.11"), text).unit(unit).hex(hex);
            event.rules.push(rule!("4.26"));
            event.rules.extend((!stopped).then_some(rule!("4.2.14"))); // it goes on
            event.only = game.switches.masking.then_some(side);
            event
        });
        let drop = &self.tables.airdrop;
        if state.own.advantage != Some(side) {
            self.risk(
                game,
                state,
                unit,
                &drop.loss_without_advantage_on,
                rule!("4.2.15"),
                dice,
                log,
            );
        }
        if stopped && state.position.hex(unit).is_some() {
            self.risk(game, state, unit, &drop.loss_in_zone_on, rule!("4.26"), dice, log);
        }
        if state.position.hex(unit).is_none() {
            return;
        }
        if stopped {
            state.position.set_mark(unit, Mark::Moved, true);
            return;
        }
        let left = Mp::whole(u16::from(game.class(unit).mp).div_ceil(2));
        let (cap, spent, on_route) = (left, true, false);
        state.ask(Moving { unit, left, cap, spent, on_route, stopped });
    }

    #[allow(clippy::too_many_arguments)] // one roll with its rule
    fn risk(
        &self,
        game: &Game,
        state: &mut State,
        unit: UnitId,
        on: &[u16],
        rule: Rule,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let roll = dice.roll(6);
        log.say(|| {
            let text = Text::new("event.landing-roll").unit(unit).n(roll);
            Event::new(EventKind::Rolled, rule, text).unit(unit).rolled(&[roll], roll as i16)
        });
        if on.contains(&roll) {
            game.reduce(state, unit, Cause::Combat, log);
        }
    }

    /// Whether a unit in hand may fly: it has not moved, is in no enemy zone, and helicopters are left [4.2.22] [4.2.23].
    pub fn may_airlift(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        spent: bool,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !game.class(unit).airmobile {
            return no(rule!("4.2.21"), "no.not-airmobile");
        }
        if state.phase != Phase::Movement {
            return no(rule!("4.26"), "no.not-in-strategic");
        }
        if spent {
            return no(rule!("4.2.21"), "no.moved-already");
        }
        let side = game.side(unit);
        let Some(at) = state.position.hex(unit) else { return no(rule!("4.2.21"), "no.off-map") };
        if game.in_enemy_zone(state, side, at) {
            return no(rule!("4.2.24"), "no.from-a-zone");
        }
        let needed = self.helicopters_for(state, unit);
        let left = state.own.ch[side].unspent();
        match needed <= left {
            true => Ok(()),
            false => Err(No::new(rule!("4.2.23"), "no.not-so-many").unit(unit).n(i32::from(left))),
        }
    }

    fn helicopters_for(&self, state: &State, unit: UnitId) -> u8 {
        state.position.steps(unit) * self.tables.airmobile.ch_per_cel
    }

    /// Whether a unit may fly to a hex [4.2.24] [4.26].
    pub fn may_airlift_to(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let Some(at) = state.position.hex(unit) else { return no(rule!("4.2.21"), "no.off-map") };
        if hex.index() >= game.map.grid.len() || hex == at {
            return no(rule!("4.2.24"), "no.there-already");
        }
        if game.map.grid.distance(at, hex) > self.tables.airmobile.range {
            return no(rule!("4.2.24"), "no.too-far-to-fly");
        }
        let side = game.side(unit);
        if game.holds(state, side.other(), hex) {
            return no(rule!("4.2.24"), "no.enemy-there");
        }
        if game.in_enemy_zone(state, side, hex) {
            return no(rule!("4.2.24"), "no.into-a-zone");
        }
        if !self.is_ground(game, hex, &self.tables.airmobile.terrain) {
            return no(rule!("4.26"), "no.landing-ground");
        }
        self.may_come_down(game, state, unit, hex)
    }

    /// The way over the fewest enemy hexes that is short enough, both ends included (R85).
    fn flight_path(
        &self,
        game: &Game,
        state: &State,
        side: Side,
        from: HexId,
        to: HexId,
    ) -> Vec<HexId> {
        let grid = &game.map.grid;
        let range = usize::from(self.tables.airmobile.range);
        let mut layers: Vec<Vec<Option<(u16, HexId)>>> = vec![vec![None; grid.len()]];
        layers[0][from.index()] = Some((0, HexId::NONE));
        for n in 0..range {
            let mut next: Vec<Option<(u16, HexId)>> = vec![None; grid.len()];
            for hex in grid.hexes() {
                let Some((enemies, _)) = layers[n][hex.index()] else { continue };
                for near in grid.around(hex) {
                    let met = enemies + u16::from(game.holds(state, side.other(), near));
                    let better = next[near.index()].is_none_or(|(old, _)| met < old);
                    if better {
                        next[near.index()] = Some((met, hex));
                    }
                }
            }
            layers.push(next);
        }
        let best = (1..=range).filter_map(|n| layers[n][to.index()].map(|(e, _)| (e, n))).min();
        let Some((_, mut n)) = best else { return Vec::new() };
        let mut path = vec![to];
        let mut at = to;
        while n > 0 {
            let Some((_, before)) = layers[n][at.index()] else { break };
            path.push(before);
            at = before;
            n -= 1;
        }
        path.reverse();
        path
    }

    /// The unit flies: every enemy hex on the way may turn it back [4.2.25].
    pub fn airlift(
        &self,
        game: &Game,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = game.side(unit);
        let at = state.position.hex(unit).expect("who is flown lies on the map");
        let path = self.flight_path(game, state, side, at, hex);
        let needed = self.helicopters_for(state, unit);
        state.own.ch[side].spend(needed);
        state.position.set_mark(unit, Mark::Moved, true);
        state.position.set_mark(unit, Mark::Activated, true);
        game.stir(state, unit);
        for &over in &path {
            if game.holds(state, side.other(), over)
                && self.is_turned_back(game, state, unit, over, dice, log)
            {
                return;
            }
        }
        game.come_to(state, unit, hex);
        log.say(|| {
            let text = Text::new("event.airlifted").unit(unit).hex(hex);
            let mut event = Event::new(EventKind::Moved, rule!("4.2.21"), text).unit(unit).hex(hex);
            event.rules.push(rule!("22.9"));
            let held = state.own.advantage == Some(side);
            event.rules.extend((!held).then_some(rule!("4.2.22")));
            event.moves.push(Moved { unit, path });
            event.only = game.switches.masking.then_some(side);
            event
        });
    }

    fn is_turned_back(
        &self,
        game: &Game,
        state: &mut State,
        unit: UnitId,
        over: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> bool {
        let roll = dice.roll(6);
        let table = &self.tables.airmobile;
        let back = table.abort_on.contains(&roll);
        log.say(|| {
            let id = if back { "event.turned-back" } else { "event.flew-over" };
            let text = Text::new(id).unit(unit).hex(over);
            let event = Event::new(EventKind::Rolled, rule!("4.2.25"), text).unit(unit).hex(over);
            event.rolled(&[roll], roll as i16)
        });
        if back {
            state.own.ch[game.side(unit)].lose(table.ch_lost_on_abort);
            if table.loss_on.contains(&roll) {
                game.reduce(state, unit, Cause::Combat, log);
            }
        }
        back
    }
}

/// Where an airborne unit lands [4.2.13].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Land {
    /// The unit in hand.
    pub unit: UnitId,
}

impl Decide<Game> for Land {
    const ID: &'static str = "land";
    const WRONG: Wrong = (rule!("4.2.13"), "no.choose-hex");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let may = |&h: &HexId| game.own.may_land(game, state, self.unit, h).is_ok();
        out.hexes(game.map.grid.hexes().filter(may));
        out.add(STOP);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.own.may_land(at.game, at.state, self.unit, hex),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Hex(hex) => {
                let ww3 = &play.game.own;
                ww3.land(play.game, play.state, self.unit, hex, play.dice, play.log);
            }
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        Text::new("prompt.land").unit(self.unit).into()
    }

    fn picked(&self, _: &Game, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}

/// Where an airmobile unit flies to [4.2.24].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Airlift {
    /// The unit in hand.
    pub unit: UnitId,
}

impl Decide<Game> for Airlift {
    const ID: &'static str = "airlift";
    const WRONG: Wrong = (rule!("4.2.24"), "no.choose-hex");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let may = |&h: &HexId| game.own.may_airlift_to(game, state, self.unit, h).is_ok();
        out.hexes(game.map.grid.hexes().filter(may));
        out.add(STOP);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.own.may_airlift_to(at.game, at.state, self.unit, hex),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Hex(hex) => {
                let ww3 = &play.game.own;
                ww3.airlift(play.game, play.state, self.unit, hex, play.dice, play.log);
            }
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        Text::new("prompt.airlift").unit(self.unit).into()
    }

    fn picked(&self, _: &Game, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}
