//! Victory (chapter 16): both sides score, and some scenarios end at once.

use crate::data::{InstantKind, Ww3PointKind};
use crate::{Game, Instant, Points, State, Ww3};
use board::{BySide, Side};
use engine::view::{PointItem, Points as ViewedPoints};
use engine::{Arg, Event, EventKind, Log, Outcome, Text};
use hex::{HexId, HexSet};
use std::cmp::Ordering;
use wb95::state::{Ending, Phase};

impl Ww3 {
    /// Whether a hex counts for a side: it stands there; of empty hexes those in its zone alone count, in
    /// the zones of both none, elsewhere those that it controls [6.1.6] (6.5). A set-up that is not
    /// finished counts for nobody: it is not seen yet (R49).
    pub fn counts_for(&self, game: &Game, state: &State, side: Side, hex: HexId) -> bool {
        if state.phase == Phase::Setup {
            return game.controls(state, side, hex);
        }
        if let Some(holder) = game.holder(state, hex) {
            return holder == side;
        }
        let zone = |s: Side| state.position.in_zone(s, hex);
        match (zone(side), zone(side.other())) {
            (false, false) => game.controls(state, side, hex),
            (own, enemy) => own && !enemy,
        }
    }

    /// How often a line of the points counts, and its hexes.
    pub fn score_line(&self, game: &Game, state: &State, line: &Points) -> (u16, Vec<HexId>) {
        let counts = |h: &HexId| self.counts_for(game, state, line.side, *h);
        let held: Vec<HexId> = line.hexes.iter().copied().filter(counts).collect();
        match line.kind {
            Ww3PointKind::Whole if held.len() < line.hexes.len() => (0, Vec::new()),
            Ww3PointKind::Whole => (1, held),
            _ => (held.len() as u16, held),
        }
    }

    /// The points of both sides.
    pub fn totals(&self, game: &Game, state: &State) -> BySide<u16> {
        let mut totals = BySide::new(0, 0);
        for line in &self.points {
            totals[line.side] += self.score_line(game, state, line).0 * line.value;
        }
        totals
    }

    /// By how much the coalition leads.
    pub fn lead(&self, game: &Game, state: &State) -> i32 {
        let totals = self.totals(game, state);
        i32::from(totals[Side::A]) - i32::from(totals[Side::B])
    }

    /// The end of the last turn: the totals are compared (R69).
    pub fn end_by_points(&self, game: &Game, state: &mut State, log: &mut Log) {
        let totals = self.totals(game, state);
        state.ending = Some(Ending::Compared(totals));
        end(state);
        log.say(|| {
            let rule = self.points.first().map_or(rule!("TM-7"), |p| p.rule);
            let event = Event::new(EventKind::Ended, rule, compared("event.compared", totals));
            event.rule(game.cites.scenario) // how long the scenario lasts
        });
    }

    /// Whether a scenario ends at once [MOS-7]: asked after every step, the line to the edge only at the end of a turn (R55).
    pub fn check_instant(&self, game: &Game, state: &mut State, end_of_turn: bool, log: &mut Log) {
        if matches!(state.phase, Phase::Setup | Phase::Over) {
            return;
        }
        let won = self.instants.iter().position(|i| match i.kind {
            InstantKind::RegularOn => i.from.iter().any(|&hex| {
                let mut stack = state.position.stack(hex);
                stack.any(|u| {
                    game.class(u).is_regular() && i.faction == Some(self.faction[u.index()])
                })
            }),
            InstantKind::LineToEdge => {
                end_of_turn && self.has_line(game, state, i, |h| game.has_regular(state, h))
            }
        });
        let Some(won) = won else { return };
        state.ending = Some(Ending::Instant(won as u8));
        end(state);
        let instant = &self.instants[won];
        log.say(|| {
            let text = Text::new("event.instant").side(instant.side);
            Event::new(EventKind::Ended, instant.rule, text)
        });
    }

    /// Who has won, and how.
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        match state.ending.as_ref()? {
            Ending::Compared(totals) => {
                let (a, b) = (totals[Side::A], totals[Side::B]);
                let winner = match a.cmp(&b) {
                    Ordering::Greater => Some(Side::A),
                    Ordering::Less => Some(Side::B),
                    Ordering::Equal => None,
                };
                let class = if winner.is_some() { "points" } else { "draw" };
                let rule = self.points.first().map_or(rule!("TM-7"), |p| p.rule);
                let text = match winner {
                    Some(side) => compared("outcome.compared", *totals).side(side),
                    None => compared("outcome.draw", *totals),
                };
                Some(Outcome { winner, class: class.to_string(), text, rules: [rule].into() })
            }
            Ending::Instant(index) => {
                let instant = self.instants.get(usize::from(*index))?;
                let text = Text::new("outcome.instant").side(instant.side);
                Some(Outcome {
                    winner: Some(instant.side),
                    class: String::from("instant"),
                    text,
                    rules: [instant.rule].into(),
                })
            }
            Ending::Placed => Some(Outcome {
                winner: None,
                class: String::from("placed"),
                text: Text::new("outcome.placed"),
                rules: [rule!("HF-8")].into(),
            }),
            Ending::Automatic(_) | Ending::Points(_) => None,
        }
    }

    /// Who is winning and by what.
    pub fn point_views(&self, game: &Game, state: &State) -> ViewedPoints {
        let items = self.points.iter().map(|line| {
            let (times, hexes) = self.score_line(game, state, line);
            let id = match line.kind {
                Ww3PointKind::EachHex => "points.each-hex",
                Ww3PointKind::Whole => "points.whole",
                Ww3PointKind::Cities => "points.cities",
                Ww3PointKind::Airfields => "points.airfields",
            };
            let text = Text::new(id)
                .n(times)
                .with("place", Arg::Name(line.place.clone()))
                .with("value", Arg::Number(line.value.into()));
            let value = (times * line.value).to_string();
            PointItem { text, value: value.into(), rule: line.rule, hexes, side: Some(line.side) }
        });
        let instants = self.instants.iter().map(|i| self.instant_view(game, state, i));
        let items = items.chain(instants).collect();
        let verdict = compared("points.compared", self.totals(game, state));
        ViewedPoints { standing: self.standing(game, state), verdict, items }
    }

    /// Who leads by how much, and whether the line that wins the game is open.
    fn standing(&self, game: &Game, state: &State) -> Vec<Text> {
        if state.own.duel.is_some() || self.points.is_empty() && self.instants.is_empty() {
            return vec![Text::new("standing.placing")];
        }
        let lead = self.lead(game, state);
        let totals = self.totals(game, state);
        let points = match lead.cmp(&0) {
            Ordering::Equal => compared("standing.level", totals),
            Ordering::Greater => compared("standing.leads", totals).side(Side::A),
            Ordering::Less => compared("standing.leads", totals).side(Side::B),
        };
        let open =
            |i: &&Instant| i.kind == InstantKind::LineToEdge && self.may_have_line(game, state, i);
        let line = self.instants.iter().find(open);
        let line = line.map(|i| Text::new("standing.line").side(i.side));
        std::iter::once(points.n(lead.unsigned_abs())).chain(line).collect()
    }

    /// A victory at once, and how near it is.
    fn instant_view(&self, game: &Game, state: &State, instant: &Instant) -> PointItem {
        let (id, value) = match instant.kind {
            InstantKind::RegularOn => ("points.regular-on", "points.at-once"),
            InstantKind::LineToEdge if self.may_have_line(game, state, instant) => {
                ("points.line", "points.open")
            }
            InstantKind::LineToEdge => ("points.line", "points.closed"),
        };
        let hexes = match instant.kind {
            InstantKind::RegularOn => instant.from.clone(),
            InstantKind::LineToEdge => Vec::new(),
        };
        let hex = instant.from.first().copied().unwrap_or(HexId::NONE);
        PointItem {
            text: Text::new(id).hex(hex).side(instant.side),
            value: engine::Part::word(value),
            rule: instant.rule,
            hexes,
            side: Some(instant.side),
        }
    }

    /// Whether a line may be free as far as everybody can see: any occupied hex might hold a regular unit [19.1.1].
    fn may_have_line(&self, game: &Game, state: &State, instant: &Instant) -> bool {
        self.has_line(game, state, instant, |_| true)
    }

    /// Whether the enemy of a side may have a free line to the edge, as far as everybody can see; nothing where no scenario
    /// is won by one.
    pub fn line_open(&self, game: &Game, state: &State, side: Side) -> Option<bool> {
        let against = |i: &&Instant| i.kind == InstantKind::LineToEdge && i.side != side;
        let instant = self.instants.iter().find(against)?;
        Some(self.may_have_line(game, state, instant))
    }

    /// Whoever sets up against a victory by a line is warned while one is free (R61).
    pub fn warning(&self, game: &Game, state: &State) -> Option<Text> {
        let side = state.arranging;
        (self.line_open(game, state, side) == Some(true))
            .then(|| Text::new("fact.line-open").side(side.other()))
    }

    /// A connected line of free hexes from a held hex to an edge (R55); a regular unit keeps its hex free of enemy zones.
    fn has_line(
        &self,
        game: &Game,
        state: &State,
        instant: &Instant,
        regular: impl Fn(HexId) -> bool,
    ) -> bool {
        let (side, enemy) = (instant.side, instant.side.other());
        let free = |h: HexId| {
            if game.holds(state, enemy, h)
                || self.is_closed(game, h)
                || self.is_contaminated(state, h)
            {
                return false;
            }
            (game.holds(state, side, h) && regular(h)) || !state.position.in_zone(enemy, h)
        };
        let mut seen = HexSet::new(game.map.grid.len());
        let starts =
            instant.from.iter().copied().filter(|&h| game.controls(state, side, h) && free(h));
        let mut open: Vec<HexId> = starts.collect();
        open.iter().for_each(|&h| {
            seen.insert(h);
        });
        while let Some(hex) = open.pop() {
            if instant.to.contains(&hex) {
                return true;
            }
            for near in game.map.grid.around(hex) {
                if !seen.contains(near) && free(near) {
                    seen.insert(near);
                    open.push(near);
                }
            }
        }
        false
    }
}

/// Both totals in a sentence.
pub fn compared(id: &'static str, totals: BySide<u16>) -> Text {
    Text::new(id)
        .with("a", Arg::Number(totals[Side::A].into()))
        .with("b", Arg::Number(totals[Side::B].into()))
}

fn end(state: &mut State) {
    state.phase = Phase::Over;
    state.stages.clear();
}
