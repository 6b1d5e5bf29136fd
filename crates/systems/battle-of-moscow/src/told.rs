//! What a player is told beside the map: how the sides stand, and a counter in words.

use crate::class::RUSSIAN;
use crate::game::BattleOfMoscow;
use crate::state::{State, Supply};
use board::Control;
use engine::view::UnitView;
use engine::{Arg, Text};

impl BattleOfMoscow {
    /// How far the Germans are from winning [VIC-1], or the Russians from holding all [VIC-3].
    pub fn standing(&self, state: &State) -> Text {
        let needed = self.tables.victory.consecutive_turns;
        let count = |id, n: u8| {
            let more = needed.saturating_sub(n);
            Text::new(id)
                .n(n)
                .with("needed", Arg::Number(needed.into()))
                .with("more", Arg::Number(more.into()))
        };
        let moscow = self.is_german_occupied(state, self.places.moscow);
        match () {
            () if self.germans_cannot_win(state) => {
                let ours = |h: &hex::HexId| state.position.control(*h) == Control::By(RUSSIAN);
                Text::new("standing.late")
                    .n(self.cities().filter(ours).count() as i64)
                    .with("all", Arg::Number(self.cities().count() as i64))
            }
            () if state.isolation_count > state.moscow_count => {
                count("standing.isolation", state.isolation_count)
            }
            () if moscow || state.moscow_count > 0 => count("standing.moscow", state.moscow_count),
            () => count("standing.open", 0),
        }
    }

    /// A counter in words.
    pub fn profile_of(&self, state: &State, view: &UnitView) -> Vec<Text> {
        let class = self.class(state, view.unit);
        let figures = Text::new("profile.figures")
            .with("attack", Arg::Strength(class.attack))
            .with("defence", Arg::Strength(class.defence))
            .with("movement", Arg::Number(class.movement.into()));
        let judged = view.hex.is_some() && class.needs_supply();
        let supplied = judged && self.supply_of(state, view.unit) == Supply::Supplied;
        [Some(figures), supplied.then(|| Text::new("profile.supplied"))]
            .into_iter()
            .flatten()
            .collect()
    }
}
