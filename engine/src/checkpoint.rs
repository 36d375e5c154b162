//! Long solves survive: the table of a search in a file, written whole or not at all.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use conjoin_core::{Game, Variant as _};
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
    /// Something was changed.
    #[error("checkpoint {} does not match its check sum: it is damaged", file.display())]
    Sum {
        /// The file.
        file: PathBuf,
    },
    /// A checkpoint of a version that saved other things.
    #[error(
        "checkpoint {} was saved by another version of Conjoin and cannot be used by this one",
        file.display()
    )]
    Version {
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
const FIRST_LINE: &str = "conjoin-checkpoint 4";
/// What the first line of every version begins with.
const ANY_VERSION: &[u8] = b"conjoin-checkpoint ";

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    game: String,
    position: String,
    rules: String,
    table_bytes: usize,
    search: String,
    counters: Counters,
}

impl Head {
    fn new<G: Game, E>(solver: &DepthFirst<E>, root: &G::Position, counters: &Counters) -> Self {
        Self {
            game: G::NAME.to_owned(),
            position: root.to_string(),
            rules: G::variant(root).rules(),
            table_bytes: solver.table_bytes(),
            search: format!("{:?}", solver.config()),
            counters: *counters,
        }
    }
}

/// A checkpoint that is read up to its table.
struct Opened {
    head: Head,
    /// The head as it stands there.
    line: Vec<u8>,
    input: BufReader<File>,
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
    pub fn save<G: Game, E>(
        &self,
        solver: &DepthFirst<E>,
        root: &G::Position,
        counters: &Counters,
    ) -> Result<File, CheckpointError> {
        // A link stays one.
        let place = std::fs::canonicalize(&self.file).unwrap_or_else(|_| self.file.clone());
        let part = with_suffix(&place, ".part");
        let write = || {
            let file = File::create(&part)?;
            let mut out = BufWriter::with_capacity(1 << 20, file);
            let head = serde_json::to_string(&Head::new::<G, E>(solver, root, counters))?;
            writeln!(out, "{FIRST_LINE}\n{head}")?;
            let mut out = Summed::new(out);
            out.sum.add(head.as_bytes());
            solver.write_table(&mut out)?;
            let Summed { inner: mut out, sum } = out;
            out.write_all(&sum.value().to_le_bytes())?;
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

    /// What the table of a saved solve may use; nothing where nothing is saved.
    pub fn table_bytes(&self) -> Result<Option<usize>, CheckpointError> {
        Ok(self.open()?.map(|opened| opened.head.table_bytes))
    }

    /// Opens the file, if there is one, up to the end of its head.
    fn open(&self) -> Result<Option<Opened>, CheckpointError> {
        let failed = |source| self.failed(source);
        let file = match File::open(&self.file) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let form = || CheckpointError::Form { file: self.file.clone() };
        let mut input = BufReader::with_capacity(1 << 20, file);
        if input.fill_buf().map_err(failed)?.is_empty() {
            return Ok(None);
        }
        match read_line(&mut input).map_err(failed)? {
            line if line == FIRST_LINE.as_bytes() => {}
            line if line.starts_with(ANY_VERSION) => {
                return Err(CheckpointError::Version { file: self.file.clone() });
            }
            _ => return Err(form()),
        }
        let line = read_line(&mut input).map_err(failed)?;
        let head = serde_json::from_slice(&line).map_err(|_| form())?;
        Ok(Some(Opened { head, line, input }))
    }

    /// Fills the table of a solver from the file, if there is one, and tells what was done before.
    pub fn load<G: Game, E>(
        &self,
        solver: &mut DepthFirst<E>,
        root: &G::Position,
    ) -> Result<Counters, CheckpointError> {
        let failed = |source| self.failed(source);
        let Some(Opened { head, line, input }) = self.open()? else {
            return Ok(Counters::default());
        };
        let expected = Head::new::<G, E>(solver, root, &head.counters);
        for (what, found, expected) in [
            ("the game", &head.game, &expected.game),
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
        let mut input = Summed::new(input);
        input.sum.add(&line);
        let mut stated = [0; 8];
        let read = solver.read_table(&mut input).and_then(|()| input.inner.read_exact(&mut stated));
        let is_whole = match read {
            // A size that the table cannot have is damage too.
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => false,
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => false,
            Err(error) => return Err(failed(error)),
            Ok(()) => input.inner.fill_buf().map_err(failed)?.is_empty(),
        };
        if !is_whole {
            return Err(CheckpointError::Length { file: self.file.clone() });
        }
        if u64::from_le_bytes(stated) != input.sum.value() {
            return Err(CheckpointError::Sum { file: self.file.clone() });
        }
        Ok(head.counters)
    }
}

/// A line without its end; a file without lines does not fill the memory.
fn read_line(input: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.take(1 << 16).read_until(b'\n', &mut line)?;
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

/// The check sum over parts of a checkpoint, one after the other.
pub fn check_sum(parts: &[&[u8]]) -> u64 {
    let mut sum = CheckSum::default();
    for part in parts {
        sum.add(part);
    }
    sum.value()
}

/// A sum over bytes that any change of them changes, but for one in 2^64.
#[derive(Debug, Default)]
struct CheckSum {
    state: u64,
    /// Bytes that do not fill a word yet, and how many.
    rest: [u8; 8],
    filled: usize,
    length: u64,
}

impl CheckSum {
    fn add(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if self.filled > 0 {
            let taken = bytes.len().min(8 - self.filled);
            self.rest[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
            self.filled += taken;
            bytes = &bytes[taken..];
            if self.filled < 8 {
                return;
            }
            self.word(u64::from_le_bytes(self.rest));
        }
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.word(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        let rest = words.remainder();
        self.rest[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }

    /// Every step can be undone, so two sums that differ once stay different as long as the same
    /// words follow.
    fn word(&mut self, word: u64) {
        self.state = (self.state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn value(&self) -> u64 {
        let mut last = [0; 8];
        last[..self.filled].copy_from_slice(&self.rest[..self.filled]);
        conjoin_core::mix::split_mix(self.state ^ u64::from_le_bytes(last) ^ self.length)
    }
}

/// A file whose bytes are summed up as they pass.
struct Summed<F> {
    inner: F,
    sum: CheckSum,
}

impl<F> Summed<F> {
    fn new(inner: F) -> Self {
        Self { inner, sum: CheckSum::default() }
    }
}

impl<F: Write> Write for Summed<F> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

impl<F: Read> Read for Summed<F> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.sum.add(&bytes[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_sum_does_not_depend_on_how_the_bytes_come() {
        let bytes: Vec<u8> = (0..1000u32).map(|i| (i * 7 % 251) as u8).collect();
        let sum = |parts: &[usize]| {
            let mut sum = CheckSum::default();
            let mut rest = &bytes[..];
            for &part in parts.iter().cycle() {
                let (now, later) = rest.split_at(part.min(rest.len()));
                sum.add(now);
                rest = later;
                if rest.is_empty() {
                    return sum.value();
                }
            }
            unreachable!("parts are not empty")
        };
        let whole = sum(&[1000]);
        for parts in [&[1][..], &[7], &[8], &[3, 64, 5]] {
            assert_eq!(sum(parts), whole, "{parts:?}");
        }
        let mut changed = bytes.clone();
        changed[500] ^= 4;
        let mut other = CheckSum::default();
        other.add(&changed);
        assert_ne!(other.value(), whole);
    }
}
