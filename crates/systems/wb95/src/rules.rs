//! The game as the engine plays it.

use crate::decision::*;
use crate::state::{AIR, Ending, Phase, Stage};
use crate::verb::STOP;
use engine::view::{Battle, BoxView, Overlay, Owed, Points, Sign, TrackView, UnitView};
use engine::{
    Arg, Dice, FaceShown, Log, Odds, Order, Outcome, Part, Printed, Prompt, Refusal, Rooms, Rules,
    TurnInfo, Viewer,
};
use hex::SideId;
use rand::rngs::ChaCha8Rng;

impl<B: Book> Rules for Wb95<B> {
    type State = State<B>;
    type Decision = Stage<B>;
    type Desk = Desk;

    const OVER: Wrong = (rule!(B, "2.1.1"), "no.over");

    fn edition(&self) -> u32 {
        B::EDITION
    }

    fn printed(&self) -> Printed<'_> {
        Printed {
            map: &self.map,
            sides: &self.sides,
            catalogue: &self.catalogue,
            verbs: B::VERBS,
            buttons: B::BUTTONS,
            overlays: B::OVERLAYS,
            books: self.books,
        }
    }

    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> State<B> {
        let mut state = self.initial();
        self.advance(&mut state, dice, log);
        state
    }

    fn proceed(&self, play: &mut Play<'_, B>) {
        self.next_phase(play.state, play.log);
    }

    fn is_over(&self, state: &State<B>) -> bool {
        state.phase == Phase::Over
    }

    /// Around every choice: victories at once, contacts that are seen, what each side is told.
    fn choose(&self, play: &mut Play<'_, B>, desk: &Desk, choice: Choice) {
        let before = play.log.events().len();
        let masks = self.switches.masking && play.log.is_for_players();
        let unmoved = masks.then(|| play.state.clone());
        let open = play.state.top().cloned().expect("only open decisions are answered");
        open.room().act(play, desk, choice);
        B::check_instant(self, play.state, false, play.log);
        play.run_on();
        self.see_contacts(play.state, play.log);
        if let Some(unmoved) = unmoved {
            self.note_told(&unmoved, play.state, play.log);
            self.mask_events(&unmoved, play.state, play.log, before);
        }
    }

    fn names(&self, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) if unit.index() >= self.roster.len() => {
                Err(No::new(rule!(B, "1.2"), "no.no-such-unit"))
            }
            _ => Ok(()),
        }
    }

    /// Whoever asks for a masked counter by its name learns nothing of where it is [16.1.1], nor where masking
    /// markers lie on all stacks [16.1.2].
    fn deny(&self, at: At<'_, B>, choice: Choice, no: No) -> Refusal {
        let covered = self.switches.covered && B::SENTENCES.seen.is_none();
        let no = match self.is_hidden_choice(at.state, choice) {
            true if covered => No::new(rule!(B, "16.1.2"), "no.under-a-mask"),
            true => No::new(rule!(B, "16.1.1"), "no.under-a-mask"),
            false => no,
        };
        self.mask_refusal(at.state, no.refusal())
    }

    fn hides_nothing(&self) -> bool {
        !self.hides()
    }

    fn is_secret(&self, state: &State<B>) -> bool {
        let hidden_setup = self.switches.masking && state.phase == Phase::Setup;
        state.top().is_some_and(|open| hidden_setup || open.room().is_secret())
    }

    /// Whatever is in hand is the decider's secret.
    fn prompt(&self, at: At<'_, B>, viewer: Viewer) -> Prompt {
        let prompt = engine::ask(at);
        let mine = self.stage_side(at.state).is_none_or(|s| viewer.knows_of(s));
        match mine || !self.hides() {
            true => prompt,
            false => Prompt {
                text: Text::new("prompt.over"),
                facts: Vec::new(),
                stages: vec![self.waiting_for(at.state)],
                ..prompt
            },
        }
    }

    fn picked(&self, state: &State<B>, viewer: Viewer) -> Vec<UnitId> {
        let mut units = state.top().map_or_else(Vec::new, |open| open.room().picked(self, state));
        units.retain(|&u| self.known(state, viewer, u) == crate::masking::Known::All);
        units
    }

    fn outcome(&self, state: &State<B>) -> Option<Outcome> {
        let victory = &self.scenario.victory;
        let ids = [self.sides[0].id.as_str(), self.sides[1].id.as_str()];
        match state.ending.as_ref()? {
            Ending::Automatic(index) => {
                let entry = victory.automatic.get(usize::from(*index))?;
                let winner = self.automatic_side(entry);
                let text = Text::new("outcome.automatic").side(winner);
                Some(Outcome {
                    winner: Some(winner),
                    class: entry.class.clone(),
                    text: text.with("place", Arg::Name(entry.places.join(", "))),
                    rules: [self.cites.automatic[usize::from(*index)]].into(),
                })
            }
            Ending::Points(points) => {
                let step = self.verdict(*points);
                let text = Text::new("outcome.points")
                    .n(*points)
                    .with("class", Arg::Name(step.text.clone()));
                Some(Outcome {
                    winner: Side::named(&step.side, ids),
                    class: step.class.clone(),
                    text,
                    rules: [self.cites.scale].into(),
                })
            }
            Ending::Compared(_) | Ending::Instant(_) | Ending::Placed => B::outcome(self, state),
        }
    }

    fn turn(&self, state: &State<B>) -> TurnInfo {
        self.turn_info(state)
    }

    fn odds(&self, state: &State<B>, viewer: Viewer) -> Option<Odds> {
        let odds = state.top()?.room().odds(self, state, viewer)?;
        Some(self.mask_odds(state, viewer, odds))
    }

    fn battles(&self, state: &State<B>, viewer: Viewer) -> Vec<Battle> {
        match (Rules::odds(self, state, viewer), state.top()) {
            (Some(odds), _) => vec![Battle::of(&odds)],
            (None, Some(open)) => open.room().battles(self, state, viewer),
            (None, None) => Vec::new(),
        }
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Option<Offer> {
        let open = at.state.top()?.room();
        let mut offer = open.offer(at, choice);
        match choice {
            Choice::Hexside(side) => offer.label = Some(self.bridge_label(at.state, side)),
            STOP => offer.label = Some(Text::new(stop_label(open.id()))),
            _ => {}
        }
        offer.effects.extend(B::effect_of_button(choice));
        Some(offer)
    }

    fn signs(&self, state: &State<B>, viewer: Viewer) -> Vec<Sign> {
        self.mission_signs(state, viewer)
    }

    fn formation(&self, unit: UnitId) -> Option<&str> {
        let printed = (unit.index() < self.roster.len()).then(|| &self.roster.unit(unit).extra)?;
        Some(printed.formation.as_str()).filter(|name| !name.is_empty())
    }

    fn orders(&self, _side: Side) -> Vec<Order> {
        self.standing_orders()
    }

    /// Orders answer only in the other side's turn, and only with what is legal.
    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let open = at.state.top()?.room();
        let others = open.decider(self, at.state) != self.active(at.state);
        let choice = others.then(|| open.ordered(at, is_on)).flatten();
        choice.filter(|&choice| at.choices.contains(choice))
    }

    fn owed(&self, at: At<'_, B>) -> Vec<Owed> {
        self.owed_items(at.state)
    }

    fn reminders(&self, at: At<'_, B>) -> Vec<Owed> {
        let open = at.state.top();
        open.map_or_else(Vec::new, |open| open.room().reminders(at))
    }

    fn profile(&self, state: &State<B>, view: &UnitView) -> Vec<Text> {
        self.profile_of(state, view)
    }

    fn units(&self, state: &State<B>, viewer: Viewer) -> Vec<UnitView> {
        self.unit_views(state, viewer)
    }

    fn back(&self, state: &State<B>, unit: UnitId, viewer: Viewer) -> Option<FaceShown> {
        self.other_side(state, unit, viewer)
    }

    fn boxes(&self, state: &State<B>, viewer: Viewer) -> Vec<BoxView> {
        self.box_views(state, viewer)
    }

    fn tracks(&self, state: &State<B>, viewer: Viewer) -> Vec<TrackView> {
        self.track_views(state, viewer)
    }

    fn points(&self, state: &State<B>) -> Points {
        self.point_views(state)
    }

    fn victory_points(&self, state: &State<B>) -> Option<i32> {
        Some(B::lead(self, state).unwrap_or_else(|| i32::from(self.total(state))))
    }

    fn owner(&self, _state: &State<B>, unit: UnitId) -> Option<Side> {
        (unit.index() < self.roster.len()).then(|| self.side(unit))
    }

    fn overlay(&self, state: &State<B>, id: &str, viewer: Viewer) -> Option<Overlay> {
        self.overlay_named(state, id, viewer)
    }

    fn find_unit(&self, _state: &State<B>, id: &str) -> Option<UnitId> {
        self.roster.find(id)
    }

    fn unit_id(&self, _state: &State<B>, unit: UnitId) -> String {
        match self.unmask(unit) {
            Some((hex, level)) => format!("masked-{}-{level}", self.map.grid.number(hex)),
            None => self.roster.id(unit),
        }
    }

    fn unit_name(&self, _state: &State<B>, unit: UnitId) -> Part {
        match unit.index() < self.roster.len() {
            true => Part::Name(self.roster.unit(unit).extra.name.clone()),
            false => Part::word("unit.masked"),
        }
    }

    fn imagine(&self, state: &State<B>, viewer: Viewer, rng: &mut ChaCha8Rng) -> State<B> {
        self.imagined(state, viewer, rng)
    }

    fn check_stored(&self, state: &State<B>) -> Result<(), String> {
        self.stored_fits(state)
    }

    fn carry_on(
        &self,
        before: &State<B>,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<State<B>, Box<Refusal>> {
        if let Some(carried) = B::carry_on(self, before) {
            let mut state = carried.map_err(|no| Box::new(no.refusal()))?;
            let before = log.events().len();
            self.advance(&mut state, dice, log);
            self.mask_events(&state, &state, log, before);
            return Ok(state);
        }
        // Nothing is carried from one scenario to the other (M3).
        Err(Box::new(No::new(self.cites.scenario, "no.no-campaign").refusal()))
    }

    fn check(&self, state: &State<B>) -> Result<(), String> {
        let (grid, position) = (&self.map.grid, &state.position);
        let side = |unit| self.side(unit);
        position.check_zones(grid, side, |unit, hex| self.reach(unit, hex))?;
        position.check_sides(grid, side)?;
        for unit in self.roster.units() {
            let Some(hex) = position.hex(unit) else { continue };
            if state.position.steps(unit) == 0 || self.is_in(state, unit, AIR) {
                let number = grid.number(hex);
                return Err(format!("{} is in {number} without a CEL", self.roster.id(unit)));
            }
        }
        self.check_stacks(state)?;
        self.check_forts(state)
    }
}

impl<B: Book> Wb95<B> {
    /// What is done with a bridge or a river that is chosen.
    fn bridge_label(&self, state: &State<B>, side: SideId) -> Text {
        let id = match self.is_bridged(state, side) {
            true => "verb.bridge-destroy",
            false => "verb.bridge-build",
        };
        Text::new(id).with("bridge", Arg::Hexside(side))
    }

    /// No hex is overstacked when the active side can no longer change it [3.2.1].
    fn check_stacks(&self, state: &State<B>) -> Result<(), String> {
        let settled = matches!(state.phase, Phase::Air | Phase::Barrage | Phase::Supply)
            || matches!(state.stage(), Some(Stage::Combats(_) | Stage::Attack(_) | Stage::Roll(_)));
        if !settled {
            return Ok(());
        }
        let limit = self.tables.core.stack_limit;
        state.position.check_stacks(&self.map.grid, |hex| self.cels_in(state, hex) > limit)
    }

    /// Field fortifications never lie under the enemy [7.1.6].
    fn check_forts(&self, state: &State<B>) -> Result<(), String> {
        for side in Side::BOTH {
            let under = state.forts[side].iter().find(|&h| self.holds(state, side.other(), h));
            if let Some(hex) = under {
                return Err(format!(
                    "fortifications lie under the enemy in {}",
                    self.map.grid.number(hex)
                ));
            }
        }
        Ok(())
    }
}

/// What the button says that ends a move or a retreat early, or takes back what was begun.
fn stop_label(decision: &str) -> &'static str {
    match decision {
        "moving" | "retreat-step" => "verb.stop",
        "enter" => "verb.not-now",
        _ => "verb.cancel",
    }
}
