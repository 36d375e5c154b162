//! Run files of every kind as pieces of work, to be exported as one kind of table.

use std::path::Path;

use conjoin_games::loa::Rules;
use serde::Deserialize;

use crate::experiments::playing::finding;
use crate::experiments::record::UnitRecord;
use crate::experiments::runner::RunHeader;
use crate::game_record::GameRecord;
use crate::match_header::{GameSettings, MatchHeader, PlayerId};
use crate::run_file::{self, Header, RunFileError};
use crate::tournament::{TournamentGame, TournamentHeader};

/// What every header begins with.
#[derive(Deserialize)]
struct AnyHeader {
    schema: String,
}

/// The pieces of work in a run file: of an experiment, a match or a tournament. What a run would not
/// be continued from is refused.
pub fn records(path: &Path) -> Result<Vec<UnitRecord>, RunFileError> {
    let bad =
        |reason: String| RunFileError::Line { path: path.display().to_string(), line: 1, reason };
    let rules = |settings: &GameSettings| {
        settings.rules.parse::<Rules>().map_err(|error| bad(error.to_string()))
    };
    match run_file::header::<AnyHeader>(path)?.schema.as_str() {
        RunHeader::SCHEMA => Ok(run_file::read::<RunHeader>(path)?.1),
        MatchHeader::SCHEMA => {
            let (MatchHeader { settings, a, b, .. }, games) = run_file::read(path)?;
            let rules = rules(&settings)?;
            let unit = |game| game_of([&a, &b], game, rules, &settings);
            Ok(games.into_iter().map(unit).collect())
        }
        TournamentHeader::SCHEMA => {
            let (header, games): (TournamentHeader, Vec<TournamentGame>) = run_file::read(path)?;
            let rules = rules(&header.settings)?;
            let unit = |game: TournamentGame| {
                let players = header.players_of(&game).expect("checked when it was read");
                game_of(players, game.game, rules, &header.settings)
            };
            Ok(games.into_iter().map(unit).collect())
        }
        schema => Err(bad(format!("{schema} is no run that can be exported"))),
    }
}

/// A game of a match or a tournament as a piece of work.
fn game_of(
    players: [&PlayerId; 2],
    game: GameRecord,
    rules: Rules,
    settings: &GameSettings,
) -> UnitRecord {
    let [a, b] = players;
    let of = format!("{} - {}", a.name, b.name);
    UnitRecord {
        unit: format!("game {of} {}", game.game),
        hash: format!("{}-{}", a.hash, b.hash),
        version: settings.version.clone(),
        machine: settings.machine.clone(),
        seed: settings.seed,
        from: None,
        elapsed: 0.0,
        finding: finding(of, game, rules),
    }
}
