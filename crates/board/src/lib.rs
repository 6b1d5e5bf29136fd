//! The physical table of a wargame: the map, the counters, who lies where, and whose zone is where.
//!
//! Nothing here knows a rule. A [`Map`] is what is printed on the board, a [`Roster`] is what is printed
//! on the counters, a [`Position`] is how the counters lie on the map at one moment: flat arrays that
//! clone in a short copy. Which counter exerts a zone of control where is the owning game's rule; the
//! position only counts what it is told.
//!
//! Files are read through [`Source`] and [`Problems`]: every mistake of a file is reported at once, with
//! its line and the nearest valid word.

mod contact;
mod cut;
mod data;
mod face;
mod map;
mod map_file;
mod marks;
mod options;
mod position;
mod roster;
mod schema;
mod scratch;
mod side;
mod spanned;
mod strength;
mod tag;

pub use contact::{Contacts, Open};
pub use data::{DiskFolder, Folder, Problem, Problems, Source, hint, nearest};
pub use face::Face;
pub use map::{
    Feature, Georeference, Label, Line, Link, LinkKind, Map, Place, SideFeature, Terrain,
};
pub use marks::{MARKS_MAX, Mark};
pub use options::{Chosen, OptionEntry};
pub use position::{BoxId, Control, Position, Spot};
pub use roster::{ClassId, CounterFile, Roster, Unit, UnitId};
pub use schema::schema_of;
pub use scratch::{Field, with_paths};
pub use side::{BySide, Side};
pub use spanned::Spanned;
pub use strength::Strength;
pub use tag::Tag;
