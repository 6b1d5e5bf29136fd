//! The game as the engine plays it.

use crate::citation::cite;
use crate::game::{EDITION, Wb95};
use crate::state::{AIR, Ending, Phase, Stage, State};
use crate::verb::{DONE, ROLL, SPEC_BRIDGE, VERBS};
use crate::ww3::step::Step;
use board::{Face, Map, Side, UnitId};
use engine::view::{BoxView, Offer, Overlay, Owed, Points, TrackView, UnitView};
use engine::{
    Arg, Catalogue, Choice, Dice, Game, Log, No, Odds, Outcome, Prompt, Refusal, SideInfo, Text,
    TurnInfo, Viewer,
};
use rand::rngs::ChaCha8Rng;

/// What somebody hears who asks for an enemy counter that he may not know [16.1.1].
const UNDER_A_MASK: No = No::new("16.1.1", "no.under-a-mask");

/// The same where masking markers lie on all stacks [16.1.2].
const UNDER_A_MARKER: No = No::new("16.1.2", "no.under-a-mask");

impl Game for Wb95 {
    type State = State;

    fn edition(&self) -> u32 {
        EDITION
    }

    fn map(&self) -> &Map {
        &self.map
    }

    fn sides(&self) -> &[SideInfo; 2] {
        &self.sides
    }

    fn verbs(&self) -> &'static [&'static str] {
        VERBS
    }

    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn start(&self, dice: &mut dyn Dice, log: &mut Log) -> State {
        let mut state = self.initial();
        let before = log.events().len();
        self.advance(&mut state, dice, log);
        self.cite_events(log, before);
        state
    }

    fn decider(&self, state: &State) -> Option<Side> {
        self.stage_side(state)
    }

    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn why_not(&self, state: &State, choice: Choice) -> Option<Refusal> {
        self.test(state, choice).err().map(|no| {
            // Whoever asks for a masked counter by its name learns nothing of where it is.
            let mut no = match self.is_hidden_choice(state, choice) {
                true if self.switches.covered && self.ww3.is_none() => UNDER_A_MARKER,
                true => UNDER_A_MASK,
                false => no,
            };
            no.rule = self.here(no.rule);
            self.mask_refusal(state, no.refusal())
        })
    }

    fn choose(&self, state: &mut State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        let before = log.events().len();
        let unmoved = (self.switches.masking && !log.is_silent()).then(|| state.clone());
        self.act(state, choice, dice, log);
        if let Some(ww3) = &self.ww3 {
            ww3.check_instant(self, state, false, log);
        }
        self.advance(state, dice, log);
        self.see_contacts(state, log);
        if let Some(unmoved) = unmoved {
            self.note_told(&unmoved, state, log);
            self.mask_events(&unmoved, state, log, before);
        }
        self.cite_events(log, before);
    }

    fn passes_by_itself(&self, state: &State) -> bool {
        !matches!(
            state.stage(),
            Some(Stage::Roll | Stage::Attack | Stage::Fire(_) | Stage::Modern(Step::Strike))
        )
    }

    fn only_choice(&self, state: &State) -> Option<Choice> {
        if let Some(Stage::Movement) = state.stage() {
            // A unit that may be picked always has something to do; the phase asks only if there is one.
            let any = self.roster.units().any(|u| self.test(state, Choice::Unit(u)).is_ok());
            let spec = self.test(state, SPEC_BRIDGE).is_ok();
            return (!any && !spec && self.test(state, DONE).is_ok()).then_some(DONE);
        }
        let mut all = Vec::new();
        self.list(state, &mut all);
        match all[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn hides_nothing(&self) -> bool {
        !self.hides()
    }

    fn prompt(&self, state: &State) -> Prompt {
        self.ask_for(state)
    }

    fn prompt_for(&self, state: &State, viewer: Viewer) -> Prompt {
        let mut prompt = self.ask_for(state);
        let mine = self.stage_side(state).is_none_or(|s| viewer.knows_of(s));
        if !mine && self.hides() {
            // Whatever is in hand is the decider's secret.
            let waiting = self.waiting_for(state);
            prompt.text = Text::new(waiting);
            prompt.facts.clear();
            prompt.stages = vec![waiting.trim_start_matches("prompt.others-")];
        }
        prompt
    }

    fn picked(&self, state: &State, viewer: Viewer) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = match state.stage() {
            Some(
                Stage::Moving { unit, .. }
                | Stage::RetreatStep { unit, .. }
                | Stage::Refill(unit)
                | Stage::Enter(unit)
                | Stage::AppearIn(unit)
                | Stage::Pursue(unit)
                | Stage::SetupHex(unit),
            ) => vec![*unit],
            Some(Stage::Attack) => state.combat.iter().flat_map(|c| c.attackers.to_vec()).collect(),
            Some(Stage::Fire(fire)) => fire.guns.to_vec(),
            Some(Stage::Modern(Step::Land(unit) | Step::Airlift(unit))) => vec![*unit],
            _ => Vec::new(),
        };
        units.retain(|&u| self.known(state, viewer, u) == crate::masking::Known::All);
        units
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
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
                    rules: vec![cite(&entry.rule)],
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
                    rules: vec![cite(&victory.scale_rule)],
                })
            }
            Ending::Compared(_) | Ending::Instant(_) | Ending::Placed => {
                self.ww3.as_ref().and_then(|w| w.outcome(state))
            }
        }
    }

    fn turn(&self, state: &State) -> TurnInfo {
        self.turn_info(state)
    }

    fn odds(&self, state: &State, viewer: Viewer) -> Option<Odds> {
        match state.stage()? {
            // While he aims, his guns are his secret; they are masked, or the game has secrets in the air.
            Stage::Fire(_) if self.hides() && !viewer.knows_of(self.active(state)) => None,
            Stage::Fire(fire) => self.fire_odds(state, fire),
            Stage::Modern(Step::Strike | Step::Answer(_)) => {
                self.ww3.as_ref().and_then(|w| w.strike_odds(self, state))
            }
            _ => self.combat_odds(state, viewer),
        }
        .map(|odds| self.mask_odds(state, viewer, self.cite_odds(odds)))
    }

    fn is_about_to_roll(&self, state: &State) -> Option<Choice> {
        match state.stage()? {
            Stage::Roll => Some(ROLL),
            Stage::Modern(Step::Strike) => {
                let strike = state.modern().strike.as_ref()?;
                self.ww3.as_ref()?.row(self, strike).map(|_| ROLL)
            }
            Stage::Fire(_) if self.ww3.is_some() => None,
            Stage::Fire(fire) => {
                (self.may_roll_fire(fire).is_ok() && self.fire_rolls(state, fire)).then_some(ROLL)
            }
            _ => None,
        }
    }

    fn offers(&self, state: &State, _viewer: Viewer) -> Vec<Offer> {
        let mut offers = self.offer_all(state);
        for effect in offers.iter_mut().flat_map(|o| &mut o.effects) {
            effect.rule = self.here(effect.rule);
        }
        offers
    }

    fn owed(&self, state: &State) -> Vec<Owed> {
        let mut owed = self.owed_items(state);
        owed.iter_mut().for_each(|o| o.rule = self.here(o.rule));
        owed
    }

    fn units(&self, state: &State, viewer: Viewer) -> Vec<UnitView> {
        let mut views = self.unit_views(state, viewer);
        self.cite_badges(&mut views);
        views
    }

    fn back(&self, state: &State, unit: UnitId, viewer: Viewer) -> Option<Face> {
        self.other_side(state, unit, viewer)
    }

    fn boxes(&self, state: &State, viewer: Viewer) -> Vec<BoxView> {
        let mut boxes = self.box_views(state, viewer);
        boxes.iter_mut().for_each(|b| self.cite_badges(&mut b.units));
        boxes
    }

    fn tracks(&self, state: &State, viewer: Viewer) -> Vec<TrackView> {
        let mut tracks = self.track_views(state, viewer);
        for track in &mut tracks {
            track.rule = self.here(track.rule);
            track.items.iter_mut().for_each(|(_, rule)| *rule = self.here(rule));
        }
        tracks
    }

    fn points(&self, state: &State) -> Points {
        self.point_views(state)
    }

    fn victory_points(&self, state: &State) -> Option<i32> {
        match &self.ww3 {
            Some(ww3) => Some(ww3.lead(self, state)),
            None => Some(i32::from(self.total(state))),
        }
    }

    fn owner(&self, _state: &State, unit: UnitId) -> Option<Side> {
        (unit.index() < self.roster.len()).then(|| self.side(unit))
    }

    fn overlay(&self, state: &State, id: &str, viewer: Viewer) -> Option<Overlay> {
        let mut overlay = self.overlay_named(state, id, viewer)?;
        overlay.notes.iter_mut().for_each(|n| n.rule = self.here(n.rule));
        Some(overlay)
    }

    fn overlays(&self) -> &'static [&'static str] {
        match self.ww3 {
            Some(_) => {
                &["zones", "supply", "control", "fortifications", "objectives", "markers", "range"]
            }
            None => &["zones", "supply", "control", "fortifications", "objectives", "range"],
        }
    }

    fn find_unit(&self, _state: &State, id: &str) -> Option<UnitId> {
        self.roster.find(id)
    }

    fn unit_id(&self, _state: &State, unit: UnitId) -> String {
        match self.unmask(unit) {
            Some((hex, level)) => format!("masked-{}-{level}", self.map.grid.number(hex)),
            None if unit.index() < self.roster.len() => self.roster.unit(unit).id.clone(),
            None => format!("counter-{}", unit.index()),
        }
    }

    fn unit_name(&self, _state: &State, unit: UnitId) -> String {
        match unit.index() < self.roster.len() {
            true => self.roster.unit(unit).extra.name.clone(),
            false => self.catalogue.word("unit.masked"),
        }
    }

    fn imagine(&self, state: &State, viewer: Viewer, rng: &mut ChaCha8Rng) -> State {
        self.imagined(state, viewer, rng)
    }

    fn check_stored(&self, state: &State) -> Result<(), String> {
        self.stored_fits(state)
    }

    fn carry_on(
        &self,
        before: &State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<State, Box<Refusal>> {
        if let Some(ww3) = &self.ww3 {
            let carried = ww3.carry_on(self, before);
            let mut state = carried.map_err(|no| Box::new(no.refusal()))?;
            let before = log.events().len();
            self.advance(&mut state, dice, log);
            self.mask_events(&state, &state, log, before);
            self.cite_events(log, before);
            return Ok(state);
        }
        // Nothing is carried from one scenario to the other (M3).
        Err(Box::new(No::new(cite(&self.scenario.rule), "no.no-campaign").refusal()))
    }

    fn check(&self, state: &State) -> Result<(), String> {
        let grid = &self.map.grid;
        if !state.position.zones_agree(grid, |u| self.side(u)) {
            return Err(String::from("the counted zones of control differ from the counters"));
        }
        for unit in self.roster.units() {
            let Some(hex) = state.position.hex(unit) else { continue };
            let number = grid.number(hex);
            if state.position.reach(unit) != self.reach(unit, hex) {
                return Err(format!(
                    "{} exerts another zone than its class says",
                    self.roster.unit(unit).id
                ));
            }
            if state.position.stack(hex).any(|u| self.side(u) != self.side(unit)) {
                return Err(format!("units of both sides are in {number}"));
            }
            if state.position.steps(unit) == 0 || self.is_in(state, unit, AIR) {
                return Err(format!("{} is in {number} without a CEL", self.roster.unit(unit).id));
            }
        }
        self.check_stacks(state)?;
        self.check_forts(state)
    }
}

impl Wb95 {
    /// No hex is overfull when the active side can no longer change it [3.2.1].
    fn check_stacks(&self, state: &State) -> Result<(), String> {
        let settled = matches!(state.phase, Phase::Air | Phase::Barrage | Phase::Supply)
            || matches!(state.stage(), Some(Stage::Combat | Stage::Attack | Stage::Roll));
        if !settled {
            return Ok(());
        }
        let limit = self.tables.core.stack_limit;
        let full = Side::BOTH.into_iter().flat_map(|s| self.units_of(state, s));
        match full.map(|(_, h)| h).find(|&h| self.cels_in(state, h) > limit) {
            Some(hex) => Err(format!("{} is overfull", self.map.grid.number(hex))),
            None => Ok(()),
        }
    }

    /// Field fortifications never lie under the enemy [7.1.6].
    fn check_forts(&self, state: &State) -> Result<(), String> {
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
