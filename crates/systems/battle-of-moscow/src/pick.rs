//! Choosing whole units for an amount of factors: losses by exchange [CRT-4] and by isolation [ISO-3].
//!
//! A legal set reaches the amount and holds no unit that could be spared. Units are chosen one by one, and each
//! choice must leave a legal set possible.

/// Whether `chosen` can be completed by some of `rest` to a set that reaches `owed` and in which no unit
/// could be spared.
///
/// With the smallest member m, a set of total t is legal exactly if `owed <= t < owed + m`.
pub fn can_complete(chosen: &[u32], rest: &[u32], owed: u32) -> bool {
    let sum: u32 = chosen.iter().sum();
    let smallest = chosen.iter().copied().min().unwrap_or(u32::MAX);
    let mut minima: Vec<u32> = rest.iter().copied().filter(|&r| r < smallest).collect();
    minima.sort_unstable();
    minima.dedup();
    // The smallest member is either one of those chosen, or one that is added.
    let with_chosen = !chosen.is_empty() && reaches(sum, rest, smallest, None, owed, smallest);
    with_chosen || minima.into_iter().any(|m| reaches(sum, rest, m, Some(m), owed, m))
}

/// Whether `sum` plus some of the values of `rest` that are at least `floor` (with `must` among them) falls
/// into `owed .. owed + room`.
fn reaches(sum: u32, rest: &[u32], floor: u32, must: Option<u32>, owed: u32, room: u32) -> bool {
    let limit = (owed + room) as usize;
    let start = (sum + must.unwrap_or(0)) as usize;
    if start >= limit {
        return false;
    }
    let mut possible = vec![false; limit];
    possible[start] = true;
    let mut skipped = must.is_none();
    for &value in rest.iter().filter(|&&v| v >= floor) {
        if !skipped && Some(value) == must {
            skipped = true;
            continue;
        }
        let value = value as usize;
        for t in (value..limit).rev() {
            possible[t] |= possible[t - value];
        }
    }
    possible[owed as usize..].iter().any(|&p| p)
}

#[cfg(test)]
mod tests {
    use super::can_complete;

    /// All legal sets by trying every subset.
    fn brute(chosen: &[u32], rest: &[u32], owed: u32) -> bool {
        (0u32..1 << rest.len()).any(|mask| {
            let added =
                rest.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0).map(|(_, &v)| v);
            let all: Vec<u32> = chosen.iter().copied().chain(added).collect();
            let total: u32 = all.iter().sum();
            !all.is_empty() && total >= owed && all.iter().all(|v| total - v < owed)
        })
    }

    #[test]
    fn a_choice_is_possible_exactly_if_some_legal_set_contains_it() {
        let values = [1u32, 2, 2, 3, 5, 6];
        for owed in 1..20 {
            for first in 0..values.len() {
                let rest: Vec<u32> = values
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| *i != first)
                    .map(|(_, &v)| v)
                    .collect();
                let chosen = [values[first]];
                assert_eq!(
                    can_complete(&chosen, &rest, owed),
                    brute(&chosen, &rest, owed),
                    "owed {owed}, chosen {chosen:?}, rest {rest:?}"
                );
            }
        }
    }

    #[test]
    fn a_panzer_division_may_not_be_thrown_in_where_a_smaller_loss_would_do() {
        // Case C24: 5, 3, 2, 2 against 4: {5}, {3, 2} and {2, 2} are legal, {5, 2} wastes the 2.
        assert!(can_complete(&[5], &[3, 2, 2], 4));
        assert!(!can_complete(&[5, 2], &[3, 2], 4));
        assert!(can_complete(&[3], &[5, 2, 2], 4));
        assert!(!can_complete(&[3], &[5], 4), "3 alone is too little and 3 with 5 wastes the 3");
    }
}
