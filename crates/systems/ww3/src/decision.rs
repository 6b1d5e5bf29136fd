//! What every decision of this book is written with.

pub(crate) use crate::{Game, State};
pub(crate) use board::{Side, UnitId};
pub(crate) use engine::view::Offer;
pub(crate) use engine::{
    Asked, Automatic, Choice, Choices, Decide, Flow, No, Rule, Text, Wrong, impossible,
};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use wb95::decision::{ask, counting, ending, only_if};
pub(crate) use wb95::desk::Desk;

pub(crate) type At<'a> = engine::At<'a, Game>;
pub(crate) type Play<'a> = engine::Play<'a, Game>;
