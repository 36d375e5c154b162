//! Games played in `OpenSpiel`: the same number of moves at every ply, the same end.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use conjoin_referee::loa::{Colour, EndReason, Game, Outcome, Position, Rules};

#[test]
fn openspiel_games_end_as_openspiel_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/openspiel-games.txt");
    let text = fs::read_to_string(path).expect("the games belong to the repository");
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();

    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [kind, result, moves] = columns[..] else {
            panic!("not three columns: {line}");
        };
        *kinds.entry(kind).or_default() += 1;

        let mut game = Game::new(Rules::openspiel(), Position::start(8).unwrap());
        let tokens: Vec<&str> = moves.split(' ').collect();
        for pair in tokens.chunks(2) {
            let choices: usize = pair[0].parse().unwrap();
            assert_eq!(game.legal_moves().len(), choices, "{}", game.position());
            game.play(pair[1].parse().unwrap()).unwrap();
        }

        let mover = game.position().to_move.opponent();
        let (outcome, reason) = match kind {
            "mover" => (Outcome::Wins(mover), EndReason::Connection),
            "capture-connects-opponent" => (Outcome::Wins(mover.opponent()), EndReason::Connection),
            "both-mover" => (Outcome::Wins(mover), EndReason::SimultaneousConnection),
            "repetition-same" | "repetition-other" => (Outcome::Draw, EndReason::Repetition),
            "stuck" => (Outcome::Wins(mover), EndReason::Stuck),
            other => panic!("unknown kind {other}"),
        };
        assert_eq!(game.outcome(), Some(outcome), "{line}");
        assert_eq!(game.reason(), Some(reason), "{line}");
        let by_openspiel = match result {
            "1" => Outcome::Wins(Colour::Black),
            "-1" => Outcome::Wins(Colour::White),
            "0" => Outcome::Draw,
            other => panic!("unknown result {other}"),
        };
        assert_eq!(outcome, by_openspiel, "{line}");

        // Only a repeated board of the same player to move is also on its way to the third
        // occurrence of the Olympiad rule.
        let now = game.position();
        let earlier = &game.positions()[..game.moves().len()];
        match kind {
            "repetition-same" => assert!(earlier.contains(now)),
            "repetition-other" => assert!(!earlier.contains(now)),
            _ => (),
        }
    }
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}
