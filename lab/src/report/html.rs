//! The report as one HTML page that needs nothing else.

use super::markdown::{check_text, counts, parts, provenance, sentence, wanted};
use super::plot::{escaped, svg};
use crate::claims::{Judged, Verdict};
use crate::experiments::result::{ExperimentResult, Table};

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse;margin:1rem 0;font-size:13px}th,td{border:1px solid #ccc;padding:.2rem .5rem;text-align:right}\
th:first-child,td:first-child{text-align:left}caption{text-align:left;font-weight:bold;padding:.3rem 0}\
.claim{border-left:4px solid #999;padding:.2rem .8rem;margin:.6rem 0}.reproduced{border-color:#009e73}\
.not-reproduced{border-color:#d55e00}.too-little-data{border-color:#e69f00}.small{color:#555;font-size:13px}\
svg{max-width:100%;height:auto}";

/// The page.
pub fn html(results: &[ExperimentResult], judged: &[Judged]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>What the lab measured</title><style>{STYLE}</style></head><body>\n\
         <h1>What the lab measured</h1>\n<p>{}</p>\n<ul>\n",
        escaped(&counts(judged))
    );
    for result in results {
        let (id, title) = (escaped(&result.id), escaped(&result.title));
        page += &format!("<li><a href=\"#{id}\">{id}</a>: {title}</li>\n");
    }
    page += "</ul>\n";
    for result in results {
        page += &section(result, judged);
    }
    page += "</body></html>\n";
    page
}

fn section(result: &ExperimentResult, judged: &[Judged]) -> String {
    let mut text = format!(
        "<h2 id=\"{0}\">{0}: {1}</h2>\n<p>Source: {2}. {3}</p>\n<p class=\"small\">{4}</p>\n",
        escaped(&result.id),
        escaped(&result.title),
        escaped(&result.source),
        escaped(&result.measures),
        escaped(&provenance(result))
    );
    for one in &result.tables {
        text += &table(one);
    }
    for plot in &result.plots {
        if let Some(picture) = svg(plot) {
            text += &format!("<figure>{picture}</figure>\n");
        }
    }
    for claim in judged.iter().filter(|j| j.claim.experiment.as_deref() == Some(&result.id)) {
        text += &claim_box(claim);
    }
    text
}

fn claim_box(judged: &Judged) -> String {
    let class = match judged.verdict {
        Verdict::Reproduced => "reproduced",
        Verdict::NotReproduced => "not-reproduced",
        Verdict::TooLittleData => "too-little-data",
        Verdict::NotTested => "not-tested",
    };
    let mut text = format!(
        "<div class=\"claim {class}\"><b>{}</b> {} Published: {}. <b>{}</b>",
        escaped(&judged.claim.id),
        escaped(&sentence(&judged.claim.text)),
        escaped(&judged.claim.published),
        judged.verdict_text()
    );
    if judged.figures.is_some() {
        if judged.claim.has_tests() {
            text += &format!(
                " <span class=\"small\">(corrected p for {:.4}, against {:.4})</span>",
                judged.p_for, judged.p_against
            );
        }
        text += "<ul class=\"small\">";
        for check in judged.figures.iter().flat_map(|figures| &figures.checks) {
            text += &format!("<li>{}</li>", escaped(&check_text(check)));
        }
        text += "</ul>";
    }
    for remark in [judged.note.clone(), wanted(judged)].into_iter().flatten() {
        text += &format!("<p class=\"small\">{}</p>", escaped(&remark));
    }
    text + "</div>\n"
}

fn table(table: &Table) -> String {
    let mut text = format!("<table><caption>{}</caption>\n<tr><th></th>", escaped(&table.title));
    for column in &table.columns {
        text += &format!("<th>{}: published</th><th>measured</th><th>ratio</th>", escaped(column));
    }
    text += "</tr>\n";
    for (label, cells) in &table.rows {
        text += &format!("<tr><td>{}</td>", escaped(label));
        for cell in cells {
            for part in parts(cell) {
                text += &format!("<td>{}</td>", escaped(&part));
            }
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}
