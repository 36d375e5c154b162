//! `conjoin sgf`: checks and converts game records.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use conjoin_core::Variant as _;
use conjoin_games::record::{
    self, Checker, Format, Problem, RecordProblem, Recorded, ReplayOptions,
};
use serde_json::{Value, json};

use super::records;
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::output;

/// Options of `conjoin sgf`.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

/// What to do with records.
#[derive(Debug, Subcommand)]
enum Action {
    /// Replay every record and name those that break a rule
    Check {
        /// SGF or PGN-like files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Replay by --rules whatever the records say
        #[arg(long)]
        force_rules: bool,
    },
    /// Write the records of a file in another format
    Convert {
        /// An SGF or PGN-like file
        file: PathBuf,
        /// Format to write [default: the other one]
        #[arg(long, value_enum)]
        to: Option<To>,
        /// File to write [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Leave out records that cannot be read, instead of refusing the file
        #[arg(long)]
        skip_broken: bool,
    },
}

/// A format to write.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum To {
    /// Smart Game Format 4, for games that it knows
    Sgf,
    /// Text with PGN-like tags
    Text,
}

/// Runs the command.
pub fn run<G: Recorded>(options: &Options, common: &Common) -> Result<(), Failure> {
    match &options.action {
        Action::Check { files, force_rules } => check::<G>(files, *force_rules, common),
        Action::Convert { file, to, output, skip_broken } => {
            convert::<G>(file, *to, output.as_deref(), *skip_broken, common)
        }
    }
}

fn problem_json(problem: &Problem) -> Value {
    json!({
        "file": problem.file, "record": problem.record,
        "place": problem.place, "reason": problem.reason,
    })
}

fn problem_line(problem: &Problem) -> String {
    let Problem { file, record, place, reason } = problem;
    match place.is_empty() {
        true if *record == 0 => format!("{file}: {reason}"),
        true => format!("{file}: record {record}: {reason}"),
        false => format!("{file}: record {record}, {place}: {reason}"),
    }
}

fn check<G: Recorded>(
    files: &[PathBuf],
    force_rules: bool,
    common: &Common,
) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let rules = if force_rules { Some(common.variant::<G>()?) } else { None };
    let mut checker = Checker::<G>::new(ReplayOptions { rules, start: None });
    for file in files {
        let before = checker.report().clone();
        checker.add(&file.display().to_string(), &records::bytes(file)?);
        let after = checker.report();
        // A file without a single readable record is no record file: that is bad input.
        let read_none = after.starts == before.starts;
        if read_none {
            let reason = after.problems.get(before.problems.len()).map(problem_line);
            let none = format!("{} holds no game record", file.display());
            return Err(bad_input(&reason.unwrap_or(none)));
        }
    }
    let report = checker.finish();
    let rules_used = rules.map_or("of the records".to_owned(), |variant| variant.rules());
    if common.json {
        let body = json!({
            "size": null,
            "rules": rules_used,
            "files": report.files,
            "records": report.records,
            "legal": report.legal,
            "different": report.different,
            "starts": report.starts,
            "problems": report.problems.iter().map(problem_json).collect::<Vec<_>>(),
        });
        output::print(&output::object::<G>("sgf-check", common, None, &clock, body).to_string())?;
    } else {
        for problem in &report.problems {
            output::print(&problem_line(problem))?;
        }
        let starts: Vec<String> =
            report.starts.iter().map(|(name, count)| format!("{count} {name}")).collect();
        output::print(&format!(
            "{} files, {} records ({}), {} main lines legal ({} different), {} problems, rules {}",
            report.files,
            report.records,
            starts.join(", "),
            report.legal,
            report.different,
            report.problems.len(),
            rules_used,
        ))?;
    }
    if report.problems.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
}

fn convert<G: Recorded>(
    file: &Path,
    to: Option<To>,
    target: Option<&Path>,
    skip_broken: bool,
    common: &Common,
) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let bytes = records::bytes(file)?;
    let format = match to {
        Some(To::Text) => Format::Text,
        None if Format::detect(&bytes) == Format::Sgf => Format::Text,
        Some(To::Sgf) | None => Format::Sgf,
    };
    let name = file.display().to_string();
    let converted = record::convert::<G>(&bytes, format).map_err(|error| bad_input(&error))?;
    let in_words = |problem: &RecordProblem| Problem {
        file: name.clone(),
        record: problem.record,
        place: problem.place_text(),
        reason: problem.error.to_string(),
    };
    let missing: Vec<Problem> = converted.missing.iter().map(in_words).collect();
    if converted.records == 0 || !missing.is_empty() && !skip_broken {
        let first = missing.first().map_or(format!("{name} holds no game record"), problem_line);
        let advice = if converted.records > 0 { " (--skip-broken leaves it out)" } else { "" };
        return Err(bad_input(&format!("{first}{advice}")));
    }
    let problems: Vec<Problem> = converted.problems.iter().map(in_words).collect();
    if let Some(target) = target {
        output::write_file(target, converted.text.as_bytes())?;
    }
    if common.json {
        let mut body = json!({
            "size": null,
            "rules": "of the records",
            "records": converted.records,
            "missing": missing.iter().map(problem_json).collect::<Vec<_>>(),
            "problems": problems.iter().map(problem_json).collect::<Vec<_>>(),
        });
        if target.is_none() {
            body["text"] = converted.text.into();
        }
        return output::print(
            &output::object::<G>("sgf-convert", common, None, &clock, body).to_string(),
        );
    }
    for problem in missing.iter().chain(&problems) {
        eprintln!("{}", problem_line(problem));
    }
    if target.is_none() { output::print(converted.text.trim_end()) } else { Ok(()) }
}
