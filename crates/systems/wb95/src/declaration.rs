//! Declaring a combat [5.2.1 a, b]: targets, attackers, then the support of both sides.

use crate::class::Weapon;
use crate::data::Part;
use crate::game::Wb95;
use crate::state::{Combat, FIRED, FOUGHT, Resolving, SILENT, Stage, State, Units};
use board::{BySide, Side, UnitId};
use engine::{Event, EventKind, Log, No, Text};
use hex::HexId;

impl Combat {
    /// A combat against a first hex.
    pub fn against(hex: HexId) -> Combat {
        Combat {
            hexes: std::iter::once(hex).collect(),
            attackers: Units::new(),
            guns: BySide::default(),
            full: Units::new(),
            stars: BySide::default(),
            hq: BySide::default(),
            pool: BySide::default(),
            fortification_units: false,
            reference: None,
            lone: Default::default(),
            direct: BySide::default(),
            attacker: Part::default(),
            defender: Part::default(),
            step: Resolving::AttackerLosses,
            lost: BySide::default(),
            user_lost: BySide::default(),
            digger_lost: false,
            stand: 0,
            payers: Units::new(),
            payments: Default::default(),
            chosen: false,
            retreats: Vec::new(),
            settled: Units::new(),
            pursuits: Vec::new(),
        }
    }
}

impl Wb95 {
    /// Whether a hex may be the first target of a combat.
    pub fn may_target(&self, state: &State, hex: HexId) -> Result<(), No> {
        self.can_be_attacked(state, hex)?;
        let near = self
            .map
            .grid
            .around(hex)
            .any(|h| state.position.stack(h).any(|u| self.can_attack(state, u).is_ok()));
        if near { Ok(()) } else { Err(No::new("5.1.2", "no.nobody-adjacent").hex(hex)) }
    }

    /// Whether a further hex may be attacked in the same combat [5.1.5].
    pub fn may_add_target(&self, state: &State, combat: &Combat, hex: HexId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        if combat.hexes.contains(&hex) {
            return no("5.1.5", "no.target-already");
        }
        self.can_be_attacked(state, hex)?;
        if let Some(ww3) = &self.ww3 {
            ww3.may_defend_with(self, state, &combat.hexes, hex)?;
        }
        let from = self.attacking_hexes(state, combat);
        if from.len() > 1 {
            return no("5.1.5", "no.many-on-many");
        }
        let all = |h: HexId| {
            self.map.grid.adjacent(h, hex)
                && combat.hexes.iter().all(|&t| self.map.grid.adjacent(h, t))
        };
        let reachable = match from.first() {
            Some(&h) => all(h),
            None => self.map.grid.around(hex).any(|h| {
                all(h) && state.position.stack(h).any(|u| self.can_attack(state, u).is_ok())
            }),
        };
        if reachable { Ok(()) } else { no("5.1.5", "no.not-from-one-hex") }
    }

    /// The hexes that are attacked from.
    pub fn attacking_hexes(&self, state: &State, combat: &Combat) -> Vec<HexId> {
        let mut hexes: Vec<HexId> =
            combat.attackers.iter().filter_map(|&u| state.position.hex(u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Whether a unit may join the attack in hand.
    pub fn may_join(&self, state: &State, combat: &Combat, unit: UnitId) -> Result<(), No> {
        let hex = self.can_attack(state, unit)?;
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if combat.attackers.contains(&unit) {
            return no("5.1.1", "no.attacks-already");
        }
        if combat.hexes.iter().any(|&t| !self.map.grid.adjacent(hex, t)) {
            return no("5.1.2", "no.not-adjacent");
        }
        let from = self.attacking_hexes(state, combat);
        if combat.hexes.len() > 1 && from.iter().any(|&h| h != hex) {
            return no("5.1.5", "no.many-on-many");
        }
        match &self.ww3 {
            Some(ww3) => ww3.may_fight_with(self, combat, self.side(unit), unit, &[]),
            None => Ok(()),
        }
    }

    /// Whether the attack in hand may be declared.
    pub fn may_declare_attack(&self, state: &State, combat: &Combat) -> Result<(), No> {
        if combat.attackers.is_empty() {
            return Err(No::new("5.2.1", "no.no-attackers"));
        }
        self.leaves_partners(state, combat.attackers.iter().copied(), combat.hexes.iter().copied())
    }

    /// The attack is declared: the stacks lie open [16.1.3], the attacker chooses his support.
    pub fn declare(&self, state: &mut State, log: &mut Log) {
        let Some(mut combat) = state.combat.take() else { return };
        let enemy = self.active(state).other();
        let lone = |&h: &HexId| match self.book.guns_retreat {
            true => self.is_defenceless(state, h),
            false => self.is_lone(state, enemy, h),
        };
        combat.lone = combat.hexes.iter().copied().filter(lone).collect();
        if self.ww3.is_some() {
            let modern = state.modern_mut();
            modern.support = BySide::default();
            modern.flying = BySide::default();
            modern.shaken.clear();
        }
        for hex in combat.hexes.iter().copied().chain(self.attacking_hexes(state, &combat)) {
            self.open_stack(state, hex, log);
        }
        log.say(|| {
            let text = Text::new("event.declared")
                .with("units", engine::Arg::Units(combat.attackers.to_vec()))
                .with("hexes", engine::Arg::Hexes(combat.hexes.to_vec()));
            let mut event = Event::new(EventKind::Declared, "5.2.1", text);
            event.rules.extend(self.acting([(self.switches.masking, "16.1.3")]));
            event.units.extend(combat.attackers.iter().copied());
            event.hexes.extend(combat.hexes.iter().copied());
            event
        });
        state.combat = Some(combat);
        state.stages.pop();
        self.ask_support(state, self.active(state));
    }

    /// A side chooses its support; where that is usual its headquarters help from the start (R79 of
    /// WW3).
    fn ask_support(&self, state: &mut State, side: Side) {
        if self.book.hq_is_usual
            && let Some(mut combat) = state.combat.take()
        {
            combat.hq[side] = self.may_use_hq(state, &combat, side).is_ok();
            state.combat = Some(combat);
        }
        state.stages.push(Stage::Support(side));
    }

    /// A gun that no headquarters covers takes the modifier away [9.2.1].
    pub(crate) fn keep_covered(&self, state: &mut State, side: Side, gun: UnitId) {
        let covered = self.is_covered(state, gun);
        if let Some(combat) = state.combat.as_mut() {
            combat.hq[side] &= covered;
        }
    }

    /// Whether artillery may support a side in the combat in hand [6.3] [6.7].
    pub fn may_support(
        &self,
        state: &State,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        let attacking = side == self.active(state);
        let no = |rule, text| Err(No::new(self.for_side(state, side, rule), text).unit(unit));
        if unit.index() >= self.roster.len() || self.side(unit) != side {
            return no("6.3.1", "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else { return no("6.3.1", "no.off-map") };
        if combat.guns[side].contains(&unit) || combat.attackers.contains(&unit) {
            return no("6.3.1", "no.supports-already");
        }
        if let Err(mut no) = self.is_ready_to_fire(state, unit) {
            no.rule = self.for_side(state, side, no.rule);
            return Err(no);
        }
        if !self.book.hq_is_usual && combat.hq[side] && !self.is_covered(state, unit) {
            return no("9.2.1", "no.not-covered");
        }
        if attacking && self.is_frozen(state, unit) {
            return no("R23", "no.frozen");
        }
        if self.class(unit).is_regular() && !attacking && combat.hexes.contains(&hex) {
            return no("6.6.5", "no.defends-itself");
        }
        if let Some(ww3) = &self.ww3 {
            let defenders: Vec<UnitId> = match attacking {
                true => Vec::new(),
                false => self.defenders(state, combat).collect(),
            };
            ww3.may_fight_with(self, combat, side, unit, &defenders)?;
        }
        if self.book.zone_ties_guns && self.in_enemy_zone(state, side, hex) {
            let own = match attacking {
                true => combat.hexes.iter().any(|&h| self.map.grid.adjacent(h, hex)),
                false => combat.hexes.contains(&hex),
            };
            if !own {
                return no("ww3:8.5.1", "no.gun-in-zone");
            }
        }
        // In WW3 one hex must lie in the range of all guns ([8.3.2] [8.4.5]).
        let with = combat.guns[side].iter().copied().filter(|_| self.book.support_reaches_target);
        let guns: Vec<UnitId> = with.chain([unit]).collect();
        let near = |h: HexId| guns.iter().all(|&g| self.reaches(state, g, h));
        if attacking {
            let reached = match self.book.support_reaches_target {
                true => combat.hexes.to_vec(),
                false => self.attacking_hexes(state, combat),
            };
            return match reached.into_iter().any(near) {
                true => Ok(()),
                false => no("6.3.2", "no.out-of-range"),
            };
        }
        let mut helped = combat.hexes.iter().copied().filter(|&h| {
            self.has_fresh_regular(state, h)
                || (!self.book.support_is_for_regulars && self.hex_defence(state, combat, h) > 0)
        });
        if combat.hexes.contains(&hex) && !self.has_fresh_regular(state, hex) {
            return no("6.6.1", "no.gun-alone");
        }
        if !combat.hexes.iter().any(|&h| near(h)) {
            let alone = combat.hexes.iter().any(|&h| self.reaches(state, unit, h));
            return no(if alone { "ww3:8.4.5" } else { "6.3.3" }, "no.out-of-range");
        }
        if helped.next().is_some() { Ok(()) } else { no("6.3.1", "no.helps-regular-only") }
    }

    /// Whether a hex lies in the range of a gun.
    fn reaches(&self, state: &State, gun: UnitId, hex: HexId) -> bool {
        let at = state.position.hex(gun);
        at.is_some_and(|at| self.map.grid.distance(at, hex) <= self.range_of(gun))
    }

    /// How far a gun fires [6.1.2]; tactical missiles anywhere ([22.1] of WW3).
    pub fn range_of(&self, unit: UnitId) -> u16 {
        match self.class(unit).weapon {
            Some(Weapon::Missile) => u16::MAX,
            _ => self.tables.core.artillery_range,
        }
    }

    /// Whether a hex holds only headquarters and towed artillery in transport set-up, which cannot defend it
    /// ([7.1.9] of WW3).
    fn is_defenceless(&self, state: &State, hex: HexId) -> bool {
        state.position.stack(hex).all(|u| {
            self.class(u).is_hq()
                || (self.class(u).is_towed_artillery() && !self.is_deployed(state, u))
        })
    }

    /// Whether a regular unit that has not fought yet is in a hex (R81).
    pub fn has_fresh_regular(&self, state: &State, hex: HexId) -> bool {
        let mut stack = state.position.stack(hex);
        stack.any(|u| self.class(u).is_regular() && !state.position.has_mark(u, FOUGHT))
    }

    /// Whether artillery may fire in this phase [6.1.3] [6.1.4] [6.5.6].
    pub fn is_ready_to_fire(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if !self.class(unit).is_artillery() {
            return no("6.1.1", "no.not-artillery");
        }
        if !self.is_deployed(state, unit) {
            return no("6.1.3", "no.in-transport");
        }
        if state.position.has_mark(unit, FIRED) {
            return no("6.1.4", "no.fired-already");
        }
        if state.position.has_mark(unit, FOUGHT) {
            return no("5.1.1", "no.fought-already");
        }
        if state.position.has_mark(unit, SILENT) {
            return no("6.5.6", "no.silent");
        }
        Ok(())
    }

    /// Whether a unit of the attack may pay a level for its full strength [10.2.3].
    pub fn may_buy_full(
        &self,
        state: &State,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let takes_part = combat.attackers.contains(&unit) || combat.guns[side].contains(&unit);
        if side != self.active(state) || !takes_part {
            return no("10.2.3", "no.not-in-attack");
        }
        if state.oos[unit.index()] == 0 {
            return no("10.2.2", "no.in-supply");
        }
        if combat.full.contains(&unit) {
            return no("10.2.3", "no.bought-already");
        }
        Ok(())
    }

    /// Whether the defender may use fortification units [15.4.1].
    pub fn may_use_fortification_units(
        &self,
        state: &State,
        combat: &Combat,
        side: Side,
    ) -> Result<(), No> {
        if side == self.active(state) || combat.fortification_units {
            return Err(No::new("15.4.2", "no.not-now"));
        }
        // Of hexes of equal strength the defender will choose the one that counts [5.5.3].
        match self.fortification_users(state, combat, &self.heaviest(state, combat)).next() {
            Some(_) => Ok(()),
            None => Err(No::new("15.4.1", "no.no-fortification-unit")),
        }
    }

    /// Fortification units that defend in fortifications on one of these hexes; only the hex that
    /// counts is asked in the end (K-R70).
    pub fn fortification_users<'a>(
        &'a self,
        state: &'a State,
        combat: &'a Combat,
        hexes: &'a [HexId],
    ) -> impl Iterator<Item = UnitId> + 'a {
        self.defenders(state, combat).filter(move |&u| {
            let hex = state.position.hex(u).filter(|h| hexes.contains(h));
            self.class(u).fortification
                && !state.position.has_mark(u, FOUGHT)
                && hex.is_some_and(|h| self.is_fortified(state, self.side(u), h))
        })
    }

    /// After a side's support: the other's, then the hex that counts, then the dice.
    pub fn end_support(&self, state: &mut State, side: Side) {
        state.stages.pop();
        if side == self.active(state) {
            self.ask_support(state, side.other());
            return;
        }
        state.stages.push(Stage::Roll);
        let tied = state.combat.as_ref().is_some_and(|c| self.heaviest(state, c).len() > 1);
        if tied && self.book.tied_hex_is_chosen {
            state.stages.push(Stage::Reference);
        }
    }
}
