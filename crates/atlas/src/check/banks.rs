//! Named towns lie on the bank where they really lie.

use super::{MapFile, Problem, Report};
use crate::mesh::{Mesh, which_side};
use crate::projection::Point;
use crate::recipe::{Bank, BankSide};
use hex::HexId;

/// Checks every bank that the recipe knows.
pub fn check(map: &MapFile, banks: &[Bank], report: &mut Report) {
    let mesh = Mesh::new(&map.grid);
    for bank in banks {
        let Some(hex) = map.places.iter().find(|(p, _)| p.name == bank.place).map(|(_, h)| *h)
        else {
            let reason =
                format!("there is no place {} for a bank of the {}", bank.place, bank.river);
            report.problems.push(Problem::at("", reason));
            continue;
        };
        let number = map.grid.number(hex);
        match side_of(map, &mesh, hex, &bank.river) {
            None => {
                let reason = format!("{}: there is no river {}", bank.place, bank.river);
                report.problems.push(Problem::at(number, reason));
            }
            Some(laid) if laid != bank.bank => {
                let reason = format!(
                    "{} lies on the {} bank of the {}, not on the {}",
                    bank.place,
                    word(bank.bank),
                    bank.river,
                    word(laid)
                );
                report.problems.push(Problem::at(number, reason));
            }
            Some(_) => {}
        }
    }
    if !banks.is_empty() {
        report.notes.push(format!("{} towns checked for their bank", banks.len()));
    }
}

fn word(side: BankSide) -> &'static str {
    match side {
        BankSide::Left => "left",
        BankSide::Right => "right",
    }
}

/// On which bank of the nearest stretch of a river a hex lies, looking from its source to its mouth.
fn side_of(map: &MapFile, mesh: &Mesh, hex: HexId, river: &str) -> Option<BankSide> {
    let centre = map.grid.centre(hex);
    let (is_right, _) = map
        .lines
        .iter()
        .filter(|l| l.name == river)
        .filter_map(|line| {
            let edges: Vec<usize> =
                line.members.iter().filter_map(|&(a, b)| mesh.edge_of(a, b)).collect();
            let corners = mesh.corner_chain(&edges).ok()?;
            let chain: Vec<Point> = corners.iter().map(|&c| mesh.corners[c]).collect();
            Some(which_side(centre, &chain))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(BankSide::of(is_right))
}
