//! What every request can reach.

use crate::address::Proxies;
use crate::api::games::Pictures;
use crate::api::watch::LastCheck;
use crate::door::Door;
use crate::guard::Limits;
use crate::metrics::Metrics;
use crate::origin::Names;
use crate::people::People;
use crate::rooms::Rooms;
use crate::store::Store;
use engine::Language;
use std::sync::Arc;
use std::time::Duration;
use table::Library;
use tokio::sync::Semaphore;

/// How many bots think at once.
const BOTS_MAX: usize = 2;

/// How many replays of whole games (imports, exports, looks back) run at once.
const REPLAYS_MAX: usize = 2;

/// How many stored tables are opened at once.
const LOADS_MAX: usize = 4;

/// How many streams may be open.
const STREAMS_MAX: usize = 4096;

/// The server's parts.
pub(crate) struct App {
    pub(crate) library: Arc<dyn Library>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) limits: Limits,
    pub(crate) names: Names,
    pub(crate) proxies: Proxies,
    pub(crate) body_max: Duration,
    pub(crate) people: People,
    pub(crate) bot_slots: Arc<Semaphore>,
    pub(crate) replay_slots: Arc<Semaphore>,
    pub(crate) load_slots: Arc<Semaphore>,
    pub(crate) stream_slots: Arc<Semaphore>,
    pub(crate) metrics: Metrics,
    pub(crate) pictures: Pictures,
    pub(crate) last_check: LastCheck,
    /// The languages that can be read here.
    pub(crate) languages: Vec<Language>,
}

impl App {
    /// The parts of a server whose door is open at a port.
    pub(crate) fn new(
        library: Arc<dyn Library>,
        store: Arc<dyn Store>,
        limits: Limits,
        door: &Door,
        port: u16,
    ) -> App {
        let languages = library.languages();
        App {
            library,
            store,
            rooms: Rooms::default(),
            limits,
            names: Names::new(door.public_url.clone(), port),
            proxies: Proxies::new(&door.trusted_proxies),
            body_max: door.body_max,
            people: People::default(),
            bot_slots: Arc::new(Semaphore::new(BOTS_MAX)),
            replay_slots: Arc::new(Semaphore::new(REPLAYS_MAX)),
            load_slots: Arc::new(Semaphore::new(LOADS_MAX)),
            stream_slots: Arc::new(Semaphore::new(STREAMS_MAX)),
            metrics: Metrics::default(),
            pictures: Pictures::default(),
            last_check: LastCheck::default(),
            languages,
        }
    }

    /// How many streams are open.
    pub(crate) fn streams_open(&self) -> usize {
        STREAMS_MAX - self.stream_slots.available_permits()
    }
}
