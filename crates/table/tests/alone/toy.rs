//! A shelf with The Ford on it, a small game with everything that a table must cope with: for the tests, the benches, and
//! whoever builds a client.
#![allow(dead_code)] // not everybody who shares this file needs all of it

use board::Face;
use engine::{DiceSource, Game, Header, Log, Seated, SeededDice, Table};
use ford::Ford;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use table::{
    Begin, Briefing, Digest, DigestRule, DigestSection, Edition, Grid, GridHex, Library, Next,
    Opened, Scenario, Shelf, SideBriefing, SideShown, Thumb,
};

const GAME: &str = "ford";
/// The first scenario, and the one that goes on from its end.
const SCENARIOS: [(&str, &str); 2] = [("dawn", "Dawn"), ("noon", "Noon")];

/// A shelf with the toy game.
pub struct ToyLibrary {
    game: Arc<Ford>,
}

impl ToyLibrary {
    /// The shelf.
    pub fn new() -> ToyLibrary {
        ToyLibrary { game: Arc::new(Ford::new()) }
    }

    /// The rules, for whoever checks them against the server.
    pub fn game(&self) -> &Arc<Ford> {
        &self.game
    }

    /// The picture has 100 units between two hexes and a margin of 100.
    fn place(&self, hex: hex::HexId) -> (f64, f64) {
        let (x, y) = self.game.map().grid.centre(hex);
        (x * 100.0 + 100.0, y * 100.0 + 100.0)
    }
}

impl Default for ToyLibrary {
    fn default() -> ToyLibrary {
        ToyLibrary::new()
    }
}

impl Library for ToyLibrary {
    fn shelf(&self) -> Shelf {
        let side = |i: usize| {
            let info = &self.game.sides()[i];
            SideShown {
                id: info.id.clone(),
                name: self.game.catalogue().word(&format!("side.{}", info.id)),
                letter: info.letter.clone(),
                face: info.face.clone(),
                ink: info.ink.clone(),
            }
        };
        let fog = || board::OptionEntry {
            id: String::from("fog"),
            values: vec![String::from("off"), String::from("on")],
            rule: String::from("1.1"),
            text: String::from("Fog."),
        };
        let scenario = |i: usize| Scenario {
            id: SCENARIOS[i].0.to_string(),
            title: SCENARIOS[i].1.to_string(),
            blurb: String::from("Three turns."),
            turns: 3,
            carries_on: i.checked_sub(1).map(|before| SCENARIOS[before].0.to_string()),
            options: vec![fog()],
        };
        let recruit = table::BotInfo {
            id: mind::RECRUIT.to_string(),
            name: String::from("Recruit"),
            note: String::from("Does anything legal."),
        };
        Shelf {
            games: vec![table::Game {
                id: GAME.to_string(),
                title: String::from("The Ford"),
                subtitle: String::from("a toy"),
                blurb: String::from("Three units a side."),
                designer: String::from("nobody"),
                year: 2026,
                complexity: 1,
                reconstructed: String::new(),
                sides: vec![side(0), side(1)],
                scenarios: vec![scenario(0), scenario(1)],
                bots: vec![recruit],
            }],
        }
    }

    fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Opened, String> {
        let title = SCENARIOS.iter().find(|(id, _)| (game, scenario) == (GAME, *id));
        let (_, title) = title.ok_or("there is no such game or scenario on the shelf")?;
        let known =
            |(name, value): (&String, &String)| name == "fog" && (value == "on" || value == "off");
        if !options.iter().all(known) {
            return Err(String::from("the only option is fog, on or off"));
        }
        let header = Header {
            game: game.to_string(),
            scenario: scenario.to_string(),
            options: options.iter().map(|(k, v)| (k.clone(), v.clone())).collect(),
            edition: self.game.edition(),
            data: String::from("toy"),
            dice: DiceSource::Recorded,
            position: None,
        };
        let game = Arc::clone(&self.game);
        Ok(Opened {
            title: format!("The Ford: {title}"),
            now: Edition::of(&header),
            header,
            start: Arc::new(move |dice, log| -> Box<dyn Table> {
                Box::new(Seated::new(Arc::clone(&game), dice, log))
            }),
            open: false,
        })
    }

    fn open_header(&self, header: &Header) -> Result<Opened, engine::NotCarried> {
        let options = header.options.iter().cloned().collect();
        let opened = self.open(&header.game, &header.scenario, &options)?;
        let opened = Opened { header: header.clone(), ..opened };
        let Some(position) = header.position.clone() else { return Ok(opened) };
        let (game, fresh) = (Arc::clone(&self.game), opened.start);
        Seated::carried(&game, &position, &mut SeededDice::new(0), &mut Log::silent())?;
        let start: Begin = Arc::new(move |dice, log| -> Box<dyn Table> {
            match Seated::carried(&game, &position, dice, log) {
                Ok(seated) => Box::new(seated),
                Err(_) => fresh(dice, log),
            }
        });
        Ok(Opened { start, ..opened })
    }

    fn next(&self, header: &Header) -> Option<Next> {
        let place = SCENARIOS.iter().position(|(id, _)| *id == header.scenario)?;
        let (id, title) = SCENARIOS.get(place + 1)?;
        Some(Next { scenario: id.to_string(), title: title.to_string() })
    }

    fn map_svg(
        &self,
        game: &str,
        _scenario: Option<&str>,
        theme: &str,
        layer: &str,
    ) -> Option<Arc<str>> {
        if game != GAME {
            return None;
        }
        let ground = if theme == "dark" { "#2b2f2a" } else { "#e6e2c8" };
        let mut out =
            String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 720\">");
        for hex in self.game.map().grid.hexes() {
            let (x, y) = self.place(hex);
            let _ = match layer {
                "names" => write!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"14\" text-anchor=\"middle\">{}</text>",
                    y - 30.0,
                    self.game.map().grid.number(hex)
                ),
                _ => write!(
                    out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"48\" fill=\"{ground}\" stroke=\"#777\"/>"
                ),
            };
        }
        out.push_str("</svg>");
        Some(out.into())
    }

    fn thumb(&self, game: &str, theme: &str) -> Option<Thumb> {
        let svg = self.map_svg(game, None, theme, "ground")?;
        Some(Thumb { kind: "image/svg+xml", bytes: svg.as_bytes().into() })
    }

    fn grid(&self, game: &str, _scenario: Option<&str>) -> Option<Grid> {
        let grid = &self.game.map().grid;
        let hex = |hex| {
            let (x, y) = self.place(hex);
            (grid.number(hex), GridHex { x, y, terrain: String::from("clear"), place: None })
        };
        (game == GAME).then(|| Grid {
            orientation: grid.orientation(),
            width: 720.0,
            height: 720.0,
            pitch: 100.0,
            north: 0.0,
            credit: Vec::new(),
            reconstructed: String::new(),
            hexes: grid.hexes().map(hex).collect(),
            pictures: None,
        })
    }

    fn briefing(&self, game: &str, _: &str) -> Option<Briefing> {
        let side = SideBriefing {
            win: vec![String::from("Have more units than the other side at the end.")],
            lose: vec![String::from("The other side has more.")],
            first: vec![String::from("Play a high card to move first.")],
            rules: ["1.2", "4.1"].map(String::from).to_vec(),
        };
        (game == GAME).then(|| Briefing {
            situation: String::from("Two patrols come to one ford."),
            length: String::from("Three turns."),
            objectives: Vec::new(),
            sides: ["red", "blue"].map(|id| (id.to_string(), side.clone())).into(),
        })
    }

    fn rules(&self, game: &str) -> Option<Digest> {
        let rule = |(number, text): (&str, &str)| DigestRule {
            number: number.to_string(),
            text: text.to_string(),
        };
        let rules = [
            ("1.1", "Each side plays a card face down."),
            ("1.2", "The higher card moves first; a die breaks a tie."),
            ("2.1", "A unit moves to a neighbouring hex or attacks the unit there."),
            ("3.1", "The die and the difference of the strengths decide a combat."),
            ("4.1", "Whoever has more units at the end has won."),
        ];
        let title = String::from("All of it");
        let section = DigestSection { title, rules: rules.map(rule).to_vec() };
        (game == GAME).then(|| Digest { sections: vec![section], rulings: Vec::new() })
    }

    fn counter_svg(&self, face: &Face, _is_small: bool) -> String {
        let fill = if face.nation == "german" { "#a33b2e" } else { "#2f5d8c" };
        let text = if face.hidden { "?" } else { &face.figures };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 60\">\
             <rect width=\"60\" height=\"60\" rx=\"6\" fill=\"{fill}\"/>\
             <text x=\"30\" y=\"40\" font-size=\"28\" fill=\"#fff\" text-anchor=\"middle\">{text}</text>\
             </svg>"
        )
    }
}
