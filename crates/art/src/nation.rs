//! The colours of counters by nation, the same in both themes.
//!
//! Faces that fight each other differ by at least 25 in lightness, so that they do not merge in
//! grey or for a colour-blind player, and the ink of each can be read on it. Tests hold both.

/// The colours of one nation's counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nation {
    /// The name that [`board::Face::nation`] uses.
    pub name: &'static str,
    /// The ground of the counter.
    pub face: &'static str,
    /// Its edge.
    pub edge: &'static str,
    /// What is written on the face.
    pub ink: &'static str,
    /// The ground of the symbol box where the formation has no tint.
    pub symbol_box: &'static str,
    /// The lines of the symbol box.
    pub box_ink: &'static str,
    /// The band of a reduced counter.
    pub band: &'static str,
    /// What is written on that band.
    pub band_ink: &'static str,
}

const fn nation(
    name: &'static str,
    [face, edge, ink]: [&'static str; 3],
    [symbol_box, box_ink]: [&'static str; 2],
    [band, band_ink]: [&'static str; 2],
) -> Nation {
    Nation { name, face, edge, ink, symbol_box, box_ink, band, band_ink }
}

/// All nations with colours of their own.
#[rustfmt::skip]
pub const NATIONS: [Nation; 18] = [
    nation("german", ["#B4BFAA", "#39432F", "#11170D"], ["#EEF1E4", "#11170D"], ["#E4E9DA", "#11170D"]),
    nation("ss", ["#2A2C2F", "#0B0C0D", "#F4F2EA"], ["#D6D8D6", "#0D0E10"], ["#C3C6C6", "#0D0E10"]),
    nation("luftwaffe", ["#A9BFCE", "#34495A", "#0F1B25"], ["#EAF1F5", "#0F1B25"], ["#DDE8EF", "#0F1B25"]),
    nation("soviet", ["#9C5236", "#451C0D", "#FFF3E2"], ["#F7E7D3", "#2A0E05"], ["#F0D6BE", "#2A0E05"]),
    nation("soviet-guards", ["#9C5236", "#451C0D", "#FFF3E2"], ["#F7E7D3", "#2A0E05"], ["#F0D6BE", "#2A0E05"]),
    nation("french-volunteers", ["#A7B6D6", "#26355A", "#0D1530"], ["#E7ECF5", "#0D1530"], ["#DCE3F0", "#0D1530"]),
    nation("finnish", ["#C9D6DC", "#3C5566", "#12222C"], ["#FFFFFF", "#12222C"], ["#EEF4F6", "#12222C"]),
    nation("hungarian", ["#C3C59A", "#4A4D24", "#1B1D08"], ["#F4F4E2", "#1B1D08"], ["#E8E9CF", "#1B1D08"]),
    nation("us", ["#93B6D3", "#1E3F5E", "#08192A"], ["#E8F1F8", "#08192A"], ["#D5E5F1", "#08192A"]),
    nation("polish", ["#B4C8DC", "#2A4668", "#0B1A2C"], ["#FFFFFF", "#0B1A2C"], ["#E2EBF4", "#0B1A2C"]),
    nation("british", ["#C9B98B", "#574A22", "#221B06"], ["#F7F1DF", "#221B06"], ["#EBE1C4", "#221B06"]),
    nation("french", ["#97AEDC", "#1D3768", "#06122B"], ["#E5ECF7", "#06122B"], ["#D2DDF0", "#06122B"]),
    nation("lithuanian", ["#D8C66B", "#5C4F12", "#241E02"], ["#FBF6DC", "#241E02"], ["#F0E7B6", "#241E02"]),
    nation("russian", ["#8F4636", "#3B150D", "#FFF1EA"], ["#F5E1D9", "#260A05"], ["#EBCBC0", "#260A05"]),
    nation("white-guard", ["#EDE6D6", "#5A4E38", "#231C0E"], ["#FFFFFF", "#231C0E"], ["#FFFDF6", "#231C0E"]),
    nation("kornilov", ["#D9C48F", "#57471B", "#211903"], ["#FBF4DF", "#211903"], ["#F3E8C6", "#211903"]),
    nation("communist", ["#7A1620", "#33060B", "#FFF0EC"], ["#F8DDD8", "#2A0508"], ["#EFC2BA", "#2A0508"]),
    nation("neutral", ["#D8D2C0", "#5B5443", "#221E14"], ["#FBF8EE", "#221E14"], ["#ECE7D8", "#221E14"]),
];

/// The colour of the band on top of Guards counters.
pub(crate) const GUARDS: &str = "#A61B1F";

/// The tints of symbol boxes by formation, in the order in which formations appear. The tint is a
/// help for the eye; the number beside the box is the fact.
pub const TINTS: [&str; 10] = [
    "#F3E3A8", "#CFE3EE", "#E9D0DE", "#D6E8C8", "#F4D3B8", "#D9D3EC", "#F6F0DC", "#C9E5DD",
    "#EBC9C3", "#E4E4E4",
];

/// Short and other names of nations.
const ALSO: [(&str, &str); 22] = [
    ("ge", "german"),
    ("de", "german"),
    ("axis", "german"),
    ("waffen-ss", "ss"),
    ("su", "soviet"),
    ("guards", "soviet-guards"),
    ("fi", "finnish"),
    ("finland", "finnish"),
    ("pl", "polish"),
    ("poland", "polish"),
    ("uk", "british"),
    ("gb", "british"),
    ("united-kingdom", "british"),
    ("fr", "french"),
    ("france", "french"),
    ("lt", "lithuanian"),
    ("lithuania", "lithuanian"),
    ("ru", "russian"),
    ("russia", "russian"),
    ("usa", "us"),
    ("american", "us"),
    ("lvf", "french-volunteers"),
];

impl Nation {
    /// The colours of a nation by its name; an unknown one gets neutral colours.
    ///
    /// ```
    /// assert_eq!(art::Nation::of("soviet").ink, "#FFF3E2");
    /// assert_eq!(art::Nation::of("nowhere").name, "neutral");
    /// ```
    pub fn of(name: &str) -> &'static Nation {
        let name = ALSO.iter().find(|(short, _)| *short == name).map_or(name, |(_, full)| full);
        NATIONS.iter().find(|n| n.name == name).unwrap_or(&NATIONS[NATIONS.len() - 1])
    }

    /// Whether its counters carry the band of the Guards.
    pub(crate) fn is_guards(&self) -> bool {
        self.name == "soviet-guards"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sight::{contrast, lightness};

    #[test]
    fn opposing_faces_differ_in_lightness() {
        let pairs = [
            (
                "soviet",
                &["german", "ss", "luftwaffe", "finnish", "french-volunteers", "hungarian"][..],
            ),
            (
                "russian",
                &["us", "polish", "british", "french", "lithuanian", "white-guard", "kornilov"][..],
            ),
            ("communist", &["us", "polish", "british", "white-guard", "kornilov"][..]),
        ];
        for (east, west) in pairs {
            for other in west {
                let (a, b) = (Nation::of(east).face, Nation::of(other).face);
                let gap = (lightness(a) - lightness(b)).abs();
                assert!(gap >= 24.5, "{east} and {other} differ by {gap:.1} only");
            }
        }
    }

    #[test]
    fn every_ink_can_be_read() {
        for n in NATIONS {
            assert!(contrast(n.ink, n.face) >= 4.5, "{}: ink on face", n.name);
            assert!(contrast(n.band_ink, n.band) >= 4.5, "{}: ink on band", n.name);
            for tint in TINTS.iter().chain([&n.symbol_box]) {
                assert!(contrast(n.box_ink, tint) >= 7.0, "{}: lines on {tint}", n.name);
            }
        }
    }
}
