//! What the players see.

use crate::bid::cards;
use crate::rules::Ford;
use crate::state::{Counter, Decision, State, all_units, side_of, units_of};
use board::{BySide, Face, Side, UnitId};
use engine::view::{BoxView, Overlay, PointItem, Points, TrackView, UnitView};
use engine::{Arg, FaceShown, Text, TurnInfo, Viewer};

pub(crate) fn turn(game: &Ford, state: &State) -> TurnInfo {
    let bids = matches!(state.open.first(), Some(Decision::Bid(_)));
    let movers = (!bids).then_some(state.first);
    TurnInfo {
        n: state.turn.into(),
        of: game.turns.into(),
        name: format!("Turn {}", state.turn),
        phases: vec![
            (String::from("bid"), None),
            (String::from("first"), movers),
            (String::from("second"), movers.map(Side::other)),
        ],
        now: usize::from(state.moved),
    }
}

fn face(state: &State, unit: UnitId, viewer: Viewer) -> Face {
    let nation = ["german", "soviet"][side_of(unit).index()].to_string();
    if !state.unit(unit).shown && !viewer.knows_of(side_of(unit)) {
        return Face { nation, hidden: true, setup: String::from("untried"), ..Face::default() };
    }
    Face {
        nation,
        symbol: String::from("infantry"),
        size: String::from("X"),
        unit: (unit.index() % 3 + 1).to_string(),
        figures: state.unit(unit).strength.to_string(),
        ..Face::default()
    }
}

/// A unit that a viewer knows has the untried side on its back.
pub(crate) fn back(state: &State, unit: UnitId, viewer: Viewer) -> Option<FaceShown> {
    let front = face(state, unit, viewer);
    let back = face(state, unit, Viewer::Spectator);
    (back.hidden && !front.hidden).then(|| FaceShown::new(back))
}

pub(crate) fn profile(view: &UnitView) -> Text {
    match view.face.hidden {
        true => Text::new("profile.hidden"),
        false => {
            let strength = Arg::Name(view.face.figures.clone());
            Text::new("profile.strength").with("strength", strength)
        }
    }
}

pub(crate) fn units(state: &State, viewer: Viewer, is: fn(&Counter) -> bool) -> Vec<UnitView> {
    let view = |unit| UnitView {
        unit,
        hex: state.unit(unit).hex,
        side: side_of(unit),
        level: 0,
        face: FaceShown::new(face(state, unit, viewer)),
        badges: Vec::new(),
        done: state.unit(unit).done,
        aspect: u8::from(state.unit(unit).shown),
    };
    all_units().filter(|&u| is(state.unit(u))).map(view).collect()
}

pub(crate) fn fallen(state: &State, viewer: Viewer) -> BoxView {
    BoxView {
        id: String::from("lost"),
        title: Text::new("box.lost"),
        turn: None,
        side: None,
        units: units(state, viewer, |counter| counter.hex.is_none()),
    }
}

/// A hand is shown to whoever holds it; the others see how many cards it has.
pub(crate) fn hand(state: &State, side: Side, viewer: Viewer) -> TrackView {
    let hand = state.hands[side];
    let value = if viewer.knows_of(side) {
        let held: Vec<String> = cards(hand).map(|c| c.to_string()).collect();
        Text::new("track.held").with("cards", Arg::Name(held.join(" ")))
    } else {
        Text::new("track.cards").n(hand.count_ones())
    };
    let id = ["hand-red", "hand-blue"][side.index()];
    TrackView { id, label: Text::new("track.hand"), value, rule: rule!("1.1"), items: Vec::new() }
}

pub(crate) fn points(state: &State) -> Points {
    let count = BySide::of(|side| state.left(side) as i64);
    let item = |side: Side| PointItem {
        text: Text::new("points.units").side(side),
        value: count[side].to_string().into(),
        rule: rule!("4.1"),
        hexes: units_of(side).filter_map(|u| state.unit(u).hex).collect(),
        side: Some(side),
    };
    let counted =
        |id| Text::new(id).with("red", Arg::Number(count.a)).with("blue", Arg::Number(count.b));
    Points {
        standing: vec![counted("points.standing")],
        verdict: counted("points.verdict"),
        items: Side::BOTH.map(item).into(),
    }
}

pub(crate) fn zones(game: &Ford, state: &State) -> Overlay {
    let grid = &game.map.grid;
    let is_near = |unit: UnitId, hex| state.unit(unit).hex.is_some_and(|h| grid.adjacent(h, hex));
    Overlay::by_side(grid, "zone", |side, hex| units_of(side).any(|unit| is_near(unit, hex)))
}
