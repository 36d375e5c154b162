//! What happens to a game that has ended: it goes to the run file and to the file of games, and is counted.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use conjoin_games::record::RecordError;
use conjoin_lab::match_runner::Observer;
use conjoin_lab::run_file::RunFile;
use serde::Serialize;

use super::progress::Progress;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output};

/// What is shown of the games so far, after the next one.
pub type Standing<R> = Box<dyn FnMut(&R) -> String>;

/// The text of one game in the file of games.
pub type GameText<R> = Box<dyn Fn(&R) -> Result<String, RecordError>>;

/// Keeps the games and shows how far the work is.
pub struct GameLog<R> {
    run: Option<RunFile>,
    records: Option<RecordsFile>,
    text: GameText<R>,
    standing: Standing<R>,
    progress: Progress,
}

impl<R> GameLog<R> {
    /// One that has the games that are finished already.
    pub fn new(
        run: Option<RunFile>,
        records: Option<&Path>,
        total: usize,
        finished: &[R],
        text: GameText<R>,
        standing: Standing<R>,
    ) -> Result<Self, Failure> {
        let records = records.filter(|path| !is_device(path)).map(RecordsFile::new);
        let mut log = Self { run, records, text, standing, progress: Progress::new(total) };
        if let Some(records) = log.records.as_mut().filter(|_| !finished.is_empty()) {
            let texts = finished.iter().map(&log.text).collect::<Result<Vec<_>, _>>();
            records.start(&texts.map_err(|error| bad_input(&error))?.join("\n"))?;
        }
        for game in finished {
            let standing = (log.standing)(game);
            log.progress.finished_before(standing);
        }
        Ok(log)
    }

    /// No more games will end.
    pub fn finish(&mut self) {
        self.progress.finish();
    }
}

impl<R: Serialize> Observer<R> for GameLog<R> {
    type Error = Failure;

    fn game_over(&mut self, game: &R) -> Result<(), Failure> {
        if let Some(run) = &mut self.run {
            run.append(game).map_err(|error| bad_input(&error))?;
        }
        if let Some(records) = &mut self.records {
            records.add(&(self.text)(game).map_err(|error| bad_input(&error))?)?;
        }
        let standing = (self.standing)(game);
        self.progress.game_over(standing);
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        interrupt::requested()
    }
}

/// Is it a pipe or a device? What is written there stays, so it gets the games once, in their order.
fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// The file of games while they are played: in the order in which they end. The whole of it is written
/// again in the order of their numbers when the match is over.
#[derive(Debug)]
struct RecordsFile {
    path: PathBuf,
    /// Are the games of this match in it, and no longer what was there before?
    is_ours: bool,
}

impl RecordsFile {
    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), is_ours: false }
    }

    /// Puts the first games in place of what was there before.
    fn start(&mut self, text: &str) -> Result<(), Failure> {
        self.is_ours = true;
        output::write_file(&self.path, text.as_bytes())
    }

    /// Adds a game.
    fn add(&mut self, text: &str) -> Result<(), Failure> {
        if !self.is_ours {
            return self.start(text);
        }
        // One write for the whole game: a kill leaves it there or not.
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.path)
            .and_then(|mut file| file.write_all(format!("\n{text}").as_bytes()))
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(())
    }
}
