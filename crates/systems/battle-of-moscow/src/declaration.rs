//! Declaring battles [COM-2] to [COM-7] so that every obligation stays possible.
//!
//! A battle is built from its hexes first, then its attackers. For the hexes H and the attackers U of a battle two
//! things must hold after it is declared [COM-7]: (a) every obliged unit outside is left with a free enemy hex
//! or a battle it can join; taking more hexes never mends a breach of this. (b) Every obliged hex outside is
//! left with a free able unit; taking more attackers never mends a breach of this. So what is offered
//! at each small choice can be tested exactly.

use crate::desk::Desk;
use crate::game::BattleOfMoscow;
use crate::state::{Battle, Hexes, Mark, Stage, State};
use crate::verb::{DECLARE, DONE};
use board::{Contacts, Open, Side, UnitId};
use engine::view::{Bundle, Effect, Offer, Owed};
use engine::{
    Asked, At, Choice, Choices, Decide, Event, EventKind, Flow, No, Odds, Play, Rule, Text, Viewer,
    Wrong,
};
use hex::HexId;
use serde::{Deserialize, Serialize};

impl BattleOfMoscow {
    /// Whether a unit is in a declared battle.
    pub fn is_committed(&self, state: &State, unit: UnitId) -> bool {
        state.battles.iter().any(|b| b.attackers.contains(&unit))
    }

    /// Whether a hex is in a declared battle.
    pub fn is_target(&self, state: &State, hex: HexId) -> bool {
        state.battles.iter().any(|b| b.hexes.contains(&hex))
    }

    /// What would be owed with the declared battles and one more.
    pub fn open_with(&self, state: &State, contacts: &Contacts, battle: &Battle) -> Open {
        let battles = || state.battles.iter().chain([battle]);
        let units = battles().flat_map(|b| b.attackers.iter().copied());
        let hexes = battles().flat_map(|b| b.hexes.iter().copied());
        contacts.open_after(units, hexes, |unit| {
            battles()
                .any(|b| !b.hexes.is_empty() && b.hexes.iter().all(|&h| contacts.is_able(unit, h)))
        })
    }

    /// Whether every obligation could still be met with the declared battles, one more and a unit in it
    /// [COM-7].
    fn can_finish_with(
        &self,
        state: &State,
        contacts: &Contacts,
        battle: &Battle,
        unit: UnitId,
    ) -> bool {
        let battles = || state.battles.iter().chain([battle]);
        contacts.can_finish(
            |u| u == unit || battles().any(|b| b.attackers.contains(&u)),
            |h| battles().any(|b| b.hexes.contains(&h)),
            |u| {
                battles()
                    .any(|b| !b.hexes.is_empty() && b.hexes.iter().all(|&h| contacts.is_able(u, h)))
            },
        )
    }

    /// What is owed now. The battle that is being built counts: what is in hand is met unless it is undone.
    pub fn owed_now(&self, state: &State) -> Open {
        let contacts = self.contacts(state);
        match state.top() {
            Some(Stage::Attack(Attack { battle })) => self.open_with(state, &contacts, battle),
            _ => self.open_with(state, &contacts, &Battle::default()),
        }
    }

    /// Whether hexes may be attacked together: partisans alone only with partisans alone [COM-2] (R81).
    fn may_combine(&self, state: &State, hexes: &[HexId], hex: HexId) -> Result<(), No> {
        let alone = self.is_partisan_only(state, hex);
        match hexes.iter().all(|&h| self.is_partisan_only(state, h) == alone) {
            true => Ok(()),
            false => Err(No::new(rule!("COM-2"), "no.mixed-partisans").hex(hex)),
        }
    }

    /// The hexes that must be in a battle with `unit` as its first attacker: those of the battle, and obliged
    /// hexes that nobody else could attack.
    fn forced_hexes(
        &self,
        state: &State,
        contacts: &Contacts,
        hexes: &Hexes,
        unit: UnitId,
    ) -> Hexes {
        let mut all = hexes.clone();
        for hex in contacts.targets_of(unit) {
            let lonely = contacts.is_obliged_hex(hex)
                && !all.contains(&hex)
                && !self.is_target(state, hex)
                && !contacts.attackers_of(hex).any(|u| u != unit && !self.is_committed(state, u));
            if lonely {
                all.push(hex);
            }
        }
        all
    }

    /// Whether a battle over `hexes` can be finished with `unit` among its attackers.
    fn can_lead(&self, state: &State, contacts: &Contacts, hexes: &Hexes, unit: UnitId) -> bool {
        if self.is_committed(state, unit) || !hexes.iter().all(|&h| contacts.is_able(unit, h)) {
            return false;
        }
        let all = self.forced_hexes(state, contacts, hexes, unit);
        let kinds_agree = all.iter().all(|&h| self.may_combine(state, &all, h).is_ok());
        let battle = Battle { hexes: all, ..Battle::default() };
        kinds_agree && self.can_finish_with(state, contacts, &battle, unit)
    }

    /// Whether `hex` may be added to the hexes of a battle that has no attackers yet [COM-2] [COM-7].
    fn may_target(
        &self,
        state: &State,
        contacts: &Contacts,
        hexes: &Hexes,
        hex: HexId,
    ) -> Result<(), No> {
        if self.holder(state, hex) != Some(state.active.other()) {
            return Err(No::new(rule!("COM-2"), "no.no-enemy").hex(hex));
        }
        if self.is_target(state, hex) || hexes.contains(&hex) {
            return Err(No::new(rule!("COM-3"), "no.target-already").hex(hex));
        }
        self.may_combine(state, hexes, hex)?;
        let mut all = hexes.clone();
        all.push(hex);
        let mut reachers = contacts
            .attackers_of(hex)
            .filter(|&u| {
                !self.is_committed(state, u) && all.iter().all(|&h| contacts.is_able(u, h))
            })
            .peekable();
        if reachers.peek().is_none() {
            return Err(No::new(rule!("COM-2"), "no.nobody-reaches").hex(hex));
        }
        match reachers.any(|u| self.can_lead(state, contacts, &all, u)) {
            true => Ok(()),
            false => Err(No::new(rule!("COM-7"), "no.target-strands").hex(hex)),
        }
    }

    /// Whether `unit` may be added to the attackers of a battle [COM-2] [COM-3] [COM-7].
    fn may_attack(
        &self,
        state: &State,
        contacts: &Contacts,
        battle: &Battle,
        unit: UnitId,
    ) -> Result<(), No> {
        if !self.belongs_to(state, unit, state.active) || state.position.hex(unit).is_none() {
            return Err(No::new(rule!("COM-1"), "no.not-an-attacker"));
        }
        if self.is_committed(state, unit) || battle.attackers.contains(&unit) {
            return Err(No::new(rule!("COM-3"), "no.attacks-already").unit(unit));
        }
        for &hex in &battle.hexes {
            self.can_reach(state, unit, hex)?;
        }
        let mut with = battle.clone();
        with.attackers.push(unit);
        let open = self.open_with(state, contacts, &with);
        if let Some(&hex) = open.stranded_hexes.first() {
            return Err(No::new(rule!("COM-7"), "no.strands-hex").unit(unit).hex(hex));
        }
        if let Some(&other) = open.stranded_units.first() {
            return Err(No::new(rule!("COM-7"), "no.strands-unit").unit(unit).other(other));
        }
        Ok(())
    }

    /// Whether a unit is able to attack a hex at all, and if not, why.
    fn can_reach(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        use crate::class::Kind;
        use crate::state::Mark;
        let no = |rule, text| Err(No::new(rule, text).unit(unit).hex(hex));
        let at = state.position.hex(unit);
        if !at.is_some_and(|at| self.map.grid.adjacent(at, hex)) {
            return no(rule!("COM-2"), "no.not-adjacent");
        }
        if state.position.has_mark(unit, Mark::Rode) {
            return no(rule!("RR-5"), "no.rode");
        }
        if self.is_able(state, unit, hex) {
            return Ok(());
        }
        match self.kind(state, unit) {
            Kind::Security if !self.is_partisan_only(state, hex) => {
                no(rule!("SEC-1"), "no.security")
            }
            Kind::Finnish => no(rule!("FIN-4"), "no.finn-unsupplied"),
            Kind::Partisan => no(rule!("PAR-3"), "no.never-attacks"),
            Kind::Worker => no(rule!("WRK-1"), "no.never-attacks"),
            Kind::Fortification => no(rule!("FOR-5"), "no.never-attacks"),
            Kind::Replacement => no(rule!("RRP-6"), "no.never-attacks"),
            _ => no(rule!("FRA-1"), "no.halved-to-nothing"),
        }
    }

    /// Whether a battle may be declared as it stands.
    pub fn may_declare(&self, battle: &Battle) -> Result<(), No> {
        match battle.attackers.is_empty() {
            true => Err(No::new(rule!("COM-2"), "no.no-attackers")),
            false => Ok(()),
        }
    }

    /// The units that may be added to the attackers of a battle: of those that can attack all its hexes,
    /// whoever leaves everything owed possible [COM-2] [COM-7].
    fn attackers_for<'a>(
        &'a self,
        state: &'a State,
        contacts: &'a Contacts,
        battle: &'a Battle,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let first = battle.hexes.first().expect("a battle is over some hex");
        let able = move |&u: &UnitId| battle.hexes.iter().all(|&h| contacts.is_able(u, h));
        let free =
            move |&u: &UnitId| !self.is_committed(state, u) && !battle.attackers.contains(&u);
        let all = contacts.attackers_of(*first).filter(able).filter(free);
        all.filter(move |&u| self.can_finish_with(state, contacts, battle, u))
    }

    /// The declared battle that `hex` belongs to and that somebody may still join [SEQ-4].
    fn joinable(&self, state: &State, contacts: &Contacts, hex: HexId) -> Option<usize> {
        let index = state.battles.iter().position(|b| b.hexes.contains(&hex))?;
        let some = self.attackers_for(state, contacts, &state.battles[index]).next().is_some();
        some.then_some(index)
    }

    /// Whether a unit may join a declared battle.
    fn may_join(
        &self,
        state: &State,
        contacts: &Contacts,
        battle: &Battle,
        unit: UnitId,
    ) -> Result<(), No> {
        // The battle is already among the declared ones; joining takes only the unit.
        let joined = Battle { attackers: Default::default(), ..battle.clone() };
        self.may_attack(state, contacts, &joined, unit)
    }

    /// Whether the declaration may end: every obligation is met [SEQ-4].
    fn may_end_declaration(&self, state: &State, contacts: &Contacts) -> Result<(), No> {
        if contacts.is_met(|u| self.is_committed(state, u), |h| self.is_target(state, h)) {
            return Ok(());
        }
        let open = self.open_with(state, contacts, &Battle::default());
        if let Some(&unit) = open.units.first() {
            let n = open.units.len() as i32;
            return Err(No::new(rule!("ZOC-5"), "no.must-attack").unit(unit).n(n));
        }
        match open.hexes.first() {
            Some(&hex) => Err(No::new(rule!("ZOC-6"), "no.must-be-attacked")
                .hex(hex)
                .n(open.hexes.len() as i32)),
            None => Ok(()),
        }
    }

    /// Whether anything can be declared or joined in this step.
    pub fn can_declare(&self, state: &State) -> bool {
        self.units_of(state, state.active).any(|(unit, at)| {
            let mut beside = self.enemies_beside(state, state.active, at);
            beside.any(|hex| self.is_able(state, unit, hex))
        })
    }

    /// Whether an attacker of the battle stood beside other enemies too and chose these [COM-4].
    pub fn has_chosen_target(&self, state: &State, battle: &Battle) -> bool {
        battle.attackers.iter().any(|&unit| {
            let at = state.position.hex(unit);
            let mut beside =
                at.into_iter().flat_map(|at| self.enemies_beside(state, state.active, at));
            beside.any(|hex| !battle.hexes.contains(&hex) && self.is_able(state, unit, hex))
        })
    }

    /// Whether a battle over a hex may be begun, or a declared one be joined [COM-2] [SEQ-4].
    fn may_begin(&self, state: &State, contacts: &Contacts, hex: HexId) -> Result<(), No> {
        if self.is_target(state, hex) {
            return match self.joinable(state, contacts, hex) {
                Some(_) => Ok(()),
                None => Err(No::new(rule!("COM-3"), "no.nobody-joins").hex(hex)),
            };
        }
        self.may_target(state, contacts, &Hexes::default(), hex)
    }

    /// What is still owed before the declaration may end.
    pub fn owed_items(&self, state: &State) -> Vec<Owed> {
        let open = self.owed_now(state);
        let mut items = Vec::new();
        // Who came in this impulse must attack; who has stood there must withdraw or attack.
        let came =
            |u: &UnitId| [Mark::Moved, Mark::New].iter().any(|&m| state.position.has_mark(*u, m));
        let (new, old): (Vec<UnitId>, Vec<UnitId>) = open.units.into_iter().partition(came);
        for (units, id, rule) in
            [(new, "owed.units", rule!("ZOC-5")), (old, "owed.stayed", rule!("COM-6"))]
        {
            if !units.is_empty() {
                let text = Text::new(id).n(units.len() as i64);
                items.push(Owed { text, rule, units, hexes: Vec::new() });
            }
        }
        if !open.hexes.is_empty() {
            items.push(Owed {
                text: Text::new("owed.hexes").n(open.hexes.len() as i64),
                rule: rule!("ZOC-6"),
                units: Vec::new(),
                hexes: open.hexes,
            });
        }
        items
    }

    /// Why units beside the enemy need not attack, each reason once.
    fn excuses(&self, state: &State) -> Vec<(Rule, &'static str)> {
        let mut reasons = Vec::new();
        for (unit, at) in self.units_of(state, state.active) {
            let beside = self.enemies_beside(state, state.active, at);
            reasons.extend(beside.filter_map(|hex| self.excuse(state, unit, at, hex)));
        }
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }

    /// A battle is declared: by whom, on what, in which column.
    fn declared(&self, state: &State, battle: &Battle) -> Event {
        let (_, column) = self.battle_columns(state, battle);
        let text = Text::new("event.declared")
            .with("units", engine::Arg::Units(battle.attackers.to_vec()))
            .with("hexes", engine::Arg::Hexes(battle.hexes.to_vec()))
            .with("column", engine::Arg::Name(self.tables.combat.columns[column].clone()));
        let mut event = Event::new(EventKind::Declared, rule!("COM-2"), text);
        event.rules.extend(self.has_chosen_target(state, battle).then_some(rule!("COM-4")));
        let poor = self.attack_total(state, battle) < self.defence_total(state, battle);
        event.rules.extend(poor.then_some(rule!("COM-5")));
        event.units.extend(battle.attackers.iter().copied());
        event.hexes.extend(battle.hexes.iter().copied());
        event
    }

    /// All units that can join an attack [COM-2].
    fn attackers_bundle(at: At<'_, BattleOfMoscow>) -> Option<Bundle> {
        let choices: Vec<Choice> = at.choices.all_units().map(Choice::Unit).collect();
        let text = Text::new("bundle.attackers").n(choices.len() as i64);
        Bundle::singles(text, choices)
    }
}

/// A hex to attack is chosen, or the declaration ends [SEQ-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Declaration;

impl Decide<BattleOfMoscow> for Declaration {
    const ID: &'static str = "declaration";
    const WRONG: Wrong = (rule!("SEQ-4"), "no.choose-target");
    const ACTS_BY_DESK: bool = true;

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn waits(&self, play: &mut Play<'_, BattleOfMoscow>) -> bool {
        play.keep_if(!play.state.battles.is_empty() || play.game.can_declare(play.state))
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, desk: &mut Desk, out: &mut Choices) {
        game.find_contacts(state, &mut desk.contacts);
        let contacts = &desk.contacts;
        for hex in contacts.targets() {
            let known = out.contains(Choice::Hex(hex)) || game.is_target(state, hex);
            if !known && game.may_begin(state, contacts, hex).is_ok() {
                out.hex(hex);
            }
        }
        for battle in &state.battles {
            if game.attackers_for(state, contacts, battle).next().is_some() {
                out.hexes(battle.hexes.iter().copied());
            }
        }
        out.add_if(game.may_end_declaration(state, contacts).is_ok(), DONE);
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_begin(at.state, &at.desk.contacts, hex),
            DONE => at.game.may_end_declaration(at.state, &at.desk.contacts),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, desk: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => match play.game.joinable(play.state, &desk.contacts, hex) {
                Some(index) => play.ask(Join { battle: index as u8, joined: 0 }),
                None => play.ask(Attack::over(hex)),
            },
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.declaration").into()
    }

    /// The end says who beside the enemy need not attack, and why.
    fn offer(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Offer {
        let offer = engine::plain_offer(at.game, choice);
        if choice != DONE {
            return offer;
        }
        let free = |(rule, id)| Effect { kind: "free", text: Text::new(id), rule, tone: "plain" };
        let effects = at.game.excuses(at.state).into_iter().map(free).collect();
        Offer { effects, ..offer.labelled("verb.end-declaration") }
    }

    fn owed(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        at.game.owed_items(at.state)
    }

    fn reminders(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        let fresh = at.choices.all_hexes().filter(|&h| !at.game.is_target(at.state, h));
        Owed::of_hexes("remind.attack", rule!("SEQ-4"), fresh.collect()).into_iter().collect()
    }
}

/// Further hexes and the attackers of the battle in hand [COM-2].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The battle.
    pub battle: Battle,
}

impl Attack {
    /// A battle over a hex, without attackers yet.
    fn over(hex: HexId) -> Attack {
        Attack { battle: Battle { hexes: [hex].into_iter().collect(), ..Battle::default() } }
    }
}

impl Decide<BattleOfMoscow> for Attack {
    const ID: &'static str = "attack";
    const WRONG: Wrong = (rule!("COM-2"), "no.choose-attackers");
    const PASSES: bool = false;

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, desk: &mut Desk, out: &mut Choices) {
        let (battle, contacts) = (&self.battle, &mut desk.contacts);
        game.find_contacts(state, contacts);
        out.units(game.attackers_for(state, contacts, battle));
        if battle.attackers.is_empty() {
            for hex in contacts.targets() {
                let known = out.contains(Choice::Hex(hex));
                if !known && game.may_target(state, contacts, &battle.hexes, hex).is_ok() {
                    out.hex(hex);
                }
            }
        }
        out.add_if(game.may_declare(battle).is_ok(), DECLARE);
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        let (battle, contacts) = (&self.battle, &at.desk.contacts);
        match choice {
            Choice::Hex(hex) if battle.attackers.is_empty() => {
                at.game.may_target(at.state, contacts, &battle.hexes, hex)
            }
            Choice::Hex(hex) => Err(No::new(rule!("SEQ-4"), "no.hexes-first").hex(hex)),
            Choice::Unit(unit) => at.game.may_attack(at.state, contacts, battle, unit),
            DECLARE => at.game.may_declare(battle),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        let mut battle = self.battle.clone();
        match choice {
            Choice::Hex(hex) => battle.hexes.push(hex),
            Choice::Unit(unit) => battle.attackers.push(unit),
            DECLARE => {
                play.close();
                play.log.say(|| play.game.declared(play.state, &battle));
                return play.state.battles.push(battle);
            }
            _ => engine::impossible(self, choice),
        }
        play.replace(Attack { battle });
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        let more = at.choices.all_hexes().next().is_some();
        let nobody = self.battle.attackers.is_empty() && at.choices.all_units().next().is_none();
        let id = match (more, nobody) {
            (true, true) => "prompt.attack-with",
            (true, false) => "prompt.attack-more",
            (false, _) => "prompt.attack",
        };
        Text::new(id).hexes(&self.battle.hexes).into()
    }

    fn picked(&self, _: &BattleOfMoscow, _: &State) -> Vec<UnitId> {
        self.battle.attackers.to_vec()
    }

    fn odds(&self, game: &BattleOfMoscow, state: &State, _: Viewer) -> Option<Odds> {
        game.open_odds(state, &self.battle)
    }

    /// All units that can join, with or without the declaration [COM-2].
    fn bundles(&self, at: At<'_, BattleOfMoscow>) -> Vec<Bundle> {
        let units = at.choices.all_units().map(Choice::Unit).collect();
        let attack = Bundle::attack(at.game, at.state, units, DECLARE);
        attack.into_iter().chain(BattleOfMoscow::attackers_bundle(at)).collect()
    }

    fn owed(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        at.game.owed_items(at.state)
    }
}

/// Units that join a declared battle [SEQ-4].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Join {
    /// Which battle.
    pub battle: u8,
    /// How many have joined now.
    pub joined: u8,
}

impl Join {
    fn battle<'a>(&self, state: &'a State) -> &'a Battle {
        &state.battles[usize::from(self.battle)]
    }
}

impl Decide<BattleOfMoscow> for Join {
    const ID: &'static str = "join";
    const WRONG: Wrong = (rule!("COM-2"), "no.choose-attackers");
    const PASSES: bool = false;

    fn decider(&self, _: &BattleOfMoscow, state: &State) -> Side {
        state.active
    }

    fn list(&self, game: &BattleOfMoscow, state: &State, desk: &mut Desk, out: &mut Choices) {
        game.find_contacts(state, &mut desk.contacts);
        out.units(game.attackers_for(state, &desk.contacts, self.battle(state)));
        out.add_if(self.joined > 0, DECLARE);
    }

    fn may(&self, at: At<'_, BattleOfMoscow>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => {
                at.game.may_join(at.state, &at.desk.contacts, self.battle(at.state), unit)
            }
            DECLARE if self.joined > 0 => Ok(()),
            DECLARE => Err(No::new(rule!("SEQ-4"), "no.no-attackers")),
            _ => Err(Self::wrong()),
        }
    }

    fn act(&self, play: &mut Play<'_, BattleOfMoscow>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                play.state.battles[usize::from(self.battle)].attackers.push(unit);
                play.replace(Join { joined: self.joined + 1, ..*self });
            }
            DECLARE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, BattleOfMoscow>) -> Asked {
        Text::new("prompt.join").hexes(&self.battle(at.state).hexes).into()
    }

    fn picked(&self, _: &BattleOfMoscow, state: &State) -> Vec<UnitId> {
        self.battle(state).attackers.to_vec()
    }

    fn odds(&self, game: &BattleOfMoscow, state: &State, _: Viewer) -> Option<Odds> {
        game.open_odds(state, self.battle(state))
    }

    fn bundles(&self, at: At<'_, BattleOfMoscow>) -> Vec<Bundle> {
        BattleOfMoscow::attackers_bundle(at).into_iter().collect()
    }

    fn owed(&self, at: At<'_, BattleOfMoscow>) -> Vec<Owed> {
        at.game.owed_items(at.state)
    }
}
