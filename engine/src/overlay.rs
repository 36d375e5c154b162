//! Changing a few things of a configuration by a table of changes.
//!
//! TOML has no word for "nothing", so a technique that is an `Option` is switched off by `false`
//! and on, with its default parameters, by `true`; a table switches it on and sets parameters.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The base with the changes made. A message names the key that is wrong.
pub(crate) fn overlaid<T: Serialize + DeserializeOwned>(
    what: &str,
    base: &T,
    changes: &toml::Table,
) -> Result<T, String> {
    overlay(what, base, changes, &Value::Null)
}

/// The same for a configuration of techniques that can be switched off and on.
pub(crate) fn overlaid_switches<T: Serialize + DeserializeOwned + Default>(
    what: &str,
    base: &T,
    changes: &toml::Table,
) -> Result<T, String> {
    overlay(what, base, changes, &to_json(&T::default()))
}

fn overlay<T: Serialize + DeserializeOwned>(
    what: &str,
    base: &T,
    changes: &toml::Table,
    defaults: &Value,
) -> Result<T, String> {
    let mut merged = to_json(base);
    for (key, change) in changes {
        expect_finite(&format!("{what}.{key}"), change)?;
        let old = merged.get(key).cloned().unwrap_or(Value::Null);
        let new = match (&old, to_json(change)) {
            (Value::Bool(_), change) => change,
            (_, Value::Bool(false)) => Value::Null,
            (Value::Null, Value::Bool(true)) => switched_on(defaults, key),
            (_, Value::Bool(true)) => old,
            (Value::Null, change) => combined(switched_on(defaults, key), change),
            (_, change) => combined(old, change),
        };
        merged[key] = new;
        // One change at a time, so that the message can name it.
        T::deserialize(&merged).map_err(|error| format!("{what}.{key}: {error}"))?;
    }
    T::deserialize(&merged).map_err(|error| format!("{what}: {error}"))
}

/// What a technique is by default; where it is off by default, the defaults of its parameters.
fn switched_on(defaults: &Value, key: &str) -> Value {
    match defaults.get(key) {
        Some(default) if !default.is_null() => default.clone(),
        _ => Value::Object(serde_json::Map::new()),
    }
}

/// Tables are combined key by key, everything else is replaced.
fn combined(old: Value, change: Value) -> Value {
    match (old, change) {
        (Value::Object(mut old), Value::Object(change)) => {
            for (key, value) in change {
                let before = old.remove(&key).unwrap_or(Value::Null);
                old.insert(key, combined(before, value));
            }
            Value::Object(old)
        }
        // A number or a table that may be missing is switched off like a technique, and a table on.
        (Value::Null | Value::Number(_) | Value::Object(_), Value::Bool(false)) => Value::Null,
        (Value::Null, Value::Bool(true)) => Value::Object(serde_json::Map::new()),
        (old @ Value::Object(_), Value::Bool(true)) => old,
        (_, change) => change,
    }
}

/// JSON has no word for numbers that are none, and would take them for "nothing".
fn expect_finite(key: &str, change: &toml::Value) -> Result<(), String> {
    match change {
        toml::Value::Float(number) if !number.is_finite() => {
            Err(format!("{key} = {number}: expected a finite number"))
        }
        toml::Value::Table(table) => table
            .iter()
            .try_for_each(|(name, value)| expect_finite(&format!("{key}.{name}"), value)),
        toml::Value::Array(list) => list.iter().try_for_each(|value| expect_finite(key, value)),
        _ => Ok(()),
    }
}

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("configurations are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_search::{Aspiration, SearchConfig, TableScheme};

    fn changed(base: &SearchConfig, text: &str) -> Result<SearchConfig, String> {
        overlaid_switches("search", base, &toml::from_str(text).expect("TOML"))
    }

    #[test]
    fn false_switches_a_technique_off_and_true_on() {
        let full = SearchConfig::default();
        let off = changed(&full, "null_move = false\npvs_additions = false").unwrap();
        assert_eq!(off.null_move, None);
        assert!(!off.pvs_additions);
        let on = changed(&off, "null_move = true\npvs_additions = true\naspiration = true");
        let aspiration = Some(Aspiration::default());
        assert_eq!(on.unwrap(), SearchConfig { aspiration, ..full.clone() });
        assert_eq!(changed(&full, "null_move = true").unwrap(), full);
    }

    #[test]
    fn tables_change_only_what_they_name() {
        let full = SearchConfig::default();
        let changed = changed(&full, "[table]\nscheme = \"two-big\"").unwrap();
        assert_eq!(changed.table.as_ref().unwrap().scheme, TableScheme::TwoBig);
        assert_eq!(SearchConfig { table: full.table.clone(), ..changed }, full);
    }

    #[test]
    fn a_table_switches_on_what_was_off() {
        let full = SearchConfig::default();
        let off = changed(&full, "multi_cut_all = false").unwrap();
        let on = changed(&off, "[multi_cut_all]\ntries = 7\ndelta = false").unwrap();
        let params = on.multi_cut_all.expect("it is on");
        assert_eq!((params.tries, params.delta), (7, None));
        assert_eq!(params.cuts, full.multi_cut_all.expect("on by default").cuts);
    }

    #[test]
    fn a_part_of_a_technique_is_switched_off_and_on() {
        let none = changed(&SearchConfig::default(), "[realization]\nearly = false").unwrap();
        let early = |config: &SearchConfig| config.realization.clone().expect("it is on").early;
        assert_eq!(early(&none), None);
        let on = changed(&none, "[realization]\nearly = { moves = 7 }").unwrap();
        assert_eq!(early(&on).expect("it is on").moves, 7);
        assert_eq!(early(&changed(&on, "[realization]\nearly = true").unwrap()), early(&on));
        assert_eq!(early(&changed(&on, "[realization]\nearly = false").unwrap()), None);
    }

    #[test]
    fn a_wrong_key_is_named() {
        let full = SearchConfig::default();
        for (text, says) in [
            ("warp = 9", "search.warp: unknown field `warp`"),
            ("[null_move]\nspeed = 1", "search.null_move: unknown field `speed`"),
            ("driver = \"taxi\"", "search.driver: unknown variant `taxi`"),
            ("driver = false", "search.driver"),
            ("iteration_step = \"two\"", "search.iteration_step"),
            ("[realization]\nleast = nan", "search.realization.least = NaN: expected a finite"),
            ("[realization.early]\nmost = -inf", "search.realization.early.most = -inf"),
        ] {
            let error = changed(&full, text).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
