//! Journals from outside: counted, read and replayed once within limits, and refused in words.

use crate::app::App;
use crate::error::ApiError;
use crate::metrics::Refused;
use crate::replay::{self, LINES_MAX, NotReplayed, REPLAY_MAX};
use crate::secret::new_secrets;
use crate::words::said;
use engine::Message;
use std::sync::Arc;
use table::import::{Read, parse, replay_once};
use table::sentence;

/// Reads a journal and replays it.
pub(crate) async fn read(app: &Arc<App>, text: String) -> Result<Read, ApiError> {
    let (bytes, lines) = (text.len(), text.bytes().filter(|b| *b == b'\n').count());
    let read = read_within_limits(app, text, lines).await;
    read.map_err(|(why, error)| {
        // What stands in a journal stays out of the log.
        tracing::info!(reason = why.name(), bytes, lines, "import refused");
        app.metrics.refused(why);
        error
    })
}

type NotRead = (Refused, ApiError);

async fn read_within_limits(app: &Arc<App>, text: String, lines: usize) -> Result<Read, NotRead> {
    let bad = |reason: Refused, why: &str| (reason, ApiError::Bad(sentence(why)));
    let limit = |text: String| (Refused::Limit, ApiError::TooLarge(text));
    if lines > LINES_MAX {
        let text = Message::new("import.lines").n(lines);
        return Err(limit(said(&text.with("most", LINES_MAX.to_string()))));
    }
    let library = Arc::clone(&app.library);
    let replayed = replay::run(&app.replay_slots, move |budget| match parse(&text) {
        Err(why) => Ok(Err(why)),
        Ok(journal) => {
            drop(text);
            let opened = library.open_header(&journal.header).map_err(|why| why.to_string())?;
            replay_once(journal, opened, new_secrets(), budget).map(Ok)
        }
    });
    let parsed = replayed.await.map_err(|why| match why {
        NotReplayed::TooLong => {
            limit(said(&Message::new("import.too-long").n(REPLAY_MAX.as_secs())))
        }
        NotReplayed::Broken(why) => bad(Refused::Broken, &why),
        NotReplayed::Fault(error) => (Refused::Broken, error),
    })?;
    parsed.map_err(|why| bad(Refused::Damaged, &why))
}
