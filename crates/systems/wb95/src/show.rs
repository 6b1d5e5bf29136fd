//! What viewers are shown.

use crate::book::Book;
use crate::class::{Class, Role};
use crate::field::Destination;
use crate::game::Wb95;
use crate::masking::{Known, MASKED};
use crate::scenario::{PointKind, ReserveKind};
use crate::state::{AIR, DEAD, Mark, Phase, RESERVE, SCHEDULED, SETUP, Stage, State, TRANSPORT};
use board::{BoxId, Face, Side, UnitId};
use engine::view::{Badge, BoxView, Effect, Offer, Owed, PointItem, Points, TrackView, UnitView};
use engine::{Arg, Choice, FaceShown, Text, TurnInfo, Viewer};
use hex::HexId;

/// The phases of half a turn that the strip shows.
const STEPS: [(Phase, &str); 6] = [
    (Phase::Air, "air"),
    (Phase::Barrage, "barrage"),
    (Phase::Movement, "movement"),
    (Phase::Combat, "combat"),
    (Phase::Strategic, "strategic"),
    (Phase::Supply, "supply"),
];

impl<B: Book> Wb95<B> {
    /// Where the game stands in time.
    pub fn turn_info(&self, state: &State<B>) -> TurnInfo {
        let halves = [self.first, self.first.other()];
        let (phases, now) = match (state.phase, B::steps(self, state)) {
            (Phase::Setup, _) => {
                let phases = halves.map(|s| (String::from("setup"), Some(s))).to_vec();
                (phases, usize::from(state.arranging != self.first))
            }
            (_, Some(steps)) => steps,
            _ => {
                // A barrage is only shown where there is ammunition for one [6.5.1].
                let able = |s: Side| state.ammunition[s] > 0 || B::has_barrage(self, s);
                let ammunition = Side::BOTH.into_iter().any(able);
                let shown =
                    |p: Phase| p != Phase::Barrage || ammunition || state.phase == Phase::Barrage;
                let mut phases = Vec::new();
                let mut now = 0;
                for (half, side) in halves.into_iter().enumerate() {
                    for (phase, id) in STEPS.iter().filter(|(p, _)| shown(*p)) {
                        if half == usize::from(state.half) && *phase <= state.phase {
                            now = phases.len();
                        }
                        let id = if *phase == Phase::Barrage { B::BARRAGE } else { id };
                        phases.push((id.to_string(), Some(side)));
                    }
                }
                (phases, now)
            }
        };
        TurnInfo {
            n: u16::from(state.turn),
            of: self.scenario.days.len() as u16,
            name: self.day(state.turn).to_string(),
            phases,
            now,
        }
    }

    /// A march with what it costs and does.
    pub(crate) fn destination_offer(&self, state: &State<B>, destination: &Destination) -> Offer {
        let mut effects = Vec::new();
        let mut add = |kind, id, rule, tone| {
            let text = Text::new(id).hex(destination.hex);
            effects.push(Effect { kind, text, rule, tone });
        };
        if destination.stops {
            add("stop", "effect.stops", rule!(B, "4.2.1"), "warn");
            let side = self.active(state);
            if !self.is_fortified(state, side, destination.hex) {
                add("attack-owed", "effect.must-attack", rule!(B, "5.1.3"), "warn");
            }
        }
        if destination.overruns {
            add("overrun", "effect.overruns", rule!(B, "6.1.7"), "good");
        }
        if destination.extra {
            add("extra", "effect.extra-hex", rule!(B, "CHART-2"), "warn");
        }
        if self.cels_in(state, destination.hex) + self.hand_cels(state)
            > self.tables.core.stack_limit
        {
            add("stacking", "effect.overstacked", rule!(B, "3.2.1"), "bad");
            let hqs = state.position.stack(destination.hex).chain(self.in_hand(state).map(|h| h.0));
            if self.prints(rule!(B, "3.2.2")) && { hqs }.any(|u| self.class(u).is_hq()) {
                add("stacking", "effect.hq-counts", rule!(B, "3.2.2"), "bad");
            }
        }
        effects.extend(B::effects_of_move(self, state, destination));
        Offer {
            choice: Choice::Hex(destination.hex),
            label: None,
            cost: Some(destination.cost),
            path: destination.path.to_vec(),
            effects,
            primary: false,
        }
    }

    fn hand_cels(&self, state: &State<B>) -> u16 {
        self.in_hand(state).map_or(0, |(u, ..)| u16::from(state.position.steps(u)))
    }

    /// What is still owed before the phase may end.
    pub fn owed_items(&self, state: &State<B>) -> Vec<Owed> {
        // While the defender decides, the attacker's duties are not his to read: they name masked counters [16.1.1].
        if self.stage_side(state) != Some(self.active(state)) {
            return Vec::new();
        }
        match state.phase {
            Phase::Movement => self.hexes_to_leave(state),
            Phase::Combat => self.attacks_to_make(state),
            _ => Vec::new(),
        }
    }

    /// Overstacked hexes that somebody must leave before the Movement Phase ends [3.2.1].
    fn hexes_to_leave(&self, state: &State<B>) -> Vec<Owed> {
        let mut hexes: Vec<_> = self.overstacked_hexes(state).collect();
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.is_empty() {
            return Vec::new();
        }
        let text = Text::new("owed.overstacked").n(hexes.len() as i64);
        vec![Owed { text, rule: rule!(B, "3.2.1"), units: Vec::new(), hexes }]
    }

    /// What must still attack and be attacked [5.1.3] [5.1.4].
    fn attacks_to_make(&self, state: &State<B>) -> Vec<Owed> {
        let (units, hexes) = match (state.stage(), state.combat.as_ref()) {
            // What is in hand counts as met.
            (Some(Stage::Attack(_)), Some(c)) if !c.attackers.is_empty() => {
                (c.attackers.to_vec(), c.hexes.to_vec())
            }
            _ => (Vec::new(), Vec::new()),
        };
        let open = self.contacts(state).open_after(units, hexes, |_| false);
        let units = Owed::of_units("owed.units", rule!(B, "5.1.3"), open.units);
        let hexes = Owed::of_hexes("owed.hexes", rule!(B, "5.1.4"), open.hexes);
        units.into_iter().chain(hexes).collect()
    }

    /// What is printed on the side of a counter that lies up.
    pub fn face_of(&self, state: &State<B>, unit: UnitId) -> Face {
        let class = self.class(unit);
        let printed = &self.roster.unit(unit).extra;
        let steps = state.position.steps(unit);
        let transport = class.is_towed_artillery() && state.position.face(unit) == TRANSPORT;
        let short = printed.name.split([' ', '/']).next().unwrap_or_default().to_string();
        Face {
            nation: B::palette(self, unit).unwrap_or_else(|| nation(class)).to_string(),
            symbol: symbol(class).to_string(),
            size: size_mark(&class.size).to_string(),
            unit: short,
            formation: printed.formation.split(' ').next().unwrap_or_default().to_string(),
            figures: self.figures(state, unit),
            star: self.stars(state, unit).iter().map(|s| s.name()).collect::<Vec<_>>().join(" "),
            steps: (steps, class.cels),
            setup: match (transport, steps < class.cels) {
                (true, _) => String::from("transport"),
                (false, true) => String::from("reduced"),
                (false, false) => String::new(),
            },
            reconstructed: !class.reconstructed.is_empty(),
            ..Face::default()
        }
    }

    /// What would be printed on a counter that lies so, with so many CELs, as it is shown.
    pub(crate) fn face_shown(
        &self,
        state: &State<B>,
        unit: UnitId,
        cels: u8,
        lies: u8,
    ) -> FaceShown {
        self.faces.of(unit, u32::from(lies) << 8 | u32::from(cels), || {
            let mut turned = state.clone();
            turned.position.set_steps(unit, cels);
            turned.position.set_face(unit, lies);
            self.face_of(&turned, unit)
        })
    }

    fn mask_shown(&self, state: &State<B>, unit: UnitId, known: Known) -> FaceShown {
        let lies = (known as u32 + 1) << 16 | u32::from(state.position.steps(unit));
        self.faces.of(unit, lies, || self.masked_face(state, unit, known))
    }

    fn figures(&self, state: &State<B>, unit: UnitId) -> String {
        let class = self.class(unit);
        match class.role {
            Role::Artillery | Role::SelfPropelled | Role::Battery => {
                let cels = state.position.steps(unit);
                let (attack, defence) = (class.attack_with(cels), class.defence_with(cels));
                format!("{attack}/{defence}-{}", class.mp)
            }
            Role::Hq => format!("{}", class.mp),
            Role::Air => format!("{}", class.strength(1)),
            _ => format!("{}-{}", class.strength(state.position.steps(unit)), class.mp),
        }
    }

    /// The face of a counter that a viewer may not know.
    fn masked_face(&self, state: &State<B>, unit: UnitId, known: Known) -> Face {
        let class = self.class(unit);
        let mut face = Face {
            nation: match B::masked_palette(self.side(unit)) {
                Some(own) => own,
                None if class.side == "german" => "german",
                None => "soviet",
            }
            .to_string(),
            setup: String::from("masked"),
            hidden: true,
            ..Face::default()
        };
        if known >= Known::Type {
            face.symbol = symbol(class).to_string();
        }
        if known >= Known::TypeAndCels {
            face.steps = (state.position.steps(unit), 2);
        }
        face
    }

    fn unit_view(&self, state: &State<B>, viewer: Viewer, unit: UnitId, level: u8) -> UnitView {
        let known = self.known(state, viewer, unit);
        let all = known == Known::All;
        let lies = state.position.face(unit);
        UnitView {
            unit: self.seen_as(state, viewer, unit, level),
            hex: state.position.hex(unit),
            side: self.side(unit),
            level,
            face: match all {
                true => self.face_shown(state, unit, state.position.steps(unit), lies),
                false => self.mask_shown(state, unit, known),
            },
            badges: if all { self.badges(state, unit) } else { Vec::new() },
            done: all && self.is_done(state, unit),
            // Before the first turn nothing is said of supply.
            aspect: u8::from(state.turn > 0),
        }
    }

    fn is_done(&self, state: &State<B>, unit: UnitId) -> bool {
        let mark = |m| state.position.has_mark(unit, m);
        match state.phase {
            Phase::Movement | Phase::Strategic => mark(Mark::Moved),
            Phase::Combat => mark(Mark::Fought) || mark(Mark::Fired),
            _ => false,
        }
    }

    fn badges(&self, state: &State<B>, unit: UnitId) -> Vec<Badge> {
        let mut badges = Vec::new();
        let mut add =
            |kind, value, id, rule| badges.push(Badge { kind, value, text: Text::new(id), rule });
        let level = state.oos[unit.index()];
        if level > 0 {
            add("unsupplied", Some(level), "badge.out-of-supply", rule!(B, "10.2.1"));
        }
        if state.disorganised[unit.index()] > 0 {
            let rule = self.rule_or(rule!(B, "5.6.6"), rule!(B, "5.6.1"));
            add("disorganised", None, "badge.disorganised", rule);
        }
        if state.position.has_mark(unit, Mark::Marked) {
            add("marked", None, "badge.marked", rule!(B, "12.1.4"));
        }
        if state.turn > 0 && self.is_frozen(state, unit) {
            add("waiting", None, "badge.frozen", kursk!("R23"));
        }
        if state.kept.repairs.iter().any(|(_, u)| *u == unit) {
            add("repair", None, "badge.repair", rule!(B, "17.1.2"));
        }
        if let Some(hex) = state.position.hex(unit)
            && state.forts[self.side(unit)].contains(hex)
        {
            add("fortified", None, "badge.fortified", rule!(B, "7.1.1"));
        }
        badges
    }

    /// The counters on the map.
    pub fn unit_views(&self, state: &State<B>, viewer: Viewer) -> Vec<UnitView> {
        let mut views = Vec::new();
        for hex in self.map.grid.hexes() {
            let Some(side) = self.holder(state, hex) else { continue };
            if self.sets_up_unseen(state, side, viewer) {
                continue;
            }
            let stack = self.stack_seen(state, viewer, hex);
            let levels = stack.iter().enumerate();
            views.extend(levels.map(|(level, &u)| self.unit_view(state, viewer, u, level as u8)));
        }
        views
    }

    /// The counters of a hex that a viewer sees, from the bottom up. Where not even the number of masked units is known,
    /// one marker lies on them all, below those that are seen.
    fn stack_seen(&self, state: &State<B>, viewer: Viewer, hex: HexId) -> Vec<UnitId> {
        let mut stack: Vec<UnitId> = state.position.stack(hex).collect();
        stack.reverse();
        if B::SENTENCES.seen.is_some() {
            let (seen, masked): (Vec<UnitId>, Vec<UnitId>) =
                stack.into_iter().partition(|&u| self.known(state, viewer, u) == Known::All);
            stack = masked.into_iter().take(1).chain(seen).collect();
        }
        stack
    }

    /// The boxes beside the map.
    pub fn box_views(&self, state: &State<B>, viewer: Viewer) -> Vec<BoxView> {
        let mut boxes = Vec::new();
        let mut add = |id: String, title: Text, turn, side, units: Vec<UnitId>| {
            if !units.is_empty() {
                let units = units.iter().map(|&u| self.unit_view(state, viewer, u, 0)).collect();
                boxes.push(BoxView { id, title, turn, side: Some(side), units });
            }
        };
        for side in Side::BOTH {
            let in_box = |which: BoxId| -> Vec<UnitId> {
                state.position.in_box(which).filter(|&u| self.side(u) == side).collect()
            };
            let id = |name: &str| format!("{name}-{}", self.sides[side.index()].id);
            if viewer.knows_of(side) || !self.switches.masking {
                add(id("setup"), Text::new("box.setup"), None, side, in_box(SETUP));
            }
            let scheduled = in_box(SCHEDULED);
            for turn in 1..=self.scenario.days.len() as u8 {
                let due = |u: &UnitId| self.due[u.index()].as_ref().is_some_and(|d| d.turn == turn);
                let units: Vec<UnitId> = scheduled.iter().copied().filter(due).collect();
                let title = Text::new("box.reinforcements")
                    .with("day", Arg::Name(self.day(turn).to_string()));
                add(id(&format!("turn-{turn}")), title, Some(turn.into()), side, units);
            }
            let away: Vec<UnitId> =
                scheduled.iter().copied().filter(|u| self.due[u.index()].is_none()).collect();
            add(id("away"), Text::new("box.away"), None, side, away);
            let mut reserve = in_box(RESERVE);
            for (i, r) in self.reserves.iter().enumerate() {
                if r.side != side || r.kind != ReserveKind::Stavka {
                    continue;
                }
                let waiting = |u: &UnitId| r.units.contains(u);
                let units: Vec<UnitId> = reserve.iter().copied().filter(waiting).collect();
                reserve.retain(|u| !waiting(u));
                let title = Text::new("box.stavka")
                    .with("formation", Arg::Name(r.name.clone()))
                    .with("day", Arg::Name(self.day(r.from).to_string()));
                add(id(&format!("stavka-{i}")), title, Some(r.from.into()), side, units);
            }
            add(id("reserve"), Text::new("box.reserve"), None, side, reserve);
            add(id("air"), Text::new("box.air"), None, side, in_box(AIR));
            add(id("destroyed"), Text::new("box.destroyed"), None, side, in_box(DEAD));
        }
        boxes
    }

    /// The tracks of the strip.
    pub fn track_views(&self, state: &State<B>, viewer: Viewer) -> Vec<TrackView> {
        let mut tracks = Vec::new();
        let add = |tracks: &mut Vec<TrackView>, id, label, value: Text, rule| {
            tracks.push(TrackView { id, label: Text::new(label), value, rule, items: Vec::new() });
        };
        for side in Side::BOTH {
            let ready = self.air_to_fly(state, side);
            if ready > 0 && (viewer.knows_of(side) || !state.secret) {
                let value = Text::new("track.air-ready").side(side).n(ready as i64);
                let items = self.cites.air.map(|rule| (value.clone(), rule));
                let (label, items) = (Text::new("track.air"), items.into_iter().collect());
                tracks.push(TrackView { id: "air", label, value, rule: rule!(B, "8.1.1"), items });
            }
            let pool: u8 = state.pools.iter().filter(|p| p.side == side).map(|p| p.left).sum();
            if pool > 0 {
                let value = Text::new("track.columns").side(side).n(pool);
                add(&mut tracks, "pool", "track.pool", value, rule!(B, "9.1.6"));
            }
            let credits = state.credits[side] + state.credits_next[side];
            if credits > 0 {
                let value = Text::new("track.counters").side(side).n(credits);
                add(&mut tracks, "credits", "track.credits", value, self.credit_rule(side));
            }
            if state.ammunition[side] > 0 {
                let value = Text::new("track.units").side(side).n(state.ammunition[side]);
                add(&mut tracks, "ammunition", "track.ammunition", value, rule!(B, "6.5.7"));
            }
        }
        tracks.extend(B::tracks(self, state));
        tracks
    }

    /// Who is winning and by what.
    pub fn point_views(&self, state: &State<B>) -> Points {
        if let Some(own) = B::points(self, state) {
            return own;
        }
        let side = self.scorer();
        let mut items: Vec<PointItem> = self
            .score(state)
            .into_iter()
            .map(|scored| {
                let entry = &self.scenario.victory.points[scored.line];
                let id = match entry.kind {
                    PointKind::EachHex => "points.each-hex",
                    PointKind::Whole => "points.whole",
                    PointKind::Towns => "points.towns",
                    PointKind::TownsRegained => "points.regained",
                    PointKind::HqsEliminated => "points.hqs",
                    PointKind::Crossing => "points.crossing",
                    PointKind::ReservesEntered => "points.reserves",
                    PointKind::UnitsEliminated => "points.units",
                };
                let rule = self.cites.items[scored.line].unwrap_or(self.cites.points);
                let text = Text::new(id)
                    .n(scored.times)
                    .with("place", Arg::Name(entry.places.join(", ")))
                    .with("value", Arg::Number(entry.value.into()));
                let value = scored.points.to_string();
                PointItem { text, value: value.into(), rule, hexes: scored.hexes, side: Some(side) }
            })
            .collect();
        for (automatic, &rule) in self.scenario.victory.automatic.iter().zip(&self.cites.automatic)
        {
            let hexes = self.automatic_hexes(automatic);
            let holder = self.automatic_side(automatic);
            let held = hexes.iter().filter(|&&h| self.controls(state, holder, h)).count();
            let places = Arg::Name(automatic.places.join(", "));
            items.push(PointItem {
                text: Text::new("points.automatic").with("place", places),
                value: format!("{held}/{}", hexes.len()).into(),
                rule,
                hexes,
                side: Some(holder),
            });
        }
        let total = self.total(state);
        let verdict = Text::new("points.verdict")
            .n(total)
            .with("class", Arg::Name(self.verdict(total).text.clone()));
        Points { standing: self.standing(state), verdict, items }
    }

    /// The other side of a counter that lies open to a viewer: the weaker or stronger one [1.2], or a towed gun's other
    /// set-up [6.1.6].
    pub fn other_side(&self, state: &State<B>, unit: UnitId, viewer: Viewer) -> Option<FaceShown> {
        let is_masked = unit.index() >= usize::from(MASKED);
        if is_masked || self.known(state, viewer, unit) != Known::All {
            return None;
        }
        let (cels, lies) = (state.position.steps(unit), state.position.face(unit));
        let (cels, lies) = match self.class(unit) {
            class if class.is_towed_artillery() => {
                (cels, if lies == TRANSPORT { 0 } else { TRANSPORT })
            }
            class if class.cels == 2 => (3 - cels.clamp(1, 2), lies),
            _ => return None,
        };
        Some(self.face_shown(state, unit, cels, lies))
    }
}

/// The palette of a class.
fn nation(class: &Class) -> &'static str {
    match (class.nationality.as_str(), class.morale.as_str()) {
        ("german", "german_ss") => "ss",
        ("german", _) if class.role == Role::Air => "luftwaffe",
        ("german", _) => "german",
        ("french", _) => "french",
        (_, "soviet_guards") => "soviet-guards",
        _ => "soviet",
    }
}

/// The symbol in the box of a counter.
fn symbol(class: &Class) -> &'static str {
    match (class.role, class.kind.as_str()) {
        (Role::Hq, _) => "hq",
        (Role::Air, _) => "air",
        (Role::Artillery, _) => "artillery",
        (Role::Battery, "MLRS" | "MSL") => "rockets",
        (Role::SelfPropelled | Role::Battery, _) => "sp-artillery",
        (_, "ARM") => "armor",
        (_, "AG") => "assault-gun",
        (_, "MOT") => "motorized",
        (_, "MECH") => "mechanized",
        (_, "REC") => "recon",
        (_, "ABN") => "airborne",
        (_, "AASL") => "air-assault",
        (_, "MIL") => "militia",
        (_, "CAV") => "cavalry",
        (_, "AT") => "anti-tank",
        _ => "infantry",
    }
}

/// The mark of a size [1.3].
fn size_mark(size: &str) -> &'static str {
    match size {
        "company" => "I",
        "battalion" => "II",
        "regiment" => "III",
        "brigade" => "X",
        "division" => "XX",
        "corps" => "XXX",
        "army" => "XXXX",
        _ => "",
    }
}
