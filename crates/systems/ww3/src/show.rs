//! What viewers are shown of WW3: the tracks (chapter 1.1), the markers on the map, the colours of the factions, what stands
//! beside a question.

use crate::air::unspent;
use crate::step::Flight;
use crate::victory::compared;
use crate::{Game, State, Ww3};
use board::{BySide, Side, UnitId};
use engine::view::{Area, Note, Overlay, TrackView};
use engine::{Arg, Rule, Text};
use hex::HexId;

/// A line under a track, with its rule.
type Item = (Text, Rule);

/// The palette of a masked stack: that of its side.
pub(crate) fn mask_nation(side: Side) -> &'static str {
    match side {
        Side::A => "us",
        Side::B => "russian",
    }
}

impl Ww3 {
    /// The palette of a counter: its faction's, or its nation's. Russians fight on both sides; their factions tell them apart.
    pub fn palette<'a>(&'a self, game: &'a Game, unit: UnitId) -> &'a str {
        let faction = &self.factions[usize::from(self.faction[unit.index()])];
        faction.colours.as_deref().unwrap_or_else(|| game.nation(unit))
    }

    /// The tracks of the strip: pools, electronic warfare, special forces, nuclear strikes. Each shows both sides.
    pub fn track_views(&self, state: &State) -> Vec<TrackView> {
        let mut tracks = Vec::new();
        if let Some(duel) = &state.own.duel {
            let left = BySide::of(|s| self.aviation_left(duel.aviation[s]).into());
            tracks.push(both("air", "track.aviation", left, rule!("HF-5"), Vec::new()));
            return tracks;
        }
        if let Some(side) = state.own.advantage {
            let value = Text::new("track.holds").side(side);
            let items = vec![(Text::new("track.advantage-means").side(side), rule!("10.1.4"))];
            let (id, rule) = ("advantage", rule!("10.1.3"));
            tracks.push(TrackView { id, label: Text::new("track.advantage"), value, rule, items });
        }
        tracks.extend(self.pool_tracks(state));
        tracks.extend(self.nuclear_track(state));
        tracks
    }

    fn aviation_left(&self, called: u8) -> u8 {
        self.duel.as_ref().map_or(0, |p| p.aviation).saturating_sub(called)
    }

    fn pool_tracks(&self, state: &State) -> Vec<TrackView> {
        let modern = &state.own;
        let pool = |flight: Flight, rule| {
            let now = BySide::of(|s| u16::from(unspent(state, s, flight)));
            let items = Side::BOTH.map(|s| {
                let next = match flight {
                    Flight::Helicopters => modern.ch[s].available,
                    Flight::Bomber | Flight::GroundAttack => modern.air[s].available,
                };
                (with_number(Text::new("track.pool-of").side(s).n(now[s]), "left", next), rule)
            });
            (now, items.to_vec())
        };
        let (air, air_items) = pool(Flight::GroundAttack, rule!("10.1.6"));
        let (ch, ch_items) = pool(Flight::Helicopters, rule!("22.6"));
        let spec = |s: Side| &modern.spec[s];
        let spec_items: Vec<Item> = Side::BOTH
            .map(|s| {
                let text = Text::new("track.spec-of").side(s).n(spec(s).ready);
                (with_number(text, "resting", spec(s).resting.len() as u8), rule!("17.3.1"))
            })
            .to_vec();
        let ready = BySide::of(|s| u16::from(spec(s).ready));
        let ew = BySide::of(|s| modern.ew[s]);
        vec![
            both("air", "track.aircraft", air, rule!("10.1.1"), air_items),
            both("helicopters", "track.helicopters", ch, rule!("23.2"), ch_items),
            both("ew", "track.ew", ew, rule!("20.1"), Vec::new()),
            both("spec", "track.spec", ready, rule!("17.1.1"), spec_items),
        ]
    }

    /// Nuclear strikes that are left, and how often each side has struck (R47).
    fn nuclear_track(&self, state: &State) -> Option<TrackView> {
        let modern = &state.own;
        let left = BySide::of(|s| u16::from(self.strikes_left(state, s)));
        let used = BySide::of(|s| u16::from(modern.strikes[s]));
        let any = Side::BOTH.into_iter().any(|s| left[s] + used[s] > 0 || self.strikes[s] > 0);
        let strikes = self.page().strikes;
        let items = Side::BOTH.map(|s| {
            let text = Text::new("track.strikes-of").side(s).n(left[s]);
            let text = with_number(text, "used", modern.strikes[s]);
            let before = modern.strikes_campaign[s];
            (
                with_number(text, "before", before),
                if self.answers == Some(s) { rule!("R47") } else { strikes },
            )
        });
        any.then(|| both("nuclear", "track.nuclear", left, rule!("NUC-1"), items.to_vec()))
    }

    /// Contaminated hexes, hexes where special forces cut supply, bridges that are down.
    pub fn markers(&self, game: &Game, state: &State) -> Overlay {
        let modern = &state.own;
        let mut notes: Vec<Note> = Vec::new();
        let mut note =
            |hex, kind, text, rule| notes.push(Note { unit: None, hex, kind, text, rule });
        for c in &modern.contaminated {
            let text = Text::new("note.contaminated");
            let text = text.with("day", Arg::Name(game.day(c.until).to_string()));
            note(c.hex, "contaminated", text, rule!("NUC-6"));
        }
        for side in Side::BOTH {
            for &hex in &modern.spec[side].cutting {
                note(hex, "cut", Text::new("note.cut").side(side), rule!("17.2.4.1"));
            }
        }
        let bridges = game.ground.bridges.iter().zip(&state.broken);
        for (&side, _) in bridges.filter(|(_, broken)| **broken) {
            let hex = game.map.grid.hexes_of(side).0;
            let text = Text::new("note.bridge-out").with("bridge", Arg::Hexside(side));
            note(hex, "bridge-out", text, rule!("16.1.1"));
        }
        let area = |kind, side, hexes: Vec<HexId>| Area { kind, side, hexes };
        let poisoned = modern.contaminated.iter().map(|c| c.hex).collect();
        let cut_by = |s: Side| area("cut", Some(s), modern.spec[s].cutting.to_vec());
        let areas = vec![area("contaminated", None, poisoned), cut_by(Side::A), cut_by(Side::B)];
        Overlay { areas, notes, ..Overlay::default() }
    }
}

/// A track with the numbers of both sides.
fn both(
    id: &'static str,
    label: &'static str,
    n: BySide<u16>,
    rule: Rule,
    items: Vec<Item>,
) -> TrackView {
    let value = compared("track.both", n);
    TrackView { id, label: Text::new(label), value, rule, items }
}

fn with_number(text: Text, name: &'static str, n: u8) -> Text {
    text.with(name, Arg::Number(n.into()))
}
