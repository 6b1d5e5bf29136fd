//! A game and a state of it, sitting together as a [`Table`].

use crate::kept::Kept;
use crate::seen::Seen;
use crate::shown::{EventShown, OverlayShown, RefusalShown, Shown, TurnShown};
use crate::view::Area;
use crate::{
    Arg, At, Choice, Dice, Event, Game, Log, Names, NotCarried, Odds, Outcome, Table, Text, Verb,
    Viewer, stable_hash,
};
use board::{Side, UnitId};
use hex::{HexId, SideId};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::sync::{Arc, OnceLock};

/// A game with a state of it, and what was prepared for the open decision: at most once, whoever asks.
pub struct Seated<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    state: G::State,
    kept: OnceLock<Box<Kept<G>>>,
    pub(crate) seen: Seen,
}

impl<G: Game> Clone for Seated<G> {
    fn clone(&self) -> Seated<G> {
        Seated::with(Arc::clone(&self.game), self.state.clone())
    }
}

impl<G: Game> Drop for Seated<G> {
    fn drop(&mut self) {
        self.forget();
    }
}

impl<G: Game> Names for Seated<G> {
    fn unit(&self, unit: UnitId) -> String {
        self.game.unit_name(&self.state, unit)
    }

    fn hex(&self, hex: HexId) -> String {
        self.game.map().grid.number(hex)
    }

    fn hex_and_place(&self, hex: HexId) -> String {
        let (map, number) = (self.game.map(), Names::hex(self, hex));
        match map.place_at(hex) {
            Some(place) => format!("{number} {}", place.name),
            None => number,
        }
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
        Seated::with(game, state)
    }

    /// A game at a state of it.
    pub fn with(game: Arc<G>, state: G::State) -> Seated<G> {
        Seated { game, state, kept: OnceLock::new(), seen: Seen::default() }
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The position with what was prepared for the open decision.
    pub fn at_desk(&self) -> At<'_, G> {
        let kept = self.kept.get_or_init(|| Kept::of(&self.game, &self.state));
        kept.at(&self.game, &self.state)
    }

    /// What was prepared belongs to the state as it was.
    fn forget(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.give_back();
        }
    }

    /// A game at a stored state; the reason if the text is none.
    pub fn at(game: Arc<G>, text: &str) -> Result<Seated<G>, String> {
        let state = serde_json::from_str(text).map_err(|e| format!("no stored position: {e}"))?;
        game.check_stored(&state)
            .map_err(|why| format!("no stored position of this game: {why}"))?;
        Ok(Seated::with(game, state))
    }

    /// A game begun from a stored final state of the scenario before it; the answer is why it cannot be.
    pub fn carried(
        game: &Arc<G>,
        text: &str,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<Seated<G>, NotCarried> {
        let before = Seated::at(Arc::clone(game), text)?;
        let state = game
            .carry_on(&before.state, dice, log)
            .map_err(|no| NotCarried::Refused(Box::new(before.refusal_shown(&no))))?;
        Ok(Seated::with(Arc::clone(game), state))
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
        out.extend(self.at_desk().choices.iter());
    }

    fn choices_len(&self) -> usize {
        self.at_desk().choices.len()
    }

    fn nth_choice(&self, n: usize) -> Option<Choice> {
        self.at_desk().choices.nth(n)
    }

    fn why_not(&self, choice: Choice) -> Option<RefusalShown> {
        self.game.why_not(self.at_desk(), choice).map(|r| self.refusal_shown(&r))
    }

    fn choose(&mut self, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let kept = self.kept.take().unwrap_or_else(|| Kept::of(&self.game, &self.state));
        self.game.choose(&mut self.state, &kept.desk, choice, dice, log);
        kept.give_back();
    }

    fn rules_of(&self, choice: Choice) -> Vec<&'static str> {
        let (game, state) = (&self.game, &self.state);
        let rolls = game.is_about_to_roll(state) == Some(choice);
        let odds = rolls.then(|| game.odds(state, Viewer::Referee)).flatten();
        let items = odds.iter().flat_map(Odds::items);
        let mut rules: Vec<&'static str> = items.flat_map(|item| item.rules.numbers()).collect();
        rules.extend(
            game.offer(self.at_desk(), choice)
                .iter()
                .flat_map(|o| &o.effects)
                .map(|e| e.rule.number()),
        );
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    fn decisions(&self) -> Vec<&'static str> {
        self.game.decisions()
    }

    fn decision(&self) -> Option<&'static str> {
        self.game.decision(&self.state)
    }

    fn is_secret(&self) -> bool {
        self.decider().is_some() && self.game.is_secret(&self.state)
    }

    fn passes_by_itself(&self) -> bool {
        self.game.passes_by_itself(&self.state)
    }

    fn only_choice(&self) -> Option<Choice> {
        self.at_desk().choices.only()
    }

    fn hides_nothing(&self) -> bool {
        self.game.hides_nothing()
    }

    fn ordered(&self, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        self.game.ordered(self.at_desk(), is_on)
    }

    fn orders(&self, side: Side) -> Vec<(String, String)> {
        self.game.orders(side).iter().map(|o| (o.id.to_string(), self.say(&o.text))).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn victory_points(&self) -> Option<i32> {
        self.game.victory_points(&self.state)
    }

    fn owner(&self, unit: UnitId) -> Option<Side> {
        self.game.owner(&self.state, unit)
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

    fn shown(&self, viewer: Viewer) -> Shown {
        self.show(viewer)
    }

    fn turn_shown(&self) -> TurnShown {
        Seated::turn_shown(self, self.game.turn(&self.state))
    }

    fn overlay(&self, id: &str, viewer: Viewer) -> Option<OverlayShown> {
        self.game.overlay(&self.state, id, viewer).map(|o| self.overlay_shown(&o))
    }

    fn control(&self) -> Vec<Area> {
        let control = self.game.overlay(&self.state, "control", Viewer::Spectator);
        control.map(|overlay| overlay.areas).unwrap_or_default()
    }

    fn event(&self, event: &Event) -> EventShown {
        self.event_shown(event)
    }

    fn save(&self) -> String {
        serde_json::to_string(&self.state).unwrap_or_default()
    }

    fn at_stored(&self, text: &str) -> Result<Box<dyn Table>, String> {
        Ok(Box::new(Seated::at(Arc::clone(&self.game), text)?))
    }

    fn text(&self, viewer: Viewer) -> String {
        crate::view_text::describe(self, viewer)
    }

    fn imagine(&self, viewer: Viewer, seed: u64) -> Box<dyn Table> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = self.game.imagine(&self.state, viewer, &mut rng);
        Box::new(Seated::with(Arc::clone(&self.game), state))
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

/// A text with one argument that is a word of the catalogue.
impl Text {
    /// The same with a word of the catalogue under a name.
    pub fn word(self, name: &'static str, id: &'static str) -> Text {
        self.with(name, Arg::Word(id))
    }
}
