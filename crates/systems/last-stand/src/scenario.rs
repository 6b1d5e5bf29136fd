//! Reading a scenario: who stands where, who comes when (11.0, 13.1, 14.1).

use crate::chart::{ReinforcementEntry, SetupEntry};
use crate::class::{CardId, Kind};
use crate::game::{BoxDraw, LastStand, Setup};
use board::{Problems, Source, Spanned, UnitId};
use hex::HexId;

/// The untried units of each type that are not dealt yet, in the order of their numbers. Which of them is dealt
/// where means nothing: nobody knows what is on their far sides (6.92).
struct Undealt([std::vec::IntoIter<UnitId>; 3]);

impl LastStand {
    /// Works out set-up and schedule.
    pub(crate) fn read_scenario(&mut self, source: &Source, problems: &mut Problems) {
        let mut undealt = Undealt(Kind::UNTRIED.map(|kind| {
            let all: Vec<UnitId> = self.roster.units().filter(|&u| self.kind(u) == kind).collect();
            all.into_iter()
        }));
        for entry in self.scenario.setup.clone() {
            self.read_setup(&entry, source, &mut undealt, problems);
        }
        let mut reinforcements = self.scenario.reinforcement.clone();
        reinforcements.sort_by_key(|r| r.turn);
        for entry in reinforcements {
            self.read_reinforcement(&entry, source, &mut undealt, problems);
        }
        let waiting = self.scenario.start.waiting;
        for (cup, n) in [waiting.rifle, waiting.tank, waiting.cavalry].into_iter().enumerate() {
            self.waiting.extend(undealt.0[cup].by_ref().take(usize::from(n)));
        }
        if self.switches.historical {
            self.set_up_historically(source, problems);
        }
    }

    fn read_setup(
        &mut self,
        entry: &SetupEntry,
        source: &Source,
        undealt: &mut Undealt,
        problems: &mut Problems,
    ) {
        let hex = self.map.read_hex(source, &entry.hex, problems);
        let lost = match entry.step.as_ref().map(|s| (s.get_ref().as_str(), s.span())) {
            None | Some(("full", _)) => 0,
            Some(("reduced", _)) => 1,
            Some((word, span)) => {
                let message = format!("\"{word}\" is no step; expected full or reduced");
                problems.push(source.problem(span, message));
                0
            }
        };
        let unit = match (&entry.unit, &entry.untried) {
            (Some(id), None) => self.roster.read(source, id, problems),
            (None, Some(kind)) => {
                cup_named(kind, source, problems).and_then(|cup| undealt.0[cup].next())
            }
            _ => {
                let message = "expected either a unit or a type of untried units";
                problems.push(source.problem(entry.hex.span(), message));
                None
            }
        };
        if let (Some(unit), Some(hex)) = (unit, hex) {
            self.setup[unit.index()] = Some(Setup { hex, lost });
        }
    }

    fn read_reinforcement(
        &mut self,
        entry: &ReinforcementEntry,
        source: &Source,
        undealt: &mut Undealt,
        problems: &mut Problems,
    ) {
        let turn = entry.turn;
        match (&entry.unit, &entry.untried) {
            (Some(id), None) => {
                if let Some(unit) = self.roster.read(source, id, problems) {
                    self.due[unit.index()] = Some(turn);
                }
            }
            (None, Some(kind)) => {
                let Some(cup) = cup_named(kind, source, problems) else { return };
                if entry.from_waiting_box {
                    self.draws.push(BoxDraw { turn, cup, count: entry.count });
                    return;
                }
                for unit in undealt.0[cup].by_ref().take(usize::from(entry.count)) {
                    self.due[unit.index()] = Some(turn);
                }
            }
            _ => {
                let message = "a reinforcement: expected either a unit or a type of untried units";
                problems.push(source.problem_anywhere(message));
            }
        }
    }

    /// Every untried unit gets its own card, open, in the hex or turn that stands on it (13.12).
    fn set_up_historically(&mut self, source: &Source, problems: &mut Problems) {
        let untried: Vec<UnitId> =
            self.roster.units().filter(|&u| self.kind(u).cup().is_some()).collect();
        for (i, unit) in untried.into_iter().enumerate() {
            let code = self.cards[i].setup.clone();
            let turn = code.strip_prefix('T').and_then(|n| n.parse().ok());
            let hex: Option<HexId> = self.map.grid.parse(&code).ok();
            if turn.is_none() && hex.is_none() {
                let message = format!("card {}: \"{code}\" is no set-up code", self.cards[i].id);
                problems.push(source.problem_anywhere(message));
            }
            self.open[unit.index()] = Some(CardId(i as u16));
            self.setup[unit.index()] =
                hex.filter(|_| turn.is_none()).map(|hex| Setup { hex, lost: 0 });
            self.due[unit.index()] = turn;
        }
        self.waiting.clear();
    }
}

fn cup_named(kind: &Spanned<String>, source: &Source, problems: &mut Problems) -> Option<usize> {
    let found = ["rifle", "tank", "cavalry"].iter().position(|n| n == kind.get_ref());
    if found.is_none() {
        let message =
            format!("\"{}\" is no untried type; expected rifle, tank or cavalry", kind.get_ref());
        problems.push(source.problem(kind.span(), message));
    }
    found
}
