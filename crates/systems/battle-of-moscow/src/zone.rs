//! Zones of control and the obligation to attack [ZOC].
//!
//! ZOC-1 extent · ZOC-2 stopping · ZOC-5 obliged units · ZOC-6 obliged hexes · ZOC-7 every move keeps them
//! possible · ZOC-8 second impulse

use crate::class::{GERMAN, Kind, RUSSIAN, Zone};
use crate::game::BattleOfMoscow;
use crate::state::{Impulse, Mark, State, Supply};
use crate::walk::Gait;
use board::{Contacts, Side, Strength, UnitId};
use engine::{No, Rule};
use hex::{Directions, HexId};

impl BattleOfMoscow {
    /// Where a unit's zone reaches: the six hexes around it, or nowhere beyond its own hex [ZOC-1].
    pub fn reach(&self, state: &State, unit: UnitId) -> Directions {
        match self.class(state, unit).zone {
            Zone::Full => Directions::ALL,
            Zone::OwnHex | Zone::None => Directions::NONE,
        }
    }

    /// Whether enemy zones reach a hex as far as units of `side` are concerned: in a full fort
    /// Russian units
    /// ignore them [FOR-2]. Railways do not [RR-2]: see [`BattleOfMoscow::is_free`].
    #[inline]
    pub fn in_enemy_zone(&self, state: &State, side: Side, hex: HexId) -> bool {
        state.position.in_zone(side.other(), hex) && !(side == RUSSIAN && self.is_full_fort(hex))
    }

    /// Whether a unit in `hex` ignores enemy zones: partisans [PAR-4] and Russians in a full fort [FOR-2].
    pub fn ignores_zones(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.kind(state, unit) == Kind::Partisan
            || (self.side(state, unit) == RUSSIAN && self.is_full_fort(hex))
    }

    /// Whether a unit that enters `hex` must stop there [ZOC-2].
    pub fn must_stop(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        state.position.in_zone(self.side(state, unit).other(), hex)
            && !self.ignores_zones(state, unit, hex)
    }

    /// Whether the enemy in a hex must be attacked by those beside it who can: he has a full zone,
    /// or he is in a
    /// full fort and is not partisans alone [ZOC-5] [FOR-2] (R20).
    pub fn obliges(&self, state: &State, hex: HexId) -> bool {
        let in_fort = self.is_full_fort(hex) && self.holder(state, hex) == Some(RUSSIAN);
        self.has_full_zone(state, hex) || (in_fort && !self.is_partisan_only(state, hex))
    }

    /// Whether a hex holds a unit with a full zone.
    pub fn has_full_zone(&self, state: &State, hex: HexId) -> bool {
        state.position.stack(hex).any(|u| self.class(state, u).zone == Zone::Full)
    }

    /// Whether only partisans are in a hex.
    pub fn is_partisan_only(&self, state: &State, hex: HexId) -> bool {
        let mut stack = state.position.stack(hex).peekable();
        stack.peek().is_some() && stack.all(|u| self.kind(state, u) == Kind::Partisan)
    }

    /// The attack factor of a unit against a hex in this impulse: printed, halved with the fraction dropped if
    /// the unit is not supplied [SUP-5]; security only against partisans [SEC-1]; Finns only in German
    /// supply [FIN-4].
    pub fn attack_on(&self, state: &State, unit: UnitId, hex: HexId) -> Strength {
        let class = self.class(state, unit);
        match class.kind {
            Kind::Security if !self.is_partisan_only(state, hex) => Strength::ZERO,
            Kind::Security if self.is_halved(state, unit) => {
                class.attack_on_partisans.half_dropped()
            }
            Kind::Security => class.attack_on_partisans,
            Kind::Finnish if state.position.has_mark(unit, Mark::FinnSupplied) => class.attack,
            Kind::Finnish => Strength::ZERO,
            _ if self.is_halved(state, unit) => class.attack.half_dropped(),
            _ => class.attack,
        }
    }

    /// Whether a unit attacks at half in this impulse [SUP-5] [SUP-6].
    pub fn is_halved(&self, state: &State, unit: UnitId) -> bool {
        self.class(state, unit).needs_supply() && self.supply_of(state, unit) != Supply::Supplied
    }

    /// The supply state of a unit in this impulse [SUP-7].
    pub fn supply_of(&self, state: &State, unit: UnitId) -> Supply {
        state.supply[unit.index()]
    }

    /// Whether a unit beside `hex` is able to attack it in this impulse: it has a factor, did not
    /// ride and will
    /// still be there [ZOC-5] [RR-5] [WEA-8].
    pub fn is_able(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.could_attack(state, unit, hex) && !self.will_drown(state, unit)
    }

    /// Whether a unit could attack `hex` if it stood beside it.
    fn could_attack(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        !state.position.has_mark(unit, Mark::Rode)
            && self.attack_on(state, unit, hex) >= Strength::whole(1)
    }

    /// Whether a unit in `at` need not attack although it could: Russians in a full fort [FOR-2], units that
    /// are not supplied in the second impulse [ZOC-8].
    fn is_exempt(&self, state: &State, unit: UnitId, at: HexId) -> bool {
        let in_fort = self.side(state, unit) == RUSSIAN && self.is_full_fort(at);
        let second = state.impulse() == Impulse::Second && self.is_halved(state, unit);
        in_fort || second
    }

    /// Whether `unit` in `at` must attack because of the enemy in `hex` [ZOC-5].
    pub fn is_obliged(&self, state: &State, unit: UnitId, at: HexId, hex: HexId) -> bool {
        self.obliges(state, hex)
            && self.is_able(state, unit, hex)
            && !self.is_exempt(state, unit, at)
    }

    /// The rule by which a unit in `at` need not attack the enemy in `hex` beside it, with its
    /// sentence; nothing if it must.
    pub fn excuse(
        &self,
        state: &State,
        unit: UnitId,
        at: HexId,
        hex: HexId,
    ) -> Option<(Rule, &'static str)> {
        if self.is_obliged(state, unit, at, hex) {
            return None;
        }
        if !self.obliges(state, hex) {
            return Some(match self.is_partisan_only(state, hex) {
                true => (rule!("PAR-5"), "effect.free-partisans"),
                false => (rule!("ZOC-10"), "effect.free-workers"),
            });
        }
        Some(match self.kind(state, unit) {
            Kind::Worker => (rule!("WRK-1"), "effect.free-unable"),
            Kind::Fortification => (rule!("FOR-5"), "effect.free-unable"),
            _ if self.ignores_zones(state, unit, at) => (rule!("FOR-2"), "effect.free-fort"),
            _ if state.position.has_mark(unit, Mark::Rode) => (rule!("RR-5"), "effect.free-rode"),
            Kind::Finnish => (rule!("FIN-6"), "effect.free-unable"),
            _ if !self.is_able(state, unit, hex) => (rule!("ZOC-9"), "effect.free-unable"),
            _ => (rule!("ZOC-8"), "effect.free-unsupplied"),
        })
    }

    /// The enemy hexes beside `hex`.
    pub fn enemies_beside<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        hex: HexId,
    ) -> impl Iterator<Item = HexId> + 'a {
        self.map.grid.around(hex).filter(move |&n| self.holder(state, n) == Some(side.other()))
    }

    /// Who can attack what, who must, and what must be attacked [ZOC-5] [ZOC-6].
    pub fn contacts(&self, state: &State) -> Contacts {
        let mut contacts = Contacts::default();
        self.find_contacts(state, &mut contacts);
        contacts
    }

    /// The same into room that was used before.
    pub(crate) fn find_contacts(&self, state: &State, contacts: &mut Contacts) {
        contacts.clear();
        for (unit, at) in self.units_of(state, state.active) {
            for hex in self.enemies_beside(state, state.active, at) {
                if self.is_able(state, unit, hex) {
                    contacts.add(unit, hex);
                }
                if self.is_obliged(state, unit, at, hex) {
                    contacts.oblige_unit(unit);
                    contacts.oblige_hex(hex);
                }
                let moved_in = state.position.has_mark(unit, Mark::Moved)
                    && !self.ignores_zones(state, unit, at);
                if moved_in && self.has_full_zone(state, hex) {
                    contacts.oblige_hex(hex);
                }
            }
        }
    }

    /// Whether the obligations could still be met if `unit` moved from `from` to `to` and stopped there
    /// [ZOC-7], on its feet or by rail.
    ///
    /// Only two things can go wrong: a hex beside `to` that nobody can attack, and a hex beside `from` that
    /// another unit's move has obliged and only this unit could attack. Both have a full zone.
    pub fn keeps_obligations(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        to: HexId,
        gait: Gait,
    ) -> Result<(), No> {
        let side = self.side(state, unit);
        let is_zoned = |hex| state.position.in_zone(side.other(), hex);
        let rides = gait == Gait::Rides;
        if is_zoned(to) && !self.ignores_zones(state, unit, to) {
            for hex in self.enemies_beside(state, side, to) {
                let able = !rides && self.could_attack(state, unit, hex);
                if !able && self.obliges_after(state, hex, unit, to) {
                    self.somebody_else(state, unit, hex).map_err(|()| {
                        No::new(rule!("ZOC-7"), "no.strands-target").unit(unit).hex(hex)
                    })?;
                }
            }
        }
        if !is_zoned(from) {
            return Ok(());
        }
        for hex in self.enemies_beside(state, side, from) {
            let stays =
                self.map.grid.adjacent(to, hex) && !rides && self.could_attack(state, unit, hex);
            if !stays && self.is_obliged_by_move(state, unit, hex) {
                self.somebody_else(state, unit, hex).map_err(|()| {
                    No::new(rule!("ZOC-7"), "no.leaves-target").unit(unit).hex(hex)
                })?;
            }
        }
        Ok(())
    }

    /// Whether an enemy hex would oblige once `unit` has arrived in `to`: fortification troops may vanish then
    /// [FOR-5].
    fn obliges_after(&self, state: &State, hex: HexId, unit: UnitId, to: HexId) -> bool {
        let vanish = self.side(state, unit) == GERMAN && self.is_open_side(to, hex);
        state.position.stack(hex).any(|u| {
            let class = self.class(state, u);
            class.zone == Zone::Full && !(vanish && class.kind == Kind::Fortification)
        })
    }

    /// Whether some other unit that moved in this impulse has obliged `hex` without being able to attack it.
    fn is_obliged_by_move(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let side = self.side(state, unit);
        self.has_full_zone(state, hex)
            && self.map.grid.around(hex).any(|at| {
                state.position.stack(at).any(|u| {
                    u != unit
                        && self.side(state, u) == side
                        && state.position.has_mark(u, Mark::Moved)
                        && !self.ignores_zones(state, u, at)
                        && !self.is_able(state, u, hex)
                })
            })
    }

    /// Whether some other unit beside `hex` is able to attack it.
    fn somebody_else(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), ()> {
        let side = self.side(state, unit);
        let found = self.map.grid.around(hex).any(|at| {
            state
                .position
                .stack(at)
                .any(|u| u != unit && self.side(state, u) == side && self.is_able(state, u, hex))
        });
        if found { Ok(()) } else { Err(()) }
    }
}
