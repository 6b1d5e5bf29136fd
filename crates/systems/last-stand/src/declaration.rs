//! Declaring an attack (6.1) and naming its Offensive Support (6.33, R19).

use crate::class::{Formation, GERMAN, Kind};
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{ADVANCED, ATTACKED, DEFENDED, DISRUPTED, Fight, SUPPORT_FACE, State, Units};
use board::UnitId;
use engine::No;
use hex::{HexId, Mp};

impl LastStand {
    /// Whether a unit may attack at all in this phase (6.13) (6.17).
    fn is_attacker(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let side = state.phase.side();
        let own = self.exists(unit) && self.side(unit) == side;
        ensure(own, No::new("6.11", "no.not-an-attacker"))?;
        let hex = state.position.hex(unit).ok_or(No::new("6.11", "no.off-map").unit(unit))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        ensure(self.is_combat(unit), no("6.18", "no.noncombat-attack"))?;
        ensure(!state.has(unit, ADVANCED), no("6.11", "no.advanced"))?;
        ensure(!state.has(unit, ATTACKED), no("6.13", "no.attacked-already"))?;
        ensure(!state.has(unit, DISRUPTED), no("6.17", "no.disrupted-attack"))?;
        // Untried units may be declared; a strength of 0 that is known bars them (R81).
        let zero = self.values(state, unit).is_some_and(|v| v[0] == 0);
        ensure(!zero, no("6.17", "no.no-attack-strength"))?;
        Ok(hex)
    }

    /// Whether a hex may be attacked in this phase: it holds enemy units that were not attacked yet (6.13) (R23).
    /// Whoever stands there unattacked has stood there since the phase began (6.11) (R24).
    fn is_target(&self, state: &State, hex: HexId) -> Result<(), No> {
        let enemy = state.phase.side().other();
        ensure(self.holds(state, enemy, hex), No::new("6.11", "no.no-enemy").hex(hex))?;
        let fresh = state.position.stack(hex).any(|u| !state.has(u, DEFENDED));
        ensure(fresh, No::new("6.13", "no.attacked-hex").hex(hex))
    }

    /// Whether a unit stands beside a hex without a lake between (6.11).
    fn is_in_contact(&self, unit: UnitId, at: HexId, to: HexId) -> Result<(), No> {
        let direction = self.map.grid.direction(at, to);
        let direction = direction.ok_or(No::new("6.11", "no.not-adjacent").unit(unit).hex(to))?;
        let lake = self.is_lake(at, direction);
        ensure(!lake, No::new("6.11", "no.attack-lake").unit(unit).hex(to))
    }

    /// Whether a hex may be the target of a new attack.
    pub fn may_target(&self, state: &State, hex: HexId) -> Result<(), No> {
        self.is_target(state, hex)?;
        // The refusal says what is wrong with the one that comes nearest to attacking.
        let mut why = No::new("6.11", "no.nobody-attacks").hex(hex);
        for at in self.map.grid.around(hex) {
            for unit in state.position.stack(at) {
                let able =
                    self.is_attacker(state, unit).and_then(|_| self.is_in_contact(unit, at, hex));
                match able {
                    Ok(()) => return Ok(()),
                    Err(no) if self.side(unit) == state.phase.side() => why = no,
                    Err(_) => {}
                }
            }
        }
        Err(why)
    }

    /// Whether a further hex may be added: only a single unit attacks several (6.16).
    pub fn may_add_target(&self, state: &State, fight: &Fight, hex: HexId) -> Result<(), No> {
        let again = fight.targets.contains(&hex);
        ensure(!again, No::new("6.16", "no.target-already").hex(hex))?;
        ensure(fight.attackers.len() == 1, No::new("6.16", "no.one-unit-several-hexes"))?;
        self.is_target(state, hex)?;
        let unit = fight.attackers[0];
        let at = state.position.hex(unit).ok_or(No::new("6.11", "no.off-map"))?;
        self.is_in_contact(unit, at, hex)
    }

    /// Whether a unit may take part in an attack.
    pub fn may_attack(&self, state: &State, fight: &Fight, unit: UnitId) -> Result<(), No> {
        let at = self.is_attacker(state, unit)?;
        let again = fight.attackers.contains(&unit);
        ensure(!again, No::new("6.13", "no.attacks-already").unit(unit))?;
        let several = fight.targets.len() > 1;
        ensure(!several, No::new("6.16", "no.one-unit-several-hexes"))?;
        fight.targets.iter().try_for_each(|&hex| self.is_in_contact(unit, at, hex))
    }

    /// Whether an attack may be declared.
    pub fn may_declare(&self, fight: &Fight) -> Result<(), No> {
        ensure(!fight.attackers.is_empty(), No::new("6.11", "no.no-attackers"))
    }

    /// Uses that a supply unit in Offensive Support mode has left in this phase (6.34).
    pub fn uses_left(&self, state: &State, unit: UnitId) -> u8 {
        match self.kind(unit) == Kind::Supply && state.position.face(unit) == SUPPORT_FACE {
            true => state.position.steps(unit),
            false => 0,
        }
    }

    /// The attackers that can trace Offensive Support to a supply unit of their formation (6.33) (R20).
    pub fn supported(&self, state: &State, attackers: &[UnitId], train: UnitId) -> Units {
        let Some(hex) = state.position.hex(train) else { return Units::new() };
        let formation: Option<Formation> = self.facts(train).formation;
        let range = Some(self.tables.supply.offensive_support_range);
        let field = self.traced(state, GERMAN, [(hex, Mp::ZERO)], range, &[]);
        let near = |u: &UnitId| state.position.hex(*u).is_some_and(|h| field.contains(h));
        attackers
            .iter()
            .copied()
            .filter(|u| self.facts(*u).formation == formation && near(u))
            .collect()
    }

    /// The supply units that could support an attack, each with the attackers it reaches.
    pub fn supporters(&self, state: &State, fight: &Fight) -> Vec<(UnitId, Units)> {
        if fight.attacker != GERMAN {
            return Vec::new();
        }
        self.units_of(state, GERMAN)
            .filter(|&(u, _)| self.uses_left(state, u) > 0)
            .map(|(u, _)| (u, self.supported(state, &fight.attackers, u)))
            .filter(|(_, reached)| !reached.is_empty())
            .collect()
    }

    /// Whether at least half of the attackers are covered (R18).
    fn is_half(&self, covered: usize, fight: &Fight) -> bool {
        covered * 2 >= fight.attackers.len()
    }

    /// Whether Offensive Support is possible at all for an attack.
    pub fn can_be_supported(&self, state: &State, fight: &Fight) -> bool {
        let supporters = self.supporters(state, fight);
        let any = |u: &&UnitId| supporters.iter().any(|(_, reached)| reached.contains(u));
        !supporters.is_empty() && self.is_half(fight.attackers.iter().filter(any).count(), fight)
    }

    /// The attackers that the named supply units cover.
    fn covered(&self, state: &State, fight: &Fight) -> Units {
        let mut covered = Units::new();
        for &train in &fight.support {
            for unit in self.supported(state, &fight.attackers, train) {
                if !covered.contains(&unit) {
                    covered.push(unit);
                }
            }
        }
        covered
    }

    /// Whether a supply unit may be named: it must cover somebody that is not covered yet (R19).
    pub fn may_name(&self, state: &State, fight: &Fight, train: UnitId) -> Result<(), No> {
        let own = self.exists(train) && self.kind(train) == Kind::Supply;
        ensure(own, No::new("6.33", "no.not-a-supply-unit"))?;
        let mode =
            state.position.face(train) == SUPPORT_FACE && state.position.hex(train).is_some();
        ensure(mode, No::new("7.44", "no.not-in-support-mode").unit(train))?;
        let free = self.uses_left(state, train) > 0;
        ensure(free, No::new("6.34", "no.support-used-up").unit(train))?;
        let covered = self.covered(state, fight);
        let reached = self.supported(state, &fight.attackers, train);
        let new = reached.iter().any(|u| !covered.contains(u));
        ensure(new, No::new("7.44", "no.supports-nobody").unit(train))
    }

    /// Whether the named supply units suffice, or none is named.
    pub fn is_support_settled(&self, state: &State, fight: &Fight) -> Result<(), No> {
        let covered = self.covered(state, fight).len();
        let enough = fight.support.is_empty() || self.is_half(covered, fight);
        ensure(enough, No::new("6.33", "no.less-than-half").n(covered as i32))
    }
}
