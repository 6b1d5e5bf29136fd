//! What crosses the hexsides and what steps over them cost, looked up once for the whole board.

use crate::class::Mobility;
use crate::data::Weather;
use crate::game::LastStand;
use board::Side;
use hex::{Directions, Mp};
use std::sync::atomic::AtomicU64;

/// The number of the next board: whoever keeps what he found on one knows it again by its number.
pub(crate) static BOARDS: AtomicU64 = AtomicU64::new(1);

/// The board as lines and moves ask it, hex by hex.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The number of the board.
    pub(crate) board: u64,
    /// Where a lake lies.
    pub(crate) lakes: Vec<Directions>,
    /// Where a primary road leads.
    pub(crate) primary: Vec<Directions>,
    /// Where a secondary road leads.
    pub(crate) secondary: Vec<Directions>,
    /// Where a railway leads.
    pub(crate) railways: Vec<Directions>,
    /// What steps cost, a sheet a side, mobility and weather.
    pub(crate) sheets: Vec<Sheet>,
}

/// What steps cost a side in a weather, on foot or motorized; [`Mp::MAX`] where nobody passes.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// By road where one leads, else across country.
    pub(crate) way: Vec<[Mp; 6]>,
    /// Across country.
    pub(crate) country: Vec<[Mp; 6]>,
}

/// The two ways of moving that cost something.
pub(crate) const MOBILITIES: [Mobility; 2] = [Mobility::Foot, Mobility::Motorized];

fn number(side: Side, mobility: Mobility, weather: Weather) -> usize {
    let motorized = usize::from(mobility == Mobility::Motorized);
    (side.index() * 2 + motorized) * Weather::ALL.len() + weather as usize
}

impl Ways {
    /// What steps cost.
    pub(crate) fn sheet(&self, side: Side, mobility: Mobility, weather: Weather) -> &Sheet {
        &self.sheets[number(side, mobility, weather)]
    }
}

impl LastStand {}
