//! From axial coordinates to ids, over the bounding box of a map.

use crate::{Hex, HexId};

/// From axial coordinates to ids, over the bounding box of the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lookup {
    q0: i16,
    r0: i16,
    width: usize,
    pub(crate) ids: Vec<HexId>,
}

impl Lookup {
    pub(crate) fn new(hexes: &[Hex]) -> Lookup {
        let min = |f: fn(&Hex) -> i16| hexes.iter().map(f).min().unwrap_or(0);
        let max = |f: fn(&Hex) -> i16| hexes.iter().map(f).max().unwrap_or(0);
        let (q0, q1, r0, r1) = (min(|h| h.q), max(|h| h.q), min(|h| h.r), max(|h| h.r));
        let width = (q1 - q0) as usize + 1;
        let ids = vec![HexId::NONE; width * ((r1 - r0) as usize + 1)];
        Lookup { q0, r0, width, ids }
    }

    pub(crate) fn slot(&self, hex: Hex) -> Option<usize> {
        let q = usize::try_from(i32::from(hex.q) - i32::from(self.q0)).ok()?;
        let r = usize::try_from(i32::from(hex.r) - i32::from(self.r0)).ok()?;
        let slot = r * self.width + q;
        (q < self.width && slot < self.ids.len()).then_some(slot)
    }

    pub(crate) fn get(&self, hex: Hex) -> HexId {
        self.slot(hex).map_or(HexId::NONE, |slot| self.ids[slot])
    }
}
