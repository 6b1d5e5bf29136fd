//! The counters of a case: printed ones, and such as it makes up.

use crate::book::Book;
use crate::class::{Class, Figure, Printed};
use crate::game::Wb95;
use board::UnitId;
use engine::case::ArrangedUnit;

impl<B: Book> Wb95<B> {
    pub(super) fn arranged_counter(&mut self, unit: &ArrangedUnit) -> Result<UnitId, String> {
        if let Some(found) = self.roster.find(&unit.id) {
            return Ok(found);
        }
        let like = if unit.like.is_empty() { &unit.id } else { &unit.like };
        let from_unit = self.roster.find(like);
        let class_id = match from_unit {
            Some(u) => self.roster.unit(u).class,
            None => self
                .roster
                .class_named(like)
                .ok_or_else(|| format!("{}: there is no class or unit \"{like}\"", unit.id))?,
        };
        let class = override_class(self.roster.class(class_id).clone(), unit)?;
        let ids = [self.sides[0].id.clone(), self.sides[1].id.clone()];
        let printed = self.arranged_print(unit, from_unit);
        let side = B::add_counter(self, &printed.faction)
            .or_else(|| class.owner([&ids[0], &ids[1]]))
            .ok_or_else(|| format!("{}: \"{}\" is no side", unit.id, class.side))?;
        let core = &self.tables.core;
        let morale = unit.values.get("morale_limit").and_then(toml::Value::as_integer);
        let morale =
            morale.and_then(|n| u16::try_from(n).ok()).or(core.morale.get(&class.morale).copied());
        let row = class.supply.as_ref().unwrap_or(&class.nationality);
        let row = if printed.faction.is_empty() { row } else { &printed.faction };
        let supply = core.supply_mp.get(row).copied().unwrap_or(0);
        let range = core
            .hq_range
            .get(&class.nationality)
            .or(core.hq_range.get("other"))
            .copied()
            .unwrap_or(0);
        let formation = unit.text("formation");
        let formation = formation.map(|name| self.formation_named(name));
        let new_class = self.roster.add_class(format!("case-{}", unit.id), class);
        let id = self.roster.add_unit(unit.id.clone(), new_class, printed);
        self.owner.push(side);
        self.morale.push(morale.unwrap_or(12));
        self.supply_mp.push(supply);
        self.hq_range.push(range);
        self.hqs.extend(self.class(id).is_hq().then_some(id));
        self.formation
            .push(formation.or_else(|| from_unit.and_then(|u| self.formation[u.index()])));
        self.setup.push(None);
        self.due.push(None);
        self.frozen.push(from_unit.map_or(0, |u| self.frozen[u.index()]));
        if self.class(id).role == crate::class::Role::Air {
            let entry = crate::scenario::AirEntry {
                units: vec![board::Spanned::new(0..0, unit.id.clone())],
                choose: None,
                front: None,
                from: 1,
                to: 99,
            };
            self.scenario.air.push(entry);
        }
        Ok(id)
    }

    /// What a counter of a case shows besides its class: its faction and nation, or those of the unit that it is like.
    pub(super) fn arranged_print(&self, unit: &ArrangedUnit, like: Option<UnitId>) -> Printed {
        let of_like = like.map(|u| self.roster.unit(u).extra.clone()).unwrap_or_default();
        let text = |key: &str| unit.text(key).map(String::from);
        Printed {
            name: unit.id.clone(),
            formation: String::new(),
            faction: text("faction").unwrap_or(of_like.faction),
            nation: text("nation").unwrap_or(of_like.nation),
            parent: String::new(),
        }
    }

    pub(super) fn formation_named(&mut self, name: &str) -> u16 {
        let found = self.formations.iter().position(|f| f == name);
        let index = found.unwrap_or_else(|| {
            self.formations.push(name.to_string());
            self.formations.len() - 1
        });
        index as u16
    }
}

/// The values of a counter that are not printed on it.
const KNOWN: &[&str] = &[
    "oos",
    "disorganised",
    "transport",
    "retreated",
    "marked",
    "fought",
    "cels_left",
    "zone",
    "due",
    "formation",
    "morale_limit",
    "faction",
    "nation",
    "masked",
    "airdrop",
];

/// The printed values that a case changes.
fn override_class(mut class: Class, unit: &ArrangedUnit) -> Result<Class, String> {
    for (key, value) in &unit.values {
        let number = value.as_integer().and_then(|n| u8::try_from(n).ok());
        let text = value.as_str();
        let flag = value.as_bool();
        match (key.as_str(), number, text, flag) {
            ("sp", Some(n), ..) => {
                class.sp = vec![n, n.div_ceil(2)];
                class.sp.truncate(usize::from(class.cels.max(1)));
            }
            ("cels", Some(n), ..) => {
                class.cels = n;
                if let Some(&full) = class.sp.first() {
                    class.sp =
                        (0..n).map(|i| if i == 0 { full } else { full.div_ceil(2) }).collect();
                }
            }
            ("mp", Some(n), ..) => class.mp = n,
            ("attack", Some(n), ..) => class.attack = Figure::One(n),
            ("defence", Some(n), ..) => class.defence = Figure::One(n),
            ("airborne", _, _, Some(on)) => class.airborne = on,
            ("airmobile", _, _, Some(on)) => class.airmobile = on,
            ("weapon", _, Some(word), _) => {
                let weapon = toml::Value::String(word.to_string()).try_into();
                class.weapon = Some(weapon.map_err(|e| format!("{}: {e}", unit.id))?);
            }
            ("side", _, Some(side), _) => class.side = side.to_string(),
            ("nationality", _, Some(nation), _) => class.nationality = nation.to_string(),
            ("movement", _, Some(word), _) => {
                class.movement = toml::Value::String(word.to_string())
                    .try_into()
                    .map_err(|e| format!("{}: {e}", unit.id))?;
            }
            ("role", _, Some(word), _) => {
                class.role = toml::Value::String(word.to_string())
                    .try_into()
                    .map_err(|e| format!("{}: {e}", unit.id))?;
            }
            ("star", _, Some("none"), _) => class.stars.clear(),
            ("star", _, Some(words), _) => {
                class.stars.clear();
                for word in words.split_whitespace() {
                    let star = toml::Value::String(word.to_string()).try_into();
                    class.stars.push(star.map_err(|e| format!("{}: {e}", unit.id))?);
                }
            }
            ("volkssturm", _, _, Some(on)) => class.volkssturm = on,
            ("fortification_unit", _, _, Some(on)) => class.fortification = on,
            (key, ..) if KNOWN.contains(&key) => {}
            (key, ..) => return Err(format!("{}: \"{key}\" is not understood", unit.id)),
        }
    }
    Ok(class)
}
