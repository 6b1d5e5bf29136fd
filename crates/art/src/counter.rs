//! The face of a counter, in a box of 100 by 100.

use crate::geometry::{Point, pt};
use crate::nation::{GUARDS, Nation, TINTS};
use crate::svg::{Path, escape, path, short, stroke};
use crate::symbol::{self, Frame};
use crate::text::{Font, SANS};
use board::Face;
use std::fmt::Write;

/// How much of a face is drawn. What cannot be read is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CounterSize {
    /// Everything; for counters of 48 pixels and more.
    #[default]
    Full,
    /// Symbol, size, figures, star and bands; from 24 pixels.
    Small,
    /// Symbol and bands only.
    Tiny,
}

impl CounterSize {
    /// What can be read on a counter of so many pixels.
    ///
    /// ```
    /// use art::CounterSize;
    /// assert_eq!(CounterSize::for_pixels(56.0), CounterSize::Full);
    /// assert_eq!(CounterSize::for_pixels(40.0), CounterSize::Small);
    /// ```
    pub fn for_pixels(pixels: f64) -> CounterSize {
        match pixels {
            p if p >= 48.0 => CounterSize::Full,
            p if p >= 24.0 => CounterSize::Small,
            _ => CounterSize::Tiny,
        }
    }
}

/// The side of a counter on the map, in units of the map pictures.
pub const COUNTER: f64 = 80.0;

/// The face of a counter as an SVG group in a box from (0, 0) to (100, 100).
///
/// The figures stand as they are written, with three exceptions: on a headquarters of two figures
/// the first is the command range, on guns whose figures have a space the last word is the range
/// (`5/3 3`), and a face in `transport` shows its movement alone.
pub fn counter_svg(face: &Face, size: CounterSize) -> String {
    let nation = Nation::of(&face.nation);
    let mut out = format!("<g font-family=\"{SANS}\" text-anchor=\"middle\">");
    ground(&mut out, nation);
    if is_covered(face) {
        covered(&mut out, face, nation, size);
    } else {
        let brush = Brush { face, nation, size };
        brush.draw(&mut out);
    }
    bevel(&mut out, nation);
    out.push_str("</g>");
    out
}

/// Whether the values lie face down for this viewer.
fn is_covered(face: &Face) -> bool {
    face.hidden || matches!(face.setup.as_str(), "untried" | "masked")
}

fn rounded(out: &mut String, [x, y, w, h]: [f64; 4], radius: f64, attributes: &str) {
    let [x, y, w, h, r] = [x, y, w, h, radius].map(short);
    let _ = write!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\" {attributes}/>"
    );
}

/// Shadow and ground.
fn ground(out: &mut String, nation: &Nation) {
    rounded(out, [-0.5, 0.7, 103.0, 103.0], 9.5, "fill=\"#1A120A\" fill-opacity=\".16\"");
    rounded(out, [2.0, 3.2, 100.0, 100.0], 8.5, "fill=\"#1A120A\" fill-opacity=\".3\"");
    rounded(out, [0.0, 0.0, 100.0, 100.0], 8.5, &format!("fill=\"{}\"", nation.face));
}

/// The light on the upper left edges, the shade on the lower right ones, and the edge itself.
fn bevel(out: &mut String, nation: &Nation) {
    let (a, b) = (1.7, 98.3);
    let mut light = Path::new();
    light.move_to(pt(a, 91.0)).line_to(pt(a, 9.0)).arc_to(7.3, true, pt(9.0, a));
    light.line_to(pt(91.0, a));
    let mut shade = Path::new();
    shade.move_to(pt(b, 9.0)).line_to(pt(b, 91.0)).arc_to(7.3, true, pt(91.0, b));
    shade.line_to(pt(9.0, b));
    stroke(out, &light, "#FFFFFF", 1.8, " stroke-opacity=\".38\"");
    stroke(out, &shade, "#000000", 1.8, " stroke-opacity=\".2\"");
    let edge = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"", nation.edge);
    rounded(out, [0.0, 0.0, 100.0, 100.0], 8.5, &edge);
}

/// A line of text, centred.
fn write_text(out: &mut String, at: Point, text: &str, size: f64, weight: u16, fill: &str) {
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{weight}\" fill=\"{fill}\">{}</text>",
        short(at.x),
        short(at.y),
        short(size),
        escape(text)
    );
}

/// A face that does not tell: a ring, a question mark, the word at the foot. Nothing else is drawn,
/// so nothing else can leak.
fn covered(out: &mut String, face: &Face, nation: &Nation, size: CounterSize) {
    let mut ring = Path::new();
    ring.circle(pt(50.0, 46.0), 26.0);
    stroke(out, &ring, nation.ink, 3.0, " stroke-opacity=\".55\"");
    write_text(out, pt(50.0, 61.0), "?", 44.0, 800, nation.ink);
    let word = match face.setup.as_str() {
        "untried" => "untried",
        "masked" => "masked",
        _ => "",
    };
    if size == CounterSize::Full && !word.is_empty() {
        write_text(out, pt(50.0, 93.0), word, 15.0, 600, nation.ink);
    }
}

struct Brush<'a> {
    face: &'a Face,
    nation: &'a Nation,
    size: CounterSize,
}

impl Brush<'_> {
    fn draw(&self, out: &mut String) {
        let is_full = self.size == CounterSize::Full;
        self.bands(out);
        self.symbol_box(out);
        if self.size == CounterSize::Tiny {
            return;
        }
        let mark_ink = if self.nation.is_guards() { "#FFFFFF" } else { self.nation.ink };
        let (line, y) = if is_full { (2.1, 9.6) } else { (2.5, 8.4) };
        symbol::size_mark(out, &self.face.size, pt(50.0, y), line, mark_ink);
        if is_full {
            self.side_text(out, &self.face.unit, 14.8);
            self.side_text(out, &self.face.formation, 85.2);
            self.pips(out);
        }
        self.stars(out);
        self.foot(out);
    }

    fn is_reduced(&self) -> bool {
        self.face.setup == "reduced"
    }

    fn is_transport(&self) -> bool {
        self.face.setup == "transport"
    }

    /// What is written at the foot is written in this colour.
    fn foot_ink(&self) -> &str {
        if self.is_reduced() { self.nation.band_ink } else { self.nation.ink }
    }

    /// The band of the Guards, of a reduced counter and of guns on the move.
    fn bands(&self, out: &mut String) {
        if self.nation.is_guards() {
            let top = "M0 15V8.5A8.5 8.5 0 0 1 8.5 0H91.5A8.5 8.5 0 0 1 100 8.5V15Z";
            let _ = write!(out, "<path d=\"{top}\" fill=\"{GUARDS}\"/>");
            let _ = write!(out, "<path d=\"M0 15H100\" stroke=\"#FFF3E2\" stroke-width=\"1.2\"/>");
        }
        let foot = "M0 62H100V91.5A8.5 8.5 0 0 1 91.5 100H8.5A8.5 8.5 0 0 1 0 91.5Z";
        if self.is_reduced() {
            let (band, ink) = (self.nation.band, self.nation.band_ink);
            let _ = write!(
                out,
                "<path d=\"{foot}\" fill=\"{band}\"/><path d=\"M0 62H100\" stroke=\"{ink}\" \
                 stroke-width=\"1.6\" stroke-dasharray=\"5 3\"/>"
            );
        }
        if self.is_transport() {
            let ink = self.nation.ink;
            let _ = write!(out, "<path d=\"{foot}\" fill=\"{ink}\" fill-opacity=\".14\"/>");
            let mut hatch = Path::new();
            for i in 0..11 {
                let x = f64::from(i) * 12.0 - 22.0;
                let (a, b) =
                    (pt(x.max(2.0), 98.0 - (x.max(2.0) - x)), pt((x + 34.0).min(98.0), 0.0));
                hatch.polyline(&[a, pt(b.x, 98.0 - (b.x - x))]);
            }
            stroke(out, &hatch, ink, 3.0, " stroke-opacity=\".16\"");
        }
    }

    fn symbol_box(&self, out: &mut String) {
        let frame = match self.size {
            CounterSize::Full => Frame { x: 28.5, y: 19.0, w: 43.0, h: 30.0, line: 2.4 },
            _ => Frame { x: 18.0, y: 16.0, w: 64.0, h: 41.0, line: 4.0 },
        };
        let tint = self.face.tint.map(|t| TINTS[usize::from(t) % TINTS.len()]);
        let ink = self.nation.box_ink;
        let attributes = format!(
            "fill=\"{}\" stroke=\"{ink}\" stroke-width=\"{}\"",
            tint.unwrap_or(self.nation.symbol_box),
            short(frame.line)
        );
        let mut edge = Path::new();
        edge.rect(frame.x, frame.y, frame.w, frame.h);
        path(out, &edge, &attributes);
        symbol::draw(out, &self.face.symbol, &frame, ink);
        let has_wheels = self.is_transport() || self.face.symbol == "hq";
        if has_wheels && self.size == CounterSize::Full {
            let mut wheels = Path::new();
            for x in [41.0, 50.0, 59.0] {
                wheels.circle(pt(x, 54.0), 2.6);
            }
            path(out, &wheels, &format!("fill=\"{}\"", self.nation.ink));
        }
        if self.face.nation == "polish" || self.face.nation == "pl" || self.face.nation == "poland"
        {
            let _ = write!(
                out,
                "<path d=\"M7 5h15v5h-15z\" fill=\"#FFFFFF\"/><path d=\"M7 10h15v5h-15z\" \
                 fill=\"#D22B45\"/><path d=\"M7 5h15v10h-15z\" fill=\"none\" stroke=\"#2A4668\" \
                 stroke-width=\".8\"/>"
            );
        }
    }

    /// The text beside the box: upright while it is short, then turned.
    fn side_text(&self, out: &mut String, text: &str, x: f64) {
        let letters = text.chars().count();
        let ink = self.nation.ink;
        let (room, base) = if letters <= 3 { (25.0, 17.0) } else { (44.0, 15.0) };
        let size = match letters {
            0 => return,
            3 => 15.2,
            7.. => 12.2,
            _ => base,
        };
        let size = f64::min(size, room / Font::Sans700.width(text, 1.0).max(0.1));
        if letters <= 3 {
            write_text(out, pt(x, 34.0 + size * 0.35), text, size, 700, ink);
        } else {
            let _ = write!(
                out,
                "<text transform=\"translate({} 36) rotate(-90)\" font-size=\"{}\" \
                 font-weight=\"700\" fill=\"{ink}\">{}</text>",
                short(x + size * 0.35),
                short(size),
                escape(text)
            );
        }
    }

    /// Steps left as dots, steps lost as rings; counters of one step have none.
    fn pips(&self, out: &mut String) {
        let (left, all) = self.face.steps;
        if all < 2 || self.is_transport() {
            return;
        }
        let ink = self.foot_ink();
        if all > 4 {
            write_text(out, pt(89.0, 92.0), &format!("{left}"), 15.0, 700, ink);
            return;
        }
        let (mut full, mut lost) = (Path::new(), Path::new());
        let first = 84.0 - 11.0 * f64::from(all - 1).min(2.0);
        let step = if all == 4 { 8.6 } else { 11.0 };
        for i in 0..all {
            let at = pt(89.0, first + step * f64::from(i));
            if i < left {
                full.circle(at, 3.4)
            } else {
                lost.circle(at, 2.8)
            };
        }
        path(out, &full, &format!("fill=\"{ink}\""));
        stroke(out, &lost, ink, 1.3, "");
    }

    /// The stars, the second above the first.
    fn stars(&self, out: &mut String) {
        let places = [(pt(12.5, 80.0), 8.8), (pt(10.5, 63.0), 7.0)];
        for (colour, (centre, radius)) in self.face.star.split_whitespace().zip(places) {
            star(out, colour, centre, radius);
        }
    }

    fn foot(&self, out: &mut String) {
        let figures = self.face.figures.trim();
        let parts: Vec<&str> = figures.split(['-', '\u{2013}']).collect();
        let gun: Vec<&str> = figures.split_whitespace().collect();
        if self.is_transport() {
            self.lorry(out);
            let movement = parts.last().copied().unwrap_or("");
            write_text(out, pt(64.0, 92.0), movement, 36.0, 800, self.foot_ink());
        } else if self.face.symbol == "hq" && parts.len() == 2 {
            self.command(out, parts[0], parts[1]);
        } else if gun.len() == 2 {
            self.gun(out, gun[0], gun[1]);
        } else if !figures.is_empty() {
            self.figures(out, &parts);
        }
        if self.face.reconstructed && self.size == CounterSize::Full {
            let mut line = Path::new();
            line.polyline(&[pt(36.0, 96.0), pt(64.0, 96.0)]);
            stroke(out, &line, self.foot_ink(), 1.4, " stroke-dasharray=\"1.4 3\"");
        }
    }

    /// Strengths and movement, the hyphens lighter than the figures.
    fn figures(&self, out: &mut String, parts: &[&str]) {
        let digits: usize = parts.iter().map(|p| p.chars().count()).sum();
        let is_small = self.size == CounterSize::Small;
        let size = match (parts.len(), digits) {
            (3.., 0..=3) => 30.0,
            (3.., _) => 26.0,
            (_, 0..=2) => 40.0,
            (_, 3) => 35.0,
            _ => 29.0,
        };
        let size = if is_small { size * 1.15 } else { size };
        let x = if self.face.star.is_empty() || is_small { 48.0 } else { 51.0 };
        let x = if is_small {
            50.0
        } else if parts.len() > 2 {
            x - 3.0
        } else {
            x
        };
        let y = if is_small { 94.0 } else { 92.0 };
        let mut text = String::new();
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                text.push_str("<tspan font-weight=\"500\">-</tspan>");
            }
            text.push_str(&escape(part));
        }
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"800\" fill=\"{}\">{text}</text>",
            short(x),
            short(y),
            short(size),
            self.foot_ink()
        );
    }

    /// A headquarters: the command range in a dashed circle, then the movement.
    fn command(&self, out: &mut String, range: &str, movement: &str) {
        let ink = self.foot_ink();
        let mut ring = Path::new();
        ring.circle(pt(27.0, 79.0), 14.5);
        stroke(out, &ring, ink, 2.2, " stroke-dasharray=\"5 3.1\"");
        write_text(out, pt(27.0, 88.0), range, 26.0, 700, ink);
        write_text(out, pt(66.0, 91.5), movement, 36.0, 800, ink);
    }

    /// Guns: strengths, then the range under the arc of a shell.
    fn gun(&self, out: &mut String, strengths: &str, range: &str) {
        let ink = self.foot_ink();
        let (attack, defence) = strengths.split_once('/').unwrap_or((strengths, ""));
        let defence = if defence.is_empty() { String::new() } else { format!("/{defence}") };
        let _ = write!(
            out,
            "<text x=\"36\" y=\"92\" font-size=\"40\" font-weight=\"800\" fill=\"{ink}\">{}\
             <tspan font-size=\"33\" font-weight=\"700\">{}</tspan></text>",
            escape(attack),
            escape(&defence)
        );
        let mut arc = Path::new();
        arc.move_to(pt(69.0, 80.0)).cubic_to(pt(73.0, 71.0), pt(88.0, 71.0), pt(93.0, 79.0));
        stroke(out, &arc, ink, 2.0, "");
        let mut head = Path::new();
        head.polygon(&[pt(95.5, 83.0), pt(94.6, 75.6), pt(89.0, 79.4)]);
        path(out, &head, &format!("fill=\"{ink}\""));
        write_text(out, pt(81.5, 93.0), range, 20.0, 700, ink);
    }

    fn lorry(&self, out: &mut String) {
        let ink = self.foot_ink();
        let _ = write!(
            out,
            "<path d=\"M14 76h17v12h-17zM32.500 79h6l4 5v4h-10z\" fill=\"{ink}\"/>\
             <circle cx=\"20\" cy=\"89.500\" r=\"3.400\" fill=\"{ink}\"/>\
             <circle cx=\"36\" cy=\"89.500\" r=\"3.400\" fill=\"{ink}\"/>"
        );
    }
}

fn star(out: &mut String, colour: &str, centre: Point, radius: f64) {
    let (fill, rim) = match colour {
        "white" => ("#FFFFFF", "#1A120A"),
        "yellow" => ("#FFC81E", "#5A3A00"),
        "blue" => ("#1F6FC4", "#FFFFFF"),
        "red" => ("#C41A1F", "#FFFFFF"),
        _ => ("#14110C", "#F6F1E2"),
    };
    let points: Vec<Point> = (0..10)
        .map(|i| {
            let angle = (f64::from(i) * 36.0 - 90.0).to_radians();
            let r = if i % 2 == 0 { radius } else { radius * 0.42 };
            centre + pt(angle.cos(), angle.sin()) * r
        })
        .collect();
    let mut star = Path::new();
    star.polygon(&points);
    let attributes = format!(
        "fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"1.4\" stroke-linejoin=\"round\" \
         paint-order=\"stroke\""
    );
    path(out, &star, &attributes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face() -> Face {
        Face {
            nation: "german".into(),
            symbol: "armor".into(),
            size: "II".into(),
            unit: "I/3".into(),
            formation: "2".into(),
            figures: "5-7".into(),
            star: "black".into(),
            steps: (2, 2),
            ..Face::default()
        }
    }

    /// Two hidden counters of one nation look the same, whatever they are.
    #[test]
    fn a_hidden_face_leaks_nothing() {
        let plain = Face { nation: "german".into(), hidden: true, ..Face::default() };
        let secret = Face { hidden: true, ..face() };
        for size in [CounterSize::Full, CounterSize::Small, CounterSize::Tiny] {
            assert_eq!(counter_svg(&plain, size), counter_svg(&secret, size));
        }
        let untried = Face { setup: "untried".into(), ..face() };
        let drawn = counter_svg(&untried, CounterSize::Full);
        assert!(!drawn.contains("I/3") && !drawn.contains('5') || !drawn.contains(">5<"));
    }

    #[test]
    fn the_small_face_has_no_names() {
        let small = counter_svg(&face(), CounterSize::Small);
        assert!(!small.contains("I/3"));
        assert!(counter_svg(&face(), CounterSize::Full).contains("I/3"));
    }
}
