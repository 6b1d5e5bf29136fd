//! The tracks of WW3 (chapter 1.1).

use super::Ww3;
use super::victory::compared;
use crate::game::Wb95;
use crate::state::State;
use board::Side;
use engine::Text;
use engine::view::TrackView;

impl Ww3 {
    /// The palette of a masked stack: that of the side's first nation.
    pub fn mask_nation(&self, side: Side) -> &'static str {
        match side {
            Side::A => "us",
            Side::B => "russian",
        }
    }

    /// The tracks of the strip: both pools, electronic warfare, special forces, nuclear strikes, points.
    pub fn track_views(&self, game: &Wb95, state: &State) -> Vec<TrackView> {
        let modern = state.modern();
        let mut tracks = Vec::new();
        let mut add = |id, label, value: Text, rule| {
            tracks.push(TrackView { id, label: Text::new(label), value, rule, items: Vec::new() });
        };
        let amount = |side: Side, n: i64| Text::new("track.amount").side(side).n(n);
        for side in Side::BOTH {
            let air = amount(side, modern.air[side].unspent().into());
            add("air", "track.aircraft", air, "ww3:10.1.1");
            let ch = amount(side, modern.ch[side].unspent().into());
            add("helicopters", "track.helicopters", ch, "ww3:23.2");
            add("ew", "track.ew", amount(side, modern.ew[side].into()), "ww3:20.1");
            let spec = amount(side, modern.spec[side].ready.into());
            add("spec", "track.spec", spec, "ww3:17.1.1");
            let strikes = self.strikes_left(state, side);
            if strikes > 0 {
                add("nuclear", "track.nuclear", amount(side, strikes.into()), "NUC-1");
            }
        }
        if let Some(side) = modern.advantage {
            let value = Text::new("track.holds").side(side);
            add("advantage", "track.advantage", value, "ww3:10.1.3");
        }
        let rule = self.points.first().map_or("TM-7", |p| p.rule);
        let totals = compared("points.compared", self.totals(game, state));
        add("points", "track.victory", totals, rule);
        tracks
    }
}
