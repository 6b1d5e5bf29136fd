//! What a player is told beside the map: how the sides stand, what he may have forgotten, a counter in words,
//! what buttons will do.

use crate::book::Book;
use crate::class::Role;
use crate::game::Wb95;
use crate::state::{Phase, Stage, State};
use engine::view::UnitView;
use engine::{Arg, Text};

impl<B: Book> Wb95<B> {
    /// The points with what the next step of the scale needs [TYP-11], and an automatic victory that is near.
    pub fn standing(&self, state: &State<B>) -> Vec<Text> {
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

    /// A counter in words, as far as its viewer knows it.
    pub fn profile_of(&self, state: &State<B>, view: &UnitView) -> Vec<Text> {
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
    pub fn waiting_for(&self, state: &State<B>) -> &'static str {
        if let Some(own) = B::waiting_for(state) {
            return own;
        }
        match (state.phase, state.stage()) {
            (Phase::Setup, _) => "setup",
            (Phase::Air, _) => "air",
            (Phase::Barrage, _) => "barrage",
            (Phase::Movement | Phase::Strategic, _) => "movement",
            (Phase::Combat, Some(stage)) => in_combat(stage),
            (Phase::Combat, None) => "combat",
            (Phase::Supply, _) => "supply",
            (Phase::Over, _) => "over",
        }
    }
}

/// What the others wait for in a combat.
fn in_combat<B: Book>(stage: &Stage<B>) -> &'static str {
    use Stage::{Pay, Pursue, Pursuit, Retreat, RetreatStep, Stand, Support, UsePool, UseStars};
    match stage {
        Stage::Loss(_) => "loss",
        Stand(_) | Pay(_) | Retreat(_) | RetreatStep(_) => "retreat",
        Pursuit(_) | Pursue(_) => "pursuit",
        Support(_) | UseStars(_) | UsePool(_) => "support",
        _ => "combat",
    }
}
