//! What a rule system says of a position, in ids and texts. [`crate::shown`] is the same in words.

use crate::{FaceShown, Part, Rule, Text};
use board::{Side, UnitId};
use hex::{HexId, Mp};

/// Something that follows if a choice is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What kind: `stop`, `attack-owed`, `supply`, `loss`, `rail`, ...
    pub kind: &'static str,
    /// In words.
    pub text: Text,
    /// The rule.
    pub rule: Rule,
    /// `good`, `warn` or `bad`.
    pub tone: &'static str,
}

/// A legal choice with what it costs and does.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The choice.
    pub choice: crate::Choice,
    /// What its button says, for verbs and amounts.
    pub label: Option<Text>,
    /// The total cost to get there, for destinations.
    pub cost: Option<Mp>,
    /// The way there, for destinations.
    pub path: Vec<HexId>,
    /// What follows.
    pub effects: Vec<Effect>,
    /// Whether it is the main button of the decision.
    pub primary: bool,
}

impl Offer {
    /// A choice with nothing to say about it.
    pub fn plain(choice: crate::Choice) -> Offer {
        Offer {
            choice,
            label: None,
            cost: None,
            path: Vec::new(),
            effects: Vec::new(),
            primary: false,
        }
    }

    /// A button.
    pub fn button(choice: crate::Choice, label: Text, primary: bool) -> Offer {
        Offer { label: Some(label), primary, ..Offer::plain(choice) }
    }

    /// The same with another label.
    pub fn labelled(self, id: &'static str) -> Offer {
        Offer { label: Some(Text::new(id)), ..self }
    }
}

/// The counters among offers.
pub fn offered_units(offers: &[Offer]) -> Vec<UnitId> {
    let unit = |o: &Offer| match o.choice {
        crate::Choice::Unit(unit) => Some(unit),
        _ => None,
    };
    offers.iter().filter_map(unit).collect()
}

/// The hexes among offers.
pub fn offered_hexes(offers: &[Offer]) -> Vec<HexId> {
    let hex = |o: &Offer| match o.choice {
        crate::Choice::Hex(hex) => Some(hex),
        _ => None,
    };
    offers.iter().filter_map(hex).collect()
}

/// Something owed before a step may end.
#[derive(Clone, Debug, PartialEq)]
pub struct Owed {
    /// In words, with the number.
    pub text: Text,
    /// The rule.
    pub rule: Rule,
    /// The counters that owe it.
    pub units: Vec<UnitId>,
    /// The hexes it is owed to.
    pub hexes: Vec<HexId>,
}

impl Owed {
    /// Something about counters, with their number; nothing about none.
    pub fn of_units(id: &'static str, rule: Rule, units: Vec<UnitId>) -> Option<Owed> {
        let text = Text::new(id).n(units.len() as i64);
        (!units.is_empty()).then_some(Owed { text, rule, units, hexes: Vec::new() })
    }

    /// Something about hexes, with their number; nothing about none.
    pub fn of_hexes(id: &'static str, rule: Rule, hexes: Vec<HexId>) -> Option<Owed> {
        let text = Text::new(id).n(hexes.len() as i64);
        (!hexes.is_empty()).then_some(Owed { text, rule, units: Vec::new(), hexes })
    }
}

/// A combat that is being built or has been declared, until it is resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// The attacked hexes.
    pub targets: Vec<HexId>,
    /// The attackers, as far as the viewer may know them.
    pub attackers: Vec<UnitId>,
    /// The column as it stands; `None` before there are attackers.
    pub column: Option<String>,
}

impl Battle {
    /// The battle that odds are about.
    pub fn of(odds: &crate::Odds) -> Battle {
        let column = odds.columns.get(odds.to).filter(|_| !odds.attackers.is_empty());
        Battle {
            targets: odds.targets.clone(),
            attackers: odds.attackers.clone(),
            column: column.cloned(),
        }
    }
}

/// Choices that belong together, offered as one button. Each group is made whole or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// What the button says.
    pub text: Text,
    /// The choices, group by group.
    pub groups: Vec<Vec<crate::Choice>>,
    /// The column of the combat that it leads to, as the decider may know it.
    pub column: Option<String>,
    /// Whether it is what most players want next: its button is the main one.
    pub main: bool,
}

impl Bundle {
    /// Choices group by group.
    pub fn new(text: Text, groups: Vec<Vec<crate::Choice>>) -> Bundle {
        Bundle { text, groups, column: None, main: false }
    }

    /// An attack with all these counters, as far as they may join one after another, and its
    /// declaration; `None` if nobody can join or the declaration is refused then. It is the main
    /// button until somebody has joined.
    pub fn attack<G: crate::Game>(
        game: &G,
        state: &G::State,
        units: Vec<crate::Choice>,
        declare: crate::Choice,
    ) -> Option<Bundle> {
        let viewer = crate::Viewer::Player(game.decider(state)?);
        let is_legal = |state: &G::State, choice| {
            crate::with_desk(game, state, |at| at.choices.contains(choice))
        };
        let (mut trial, mut group) = (state.clone(), Vec::new());
        for unit in units {
            if is_legal(&trial, unit) {
                let (mut dice, mut log) = (crate::FixedDice::default(), crate::Log::silent());
                game.make(&mut trial, unit, &mut dice, &mut log);
                group.push(unit);
            }
        }
        if group.is_empty() || !is_legal(&trial, declare) {
            return None;
        }
        let text = Text::new("bundle.attack").n(game.picked(&trial, viewer).len() as i64);
        group.push(declare);
        let main = !is_legal(state, declare);
        let column = game.odds(&trial, viewer).and_then(|odds| Battle::of(&odds).column);
        Some(Bundle { text, groups: vec![group], column, main })
    }

    /// A bundle of single choices; `None` if there are fewer than two, which need no button.
    pub fn singles(text: Text, choices: Vec<crate::Choice>) -> Option<Bundle> {
        let groups: Vec<_> = choices.into_iter().map(|choice| vec![choice]).collect();
        (groups.len() > 1).then(|| Bundle::new(text, groups))
    }
}

/// Something that lies on a hex beside its counters, such as an announced air mission.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// Where.
    pub hex: HexId,
    /// Whose.
    pub side: Side,
    /// Its shape: `air`, ...
    pub kind: &'static str,
    /// How many it stands for.
    pub n: u8,
    /// What it means.
    pub text: Text,
    /// The rule.
    pub rule: Rule,
}

/// A marker on a counter.
#[derive(Clone, Debug, PartialEq)]
pub struct Badge {
    /// Its shape: `unsupplied`, `isolated`, `moved`, `disorganised`, ...
    pub kind: &'static str,
    /// A figure on it, if any.
    pub value: Option<u8>,
    /// What it means.
    pub text: Text,
    /// The rule.
    pub rule: Rule,
}

/// A counter as a viewer sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitView {
    /// The counter.
    pub unit: UnitId,
    /// Its hex, if it lies on the map.
    pub hex: Option<HexId>,
    /// Its side.
    pub side: Side,
    /// Its height in the stack, 0 at the bottom.
    pub level: u8,
    /// What is printed on it.
    pub face: FaceShown,
    /// Its markers.
    pub badges: Vec<Badge>,
    /// Whether it is done in this step.
    pub done: bool,
    /// What else its profile and its back depend on, told apart by a number of the game's own: counters with equal views
    /// read alike.
    pub aspect: u8,
}

/// A box beside the map.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxView {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: Text,
    /// When its contents arrive, if they do.
    pub turn: Option<u16>,
    /// Whose it is.
    pub side: Option<Side>,
    /// The counters in it.
    pub units: Vec<UnitView>,
}

/// A track.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackView {
    /// Its id, which also chooses the icon.
    pub id: &'static str,
    /// Its label.
    pub label: Text,
    /// What it shows.
    pub value: Text,
    /// The rule.
    pub rule: Rule,
    /// What it is made of.
    pub items: Vec<(Text, Rule)>,
}

/// Who is winning and by what.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// How the sides stand to their goals, with the numbers of the scenario: one short phrase, or a few.
    pub standing: Vec<Text>,
    /// What the outcome would be if the game ended now.
    pub verdict: Text,
    /// What counts towards it.
    pub items: Vec<PointItem>,
}

/// One thing that counts towards victory.
#[derive(Clone, Debug, PartialEq)]
pub struct PointItem {
    /// In words.
    pub text: Text,
    /// Its value as shown.
    pub value: Part,
    /// The rule.
    pub rule: Rule,
    /// Where it is.
    pub hexes: Vec<HexId>,
    /// Whose it is, if anybody's.
    pub side: Option<Side>,
}

/// A layer over the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Sets of hexes with the side and the kind of each.
    pub areas: Vec<Area>,
    /// Lines from hex to hex, such as supply paths.
    pub paths: Vec<Vec<HexId>>,
    /// Counters with something to say about them.
    pub notes: Vec<Note>,
}

/// A set of hexes of an overlay.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// What it is: `zone`, `control`, `supplied`, `objective`, ...
    pub kind: &'static str,
    /// Whose.
    pub side: Option<Side>,
    /// Its hexes.
    pub hexes: Vec<HexId>,
}

/// A counter or hex with something to say about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The counter, if it is about one.
    pub unit: Option<UnitId>,
    /// Where.
    pub hex: HexId,
    /// What kind: `unsupplied`, `isolated`, ...
    pub kind: &'static str,
    /// In words.
    pub text: Text,
    /// The rule.
    pub rule: Rule,
}
