//! Reports in Markdown.

use super::numbers::{or_dash, short};
use super::plot::svg;
use crate::claims::{CheckFigures, Judged, Verdict};
use crate::experiments::result::{Cell, ExperimentResult, Standing, Table};

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
    let stale = match result.standing {
        Standing::Stale => {
            " Measured under another plan than the experiment has now: of no claim is it a verdict."
        }
        _ => "",
    };
    format!(
        "Scale {}, seed {}: {} of {} pieces of work, {:.1} minutes of work; version {}; {}.{stale}",
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
    if let Some(exact) = check.exact {
        let is_right = if check.is_in_band() { "as it has to be" } else { "to be" };
        return format!("{} = {}, {is_right} {exact}", check.figure, or_dash(check.value));
    }
    if check.certain {
        let (low, high) = check.band.unwrap_or_default();
        let is_right = if check.is_in_band() { "as it has to be" } else { "to be" };
        let (value, low, high) = (or_dash(check.value), short(low), short(high));
        return format!("{} = {value}, {is_right} from {low} to {high}", check.figure);
    }
    let aim = match (check.above, check.below) {
        (Some(bound), _) => format!(", to be above {}", short(bound)),
        (None, Some(bound)) => format!(", to be below {}", short(bound)),
        (None, None) => String::new(),
    };
    let band = check
        .band
        .map_or(String::new(), |(low, high)| format!(", band {} to {}", short(low), short(high)));
    format!("{} = {}{interval}{published}{aim}{band}", check.figure, or_dash(check.value))
}

/// Hours on two cores, as they are worth telling.
fn hours(hours: f64) -> String {
    match hours {
        h if h >= 1000.0 => "more than 1,000".into(),
        h if h >= 10.0 => format!("{h:.0}"),
        h if h >= 0.1 => format!("{h:.1}"),
        _ => "0.1".into(),
    }
}

/// What a verdict would take, in a sentence; nothing where there is one.
pub(super) fn wanted(judged: &Judged) -> Option<String> {
    let hours = judged.hours.map(hours)?;
    Some(format!("A verdict would take about {hours} hours on two cores."))
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
            let revision =
                claim.claim.revision.as_ref().map(|why| format!("Checks revised: {why}"));
            for remark in [claim.note.clone(), wanted(claim), revision].into_iter().flatten() {
                text += &format!("\n{remark}\n");
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
                    `lab/claims/<game>/claims.toml` (a dash for those that the scale leaves out), and the verdict. \
                    The checks are made from what is published, not from what was measured here. Those with a \
                    star were changed after a first run: they could not decide, or did not test what is claimed; \
                    `revision` in `claims.toml` says which. A claim without a verdict has the hours on two cores \
                    that one would take: from the measured run as long as it goes on as it began, or, where \
                    nothing was measured, as the notes state them or as a `long` run takes at most. A claim that was not reproduced says what was checked. \
                    [The lab](lab.md) says how verdicts are reached, `results/report.md` has the tables.\n\n"
        .to_owned();
    text += &counts(judged);
    text += "\n| claim | what is claimed | published | ours | scale | verdict | hours | note |\n|---|---|---|---|---|---|---:|---|\n";
    for judged in judged {
        let claim = &judged.claim;
        let cells = [
            format!("{}{}", claim.id, if claim.revised { "*" } else { "" }),
            claim.text.clone(),
            claim.published.clone(),
            figures(judged),
            judged.scale.clone().unwrap_or_else(|| "-".into()),
            judged.verdict_text().to_owned(),
            judged.hours.map_or(String::new(), hours),
            judged.note.clone().unwrap_or_default(),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| cell_text(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}
