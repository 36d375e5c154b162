//! Reports in Markdown.

use super::numbers::{or_dash, short};
use super::plot::svg;
use crate::claims::{CheckFigures, Judged, Verdict};
use crate::experiments::result::{Cell, ExperimentResult, Table};

/// Text that is safe in a cell of a table.
fn cell_text(text: &str) -> String {
    text.replace('|', "\\|")
}

/// A cell as three texts: published, measured with its interval, ratio.
pub(super) fn parts(cell: &Cell) -> [String; 3] {
    let measured = match (cell.measured, cell.interval) {
        (Some(value), Some((low, high))) if low < high => {
            format!("{} ({} to {})", short(value), short(low), short(high))
        }
        (value, _) => or_dash(value),
    };
    [or_dash(cell.published), measured, or_dash(cell.ratio())]
}

fn table(table: &Table) -> String {
    let mut head = "| |".to_owned();
    let mut rule = "|---|".to_owned();
    for column in &table.columns {
        let column = cell_text(column);
        head += &format!(" {column}: published | measured | ratio |");
        rule += "---:|---:|---:|";
    }
    let mut text = format!("**{}**\n\n{head}\n{rule}\n", table.title);
    for (label, cells) in &table.rows {
        let cells: Vec<String> = cells.iter().map(|cell| parts(cell).join(" | ")).collect();
        text += &format!("| {} | {} |\n", cell_text(label), cells.join(" | "));
    }
    text
}

/// How an experiment was run, in a sentence.
pub(super) fn provenance(result: &ExperimentResult) -> String {
    if result.done == 0 {
        let ExperimentResult { scale, seed, planned, .. } = result;
        return format!("Scale {scale}, seed {seed}: none of {planned} pieces of work is done.");
    }
    format!(
        "Scale {}, seed {}: {} of {} pieces of work, {:.1} minutes of work; version {}; {}.",
        result.scale,
        result.seed,
        result.done,
        result.planned,
        result.seconds / 60.0,
        result.versions.join(", "),
        result.machines.join("; ")
    )
}

/// An experiment's tables.
pub fn result_markdown(result: &ExperimentResult) -> String {
    let mut text = format!(
        "## {}: {}\n\nSource: {}. {}\n\n{}\n",
        result.id,
        result.title,
        result.source,
        result.measures,
        provenance(result)
    );
    for one in &result.tables {
        text += "\n";
        text += &table(one);
    }
    text
}

/// A check as text: what was found beside what was published.
pub(super) fn check_text(check: &CheckFigures) -> String {
    let published = check.published.map_or(String::new(), |p| format!(", published {}", short(p)));
    let interval = check
        .interval
        .map_or(String::new(), |(low, high)| format!(" ({} to {})", short(low), short(high)));
    let aim = match (check.above, check.below) {
        (Some(bound), _) => format!(", to be above {}", short(bound)),
        (None, Some(bound)) => format!(", to be below {}", short(bound)),
        (None, None) => String::new(),
    };
    format!(
        "{} = {}{interval}{published}{aim}, band {} to {}",
        check.figure,
        or_dash(check.value),
        short(check.band.0),
        short(check.band.1)
    )
}

/// Our figures for a claim, in short.
fn figures(judged: &Judged) -> String {
    let Some(figures) = &judged.figures else { return "-".into() };
    let values: Vec<String> = figures.checks.iter().map(|check| or_dash(check.value)).collect();
    if values.is_empty() { "-".into() } else { values.join("; ") }
}

/// The report: the verdicts, then every experiment.
pub fn markdown(results: &[ExperimentResult], judged: &[Judged]) -> String {
    let mut text =
        "# What the lab measured\n\nMade by `conjoin lab report` from `results`. A cell has the \
                    published figure, ours with its 95 % interval, and ours over the published.\n\n"
            .to_owned();
    text += &counts(judged);
    for result in results {
        text += "\n";
        text += &result_markdown(result);
        for (number, plot) in result.plots.iter().filter(|plot| svg(plot).is_some()).enumerate() {
            text += &format!("\n![{}]({}/plot-{}.svg)\n", plot.title, result.id, number + 1);
        }
        for claim in judged.iter().filter(|j| j.claim.experiment.as_deref() == Some(&result.id)) {
            text += &format!(
                "\nClaim {}: {} Published: {}. **{}**\n",
                claim.claim.id,
                sentence(&claim.claim.text),
                claim.claim.published,
                claim.verdict_text()
            );
            for check in claim.figures.iter().flat_map(|figures| &figures.checks) {
                text += &format!("- {}\n", check_text(check));
            }
            if let Some(note) = &claim.note {
                text += &format!("\n{note}\n");
            }
        }
    }
    text
}

pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// How many claims came out how.
pub(super) fn counts(judged: &[Judged]) -> String {
    let verdicts =
        [Verdict::Reproduced, Verdict::NotReproduced, Verdict::TooLittleData, Verdict::NotTested];
    let count = |verdict| judged.iter().filter(|j| j.verdict == verdict).count();
    let partly = judged.iter().filter(|j| j.verdict_text() != j.verdict.as_str()).count();
    let parts = verdicts.map(|verdict| {
        let more = if verdict == Verdict::Reproduced && partly > 0 {
            format!(" ({partly} of them as far as measured)")
        } else {
            String::new()
        };
        format!("{} {}{more}", count(verdict), verdict.as_str())
    });
    format!("{} claims: {}.\n", judged.len(), parts.join(", "))
}

/// `docs/reproduction.md`: each claim in one line.
pub fn reproduction(judged: &[Judged]) -> String {
    let mut text = "# What was reproduced\n\nMade by `conjoin lab report` from `results`; do not edit. Each claim of the \
                    papers, the published figures, ours in the order of the checks in \
                    `lab/claims/<game>/claims.toml`, a dash for those that the scale leaves out, and the verdict. The checks were fixed before the runs, but for those with a star: a \
                    review after a first run found that they did not test what is claimed, and the commit that \
                    changed them says why. [The lab](lab.md) says how verdicts are reached, `results/report.md` \
                    has the tables.\n\n"
        .to_owned();
    text += &counts(judged);
    text += "\n| claim | what is claimed | published | ours | scale | verdict | note |\n|---|---|---|---|---|---|---|\n";
    for judged in judged {
        let claim = &judged.claim;
        let cells = [
            format!("{}{}", claim.id, if claim.revised { "*" } else { "" }),
            claim.text.clone(),
            claim.published.clone(),
            figures(judged),
            judged.scale.clone().unwrap_or_else(|| "-".into()),
            judged.verdict_text().to_owned(),
            judged.note.clone().unwrap_or_default(),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| cell_text(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}
