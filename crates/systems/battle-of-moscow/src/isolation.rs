//! Losses by isolation [ISO].

use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::pick::can_complete;
use crate::state::{State, Supply, Units};
use board::{Side, Strength, UnitId};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

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
                state.ask(Isolation { group, chosen: Units::new() });
                true
            }
            None => false,
        }
    }

    /// Asks for losses until enough are chosen; then they are removed, and a Russian who lost a whole factor too
    /// many gets a partisan [ISO-4].
    fn starve(&self, state: &mut State, isolation: Isolation, log: &mut Log) {
        let Isolation { group, chosen } = &isolation;
        let owed = self.isolation_loss(state, group);
        let total: Strength = chosen.iter().map(|&u| self.class(state, u).defence).sum();
        if total < owed {
            return state.ask(isolation);
        }
        for &lost in chosen {
            log.say(|| {
                let text = Text::new("event.starved").unit(lost);
                Event::new(EventKind::Eliminated, rule!("ISO-3"), text)
                    .rule(rule!("ISO-5"))
                    .unit(lost)
            });
        }
        let excess = total.saturating_sub(owed) >= Strength::whole(1);
        let (regular, others): (Units, Units) =
            chosen.iter().copied().partition(|&u| self.class(state, u).is_regular_russian());
        others.iter().for_each(|&u| self.eliminate(state, u));
        // The regular ones stay on the map until the partisan's place is chosen.
        match excess && !regular.is_empty() {
            true => state.ask(Partisan { lost: regular }),
            false => regular.iter().for_each(|&u| self.eliminate(state, u)),
        }
    }

    /// The lost unit that is replaced by a partisan in its hex [ISO-4].
    fn leave_partisan(&self, state: &mut State, lost: &[UnitId], unit: UnitId, log: &mut Log) {
        let hex = self.place_in_hand(state, unit);
        for &gone in lost {
            self.eliminate(state, gone);
        }
        self.raise_partisan(state, &[rule!("ISO-4"), rule!("PAR-2")], hex, log);
    }

    /// Finds the isolated groups, once it is settled whom the cities feed.
    pub fn find_groups(&self, state: &mut State, log: &mut Log) {
        state.groups = self.isolated_groups(state);
        self.tell_isolation(state, &state.groups, log);
        state.groups.reverse();
    }

    /// The groups that are isolated after the second combat and what they lose [ISO-1] [ISO-2].
    pub fn tell_isolation(&self, state: &State, groups: &[Units], log: &mut Log) {
        for group in groups {
            log.say(|| {
                let text = Text::new("event.isolated-group")
                    .with("units", Arg::Units(group.to_vec()))
                    .with("owed", Arg::Strength(self.isolation_loss(state, group)));
                let event = Event::new(EventKind::Supplied, rule!("SEQ-8"), text);
                let mut event = event.rule(rule!("ISO-1")).rule(rule!("ISO-2"));
                event.units.extend(group.iter().copied());
                event
            });
        }
    }
}

/// Which units of an isolated group are lost [ISO-3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Isolation {
    /// The group.
    pub group: Units,
    /// Those chosen so far.
    pub chosen: Units,
}

impl Decide<BattleOfMoscow> for Isolation {
    const ID: &'static str = "isolation";
    const WRONG: Wrong = (rule!("ISO-3"), "no.choose-losses");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| game.may_starve(state, &self.group, &self.chosen, u);
        out.units(self.group.iter().copied().filter(may));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        let Choice::Unit(unit) = choice else { return Err(Self::wrong()) };
        match at.game.may_starve(at.state, &self.group, &self.chosen, unit) {
            true => Ok(()),
            false => Err(No::new(rule!("ISO-3"), "no.wasteful-starving")),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.close();
        let mut isolation = self.clone();
        isolation.chosen.push(unit);
        play.game.starve(play.state, isolation, play.log);
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        let owed = at.game.isolation_loss(at.state, &self.group);
        let text = Text::new("prompt.isolation").with("owed", Arg::Strength(owed));
        text.with("units", Arg::Units(self.group.to_vec())).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        self.chosen.to_vec()
    }
}

/// Which of the lost units leaves a partisan [ISO-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Partisan {
    /// The lost units.
    pub lost: Units,
}

impl Decide<BattleOfMoscow> for Partisan {
    const ID: &'static str = "partisan";
    const WRONG: Wrong = (rule!("ISO-4"), "no.choose-unit");

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, _: &BattleOfMoscow, _: &State, _: &mut Desk, out: &mut Choices) {
        out.units(self.lost.iter().copied());
    }

    fn may(&self, _: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) if self.lost.contains(&unit) => Ok(()),
            Choice::Unit(_) => Err(No::new(rule!("ISO-4"), "no.not-among-them")),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.leave_partisan(play.state, &self.lost, unit, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.partisan").into()
    }
}
