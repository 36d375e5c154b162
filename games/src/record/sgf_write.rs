//! Records as SGF of today: FF\[4\], with the names, order and moves that the format asks for.

use conjoin_core::{Position as _, Side, Variant as _};

use super::build::{game_number, side_key};
use super::model::entry;
use super::replay::{parse_action, pass_due};
use super::start::title;
use super::{Action, Record, RecordError, Recorded, ReplayOptions, Start};
use crate::sgf::{GameTree, NodeId, Property, Value};

/// Root properties that come first, in this order.
const FIRST: [&str; 20] = [
    "FF", "GM", "CA", "SZ", "SU", "AB", "AW", "AE", "PL", "RU", "EV", "PC", "DT", "RO", "PB", "PW",
    "RE", "GN", "GC", "C",
];

impl<G: Recorded> Record<G> {
    /// The record as a clean SGF tree.
    ///
    /// Property names are those of FF\[4\], legal moves are written as the game's SGF has them, and
    /// the root says size, start and, when the main line can be replayed, rules and result.
    /// Everything else is as it was: comments, variations, unknown properties, moves that are not
    /// legal. A game that SGF has no number for has no such tree.
    pub fn to_sgf(&self) -> Result<GameTree, RecordError> {
        if G::SGF.is_none() {
            return Err(RecordError::NoSgf { game: G::TITLE });
        }
        let mut record = self.clone();
        record.complete_header();
        let positions = record.positions();
        let tree = record.tree_mut();
        let nodes: Vec<NodeId> = tree.depth_first().collect();
        for id in nodes {
            let before = tree.parent(id).map_or(positions[0], |parent| positions[parent.index()]);
            let node = tree.node_mut(id);
            merge_comments(&mut node.properties);
            for property in &mut node.properties {
                clean::<G>(id, property, before);
            }
        }
        let mut root = std::mem::take(&mut tree.node_mut(NodeId::ROOT).properties);
        let rank = |p: &Property| FIRST.iter().position(|key| p.is(key)).unwrap_or(FIRST.len());
        root.sort_by_key(rank);
        tree.node_mut(NodeId::ROOT).properties = root;
        Ok(record.into_tree())
    }

    /// Adds what a modern root must say.
    fn complete_header(&mut self) {
        let names = Side::BOTH.map(|side| self.player(side));
        let is_old_name =
            |p: &Property| (p.is("P0") || p.is("P1")) && entry(NodeId::ROOT, p).is_none();
        self.tree_mut().node_mut(NodeId::ROOT).properties.retain(|p| !is_old_name(p));
        for (name, key) in names.into_iter().zip(["PB", "PW"]) {
            if let Some(name) = name.filter(|_| self.find(key).is_none()) {
                self.set_property(key, &name);
            }
        }
        self.set_property("FF", "4");
        self.set_property("GM", &game_number::<G>());
        if self.find("SZ").is_none() {
            self.set_property("SZ", &G::Variant::default().size().to_string());
        }
        if self.find("SU").is_none() {
            let start: Start = self.start();
            self.set_property("SU", &title(&start.name()));
        }
        if let Ok(replay) = self.replay(&ReplayOptions::default()) {
            self.set_rules(&replay.variant());
            if self.stated_result().is_none() && replay.outcome.is_some() {
                let reason = replay.ending.map(|ending| ending.to_string());
                self.set_result(replay.outcome, reason.as_deref());
            }
        }
        let is_ascii = self.tree().depth_first().all(|id| {
            let properties = &self.tree().node(id).properties;
            properties.iter().flat_map(|p| &p.values).all(|value| value.raw().is_ascii())
        });
        self.tree_mut().node_mut(NodeId::ROOT).properties.retain(|p| !p.is("CA"));
        if !is_ascii {
            self.set_property("CA", "UTF-8");
        }
    }

    /// The position after each node, variations included, as far as the moves are legal; by
    /// [`NodeId::index`].
    pub(super) fn positions(&self) -> Vec<Option<G::Position>> {
        let rules = self.stated_rules().ok().flatten().unwrap_or_default();
        let start = self.start_position(rules).ok();
        let mut positions = vec![None; self.tree().node_count()];
        for id in self.tree().depth_first() {
            let before = self.tree().parent(id).map_or(start, |parent| positions[parent.index()]);
            let entries = self.entries(id);
            let after = entries.fold(before, |position, entry| {
                let position = in_turn::<G>(position?, entry.side);
                match entry.action() {
                    action @ (Action::Pass | Action::Move { .. }) => {
                        parse_action::<G>(&position, &action).ok().map(|mv| position.play(mv))
                    }
                    _ => Some(position),
                }
            });
            positions[id.index()] = after;
        }
        positions
    }
}

/// The position after a pass that was not written down, if that is the reason why the other side
/// is to move.
pub(super) fn in_turn<G: Recorded>(position: G::Position, side: Side) -> G::Position {
    pass_due::<G>(&position, side).map_or(position, |pass| position.play(pass))
}

/// Gives a property the name and, for a legal move, the value of today.
fn clean<G: Recorded>(id: NodeId, property: &mut Property, before: Option<G::Position>) {
    let written = entry(id, property).and_then(|entry| {
        let action = entry.action();
        let Action::Move { marks, .. } = action else {
            return Some((side_key(entry.side), entry.text.trim().to_ascii_lowercase()));
        };
        let position = in_turn::<G>(before?, entry.side);
        let mv = parse_action::<G>(&position, &action).ok()?;
        Some((side_key(entry.side), G::sgf_move(&position, mv) + marks))
    });
    match written {
        Some((name, text)) => {
            property.name = name.to_owned();
            property.values = vec![Value::from_text(&text)];
        }
        None => property.name = property.key(),
    }
}

/// A node of FF\[4\] has one comment with one value.
fn merge_comments(properties: &mut Vec<Property>) {
    let is_comment = |property: &&Property| property.is("C");
    let values = || properties.iter().filter(is_comment).flat_map(|property| &property.values);
    if values().count() < 2 {
        return;
    }
    let texts: Vec<_> = values().map(Value::text).filter(|text| !text.trim().is_empty()).collect();
    let merged = Property::new("C", &texts.join("\n"));
    properties.retain(|property| !property.is("C"));
    properties.push(merged);
}
