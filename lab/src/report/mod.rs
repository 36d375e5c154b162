//! Results as files, and reports made of them.
//!
//! `results/<id>/` keeps what an experiment came to: its manifest, the tidy tables of its pieces of
//! work (`solve.csv`, `search.csv`, `game.csv`, `opinion.csv`, `observation.csv`), its tables (`table.csv`, `table.md`)
//! and `result.json`, from which reports are made: they need no run file and repeat no work. The run file is
//! beside them, packed (`run.jsonl.gz`), so that the run can go on.

mod html;
mod kept_run;
mod markdown;
mod numbers;
pub mod plot;
mod reading;
mod standing;

pub use html::html;
pub use kept_run::{pack_run, unpack_run};
pub use markdown::{markdown, reproduction, result_markdown};
pub use plot::svg;
pub use reading::findings;

use std::cmp::Ordering;
use std::path::Path;

use conjoin_core::limited_file;
use conjoin_eval::Playable;

use crate::experiments::manifest::{self, ExperimentError, Manifest, ScaleName};
use crate::experiments::plan::Plan;
use crate::experiments::record::{Finding, HEADINGS, MOVE_HEADINGS, PROVENANCE, UnitRecord};
use crate::experiments::result::{ExperimentResult, Standing};
use crate::run_file;

/// The largest file of a result that is read.
const LARGEST_RESULT: u64 = 256 << 20;

fn write(path: &Path, content: &str) -> Result<(), ExperimentError> {
    run_file::write_whole(path, content.as_bytes())
        .map_err(|source| ExperimentError::Io { path: path.display().to_string(), source })
}

/// Is a new result worth more than the one that is kept? One of a smaller scale never is, one of the same
/// scale when as much of it was done, one of a larger scale when more work went into it and into half as many
/// pieces at least: a few long solves tell less than many short ones. What was measured under another plan is
/// worth nothing.
fn replaces(new: &ExperimentResult, kept: &ExperimentResult) -> bool {
    if kept.standing == Standing::Stale {
        return new.done > 0;
    }
    let size = |result: &ExperimentResult| {
        ScaleName::ALL.iter().position(|scale| scale.as_str() == result.scale)
    };
    let is_more = match size(new).cmp(&size(kept)) {
        Ordering::Less => false,
        Ordering::Equal => new.done * kept.planned >= kept.done * new.planned,
        Ordering::Greater => new.seconds > kept.seconds && 2 * new.done >= kept.done,
    };
    new.done > 0 && (kept.done == 0 || is_more)
}

/// Writes what an experiment came to into its folder below `results`; not if there is more in it
/// already. Returns whether it did.
pub fn keep<G: Playable>(
    results: &Path,
    plan: &Plan<G>,
    records: &[UnitRecord],
    result: &ExperimentResult,
) -> Result<bool, ExperimentError> {
    let folder = results.join(&result.id);
    let mut kept = load_one(&folder).ok().flatten();
    if let Some(kept) = &mut kept
        && standing::is_stale::<G>(&folder, kept, &plan.manifest)?
    {
        kept.standing = Standing::Stale;
    }
    if result.done == 0 || kept.is_some_and(|kept| !replaces(result, &kept)) {
        return Ok(false);
    }
    let failed = |source| ExperimentError::Io { path: folder.display().to_string(), source };
    std::fs::create_dir_all(&folder).map_err(failed)?;
    // Tables and plots of a result before may be of other kinds.
    for entry in std::fs::read_dir(&folder).map_err(failed)?.flatten() {
        if entry.path().extension().is_some_and(|kind| kind == "csv" || kind == "svg") {
            std::fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    for (name, text) in tidy(records, Origin::LeftOut) {
        write(&folder.join(format!("{name}.csv")), &text)?;
    }
    write_result(&folder, result, &plan.manifest)?;
    Ok(true)
}

/// Writes results whose figures were computed again from their tidy tables into their folders. Returns the
/// names of their experiments.
pub fn keep_renewed(
    results: &Path,
    list: &[ExperimentResult],
) -> Result<Vec<String>, ExperimentError> {
    let renewed = list.iter().filter(|result| result.standing == Standing::Renewed);
    let keep = |result: &ExperimentResult| {
        write_result(&results.join(&result.id), result, &manifest::load(&result.id)?)?;
        Ok(result.id.clone())
    };
    renewed.map(keep).collect()
}

/// Writes what a result is made into: its manifest, plots, tables and itself as data.
fn write_result(
    folder: &Path,
    result: &ExperimentResult,
    manifest: &Manifest,
) -> Result<(), ExperimentError> {
    let manifest = match manifest::text(&result.id) {
        Some(text) => text.into_owned(),
        None => toml::to_string(manifest).unwrap_or_default(),
    };
    let head = format!(
        "# Run at scale {}, seed {}, plan {}, {} of {} pieces of work.\n",
        result.scale, result.seed, result.plan, result.done, result.planned
    );
    write(&folder.join("manifest.toml"), &(head + &manifest))?;
    for (number, picture) in result.plots.iter().filter_map(svg).enumerate() {
        write(&folder.join(format!("plot-{}.svg", number + 1)), &picture)?;
    }
    write(&folder.join("table.csv"), &table_csv(result))?;
    write(&folder.join("table.md"), &result_markdown(result))?;
    let json = serde_json::to_string_pretty(result).expect("a result is plain data");
    write(&folder.join("result.json"), &(json + "\n"))
}

/// The results below a folder, in the order of the experiments, as they stand today.
pub fn load(results: &Path) -> Result<Vec<ExperimentResult>, ExperimentError> {
    let mut list = Vec::new();
    for id in manifest::names() {
        let folder = results.join(id);
        if let Some(kept) = load_one(&folder)? {
            list.push(standing::today(&folder, kept)?);
        }
    }
    Ok(list)
}

/// The result in a folder, if there is one.
fn load_one(folder: &Path) -> Result<Option<ExperimentResult>, ExperimentError> {
    let path = folder.join("result.json");
    let shown = path.display().to_string();
    match limited_file::read(&path, LARGEST_RESULT) {
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(ExperimentError::Read(error)),
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| ExperimentError::Bad { name: shown, reason: error.to_string() }),
    }
}

/// Do the rows of a tidy table tell where they come from?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Every row does, for a run file may hold the work of several versions.
    Told,
    /// Nothing does: it stands beside the table.
    LeftOut,
}

/// The pieces of work as tidy tables, by kind: one row an observation, one column a variable.
pub fn tidy(records: &[UnitRecord], origin: Origin) -> Vec<(&'static str, String)> {
    let kinds = HEADINGS.into_iter().enumerate();
    let of_kind = kinds.filter_map(|(kind, headings)| {
        let rows =
            |finding: &Finding| if finding.kind() == kind { finding.rows() } else { Vec::new() };
        tidy_table(headings, records, origin, &rows)
    });
    of_kind.chain(tidy_table(MOVE_HEADINGS, records, origin, &Finding::move_rows)).collect()
}

/// A table of the rows that findings have for it, with its name; nothing where they have none.
fn tidy_table(
    (name, headings): (&'static str, &[&str]),
    records: &[UnitRecord],
    origin: Origin,
    rows: &dyn Fn(&Finding) -> Vec<Vec<String>>,
) -> Option<(&'static str, String)> {
    let is_told = origin == Origin::Told;
    let last: &[&str] = if is_told { &PROVENANCE } else { &[] };
    let mut text = [headings, last].concat().join(",") + "\n";
    let mut is_used = false;
    for record in records {
        for row in rows(&record.finding) {
            let last = is_told.then(|| record.provenance());
            let cells = row.into_iter().chain(last.into_iter().flatten());
            let cells: Vec<String> = cells.map(|cell| quoted(&cell)).collect();
            text += &(cells.join(",") + "\n");
            is_used = true;
        }
    }
    is_used.then_some((name, text))
}

/// A cell of a CSV file: in quotation marks where it has to be.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// All tables of a result as one tidy table.
pub fn table_csv(result: &ExperimentResult) -> String {
    let mut text = "table,row,column,published,measured,low,high,ratio\n".to_owned();
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    for table in &result.tables {
        for (row, cells) in &table.rows {
            for (column, cell) in table.columns.iter().zip(cells) {
                let (low, high) = cell.interval.unzip();
                let mut fields = vec![quoted(&table.title), quoted(row), quoted(column)];
                let numbers = [cell.published, cell.measured, low, high, cell.ratio()];
                fields.extend(numbers.map(number));
                text += &(fields.join(",") + "\n");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(scale: &str, done: usize, planned: usize, seconds: f64) -> ExperimentResult {
        let scale = scale.to_owned();
        ExperimentResult { scale, planned, done, seconds, ..ExperimentResult::default() }
    }

    #[test]
    fn only_more_replaces_what_is_kept() {
        let kept = result("long", 300, 600, 100.0);
        for (new, is_more) in [
            (result("long", 300, 600, 90.0), true),
            (result("long", 299, 600, 900.0), false),
            // Another plan, of which as large a part was done, or a smaller.
            (result("long", 60, 120, 20.0), true),
            (result("long", 59, 120, 20.0), false),
            (result("quick", 60, 60, 900.0), false),
            (result("paper", 150, 600, 101.0), true),
            (result("paper", 150, 600, 99.0), false),
            (result("paper", 149, 600, 900.0), false),
            (result("paper", 0, 600, 0.0), false),
        ] {
            assert_eq!(replaces(&new, &kept), is_more, "{} {}", new.scale, new.done);
        }
        let stale = ExperimentResult { standing: Standing::Stale, ..kept };
        assert!(replaces(&result("quick", 1, 60, 1.0), &stale), "of another plan");
        assert!(!replaces(&result("quick", 0, 60, 0.0), &stale), "nothing at all");
    }
}
