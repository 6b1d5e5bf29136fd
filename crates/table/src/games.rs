//! What is said of the games: the shelf, the briefings, the digests, and where the hexes lie on a picture.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The games.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Shelf {
    /// All of them.
    pub games: Vec<Game>,
}

/// A game on the shelf.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Game {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its second title.
    pub subtitle: String,
    /// One sentence about it.
    pub blurb: String,
    /// Who designed it.
    pub designer: String,
    /// When it was published.
    pub year: u16,
    /// How hard it is, from 1 to 5.
    pub complexity: u8,
    /// What of it is reconstructed; empty if nothing is.
    pub reconstructed: String,
    /// Its sides.
    pub sides: Vec<SideShown>,
    /// Its scenarios, in the order they are shown.
    pub scenarios: Vec<Scenario>,
    /// The programs that play it.
    pub bots: Vec<BotInfo>,
}

/// A side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Side")]
pub struct SideShown {
    /// Its name in addresses and journals.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The letter on its mark.
    pub letter: String,
    /// The colour of its counters.
    pub face: String,
    /// The colour of the ink on them.
    pub ink: String,
}

/// A scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// One sentence about it.
    pub blurb: String,
    /// How many turns it lasts at most.
    pub turns: u16,
    /// The scenario whose end it may begin from.
    pub carries_on: Option<String>,
    /// Its switches.
    pub options: Vec<board::OptionEntry>,
}

/// A program that plays.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BotInfo {
    /// Its level.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// How it plays.
    pub note: String,
}

/// Where the hexes lie on the map picture, in its units.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Grid {
    /// Which way the hexes stand.
    pub orientation: hex::Orientation,
    /// The width of the picture.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// How far two hexes are apart.
    pub pitch: f64,
    /// Where north is, in degrees clockwise from the top.
    pub north: f64,
    /// The credit lines of the data it was made from.
    pub credit: Vec<String>,
    /// What of it is reconstructed; empty if nothing is.
    pub reconstructed: String,
    /// The hexes by their numbers.
    pub hexes: BTreeMap<String, GridHex>,
    /// The tags by which the pictures may be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<GridPictures>,
}

/// A hex on the picture.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HexInfo")]
pub struct GridHex {
    /// Where its centre is, to the right.
    pub x: f64,
    /// Where its centre is, downwards.
    pub y: f64,
    /// What is printed in it, in words.
    pub terrain: String,
    /// The place in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// The tags of the layers of a picture.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct GridPictures {
    /// The ground.
    pub ground: String,
    /// The names.
    pub names: String,
}

/// What a player reads before the first turn of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Briefing {
    /// The situation, in a paragraph.
    pub situation: String,
    /// How long it takes.
    pub length: String,
    /// The places it is about, as the map names them.
    pub objectives: Vec<String>,
    /// What each side must know.
    #[serde(flatten)]
    pub sides: BTreeMap<String, SideBriefing>,
}

/// What one side must know.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SideBriefing {
    /// How it wins.
    pub win: Vec<String>,
    /// How it loses.
    pub lose: Vec<String>,
    /// What to do first.
    pub first: Vec<String>,
    /// The rules behind it.
    pub rules: Vec<String>,
}

/// The digest of a game's rules.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Digest {
    /// Its sections.
    pub sections: Vec<DigestSection>,
    /// What was decided where the rules are silent.
    pub rulings: Vec<DigestRule>,
}

/// A section of a digest.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DigestSection {
    /// Its title.
    pub title: String,
    /// Its rules.
    pub rules: Vec<DigestRule>,
}

/// A rule or a ruling.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DigestRule {
    /// Its number.
    pub number: String,
    /// What it says.
    pub text: String,
}
