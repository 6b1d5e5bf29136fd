//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use server::PublicUrl;
use shelf::Shelf;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

/// Operational hex-and-counter wargames with every rule enforced and cited.
#[derive(Parser)]
#[command(version, about)]
pub struct Arguments {
    /// A folder of your own games, or of one game; it takes precedence over the built-in games
    // Not global: after `sim` the same word is a number of games.
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// What to do
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the program can do.
#[derive(Subcommand)]
pub enum Command {
    /// Start a local server and open it in the browser (the default)
    Serve(ServeArgs),
    /// List the games with their scenarios and options
    Games,
    /// Run the cases that prove the rules
    Cases(CasesArgs),
    /// Check game data files and report every mistake
    Check(CheckArgs),
    /// Print the JSON Schema of a data file, for editors
    Schema(SchemaArgs),
    /// Replay journals with the current rules and report which still hold
    Verify(VerifyArgs),
    /// Back up all tables to one file, even while the server runs
    Backup(BackupArgs),
    /// Restore the tables of a backup into a data folder no server is using
    Restore(RestoreArgs),
    /// Print the whole journal of a table, hidden information included: for the operator of the
    /// server
    Journal(JournalArgs),
    /// Show the position of a journal as text
    Show(ShowArgs),
    /// Play a game over standard input and output, one JSON object per line
    Play(PlayArgs),
    /// Play random games and check the laws that every game must obey
    Laws(LawsArgs),
    /// Let bots play many games and report what happened
    Sim(SimArgs),
    /// Let two bots play pairs of games with the same seed and swapped sides
    Match(MatchArgs),
    /// Fit General's judge of a scenario to games between bots, and write it to a file
    Tune(TuneArgs),
    /// Let bots play positions from real games and say how many they solve
    Positions(PositionsArgs),
    /// Draw a map, with the counters of a scenario's set-up if given
    Map(MapArgs),
    /// Draw the counters of a game
    Counters(CountersArgs),
    /// Build the maps from geographic data
    #[command(subcommand)]
    Atlas(AtlasCommand),
}

/// How to open the table.
#[derive(Args)]
pub struct ServeArgs {
    /// The local port [default: the first free one from 1941]
    #[arg(long, conflicts_with = "listen")]
    pub port: Option<u16>,
    /// The address to listen on, such as 0.0.0.0:1941 [default: this machine only]
    #[arg(long, value_name = "ADDR:PORT", env = "ROKADA_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// The URL others use, such as https://rokada.example; requests for any other are refused
    #[arg(long, value_name = "URL", env = "ROKADA_PUBLIC_URL")]
    pub public_url: Option<PublicUrl>,
    /// A proxy whose X-Forwarded-For is trusted, so that limits apply per client; may be repeated
    #[arg(long, value_name = "ADDR", env = "ROKADA_TRUSTED_PROXY", value_delimiter = ',')]
    pub trusted_proxy: Vec<IpAddr>,
    /// The folder for the database of tables [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub no_browser: bool,
    #[command(flatten)]
    pub log: LogArgs,
}

/// What is logged.
#[derive(Args, Default)]
pub struct LogArgs {
    /// Log to standard error, readable or one JSON object per line; by default only warnings and
    /// faults are logged
    #[arg(long = "log", value_enum, value_name = "FORM")]
    pub form: Option<LogForm>,
    /// The log level: error, warn, info or debug; also set by the environment variable
    /// ROKADA_LOG
    #[arg(long = "log-level", value_name = "LEVEL")]
    pub level: Option<String>,
}

/// How the log looks.
#[derive(Clone, Copy, ValueEnum)]
pub enum LogForm {
    /// For people
    Pretty,
    /// One JSON object per line
    Json,
}

/// What to back up.
#[derive(Args)]
pub struct BackupArgs {
    /// The file to write; an existing file is not overwritten
    pub file: PathBuf,
    /// The folder with the database of tables [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
}

/// What to restore.
#[derive(Args)]
pub struct RestoreArgs {
    /// The backup
    pub file: PathBuf,
    /// The folder for the database of tables [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// If the folder already holds tables, move them aside to a file first
    #[arg(long)]
    pub force: bool,
}

/// Whose journal to print.
#[derive(Args)]
pub struct JournalArgs {
    /// The table's id, the last part of its URL
    pub table: String,
    /// The folder with the database of tables, or a backup [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
}

impl ServeArgs {
    /// What holds where nothing is said: the defaults, and what the environment says.
    pub fn unsaid() -> ServeArgs {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            args: ServeArgs,
        }
        Alone::parse_from(["rokada"]).args
    }
}

/// What to draw.
#[derive(Args)]
pub struct MapArgs {
    /// The game
    pub game: String,
    /// Draw the counters of this scenario's suggested set-up
    #[arg(long)]
    pub scenario: Option<String>,
    /// The file to write, .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The width of a PNG in pixels
    #[arg(long, default_value_t = 4000, value_name = "PX")]
    pub width: u32,
    /// Draw it in dark colours
    #[arg(long)]
    pub dark: bool,
}

/// Which counters to draw.
#[derive(Args)]
pub struct CountersArgs {
    /// The game
    pub game: String,
    /// The file to write, .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The width of a PNG in pixels
    #[arg(long, default_value_t = 3000, value_name = "PX")]
    pub width: u32,
}

/// What the atlas can do.
#[derive(Subcommand)]
pub enum AtlasCommand {
    /// Rebuild the map files from a folder of geographic data
    Build {
        /// The game [default: all]
        game: Option<String>,
        /// The folder of geographic data
        #[arg(long, value_name = "FOLDER")]
        geo: PathBuf,
        /// The folder that holds the games
        #[arg(long, default_value = "games", value_name = "FOLDER")]
        into: PathBuf,
    },
}

/// Which cases to run.
#[derive(Args)]
pub struct CasesArgs {
    /// The game [default: all]
    pub game: Option<String>,
    /// Run these case files instead of the game's own
    #[arg(long = "file", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// List every numbered rule of the digest with its cases
    #[arg(long)]
    pub coverage: bool,
}

/// What to check.
#[derive(Args)]
pub struct CheckArgs {
    /// The folder of one game or of several [default: the built-in games]
    pub folder: Option<PathBuf>,
}

/// Which schema to print.
#[derive(Args)]
pub struct SchemaArgs {
    /// The kind of file, such as map or wb95/scenario [default: list them]
    pub name: Option<String>,
}

/// Which journals to verify.
#[derive(Args)]
pub struct VerifyArgs {
    /// Journals, or a backup or data folder whose tables are all replayed
    #[arg(required = true, value_name = "JOURNAL")]
    pub journals: Vec<PathBuf>,
}

/// What to show.
#[derive(Args)]
pub struct ShowArgs {
    /// The journal
    pub journal: PathBuf,
    /// Show the position after this line [default: the last]
    #[arg(long, value_name = "N")]
    pub line: Option<u64>,
    /// Whose view to show: a side, or spectator
    #[arg(long = "as", value_name = "SIDE")]
    pub viewer: Option<String>,
    /// Print the log instead, line by line with its rules
    #[arg(long, conflicts_with = "picture")]
    pub log: bool,
    /// Draw the position to this file instead, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Draw only the part of the map around these hexes
    #[arg(long, value_name = "HEX,HEX", value_delimiter = ',', requires = "picture")]
    pub around: Vec<String>,
    /// The width of a PNG in pixels
    #[arg(long, default_value_t = 1600, value_name = "PX")]
    pub width: u32,
    /// Draw it in dark colours
    #[arg(long)]
    pub dark: bool,
}

/// What to play.
#[derive(Args)]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// The scenario
    pub scenario: String,
    /// Options that differ from the scenario's defaults
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Speak JSON over standard input and output, for programs
    #[arg(long)]
    pub stdio: bool,
    /// The seed of the dice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write the journal to this file as the game is played
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Start from the final position of another journal, if the scenario allows it
    #[arg(long = "continue", value_name = "JOURNAL")]
    pub carry_on: Option<PathBuf>,
}

/// How long to play.
#[derive(Args)]
pub struct LawsArgs {
    /// The game [default: all]
    pub game: Option<String>,
    /// The scenario [default: all]
    pub scenario: Option<String>,
    /// How many games of each scenario
    #[arg(long, default_value_t = 100)]
    pub number: u64,
    /// The seed of the first game; later games count up from it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Make the costly checks at one decision in this many
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Play whole campaigns instead, each scenario from the end of the previous one
    #[arg(long, conflicts_with = "scenario")]
    pub campaign: bool,
    /// Options that differ from the scenario's defaults
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// What to simulate.
#[derive(Args)]
pub struct SimArgs {
    /// The game
    pub game: String,
    /// The scenario
    pub scenario: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub games: u64,
    /// The bots of the two sides, in the order in which the game lists its sides
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', num_args = 1..=2)]
    pub sides: Vec<String>,
    /// Compare two bots, every seed played twice with the sides swapped; or, as `data` (the games of this program) and
    /// `data=FOLDER`, two versions of the scenario with the same seeds
    #[arg(long, value_names = ["A", "B"], num_args = 2)]
    pub compare: Vec<String>,
    /// The seed of the whole simulation
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads [default: one per core]
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// Keep the games and the report in this folder; a stopped simulation resumes from it
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Write the journal of every game into the folder
    #[arg(long, requires = "out")]
    pub journals: bool,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
    /// Options that differ from the scenario's defaults
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// Who plays whom, and where.
#[derive(Args)]
pub struct MatchArgs {
    /// The first bot
    #[arg(value_name = "A")]
    pub first: String,
    /// The second bot
    #[arg(value_name = "B")]
    pub second: String,
    /// The game
    #[arg(long)]
    pub game: String,
    /// The scenario
    #[arg(long)]
    pub scenario: String,
    /// How many pairs of games at most
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub pairs: u64,
    /// The seed of the match
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Stop as soon as it is settled with this confidence whether A wins four pairs of five, or only half of them
    #[arg(long, value_name = "CONFIDENCE")]
    pub until: Option<f64>,
    /// How many threads
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// Keep the pairs in this file; a stopped match resumes from it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Options that differ from the scenario's defaults
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// What is fitted, and to which games.
#[derive(Args)]
pub struct TuneArgs {
    /// The game
    pub game: String,
    /// The scenario
    pub scenario: String,
    /// How many games
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub games: u64,
    /// The two bots that meet each other and themselves on either side
    #[arg(long, value_delimiter = ',', num_args = 1, default_value = "captain,general=6")]
    pub sides: Vec<String>,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// Keep the games in this file; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Put the judges into this file, in the place of those of the same scenario; else they are printed
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

/// Which positions, and who plays them.
#[derive(Args)]
pub struct PositionsArgs {
    /// The game [default: all]
    pub game: Option<String>,
    /// A level; can be said several times
    #[arg(long = "level", value_name = "L")]
    pub levels: Vec<String>,
    /// With how many seeds each is played
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub seeds: u64,
    /// Say of each position how often it is solved
    #[arg(long)]
    pub each: bool,
    /// Say instead what the levels do in each turn of this journal
    #[arg(long, value_name = "JOURNAL")]
    pub look: Option<PathBuf>,
}

impl Arguments {
    /// The games that the command works with.
    pub fn shelf(&self) -> anyhow::Result<Shelf> {
        let shelf = Shelf::builtin();
        match &self.games {
            Some(folder) => Ok(shelf.with_folder(folder)?),
            None => Ok(shelf),
        }
    }
}
