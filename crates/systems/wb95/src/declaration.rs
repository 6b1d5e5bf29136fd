//! Declaring a combat [5.2.1 a, b]: targets, attackers, then the support of both sides.

use crate::artillery::FireTarget;
use crate::bundles::counted;
use crate::data::Part;
use crate::decision::*;
use crate::game::Wb95;
use crate::hq::UsePool;
use crate::orders;
use crate::result::{Reference, Roll};
use crate::star::UseStars;
use crate::state::{Combat, Resolving, State, Units};
use crate::verb::{
    DECLARE, DONE, FIRE, FORTIFICATION_UNITS, FORTIFY, FULL, HQ, LEAVE, MARK, POOL, REFILL, SET_UP,
    STARS, STOP,
};
use board::{BySide, Contacts, Side, UnitId};
use engine::view::{Battle, Bundle, Owed};
use engine::{Event, EventKind, Log, No, Odds, Text, Viewer};
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

impl<B: Book> Wb95<B> {
    /// Whether a hex may be the first target of a combat.
    pub fn may_target(&self, state: &State<B>, hex: HexId) -> Result<(), No> {
        self.can_be_attacked(state, hex)?;
        let near = self
            .map
            .grid
            .around(hex)
            .any(|h| state.position.stack(h).any(|u| self.can_attack(state, u).is_ok()));
        if near { Ok(()) } else { Err(No::new(rule!(B, "5.1.2"), "no.nobody-adjacent").hex(hex)) }
    }

    /// Whether a further hex may be attacked in the same combat [5.1.5].
    pub fn may_add_target(&self, state: &State<B>, combat: &Combat, hex: HexId) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).hex(hex));
        if combat.hexes.contains(&hex) {
            return no(rule!(B, "5.1.5"), "no.target-already");
        }
        self.can_be_attacked(state, hex)?;
        let from = self.attacking_hexes(state, combat);
        if from.len() > 1 {
            return no(rule!(B, "5.1.5"), "no.many-on-many");
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
        if !reachable {
            return no(rule!(B, "5.1.5"), "no.not-from-one-hex");
        }
        // Asked last: who stands far away may be hidden, who is beside an attacker is seen.
        B::may_defend_with(self, state, &combat.hexes, hex)
    }

    /// Whether a unit may join the attack in hand.
    pub fn may_join(&self, state: &State<B>, combat: &Combat, unit: UnitId) -> Result<(), No> {
        let hex = self.can_attack(state, unit)?;
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        if combat.attackers.contains(&unit) {
            return no(rule!(B, "5.1.1"), "no.attacks-already");
        }
        if combat.hexes.iter().any(|&t| !self.map.grid.adjacent(hex, t)) {
            return no(rule!(B, "5.1.2"), "no.not-adjacent");
        }
        let from = self.attacking_hexes(state, combat);
        if combat.hexes.len() > 1 && from.iter().any(|&h| h != hex) {
            return no(rule!(B, "5.1.5"), "no.many-on-many");
        }
        B::may_fight_with(self, state, combat, self.side(unit), unit)
    }

    /// Whether the attack in hand may be declared.
    pub fn may_declare_attack(&self, state: &State<B>, combat: &Combat) -> Result<(), No> {
        self.may_declare_beside(state, combat, &mut Contacts::default())
    }

    /// The same with room for the contacts of the moment.
    fn may_declare_beside(
        &self,
        state: &State<B>,
        combat: &Combat,
        contacts: &mut Contacts,
    ) -> Result<(), No> {
        if combat.attackers.is_empty() {
            return Err(No::new(rule!(B, "5.2.1"), "no.no-attackers"));
        }
        self.find_contacts(state, contacts);
        self.leaves_partners(state, contacts, &combat.attackers, &combat.hexes)
    }

    /// The attack is declared: the stacks lie open [16.1.3], the attacker chooses his support.
    pub fn declare(&self, state: &mut State<B>, log: &mut Log) {
        let mut combat = state.combat.take().expect("a combat is in hand");
        let enemy = self.active(state).other();
        let lone = |&h: &HexId| match B::SENTENCES.guns_retreat.is_some() {
            true => self.is_defenceless(state, h),
            false => self.is_lone(state, enemy, h),
        };
        combat.lone = combat.hexes.iter().copied().filter(lone).collect();
        B::begin_combat(state);
        for hex in combat.hexes.iter().copied().chain(self.attacking_hexes(state, &combat)) {
            self.open_stack(state, hex, log);
        }
        log.say(|| {
            let text = Text::new("event.declared")
                .with("units", engine::Arg::Units(combat.attackers.to_vec()))
                .with("hexes", engine::Arg::Hexes(combat.hexes.to_vec()));
            let mut event = Event::new(EventKind::Declared, rule!(B, "5.2.1"), text);
            event.rules.extend(self.acting([(self.switches.masking, rule!(B, "16.1.3"))]));
            event.units.extend(combat.attackers.iter().copied());
            event.hexes.extend(combat.hexes.iter().copied());
            event
        });
        state.combat = Some(combat);
        state.close();
        self.ask_support(state, self.active(state));
    }

    /// A side chooses its support; where that is usual its headquarters help from the start.
    fn ask_support(&self, state: &mut State<B>, side: Side) {
        if B::SENTENCES.hq_is_usual
            && let Some(mut combat) = state.combat.take()
        {
            combat.hq[side] = self.may_use_hq(state, &combat, side).is_ok();
            state.combat = Some(combat);
        }
        state.ask(Support { side });
    }

    /// A gun that no headquarters covers takes the modifier away [9.2.1].
    pub(crate) fn keep_covered(&self, state: &mut State<B>, side: Side, gun: UnitId) {
        let covered = self.is_covered(state, gun);
        state.the_combat_mut().hq[side] &= covered;
    }

    /// Whether artillery may support a side in the combat in hand [6.3] [6.7].
    pub fn may_support(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        let attacking = side == self.active(state);
        let no = |rule, text| Err(No::new(self.for_side(state, side, rule), text).unit(unit));
        if unit.index() >= self.roster.len() || self.side(unit) != side {
            return no(rule!(B, "6.3.1"), "no.not-yours");
        }
        let Some(hex) = state.position.hex(unit) else {
            return no(rule!(B, "6.3.1"), "no.off-map");
        };
        if combat.guns[side].contains(&unit) || combat.attackers.contains(&unit) {
            return no(rule!(B, "6.3.1"), "no.supports-already");
        }
        if let Err(mut no) = self.is_ready_to_fire(state, unit) {
            no.rule = self.for_side(state, side, no.rule);
            return Err(no);
        }
        if !B::SENTENCES.hq_is_usual && combat.hq[side] && !self.is_covered(state, unit) {
            return no(rule!(B, "9.2.1"), "no.not-covered");
        }
        if attacking && self.is_frozen(state, unit) {
            return no(kursk!("R23"), "no.frozen");
        }
        if self.class(unit).is_regular() && !attacking && combat.hexes.contains(&hex) {
            return no(rule!(B, "6.6.5"), "no.defends-itself");
        }
        B::may_fight_with(self, state, combat, side, unit)?;
        if let Some(rule) = self.is_tied(state, combat, side, hex) {
            return no(rule, "no.gun-in-zone");
        }
        let together = B::SENTENCES.support_reaches_target;
        let with = combat.guns[side].iter().copied().filter(|_| together.is_some());
        let guns: Units = with.chain([unit]).collect();
        let near = |h: HexId| guns.iter().all(|&g| self.reaches(state, g, h));
        if attacking {
            let reached = match together.is_some() {
                true => combat.hexes.clone(),
                false => self.attacking_hexes(state, combat),
            };
            return match reached.into_iter().any(near) {
                true => Ok(()),
                false => no(rule!(B, "6.3.2"), "no.out-of-range"),
            };
        }
        let mut helped = combat.hexes.iter().copied().filter(|&h| {
            self.has_fresh_regular(state, h)
                || (!B::SENTENCES.support_is_for_regulars && self.hex_defence(state, combat, h) > 0)
        });
        if combat.hexes.contains(&hex) && !self.has_fresh_regular(state, hex) {
            return no(rule!(B, "6.6.1"), "no.gun-alone");
        }
        if !combat.hexes.iter().any(|&h| near(h)) {
            let alone = combat.hexes.iter().any(|&h| self.reaches(state, unit, h));
            return no(together.filter(|_| alone).unwrap_or(rule!(B, "6.3.3")), "no.out-of-range");
        }
        if helped.next().is_some() {
            Ok(())
        } else {
            no(rule!(B, "6.3.1"), "no.helps-regular-only")
        }
    }

    /// The rule by which an enemy zone ties the guns of a hex to combats beside it.
    fn is_tied(&self, state: &State<B>, combat: &Combat, side: Side, hex: HexId) -> Option<Rule> {
        let own = match side == self.active(state) {
            true => combat.hexes.iter().any(|&h| self.map.grid.adjacent(h, hex)),
            false => combat.hexes.contains(&hex),
        };
        let ties = |_: &Rule| self.in_enemy_zone(state, side, hex) && !own;
        B::SENTENCES.zone_ties_guns.filter(ties)
    }

    /// Whether a hex holds only headquarters and towed artillery in transport set-up, which cannot defend it
    ///.
    fn is_defenceless(&self, state: &State<B>, hex: HexId) -> bool {
        state.position.stack(hex).all(|u| {
            self.class(u).is_hq()
                || (self.class(u).is_towed_artillery() && !self.is_deployed(state, u))
        })
    }

    /// Whether a unit of the attack may pay a level for its full strength [10.2.3].
    pub fn may_buy_full(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let takes_part = combat.attackers.contains(&unit) || combat.guns[side].contains(&unit);
        if side != self.active(state) || !takes_part {
            return no(rule!(B, "10.2.3"), "no.not-in-attack");
        }
        if state.oos[unit.index()] == 0 {
            return no(rule!(B, "10.2.2"), "no.in-supply");
        }
        if combat.full.contains(&unit) {
            return no(rule!(B, "10.2.3"), "no.bought-already");
        }
        Ok(())
    }

    /// Whether the defender may use fortification units [15.4.1].
    pub fn may_use_fortification_units(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
    ) -> Result<(), No> {
        if side == self.active(state) || combat.fortification_units {
            return Err(No::new(rule!(B, "15.4.2"), "no.not-now"));
        }
        // Of hexes of equal strength the defender will choose the one that counts [5.5.3].
        match self.fortification_users(state, combat, &self.heaviest(state, combat)).next() {
            Some(_) => Ok(()),
            None => Err(No::new(rule!(B, "15.4.1"), "no.no-fortification-unit")),
        }
    }

    /// After a side's support: the other's, then the hex that counts, then the dice.
    pub fn end_support(&self, state: &mut State<B>, side: Side) {
        state.close();
        if side == self.active(state) {
            self.ask_support(state, side.other());
            return;
        }
        state.ask(Roll);
        let tied = state.combat.as_ref().is_some_and(|c| self.heaviest(state, c).len() > 1);
        if tied && B::SENTENCES.tied_hex_is_chosen {
            state.ask(Reference);
        }
    }

    /// Whether a side may use columns of lost headquarters in the combat in hand [9.1.6], or what its book has in their place.
    pub fn may_use_columns(&self, state: &State<B>, side: Side) -> Result<(), No> {
        let combat = state.the_combat();
        if combat.pool[side] > 0 {
            return Err(No::new(rule!(B, "9.1.6"), "no.pool-used"));
        }
        if self.is_column_fixed(state, combat) {
            return Err(No::new(rule!(B, "5.1.9"), "no.fixed-column"));
        }
        match self.pool_in_reach(state, combat, side) {
            0 => Err(No::new(rule!(B, "9.1.7"), "no.no-pool")),
            _ => Ok(()),
        }
    }
}

impl<B: Book> Wb95<B> {
    /// Whether somebody picks an own unit up that has nobody to attack.
    fn only_wants_to_move(&self, state: &State<B>, unit: UnitId) -> bool {
        let hex = state.position.hex(unit).filter(|_| self.side(unit) == self.active(state));
        let nobody = |h: HexId| {
            let mut around = self.map.grid.around(h);
            !around.any(|to| self.can_be_attacked(state, to).is_ok())
        };
        hex.is_some_and(nobody)
    }

    /// Whether nothing is left that must attack or be attacked [5.1.3] [5.1.4].
    fn may_end_combats(&self, state: &State<B>) -> Result<(), No> {
        let open = self.owed_now(state);
        match (open.units.first(), open.hexes.first()) {
            (Some(&unit), _) => Err(No::new(rule!(B, "5.1.3"), "no.must-attack").unit(unit)),
            (None, Some(&hex)) => Err(No::new(rule!(B, "5.1.4"), "no.must-be-attacked").hex(hex)),
            (None, None) => Ok(()),
        }
    }

    /// Whether anything may be fired at.
    fn may_open_fire(&self, state: &State<B>) -> Result<(), No> {
        let (contacts, guns) = (self.contacts(state), self.ready_guns(state));
        let any = self.fire_targets(state, &contacts, &guns).next().is_some();
        only_if(any, No::new(rule!(B, "6.4.2"), "no.no-gun-in-range"))
    }
}

/// Which hex is attacked next, or whether artillery fires [5.1.6].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combats;

impl<B: Book> Decide<Wb95<B>> for Combats {
    const ID: &'static str = "combat";
    const WRONG: Wrong = (rule!(B, "5.1.6"), "no.choose-target");

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, desk: &mut Desk, out: &mut Choices) {
        let contacts = &mut desk.contacts;
        game.find_contacts(state, contacts);
        out.hexes(contacts.targets());
        let guns = game.ready_guns(state);
        out.add_if(game.fire_targets(state, contacts, &guns).next().is_some(), FIRE);
        out.add_if(contacts.is_met(|_| false, |_| false), DONE);
        add_own(game, state, Place::Combats, out);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        let (game, state) = (at.game, at.state);
        match choice {
            Choice::Hex(hex) => game.may_target(state, hex),
            FIRE => game.may_open_fire(state),
            DONE => game.may_end_combats(state),
            _ if is_own::<B>(Place::Combats, choice) => {
                B::may_press(game, state, Place::Combats, choice)
            }
            // What belongs to the Movement Phase is done there [2.1.2].
            SET_UP => Err(No::new(rule!(B, "6.2.4"), "no.not-now")),
            FORTIFY | MARK | LEAVE | REFILL | FULL => Err(No::new(rule!(B, "2.1.2"), "no.not-now")),
            Choice::Unit(unit) if game.only_wants_to_move(state, unit) => {
                Err(No::new(rule!(B, "3.1.1"), "no.not-a-movement-phase").unit(unit))
            }
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => {
                play.state.combat = Some(Box::new(Combat::against(hex)));
                play.ask(Attack);
            }
            FIRE => play.ask(FireTarget),
            _ if is_own::<B>(Place::Combats, choice) => B::press(play, Place::Combats, choice),
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, B>) -> Asked {
        ask("prompt.combat")
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        let offer = ending(at, choice, "verb.end-combat");
        match choice {
            DONE => at.game.with_effects(offer, at.game.effects_of_ending(at.state)),
            _ => offer,
        }
    }

    fn reminders(&self, at: At<'_, B>) -> Vec<Owed> {
        let hexes = at.choices.all_hexes().collect();
        Owed::of_hexes("remind.attack", rule!(B, "5.1.6"), hexes).into_iter().collect()
    }
}

/// Which further hexes are attacked, and by whom [5.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack;

impl<B: Book> Decide<Wb95<B>> for Attack {
    const ID: &'static str = "attack";
    const WRONG: Wrong = (rule!(B, "5.2.1"), "no.choose-attackers");
    const PASSES: bool = false;

    fn decider(&self, game: &Wb95<B>, state: &State<B>) -> Side {
        game.active(state)
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, desk: &mut Desk, out: &mut Choices) {
        let (combat, grid) = (state.the_combat(), &game.map.grid);
        let first = combat.hexes[0];
        let beside = grid.around(first).flat_map(|hex| state.position.stack(hex));
        out.units(beside.filter(|&u| game.may_join(state, combat, u).is_ok()));
        let near = grid.within(first, 2);
        out.hexes(near.filter(|&h| game.may_add_target(state, combat, h).is_ok()));
        let declared = game.may_declare_beside(state, combat, &mut desk.contacts);
        out.add_if(declared.is_ok(), DECLARE);
        out.add(STOP);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        let combat = at.state.the_combat();
        match choice {
            Choice::Hex(hex) => at.game.may_add_target(at.state, combat, hex),
            Choice::Unit(unit) => at.game.may_join(at.state, combat, unit),
            DECLARE => at.game.may_declare_attack(at.state, combat),
            STOP => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => play.state.the_combat_mut().hexes.push(hex),
            Choice::Unit(unit) => play.state.the_combat_mut().attackers.push(unit),
            DECLARE => play.game.declare(play.state, play.log),
            STOP => {
                play.state.combat = None;
                play.close();
            }
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let more = at.choices.hexes_len() > 0;
        let id = if more { "prompt.attack-more" } else { "prompt.attack" };
        Text::new(id).hexes(&at.state.the_combat().hexes).into()
    }

    fn picked(&self, _: &Wb95<B>, state: &State<B>) -> Vec<UnitId> {
        state.the_combat().attackers.to_vec()
    }

    /// Stacks are masked until the declaration [16.1.3].
    fn odds(&self, game: &Wb95<B>, state: &State<B>, viewer: Viewer) -> Option<Odds> {
        let seen = game.sees_stacks(state, viewer, state.the_combat());
        if seen { game.combat_odds(state) } else { None }
    }

    /// Whoever builds the combat sees its hexes from the first choice on.
    fn battles(&self, game: &Wb95<B>, state: &State<B>, viewer: Viewer) -> Vec<Battle> {
        let combat = state.the_combat();
        let (targets, attackers) = (combat.hexes.to_vec(), combat.attackers.to_vec());
        let knows = viewer.knows_of(game.active(state));
        knows.then_some(Battle { targets, attackers, column: None }).into_iter().collect()
    }

    fn bundles(&self, at: At<'_, B>) -> Vec<Bundle> {
        at.game.attack_bundles(at)
    }
}

/// What supports a side in the combat in hand: guns, stars, headquarters [5.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Support {
    /// Whose.
    pub side: Side,
}

/// What a side can use besides its guns.
const HELP: [Choice; 5] = [STARS, HQ, POOL, FORTIFICATION_UNITS, DONE];

impl Support {
    fn place(&self) -> Place {
        Place::Support(self.side)
    }

    fn takes_part(&self, combat: &Combat, unit: UnitId) -> bool {
        combat.attackers.contains(&unit) || combat.guns[self.side].contains(&unit)
    }

    fn test<B: Book>(&self, game: &Wb95<B>, state: &State<B>, choice: Choice) -> Result<(), No> {
        let (combat, side) = (state.the_combat(), self.side);
        match choice {
            Choice::Unit(u) if self.takes_part(combat, u) => {
                game.may_buy_full(state, combat, side, u)
            }
            Choice::Unit(u) => game.may_support(state, combat, side, u),
            STARS if game.starred(state, combat, side).next().is_some() => Ok(()),
            STARS => Err(game.why_no_star(state, combat, side)),
            HQ if combat.hq[side] => Err(No::new(rule!(B, "9.2.3"), "no.hq-used")),
            HQ => game.may_use_hq(state, combat, side),
            POOL => match game.may_use_columns(state, side) {
                Ok(()) if !B::HAS_POOLS => Err(wrong::<B, Self>()),
                tested => tested,
            },
            FORTIFICATION_UNITS if B::SENTENCES.militia => {
                game.may_use_fortification_units(state, combat, side)
            }
            _ if is_own::<B>(self.place(), choice) => {
                B::may_press(game, state, self.place(), choice)
            }
            DONE => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    /// A gun supports, or whoever takes part pays a level for full strength.
    fn add<B: Book>(&self, play: &mut Play<'_, B>, unit: UnitId) {
        let (game, state) = (play.game, &mut *play.state);
        if self.takes_part(state.the_combat(), unit) {
            state.the_combat_mut().full.push(unit);
            return game.raise_level(state, unit, rule!(B, "10.2.3"), play.log);
        }
        state.the_combat_mut().guns[self.side].push(unit);
        game.keep_covered(state, self.side, unit);
        // [16.1.3]
        if let Some(hex) = state.position.hex(unit).filter(|_| B::SENTENCES.support_unmasks) {
            game.open_stack(state, hex, play.log);
        }
    }

    /// Artillery that may support and does not yet. Whoever takes part already is offered too, to
    /// fire with full strength for a level [10.2.3]; that is never done in passing.
    fn free_guns<B: Book>(&self, at: At<'_, B>) -> Vec<Choice> {
        let combat = at.state.the_combat();
        let free = at.choices.all_units().filter(|&u| !self.takes_part(combat, u));
        free.map(Choice::Unit).collect()
    }

    /// The next gun in range, then the headquarters.
    fn next<B: Book>(&self, at: At<'_, B>) -> Choice {
        match self.free_guns(at).first() {
            Some(&gun) => gun,
            None if at.choices.contains(HQ) => HQ,
            None => DONE,
        }
    }
}

impl<B: Book> Decide<Wb95<B>> for Support {
    const ID: &'static str = "support";
    const WRONG: Wrong = (rule!(B, "5.2.1"), "no.choose-support");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let units = game.roster_of(self.side).map(Choice::Unit);
        let may = |choice: &Choice| self.test(game, state, *choice).is_ok();
        let own = B::buttons(self.place()).iter().copied();
        out.extend(units.chain(HELP).chain(own).filter(may));
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        self.test(at.game, at.state, choice)
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        let side = self.side;
        match choice {
            Choice::Unit(unit) => self.add(play, unit),
            STARS => play.ask(UseStars { side }),
            HQ => play.state.the_combat_mut().hq[side] = true,
            POOL => play.ask(UsePool { side }),
            _ if is_own::<B>(self.place(), choice) => B::press(play, self.place(), choice),
            FORTIFICATION_UNITS => play.state.the_combat_mut().fortification_units = true,
            DONE => play.game.end_support(play.state, side),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        let defends = self.side != at.game.active(at.state);
        let id = if defends { "prompt.support-defence" } else { "prompt.support" };
        Text::new(id).hexes(&at.state.the_combat().hexes).into()
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        let (game, state) = (at.game, at.state);
        let offer = ending(at, choice, "verb.go-on");
        match choice {
            Choice::Unit(unit) => {
                let effects = game.effects_of_gun(state, state.the_combat(), self.side, unit);
                game.with_effects(offer, effects)
            }
            DONE => {
                let bound = B::effect_of_binding(game, state, self.side);
                Offer { effects: bound.into_iter().collect(), ..offer }
            }
            _ => offer,
        }
    }

    fn odds(&self, game: &Wb95<B>, state: &State<B>, _: Viewer) -> Option<Odds> {
        game.combat_odds(state)
    }

    /// All artillery in range [6.3.1], and all support.
    fn bundles(&self, at: At<'_, B>) -> Vec<Bundle> {
        let guns = self.free_guns(at);
        let stars = at.game.starred(at.state, at.state.the_combat(), self.side);
        let stars: Vec<Choice> = stars.map(Choice::Unit).collect();
        let mut groups: Vec<Vec<Choice>> = guns.iter().map(|&gun| vec![gun]).collect();
        if !stars.is_empty() {
            groups.push([STARS].into_iter().chain(stars).collect());
        }
        if at.choices.contains(HQ) {
            groups.push(vec![HQ]);
        }
        let all = at.game.all_support(at.state, self.side, groups);
        [counted("bundle.guns", guns), all].into_iter().flatten().collect()
    }

    fn ordered(&self, at: At<'_, B>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        if is_on(orders::NO_SUPPORT) {
            Some(DONE)
        } else if is_on(orders::ALL_SUPPORT) {
            Some(self.next(at))
        } else {
            None
        }
    }
}
