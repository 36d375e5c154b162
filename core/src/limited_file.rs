//! Reading files whose size somebody else decides: a pipe or a device would be read for ever, and a
//! file may be larger than memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A folder, a pipe or a device.
    #[error("not a regular file")]
    NotRegular,
    /// It holds more than is taken.
    #[error("larger than {most} bytes")]
    TooLarge {
        /// How many are taken.
        most: u64,
    },
}

/// Opens a file for reading; only a regular one.
pub fn open(path: &Path) -> Result<File, ReadError> {
    // Asked before it is opened: opening a pipe waits for its writer.
    if std::fs::metadata(path)?.is_file() {
        Ok(File::open(path)?)
    } else {
        Err(ReadError::NotRegular)
    }
}

/// The content of a regular file of `most` bytes or fewer.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut content = Vec::new();
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut content)?;
    if content.len() as u64 > most { Err(ReadError::TooLarge { most }) } else { Ok(content) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_no_further() {
        let path = std::env::temp_dir().join(format!("conjoin-limited-{}", std::process::id()));
        std::fs::write(&path, "12345").expect("a file");
        assert_eq!(read(&path, 5).expect("as large as allowed"), b"12345");
        assert!(matches!(read(&path, 4), Err(ReadError::TooLarge { most: 4 })));
        std::fs::remove_file(&path).expect("removed");
        assert!(matches!(read(&path, 4), Err(ReadError::Io(_))));
    }

    #[test]
    fn what_is_no_regular_file_is_refused() {
        assert!(matches!(read(&std::env::temp_dir(), 9), Err(ReadError::NotRegular)));
        #[cfg(unix)]
        assert!(matches!(read(Path::new("/dev/zero"), 9), Err(ReadError::NotRegular)));
    }
}
