//! A record: the tree of a game with its header, and what it says about players and result.

use std::borrow::Cow;
use std::marker::PhantomData;

use conjoin_core::{Game, Outcome, Side};

use super::Recorded;
use super::action::{Action, player_id};
use crate::sgf::{GameTree, NodeId, Place, Property};

/// The record of one game.
///
/// The tree is the record: header, moves, variations, comments and unknown properties stand in it
/// as SGF properties, whichever format it was read from, so nothing of it gets lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G> {
    tree: GameTree,
    game: PhantomData<G>,
}

/// What a record says a player did: one `B`, `W`, `P0` or `P1` property.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The node it stands in.
    pub node: NodeId,
    /// The player.
    pub side: Side,
    /// The text as written.
    pub text: Cow<'a, str>,
    /// Where it stands in the file.
    pub place: Place,
}

impl Entry<'_> {
    /// What the text means.
    pub fn action(&self) -> Action<'_> {
        Action::parse(&self.text)
    }
}

impl<G: Recorded> Record<G> {
    /// Takes a tree for a record of this game. Whether it is one, replaying it tells.
    pub fn from_tree(tree: GameTree) -> Self {
        Self { tree, game: PhantomData }
    }

    /// The tree.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The record as its tree.
    pub fn into_tree(self) -> GameTree {
        self.tree
    }

    /// The tree, to change it.
    pub fn tree_mut(&mut self) -> &mut GameTree {
        &mut self.tree
    }

    /// The number of the record in its file, from 1; 0 when it was not read from a file.
    pub fn number(&self) -> usize {
        self.tree.record
    }

    /// Where the record begins in its file.
    pub fn place(&self) -> Place {
        self.tree.place
    }

    /// The first property with this key in the root or another node before the first move.
    pub fn find(&self, key: &str) -> Option<&Property> {
        self.before_first_move().find_map(|id| self.tree.node(id).property(key))
    }

    /// The first value of the first header property with this key, trimmed and not empty.
    pub fn header(&self, key: &str) -> Option<String> {
        let value = self.find(key)?.value()?.text();
        let text = value.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The name of a player: `PB`, `PW`, or a server's `P0[id "Ann"]`.
    pub fn player(&self, side: Side) -> Option<String> {
        let (key, server_key) = match side {
            Side::First => ("PB", "P0"),
            Side::Second => ("PW", "P1"),
        };
        self.header(key).or_else(|| {
            let id = self.header(server_key)?;
            player_id(&id).map(str::to_owned)
        })
    }

    /// The result that the record states, if any.
    pub fn stated_result(&self) -> Option<Outcome> {
        parse_result::<G>(&self.header("RE")?)
    }

    /// The comment of a node.
    pub fn comment(&self, id: NodeId) -> Option<String> {
        let properties = &self.tree.node(id).properties;
        let texts =
            properties.iter().filter(|p| p.is("C")).flat_map(|p| &p.values).map(|v| v.text());
        let comments: Vec<_> = texts.filter(|text| !text.trim().is_empty()).collect();
        (!comments.is_empty()).then(|| comments.join("\n"))
    }

    /// What the players did in a node: at most one thing in a sound record.
    pub fn entries(&self, id: NodeId) -> impl Iterator<Item = Entry<'_>> {
        self.tree.node(id).properties.iter().filter_map(move |property| entry(id, property))
    }

    /// What the players did in the main line.
    pub fn main_actions(&self) -> impl Iterator<Item = Entry<'_>> {
        self.tree.main_line().flat_map(|id| self.entries(id))
    }

    pub(super) fn has_action(&self, id: NodeId) -> bool {
        self.entries(id).next().is_some()
    }
}

/// Reads a property as a player's action.
pub(super) fn entry(node: NodeId, property: &Property) -> Option<Entry<'_>> {
    let (side, by_server) = if property.is("B") {
        (Side::First, false)
    } else if property.is("W") {
        (Side::Second, false)
    } else if property.is("P0") {
        (Side::First, true)
    } else if property.is("P1") {
        (Side::Second, true)
    } else {
        return None;
    };
    let text = property.value().map(|value| value.text()).unwrap_or_default();
    let is_name = by_server && player_id(&text).is_some();
    (!is_name).then_some(Entry { node, side, text, place: property.place })
}

/// Reads `B+`, `W+Resign`, `Draw`, `0`, `1-0`, `1/2-1/2`, the name of the winner; nothing for `?`,
/// `Void` and the like.
pub(super) fn parse_result<G: Game>(text: &str) -> Option<Outcome> {
    let text = text.trim();
    match text {
        "1-0" => return Some(Outcome::Win(Side::First)),
        "0-1" => return Some(Outcome::Win(Side::Second)),
        "0" | "1/2-1/2" | "1/2" | "½-½" | "½" => return Some(Outcome::Draw),
        _ => {}
    }
    let lower: String = text.chars().take(40).collect::<String>().to_lowercase();
    let is_winner = |(_, short): &(Side, &str)| lower.starts_with(short);
    let winner = [(Side::First, "b+"), (Side::Second, "w+")].into_iter().find(is_winner);
    let named = || Side::BOTH.into_iter().find(|&side| lower.starts_with(&G::side_key(side)));
    if let Some(side) = winner.map(|(side, _)| side).or_else(named) {
        return Some(Outcome::Win(side));
    }
    (lower.starts_with("draw") || lower == "jigo").then_some(Outcome::Draw)
}
