//! A game that has forgotten which game it is.

use crate::shown::{EventShown, OverlayShown, RefusalShown, Shown, TurnShown};
use crate::view::Area;
use crate::{Choice, Dice, Event, Log, Outcome, Text, Viewer};
use board::{Side, UnitId};
use serde_json::{Value, json};

/// A position of some game that can be played, shown, stored and searched without knowing which game it is.
/// The server, the command line and the bots use it.
pub trait Table: Send + Sync {
    /// The concrete table, for whoever knows which game it is.
    fn any(&self) -> &dyn std::any::Any;
    /// A copy.
    fn boxed(&self) -> Box<dyn Table>;
    /// The rules edition.
    fn edition(&self) -> u32;
    /// The hash of the state.
    fn hash(&self) -> u64;
    /// The names of the sides in journals.
    fn side_ids(&self) -> [String; 2];
    /// Whose decision it is.
    fn decider(&self) -> Option<Side>;
    /// All legal choices.
    fn choices(&self, out: &mut Vec<Choice>);
    /// How many legal choices there are.
    fn choices_len(&self) -> usize;
    /// The legal choice with this number, counted from 0.
    fn nth_choice(&self, n: usize) -> Option<Choice>;
    /// Why a choice is not legal; `None` if it is.
    fn why_not(&self, choice: Choice) -> Option<RefusalShown>;
    /// Makes a legal choice.
    fn choose(&mut self, choice: Choice, dice: &mut dyn Dice, log: &mut Log);
    /// The rules that act when a legal choice is made, beside those that its events cite: what makes up the sum of
    /// the combat that it rolls, and what the choice brings with it. Each once.
    fn rules_of(&self, choice: Choice) -> Vec<&'static str>;
    /// The names of all decisions of the game.
    fn decisions(&self) -> Vec<&'static str>;
    /// The name of the open decision; `None` when the game is over.
    fn decision(&self) -> Option<&'static str>;
    /// Whether what is chosen here is known only to the decider until both have decided.
    fn is_secret(&self) -> bool;
    /// Whether a single legal choice may be made without asking.
    fn passes_by_itself(&self) -> bool;
    /// The only legal choice, if there is exactly one.
    fn only_choice(&self) -> Option<Choice>;
    /// Whether both players always know everything.
    fn hides_nothing(&self) -> bool;
    /// What the standing orders that are on make the decider choose.
    fn ordered(&self, is_on: &dyn Fn(&str) -> bool) -> Option<Choice>;
    /// The standing orders of a side, as id and sentence.
    fn orders(&self, side: Side) -> Vec<(String, String)>;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The victory points, where the game counts such points.
    fn victory_points(&self) -> Option<i32>;
    /// Whose counter it is; `None` if the game does not say.
    fn owner(&self, unit: UnitId) -> Option<Side>;
    /// The number of the turn.
    fn turn(&self) -> u16;
    /// A choice as a journal writes it, such as `hex 0931`.
    fn write_choice(&self, choice: Choice) -> String;
    /// A choice as a journal writes it; a sentence if it is none.
    fn read_choice(&self, text: &str) -> Result<Choice, String>;
    /// A choice in words, such as `13th Army to 1243`.
    fn say_choice(&self, choice: Choice) -> String;
    /// A text as a sentence.
    fn say(&self, text: &Text) -> String;
    /// What `viewer` is shown.
    fn shown(&self, viewer: Viewer) -> Shown;
    /// The same as JSON.
    fn view(&self, viewer: Viewer) -> Value {
        json!(self.shown(viewer))
    }
    /// Where the game stands in time; nobody is kept from knowing it.
    fn turn_shown(&self) -> TurnShown;
    /// An overlay for `viewer`.
    fn overlay(&self, id: &str, viewer: Viewer) -> Option<OverlayShown>;
    /// Who controls which hexes; everybody knows it. Empty if the game does not say.
    fn control(&self) -> Vec<Area>;
    /// An event as whoever may know it is told.
    fn event(&self, event: &Event) -> EventShown;
    /// The state as text, for storing a position.
    fn save(&self) -> String;
    /// The same game at a state that was stored; the reason if the text is none.
    fn at_stored(&self, text: &str) -> Result<Box<dyn Table>, String>;
    /// The position as text, for a terminal.
    fn text(&self, viewer: Viewer) -> String;
    /// A table with the rest drawn anew that `viewer` cannot know.
    fn imagine(&self, viewer: Viewer, seed: u64) -> Box<dyn Table>;
    /// Everything that must hold.
    fn check(&self) -> Result<(), String>;
}
