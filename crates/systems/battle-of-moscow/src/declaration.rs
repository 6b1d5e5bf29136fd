//! Declaring battles [COM-2] to [COM-7] so that every obligation stays possible.
//!
//! A battle is built from its hexes first, then its attackers. For the hexes H and the attackers U of a battle two
//! things must hold after it is declared [COM-7]: (a) every obliged unit outside is left with a free enemy hex
//! or a battle it can join; taking more hexes never mends a breach of this. (b) Every obliged hex outside is
//! left with a free able unit; taking more attackers never mends a breach of this. So what is offered
//! at each small choice can be tested exactly.

use crate::game::BattleOfMoscow;
use crate::state::{Battle, Hexes, Stage, State};
use board::{Contacts, Open, UnitId};
use engine::No;
use hex::HexId;

impl BattleOfMoscow {
    /// Whether a unit is in a declared battle.
    pub fn is_committed(&self, state: &State, unit: UnitId) -> bool {
        state.battles.iter().any(|b| b.attackers.contains(&unit))
    }

    /// Whether a hex is in a declared battle.
    pub fn is_target(&self, state: &State, hex: HexId) -> bool {
        state.battles.iter().any(|b| b.hexes.contains(&hex))
    }

    /// What would be owed with the declared battles and one more.
    pub fn open_with(&self, state: &State, contacts: &Contacts, battle: &Battle) -> Open {
        let battles = || state.battles.iter().chain([battle]);
        let units = battles().flat_map(|b| b.attackers.iter().copied());
        let hexes = battles().flat_map(|b| b.hexes.iter().copied());
        contacts.open_after(units, hexes, |unit| {
            battles().any(|b| {
                !b.hexes.is_empty() && b.hexes.iter().all(|&h| contacts.can_attack(unit, h))
            })
        })
    }

    /// What is owed now. The battle that is being built counts: what is in hand is met unless it is undone.
    pub fn owed_now(&self, state: &State) -> Open {
        let contacts = self.contacts(state);
        match state.stage() {
            Some(Stage::Attack(battle)) => self.open_with(state, &contacts, battle),
            _ => self.open_with(state, &contacts, &Battle::default()),
        }
    }

    /// Whether hexes may be attacked together: partisans alone only with partisans alone [COM-2] (R81).
    fn may_combine(&self, state: &State, hexes: &[HexId], hex: HexId) -> Result<(), No> {
        let alone = self.is_partisan_only(state, hex);
        match hexes.iter().all(|&h| self.is_partisan_only(state, h) == alone) {
            true => Ok(()),
            false => Err(No::new("COM-2", "no.mixed-partisans").hex(hex)),
        }
    }

    /// The hexes that must be in a battle with `unit` as its first attacker: those of the battle, and obliged
    /// hexes that nobody else could attack.
    fn forced_hexes(
        &self,
        state: &State,
        contacts: &Contacts,
        hexes: &Hexes,
        unit: UnitId,
    ) -> Hexes {
        let mut all = hexes.clone();
        for hex in contacts.targets_of(unit) {
            let lonely = contacts.is_obliged_hex(hex)
                && !all.contains(&hex)
                && !self.is_target(state, hex)
                && !contacts.attackers_of(hex).any(|u| u != unit && !self.is_committed(state, u));
            if lonely {
                all.push(hex);
            }
        }
        all
    }

    /// Whether a battle over `hexes` can be finished with `unit` among its attackers.
    fn can_lead(&self, state: &State, contacts: &Contacts, hexes: &Hexes, unit: UnitId) -> bool {
        if self.is_committed(state, unit) || !hexes.iter().all(|&h| contacts.can_attack(unit, h)) {
            return false;
        }
        let all = self.forced_hexes(state, contacts, hexes, unit);
        let kinds_agree = all.iter().all(|&h| self.may_combine(state, &all, h).is_ok());
        let battle =
            Battle { hexes: all, attackers: [unit].into_iter().collect(), resolved: false };
        kinds_agree && self.open_with(state, contacts, &battle).can_finish()
    }

    /// Whether `hex` may be added to the hexes of a battle that has no attackers yet [COM-2] [COM-7].
    pub fn may_target(&self, state: &State, hexes: &Hexes, hex: HexId) -> Result<(), No> {
        if self.holder(state, hex) != Some(state.active.other()) {
            return Err(No::new("COM-2", "no.no-enemy").hex(hex));
        }
        if self.is_target(state, hex) || hexes.contains(&hex) {
            return Err(No::new("COM-3", "no.target-already").hex(hex));
        }
        self.may_combine(state, hexes, hex)?;
        let contacts = self.contacts(state);
        let mut all = hexes.clone();
        all.push(hex);
        let mut reachers = contacts
            .attackers_of(hex)
            .filter(|&u| {
                !self.is_committed(state, u) && all.iter().all(|&h| contacts.can_attack(u, h))
            })
            .peekable();
        if reachers.peek().is_none() {
            return Err(No::new("COM-2", "no.nobody-reaches").hex(hex));
        }
        match reachers.any(|u| self.can_lead(state, &contacts, &all, u)) {
            true => Ok(()),
            false => Err(No::new("COM-7", "no.target-strands").hex(hex)),
        }
    }

    /// Whether `unit` may be added to the attackers of a battle [COM-2] [COM-3] [COM-7].
    pub fn may_attack(&self, state: &State, battle: &Battle, unit: UnitId) -> Result<(), No> {
        if !self.belongs_to(state, unit, state.active) || state.position.hex(unit).is_none() {
            return Err(No::new("COM-1", "no.not-an-attacker"));
        }
        if self.is_committed(state, unit) || battle.attackers.contains(&unit) {
            return Err(No::new("COM-3", "no.attacks-already").unit(unit));
        }
        for &hex in &battle.hexes {
            self.can_reach(state, unit, hex)?;
        }
        let contacts = self.contacts(state);
        let mut with = battle.clone();
        with.attackers.push(unit);
        let open = self.open_with(state, &contacts, &with);
        if let Some(&hex) = open.stranded_hexes.first() {
            return Err(No::new("COM-7", "no.strands-hex").unit(unit).hex(hex));
        }
        if let Some(&other) = open.stranded_units.first() {
            return Err(No::new("COM-7", "no.strands-unit").unit(unit).other(other));
        }
        Ok(())
    }

    /// Whether a unit is able to attack a hex at all, and if not, why.
    fn can_reach(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        use crate::class::Kind;
        use crate::state::RODE;
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let at = state.position.hex(unit);
        if !at.is_some_and(|at| self.map.grid.adjacent(at, hex)) {
            return no("COM-2", "no.not-adjacent");
        }
        if state.position.has_mark(unit, RODE) {
            return no("RR-5", "no.rode");
        }
        if self.is_able(state, unit, hex) {
            return Ok(());
        }
        match self.kind(state, unit) {
            Kind::Security if !self.is_partisan_only(state, hex) => no("SEC-1", "no.security"),
            Kind::Finnish => no("FIN-4", "no.finn-unsupplied"),
            Kind::Partisan => no("PAR-3", "no.never-attacks"),
            Kind::Worker => no("WRK-1", "no.never-attacks"),
            Kind::Fortification => no("FOR-5", "no.never-attacks"),
            Kind::Replacement => no("RRP-6", "no.never-attacks"),
            _ => no("FRA-1", "no.halved-to-nothing"),
        }
    }

    /// Whether a battle may be declared as it stands.
    pub fn may_declare(&self, battle: &Battle) -> Result<(), No> {
        match battle.attackers.is_empty() {
            true => Err(No::new("COM-2", "no.no-attackers")),
            false => Ok(()),
        }
    }

    /// The declared battle that `hex` belongs to and that somebody may still join [SEQ-4].
    pub fn joinable(&self, state: &State, hex: HexId) -> Option<usize> {
        let index = state.battles.iter().position(|b| b.hexes.contains(&hex))?;
        let battle = &state.battles[index];
        let mut around = battle.hexes.iter().flat_map(|&h| self.map.grid.around(h));
        let some = around.any(|at| {
            state.position.stack(at).any(|u| self.may_attack_joining(state, battle, u).is_ok())
        });
        some.then_some(index)
    }

    /// Whether a unit may join a declared battle.
    pub fn may_attack_joining(
        &self,
        state: &State,
        battle: &Battle,
        unit: UnitId,
    ) -> Result<(), No> {
        // The battle is already among the declared ones; joining takes only the unit.
        let joined = Battle { attackers: Default::default(), ..battle.clone() };
        self.may_attack(state, &joined, unit)
    }

    /// Whether the declaration may end: every obligation is met [SEQ-4].
    pub fn may_end_declaration(&self, state: &State) -> Result<(), No> {
        let open = self.owed_now(state);
        if let Some(&unit) = open.units.first() {
            let n = open.units.len() as i32;
            return Err(No::new("ZOC-5", "no.must-attack").unit(unit).n(n));
        }
        match open.hexes.first() {
            Some(&hex) => {
                Err(No::new("ZOC-6", "no.must-be-attacked").hex(hex).n(open.hexes.len() as i32))
            }
            None => Ok(()),
        }
    }

    /// Whether anything can be declared or joined in this step.
    pub fn can_declare(&self, state: &State) -> bool {
        let contacts = self.contacts(state);
        let targets = contacts.targets();
        !targets.is_empty()
    }

    /// Whether an attacker of the battle stood beside other enemies too and chose these [COM-4].
    pub fn has_chosen_target(&self, state: &State, battle: &Battle) -> bool {
        battle.attackers.iter().any(|&unit| {
            let at = state.position.hex(unit);
            let mut beside =
                at.into_iter().flat_map(|at| self.enemies_beside(state, state.active, at));
            beside.any(|hex| !battle.hexes.contains(&hex) && self.is_able(state, unit, hex))
        })
    }

    /// Moves the battle in hand among the declared ones.
    pub fn declare(&self, state: &mut State) {
        if let Some(Stage::Attack(battle)) = state.stages.pop() {
            state.battles.push(battle);
        }
    }
}
