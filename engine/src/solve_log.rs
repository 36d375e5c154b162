//! The course of a long solve: a line of JSON every so often, and what it says so far.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Where a solve stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Time of the search, earlier parts included.
    pub seconds: f64,
    /// Positions expanded.
    pub expanded: u64,
    /// Proof number of the root.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
    /// Thousandths of the table in use.
    pub table_per_mille: u32,
}

/// A file of standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveLog {
    /// The file; lines are added to it.
    pub file: PathBuf,
    /// Time between two lines.
    pub every: Duration,
}

impl SolveLog {
    /// Adds a line; one that was cut off before it is ended first.
    pub fn add(&self, standing: &Standing) -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(&self.file)?;
        let mut line = serde_json::to_string(standing)? + "\n";
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                line.insert(0, '\n');
            }
        }
        file.write_all(line.as_bytes())
    }

    /// Reads the lines of a file; a line that was cut off is left out.
    pub fn read(file: &Path) -> std::io::Result<Vec<Standing>> {
        let mut standings = Vec::new();
        for line in BufReader::new(File::open(file)?).lines() {
            standings.extend(serde_json::from_str::<Standing>(&line?).ok());
        }
        Ok(standings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_and_a_broken_one_is_left_out() {
        let name = format!("conjoin-solve-log-{}.jsonl", std::process::id());
        let file = std::env::temp_dir().join(name);
        drop(std::fs::remove_file(&file));
        let log = SolveLog { file: file.clone(), every: Duration::from_secs(1) };
        let standing =
            Standing { seconds: 1.5, expanded: 10, proof: 3, disproof: 4, table_per_mille: 5 };
        log.add(&standing).unwrap();
        OpenOptions::new().append(true).open(&file).unwrap().write_all(b"{\"se").unwrap();
        log.add(&Standing { expanded: 20, ..standing }).unwrap();
        let read = SolveLog::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(read, [standing, Standing { expanded: 20, ..standing }]);
    }
}
