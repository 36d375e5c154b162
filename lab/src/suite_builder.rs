//! Files of suites and openings: their text, and going on with one that an earlier run began.
//!
//! The positions come from [`endgames`], [`search_suite`] and [`balance`]. A file is written whole each
//! time, so that a killed run keeps what it found, and is locked against a second process.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use conjoin_core::limited_file;
use conjoin_core::{Game, Variant as _};
use conjoin_eval::Playable;

use crate::balance::{self, BalanceConfig};
use crate::endgames::{self, EndgameConfig};
use crate::file_lock::FileLock;
use crate::real_endgames::{self, RealEndgame, RealEndgameConfig};
use crate::run_file::write_whole;
use crate::search_suite::{self, SearchPosition, SearchSuiteConfig};
use crate::suite::{self, GAME_LINE, SuiteEntry};
use crate::suite_games::{BuildError, published_path};
use crate::usual::Usual;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteKind {
    /// Forced wins, ten plies or more from the end.
    Endgame,
    /// Forced wins beyond a number of df-pn expansions.
    EndgameHard,
    /// Positions of games of strong players, ten plies or more from the end, that no solver has chosen.
    RealEndgame,
    /// The same, farther from the end.
    RealEndgameHard,
    /// Positions of all phases of games.
    Middle,
    /// Openings of three plies that favour neither side.
    ThreePly,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions<'a> {
    /// What the file holds.
    pub kind: SuiteKind,
    /// Positions wanted, if not as many as usual.
    pub count: Option<usize>,
    /// Nodes a move in self-play and contests, if not as many as usual.
    pub move_nodes: Option<u64>,
    /// Files of recorded games, for endgames of real games.
    pub records: &'a [PathBuf],
    /// The version of the program, which a contest depends on.
    pub version: &'a str,
    /// Expansions of df-pn that a hard position takes at least, if not as many as usual.
    pub harder_than: Option<u64>,
    /// Nodes for the proof of a position, if not as many as usual.
    pub nodes: Option<u64>,
    /// Memory of the solvers, if not as much as usual.
    pub memory: Option<usize>,
    /// The seed.
    pub seed: u64,
    /// Games that are looked at at the same time.
    pub threads: usize,
    /// The file.
    pub output: &'a Path,
}

/// Nodes a move in the self-play of suites for searches, unless told otherwise.
const SEARCH_SUITE_NODES: u64 = 50_000;

/// Told of every endgame that is found: how many there are with it, how many are wanted, and, where one
/// proved it, the expansions of the solver.
pub type OnFound<'f> = dyn FnMut(usize, usize, Option<u64>) + 'f;

fn failed(path: &Path, reason: impl fmt::Display) -> BuildError {
    BuildError::File { path: path.display().to_string(), reason: reason.to_string() }
}

/// Makes a file and gives the number of its positions. Ends early, with what it has, when `stop` is set.
pub fn build<G: Playable>(
    options: &BuildOptions<'_>,
    stop: &AtomicBool,
    on_found: &mut OnFound<'_>,
) -> Result<usize, BuildError> {
    let _lock = FileLock::take(options.output)?;
    let is_begun = options.output.exists();
    if is_begun && !matches!(options.kind, SuiteKind::Endgame | SuiteKind::EndgameHard) {
        return Err(failed(options.output, "it exists: choose another file"));
    }
    let (count, text) = match options.kind {
        SuiteKind::Endgame => {
            endgame_file::<G>(options, EndgameConfig::any::<G>(), is_begun, stop, on_found)?
        }
        SuiteKind::EndgameHard => {
            endgame_file::<G>(options, EndgameConfig::hard::<G>(), is_begun, stop, on_found)?
        }
        SuiteKind::RealEndgame | SuiteKind::RealEndgameHard => {
            real_endgame_file::<G>(options, stop, on_found)?
        }
        SuiteKind::Middle => search_file::<G>(options, stop)?,
        SuiteKind::ThreePly => opening_file::<G>(options, stop)?,
    };
    write(options.output, &text)?;
    Ok(count)
}

fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    write_whole(path, text.as_bytes()).map_err(|error| failed(path, error))
}

/// The file of a suite of endgames, written with every position that is found.
fn endgame_file<G: Playable>(
    options: &BuildOptions<'_>,
    mut config: EndgameConfig<G::Position>,
    is_begun: bool,
    stop: &AtomicBool,
    on_found: &mut OnFound<'_>,
) -> Result<(usize, String), BuildError> {
    config.count = options.count.unwrap_or(config.count);
    config.nodes = options.nodes.unwrap_or(config.nodes);
    config.move_nodes = options.move_nodes.unwrap_or(config.move_nodes);
    config.memory = options.memory.unwrap_or(config.memory);
    config.seed = options.seed;
    let (name, title, share, solver) = if options.kind == SuiteKind::EndgameHard {
        config.harder_than = options.harder_than.unwrap_or(config.harder_than).max(1);
        (
            "h",
            &*format!("forced wins beyond {} df-pn expansions", thousands(config.harder_than)),
            "up to three a game, four plies apart",
            "dfpn",
        )
    } else {
        (
            "e",
            "forced wins for the side to move, ten plies or more from the end",
            "one position a game",
            "best",
        )
    };
    let mut text = format!(
        "# Endgames of {}: {title}.\n\
         {GAME_LINE}{}\n\
         # Made by conjoin suite build, seed {}: {share}, from {}self-play of {} with {} nodes a move and six random\n\
         # plies first, made for this suite alone: nothing learns from these games.\n\
         # Every result is proved. game_plies is how long the game went on; expanded is what {solver} needed.\n\
         # Facts of games; free to use (CC0).\n",
        usual_variant::<G>(),
        G::NAME,
        config.seed,
        published_text::<G>(),
        config.profile,
        config.move_nodes
    );
    if is_begun {
        go_on::<G>(options.output, &mut text, &mut config)?;
    }
    let (mut number, mut written) = (config.given.len(), Ok(()));
    let count = endgames::build::<G>(&config, options.threads, stop, |endgame| {
        number += 1;
        let expanded = endgame.expanded;
        text += &format!(
            "{}\tid={name}{number:03}\tresult=win\tgame_plies={}\texpanded={expanded}\tgame={}\tsource={}\n",
            endgame.position, endgame.plies_to_end, endgame.game, endgame.source
        );
        on_found(number, config.count, Some(expanded));
        if written.is_ok() {
            written = write(options.output, &text);
        }
    })?;
    written?;
    Ok((count, text))
}

/// The file of a suite of endgames that no solver has chosen.
fn real_endgame_file<G: Playable>(
    options: &BuildOptions<'_>,
    stop: &AtomicBool,
    on_found: &mut OnFound<'_>,
) -> Result<(usize, String), BuildError> {
    let usual = Usual::of(G::NAME);
    let (kind, name, mut config) = if options.kind == SuiteKind::RealEndgameHard {
        ("real-endgame-hard", "r", RealEndgameConfig::hard(&usual.strong, &usual.strong_openings))
    } else {
        ("real-endgame", "q", RealEndgameConfig::usual(&usual.strong, &usual.strong_openings))
    };
    config.count = options.count.unwrap_or(config.count);
    config.move_nodes = options.move_nodes.unwrap_or(config.move_nodes);
    config.seed = options.seed;
    let records: Vec<String> = options
        .records
        .iter()
        .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let records = if records.is_empty() { "no records".into() } else { records.join(" ") };
    let mut text = format!(
        "# Endgames of {}: positions of games of strong players, {} to {} plies before the end on the board.\n\
         {GAME_LINE}{}\n\
         # Made by conjoin suite build {kind} --count {} --move-nodes {} --seed {} --records ...,\n\
         # version {}, of {records}.\n\
         # One position a game, and no game is in two suites. The side to move went on to win; the plies are each equally\n\
         # likely, and one more where the other side was to move. Nobody has asked whether the win is forced: no solver has\n\
         # chosen a position. First {}recorded games of players who won half\n\
         # of {} or more games of the records; then games of {} against each\n\
         # other, {} nodes a move, after openings of {}.\n\
         # Facts of games; free to use (CC0).\n",
        usual_variant::<G>(),
        config.plies.start,
        config.plies.end - 1,
        G::NAME,
        config.count,
        config.move_nodes,
        config.seed,
        options.version,
        published_text::<G>(),
        config.least_games,
        config.players.join(", "),
        config.move_nodes,
        config.openings,
    );
    let mut number = 0;
    let found = |endgame: &RealEndgame<G::Position>| {
        number += 1;
        let RealEndgame { position, plies_to_end, source } = endgame;
        text += &format!(
            "{position}\tid={name}{number:03}\tgame_plies={plies_to_end}\tsource={source}\n"
        );
        on_found(number, config.count, None);
    };
    let count = real_endgames::build::<G>(&config, options.records, options.threads, stop, found)?;
    Ok((count, text))
}

/// A number with a comma after every thousand.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits"))
        .collect();
    groups.join(",")
}

/// The game on its usual board by its usual rules, in words.
fn usual_variant<G: Game>() -> String {
    let variant = G::Variant::default();
    format!("{}, size {}, rules {}", G::TITLE, variant.size(), variant.rules())
}

/// The published games in words, where there are any.
fn published_text<G: Game>() -> String {
    published_path::<G>()
        .map_or(String::new(), |path| format!("the games of data/{path} and\n# from "))
}

/// Takes over what an earlier run has found, so that the suite becomes that of one long run. The last
/// game is looked at again: the run may have ended amid its positions.
fn go_on<G: Game>(
    file: &Path,
    text: &mut String,
    config: &mut EndgameConfig<G::Position>,
) -> Result<(), BuildError> {
    let old = limited_file::read_text(file, suite::LARGEST)?;
    let Some(lines) = old.strip_prefix(text.as_str()) else {
        let other =
            "it is there and no suite of this kind, seed, player and nodes: choose another file";
        return Err(failed(file, other));
    };
    let entries = suite::parse_suite::<G>(&old, G::Variant::default())
        .map_err(|error| failed(file, error))?;
    let game = |entry: &SuiteEntry<G::Position>| {
        entry.columns.get("game").and_then(|game| game.parse().ok())
    };
    let games: Vec<usize> = entries.iter().filter_map(game).collect();
    if games.len() != entries.len() || games.len() != lines.lines().count() {
        return Err(failed(file, "a line does not name its game"));
    }
    config.first_game = games.last().copied().unwrap_or(0);
    let kept = games.iter().filter(|&&game| game < config.first_game).count();
    config.given = entries[..kept].iter().map(|entry| entry.position).collect();
    lines.split_inclusive('\n').take(kept).for_each(|line| *text += line);
    Ok(())
}

/// The file of a suite for searches.
fn search_file<G: Playable>(
    options: &BuildOptions<'_>,
    stop: &AtomicBool,
) -> Result<(usize, String), BuildError> {
    let mut config = SearchSuiteConfig {
        move_nodes: options.move_nodes.unwrap_or(SEARCH_SUITE_NODES),
        seed: options.seed,
        ..SearchSuiteConfig::usual::<G>()
    };
    config.count = options.count.unwrap_or(config.count);
    let published = if config.seed == 1 { published_text::<G>() } else { String::new() };
    let mut text = format!(
        "# Positions of {}, from the opening to the endgame.\n\
         {GAME_LINE}{}\n\
         # Made by conjoin suite build middle --count {} --move-nodes {} --seed {}: one position a game, every ply from {} on to\n\
         # {} plies before the end being equally likely, from {published}self-play of {} with {} nodes\n\
         # a move and six random plies first, made for this suite alone: nothing learns from these games.\n\
         # Facts of games; free to use (CC0).\n",
        usual_variant::<G>(),
        G::NAME,
        config.count,
        config.move_nodes,
        config.seed,
        config.first_ply,
        config.last_plies,
        config.profile,
        config.move_nodes
    );
    let mut number = 0;
    let count = search_suite::build::<G>(&config, stop, |SearchPosition { position, source }| {
        number += 1;
        text += &format!("{position}\tid=m{}-{number:03}\tsource={source}\n", config.seed);
    })?;
    Ok((count, text))
}

/// The file of openings.
fn opening_file<G: Playable>(
    options: &BuildOptions<'_>,
    stop: &AtomicBool,
) -> Result<(usize, String), BuildError> {
    let mut config = BalanceConfig { seed: options.seed, ..BalanceConfig::usual::<G>() };
    config.count = options.count.unwrap_or(config.count);
    let (mut lines, mut looked_at) = (String::new(), 0);
    let count = balance::build::<G>(&config, stop, |found, lines_so_far| {
        looked_at = lines_so_far;
        let scores = config.profiles.iter().zip(&found.scores);
        let scores: Vec<String> = scores.map(|(name, score)| format!("{name}={score}")).collect();
        lines += &format!("{}\t{}\n", found.opening.move_text(), scores.join("\t"));
    })?;
    let text = format!(
        "# {count} openings of {} plies that favour neither side, {}.\n\
         # Made by conjoin suite build three-ply --seed {}: random lines, different up to the symmetries of the\n\
         # board; kept when the searches of {} to depth {} both find the position within\n\
         # {} points of even ({looked_at} lines were looked at). The scores are from the side to move.\n\
         # Facts; free to use (CC0).\n{lines}",
        config.plies,
        usual_variant::<G>(),
        config.seed,
        config.profiles.join(" and "),
        config.depth,
        config.bound
    );
    Ok((count, text))
}
