//! What a player is told beside the map: how the sides stand, what he may have forgotten, a counter in words,
//! what buttons will do.

use crate::class::Role;
use crate::game::Wb95;
use crate::state::{Combat, Phase, Stage, State};
use crate::ww3::step::Step;
use board::{Side, UnitId};
use engine::view::{Offer, Owed, UnitView, offered_hexes, offered_units};
use engine::{Arg, Choice, Text};
use hex::HexId;

impl Wb95 {
    /// The points with what the next step of the scale needs [TYP-11], and an automatic victory that is near.
    pub fn standing(&self, state: &State) -> Vec<Text> {
        let total = self.total(state);
        let next = self.scenario.victory.scale.iter().find(|s| s.min > total);
        let now = Arg::Name(self.verdict(total).text.clone());
        let points = match next {
            Some(next) => Text::new("standing.points")
                .with("more", Arg::Number((next.min - total).into()))
                .with("next", Arg::Name(next.text.clone())),
            None => Text::new("standing.most"),
        };
        let mut standing = vec![points.n(total).side(self.scorer()).with("now", now)];
        for entry in &self.scenario.victory.automatic {
            let (hexes, side) = (self.automatic_hexes(entry), self.automatic_side(entry));
            let held = hexes.iter().filter(|&&h| self.controls(state, side, h)).count();
            if held * 2 > hexes.len() {
                let text = Text::new("standing.automatic").side(side).n(held as i64);
                standing.push(
                    text.with("all", Arg::Number(hexes.len() as i64))
                        .with("more", Arg::Number((hexes.len() - held) as i64))
                        .with("place", Arg::Name(entry.places.join(", "))),
                );
            }
        }
        standing
    }

    /// What may have been forgotten before a step ends.
    pub fn reminders_of(&self, state: &State, offers: &[Offer]) -> Vec<Owed> {
        let units = offered_units(offers);
        let reminders = match state.stage() {
            Some(Stage::Movement | Stage::Moving { .. }) => {
                let (there, waiting): (Vec<UnitId>, Vec<UnitId>) =
                    units.into_iter().partition(|&u| state.position.hex(u).is_some());
                let (cut, others) = there.into_iter().partition(|u| state.oos[u.index()] > 0);
                vec![
                    Owed::of_units("remind.arrive", "11.1.3", waiting),
                    Owed::of_units("remind.unsupplied", "10.2.2", cut),
                    Owed::of_units("remind.move", "3.1.3", others),
                ]
            }
            Some(Stage::Air(_)) => vec![Owed::of_units("remind.fly", "8.1.1", units)],
            Some(Stage::Combat) => {
                vec![Owed::of_hexes("remind.attack", "5.1.6", offered_hexes(offers))]
            }
            Some(Stage::Repair) => vec![Owed::of_units("remind.repair", "17.1.2", units)],
            _ => Vec::new(),
        };
        reminders.into_iter().flatten().collect()
    }

    /// A counter in words, as far as its viewer knows it.
    pub fn profile_of(&self, state: &State, view: &UnitView) -> Vec<Text> {
        if view.face.hidden {
            return vec![Text::new("profile.masked")];
        }
        let unit = view.unit;
        let class = self.class(unit);
        let cels = state.position.steps(unit);
        let number = |n: u16| Arg::Number(n.into());
        let figures = match class.role {
            Role::Artillery | Role::SelfPropelled | Role::Battery => Text::new("profile.guns")
                .with("attack", number(class.attack_with(cels)))
                .with("defence", number(class.defence_with(cels))),
            Role::Hq => Text::new("profile.movement"),
            Role::Air => Text::new("profile.air").with("strength", number(class.strength(1))),
            _ => Text::new("profile.figures").with("strength", number(class.strength(cels))),
        };
        let mut texts = vec![figures.with("movement", Arg::Name(class.mp.to_string()))];
        let (steps, all) = view.face.steps;
        if all > 1 {
            texts.push(Text::new("profile.steps").n(steps).with("of", Arg::Number(all.into())));
        }
        if view.hex.is_some() && state.oos[unit.index()] == 0 && state.turn > 0 {
            texts.push(Text::new("profile.supplied"));
        }
        texts
    }

    /// What the others wait for, without saying what is in the decider's hand: the name of a phrase.
    pub fn waiting_for(&self, state: &State) -> &'static str {
        match (state.phase, state.stage()) {
            _ if state.modern().duel.is_some() => "duel",
            (Phase::Barrage, _) if self.ww3.is_some() => "nuclear",
            (Phase::Setup, _) => "setup",
            (Phase::Air, _) => "air",
            (Phase::Barrage, _) => "barrage",
            (Phase::Movement | Phase::Strategic, _) => "movement",
            (Phase::Combat, Some(Stage::Loss { .. })) => "loss",
            (
                Phase::Combat,
                Some(
                    Stage::Stand(_)
                    | Stage::Pay { .. }
                    | Stage::Retreat(_)
                    | Stage::RetreatStep { .. },
                ),
            ) => "retreat",
            (Phase::Combat, Some(Stage::Pursuit(_) | Stage::Pursue(_))) => "pursuit",
            (Phase::Combat, Some(Stage::Support(_) | Stage::Stars(_) | Stage::Pool(_))) => {
                "support"
            }
            (Phase::Combat, _) => "combat",
            (Phase::Supply, _) => "supply",
            (Phase::Over, _) => "over",
        }
    }

    /// Where the units of a side that fights in a combat stand, or stood when it began.
    fn fought_hexes(&self, state: &State, combat: &Combat, side: Side) -> Vec<HexId> {
        let units = self.unsettled(state, combat, side);
        let mut hexes: Vec<HexId> =
            units.into_iter().filter_map(|u| self.fought_on(combat, side, u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// A question of combat with the place and the numbers that it is about.
    pub fn with_the_combat(&self, state: &State, stage: &Stage, text: Text) -> Text {
        let Some(combat) = state.combat.as_ref() else { return text };
        match stage {
            Stage::Stand(side) => {
                let units = self.unsettled(state, combat, *side);
                let id = match units.len() {
                    1 => "prompt.stand-one",
                    _ => "prompt.stand",
                };
                let printed = self.printed_retreat(state, combat, *side);
                Text::new(id)
                    .n(printed)
                    .hexes(&self.fought_hexes(state, combat, *side))
                    .with("units", Arg::Units(units))
            }
            Stage::Retreat(side) | Stage::Pay { side, .. } => {
                text.hexes(&self.fought_hexes(state, combat, *side))
            }
            Stage::RetreatStep { .. } | Stage::Pursue(_) => text,
            Stage::Support(side) if *side != self.active(state) => {
                Text::new("prompt.support-defence").hexes(&combat.hexes)
            }
            Stage::Attack => {
                let mut choices = Vec::new();
                self.list(state, &mut choices);
                let more = choices.iter().any(|c| matches!(c, Choice::Hex(_)));
                let id = if more { "prompt.attack-more" } else { "prompt.attack" };
                Text::new(id).hexes(&combat.hexes)
            }
            _ => text.hexes(&combat.hexes),
        }
    }

    /// What a number of levels lost instead of hexes means: who goes how far, and what it costs [5.3.7].
    pub fn stand_label(&self, state: &State, side: Side, stand: u8) -> Text {
        let Some(combat) = state.combat.as_ref() else { return Text::new("amount.retreat") };
        let hexes = self.printed_retreat(state, combat, side) - stand;
        let price = self.price(state, combat, side, stand);
        let id = match (hexes, price) {
            (0, 0) => "amount.stand-free",
            (0, _) => "amount.stand",
            (_, 0) => "amount.retreat",
            _ => "amount.lose",
        };
        Text::new(id).n(hexes).with("steps", Arg::Number(price.into()))
    }

    /// What the button that ends a step says.
    pub fn done_label(&self, state: &State) -> &'static str {
        match state.stage() {
            Some(Stage::SetupGuns | Stage::SetupTops) => "verb.end-setup",
            Some(Stage::Air(_) | Stage::Modern(Step::Missions)) => "verb.end-air",
            Some(Stage::Barrage) => "verb.end-barrage",
            Some(Stage::Movement | Stage::Moving { .. }) => match state.phase {
                Phase::Strategic => "verb.end-strategic",
                _ => "verb.end-movement",
            },
            Some(Stage::Combat) => "verb.end-combat",
            Some(Stage::Support(_) | Stage::Stars(_)) => "verb.go-on",
            Some(Stage::Retreat(_)) => "verb.end-retreat",
            Some(Stage::Pursuit(_)) => "verb.end-pursuit",
            Some(Stage::Repair) => "verb.end-repair",
            Some(Stage::Modern(Step::Nuclear)) => "verb.end-nuclear",
            Some(Stage::Modern(Step::Cut(_))) => "verb.end-cut",
            Some(Stage::Modern(Step::Faction { .. })) => "verb.end-daily",
            Some(Stage::Modern(Step::Aviation(_))) => "verb.no-aviation",
            _ => "verb.done",
        }
    }
}
