//! Pursuit and advance [5.4].

use crate::class::Role;
use crate::counters::Cause;
use crate::decision::*;
use crate::game::Wb95;
use crate::orders;
use crate::state::{Combat, State, Trail, Way};
use crate::verb::{DONE, STOP};
use board::{Side, UnitId};
use engine::{Event, EventKind, Log, Moved, No, Text};
use hex::HexId;

impl<B: Book> Wb95<B> {
    /// Opens the pursuit, if anybody can follow.
    pub fn begin_pursuit(&self, state: &mut State<B>) {
        let combat = state.the_combat();
        let Some(side) = self.pursuing_side(state, combat) else { return };
        if self.can_anyone_pursue(state, side) {
            state.ask(Pursuit { side });
        }
    }

    /// Whether anybody of a side can still follow.
    fn can_anyone_pursue(&self, state: &State<B>, side: Side) -> bool {
        let combat = state.the_combat();
        let mut pursuers = self.pursuers(state, combat, side).into_iter();
        pursuers.any(|u| !self.pursuits(state, combat, u).is_empty())
    }

    /// Who may pursue or advance: the side that did not retreat [5.4.1]; after mere losses, or if
    /// all defenders died, the side whose enemy left a hex empty [5.4.10] (R71).
    pub fn pursuing_side(&self, state: &State<B>, combat: &Combat) -> Option<Side> {
        let attacker = self.active(state);
        if combat.defender.retreat > 0 {
            return Some(attacker);
        }
        let emptied = |side: Side| self.emptied(state, combat, side).next().is_some();
        let nobody_left = self.sharers(state, combat, attacker.other()).is_empty();
        if combat.attacker.retreat > 0 && !nobody_left {
            return Some(attacker.other());
        }
        if emptied(attacker.other()) {
            return Some(attacker);
        }
        let all_dead = self.sharers(state, combat, attacker).is_empty();
        (all_dead && emptied(attacker)).then_some(attacker.other())
    }

    /// The hexes that the side which fought there has left empty (5.6 no. 5).
    pub(crate) fn emptied<'a>(
        &'a self,
        state: &'a State<B>,
        combat: &'a Combat,
        side: Side,
    ) -> impl Iterator<Item = HexId> + 'a {
        // Guns that only supported have no hex in the combat.
        let defends = side != self.active(state);
        let fought = |u: UnitId, h: HexId| match defends {
            true => combat.hexes.contains(&h),
            false => combat.attackers.contains(&u),
        };
        let direct = combat.direct[side].iter().filter(|(u, h)| fought(*u, *h));
        let mut hexes: Vec<HexId> = direct.map(|(_, h)| *h).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.into_iter().filter(move |&h| self.is_emptied(state, combat, side, h))
    }

    fn is_emptied(&self, state: &State<B>, combat: &Combat, side: Side, hex: HexId) -> bool {
        let stays = state.position.stack(hex).any(|u| {
            self.side(u) == side && (self.class(u).is_regular() || self.role(u) == Role::Resilience)
        });
        if stays {
            return false;
        }
        let from_here = || combat.direct[side].iter().filter(move |(_, h)| *h == hex);
        let retreated = combat.retreats.iter().any(|t| t.from == hex);
        let mut regulars = from_here().filter(|(u, _)| self.class(*u).is_regular());
        let had_regular = regulars.clone().next().is_some();
        let all_dead = from_here().all(|(u, _)| state.position.hex(*u).is_none());
        let regulars_dead = had_regular && regulars.all(|(u, _)| state.position.hex(*u).is_none());
        let driven = self.printed_retreat(state, combat, side) > 0;
        retreated || all_dead || regulars_dead || (!had_regular && driven)
    }

    /// The units that may pursue and have not: those that fought directly, not towed [5.4.9], and headquarters with them.
    pub fn pursuers(&self, state: &State<B>, combat: &Combat, side: Side) -> Vec<UnitId> {
        let gone = |u: UnitId| combat.pursuits.iter().any(|t| t.unit == u);
        let able = |u: &UnitId| {
            let supported =
                B::SENTENCES.support_bars_pursuit.is_some() && combat.guns[side].contains(u);
            let retreated = combat.retreats.iter().any(|t| t.unit == *u);
            self.class(*u).may_pursue() && !self.is_frozen(state, *u) && !supported && !retreated
        };
        let sharers = self.sharers(state, combat, side).into_iter();
        let mut units: Vec<UnitId> = sharers.filter(|u| able(u) && !gone(*u)).collect();
        for trail in combat.pursuits.iter().filter(|_| B::SENTENCES.hq_pursues) {
            let stack = state.position.stack(trail.from);
            units.extend(
                stack.filter(|&u| self.class(u).is_hq() && self.side(u) == side && !gone(u)),
            );
        }
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Where a unit may pursue to, with the way there.
    pub fn pursuits(&self, state: &State<B>, combat: &Combat, unit: UnitId) -> Vec<Way> {
        let Some(at) = state.position.hex(unit) else { return Vec::new() };
        let side = self.side(unit);
        let mut found: Vec<Way> = Vec::new();
        if self.class(unit).is_hq() {
            self.follow_friends(state, combat, unit, at, &mut found);
        } else {
            for hex in self.emptied(state, combat, side.other()) {
                if self.map.grid.adjacent(at, hex) {
                    self.pursue_into(state, combat, unit, at, hex, &mut found);
                }
            }
        }
        let cels = state.position.steps(unit);
        let room =
            |w: &Way| w.last().is_some_and(|&h| self.room_after_overrun(state, unit, h, cels));
        found.retain(room);
        found.sort_by_key(|w| (w.last().copied(), self.lines_crossed(unit, at, w), w.len()));
        found.dedup_by_key(|w| w.last().copied());
        found
    }

    /// Lone enemies are gone before the unit stops, so only its own side counts.
    fn room_after_overrun(&self, state: &State<B>, unit: UnitId, hex: HexId, cels: u8) -> bool {
        let enemy = self.holder(state, hex) == Some(self.side(unit).other());
        enemy || (self.has_room(state, hex, cels) && self.may_share(state, unit, hex))
    }

    /// A headquarters goes with a regular unit of its hex, not further than it (R84).
    fn follow_friends(
        &self,
        state: &State<B>,
        combat: &Combat,
        hq: UnitId,
        at: HexId,
        found: &mut Vec<Way>,
    ) {
        for trail in combat.pursuits.iter().filter(|t| t.from == at && !self.class(t.unit).is_hq())
        {
            for n in 1..=trail.way.len() {
                let way: Way = trail.way[..n].iter().copied().collect();
                let from = |i: usize| if i == 0 { at } else { way[i - 1] };
                let open = (0..n).all(|i| self.may_pass(state, hq, from(i), way[i]));
                if open {
                    found.push(way);
                }
            }
        }
    }

    /// Whether a pursuing unit can enter a hex: no closed terrain [5.4.7], no enemy but lone guns and headquarters.
    fn may_pass(&self, state: &State<B>, unit: UnitId, from: HexId, to: HexId) -> bool {
        let side = self.side(unit);
        let enemy = self.holder(state, to) == Some(side.other());
        let overruns = self.may_overrun(state, unit, to);
        let direction = self.map.grid.direction(from, to).expect("a step leads to a neighbour");
        (!enemy || overruns) && self.ground_cost(state, unit, from, direction, to).is_some()
    }

    /// Whether a step crosses a big river, after which the unit stops [5.4.8].
    fn crosses_big(&self, from: HexId, to: HexId) -> bool {
        self.map.grid.side_between(from, to).is_some_and(|s| self.ground.side(s).big)
    }

    fn pursue_into(
        &self,
        state: &State<B>,
        combat: &Combat,
        unit: UnitId,
        at: HexId,
        hex: HexId,
        found: &mut Vec<Way>,
    ) {
        if !self.may_pass(state, unit, at, hex) {
            return;
        }
        let mut trails = combat.retreats.iter().filter(|t| t.from == hex).peekable();
        if trails.peek().is_none() {
            self.advance_into(state, unit, at, hex, found);
            return;
        }
        for trail in trails {
            self.follow(state, unit, at, trail, found);
        }
    }

    /// After elimination: the emptied hex, and one more under the rules of zones [5.4.10]; lone
    /// guns and headquarters there are eliminated as in movement [6.1.7] [9.1.5].
    fn advance_into(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        hex: HexId,
        found: &mut Vec<Way>,
    ) {
        found.push(std::iter::once(hex).collect());
        let side = self.side(unit);
        if self.in_enemy_zone(state, side, hex) || self.crosses_big(at, hex) {
            return;
        }
        for to in self.map.grid.around(hex) {
            if self.may_pass(state, unit, hex, to) {
                found.push([hex, to].into_iter().collect());
            }
        }
    }

    /// Along a retreat: first the emptied hex [5.4.4], then the path, and at any point one hex off it [5.4.2]; never
    /// further than the path is long [5.4.6].
    fn follow(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        trail: &Trail,
        found: &mut Vec<Way>,
    ) {
        let length = trail.way.len();
        let mut way: Way = Way::new();
        let mut here = at;
        let route = std::iter::once(trail.from).chain(trail.way.iter().copied());
        for next in route.take(length) {
            if !self.may_pass(state, unit, here, next) {
                return;
            }
            way.push(next);
            found.push(way.clone());
            if self.crosses_big(here, next) || self.destroys_hq(state, unit, next) {
                return;
            }
            here = next;
            if way.len() >= length {
                return;
            }
            for off in self.map.grid.around(here) {
                if off != at && !way.contains(&off) && self.may_pass(state, unit, here, off) {
                    let mut longer = way.clone();
                    longer.push(off);
                    found.push(longer);
                }
            }
        }
    }

    /// Whether a pursuing unit destroys a headquarters in a hex, after which it stops.
    fn destroys_hq(&self, state: &State<B>, unit: UnitId, hex: HexId) -> bool {
        let enemy = self.side(unit).other();
        B::SENTENCES.hq_costs_overrun
            && state.position.stack(hex).any(|u| self.side(u) == enemy && self.class(u).is_hq())
    }

    /// Whether a unit may be chosen to pursue.
    pub fn may_pursue(&self, state: &State<B>, side: Side, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let combat = state.the_combat();
        if let Some(rule) = B::SENTENCES.support_bars_pursuit
            && combat.guns[side].contains(&unit)
        {
            return no(rule, "no.cannot-pursue");
        }
        if unit.index() < self.roster.len()
            && matches!(self.role(unit), Role::Artillery | Role::Towed)
            && self.side(unit) == side
        {
            return no(rule!(B, "5.4.9"), "no.towed-pursuit");
        }
        if !self.pursuers(state, combat, side).contains(&unit) {
            return no(rule!(B, "5.4.1"), "no.cannot-pursue");
        }
        match self.pursuits(state, combat, unit).is_empty() {
            true => no(rule!(B, "5.4.4"), "no.nowhere-to-pursue"),
            false => Ok(()),
        }
    }

    /// Why a unit cannot pursue to a hex.
    fn why_no_pursuit(&self, state: &State<B>, unit: UnitId, hex: HexId) -> No {
        let full = self.holder(state, hex) == Some(self.side(unit))
            && !self.has_room(state, hex, state.position.steps(unit));
        let ground = self.ground.hex(hex);
        let closed = ground.cost[self.class(unit).movement.column()].is_none()
            && !(self.class(unit).is_hq() && ground.rough);
        let no = match full {
            true => No::new(rule!(B, "3.2.1"), "no.no-room"),
            false if closed && self.prints(rule!(B, "5.4.7")) => {
                No::new(rule!(B, "5.4.7"), "no.closed")
            }
            false => No::new(rule!(B, "5.4.6"), "no.not-on-the-path"),
        };
        no.unit(unit).hex(hex)
    }

    /// A unit pursues.
    fn pursue(&self, state: &mut State<B>, unit: UnitId, way: Way, log: &mut Log) {
        let from = state.position.hex(unit).expect("a unit in hand is on the map");
        let hex = way.last().copied().unwrap_or(from);
        let rules = match log.is_silent() {
            true => Vec::new(),
            false => self.rules_of_pursuit(state, state.the_combat(), unit, from, &way),
        };
        self.run_engine(state, unit);
        let mut at = from;
        for &to in &way {
            self.overrun(state, unit, to, log);
            if self.come_to(state, unit, to) {
                self.say_trodden(to, log);
            }
            self.cross_line(state, unit, at, to);
            at = to;
        }
        log.say(|| {
            let text = Text::new("event.pursued").unit(unit).hex(hex);
            let event = Event::new(EventKind::Moved, rule!(B, "5.4.1"), text).breakthrough();
            let mut event = event.unit(unit).hex(hex);
            event.rules.extend(rules);
            let path = std::iter::once(from).chain(way.iter().copied()).collect();
            event.moves.push(Moved { unit, path });
            event
        });
        state.the_combat_mut().pursuits.push(Trail { unit, from, way });
    }

    /// The rules by which a pursuit went as it did.
    fn rules_of_pursuit(
        &self,
        state: &State<B>,
        combat: &Combat,
        unit: UnitId,
        from: HexId,
        way: &Way,
    ) -> Vec<Rule> {
        let (side, first) = (self.side(unit), way[0]);
        let trails: Vec<&Trail> = combat.retreats.iter().filter(|t| t.from == first).collect();
        let follows = !trails.is_empty();
        let on_path = |t: &&Trail| t.from == first && t.way.starts_with(&way[1..]);
        let starts = std::iter::once(&from).chain(way);
        let big = starts.zip(way).any(|(a, b)| self.crosses_big(*a, *b));
        let zones = way[..way.len() - 1].iter().any(|&h| self.in_enemy_zone(state, side, h));
        let rules = self.acting([
            (follows, rule!(B, "5.4.4")),
            (trails.windows(2).any(|t| t[0].way != t[1].way), rule!(B, "5.4.3")),
            (follows && way.len() > 1 && !trails.iter().any(on_path), rule!(B, "5.4.2")),
            (follows && zones, rule!(B, "5.4.5")),
            (big, rule!(B, "5.4.8")),
            (!follows && !self.class(unit).is_hq(), rule!(B, "5.4.10")),
        ]);
        rules.collect()
    }

    /// Lone enemy guns and headquarters in an entered hex are eliminated [6.1.7] [9.1.5].
    pub fn overrun(&self, state: &mut State<B>, unit: UnitId, hex: HexId, log: &mut Log) {
        let enemy = self.side(unit).other();
        if !self.is_lone(state, enemy, hex) {
            return;
        }
        let lone: Vec<UnitId> = state.position.stack(hex).collect();
        for counter in lone {
            self.eliminate(state, counter, Cause::Overrun, log);
        }
    }
}

/// Which unit pursues [5.4.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pursuit {
    /// Whose.
    pub side: Side,
}

impl<B: Book> Decide<Wb95<B>> for Pursuit {
    const ID: &'static str = "pursuit";
    const WRONG: Wrong = (rule!(B, "5.4.1"), "no.choose-pursuit");
    const LEADS: bool = true;

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |u: &UnitId| game.may_pursue(state, self.side, *u).is_ok();
        out.units(game.pursuers(state, state.the_combat(), self.side).into_iter().filter(may));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_pursue(at.state, self.side, unit),
            DONE => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(Pursue { unit }),
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let left = at.game.emptied(at.state, at.state.the_combat(), self.side.other());
        Text::new("prompt.pursuit").hexes(&left.collect::<Vec<_>>()).into()
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-pursuit")
    }

    fn ordered(&self, _: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on(orders::NO_PURSUIT).then_some(DONE)
    }
}

/// Where it pursues to [5.4.2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pursue {
    /// The unit in hand.
    pub unit: UnitId,
}

impl<B: Book> Decide<Wb95<B>> for Pursue {
    const ID: &'static str = "pursue";
    const WRONG: Wrong = (rule!(B, "5.4.1"), "no.choose-pursuit");
    const LEADS: bool = true;
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, game: &Wb95<B>, _: &State<B>) -> Side {
        game.side(self.unit)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, desk: &mut Desk, out: &mut Choices) {
        desk.pursuits = game.pursuits(state, state.the_combat(), self.unit);
        out.hexes(desk.pursuits.iter().filter_map(|way| way.last().copied()));
        out.add(STOP);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) => Err(at.game.why_no_pursuit(at.state, self.unit, hex)),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, desk: &Desk, choice: Choice) {
        play.close();
        if choice == STOP {
            return;
        }
        let to = |way: &&Way| way.last().is_some_and(|&hex| Choice::Hex(hex) == choice);
        let Some(way) = desk.pursuits.iter().find(to) else { impossible(self, choice) };
        play.game.pursue(play.state, self.unit, way.clone(), play.log);
        if !play.game.can_anyone_pursue(play.state, play.game.side(self.unit)) {
            play.close();
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.pursue").unit(self.unit).into()
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        vec![self.unit]
    }
}
