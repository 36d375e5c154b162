//! What we know of claims that were not tested, not decided or not reproduced: `lab/claims/<game>/notes.toml`.

use std::collections::HashMap;

use serde::Deserialize;

use super::files;
use crate::experiments::ExperimentError;

/// A note on a claim: a text alone, or a table with these fields.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, from = "Form")]
pub struct Note {
    /// Why the claim was not tested, or the likely reason of a failure and what was checked.
    pub text: Option<String>,
    /// Hours on two cores that it would take to decide the claim, where nothing was measured from which
    /// they could be computed.
    pub hours: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    Table(Table),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    text: Option<String>,
    hours: Option<f64>,
}

impl From<Form> for Note {
    fn from(form: Form) -> Self {
        match form {
            Form::Text(text) => Self { text: Some(text), hours: None },
            Form::Table(Table { text, hours }) => Self { text, hours },
        }
    }
}

/// The notes on all claims, by the names of these.
pub(super) fn all() -> Result<HashMap<String, Note>, ExperimentError> {
    let mut notes = HashMap::new();
    for text in files("/notes.toml") {
        notes.extend(parse(&text)?);
    }
    Ok(notes)
}

fn parse(text: &str) -> Result<HashMap<String, Note>, ExperimentError> {
    toml::from_str(text).map_err(|error| ExperimentError::Bad {
        name: "notes.toml".into(),
        reason: error.to_string().replace('\n', " "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_note_is_a_text_or_a_table() {
        let notes = parse("a = 'Why.'\nb = { text = 'How.', hours = 2.5 }\nc = { hours = 40.0 }\n");
        let notes = notes.expect("notes");
        assert_eq!(notes["a"], Note { text: Some("Why.".into()), hours: None });
        assert_eq!(notes["b"], Note { text: Some("How.".into()), hours: Some(2.5) });
        assert_eq!(notes["c"], Note { text: None, hours: Some(40.0) });
        assert!(parse("a = { minutes = 1.0 }").is_err());
    }

    #[test]
    fn notes_are_on_claims() {
        let claims = super::super::all().expect("claims");
        let names: HashSet<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
        for name in all().expect("notes").keys() {
            assert!(names.contains(name.as_str()), "a note on {name}, which is no claim");
        }
    }
}
