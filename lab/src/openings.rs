//! Openings: the positions from which the games of a match start, so that players that always
//! answer alike do not play the same game again and again.
//!
//! Every set gives the same openings for the same seed, and more of them when more are asked for.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use conjoin_core::limited_file::{self, ReadError};
use conjoin_core::{
    Game, History, NullMove, Outcome, Position, Symmetric, TextForm, Variant as _, format_line,
};
use conjoin_games::record::{self, Recorded, ReplayOptions};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::embedded::{self, Data};
use crate::run_file::fingerprint;

/// Plies taken from the games of a file, unless told otherwise.
pub const DEFAULT_FILE_PLIES: usize = 4;
/// The largest file of games.
const LARGEST_FILE: u64 = 64 << 20;
/// The longest random opening.
const MAX_RANDOM_PLIES: usize = 60;
/// Random openings tried for a new one before an old one is taken again, or none is found.
const TRIES: usize = 2000;

/// A start position and the moves that were made from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening<P: Position> {
    /// Where the game starts.
    pub start: P,
    /// Moves that are already made when the players begin.
    pub moves: Vec<P::Move>,
}

/// A set of openings, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSet {
    /// The start position alone.
    None,
    /// Lines that come with the program, by the name of their file in `data/<game>/openings`, which
    /// says how they were chosen.
    Known {
        /// The name.
        name: String,
    },
    /// Random moves, then a position that neither side wins at once.
    Random {
        /// How many moves.
        plies: usize,
    },
    /// The first moves of the games in an SGF or text file.
    File {
        /// The file.
        path: PathBuf,
    },
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// `random-` without a usable number.
    #[error("opening set {text:?}: expected random-1 to random-{MAX_RANDOM_PLIES}")]
    RandomPlies {
        /// The text.
        text: String,
    },
    /// The file cannot be read.
    #[error(
        "openings: {source} (expected {known}random-N, none or the file of an SGF or text record)"
    )]
    Read {
        /// The sets that there are by name.
        known: String,
        /// Why.
        source: ReadError,
    },
    /// A game of the file cannot be used.
    #[error("openings {path}: {reason}")]
    Record {
        /// The file.
        path: String,
        /// Which one and why.
        reason: String,
    },
    /// The openings that come with the program belong to the standard start.
    #[error("these openings are for the usual start, not for {start}")]
    OtherStart {
        /// The start asked for.
        start: String,
    },
    /// No random position is fair.
    #[error(
        "no random opening of {plies} plies leaves the game open from {start}: take --openings none"
    )]
    NoneFair {
        /// How many moves.
        plies: usize,
        /// The start.
        start: String,
    },
    /// The start position itself is over.
    #[error("the game is over at its start {start}")]
    Over {
        /// The start.
        start: String,
    },
}

impl<P: TextForm> Opening<P> {
    /// The game up to here.
    pub fn history(&self) -> History<P> {
        let mut history = History::new(self.start);
        for &mv in &self.moves {
            history.push(mv);
        }
        history
    }

    /// The moves as text.
    pub fn move_text(&self) -> String {
        format_line(&self.start, &self.moves)
    }
}

impl OpeningSet {
    /// `none`, the name of a set that comes with the game, `random-N`, or else the path of a file.
    pub fn parse<G: Game>(text: &str) -> Result<Self, OpeningError> {
        match (text, text.strip_prefix("random-")) {
            ("none", _) => Ok(Self::None),
            _ if known_names::<G>().iter().any(|name| name == text) => {
                Ok(Self::Known { name: text.into() })
            }
            (_, Some(number)) if !Path::new(text).exists() => match number.parse() {
                Ok(plies) if (1..=MAX_RANDOM_PLIES).contains(&plies) => Ok(Self::Random { plies }),
                _ => Err(OpeningError::RandomPlies { text: text.chars().take(40).collect() }),
            },
            _ => Ok(Self::File { path: text.into() }),
        }
    }
}

impl Display for OpeningSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.pad("none"),
            Self::Known { name } => f.pad(name),
            Self::Random { plies } => write!(f, "random-{plies}"),
            Self::File { path } => write!(f, "{}", path.display()),
        }
    }
}

impl OpeningSet {
    /// `count` openings from a start. Sets with fewer are used again from their beginning;
    /// `file_plies` is how many moves of a file's games are taken.
    pub fn openings<G: Recorded>(
        &self,
        start: &G::Position,
        count: usize,
        file_plies: usize,
        seed: u64,
    ) -> Result<Vec<Opening<G::Position>>, OpeningError> {
        if start.outcome().is_some() {
            return Err(OpeningError::Over { start: start.to_string() });
        }
        let set = match self {
            Self::None => vec![Opening { start: *start, moves: Vec::new() }],
            Self::Known { name } => known::<G>(start, name)?,
            Self::Random { plies } => return random(start, *plies, count, seed),
            Self::File { path } => from_file::<G>(path, start, file_plies)?,
        };
        Ok(set.into_iter().cycle().take(count).collect())
    }

    /// What tells the lines of a file from other lines; nothing for the sets that are known by
    /// their name.
    pub fn fingerprint<G: Recorded>(
        &self,
        start: &G::Position,
        file_plies: usize,
    ) -> Result<Option<String>, OpeningError> {
        let Self::File { path } = self else { return Ok(None) };
        let lines = from_file::<G>(path, start, file_plies)?;
        let texts: Vec<String> =
            lines.iter().map(|line| format!("{} {}", line.start, line.move_text())).collect();
        Ok(Some(fingerprint(texts.join("\n"))))
    }
}

/// Where the openings that come with the program are, below the folder `data`.
fn folder<G: Game>() -> String {
    format!("{}/openings", G::NAME)
}

/// Their names.
fn known_names<G: Game>() -> Vec<String> {
    embedded::names_in::<Data>(&folder::<G>())
}

/// Their names for a message, each with a comma behind it.
fn known_list<G: Game>() -> String {
    let names = known_names::<G>();
    if names.is_empty() { String::new() } else { names.join(", ") + ", " }
}

/// The lines of a set, without what stands after a tab.
fn lines<G: Game>(name: &str) -> Vec<String> {
    let text = embedded::text::<Data>(&format!("{}/{name}.tsv", folder::<G>())).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').next().unwrap_or(line).to_owned()).collect()
}

fn known<G: Game>(
    start: &G::Position,
    name: &str,
) -> Result<Vec<Opening<G::Position>>, OpeningError> {
    if !G::is_usual_start(start) {
        return Err(OpeningError::OtherStart { start: start.to_string() });
    }
    let opening = |text: &String| {
        let mut history = History::new(*start);
        for word in text.split(' ') {
            history.push(history.current().parse_move(word).expect("a legal move, as tests show"));
        }
        Opening { start: *start, moves: history.moves().to_vec() }
    };
    Ok(lines::<G>(name).iter().map(opening).collect())
}

/// Random openings, all different up to symmetry as long as there are new ones.
fn random<P: Symmetric + NullMove + Display>(
    start: &P,
    plies: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Opening<P>>, OpeningError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count {
        let mut old = None;
        let mut new = None;
        for _ in 0..TRIES {
            let Some(history) = random_line(start, plies, &mut rng) else { continue };
            if seen.insert(history.current().canonical().0) {
                new = Some(history);
                break;
            }
            old = Some(history);
        }
        let history =
            new.or(old).ok_or(OpeningError::NoneFair { plies, start: start.to_string() })?;
        openings.push(Opening { start: *start, moves: history.moves().to_vec() });
    }
    Ok(openings)
}

/// Random moves that lead to a position where the game is open.
fn random_line<P: NullMove>(start: &P, plies: usize, rng: &mut ChaCha8Rng) -> Option<History<P>> {
    let mut history = History::new(*start);
    let mut moves = Vec::new();
    for _ in 0..plies {
        if history.outcome().is_some() {
            return None;
        }
        moves.clear();
        history.current().moves(&mut moves);
        let choice = rng.random_range(0..moves.len() as u32);
        history.push(moves[choice as usize]);
    }
    is_open(&history).then_some(history)
}

/// Is the game going on, and would neither side win it with one move?
pub(crate) fn is_open<P: NullMove>(history: &History<P>) -> bool {
    let now = history.current();
    history.outcome().is_none() && !wins_at_once(now) && !wins_at_once(&now.null_move())
}

fn wins_at_once(position: &impl Position) -> bool {
    let win = Some(Outcome::Win(position.side_to_move()));
    position.legal_moves().into_iter().any(|mv| position.play(mv).outcome_after(mv) == win)
}

/// The first moves of a file's games, each line once.
fn from_file<G: Recorded>(
    path: &Path,
    start: &G::Position,
    plies: usize,
) -> Result<Vec<Opening<G::Position>>, OpeningError> {
    let name = path.display().to_string();
    let bytes = limited_file::read(path, LARGEST_FILE)
        .map_err(|source| OpeningError::Read { known: known_list::<G>(), source })?;
    let refuse = |reason: String| OpeningError::Record { path: name.clone(), reason };
    let read = record::read::<G>(&bytes);
    if let Some(problem) = read.problems.first() {
        return Err(refuse(problem.to_string()));
    }
    let variant = G::variant(start);
    let options = ReplayOptions { rules: Some(variant), start: None };
    let mut openings: Vec<Opening<G::Position>> = Vec::new();
    for record in &read.records {
        let replay = record.replay(&options).map_err(|problem| refuse(problem.to_string()))?;
        let game = &replay.history;
        let (found, expected) = (replay.variant().size(), variant.size());
        if found != expected {
            let number = record.number();
            return Err(refuse(format!("record {number} has size {found}, the match {expected}")));
        }
        let moves = game.moves().iter().take(plies).copied().collect();
        let opening = Opening { start: *game.start(), moves };
        if opening.history().outcome().is_none() && !openings.contains(&opening) {
            openings.push(opening);
        }
    }
    if openings.is_empty() {
        return Err(refuse(format!("no game goes on after {plies} plies")));
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::Position as _;
    use conjoin_games::loa::{Loa, Position, Rules};

    fn start() -> Position {
        Position::start(8, Rules::OLYMPIAD)
    }

    fn set(text: &str) -> OpeningSet {
        OpeningSet::parse::<Loa>(text).expect("an opening set")
    }

    fn made(text: &str, count: usize, seed: u64) -> Vec<Opening<Position>> {
        set(text).openings::<Loa>(&start(), count, DEFAULT_FILE_PLIES, seed).expect("openings")
    }

    #[test]
    fn the_ten_two_ply_starts_differ_up_to_symmetry() {
        let openings = made("two-ply", 10, 1);
        let images: HashSet<Position> =
            openings.iter().map(|opening| opening.history().current().canonical().0).collect();
        assert_eq!(images.len(), 10);
        assert!(openings.iter().all(|opening| is_open(&opening.history())));
        assert_eq!(made("two-ply", 25, 1)[20], openings[0]);
    }

    #[test]
    fn the_hundred_three_ply_openings_differ_up_to_symmetry_and_are_open() {
        let openings = made("three-ply", 100, 1);
        let images: HashSet<Position> =
            openings.iter().map(|opening| opening.history().current().canonical().0).collect();
        assert_eq!(images.len(), 100);
        assert!(openings.iter().all(|o| o.moves.len() == 3 && is_open(&o.history())));
        assert_eq!(made("three-ply", 101, 1)[100], openings[0]);
    }

    #[test]
    fn six_two_ply_starts_are_those_of_the_olympiad_games() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/loa/olympiad-games.txt");
        let games = set(path).openings::<Loa>(&start(), 16, 2, 1).expect("openings");
        let images = |openings: &[Opening<Position>]| -> HashSet<Position> {
            openings.iter().map(|opening| opening.history().current().canonical().0).collect()
        };
        assert_eq!(images(&games), images(&made("two-ply", 6, 1)));
    }

    #[test]
    fn random_openings_depend_on_the_seed_alone_and_do_not_repeat() {
        let openings = made("random-4", 300, 7);
        assert_eq!(made("random-4", 200, 7)[..], openings[..200]);
        assert_ne!(made("random-4", 200, 8)[..], openings[..200]);
        let images: HashSet<Position> =
            openings.iter().map(|opening| opening.history().current().canonical().0).collect();
        assert_eq!(images.len(), 300);
        assert!(openings.iter().all(|opening| opening.moves.len() == 4));
    }

    #[test]
    fn nobody_wins_at_once_after_a_random_opening() {
        for opening in made("random-30", 50, 3) {
            let history = opening.history();
            let now = history.current();
            for position in [*now, now.null_move()] {
                let win = Some(Outcome::Win(position.side_to_move()));
                let mut after = position.legal_moves().into_iter().map(|mv| position.play(mv));
                assert!(after.all(|next| next.outcome() != win), "{position}");
            }
        }
    }

    #[test]
    fn when_new_openings_run_out_old_ones_come_back() {
        assert_eq!(made("random-1", 40, 1).len(), 40);
        let tiny = Position::start(3, Rules::OLYMPIAD);
        let error =
            set("random-5").openings::<Loa>(&tiny, 1, 4, 1).expect_err("3x3 is over at once");
        assert!(error.to_string().contains("1b1/w1w/1b1 b"), "{error}");
    }

    #[test]
    fn a_file_gives_the_first_moves_of_its_games() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/loa/olympiad-games.txt");
        let openings = set(path).openings::<Loa>(&start(), 100, 3, 1).expect("openings");
        assert!(openings.iter().all(|opening| opening.moves.len() == 3));
        assert_eq!(openings[0].move_text(), "c8-c6 a4-c2 d8-b6");
        let small = Position::start(6, Rules::OLYMPIAD);
        let error = set(path).openings::<Loa>(&small, 1, 3, 1).expect_err("another board");
        assert!(error.to_string().contains("record 1 has size 8, the match 6"), "{error}");
    }

    #[test]
    fn bad_sets_are_named() {
        for bad in ["random-", "random-0", "random-x", "random-61", "random--1"] {
            let error = OpeningSet::parse::<Loa>(bad).expect_err(bad);
            assert!(error.to_string().contains(&format!("{bad:?}")), "{error}");
        }
        let error = set("/nowhere.sgf").openings::<Loa>(&start(), 1, 4, 1).expect_err("no file");
        assert!(error.to_string().contains("/nowhere.sgf"), "{error}");
        let eggs = Position::scrambled_eggs(Rules::OLYMPIAD);
        assert!(set("two-ply").openings::<Loa>(&eggs, 1, 4, 1).is_err());
    }
}
