//! A match whose run file was cut at any byte goes on, repeats nothing and ends alike.

use std::path::PathBuf;

use crate::common::{Habit, Habits, folder, plan};
use conjoin_games::loa::Loa;
use conjoin_lab::game_record::GameRecord;
use conjoin_lab::match_runner::{Observer, run};
use conjoin_lab::run_file::{Existing, Header, RunFile, RunFileError};
use serde::{Deserialize, Serialize};

/// Writes every game to a file.
struct FileWriter {
    file: RunFile,
    games: usize,
}

impl Observer<GameRecord> for FileWriter {
    type Error = RunFileError;

    fn game_over(&mut self, game: &GameRecord) -> Result<(), RunFileError> {
        self.games += 1;
        self.file.append(game)
    }

    fn wants_stop(&mut self) -> bool {
        false
    }
}

#[derive(Serialize, Deserialize)]
struct TestHeader {
    schema: String,
    seed: u64,
}

impl Header for TestHeader {
    type Record = GameRecord;
    const SCHEMA: &'static str = "test";

    fn free(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// Moves and results, in the order of the games.
fn essence(records: &[GameRecord]) -> Vec<(usize, String, String)> {
    records.iter().map(|game| (game.game, game.moves.clone(), game.result.clone())).collect()
}

#[test]
fn a_run_cut_at_any_byte_ends_with_the_same_result() {
    let folder = folder("resume");
    let path: PathBuf = folder.join("match.jsonl");
    let header = TestHeader { schema: TestHeader::SCHEMA.into(), seed: 8 };
    let plan = plan(3, 8, 2);
    let players = Habits(Habit::Random, Habit::Random);
    let resumed = || {
        let (file, records) =
            RunFile::open(&path, &header, Existing::Continue).expect("a run file");
        let known = records.len();
        let mut writer = FileWriter { file, games: 0 };
        let report = run::<Loa, _>(&plan, &players, records, &mut writer).expect("a match");
        assert_eq!(known + writer.games, 6, "something was played twice or not at all");
        report
    };
    let whole = resumed();
    let bytes = std::fs::read(&path).expect("the run file");
    for length in 0..=bytes.len() {
        std::fs::write(&path, &bytes[..length]).expect("a cut file");
        let report = resumed();
        assert_eq!(essence(&report.records), essence(&whole.records), "cut at {length}");
        assert_eq!(report.summary.estimate, whole.summary.estimate);
        let lines = std::fs::read_to_string(&path).expect("the run file").lines().count();
        assert_eq!(lines, 7, "cut at {length}");
    }
    std::fs::remove_dir_all(folder).expect("removed");
}
