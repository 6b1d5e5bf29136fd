//! A game and a state of it, sitting together as a [`Table`].

use crate::view::{Area, Badge, Effect, Note, Offer, Overlay, UnitView, View};
use crate::{
    Arg, Choice, Dice, Event, Game, Log, Names, Odds, OddsItem, Outcome, Refusal, Table, Text,
    Verb, Viewer, stable_hash,
};
use board::{Side, UnitId};
use hex::{HexId, SideId};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};
use std::sync::Arc;

/// A game with a state of it.
pub struct Seated<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    /// The state.
    pub state: G::State,
}

impl<G: Game> Clone for Seated<G> {
    fn clone(&self) -> Seated<G> {
        Seated { game: Arc::clone(&self.game), state: self.state.clone() }
    }
}

impl<G: Game> Names for Seated<G> {
    fn unit(&self, unit: UnitId) -> String {
        self.game.unit_name(&self.state, unit)
    }

    fn hex(&self, hex: HexId) -> String {
        self.game.map().grid.number(hex)
    }

    fn hexside(&self, side: SideId) -> String {
        let grid = &self.game.map().grid;
        let (a, b) = grid.hexes_of(side);
        match b.some() {
            Some(b) => format!("{}/{}", grid.number(a), grid.number(b)),
            None => format!("{}/edge", grid.number(a)),
        }
    }

    fn side(&self, side: Side) -> String {
        format!("side.{}", self.game.sides()[side.index()].id)
    }
}

impl<G: Game> Seated<G> {
    /// A new game.
    pub fn new(game: Arc<G>, dice: &mut dyn Dice, log: &mut Log) -> Seated<G> {
        let state = game.start(dice, log);
        Seated { game, state }
    }

    /// A game at a stored state.
    pub fn at(game: Arc<G>, text: &str) -> Result<Seated<G>, String> {
        let state = serde_json::from_str(text).map_err(|e| e.to_string())?;
        Ok(Seated { game, state })
    }

    fn hexes(&self, hexes: &[HexId]) -> Value {
        hexes.iter().map(|&h| Names::hex(self, h)).collect()
    }

    fn unit_ids(&self, units: &[UnitId]) -> Value {
        units.iter().map(|&u| self.game.unit_id(&self.state, u)).collect()
    }

    fn side_id(&self, side: Side) -> &str {
        &self.game.sides()[side.index()].id
    }

    fn refusal(&self, refusal: &Refusal) -> Value {
        json!({
            "text": self.say(&refusal.text),
            "rules": refusal.rules,
            "because": {
                "units": self.unit_ids(&refusal.because.units),
                "hexes": self.hexes(&refusal.because.hexes),
                "sides": refusal.because.sides.iter().map(|&s| self.hexside(s)).collect::<Vec<_>>(),
            },
        })
    }

    fn effect(&self, effect: &Effect) -> Value {
        json!({
            "kind": effect.kind,
            "text": self.say(&effect.text),
            "rule": effect.rule,
            "tone": effect.tone,
        })
    }

    fn offer(&self, offer: &Offer) -> Value {
        let mut value = json!({ "choice": self.write_choice(offer.choice) });
        if let Some(label) = &offer.label {
            value["label"] = json!(self.say(label));
        }
        if let Some(cost) = offer.cost {
            value["cost"] = json!(cost.to_string());
        }
        if !offer.path.is_empty() {
            value["path"] = self.hexes(&offer.path);
        }
        if !offer.effects.is_empty() {
            value["effects"] = offer.effects.iter().map(|e| self.effect(e)).collect();
        }
        if offer.primary {
            value["primary"] = json!(true);
        }
        value
    }

    fn unit_view(&self, view: &UnitView) -> Value {
        let badge = |b: &Badge| json!({ "kind": b.kind, "value": b.value, "text": self.say(&b.text), "rule": b.rule });
        json!({
            "unit": self.game.unit_id(&self.state, view.unit),
            "name": self.game.unit_name(&self.state, view.unit),
            "hex": view.hex.map(|h| Names::hex(self, h)),
            "side": self.side_id(view.side),
            "level": view.level,
            "face": view.face,
            "badges": view.badges.iter().map(badge).collect::<Vec<_>>(),
            "done": view.done,
        })
    }

    fn odds_items(&self, items: &[OddsItem]) -> Value {
        items
            .iter()
            .map(|i| {
                json!({
                    "side": self.side_id(i.side),
                    "text": self.say(&i.text),
                    "value": i.value,
                    "rules": i.rules,
                })
            })
            .collect()
    }

    fn odds_view(&self, odds: &Odds) -> Value {
        let outcomes: Vec<Value> = odds
            .outcomes
            .iter()
            .map(|o| {
                json!({
                    "code": o.code,
                    "text": self.say(&o.text),
                    "rolls": o.rolls,
                    "p": o.p,
                    "good_for": o.good_for.map(|s| self.side_id(s)),
                })
            })
            .collect();
        json!({
            "targets": self.hexes(&odds.targets),
            "attackers": self.unit_ids(&odds.attackers),
            "attacker": self.side_id(odds.attacker),
            "strength": {
                "attacker": odds.strength[odds.attacker],
                "defender": odds.strength[odds.attacker.other()],
            },
            "strengths": self.odds_items(&odds.strengths),
            "columns": odds.columns,
            "from": odds.from,
            "to": odds.to,
            "shifts": self.odds_items(&odds.shifts),
            "dice": odds.dice,
            "modifiers": self.odds_items(&odds.modifiers),
            "outcomes": outcomes,
            "belief": odds.belief.as_ref().map(|t| self.say(t)),
        })
    }

    fn overlay_view(&self, overlay: &Overlay) -> Value {
        let area = |a: &Area| json!({ "kind": a.kind, "side": a.side.map(|s| self.side_id(s)), "hexes": self.hexes(&a.hexes) });
        let note = |n: &Note| {
            json!({
                "unit": n.unit.map(|u| self.game.unit_id(&self.state, u)),
                "hex": Names::hex(self, n.hex),
                "kind": n.kind,
                "text": self.say(&n.text),
                "rule": n.rule,
            })
        };
        object([
            ("areas", overlay.areas.iter().map(area).collect()),
            ("paths", overlay.paths.iter().map(|p| self.hexes(p)).collect()),
            ("notes", overlay.notes.iter().map(note).collect()),
        ])
    }

    fn turn_view(&self) -> Value {
        let turn = self.game.turn(&self.state);
        let phases: Vec<Value> = turn
            .phases
            .iter()
            .enumerate()
            .map(|(i, (id, side))| {
                let state = match i.cmp(&turn.now) {
                    std::cmp::Ordering::Less => "past",
                    std::cmp::Ordering::Equal => "now",
                    std::cmp::Ordering::Greater => "next",
                };
                let label = self.game.catalogue().word(&format!("phase.{id}"));
                json!({ "id": id, "label": label, "side": side.map(|s| self.side_id(s)), "state": state })
            })
            .collect();
        json!({ "n": turn.n, "of": turn.of, "name": turn.name, "phases": phases })
    }

    fn prompt_view(&self, viewer: Viewer) -> Value {
        let Some(decider) = self.game.decider(&self.state) else { return Value::Null };
        let prompt = self.game.prompt_for(&self.state, viewer);
        let mine = viewer.knows_of(decider);
        let hidden = prompt.secret && !mine;
        json!({
            "decider": self.side_id(decider),
            "mine": mine,
            "text": self.say(&prompt.text),
            "facts": if hidden { Vec::new() } else { prompt.facts.iter().map(|t| self.say(t)).collect() },
            "stages": prompt.stages,
            "secret": prompt.secret,
        })
    }

    fn control_view(&self) -> Value {
        // The whole map is one overlay; the view carries only what every screen shows.
        match self.game.overlay(&self.state, "control", Viewer::Spectator) {
            Some(overlay) => self.overlay_view(&overlay)["areas"].take(),
            None => Value::Array(Vec::new()),
        }
    }

    fn outcome_view(&self) -> Value {
        self.game.outcome(&self.state).map_or(Value::Null, |o| {
            json!({
                "winner": o.winner.map(|s| self.side_id(s)),
                "class": o.class,
                "text": self.say(&o.text),
                "rules": o.rules,
            })
        })
    }
}

impl<G: Game> Table for Seated<G> {
    fn any(&self) -> &dyn std::any::Any {
        self
    }

    fn boxed(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn edition(&self) -> u32 {
        self.game.edition()
    }

    fn hash(&self) -> u64 {
        stable_hash(&self.state)
    }

    fn side_ids(&self) -> [String; 2] {
        Side::BOTH.map(|s| self.side_id(s).to_string())
    }

    fn decider(&self) -> Option<Side> {
        self.game.decider(&self.state)
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        self.game.choices(&self.state, out);
    }

    fn why_not(&self, choice: Choice) -> Option<Value> {
        self.game.why_not(&self.state, choice).map(|r| self.refusal(&r))
    }

    fn choose(&mut self, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        self.game.choose(&mut self.state, choice, dice, log);
    }

    fn is_secret(&self) -> bool {
        self.decider().is_some() && self.game.prompt(&self.state).secret
    }

    fn passes_by_itself(&self) -> bool {
        self.game.passes_by_itself(&self.state)
    }

    fn only_choice(&self) -> Option<Choice> {
        self.game.only_choice(&self.state)
    }

    fn hides_nothing(&self) -> bool {
        self.game.hides_nothing()
    }

    fn ordered(&self, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        self.game.ordered(&self.state, is_on)
    }

    fn orders(&self, side: Side) -> Vec<(String, String)> {
        self.game.orders(side).iter().map(|o| (o.id.to_string(), self.say(&o.text))).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn turn(&self) -> u16 {
        self.game.turn(&self.state).n
    }

    fn write_choice(&self, choice: Choice) -> String {
        match choice {
            Choice::Unit(unit) => format!("unit {}", self.game.unit_id(&self.state, unit)),
            Choice::Hex(hex) => format!("hex {}", Names::hex(self, hex)),
            Choice::Hexside(side) => format!("side {}", self.hexside(side)),
            Choice::Verb(Verb(i)) => {
                format!("verb {}", self.game.verbs().get(usize::from(i)).unwrap_or(&"?"))
            }
            Choice::Amount(n) => format!("amount {n}"),
        }
    }

    fn read_choice(&self, text: &str) -> Result<Choice, String> {
        let Some((kind, name)) = text.split_once(' ') else {
            return Err(format!("\"{text}\" is not a choice; expected such as \"hex 0931\""));
        };
        match kind {
            "unit" => self
                .game
                .find_unit(&self.state, name)
                .map(Choice::Unit)
                .ok_or_else(|| format!("there is no unit called \"{name}\"")),
            "hex" => self.game.map().grid.parse(name).map(Choice::Hex).map_err(|e| e.to_string()),
            "side" => self.read_side(name),
            "verb" => self
                .game
                .verbs()
                .iter()
                .position(|v| *v == name)
                .map(|i| Choice::Verb(Verb(i as u16)))
                .ok_or_else(|| format!("this game has no button \"{name}\"")),
            "amount" => name
                .parse()
                .map(Choice::Amount)
                .map_err(|_| format!("\"{name}\" is not a number between 0 and 65535")),
            _ => Err(format!(
                "\"{kind}\" is no kind of choice; expected unit, hex, side, verb or amount"
            )),
        }
    }

    fn say_choice(&self, choice: Choice) -> String {
        match choice {
            Choice::Unit(unit) => Names::unit(self, unit),
            Choice::Hex(hex) => Names::hex(self, hex),
            Choice::Hexside(side) => self.hexside(side),
            Choice::Verb(Verb(i)) => {
                let name = self.game.verbs().get(usize::from(i)).unwrap_or(&"?");
                self.game.catalogue().word(&format!("verb.{name}"))
            }
            Choice::Amount(n) => n.to_string(),
        }
    }

    fn say(&self, text: &Text) -> String {
        self.game.catalogue().render(text, self)
    }

    fn view(&self, viewer: Viewer) -> View {
        let (game, state) = (&self.game, &self.state);
        let mine = game.decider(state).is_some_and(|d| viewer.knows_of(d));
        let offers = if mine { game.offers(state, viewer) } else { Vec::new() };
        let owed: Vec<Value> = game
            .owed(state)
            .iter()
            .map(|o| {
                json!({
                    "text": self.say(&o.text), "rule": o.rule,
                    "units": self.unit_ids(&o.units), "hexes": self.hexes(&o.hexes),
                })
            })
            .collect();
        let boxes: Vec<Value> = game
            .boxes(state, viewer)
            .iter()
            .map(|b| {
                object([
                    ("id", json!(b.id)),
                    ("title", json!(self.say(&b.title))),
                    ("turn", json!(b.turn)),
                    ("side", json!(b.side.map(|s| self.side_id(s)))),
                    ("units", b.units.iter().map(|u| self.unit_view(u)).collect()),
                ])
            })
            .collect();
        let tracks: Vec<Value> = game.tracks(state, viewer).iter().map(|t| json!({
            "id": t.id, "label": self.say(&t.label), "value": self.say(&t.value), "rule": t.rule,
            "items": t.items.iter().map(|(text, rule)| json!({ "text": self.say(text), "rule": rule })).collect::<Vec<_>>(),
        })).collect();
        let points = game.points(state);
        let items: Vec<Value> = points
            .items
            .iter()
            .map(|i| {
                json!({
                    "text": self.say(&i.text), "value": i.value, "rule": i.rule,
                    "hexes": self.hexes(&i.hexes), "side": i.side.map(|s| self.side_id(s)),
                })
            })
            .collect();
        let units = game.units(state, viewer).iter().map(|u| self.unit_view(u)).collect();
        let points =
            [("verdict", json!(self.say(&points.verdict))), ("items", Value::Array(items))];
        object([
            ("turn", self.turn_view()),
            ("prompt", self.prompt_view(viewer)),
            ("choices", offers.iter().map(|o| self.offer(o)).collect()),
            ("owed", Value::Array(owed)),
            ("units", units),
            ("boxes", Value::Array(boxes)),
            ("tracks", Value::Array(tracks)),
            ("points", object(points)),
            ("odds", game.odds(state, viewer).map_or(Value::Null, |o| self.odds_view(&o))),
            ("control", self.control_view()),
            ("overlays", json!(game.overlays())),
            ("outcome", self.outcome_view()),
        ])
    }

    fn overlay(&self, id: &str, viewer: Viewer) -> Option<Value> {
        self.game.overlay(&self.state, id, viewer).map(|o| self.overlay_view(&o))
    }

    fn event(&self, event: &Event, viewer: Viewer) -> Option<Value> {
        event.is_known_to(viewer).then(|| {
            json!({
                "kind": event.kind.name(),
                "text": self.say(&event.text),
                "rules": event.rules.as_slice(),
                "units": self.unit_ids(&event.units),
                "hexes": self.hexes(&event.hexes),
                "moves": event.moves.iter().map(|m| json!({
                    "unit": self.game.unit_id(&self.state, m.unit), "path": self.hexes(&m.path),
                })).collect::<Vec<_>>(),
                "code": event.code,
            })
        })
    }

    fn save(&self) -> String {
        serde_json::to_string(&self.state).unwrap_or_default()
    }

    fn load(&self, text: &str) -> Result<Box<dyn Table>, String> {
        Ok(Box::new(Seated::at(Arc::clone(&self.game), text)?))
    }

    fn text(&self, viewer: Viewer) -> String {
        crate::view_text::describe(self, viewer)
    }

    fn imagine(&self, viewer: Viewer, seed: u64) -> Box<dyn Table> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = self.game.imagine(&self.state, viewer, &mut rng);
        Box::new(Seated { game: Arc::clone(&self.game), state })
    }

    fn check(&self) -> Result<(), String> {
        self.game.check(&self.state)
    }
}

impl<G: Game> Seated<G> {
    fn read_side(&self, name: &str) -> Result<Choice, String> {
        let grid = &self.game.map().grid;
        let (a, b) = name.split_once('/').ok_or_else(|| format!("\"{name}\" is not a hexside"))?;
        let a = grid.parse(a).map_err(|e| e.to_string())?;
        let b = grid.parse(b).map_err(|e| e.to_string())?;
        let side = grid.side_between(a, b);
        side.map(Choice::Hexside).ok_or_else(|| format!("the hexes of {name} are not adjacent"))
    }
}

/// An object of values that are made already; `json!` would copy each of them.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// A text with one argument that is a word of the catalogue.
impl Text {
    /// The same with a word of the catalogue under a name.
    pub fn word(self, name: &'static str, id: &'static str) -> Text {
        self.with(name, Arg::Word(id))
    }
}
