//! What viewers are shown. Strengths that are not drawn cannot be shown to anybody; the morale marker is shown to
//! the German once he has looked (8.34).

use crate::class::{CardId, GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::reach::Destination;
use crate::state::{
    ARRIVING, ATTACKED, DISRUPTED, Fight, GARRISONS, ISOLATED, LOST, MOVED, Marker, Move,
    OUT_OF_SUPPLY, POOL, Phase, REBUILDING, SCHEDULED, SKI, SUPPORT_FACE, State, WAITING,
};
use board::{BoxId, Face, Side, UnitId};
use engine::view::{
    Area, Badge, BoxView, Effect, Note, Offer, Overlay, PointItem, Points, TrackView, UnitView,
};
use engine::{Arg, Choice, FaceShown, Message, Part, Rule, Text, TurnInfo, Viewer};
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

impl LastStand {
    /// Where the game stands in time.
    pub fn turn_info(&self, state: &State) -> TurnInfo {
        let phases = STEPS.iter().map(|(p, id)| (id.to_string(), Some(p.side()))).collect();
        let now = STEPS.iter().rposition(|(phase, _)| *phase <= state.phase).unwrap_or(0);
        TurnInfo {
            n: state.turn.into(),
            of: self.scenario.last_turn.into(),
            name: self.turn_entry(state).name.clone(),
            phases,
            now,
        }
    }

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

    /// What stacking means for a move into a hex: too many at the end of the phase (4.12), or
    /// units that do not count (4.13) (4.14) (8.61) (14.36).
    fn stacking_effect(
        &self,
        state: &State,
        moving: &Move,
        hex: HexId,
    ) -> Option<(&'static str, Rule)> {
        let limit = usize::from(self.tables.stacking.limit);
        if !self.has_room_for(state, &moving.units, hex) {
            return Some(("effect.overstacked", rule!("4.12")));
        }
        let there: Vec<UnitId> = state.position.stack(hex).collect();
        let all = there.iter().chain(&moving.units);
        if all.clone().count() <= limit || !self.holds(state, state.phase.side(), hex) {
            return None;
        }
        let &uncounted = all.into_iter().find(|&&u| self.facts(u).stacking == 0)?;
        let rule = match self.kind(uncounted) {
            Kind::Garrison => rule!("4.14"),
            Kind::Factory => rule!("8.61"),
            Kind::Paratroop => rule!("14.36"),
            _ => rule!("4.13"),
        };
        Some(("effect.uncounted", rule))
    }

    /// The rule of the zone in a hex: the Soviet edge has one for the Germans anyway (4.28)
    /// (14.24).
    fn zone_rule(&self, state: &State, side: Side, hex: HexId) -> Rule {
        match state.position.in_zone(side.other(), hex) {
            true => rule!("4.23"),
            false if self.edges.winter.contains(hex) => rule!("14.24"),
            false => rule!("4.28"),
        }
    }

    /// A hex that a move can go to, with what it costs and does.
    pub(crate) fn destination_offer(
        &self,
        state: &State,
        moving: &Move,
        destination: &Destination,
    ) -> Offer {
        let side = state.phase.side();
        let hex = destination.hex;
        let mut effects = Vec::new();
        let mut add = |kind, id, rule, tone| {
            effects.push(Effect { kind, text: Text::new(id).hex(hex), rule, tone });
        };
        if destination.minimum {
            add("stop", "effect.minimum", rule!("5.16"), "warn");
        }
        if self.is_zoned(state, side, hex) {
            add("zone", "effect.zone", self.zone_rule(state, side, hex), "warn");
        }
        if self.holds(state, side.other(), hex) {
            add("capture", "effect.captures", rule!("5.23"), "good");
        }
        let takes = self.objective_at(hex).is_some_and(|i| match state.holdings[i].marker {
            Marker::Occupied => side == SOVIET,
            Marker::Recaptured => side == GERMAN,
            Marker::None => side == GERMAN && self.garrisons(state, hex) == 0,
        });
        if takes {
            add("control", "effect.takes", rule!("8.41"), "good");
        }
        if let Some((id, rule)) = self.stacking_effect(state, moving, hex) {
            add("stacking", id, rule, if rule == rule!("4.12") { "bad" } else { "plain" });
        }
        Offer {
            choice: Choice::Hex(hex),
            label: None,
            cost: Some(destination.foot.max(destination.motorized)),
            path: destination.path.clone(),
            effects,
            primary: false,
        }
    }

    /// An overrun says so and what it costs.
    pub(crate) fn overrun_offer(&self, state: &State, moving: &Move, hex: HexId) -> Offer {
        let cost = self.may_overrun(state, moving, hex);
        let (foot, motorized) = cost.expect("only what may be overrun is offered");
        let text = Text::new("effect.overrun").hex(hex);
        let effect = Effect { kind: "attack", text, rule: rule!("5.31"), tone: "warn" };
        Offer {
            cost: Some(foot.max(motorized)),
            effects: vec![effect],
            ..Offer::plain(Choice::Hex(hex))
        }
    }

    /// What lies up of a unit.
    pub fn face(&self, state: &State, unit: UnitId) -> Face {
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
            self.face(&turned, unit)
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
        if state.has(unit, OUT_OF_SUPPLY) {
            badges.push(badge("unsupplied", "badge.out-of-supply", rule!("7.61")));
        }
        if state.has(unit, ISOLATED) {
            badges.push(badge("isolated", "badge.isolated", rule!("7.62")));
        }
        if state.has(unit, DISRUPTED) {
            badges.push(badge("disrupted", "badge.disrupted", rule!("6.82")));
        }
        if state.has(unit, SKI) {
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
        let has_acted = (phase.is_movement() && state.has(unit, MOVED))
            || (phase.is_combat() && state.has(unit, ATTACKED));
        has_acted && self.side(unit) == phase.side()
    }

    /// The counters on the map.
    pub fn unit_views(&self, state: &State) -> Vec<UnitView> {
        let mut views = Vec::new();
        for hex in self.map.grid.hexes() {
            let mut stack: Vec<UnitId> = state.position.stack(hex).collect();
            stack.reverse();
            if state.partisans.contains(&hex) {
                let is_here = |u: &UnitId| self.partisan_hex(state, *u) == Some(hex);
                stack.extend(self.roster.units().filter(is_here));
            }
            let levels = stack.iter().enumerate();
            views.extend(levels.map(|(i, &u)| self.unit_view(state, u, Some(hex), i as u8)));
        }
        views
    }

    /// The boxes beside the map.
    pub fn box_views(&self, state: &State) -> Vec<BoxView> {
        let mut boxes = Vec::new();
        let mut add = |id: String, title: Text, turn: Option<u8>, side, units: Vec<UnitId>| {
            if !units.is_empty() {
                let units = units.iter().map(|&u| self.unit_view(state, u, None, 0)).collect();
                let turn = turn.map(u16::from);
                boxes.push(BoxView { id, title, turn, side: Some(side), units });
            }
        };
        for side in Side::BOTH {
            let in_box = |which: BoxId| -> Vec<UnitId> {
                state.position.in_box(which).filter(|&u| self.side(u) == side).collect()
            };
            let id = |name: &str| format!("{name}-{}", self.sides[side.index()].id);
            add(id("arriving"), Text::new("box.arriving"), None, side, in_box(ARRIVING));
            let scheduled = in_box(SCHEDULED);
            for turn in 1..=self.scenario.last_turn {
                let due = |u: &UnitId| self.due[u.index()] == Some(turn);
                let units: Vec<UnitId> = scheduled.iter().copied().filter(due).collect();
                let name = self.tables.turn[usize::from(turn) - 1].name.clone();
                let title = Text::new("box.reinforcements").with("turn", Arg::Name(name));
                add(id(&format!("turn-{turn}")), title, Some(turn), side, units);
            }
            add(id("rebuilding"), Text::new("box.rebuilding"), None, side, in_box(REBUILDING));
            add(id("waiting"), Text::new("box.waiting"), None, side, in_box(WAITING));
            let optional: Vec<UnitId> = self
                .roster
                .units()
                .filter(|&u| self.side(u) == side && self.printed(u).optional)
                .filter(|&u| self.is_in(state, u, crate::state::OUT))
                .collect();
            add(id("optional"), Text::new("box.optional"), None, side, optional);
            add(id("pool"), Text::new("box.pool"), None, side, in_box(POOL));
            add(id("garrisons"), Text::new("box.garrisons"), None, side, in_box(GARRISONS));
            add(id("lost"), Text::new("box.lost"), None, side, in_box(LOST));
        }
        boxes
    }

    /// The tracks of the strip.
    pub fn track_views(&self, state: &State, viewer: Viewer) -> Vec<TrackView> {
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
        let mut damage =
            track("damage", "track.damage", number(state.damage_total()), rule!("8.33"));
        if state.morale_damage > 0 {
            let text = Text::new("track.morale-damage").n(state.morale_damage);
            damage.items.push((text, rule!("8.35")));
        }
        let shift = self.damage_shift(state);
        if shift != 0 {
            damage.items.push((Text::new("track.shift").n(shift), rule!("6.35")));
        }
        tracks.push(damage);
        if self.scenario.surrender {
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
    pub fn point_views(&self, state: &State) -> Points {
        let count = self.count(state);
        let item = |text: Text, value: String, rule, hexes, side| PointItem {
            text,
            value: value.into(),
            rule,
            hexes,
            side: Some(side),
        };
        let occupied: Vec<HexId> = self
            .objectives
            .iter()
            .zip(&state.holdings)
            .filter(|(_, h)| h.marker == Marker::Occupied)
            .map(|(o, _)| o.hex)
            .collect();
        let damage = count.damage.to_string();
        let mut items =
            vec![item(Text::new("points.damage"), damage, rule!("8.33"), occupied, GERMAN)];
        for (i, bonus) in &count.cities {
            let objective = &self.objectives[*i];
            let text = Text::new("points.city").with("place", Arg::Name(objective.name.clone()));
            items.push(item(text, format!("+{bonus}"), rule!("VC-4"), vec![objective.hex], GERMAN));
        }
        let losses = Text::new("points.losses").n(count.losses);
        items.push(item(
            losses,
            format!("−{}", count.deduction),
            rule!("VC-5"),
            Vec::new(),
            SOVIET,
        ));
        let total = Text::new("points.total");
        items.push(item(total, count.total.to_string(), rule!("VC-6"), Vec::new(), GERMAN));
        let verdict = match self.scale_result(self.scale_row(count.total)) {
            "german-strategic" => "points.german-strategic",
            "german-tactical" => "points.german-tactical",
            "soviet-tactical" => "points.soviet-tactical",
            "soviet-strategic" => "points.soviet-strategic",
            _ => "points.draw",
        };
        Points { standing: vec![self.standing(state)], verdict: Text::new(verdict), items }
    }

    /// A layer over the map.
    pub fn overlay_named(&self, state: &State, id: &str) -> Option<Overlay> {
        match id {
            "zones" => Some(self.by_side("zone", |s, h| self.is_zoned(state, s.other(), h))),
            "control" => Some(self.by_side("control", |s, h| {
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

    fn by_side(&self, kind: &'static str, test: impl Fn(Side, HexId) -> bool) -> Overlay {
        let area = |side| Area {
            kind,
            side: Some(side),
            hexes: self.map.grid.hexes().filter(|&h| test(side, h)).collect(),
        };
        Overlay { areas: Side::BOTH.map(area).to_vec(), ..Overlay::default() }
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
            let hexes = reached.iter().collect();
            overlay.areas.push(Area { kind: "supplied", side: Some(side), hexes });
        }
        overlay
    }
}
