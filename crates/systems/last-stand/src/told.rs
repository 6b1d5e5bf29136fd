//! What a player is told beside the map: how the sides stand, a counter in words.

use crate::class::Kind;
use crate::game::LastStand;
use crate::state::{Mark, State};
use board::UnitId;
use engine::view::UnitView;
use engine::{Arg, Text};

impl LastStand {
    /// What the damage would bring now, and how much more the next step of the scale needs (VC-6).
    pub fn standing(&self, state: &State) -> Text {
        let total = self.count(state).total;
        let scale = &self.tables.victory.scale[&self.scenario.scale];
        let row = self.scale_row(total);
        let text =
            |id| Text::new(id).n(total).with("now", Arg::Word(scale_word(self.scale_result(row))));
        match scale.get(usize::from(row) + 1) {
            Some(next) => text("standing.damage")
                .with("more", Arg::Number((next.from - total).into()))
                .with("next", Arg::Word(scale_word(&next.result))),
            None => text("standing.most"),
        }
    }

    /// A counter in words.
    pub fn profile_of(&self, state: &State, view: &UnitView) -> Vec<Text> {
        let unit = view.unit;
        let class = self.class(unit);
        let movement = Arg::Number(class.allowance().into());
        let figures = match (self.supply_range(state, unit), self.values(state, unit)) {
            (Some(range), _) => Text::new("profile.range").with("range", Arg::Number(range.into())),
            (None, Some([attack, defence])) => Text::new("profile.figures")
                .with("attack", Arg::Name(attack.to_string()))
                .with("defence", Arg::Name(defence.to_string())),
            (None, None) if class.kind.cup().is_some() => Text::new("profile.untried"),
            (None, None) => Text::new("profile.movement"),
        };
        let mut texts = vec![figures.with("movement", movement)];
        let (steps, all) = view.face.steps;
        if all > 1 {
            let of = Arg::Number(all.into());
            texts.push(Text::new("profile.steps").n(steps).with("of", of));
        }
        let cut = state.has(unit, Mark::OutOfSupply) || state.has(unit, Mark::Isolated);
        if view.hex.is_some() && !cut && !self.is_always_supplied(unit) {
            texts.push(Text::new("profile.supplied"));
        }
        texts
    }

    /// How far a supply unit or a headquarters supplies; nothing for others.
    pub fn supply_range(&self, state: &State, unit: UnitId) -> Option<u16> {
        let supply = &self.tables.supply;
        let face = state.position.face(unit);
        match self.class(unit).kind {
            Kind::Supply if face == crate::state::SUPPORT_FACE => {
                Some(supply.offensive_support_range)
            }
            Kind::Supply => Some(supply.german_range),
            Kind::Headquarters if face == crate::state::REBUILT_FACE => Some(supply.rebuilt_range),
            Kind::Headquarters => Some(supply.soviet_range),
            _ => None,
        }
    }
}

/// A result of the scale in words.
fn scale_word(result: &str) -> &'static str {
    match result {
        "german-strategic" => "scale.german-strategic",
        "german-tactical" => "scale.german-tactical",
        "soviet-tactical" => "scale.soviet-tactical",
        "soviet-strategic" => "scale.soviet-strategic",
        _ => "scale.draw",
    }
}
