//! What a choice brings with it by the WW3 book: what a move pays and passes, what a pursuit may do, what a button binds.

use super::Ww3;
use crate::game::Wb95;
use crate::movement::Destination;
use crate::state::{Combat, Phase, Stage, State, Way};
use crate::verb::{
    AIRLIFT, DONE, EW, SET_UP, SPEC, SPEC_BRIDGE, SPEC_HQ, STARS, STOP, THERMOBARIC,
};
use crate::ww3::step::Step;
use board::{Side, UnitId};
use engine::view::{Effect, Offer};
use engine::{Choice, Text};
use hex::{HexId, SideId};

/// An effect that neither warns nor pleases.
fn plain(kind: &'static str, id: &'static str, rule: &'static str) -> Effect {
    Effect { kind, text: Text::new(id), rule, tone: "" }
}

impl Wb95 {
    /// The rule by which a unit does not enter the hex of enemies: guns that move by themselves are not overrun ([8.1.7]
    /// of WW3), as far as it knows what is there.
    pub(crate) fn enemy_rule(&self, state: &State, unit: UnitId, hex: HexId) -> &'static str {
        let lone = state.position.stack(hex).all(|u| {
            let class = self.class(u);
            class.is_hq() || class.is_artillery()
        });
        let known = self.knows_types(state, self.side(unit), hex);
        match self.ww3.is_some() && lone && known && self.class(unit).is_regular() {
            true => "ww3:8.1.7",
            false => "3.1.8",
        }
    }
}

impl Ww3 {
    /// Adds what only WW3 says to the offers of a decision.
    pub fn explain_offers(&self, game: &Wb95, state: &State, offers: &mut [Offer]) {
        let pursuits = match (state.stage(), &state.combat) {
            (Some(Stage::Pursue(unit)), Some(combat)) => game.pursuits(state, combat, *unit),
            _ => Vec::new(),
        };
        for offer in offers {
            let more = match (offer.choice, state.stage()) {
                (Choice::Verb(_), Some(stage)) => {
                    self.button_effect(game, state, stage, offer.choice)
                }
                (Choice::Hex(hex), Some(Stage::Pursue(unit))) => {
                    let way = pursuits.iter().find(|w| w.last() == Some(&hex));
                    way.map(|w| self.pursuit_effects(game, state, *unit, w)).unwrap_or_default()
                }
                _ => Vec::new(),
            };
            offer.effects.extend(more);
        }
    }

    /// What a button binds or uses up.
    fn button_effect(
        &self,
        game: &Wb95,
        state: &State,
        stage: &Stage,
        choice: Choice,
    ) -> Vec<Effect> {
        let attacks = |side: &Side| *side == game.active(state);
        match (stage, choice) {
            (Stage::Combat, DONE) => vec![plain("end", "effect.no-attack-owed", "ww3:7.1.7")],
            (Stage::Support(side), DONE) if attacks(side) => {
                vec![plain("bound", "effect.bound", "ww3:8.3.3")]
            }
            (Stage::Support(_), DONE) => vec![plain("bound", "effect.bound", "ww3:8.4.7")],
            (Stage::Support(_), STARS) => vec![plain("choice", "effect.voluntary", "ww3:7.3.4")],
            (Stage::Support(_) | Stage::Modern(Step::Prepare), EW) => {
                vec![plain("spent", "effect.ew-spent", "ww3:20.6")]
            }
            (Stage::Moving { .. }, SET_UP) => vec![plain("set-up", "effect.set-up", "ww3:8.6.4")],
            (Stage::Moving { .. }, AIRLIFT) => {
                vec![plain("flight", "effect.airlift", "ww3:4.2.23")]
            }
            (Stage::Enter(_), STOP) => vec![plain("delay", "effect.delay", "ww3:15.2.2")],
            (_, SPEC | SPEC_BRIDGE | SPEC_HQ) => vec![plain("spec", "effect.spec", "ww3:17.2.1")],
            (_, THERMOBARIC) => vec![plain("fire", "effect.thermobaric", "ww3:22.3")],
            _ => Vec::new(),
        }
    }

    /// What a move to a hex pays, passes and meets.
    pub fn move_effects(&self, game: &Wb95, state: &State, way: &Destination) -> Vec<Effect> {
        let Some((unit, at, left, _)) = game.in_hand(state) else { return Vec::new() };
        let mut effects = Vec::new();
        self.ground_effects(game, state, unit, way, &mut effects);
        self.zone_effects(game, state, unit, way, &mut effects);
        self.works_effects(game, state, unit, at, way, &mut effects);
        let through = &way.path[1..way.path.len().saturating_sub(1).max(1)];
        if through.iter().any(|&h| game.holds(state, game.side(unit), h)) {
            effects.push(plain("friends", "effect.through-friends", "ww3:4.1.10"));
        }
        let paid: Option<u32> =
            way.path.windows(2).map(|p| self.ground_of(game, state, unit, p)).sum();
        if way.path.len() == 2 && paid.is_some_and(|p| p > u32::from(left.cap.sixtieths())) {
            effects.push(plain("one-hex", "effect.one-hex", "ww3:4.1.13"));
        }
        if game.class(unit).is_towed_artillery() && game.is_deployed(state, unit) {
            effects.push(plain("shift", "effect.shift", "ww3:8.6.7"));
        }
        self.stack_effect(game, state, unit, way.hex, &mut effects);
        if state.phase == Phase::Strategic {
            effects.push(plain("strategic", "effect.strategic", "ww3:13.1.1"));
        }
        effects
    }

    /// What the ground of a step costs, in sixtieths.
    fn ground_of(&self, game: &Wb95, state: &State, unit: UnitId, pair: &[HexId]) -> Option<u32> {
        let direction = game.map.grid.direction(pair[0], pair[1])?;
        let (cost, _) = game.ground_cost(state, unit, pair[0], direction, pair[1])?;
        Some(cost.sixtieths().into())
    }

    /// Off the roads a unit pays for the ground [4.1.11], and for the water before it [4.1.12].
    fn ground_effects(
        &self,
        game: &Wb95,
        state: &State,
        unit: UnitId,
        way: &Destination,
        effects: &mut Vec<Effect>,
    ) {
        let column = game.class(unit).movement.column();
        let routed =
            |s: SideId| game.is_open_route(state, s) && game.ground.side(s).road[column].is_some();
        let sides = way.path.windows(2).filter_map(|p| game.map.grid.side_between(p[0], p[1]));
        let open: Vec<SideId> = sides.filter(|&s| !routed(s)).collect();
        let wet = |s: &SideId| game.ground.side(*s).water && !state.built.contains(s);
        if open.iter().any(wet) {
            effects.push(plain("water", "effect.water", "ww3:4.1.12"));
        } else if !open.is_empty() {
            effects.push(plain("ground", "effect.ground", "ww3:4.1.11"));
        }
    }

    /// Zones that are left [6.2.6], entered again [6.2.4] or one after the other [6.2.5], and neighbours that have none.
    fn zone_effects(
        &self,
        game: &Wb95,
        state: &State,
        unit: UnitId,
        way: &Destination,
        effects: &mut Vec<Effect>,
    ) {
        let side = game.side(unit);
        let zone = |h: &HexId| game.in_enemy_zone(state, side, *h);
        let left = way.path.windows(2).any(|p| zone(&p[0]));
        if left {
            effects.push(plain("zone", "effect.leaves-zone", "ww3:6.2.6"));
        }
        if left && way.stops {
            let direct = way.path.len() == 2;
            effects.push(match direct {
                true => plain("zone", "effect.zone-to-zone", "ww3:6.2.5"),
                false => plain("zone", "effect.zone-again", "ww3:6.2.4"),
            });
        }
        if !way.stops && !way.overruns {
            effects.extend(self.no_zone_effect(game, state, side, way.hex));
        }
    }

    /// Why a known enemy beside a hex does not stop anybody there: a big river between them [6.1.3], or he is a gun [8.1.5]
    /// or a headquarters [11.1.1].
    fn no_zone_effect(&self, game: &Wb95, state: &State, side: Side, hex: HexId) -> Option<Effect> {
        let grid = &game.map.grid;
        let enemy =
            |h: &HexId| game.holds(state, side.other(), *h) && game.knows_types(state, side, *h);
        grid.around(hex).filter(enemy).find_map(|near| {
            let edge = grid.side_between(near, hex)?;
            if game.has_regular(state, near) {
                let big = game.ground.side(edge).big;
                return big.then(|| plain("zone", "effect.zone-stops-at-river", "ww3:6.1.3"));
            }
            let gun = state.position.stack(near).any(|u| game.class(u).is_artillery());
            Some(match gun {
                true => plain("zone", "effect.guns-have-no-zone", "ww3:8.1.5"),
                false => plain("zone", "effect.hq-has-no-zone", "ww3:11.1.1"),
            })
        })
    }

    /// Field fortifications that are left [9.1.6], razed [9.1.7] or entered beside the enemy [9.2.3].
    fn works_effects(
        &self,
        game: &Wb95,
        state: &State,
        unit: UnitId,
        at: HexId,
        way: &Destination,
        effects: &mut Vec<Effect>,
    ) {
        let side = game.side(unit);
        let alone = state.position.stack(at).all(|u| u == unit);
        if state.forts[side].contains(at) && alone {
            effects.push(plain("works", "effect.leaves-works", "ww3:9.1.6"));
        }
        if state.forts[side.other()].contains(way.hex) {
            effects.push(plain("works", "effect.razes-works", "ww3:9.1.7"));
        }
        if way.stops && state.forts[side].contains(way.hex) {
            effects.push(plain("works", "effect.need-not-attack", "ww3:9.2.3"));
        }
    }

    /// A headquarters counts as a level where a hex becomes too full [5.1.2].
    fn stack_effect(
        &self,
        game: &Wb95,
        state: &State,
        unit: UnitId,
        hex: HexId,
        effects: &mut Vec<Effect>,
    ) {
        let full = !game.has_room(state, hex, state.position.steps(unit));
        let mut together = state.position.stack(hex).chain([unit]);
        if full
            && game.holds(state, game.side(unit), hex)
            && together.any(|u| game.class(u).is_hq())
        {
            effects.push(plain("stacking", "effect.hq-counts", "ww3:5.1.2"));
        }
    }

    /// What a pursuit may do that a move may not, and where it ends.
    fn pursuit_effects(&self, game: &Wb95, state: &State, unit: UnitId, way: &Way) -> Vec<Effect> {
        let (Some(combat), Some(at)) = (&state.combat, state.position.hex(unit)) else {
            return Vec::new();
        };
        let side = game.side(unit);
        let steps: Vec<[HexId; 2]> =
            std::iter::once(&at).chain(way).zip(way).map(|(a, b)| [*a, *b]).collect();
        let mut effects = vec![self.path_effect(combat, way)];
        if different_ways(combat, way) {
            effects.push(plain("pursuit", "effect.chosen-path", "ww3:7.7.3"));
        }
        let inner = &way[..way.len() - 1];
        if inner.iter().any(|&h| game.in_enemy_zone(state, side, h)) {
            effects.push(plain("pursuit", "effect.zones-ignored", "ww3:7.7.5"));
        }
        let paid: Option<u32> = steps.iter().map(|p| self.ground_of(game, state, unit, p)).sum();
        let points = u32::from(game.class(unit).mp) * 60;
        if paid.is_some_and(|p| p > points) {
            effects.push(plain("pursuit", "effect.points-ignored", "ww3:7.7.7"));
        }
        let edge = |p: &[HexId; 2]| game.map.grid.side_between(p[0], p[1]);
        if steps.last().and_then(edge).is_some_and(|s| game.ground.side(s).big) {
            effects.push(plain("pursuit", "effect.stops-beyond-river", "ww3:7.7.8"));
        }
        effects
    }

    /// Which hex it is: the emptied one [7.7.4], the path or one beside it [7.7.2], or after an elimination one more
    /// [7.7.10].
    fn path_effect(&self, combat: &Combat, way: &Way) -> Effect {
        let driven = combat.retreats.iter().any(|t| Some(&t.from) == way.first());
        match (driven, way.len()) {
            (true, 1) => plain("pursuit", "effect.emptied-hex", "ww3:7.7.4"),
            (true, _) => plain("pursuit", "effect.retreat-path", "ww3:7.7.2"),
            (false, _) => plain("pursuit", "effect.advance", "ww3:7.7.10"),
        }
    }
}

/// Whether the enemy went different ways from the hex that a pursuit begins in [7.7.3].
fn different_ways(combat: &Combat, way: &Way) -> bool {
    let mut trails = combat.retreats.iter().filter(|t| Some(&t.from) == way.first());
    let first = trails.next().map(|t| &t.way);
    trails.any(|t| Some(&t.way) != first)
}
