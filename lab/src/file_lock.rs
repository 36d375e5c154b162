//! A lock on a file that is written whole at the end of long work: a second process that would write it
//! too is refused at its start.
//!
//! A file that is replaced cannot be locked itself, so the lock is on a file beside it with the ending
//! `.lock`, which goes when the work ends. One that a killed process left behind does no harm.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file is not ours to write.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process is going to write it.
    #[error("{path} is in use by another process, which is going to write it")]
    InUse {
        /// The file.
        path: String,
    },
    /// The lock cannot be made.
    #[error("cannot lock {path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
}

/// The right to write a file, until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct FileLock {
    /// Nothing for a pipe or a device, to which anybody may write.
    held: Option<(PathBuf, File)>,
}

impl FileLock {
    /// Takes the lock of a file, which need not exist.
    pub fn take(path: &Path) -> Result<Self, LockError> {
        let shown = || path.display().to_string();
        let failed = |source| LockError::Io { path: shown(), source };
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if std::fs::metadata(&real).is_ok_and(|found| !found.is_file()) {
            return Ok(Self { held: None });
        }
        let mut lock = real.into_os_string();
        lock.push(".lock");
        let lock = PathBuf::from(lock);
        loop {
            let mut options = OpenOptions::new();
            let file = options.write(true).create(true).truncate(false).open(&lock);
            let file = file.map_err(failed)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &lock) => return Ok(Self { held: Some((lock, file)) }),
                // Whoever held it has just removed it.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(LockError::InUse { path: shown() }),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if let Some((path, _file)) = self.held.take() {
            drop(std::fs::remove_file(path));
        }
    }
}

/// Is this file still the one with that name?
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: std::fs::Metadata| (found.dev(), found.ino());
    let there = std::fs::metadata(path).map(place).ok();
    there.is_some() && file.metadata().map(place).ok() == there
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_writer_at_a_time_and_no_lock_afterwards() {
        let path = std::env::temp_dir().join(format!("conjoin-lock-{}", std::process::id()));
        let beside = path.with_extension("lock");
        let first = FileLock::take(&path).expect("free");
        let error = FileLock::take(&path).expect_err("in use");
        assert!(error.to_string().contains("in use by another process"), "{error}");
        assert!(beside.exists());
        drop(first);
        assert!(!beside.exists());
        // What a killed process left behind.
        std::fs::write(&beside, "").expect("a file");
        drop(FileLock::take(&path).expect("free again"));
        assert!(!beside.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_needs_no_lock() {
        let both = [(); 2].map(|()| FileLock::take(Path::new("/dev/null")).expect("for all"));
        assert!(both.iter().all(|lock| lock.held.is_none()));
    }
}
