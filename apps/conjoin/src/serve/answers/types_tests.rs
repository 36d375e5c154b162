//! The structs of messages against the types that the pages rely on (`web/types.js`).

use std::collections::{BTreeMap, BTreeSet};

use conjoin_core::{self as core, History};
use conjoin_engine::review::{
    BySide, ReviewDecided, ReviewMove, ReviewPosition, ReviewReport, RouteReport, ScoreReport,
};
use conjoin_games::loa::{Loa, Position, Rules};
use conjoin_games::record::{Contents, GameSummary, Outline, OutlineNode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::*;
use crate::serve::message::{ClockText, GameText, ReviewText, SolveText, ThinkText};

/// The types of the pages.
const TYPES: &str = include_str!("../../../web/types.js");

/// A property of a type.
#[derive(Debug)]
struct Property {
    kind: String,
    is_optional: bool,
}

type Properties = BTreeMap<String, Property>;

/// All types by name, and what is wrong with the structs.
struct Types {
    by_name: BTreeMap<String, Properties>,
    seen: BTreeSet<String>,
    problems: Vec<String>,
}

/// The text within the first pair of braces, and what follows it.
fn braced(text: &str) -> Option<(&str, &str)> {
    let start = text.find('{')?;
    let mut depth = 0;
    for (i, letter) in text.char_indices().skip(start) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[start + 1..i], text[i + 1..].trim()));
        }
    }
    None
}

/// The parts of a type between signs that are in no brackets.
fn parts(text: &str, sign: char) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    for (i, letter) in text.char_indices() {
        match letter {
            '{' | '[' | '<' => depth += 1,
            '}' | ']' | '>' => depth -= 1,
            _ if letter == sign && depth == 0 => {
                found.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}

impl Types {
    fn read(text: &str) -> Self {
        let mut by_name: BTreeMap<String, Properties> = BTreeMap::new();
        let mut current = None;
        for line in text.lines() {
            if let Some(rest) = line.split_once("@typedef ").map(|(_, rest)| rest) {
                let (kind, name) = braced(rest).expect(line);
                assert_eq!(kind, "Object", "{line}");
                let fresh = by_name.insert(name.to_owned(), Properties::new()).is_none();
                assert!(fresh, "{name} is described twice");
                current = Some(name.to_owned());
            } else if let Some(rest) = line.split_once("@property ").map(|(_, rest)| rest) {
                let (kind, rest) = braced(rest).expect(line);
                let name = rest.split_whitespace().next().expect(line);
                let bare = name.trim_start_matches('[').trim_end_matches(']');
                let property =
                    Property { kind: kind.to_owned(), is_optional: name.starts_with('[') };
                let owner = current.as_ref().and_then(|name| by_name.get_mut(name)).expect(line);
                assert!(owner.insert(bare.to_owned(), property).is_none(), "{line}");
            }
        }
        Self { by_name, seen: BTreeSet::new(), problems: Vec::new() }
    }

    /// Is a value of this type?
    fn fits(&self, kind: &str, value: &Value) -> bool {
        let union = parts(kind, '|');
        if union.len() > 1 {
            return union.iter().any(|kind| self.fits(kind, value));
        }
        let all = |kind: &str, values: &[Value]| values.iter().all(|value| self.fits(kind, value));
        if let Some(kind) = kind.strip_suffix("[]") {
            return value.as_array().is_some_and(|values| all(kind, values));
        }
        if let Some(kinds) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
            let kinds = parts(kinds, ',');
            let values = value.as_array().filter(|values| values.len() == kinds.len());
            let mut pairs = kinds.into_iter().zip(values.into_iter().flatten());
            return values.is_some() && pairs.all(|(kind, value)| self.fits(kind, value));
        }
        if let Some(kind) = kind.strip_prefix("Object<string, ").and_then(|k| k.strip_suffix('>')) {
            let fields = value.as_object();
            return fields.is_some_and(|all| all.values().all(|value| self.fits(kind, value)));
        }
        if let Some((fields, _)) = braced(kind) {
            let fields = parts(fields, ',').into_iter().filter_map(|field| field.split_once(": "));
            let fields: Vec<_> = fields.collect();
            let found = value.as_object().filter(|found| found.len() == fields.len());
            return found.is_some_and(|found| {
                let fits = |(name, kind): &(&str, &str)| {
                    found.get(*name).is_some_and(|value| self.fits(kind, value))
                };
                fields.iter().all(fits)
            });
        }
        match kind {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            name => self.by_name.get(name).is_some_and(|properties| {
                let known = |(key, value): (&String, &Value)| {
                    properties.get(key).is_some_and(|property| self.fits(&property.kind, value))
                };
                let has = |(name, property): (&String, &Property)| {
                    property.is_optional || value.get(name).is_some()
                };
                let fields = value.as_object();
                fields.is_some_and(|fields| fields.iter().all(known)) && properties.iter().all(has)
            }),
        }
    }

    /// The fields of a value in which everything is there: those of the type, and of its kinds.
    fn check_full(&mut self, name: &str, full: &Value) {
        self.seen.insert(name.to_owned());
        let Some(properties) = self.by_name.get(name) else {
            self.problems.push(format!("{name} is not described"));
            return;
        };
        let mut problems = Vec::new();
        for (key, value) in full.as_object().expect("an object") {
            match properties.get(key) {
                None => problems.push(format!("{name}.{key} is not described")),
                Some(property) if value.is_null() || !self.fits(&property.kind, value) => {
                    problems.push(format!("{name}.{key} is no {}: {value}", property.kind));
                }
                Some(_) => {}
            }
        }
        let missing = properties.keys().filter(|key| full.get(key).is_none());
        problems.extend(missing.map(|key| format!("{name}.{key} is described but never sent")));
        self.problems.extend(problems);
    }

    /// An answer with everything in it, and one with nothing that can be left out.
    fn answer(&mut self, name: &str, full: impl Serialize, bare: impl Serialize) {
        let (full, bare) = (json!(full), json!(bare));
        self.check_full(name, &full);
        for (key, property) in self.by_name.get(name).into_iter().flatten() {
            let can_be_null = parts(&property.kind, '|').contains(&"null");
            let (is_null, is_missing) =
                (bare.get(key).is_some_and(Value::is_null), bare.get(key).is_none());
            if can_be_null != is_null || property.is_optional != is_missing {
                let value = bare.get(key);
                self.problems.push(format!("{name}.{key}: {property:?}, but at least {value:?}"));
            } else if bare.get(key).is_some_and(|value| !self.fits(&property.kind, value)) {
                self.problems.push(format!("{name}.{key} is no {}: {}", property.kind, bare[key]));
            }
        }
    }

    /// A question with everything in it; what is optional can be left out, all else cannot.
    fn question<T: Serialize + DeserializeOwned>(&mut self, name: &str, full: &T) {
        let full = json!(full);
        self.check_full(name, &full);
        for (key, property) in self.by_name.get(name).into_iter().flatten() {
            let mut part = full.clone();
            part.as_object_mut().expect("an object").remove(key);
            let is_optional = serde_json::from_value::<T>(part).is_ok();
            if is_optional != property.is_optional {
                self.problems.push(format!("{name}.{key} may be left out: {is_optional}"));
            }
        }
    }
}

fn text(word: &str) -> String {
    word.to_owned()
}

fn score() -> ScoreReport {
    ScoreReport::new::<Loa>(core::Score(12))
}

fn route() -> RouteReport {
    RouteReport { cells: vec![text("a1"), text("a2")], capture: true }
}

fn by_side<T>(of_sides: [T; 2]) -> BySide<T> {
    conjoin_engine::review::by_side::<Loa, T>(of_sides)
}

/// A game with variations, with everything in it.
fn outline(result: Option<String>) -> Outline {
    let node = OutlineNode { parent: 0, mv: text("a1-a2"), comment: text("good") };
    Outline {
        start: text("8/8"),
        size: Some(8),
        rules: Some(text("olympiad")),
        tags: vec![(text("Black"), text("Ann"))],
        result: result.clone(),
        reason: result,
        nodes: vec![node],
        problems: vec![text("what")],
    }
}

fn hello(types: &mut Types) {
    let profile = || ProfileInfo { name: text("champion"), description: text("the best") };
    let choice = || Choice {
        key: "size",
        title: "Board",
        help: "a line",
        values: &["3"],
        default: text("3"),
        part: "board",
    };
    let game = || GameInfo {
        name: "loa",
        title: "Lines of Action",
        sides: ["Black", "White"],
        choices: vec![choice()],
        profiles: vec![profile()],
        formats: vec!["sgf", "text"],
    };
    let memory = || MemoryInfo { total: 2, largest: 1 };
    let hello =
        || Hello { version: "1", levels: 10, games: vec![game()], threads: 2, memory: memory() };
    types.answer("Hello", hello(), hello());
    types.answer("GameInfo", game(), game());
    types.answer("Choice", choice(), choice());
    types.answer("ProfileInfo", profile(), profile());
    types.answer("MemoryInfo", memory(), memory());
    types.answer("QueuedEvent", QueuedEvent { queued: true }, QueuedEvent { queued: true });
    types.answer("Stopped", Stopped { stopped: true }, Stopped { stopped: true });
}

fn look(types: &mut Types) {
    let mv = || LookMove { mv: text("a1-a2"), route: route(), after: text("8/8") };
    let ending = |winner| Ending { result: "1-0", winner, reason: "connection", text: text("why") };
    let look = |outcome, last| Look {
        game: "loa",
        position: text("8/8"),
        size: 8,
        rules: text("olympiad"),
        turn: text("black"),
        moves: vec![mv()],
        outcome,
        groups: by_side([vec![vec![text("a1")]], Vec::new()]),
        occurrences: 1,
        played: vec![text("a1-a2")],
        last,
    };
    let ended = look(Some(ending(Some(text("black")))), Some(route()));
    types.answer("Look", ended, look(None, None));
    types.answer("Route", route(), route());
    types.answer("LookMove", mv(), mv());
    types.answer("Ending", ending(Some(text("black"))), ending(None));
    let picture = || Picture { svg: text("<svg>") };
    types.answer("Picture", picture(), picture());
}

fn records(types: &mut Types) {
    let summary = || GameSummary {
        number: 1,
        first: Some(text("Ann")),
        second: Some(text("Bob")),
        event: Some(text("here")),
        date: Some(text("today")),
        result: Some("1-0"),
        ending: Some(text("connection")),
        moves: 12,
        problem: Some(text("none")),
        is_foreign: false,
    };
    // Either a position or games: each may be missing.
    let read = |contents| json!(Read { game: "loa", contents });
    let mut full = read(Contents::Position { position: text("8/8") });
    let games = read(Contents::Games { games: vec![summary()], total: 1 });
    let (all, games) = (full.as_object_mut().expect("an object"), games.as_object().cloned());
    all.extend(games.expect("an object"));
    types.answer("ReadAnswer", full, json!({ "game": "loa" }));
    types.answer("GameSummary", summary(), GameSummary::default());
    types.answer("TreeAnswer", outline(Some(text("1-0"))), outline(None));
    let node = || outline(None).nodes.remove(0);
    types.answer("TreeNode", node(), node());
    let written = || Written { text: text("(;)") };
    types.answer("Written", written(), written());
}

fn lessons(types: &mut Types) {
    let game = History::new(Position::start(8, Rules::OLYMPIAD));
    let explanation = explain::<Loa>(&game, "champion").expect("an explanation");
    types.answer("Explain", &explanation, &explanation);
    types.answer("Feature", &explanation.features[0], &explanation.features[0]);
    let puzzle = || Puzzle {
        id: text("1"),
        suite: text("endgames"),
        position: text("8/8"),
        size: 8,
        plies: 3,
        moves: 2,
        turn: text("white"),
    };
    let puzzles = || Puzzles { puzzles: vec![puzzle()] };
    types.answer("Puzzles", puzzles(), puzzles());
    types.answer("Puzzle", puzzle(), puzzle());
}

fn proofs(types: &mut Types) {
    let reply = |plies| ProofReply { mv: text("a1-a2"), plies };
    let step = |mv, route, plies| ProofStep {
        root: text("8/8"),
        winner: text("black"),
        position: text("8/8"),
        known: true,
        over: false,
        plies,
        mv,
        route,
        replies: vec![reply(plies)],
    };
    let full = step(Some(text("a1-a2")), Some(route()), Some(3));
    types.answer("ProofStep", full, step(None, None, None));
    types.answer("ProofReply", reply(Some(2)), reply(None));
    let file =
        |reason| ProofFile { text: text("conjoin-proof 1"), lines: 9, verified: true, reason };
    types.answer("ProofFile", file(Some(text("why"))), file(None));
    let bare = || Solve { result: "unknown", ..Solve::default() };
    let full = Solve {
        mv: Some(text("a1-a2")),
        route: Some(route()),
        stopped: Some(false),
        plies: Some(5),
        line: Some(vec![text("a1-a2")]),
        lines: Some(7),
        explorable: Some(true),
        repeats: Some(false),
        unwritten: Some(text("why")),
        ..bare()
    };
    types.answer("Solve", full, bare());
    types.answer("WritingEvent", WritingEvent { writing: true }, WritingEvent { writing: true });
}

fn thoughts(types: &mut Types) {
    let line = |route| ThinkLine { score: score(), moves: vec![text("a1-a2")], route };
    let think = |best, route, score| Think {
        profile: text("champion"),
        best,
        route,
        score,
        depth: 1,
        seldepth: 2,
        nodes: 3,
        seconds: 0.5,
        lines: vec![line(None)],
        stopped: false,
    };
    let full = think(Some(text("a1-a2")), Some(route()), Some(score()));
    types.answer("Think", full, think(None, None, None));
    types.answer("ThinkLine", line(Some(route())), line(None));
    let info = || ThinkInfo {
        depth: 1,
        seldepth: 2,
        nodes: 3,
        speed: 4,
        seconds: 0.5,
        table: 6,
        lines: vec![line(Some(route()))],
    };
    types.answer("ThinkEvent", ThinkEvent { info: info() }, ThinkEvent { info: info() });
    types.answer("ThinkInfo", info(), info());
    for value in [core::Score(-7), core::Score::win_in(3), core::Score::loss_in(2)] {
        let score = ScoreReport::new::<Loa>(value);
        types.answer("Score", &score, &score);
    }
}

fn reviews(types: &mut Types) {
    let mv = |better_route| ReviewMove {
        mv: text("a1-a2"),
        side: text("black"),
        kind: "mistake",
        proved: false,
        drop: 0.2,
        route: route(),
        better: vec![text("b1-b2")],
        better_route,
        text: text("why"),
    };
    let position = |chance, score, known: Option<bool>| ReviewPosition {
        chance,
        score,
        known: by_side([known; 2]),
    };
    let decided = || ReviewDecided { ply: 3, winner: text("white"), before_proved: true };
    let review = |accuracy, decided, stopped, progress| ReviewReport {
        moves: vec![mv(None)],
        positions: vec![position(None, None, None)],
        accuracy: by_side([accuracy; 2]),
        decided,
        seconds: 1.5,
        stopped,
        progress,
    };
    let full = review(Some(98.5), Some(decided()), Some(true), Some(0.5));
    types.answer("Review", full, review(None, None, None, None));
    types.answer("ReviewMove", mv(Some(route())), mv(None));
    let full = position(Some(0.5), Some(score()), Some(true));
    types.answer("ReviewPosition", full, position(None, None, None));
    types.answer("ReviewDecided", decided(), decided());
}

fn questions(types: &mut Types) {
    let game = || GameText {
        game: Some(text("loa")),
        start: Some(text("8/8")),
        size: Some(8),
        rules: Some(text("olympiad")),
        options: [(text("start"), text("standard"))].into(),
        moves: vec![text("a1-a2")],
    };
    types.question("GameText", &game());
    let clock = ClockText { left: [1000, 2000], increment: 10 };
    types.question("ClockText", &clock);
    let think = ThinkText {
        game: game(),
        profile: Some(text("champion")),
        level: Some(3),
        time: Some(1000),
        depth: Some(9),
        nodes: Some(1000),
        clock: Some(clock),
        lines: 2,
        play: true,
        threat: true,
        threads: Some(2),
        memory: Some(64),
        seed: 7,
    };
    types.question("ThinkText", &think);
    let (seconds, threads, memory) = (Some(60.0), Some(2), Some(64));
    types.question("ReviewText", &ReviewText { game: game(), seconds, threads, memory });
    let winner = Some(text("black"));
    let solve = SolveText { game: game(), winner, seconds, proof: true, threads, memory };
    types.question("SolveText", &solve);
    let tree = outline(Some(text("1-0")));
    types.question("TreeText", &tree);
    types.question("NodeText", &tree.nodes[0]);
}

#[test]
fn pages_and_program_mean_the_same_messages() {
    let mut types = Types::read(TYPES);
    for topic in [hello, look, records, lessons, proofs, thoughts, reviews, questions] {
        topic(&mut types);
    }
    let unseen = types.by_name.keys().filter(|name| !types.seen.contains(*name));
    let unseen: Vec<String> = unseen.map(|name| format!("{name} is no message")).collect();
    types.problems.extend(unseen);
    assert!(types.problems.is_empty(), "{}", types.problems.join("\n"));
}

#[test]
fn what_differs_is_found() {
    let read = |line: &str| Types::read(&format!("@typedef {{Object}} A\n{line}"));
    let sample = json!({ "b": [1, 2], "c": { "black": null } });
    for (lines, fits) in [
        ("@property {number[]} b\n@property {Object<string, string|null>} c", true),
        ("@property {[number, number]} b\n@property {{black: null}} c", true),
        ("@property {string[]} b\n@property {Object<string, string|null>} c", false),
        ("@property {[number]} b\n@property {Object<string, string|null>} c", false),
        ("@property {number[]} b\n@property {Object<string, string>} c", false),
        ("@property {number[]} b", false),
        ("@property {number[]|null} b\n@property {Object<string, string|null>} c", false),
        ("@property {number[]} [b]\n@property {Object<string, string|null>} c", false),
        ("@property {number[]} b\n@property {{black: null}} c\n@property {string} d", false),
    ] {
        let mut types = read(lines);
        types.answer("A", &sample, &sample);
        assert_eq!(types.problems.is_empty(), fits, "{lines}: {:?}", types.problems);
    }
    let mut types = read("@property {string[]} [moves]");
    types.question("A", &GameText::default());
    assert!(!types.problems.is_empty());
}
