//! Whole files: reading, checking and converting them.

use std::collections::{BTreeMap, HashSet};
use std::str::FromStr;

use conjoin_core::Indexed as _;
use thiserror::Error;

use super::{Record, RecordError, RecordProblem, Recorded, ReplayOptions, parse_text};
use crate::sgf::{self, Collection, Encoding, Place, shorten};

/// The file formats of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Smart Game Format.
    Sgf,
    /// PGN-like text.
    Text,
}

impl Format {
    /// The format that a game's records are written in where none is asked for: SGF if it has a
    /// number there.
    pub fn usual<G: Recorded>() -> Self {
        if G::SGF.is_some() { Self::Sgf } else { Self::Text }
    }

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

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        match text {
            "sgf" => Ok(Self::Sgf),
            "text" => Ok(Self::Text),
            _ => Err(UnknownFormat { text: shorten(text).into_owned() }),
        }
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("format {text:?} is not known: expected sgf or text")]
pub struct UnknownFormat {
    text: String,
}

/// What a file holds.
#[derive(Clone, Debug)]
pub struct ReadRecords<G> {
    /// The records whose syntax is right. Whether their moves are, replaying tells.
    pub records: Vec<Record<G>>,
    /// How many records there are, the broken ones included.
    pub total: usize,
    /// What is wrong with the others.
    pub problems: Vec<RecordProblem>,
    /// How the characters of the file are stored.
    pub encoding: Encoding,
}

/// Reads a file in either format.
pub fn read<G: Recorded>(bytes: &[u8]) -> ReadRecords<G> {
    match Format::detect(bytes) {
        Format::Text => parse_text(bytes),
        Format::Sgf if G::SGF.is_none() => {
            let mut read = parse_text(bytes);
            if read.records.is_empty() && !bytes.trim_ascii().is_empty() {
                let (place, error) = (Place::default(), RecordError::NoSgf { game: G::TITLE });
                read.problems = vec![RecordProblem { record: 0, place, ply: None, error }];
            }
            read
        }
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
#[derive(Clone, Debug)]
pub struct Checker<G: Recorded> {
    options: ReplayOptions<G>,
    report: CheckReport,
    seen: HashSet<Vec<u8>>,
}

impl<G: Recorded> Checker<G> {
    /// A checker that replays with these options.
    pub fn new(options: ReplayOptions<G>) -> Self {
        Self { options, report: CheckReport::default(), seen: HashSet::new() }
    }

    /// Checks a file.
    pub fn add(&mut self, file: &str, bytes: &[u8]) {
        let read = read::<G>(bytes);
        self.report.files += 1;
        self.report.records += read.total;
        let mut problems = read.problems;
        for record in &read.records {
            *self.report.starts.entry(record.start().name()).or_default() += 1;
            match record.replay(&self.options) {
                Ok(replay) => {
                    self.report.legal += 1;
                    let mut line = replay.history.start().to_string().into_bytes();
                    let packed = replay.moves().iter().map(|&mv| G::Position::pack_move(mv));
                    line.extend(packed.flat_map(u16::to_le_bytes));
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
pub fn check<'a, G: Recorded>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    options: &ReplayOptions<G>,
) -> CheckReport {
    let mut checker = Checker::new(options.clone());
    for (file, bytes) in files {
        checker.add(file, bytes);
    }
    checker.finish()
}

/// Records as one file, in UTF-8. A game that SGF has no number for can only be written as text.
pub fn write<G: Recorded>(records: &[Record<G>], format: Format) -> Result<String, RecordError> {
    match format {
        Format::Sgf if G::SGF.is_none() => Err(RecordError::NoSgf { game: G::TITLE }),
        Format::Sgf => {
            let games = records.iter().map(Record::to_sgf).collect::<Result<_, _>>()?;
            Ok(Collection { games, encoding: Encoding::Utf8 }.to_text())
        }
        Format::Text => {
            let records: Vec<String> = records.iter().map(Record::to_text).collect();
            Ok(records.join("\n"))
        }
    }
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
pub fn convert<G: Recorded>(bytes: &[u8], to: Format) -> Result<Converted, RecordError> {
    let read = read::<G>(bytes);
    let text = write(&read.records, to)?;
    let replays = |record: &Record<G>| record.replay(&ReplayOptions::default()).err();
    let problems = read.records.iter().filter_map(replays).collect();
    Ok(Converted { text, records: read.records.len(), missing: read.problems, problems })
}
