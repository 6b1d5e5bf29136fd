//! Who asks: a person, known by a secret token in a cookie, or somebody without one.

use crate::app::App;
use crate::error::ApiError;
use crate::origin::Names;
use crate::secret::Secret;
use axum::http::header::{self, HeaderMap, HeaderValue};
use engine::Language;
use table::Hashed;

/// The name of the cookie. Over TLS it has the prefix that browsers allow only the host itself to
/// set, so that no neighbouring name can plant a token.
const COOKIE: &str = "rokada";
const COOKIE_OVER_TLS: &str = "__Host-rokada";

/// How long a browser keeps the cookie; it is renewed whenever the visitor looks at his tables.
const KEPT_SECONDS: u32 = 400 * 24 * 3600;

/// Who asks.
#[derive(Clone)]
pub(crate) struct Visitor {
    is_https: bool,
    /// His token and the person for whom it stands.
    known: Option<(Secret, Hashed)>,
    /// The language that he reads.
    pub(crate) language: Language,
}

impl Visitor {
    /// The visitor of a request. A cookie that is no token of ours is none.
    pub(crate) async fn of(app: &App, headers: &HeaderMap) -> Result<Visitor, ApiError> {
        let mut visitor = Visitor::nobody(&app.names);
        visitor.language = language_of(headers, &app.languages);
        if let Some(token) = token_of(headers, visitor.cookie_name()) {
            let person = app.people.person_of(&*app.store, token.hash()).await?;
            visitor.known = person.map(|person| (token, person));
        }
        Ok(visitor)
    }

    /// Somebody without a token.
    pub(crate) fn nobody(names: &Names) -> Visitor {
        Visitor { is_https: names.is_https(), known: None, language: Language::ENGLISH }
    }

    fn cookie_name(&self) -> &'static str {
        if self.is_https { COOKIE_OVER_TLS } else { COOKIE }
    }

    /// The person, as the seats know him.
    pub(crate) fn hash(&self) -> Option<Hashed> {
        self.known.as_ref().map(|(_, person)| *person)
    }

    /// The hash of the token of this very browser.
    pub(crate) fn token(&self) -> Option<Hashed> {
        self.known.as_ref().map(|(token, _)| token.hash())
    }

    /// The person and his cookie; a new person if he is nobody yet. Only whoever takes a seat is
    /// given a token, in that very answer: so two answers never give a visitor two tokens, of which
    /// he would keep only one.
    pub(crate) fn with_token(self) -> (Hashed, HeaderValue) {
        match &self.known {
            Some((token, person)) => (*person, self.cookie(token)),
            None => {
                let token = Secret::new();
                (token.hash(), self.cookie(&token))
            }
        }
    }

    /// The cookie that keeps the token he has for longer.
    pub(crate) fn renewed(&self) -> Option<HeaderValue> {
        self.known.as_ref().map(|(token, _)| self.cookie(token))
    }

    /// The cookie that gives this browser a token.
    pub(crate) fn cookie(&self, token: &Secret) -> HeaderValue {
        let text = format!(
            "{}={}; Path=/; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Strict{}",
            self.cookie_name(),
            token.text(),
            if self.is_https { "; Secure" } else { "" },
        );
        HeaderValue::try_from(text).expect("a cookie of letters and digits is a header")
    }
}

/// The language that a request asks for.
pub(crate) fn language_of(headers: &HeaderMap, known: &[Language]) -> Language {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    asked.map_or(Language::ENGLISH, |asked| Language::preferred(asked, known))
}

fn token_of(headers: &HeaderMap, cookie: &str) -> Option<Secret> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        values.flat_map(|v| v.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find_map(|(name, value)| (name == cookie).then(|| Secret::read(value))?)
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
        let found = |headers: &HeaderMap, name: &str| token_of(headers, name).map(|t| t.hash());
        assert_eq!(found(&headers, COOKIE), Some(token.hash()));
        assert_eq!(found(&headers, COOKIE_OVER_TLS), None, "another name could have planted it");
        headers.insert(header::COOKIE, HeaderValue::from_static("rokada=guess"));
        assert_eq!(found(&headers, COOKIE), None);
    }

    #[test]
    fn over_tls_the_cookie_never_travels_otherwise() {
        let token = Secret::new();
        let cookie = |url: Option<&str>| {
            let names = Names::new(url.map(|u| u.parse().expect("a URL")), 1941);
            let cookie = Visitor::nobody(&names).cookie(&token);
            cookie.to_str().map(String::from).expect("a cookie is text")
        };
        let secure = cookie(Some("https://rokada.example"));
        assert!(secure.starts_with("__Host-rokada=") && secure.ends_with("; Secure"), "{secure}");
        for plain in [cookie(None), cookie(Some("http://192.168.1.20:1941"))] {
            assert!(plain.starts_with("rokada=") && !plain.contains("Secure"), "{plain}");
        }
    }
}
