//! Straight lines through many numbers: what a judge is fitted with. Nothing of this decides at a table; whole numbers come of it.

/// What a column may weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Not less than nothing.
    Good,
    /// Not more than nothing.
    Bad,
    /// Anything.
    Free,
}

/// A line through rows of numbers: what a unit of each column adds, and what is there without them.
#[derive(Clone, Debug)]
pub struct Line {
    /// By column.
    pub weights: Vec<f64>,
    /// With nothing in any column.
    pub base: f64,
}

impl Line {
    /// What is expected of a row.
    pub fn at(&self, row: &[f64]) -> f64 {
        self.base + self.weights.iter().zip(row).map(|(w, x)| w * x).sum::<f64>()
    }
}

/// So often each weight is set anew.
const SWEEPS: usize = 400;

/// The line that is least off in squares, with weights held small by `ridge` and to their signs: every weight in turn is set to
/// what is best beside the others (coordinate descent), on columns of mean 0 and spread 1.
pub fn line(rows: &[Vec<f64>], wanted: &[f64], signs: &[Sign], ridge: f64) -> Line {
    let n = rows.len().max(1) as f64;
    let column = |j: usize| rows.iter().map(move |row| row[j]);
    let means: Vec<f64> = (0..signs.len()).map(|j| column(j).sum::<f64>() / n).collect();
    let spreads: Vec<f64> = (0..signs.len())
        .map(|j| (column(j).map(|x| (x - means[j]).powi(2)).sum::<f64>() / n).sqrt())
        .collect();
    let mean = wanted.iter().sum::<f64>() / n;
    let scaled = |row: &Vec<f64>, j: usize| {
        if spreads[j] > 1e-9 { (row[j] - means[j]) / spreads[j] } else { 0.0 }
    };
    let with = |i: usize, j: usize| {
        rows.iter().map(|row| scaled(row, i) * scaled(row, j)).sum::<f64>() / n
    };
    let gram: Vec<Vec<f64>> =
        (0..signs.len()).map(|i| (0..signs.len()).map(|j| with(i, j)).collect()).collect();
    let pull: Vec<f64> = (0..signs.len())
        .map(|j| rows.iter().zip(wanted).map(|(r, y)| scaled(r, j) * (y - mean)).sum::<f64>() / n)
        .collect();
    let mut weights = vec![0.0; signs.len()];
    for _ in 0..SWEEPS {
        for (j, sign) in signs.iter().enumerate() {
            let others: f64 =
                (0..weights.len()).filter(|&i| i != j).map(|i| gram[j][i] * weights[i]).sum();
            let best = (pull[j] - others) / (gram[j][j] + ridge);
            weights[j] = match sign {
                Sign::Good => best.max(0.0),
                Sign::Bad => best.min(0.0),
                Sign::Free => best,
            };
        }
    }
    for (weight, spread) in weights.iter_mut().zip(&spreads) {
        *weight = if *spread > 1e-9 { *weight / spread } else { 0.0 };
    }
    let base = mean - weights.iter().zip(&means).map(|(w, m)| w * m).sum::<f64>();
    Line { weights, base }
}

/// How likely it is to win by what is expected: a curve from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    slope: f64,
    base: f64,
}

/// So many steps of Newton find the curve.
const STEPS: usize = 30;
/// Keeps the curve from a cliff where the games are all won on one side of a number.
const SMALL: f64 = 1e-3;

impl Curve {
    /// The curve through what was expected and what share of a win came of it.
    pub fn through(expected: &[f64], won: &[f64]) -> Curve {
        let n = expected.len().max(1) as f64;
        let spread = (expected.iter().map(|x| x * x).sum::<f64>() / n).sqrt().max(1e-9);
        let (mut slope, mut base) = (0.0, 0.0);
        for _ in 0..STEPS {
            let (mut g, mut h) = ([-SMALL * slope, -SMALL * base], [SMALL, 0.0, SMALL]);
            for (x, y) in expected.iter().map(|x| x / spread).zip(won) {
                let p = 1.0 / (1.0 + (-(slope * x + base)).exp());
                let (off, steep) = ((y - p) / n, p * (1.0 - p) / n);
                g = [g[0] + off * x, g[1] + off];
                h = [h[0] + steep * x * x, h[1] + steep * x, h[2] + steep];
            }
            let det = (h[0] * h[2] - h[1] * h[1]).max(1e-12);
            slope += (h[2] * g[0] - h[1] * g[1]) / det;
            base += (h[0] * g[1] - h[1] * g[0]) / det;
        }
        Curve { slope: slope / spread, base }
    }

    /// The share of a win where so much is expected.
    pub fn at(&self, expected: f64) -> f64 {
        1.0 / (1.0 + (-(self.slope * expected + self.base)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows on a line: 3 for each of the first, -2 for each of the second, 7 without them.
    fn rows() -> (Vec<Vec<f64>>, Vec<f64>) {
        let rows: Vec<Vec<f64>> =
            (0..40).map(|i| vec![f64::from(i % 7), f64::from(i % 5)]).collect();
        let wanted = rows.iter().map(|r| 3.0 * r[0] - 2.0 * r[1] + 7.0).collect();
        (rows, wanted)
    }

    #[test]
    fn a_line_is_found_again() {
        let (rows, wanted) = rows();
        let line = line(&rows, &wanted, &[Sign::Good, Sign::Bad], 0.0);
        assert!((line.weights[0] - 3.0).abs() < 1e-6 && (line.weights[1] + 2.0).abs() < 1e-6);
        assert!((line.at(&[10.0, 10.0]) - 17.0).abs() < 1e-6);
    }

    #[test]
    fn a_weight_never_has_the_wrong_sign() {
        let (rows, wanted) = rows();
        let line = line(&rows, &wanted, &[Sign::Good, Sign::Good], 0.0);
        assert_eq!(line.weights[1], 0.0);
    }

    #[test]
    fn who_wins_three_times_of_four_has_three_quarters() {
        let expected: Vec<f64> = (0..400).map(|i| if i < 200 { 1.0 } else { -1.0 }).collect();
        let won: Vec<f64> =
            (0..400).map(|i| if (i % 4 != 0) == (i < 200) { 1.0 } else { 0.0 }).collect();
        let curve = Curve::through(&expected, &won);
        assert!((curve.at(1.0) - 0.75).abs() < 0.01, "{}", curve.at(1.0));
        assert!((curve.at(-1.0) - 0.25).abs() < 0.01, "{}", curve.at(-1.0));
    }
}
