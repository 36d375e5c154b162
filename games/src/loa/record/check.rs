//! Whole files: reading, checking and converting them.

use std::collections::{BTreeMap, HashSet};

use super::{Record, RecordError, RecordProblem, ReplayOptions, parse_text};
use crate::sgf::{self, Collection, Encoding};

/// The file formats of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Smart Game Format.
    Sgf,
    /// PGN-like text.
    Text,
}

impl Format {
    /// Tells the format of a file from what stands in it.
    pub fn detect(bytes: &[u8]) -> Self {
        let content = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        match content.first() {
            None | Some(b'(') => Self::Sgf,
            // Text begins with a tag, a comment or a move number.
            Some(b'[' | b'#' | b'%' | b'{' | b'0'..=b'9') => Self::Text,
            // SGF may have any text before its first record.
            Some(_) if content.windows(2).any(|pair| pair == b"(;") => Self::Sgf,
            Some(_) => Self::Text,
        }
    }
}

/// What a file holds.
#[derive(Clone, Debug)]
pub struct ReadRecords {
    /// The records whose syntax is right. Whether their moves are, replaying tells.
    pub records: Vec<Record>,
    /// How many records there are, the broken ones included.
    pub total: usize,
    /// What is wrong with the others.
    pub problems: Vec<RecordProblem>,
    /// How the characters of the file are stored.
    pub encoding: Encoding,
}

/// Reads a file in either format.
pub fn read(bytes: &[u8]) -> ReadRecords {
    match Format::detect(bytes) {
        Format::Text => parse_text(bytes),
        Format::Sgf => {
            let parsed = sgf::parse(bytes);
            let encoding = parsed.collection.encoding;
            let records = parsed.collection.games.into_iter().map(Record::from_tree).collect();
            let problem = |p: sgf::SyntaxProblem| RecordProblem {
                record: p.record,
                place: p.place,
                ply: None,
                error: RecordError::Syntax(p.error),
            };
            let problems = parsed.problems.into_iter().map(problem).collect();
            ReadRecords { records, total: parsed.records, problems, encoding }
        }
    }
}

/// Something wrong in a file, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The name of the file.
    pub file: String,
    /// The number of the record, from 1; 0 when it concerns the file as a whole.
    pub record: usize,
    /// Where in the record: ply, line and column.
    pub place: String,
    /// What is wrong.
    pub reason: String,
}

/// What a check of files found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// How many files there were.
    pub files: usize,
    /// How many records, the broken ones included.
    pub records: usize,
    /// How many main lines replay legally from their start to their end.
    pub legal: usize,
    /// How many of these differ in their start or their moves.
    pub different: usize,
    /// How many records name each start, by [`Start::name`](super::Start::name).
    pub starts: BTreeMap<String, usize>,
    /// What is wrong, in the order of the files.
    pub problems: Vec<Problem>,
}

/// Checks files one after the other.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    options: ReplayOptions,
    report: CheckReport,
    seen: HashSet<Vec<u8>>,
}

impl Checker {
    /// A checker that replays with these options.
    pub fn new(options: ReplayOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Checks a file.
    pub fn add(&mut self, file: &str, bytes: &[u8]) {
        let read = read(bytes);
        self.report.files += 1;
        self.report.records += read.total;
        let mut problems = read.problems;
        for record in &read.records {
            *self.report.starts.entry(record.start().name()).or_default() += 1;
            match record.replay(&self.options) {
                Ok(replay) => {
                    self.report.legal += 1;
                    let mut line = replay.history.start().to_string().into_bytes();
                    line.extend(replay.moves().iter().flat_map(|mv| mv.to_bits().to_le_bytes()));
                    self.report.different += usize::from(self.seen.insert(line));
                }
                Err(problem) => problems.push(problem),
            }
        }
        problems.sort_by_key(|problem| problem.record);
        self.report.problems.extend(problems.iter().map(|problem| Problem {
            file: file.to_owned(),
            record: problem.record,
            place: problem.place_text(),
            reason: problem.error.to_string(),
        }));
    }

    /// What was found so far.
    pub fn report(&self) -> &CheckReport {
        &self.report
    }

    /// What was found.
    pub fn finish(self) -> CheckReport {
        self.report
    }
}

/// Checks files given as names and contents.
pub fn check<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    options: &ReplayOptions,
) -> CheckReport {
    let mut checker = Checker::new(options.clone());
    for (file, bytes) in files {
        checker.add(file, bytes);
    }
    checker.finish()
}

/// A file in another format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The new file, in UTF-8.
    pub text: String,
    /// How many records it holds.
    pub records: usize,
    /// Records of the old file that are not in it because they cannot be read.
    pub missing: Vec<RecordProblem>,
    /// Records that were converted though their main line does not replay.
    pub problems: Vec<RecordProblem>,
}

/// Converts a file in either format. Records whose moves are not legal are converted as they are.
pub fn convert(bytes: &[u8], to: Format) -> Converted {
    let read = read(bytes);
    let replays = |record: &Record| record.replay(&ReplayOptions::default()).err();
    let problems = read.records.iter().filter_map(replays).collect();
    let text = match to {
        Format::Sgf => {
            let games = read.records.iter().map(Record::to_sgf).collect();
            Collection { games, encoding: Encoding::Utf8 }.to_text()
        }
        Format::Text => {
            let records: Vec<String> = read.records.iter().map(Record::to_text).collect();
            records.join("\n")
        }
    };
    Converted { text, records: read.records.len(), missing: read.problems, problems }
}
