//! Why a unit has a line of supply, or none: which rules its event cites [10.1].

use crate::book::Book;
use crate::game::Wb95;
use crate::state::State;
use crate::supply::SupplyMap;
use board::{Side, UnitId};
use engine::{Arg, Event, EventKind, Log, Rule, Text};
use hex::{HexId, Mp};
use std::cell::OnceCell;

impl<B: Book> Wb95<B> {
    /// How the line to a hex runs: along roads [10.1.5], through open country [10.1.6], from friend
    /// to friend [10.1.9].
    pub fn rules_of_line(
        &self,
        state: &State<B>,
        map: &SupplyMap,
        side: Side,
        hex: HexId,
    ) -> Vec<Rule> {
        let path = map.path_to(hex);
        let (mut road, mut country, mut friends) = (false, false, false);
        for pair in path.windows(2) {
            let held = |h: HexId| self.holds(state, side, h);
            let crossed = self.map.grid.side_between(pair[0], pair[1]);
            let by_road =
                crossed.is_some_and(|s| self.ground.side(s).supply && self.is_open_route(state, s));
            match (by_road, held(pair[0]) && held(pair[1])) {
                (true, _) => road = true,
                (false, true) => friends = true,
                (false, false) => country = true,
            }
        }
        let rules = self.acting([
            (road, rule!(B, "10.1.5")),
            (country, rule!(B, "10.1.6")),
            (friends, rule!(B, "10.1.9")),
        ]);
        rules.collect()
    }

    /// What keeps supply from a unit: towns and guns that bar the way [10.1.11], zones and units of the enemy [10.1.10], the
    /// points of its nation [10.1.7], or ground that trucks cannot enter [10.1.8].
    pub fn why_no_line(&self, state: &State<B>, past: &Past, unit: UnitId, hex: HexId) -> Rule {
        let side = self.side(unit);
        let points = Mp::whole(self.supply_mp[unit.index()]);
        let cost = |bars: Bars| {
            let lines = match bars {
                Bars::Zones => &past.towns,
                Bars::All | Bars::None => &past.zones,
            };
            lines.get_or_init(|| self.lines_past(state, side, ENOUGH, bars)).cost_to(hex)
        };
        if cost(Bars::Zones).is_some_and(|cost| cost <= points) {
            return rule!(B, "10.1.11");
        }
        match cost(Bars::None) {
            Some(cost) if cost <= points => rule!(B, "10.1.10"),
            Some(_) => rule!(B, "10.1.7"),
            None => rule!(B, "10.1.8"),
        }
    }

    /// A line in the log for the whole Supply Phase: lines are traced from the scenario's bases
    /// [10.1.2] [10.1.4].
    pub fn say_supply(&self, state: &State<B>, side: Side, units: &[UnitId], log: &mut Log) {
        if units.is_empty() {
            return;
        }
        log.say(|| {
            let supplied = |u: &&UnitId| state.position.has_mark(**u, crate::state::Mark::Supplied);
            let traced = units.iter().filter(supplied).count();
            let text = Text::new("event.supply").side(side).n(traced as i64);
            let text = text.with("out", Arg::Number((units.len() - traced) as i64));
            let mut event = Event::new(EventKind::Supplied, rule!(B, "10.1.2"), text);
            event.rules.extend(
                self.acting([(traced > 0, rule!(B, "10.1.1")), (true, rule!(B, "10.1.4"))]),
            );
            event.rules.extend(self.cites.supply);
            event.only = self.switches.masking.then_some(side);
            event
        });
    }
}

/// The lines of supply of a side past what bars them, however dear: searched when somebody asks why a unit has none, once for
/// a whole phase.
#[derive(Default)]
pub struct Past {
    /// Past towns and guns.
    towns: OnceCell<SupplyMap>,
    /// Past zones as well.
    zones: OnceCell<SupplyMap>,
}

/// What bars lines of supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bars {
    /// Everything that does [10.1.10] [10.1.11].
    All,
    /// Zones and units only.
    Zones,
    /// Units only.
    None,
}

/// More points than any line of supply needs.
const ENOUGH: Mp = Mp::whole(500);
