//! The faces of counters, each made once, with its name and as text.

use board::{Face, UnitId};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

/// The face of a counter as it is shown: shared, with its name and its JSON. It reads as the [`Face`] it is.
#[derive(Clone, Debug)]
pub struct FaceShown(Arc<Made>);

#[derive(Debug)]
struct Made {
    face: Face,
    name: String,
    json: Box<RawValue>,
}

impl FaceShown {
    /// A face with its name.
    pub fn new(face: Face) -> FaceShown {
        let name = format!("f-{:016x}", crate::stable_hash(&face));
        // A face holds strings, numbers and lists of them, which can always be written.
        let json = to_raw_value(&face).unwrap_or_else(|_| RawValue::NULL.to_owned());
        FaceShown(Arc::new(Made { face, name, json }))
    }

    /// Its name: equal faces have equal names.
    pub fn name(&self) -> &str {
        &self.0.name
    }
}

impl Deref for FaceShown {
    type Target = Face;

    fn deref(&self) -> &Face {
        &self.0.face
    }
}

impl PartialEq for FaceShown {
    fn eq(&self, other: &FaceShown) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.face == other.0.face
    }
}

impl Serialize for FaceShown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.json.serialize(serializer)
    }
}

/// It is sent as the face it is.
impl JsonSchema for FaceShown {
    fn schema_name() -> Cow<'static, str> {
        Face::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Face::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Face::json_schema(generator)
    }
}

/// The faces of one game that have been shown: of each counter a short list.
#[derive(Debug, Default)]
pub struct Faces(RwLock<Vec<Vec<(u32, FaceShown)>>>);

/// A copy of a game may be given other counters, so it begins without faces.
impl Clone for Faces {
    fn clone(&self) -> Faces {
        Faces::default()
    }
}

impl Faces {
    /// The face of a counter that lies so: `lies` tells all that its face depends on apart. There are as many as can
    /// lie there, so what is kept does not grow without end.
    pub fn of(&self, unit: UnitId, lies: u32, make: impl FnOnce() -> Face) -> FaceShown {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let of_unit = known.get(unit.index()).map_or(&[][..], Vec::as_slice);
        if let Some((_, face)) = of_unit.iter().find(|(as_it, _)| *as_it == lies) {
            return face.clone();
        }
        drop(known);
        let face = FaceShown::new(make());
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() <= unit.index() {
            known.resize_with(unit.index() + 1, Vec::new);
        }
        known[unit.index()].push((lies, face.clone()));
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(figures: &str) -> Face {
        Face { figures: String::from(figures), ..Face::default() }
    }

    #[test]
    fn a_face_is_made_once_for_each_way_a_counter_lies() {
        let (faces, unit) = (Faces::default(), UnitId::new(3));
        let full = faces.of(unit, 2, || face("4-6"));
        assert_eq!(faces.of(unit, 2, || unreachable!("it was made")), full);
        let reduced = faces.of(unit, 1, || face("2-6"));
        assert_ne!(reduced, full);
        assert_ne!(reduced.name(), full.name());
        assert_eq!(faces.of(UnitId::new(4), 2, || face("4-6")).name(), full.name());
        let json = serde_json::json!(full);
        assert_eq!(json["figures"], "4-6", "as a value as well as text: {json}");
    }
}
