//! Run files: append-only JSON Lines that survive a kill.
//!
//! The first line is a header that says what is being run; every further line is one finished
//! piece of work, written the moment it is finished. A run that is started again reads what is
//! there and repeats none of it. A last line without its line end was being written when the
//! process died: it is dropped. A header that tells of another run is refused.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Why a run file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunFileError {
    /// It cannot be opened, read or written.
    #[error("run file {path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// Another process is writing to it.
    #[error("run file {path} is in use by another run")]
    InUse {
        /// The file.
        path: String,
    },
    /// It holds a run already.
    #[error("run file {path} exists: continue it with --resume, or choose another name")]
    Exists {
        /// The file.
        path: String,
    },
    /// It holds another run.
    #[error("run file {path} is of another run: {field} is {found} there and {expected} here")]
    OtherRun {
        /// The file.
        path: String,
        /// The first field of the header that differs.
        field: String,
        /// Its value in the file.
        found: String,
        /// Its value now.
        expected: String,
    },
    /// A line is not what a run file holds.
    #[error("run file {path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// What is said of a file that is not one of ours.
const NO_HEADER: &str = "expected the header of a run";

/// Whether a file that exists is continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// A file with something in it is refused.
    Refuse,
    /// A file with something in it is continued.
    Continue,
}

/// An open run file, locked against other runs.
#[derive(Debug)]
pub struct RunFile {
    file: File,
    path: PathBuf,
}

impl RunFile {
    /// Opens a run file and gives the records that are already in it.
    ///
    /// The header must equal the one in the file but for the fields named in `free`, which may
    /// change from one start of the run to the next.
    pub fn open<H: Serialize, R: DeserializeOwned>(
        path: &Path,
        header: &H,
        free: &[&str],
        existing: Existing,
    ) -> Result<(Self, Vec<R>), RunFileError> {
        let name = path.display().to_string();
        let failed = |source| RunFileError::Io { path: name.clone(), source };
        // A pipe or a device would be read for ever.
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(failed(io::Error::other("not a regular file")));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            std::fs::TryLockError::WouldBlock => RunFileError::InUse { path: name.clone() },
            std::fs::TryLockError::Error(source) => failed(source),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        if !bytes.is_empty() && existing == Existing::Refuse {
            return Err(RunFileError::Exists { path: name });
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let header = serde_json::to_value(header).expect("a header is plain data");
        let is_torn_header = || header.to_string().as_bytes().starts_with(&bytes);
        if whole == 0 && !is_torn_header() {
            return Err(RunFileError::Line { path: name, line: 1, reason: NO_HEADER.into() });
        }
        let records = read_lines(&name, &bytes[..whole], &header, free)?;
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut run = Self { file, path: path.to_owned() };
        if whole == 0 {
            run.append(&header)?;
        }
        Ok((run, records))
    }

    /// Appends a record, to stay there whatever happens to this process.
    pub fn append<R: Serialize>(&mut self, record: &R) -> Result<(), RunFileError> {
        let mut line = serde_json::to_vec(record).expect("a record is plain data");
        line.push(b'\n');
        // One write for the whole line: a kill leaves it whole or torn, never mixed.
        self.file
            .write_all(&line)
            .and_then(|()| self.file.flush())
            .map_err(|source| RunFileError::Io { path: self.path.display().to_string(), source })
    }
}

/// Reads the header of a run file.
pub fn header<H: DeserializeOwned>(path: &Path) -> Result<H, RunFileError> {
    let name = path.display().to_string();
    let failed = |source| RunFileError::Io { path: name.clone(), source };
    let mut line = String::new();
    File::open(path).and_then(|file| BufReader::new(file).read_line(&mut line)).map_err(failed)?;
    serde_json::from_str(&line).map_err(|error| RunFileError::Line {
        path: name.clone(),
        line: 1,
        reason: format!("{NO_HEADER}: {}", complaint(&error)),
    })
}

/// What is wrong with a line, without the place in it, which counts from the start of that line.
fn complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split_once(" at line ").map_or(text.clone(), |(reason, _)| reason.to_owned())
}

/// Reads the records of a run file, whatever run it is of.
pub fn read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, RunFileError> {
    let name = path.display().to_string();
    let failed = |source| RunFileError::Io { path: name.clone(), source };
    let bytes = std::fs::read(path).map_err(failed)?;
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().skip(1);
    lines
        .filter(|(_, line)| line.ends_with(b"\n"))
        .map(|(number, line)| {
            serde_json::from_slice(line).map_err(|error| RunFileError::Line {
                path: name.clone(),
                line: number + 1,
                reason: complaint(&error),
            })
        })
        .collect()
}

/// Writes a file so that it is there whole or not at all. A link stays one; what is no file, such
/// as a pipe, is written to.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return std::fs::write(path, content);
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    std::fs::write(&temporary, content)
        .and_then(|()| std::fs::rename(&temporary, path))
        .inspect_err(|_| drop(std::fs::remove_file(&temporary)))
}

/// Reads whole lines: nothing, or a header that fits and records.
fn read_lines<R: DeserializeOwned>(
    name: &str,
    bytes: &[u8],
    expected: &Value,
    free: &[&str],
) -> Result<Vec<R>, RunFileError> {
    let bad = |line: usize, reason: String| RunFileError::Line { path: name.into(), line, reason };
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let found: Value = serde_json::from_slice(first)
        .map_err(|error| bad(1, format!("{NO_HEADER}: {}", complaint(&error))))?;
    let fields = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let (found, expected) = (fields(&found), fields(expected));
    for field in expected.keys().chain(found.keys()) {
        let text = |value: Option<&Value>| value.map_or("missing".into(), Value::to_string);
        if !free.contains(&field.as_str()) && found.get(field) != expected.get(field) {
            return Err(RunFileError::OtherRun {
                path: name.into(),
                field: field.clone(),
                found: text(found.get(field)),
                expected: text(expected.get(field)),
            });
        }
    }
    lines
        .map(|(number, line)| {
            serde_json::from_slice(line).map_err(|error| bad(number + 1, complaint(&error)))
        })
        .collect()
}

/// A word on the machine: its processor and how many it has.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    format!("{}, {cores} cores", model.unwrap_or_else(|| std::env::consts::ARCH.to_owned()))
}

/// A number that stands for some bytes: two texts with the same one are taken for the same. FNV-1a,
/// 64 bits, in hexadecimal.
pub fn fingerprint(bytes: impl AsRef<[u8]>) -> String {
    let hash = bytes.as_ref().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Header {
        seed: u64,
        cores: u32,
    }

    const HEADER: Header = Header { seed: 5, cores: 2 };

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("conjoin-run-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).expect("a folder for tests");
        path
    }

    fn open(
        path: &Path,
        header: &Header,
        existing: Existing,
    ) -> Result<(RunFile, Vec<u64>), RunFileError> {
        RunFile::open(path, header, &["cores"], existing)
    }

    #[test]
    fn a_file_cut_at_any_byte_keeps_its_whole_lines() {
        let folder = folder("cut");
        let path = folder.join("run.jsonl");
        let (mut run, none) = open(&path, &HEADER, Existing::Refuse).expect("a new file");
        assert!(none.is_empty());
        for record in [10u64, 200, 3000] {
            run.append(&record).expect("a line");
        }
        drop(run);
        let whole = std::fs::read(&path).expect("the file");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("a cut file");
            let (mut run, records) = open(&path, &HEADER, Existing::Continue).expect("resumes");
            let complete = whole[..length].split(|&byte| byte == b'\n').count() - 1;
            let all = [10u64, 200, 3000];
            assert_eq!(records, all[..complete.saturating_sub(1)]);
            for record in &all[records.len()..] {
                run.append(record).expect("a line");
            }
            drop(run);
            assert_eq!(std::fs::read(&path).expect("the file"), whole, "cut at {length}");
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn another_run_is_refused_by_name() {
        let folder = folder("other");
        let path = folder.join("run.jsonl");
        drop(open(&path, &HEADER, Existing::Refuse).expect("a new file"));
        let error =
            open(&path, &Header { seed: 6, cores: 2 }, Existing::Continue).expect_err("seed");
        assert!(error.to_string().contains("seed is 5 there and 6 here"), "{error}");
        open(&path, &Header { seed: 5, cores: 64 }, Existing::Continue).expect("cores are free");
        let error = open(&path, &HEADER, Existing::Refuse).expect_err("exists");
        assert!(error.to_string().contains("--resume"), "{error}");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_broken_line_is_named_and_the_file_left_alone() {
        let folder = folder("broken");
        let path = folder.join("run.jsonl");
        for (content, line) in
            [("{\"seed\":5,\"cores\":2}\n7\nx\n8\n", 3), ("hello\n", 1), ("hello", 1)]
        {
            std::fs::write(&path, content).expect("a file");
            let error = open(&path, &HEADER, Existing::Continue).expect_err("broken");
            assert!(error.to_string().contains(&format!("line {line}")), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), content);
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_stay_what_they_are() {
        let folder = folder("whole");
        let (target, link) = (folder.join("target"), folder.join("link"));
        std::fs::write(&target, "old").expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        write_whole(&link, b"new").expect("written");
        assert!(std::fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(std::fs::read(&target).expect("there"), b"new");
        write_whole(Path::new("/dev/null"), b"gone").expect("written");
        assert!(!std::fs::metadata("/dev/null").expect("there").is_file());
        let error = open(Path::new("/dev/zero"), &HEADER, Existing::Continue).expect_err("endless");
        assert!(error.to_string().contains("not a regular file"), "{error}");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn two_runs_cannot_write_one_file() {
        let folder = folder("lock");
        let path = folder.join("run.jsonl");
        let first = open(&path, &HEADER, Existing::Refuse).expect("a new file");
        let error = open(&path, &HEADER, Existing::Continue).expect_err("in use");
        assert!(error.to_string().contains("in use"), "{error}");
        drop(first);
        open(&path, &HEADER, Existing::Continue).expect("free again");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn fingerprints_tell_texts_apart() {
        assert_eq!(fingerprint(""), "cbf29ce484222325");
        assert_eq!(fingerprint("a"), "af63dc4c8601ec8c");
    }
}
