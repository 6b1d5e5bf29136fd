//! The book as the chapters of WB-95 ask it: what WW3 says otherwise, and where its own chapters come in.

use crate::data::{Ww3Scenario, Ww3Tables};
use crate::decision::*;
use crate::landing::{Airlift, Land};
use crate::rulebook::BOOKS;
use crate::spec::{SpecBridge, SpecHq};
use crate::state::Extra;
use crate::step::{Flight, Step};
use crate::verb::{self, AIRCRAFT, AIRDROP, AIRLIFT, EW, HELICOPTERS, NO_HQ, SPEC_BRIDGE, SPEC_HQ};
use crate::{Ww3, cases, concordance, load, questions};
use board::{BySide, Control};
use engine::case::With;
use engine::view::{Area, Effect, Overlay, Points, TrackView};
use engine::{Button, Dice, Log, Odds, Outcome, Rulebook, Viewer};
use hex::{HexId, HexSet, Mp};
use std::collections::BTreeMap;
use wb95::book::{Book, OrderLine, Place, Seen, Sentences, Stars, Steps};
use wb95::citation::Numbers;
use wb95::entry::Entering;
use wb95::field::Destination;
use wb95::game::{Due, Setup, Switches, Zone};
use wb95::hq::UsePool;
use wb95::load::Loader;
use wb95::own::Section;
use wb95::state::{Combat, Fire, Phase};

/// The book of WW3: Borodino 2025.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ww3Book;

impl Section for Ww3Tables {
    const NAME: &'static str = "ww3";
}

impl Section for Ww3Scenario {
    const NAME: &'static str = "ww3";
}

/// What is answered in the other side's turn.
pub(crate) const NO_CUT: &str = "no-cut";
pub(crate) const COMMIT_ALL: &str = "commit-all";
pub(crate) const COMMIT_NONE: &str = "commit-none";
pub(crate) const NO_EW: &str = "no-ew";

/// The single sentences in which the book differs.
const SENTENCES: Sentences = Sentences {
    support_reaches_target: Some(rule!("8.4.5")), // [8.3.2]
    support_is_for_regulars: false,               // [8.4.1] [10.5.3]
    zone_ties_guns: Some(rule!("8.5.1")),
    defence_shared_beside: false, // [8.4.9]
    guns_retreat: Some(rule!("8.6.8")),
    guns_shift: true,             // [8.6.7]
    guns_turn_in_strategic: true, // [13.1.3]
    support_bars_pursuit: Some(rule!("7.7.9")),
    lone_guns_count: true, // [8.5.2]
    hq_is_usual: true,     // R79
    control_needs_supply: false,
    hq_pursues: false, // [7.7.1]
    hq_as_loss: Some(rule!("11.3.3")),
    hq_costs_overrun: true,    // [11.3.4]
    pinned_digs: false,        // [9.1.3]
    hexes_paid_in_turn: true,  // R23
    bridges_are_held: false,   // [16.1.1] [16.2.2]
    base_is_paid: true,        // R38
    tied_hex_is_chosen: false, // R29
    stars: Stars::Plain { fortified: rule!("7.84"), mechanised: rule!("7.7") },
    seen: Some(Seen { met: rule!("19.1.2"), fought: rule!("19.1.3"), struck: rule!("NUC-7") }),
    support_unmasks: false, // only who fights directly (14.7)
    hq_never_attacks: rule!("11.3.1"),
    resolved_also: Some(rule!("7.5.2")),
    tested_also: Some(rule!("18.1.3")),
    new_bridges: Some(rule!("16.2.3")),
    guns_bar_the_way: Some(rule!("8.1.7")),
    overstacked_lose_cels: true, // (5.2)
    zones_take_control: true,    // R54
    says_begin: false,           // the calendar does
    militia: false,
    fire_is_unanswered: false, // [20.4]
};

impl Book for Ww3Book {
    type Loaded = Ww3;
    type Extra = Extra;
    type Decision = Step;
    type Tables = Ww3Tables;
    type Page = Ww3Scenario;

    const EDITION: u32 = 4;
    const SENTENCES: Sentences = SENTENCES;
    const BUTTONS: &'static [Button] = verb::BUTTONS;
    const VERBS: &'static [&'static str] = verb::VERBS;
    const OVERLAYS: &'static [&'static str] =
        &["zones", "supply", "control", "fortifications", "objectives", "markers", "range"];
    const ORDERS: &'static [OrderLine] = &[
        (NO_CUT, "order.no-cut", rule!("17.2.4.1")),
        (COMMIT_ALL, "order.commit-all", rule!("10.1.3")),
        (COMMIT_NONE, "order.commit-none", rule!("10.1.3")),
        (NO_EW, "order.no-ew", rule!("20.4")),
    ];
    const TEXTS: &'static [&'static str] = &[include_str!("../text/en.toml")];
    /// The phase of the barrage is that of the nuclear strikes (R34) (R46).
    const BARRAGE: &'static str = "nuclear";
    /// By boxes of its own section.
    const LISTS_CONTROL: bool = false;
    /// Electronic warfare instead [20.2].
    const HAS_POOLS: bool = false;
    const CASE_KEYS: &'static [&'static str] = cases::KEYS;

    fn load(loader: &mut Loader<Ww3Book>, switches: Option<&Switches>) -> Option<Ww3> {
        load::load(loader, switches.is_some_and(|s| s.air_losses_in_text))
    }

    fn factions(loader: &mut Loader<Ww3Book>) -> BTreeMap<String, String> {
        load::faction_entries(loader).into_iter().map(|(id, entry)| (id, entry.side)).collect()
    }

    fn zones_of_edges(loader: &mut Loader<Ww3Book>, side: Side) -> Vec<Zone> {
        load::zones_of_edges(loader, side)
    }

    fn due_by_edges(
        loader: &mut Loader<Ww3Book>,
        owner: &[Side],
        zones: &BySide<Vec<Zone>>,
        all: &mut [Option<Due>],
    ) {
        load::due_by_edges(loader, owner, zones, all);
    }

    const NUMBERS: Numbers = concordance::NUMBERS;

    fn books(_: &str) -> &'static [&'static Rulebook] {
        BOOKS
    }

    fn rule_of_setup(game: &Game) -> Rule {
        game.own.page().setup
    }

    fn rule_for_side(attacks: bool, rule: Rule) -> Rule {
        if attacks { rule } else { concordance::for_defender(rule) }
    }

    fn control_at_start(game: &Game, hex: HexId) -> Control {
        game.own.control[hex.index()]
    }

    fn begin(game: &Game, state: &mut State) -> bool {
        state.own.scenario = game.own.scenario.order;
        if game.own.duel.is_some() {
            game.own.begin_duel(game, state);
            return true;
        }
        state.own.ew = game.own.ew;
        for &unit in &game.own.reduced {
            let cels = state.position.steps(unit).saturating_sub(1).max(1);
            state.position.set_steps(unit, cels);
        }
        false
    }

    /// The side that the scenario names (R84).
    fn arranges_first(game: &Game) -> Side {
        game.own.arranges_first
    }

    fn linked_setup<'a>(game: &'a Game, state: &State, unit: UnitId) -> Option<&'a Setup> {
        state.own.linked.then(|| game.own.linked_setup(game, unit)).flatten()
    }

    fn rule_of_place(game: &Game) -> Rule {
        game.own.page().place
    }

    fn warning(game: &Game, state: &State) -> Option<Text> {
        game.own.warning(game, state)
    }

    fn carry_on(game: &Game, before: &State) -> Option<Result<State, No>> {
        Some(game.own.carry_on(game, before))
    }

    fn begin_air(game: &Game, state: &mut State, log: &mut Log) -> bool {
        game.own.begin_air(game, state, log);
        true
    }

    fn begin_barrage(game: &Game, state: &mut State, side: Side) -> bool {
        game.own.ask_nuclear(state, side);
        true
    }

    fn has_barrage(game: &Game, side: Side) -> bool {
        game.own.strikes[side] > 0 || game.own.answers == Some(side)
    }

    fn begin_movement(game: &Game, state: &mut State, side: Side) {
        game.own.ask_cut(state, side.other());
    }

    fn check_instant(game: &Game, state: &mut State, end_of_turn: bool, log: &mut Log) {
        game.own.check_instant(game, state, end_of_turn, log);
    }

    fn end_by_points(game: &Game, state: &mut State, log: &mut Log) -> bool {
        game.own.end_by_points(game, state, log);
        true
    }

    fn outcome(game: &Game, state: &State) -> Option<Outcome> {
        game.own.outcome(state)
    }

    /// Special forces have disrupted it [17.2.3.1].
    fn may_move(_: &Game, state: &State, unit: UnitId) -> Result<(), No> {
        match state.own.disrupted.contains(&unit) {
            true => Err(No::new(rule!("17.2.3.1"), "no.disrupted").unit(unit)),
            false => Ok(()),
        }
    }

    fn may_enter_hex(state: &State, hex: HexId) -> Result<(), No> {
        match state.own.contaminated.iter().any(|c| c.hex == hex) {
            true => Err(No::new(rule!("NUC-6"), "no.contaminated")),
            false => Ok(()),
        }
    }

    fn may_share(game: &Game, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        game.own.may_share(game, state, unit, hex)
    }

    /// Units that left by the east in A113 [A113-6].
    fn stays_away(game: &Game, unit: UnitId) -> bool {
        game.own.stays_away == Some(game.side(unit))
    }

    fn waits(state: &State, unit: UnitId) -> bool {
        state.own.waiting.contains(&unit)
    }

    fn rule_of_waiting(game: &Game, state: &State, unit: UnitId) -> Rule {
        game.own.not_due_rule(game, state, unit)
    }

    fn may_bring(game: &Game, state: &State, unit: UnitId) -> Option<Result<(), No>> {
        game.own.may_bring(game, state, unit)
    }

    fn may_enter(
        game: &Game,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> Option<Result<Entering, No>> {
        Some(game.own.may_enter(game, state, unit, hex))
    }

    fn rules_of_entry(game: &Game, state: &State, unit: UnitId, hex: HexId) -> Option<Vec<Rule>> {
        Some(game.own.entry_rules(game, state, unit, hex))
    }

    fn count_entry(game: &Game, state: &mut State, hex: HexId) -> bool {
        game.own.count_entry(state, hex);
        true
    }

    fn may_leave(
        game: &Game,
        state: &State,
        unit: UnitId,
        at: HexId,
        left: Mp,
    ) -> Option<Result<Mp, No>> {
        Some(game.own.may_leave(game, state, unit, at, left))
    }

    fn quarrel(game: &Game, a: UnitId, b: UnitId) -> bool {
        game.own.quarrel(game, a, b)
    }

    fn may_defend_with(game: &Game, state: &State, hexes: &[HexId], hex: HexId) -> Result<(), No> {
        game.own.may_defend_with(game, state, hexes, hex)
    }

    fn may_fight_with(
        game: &Game,
        state: &State,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        game.own.may_fight_with(game, state, combat, side, unit)
    }

    fn begin_combat(state: &mut State) {
        state.own.support = BySide::default();
        state.own.flying = BySide::default();
        state.own.shaken.clear();
    }

    /// Halved when it was sent.
    fn air_support(state: &State, side: Side) -> Option<u16> {
        Some(state.own.support[side])
    }

    fn may_use_star(game: &Game, used: usize, unit: UnitId) -> Result<(), No> {
        let most = game.own.tables.stars_max;
        match used >= most {
            true => Err(No::new(rule!("7.85"), "no.stars-full").unit(unit).n(most as i32)),
            false => Ok(()),
        }
    }

    /// [17.2.3.1] (R35)
    fn hq_serves(game: &Game, state: &State, hq: UnitId, unit: UnitId) -> bool {
        !state.own.disrupted.contains(&hq) && !game.own.quarrel(game, hq, unit)
    }

    /// Electronic warfare [20.2].
    fn columns_in_reach(game: &Game, state: &State, side: Side) -> Option<u8> {
        Some(state.own.ew[side].min(u16::from(game.own.tables.ew_max)) as u8)
    }

    fn draw_columns(state: &mut State, side: Side, n: u8) -> bool {
        let ew = &mut state.own.ew[side];
        *ew = ew.saturating_sub(u16::from(n));
        true
    }

    fn ask_columns(state: &State, side: Side) -> Option<Asked> {
        let asked = Asked::from(Text::new("prompt.ew").hexes(&state.the_combat().hexes));
        Some(asked.fact(Text::new("fact.ew").n(state.own.ew[side])))
    }

    fn reward_hq(game: &Game, state: &mut State, side: Side, log: &mut Log) -> bool {
        game.own.reward_hq(state, side, log);
        true
    }

    fn explain(game: &Game, state: &State, combat: &Combat, odds: &mut Odds) {
        game.own.explain(game, state, combat, odds);
    }

    fn plan_fire(game: &Game, state: &mut State, fire: &Fire) -> bool {
        state.close();
        game.own.plan_fire(game, state, fire);
        true
    }

    fn is_tested(game: &Game, state: &State, unit: UnitId) -> bool {
        !game.own.is_shaken(state, unit)
    }

    fn fails(game: &Game, _: UnitId, roll: u16) -> bool {
        game.own.fails(roll)
    }

    fn disorganise(game: &Game, state: &mut State, unit: UnitId, log: &mut Log) -> bool {
        game.own.disorganise(game, state, unit, log);
        true
    }

    fn recover(game: &Game, state: &mut State, log: &mut Log) -> bool {
        game.own.recover(game, state, log);
        true
    }

    fn bar_supply(state: &State, side: Side, barred: &mut HexSet) {
        crate::supply::cut_hexes(state, side, barred);
    }

    fn judge_supply(
        game: &Game,
        state: &mut State,
        side: Side,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> bool {
        game.own.judge(game, state, side, dice, log);
        game.update_control(state, side, log);
        game.own.end_cuts(state, side.other(), dice, log);
        true
    }

    fn buttons(place: Place) -> &'static [Choice] {
        match place {
            Place::Movement => &[SPEC_BRIDGE],
            Place::Moving(..) => &[AIRLIFT],
            Place::Enter(_) => &[AIRDROP],
            Place::Combats => &[SPEC_HQ],
            Place::Support(_) => &[EW, AIRCRAFT, HELICOPTERS, NO_HQ],
        }
    }

    fn may_press(game: &Game, state: &State, place: Place, choice: Choice) -> Result<(), No> {
        match (place, choice) {
            (Place::Movement | Place::Combats, _) => game.own.may_send_spec(game, state, choice),
            (Place::Moving(unit, spent), _) => game.own.may_airlift(game, state, unit, spent),
            (Place::Enter(unit), _) => game.own.may_drop(game, state, unit),
            (Place::Support(side), NO_HQ) => match state.the_combat().hq[side] {
                true => Ok(()), // R79
                false => Err(No::new(rule!("12.2.1"), "no.hq-not-used")),
            },
            (Place::Support(side), EW) => game.may_use_columns(state, side),
            (Place::Support(side), _) => game.own.may_support(state, side, flight_of(choice)),
        }
    }

    fn press(play: &mut Play<'_>, place: Place, choice: Choice) {
        match (place, choice) {
            (Place::Movement, _) => play.state.ask_own(SpecBridge),
            (Place::Combats, _) => play.state.ask_own(SpecHq),
            (Place::Moving(unit, _), _) => play.state.ask_own(Airlift { unit }),
            (Place::Enter(unit), _) => play.state.ask_own(Land { unit }),
            (Place::Support(side), NO_HQ) => play.state.the_combat_mut().hq[side] = false,
            (Place::Support(side), EW) => play.ask(UsePool { side }),
            (Place::Support(side), _) => {
                play.state.ask_own(crate::air::Send { side, flight: flight_of(choice) });
            }
        }
    }

    /// What the other has committed is his secret [10.1.3].
    fn forget(state: &mut State, viewer: Viewer) {
        for side in Side::BOTH.into_iter().filter(|&s| !viewer.knows_of(s)) {
            if state.own.committed[side].is_some() {
                state.own.committed[side] = Some(0);
            }
        }
    }

    fn keeps_its_place(state: &State, unit: UnitId) -> bool {
        let strikes = state.own.strike.as_ref().is_some_and(|s| s.guns.contains(&unit));
        strikes || state.own.disrupted.contains(&unit)
    }

    /// Whites and Poles (R49).
    fn parties(game: &Game, state: &State, unit: UnitId, hex: HexId) -> u8 {
        match game.own.tells_parties(game, state, hex) {
            true => u8::from(game.own.is_white(unit)) | u8::from(game.own.is_pole(game, unit)) << 1,
            false => 0,
        }
    }

    fn in_hand(step: &mut Step) -> Option<&mut UnitId> {
        step.in_hand_mut()
    }

    fn is_before_dice(step: &Step) -> bool {
        step.is_before_dice()
    }

    fn fits(game: &Game, own: &Extra) -> Result<(), String> {
        own.fits(game.map.grid.len())
    }

    fn waiting_for(state: &State) -> Option<&'static str> {
        match state.phase {
            _ if state.own.duel.is_some() => Some("duel"),
            Phase::Barrage => Some("nuclear"),
            _ => None,
        }
    }

    fn steps(game: &Game, state: &State) -> Option<Steps> {
        game.own.duel_steps(state)
    }

    fn palette(game: &Game, unit: UnitId) -> Option<&str> {
        Some(game.own.palette(game, unit))
    }

    fn masked_palette(side: Side) -> Option<&'static str> {
        Some(crate::show::mask_nation(side))
    }

    fn effect_of_button(choice: Choice) -> Option<Effect> {
        crate::effects::effect_of_button(choice)
    }

    fn effect_of_binding(game: &Game, state: &State, side: Side) -> Option<Effect> {
        Some(crate::effects::effect_of_binding(game, state, side))
    }

    fn effect_of_delay() -> Option<Effect> {
        Some(crate::effects::effect_of_delay())
    }

    fn effects_of_move(game: &Game, state: &State, way: &Destination) -> Vec<Effect> {
        crate::effects::move_effects(game, state, way)
    }

    fn overlay(game: &Game, state: &State, id: &str) -> Option<Overlay> {
        match id {
            "markers" => Some(game.own.markers(game, state)),
            "objectives" => Some(Overlay {
                areas: Side::BOTH.map(|side| objectives(&game.own, side)).to_vec(),
                ..Overlay::default()
            }),
            _ => None,
        }
    }

    fn tracks(game: &Game, state: &State) -> Vec<TrackView> {
        game.own.track_views(state)
    }

    fn points(game: &Game, state: &State) -> Option<Points> {
        Some(game.own.point_views(game, state))
    }

    fn lead(game: &Game, state: &State) -> Option<i32> {
        Some(game.own.lead(game, state))
    }

    fn rebase(game: &mut Game) {
        game.own.rebase(&game.map);
    }

    fn add_counter(game: &mut Game, faction: &str) -> Option<Side> {
        let found = game.own.factions.iter().position(|f| f.id == faction);
        game.own.faction.push(found.unwrap_or(0) as u8);
        game.own.arrivals.push(None);
        found.map(|i| game.own.factions[i].side)
    }

    fn arrange_counter(
        game: &mut Game,
        state: &mut State,
        unit: UnitId,
        has: &dyn Fn(&str) -> bool,
    ) {
        cases::arrange_counter(game, state, unit, has);
    }

    fn arrange(game: &Game, state: &mut State, with: &With<'_>) -> Result<(), String> {
        cases::arrange(game, state, with)
    }

    fn arrange_end(game: &Game, state: &mut State) -> Result<(), String> {
        state.own.scenario = game.own.scenario.order.saturating_sub(1);
        Ok(())
    }

    fn answer(game: &Game, state: &State, words: &[&str]) -> Option<String> {
        questions::answer(game, state, words)
    }
}

/// What a button of support sends.
fn flight_of(choice: Choice) -> Flight {
    crate::air::flight_of(&crate::air::SUPPORT, choice).expect("a button of support")
}

/// The hexes that give points to a side.
fn objectives(ww3: &Ww3, side: Side) -> Area {
    let lines = ww3.points.iter().filter(|p| p.side == side);
    let mut hexes: Vec<HexId> = lines.flat_map(|p| p.hexes.iter().copied()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    Area { kind: "objective", side: Some(side), hexes }
}
