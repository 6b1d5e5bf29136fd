//! What each line of a combat's sum follows in the WW3 book (chapters 7.4 to 7.6).
//!
//! The core adds up and cites the sentences that both books have. Here a line gets those that only WW3 has, where they act.

use crate::{Game, State, Ww3};
use board::UnitId;
use engine::{Arg, Odds, OddsItem, Text};
use hex::HexId;
use wb95::state::Combat;

/// Whether a hex lies further from a gun than guns reach, so that only missiles hit it [22.1].
pub(crate) fn is_beyond_guns(game: &Game, state: &State, gun: UnitId, hex: HexId) -> bool {
    let at = state.position.hex(gun);
    at.is_some_and(|at| game.map.grid.distance(at, hex) > game.tables.core.artillery_range)
}

impl Ww3 {
    /// Adds the sentences of WW3 to the lines of a combat's sum.
    pub fn explain(&self, game: &Game, state: &State, combat: &Combat, odds: &mut Odds) {
        for item in &mut odds.strengths {
            self.explain_strength(game, state, combat, item);
        }
        let rough = odds.shifts.iter().any(|i| i.text.id == "odds.terrain");
        for item in &mut odds.shifts {
            let defends = item.side != game.active(state);
            match item.text.id {
                "odds.field-fortification" if rough => item.rules.push(rule!("9.2.2")),
                "odds.pool" if defends => item.rules.push(rule!("20.4")),
                _ => {}
            }
        }
        self.explain_ratio(odds);
    }

    /// A gun's figure for the attack [2.3.7] or the defence [2.3.8] [8.4.3], missiles from beyond the range of guns [22.1],
    /// headquarters alone [11.3.2].
    fn explain_strength(&self, game: &Game, state: &State, combat: &Combat, item: &mut OddsItem) {
        let attacking = item.side == game.active(state);
        match (item.text.id, named(&item.text)) {
            ("odds.support", Some(Arg::Unit(gun))) if attacking => {
                let afar = |h: &HexId| is_beyond_guns(game, state, *gun, *h);
                let missile = combat.hexes.iter().all(afar);
                item.rules.push(rule!("2.3.7"));
                item.rules.extend(missile.then_some(rule!("22.1")));
            }
            ("odds.support", Some(Arg::Unit(gun))) => {
                // One attacked hex in range is enough [8.4.6].
                let at = state.position.hex(*gun);
                let beyond = |h: &HexId| {
                    at.is_some_and(|a| game.map.grid.distance(a, *h) > game.range_of(*gun))
                };
                let several = combat.hexes.iter().any(beyond);
                item.rules.retain(|r| r != rule!("8.3.1"));
                item.rules.extend([rule!("8.4.3"), rule!("2.3.8")]);
                item.rules.extend(several.then_some(rule!("8.4.6")));
            }
            ("odds.defence", Some(Arg::Hex(hex))) => {
                let hq = state.position.stack(*hex).all(|u| game.class(u).is_hq());
                item.rules.extend(hq.then_some(rule!("11.3.2")));
            }
            _ => {}
        }
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
        let ratio = item("odds.ratio", odds.from, [rule!("7.2.2"), rule!("5.4.2")].into());
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
                true => [rule!("7.3.2"), rule!("7.3.3")].into(),
                false => rule!("7.3.2").into(),
            },
        );
        odds.strengths.push(ratio);
        if !odds.shifts.is_empty() {
            odds.shifts.push(column);
        }
    }
}

/// What a line is about: its unit or hex.
fn named(text: &Text) -> Option<&Arg> {
    let about = |a: &&Arg| matches!(a, Arg::Unit(_) | Arg::Hex(_));
    text.args.iter().map(|(_, arg)| arg).find(about)
}
