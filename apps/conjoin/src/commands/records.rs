//! Games from record files, for the commands that look at one.

use std::path::Path;

use conjoin_core::limited_file;
use conjoin_games::record::{self, ReadRecords, Record, Recorded, Replay, ReplayOptions};

use crate::failure::{Failure, bad_input};

/// The largest file of records that is read.
const LARGEST_FILE: u64 = 1 << 30;

/// The bytes of a file of records.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    limited_file::read(file, LARGEST_FILE).map_err(|error| bad_input(&error))
}

fn read<G: Recorded>(file: &Path) -> Result<ReadRecords<G>, Failure> {
    Ok(record::read(&bytes(file)?))
}

/// A record and its main line.
type MainLine<G> = (Record<G>, Replay<G>);

/// All records of a file that can be replayed, with their main lines.
pub fn main_lines<G: Recorded>(file: &Path) -> Result<Vec<MainLine<G>>, Failure> {
    let read = read::<G>(file)?;
    if read.records.is_empty() {
        let name = file.display();
        return Err(bad_input(&match read.problems.first() {
            Some(problem) => format!("{name}: {problem}"),
            None => format!("{name} holds no game record"),
        }));
    }
    let replayed = |record: Record<G>| {
        let replay = record.replay(&ReplayOptions::default()).ok()?;
        Some((record, replay))
    };
    Ok(read.records.into_iter().filter_map(replayed).collect())
}

/// The record of this number, from 1, in a file, and its main line.
pub fn main_line<G: Recorded>(file: &Path, number: usize) -> Result<MainLine<G>, Failure> {
    let name = file.display();
    let mut read = read::<G>(file)?;
    let Some(place) = read.records.iter().position(|record| record.number() == number) else {
        let broken = read.problems.iter().find(|problem| problem.record == number);
        return Err(bad_input(&match broken.or(read.problems.first()) {
            Some(problem) => format!("{name}: {problem}"),
            None if read.total == 0 => format!("{name} holds no game record"),
            None => format!("{name} has no record {number}, only {}", read.total),
        }));
    };
    let found = read.records.swap_remove(place);
    let replay = found
        .replay(&ReplayOptions::default())
        .map_err(|problem| bad_input(&format!("{name}: {problem}")))?;
    Ok((found, replay))
}
