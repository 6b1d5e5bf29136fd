//! Masking [16.1]: what may be known of enemy stacks, and when.
//!
//! Where a ZOC lies is known to all, or nobody could move (R88); what exerts it is not. Whatever names
//! counters goes through here before anybody reads it: events, refusals, odds.

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{Combat, Mark, OUT, Phase, State};
use board::{Side, Spot, UnitId};
use engine::{Arg, Choice, Event, EventKind, Log, Odds, Refusal, Rule, Text, Viewer};
use hex::HexId;

/// Counters that a viewer may not know are called by hex and level instead of by name.
pub(crate) const MASKED: u16 = 0x8000;
const LEVELS: u16 = 13;

/// What changes the map, so that everybody is told of it, though not who did it.
const SEEN_BY_ALL: [&str; 4] =
    ["event.fortified", "event.bridge-blown", "event.bridge-rebuilt", "event.bridge-begun"];

/// How much a viewer may know of a counter [16.1.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// That it is there.
    Nothing,
    /// Its type.
    Type,
    /// Its type and CELs.
    TypeAndCels,
    /// Everything.
    All,
}

impl<B: Book> Wb95<B> {
    /// What a viewer knows of a counter.
    pub fn known(&self, state: &State<B>, viewer: Viewer, unit: UnitId) -> Known {
        let side = self.side(unit);
        if !self.switches.masking || viewer.knows_of(side) || state.phase == Phase::Over {
            return Known::All;
        }
        let Some(hex) = state.position.hex(unit) else { return Known::All };
        if state.phase == Phase::Setup {
            return Known::Nothing;
        }
        if B::SENTENCES.seen.is_some() {
            // Seen once, a unit stays open; of others not even the number is known.
            return if state.position.has_mark(unit, Mark::Seen) {
                Known::All
            } else {
                Known::Nothing
            };
        }
        // The top counter shows [16.1.1], unless a masking marker lies on it [16.1.2].
        let shows = !self.switches.covered && state.position.stack(hex).next() == Some(unit);
        if shows || state.position.has_mark(unit, Mark::Open) {
            return Known::All; // [16.1.3]
        }
        let adjacent = matches!(viewer, Viewer::Player(_))
            && self.map.grid.around(hex).any(|h| self.holds(state, side.other(), h));
        match adjacent {
            false => Known::Nothing,
            true if self.is_fortified(state, side, hex) => Known::Type,
            true => Known::TypeAndCels,
        }
    }

    /// Whether a side may know the types of all counters in a hex: only then can it tell that nobody there would fight.
    pub fn knows_types(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        let viewer = Viewer::Player(side);
        state.position.stack(hex).all(|u| self.known(state, viewer, u) >= Known::Type)
    }

    /// Whether a side sets up behind a screen just now: until it has finished nobody else sees where anything
    /// stands, for the order of placing would tell what it is [16.1.1].
    pub fn sets_up_unseen(&self, state: &State<B>, side: Side, viewer: Viewer) -> bool {
        self.switches.masking
            && state.phase == Phase::Setup
            && state.arranging == side
            && !viewer.knows_of(side)
    }

    /// A stack lies open until the end of the Combat Phase [16.1.3].
    pub fn open_stack(&self, state: &mut State<B>, hex: HexId, log: &mut Log) {
        let stack: Vec<UnitId> = state.position.stack(hex).collect();
        if let Some(seen) = B::SENTENCES.seen {
            let rule = if state.phase == Phase::Combat { seen.fought } else { seen.struck };
            self.unmask_all(state, &stack, rule, log);
        }
        for unit in stack {
            if self.switches.masking && !state.position.has_mark(unit, Mark::Open) {
                log.reveal();
            }
            state.position.set_mark(unit, Mark::Open, true);
        }
    }

    /// Units lie open from now on.
    fn unmask_all(&self, state: &mut State<B>, units: &[UnitId], rule: Rule, log: &mut Log) {
        let hidden = |u: &UnitId| !state.position.has_mark(*u, Mark::Seen);
        let shown: Vec<UnitId> = units.iter().copied().filter(hidden).collect();
        shown.iter().for_each(|&u| state.position.set_mark(u, Mark::Seen, true));
        if shown.is_empty() {
            return;
        }
        if self.switches.masking {
            log.reveal();
            log.say(|| {
                let text = Text::new("event.unmasked").with("units", Arg::Units(shown.clone()));
                let mut event = Event::new(EventKind::Revealed, rule, text);
                event.units.extend(shown);
                event
            });
        }
    }

    /// Units in an enemy zone that no fortifications hide lie open from now on, in a book where what is seen stays open.
    pub fn see_contacts(&self, state: &mut State<B>, log: &mut Log) {
        let Some(book) = B::SENTENCES.seen else { return };
        if matches!(state.phase, Phase::Setup | Phase::Over) {
            return;
        }
        let met = |unit: UnitId| {
            let Some(hex) = state.position.hex(unit) else { return false };
            let side = self.side(unit);
            let zone = self.in_enemy_zone(state, side, hex) && !state.forts[side].contains(hex);
            zone || !self.switches.masking
        };
        let hidden = |u: &UnitId| !state.position.has_mark(*u, Mark::Seen);
        let seen: Vec<UnitId> = self.roster.units().filter(hidden).filter(|&u| met(u)).collect();
        if !seen.is_empty() {
            log.reveal();
        }
        self.unmask_all(state, &seen, book.met, log);
    }

    /// Whether a viewer knows all stacks of a combat that is not declared yet.
    pub fn sees_stacks(&self, state: &State<B>, viewer: Viewer, combat: &Combat) -> bool {
        let units = self.defenders(state, combat).chain(combat.attackers.iter().copied());
        let mut units = units;
        units.all(|u| self.known(state, viewer, u) == Known::All)
    }

    /// The counter as a viewer may call it.
    pub fn seen_as(&self, state: &State<B>, viewer: Viewer, unit: UnitId, level: u8) -> UnitId {
        if self.known(state, viewer, unit) == Known::All {
            return unit;
        }
        let hex = state.position.hex(unit).map_or(0, |h| h.index() as u16);
        let level = u16::from(level).min(LEVELS - 1);
        UnitId::new(MASKED + hex * LEVELS + level)
    }

    /// The counter as a viewer may call it in a sentence: a masked one by its hex alone, for who of a stack has a ZOC or
    /// digs is not told.
    fn marker(&self, state: &State<B>, viewer: Viewer, unit: UnitId) -> UnitId {
        match unit.index() < self.roster.len() {
            true => self.seen_as(state, viewer, unit, 0),
            false => unit,
        }
    }

    /// Calls the counters of a text as a viewer may call them.
    fn mask_text(&self, state: &State<B>, viewer: Viewer, text: &mut Text) {
        for (_, arg) in &mut text.args {
            match arg {
                Arg::Unit(unit) => *unit = self.marker(state, viewer, *unit),
                Arg::Units(units) => {
                    units.iter_mut().for_each(|u| *u = self.marker(state, viewer, *u));
                }
                _ => {}
            }
        }
    }

    /// Whether a choice names a counter that the decider may not know.
    pub(crate) fn is_hidden_choice(&self, state: &State<B>, choice: Choice) -> bool {
        match (choice, self.stage_side(state)) {
            (Choice::Unit(unit), Some(side)) if unit.index() < self.roster.len() => {
                self.known(state, Viewer::Player(side), unit) != Known::All
            }
            _ => false,
        }
    }

    /// A refusal as the decider may read it.
    pub(crate) fn mask_refusal(&self, state: &State<B>, mut refusal: Refusal) -> Refusal {
        if let Some(side) = self.stage_side(state).filter(|_| self.switches.masking) {
            let viewer = Viewer::Player(side);
            self.mask_text(state, viewer, &mut refusal.text);
            let units = &mut refusal.because.units;
            units.iter_mut().for_each(|u| *u = self.marker(state, viewer, *u));
        }
        refusal
    }

    /// Odds as a viewer may read them: who fires from under a mask stays unnamed.
    pub(crate) fn mask_odds(&self, state: &State<B>, viewer: Viewer, mut odds: Odds) -> Odds {
        if self.switches.masking {
            odds.attackers.iter_mut().for_each(|u| *u = self.marker(state, viewer, *u));
            let items =
                odds.strengths.iter_mut().chain(&mut odds.shifts).chain(&mut odds.modifiers);
            items.for_each(|item| self.mask_text(state, viewer, &mut item.text));
        }
        odds
    }

    /// Whether the enemy of a counter may not know it.
    fn is_masked(&self, state: &State<B>, unit: UnitId) -> bool {
        let enemy = Viewer::Player(self.side(unit).other());
        unit.index() < self.roster.len() && self.known(state, enemy, unit) != Known::All
    }

    /// Whoever chose has been told more of an enemy counter: its type beside his unit [16.1.4], or all of it because it was
    /// overrun. He cannot take that back.
    pub(crate) fn note_told(&self, before: &State<B>, state: &State<B>, log: &mut Log) {
        let Some(side) = self.stage_side(before) else { return };
        let viewer = Viewer::Player(side);
        let shows_more = |u: UnitId| self.known(before, viewer, u) < self.known(state, viewer, u);
        if self.roster.units().any(|u| self.side(u) != side && shows_more(u)) {
            log.reveal();
        }
    }

    /// What happened to counters that were masked before and are masked still is told to their owner only; others are
    /// told what they see on the map, without names [16.1.1].
    pub(crate) fn mask_events(
        &self,
        before: &State<B>,
        state: &State<B>,
        log: &mut Log,
        from: usize,
    ) {
        let events = log.take();
        for (i, event) in events.into_iter().enumerate() {
            // Who is taken out of the game from under a mask (R32 of Kursk) is never shown.
            let is_out = |u: UnitId| state.position.spot(u) == Spot::Box(OUT);
            let masked =
                |u: UnitId| self.is_masked(before, u) && (self.is_masked(state, u) || is_out(u));
            let named = units_of(&event.text).chain(event.units.iter().copied());
            let hidden = { named }.find(|&u| masked(u)).filter(|_| i >= from);
            let Some(unit) = hidden.filter(|_| event.only.is_none() && event.except.is_none())
            else {
                log.say(|| event);
                continue;
            };
            let side = self.side(unit);
            let told = self.told_masked(state, &event, side, masked);
            log.say(|| Event { only: Some(side), ..event });
            if let Some(told) = told {
                log.say(|| told);
            }
        }
    }

    /// What others than `side` are told of an event that names masked counters: nothing, unless everybody sees it happen.
    fn told_masked(
        &self,
        state: &State<B>,
        event: &Event,
        side: Side,
        masked: impl Fn(UnitId) -> bool,
    ) -> Option<Event> {
        let mut told = Event { except: Some(side), ..event.clone() };
        if units_of(&event.text).any(&masked) {
            told.text = match (event.text.id, event.moves.first()) {
                ("event.moved", Some(moved)) => moved_masked(side, &moved.path)?,
                (id, _) if SEEN_BY_ALL.contains(&id) => event.text.clone(),
                _ => return None,
            };
            self.mask_text(state, Viewer::Spectator, &mut told.text);
        }
        told.rules = told.rules[0].into(); // further rules would tell what the counter is
        told.units.retain(|u| !masked(*u));
        told.moves.retain(|m| !masked(m.unit));
        Some(told)
    }

    /// The hex and level of a masked name.
    pub fn unmask(&self, unit: UnitId) -> Option<(HexId, u16)> {
        let index = u16::try_from(unit.index()).ok()?.checked_sub(MASKED)?;
        let hex = index / LEVELS;
        (usize::from(hex) < self.map.grid.len()).then_some((HexId::new(hex), index % LEVELS))
    }

    /// Whether anything is hidden at all.
    pub fn hides(&self) -> bool {
        self.switches.masking || Side::BOTH.into_iter().all(|s| self.has_air(s))
    }

    fn has_air(&self, side: Side) -> bool {
        self.scenario
            .air
            .iter()
            .flat_map(|a| &a.units)
            .any(|id| self.roster.find(id.get_ref()).is_some_and(|u| self.side(u) == side))
    }
}

/// A move as those are told it who see only that somebody goes.
fn moved_masked(side: Side, path: &[HexId]) -> Option<Text> {
    let (from, to) = (*path.first()?, *path.last()?);
    let text = Text::new("event.moved-masked").side(side).hex(to);
    Some(text.with("from", Arg::Hex(from)))
}

/// The counters that a text names.
fn units_of(text: &Text) -> impl Iterator<Item = UnitId> + '_ {
    text.args
        .iter()
        .flat_map(|(_, arg)| match arg {
            Arg::Unit(unit) => std::slice::from_ref(unit),
            Arg::Units(units) => &units[..],
            _ => &[],
        })
        .copied()
}
