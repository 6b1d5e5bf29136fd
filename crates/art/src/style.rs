//! From the words of a map to what is drawn. Each map has its own words; what matters is what they
//! contain, so `main-road` and `main_route` look the same.

/// What the ground of a hex looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ground {
    Clear,
    Forest,
    Swamp,
    Hills,
    City,
    Water,
    /// Off the map: played by nobody.
    Inert,
}

impl Ground {
    /// The ground of a terrain called `word`; a word that says nothing is clear.
    pub(crate) fn of(word: &str) -> Ground {
        let has = |parts: &[&str]| parts.iter().any(|p| word.contains(p));
        if has(&["forest", "wood"]) {
            Ground::Forest
        } else if has(&["swamp", "marsh", "bog"]) {
            Ground::Swamp
        } else if has(&["hill", "high", "mountain", "rough"]) {
            Ground::Hills
        } else if has(&["lake", "sea", "gulf", "water", "reservoir"]) {
            Ground::Water
        } else if has(&["city", "urban"]) {
            Ground::City
        } else if has(&["inert", "off-map", "neutral"]) {
            Ground::Inert
        } else {
            Ground::Clear
        }
    }
}

/// What a feature of a hex looks like, beyond its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    City,
    Town,
    Village,
    Airfield,
    Fort,
    HalfFort,
    Entrenchment,
}

impl Mark {
    pub(crate) fn of(word: &str) -> Option<Mark> {
        let has = |parts: &[&str]| parts.iter().any(|p| word.contains(p));
        if has(&["city", "urban", "capital"]) {
            Some(Mark::City)
        } else if has(&["town"]) {
            Some(Mark::Town)
        } else if has(&["village"]) {
            Some(Mark::Village)
        } else if has(&["airfield", "airport", "airbase"]) {
            Some(Mark::Airfield)
        } else if has(&["half-fort"]) {
            Some(Mark::HalfFort)
        } else if has(&["fort", "fixed"]) {
            Some(Mark::Fort)
        } else if has(&["entrench", "trench"]) {
            Some(Mark::Entrenchment)
        } else {
            None
        }
    }
}

/// What lies on a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edge {
    /// Running water of class 1 (stream) to 3 (great river).
    River(u8),
    Canal,
    Lake,
    Fortified,
    Bridge,
    Other,
}

/// The words for things on hexsides that maps may use without naming a line.
pub(crate) const EDGE_WORDS: [&str; 19] = [
    "stream",
    "river",
    "minor-river",
    "small-river",
    "big-river",
    "big_river",
    "major-river",
    "great-river",
    "severny-donets",
    "severny_donets",
    "canal",
    "lake",
    "lake-side",
    "lake-band",
    "fortified",
    "fortified-line",
    "fort",
    "fixed-position",
    "bridge",
];

impl Edge {
    /// What a line or hexside called `word` looks like; `class` counts where it is not 0.
    pub(crate) fn of(word: &str, class: u8) -> Edge {
        let has = |parts: &[&str]| parts.iter().any(|p| word.contains(p));
        if has(&["bridge"]) {
            Edge::Bridge
        } else if has(&["canal"]) {
            Edge::Canal
        } else if has(&["lake", "reservoir"]) {
            Edge::Lake
        } else if has(&["fort", "fixed", "trench"]) {
            Edge::Fortified
        } else if has(&["river", "stream", "donets", "water"]) {
            let usual = if has(&["big", "major", "great", "donets"]) {
                3
            } else if has(&["stream", "minor", "small"]) {
                1
            } else {
                2
            };
            Edge::River(if class == 0 { usual } else { class.min(3) })
        } else {
            Edge::Other
        }
    }
}

/// What a link looks like; the later ones are drawn over the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    River(u8),
    Track,
    Secondary,
    Main,
    Motorway,
    Railway,
    DoubleRailway,
}

impl Way {
    pub(crate) fn of(word: &str, class: u8) -> Way {
        let has = |parts: &[&str]| parts.iter().any(|p| word.contains(p));
        if has(&["rail"]) {
            let double = class >= 2 || has(&["double"]);
            if double { Way::DoubleRailway } else { Way::Railway }
        } else if has(&["river", "stream", "canal"]) {
            Way::River(if class == 0 { 2 } else { class.min(3) })
        } else if has(&["highway", "motorway", "autobahn"]) {
            Way::Motorway
        } else if has(&["track", "trail", "path"]) {
            Way::Track
        } else if has(&["second", "minor"]) || class == 1 {
            Way::Secondary
        } else {
            Way::Main
        }
    }

    pub(crate) fn is_road(self) -> bool {
        matches!(self, Way::Track | Way::Secondary | Way::Main | Way::Motorway)
    }

    pub(crate) fn is_railway(self) -> bool {
        matches!(self, Way::Railway | Way::DoubleRailway)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_five_games_are_understood() {
        assert_eq!(Ground::of("marsh"), Ground::Swamp);
        assert_eq!(Ground::of("gulf"), Ground::Water);
        assert_eq!(Mark::of("urban_area"), Some(Mark::City));
        assert_eq!(Mark::of("half-fort"), Some(Mark::HalfFort));
        assert_eq!(Edge::of("severny_donets", 0), Edge::River(3));
        assert_eq!(Edge::of("river", 1), Edge::River(1));
        assert_eq!(Way::of("secondary_route", 0), Way::Secondary);
        assert_eq!(Way::of("main_route", 0), Way::Main);
        assert_eq!(Way::of("highway", 0), Way::Motorway);
        assert_eq!(Way::of("railway", 0), Way::Railway);
    }
}
