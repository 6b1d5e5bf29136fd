//! Opening the house: the address, the data folder, and closing it again.

use crate::api;
use crate::app::App;
use crate::guard::{Limits, Rates};
use crate::library::Library;
use crate::sqlite::Sqlite;
use anyhow::Context;
use std::future::Future;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The port where a table is looked for first.
pub const DEFAULT_PORT: u16 = 1941;

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
    /// How often one visitor may ask.
    pub rates: Rates,
}

impl ServeOptions {
    /// The usual options, with this data folder.
    pub fn new(data: impl Into<PathBuf>) -> ServeOptions {
        ServeOptions { port: None, data: data.into(), open_browser: false, rates: Rates::default() }
    }
}

/// A server that is bound to its address and not yet answering.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl Server {
    /// Opens the database and binds the address, on this machine only.
    pub async fn open(library: Arc<dyn Library>, options: &ServeOptions) -> anyhow::Result<Server> {
        make_private_folder(&options.data)
            .with_context(|| format!("cannot make the folder {}", options.data.display()))?;
        let file = options.data.join("tables.sqlite");
        let store = Sqlite::open(&file)
            .with_context(|| format!("cannot open the tables in {}", file.display()))?;
        let listener = bind(options.port).await?;
        let address = listener.local_addr()?;
        let app = Arc::new(App::new(library, Arc::new(store), Limits::new(options.rates)));
        Ok(Server { listener, address, app })
    }

    /// The address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop`; then ends the streams and lets running answers finish.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let app = Arc::clone(&self.app);
        let stopped = async move {
            stop.await;
            app.rooms.close();
        };
        axum::serve(self.listener, api::router(self.app)).with_graceful_shutdown(stopped).await?;
        Ok(())
    }
}

/// Serves tables until somebody presses ctrl-C.
pub async fn serve(library: Arc<dyn Library>, options: ServeOptions) -> anyhow::Result<()> {
    let server = Server::open(library, &options).await?;
    let address = server.address();
    if options.port.is_none() && address.port() != DEFAULT_PORT {
        println!("Port {DEFAULT_PORT} is taken; the table is at the next free one.");
    }
    let url = format!("http://{address}/");
    println!("The table is open at {url} (press ctrl-C to close it).");
    if options.open_browser {
        open_browser(&url);
    }
    server
        .run(async {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
        .await?;
    println!("The table is closed; every game is stored.");
    Ok(())
}

async fn bind(port: Option<u16>) -> anyhow::Result<TcpListener> {
    let at = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let Some(port) = port else {
        for port in DEFAULT_PORT..DEFAULT_PORT + PORTS_TRIED {
            match TcpListener::bind(at(port)).await {
                Err(e) if e.kind() == ErrorKind::AddrInUse => {}
                bound => return Ok(bound?),
            }
        }
        return Ok(TcpListener::bind(at(0)).await?);
    };
    TcpListener::bind(at(port)).await.with_context(|| format!("cannot open port {port}"))
}

/// The database holds secrets: only its owner may look into its folder.
fn make_private_folder(folder: &Path) -> std::io::Result<()> {
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
