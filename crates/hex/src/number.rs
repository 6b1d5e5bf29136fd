//! The numbers printed on hexes.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// The number printed on a hex, as text of four digits: as small as a number, so that long lists of hexes cost nothing.
///
/// ```
/// use hex::HexNumber;
/// assert_eq!(HexNumber::new(307).to_string(), "0307");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexNumber([u8; 4]);

impl HexNumber {
    /// Its digits. The first two of a printed number are the column or the row, so there are never more than four.
    pub fn new(number: u16) -> HexNumber {
        HexNumber([1000, 100, 10, 1].map(|power| b'0' + (number / power % 10) as u8))
    }

    /// The digits as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits are text")
    }
}

impl Deref for HexNumber {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for HexNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self)
    }
}

impl fmt::Debug for HexNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self)
    }
}

impl From<HexNumber> for String {
    fn from(number: HexNumber) -> String {
        number.to_string()
    }
}

impl JsonSchema for HexNumber {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "HexNumber".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]{4}$" })
    }
}

impl Serialize for HexNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
