//! What a choice would do, beside what a march costs: said before it is made.

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{Combat, Mark, State};
use board::{Side, UnitId};
use engine::view::{Effect, Offer};
use engine::{Rule, Text};
use hex::{Direction, HexId, SideId};

/// One effect.
fn effect(kind: &'static str, text: Text, rule: Rule, tone: &'static str) -> Effect {
    Effect { kind, text, rule, tone }
}

impl<B: Book> Wb95<B> {
    /// An offer with what follows if it is chosen, as far as the game's book has it.
    pub(crate) fn with_effects(
        &self,
        mut offer: Offer,
        effects: impl IntoIterator<Item = Effect>,
    ) -> Offer {
        offer.effects.extend(effects.into_iter().filter(|e| self.prints(e.rule)));
        offer
    }

    /// The attacks that are left are voluntary [5.1.7]; who is dug in beside the enemy need not
    /// attack [7.1.11] [7.2.5].
    pub(crate) fn effects_of_ending(&self, state: &State<B>) -> Vec<Effect> {
        let side = self.active(state);
        let near = |h: HexId| {
            let mut around = self.map.grid.around(h);
            around.any(|to| self.can_be_attacked(state, to).is_ok())
        };
        let able = |u: UnitId| self.can_attack(state, u).is_ok();
        let mut effects = Vec::new();
        if self.units_of(state, side).any(|(u, h)| able(u) && near(h)) {
            effects.push(effect(
                "attack",
                Text::new("effect.attacks-left"),
                rule!(B, "5.1.7"),
                "warn",
            ));
        }
        let dug_in = |rule, works: &dyn Fn(HexId) -> bool| {
            let free = |(u, h): (UnitId, HexId)| {
                self.in_enemy_zone(state, side, h)
                    && works(h)
                    && self.class(u).may_attack()
                    && !state.position.has_mark(u, Mark::Fought)
            };
            let any = self.units_of(state, side).any(free);
            any.then(|| effect("free", Text::new("effect.need-not-attack"), rule, "good"))
        };
        effects.extend(dug_in(rule!(B, "7.1.11"), &|h| state.forts[side].contains(h)));
        effects.extend(dug_in(rule!(B, "7.2.5"), &|h| self.is_fixed_position(h)));
        effects
    }

    /// Guns on their combat side do not move [6.2.3]; in some books they shift by a hex all the same.
    pub(crate) fn effect_of_staying(&self, state: &State<B>, unit: UnitId) -> Option<Effect> {
        let stays = !B::SENTENCES.guns_shift
            && state.position.hex(unit).is_some()
            && self.class(unit).is_towed_artillery()
            && self.is_deployed(state, unit);
        stays.then(|| effect("stays", Text::new("effect.stays"), rule!(B, "6.2.3"), "warn"))
    }

    /// Whether guns share the results of what they support [6.3.4] [6.3.5]; that they may support
    /// alone [6.6.2], or although
    /// they were shelled [6.4.6].
    pub(crate) fn effects_of_gun(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Vec<Effect> {
        let hex = state.position.hex(unit);
        let (Some(hex), false) = (hex, combat.attackers.contains(&unit)) else { return Vec::new() };
        let attacks = side == self.active(state);
        let facing =
            if attacks { combat.hexes.clone() } else { self.attacking_hexes(state, combat) };
        let own = !attacks && combat.hexes.contains(&hex);
        let beside = own || facing.iter().any(|&h| self.map.grid.adjacent(h, hex));
        let mut effects = vec![match beside {
            true => effect("shares", Text::new("effect.shares"), rule!(B, "6.3.5"), "warn"),
            false => effect("shares", Text::new("effect.shares-not"), rule!(B, "6.3.4"), "good"),
        }];
        if attacks && beside && !self.has_regular(state, hex) {
            effects.push(effect("alone", Text::new("effect.gun-alone"), rule!(B, "6.6.2"), "good"));
        }
        if !attacks && state.shelled.contains(&hex) {
            effects.push(effect(
                "shelled",
                Text::new("effect.gun-shelled"),
                rule!(B, "6.4.6"),
                "good",
            ));
        }
        effects
    }

    /// What standing costs the whole side [5.3.7], less in a fixed position [7.2.6].
    pub(crate) fn effects_of_stand(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        stand: u8,
    ) -> Vec<Effect> {
        let price = self.price(state, combat, side, stand);
        let rule = if price < stand { rule!(B, "7.2.6") } else { rule!(B, "5.3.7") };
        match stand {
            0 => Vec::new(),
            _ => vec![effect("loss", Text::new("effect.stand-costs").n(price), rule, "bad")],
        }
    }

    /// A bridge with enemies at its other end is his who was there first [14.1.3].
    pub(crate) fn effects_of_work(
        &self,
        state: &State<B>,
        unit: UnitId,
        side: SideId,
    ) -> Vec<Effect> {
        let Some(at) = state.position.hex(unit) else { return Vec::new() };
        let here = Direction::ALL.into_iter().any(|d| self.map.grid.side(at, d) == side);
        let enemy = self.side(unit).other();
        let met = here && self.holds(state, enemy, self.other_end(side, at));
        match met && self.is_bridged(state, side) {
            true => {
                vec![effect("bridge", Text::new("effect.bridge-held"), rule!(B, "14.1.3"), "good")]
            }
            false => Vec::new(),
        }
    }
}
