//! Values of data files that remember where they stood.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use std::borrow::Cow;
use std::ops::Range;

/// A value of a data file and where it stood, for diagnostics. Two are equal if their values are.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct File {
///     hex: board::Spanned<String>,
/// }
/// let source = board::Source::new("a.toml", "# a comment\nhex = \"0931\"\n");
/// let file: File = source.parse().unwrap();
/// assert_eq!(file.hex.get_ref(), "0931");
/// assert_eq!(source.line_of(file.hex.span().start), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(transparent)]
pub struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    /// A value that stands at these bytes of its file.
    pub fn new(span: Range<usize>, value: T) -> Spanned<T> {
        Spanned(toml::Spanned::new(span, value))
    }

    /// The bytes at which it stood.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }

    /// The value.
    pub fn get_ref(&self) -> &T {
        self.0.get_ref()
    }

    /// The value alone.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

impl<T: Default> Default for Spanned<T> {
    /// What a file does not say.
    fn default() -> Spanned<T> {
        Spanned::new(0..0, T::default())
    }
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
