//! Layers over the map.

use crate::book::Book;
use crate::game::Wb95;
use crate::movement::Left;
use crate::state::State;
use board::{Control, Side, UnitId};
use engine::view::{Area, Note, Overlay};
use engine::{Text, Viewer};

/// The layers over the map.
pub(crate) const OVERLAYS: &[&str] =
    &["zones", "supply", "control", "fortifications", "objectives", "range"];

impl<B: Book> Wb95<B> {
    /// A layer over the map by its id.
    pub fn overlay_named(&self, state: &State<B>, id: &str, viewer: Viewer) -> Option<Overlay> {
        let unseen = |side: Side| self.sets_up_unseen(state, side, viewer);
        if let Some(unit) = id.strip_prefix("range:") {
            let unit = self.roster.find(unit)?;
            // The ZOCs of whoever sets up unseen would show in it.
            return Some(match Side::BOTH.into_iter().any(unseen) {
                true => Overlay::default(),
                false => self.range_overlay(state, unit, viewer),
            });
        }
        if let Some(own) = B::overlay(self, state, id) {
            return Some(own);
        }
        match id {
            // Of one counter, asked for as `range:UNIT`.
            "range" => Some(Overlay::default()),
            // Where a ZOC lies is known to all (R88).
            "zones" => Some(Overlay::by_side(&self.map.grid, "zone", |s, h| {
                !unseen(s) && state.position.in_zone(s, h)
            })),
            "control" => Some(Overlay::by_side(&self.map.grid, "control", |s, h| {
                state.position.control(h) == Control::By(s)
            })),
            "fortifications" => Some(Overlay::by_side(&self.map.grid, "fortified", |s, h| {
                state.forts[s].contains(h)
            })),
            "objectives" => Some(self.objectives(state)),
            "supply" if Side::BOTH.into_iter().any(unseen) => Some(Overlay::default()),
            "supply" => Some(self.supply_overlay(state, viewer)),
            _ => None,
        }
    }

    /// How far a unit would come with its whole allowance, whoever moves now, and where it would have to stop
    /// [3.1.5] [4.2.1]. Where stacks are masked, only its owner is told: its way and its end depend on friends whom nobody
    /// else may count [16.1.1].
    fn range_overlay(&self, state: &State<B>, unit: UnitId, viewer: Viewer) -> Overlay {
        let told = !self.switches.masking || viewer.knows_of(self.side(unit));
        let hex = state.position.hex(unit).filter(|_| told);
        let Some(at) = hex else { return Overlay::default() };
        let mp = self.allowance(state, unit);
        let found =
            self.destinations(state, unit, at, Left { mp, cap: mp, spent: false, on_route: true });
        let reached: Vec<_> = found.iter().map(|d| (d.hex, d.stops)).collect();
        Overlay::range(self.side(unit), &reached)
    }

    fn objectives(&self, state: &State<B>) -> Overlay {
        let scored = self.score(state);
        let hexes = scored.into_iter().flat_map(|s| s.hexes).collect();
        let area = Area { kind: "objective", side: Some(self.scorer()), hexes };
        Overlay { areas: vec![area], ..Overlay::default() }
    }

    /// Who would be supplied if it were judged now, along which path, and who would not. Of the enemy only what lies open
    /// is told: where his supply reaches follows from the board.
    fn supply_overlay(&self, state: &State<B>, viewer: Viewer) -> Overlay {
        let mut overlay = Overlay::default();
        for side in Side::BOTH {
            let open = !self.switches.masking || viewer.knows_of(side);
            let map = self.supply_map(state, side);
            let reached = self.map.grid.hexes().filter(|&h| map.cost_to(h).is_some()).collect();
            overlay.add_supplied(side, reached);
            if !open {
                continue;
            }
            for (unit, hex) in self.units_of(state, side) {
                if self.is_traced(state, &map, unit) {
                    overlay.paths.push(map.path_to(hex));
                    continue;
                }
                let text = Text::new("note.unsupplied").unit(unit);
                overlay.notes.push(Note {
                    unit: Some(unit),
                    hex,
                    kind: "unsupplied",
                    text,
                    rule: rule!(B, "10.1.1"),
                });
            }
        }
        overlay.with_paths_once()
    }
}
