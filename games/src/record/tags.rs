//! The header of a record: SGF properties under the names that PGN gives them.

use std::borrow::Cow;

use conjoin_core::{Game, Outcome, Side};

use super::action::player_id;
use super::{Record, Recorded};
use crate::sgf::{Node, NodeId, Property, Value};

/// Tags of the text format and the properties that hold them. Those of the players have the names
/// of the sides.
fn names<G: Game>() -> [(Cow<'static, str>, &'static str); 12] {
    let [first, second] = G::SIDES;
    [
        ("Event".into(), "EV"),
        ("Site".into(), "PC"),
        ("Date".into(), "DT"),
        ("Round".into(), "RO"),
        (first.into(), "PB"),
        (second.into(), "PW"),
        (format!("{first}Rating").into(), "BR"),
        (format!("{second}Rating").into(), "WR"),
        ("Annotator".into(), "AN"),
        ("Source".into(), "SO"),
        ("GameName".into(), "GN"),
        ("GameComment".into(), "GC"),
    ]
}

/// Holds the tags that SGF has no property for, as `name:value`.
const OTHER_TAGS: &str = "TG";

/// Properties that are no tags: they say what the board and the moves are.
const NO_TAGS: [&str; 16] = [
    "FF", "GM", "CA", "SZ", "SU", "RU", "RE", "AB", "AW", "AE", "PL", "C", "B", "W", "NAG",
    OTHER_TAGS,
];

/// Tags of the text format that say what the board, the rules and the result are.
const OWN_TAGS: [&str; 6] = ["Game", "Size", "Rules", "Start", "FEN", "Result"];

/// How a result's reason is written in SGF and in text.
const REASONS: [(&str, &str); 3] =
    [("Resign", "resignation"), ("Forfeit", "forfeit"), ("Time", "time")];

impl<G: Recorded> Record<G> {
    /// The value of a tag such as `Event`, `Black` or `Termination`.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.tags().into_iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// All tags of the header in the order of the text format, without those that describe the
    /// start, the rules and the result: these have their own functions. What could not be the name
    /// of a tag is left out.
    pub fn tags(&self) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        let names = names::<G>();
        for (name, key) in &names {
            let value = match *key {
                "PB" => self.player(Side::First),
                "PW" => self.player(Side::Second),
                key => self.header(key),
            };
            tags.extend(value.map(|value| (name.clone().into_owned(), value)));
        }
        if let Some(reason) = self.stated_reason() {
            tags.push(("Termination".into(), reason.into()));
        }
        for property in &self.tree().root().properties {
            let key = property.key();
            if key == OTHER_TAGS {
                let pairs = property.values.iter().filter_map(Value::pair);
                let free = pairs.filter(|(name, _)| is_tag_name(name) && !is_own_tag(name));
                tags.extend(free.map(|(name, value)| (name.into_owned(), value.into_owned())));
            } else if is_other_property(&key, property) && names.iter().all(|(_, k)| *k != key) {
                tags.extend(property.value().map(|value| (key, value.text().into_owned())));
            }
        }
        tags
    }

    /// Sets a tag, in place of an earlier one of that name. Names of two capitals or digits are
    /// taken for SGF properties.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let names = names::<G>();
        let known = names.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
        let is_key = |c: u8| c.is_ascii_uppercase() || c.is_ascii_digit();
        if let Some((_, key)) = known {
            self.set_property(key, value);
        } else if name.len() == 2 && name.bytes().all(is_key) && !NO_TAGS.contains(&name) {
            self.set_property(name, value);
        } else {
            let pair = Value::from_pair(name, value);
            let root = self.tree_mut().node_mut(NodeId::ROOT);
            match root.properties.iter_mut().find(|property| property.is(OTHER_TAGS)) {
                Some(property) => {
                    property.values.retain(|v| v.pair().is_none_or(|(n, _)| n != name));
                    property.values.push(pair);
                }
                None => root.properties.push(Property::with_values(OTHER_TAGS, vec![pair])),
            }
        }
    }

    /// States the result, with a reason such as `resignation` where there is one.
    pub fn set_result(&mut self, outcome: Option<Outcome>, reason: Option<&str>) {
        let Some(outcome) = outcome else {
            self.tree_mut().node_mut(NodeId::ROOT).properties.retain(|p| !p.is("RE"));
            return;
        };
        let short = reason.and_then(|reason| {
            REASONS.iter().find(|(_, long)| reason.eq_ignore_ascii_case(long)).map(|(s, _)| *s)
        });
        let value = match outcome.winner() {
            Some(Side::First) => format!("B+{}", short.unwrap_or_default()),
            Some(Side::Second) => format!("W+{}", short.unwrap_or_default()),
            None => "Draw".into(),
        };
        self.set_property("RE", &value);
    }

    /// Why the game ended as the stated result says, in the words of the text format.
    pub(super) fn stated_reason(&self) -> Option<&'static str> {
        let result = self.header("RE")?;
        let (_, short) = result.split_once('+')?;
        let initial = short.trim().chars().next()?.to_ascii_uppercase();
        // FF[4] allows the initial alone: B+R.
        let fits = |name: &&(&str, &str)| {
            name.0.eq_ignore_ascii_case(short.trim())
                || short.trim().len() == 1 && name.0.starts_with(initial)
        };
        REASONS.iter().find(fits).map(|(_, long)| *long)
    }

    /// Sets the value of a root property.
    pub fn set_property(&mut self, key: &str, value: &str) {
        let root = self.tree_mut().node_mut(NodeId::ROOT);
        let value = Value::from_text(value);
        match position_of(root, key) {
            Some(i) => root.properties[i].values = vec![value],
            None => root.properties.push(Property::with_values(key, vec![value])),
        }
    }
}

/// A letter, and then letters, digits and underscores.
pub(super) fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_own_tag(name: &str) -> bool {
    OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn position_of(node: &Node, key: &str) -> Option<usize> {
    node.properties.iter().position(|property| property.is(key))
}

/// Is this a root property of one value that could be a tag?
fn is_other_property(key: &str, property: &Property) -> bool {
    let is_name = |v: &Value| player_id(&v.text()).is_some();
    let is_player = matches!(key, "P0" | "P1") && property.values.iter().any(is_name);
    let is_tag = !NO_TAGS.contains(&key) && !is_player;
    key.len() == 2 && is_tag_name(key) && property.values.len() == 1 && is_tag
}
