//! Sentences: plurals, and that every sentence exists.

use crate::{after_bids, choose_nth};
use board::Side;
use engine::{Text, Viewer};

#[test]
fn one_unit_may_move_and_two_units_may_move() {
    let session = after_bids(1);
    let say = |n| session.table().say(&Text::new("prompt.left").n(n));
    assert_eq!([say(1), say(2)], ["1 unit may move", "2 units may move"]);
}

#[test]
fn whoever_waits_reads_what_the_other_is_doing() {
    let mut session = after_bids(1);
    let side = choose_nth(&mut session, 0);
    let view = session.table().view(Viewer::Player(side.other()));
    assert_eq!(view["prompt"]["text"], "moving a unit");
    let own = session.table().view(Viewer::Player(side));
    let unit = if side == Side::A { "1st Red" } else { "1st Blue" };
    assert_eq!(own["prompt"]["text"], format!("Choose where {unit} goes."));
}
