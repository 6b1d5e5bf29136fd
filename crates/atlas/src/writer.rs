//! The map file as text, the same bytes for the same draft.

use crate::draft::{Draft, Side};
use crate::fit::Georeference;
use crate::recipe::{Place, Recipe, SheetRecipe};
use hex::HexId;
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = "\
# Made from public geographic data by the atlas crate; see docs/src/maps.md.
# A reconstruction: the publisher's printed map was not used and looks different.
# Licensed under the Open Database License (ODbL) 1.0; see games/LICENSE-MAPS.md.
";

/// The text of `map.toml`.
pub fn map_text(draft: &Draft, recipe: &Recipe, georeference: &Georeference) -> String {
    let mut out = String::from(HEAD);
    title(&mut out, recipe);
    grid(&mut out, recipe, georeference);
    kinds(&mut out, draft);
    hexes(&mut out, draft);
    sides(&mut out, draft);
    lines(&mut out, draft);
    links(&mut out, draft);
    places(&mut out, draft);
    labels(&mut out, draft);
    regions(&mut out, draft);
    earth(&mut out, recipe, georeference);
    heights(&mut out, draft);
    out
}

fn title(out: &mut String, recipe: &Recipe) {
    line(out, &format!("\ntitle = {}", quoted(&recipe.title)));
    line(out, &format!("reconstructed = {}", quoted(&recipe.reconstructed)));
    line(out, "credit = [");
    for credit in &recipe.credit {
        line(out, &format!("  {},", quoted(credit)));
    }
    line(out, "]");
}

fn grid(out: &mut String, recipe: &Recipe, georeference: &Georeference) {
    let g = &recipe.grid;
    let orientation = match g.orientation {
        hex::Orientation::FlatTop => "flat-top",
        hex::Orientation::PointyTop => "pointy-top",
    };
    let shifted = match g.shifted {
        hex::Parity::Odd => "odd",
        hex::Parity::Even => "even",
    };
    let sheets: Vec<String> = g.sheets.iter().map(sheet).collect();
    line(out, "\n[grid]");
    line(out, &format!("orientation = \"{orientation}\""));
    line(out, &format!("shifted = \"{shifted}\""));
    line(out, &format!("hex_km = {}", number(g.hex_km, 3)));
    line(out, &format!("north = {}", georeference.north_degrees()));
    line(out, &format!("sheets = [ {} ]", sheets.join(", ")));
    line(out, &format!("holes = {}", listed(g.holes.split_whitespace().map(String::from))));
}

fn sheet(s: &SheetRecipe) -> String {
    let at = s.at.map_or(String::new(), |[c, r]| format!(", at = [{c}, {r}]"));
    let ([c0, c1], [r0, r1]) = (s.columns, s.rows);
    format!("{{ columns = [{c0}, {c1}], rows = [{r0}, {r1}]{at} }}")
}

fn kinds(out: &mut String, draft: &Draft) {
    let list = |words: &[String]| words.iter().map(|w| quoted(w)).collect::<Vec<_>>().join(", ");
    line(out, "\n[kinds]");
    line(out, &format!("terrain = [{}]", list(&draft.kinds.terrain)));
    line(out, &format!("features = [{}]", list(&draft.kinds.features)));
    line(out, &format!("sides = [{}]", list(&draft.kinds.sides)));
    line(out, &format!("links = [{}]", list(&draft.kinds.links)));
}

fn hexes(out: &mut String, draft: &Draft) {
    line(out, "\n[hexes]");
    for h in draft.grid.hexes() {
        let words = words_of(draft, h);
        if !words.is_empty() {
            line(out, &format!("\"{}\" = \"{words}\"", draft.grid.number(h)));
        }
    }
}

/// The terrain unless it is the default, then the features in the order of the vocabulary.
fn words_of(draft: &Draft, h: HexId) -> String {
    let terrain = &draft.terrain[h.index()];
    let is_default = draft.kinds.terrain.first() == Some(terrain);
    let features = &draft.features[h.index()];
    let mut words: Vec<&str> = if is_default { Vec::new() } else { vec![terrain] };
    words.extend(draft.kinds.features.iter().filter(|f| features.contains(*f)).map(String::as_str));
    words.join(" ")
}

fn sides(out: &mut String, draft: &Draft) {
    line(out, "\n[sides]");
    for (&side, kinds) in &draft.sides {
        let in_order = draft.kinds.sides.iter().filter(|k| kinds.contains(*k));
        let words: Vec<&str> = in_order.map(String::as_str).collect();
        line(out, &format!("\"{}\" = \"{}\"", side_name(draft, side), words.join(" ")));
    }
}

fn side_name(draft: &Draft, (a, b): Side) -> String {
    format!("{}/{}", draft.grid.number(a), draft.grid.number(b))
}

fn lines(out: &mut String, draft: &Draft) {
    for l in &draft.lines {
        line(out, "\n[[line]]");
        head(out, &l.kind, &l.name, l.class);
        line(out, &format!("sides = {}", listed(l.sides.iter().map(|&s| side_name(draft, s)))));
    }
}

fn links(out: &mut String, draft: &Draft) {
    for l in &draft.links {
        line(out, "\n[[link]]");
        head(out, &l.kind, &l.name, l.class);
        line(out, &format!("hexes = {}", listed(l.hexes.iter().map(|&h| draft.grid.number(h)))));
    }
}

fn head(out: &mut String, kind: &str, name: &str, class: Option<u8>) {
    line(out, &format!("kind = \"{kind}\""));
    if !name.is_empty() {
        line(out, &format!("name = {}", quoted(name)));
    }
    if let Some(class) = class {
        line(out, &format!("class = {class}"));
    }
}

fn places(out: &mut String, draft: &Draft) {
    for p in &draft.places {
        line(out, "\n[[place]]");
        place(out, p);
    }
}

fn place(out: &mut String, p: &Place) {
    line(out, &format!("name = {}", quoted(&p.name)));
    line(out, &format!("hex = \"{}\"", p.hex));
    line(out, &format!("kind = \"{}\"", p.kind));
    if let Some([lat, lon]) = p.geo {
        line(out, &format!("geo = [{}, {}]", number(lat, 4), number(lon, 4)));
    }
    line(out, &format!("source = \"{}\"", p.source));
    if !p.control.is_empty() {
        line(out, &format!("control = \"{}\"", p.control));
    }
    if !p.tags.is_empty() {
        let tags: Vec<String> = p.tags.iter().map(|t| quoted(t)).collect();
        line(out, &format!("tags = [{}]", tags.join(", ")));
    }
}

fn labels(out: &mut String, draft: &Draft) {
    for l in &draft.labels {
        line(out, "\n[[label]]");
        line(out, &format!("name = {}", quoted(&l.name)));
        line(out, &format!("kind = \"{}\"", l.kind));
        line(out, &format!("hexes = {}", listed(l.hexes.iter().map(|&h| draft.grid.number(h)))));
    }
}

fn regions(out: &mut String, draft: &Draft) {
    line(out, "\n[regions]");
    for (name, hexes) in &draft.regions {
        let numbers = hexes.iter().map(|&h| draft.grid.number(h));
        line(out, &format!("{name} = {}", listed(numbers)));
    }
}

fn earth(out: &mut String, recipe: &Recipe, georeference: &Georeference) {
    let g = &recipe.georeference;
    let pair = |p: [f64; 2]| format!("[{}, {}]", number(p[0], 4), number(p[1], 4));
    let affine: Vec<String> = georeference.affine().iter().map(|&v| number(v, 7)).collect();
    line(out, "\n[georeference]");
    line(out, "projection = \"lambert\"");
    line(out, &format!("centre = {}", pair(g.centre)));
    line(out, &format!("parallels = {}", pair(g.parallels)));
    line(out, &format!("affine = [{}]", affine.join(", ")));
}

fn heights(out: &mut String, draft: &Draft) {
    let mut columns: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for h in draft.grid.hexes() {
        let metres = draft.heights[h.index()].to_string();
        columns.entry(draft.grid.column_row(h).0).or_default().push(metres);
    }
    line(out, "\n[heights]");
    for (column, metres) in columns {
        line(out, &format!("\"{column:02}\" = \"{}\"", metres.join(" ")));
    }
}

fn line(out: &mut String, text: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{text}");
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words in one string, in several lines when there are many.
fn listed(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    let text = words.join(" ");
    if text.len() <= 90 {
        return format!("\"{text}\"");
    }
    let per_line = if words[0].len() > 4 { 10 } else { 20 };
    let rows: Vec<String> = words.chunks(per_line).map(|row| row.join(" ")).collect();
    format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
}

/// A number with at most so many decimals and at least one.
fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let trimmed = text.trim_end_matches('0');
    let padded = if trimmed.ends_with('.') { format!("{trimmed}0") } else { trimmed.to_string() };
    if padded == "-0.0" { "0.0".to_string() } else { padded }
}
