//! The names on the map: places, rivers, regions, each where it disturbs least.

use crate::chart::{Chart, is_city_area};
use crate::clutter::{Bounds, Clutter};
use crate::geometry::{Point, pt};
use crate::palette::Palette;
use crate::river_names;
use crate::style::Ground;
use crate::svg::{escape, short};
use crate::text::{Font, Text, halo};
use board::{Label, Place};
use hex::{HexId, Orientation};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) text: String,
    pub(crate) font: Font,
    pub(crate) size: f64,
    pub(crate) spacing: f64,
    /// The middle of the baseline.
    pub(crate) at: Point,
    /// What it covers.
    pub(crate) area: Bounds,
}

/// How the name of a kind of place is written.
struct Lettering {
    font: Font,
    size: f64,
    spacing: f64,
    is_caps: bool,
}

fn lettering(kind: &str, is_strategic: bool) -> Lettering {
    let by = |font, size, spacing, is_caps| Lettering { font, size, spacing, is_caps };
    match (kind, is_strategic) {
        ("capital", false) => by(Font::Sans800, 92.0, 9.2, true),
        ("capital", true) => by(Font::Sans800, 50.0, 4.0, true),
        ("city", false) => by(Font::Sans800, 46.0, 4.6, true),
        ("city", true) => by(Font::Sans700, 31.0, 0.4, false),
        ("town", _) => by(Font::Sans600, 25.0, 0.3, false),
        _ => by(Font::Sans600, 21.0, 0.3, false),
    }
}

/// Draws all names.
pub(crate) fn draw(out: &mut String, chart: &Chart, palette: &Palette) {
    let mut clutter = Clutter::new(chart);
    let places = place_names(chart, &mut clutter);
    let regions = region_names(chart, &mut clutter);
    let rivers = river_names::place(chart, &mut clutter);
    draw_regions(out, &regions, palette);
    river_names::draw(out, &rivers, palette, &chart.ids);
    for name in places.iter().rev() {
        let spacing = format!(" letter-spacing=\"{}\"", short(name.spacing));
        let more = halo(palette.halo, name.size / 5.0, 0.82) + &spacing;
        Text {
            at: name.at,
            text: &name.text,
            font: name.font,
            size: name.size,
            fill: palette.ink,
            anchor: "middle",
            more: &more,
        }
        .write(out);
    }
}

/// Places the names of all places, the biggest first.
pub(crate) fn place_names(chart: &Chart, clutter: &mut Clutter) -> Vec<Placed> {
    let mut places: Vec<&Place> = chart.map.places.iter().filter(|p| !p.name.is_empty()).collect();
    let rank = |p: &Place| match p.kind.as_str() {
        "capital" => 0,
        "city" => 1,
        "town" => 2,
        _ => 3,
    };
    places.sort_by_key(|p| rank(p));
    let mut out: Vec<Placed> = Vec::new();
    let mut named = BTreeSet::new();
    for place in places {
        // One name a hex: that of the town, not of the airfield beside it.
        if !named.insert(place.hex) {
            continue;
        }
        let name = place_name(chart, place, clutter);
        // A name that would stand on another is left out, unless it is a city.
        if clutter.taken(&name.area) > 0.004 && rank(place) > 1 {
            continue;
        }
        clutter.take(name.area);
        out.push(name);
    }
    out
}

fn place_name(chart: &Chart, place: &Place, clutter: &Clutter) -> Placed {
    let style = lettering(&place.kind, chart.is_strategic());
    let text = if style.is_caps { place.name.to_uppercase() } else { place.name.clone() };
    let width = style.font.width(&text, style.size) + style.spacing * text.chars().count() as f64;
    // From the height of the capitals down to the baseline, with a little air.
    let height = style.size * 0.78;
    let best = candidates(chart, place.hex, width, height)
        .into_iter()
        .map(|(corner, extra)| {
            let area = Bounds::new(corner.x, corner.y, width, height);
            (area, extra + clutter.cost(&area) + misread(chart, place.hex, &area))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let area = best.map_or(Bounds::new(0.0, 0.0, width, height), |(area, _)| area);
    let at = pt(area.low.x + (width + style.spacing) / 2.0, area.high.y - style.size * 0.06);
    Placed { text, font: style.font, size: style.size, spacing: style.spacing, at, area }
}

/// What it costs that a reader would take the name for another town's: the box lies nearer to that one.
fn misread(chart: &Chart, hex: HexId, area: &Bounds) -> f64 {
    let own = area.distance(chart.layout.centre(hex));
    let others = chart.towns.iter().filter(|t| t.0 != hex);
    if others.map(|t| area.distance(t.1)).any(|other| other < own) { 6.0 } else { 0.0 }
}

/// Where the name of a hex may stand: the upper left corner of its box, and what the place costs by
/// itself. The lane between the counters of the next hexes comes first.
fn candidates(chart: &Chart, hex: HexId, w: f64, h: f64) -> Vec<(Point, f64)> {
    let (low, high) = extent(chart, hex);
    let c = low.middle(high);
    let (right, left) = (pt(high.x, c.y - h / 2.0), pt(low.x - w, c.y - h / 2.0));
    let (below, above) = (pt(c.x - w / 2.0, high.y), pt(c.x - w / 2.0, low.y - h));
    let corners = [
        (pt(high.x - 12.0, high.y - 10.0), 2.6),
        (pt(low.x + 12.0 - w, high.y - 10.0), 2.8),
        (pt(high.x - 12.0, low.y + 10.0 - h), 2.7),
        (pt(low.x + 12.0 - w, low.y + 10.0 - h), 2.9),
    ];
    let mut out = match chart.layout.orientation() {
        Orientation::FlatTop => vec![(right, 0.0), (left, 0.3), (below, 1.6), (above, 2.0)],
        Orientation::PointyTop => vec![(below, 0.0), (above, 0.6), (right, 1.0), (left, 1.2)],
    };
    out.extend(corners);
    for k in 1..=3 {
        // Along the lane, a little further off.
        let step = 14.0 * f64::from(k);
        let cost = 0.9 * f64::from(k);
        out.push((right + pt(0.0, step), 1.0 + cost));
        out.push((right - pt(0.0, step), 1.0 + cost));
        out.push((left + pt(0.0, step), 1.2 + cost));
        out.push((left - pt(0.0, step), 1.2 + cost));
        out.push((below + pt(step, 0.0), 1.4 + cost));
        out.push((below - pt(step, 0.0), 1.4 + cost));
        out.push((above + pt(step, 0.0), 1.8 + cost));
        out.push((above - pt(step, 0.0), 1.8 + cost));
    }
    out
}

/// The box that a name has to stay out of: the middle of a hex, or a whole city.
fn extent(chart: &Chart, hex: HexId) -> (Point, Point) {
    let (map, layout) = (chart.map, &chart.layout);
    let centre = layout.centre(hex);
    if !is_city_area(map, hex) {
        let town = chart.towns.iter().find(|t| t.0 == hex);
        let radius = town.map_or(16.0, |t| t.2);
        let reach = match layout.orientation() {
            Orientation::FlatTop => pt(44.0f64.max(radius + 6.0), radius + 6.0),
            Orientation::PointyTop => pt(radius + 7.0, radius + 6.0),
        };
        let middle = town.map_or(centre, |t| t.1.middle(centre));
        return (middle - reach, middle + reach);
    }
    let city = city_of(chart, hex);
    if city.len() > WHOLE_CITY {
        return (centre - pt(40.0, 24.0), centre + pt(40.0, 24.0));
    }
    let reach = pt(48.0, 48.0);
    city.iter().map(|&h| layout.centre(h)).fold((centre - reach, centre + reach), |(a, b), p| {
        let (l, h) = (p - reach, p + reach);
        (pt(a.x.min(l.x), a.y.min(l.y)), pt(b.x.max(h.x), b.y.max(h.y)))
    })
}

/// A city of more hexes than this is no longer gone round by its name.
const WHOLE_CITY: usize = 30;

/// The hexes of a city that belong to the place in `hex`: those that are nearer to no other place.
fn city_of(chart: &Chart, hex: HexId) -> Vec<HexId> {
    let grid = &chart.map.grid;
    let others: Vec<HexId> = chart
        .map
        .places
        .iter()
        .map(|p| p.hex)
        .filter(|&h| h != hex && is_city_area(chart.map, h))
        .collect();
    let is_capital = chart.map.place_at(hex).is_some_and(|p| p.kind == "capital");
    let is_ours = |h: HexId| {
        let far = grid.distance(h, hex);
        // A suburb is named where it lies, however far the houses run on.
        (is_capital || others.is_empty() || far <= 2)
            && others.iter().all(|&o| grid.distance(h, o) >= far)
    };
    let mut city = vec![hex];
    let mut i = 0;
    while i < city.len() {
        for n in grid.around(city[i]) {
            if is_city_area(chart.map, n) && is_ours(n) && !city.contains(&n) {
                city.push(n);
            }
        }
        i += 1;
    }
    city
}

/// The name of an area, turned along it.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) text: String,
    is_water: bool,
    size: f64,
    at: Point,
    degrees: f64,
    /// What it covers.
    pub(crate) boxes: Vec<Bounds>,
}

/// The names of areas, each along the longer axis of its hexes.
pub(crate) fn region_names(chart: &Chart, clutter: &mut Clutter) -> Vec<Region> {
    let labels = chart.map.labels.iter().filter(|l| !l.hexes.is_empty() && !l.name.is_empty());
    let mut labels: Vec<&Label> = labels.collect();
    labels.sort_by_key(|l| std::cmp::Reverse(l.hexes.len()));
    labels.into_iter().filter_map(|label| region(chart, label, clutter)).collect()
}

/// The best of several sizes, angles and places for the name of an area; none if it would stand on
/// other names everywhere.
fn region(chart: &Chart, label: &Label, clutter: &mut Clutter) -> Option<Region> {
    let is_water =
        ["lake", "sea", "gulf", "water", "reservoir"].iter().any(|w| label.kind.contains(w));
    let points: Vec<Point> = label.hexes.iter().map(|&h| chart.layout.centre(h)).collect();
    let middle = points.iter().fold(pt(0.0, 0.0), |s, &p| s + p) * (1.0 / points.len() as f64);
    let (axis, spread) = axis(&points, middle);
    let unit = Font::SerifItalic.width(&label.name, 1.0) + label.name.chars().count() as f64 / 3.0;
    let (least, most) = match (is_water, chart.is_strategic()) {
        (true, _) => (24.0, 48.0),
        (false, true) => (26.0, 46.0),
        (false, false) => (34.0, 58.0),
    };
    let wanted = ((spread + 90.0) * 0.95 / unit).clamp(least, most);
    let mut best: Option<(f64, Region)> = None;
    for (share, degrees) in [1.0, 0.84, 0.7].into_iter().flat_map(|s| [(s, axis), (s, axis / 3.0)])
    {
        let size = (wanted * share).max(least * 0.8);
        let along = pt(degrees.to_radians().cos(), degrees.to_radians().sin());
        for (i, j) in (-4..=4).flat_map(|i| (-4..=4).map(move |j| (f64::from(i), f64::from(j)))) {
            let at = middle + along.right() * (i * 20.0) + along * (j * 26.0);
            let shift = 0.5 * (i.abs() + j.abs()) + 14.0 * (1.0 - share);
            let turn = 0.05 * (degrees - axis).abs();
            let boxes = region_boxes(at, along, unit * size / 2.0, size);
            let strange = boxes.map(|b| strange_ground(chart, label, is_water, &b)).sum::<f64>();
            let cost =
                region_cost(clutter, at, along, unit * size / 2.0, size) + shift + turn + strange;
            if best.as_ref().is_none_or(|b| cost < b.0) {
                let text = label.name.clone();
                best =
                    Some((cost, Region { text, is_water, size, at, degrees, boxes: Vec::new() }));
            }
        }
    }
    let (_, mut region) = best?;
    let along = pt(region.degrees.to_radians().cos(), region.degrees.to_radians().sin());
    let boxes: Vec<Bounds> =
        region_boxes(region.at, along, unit * region.size / 2.0, region.size).collect();
    if boxes.iter().any(|b| clutter.taken(b) > 0.004) {
        return None;
    }
    boxes.iter().for_each(|&b| clutter.take(b));
    region.boxes = boxes;
    Some(region)
}

/// What it costs to write the name of an area where the area is not; names of land in water most of
/// all.
fn strange_ground(chart: &Chart, label: &Label, is_water: bool, area: &Bounds) -> f64 {
    let hex = crate::relief::nearest_hex(&chart.layout, area.low.middle(area.high));
    let Some(hex) = chart.map.grid.id(hex) else { return 2.0 };
    let in_lake = crate::chart::ground(chart.map, hex) == Ground::Water;
    match (label.hexes.contains(&hex), in_lake && !is_water) {
        (true, false) => 0.0,
        (false, false) => 0.6,
        (_, true) => 4.0,
    }
}

fn region_boxes(at: Point, along: Point, half: f64, size: f64) -> impl Iterator<Item = Bounds> {
    let count = (2.0 * half / size).ceil().max(1.0) as usize;
    (0..count).map(move |k| {
        let c = at + along * (-half + (k as f64 + 0.5) * 2.0 * half / count as f64);
        Bounds::new(c.x - size * 0.4, c.y - size * 0.4, size * 0.8, size * 0.8)
    })
}

fn region_cost(clutter: &Clutter, at: Point, along: Point, half: f64, size: f64) -> f64 {
    region_boxes(at, along, half, size).map(|b| clutter.cost(&b) * 0.5).sum()
}

/// The direction of the longer axis of points, in degrees from -42 to 42, and their spread along
/// it.
fn axis(points: &[Point], middle: Point) -> (f64, f64) {
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for p in points {
        let d = *p - middle;
        (xx, yy, xy) = (xx + d.x * d.x, yy + d.y * d.y, xy + d.x * d.y);
    }
    let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
    let degrees = angle.to_degrees().clamp(-42.0, 42.0);
    let along = pt(degrees.to_radians().cos(), degrees.to_radians().sin());
    let reach = points.iter().map(|p| (*p - middle).dot(along).abs()).fold(0.0, f64::max);
    (degrees, 2.0 * reach)
}

fn draw_regions(out: &mut String, regions: &[Region], palette: &Palette) {
    for r in regions {
        let fill = if r.is_water { palette.water_text } else { palette.region_text };
        let opacity = if r.is_water { 0.85 } else { 0.62 };
        let _ = write!(
            out,
            "<text transform=\"translate({} {}) rotate({})\" y=\"{}\" {} font-size=\"{}\" \
             fill=\"{fill}\" fill-opacity=\"{opacity}\" text-anchor=\"middle\" \
             letter-spacing=\"{}\">{}</text>",
            short(r.at.x),
            short(r.at.y),
            short(r.degrees),
            short(r.size * 0.28),
            Font::SerifItalic.attributes(),
            short(r.size),
            short(r.size / 3.0),
            escape(&r.text)
        );
    }
}
