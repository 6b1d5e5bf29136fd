//! What a choice brings with it by the WW3 book, beside what the core says: what a button binds, what a move leaves behind.

use super::Ww3;
use crate::field::Destination;
use crate::game::Wb95;
use crate::state::State;
use crate::verb::{AIRLIFT, EW, SET_UP, SPEC, SPEC_BRIDGE, SPEC_HQ, STARS, THERMOBARIC};
use board::{Side, UnitId};
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
    /// What a button uses up, wherever it is offered.
    pub fn effect_of_button(&self, choice: Choice) -> Option<Effect> {
        Some(match choice {
            STARS => plain("choice", "effect.voluntary", "ww3:7.3.4"),
            EW => plain("spent", "effect.ew-spent", "ww3:20.6"),
            SET_UP => plain("set-up", "effect.set-up", "ww3:8.6.4"),
            AIRLIFT => plain("flight", "effect.airlift", "ww3:4.2.23"),
            SPEC | SPEC_BRIDGE | SPEC_HQ => plain("spec", "effect.spec", "ww3:17.2.1"),
            THERMOBARIC => plain("fire", "effect.thermobaric", "ww3:22.3"),
            _ => return None,
        })
    }

    /// The support of a combat binds both sides, the attacker [8.3.3] and the defender [8.4.7].
    pub fn effect_of_binding(&self, game: &Wb95, state: &State, side: Side) -> Effect {
        let attacks = side == game.active(state);
        plain("bound", "effect.bound", if attacks { "ww3:8.3.3" } else { "ww3:8.4.7" })
    }

    /// A reinforcement may wait [15.2.2].
    pub fn effect_of_delay(&self) -> Effect {
        plain("delay", "effect.delay", "ww3:15.2.2")
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
