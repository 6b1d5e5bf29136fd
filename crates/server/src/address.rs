//! From which address somebody comes: the limits are counted by it, because anybody may invent a
//! cookie.

use axum::http::header::HeaderMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The header in which a proxy says for whom it asks.
const FORWARDED: &str = "x-forwarded-for";

/// An address as the limits count it: a whole one of IPv4, of IPv6 the first half, since one
/// household is given all of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Address {
        match ip.to_canonical() {
            IpAddr::V4(ip) => Address(IpAddr::V4(ip)),
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                Address(IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)))
            }
        }
    }
}

/// The proxies that are believed when they say for whom they ask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies(Vec<IpAddr>);

impl Proxies {
    /// The proxies at these addresses.
    pub(crate) fn new(addresses: &[IpAddr]) -> Proxies {
        Proxies(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    /// Whether a connection comes from one of them.
    pub(crate) fn include(&self, ip: IpAddr) -> bool {
        self.0.contains(&ip.to_canonical())
    }

    /// The client behind a connection. A proxy appends the one it was asked by, so the list is read
    /// from its end and up to the first address that is no proxy of ours; whatever stands before it
    /// anybody may have written. Where the list is not understood whoever handed it on is the
    /// client.
    pub(crate) fn client_of(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all(FORWARDED).iter().map(|v| v.to_str().unwrap_or("?"));
        let mut hops: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        let mut client = peer;
        while self.include(client)
            && let Some(before) = hops.pop().and_then(|hop| address_of(hop.trim()))
        {
            client = before;
        }
        client
    }
}

/// An address as proxies write it, some with the port.
fn address_of(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    bare.parse().or_else(|_| text.parse().map(|with_port: SocketAddr| with_port.ip())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_household_is_one_address() {
        let are_one = |a: &str, b: &str| Address::from(ip(a)) == Address::from(ip(b));
        assert!(are_one("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"));
        assert!(!are_one("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(are_one("::ffff:192.0.2.1", "192.0.2.1"));
        assert!(!are_one("192.0.2.1", "192.0.2.2"));
    }

    fn client(proxies: &[&str], peer: &str, lines: &[&'static str]) -> String {
        let proxies = Proxies::new(&proxies.iter().map(|p| ip(p)).collect::<Vec<_>>());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, HeaderValue::from_static(line));
        }
        proxies.client_of(ip(peer), &headers).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed_and_only_its_own_word() {
        let one = ["127.0.0.1"];
        for (proxies, peer, lines, expected) in [
            // Nobody is believed unless he is named.
            (&[][..], "127.0.0.1", &["192.0.2.7"][..], "127.0.0.1"),
            (&one, "198.51.100.9", &["192.0.2.7"], "198.51.100.9"),
            (&one, "127.0.0.1", &["192.0.2.7"], "192.0.2.7"),
            // What the client wrote itself stands further left.
            (&one, "127.0.0.1", &["1.1.1.1, 192.0.2.7"], "192.0.2.7"),
            (&one, "127.0.0.1", &["1.1.1.1", "192.0.2.7"], "192.0.2.7"),
            (&one, "127.0.0.1", &["nonsense, 192.0.2.7:4711"], "192.0.2.7"),
            (&one, "127.0.0.1", &["[2001:db8::1]:4711"], "2001:db8::1"),
            (&one, "127.0.0.1", &["[2001:db8::1]"], "2001:db8::1"),
            // A chain of proxies is followed as far as it is ours.
            (
                &["127.0.0.1", "10.0.0.2"],
                "127.0.0.1",
                &["1.1.1.1, 192.0.2.7, 10.0.0.2"],
                "192.0.2.7",
            ),
            (&["127.0.0.1", "10.0.0.2"], "127.0.0.1", &["10.0.0.2"], "10.0.0.2"),
            // A list that is not understood, or none.
            (&one, "127.0.0.1", &["192.0.2.7, unknown"], "127.0.0.1"),
            (&one, "127.0.0.1", &[], "127.0.0.1"),
            (&one, "::ffff:127.0.0.1", &["192.0.2.7"], "192.0.2.7"),
        ] {
            assert_eq!(client(proxies, peer, lines), expected, "{proxies:?} {peer} {lines:?}");
        }
    }
}
