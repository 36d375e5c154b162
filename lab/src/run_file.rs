//! Run files: append-only JSON Lines that survive a kill.
//!
//! The first line is a header that says what is being run; every further line is one finished
//! piece of work, written the moment it is finished. A run that is started again reads what is
//! there and repeats none of it. A last line without its line end was being written when the
//! process died: it is dropped. A header that tells of another run is refused, and so is a record that
//! cannot be one of its run.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use conjoin_core::limited_file::{self, ReadError};
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
    /// It is no file that is read.
    #[error("run file: {0}")]
    Read(#[from] ReadError),
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

/// The longest line that is read.
const LONGEST_LINE: u64 = 64 << 20;

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

/// The first line of a run file: what its records belong to.
pub trait Header: Serialize + DeserializeOwned {
    /// What every further line is.
    type Record: Serialize + DeserializeOwned;

    /// Name and number of the format, which every header has as its field `schema`.
    const SCHEMA: &'static str;

    /// Fields that may change from one start of the run to the next.
    fn free(&self) -> Vec<&'static str>;

    /// Why a record cannot be one of this run, if it cannot: a file may have been edited.
    fn fault(&self, _record: &Self::Record) -> Option<String> {
        None
    }
}

/// An open run file, locked against other runs.
#[derive(Debug)]
pub struct RunFile {
    file: File,
    path: PathBuf,
}

impl RunFile {
    /// Opens a run file and gives the records that are already in it. The header must equal the one
    /// in the file but for the fields that are free.
    pub fn open<H: Header>(
        path: &Path,
        header: &H,
        existing: Existing,
    ) -> Result<(Self, Vec<H::Record>), RunFileError> {
        let name = path.display().to_string();
        let failed = |source| RunFileError::Io { path: name.clone(), source };
        // A pipe or a device would be read for ever.
        if let Ok(found) = std::fs::metadata(path) {
            limited_file::expect_regular(path, &found)?;
        }
        let file = OpenOptions::new()
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
        if existing == Existing::Refuse && file.metadata().map_err(failed)?.len() > 0 {
            return Err(RunFileError::Exists { path: name });
        }
        let mut run = Self { file, path: path.to_owned() };
        let mut lines = Lines::new(path, &run.file);
        let expected = serde_json::to_value(header).expect("a header is plain data");
        let records = match lines.next()? {
            Some(first) => {
                same_run(&name, &lines.value(&first)?, &expected, &header.free())?;
                lines.records(header)?
            }
            None if expected.to_string().as_bytes().starts_with(&lines.torn) => Vec::new(),
            None => return Err(lines.bad(NO_HEADER.into())),
        };
        let whole = lines.whole;
        run.file.set_len(whole).map_err(failed)?;
        run.file.seek(SeekFrom::End(0)).map_err(failed)?;
        if whole == 0 {
            run.append(&expected)?;
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

/// The lines of a run file, one after the other.
struct Lines<'f, R> {
    path: &'f Path,
    reader: BufReader<R>,
    /// The number of the line that was read last, from 1.
    number: usize,
    /// Bytes of all whole lines so far.
    whole: u64,
    /// The end of the file, where it is no whole line.
    torn: Vec<u8>,
}

impl<'f, R: Read> Lines<'f, R> {
    fn new(path: &'f Path, file: R) -> Self {
        Self { path, reader: BufReader::new(file), number: 0, whole: 0, torn: Vec::new() }
    }

    /// The line that was read last is not what a run file holds.
    fn bad(&self, reason: String) -> RunFileError {
        RunFileError::Line { path: self.path.display().to_string(), line: self.number, reason }
    }

    /// The next whole line, without its end.
    fn next(&mut self) -> Result<Option<Vec<u8>>, RunFileError> {
        let mut line = Vec::new();
        self.number += 1;
        (&mut self.reader)
            .take(LONGEST_LINE + 1)
            .read_until(b'\n', &mut line)
            .map_err(|source| RunFileError::Io { path: self.path.display().to_string(), source })?;
        if line.len() as u64 > LONGEST_LINE {
            return Err(self.bad(format!("longer than {} MiB", LONGEST_LINE >> 20)));
        }
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            self.torn = line;
            return Ok(None);
        }
        self.whole += line.len() as u64 + 1;
        Ok(Some(line))
    }

    /// What a line says.
    fn value<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, RunFileError> {
        serde_json::from_slice(line).map_err(|error| {
            // Without the place, which counts from the start of the line.
            let text = error.to_string();
            let reason = text.split_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
            let expected = if self.number == 1 { format!("{NO_HEADER}: ") } else { String::new() };
            self.bad(expected + reason)
        })
    }

    /// The first line, whole or not.
    fn first(&mut self) -> Result<Vec<u8>, RunFileError> {
        Ok(self.next()?.unwrap_or_else(|| self.torn.clone()))
    }

    /// The records of a run, up to a last line that is torn.
    fn records<H: Header>(&mut self, header: &H) -> Result<Vec<H::Record>, RunFileError> {
        let mut records = Vec::new();
        // A line that stands there twice is one piece of work.
        let mut seen = HashSet::new();
        while let Some(line) = self.next()? {
            if !seen.insert(extended(FNV_START, &line)) {
                continue;
            }
            let record = self.value(&line)?;
            if let Some(fault) = header.fault(&record) {
                return Err(self.bad(fault));
            }
            records.push(record);
        }
        Ok(records)
    }
}

fn opened(path: &Path) -> Result<impl Read, RunFileError> {
    // A line has its limit, the file has none.
    Ok(limited_file::open(path, u64::MAX)?)
}

/// Reads the header of a run file, or some of its fields.
pub fn header<H: DeserializeOwned>(path: &Path) -> Result<H, RunFileError> {
    let mut lines = Lines::new(path, opened(path)?);
    let line = lines.first()?;
    lines.value(&line)
}

/// Reads a run file: its header and the records that are whole.
pub fn read<H: Header>(path: &Path) -> Result<(H, Vec<H::Record>), RunFileError> {
    let mut lines = Lines::new(path, opened(path)?);
    let line = lines.first()?;
    let schema = &lines.value::<Value>(&line)?["schema"];
    if schema != H::SCHEMA {
        return Err(lines.bad(format!("schema {schema}: expected {}", H::SCHEMA)));
    }
    let header = lines.value(&line)?;
    let records = lines.records(&header)?;
    Ok((header, records))
}

/// Refuses the header of another run.
fn same_run(
    name: &str,
    found: &Value,
    expected: &Value,
    free: &[&str],
) -> Result<(), RunFileError> {
    let fields = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let (found, expected) = (fields(found), fields(expected));
    // What says most comes first: a run of another game differs in nearly everything.
    let telling = ["game", "limit"].map(String::from);
    for field in telling.iter().chain(expected.keys()).chain(found.keys()) {
        let text = |value: Option<&Value>| value.map_or("missing".into(), short_text);
        if !free.contains(&field.as_str()) && found.get(field) != expected.get(field) {
            return Err(RunFileError::OtherRun {
                path: name.into(),
                field: field.clone(),
                found: text(found.get(field)),
                expected: text(expected.get(field)),
            });
        }
    }
    Ok(())
}

/// A value as a word in a line: long ones end with dots.
fn short_text(value: &Value) -> String {
    const MOST: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
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
    format!("{:016x}", extended(FNV_START, bytes.as_ref()))
}

/// The fingerprint of a file's content, however large it is; nothing where it cannot be read.
pub fn file_fingerprint(path: &Path) -> Option<String> {
    let mut reader = BufReader::new(limited_file::open(path, u64::MAX).ok()?);
    let mut hash = FNV_START;
    loop {
        let part = reader.fill_buf().ok()?;
        if part.is_empty() {
            return Some(format!("{hash:016x}"));
        }
        hash = extended(hash, part);
        let length = part.len();
        reader.consume(length);
    }
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn extended(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct TestHeader {
        schema: String,
        seed: u64,
        cores: u32,
    }

    impl Header for TestHeader {
        type Record = u64;
        const SCHEMA: &'static str = "test/1";

        fn free(&self) -> Vec<&'static str> {
            vec!["cores"]
        }

        fn fault(&self, record: &u64) -> Option<String> {
            (*record > 9000).then(|| format!("{record} is over 9000"))
        }
    }

    fn header(seed: u64, cores: u32) -> TestHeader {
        TestHeader { schema: TestHeader::SCHEMA.into(), seed, cores }
    }

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("conjoin-run-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).expect("a folder for tests");
        path
    }

    fn open(path: &Path, existing: Existing) -> Result<(RunFile, Vec<u64>), RunFileError> {
        RunFile::open(path, &header(5, 2), existing)
    }

    #[test]
    fn a_file_cut_at_any_byte_keeps_its_whole_lines() {
        let folder = folder("cut");
        let path = folder.join("run.jsonl");
        let (mut run, none) = open(&path, Existing::Refuse).expect("a new file");
        assert!(none.is_empty());
        for record in [10u64, 200, 3000] {
            run.append(&record).expect("a line");
        }
        drop(run);
        let whole = std::fs::read(&path).expect("the file");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("a cut file");
            let (mut run, records) = open(&path, Existing::Continue).expect("resumes");
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
    fn a_line_that_stands_there_twice_is_one_piece_of_work() {
        let folder = folder("twice");
        let path = folder.join("run.jsonl");
        let head = serde_json::to_string(&header(5, 2)).expect("plain data");
        std::fs::write(&path, format!("{head}\n7\n8\n7\n")).expect("a file");
        assert_eq!(read::<TestHeader>(&path).expect("a run").1, [7, 8]);
        assert_eq!(open(&path, Existing::Continue).expect("a run").1, [7, 8]);
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn another_run_is_refused_by_name() {
        let folder = folder("other");
        let path = folder.join("run.jsonl");
        drop(open(&path, Existing::Refuse).expect("a new file"));
        let error = RunFile::open(&path, &header(6, 2), Existing::Continue).expect_err("seed");
        assert!(error.to_string().contains("seed is 5 there and 6 here"), "{error}");
        RunFile::open(&path, &header(5, 64), Existing::Continue).expect("cores are free");
        let error = open(&path, Existing::Refuse).expect_err("exists");
        assert!(error.to_string().contains("--resume"), "{error}");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_broken_line_is_named_and_the_file_left_alone() {
        let folder = folder("broken");
        let path = folder.join("run.jsonl");
        let head = serde_json::to_string(&header(5, 2)).expect("plain data");
        for (content, line) in [
            (format!("{head}\n7\nx\n8\n"), 3),
            (format!("{head}\n9001\n"), 2),
            ("hello\n".into(), 1),
            ("hello".into(), 1),
        ] {
            std::fs::write(&path, &content).expect("a file");
            let opened = open(&path, Existing::Continue).expect_err("broken");
            let read = read::<TestHeader>(&path).expect_err("broken");
            for error in [opened, read] {
                assert!(error.to_string().contains(&format!("line {line}")), "{error}");
            }
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), content);
        }
        let other = head.replace("test/1", "other/1");
        std::fs::write(&path, format!("{other}\n7\n")).expect("a file");
        let error = read::<TestHeader>(&path).expect_err("another kind of run");
        assert!(error.to_string().contains("expected test/1"), "{error}");
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
        let error = open(Path::new("/dev/zero"), Existing::Continue).expect_err("endless");
        assert!(error.to_string().contains("expected a regular file"), "{error}");
        let error = read::<TestHeader>(Path::new("/dev/zero")).expect_err("endless");
        assert!(error.to_string().contains("expected a regular file"), "{error}");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn two_runs_cannot_write_one_file() {
        let folder = folder("lock");
        let path = folder.join("run.jsonl");
        let first = open(&path, Existing::Refuse).expect("a new file");
        let error = open(&path, Existing::Continue).expect_err("in use");
        assert!(error.to_string().contains("in use"), "{error}");
        drop(first);
        open(&path, Existing::Continue).expect("free again");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    /// A file of nothing but zeros, as large as files can be made without filling a disk.
    #[test]
    fn a_line_that_never_ends_is_refused() {
        let folder = folder("endless");
        let path = folder.join("run.jsonl");
        File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
        let opened = open(&path, Existing::Continue).expect_err("endless");
        let read = read::<TestHeader>(&path).expect_err("endless");
        for error in [opened, read] {
            assert!(error.to_string().contains("line 1: longer than 64 MiB"), "{error}");
        }
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn fingerprints_tell_texts_apart() {
        assert_eq!(fingerprint(""), "cbf29ce484222325");
        assert_eq!(fingerprint("a"), "af63dc4c8601ec8c");
        let own = std::env::current_exe().expect("this test");
        let content = std::fs::read(&own).expect("a file");
        assert_eq!(file_fingerprint(&own), Some(fingerprint(content)));
    }
}
