//! Opening the house: the address, the data folder, and closing it again.

use crate::api;
use crate::app::App;
use crate::door::Door;
use crate::guard::{Limits, Rates};
use crate::listen;
use crate::lock::FolderLock;
use crate::rooms::{LIVE_MAX, Rooms};
use crate::signal;
use crate::sqlite::Sqlite;
use anyhow::Context;
use std::future::Future;
use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use table::Library;
use tokio::net::TcpListener;

/// The port where a table is looked for first.
pub const DEFAULT_PORT: u16 = 1941;

/// The file of the tables in the data folder.
pub(crate) const DATABASE: &str = "tables.sqlite";

/// How long running answers may take when the server stops.
const FINISH_MAX: Duration = Duration::from_secs(10);

/// How many ports after the default one are tried.
const PORTS_TRIED: u16 = 40;

/// How a server is opened.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The port; `None` for the default or the next free one, 0 for any.
    pub port: Option<u16>,
    /// The folder that holds the database.
    pub data: PathBuf,
    /// Whether to open a browser.
    pub open_browser: bool,
    /// How often one address may ask.
    pub rates: Rates,
    /// How many tables are kept in memory; the others are replayed when somebody comes back to
    /// them.
    pub live_max: usize,
    /// How the house is reached: from its own machine only, unless this says otherwise.
    pub door: Door,
}

impl ServeOptions {
    /// The usual options, with this data folder.
    pub fn new(data: impl Into<PathBuf>) -> ServeOptions {
        ServeOptions {
            port: None,
            data: data.into(),
            open_browser: false,
            rates: Rates::default(),
            live_max: LIVE_MAX,
            door: Door::default(),
        }
    }
}

/// A server that is bound to its address and not yet answering.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    door: Door,
    app: Arc<App>,
    lock: FolderLock,
}

impl Server {
    /// Opens the database and binds the address.
    pub async fn open(library: Arc<dyn Library>, options: &ServeOptions) -> anyhow::Result<Server> {
        options.door.check().map_err(anyhow::Error::msg)?;
        make_private_folder(&options.data)
            .with_context(|| format!("cannot make the folder {}", options.data.display()))?;
        let lock = FolderLock::take(&options.data)?;
        let file = options.data.join(DATABASE);
        let store = Sqlite::open(&file)
            .with_context(|| format!("cannot open the tables in {}", file.display()))?;
        let listener = bind(options).await?;
        let address = listener.local_addr()?;
        let (limits, door) = (Limits::new(options.rates), options.door.clone());
        let mut app = App::new(library, Arc::new(store), limits, &door, address.port());
        app.rooms = Rooms::with_room_for(options.live_max);
        Ok(Server { listener, address, door, app: Arc::new(app), lock })
    }

    /// The address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop`; then ends the streams, lets running answers finish and closes the
    /// store.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let (app, store) = (Arc::clone(&self.app), Arc::clone(&self.app.store));
        let (tell, told) = tokio::sync::oneshot::channel();
        let stopped = async move {
            stop.await;
            app.rooms.close();
            let _ = tell.send(());
        };
        let late = async move {
            match told.await {
                Ok(()) => tokio::time::sleep(FINISH_MAX).await,
                Err(_) => std::future::pending().await,
            }
        };
        let served = listen::answer(self.listener, api::router(self.app), &self.door, stopped);
        tokio::select! {
            () = served => {}
            () = late => tracing::warn!("some connections did not end in time"),
        }
        store.close().await.context("the tables cannot be closed")?;
        drop(self.lock);
        Ok(())
    }
}

/// Serves tables until somebody presses ctrl-C or sends SIGTERM.
pub async fn serve(library: Arc<dyn Library>, options: ServeOptions) -> anyhow::Result<()> {
    let server = Server::open(library, &options).await?;
    let address = server.address();
    tracing::info!(
        %address,
        data = %options.data.display(),
        version = env!("CARGO_PKG_VERSION"),
        "serving"
    );
    let url = match &options.door.public_url {
        Some(url) => format!("{url}/"),
        None => format!("http://{address}/"),
    };
    if is_anywhere(&options) && address.port() != DEFAULT_PORT {
        say(&format!("Port {DEFAULT_PORT} is in use; taking the next free one."));
    }
    say(&format!("Rokada is running at {url} (press Ctrl-C to stop it)."));
    if options.door.public_url.is_some() {
        say(&format!("Listening on {address}."));
    }
    for warning in options.door.warnings() {
        say(warning);
    }
    if options.open_browser {
        open_browser(&url);
    }
    server.run(signal::stop()).await?;
    tracing::info!("stopped");
    say("Stopped; every game is saved.");
    Ok(())
}

/// Says something on standard output; nobody need be listening there.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Whether any free port will do: nobody has named one, and no proxy has to find it.
fn is_anywhere(options: &ServeOptions) -> bool {
    let door = &options.door;
    options.port.is_none() && door.listen.is_none() && door.public_url.is_none()
}

async fn bind(options: &ServeOptions) -> anyhow::Result<TcpListener> {
    let at = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    if is_anywhere(options) {
        for port in DEFAULT_PORT..DEFAULT_PORT + PORTS_TRIED {
            match TcpListener::bind(at(port)).await {
                Err(e) if e.kind() == ErrorKind::AddrInUse => {}
                bound => return Ok(bound?),
            }
        }
        return Ok(TcpListener::bind(at(0)).await?);
    }
    let named = at(options.port.unwrap_or(DEFAULT_PORT));
    let address = options.door.listen.unwrap_or(named);
    TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))
}

/// The database holds secrets: only its owner may look into its folder.
pub(crate) fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens the address in the user's browser, if there is one; it is no fault if there is none.
fn open_browser(url: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(program)
        .args(before)
        .arg(url)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}

/// The folder where a user's data belongs on this system; `None` where there is no home.
pub fn default_data_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = match std::env::consts::OS {
        "windows" => from("APPDATA"),
        "macos" => from("HOME").map(|home| home.join("Library/Application Support")),
        _ => from("XDG_DATA_HOME").or_else(|| from("HOME").map(|home| home.join(".local/share"))),
    };
    base.map(|base| base.join("rokada"))
}
