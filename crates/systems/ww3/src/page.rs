//! The scenario pages: which number the same sentence has on each of them.

use crate::Ww3;
use engine::Rule;

/// What a scenario page says in its own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Who sets up when.
    pub setup: Rule,
    /// Who has the initiative.
    pub initiative: Rule,
    /// Where a counter may be set up.
    pub place: Rule,
    /// The calendar of air power, special forces and electronic warfare.
    pub calendar: Rule,
    /// How many nuclear strikes a side has.
    pub strikes: Rule,
    /// Whites and Poles are kept apart (R56).
    pub apart: Rule,
    /// Units that come later.
    pub entry: Rule,
}

/// A page that prints none of these: rulings, and the general rule of reinforcements.
const PLAIN: Page = Page {
    setup: rule!("R84"),
    initiative: rule!("HF-2"),
    place: rule!("R84"),
    calendar: rule!("15.1.1"),
    strikes: rule!("NUC-1"),
    apart: rule!("A107-5"),
    entry: rule!("15.1.1"),
};

/// The pages in the order of the campaign (15.1).
const PAGES: [Page; 5] = [
    Page { setup: rule!("HF-3"), place: rule!("HF-3"), ..PLAIN },
    Page {
        initiative: rule!("TM-2"),
        place: rule!("R41"),
        calendar: rule!("TM-5"),
        strikes: rule!("TM-4"),
        entry: rule!("TM-6"),
        ..PLAIN
    },
    Page {
        initiative: rule!("A107-2"),
        calendar: rule!("A107-3"),
        strikes: rule!("A107-4"),
        ..PLAIN
    },
    Page {
        initiative: rule!("A113-2"),
        calendar: rule!("A113-3"),
        strikes: rule!("A113-5"),
        apart: rule!("A113-4"),
        ..PLAIN
    },
    Page {
        initiative: rule!("MOS-2"),
        place: rule!("MOS-3"),
        calendar: rule!("MOS-5"),
        entry: rule!("MOS-3"),
        ..PLAIN
    },
];

impl Ww3 {
    /// The page of the scenario.
    pub fn page(&self) -> &'static Page {
        &PAGES[usize::from(self.scenario.order.clamp(1, 5)) - 1]
    }
}
