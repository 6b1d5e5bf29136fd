//! Intervals and sample sizes. Nothing here decides anything in a game.

/// How many standard deviations leave 95 of 100 cases inside.
const Z95: f64 = 1.959_963_984_540_054;
/// How many standard deviations leave 20 of 100 cases on one side outside: a power of 80 %.
const Z80: f64 = 0.841_621_233_572_914;

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value that was seen.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The share of `hits` in `n` with the Wilson score interval. Without a case everything is possible.
pub fn wilson(hits: u64, n: u64) -> Interval {
    if n == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, p) = (n as f64, hits as f64 / n as f64);
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// Sums of a whole number, from which mean and spread follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many.
    pub n: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i128,
}

impl Sums {
    /// Adds a number.
    pub fn add(&mut self, x: i64) {
        self.n += 1;
        self.sum += x;
        self.squares += i128::from(x) * i128::from(x);
    }

    /// The variance of the population that the numbers were drawn from.
    pub fn variance(&self) -> f64 {
        if self.n < 2 {
            return 0.0;
        }
        // n times the sum of squares minus the square of the sum is exact in whole numbers.
        let n = i128::from(self.n);
        let sum = i128::from(self.sum);
        (n * self.squares - sum * sum) as f64 / (n * (n - 1)) as f64
    }

    /// The mean with its 95 % interval by the normal approximation.
    pub fn mean(&self) -> Interval {
        if self.n == 0 {
            return Interval { value: 0.0, low: 0.0, high: 0.0 };
        }
        let value = self.sum as f64 / self.n as f64;
        let half = Z95 * (self.variance() / self.n as f64).sqrt();
        Interval { value, low: value - half, high: value + half }
    }
}

/// How many cases are needed to tell a difference of this size from none, with 95 % confidence and a power of 80 %;
/// `None` if there is no difference.
pub fn sample_size(difference: f64, variance: f64) -> Option<u64> {
    if difference == 0.0 {
        return None;
    }
    let z = Z95 + Z80;
    Some(((z * z * variance / (difference * difference)).ceil() as u64).max(2))
}

/// Sums of pairs of whole numbers, from which a correlation follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Together {
    x: Sums,
    y: Sums,
    products: i128,
}

impl Together {
    /// Adds a pair.
    pub fn add(&mut self, x: i64, y: i64) {
        self.x.add(x);
        self.y.add(y);
        self.products += i128::from(x) * i128::from(y);
    }

    /// How many pairs.
    pub fn n(&self) -> u64 {
        self.x.n
    }

    /// The mean of the first numbers.
    pub fn mean_x(&self) -> f64 {
        self.x.mean().value
    }

    /// Pearson's correlation with its 95 % interval (Fisher's transformation); `None` with fewer than four pairs or
    /// when one of the two never changes.
    pub fn correlation(&self) -> Option<Interval> {
        let spread = self.x.variance() * self.y.variance();
        if self.x.n < 4 || spread <= 0.0 {
            return None;
        }
        let n = i128::from(self.x.n);
        let shared = n * self.products - i128::from(self.x.sum) * i128::from(self.y.sum);
        let value = (shared as f64 / (n * (n - 1)) as f64 / spread.sqrt()).clamp(-1.0, 1.0);
        let half = Z95 / ((self.x.n - 3) as f64).sqrt();
        let z = value.clamp(-0.999_999, 0.999_999).atanh();
        Some(Interval { value, low: (z - half).tanh(), high: (z + half).tanh() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} instead of {expected}");
    }

    /// By hand with z = 1.96: 8 of 10 gives centre (0.8 + 0.19207) / 1.38415 = 0.71674 and half width
    /// 1.96 / 1.38415 * sqrt(0.016 + 0.009604) = 0.22658.
    #[test]
    fn wilson_intervals_are_those_worked_out_by_hand() {
        let found = wilson(8, 10);
        near(found.value, 0.8);
        near(found.low, 0.4902);
        near(found.high, 0.9433);
    }

    /// By hand: without a hit in 20 the lower end is 0 and the upper z² / (n + z²) = 3.8415 / 23.8415.
    #[test]
    fn no_hit_leaves_a_chance() {
        let found = wilson(0, 20);
        assert_eq!((found.value, found.low), (0.0, 0.0));
        near(found.high, 0.16113);
        assert_eq!(wilson(0, 0), Interval { value: 0.0, low: 0.0, high: 1.0 });
    }

    /// By hand: 2, 4, 4, 4, 5, 5, 7, 9 have mean 5 and squared deviations 32, so variance 32 / 7 = 4.5714 and half width
    /// 1.96 * sqrt(4.5714 / 8) = 1.4816.
    #[test]
    fn means_and_variances_are_those_worked_out_by_hand() {
        let mut sums = Sums::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|x| sums.add(x));
        near(sums.variance(), 4.5714);
        near(sums.mean().value, 5.0);
        near(sums.mean().high, 6.4816);
    }

    /// By hand: (1.95996 + 0.84162)² = 7.8489; times 0.25 / 0.01 = 196.2, so 197. The usual textbook figure.
    #[test]
    fn the_sample_size_is_the_one_worked_out_by_hand() {
        assert_eq!(sample_size(0.1, 0.25), Some(197));
        assert_eq!(sample_size(-0.1, 0.25), Some(197));
        assert_eq!(sample_size(0.0, 0.25), None);
    }

    /// By hand: x = 1 2 3 4, y = 1 3 2 4: shared deviations 4, squares 5 and 5, so r = 0.8; Fisher: atanh 0.8 = 1.0986,
    /// half width 1.96, so tanh(-0.8614) = -0.6969 and tanh(3.0586) = 0.9956.
    #[test]
    fn the_correlation_is_the_one_worked_out_by_hand() {
        let mut pairs = Together::default();
        for (x, y) in [(1, 1), (2, 3), (3, 2), (4, 4)] {
            pairs.add(x, y);
        }
        let found = pairs.correlation().unwrap();
        near(found.value, 0.8);
        near(found.low, -0.6969);
        near(found.high, 0.9956);
        let mut flat = Together::default();
        (0..9).for_each(|x| flat.add(x, 1));
        assert_eq!(flat.correlation(), None, "what never changes explains nothing");
    }
}
