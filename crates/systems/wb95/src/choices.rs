//! The list of the legal choices of every decision.

use crate::air::MISSIONS;
use crate::game::Wb95;
use crate::state::{Stage, State};
use crate::verb::{
    AIRCRAFT, AIRDROP, AIRLIFT, DECLARE, DONE, EW, FIRE, FORTIFICATION_UNITS, FORTIFY, FULL,
    HELICOPTERS, HQ, LEAVE, MARK, NO_HQ, POOL, REFILL, ROLL, SET_UP, SPEC_BRIDGE, SPEC_HQ, STARS,
    STOP, SUGGESTED,
};
use board::Side;
use engine::Choice;
use hex::{Direction, HexId};

impl Wb95 {
    /// All legal choices, sorted, added to `out`.
    pub fn list(&self, state: &State, out: &mut Vec<Choice>) {
        let Some(stage) = state.stage() else { return };
        let start = out.len();
        self.candidates(state, stage, out);
        let legal: Vec<Choice> =
            out.drain(start..).filter(|&c| self.is_listed(state, stage, c)).collect();
        out.extend(legal);
        out[start..].sort_unstable();
    }

    /// Destinations come tested from their search; everything else is tested one by one.
    fn is_listed(&self, state: &State, stage: &Stage, choice: Choice) -> bool {
        let searched = matches!(
            (stage, choice),
            (Stage::Moving { .. }, Choice::Hex(_))
                | (Stage::Pursue(_), Choice::Hex(_))
                | (Stage::FireTarget, Choice::Hex(_) | Choice::Hexside(_))
                | (Stage::AirTarget(..), Choice::Hex(_) | Choice::Hexside(_))
        );
        searched || self.test(state, choice).is_ok()
    }

    fn candidates(&self, state: &State, stage: &Stage, out: &mut Vec<Choice>) {
        let side = self.stage_side(state).unwrap_or(Side::A);
        let own = |out: &mut Vec<Choice>| {
            out.extend(self.roster.units().filter(|&u| self.side(u) == side).map(Choice::Unit));
        };
        match stage {
            Stage::SetupLoss { .. } | Stage::SetupPlace => {
                own(out);
                out.push(SUGGESTED);
            }
            Stage::SetupHex(unit) => {
                out.extend(self.places_for(state, *unit).into_iter().map(Choice::Hex))
            }
            Stage::SetupGuns | Stage::SetupTops => {
                own(out);
                out.extend([DONE, SUGGESTED]);
            }
            Stage::Air(_) => {
                own(out);
                out.push(DONE);
            }
            Stage::AirMission(..) => {
                own(out);
                out.extend(MISSIONS.iter().map(|(c, _)| *c));
                out.push(STOP);
            }
            Stage::AirTarget(side, units, kind) => {
                out.extend(self.mission_targets(state, *side, units, *kind));
                out.push(STOP);
            }
            Stage::AirSpread { .. } => out.extend(self.map.grid.hexes().map(Choice::Hex)),
            Stage::AirCombat => {
                let mut hexes: Vec<HexId> = self.air_pairs(state).iter().map(|p| p.0).collect();
                hexes.dedup();
                out.extend(hexes.into_iter().map(Choice::Hex));
            }
            Stage::AirNext(side) => {
                let mut found: Vec<Choice> = self
                    .immediate(state, *side)
                    .map(|i| {
                        let mission = &state.missions[i];
                        mission.bridge.map_or(Choice::Hex(mission.hex), Choice::Hexside)
                    })
                    .collect();
                found.sort_unstable();
                found.dedup();
                out.extend(found);
            }
            Stage::FireLoss { hex, .. } | Stage::Remove(hex) => {
                out.extend(state.position.stack(*hex).map(Choice::Unit));
            }
            Stage::Barrage => {
                out.extend(self.map.grid.hexes().map(Choice::Hex));
                out.push(DONE);
            }
            Stage::Movement => {
                own(out);
                out.extend([DONE, SPEC_BRIDGE]);
            }
            Stage::Moving { .. } => self.moving_candidates(state, side, out),
            Stage::Refill(_) => own(out),
            Stage::Enter(_) => {
                let mut hexes: Vec<HexId> = self.zones[side].iter().map(|z| z.hex).collect();
                hexes.sort_unstable();
                hexes.dedup();
                out.extend(hexes.into_iter().map(Choice::Hex));
                out.extend([STOP, AIRDROP]);
            }
            Stage::Appear => {
                own(out);
                out.push(DONE);
            }
            Stage::AppearIn(unit) => {
                out.extend(self.appearing_places(state, *unit).map(Choice::Hex))
            }
            Stage::Withdraw { .. } | Stage::Attrition { .. } | Stage::MineLoss { .. } => own(out),
            Stage::Repair => {
                own(out);
                out.push(DONE);
            }
            Stage::Combat => {
                let mut held: Vec<HexId> =
                    self.units_of(state, side.other()).map(|(_, h)| h).collect();
                held.sort_unstable();
                held.dedup();
                out.extend(held.into_iter().map(Choice::Hex));
                out.extend([FIRE, DONE, SPEC_HQ]);
            }
            Stage::Attack => {
                self.attack_candidates(state, out);
                out.extend([DECLARE, STOP]);
            }
            Stage::Support(_) => {
                own(out);
                out.extend([STARS, HQ, NO_HQ, POOL, FORTIFICATION_UNITS]);
                out.extend([EW, AIRCRAFT, HELICOPTERS, DONE]);
            }
            Stage::Stars(_) => {
                own(out);
                out.push(DONE);
            }
            Stage::Pool(_) => out.extend((0..=20).map(Choice::Amount)),
            Stage::Reference => {
                let hexes =
                    state.combat.as_ref().map(|c| self.heaviest(state, c)).unwrap_or_default();
                out.extend(hexes.into_iter().map(Choice::Hex));
            }
            Stage::Roll => out.push(ROLL),
            Stage::Loss { side, .. } | Stage::Pay { side, .. } => {
                let units = state.combat.as_ref().map(|c| self.loss_takers(state, c, *side));
                out.extend(units.unwrap_or_default().into_iter().map(Choice::Unit));
            }
            Stage::Stand(side) => {
                let n = state.combat.as_ref().map_or(0, |c| self.printed_retreat(state, c, *side));
                out.extend((0..=u16::from(n)).map(Choice::Amount));
            }
            Stage::Retreat(side) => {
                let units = state.combat.as_ref().map(|c| self.unsettled(state, c, *side));
                out.extend(units.unwrap_or_default().into_iter().map(Choice::Unit));
                out.push(DONE);
            }
            Stage::RetreatStep { unit, from, way } => {
                out.extend(self.back_from(state, *unit, *from, way).into_iter().map(Choice::Hex));
                out.push(STOP);
            }
            Stage::Pursuit(side) => {
                let units = state.combat.as_ref().map(|c| self.pursuers(state, c, *side));
                out.extend(units.unwrap_or_default().into_iter().map(Choice::Unit));
                out.push(DONE);
            }
            Stage::Pursue(unit) => {
                let ways = state.combat.as_ref().map(|c| self.pursuits(state, c, *unit));
                let ends = ways.unwrap_or_default().into_iter().filter_map(|w| w.last().copied());
                out.extend(ends.map(Choice::Hex));
                out.push(STOP);
            }
            Stage::FireTarget => {
                out.extend(self.fire_targets(state));
                out.push(STOP);
            }
            Stage::Fire(_) => {
                own(out);
                out.extend([ROLL, STOP]);
            }
            Stage::Modern(step) => {
                if let Some(ww3) = &self.ww3 {
                    ww3.candidates(self, state, step, out);
                }
            }
            Stage::Resolve | Stage::AirResolve | Stage::Supply(_) => {}
        }
    }

    fn moving_candidates(&self, state: &State, side: Side, out: &mut Vec<Choice>) {
        out.extend(self.roster.units().filter(|&u| self.side(u) == side).map(Choice::Unit));
        out.extend([STOP, DONE, FULL, SET_UP, FORTIFY, MARK, LEAVE, REFILL, AIRLIFT, SPEC_BRIDGE]);
        let Some((unit, at, left, stopped)) = self.in_hand(state) else { return };
        if stopped {
            return;
        }
        out.extend(
            self.destinations(state, unit, at, left).into_iter().map(|d| Choice::Hex(d.hex)),
        );
        let mut sides: Vec<Choice> = Direction::ALL
            .into_iter()
            .map(|d| self.map.grid.side(at, d))
            .filter(|&s| self.ground.bridge(s).is_some() || self.ground.side(s).big)
            .map(Choice::Hexside)
            .collect();
        sides.dedup();
        out.extend(sides);
    }

    fn attack_candidates(&self, state: &State, out: &mut Vec<Choice>) {
        let Some(combat) = state.combat.as_ref() else { return };
        let Some(&first) = combat.hexes.first() else { return };
        for hex in self.map.grid.around(first) {
            out.extend(state.position.stack(hex).map(Choice::Unit));
        }
        let mut near: Vec<HexId> = self.map.grid.within(first, 2).collect();
        near.sort_unstable();
        out.extend(near.into_iter().map(Choice::Hex));
    }
}
