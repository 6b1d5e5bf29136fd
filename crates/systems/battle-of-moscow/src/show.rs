//! What viewers are shown. Everything in this game is open [UNT-7], so all see the same.

use crate::class::{GERMAN, RUSSIAN};
use crate::game::{BattleOfMoscow, Setup, When};
use crate::movement::{Destination, Way};
use crate::state::{
    DESTROYED, Impulse, MOVED, NEW, Phase, Purse, RODE, SCHEDULED, SETUP, Stage, State, Supply,
};
use crate::supply::City;
use crate::verb::{DECLARE, DONE, END_GAME, ROLL, SUGGESTED, VERBS};
use board::{BoxId, Control, Face, Side, UnitId};
use engine::view::{
    Area, Badge, BoxView, Effect, Note, Offer, Overlay, Owed, PointItem, Points, TrackView,
    UnitView,
};
use engine::{Arg, Choice, Prompt, Text, TurnInfo, Verb};
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

impl BattleOfMoscow {
    /// Where the game stands in time.
    pub fn turn_info(&self, state: &State) -> TurnInfo {
        let setup = matches!(state.phase, Phase::SetupRussian | Phase::SetupGerman);
        let (phases, now) = if setup {
            let phases =
                vec![(String::from("setup"), Some(RUSSIAN)), (String::from("setup"), Some(GERMAN))];
            (phases, usize::from(state.phase == Phase::SetupGerman))
        } else {
            let mut steps = STEPS;
            if self.switches.arrivals_first {
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
            name: self.turn_name(state.turn),
            phases,
            now,
        }
    }

    /// What is asked.
    pub fn ask_for(&self, state: &State) -> Prompt {
        let plain = |stage: &'static str, id: &'static str| (stage, Text::new(id), Vec::new());
        let Some(stage) = state.stage() else {
            return Prompt {
                text: Text::new("prompt.over"),
                facts: Vec::new(),
                stages: vec!["over"],
                secret: false,
            };
        };
        let (name, text, facts) = match stage {
            Stage::Setup => {
                let left = self.unplaced(state, self.setup_side(state)).count();
                (
                    "setup",
                    Text::new("prompt.setup"),
                    vec![Text::new("fact.to-place").n(left as i64)],
                )
            }
            Stage::SetupHex(unit) => {
                ("setup-hex", Text::new("prompt.setup-hex").unit(*unit), vec![])
            }
            Stage::Feed => ("feed", Text::new("prompt.feed"), self.feed_facts(state)),
            Stage::FeedFrom(unit) => {
                ("feed-from", Text::new("prompt.feed-from").unit(*unit), vec![])
            }
            Stage::Tikhvin(left) => ("tikhvin", Text::new("prompt.tikhvin").n(*left), vec![]),
            Stage::Arrivals => {
                ("arrivals", Text::new("prompt.arrivals"), self.arrival_facts(state))
            }
            Stage::Arrive(unit) => ("arrive", Text::new("prompt.arrive").unit(*unit), vec![]),
            Stage::Pay { unit, left, .. } => {
                ("pay", Text::new("prompt.pay").unit(*unit).n(*left), vec![])
            }
            Stage::Store(hex) => ("store", Text::new("prompt.store").hex(*hex), vec![]),
            Stage::Drop { left, .. } => ("drop", Text::new("prompt.drop").n(*left), vec![]),
            Stage::Movement => ("movement", Text::new("prompt.movement"), self.move_facts(state)),
            Stage::Moving { unit, left, .. } => {
                let fact = Text::new("fact.left").with("left", Arg::Mp(*left));
                ("moving", Text::new("prompt.moving").unit(*unit), vec![fact])
            }
            Stage::Riding { unit, .. } => {
                ("riding", Text::new("prompt.riding").unit(*unit), vec![])
            }
            Stage::Declaration => plain("declaration", "prompt.declaration"),
            Stage::Attack(battle) => {
                let mut choices = Vec::new();
                self.list(state, &mut choices);
                let more = choices.iter().any(|c| matches!(c, Choice::Hex(_)));
                let id = if more { "prompt.attack-more" } else { "prompt.attack" };
                ("attack", Text::new(id).hexes(&battle.hexes), vec![])
            }
            Stage::Join { battle, .. } => {
                let hexes = &state.battles[usize::from(*battle)].hexes;
                ("join", Text::new("prompt.join").hexes(hexes), vec![])
            }
            Stage::Combat => {
                let left = state.battles.iter().filter(|b| !b.resolved).count();
                (
                    "combat",
                    Text::new("prompt.combat"),
                    vec![Text::new("fact.battles").n(left as i64)],
                )
            }
            Stage::Roll(index) => {
                let hexes = state.battles[usize::from(*index)].hexes.to_vec();
                ("roll", Text::new("prompt.roll").with("hexes", Arg::Hexes(hexes)), vec![])
            }
            Stage::Losses { battle, owed, chosen, .. } => {
                let sum: board::Strength = chosen.iter().map(|&u| self.loss_value(state, u)).sum();
                let owed = sixths(*owed);
                let fact = Text::new("fact.losses")
                    .with("chosen", Arg::Strength(sum))
                    .with("owed", Arg::Strength(owed));
                let hexes = &state.battles[usize::from(*battle)].hexes;
                let text = Text::new("prompt.losses").with("owed", Arg::Strength(owed));
                ("losses", text.hexes(hexes), vec![fact])
            }
            Stage::Retreat { units, hexes } => {
                let text = Text::new("prompt.retreat").n(*hexes);
                ("retreat", text.with("units", Arg::Units(units.to_vec())), vec![])
            }
            Stage::RetreatStep { unit, from, made, hexes } => {
                let text = Text::new("prompt.retreat-step").unit(*unit).hex(*from);
                ("retreat-step", text.n(hexes - made), vec![])
            }
            Stage::Isolation { group, .. } => {
                let owed = self.isolation_loss(state, group);
                let text = Text::new("prompt.isolation").with("owed", Arg::Strength(owed));
                ("isolation", text.with("units", Arg::Units(group.to_vec())), vec![])
            }
            Stage::Partisan(_) => plain("partisan", "prompt.partisan"),
            Stage::EarlyEnd => plain("early-end", "prompt.early-end"),
        };
        Prompt { text, facts, stages: vec![name], secret: false }
    }

    fn feed_facts(&self, state: &State) -> Vec<Text> {
        City::BOTH
            .into_iter()
            .map(|city| {
                Text::new("fact.fed")
                    .hex(self.city_hex(city))
                    .with("fed", Arg::Strength(self.fed_factors(state, city)))
                    .with("limit", Arg::Strength(self.city_limit(city)))
            })
            .collect()
    }

    fn arrival_facts(&self, state: &State) -> Vec<Text> {
        if state.active == GERMAN {
            return vec![
                Text::new("fact.german-factors")
                    .with("infantry", Arg::Number(state.german_infantry.into()))
                    .with("mobile", Arg::Number(state.german_mobile.into())),
            ];
        }
        let purse = |p: Purse| Arg::Number(state.purse(p).into());
        vec![
            Text::new("fact.russian-factors")
                .with("east", purse(Purse::East))
                .with("moscow", purse(Purse::Moscow))
                .with("voronezh", purse(Purse::Voronezh))
                .with("leningrad", purse(Purse::Leningrad)),
        ]
    }

    fn move_facts(&self, state: &State) -> Vec<Text> {
        let moved = self
            .units_of(state, state.active)
            .filter(|&(u, _)| state.position.has_mark(u, MOVED))
            .count();
        let quota = match state.active {
            Side::A => self.tables.rail.german_units,
            Side::B => self.tables.rail.russian_units,
        };
        let mut facts = vec![Text::new("fact.moved").n(moved as i64)];
        if matches!(state.phase, Phase::FirstMovement | Phase::NewMovement) {
            let rail = Text::new("fact.railed").n(state.railed);
            facts.push(rail.with("quota", Arg::Number(quota.into())));
        }
        facts
    }

    /// The legal choices with what each costs and does.
    pub fn offer_all(&self, state: &State) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.list(state, &mut choices);
        let destinations = self.present_destinations(state);
        choices
            .into_iter()
            .map(|choice| match choice {
                Choice::Hex(hex) => match destinations.iter().find(|d| d.hex == hex) {
                    Some(destination) => self.destination_offer(state, destination),
                    None => self.battle_offer(state, hex),
                },
                Choice::Verb(Verb(i)) => {
                    let label = Text::new(match choice {
                        DONE => self.done_label(state),
                        _ => VERB_LABELS[usize::from(i)],
                    });
                    let primary = [DONE, SUGGESTED, DECLARE, ROLL].contains(&choice);
                    let button = Offer::button(choice, label, primary);
                    Offer { effects: self.button_effects(state, choice), ..button }
                }
                _ => Offer::plain(choice),
            })
            .collect()
    }

    /// A hex whose battle may be resolved next, with its odds [SEQ-5] [SEQ-7]; any other plainly.
    fn battle_offer(&self, state: &State, hex: HexId) -> Offer {
        let plain = Offer::plain(Choice::Hex(hex));
        let battle = state.battles.iter().find(|b| b.hexes.contains(&hex));
        let (Some(Stage::Combat), Some(battle)) = (state.stage(), battle) else { return plain };
        let (_, column) = self.battle_columns(state, battle);
        let name = self.tables.combat.columns[column].clone();
        let text = Text::new("effect.battle").with("column", Arg::Name(name));
        let rule = match state.impulse() {
            Impulse::First => "SEQ-5",
            Impulse::Second => "SEQ-7",
        };
        Offer { effects: vec![Effect { kind: "battle", text, rule, tone: "plain" }], ..plain }
    }

    /// What a button would leave undone: who beside the enemy need not attack, and why the game may
    /// be ended early.
    fn button_effects(&self, state: &State, choice: Choice) -> Vec<Effect> {
        let effect = |(rule, id)| Effect { kind: "free", text: Text::new(id), rule, tone: "plain" };
        match (state.stage(), choice) {
            (Some(Stage::Declaration), DONE) => {
                self.excuses(state).into_iter().map(effect).collect()
            }
            (Some(Stage::EarlyEnd), END_GAME) => vec![effect(("VIC-2", "effect.too-late"))],
            _ => Vec::new(),
        }
    }

    /// Why units beside the enemy need not attack, each reason once.
    fn excuses(&self, state: &State) -> Vec<(&'static str, &'static str)> {
        let mut reasons = Vec::new();
        for (unit, at) in self.units_of(state, state.active) {
            let beside = self.enemies_beside(state, state.active, at);
            reasons.extend(beside.filter_map(|hex| self.excuse(state, unit, at, hex)));
        }
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }

    fn present_destinations(&self, state: &State) -> Vec<Destination> {
        let (unit, left, rides) = match state.stage() {
            Some(Stage::Moving { unit, left, .. }) => (*unit, *left, false),
            Some(Stage::Riding { unit, left }) => (*unit, *left, true),
            _ => return Vec::new(),
        };
        match state.position.hex(unit) {
            Some(at) if rides => self.rides(state, unit, at, left),
            Some(at) => self.marches(state, unit, at, left),
            None => Vec::new(),
        }
    }

    fn destination_offer(&self, state: &State, destination: &Destination) -> Offer {
        let unit = match state.stage() {
            Some(Stage::Moving { unit, .. } | Stage::Riding { unit, .. }) => *unit,
            _ => UnitId::NONE,
        };
        let mut effects = Vec::new();
        let mut add = |kind, id, rule, tone| {
            let text = Text::new(id).hex(destination.hex);
            effects.push(Effect { kind, text, rule, tone });
        };
        match destination.way {
            Way::Rail => add("rail", "effect.rail", "RR-5", "warn"),
            Way::Grace => add("stop", "effect.grace", "MOV-7", "warn"),
            Way::March if destination.stops => {
                let half_fort = self.map.has(destination.hex, self.ground.half_fort);
                let rule = match half_fort && state.active == RUSSIAN {
                    true => "FOR-4",
                    false => "ZOC-2",
                };
                add("stop", "effect.stops", rule, "warn");
            }
            Way::March => {}
        }
        let side = state.active;
        let must_fight = destination.way != Way::Rail
            && self.enemies_beside(state, side, destination.hex).any(|enemy| {
                self.obliges(state, enemy) && !self.ignores_zones(state, unit, destination.hex)
            });
        if must_fight {
            add("attack-owed", "effect.must-attack", "ZOC-4", "warn");
        }
        if self.map.has(destination.hex, self.ground.city)
            && state.position.control(destination.hex) != Control::By(side)
        {
            add("control", "effect.takes-city", "VIC-5", "good");
        }
        Offer {
            choice: Choice::Hex(destination.hex),
            label: None,
            cost: Some(destination.cost),
            path: destination.path.clone(),
            effects,
            primary: false,
        }
    }

    /// What is still owed before the declaration may end.
    pub fn owed_items(&self, state: &State) -> Vec<Owed> {
        let declaring = matches!(state.phase, Phase::FirstDeclaration | Phase::SecondDeclaration);
        if !declaring {
            return Vec::new();
        }
        let open = self.owed_now(state);
        let mut items = Vec::new();
        // Who came in this impulse must attack; who has stood there must withdraw or attack.
        let came = |u: &UnitId| [MOVED, NEW].iter().any(|&m| state.position.has_mark(*u, m));
        let (new, old): (Vec<UnitId>, Vec<UnitId>) = open.units.into_iter().partition(came);
        for (units, id, rule) in [(new, "owed.units", "ZOC-5"), (old, "owed.stayed", "COM-6")] {
            if !units.is_empty() {
                let text = Text::new(id).n(units.len() as i64);
                items.push(Owed { text, rule, units, hexes: Vec::new() });
            }
        }
        if !open.hexes.is_empty() {
            items.push(Owed {
                text: Text::new("owed.hexes").n(open.hexes.len() as i64),
                rule: "ZOC-6",
                units: Vec::new(),
                hexes: open.hexes,
            });
        }
        items
    }

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

    fn unit_view(&self, state: &State, unit: UnitId, level: u8) -> UnitView {
        let badge = |kind, id, rule| Badge { kind, value: None, text: Text::new(id), rule };
        let mut badges = Vec::new();
        match self.supply_of(state, unit) {
            Supply::Supplied => {}
            Supply::Unsupplied => badges.push(badge("unsupplied", "badge.unsupplied", "SUP-5")),
            Supply::Isolated => badges.push(badge("isolated", "badge.isolated", "SUP-6")),
        }
        if state.position.has_mark(unit, RODE) {
            badges.push(badge("rail", "badge.rode", "RR-5"));
        }
        if self.is_held(state, unit) {
            badges.push(badge("held", "badge.held", "A40-1"));
        }
        UnitView {
            unit,
            hex: state.position.hex(unit),
            side: self.side(state, unit),
            level,
            face: self.face(state, unit),
            badges,
            done: self.is_done(state, unit),
        }
    }

    /// Whether a unit has nothing more to do in the present step: it has moved, is committed to a battle, or
    /// its battle is resolved. What is in hand is not done.
    pub fn is_done(&self, state: &State, unit: UnitId) -> bool {
        match state.stage() {
            Some(Stage::Moving { unit: mover, .. } | Stage::Riding { unit: mover, .. })
                if *mover == unit =>
            {
                return false;
            }
            // A battle is resolved only when its losses and retreats are.
            Some(Stage::Losses { .. } | Stage::Retreat { .. } | Stage::RetreatStep { .. }) => {
                return false;
            }
            _ => {}
        }
        match state.phase {
            Phase::FirstMovement | Phase::NewMovement | Phase::SecondMovement => {
                state.position.has_mark(unit, MOVED)
            }
            Phase::FirstDeclaration | Phase::SecondDeclaration => self.is_committed(state, unit),
            Phase::FirstCombat | Phase::SecondCombat => {
                state.battles.iter().any(|b| b.resolved && b.attackers.contains(&unit))
            }
            _ => false,
        }
    }

    /// The units that the present action has in hand.
    pub fn picked_units(&self, state: &State) -> Vec<UnitId> {
        match state.stage() {
            Some(
                Stage::SetupHex(unit)
                | Stage::FeedFrom(unit)
                | Stage::Arrive(unit)
                | Stage::Pay { unit, .. }
                | Stage::Drop { unit, .. }
                | Stage::Moving { unit, .. }
                | Stage::Riding { unit, .. }
                | Stage::RetreatStep { unit, .. },
            ) => vec![*unit],
            Some(Stage::Losses { chosen, .. } | Stage::Isolation { chosen, .. }) => chosen.to_vec(),
            Some(Stage::Attack(_) | Stage::Join { .. } | Stage::Roll(_)) => {
                self.battle_in_hand(state).map_or_else(Vec::new, |b| b.attackers.to_vec())
            }
            _ => Vec::new(),
        }
    }

    /// The counters on the map.
    pub fn unit_views(&self, state: &State) -> Vec<UnitView> {
        let mut views = Vec::new();
        for hex in self.map.grid.hexes() {
            let mut stack: Vec<UnitId> = state.position.stack(hex).collect();
            stack.reverse();
            let levels = stack.iter().enumerate();
            views.extend(levels.map(|(level, &u)| self.unit_view(state, u, level as u8)));
        }
        views
    }

    /// The boxes beside the map.
    pub fn box_views(&self, state: &State) -> Vec<BoxView> {
        let mut boxes = Vec::new();
        let mut add = |id: String, title: Text, turn, side, units: Vec<UnitId>| {
            if !units.is_empty() {
                let units = units.iter().map(|&u| self.unit_view(state, u, 0)).collect();
                boxes.push(BoxView { id, title, turn, side: Some(side), units });
            }
        };
        for side in Side::BOTH {
            let in_box = |which: BoxId| -> Vec<UnitId> {
                let all = state.position.in_box(which);
                all.filter(|&u| u.index() < self.roster.len() && self.side(state, u) == side)
                    .collect()
            };
            let id = |name: &str| format!("{name}-{}", self.sides[side.index()].id);
            let waiting: Vec<UnitId> = in_box(SETUP)
                .into_iter()
                .filter(|u| matches!(self.setup[u.index()], Some(Setup::Free(..))))
                .collect();
            add(id("setup"), Text::new("box.setup"), None, side, waiting);
            let scheduled = in_box(SCHEDULED);
            for turn in 1..=self.scenario.last_turn {
                let units = scheduled.iter().copied().filter(|&u| self.comes(u, When::Turn(turn)));
                let title = Text::new("box.reinforcements");
                let title = title.with("turn", Arg::Name(self.turn_name(turn)));
                add(id(&format!("turn-{turn}")), title, Some(turn.into()), side, units.collect());
            }
            let released = scheduled.iter().copied().filter(|&u| self.comes(u, When::AfterRelease));
            add(id("released"), Text::new("box.after-release"), None, side, released.collect());
            add(id("destroyed"), Text::new("box.destroyed"), None, side, in_box(DESTROYED));
        }
        boxes
    }

    fn comes(&self, unit: UnitId, when: When) -> bool {
        self.due[unit.index()].as_ref().is_some_and(|d| d.when == when)
    }

    /// The tracks of the strip.
    pub fn track_views(&self, state: &State) -> Vec<TrackView> {
        let mut tracks = Vec::new();
        if state.turn > 0 {
            tracks.push(TrackView {
                id: "weather",
                label: Text::new("track.weather"),
                value: Text::new(state.weather.word()),
                rule: "WEA-1",
                items: Vec::new(),
            });
        }
        if state.demoralized {
            tracks.push(TrackView {
                id: "morale",
                label: Text::new("track.morale"),
                value: Text::new("track.demoralized"),
                rule: "DEM-2",
                items: Vec::new(),
            });
        }
        tracks
    }

    /// Who is winning and by what.
    pub fn point_views(&self, state: &State) -> Points {
        let needed = self.tables.victory.consecutive_turns;
        let mut items = vec![
            PointItem {
                text: Text::new("points.moscow"),
                value: format!("{}/{needed}", state.moscow_count),
                rule: "VIC-1",
                hexes: vec![self.places.moscow],
                side: Some(GERMAN),
            },
            PointItem {
                text: Text::new("points.isolation"),
                value: format!("{}/{needed}", state.isolation_count),
                rule: "VIC-1",
                hexes: vec![self.places.moscow, self.places.leningrad],
                side: Some(GERMAN),
            },
        ];
        let isolated = City::BOTH.into_iter().filter(|&city| self.is_city_isolated(state, city));
        items.extend(isolated.map(|city| PointItem {
            text: Text::new("points.isolated").hex(self.city_hex(city)),
            value: String::new(),
            rule: "VIC-4",
            hexes: vec![self.city_hex(city)],
            side: Some(GERMAN),
        }));
        for side in Side::BOTH {
            let held: Vec<HexId> =
                self.cities().filter(|&h| state.position.control(h) == Control::By(side)).collect();
            items.push(PointItem {
                text: Text::new("points.cities").side(side),
                value: held.len().to_string(),
                rule: "VIC-3",
                hexes: held,
                side: Some(side),
            });
        }
        let verdict = match () {
            () if state.moscow_count > 0 || state.isolation_count > 0 => "points.german-counts",
            () if self.russian_holds_all(state) => "points.russian-holds",
            () if self.germans_cannot_win(state) => "points.german-late",
            () => "points.open",
        };
        Points { standing: vec![self.standing(state)], verdict: Text::new(verdict), items }
    }

    /// A layer over the map.
    pub fn overlay_named(&self, state: &State, id: &str) -> Option<Overlay> {
        match id {
            "zones" => Some(self.by_side("zone", |s, h| state.position.in_zone(s, h))),
            "control" => {
                Some(self.by_side("control", |s, h| state.position.control(h) == Control::By(s)))
            }
            "rails" => {
                let rails = Side::BOTH.map(|s| self.friendly_rails(state, s));
                Some(self.by_side("rail", |s, h| rails[s.index()].contains(h)))
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
        let found = self.marches(state, unit, at, self.allowance(state, unit));
        let area = |kind, stops: bool| Area {
            kind,
            side: Some(self.side(state, unit)),
            hexes: found.iter().filter(|d| d.stops == stops).map(|d| d.hex).collect(),
        };
        Overlay {
            areas: vec![area("range", false), area("range-stop", true)],
            ..Overlay::default()
        }
    }

    fn by_side(&self, kind: &'static str, test: impl Fn(Side, HexId) -> bool) -> Overlay {
        let area = |side| Area {
            kind,
            side: Some(side),
            hexes: self.map.grid.hexes().filter(|&h| test(side, h)).collect(),
        };
        Overlay { areas: Side::BOTH.map(area).to_vec(), ..Overlay::default() }
    }

    /// Who would be supplied if it were judged now, along which path, and who would not.
    fn supply_overlay(&self, state: &State) -> Overlay {
        let mut overlay = Overlay::default();
        for side in Side::BOTH {
            let map = self.edge_supply(state, side);
            let reached = self.map.grid.hexes().filter(|&h| map.cost(h).is_some()).collect();
            overlay.areas.push(Area { kind: "supplied", side: Some(side), hexes: reached });
            for (unit, hex) in self.units_of(state, side) {
                if !self.needs_supply(state, unit) {
                    continue;
                }
                let (kind, id, rule) = match self.rate(state, unit, map.cost(hex)) {
                    Supply::Supplied => {
                        overlay.paths.push(map.path(hex));
                        continue;
                    }
                    Supply::Unsupplied => ("unsupplied", "note.unsupplied", "SUP-5"),
                    Supply::Isolated => ("isolated", "note.isolated", "SUP-6"),
                };
                let mut text = Text::new(id).unit(unit);
                if let Some(cost) = map.cost(hex) {
                    text = text.with("cost", Arg::Mp(cost));
                }
                overlay.notes.push(Note { unit: Some(unit), hex, kind, text, rule });
            }
        }
        overlay.paths.sort();
        overlay.paths.dedup();
        overlay.paths.retain(|p| p.len() > 1);
        overlay
    }
}

/// The labels of the verbs, in the order of their numbers.
const VERB_LABELS: [&str; 13] = [
    "verb.done",
    "verb.suggested",
    "verb.rail",
    "verb.declare",
    "verb.roll",
    "verb.drop",
    "verb.east",
    "verb.moscow",
    "verb.voronezh",
    "verb.leningrad",
    "verb.counters",
    "verb.continue",
    "verb.end-game",
];
const _: () = assert!(VERB_LABELS.len() == VERBS.len());

/// A strength from its sixths.
fn sixths(n: u32) -> board::Strength {
    board::Strength::whole(n / 6) + board::Strength::halves(n % 6 / 3)
}
