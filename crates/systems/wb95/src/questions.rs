//! Questions that cases ask about a position.

use crate::book::Book;
use crate::game::Wb95;
use crate::state::{AIR, DEAD, Mark, RESERVE, SCHEDULED, SETUP, State, TRANSPORT};
use board::{Control, Side, Spot};
use engine::case::{ask_board, yes_no};
use hex::{HexId, Mp};

impl<B: Book> Wb95<B> {
    /// The answer to a question; `None` for one that is not understood.
    pub fn answer(&self, state: &State<B>, question: &str) -> Option<String> {
        let words: Vec<&str> = question.split(' ').collect();
        self.ask_about_units(state, &words)
            .or_else(|| self.ask_about_hexes(state, &words))
            .or_else(|| self.ask_about_tables(&words))
            .or_else(|| B::answer(self, state, &words))
            .or_else(|| self.ask_about_state(state, &words))
    }

    fn ask_about_units(&self, state: &State<B>, words: &[&str]) -> Option<String> {
        let unit = |id: &str| self.roster.find(id);
        match words {
            ["owed"] => {
                let hexes = self.owed_items(state).into_iter().flat_map(|o| o.hexes);
                let numbers: Vec<String> = hexes.map(|h| self.map.grid.number(h)).collect();
                Some(if numbers.is_empty() { String::from("none") } else { numbers.join(" ") })
            }
            ["mp", id] => {
                let unit = unit(id)?;
                Some(match self.in_hand(state) {
                    Some((hand, _, left, _)) if hand == unit => left.mp.to_string(),
                    _ => self.allowance(state, unit).to_string(),
                })
            }
            ["cost", id, "to", hex] => {
                let (unit, hex) = (unit(id)?, self.map.grid.parse(hex).ok()?);
                let at = state.position.hex(unit)?;
                let left = match self.in_hand(state) {
                    Some((hand, _, left, _)) if hand == unit => left,
                    _ => self.fresh(state, unit),
                };
                let found =
                    self.destinations(state, unit, at, left).into_iter().find(|d| d.hex == hex);
                Some(found.map_or_else(|| String::from("none"), |d| d.cost.to_string()))
            }
            ["cels", id] => Some(state.position.steps(unit(id)?).to_string()),
            ["oos", id] => Some(state.oos[unit(id)?.index()].to_string()),
            ["disorganised", id] => Some(yes_no(state.disorganised[unit(id)?.index()] > 0)),
            ["attack", id] => Some(self.attack_of(state, unit(id)?, false).to_string()),
            ["defence", id] => Some(self.defence_of(state, unit(id)?).to_string()),
            ["morale", id] => Some(self.morale[unit(id)?.index()].to_string()),
            ["supplied", id] => {
                let unit = unit(id)?;
                let map = self.supply_map(state, self.side(unit));
                Some(yes_no(self.is_traced(state, &map, unit)))
            }
            ["obliged", id] => Some(yes_no(self.owed_now(state).units.contains(&unit(id)?))),
            ["set-up", id] => Some(
                if state.position.face(unit(id)?) == TRANSPORT { "transport" } else { "combat" }
                    .to_string(),
            ),
            ["box", id] => Some(
                match state.position.spot(unit(id)?) {
                    Spot::Hex(_) => "map",
                    Spot::Box(DEAD) => "dead",
                    Spot::Box(SCHEDULED) => "scheduled",
                    Spot::Box(RESERVE) => "reserve",
                    Spot::Box(SETUP) => "set-up",
                    Spot::Box(AIR) => "air",
                    Spot::Box(_) => "out",
                }
                .to_string(),
            ),
            ["covered", id] => Some(yes_no(self.is_covered(state, unit(id)?))),
            ["known", id, "to", side] => {
                let viewer = match *side {
                    "spectator" => engine::Viewer::Spectator,
                    side => engine::Viewer::Player(self.side_named(side)?),
                };
                Some(format!("{:?}", self.known(state, viewer, unit(id)?)).to_lowercase())
            }
            _ => self.ask_about_marks(state, words),
        }
    }

    /// What is marked on a counter.
    fn ask_about_marks(&self, state: &State<B>, words: &[&str]) -> Option<String> {
        let unit = |id: &str| self.roster.find(id);
        match words {
            ["frozen", id] => Some(yes_no(self.is_frozen(state, unit(id)?))),
            ["repairing", id] => {
                let unit = unit(id)?;
                Some(yes_no(state.kept.repairs.iter().any(|(_, u)| *u == unit)))
            }
            ["mined", id] => {
                let unit = unit(id)?;
                Some(yes_no(state.kept.mined.iter().any(|(_, u)| *u == unit)))
            }
            ["front", id] => {
                let front = self.fronts.of(state.position.hex(unit(id)?)?);
                self.fronts.names.get(usize::from(front)).cloned()
            }
            ["seen", id] => {
                Some(yes_no(state.position.has_mark(unit(id)?, crate::state::Mark::Seen)))
            }
            ["marked", id] => Some(yes_no(state.position.has_mark(unit(id)?, Mark::Marked))),
            _ => None,
        }
    }

    fn ask_about_hexes(&self, state: &State<B>, words: &[&str]) -> Option<String> {
        let hex = |n: &str| self.map.grid.parse(n).ok();
        match words {
            ["cels", "at", n] => Some(self.cels_in(state, hex(n)?).to_string()),
            ["fort", n] => Some(
                match Side::BOTH
                    .into_iter()
                    .find(|&s| state.forts[s].contains(hex(n).unwrap_or(HexId::NONE)))
                {
                    Some(side) => self.sides[side.index()].id.clone(),
                    None => String::from("none"),
                },
            ),
            ["owed", n] => Some(yes_no(self.owed_now(state).hexes.contains(&hex(n)?))),
            ["line", n] => Some(yes_no(self.is_line_hex(hex(n)?))),
            ["line", "between", a, b] => Some(yes_no(self.line_between(hex(a)?, hex(b)?))),
            ["cm", n] => Some(self.ground.hex(hex(n)?).cm.to_string()),
            ["bridge", pair] => {
                let side = self.side_of(pair).ok()?;
                Some(if self.is_bridged(state, side) { "stands" } else { "down" }.to_string())
            }
            ["bridge", "control", pair] => {
                let side = self.side_of(pair).ok()?;
                let index = self.ground.bridge(side)?;
                Some(match state.bridges[index] {
                    Control::Nobody => String::from("nobody"),
                    Control::By(side) => self.sides[side.index()].id.clone(),
                })
            }
            ["supply", side, n] => {
                let map = self.supply_map(state, self.side_named(side)?);
                Some(
                    map.cost_to(hex(n)?)
                        .map_or_else(|| String::from("none"), |c: Mp| c.to_string()),
                )
            }
            _ => ask_board(&self.map, &state.position, &self.sides, words),
        }
    }

    fn ask_about_tables(&self, words: &[&str]) -> Option<String> {
        match words {
            ["column", ratio] => {
                let (a, d) = ratio.split_once(':')?;
                let column = self.ratio_column(a.parse().ok()?, d.parse().ok()?);
                Some(self.tables.combat.columns[column].clone())
            }
            ["result", column, "roll", roll] => {
                let column = self.tables.combat.columns.iter().position(|c| c == column)?;
                Some(self.tables.combat.cell(roll.parse().ok()?, column).printed.clone())
            }
            [table @ ("air" | "fire" | "objects" | "bombers"), sp, "roll", roll] => {
                let table = match *table {
                    "bombers" => self.tables.bomber_attack.as_ref()?,
                    "air" => &self.tables.air_attack,
                    "fire" => &self.tables.artillery_fire,
                    _ => &self.tables.objects,
                };
                let Some(row) = table.row(sp.parse().ok()?) else {
                    return Some(String::from("none"));
                };
                table.0[row].printed.get(roll.parse::<usize>().ok()?.checked_sub(2)?).cloned()
            }
            ["half", n] => Some(crate::strength::half(n.parse().ok()?).to_string()),
            ["verdict", points] => Some(self.verdict(points.parse().ok()?).class.clone()),
            _ => None,
        }
    }

    fn ask_about_state(&self, state: &State<B>, words: &[&str]) -> Option<String> {
        match words {
            ["turn"] => Some(state.turn.to_string()),
            ["turns"] => Some(self.scenario.days.len().to_string()),
            ["day"] => Some(self.day(state.turn).to_string()),
            ["phase"] => Some(
                format!("{} {:?}", self.sides[self.active(state).index()].id, state.phase)
                    .to_lowercase(),
            ),
            ["initiative"] => Some(self.sides[self.first.index()].id.clone()),
            ["pool", side] => {
                let side = self.side_named(side)?;
                let left: u8 = state.pools.iter().filter(|p| p.side == side).map(|p| p.left).sum();
                Some(left.to_string())
            }
            ["credits", side] => Some(state.credits[self.side_named(side)?].to_string()),
            ["credits", "next", side] => {
                Some(state.credits_next[self.side_named(side)?].to_string())
            }
            ["points"] => Some(self.total(state).to_string()),
            ["eliminated", side] => Some(state.kept.eliminated[self.side_named(side)?].to_string()),
            // How many hexes have a terrain or a feature of this name.
            ["hexes", "of", word] => {
                let map = &self.map;
                let has = |h: &HexId| {
                    map.terrain_name(map.terrain(*h)) == *word
                        || map.features_of(*h).any(|f| map.feature_name(f) == *word)
                };
                Some(map.grid.hexes().filter(has).count().to_string())
            }
            ["winner"] => Some(match engine::Game::outcome(self, state)?.winner {
                Some(side) => self.sides[side.index()].id.clone(),
                None => String::from("nobody"),
            }),
            ["committed"] => Some(state.kept.committed.count_ones().to_string()),
            ["villages"] => Some(self.ground.villages.len().to_string()),
            ["ammunition", side] => Some(state.ammunition[self.side_named(side)?].to_string()),
            ["missions"] => Some(state.missions.len().to_string()),
            ["units"] => Some(self.roster.len().to_string()),
            ["overstacked"] => {
                let limit = self.tables.core.stack_limit;
                let full = Side::BOTH.into_iter().flat_map(|s| self.units_of(state, s));
                Some(yes_no(full.into_iter().any(|(_, h)| self.cels_in(state, h) > limit)))
            }
            ["unsupplied", side] => {
                let side = self.side_named(side)?;
                let map = self.supply_map(state, side);
                let cut =
                    self.units_of(state, side).filter(|&(u, _)| !self.is_traced(state, &map, u));
                Some(cut.count().to_string())
            }
            ["forts", side] => Some(state.forts[self.side_named(side)?].len().to_string()),
            ["set-up", "hexes", side] => {
                let side = self.side_named(side)?;
                let mut hexes: Vec<HexId> = self.units_of(state, side).map(|(_, h)| h).collect();
                hexes.sort_unstable();
                hexes.dedup();
                Some(hexes.len().to_string())
            }
            _ => None,
        }
    }
}
