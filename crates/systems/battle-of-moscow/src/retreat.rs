//! Retreats [CRT-6] to [CRT-9].

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::orders::RETREAT_WAY;
use crate::state::{Mark, State, Units};
use board::{Side, UnitId};
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, Log, No, Play, Text, Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// Units must retreat: those that cannot are eliminated [CRT-9]; the rest wait to be moved [CRT-6].
    pub fn begin_retreat(&self, state: &mut State, units: Units, hexes: u8, log: &mut Log) {
        let mut waiting = Units::new();
        for unit in units {
            match self.kind(state, unit) {
                Kind::Worker | Kind::Fortification | Kind::Replacement => {
                    self.lose(state, unit, rule!("CRT-9"), log);
                }
                _ => waiting.push(unit),
            }
        }
        waiting.sort_unstable();
        if !waiting.is_empty() {
            state.ask(Retreat { units: waiting, hexes });
        }
    }

    /// The side that moves retreating units: the other one [CRT-6].
    pub fn retreat_mover(&self, state: &State, unit: UnitId) -> Side {
        self.side(state, unit).other()
    }

    /// Whether a retreating unit may enter a hex [CRT-7]: passable, no enemy, no enemy zone. Germans pass
    /// partisans [PAR-7]; partisans ignore zones [PAR-8]; Russians may use a full fort.
    fn may_retreat_into(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let side = self.side(state, unit);
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        self.is_passable(state, side, hex)?;
        self.is_own_front(state, unit, hex)?;
        let enemy = self.holder(state, hex) == Some(side.other());
        if enemy && !(side == GERMAN && self.is_partisan_only(state, hex)) {
            return no(rule!("CRT-7"), "no.retreat-enemy");
        }
        if self.kind(state, unit) != Kind::Partisan && self.in_enemy_zone(state, side, hex) {
            return no(rule!("CRT-7"), "no.retreat-zone");
        }
        Ok(())
    }

    /// Whether a retreat that has reached `hex` after `made` steps can be finished with room to
    /// stay (R28).
    fn can_finish(
        &self,
        state: &State,
        unit: UnitId,
        from: HexId,
        hex: HexId,
        made: u8,
        hexes: u8,
    ) -> bool {
        if made < hexes {
            return self.onward(from, hex, made).any(|next| {
                self.may_retreat_into(state, unit, next).is_ok()
                    && self.can_finish(state, unit, from, next, made + 1, hexes)
            });
        }
        if self.is_enemy_partisan(state, unit, hex) {
            // One hex further, so as not to end there (R69).
            return self.onward(from, hex, made).any(|next| {
                self.may_retreat_into(state, unit, next).is_ok()
                    && !self.is_enemy_partisan(state, unit, next)
                    && self.has_room(state, unit, next).is_ok()
            });
        }
        self.has_room(state, unit, hex).is_ok()
    }

    fn is_enemy_partisan(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.side(state, unit) == GERMAN && self.holder(state, hex) == Some(RUSSIAN)
    }

    /// The neighbours to which a retreat may go on: any but the hex it began in, since it goes "in
    /// any direction
    /// or combination of directions"; by option only those that are one hex farther from there
    /// (R28).
    fn onward(&self, from: HexId, at: HexId, made: u8) -> impl Iterator<Item = HexId> + '_ {
        let grid = &self.map.grid;
        let straight = self.switches.straight_retreats;
        grid.around(at).filter(move |&n| match straight {
            true => grid.distance(from, n) == u16::from(made) + 1,
            false => n != from,
        })
    }

    /// Whether the next step of a retreat may go to `to`.
    fn may_step_back(&self, state: &State, step: &RetreatStep, to: HexId) -> Result<(), No> {
        let &RetreatStep { unit, from, made, hexes } = step;
        let no = |text| Err(No::new(rule!("CRT-7"), text).unit(unit).hex(to));
        let at = self.place_in_hand(state, unit);
        if !self.onward(from, at, made).any(|n| n == to) {
            return no("no.retreat-distance");
        }
        self.may_retreat_into(state, unit, to)?;
        match self.can_finish(state, unit, from, to, made + 1, hexes) {
            true => Ok(()),
            false => no("no.retreat-full"),
        }
    }

    /// Whether a unit has any legal retreat.
    pub fn can_retreat(&self, state: &State, unit: UnitId, hexes: u8) -> bool {
        let from = self.place_in_hand(state, unit);
        self.onward(from, from, 0).any(|next| {
            self.may_retreat_into(state, unit, next).is_ok()
                && self.can_finish(state, unit, from, next, 1, hexes)
        })
    }

    /// A unit is chosen to retreat: it is moved step by step, or eliminated if it has no legal retreat; then a
    /// regular Russian unit leaves a partisan [CRT-8] [PAR-1].
    fn retreat_unit(&self, state: &mut State, unit: UnitId, hexes: u8, log: &mut Log) {
        let from = self.place_in_hand(state, unit);
        if self.can_retreat(state, unit, hexes) {
            return state.ask(RetreatStep { unit, from, made: 0, hexes });
        }
        let leaves_partisan = self.class(state, unit).is_regular_russian();
        let partisan = self.kind(state, unit) == Kind::Partisan;
        self.lose(state, unit, if partisan { rule!("PAR-8") } else { rule!("CRT-8") }, log);
        if leaves_partisan {
            let partisan = self.raise_partisan(state, &[rule!("PAR-1")], from, log);
            state.position.set_mark(partisan, Mark::Fought, true);
        }
    }

    /// A retreating unit makes a step.
    fn step_back(&self, state: &mut State, step: &RetreatStep, to: HexId, log: &mut Log) {
        let &RetreatStep { unit, from, made, hexes } = step;
        let made = made + 1;
        let at = self.place_in_hand(state, unit);
        self.lay(state, unit, to);
        let among_partisans = self.is_enemy_partisan_below(state, unit, to);
        if !among_partisans {
            self.pass_through(state, unit, to, log);
        }
        log.say(|| {
            let text = Text::new("event.retreated").unit(unit).hex(to);
            let mut event =
                Event::new(EventKind::Retreated, rule!("CRT-6"), text).unit(unit).hex(to);
            event.moves.push(engine::Moved { unit, path: vec![at, to] });
            event.rules.extend(among_partisans.then_some(rule!("PAR-7")));
            let unbound = self.kind(state, unit) == Kind::Partisan;
            let zoned = unbound && state.position.in_zone(GERMAN, to);
            event.rules.extend(zoned.then_some(rule!("PAR-8")));
            event
        });
        if made < hexes || among_partisans {
            let hexes = if made >= hexes { hexes + 1 } else { hexes };
            state.ask(RetreatStep { unit, from, made, hexes });
        }
    }

    /// Whether a German unit lies on partisans in the middle of its retreat.
    fn is_enemy_partisan_below(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.side(state, unit) == GERMAN
            && state.position.stack(hex).any(|u| self.side(state, u) == RUSSIAN)
    }
}

/// Which of the beaten retreats next [CRT-6].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    /// Those that still must.
    pub units: Units,
    /// How far.
    pub hexes: u8,
}

impl Decide<BattleOfMoscow> for Retreat {
    const ID: &'static str = "retreat";
    const WRONG: Wrong = (rule!("CRT-6"), "no.choose-retreat");

    fn decider(&self, game: &BattleOfMoscow, state: &State) -> Side {
        game.retreat_mover(state, *self.units.first().expect("somebody must retreat"))
    }

    fn list(&self, _: &BattleOfMoscow, _: &State, _: &mut Desk, out: &mut Choices) {
        out.units(self.units.iter().copied());
    }

    fn may(&self, _: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) if self.units.contains(&unit) => Ok(()),
            Choice::Unit(_) => Err(No::new(rule!("CRT-6"), "no.not-among-them")),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { engine::impossible(self, choice) };
        let units: Units = self.units.iter().copied().filter(|&u| u != unit).collect();
        play.close();
        if !units.is_empty() {
            play.ask(Retreat { units, hexes: self.hexes });
        }
        play.game.retreat_unit(play.state, unit, self.hexes, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        let text = Text::new("prompt.retreat").n(self.hexes);
        text.with("units", Arg::Units(self.units.to_vec())).into()
    }

    fn ordered(&self, at: At<'_, BattleOfMoscow>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        first_way(self.decider(at.game, at.state), at, is_on)
    }
}

/// The next hex of a retreat [CRT-6] [CRT-7].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RetreatStep {
    /// The unit.
    pub unit: UnitId,
    /// Where it began.
    pub from: HexId,
    /// How many steps it has made.
    pub made: u8,
    /// How many it must make.
    pub hexes: u8,
}

impl Decide<BattleOfMoscow> for RetreatStep {
    const ID: &'static str = "retreat-step";
    const WRONG: Wrong = (rule!("CRT-6"), "no.choose-hex");

    fn decider(&self, game: &BattleOfMoscow, state: &State) -> Side {
        game.retreat_mover(state, self.unit)
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, _: &mut Desk, out: &mut Choices) {
        let around = game.map.grid.around(game.place_in_hand(state, self.unit));
        out.hexes(around.filter(|&hex| game.may_step_back(state, self, hex).is_ok()));
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_step_back(at.state, self, hex),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.step_back(play.state, self, hex, play.log);
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        let text = Text::new("prompt.retreat-step").unit(self.unit).hex(self.from);
        text.n(self.hexes - self.made).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }

    fn ordered(&self, at: At<'_, BattleOfMoscow>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        first_way(self.decider(at.game, at.state), at, is_on)
    }
}

/// In the other's turn the first way of a retreat is taken, if so ordered.
fn first_way(
    decider: Side,
    at: At<'_, BattleOfMoscow>,
    is_on: &dyn Fn(&str) -> bool,
) -> Option<Choice> {
    let ordered = decider != at.state.active && is_on(RETREAT_WAY);
    ordered.then(|| at.choices.nth(0)).flatten()
}
