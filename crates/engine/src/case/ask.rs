//! What the board of any game can be asked in a case.

use crate::SideInfo;
use board::{Control, Map, Position};
use hex::HexId;

/// How cases write yes and no.
pub fn yes_no(yes: bool) -> String {
    String::from(if yes { "yes" } else { "no" })
}

/// What is printed: `distance 0101 0304`, `terrain 0101`, `neighbours 0101`.
pub fn ask_map(map: &Map, words: &[&str]) -> Option<String> {
    let hex = |number: &str| map.grid.parse(number).ok();
    Some(match words {
        ["distance", from, to] => map.grid.distance(hex(from)?, hex(to)?).to_string(),
        ["terrain", number] => map.terrain_name(map.terrain(hex(number)?)).to_string(),
        ["neighbours", number] => numbers(map, map.grid.around(hex(number)?)),
        _ => return None,
    })
}

fn numbers(map: &Map, hexes: impl Iterator<Item = HexId>) -> String {
    let mut numbers: Vec<String> = hexes.map(|hex| map.grid.number(hex)).collect();
    numbers.sort();
    numbers.join(" ")
}

/// How the counters lie, of a game whose zones and control are those of its position: `units at 0101`, `control 0101`,
/// `zone german 0101`; and what is printed.
pub fn ask_board(
    map: &Map,
    position: &Position,
    sides: &[SideInfo; 2],
    words: &[&str],
) -> Option<String> {
    let hex = |number: &str| map.grid.parse(number).ok();
    Some(match words {
        ["units", "at", number] => position.stack(hex(number)?).count().to_string(),
        ["control", number] => match position.control(hex(number)?) {
            Control::Nobody => String::from("nobody"),
            Control::By(side) => sides[side.index()].id.clone(),
        },
        ["zone", side, number] => {
            let side = SideInfo::named(sides, side)?;
            yes_no(position.in_zone(side, hex(number)?))
        }
        _ => return ask_map(map, words),
    })
}
