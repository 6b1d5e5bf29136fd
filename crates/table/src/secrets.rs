//! The secrets behind the dice, and bytes as digits.

use engine::{DiceSource, Header, commit};
use std::fmt::Write;

/// The head of a journal with the hashes of these secrets in it.
pub fn committed(header: Header, secrets: &[Vec<u8>]) -> Header {
    let hashes = secrets.iter().map(|s| commit(s).0).collect();
    Header { dice: DiceSource::Committed(hashes), ..header }
}

/// Secrets as they are stored: one a line.
pub(crate) fn write_secrets(secrets: &[Vec<u8>]) -> String {
    secrets.iter().map(|s| hex_of(s)).collect::<Vec<_>>().join("\n")
}

/// Secrets as they were stored.
pub(crate) fn read_secrets(text: &str) -> Vec<Vec<u8>> {
    text.lines().filter_map(bytes_of).collect()
}

/// Bytes as hexadecimal digits.
pub fn hex_of(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// Hexadecimal digits as bytes.
fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    if !hex.is_ascii() || !hex.len().is_multiple_of(2) {
        return None;
    }
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_as_digits() {
        assert_eq!(bytes_of(&hex_of(&[0, 15, 255])), Some(vec![0, 15, 255]));
        assert_eq!(bytes_of("0"), None);
        assert_eq!(bytes_of("éé"), None);
    }
}
