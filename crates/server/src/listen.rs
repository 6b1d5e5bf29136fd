//! The connections: how many are let in, how long they may dawdle, and how they end when the house
//! closes.

use crate::address::{Address, Proxies};
use crate::door::{Crowd, Door};
use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How long a proxy may keep an idle connection: longer than the usual ones do themselves, so that
/// none is closed while a request is on its way through it.
const PROXY_IDLE_MAX: Duration = Duration::from_secs(200);

/// How long running answers may take when the house closes: as long as an answer ever may, and a
/// little.
const FAREWELL_MAX: Duration = Duration::from_secs(35);

/// The pause after the system could not give a connection, mostly for want of descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// From where a request's connection comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Answers on a listener until `stop`, then lets running answers finish.
pub(crate) async fn answer(
    listener: TcpListener,
    router: Router,
    door: &Door,
    stop: impl Future<Output = ()>,
) {
    let proxies = Proxies::new(&door.trusted_proxies);
    let places = Places::new(door.connections);
    let (closing, closed) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.as_mut() => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!("no connection: {error}");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let is_proxy = proxies.include(from.ip());
        let Some(place) = places.take((!is_proxy).then(|| from.ip().into())) else {
            tracing::debug!("too many connections; one from {from} is closed");
            continue;
        };
        let head_max = if is_proxy { PROXY_IDLE_MAX } else { door.head_max };
        let router = router.clone();
        let mut closed = closed.clone();
        tokio::spawn(async move {
            // The place and the watch are given back when the connection ends.
            let _place = place;
            converse(stream, from, router, head_max, &mut closed).await;
        });
    }
    drop((listener, closed, places));
    let _ = closing.send(());
    if tokio::time::timeout(FAREWELL_MAX, closing.closed()).await.is_err() {
        tracing::warn!("some answers took too long to wait for");
    }
}

/// One connection, from its first request to its last.
async fn converse(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    head_max: Duration,
    closed: &mut watch::Receiver<()>,
) {
    // An answer that is small is not held back for more; where that cannot be set it is only
    // slower.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Peer(from.ip()));
        service.call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_max);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = closed.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("connection from {from}: {error}");
    }
}

/// The places for connections.
struct Places {
    all: Arc<Semaphore>,
    each: usize,
    taken: Arc<Mutex<HashMap<Address, usize>>>,
}

/// A connection's place; it is free again when this is dropped.
struct Place {
    address: Option<Address>,
    taken: Arc<Mutex<HashMap<Address, usize>>>,
    _one: OwnedSemaphorePermit,
}

impl Places {
    fn new(crowd: Crowd) -> Places {
        let all = Arc::new(Semaphore::new(crowd.all));
        Places { all, each: crowd.each, taken: Arc::default() }
    }

    /// A place for a connection, unless all are taken or its address has taken its share. A proxy,
    /// which speaks for many, has no share.
    fn take(&self, address: Option<Address>) -> Option<Place> {
        let one = Arc::clone(&self.all).try_acquire_owned().ok()?;
        if let Some(address) = address {
            let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            let count = taken.entry(address).or_default();
            if *count >= self.each {
                return None;
            }
            *count += 1;
        }
        Some(Place { address, taken: Arc::clone(&self.taken), _one: one })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_take_all_places() {
        let places = Places::new(Crowd { all: 4, each: 2 });
        let address = |n: u8| Some(Address::from(IpAddr::from([192, 0, 2, n])));
        let crowd: Vec<Place> = (0..9).filter_map(|_| places.take(address(1))).collect();
        assert_eq!(crowd.len(), 2);
        let friend = places.take(address(2));
        assert!(friend.is_some());
        assert!(places.take(None).is_some(), "a proxy has no share");
        drop(crowd);
        assert!(places.take(address(1)).is_some());
        assert_eq!(places.taken.lock().map(|t| t.len()).ok(), Some(1), "who has left is forgotten");
    }
}
