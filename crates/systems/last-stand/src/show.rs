//! What viewers are shown. Strengths that are not drawn cannot be shown to anybody; the morale marker is shown to
//! the German once he has looked (8.34).

use crate::class::{CardId, GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::state::{
    ARRIVING, GARRISONS, LOST, Mark, Marker, POOL, Phase, REBUILDING, SCHEDULED, SUPPORT_FACE,
    State, WAITING,
};
use board::{BoxId, Face, Side, UnitId};
use engine::view::{Area, Badge, BoxView, Note, Overlay, PointItem, Points, TrackView, UnitView};
use engine::{Arg, FaceShown, Message, Part, Text, TurnInfo, Viewer};
use hex::{HexId, HexSet};

/// The steps of a turn that the strip shows.
const STEPS: [(Phase, &str); 11] = [
    (Phase::GermanArrivals, "supply"),
    (Phase::GermanMovement, "movement"),
    (Phase::GermanCombat, "combat"),
    (Phase::SovietReaction, "reaction"),
    (Phase::GermanExploit, "exploit"),
    (Phase::Reorganization, "supply"),
    (Phase::KatyushaMovement, "katyusha"),
    (Phase::SovietMovement, "movement"),
    (Phase::GermanReaction, "reaction"),
    (Phase::SovietCombat, "combat"),
    (Phase::SovietExploit, "exploit"),
];

/// Where the game stands in time.
pub(crate) fn turn(game: &LastStand, state: &State) -> TurnInfo {
    let phases = STEPS.iter().map(|(p, id)| (id.to_string(), Some(p.side()))).collect();
    let now = STEPS.iter().rposition(|(phase, _)| *phase <= state.phase).unwrap_or(0);
    TurnInfo {
        n: state.turn.into(),
        of: game.scenario.last_turn.into(),
        name: game.turn_entry(state).name.clone(),
        phases,
        now,
    }
}

/// The counters on the map.
pub(crate) fn units(game: &LastStand, state: &State) -> Vec<UnitView> {
    let mut views = Vec::new();
    for hex in game.map.grid.hexes() {
        let mut stack: Vec<UnitId> = state.position.stack(hex).collect();
        stack.reverse();
        if state.partisans.contains(&hex) {
            let is_here = |u: &UnitId| game.partisan_hex(state, *u) == Some(hex);
            stack.extend(game.roster.units().filter(is_here));
        }
        let levels = stack.iter().enumerate();
        views.extend(levels.map(|(i, &u)| game.unit_view(state, u, Some(hex), i as u8)));
    }
    views
}

/// The boxes beside the map.
pub(crate) fn boxes(game: &LastStand, state: &State) -> Vec<BoxView> {
    let mut boxes = Vec::new();
    let mut add = |id: String, title: Text, turn: Option<u8>, side, units: Vec<UnitId>| {
        if !units.is_empty() {
            let units = units.iter().map(|&u| game.unit_view(state, u, None, 0)).collect();
            let turn = turn.map(u16::from);
            boxes.push(BoxView { id, title, turn, side: Some(side), units });
        }
    };
    for side in Side::BOTH {
        let in_box = |which: BoxId| -> Vec<UnitId> {
            state.position.in_box(which).filter(|&u| game.side(u) == side).collect()
        };
        let id = |name: &str| format!("{name}-{}", game.sides[side.index()].id);
        add(id("arriving"), Text::new("box.arriving"), None, side, in_box(ARRIVING));
        let scheduled = in_box(SCHEDULED);
        for turn in 1..=game.scenario.last_turn {
            let due = |u: &UnitId| game.due[u.index()] == Some(turn);
            let units: Vec<UnitId> = scheduled.iter().copied().filter(due).collect();
            let name = game.tables.turn[usize::from(turn) - 1].name.clone();
            let title = Text::new("box.reinforcements").with("turn", Arg::Name(name));
            add(id(&format!("turn-{turn}")), title, Some(turn), side, units);
        }
        add(id("rebuilding"), Text::new("box.rebuilding"), None, side, in_box(REBUILDING));
        add(id("waiting"), Text::new("box.waiting"), None, side, in_box(WAITING));
        let optional: Vec<UnitId> = game
            .roster
            .units()
            .filter(|&u| game.side(u) == side && game.printed(u).optional)
            .filter(|&u| game.is_in(state, u, crate::state::OUT))
            .collect();
        add(id("optional"), Text::new("box.optional"), None, side, optional);
        add(id("pool"), Text::new("box.pool"), None, side, in_box(POOL));
        add(id("garrisons"), Text::new("box.garrisons"), None, side, in_box(GARRISONS));
        add(id("lost"), Text::new("box.lost"), None, side, in_box(LOST));
    }
    boxes
}

/// The tracks of the strip.
pub(crate) fn tracks(game: &LastStand, state: &State, viewer: Viewer) -> Vec<TrackView> {
    let track = |id, label, value: Text, rule| TrackView {
        id,
        label: Text::new(label),
        value,
        rule,
        items: Vec::new(),
    };
    let number = |n: u8| Text::new("track.number").n(n);
    let mut tracks = vec![
        track("weather", "track.weather", Text::new(state.weather.word()), rule!("SOP-A1")),
        track("air", "track.german-air", number(state.air[GERMAN]), rule!("9.11")),
        track("air", "track.soviet-air", number(state.air[SOVIET]), rule!("9.11")),
    ];
    let mut damage = track("damage", "track.damage", number(state.damage_total()), rule!("8.33"));
    if state.morale_damage > 0 {
        let text = Text::new("track.morale-damage").n(state.morale_damage);
        damage.items.push((text, rule!("8.35")));
    }
    let shift = game.damage_shift(state);
    if shift != 0 {
        damage.items.push((Text::new("track.shift").n(shift), rule!("6.35")));
    }
    tracks.push(damage);
    if game.scenario.surrender {
        let known = state
            .markers
            .last()
            .filter(|m| viewer == Viewer::Referee || (m.seen && viewer.knows_of(GERMAN)));
        let value = known.map_or(Text::new("track.hidden"), |m| number(m.value));
        tracks.push(track("morale", "track.morale", value, rule!("8.34")));
    }
    tracks
}

/// Who is winning and by what.
pub(crate) fn points(game: &LastStand, state: &State) -> Points {
    let count = game.count(state);
    let item = |text: Text, value: String, rule, hexes, side| PointItem {
        text,
        value: value.into(),
        rule,
        hexes,
        side: Some(side),
    };
    let occupied: Vec<HexId> = game
        .objectives
        .iter()
        .zip(&state.holdings)
        .filter(|(_, h)| h.marker == Marker::Occupied)
        .map(|(o, _)| o.hex)
        .collect();
    let damage = count.damage.to_string();
    let mut items = vec![item(Text::new("points.damage"), damage, rule!("8.33"), occupied, GERMAN)];
    for (i, bonus) in &count.cities {
        let objective = &game.objectives[*i];
        let text = Text::new("points.city").with("place", Arg::Name(objective.name.clone()));
        items.push(item(text, format!("+{bonus}"), rule!("VC-4"), vec![objective.hex], GERMAN));
    }
    let losses = Text::new("points.losses").n(count.losses);
    items.push(item(losses, format!("−{}", count.deduction), rule!("VC-5"), Vec::new(), SOVIET));
    let total = Text::new("points.total");
    items.push(item(total, count.total.to_string(), rule!("VC-6"), Vec::new(), GERMAN));
    let verdict = match game.scale_result(game.scale_row(count.total)) {
        "german-strategic" => "points.german-strategic",
        "german-tactical" => "points.german-tactical",
        "soviet-tactical" => "points.soviet-tactical",
        "soviet-strategic" => "points.soviet-strategic",
        _ => "points.draw",
    };
    Points { standing: vec![game.standing(state)], verdict: Text::new(verdict), items }
}

impl LastStand {
    /// What a revealed unit is called.
    pub fn card_name(&self, card: CardId) -> Part {
        let card = &self.cards[card.index()];
        let class = self.roster.class_named(&card.class).map(|c| self.roster.class(c).kind);
        let word = match class {
            Some(Kind::Tank) => "unit.tank",
            Some(Kind::Cavalry) => "unit.cavalry",
            _ => "unit.rifle",
        };
        Message::new("unit.card")
            .with("label", card.label.as_str())
            .with("kind", Part::word(word))
            .into()
    }

    /// What a counter is called: an untried one by its type and number.
    pub(crate) fn counter_name(&self, unit: UnitId) -> Part {
        let (printed, kind) =
            (self.printed(unit), self.roster.class(self.roster.unit(unit).class).kind);
        if printed.nth == 0 {
            return Part::Name(printed.name.clone());
        }
        let sentence = match kind {
            Kind::Tank => "unit.nth-tank",
            Kind::Cavalry => "unit.nth-cavalry",
            _ => "unit.nth-rifle",
        };
        Message::new(sentence).n(printed.nth).into()
    }

    /// What lies up of a unit.
    pub fn face_of(&self, state: &State, unit: UnitId) -> Face {
        let class = self.class(unit);
        let printed = self.printed(unit);
        let steps = (state.position.steps(unit), class.steps());
        let kampfgruppe = self.is_kampfgruppe(state, unit);
        let formation = self.facts(unit).formation;
        let mut face = Face {
            nation: printed.nation.clone(),
            symbol: class.kind.symbol().to_string(),
            size: printed.size.clone().unwrap_or_else(|| class.size.clone()),
            unit: printed.label.clone(),
            formation: printed.formation.clone(),
            steps: if class.kind.is_noncombat() { (1, 1) } else { steps },
            tint: formation.map(|f| f.0),
            reconstructed: !class.reconstructed.is_empty(),
            ..Face::default()
        };
        if kampfgruppe {
            face.size = String::from("KG");
        }
        if steps.0 < steps.1 && !class.kind.is_noncombat() {
            face.setup = String::from("reduced");
        }
        face.figures = self.figures(state, unit);
        // An untried unit shows its type and its movement; only the strengths are question marks (6.91).
        if let Some(card) = state.cards[unit.index()] {
            let card = &self.cards[card.index()];
            face.unit = card.label.clone();
            face.size = match card.formations {
                0 | 1 => String::new(),
                n => format!("x{n}"),
            };
        }
        face
    }

    /// What lies up of a unit if it had so many steps, as it is shown.
    fn face_shown(&self, state: &State, unit: UnitId, steps: u8) -> FaceShown {
        let card = state.cards[unit.index()].map_or(0, |card| card.index() as u32 + 1);
        let lies = card << 16 | u32::from(state.position.face(unit)) << 8 | u32::from(steps);
        self.faces.of(unit, lies, || {
            let mut turned = state.clone();
            turned.position.set_steps(unit, steps);
            self.face_of(&turned, unit)
        })
    }

    /// The figures at the foot of a counter.
    fn figures(&self, state: &State, unit: UnitId) -> String {
        let class = self.class(unit);
        let allowance = class.allowance();
        match (self.supply_range(state, unit), self.values(state, unit)) {
            (Some(range), _) => format!("({range})-{allowance}"),
            (None, Some([attack, defence])) => format!("{attack}-{defence}-{allowance}"),
            (None, None) if class.kind.cup().is_some() => format!("?-?-{allowance}"),
            (None, None) => allowance.to_string(),
        }
    }

    fn unit_view(&self, state: &State, unit: UnitId, hex: Option<HexId>, level: u8) -> UnitView {
        let badge = |kind, id, rule| Badge { kind, value: None, text: Text::new(id), rule };
        let mut badges = Vec::new();
        if state.has(unit, Mark::OutOfSupply) {
            badges.push(badge("unsupplied", "badge.out-of-supply", rule!("7.61")));
        }
        if state.has(unit, Mark::Isolated) {
            badges.push(badge("isolated", "badge.isolated", rule!("7.62")));
        }
        if state.has(unit, Mark::Disrupted) {
            badges.push(badge("disrupted", "badge.disrupted", rule!("6.82")));
        }
        if state.has(unit, Mark::Ski) {
            badges.push(badge("ski", "badge.ski", rule!("8.52")));
        }
        let support = self.kind(unit) == Kind::Supply
            && state.position.face(unit) == SUPPORT_FACE
            && hex.is_some();
        if support {
            let value = Some(self.uses_left(state, unit));
            badges.push(Badge { value, ..badge("support", "badge.support", rule!("7.43")) });
        }
        UnitView {
            unit,
            hex,
            side: self.side(unit),
            level,
            face: self.face_shown(state, unit, state.position.steps(unit)),
            badges,
            done: self.is_done(state, unit),
            // The strengths that a card gives are on the face, and supply is told by the badges.
            aspect: 0,
        }
    }

    /// Whether a unit of the side whose phase it is has done in it what the phase is for.
    fn is_done(&self, state: &State, unit: UnitId) -> bool {
        let phase = state.phase;
        let has_acted = (phase.is_movement() && state.has(unit, Mark::Moved))
            || (phase.is_combat() && state.has(unit, Mark::Attacked));
        has_acted && self.side(unit) == phase.side()
    }

    /// A layer over the map.
    pub fn overlay_named(&self, state: &State, id: &str) -> Option<Overlay> {
        match id {
            "zones" => Some(Overlay::by_side(&self.map.grid, "zone", |s, h| {
                self.in_enemy_zone(state, s.other(), h)
            })),
            "control" => Some(Overlay::by_side(&self.map.grid, "control", |s, h| {
                let at = self.objective_at(h);
                at.is_some_and(|i| (state.holdings[i].marker == Marker::Occupied) == (s == GERMAN))
            })),
            "supply" => Some(self.supply_overlay(state)),
            // Of one counter, asked for as `range:UNIT`.
            "range" => Some(Overlay::default()),
            _ => None,
        }
    }

    /// The side of a counter that shows the next step; what lies under an untried one nobody may see (6.93).
    pub fn other_side(&self, state: &State, unit: UnitId) -> Option<FaceShown> {
        let (steps, all) = (state.position.steps(unit), self.class(unit).steps());
        if all < 2 || self.is_untried(state, unit) || self.class(unit).kind.is_noncombat() {
            return None;
        }
        Some(self.face_shown(state, unit, if steps > 1 { steps - 1 } else { all }))
    }

    /// How far a unit would come with its whole allowance, whoever moves now (5.11). No zone stops it (4.23).
    pub fn range_overlay(&self, state: &State, unit: UnitId) -> Overlay {
        let hexes = self.reachable(state, &self.move_of(state, &[unit]));
        let area = Area { kind: "range", side: Some(self.side(unit)), hexes };
        Overlay { areas: vec![area], ..Overlay::default() }
    }

    /// Who would be in supply if it were judged now, and who would not.
    fn supply_overlay(&self, state: &State) -> Overlay {
        let mut overlay = Overlay::default();
        for side in Side::BOTH {
            let mut reached = HexSet::new(self.map.grid.len());
            let mut fields: Vec<(Option<crate::class::Formation>, HexSet)> = Vec::new();
            for (unit, hex) in self.units_of(state, side) {
                if self.is_always_supplied(unit) {
                    continue;
                }
                let formation = self.facts(unit).formation;
                if !fields.iter().any(|(f, _)| *f == formation) {
                    let field = self.supply_of(state, unit, &[]);
                    reached.union_with(&field);
                    fields.push((formation, field));
                }
                let fed = fields.iter().any(|(f, s)| *f == formation && s.contains(hex));
                if !fed {
                    let text = Text::new("note.unsupplied").unit(unit);
                    let note = Note {
                        unit: Some(unit),
                        hex,
                        kind: "unsupplied",
                        text,
                        rule: rule!("7.11"),
                    };
                    overlay.notes.push(note);
                }
            }

            overlay.add_supplied(side, reached.iter().collect());
        }
        overlay
    }
}
