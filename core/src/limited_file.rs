//! Files from outside, read with a limit.
//!
//! A name that a user gives may be a device without end, a pipe that nobody writes to or a file
//! larger than the memory. Only regular files are opened here, and none is read beyond its limit.
//!
//! ```
//! use conjoin_core::limited_file;
//!
//! let refused = limited_file::read(".", 1 << 20).unwrap_err();
//! assert_eq!(refused.to_string(), ". is a folder: expected a regular file");
//! ```

use std::fs::{File, FileType, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a file is not read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A folder, a device, a pipe.
    #[error("{} is {kind}: expected a regular file", path.display())]
    NotRegular {
        /// The file.
        path: PathBuf,
        /// What it is, with its article.
        kind: &'static str,
    },
    /// It is larger than the limit.
    #[error("{} is too large: expected at most {}", path.display(), size_text(*most_bytes))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        most_bytes: u64,
    },
    /// It is not text.
    #[error("{} is not text: expected UTF-8", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// The system does not let us.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

impl ReadError {
    /// Is there no such file?
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Unreadable { reason, .. } if reason.kind() == io::ErrorKind::NotFound)
    }
}

/// Opens a regular file that is not larger than the limit, and reads no more of it if it grows.
pub fn open(path: impl AsRef<Path>, most_bytes: u64) -> Result<Limited<File>, ReadError> {
    let path = path.as_ref();
    let unreadable = |reason| ReadError::Unreadable { path: path.to_owned(), reason };
    // Asked before it is opened, since opening a pipe waits for somebody to write to it.
    expect_regular(path, &path.metadata().map_err(unreadable)?)?;
    let file = File::open(path).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?;
    expect_regular(path, &found)?;
    if found.len() > most_bytes {
        return Err(ReadError::TooLarge { path: path.to_owned(), most_bytes });
    }
    Ok(Limited::new(file, most_bytes))
}

/// Refuses what is no regular file.
pub fn expect_regular(path: &Path, found: &Metadata) -> Result<(), ReadError> {
    match kind_text(found.file_type()) {
        None => Ok(()),
        Some(kind) => Err(ReadError::NotRegular { path: path.to_owned(), kind }),
    }
}

/// Reads a regular file that is not larger than the limit.
pub fn read(path: impl AsRef<Path>, most_bytes: u64) -> Result<Vec<u8>, ReadError> {
    let path = path.as_ref();
    let mut file = open(path, most_bytes)?;
    let mut bytes = Vec::new();
    match file.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(_) if file.is_exceeded() => {
            Err(ReadError::TooLarge { path: path.to_owned(), most_bytes })
        }
        Err(reason) => Err(ReadError::Unreadable { path: path.to_owned(), reason }),
    }
}

/// Reads a regular file of text that is not larger than the limit.
pub fn read_text(path: impl AsRef<Path>, most_bytes: u64) -> Result<String, ReadError> {
    let path = path.as_ref();
    let bytes = read(path, most_bytes)?;
    String::from_utf8(bytes).map_err(|_| ReadError::NotText { path: path.to_owned() })
}

/// A reader that gives an error instead of more bytes than its limit, for what is unpacked too.
#[derive(Debug)]
pub struct Limited<R> {
    reader: R,
    most_bytes: u64,
    left: u64,
    is_exceeded: bool,
}

impl<R: Read> Limited<R> {
    /// Reads at most so many bytes.
    pub fn new(reader: R, most_bytes: u64) -> Self {
        Self { reader, most_bytes, left: most_bytes, is_exceeded: false }
    }

    /// Was there more than the limit?
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            // The end at the limit is well; a byte more is not.
            self.is_exceeded |= self.reader.read(&mut [0])? > 0;
            if self.is_exceeded {
                let most = size_text(self.most_bytes);
                return Err(io::Error::other(format!("too much data: expected at most {most}")));
            }
            return Ok(0);
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.reader.read(&mut buffer[..most])?;
        self.left -= read as u64;
        Ok(read)
    }
}

/// What a file is when it is not a regular one.
fn kind_text(kind: FileType) -> Option<&'static str> {
    if kind.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some(if kind.is_dir() { "a folder" } else { "no regular file" })
}

/// A number of bytes in the largest unit that needs no fraction.
fn size_text(bytes: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let found = units.into_iter().find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit));
    found
        .map_or_else(|| format!("{bytes} bytes"), |(unit, name)| format!("{} {name}", bytes / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, content: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("conjoin-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("a file for tests");
        path
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_not_beyond() {
        let path = file("limit", b"twelve bytes");
        assert_eq!(read(&path, 12).unwrap(), b"twelve bytes");
        assert_eq!(read_text(&path, 2048).unwrap(), "twelve bytes");
        let refused = read(&path, 11).unwrap_err().to_string();
        assert!(refused.ends_with("is too large: expected at most 11 bytes"), "{refused}");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_grows_while_it_is_read_or_unpacks_to_more_is_stopped() {
        let mut bytes = Vec::new();
        let mut endless = Limited::new(io::repeat(0), 3 << 10);
        let stopped = endless.read_to_end(&mut bytes).unwrap_err().to_string();
        assert_eq!(stopped, "too much data: expected at most 3 KiB");
        assert!(endless.is_exceeded() && bytes.len() == 3 << 10);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_by_name() {
        let path = file("bytes", b"\xff\xfe");
        let refused = read_text(&path, 100).unwrap_err().to_string();
        assert!(refused.ends_with("is not text: expected UTF-8"), "{refused}");
        std::fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_what_is_not_there_are_refused() {
        let refused = read("/dev/zero", 100).unwrap_err().to_string();
        assert_eq!(refused, "/dev/zero is a device: expected a regular file");
        let missing = read("/no such file", 100).unwrap_err().to_string();
        assert!(missing.starts_with("cannot read /no such file: "), "{missing}");
    }
}
