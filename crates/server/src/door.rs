//! The door of the house: at which address it listens, by which name it is reached, which proxies
//! it believes, and how many and how slow callers it bears.

use crate::origin::PublicUrl;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// How the house is reached. By default from its own machine only.
#[derive(Clone, Debug)]
pub struct Door {
    /// The address to listen on; `None` for 127.0.0.1.
    pub listen: Option<SocketAddr>,
    /// The address under which people open the house.
    pub public_url: Option<PublicUrl>,
    /// The addresses of proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// How long the head of a request may take to arrive, and how long a connection may be idle.
    pub head_max: Duration,
    /// How long the body of a request may take to arrive.
    pub body_max: Duration,
    /// How many connections may be open.
    pub connections: Crowd,
}

/// How many connections are borne.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    /// In all.
    pub all: usize,
    /// Of one address; a trusted proxy is not counted.
    pub each: usize,
}

impl Default for Door {
    fn default() -> Door {
        Door {
            listen: None,
            public_url: None,
            trusted_proxies: Vec::new(),
            head_max: Duration::from_secs(20),
            body_max: Duration::from_secs(20),
            connections: Crowd::for_descriptors(descriptors()),
        }
    }
}

impl Door {
    /// What is wrong with it, as a sentence that says what to give instead.
    ///
    /// # Errors
    ///
    /// If others could reach the house and nobody said by which name.
    pub fn check(&self) -> Result<(), String> {
        match (self.listen, &self.public_url) {
            (Some(address), None) if !address.ip().is_loopback() => Err(format!(
                "--listen {address} opens the tables to other machines: say by which address they \
                 come, with --public-url https://rokada.example behind a proxy with TLS, or \
                 --public-url http://192.168.1.20:{} on your own network",
                address.port()
            )),
            _ => Ok(()),
        }
    }

    /// What an operator should know before others come in.
    pub(crate) fn warnings(&self) -> Vec<&'static str> {
        let Some(url) = &self.public_url else { return Vec::new() };
        let mut warnings = Vec::new();
        if !url.is_https() {
            warnings.push(
                "Without TLS everybody on the way can read along and take seats: \
                 keep it to your own network.",
            );
        }
        if url.is_https() && self.trusted_proxies.is_empty() {
            warnings.push(
                "No --trusted-proxy is given: everybody who comes through the proxy counts as one \
                 address and shares its limits.",
            );
        }
        warnings
    }
}

/// Descriptors that are kept for files, the database and whatever else is not a connection.
const DESCRIPTORS_KEPT: usize = 64;

impl Crowd {
    /// As many as leave descriptors for the database, a quarter of them for one address.
    fn for_descriptors(descriptors: usize) -> Crowd {
        let all = descriptors.saturating_sub(DESCRIPTORS_KEPT).clamp(32, 16_384);
        Crowd { all, each: (all / 4).min(256) }
    }
}

/// How many files this process may have open; where the system does not tell, the least that is
/// usual.
fn descriptors() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|l| l.split_whitespace().next()?.parse().ok()).unwrap_or(256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_that_others_reach_must_say_its_name() {
        let door = |listen: &str, url: Option<&str>| Door {
            listen: Some(listen.parse().expect("an address")),
            public_url: url.map(|u| u.parse().expect("a URL")),
            ..Door::default()
        };
        let why = door("0.0.0.0:1941", None).check().expect_err("nobody knows its name");
        assert!(why.contains("--public-url http://192.168.1.20:1941"), "{why}");
        assert!(door("[::]:1941", None).check().is_err());
        assert_eq!(door("127.0.0.1:1941", None).check(), Ok(()));
        assert_eq!(door("0.0.0.0:1941", Some("http://192.168.1.20:1941")).check(), Ok(()));
        assert_eq!(Door::default().check(), Ok(()));
    }

    #[test]
    fn connections_leave_descriptors_for_the_database() {
        for (descriptors, all, each) in [(256, 192, 48), (1024, 960, 240), (1 << 20, 16_384, 256)] {
            let crowd = Crowd::for_descriptors(descriptors);
            assert_eq!((crowd.all, crowd.each), (all, each));
        }
    }
}
