//! The colours of the sheet in the light and the dark theme.

/// The two themes of the map. Counters look the same in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Warm paper.
    #[default]
    Light,
    /// A table in the evening.
    Dark,
}

/// The colours of one theme. Every colour of the map stands here and nowhere else.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    pub(crate) paper: &'static str,
    pub(crate) panel: &'static str,
    pub(crate) land: [&'static str; 3],
    pub(crate) relief_shadow: &'static str,
    pub(crate) relief_light: &'static str,
    pub(crate) relief_alpha: (f64, f64),
    pub(crate) contour: &'static str,
    pub(crate) contour_alpha: f64,
    pub(crate) forest: &'static str,
    pub(crate) forest_shade: &'static str,
    pub(crate) tree: &'static str,
    pub(crate) swamp: &'static str,
    pub(crate) swamp_mark: &'static str,
    pub(crate) hill: &'static str,
    pub(crate) hill_ink: &'static str,
    pub(crate) water: &'static str,
    pub(crate) bank: &'static str,
    pub(crate) waterline: &'static str,
    pub(crate) water_text: &'static str,
    pub(crate) town_ground: &'static str,
    pub(crate) block: &'static str,
    pub(crate) block_edge: &'static str,
    pub(crate) town_edge: &'static str,
    pub(crate) grid: &'static str,
    pub(crate) grid_alpha: f64,
    pub(crate) number: &'static str,
    pub(crate) number_alpha: f64,
    pub(crate) road_case: &'static str,
    pub(crate) road_main: &'static str,
    pub(crate) road_second: &'static str,
    pub(crate) rail: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) region_text: &'static str,
    pub(crate) halo: &'static str,
    pub(crate) front_west: &'static str,
    pub(crate) front_east: &'static str,
    pub(crate) supply: &'static str,
    pub(crate) cut: &'static str,
    pub(crate) dim_alpha: f64,
}

/// The blue of movement ranges.
pub(crate) const RANGE: &str = "#0B5FA5";
/// The yellow of the selected stack and of paths; always on [`DARK`].
pub(crate) const SELECT: &str = "#FFD23F";
/// The casing of selections and paths.
pub(crate) const DARK: &str = "#1A1206";
/// Amber: a move ends here, something is lost.
pub(crate) const WARN: &str = "#D98200";
/// The ground of an amber chip.
pub(crate) const WARN_CHIP: &str = "#FFE7B8";

pub(crate) const LIGHT: Palette = Palette {
    paper: "#F4EEDD",
    panel: "#FAF5E6",
    land: ["#E7E8CF", "#F0E9D3", "#EBD9B4"],
    relief_shadow: "#3B2F1A",
    relief_light: "#FFFDF2",
    relief_alpha: (0.95, 1.25),
    contour: "#8A6A3A",
    contour_alpha: 0.28,
    forest: "#BAC8A2",
    forest_shade: "#94A97F",
    tree: "#7F9A6C",
    swamp: "#CFDED2",
    swamp_mark: "#4F8791",
    hill: "#C79A5B",
    hill_ink: "#7A5526",
    water: "#A4C8D8",
    bank: "#3F7391",
    waterline: "#6FA3BC",
    water_text: "#1F5474",
    town_ground: "#DCC4B0",
    block: "#B0766A",
    block_edge: "#6E3F36",
    town_edge: "#8A5A4A",
    grid: "#4A3F2C",
    grid_alpha: 0.42,
    number: "#4A3F2C",
    number_alpha: 0.62,
    road_case: "#5A3A1E",
    road_main: "#E8A33A",
    road_second: "#FFF8E6",
    rail: "#26211B",
    ink: "#2B2318",
    region_text: "#4D5A36",
    halo: "#F6F1E2",
    front_west: "#3C4A34",
    front_east: "#B0301E",
    supply: "#0E6B59",
    cut: "#6A3D9A",
    dim_alpha: 0.22,
};

pub(crate) const EVENING: Palette = Palette {
    paper: "#1F211F",
    panel: "#262825",
    land: ["#232A28", "#2C2D2A", "#3A342A"],
    relief_shadow: "#000000",
    relief_light: "#E8DFC4",
    relief_alpha: (0.71, 0.375),
    contour: "#C9A76A",
    contour_alpha: 0.16,
    forest: "#2E4134",
    forest_shade: "#1F2E25",
    tree: "#4C6A50",
    swamp: "#2A3F42",
    swamp_mark: "#6FA7AE",
    hill: "#8F6B3A",
    hill_ink: "#D3AE74",
    water: "#1D4A60",
    bank: "#6FB2CF",
    waterline: "#3F7F9B",
    water_text: "#9CD0E6",
    town_ground: "#4A3D37",
    block: "#A07565",
    block_edge: "#2A1D18",
    town_edge: "#C79A86",
    grid: "#DCD2B8",
    grid_alpha: 0.26,
    number: "#DCD2B8",
    number_alpha: 0.5,
    road_case: "#120E09",
    road_main: "#E0A443",
    road_second: "#CFC4A8",
    rail: "#D5CCB8",
    ink: "#EFE7D3",
    region_text: "#B5C39A",
    halo: "#1E201E",
    front_west: "#A9BDA0",
    front_east: "#E8694F",
    supply: "#3FBF9F",
    cut: "#B48BE0",
    dim_alpha: 0.36,
};

impl Theme {
    pub(crate) fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &EVENING,
        }
    }
}

/// The three parts of a colour written `#RRGGBB`.
pub(crate) fn rgb(colour: &str) -> [f64; 3] {
    let part = |i: usize| {
        let digits = colour.get(i..i + 2).unwrap_or("00");
        f64::from(u8::from_str_radix(digits, 16).unwrap_or(0))
    };
    [part(1), part(3), part(5)]
}

/// The colour at share `t` of the way from one colour to another.
pub(crate) fn mix(from: &str, to: &str, t: f64) -> String {
    let (a, b) = (rgb(from), rgb(to));
    let part = |i: usize| (a[i] + (b[i] - a[i]) * t).round() as u8;
    format!("#{:02X}{:02X}{:02X}", part(0), part(1), part(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sight::{contrast, lightness};

    #[test]
    fn names_and_numbers_can_be_read_on_their_ground() {
        for p in [&LIGHT, &EVENING] {
            for ground in p.land.iter().chain([&p.forest, &p.swamp]) {
                assert!(contrast(p.ink, ground) > 7.0, "ink on {ground}");
                assert!(contrast(p.water_text, ground) > 4.5, "names of rivers on {ground}");
            }
        }
    }

    #[test]
    fn terrain_differs_in_lightness_from_water() {
        for p in [&LIGHT, &EVENING] {
            assert!((lightness(p.bank) - lightness(p.land[1])).abs() > 25.0);
        }
    }
}
