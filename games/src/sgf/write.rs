//! Trees back to text: one node a line, values as they were read.

use super::{Collection, GameTree, NodeId};

impl Collection {
    /// The collection as a file, in its encoding where that is possible.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.encoding.encode(&self.to_text())
    }

    /// The collection as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for game in &self.games {
            game.write(&mut text);
        }
        text
    }
}

/// What is still to be written.
enum Todo {
    /// A node and what follows it.
    Node(NodeId),
    /// A variation: a node and what follows it in parentheses.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

impl GameTree {
    /// The record as text, with a line break at its end.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        let mut todo = vec![Todo::Variation(NodeId::ROOT)];
        while let Some(next) = todo.pop() {
            let id = match next {
                Todo::Node(id) => id,
                Todo::Variation(id) => {
                    text.push('(');
                    todo.push(Todo::Close);
                    id
                }
                Todo::Close => {
                    // The first thing after a node's line is its parenthesis.
                    text.push_str(")\n");
                    continue;
                }
            };
            text.push(';');
            for property in &self.node(id).properties {
                text.push_str(&property.name);
                for value in &property.values {
                    text.push('[');
                    text.push_str(value.raw());
                    text.push(']');
                }
                if property.values.is_empty() {
                    text.push_str("[]");
                }
            }
            text.push('\n');
            let first_new = todo.len();
            todo.extend(self.children(id).map(Todo::Variation));
            // A single continuation needs no parentheses.
            if let [Todo::Variation(only)] = todo[first_new..] {
                todo[first_new] = Todo::Node(only);
            }
            todo[first_new..].reverse();
        }
    }
}
