//! Terrain by the land cover and the heights in each hex.

use crate::draft::Draft;
use crate::fit::Georeference;
use crate::heights::{sample_points, samples};
use crate::raster::Raster;
use crate::recipe::Cover;
use anyhow::Result;
use hex::HexId;
use std::collections::BTreeSet;

/// The shares of land cover in one hex.
#[derive(Clone, Copy, Debug, Default)]
struct Shares {
    marsh: f64,
    woods: f64,
    wooded_swamp: f64,
    satellite: f64,
    urban: f64,
}

impl Shares {
    fn count(codes: &[u8]) -> Shares {
        let share = |code: u8| {
            codes.iter().filter(|&&c| c == code).count() as f64 / codes.len().max(1) as f64
        };
        Shares {
            marsh: share(b'm'),
            woods: share(b'f'),
            wooded_swamp: share(b's'),
            satellite: share(b'g'),
            urban: share(b'u'),
        }
    }

    /// The first rule of the recipe that fits, and by how much.
    fn word<'a>(&self, cover: &'a Cover) -> Option<(&'a str, f64)> {
        let swamp = self.marsh + self.wooded_swamp;
        let forest = self.woods + self.wooded_swamp + cover.satellite * self.satellite;
        let rules = [(&cover.swamp, swamp), (&cover.urban, self.urban), (&cover.forest, forest)];
        rules.into_iter().find_map(|(rule, share)| {
            let (word, needed) = rule.as_ref()?;
            (share >= *needed).then_some((word.as_str(), share - needed))
        })
    }
}

/// Gives every hex that is still of the default terrain the terrain of its land cover.
pub fn fill(
    draft: &mut Draft,
    cover: &Cover,
    georeference: &Georeference,
    raster: &Raster,
    elevation: &Raster,
) -> Result<()> {
    let points = sample_points(&draft.grid);
    let mut words: Vec<Option<(String, f64)>> = Vec::new();
    let mut ranges = Vec::new();
    for h in draft.grid.hexes() {
        let places = samples(&draft.grid, georeference, &points, h);
        let codes: Vec<u8> = places.iter().filter_map(|&g| raster.at(g)).collect();
        let word = Shares::count(&codes).word(cover).map(|(word, over)| (word.to_string(), over));
        words.push(word);
        let metres: Vec<f64> = places.iter().filter_map(|&g| elevation.metres(g)).collect();
        let low = metres.iter().copied().fold(f64::INFINITY, f64::min);
        let high = metres.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        ranges.push(high - low);
    }
    let guard = Guard::new(draft, cover)?;
    let taken: Vec<bool> = draft.grid.hexes().map(|h| guard.is_taken(draft, h)).collect();
    for h in draft.grid.hexes().filter(|h| !taken[h.index()]) {
        if let Some(word) = settled(draft, &words, h).filter(|w| guard.allows(cover, h, w)) {
            put(draft, h, &word);
        }
    }
    drain_crumbs(draft, cover);
    hills(draft, cover, &ranges, &taken);
    Ok(())
}

/// A single wet hex is noise of the raster; it becomes forest.
fn drain_crumbs(draft: &mut Draft, cover: &Cover) {
    let (Some((swamp, _)), Some((forest, _))) = (&cover.swamp, &cover.forest) else { return };
    let is_swamp = |draft: &Draft, h: HexId| &draft.terrain[h.index()] == swamp;
    let single = |draft: &Draft, h: HexId| {
        is_swamp(draft, h) && !draft.grid.around(h).any(|n| is_swamp(draft, n))
    };
    let crumbs: Vec<HexId> = draft.grid.hexes().filter(|&h| single(draft, h)).collect();
    for h in crumbs {
        draft.terrain[h.index()] = forest.clone();
    }
}

/// The word of a hex, unless it stands there alone by a hair.
fn settled(draft: &Draft, words: &[Option<(String, f64)>], h: HexId) -> Option<String> {
    let (word, over) = words[h.index()].as_ref()?;
    let same = |n: HexId| words[n.index()].as_ref().is_some_and(|(w, _)| w == word);
    let company = draft.grid.around(h).filter(|&n| same(n)).count();
    (company > 0 || *over > 0.15).then(|| word.clone())
}

/// A word is a terrain or a feature, whichever the map's vocabulary says.
fn put(draft: &mut Draft, h: HexId, word: &str) {
    if draft.kinds.terrain.iter().any(|t| t == word) {
        draft.terrain[h.index()] = word.to_string();
    } else {
        draft.features[h.index()].insert(word.to_string());
    }
}

/// Hexes that stand out from their surroundings or are broken ground.
fn hills(draft: &mut Draft, cover: &Cover, ranges: &[f64], taken: &[bool]) {
    let Some((word, above, range)) = &cover.hills else { return };
    let high: Vec<HexId> = draft
        .grid
        .hexes()
        .filter(|h| !taken[h.index()])
        .filter(|&h| {
            let around: Vec<f64> = draft
                .grid
                .within(h, cover.hills_radius)
                .map(|n| f64::from(draft.heights[n.index()]))
                .collect();
            let mean = around.iter().sum::<f64>() / around.len() as f64;
            let higher = f64::from(draft.heights[h.index()]) - mean;
            // Broken ground is hills only above the valley that breaks it.
            higher > *above || higher > 0.0 && ranges[h.index()] > *range
        })
        .collect();
    let set: BTreeSet<HexId> = high.iter().copied().collect();
    for h in high {
        if draft.grid.around(h).any(|n| set.contains(&n)) {
            put(draft, h, word);
        }
    }
}

/// Where land cover may not go.
struct Guard {
    firm: BTreeSet<HexId>,
    clear: BTreeSet<HexId>,
}

impl Guard {
    fn new(draft: &Draft, cover: &Cover) -> Result<Guard> {
        let mut firm: BTreeSet<HexId> = draft.hexes(&cover.firm)?.into_iter().collect();
        let links = draft.links.iter().filter(|l| cover.firm_under.contains(&l.kind));
        firm.extend(links.flat_map(|l| l.hexes.iter().copied()));
        let clear = draft.hexes(&cover.clear)?.into_iter().collect();
        Ok(Guard { firm, clear })
    }

    /// Hexes whose terrain is settled already.
    fn is_taken(&self, draft: &Draft, h: HexId) -> bool {
        Some(&draft.terrain[h.index()]) != draft.kinds.terrain.first() || self.clear.contains(&h)
    }

    fn allows(&self, cover: &Cover, h: HexId, word: &str) -> bool {
        let is_swamp = cover.swamp.as_ref().is_some_and(|(swamp, _)| swamp == word);
        !(is_swamp && self.firm.contains(&h))
    }
}

/// Clears the land under towns.
pub fn clear_under(draft: &mut Draft, cover: &Cover) {
    let Some(default) = draft.kinds.terrain.first().cloned() else { return };
    let natural: Vec<String> = [&cover.swamp, &cover.forest, &cover.urban]
        .into_iter()
        .flatten()
        .map(|(word, _)| word.clone())
        .collect();
    for i in 0..draft.terrain.len() {
        if cover.clear_under.iter().any(|f| draft.features[i].contains(f)) {
            draft.terrain[i] = default.clone();
            draft.features[i].retain(|f| cover.clear_under.contains(f) || !natural.contains(f));
        }
    }
}
