//! A hash of states that is the same on every machine and in every version.

use std::hash::{Hash, Hasher};

/// The stable hash of a value. Equal values have equal hashes; it is no defence against forgery.
///
/// ```
/// use engine::stable_hash;
/// assert_eq!(stable_hash(&(1u8, 2u16)), stable_hash(&(1u8, 2u16)));
/// assert_ne!(stable_hash(&(1u8, 2u16)), stable_hash(&(2u8, 1u16)));
/// ```
pub fn stable_hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A multiply-and-rotate hasher over 64-bit words with fixed constants.
#[derive(Clone, Debug)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> StableHasher {
        StableHasher(0x9E37_79B9_7F4A_7C15)
    }
}

impl StableHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let x = self.0;
        let x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        x ^ (x >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let mut word = [0u8; 8];
            word.copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0u8; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word) ^ ((rest.len() as u64) << 56));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.mix(n as u64);
    }
}
