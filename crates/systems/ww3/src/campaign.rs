//! The campaign (chapter 15.8): a scenario begins from the end of the one before it.
//!
//! LINK-1 Harvest Festival to Target Moscow · LINK-2 to A107 and A113 · LINK-3 what is new everywhere · LINK-4 to Moscow

use crate::decision::*;
use crate::{Game, State, Ww3};
use board::{Side, Spot, UnitId};
use engine::No;
use hex::HexId;
use wb95::game::Setup;
use wb95::state::{DEAD, FROM_AIR, OUT, Phase, SCHEDULED, SETUP};

impl Ww3 {
    /// The start of this scenario from the end of the one before it.
    pub fn carry_on(&self, game: &Game, before: &State) -> Result<State, No> {
        let follows = before.phase == Phase::Over && before.own.scenario + 1 == self.scenario.order;
        if !follows || game.scenario.carries_on.is_none() {
            return Err(
                No::new(rule!("LINK-2"), "no.not-the-one-before").n(i32::from(self.scenario.order))
            );
        }
        let mut state = game.empty();
        state.own.scenario = self.scenario.order;
        state.own.linked = true;
        state.own.ew = before.own.ew;
        for hex in game.map.grid.hexes() {
            let kept = before.position.control(hex);
            let control = if self.rebuilds || self.scenario.order == 2 {
                self.control[hex.index()]
            } else {
                kept
            };
            state.position.set_control(hex, control);
        }
        state.broken.clone_from(&before.broken);
        state.built.clone_from(&before.built);
        for side in Side::BOTH {
            let old = &before.own;
            state.own.strikes_campaign[side] = old.strikes_campaign[side] + old.strikes[side];
            let shared = self.answers.is_some() && self.scenario.order > 3;
            state.own.strikes_before[side] = if shared { old.strikes[side] } else { 0 };
        }
        match self.rebuilds {
            true => self.rebuild(game, before, &mut state),
            false => self.keep(game, before, &mut state),
        }
        Ok(state)
    }

    /// Everybody stays where he is, as he is [LINK-1] [LINK-2].
    fn keep(&self, game: &Game, before: &State, state: &mut State) {
        for unit in game.roster.units() {
            self.keep_unit(game, before, state, unit);
        }
        for side in Side::BOTH {
            state.forts[side].clone_from(&before.forts[side]);
        }
        state.own.contaminated.clone_from(&before.own.contaminated);
        // What runs on counts its turns from the new first day; what ended with the last one is gone [NUC-6].
        let contaminated = &mut state.own.contaminated;
        contaminated.retain(|c| c.until > before.turn);
        for contamination in contaminated {
            contamination.until -= before.turn;
        }
        state.ask_own(BeginSetup);
        self.ask_displaced(game, state);
    }

    fn keep_unit(&self, game: &Game, before: &State, state: &mut State, unit: UnitId) {
        let alone = self.alone.contains(&unit);
        match before.position.spot(unit) {
            Spot::Hex(hex) => {
                state.position.set_steps(unit, before.position.steps(unit));
                state.position.set_face(unit, before.position.face(unit));
                state.oos[unit.index()] = before.oos[unit.index()];
                state.disorganised[unit.index()] = carried_disorder(before, unit);
                game.lay(state, unit, hex);
            }
            Spot::Box(DEAD) => {
                state.position.set_steps(unit, 0);
                game.put(state, unit, DEAD);
            }
            Spot::Box(SCHEDULED) => {
                state.position.set_steps(unit, before.position.steps(unit));
                state.own.waiting.push(unit);
                game.put(state, unit, SCHEDULED);
            }
            Spot::Box(_) if game.setup[unit.index()].is_some() && !alone => {
                game.put(state, unit, SETUP);
            }
            Spot::Box(_) if game.due[unit.index()].is_some() => game.put(state, unit, SCHEDULED),
            Spot::Box(_) => game.put(state, unit, OUT),
        }
    }

    /// Both sides deploy again [LINK-4]: NATO in its ring, the garrison in Moscow, all other Russians come by the east.
    fn rebuild(&self, game: &Game, before: &State, state: &mut State) {
        for unit in game.roster.units() {
            let steps = before.position.steps(unit);
            let faction = &self.factions[usize::from(self.faction[unit.index()])];
            let plays = self.scenario.factions.contains(&faction.id);
            let spot = before.position.spot(unit);
            let new = matches!(spot, Spot::Box(OUT));
            let into = match spot {
                _ if !plays => OUT,
                Spot::Box(DEAD) => DEAD,
                _ if new && game.due[unit.index()].is_some() && !self.alone.contains(&unit) => {
                    SCHEDULED
                }
                _ if new && game.setup[unit.index()].is_some() && !self.alone.contains(&unit) => {
                    SETUP
                }
                _ if new => OUT,
                _ if faction.side == Side::A => SETUP,
                Spot::Hex(hex) if self.moscow.contains(&hex) => SETUP,
                _ => SCHEDULED,
            };
            if !new {
                state.position.set_steps(unit, steps);
            }
            if into == SCHEDULED && !new {
                state.own.waiting.push(unit);
            }
            game.put(state, unit, into);
        }
        state.ask_own(BeginSetup);
    }

    /// Where a unit of a linked game may be set up that the scenario alone does not list.
    pub fn linked_setup<'a>(&'a self, game: &'a Game, unit: UnitId) -> Option<&'a Setup> {
        let side = game.side(unit);
        let mut same = game.roster.units().filter(|&u| game.side(u) == side);
        same.find_map(|u| game.setup[u.index()].as_ref())
    }

    /// Enemies on the hexes of airborne units give way [A107-9] (R58).
    fn ask_displaced(&self, game: &Game, state: &mut State) {
        for &unit in &self.displaces {
            let Some(hex) = game.setup[unit.index()].as_ref().map(|s| s.usual) else { continue };
            let there: Vec<UnitId> = state.position.stack(hex).collect();
            for other in there.into_iter().filter(|&u| game.side(u) != game.side(unit)) {
                state.ask_own(Displace { unit: other });
            }
        }
    }

    /// Where a displaced unit may go: the nearest hexes that it can stand on (R58).
    pub fn ways_out(&self, game: &Game, state: &State, unit: UnitId) -> Vec<HexId> {
        let Some(at) = state.position.hex(unit) else { return Vec::new() };
        let side = game.side(unit);
        let column = game.class(unit).movement.column();
        let taken = |h: HexId| {
            let mut fixed = self.displaces.iter().filter_map(|u| game.setup[u.index()].as_ref());
            fixed.any(|s| s.usual == h)
        };
        let stands = |h: HexId| {
            game.ground.hex(h).cost[column].is_some()
                && !game.holds(state, side.other(), h)
                && !taken(h)
                && !self.is_contaminated(state, h)
                && game.has_room(state, h, state.position.steps(unit))
                && game.may_share(state, unit, h)
        };
        let grid = &game.map.grid;
        for radius in 1..=grid.len() as u16 {
            let mut found: Vec<HexId> = grid
                .within(at, radius)
                .filter(|&h| grid.distance(at, h) == radius && stands(h))
                .collect();
            if !found.is_empty() {
                found.sort_unstable();
                return found;
            }
        }
        Vec::new()
    }

    /// The set-up of a linked scenario begins: airborne units find room, then both sides place what they have (R84).
    pub fn begin_linked_setup(&self, game: &Game, state: &mut State) {
        state.close();
        for &unit in &self.displaces {
            if state.position.spot(unit) != Spot::Box(SETUP) {
                continue;
            }
            let Some(hex) = game.setup[unit.index()].as_ref().map(|s| s.usual) else { continue };
            let cels = state.position.steps(unit);
            let open = |h: HexId| {
                !game.holds(state, game.side(unit).other(), h)
                    && game.has_room(state, h, cels)
                    && !self.is_contaminated(state, h)
                    && !self.is_closed(game, h)
            };
            let grid = &game.map.grid;
            let near =
                grid.hexes().filter(|&h| open(h)).min_by_key(|&h| (grid.distance(h, hex), h));
            if let Some(to) = near {
                game.lay(state, unit, to);
            }
        }
        game.begin_setup(state);
    }
}

/// The clock of a disorganised unit on the day before the first, which the last day of the scenario
/// before is [LINK-2].
fn carried_disorder(before: &State, unit: UnitId) -> u16 {
    match before.disorganised[unit.index()] {
        0 => 0,
        disorder => {
            let since = disorder & !FROM_AIR;
            let days = u16::from(before.turn) * 12;
            since.saturating_sub(days).max(1) | (disorder & FROM_AIR)
        }
    }
}

/// The set-up of a linked scenario [LINK-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BeginSetup;

impl Automatic<Game> for BeginSetup {
    const ID: &'static str = "begin-setup";

    fn run(&self, play: &mut Play<'_>) {
        play.game.own.begin_linked_setup(play.game, play.state);
    }
}

/// Where a displaced unit goes [A107-9].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Displace {
    /// The unit.
    pub unit: UnitId,
}

impl Decide<Game> for Displace {
    const ID: &'static str = "displace";
    const WRONG: Wrong = (rule!("A107-9"), "no.choose-hex");

    fn decider(&self, game: &Game, _: &State) -> Side {
        game.side(self.unit)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.own.ways_out(game, state, self.unit));
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) => {
                Err(No::new(rule!("A107-9"), "no.not-there").unit(self.unit).hex(hex))
            }
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { impossible(self, choice) };
        play.close();
        play.game.lay(play.state, self.unit, hex);
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        Text::new("prompt.displace").unit(self.unit).into()
    }
}
