//! Reinforcements, reserves and leaving the map [11].

use crate::counters::Cause;
use crate::decision::*;
use crate::game::Wb95;
use crate::moving::Moving;
use crate::scenario::ReserveKind;
use crate::state::{Away, Phase, RESERVE, SCHEDULED, State, TRANSPORT};
use crate::verb::{DONE, STOP};
use board::{Side, Spot, UnitId};
use engine::{Event, EventKind, Log, No, Text};
use hex::{Direction, HexId, Mp};
use smallvec::SmallVec;

/// How a unit enters by a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entering {
    /// What it has in this phase.
    pub allowance: Mp,
    /// What entering costs.
    pub cost: Mp,
    /// Whether it comes along a route.
    pub on_route: bool,
    /// The formation of the STAVKA that it is committed with.
    pub stavka: Option<usize>,
}

/// Entry zones by their numbers, usually few.
pub(crate) type Zones = SmallVec<[u8; 64]>;

impl<B: Book> Wb95<B> {
    /// Whether a reinforcement is due.
    pub fn is_due(&self, state: &State<B>, unit: UnitId) -> bool {
        if let Some(away) = state.away.iter().find(|a| a.unit == unit) {
            // The next own Movement Phase is ten or twelve phases later.
            return !B::stays_away(self, unit) && state.clock() >= away.clock + 10;
        }
        let due = self.due[unit.index()].as_ref();
        B::waits(state, unit)
            || due.is_some_and(|due| state.turn >= due.turn && !self.came_from_stavka(state, unit))
    }

    /// The zones of a reinforcement; `None` if it is not due.
    pub fn zones_of(&self, state: &State<B>, unit: UnitId) -> Option<Zones> {
        if !self.is_due(state, unit) {
            return None;
        }
        if let Some(away) = state.away.iter().find(|a| a.unit == unit) {
            return Some(Zones::from_slice(&[away.zone]));
        }
        let side = self.side(unit);
        if B::waits(state, unit) {
            return Some((0..self.zones[side].len() as u8).collect()); // since the scenario before
        }
        let due = self.due[unit.index()].as_ref()?;
        // A case may bring its own bases and no zones.
        let zones = due.zones.iter().filter_map(|&z| {
            let zone = self.zones[side].get(z)?;
            let lost = self.controls(state, side.other(), zone.hex);
            Some(zone.instead.filter(|_| lost).unwrap_or(z) as u8)
        });
        Some(zones.collect())
    }

    /// Whether a unit off the map may be brought on now [11.1.3].
    pub fn may_bring(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        match state.position.spot(unit) {
            Spot::Box(SCHEDULED) => {
                let stavka = self.stavka_of(state, unit).is_some();
                if !self.is_due(state, unit) && !stavka {
                    return no(B::rule_of_waiting(self, state, unit), "no.not-due");
                }
            }
            Spot::Box(RESERVE) => self.may_call(state, unit)?,
            _ => return no(rule!(B, "11.1.1"), "no.not-a-reinforcement"),
        }
        let side = self.side(unit);
        if let Some(own) = B::may_bring(self, state, unit) {
            return own;
        }
        let mut why = No::new(rule!(B, "11.1.4"), "no.no-open-zone").unit(unit);
        for zone in &self.zones[side] {
            match self.may_enter(state, unit, zone.hex) {
                Ok(_) => return Ok(()),
                Err(no) if no.rule == rule!(B, "11.1.5") => why = no,
                Err(_) => {}
            }
        }
        Err(why)
    }

    fn may_call(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let Some(reserve) = self.reserves.iter().find(|r| r.units.contains(&unit)) else {
            return Err(No::new(rule!(B, "11.1.1"), "no.not-a-reinforcement").unit(unit));
        };
        let no = |text| Err(No::new(reserve.rule, text).unit(unit));
        match reserve.kind {
            ReserveKind::Credit if state.credits[reserve.side] > 0 => Ok(()),
            ReserveKind::Stavka if self.stavka_of(state, unit).is_some() => Ok(()),
            ReserveKind::Stavka => no("no.not-due"),
            ReserveKind::Credit | ReserveKind::Near => no("no.no-credit"),
        }
    }

    /// How a unit would enter by a hex, or why it may not.
    pub fn may_enter(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Result<Entering, No> {
        if let Some(own) = B::may_enter(self, state, unit, hex) {
            return own;
        }
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let side = self.side(unit);
        let Some(zone) = self.zones[side].iter().position(|z| z.hex == hex) else {
            return no(rule!(B, "11.1.2"), "no.not-an-entry-zone");
        };
        if self.holder(state, hex) == Some(side.other()) || self.controls(state, side.other(), hex)
        {
            return no(rule!(B, "11.1.4"), "no.zone-lost");
        }
        if state.phase == Phase::Strategic && self.in_enemy_zone(state, side, hex) {
            return no(rule!(B, "12.2.2"), "no.into-a-zone");
        }
        let (allowance, stavka) = self.entry_allowance(state, unit, zone)?;
        if self.zones[side][zone].instead.is_some() {
            return Ok(Entering { allowance, cost: Mp::ZERO, on_route: true, stavka }); // laid down
        }
        let (cost, on_route) = self.entry_cost(state, unit, hex)?;
        match cost <= allowance {
            true => Ok(Entering { allowance, cost, on_route, stavka }),
            false => Err(No::new(rule!(B, "11.1.5"), "no.entry-too-dear")
                .unit(unit)
                .hex(hex)
                .mp(cost, allowance)),
        }
    }

    /// What a unit has when it enters by a zone, and the formation of the STAVKA with which it does: half its points by
    /// any of the formation's zones (K-R29), if it does not come as a dated reinforcement.
    fn entry_allowance(
        &self,
        state: &State<B>,
        unit: UnitId,
        zone: usize,
    ) -> Result<(Mp, Option<usize>), No> {
        let stavka = self.stavka_of(state, unit);
        let listed = stavka.filter(|&i| self.reserves[i].zones.contains(&zone));
        let dated = self.dated_allowance(state, unit, zone);
        match (dated, listed) {
            (Ok(mp), _) => Ok((mp, None)),
            (Err(_), Some(_)) => Ok((self.allowance_of(state, unit, true), listed)),
            (Err(no), None) => Err(match stavka {
                Some(i) => No::new(self.reserves[i].rule, "no.not-by-this-zone").unit(unit),
                None => no,
            }),
        }
    }

    /// All movement points by the own zone or one in reach of the delay, half of them by the next zone [11.2.1] [11.2.2].
    fn dated_allowance(&self, state: &State<B>, unit: UnitId, zone: usize) -> Result<Mp, No> {
        let full = self.allowance(state, unit);
        let half = Mp::from_sixtieths(full.sixtieths() / 2);
        let no = |text| Err(No::new(rule!(B, "11.2.2"), text).unit(unit));
        if state.position.spot(unit) == Spot::Box(RESERVE) {
            let reserve = self.reserves.iter().find(|r| r.units.contains(&unit));
            return match reserve {
                Some(r) if r.kind != ReserveKind::Stavka && r.zones.contains(&zone) => Ok(full),
                Some(r) => Err(No::new(r.rule, "no.not-by-this-zone").unit(unit)),
                None => no("no.not-by-this-zone"),
            };
        }
        let Some(own) = self.zones_of(state, unit) else { return no("no.not-due") };
        let all = &self.zones[self.side(unit)];
        let distance = own.iter().filter_map(|&z| all[usize::from(z)].distance(&all[zone])).min();
        let Some(distance) = distance else {
            return Err(No::new(rule!(B, "11.1.2"), "no.not-by-this-zone").unit(unit));
        };
        let reach =
            usize::from(state.waited[unit.index()]) * self.tables.core.entry_zone_shift_per_delay;
        match distance {
            d if d <= reach => Ok(full),
            1 if reach == 0 => Ok(half),
            _ => no("no.zone-too-far"),
        }
    }

    /// The entry hex costs its route, or its ground, and what movement disorganisation adds
    /// [8.2.13]; the second stack twice as much, and so on [11.1.5].
    fn entry_cost(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Result<(Mp, bool), No> {
        let column = self.class(unit).movement.column();
        let (route, secondary) = self.best_route(hex, column);
        let Some(single) = route.or(self.ground.hex(hex).cost[column]) else {
            return Err(No::new(rule!(B, "3.1.13"), "no.closed").unit(unit).hex(hex));
        };
        let single = single + Mp::whole(self.interdiction(state, self.side(unit), hex));
        let (stacks, last) = self.entered(state, hex);
        let cels = state.position.steps(unit);
        let fits = u16::from(last) + u16::from(cels) <= self.tables.core.stack_limit;
        let k = if stacks > 0 && fits { stacks } else { stacks + 1 };
        let cost = Mp::from_sixtieths(single.sixtieths().saturating_mul(u16::from(k)));
        Ok((cost, secondary))
    }

    /// The cheapest route of a hex for a column of the chart, and whether it is a secondary one.
    fn best_route(&self, hex: HexId, column: usize) -> (Option<Mp>, bool) {
        let sides =
            || Direction::ALL.into_iter().map(|d| self.ground.side(self.map.grid.side(hex, d)));
        let best = sides().filter_map(|s| s.road[column]).min();
        let secondary = sides().any(|s| s.secondary[column] && s.road[column] == best);
        (best, secondary)
    }

    /// The stacks that entered by a hex in this phase, and the CELs of the last.
    fn entered(&self, state: &State<B>, hex: HexId) -> (u8, u8) {
        state.entered.iter().find(|e| e.0 == hex).map_or((0, 0), |e| (e.1, e.2))
    }

    /// Brings a unit on by a hex and takes it in hand.
    pub fn enter(&self, state: &mut State<B>, unit: UnitId, hex: HexId, log: &mut Log) {
        let Ok(entering) = self.may_enter(state, unit, hex) else { return };
        if let Some(index) = entering.stavka {
            self.commit(state, index, log);
        } else if state.position.spot(unit) == Spot::Box(RESERVE) {
            let side = self.side(unit);
            state.credits[side] = state.credits[side].saturating_sub(1);
        }
        let rules = match log.is_silent() {
            true => Vec::new(),
            false => B::rules_of_entry(self, state, unit, hex)
                .unwrap_or_else(|| self.rules_of_entry(state, unit, hex)),
        };
        self.count_entry(state, unit, hex);
        state.away.retain(|a| a.unit != unit);
        if self.class(unit).is_towed_artillery() {
            state.position.set_face(unit, TRANSPORT); // R76
        }
        self.come_to(state, unit, hex);
        state.position.set_mark(unit, crate::state::Mark::Activated, true);
        log.say(|| {
            let text = Text::new("event.entered").unit(unit).hex(hex);
            let mut event =
                Event::new(EventKind::Placed, rule!(B, "11.1.2"), text).unit(unit).hex(hex);
            event.rules.extend(rules);
            event
        });
        let stopped = self.in_enemy_zone(state, self.side(unit), hex);
        state.ask(Moving {
            unit,
            left: entering.allowance.saturating_sub(entering.cost),
            cap: entering.allowance,
            spent: true,
            on_route: entering.on_route,
            stopped,
        });
    }

    /// The rules by which a unit enters as it does: as one of the scenario's reinforcements
    /// [11.1.1], by the next zone
    /// [11.2.1] or one it has waited for [11.2.2], behind other stacks [11.1.5].
    fn rules_of_entry(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Vec<Rule> {
        let all = &self.zones[self.side(unit)];
        let zone = all.iter().find(|z| z.hex == hex);
        let own = self.zones_of(state, unit).unwrap_or_default();
        let away =
            zone.and_then(|z| own.iter().filter_map(|&o| all[usize::from(o)].distance(z)).min());
        let far = away.is_some_and(|d| d > 0);
        let waited = state.waited[unit.index()] > 0;
        let cels = u16::from(self.entered(state, hex).1) + u16::from(state.position.steps(unit));
        let due = self.due[unit.index()].is_some() && !own.is_empty();
        let mut rules: Vec<Rule> = self
            .acting([
                (due, rule!(B, "11.1.1")),
                (far && !waited, rule!(B, "11.2.1")),
                (far && waited, rule!(B, "11.2.2")),
                (cels > self.tables.core.stack_limit, rule!(B, "11.1.5")),
            ])
            .collect();
        rules.extend(self.cites.reinforcement.filter(|_| due));
        rules
    }

    fn count_entry(&self, state: &mut State<B>, unit: UnitId, hex: HexId) {
        if B::count_entry(self, state, hex) {
            return;
        }
        let cels = state.position.steps(unit);
        let limit = self.tables.core.stack_limit;
        match state.entered.iter_mut().find(|e| e.0 == hex) {
            None => state.entered.push((hex, 1, cels)),
            Some(e) if u16::from(e.2) + u16::from(cels) <= limit => e.2 += cels,
            Some(e) => {
                e.1 += 1;
                e.2 = cels;
            }
        }
    }

    /// Whether a unit in hand may leave the map [11.2.3] (R58): its cost.
    pub fn may_leave(&self, state: &State<B>, unit: UnitId, at: HexId, left: Mp) -> Result<Mp, No> {
        if let Some(own) = B::may_leave(self, state, unit, at, left) {
            return own;
        }
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(at));
        let side = self.side(unit);
        let Some(zone) = self.zones[side].iter().find(|z| z.hex == at && z.edge) else {
            return no(rule!(B, "11.2.3"), "no.no-way-off");
        };
        self.is_ready_to_move(state, unit)?; // [6.2.3]
        let column = self.class(unit).movement.column();
        let (route, _) = self.best_route(zone.hex, column);
        let Some(mut cost) = route.or(self.ground.hex(at).cost[column]) else {
            return no(rule!(B, "3.1.13"), "no.closed");
        };
        if self.in_enemy_zone(state, side, at) {
            cost += Mp::whole(self.tables.core.zoc_exit_cost);
        }
        match cost <= left {
            true => Ok(cost),
            false => {
                Err(No::new(rule!(B, "11.2.3"), "no.too-dear").unit(unit).hex(at).mp(cost, left))
            }
        }
    }

    /// Takes a unit off the map: it is a reinforcement from the next Movement Phase on.
    pub fn leave(&self, state: &mut State<B>, unit: UnitId, at: HexId, log: &mut Log) {
        let side = self.side(unit);
        let zone = self.zones[side].iter().position(|z| z.hex == at).unwrap_or(0);
        state.away.push(Away { unit, zone: zone as u8, clock: state.clock() });
        state.waited[unit.index()] = 0;
        self.put(state, unit, SCHEDULED);
        self.take_bridges(state);
        log.say(|| {
            let text = Text::new("event.left").unit(unit).hex(at);
            Event::new(EventKind::Moved, rule!(B, "11.2.3"), text).unit(unit).hex(at)
        });
    }

    /// At the end of a turn in which they could have entered, reinforcements have waited one more:
    /// the new zones are open from the next Movement Phase on [11.2.2].
    pub fn count_waiting(&self, state: &mut State<B>) {
        let side = self.active(state);
        let waiting: Vec<UnitId> = state
            .position
            .in_box(SCHEDULED)
            .filter(|&u| self.side(u) == side && self.is_due(state, u))
            .collect();
        for unit in waiting {
            let waited = &mut state.waited[unit.index()];
            *waited = waited.saturating_add(1);
        }
    }

    /// Whether reserves appear because the enemy is near [TYP-8] (R35).
    pub fn call_near_reserves(&self, state: &mut State<B>, side: Side) {
        for (i, reserve) in self.reserves.iter().enumerate() {
            if reserve.side != side || reserve.kind != ReserveKind::Near {
                continue;
            }
            let near = self.units_of(state, side.other()).any(|(_, at)| {
                reserve.place.iter().any(|&h| self.map.grid.distance(h, at) <= reserve.range)
            });
            if near {
                state.released |= 1 << i;
            }
        }
        // Those that found no room before come now.
        let mut waiting = self.appearing(state);
        if waiting.any(|u| self.appearing_places(state, u).next().is_some()) {
            drop(waiting);
            state.ask(Appear);
        }
    }

    /// The reserves that still have to be laid down.
    pub fn appearing<'a>(&'a self, state: &'a State<B>) -> impl Iterator<Item = UnitId> + 'a {
        let side = self.active(state);
        self.reserves
            .iter()
            .enumerate()
            .filter(move |(i, r)| {
                r.side == side && r.kind == ReserveKind::Near && state.released & (1 << i) != 0
            })
            .flat_map(|(_, r)| r.units.iter().copied())
            .filter(|&u| state.position.spot(u) == Spot::Box(RESERVE))
    }

    /// The rule of the reserve that a counter belongs to.
    pub fn reserve_rule(&self, unit: UnitId) -> Rule {
        let mut reserves = self.reserves.iter();
        reserves.find(|r| r.units.contains(&unit)).map_or(rule!(B, "11.1.1"), |r| r.rule)
    }

    /// Where a reserve may appear: hexes of its place under own control, without the enemy, with room.
    pub fn appearing_places<'a>(
        &'a self,
        state: &'a State<B>,
        unit: UnitId,
    ) -> impl Iterator<Item = HexId> + 'a {
        let side = self.side(unit);
        let reserve = self.reserves.iter().find(|r| r.units.contains(&unit));
        let cels = state.position.steps(unit);
        reserve.into_iter().flat_map(|r| r.place.iter().copied()).filter(move |&h| {
            self.controls(state, side, h)
                && self.holder(state, h) != Some(side.other())
                && self.has_room(state, h, cels)
        })
    }

    /// A reserve appears in a hex.
    pub fn appear(&self, state: &mut State<B>, unit: UnitId, hex: HexId, log: &mut Log) {
        self.come_to(state, unit, hex);
        log.say(|| {
            let text = Text::new("event.reserve").unit(unit).hex(hex);
            Event::new(EventKind::Placed, self.reserve_rule(unit), text).unit(unit).hex(hex)
        });
    }

    /// The overstacked hexes of the active side, once for each counter there [3.2.1].
    pub fn overstacked_hexes<'a>(
        &'a self,
        state: &'a State<B>,
    ) -> impl Iterator<Item = HexId> + 'a {
        let limit = self.tables.core.stack_limit;
        let hexes = self.units_of(state, self.active(state)).map(|(_, h)| h);
        hexes.filter(move |&h| self.cels_in(state, h) > limit)
    }

    /// The first overstacked hex of the active side [3.2.1].
    pub fn overstacked(&self, state: &State<B>) -> Option<HexId> {
        self.overstacked_hexes(state).next()
    }

    /// Removes a counter that the owner gives up from an overstacked hex (R79).
    pub fn give_up(&self, state: &mut State<B>, unit: UnitId, log: &mut Log) {
        match B::SENTENCES.overstacked_lose_cels {
            true => self.reduce(state, unit, Cause::Removed, log),
            false => self.eliminate(state, unit, Cause::Removed, log),
        }
    }
}

impl<B: Book> Wb95<B> {
    /// Whether a reserve may be laid down (R35).
    fn may_appear(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let waits = self.appearing(state).any(|u| u == unit);
        let room = waits && self.appearing_places(state, unit).next().is_some();
        let rule =
            self.appearing(state).next().map_or(rule!(B, "11.1.1"), |u| self.reserve_rule(u));
        only_if(room, No::new(rule, "no.not-a-reserve").unit(unit))
    }

    /// All that find room come before anything else.
    fn may_end_appearing(&self, state: &State<B>) -> Result<(), No> {
        match self.appearing(state).find(|&u| self.may_appear(state, u).is_ok()) {
            Some(unit) => Err(No::new(self.reserve_rule(unit), "no.reserves-first")),
            None => Ok(()),
        }
    }
}

/// By which zone a reinforcement enters [11.1.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Enter {
    /// The unit in hand.
    pub unit: UnitId,
}

impl Enter {
    fn place(&self) -> Place {
        Place::Enter(self.unit)
    }
}

impl<B: Book> Decide<Wb95<B>> for Enter {
    const ID: &'static str = "enter";
    const WRONG: Wrong = (rule!(B, "11.1.2"), "no.choose-zone");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let hexes = game.zones[game.active(state)].iter().map(|zone| zone.hex);
        out.hexes(hexes.filter(|&h| game.may_enter(state, self.unit, h).is_ok()));
        out.add(STOP);
        add_own(game, state, self.place(), out);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_enter(at.state, self.unit, hex).map(|_| ()),
            STOP => Ok(()),
            _ if is_own::<B>(self.place(), choice) => {
                B::may_press(at.game, at.state, self.place(), choice)
            }
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Hex(hex) => play.game.enter(play.state, self.unit, hex, play.log),
            STOP => {}
            _ if is_own::<B>(self.place(), choice) => B::press(play, self.place(), choice),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.enter").unit(self.unit).into()
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        vec![self.unit]
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        let delay = if choice == STOP { B::effect_of_delay() } else { None };
        let offer = plain_offer(at.game, choice);
        Offer { effects: delay.into_iter().collect(), ..offer }
    }
}

/// Which reserve appears (R35).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Appear;

impl<B: Book> Decide<Wb95<B>> for Appear {
    const ID: &'static str = "appear";
    const WRONG: Wrong = (rule!(B, "11.1.1"), "no.choose-unit");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(game.appearing(state).filter(|&u| game.may_appear(state, u).is_ok()));
        out.add_if(out.is_empty(), DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_appear(at.state, unit),
            DONE => at.game.may_end_appearing(at.state),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(AppearIn { unit }),
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.appear")
    }
}

/// Where it appears (R35).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AppearIn {
    /// The unit in hand.
    pub unit: UnitId,
}

impl<B: Book> Decide<Wb95<B>> for AppearIn {
    const ID: &'static str = "appear-in";
    const WRONG: Wrong = (rule!(B, "11.1.1"), "no.choose-unit");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.appearing_places(state, self.unit));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) => {
                let rule = at.game.reserve_rule(self.unit);
                Err(No::new(rule, "no.not-there").unit(self.unit).hex(hex))
            }
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { impossible(self, choice) };
        play.close();
        play.game.appear(play.state, self.unit, hex, play.log);
        if play.game.may_end_appearing(play.state).is_ok() {
            play.close(); // all are there
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.appear-in").unit(self.unit).into()
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        vec![self.unit]
    }
}
