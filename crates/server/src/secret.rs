//! Secrets and their hashes: tokens, invitations, the secrets behind the dice.

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use table::{Hashed, hex_of};

/// A secret of 256 bits as it travels: 64 hexadecimal digits. It is never stored and never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new secret from the operating system.
    pub(crate) fn new() -> Secret {
        Secret(hex_of(&random_bytes::<32>()))
    }

    /// A secret that came in a request; `None` if it cannot be one.
    pub(crate) fn read(text: &str) -> Option<Secret> {
        let is_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        (text.len() == 64 && text.bytes().all(is_hex)).then(|| Secret(text.to_string()))
    }

    /// The secret as it travels.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Its hash, which may be stored.
    pub(crate) fn hash(&self) -> Hashed {
        Hashed(Sha256::digest(self.0.as_bytes()).into())
    }
}

/// Random bytes from the operating system.
///
/// # Panics
///
/// If the operating system has none: then nothing here could be kept secret.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A random number.
pub(crate) fn random_number() -> u64 {
    u64::from_le_bytes(random_bytes())
}

/// New secrets for the dice: the server's and one for each player.
pub(crate) fn new_secrets() -> Vec<Vec<u8>> {
    (0..3).map(|_| random_bytes::<32>().to_vec()).collect()
}

/// A new name for a table: 100 bits in letters and digits that are not mistaken for each other.
pub(crate) fn new_table_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    random_bytes::<20>().iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
}

/// The first digits of the hash of a text: a short name for it.
pub(crate) fn short_hash(text: &str) -> String {
    hex_of(&Sha256::digest(text.as_bytes())[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_was_written_and_nothing_else_is_a_secret() {
        let secret = Secret::new();
        assert!(Secret::read(secret.text()).is_some_and(|s| s.hash() == secret.hash()));
        for text in ["", "ab", &"g".repeat(64), &"A".repeat(64), &"0".repeat(65)] {
            assert!(Secret::read(text).is_none(), "{text}");
        }
    }
}
