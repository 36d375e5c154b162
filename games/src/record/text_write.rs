//! Records as PGN-like text: tags, numbered moves, comments in braces, variations in parentheses.
//!
//! Braces have no escapes in PGN, so a comment could not hold `}`. Here a backslash before `}`,
//! `\` or a `[` that begins a line makes it ordinary (a `[` would look like the next record). Tag
//! values escape `"` and `\`, and write a line break as `\n`. Properties of SGF nodes other than
//! moves and comments have no place in this format.

use std::fmt::Write as _;

use conjoin_core::{MoveOf, Position as _, Side, TextForm, Variant as _};

use super::build::name_of_start;
use super::replay::parse_action;
use super::sgf_write::in_turn;
use super::{Action, Entry, Record, Recorded, ReplayOptions, Start};
use crate::sgf::NodeId;

/// Lines of moves are broken after so many characters.
const WIDTH: usize = 100;

/// What is still to be written.
enum Todo {
    /// What follows a node; the number of the last move before.
    After(NodeId, usize),
    /// A variation that begins with this node.
    Variation(NodeId, usize),
    /// The end of a variation.
    Close,
}

impl<G: Recorded> Record<G> {
    /// The record as text, with a line break at its end.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let result = self.write_tags(&mut text);
        let mut moves = MoveText { text, column: 0, wants_number: true };
        let positions = self.positions();
        let (comments, _) = self.until_moves(NodeId::ROOT);
        if let Some(comment) = self.comment(NodeId::ROOT) {
            moves.comment(&comment);
        }
        // A move in the root comes before everything else.
        let mut number = 0;
        if self.has_action(NodeId::ROOT) {
            let start = self.start_position(self.rules_or_default()).ok();
            number = self.write_node(&mut moves, NodeId::ROOT, 0, start);
        }
        for comment in &comments {
            moves.comment(comment);
        }
        let mut todo = vec![Todo::After(NodeId::ROOT, number)];
        while let Some(next) = todo.pop() {
            let (id, number) = match next {
                Todo::Close => {
                    moves.close();
                    continue;
                }
                Todo::After(parent, number) => {
                    let (_, children) = self.until_moves(parent);
                    let Some((&main, variations)) = children.split_first() else { continue };
                    // The main move is written now, what follows it after the variations.
                    let before = self.position_before(&positions, main);
                    let reached = self.write_node(&mut moves, main, number, before);
                    self.write_comments(&mut moves, main);
                    todo.push(Todo::After(main, reached));
                    todo.extend(variations.iter().rev().map(|&id| Todo::Variation(id, number)));
                    continue;
                }
                Todo::Variation(id, number) => (id, number),
            };
            moves.open();
            let before = self.position_before(&positions, id);
            let reached = self.write_node(&mut moves, id, number, before);
            self.write_comments(&mut moves, id);
            todo.push(Todo::Close);
            todo.push(Todo::After(id, reached));
        }
        moves.word(result);
        moves.text.push('\n');
        moves.text
    }

    fn rules_or_default(&self) -> G::Variant {
        self.stated_rules().ok().flatten().unwrap_or_default()
    }

    /// Writes the header; gives the result as it stands after the moves.
    fn write_tags(&self, text: &mut String) -> &'static str {
        let replay = self.replay(&ReplayOptions::default()).ok();
        let rules = self.rules_or_default();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value = value.replace("\r\n", "\\n").replace(['\n', '\r'], "\\n");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        tag("Game", G::NAME);
        if let Ok(size) = self.size() {
            tag("Size", &size.to_string());
        }
        match self.stated_rules() {
            Ok(_) if rules.rules().is_empty() => {}
            Ok(_) => tag("Rules", &rules.rules()),
            Err(_) => tag("Rules", &self.header("RU").unwrap_or_default()),
        }
        match self.start_position(rules) {
            Ok(start) => match name_of_start::<G>(&start) {
                Some(name) if Start::Named(name) == Start::usual::<G>() => {}
                Some(name) => tag("Start", name),
                // Men that were added or taken away, or another first player, stay as they are.
                None => tag("FEN", &start.to_string()),
            },
            Err(_) if self.start() == Start::usual::<G>() => {}
            Err(_) => tag("Start", &self.start().name()),
        }
        let tags = self.tags();
        for (name, value) in &tags {
            tag(name, value);
        }
        let outcome =
            replay.as_ref().and_then(|replay| replay.outcome).or_else(|| self.stated_result());
        let result = outcome.map_or("*", |outcome| outcome.as_str());
        let ending = replay.and_then(|replay| replay.ending);
        if let Some(ending) = ending.filter(|_| !tags.iter().any(|(n, _)| n == "Termination")) {
            tag("Termination", &ending.to_string());
        }
        tag("Result", result);
        result
    }

    fn position_before(
        &self,
        positions: &[Option<G::Position>],
        id: NodeId,
    ) -> Option<G::Position> {
        self.tree().parent(id).and_then(|parent| positions[parent.index()])
    }

    /// Nodes below this one that hold no move but come before the next ones: their comments, and
    /// the moves that follow.
    fn until_moves(&self, id: NodeId) -> (Vec<String>, Vec<NodeId>) {
        let (mut comments, mut moves) = (Vec::new(), Vec::new());
        let mut todo: Vec<NodeId> = self.tree().children(id).collect();
        todo.reverse();
        while let Some(id) = todo.pop() {
            if self.has_action(id) {
                moves.push(id);
                continue;
            }
            comments.extend(self.comment(id));
            let first_new = todo.len();
            todo.extend(self.tree().children(id));
            todo[first_new..].reverse();
        }
        (comments, moves)
    }

    /// Writes the comments that belong to a move.
    fn write_comments(&self, moves: &mut MoveText, id: NodeId) {
        for mark in self.tree().node(id).properties.iter().filter(|p| p.is("NAG")) {
            for value in &mark.values {
                moves.word(&format!("${}", value.text()));
            }
        }
        for comment in self.comment(id).into_iter().chain(self.until_moves(id).0) {
            moves.comment(&comment);
        }
    }

    /// Writes what the players did in a node; gives the number of the last move.
    fn write_node(
        &self,
        moves: &mut MoveText,
        id: NodeId,
        mut number: usize,
        mut position: Option<G::Position>,
    ) -> usize {
        for entry in self.entries(id) {
            let due = position.map(|position| in_turn::<G>(position, entry.side));
            if due != position {
                number = moves.numbered(!entry.side, number, "pass");
                position = due;
            }
            let (word, mv) = written::<G>(&entry, position);
            if let Some(word) = word {
                number = moves.numbered(entry.side, number, &word);
            } else {
                let words = entry.text.trim();
                moves.comment(&format!("{}: {words}", G::side_name(entry.side)));
            }
            position = match (position, mv) {
                (Some(position), Some(mv)) => Some(position.play(mv)),
                (position, _) => position,
            };
        }
        number
    }
}

/// The word for what a player did, and its move if it is a legal one; no word for something that
/// the format can only tell in a comment.
fn written<G: Recorded>(
    entry: &Entry<'_>,
    position: Option<G::Position>,
) -> (Option<String>, Option<MoveOf<G>>) {
    let in_turn = position.is_none_or(|position| position.side_to_move() == entry.side);
    let action = entry.action();
    let legal = || {
        let position = position?;
        let mv = parse_action::<G>(&position, &action).ok()?;
        Some((position.format_move(mv), mv))
    };
    let word = match &action {
        Action::Move { text, marks } => {
            let (mut word, mv) = match legal() {
                Some((word, mv)) => (word, Some(mv)),
                None => (text.to_string(), None),
            };
            word.push_str(marks);
            // A move that is no word would be read as something else: leave it to a comment.
            let is_word = !word.contains(['{', '}', '(', ')', '[', ']', ';', '%', '$']);
            return (is_word.then_some(word), mv);
        }
        Action::Pass => {
            return (Some("pass".into()), legal().map(|(_, mv)| mv));
        }
        // The text format gives these to the player to move.
        Action::Resign if in_turn => Some("resign"),
        Action::Forfeit if in_turn => Some("forfeit"),
        Action::AcceptDraw => Some("draw"),
        _ => None,
    };
    (word.map(str::to_owned), None)
}

/// Words with blanks or line breaks between them.
struct MoveText {
    text: String,
    column: usize,
    /// Must a move of White have its number too?
    wants_number: bool,
}

impl MoveText {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let breaks = self.column + 1 + length > WIDTH;
            self.text.push(if breaks { '\n' } else { ' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Writes a move with the number it needs; gives that number.
    fn numbered(&mut self, side: Side, number: usize, word: &str) -> usize {
        let number = if side == Side::First { number + 1 } else { number.max(1) };
        if side == Side::First {
            self.word(&format!("{number}. {word}"));
        } else if self.wants_number {
            self.word(&format!("{number}... {word}"));
        } else {
            self.word(word);
        }
        self.wants_number = false;
        number
    }

    fn comment(&mut self, comment: &str) {
        let mut escaped = String::with_capacity(comment.len() + 2);
        escaped.push('{');
        let mut at_line_start = false;
        for c in comment.chars() {
            if c == '}' || c == '\\' || c == '[' && at_line_start {
                escaped.push('\\');
            }
            escaped.push(c);
            at_line_start = matches!(c, '\n' | '\r') || at_line_start && c.is_whitespace();
        }
        escaped.push('}');
        self.word(&escaped);
        if let Some(last_break) = escaped.rfind('\n') {
            self.column = escaped[last_break + 1..].chars().count();
        }
        self.wants_number = true;
    }

    fn open(&mut self) {
        self.word("(");
        self.wants_number = true;
    }

    fn close(&mut self) {
        self.word(")");
        self.wants_number = true;
    }
}
