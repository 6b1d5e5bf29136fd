//! What the core asks of WW3 where a decision of its own leads to one that only WW3 has.

use super::Ww3;
use super::air::{Send, flight_of};
use super::landing::{Airlift, Land};
use super::nuclear::Nuclear;
use super::spec::{Cut, SpecBridge, SpecHq};
use super::step::Flight;
use super::step::Step;
use crate::decision::*;
use crate::state::Phase;
use crate::verb::{AIRCRAFT, HELICOPTERS, SPEC_BRIDGE, SPEC_HQ};

/// The buttons of support.
pub(super) const SUPPORT: [(Choice, Flight); 2] =
    [(AIRCRAFT, Flight::GroundAttack), (HELICOPTERS, Flight::Helicopters)];

impl Wb95 {
    /// What only WW3 has.
    ///
    /// # Panics
    ///
    /// In another game: its buttons are never offered there.
    pub(crate) fn modern(&self) -> &Ww3 {
        self.ww3.as_ref().expect("only WW3 has this decision")
    }
}

impl Ww3 {
    /// What the Combat Phase offers besides attacks and fire [17.2.3.1], and the Movement Phase besides moves [17.2.2.1].
    pub fn may_send_spec(&self, game: &Wb95, state: &State, choice: Choice) -> Result<(), No> {
        let fits = match choice {
            SPEC_BRIDGE => state.phase == Phase::Movement,
            SPEC_HQ => state.phase == Phase::Combat,
            _ => false,
        };
        match fits {
            true => self.has_spec(state, game.active(state)),
            false => Err(No::new("ww3:17.1.2", "no.not-now")),
        }
    }

    /// Special forces go for a bridge.
    pub fn ask_bridge(&self, state: &mut State) {
        state.ask(Step::from(SpecBridge));
    }

    /// They look for a headquarters.
    pub fn ask_hq(&self, state: &mut State) {
        state.ask(Step::from(SpecHq));
    }

    /// They may cut the enemy's supply in his Movement Phase [17.1.2].
    pub fn ask_cut(&self, state: &mut State, side: Side) {
        if state.modern().spec[side].ready > 0 {
            state.ask(Step::from(Cut { side }));
        }
    }

    /// Nuclear strikes in the place of the barrage that WW3 does not have ([NUC-1], R34).
    pub fn ask_nuclear(&self, state: &mut State, side: Side) {
        if self.strikes_left(state, side) > 0 {
            state.ask(Step::from(Nuclear));
        }
    }

    /// A unit is dropped.
    pub fn ask_landing(&self, state: &mut State, unit: UnitId) {
        state.ask(Step::from(Land { unit }));
    }

    /// A unit flies by helicopter.
    pub fn ask_airlift(&self, state: &mut State, unit: UnitId) {
        state.ask(Step::from(Airlift { unit }));
    }

    /// Whether a side may send aircraft or helicopters into the combat in hand by such a button.
    pub fn may_support_by(&self, state: &State, side: Side, choice: Choice) -> Result<(), No> {
        let flight = flight_of(&SUPPORT, choice).expect("a button of support");
        self.may_support(state, side, flight)
    }

    /// How many of them it sends.
    pub fn ask_support(&self, state: &mut State, side: Side, choice: Choice) {
        let flight = flight_of(&SUPPORT, choice).expect("a button of support");
        state.ask(Step::from(Send { side, flight }));
    }
}
