//! Which rules a march acted under. Its line in the log cites them.

use crate::book::Book;
use crate::field::Destination;
use crate::game::Wb95;
use crate::movement::Left;
use crate::state::{MissionKind, Phase, State};
use board::{Side, UnitId};
use engine::Rule;
use hex::{HexId, Mp};

/// What happened on the steps of a march.
#[derive(Default)]
struct Steps {
    sums: bool,
    capped: bool,
    left_zone: bool,
    zone_to_zone: bool,
    slipped_out: bool,
    rough: bool,
    city: bool,
    friends: bool,
    crowd: bool,
    interdicted: u16,
    safe_bridge: bool,
}

impl<B: Book> Wb95<B> {
    /// The rules by which a march cost what it did and ended where it did, beside that of its way
    /// [3.1.4].
    pub(crate) fn rules_of_way(
        &self,
        state: &State<B>,
        unit: UnitId,
        way: &Destination,
        left: Left,
    ) -> Vec<Rule> {
        let mut steps = Steps::default();
        for (i, pair) in way.path.windows(2).enumerate() {
            self.look_at_step(state, unit, (pair[0], pair[1]), left.cap, &mut steps);
            if i + 2 < way.path.len() {
                self.look_at_passage(state, unit, pair[1], &mut steps);
            }
        }
        let side = self.side(unit);
        let started = match (left.spent, way.path.first()) {
            (false, Some(&hex)) => self.interdiction(state, side, hex),
            _ => 0,
        };
        let strategic = state.phase == Phase::Strategic;
        let class = self.class(unit);
        let mut rules: Vec<Rule> = self
            .acting([
                (true, rule!(B, "3.1.11")),
                (strategic, rule!(B, "12.1.1")),
                (strategic, rule!(B, "12.2.3")),
                (class.is_hq(), rule!(B, "9.1.2")),
                (class.is_towed_artillery(), rule!(B, "6.2.1")),
                (steps.sums, rule!(B, "3.1.12")),
                (steps.capped, rule!(B, "3.1.13")),
                (steps.rough, rule!(B, "9.1.3")),
                (steps.city, rule!(B, "CHART-1")),
                (way.extra, rule!(B, "CHART-2")),
                (steps.friends, rule!(B, "3.1.9")),
                (steps.crowd, rule!(B, "3.1.10")),
                (steps.left_zone, rule!(B, "4.2.6")),
                (steps.zone_to_zone, rule!(B, "4.2.5")),
                (steps.slipped_out && way.stops, rule!(B, "4.2.4")),
                (way.stops, rule!(B, "4.2.1")),
                (steps.interdicted > 0, rule!(B, "8.2.13")),
                (started > 0, rule!(B, "8.2.14")),
                (steps.interdicted.max(started) > 1, rule!(B, "8.2.15")),
                (steps.safe_bridge, rule!(B, "8.2.21")),
            ])
            .collect();
        self.add_neighbours(state, side, way, &mut rules);
        rules
    }

    fn look_at_step(
        &self,
        state: &State<B>,
        unit: UnitId,
        (from, to): (HexId, HexId),
        cap: Mp,
        steps: &mut Steps,
    ) {
        let direction = self.map.grid.direction(from, to).expect("a step leads to a neighbour");
        let Some((ground, routed)) = self.ground_cost(state, unit, from, direction, to) else {
            return;
        };
        let side = self.side(unit);
        let crossed = self.map.grid.side(from, direction);
        let (water, hex) = (self.ground.side(crossed), self.ground.hex(to));
        let column = self.class(unit).movement.column();
        let (leaves, enters) =
            (self.in_enemy_zone(state, side, from), self.in_enemy_zone(state, side, to));
        let slowed = self.interdiction(state, side, to);
        let exit = if leaves { self.tables.core.zoc_exit_cost } else { 0 };
        steps.sums |= !routed && (hex.sums || water.cost[column].is_some_and(|c| c > Mp::ZERO));
        steps.rough |= !routed && hex.cost[column].is_none();
        steps.city |= routed && water.city;
        steps.capped |= ground + Mp::whole(slowed + exit) > cap;
        steps.left_zone |= leaves;
        steps.zone_to_zone |= leaves && enters;
        steps.slipped_out |= leaves && !enters;
        steps.interdicted = steps.interdicted.max(slowed);
        let bridged = water.big && self.is_bridged(state, crossed);
        steps.safe_bridge |= bridged && self.crossings_attacked(state, side.other(), to);
    }

    /// A hex that is only passed through [3.1.9] [3.1.10].
    fn look_at_passage(&self, state: &State<B>, unit: UnitId, hex: HexId, steps: &mut Steps) {
        if self.holds(state, self.side(unit), hex) {
            steps.friends = true;
            // How full a masked stack is remains its owner's secret [16.1.1].
            let full = !self.has_room(state, hex, state.position.steps(unit));
            steps.crowd |= full && !self.switches.masking;
        }
    }

    /// Whether a side's air force waits for those who cross a big river into a hex [8.2.19].
    fn crossings_attacked(&self, state: &State<B>, side: Side, hex: HexId) -> bool {
        let waits = |m: &&crate::state::Mission| {
            m.side == side && m.kind == MissionKind::Crossing && !state.secret
        };
        let mut missions = state.missions.iter().filter(waits);
        missions.any(|m| m.attacks.iter().any(|(h, _)| *h == hex))
    }

    /// Enemies beside the end of a march: what must be told of them [16.1.4], or why they have no
    /// zone of control there.
    /// The latter would tell what lies under a mask.
    fn add_neighbours(
        &self,
        state: &State<B>,
        side: Side,
        way: &Destination,
        rules: &mut Vec<Rule>,
    ) {
        let hex = way.hex;
        let enemy = |h: &HexId| self.holds(state, side.other(), *h);
        let met: Vec<HexId> = self.map.grid.around(hex).filter(enemy).collect();
        if self.switches.masking {
            rules.extend(self.acting([(!met.is_empty(), rule!(B, "16.1.4"))]));
            return;
        }
        if way.stops {
            return;
        }
        for unit in met.into_iter().flat_map(|h| state.position.stack(h)) {
            let why = self.why_no_zone(state, unit, hex).filter(|&rule| self.prints(rule));
            rules.extend(why.filter(|rule| !rules.contains(rule)));
        }
    }

    /// Why a unit has no zone of control over a hex beside it [4.1.3] [4.1.4] [6.1.5] [9.1.1]
    /// [15.2.2].
    fn why_no_zone(&self, state: &State<B>, unit: UnitId, hex: HexId) -> Option<Rule> {
        use crate::class::Role;
        let at = state.position.hex(unit)?;
        match self.role(unit) {
            Role::Hq => Some(rule!(B, "9.1.1")),
            Role::Artillery | Role::Battery => Some(rule!(B, "6.1.5")),
            Role::Resilience => Some(rule!(B, "15.2.2")),
            Role::Regular | Role::Towed | Role::SelfPropelled => {
                let side = self.map.grid.side_between(at, hex)?;
                let closed =
                    self.ground.hex(hex).cost[self.class(unit).movement.column()].is_none();
                match self.ground.side(side).big {
                    true => Some(rule!(B, "4.1.3")),
                    false => closed.then_some(rule!(B, "4.1.4")),
                }
            }
            Role::Air => None,
        }
    }
}
