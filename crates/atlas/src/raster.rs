//! The two rasters of the geodata: heights and land cover, one character a cell.

use crate::projection::Geo;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// A grid of cells over the earth, first row in the north.
#[derive(Clone, Debug)]
pub struct Raster {
    west: f64,
    north: f64,
    dlon: f64,
    dlat: f64,
    columns: usize,
    cells: Vec<u8>,
}

impl Raster {
    /// Reads `elevation.txt`; a cell is worth its place in the alphabet times six metres.
    pub fn elevation(folder: &Path) -> Result<Raster> {
        Raster::read(&folder.join("elevation.txt"), |row| Ok(row.bytes().collect()))
    }

    /// Reads `landcover.rle.txt`; a cell is one of the codes of its header.
    pub fn land_cover(folder: &Path) -> Result<Raster> {
        Raster::read(&folder.join("landcover.rle.txt"), run_lengths)
    }

    fn read(path: &Path, decode: impl Fn(&str) -> Result<Vec<u8>>) -> Result<Raster> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        Raster::parse(&text, decode).with_context(|| format!("in {}", path.display()))
    }

    fn parse(text: &str, decode: impl Fn(&str) -> Result<Vec<u8>>) -> Result<Raster> {
        let field = |name: &str| -> Result<f64> {
            let header = text.lines().filter(|l| l.starts_with('#') && l.contains(" cols "));
            let mut words = header.flat_map(str::split_whitespace).skip_while(|w| *w != name);
            let value = words.nth(1).with_context(|| format!("the header lacks {name}"))?;
            Ok(value.parse()?)
        };
        let (columns, rows) = (field("cols")? as usize, field("rows")? as usize);
        let mut cells = Vec::with_capacity(columns * rows);
        for row in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
            cells.extend(decode(row)?);
        }
        ensure!(cells.len() == columns * rows, "{} cells instead of the promised", cells.len());
        let (west, north) = (field("west")?, field("north")?);
        Ok(Raster { west, north, dlon: field("dlon")?, dlat: field("dlat")?, columns, cells })
    }

    /// The character of the cell at a place; `None` outside.
    pub fn at(&self, geo: Geo) -> Option<u8> {
        let column = ((geo.lon - self.west) / self.dlon).floor();
        let row = ((self.north - geo.lat) / self.dlat).floor();
        if column < 0.0 || row < 0.0 || column >= self.columns as f64 {
            return None;
        }
        self.cells.get(row as usize * self.columns + column as usize).copied()
    }

    /// The height of a cell in metres.
    pub fn metres(&self, geo: Geo) -> Option<f64> {
        const ALPHABET: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
        let cell = self.at(geo)?;
        Some(ALPHABET.iter().position(|&b| b == cell)? as f64 * 6.0)
    }
}

/// `3f2w.` is `fffww.`.
fn run_lengths(row: &str) -> Result<Vec<u8>> {
    let mut cells = Vec::new();
    let mut count = 0usize;
    for byte in row.bytes() {
        if byte.is_ascii_digit() {
            count = count * 10 + usize::from(byte - b'0');
        } else {
            cells.extend(std::iter::repeat_n(byte, count.max(1)));
            count = 0;
        }
    }
    ensure!(count == 0, "a row ends with a count");
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str =
        "# codes\n# west 30.0 north 50.0 dlon 0.5 dlat 0.25 cols 4 rows 2\n3fw\n.2m.\n";

    #[test]
    fn a_cell_is_found_by_its_place() {
        let raster = Raster::parse(SMALL, run_lengths).expect("a small raster");
        assert_eq!(raster.at(Geo::new(49.9, 31.6)), Some(b'w'));
        assert_eq!(raster.at(Geo::new(49.6, 30.6)), Some(b'm'));
        assert_eq!(raster.at(Geo::new(49.9, 32.1)), None, "east of the raster");
        assert_eq!(raster.at(Geo::new(50.1, 30.1)), None, "north of the raster");
    }

    #[test]
    fn a_row_too_short_is_refused() {
        assert!(Raster::parse(&SMALL.replace("3fw", "2fw"), run_lengths).is_err());
    }
}
