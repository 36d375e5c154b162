//! Published tables as data: `lab/published/*.csv`, transcribed from the papers.

use std::collections::BTreeMap;

use super::manifest::ExperimentError;

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        /// All tables by name.
        const BUILT_IN: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../published/", $name, ".csv")))),*];
    };
}

built_in!(
    "winands-3.2",
    "winands-4.1",
    "winands-4.2",
    "winands-4.3",
    "winands-4.4",
    "winands-5.1",
    "winands-5.2",
    "winands-5.3",
    "winands-5.4",
    "winands-5.5",
    "winands-6.1",
    "winands-6.2",
    "winands-6.3",
    "winands-7.1",
    "winands-7.2",
    "efpn-1",
    "efpn-2",
    "efpn-3",
    "efpn-4",
    "efpn-5",
    "billings-2",
);

/// A row of a published table: values by the names of their columns.
pub type Row = BTreeMap<String, String>;

/// The rows of a published table.
pub fn table(name: &str) -> Result<Vec<Row>, ExperimentError> {
    let (_, text) =
        BUILT_IN.iter().find(|(known, _)| *known == name).ok_or_else(|| ExperimentError::Bad {
            name: format!("{name}.csv"),
            reason: "there is no such table".into(),
        })?;
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let heads: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            if cells.len() != heads.len() {
                return Err(ExperimentError::Bad {
                    name: format!("{name}.csv"),
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
