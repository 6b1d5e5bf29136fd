//! What a choice brings with it by the WW3 book, beside what the core says: what a button binds, what a move leaves behind.

use crate::verb::{AIRLIFT, EW, SPEC, SPEC_BRIDGE, SPEC_HQ, THERMOBARIC};
use crate::{Game, State};
use board::Side;
use engine::view::Effect;
use engine::{Choice, Rule, Text};
use wb95::field::Destination;
use wb95::verb::{SET_UP, STARS};

/// An effect that neither warns nor pleases.
fn plain(kind: &'static str, id: &'static str, rule: Rule) -> Effect {
    Effect { kind, text: Text::new(id), rule, tone: "" }
}

/// What a button uses up, wherever it is offered.
pub(crate) fn effect_of_button(choice: Choice) -> Option<Effect> {
    Some(match choice {
        STARS => plain("choice", "effect.voluntary", rule!("7.3.4")),
        EW => plain("spent", "effect.ew-spent", rule!("20.6")),
        SET_UP => plain("set-up", "effect.set-up", rule!("8.6.4")),
        AIRLIFT => plain("flight", "effect.airlift", rule!("4.2.23")),
        SPEC | SPEC_BRIDGE | SPEC_HQ => plain("spec", "effect.spec", rule!("17.2.1")),
        THERMOBARIC => plain("fire", "effect.thermobaric", rule!("22.3")),
        _ => return None,
    })
}

/// The support of a combat binds both sides, the attacker [8.3.3] and the defender [8.4.7].
pub(crate) fn effect_of_binding(game: &Game, state: &State, side: Side) -> Effect {
    let attacks = side == game.active(state);
    plain("bound", "effect.bound", if attacks { rule!("8.3.3") } else { rule!("8.4.7") })
}

/// A reinforcement may wait [15.2.2].
pub(crate) fn effect_of_delay() -> Effect {
    plain("delay", "effect.delay", rule!("15.2.2"))
}

/// What a move leaves behind [9.1.6], and that a gun in combat set-up only shifts [8.6.7].
pub(crate) fn move_effects(game: &Game, state: &State, way: &Destination) -> Vec<Effect> {
    let Some((unit, at, ..)) = game.in_hand(state) else { return Vec::new() };
    debug_assert_eq!(way.path.first(), Some(&at), "a move begins where the unit stands");
    let mut effects = Vec::new();
    let alone = state.position.stack(at).all(|u| u == unit);
    if state.forts[game.side(unit)].contains(at) && alone {
        effects.push(plain("works", "effect.leaves-works", rule!("9.1.6")));
    }
    if game.class(unit).is_towed_artillery() && game.is_deployed(state, unit) {
        effects.push(plain("shift", "effect.shift", rule!("8.6.7")));
    }
    effects
}
