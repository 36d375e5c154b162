//! Game records as trees that the pages edit, and back.

use conjoin_core::{History, Outcome, Position as _, Side, TextForm};
use conjoin_games::loa::record::{self, Action, Record, ReplayOptions};
use conjoin_games::loa::{Move, Position, parse_position};
use conjoin_games::sgf::NodeId;
use serde_json::{Value, json};

use super::game::{self, colour};
use super::message::TreeText;

/// Games of one text that are listed.
const MOST_GAMES: usize = 2000;
/// Nodes of one tree.
const MOST_NODES: usize = 20_000;
/// Variations within variations.
const DEEPEST: usize = 4000;

/// What a text holds: a position, or a list of games.
pub fn read(text: &str) -> Result<Value, String> {
    let line = text.trim();
    if !line.contains('\n') && line.contains('/') && !line.contains('(') {
        let position =
            parse_position(line, game::rules(None)?).map_err(|error| error.to_string())?;
        return Ok(json!({ "position": position.to_string() }));
    }
    let read = record::read(text.as_bytes());
    let mut games: Vec<Value> = read.records.iter().take(MOST_GAMES).map(summary).collect();
    let problem = |problem: &record::RecordProblem| json!({ "number": problem.record, "problem": problem.error.to_string() });
    games.extend(read.problems.iter().take(MOST_GAMES).map(problem));
    if read.records.is_empty() {
        return Err(match read.problems.first() {
            Some(problem) => format!("{}: {}", problem.place_text(), problem.error),
            None => "the text holds no game record and no position".into(),
        });
    }
    Ok(json!({ "games": games, "total": read.total }))
}

fn summary(record: &Record) -> Value {
    let replay = record.replay(&ReplayOptions::default());
    let (moves, problem) = match &replay {
        Ok(replay) => (replay.moves().len(), None),
        Err(problem) => (0, Some(format!("{}: {}", problem.place_text(), problem.error))),
    };
    let result = replay.as_ref().ok().and_then(|replay| replay.outcome);
    json!({
        "number": record.number(),
        "black": record.player(Side::First),
        "white": record.player(Side::Second),
        "event": record.tag("Event"),
        "date": record.tag("Date"),
        "result": result.map(Outcome::as_str),
        "ending": replay.ok().and_then(|replay| replay.ending).map(|ending| ending.to_string()),
        "moves": moves,
        "problem": problem,
    })
}

/// One game of a text as a tree. Moves that are not legal end their line, with a note.
pub fn open(text: &str, number: usize) -> Result<Value, String> {
    let read = record::read(text.as_bytes());
    let Some(record) = read.records.iter().find(|record| record.number() == number) else {
        return Err(format!("there is no game {number} in this text"));
    };
    let fail =
        |problem: record::RecordProblem| format!("{}: {}", problem.place_text(), problem.error);
    let rules = record.stated_rules().map_err(fail)?.unwrap_or_default();
    let start = record.start_position(rules).map_err(fail)?;
    let mut builder = Builder { record, nodes: Vec::new(), problems: Vec::new() };
    builder
        .nodes
        .push(json!({ "parent": 0, "move": "", "comment": builder.comment(NodeId::ROOT) }));
    builder.walk(NodeId::ROOT, 0, &mut History::new(start));
    let outcome = record.replay(&ReplayOptions::default()).ok();
    Ok(json!({
        "start": start.to_string(),
        "rules": rules.to_string(),
        "tags": record.tags(),
        "result": outcome.as_ref().and_then(|replay| replay.outcome).map(Outcome::as_str),
        "reason": outcome.and_then(|replay| replay.ending).map(|ending| ending.to_string()),
        "nodes": builder.nodes,
        "problems": builder.problems,
    }))
}

struct Builder<'a> {
    record: &'a Record,
    nodes: Vec<Value>,
    problems: Vec<String>,
}

impl Builder<'_> {
    fn comment(&self, id: NodeId) -> String {
        self.record.comment(id).unwrap_or_default()
    }

    /// Adds what stands after a node: straight lines in a loop, only variations by recursion.
    fn walk(&mut self, after: NodeId, parent: usize, game: &mut History<Position>) {
        let (mut id, mut parent) = (after, parent);
        let depth = game.moves().len();
        loop {
            let children: Vec<NodeId> = self.record.tree().children(id).collect();
            if children.is_empty() || self.nodes.len() >= MOST_NODES || game.moves().len() > DEEPEST
            {
                break;
            }
            for &variation in &children[1..] {
                let before = game.moves().len();
                if let Some(node) = self.enter(variation, parent, game) {
                    self.walk(variation, node, game);
                }
                while game.moves().len() > before {
                    game.pop();
                }
            }
            let Some(node) = self.enter(children[0], parent, game) else { break };
            (id, parent) = (children[0], node);
        }
        while game.moves().len() > depth {
            game.pop();
        }
    }

    /// Plays the move of a node and adds it; nothing when it cannot be played.
    fn enter(
        &mut self,
        id: NodeId,
        mut parent: usize,
        game: &mut History<Position>,
    ) -> Option<usize> {
        for entry in self.record.entries(id) {
            let text = match entry.action() {
                Action::Pass => "pass".to_owned(),
                Action::Move { squares, .. } => squares.into_owned(),
                _ => continue,
            };
            let is_skipped =
                game.current().side_to_move() != entry.side && game.current().is_legal(Move::PASS);
            if is_skipped && game.outcome().is_none() {
                game.push(Move::PASS);
                parent = self.add(parent, "pass");
            }
            let turn = game.current().side_to_move();
            if turn != entry.side {
                self.problems.push(format!("{text}: it is the turn of {}", colour(turn)));
                return None;
            }
            match game::push(game, &text) {
                Err(reason) => {
                    self.problems.push(reason);
                    return None;
                }
                Ok(mv) => parent = self.add(parent, &mv.to_string()),
            }
        }
        let comment = self.comment(id);
        if !comment.is_empty() {
            let node = &mut self.nodes[parent]["comment"];
            let before = node.as_str().unwrap_or_default();
            let joined = if before.is_empty() { comment } else { format!("{before}\n{comment}") };
            *node = json!(joined);
        }
        Some(parent)
    }

    fn add(&mut self, parent: usize, mv: &str) -> usize {
        self.nodes.push(json!({ "parent": parent, "move": mv, "comment": "" }));
        self.nodes.len() - 1
    }
}

/// A tree as a file.
pub fn write(tree: &TreeText, format: &str) -> Result<String, String> {
    if tree.nodes.len() > MOST_NODES {
        return Err(format!("the tree has more than {MOST_NODES} nodes"));
    }
    let rules = game::rules(tree.rules.as_deref())?;
    let start = parse_position(&tree.start, rules).map_err(|error| error.to_string())?;
    let mut record = Record::new(&start);
    let mut places: Vec<(NodeId, Position)> = Vec::with_capacity(tree.nodes.len());
    for (i, node) in tree.nodes.iter().enumerate() {
        let (id, position) = if i == 0 {
            (NodeId::ROOT, start)
        } else {
            let Some((parent, before)) = places.get(node.parent).copied() else {
                return Err(format!("node {i} stands before its parent {}", node.parent));
            };
            let mv = before.parse_move(&node.mv).map_err(|error| format!("node {i}: {error}"))?;
            (record.add_move(parent, before.side_to_move(), mv), before.play(mv))
        };
        if !node.comment.trim().is_empty() {
            record.add_comment(id, &node.comment);
        }
        places.push((id, position));
    }
    // The result and its reason are stated once, below.
    let is_result = |name: &str| matches!(name, "Result" | "Termination") && tree.result.is_some();
    for (name, value) in tree.tags.iter().filter(|(name, _)| !is_result(name)) {
        record.set_tag(name, value);
    }
    let outcome = match tree.result.as_deref() {
        Some("1-0") => Some(Outcome::Win(Side::First)),
        Some("0-1") => Some(Outcome::Win(Side::Second)),
        Some("1/2-1/2") => Some(Outcome::Draw),
        _ => None,
    };
    record.set_result(outcome, tree.reason.as_deref());
    match format {
        "sgf" => Ok(record.to_sgf().to_text()),
        "text" => Ok(record.to_text()),
        _ => Err(format!("format {format:?} is not known: expected sgf or text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_survives_the_way_to_the_page_and_back() {
        let text = "(;GM[9]PB[Ann]PW[Bob]C[start];B[d1-b3]C[good](;W[h4-f2];B[f8-f5])(;W[a4-c4]))";
        let tree = open(text, 1).unwrap();
        assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
        let tree = json!({
            "start": tree["start"], "rules": tree["rules"], "tags": tree["tags"],
            "nodes": tree["nodes"],
        });
        let tree: TreeText = serde_json::from_value(tree).unwrap();
        let sgf = write(&tree, "sgf").unwrap();
        for part in ["Ann", "C[good]", "B[f8-f5]", "W[a4-c4]", "C[start]"] {
            assert!(sgf.contains(part), "{part} in {sgf}");
        }
        assert!(write(&tree, "gif").is_err());
    }

    #[test]
    fn the_main_line_stays_first_and_illegal_moves_end_their_line() {
        let tree = open("(;GM[9];B[d1-b3](;W[h4-f2])(;W[h4-h5];B[d8-d6]))", 1).unwrap();
        assert_eq!(tree["problems"].as_array().unwrap().len(), 1);
        let moves: Vec<&str> =
            tree["nodes"].as_array().unwrap().iter().map(|n| n["move"].as_str().unwrap()).collect();
        assert_eq!(moves, ["", "d1-b3", "h4-f2"]);
    }

    #[test]
    fn texts_are_told_apart() {
        assert!(read("1bb1/w2w/w2w/1bb1 b").unwrap()["position"].is_string());
        assert_eq!(read("1. d1-b3 h4-f2").unwrap()["games"].as_array().unwrap().len(), 1);
        assert!(read("good morning").is_err());
        assert!(read("").is_err());
        assert!(read("9/9 b").is_err());
    }
}
