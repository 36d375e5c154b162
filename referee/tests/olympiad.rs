//! The sixteen Computer Olympiad games of `winands-thesis`, appendix A, replayed move by move.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use conjoin_referee::loa::{Colour, EndReason, Game, Move, Outcome, Position, Rules};

/// One printed game.
#[derive(Default)]
struct Record {
    tags: HashMap<String, String>,
    moves: Vec<Move>,
    /// The result behind the moves.
    result: Option<String>,
}

impl Record {
    fn tag(&self, name: &str) -> &str {
        self.tags.get(name).unwrap_or_else(|| panic!("a game has no {name} tag"))
    }

    fn name(&self) -> String {
        format!("{} {} - {}", self.tag("Date"), self.tag("Black"), self.tag("White"))
    }
}

fn read_records() -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/loa/olympiad-games.txt");
    let text = fs::read_to_string(path).expect("the games belong to the repository");
    let mut records = Vec::new();
    let mut record = Record::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(tag) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]")) {
            let (name, value) = tag.split_once(" \"").expect("a tag is [Name \"value\"]");
            record.tags.insert(name.to_string(), value.to_string());
            continue;
        }
        for token in line.split_whitespace() {
            match token {
                "1-0" | "0-1" | "1/2-1/2" => record.result = Some(token.to_string()),
                number if number.ends_with('.') => {
                    let expected = format!("{}.", record.moves.len() / 2 + 1);
                    assert_eq!(number, expected, "{}", record.name());
                }
                mv => record.moves.push(mv.parse().expect("the rest of a line is moves")),
            }
        }
        if record.result.is_some() {
            records.push(std::mem::take(&mut record));
        }
    }
    assert!(record.moves.is_empty(), "the last game has a result");
    records
}

#[test]
fn olympiad_games_are_legal_to_the_printed_result() {
    let records = read_records();
    assert_eq!(records.len(), 16);
    let mut plies = 0;
    for record in &records {
        let name = record.name();
        assert_eq!(record.result.as_deref(), Some(record.tag("Result")), "{name}");

        let mut game = Game::new(Rules::olympiad(), Position::start(8).unwrap());
        for (ply, &mv) in record.moves.iter().enumerate() {
            assert_eq!(game.outcome(), None, "{name}: over before ply {}", ply + 1);
            game.play(mv).unwrap_or_else(|error| panic!("{name}: ply {}: {error}", ply + 1));
        }
        plies += record.moves.len();

        let by_result = match record.tag("Result") {
            "1-0" => Outcome::Wins(Colour::Black),
            "0-1" => Outcome::Wins(Colour::White),
            _ => Outcome::Draw,
        };
        let expected = match record.tag("Termination") {
            "connection" => Some((by_result, EndReason::Connection)),
            "repetition" => Some((by_result, EndReason::Repetition)),
            "resignation" => None,
            other => panic!("{name}: termination {other}"),
        };
        assert_eq!(game.outcome().zip(game.reason()), expected, "{name}");
    }
    assert_eq!(plies, PLIES);
}

/// Moves in all games together, so that a reader that drops some is found out.
const PLIES: usize = 772;
