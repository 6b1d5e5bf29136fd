//! Marks on counters: each state has a shape and a sign of its own, so that colour is never the
//! only difference.

use crate::geometry::{Point, pt};
use crate::palette::RANGE;
use crate::svg::{Path, path, short, stroke};
use crate::text::SANS;
use std::fmt::Write;

/// A state of a counter or stack, drawn in a box of 40 by 40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Badge {
    /// An amber octagon with D.
    Disorganised,
    /// A white square with a red rim and the level.
    OutOfSupply(u8),
    /// A white diamond with a violet rim and I.
    Isolated,
    /// A violet triangle with a bolt.
    Disrupted,
    /// A dark disc with a tick.
    Moved,
    /// A blue arrow with two chevrons.
    Strategic,
    /// A cream disc with the number of counters in the stack.
    Stack(u8),
    /// An amber shield with an exclamation mark: something must still be done.
    Owed,
}

impl Badge {
    /// One of each kind, with its name, for legends.
    pub const ALL: [(&'static str, Badge); 8] = [
        ("disorganised", Badge::Disorganised),
        ("out-of-supply", Badge::OutOfSupply(2)),
        ("isolated", Badge::Isolated),
        ("disrupted", Badge::Disrupted),
        ("moved", Badge::Moved),
        ("strategic", Badge::Strategic),
        ("stack", Badge::Stack(4)),
        ("owed", Badge::Owed),
    ];
}

fn polygon(points: &[(f64, f64)]) -> Path {
    let mut path = Path::new();
    let points: Vec<Point> = points.iter().map(|&(x, y)| pt(x, y)).collect();
    path.polygon(&points);
    path
}

fn disc(radius: f64) -> Path {
    let mut path = Path::new();
    path.circle(pt(20.0, 20.0), radius);
    path
}

/// A shape with its rim.
fn shape(out: &mut String, data: &Path, fill: &str, rim: &str) {
    let attributes =
        format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2.6\" stroke-linejoin=\"round\"");
    path(out, data, &attributes);
}

fn letter(out: &mut String, text: &str, size: f64, fill: &str) {
    let _ = write!(
        out,
        "<text x=\"20\" y=\"{}\" font-family=\"{SANS}\" font-size=\"{}\" font-weight=\"800\" \
         text-anchor=\"middle\" fill=\"{fill}\">{text}</text>",
        short(20.0 + size * 0.36),
        short(size)
    );
}

/// A badge as an SVG group in a box from (0, 0) to (40, 40).
pub fn badge_svg(badge: Badge) -> String {
    let mut out = String::from("<g>");
    match badge {
        Badge::Disorganised => {
            let (a, b, c, d) = (3.0, 13.0, 27.0, 37.0);
            let eight = [(b, a), (c, a), (d, b), (d, c), (c, d), (b, d), (a, c), (a, b)];
            shape(&mut out, &polygon(&eight), "#E8A200", "#2B1B00");
            letter(&mut out, "D", 25.0, "#2B1B00");
        }
        Badge::OutOfSupply(level) => {
            let attributes = "fill=\"#FFFFFF\" stroke=\"#A11320\" stroke-width=\"3.4\"";
            let _ = write!(
                out,
                "<rect x=\"4\" y=\"4\" width=\"32\" height=\"32\" rx=\"5\" {attributes}/>\
                 <path d=\"M8 32L32 8\" stroke=\"#A11320\" stroke-opacity=\".2\" stroke-width=\"4\"/>"
            );
            letter(&mut out, &level.to_string(), 27.0, "#A11320");
        }
        Badge::Isolated => {
            let four = [(20.0, 1.0), (39.0, 20.0), (20.0, 39.0), (1.0, 20.0)];
            shape(&mut out, &polygon(&four), "#FFFFFF", "#6A3D9A");
            letter(&mut out, "I", 24.0, "#6A3D9A");
        }
        Badge::Disrupted => {
            shape(
                &mut out,
                &polygon(&[(20.0, 2.0), (38.5, 36.0), (1.5, 36.0)]),
                "#6A3D9A",
                "#FFFFFF",
            );
            let bolt = [
                (22.5, 11.0),
                (14.0, 24.5),
                (19.2, 24.5),
                (17.0, 33.0),
                (26.5, 20.5),
                (21.0, 20.5),
            ];
            path(&mut out, &polygon(&bolt), "fill=\"#FFFFFF\"");
        }
        _ => second_half(&mut out, badge),
    }
    out.push_str("</g>");
    out
}

fn second_half(out: &mut String, badge: Badge) {
    match badge {
        Badge::Moved => {
            shape(out, &disc(14.0), "#3A3A3A", "#FFFFFF");
            let mut tick = Path::new();
            tick.polyline(&[pt(13.0, 20.5), pt(18.0, 25.5), pt(27.0, 14.5)]);
            stroke(
                out,
                &tick,
                "#FFFFFF",
                3.6,
                " stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            );
        }
        Badge::Strategic => {
            let arrow = [(2.0, 6.0), (25.0, 6.0), (38.0, 20.0), (25.0, 34.0), (2.0, 34.0)];
            shape(out, &polygon(&arrow), RANGE, "#FFFFFF");
            let mut chevrons = Path::new();
            for x in [9.0, 18.0] {
                chevrons.polyline(&[pt(x, 12.0), pt(x + 7.0, 20.0), pt(x, 28.0)]);
            }
            stroke(out, &chevrons, "#FFFFFF", 3.4, " stroke-linejoin=\"round\"");
        }
        Badge::Stack(count) => {
            shape(out, &disc(15.0), "#FFF9E8", "#2B2318");
            letter(out, &count.to_string(), 22.0, "#2B2318");
        }
        Badge::Owed => {
            let shield = [(5.0, 4.0), (35.0, 4.0), (35.0, 22.0), (20.0, 38.0), (5.0, 22.0)];
            shape(out, &polygon(&shield), "#F5A800", "#3A2400");
            letter(out, "!", 24.0, "#3A2400");
        }
        _ => {}
    }
}

/// The toothed frame of earth round a counter of 100 that lies from (0, 0) to (100, 100); `grown`
/// is how much a stack under it widens the frame.
pub fn field_fortification_svg(grown: f64) -> String {
    let half = 59.0 + grown / 2.0;
    let centre = pt(50.0 + grown / 2.0, 50.0 - grown / 2.0);
    let teeth = 15;
    let mut points = Vec::new();
    for side in 0..4 {
        let turn = f64::from(side) * std::f64::consts::FRAC_PI_2;
        let (c, s) = (turn.cos(), turn.sin());
        for i in 0..teeth * 2 {
            let along = -half + 2.0 * half * f64::from(i) / f64::from(teeth * 2);
            let out = if i % 2 == 0 { half - 1.0 } else { half + 3.0 };
            let p = pt(along, -out);
            points.push(centre + pt(p.x * c - p.y * s, p.x * s + p.y * c));
        }
    }
    let mut frame = Path::new();
    frame.polygon(&points);
    let mut out = String::from("<g>");
    let attributes =
        "fill=\"#7A5F3E\" stroke=\"#3A2A16\" stroke-width=\"1.6\" stroke-linejoin=\"round\"";
    path(&mut out, &frame, attributes);
    out.push_str("</g>");
    out
}

/// The badges as `<symbol>` elements with ids `badge-disorganised` and so on. Those with a number
/// have an example in them: a page that needs another number takes the group of [`badge_svg`].
pub(crate) fn symbols() -> String {
    let mut out = String::new();
    for (name, badge) in Badge::ALL {
        let _ = write!(
            out,
            "<symbol id=\"badge-{name}\" viewBox=\"-2 -2 44 44\">{}</symbol>",
            badge_svg(badge)
        );
    }
    out
}
