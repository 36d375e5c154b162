//! Published tables as data: `lab/published/<game>/*.csv`, transcribed from the papers.

use std::collections::BTreeMap;

use super::manifest::ExperimentError;
use crate::embedded::{self, Published};

/// A row of a published table: values by the names of their columns.
pub type Row = BTreeMap<String, String>;

/// The rows of a published table.
pub fn table(name: &str) -> Result<Vec<Row>, ExperimentError> {
    let file = format!("{name}.csv");
    let text =
        embedded::path_of::<Published>(&file).and_then(|path| embedded::text::<Published>(&path));
    let text = text.ok_or_else(|| ExperimentError::Bad {
        name: file.clone(),
        reason: "there is no such table".into(),
    })?;
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let heads: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            if cells.len() != heads.len() {
                return Err(ExperimentError::Bad {
                    name: file.clone(),
                    reason: format!("line {line:?} has {} cells, not {}", cells.len(), heads.len()),
                });
            }
            let pairs = heads.iter().zip(cells);
            Ok(pairs.map(|(head, cell)| ((*head).to_owned(), cell.to_owned())).collect())
        })
        .collect()
}

/// A template with `{x}` replaced by a row's value of x; nothing where a value is missing.
pub fn filled(template: &str, row: &Row) -> Option<String> {
    let mut text = template.to_owned();
    for (name, value) in row {
        let mark = format!("{{{name}}}");
        if text.contains(&mark) {
            if value.is_empty() {
                return None;
            }
            text = text.replace(&mark, value);
        }
    }
    Some(text)
}
