//! What a shelf asks of a rule system.

/// The two functions by which a shelf knows a rule system, `ready` and `bots`, for its type. They stand in the crate of the
/// system, so that whoever opens games compiles nothing of any of them.
///
/// The type has `load(folder, scenario, options)` and its `catalogue`, to which the languages of the folder are added.
#[macro_export]
macro_rules! shelved {
    ($game:ty) => {
        /// The game, loaded for a scenario and ready for whoever need not know which it is.
        pub fn ready(
            folder: &dyn ::board::Folder,
            scenario: &str,
            options: &::std::collections::BTreeMap<String, String>,
        ) -> Result<::engine::Ready, ::board::Problems> {
            let mut game = <$game>::load(folder, scenario, options)?;
            game.catalogue.add_languages(folder)?;
            Ok(::engine::Ready::of(game))
        }

        /// The bots that play it, to whom things are worth so much.
        pub fn bots(weights: $crate::Weighed) -> $crate::Bots {
            $crate::Bots::of::<$game>(weights)
        }
    };
}
