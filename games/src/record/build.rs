//! Records made here: from a position, a game that was played, or move by move.

use conjoin_core::{History, MoveOf, Position as _, Side, Variant as _};

use super::start::{named_position, named_starts, title};
use super::{Record, Recorded};
use crate::sgf::{GameTree, NodeId, Property};

impl<G: Recorded> Record<G> {
    /// A record without moves that starts here, by the rules of this position.
    pub fn new(start: &G::Position) -> Self {
        let mut record = Self::from_tree(GameTree::new());
        record.set_property("FF", "4");
        record.set_property("GM", &game_number::<G>());
        record.set_start(start);
        record.set_rules(&G::variant(start));
        record
    }

    /// The record of a game that was played, with its result if it is over.
    pub fn from_history(history: &History<G::Position>) -> Self {
        let mut record = Self::new(history.start());
        let mut end = NodeId::ROOT;
        for (mv, before) in history.moves().iter().zip(history.positions()) {
            end = record.add_move(end, before, *mv);
        }
        if let Some(ending) = G::ending(history) {
            record.set_result(Some(ending.outcome), None);
            record.set_tag("Termination", G::termination(&ending));
        }
        record
    }

    /// Writes a start into the root: by name where it has one.
    pub(super) fn set_start(&mut self, start: &G::Position) {
        self.set_property("SZ", &G::variant(start).size().to_string());
        if let Some(name) = name_of_start::<G>(start) {
            self.set_property("SU", &title(name));
        } else {
            self.set_property("SU", "Custom");
            G::write_set_up(self, start);
        }
    }

    pub(super) fn set_rules(&mut self, variant: &G::Variant) {
        let rules = variant.rules();
        if !rules.is_empty() {
            self.set_property("RU", &rules);
        }
    }

    /// Adds a move of a position after a node, as a variation if that has a continuation; gives
    /// the new node.
    pub fn add_move(&mut self, after: NodeId, before: &G::Position, mv: MoveOf<G>) -> NodeId {
        self.add_entry(after, before.side_to_move(), &G::sgf_move(before, mv))
    }

    /// Adds what a player did, as text, after a node; gives the new node.
    pub fn add_entry(&mut self, after: NodeId, side: Side, text: &str) -> NodeId {
        let id = self.tree_mut().add_child(after);
        let property = Property::new(side_key(side), text);
        self.tree_mut().node_mut(id).properties.push(property);
        id
    }

    /// Adds to the comment of a node.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        let comment = match self.comment(id) {
            Some(before) => before + "\n" + text,
            None => text.to_owned(),
        };
        let node = self.tree_mut().node_mut(id);
        node.properties.retain(|property| !property.is("C"));
        node.properties.push(Property::new("C", &comment));
    }
}

/// The name of a start, if it has one.
pub(super) fn name_of_start<G: Recorded>(start: &G::Position) -> Option<&'static str> {
    let variant = G::variant(start);
    let fits = |name: &&&str| named_position::<G>(name, variant).is_ok_and(|named| named == *start);
    named_starts::<G>().iter().find(fits).copied()
}

/// What the `GM` property holds: the number of the game, or its name where SGF has none.
pub(super) fn game_number<G: Recorded>() -> String {
    G::SGF.map_or_else(|| G::NAME.to_owned(), |number| number.to_string())
}

pub(super) fn side_key(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}
