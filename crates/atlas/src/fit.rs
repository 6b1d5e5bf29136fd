//! The georeference: where the grid of a map lies on the earth, fitted on anchor hexes.

use crate::projection::{Cone, Geo, Point};
use crate::recipe::{Anchor, FitKind, GeoreferenceRecipe};
use anyhow::{Context, Result, ensure};
use hex::Grid;

/// From the earth to the sheet and back, and how well the anchors agree.
#[derive(Clone, Debug)]
pub struct Georeference {
    cone: Cone,
    affine: [f64; 6],
    inverse: [f64; 6],
    bends: Vec<Bend>,
    reach: f64,
    /// What each anchor is off, in hexes, before bending.
    pub residuals: Vec<Residual>,
}

/// How far an anchor lies from where the plain fit puts it.
#[derive(Clone, Debug)]
pub struct Residual {
    /// The anchor's name.
    pub name: String,
    /// Its hex, as printed.
    pub hex: String,
    /// The distance in hexes.
    pub hexes: f64,
}

/// A pull of the sheet towards an anchor.
#[derive(Clone, Copy, Debug)]
struct Bend {
    at: Point,
    pull: Point,
    weight: f64,
}

impl Georeference {
    /// Fits the recipe's anchors on the grid by weighted least squares.
    pub fn fit(grid: &Grid, recipe: &GeoreferenceRecipe) -> Result<Georeference> {
        let [lon, lat] = recipe.centre;
        let cone = Cone::new(Geo::new(lat, lon), recipe.parallels);
        let pairs =
            recipe.anchors.iter().map(|a| Pair::of(grid, &cone, a)).collect::<Result<Vec<_>>>()?;
        let affine = match (recipe.affine, recipe.fit) {
            (Some(affine), _) => affine,
            (None, FitKind::Similarity) => similarity(&pairs)?,
            (None, FitKind::Affine) => general(&pairs)?,
        };
        let affine = affine.map(|v| (v * 1e7).round() / 1e7);
        let inverse = invert(affine).context("the anchors do not span a plane")?;
        let residuals = recipe.anchors.iter().zip(&pairs).map(|(a, p)| p.residual(a, affine));
        let residuals = residuals.collect();
        let bends = match recipe.bend_hexes {
            Some(_) => pairs.iter().map(|p| p.bend(affine)).collect(),
            None => Vec::new(),
        };
        let reach = recipe.bend_hexes.unwrap_or(1.0);
        Ok(Georeference { cone, affine, inverse, bends, reach, residuals })
    }

    /// The point on the sheet, in hexes.
    pub fn to_sheet(&self, geo: Geo) -> Point {
        let plain = apply(self.affine, self.cone.project(geo));
        let (dx, dy) = self.bend(plain);
        (plain.0 + dx, plain.1 + dy)
    }

    /// The place on the earth under a point of the sheet.
    pub fn to_geo(&self, sheet: Point) -> Geo {
        let mut plain = sheet;
        for _ in 0..6 {
            let (dx, dy) = self.bend(plain);
            plain = (sheet.0 - dx, sheet.1 - dy);
        }
        self.cone.unproject(apply(self.inverse, plain))
    }

    /// The six numbers of the map file.
    pub fn affine(&self) -> [f64; 6] {
        self.affine
    }

    /// The distance between two neighbouring hexes that the fit implies.
    pub fn hex_km(&self) -> f64 {
        let [a, b, _, d, e, _] = self.affine;
        1.0 / (a * e - b * d).abs().sqrt()
    }

    /// The direction of north on the sheet, in whole degrees clockwise from the top.
    pub fn north_degrees(&self) -> i32 {
        let [_, b, _, _, e, _] = self.affine;
        (b.atan2(-e).to_degrees().round() as i32).rem_euclid(360)
    }

    /// The root mean square of the residuals, in hexes.
    pub fn rms(&self) -> f64 {
        let n = self.residuals.len().max(1) as f64;
        (self.residuals.iter().map(|r| r.hexes * r.hexes).sum::<f64>() / n).sqrt()
    }

    /// How far, in hexes, the sheet is bent at most: what somebody is off who knows only the six numbers.
    pub fn bent_most(&self, grid: &Grid) -> f64 {
        let bend = |h| {
            let geo = self.to_geo(grid.centre(h));
            let (dx, dy) = self.bend(apply(self.affine, self.cone.project(geo)));
            dx.hypot(dy)
        };
        grid.hexes().map(bend).fold(0.0, f64::max)
    }

    /// The mean of the anchors' pulls, weighted by nearness.
    fn bend(&self, at: Point) -> Point {
        let (mut x, mut y, mut sum) = (0.0, 0.0, 0.0);
        for b in &self.bends {
            let d2 = (at.0 - b.at.0).powi(2) + (at.1 - b.at.1).powi(2);
            let far2 = d2 + self.reach * self.reach;
            let w = b.weight / (far2 * far2.sqrt());
            x += w * b.pull.0;
            y += w * b.pull.1;
            sum += w;
        }
        if sum == 0.0 { (0.0, 0.0) } else { (x / sum, y / sum) }
    }
}

/// One anchor: kilometres on the earth, hexes on the sheet.
#[derive(Clone, Debug)]
struct Pair {
    km: Point,
    sheet: Point,
    weight: f64,
}

impl Pair {
    fn of(grid: &Grid, cone: &Cone, anchor: &Anchor) -> Result<Pair> {
        let mut sheet = (0.0, 0.0);
        let hexes: Vec<&str> = anchor.hex.split_whitespace().collect();
        ensure!(!hexes.is_empty(), "anchor {} has no hex", anchor.name);
        for hex in &hexes {
            let id = grid.parse(hex).with_context(|| format!("anchor {}", anchor.name))?;
            let (x, y) = grid.centre(id);
            sheet.0 += x / hexes.len() as f64;
            sheet.1 += y / hexes.len() as f64;
        }
        let [lat, lon] = anchor.geo;
        Ok(Pair { km: cone.project(Geo::new(lat, lon)), sheet, weight: anchor.weight })
    }

    fn bend(&self, affine: [f64; 6]) -> Bend {
        let (x, y) = apply(affine, self.km);
        let pull = (self.sheet.0 - x, self.sheet.1 - y);
        Bend { at: (x, y), pull, weight: self.weight }
    }

    fn residual(&self, anchor: &Anchor, affine: [f64; 6]) -> Residual {
        let (dx, dy) = self.bend(affine).pull;
        Residual { name: anchor.name.clone(), hex: anchor.hex.clone(), hexes: dx.hypot(dy) }
    }
}

fn apply([a, b, c, d, e, f]: [f64; 6], (x, y): Point) -> Point {
    (a * x + b * y + c, d * x + e * y + f)
}

fn invert([a, b, c, d, e, f]: [f64; 6]) -> Option<[f64; 6]> {
    let det = a * e - b * d;
    if det == 0.0 {
        return None;
    }
    let (ia, ib, id, ie) = (e / det, -b / det, -d / det, a / det);
    Some([ia, ib, -(ia * c + ib * f), id, ie, -(id * c + ie * f)])
}

/// Turned, scaled and shifted, not stretched: x = p*e + q*n + c, y = q*e - p*n + f (y grows downward).
fn similarity(pairs: &[Pair]) -> Result<[f64; 6]> {
    ensure!(pairs.len() >= 2, "a similarity needs two anchors");
    let rows = pairs.iter().flat_map(|p| {
        let (e, n) = p.km;
        [(vec![e, n, 1.0, 0.0], p.sheet.0, p.weight), (vec![-n, e, 0.0, 1.0], p.sheet.1, p.weight)]
    });
    let s = least_squares(rows, 4)?;
    Ok([s[0], s[1], s[2], s[1], -s[0], s[3]])
}

fn general(pairs: &[Pair]) -> Result<[f64; 6]> {
    ensure!(pairs.len() >= 3, "an affine fit needs three anchors");
    let row = |p: &Pair, value: f64| (vec![p.km.0, p.km.1, 1.0], value, p.weight);
    let x = least_squares(pairs.iter().map(|p| row(p, p.sheet.0)), 3)?;
    let y = least_squares(pairs.iter().map(|p| row(p, p.sheet.1)), 3)?;
    Ok([x[0], x[1], x[2], y[0], y[1], y[2]])
}

/// Solves the normal equations of rows (coefficients, value, weight).
fn least_squares(
    rows: impl Iterator<Item = (Vec<f64>, f64, f64)>,
    unknowns: usize,
) -> Result<Vec<f64>> {
    let mut m = vec![vec![0.0; unknowns + 1]; unknowns];
    for (row, value, weight) in rows {
        for i in 0..unknowns {
            for j in 0..unknowns {
                m[i][j] += weight * row[i] * row[j];
            }
            m[i][unknowns] += weight * row[i] * value;
        }
    }
    eliminate(m).context("the anchors do not determine the georeference")
}

/// Gauss with pivoting on a matrix with the right side in its last column.
fn eliminate(mut m: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = m.len();
    for col in 0..n {
        let pivot = (col..n).max_by(|&a, &b| m[a][col].abs().total_cmp(&m[b][col].abs()))?;
        m.swap(col, pivot);
        if m[col][col].abs() < 1e-12 {
            return None;
        }
        let pivot_row = m[col].clone();
        for (_, values) in m.iter_mut().enumerate().filter(|(row, _)| *row != col) {
            let factor = values[col] / pivot_row[col];
            values.iter_mut().zip(&pivot_row).for_each(|(v, p)| *v -= factor * p);
        }
    }
    Some((0..n).map(|i| m[i][n] / m[i][i]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(affine: [f64; 6]) -> Vec<Pair> {
        let km = [(0.0, 0.0), (100.0, 0.0), (0.0, 80.0), (-60.0, 40.0)];
        km.map(|km| Pair { km, sheet: apply(affine, km), weight: 1.0 }).to_vec()
    }

    #[test]
    fn a_similarity_is_found_again() {
        let truth = [0.2, 0.05, 7.0, 0.05, -0.2, 9.0];
        let found = similarity(&pairs(truth)).expect("four anchors");
        assert!(found.iter().zip(truth).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn a_stretched_sheet_needs_the_general_fit() {
        let truth = [0.25, 0.01, 7.0, 0.02, -0.2, 9.0];
        let found = general(&pairs(truth)).expect("four anchors");
        assert!(found.iter().zip(truth).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn anchors_in_one_point_are_refused() {
        let one = Pair { km: (1.0, 1.0), sheet: (2.0, 2.0), weight: 1.0 };
        let same: Vec<Pair> = vec![one.clone(), one.clone(), one];
        assert!(similarity(&same).is_err() && general(&same).is_err());
    }

    #[test]
    fn the_inverse_leads_back() {
        let there = [0.25, 0.01, 7.0, 0.02, -0.2, 9.0];
        let back = invert(there).expect("a plane");
        let (x, y) = apply(back, apply(there, (12.0, -30.0)));
        assert!((x - 12.0).abs() < 1e-9 && (y + 30.0).abs() < 1e-9);
    }
}
