//! What case files say of what only this book has.

use crate::state::{Contamination, Pool};
use crate::{Arrival, Game, State};
use board::{Side, UnitId};
use engine::case::With;
use wb95::state::Mark;

/// The keys of `with`.
pub(crate) const KEYS: &[&str] = &[
    "aircraft",
    "helicopters",
    "ew",
    "spec",
    "advantage",
    "strikes",
    "strikes_campaign",
    "contaminated",
];

/// Whether a counter lies masked, and whether it may be dropped.
pub(crate) fn arrange_counter(
    game: &mut Game,
    state: &mut State,
    unit: UnitId,
    has: &dyn Fn(&str) -> bool,
) {
    state.position.set_mark(unit, Mark::Seen, !has("masked"));
    if has("airdrop") {
        game.own.arrivals[unit.index()] = Some(Arrival { turn: 1, airdrop: true });
    }
}

/// The pools, points and men: "coalition:12 russia:8".
pub(crate) fn arrange(game: &Game, state: &mut State, with: &With<'_>) -> Result<(), String> {
    let values = |key: &str| -> Result<Vec<(Side, u8)>, String> {
        let read = |word: &&str| {
            let (side, n) = word.split_once(':')?;
            Some((game.side_named(side)?, n.parse().ok()?))
        };
        let words = with.words(key)?;
        let wrong = || format!("with.{key}: expected such as coalition:3");
        words.iter().map(|w| read(w).ok_or_else(wrong)).collect()
    };
    let pool = |n: u8| Pool { available: n, start: n, used: 0 };
    let modern = &mut state.own;
    for (side, n) in values("aircraft")? {
        modern.air[side] = pool(n);
    }
    for (side, n) in values("helicopters")? {
        modern.ch[side] = pool(n);
    }
    for (side, n) in values("ew")? {
        modern.ew[side] = n.into();
    }
    for (side, n) in values("spec")? {
        modern.spec[side].ready = n;
    }
    for (side, n) in values("strikes")? {
        modern.strikes[side] = n;
    }
    for (side, n) in values("strikes_campaign")? {
        modern.strikes_campaign[side] = n;
    }
    modern.advantage = with.text("advantage")?.and_then(|n| game.side_named(n));
    for word in with.words("contaminated")? {
        let (hex, until) = (game.hex_named(word)?, state.turn + 1);
        let contamination = Contamination { hex, until };
        state.own.contaminated.push(contamination);
    }
    Ok(())
}
