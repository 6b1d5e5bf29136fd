//! Choices that are offered together, and the battles that are drawn until they are resolved.

use crate::game::BattleOfMoscow;
use crate::state::{Stage, State};
use engine::view::{Battle, Bundle};
use engine::{Choice, Text};

impl BattleOfMoscow {
    /// All units that can join the attack [COM-2].
    pub(crate) fn bundles_of(&self, state: &State) -> Vec<Bundle> {
        if !matches!(state.stage(), Some(Stage::Attack(_) | Stage::Join { .. })) {
            return Vec::new();
        }
        let mut choices = Vec::new();
        self.list(state, &mut choices);
        choices.retain(|choice| matches!(choice, Choice::Unit(_)));
        let text = Text::new("bundle.attackers").n(choices.len() as i64);
        Bundle::singles(text, choices).into_iter().collect()
    }

    /// The battle in hand and the declared ones that have not been resolved [SEQ-4].
    pub(crate) fn battles_of(&self, state: &State) -> Vec<Battle> {
        let in_hand = match state.stage() {
            Some(Stage::Attack(battle)) => Some(battle),
            _ => None,
        };
        let open = state.battles.iter().filter(|battle| !battle.resolved).chain(in_hand);
        open.map(|battle| match battle.attackers.is_empty() {
            true => Battle { targets: battle.hexes.to_vec(), ..Battle::default() },
            false => Battle::of(&self.battle_odds(state, battle)),
        })
        .collect()
    }
}
