//! Writing SVG: short numbers, paths with relative coordinates, text.

use crate::geometry::{Point, curve_through};
use std::fmt::Write;

/// Writes a number with at most one decimal, as short as it goes.
pub(crate) fn number(out: &mut String, tenths: i64) {
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    if tenths < 0 {
        out.push('-');
    }
    let _ = match (whole, tenth) {
        (_, 0) => write!(out, "{whole}"),
        (0, _) => write!(out, ".{tenth}"),
        _ => write!(out, "{whole}.{tenth}"),
    };
}

/// A number with at most one decimal.
pub(crate) fn short(value: f64) -> String {
    let mut out = String::new();
    number(&mut out, (value * 10.0).round() as i64);
    out
}

/// Text with the five signs replaced that mean something in XML.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if (c as u32) < 0x20 => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// The `d` of a path, built with relative coordinates in tenths. Rounding never adds up: every step
/// is measured from where the path really is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    d: String,
    at: (i64, i64),
    start: (i64, i64),
    verb: char,
}

impl Path {
    pub(crate) fn new() -> Path {
        Path::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.d.is_empty()
    }

    pub(crate) fn data(&self) -> &str {
        &self.d
    }

    fn grid(p: Point) -> (i64, i64) {
        ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64)
    }

    fn verb(&mut self, verb: char) {
        // A repeated verb may be left out; so may a line after a move.
        if self.verb != verb && !(self.verb == 'm' && verb == 'l') {
            self.d.push(verb);
        }
        self.verb = verb;
    }

    fn value(&mut self, tenths: i64) {
        let after_digit = self.d.ends_with(|c: char| c.is_ascii_digit());
        if after_digit && tenths >= 0 {
            self.d.push(' ');
        }
        number(&mut self.d, tenths);
    }

    fn pair(&mut self, to: (i64, i64)) {
        self.value(to.0 - self.at.0);
        self.value(to.1 - self.at.1);
    }

    pub(crate) fn move_to(&mut self, p: Point) -> &mut Path {
        let to = Path::grid(p);
        self.verb = ' ';
        self.verb('m');
        self.pair(to);
        (self.at, self.start) = (to, to);
        self
    }

    pub(crate) fn line_to(&mut self, p: Point) -> &mut Path {
        let to = Path::grid(p);
        if to != self.at {
            self.verb('l');
            self.pair(to);
            self.at = to;
        }
        self
    }

    pub(crate) fn cubic_to(&mut self, c1: Point, c2: Point, p: Point) -> &mut Path {
        self.verb('c');
        for point in [c1, c2, p] {
            self.pair(Path::grid(point));
        }
        self.at = Path::grid(p);
        self
    }

    /// A short arc of `radius` to `p`, clockwise or not.
    pub(crate) fn arc_to(&mut self, radius: f64, clockwise: bool, p: Point) -> &mut Path {
        let to = Path::grid(p);
        if to != self.at {
            self.verb('a');
            let radius = (radius * 10.0).round() as i64;
            self.value(radius);
            self.value(radius);
            self.d.push_str(if clockwise { " 0 0 1" } else { " 0 0 0" });
            self.pair(to);
            self.at = to;
        }
        self
    }

    pub(crate) fn close(&mut self) -> &mut Path {
        self.d.push('z');
        self.verb = 'z';
        self.at = self.start;
        self
    }

    pub(crate) fn polyline(&mut self, points: &[Point]) -> &mut Path {
        if let Some((&first, rest)) = points.split_first() {
            self.move_to(first);
            for &p in rest {
                self.line_to(p);
            }
        }
        self
    }

    pub(crate) fn polygon(&mut self, points: &[Point]) -> &mut Path {
        if points.len() > 2 {
            self.polyline(points).close();
        }
        self
    }

    /// The smooth curve through the points.
    pub(crate) fn curve(&mut self, points: &[Point]) -> &mut Path {
        if let Some(&first) = points.first() {
            self.move_to(first);
            for [c1, c2, end] in curve_through(points) {
                self.cubic_to(c1, c2, end);
            }
        }
        self
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f64) -> &mut Path {
        let (left, right) =
            (Point { x: centre.x - radius, ..centre }, Point { x: centre.x + radius, ..centre });
        self.move_to(left).arc_to(radius, true, right).arc_to(radius, true, left).close()
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, w: f64, h: f64) -> &mut Path {
        let p = |x, y| Point { x, y };
        self.polygon(&[p(x, y), p(x + w, y), p(x + w, y + h), p(x, y + h)])
    }
}

/// Writes `<path d=".." attributes/>`; nothing for an empty path.
pub(crate) fn path(out: &mut String, path: &Path, attributes: &str) {
    if !path.is_empty() {
        let _ = write!(out, "<path d=\"{}\" {attributes}/>", path.data());
    }
}

/// Writes a path that is drawn as a line.
pub(crate) fn stroke(out: &mut String, data: &Path, colour: &str, width: f64, more: &str) {
    let width = short(width);
    let attributes = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{more}");
    path(out, data, &attributes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::pt;

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(0.0), "0");
        assert_eq!(short(-0.04), "0");
        assert_eq!(short(0.52), ".5");
        assert_eq!(short(-12.34), "-12.3");
        assert_eq!(short(7.0), "7");
    }

    #[test]
    fn a_path_is_relative_and_does_not_drift() {
        let mut path = Path::new();
        path.polygon(&[pt(0.04, 0.0), pt(1.08, 0.0), pt(1.08, -3.0)]);
        assert_eq!(path.data(), "m0 0 1.1 0 0-3z");
    }

    #[test]
    fn markup_in_names_is_escaped() {
        assert_eq!(escape("A & <B>"), "A &amp; &lt;B&gt;");
    }
}
