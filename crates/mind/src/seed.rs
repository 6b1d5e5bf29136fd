//! Seeds from seeds, the same on every machine.

/// The seed of thing number `n` of a run with seed `seed`. Equal numbers give equal seeds; neighbouring numbers give
/// seeds that have nothing to do with each other (the finishing steps of SplitMix64).
///
/// ```
/// use mind::derive;
/// assert_eq!(derive(1, 2), derive(1, 2));
/// assert_ne!(derive(1, 2), derive(2, 1));
/// ```
pub fn derive(seed: u64, n: u64) -> u64 {
    mix(mix(seed).wrapping_add(n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
