//! Harvest Festival (chapter 15.2): a small mode of its own. Both sides place their men in Moscow in turn; each pair fights.
//!
//! HF-2 who begins · HF-3 placing · HF-4 the fight · HF-5 aviation · HF-6 the end · HF-7 headquarters

use crate::decision::*;
use crate::state::Duel;
use crate::step::Step;
use crate::verb::AVIATION;
use crate::{Game, State, Ww3};
use board::{BySide, Side, UnitId};
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};
use hex::HexId;
use wb95::counters::Cause;
use wb95::state::{Ending, Own, Phase, SETUP, Stage};
use wb95::verb::{DONE, STOP};

/// Equal throws for the beginning are thrown again so often at most: dice that always show the same must not hold up a
/// program that only wants to look at the table.
const THROWS_MAX: usize = 100;

/// The placement duel as it is loaded.
#[derive(Clone, Debug)]
pub struct DuelPlan {
    /// Where.
    pub hexes: Vec<HexId>,
    /// How often each player has aviation.
    pub aviation: u8,
    /// Those that fight.
    pub fighters: BySide<Vec<UnitId>>,
    /// Headquarters.
    pub headquarters: BySide<Vec<UnitId>>,
}

/// Whether both place and then fight; else what is left over is placed.
fn is_round(state: &State) -> bool {
    state.stages.iter().any(|s| matches!(s, Stage::Own(Own(Step::DuelFight(_)))))
}

/// The steps of a turn, each with the side whose it is, and the place of the one that goes on.
pub type Steps = (Vec<(String, Option<Side>)>, usize);

impl Ww3 {
    /// The night begins: everybody waits, only the guards of the Kremlin stand [HF-1].
    pub fn begin_duel(&self, game: &Game, state: &mut State) {
        let Some(plan) = &self.duel else { return };
        for side in Side::BOTH {
            for &unit in plan.fighters[side].iter().chain(&plan.headquarters[side]) {
                game.put(state, unit, SETUP);
            }
        }
        for unit in game.roster.units() {
            if let Some(setup) = &game.setup[unit.index()] {
                game.lay(state, unit, setup.usual);
            }
        }
        state.turn = 1;
        state.phase = Phase::Combat;
        state.ask_own(DuelStart);
    }

    /// Each rolls; the higher is Player A, equal rolls are thrown again [HF-2].
    pub fn start_duel(&self, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        state.close();
        let mut throws = (0..THROWS_MAX).map(|_| (dice.roll(6), dice.roll(6)));
        let decided = throws.find(|(a, b)| a != b);
        let first = if decided.is_none_or(|(a, b)| a > b) { Side::A } else { Side::B };
        log.say(|| {
            let text = Text::new("event.duel-first").side(first);
            Event::new(EventKind::Rolled, rule!("HF-2"), text)
        });
        state.own.duel = Some(Box::new(Duel::new(first)));
        state.ask_own(DuelNext);
    }

    fn waiting<'a>(&'a self, state: &'a State, list: &'a [UnitId]) -> impl Iterator<Item = UnitId> {
        let waits = |u: &UnitId| state.position.in_box(SETUP).any(|w| w == *u);
        list.iter().copied().filter(waits)
    }

    fn has_fighters(&self, state: &State, side: Side) -> bool {
        self.duel.as_ref().is_some_and(|p| self.waiting(state, &p.fighters[side]).next().is_some())
    }

    /// The next pair, what is left over, the headquarters, or the end [HF-3] [HF-6] [HF-7].
    pub fn next_duel(&self, state: &mut State, log: &mut Log) {
        let (Some(plan), Some(duel)) = (&self.duel, state.own.duel.clone()) else {
            state.close();
            return;
        };
        let opener = duel.opener_side();
        let order = [opener, opener.other()];
        if order.into_iter().all(|s| self.has_fighters(state, s)) {
            state.ask_own(DuelFight);
            state.ask_own(Deploy { side: opener.other() });
            state.ask_own(Deploy { side: opener });
            return;
        }
        let hq = |s: &Side| self.waiting(state, &plan.headquarters[*s]).next().is_some();
        let fights = |s: &Side| self.has_fighters(state, *s);
        if let Some(side) = order.into_iter().find(fights).or(order.into_iter().find(hq)) {
            state.ask_own(Deploy { side });
            return;
        }
        state.stages.clear();
        state.phase = Phase::Over;
        state.ending = Some(Ending::Placed);
        log.say(|| Event::new(EventKind::Ended, rule!("HF-6"), Text::new("event.duel-over")));
    }

    /// The steps of a round and the one that goes on: both place, then they fight [HF-3] [HF-4]. Whoever has nobody to
    /// fight comes after all rounds, and so do headquarters [HF-6] [HF-7].
    pub fn duel_steps(&self, state: &State) -> Option<Steps> {
        self.duel.as_ref()?;
        let opener = state.own.duel.as_ref().map_or(Side::A, |d| d.opener_side());
        let steps = [
            ("place", Some(opener)),
            ("answer", Some(opener.other())),
            ("fight", None),
            ("rest", None),
        ];
        let is_round = is_round(state);
        let now = match state.stage() {
            Some(Stage::Own(Own(Step::Deploy(Deploy { side })))) if is_round => {
                usize::from(*side != opener)
            }
            Some(Stage::Own(Own(Step::Deploy(_)))) | None => steps.len() - 1,
            Some(_) => 2,
        };
        Some((steps.map(|(id, side)| (id.to_string(), side)).to_vec(), now))
    }

    /// Whether a counter may be placed next: fighters before headquarters [HF-7].
    pub fn may_deploy(
        &self,
        game: &Game,
        state: &State,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let Some(plan) = &self.duel else { return no(rule!("HF-3"), "no.not-waiting") };
        if game.side(unit) != side {
            return no(rule!("HF-3"), "no.not-yours");
        }
        let fighter = self.waiting(state, &plan.fighters[side]).any(|u| u == unit);
        let hq = self.waiting(state, &plan.headquarters[side]).any(|u| u == unit);
        match (fighter, hq) {
            (true, _) => Ok(()),
            (_, true) if !self.has_fighters(state, side) => Ok(()),
            (_, true) => no(rule!("HF-7"), "no.hq-last"),
            _ => no(rule!("HF-3"), "no.not-waiting"),
        }
    }

    /// Whether a hex of Moscow could hold a counter at all: not the Kremlin, no enemy, room (R59).
    fn is_free(&self, game: &Game, state: &State, side: Side, cels: u8, hex: HexId) -> bool {
        let Some(plan) = &self.duel else { return false };
        let fixed = game.setup.iter().flatten().any(|s| s.usual == hex);
        plan.hexes.contains(&hex)
            && !fixed
            && !game.holds(state, side.other(), hex)
            && game.has_room(state, hex, cels)
    }

    /// Whether a counter may be placed on a hex [HF-3] [HF-7] (R59).
    pub fn may_deploy_in(
        &self,
        game: &Game,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let side = game.side(unit);
        let cels = state.position.steps(unit);
        if hex.index() >= game.map.grid.len() || !self.is_free(game, state, side, cels, hex) {
            return no(rule!("HF-3"), "no.not-there");
        }
        if game.class(unit).is_hq() {
            let own = |h: HexId| game.holds(state, side, h);
            let any =
                game.map.grid.hexes().any(|h| own(h) && self.is_free(game, state, side, cels, h));
            return if own(hex) || !any { Ok(()) } else { no(rule!("HF-7"), "no.with-own-unit") };
        }
        let opened = state.own.duel.as_ref().and_then(|d| d.opener);
        match opened {
            Some((_, first)) if !game.map.grid.adjacent(first, hex) => {
                no(rule!("HF-3"), "no.not-beside")
            }
            Some(_) => Ok(()),
            None if self.leaves_answer(game, state, side.other(), hex) => Ok(()),
            None => no(rule!("HF-3"), "no.no-answer"),
        }
    }

    /// Whether the other side could answer beside a hex, if it has anybody to answer with.
    fn leaves_answer(&self, game: &Game, state: &State, other: Side, hex: HexId) -> bool {
        let Some(plan) = &self.duel else { return false };
        let least =
            self.waiting(state, &plan.fighters[other]).map(|u| state.position.steps(u)).min();
        let Some(least) = least else { return true };
        game.map.grid.around(hex).any(|h| self.is_free(game, state, other, least, h))
    }

    /// A counter is placed.
    pub fn deploy(&self, game: &Game, state: &mut State, unit: UnitId, hex: HexId, log: &mut Log) {
        state.close();
        game.lay(state, unit, hex);
        log.say(|| {
            let text = Text::new("event.set-up").unit(unit).hex(hex);
            Event::new(EventKind::Placed, rule!("HF-3"), text).unit(unit).hex(hex)
        });
        let fights = is_round(state);
        if let Some(duel) = state.own.duel.as_mut().filter(|_| fights) {
            match duel.opener {
                None => duel.opener = Some((unit, hex)),
                Some(_) => duel.reply = Some(unit),
            }
        }
    }

    /// Both roll; whoever loses now may call his aviation first, on equal totals the second to place [HF-4] [HF-5].
    pub fn fight_duel(&self, game: &Game, state: &mut State, dice: &mut dyn Dice, log: &mut Log) {
        state.close();
        let mut duel = state.own.duel.take().expect("a duel is being fought");
        let (one, _) = duel.opener.expect("one has come forward");
        let two = duel.reply.expect("another has answered");
        for unit in [one, two] {
            let roll = dice.roll(6);
            let sp = game.class(unit).attack_with(state.position.steps(unit));
            duel.total[game.side(unit)] = roll + sp;
            log.say(|| {
                let text = Text::new("event.duel-roll").unit(unit).n(roll);
                let text = text.with("total", Arg::Number(i64::from(roll + sp)));
                let event = Event::new(EventKind::Rolled, rule!("HF-4"), text).unit(unit);
                event.rolled(&[roll], (roll + sp) as i16)
            });
        }
        let second = game.side(two);
        let losing = match duel.total[second] <= duel.total[second.other()] {
            true => second,
            false => second.other(),
        };
        let aviation = self.duel.as_ref().map_or(0, |p| p.aviation);
        state.ask_own(DuelEnd);
        for side in [losing.other(), losing] {
            if duel.aviation[side] < aviation {
                state.ask_own(Aviation { side });
            }
        }
        state.own.duel = Some(duel);
    }

    /// Aviation comes: one die more, and the other's does not come in this fight [HF-5].
    pub fn call_aviation(&self, state: &mut State, side: Side, dice: &mut dyn Dice, log: &mut Log) {
        state.stages.retain(|s| !matches!(s, Stage::Own(Own(Step::Aviation(_)))));
        let roll = dice.roll(6);
        if let Some(duel) = &mut state.own.duel {
            duel.total[side] += roll;
            duel.aviation[side] += 1;
        }
        log.say(|| {
            let text = Text::new("event.duel-aviation").side(side).n(roll);
            Event::new(EventKind::Rolled, rule!("HF-5"), text).rolled(&[roll], roll as i16)
        });
    }

    /// The lower total loses a CEL, equal ones nothing [HF-4] (R59); then the next round.
    pub fn end_duel(&self, game: &Game, state: &mut State, log: &mut Log) {
        state.close();
        let mut duel = state.own.duel.take().expect("a duel is being fought");
        let pair = duel.opener.map(|(u, _)| u).into_iter().chain(duel.reply);
        let loser = pair.into_iter().find(|&u| {
            let side = game.side(u);
            duel.total[side] < duel.total[side.other()]
        });
        duel.round += 1;
        duel.opener = None;
        duel.reply = None;
        state.own.duel = Some(duel);
        if let Some(unit) = loser {
            game.reduce(state, unit, Cause::Combat, log);
        }
    }
}

/// Who begins the duel [HF-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DuelStart;

impl Automatic<Game> for DuelStart {
    const ID: &'static str = "duel-start";

    fn run(&self, play: &mut Play<'_>) {
        play.game.own.start_duel(play.state, play.dice, play.log);
    }
}

/// The next round of the duel [HF-3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DuelNext;

impl Automatic<Game> for DuelNext {
    const ID: &'static str = "duel-next";

    fn run(&self, play: &mut Play<'_>) {
        play.game.own.next_duel(play.state, play.log);
    }
}

/// Which counter is placed [HF-3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deploy {
    /// Whose.
    pub side: Side,
}

impl Decide<Game> for Deploy {
    const ID: &'static str = "deploy";
    const WRONG: Wrong = (rule!("HF-3"), "no.choose-unit");

    fn decider(&self, _: &Game, _: &State) -> Side {
        self.side
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let may = |&u: &UnitId| game.own.may_deploy(game, state, self.side, u).is_ok();
        out.units(state.position.in_box(SETUP).filter(may));
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.own.may_deploy(at.game, at.state, self.side, unit),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        let Choice::Unit(unit) = choice else { impossible(self, choice) };
        play.close();
        play.state.ask_own(DeployIn { unit });
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        ask("prompt.deploy")
    }
}

/// Where it is placed [HF-3].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeployIn {
    /// The unit in hand.
    pub unit: UnitId,
}

impl Decide<Game> for DeployIn {
    const ID: &'static str = "deploy-in";
    const WRONG: Wrong = (rule!("HF-3"), "no.choose-hex");

    fn decider(&self, game: &Game, _: &State) -> Side {
        game.side(self.unit)
    }

    fn list(&self, game: &Game, state: &State, _: &mut Desk, out: &mut Choices) {
        let may = |&h: &HexId| game.own.may_deploy_in(game, state, self.unit, h).is_ok();
        out.hexes(game.map.grid.hexes().filter(may));
        out.add(STOP);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.own.may_deploy_in(at.game, at.state, self.unit, hex),
            STOP => Ok(()),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => {
                play.game.own.deploy(play.game, play.state, self.unit, hex, play.log);
            }
            STOP => {
                play.close();
                play.state.ask_own(Deploy { side: play.game.side(self.unit) });
            }
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_>) -> Asked {
        Text::new("prompt.deploy-in").unit(self.unit).into()
    }
}

/// The fight [HF-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DuelFight;

impl Automatic<Game> for DuelFight {
    const ID: &'static str = "duel-fight";

    fn run(&self, play: &mut Play<'_>) {
        play.game.own.fight_duel(play.game, play.state, play.dice, play.log);
    }
}

/// Whether aviation comes [HF-5].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aviation {
    /// Whose.
    pub side: Side,
}

impl Decide<Game> for Aviation {
    const ID: &'static str = "aviation";
    const WRONG: Wrong = (rule!("HF-5"), "no.not-now");

    fn decider(&self, _: &Game, _: &State) -> Side {
        self.side
    }

    fn list(&self, _: &Game, _: &State, _: &mut Desk, out: &mut Choices) {
        out.extend([AVIATION, DONE]);
    }

    fn may(&self, at: At<'_>, choice: Choice) -> Result<(), No> {
        only_if(at.choices.contains(choice), Self::wrong())
    }

    fn act(&self, play: &mut Play<'_>, _: &Desk, choice: Choice) {
        match choice {
            AVIATION => {
                let ww3 = &play.game.own;
                ww3.call_aviation(play.state, self.side, play.dice, play.log);
            }
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    /// How the fight stands for the side.
    fn prompt(&self, at: At<'_>) -> Asked {
        let asked = ask("prompt.aviation");
        let Some(duel) = &at.state.own.duel else { return asked };
        let total = |side: Side| Arg::Number(duel.total[side].into());
        let fact = Text::new("fact.fight").with("own", total(self.side));
        asked.fact(fact.with("other", total(self.side.other())))
    }

    fn offer(&self, at: At<'_>, choice: Choice) -> Offer {
        ending(at, choice, "verb.no-aviation")
    }
}

/// Who loses [HF-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DuelEnd;

impl Automatic<Game> for DuelEnd {
    const ID: &'static str = "duel-end";

    fn run(&self, play: &mut Play<'_>) {
        play.game.own.end_duel(play.game, play.state, play.log);
    }
}
