//! Records made here: from a position, a game that was played, or move by move.

use conjoin_core::{History, Position as _, Side};

use super::{Ending, Record};
use crate::loa::{Move, Position, squares};
use crate::sgf::{GameTree, NodeId, Property, Value};

impl Record {
    /// A record without moves that starts here, by the rules of this position.
    pub fn new(start: &Position) -> Self {
        let mut record = Self::from_tree(GameTree::new());
        record.set_property("FF", "4");
        record.set_property("GM", "9");
        record.set_start(start);
        record.set_property("RU", &start.rules().to_string());
        record
    }

    /// The record of a game that was played, with its result if it is over.
    pub fn from_history(history: &History<Position>) -> Self {
        let mut record = Self::new(history.start());
        let mut end = NodeId::ROOT;
        for (mv, before) in history.moves().iter().zip(history.positions()) {
            end = record.add_move(end, before.side_to_move(), *mv);
        }
        if let Some(outcome) = history.outcome() {
            record.set_result(Some(outcome), None);
            let on_board = history.current().outcome().is_some();
            let ending = if on_board { Ending::Board } else { Ending::Repetition };
            record.set_tag("Termination", &ending.to_string());
        }
        record
    }

    /// Writes a start into the root: by name where it has one.
    pub(super) fn set_start(&mut self, start: &Position) {
        self.set_property("SZ", &start.size().to_string());
        if *start == Position::start(start.size(), start.rules()) {
            self.set_property("SU", "Standard");
        } else if *start == Position::scrambled_eggs(start.rules()) {
            self.set_property("SU", "Scrambled-eggs");
        } else {
            self.set_property("SU", "Custom");
            let root = self.tree_mut().node_mut(NodeId::ROOT);
            for (side, key) in [(Side::First, "AB"), (Side::Second, "AW")] {
                let men = squares(start.men(side)).map(|s| Value::from_text(&s.to_string()));
                root.properties.push(Property::with_values(key, men.collect()));
            }
            let to_move = if start.side_to_move() == Side::First { "B" } else { "W" };
            self.set_property("PL", to_move);
        }
    }

    /// Adds a move after a node, as a variation if that has a continuation; gives the new node.
    pub fn add_move(&mut self, after: NodeId, side: Side, mv: Move) -> NodeId {
        self.add_entry(after, side, &sgf_move(mv))
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

/// A move as SGF has it: a capture with a colon.
pub(super) fn sgf_move(mv: Move) -> String {
    mv.text().replace('x', ":")
}

pub(super) fn side_key(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}
