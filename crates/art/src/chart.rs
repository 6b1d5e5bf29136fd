//! A map made ready for drawing: where everything lies, before any colour.

use crate::area::{self, area};
use crate::cells::{Cell, Cells};
use crate::geometry::Point;
use crate::layout::Layout;
use crate::style::{Ground, Mark};
use crate::water::{River, rivers};
use crate::ways::Ways;
use board::Map;
use hex::HexId;

/// From this many kilometres a hex on, a city is a dot on the map and not a place one walks
/// through.
const STRATEGIC_KM: f64 = 10.0;

/// Everything that is drawn on a map and depends neither on theme nor options.
#[derive(Clone, Debug)]
pub(crate) struct Chart<'a> {
    pub(crate) map: &'a Map,
    pub(crate) layout: Layout,
    pub(crate) cells: Cells,
    pub(crate) forests: Vec<Vec<Point>>,
    pub(crate) swamps: Vec<Vec<Point>>,
    pub(crate) hills: Vec<Vec<Point>>,
    pub(crate) lakes: Vec<Vec<Point>>,
    pub(crate) cities: Vec<Vec<Point>>,
    pub(crate) rivers: Vec<River>,
    pub(crate) ways: Ways,
    /// Ends every id in the picture, so that several maps can stand in one document.
    pub(crate) ids: String,
    /// The towns: hex, point, radius.
    pub(crate) towns: Vec<(HexId, Point, f64)>,
}

impl<'a> Chart<'a> {
    pub(crate) fn new(map: &'a Map) -> Chart<'a> {
        let layout = Layout::new(&map.grid);
        let cells = Cells::new(&map.grid, &layout);
        let of =
            |kind: Ground, style| area(&cells, &layout, style, |c| has_ground(map, c.like, kind));
        let city = |c: &Cell| c.on_map && is_city_area(map, c.like);
        let ways = Ways::new(map, &layout);
        Chart {
            forests: of(Ground::Forest, area::FOREST),
            swamps: of(Ground::Swamp, area::SWAMP),
            hills: of(Ground::Hills, area::HILLS),
            lakes: of(Ground::Water, area::LAKE),
            cities: area(&cells, &layout, area::CITY, city),
            rivers: rivers(map, &layout, &cells),
            towns: towns(map, &layout, &ways),
            ids: String::new(),
            ways,
            map,
            layout,
            cells,
        }
    }

    /// Whether the map shows a whole front: hexes so large that a city is a dot.
    pub(crate) fn is_strategic(&self) -> bool {
        is_strategic(self.map)
    }
}

fn is_strategic(map: &Map) -> bool {
    map.hex_km >= STRATEGIC_KM
}

/// The ground of a hex.
pub(crate) fn ground(map: &Map, hex: HexId) -> Ground {
    Ground::of(map.terrain_name(map.terrain(hex)))
}

/// Whether a hex has this ground, as its terrain or as a feature: woods may stand on hills.
pub(crate) fn has_ground(map: &Map, hex: HexId, kind: Ground) -> bool {
    let by_feature = || map.features_of(hex).any(|f| Ground::of(map.feature_name(f)) == kind);
    ground(map, hex) == kind || kind != Ground::City && by_feature()
}

/// What the features of a hex look like.
pub(crate) fn marks(map: &Map, hex: HexId) -> impl Iterator<Item = Mark> + '_ {
    map.features_of(hex).filter_map(|f| Mark::of(map.feature_name(f)))
}

/// Whether a hex is part of a city that is drawn as an area.
pub(crate) fn is_city_area(map: &Map, hex: HexId) -> bool {
    let by_ground = ground(map, hex) == Ground::City;
    by_ground || !is_strategic(map) && marks(map, hex).any(|m| m == Mark::City)
}

/// Whether a hex has houses that are drawn.
pub(crate) fn is_settled(map: &Map, hex: HexId) -> bool {
    is_city_area(map, hex)
        || marks(map, hex).any(|m| matches!(m, Mark::City | Mark::Town | Mark::Village))
}

/// The towns that are drawn as lumps of blocks.
fn towns(map: &Map, layout: &Layout, ways: &Ways) -> Vec<(HexId, Point, f64)> {
    let small = if is_strategic(map) { 0.8 } else { 1.0 };
    let radius = |hex: HexId| {
        let at = map.grid.hex(hex);
        let lot = crate::noise::chance(at.q.into(), at.r.into(), 131);
        let size = |least: f64, spread: f64| Some(small * (least + spread * lot));
        let of_mark = |m: Mark| match m {
            Mark::City => size(30.0, 4.0),
            Mark::Town => size(19.0, 4.0),
            Mark::Village => size(12.0, 3.0),
            _ => None,
        };
        let by_place = || match map.place_at(hex).map(|p| p.kind.as_str()) {
            Some("capital" | "city") => size(30.0, 4.0),
            Some("town") => size(19.0, 4.0),
            Some("village") => size(12.0, 3.0),
            _ => None,
        };
        marks(map, hex).filter_map(of_mark).reduce(f64::max).or_else(by_place)
    };
    map.grid
        .hexes()
        .filter(|&h| !is_city_area(map, h))
        .filter_map(|h| {
            let at = ways.nodes.get(&h).copied().unwrap_or_else(|| layout.centre(h));
            Some((h, at, radius(h)?))
        })
        .collect()
}
