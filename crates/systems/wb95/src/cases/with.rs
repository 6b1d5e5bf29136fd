//! The keys of a case that only this family understands.

use board::Map;

/// What only this game understands in a case.
pub struct With<'a>(pub(super) &'a toml::Table);

impl With<'_> {
    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<&str>, String> {
        match self.0.get(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(format!("with.{key}: expected a text")),
        }
    }

    /// A small number.
    pub fn number(&self, key: &str) -> Result<Option<u8>, String> {
        match self.0.get(key) {
            None => Ok(None),
            Some(toml::Value::Integer(n)) => {
                u8::try_from(*n).map(Some).map_err(|_| format!("with.{key}: {n} is too large"))
            }
            Some(_) => Err(format!("with.{key}: expected a number")),
        }
    }

    /// "3120/3020" is the side of a fortified line that protects 3120 against 3020.
    pub(super) fn draw_lines(&self, map: &mut Map) -> Result<(), String> {
        for (n, pair) in self.words("lines")?.into_iter().enumerate() {
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

    /// The words of a text.
    pub fn words(&self, key: &str) -> Result<Vec<&str>, String> {
        Ok(self.text(key)?.map(|t| t.split_whitespace().collect()).unwrap_or_default())
    }

    pub(super) fn check_keys(&self, sides: [&str; 2], own: &[&str]) -> Result<(), String> {
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
        let known = |k: &str| KNOWN.contains(&k) || own.contains(&k) || of_side(k);
        match self.0.keys().find(|k| !known(k)) {
            Some(key) => Err(format!("with.{key} is not known; expected one of {KNOWN:?} {own:?}")),
            None => Ok(()),
        }
    }
}
