//! What a player is told beside the map: how the sides stand, what he may have forgotten, a counter in words,
//! what the button that ends a step will do.

use crate::class::RUSSIAN;
use crate::game::BattleOfMoscow;
use crate::state::{Phase, Stage, State, Supply};
use board::{Control, UnitId};
use engine::view::{Offer, Owed, UnitView, offered_hexes, offered_units};
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

    /// What may have been forgotten before a step ends.
    pub fn reminders_of(&self, state: &State, offers: &[Offer]) -> Vec<Owed> {
        let units = || offered_units(offers);
        match state.stage() {
            Some(Stage::Movement | Stage::Moving { .. }) => {
                let unsupplied = |u: &UnitId| self.supply_of(state, *u) != Supply::Supplied;
                let (cut, others) = units().into_iter().partition(unsupplied);
                [
                    Owed::of_units("remind.unsupplied", "SUP-5", cut),
                    Owed::of_units("remind.move", "SEQ-3", others),
                ]
                .into_iter()
                .flatten()
                .collect()
            }
            Some(Stage::Arrivals) => {
                Owed::of_units("remind.arrive", "SEQ-2", units()).into_iter().collect()
            }
            Some(Stage::Declaration) => {
                let fresh =
                    offered_hexes(offers).into_iter().filter(|&h| !self.is_target(state, h));
                Owed::of_hexes("remind.attack", "SEQ-4", fresh.collect()).into_iter().collect()
            }
            _ => Vec::new(),
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

    /// What the button that ends a step says.
    pub fn done_label(&self, state: &State) -> &'static str {
        match state.phase {
            Phase::Arrivals => "verb.end-arrivals",
            Phase::FirstDeclaration | Phase::SecondDeclaration => "verb.end-declaration",
            Phase::FirstMovement | Phase::SecondMovement | Phase::NewMovement => {
                "verb.end-movement"
            }
            _ => "verb.done",
        }
    }
}
