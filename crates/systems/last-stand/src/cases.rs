//! Positions of case files.

use crate::arrivals::{Arrivals, SupplyMode};
use crate::class::{Card, CardId, Kind, Printed};
use crate::data::Weather;
use crate::declaration::Combat;
use crate::game::{LastStand, Objective, edges, moscow, objectives};
use crate::objectives::Redraw;
use crate::reinforcements::Reorganize;
use crate::setup::Exchange;
use crate::special::{Drop, Fire, Partisans, SelfDestruction, Succour};
use crate::state::{
    ARRIVING, GARRISONS, LOST, Mark, Marker, MoraleMarker, OUT, POOL, Phase, REBUILDING,
    REBUILT_FACE, SCHEDULED, SUPPORT_FACE, State, WAITING,
};
use board::{BoxId, Map, UnitId};
use engine::case::{Arrange, ArrangedUnit, Arrangement, With};
use engine::{FixedDice, Flow, Log};
use hex::HexId;

impl Arrange for LastStand {
    fn arrange(&self, arrangement: &Arrangement) -> Result<(LastStand, State), String> {
        let mut game = self.clone();
        let with = With::of(arrangement);
        with.check_keys(|key| KEYS.contains(&key), &format!("{KEYS:?}"))?;
        if with.text("position")? == Some("scenario") {
            return game.arrange_scenario(&with);
        }
        let (mut map, drawn) = arrangement.build_map(&self.map)?;
        if let Some((name, _)) = drawn.first() {
            return Err(format!("\"{name}\" is drawn, but units of this game are listed"));
        }
        copy_regions(&self.map, &mut map);
        game.map = map;
        game.refresh_ways();
        game.edges = edges(&game.map, &game.tables)?;
        game.moscow = moscow(&game.map);
        game.objectives = objectives(&game.map);
        if let Some(list) = with.text("objectives")? {
            game.objectives = read_objectives(&game.map, list)?;
        }
        let mut state = game.arrange_units(&arrangement.units, &with)?;
        game.arrange_rest(&mut state, &with)?;
        game.open_phase(&mut state, &with)?;
        Ok((game, state))
    }

    fn ask(&self, state: &State, question: &str) -> Option<String> {
        self.answer(state, question)
    }
}

/// The edges of the game's own map exist on a blank one too, as far as it reaches.
fn copy_regions(own: &Map, map: &mut Map) {
    let names: Vec<String> = own.region_names().map(String::from).collect();
    for name in names {
        let given = map.region(&name).is_some_and(|r| !r.is_empty());
        let Some(region) = own.region(&name).filter(|_| !given) else { continue };
        let numbers = region.iter().map(|h| own.grid.number(h));
        let hexes: Vec<HexId> = numbers.filter_map(|n| map.grid.parse(&n).ok()).collect();
        map.add_to_region(&name, hexes);
    }
}

/// Objectives of a case: hexes with their flags and perhaps a name, such as `1510:3 1902:1:Kalinin`.
fn read_objectives(map: &Map, list: &str) -> Result<Vec<Objective>, String> {
    list.split_whitespace()
        .map(|entry| {
            let mut parts = entry.split(':');
            let number = parts.next().unwrap_or_default();
            let hex = map.grid.parse(number).map_err(|e| e.to_string())?;
            let flags = parts.next().unwrap_or("1");
            let flags = flags.parse().map_err(|_| format!("\"{flags}\" are no flags"))?;
            let name = parts.next().unwrap_or(number).to_string();
            Ok(Objective { name, hex, flags })
        })
        .collect()
}

/// What only this game understands in a case.
const KEYS: [&str; 18] = [
    "position",
    "phase",
    "turn",
    "weather",
    "damage",
    "morale_damage",
    "morale_failures",
    "german_air",
    "soviet_air",
    "supply_units",
    "reorganization",
    "cup",
    "marker",
    "objectives",
    "occupied",
    "recaptured",
    "quota_north",
    "quota_south",
];

const PHASES: [(&str, Phase); 24] = [
    ("set-up", Phase::FreeChoice),
    ("german arrivals", Phase::GermanArrivals),
    ("redraw", Phase::Redraw),
    ("german movement", Phase::GermanMovement),
    ("supply mode", Phase::SupplyMode),
    ("german combat", Phase::GermanCombat),
    ("self-destruction", Phase::SelfDestruction),
    ("paradrop", Phase::Paradrop),
    ("soviet reaction", Phase::SovietReaction),
    ("german exploit", Phase::GermanExploit),
    ("partisan placement", Phase::PartisanPlacement),
    ("reorganization", Phase::Reorganization),
    ("soviet arrivals", Phase::SovietArrivals),
    ("partisan supply", Phase::PartisanSupply),
    ("katyusha movement", Phase::KatyushaMovement),
    ("katyusha fire", Phase::KatyushaFire),
    ("soviet movement", Phase::SovietMovement),
    ("german reaction", Phase::GermanReaction),
    ("ski", Phase::Ski),
    ("soviet combat", Phase::SovietCombat),
    ("soviet exploit", Phase::SovietExploit),
    ("turn end", Phase::TurnEnd),
    ("german supply", Phase::GermanSupply),
    ("soviet supply", Phase::SovietSupply),
];

/// The boxes as cases name them.
pub(crate) const BOXES: [(&str, BoxId); 8] = [
    ("pool", POOL),
    ("scheduled", SCHEDULED),
    ("arriving", ARRIVING),
    ("waiting", WAITING),
    ("lost", LOST),
    ("out", OUT),
    ("rebuilding", REBUILDING),
    ("garrisons", GARRISONS),
];

/// Short names of classes as players write them.
const SHORT: [(&str, &str); 17] = [
    ("Pz", "ge-panzer"),
    ("Mot", "ge-motorized"),
    ("Bde", "ge-mot-brigade"),
    ("Inf", "ge-infantry"),
    ("Reg", "ge-inf-regiment"),
    ("Cav", "ge-cavalry"),
    ("Supply", "ge-supply"),
    ("R", "su-rifle"),
    ("T", "su-tank"),
    ("C", "su-cavalry"),
    ("GCC", "su-guards-cavalry"),
    ("G", "su-garrison"),
    ("F", "su-factory"),
    ("HQ", "su-hq"),
    ("K", "su-katyusha"),
    ("Para", "su-paratroop"),
    ("P", "su-partisan"),
];

impl LastStand {
    /// The scenario's own beginning, or the start of one of its phases.
    fn arrange_scenario(mut self, with: &With<'_>) -> Result<(LastStand, State), String> {
        let mut state = self.initial(&mut FixedDice::default(), &mut Log::silent());
        let phase = with.text("phase")?;
        if phase.is_some() {
            self.arrange_rest(&mut state, with)?;
            self.open_phase(&mut state, with)?;
        }
        Ok((self, state))
    }

    fn arrange_units(&mut self, units: &[ArrangedUnit], with: &With<'_>) -> Result<State, String> {
        let own_cards = self.cards.len();
        let mut ids = Vec::new();
        for unit in units {
            ids.push(self.arranged_counter(unit)?);
        }
        let cup: Vec<(usize, CardId)> = match with.text("cup")? {
            Some(list) => self.read_cup(list)?,
            None => self.plain_cup(&ids),
        };
        self.refresh_facts();
        let mut state = self.empty();
        // The game's own untried units are out of the case, each with its own card.
        let own: Vec<UnitId> =
            self.roster.units().filter(|&u| self.kind(u).cup().is_some()).collect();
        for (i, unit) in own.into_iter().enumerate().take(own_cards) {
            state.cards[unit.index()] = Some(CardId(i as u16));
        }
        for unit in self.roster.units().collect::<Vec<_>>() {
            self.put(&mut state, unit, OUT);
        }
        for type_cup in &mut state.cups {
            type_cup.layers = vec![Vec::new(), Vec::new()];
        }
        for (i, card) in cup {
            state.cups[i].layers[0].push(card);
        }
        for ((unit, card), arranged) in ids.into_iter().zip(units) {
            state.cards[unit.index()] = card;
            self.arrange_unit(&mut state, unit, arranged)?;
        }
        Ok(state)
    }

    /// The counter of a case: one of the game's, or a new one like a class, with a card if it is revealed.
    fn arranged_counter(
        &mut self,
        unit: &ArrangedUnit,
    ) -> Result<(UnitId, Option<CardId>), String> {
        if unit.like.is_empty() {
            let found = self.roster.find(&unit.id);
            let missing = || format!("\"{}\" is no counter; say what it is like", unit.id);
            return Ok((found.ok_or_else(missing)?, None));
        }
        let (short, figures) = unit.like.split_once(' ').unwrap_or((&unit.like, ""));
        let name = SHORT.iter().find(|(s, _)| *s == short).map_or(short, |(_, c)| *c);
        let class = self.roster.class_named(name);
        let class = class.ok_or_else(|| format!("\"{}\" is no class", unit.like))?;
        let german = self.roster.class(class).side == "german";
        let formation = unit.text("formation").unwrap_or(if german { "4A" } else { "" });
        let printed = Printed {
            name: unit.id.clone(),
            label: unit.id.clone(),
            formation: formation.to_string(),
            optional: unit.flag("optional"),
            withdrawn: unit.number("withdrawn"),
            on_time: unit.flag("on_time"),
            ..Printed::default()
        };
        let card = match figures {
            "" | "?" => None,
            figures => Some(self.add_card(name, figures)?),
        };
        self.setup.push(None);
        self.due.push(unit.number("due"));
        self.open.push(None);
        Ok((self.roster.add_unit(unit.id.clone(), class, printed), card))
    }

    fn add_card(&mut self, class: &str, figures: &str) -> Result<CardId, String> {
        let numbers =
            figures.split_once('-').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?)));
        let (attack, defence) =
            numbers.ok_or_else(|| format!("\"{figures}\" is no card; expected such as 2-3"))?;
        self.cards.push(Card {
            id: format!("card-{}", self.cards.len()),
            class: class.to_string(),
            label: figures.to_string(),
            attack,
            defence,
            formations: 1,
            army: String::new(),
            setup: String::new(),
        });
        Ok(CardId(self.cards.len() as u16 - 1))
    }

    /// The cards of a case that nobody has seen: `rifle 2-5 3-4 tank 1-1`.
    fn read_cup(&mut self, list: &str) -> Result<Vec<(usize, CardId)>, String> {
        let types = [("rifle", "su-rifle"), ("tank", "su-tank"), ("cavalry", "su-cavalry")];
        let mut cup = 0;
        let mut cards = Vec::new();
        for word in list.split_whitespace() {
            match types.iter().position(|(name, _)| *name == word) {
                Some(i) => cup = i,
                None => cards.push((cup, self.add_card(types[cup].1, word)?)),
            }
        }
        Ok(cards)
    }

    /// A card for every untried unit of a case that does not say what is in the cup.
    fn plain_cup(&mut self, ids: &[(UnitId, Option<CardId>)]) -> Vec<(usize, CardId)> {
        let untried: Vec<(usize, String)> = ids
            .iter()
            .filter(|(_, card)| card.is_none())
            .filter_map(|(u, _)| {
                let class = self.roster.unit(*u).class;
                let cup = self.roster.class(class).kind.cup()?;
                Some((cup, self.roster.class_name(class).to_string()))
            })
            .collect();
        let card = |game: &mut LastStand, class: &str| game.add_card(class, "2-2").ok();
        untried.into_iter().filter_map(|(cup, class)| Some((cup, card(self, &class)?))).collect()
    }

    fn arrange_unit(
        &self,
        state: &mut State,
        unit: UnitId,
        arranged: &ArrangedUnit,
    ) -> Result<(), String> {
        const KNOWN: [&str; 16] = [
            "formation",
            "optional",
            "withdrawn",
            "on_time",
            "due",
            "steps",
            "supply",
            "disrupted",
            "moved",
            "ski",
            "mode",
            "rebuilt",
            "returns",
            "retreated",
            "defended",
            "reorganized",
        ];
        if let Some(key) = arranged.values.keys().find(|k| !KNOWN.contains(&k.as_str())) {
            return Err(format!("{}: \"{key}\" is not understood", arranged.id));
        }
        if let Some(steps) = arranged.number("steps") {
            state.position.set_steps(unit, steps);
        }
        if arranged.text("mode") == Some("support") {
            state.position.set_face(unit, SUPPORT_FACE);
            state.position.set_steps(unit, arranged.number("steps").unwrap_or(2));
        }
        if arranged.flag("rebuilt") {
            state.position.set_face(unit, REBUILT_FACE);
        }
        if let Some(turn) = arranged.number("returns") {
            state.returns.push((unit, turn));
        }
        self.arrange_spot(state, unit, &arranged.at)?;
        arrange_marks(state, unit, arranged)?;
        self.refresh_zone(state, unit);
        Ok(())
    }

    /// Lays a counter into its hex or box.
    fn arrange_spot(&self, state: &mut State, unit: UnitId, at: &str) -> Result<(), String> {
        match BOXES.iter().find(|(name, _)| *name == at) {
            Some((_, WAITING)) => self.to_waiting_box(state, unit),
            Some((_, which)) => self.put(state, unit, *which),
            None if self.kind(unit) == Kind::Partisan => {
                let hex = self.map.grid.parse(at).map_err(|e| e.to_string())?;
                self.raise(state, hex, &mut Log::silent());
            }
            None => {
                let hex = self.map.grid.parse(at).map_err(|e| e.to_string())?;
                self.lay(state, unit, hex);
            }
        }
        Ok(())
    }

    fn arrange_rest(&mut self, state: &mut State, with: &With<'_>) -> Result<(), String> {
        state.turn = with.number("turn")?.unwrap_or(state.turn);
        state.weather = match with.text("weather")? {
            Some(name) => Weather::ALL
                .into_iter()
                .find(|w| w.name() == name)
                .ok_or_else(|| format!("\"{name}\" is no weather"))?,
            None => state.weather,
        };
        if let Some(n) = with.number("reorganization")? {
            self.tables.turn[usize::from(state.turn) - 1].reorganization = n;
        }
        let set = |to: &mut u8, key: &str| -> Result<(), String> {
            *to = with.number(key)?.unwrap_or(*to);
            Ok(())
        };
        set(&mut state.damage, "damage")?;
        set(&mut state.morale_damage, "morale_damage")?;
        set(&mut state.morale_failures, "morale_failures")?;
        set(&mut state.air.a, "german_air")?;
        set(&mut state.air.b, "soviet_air")?;
        set(&mut state.quota[0], "quota_north")?;
        set(&mut state.quota[1], "quota_south")?;
        if let Some(value) = with.number("marker")? {
            state.markers.push(MoraleMarker { value, withstood: 0, seen: false });
        }
        for (key, marker) in [("occupied", Marker::Occupied), ("recaptured", Marker::Recaptured)] {
            for number in with.text(key)?.unwrap_or_default().split_whitespace() {
                let hex = self.map.grid.parse(number).map_err(|e| e.to_string())?;
                let i =
                    self.objective_at(hex).ok_or_else(|| format!("{number} is no objective"))?;
                state.holdings[i].marker = marker;
                state.holdings[i].owed = marker == Marker::Recaptured;
            }
        }
        for unit in self.roster.units() {
            self.refresh_zone(state, unit);
        }
        Ok(())
    }

    /// Opens the decision of a phase. Weather and supply states stay as the case gives them.
    fn open_phase(&self, state: &mut State, with: &With<'_>) -> Result<(), String> {
        let name =
            with.text("phase")?.ok_or("with.phase is missing, such as \"german movement\"")?;
        let phase = PHASES.iter().find(|(n, _)| *n == name);
        let (_, phase) = phase.ok_or_else(|| format!("unknown phase \"{name}\""))?;
        state.phase = *phase;
        state.stages.clear();
        let entry = self.turn_entry(state);
        let (trains, units) = (entry.german_supply_units, entry.reorganization);
        match phase {
            Phase::FreeChoice => state.ask(Exchange),
            Phase::GermanArrivals => {
                state.supply_units = with.number("supply_units")?.unwrap_or(trains);
                state.ask(Arrivals);
            }
            Phase::SovietArrivals => state.ask(Arrivals),
            Phase::Redraw if self.may_redraw(state).is_ok() => state.ask(Redraw),
            Phase::SupplyMode => state.ask(SupplyMode),
            Phase::GermanCombat | Phase::SovietCombat => state.ask(Combat),
            Phase::SelfDestruction => state.ask(SelfDestruction),
            Phase::Paradrop => state.ask(Drop { chosen: Default::default() }),
            Phase::PartisanPlacement => state.ask(Partisans),
            Phase::Reorganization => state.ask(Reorganize { left: units }),
            Phase::PartisanSupply => state.ask(Succour { marker: 0 }),
            Phase::KatyushaFire => state.ask(Fire),
            Phase::Ski => self.open_ski(state),
            phase if phase.is_movement() => self.open_movement(state),
            _ => {}
        }
        self.run_on(state, &mut FixedDice::default(), &mut Log::silent());
        Ok(())
    }
}

/// Lays its markers on a counter.
fn arrange_marks(state: &mut State, unit: UnitId, arranged: &ArrangedUnit) -> Result<(), String> {
    let marks = [
        ("disrupted", Mark::Disrupted),
        ("moved", Mark::Moved),
        ("ski", Mark::Ski),
        ("retreated", Mark::Retreated),
        ("defended", Mark::Defended),
        ("reorganized", Mark::Reorganized),
    ];
    for (key, mark) in marks {
        state.position.set_mark(unit, mark, arranged.flag(key));
    }
    match arranged.text("supply") {
        None | Some("in") => {}
        Some("out") => state.position.set_mark(unit, Mark::OutOfSupply, true),
        Some("isolated") => state.position.set_mark(unit, Mark::Isolated, true),
        Some(word) => return Err(format!("\"{word}\" is no supply state")),
    }
    Ok(())
}
