//! Combat results as they are printed (6.4).

use serde::{Deserialize, Serialize};

/// What a result does to one side (6.41).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// E: all are eliminated (6.47).
    pub eliminated: bool,
    /// L: one step by the owner (6.43).
    pub loss: bool,
    /// A number of points (6.42).
    pub points: u8,
    /// R: all retreat (6.44).
    pub retreat: bool,
}

impl Part {
    /// Reads a code: `-`, `2`, `L`, `L1`, `R`, `LR`, `E`.
    ///
    /// ```
    /// use last_stand::Part;
    /// let part = Part::read("L2").unwrap();
    /// assert!(part.loss && part.points == 2 && !part.retreat);
    /// assert_eq!(Part::read("X"), None);
    /// ```
    pub fn read(code: &str) -> Option<Part> {
        let none = Part::default();
        match code {
            "-" => return Some(none),
            "E" => return Some(Part { eliminated: true, ..none }),
            _ => {}
        }
        let (loss, rest) = match code.strip_prefix('L') {
            Some(rest) => (true, rest),
            None => (false, code),
        };
        match rest {
            "" if loss => Some(Part { loss, ..none }),
            "R" => Some(Part { loss, retreat: true, ..none }),
            _ => {
                let points = rest.parse().ok().filter(|n| (1..=9).contains(n))?;
                Some(Part { loss, points, ..none })
            }
        }
    }

    /// Whether nothing happens to this side.
    pub fn is_nothing(self) -> bool {
        self == Part::default()
    }
}

/// A result: the attacker's part and the defender's (6.41).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcomes {
    /// What happens to the attacker.
    pub attacker: Part,
    /// What happens to the defender.
    pub defender: Part,
}

impl Outcomes {
    /// Reads a cell of the table, such as `1/L2`.
    pub fn read(code: &str) -> Option<Outcomes> {
        let (attacker, defender) = code.split_once('/')?;
        Some(Outcomes { attacker: Part::read(attacker)?, defender: Part::read(defender)? })
    }
}
