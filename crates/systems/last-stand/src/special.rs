//! Katyushas (8.1), ski troops (8.5), headquarters (7.55), paratroops (14.3), partisans (14.4).

use crate::class::{GERMAN, Kind, SOVIET};
use crate::data::scatter_direction;
use crate::desk::Desk;
use crate::game::LastStand;
use crate::no::ensure;
use crate::objectives::refused;
use crate::orders::KEEP_HEADQUARTERS;
use crate::state::{Fate, Fight, FightKind, Hexes, Mark, PARTISANS, SCHEDULED, State};
use crate::verb::{DONE, ending};
use board::{Side, UnitId};
use engine::view::Offer;
use engine::{
    Arg, Asked, At, Choice, Choices, Decide, Dice, Event, EventKind, Flow, Log, No, Play, Text,
    Wrong,
};
use hex::{HexId, HexSet, Mp};
use serde::{Deserialize, Serialize};

impl LastStand {
    /// Whether a Katyusha may fire (8.12).
    pub fn may_fire(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.kind(unit) == Kind::Katyusha;
        ensure(own, No::new(rule!("8.13"), "no.not-a-katyusha"))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        let at = state.position.hex(unit).ok_or(no(rule!("8.13"), "no.off-map"))?;
        ensure(!state.has(unit, Mark::Disrupted), no(rule!("8.12"), "no.disrupted"))?;
        ensure(!state.is_unsupplied(unit), no(rule!("7.63"), "no.unsupplied"))?;
        let any = self.map.grid.around(at).any(|h| self.may_fire_at(state, unit, h).is_ok());
        ensure(any, no(rule!("8.13"), "no.nothing-to-fire-at"))
    }

    /// Whether a Katyusha may fire at a hex: beside it, no lake between, once a turn (8.14) (R52).
    pub fn may_fire_at(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let no = |rule, text| No::new(rule, text).unit(unit).hex(hex);
        let at = state.position.hex(unit).ok_or(no(rule!("8.13"), "no.off-map"))?;
        ensure(self.holds(state, GERMAN, hex), no(rule!("8.13"), "no.no-enemy"))?;
        ensure(self.is_beside(at, hex), no(rule!("8.13"), "no.not-adjacent"))?;
        ensure(!state.fired.contains(&hex), no(rule!("8.14"), "no.fired-already"))
    }

    /// A Katyusha fires: a fight of its own kind (8.14).
    pub fn fire(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        state.fired.push(hex);
        let mut fight = Fight::new(FightKind::Katyusha, SOVIET);
        fight.attackers.push(unit);
        fight.targets.push(hex);
        self.begin_fight(state, fight, dice, log);
    }

    /// The headquarters that has ski troops in this turn (8.51) (14.22).
    fn ski_headquarters(&self, state: &State) -> Option<UnitId> {
        let entry = self.tables.special.ski.iter().find(|s| s.turn == state.turn)?;
        self.roster.find(&entry.headquarters)
    }

    /// Opens the placement of ski markers.
    pub fn open_ski(&self, state: &mut State) {
        if self.ski_headquarters(state).is_some() {
            state.ask(Ski { left: self.tables.special.ski_markers });
        }
    }

    /// Whether a unit may take a ski marker: a rifle unit in order, in reach of the headquarters that itself has a
    /// rear line (8.51).
    pub fn may_ski(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let hex = self.is_ski_unit(state, unit)?;
        let field =
            self.ski_field(state).ok_or(No::new(rule!("8.51"), "no.no-ski-headquarters"))?;
        ensure(field.contains(hex), No::new(rule!("8.51"), "no.too-far-for-skis").unit(unit))
    }

    /// Whether it is a rifle unit in order, wherever it stands; its hex.
    fn is_ski_unit(&self, state: &State, unit: UnitId) -> Result<HexId, No> {
        let rifle = self.exists(unit) && self.kind(unit) == Kind::Rifle;
        ensure(rifle, No::new(rule!("8.51"), "no.rifle-units-only"))?;
        let no = |text| No::new(rule!("8.51"), text).unit(unit);
        let hex = state.position.hex(unit).ok_or(no("no.off-map"))?;
        ensure(!state.has(unit, Mark::Ski), no("no.has-skis"))?;
        ensure(!state.has(unit, Mark::Disrupted), no("no.disrupted"))?;
        ensure(!state.is_unsupplied(unit), no("no.unsupplied"))?;
        Ok(hex)
    }

    /// The hexes in reach of the headquarters that has ski troops; none if it has no rear line.
    fn ski_field(&self, state: &State) -> Option<HexSet> {
        let from = self.ski_headquarters(state).and_then(|u| state.position.hex(u))?;
        let lines = self.lines(state, SOVIET, &[]);
        let rear = self.rear(state, &lines, &self.soviet_edges(state));
        let range = Some(self.tables.special.ski_range);
        rear.contains(from).then(|| self.traced(&lines, [(from, Mp::ZERO)], range))
    }

    /// The units that may take a ski marker.
    fn ski_units(&self, state: &State) -> Vec<UnitId> {
        let Some(field) = self.ski_field(state) else { return Vec::new() };
        let near = |u: &UnitId| self.is_ski_unit(state, *u).is_ok_and(|hex| field.contains(hex));
        self.roster.units().filter(near).collect()
    }

    /// Gives a unit a ski marker (8.53).
    pub fn give_skis(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        state.position.set_mark(unit, Mark::Ski, true);
        state.asked::<Ski>().left -= 1;
        log.say(|| {
            let text = Text::new("event.skis").unit(unit);
            let event = Event::new(EventKind::Changed, rule!("8.51"), text).unit(unit);
            let january = state.turn >= self.tables.special.january;
            if january { event.rule(rule!("14.22")) } else { event }
        });
    }

    /// Whether the Soviet may destroy a headquarters himself (7.55).
    pub fn may_abandon(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.kind(unit) == Kind::Headquarters;
        ensure(own, No::new(rule!("7.55"), "no.not-a-headquarters"))?;
        let on_map = state.position.hex(unit).is_some();
        ensure(on_map, No::new(rule!("7.55"), "no.off-map").unit(unit))
    }

    /// The paratroop brigades that wait for the drop (14.32).
    pub fn brigades(&self, state: &State) -> Vec<UnitId> {
        self.roster
            .units()
            .filter(|&u| {
                self.kind(u) == Kind::Paratroop
                    && self.is_in(state, u, SCHEDULED)
                    && self.due[u.index()] == Some(state.turn)
            })
            .collect()
    }

    /// Whether a brigade may be dropped in a hex (14.33) (R64).
    pub fn may_drop(&self, state: &State, chosen: &Hexes, hex: HexId) -> Result<(), No> {
        let no = |text| No::new(rule!("14.33"), text).hex(hex);
        ensure(!self.holds(state, GERMAN, hex), no("no.enemy-there"))?;
        ensure(!state.position.in_zone(GERMAN, hex), no("no.drop-zone"))?;
        let table = &self.tables.special;
        let near = self.map.grid.within(hex, table.drop_from_start_line);
        let west = near.into_iter().any(|h| self.edges.west.contains(h));
        ensure(!west, no("no.drop-west").n(table.drop_from_start_line.into()))?;
        let apart = |&other: &HexId| self.map.grid.distance(other, hex) > table.drop_apart;
        ensure(!chosen.iter().any(apart), no("no.drop-apart").n(table.drop_apart.into()))
    }

    /// Chooses a drop hex; after the last one all land (14.34).
    pub fn drop_in(&self, state: &mut State, hex: HexId, dice: &mut dyn Dice, log: &mut Log) {
        let brigades = self.brigades(state);
        let chosen = &mut state.asked::<Drop>().chosen;
        chosen.push(hex);
        if chosen.len() < brigades.len() {
            return;
        }
        let chosen = chosen.clone();
        state.close();
        for (unit, hex) in brigades.into_iter().zip(chosen) {
            self.lay(state, unit, hex);
            self.land(state, unit, hex, dice, log);
        }
    }

    /// The landing check of a brigade (14.34).
    fn land(
        &self,
        state: &mut State,
        unit: UnitId,
        target: HexId,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let table = &self.tables.special;
        let terrain = self.map.terrain(target);
        let rough = self.is_city(target)
            || terrain == self.ground.forest
            || (terrain == self.ground.marsh && self.weather(state).frozen);
        let die = dice.roll(self.tables.combat.die);
        let read = die + if rough { table.landing_modifier } else { 0 };
        let mut hex = Some(target);
        if read > table.scatters_to {
            hex = None;
        } else if read > table.lands_at {
            let scatter = dice.roll(self.tables.combat.die);
            let towards = scatter_direction(&table.scatter[usize::from(scatter) - 1]);
            hex = towards
                .and_then(|d| self.map.grid.neighbour(target, d))
                .filter(|&h| !self.holds(state, GERMAN, h) && !state.position.in_zone(GERMAN, h));
        }
        match hex {
            Some(hex) => self.lay(state, unit, hex),
            None => self.eliminate(state, unit, Fate::Scattered, dice, log),
        }
        log.say(|| {
            let id = if hex.is_some() { "event.landed" } else { "event.not-landed" };
            let text = Text::new(id).unit(unit).hex(hex.unwrap_or(target));
            let text = text.with("die", Arg::Number(die.into()));
            let event =
                Event::new(EventKind::Rolled, rule!("14.34"), text).rule(rule!("14.32")).unit(unit);
            let event = event.hex(hex.unwrap_or(target));
            if hex.is_some() { event.rule(rule!("14.35")) } else { event }
        });
    }

    /// The partisan markers of the game that are not on the map yet.
    pub fn idle_partisans(&self, state: &State) -> Vec<UnitId> {
        let all = self.roster.units().filter(|&u| self.kind(u) == Kind::Partisan);
        all.filter(|&u| !self.is_in(state, u, PARTISANS)).collect()
    }

    /// Whether partisans may appear in a hex (14.43).
    pub fn may_raise(&self, state: &State, hex: HexId) -> Result<(), No> {
        let no = |text| No::new(rule!("14.43"), text).hex(hex);
        let terrain = self.map.terrain(hex);
        let wild = terrain == self.ground.forest || terrain == self.ground.marsh;
        ensure(wild && !self.is_city(hex), no("no.partisan-terrain"))?;
        ensure(!state.partisans.contains(&hex), no("no.partisans-there"))?;
        let least = self.tables.special.partisan_distance;
        let near = self.map.grid.within(hex, least.saturating_sub(1));
        let germans = near.into_iter().any(|h| self.has_combat_unit(state, GERMAN, h));
        ensure(!germans, no("no.too-near").n(least.into()))
    }

    /// Partisans appear (14.43).
    pub fn raise(&self, state: &mut State, hex: HexId, log: &mut Log) {
        let unit = *self.idle_partisans(state).first().expect("a marker is left");
        self.put(state, unit, PARTISANS);
        state.partisans.push(hex);
        self.tell_arrival(unit, hex, rule!("14.43"), [rule!("14.41")], log);
    }

    /// The hex of a partisan marker that is on the map.
    pub fn partisan_hex(&self, state: &State, unit: UnitId) -> Option<HexId> {
        let placed = self.roster.units().filter(|&u| self.is_in(state, u, PARTISANS));
        let i = placed.into_iter().position(|u| u == unit)?;
        state.partisans.get(i).copied()
    }

    /// Whether a partisan marker may supply a unit: within range, Germans or not, one marker a unit (14.44)
    /// (14.45) (R65).
    pub fn may_succour(&self, state: &State, marker: u8, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.side(unit) == SOVIET;
        ensure(own, No::new(rule!("14.44"), "no.not-succoured"))?;
        let no = |text| No::new(rule!("14.44"), text).unit(unit);
        let kinds = [Kind::Rifle, Kind::Cavalry, Kind::Paratroop];
        ensure(kinds.contains(&self.kind(unit)), no("no.not-succoured"))?;
        let hex = state.position.hex(unit).ok_or(no("no.off-map"))?;
        let from = state.partisans.get(usize::from(marker)).copied();
        let from = from.ok_or(no("no.not-succoured"))?;
        let range = self.tables.special.partisan_range;
        let near = self.map.grid.distance(from, hex) <= range;
        ensure(near, no("no.too-far-from-partisans").n(range.into()))?;
        ensure(!state.succoured.contains(&unit), no("no.succoured-already"))
    }
}

/// The Soviet chooses a Katyusha to fire (8.13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fire;

impl Decide<LastStand> for Fire {
    const ID: &'static str = "fire";
    const WRONG: Wrong = (rule!("8.13"), "no.choose-unit");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let able = |u| play.game.may_fire(play.state, u).is_ok();
        let open = play.game.roster.units().any(able);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.roster.units().filter(|&u| game.may_fire(state, u).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_fire(at.state, unit),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.ask(FireAt { unit }),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.fire").into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.end-fire", at, choice)
    }
}

/// What a Katyusha fires at (8.14).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireAt {
    /// The Katyusha.
    pub unit: UnitId,
}

impl Decide<LastStand> for FireAt {
    const ID: &'static str = "fire-at";
    const WRONG: Wrong = (rule!("8.13"), "no.choose-target");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let at = state.position.hex(self.unit).expect("who fires is on the map");
        let around = game.map.grid.around(at);
        out.hexes(around.filter(|&h| game.may_fire_at(state, self.unit, h).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_fire_at(at.state, self.unit, hex),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.close();
        play.game.fire(play.state, self.unit, hex, play.dice, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.fire-at").unit(self.unit).into()
    }

    fn picked(&self, _: &LastStand, _: &State) -> Vec<UnitId> {
        vec![self.unit]
    }
}

/// The Soviet chooses rifle units for ski markers (8.51).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ski {
    /// Markers that are left.
    pub left: u8,
}

impl Ski {
    /// The markers must be entered in their turn (10.19) (R80).
    fn may_end(&self, game: &LastStand) -> Result<(), No> {
        ensure(game.switches.skis_optional, No::new(rule!("10.19"), "no.skis-must"))
    }
}

impl Decide<LastStand> for Ski {
    const ID: &'static str = "ski";
    const WRONG: Wrong = (rule!("8.51"), "no.choose-unit");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let open = self.left > 0 && !play.game.ski_units(play.state).is_empty();
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.ski_units(state));
        out.add_if(self.may_end(game).is_ok(), DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_ski(at.state, unit),
            DONE => self.may_end(at.game),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.game.give_skis(play.state, unit, play.log),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.ski").n(self.left).into()
    }
}

/// The Soviet chooses headquarters to destroy (7.55).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SelfDestruction;

impl Decide<LastStand> for SelfDestruction {
    const ID: &'static str = "self-destruction";
    const WRONG: Wrong = (rule!("7.55"), "no.choose-unit");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let able = |u| play.game.may_abandon(play.state, u).is_ok();
        let open = play.game.roster.units().any(able);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.units(game.roster.units().filter(|&u| game.may_abandon(state, u).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_abandon(at.state, unit),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => {
                play.game.eliminate(play.state, unit, Fate::Abandoned, play.dice, play.log);
            }
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.self-destruction").into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.keep-headquarters", at, choice)
    }

    fn ordered(&self, _: At<'_, LastStand>, is_on: &dyn Fn(&str) -> bool) -> Option<Choice> {
        is_on(KEEP_HEADQUARTERS).then_some(DONE)
    }
}

/// The Soviet chooses where paratroops are dropped (14.33).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drop {
    /// The hexes chosen so far.
    pub chosen: Hexes,
}

impl Decide<LastStand> for Drop {
    const ID: &'static str = "drop";
    const WRONG: Wrong = (rule!("14.33"), "no.choose-hex");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let able = |h| play.game.may_drop(play.state, &self.chosen, h).is_ok();
        let open = play.game.map.grid.hexes().any(able);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let hexes = game.map.grid.hexes();
        out.hexes(hexes.filter(|&h| game.may_drop(state, &self.chosen, h).is_ok()));
        out.add_if(self.chosen.is_empty(), DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_drop(at.state, &self.chosen, hex),
            DONE if self.chosen.is_empty() => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Hex(hex) => play.game.drop_in(play.state, hex, play.dice, play.log),
            DONE => play.close(),
            _ => engine::impossible(self, choice),
        }
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.drop").n(self.chosen.len() as i64 + 1).into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.call-off", at, choice)
    }
}

/// The Soviet chooses where partisans appear (14.43).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Partisans;

impl Decide<LastStand> for Partisans {
    const ID: &'static str = "partisans";
    const WRONG: Wrong = (rule!("14.43"), "no.choose-hex");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        let able = |h| play.game.may_raise(play.state, h).is_ok();
        let left = !play.game.idle_partisans(play.state).is_empty();
        let open = left && play.game.map.grid.hexes().any(able);
        play.keep_if(open)
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        out.hexes(game.map.grid.hexes().filter(|&h| game.may_raise(state, h).is_ok()));
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Hex(hex) => at.game.may_raise(at.state, hex),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        let Choice::Hex(hex) = choice else { engine::impossible(self, choice) };
        play.game.raise(play.state, hex, play.log);
    }

    fn prompt(&self, _: At<'_, LastStand>) -> Asked {
        Text::new("prompt.partisans").into()
    }
}

/// The Soviet chooses whom a partisan marker supplies (14.44).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Succour {
    /// The number of the marker.
    pub marker: u8,
}

impl Succour {
    fn next(&self) -> Succour {
        Succour { marker: self.marker + 1 }
    }
}

impl Decide<LastStand> for Succour {
    const ID: &'static str = "succour";
    const WRONG: Wrong = (rule!("14.44"), "no.choose-unit");

    fn decider(&self, _: &LastStand, state: &State) -> Side {
        state.phase.side()
    }

    /// Goes through the markers until one can supply somebody.
    fn waits(&self, play: &mut Play<'_, LastStand>) -> bool {
        if usize::from(self.marker) >= play.state.partisans.len() {
            return play.keep_if(false);
        }
        let able = |u| play.game.may_succour(play.state, self.marker, u).is_ok();
        let open = play.game.roster.units().any(able);
        if !open {
            play.replace(self.next());
        }
        open
    }

    fn list(&self, game: &LastStand, state: &State, _: &mut Desk, out: &mut Choices) {
        let units = game.roster.units();
        out.units(units.filter(|&u| game.may_succour(state, self.marker, u).is_ok()));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, LastStand>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => at.game.may_succour(at.state, self.marker, unit),
            DONE => Ok(()),
            _ => refused(self, at, choice),
        }
    }

    fn act(&self, play: &mut Play<'_, LastStand>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.state.succoured.push(unit),
            DONE => {}
            _ => engine::impossible(self, choice),
        }
        play.replace(self.next());
    }

    fn prompt(&self, at: At<'_, LastStand>) -> Asked {
        let hex = at.state.partisans.get(usize::from(self.marker)).copied();
        hex.into_iter().fold(Text::new("prompt.succour"), Text::hex).into()
    }

    fn offer(&self, at: At<'_, LastStand>, choice: Choice) -> Offer {
        ending("verb.end-succour", at, choice)
    }
}
