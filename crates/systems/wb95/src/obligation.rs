//! Who must attack and who must be attacked [5.1.3] [5.1.4] (5.2, R16).

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{Mark, State, Units};
use board::{Contacts, Open, Side, UnitId};
use engine::No;
use hex::HexId;

impl<B: Book> Wb95<B> {
    /// Takes down, at the start of the Combat Phase, who must attack and who must be attacked.
    pub fn note_obligations(&self, state: &mut State<B>) {
        let side = self.active(state);
        state.obliged.clear();
        state.challenged.clear();
        state.touching.clear();
        for unit in state.position.units().filter(|&u| self.side(u) == side) {
            let Some(hex) = state.position.hex(unit) else { continue };
            let open = !self.is_fortified(state, side, hex) && !self.is_frozen(state, unit);
            if !open || !self.in_enemy_zone(state, side, hex) {
                continue;
            }
            // Who cannot attack has no duty to, but the enemy whose zone he is in must be attacked
            // all the same.
            if self.class(unit).may_attack() {
                state.obliged.push(unit);
            }
            let over: Units = self.enemies_over(state, side, hex).collect();
            for enemy in over {
                state.touching.push((unit, enemy));
                if !state.challenged.contains(&enemy) {
                    state.challenged.push(enemy);
                }
            }
        }
        state.challenged.sort_unstable();
    }

    /// Whether a unit can attack in this phase [5.1.1] [5.1.10].
    pub fn can_attack(&self, state: &State<B>, unit: UnitId) -> Result<HexId, No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if unit.index() >= self.roster.len() {
            return Err(No::new(rule!(B, "5.1.2"), "no.no-such-unit"));
        }
        if self.side(unit) != self.active(state) {
            return no(rule!(B, "5.1.2"), "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else {
            return no(rule!(B, "5.1.2"), "no.off-map");
        };
        if !self.class(unit).may_attack() {
            let hq = self.class(unit).is_hq();
            let rule = if hq { B::SENTENCES.hq_never_attacks } else { rule!(B, "5.1.10") };
            return no(rule, "no.cannot-attack");
        }
        if self.is_frozen(state, unit) {
            return no(kursk!("R23"), "no.frozen");
        }
        if state.position.has_mark(unit, Mark::Fought) || state.position.has_mark(unit, Mark::Fired)
        {
            return no(rule!(B, "5.1.1"), "no.fought-already");
        }
        Ok(hex)
    }

    /// Whether a hex can be attacked directly in this phase: it holds an enemy that has not fought, and was not shelled
    /// [5.1.1] [6.4.5] (R81).
    pub fn can_be_attacked(&self, state: &State<B>, hex: HexId) -> Result<(), No> {
        let enemy = self.active(state).other();
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        if !self.holds(state, enemy, hex) {
            return no(rule!(B, "5.1.2"), "no.nobody-to-attack");
        }
        if state.shelled.contains(&hex) {
            return no(rule!(B, "6.4.5"), "no.shelled");
        }
        if state.position.stack(hex).all(|u| state.position.has_mark(u, Mark::Fought)) {
            return no(rule!(B, "5.1.1"), "no.attacked-already");
        }
        Ok(())
    }

    /// The same without its reason.
    fn is_attackable(&self, state: &State<B>, enemy: Side, hex: HexId) -> bool {
        self.holds(state, enemy, hex)
            && !state.shelled.contains(&hex)
            && !state.position.stack(hex).all(|u| state.position.has_mark(u, Mark::Fought))
    }

    /// Who can attack what, with the obligations that are still open.
    pub fn contacts(&self, state: &State<B>) -> Contacts {
        let mut contacts = Contacts::default();
        self.find_contacts(state, &mut contacts);
        contacts
    }

    /// The same where there is room for them already.
    pub(crate) fn find_contacts(&self, state: &State<B>, contacts: &mut Contacts) {
        let side = self.active(state);
        contacts.clear();
        let units = self.units_of(state, side);
        for (unit, hex) in units.filter(|&(u, _)| self.can_attack(state, u).is_ok()) {
            for target in self.map.grid.around(hex) {
                if self.is_attackable(state, side.other(), target) {
                    contacts.add(unit, target);
                }
            }
        }
        for &unit in &state.obliged {
            if self.still_obliged(state, unit) && contacts.targets_of(unit).next().is_some() {
                contacts.oblige_unit(unit);
            }
        }
        for &enemy in &state.challenged {
            let Some(hex) = state.position.hex(enemy) else { continue };
            let open =
                self.still_challenged(state, enemy) && contacts.attackers_of(hex).next().is_some();
            if open && self.can_be_attacked(state, hex).is_ok() {
                contacts.oblige_hex(hex);
            }
        }
    }

    /// An obligation lapses for a unit that is no longer in contact with anybody who obliged it. Whoever has come near in this
    /// phase by a retreat or a pursuit obliges nobody (R16).
    fn still_obliged(&self, state: &State<B>, unit: UnitId) -> bool {
        !state.position.has_mark(unit, Mark::Fought)
            && state.touching.iter().any(|&(u, enemy)| u == unit && self.covers(state, enemy, u))
    }

    /// The same for an enemy: his zone still covers a unit that it obliged.
    fn still_challenged(&self, state: &State<B>, enemy: UnitId) -> bool {
        !state.position.has_mark(enemy, Mark::Fought)
            && state.touching.iter().any(|&(u, e)| e == enemy && self.covers(state, e, u))
    }

    /// Whether the zone of a unit covers the hex of another.
    fn covers(&self, state: &State<B>, enemy: UnitId, unit: UnitId) -> bool {
        let (Some(at), Some(hex)) = (state.position.hex(enemy), state.position.hex(unit)) else {
            return false;
        };
        let direction = self.map.grid.direction(at, hex);
        direction.is_some_and(|d| state.position.reach(enemy).contains(d))
    }

    /// What is still owed now.
    pub fn owed_now(&self, state: &State<B>) -> Open {
        self.contacts(state).open_after([], [], |_| false)
    }

    /// Whether a declaration leaves everybody who is obliged a partner (5.2 no. 4).
    pub fn leaves_partners(
        &self,
        state: &State<B>,
        contacts: &Contacts,
        units: &[UnitId],
        hexes: &[HexId],
    ) -> Result<(), No> {
        let (busy, taken) = (|u: UnitId| units.contains(&u), |h: HexId| hexes.contains(&h));
        // The duty of those who may not fight beside the declared ones lapses.
        let kept_out = |u: UnitId| units.iter().any(|&a| B::quarrel(self, a, u));
        if let Some(unit) = contacts.stranded_units(busy, taken).find(|&u| !kept_out(u)) {
            return Err(No::new(rule!(B, "5.1.3"), "no.leaves-unit").unit(unit));
        }
        // So does the duty to attack those whom a single unit may not fight together with the
        // declared ones.
        let apart =
            |hex: HexId| units.len() == 1 && B::may_defend_with(self, state, hexes, hex).is_err();
        match contacts.stranded_hexes(busy, taken).find(|&h| !apart(h)) {
            Some(hex) => Err(No::new(rule!(B, "5.1.4"), "no.leaves-hex").hex(hex)),
            None => Ok(()),
        }
    }
}
