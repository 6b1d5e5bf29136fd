//! Declaring an attack (6.1) and naming its Offensive Support (6.33, R19).

use crate::class::{Formation, GERMAN, Kind};
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::state::{Fight, FightKind, Mark, SUPPORT_FACE, Stage, State, Units};
use crate::verb::{DECLARE, DONE, LOOK, ending};
use board::{Side, UnitId};
use engine::view::{Battle, Bundle, Effect, Offer, Owed};
use engine::{
    Asked, At, Choice, Choices, Decide, Dice, Flow, Log, No, Odds, Play, Text, Viewer, Wrong,
};
use hex::{HexId, Mp};
use serde::{Deserialize, Serialize};

impl LastStand {
    /// Whether a unit may attack at all in this phase (6.13) (6.17).
    fn is_attacker(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let side = state.phase.side();
        let own = self.exists(unit) && self.side(unit) == side;
        ensure(own, No::new(rule!("6.11"), "no.not-an-attacker"))?;
        let hex =
            state.position.hex(unit).ok_or(No::new(rule!("6.11"), "no.off-map").unit(unit))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        ensure(self.is_combat(unit), no(rule!("6.18"), "no.noncombat-attack"))?;
        ensure(!state.has(unit, Mark::Advanced), no(rule!("6.11"), "no.advanced"))?;
        ensure(!state.has(unit, Mark::Attacked), no(rule!("6.13"), "no.attacked-already"))?;
        ensure(!state.has(unit, Mark::Disrupted), no(rule!("6.17"), "no.disrupted-attack"))?;
        // Untried units may be declared; a strength of 0 that is known bars them (R81).
        let zero = self.values(state, unit).is_some_and(|v| v[0] == 0);
        ensure(!zero, no(rule!("6.17"), "no.no-attack-strength"))?;
        Ok(hex)
    }

    /// Whether a hex may be attacked in this phase: it holds enemy units that were not attacked yet (6.13) (R23).
    /// Whoever stands there unattacked has stood there since the phase began (6.11) (R24).
    fn is_target(&self, state: &State, hex: HexId) -> Result<(), No> {
        let enemy = state.phase.side().other();
        ensure(self.holds(state, enemy, hex), No::new(rule!("6.11"), "no.no-enemy").hex(hex))?;
        let fresh = state.position.stack(hex).any(|u| !state.has(u, Mark::Defended));
        ensure(fresh, No::new(rule!("6.13"), "no.attacked-hex").hex(hex))
    }

    /// Whether a unit stands beside a hex without a lake between (6.11).
    fn is_in_contact(&self, unit: UnitId, at: HexId, to: HexId) -> Result<(), No> {
        let direction = self.map.grid.direction(at, to);
        let direction =
            direction.ok_or(No::new(rule!("6.11"), "no.not-adjacent").unit(unit).hex(to))?;
        let lake = self.is_lake(at, direction);
        ensure(!lake, No::new(rule!("6.11"), "no.attack-lake").unit(unit).hex(to))
    }

    /// Whether a hex may be the target of a new attack.
    pub fn may_target(&self, state: &State, hex: HexId) -> Result<(), No> {
        self.is_target(state, hex)?;
        // The refusal says what is wrong with the one that comes nearest to attacking.
        let mut why = No::new(rule!("6.11"), "no.nobody-attacks").hex(hex);
        for at in self.map.grid.around(hex) {
            for unit in state.position.stack(at) {
                let able =
                    self.is_attacker(state, unit).and_then(|_| self.is_in_contact(unit, at, hex));
                match able {
                    Ok(()) => return Ok(()),
                    Err(no) if self.side(unit) == state.phase.side() => why = no,
                    Err(_) => {}
                }
            }
        }
        Err(why)
    }

    /// The hexes that may be attacked, found from those who can; some more than once.
    fn targets<'a>(&'a self, state: &'a State) -> impl Iterator<Item = HexId> + 'a {
        let side = state.phase.side();
        let near = self.units_of(state, side).flat_map(move |(unit, at)| {
            let around = self.map.grid.around(at);
            let enemies = around.filter(move |&h| self.holds(state, side.other(), h));
            enemies.map(move |h| (unit, at, h))
        });
        near.filter(|&(unit, at, hex)| {
            self.is_target(state, hex).is_ok()
                && self.is_attacker(state, unit).is_ok()
                && self.is_in_contact(unit, at, hex).is_ok()
        })
        .map(|(_, _, hex)| hex)
    }

    /// Whether a further hex may be added: only a single unit attacks several (6.16).
    pub fn may_add_target(&self, state: &State, fight: &Fight, hex: HexId) -> Result<(), No> {
        let again = fight.targets.contains(&hex);
        ensure(!again, No::new(rule!("6.16"), "no.target-already").hex(hex))?;
        ensure(fight.attackers.len() == 1, No::new(rule!("6.16"), "no.one-unit-several-hexes"))?;
        self.is_target(state, hex)?;
        let unit = fight.attackers[0];
        let at = state.position.hex(unit).ok_or(No::new(rule!("6.11"), "no.off-map"))?;
        self.is_in_contact(unit, at, hex)
    }

    /// Whether a unit may take part in an attack.
    pub fn may_attack(&self, state: &State, fight: &Fight, unit: UnitId) -> Result<(), No> {
        let at = self.is_attacker(state, unit)?;
        let again = fight.attackers.contains(&unit);
        ensure(!again, No::new(rule!("6.13"), "no.attacks-already").unit(unit))?;
        let several = fight.targets.len() > 1;
        ensure(!several, No::new(rule!("6.16"), "no.one-unit-several-hexes"))?;
        fight.targets.iter().try_for_each(|&hex| self.is_in_contact(unit, at, hex))
    }

    /// Whether an attack may be declared.
    pub fn may_declare(&self, fight: &Fight) -> Result<(), No> {
        ensure(!fight.attackers.is_empty(), No::new(rule!("6.11"), "no.no-attackers"))
    }

    /// Uses that a supply unit in Offensive Support mode has left in this phase (6.34).
    pub fn uses_left(&self, state: &State, unit: UnitId) -> u8 {
        match self.kind(unit) == Kind::Supply && state.position.face(unit) == SUPPORT_FACE {
            true => state.position.steps(unit),
            false => 0,
        }
    }

    /// The attackers that can trace Offensive Support to a supply unit of their formation (6.33) (R20).
    pub fn supported(&self, state: &State, attackers: &[UnitId], train: UnitId) -> Units {
        let Some(hex) = state.position.hex(train) else { return Units::new() };
        let formation: Option<Formation> = self.facts(train).formation;
        if attackers.iter().all(|&u| self.facts(u).formation != formation) {
            return Units::new();
        }
        let range = Some(self.tables.supply.offensive_support_range);
        let field = self.traced(&self.lines(state, GERMAN, &[]), [(hex, Mp::ZERO)], range);
        let near = |u: &UnitId| state.position.hex(*u).is_some_and(|h| field.contains(h));
        attackers
            .iter()
            .copied()
            .filter(|u| self.facts(*u).formation == formation && near(u))
            .collect()
    }

    /// The supply units that could support an attack, each with the attackers it reaches.
    pub fn supporters(&self, state: &State, fight: &Fight) -> Vec<(UnitId, Units)> {
        if fight.attacker != GERMAN {
            return Vec::new();
        }
        self.units_of(state, GERMAN)
            .filter(|&(u, _)| self.uses_left(state, u) > 0)
            .map(|(u, _)| (u, self.supported(state, &fight.attackers, u)))
            .filter(|(_, reached)| !reached.is_empty())
            .collect()
    }

    /// Whether at least half of the attackers are covered (R18).
    fn is_half(&self, covered: usize, fight: &Fight) -> bool {
        covered * 2 >= fight.attackers.len()
    }

    /// The attackers that the named supply units cover.
    fn covered(&self, state: &State, fight: &Fight) -> Units {
        let mut covered = Units::new();
        for &train in &fight.support {
            for unit in self.supported(state, &fight.attackers, train) {
                if !covered.contains(&unit) {
                    covered.push(unit);
                }
            }
        }
        covered
    }

    /// Whether a supply unit may be named: it must cover somebody that is not covered yet (R19).
    pub fn may_name(&self, state: &State, fight: &Fight, train: UnitId) -> Result<(), No> {
        let own = self.exists(train) && self.kind(train) == Kind::Supply;
        ensure(own, No::new(rule!("6.33"), "no.not-a-supply-unit"))?;
        let mode =
            state.position.face(train) == SUPPORT_FACE && state.position.hex(train).is_some();
        ensure(mode, No::new(rule!("7.44"), "no.not-in-support-mode").unit(train))?;
        let free = self.uses_left(state, train) > 0;
        ensure(free, No::new(rule!("6.34"), "no.support-used-up").unit(train))?;
        let covered = self.covered(state, fight);
        let reached = self.supported(state, &fight.attackers, train);
        let new = reached.iter().any(|u| !covered.contains(u));
        ensure(new, No::new(rule!("7.44"), "no.supports-nobody").unit(train))
    }

    /// Whether the named supply units suffice, or none is named.
    pub fn is_support_settled(&self, state: &State, fight: &Fight) -> Result<(), No> {
        let covered = self.covered(state, fight).len();
        let enough = fight.support.is_empty() || self.is_half(covered, fight);
        ensure(enough, No::new(rule!("6.33"), "no.less-than-half").n(covered as i32))
    }

    /// Declares an attack: Offensive Support is named before or after the strengths are known (R19).
    fn declare(&self, state: &mut State, fight: Box<Fight>, dice: &mut dyn Dice, log: &mut Log) {
        let first = self.switches.support_with_declaration;
        if first && self.can_be_supported(state, &fight) {
            state.ask(Support { fight });
            return;
        }
        self.begin_fight(state, *fight, dice, log);
        if !first {
            self.open_support(state);
        }
    }

    /// The odds of an attack that is being built; none before somebody attacks.
    fn odds_of(&self, state: &State, fight: &Fight) -> Option<Odds> {
        (!fight.attackers.is_empty()).then(|| self.fight_odds(state, fight))
    }

    /// Whether Offensive Support is possible at all for an attack.
    pub fn can_be_supported(&self, state: &State, fight: &Fight) -> bool {
        let supporters = self.supporters(state, fight);
        let any = |u: &&UnitId| supporters.iter().any(|(_, reached)| reached.contains(u));
        !supporters.is_empty() && self.is_half(fight.attackers.iter().filter(any).count(), fight)
    }

    /// Opens the claim of Offensive Support after the strengths are known, where it is possible
    /// (CS-4) (R19).
    pub fn open_support(&self, state: &mut State) {
        let fight = state.the_fight();
        let rolls = state.stages.iter().any(|s| matches!(s, Stage::Roll(_)));
        if rolls && self.can_be_supported(state, fight) {
            let fight = Box::new(fight.clone());
            state.ask(Support { fight });
        }
    }

    /// The named supply units support the fight under way (6.33).
    pub fn claim_support(&self, state: &mut State, support: Units, log: &mut Log) {
        self.charge_support(state, &support, log);
        state.the_fight_mut().support = support;
    }
}

/// An attack as it is drawn from its first hex on.
fn drawn(fight: &Fight, odds: Option<Odds>) -> Vec<Battle> {
    vec![match odds {
        Some(odds) => Battle::of(&odds),
        None => Battle {
            targets: fight.targets.to_vec(),
            attackers: fight.attackers.to_vec(),
            column: None,
        },
    }]
}

/// A side chooses a hex to attack (6.11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat;

impl Decide<LastStand> for Combat {
    const ID: &'static str = "combat";
    const WRONG: Wrong = (rule!("6.11"), "no.choose-target");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = play.game.targets(play.state).next().is_some();
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.targets(state));
        out.add_if(game.may_look(state, state.phase.side()).is_ok(), LOOK);
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_target(at.state, hex),
            LOOK => at.game.may_look(at.state, at.state.phase.side()),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => {
                let mut fight = Fight::new(FightKind::Attack, play.state.phase.side());
                fight.targets.push(hex);
                play.ask(Attack { fight: Box::new(fight) });
            }
            LOOK => play.game.look(play.state, play.log),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let asked = Asked::from(Text::new("prompt.combat"));
        if at.state.phase.side() != GERMAN {
            return asked;
        }
        let units = at.game.roster.units();
        let ready = units.filter(|&u| at.game.uses_left(at.state, u) > 0).count();
        asked.fact(Text::new("fact.support").n(ready as i64))
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.end-combat", at, choice)
    }

    fn reminders(&self, at: At<'_, LastStand>) -> Vec<Owed> {
        let hexes = at.choices.all_hexes().collect();
        let attacks = Owed::of_hexes("remind.attack", rule!("6.11"), hexes);
        [at.game.stacking_reminder(at.state), attacks].into_iter().flatten().collect()
    }
}

/// A side chooses who attacks, and further hexes (6.11) (6.16).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The attack that is being built.
    pub fight: Box<Fight>,
}

impl Decide<LastStand> for Attack {
    const ID: &'static str = "attack";
    const WRONG: Wrong = (rule!("6.11"), "no.choose-attackers");
    const PASSES: bool = false;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let fight = &self.fight;
        let beside = fight.targets.iter().flat_map(|&h| game.map.grid.around(h));
        let units = beside.flat_map(|h| state.position.stack(h));
        out.units(units.filter(|&u| game.may_attack(state, fight, u).is_ok()));
        if let [unit] = fight.attackers[..] {
            let at = state.position.hex(unit).expect("who attacks is on the map");
            let hexes = game.map.grid.around(at);
            out.hexes(hexes.filter(|&h| game.may_add_target(state, fight, h).is_ok()));
        }
        out.add_if(game.may_declare(fight).is_ok(), DECLARE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_attack(at.state, &self.fight, unit),
            Choice::Hex(hex) => at.game.may_add_target(at.state, &self.fight, hex),
            DECLARE => at.game.may_declare(&self.fight),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.state.asked::<Attack>().fight.attackers.push(unit),
            Choice::Hex(hex) => play.state.asked::<Attack>().fight.targets.push(hex),
            DECLARE => {
                play.close();
                play.game.declare(play.state, self.fight.clone(), play.dice, play.log);
            }
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let more = at.choices.hexes_len() > 0;
        let id = if more { "prompt.attack-more" } else { "prompt.attack" };
        Text::new(id).hexes(&self.fight.targets).into()
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        self.fight.attackers.iter().chain(&self.fight.support).copied().collect()
    }

    fn odds(&self, game: &LastStand, state: &State, _: Viewer) -> Option<Odds> {
        game.odds_of(state, &self.fight)
    }

    fn battles(&self, game: &LastStand, state: &State, _: Viewer) -> Vec<Battle> {
        drawn(&self.fight, game.odds_of(state, &self.fight))
    }

    /// All units that can join the attack (6.11).
    fn bundles(&self, at: At<'_, LastStand>) -> Vec<Bundle> {
        let units: Vec<Choice> = at.choices.all_units().map(Choice::Unit).collect();
        let attack = Bundle::attack(at.game, at.state, units.clone(), DECLARE);
        let text = Text::new("bundle.attackers").n(units.len() as i64);
        attack.into_iter().chain(Bundle::singles(text, units)).collect()
    }
}

/// The German chooses supply units that support the attack (6.33) (R19).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Support {
    /// The attack, declared already or not.
    pub fight: Box<Fight>,
}

impl Decide<LastStand> for Support {
    const ID: &'static str = "support";
    const WRONG: Wrong = (rule!("6.33"), "no.choose-support");
    const PASSES: bool = false;

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let fight = &self.fight;
        out.units(game.roster.units().filter(|&u| game.may_name(state, fight, u).is_ok()));
        out.add_if(game.is_support_settled(state, fight).is_ok(), DECLARE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_name(at.state, &self.fight, unit),
            DECLARE => at.game.is_support_settled(at.state, &self.fight),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.state.asked::<Support>().fight.support.push(unit),
            DECLARE => {
                play.close();
                let (game, fight) = (play.game, self.fight.clone());
                match play.state.fight.is_some() {
                    true => game.claim_support(play.state, fight.support, play.log),
                    false => game.begin_fight(play.state, *fight, play.dice, play.log),
                }
            }
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.support").hexes(&self.fight.targets).into()
    }

    /// A supply unit that can be named: the attacks it can still support (7.45).
    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        let plain = engine::plain_offer(at.game, choice);
        let Choice::Unit(unit) = choice else { return plain };
        let text = Text::new("effect.uses").n(at.game.uses_left(at.state, unit));
        let effect = Effect { kind: "support", text, rule: rule!("7.45"), tone: "plain" };
        Offer { effects: vec![effect], ..plain }
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        self.fight.attackers.iter().chain(&self.fight.support).copied().collect()
    }

    fn odds(&self, game: &LastStand, state: &State, _: Viewer) -> Option<Odds> {
        game.odds_of(state, &self.fight)
    }

    fn battles(&self, game: &LastStand, state: &State, _: Viewer) -> Vec<Battle> {
        drawn(&self.fight, game.odds_of(state, &self.fight))
    }
}
