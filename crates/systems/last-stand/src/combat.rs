//! Strengths, columns and odds (6.2, 6.3).
//!
//! 6.21 rivers · 6.22 entrenchments · 6.23 cities · 6.24 6.25 supply · 6.31-6.36 shifts · CS-2 ratio

use crate::belief::Spread;
use crate::class::{GERMAN, SOVIET};
use crate::game::LastStand;
use crate::result::{Outcomes, Part};
use crate::state::{Fate, Fight, FightKind, Mark, State, Units};
use board::{BySide, Side, UnitId};
use engine::view::Effect;
use engine::{Arg, Cited, DiceShape, Odds, OddsItem, OddsOutcome, Probability, Rule, Text};
use hex::HexId;
use smallvec::SmallVec;

/// What a unit's strength is divided by, and by which rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The unit.
    pub unit: UnitId,
    /// The product of all divisors.
    pub divisor: u32,
    /// What is added before the division, multiplied by what does not divide it: an entrenchment
    /// that supply
    /// reduces (6.26).
    pub bonus: u32,
    /// The rules behind them.
    pub rules: SmallVec<[Rule; 4]>,
}

impl Share {
    fn undivided(unit: UnitId) -> Share {
        Share { unit, divisor: 1, bonus: 0, rules: SmallVec::new() }
    }

    fn divide(&mut self, applies: bool, by: u32, rule: Rule) {
        if applies {
            self.divisor = self.divisor.saturating_mul(by);
            self.rules.push(rule);
        }
    }

    /// Whether terrain and supply both change the strength (6.26).
    fn is_cumulative(&self) -> bool {
        let has = |rules: &[Rule]| self.rules.iter().any(|r| rules.contains(r));
        has(&[rule!("6.21"), rule!("6.22"), rule!("6.23")]) && has(&[rule!("6.24"), rule!("6.25")])
    }

    /// What a printed strength comes to: rounded up once, after everything (R7).
    pub fn of(&self, printed: u8) -> u32 {
        (u32::from(printed) + self.bonus).div_ceil(self.divisor)
    }
}

/// A column shift with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// To the right, in the attacker's favour.
    pub columns: i8,
    /// Whose doing it is.
    pub side: Side,
    /// The sentence.
    pub text: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
}

impl LastStand {
    /// The combat units of target hexes that count: all but those that retreated there in this phase (6.12)
    /// (6.68).
    pub fn defenders_in(&self, state: &State, targets: &[HexId]) -> Units {
        let stacks = targets.iter().flat_map(|&h| state.position.stack(h));
        stacks.filter(|&u| self.is_combat(u) && !state.has(u, Mark::Retreated)).collect()
    }

    /// What divides the attack of a unit (6.21) (6.23)-(6.25); against several hexes the worst counts (R25).
    pub fn attack_share(&self, state: &State, targets: &[HexId], unit: UnitId) -> Share {
        let table = &self.tables.combat.divisor;
        let at = state.position.hex(unit);
        let river = targets.iter().any(|&to| {
            let direction = at.and_then(|at| self.map.grid.direction(at, to));
            direction.is_some_and(|d| at.is_some_and(|at| self.is_unbridged(state, at, d)))
        });
        let city = targets.iter().any(|&h| self.is_city(h));
        let mut share = Share::undivided(unit);
        share.divide(river, table.river, rule!("6.21"));
        share.divide(self.class(unit).armour && city, table.armour_in_city, rule!("6.23"));
        share.divide(state.has(unit, Mark::OutOfSupply), table.out_of_supply, rule!("6.24"));
        share.divide(state.has(unit, Mark::Isolated), table.isolated, rule!("6.25"));
        share
    }

    /// What divides the defence of a unit.
    pub fn defence_share(&self, state: &State, unit: UnitId, fed: bool) -> Share {
        let table = &self.tables.combat.divisor;
        let city = state.position.hex(unit).is_some_and(|h| self.is_city(h));
        let mut share = Share::undivided(unit);
        share.divide(self.class(unit).armour && city, table.armour_in_city, rule!("6.23"));
        share.divide(
            !fed && state.has(unit, Mark::OutOfSupply),
            table.out_of_supply,
            rule!("6.24"),
        );
        share.divide(!fed && state.has(unit, Mark::Isolated), table.isolated, rule!("6.25"));
        if fed && state.is_unsupplied(unit) {
            let factory = state.position.hex(unit).is_some_and(|h| self.has_factory(state, h));
            share.rules.push(if factory { rule!("8.63") } else { rule!("7.23") });
        }
        share
    }

    /// Whether Soviet defenders of a hex count as supplied in this combat: with a factory, or with a garrison
    /// that has a rear line (7.23) (8.63).
    pub fn is_fed(&self, state: &State, hex: HexId) -> bool {
        if !self.holds(state, SOVIET, hex) {
            return false;
        }
        let needy = || state.position.stack(hex).any(|u| state.is_unsupplied(u));
        self.has_factory(state, hex)
            || (self.garrisons(state, hex) > 0 && needy() && self.has_rear_line(state, hex))
    }

    /// The entrenchment of a hex that helps its Soviet defenders (6.22) (R8) (R82).
    pub fn entrenchment(&self, state: &State, hex: HexId) -> u32 {
        let defended =
            self.holds(state, SOVIET, hex) && !self.defenders_in(state, &[hex]).is_empty();
        match defended && self.map.has(hex, self.ground.entrenchment) {
            true => self.tables.combat.limit.entrenchment,
            false => 0,
        }
    }

    fn attack_shares(&self, state: &State, fight: &Fight) -> Vec<Share> {
        fight.attackers.iter().map(|&u| self.attack_share(state, &fight.targets, u)).collect()
    }

    fn defence_shares(&self, state: &State, fight: &Fight) -> Vec<Share> {
        let mut shares = Vec::new();
        for &hex in &fight.targets {
            let fed = self.is_fed(state, hex);
            let units = self.defenders_in(state, &[hex]);
            let first = shares.len();
            shares.extend(units.into_iter().map(|u| self.defence_share(state, u, fed)));
            self.entrench(state, hex, &mut shares[first..]);
        }
        shares
    }

    /// "Apply modifications for terrain (6.21-6.23) first, then supply status": the +2 of an
    /// entrenchment goes to
    /// the best supplied of its defenders and is divided with him (6.26) (R8).
    fn entrench(&self, state: &State, hex: HexId, shares: &mut [Share]) {
        let works = self.entrenchment(state, hex);
        if works == 0 || self.switches.entrenchment_after_supply {
            return;
        }
        let by_supply = |s: &Share| s.divisor / self.terrain_divisor(s.unit, hex);
        let best = (0..shares.len()).min_by_key(|&i| by_supply(&shares[i]));
        if let Some(share) = best.map(|i| &mut shares[i]) {
            share.bonus = works * self.terrain_divisor(share.unit, hex);
            share.rules.push(rule!("6.22"));
        }
    }

    /// What the city divides the defence of a unit by (6.23); it does not divide an entrenchment.
    fn terrain_divisor(&self, unit: UnitId, hex: HexId) -> u32 {
        match self.class(unit).armour && self.is_city(hex) {
            true => self.tables.combat.divisor.armour_in_city,
            false => 1,
        }
    }

    /// The entrenchments that are added to a fight beside its units (R8).
    fn added_works(&self, state: &State, hex: HexId) -> u32 {
        match self.switches.entrenchment_after_supply {
            true => self.entrenchment(state, hex),
            false => 0,
        }
    }

    /// The strengths of both as far as they are known: the sum of revealed units and entrenchments.
    pub fn totals(&self, state: &State, fight: &Fight) -> (u32, u32) {
        let sum = |shares: &[Share], which: usize| -> u32 {
            let known = shares.iter().filter_map(|s| Some((s, self.values(state, s.unit)?)));
            known.map(|(s, v)| s.of(v[which])).sum()
        };
        let works: u32 = fight.targets.iter().map(|&h| self.added_works(state, h)).sum();
        let attack = sum(&self.attack_shares(state, fight), 0);
        (attack, sum(&self.defence_shares(state, fight), 1) + works)
    }

    /// Whether nothing defends that counts: the result is read without a die (6.18) (R82).
    pub fn is_defenceless(&self, state: &State, fight: &Fight) -> bool {
        self.defenders_in(state, &fight.targets).is_empty()
    }

    /// The column of a ratio in the heading of the target terrain, rounded in the defender's favour (CS-2)
    /// (CS-3) (R25).
    pub fn column(&self, targets: &[HexId], attack: u32, defence: u32) -> usize {
        let heading = &self.tables.combat.heading;
        let rough = |&h: &HexId| {
            let terrain = self.map.terrain(h);
            terrain == self.ground.forest || terrain == self.ground.marsh
        };
        let row = if targets.iter().any(|&h| self.is_city(h)) {
            &heading.city
        } else if targets.iter().any(rough) {
            &heading.forest
        } else {
            &heading.clear
        };
        let reached = |&[a, d]: &[u32; 2]| {
            u64::from(attack) * u64::from(d) >= u64::from(defence) * u64::from(a)
        };
        row.iter().rposition(reached).unwrap_or(0)
    }

    /// All shifts of a fight (6.31)-(6.36).
    pub fn shifts(&self, state: &State, fight: &Fight) -> Vec<Shift> {
        let table = &self.tables.combat.shift;
        let side = fight.attacker;
        let mut shifts = Vec::new();
        let mut add = |columns: i8, side: Side, text, rules| {
            if columns != 0 {
                shifts.push(Shift { columns, side, text, rules });
            }
        };
        let supported = !fight.support.is_empty();
        match side {
            GERMAN => {
                let weather = *table.german_weather.get(state.weather);
                add(if supported { 0 } else { weather }, SOVIET, "odds.weather", &[rule!("6.31")]);
                add(
                    if supported { table.offensive_support } else { 0 },
                    GERMAN,
                    "odds.support",
                    &[rule!("6.33"), rule!("7.44")],
                );
                add(
                    self.damage_shift(state),
                    GERMAN,
                    "odds.damage",
                    &[rule!("6.35"), rule!("8.37")],
                );
            }
            SOVIET if fight.kind == FightKind::Attack => {
                add(
                    *table.soviet_weather.get(state.weather),
                    SOVIET,
                    "odds.weather",
                    &[rule!("6.31")],
                );
            }
            SOVIET => {}
        }
        for who in Side::BOTH {
            if fight.air[who] {
                let columns = if who == side { table.air } else { -table.air };
                add(columns, who, "odds.air", &[rule!("9.23"), rule!("6.32")]);
            }
        }
        shifts
    }

    /// The columns of a fight by its strengths: before the shifts, and after them, clamped once (R6).
    pub fn columns(
        &self,
        state: &State,
        fight: &Fight,
        attack: u32,
        defence: u32,
    ) -> (usize, usize) {
        let table = &self.tables.combat;
        if fight.kind == FightKind::Katyusha {
            let column = table.columns.iter().position(|c| *c == table.katyusha_column);
            return (column.unwrap_or(0), column.unwrap_or(0));
        }
        let from = self.column(&fight.targets, attack, defence);
        let shift: i32 = self.shifts(state, fight).iter().map(|s| i32::from(s.columns)).sum();
        let to = (from as i32 + shift).clamp(0, table.columns.len() as i32 - 1);
        (from, to as usize)
    }

    /// The die of a fight (2.26).
    pub fn die_of(&self, fight: &Fight) -> u16 {
        match fight.kind {
            FightKind::Attack => self.tables.combat.die,
            FightKind::Overrun | FightKind::Katyusha => self.tables.combat.overrun_die,
        }
    }

    /// The result of a die in a column; a Katyusha is always lost (8.14).
    pub fn code(&self, fight: &Fight, column: usize, die: u16) -> String {
        let cell = &self.tables.combat.rows[usize::from(die) - 1][column];
        match fight.kind {
            FightKind::Katyusha => {
                let defender = cell.split_once('/').map_or("-", |(_, d)| d);
                format!("{}/{defender}", self.tables.combat.katyusha_attacker)
            }
            _ => cell.clone(),
        }
    }

    /// The odds of a fight as everybody may know them (R21).
    pub fn fight_odds(&self, state: &State, fight: &Fight) -> Odds {
        let (attack, defence) =
            (self.attack_shares(state, fight), self.defence_shares(state, fight));
        let (known_attack, known_defence) = self.totals(state, fight);
        let spread = |shares: &[Share], which: usize, known: u32| {
            let mut spread = self.believe(state, shares, which);
            spread.shift(known);
            spread
        };
        let attacks = spread(&attack, 0, known_attack);
        let defences = spread(&defence, 1, known_defence);
        let (least, most) = (attacks.least(), defences.most());
        let (from, to) = self.columns(state, fight, least, most);
        let unknown = attacks.is_uncertain() || defences.is_uncertain();
        let defenceless = fight.kind != FightKind::Katyusha && self.is_defenceless(state, fight);
        let mut strength = BySide::new(attacks.text(), defences.text());
        if fight.attacker == SOVIET {
            std::mem::swap(&mut strength.a, &mut strength.b);
        }
        let katyusha = fight.kind == FightKind::Katyusha;
        let strengths = match katyusha {
            true => Vec::new(), // neither strength nor terrain counts (8.14)
            false => self.strength_items(state, fight, &attack, &defence),
        };
        Odds {
            targets: fight.targets.to_vec(),
            attackers: fight.attackers.to_vec(),
            attacker: fight.attacker,
            strength,
            strengths,
            columns: self.tables.combat.columns.clone(),
            from,
            to,
            shifts: if katyusha { Vec::new() } else { self.shift_items(state, fight) },
            dice: DiceShape { number: 1, sides: self.die_of(fight) },
            modifiers: Vec::new(),
            outcomes: match defenceless {
                true => vec![self.certain_outcome(fight)],
                false => self.outcomes(state, fight, &attacks, &defences),
            },
            belief: unknown.then(|| Text::new("odds.belief")),
        }
    }

    fn strength_items(
        &self,
        state: &State,
        fight: &Fight,
        attack: &[Share],
        defence: &[Share],
    ) -> Vec<OddsItem> {
        let mut items = Vec::new();
        for (side, shares, which) in
            [(fight.attacker, attack, 0), (fight.attacker.other(), defence, 1)]
        {
            for share in shares {
                let value = self.values(state, share.unit).map(|v| v[which]);
                let text = match share.divisor {
                    1 => Text::new("odds.unit"),
                    _ => Text::new("odds.divided").n(share.divisor),
                };
                let mut rules =
                    Cited::from(if value.is_none() { rule!("6.91") } else { rule!("CS-1") });
                rules.extend(share.rules.iter().copied());
                rules.extend(share.is_cumulative().then_some(rule!("6.26")));
                rules.extend((shares.len() > 1).then_some(rule!("6.14")));
                items.push(OddsItem {
                    side,
                    text: text.unit(share.unit),
                    value: value.map_or_else(|| String::from("?"), |v| share.of(v).to_string()),
                    rules,
                });
            }
        }
        let newcomers = fight.targets.iter().flat_map(|&h| state.position.stack(h));
        for unit in newcomers.filter(|&u| state.has(u, Mark::Retreated)) {
            items.push(OddsItem {
                side: fight.attacker.other(),
                text: Text::new("odds.newcomer").unit(unit),
                value: String::from("0"),
                rules: [rule!("6.68")].into(),
            });
        }
        for &hex in &fight.targets {
            let works = self.added_works(state, hex);
            if works > 0 {
                items.push(OddsItem {
                    side: SOVIET,
                    text: Text::new("odds.entrenchment").hex(hex),
                    value: format!("+{works}"),
                    rules: [rule!("6.22")].into(),
                });
            }
        }
        items
    }

    fn shift_items(&self, state: &State, fight: &Fight) -> Vec<OddsItem> {
        let signed = |n: i8| if n > 0 { format!("+{n}") } else { format!("−{}", -i32::from(n)) };
        self.shifts(state, fight)
            .iter()
            .map(|s| OddsItem {
                side: s.side,
                text: Text::new(s.text).word("weather", state.weather.word()),
                value: signed(s.columns),
                rules: s.rules.iter().copied().collect(),
            })
            .collect()
    }

    fn certain_outcome(&self, fight: &Fight) -> OddsOutcome {
        let code = self.tables.combat.noncombat_only.clone();
        OddsOutcome {
            text: result_text(&code),
            code,
            rolls: Vec::new(),
            p: Probability { num: 1, den: 1 },
            good_for: Some(fight.attacker),
        }
    }

    /// Every result with its exact probability, over the die and over what the strengths may be.
    fn outcomes(
        &self,
        state: &State,
        fight: &Fight,
        attacks: &Spread,
        defences: &Spread,
    ) -> Vec<OddsOutcome> {
        let mut columns = vec![0u128; self.tables.combat.columns.len()];
        for (attack, a) in attacks.iter() {
            for (defence, d) in defences.iter() {
                let (_, to) = self.columns(state, fight, attack, defence);
                columns[to] += a.saturating_mul(d);
            }
        }
        let certain = columns.iter().filter(|w| **w > 0).count() == 1;
        let mut found: Vec<(String, Vec<u16>, u128)> = Vec::new();
        for (column, &weight) in columns.iter().enumerate().filter(|(_, w)| **w > 0) {
            for die in 1..=self.die_of(fight) {
                let code = self.code(fight, column, die);
                match found.iter_mut().find(|(c, _, _)| *c == code) {
                    Some((_, rolls, w)) => {
                        rolls.push(die);
                        *w += weight;
                    }
                    None => found.push((code, vec![die], weight)),
                }
            }
        }
        let total: u128 = columns.iter().sum::<u128>() * u128::from(self.die_of(fight));
        let weights: Vec<u128> = found.iter().map(|(_, _, w)| *w).collect();
        let fractions = crate::belief::fractions(&weights, total);
        let outcome = |((code, rolls, _), p): ((String, Vec<u16>, u128), Probability)| {
            let good_for = Outcomes::read(&code).and_then(|o| good_for(o, fight.attacker));
            let rolls = if certain { rolls } else { Vec::new() };
            OddsOutcome { text: result_text(&code), code, rolls, p, good_for }
        };
        found.into_iter().zip(fractions).map(outcome).collect()
    }

    /// The column of a ratio, its end columns (CS-3), what shifts it (CS-4) (6.36), and the die
    /// (2.26).
    pub(crate) fn column_effects(&self, state: &State, fight: &Fight) -> Vec<Effect> {
        let effect = |text: Text, rule| Effect { kind: "odds", text, rule, tone: "plain" };
        let (attack, defence) = self.totals(state, fight);
        let (from, to) = self.columns(state, fight, attack, defence);
        let name = |i: usize| Arg::Name(self.tables.combat.columns[i].clone());
        let text = Text::new("effect.column").with("column", name(from));
        let end = from == 0 || from + 1 == self.tables.combat.columns.len();
        let mut effects = vec![effect(text, if end { rule!("CS-3") } else { rule!("CS-2") })];
        let shifts = self.shifts(state, fight).len();
        if shifts > 0 {
            let text = Text::new("effect.shifted").with("column", name(to));
            effects.push(effect(text, if shifts > 1 { rule!("6.36") } else { rule!("CS-4") }));
        }
        effects.push(effect(Text::new("effect.die").n(self.die_of(fight)), rule!("2.26")));
        effects
    }

    /// The units of a side that take part and are on the map.
    pub(crate) fn participants(&self, state: &State, side: Side) -> Vec<UnitId> {
        let all = state.the_fight().participants(side).iter().copied();
        all.filter(|&u| state.position.hex(u).is_some()).collect()
    }

    /// The combat units of a side that can still take losses in the fight.
    pub fn alive(&self, state: &State, side: Side) -> Units {
        let units = self.participants(state, side);
        units.into_iter().filter(|&u| self.is_combat(u)).collect()
    }

    /// How a participant dies here (8.25).
    pub fn fate(&self, state: &State, side: Side) -> Fate {
        match state.fight.as_ref().is_some_and(|f| f.attacker == side) {
            true => Fate::Attacking,
            false => Fate::Defending,
        }
    }

    /// The non-combat units that stood with the attacked or attacking units in a hex.
    pub fn noncombat_in(&self, state: &State, side: Side, hex: HexId) -> Units {
        match self.holds(state, side, hex) {
            true => state.position.stack(hex).filter(|&u| !self.is_combat(u)).collect(),
            false => Units::new(),
        }
    }
}

/// For whom a result is good: whoever suffers less.
fn good_for(result: Outcomes, attacker: Side) -> Option<Side> {
    match (result.attacker.is_nothing(), result.defender.is_nothing()) {
        (true, false) => Some(attacker),
        (false, true) => Some(attacker.other()),
        _ => None,
    }
}

/// A result in words.
pub(crate) fn result_text(code: &str) -> Text {
    let result = Outcomes::read(code).expect("every result of the table can be read");
    let text = match (result.attacker.is_nothing(), result.defender.is_nothing()) {
        (true, true) => Text::new("result.nothing"),
        (false, true) => Text::new("result.attacker"),
        (true, false) => Text::new("result.defender"),
        (false, false) => Text::new("result.both"),
    };
    text.with("attacker", part_word(result.attacker)).with("defender", part_word(result.defender))
}

/// One side's part as a word of the catalogue.
fn part_word(part: Part) -> Arg {
    Arg::Word(match part {
        Part { eliminated: true, .. } => "part.eliminated",
        Part { retreat: true, loss: true, .. } => "part.loss-retreat",
        Part { retreat: true, .. } => "part.retreat",
        Part { loss: true, points: 0, .. } => "part.loss",
        Part { loss: true, points: 1, .. } => "part.loss-1",
        Part { loss: true, .. } => "part.loss-2",
        Part { points: 1, .. } => "part.points-1",
        Part { points: 2, .. } => "part.points-2",
        Part { points: 3, .. } => "part.points-3",
        Part { points: 0, .. } => "part.nothing",
        Part { .. } => "part.points-4",
    })
}
