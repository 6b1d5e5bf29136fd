//! The Movement and the Strategic Movement Phase as they are decided [3.1] [12.1]: who moves, where, and
//! what else a unit in hand does.

use crate::bridges::Work;
use crate::decision::*;
use crate::entry::Enter;
use crate::field::Destination;
use crate::movement::Left;
use crate::special::Refill;
use crate::state::{Mark, Phase, RESERVE, SCHEDULED, Stage, TRANSPORT};
use crate::verb::{DECLARE, DONE, FIRE, FORTIFY, FULL, LEAVE, MARK, REFILL, SET_UP, STOP};
use board::Spot;
use engine::view::{Effect, Owed};
use engine::{Arg, Event, EventKind, Log, Moved};
use hex::{Direction, HexId, Mp, SideId};

impl<B: Book> Wb95<B> {
    /// Whether a counter may be picked up, or brought on.
    fn may_take(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let brings = state.position.hex(unit).is_none() && self.side(unit) == self.active(state);
        match brings {
            true => self.may_bring(state, unit),
            false => self.may_pick(state, unit).map(|_| ()),
        }
    }

    /// The counters of the active side that may be picked up or brought on, found among those on the map that
    /// have not moved and those that wait for their day.
    fn takable<'a>(&'a self, state: &'a State<B>) -> impl Iterator<Item = UnitId> + 'a {
        let marks = &state.position;
        let strategic = state.phase == Phase::Strategic;
        let could = move |u: &UnitId| match marks.spot(*u) {
            Spot::Hex(_) => {
                !marks.has_mark(*u, Mark::Moved) && (!strategic || marks.has_mark(*u, Mark::Marked))
            }
            Spot::Box(which) => which == SCHEDULED || which == RESERVE,
        };
        let own = self.roster_of(self.active(state)).filter(could);
        own.filter(|&u| self.may_take(state, u).is_ok())
    }

    /// The phase may not end with an overstacked hex while a move can cure it [3.2.1] (R79).
    pub(crate) fn may_end_movement(&self, state: &State<B>) -> Result<(), No> {
        let Some(hex) = self.overstacked(state) else { return Ok(()) };
        let side = self.active(state);
        let limit = self.tables.core.stack_limit;
        let cure = self.units_of(state, side).any(|(u, h)| {
            self.cels_in(state, h) > limit
                && self.may_pick(state, u).is_ok()
                && self.can_go(state, u, h, self.fresh(state, u))
        });
        if cure { Err(No::new(rule!(B, "3.2.1"), "no.overstacked").hex(hex)) } else { Ok(()) }
    }

    /// What a unit has when it is picked up.
    pub fn fresh(&self, state: &State<B>, unit: UnitId) -> Left {
        let mp = self.allowance(state, unit);
        Left { mp, cap: mp, spent: false, on_route: true }
    }

    /// The unit in hand, its hex, what it has left, and whether a zone has stopped it.
    pub fn in_hand(&self, state: &State<B>) -> Option<(UnitId, HexId, Left, bool)> {
        let Some(Stage::Moving(moving)) = state.stage() else { return None };
        Some((moving.unit, state.position.hex(moving.unit)?, moving.left(), moving.stopped))
    }

    pub(crate) fn may_change_set_up(
        &self,
        state: &State<B>,
        unit: UnitId,
        left: Mp,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if state.phase != Phase::Movement && !B::SENTENCES.guns_turn_in_strategic {
            return no(rule!(B, "6.2.4"), "no.not-in-strategic");
        }
        if !self.class(unit).is_towed_artillery() {
            return no(rule!(B, "6.2.2"), "no.not-artillery");
        }
        let cost = Mp::whole(self.tables.core.artillery_setup_change_cost);
        match cost <= left {
            true => Ok(()),
            false => Err(No::new(rule!(B, "6.2.4"), "no.work-too-dear").unit(unit).mp(cost, left)),
        }
    }

    /// A towed gun changes its set-up [6.2.4]; only its owner is told of a stack that may lie
    /// hidden.
    fn turn_gun(&self, state: &mut State<B>, unit: UnitId, log: &mut Log) {
        let packed = state.position.face(unit) == TRANSPORT;
        state.position.set_face(unit, if packed { 0 } else { TRANSPORT });
        log.say(|| {
            let id = if packed { "event.deployed" } else { "event.packed-up" };
            let mut event =
                Event::new(EventKind::Changed, rule!(B, "6.2.4"), Text::new(id).unit(unit))
                    .unit(unit);
            event.only = self.switches.masking.then_some(self.side(unit));
            event
        });
    }

    fn say_move(
        &self,
        state: &State<B>,
        unit: UnitId,
        way: &Destination,
        left: Left,
        log: &mut Log,
    ) {
        log.say(|| {
            let text = Text::new("event.moved").unit(unit).hex(way.hex);
            let text = text.with("cost", Arg::Mp(way.cost));
            let mut event =
                Event::new(EventKind::Moved, rule!(B, "3.1.4"), text).unit(unit).hex(way.hex);
            event.rules.extend(self.rules_of_way(state, unit, way, left));
            event.moves.push(Moved { unit, path: way.path.to_vec() });
            event
        });
    }
}

/// Takes a unit in hand: where it goes, or by which zone it comes.
fn pick<B: Book>(play: &mut Play<'_, B>, unit: UnitId) {
    if play.state.position.hex(unit).is_none() {
        return play.ask(Enter { unit });
    }
    let Left { mp: left, cap, spent, on_route } = play.game.fresh(play.state, unit);
    play.ask(Moving { unit, left, cap, spent, on_route, stopped: false });
}

/// The phase ends; what is too much on a hex goes first (R79).
fn end_movement<B: Book>(play: &mut Play<'_, B>) {
    play.close();
    ask_removals(play);
}

fn ask_removals<B: Book>(play: &mut Play<'_, B>) {
    if let Some(hex) = play.game.overstacked(play.state) {
        play.ask(Remove { hex });
    }
}

/// What the button that ends the phase says.
fn end_label<B: Book>(state: &State<B>) -> &'static str {
    match state.phase {
        Phase::Strategic => "verb.end-strategic",
        _ => "verb.end-movement",
    }
}

/// Who could still move, and who waits to come.
fn unmoved<B: Book>(at: At<'_, B>) -> Vec<Owed> {
    let units = at.choices.all_units();
    let (there, waiting): (Vec<UnitId>, Vec<UnitId>) =
        units.partition(|&u| at.state.position.hex(u).is_some());
    let (cut, others) = there.into_iter().partition(|u| at.state.oos[u.index()] > 0);
    let reminders = [
        Owed::of_units("remind.arrive", rule!(B, "11.1.3"), waiting),
        Owed::of_units("remind.unsupplied", rule!(B, "10.2.2"), cut),
        Owed::of_units("remind.move", rule!(B, "3.1.3"), others),
    ];
    reminders.into_iter().flatten().collect()
}

/// An offer to take a unit in hand, or to end the movement: guns on their combat side stay [6.2.3].
fn taking<B: Book>(at: At<'_, B>, choice: Choice) -> Offer {
    let offer = ending(at, choice, end_label(at.state));
    match choice {
        Choice::Unit(unit) => {
            at.game.with_effects(offer, at.game.effect_of_staying(at.state, unit))
        }
        _ => offer,
    }
}

/// Which unit moves, or comes [3.1.3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Movement;

impl<B: Book> Decide<Wb95<B>> for Movement {
    const ID: &'static str = "movement";
    const WRONG: Wrong = (rule!(B, "3.1.3"), "no.choose-unit");
    const LEADS: bool = true;

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(game.takable(state));
        out.add_if(game.may_end_movement(state).is_ok(), DONE);
        add_own(game, state, Place::Movement, out);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_take(at.state, unit),
            DONE => at.game.may_end_movement(at.state),
            _ if is_own::<B>(Place::Movement, choice) => {
                B::may_press(at.game, at.state, Place::Movement, choice)
            }
            FIRE | DECLARE => Err(No::new(rule!(B, "2.1.2"), "no.not-now")), // in the Combat Phase
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => pick(play, unit),
            DONE => end_movement(play),
            _ if is_own::<B>(Place::Movement, choice) => B::press(play, Place::Movement, choice),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let on_map = |&u: &UnitId| at.state.position.hex(u).is_some();
        let open = at.choices.all_units().filter(on_map).count() as i64;
        let strategic = at.state.phase == Phase::Strategic;
        let id = if strategic { "prompt.strategic" } else { "prompt.movement" };
        let asked = ask(id).fact(Text::new("fact.unmoved").n(open));
        match at.state.credits[at.game.active(at.state)] {
            0 => asked,
            credits => asked.fact(Text::new("fact.credits").n(credits)),
        }
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        taking(at, choice)
    }

    fn reminders(&self, at: At<'_, B>) -> Vec<Owed> {
        unmoved(at)
    }
}

/// Where the unit in hand goes, or what it does [3.1.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    /// The unit.
    pub unit: UnitId,
    /// What is left.
    pub left: Mp,
    /// What it had at the start of the phase [3.1.13].
    pub cap: Mp,
    /// Whether it has spent anything.
    pub spent: bool,
    /// Whether every step so far followed a secondary route [CHART-2].
    pub on_route: bool,
    /// Whether a zone has stopped it [4.2.1].
    pub stopped: bool,
}

/// What a unit in hand can do besides moving.
const DEEDS: [Choice; 8] = [STOP, DONE, FULL, SET_UP, FORTIFY, MARK, LEAVE, REFILL];

impl Moving {
    fn place(&self) -> Place {
        Place::Moving(self.unit, self.spent)
    }

    fn left(&self) -> Left {
        Left { mp: self.left, cap: self.cap, spent: self.spent, on_route: self.on_route }
    }

    fn hex<B: Book>(&self, state: &State<B>) -> HexId {
        state.position.hex(self.unit).expect("a unit in hand is on the map")
    }

    /// Whether anything but a march may be chosen; of hexes only what stops all of them.
    fn test<B: Book>(&self, game: &Wb95<B>, state: &State<B>, choice: Choice) -> Result<(), No> {
        let Moving { unit, cap, spent, stopped, .. } = *self;
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        match choice {
            Choice::Unit(u) if u == unit => no(rule!(B, "3.1.3"), "no.in-hand-already"),
            Choice::Unit(u) => game.may_take(state, u),
            STOP => Ok(()),
            DONE => game.may_end_movement(state),
            _ if is_own::<B>(Place::Movement, choice) => {
                B::may_press(game, state, Place::Movement, choice)
            }
            FORTIFY if cap == Mp::ZERO => no(rule!(B, "3.1.13"), "no.one-step-only"),
            FORTIFY if !stopped => game.may_fortify(state, unit, self.hex(state), spent),
            _ if game.is_frozen(state, unit) => no(kursk!("R23"), "no.frozen"),
            _ if stopped => no(rule!(B, "4.2.1"), "no.stopped"),
            _ => self.test_deed(game, state, choice),
        }
    }

    /// Whether a unit that can still move may do something else instead.
    fn test_deed<B: Book>(
        &self,
        game: &Wb95<B>,
        state: &State<B>,
        choice: Choice,
    ) -> Result<(), No> {
        let Moving { unit, left, spent, .. } = *self;
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        match choice {
            Choice::Hexside(side) if side.index() < game.map.grid.sides_len() => {
                game.may_work(state, unit, self.hex(state), left, spent, side).map(|_| ())
            }
            FULL if state.oos[unit.index()] == 0 => no(rule!(B, "10.2.2"), "no.in-supply"),
            FULL if spent || state.position.has_mark(unit, Mark::FullMove) => {
                no(rule!(B, "10.2.3"), "no.bought-already")
            }
            FULL => Ok(()),
            SET_UP => game.may_change_set_up(state, unit, left),
            MARK if state.phase != Phase::Movement => no(rule!(B, "12.1.4"), "no.not-in-strategic"),
            MARK if spent => no(rule!(B, "12.1.2"), "no.activated"),
            MARK => Ok(()),
            LEAVE => game.may_leave(state, unit, self.hex(state), left).map(|_| ()),
            REFILL if B::SENTENCES.militia => game.may_refill(state, unit, spent),
            _ if is_own::<B>(self.place(), choice) => {
                B::may_press(game, state, self.place(), choice)
            }
            _ => no(rule!(B, "3.1.3"), "no.choose-hex"),
        }
    }

    /// The bridges and big rivers beside the unit, on which it might work [14.2] [14.3].
    fn possible_works<'a, B: Book>(
        &self,
        game: &'a Wb95<B>,
        state: &State<B>,
    ) -> impl Iterator<Item = SideId> + 'a {
        let at = self.hex(state);
        let sides = Direction::ALL.into_iter().map(move |d| game.map.grid.side(at, d));
        sides.filter(|&s| game.ground.bridge(s).is_some() || game.ground.side(s).big)
    }

    /// Puts the unit down; if it has spent anything its move is over.
    fn put_down<B: Book>(&self, play: &mut Play<'_, B>) {
        play.close();
        if self.spent {
            play.state.position.set_mark(self.unit, Mark::Moved, true);
        }
    }

    /// It spends movement points where it stands.
    fn spend<B: Book>(&self, play: &mut Play<'_, B>, cost: Mp) {
        play.state.position.set_mark(self.unit, Mark::Activated, true);
        play.replace(Moving { left: self.left.saturating_sub(cost), spent: true, ..*self });
    }

    /// It has used all it had.
    fn finish<B: Book>(&self, play: &mut Play<'_, B>) {
        play.state.position.set_mark(self.unit, Mark::Activated, true);
        play.state.position.set_mark(self.unit, Mark::Moved, true);
        play.close();
    }

    /// It works on a bridge [14.2] [14.3].
    fn work<B: Book>(&self, play: &mut Play<'_, B>, side: SideId) {
        let at = self.hex(play.state);
        let work = play.game.may_work(play.state, self.unit, at, self.left, self.spent, side);
        let work = work.expect("only work that may be done is offered");
        play.game.work(play.state, self.unit, side, work, play.log);
        match work {
            Work::Destroy(cost) | Work::Rebuild(cost) => self.spend(play, cost),
            Work::Declare => self.finish(play),
        }
    }

    /// It is marked for strategic movement [12.1.4].
    fn mark_for_march<B: Book>(&self, play: &mut Play<'_, B>) {
        let unit = self.unit;
        play.state.position.set_mark(unit, Mark::Marked, true);
        play.state.position.set_mark(unit, Mark::Moved, true);
        play.close();
        play.log.say(|| {
            let text = Text::new("event.marked").unit(unit);
            let mut event = Event::new(EventKind::Changed, rule!(B, "12.1.4"), text).unit(unit);
            event.only = play.game.switches.masking.then_some(play.game.side(unit));
            event
        });
    }

    /// It marches; it goes on if anything is left.
    fn travel<B: Book>(&self, play: &mut Play<'_, B>, way: &Destination) {
        let (game, unit, hex) = (play.game, self.unit, way.hex);
        game.say_move(play.state, unit, way, self.left(), play.log);
        game.run_engine(play.state, unit);
        for pair in way.path.windows(2) {
            if way.overruns && pair[1] == hex {
                game.overrun(play.state, unit, hex, play.log);
            }
            if game.come_to(play.state, unit, pair[1]) {
                game.say_trodden(pair[1], play.log);
            }
            game.cross_line(play.state, unit, pair[0], pair[1]);
            game.suffer_crossing(play.state, unit, pair[0], pair[1], play.dice, play.log);
            if play.state.position.hex(unit).is_none() {
                return play.close();
            }
        }
        play.state.position.set_mark(unit, Mark::Activated, true);
        let left = self.left.saturating_sub(way.cost);
        let next = Moving { left, spent: true, on_route: way.on_route, ..*self };
        let shifted = game.class(unit).is_towed_artillery() && game.is_deployed(play.state, unit);
        let over = way.stops || way.extra || shifted || self.cap == Mp::ZERO;
        match over || next.is_spent(game, play.state) {
            true => self.finish(play),
            false => play.replace(next),
        }
    }

    /// Whether nothing more can be done with what is left.
    fn is_spent<B: Book>(&self, game: &Wb95<B>, state: &State<B>) -> bool {
        let (unit, hex) = (self.unit, self.hex(state));
        self.left < Mp::ONE
            && game.may_change_set_up(state, unit, self.left).is_err()
            && game.may_leave(state, unit, hex, self.left).is_err()
            && !game.can_go(state, unit, hex, self.left())
    }

    /// What it costs not to march on [3.1.6].
    fn effect_of_stopping<B: Book>(&self) -> Option<Effect> {
        let text = Text::new("effect.points-lost");
        let effect = Effect { kind: "lost", text, rule: rule!(B, "3.1.6"), tone: "warn" };
        (self.spent && self.left > Mp::ZERO).then_some(effect)
    }
}

impl<B: Book> Decide<Wb95<B>> for Moving {
    const ID: &'static str = "moving";
    const WRONG: Wrong = (rule!(B, "3.1.3"), "no.choose-unit");
    const LEADS: bool = true;
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, desk: &mut Desk, out: &mut Choices) {
        let may = |choice: &Choice| self.test(game, state, *choice).is_ok();
        out.units(game.takable(state).filter(|&u| u != self.unit));
        let own = B::buttons(Place::Movement).iter().chain(B::buttons(self.place()));
        out.extend(DEEDS.iter().chain(own).copied().filter(may));
        desk.field.clear();
        if self.stopped {
            return;
        }
        game.explore(state, self.unit, self.hex(state), self.left(), &mut desk.field);
        out.hexes(desk.field.hexes());
        out.extend(self.possible_works(game, state).map(Choice::Hexside).filter(may));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        let Choice::Hex(hex) = choice else { return self.test(at.game, at.state, choice) };
        let Moving { unit, stopped, .. } = *self;
        match choice {
            _ if at.game.is_frozen(at.state, unit) => {
                Err(No::new(kursk!("R23"), "no.frozen").unit(unit))
            }
            _ if stopped => Err(No::new(rule!(B, "4.2.1"), "no.stopped").unit(unit)),
            _ if at.choices.contains(choice) => Ok(()),
            _ => {
                let from = self.hex(at.state);
                Err(at.game.why_not_there(at.state, unit, from, hex, self.left()))
            }
        }
    }

    fn act(&self, play: &mut Play<'_, B>, desk: &Desk, choice: Choice) {
        let unit = self.unit;
        match choice {
            Choice::Unit(other) => {
                self.put_down(play);
                pick(play, other);
            }
            Choice::Hex(hex) => {
                let way = play.game.way_of(play.state, unit, self.left(), &desk.field, hex);
                self.travel(play, &way);
            }
            Choice::Hexside(side) => self.work(play, side),
            FULL => {
                play.game.raise_level(play.state, unit, rule!(B, "10.2.3"), play.log);
                play.state.position.set_mark(unit, Mark::FullMove, true);
                self.put_down(play);
                pick(play, unit);
            }
            SET_UP => {
                play.game.turn_gun(play.state, unit, play.log);
                let cost = play.game.tables.core.artillery_setup_change_cost;
                self.spend(play, Mp::whole(cost));
            }
            FORTIFY => {
                let at = self.hex(play.state);
                play.game.fortify(play.state, unit, at, play.log);
                self.finish(play);
            }
            MARK => self.mark_for_march(play),
            LEAVE => {
                play.close();
                let at = self.hex(play.state);
                play.game.leave(play.state, unit, at, play.log);
            }
            REFILL => play.replace(Refill { giver: unit }),
            _ if is_own::<B>(self.place(), choice) => {
                play.close();
                B::press(play, self.place(), choice);
            }
            _ if is_own::<B>(Place::Movement, choice) => {
                self.put_down(play);
                B::press(play, Place::Movement, choice);
            }
            DONE => {
                self.put_down(play);
                end_movement(play);
            }
            STOP => self.put_down(play),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let left = Text::new("fact.mp").with("left", Arg::Mp(self.left));
        let stays = at.game.effect_of_staying(at.state, self.unit).is_some();
        let id = if stays { "prompt.moving-deployed" } else { "prompt.moving" };
        Asked::from(Text::new(id).unit(self.unit)).fact(left)
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        vec![self.unit]
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        let (game, state) = (at.game, at.state);
        match choice {
            Choice::Hex(hex) => {
                let way = game.way_of(state, self.unit, self.left(), &at.desk.field, hex);
                game.destination_offer(state, &way)
            }
            Choice::Hexside(side) => {
                let effects = game.effects_of_work(state, self.unit, side);
                game.with_effects(plain_offer(game, choice), effects)
            }
            STOP => game.with_effects(plain_offer(game, choice), self.effect_of_stopping::<B>()),
            SET_UP => {
                let deployed = game.is_deployed(state, self.unit);
                let label = if deployed { "verb.pack-up" } else { "verb.deploy" };
                Offer { label: Some(Text::new(label)), ..plain_offer(game, choice) }
            }
            _ => taking(at, choice),
        }
    }

    fn reminders(&self, at: At<'_, B>) -> Vec<Owed> {
        unmoved(at)
    }
}

/// Which counters of an overstacked hex are removed (R79).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Remove {
    /// The hex.
    pub hex: HexId,
}

impl<B: Book> Decide<Wb95<B>> for Remove {
    const ID: &'static str = "remove";
    const WRONG: Wrong = (rule!(B, "3.2.1"), "no.choose-unit");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, _: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(state.position.stack(self.hex));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Unit(_) => Err(No::new(rule!(B, "3.2.1"), "no.not-in-that-hex").hex(self.hex)),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.game.give_up(play.state, unit, play.log);
        play.close();
        ask_removals(play);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.remove").hex(self.hex).into()
    }
}
