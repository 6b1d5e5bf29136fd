//! What a rule system implements, and what the engine makes of it.

use crate::decide::{At, Button, Flow, Play, Rooms, Wrong};
use crate::kept::Kept;
use crate::view::{
    Battle, BoxView, Bundle, Offer, Overlay, Owed, Points, Sign, TrackView, UnitView,
};
use crate::{
    Catalogue, Choice, Choices, Dice, FaceShown, Game, Log, No, Odds, Order, Outcome, Part, Prompt,
    Refusal, Rulebook, SideInfo, Text, TurnInfo, Viewer,
};
use board::{Map, Side, UnitId};
use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::hash::Hash;

/// What lies printed on the table.
#[derive(Clone, Copy)]
pub struct Printed<'a> {
    /// The board.
    pub map: &'a Map,
    /// The two sides.
    pub sides: &'a [SideInfo; 2],
    /// The sentences.
    pub catalogue: &'a Catalogue,
    /// The names of the buttons, in the order of their numbers.
    pub verbs: &'static [&'static str],
    /// The buttons, in the same order.
    pub buttons: &'static [Button],
    /// The ids of the layers that can be laid over the map.
    pub overlays: &'static [&'static str],
    /// The books whose numbers it cites: whatever stands in them, it may.
    pub books: &'static [&'static Rulebook],
}

/// The rules of one game, loaded for one scenario with its options.
///
/// A value of this type is the book and the printed board; [`Rules::State`] is the position. What can be
/// decided is said by the decisions themselves ([`Decide`](crate::Decide)); here stands what a game has once:
/// how it begins and goes on, how it ends, and what is shown of it.
pub trait Rules: Sized + Send + Sync + 'static {
    /// The position and the flow of the game at one moment: flat, small, without references.
    type State: Flow<Decision = Self::Decision>
        + Clone
        + Eq
        + Hash
        + Debug
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static;

    /// Any decision of the game.
    type Decision: Rooms<Self> + Clone;

    /// What open decisions need, worked out once for each: fields of movement, contacts, sets. It lies beside
    /// the state and is never stored, copied or compared; what it holds of an earlier decision is room to be used again.
    type Desk: Default + Send + Sync + 'static;

    /// Why anything is refused when the game is over.
    const OVER: Wrong;

    /// Raised whenever an accepted journal could replay differently.
    fn edition(&self) -> u32;

    /// What lies printed on the table.
    fn printed(&self) -> Printed<'_>;

    /// The state at the first decision.
    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> Self::State;

    /// The next step of the sequence of play, where no decision is open: does what is automatic and opens
    /// its decision.
    fn proceed(&self, play: &mut Play<'_, Self>);

    /// How the game ended; `None` while it runs.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Where the game stands in time.
    fn turn(&self, state: &Self::State) -> TurnInfo;

    /// The counters as `viewer` sees them.
    fn units(&self, state: &Self::State, viewer: Viewer) -> Vec<UnitView>;

    /// Who is winning and by what.
    fn points(&self, state: &Self::State) -> Points;

    /// A layer over the map by its id; `None` for an id this game does not know.
    fn overlay(&self, state: &Self::State, id: &str, viewer: Viewer) -> Option<Overlay>;

    /// The counter called `id` in journals and cases.
    fn find_unit(&self, state: &Self::State, id: &str) -> Option<UnitId>;

    /// What a counter is called in journals and cases.
    fn unit_id(&self, state: &Self::State, unit: UnitId) -> String;

    /// What a person calls a counter.
    fn unit_name(&self, state: &Self::State, unit: UnitId) -> Part;

    /// Whether a stored state can be one of this game, so that the rules may be asked about it: every list has
    /// its length, every id names something. The reason if it cannot.
    fn check_stored(&self, state: &Self::State) -> Result<(), String>;

    /// Everything that must hold in every state: the first thing that does not, in words.
    fn check(&self, state: &Self::State) -> Result<(), String>;

    /// Whether the game is over, so that nothing runs on.
    fn is_over(&self, state: &Self::State) -> bool {
        self.outcome(state).is_some()
    }

    /// Makes a legal choice and carries the game on; a game with something to do around every choice says so
    /// here.
    fn choose(&self, play: &mut Play<'_, Self>, desk: &Self::Desk, choice: Choice) {
        let open = play.state.top().cloned().expect("only open decisions are answered");
        open.room().act(play, desk, choice);
        play.run_on();
    }

    /// Whether a choice names something of this table, so that decisions may be asked about it; the reason if it
    /// does not.
    fn names(&self, choice: Choice) -> Result<(), No> {
        let _ = choice;
        Ok(())
    }

    /// A refusal as its reader may see it.
    fn deny(&self, at: At<'_, Self>, choice: Choice, no: No) -> Refusal {
        let _ = (at, choice);
        no.refusal()
    }

    /// What is asked, as `viewer` may read it; a game that hides counters leaves their names out for
    /// others.
    fn prompt(&self, at: At<'_, Self>, viewer: Viewer) -> Prompt {
        let _ = viewer;
        ask(at)
    }

    /// Whether both players always know everything.
    fn hides_nothing(&self) -> bool {
        false
    }

    /// The combat that is being built or about to be resolved.
    fn odds(&self, state: &Self::State, viewer: Viewer) -> Option<Odds> {
        state.top().and_then(|open| open.room().odds(self, state, viewer))
    }

    /// The combats that are being built or declared and not resolved yet, as `viewer` may know them.
    fn battles(&self, state: &Self::State, viewer: Viewer) -> Vec<Battle> {
        state.top().map_or_else(Vec::new, |open| open.room().battles(self, state, viewer))
    }

    /// The counters in hand that `viewer` may know, in the order they were picked.
    fn picked(&self, state: &Self::State, viewer: Viewer) -> Vec<UnitId> {
        let _ = viewer;
        state.top().map_or_else(Vec::new, |open| open.room().picked(self, state))
    }

    /// A legal choice with what it costs and does.
    fn offer(&self, at: At<'_, Self>, choice: Choice) -> Option<Offer> {
        at.state.top().map(|open| open.room().offer(at, choice))
    }

    /// The legal choices with what each costs and does.
    fn offers(&self, at: At<'_, Self>, viewer: Viewer) -> Vec<Offer> {
        let _ = viewer;
        at.choices.iter().filter_map(|choice| self.offer(at, choice)).collect()
    }

    /// Legal choices that are often made one after another.
    fn bundles(&self, at: At<'_, Self>) -> Vec<Bundle> {
        at.state.top().map_or_else(Vec::new, |open| open.room().bundles(at))
    }

    /// What must be done before the step may end.
    fn owed(&self, at: At<'_, Self>) -> Vec<Owed> {
        at.state.top().map_or_else(Vec::new, |open| open.room().owed(at))
    }

    /// What may have been forgotten, where the step can be ended.
    fn reminders(&self, at: At<'_, Self>) -> Vec<Owed> {
        at.state.top().map_or_else(Vec::new, |open| open.room().reminders(at))
    }

    /// What the standing orders that are on choose.
    fn ordered(&self, at: At<'_, Self>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        at.state.top().and_then(|open| open.room().ordered(at, is_on))
    }

    /// Whether what is chosen now is known only to the decider until both have decided.
    fn is_secret(&self, state: &Self::State) -> bool {
        state.top().is_some_and(|open| open.room().is_secret())
    }

    /// The formation that a counter belongs to, where the game has formations.
    fn formation(&self, unit: UnitId) -> Option<&str> {
        let _ = unit;
        None
    }

    /// A counter in words, as its viewer may know it.
    fn profile(&self, state: &Self::State, view: &UnitView) -> Vec<Text> {
        let _ = (state, view);
        Vec::new()
    }

    /// What is printed on the other side of a counter that `viewer` may turn over.
    fn back(&self, state: &Self::State, unit: UnitId, viewer: Viewer) -> Option<FaceShown> {
        let _ = (state, unit, viewer);
        None
    }

    /// The boxes beside the map.
    fn boxes(&self, state: &Self::State, viewer: Viewer) -> Vec<BoxView> {
        let _ = (state, viewer);
        Vec::new()
    }

    /// The tracks: weather, air points, replacement factors.
    fn tracks(&self, state: &Self::State, viewer: Viewer) -> Vec<TrackView> {
        let _ = (state, viewer);
        Vec::new()
    }

    /// What lies on the map beside the counters, as `viewer` may know it.
    fn signs(&self, state: &Self::State, viewer: Viewer) -> Vec<Sign> {
        let _ = (state, viewer);
        Vec::new()
    }

    /// The victory points that decide the outcome, where the game counts such points.
    fn victory_points(&self, state: &Self::State) -> Option<i32> {
        let _ = state;
        None
    }

    /// Whose counter it is, also when it is off the map; `None` if the game does not say.
    fn owner(&self, state: &Self::State, unit: UnitId) -> Option<Side> {
        let _ = (state, unit);
        None
    }

    /// A full state that agrees with everything `viewer` knows of `state`, the rest drawn anew.
    fn imagine(&self, state: &Self::State, viewer: Viewer, rng: &mut ChaCha8Rng) -> Self::State {
        let _ = (viewer, rng);
        state.clone()
    }

    /// The orders a side may leave.
    fn orders(&self, side: Side) -> Vec<Order> {
        let _ = side;
        Vec::new()
    }

    /// Begins this scenario from the final state of the scenario before it; the reason if it cannot.
    fn carry_on(
        &self,
        state: &Self::State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<Self::State, Box<Refusal>>;
}

/// What the open decision asks.
pub fn ask<G: Rules>(at: At<'_, G>) -> Prompt {
    match at.state.top().map(|open| open.room()) {
        Some(open) => {
            let asked = open.prompt(at);
            Prompt {
                text: asked.text,
                facts: asked.facts,
                stages: vec![open.id()],
                secret: at.game.is_secret(at.state),
            }
        }
        None => Prompt {
            text: Text::new("prompt.over"),
            facts: Vec::new(),
            stages: vec!["over"],
            secret: false,
        },
    }
}

impl<R: Rules> Game for R {
    type State = R::State;
    type Desk = R::Desk;

    fn edition(&self) -> u32 {
        Rules::edition(self)
    }

    fn map(&self) -> &Map {
        self.printed().map
    }

    fn sides(&self) -> &[SideInfo; 2] {
        self.printed().sides
    }

    fn verbs(&self) -> &'static [&'static str] {
        self.printed().verbs
    }

    fn catalogue(&self) -> &Catalogue {
        self.printed().catalogue
    }

    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> R::State {
        Rules::start(self, dice, log)
    }

    fn decider(&self, state: &R::State) -> Option<Side> {
        state.top().filter(|_| !self.is_over(state)).map(|open| open.room().decider(self, state))
    }

    fn list(&self, state: &R::State, desk: &mut R::Desk, out: &mut Choices) {
        if let Some(open) = state.top().filter(|_| !self.is_over(state)) {
            open.room().list(self, state, desk, out);
        }
    }

    fn why_not(&self, at: At<'_, R>, choice: Choice) -> Option<Refusal> {
        let open = at.state.top().filter(|_| !self.is_over(at.state));
        if at.choices.contains(choice) {
            debug_assert!(
                open.is_some_and(|open| open.room().may(at, choice).is_ok()),
                "{choice:?} is listed and denied"
            );
            return None;
        }
        let no = match open {
            Some(open) => match self.names(choice).and_then(|()| open.room().may(at, choice)) {
                Err(no) => no,
                Ok(()) => panic!("{} allows {choice:?} but does not list it", open.room().id()),
            },
            None => No::new(R::OVER.0, R::OVER.1),
        };
        Some(self.deny(at, choice, no))
    }

    fn choose(
        &self,
        state: &mut R::State,
        desk: &R::Desk,
        choice: Choice,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        Rules::choose(self, &mut Play { game: self, state, dice, log }, desk, choice);
    }

    fn make(&self, state: &mut R::State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let reads = state.top().is_some_and(|open| open.room().acts_by_desk());
        let kept = if reads { Kept::of(self, state) } else { Kept::spare() };
        Game::choose(self, state, &kept.desk, choice, dice, log);
        kept.give_back();
    }

    fn passes_by_itself(&self, state: &R::State) -> bool {
        state.top().is_none_or(|open| open.room().passes_by_itself())
    }

    fn hides_nothing(&self) -> bool {
        Rules::hides_nothing(self)
    }

    fn prompt(&self, at: At<'_, R>, viewer: Viewer) -> Prompt {
        Rules::prompt(self, at, viewer)
    }

    fn decisions(&self) -> Vec<&'static str> {
        R::Decision::ids()
    }

    fn decision(&self, state: &R::State) -> Option<&'static str> {
        state.top().filter(|_| !self.is_over(state)).map(|open| open.room().id())
    }

    fn is_secret(&self, state: &R::State) -> bool {
        Rules::is_secret(self, state)
    }

    fn outcome(&self, state: &R::State) -> Option<Outcome> {
        Rules::outcome(self, state)
    }

    fn turn(&self, state: &R::State) -> TurnInfo {
        Rules::turn(self, state)
    }

    fn odds(&self, state: &R::State, viewer: Viewer) -> Option<Odds> {
        Rules::odds(self, state, viewer)
    }

    fn is_about_to_roll(&self, state: &R::State) -> Option<Choice> {
        state.top().and_then(|open| open.room().rolls(self, state))
    }

    fn offers(&self, at: At<'_, R>, viewer: Viewer) -> Vec<Offer> {
        Rules::offers(self, at, viewer)
    }

    fn offer(&self, at: At<'_, R>, choice: Choice) -> Option<Offer> {
        Rules::offer(self, at, choice)
    }

    fn battles(&self, state: &R::State, viewer: Viewer) -> Vec<Battle> {
        Rules::battles(self, state, viewer)
    }

    fn bundles(&self, at: At<'_, R>) -> Vec<Bundle> {
        Rules::bundles(self, at)
    }

    fn leads(&self, state: &R::State) -> bool {
        state.top().is_some_and(|open| open.room().leads())
    }

    fn formation(&self, unit: UnitId) -> Option<&str> {
        Rules::formation(self, unit)
    }

    fn picked(&self, state: &R::State, viewer: Viewer) -> Vec<UnitId> {
        Rules::picked(self, state, viewer)
    }

    fn owed(&self, at: At<'_, R>) -> Vec<Owed> {
        Rules::owed(self, at)
    }

    fn reminders(&self, at: At<'_, R>, _offers: &[Offer]) -> Vec<Owed> {
        Rules::reminders(self, at)
    }

    fn profile(&self, state: &R::State, view: &UnitView) -> Vec<Text> {
        Rules::profile(self, state, view)
    }

    fn units(&self, state: &R::State, viewer: Viewer) -> Vec<UnitView> {
        Rules::units(self, state, viewer)
    }

    fn back(&self, state: &R::State, unit: UnitId, viewer: Viewer) -> Option<FaceShown> {
        Rules::back(self, state, unit, viewer)
    }

    fn boxes(&self, state: &R::State, viewer: Viewer) -> Vec<BoxView> {
        Rules::boxes(self, state, viewer)
    }

    fn tracks(&self, state: &R::State, viewer: Viewer) -> Vec<TrackView> {
        Rules::tracks(self, state, viewer)
    }

    fn signs(&self, state: &R::State, viewer: Viewer) -> Vec<Sign> {
        Rules::signs(self, state, viewer)
    }

    fn points(&self, state: &R::State) -> Points {
        Rules::points(self, state)
    }

    fn victory_points(&self, state: &R::State) -> Option<i32> {
        Rules::victory_points(self, state)
    }

    fn owner(&self, state: &R::State, unit: UnitId) -> Option<Side> {
        Rules::owner(self, state, unit)
    }

    fn overlay(&self, state: &R::State, id: &str, viewer: Viewer) -> Option<Overlay> {
        Rules::overlay(self, state, id, viewer)
    }

    fn overlays(&self) -> &'static [&'static str] {
        self.printed().overlays
    }

    fn books(&self) -> &'static [&'static Rulebook] {
        self.printed().books
    }

    fn find_unit(&self, state: &R::State, id: &str) -> Option<UnitId> {
        Rules::find_unit(self, state, id)
    }

    fn unit_id(&self, state: &R::State, unit: UnitId) -> String {
        Rules::unit_id(self, state, unit)
    }

    fn unit_name(&self, state: &R::State, unit: UnitId) -> Part {
        Rules::unit_name(self, state, unit)
    }

    fn imagine(&self, state: &R::State, viewer: Viewer, rng: &mut ChaCha8Rng) -> R::State {
        Rules::imagine(self, state, viewer, rng)
    }

    fn orders(&self, side: Side) -> Vec<Order> {
        Rules::orders(self, side)
    }

    fn ordered(&self, at: At<'_, R>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        Rules::ordered(self, at, is_on)
    }

    fn check_stored(&self, state: &R::State) -> Result<(), String> {
        Rules::check_stored(self, state)
    }

    fn carry_on(
        &self,
        state: &R::State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<R::State, Box<Refusal>> {
        Rules::carry_on(self, state, dice, log)
    }

    fn check(&self, state: &R::State) -> Result<(), String> {
        Rules::check(self, state)
    }
}
