//! Where the books of the family differ in single sentences of chapters that they share. Whole chapters that a game adds
//! are in [`crate::variant`]; numbers are in its tables.

/// How stars work [15.1.2] of WB-95, [7.81] of WW3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stars {
    /// Four colours that void each other; a user is among the losers.
    Colours,
    /// One colour, against mechanised units, a few for each side; a user is the first loser.
    Plain,
}

/// The sentences of one book. The numbers are those of WB-95, then of WW3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book {
    /// Guns that support an attack must reach an attacking hex [6.3.2], or an attacked one [8.3.2].
    pub support_reaches_target: bool,
    /// Support of a defence helps regular units only [6.3.1]; here also guns that are attacked alone [8.4.1] [10.5.3].
    pub support_is_for_regulars: bool,
    /// In an enemy zone guns help only their own hex and attacks on a neighbour [8.5.1].
    pub zone_ties_guns: bool,
    /// Guns that support a defence from beside an attacker share the result [6.3.5]; here only those on the hex [8.4.9].
    pub defence_shared_beside: bool,
    /// Towed guns stay behind in combat set-up [6.2.4], or turn to transport and retreat [8.6.8].
    pub guns_retreat: bool,
    /// Towed guns in combat set-up may move a single hex [8.6.7].
    pub guns_shift: bool,
    /// Towed guns change their set-up in the Movement Phase only [6.2.4]; here in the Strategic
    /// Movement Phase too [13.1.3].
    pub guns_turn_in_strategic: bool,
    /// Guns that supported a combat do not pursue after it [7.7.9].
    pub support_bars_pursuit: bool,
    /// Guns that are attacked alone defend with one strength point for the hex [6.6.3], or one each
    /// [8.5.2].
    pub lone_guns_count: bool,
    /// The headquarters' modifier is used unless the player says otherwise (R79 of WW3).
    pub hq_is_usual: bool,
    /// Only supplied units spread control [4.3.5].
    pub control_needs_supply: bool,
    /// Headquarters go with a pursuit (R84); here they stay [7.7.1].
    pub hq_pursues: bool,
    /// A headquarters beside the fighting units may be given up for a CEL [11.3.3].
    pub hq_as_loss: bool,
    /// Overrun headquarters cost movement points too [11.3.4].
    pub hq_costs_overrun: bool,
    /// A pinned unit may dig although it retreated [7.1.3]; here not [9.1.3].
    pub pinned_digs: bool,
    /// Each hex not retreated is paid by a unit that is short of that very hex (R23 of WW3).
    pub hexes_paid_in_turn: bool,
    /// Bridges have a controller, and headquarters must cover those who rebuild them [14.1.4] [14.2.2].
    pub bridges_are_held: bool,
    /// A line of supply pays for a base without a road (R38 of WW3).
    pub base_is_paid: bool,
    /// Of equally strong defending hexes the defender chooses the one that counts [5.5.3], or the better for him counts (R29 of
    /// WW3).
    pub tied_hex_is_chosen: bool,
    /// How stars work.
    pub stars: Stars,
}

impl Book {
    /// WB-95: Moscow 1941, Kursk 1943.
    pub const WB95: Book = Book {
        support_reaches_target: false,
        support_is_for_regulars: true,
        zone_ties_guns: false,
        defence_shared_beside: true,
        guns_retreat: false,
        guns_shift: false,
        guns_turn_in_strategic: false,
        support_bars_pursuit: false,
        lone_guns_count: false,
        hq_is_usual: false,
        control_needs_supply: true,
        hq_pursues: true,
        hq_as_loss: false,
        hq_costs_overrun: false,
        pinned_digs: true,
        hexes_paid_in_turn: false,
        bridges_are_held: true,
        base_is_paid: false,
        tied_hex_is_chosen: true,
        stars: Stars::Colours,
    };

    /// WW3: Borodino 2025.
    pub const WW3: Book = Book {
        support_reaches_target: true,
        support_is_for_regulars: false,
        zone_ties_guns: true,
        defence_shared_beside: false,
        guns_retreat: true,
        guns_shift: true,
        guns_turn_in_strategic: true,
        support_bars_pursuit: true,
        lone_guns_count: true,
        hq_is_usual: true,
        control_needs_supply: false,
        hq_pursues: false,
        hq_as_loss: true,
        hq_costs_overrun: true,
        pinned_digs: false,
        hexes_paid_in_turn: true,
        bridges_are_held: false,
        base_is_paid: true,
        tied_hex_is_chosen: false,
        stars: Stars::Plain,
    };
}
