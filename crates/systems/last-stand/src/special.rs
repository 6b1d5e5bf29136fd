//! Katyushas (8.1), ski troops (8.5), headquarters (7.55), paratroops (14.3), partisans (14.4).

use crate::class::{GERMAN, Kind, SOVIET};
use crate::game::LastStand;
use crate::no::ensure;
use crate::state::{
    DISRUPTED, Fate, Fight, FightKind, Hexes, PARTISANS, SCHEDULED, SKI, Stage, State,
};
use board::UnitId;
use engine::{Arg, Dice, Event, EventKind, Log, No, Text};
use hex::{Direction, HexId, Mp};

/// A direction of the scatter diagram by its name.
pub fn direction(name: &str) -> Option<Direction> {
    Some(match name {
        "north" => Direction::NORTH,
        "north-east" => Direction::UP_RIGHT,
        "south-east" => Direction::DOWN_RIGHT,
        "south" => Direction::SOUTH,
        "south-west" => Direction::DOWN_LEFT,
        "north-west" => Direction::UP_LEFT,
        _ => return None,
    })
}

impl LastStand {
    /// Whether a Katyusha may fire (8.12).
    pub fn may_fire(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.kind(unit) == Kind::Katyusha;
        ensure(own, No::new("8.13", "no.not-a-katyusha"))?;
        let no = |rule, text| No::new(rule, text).unit(unit);
        let at = state.position.hex(unit).ok_or(no("8.13", "no.off-map"))?;
        ensure(!state.has(unit, DISRUPTED), no("8.12", "no.disrupted"))?;
        ensure(!state.is_unsupplied(unit), no("7.63", "no.unsupplied"))?;
        let any = self.map.grid.around(at).any(|h| self.may_fire_at(state, unit, h).is_ok());
        ensure(any, no("8.13", "no.nothing-to-fire-at"))
    }

    /// Whether a Katyusha may fire at a hex: beside it, no lake between, once a turn (8.14) (R52).
    pub fn may_fire_at(&self, state: &State, unit: UnitId, hex: HexId) -> Result<(), No> {
        let no = |rule, text| No::new(rule, text).unit(unit).hex(hex);
        let at = state.position.hex(unit).ok_or(no("8.13", "no.off-map"))?;
        ensure(self.holds(state, GERMAN, hex), no("8.13", "no.no-enemy"))?;
        ensure(self.is_beside(at, hex), no("8.13", "no.not-adjacent"))?;
        ensure(!state.fired.contains(&hex), no("8.14", "no.fired-already"))
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
        state.stages.pop();
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
            state.stages.push(Stage::Ski(self.tables.special.ski_markers));
        }
    }

    /// Whether a unit may take a ski marker: a rifle unit in order, in reach of the headquarters that itself has a
    /// rear line (8.51).
    pub fn may_ski(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let rifle = self.exists(unit) && self.kind(unit) == Kind::Rifle;
        ensure(rifle, No::new("8.51", "no.rifle-units-only"))?;
        let no = |text| No::new("8.51", text).unit(unit);
        let hex = state.position.hex(unit).ok_or(no("no.off-map"))?;
        ensure(!state.has(unit, SKI), no("no.has-skis"))?;
        ensure(!state.has(unit, DISRUPTED), no("no.disrupted"))?;
        ensure(!state.is_unsupplied(unit), no("no.unsupplied"))?;
        let headquarters = self.ski_headquarters(state).and_then(|u| state.position.hex(u));
        let from = headquarters.ok_or(No::new("8.51", "no.no-ski-headquarters"))?;
        let rear = self.rear(state, SOVIET, &self.soviet_edges(state), &[]).contains(from);
        ensure(rear, No::new("8.51", "no.no-ski-headquarters"))?;
        let range = Some(self.tables.special.ski_range);
        let near = self.traced(state, SOVIET, [(from, Mp::ZERO)], range, &[]).contains(hex);
        ensure(near, no("no.too-far-for-skis"))
    }

    /// Gives a unit a ski marker (8.53).
    pub fn give_skis(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        state.position.set_mark(unit, SKI, true);
        if let Some(Stage::Ski(left)) = state.stages.last_mut() {
            *left -= 1;
        }
        log.say(|| {
            let text = Text::new("event.skis").unit(unit);
            let event = Event::new(EventKind::Changed, "8.51", text).unit(unit);
            let january = state.turn >= self.tables.special.january;
            if january { event.rule("14.22") } else { event }
        });
    }

    /// Whether the Soviet may destroy a headquarters himself (7.55).
    pub fn may_abandon(&self, state: &State, unit: UnitId) -> Result<(), No> {
        let own = self.exists(unit) && self.kind(unit) == Kind::Headquarters;
        ensure(own, No::new("7.55", "no.not-a-headquarters"))?;
        let on_map = state.position.hex(unit).is_some();
        ensure(on_map, No::new("7.55", "no.off-map").unit(unit))
    }

    /// Destroys a headquarters (7.55).
    pub fn abandon(&self, state: &mut State, unit: UnitId, dice: &mut dyn Dice, log: &mut Log) {
        self.destroy(state, unit, Fate::Abandoned, dice, log);
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
        let no = |text| No::new("14.33", text).hex(hex);
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
        let Some(Stage::Drop(chosen)) = state.stages.last_mut() else { return };
        chosen.push(hex);
        if chosen.len() < brigades.len() {
            return;
        }
        let chosen = chosen.clone();
        state.stages.pop();
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
            let towards = direction(&table.scatter[usize::from(scatter) - 1]);
            hex = towards
                .and_then(|d| self.map.grid.neighbour(target, d))
                .filter(|&h| !self.holds(state, GERMAN, h) && !state.position.in_zone(GERMAN, h));
        }
        match hex {
            Some(hex) => self.lay(state, unit, hex),
            None => self.destroy(state, unit, Fate::Scattered, dice, log),
        }
        log.say(|| {
            let id = if hex.is_some() { "event.landed" } else { "event.not-landed" };
            let text = Text::new(id).unit(unit).hex(hex.unwrap_or(target));
            let text = text.with("die", Arg::Number(die.into()));
            let event = Event::new(EventKind::Rolled, "14.34", text).rule("14.32").unit(unit);
            let event = event.hex(hex.unwrap_or(target));
            if hex.is_some() { event.rule("14.35") } else { event }
        });
    }

    /// The partisan markers of the game that are not on the map yet.
    pub fn idle_partisans(&self, state: &State) -> Vec<UnitId> {
        let all = self.roster.units().filter(|&u| self.kind(u) == Kind::Partisan);
        all.filter(|&u| !self.is_in(state, u, PARTISANS)).collect()
    }

    /// Whether partisans may appear in a hex (14.43).
    pub fn may_raise(&self, state: &State, hex: HexId) -> Result<(), No> {
        let no = |text| No::new("14.43", text).hex(hex);
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
        let Some(&unit) = self.idle_partisans(state).first() else { return };
        self.put(state, unit, PARTISANS);
        state.partisans.push(hex);
        self.tell_arrival(unit, hex, "14.43", ["14.41"], log);
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
        ensure(own, No::new("14.44", "no.not-succoured"))?;
        let no = |text| No::new("14.44", text).unit(unit);
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
