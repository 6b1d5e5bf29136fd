//! The signs in the box of a counter.

use crate::geometry::{Point, pt};
use crate::svg::{Path, path, stroke};
use crate::text::{Font, Text};

/// A box on a counter in which a sign is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) w: f64,
    pub(crate) h: f64,
    /// The thickness of its lines.
    pub(crate) line: f64,
}

impl Frame {
    /// A point of the box, in shares of its width and height.
    fn at(&self, x: f64, y: f64) -> Point {
        pt(self.x + x * self.w, self.y + y * self.h)
    }

    fn centre(&self) -> Point {
        self.at(0.5, 0.5)
    }
}

/// The symbols that can be drawn, by the names that [`board::Face::symbol`] uses.
pub const SYMBOLS: [&str; 27] = [
    "infantry",
    "motorized",
    "mechanized",
    "armor",
    "cavalry",
    "recon",
    "artillery",
    "sp-artillery",
    "assault-gun",
    "rockets",
    "anti-tank",
    "paratroop",
    "air-assault",
    "engineer",
    "security",
    "garrison",
    "partisan",
    "worker",
    "militia",
    "fortification",
    "replacement",
    "factory",
    "hq",
    "supply",
    "air",
    "helicopter",
    "anti-air",
];

/// Draws the sign of a kind of unit into a box. A symbol that is not known is written out.
pub(crate) fn draw(out: &mut String, symbol: &str, frame: &Frame, ink: &str) {
    let pen = Pen { frame: *frame, ink };
    match symbol {
        "" => {}
        "infantry" => pen.lines(out, &[CROSS]),
        "motorized" => pen.lines(out, &[CROSS, UPRIGHT]),
        "mechanized" => {
            pen.lines(out, &[CROSS]);
            pen.oval(out);
        }
        "armor" | "tank" => pen.oval(out),
        "cavalry" => pen.lines(out, &[SLANT]),
        "recon" => {
            pen.lines(out, &[SLANT]);
            pen.oval(out);
        }
        "artillery" => pen.dot(out, 0.5, 0.5, 0.14),
        "sp-artillery" => {
            pen.oval(out);
            pen.dot(out, 0.5, 0.5, 0.11);
        }
        "assault-gun" => {
            pen.oval(out);
            pen.lines(out, &[&[(0.5, 0.2), (0.5, 0.5)]]);
            pen.dot(out, 0.5, 0.55, 0.1);
        }
        "rockets" => pen.lines(out, &[&CHEVRON_HIGH, &CHEVRON_LOW]),
        "anti-tank" => pen.lines(out, &[&[(0.0, 1.0), (0.5, 0.08), (1.0, 1.0)]]),
        "paratroop" | "airborne" => {
            pen.lines(out, &[CROSS]);
            pen.wings(out);
        }
        "air-assault" => {
            pen.lines(out, &[CROSS, &[(0.34, 0.76), (0.5, 0.98), (0.66, 0.76)]]);
        }
        _ => draw_rarer(out, symbol, &pen),
    }
}

fn draw_rarer(out: &mut String, symbol: &str, pen: &Pen) {
    match symbol {
        "engineer" => pen.lines(
            out,
            &[&[(0.22, 0.74), (0.22, 0.3), (0.78, 0.3), (0.78, 0.74)], &[(0.5, 0.3), (0.5, 0.74)]],
        ),
        "security" => pen.word(out, "SEC"),
        "garrison" => {
            pen.lines(out, &[CROSS]);
            pen.lines(out, &[&[(0.0, 0.82), (1.0, 0.82)]]);
        }
        "partisan" => {
            pen.lines(out, &[&[(0.5, 0.16), (0.76, 0.84), (0.24, 0.84), (0.5, 0.16)]]);
            pen.dot(out, 0.5, 0.62, 0.08);
        }
        "worker" => pen.hammer(out),
        "militia" => {
            pen.lines(out, &[CROSS]);
            pen.dot(out, 0.5, 0.5, 0.15);
        }
        "fortification" => pen.lines(out, &[&BASTION]),
        "replacement" => pen.plus(out),
        "factory" => pen.fill(out, &FACTORY),
        "hq" => pen.headquarters(out),
        "supply" => pen.lines(out, &[&[(0.0, 0.72), (1.0, 0.72)]]),
        "air" => pen.loops(out),
        "helicopter" => {
            pen.fill(out, &[(0.14, 0.28), (0.5, 0.5), (0.14, 0.72)]);
            pen.fill(out, &[(0.86, 0.28), (0.5, 0.5), (0.86, 0.72)]);
        }
        "anti-air" => pen.dome(out),
        other => pen.word(out, other),
    }
}

type Line = [(f64, f64)];

const CROSS: &Line = &[(0.0, 0.0), (1.0, 1.0), (f64::NAN, 0.0), (1.0, 0.0), (0.0, 1.0)];
const UPRIGHT: &Line = &[(0.5, 0.0), (0.5, 1.0)];
const SLANT: &Line = &[(0.0, 1.0), (1.0, 0.0)];
const CHEVRON_HIGH: [(f64, f64); 3] = [(0.34, 0.5), (0.5, 0.24), (0.66, 0.5)];
const CHEVRON_LOW: [(f64, f64); 3] = [(0.34, 0.76), (0.5, 0.5), (0.66, 0.76)];
const BASTION: [(f64, f64); 10] = [
    (0.12, 0.84),
    (0.12, 0.26),
    (0.34, 0.26),
    (0.34, 0.5),
    (0.4, 0.56),
    (0.6, 0.56),
    (0.66, 0.5),
    (0.66, 0.26),
    (0.88, 0.26),
    (0.88, 0.84),
];
const FACTORY: [(f64, f64); 11] = [
    (0.16, 0.84),
    (0.16, 0.2),
    (0.26, 0.2),
    (0.28, 0.52),
    (0.46, 0.38),
    (0.46, 0.52),
    (0.64, 0.38),
    (0.64, 0.52),
    (0.84, 0.38),
    (0.84, 0.84),
    (0.16, 0.84),
];

struct Pen<'a> {
    frame: Frame,
    ink: &'a str,
}

impl Pen<'_> {
    fn stroke(&self, out: &mut String, path: &Path) {
        stroke(out, path, self.ink, self.frame.line, " stroke-linejoin=\"round\"");
    }

    /// Lines in shares of the box; a place that is no number lifts the pen.
    fn lines(&self, out: &mut String, lines: &[&Line]) {
        let mut path = Path::new();
        for line in lines {
            for part in line.split(|p| p.0.is_nan()) {
                let points: Vec<Point> = part.iter().map(|&(x, y)| self.frame.at(x, y)).collect();
                path.polyline(&points);
            }
        }
        self.stroke(out, &path);
    }

    fn fill(&self, out: &mut String, points: &Line) {
        let mut shape = Path::new();
        let points: Vec<Point> = points.iter().map(|&(x, y)| self.frame.at(x, y)).collect();
        shape.polygon(&points);
        path(out, &shape, &format!("fill=\"{}\"", self.ink));
    }

    fn oval(&self, out: &mut String) {
        let f = &self.frame;
        let (w, h) = (f.w * 0.66, f.h * 0.54);
        let c = f.centre();
        let r = h / 2.0;
        let (left, right) = (c.x - w / 2.0 + r, c.x + w / 2.0 - r);
        let (top, low) = (c.y - r, c.y + r);
        let mut path = Path::new();
        path.move_to(pt(left, top)).line_to(pt(right, top)).arc_to(r, true, pt(right, low));
        path.line_to(pt(left, low)).arc_to(r, true, pt(left, top)).close();
        self.stroke(out, &path);
    }

    fn dot(&self, out: &mut String, x: f64, y: f64, radius: f64) {
        let mut shape = Path::new();
        shape.circle(self.frame.at(x, y), radius * self.frame.h);
        path(out, &shape, &format!("fill=\"{}\"", self.ink));
    }

    fn wings(&self, out: &mut String) {
        let mut path = Path::new();
        let (a, b, c) =
            (self.frame.at(0.26, 0.96), self.frame.at(0.5, 0.96), self.frame.at(0.74, 0.96));
        let r = 0.12 * self.frame.w;
        path.move_to(a).arc_to(r, true, b).arc_to(r, true, c);
        self.stroke(out, &path);
    }

    fn hammer(&self, out: &mut String) {
        self.lines(out, &[&[(0.36, 0.86), (0.58, 0.3)]]);
        self.fill(out, &[(0.38, 0.14), (0.72, 0.26), (0.66, 0.46), (0.32, 0.34)]);
    }

    fn plus(&self, out: &mut String) {
        let mut ring = Path::new();
        ring.circle(self.frame.centre(), self.frame.h * 0.36);
        self.stroke(out, &ring);
        let reach = 0.2 * self.frame.h / self.frame.w;
        self.lines(out, &[&[(0.5 - reach, 0.5), (0.5 + reach, 0.5)], &[(0.5, 0.3), (0.5, 0.7)]]);
    }

    fn headquarters(&self, out: &mut String) {
        self.fill(out, &[(0.0, 0.0), (1.0, 0.0), (1.0, 0.36), (0.0, 0.36)]);
        self.label(out, "HQ", 0.88, 0.62);
    }

    fn loops(&self, out: &mut String) {
        let f = &self.frame;
        let mut path = Path::new();
        let at = |x, y| f.at(x, y);
        path.move_to(at(0.5, 0.5));
        path.cubic_to(at(0.36, 0.12), at(0.12, 0.22), at(0.12, 0.5));
        path.cubic_to(at(0.12, 0.78), at(0.36, 0.88), at(0.5, 0.5));
        path.cubic_to(at(0.64, 0.12), at(0.88, 0.22), at(0.88, 0.5));
        path.cubic_to(at(0.88, 0.78), at(0.64, 0.88), at(0.5, 0.5)).close();
        self.stroke(out, &path);
    }

    fn dome(&self, out: &mut String) {
        let mut path = Path::new();
        let (a, b) = (self.frame.at(0.2, 1.0), self.frame.at(0.8, 1.0));
        path.move_to(a).cubic_to(self.frame.at(0.2, 0.3), self.frame.at(0.8, 0.3), b);
        self.stroke(out, &path);
    }

    fn word(&self, out: &mut String, word: &str) {
        let word: String = word.chars().take(4).collect::<String>().to_uppercase();
        self.label(out, &word, 0.74, 0.66);
    }

    /// Text in the middle of the box: `base` is the height of its baseline, `size` that of the
    /// signs.
    fn label(&self, out: &mut String, text: &str, base: f64, size: f64) {
        let f = &self.frame;
        let wide = Font::Sans700.width(text, 1.0);
        let size = (size * f.h).min(0.86 * f.w / wide.max(0.1));
        let at = f.at(0.5, base);
        Text { at, text, font: Font::Sans700, size, fill: self.ink, anchor: "middle", more: "" }
            .write(out);
    }
}

/// All symbols as `<symbol>` elements, for pages that put them elsewhere than on a counter: ids
/// `symbol-infantry` and so on, in a box of 43 by 30, drawn in the current colour.
pub fn symbols() -> String {
    let frame = Frame { x: 1.2, y: 1.2, w: 40.6, h: 27.6, line: 2.4 };
    let mut out = String::from("<defs>");
    for name in SYMBOLS {
        out.push_str(&format!("<symbol id=\"symbol-{name}\" viewBox=\"0 0 43 30\">"));
        let mut edge = Path::new();
        edge.rect(frame.x, frame.y, frame.w, frame.h);
        stroke(&mut out, &edge, "currentColor", frame.line, "");
        draw(&mut out, name, &frame, "currentColor");
        out.push_str("</symbol>");
    }
    out.push_str(&crate::badge::symbols());
    out.push_str("</defs>");
    out
}

/// The size of a unit over its box: strokes for I and X, letters for the rest.
pub(crate) fn size_mark(out: &mut String, mark: &str, centre: Point, line: f64, ink: &str) {
    let height = 8.5 * line / 2.1;
    if mark.is_empty() {
        return;
    }
    if !mark.chars().all(|c| c == 'I' || c == 'X') {
        let at = centre + pt(0.0, height * 0.5);
        let size = height * 1.45;
        Text { at, text: mark, font: Font::Sans800, size, fill: ink, anchor: "middle", more: "" }
            .write(out);
        return;
    }
    let step = |c: char| (if c == 'X' { 9.6 } else { 4.6 }) * line / 2.1;
    let total: f64 = mark.chars().map(step).sum();
    let half = height / 2.0;
    let mut x = centre.x - total / 2.0;
    let mut path = Path::new();
    for c in mark.chars() {
        let middle = pt(x + step(c) / 2.0, centre.y);
        if c == 'I' {
            path.polyline(&[middle - pt(0.0, half), middle + pt(0.0, half)]);
        } else {
            let w = half * 0.84;
            path.polyline(&[middle - pt(w, half), middle + pt(w, half)]);
            path.polyline(&[middle + pt(-w, half), middle + pt(w, -half)]);
        }
        x += step(c);
    }
    stroke(out, &path, ink, line, "");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_draws_something_of_its_own() {
        let frame = Frame { x: 0.0, y: 0.0, w: 43.0, h: 30.0, line: 2.4 };
        let mut seen = std::collections::BTreeMap::new();
        for name in SYMBOLS {
            let mut out = String::new();
            draw(&mut out, name, &frame, "#000");
            assert!(!out.is_empty(), "{name} draws nothing");
            if let Some(other) = seen.insert(out, name) {
                panic!("{name} looks like {other}");
            }
        }
    }
}
