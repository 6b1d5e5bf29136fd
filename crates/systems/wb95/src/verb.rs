//! The buttons of the game.

use engine::{Choice, Verb};

macro_rules! verbs {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $label:literal;)*) => {
        /// The names of the verbs, in the order of their numbers.
        pub const VERBS: &[&str] = &[$($word),*];
        /// Their labels in the catalogue.
        pub const LABELS: &[&str] = &[$($label),*];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Number { $($name),* }
        $($(#[$doc])* pub const $name: Choice = Choice::Verb(Verb(Number::$name as u16));)*
    };
}

verbs! {
    /// Ends the phase or the step.
    DONE = "done", "verb.done";
    /// Takes the usual set-up.
    SUGGESTED = "suggested", "verb.suggested";
    /// Puts the unit in hand down.
    STOP = "stop", "verb.stop";
    /// Pays a level for full movement [10.2.3].
    FULL = "full", "verb.full";
    /// Changes the set-up of artillery [6.2.4].
    SET_UP = "set-up", "verb.set-up";
    /// Builds field fortifications [7.1.2].
    FORTIFY = "fortify", "verb.fortify";
    /// Marks for strategic movement [12.1.4].
    MARK = "mark", "verb.mark";
    /// Leaves the map [11.2.3].
    LEAVE = "leave", "verb.leave";
    /// Gives a CEL of the Volkssturm to the infantry beside it [15.3.3].
    REFILL = "refill", "verb.refill";
    /// Declares the combat.
    DECLARE = "declare", "verb.declare";
    /// Throws the dice.
    ROLL = "roll", "verb.roll";
    /// A ranged attack [6.4.1].
    FIRE = "fire", "verb.fire";
    /// Uses stars [15.1.6].
    STARS = "stars", "verb.stars";
    /// Uses the headquarters [9.2.1].
    HQ = "hq", "verb.hq";
    /// Uses columns of a lost headquarters [9.1.6].
    POOL = "pool", "verb.pool";
    /// Uses fortification units [15.4.2].
    FORTIFICATION_UNITS = "fortification-units", "verb.fortification-units";
    /// Flies offensive support.
    OFFENSIVE = "offensive", "verb.offensive";
    /// Flies defensive support.
    DEFENSIVE = "defensive", "verb.defensive";
    /// Flies an air attack.
    AIR_ATTACK = "air-attack", "verb.air-attack";
    /// Flies against a bridge.
    OBJECT = "object", "verb.object";
    /// Flies movement disorganisation.
    INTERDICTION = "interdiction", "verb.interdiction";
    /// Flies against river crossings.
    CROSSING = "crossing", "verb.crossing";
    /// Flies supplies.
    AIR_SUPPLY = "air-supply", "verb.air-supply";
    /// Uses electronic warfare ([20.2] of WW3).
    EW = "ew", "verb.ew";
    /// Lets special forces direct an attack from afar ([17.2.5.1] of WW3).
    SPEC = "spec", "verb.spec";
    /// Fires a thermobaric shot ([22.3] of WW3).
    THERMOBARIC = "thermobaric", "verb.thermobaric";
    /// Sends aircraft ([10.5.2] of WW3).
    AIRCRAFT = "aircraft", "verb.aircraft";
    /// Sends combat helicopters ([23.1] of WW3).
    HELICOPTERS = "helicopters", "verb.helicopters";
    /// Flies a bomber mission ([10.4.1] of WW3).
    BOMBERS = "bombers", "verb.bombers";
    /// Flies a ground attack ([10.5.1] of WW3).
    GROUND_ATTACK = "ground-attack", "verb.ground-attack";
    /// Sends special forces against a bridge ([17.2.2.1] of WW3).
    SPEC_BRIDGE = "spec-bridge", "verb.spec-bridge";
    /// Sends special forces against a headquarters ([17.2.3.1] of WW3).
    SPEC_HQ = "spec-hq", "verb.spec-hq";
    /// Drops a unit ([4.2.11] of WW3).
    AIRDROP = "airdrop", "verb.airdrop";
    /// Flies a unit by helicopter ([4.2.21] of WW3).
    AIRLIFT = "airlift", "verb.airlift";
    /// Calls aviation into a duel ([HF-5] of WW3).
    AVIATION = "aviation", "verb.aviation";
    /// Does without the headquarters' modifier (R79 of WW3).
    NO_HQ = "no-hq", "verb.no-hq";
}
