//! A section of a data file that only one book has, beside what all games of the family say there.
//!
//! The chapters do not know the section's name: the book brings it. What is read beside it is read as if it were not there, so that
//! mistakes keep their lines.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::ops::Deref;

/// A section that only one book has.
pub trait Section: Clone + Debug + DeserializeOwned + JsonSchema + Send + Sync {
    /// What it is called in the file; empty for a book that has none.
    const NAME: &'static str;
}

/// No section: nothing of this type can be read.
#[derive(Clone, Debug, Deserialize)]
pub enum NoSection {}

impl JsonSchema for NoSection {
    fn schema_name() -> Cow<'static, str> {
        "NoSection".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!(false)
    }
}

impl Section for NoSection {
    const NAME: &'static str = "";
}

/// What all games say, with the section of a book beside it.
#[derive(Clone, Debug)]
pub struct Beside<O, R> {
    /// The section.
    pub own: Option<O>,
    /// All else.
    pub rest: R,
}

impl<O: Section, R: JsonSchema> JsonSchema for Beside<O, R> {
    fn schema_name() -> Cow<'static, str> {
        R::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = R::json_schema(generator);
        if O::NAME.is_empty() {
            return schema;
        }
        let own = generator.subschema_for::<O>().to_value();
        let properties = schema.get_mut("properties").and_then(|p| p.as_object_mut());
        properties.map(|properties| properties.insert(String::from(O::NAME), own));
        schema
    }
}

impl<O, R: Default> Default for Beside<O, R> {
    /// What is not in the file.
    fn default() -> Beside<O, R> {
        Beside { own: None, rest: R::default() }
    }
}

impl<O, R> Deref for Beside<O, R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.rest
    }
}

impl<'de, O: Section, R: Deserialize<'de>> Deserialize<'de> for Beside<O, R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Beside<O, R>, D::Error> {
        from.deserialize_map(Reader(PhantomData))
    }
}

struct Reader<O, R>(PhantomData<(O, R)>);

impl<'de, O: Section, R: Deserialize<'de>> Visitor<'de> for Reader<O, R> {
    type Value = Beside<O, R>;

    fn expecting(&self, to: &mut Formatter<'_>) -> fmt::Result {
        to.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Beside<O, R>, A::Error> {
        let mut own = None;
        let without = Without { map, own: &mut own };
        let rest = R::deserialize(serde::de::value::MapAccessDeserializer::new(without))?;
        Ok(Beside { own, rest })
    }
}

/// A table without the section, which is kept aside.
struct Without<'a, A, O> {
    map: A,
    own: &'a mut Option<O>,
}

impl<'de, A: MapAccess<'de>, O: Section> MapAccess<'de> for Without<'_, A, O> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let mut seed = Some(seed);
        loop {
            match self.map.next_key_seed(Key { seed: &mut seed, own: O::NAME })? {
                None => return Ok(None),
                Some(Some(key)) => return Ok(Some(key)),
                Some(None) => *self.own = Some(self.map.next_value()?),
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// A key as the rest reads it; `None` for the name of the section.
struct Key<'a, K> {
    seed: &'a mut Option<K>,
    own: &'static str,
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<'_, K> {
    type Value = Option<K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let name = String::deserialize(from)?;
        if name == self.own {
            return Ok(None);
        }
        let seed = self.seed.take().ok_or_else(|| D::Error::custom("a key is read once"))?;
        seed.deserialize(StrDeserializer::new(&name)).map(Some)
    }
}
