//! Long solves survive: the table of a search in a file, written whole or not at all.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use conjoin_games::loa::Position;
use conjoin_prove::{Counters, DepthFirst};
use serde::{Deserialize, Serialize};

/// Where and how often to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The file; it need not exist yet.
    pub file: PathBuf,
    /// Time between two savings.
    pub every: Duration,
}

/// A checkpoint that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be written or read.
    #[error("checkpoint {}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Another solve is saving to it.
    #[error("checkpoint {} is in use by another solve", file.display())]
    InUse {
        /// The file.
        file: PathBuf,
    },
    /// Not a checkpoint at all.
    #[error("{} is not a checkpoint", file.display())]
    Form {
        /// The file.
        file: PathBuf,
    },
    /// Something was cut off or added.
    #[error("checkpoint {} is not as long as it should be: it is damaged", file.display())]
    Length {
        /// The file.
        file: PathBuf,
    },
    /// A checkpoint of something else.
    #[error("checkpoint {} is of {what} {found:?}, not {expected:?}", file.display())]
    Other {
        /// The file.
        file: PathBuf,
        /// What differs.
        what: &'static str,
        /// What it holds.
        found: String,
        /// What is being solved.
        expected: String,
    },
}

/// The number is raised with every change of what the table holds: keys, packing, what facts mean.
const FIRST_LINE: &str = "conjoin-checkpoint 2";

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    position: String,
    rules: String,
    table_bytes: usize,
    search: String,
    counters: Counters,
}

impl Head {
    fn new<E>(solver: &DepthFirst<E>, root: &Position, counters: &Counters) -> Self {
        Self {
            position: root.to_string(),
            rules: root.rules().to_string(),
            table_bytes: solver.table_bytes(),
            search: format!("{:?}", solver.config()),
            counters: *counters,
        }
    }
}

impl Checkpoint {
    /// Keeps others from saving to the file as long as what is returned lives; makes an empty one where
    /// there is none.
    pub fn lock(&self) -> Result<File, CheckpointError> {
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(&self.file);
        let file = opened.map_err(|source| self.failed(source))?;
        self.locked(file)
    }

    fn locked(&self, file: File) -> Result<File, CheckpointError> {
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => {
                Err(CheckpointError::InUse { file: self.file.clone() })
            }
            Err(TryLockError::Error(source)) => Err(self.failed(source)),
        }
    }

    fn failed(&self, source: std::io::Error) -> CheckpointError {
        CheckpointError::File { file: self.file.clone(), source }
    }

    /// Saves the table of a solver and what was done so far, in the place of the file before, and
    /// returns the lock on the new one.
    pub fn save<E>(
        &self,
        solver: &DepthFirst<E>,
        root: &Position,
        counters: &Counters,
    ) -> Result<File, CheckpointError> {
        // A link stays one.
        let place = std::fs::canonicalize(&self.file).unwrap_or_else(|_| self.file.clone());
        let part = with_suffix(&place, ".part");
        let write = || {
            let file = File::create(&part)?;
            let mut out = BufWriter::with_capacity(1 << 20, file);
            let head = serde_json::to_string(&Head::new(solver, root, counters))?;
            writeln!(out, "{FIRST_LINE}\n{head}")?;
            solver.write_table(&mut out)?;
            out.flush()?;
            // On disk before it takes the place of the one before.
            out.get_ref().sync_all()?;
            let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            file.try_lock()?;
            std::fs::rename(&part, &place)?;
            Ok(file)
        };
        write().map_err(|source| {
            drop(std::fs::remove_file(&part));
            self.failed(source)
        })
    }

    /// Fills the table of a solver from the file, if there is one, and tells what was done before.
    pub fn load<E>(
        &self,
        solver: &mut DepthFirst<E>,
        root: &Position,
    ) -> Result<Counters, CheckpointError> {
        let failed = |source| self.failed(source);
        let file = match File::open(&self.file) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Counters::default());
            }
            Err(error) => return Err(failed(error)),
        };
        let form = || CheckpointError::Form { file: self.file.clone() };
        let mut input = BufReader::with_capacity(1 << 20, file);
        if input.fill_buf().map_err(failed)?.is_empty() {
            return Ok(Counters::default());
        }
        if read_line(&mut input).map_err(failed)? != FIRST_LINE.as_bytes() {
            return Err(form());
        }
        let line = read_line(&mut input).map_err(failed)?;
        let head: Head = serde_json::from_slice(&line).map_err(|_| form())?;
        let expected = Head::new(solver, root, &head.counters);
        for (what, found, expected) in [
            ("the position", &head.position, &expected.position),
            ("the rules", &head.rules, &expected.rules),
            ("the search", &head.search, &expected.search),
            ("memory", &head.table_bytes.to_string(), &expected.table_bytes.to_string()),
        ] {
            if found != expected {
                return Err(CheckpointError::Other {
                    file: self.file.clone(),
                    what,
                    found: found.clone(),
                    expected: expected.clone(),
                });
            }
        }
        let is_whole = match solver.read_table(&mut input) {
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => false,
            Err(error) => return Err(failed(error)),
            Ok(()) => input.fill_buf().map_err(failed)?.is_empty(),
        };
        if is_whole {
            Ok(head.counters)
        } else {
            Err(CheckpointError::Length { file: self.file.clone() })
        }
    }
}

/// A line without its end; a file without lines does not fill the memory.
fn read_line(input: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    std::io::Read::take(input, 1 << 16).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(line)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
