//! How colours look to those who see fewer of them.

use crate::palette::rgb;

/// Which cones are missing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sight {
    Full,
    RedBlind,
    GreenBlind,
    Grey,
}

/// The distance of two colours as seen (Lab, 1976); about 10 is plain to see side by side.
pub(crate) fn distance(a: &str, b: &str, sight: Sight) -> f64 {
    let (a, b) = (lab(seen(a, sight)), lab(seen(b, sight)));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// Linear light of a colour after the loss of a kind of cones (Viénot, Brettel and Mollon, 1999).
fn seen(colour: &str, sight: Sight) -> [f64; 3] {
    let linear = |v: f64| {
        let v = v / 255.0;
        if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    let [r, g, b] = rgb(colour).map(linear);
    match sight {
        Sight::Full => [r, g, b],
        Sight::RedBlind => {
            let mixed = 0.112_38 * r + 0.887_62 * g;
            [mixed, mixed, 0.004_01 * r - 0.004_01 * g + b]
        }
        Sight::GreenBlind => {
            let mixed = 0.292_75 * r + 0.707_25 * g;
            [mixed, mixed, -0.022_34 * r + 0.022_34 * g + b]
        }
        Sight::Grey => [0.2126 * r + 0.7152 * g + 0.0722 * b; 3],
    }
}

fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The lightness of a colour, from 0 (black) to 100 (white), as the eye sees it (L* of Lab).
pub(crate) fn lightness(colour: &str) -> f64 {
    let y = luminance(colour);
    if y > 0.008_856 { 116.0 * y.cbrt() - 16.0 } else { 903.3 * y }
}

/// The contrast of two colours, from 1 to 21 (WCAG).
pub(crate) fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: &str) -> f64 {
    seen(colour, Sight::Grey)[0]
}

const ALL: [Sight; 4] = [Sight::Full, Sight::RedBlind, Sight::GreenBlind, Sight::Grey];

#[test]
fn opposing_counters_never_merge() {
    for (east, west) in [("soviet", "german"), ("soviet", "finnish"), ("russian", "us")] {
        let faces = [east, west].map(|n| crate::Nation::of(n).face);
        for sight in ALL {
            let gap = distance(faces[0], faces[1], sight);
            assert!(gap > 20.0, "{east} and {west}, {sight:?}: {gap:.0}");
        }
    }
}

/// Front lines, ground and signals differ for everyone; where grey is not enough a shape tells too.
#[test]
fn the_colours_of_the_map_can_be_told_apart() {
    for p in [&crate::palette::LIGHT, &crate::palette::EVENING] {
        let pairs = [
            ("front lines", p.front_west, p.front_east, 14.0),
            ("supply and cut off", p.supply, p.cut, 14.0),
            ("forest and clear", p.forest, p.land[1], 6.0),
            ("water and clear", p.water, p.land[1], 10.0),
            ("main and second roads", p.road_main, p.road_second, 10.0),
        ];
        for (what, a, b, least) in pairs {
            for sight in [Sight::Full, Sight::RedBlind, Sight::GreenBlind] {
                let gap = distance(a, b, sight);
                assert!(gap > least, "{what}, {sight:?}: {gap:.0}");
            }
        }
    }
}
