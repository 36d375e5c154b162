//! Records as trees of nodes.
//!
//! The nodes of a record lie in one vector and refer to each other by index, so that copying,
//! comparing, writing and dropping a tree are loops.

use super::{Encoding, Place, Value};

/// The records of one file.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The records that could be read, in the order of the file.
    pub games: Vec<GameTree>,
    /// How the characters of the file were and will be stored.
    pub encoding: Encoding,
}

/// Collections are equal when they hold equal trees, however the file was encoded.
impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        self.games == other.games
    }
}

impl Eq for Collection {}

/// The number of a node in its [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// The number, from 0, in the order in which the nodes were added.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A named list of values, such as `AB[b1][c1]`.
#[derive(Clone, Debug)]
pub struct Property {
    /// The name as written; [`Property::key`] is what it means.
    pub name: String,
    /// The values, at least one in a property that was read from a file.
    pub values: Vec<Value>,
    /// Where the name stands in the file.
    pub place: Place,
}

/// Properties are equal when they are written the same way, wherever they stand.
impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.values == other.values
    }
}

impl Eq for Property {}

impl Property {
    /// A property with one value, which is escaped as needed.
    pub fn new(name: &str, text: &str) -> Self {
        Self::with_values(name, vec![Value::from_text(text)])
    }

    /// A property with several values.
    pub fn with_values(name: &str, values: Vec<Value>) -> Self {
        Self { name: name.to_owned(), values, place: Place::default() }
    }

    /// The name that counts: without the lower-case letters of the older formats, so that
    /// `GaMe` is `GM`; a name in lower case throughout is taken as one in upper case.
    pub fn key(&self) -> String {
        let key: String = self.name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        if key.is_empty() { self.name.to_ascii_uppercase() } else { key }
    }

    /// Does the name mean this key? Like [`Property::key`], without making a string.
    pub fn is(&self, key: &str) -> bool {
        let kept = || self.name.chars().filter(|c| !c.is_ascii_lowercase());
        if kept().next().is_none() {
            self.name.eq_ignore_ascii_case(key)
        } else {
            kept().eq(key.chars())
        }
    }

    /// The first value.
    pub fn value(&self) -> Option<&Value> {
        self.values.first()
    }
}

/// A node: its properties in the order of the file, and its place in the tree.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The properties as written.
    pub properties: Vec<Property>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl Node {
    /// The first property with this key.
    pub fn property(&self, key: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.is(key))
    }

    /// The first value of the first property with this key.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.property(key).and_then(Property::value)
    }
}

/// One record: a tree of nodes with at least a root.
///
/// The first child of a node continues the main line, further children are variations.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<Node>,
    /// The number of the record in its file, from 1; 0 when it was not read from a file.
    pub record: usize,
    /// Where the record begins in the file.
    pub place: Place,
}

impl Default for GameTree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], record: 0, place: Place::default() }
    }
}

impl GameTree {
    /// A tree that is one empty node.
    pub fn new() -> Self {
        Self::default()
    }

    /// The first node of the record.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// A node.
    ///
    /// # Panics
    /// If the number is of another, larger tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to change its properties.
    ///
    /// # Panics
    /// If the number is of another, larger tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// How many nodes there are, variations included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Appends an empty node as the last child of another.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a record fits in memory"));
        self.nodes.push(Node { parent: Some(parent), ..Node::default() });
        let parent = &mut self.nodes[parent.index()];
        match parent.last_child.replace(id) {
            Some(sibling) => self.nodes[sibling.index()].next_sibling = Some(id),
            None => parent.first_child = Some(id),
        }
        id
    }

    /// The node that another continues.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The continuations of a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The root and the first continuation of each node.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.node(id).first_child)
    }

    /// All nodes, each before its continuations, in the order of a file.
    pub fn depth_first(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |&id| {
            let node = self.node(id);
            node.first_child.or_else(|| {
                std::iter::successors(Some(id), |&above| self.node(above).parent)
                    .find_map(|above| self.node(above).next_sibling)
            })
        })
    }

    /// For the parser: gives back the memory that a growing tree kept in reserve.
    pub(super) fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
    }
}

/// Trees are equal when they have the same shape and the same properties, wherever they stand in
/// a file and in whatever order they were built.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (NodeId, NodeId)| {
            let (a, b) = (self.node(a), other.node(b));
            // Walking in step, two trees of the same size have the same shape when every node
            // agrees on whether it has a child and whether it has a next sibling.
            a.first_child.is_some() == b.first_child.is_some()
                && a.next_sibling.is_some() == b.next_sibling.is_some()
                && a.properties == b.properties
        };
        self.nodes.len() == other.nodes.len()
            && self.depth_first().zip(other.depth_first()).all(same)
    }
}

impl Eq for GameTree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_case_letters_in_names_do_not_count_but_digits_do() {
        let key = |name: &str| Property::new(name, "").key();
        assert_eq!(key("GaMe"), "GM");
        assert_eq!(key("SetUp"), "SU");
        assert_eq!(key("P0"), "P0");
        assert_eq!(key("P1"), "P1");
        assert_eq!(key("pb"), "PB");
        assert!(Property::new("SiZe", "8").is("SZ"));
        assert!(Property::new("sz", "8").is("SZ"));
        assert!(!Property::new("P0", "").is("P1"));
    }

    #[test]
    fn trees_built_in_another_order_are_equal() {
        let mut a = GameTree::new();
        let left = a.add_child(NodeId::ROOT);
        let below = a.add_child(left);
        let right = a.add_child(NodeId::ROOT);
        a.node_mut(below).properties.push(Property::new("B", "x"));
        a.node_mut(right).properties.push(Property::new("W", "y"));
        let mut b = GameTree::new();
        let left = b.add_child(NodeId::ROOT);
        let right = b.add_child(NodeId::ROOT);
        let below = b.add_child(left);
        b.node_mut(below).properties.push(Property::new("B", "x"));
        b.node_mut(right).properties.push(Property::new("W", "y"));
        assert_eq!(a, b);
        b.add_child(right);
        assert_ne!(a, b);
    }

    #[test]
    fn the_walk_visits_every_node_once() {
        let mut tree = GameTree::new();
        let mut ids = vec![NodeId::ROOT];
        for parent in [0, 1, 1, 0, 4, 2] {
            ids.push(tree.add_child(ids[parent]));
        }
        let walk: Vec<u32> = tree.depth_first().map(|id| id.0).collect();
        assert_eq!(walk, [0, 1, 2, 6, 3, 4, 5]);
        assert_eq!(tree.main_line().count(), 4);
    }
}
