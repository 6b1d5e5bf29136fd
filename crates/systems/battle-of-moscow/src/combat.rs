//! Combat: strengths, doubling, odds [COM] [DEM] [FRA].

use crate::class::{GERMAN, Kind, RUSSIAN};
use crate::data::{Loss, ResultEffect};
use crate::game::BattleOfMoscow;
use crate::state::{Battle, Mark, Stage, State, Supply, Units};
use board::{BySide, Strength, UnitId};
use engine::{Arg, Cited, DiceShape, Flow, Odds, OddsItem, OddsOutcome, Probability, Rule, Text};
use hex::HexId;

impl BattleOfMoscow {
    /// The units that defend a hex: those that have not fought in this impulse (R67); partisans only if no
    /// others are there [PAR-9].
    pub fn defenders(&self, state: &State, hex: HexId) -> Units {
        let fresh: Units = state
            .position
            .stack(hex)
            .filter(|&u| !state.position.has_mark(u, Mark::Fought))
            .collect();
        let others: Units =
            fresh.iter().copied().filter(|&u| self.kind(state, u) != Kind::Partisan).collect();
        if others.is_empty() { fresh } else { others }
    }

    /// All defenders of a battle.
    pub fn all_defenders(&self, state: &State, battle: &Battle) -> Units {
        battle.hexes.iter().flat_map(|&h| self.defenders(state, h)).collect()
    }

    /// The rule by which a unit in `hex` is doubled, and the factor; at most one applies (R32).
    pub fn doubling(
        &self,
        state: &State,
        battle: &Battle,
        hex: HexId,
        unit: UnitId,
    ) -> Option<(Rule, u32)> {
        let class = self.class(state, unit);
        if matches!(class.kind, Kind::Worker | Kind::Partisan) {
            return None;
        }
        let table = &self.tables.defence;
        let russian = class.owner() == RUSSIAN;
        if self.map.terrain(hex) == self.ground.hills {
            return Some((rule!("TER-4"), table.hills));
        }
        if russian && self.is_full_fort(hex) {
            return Some((rule!("FOR-3"), table.full_fort));
        }
        if russian
            && self.map.has(hex, self.ground.half_fort)
            && self.all_across(state, battle, hex)
        {
            return Some((rule!("FOR-3"), table.half_fort));
        }
        if self.is_behind_river(state, battle) {
            return Some((rule!("TER-8"), table.river));
        }
        let counter_in_city =
            class.kind == Kind::Replacement && self.map.has(hex, self.ground.city);
        counter_in_city.then_some((rule!("RRP-6"), table.replacement_in_city))
    }

    /// Whether every attacker comes across a fortified side of the hex [FOR-3] (R34).
    fn all_across(&self, state: &State, battle: &Battle, hex: HexId) -> bool {
        !battle.attackers.is_empty()
            && self.attack_hexes(state, battle).all(|from| !self.is_open_side(from, hex))
    }

    /// Whether every attacker stands in a river hex, in weather in which that matters [TER-8] (R33).
    fn is_behind_river(&self, state: &State, battle: &Battle) -> bool {
        !battle.attackers.is_empty()
            && self.made.rivers_double[state.weather.index()]
            && self
                .attack_hexes(state, battle)
                .all(|from| self.map.on_link(from, self.ground.river))
    }

    fn attack_hexes<'a>(
        &'a self,
        state: &'a State,
        battle: &'a Battle,
    ) -> impl Iterator<Item = HexId> + 'a {
        battle.attackers.iter().filter_map(|&u| state.position.hex(u))
    }

    /// The attack total [4.2].
    pub fn attack_total(&self, state: &State, battle: &Battle) -> Strength {
        let Some(&hex) = battle.hexes.first() else { return Strength::ZERO };
        battle.attackers.iter().map(|&u| self.attack_on(state, u, hex)).sum()
    }

    /// What one defender adds.
    fn defence_of(&self, state: &State, battle: &Battle, hex: HexId, unit: UnitId) -> Strength {
        let factor = self.doubling(state, battle, hex, unit).map_or(1, |(_, f)| f);
        self.class(state, unit).defence * factor
    }

    /// The defence total.
    pub fn defence_total(&self, state: &State, battle: &Battle) -> Strength {
        let hexes = battle.hexes.iter();
        hexes
            .flat_map(|&h| self.defenders(state, h).into_iter().map(move |u| (h, u)))
            .map(|(h, u)| self.defence_of(state, battle, h, u))
            .sum()
    }

    /// The column of a ratio, in the defender's favour and clamped to the table (R26).
    pub fn column(&self, attack: Strength, defence: Strength) -> usize {
        let (a, d) = (u64::from(attack.sixths()), u64::from(defence.sixths()));
        self.tables
            .combat
            .ratios
            .iter()
            .rposition(|&[num, den]| a * u64::from(den) >= d * u64::from(num))
            .unwrap_or(0)
    }

    /// Whether the odds are worse than the worst that the table prints (R26).
    pub fn is_below_the_table(&self, state: &State, battle: &Battle) -> bool {
        let (a, d) = (self.attack_total(state, battle), self.defence_total(state, battle));
        let [num, den] = self.tables.combat.lowest_ratio;
        u64::from(a.sixths()) * u64::from(den) < u64::from(d.sixths()) * u64::from(num)
    }

    /// Whether a battle is against partisans alone.
    fn is_against_partisans(&self, state: &State, battle: &Battle) -> bool {
        self.all_defenders(state, battle).iter().all(|&u| self.kind(state, u) == Kind::Partisan)
    }

    /// What is added to the die [DEM-2].
    pub fn die_modifier(&self, state: &State) -> i8 {
        match state.active {
            _ if !state.demoralized => 0,
            GERMAN => self.tables.demoralization.german,
            RUSSIAN => self.tables.demoralization.russian,
        }
    }

    /// The modified die, which stays within 1 to 6 [DEM-3].
    pub fn modified(&self, state: &State, die: u16) -> u16 {
        (i32::from(die) + i32::from(self.die_modifier(state))).clamp(1, 6) as u16
    }

    /// The columns of a battle: by the ratio, and after the limit for partisans.
    pub fn battle_columns(&self, state: &State, battle: &Battle) -> (usize, usize) {
        let from = self.column(self.attack_total(state, battle), self.defence_total(state, battle));
        match self.is_against_partisans(state, battle) {
            true => (from, from.min(self.made.partisan_limit)),
            false => (from, from),
        }
    }

    /// The code that a die gives in a battle.
    pub fn result(&self, state: &State, battle: &Battle, die: u16) -> &str {
        if self.switches.hopeless_attacks_fail && self.is_below_the_table(state, battle) {
            return &self.tables.combat.below_the_table;
        }
        let (_, column) = self.battle_columns(state, battle);
        let row = usize::from(self.modified(state, die)) - 1;
        &self.tables.combat.rows[row][column]
    }

    /// What a code means.
    pub fn effect(&self, code: &str) -> ResultEffect {
        *self.tables.combat.result.get(code).expect("every result of the table is explained")
    }

    /// The battle that the open decision is about.
    pub fn battle_in_hand<'a>(&self, state: &'a State) -> Option<&'a Battle> {
        let battle = |index: u8| state.battles.get(usize::from(index));
        match state.top()? {
            Stage::Attack(attack) => Some(&attack.battle),
            Stage::Join(join) => battle(join.battle),
            Stage::Roll(roll) => battle(roll.battle),
            Stage::Losses(losses) => battle(losses.battle),
            _ => None,
        }
    }

    /// The odds of a battle, item by item.
    pub fn battle_odds(&self, state: &State, battle: &Battle) -> Odds {
        let (attack, defence) =
            (self.attack_total(state, battle), self.defence_total(state, battle));
        let (from, to) = self.battle_columns(state, battle);
        let attacker = state.active;
        let mut strength = BySide::new(attack.to_string(), attack.to_string());
        strength[attacker.other()] = defence.to_string();
        Odds {
            targets: battle.hexes.to_vec(),
            attackers: battle.attackers.to_vec(),
            attacker,
            strength,
            strengths: self.strength_items(state, battle),
            columns: self.tables.combat.columns.clone(),
            from,
            to,
            shifts: self.column_items(state, from, to),
            dice: DiceShape { number: 1, sides: 6 },
            modifiers: self.modifier_items(state),
            outcomes: self.outcomes(state, battle),
            belief: None,
        }
    }

    fn strength_items(&self, state: &State, battle: &Battle) -> Vec<OddsItem> {
        let mut items = Vec::new();
        let target = battle.hexes.first().copied();
        for &unit in &battle.attackers {
            let value = target.map_or(Strength::ZERO, |h| self.attack_on(state, unit, h));
            let (text, rule) = match () {
                () if self.kind(state, unit) == Kind::Security => ("odds.security", rule!("SEC-1")),
                () if self.is_halved(state, unit) => {
                    ("odds.halved", self.halving_rule(state, unit))
                }
                () if self.kind(state, unit) == Kind::Finnish => ("odds.attacker", rule!("FIN-4")),
                () => ("odds.attacker", rule!("COM-2")),
            };
            items.push(OddsItem {
                side: state.active,
                text: Text::new(text).unit(unit),
                value: value.to_string(),
                rules: [rule].into(),
            });
        }
        for &hex in &battle.hexes {
            for unit in self.defenders(state, hex) {
                let doubled = self.doubling(state, battle, hex, unit);
                let text = if doubled.is_some() { "odds.doubled" } else { "odds.defender" };
                items.push(OddsItem {
                    side: state.active.other(),
                    text: Text::new(text).unit(unit).hex(hex),
                    value: self.defence_of(state, battle, hex, unit).to_string(),
                    rules: match doubled {
                        Some((rule, _)) => rule.into(),
                        None => self.plain_defence_rules(state, hex, unit),
                    },
                });
            }
            items.extend(self.ignored_partisans(state, hex));
        }
        items
    }

    /// The state of supply that halves an attacker.
    fn halving_rule(&self, state: &State, unit: UnitId) -> Rule {
        match self.supply_of(state, unit) {
            Supply::Isolated => rule!("SUP-6"),
            _ => rule!("SUP-5"),
        }
    }

    /// Why a defender counts its printed factor where a player may expect more.
    fn plain_defence_rules(&self, state: &State, hex: HexId, unit: UnitId) -> Cited {
        let fort = self.is_full_fort(hex) || self.map.has(hex, self.ground.half_fort);
        let mut rules = Cited::from(rule!("COM-3"));
        match self.kind(state, unit) {
            Kind::Worker => rules.push(rule!("WRK-1")),
            Kind::Partisan => rules.push(rule!("PAR-3")),
            _ if fort && self.side(state, unit) == GERMAN => rules.push(rule!("FOR-1")),
            _ if self.map.has(hex, self.ground.city) => rules.push(rule!("TER-10")),
            _ => {}
        }
        rules
    }

    /// Partisans stacked with others are ignored [PAR-9].
    fn ignored_partisans(&self, state: &State, hex: HexId) -> Option<OddsItem> {
        let defenders = self.defenders(state, hex);
        let partisan = state.position.stack(hex).find(|u| {
            self.kind(state, *u) == Kind::Partisan
                && !defenders.is_empty()
                && !defenders.contains(u)
        })?;
        Some(OddsItem {
            side: state.active.other(),
            text: Text::new("odds.ignored").unit(partisan).hex(hex),
            value: Strength::ZERO.to_string(),
            rules: [rule!("PAR-9")].into(),
        })
    }

    fn column_items(&self, state: &State, from: usize, to: usize) -> Vec<OddsItem> {
        if from == to {
            return Vec::new();
        }
        vec![OddsItem {
            side: state.active.other(),
            text: Text::new("odds.partisan-limit"),
            value: format!("−{}", from - to),
            rules: [rule!("PAR-6")].into(),
        }]
    }

    fn modifier_items(&self, state: &State) -> Vec<OddsItem> {
        let modifier = self.die_modifier(state);
        if modifier == 0 {
            return Vec::new();
        }
        vec![OddsItem {
            side: GERMAN,
            text: Text::new("odds.demoralized"),
            value: format!("{modifier:+}").replace('-', "−"),
            rules: [rule!("DEM-2")].into(),
        }]
    }

    fn outcomes(&self, state: &State, battle: &Battle) -> Vec<OddsOutcome> {
        let mut outcomes: Vec<OddsOutcome> = Vec::new();
        for die in 1..=6 {
            let code = self.result(state, battle, die).to_string();
            match outcomes.iter_mut().find(|o| o.code == code) {
                Some(outcome) => {
                    outcome.rolls.push(die);
                    outcome.p.num += 1;
                }
                None => outcomes.push(OddsOutcome {
                    text: self.result_text(&code),
                    good_for: self.good_for(state, &code),
                    code,
                    rolls: vec![die],
                    p: Probability { num: 1, den: 6 },
                }),
            }
        }
        outcomes
    }

    /// A result in words.
    pub fn result_text(&self, code: &str) -> Text {
        let effect = self.effect(code);
        let id = match (effect.attacker, effect.defender) {
            (Some(Loss::Eliminated), _) => "result.attacker-eliminated",
            (None, Some(Loss::Eliminated)) => "result.defender-eliminated",
            (Some(Loss::LosesFactors), Some(_)) => "result.exchange",
            (Some(Loss::LosesFactors), None) if effect.attacker_retreats > 0 => {
                "result.attacker-loses-retreats"
            }
            (Some(Loss::LosesFactors), None) => "result.attacker-loses",
            (None, _) if effect.attacker_retreats > 0 => "result.attacker-retreats",
            (None, _) => "result.defender-retreats",
        };
        let hexes = effect.attacker_retreats.max(effect.defender_retreats);
        Text::new(id).n(hexes).with("code", Arg::Name(code.to_string()))
    }

    fn good_for(&self, state: &State, code: &str) -> Option<board::Side> {
        let effect = self.effect(code);
        let hurts_attacker = effect.attacker.is_some() || effect.attacker_retreats > 0;
        let hurts_defender = effect.defender.is_some() || effect.defender_retreats > 0;
        match (hurts_attacker, hurts_defender) {
            (false, true) => Some(state.active),
            (true, false) => Some(state.active.other()),
            _ => None,
        }
    }

    /// The odds of a battle that is not resolved yet.
    pub(crate) fn open_odds(&self, state: &State, battle: &Battle) -> Option<Odds> {
        (!battle.resolved).then(|| self.battle_odds(state, battle))
    }
}
