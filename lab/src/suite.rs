//! Suites: files with one position a line.
//!
//! After the position stand tab-separated `key=value` columns (id, result, plies, source); `#`
//! starts a comment. The comment `# game=NAME` says which game the suite is of: positions of different
//! games look alike.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use conjoin_core::limited_file::{self, ReadError};
use conjoin_core::{Game, Position};

use crate::embedded::{self, Data};

/// One position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteEntry<P> {
    /// The position.
    pub position: P,
    /// The columns after it.
    pub columns: BTreeMap<String, String>,
}

impl<P: Position + Display> SuiteEntry<P> {
    /// Its name: the `id` column, or the position itself.
    pub fn id(&self) -> String {
        self.columns.get("id").cloned().unwrap_or_else(|| self.position.to_string())
    }
}

/// What is wrong with a suite, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A position that cannot be read.
    #[error("line {line}: {reason}")]
    Position {
        /// Number of the line, from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// A column that is not `key=value`.
    #[error("line {line}: column {text:?} is not key=value")]
    Column {
        /// Number of the line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// The suite is of another game.
    #[error("line {line}: a suite of {found}, not of {expected}: --game {found} reads it")]
    OtherGame {
        /// Number of the line, from 1.
        line: usize,
        /// The game that the suite names.
        found: String,
        /// The game that was asked for.
        expected: &'static str,
    },
    /// There is no position.
    #[error("no position: expected one a line")]
    Empty,
}

/// Why there is no suite.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The file cannot be read.
    #[error("{0} (conjoin suite build makes suites)")]
    Read(#[from] ReadError),
    /// The file is no suite.
    #[error("{path}: {source}")]
    Bad {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: SuiteError,
    },
}

/// The largest file of a suite.
pub(crate) const LARGEST: u64 = 64 << 20;

/// What the line begins with that names the game of a suite.
pub(crate) const GAME_LINE: &str = "# game=";

/// Reads a suite, to be played by the rules of a variant.
pub fn parse_suite<G: Game>(
    text: &str,
    variant: G::Variant,
) -> Result<Vec<SuiteEntry<G::Position>>, SuiteError> {
    let mut entries = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some(found) = line.strip_prefix(GAME_LINE).map(str::trim).filter(|&n| n != G::NAME) {
            let found = found.chars().take(40).collect();
            return Err(SuiteError::OtherGame { line: i + 1, found, expected: G::NAME });
        }
        let content = line.split('#').next().unwrap_or("").trim();
        if content.is_empty() {
            continue;
        }
        let mut fields = content.split('\t').map(str::trim);
        let position = G::parse(fields.next().unwrap_or(""), variant)
            .map_err(|error| SuiteError::Position { line: i + 1, reason: error.to_string() })?;
        let columns = fields
            .filter(|field| !field.is_empty())
            .map(|field| match field.split_once('=') {
                Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
                None => {
                    Err(SuiteError::Column { line: i + 1, text: field.chars().take(40).collect() })
                }
            })
            .collect::<Result<_, _>>()?;
        entries.push(SuiteEntry { position, columns });
    }
    if entries.is_empty() { Err(SuiteError::Empty) } else { Ok(entries) }
}

/// The names of the suites that come with the program, in natural order.
pub fn names<G: Game>() -> Vec<String> {
    embedded::names_in::<Data>(&folder::<G>())
}

/// Where suites are, below the folder `data`.
fn folder<G: Game>() -> String {
    format!("{}/suites", G::NAME)
}

/// A suite that comes with the program, or one in the folder `data/<game>/suites`, or else in this file.
pub fn find<G: Game>(
    name: &str,
    variant: G::Variant,
) -> Result<Vec<SuiteEntry<G::Position>>, FindError> {
    if let Some(entries) = built_in_by::<G>(name, variant) {
        return Ok(entries);
    }
    let in_folder = Path::new("data").join(folder::<G>()).join(format!("{name}.tsv"));
    let path = if in_folder.exists() { in_folder } else { name.into() };
    let text = limited_file::read_text(&path, LARGEST)?;
    parse_suite::<G>(&text, variant)
        .map_err(|source| FindError::Bad { path: path.display().to_string(), source })
}

/// A suite that comes with the program.
pub fn built_in<G: Game>(name: &str) -> Option<Vec<SuiteEntry<G::Position>>> {
    built_in_by::<G>(name, G::Variant::default())
}

/// A suite that comes with the program, to be played by the rules of a variant.
pub fn built_in_by<G: Game>(
    name: &str,
    variant: G::Variant,
) -> Option<Vec<SuiteEntry<G::Position>>> {
    let text = embedded::text::<Data>(&format!("{}/{name}.tsv", folder::<G>()))?;
    Some(parse_suite::<G>(&text, variant).expect("built-in suites are checked by a test"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::Symmetric as _;
    use conjoin_engine::prover::proof_text;
    use conjoin_engine::solve::{Length, SolveRequest, SolvedAs, Solver};
    use conjoin_games::loa::{Loa, Variant};
    use conjoin_games::surakarta::Surakarta;
    use conjoin_prove::{Algorithm, Limits};
    use conjoin_referee::verify_proof;
    use std::collections::HashSet;

    #[test]
    fn built_in_suites_hold_what_their_names_say() {
        for (name, count) in [
            ("speed-50", 50),
            ("middle-116", 116),
            ("middle-171", 171),
            ("middle-156", 156),
            ("shortest-wins", 165),
            ("wins-44", 44),
            ("starts", 2),
            ("endgame-488", 488),
            ("endgame-286", 286),
        ] {
            let suite = built_in::<Loa>(name).unwrap();
            assert_eq!(suite.len(), count, "{name}");
            for entry in suite {
                assert_eq!(entry.position.outcome(), None, "{name} {}", entry.id());
            }
        }
        assert_eq!(built_in::<Loa>("nothing"), None);
        let all = ["endgame", "endgame-286", "endgame-488", "endgame-hard", "middle-116"];
        assert_eq!(names::<Loa>()[..5], all);
    }

    #[test]
    fn built_in_suites_name_their_game() {
        fn check<G: Game>() {
            for name in names::<G>() {
                let path = format!("{}/{name}.tsv", folder::<G>());
                let text = embedded::text::<Data>(&path).unwrap();
                assert!(text.lines().any(|l| l == format!("{GAME_LINE}{}", G::NAME)), "{path}");
            }
        }
        check::<Loa>();
        check::<Surakarta>();
    }

    #[test]
    fn endgames_are_different_wins() {
        for name in ["endgame", "endgame-hard"] {
            let suite = built_in::<Loa>(name).unwrap();
            let mut seen = HashSet::new();
            for entry in &suite {
                assert_eq!(entry.columns["result"], "win", "{name} {}", entry.id());
                assert!(entry.columns["game_plies"].parse::<u32>().unwrap() >= 10);
                assert!(seen.insert(entry.position.canonical_key()), "{name} {}", entry.id());
                let expanded: u64 = entry.columns["expanded"].parse().unwrap();
                assert!(name == "endgame" || expanded > 400_000, "{name} {}", entry.id());
            }
        }
    }

    /// By the criteria of the source alone: nothing in these files says what a solver can do.
    #[test]
    fn real_endgames_are_different_and_lie_where_their_games_say() {
        let olympiad = crate::suite_games::published_games::<Loa>();
        let (mut seen, mut games, mut checked) = (HashSet::new(), HashSet::new(), 0);
        for (name, plies) in [("endgame-488", 10..=15), ("endgame-286", 15..=20)] {
            for entry in built_in::<Loa>(name).unwrap() {
                let id = entry.id();
                assert!(!entry.columns.contains_key("expanded"), "{id}");
                assert!(seen.insert(entry.position.canonical_key()), "{id}");
                let (game, ply) = entry.columns["source"].split_once(", ply ").unwrap();
                assert!(games.insert(game.to_owned()), "{id}: another position of {game}");
                let (ply, last) = ply.split_once(" of ").unwrap();
                let [ply, last] = [ply, last].map(|number| number.parse::<usize>().unwrap());
                let to_end: usize = entry.columns["game_plies"].parse().unwrap();
                assert!(plies.contains(&to_end) && ply + to_end == last, "{id}");
                let published = olympiad.iter().find(|(source, ..)| source == game);
                if let Some((_, history, _)) = published {
                    assert_eq!(history.positions()[ply], entry.position, "{id}");
                    let winner = history.outcome().unwrap().winner();
                    assert_eq!(winner, Some(entry.position.side_to_move()), "{id}");
                    checked += 1;
                }
            }
        }
        assert!(checked >= 10, "{checked} positions of published games");
    }

    #[test]
    fn surakarta_puzzles_are_different_wins_of_exactly_their_length() {
        let suite = built_in::<Surakarta>("wins-20").unwrap();
        assert_eq!(suite.len(), 20);
        let request = SolveRequest {
            algorithm: Algorithm::Best,
            full: false,
            shortest: true,
            with_proof: true,
            threads: 1,
        };
        let limits = Limits { nodes: Some(5_000_000), memory: 64 << 20, ..Limits::default() };
        let mut seen = HashSet::new();
        let mut lengths = HashSet::new();
        for entry in &suite {
            let id = entry.id();
            assert!(seen.insert(entry.position.canonical_key()), "{id}");
            assert_eq!(entry.columns["result"], "win", "{id}");
            let plies: u32 = entry.columns["plies"].parse().unwrap();
            let solved = Solver::<Surakarta>::new(request).solve(&entry.position, &limits).unwrap();
            assert_eq!(solved.result, SolvedAs::Win, "{id}");
            assert_eq!(solved.length, Some(Length { at_least: plies, at_most: plies }), "{id}");
            for proof in &solved.proofs {
                assert!(verify_proof(&proof_text::<Surakarta>(proof, "test")).is_ok(), "{id}");
            }
            assert_eq!(solved.proofs.len(), 1, "{id}");
            lengths.insert(plies);
        }
        assert!(lengths.len() >= 5 && lengths.iter().all(|plies| (3..=15).contains(plies)));
    }

    /// Nine of the positions, found again from nothing; all of them are different.
    #[test]
    fn shortest_wins_take_as_long_as_they_say() {
        let suite = built_in::<Loa>("shortest-wins").unwrap();
        let plies = |entry: &SuiteEntry<_>| entry.columns["plies"].parse::<u32>().unwrap();
        let seen: HashSet<u64> = suite.iter().map(|e| e.position.canonical_key()).collect();
        assert_eq!(seen.len(), suite.len());
        let request = SolveRequest {
            algorithm: Algorithm::Best,
            full: false,
            shortest: true,
            with_proof: false,
            threads: 1,
        };
        let limits = Limits { nodes: Some(2_000_000), memory: 64 << 20, ..Limits::default() };
        for entry in suite.iter().filter(|entry| plies(entry) <= 9).step_by(8) {
            let solved = Solver::<Loa>::new(request).solve(&entry.position, &limits).unwrap();
            let (id, plies) = (entry.id(), plies(entry));
            assert_eq!(solved.length, Some(Length { at_least: plies, at_most: plies }), "{id}");
        }
    }

    #[test]
    fn errors_name_the_line() {
        let error = parse_suite::<Loa>("# head\n1b1/w1w/1b1 x\n", Variant::default()).unwrap_err();
        assert!(error.to_string().starts_with("line 2: side to move"), "{error}");
        let error = parse_suite::<Loa>("1b1/w1w/1b1 b\tid\n", Variant::default()).unwrap_err();
        assert!(error.to_string().contains("\"id\""), "{error}");
        let other = "# Puzzles\n# game=surakarta\n1b1/w1w/1b1 b\n";
        let error = parse_suite::<Loa>(other, Variant::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: a suite of surakarta, not of loa: --game surakarta reads it"
        );
        assert_eq!(parse_suite::<Loa>("# nothing\n", Variant::default()), Err(SuiteError::Empty));
    }
}
