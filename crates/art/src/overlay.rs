//! What changes during a game: ranges, paths, zones, control, the front, supply. Each is a group of
//! its own, to be laid between the ground and the names or over both.

use crate::area::{self, AreaStyle, area};
use crate::cells::{Cell, Cells, side_corners};
use crate::geometry::{Point, pt, resample, sample_curve, tangents};
use crate::layout::Layout;
use crate::palette::{DARK, Palette, RANGE, SELECT, Theme, WARN, WARN_CHIP};
use crate::svg::{Path, path, short, stroke};
use crate::text::{Font, Text};
use board::{BySide, Map, Side};
use hex::{Direction, HexId, HexSet, SideId};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A hex within reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The hex.
    pub hex: HexId,
    /// What it costs to come here, as it is written: `2½`.
    pub cost: String,
    /// Whether the move ends here.
    pub stops: bool,
    /// Whether a stack stands here, so that the cost has to keep to the corner.
    pub occupied: bool,
}

/// A line of the supply net: from a hex to the next one away from the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The end nearer to the source.
    pub from: HexId,
    /// The other end.
    pub to: HexId,
    /// How many stacks are fed through it.
    pub stacks: u16,
}

/// Draws overlays of one map. Every method gives an SVG group in the coordinates of the map.
#[derive(Clone, Debug)]
pub struct Overlays<'a> {
    map: &'a Map,
    layout: Layout,
    cells: Cells,
    palette: &'static Palette,
}

impl<'a> Overlays<'a> {
    /// Overlays for a map in a theme.
    pub fn new(map: &'a Map, theme: Theme) -> Overlays<'a> {
        let layout = Layout::new(&map.grid);
        let cells = Cells::new(&map.grid, &layout);
        Overlays { map, layout, cells, palette: theme.palette() }
    }

    fn set(&self, hexes: &[HexId]) -> HexSet {
        HexSet::of(self.map.grid.len(), hexes.iter().copied())
    }

    fn area_path(&self, set: &HexSet, style: AreaStyle) -> Path {
        let member = |c: &Cell| c.on_map && set.contains(c.like);
        let mut path = Path::new();
        for ring in area(&self.cells, &self.layout, style, member) {
            path.polygon(&ring);
        }
        path
    }

    /// The movement range: the rest is dimmed, every hex shows its cost, hexes where the move ends
    /// have a dashed rim and an amber chip.
    pub fn range(&self, reach: &[Reach]) -> String {
        let hexes: Vec<HexId> = reach.iter().map(|r| r.hex).collect();
        let inside = self.area_path(&self.set(&hexes), area::PLAIN);
        let (w, h) = self.layout.size();
        let mut outside = Path::new();
        outside.rect(0.0, 0.0, w, h);
        let mut out = String::from("<g class=\"range\">");
        let _ = write!(
            out,
            "<path d=\"{}{}\" fill-rule=\"evenodd\" fill=\"#0E1A22\" fill-opacity=\"{}\"/>",
            outside.data(),
            // The box ends where it began, in the origin, from where the area is measured.
            inside.data(),
            self.palette.dim_alpha
        );
        path(&mut out, &inside, &format!("fill=\"{RANGE}\" fill-opacity=\".12\""));
        stroke(&mut out, &inside, "#FFFFFF", 9.0, " stroke-linejoin=\"round\"");
        stroke(&mut out, &inside, RANGE, 5.0, " stroke-linejoin=\"round\"");
        let mut stops = Path::new();
        for r in reach.iter().filter(|r| r.stops) {
            stops.polygon(&self.scaled(r.hex, 0.86));
        }
        stroke(&mut out, &stops, WARN, 4.0, " stroke-dasharray=\"10 6\"");
        for r in reach {
            self.cost(&mut out, r);
        }
        out.push_str("</g>");
        out
    }

    fn scaled(&self, hex: HexId, share: f64) -> Vec<Point> {
        let centre = self.layout.centre(hex);
        self.layout.corners(hex).iter().map(|c| centre.towards(*c, share)).collect()
    }

    fn cost(&self, out: &mut String, r: &Reach) {
        let centre = self.layout.centre(r.hex);
        let (at, size) = if r.occupied { (centre + pt(36.0, 34.0), 19.0) } else { (centre, 24.0) };
        let (fill, rim, ink) =
            if r.stops { (WARN_CHIP, WARN, "#5A3400") } else { ("#FFFFFF", RANGE, "#0A3C68") };
        chip(out, at, &r.cost, size, [fill, rim, ink]);
    }

    /// A path with the running cost at each hex.
    pub fn path(&self, hexes: &[HexId], costs: &[String]) -> String {
        let points: Vec<Point> = hexes.iter().map(|&h| self.layout.centre(h)).collect();
        let mut out = String::from("<g class=\"path\">");
        if points.len() > 1 {
            let line = resample(&sample_curve(&points, 10), 4.0);
            let skip = (30.0 / 4.0) as usize;
            let tail = line.len().saturating_sub(9).max(skip + 1);
            let body = &line[skip.min(line.len() - 2)..tail.min(line.len())];
            let tip = line[line.len() - 1];
            let along = (tip - body[body.len() - 1]).unit();
            let mut shaft = Path::new();
            shaft.polyline(body);
            let foot = tip - along * 42.0;
            let mut head = Path::new();
            head.polygon(&[
                tip + along * 6.0,
                foot + along.right() * 24.0,
                foot - along.right() * 24.0,
            ]);
            let round = " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
            stroke(&mut out, &shaft, DARK, 19.0, round);
            stroke(&mut out, &head, DARK, 8.0, round);
            stroke(&mut out, &shaft, SELECT, 11.0, round);
            path(&mut out, &head, &format!("fill=\"{SELECT}\""));
        }
        for (i, (&at, cost)) in points.iter().skip(1).zip(costs).enumerate() {
            let is_last = i + 2 == points.len();
            let at = if is_last { at + pt(30.0, -30.0) } else { at };
            chip(&mut out, at, cost, if is_last { 28.0 } else { 20.0 }, [DARK, SELECT, SELECT]);
        }
        out.push_str("</g>");
        out
    }

    /// Zones of control: the hatch of one side leans right, that of the other left; where both
    /// reach the two make a lattice.
    pub fn zones(&self, zones: &BySide<Vec<HexId>>) -> String {
        let mut out = String::from("<g class=\"zones\">");
        for side in Side::BOTH {
            let colour = self.side_colour(side);
            let (name, turn) = match side {
                Side::A => ("zone-a", 45),
                Side::B => ("zone-b", -45),
            };
            let _ = write!(
                out,
                "<pattern id=\"{name}\" width=\"11\" height=\"11\" patternUnits=\"userSpaceOnUse\" \
                 patternTransform=\"rotate({turn})\"><path d=\"M0 5.5H11\" stroke=\"{colour}\" \
                 stroke-width=\"3.2\" stroke-opacity=\".42\"/></pattern>"
            );
            let style = AreaStyle { inset: 4.0, ..area::PLAIN };
            let shape = self.area_path(&self.set(&zones[side]), style);
            path(&mut out, &shape, &format!("fill=\"url(#{name})\""));
            stroke(&mut out, &shape, colour, 3.4, " stroke-opacity=\".85\"");
        }
        out.push_str("</g>");
        out
    }

    fn side_colour(&self, side: Side) -> &'static str {
        match side {
            Side::A => self.palette.front_west,
            Side::B => self.palette.front_east,
        }
    }

    /// Who holds what, as a quiet tint.
    pub fn control(&self, held: &BySide<Vec<HexId>>) -> String {
        let mut out = String::from("<g class=\"control\">");
        for (side, share) in [(Side::A, 0.2), (Side::B, 0.14)] {
            let style = AreaStyle { outer: 0.0, inner: 0.0, ..area::PLAIN };
            let shape = self.area_path(&self.set(&held[side]), style);
            let colour = self.side_colour(side);
            path(&mut out, &shape, &format!("fill=\"{colour}\" fill-opacity=\"{share}\""));
        }
        out.push_str("</g>");
        out
    }

    /// The front line between what the two sides hold: a double line, with teeth on the side that
    /// advances.
    pub fn front(&self, held: &BySide<Vec<HexId>>, advancing: Side) -> String {
        let (a, b) = (self.set(&held.a), self.set(&held.b));
        let mut out = String::from("<g class=\"front\">");
        for line in self.front_lines(&a, &b) {
            self.draw_front(&mut out, &line, advancing);
        }
        out.push_str("</g>");
        out
    }

    /// The middles of the hexsides between the sides, in order, side A to the right.
    fn front_lines(&self, a: &HexSet, b: &HexSet) -> Vec<Vec<Point>> {
        let mut next = BTreeMap::new();
        for hex in a.iter() {
            for d in Direction::ALL {
                let other = self.map.grid.neighbour(hex, d);
                if other.is_some_and(|o| b.contains(o)) {
                    let (from, to) = side_corners(self.map.grid.hex(hex), d);
                    let middle = from.place(&self.layout).middle(to.place(&self.layout));
                    next.insert(from, (to, middle));
                }
            }
        }
        let ends: Vec<_> = next.values().map(|(to, _)| *to).collect();
        let mut starts: Vec<_> = next.keys().filter(|c| !ends.contains(c)).copied().collect();
        starts.extend(next.keys().copied().collect::<Vec<_>>());
        let mut lines = Vec::new();
        for start in starts {
            let mut at = start;
            let mut line = Vec::new();
            while let Some((to, middle)) = next.remove(&at) {
                line.push(middle);
                at = to;
            }
            if line.len() > 1 {
                lines.push(line);
            }
        }
        lines
    }

    fn draw_front(&self, out: &mut String, middles: &[Point], advancing: Side) {
        let line = resample(&sample_curve(middles, 6), 6.0);
        let side = tangents(&line);
        let off = |d: f64| -> Path {
            let mut path = Path::new();
            let points: Vec<Point> =
                line.iter().zip(&side).map(|(p, t)| *p + t.right() * d).collect();
            path.polyline(&crate::geometry::simplify(&points, 0.3));
            path
        };
        let round = " stroke-linejoin=\"round\" stroke-linecap=\"round\"";
        let halo = format!("{round} stroke-opacity=\".7\"");
        stroke(out, &off(0.0), self.palette.halo, 17.0, &halo);
        // Side A lies to the right of the line.
        stroke(out, &off(3.6), self.palette.front_west, 5.4, round);
        stroke(out, &off(-3.6), self.palette.front_east, 5.4, round);
        let towards = if advancing == Side::A { -1.0 } else { 1.0 };
        let mut teeth = Path::new();
        let mut done = 23.0;
        for (i, w) in line.windows(2).enumerate() {
            done += w[0].distance(w[1]);
            if done >= 46.0 {
                done = 0.0;
                let (p, t) = (line[i], side[i]);
                let base = p - t.right() * (5.0 * towards);
                teeth.polygon(&[
                    base - t * 6.5,
                    base + t * 6.5,
                    base - t.right() * (10.0 * towards),
                ]);
            }
        }
        path(out, &teeth, &format!("fill=\"{}\"", self.side_colour(advancing)));
    }

    /// What is in supply, the net that feeds it, and the hexes that are cut off.
    pub fn supply(&self, reached: &[HexId], net: &[Flow], cut: &[HexId]) -> String {
        let colour = self.palette.supply;
        let mut out = String::from("<g class=\"supply\">");
        let shape = self.area_path(&self.set(reached), area::PLAIN);
        path(&mut out, &shape, &format!("fill=\"{colour}\" fill-opacity=\".16\""));
        stroke(&mut out, &shape, colour, 4.0, " stroke-linejoin=\"round\"");
        for is_casing in [true, false] {
            for flow in net {
                let line = [self.layout.centre(flow.from), self.layout.centre(flow.to)];
                let width = (5.0 + 1.1 * f64::from(flow.stacks)).min(14.0);
                let (ink, width) =
                    if is_casing { ("#FFFFFF", width + 4.0) } else { (colour, width) };
                let mut path = Path::new();
                path.polyline(&line);
                stroke(&mut out, &path, ink, width, " stroke-linecap=\"round\"");
            }
        }
        let mut chevrons = Path::new();
        for flow in net {
            let (a, b) = (self.layout.centre(flow.from), self.layout.centre(flow.to));
            let (c, t) = (a.middle(b), (b - a).unit());
            let (u, v) = (t * 4.0, t.right() * 4.5);
            chevrons.polyline(&[c - u - v, c + u, c - u + v]);
        }
        stroke(&mut out, &chevrons, "#FFFFFF", 2.2, "");
        self.cut_off(&mut out, cut);
        out.push_str("</g>");
        out
    }

    fn cut_off(&self, out: &mut String, cut: &[HexId]) {
        if cut.is_empty() {
            return;
        }
        let colour = self.palette.cut;
        let _ = write!(
            out,
            "<pattern id=\"cut-off\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><path d=\"M0 6H12\" stroke=\"{colour}\" \
             stroke-width=\"3\" stroke-opacity=\".5\"/></pattern>"
        );
        let mut hexes = Path::new();
        for &hex in cut {
            hexes.polygon(&self.scaled(hex, 0.94));
        }
        let attributes = format!("fill=\"url(#cut-off)\" stroke=\"{colour}\" stroke-width=\"5\"");
        path(out, &hexes, &attributes);
    }

    /// Blown bridges: a cross on the hexside.
    pub fn blown_bridges(&self, sides: &[SideId]) -> String {
        let mut cross = Path::new();
        for &side in sides {
            let (hex, _) = self.map.grid.hexes_of(side);
            let d = Direction::ALL[side.index() % 6];
            let (a, b) = side_corners(self.map.grid.hex(hex), d);
            let c = a.place(&self.layout).middle(b.place(&self.layout));
            for lean in [-1.0, 1.0] {
                cross.polyline(&[c + pt(-11.0, 11.0 * lean), c + pt(11.0, -11.0 * lean)]);
            }
        }
        let mut out = String::from("<g class=\"blown\">");
        stroke(&mut out, &cross, DARK, 9.0, " stroke-linecap=\"round\"");
        stroke(&mut out, &cross, WARN, 5.0, " stroke-linecap=\"round\"");
        out.push_str("</g>");
        out
    }

    /// The selected stack.
    pub fn selection(&self, hex: HexId) -> String {
        let c = self.layout.centre(hex) - pt(50.0, 50.0);
        let mut out = String::from("<g class=\"selection\">");
        for (colour, width, opacity) in
            [("#FFFFFF", 13.0, ".75"), (DARK, 9.0, "1"), (SELECT, 5.5, "1")]
        {
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"100\" height=\"100\" rx=\"14\" fill=\"none\" \
                 stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\"{opacity}\"/>",
                short(c.x),
                short(c.y),
                short(width)
            );
        }
        out.push_str("</g>");
        out
    }
}

/// A figure in a round chip: ground, rim and ink.
fn chip(out: &mut String, at: Point, text: &str, size: f64, [fill, rim, ink]: [&str; 3]) {
    let wide = Font::Sans800.width(text, size);
    let r = size * 0.62;
    let w = (wide + size * 0.5).max(2.0 * r);
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\" \
         stroke=\"{rim}\" stroke-width=\"1.6\"/>",
        short(at.x - w / 2.0),
        short(at.y - r),
        short(w),
        short(2.0 * r),
        short(r)
    );
    let at = at + pt(0.0, size * 0.35);
    Text { at, text, font: Font::Sans800, size, fill: ink, anchor: "middle", more: "" }.write(out);
}
