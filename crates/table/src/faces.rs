//! The faces of the counters that a viewer sees, as one picture.

use board::Face;
use engine::{Table, Viewer};
use std::collections::BTreeMap;

/// The faces that a viewer sees, by the names of their symbols.
pub fn faces(table: &dyn Table, viewer: Viewer) -> BTreeMap<String, Face> {
    let shown = table.shown(viewer);
    let mut faces = BTreeMap::new();
    for unit in shown.all_units() {
        faces.insert(unit.face.name().to_string(), Face::clone(&unit.face));
        if let Some(back) = &unit.back {
            faces.insert(back.name().to_string(), Face::clone(back));
        }
    }
    faces
}

/// One picture that holds each face as a symbol, in full and, with an `s` after its name, for small counters.
pub fn faces_svg(faces: &BTreeMap<String, Face>, draw: impl Fn(&Face, bool) -> String) -> String {
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
    for (name, face) in faces {
        for (name, is_small) in [(name.clone(), false), (format!("{name}s"), true)] {
            if let Some(symbol) = as_symbol(&name, &draw(face, is_small)) {
                out.push_str(&symbol);
                out.push('\n');
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

/// A picture of its own as a symbol: the same drawing in another frame.
fn as_symbol(name: &str, svg: &str) -> Option<String> {
    let open = svg.find("<svg")?;
    let close = svg.rfind("</svg>")?;
    Some(format!("<symbol id=\"{name}\"{}</symbol>", svg.get(open + 4..close)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_becomes_a_symbol_with_its_own_frame() {
        let symbol = as_symbol("f-1", "<?xml?><svg viewBox=\"0 0 2 2\"><path/></svg>\n");
        assert_eq!(
            symbol.as_deref(),
            Some("<symbol id=\"f-1\" viewBox=\"0 0 2 2\"><path/></symbol>")
        );
        assert_eq!(as_symbol("f-1", "no picture"), None);
    }
}
