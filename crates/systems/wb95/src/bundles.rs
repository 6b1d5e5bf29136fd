//! Choices that are offered together, and the combats that are drawn until they are resolved.

use crate::game::Wb95;
use crate::state::{Combat, Stage, State};
use crate::verb::{HQ, STARS};
use board::{Side, UnitId};
use engine::view::{Battle, Bundle};
use engine::{Choice, Text, Viewer};

impl Wb95 {
    /// What can be added to a combat in one go: everybody beside the target [5.1.2], all artillery in
    /// range [6.3.1], and all support.
    pub(crate) fn bundles_of(&self, state: &State) -> Vec<Bundle> {
        let found = match (state.stage(), state.combat.as_ref()) {
            (Some(Stage::Attack), Some(_)) => {
                vec![counted("bundle.attackers", self.legal_units(state))]
            }
            (Some(Stage::Support(side)), Some(combat)) => {
                self.support_bundles(state, combat, *side)
            }
            _ => Vec::new(),
        };
        found.into_iter().flatten().collect()
    }

    fn legal_units(&self, state: &State) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.list(state, &mut choices);
        choices.retain(|choice| matches!(choice, Choice::Unit(_)));
        choices
    }

    fn support_bundles(&self, state: &State, combat: &Combat, side: Side) -> Vec<Option<Bundle>> {
        let guns = self.free_guns(state, combat, side);
        let stars: Vec<Choice> = self.starred(state, combat, side).map(Choice::Unit).collect();
        let mut groups: Vec<Vec<Choice>> = guns.iter().map(|&gun| vec![gun]).collect();
        if !stars.is_empty() {
            groups.push([STARS].into_iter().chain(stars).collect());
        }
        if self.test(state, HQ).is_ok() {
            groups.push(vec![HQ]);
        }
        let is_more = groups.len() > 1 && groups.len() > guns.len();
        let all = Bundle { text: Text::new("bundle.support"), groups };
        vec![counted("bundle.guns", guns), is_more.then_some(all)]
    }

    /// Artillery that may support a side and does not yet. Whoever takes part already is offered too,
    /// to fire with full strength for a level [10.2.3]; that is never done in passing.
    pub(crate) fn free_guns(&self, state: &State, combat: &Combat, side: Side) -> Vec<Choice> {
        let takes_part = |u: &UnitId| combat.attackers.contains(u) || combat.guns[side].contains(u);
        let mut guns = self.legal_units(state);
        guns.retain(|choice| matches!(choice, Choice::Unit(unit) if !takes_part(unit)));
        guns
    }

    /// The combat that is being built or declared. Whoever builds it sees its hexes from the first
    /// choice on; others are shown what the odds show them.
    pub(crate) fn battles_of(&self, state: &State, viewer: Viewer) -> Vec<Battle> {
        if let Some(odds) = engine::Game::odds(self, state, viewer) {
            return vec![Battle::of(&odds)];
        }
        match (state.stage(), state.combat.as_ref()) {
            (Some(Stage::Attack), Some(combat)) if viewer.knows_of(self.active(state)) => {
                let (targets, attackers) = (combat.hexes.to_vec(), combat.attackers.to_vec());
                vec![Battle { targets, attackers, column: None }]
            }
            _ => Vec::new(),
        }
    }
}

/// A bundle that says how many it holds.
fn counted(text: &'static str, choices: Vec<Choice>) -> Option<Bundle> {
    Bundle::singles(Text::new(text).n(choices.len() as i64), choices)
}
