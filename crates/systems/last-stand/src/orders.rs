//! Standing orders: what a player can have answered in the other side's turn.

use crate::class::SOVIET;
use crate::game::LastStand;
use crate::state::{Phase, Stage, State};
use crate::verb::{DONE, NO_AIR, RETREAT};
use board::{Side, UnitId};
use engine::{Choice, Order, Text};

/// No air point when he is attacked (9.22).
const NO_DEFENSIVE_AIR: &str = "no-defensive-air";
/// No reaction (5.41).
const NO_REACTION: &str = "no-reaction";
/// No headquarters is given up (7.55).
const KEEP_HEADQUARTERS: &str = "keep-headquarters";
/// Points are paid by retreating (6.42).
const ALWAYS_RETREAT: &str = "retreat";
/// The strongest unit loses first (6.42) (6.43).
const SPREAD_LOSSES: &str = "spread-losses";
/// The first way back is taken (6.61).
const RETREAT_WAY: &str = "retreat-way";

impl LastStand {
    /// The orders a side may leave.
    pub(crate) fn standing_orders(&self, side: Side) -> Vec<Order> {
        let order = |id, text, rule| Order { id, text: Text::new(text), rule };
        let mut orders = vec![
            order(NO_DEFENSIVE_AIR, "order.no-defensive-air", "9.22"),
            order(NO_REACTION, "order.no-reaction", "5.41"),
            order(ALWAYS_RETREAT, "order.retreat", "6.42"),
            order(SPREAD_LOSSES, "order.spread-losses", "6.43"),
            order(RETREAT_WAY, "order.retreat-way", "6.61"),
        ];
        if side == SOVIET {
            orders.push(order(KEEP_HEADQUARTERS, "order.keep-headquarters", "7.55"));
        }
        orders
    }

    /// What the orders that are on make the decider choose.
    pub(crate) fn ordered_choice(
        &self,
        state: &State,
        is_on: &dyn Fn(&str) -> bool,
    ) -> Option<Choice> {
        let attacker = state.fight.as_ref().map(|f| f.attacker);
        let reaction = matches!(state.phase, Phase::GermanReaction | Phase::SovietReaction);
        match state.stage()? {
            Stage::Air(side) if attacker != Some(*side) && is_on(NO_DEFENSIVE_AIR) => Some(NO_AIR),
            Stage::Movement if reaction && is_on(NO_REACTION) => Some(DONE),
            Stage::SelfDestruction if is_on(KEEP_HEADQUARTERS) => Some(DONE),
            _ if self.stage_side(state) == Some(state.phase.side()) => None,
            stage => self.ordered_result(state, stage, is_on),
        }
    }

    /// What a result brings in the other side's turn.
    fn ordered_result(
        &self,
        state: &State,
        stage: &Stage,
        is_on: &dyn Fn(&str) -> bool,
    ) -> Option<Choice> {
        let mut legal = Vec::new();
        self.list(state, &mut legal);
        let unit = |choice: &Choice| if let Choice::Unit(u) = choice { Some(*u) } else { None };
        let strength = |&u: &UnitId| state.position.steps(u);
        let strongest = || legal.iter().rev().filter_map(unit).max_by_key(strength);
        match stage {
            Stage::Points { .. } if is_on(ALWAYS_RETREAT) && legal.contains(&RETREAT) => {
                Some(RETREAT)
            }
            Stage::Points { .. } | Stage::Loss { .. } if is_on(SPREAD_LOSSES) => {
                strongest().map(Choice::Unit)
            }
            Stage::Retreat(_) | Stage::RetreatStep { .. } if is_on(RETREAT_WAY) => {
                legal.first().copied()
            }
            _ => None,
        }
    }
}
