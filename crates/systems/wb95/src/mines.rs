//! Losses on mines [18].

use crate::counters::Cause;
use crate::decision::*;
use crate::game::Wb95;
use crate::state::{Combat, Stage, State};
use board::{Side, UnitId};
use engine::{Dice, Event, EventKind, Log, No, Text};
use hex::{Direction, HexId, Mp, Paths};

impl<B: Book> Wb95<B> {
    /// Who loses on mines; `None` in a game without them.
    fn mined_side(&self) -> Option<Side> {
        self.side_named(&self.tables.variant.mines.as_ref()?.side)
    }

    /// A unit moves or pursues from one hex to the next: across a line it qualifies, in either direction [18.1.3] (K-R53).
    pub fn cross_line(&self, state: &mut State<B>, unit: UnitId, from: HexId, to: HexId) {
        if self.mined_side() == Some(self.side(unit)) && self.line_between(from, to) {
            self.note_mined(state, unit, self.fronts.of(to));
        }
    }

    /// The hex before each that a search reached, so that of equally cheap ways the one over the
    /// fewest lines is taken; nothing where no way leads over one, or nobody loses on mines.
    pub(crate) fn ways_off_mines(
        &self,
        state: &State<B>,
        unit: UnitId,
        at: HexId,
        cap: Mp,
        paths: &Paths,
    ) -> Option<Vec<HexId>> {
        let over = |h: &HexId| paths.before(*h).is_some_and(|b| self.line_between(b, *h));
        if self.mined_side() != Some(self.side(unit)) || !paths.reached().iter().any(over) {
            return None;
        }
        let grid = &self.map.grid;
        let mut lines = vec![u16::MAX; grid.len()];
        let mut before = vec![HexId::NONE; grid.len()];
        lines[at.index()] = 0;
        let mut order: Vec<HexId> = paths.reached().to_vec();
        order.sort_by_key(|&h| (paths.cost(h), h));
        for hex in order.into_iter().filter(|&h| h != at) {
            for direction in Direction::ALL {
                let Some(from) = grid.neighbour(hex, direction) else { continue };
                let so_far = lines[from.index()];
                if so_far == u16::MAX || paths.stops_at(from) {
                    continue;
                }
                let step = self.step(state, unit, from, direction.opposite(), hex, cap);
                let cost = paths.cost(from).zip(step.ok()).map(|(sum, step)| sum + step.cost);
                let crossed = so_far + u16::from(self.line_between(from, hex));
                if cost == paths.cost(hex) && crossed < lines[hex.index()] {
                    lines[hex.index()] = crossed;
                    before[hex.index()] = from;
                }
            }
        }
        Some(before)
    }

    /// The lines that a way from hex to hex leads over, for those who lose on mines.
    pub(crate) fn lines_crossed(&self, unit: UnitId, from: HexId, way: &[HexId]) -> usize {
        if self.mined_side() != Some(self.side(unit)) {
            return 0;
        }
        let starts = std::iter::once(&from).chain(way);
        starts.zip(way).filter(|(a, b)| self.line_between(**a, **b)).count()
    }

    /// The attackers of a combat that attack across a line qualify too.
    pub fn attack_over_mines(&self, state: &mut State<B>, combat: &Combat) {
        for &unit in &combat.attackers {
            let Some(at) = state.position.hex(unit) else { continue };
            for &hex in &combat.hexes {
                self.cross_line(state, unit, at, hex);
            }
        }
    }

    fn note_mined(&self, state: &mut State<B>, unit: UnitId, front: u8) {
        if !state.kept.mined.contains(&(front, unit)) {
            state.kept.mined.push((front, unit));
        }
    }

    /// The units of a front that qualify and still live.
    pub fn mined(&self, state: &State<B>, front: u8) -> Vec<UnitId> {
        let here = state.kept.mined.iter().filter(|(f, _)| *f == front).map(|(_, u)| *u);
        here.filter(|&u| state.position.hex(u).is_some()).collect()
    }

    /// The dice of one front, once in a turn, if anybody qualifies [18.1.2] [18.1.4].
    pub fn roll_mines(&self, state: &mut State<B>, front: u8, dice: &mut dyn Dice, log: &mut Log) {
        let Some(rules) = &self.tables.variant.mines else { return };
        let dated = self.scenario.mines.is_some_and(|m| (m.from..=m.to).contains(&state.turn));
        let units = self.mined(state, front);
        if !dated || units.is_empty() || self.mined_side() != Some(self.active(state)) {
            return;
        }
        let number = rules.dice.get(&self.fronts.names[usize::from(front)]).copied().unwrap_or(0);
        let rolls: Vec<u16> = (0..number).map(|_| dice.roll(6)).collect();
        let left = rolls.iter().filter(|r| rules.loss_on.contains(r)).count() as u8;
        log.say(|| {
            let text = Text::new("event.mines").n(left);
            let mut event = Event::new(EventKind::Rolled, rule!(B, "18.1.2"), text);
            event.rules.extend([rule!(B, "18.1.1"), rule!(B, "18.1.4")]);
            event.units.extend(units.iter().copied());
            event.rolled(&rolls, i16::from(left))
        });
        state.ask(MineLoss { front, left });
        self.settle_mines(state, log);
    }

    /// The dice of the turn are over: who crosses or attacks across a line from now on, be it in
    /// the enemy's half of the turn, meets those of the next [18.1.4].
    pub fn clear_mined(&self, state: &mut State<B>) {
        if self.mined_side() == Some(self.active(state)) {
            state.kept.mined.clear();
        }
    }

    /// Losses that leave no choice are taken at once, those beyond the last CEL are ignored.
    fn settle_mines(&self, state: &mut State<B>, log: &mut Log) {
        let Some(&Stage::MineLoss(MineLoss { front, left })) = state.stage() else { return };
        let units = self.mined(state, front);
        let all = self.cels_of(state, &units);
        if left > 0 && units.len() > 1 && all > u16::from(left) {
            return;
        }
        state.close();
        for _ in 0..left {
            let unit = self.mined(state, front).first().copied();
            if let Some(unit) = unit {
                self.reduce(state, unit, Cause::Mines, log);
            }
        }
    }
}

/// Who loses on mines [18.1.3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MineLoss {
    /// The front.
    pub front: u8,
    /// How many.
    pub left: u8,
}

impl<B: Book> Decide<Wb95<B>> for MineLoss {
    const ID: &'static str = "mine-loss";
    const WRONG: Wrong = (rule!(B, "18.1.3"), "no.choose-losses");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.units(game.mined(state, self.front));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Unit(unit) => Err(No::new(rule!(B, "18.1.3"), "no.not-over-mines").unit(unit)),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.game.reduce(play.state, unit, Cause::Mines, play.log);
        play.replace(MineLoss { front: self.front, left: self.left - 1 });
        play.game.settle_mines(play.state, play.log);
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask_left("prompt.mine-loss", self.left)
    }
}
