//! The tidy tables of kept results, read back: what was measured, without a run file.

use std::collections::HashMap;
use std::path::Path;

use conjoin_core::limited_file;

use super::LARGEST_RESULT;
use crate::experiments::ExperimentError;
use crate::experiments::observations::Values;
use crate::experiments::record::Finding;
use crate::game::Reason;
use crate::game_record::{Colour, GameRecord};
use crate::move_searches::MoveSearches;

/// What is in the tidy tables of a folder, as far as they are there.
/// Games come without their openings and their longest moves, which the tables do not have.
pub fn findings(folder: &Path) -> Result<Vec<Finding>, ExperimentError> {
    let mut all = Vec::new();
    for (name, read) in KINDS {
        let path = folder.join(format!("{name}.csv"));
        let text = match limited_file::read_text(&path, LARGEST_RESULT) {
            Err(error) if error.is_missing() => continue,
            other => other.map_err(ExperimentError::Read)?,
        };
        all.extend(read(&rows(&text)).ok_or_else(|| ExperimentError::Bad {
            name: path.display().to_string(),
            reason: "a row that is none of such a table".into(),
        })?);
    }
    Ok(all)
}

/// A row of a table: cells by the headings of their columns.
type CsvRow<'t> = HashMap<&'t str, String>;

type Read = fn(&[CsvRow<'_>]) -> Option<Vec<Finding>>;

/// The tables that are read.
const KINDS: [(&str, Read); 5] = [
    ("solve", solves),
    ("search", searches),
    ("game", games),
    ("opinion", opinions),
    ("observation", observations),
];

fn rows(text: &str) -> Vec<CsvRow<'_>> {
    let mut lines = text.lines();
    let heads: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    lines.map(|line| heads.iter().copied().zip(cells(line)).collect()).collect()
}

/// The cells of a line; those in quotation marks may have commas and doubled quotation marks in them.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                cells.last_mut().expect("there is one").push('"');
                letters.next();
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            other => cells.last_mut().expect("there is one").push(other),
        }
    }
    cells
}

fn number<N: std::str::FromStr>(row: &CsvRow<'_>, name: &str) -> Option<N> {
    row.get(name)?.parse().ok()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

fn solves(rows: &[CsvRow<'_>]) -> Option<Vec<Finding>> {
    let solve = |row: &CsvRow<'_>| {
        Some(Finding::Solve {
            solver: row.get("solver")?.clone(),
            position: row.get("position")?.clone(),
            result: row.get("result")?.clone(),
            nodes: number(row, "nodes")?,
            expanded: number(row, "expanded")?,
            memory: 0,
            seconds: number(row, "seconds")?,
            cpu_seconds: number(row, "cpu_seconds"),
            moves: row.get("moves").map_or(Vec::new(), |moves| words(moves)),
        })
    };
    rows.iter().map(solve).collect()
}

/// The rows of a search are its iterations, one after the other.
fn searches(rows: &[CsvRow<'_>]) -> Option<Vec<Finding>> {
    let mut all: Vec<Finding> = Vec::new();
    for row in rows {
        let (name, place) = (row.get("profile")?, row.get("position")?);
        let is_next = |finding: &Finding| match finding {
            Finding::Search { profile, position, .. } => (profile, position) == (name, place),
            _ => false,
        };
        if !all.last().is_some_and(is_next) {
            all.push(Finding::Search {
                profile: name.clone(),
                position: place.clone(),
                value: 0,
                depths: Vec::new(),
                nodes: Vec::new(),
                seconds: Vec::new(),
                cpu_seconds: Vec::new(),
            });
        }
        if let Some(Finding::Search { depths, nodes, seconds, cpu_seconds, .. }) = all.last_mut() {
            depths.push(number(row, "depth")?);
            nodes.push(number(row, "nodes")?);
            seconds.push(number(row, "seconds")?);
            cpu_seconds.extend(number::<f64>(row, "cpu_seconds"));
        }
    }
    Some(all)
}

fn games(rows: &[CsvRow<'_>]) -> Option<Vec<Finding>> {
    let game = |row: &CsvRow<'_>| {
        let a_colour = match row.get("a_colour")?.as_str() {
            "black" => Colour::Black,
            "white" => Colour::White,
            _ => return None,
        };
        Some(Finding::Game {
            of: row.get("match")?.clone(),
            choices: number(row, "choices")?,
            men: number(row, "men")?,
            game: GameRecord {
                game: number(row, "game")?,
                pair: number(row, "pair")?,
                a_colour,
                result: row.get("result")?.clone(),
                score: number(row, "score")?,
                reason: Reason::from(row.get("reason")?.clone()),
                plies: number(row, "plies")?,
                opening_plies: 0,
                start: String::new(),
                moves: row.get("moves")?.clone(),
                a_seconds: number(row, "a_seconds")?,
                b_seconds: number(row, "b_seconds")?,
                a_longest: 0.0,
                b_longest: 0.0,
                a_nodes: number(row, "a_nodes")?,
                b_nodes: number(row, "b_nodes")?,
                searches: MoveSearches::default(),
                failure: None,
            },
        })
    };
    rows.iter().map(game).collect()
}

fn opinions(rows: &[CsvRow<'_>]) -> Option<Vec<Finding>> {
    let opinion = |row: &CsvRow<'_>| {
        Some(Finding::Opinion {
            point: row.get("point")?.clone(),
            profile: row.get("profile")?.clone(),
            depth: number(row, "depth")?,
            better: number(row, "better")?,
            worse: number(row, "worse"),
            seconds: number(row, "seconds")?,
        })
    };
    rows.iter().map(opinion).collect()
}

/// The rows of an observation are its numbers, one after the other.
fn observations(rows: &[CsvRow<'_>]) -> Option<Vec<Finding>> {
    let mut all: Vec<Finding> = Vec::new();
    for row in rows {
        let (observer, place) = (row.get("observer")?, row.get("block")?);
        let is_next = |finding: &Finding| match finding {
            Finding::Observation { of, block, .. } => (of, block) == (observer, place),
            _ => false,
        };
        if !all.last().is_some_and(is_next) {
            all.push(Finding::Observation {
                of: observer.clone(),
                block: place.clone(),
                values: Values::new(),
                seconds: number(row, "seconds")?,
            });
        }
        if let Some(Finding::Observation { values, .. }) = all.last_mut() {
            values.insert(row.get("name")?.clone(), number(row, "value")?);
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::record::UnitRecord;
    use crate::report::{Origin, tidy};

    fn record(finding: Finding) -> UnitRecord {
        UnitRecord {
            unit: String::new(),
            hash: String::new(),
            version: String::new(),
            machine: String::new(),
            seed: 1,
            from: None,
            elapsed: 0.0,
            finding,
        }
    }

    #[test]
    fn tidy_tables_are_read_back() {
        let search = |profile: &str, cpu: bool| Finding::Search {
            profile: profile.into(),
            position: "m1, the \"first\"".into(),
            value: 0,
            depths: vec![1, 2],
            nodes: vec![10, 100],
            seconds: vec![0.25, 0.5],
            cpu_seconds: if cpu { vec![0.125, 0.25] } else { Vec::new() },
        };
        let solve = Finding::Solve {
            solver: "pn 2".into(),
            position: "q001".into(),
            result: "proved".into(),
            nodes: 7,
            expanded: 3,
            memory: 0,
            seconds: 0.5,
            cpu_seconds: Some(0.25),
            moves: vec!["b1-b3".into(), "e6-e4".into()],
        };
        let game = Finding::Game {
            of: "a b".into(),
            choices: 900,
            men: 14,
            game: GameRecord {
                game: 3,
                pair: 1,
                a_colour: Colour::White,
                result: "0-1".into(),
                score: 1.0,
                reason: Reason::TooLong,
                plies: 2,
                opening_plies: 0,
                start: String::new(),
                moves: "d1-b3 h4-f2".into(),
                a_seconds: 0.25,
                b_seconds: 0.75,
                a_longest: 0.0,
                b_longest: 0.0,
                a_nodes: 5,
                b_nodes: 6,
                searches: MoveSearches::default(),
                failure: None,
            },
        };
        let opinion = |worse| Finding::Opinion {
            point: "fig2a".into(),
            profile: "mia-4".into(),
            depth: 4,
            better: -30,
            worse,
            seconds: 0.25,
        };
        let observation = |block: &str| Finding::Observation {
            of: "mona".into(),
            block: block.into(),
            values: [("won".to_owned(), 1.0), ("slip".to_owned(), 2.0)].into(),
            seconds: 0.5,
        };
        let all = [
            solve,
            search("a", true),
            search("b", false),
            game,
            opinion(Some(-100)),
            opinion(None),
            observation("w1"),
            observation("w2"),
        ];
        let folder = std::env::temp_dir().join(format!("conjoin-reading-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in tidy(&all.clone().map(record), Origin::LeftOut) {
            std::fs::write(folder.join(format!("{name}.csv")), text).expect("written");
        }
        assert_eq!(findings(&folder).expect("findings"), all);
        std::fs::write(folder.join("solve.csv"), "solver,position\npn,q1\n").expect("written");
        assert!(findings(&folder).is_err());
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(findings(&folder).expect("nothing"), Vec::new());
    }
}
