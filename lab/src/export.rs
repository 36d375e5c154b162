//! Run files of every kind as pieces of work, to be exported as one kind of table.

use std::path::Path;

use conjoin_games::loa::Rules;
use serde::Deserialize;

use crate::experiments::playing::finding;
use crate::experiments::record::UnitRecord;
use crate::experiments::runner::RunHeader;
use crate::game_record::GameRecord;
use crate::match_header::{MatchHeader, PlayerId};
use crate::run_file::{self, RunFileError};
use crate::tournament::{TournamentGame, TournamentHeader};

/// What every header begins with.
#[derive(Deserialize)]
struct AnyHeader {
    schema: String,
}

/// The pieces of work in a run file: of an experiment, a match or a tournament.
pub fn records(path: &Path) -> Result<Vec<UnitRecord>, RunFileError> {
    let bad = |line: usize, reason: String| RunFileError::Line {
        path: path.display().to_string(),
        line,
        reason,
    };
    let rules = |text: &str| text.parse::<Rules>().map_err(|error| bad(1, error.to_string()));
    match run_file::header::<AnyHeader>(path)?.schema.as_str() {
        RunHeader::SCHEMA => run_file::read(path),
        MatchHeader::SCHEMA => {
            let header: MatchHeader = run_file::header(path)?;
            let rules = rules(&header.rules)?;
            let games: Vec<GameRecord> = run_file::read(path)?;
            let MatchHeader { a, b, version, machine, seed, .. } = &header;
            let unit = |game| game_of([a, b], game, rules, version, machine, *seed);
            Ok(games.into_iter().map(unit).collect())
        }
        TournamentHeader::SCHEMA => {
            let header: TournamentHeader = run_file::header(path)?;
            let rules = rules(&header.rules)?;
            let games: Vec<TournamentGame> = run_file::read(path)?;
            let TournamentHeader { players, version, machine, seed, .. } = &header;
            let player = |name: &str| players.iter().find(|player| player.name == name);
            let unit = |(number, TournamentGame { a, b, game })| {
                let (Some(a), Some(b)) = (player(&a), player(&b)) else {
                    return Err(bad(number + 2, format!("{a} and {b} are not both players")));
                };
                Ok(game_of([a, b], game, rules, version, machine, *seed))
            };
            games.into_iter().enumerate().map(unit).collect()
        }
        schema => Err(bad(1, format!("{schema} is no run that can be exported"))),
    }
}

/// A game of a match or a tournament as a piece of work.
fn game_of(
    players: [&PlayerId; 2],
    game: GameRecord,
    rules: Rules,
    version: &str,
    machine: &str,
    seed: u64,
) -> UnitRecord {
    let [a, b] = players;
    let of = format!("{} - {}", a.name, b.name);
    UnitRecord {
        unit: format!("game {of} {}", game.game),
        hash: format!("{}-{}", a.hash, b.hash),
        version: version.to_owned(),
        machine: machine.to_owned(),
        seed,
        from: None,
        elapsed: 0.0,
        finding: finding(of, game, rules),
    }
}
