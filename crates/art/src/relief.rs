//! Heights: the tint of the land, hill shading and contour lines.

use crate::cells::Cells;
use crate::geometry::{Point, length, pt, simplify};
use crate::image::Image;
use crate::layout::Layout;
use crate::noise::field;
use crate::palette::{Palette, rgb};
use crate::svg::{Path, short, stroke};
use hex::Hex;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Samples of the height along one pitch.
const SAMPLES: f64 = 8.0;
/// The distance of two samples.
const STEP: f64 = 100.0 / SAMPLES;
/// The light comes from the upper left of the sheet, whatever the compass says.
const LIGHT: [f64; 3] = [-0.55, -0.62, 0.56];

/// Between how many colours the tint of the land has steps.
const TINTS: f64 = 64.0;
/// The strongest shade of a hill, and by how much of 255 two shades differ: less nobody sees.
const SHADE_MOST: f64 = 0.36;
const SHADE_STEP: f64 = 2.0;
/// How many shades there are on either side of none.
const SHADES: f64 = 46.0;

/// The heights over the sheet on a square grid.
#[derive(Clone, Debug)]
pub(crate) struct Relief {
    width: usize,
    height: usize,
    metres: Vec<f64>,
}

impl Relief {
    /// `None` where the map does not give heights.
    pub(crate) fn new(map: &board::Map, layout: &Layout, cells: &Cells) -> Option<Relief> {
        if map.heights.len() != map.grid.len() {
            return None;
        }
        let (w, h) = layout.size();
        let (width, height) = ((w / STEP).ceil() as usize + 1, (h / STEP).ceil() as usize + 1);
        let known =
            |hex: Hex| cells.at(hex).map(|i| f64::from(map.heights[cells.all[i].like.index()]));
        let rough = roughness(map);
        let mut metres = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let p = pt(x as f64 * STEP, y as f64 * STEP);
                let rolling = rough * (field(p, 130.0, 41) + 0.5 * field(p, 60.0, 43));
                metres.push(interpolate(layout, p, known).map(|smooth| smooth + rolling));
            }
        }
        let relief = Relief { width, height, metres: continued(&metres, width) };
        Some(relief.blurred())
    }

    fn at(&self, x: usize, y: usize) -> f64 {
        self.metres[y.min(self.height - 1) * self.width + x.min(self.width - 1)]
    }

    /// Each sample as the mean of the nine round it, weighted.
    fn blurred(&self) -> Relief {
        let mut metres = Vec::with_capacity(self.metres.len());
        for y in 0..self.height {
            for x in 0..self.width {
                let mut sum = 0.0;
                for (dy, wy) in [(0, 1.0), (1, 2.0), (2, 1.0)] {
                    for (dx, wx) in [(0, 1.0), (1, 2.0), (2, 1.0)] {
                        let (sx, sy) = ((x + dx).saturating_sub(1), (y + dy).saturating_sub(1));
                        sum += wx * wy * self.at(sx, sy);
                    }
                }
                metres.push(sum / 16.0);
            }
        }
        Relief { metres, ..*self }
    }

    fn percentile(&self, share: f64) -> f64 {
        let mut metres = self.metres.clone();
        let i = ((metres.len() - 1) as f64 * share) as usize;
        *metres.select_nth_unstable_by(i, f64::total_cmp).1
    }

    /// The tint of the land: low, middle, high.
    pub(crate) fn tint(&self, out: &mut String, palette: &Palette) {
        let (low, high) = (self.percentile(0.05), self.percentile(0.95));
        let colours = palette.land.map(rgb);
        // Every second sample is enough: the tint changes slowly.
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let tint = |(x, y)| {
            let t = (self.at(x, y) - low) / (high - low).max(1.0);
            (t.clamp(0.0, 1.0) * TINTS).round() as u8
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (2 * x, 2 * y)));
        let bytes = places.map(tint).collect();
        let palette = (0..=TINTS as usize).map(|i| between(colours, i as f64 / TINTS)).collect();
        let image = Image { width, height, channels: 1, bytes, palette };
        write_image(out, &image, 2.0 * STEP);
    }

    /// Hill shading as a picture with opacity.
    pub(crate) fn shade(&self, out: &mut String, palette: &Palette) {
        let (dark, light) = (rgb(palette.relief_shadow), rgb(palette.relief_light));
        let factor = self.height_factor();
        let flat = LIGHT[2];
        let mut bytes = Vec::with_capacity(self.metres.len());
        for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            let (gx, gy) = self.slope(x, y);
            let (nx, ny) = (-gx * factor, -gy * factor);
            let length = (nx * nx + ny * ny + 1.0).sqrt();
            let shade = (nx * LIGHT[0] + ny * LIGHT[1] + LIGHT[2]) / length - flat;
            let (by_shadow, by_light) = palette.relief_alpha;
            let alpha = shade * if shade < 0.0 { by_shadow } else { by_light };
            let step = (alpha.clamp(-SHADE_MOST, SHADE_MOST) * 255.0 / SHADE_STEP).round();
            bytes.push((step + SHADES) as u8);
        }
        let shades = (0..=2 * SHADES as i32).map(|i| i - SHADES as i32);
        let palette = shades.map(|i| {
            let [r, g, b] = (if i < 0 { dark } else { light }).map(|c| c as u8);
            [r, g, b, (f64::from(i.abs()) * SHADE_STEP) as u8]
        });
        let (width, height) = (self.width, self.height);
        let palette = palette.collect();
        write_image(out, &Image { width, height, channels: 1, bytes, palette }, STEP);
    }

    fn slope(&self, x: usize, y: usize) -> (f64, f64) {
        let across = self.at(x + 1, y) - self.at(x.saturating_sub(1), y);
        let down = self.at(x, y + 1) - self.at(x, y.saturating_sub(1));
        (across / 2.0, down / 2.0)
    }

    /// The factor with which the steepest hundredth of the sheet is shaded with 0.3.
    fn height_factor(&self) -> f64 {
        let mut slopes: Vec<f64> = (0..self.height)
            .flat_map(|y| (0..self.width).map(move |x| (x, y)))
            .map(|(x, y)| {
                let (gx, gy) = self.slope(x, y);
                gx.hypot(gy)
            })
            .collect();
        let steep = (slopes.len() - 1) * 99 / 100;
        0.42 / slopes.select_nth_unstable_by(steep, f64::total_cmp).1.max(1e-6)
    }

    /// Contour lines.
    pub(crate) fn contours(&self, out: &mut String, palette: &Palette) {
        let (low, high) = (self.percentile(0.01), self.percentile(0.99));
        let interval = [5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0]
            .into_iter()
            .find(|i| (high - low) / i <= 9.0)
            .unwrap_or(500.0);
        let mut path = Path::new();
        let mut level = (low / interval).ceil() * interval;
        while level < high {
            for line in self.lines_at(level + 0.013) {
                if length(&line) >= 150.0 {
                    path.curve(&simplify(&line, 1.2));
                }
            }
            level += interval;
        }
        let opacity = format!(" stroke-opacity=\"{}\"", palette.contour_alpha);
        stroke(out, &path, palette.contour, 1.3, &opacity);
    }

    /// The lines of one height, by marching squares.
    fn lines_at(&self, level: f64) -> Vec<Vec<Point>> {
        // Each line enters and leaves a square through its sides; a side is named by its sample.
        let mut joined: BTreeMap<Side, Vec<Side>> = BTreeMap::new();
        for y in 0..self.height - 1 {
            for x in 0..self.width - 1 {
                let sides = [(x, y, true), (x + 1, y, false), (x, y + 1, true), (x, y, false)];
                let crossed: Vec<_> =
                    sides.into_iter().filter(|&s| self.share(s, level).is_some()).collect();
                for pair in crossed.chunks_exact(2) {
                    joined.entry(pair[0]).or_default().push(pair[1]);
                    joined.entry(pair[1]).or_default().push(pair[0]);
                }
            }
        }
        let mut lines = Vec::new();
        while let Some((&start, _)) = joined.first_key_value() {
            let ahead = walk(&mut joined, start);
            let mut line = walk(&mut joined, start);
            line.reverse();
            line.extend(ahead.into_iter().skip(1));
            joined.remove(&start);
            lines.push(line.into_iter().map(|s| self.point(s, level)).collect());
        }
        lines
    }

    /// Where a side between two samples has the height `level`, as a share of it.
    fn share(&self, (x, y, across): (usize, usize, bool), level: f64) -> Option<f64> {
        let a = self.at(x, y);
        let b = if across { self.at(x + 1, y) } else { self.at(x, y + 1) };
        ((a < level) != (b < level)).then(|| (level - a) / (b - a))
    }

    fn point(&self, side: (usize, usize, bool), level: f64) -> Point {
        let t = self.share(side, level).unwrap_or(0.5);
        let (x, y) = (side.0 as f64, side.1 as f64);
        if side.2 { pt((x + t) * STEP, y * STEP) } else { pt(x * STEP, (y + t) * STEP) }
    }
}

/// The colour at a share of the way through three.
fn between(colours: [[f64; 3]; 3], share: f64) -> [u8; 4] {
    let t = share * 2.0;
    let (a, b, t) = match t < 1.0 {
        true => (colours[0], colours[1], t),
        false => (colours[1], colours[2], t - 1.0),
    };
    let [r, g, b] = [0, 1, 2].map(|i| (a[i] + (b[i] - a[i]) * t).round() as u8);
    [r, g, b, 255]
}

/// A side between two samples: the first of them, and whether the other lies to the right or below.
type Side = (usize, usize, bool);

fn walk(joined: &mut BTreeMap<Side, Vec<Side>>, start: Side) -> Vec<Side> {
    let mut line = vec![start];
    let mut at = start;
    while let Some(next) = joined.get_mut(&at).and_then(Vec::pop) {
        if let Some(back) = joined.get_mut(&next)
            && let Some(i) = back.iter().position(|s| *s == at)
        {
            back.swap_remove(i);
        }
        if joined.get(&at).is_some_and(Vec::is_empty) && at != start {
            joined.remove(&at);
        }
        line.push(next);
        at = next;
    }
    if at != start {
        joined.remove(&at);
    }
    line
}

/// The height at a point from the hexes round it, the nearer the weightier; `None` far from all.
fn interpolate(layout: &Layout, p: Point, known: impl Fn(Hex) -> Option<f64>) -> Option<f64> {
    let near = nearest_hex(layout, p);
    let (mut sum, mut weight) = (0.0, 0.0);
    for hex in near.range(1) {
        let Some(metres) = known(hex) else { continue };
        let d = p.distance(layout.place(hex)) / 125.0;
        let w = (1.0 - d * d).max(0.0).powi(3) + 1e-9;
        sum += w * metres;
        weight += w;
    }
    (weight > 0.0).then(|| sum / weight)
}

/// Heights for the paper beside the sheets: the last known one of the row goes on, so that no cliff
/// at the edge of a sheet spoils the measure for the hills on it.
fn continued(metres: &[Option<f64>], width: usize) -> Vec<f64> {
    let mut last = metres.iter().flatten().next().copied().unwrap_or(0.0);
    let mut out = Vec::with_capacity(metres.len());
    for row in metres.chunks(width) {
        last = row.iter().flatten().next().copied().unwrap_or(last);
        for sample in row {
            last = sample.unwrap_or(last);
            out.push(last);
        }
    }
    out
}

/// The hex in which a point lies.
pub(crate) fn nearest_hex(layout: &Layout, p: Point) -> Hex {
    let origin = layout.axial(0.0, 0.0);
    let (east, south) = (layout.axial(1.0, 0.0) - origin, layout.axial(0.0, 1.0) - origin);
    let det = east.cross(south);
    let v = p - origin;
    let (q, r) = (v.cross(south) / det, east.cross(v) / det);
    let (mut rq, mut rr, rs) = (q.round(), r.round(), (-q - r).round());
    let (eq, er, es) = ((rq - q).abs(), (rr - r).abs(), (rs + q + r).abs());
    if eq > er && eq > es {
        rq = -rr - rs;
    } else if er > es {
        rr = -rq - rs;
    }
    Hex::new(rq as i16, rr as i16)
}

/// How strongly the ground rolls between two hexes, as a share of what neighbours usually differ
/// by.
fn roughness(map: &board::Map) -> f64 {
    let mut differences: Vec<i32> = map
        .grid
        .hexes()
        .flat_map(|h| map.grid.around(h).map(move |n| (h, n)))
        .map(|(a, b)| i32::from(map.heights[a.index()]) - i32::from(map.heights[b.index()]))
        .map(i32::abs)
        .collect();
    differences.sort_unstable();
    let usual = differences.get(differences.len() / 2).copied().unwrap_or(0);
    0.35 * f64::from(usual)
}

fn write_image(out: &mut String, image: &Image, step: f64) {
    let half = -step / 2.0;
    let (w, h) = (image.width as f64 * step, image.height as f64 * step);
    let _ = write!(
        out,
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
         href=\"{}\"/>",
        short(half),
        short(half),
        short(w),
        short(h),
        image.address()
    );
}
