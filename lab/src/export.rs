//! Run files of every kind as pieces of work, to be exported as one kind of table.

use std::path::Path;

use conjoin_engine::{GameName, GameVisitor};
use conjoin_eval::Playable;
use serde::Deserialize;

use crate::experiments::playing::finding;
use crate::experiments::record::{Finding, UnitRecord};
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
    let game_name = |settings: &GameSettings| {
        settings.game.parse::<GameName>().map_err(|error| bad(error.to_string()))
    };
    match run_file::header::<AnyHeader>(path)?.schema.as_str() {
        RunHeader::SCHEMA => Ok(run_file::read::<RunHeader>(path)?.1),
        MatchHeader::SCHEMA => {
            let (MatchHeader { settings, a, b, .. }, games) = run_file::read(path)?;
            let name = game_name(&settings)?;
            let unit = |game| game_of(name, [&a, &b], game, &settings);
            Ok(games.into_iter().map(unit).collect())
        }
        TournamentHeader::SCHEMA => {
            let (header, games): (TournamentHeader, Vec<TournamentGame>) = run_file::read(path)?;
            let name = game_name(&header.settings)?;
            let unit = |game: TournamentGame| {
                let players = header.players_of(&game).expect("checked when it was read");
                game_of(name, players, game.game, &header.settings)
            };
            Ok(games.into_iter().map(unit).collect())
        }
        schema => Err(bad(format!("{schema} is no run that can be exported"))),
    }
}

/// A game of a match or a tournament as a piece of work.
fn game_of(
    name: GameName,
    players: [&PlayerId; 2],
    game: GameRecord,
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
        finding: name.visit(FindingOf { of, game, settings }),
    }
}

/// A game of a run as what an experiment finds.
struct FindingOf<'a> {
    of: String,
    game: GameRecord,
    settings: &'a GameSettings,
}

impl GameVisitor for FindingOf<'_> {
    type Output = Finding;

    fn visit<G: Playable>(self) -> Finding {
        let variant = self.settings.variant::<G>().unwrap_or_default();
        finding::<G>(self.of, self.game, variant)
    }
}
