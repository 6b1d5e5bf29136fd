//! Who asks: a visitor with a secret token in a cookie, or somebody without one.

use crate::secret::{Hashed, Secret};
use axum::http::header::{self, HeaderMap, HeaderValue};

/// The name of the cookie.
const COOKIE: &str = "rokada";

/// How long a browser keeps the cookie; it is renewed whenever the visitor looks at his tables.
const KEPT_SECONDS: u32 = 400 * 24 * 3600;

/// Who asks.
#[derive(Clone)]
pub(crate) struct Visitor {
    token: Option<Secret>,
    hash: Option<Hashed>,
}

impl Visitor {
    /// The visitor of a request. A cookie that cannot be a token is no token.
    pub(crate) fn of(headers: &HeaderMap) -> Visitor {
        let token = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find_map(|(name, value)| (name == COOKIE).then(|| Secret::read(value))?);
        let hash = token.as_ref().map(Secret::hash);
        Visitor { token, hash }
    }

    /// The hash by which the seats know him.
    pub(crate) fn hash(&self) -> Option<Hashed> {
        self.hash
    }

    /// The key of his limits; all without a token share one.
    pub(crate) fn limit_key(&self) -> [u8; 32] {
        self.hash().map_or([0; 32], |h| h.0)
    }

    /// The visitor with a token, a new one if he has none. Only whoever takes a seat is given one, in that
    /// very answer: so two answers never give a visitor two tokens, of which he would keep only one.
    pub(crate) fn with_token(self) -> (Hashed, HeaderValue) {
        let token = self.token.unwrap_or_else(Secret::new);
        (token.hash(), cookie(&token))
    }

    /// The cookie that keeps the token he has for longer.
    pub(crate) fn renewed(&self) -> Option<HeaderValue> {
        self.token.as_ref().map(cookie)
    }
}

fn cookie(token: &Secret) -> HeaderValue {
    let text = format!(
        "{COOKIE}={}; Path=/; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Strict",
        token.text()
    );
    HeaderValue::try_from(text).expect("a cookie of letters and digits is a header")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let token = Secret::new();
        let mut headers = HeaderMap::new();
        let text = format!("other=1; rokada={}; more=2", token.text());
        headers.insert(header::COOKIE, text.parse().expect("a cookie is a header"));
        assert_eq!(Visitor::of(&headers).hash(), Some(token.hash()));
        headers.insert(header::COOKIE, HeaderValue::from_static("rokada=guess"));
        assert_eq!(Visitor::of(&headers).hash(), None);
    }
}
