//! Terrain and weather [TER] [WEA]: what it costs to enter a hex, and where nobody may go.

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::data::{TerrainCosts, Weather};
use crate::game::BattleOfMoscow;
use crate::state::{Impulse, Mark, State};
use board::{Side, UnitId};
use engine::{No, Rule};
use hex::{Direction, HexId, Mp};

/// Who pays which prices and may go where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// German units.
    German,
    /// Russian units.
    Russian,
    /// Finns of the isthmus [FIN-2].
    IsthmusFinn,
    /// Finns of the Svir.
    SvirFinn,
    /// Partisans, who move by hexes [MOV-6].
    Partisan,
}

impl Mover {
    fn side(self) -> Side {
        match self {
            Mover::Russian | Mover::Partisan => RUSSIAN,
            Mover::German | Mover::IsthmusFinn | Mover::SvirFinn => GERMAN,
        }
    }
}

/// The price of a step that may not be made.
pub(crate) const CLOSED: Mp = Mp::MAX;

/// What the steps out of each hex cost.
#[derive(Clone, Debug)]
pub(crate) struct Prices(Vec<[Mp; 6]>);

impl Prices {
    /// The price of a step, [`CLOSED`] where it may not be made.
    #[inline]
    pub(crate) fn of(&self, from: HexId, direction: Direction) -> Mp {
        self.0[from.index()][direction.index()]
    }
}

impl BattleOfMoscow {
    /// Whether lakes are frozen for Russian units [WEA-6].
    pub fn lakes_are_frozen(&self, state: &State) -> bool {
        self.made.frozen_lakes[state.weather.index()]
    }

    /// Whether a unit of `side` may be in a hex at all in this weather.
    #[inline]
    pub fn is_passable(&self, state: &State, side: Side, hex: HexId) -> Result<(), No> {
        self.is_open(state.weather, side, hex)
    }

    /// Whether a unit of `side` may be in a hex at all: lakes and the Gulf are closed, but frozen lakes are
    /// open to Russians [MAP-5] [WEA-6].
    pub(crate) fn is_open(&self, weather: Weather, side: Side, hex: HexId) -> Result<(), No> {
        let terrain = self.map.terrain(hex);
        if terrain == self.ground.gulf {
            return Err(No::new(rule!("MAP-5"), "no.gulf").hex(hex));
        }
        if terrain != self.ground.lake {
            return Ok(());
        }
        match side == RUSSIAN {
            true if self.made.frozen_lakes[weather.index()] => Ok(()),
            true => Err(No::new(rule!("WEA-6"), "no.lake-open").hex(hex)),
            false => Err(No::new(rule!("MAP-5"), "no.lake").hex(hex)),
        }
    }

    /// Finns of one front may never enter Finland at the other [FIN-2].
    pub fn is_own_front(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        match self.is_other_front(self.mover(state, unit), hex) {
            true => Err(No::new(rule!("FIN-2"), "no.other-front").unit(unit).hex(hex)),
            false => Ok(()),
        }
    }

    fn is_other_front(&self, mover: Mover, hex: HexId) -> bool {
        match mover {
            Mover::SvirFinn => self.regions.isthmus.contains(hex),
            Mover::IsthmusFinn => self.regions.svir.contains(hex),
            Mover::German | Mover::Russian | Mover::Partisan => false,
        }
    }

    /// What terrain costs in a table of costs; nothing where the table has no row.
    pub fn terrain_cost(&self, costs: &TerrainCosts, weather: Weather, hex: HexId) -> Option<Mp> {
        let terrain = self.map.terrain(hex);
        let ground = &self.ground;
        let row = match terrain {
            t if t == ground.clear => &costs.clear,
            t if t == ground.swamp => &costs.swamp,
            t if t == ground.forest => &costs.forest,
            t if t == ground.hills => &costs.hills,
            t if t == ground.lake => return costs.lake.map(|c| c.0),
            _ => return None,
        };
        Some(row[weather.index()].0)
    }

    /// Whose prices a unit pays.
    pub(crate) fn mover(&self, state: &State, unit: UnitId) -> Mover {
        let class = self.class(state, unit);
        match class.kind {
            Kind::Partisan => Mover::Partisan,
            Kind::Finnish if state.position.has_mark(unit, Mark::Svir) => Mover::SvirFinn,
            Kind::Finnish => Mover::IsthmusFinn,
            _ if class.owner() == RUSSIAN => Mover::Russian,
            _ => Mover::German,
        }
    }

    /// What a step into `to` costs: the road rate along a road, otherwise the terrain [MOV-4] [MOV-5].
    /// Partisans move by hexes [MOV-6]. Nothing where the mover may not go.
    fn price(
        &self,
        mover: Mover,
        weather: Weather,
        (from, direction, to): (HexId, Direction, HexId),
    ) -> Option<Mp> {
        let table = &self.tables.movement_cost;
        let costs = match mover {
            _ if self.is_open(weather, mover.side(), to).is_err() => return None,
            _ if self.is_other_front(mover, to) => return None,
            Mover::Partisan => return Some(Mp::ONE),
            Mover::IsthmusFinn | Mover::SvirFinn => &table.finnish,
            Mover::Russian => &table.russian,
            Mover::German => &table.german,
        };
        match &costs.road {
            Some(road) if self.map.leads(from, direction, self.ground.road) => {
                Some(road[weather.index()].0)
            }
            _ => self.terrain_cost(costs, weather, to),
        }
    }

    /// What every step of the map costs a mover in a weather, worked out once.
    pub(crate) fn prices(&self, mover: Mover, weather: Weather) -> &Prices {
        self.made.prices[mover as usize][weather.index()].get_or_init(|| {
            let around = |from: HexId| {
                let neighbours = self.map.grid.neighbours(from);
                Direction::ALL.map(|direction| {
                    let to = neighbours[direction.index()];
                    let open =
                        to.some().and_then(|to| self.price(mover, weather, (from, direction, to)));
                    open.unwrap_or(CLOSED)
                })
            };
            Prices(self.map.grid.hexes().map(around).collect())
        })
    }

    /// The rule that sets the price of a step: that of the road, of the weather or of the ground.
    pub fn price_rule(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        direction: Direction,
        to: HexId,
    ) -> Rule {
        let kind = self.kind(state, unit);
        if kind == Kind::Partisan {
            rule!("MOV-6")
        } else if self.map.leads(from, direction, self.ground.road) {
            rule!("TER-6")
        } else if self.map.terrain(to) == self.ground.lake {
            rule!("WEA-6")
        } else if kind == Kind::Finnish {
            self.finnish_price_rule(state, to)
        } else if self.side(state, unit) == RUSSIAN {
            self.russian_price_rule(state, to)
        } else {
            self.german_price_rule(state, to)
        }
    }

    /// Whether a hex is rough ground [TER-2] [TER-3] [TER-4].
    pub fn is_rough(&self, hex: HexId) -> bool {
        let ground = &self.ground;
        [ground.swamp, ground.forest, ground.hills].contains(&self.map.terrain(hex))
    }

    /// Finns ignore terrain and weather [FIN-3].
    fn finnish_price_rule(&self, state: &State, to: HexId) -> Rule {
        let plain = !self.is_rough(to) && !is_heavy(state.weather);
        if plain { rule!("TER-1") } else { rule!("FIN-3") }
    }

    /// Russians ignore rough ground [TER-5] and the weather [WEA-2].
    fn russian_price_rule(&self, state: &State, to: HexId) -> Rule {
        if self.is_rough(to) {
            rule!("TER-5")
        } else if is_heavy(state.weather) {
            rule!("WEA-2")
        } else {
            rule!("TER-1")
        }
    }

    /// Germans pay for rough ground, in mud and snow everywhere, and never more than that.
    fn german_price_rule(&self, state: &State, to: HexId) -> Rule {
        let (terrain, ground) = (self.map.terrain(to), &self.ground);
        match state.weather {
            Weather::HardFrost if terrain == ground.swamp => rule!("WEA-5"),
            Weather::Snow if terrain == ground.swamp => rule!("WEA-6"),
            weather if is_heavy(weather) && self.is_rough(to) => rule!("WEA-7"),
            Weather::Mud => rule!("WEA-4"),
            Weather::Snow => rule!("WEA-6"),
            _ if terrain == ground.swamp => rule!("TER-2"),
            _ if terrain == ground.forest => rule!("TER-3"),
            _ if terrain == ground.hills => rule!("TER-4"),
            _ => rule!("TER-1"),
        }
    }

    /// Whether a unit is on a thawed lake and will be lost there, where the option says so [WEA-8]
    /// (R44).
    pub fn will_drown(&self, state: &State, unit: UnitId) -> bool {
        let on_lake = |hex| self.map.terrain(hex) == self.ground.lake;
        self.switches.thaw_drowns
            && state.active == RUSSIAN
            && state.impulse() == Impulse::First
            && !self.lakes_are_frozen(state)
            && state.position.hex(unit).is_some_and(on_lake)
    }
}

/// Whether every hex is rough in a weather [WEA-4] [WEA-6].
fn is_heavy(weather: Weather) -> bool {
    matches!(weather, Weather::Mud | Weather::Snow)
}
