//! What the rules of every scenario cost: choices a second by lot beside those of a named peer in the same run; a movement range,
//! the supply of a whole army, the odds of a combat, each as a ratio to a copy of the state.
//!
//! The peer is chess by `cozy-chess`, by lot as well: list the legal moves, draw one, make it.
//!
//! Without `--bench` (as under `cargo test`) one round is run in the first scenario of each game.

use battle_of_moscow::BattleOfMoscow;
use board::{Side, UnitId};
use cozy_chess::{Board, Move};
use engine::{Game, Log, Seated, SeededDice, Table, Viewer};
use hex::HexId;
use last_stand::LastStand;
use shelf::Shelf;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wb95::{Book, Classic, Wb95};
use ww3::Ww3Book;

/// A position for movement is one in which so many units may move.
const MOVERS: usize = 10;
/// So many choices by lot are made at most to find a position.
const CHOICES_MAX: u64 = 6000;
/// So many games by lot are played for the choices a second.
const GAMES: u64 = 10;
/// So many games of chess are played, each at most so many moves long.
const CHESS_GAMES: u64 = 500;
const CHESS_MOVES_MAX: u64 = 400;

/// What is asked of a game beyond what the engine asks.
trait Measured: Game {
    fn movers(&self, state: &Self::State, side: Side) -> Vec<UnitId>;
    fn range(&self, state: &Self::State, unit: UnitId) -> usize;
    fn supply(&self, state: &Self::State, side: Side);
}

impl<B: Book> Measured for Wb95<B> {
    fn movers(&self, state: &Self::State, side: Side) -> Vec<UnitId> {
        let units = self.units_of(state, side).map(|(u, _)| u);
        units.filter(|&u| self.may_pick(state, u).is_ok()).collect()
    }

    fn range(&self, state: &Self::State, unit: UnitId) -> usize {
        let at: HexId = state.position.hex(unit).expect("on the map");
        self.destinations(state, unit, at, self.fresh(state, unit)).len()
    }

    fn supply(&self, state: &Self::State, side: Side) {
        black_box(self.supply_map(state, side));
    }
}

impl Measured for BattleOfMoscow {
    fn movers(&self, state: &Self::State, side: Side) -> Vec<UnitId> {
        let units = self.units_of(state, side).map(|(u, _)| u);
        units.filter(|&u| self.may_move(state, u).is_ok()).collect()
    }

    fn range(&self, state: &Self::State, unit: UnitId) -> usize {
        let at = state.position.hex(unit).expect("on the map");
        self.moves(state, unit, at, self.allowance(state, unit)).len()
    }

    fn supply(&self, state: &Self::State, side: Side) {
        black_box(self.edge_supply(state, side));
    }
}

impl Measured for LastStand {
    fn movers(&self, state: &Self::State, side: Side) -> Vec<UnitId> {
        let units = self.units_of(state, side).map(|(u, _)| u);
        units.filter(|&u| self.may_move(state, u).is_ok()).collect()
    }

    fn range(&self, state: &Self::State, unit: UnitId) -> usize {
        self.destinations(state, &self.move_of(state, &[unit])).len()
    }

    fn supply(&self, state: &Self::State, side: Side) {
        if side == last_stand::class::SOVIET {
            black_box(self.soviet_supply(state, &self.soviet_edges(state), &[]));
            return;
        }
        let formations = self.units_of(state, side).map(|(u, _)| self.facts(u).formation);
        let formations: std::collections::BTreeSet<_> = formations.collect();
        for formation in formations {
            black_box(self.german_supply(state, formation, &[]));
        }
    }
}

fn main() {
    let is_bench = std::env::args().any(|a| a == "--bench");
    let rounds = if is_bench { 200 } else { 1 };
    let shelf = Shelf::builtin();
    let (games, chess_games) = if is_bench { (GAMES, CHESS_GAMES) } else { (1, 1) };
    let peer = chess_moves_a_second(chess_games);
    println!("chess by cozy-chess: {peer:.0} moves/s");
    println!(
        "scenario | choices/s | of the peer | units | copy | range | supply of the army | odds"
    );
    for game in shelf.ids().collect::<Vec<_>>() {
        let scenarios = shelf.scenarios(game).unwrap_or_default();
        for scenario in scenarios.iter().take(if is_bench { usize::MAX } else { 1 }) {
            let opened = shelf.open(game, &scenario.id, &BTreeMap::new()).expect("on the shelf");
            let table = (opened.start)(&mut SeededDice::new(1), &mut Log::silent());
            let name = format!("{game} {}", scenario.id);
            let run = Run { name, rounds, games, peer };
            let measured = measure::<Wb95<Classic>>(&*table, &run)
                || measure::<Wb95<Ww3Book>>(&*table, &run)
                || measure::<BattleOfMoscow>(&*table, &run)
                || measure::<LastStand>(&*table, &run);
            assert!(measured, "{} is of a rule system that is not measured", run.name);
        }
    }
}

/// How a scenario is measured.
struct Run {
    name: String,
    rounds: u32,
    games: u64,
    /// What the peer does in a second.
    peer: f64,
}

/// Measures a table if it is of this rule system.
fn measure<G: Measured + 'static>(table: &dyn Table, run: &Run) -> bool
where
    G::State: Clone,
{
    let Some(seat) = table.any().downcast_ref::<Seated<G>>() else { return false };
    let (game, name, rounds) = (&*seat.game, &run.name, run.rounds);
    let speed = choices_a_second(seat, run.games);
    let lots = format!("{speed:.0} | {:.3}", speed / run.peer);
    let moves = |state: &G::State| {
        game.decider(state).is_some_and(|side| game.movers(state, side).len() >= MOVERS)
    };
    let rolls = |state: &G::State| game.is_about_to_roll(state).is_some();
    let Some(state) = seek(seat, moves) else {
        println!("{name} | {lots} | nobody moves before it is over");
        return true;
    };
    let side = game.decider(&state).expect("somebody decides");
    let movers = game.movers(&state, side);
    let copy = time(rounds * 10, || drop(black_box(state.clone())));
    let range = time(rounds, || {
        black_box(movers.iter().map(|&u| game.range(&state, u)).sum::<usize>());
    }) / movers.len() as u32;
    let supply = time(rounds, || game.supply(&state, side));
    let odds = seek(seat, rolls)
        .map(|state| time(rounds, || drop(black_box(game.odds(&state, Viewer::Spectator)))));
    let of = |t: Duration| format!("{:.1}", t.as_secs_f64() / copy.as_secs_f64().max(1e-12));
    println!(
        "{name} | {lots} | {} | {copy:.2?} | {} ({range:.1?}) | {} ({supply:.1?}) | {}",
        movers.len(),
        of(range),
        of(supply),
        odds.map_or(String::from("no combat"), |odds| format!("{} ({odds:.1?})", of(odds))),
    );
    true
}

/// Choices a second in whole games by lot. The choice is drawn by its number, so that no list is built.
fn choices_a_second<G: Game>(seat: &Seated<G>, games: u64) -> f64 {
    let begun = Instant::now();
    let mut all = 0;
    for seed in 1..=games {
        let mut table = seat.clone();
        let (mut dice, mut log) = (SeededDice::new(seed), Log::silent());
        let mut made = 0;
        while table.decider().is_some() {
            let choices = table.at_desk().choices;
            let drawn = mind::derive(seed, made) as usize % choices.len();
            let choice = choices.nth(drawn).expect("it was drawn from so many");
            table.choose(choice, &mut dice, &mut log);
            made += 1;
        }
        all += made;
    }
    all as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

/// Moves a second in games of chess by lot.
fn chess_moves_a_second(games: u64) -> f64 {
    let begun = Instant::now();
    let (mut all, mut legal): (u64, Vec<Move>) = (0, Vec::new());
    for seed in 1..=games {
        let mut board = Board::default();
        for made in 0..CHESS_MOVES_MAX {
            legal.clear();
            board.generate_moves(|moves| {
                legal.extend(moves);
                false
            });
            if legal.is_empty() {
                break;
            }
            board.play_unchecked(legal[mind::derive(seed, made) as usize % legal.len()]);
            all += 1;
        }
        black_box(&board);
    }
    all as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

/// The first state of a game by lot of which something is so.
fn seek<G: Game>(seat: &Seated<G>, is_so: impl Fn(&G::State) -> bool) -> Option<G::State>
where
    G::State: Clone,
{
    let (game, mut state) = (&*seat.game, seat.state().clone());
    let (mut dice, mut all) = (SeededDice::new(1), Vec::new());
    for n in 0..CHOICES_MAX {
        if is_so(&state) {
            return Some(state);
        }
        game.decider(&state)?;
        all.clear();
        game.choices(&state, &mut all);
        let drawn = mind::derive(1, n) as usize % all.len();
        game.make(&mut state, all[drawn], &mut dice, &mut Log::silent());
    }
    None
}

fn time(rounds: u32, mut work: impl FnMut()) -> Duration {
    let begun = Instant::now();
    (0..rounds).for_each(|_| work());
    begun.elapsed() / rounds.max(1)
}
