//! Made-up maps for the tests: every kind of thing that a map can hold, laid out by rule.

use crate::noise::hash;
use board::{Map, Source};
use std::fmt::Write;

/// A map of flat-topped hexes with all terrains, rivers along hexsides, roads, railways, towns, a
/// city, a lake and heights.
pub(crate) fn flat_map(columns: u16, rows: u16) -> Map {
    let mut text = head("flat-top", columns, rows);
    text.push_str("\n[hexes]\n");
    for (c, r) in all(columns, rows) {
        let word = match hash(i64::from(c / 3), i64::from(r / 3), 5) % 10 {
            0..4 if hash(c.into(), r.into(), 6) % 10 < 7 => "forest",
            4 => "swamp",
            5 if hash(c.into(), r.into(), 7) % 10 < 6 => "hills",
            6 if c % 9 == 4 => "lake",
            _ if c % 8 == 3 && r % 6 == 3 => "town",
            _ if (c / 2, r / 2) == (5, 4) => "city",
            _ => continue,
        };
        let _ = writeln!(text, "\"{c:02}{r:02}\" = \"{word}\"");
    }
    if columns > 7 {
        let _ =
            writeln!(text, "\n[sides]\n\"0203/0303\" = \"fortified\"\n\"0704/0804\" = \"river\"");
    }
    for (i, c) in (1..columns - 1).step_by(8).enumerate() {
        let mut sides = String::new();
        for r in 2..rows - 1 {
            let _ = write!(sides, "{c:02}{r:02}/{:02}{r:02} ", c + 1);
            let _ = write!(sides, "{c:02}{r:02}/{:02}{:02} ", c + 1, r + 1);
        }
        let class = 1 + i % 3;
        let _ = writeln!(
            text,
            "\n[[line]]\nkind = \"river\"\nname = \"River {i}\"\nclass = {class}\nsides = \"{sides}\""
        );
    }
    links(&mut text, columns, rows);
    load(&text)
}

/// A map of hexes that stand on a corner, with rivers through hexes.
pub(crate) fn pointy_map(columns: u16, rows: u16) -> Map {
    let mut text = head("pointy-top", columns, rows);
    text.push_str("\n[hexes]\n");
    for (c, r) in all(columns, rows) {
        let word = match hash(i64::from(c / 2), i64::from(r / 2), 8) % 9 {
            0 | 1 => "forest",
            2 => "swamp",
            3 => "hills",
            4 if r % 7 == 2 => "lake",
            _ if c % 5 == 2 && r % 5 == 2 => "town",
            _ => continue,
        };
        let _ = writeln!(text, "\"{c:02}{r:02}\" = \"{word}\"");
    }
    let river: String = (1..=columns).map(|c| format!("{c:02}04 ")).collect();
    let _ = writeln!(
        text,
        "\n[[link]]\nkind = \"river\"\nname = \"Long river\"\nclass = 3\nhexes = \"{river}\""
    );
    links(&mut text, columns, rows);
    load(&text)
}

fn all(columns: u16, rows: u16) -> impl Iterator<Item = (u16, u16)> {
    (1..=columns).flat_map(move |c| (1..=rows).map(move |r| (c, r)))
}

fn head(orientation: &str, columns: u16, rows: u16) -> String {
    format!(
        "title = \"Made & tested\"\nreconstructed = \"All of it.\"\ncredit = [\"Nobody\"]\n\
         [grid]\norientation = \"{orientation}\"\nshifted = \"odd\"\nhex_km = 3.5\nnorth = 285\n\
         sheets = [ {{ columns = [1, {columns}], rows = [1, {rows}] }} ]\n\n\
         [kinds]\nterrain = [\"clear\", \"forest\", \"swamp\", \"hills\", \"lake\"]\n\
         features = [\"city\", \"town\"]\nsides = [\"river\", \"canal\", \"fortified\"]\n\
         links = [\"main-road\", \"secondary-road\", \"railway\", \"river\"]\n"
    )
}

/// Roads along rows, railways along columns, places on the roads, a label and the heights.
fn links(text: &mut String, columns: u16, rows: u16) {
    for (i, r) in (3..rows).step_by(6).enumerate() {
        let kind = if i % 2 == 0 { "main-road" } else { "secondary-road" };
        let hexes: String = (1..=columns).map(|c| format!("{c:02}{r:02} ")).collect();
        let _ = writeln!(
            text,
            "\n[[link]]\nkind = \"{kind}\"\nname = \"Road {i}\"\nhexes = \"{hexes}\""
        );
    }
    let hexes = "0303 0304 0305 0306";
    let _ = writeln!(text, "\n[[link]]\nkind = \"railway\"\nname = \"Line\"\nhexes = \"{hexes}\"");
    for (c, r) in all(columns, rows).filter(|(c, r)| c % 8 == 3 && r % 6 == 3) {
        let kind = if (c, r) == (11, 9) { "city" } else { "town" };
        let _ = writeln!(
            text,
            "\n[[place]]\nname = \"Town of {c} and {r}\"\nhex = \"{c:02}{r:02}\"\nkind = \"{kind}\""
        );
    }
    let _ =
        writeln!(text, "\n[[label]]\nname = \"Some wood\"\nkind = \"forest\"\nhexes = \"{hexes}\"");
    text.push_str("\n[heights]\n");
    for c in 1..=columns {
        let metres: String = (1..=rows)
            .map(|r| format!("{} ", 150 + (i32::from(c) * 7 % 60) + (i32::from(r) * 5 % 40)))
            .collect();
        let _ = writeln!(text, "\"{c:02}\" = \"{metres}\"");
    }
}

fn load(text: &str) -> Map {
    match Map::load(&Source::new("made.toml", text)) {
        Ok(map) => map,
        Err(problems) => panic!("{problems}"),
    }
}
