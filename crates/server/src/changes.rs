//! What of a view has changed since one that the viewer holds already.
//!
//! A view is some hundred kilobytes, and a choice changes little of it. So the last view of each kind of viewer is kept
//! with the line at which each part of it last changed: its fields, each counter, each box, each hex of control. Whoever
//! names the view that he holds, by its tag, is answered with the parts that have changed since. A tag is
//! good for as long as the session stays in memory; for any other the whole view is the answer.

use engine::shown::{AreaShown, BoxShown, EffectShown, OfferShown, Shown, UnitShown};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// A view with the lines at which its parts changed.
pub(crate) struct Made {
    /// The line it was made at.
    pub(crate) line: u64,
    shown: Shown,
    text: Option<Arc<str>>,
    fields: Fields,
    choices: u64,
    /// When each counter, on the map or beside it, last became another one.
    units: BTreeMap<String, u64>,
    /// Who came to the map and went from it.
    map: Members,
    /// The same for each box, in the order of the boxes.
    boxes: Vec<Members>,
    /// When the boxes themselves became others.
    all_boxes: u64,
    /// The hexes that changed hands, when, and the area that they belong to now.
    control: BTreeMap<String, (u64, Option<usize>)>,
    /// When the areas themselves became others.
    areas: u64,
}

/// So many counters that have gone are remembered by a list; a hidden one has a new name wherever it lies. Beyond that
/// the whole list is told once.
const GONE_MAX: usize = 1000;

/// A list of counters, with the lines at which they came and went. Those that stay keep their order.
#[derive(Default)]
struct Members {
    came: BTreeMap<String, u64>,
    gone: BTreeMap<String, u64>,
    /// When nothing but the whole list tells it.
    anew: u64,
}

impl Members {
    fn since(line: u64) -> Members {
        Members { anew: line, ..Members::default() }
    }

    fn compare(&mut self, line: u64, old: &[UnitShown], new: &[UnitShown]) {
        let ids =
            |list: &[UnitShown]| -> Vec<String> { list.iter().map(|u| u.unit.clone()).collect() };
        if old.iter().map(|u| &u.unit).eq(new.iter().map(|u| &u.unit)) {
            return;
        }
        let (old, new) = (ids(old), ids(new));
        let (gone, came): (Vec<&String>, Vec<&String>) =
            (missing(&old, &new).collect(), missing(&new, &old).collect());
        let stayed = old.iter().filter(|id| !gone.contains(id));
        if !stayed.eq(new.iter().filter(|id| !came.contains(id))) {
            *self = Members::since(line);
            return;
        }
        for id in gone {
            self.came.remove(id);
            self.gone.insert(id.clone(), line);
        }
        for id in came {
            self.came.insert(id.clone(), line);
        }
        if self.gone.len() > GONE_MAX {
            *self = Members::since(line);
        }
    }

    /// What somebody must do to his list: `None` if nothing.
    fn steps<'a>(&'a self, have: u64, now: &'a [UnitShown]) -> Option<Steps<'a>> {
        if self.anew > have {
            let all = now.iter().map(|u| u.unit.as_str()).collect();
            return Some(Steps { all: Some(all), ..Steps::default() });
        }
        let new = |(id, line): (&'a String, &'a u64)| (*line > have).then_some(id.as_str());
        let gone: Vec<&str> = self.gone.iter().filter_map(new).collect();
        let is_new = |id: &String| self.came.get(id).is_some_and(|line| *line > have);
        let came = now.iter().enumerate().filter(|(_, u)| is_new(&u.unit));
        let came: Vec<(&str, usize)> = came.map(|(i, u)| (u.unit.as_str(), i)).collect();
        (!gone.is_empty() || !came.is_empty()).then_some(Steps { all: None, gone, came })
    }
}

/// How a list of counters becomes another: take out who is gone, put in who came at his place.
#[derive(Serialize, Default)]
struct Steps<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    came: Vec<(&'a str, usize)>,
}

/// Everything that is told as a whole when it changes.
macro_rules! fields {
    ($($field:ident),*) => {
        /// The line at which each field last changed.
        #[derive(Clone, Copy)]
        struct Fields { $($field: u64),* }

        impl Fields {
            fn since(line: u64) -> Fields {
                Fields { $($field: line),* }
            }

            fn compare(&mut self, line: u64, old: &Shown, new: &Shown) {
                $(if old.$field != new.$field { self.$field = line; })*
            }

            fn write<M: SerializeMap>(&self, have: u64, shown: &Shown, map: &mut M) -> Result<(), M::Error> {
                $(if self.$field > have { map.serialize_entry(stringify!($field), &shown.$field)?; })*
                Ok(())
            }
        }
    };
}

fields!(
    turn, prompt, bundles, picked, leads, owed, reminders, tracks, points, odds, battles, signs,
    outcome
);

impl Made {
    /// The first view of a session.
    pub(crate) fn first(line: u64, shown: Shown) -> Made {
        Made {
            line,
            fields: Fields::since(line),
            choices: line,
            units: shown.all_units().map(|u| (u.unit.clone(), line)).collect(),
            map: Members::since(line),
            boxes: shown.boxes.iter().map(|_| Members::since(line)).collect(),
            all_boxes: line,
            control: BTreeMap::new(),
            areas: line,
            shown,
            text: None,
        }
    }

    /// The next view.
    pub(crate) fn next(mut self, line: u64, shown: Shown) -> Made {
        self.fields.compare(line, &self.shown, &shown);
        if self.shown.choices != shown.choices {
            self.choices = line;
        }
        self.compare_units(line, &shown);
        self.map.compare(line, &self.shown.units, &shown.units);
        self.compare_boxes(line, &shown.boxes);
        self.compare_control(line, &shown.control);
        Made { line, shown, text: None, ..self }
    }

    fn compare_units(&mut self, line: u64, new: &Shown) {
        let same = self.shown.all_units().zip(new.all_units()).all(|(a, b)| a.unit == b.unit);
        if same && self.shown.all_units().count() == new.all_units().count() {
            for (before, unit) in self.shown.all_units().zip(new.all_units()) {
                if before != unit {
                    self.units.insert(unit.unit.clone(), line);
                }
            }
            return;
        }
        // Who is not shown any more is told whole when he comes back.
        let now: HashSet<&str> = new.all_units().map(|u| u.unit.as_str()).collect();
        self.units.retain(|id, _| now.contains(id.as_str()));
        let old: HashMap<&str, &UnitShown> =
            self.shown.all_units().map(|u| (u.unit.as_str(), u)).collect();
        for unit in new.all_units() {
            if old.get(unit.unit.as_str()).is_none_or(|before| *before != unit) {
                self.units.insert(unit.unit.clone(), line);
            }
        }
    }

    fn compare_boxes(&mut self, line: u64, new: &[BoxShown]) {
        let old = &self.shown.boxes;
        let is_same = |(a, b): (&BoxShown, &BoxShown)| {
            (&a.id, &a.title, a.turn, &a.side) == (&b.id, &b.title, b.turn, &b.side)
        };
        if new.len() != old.len() || !new.iter().zip(old).all(is_same) {
            self.boxes = new.iter().map(|_| Members::since(line)).collect();
            self.all_boxes = line;
            return;
        }
        for ((members, a), b) in self.boxes.iter_mut().zip(old).zip(new) {
            members.compare(line, &a.units, &b.units);
        }
    }

    fn compare_control(&mut self, line: u64, new: &[AreaShown]) {
        let old = &self.shown.control;
        let is_other = |(a, b): (&AreaShown, &AreaShown)| a.kind != b.kind || a.side != b.side;
        if new.len() != old.len() || new.iter().zip(old).any(is_other) {
            self.areas = line;
            self.control.clear();
            return;
        }
        for (i, (a, b)) in new.iter().zip(old).enumerate() {
            if a.hexes == b.hexes {
                continue;
            }
            for hex in missing(&b.hexes, &a.hexes) {
                let now = self.control.entry(hex.clone()).or_insert((line, None));
                *now = if now.0 == line { *now } else { (line, None) };
            }
            for hex in missing(&a.hexes, &b.hexes) {
                self.control.insert(hex.clone(), (line, Some(i)));
            }
        }
    }

    /// The whole view as text, written once.
    pub(crate) fn text(&mut self, write: impl FnOnce(&Shown) -> Arc<str>) -> Arc<str> {
        Arc::clone(self.text.get_or_insert_with(|| write(&self.shown)))
    }

    /// What has changed since the view at line `have`.
    pub(crate) fn since(&self, have: u64) -> Changes<'_> {
        Changes { made: self, have }
    }
}

/// The members of a list that another lacks.
fn missing<'a>(from: &'a [String], other: &[String]) -> impl Iterator<Item = &'a String> {
    let other: HashSet<&str> = other.iter().map(String::as_str).collect();
    from.iter().filter(move |hex| !other.contains(hex.as_str()))
}

/// The parts of a view that have changed, as they are sent.
pub(crate) struct Changes<'a> {
    made: &'a Made,
    have: u64,
}

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (made, have, shown) = (self.made, self.have, &self.made.shown);
        let mut map = serializer.serialize_map(None)?;
        made.fields.write(have, shown, &mut map)?;
        if made.choices > have {
            map.serialize_entry("choices", &Offers(&shown.choices))?;
        }
        let is_new = |u: &&UnitShown| made.units.get(&u.unit).is_none_or(|&line| line > have);
        let units: Vec<&UnitShown> = shown.all_units().filter(is_new).collect();
        if !units.is_empty() {
            map.serialize_entry("units", &units)?;
        }
        if let Some(steps) = made.map.steps(have, &shown.units) {
            map.serialize_entry("map", &steps)?;
        }
        let steps = made.boxes.iter().zip(&shown.boxes).map(|(m, b)| (b, m.steps(have, &b.units)));
        if made.all_boxes > have {
            let whole: Vec<BoxSteps<'_>> = steps.map(BoxSteps::with_head).collect();
            map.serialize_entry("all_boxes", &whole)?;
        } else {
            let new: BTreeMap<&str, Steps<'_>> =
                steps.filter_map(|(b, steps)| Some((b.id.as_str(), steps?))).collect();
            if !new.is_empty() {
                map.serialize_entry("boxes", &new)?;
            }
        }
        if made.areas > have {
            map.serialize_entry("areas", &shown.control)?;
        } else {
            let new = made.control.iter().filter(|(_, (line, _))| *line > have);
            let new: BTreeMap<&str, Option<usize>> =
                new.map(|(h, (_, i))| (h.as_str(), *i)).collect();
            if !new.is_empty() {
                map.serialize_entry("control", &new)?;
            }
        }
        map.end()
    }
}

/// A box with the counters in it by their names.
#[derive(Serialize)]
struct BoxSteps<'a> {
    id: &'a str,
    title: &'a str,
    turn: Option<u16>,
    side: Option<&'a str>,
    units: Steps<'a>,
}

impl<'a> BoxSteps<'a> {
    fn with_head((shown, steps): (&'a BoxShown, Option<Steps<'a>>)) -> BoxSteps<'a> {
        BoxSteps {
            id: &shown.id,
            title: &shown.title,
            turn: shown.turn,
            side: shown.side.as_deref(),
            units: steps.unwrap_or_default(),
        }
    }
}

/// Offers in few words: runs of plain counters and hexes by their names alone, destinations as lists, effects
/// that several have told once, and ways that go on from another destination by their last step only.
struct Offers<'a>(&'a [OfferShown]);

/// A run of offers of one kind.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Run<'a> {
    Unit(Vec<&'a str>),
    Hex(Vec<&'a str>),
    Way(Vec<Way<'a>>),
    Offer(&'a OfferShown),
}

/// A destination: its hex, its way, what it costs, and the number of its effects plus one; 0 for none.
#[derive(Serialize)]
struct Way<'a>(&'a str, Back<'a>, &'a str, usize);

/// The way to a destination: that of another one and a step more, or all of it.
#[derive(Serialize)]
#[serde(untagged)]
enum Back<'a> {
    Via(&'a str),
    Path(&'a [String]),
}

impl<'a> Offers<'a> {
    fn runs(&self) -> (Vec<&'a [EffectShown]>, Vec<Run<'a>>) {
        let ends = self.0.iter().filter_map(|o| Some((o.path.last()?.as_str(), &o.path[..])));
        let ways: HashMap<&str, &[String]> = ends.collect();
        let (mut effects, mut runs): (Vec<&[EffectShown]>, Vec<Run<'_>>) = (Vec::new(), Vec::new());
        for offer in self.0 {
            let is_button = offer.label.is_some() || offer.primary;
            let is_plain =
                offer.cost.is_none() && offer.path.is_empty() && offer.effects.is_empty();
            let run = match (offer.choice.split_once(' '), &offer.cost) {
                (Some(("unit", unit)), _) if is_plain && !is_button => Run::Unit(vec![unit]),
                (Some(("hex", hex)), _) if is_plain && !is_button => Run::Hex(vec![hex]),
                (Some(("hex", hex)), Some(cost)) if !is_button && offer.path.len() > 1 => {
                    let number = number_of(&mut effects, &offer.effects);
                    Run::Way(vec![Way(hex, back(&ways, &offer.path), cost, number)])
                }
                _ => Run::Offer(offer),
            };
            match (runs.last_mut(), run) {
                (Some(Run::Unit(all)), Run::Unit(more)) => all.extend(more),
                (Some(Run::Hex(all)), Run::Hex(more)) => all.extend(more),
                (Some(Run::Way(all)), Run::Way(more)) => all.extend(more),
                (_, run) => runs.push(run),
            }
        }
        (effects, runs)
    }
}

/// The place of some effects among those told, counted from 1; 0 for none.
fn number_of<'a>(told: &mut Vec<&'a [EffectShown]>, effects: &'a [EffectShown]) -> usize {
    if effects.is_empty() {
        return 0;
    }
    let known = told.iter().position(|e| *e == effects).map(|i| i + 1);
    known.unwrap_or_else(|| {
        told.push(effects);
        told.len()
    })
}

fn back<'a>(ways: &HashMap<&str, &[String]>, path: &'a [String]) -> Back<'a> {
    let before = &path[..path.len() - 1];
    let via = before.last().map(String::as_str);
    match via.filter(|via| ways.get(via).is_some_and(|way| *way == before && way.len() > 1)) {
        Some(via) => Back::Via(via),
        None => Back::Path(path),
    }
}

impl Serialize for Offers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (effects, runs) = self.runs();
        let mut map = serializer.serialize_map(None)?;
        if !effects.is_empty() {
            map.serialize_entry("effects", &effects)?;
        }
        map.serialize_entry("runs", &runs)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: usize) -> UnitShown {
        UnitShown {
            unit: format!("masked-{id}"),
            name: String::new(),
            hex: None,
            side: String::new(),
            formation: None,
            level: 0,
            face: engine::FaceShown::new(board::Face::default()),
            back: None,
            badges: Vec::new(),
            profile: String::new(),
            done: false,
        }
    }

    #[test]
    fn what_is_remembered_of_those_that_went_does_not_grow_without_end() {
        let mut members = Members::since(0);
        for line in 1..5 * GONE_MAX {
            members.compare(line as u64, &[named(line)], &[named(line + 1)]);
            assert!(members.gone.len() <= GONE_MAX && members.came.len() <= GONE_MAX);
        }
        let now = [named(5 * GONE_MAX)];
        let steps = members.steps(3, &now).expect("much has changed since");
        assert_eq!(steps.all, Some(vec![now[0].unit.as_str()]), "the whole list is told");
        let last = members.steps(5 * GONE_MAX as u64 - 2, &now).expect("one went, one came");
        assert_eq!((last.gone.len(), last.came.len()), (1, 1));
    }
}
