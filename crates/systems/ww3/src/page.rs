//! The scenario pages: which number the same sentence has on each of them.

use crate::Ww3;

/// What a scenario page says in its own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Who sets up when.
    pub setup: &'static str,
    /// Who has the initiative.
    pub initiative: &'static str,
    /// Where a counter may be set up.
    pub place: &'static str,
    /// The calendar of air power, special forces and electronic warfare.
    pub calendar: &'static str,
    /// How many nuclear strikes a side has.
    pub strikes: &'static str,
    /// Whites and Poles are kept apart (R56).
    pub apart: &'static str,
    /// Units that come later.
    pub entry: &'static str,
}

/// A page that prints none of these: rulings, and the general rule of reinforcements.
const PLAIN: Page = Page {
    setup: "R84",
    initiative: "HF-2",
    place: "R84",
    calendar: "ww3:15.1.1",
    strikes: "NUC-1",
    apart: "A107-5",
    entry: "ww3:15.1.1",
};

/// The pages in the order of the campaign (15.1).
const PAGES: [Page; 5] = [
    Page { setup: "HF-3", place: "HF-3", ..PLAIN },
    Page {
        initiative: "TM-2",
        place: "R41",
        calendar: "TM-5",
        strikes: "TM-4",
        entry: "TM-6",
        ..PLAIN
    },
    Page { initiative: "A107-2", calendar: "A107-3", strikes: "A107-4", ..PLAIN },
    Page { initiative: "A113-2", calendar: "A113-3", strikes: "A113-5", apart: "A113-4", ..PLAIN },
    Page { initiative: "MOS-2", place: "MOS-3", calendar: "MOS-5", entry: "MOS-3", ..PLAIN },
];

impl Ww3 {
    /// The page of the scenario.
    pub fn page(&self) -> &'static Page {
        &PAGES[usize::from(self.scenario.order.clamp(1, 5)) - 1]
    }
}
