//! Questions of case files about a state.

use crate::cases::BOXES;
use crate::class::{GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::show;
use crate::state::{Mark, Marker, Stage, State};
use board::{Side, Spot, UnitId};
use engine::case::{ask_map, yes_no};
use engine::{Game, Viewer};
use hex::HexId;

impl LastStand {
    /// The answer to a question about the state; nothing if it is not understood.
    pub fn answer(&self, state: &State, question: &str) -> Option<String> {
        let words: Vec<&str> = question.split(' ').collect();
        self.about_unit(state, &words)
            .or_else(|| self.about_hex(state, &words))
            .or_else(|| self.about_tables(&words))
            .or_else(|| self.about_counts(state, &words))
            .or_else(|| self.about_state(state, &words))
    }

    fn about_unit(&self, state: &State, words: &[&str]) -> Option<String> {
        let unit = |id: &str| self.roster.find(id);
        Some(match words {
            ["left", id] => {
                let Some(Stage::Moving(moving)) = state.stage() else { return None };
                moving.stack.left(self.facts(unit(id)?).mobility).to_string()
            }
            ["allowance", id] => self.allowance(state, unit(id)?).to_string(),
            ["steps", id] => state.position.steps(unit(id)?).to_string(),
            ["figures", id] => self.face_of(state, unit(id)?).figures,
            ["size", id] => self.face_of(state, unit(id)?).size,
            ["supply", id] => {
                let unit = unit(id)?;
                String::from(if state.has(unit, Mark::Isolated) {
                    "isolated"
                } else if state.has(unit, Mark::OutOfSupply) {
                    "out"
                } else {
                    "in"
                })
            }
            ["line", id] => {
                let unit = unit(id)?;
                let hex = state.position.hex(unit)?;
                yes_no(self.supply_of(state, unit, &[]).contains(hex))
            }
            ["disrupted", id] => yes_no(state.has(unit(id)?, Mark::Disrupted)),
            ["skis", id] => yes_no(state.has(unit(id)?, Mark::Ski)),
            ["uses", id] => self.uses_left(state, unit(id)?).to_string(),
            ["box", id] => self.box_name(state, unit(id)?),
            ["returns", id] => {
                let unit = unit(id)?;
                let turn = state.returns.iter().find(|(u, _)| *u == unit).map(|(_, t)| *t);
                turn.map_or_else(|| String::from("never"), |t| t.to_string())
            }
            ["name", id] => self.catalogue.part(&self.unit_name(state, unit(id)?)),
            ["motorized", id] => {
                yes_no(self.facts(unit(id)?).mobility == crate::class::Mobility::Motorized)
            }
            ["combat", id] => yes_no(self.is_combat(unit(id)?)),
            ["formation", id] => self.printed(unit(id)?).formation.clone(),
            _ => return None,
        })
    }

    fn box_name(&self, state: &State, unit: UnitId) -> String {
        match state.position.spot(unit) {
            Spot::Hex(hex) => self.map.grid.number(hex),
            Spot::Box(which) => {
                let known = BOXES.iter().find(|(_, b)| *b == which);
                known.map_or("partisans", |(name, _)| name).to_string()
            }
        }
    }

    fn about_hex(&self, state: &State, words: &[&str]) -> Option<String> {
        let hex = |number: &str| self.map.grid.parse(number).ok();
        let side = |name: &str| Side::named(name, ["german", "soviet"]);
        Some(match words {
            ["zone", number, "for", who] => {
                yes_no(self.in_enemy_zone(state, side(who)?, hex(number)?))
            }
            ["marker", number] => {
                let marker = state.holdings[self.objective_at(hex(number)?)?].marker;
                String::from(match marker {
                    Marker::None => "none",
                    Marker::Occupied => "occupied",
                    Marker::Recaptured => "recaptured",
                })
            }
            ["rear", number, "of", who] => {
                let edge = match side(who)? {
                    GERMAN => self.edges.german.clone(),
                    SOVIET => self.soviet_edges(state),
                };
                let lines = self.lines(state, side(who)?, &[]);
                yes_no(self.rear(state, &lines, &edge).contains(hex(number)?))
            }
            ["source", number] => yes_no(self.is_soviet_edge(state, hex(number)?)),
            ["stack", number] => self.stacked(state, hex(number)?).to_string(),
            ["garrisons", number] => self.garrisons(state, hex(number)?).to_string(),
            _ => return ask_map(&self.map, words),
        })
    }

    /// Some hex of the map that is a city, or has a terrain and is none.
    fn hex_of(&self, terrain: &str) -> Option<HexId> {
        let kind = self.map.terrain_kind(terrain);
        self.map.grid.hexes().find(|&h| match terrain {
            "city" => self.is_city(h),
            _ => Some(self.map.terrain(h)) == kind && !self.is_city(h),
        })
    }

    fn about_tables(&self, words: &[&str]) -> Option<String> {
        let table = &self.tables.combat;
        Some(match words {
            ["column", attack, "to", defence, terrain] => {
                let target = self.hex_of(terrain)?;
                let column = self.column(&[target], attack.parse().ok()?, defence.parse().ok()?);
                table.columns[column].clone()
            }
            ["cell", column, die] => {
                let column = table.columns.iter().position(|c| c == column)?;
                let die: usize = die.parse().ok()?;
                table.rows.get(die.checked_sub(1)?)?.get(column)?.clone()
            }
            ["weather", "of", turn, "rolling", die] => {
                let turn: usize = turn.parse().ok()?;
                let row = self.tables.variable_weather.get(*die)?;
                row.get(turn - 1)?.name().to_string()
            }
            ["result", total] => self.scale_result(self.scale_row(total.parse().ok()?)).to_string(),
            ["counters", "of", class] => {
                let class = self.roster.class_named(class)?;
                let all = self.roster.units().filter(|&u| self.roster.unit(u).class == class);
                all.count().to_string()
            }
            ["printed", class] => {
                let class = self.roster.class(self.roster.class_named(class)?);
                let step = |v: &[u8; 3]| format!("{}-{}-{}", v[0], v[1], v[2]);
                class.values.iter().map(step).collect::<Vec<_>>().join(" ")
            }
            _ => return None,
        })
    }

    fn about_counts(&self, state: &State, words: &[&str]) -> Option<String> {
        let kind = |word: &str| {
            Some(match word {
                "rifle" => Kind::Rifle,
                "tank" => Kind::Tank,
                "cavalry" => Kind::Cavalry,
                "guards-cavalry" => Kind::GuardsCavalry,
                "garrison" => Kind::Garrison,
                "factory" => Kind::Factory,
                "hq" => Kind::Headquarters,
                "panzer" => Kind::Panzer,
                "motorized" => Kind::Motorized,
                "infantry" => Kind::Infantry,
                "supply" => Kind::Supply,
                _ => return None,
            })
        };
        let ["count", rest @ ..] = words else { return None };
        let of_side =
            |side: Side| -> Vec<UnitId> { self.units_of(state, side).map(|(u, _)| u).collect() };
        let units: Vec<UnitId> = match rest {
            ["german"] => of_side(GERMAN),
            ["soviet"] => of_side(SOVIET),
            ["german", "combat"] => {
                of_side(GERMAN).into_iter().filter(|&u| self.is_combat(u)).collect()
            }
            ["untried"] => {
                of_side(SOVIET).into_iter().filter(|&u| self.is_untried(state, u)).collect()
            }
            ["reduced", name] => of_side(GERMAN)
                .into_iter()
                .filter(|&u| Some(self.kind(u)) == kind(name))
                .filter(|&u| state.position.steps(u) < self.class(u).steps())
                .collect(),
            [name] => {
                let kind = kind(name)?;
                let all = of_side(GERMAN).into_iter().chain(of_side(SOVIET));
                all.filter(|&u| self.kind(u) == kind).collect()
            }
            [name, place] => {
                let kind = kind(name)?;
                let (_, which) = BOXES.iter().find(|(n, _)| n == place)?;
                state.position.in_box(*which).filter(|&u| self.kind(u) == kind).collect()
            }
            _ => return None,
        };
        Some(units.len().to_string())
    }

    fn about_state(&self, state: &State, words: &[&str]) -> Option<String> {
        Some(match words {
            ["damage"] => state.damage_total().to_string(),
            ["morale", "damage"] => state.morale_damage.to_string(),
            ["shift"] => self.damage_shift(state).to_string(),
            ["air", "german"] => state.air[GERMAN].to_string(),
            ["air", "soviet"] => state.air[SOVIET].to_string(),
            ["weather"] => state.weather.name().to_string(),
            ["turn"] => state.turn.to_string(),
            ["phase"] => format!("{:?}", state.phase),
            ["final"] => self.count(state).total.to_string(),
            ["losses"] => self.count(state).losses.to_string(),
            ["quota", "north"] => state.quota[0].to_string(),
            ["quota", "south"] => state.quota[1].to_string(),
            ["morale", "marker", "for", who] => {
                let viewer = match *who {
                    "german" => Viewer::Player(GERMAN),
                    "soviet" => Viewer::Player(SOVIET),
                    _ => Viewer::Spectator,
                };
                let tracks = show::tracks(self, state, viewer);
                let track = tracks.into_iter().find(|t| t.id == "morale")?;
                match track.value.args.first() {
                    Some((_, engine::Arg::Number(n))) => n.to_string(),
                    _ => String::from("hidden"),
                }
            }
            ["markers", "left"] => self.markers_left(state).len().to_string(),
            ["belief"] => match self.odds(state, Viewer::Spectator)?.belief {
                Some(_) => String::from("yes"),
                None => String::from("no"),
            },
            _ => return None,
        })
    }
}
