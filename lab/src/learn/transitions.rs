//! Transition probabilities, counted in games.
//!
//! A position counts once for each category: as one in which a move of it was available, and as one in
//! which such a move was played. A position with a single legal move, a pass among them, says nothing about
//! what players prefer and is left out; so are moves that no player chose, those of a match's openings.
//! Games count from the usual start alone, and each once, however often it stands in the files.
//!
//! Source: `erps` 2.2. Differs: the text does not speak of forced moves.

use std::collections::HashSet;
use std::path::Path;

use conjoin_core::limited_file::{self, ReadError};
use conjoin_core::{Categorised as _, Game, History, Indexed as _, MoveOf, Position as _};
use conjoin_engine::TransitionCount;
use conjoin_eval::Playable;
use conjoin_games::record::{self, ReplayOptions};
use serde::{Deserialize, Serialize};

use crate::game_record::GameRecord;
use crate::match_header::{GameSettings, MatchHeader};
use crate::run_file::{self, Header, RunFileError};
use crate::tournament::{TournamentGame, TournamentHeader};

/// The largest file of games that is read.
const LARGEST_FILE: u64 = 1 << 30;
/// What a run file begins with, and no record.
const RUN_FILE: &[u8] = b"{\"";

/// Why a file of games cannot be counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is no run file of games.
    #[error(transparent)]
    RunFile(#[from] RunFileError),
    /// It holds no games.
    #[error("{path}: {reason}")]
    NoGames {
        /// The file.
        path: String,
        /// What it holds instead.
        reason: String,
    },
}

/// A game of a file.
#[derive(Clone, Debug)]
pub struct SourceGame<G: Game> {
    /// Its moves.
    pub history: History<G::Position>,
    /// Moves at its beginning that no player chose.
    pub opening_plies: usize,
}

/// The games of a file.
#[derive(Clone, Debug)]
pub struct GameSource<G: Game> {
    /// What they are, in words.
    pub title: String,
    /// Those that follow the rules.
    pub games: Vec<SourceGame<G>>,
    /// How many do not, or cannot be read.
    pub broken: usize,
}

/// What every header begins with.
#[derive(Deserialize)]
struct AnyHeader {
    schema: String,
}

impl<G: Playable> GameSource<G> {
    /// Reads records, SGF or text, or the run file of a match or a tournament.
    pub fn read(path: &Path) -> Result<Self, SourceError> {
        let bytes = limited_file::read(path, LARGEST_FILE)?;
        if bytes.starts_with(RUN_FILE) {
            Self::of_run(path)
        } else {
            Self::of_records(path, &bytes)
        }
    }

    fn of_records(path: &Path, bytes: &[u8]) -> Result<Self, SourceError> {
        let read = record::read::<G>(bytes);
        if read.records.is_empty() {
            let reason = read.problems.first().map(ToString::to_string);
            return Err(SourceError::NoGames {
                path: path.display().to_string(),
                reason: reason.unwrap_or_else(|| "it holds no game record".into()),
            });
        }
        let options = ReplayOptions::default();
        let replays = read.records.iter().filter_map(|record| record.replay(&options).ok());
        let games: Vec<SourceGame<G>> = replays
            .map(|replay| SourceGame { history: replay.history, opening_plies: 0 })
            .collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { title: name, broken: read.total.saturating_sub(games.len()), games })
    }

    fn of_run(path: &Path) -> Result<Self, SourceError> {
        let bad = |reason: String| {
            let path = path.display().to_string();
            Err(RunFileError::Line { path, line: 1, reason }.into())
        };
        let (settings, players, games): (GameSettings, Vec<String>, Vec<GameRecord>) =
            match run_file::header::<AnyHeader>(path)?.schema.as_str() {
                MatchHeader::SCHEMA => {
                    let (MatchHeader { settings, a, b, .. }, games) = run_file::read(path)?;
                    (settings, vec![a.name, b.name], games)
                }
                TournamentHeader::SCHEMA => {
                    let (header, games): (TournamentHeader, Vec<TournamentGame>) =
                        run_file::read(path)?;
                    let players = header.players.into_iter().map(|player| player.name).collect();
                    (header.settings, players, games.into_iter().map(|game| game.game).collect())
                }
                schema => return bad(format!("{schema} is no run of games")),
            };
        if settings.game != G::NAME {
            return bad(format!("it is of {}: expected {}", settings.game, G::NAME));
        }
        // What its game forbids was refused when the file was read.
        let variant = settings.variant::<G>().unwrap_or_default();
        let replayed = |game: &GameRecord| {
            let history = game.replay::<G>(variant)?;
            Some(SourceGame { history, opening_plies: game.opening_plies })
        };
        let limit = &settings.limit;
        Ok(Self {
            title: format!("{} ({limit}, openings {})", players.join(" - "), settings.openings),
            games: games.iter().filter_map(replayed).collect(),
            broken: 0,
        })
    }
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It counts.
    Counted,
    /// It is shorter than games have to be, or no player had a choice in it.
    Short,
    /// It was there before.
    Repeated,
    /// It began elsewhere than at the usual start.
    OtherStart,
}

/// How many games of a file became what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdicts {
    /// Games that count.
    pub games: usize,
    /// Games that were too short.
    pub short: usize,
    /// Games that were there before.
    pub repeated: usize,
    /// Games from another start.
    pub other_start: usize,
}

impl Verdicts {
    /// Adds a game.
    pub fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Counted => &mut self.games,
            Verdict::Short => &mut self.short,
            Verdict::Repeated => &mut self.repeated,
            Verdict::OtherStart => &mut self.other_start,
        } += 1;
    }
}

/// Counts games one after the other.
#[derive(Clone, Debug)]
pub struct TransitionCounter<G: Playable> {
    least_plies: usize,
    counts: Vec<TransitionCount>,
    /// For each category, the number of the last position in which it was available, from 1.
    last_available: Vec<u64>,
    positions: u64,
    moves: u64,
    /// The moves of the games so far.
    seen: HashSet<Vec<u16>>,
    game: std::marker::PhantomData<G>,
}

impl<G: Playable> TransitionCounter<G> {
    /// A counter that leaves out games of fewer plies.
    pub fn new(least_plies: usize) -> Self {
        let categories = G::Position::CATEGORIES;
        Self {
            least_plies,
            counts: vec![TransitionCount::default(); categories],
            last_available: vec![0; categories],
            positions: 0,
            moves: 0,
            seen: HashSet::new(),
            game: std::marker::PhantomData,
        }
    }

    /// Counts a game, unless there is a reason not to.
    pub fn add(&mut self, game: &SourceGame<G>) -> Verdict {
        let SourceGame { history, opening_plies } = game;
        if !G::is_usual_start(history.start()) {
            return Verdict::OtherStart;
        }
        if history.moves().len() < self.least_plies {
            return Verdict::Short;
        }
        let line = history.moves().iter().map(|&mv| G::Position::pack_move(mv)).collect();
        if !self.seen.insert(line) {
            return Verdict::Repeated;
        }
        let before = self.positions;
        let played = history.positions().iter().zip(history.moves());
        for (position, &mv) in played.skip(*opening_plies) {
            self.add_position(position, mv);
        }
        if self.positions == before { Verdict::Short } else { Verdict::Counted }
    }

    fn add_position(&mut self, position: &G::Position, played: MoveOf<G>) {
        let legal = position.legal_moves();
        if legal.len() < 2 {
            return;
        }
        self.positions += 1;
        self.moves += legal.len() as u64;
        for mv in legal {
            let category = position.category(mv);
            if self.last_available[category] < self.positions {
                self.last_available[category] = self.positions;
                self.counts[category].available += 1;
            }
        }
        self.counts[position.category(played)].played += 1;
    }

    /// The counts by the number of the category.
    pub fn counts(&self) -> &[TransitionCount] {
        &self.counts
    }

    /// Positions that count.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The legal moves in them.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Categories that were met.
    pub fn categories(&self) -> usize {
        self.counts.iter().filter(|count| count.available > 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use conjoin_core::TextForm as _;
    use conjoin_core::conformance::random_games;
    use conjoin_games::loa::{Loa, Move, Position, Rules};

    fn start() -> Position {
        Position::start(8, Rules::OLYMPIAD)
    }

    fn game(start: Position, moves: &str, opening_plies: usize) -> SourceGame<Loa> {
        let mut history = History::new(start);
        for word in moves.split_whitespace() {
            let mv = history.current().parse_move(word).expect("a legal move");
            history.push(mv);
        }
        SourceGame { history, opening_plies }
    }

    #[test]
    fn a_position_counts_once_for_each_category() {
        let mut counter = TransitionCounter::<Loa>::new(1);
        assert_eq!(counter.add(&game(start(), "d1-b3", 0)), Verdict::Counted);
        assert_eq!((counter.positions(), counter.moves()), (1, 36));
        let met: BTreeSet<usize> =
            start().legal_moves().into_iter().map(|mv| start().category(mv)).collect();
        assert!(met.len() < 12, "many moves have one category: {met:?}");
        let played = start().category(start().parse_move("d1-b3").expect("legal"));
        for (category, count) in counter.counts().iter().enumerate() {
            let available = u64::from(met.contains(&category));
            let played = u64::from(category == played);
            assert_eq!(*count, TransitionCount { played, available }, "{category}");
        }
        assert_eq!(counter.categories(), met.len());
    }

    /// Random games counted again, each position by itself.
    #[test]
    fn counts_are_sums_over_positions() {
        let mut counter = TransitionCounter::<Loa>::new(1);
        let mut expected = vec![TransitionCount::default(); Position::CATEGORIES];
        let mut count = |position: &Position, mv: Move| {
            let moves = position.legal_moves();
            let met: BTreeSet<usize> = moves.iter().map(|&mv| position.category(mv)).collect();
            if moves.len() > 1 {
                for &category in &met {
                    expected[category].available += 1;
                }
                expected[position.category(mv)].played += 1;
            }
        };
        random_games(&start(), 8, 5, |history| {
            if history.outcome().is_some() {
                for (position, &mv) in history.positions().iter().zip(history.moves()) {
                    count(position, mv);
                }
                let game = SourceGame { history: history.clone(), opening_plies: 0 };
                assert_eq!(counter.add(&game), Verdict::Counted);
            }
        });
        assert!(counter.positions() > 200, "{}", counter.positions());
        assert_eq!(counter.counts(), expected);
    }

    #[test]
    fn moves_of_the_opening_are_nobodys_choice() {
        let mut counter = TransitionCounter::<Loa>::new(1);
        assert_eq!(counter.add(&game(start(), "d1-b3 h4-f2 b1-b4", 2)), Verdict::Counted);
        assert_eq!(counter.positions(), 1);
        assert_eq!(counter.add(&game(start(), "d1-b3 h4-f2", 2)), Verdict::Short);
    }

    #[test]
    fn only_different_games_from_the_usual_start_count() {
        let mut counter = TransitionCounter::<Loa>::new(2);
        let mut verdicts = Verdicts::default();
        for (from, moves) in [
            (start(), "d1-b3 h4-f2"),
            (start(), "d1-b3 h4-f2"),
            (start(), "d1-b3"),
            (start(), "d1-b3 h4-f2 b1-b4"),
            (Position::start(8, Rules::BOARDSPACE), "d1-d3 h4-f2"),
            (Position::scrambled_eggs(Rules::OLYMPIAD), "b1-b3"),
            (Position::start(6, Rules::OLYMPIAD), "b1-b3"),
        ] {
            verdicts.add(counter.add(&game(from, moves, 0)));
        }
        assert_eq!(verdicts, Verdicts { games: 3, short: 1, repeated: 1, other_start: 2 });
        assert_eq!(counter.positions(), 2 + 3 + 2);
    }

    #[test]
    fn a_forced_move_says_nothing() {
        let mut counter = TransitionCounter::<Loa>::new(1);
        let stuck: Position = "1w2/b1b1/www1/3w b".parse().expect("a position");
        counter.add_position(&stuck, Move::PASS);
        assert_eq!((counter.positions(), counter.categories()), (0, 0));
    }
}
