//! What can be asked of any game.

use crate::decide::At;
use crate::kept::with_desk;
use crate::view::{Battle, BoxView, Bundle, Offer, Overlay, Points, TrackView, UnitView};
use crate::{
    Catalogue, Choice, Choices, Dice, FaceShown, Log, Odds, Outcome, Part, Prompt, Refusal, Rule,
    Rulebook, Text, Viewer,
};
use board::{Map, Problem, Side, Source, UnitId};
use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::hash::Hash;

/// What of `game.toml` every game needs.
#[derive(serde::Deserialize)]
struct GameFile {
    side: Vec<SideInfo>,
}

impl SideInfo {
    /// The two sides in a game file.
    pub fn both(source: &Source) -> Result<[SideInfo; 2], Problem> {
        let file: GameFile = source.parse()?;
        file.side.try_into().map_err(|_| source.problem_anywhere("expected two sides"))
    }

    /// The side that data files, journals and cases call so.
    pub fn named([a, b]: &[SideInfo; 2], name: &str) -> Option<Side> {
        Side::named(name, [&a.id, &b.id])
    }
}

/// A side as the game's data describes it.
#[derive(Clone, Debug, Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct SideInfo {
    /// Its name in data files, journals and cases.
    pub id: String,
    /// What it is called before "side" and "units", if not as in data files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The letter on its mark.
    pub letter: String,
    /// The colour of its counters.
    pub face: String,
    /// The colour of the ink on them.
    pub ink: String,
}

/// Where a game stands in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnInfo {
    /// The number of the turn; 0 during set-up.
    pub n: u16,
    /// The last turn.
    pub of: u16,
    /// What the turn record calls it.
    pub name: String,
    /// The steps of the turn in order, as ids, with the side that acts; which one is now.
    pub phases: Vec<(String, Option<Side>)>,
    /// The index of the present step.
    pub now: usize,
}

/// Something a player may order beforehand for the other's turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Its id in journals.
    pub id: &'static str,
    /// What it says.
    pub text: Text,
    /// The rule that the ordered decision belongs to.
    pub rule: Rule,
}

/// The rules of one game, loaded for one scenario with its options.
///
/// A value of this type is the book and the printed board; [`Game::State`] is the position. All
/// questions are pure and take the state; only [`Game::choose`] changes it. What [`Game::list`] lists is
/// exactly what [`Game::why_not`] does not refuse and what `choose` accepts: the laws check it.
///
/// Nobody implements it by hand: a rule system implements [`Rules`](crate::Rules) and its decisions, and every `Rules`
/// is a `Game`.
pub trait Game: Sized + Send + Sync + 'static {
    /// The position and the flow of the game at one moment: flat, small, without references.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// What the open decision needs, worked out once beside the state.
    type Desk: Default + Send + Sync + 'static;

    /// Raised whenever an accepted journal could replay differently.
    fn edition(&self) -> u32;

    /// The board.
    fn map(&self) -> &Map;

    /// The two sides.
    fn sides(&self) -> &[SideInfo; 2];

    /// The names of the verbs, in the order of their numbers.
    fn verbs(&self) -> &'static [&'static str];

    /// The sentences of this game in a language.
    fn catalogue(&self) -> &Catalogue;

    /// The state at the first decision.
    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> Self::State;

    /// Whose decision it is; `None` when the game is over.
    fn decider(&self, state: &Self::State) -> Option<Side>;

    /// All legal choices, added to `out`. What was searched for them is left in the desk.
    fn list(&self, state: &Self::State, desk: &mut Self::Desk, out: &mut Choices);

    /// Why a choice is not legal; `None` if it is.
    fn why_not(&self, at: At<'_, Self>, choice: Choice) -> Option<Refusal>;

    /// Makes a legal choice, with the desk that its list was made with, and carries the game on to the next
    /// decision.
    fn choose(
        &self,
        state: &mut Self::State,
        desk: &Self::Desk,
        choice: Choice,
        dice: &mut dyn Dice,
        log: &mut Log,
    );

    /// All legal choices of a bare state, sorted, added to `out`.
    fn choices(&self, state: &Self::State, out: &mut Vec<Choice>) {
        with_desk(self, state, |at| out.extend(at.choices.iter()));
    }

    /// Makes a legal choice at a bare state.
    fn make(&self, state: &mut Self::State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let kept = crate::kept::Kept::of(self, state);
        self.choose(state, &kept.desk, choice, dice, log);
        kept.give_back();
    }

    /// The only legal choice of a bare state, if there is exactly one.
    fn only_choice(&self, state: &Self::State) -> Option<Choice> {
        with_desk(self, state, |at| at.choices.only())
    }

    /// Whether a single legal choice may be made here without asking. Where a person would want to look
    /// first, such as before the dice are thrown, it may not.
    fn passes_by_itself(&self, state: &Self::State) -> bool;

    /// Whether both players always know everything.
    fn hides_nothing(&self) -> bool {
        false
    }

    /// What is asked, as `viewer` may read it; a game that hides counters leaves their names out for others.
    fn prompt(&self, at: At<'_, Self>, viewer: Viewer) -> Prompt;

    /// The names of all decisions of the game.
    fn decisions(&self) -> Vec<&'static str>;

    /// The name of the open decision; `None` when the game is over.
    fn decision(&self, state: &Self::State) -> Option<&'static str>;

    /// Whether what is chosen here is known only to the decider until both have decided.
    fn is_secret(&self, state: &Self::State) -> bool;

    /// How the game ended; `None` while it runs.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Where the game stands in time.
    fn turn(&self, state: &Self::State) -> TurnInfo;

    /// The combat that is being built or about to be resolved.
    fn odds(&self, state: &Self::State, viewer: Viewer) -> Option<Odds>;

    /// Whether the choice `roll` of this state resolves exactly the combat of [`Game::odds`].
    fn is_about_to_roll(&self, state: &Self::State) -> Option<Choice>;

    /// The legal choices with what each costs and does.
    fn offers(&self, at: At<'_, Self>, viewer: Viewer) -> Vec<Offer>;

    /// One legal choice with what it costs and does. A game that need not look at all of them for it answers sooner.
    fn offer(&self, at: At<'_, Self>, choice: Choice) -> Option<Offer> {
        let all = self.offers(at, Viewer::Referee);
        all.into_iter().find(|offer| offer.choice == choice)
    }

    /// The combats that are being built or declared and not resolved yet, as `viewer` may know them.
    fn battles(&self, state: &Self::State, viewer: Viewer) -> Vec<Battle> {
        self.odds(state, viewer).iter().map(Battle::of).collect()
    }

    /// Legal choices that players often make one after another, such as all guns in range.
    fn bundles(&self, at: At<'_, Self>) -> Vec<Bundle> {
        let _ = at;
        Vec::new()
    }

    /// Whether counters are sent to hexes here: one is picked and goes, and others can be sent after
    /// the one in hand.
    fn leads(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// The formation that a counter belongs to, where the game has formations.
    fn formation(&self, unit: UnitId) -> Option<&str> {
        let _ = unit;
        None
    }

    /// The counters that the present action has in hand, in the order they were picked.
    fn picked(&self, state: &Self::State, viewer: Viewer) -> Vec<UnitId> {
        let _ = (state, viewer);
        Vec::new()
    }

    /// What is still owed before the present step may end: sentences with the counters and hexes.
    fn owed(&self, at: At<'_, Self>) -> Vec<crate::view::Owed>;

    /// What the decider may have forgotten if he ended the present step now, where `offers` lets him. Nothing
    /// of it is owed: it is a question before the end, and none where there is nothing to tell.
    fn reminders(&self, at: At<'_, Self>, offers: &[Offer]) -> Vec<crate::view::Owed> {
        let _ = (at, offers);
        Vec::new()
    }

    /// A counter in words, as its viewer may know it: what its figures mean, its steps, its supply.
    fn profile(&self, state: &Self::State, view: &UnitView) -> Vec<Text> {
        let _ = (state, view);
        Vec::new()
    }

    /// The counters as `viewer` sees them.
    fn units(&self, state: &Self::State, viewer: Viewer) -> Vec<UnitView>;

    /// What is printed on the other side of a counter that `viewer` may turn over; `None` where there is
    /// nothing or he may not.
    fn back(&self, state: &Self::State, unit: UnitId, viewer: Viewer) -> Option<FaceShown> {
        let _ = (state, unit, viewer);
        None
    }

    /// What lies on the map beside the counters, as `viewer` may know it.
    fn signs(&self, state: &Self::State, viewer: Viewer) -> Vec<crate::view::Sign> {
        let _ = (state, viewer);
        Vec::new()
    }

    /// The boxes beside the map.
    fn boxes(&self, state: &Self::State, viewer: Viewer) -> Vec<BoxView>;

    /// The tracks: weather, air points, replacement factors.
    fn tracks(&self, state: &Self::State, viewer: Viewer) -> Vec<TrackView>;

    /// Who is winning and by what.
    fn points(&self, state: &Self::State) -> Points;

    /// The victory points that decide the outcome, where the game counts such points.
    fn victory_points(&self, state: &Self::State) -> Option<i32> {
        let _ = state;
        None
    }

    /// Whose counter it is, also when it is off the map; `None` if the game does not say. Reports of many games
    /// count losses by it.
    fn owner(&self, state: &Self::State, unit: UnitId) -> Option<Side> {
        let _ = (state, unit);
        None
    }

    /// An overlay of the map by its id; `None` for an id this game does not know.
    fn overlay(&self, state: &Self::State, id: &str, viewer: Viewer) -> Option<Overlay>;

    /// The overlays this game knows.
    fn overlays(&self) -> &'static [&'static str];

    /// The books whose numbers it cites.
    fn books(&self) -> &'static [&'static Rulebook];

    /// The counter called `id` in journals and cases.
    fn find_unit(&self, state: &Self::State, id: &str) -> Option<UnitId>;

    /// What a counter is called in journals and cases.
    fn unit_id(&self, state: &Self::State, unit: UnitId) -> String;

    /// What a person calls a counter.
    fn unit_name(&self, state: &Self::State, unit: UnitId) -> Part;

    /// A full state that agrees with everything `viewer` knows of `state`, the rest drawn anew. Where
    /// everything is open it is the state itself.
    fn imagine(&self, state: &Self::State, viewer: Viewer, rng: &mut ChaCha8Rng) -> Self::State {
        let _ = (viewer, rng);
        state.clone()
    }

    /// The orders a side may leave.
    fn orders(&self, side: Side) -> Vec<Order> {
        let _ = side;
        Vec::new()
    }

    /// What the orders that are on make the decider choose here.
    fn ordered(&self, at: At<'_, Self>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let _ = (at, is_on);
        None
    }

    /// Whether a stored state can be one of this game, so that the rules may be asked about it:
    /// every list has its length, every id names something. The reason if it cannot. A state from
    /// outside is asked this first.
    fn check_stored(&self, state: &Self::State) -> Result<(), String>;

    /// Begins this scenario from the final state of the scenario before it; the reason if it cannot.
    fn carry_on(
        &self,
        state: &Self::State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<Self::State, Box<Refusal>>;

    /// Everything that must hold in every state: the first thing that does not, in words.
    fn check(&self, state: &Self::State) -> Result<(), String>;
}
