//! Campaigns: tables of which one goes on from the end of the other.

use crate::app::App;
use crate::error::ApiError;
use crate::rooms::{self, Inside, Room};
use std::sync::Arc;
use table::{Live, next_of};

/// Goes into a table. One that is sealed lies open as soon as the next scenario is over.
pub(crate) async fn enter(app: &Arc<App>, id: &str) -> Result<(Arc<Room>, Inside), ApiError> {
    let (room, live) = rooms::enter(app, id).await?;
    let next = live.next_table.get().filter(|_| live.is_over() && live.is_sealed()).cloned();
    let Some(next) = next else { return Ok((room, live)) };
    // One table at a time: who waits for two may wait for ever.
    drop(live);
    let is_over = rooms::enter(app, &next).await.is_ok_and(|(_, after)| after.is_over());
    let (room, live) = rooms::enter(app, id).await?;
    if is_over {
        live.unseal();
    }
    Ok((room, live))
}

/// Looks once what goes on from a game that is over, beside the other work: a scenario may have to be read.
pub(crate) async fn look_ahead(app: &App, live: &mut Live) {
    if !live.is_over() {
        return;
    }
    let library = Arc::clone(&app.library);
    let (header, end) = (live.session.journal().header.clone(), live.end());
    let looked = tokio::task::spawn_blocking(move || next_of(&*library, &header, &end));
    live.next = looked.await.unwrap_or_else(|error| {
        tracing::error!("table {}: what goes on from it is not known: {error}", live.id);
        None
    });
}
