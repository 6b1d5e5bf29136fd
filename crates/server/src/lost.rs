//! The journal of a table that cannot be opened any more: what must be looked up to say who may read it.

use crate::app::App;
use crate::error::ApiError;
use crate::visitor::Visitor;
use engine::Header;
use std::sync::Arc;
use table::{Stored, header_of, lost};

/// The journal as far as the visitor may read it; `None` if that is nothing.
pub(crate) async fn journal(
    app: &App,
    id: &str,
    visitor: &Visitor,
) -> Result<Option<String>, ApiError> {
    let Some(stored) = app.store.load(id.to_string()).await? else { return Ok(None) };
    let open = hides_nothing(app, header_of(&stored.header).ok()).await?;
    let is_over = stored.finished && !goes_on_elsewhere(app, &stored).await?;
    Ok(lost::journal(&stored, visitor.hash(), open, is_over))
}

/// Whether both players know everything. A game that is not here any more might hide something.
async fn hides_nothing(app: &App, header: Option<Header>) -> Result<bool, ApiError> {
    let (library, Some(header)) = (Arc::clone(&app.library), header) else { return Ok(false) };
    let opened = tokio::task::spawn_blocking(move || library.open_header(&header));
    Ok(opened.await.map_err(|e| ApiError::fault(&e))?.is_ok_and(|opened| opened.open))
}

/// Whether the next scenario of a campaign is still played from where everybody stands hidden.
async fn goes_on_elsewhere(app: &App, stored: &Stored) -> Result<bool, ApiError> {
    let Some(next) = stored.next.clone() else { return Ok(false) };
    Ok(app.store.load(next).await?.is_none_or(|next| !next.finished))
}
