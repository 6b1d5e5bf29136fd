//! The game as the engine plays it.

use crate::class::Kind;
use crate::data::Weather;
use crate::game::{BattleOfMoscow, EDITION};
use crate::state::{Ending, Phase, Stage, State};
use crate::verb::{CONTINUE, DONE, ROLL, VERBS};
use crate::victory::ending_text;
use board::{Map, Side, UnitId};
use engine::No;
use engine::view::{Battle, BoxView, Bundle, Offer, Overlay, Owed, Points, TrackView, UnitView};
use engine::{
    Catalogue, Choice, Dice, Game, Log, Odds, Order, Outcome, Prompt, Refusal, SideInfo, Text,
    TurnInfo, Viewer,
};

/// Play on although the Germans can no longer win [VIC-6].
const PLAY_ON: &str = "play-on";
/// The first way of a retreat is taken [CRT-6].
const RETREAT_WAY: &str = "retreat-way";

impl Game for BattleOfMoscow {
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
        self.initial(dice, log)
    }

    fn decider(&self, state: &State) -> Option<Side> {
        self.stage_side(state)
    }

    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        self.list(state, out);
    }

    fn why_not(&self, state: &State, choice: Choice) -> Option<Refusal> {
        self.test(state, choice).err().map(No::refusal)
    }

    fn choose(&self, state: &mut State, choice: Choice, dice: &mut dyn Dice, log: &mut Log) {
        self.act(state, choice, dice, log);
        self.advance(state, dice, log);
    }

    fn passes_by_itself(&self, state: &State) -> bool {
        !matches!(state.stage(), Some(Stage::Roll(_) | Stage::Attack(_) | Stage::Join { .. }))
    }

    fn only_choice(&self, state: &State) -> Option<Choice> {
        if matches!(state.stage(), Some(Stage::Movement)) {
            // The step can always end; it asks only if some unit can move.
            let any = state.position.units().any(|u| self.may_move(state, u).is_ok());
            return (!any).then_some(DONE);
        }
        let mut all = Vec::new();
        self.list(state, &mut all);
        match all[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn hides_nothing(&self) -> bool {
        true // [UNT-7]
    }

    fn prompt(&self, state: &State) -> Prompt {
        self.ask_for(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.ending?;
        let (text, rule) = ending_text(ending);
        let (winner, class) = match ending {
            Ending::GermanOccupation => (Some(Side::A), "german-occupation"),
            Ending::GermanIsolation => (Some(Side::A), "german-isolation"),
            Ending::RussianCities => (Some(Side::B), "russian"),
            Ending::RussianMarginal => (Some(Side::B), "russian-marginal"),
            Ending::RussianEarly => (Some(Side::B), "russian-early"),
            Ending::Draw => (None, "draw"),
        };
        let class = class.to_string();
        Some(Outcome { winner, class, text: Text::new(text), rules: vec![rule] })
    }

    fn turn(&self, state: &State) -> TurnInfo {
        self.turn_info(state)
    }

    fn odds(&self, state: &State, _viewer: Viewer) -> Option<Odds> {
        let battle = self.battle_in_hand(state)?;
        (!battle.resolved).then(|| self.battle_odds(state, battle))
    }

    fn is_about_to_roll(&self, state: &State) -> Option<Choice> {
        matches!(state.stage(), Some(Stage::Roll(_))).then_some(ROLL)
    }

    fn offers(&self, state: &State, _viewer: Viewer) -> Vec<Offer> {
        self.offer_all(state)
    }

    fn picked(&self, state: &State, _viewer: Viewer) -> Vec<UnitId> {
        self.picked_units(state)
    }

    fn battles(&self, state: &State, _viewer: Viewer) -> Vec<Battle> {
        self.battles_of(state)
    }

    fn leads(&self, state: &State) -> bool {
        matches!(state.stage(), Some(Stage::Moving { .. }))
    }

    fn bundles(&self, state: &State) -> Vec<Bundle> {
        self.bundles_of(state)
    }

    fn owed(&self, state: &State) -> Vec<Owed> {
        self.owed_items(state)
    }

    fn reminders(&self, state: &State, offers: &[Offer]) -> Vec<Owed> {
        self.reminders_of(state, offers)
    }

    fn profile(&self, state: &State, view: &UnitView) -> Vec<Text> {
        self.profile_of(state, view)
    }

    fn units(&self, state: &State, _viewer: Viewer) -> Vec<UnitView> {
        self.unit_views(state)
    }

    fn boxes(&self, state: &State, _viewer: Viewer) -> Vec<BoxView> {
        self.box_views(state)
    }

    fn tracks(&self, state: &State, _viewer: Viewer) -> Vec<TrackView> {
        self.track_views(state)
    }

    fn points(&self, state: &State) -> Points {
        self.point_views(state)
    }

    fn owner(&self, state: &State, unit: UnitId) -> Option<Side> {
        (unit.index() < state.position.len()).then(|| self.side(state, unit))
    }

    fn overlay(&self, state: &State, id: &str, _viewer: Viewer) -> Option<Overlay> {
        match id.strip_prefix("range:") {
            Some(unit) => Some(self.range_overlay(state, self.find_unit(state, unit)?)),
            None => self.overlay_named(state, id),
        }
    }

    fn overlays(&self) -> &'static [&'static str] {
        &["zones", "supply", "control", "rails", "range"]
    }

    fn find_unit(&self, state: &State, id: &str) -> Option<UnitId> {
        if let Some(unit) = self.roster.find(id) {
            return Some(unit);
        }
        let (kind, number) = id.rsplit_once('-')?;
        let number: usize = number.parse().ok()?;
        let index = self.roster.len() + number.checked_sub(1)?;
        let unit = UnitId::new(u16::try_from(index).ok()?);
        (index < state.position.len() && spawned_word(self.kind(state, unit)) == kind)
            .then_some(unit)
    }

    fn unit_id(&self, state: &State, unit: UnitId) -> String {
        match unit.index().checked_sub(self.roster.len()) {
            None => self.roster.unit(unit).id.clone(),
            Some(i) if unit.index() < state.position.len() => {
                format!("{}-{}", spawned_word(self.kind(state, unit)), i + 1)
            }
            Some(i) => format!("counter-{}", i + 1),
        }
    }

    fn unit_name(&self, state: &State, unit: UnitId) -> String {
        match unit.index().checked_sub(self.roster.len()) {
            None => self.roster.unit(unit).extra.name.clone(),
            Some(_) if unit.index() < state.position.len() => {
                self.catalogue.word(match self.kind(state, unit) {
                    Kind::Replacement => "unit.replacement",
                    _ => "unit.partisans",
                })
            }
            Some(_) => self.catalogue.word("unit.none"),
        }
    }

    fn orders(&self, side: Side) -> Vec<Order> {
        let order = |id, text, rule| Order { id, text: Text::new(text), rule };
        let mut orders = vec![order(RETREAT_WAY, "order.retreat-way", "CRT-6")];
        if side == Side::B {
            orders.push(order(PLAY_ON, "order.play-on", "VIC-6"));
        }
        orders
    }

    fn ordered(&self, state: &State, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        let is_theirs = self.decider(state) != Some(state.active);
        match state.stage()? {
            Stage::EarlyEnd if is_on(PLAY_ON) => Some(CONTINUE),
            Stage::Retreat { .. } | Stage::RetreatStep { .. }
                if is_theirs && is_on(RETREAT_WAY) =>
            {
                let mut legal = Vec::new();
                self.list(state, &mut legal);
                legal.first().copied()
            }
            _ => None,
        }
    }

    fn check_stored(&self, state: &State) -> Result<(), String> {
        self.stored_fits(state)
    }

    fn carry_on(
        &self,
        state: &State,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<State, Box<Refusal>> {
        let no = |text| Err(Box::new(No::new("EXT-3", text).refusal()));
        match state.ending {
            Some(Ending::GermanOccupation | Ending::GermanIsolation) => {
                return no("no.german-has-won");
            }
            None => return no("no.still-running"),
            Some(_) => {}
        }
        if state.turn >= self.scenario.last_turn {
            return no("no.nothing-left-to-play");
        }
        let mut next = state.clone();
        next.ending = None;
        next.last_turn = self.scenario.last_turn;
        next.phase = Phase::TurnEnd;
        next.stages.clear();
        next.weather = Weather::Fair;
        self.advance(&mut next, dice, log);
        Ok(next)
    }

    fn check(&self, state: &State) -> Result<(), String> {
        let grid = &self.map.grid;
        if !state.position.zones_agree(grid, |u| self.side(state, u)) {
            return Err(String::from("the counted zones of control differ from the counters"));
        }
        for unit in state.position.units() {
            let Some(hex) = state.position.hex(unit) else { continue };
            if state.position.reach(unit) != self.reach(state, unit) {
                return Err(format!("{unit:?} exerts another zone than its class says"));
            }
            self.check_place(state, unit, hex)?;
        }
        if state.supply.len() != state.position.len() {
            return Err(String::from("not every unit has a supply state"));
        }
        if matches!(state.stage(), Some(Stage::Movement)) {
            self.check_obligations(state)?;
        }
        Ok(())
    }
}

impl BattleOfMoscow {
    fn check_place(&self, state: &State, unit: UnitId, hex: hex::HexId) -> Result<(), String> {
        let number = self.map.grid.number(hex);
        let in_retreat = matches!(state.stage(), Some(Stage::RetreatStep { .. }));
        let mixed =
            state.position.stack(hex).any(|u| self.side(state, u) != self.side(state, unit));
        if mixed && !in_retreat {
            return Err(format!("units of both sides are in {number}"));
        }
        if self.is_overstacked(state, hex) && !in_retreat {
            return Err(format!("{number} is overstacked"));
        }
        if self.map.terrain(hex) == self.ground.gulf {
            return Err(format!("{unit:?} is in the Gulf at {number}"));
        }
        Ok(())
    }

    /// After every finished move each obliged hex has an able attacker beside it [ZOC-7].
    fn check_obligations(&self, state: &State) -> Result<(), String> {
        let open = self.owed_now(state);
        match open.stranded_hexes.first() {
            Some(&hex) => Err(format!("nobody can attack {}", self.map.grid.number(hex))),
            None => Ok(()),
        }
    }
}

/// The word by which counters beyond the roster are called in journals.
fn spawned_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Replacement => "replacement",
        _ => "partisan",
    }
}
