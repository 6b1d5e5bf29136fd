//! Set-up (2.2): CEL losses, places, artillery set-up, the order of stacks.

use crate::class::Role;
use crate::decision::*;
use crate::game::{Setup, Wb95};
use crate::state::{AIR, Mark, OUT, Phase, RESERVE, SCHEDULED, SETUP, Stage, State, TRANSPORT};
use crate::verb::{DONE, SUGGESTED};
use board::{BySide, Control, Position, Side, Spot, UnitId};
use engine::{Event, EventKind, Log, No, Text};
use hex::{HexId, HexSet};

impl<B: Book> Wb95<B> {
    /// A board without counters.
    pub fn empty(&self) -> State<B> {
        let units = self.roster.len();
        let grid = &self.map.grid;
        let mut position = Position::new(grid, units);
        for unit in self.roster.units() {
            position.set_steps(unit, self.class(unit).cels);
        }
        let ammunition = BySide::of(|side| {
            let entry = self.scenario.side.get(&self.sides[side.index()].id);
            entry.map_or(0, |e| e.ammunition)
        });
        State {
            position,
            oos: vec![0; units],
            disorganised: vec![0; units],
            waited: vec![0; units],
            away: Vec::new(),
            forts: BySide::of(|_| HexSet::new(grid.len())),
            bridges: vec![Control::Nobody; self.ground.bridges.len()],
            broken: vec![false; self.ground.bridges.len()],
            works: Vec::new(),
            built: Vec::new(),
            turn: 0,
            half: 0,
            phase: Phase::Setup,
            stages: Vec::new(),
            entries: 0,
            arranging: self.arranges_first(),
            missions: Vec::new(),
            secret: false,
            flown: Default::default(),
            ammunition,
            obliged: Default::default(),
            challenged: Default::default(),
            touching: Vec::new(),
            shelled: Default::default(),
            combat: None,
            pools: Vec::new(),
            entered: Default::default(),
            credits: BySide::default(),
            credits_next: BySide::default(),
            released: 0,
            hqs_lost: BySide::default(),
            held: 0,
            kept: Default::default(),
            ending: None,
            own: Default::default(),
        }
    }

    /// The state before the first set-up decision.
    pub fn initial(&self) -> State<B> {
        let mut state = self.empty();
        for unit in self.roster.units() {
            let reserve = self.reserves.iter().any(|r| r.units.contains(&unit));
            let into = if self.role(unit) == Role::Air {
                AIR
            } else if self.setup[unit.index()].is_some() {
                SETUP
            } else if self.due[unit.index()].is_some() {
                SCHEDULED
            } else if reserve {
                RESERVE
            } else {
                OUT
            };
            self.put(&mut state, unit, into);
        }
        for hex in self.map.grid.hexes() {
            state.position.set_control(hex, B::control_at_start(self, hex));
        }
        if !B::begin(self, &mut state) {
            self.begin_setup(&mut state);
        }
        state
    }

    /// Who sets up first: the side with the initiative, or whom the scenario names.
    pub fn arranges_first(&self) -> Side {
        B::arranges_first(self)
    }

    /// Lays down what has its fixed hex and opens the decisions of a side.
    pub fn begin_setup(&self, state: &mut State<B>) {
        let side = state.arranging;
        for unit in self.roster.units().filter(|&u| self.side(u) == side) {
            if let Some(setup) = &self.setup[unit.index()]
                && setup.hexes.len() == 1
                && self.is_in(state, unit, SETUP)
            {
                self.lay(state, unit, setup.usual);
            }
        }
        if self.switches.masking && B::SENTENCES.seen.is_none() {
            state.ask(SetupTops);
        }
        state.ask(SetupGuns);
        state.ask(SetupPlace);
        for (i, entry) in self.losses.iter().enumerate().rev() {
            if entry.side == side {
                state.ask(SetupLoss { entry: i as u16, left: entry.cels });
            }
        }
        self.skip_placed(state);
    }

    /// Whether a counter may be the one that lacks a CEL (R47).
    pub fn may_take_setup_loss(
        &self,
        state: &State<B>,
        entry: u16,
        unit: UnitId,
    ) -> Result<(), No> {
        let entry = &self.losses[usize::from(entry)];
        match entry.units.contains(&unit) && state.position.steps(unit) > 0 {
            true => Ok(()),
            false => Err(No::new(B::rule_of_setup(self), "no.not-of-this-entry").unit(unit)),
        }
    }

    /// A counter lacks a CEL; without any it is not deployed.
    pub fn take_setup_loss(&self, state: &mut State<B>, unit: UnitId) {
        let left = state.position.steps(unit) - 1;
        state.position.set_steps(unit, left);
        if left == 0 {
            self.put(state, unit, OUT);
        }
        if let Some(Stage::SetupLoss(SetupLoss { left, .. })) = state.stages.last_mut() {
            *left -= 1;
            if *left == 0 {
                state.close();
            }
        }
        self.skip_placed(state);
    }

    /// Usually one CEL from each regular counter in turn, artillery and headquarters last.
    fn lack_as_usual(&self, state: &mut State<B>) {
        while let Some(&Stage::SetupLoss(SetupLoss { entry, .. })) = state.stage() {
            let losses = &self.losses[usize::from(entry)];
            let Some(&Stage::SetupLoss(SetupLoss { left, .. })) = state.stage() else { break };
            // Some may have been taken by choice before; they have nothing left to lack.
            let has_any = |u: &UnitId| state.position.steps(*u) > 0;
            let named = losses.usual.get(usize::from(losses.cels - left)).copied().filter(has_any);
            let most = |u: &UnitId| (self.class(*u).is_regular(), state.position.steps(*u));
            let able = || losses.units.iter().copied().filter(has_any);
            let best = able().map(|u| most(&u)).max();
            let Some(unit) = named.or(able().find(|u| Some(most(u)) == best)) else {
                state.close(); // nobody has anything left to lack
                break;
            };
            let before = state.stages.len();
            self.take_setup_loss(state, unit);
            if state.stages.len() < before {
                break;
            }
        }
    }

    /// The counters that a side still has to place.
    pub fn unplaced<'a>(&'a self, state: &'a State<B>) -> impl Iterator<Item = UnitId> + 'a {
        state.position.in_box(SETUP).filter(|&u| self.side(u) == state.arranging)
    }

    /// Where a counter may be placed: its hexes with room; if all are full, beside them (R37).
    pub fn places_for(&self, state: &State<B>, unit: UnitId) -> Vec<HexId> {
        let Some(setup) = self.setup_of(state, unit) else { return Vec::new() };
        let cels = state.position.steps(unit);
        let side = self.side(unit);
        let room = |h: &HexId| {
            self.holder(state, *h) != Some(side.other())
                && self.has_room(state, *h, cels)
                && self.may_share(state, unit, *h)
                && self.is_clear_of_enemy(state, side, *h, setup.clear_of_enemy)
        };
        let mut hexes: Vec<HexId> = setup.hexes.iter().copied().filter(room).collect();
        if hexes.is_empty() {
            let beside = setup.hexes.iter().flat_map(|&h| self.map.grid.around(h));
            let column = self.class(unit).movement.column();
            let own = |h: &HexId| {
                self.start_control[h.index()] == side && self.ground.hex(*h).cost[column].is_some()
            };
            hexes = beside.filter(own).filter(room).collect();
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// How a counter is set up; in a linked game also those that the scenario alone does not list.
    fn setup_of<'a>(&'a self, state: &State<B>, unit: UnitId) -> Option<&'a Setup> {
        let own = self.setup[unit.index()].as_ref();
        own.or_else(|| B::linked_setup(self, state, unit))
    }

    /// Whether no enemy is nearer than so many hexes.
    fn is_clear_of_enemy(&self, state: &State<B>, side: Side, hex: HexId, least: u16) -> bool {
        least == 0
            || self
                .units_of(state, side.other())
                .all(|(_, at)| self.map.grid.distance(at, hex) >= least)
    }

    /// Whether a counter may be placed on a hex.
    pub fn may_place(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let Some(setup) = self.setup_of(state, unit) else {
            return no(B::rule_of_setup(self), "no.not-here");
        };
        if self.places_for(state, unit).contains(&hex) {
            return Ok(());
        }
        match setup.hexes.contains(&hex) {
            true => no(rule!(B, "3.2.1"), "no.no-room"),
            false => no(B::rule_of_place(self), "no.not-here"),
        }
    }

    /// Places the counter in hand.
    pub fn place_in(&self, state: &mut State<B>, unit: UnitId, hex: HexId, log: &mut Log) {
        self.lay(state, unit, hex);
        log.say(|| {
            let text = Text::new("event.set-up").unit(unit).hex(hex);
            let mut event =
                Event::new(EventKind::Placed, B::rule_of_setup(self), text).unit(unit).hex(hex);
            event.only = self.switches.masking.then_some(self.side(unit));
            event
        });
        state.close();
        self.skip_placed(state);
    }

    /// The place of a step is skipped when nobody waits in it.
    fn skip_placed(&self, state: &mut State<B>) {
        while matches!(state.stage(), Some(Stage::SetupPlace(_)))
            && self.unplaced(state).next().is_none()
        {
            state.close();
        }
    }

    /// Takes the usual set-up for the rest of a side.
    pub fn take_suggestion(&self, state: &mut State<B>, log: &mut Log) {
        loop {
            match state.stage() {
                Some(Stage::SetupLoss(_)) => self.lack_as_usual(state),
                Some(Stage::SetupHex(_)) => {
                    state.close();
                }
                Some(Stage::SetupPlace(_)) => self.place_as_usual(state, log),
                Some(Stage::SetupGuns(_) | Stage::SetupTops(_)) => {
                    state.close();
                }
                _ => return,
            }
        }
    }

    fn place_as_usual(&self, state: &mut State<B>, log: &mut Log) {
        let waiting: Vec<UnitId> = self.unplaced(state).collect();
        for unit in waiting {
            let places = self.places_for(state, unit);
            let usual = self.setup_of(state, unit).map(|s| s.usual);
            let hex = usual.filter(|h| places.contains(h)).or(places.first().copied());
            match hex {
                Some(hex) => {
                    state.ask(SetupHex { unit });
                    self.place_in(state, unit, hex, log);
                }
                None => self.put(state, unit, OUT),
            }
        }
        self.skip_placed(state);
    }

    /// What the scenario warns of while units are placed.
    fn warned(&self, state: &State<B>) -> Option<Text> {
        B::warning(self, state)
    }

    /// Whether a gun may be turned to its transport side (R76).
    pub fn may_turn(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let mine = unit.index() < self.roster.len()
            && self.side(unit) == state.arranging
            && state.position.hex(unit).is_some();
        if !mine || !self.class(unit).is_towed_artillery() {
            return no(rule!(B, "6.2.2"), "no.not-artillery");
        }
        match state.position.face(unit) == TRANSPORT {
            true => no(rule!(B, "6.2.2"), "no.turned-already"),
            false => Ok(()),
        }
    }

    /// Whether a counter may be laid on top of its stack [16.1.1].
    pub fn may_top(&self, state: &State<B>, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if unit.index() >= self.roster.len() || self.side(unit) != state.arranging {
            return no(rule!(B, "16.1.1"), "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else {
            return no(rule!(B, "16.1.1"), "no.off-map");
        };
        if state.position.has_mark(unit, Mark::Arranged)
            || state.position.stack(hex).next() == Some(unit)
        {
            return no(rule!(B, "16.1.1"), "no.on-top-already");
        }
        Ok(())
    }

    /// Lays a counter on top of its stack.
    pub fn put_on_top(&self, state: &mut State<B>, unit: UnitId) {
        if let Some(hex) = state.position.hex(unit) {
            self.lay(state, unit, hex);
            state.position.set_mark(unit, Mark::Arranged, true);
        }
    }

    /// Both are set up: control, fortifications and bridges of the start.
    pub fn finish_setup(&self, state: &mut State<B>) {
        state.position.clear_mark(Mark::Arranged);
        for unit in self.roster.units() {
            let Some(hex) = state.position.hex(unit) else { continue };
            let side = self.side(unit);
            state.position.set_control(hex, Control::By(side));
            if self.starts_fortified(side, hex) && !self.ground.hex(hex).no_fortification {
                state.forts[side].insert(hex);
            }
        }
        if B::SENTENCES.zones_take_control {
            self.zones_take_control(state);
        }
        self.first_bridges(state);
        for &side in &self.destroyed {
            self.break_bridge(state, side);
        }
    }

    /// At the start an empty hex in the zone of one side only is that side's, in the zones of both
    /// nobody's [6.1.6].
    fn zones_take_control(&self, state: &mut State<B>) {
        for hex in self.map.grid.hexes() {
            if self.holder(state, hex).is_some() {
                continue;
            }
            let [a, b] = Side::BOTH.map(|s| state.position.in_zone(s, hex));
            let control = match (a, b) {
                (true, true) => Control::Nobody,
                (true, false) => Control::By(Side::A),
                (false, true) => Control::By(Side::B),
                (false, false) => continue,
            };
            state.position.set_control(hex, control);
        }
    }

    fn starts_fortified(&self, side: Side, hex: HexId) -> bool {
        let entry = self.scenario.side.get(&self.sides[side.index()].id);
        let here = |name: &String| self.fronts.named(name) == Some(self.fronts.of(hex));
        let printed = entry.is_some_and(|e| {
            e.in_field_fortifications && e.fortified_front.as_ref().is_none_or(here)
        });
        printed || self.switches.more_fortifications[side]
    }

    /// Whether a counter lies in a box.
    pub fn is_in(&self, state: &State<B>, unit: UnitId, which: board::BoxId) -> bool {
        state.position.spot(unit) == Spot::Box(which)
    }
}

/// Set-up: which unit of an entry lacks a CEL (R47).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetupLoss {
    /// The entry.
    pub entry: u16,
    /// CELs still missing.
    pub left: u8,
}

impl<B: Book> Decide<Wb95<B>> for SetupLoss {
    const ID: &'static str = "setup-loss";
    const WRONG: Wrong = (rule!(B, "SETUP-AID"), "no.choose-unit");

    fn decider(&self, _: &Wb95<B>, state: &State<B>) -> Side {
        state.arranging
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| game.may_take_setup_loss(state, self.entry, u).is_ok();
        out.units(game.roster_of(state.arranging).filter(may));
        out.add(SUGGESTED);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_take_setup_loss(at.state, self.entry, unit),
            SUGGESTED => Ok(()),
            _ => Err(wrong_at_setup::<B, Self>(at)),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.game.take_setup_loss(play.state, unit),
            SUGGESTED => play.game.take_suggestion(play.state, play.log),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask_left("prompt.setup-loss", self.left)
    }
}

/// The refusal of whatever a decision of the set-up does not ask for.
fn wrong_at_setup<B: Book, D: Decide<Wb95<B>>>(at: At<'_, B>) -> No {
    let mut no = wrong::<B, D>();
    no.rule = B::rule_of_setup(at.game);
    no
}

/// Set-up: which unit is placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetupPlace;

impl<B: Book> Decide<Wb95<B>> for SetupPlace {
    const ID: &'static str = "setup-place";
    const WRONG: Wrong = (rule!(B, "SETUP-AID"), "no.choose-unit");
    const LEADS: bool = true;

    fn decider(&self, _: &Wb95<B>, state: &State<B>) -> Side {
        state.arranging
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(game.unplaced(state));
        out.add(SUGGESTED);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Unit(unit) => {
                Err(No::new(B::rule_of_setup(at.game), "no.not-waiting").unit(unit))
            }
            _ => Err(wrong_at_setup::<B, Self>(at)),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(SetupHex { unit }),
            SUGGESTED => play.game.take_suggestion(play.state, play.log),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let waiting = at.game.unplaced(at.state).count() as i64;
        let asked = ask("prompt.setup-place").fact(Text::new("fact.to-place").n(waiting));
        at.game.warned(at.state).into_iter().fold(asked, Asked::fact)
    }
}

/// Set-up: where it is placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetupHex {
    /// The unit in hand.
    pub unit: UnitId,
}

impl<B: Book> Decide<Wb95<B>> for SetupHex {
    const ID: &'static str = "setup-hex";
    const WRONG: Wrong = (rule!(B, "SETUP-AID"), "no.choose-hex");

    fn decider(&self, _: &Wb95<B>, state: &State<B>) -> Side {
        state.arranging
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.places_for(state, self.unit));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_place(at.state, self.unit, hex),
            _ => Err(wrong_at_setup::<B, Self>(at)),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { impossible(self, choice) };
        play.game.place_in(play.state, self.unit, hex, play.log);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        Text::new("prompt.setup-hex").unit(self.unit).into()
    }

    fn picked(&self, _: &Wb95<B>, _: &State<B>) -> Vec<UnitId> {
        vec![self.unit]
    }
}

/// Set-up: which guns lie on their transport side (R76).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetupGuns;

impl<B: Book> Decide<Wb95<B>> for SetupGuns {
    const ID: &'static str = "setup-guns";
    const WRONG: Wrong = (rule!(B, "SETUP-AID"), "no.choose-unit");

    fn decider(&self, _: &Wb95<B>, state: &State<B>) -> Side {
        state.arranging
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| game.may_turn(state, u).is_ok();
        out.units(game.roster_of(state.arranging).filter(may));
        out.extend([DONE, SUGGESTED]);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_turn(at.state, unit),
            DONE | SUGGESTED => Ok(()),
            _ => Err(wrong_at_setup::<B, Self>(at)),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.state.position.set_face(unit, TRANSPORT),
            SUGGESTED => play.game.take_suggestion(play.state, play.log),
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        at.game.warned(at.state).into_iter().fold(ask("prompt.setup-guns"), Asked::fact)
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-setup")
    }
}

/// Set-up: which counters lie on top of their stacks [16.1.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetupTops;

impl<B: Book> Decide<Wb95<B>> for SetupTops {
    const ID: &'static str = "setup-tops";
    const WRONG: Wrong = (rule!(B, "SETUP-AID"), "no.choose-unit");

    fn decider(&self, _: &Wb95<B>, state: &State<B>) -> Side {
        state.arranging
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| game.may_top(state, u).is_ok();
        out.units(game.roster_of(state.arranging).filter(may));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_top(at.state, unit),
            DONE => Ok(()),
            _ => Err(wrong_at_setup::<B, Self>(at)),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.game.put_on_top(play.state, unit),
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.setup-tops")
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-setup")
    }
}
