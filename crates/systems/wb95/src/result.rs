//! The dice and what follows [5.2.1 f-h]: losses, then retreats, pursuit and tests in their order.

use crate::book::Stars;
use crate::counters::Cause;
use crate::decision::*;
use crate::game::Wb95;
use crate::orders;
use crate::state::{Combat, Mark, Resolving, State};
use crate::verb::ROLL;
use board::{BySide, Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, No, Odds, Text, Viewer};
use hex::HexId;

impl<B: Book> Wb95<B> {
    /// Throws the dice of the combat in hand.
    pub fn roll_combat(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        let mut combat = state.combat.take().expect("a combat is in hand");
        let weighed = self.weigh(state, &combat);
        let rolls = [dice.roll(6), dice.roll(6)];
        let roll = rolls.iter().sum::<u16>() as i16;
        let cell = self.tables.combat.cell(roll + weighed.modifier, weighed.to).clone();
        log.say(|| {
            let id = if weighed.modifier == 0 { "event.rolled" } else { "event.rolled-modified" };
            let text = Text::new(id)
                .n(roll)
                .with("read", Arg::Number(i64::from((roll + weighed.modifier).clamp(2, 12))))
                .with("column", Arg::Name(self.tables.combat.columns[weighed.to].clone()))
                .with("hexes", Arg::Hexes(combat.hexes.to_vec()))
                .with("code", Arg::Name(cell.printed.clone()));
            let mut event = Event::new(EventKind::Rolled, rule!(B, "5.2.1"), text)
                .rolled(&rolls, roll + weighed.modifier);
            let strength = weighed.strength[self.active(state).other()];
            event.rules.extend(self.acting([
                (strength > 0, rule!(B, "1.5")),
                (!weighed.shifts.is_empty(), rule!(B, "1.6")),
            ]));
            event.rules.extend(B::SENTENCES.resolved_also);
            event.code = Some(cell.printed.clone());
            event.result = Some(self.cell_text(&cell));
            event.hexes.extend(combat.hexes.iter().copied());
            event
        });
        combat.attacker = cell.attacker;
        combat.defender = cell.defender;
        self.note_direct(state, &mut combat);
        // Which hex counted, and whether its fortification units did, is fixed now.
        let reference = self.reference(state, &combat);
        let users = self.fortification_users(state, &combat, &[reference]).count();
        combat.fortification_units &= users > 0;
        combat.reference = Some(reference);
        // Which stars count for losses is fixed now, before counters have fought and are turned.
        let valid = BySide::of(|side| self.valid_stars(state, &combat, side));
        for side in Side::BOTH {
            combat.stars[side] = valid[side].iter().copied().collect();
        }
        self.mark_fought(state, &combat);
        self.attack_over_mines(state, &combat);
        for &unit in &combat.attackers {
            self.run_engine(state, unit);
        }
        state.combat = Some(combat);
        state.close();
        state.ask(Resolve);
    }

    /// Who shares the results: attackers, all counters on the defending hexes, and guns that support from a hex beside
    /// the enemy [6.3.4] [6.3.5].
    fn note_direct(&self, state: &State<B>, combat: &mut Combat) {
        let attacker = self.active(state);
        let at = |u: UnitId| state.position.hex(u).map(|h| (u, h));
        let from = self.attacking_hexes(state, combat);
        combat.direct[attacker] = combat.attackers.iter().filter_map(|&u| at(u)).collect();
        let defenders = combat.hexes.iter().flat_map(|&h| state.position.stack(h));
        combat.direct[attacker.other()] = defenders.filter_map(at).collect();
        for side in Side::BOTH {
            let facing = if side == attacker { &combat.hexes } else { &from };
            let shares = side == attacker || B::SENTENCES.defence_shared_beside;
            for &gun in combat.guns[side].iter().filter(|_| shares) {
                let Some((gun, hex)) = at(gun) else { continue };
                let beside = facing.iter().any(|&h| self.map.grid.adjacent(h, hex));
                let listed = combat.direct[side].iter().any(|(u, _)| *u == gun);
                if beside && !listed {
                    combat.direct[side].push((gun, hex));
                }
            }
        }
    }

    fn mark_fought(&self, state: &mut State<B>, combat: &Combat) {
        for side in Side::BOTH {
            for &(unit, _) in &combat.direct[side] {
                state.position.set_mark(unit, Mark::Fought, true);
                self.stir(state, unit);
            }
            for &gun in &combat.guns[side] {
                state.position.set_mark(gun, Mark::Fired, true);
                self.stir(state, gun);
            }
        }
    }

    /// Carries the resolution on until somebody must decide.
    pub fn resolve(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        let attacker = self.active(state);
        let Some(combat) = state.combat.as_mut() else {
            state.close();
            return;
        };
        match combat.step {
            Resolving::AttackerLosses => {
                combat.step = Resolving::DefenderLosses;
                let left = combat.attacker.loss;
                self.begin_losses(state, attacker, left, log);
            }
            Resolving::DefenderLosses => {
                combat.step = Resolving::Retreat;
                let left = combat.defender.loss;
                self.begin_losses(state, attacker.other(), left, log);
            }
            Resolving::Retreat => {
                combat.step = Resolving::Pursuit;
                let side = match (combat.defender.retreat, combat.attacker.retreat) {
                    (0, 0) => return,
                    (0, _) => attacker,
                    _ => attacker.other(),
                };
                self.begin_retreat(state, side, log);
            }
            Resolving::Pursuit => {
                combat.step = Resolving::Close;
                self.begin_pursuit(state);
            }
            Resolving::Close => self.close_combat(state, dice, log),
        }
    }

    /// Those that may take a printed loss: the sharers, and headquarters that stand with them.
    pub fn loss_takers(&self, state: &State<B>, combat: &Combat, side: Side) -> Vec<UnitId> {
        let mut units = self.sharers(state, combat, side);
        if B::SENTENCES.hq_as_loss.is_some() {
            let hexes: Vec<HexId> = combat.direct[side].iter().map(|(_, h)| *h).collect();
            let beside = self.units_of(state, side).filter(|(_, h)| hexes.contains(h));
            let hqs: Vec<UnitId> =
                beside.map(|(u, _)| u).filter(|&u| self.class(u).is_hq()).collect();
            units.extend(hqs);
            units.sort_unstable();
            units.dedup();
        }
        units
    }

    fn begin_losses(&self, state: &mut State<B>, side: Side, left: u8, log: &mut Log) {
        if left == 0 {
            return;
        }
        state.ask(Loss { side, left });
        self.settle_losses(state, log);
    }

    /// Losses that leave no choice are taken at once; those beyond the last CEL are ignored [5.4 no. 3].
    pub fn settle_losses(&self, state: &mut State<B>, log: &mut Log) {
        let Loss { side, left } = *state.asked::<Loss>();
        let combat = state.the_combat();
        let units = self.loss_takers(state, combat, side);
        let all = self.cels_of(state, &units);
        if left == 0 || all == 0 {
            state.close();
        } else if u16::from(left) >= all || units.len() == 1 {
            state.close();
            for _ in 0..left {
                let unit = units.iter().copied().find(|&u| state.position.hex(u).is_some());
                if let Some(unit) = unit {
                    self.lose(state, side, unit, Cause::Combat, log);
                }
            }
        }
    }

    /// A unit of the combat loses a CEL.
    pub fn lose(
        &self,
        state: &mut State<B>,
        side: Side,
        unit: UnitId,
        cause: Cause,
        log: &mut Log,
    ) {
        if let Some(mut combat) = state.combat.take() {
            if let Some(rule) = B::SENTENCES.hq_as_loss
                && self.class(unit).is_hq()
                && self.fought_on(&combat, side, unit).is_none()
            {
                log.say(|| {
                    let text = Text::new("event.hq-given-up").unit(unit);
                    Event::new(EventKind::Changed, rule, text).unit(unit)
                });
            }
            combat.lost[side] += 1;
            combat.user_lost[side] |= combat.stars[side].contains(&unit);
            combat.digger_lost |= self.digs(state, &combat, unit);
            state.combat = Some(combat);
        }
        self.reduce(state, unit, cause, log);
    }

    /// Whether a unit used its ability as a fortification unit: on the hex that counted [15.4.3]
    /// (K-R70).
    fn digs(&self, state: &State<B>, combat: &Combat, unit: UnitId) -> bool {
        let side = self.side(unit);
        combat.fortification_units
            && side != self.active(state)
            && self.class(unit).fortification
            && self.fought_on(combat, side, unit) == combat.reference
    }

    /// Whether a unit used a star that counted, or its ability.
    fn is_user(&self, state: &State<B>, combat: &Combat, side: Side, unit: UnitId) -> bool {
        combat.stars[side].contains(&unit) || self.digs(state, combat, unit)
    }

    /// The duties that are open: a CEL of a unit that used a star, one of a fortification unit; only where one is left to
    /// give it.
    fn duties(&self, state: &State<B>, combat: &Combat, side: Side) -> [bool; 2] {
        let alive = self.sharers(state, combat, side);
        let star = alive.iter().any(|u| combat.stars[side].contains(u));
        let digger = alive.iter().any(|&u| self.digs(state, combat, u));
        let dug = side != self.active(state) && combat.digger_lost;
        [star && !combat.user_lost[side], digger && !dug]
    }

    /// Whether a side would still owe a CEL of a user if it lost so many in all: one of either kind is enough, but where the
    /// duties are separate two losses meet both (5.4).
    pub fn owes_user(&self, state: &State<B>, combat: &Combat, side: Side, lost: u8) -> bool {
        let duties = self.duties(state, combat, side);
        let paid = combat.user_lost[side] || (side != self.active(state) && combat.digger_lost);
        match self.tables.variant.separate_duties && lost > 1 {
            true => duties.contains(&true),
            false => duties.contains(&true) && !paid,
        }
    }

    /// Whether the loss of a CEL by this unit leaves too few losses to meet the duties of users [15.1.7] [15.4.3].
    pub fn breaks_duty(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        left: u8,
        unit: UnitId,
    ) -> bool {
        let lost = combat.lost[side] + left;
        if !self.owes_user(state, combat, side, lost) {
            return false;
        }
        let separate = self.tables.variant.separate_duties && lost > 1;
        let [stars, digging] = self.duties(state, combat, side);
        let unmet = |u: UnitId| match separate {
            true => {
                u8::from(stars && !combat.stars[side].contains(&u))
                    + u8::from(digging && !self.digs(state, combat, u))
            }
            false => u8::from(!self.is_user(state, combat, side, u)),
        };
        // Two duties that are still open when one loss is left: it meets one of them (K-R80).
        let least = self.loss_takers(state, combat, side).into_iter().map(unmet).min();
        unmet(unit) > least.unwrap_or(0).max(left - 1)
    }

    /// The rule of the duty that is open: that of stars, or that of fortification units.
    pub fn duty_rule(&self, state: &State<B>, combat: &Combat, side: Side) -> Rule {
        if self.duties(state, combat, side)[0] { rule!(B, "15.1.7") } else { rule!(B, "15.4.3") }
    }

    /// Whether a unit may take a printed loss [5.1.8] [15.1.7].
    pub fn may_lose(&self, state: &State<B>, side: Side, left: u8, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let combat = state.the_combat();
        if !self.loss_takers(state, combat, side).contains(&unit) {
            // Guns that supported from afar are not touched.
            let afar = combat.guns[side].contains(&unit);
            return no(
                if afar { rule!(B, "6.3.4") } else { rule!(B, "5.1.8") },
                "no.not-in-combat",
            );
        }
        if B::SENTENCES.stars != Stars::Colours {
            let first = combat.lost[side] == 0 && self.owes_user(state, combat, side, left);
            return match first && !self.is_user(state, combat, side, unit) {
                true => no(rule!(B, "15.1.7"), "no.star-first"),
                false => Ok(()),
            };
        }
        let part = if side == self.active(state) { combat.attacker } else { combat.defender };
        if part.retreat == 0 && self.breaks_duty(state, combat, side, left, unit) {
            return no(self.duty_rule(state, combat, side), "no.star-first");
        }
        Ok(())
    }

    /// Tests, levels, and the end of the combat [5.2.1 g, h].
    fn close_combat(&self, state: &mut State<B>, dice: &mut dyn Dice, log: &mut Log) {
        let combat = state.combat.take().expect("a combat is in hand");
        let attacker = self.active(state);
        self.disorganise_by_result(state, &combat, attacker, dice, log);
        self.disorganise_by_result(state, &combat, attacker.other(), dice, log);
        let driven = combat.defender.retreat > 0;
        for side in Side::BOTH {
            // Defenders suffer by a retreat number, attackers by the lack of one [10.2.4].
            if (side == attacker) == driven {
                continue;
            }
            for unit in self.sharers(state, &combat, side) {
                self.raise_level(state, unit, rule!(B, "10.2.4"), log);
            }
        }
        state.close();
    }
}

/// Which of the heaviest hexes counts [5.5.3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reference;

impl<B: Book> Decide<Wb95<B>> for Reference {
    const ID: &'static str = "reference";
    const WRONG: Wrong = (rule!(B, "5.5.3"), "no.choose-hex");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state).other()
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.heaviest(state, state.the_combat()));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Hex(hex) => Err(No::new(rule!(B, "5.5.3"), "no.not-the-heaviest").hex(hex)),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { impossible(self, choice) };
        play.close();
        play.state.the_combat_mut().reference = Some(hex);
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        Text::new("prompt.reference").hexes(&at.state.the_combat().hexes).into()
    }

    fn odds(&self, game: &Wb95<B>, state: &State<B>, _: Viewer) -> Option<Odds> {
        game.combat_odds(state)
    }
}

/// The dice of the combat in hand [5.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll;

impl<B: Book> Decide<Wb95<B>> for Roll {
    const ID: &'static str = "roll";
    const WRONG: Wrong = (rule!(B, "5.2.1"), "no.roll-first");
    const PASSES: bool = false;
    const ROLLS: Option<Choice> = Some(ROLL);

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, _: &Wb95<B>, _: &State<B>, _: &mut Desk, out: &mut Choices) {
        out.add(ROLL);
    }

    fn may(&self, _: At<'_, B>, choice: Choice) -> Result<(), No> {
        only_if(choice == ROLL, wrong::<B, Self>())
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, _: Choice) {
        play.game.roll_combat(play.state, play.dice, play.log);
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        Text::new("prompt.roll").hexes(&at.state.the_combat().hexes).into()
    }

    fn odds(&self, game: &Wb95<B>, state: &State<B>, _: Viewer) -> Option<Odds> {
        game.combat_odds(state)
    }
}

/// The resolution goes on [5.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolve;

impl<B: Book> Automatic<Wb95<B>> for Resolve {
    const ID: &'static str = "resolve";

    fn run(&self, play: &mut Play<'_, B>) {
        play.game.resolve(play.state, play.dice, play.log);
    }
}

/// Which unit loses a CEL [5.1.8].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loss {
    /// Whose.
    pub side: Side,
    /// How many.
    pub left: u8,
}

impl<B: Book> Decide<Wb95<B>> for Loss {
    const ID: &'static str = "loss";
    const WRONG: Wrong = (rule!(B, "5.1.8"), "no.choose-losses");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let may = |u: &UnitId| game.may_lose(state, self.side, self.left, *u).is_ok();
        out.units(game.loss_takers(state, state.the_combat(), self.side).into_iter().filter(may));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_lose(at.state, self.side, self.left, unit),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.game.lose(play.state, self.side, unit, Cause::Combat, play.log);
        play.replace(Loss { side: self.side, left: self.left - 1 });
        play.game.settle_losses(play.state, play.log);
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let text = Text::new("prompt.loss").n(self.left).hexes(&at.state.the_combat().hexes);
        Asked::from(text).fact(Text::new("fact.left").n(self.left))
    }

    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        orders::spread_losses(at, is_on)
    }
}
