//! What a viewer is shown, in words: the shapes that travel to a browser.
//!
//! [`crate::view`] is what a rule system says, in ids and texts. Here everything is rendered, so that it can be
//! written as JSON in one go. The field names are the protocol ("The protocol" in the book).

use crate::{DiceShape, EventKind, FaceShown, Probability};
use hex::HexNumber;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::ser::Serializer;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

/// Something that was put into words once and is shown again as long as it stays the same.
#[derive(Clone, Debug)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Something that was just put into words.
    pub fn new(shown: T) -> Shared<T> {
        Shared(Arc::new(shown))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// It is sent as what it holds.
impl<T: JsonSchema> JsonSchema for Shared<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The whole table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "View")]
pub struct Shown {
    /// Where the game stands in time.
    pub turn: TurnShown,
    /// What is asked; `None` when the game is over.
    pub prompt: Option<PromptShown>,
    /// What may be chosen, for the decider only.
    pub choices: Vec<OfferShown>,
    /// Choices that can be made together, for the decider only.
    pub bundles: Vec<BundleShown>,
    /// The counters that the present action has in hand.
    pub picked: Vec<String>,
    /// Whether counters are sent to hexes here, and others after the one in hand.
    pub leads: bool,
    /// What lies on the map beside the counters, such as announced air missions.
    pub signs: Vec<SignShown>,
    /// What must be done before the step may end.
    pub owed: Vec<OwedShown>,
    /// What the decider may have forgotten if he ended the step now.
    pub reminders: Vec<OwedShown>,
    /// The counters on the map.
    pub units: Vec<Shared<UnitShown>>,
    /// The boxes beside the map.
    pub boxes: Vec<BoxShown>,
    /// The tracks.
    pub tracks: Vec<TrackShown>,
    /// Who is winning and by what.
    pub points: PointsShown,
    /// The combat that is being built or about to be rolled.
    pub odds: Option<OddsShown>,
    /// The combats that are being built or declared and not resolved yet.
    pub battles: Vec<BattleShown>,
    /// Who controls which hexes.
    pub control: Vec<AreaShown>,
    /// The overlays that can be asked for.
    pub overlays: &'static [&'static str],
    /// How the game ended.
    pub outcome: Option<OutcomeShown>,
}

impl Shown {
    /// Every counter, on the map and beside it.
    pub fn all_units(&self) -> impl Iterator<Item = &Shared<UnitShown>> {
        self.units.iter().chain(self.boxes.iter().flat_map(|b| &b.units))
    }
}

/// Where a game stands in time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurnShown {
    /// The number of the turn.
    pub n: u16,
    /// The last turn.
    pub of: u16,
    /// What the turn record calls it.
    pub name: String,
    /// The steps of the turn.
    pub phases: Vec<PhaseShown>,
}

/// A step of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PhaseShown {
    /// Its id.
    pub id: String,
    /// Its name.
    pub label: String,
    /// Who acts in it.
    pub side: Option<String>,
    /// Whether it is over, under way or to come.
    pub state: PhaseState,
}

/// Where a step of a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhaseState {
    /// It is over.
    Past,
    /// It is under way.
    Now,
    /// It is to come.
    Next,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PromptShown {
    /// Whose decision it is.
    pub decider: String,
    /// Whether it is the viewer's.
    pub mine: bool,
    /// What is asked; whoever does not decide reads what the decider is doing, as `choosing losses`.
    pub text: String,
    /// Where: the hexes that the sentence names, and those of the counters it names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<HexNumber>,
    /// What remains: short fragments.
    pub facts: Vec<String>,
    /// The stages that led here.
    pub stages: Vec<&'static str>,
    /// Whether the other side may not see it until both have decided.
    pub secret: bool,
}

/// A legal choice.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OfferShown {
    /// The choice as it is sent back.
    pub choice: String,
    /// What its button says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The cost to get there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The way there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<HexNumber>,
    /// What follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<EffectShown>,
    /// Whether it is the main button.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub primary: bool,
}

/// Choices that can be made together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BundleShown {
    /// What its button says.
    pub text: String,
    /// The choices as they are sent back, group by group.
    pub groups: Vec<Vec<String>>,
    /// The column of the combat that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Whether its button is the main one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub main: bool,
}

/// A combat that is being built or declared.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BattleShown {
    /// The attacked hexes.
    pub targets: Vec<HexNumber>,
    /// The attackers.
    pub attackers: Vec<String>,
    /// The column as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
}

/// Something that follows from a choice.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EffectShown {
    /// What kind.
    pub kind: &'static str,
    /// In words.
    pub text: String,
    /// The rule.
    pub rule: &'static str,
    /// `good`, `warn` or `bad`.
    pub tone: &'static str,
}

/// Something owed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OwedShown {
    /// In words.
    pub text: String,
    /// The rule.
    pub rule: &'static str,
    /// The counters that owe it.
    pub units: Vec<String>,
    /// The hexes it is owed to.
    pub hexes: Vec<HexNumber>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitShown {
    /// Its id.
    pub unit: String,
    /// Its name.
    pub name: String,
    /// Its hex.
    pub hex: Option<HexNumber>,
    /// Its side.
    pub side: String,
    /// The formation it belongs to, where the viewer may know it.
    pub formation: Option<String>,
    /// Its height in the stack, 0 at the bottom.
    pub level: u8,
    /// What is printed on it; its name is sent as `f`.
    pub face: FaceShown,
    /// Its other side, if the viewer may see it.
    pub back: Option<FaceShown>,
    /// Its markers.
    pub badges: Vec<BadgeShown>,
    /// What its figures mean, its steps and its supply, in words.
    pub profile: String,
    /// Whether it is done in this step.
    pub done: bool,
}

/// A counter as it is sent, with the names of its faces.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Unit")]
struct UnitSent<'a> {
    /// Its id.
    unit: &'a str,
    /// Its name.
    name: &'a str,
    /// Its hex.
    hex: Option<HexNumber>,
    /// Its side.
    side: &'a str,
    /// The formation it belongs to, where the viewer may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    formation: Option<&'a str>,
    /// Its height in the stack, 0 at the bottom.
    level: u8,
    /// What is printed on it; what is not on it is left out.
    face: &'a FaceShown,
    /// The name of the symbol of its face.
    f: &'a str,
    /// The other side of the counter, where the viewer may turn it over.
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<BackShown<'a>>,
    /// Its markers.
    badges: &'a [BadgeShown],
    /// What its figures mean, its steps and its supply, in words.
    #[serde(skip_serializing_if = "str::is_empty")]
    profile: &'a str,
    /// Whether it is done in this step.
    done: bool,
}

impl Serialize for UnitShown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sent = UnitSent {
            unit: &self.unit,
            name: &self.name,
            hex: self.hex,
            side: &self.side,
            formation: self.formation.as_deref(),
            level: self.level,
            face: &self.face,
            f: self.face.name(),
            back: self.back.as_ref().map(|face| BackShown { face, f: face.name() }),
            badges: &self.badges,
            profile: &self.profile,
            done: self.done,
        };
        sent.serialize(serializer)
    }
}

impl JsonSchema for UnitShown {
    fn schema_name() -> Cow<'static, str> {
        UnitSent::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        UnitSent::json_schema(generator)
    }
}

/// The other side of a counter.
#[derive(Serialize, JsonSchema)]
struct BackShown<'a> {
    /// What is printed on it.
    face: &'a FaceShown,
    /// The name of its symbol.
    f: &'a str,
}

/// A marker on a counter.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BadgeShown {
    /// Its shape.
    pub kind: &'static str,
    /// A figure on it.
    pub value: Option<u8>,
    /// What it means.
    pub text: String,
    /// The rule.
    pub rule: &'static str,
}

/// A box beside the map.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BoxShown {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// When its contents arrive.
    pub turn: Option<u16>,
    /// Whose it is.
    pub side: Option<String>,
    /// The counters in it.
    pub units: Vec<Shared<UnitShown>>,
}

/// A track.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TrackShown {
    /// Its id.
    pub id: &'static str,
    /// Its label.
    pub label: String,
    /// What it shows.
    pub value: String,
    /// The rule.
    pub rule: &'static str,
    /// What it is made of.
    pub items: Vec<TrackItemShown>,
}

/// A part of what a track shows.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TrackItemShown {
    /// In words.
    pub text: String,
    /// The rule.
    pub rule: &'static str,
}

/// Who is winning and by what.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PointsShown {
    /// How the sides stand to their goals, in one sentence.
    pub standing: String,
    /// What the outcome would be now.
    pub verdict: String,
    /// What counts towards it.
    pub items: Vec<PointItemShown>,
}

/// One thing that counts towards victory.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PointItemShown {
    /// In words.
    pub text: String,
    /// Its value.
    pub value: String,
    /// The rule.
    pub rule: &'static str,
    /// Where it is.
    pub hexes: Vec<HexNumber>,
    /// Whose it is.
    pub side: Option<String>,
}

/// A combat before the dice.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OddsShown {
    /// The attacked hexes.
    pub targets: Vec<HexNumber>,
    /// The attacking counters.
    pub attackers: Vec<String>,
    /// Who attacks.
    pub attacker: String,
    /// The strengths of both.
    pub strength: StrengthShown,
    /// What was added up to get them.
    pub strengths: Vec<OddsItemShown>,
    /// All columns of the table.
    pub columns: Vec<String>,
    /// The column before shifts.
    pub from: usize,
    /// The column that will be used.
    pub to: usize,
    /// What shifts the column.
    pub shifts: Vec<OddsItemShown>,
    /// Which dice will be thrown.
    pub dice: DiceShape,
    /// What is added to the roll.
    pub modifiers: Vec<OddsItemShown>,
    /// The results.
    pub outcomes: Vec<OddsOutcomeShown>,
    /// What of this can only be believed.
    pub belief: Option<String>,
}

/// The strengths of both sides.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StrengthShown {
    /// Of the attacker.
    pub attacker: String,
    /// Of the defender.
    pub defender: String,
}

/// One thing that counts towards the odds.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OddsItemShown {
    /// Whose it is.
    pub side: String,
    /// What it is.
    pub text: String,
    /// What it adds.
    pub value: String,
    /// The rules.
    pub rules: Vec<&'static str>,
}

/// One result of a combat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OddsOutcomeShown {
    /// The code as printed.
    pub code: String,
    /// In plain words.
    pub text: String,
    /// The modified rolls that give it.
    pub rolls: Vec<u16>,
    /// How likely it is.
    pub p: Probability,
    /// For whom it is good.
    pub good_for: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OutcomeShown {
    /// Who won; `None` for a draw.
    pub winner: Option<String>,
    /// The class of the outcome.
    pub class: String,
    /// The verdict.
    pub text: String,
    /// The rules that decided it.
    pub rules: Vec<&'static str>,
}

/// A layer over the map.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OverlayShown {
    /// Sets of hexes.
    pub areas: Vec<AreaShown>,
    /// Lines from hex to hex.
    pub paths: Vec<Vec<HexNumber>>,
    /// Counters and hexes with something to say about them.
    pub notes: Vec<NoteShown>,
}

/// A set of hexes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AreaShown {
    /// What it is.
    pub kind: &'static str,
    /// Whose.
    pub side: Option<String>,
    /// Its hexes.
    pub hexes: Vec<HexNumber>,
}

/// A counter or hex with something to say about it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NoteShown {
    /// The counter.
    pub unit: Option<String>,
    /// Where.
    pub hex: HexNumber,
    /// What kind.
    pub kind: &'static str,
    /// In words.
    pub text: String,
    /// The rule.
    pub rule: &'static str,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EventShown {
    /// The line of the journal in which it happened.
    pub line: u64,
    /// What kind of thing.
    pub kind: EventKind,
    /// The sentence.
    pub text: String,
    /// The rules that made it so.
    pub rules: Vec<&'static str>,
    /// The counters it is about.
    pub units: Vec<String>,
    /// The hexes it is about.
    pub hexes: Vec<HexNumber>,
    /// The ways counters went.
    pub moves: Vec<MoveShown>,
    /// The code of the result, if a table was read.
    pub code: Option<String>,
    /// What that result means, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The dice as they fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<u16>,
    /// The sum that was looked up, with all modifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<i16>,
    /// Whether counters went where the enemy's line was.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub breakthrough: bool,
}

/// A sign on a hex.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SignShown {
    /// Where.
    pub hex: HexNumber,
    /// Whose.
    pub side: String,
    /// Its shape.
    pub kind: &'static str,
    /// How many it stands for.
    pub n: u8,
    /// What it means.
    pub text: String,
    /// The rule.
    pub rule: &'static str,
}

/// The way a counter went.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MoveShown {
    /// The counter.
    pub unit: String,
    /// Its path, both ends included.
    pub path: Vec<HexNumber>,
}

/// Why a choice is not legal.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RefusalShown {
    /// The sentence.
    pub text: String,
    /// The rules, the deciding one first.
    pub rules: Vec<&'static str>,
    /// What on the map is the reason.
    pub because: BecauseShown,
}

impl RefusalShown {
    /// A refusal that no numbered rule makes.
    pub fn without_rule(text: String) -> RefusalShown {
        RefusalShown { text, rules: Vec::new(), because: BecauseShown::default() }
    }
}

/// The things on the map that are the reason for a refusal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct BecauseShown {
    /// Counters.
    pub units: Vec<String>,
    /// Hexes.
    pub hexes: Vec<HexNumber>,
    /// Hexsides.
    pub sides: Vec<String>,
}
