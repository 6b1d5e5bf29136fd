//! Losses by isolation [ISO].

use crate::game::BattleOfMoscow;
use crate::pick::can_complete;
use crate::state::{Stage, State, Supply, Units};
use board::{Strength, UnitId};
use engine::{Event, EventKind, Log, Text};
use hex::HexId;

impl BattleOfMoscow {
    /// The groups of isolated units of the active side: in one hex or in a chain of adjacent hexes [ISO-2].
    pub fn isolated_groups(&self, state: &State) -> Vec<Units> {
        let mut waiting: Vec<(UnitId, HexId)> = self
            .units_of(state, state.active)
            .filter(|&(u, _)| {
                self.needs_supply(state, u) && self.supply_of(state, u) == Supply::Isolated
            })
            .collect();
        let mut groups = Vec::new();
        while let Some(first) = waiting.pop() {
            let mut group = vec![first];
            let mut next = 0;
            while next < group.len() {
                let at = group[next].1;
                let near = |hex: HexId| hex == at || self.map.grid.adjacent(hex, at);
                group.extend(waiting.extract_if(.., |(_, hex)| near(*hex)));
                next += 1;
            }
            let mut units: Units = group.into_iter().map(|(u, _)| u).collect();
            units.sort_unstable();
            groups.push(units);
        }
        groups.sort();
        groups
    }

    /// What a group loses: a third of its defence factors rounded up, but never more than it has [ISO-3] (R79).
    pub fn isolation_loss(&self, state: &State, group: &[UnitId]) -> Strength {
        let factors: Strength = group.iter().map(|&u| self.class(state, u).defence).sum();
        factors.third_up().min(factors)
    }

    /// Whether `unit` may be chosen next: some legal set of losses contains those chosen and it [ISO-3].
    pub fn may_starve(
        &self,
        state: &State,
        group: &[UnitId],
        chosen: &[UnitId],
        unit: UnitId,
    ) -> bool {
        if !group.contains(&unit) || chosen.contains(&unit) {
            return false;
        }
        let value = |u: &UnitId| self.class(state, *u).defence.sixths();
        let with: Vec<u32> = chosen.iter().chain([&unit]).map(value).collect();
        let rest: Vec<u32> =
            group.iter().filter(|u| **u != unit && !chosen.contains(u)).map(value).collect();
        can_complete(&with, &rest, self.isolation_loss(state, group).sixths())
    }

    /// Takes the next isolated group in hand.
    pub fn next_group(&self, state: &mut State) -> bool {
        match state.groups.pop() {
            Some(group) => {
                state.stages.push(Stage::Isolation { group, chosen: Units::new() });
                true
            }
            None => false,
        }
    }

    /// A unit is chosen; when the loss is reached the chosen are removed, and a Russian who lost a whole factor
    /// too many gets a partisan [ISO-4].
    pub fn starve(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(Stage::Isolation { group, chosen }) = state.stages.last_mut() else { return };
        chosen.push(unit);
        let (group, chosen) = (group.clone(), chosen.clone());
        let owed = self.isolation_loss(state, &group);
        let total: Strength = chosen.iter().map(|&u| self.class(state, u).defence).sum();
        if total < owed {
            return;
        }
        state.stages.pop();
        let excess = total.saturating_sub(owed) >= Strength::whole(1);
        let regular: Units =
            chosen.iter().copied().filter(|&u| self.class(state, u).is_regular_russian()).collect();
        if excess && !regular.is_empty() {
            state.stages.push(Stage::Partisan(regular.clone()));
        }
        for &lost in &chosen {
            log.say(|| {
                let text = Text::new("event.starved").unit(lost);
                Event::new(EventKind::Eliminated, "ISO-3", text).rule("ISO-5").unit(lost)
            });
        }
        // The units stay on the map until the partisan's place is chosen; then they are removed.
        match state.stages.last() {
            Some(Stage::Partisan(_)) => {
                let others: Vec<UnitId> =
                    chosen.iter().copied().filter(|u| !regular.contains(u)).collect();
                others.into_iter().for_each(|u| self.eliminate(state, u));
            }
            _ => chosen.iter().for_each(|&u| self.eliminate(state, u)),
        }
    }

    /// The lost unit that is replaced by a partisan in its hex [ISO-4].
    pub fn leave_partisan(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(Stage::Partisan(lost)) = state.stages.pop() else { return };
        let hex = state.position.hex(unit);
        for gone in lost {
            self.eliminate(state, gone);
        }
        if let Some(hex) = hex {
            self.raise_partisan(state, &["ISO-4", "PAR-2"], hex, log);
        }
    }
}
