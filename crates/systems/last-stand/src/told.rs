//! What a player is told beside the map: how the sides stand, what he may have forgotten, a counter in words,
//! what the button that ends a step will do.

use crate::class::Kind;
use crate::game::LastStand;
use crate::state::{ISOLATED, OUT_OF_SUPPLY, Phase, Stage, State};
use board::{Side, UnitId};
use engine::view::{Offer, Owed, UnitView, offered_hexes, offered_units};
use engine::{Arg, Text};
use hex::HexId;

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

    /// The hexes of a side that hold more than the limit (4.11).
    pub fn overstacked_hexes(&self, state: &State, side: Side) -> Vec<HexId> {
        let own = |h: &HexId| self.holder(state, *h) == Some(side);
        self.map.grid.hexes().filter(|&h| self.is_overstacked(state, h)).filter(own).collect()
    }

    /// What may have been forgotten before a step ends.
    pub fn reminders_of(&self, state: &State, offers: &[Offer]) -> Vec<Owed> {
        let side = state.phase.side();
        let units = || offered_units(offers);
        let full = || {
            let hexes = self.overstacked_hexes(state, side);
            Owed::of_hexes("remind.overstacked", "4.17", hexes)
        };
        let reminders = match state.stage() {
            Some(Stage::Movement) => {
                let cut = |u: &UnitId| state.has(*u, OUT_OF_SUPPLY) || state.has(*u, ISOLATED);
                let (cut, others): (Vec<UnitId>, Vec<UnitId>) = units().into_iter().partition(cut);
                vec![
                    full(),
                    Owed::of_units("remind.unsupplied", "7.61", cut),
                    Owed::of_units("remind.move", "5.22", others),
                ]
            }
            Some(Stage::Arrivals) => vec![Owed::of_units("remind.arrive", "10.19", units())],
            Some(Stage::Combat) => {
                vec![full(), Owed::of_hexes("remind.attack", "6.11", offered_hexes(offers))]
            }
            _ => Vec::new(),
        };
        reminders.into_iter().flatten().collect()
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
        let cut = state.has(unit, OUT_OF_SUPPLY) || state.has(unit, ISOLATED);
        if view.hex.is_some() && !cut && !self.is_always_supplied(unit) {
            texts.push(Text::new("profile.supplied"));
        }
        texts
    }

    /// What the button that ends a step says.
    pub fn done_label(&self, state: &State) -> &'static str {
        match state.stage() {
            Some(Stage::Arrivals) => "verb.end-arrivals",
            Some(Stage::Redraw) => "verb.keep-marker",
            Some(Stage::Movement) => match state.phase {
                Phase::GermanReaction | Phase::SovietReaction => "verb.end-reaction",
                Phase::GermanExploit | Phase::SovietExploit => "verb.end-exploit",
                _ => "verb.end-movement",
            },
            Some(Stage::Moving(_) | Stage::Split(_) | Stage::Advancing { .. }) => "verb.stop",
            Some(Stage::SupplyMode) => "verb.end-support",
            Some(Stage::Combat) => "verb.end-combat",
            Some(Stage::Follow { .. }) => "verb.end-follow",
            Some(Stage::Advance { .. }) => "verb.end-advance",
            Some(Stage::SelfDestruction) => "verb.keep-headquarters",
            Some(Stage::Drop(_)) => "verb.call-off",
            Some(Stage::Succour(_)) => "verb.end-succour",
            Some(Stage::Fire) => "verb.end-fire",
            _ => "verb.done",
        }
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
