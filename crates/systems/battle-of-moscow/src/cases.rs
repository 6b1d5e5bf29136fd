//! Positions of case files, and questions about them.

use crate::arrivals::Arrivals;
use crate::class::{Class, GERMAN, Kind, Pool, Printed, RUSSIAN, Zone};
use crate::data::Weather;
use crate::declaration::Declaration;
use crate::game::{BattleOfMoscow, Due, Places, Placing, When, regions};
use crate::movement::Movement;
use crate::replacements::Tikhvin;
use crate::state::{DESTROYED, Ending, Mark, OUT, Phase, SCHEDULED, SETUP, Stage, State, Supply};
use crate::supply::City;
use board::{Control, Map, Side, Spot, Strength, UnitId};
use engine::case::{Arrange, ArrangedUnit, Arrangement, With, ask_board, yes_no};
use engine::{FixedDice, Flow, Game, Log, Viewer};
use hex::HexId;

impl Arrange for BattleOfMoscow {
    fn arrange(&self, arrangement: &Arrangement) -> Result<(BattleOfMoscow, State), String> {
        let mut game = self.clone();
        let with = With::of(arrangement);
        if with.text("position")? == Some("scenario") {
            return game.arrange_scenario(&with);
        }
        let (map, drawn) = arrangement.build_map(&self.map)?;
        game.map = map;
        game.regions = regions(&game.map)?;
        game.places = places(&game.map);
        let state = game.arrange_units(arrangement, &drawn)?;
        game.finish_arrangement(state, &with)
    }

    fn ask(&self, state: &State, question: &str) -> Option<String> {
        let words: Vec<&str> = question.split(' ').collect();
        self.ask_about_units(state, &words)
            .or_else(|| self.ask_about_hexes(state, &words))
            .or_else(|| self.ask_about_tables(&words))
            .or_else(|| self.ask_about_state(state, &words))
    }
}

/// Where the cities lie that rules name: on the game's own map where it says, on another in the case's region of that
/// name, or in the last hex, out of the way.
fn places(map: &Map) -> Places {
    let last = map.grid.hexes().last().unwrap_or(HexId::NONE);
    let place = |name: &str| {
        let printed = map.place(name).map(|p| p.hex);
        printed.or_else(|| map.region(name)?.iter().next()).unwrap_or(last)
    };
    Places {
        moscow: place("Moscow"),
        leningrad: place("Leningrad"),
        tikhvin: place("Tikhvin"),
        voronezh: place("Voronezh"),
    }
}

/// What only this game understands in a case.
const KEYS: [&str; 21] = [
    "position",
    "phase",
    "turn",
    "weather",
    "supply",
    "demoralized",
    "moscow_isolated",
    "leningrad_isolated",
    "railed",
    "german_infantry",
    "german_mobile",
    "released",
    "sources",
    "cavalry_rebuilt",
    "armour_rebuilt",
    "dropped",
    "german_control",
    "russian_control",
    "judge",
    "last_turn",
    "ending",
];

const PHASES: [(&str, Phase); 11] = [
    ("supply", Phase::FirstSupply),
    ("arrivals", Phase::Arrivals),
    ("movement", Phase::FirstMovement),
    ("new movement", Phase::NewMovement),
    ("declaration", Phase::FirstDeclaration),
    ("second movement", Phase::SecondMovement),
    ("second declaration", Phase::SecondDeclaration),
    ("attrition", Phase::Attrition),
    ("player turn", Phase::PlayerTurnStart),
    ("turn end", Phase::TurnEnd),
    ("carry on", Phase::Over),
];

/// How the game before ended, for a case that carries on from it [EXT-3].
const ENDINGS: [(&str, Ending); 4] = [
    ("russian-early", Ending::RussianEarly),
    ("russian-marginal", Ending::RussianMarginal),
    ("russian", Ending::RussianCities),
    ("draw", Ending::Draw),
];

impl BattleOfMoscow {
    /// The scenario's own set-up, taken as history suggests, at the start of a phase.
    fn arrange_scenario(self, with: &With<'_>) -> Result<(BattleOfMoscow, State), String> {
        let mut log = Log::silent();
        let mut dice = FixedDice::default();
        let mut state = self.initial(&mut dice, &mut log);
        if with.text("phase")? == Some("set-up") {
            return Ok((self, state));
        }
        self.take_suggestion(&mut state, &mut log);
        if with.text("phase")? == Some("german set-up") {
            self.advance(&mut state, &mut dice, &mut log);
            return Ok((self, state));
        }
        state.stages.clear();
        state.phase = Phase::SetupGerman;
        self.take_suggestion(&mut state, &mut log);
        state.turn = 1;
        self.finish_arrangement(state, with)
    }

    fn arrange_units(
        &mut self,
        arrangement: &Arrangement,
        drawn: &[(String, HexId)],
    ) -> Result<State, String> {
        let placed = arrangement.counters(drawn, |unit| self.arranged_counter(unit))?;
        self.work_out();
        let mut state = self.empty();
        self.initial_control(&mut state);
        for unit in self.roster.units().collect::<Vec<_>>() {
            self.put(&mut state, unit, OUT);
        }
        for (unit, arranged, at) in placed {
            self.arrange_unit(&mut state, unit, arranged, at)?;
        }
        Ok(state)
    }

    /// The counter of a case: one of the game's, or a new one like a class, with values of its own.
    fn arranged_counter(&mut self, unit: &ArrangedUnit) -> Result<UnitId, String> {
        if unit.like.is_empty() {
            let found = self.roster.find(&unit.id);
            return found.ok_or_else(|| {
                format!("\"{}\" is no counter of the game; say what it is like", unit.id)
            });
        }
        let class = self.class_like(&unit.like)?;
        let class = override_class(class, unit)?;
        let name = format!("case-{}", unit.id);
        let class = self.roster.add_class(name, class);
        let printed = Printed { name: unit.id.clone(), ..Printed::default() };
        self.setup.push(None);
        self.due.push(None);
        let id = self.roster.add_unit(unit.id.clone(), class, printed);
        if unit.values.contains_key("setup") {
            self.arrange_setup(id, unit)?;
        }
        if let Some(place) = unit.text("due") {
            let when = When::Turn(1);
            self.due[id.index()] = Some(Due { when, place: place.to_string() });
        }
        Ok(id)
    }

    fn arrange_setup(&mut self, unit: UnitId, arranged: &ArrangedUnit) -> Result<(), String> {
        use crate::game::SetupZone;
        let zone = match arranged.text("setup") {
            Some("russian") => SetupZone::Russian,
            Some("city") => SetupZone::City,
            Some("german") => SetupZone::German,
            Some("finland") => SetupZone::Finland,
            other => return Err(format!("{other:?} is no zone of the set-up")),
        };
        self.setup[unit.index()] = Some(Placing::Free(zone, self.places.moscow));
        Ok(())
    }

    /// A class by its name, or by what a player would call it: `R 4-3`, `G 5-8`, `G security`.
    fn class_like(&self, like: &str) -> Result<Class, String> {
        if let Some(class) = self.roster.class_named(like) {
            return Ok(self.roster.class(class).clone());
        }
        let (side, figures) = like.split_once(' ').unwrap_or(("", like));
        let side = match side {
            "G" => GERMAN,
            "R" => RUSSIAN,
            _ => {
                return Err(format!(
                    "\"{like}\" is no class; expected such as \"G 5-8\" or a class name"
                ));
            }
        };
        let found = self.roster.classes().find(|(_, _, c)| {
            let simple = !matches!(c.kind, Kind::Finnish | Kind::Paratroop | Kind::Security);
            c.side == side && simple && c.figures() == figures
        });
        if let Some((_, _, class)) = found {
            return Ok(class.clone());
        }
        invent_class(side, figures).ok_or_else(|| format!("\"{like}\" is no class of this game"))
    }

    fn arrange_unit(
        &self,
        state: &mut State,
        unit: UnitId,
        arranged: &ArrangedUnit,
        drawn: Option<HexId>,
    ) -> Result<(), String> {
        let at = match (drawn, arranged.at.as_str()) {
            (Some(hex), _) => Spot::Hex(hex),
            (None, "destroyed") => Spot::Box(DESTROYED),
            (None, "scheduled") => Spot::Box(SCHEDULED),
            (None, "out") => Spot::Box(OUT),
            (None, "set-up") => Spot::Box(SETUP),
            (None, number) => Spot::Hex(self.map.grid.parse(number).map_err(|e| e.to_string())?),
        };
        match at {
            Spot::Hex(hex) => {
                self.lay(state, unit, hex);
                let control = Control::By(self.side(state, unit));
                state.position.set_control(hex, control);
            }
            Spot::Box(which) => self.put(state, unit, which),
        }
        for (key, mark) in
            [("moved", Mark::Moved), ("rode", Mark::Rode), ("new", Mark::New), ("svir", Mark::Svir)]
        {
            state.position.set_mark(unit, mark, arranged.flag(key));
        }
        state.position.set_mark(unit, Mark::FinnSupplied, arranged.flag("german_supply"));
        if let Some(value) = arranged.values.get("supply") {
            state.supply[unit.index()] = parse_supply(value.as_str().unwrap_or_default())?;
        }
        Ok(())
    }

    fn finish_arrangement(
        self,
        mut state: State,
        with: &With<'_>,
    ) -> Result<(BattleOfMoscow, State), String> {
        with.check_keys(|key| KEYS.contains(&key), &format!("{KEYS:?}"))?;
        state.turn = with.number("turn")?.unwrap_or(state.turn.max(1));
        with.set(&mut state.last_turn, "last_turn")?;
        if let Some(weather) = with.text("weather")? {
            state.weather = parse_weather(weather)?;
        }
        with.set(&mut state.railed, "railed")?;
        with.set(&mut state.german_infantry, "german_infantry")?;
        with.set(&mut state.german_mobile, "german_mobile")?;
        with.set(&mut state.cavalry_rebuilt, "cavalry_rebuilt")?;
        with.set(&mut state.armour_rebuilt, "armour_rebuilt")?;
        with.set(&mut state.dropped, "dropped")?;
        state.released = with.number("released")?.or(state.released);
        self.arrange_control(&mut state, with)?;
        self.open_phase(&mut state, with)?;
        Ok((self, state))
    }

    fn arrange_control(&self, state: &mut State, with: &With<'_>) -> Result<(), String> {
        let mut lists = Vec::new();
        for (key, side) in [("german_control", GERMAN), ("russian_control", RUSSIAN)] {
            lists.push((with.text(key)?.unwrap_or_default(), side));
        }
        // What is said of single hexes holds against what is said of all.
        lists.sort_by_key(|(list, _)| *list != "all cities");
        for (list, side) in lists {
            let cities: Vec<HexId> = match list {
                "all cities" => self.cities().collect(),
                list => list
                    .split_whitespace()
                    .map(|n| self.map.grid.parse(n).map_err(|e| e.to_string()))
                    .collect::<Result<_, _>>()?,
            };
            for hex in cities {
                state.position.set_control(hex, Control::By(side));
            }
        }
        Ok(())
    }

    /// Opens the decision of a phase such as `german movement`. Supply states stay as the case gives them unless
    /// it asks to judge them.
    fn open_phase(&self, state: &mut State, with: &With<'_>) -> Result<(), String> {
        let Some(phase) = with.text("phase")? else {
            return Err(String::from("with.phase is missing, such as \"german movement\""));
        };
        let (side, step) =
            phase.split_once(' ').ok_or_else(|| format!("unknown phase \"{phase}\""))?;
        state.active =
            Side::named(side, ["german", "russian"]).ok_or(format!("no side \"{side}\""))?;
        let step = PHASES.iter().find(|(name, _)| *name == step);
        let (_, step) = step.ok_or_else(|| format!("unknown phase \"{phase}\""))?;
        state.moscow_isolated = self.is_city_isolated(state, City::Moscow);
        state.leningrad_isolated = self.is_city_isolated(state, City::Leningrad);
        state.phase = *step;
        state.stages.clear();
        self.open_step(state, with)?;
        if with.flag("judge")? == Some(true) {
            self.judge_supply(state, &mut Log::silent());
        }
        arrange_flags(state, with)?;
        // A case may look at arrivals that have nothing to offer; a game passes them over.
        if *step != Phase::Arrivals {
            self.advance(state, &mut FixedDice::default(), &mut Log::silent());
        }
        Ok(())
    }

    /// Begins the step that the case is about.
    fn open_step(&self, state: &mut State, with: &With<'_>) -> Result<(), String> {
        let mut log = Log::silent();
        match state.phase {
            Phase::Arrivals => self.open_case_arrivals(state),
            Phase::FirstMovement | Phase::NewMovement | Phase::SecondMovement => {
                state.ask(Movement);
            }
            Phase::FirstDeclaration | Phase::SecondDeclaration => state.ask(Declaration),
            Phase::Attrition => {
                self.judge_supply(state, &mut log);
                if state.stages.is_empty() {
                    self.find_groups(state, &mut log);
                }
            }
            Phase::FirstSupply => self.judge_supply(state, &mut log),
            Phase::PlayerTurnStart => {
                state.phase =
                    if state.active == GERMAN { Phase::TurnStart } else { Phase::PlayerTurnEnd };
                state.active = GERMAN;
            }
            Phase::TurnEnd => self.end_turn(state, &mut log),
            // The position is the end of the campaign game; this scenario carries on from it.
            Phase::Over => {
                let name = with.text("ending")?.unwrap_or_default();
                let ending = ENDINGS.iter().find(|(n, _)| *n == name);
                state.ending = ending.map(|(_, e)| *e);
                let next = self.carry_on(state, &mut FixedDice::default(), &mut log);
                *state = next.map_err(|no| format!("refused by {:?}", no.rules))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn open_case_arrivals(&self, state: &mut State) {
        state.ask(Arrivals);
        if state.active == RUSSIAN {
            self.fill_sources(state);
            let left = self.tikhvin_loss(state);
            state.stages.extend((left > 0).then_some(Stage::Tikhvin(Tikhvin { left })));
        }
    }

    fn ask_about_units(&self, state: &State, words: &[&str]) -> Option<String> {
        let unit = |id: &str| self.find_unit(state, id);
        match words {
            ["supply", id] => {
                let mut judged = state.clone();
                judged.active = self.side(state, unit(id)?);
                judged.stages.clear();
                self.judge_supply(&mut judged, &mut Log::silent());
                Some(self.supply_of(&judged, unit(id)?).name().to_string())
            }
            ["state", id] => Some(self.supply_of(state, unit(id)?).name().to_string()),
            ["supply", "cost", id] => {
                let unit = unit(id)?;
                let map = self.edge_supply(state, self.side(state, unit));
                let cost = map.cost(state.position.hex(unit)?);
                Some(cost.map_or_else(|| String::from("none"), |c| c.to_string()))
            }
            ["allowance", id] => Some(self.allowance(state, unit(id)?).to_string()),
            ["attack", id, "on", hex] => {
                let hex = self.map.grid.parse(hex).ok()?;
                Some(self.attack_on(state, unit(id)?, hex).to_string())
            }
            ["obliged", id] => {
                let open = self.owed_now(state);
                Some(yes_no(open.units.contains(&unit(id)?)))
            }
            ["done", id] => Some(yes_no(self.is_done(state, unit(id)?))),
            ["picked", id] => {
                let picked = Game::picked(self, state, Viewer::Spectator);
                Some(yes_no(picked.contains(&unit(id)?)))
            }
            ["cost", id, "to", hex] => {
                let hex = self.map.grid.parse(hex).ok()?;
                let unit = unit(id)?;
                let at = state.position.hex(unit)?;
                let left = self.allowance(state, unit);
                let found = self.moves(state, unit, at, left).into_iter().find(|d| d.hex == hex);
                Some(found.map_or_else(|| String::from("none"), |d| d.cost.to_string()))
            }
            ["box", id] => Some(box_name(state.position.spot(unit(id)?)).to_string()),
            ["loss", id] => Some(self.loss_value(state, unit(id)?).to_string()),
            ["defence", id] => Some(self.class(state, unit(id)?).defence.to_string()),
            _ => None,
        }
    }

    fn ask_about_hexes(&self, state: &State, words: &[&str]) -> Option<String> {
        let hex = |n: &str| self.map.grid.parse(n).ok();
        let count = |n: &str, kind: Kind| {
            let stack = state.position.stack(hex(n)?);
            Some(stack.filter(|&u| self.kind(state, u) == kind).count().to_string())
        };
        match words {
            ["partisans", "at", n] => count(n, Kind::Partisan),
            ["counters", "at", n] => count(n, Kind::Replacement),
            ["owed", n] => {
                let open = self.owed_now(state);
                Some(yes_no(open.hexes.contains(&hex(n)?)))
            }
            ["rail", side, n] => {
                let side = Side::named(side, ["german", "russian"])?;
                Some(yes_no(self.friendly_rails(state, side).contains(hex(n)?)))
            }
            ["region", name, n] => Some(yes_no(self.map.region(name)?.contains(hex(n)?))),
            _ => ask_board(&self.map, &state.position, &self.sides, words),
        }
    }

    fn ask_about_tables(&self, words: &[&str]) -> Option<String> {
        match words {
            ["column", ratio] => {
                let (a, d) = ratio.split_once(':')?;
                let strength = |t: &str| match t.strip_suffix(".5") {
                    Some(whole) => Some(Strength::halves(whole.parse::<u32>().ok()? * 2 + 1)),
                    None => Some(Strength::whole(t.parse().ok()?)),
                };
                let column = self.column(strength(a)?, strength(d)?);
                Some(self.tables.combat.columns[column].clone())
            }
            ["result", column, "die", die] => {
                let column = self.tables.combat.columns.iter().position(|c| c == column)?;
                let row = die.parse::<usize>().ok()?.checked_sub(1)?;
                self.tables.combat.rows.get(row).map(|r| r[column].clone())
            }
            ["weather", "table", turn, die] => {
                let row = self.tables.weather.table.get(&turn.replace('-', " "))?;
                row.chars().nth(die.parse::<usize>().ok()?.checked_sub(1)?).map(String::from)
            }
            _ => None,
        }
    }

    fn ask_about_state(&self, state: &State, words: &[&str]) -> Option<String> {
        match words {
            ["turn"] => Some(state.turn.to_string()),
            ["weather"] => Some(state.weather.word().trim_start_matches("weather.").to_string()),
            ["demoralized"] => Some(yes_no(state.demoralized)),
            ["demoralizing"] => Some(yes_no(self.is_demoralizing(state))),
            ["isolated", "Moscow"] => Some(yes_no(self.is_city_isolated(state, City::Moscow))),
            ["isolated", "Leningrad"] => {
                Some(yes_no(self.is_city_isolated(state, City::Leningrad)))
            }
            ["factors", "Moscow"] => Some(self.fed_factors(state, City::Moscow).to_string()),
            ["factors", "Leningrad"] => Some(self.fed_factors(state, City::Leningrad).to_string()),
            ["source", name] => {
                let index =
                    ["east", "moscow", "voronezh", "leningrad"].iter().position(|n| n == name)?;
                Some(state.source_factors[index].to_string())
            }
            ["german", "infantry"] => Some(state.german_infantry.to_string()),
            ["german", "mobile"] => Some(state.german_mobile.to_string()),
            ["moscow", "count"] => Some(state.moscow_count.to_string()),
            ["isolation", "count"] => Some(state.isolation_count.to_string()),
            ["released"] => Some(yes_no(state.released.is_some())),
            ["railed"] => Some(state.railed.to_string()),
            ["battles"] => Some(state.battles.len().to_string()),
            ["groups"] => Some(self.isolated_groups(state).len().to_string()),
            ["cities"] => Some(self.cities().count().to_string()),
            ["kinds"] => Some(self.roster.classes().count().to_string()),
            ["units"] => Some(self.roster.len().to_string()),
            ["hexes"] => Some(self.map.grid.len().to_string()),
            ["impulse"] => Some(format!("{:?}", state.impulse()).to_lowercase()),
            ["rolls", "needed"] => Some(
                self.tables.weather.table.contains_key(&self.turn_name(state.turn)).to_string(),
            ),
            _ => None,
        }
    }
}

/// What a case says of morale, of the cities and of the Russian factors: in the order east, Moscow, Voronezh, Leningrad.
fn arrange_flags(state: &mut State, with: &With<'_>) -> Result<(), String> {
    let set = |to: &mut bool, key: &str| -> Result<(), String> {
        *to = with.flag(key)?.unwrap_or(*to);
        Ok(())
    };
    set(&mut state.demoralized, "demoralized")?;
    set(&mut state.moscow_isolated, "moscow_isolated")?;
    set(&mut state.leningrad_isolated, "leningrad_isolated")?;
    if let Some(list) = with.text("sources")? {
        let numbers: Vec<u8> = list.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        state.source_factors =
            numbers.try_into().map_err(|_| "with.source_factors: expected four numbers")?;
    }
    Ok(())
}

fn box_name(spot: Spot) -> &'static str {
    match spot {
        Spot::Hex(_) => "map",
        Spot::Box(b) if b == DESTROYED => "destroyed",
        Spot::Box(b) if b == SCHEDULED => "scheduled",
        Spot::Box(b) if b == SETUP => "set-up",
        Spot::Box(_) => "out",
    }
}

fn parse_supply(text: &str) -> Result<Supply, String> {
    [Supply::Supplied, Supply::Unsupplied, Supply::Isolated]
        .into_iter()
        .find(|s| s.name() == text)
        .ok_or_else(|| format!("\"{text}\" is no supply state"))
}

fn parse_weather(text: &str) -> Result<Weather, String> {
    [Weather::Fair, Weather::Mud, Weather::HardFrost, Weather::Snow]
        .into_iter()
        .find(|w| w.word().strip_prefix("weather.") == Some(text))
        .ok_or_else(|| format!("\"{text}\" is no weather; expected fair, mud, hard-frost or snow"))
}

/// A class with factors that no counter of the game has.
fn invent_class(side: Side, figures: &str) -> Option<Class> {
    let numbers: Vec<u32> = figures.split('-').filter_map(|n| n.parse().ok()).collect();
    let (attack, defence, movement) = match numbers[..] {
        [combat, movement] => (combat, combat, movement),
        [attack, defence, movement] => (attack, defence, movement),
        _ => return None,
    };
    let kind = match (side, movement) {
        (GERMAN, 8) => Kind::Armour,
        (_, 6) => Kind::Cavalry,
        (RUSSIAN, 4) => Kind::Armour,
        _ => Kind::Infantry,
    };
    Some(Class {
        side,
        kind,
        attack: Strength::whole(attack),
        defence: Strength::whole(defence),
        movement: u8::try_from(movement).ok()?,
        zone: Zone::Full,
        pool: Pool::Infantry,
        rebuild_cost: u8::try_from(attack).ok()?,
        attack_on_partisans: Strength::ZERO,
        size: String::new(),
        reconstructed: Vec::new(),
        note: String::new(),
    })
}

/// The printed values that a case changes.
fn override_class(mut class: Class, unit: &ArrangedUnit) -> Result<Class, String> {
    const KNOWN: [&str; 13] = [
        "attack",
        "defence",
        "movement",
        "rebuild_cost",
        "supply",
        "moved",
        "rode",
        "new",
        "svir",
        "german_supply",
        "setup",
        "due",
        "count",
    ];
    for (key, value) in &unit.values {
        let number = value.as_integer().and_then(|n| u32::try_from(n).ok());
        match (key.as_str(), number) {
            ("attack", Some(n)) => class.attack = Strength::whole(n),
            ("defence", Some(n)) => class.defence = Strength::whole(n),
            ("movement", Some(n)) => class.movement = n as u8,
            ("rebuild_cost", Some(n)) => class.rebuild_cost = n as u8,
            (key, _) if KNOWN.contains(&key) => {}
            (key, _) => return Err(format!("{}: \"{key}\" is not understood", unit.id)),
        }
    }
    Ok(class)
}
