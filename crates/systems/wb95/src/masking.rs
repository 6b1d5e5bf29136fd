//! Masking [16.1]: what may be known of enemy stacks, and when.

use crate::game::Wb95;
use crate::state::{Combat, OPEN, Phase, SEEN, Stage, State, TRANSPORT};
use board::{Face, Side, UnitId};
use engine::{Log, Viewer};
use hex::HexId;

/// Counters that a viewer may not know are called by hex and level instead of by name.
const MASKED: u16 = 0x8000;
const LEVELS: u16 = 13;

/// How much a viewer may know of a counter [16.1.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// That it is there.
    Nothing,
    /// Its type.
    Type,
    /// Its type and CELs.
    TypeAndCels,
    /// Everything.
    All,
}

impl Wb95 {
    /// What a viewer knows of a counter.
    pub fn known(&self, state: &State, viewer: Viewer, unit: UnitId) -> Known {
        let side = self.side(unit);
        if !self.switches.masking || viewer.knows_of(side) || state.phase == Phase::Over {
            return Known::All;
        }
        let Some(hex) = state.position.hex(unit) else { return Known::All };
        if state.phase == Phase::Setup {
            return Known::Nothing;
        }
        if self.ww3.is_some() {
            // Seen once, a unit stays open; of others not even the number is known ([19.1.1] of WW3, R49).
            return if state.position.has_mark(unit, SEEN) { Known::All } else { Known::Nothing };
        }
        // The top counter shows [16.1.1], unless a masking marker lies on it [16.1.2].
        let shows = !self.switches.covered && state.position.stack(hex).next() == Some(unit);
        if shows || state.position.has_mark(unit, OPEN) {
            return Known::All; // [16.1.3]
        }
        let adjacent = matches!(viewer, Viewer::Player(_))
            && self.map.grid.around(hex).any(|h| self.holds(state, side.other(), h));
        match adjacent {
            false => Known::Nothing,
            true if self.is_fortified(state, side, hex) => Known::Type,
            true => Known::TypeAndCels,
        }
    }

    /// A stack lies open until the end of the Combat Phase [16.1.3].
    pub fn open_stack(&self, state: &mut State, hex: HexId, log: &mut Log) {
        let stack: Vec<UnitId> = state.position.stack(hex).collect();
        for unit in stack {
            if self.switches.masking && !state.position.has_mark(unit, OPEN) {
                log.reveal();
            }
            state.position.set_mark(unit, OPEN, true);
            if self.ww3.is_some() {
                state.position.set_mark(unit, SEEN, true);
            }
        }
    }

    /// Units in an enemy zone that no fortifications hide lie open from now on ([19.1.2] [19.1.3] of WW3).
    pub fn see_contacts(&self, state: &mut State, log: &mut Log) {
        if self.ww3.is_none() || matches!(state.phase, Phase::Setup | Phase::Over) {
            return;
        }
        for unit in self.roster.units() {
            let Some(hex) = state.position.hex(unit) else { continue };
            let side = self.side(unit);
            let met = self.in_enemy_zone(state, side, hex) && !state.forts[side].contains(hex);
            let seen = met || !self.switches.masking;
            if seen && !state.position.has_mark(unit, SEEN) {
                state.position.set_mark(unit, SEEN, true);
                log.reveal();
            }
        }
    }

    /// The other side of a counter that lies open to a viewer: the weaker or stronger one [1.2], or a towed gun's other
    /// set-up [6.1.6].
    pub fn other_side(&self, state: &State, unit: UnitId, viewer: Viewer) -> Option<Face> {
        let is_masked = unit.index() >= usize::from(MASKED);
        if is_masked || self.known(state, viewer, unit) != Known::All {
            return None;
        }
        let mut turned = state.clone();
        let position = &mut turned.position;
        match self.class(unit) {
            class if class.is_towed_artillery() => {
                let face = position.face(unit);
                position.set_face(unit, if face == TRANSPORT { 0 } else { TRANSPORT });
            }
            class if class.cels == 2 => {
                position.set_steps(unit, 3 - position.steps(unit).clamp(1, 2))
            }
            _ => return None,
        }
        Some(self.face(&turned, unit))
    }

    /// Whether a viewer knows all stacks of a combat that is not declared yet.
    pub fn sees_stacks(&self, state: &State, viewer: Viewer, combat: &Combat) -> bool {
        let units = self.defenders(state, combat).chain(combat.attackers.iter().copied());
        let mut units = units;
        units.all(|u| self.known(state, viewer, u) == Known::All)
    }

    /// The counter as a viewer may call it.
    pub fn seen_as(&self, state: &State, viewer: Viewer, unit: UnitId, level: u8) -> UnitId {
        if self.known(state, viewer, unit) == Known::All {
            return unit;
        }
        let hex = state.position.hex(unit).map_or(0, |h| h.index() as u16);
        let level = u16::from(level).min(LEVELS - 1);
        UnitId::new(MASKED + hex * LEVELS + level)
    }

    /// The hex and level of a masked name.
    pub fn unmask(&self, unit: UnitId) -> Option<(HexId, u16)> {
        let index = u16::try_from(unit.index()).ok()?.checked_sub(MASKED)?;
        let hex = index / LEVELS;
        (usize::from(hex) < self.map.grid.len()).then_some((HexId::new(hex), index % LEVELS))
    }

    /// Whether anything is hidden at all.
    pub fn hides(&self) -> bool {
        self.switches.masking || Side::BOTH.into_iter().all(|s| self.has_air(s))
    }

    fn has_air(&self, side: Side) -> bool {
        self.scenario
            .air
            .iter()
            .flat_map(|a| &a.units)
            .any(|id| self.roster.find(id.get_ref()).is_some_and(|u| self.side(u) == side))
    }
}

impl Wb95 {
    /// A full state that agrees with everything a viewer knows: counters that look the same to him change places, and
    /// secret missions are not there.
    pub fn imagined(
        &self,
        state: &State,
        viewer: Viewer,
        rng: &mut rand::rngs::ChaCha8Rng,
    ) -> State {
        let mut imagined = state.clone();
        if state.secret {
            imagined.missions.retain(|m| viewer.knows_of(m.side) || m.kind.stands_long());
        }
        if let Some(modern) = imagined.ww3.0.as_deref_mut() {
            for side in Side::BOTH {
                if !viewer.knows_of(side) && modern.committed[side].is_some() {
                    modern.committed[side] = Some(0); // what the other has committed is his secret
                }
            }
        }
        if !self.switches.masking {
            return imagined;
        }
        let hidden: Vec<UnitId> = self
            .roster
            .units()
            .filter(|&u| {
                state.position.hex(u).is_some()
                    && self.known(state, viewer, u) != Known::All
                    && !self.is_in_hand(state, u)
            })
            .collect();
        let mut groups: std::collections::BTreeMap<Look, Vec<UnitId>> = Default::default();
        for unit in hidden {
            groups.entry(self.look(state, viewer, unit)).or_default().push(unit);
        }
        for units in groups.into_values() {
            self.shuffle(state, &mut imagined, &units, rng);
        }
        imagined
    }

    /// Whether an open decision or the combat in hand names a counter: it keeps its place.
    fn is_in_hand(&self, state: &State, unit: UnitId) -> bool {
        let staged = state.stages.iter().any(|s| match s {
            Stage::Moving { unit: u, .. }
            | Stage::Refill(u)
            | Stage::Pursue(u)
            | Stage::RetreatStep { unit: u, .. }
            | Stage::SetupHex(u) => *u == unit,
            Stage::Fire(fire) => fire.guns.contains(&unit),
            _ => false,
        });
        let fights = state.combat.as_ref().is_some_and(|c| {
            c.attackers.contains(&unit) || Side::BOTH.into_iter().any(|s| c.guns[s].contains(&unit))
        });
        staged || fights
    }

    /// What a viewer can tell of a hidden counter, by what it lets him and its owner's neighbours do.
    fn look(&self, state: &State, viewer: Viewer, unit: UnitId) -> Look {
        let known = self.known(state, viewer, unit);
        let class = self.class(unit);
        let hex = state.position.hex(unit);
        // Setting up, only the owner looks; where a counter may stand is printed, so only its place counts.
        let place = (state.phase == Phase::Setup).then(|| hex.map_or(0, |h| h.index()));
        Look {
            side: self.side(unit),
            role: class.role,
            column: class.movement.column(),
            face: state.position.face(unit),
            kind: (known >= Known::Type).then(|| class.kind.clone()),
            cels: (known >= Known::TypeAndCels).then(|| state.position.steps(unit)),
            full: class.cels,
            place,
        }
    }

    /// Lets counters of one look change places: each gets the place, the CELs and all marks of another.
    fn shuffle(
        &self,
        state: &State,
        imagined: &mut State,
        units: &[UnitId],
        rng: &mut rand::rngs::ChaCha8Rng,
    ) {
        use rand::Rng;
        let mut order: Vec<UnitId> = units.to_vec();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.next_u32() as usize % (i + 1));
        }
        let _ = state;
        let mut renamed: std::collections::BTreeMap<UnitId, UnitId> = Default::default();
        for (&old, &new) in units.iter().zip(&order) {
            renamed.insert(old, new);
        }
        imagined.position.exchange(&renamed);
        let (oos, disorganised) = (imagined.oos.clone(), imagined.disorganised.clone());
        for (old, new) in &renamed {
            imagined.oos[new.index()] = oos[old.index()];
            imagined.disorganised[new.index()] = disorganised[old.index()];
        }
        let rename = |list: &mut crate::state::Units| {
            for unit in list.iter_mut() {
                if let Some(new) = renamed.get(unit) {
                    *unit = *new;
                }
            }
        };
        rename(&mut imagined.obliged);
        rename(&mut imagined.challenged);
        imagined.challenged.sort_unstable();
        for pair in &mut imagined.touching {
            for unit in [&mut pair.0, &mut pair.1] {
                *unit = renamed.get(unit).copied().unwrap_or(*unit);
            }
        }
        rename(&mut imagined.kept.ran);
        let marked = &mut imagined.kept;
        for (_, unit) in marked.mined.iter_mut().chain(marked.repairs.iter_mut()) {
            *unit = renamed.get(unit).copied().unwrap_or(*unit);
        }
        for works in &mut imagined.works {
            if let Some(new) = renamed.get(&works.hq) {
                works.hq = *new;
            }
        }
    }
}

/// What a viewer can tell of a hidden counter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    side: Side,
    role: crate::class::Role,
    column: usize,
    face: u8,
    kind: Option<String>,
    cels: Option<u8>,
    full: u8,
    place: Option<usize>,
}
