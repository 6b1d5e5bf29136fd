//! What the players of the ford see.

use super::rules::{DONE, ROLL};
use super::rules::{Ford, STRENGTH_BELIEVED, Stage, State, cards, left, result, side_of, units_of};
use board::{BySide, Face, Side, UnitId};
use engine::view::{Area, BoxView, Offer, Overlay, PointItem, Points, TrackView, UnitView};
use engine::{
    Arg, Choice, DiceShape, Game, Odds, OddsItem, OddsOutcome, Probability, Prompt, Text, TurnInfo,
    Viewer,
};
use hex::Mp;

pub(super) fn prompt(ford: &Ford, state: &State) -> Prompt {
    let (id, stage) = match (state.stage, state.pick) {
        (Stage::Bid(_), _) => ("prompt.bid", "bid"),
        (Stage::Attack(_), _) => ("prompt.attack", "attack"),
        (Stage::Move, Some(_)) => ("prompt.pick", "move"),
        _ => ("prompt.move", "move"),
    };
    let mut text = Text::new(id);
    if let Some(unit) = state.pick {
        text = text.unit(unit);
    }
    let mut choices = Vec::new();
    ford.choices(state, &mut choices);
    let movers = choices.iter().filter(|c| matches!(c, Choice::Unit(_))).count();
    let facts = if movers > 0 { vec![Text::new("prompt.left").n(movers as i64)] } else { vec![] };
    Prompt { text, facts, stages: vec![stage], secret: matches!(state.stage, Stage::Bid(_)) }
}

pub(super) fn turn(state: &State, of: u16) -> TurnInfo {
    let now = match state.stage {
        Stage::Bid(_) => 0,
        _ if state.phasing == state.first => 1,
        _ => 2,
    };
    let movers = if now == 0 { None } else { Some(state.first) };
    TurnInfo {
        n: u16::from(state.turn),
        of,
        name: format!("Turn {}", state.turn),
        phases: vec![
            (String::from("bid"), None),
            (String::from("first"), movers),
            (String::from("second"), movers.map(Side::other)),
        ],
        now,
    }
}

fn knows(state: &State, unit: UnitId, viewer: Viewer) -> bool {
    state.units[unit.index()].shown || viewer.knows_of(side_of(unit))
}

pub(super) fn odds(state: &State, viewer: Viewer) -> Option<Odds> {
    let (Stage::Attack(enemy), Some(unit)) = (state.stage, state.pick) else { return None };
    let strength = |u: UnitId| match knows(state, u, viewer) {
        true => i16::from(state.units[u.index()].strength),
        false => STRENGTH_BELIEVED,
    };
    let (own, other) = (strength(unit), strength(enemy));
    let attacker = side_of(unit);
    let of = |side: Side| if side == attacker { own } else { other };
    let item = |id, u: UnitId| OddsItem {
        side: side_of(u),
        text: Text::new(id).unit(u),
        value: strength(u).to_string(),
        rules: vec!["3.1"],
    };
    let outcome = |code: &str, id, good_for| {
        let rolls: Vec<u16> = (1..=6).filter(|r| result(*r, own, other) == code).collect();
        let p = Probability { num: rolls.len() as u64, den: 6 };
        OddsOutcome { code: code.to_string(), text: Text::new(id), rolls, p, good_for }
    };
    let mut outcomes = vec![
        outcome("A", "odds.attacker", Some(attacker.other())),
        outcome("-", "odds.nothing", None),
        outcome("D", "odds.defender", Some(attacker)),
    ];
    outcomes.retain(|o| o.p.num > 0);
    let known = [unit, enemy].iter().all(|u| knows(state, *u, viewer));
    Some(Odds {
        targets: state.units[enemy.index()].hex.into_iter().collect(),
        attackers: vec![unit],
        attacker,
        strength: BySide::of(|side| of(side).to_string()),
        strengths: vec![item("odds.attack", unit), item("odds.defence", enemy)],
        columns: vec![String::from("die")],
        from: 0,
        to: 0,
        shifts: Vec::new(),
        dice: DiceShape { number: 1, sides: 6 },
        modifiers: Vec::new(),
        outcomes,
        belief: (!known).then(|| Text::new("odds.belief")),
    })
}

pub(super) fn offers(ford: &Ford, state: &State) -> Vec<Offer> {
    let mut choices = Vec::new();
    ford.choices(state, &mut choices);
    let offer = |choice: Choice| match choice {
        DONE => Offer::button(choice, Text::new("verb.done"), true),
        ROLL => Offer::button(choice, Text::new("verb.roll"), true),
        Choice::Amount(n) => {
            let label = Text::new("track.held").with("cards", Arg::Number(i64::from(n)));
            Offer::button(choice, label, false)
        }
        Choice::Hex(to) => {
            let from = state.pick.and_then(|u| state.units[u.index()].hex);
            let path = from.into_iter().chain([to]).collect();
            Offer { cost: Some(Mp::ONE), path, ..Offer::plain(choice) }
        }
        _ => Offer::plain(choice),
    };
    choices.into_iter().map(offer).collect()
}

fn face(state: &State, unit: UnitId, viewer: Viewer) -> Face {
    let nation = ["german", "soviet"][side_of(unit).index()].to_string();
    if !knows(state, unit, viewer) {
        return Face { nation, hidden: true, setup: String::from("untried"), ..Face::default() };
    }
    Face {
        nation,
        symbol: String::from("infantry"),
        size: String::from("X"),
        unit: (unit.index() % 3 + 1).to_string(),
        figures: state.units[unit.index()].strength.to_string(),
        ..Face::default()
    }
}

/// A unit that a viewer knows has the untried side on its back.
pub(super) fn back(state: &State, unit: UnitId, viewer: Viewer) -> Option<Face> {
    knows(state, unit, viewer).then(|| face(state, unit, Viewer::Spectator)).filter(|f| f.hidden)
}

fn unit_view(state: &State, unit: UnitId, viewer: Viewer) -> UnitView {
    let counter = &state.units[unit.index()];
    UnitView {
        unit,
        hex: counter.hex,
        side: side_of(unit),
        level: 0,
        face: face(state, unit, viewer),
        badges: Vec::new(),
        done: counter.done,
    }
}

fn all() -> impl Iterator<Item = UnitId> {
    Side::BOTH.into_iter().flat_map(units_of)
}

pub(super) fn units(state: &State, viewer: Viewer) -> Vec<UnitView> {
    let on_map = all().filter(|u| state.units[u.index()].hex.is_some());
    on_map.map(|u| unit_view(state, u, viewer)).collect()
}

pub(super) fn boxes(state: &State, viewer: Viewer) -> Vec<BoxView> {
    let fallen = all().filter(|u| state.units[u.index()].hex.is_none());
    vec![BoxView {
        id: String::from("lost"),
        title: Text::new("box.lost"),
        turn: None,
        side: None,
        units: fallen.map(|u| unit_view(state, u, viewer)).collect(),
    }]
}

/// A hand is shown to whoever holds it; the others see how many cards it has.
pub(super) fn tracks(state: &State, viewer: Viewer) -> Vec<TrackView> {
    let track = |side: Side| {
        let hand = state.hands[side];
        let value = if viewer.knows_of(side) {
            let held: Vec<String> = cards(hand).map(|c| c.to_string()).collect();
            Text::new("track.held").with("cards", Arg::Name(held.join(" ")))
        } else {
            Text::new("track.cards").n(hand.count_ones())
        };
        let id = ["hand-red", "hand-blue"][side.index()];
        TrackView { id, label: Text::new("track.hand"), value, rule: "1.1", items: Vec::new() }
    };
    Side::BOTH.into_iter().map(track).collect()
}

pub(super) fn points(state: &State) -> Points {
    let count = BySide::of(|side| left(state, side) as i64);
    let item = |side: Side| PointItem {
        text: Text::new("points.units").side(side),
        value: count[side].to_string(),
        rule: "4.1",
        hexes: units_of(side).filter_map(|u| state.units[u.index()].hex).collect(),
        side: Some(side),
    };
    let counted =
        |id| Text::new(id).with("red", Arg::Number(count.a)).with("blue", Arg::Number(count.b));
    Points {
        standing: vec![counted("points.standing")],
        verdict: counted("points.verdict"),
        items: Side::BOTH.into_iter().map(item).collect(),
    }
}

pub(super) fn overlay(ford: &Ford, state: &State, id: &str) -> Option<Overlay> {
    if id != "zones" {
        return None;
    }
    let area = |side: Side| {
        let hexes = units_of(side).filter_map(|u| state.units[u.index()].hex);
        let mut around: Vec<_> = hexes.flat_map(|h| ford.map.grid.around(h)).collect();
        around.sort_unstable();
        around.dedup();
        Area { kind: "zone", side: Some(side), hexes: around }
    };
    Some(Overlay { areas: Side::BOTH.into_iter().map(area).collect(), ..Overlay::default() })
}
