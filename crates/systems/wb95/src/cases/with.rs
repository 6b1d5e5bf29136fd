//! The keys of a case that only this family understands.

use board::Map;
use engine::case::With;

/// "3120/3020" is the side of a fortified line that protects 3120 against 3020.
pub(super) fn draw_lines(with: &With<'_>, map: &mut Map) -> Result<(), String> {
    for (n, pair) in with.words("lines")?.into_iter().enumerate() {
        let (a, b) = pair.split_once('/').ok_or_else(|| format!("\"{pair}\": no hexside"))?;
        let inside = map.grid.parse(a).map_err(|e| e.to_string())?;
        let outside = map.grid.parse(b).map_err(|e| e.to_string())?;
        let side = map.grid.side_between(inside, outside);
        let side = side.ok_or_else(|| format!("with.lines: {pair} are not adjacent"))?;
        map.know_side_kind("fortified-line");
        if let Some(kind) = map.side_kind("fortified-line") {
            map.set_side(side, kind);
        }
        map.add_to_region(&format!("inside-case-{n}"), [inside]);
    }
    Ok(())
}

pub(super) fn check_keys(with: &With<'_>, sides: [&str; 2], own: &[&str]) -> Result<(), String> {
    const KNOWN: &[&str] = &[
        "position",
        "phase",
        "turn",
        "forts",
        "control",
        "broken",
        "ammunition",
        "pool",
        "credits",
        "zones",
        "bases",
        "released",
        "units",
        "air",
        "interdiction",
        "lines",
        "closed",
    ];
    // Of each side: the hexes it controls, the headquarters it has lost.
    let of_side = |k: &str| {
        let name = k.strip_suffix("_control").or(k.strip_suffix("_hqs_lost"));
        let name = name.or(k.strip_suffix("_eliminated"));
        name.is_some_and(|n| sides.contains(&n))
    };
    let is_known = |k: &str| KNOWN.contains(&k) || own.contains(&k) || of_side(k);
    with.check_keys(is_known, &format!("{KNOWN:?} {own:?}"))
}
