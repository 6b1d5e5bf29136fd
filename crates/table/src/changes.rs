//! What of a view has changed since one that the viewer holds already.
//!
//! A view is some hundred kilobytes, and a choice changes little of it. So the last view of each kind of viewer is kept
//! with the line at which each part of it last changed: its fields, each counter, each box, each hex of control. Whoever
//! names the view that he holds, by its tag, is answered with the parts that have changed since. A tag is
//! good for as long as the session stays in memory; for any other the whole view is the answer.

use engine::shown::{
    AreaShown, BattleShown, BoxShown, BundleShown, EffectShown, OddsShown, OfferShown,
    OutcomeShown, OwedShown, PointsShown, PromptShown, Shared, Shown, SignShown, TrackShown,
    TurnShown, UnitShown,
};
use hex::HexNumber;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

/// A view with the lines at which its parts changed.
pub struct Made {
    /// The line it was made at.
    pub line: u64,
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
    control: BTreeMap<HexNumber, (u64, Option<usize>)>,
    /// When the areas themselves became others.
    areas: u64,
}

/// So many counters that have gone are remembered by a list; a hidden one has a new name wherever it lies. Beyond that
/// the whole list is told once.
const GONE_MAX: usize = 1000;

/// A counter of a view.
type Counter = Shared<UnitShown>;

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

    fn compare(&mut self, line: u64, old: &[Counter], new: &[Counter]) {
        let (old, new) = apart(old, new, |a, b| a.unit == b.unit);
        if old.is_empty() && new.is_empty() {
            return;
        }
        let ids =
            |list: &[Counter]| -> Vec<String> { list.iter().map(|u| u.unit.clone()).collect() };
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
    fn steps<'a>(&'a self, have: u64, now: &'a [Counter]) -> Option<Steps<'a>> {
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
#[derive(Serialize, Default, JsonSchema)]
struct Steps<'a> {
    /// The whole list, instead of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<&'a str>>,
    /// Who is gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<&'a str>,
    /// Who came, in the order of their places, and at which.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    came: Vec<(&'a str, usize)>,
}

/// Everything that is told as a whole when it changes.
macro_rules! fields {
    ($($field:ident: $kind:ty),*) => {
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

            fn changed<'a>(&self, have: u64, shown: &'a Shown) -> ChangedFields<'a> {
                ChangedFields { $($field: (self.$field > have).then_some(&shown.$field)),* }
            }
        }

        /// The fields that have changed, whole.
        #[derive(Serialize, JsonSchema)]
        struct ChangedFields<'a> {
            $(#[serde(skip_serializing_if = "Option::is_none")]
            $field: Option<&'a $kind>),*
        }
    };
}

fields!(
    turn: TurnShown,
    prompt: Option<PromptShown>,
    bundles: Vec<BundleShown>,
    picked: Vec<String>,
    leads: bool,
    owed: Vec<OwedShown>,
    reminders: Vec<OwedShown>,
    tracks: Vec<TrackShown>,
    points: PointsShown,
    odds: Option<OddsShown>,
    battles: Vec<BattleShown>,
    signs: Vec<SignShown>,
    outcome: Option<OutcomeShown>
);

impl Made {
    /// The first view of a session.
    pub fn first(line: u64, shown: Shown) -> Made {
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
    pub fn next(mut self, line: u64, shown: Shown) -> Made {
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

    /// Most counters are the very ones of the view before, wherever they stand in the list now.
    fn compare_units(&mut self, line: u64, new: &Shown) {
        let old = &self.shown;
        let (were, are) = (places(old), places(new));
        let left = old.all_units().filter(|u| are.binary_search(&place(u)).is_err());
        let mut left: BTreeMap<&str, &Counter> = left.map(|u| (u.unit.as_str(), u)).collect();
        for unit in new.all_units().filter(|u| were.binary_search(&place(u)).is_err()) {
            if left.remove(unit.unit.as_str()).is_none_or(|before| before != unit) {
                self.units.insert(unit.unit.clone(), line);
            }
        }
        // Who is not shown any more is told whole when he comes back.
        for unit in left.keys() {
            self.units.remove(*unit);
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
            let (new, old) = apart(&a.hexes, &b.hexes, |a, b| a == b);
            for hex in missing(old, new) {
                let now = self.control.entry(*hex).or_insert((line, None));
                *now = if now.0 == line { *now } else { (line, None) };
            }
            for hex in missing(new, old) {
                self.control.insert(*hex, (line, Some(i)));
            }
        }
    }

    /// The whole view as text, written once.
    pub fn text(&mut self, write: impl FnOnce(&Shown) -> Arc<str>) -> Arc<str> {
        Arc::clone(self.text.get_or_insert_with(|| write(&self.shown)))
    }

    /// What has changed since the view at line `have`.
    pub fn since(&self, have: u64) -> Changes<'_> {
        Changes { made: self, have }
    }
}

/// Where a counter lies in memory: the same place is the same counter, as long as both views are there.
fn place(counter: &Counter) -> usize {
    std::ptr::from_ref::<UnitShown>(counter) as usize
}

/// Where the counters of a view lie in memory, sorted.
fn places(shown: &Shown) -> Vec<usize> {
    let mut places: Vec<usize> = shown.all_units().map(place).collect();
    places.sort_unstable();
    places
}

/// What is left of two lists without the part at their beginnings and the part at their ends that are the same.
fn apart<'a, T>(a: &'a [T], b: &'a [T], is_same: impl Fn(&T, &T) -> bool) -> (&'a [T], &'a [T]) {
    let same = |pair: &(&T, &T)| is_same(pair.0, pair.1);
    let begin = a.iter().zip(b).take_while(same).count();
    let (a, b) = (&a[begin..], &b[begin..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    (&a[..a.len() - end], &b[..b.len() - end])
}

/// The members of a list that another lacks.
fn missing<'a, T: Eq + Hash>(from: &'a [T], other: &[T]) -> impl Iterator<Item = &'a T> {
    let other: HashSet<&T> = other.iter().collect();
    from.iter().filter(move |one| !other.contains(one))
}

/// The parts of a view that have changed, as they are sent.
pub struct Changes<'a> {
    made: &'a Made,
    have: u64,
}

/// What has changed since the view that was named.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Changes")]
struct ChangesSent<'a> {
    #[serde(flatten)]
    fields: ChangedFields<'a>,
    /// The offers, if any is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Offers<'a>>,
    /// Every counter that is another, whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<&'a Counter>,
    /// How the counters on the map became others.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Steps<'a>>,
    /// All boxes, if one came or went or has another title.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_boxes: Option<Vec<BoxSteps<'a>>>,
    /// How the counters in the boxes became others.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    boxes: BTreeMap<&'a str, Steps<'a>>,
    /// Who controls which hexes, if the areas are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<&'a [AreaShown]>,
    /// The number of the area to which a hex went; null if to none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    control: BTreeMap<&'a str, Option<usize>>,
}

impl<'a> Changes<'a> {
    fn sent(&self) -> ChangesSent<'a> {
        let (made, have, shown) = (self.made, self.have, &self.made.shown);
        let is_new = |u: &&Counter| made.units.get(&u.unit).is_none_or(|&line| line > have);
        let steps = made.boxes.iter().zip(&shown.boxes).map(|(m, b)| (b, m.steps(have, &b.units)));
        let (all_boxes, boxes) = match made.all_boxes > have {
            true => (Some(steps.map(BoxSteps::with_head).collect()), BTreeMap::new()),
            false => (None, steps.filter_map(|(b, s)| Some((b.id.as_str(), s?))).collect()),
        };
        let whole = (made.areas > have).then_some(&shown.control[..]);
        let hexes = made.control.iter().filter(|(_, (line, _))| whole.is_none() && *line > have);
        ChangesSent {
            fields: made.fields.changed(have, shown),
            choices: (made.choices > have).then(|| Offers::of(&shown.choices)),
            units: shown.all_units().filter(is_new).collect(),
            map: made.map.steps(have, &shown.units),
            all_boxes,
            boxes,
            areas: whole,
            control: hexes.map(|(hex, (_, area))| (hex.as_str(), *area)).collect(),
        }
    }
}

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.sent().serialize(serializer)
    }
}

impl JsonSchema for Changes<'_> {
    fn schema_name() -> Cow<'static, str> {
        ChangesSent::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ChangesSent::json_schema(generator)
    }
}

/// A box with the counters in it by their names.
#[derive(Serialize, JsonSchema)]
struct BoxSteps<'a> {
    /// Its id.
    id: &'a str,
    /// Its title.
    title: &'a str,
    /// When its contents arrive.
    turn: Option<u16>,
    /// Whose it is.
    side: Option<&'a str>,
    /// How its counters became others.
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
#[derive(Serialize, JsonSchema)]
struct Offers<'a> {
    /// What follows from choices, each list once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effects: Vec<&'a [EffectShown]>,
    /// The offers in their order.
    runs: Vec<Run<'a>>,
}

/// A run of offers of one kind.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Run<'a> {
    /// Counters.
    Unit(Vec<&'a str>),
    /// Hexes.
    Hex(Vec<&'a str>),
    /// Destinations with what leads there.
    Way(Vec<Way<'a>>),
    /// Any other.
    Offer(&'a OfferShown),
}

/// A destination: its hex, its way, what it costs, and the number of its effects plus one; 0 for none.
#[derive(Serialize, JsonSchema)]
struct Way<'a>(&'a str, Back<'a>, &'a str, usize);

/// The way to a destination: that of another one and a step more, or all of it.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "WayBack")]
enum Back<'a> {
    /// The destination that it goes on from.
    Via(&'a str),
    /// All of it.
    Path(&'a [HexNumber]),
}

impl<'a> Offers<'a> {
    fn of(offers: &'a [OfferShown]) -> Offers<'a> {
        let ends = offers.iter().filter_map(|o| Some((o.path.last()?, &o.path[..])));
        let ways: HashMap<&HexNumber, &[HexNumber]> = ends.collect();
        let (mut effects, mut runs): (Vec<&[EffectShown]>, Vec<Run<'_>>) = (Vec::new(), Vec::new());
        for offer in offers {
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
        Offers { effects, runs }
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

fn back<'a>(ways: &HashMap<&HexNumber, &[HexNumber]>, path: &'a [HexNumber]) -> Back<'a> {
    let before = &path[..path.len() - 1];
    let via = before.last();
    match via.filter(|via| ways.get(via).is_some_and(|way| *way == before && way.len() > 1)) {
        Some(via) => Back::Via(via),
        None => Back::Path(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn named(id: usize) -> Counter {
        Shared::new(UnitShown {
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
        })
    }

    /// A view of nothing but counters and hexes.
    fn view(units: Vec<Counter>, boxed: Vec<Counter>, control: [Vec<HexNumber>; 2]) -> Shown {
        let area = |(hexes, side): (Vec<HexNumber>, &str)| AreaShown {
            kind: "control",
            side: Some(side.to_string()),
            hexes,
        };
        Shown {
            turn: TurnShown { n: 1, of: 1, name: String::new(), phases: Vec::new() },
            prompt: None,
            choices: Vec::new(),
            bundles: Vec::new(),
            picked: Vec::new(),
            leads: false,
            signs: Vec::new(),
            owed: Vec::new(),
            reminders: Vec::new(),
            units,
            boxes: vec![BoxShown {
                id: String::from("later"),
                title: String::new(),
                turn: None,
                side: None,
                units: boxed,
            }],
            tracks: Vec::new(),
            points: PointsShown {
                standing: String::new(),
                verdict: String::new(),
                items: Vec::new(),
            },
            odds: None,
            battles: Vec::new(),
            control: control.into_iter().zip(["red", "blue"]).map(area).collect(),
            overlays: &[],
            outcome: None,
        }
    }

    /// What a browser makes of the view that it holds and the changes that it is told (`web/changes.js`).
    fn put_together(held: &Value, told: &Value) -> Value {
        let by_id = |units: &Value| -> BTreeMap<String, Value> {
            let all = units.as_array().into_iter().flatten();
            all.map(|u| (u["unit"].as_str().unwrap_or_default().to_string(), u.clone())).collect()
        };
        let mut all = by_id(&held["units"]);
        all.extend(by_id(&held["boxes"][0]["units"]));
        all.extend(by_id(&told["units"]));
        let list = |old: &Value, steps: &Value| -> Value {
            let names = old.as_array().into_iter().flatten().map(|u| u["unit"].clone());
            let gone = steps["gone"].as_array().cloned().unwrap_or_default();
            let mut names: Vec<Value> = names.filter(|name| !gone.contains(name)).collect();
            for step in steps["came"].as_array().into_iter().flatten() {
                names.insert(step[1].as_u64().unwrap_or_default() as usize, step[0].clone());
            }
            let names = steps["all"].as_array().cloned().unwrap_or(names);
            names.iter().map(|name| all[name.as_str().unwrap_or_default()].clone()).collect()
        };
        let mut view = held.clone();
        view["units"] = list(&held["units"], &told["map"]);
        view["boxes"][0]["units"] = list(&held["boxes"][0]["units"], &told["boxes"]["later"]);
        for (hex, area) in told["control"].as_object().into_iter().flatten() {
            for i in 0..2 {
                let hexes = view["control"][i]["hexes"].as_array_mut().expect("two areas of hexes");
                hexes.retain(|h| h != hex);
                if area == i {
                    hexes.push(Value::from(hex.as_str()));
                    hexes.sort_by_key(Value::to_string);
                }
            }
        }
        view
    }

    #[test]
    fn what_is_told_makes_the_view_of_the_one_that_is_held() {
        let mut lot = 7_u64;
        let mut draw = |n: usize| {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (lot >> 33) as usize % n
        };
        let mut counters: Vec<Counter> = (0..20).map(named).collect();
        let mut at_sea: Vec<Counter> = (20..25).map(named).collect();
        let mut holders = [0_usize; 40];
        let mut made: Option<Made> = None;
        let mut told: Vec<Value> = Vec::new();
        for line in 0..400 {
            match draw(6) {
                0 => at_sea.extend((!counters.is_empty()).then(|| counters.remove(0))),
                1 => counters.extend((!at_sea.is_empty()).then(|| at_sea.remove(0))),
                2 => {
                    let unit = draw(counters.len().max(1));
                    if unit < counters.len() {
                        let moved = counters.remove(unit);
                        let level = moved.level + 1;
                        counters.push(Shared::new(UnitShown { level, ..UnitShown::clone(&moved) }));
                    }
                }
                3 => holders[draw(40)] = draw(3),
                4 => counters.rotate_left(1),
                _ => {
                    // Made anew, and the same.
                    let anew = |u: &Counter| Shared::new(UnitShown::clone(u));
                    counters = counters.iter().map(anew).collect();
                }
            }
            let held_by = |side: usize| {
                let hexes = (0..40_u16).filter(|&h| holders[usize::from(h)] == side);
                hexes.map(|h| HexNumber::new(100 + h)).collect()
            };
            let shown = view(counters.clone(), at_sea.clone(), [held_by(0), held_by(1)]);
            let whole = serde_json::json!(shown);
            let next = match made.take() {
                Some(before) => before.next(line, shown),
                None => Made::first(line, shown),
            };
            for back in [1, 2, 7, 60].into_iter().filter(|back| *back <= line) {
                let have = line - back;
                let changes = serde_json::json!(next.since(have));
                let got = put_together(&told[have as usize], &changes);
                assert_eq!(got, whole, "at {line} for whoever holds {have}: {changes}");
            }
            told.push(whole);
            made = Some(next);
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
