//! The numbers of the book, as its digest has them.

engine::rulebook! {
    /// The Ford.
    pub(crate) FORD: "ford" = "1.1", "1.2", "2.1", "3.1", "4.1",
}

/// The books that a game cites.
pub(crate) const BOOKS: &[&engine::Rulebook] = &[&FORD];

/// A rule of the book.
macro_rules! rule {
    ($number:literal) => {
        engine::rule!(crate::rulebook::FORD, $number)
    };
}
