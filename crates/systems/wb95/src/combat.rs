//! The odds of a combat [5.2.1 c-f]: strengths, ratio, columns, dice. The same value makes what is shown and what is
//! resolved.

use crate::book::Book;
use crate::class::Role;
use crate::game::Wb95;
use crate::state::{Combat, Hexes, Mark, MissionKind, State, Units};
use crate::strength::half;
use board::{BySide, Side, UnitId};
use engine::{Arg, Cited, DiceShape, Odds, OddsItem, OddsOutcome, Probability, Rule, Text};
use hex::HexId;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Columns that something gives a side.
#[derive(Clone, Debug)]
pub struct Shift {
    /// Whose.
    pub side: Side,
    /// How many.
    pub columns: u8,
    /// Why, in words.
    pub text: Text,
    /// The rule, and those that made it so much.
    pub rules: SmallVec<[Rule; 5]>,
}

impl Shift {
    /// Columns by a rule.
    pub fn new(side: Side, columns: u8, text: Text, rule: Rule) -> Shift {
        Shift { side, columns, text, rules: SmallVec::from_slice(&[rule]) }
    }

    /// With further rules, as far as they act.
    pub fn with_rules<const N: usize>(mut self, rules: [(bool, Rule); N]) -> Shift {
        self.rules.extend(rules.into_iter().filter(|(acts, _)| *acts).map(|(_, rule)| rule));
        self
    }
}

/// What a formation has in a combat, for tactical concentration.
#[derive(Default)]
struct Concentrated {
    counters: usize,
    guns: bool,
    hexes: SmallVec<[HexId; 4]>,
}

/// What goes into the strengths of a combat; it is put in words only where somebody will read it.
struct Items(Option<Vec<OddsItem>>);

impl Items {
    fn add(&mut self, item: impl FnOnce() -> OddsItem) {
        if let Some(items) = &mut self.0 {
            items.push(item());
        }
    }
}

/// A combat added up.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// What went into the strengths.
    pub items: Vec<OddsItem>,
    /// The strengths.
    pub strength: BySide<u16>,
    /// The column of the ratio [5.2.1 d].
    pub from: usize,
    /// What shifts it.
    pub shifts: Vec<Shift>,
    /// The column that is used.
    pub to: usize,
    /// What is added to the roll.
    pub modifier: i16,
}

impl<B: Book> Wb95<B> {
    /// The column of a ratio [1.5] [1.7] (R7), within the table.
    pub fn ratio_column(&self, attack: u16, defence: u16) -> usize {
        let columns = &self.tables.combat.columns;
        let even = columns.iter().position(|c| c == "1:1").expect("the table has even odds") as i32;
        let (a, d) = (i32::from(attack), i32::from(defence));
        let column = match (a, d) {
            (_, 0) => columns.len() as i32,
            (0, _) => 0,
            _ if a >= d => even + (2 * a + d) / (2 * d) - 1,
            _ => even - (2 * d + a) / (2 * a) + 1,
        };
        column.clamp(0, columns.len() as i32 - 1) as usize
    }

    /// What the counters of a defending hex add themselves [5.5.3].
    pub fn hex_defence(&self, state: &State<B>, combat: &Combat, hex: HexId) -> u16 {
        let side = self.active(state).other();
        let fresh = |u: &UnitId| !state.position.has_mark(*u, Mark::Fought);
        if !self.has_fresh_regular(state, hex) {
            let guns = state.position.stack(hex).filter(fresh).filter(|&u| {
                !self.class(u).is_regular()
                    && self.class(u).is_artillery()
                    && self.is_deployed(state, u)
            });
            let most = if B::SENTENCES.lone_guns_count { u16::MAX } else { 1 };
            let guns =
                self.tables.core.lone_towed_artillery_defence_sp * (guns.count() as u16).min(most);
            let groups = state.position.stack(hex).filter(fresh);
            let groups = groups.filter(|&u| self.role(u) == Role::Resilience);
            return guns + groups.map(|u| self.defence_of(state, u)).sum::<u16>();
        }
        let counts = |u: &UnitId| match self.role(*u) {
            Role::Regular | Role::Towed | Role::SelfPropelled | Role::Resilience => true,
            Role::Artillery | Role::Battery => combat.guns[side].contains(u),
            Role::Hq | Role::Air => false,
        };
        state
            .position
            .stack(hex)
            .filter(fresh)
            .filter(counts)
            .map(|u| self.defence_of(state, u))
            .sum()
    }

    /// The defending hexes with most strength points; of several the defender chooses.
    pub fn heaviest(&self, state: &State<B>, combat: &Combat) -> Hexes {
        let weight = |h: HexId| self.hex_defence(state, combat, h);
        let most = combat.hexes.iter().map(|&h| weight(h)).max().unwrap_or(0);
        combat.hexes.iter().copied().filter(|&h| weight(h) == most).collect()
    }

    /// The defending hex whose terrain and fortifications count [5.5.3].
    pub fn reference(&self, state: &State<B>, combat: &Combat) -> HexId {
        let heaviest = self.heaviest(state, combat);
        let chosen = combat.reference.filter(|h| heaviest.contains(h));
        let column = |hex: HexId| {
            let counts = Combat { reference: Some(hex), ..combat.clone() };
            self.weigh(state, &counts).to
        };
        let best = || match heaviest.len() > 1 && !B::SENTENCES.tied_hex_is_chosen {
            true => heaviest.iter().copied().min_by_key(|&h| column(h)),
            false => heaviest.first().copied(),
        };
        chosen.or_else(best).unwrap_or(combat.hexes[0])
    }

    /// Adds a combat up.
    pub fn weigh(&self, state: &State<B>, combat: &Combat) -> Weighed {
        let reference = self.reference(state, combat);
        let mut items = Items(Some(Vec::new()));
        let attack = self.weigh_attack(state, combat, reference, &mut items);
        let defence = self.weigh_defence(state, combat, &mut items);
        let items = items.0.unwrap_or_default();
        let attacker = self.active(state);
        let mut strength = BySide::new(0, 0);
        strength[attacker] = attack;
        strength[attacker.other()] = defence;
        let last = self.tables.combat.columns.len() - 1;
        let modifier = self.roll_modifier(state, combat);
        if defence == 0 {
            // A lone headquarters or artillery in transport set-up [5.1.9] [6.6.4].
            return Weighed { items, strength, from: last, shifts: Vec::new(), to: last, modifier };
        }
        let from = self.ratio_column(attack, defence);
        let shifts = self.shifts(state, combat, reference);
        let sum = |side: Side| -> usize {
            shifts.iter().filter(|s| s.side == side).map(|s| usize::from(s.columns)).sum()
        };
        // The clamp between the two steps is part of the rule [1.6].
        let to = (from + sum(attacker)).min(last).saturating_sub(sum(attacker.other()));
        Weighed { items, strength, from, shifts, to, modifier }
    }

    /// What the defenders have together.
    pub(crate) fn defence(&self, state: &State<B>, combat: &Combat) -> u16 {
        self.weigh_defence(state, combat, &mut Items(None))
    }

    fn item(&self, side: Side, id: &'static str, unit: UnitId, value: u16, rule: Rule) -> OddsItem {
        let text = Text::new(id).unit(unit);
        OddsItem { side, text, value: value.to_string(), rules: [rule].into() }
    }

    /// The last item cites why the unit does not count fully: it is disorganised, or attacks out of
    /// supply; and the rounding of
    /// what is halved [1.7]. Self-propelled guns fight with their own figures [6.6.5].
    fn add_halves(&self, state: &State<B>, unit: UnitId, supply: bool, items: &mut Items) {
        let class = self.class(unit);
        let disorganised = state.disorganised[unit.index()] > 0;
        let unsupplied = supply && state.oos[unit.index()] > 0;
        let moves_itself = class.role == Role::SelfPropelled;
        if !(disorganised || unsupplied || moves_itself) {
            return;
        }
        let cels = state.position.steps(unit);
        let printed = if supply { class.attack_with(cels) } else { class.defence_with(cels) };
        let rounded = (disorganised || unsupplied) && printed % 2 == 1;
        let rules = self.acting([
            (disorganised, rule!(B, "5.6.4")),
            (unsupplied, rule!(B, "10.2.2")),
            (rounded, rule!(B, "1.7")),
            (moves_itself, rule!(B, "6.6.5")),
        ]);
        if let Some(item) = items.0.as_mut().and_then(|items| items.last_mut()) {
            item.rules.extend(rules);
        }
    }

    /// The rules by which a hex defends with what it does: none there can [5.1.9] [6.6.4], lone
    /// guns [6.6.3], or its
    /// units, some of them disorganised [5.6.4].
    fn rules_of_defence(&self, state: &State<B>, hex: HexId, sp: u16) -> Cited {
        let stack =
            || state.position.stack(hex).filter(|&u| !state.position.has_mark(u, Mark::Fought));
        if self.has_fresh_regular(state, hex) {
            let shaken = stack().any(|u| state.disorganised[u.index()] > 0);
            let mut rules = Cited::from(rule!(B, "5.2.1"));
            rules.extend(self.acting([(shaken, rule!(B, "5.6.4"))]));
            return rules;
        }
        let hq = stack().any(|u| self.class(u).is_hq());
        let packed = stack().any(|u| self.class(u).is_towed_artillery());
        match sp {
            1.. => rule!(B, "6.6.3").into(),
            0 if hq => std::iter::once(rule!(B, "5.1.9"))
                .chain(self.acting([(true, rule!(B, "9.1.8"))]))
                .collect(),
            0 if packed => self.rule_or(rule!(B, "6.6.4"), rule!(B, "5.1.9")).into(),
            0 => rule!(B, "5.2.1").into(),
        }
    }

    fn weigh_attack(
        &self,
        state: &State<B>,
        combat: &Combat,
        reference: HexId,
        items: &mut Items,
    ) -> u16 {
        let side = self.active(state);
        let mut direct = 0;
        let mut through = 0;
        let mut across = 0;
        for &unit in &combat.attackers {
            let sp = self.attack_of(state, unit, combat.full.contains(&unit));
            items.add(|| self.item(side, "odds.attack", unit, sp, rule!(B, "5.2.1")));
            self.add_halves(state, unit, !combat.full.contains(&unit), items);
            match self.attacks_through_position(state, unit, reference)
                || self.attacks_across_line(state, unit, reference)
            {
                true => through += sp,
                false if self.is_halved_across(state, unit, reference) => across += sp,
                false => direct += sp,
            }
        }
        direct += half(across);
        let mut support = 0;
        for &gun in &combat.guns[side] {
            let sp = self.attack_of(state, gun, combat.full.contains(&gun));
            items.add(|| self.item(side, "odds.support", gun, sp, rule!(B, "6.3.1")));
            self.add_halves(state, gun, !combat.full.contains(&gun), items);
            support += sp;
        }
        let air = self.air_support(state, combat, side);
        if air > 0 {
            let text = Text::new("odds.air");
            items.add(|| OddsItem {
                side,
                text,
                value: air.to_string(),
                rules: [rule!(B, "8.2.2")].into(),
            });
        }
        support += air;
        let mut note = |id: &'static str, total: u16, rule: Rule| {
            let text = Text::new(id);
            items.add(|| OddsItem {
                side,
                text,
                value: format!("= {total}"),
                rules: [rule].into(),
            });
        };
        let mut total = direct + through + support;
        if across > 0 {
            note("odds.river-halves", total, rule!(B, "5.5.1"));
        }
        if self.is_fixed_position(reference) {
            total = direct + half(through + support); // [7.2.2] (R75)
            note("odds.position-halves", total, rule!(B, "7.2.2"));
        }
        if through > 0 && self.is_line_hex(reference) {
            total = direct + half(through + support); // [19.1.1] (K-R10)
            note("odds.line-halves", total, rule!(B, "19.1.1"));
        }
        if self.ground.hex(reference).halves {
            total = half(total); // [CHART-3] (R12)
            note("odds.swamp-halves", total, rule!(B, "CHART-3"));
        }
        total
    }

    fn attacks_through_position(&self, state: &State<B>, unit: UnitId, reference: HexId) -> bool {
        let at = state.position.hex(unit);
        let side = at.and_then(|at| self.map.grid.side_between(at, reference));
        side.is_some_and(|s| self.ground.side(s).fixed)
    }

    fn weigh_defence(&self, state: &State<B>, combat: &Combat, items: &mut Items) -> u16 {
        let side = self.active(state).other();
        let mut total = 0;
        let mut regular = false;
        for &hex in &combat.hexes {
            let sp = self.hex_defence(state, combat, hex);
            regular |= self.has_fresh_regular(state, hex);
            let lone = sp > 0 && !self.has_fresh_regular(state, hex);
            let id = if lone { "odds.lone-guns" } else { "odds.defence" };
            items.add(|| OddsItem {
                side,
                text: Text::new(id).hex(hex),
                value: sp.to_string(),
                rules: self.rules_of_defence(state, hex, sp),
            });
            total += sp;
        }
        if total == 0 || (!regular && B::SENTENCES.support_is_for_regulars) {
            return total; // nobody there who could be supported [6.3.1]
        }
        for &gun in &combat.guns[side] {
            let at = state.position.hex(gun);
            if at.is_some_and(|h| combat.hexes.contains(&h)) {
                continue; // counted with its hex
            }
            let sp = self.defence_of(state, gun);
            items.add(|| self.item(side, "odds.support", gun, sp, rule!(B, "6.3.1")));
            self.add_halves(state, gun, false, items);
            total += sp;
        }
        let air = self.air_support(state, combat, side);
        if air > 0 {
            let text = Text::new("odds.air");
            items.add(|| OddsItem {
                side,
                text,
                value: air.to_string(),
                rules: [rule!(B, "8.2.4")].into(),
            });
        }
        total + air
    }

    /// What flies for a side in a combat, half of it for the defender [8.2.2] [8.2.4].
    fn air_support(&self, state: &State<B>, combat: &Combat, side: Side) -> u16 {
        if let Some(own) = B::air_support(state, side) {
            return own;
        }
        match side == self.active(state) {
            true => self.air_strength(state, side, MissionKind::Offensive, &combat.hexes),
            false => half(self.air_strength(state, side, MissionKind::Defensive, &combat.hexes)),
        }
    }

    /// Whether a unit attacks across water that halves it.
    fn is_halved_across(&self, state: &State<B>, unit: UnitId, reference: HexId) -> bool {
        let at = state.position.hex(unit);
        let side = at.and_then(|at| self.map.grid.side_between(at, reference));
        side.is_some_and(|s| self.ground.side(s).halves)
    }

    fn roll_modifier(&self, state: &State<B>, combat: &Combat) -> i16 {
        let attacker = self.active(state);
        let points = self.tables.core.hq_die_modifier;
        let mut modifier = 0;
        if combat.hq[attacker] {
            modifier -= points;
        }
        if combat.hq[attacker.other()] {
            modifier += points;
        }
        modifier
    }

    /// Everything that shifts the column [5.2.1 e].
    fn shifts(&self, state: &State<B>, combat: &Combat, reference: HexId) -> Vec<Shift> {
        let attacker = self.active(state);
        let defender = attacker.other();
        let mut shifts = Vec::new();
        self.terrain_shifts(state, combat, reference, &mut shifts);
        self.fortification_shift(state, combat, reference, &mut shifts);
        for side in [attacker, defender] {
            self.concentration_shifts(state, combat, side, &mut shifts);
            self.star_shifts(state, combat, side, &mut shifts);
            self.volkssturm_shift(state, combat, side, &mut shifts);
            if combat.pool[side] > 0 {
                let text = Text::new("odds.pool");
                shifts.push(Shift::new(side, combat.pool[side], text, rule!(B, "9.1.6")));
            }
        }
        let core = &self.tables.core;
        let groups = self.defenders(state, combat).any(|u| self.role(u) == Role::Resilience);
        if groups {
            let text = Text::new("odds.resilience");
            shifts.push(Shift::new(defender, core.resilience_cm, text, rule!(B, "15.2.3")));
        }
        let diggers = &[reference];
        let mut diggers = self.fortification_users(state, combat, diggers);
        if combat.fortification_units && diggers.next().is_some() {
            let columns = core.fortification_unit_cm;
            let text = Text::new("odds.fortification-units");
            shifts.push(Shift::new(defender, columns, text, rule!(B, "15.4.1")));
        }
        shifts.retain(|s| s.columns > 0);
        shifts
    }

    fn terrain_shifts(
        &self,
        state: &State<B>,
        combat: &Combat,
        reference: HexId,
        out: &mut Vec<Shift>,
    ) {
        let defender = self.active(state).other();
        let frozen = |w: &str| self.switches.frozen_water && (w == "swamp" || w == "lake");
        let lines = crate::ground::words(&self.map, &self.tables, reference);
        for line in lines.into_iter().filter(|l| l.cm > 0 && !frozen(&l.id)) {
            let text = Text::new("odds.terrain").with("terrain", Arg::Name(line.id.clone()));
            let shift = Shift::new(defender, line.cm, text, rule!(B, "5.5.2"));
            out.push(shift.with_rules([
                (true, rule!(B, "5.5.1")),
                (combat.hexes.len() > 1, rule!(B, "5.5.3")),
            ]));
        }
        let mut across: BTreeMap<u8, u16> = BTreeMap::new();
        let mut all = 0;
        for &unit in &combat.attackers {
            let sp = self.attack_of(state, unit, combat.full.contains(&unit));
            all += sp;
            let at = state.position.hex(unit);
            let side = at.and_then(|at| self.map.grid.side_between(at, reference));
            if let Some(ground) = side.map(|s| self.ground.side(s)).filter(|g| g.water && !g.halves)
            {
                *across.entry(ground.cm).or_default() += sp;
            }
        }
        // More than half cross water that gives at least so much [5.5.4] (R61); of two kinds of water the
        // lesser counts with the greater (K-R67).
        let wet = |cm: u8| across.range(cm..).map(|(_, sp)| *sp).sum::<u16>();
        let most =
            |cm: u8| 2 * wet(cm) > all || (self.switches.river_at_half && 2 * wet(cm) == all);
        let columns = across.keys().rev().copied().find(|&cm| most(cm));
        if let Some(columns) = columns {
            out.push(Shift::new(defender, columns, Text::new("odds.river"), rule!(B, "5.5.4")));
        }
    }

    fn fortification_shift(
        &self,
        state: &State<B>,
        combat: &Combat,
        reference: HexId,
        out: &mut Vec<Shift>,
    ) {
        let defender = self.active(state).other();
        if let Some(shift) = self.line_shift(state, combat, reference) {
            out.push(shift);
        } else if self.is_fixed_position(reference) {
            let share = |through: bool| -> u16 {
                combat
                    .attackers
                    .iter()
                    .filter(|&&u| self.attacks_through_position(state, u, reference) == through)
                    .map(|&u| self.attack_of(state, u, combat.full.contains(&u)))
                    .sum()
            };
            // Counted if at least half attack through the line, else as field fortifications [7.2.4].
            let front = share(true) >= share(false);
            let columns =
                if front { self.position_cm(reference) } else { self.field_cm(state, reference) };
            let rule = match front {
                true if self.position_group(reference).is_some() => rule!(B, "7.2.3"),
                true => rule!(B, "7.2.2"),
                false => rule!(B, "7.2.4"),
            };
            out.push(Shift::new(defender, columns, Text::new("odds.position"), rule));
        } else if state.forts[defender].contains(reference) {
            let columns = self.field_cm(state, reference);
            out.push(self.field_shift(defender, columns));
        }
    }

    /// Tactical concentration: one column for every three counters of a formation [13.1.2].
    fn concentration_shifts(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        out: &mut Vec<Shift>,
    ) {
        let mut counters: BTreeMap<u16, Concentrated> = BTreeMap::new();
        let mut count = |unit: UnitId| {
            if let Some(formation) = self.formation[unit.index()] {
                let there = counters.entry(formation).or_default();
                there.counters += 1;
                there.guns |= matches!(self.role(unit), Role::Artillery | Role::Battery);
                let hex = state.position.hex(unit);
                there.hexes.extend(hex.filter(|h| !there.hexes.contains(h)));
            }
        };
        combat.guns[side].iter().for_each(|&u| count(u));
        if side == self.active(state) {
            combat.attackers.iter().for_each(|&u| count(u));
        } else {
            self.defenders(state, combat)
                .filter(|&u| {
                    self.class(u).is_regular() && !state.position.has_mark(u, Mark::Fought)
                })
                .for_each(count);
        }
        let core = &self.tables.core;
        let groups = |c: &Concentrated| c.counters / core.concentration_group;
        let all: usize = counters.values().map(groups).sum();
        for (formation, there) in &counters {
            let columns = groups(there) as u8 * core.concentration_cm;
            if columns == 0 {
                continue;
            }
            let name = self.formations[usize::from(*formation)].clone();
            let text = Text::new("odds.concentration").with("formation", Arg::Name(name));
            out.push(Shift::new(side, columns, text, rule!(B, "13.1.2")).with_rules([
                (true, rule!(B, "13.1.1")),
                (there.hexes.len() > 1, rule!(B, "13.1.3")),
                (all > 1, rule!(B, "13.1.4")),
                (there.guns, rule!(B, "13.1.5")),
            ]));
        }
    }

    /// The enemy gains columns against Volkssturm, fewer for each regular unit with them [15.3.1] [15.3.2].
    fn volkssturm_shift(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        out: &mut Vec<Shift>,
    ) {
        let weak = side.other();
        let units: Units = match weak == self.active(state) {
            true => combat.attackers.clone(),
            false => self.defenders(state, combat).collect(),
        };
        let hexes: Hexes = units
            .iter()
            .filter(|&&u| self.class(u).volkssturm)
            .filter_map(|&u| state.position.hex(u))
            .collect();
        if hexes.is_empty() {
            return;
        }
        let mut stacks = hexes;
        stacks.sort_unstable();
        stacks.dedup();
        let with = stacks
            .iter()
            .flat_map(|&h| state.position.stack(h))
            .filter(|&u| self.class(u).is_regular() && !self.class(u).volkssturm)
            .count();
        let columns = usize::from(self.tables.core.volkssturm_cm).saturating_sub(with) as u8;
        let text = Text::new("odds.volkssturm");
        out.push(
            Shift::new(side, columns, text, rule!(B, "15.3.1"))
                .with_rules([(with > 0, rule!(B, "15.3.2"))]),
        );
    }

    /// The combat in hand as it is shown before the dice.
    pub fn combat_odds(&self, state: &State<B>) -> Option<Odds> {
        let combat = state.the_combat();
        if combat.attackers.is_empty() {
            return None;
        }
        let weighed = self.weigh(state, combat);
        let attacker = self.active(state);
        let shift = |s: &Shift| OddsItem {
            side: s.side,
            text: s.text.clone(),
            value: format!("{}{}", if s.side == attacker { "+" } else { "−" }, s.columns),
            rules: s.rules.iter().copied().filter(|&r| self.prints(r)).collect(),
        };
        let mut modifiers = Vec::new();
        for side in Side::BOTH {
            if combat.hq[side] {
                let points = self.tables.core.hq_die_modifier;
                let value =
                    if side == attacker { format!("−{points}") } else { format!("+{points}") };
                let text = Text::new("odds.hq");
                let both = combat.hq[side.other()];
                let rules = self.acting([
                    (true, rule!(B, "9.2.1")),
                    (true, rule!(B, "9.2.2")),
                    (both, rule!(B, "9.2.4")),
                ]);
                modifiers.push(OddsItem { side, text, value, rules: rules.collect() });
            }
        }
        let mut odds = Odds {
            targets: combat.hexes.to_vec(),
            attackers: combat.attackers.to_vec(),
            attacker,
            strength: BySide::of(|s| weighed.strength[s].to_string()),
            strengths: weighed.items.clone(),
            columns: self.tables.combat.columns.clone(),
            from: weighed.from,
            to: weighed.to,
            shifts: weighed.shifts.iter().map(shift).collect(),
            dice: DiceShape { number: 2, sides: 6 },
            modifiers,
            outcomes: self.outcomes(attacker, weighed.to, weighed.modifier),
            belief: None,
        };
        B::explain(self, state, combat, &mut odds);
        Some(odds)
    }

    fn outcomes(&self, attacker: Side, column: usize, modifier: i16) -> Vec<OddsOutcome> {
        let mut found: Vec<OddsOutcome> = Vec::new();
        for roll in 2..=12_i16 {
            let ways = 6 - (roll - 7).unsigned_abs() as u32;
            let cell = self.tables.combat.cell(roll + modifier, column);
            let read = (roll + modifier).clamp(2, 12) as u16;
            if let Some(outcome) = found.iter_mut().find(|o| o.code == cell.printed) {
                outcome.p.num += u64::from(ways);
                if !outcome.rolls.contains(&read) {
                    outcome.rolls.push(read);
                }
                continue;
            }
            let badness = |p: &crate::data::Part| {
                i32::from(p.retreat) + i32::from(p.loss) + i32::from(p.disorganised)
            };
            let balance = badness(&cell.defender) - badness(&cell.attacker);
            let good_for = match balance {
                0 => None,
                b if b > 0 => Some(attacker),
                _ => Some(attacker.other()),
            };
            found.push(OddsOutcome {
                code: cell.printed.clone(),
                text: self.cell_text(cell),
                rolls: vec![read],
                p: Probability { num: ways.into(), den: 36 },
                good_for,
            });
        }
        found
    }

    /// A cell of the table in plain words.
    pub fn cell_text(&self, cell: &crate::data::Cell) -> Text {
        let part = |p: &crate::data::Part| {
            let mut words = Vec::new();
            if p.loss > 0 {
                words.push(format!("loses {}", counted(p.loss.into(), "step", "steps")));
            }
            if p.retreat > 0 {
                words.push(format!("retreats {}", counted(p.retreat.into(), "hex", "hexes")));
            }
            if p.disorganised {
                words.push(String::from("is disorganised"));
            }
            if p.test {
                words.push(String::from("tests morale"));
            }
            if words.is_empty() { String::from("is unharmed") } else { words.join(", ") }
        };
        Text::new("odds.cell")
            .with("attacker", Arg::Name(part(&cell.attacker)))
            .with("defender", Arg::Name(part(&cell.defender)))
    }

    /// Whether nothing can shift the column: only headquarters or guns in transport set-up are
    /// attacked [5.1.9] [6.6.4].
    pub(crate) fn is_column_fixed(&self, state: &State<B>, combat: &Combat) -> bool {
        self.defence(state, combat) == 0
    }
}

/// A number of things.
fn counted(n: u16, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
