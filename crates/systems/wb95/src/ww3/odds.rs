//! What each line of a combat's sum follows in the WW3 book (chapters 7.4 to 7.6).
//!
//! The core adds up and cites the sentence that both books have. Here a line gets the sentences of WW3 that act in it and
//! in this combat: a gun that defends, a disorganised unit, a second hex.

use super::Ww3;
use crate::game::Wb95;
use crate::state::{Combat, State};
use board::{Side, UnitId};
use engine::{Arg, Odds, OddsItem, Text};
use hex::HexId;

impl Wb95 {
    /// Whether a hex lies further from a gun than guns reach, so that only missiles hit it [22.1].
    pub(crate) fn is_beyond_guns(&self, state: &State, gun: UnitId, hex: HexId) -> bool {
        let at = state.position.hex(gun);
        at.is_some_and(|at| self.map.grid.distance(at, hex) > self.tables.core.artillery_range)
    }
}

impl Ww3 {
    /// Adds the sentences of WW3 to the lines of a combat's sum.
    pub fn explain(&self, game: &Wb95, state: &State, combat: &Combat, odds: &mut Odds) {
        for item in &mut odds.strengths {
            self.explain_strength(game, state, combat, item);
        }
        let lines: Vec<(Side, &'static str)> =
            odds.shifts.iter().map(|i| (i.side, i.text.id)).collect();
        for item in &mut odds.shifts {
            self.explain_shift(game, state, combat, &lines, item);
        }
        self.explain_ratio(odds);
        let both = odds.modifiers.len() > 1;
        for modifier in &mut odds.modifiers {
            modifier.rules.push("ww3:11.2.2");
            modifier.rules.extend(both.then_some("ww3:11.2.4"));
        }
    }

    fn explain_strength(&self, game: &Wb95, state: &State, combat: &Combat, item: &mut OddsItem) {
        let attacking = item.side == game.active(state);
        match (item.text.id, named(&item.text)) {
            ("odds.attack", Some(Arg::Unit(unit))) => {
                item.rules.extend(self.weakness(game, state, combat, *unit));
            }
            ("odds.support", Some(Arg::Unit(gun))) if attacking => {
                let gun = *gun;
                item.rules.push("ww3:2.3.7");
                item.rules.extend(self.weakness(game, state, combat, gun));
                let at = state.position.hex(gun);
                let beside = |h: &HexId| at.is_some_and(|a| game.map.grid.adjacent(a, *h));
                item.rules.extend(combat.hexes.iter().any(beside).then_some("ww3:8.5.3"));
                let afar = |h: &HexId| game.is_beyond_guns(state, gun, *h);
                item.rules.extend(combat.hexes.iter().all(afar).then_some("ww3:22.1"));
            }
            ("odds.support", Some(Arg::Unit(gun))) => {
                item.rules = self.defending_gun(game, state, combat, *gun);
            }
            ("odds.defence", Some(Arg::Hex(hex))) => {
                let hex = *hex;
                let disordered = |u: UnitId| state.disorganised[u.index()] > 0;
                let any = state.position.stack(hex).any(disordered);
                item.rules.extend(any.then_some("ww3:18.2.1"));
                if game.hex_defence(state, combat, hex) == 0 {
                    item.rules = self.defenceless(game, state, hex);
                }
            }
            _ => {}
        }
    }

    /// Why an attacker has less than what is printed: disorganised [18.2.1], out of supply [14.2.2]; odd numbers are
    /// rounded up [7.4.1].
    fn weakness(
        &self,
        game: &Wb95,
        state: &State,
        combat: &Combat,
        unit: UnitId,
    ) -> Vec<&'static str> {
        let disordered = state.disorganised[unit.index()] > 0;
        let hungry = state.oos[unit.index()] > 0 && !combat.full.contains(&unit);
        let printed = game.class(unit).attack_with(state.position.steps(unit));
        let odd = (disordered || hungry) && !printed.is_multiple_of(2);
        let rules = [(disordered, "ww3:18.2.1"), (hungry, "ww3:14.2.2"), (odd, "ww3:7.4.1")];
        rules.into_iter().filter(|(acts, _)| *acts).map(|(_, rule)| rule).collect()
    }

    /// A gun that supports a defence from another hex: its defence strength [2.3.8] [8.4.3], one attacked hex in its range
    /// being enough [8.4.6], also after it was shelled [8.2.6].
    fn defending_gun(
        &self,
        game: &Wb95,
        state: &State,
        combat: &Combat,
        gun: UnitId,
    ) -> Vec<&'static str> {
        let at = state.position.hex(gun);
        let beyond =
            |h: &HexId| at.is_some_and(|a| game.map.grid.distance(a, *h) > game.range_of(gun));
        let rules = [
            (true, "ww3:8.4.3"),
            (true, "ww3:2.3.8"),
            (combat.hexes.iter().any(beyond), "ww3:8.4.6"),
            (state.disorganised[gun.index()] > 0, "ww3:18.2.1"),
            (at.is_some_and(|a| state.shelled.contains(&a)), "ww3:8.2.6"),
        ];
        rules.into_iter().filter(|(acts, _)| *acts).map(|(_, rule)| rule).collect()
    }

    /// A hex that cannot defend itself: headquarters [7.1.9] [11.3.2], guns in transport set-up [8.6.5] (R31).
    fn defenceless(&self, game: &Wb95, state: &State, hex: HexId) -> Vec<&'static str> {
        let hq = |u: UnitId| game.class(u).is_hq();
        match state.position.stack(hex).all(hq) {
            true => vec!["ww3:7.1.9", "ww3:11.3.2"],
            false => vec!["ww3:8.6.5"],
        }
    }

    fn explain_shift(
        &self,
        game: &Wb95,
        state: &State,
        combat: &Combat,
        lines: &[(Side, &'static str)],
        item: &mut OddsItem,
    ) {
        let has = |id: &str| lines.iter().any(|(_, line)| *line == id);
        let several = combat.hexes.len() > 1; // the strongest hex counts [7.8.3]
        let defends = item.side != game.active(state);
        match item.text.id {
            "odds.terrain" => {
                item.rules = vec!["ww3:7.8.1"];
                item.rules.extend(has("odds.river").then_some("ww3:7.8.2"));
                item.rules.extend(several.then_some("ww3:7.8.3"));
            }
            "odds.field-fortification" => {
                item.rules.extend(has("odds.terrain").then_some("ww3:9.2.2"));
            }
            "odds.pool" => item.rules.extend(defends.then_some("ww3:20.4")),
            "odds.concentration" => {
                let formations = lines.iter().filter(|l| **l == (item.side, item.text.id)).count();
                item.rules.extend(self.concentration(game, state, combat, item, formations));
            }
            _ => {}
        }
    }

    /// What made a concentration: units of several hexes [12.1.3], six or two formations [12.1.4], guns far off [12.1.5].
    fn concentration(
        &self,
        game: &Wb95,
        state: &State,
        combat: &Combat,
        item: &OddsItem,
        formations: usize,
    ) -> Vec<&'static str> {
        let Some(Arg::Name(name)) = named(&item.text) else { return Vec::new() };
        let of = |u: &UnitId| {
            game.formation[u.index()].is_some_and(|f| game.formations[usize::from(f)] == *name)
        };
        let guns = combat.guns[item.side].iter().copied().filter(of).count();
        let fighters: Vec<UnitId> = match item.side == game.active(state) {
            true => combat.attackers.iter().copied().filter(of).collect(),
            false => game.defenders(state, combat).filter(of).collect(),
        };
        let mut hexes: Vec<_> = fighters.iter().filter_map(|&u| state.position.hex(u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let group = game.tables.core.concentration_group;
        let twice = formations > 1 || fighters.len() + guns >= 2 * group;
        let rules =
            [(hexes.len() > 1, "ww3:12.1.3"), (twice, "ww3:12.1.4"), (guns > 0, "ww3:12.1.5")];
        rules.into_iter().filter(|(acts, _)| *acts).map(|(_, rule)| rule).collect()
    }

    /// The ratio before the columns [7.2.2], rounded [5.4.2]; where it is cut at the ends of the table [7.3.3].
    fn explain_ratio(&self, odds: &mut Odds) {
        let (attacker, to) = (odds.attacker, odds.to);
        let item = |id, column: usize, rules| OddsItem {
            side: attacker,
            text: Text::new(id),
            value: odds.columns[column].clone(),
            rules,
        };
        let ratio = item("odds.ratio", odds.from, vec!["ww3:7.2.2", "ww3:5.4.2"]);
        let sum = |ours: bool| -> i64 {
            let lines = odds.shifts.iter().filter(|i| (i.side == attacker) == ours);
            lines.filter_map(|i| i.value.trim_start_matches(['+', '−']).parse::<i64>().ok()).sum()
        };
        let (right, left) = (sum(true), sum(false));
        let cut = odds.from as i64 + right - left != to as i64;
        let column = item(
            "odds.column",
            to,
            match cut {
                true => vec!["ww3:7.3.2", "ww3:7.3.3"],
                false => vec!["ww3:7.3.2"],
            },
        );
        odds.strengths.push(ratio);
        if !odds.shifts.is_empty() {
            odds.shifts.push(column);
        }
    }
}

/// What a line is about: its unit, hex or formation.
fn named(text: &Text) -> Option<&Arg> {
    let about = |a: &&Arg| matches!(a, Arg::Unit(_) | Arg::Hex(_) | Arg::Name(_));
    text.args.iter().map(|(_, arg)| arg).find(about)
}
