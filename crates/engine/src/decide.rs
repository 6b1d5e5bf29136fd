//! A decision in a room of its own: whose it is, what is asked, what may be chosen and why not, what each
//! choice does.
//!
//! A rule system writes one struct for each decision, in the file of its chapter, and one `impl` of
//! [`Decide`] beneath the rules it asks. [`decisions!`](crate::decisions) makes the enum of all of them,
//! which lies on the stack of the state ([`Flow`]). What the engine needs of any decision, whichever
//! it is, it asks through [`AnyDecision`].

use crate::view::{Battle, Bundle, Offer, Owed};
use crate::{Choice, Choices, Dice, Log, No, Odds, Rule, Rules, Text, Viewer};
use board::{Side, UnitId};
use std::fmt::Debug;

/// A position with what was prepared for its open decision.
pub struct At<'a, G: crate::Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// What the decision needs, worked out once.
    pub desk: &'a G::Desk,
    /// What may be chosen.
    pub choices: &'a Choices,
}

impl<G: crate::Game> Clone for At<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: crate::Game> Copy for At<'_, G> {}

/// A position that is being played on: what acts and automatic steps change.
pub struct Play<'a, G: Rules> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a mut G::State,
    /// Where dice come from.
    pub dice: &'a mut dyn Dice,
    /// Where it is told what happens.
    pub log: &'a mut Log,
}

impl<G: Rules> Play<'_, G> {
    /// Opens a decision above the present one.
    pub fn ask(&mut self, decision: impl Into<G::Decision>) {
        self.state.ask(decision);
    }

    /// Closes the present decision.
    pub fn close(&mut self) {
        self.state.close();
    }

    /// Closes the present decision unless there is still something to decide; whether there is.
    pub fn keep_if(&mut self, something: bool) -> bool {
        if !something {
            self.close();
        }
        something
    }

    /// Closes the present decision and opens another in its place.
    pub fn replace(&mut self, decision: impl Into<G::Decision>) {
        self.state.close();
        self.state.ask(decision);
    }

    /// Runs the game on until somebody must decide or it is over.
    pub fn run_on(&mut self) {
        loop {
            let game = self.game;
            match self.state.top().cloned() {
                _ if game.is_over(self.state) => return,
                Some(open) if open.room().waits(self) => return,
                Some(_) => {}
                None => game.proceed(self),
            }
        }
    }
}

/// The stack of open decisions inside a state; the innermost, which is asked, lies on top.
pub trait Flow {
    /// Any decision of the game.
    type Decision;

    /// The open decisions, the innermost last.
    fn open(&self) -> &Vec<Self::Decision>;

    /// The same to be changed.
    fn open_mut(&mut self) -> &mut Vec<Self::Decision>;

    /// The decision that is asked.
    fn top(&self) -> Option<&Self::Decision> {
        self.open().last()
    }

    /// The decision that is asked, to be changed.
    ///
    /// # Panics
    ///
    /// If another one is asked.
    fn asked<'a, D>(&'a mut self) -> &'a mut D
    where
        &'a mut D: TryFrom<&'a mut Self::Decision>,
        Self::Decision: 'a,
    {
        let top = self.open_mut().last_mut().expect("a decision is open");
        top.try_into().ok().expect("the decision that is asked is the one that acts")
    }

    /// Opens a decision above the present one.
    fn ask(&mut self, decision: impl Into<Self::Decision>) {
        self.open_mut().push(decision.into());
    }

    /// Closes the present decision.
    ///
    /// # Panics
    ///
    /// If none is open: whoever closes a decision has been asked it.
    fn close(&mut self) -> Self::Decision {
        self.open_mut().pop().expect("a decision is open")
    }
}

/// What is asked: the sentence, and short fragments of what is left or owed.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The sentence.
    pub text: Text,
    /// The fragments.
    pub facts: Vec<Text>,
}

impl Asked {
    /// The same with a fragment.
    pub fn fact(mut self, fact: Text) -> Asked {
        self.facts.push(fact);
        self
    }
}

impl From<Text> for Asked {
    fn from(text: Text) -> Asked {
        Asked { text, facts: Vec::new() }
    }
}

/// Why a choice of a kind that a decision does not ask for is refused: the rule and the sentence.
pub type Wrong = (Rule, &'static str);

/// One decision of a game.
///
/// `list` and `may` answer the same question, once for all choices and once for a single one with its
/// reason; the laws compare them. `list` may leave in the desk whatever it has found on the way, and `act`,
/// `offer` and the prompt read it there instead of searching again.
pub trait Decide<G: Rules>: Sized {
    /// Its name in prompts, cases, texts and pictures.
    const ID: &'static str;
    /// Why anything that is not asked for is refused.
    const WRONG: Wrong;

    /// Who decides.
    fn decider(&self, game: &G, state: &G::State) -> Side;

    /// Everything that may be chosen. What was searched for it is left in the desk.
    fn list(&self, game: &G, state: &G::State, desk: &mut G::Desk, out: &mut Choices);

    /// Whether a choice is legal, and if not, why: the one test.
    fn may(&self, at: At<'_, G>, choice: Choice) -> Result<(), No>;

    /// Makes a legal choice.
    fn act(&self, play: &mut Play<'_, G>, desk: &G::Desk, choice: Choice);

    /// What is asked.
    fn prompt(&self, at: At<'_, G>) -> Asked;

    /// Whether somebody must answer now. A decision that has become empty, or that only stands for an
    /// automatic step, does its part, closes itself and answers no; then the next on the stack is asked.
    fn waits(&self, play: &mut Play<'_, G>) -> bool {
        let _ = play;
        true
    }

    /// Whether what is chosen here is known only to the decider until both have decided.
    const SECRET: bool = false;

    /// Whether a single legal choice may be made here without asking. Where a person would want to look
    /// first, such as before the dice are thrown, it may not.
    const PASSES: bool = true;

    /// The choice that throws the dice of the combat in [`Decide::odds`].
    const ROLLS: Option<Choice> = None;

    /// The same where it depends on the position.
    fn rolls(&self, game: &G, state: &G::State) -> Option<Choice> {
        let _ = (game, state);
        Self::ROLLS
    }

    /// All its names.
    const NAMES: &'static [&'static str] = &[Self::ID];

    /// Its name, where one struct asks two questions.
    fn name(&self) -> &'static str {
        Self::ID
    }

    /// Whether counters are sent to hexes here: one is picked and goes, and others can be sent after
    /// the one in hand.
    const LEADS: bool = false;

    /// Whether `act` reads what `list` has left in the desk, so that nobody acts without it.
    const ACTS_BY_DESK: bool = false;

    /// A legal choice with what it costs and does; buttons have their label.
    fn offer(&self, at: At<'_, G>, choice: Choice) -> Offer {
        plain_offer(at.game, choice)
    }

    /// The counters in hand.
    fn picked(&self, game: &G, state: &G::State) -> Vec<UnitId> {
        let _ = (game, state);
        Vec::new()
    }

    /// The combat in hand.
    fn odds(&self, game: &G, state: &G::State, viewer: Viewer) -> Option<Odds> {
        let _ = (game, state, viewer);
        None
    }

    /// The combats that are being built or declared.
    fn battles(&self, game: &G, state: &G::State, viewer: Viewer) -> Vec<Battle> {
        self.odds(game, state, viewer).iter().map(Battle::of).collect()
    }

    /// Legal choices that are often made one after another.
    fn bundles(&self, at: At<'_, G>) -> Vec<Bundle> {
        let _ = at;
        Vec::new()
    }

    /// What must be done before the step may end.
    fn owed(&self, at: At<'_, G>) -> Vec<Owed> {
        let _ = at;
        Vec::new()
    }

    /// What may have been forgotten, where the step can be ended.
    fn reminders(&self, at: At<'_, G>) -> Vec<Owed> {
        let _ = at;
        Vec::new()
    }

    /// What the standing orders that are on choose here.
    fn ordered(&self, at: At<'_, G>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let _ = (at, is_on);
        None
    }

    /// The refusal of whatever is not asked for.
    fn wrong() -> No {
        No::new(Self::WRONG.0, Self::WRONG.1)
    }
}

/// A step that nobody decides: it lies on the stack among the decisions and resolves itself when its turn
/// comes. Every one is a [`Decide`] that never waits.
pub trait Automatic<G: Rules> {
    /// Its name in pictures.
    const ID: &'static str;

    /// Does its part. It closes itself, or opens what comes before it can go on.
    fn run(&self, play: &mut Play<'_, G>);
}

impl<G: Rules, A: Automatic<G>> Decide<G> for A {
    const ID: &'static str = A::ID;
    const WRONG: Wrong = G::OVER;

    /// Nobody is asked; a stored state that stops here names somebody.
    fn decider(&self, _: &G, _: &G::State) -> Side {
        Side::A
    }

    fn list(&self, _: &G, _: &G::State, _: &mut G::Desk, _: &mut Choices) {}

    fn may(&self, _: At<'_, G>, _: Choice) -> Result<(), No> {
        Err(Self::wrong())
    }

    fn act(&self, _: &mut Play<'_, G>, _: &G::Desk, choice: Choice) {
        impossible(&A::ID, choice)
    }

    fn prompt(&self, _: At<'_, G>) -> Asked {
        Text::new("prompt.over").into()
    }

    fn waits(&self, play: &mut Play<'_, G>) -> bool {
        self.run(play);
        false
    }
}

/// A choice with the label of its button, if it is one.
pub fn plain_offer<G: Rules>(game: &G, choice: Choice) -> Offer {
    let button = match choice {
        Choice::Verb(verb) => game.printed().buttons.get(usize::from(verb.0)),
        _ => None,
    };
    match button {
        Some(button) => Offer::button(choice, Text::new(button.label), button.primary),
        None => Offer::plain(choice),
    }
}

/// A button of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Button {
    /// Its name in journals.
    pub name: &'static str,
    /// What it says, as an id of the catalogue.
    pub label: &'static str,
    /// Whether it is the main button where it is offered.
    pub primary: bool,
}

impl Button {
    /// No button.
    pub const NONE: Button = Button { name: "", label: "", primary: false };

    /// The buttons before the first of a game.
    pub const FIRST: &[Button] = &[];
}

/// A decision, whichever it is. Every [`Decide`] is one.
pub trait AnyDecision<G: Rules> {
    /// [`Decide::name`].
    fn id(&self) -> &'static str;
    /// [`Decide::decider`].
    fn decider(&self, game: &G, state: &G::State) -> Side;
    /// [`Decide::list`].
    fn list(&self, game: &G, state: &G::State, desk: &mut G::Desk, out: &mut Choices);
    /// [`Decide::may`].
    fn may(&self, at: At<'_, G>, choice: Choice) -> Result<(), No>;
    /// [`Decide::act`].
    fn act(&self, play: &mut Play<'_, G>, desk: &G::Desk, choice: Choice);
    /// [`Decide::prompt`].
    fn prompt(&self, at: At<'_, G>) -> Asked;
    /// [`Decide::waits`].
    fn waits(&self, play: &mut Play<'_, G>) -> bool;
    /// [`Decide::SECRET`].
    fn is_secret(&self) -> bool;
    /// [`Decide::PASSES`].
    fn passes_by_itself(&self) -> bool;
    /// [`Decide::rolls`].
    fn rolls(&self, game: &G, state: &G::State) -> Option<Choice>;
    /// [`Decide::LEADS`].
    fn leads(&self) -> bool;
    /// [`Decide::ACTS_BY_DESK`].
    fn acts_by_desk(&self) -> bool;
    /// [`Decide::offer`].
    fn offer(&self, at: At<'_, G>, choice: Choice) -> Offer;
    /// [`Decide::picked`].
    fn picked(&self, game: &G, state: &G::State) -> Vec<UnitId>;
    /// [`Decide::odds`].
    fn odds(&self, game: &G, state: &G::State, viewer: Viewer) -> Option<Odds>;
    /// [`Decide::battles`].
    fn battles(&self, game: &G, state: &G::State, viewer: Viewer) -> Vec<Battle>;
    /// [`Decide::bundles`].
    fn bundles(&self, at: At<'_, G>) -> Vec<Bundle>;
    /// [`Decide::owed`].
    fn owed(&self, at: At<'_, G>) -> Vec<Owed>;
    /// [`Decide::reminders`].
    fn reminders(&self, at: At<'_, G>) -> Vec<Owed>;
    /// [`Decide::ordered`].
    fn ordered(&self, at: At<'_, G>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice>;
}

impl<G: Rules, D: Decide<G>> AnyDecision<G> for D {
    fn id(&self) -> &'static str {
        self.name()
    }

    fn decider(&self, game: &G, state: &G::State) -> Side {
        Decide::decider(self, game, state)
    }

    fn list(&self, game: &G, state: &G::State, desk: &mut G::Desk, out: &mut Choices) {
        Decide::list(self, game, state, desk, out);
    }

    fn may(&self, at: At<'_, G>, choice: Choice) -> Result<(), No> {
        Decide::may(self, at, choice)
    }

    fn act(&self, play: &mut Play<'_, G>, desk: &G::Desk, choice: Choice) {
        Decide::act(self, play, desk, choice);
    }

    fn prompt(&self, at: At<'_, G>) -> Asked {
        Decide::prompt(self, at)
    }

    fn waits(&self, play: &mut Play<'_, G>) -> bool {
        Decide::waits(self, play)
    }

    fn is_secret(&self) -> bool {
        D::SECRET
    }

    fn passes_by_itself(&self) -> bool {
        D::PASSES
    }

    fn rolls(&self, game: &G, state: &G::State) -> Option<Choice> {
        Decide::rolls(self, game, state)
    }

    fn leads(&self) -> bool {
        D::LEADS
    }

    fn acts_by_desk(&self) -> bool {
        D::ACTS_BY_DESK
    }

    fn offer(&self, at: At<'_, G>, choice: Choice) -> Offer {
        Decide::offer(self, at, choice)
    }

    fn picked(&self, game: &G, state: &G::State) -> Vec<UnitId> {
        Decide::picked(self, game, state)
    }

    fn odds(&self, game: &G, state: &G::State, viewer: Viewer) -> Option<Odds> {
        Decide::odds(self, game, state, viewer)
    }

    fn battles(&self, game: &G, state: &G::State, viewer: Viewer) -> Vec<Battle> {
        Decide::battles(self, game, state, viewer)
    }

    fn bundles(&self, at: At<'_, G>) -> Vec<Bundle> {
        Decide::bundles(self, at)
    }

    fn owed(&self, at: At<'_, G>) -> Vec<Owed> {
        Decide::owed(self, at)
    }

    fn reminders(&self, at: At<'_, G>) -> Vec<Owed> {
        Decide::reminders(self, at)
    }

    fn ordered(&self, at: At<'_, G>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        Decide::ordered(self, at, is_on)
    }
}

/// The enum of all decisions of a game, made by [`decisions!`](crate::decisions).
pub trait Rooms<G: Rules> {
    /// The names of all decisions, in the order of the enum.
    fn ids() -> Vec<&'static str>;

    /// The decision itself.
    fn room(&self) -> &dyn AnyDecision<G>;
}

/// What nobody can choose was chosen: the list and the act of a decision disagree.
///
/// # Panics
///
/// Always.
pub fn impossible(decision: &dyn Debug, choice: Choice) -> ! {
    panic!("{decision:?} was answered with {choice:?}, which it never offers")
}

/// Makes the enum of all decisions of a game from their structs. Each variant is called like the struct
/// it holds; a struct without [`Decide`] does not compile. A variant with braces holds another such enum, whose
/// decisions stand on the same stack. The enum may be generic over one type. `in State: open` says where the state
/// keeps its open decisions, which makes the state a [`Flow`].
///
/// ```ignore
/// engine::decisions! {
///     /// Everything that is decided.
///     pub enum Decision of Game, in State: open { Setup, Movement, Air { Mission } }
/// }
/// engine::decisions! {
///     /// Everything that is decided, with what a book adds.
///     pub enum Stage<B: Book> of Family<B>, in State<B>: open { Setup, Own { Own<B> } }
/// }
/// ```
#[macro_export]
macro_rules! decisions {
    ($(#[$doc:meta])* pub enum $name:ident of $game:ty, in $state:ty: $open:ident {
        $($rooms:tt)*
    }) => {
        $crate::decisions! { $(#[$doc])* pub enum $name of $game { $($rooms)* } }
        $crate::decisions! { @flow [] [$name] $state, $open }
    };
    ($(#[$doc:meta])* pub enum $name:ident<$book:ident: $bound:ident> of $game:ty,
        in $state:ty: $open:ident { $($rooms:tt)* }
    ) => {
        $crate::decisions! { $(#[$doc])* pub enum $name<$book: $bound> of $game { $($rooms)* } }
        $crate::decisions! { @flow [$book: $bound] [$name<$book>] $state, $open }
    };
    ($(#[$doc:meta])* pub enum $name:ident of $game:ty { $($rooms:tt)* }) => {
        $crate::decisions! { @list [[] [] [$(#[$doc])*] $name [$game]] [] $($rooms)* }
    };
    ($(#[$doc:meta])* pub enum $name:ident<$book:ident: $bound:ident> of $game:ty {
        $($rooms:tt)*
    }) => {
        $crate::decisions! {
            @list [[$book: $bound] [$book] [$(#[$doc])*] $name [$game]] [] $($rooms)*
        }
    };
    (@list $head:tt [$($listed:tt)*] $room:ident { $inner:ty } $(, $($rest:tt)*)?) => {
        $crate::decisions! { @list $head [$($listed)* ($room $inner, others)] $($($rest)*)? }
    };
    (@list $head:tt [$($listed:tt)*] $room:ident $(, $($rest:tt)*)?) => {
        $crate::decisions! { @list $head [$($listed)* ($room $room, one)] $($($rest)*)? }
    };
    (@list [$declared:tt $used:tt $docs:tt $name:ident $game:tt] [$($listed:tt)*]) => {
        $crate::decisions! { @enum $declared $docs $name $($listed)* }
        $($crate::decisions! { @into $declared $used $name $listed })*
        $crate::decisions! { @rooms $declared $used $name $game $($listed)* }
    };
    (@enum [$($declared:tt)*] [$(#[$doc:meta])*] $name:ident
        $(($room:ident $held:ty, $kind:ident))*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(bound = "")]
        pub enum $name<$($declared)*> {
            $(
                #[allow(missing_docs)]
                $room($held),
            )*
        }
    };
    (@into [$($declared:tt)*] [$($used:tt)*] $name:ident ($room:ident $held:ty, $kind:ident)) => {
        impl<$($declared)*> From<$held> for $name<$($used)*> {
            fn from(room: $held) -> $name<$($used)*> {
                $name::$room(room)
            }
        }

        impl<'a, $($declared)*> TryFrom<&'a mut $name<$($used)*>> for &'a mut $held {
            type Error = &'a mut $name<$($used)*>;

            fn try_from(open: &'a mut $name<$($used)*>) -> Result<Self, Self::Error> {
                match open {
                    $name::$room(room) => Ok(room),
                    #[allow(unreachable_patterns)]
                    other => Err(other),
                }
            }
        }
    };
    (@rooms [$($declared:tt)*] [$($used:tt)*] $name:ident [$game:ty]
        $(($room:ident $held:ty, $kind:ident))*
    ) => {
        impl<$($declared)*> $crate::Rooms<$game> for $name<$($used)*> {
            fn ids() -> Vec<&'static str> {
                let mut ids = Vec::new();
                $($crate::decisions!(@ids $kind ids $held, $game);)*
                ids
            }

            fn room(&self) -> &dyn $crate::AnyDecision<$game> {
                match self {
                    $($name::$room(room) => $crate::decisions!(@room $kind room),)*
                }
            }
        }
    };
    (@flow [$($declared:tt)*] [$decision:ty] $state:ty, $open:ident) => {
        impl<$($declared)*> $crate::Flow for $state {
            type Decision = $decision;

            fn open(&self) -> &Vec<$decision> {
                &self.$open
            }

            fn open_mut(&mut self) -> &mut Vec<$decision> {
                &mut self.$open
            }
        }
    };
    (@ids one $ids:ident $held:ty, $game:ty) => {
        $ids.extend(<$held as $crate::Decide<$game>>::NAMES)
    };
    (@ids others $ids:ident $held:ty, $game:ty) => {
        $ids.extend(<$held as $crate::Rooms<$game>>::ids())
    };
    (@room one $held:ident) => { $held };
    (@room others $held:ident) => { $crate::Rooms::room($held) };
}

/// Makes the buttons of a game: a constant for each, `VERBS` with their names in journals, and `BUTTONS`.
/// `primary` marks those that are the main button where they are offered. A book that adds to the buttons of others
/// names those first: `after others::BUTTONS;`.
#[macro_export]
macro_rules! verbs {
    (after $first:path; $($verbs:tt)*) => {
        $crate::verbs! { @made [$first] $($verbs)* }
    };
    (@made [$first:path] $($(#[$doc:meta])* $verb:ident = $name:literal $($primary:ident)?;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Numbered { $($verb),* }

        $(
            $(#[$doc])*
            pub const $verb: $crate::Choice = $crate::Choice::Verb($crate::Verb(
                $first.len() as u16 + Numbered::$verb as u16,
            ));
        )*

        const OWN: &[$crate::Button] = &[$($crate::Button {
            name: $name,
            label: concat!("verb.", $name),
            primary: $crate::verbs!(@primary $($primary)?),
        }),*];

        /// The buttons, in the order of their numbers.
        pub const BUTTONS: &[$crate::Button] = &{
            let mut all = [$crate::Button::NONE; $first.len() + OWN.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = if i < $first.len() { $first[i] } else { OWN[i - $first.len()] };
                i += 1;
            }
            all
        };

        /// The names of the buttons, in the order of their numbers.
        pub const VERBS: &[&str] = &{
            let mut all = [""; BUTTONS.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = BUTTONS[i].name;
                i += 1;
            }
            all
        };
    };
    (@primary primary) => { true };
    (@primary) => { false };
    ($($verbs:tt)*) => {
        $crate::verbs! { @made [$crate::Button::FIRST] $($verbs)* }
    };
}
