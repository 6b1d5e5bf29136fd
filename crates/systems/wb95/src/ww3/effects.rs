//! What a choice brings with it by the WW3 book, beside what the core says: what a button binds, what a move leaves behind.

use super::Ww3;
use crate::game::Wb95;
use crate::movement::Destination;
use crate::state::{Stage, State};
use crate::verb::{
    AIRLIFT, DONE, EW, SET_UP, SPEC, SPEC_BRIDGE, SPEC_HQ, STARS, STOP, THERMOBARIC,
};
use crate::ww3::step::Step;
use board::UnitId;
use engine::view::Effect;
use engine::{Choice, Text};
use hex::HexId;

/// An effect that neither warns nor pleases.
fn plain(kind: &'static str, id: &'static str, rule: &'static str) -> Effect {
    Effect { kind, text: Text::new(id), rule, tone: "" }
}

impl Wb95 {
    /// The rule by which a unit does not enter the hex of enemies: guns that move by themselves are not overrun ([8.1.7]
    /// of WW3), as far as it knows what is there.
    pub(crate) fn enemy_rule(&self, state: &State, unit: UnitId, hex: HexId) -> &'static str {
        let lone = state.position.stack(hex).all(|u| {
            let class = self.class(u);
            class.is_hq() || class.is_artillery()
        });
        let known = self.knows_types(state, self.side(unit), hex);
        match self.ww3.is_some() && lone && known && self.class(unit).is_regular() {
            true => "ww3:8.1.7",
            false => "3.1.8",
        }
    }
}

impl Ww3 {
    /// What a button binds or uses up.
    pub fn effects_of(&self, game: &Wb95, state: &State, choice: Choice) -> Option<Effect> {
        let effect = match (state.stage()?, choice) {
            (Stage::Support(side), DONE) if *side == game.active(state) => {
                plain("bound", "effect.bound", "ww3:8.3.3")
            }
            (Stage::Support(_), DONE) => plain("bound", "effect.bound", "ww3:8.4.7"),
            (Stage::Support(_), STARS) => plain("choice", "effect.voluntary", "ww3:7.3.4"),
            (Stage::Support(_) | Stage::Modern(Step::Prepare), EW) => {
                plain("spent", "effect.ew-spent", "ww3:20.6")
            }
            (Stage::Moving { .. }, SET_UP) => plain("set-up", "effect.set-up", "ww3:8.6.4"),
            (Stage::Moving { .. }, AIRLIFT) => plain("flight", "effect.airlift", "ww3:4.2.23"),
            (Stage::Enter(_), STOP) => plain("delay", "effect.delay", "ww3:15.2.2"),
            (_, SPEC | SPEC_BRIDGE | SPEC_HQ) => plain("spec", "effect.spec", "ww3:17.2.1"),
            (_, THERMOBARIC) => plain("fire", "effect.thermobaric", "ww3:22.3"),
            _ => return None,
        };
        Some(effect)
    }

    /// What a move leaves behind [9.1.6], and that a gun in combat set-up only shifts [8.6.7].
    pub fn move_effects(&self, game: &Wb95, state: &State, way: &Destination) -> Vec<Effect> {
        let Some((unit, at, ..)) = game.in_hand(state) else { return Vec::new() };
        debug_assert_eq!(way.path.first(), Some(&at), "a move begins where the unit stands");
        let mut effects = Vec::new();
        let alone = state.position.stack(at).all(|u| u == unit);
        if state.forts[game.side(unit)].contains(at) && alone {
            effects.push(plain("works", "effect.leaves-works", "ww3:9.1.6"));
        }
        if game.class(unit).is_towed_artillery() && game.is_deployed(state, unit) {
            effects.push(plain("shift", "effect.shift", "ww3:8.6.7"));
        }
        effects
    }
}
