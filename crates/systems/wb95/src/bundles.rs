//! Choices that are offered together: an attack with everybody who can be spared for it, and all support.

use crate::decision::*;
use crate::state::Combat;
use crate::verb::{DECLARE, DONE, HQ};
use board::Contacts;
use engine::view::{Battle, Bundle};
use engine::{FixedDice, Game, Log, Rules, Viewer, with_desk};
use hex::HexId;

/// A bundle that says how many it holds.
pub(crate) fn counted(text: &'static str, choices: Vec<Choice>) -> Option<Bundle> {
    Bundle::singles(Text::new(text).n(choices.len() as i64), choices)
}

impl<B: Book> Wb95<B> {
    /// What can be done about an attack in one go: everybody who can be spared for it [5.1.2] [5.1.4], with
    /// all support, or everybody beside the target.
    pub(crate) fn attack_bundles(&self, at: At<'_, B>) -> Vec<Bundle> {
        let (state, combat) = (at.state, at.state.the_combat());
        let mut attack = Bundle::attack(self, state, self.spared(at, combat), DECLARE);
        let supported = attack.as_ref().and_then(|attack| self.with_support(state, attack));
        if let Some(attack) = attack.as_mut().filter(|_| supported.is_some()) {
            attack.main = false;
        }
        let all = at.choices.all_units().map(Choice::Unit).collect();
        [supported, attack, counted("bundle.attackers", all)].into_iter().flatten().collect()
    }

    /// An attack with the artillery in range [6.3.1] and the headquarters [9.2.1]. Nothing that the
    /// declaration will show is asked for here; where there is more to choose it is asked then.
    fn with_support(&self, state: &State<B>, attack: &Bundle) -> Option<Bundle> {
        let side = self.active(state);
        let mut trial = state.clone();
        let mut combat = trial.combat.take()?;
        for choice in attack.groups.iter().flatten() {
            match *choice {
                Choice::Unit(unit) => combat.attackers.push(unit),
                Choice::Hex(hex) => combat.hexes.push(hex),
                _ => {}
            }
        }
        let mut groups = attack.groups.clone();
        for gun in self.roster.units() {
            if self.may_support(&trial, &combat, side, gun).is_ok() {
                combat.guns[side].push(gun);
                groups.push(vec![Choice::Unit(gun)]);
            }
        }
        if !B::SENTENCES.hq_is_usual && self.may_use_hq(&trial, &combat, side).is_ok() {
            combat.hq[side] = true;
            groups.push(vec![HQ]);
        }
        groups.extend(self.is_only_full_fire(&trial, &combat, side).then(|| vec![DONE]));
        let text = Text::new("bundle.attack-support").n(combat.attackers.len() as i64);
        trial.combat = Some(combat);
        let column =
            Rules::odds(self, &trial, Viewer::Player(side)).and_then(|o| Battle::of(&o).column);
        let is_more = groups.len() > attack.groups.len();
        is_more.then_some(Bundle { text, groups, column, main: attack.main })
    }

    /// Whether all that is left to choose is to fire with full strength for a level [10.2.3], which is
    /// never done in passing.
    fn is_only_full_fire(&self, state: &State<B>, combat: &Combat, side: Side) -> bool {
        let takes_part = combat.attackers.iter().chain(&combat.guns[side]);
        let more = !B::buttons(Place::Support(side)).is_empty()
            || self.starred(state, combat, side).next().is_some()
            || self.pool_in_reach(state, combat, side) > 0;
        !more && takes_part.into_iter().any(|&u| self.may_buy_full(state, combat, side, u).is_ok())
    }

    /// Who can join the attack in hand and is not needed for another: of several the weakest stays
    /// free.
    fn spared(&self, at: At<'_, B>, combat: &Combat) -> Vec<Choice> {
        let mut units: Vec<UnitId> = at.choices.all_units().collect();
        let levels = |&u: &UnitId| std::cmp::Reverse(at.state.position.steps(u));
        units.sort_by_key(levels);
        let joined = combat.attackers.iter().copied();
        let wanted: Vec<UnitId> = joined.chain(units.iter().copied()).collect();
        let contacts = self.contacts(at.state);
        let mut spared = contacts.spared(&wanted, &combat.hexes);
        spared.retain(|u| !combat.attackers.contains(u));
        if spared.is_empty() && combat.attackers.is_empty() {
            return alone(&contacts, &units, &combat.hexes);
        }
        spared.into_iter().map(Choice::Unit).collect()
    }

    /// All support and on to the next decision, with the column that it leads to.
    pub(crate) fn all_support(
        &self,
        state: &State<B>,
        side: Side,
        mut groups: Vec<Vec<Choice>>,
    ) -> Option<Bundle> {
        let is_legal =
            |state: &State<B>, choice| with_desk(self, state, |at| at.choices.contains(choice));
        let mut trial = state.clone();
        for &choice in groups.iter().flatten() {
            if is_legal(&trial, choice) {
                let (mut dice, mut log) = (FixedDice::default(), Log::silent());
                self.make(&mut trial, choice, &mut dice, &mut log);
            }
        }
        // Where nothing else is left the step ends by itself.
        if self.only_choice(&trial).is_none() && is_legal(&trial, DONE) {
            groups.push(vec![DONE]);
        }
        let odds = Rules::odds(self, &trial, Viewer::Player(side));
        let column = odds.and_then(|odds| Battle::of(&odds).column);
        (groups.len() > 1)
            .then(|| Bundle { column, ..Bundle::new(Text::new("bundle.support"), groups) })
    }
}

/// One unit against the hexes of an attack and those that nobody else can attack [5.1.5].
fn alone(contacts: &Contacts, units: &[UnitId], hexes: &[HexId]) -> Vec<Choice> {
    let left =
        |unit, hexes: &[HexId]| contacts.open_after([unit], hexes.iter().copied(), |_| false);
    for &unit in units {
        let more = left(unit, hexes).stranded_hexes;
        let all: Vec<HexId> = hexes.iter().chain(&more).copied().collect();
        if left(unit, &all).can_finish() {
            return [Choice::Unit(unit)]
                .into_iter()
                .chain(more.into_iter().map(Choice::Hex))
                .collect();
        }
    }
    Vec::new()
}
