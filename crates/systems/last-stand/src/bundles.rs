//! Choices that are offered together, and the combat that is drawn until it is resolved.

use crate::game::LastStand;
use crate::stage::Fight;
use crate::state::{Stage, State};
use engine::view::{Battle, Bundle};
use engine::{Choice, Game, Text, Viewer};

impl LastStand {
    /// All units that can join the attack (6.11), or the move before it begins (5.22).
    pub(crate) fn bundles_of(&self, state: &State) -> Vec<Bundle> {
        let text = match state.stage() {
            Some(Stage::Attack(_)) => "bundle.attackers",
            Some(Stage::Moving(moving)) if !moving.begun => "bundle.stack",
            _ => return Vec::new(),
        };
        let mut choices = Vec::new();
        self.list(state, &mut choices);
        choices.retain(|choice| matches!(choice, Choice::Unit(_)));
        let text = Text::new(text).n(choices.len() as i64);
        Bundle::singles(text, choices).into_iter().collect()
    }

    /// The attack that is being built, from its first hex on, or about to be rolled.
    pub(crate) fn battles_of(&self, state: &State, viewer: Viewer) -> Vec<Battle> {
        let building = |fight: &Fight| Battle {
            targets: fight.targets.to_vec(),
            attackers: fight.attackers.to_vec(),
            column: None,
        };
        match (self.odds(state, viewer), state.stage()) {
            (Some(odds), _) => vec![Battle::of(&odds)],
            (None, Some(Stage::Attack(fight) | Stage::Support(fight))) => vec![building(fight)],
            (None, _) => Vec::new(),
        }
    }
}
