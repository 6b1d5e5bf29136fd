//! By which names the house is reached, and which pages may change something in it.

use crate::words::{said, word};
use axum::http::Uri;
use axum::http::header::{self, HeaderMap};
use engine::Message;
use std::fmt;
use std::str::FromStr;

/// The address under which people open the house from elsewhere, such as `https://rokada.example`:
/// a scheme, a name and a port, and nothing behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    is_https: bool,
    host: String,
    port: u16,
}

impl PublicUrl {
    /// Whether browsers reach the house over TLS.
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    fn usual_port(&self) -> u16 {
        if self.is_https { 443 } else { 80 }
    }

    /// Whether a `Host` header names this address.
    fn is_named_by(&self, host: &str) -> bool {
        let (name, port) = name_and_port(host);
        name.eq_ignore_ascii_case(&self.host) && port.unwrap_or(self.usual_port()) == self.port
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let wrong =
            || format!("\"{text}\" is no public URL; expected one like https://rokada.example");
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let is_https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(wrong()),
        };
        let authority = uri.authority().map_or("", |a| a.as_str());
        if authority.contains('@') || uri.path() != "/" || uri.query().is_some() {
            return Err(wrong());
        }
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(wrong)?;
        let (_, port) = name_and_port(authority);
        if port.is_none() && authority.len() != host.len() {
            return Err(wrong());
        }
        let port = port.unwrap_or(if is_https { 443 } else { 80 });
        Ok(PublicUrl { is_https, host: host.to_ascii_lowercase(), port })
    }
}

/// As browsers write an origin: the usual port is left out.
impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_https { "https" } else { "http" }, self.host)?;
        if self.port == self.usual_port() { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

fn name_and_port(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':').map(|(name, port)| (name, port.parse())) {
        Some((name, Ok(port))) => (name, Some(port)),
        _ => (host, None),
    }
}

fn is_this_machine(name: &str) -> bool {
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

/// The names to which the house answers.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    public: Option<PublicUrl>,
    port: u16,
}

impl Names {
    /// The names of a house that listens on a port.
    pub(crate) fn new(public: Option<PublicUrl>, port: u16) -> Names {
        Names { public, port }
    }

    /// Whether seats are kept in cookies that travel over TLS only.
    pub(crate) fn is_https(&self) -> bool {
        self.public.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// A path as a link that a friend can open.
    pub(crate) fn link(&self, path: &str) -> String {
        self.public.as_ref().map_or_else(|| path.to_string(), |url| format!("{url}{path}"))
    }

    /// Whether a request names this house, so that a page of another name that was made to point
    /// here gets nothing (DNS rebinding). One `Host` header, and an absolute request line says the
    /// same.
    pub(crate) fn are_meant(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(Ok(host)), None) = (hosts.next().map(|host| host.to_str()), hosts.next()) else {
            return false;
        };
        let is_same = uri.authority().is_none_or(|a| a.as_str().eq_ignore_ascii_case(host));
        is_same && self.knows(host)
    }

    /// With a public URL the machine's own names are for health checks, on the port that is
    /// listened on.
    fn knows(&self, host: &str) -> bool {
        let (name, port) = name_and_port(host);
        match &self.public {
            None => is_this_machine(name),
            Some(url) => url.is_named_by(host) || is_this_machine(name) && port == Some(self.port),
        }
    }

    /// Whether a change comes from the house's own pages: those of the public URL if there is one.
    pub(crate) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let host = text_of(headers, header::HOST.as_str()).unwrap_or_default();
        let is_own = |origin: &str| match &self.public {
            Some(url) => origin == url.to_string(),
            None => origin.strip_prefix("http://").is_some_and(|o| o == host),
        };
        match (text_of(headers, "origin"), text_of(headers, "sec-fetch-site")) {
            (_, Some(site)) if site != "same-origin" => false,
            (Some(origin), _) => is_own(origin),
            (None, site) => site == Some("same-origin"),
        }
    }

    /// What is said to whoever came by another name.
    pub(crate) fn elsewhere(&self) -> String {
        match &self.public {
            Some(url) => said(&Message::new("server.answers-at").with("url", url.to_string())),
            None => word("server.answers-here"),
        }
    }
}

fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in pairs {
            map.append(*name, HeaderValue::from_static(value));
        }
        map
    }

    fn at_home() -> Names {
        Names::new(None, 1941)
    }

    fn public(url: &str) -> Names {
        Names::new(Some(url.parse().expect("a public URL")), 1941)
    }

    #[test]
    fn a_public_url_is_a_scheme_a_name_and_a_port() {
        for (text, written) in [
            ("https://rokada.example", "https://rokada.example"),
            ("https://Rokada.Example:443/", "https://rokada.example"),
            ("https://rokada.example:8443", "https://rokada.example:8443"),
            ("http://192.168.1.20:1941/", "http://192.168.1.20:1941"),
            ("http://[fd00::1]:1941", "http://[fd00::1]:1941"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().map(|u| u.to_string()), Ok(written.to_string()));
        }
        for text in [
            "",
            "rokada.example",
            "ftp://rokada.example",
            "https://",
            "https://rokada.example/rokada",
            "https://rokada.example/?x",
            "https://me@rokada.example",
            "https://rokada.example:port",
            "https://rokada.example:99999",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn at_home_only_the_tables_own_pages_change_something() {
        let host = ("host", "127.0.0.1:1941");
        let own = ("origin", "http://127.0.0.1:1941");
        for (pairs, expected) in [
            (vec![host, own], true),
            (vec![host, own, ("sec-fetch-site", "same-origin")], true),
            (vec![host, ("sec-fetch-site", "same-origin")], true),
            (vec![host], false),
            (vec![host, ("origin", "null")], false),
            (vec![host, ("origin", "http://127.0.0.1:1942")], false),
            (vec![host, ("origin", "https://127.0.0.1:1941")], false),
            (vec![host, own, ("sec-fetch-site", "cross-site")], false),
        ] {
            assert_eq!(at_home().is_own_page(&headers(&pairs)), expected, "{pairs:?}");
        }
    }

    #[test]
    fn with_a_public_url_only_its_own_pages_change_something() {
        let host = ("host", "rokada.example");
        for (origin, expected) in [
            ("https://rokada.example", true),
            ("http://rokada.example", false),
            ("https://rokada.example:8443", false),
            ("https://evil.example", false),
            ("https://rokada.example.evil.example", false),
            ("http://127.0.0.1:1941", false),
            ("null", false),
        ] {
            let headers = headers(&[host, ("origin", origin)]);
            assert_eq!(
                public("https://rokada.example").is_own_page(&headers),
                expected,
                "{origin}"
            );
        }
    }

    fn hosts(names: &Names, host: &'static str) -> bool {
        names.are_meant(&Uri::from_static("/"), &headers(&[("host", host)]))
    }

    #[test]
    fn at_home_only_names_of_this_machine_are_answered() {
        for (host, expected) in [
            ("127.0.0.1:1941", true),
            ("localhost:1941", true),
            ("localhost", true),
            ("[::1]:1941", true),
            ("rebound.example:1941", false),
            ("127.0.0.1.example", false),
            ("192.168.1.20:1941", false),
            ("", false),
        ] {
            assert_eq!(hosts(&at_home(), host), expected, "{host}");
        }
    }

    #[test]
    fn with_a_public_url_exactly_that_name_is_answered() {
        for (host, expected) in [
            ("rokada.example", true),
            ("ROKADA.example:443", true),
            ("rokada.example:80", false),
            ("rokada.example:8443", false),
            ("www.rokada.example", false),
            ("127.0.0.1:1941", true),
            ("localhost:1941", true),
            ("localhost:8080", false),
            ("localhost", false),
        ] {
            assert_eq!(hosts(&public("https://rokada.example"), host), expected, "{host}");
        }
        assert!(hosts(&public("http://192.168.1.20:1941"), "192.168.1.20:1941"));
        assert!(!hosts(&public("http://192.168.1.20:1941"), "192.168.1.20"));
    }

    #[test]
    fn two_hosts_and_an_absolute_line_that_says_otherwise_are_not_answered() {
        let names = at_home();
        let line = Uri::from_static;
        let own = headers(&[("host", "localhost:1941")]);
        assert!(names.are_meant(&line("http://localhost:1941/x"), &own));
        assert!(!names.are_meant(&line("http://evil.example/x"), &own));
        let evil = headers(&[("host", "evil.example")]);
        assert!(!names.are_meant(&line("http://localhost:1941/x"), &evil));
        let two = headers(&[("host", "localhost:1941"), ("host", "localhost:1941")]);
        assert!(!names.are_meant(&line("/x"), &two));
        assert!(!names.are_meant(&line("/x"), &headers(&[])));
    }
}
