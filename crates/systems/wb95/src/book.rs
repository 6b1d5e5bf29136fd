//! What the books of the family say differently, and how a book above this crate is asked.
//!
//! The chapters of this crate are written once for all books. A [`Book`] is a type without a value: the chapters are built for
//! each book anew, so that a question that a book leaves to WB-95 costs nothing. Single sentences are in [`Sentences`]; whole
//! chapters that a game switches on are in [`crate::variant`]; numbers are in the tables.

use crate::citation::{self, Numbers};
use crate::decision::{Asked, Choice, No, Play, State, Wb95};
use crate::entry::Entering;
use crate::field::Destination;
use crate::game::{Due, Setup, Switches, Zone};
use crate::load::Loader;
use crate::orders::NO_MISSIONS;
use crate::own::{NoSection, Section};
use crate::state::{Combat, Fire};
use crate::verb;
use board::{BySide, Control, Side, UnitId};
use engine::case::With;
use engine::view::{Effect, Overlay, Points, TrackView};
use engine::{AnyDecision, Button, Dice, Log, Odds, Outcome, Rooms, Rule, Rulebook, Text, Viewer};
use hex::{HexId, HexSet, Mp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A standing order of a book: its id, its text, the rule of the decision that it answers.
pub type OrderLine = (&'static str, &'static str, Rule);

/// The steps of a turn as they are shown, each with its side, and which of them is now.
pub type Steps = (Vec<(String, Option<Side>)>, usize);

/// A decision of these chapters at which a book may offer buttons of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// While units are moved [3.1].
    Movement,
    /// While a unit is in hand: the unit, and whether it has spent movement points.
    Moving(UnitId, bool),
    /// Before a unit enters [11.1.2].
    Enter(UnitId),
    /// Between combats [5.1].
    Combats,
    /// The support of a combat [5.2.1], of a side.
    Support(Side),
}

/// How stars work [15.1.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stars {
    /// Four colours that void each other; a user is among the losers.
    Colours,
    /// One colour, against mechanised units, a few for each side; a user is the first loser.
    Plain {
        /// The rule by which none of an attacker counts against fortifications.
        fortified: Rule,
        /// The rule by which they count against mechanised regular units.
        mechanised: Rule,
    },
}

/// By which rules masked units are seen for good, in a book where not even their number is known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Units in an enemy zone.
    pub met: Rule,
    /// Units that fight.
    pub fought: Rule,
    /// Units that are struck otherwise.
    pub struck: Rule,
}

/// The sentences of one book: where books say a single sentence of a shared chapter differently. The numbers are those of WB-95.
/// A sentence that only another book has is given with its rule there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentences {
    /// Guns that support an attack must reach an attacked hex, all of them the same; else an attacking one [6.3.2].
    pub support_reaches_target: Option<Rule>,
    /// Support of a defence helps regular units only [6.3.1]; else also guns that are attacked alone.
    pub support_is_for_regulars: bool,
    /// In an enemy zone guns help only their own hex and attacks on a neighbour.
    pub zone_ties_guns: Option<Rule>,
    /// Guns that support a defence from beside an attacker share the result [6.3.5]; else only those on the hex.
    pub defence_shared_beside: bool,
    /// Towed guns in combat set-up turn to transport and retreat; else they stay behind [6.2.4].
    pub guns_retreat: Option<Rule>,
    /// Towed guns in combat set-up may move a single hex.
    pub guns_shift: bool,
    /// Towed guns change their set-up in the Strategic Movement Phase too; else in the Movement Phase only [6.2.4].
    pub guns_turn_in_strategic: bool,
    /// Guns that supported a combat do not pursue after it.
    pub support_bars_pursuit: Option<Rule>,
    /// Guns that are attacked alone defend with one strength point each; else one for the hex [6.6.3].
    pub lone_guns_count: bool,
    /// The headquarters' modifier is used unless the player says otherwise.
    pub hq_is_usual: bool,
    /// Only supplied units spread control [4.3.5].
    pub control_needs_supply: bool,
    /// Headquarters go with a pursuit (R84); else they stay.
    pub hq_pursues: bool,
    /// A headquarters beside the fighting units may be given up for a CEL.
    pub hq_as_loss: Option<Rule>,
    /// Overrun headquarters cost movement points too.
    pub hq_costs_overrun: bool,
    /// A pinned unit may dig although it retreated [7.1.3].
    pub pinned_digs: bool,
    /// Each hex not retreated is paid by a unit that is short of that very hex.
    pub hexes_paid_in_turn: bool,
    /// Bridges have a controller, and headquarters must cover those who rebuild them [14.1.4] [14.2.2].
    pub bridges_are_held: bool,
    /// A line of supply pays for a base without a road.
    pub base_is_paid: bool,
    /// Of equally strong defending hexes the defender chooses the one that counts [5.5.3]; else the better for him counts.
    pub tied_hex_is_chosen: bool,
    /// How stars work.
    pub stars: Stars,
    /// Masked units are seen once and stay so; else a stack is opened for a while [16.1.3].
    pub seen: Option<Seen>,
    /// Guns that support are unmasked too [16.1.3].
    pub support_unmasks: bool,
    /// The rule by which headquarters never attack.
    pub hq_never_attacks: Rule,
    /// A further rule of the roll that resolves a combat [5.2.1].
    pub resolved_also: Option<Rule>,
    /// A further rule of the test of morale [5.6.2].
    pub tested_also: Option<Rule>,
    /// The rule by which a bridge is built where none was.
    pub new_bridges: Option<Rule>,
    /// Regular units may not enter the hex of guns alone, by this rule; else they may [3.1.8].
    pub guns_bar_the_way: Option<Rule>,
    /// On an overstacked hex counters are given up CEL by CEL; else whole (R79).
    pub overstacked_lose_cels: bool,
    /// At the start the zones of the units take control.
    pub zones_take_control: bool,
    /// The first turn is announced with the scenario's dates.
    pub says_begin: bool,
    /// The chapters of the Volkssturm [15.3] and of fortification units [15.4].
    pub militia: bool,
    /// A ranged attack is resolved as soon as it is declared [6.4.2]; else it is answered first.
    pub fire_is_unanswered: bool,
}

impl Sentences {
    /// WB-95: Moscow 1941, Kursk 1943.
    pub const WB95: Sentences = Sentences {
        support_reaches_target: None,
        support_is_for_regulars: true,
        zone_ties_guns: None,
        defence_shared_beside: true,
        guns_retreat: None,
        guns_shift: false,
        guns_turn_in_strategic: false,
        support_bars_pursuit: None,
        lone_guns_count: false,
        hq_is_usual: false,
        control_needs_supply: true,
        hq_pursues: true,
        hq_as_loss: None,
        hq_costs_overrun: false,
        pinned_digs: true,
        hexes_paid_in_turn: false,
        bridges_are_held: true,
        base_is_paid: false,
        tied_hex_is_chosen: true,
        stars: Stars::Colours,
        seen: None,
        support_unmasks: true,
        hq_never_attacks: rule!(Classic, "5.1.10"),
        resolved_also: None,
        tested_also: None,
        new_bridges: None,
        guns_bar_the_way: None,
        overstacked_lose_cels: false,
        zones_take_control: false,
        says_begin: true,
        militia: true,
        fire_is_unanswered: true,
    };
}

/// A book of the family.
///
/// What WB-95 says is written in the chapters. Where another book says it otherwise, or has a decision of its own to put in
/// between, the chapter asks here; the answer of a book that has nothing to say is WB-95's. Answers that are `Option` or
/// `bool` say with `None` or `false` that the chapter goes on as written.
pub trait Book: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// What the book has loaded for a scenario.
    type Loaded: Clone + Debug + Send + Sync;
    /// What the book has in the state.
    type Extra: Clone + Default + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The decisions that only this book has.
    type Decision: Rooms<Wb95<Self>>
        + Clone
        + Eq
        + Hash
        + Debug
        + Serialize
        + DeserializeOwned
        + Send
        + Sync;
    /// Its section of the tables, under `[variant]`.
    type Tables: Section;
    /// Its section of a scenario.
    type Page: Section;

    /// Raised whenever an accepted journal could replay differently.
    const EDITION: u32;
    /// The single sentences.
    const SENTENCES: Sentences;
    /// The buttons: those of WB-95, then its own.
    const BUTTONS: &'static [Button] = verb::BUTTONS;
    /// Their names in journals.
    const VERBS: &'static [&'static str] = verb::VERBS;
    /// The layers over the map.
    const OVERLAYS: &'static [&'static str] = crate::overlays::OVERLAYS;
    /// Standing orders beyond those of WB-95.
    const ORDERS: &'static [OrderLine] = &[];
    /// Files of sentences beyond those of WB-95: name and text.
    const TEXTS: &'static [&'static str] = &[];
    /// What the phase of the barrage is called [2.2].
    const BARRAGE: &'static str = "barrage";
    /// Whether scenarios list who controls what; else the book reads it from its own section.
    const LISTS_CONTROL: bool = true;

    // Reading the files.

    /// Reads what only this book has.
    fn load(loader: &mut Loader<Self>, switches: Option<&Switches>) -> Option<Self::Loaded>;

    /// The side of each faction of the counters.
    fn factions(_: &mut Loader<Self>) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// Entry zones beyond those that the scenario names.
    fn zones_of_edges(_: &mut Loader<Self>, _: Side) -> Vec<Zone> {
        Vec::new()
    }

    /// Reinforcements that come by those zones.
    fn due_by_edges(
        _: &mut Loader<Self>,
        _owner: &[Side],
        _: &BySide<Vec<Zone>>,
        _: &mut [Option<Due>],
    ) {
    }

    // Citing.

    /// How it numbers the sentences of WB-95.
    const NUMBERS: Numbers = Numbers::Same;

    /// The books that a game cites, by the rule that describes its scenario.
    fn books(scenario: &str) -> &'static [&'static Rulebook] {
        citation::books_of(scenario)
    }

    /// The rule by which counters are set up.
    fn rule_of_setup(_: &Wb95<Self>) -> Rule {
        rule!(Self, "SETUP-AID")
    }

    /// Whether columns of lost headquarters are used by a button of these chapters.
    const HAS_POOLS: bool = true;

    /// The rule of support for a side: the attacker's, or the defender's.
    fn rule_for_side(_attacks: bool, rule: Rule) -> Rule {
        rule
    }

    // Set-up, the sequence of play, victory.

    /// Who controls a hex at the start.
    fn control_at_start(game: &Wb95<Self>, hex: HexId) -> Control {
        Control::By(game.start_control[hex.index()])
    }

    /// Prepares the state before the set-up; whether the game begins otherwise than with it.
    fn begin(_: &Wb95<Self>, _: &mut State<Self>) -> bool {
        false
    }

    /// Who sets up first: the side with the initiative.
    fn arranges_first(game: &Wb95<Self>) -> Side {
        game.first
    }

    /// How a counter is set up that the scenario does not list.
    fn linked_setup<'a>(_: &'a Wb95<Self>, _: &State<Self>, _: UnitId) -> Option<&'a Setup> {
        None
    }

    /// The rule that says where counters are set up.
    fn rule_of_place(_: &Wb95<Self>) -> Rule {
        rule!(Self, "SETUP-AID")
    }

    /// What the scenario warns of while units are placed.
    fn warning(_: &Wb95<Self>, _: &State<Self>) -> Option<Text> {
        None
    }

    /// The start of this scenario from the end of the one before it; `None` where nothing is carried.
    fn carry_on(_: &Wb95<Self>, _before: &State<Self>) -> Option<Result<State<Self>, No>> {
        None
    }

    /// Begins the Air Phase in its own way.
    fn begin_air(_: &Wb95<Self>, _: &mut State<Self>, _: &mut Log) -> bool {
        false
    }

    /// Begins what it has in the place of the barrage.
    fn begin_barrage(_: &Wb95<Self>, _: &mut State<Self>, _: Side) -> bool {
        false
    }

    /// Whether a side has anything for that phase beside ammunition.
    fn has_barrage(_: &Wb95<Self>, _: Side) -> bool {
        false
    }

    /// Opens what comes before the Movement Phase of a side.
    fn begin_movement(_: &Wb95<Self>, _: &mut State<Self>, _: Side) {}

    /// Looks for victories at once, at the end of a turn or after a choice.
    fn check_instant(_: &Wb95<Self>, _: &mut State<Self>, _end_of_turn: bool, _: &mut Log) {}

    /// Ends the game after its last turn in its own way.
    fn end_by_points(_: &Wb95<Self>, _: &mut State<Self>, _: &mut Log) -> bool {
        false
    }

    /// How a game ended that did not end by WB-95's scale.
    fn outcome(_: &Wb95<Self>, _: &State<Self>) -> Option<Outcome> {
        None
    }

    // Movement and entry.

    /// Whether a unit may be moved at all.
    fn may_move(_: &Wb95<Self>, _: &State<Self>, _: UnitId) -> Result<(), No> {
        Ok(())
    }

    /// Whether a hex is closed to everybody.
    fn may_enter_hex(_: &State<Self>, _: HexId) -> Result<(), No> {
        Ok(())
    }

    /// Whether a unit may stand on a hex with those that are there.
    fn may_share(_: &Wb95<Self>, _: &State<Self>, _: UnitId, _: HexId) -> Result<(), No> {
        Ok(())
    }

    /// Whether a unit that left the map stays away.
    fn stays_away(_: &Wb95<Self>, _: UnitId) -> bool {
        false
    }

    /// Whether a unit waits off the map since the scenario before.
    fn waits(_: &State<Self>, _: UnitId) -> bool {
        false
    }

    /// The rule by which a unit off the map may not come yet.
    fn rule_of_waiting(_: &Wb95<Self>, _: &State<Self>, _: UnitId) -> Rule {
        rule!(Self, "11.1.3")
    }

    /// Whether a unit may come, before its zones are asked.
    fn may_bring(_: &Wb95<Self>, _: &State<Self>, _: UnitId) -> Option<Result<(), No>> {
        None
    }

    /// How a unit would enter by a hex, or why it may not.
    fn may_enter(
        _: &Wb95<Self>,
        _: &State<Self>,
        _: UnitId,
        _: HexId,
    ) -> Option<Result<Entering, No>> {
        None
    }

    /// What made an entry as it was.
    fn rules_of_entry(_: &Wb95<Self>, _: &State<Self>, _: UnitId, _: HexId) -> Option<Vec<Rule>> {
        None
    }

    /// Counts an entry in its own way.
    fn count_entry(_: &Wb95<Self>, _: &mut State<Self>, _: HexId) -> bool {
        false
    }

    /// Whether a unit in hand may leave the map: its cost.
    fn may_leave(
        _: &Wb95<Self>,
        _: &State<Self>,
        _: UnitId,
        _at: HexId,
        _left: Mp,
    ) -> Option<Result<Mp, No>> {
        None
    }

    // Combat.

    /// Whether two units may not stand or fight together.
    fn quarrel(_: &Wb95<Self>, _: UnitId, _: UnitId) -> bool {
        false
    }

    /// Whether the units of a hex may be made to fight in one combat with those of other hexes.
    fn may_defend_with(
        _: &Wb95<Self>,
        _: &State<Self>,
        _hexes: &[HexId],
        _: HexId,
    ) -> Result<(), No> {
        Ok(())
    }

    /// Whether a unit may fight in a combat with those that fight for its side.
    fn may_fight_with(
        _: &Wb95<Self>,
        _: &State<Self>,
        _: &Combat,
        _: Side,
        _: UnitId,
    ) -> Result<(), No> {
        Ok(())
    }

    /// A combat is declared.
    fn begin_combat(_: &mut State<Self>) {}

    /// What flies for a side in the combat in hand.
    fn air_support(_: &State<Self>, _: Side) -> Option<u16> {
        None
    }

    /// Whether a side may use one more star.
    fn may_use_star(_: &Wb95<Self>, _used: usize, _: UnitId) -> Result<(), No> {
        Ok(())
    }

    /// Whether a headquarters works, and for this unit.
    fn hq_serves(_: &Wb95<Self>, _: &State<Self>, _hq: UnitId, _: UnitId) -> bool {
        true
    }

    /// The columns that a side may use beside its headquarters.
    fn columns_in_reach(_: &Wb95<Self>, _: &State<Self>, _: Side) -> Option<u8> {
        None
    }

    /// Takes such columns.
    fn draw_columns(_: &mut State<Self>, _: Side, _n: u8) -> bool {
        false
    }

    /// How many of them are used, asked in its own words.
    fn ask_columns(_: &State<Self>, _: Side) -> Option<Asked> {
        None
    }

    /// Rewards a side for a headquarters of the other that was lost.
    fn reward_hq(_: &Wb95<Self>, _: &mut State<Self>, _: Side, _: &mut Log) -> bool {
        false
    }

    /// Adds its own sentences to the lines of a combat's sum.
    fn explain(_: &Wb95<Self>, _: &State<Self>, _: &Combat, _: &mut Odds) {}

    /// Resolves a ranged attack in its own way.
    fn plan_fire(_: &Wb95<Self>, _: &mut State<Self>, _: &Fire) -> bool {
        false
    }

    // Disorganisation and supply.

    /// Whether a unit is tested for disorganisation.
    fn is_tested(game: &Wb95<Self>, _: &State<Self>, unit: UnitId) -> bool {
        !game.class(unit).is_hq()
    }

    /// Whether a unit fails such a test.
    fn fails(game: &Wb95<Self>, unit: UnitId, roll: u16) -> bool {
        roll >= game.morale[unit.index()]
    }

    /// Disorganises a unit in its own way.
    fn disorganise(_: &Wb95<Self>, _: &mut State<Self>, _: UnitId, _: &mut Log) -> bool {
        false
    }

    /// Lets units recover at the end of a phase in its own way.
    fn recover(_: &Wb95<Self>, _: &mut State<Self>, _: &mut Log) -> bool {
        false
    }

    /// Closes hexes to a side's lines of supply.
    fn bar_supply(_: &State<Self>, _: Side, _barred: &mut HexSet) {}

    /// The Supply Phase of a side in its own way.
    fn judge_supply(
        _: &Wb95<Self>,
        _: &mut State<Self>,
        _: Side,
        _: &mut dyn Dice,
        _: &mut Log,
    ) -> bool {
        false
    }

    // Buttons of its own in decisions of these chapters.

    /// Its buttons at a decision.
    fn buttons(_: Place) -> &'static [Choice] {
        &[]
    }

    /// Whether one of them may be pressed.
    fn may_press(_: &Wb95<Self>, _: &State<Self>, _: Place, choice: Choice) -> Result<(), No> {
        unreachable!("{choice:?} is no button of this book")
    }

    /// Presses one of them.
    fn press(_: &mut Play<'_, Self>, _: Place, choice: Choice) {
        unreachable!("{choice:?} is no button of this book")
    }

    // What cannot be known.

    /// What a viewer cannot know of its part of a state, made unknown.
    fn forget(_: &mut State<Self>, _: Viewer) {}

    /// Whether a counter has something that everybody sees, so that it keeps its place.
    fn keeps_its_place(_: &State<Self>, _: UnitId) -> bool {
        false
    }

    /// Which parties a unit belongs to that may not be attacked together, where an enemy beside the hex is told; a bit each.
    fn parties(_: &Wb95<Self>, _: &State<Self>, _: UnitId, _: HexId) -> u8 {
        0
    }

    /// The counter that a decision of its own has in hand.
    fn in_hand(_: &mut Self::Decision) -> Option<&mut UnitId> {
        None
    }

    /// Whether a decision of its own belongs to a combat up to its dice.
    fn is_before_dice(_: &Self::Decision) -> bool {
        false
    }

    /// Whether its part of a stored state can be one of this game; the reason if not.
    fn fits(_: &Wb95<Self>, _: &Self::Extra) -> Result<(), String> {
        Ok(())
    }

    // What is shown.

    /// What the others wait for.
    fn waiting_for(_: &State<Self>) -> Option<&'static str> {
        None
    }

    /// The steps of a turn that has others than the phases.
    fn steps(_: &Wb95<Self>, _: &State<Self>) -> Option<Steps> {
        None
    }

    /// The colours of a counter.
    fn palette(_: &Wb95<Self>, _: UnitId) -> Option<&str> {
        None
    }

    /// The colours of a masked counter of a side.
    fn masked_palette(_: Side) -> Option<&'static str> {
        None
    }

    /// What a button uses up, wherever it is offered.
    fn effect_of_button(_: Choice) -> Option<Effect> {
        None
    }

    /// What ending the support of a combat binds.
    fn effect_of_binding(_: &Wb95<Self>, _: &State<Self>, _: Side) -> Option<Effect> {
        None
    }

    /// What it means to let a reinforcement wait.
    fn effect_of_delay() -> Option<Effect> {
        None
    }

    /// What a move leaves behind.
    fn effects_of_move(_: &Wb95<Self>, _: &State<Self>, _: &Destination) -> Vec<Effect> {
        Vec::new()
    }

    /// A layer over the map in its own way.
    fn overlay(_: &Wb95<Self>, _: &State<Self>, _id: &str) -> Option<Overlay> {
        None
    }

    /// Its tracks.
    fn tracks(_: &Wb95<Self>, _: &State<Self>) -> Vec<TrackView> {
        Vec::new()
    }

    /// Who is winning and by what, where both sides score.
    fn points(_: &Wb95<Self>, _: &State<Self>) -> Option<Points> {
        None
    }

    /// By how much the first side leads, where both score.
    fn lead(_: &Wb95<Self>, _: &State<Self>) -> Option<i32> {
        None
    }

    // Cases.

    /// The keys of `with` that only this book has.
    const CASE_KEYS: &'static [&'static str] = &[];

    /// The map of a case took the place of the scenario's: nothing of the scenario lies there.
    fn rebase(_: &mut Wb95<Self>) {}

    /// A counter of a faction joins those of the scenario; the side of the faction.
    fn add_counter(_: &mut Wb95<Self>, _faction: &str) -> Option<Side> {
        None
    }

    /// What a case says of a counter.
    fn arrange_counter(
        _: &mut Wb95<Self>,
        _: &mut State<Self>,
        _: UnitId,
        _: &dyn Fn(&str) -> bool,
    ) {
    }

    /// What a case says of the table.
    fn arrange(_: &Wb95<Self>, _: &mut State<Self>, _: &With<'_>) -> Result<(), String> {
        Ok(())
    }

    /// Makes a position the end of the scenario before this one.
    fn arrange_end(_: &Wb95<Self>, _: &mut State<Self>) -> Result<(), String> {
        Err("nothing is carried here".to_string())
    }

    /// The answer to a question of a case.
    fn answer(_: &Wb95<Self>, _: &State<Self>, _words: &[&str]) -> Option<String> {
        None
    }
}

/// WB-95 itself: Moscow 1941, Kursk 1943.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Classic;

/// The decisions of a book that has none of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoDecision {}

impl<B: Book> Rooms<Wb95<B>> for NoDecision {
    fn ids() -> Vec<&'static str> {
        Vec::new()
    }

    fn room(&self) -> &dyn AnyDecision<Wb95<B>> {
        match *self {}
    }
}

/// The part of the state of a book that has none of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NoExtra {}

impl Book for Classic {
    type Loaded = ();
    type Extra = NoExtra;
    type Decision = NoDecision;
    type Tables = NoSection;
    type Page = NoSection;

    const EDITION: u32 = 4;
    const SENTENCES: Sentences = Sentences::WB95;
    const ORDERS: &'static [OrderLine] =
        &[(NO_MISSIONS, "order.no-missions", rule!(Classic, "8.1.4"))];

    fn load(_: &mut Loader<Classic>, _: Option<&Switches>) -> Option<()> {
        Some(())
    }
}
