//! Movement [MOV].
//!
//! MOV-2 destination · MOV-5 roads · MOV-6 partisans and the immobile

use crate::class::{Kind, RUSSIAN};
use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::rail::{Rails, Riding};
use crate::state::{Impulse, Mark, Phase, State, Supply};
use crate::verb::{DONE, RAIL};
use crate::walk::{Destination, Gait, Path, Walk, Way};
use board::{Control, Side, UnitId, with_paths};
use engine::view::{Effect, Offer, Owed};
use engine::{Arg, Asked, At, Choice, Choices, Decide, Flow, Log, No, Play, Text, Wrong};
use hex::{Direction, Entry, HexId, Mp, Paths};
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// Whether a unit may be picked to move in this step [SEQ-3] [SEQ-6] [MOV-6].
    pub fn may_move(&self, state: &State, unit: UnitId) -> Result<(), No> {
        self.may_pick(state, unit, &Rails::default())
    }

    /// The same where the railways are known.
    fn may_pick(&self, state: &State, unit: UnitId, rails: &Rails) -> Result<(), No> {
        if unit.index() >= state.position.len() {
            return Err(No::new(rule!("SEQ-3"), "no.no-such-unit"));
        }
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let Some(hex) = state.position.hex(unit) else { return no(rule!("SEQ-3"), "no.off-map") };
        if self.side(state, unit) != state.active {
            return no(rule!("SEQ-3"), "no.not-yours");
        }
        if self.kind(state, unit).is_immobile() {
            return no(rule!("MOV-6"), "no.never-moves");
        }
        if self.is_held(state, unit) {
            return no(rule!("A40-1"), "no.fortieth-held");
        }
        if state.position.has_mark(unit, Mark::Dropped) {
            return no(rule!("PTR-3"), "no.just-dropped");
        }
        if state.position.has_mark(unit, Mark::Moved) {
            return no(rule!("SEQ-3"), "no.moved-already");
        }
        if state.phase == Phase::NewMovement && !state.position.has_mark(unit, Mark::New) {
            return no(rule!("SEQ-2"), "no.only-new-units");
        }
        if self.allowance(state, unit) == Mp::ZERO && !self.has_grace(state, unit) {
            return self.why_no_allowance(state, unit);
        }
        let left = self.allowance(state, unit);
        if self.can_go(state, unit, (hex, left), rails) {
            Ok(())
        } else {
            no(rule!("SEQ-3"), "no.nowhere")
        }
    }

    fn why_no_allowance(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let partisan = self.kind(state, unit) == Kind::Partisan;
        let (rule, text) = match partisan {
            true => (rule!("MOV-6"), "no.partisan-second"),
            false if state.impulse() == Impulse::Second => {
                (rule!("SEQ-6"), "no.second-needs-supply")
            }
            false => (rule!("SUP-6"), "no.no-allowance"),
        };
        Err(No::new(rule, text).unit(unit))
    }

    /// Whether there is anywhere to go from a hex with what is left of the allowance: the neighbours are
    /// asked first, since they nearly always answer.
    fn can_go(&self, state: &State, unit: UnitId, (at, left): (HexId, Mp), rails: &Rails) -> bool {
        let walk = self.march(state, unit);
        let grace = self.has_grace(state, unit);
        let mut beside = walk.steps(at).filter(|&(_, cost)| cost <= left || grace);
        if beside.any(|(to, _)| walk.may_stop(at, to)) {
            return true;
        }
        with_paths(&self.map.grid, |paths| {
            self.search_march(walk, (at, left), paths);
            self.ends(walk, (at, left), paths).next().is_some()
                || self.may_board(walk, (at, left), paths, rails).is_ok()
        })
    }

    /// Searches where a unit can march with what is left of its allowance.
    fn search_march(&self, walk: Walk<'_>, (at, left): (HexId, Mp), paths: &mut Paths) {
        paths.search(&self.map.grid, at, left, |from, d, to| walk.enter(from, d, to));
    }

    /// The hexes in which a searched march may end, and those beside an isolated German that it could not
    /// pay for [MOV-7] (R14).
    fn ends<'a>(
        &'a self,
        walk: Walk<'a>,
        (at, left): (HexId, Mp),
        paths: &'a Paths,
    ) -> impl Iterator<Item = HexId> + 'a {
        let reached = paths.reached().iter().copied().filter(move |&hex| hex != at);
        let grace = self.has_grace(walk.state, walk.unit).then(|| walk.steps(at));
        let grace = grace.into_iter().flatten();
        let unpaid = grace.filter(move |&(to, cost)| cost > left && paths.cost(to).is_none());
        reached.chain(unpaid.map(|(to, _)| to)).filter(move |&hex| walk.may_stop(at, hex))
    }

    /// How a searched march comes to a hex in which it may end.
    fn march_to(&self, (at, left): (HexId, Mp), paths: &Paths, hex: HexId) -> Destination {
        let Some(cost) = paths.cost(hex) else {
            let path = Path::from_slice(&[at, hex]);
            return Destination { hex, cost: left, stops: true, way: Way::Grace, path };
        };
        let mut path: Path = paths.path_to(hex).collect();
        path.reverse();
        Destination { hex, cost, stops: paths.stops_at(hex), way: Way::March, path }
    }

    /// Where a unit can march with what is left of its allowance, in the order of the hexes.
    pub fn moves(&self, state: &State, unit: UnitId, at: HexId, left: Mp) -> Vec<Destination> {
        let walk = self.march(state, unit);
        with_paths(&self.map.grid, |paths| {
            self.search_march(walk, (at, left), paths);
            let ends = self.ends(walk, (at, left), paths);
            let mut all: Vec<_> = ends.map(|h| self.march_to((at, left), paths, h)).collect();
            all.sort_unstable_by_key(|d| d.hex);
            all
        })
    }

    /// The units that may be picked to move, added to the choices. Those that plainly can or cannot go anywhere
    /// are not asked more.
    fn list_movers(&self, state: &State, rails: &Rails, out: &mut Choices) {
        let (position, new_only) = (&state.position, state.phase == Phase::NewMovement);
        for unit in position.units() {
            let Some(hex) = position.hex(unit) else { continue };
            let is_done =
                position.has_mark(unit, Mark::Moved) || position.has_mark(unit, Mark::Dropped);
            let is_late = new_only && !position.has_mark(unit, Mark::New);
            let class = self.class(state, unit);
            if is_done || is_late || class.owner() != state.active || class.kind.is_immobile() {
                continue;
            }
            let goes = self.goes_plainly(state, unit, hex) && !self.is_held(state, unit);
            if goes || self.may_pick(state, unit, rails).is_ok() {
                out.unit(unit);
            }
        }
    }

    /// Whether a unit is in no enemy zone and can pay for an empty hex beside it that is in none either.
    fn goes_plainly(&self, state: &State, unit: UnitId, at: HexId) -> bool {
        let (position, enemy) = (&state.position, state.active.other());
        let prices = self.prices(self.mover(state, unit), state.weather);
        let (left, neighbours) = (self.allowance(state, unit), self.map.grid.neighbours(at));
        let is_quiet = |hex| !position.in_zone(enemy, hex);
        is_quiet(at)
            && Direction::ALL.into_iter().any(|direction| {
                let to = neighbours[direction.index()];
                prices.of(at, direction) <= left && !position.is_occupied(to) && is_quiet(to)
            })
    }

    /// Why a unit cannot go to a hex: the first thing in its way.
    pub fn why_not_there(&self, state: &State, unit: UnitId, at: HexId, to: HexId, left: Mp) -> No {
        let walk = self.march(state, unit);
        if to == at {
            return No::new(rule!("MOV-2"), "no.there-already").unit(unit).hex(to);
        }
        let side = self.side(state, unit);
        if self.holder(state, to) == Some(side.other()) {
            return No::new(rule!("MOV-3"), "no.enemy-there").unit(unit).hex(to);
        }
        if let Err(no) = self.is_passable(state, side, to).and(self.is_own_front(state, unit, to)) {
            return no;
        }
        if walk.gait == Gait::Rides && self.must_stop(state, unit, to) {
            return No::new(rule!("RR-5"), "no.rail-zone").unit(unit).hex(to);
        }
        if let Err(no) = self.may_stop(state, unit, at, to, walk.gait) {
            return no;
        }
        self.why_too_far(walk, at, to, left)
    }

    /// The hex can be stopped in, but it cannot be reached: for lack of factors, or because a zone stops the
    /// unit on every way.
    fn why_too_far(&self, walk: Walk<'_>, at: HexId, to: HexId, left: Mp) -> No {
        let (grid, unit) = (&self.map.grid, walk.unit);
        let search = |stopping: bool| {
            with_paths(grid, |paths| {
                paths.search(grid, at, Mp::MAX, |from, direction, hex| {
                    match walk.enter(from, direction, hex) {
                        Entry::Stop(cost) if !stopping => Entry::Through(cost),
                        entry => entry,
                    }
                });
                paths.cost(to)
            })
        };
        match (search(true), search(false)) {
            (Some(cost), _) => {
                No::new(rule!("MOV-4"), "no.too-dear").unit(unit).hex(to).mp(cost, left)
            }
            (None, Some(cost)) if cost <= left => {
                No::new(rule!("ZOC-2"), "no.zone-in-the-way").unit(unit).hex(to)
            }
            (None, Some(cost)) => {
                No::new(rule!("MOV-4"), "no.too-dear").unit(unit).hex(to).mp(cost, left)
            }
            (None, None) => No::new(rule!("MOV-3"), "no.no-way").unit(unit).hex(to),
        }
    }

    /// A unit goes to a destination; it may go on if anything is left.
    pub(crate) fn travel(
        &self,
        state: &mut State,
        unit: UnitId,
        left: Mp,
        way: &Destination,
        rails: &Rails,
        log: &mut Log,
    ) {
        for &passed in &way.path[1..] {
            self.pass_through(state, unit, passed, log);
        }
        if way.way == Way::Rail {
            let counted = state.position.has_mark(unit, Mark::Rode)
                || state.position.has_mark(unit, Mark::New);
            state.railed += u8::from(!counted);
            state.position.set_mark(unit, Mark::Rode, true);
        }
        state.position.set_mark(unit, Mark::Moved, true);
        log.say(|| self.moved_event(state, unit, way));
        self.come_to(state, unit, way.hex, log);
        let left = left.saturating_sub(way.cost);
        // Whoever has come to a railway may board it, with nothing left too [RR-4].
        if !way.stops && self.can_go(state, unit, (way.hex, left), rails) {
            state.ask(Moving { unit, left, moved: true });
        }
    }

    /// What the units that could still move may have forgotten, before the step ends.
    fn move_reminders(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        let unsupplied = |u: &UnitId| self.supply_of(at.state, *u) != Supply::Supplied;
        let (cut, others) = at.choices.all_units().partition(unsupplied);
        let owed = [
            Owed::of_units("remind.unsupplied", rule!("SUP-5"), cut),
            Owed::of_units("remind.move", rule!("SEQ-3"), others),
        ];
        owed.into_iter().flatten().collect()
    }

    /// A destination with what it costs and what follows from going there.
    pub(crate) fn destination_offer(
        &self,
        state: &State,
        unit: UnitId,
        destination: &Destination,
    ) -> Offer {
        let mut effects = Vec::new();
        let mut add = |kind, id, rule, tone| {
            let text = Text::new(id).hex(destination.hex);
            effects.push(Effect { kind, text, rule, tone });
        };
        match destination.way {
            Way::Rail => add("rail", "effect.rail", rule!("RR-5"), "warn"),
            Way::Grace => add("stop", "effect.grace", rule!("MOV-7"), "warn"),
            Way::March if destination.stops => {
                let half_fort = self.map.has(destination.hex, self.ground.half_fort);
                let rule = match half_fort && state.active == RUSSIAN {
                    true => rule!("FOR-4"),
                    false => rule!("ZOC-2"),
                };
                add("stop", "effect.stops", rule, "warn");
            }
            Way::March => {}
        }
        if self.must_fight_at(state, unit, destination) {
            add("attack-owed", "effect.must-attack", rule!("ZOC-4"), "warn");
        }
        if self.map.has(destination.hex, self.ground.city)
            && state.position.control(destination.hex) != Control::By(state.active)
        {
            add("control", "effect.takes-city", rule!("VIC-5"), "good");
        }
        Offer {
            cost: Some(destination.cost),
            path: destination.path.to_vec(),
            effects,
            ..Offer::plain(Choice::Hex(destination.hex))
        }
    }

    /// Whether a unit that stops in a destination must attack from there [ZOC-4].
    fn must_fight_at(&self, state: &State, unit: UnitId, destination: &Destination) -> bool {
        let hex = destination.hex;
        destination.way != Way::Rail
            && self
                .enemies_beside(state, state.active, hex)
                .any(|enemy| self.obliges(state, enemy) && !self.ignores_zones(state, unit, hex))
    }

    /// How many have moved, and how many have ridden of those that may.
    fn move_facts(&self, state: &State) -> Vec<Text> {
        let moved = self
            .units_of(state, state.active)
            .filter(|&(u, _)| state.position.has_mark(u, Mark::Moved))
            .count();
        let quota = match state.active {
            Side::A => self.tables.rail.german_units,
            Side::B => self.tables.rail.russian_units,
        };
        let mut facts = vec![Text::new("fact.moved").n(moved as i64)];
        if matches!(state.phase, Phase::FirstMovement | Phase::NewMovement) {
            let rail = Text::new("fact.railed").n(state.railed);
            facts.push(rail.with("quota", Arg::Number(quota.into())));
        }
        facts
    }

    /// Whether the 40th Army may not move yet [A40-1].
    pub fn is_held(&self, state: &State, unit: UnitId) -> bool {
        Some(unit) == self.fortieth && state.released.is_none()
    }
}

/// A unit is picked to move, or the step ends [SEQ-3] [SEQ-6].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Movement;

impl Decide<BattleOfMoscow> for Movement {
    const ID: &'static str = "movement";
    const WRONG: Wrong = (rule!("SEQ-3"), "no.choose-unit");
    const LEADS: bool = true;

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, desk: &mut Desk, out: &mut Choices) {
        desk.rails.find(game, state, state.active);
        game.list_movers(state, &desk.rails, out);
        out.add(DONE);
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_pick(at.state, unit, &at.desk.rails),
            DONE => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(Moving::begin(play.game, play.state, unit)),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        Asked { text: Text::new("prompt.movement"), facts: at.game.move_facts(at.state) }
    }

    fn offer(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Offer {
        let offer = engine::plain_offer(at.game, choice);
        if choice == DONE { offer.labelled("verb.end-movement") } else { offer }
    }

    fn reminders(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        at.game.move_reminders(at)
    }
}

/// Where the unit in hand goes [MOV].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    /// The unit.
    pub unit: UnitId,
    /// What is left of its allowance.
    pub left: Mp,
    /// Whether it has moved already.
    pub moved: bool,
}

impl Moving {
    /// A unit is taken in hand with its whole allowance.
    fn begin(game: &BattleOfMoscow, state: &State, unit: UnitId) -> Moving {
        Moving { unit, left: game.allowance(state, unit), moved: false }
    }

    /// Where it goes from, and what is left of its allowance.
    fn start(&self, game: &BattleOfMoscow, state: &State) -> (HexId, Mp) {
        (game.place_in_hand(state, self.unit), self.left)
    }
}

impl Decide<BattleOfMoscow> for Moving {
    const ID: &'static str = "moving";
    const WRONG: Wrong = (rule!("SEQ-3"), "no.choose-hex");
    const LEADS: bool = true;
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, desk: &mut Desk, out: &mut Choices) {
        let (walk, from) = (game.march(state, self.unit), self.start(game, state));
        desk.rails.find(game, state, state.active);
        let paths = desk.march.on(&game.map.grid);
        game.search_march(walk, from, paths);
        out.hexes(game.ends(walk, from, paths));
        out.add_if(game.may_board(walk, from, paths, &desk.rails).is_ok(), RAIL);
        if self.moved {
            game.list_movers(state, &desk.rails, out);
            out.add(DONE);
        }
    }

    /// A unit that has moved is finished when another is picked or the step ends [SEQ-3].
    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        let (game, state, unit) = (at.game, at.state, self.unit);
        let (from, left) = self.start(game, state);
        match choice {
            Choice::Hex(_) if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) => Err(game.why_not_there(state, unit, from, hex, left)),
            RAIL => {
                let (walk, paths) = (game.march(state, unit), at.desk.march.found());
                game.may_board(walk, (from, left), paths, &at.desk.rails)
            }
            Choice::Unit(other) if self.moved => game.may_pick(state, other, &at.desk.rails),
            DONE if self.moved => Ok(()),
            Choice::Unit(_) | DONE => {
                Err(No::new(rule!("SEQ-3"), "no.choose-destination").unit(unit))
            }
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, desk: &Desk, choice: Choice) {
        let &Moving { unit, left, .. } = self;
        let (game, from) = (play.game, self.start(play.game, play.state));
        play.close();
        match choice {
            Choice::Hex(hex) => {
                let way = game.march_to(from, desk.march.found(), hex);
                game.travel(play.state, unit, left, &way, &desk.rails, play.log);
            }
            RAIL => play.ask(Riding { unit, left }),
            Choice::Unit(other) => play.ask(Moving::begin(game, play.state, other)),
            // The step ends with the unit's move.
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        let left = Text::new("fact.left").with("left", Arg::Mp(self.left));
        Asked::from(Text::new("prompt.moving").unit(self.unit)).fact(left)
    }

    fn offer(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Offer {
        let Choice::Hex(hex) = choice else { return Movement.offer(at, choice) };
        let from = self.start(at.game, at.state);
        let way = at.game.march_to(from, at.desk.march.found(), hex);
        at.game.destination_offer(at.state, self.unit, &way)
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }

    fn reminders(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        at.game.move_reminders(at)
    }
}
