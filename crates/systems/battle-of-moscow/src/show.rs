//! What viewers are shown. Everything in this game is open [UNT-7], so all see the same.

use crate::class::{GERMAN, RUSSIAN};
use crate::game::{BattleOfMoscow, Placing, When};
use crate::state::{DESTROYED, Mark, Phase, SCHEDULED, SETUP, Stage, State, Supply};
use crate::supply::City;
use board::{BoxId, Control, Face, Side, UnitId};
use engine::view::{Badge, Battle, BoxView, Note, Overlay, PointItem, Points, TrackView, UnitView};
use engine::{Arg, FaceShown, Flow, Text, TurnInfo};
use hex::HexId;

/// The steps of a turn that the strip shows, with the side that acts.
const STEPS: [(Phase, &str, Side); 14] = [
    (Phase::FirstMovement, "move-1", GERMAN),
    (Phase::Arrivals, "arrivals", GERMAN),
    (Phase::FirstDeclaration, "declare-1", GERMAN),
    (Phase::FirstCombat, "combat-1", GERMAN),
    (Phase::SecondMovement, "move-2", GERMAN),
    (Phase::SecondDeclaration, "declare-2", GERMAN),
    (Phase::SecondCombat, "combat-2", GERMAN),
    (Phase::FirstMovement, "move-1", RUSSIAN),
    (Phase::Arrivals, "arrivals", RUSSIAN),
    (Phase::FirstDeclaration, "declare-1", RUSSIAN),
    (Phase::FirstCombat, "combat-1", RUSSIAN),
    (Phase::SecondMovement, "move-2", RUSSIAN),
    (Phase::SecondDeclaration, "declare-2", RUSSIAN),
    (Phase::SecondCombat, "combat-2", RUSSIAN),
];

/// Where the game stands in time.
pub(crate) fn turn(game: &BattleOfMoscow, state: &State) -> TurnInfo {
    let setup = matches!(state.phase, Phase::SetupRussian | Phase::SetupGerman);
    let (phases, now) = if setup {
        let phases =
            vec![(String::from("setup"), Some(RUSSIAN)), (String::from("setup"), Some(GERMAN))];
        (phases, usize::from(state.phase == Phase::SetupGerman))
    } else {
        let mut steps = STEPS;
        if game.switches.arrivals_first {
            steps.swap(0, 1);
            steps.swap(7, 8);
        }
        let phases = steps.iter().map(|(_, id, side)| (id.to_string(), Some(*side))).collect();
        let own = |side: &Side| *side == state.active;
        let now = steps
            .iter()
            .position(|(phase, _, side)| own(side) && *phase == state.phase)
            .or_else(|| steps.iter().rposition(|(p, _, side)| own(side) && *p <= state.phase))
            .or_else(|| steps.iter().position(|(_, _, side)| own(side)));
        (phases, now.unwrap_or(0))
    };
    TurnInfo {
        n: u16::from(state.turn),
        of: u16::from(state.last_turn),
        name: game.turn_name(state.turn),
        phases,
        now,
    }
}

/// The battle in hand and the declared ones that have not been resolved [SEQ-4].
pub(crate) fn battles(game: &BattleOfMoscow, state: &State) -> Vec<Battle> {
    let in_hand = match state.top() {
        Some(Stage::Attack(attack)) => Some(&attack.battle),
        _ => None,
    };
    let open = state.battles.iter().filter(|battle| !battle.resolved).chain(in_hand);
    open.map(|battle| match battle.attackers.is_empty() {
        true => Battle { targets: battle.hexes.to_vec(), ..Battle::default() },
        false => Battle::of(&game.battle_odds(state, battle)),
    })
    .collect()
}

/// The counters on the map.
pub(crate) fn units(game: &BattleOfMoscow, state: &State) -> Vec<UnitView> {
    let mut views = Vec::new();
    let occupied = game.map.grid.hexes().filter(|&h| state.position.is_occupied(h));
    for hex in occupied {
        let mut stack: Vec<UnitId> = state.position.stack(hex).collect();
        stack.reverse();
        let levels = stack.iter().enumerate();
        views.extend(levels.map(|(level, &u)| game.unit_view(state, u, level as u8)));
    }
    views
}

/// The boxes beside the map.
pub(crate) fn boxes(game: &BattleOfMoscow, state: &State) -> Vec<BoxView> {
    let mut boxes = Vec::new();
    let mut add = |id: String, title: Text, turn, side, units: Vec<UnitId>| {
        if !units.is_empty() {
            let units = units.iter().map(|&u| game.unit_view(state, u, 0)).collect();
            boxes.push(BoxView { id, title, turn, side: Some(side), units });
        }
    };
    for side in Side::BOTH {
        let in_box = |which: BoxId| -> Vec<UnitId> {
            let all = state.position.in_box(which);
            all.filter(|&u| u.index() < game.roster.len() && game.side(state, u) == side).collect()
        };
        let id = |name: &str| format!("{name}-{}", game.sides[side.index()].id);
        let waiting: Vec<UnitId> = in_box(SETUP)
            .into_iter()
            .filter(|u| matches!(game.setup[u.index()], Some(Placing::Free(..))))
            .collect();
        add(id("setup"), Text::new("box.setup"), None, side, waiting);
        let scheduled = in_box(SCHEDULED);
        for turn in 1..=game.scenario.last_turn {
            let units = scheduled.iter().copied().filter(|&u| game.comes(u, When::Turn(turn)));
            let title = Text::new("box.reinforcements");
            let title = title.with("turn", Arg::Name(game.turn_name(turn)));
            add(id(&format!("turn-{turn}")), title, Some(turn.into()), side, units.collect());
        }
        let released = scheduled.iter().copied().filter(|&u| game.comes(u, When::AfterRelease));
        add(id("released"), Text::new("box.after-release"), None, side, released.collect());
        add(id("destroyed"), Text::new("box.destroyed"), None, side, in_box(DESTROYED));
    }
    boxes
}

/// The tracks of the strip.
pub(crate) fn tracks(state: &State) -> Vec<TrackView> {
    let mut tracks = Vec::new();
    if state.turn > 0 {
        tracks.push(TrackView {
            id: "weather",
            label: Text::new("track.weather"),
            value: Text::new(state.weather.word()),
            rule: rule!("WEA-1"),
            items: Vec::new(),
        });
    }
    if state.demoralized {
        tracks.push(TrackView {
            id: "morale",
            label: Text::new("track.morale"),
            value: Text::new("track.demoralized"),
            rule: rule!("DEM-2"),
            items: Vec::new(),
        });
    }
    tracks
}

/// Who is winning and by what.
pub(crate) fn points(game: &BattleOfMoscow, state: &State) -> Points {
    let needed = game.tables.victory.consecutive_turns;
    let mut items = vec![
        PointItem {
            text: Text::new("points.moscow"),
            value: format!("{}/{needed}", state.moscow_count).into(),
            rule: rule!("VIC-1"),
            hexes: vec![game.places.moscow],
            side: Some(GERMAN),
        },
        PointItem {
            text: Text::new("points.isolation"),
            value: format!("{}/{needed}", state.isolation_count).into(),
            rule: rule!("VIC-1"),
            hexes: vec![game.places.moscow, game.places.leningrad],
            side: Some(GERMAN),
        },
    ];
    let isolated = City::BOTH.into_iter().filter(|&city| game.is_city_isolated(state, city));
    items.extend(isolated.map(|city| PointItem {
        text: Text::new("points.isolated").hex(game.city_hex(city)),
        value: "".into(),
        rule: rule!("VIC-4"),
        hexes: vec![game.city_hex(city)],
        side: Some(GERMAN),
    }));
    for side in Side::BOTH {
        let held: Vec<HexId> =
            game.cities().filter(|&h| state.position.control(h) == Control::By(side)).collect();
        items.push(PointItem {
            text: Text::new("points.cities").side(side),
            value: held.len().to_string().into(),
            rule: rule!("VIC-3"),
            hexes: held,
            side: Some(side),
        });
    }
    let verdict = if state.moscow_count > 0 || state.isolation_count > 0 {
        "points.german-counts"
    } else if game.russian_holds_all(state) {
        "points.russian-holds"
    } else if game.germans_cannot_win(state) {
        "points.german-late"
    } else {
        "points.open"
    };
    Points { standing: vec![game.standing(state)], verdict: Text::new(verdict), items }
}

impl BattleOfMoscow {
    /// What is printed on a unit.
    pub fn face(&self, state: &State, unit: UnitId) -> Face {
        let class = self.class(state, unit);
        let printed = (unit.index() < self.roster.len()).then(|| &self.roster.unit(unit).extra);
        let reconstructed =
            !class.reconstructed.is_empty() || printed.is_some_and(|p| !p.reconstructed.is_empty());
        Face {
            nation: printed.map_or_else(|| String::from("soviet"), |p| p.nation.clone()),
            symbol: class.kind.symbol().to_string(),
            size: printed.and_then(|p| p.size.clone()).unwrap_or_else(|| class.size.clone()),
            unit: printed.map_or_else(String::new, |p| p.label.clone()),
            formation: printed.map_or_else(String::new, |p| p.formation.clone()),
            figures: class.figures(),
            steps: (1, 1),
            reconstructed,
            ..Face::default()
        }
    }

    /// The same as it is shown. Units that were made in play differ from game to game.
    fn face_shown(&self, state: &State, unit: UnitId) -> FaceShown {
        let make = || self.face(state, unit);
        match unit.index() < self.roster.len() {
            true => self.faces.of(unit, 0, make),
            false => FaceShown::new(make()),
        }
    }

    fn unit_view(&self, state: &State, unit: UnitId, level: u8) -> UnitView {
        let badge = |kind, id, rule| Badge { kind, value: None, text: Text::new(id), rule };
        let mut badges = Vec::new();
        match self.supply_of(state, unit) {
            Supply::Supplied => {}
            Supply::Unsupplied => {
                badges.push(badge("unsupplied", "badge.unsupplied", rule!("SUP-5")))
            }
            Supply::Isolated => badges.push(badge("isolated", "badge.isolated", rule!("SUP-6"))),
        }
        if state.position.has_mark(unit, Mark::Rode) {
            badges.push(badge("rail", "badge.rode", rule!("RR-5")));
        }
        if self.is_held(state, unit) {
            badges.push(badge("held", "badge.held", rule!("A40-1")));
        }
        UnitView {
            unit,
            hex: state.position.hex(unit),
            side: self.side(state, unit),
            level,
            face: self.face_shown(state, unit),
            badges,
            done: self.is_done(state, unit),
            // Supply stands in the badges, and its kind is printed.
            aspect: 0,
        }
    }

    /// Whether a unit has nothing more to do in the present step: it has moved, is committed to a battle, or
    /// its battle is resolved. What is in hand is not done.
    pub fn is_done(&self, state: &State, unit: UnitId) -> bool {
        match state.top() {
            Some(Stage::Moving(moving)) if moving.unit == unit => return false,
            Some(Stage::Riding(riding)) if riding.unit == unit => return false,
            // A battle is resolved only when its losses and retreats are.
            Some(Stage::Losses(_) | Stage::Retreat(_) | Stage::RetreatStep(_)) => return false,
            _ => {}
        }
        match state.phase {
            Phase::FirstMovement | Phase::NewMovement | Phase::SecondMovement => {
                state.position.has_mark(unit, Mark::Moved)
            }
            Phase::FirstDeclaration | Phase::SecondDeclaration => self.is_committed(state, unit),
            Phase::FirstCombat | Phase::SecondCombat => {
                state.battles.iter().any(|b| b.resolved && b.attackers.contains(&unit))
            }
            _ => false,
        }
    }

    fn comes(&self, unit: UnitId, when: When) -> bool {
        self.due[unit.index()].as_ref().is_some_and(|d| d.when == when)
    }

    /// A layer over the map.
    pub fn overlay_named(&self, state: &State, id: &str) -> Option<Overlay> {
        match id {
            "zones" => {
                Some(Overlay::by_side(&self.map.grid, "zone", |s, h| state.position.in_zone(s, h)))
            }
            "control" => Some(Overlay::by_side(&self.map.grid, "control", |s, h| {
                state.position.control(h) == Control::By(s)
            })),
            "rails" => {
                let rails = Side::BOTH.map(|s| self.friendly_rails(state, s));
                Some(Overlay::by_side(&self.map.grid, "rail", |s, h| rails[s.index()].contains(h)))
            }
            "supply" => Some(self.supply_overlay(state)),
            // Of one counter, asked for as `range:UNIT`.
            "range" => Some(Overlay::default()),
            _ => None,
        }
    }

    /// How far a unit would come with its whole allowance, whoever moves now, and where it would have to stop
    /// [MOV-1] [ZOC-2].
    pub fn range_overlay(&self, state: &State, unit: UnitId) -> Overlay {
        let Some(at) = state.position.hex(unit) else { return Overlay::default() };
        let found = self.moves(state, unit, at, self.allowance(state, unit));
        let reached: Vec<_> = found.iter().map(|d| (d.hex, d.stops)).collect();
        Overlay::range(self.side(state, unit), &reached)
    }

    /// Who would be supplied if it were judged now, along which path, and who would not.
    fn supply_overlay(&self, state: &State) -> Overlay {
        let mut overlay = Overlay::default();
        for side in Side::BOTH {
            let map = self.edge_supply(state, side);
            let reached = self.map.grid.hexes().filter(|&h| map.cost(h).is_some()).collect();
            overlay.add_supplied(side, reached);
            for (unit, hex) in self.units_of(state, side) {
                if !self.needs_supply(state, unit) {
                    continue;
                }
                let (kind, id, rule) = match self.rate(state, unit, map.cost(hex)) {
                    Supply::Supplied => {
                        overlay.paths.push(map.path(hex));
                        continue;
                    }
                    Supply::Unsupplied => ("unsupplied", "note.unsupplied", rule!("SUP-5")),
                    Supply::Isolated => ("isolated", "note.isolated", rule!("SUP-6")),
                };
                let mut text = Text::new(id).unit(unit);
                if let Some(cost) = map.cost(hex) {
                    text = text.with("cost", Arg::Mp(cost));
                }
                overlay.notes.push(Note { unit: Some(unit), hex, kind, text, rule });
            }
        }
        overlay.with_paths_once()
    }
}
