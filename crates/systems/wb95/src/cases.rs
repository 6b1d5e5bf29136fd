//! Positions of case files.

mod counters;
mod with;

use crate::book::Book;
use crate::class::Mobility;
use crate::fortified_line::Lines;
use crate::front::Fronts;
use crate::game::{Base, Due, Wb95, Zone};
use crate::ground::Ground;
use crate::release::NoCrossing;
use crate::state::{AIR, DEAD, FROM_AIR, Mark, OUT, Phase, RESERVE, SCHEDULED, State, TRANSPORT};
use board::{Control, Side, UnitId};
use engine::case::{Arrange, ArrangedUnit, Arrangement, With};
use engine::{FixedDice, Log};
use hex::HexId;

impl<B: Book> Arrange for Wb95<B> {
    fn arrange(&self, arrangement: &Arrangement) -> Result<(Wb95<B>, State<B>), String> {
        let mut game = self.clone();
        let with = With::of(arrangement);
        with::check_keys(&with, [&self.sides[0].id, &self.sides[1].id], B::CASE_KEYS)?;
        if with.text("position")? == Some("scenario") {
            return game.arrange_scenario(&with);
        }
        let mut own = self.map.clone();
        own.know_side_kind("big-river");
        own.know_side_kind("fixed-position");
        for word in ["swamp", "lake"] {
            own.know_terrain_kind(word);
        }
        let (mut map, drawn) = arrangement.build_map(&own)?;
        with::draw_lines(&with, &mut map)?;
        let drawn_map = arrangement.map.starts_with("blank") || !arrangement.board.is_empty();
        let other = drawn_map || map.grid.len() != self.map.grid.len();
        game.map = map;
        game.ground = Ground::new(&game.map, &self.tables, self.switches.frozen_water)?;
        game.lines = Lines::new(&game.map);
        game.close_hexes(&with)?;
        if other {
            game.redraw();
        }
        if other || with.has("zones") || with.has("bases") {
            game.rebase(&with)?;
        }
        if other {
            B::rebase(&mut game);
        }
        let mut state = game.arrange_units(arrangement, &drawn)?;
        game.arrange_board(&mut state, &with)?;
        match with.text("position")? {
            Some("carried") => game.carry_arranged(state, &with),
            _ => game.begin_at(state, &with),
        }
    }

    fn ask(&self, state: &State<B>, question: &str) -> Option<String> {
        self.answer(state, question)
    }
}

const PHASES: [(&str, Phase); 6] = [
    ("air", Phase::Air),
    ("barrage", Phase::Barrage),
    ("movement", Phase::Movement),
    ("combat", Phase::Combat),
    ("strategic", Phase::Strategic),
    ("supply", Phase::Supply),
];

impl<B: Book> Wb95<B> {
    /// The hex that a case calls so.
    pub fn hex_named(&self, number: &str) -> Result<HexId, String> {
        self.map.grid.parse(number).map_err(|e| e.to_string())
    }

    /// "tracked:4011" is a hex that no tracked unit may enter.
    fn close_hexes(&mut self, with: &With<'_>) -> Result<(), String> {
        for word in with.words("closed")? {
            let (class, hex) = word.split_once(':').ok_or(format!("with.closed: \"{word}\""))?;
            let class = toml::Value::String(class.to_string()).try_into::<Mobility>();
            let column = class.map_err(|e| format!("with.closed: {e}"))?.column();
            let hex = self.hex_named(hex)?;
            self.ground.close(&self.map.grid, hex, column);
        }
        Ok(())
    }

    /// On another map the fronts and forbidden rivers are those of that map.
    fn redraw(&mut self) {
        let names = &self.tables.variant.fronts;
        self.fronts = Fronts::new(&self.map, names, &self.scenario.sheets);
        let entries = self.scenario.no_crossing.iter().zip(&self.no_crossing);
        self.no_crossing =
            entries.map(|(e, n)| NoCrossing::new(&self.map, e, n.units.clone())).collect();
    }

    /// On another map the scenario's bases and zones are those the case gives.
    fn rebase(&mut self, with: &With<'_>) -> Result<(), String> {
        self.start_control = vec![Side::A; self.map.grid.len()];
        for side in Side::BOTH {
            self.zones[side].clear();
            self.bases[side].clear();
        }
        for reserve in &mut self.reserves {
            reserve.place.clear();
        }
        // "german:0101:A german:0105:B" in order along the edge.
        for word in with.words("zones")? {
            let mut parts = word.split(':');
            let (Some(side), Some(hex)) =
                (parts.next().and_then(|s| self.side_named(s)), parts.next())
            else {
                return Err(format!("with.zones: \"{word}\" is not SIDE:HEX:NAME"));
            };
            let hex = self.hex_named(hex)?;
            let name = parts.next().unwrap_or_default().to_string();
            let edge = self.map.grid.around(hex).count() < 6;
            let order = self.zones[side].len() as u8;
            self.zones[side].push(Zone { name, hex, edge, chain: 0, order, instead: None });
        }
        for word in with.words("bases")? {
            let Some((side, hex)) = word.split_once(':') else {
                return Err(format!("with.bases: \"{word}\" is not SIDE:HEX"));
            };
            let side = self.side_named(side).ok_or_else(|| format!("\"{side}\" is no side"))?;
            let hex = self.hex_named(hex)?;
            self.bases[side].push(Base { hexes: vec![hex], city: false });
        }
        Ok(())
    }

    /// The scenario's own set-up, taken as usual, at the start of a phase.
    fn arrange_scenario(self, with: &With<'_>) -> Result<(Wb95<B>, State<B>), String> {
        let mut log = Log::silent();
        let mut state = self.initial();
        if with.text("phase")? == Some("set-up") {
            return Ok((self, state));
        }
        if with.text("phase")? == Some("duel") {
            // The beginner's roll is made; the dice of the case are those of the fights.
            self.advance(&mut state, &mut FixedDice::new([6, 1]), &mut log);
            return Ok((self, state));
        }
        self.take_suggestion(&mut state, &mut log);
        state.arranging = self.arranges_first().other();
        self.begin_setup(&mut state);
        if with.text("phase")? == Some("second set-up") {
            return Ok((self, state));
        }
        self.take_suggestion(&mut state, &mut log);
        self.finish_setup(&mut state);
        state.turn = 1;
        let mut game = self;
        for word in with.words("units")? {
            let Some((id, hex)) = word.split_once('@') else {
                return Err(format!("with.units: \"{word}\" is not UNIT@HEX"));
            };
            let unit = game.roster.find(id).ok_or_else(|| format!("there is no unit \"{id}\""))?;
            let hex = game.hex_named(hex)?;
            game.lay(&mut state, unit, hex);
        }
        game.arrange_board(&mut state, with)?;
        game = game.clone();
        game.begin_at(state, with)
    }

    /// The position of the case as the end of the scenario before this one, and what begins from it: the first decision of
    /// the linked scenario, or a phase of its first turn after both usual set-ups.
    fn carry_arranged(
        self,
        mut before: State<B>,
        with: &With<'_>,
    ) -> Result<(Wb95<B>, State<B>), String> {
        B::arrange_end(&self, &mut before)?;
        before.phase = Phase::Over;
        // Disorganised units are so since the last Combat Phase of the scenario before.
        let last = u16::from(before.turn) * 12 + 6 + Phase::Combat as u16;
        before.disorganised.iter_mut().filter(|d| **d == 1).for_each(|d| *d = last);
        let (mut dice, mut log) = (FixedDice::default(), Log::silent());
        let carried = engine::Game::carry_on(&self, &before, &mut dice, &mut log);
        let mut state =
            carried.map_err(|no| format!("it cannot be carried on [{:?}]", no.rules))?;
        if with.text("phase")?.is_none() {
            return Ok((self, state));
        }
        self.take_suggestion(&mut state, &mut log);
        state.arranging = self.arranges_first().other();
        self.begin_setup(&mut state);
        self.take_suggestion(&mut state, &mut log);
        self.finish_setup(&mut state);
        state.turn = 1;
        self.begin_at(state, with)
    }

    fn arrange_units(
        &mut self,
        arrangement: &Arrangement,
        drawn: &[(String, HexId)],
    ) -> Result<State<B>, String> {
        let placed = arrangement.counters(drawn, |unit| self.arranged_counter(unit))?;
        let mut state = self.empty();
        for unit in self.roster.units().collect::<Vec<_>>() {
            self.put(&mut state, unit, OUT);
        }
        for hex in self.map.grid.hexes() {
            let control = match self.start_control.len() == self.map.grid.len()
                && arrangement.map.is_empty()
            {
                true => Control::By(self.start_control[hex.index()]),
                false => Control::Nobody,
            };
            state.position.set_control(hex, control);
        }
        state.turn = 1;
        for (unit, given, drawn) in placed {
            self.lay_arranged(&mut state, unit, given, drawn)?;
        }
        Ok(state)
    }

    fn lay_arranged(
        &mut self,
        state: &mut State<B>,
        unit: UnitId,
        given: &ArrangedUnit,
        drawn: Option<HexId>,
    ) -> Result<(), String> {
        let at = given.at.as_str();
        match at {
            "" if drawn.is_none() && self.role_is_air(unit) => self.put(state, unit, AIR),
            "" => {
                let hex = drawn.ok_or_else(|| format!("{}: where is it?", given.id))?;
                self.lay(state, unit, hex);
            }
            "scheduled" => {
                let zone = given.number("zone").map(|zone| vec![usize::from(zone)]);
                let own = self.due[unit.index()].take().map(|d| d.zones);
                let zones = zone.or(own).unwrap_or(vec![0]);
                let turn = given.number("due").unwrap_or(1);
                self.due[unit.index()] = Some(Due { turn, zones });
                self.put(state, unit, SCHEDULED);
            }
            "reserve" => self.put(state, unit, RESERVE),
            "air" => self.put(state, unit, AIR),
            "dead" => self.put(state, unit, DEAD),
            number => {
                let hex = self.hex_named(number)?;
                self.lay(state, unit, hex);
            }
        }
        let flag = |key: &str| given.flag(key);
        let steps = given.number("cels_left").unwrap_or(self.class(unit).cels);
        state.position.set_steps(unit, steps);
        state.oos[unit.index()] = given.number("oos").unwrap_or(state.oos[unit.index()]);
        if flag("disorganised") {
            state.disorganised[unit.index()] = 1;
        }
        B::arrange_counter(self, state, unit, &flag);
        if flag("transport") {
            state.position.set_face(unit, TRANSPORT);
        }
        for (key, mark) in
            [("retreated", Mark::Retreated), ("marked", Mark::Marked), ("fought", Mark::Fought)]
        {
            state.position.set_mark(unit, mark, flag(key));
        }
        Ok(())
    }

    fn role_is_air(&self, unit: UnitId) -> bool {
        self.class(unit).role == crate::class::Role::Air
    }

    fn arrange_board(&self, state: &mut State<B>, with: &With<'_>) -> Result<(), String> {
        if let Some(turn) = with.number("turn")? {
            state.turn = turn;
        }
        for word in with.words("forts")? {
            let hex = self.hex_named(word)?;
            let side = self.holder(state, hex).ok_or_else(|| format!("nobody is in {word}"))?;
            state.forts[side].insert(hex);
        }
        if let Some(name) = with.text("control")? {
            let control = match self.side_named(name) {
                Some(side) => Control::By(side),
                None if name == "nobody" => Control::Nobody,
                None => return Err(format!("\"{name}\" is no side")),
            };
            self.map.grid.hexes().for_each(|h| state.position.set_control(h, control));
        }
        for side in Side::BOTH {
            let key = format!("{}_control", self.sides[side.index()].id);
            for word in with.words(&key)? {
                for hex in self.hexes_named(word)? {
                    state.position.set_control(hex, Control::By(side));
                }
            }
        }
        for hex in self.map.grid.hexes() {
            if let Some(side) = self.holder(state, hex) {
                state.position.set_control(hex, Control::By(side));
            }
        }
        self.first_bridges(state);
        for word in with.words("broken")? {
            let side = self.side_of(word)?;
            self.break_bridge(state, side);
        }
        if let Some(n) = with.number("ammunition")? {
            state.ammunition = board::BySide::new(n, n);
        }
        B::arrange(self, state, with)?;
        if let Some(n) = with.number("credits")? {
            for side in Side::BOTH.into_iter().filter(|&s| self.has_credit_reserve(s)) {
                state.credits[side] = n;
            }
        }
        for side in Side::BOTH {
            let key = format!("{}_hqs_lost", self.sides[side.index()].id);
            state.hqs_lost[side] = with.number(&key)?.unwrap_or(0);
        }
        self.arrange_chapters(state, with)?;
        // "german:3120:5" is a pool of five columns for a headquarters lost there.
        for word in with.words("pool")? {
            let parts: Vec<&str> = word.split(':').collect();
            let [side, hex, n] = parts[..] else { return Err(format!("with.pool: \"{word}\"")) };
            let side = self.side_named(side).ok_or("with.pool: no such side")?;
            let left = n.parse().map_err(|_| format!("with.pool: \"{n}\" is no number"))?;
            let hex = self.hex_named(hex)?;
            state.pools.push(crate::state::Pool { side, left, hex, phases: 2, fresh: false });
        }
        Ok(())
    }

    /// What the chapters keep that a game adds to the core.
    fn arrange_chapters(&self, state: &mut State<B>, with: &With<'_>) -> Result<(), String> {
        for side in Side::BOTH {
            let key = format!("{}_eliminated", self.sides[side.index()].id);
            state.kept.eliminated[side] = with.number(&key)?.unwrap_or(0).into();
        }
        Ok(())
    }

    /// A hex by its number, or the hexes of a place.
    fn hexes_named(&self, word: &str) -> Result<Vec<HexId>, String> {
        match self.place(word) {
            hexes if !hexes.is_empty() => Ok(hexes),
            _ => self.hex_named(word).map(|h| vec![h]),
        }
    }

    pub(crate) fn side_of(&self, pair: &str) -> Result<hex::SideId, String> {
        let (a, b) = pair.split_once('/').ok_or_else(|| format!("\"{pair}\" is not a hexside"))?;
        let (a, b) = (self.hex_named(a)?, self.hex_named(b)?);
        self.map.grid.side_between(a, b).ok_or_else(|| format!("{pair} are not adjacent"))
    }

    /// Begins the phase that the case names: "german movement", "soviet combat" ...
    fn begin_at(self, mut state: State<B>, with: &With<'_>) -> Result<(Wb95<B>, State<B>), String> {
        let usual = format!("{} movement", self.sides[self.first.index()].id);
        let text = with.text("phase")?.unwrap_or(&usual);
        let (side, phase) =
            text.split_once(' ').ok_or_else(|| format!("\"{text}\" is not SIDE PHASE"))?;
        let side = self.side_named(side).ok_or_else(|| format!("\"{side}\" is no side"))?;
        let found = PHASES.iter().find(|(name, _)| *name == phase);
        let (_, phase) = found.ok_or_else(|| format!("\"{phase}\" is no phase"))?;
        state.half = u8::from(side != self.first);
        state.phase = *phase;
        for value in &mut state.disorganised {
            if *value == 1 {
                let air = if *phase == Phase::Air { FROM_AIR } else { 0 };
                let clock = u16::from(state.turn) * 12 + u16::from(state.half) * 6;
                *value = (clock + *phase as u16) | air;
            }
        }
        let mut dice = FixedDice::default();
        let mut log = Log::silent();
        match phase {
            // What the Supply Phase does is what the case looks at: it begins when its script does.
            Phase::Supply => state.phase = Phase::Strategic,
            Phase::Air | Phase::Movement | Phase::Combat | Phase::Barrage | Phase::Strategic => {
                self.begin(&mut state, &mut dice, &mut log);
            }
            Phase::Setup | Phase::Over => {}
        }
        if *phase == Phase::Supply {
            engine::Flow::ask(&mut state, crate::moving::Movement);
        }
        Ok((self, state))
    }
}
