//! The buttons that only this book has, after those of WB-95.

engine::verbs! {
    after wb95::verb::BUTTONS;
    /// Uses electronic warfare [20.2].
    EW = "ew";
    /// Lets special forces direct an attack from afar [17.2.5.1].
    SPEC = "spec";
    /// Fires a thermobaric shot [22.3].
    THERMOBARIC = "thermobaric";
    /// Sends aircraft [10.5.2].
    AIRCRAFT = "aircraft";
    /// Sends combat helicopters [23.1].
    HELICOPTERS = "helicopters";
    /// Flies a bomber mission [10.4.1].
    BOMBERS = "bombers";
    /// Flies a ground attack [10.5.1].
    GROUND_ATTACK = "ground-attack";
    /// Sends special forces against a bridge [17.2.2.1].
    SPEC_BRIDGE = "spec-bridge";
    /// Sends special forces against a headquarters [17.2.3.1].
    SPEC_HQ = "spec-hq";
    /// Drops a unit [4.2.11].
    AIRDROP = "airdrop";
    /// Flies a unit by helicopter [4.2.21].
    AIRLIFT = "airlift";
    /// Calls aviation into a duel [HF-5].
    AVIATION = "aviation";
    /// Does without the headquarters' modifier (R79).
    NO_HQ = "no-hq";
}
