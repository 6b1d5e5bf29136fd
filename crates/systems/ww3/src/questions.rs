//! Questions of case files about what only this book has.

use crate::step::Flight;
use crate::{Game, State};
use engine::case::yes_no;

/// The answer to a question; `None` if it is none of these.
pub(crate) fn answer(game: &Game, state: &State, words: &[&str]) -> Option<String> {
    let hex = |n: &str| game.map.grid.parse(n).ok();
    match words {
        ["disrupted", id] => Some(yes_no(state.own.disrupted.contains(&game.roster.find(id)?))),
        ["contaminated", "until", n] => {
            let hex = hex(n)?;
            let struck = state.own.contaminated.iter().find(|c| c.hex == hex);
            Some(struck.map_or_else(|| String::from("none"), |c| c.until.to_string()))
        }
        ["contaminated", n] => Some(yes_no(game.own.is_contaminated(state, hex(n)?))),
        ["air", "defence", side, kind, "roll", roll] => {
            let flight = match *kind {
                "helicopters" => Flight::Helicopters,
                _ => Flight::GroundAttack,
            };
            let side = game.side_named(side)?;
            Some(game.own.defence_losses(side, flight, roll.parse().ok()?).to_string())
        }
        _ => answer_about_pools(game, state, words),
    }
}

/// What each side has left.
fn answer_about_pools(game: &Game, state: &State, words: &[&str]) -> Option<String> {
    match words {
        ["aircraft", side] => Some(state.own.air[game.side_named(side)?].available.to_string()),
        ["aircraft", "unspent", side] => {
            Some(state.own.air[game.side_named(side)?].unspent().to_string())
        }
        ["helicopters", side] => Some(state.own.ch[game.side_named(side)?].available.to_string()),
        ["helicopters", "unspent", side] => {
            Some(state.own.ch[game.side_named(side)?].unspent().to_string())
        }
        ["ew", side] => Some(state.own.ew[game.side_named(side)?].to_string()),
        ["spec", side] => Some(state.own.spec[game.side_named(side)?].ready.to_string()),
        ["spec", "resting", side] => {
            Some(state.own.spec[game.side_named(side)?].resting.len().to_string())
        }
        ["strikes", "left", side] => {
            let ww3 = &game.own;
            Some(ww3.strikes_left(state, game.side_named(side)?).to_string())
        }
        ["strikes", "used", side] => Some(state.own.strikes[game.side_named(side)?].to_string()),
        ["warned"] => {
            let ww3 = &game.own;
            Some(yes_no(ww3.warning(game, state).is_some()))
        }
        ["advantage"] => Some(match state.own.advantage {
            Some(side) => game.sides[side.index()].id.clone(),
            None => String::from("nobody"),
        }),
        ["score", side] => {
            let ww3 = &game.own;
            Some(ww3.totals(game, state)[game.side_named(side)?].to_string())
        }
        _ => None,
    }
}
