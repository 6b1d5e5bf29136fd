//! Special forces (chapter 13.4): four missions and what becomes of the men.
//!
//! 17.2.2 bridges · 17.2.3 headquarters · 17.2.4 supply · 17.2.5 coordination (with the attacks from afar) · 17.3.1 after
//! the action

use crate::book::NO_CUT;
use crate::decision::*;
use crate::verb::{SPEC_BRIDGE, SPEC_HQ};
use crate::{Game, State, Ww3};
use board::{Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};
use hex::{HexId, SideId};
use wb95::counters::Cause;
use wb95::state::{Mark, Phase};
use wb95::verb::{DONE, STOP};

impl Ww3 {
    /// What the Combat Phase offers besides attacks and fire [17.2.3.1], and the Movement Phase besides moves [17.2.2.1].
    pub fn may_send_spec(&self, game: &Game, state: &State, choice: Choice) -> Result<(), No> {
        let fits = match choice {
            SPEC_BRIDGE => state.phase == Phase::Movement,
            SPEC_HQ => state.phase == Phase::Combat,
            _ => false,
        };
        match fits {
            true => self.has_spec(state, game.active(state)),
            false => Err(No::new(rule!("17.1.2"), "no.not-now")),
        }
    }

    /// They may cut the enemy's supply in his Movement Phase [17.1.2].
    pub fn ask_cut(&self, state: &mut State, side: Side) {
        if state.own.spec[side].ready > 0 {
            state.ask_own(Cut { side });
        }
    }

    /// Whether a side has men ready [17.1.1].
    pub fn has_spec(&self, state: &State, side: Side) -> Result<(), No> {
        match state.own.spec[side].ready {
            0 => Err(No::new(rule!("17.1.1"), "no.no-spec")),
            _ => Ok(()),
        }
    }

    fn use_spec(&self, state: &mut State, side: Side) {
        let spec = &mut state.own.spec[side];
        spec.ready = spec.ready.saturating_sub(1);
    }

    /// After a mission: eliminated, or ready again later [17.3.1].
    pub fn after_action(&self, state: &mut State, side: Side, dice: &mut dyn Dice, log: &mut Log) {
        let roll = dice.roll(6);
        let lost = self.tables.spec.eliminated_on.contains(&roll);
        if !lost {
            let turn = state.turn + self.tables.spec.ready_after_turns;
            state.own.spec[side].resting.push(turn);
        }
        log.say(|| {
            let id = if lost { "event.spec-lost" } else { "event.spec-rests" };
            let text = Text::new(id).side(side);
            Event::new(EventKind::Rolled, rule!("17.3.1"), text).rolled(&[roll], roll as i16)
        });
    }

    /// Whether special forces may go for a bridge [17.2.2.1].
    pub fn may_sabotage(&self, game: &Game, state: &State, side: SideId) -> Result<(), No> {
        self.has_spec(state, game.active(state))?;
        match side.index() < game.map.grid.sides_len() && game.is_bridged(state, side) {
            true => Ok(()),
            false => Err(No::new(rule!("17.2.2"), "no.no-bridge")),
        }
    }

    /// They go for it: harder where the enemy is near [17.2.2.2].
    pub fn sabotage(
        &self,
        game: &Game,
        state: &mut State,
        bridge: SideId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = game.active(state);
        self.use_spec(state, side);
        let (a, b) = game.map.grid.hexes_of(bridge);
        let near = [a, b]
            .into_iter()
            .filter_map(HexId::some)
            .any(|h| game.holds(state, side.other(), h) || game.in_enemy_zone(state, side, h));
        let roll = dice.roll(6);
        let total =
            roll as i16 + if near { self.tables.spec.bridge_modifier_near_enemy } else { 0 };
        let falls = self.tables.spec.bridge_destroyed_on.contains(&total);
        log.say(|| {
            let id = if falls { "event.spec-bridge" } else { "event.spec-bridge-fails" };
            let text = Text::new(id).side(side).with("bridge", Arg::Hexside(bridge));
            let mut event = Event::new(EventKind::Rolled, rule!("17.2.2.1"), text);
            event.rules.extend(near.then_some(rule!("17.2.2.2")));
            event.rolled(&[roll], total)
        });
        if falls {
            game.break_bridge(state, bridge);
        }
        self.after_action(state, side, dice, log);
    }

    /// Whether special forces may look for a headquarters in a hex: any that the enemy holds, masked or not (R78).
    pub fn may_hunt(&self, game: &Game, state: &State, hex: HexId) -> Result<(), No> {
        let side = game.active(state);
        self.has_spec(state, side)?;
        match game.holds(state, side.other(), hex) {
            true => Ok(()),
            false => Err(No::new(rule!("17.2.3"), "no.nobody-to-attack").hex(hex)),
        }
    }

    /// The headquarters of a hex.
    pub fn hqs_in(&self, game: &Game, state: &State, hex: HexId) -> Vec<UnitId> {
        state.position.stack(hex).filter(|&u| game.class(u).is_hq()).collect()
    }

    /// They look: of several headquarters that they see they choose one, of several that lie masked
    /// the owner names one (R78).
    pub fn hunt(
        &self,
        game: &Game,
        state: &mut State,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = game.active(state);
        self.use_spec(state, side);
        let hqs = self.hqs_in(game, state, hex);
        let seen: Vec<UnitId> =
            hqs.iter().copied().filter(|&u| state.position.has_mark(u, Mark::Seen)).collect();
        let (found, namer) = match seen.is_empty() {
            true => (hqs, side.other()),
            false => (seen, side),
        };
        match found[..] {
            [] => {
                log.say(|| {
                    let text = Text::new("event.spec-nothing").side(side).hex(hex);
                    Event::new(EventKind::Rolled, rule!("17.2.3.1"), text).hex(hex)
                });
                self.after_action(state, side, dice, log);
            }
            [hq] => self.strike_hq(game, state, hq, dice, log),
            _ => state.ask_own(NameHq { side: namer, hex }),
        }
    }

    /// What happens to the headquarters they found [17.2.3.1].
    pub fn strike_hq(
        &self,
        game: &Game,
        state: &mut State,
        hq: UnitId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let side = game.active(state);
        let rolls = [dice.roll(6), dice.roll(6)];
        let roll: u16 = rolls.iter().sum();
        let dies = self.tables.spec.hq_destroyed_on.contains(&roll);
        let disrupted = self.tables.spec.hq_disrupted_on.contains(&roll);
        log.say(|| {
            let id = match (dies, disrupted) {
                (true, _) => "event.spec-hq-dies",
                (false, true) => "event.spec-hq-disrupted",
                (false, false) => "event.spec-hq-safe",
            };
            let hex = state.position.hex(hq).expect("the headquarters is on the map");
            let text = Text::new(id).side(side).hex(hex);
            let event = Event::new(EventKind::Rolled, rule!("17.2.3.1"), text).hex(hex);
            event.rolled(&rolls, roll as i16)
        });
        if dies {
            log.reveal();
            game.eliminate(state, hq, Cause::Combat, log);
        } else if disrupted {
            state.own.disrupted.push(hq);
        }
        self.after_action(state, side, dice, log);
    }

    /// A lost headquarters gives the enemy electronic warfare [11.3.5] [20.3].
    pub fn reward_hq(&self, state: &mut State, side: Side, log: &mut Log) {
        let points = self.tables.hq_kill_ew;
        state.own.ew[side] += points;
        log.say(|| {
            let text = Text::new("event.ew").side(side).n(points);
            Event::new(EventKind::Changed, rule!("11.3.5"), text).rule(rule!("20.3"))
        });
    }

    /// Whether special forces may cut the enemy's supply on a hex [17.2.4.1]: one without enemy units.
    pub fn may_cut(&self, game: &Game, state: &State, side: Side, hex: HexId) -> Result<(), No> {
        self.has_spec(state, side)?;
        if hex.index() >= game.map.grid.len() || game.holds(state, side.other(), hex) {
            return Err(No::new(rule!("17.2.4.1"), "no.enemy-there").hex(hex));
        }
        match state.own.spec[side].cutting.contains(&hex) {
            true => Err(No::new(rule!("17.2.4"), "no.cut-already").hex(hex)),
            false => Ok(()),
        }
    }

    /// They cut it [17.1.2].
    pub fn cut(&self, state: &mut State, side: Side, hex: HexId, log: &mut Log) {
        self.use_spec(state, side);
        state.own.spec[side].cutting.push(hex);
        log.say(|| {
            let text = Text::new("event.spec-cuts").side(side).hex(hex);
            Event::new(EventKind::Changed, rule!("17.2.4.1"), text).rule(rule!("17.1.2")).hex(hex)
        });
    }

    /// After the Supply Phase in which they cut it they go home, or not [17.3.1].
    pub fn end_cuts(&self, state: &mut State, side: Side, dice: &mut dyn Dice, log: &mut Log) {
        let n = std::mem::take(&mut state.own.spec[side].cutting).len();
        for _ in 0..n {
            self.after_action(state, side, dice, log);
        }
    }
}

/// How many men are ready, beside a question.
fn ready(state: &State, side: Side) -> Text {
    Text::new("fact.spec").n(state.own.spec[side].ready)
}

/// Where special forces cut the enemy's supply [17.2.4.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cut {
    /// Whose.
    pub side: Side,
}

impl Decide<Game> for Cut {
    const ID: &'static str = "cut";
    const WRONG: Wrong = (rule!("17.2.4"), "no.choose-hex");

    fn decider(&self, _: &Game, _: &State) -> Side {
        self.side
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let may = |&h: &HexId| game.own.may_cut(game, state, self.side, h).is_ok();
        out.hexes(game.map.grid.hexes().filter(may));
        out.add(DONE);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.own.may_cut(at.game, at.state, self.side, hex),
            DONE => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let ww3 = &play.game.own;
        match choice {
            Choice::Hex(hex) => {
                ww3.cut(play.state, self.side, hex, play.log);
                if ww3.has_spec(play.state, self.side).is_err() {
                    play.close();
                }
            }
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn ordered(&self, _: At<'_>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on(NO_CUT).then_some(DONE)
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        ask("prompt.cut").fact(ready(at.state, self.side))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        ending(at, choice, "verb.end-cut")
    }
}

/// Which bridge special forces go for [17.2.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecBridge;

impl Decide<Game> for SpecBridge {
    const ID: &'static str = "spec-bridge";
    const WRONG: Wrong = (rule!("17.2.2"), "no.no-bridge");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let bridges = game.ground.bridges.iter().chain(&state.built).copied();
        let may = |&s: &SideId| game.own.may_sabotage(game, state, s).is_ok();
        out.extend(bridges.filter(may).map(Choice::Hexside));
        out.add(STOP);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hexside(side) => at.game.own.may_sabotage(at.game, at.state, side),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Hexside(side) => {
                play.game.own.sabotage(play.game, play.state, side, play.dice, play.log);
            }
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        ask("prompt.spec-bridge").fact(ready(at.state, at.game.active(at.state)))
    }
}

/// Which hex they look for a headquarters in [17.2.3.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpecHq;

impl Decide<Game> for SpecHq {
    const ID: &'static str = "spec-hq";
    const WRONG: Wrong = (rule!("17.2.3"), "no.choose-hex");

    fn decider(&self, game: &Game, state: &State) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let held = game.units_of(state, game.active(state).other()).map(|(_, hex)| hex);
        out.hexes(held.filter(|&h| game.own.may_hunt(game, state, h).is_ok()));
        out.add(STOP);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.own.may_hunt(at.game, at.state, hex),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        play.close();
        match choice {
            Choice::Hex(hex) => {
                play.game.own.hunt(play.game, play.state, hex, play.dice, play.log);
            }
            STOP => {}
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_>) -> Asked {
        ask("prompt.spec-hq").fact(ready(at.state, at.game.active(at.state)))
    }
}

/// Which headquarters of the hex is named [17.2.3.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NameHq {
    /// Who names it: the owner, or whoever looks for it where he sees it (R78).
    pub side: Side,
    /// The hex.
    pub hex: HexId,
}

impl NameHq {
    /// Whoever looks for them names one that he sees.
    fn is_known(&self, game: &Game, state: &State, unit: UnitId) -> bool {
        game.side(unit) == self.side || state.position.has_mark(unit, Mark::Seen)
    }
}

impl Decide<Game> for NameHq {
    const ID: &'static str = "name-hq";
    const WRONG: Wrong = (rule!("17.2.3"), "no.choose-hex");

    fn decider(&self, _: &Game, _: &State) -> Side {
        self.side
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let hqs = game.own.hqs_in(game, state, self.hex);
        out.units(hqs.into_iter().filter(|&u| self.is_known(game, state, u)));
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            _ if at.choices.contains(choice) => Ok(()),
            Choice::Unit(unit) => Err(No::new(rule!("17.2.3.1"), "no.no-hq-there").unit(unit)),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.close();
        play.game.own.strike_hq(play.game, play.state, unit, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        Text::new("prompt.name-hq").hex(self.hex).into()
    }
}
