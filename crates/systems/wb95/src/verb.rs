//! The buttons of the game.

engine::verbs! {
    /// Ends the phase or the step.
    DONE = "done" primary;
    /// Takes the usual set-up.
    SUGGESTED = "suggested" primary;
    /// Puts the unit in hand down.
    STOP = "stop";
    /// Pays a level for full movement [10.2.3].
    FULL = "full";
    /// Changes the set-up of artillery [6.2.4].
    SET_UP = "set-up";
    /// Builds field fortifications [7.1.2].
    FORTIFY = "fortify";
    /// Marks for strategic movement [12.1.4].
    MARK = "mark";
    /// Leaves the map [11.2.3].
    LEAVE = "leave";
    /// Gives a CEL of the Volkssturm to the infantry beside it [15.3.3].
    REFILL = "refill";
    /// Declares the combat.
    DECLARE = "declare" primary;
    /// Throws the dice.
    ROLL = "roll" primary;
    /// A ranged attack [6.4.1].
    FIRE = "fire";
    /// Uses stars [15.1.6].
    STARS = "stars";
    /// Uses the headquarters [9.2.1].
    HQ = "hq";
    /// Uses columns of a lost headquarters [9.1.6].
    POOL = "pool";
    /// Uses fortification units [15.4.2].
    FORTIFICATION_UNITS = "fortification-units";
    /// Flies offensive support.
    OFFENSIVE = "offensive";
    /// Flies defensive support.
    DEFENSIVE = "defensive";
    /// Flies an air attack.
    AIR_ATTACK = "air-attack";
    /// Flies against a bridge.
    OBJECT = "object";
    /// Flies movement disorganisation.
    INTERDICTION = "interdiction";
    /// Flies against river crossings.
    CROSSING = "crossing";
    /// Flies supplies.
    AIR_SUPPLY = "air-supply";
}
