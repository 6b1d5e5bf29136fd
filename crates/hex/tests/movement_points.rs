//! Movement points: exact fractions that never pass the largest value.
#![allow(clippy::unwrap_used)]

use hex::Mp;
use proptest::prelude::*;

/// A cost as printed on a terrain chart, read back into sixtieths without looking at the crate.
fn read(text: &str) -> u32 {
    const SIGNS: [(char, u32); 11] = [
        ('½', 30),
        ('⅓', 20),
        ('⅔', 40),
        ('¼', 15),
        ('¾', 45),
        ('⅕', 12),
        ('⅖', 24),
        ('⅗', 36),
        ('⅘', 48),
        ('⅙', 10),
        ('⅚', 50),
    ];
    if let Some((before, lower)) = text.split_once('/') {
        let (whole, upper) = before.split_once(' ').unwrap_or(("0", before));
        let (whole, upper): (u32, u32) = (whole.parse().unwrap(), upper.parse().unwrap());
        return whole * 60 + upper * 60 / lower.parse::<u32>().unwrap();
    }
    let sign = SIGNS.iter().find(|(sign, _)| text.ends_with(*sign));
    let whole = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    whole.parse().unwrap_or(0) * 60 + sign.map_or(0, |&(_, sixtieths)| sixtieths)
}

proptest! {
    #[test]
    fn the_parts_of_a_point_add_up_exactly(
        parts in prop::sample::select(&[1u16, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60][..]),
        points in 1u16..18,
    ) {
        let sum: Mp = (0..parts * points).map(|_| Mp::fraction(1, parts)).sum();
        prop_assert_eq!(sum, Mp::whole(points));
        prop_assert_eq!(Mp::fraction(1, parts) * (parts * points), Mp::whole(points));
    }

    #[test]
    fn sums_and_products_stop_at_the_largest_value(a: u16, b: u16) {
        let cap = |value: u32| value.min(u32::from(Mp::MAX));
        let (x, y) = (Mp::from_sixtieths(a), Mp::from_sixtieths(b));
        prop_assert_eq!(u32::from(x + y), cap(u32::from(x) + u32::from(y)));
        prop_assert_eq!(u32::from(x * b), cap(u32::from(x).saturating_mul(b.into())));
        prop_assert_eq!(u32::from(Mp::whole(a)), cap(u32::from(a) * 60));
        prop_assert_eq!(u32::from(Mp::fraction(a, 2)), cap(u32::from(a) * 30));
    }

    #[test]
    fn a_fraction_is_written_in_lowest_terms(sixtieths in 0u16..600) {
        let text = Mp::from_sixtieths(sixtieths).to_string();
        if let Some((before, lower)) = text.split_once('/') {
            let upper: u32 = before.rsplit(' ').next().unwrap().parse().unwrap();
            let lower: u32 = lower.parse().unwrap();
            let divides = |n: u32| upper.is_multiple_of(n) && lower.is_multiple_of(n);
            prop_assert!(!(2..=upper).any(divides), "{}", text);
        }
    }

    #[test]
    fn what_is_written_reads_back(sixtieths in 0u16..65_534) {
        let text = Mp::from_sixtieths(sixtieths).to_string();
        prop_assert_eq!(read(&text), u32::from(sixtieths), "{}", text);
    }
}
