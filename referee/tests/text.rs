//! The text forms: what is read, what is written and what is refused.

use conjoin_referee::loa::{
    Board, Colour, Game, Move, Position, RefereeError, Rules, Square, TextError,
};

fn refusal(text: &str) -> String {
    text.parse::<Position>().expect_err("the text is no position").to_string()
}

#[test]
fn squares_are_named_by_file_and_rank() {
    for (name, file, rank) in [("a1", 1, 1), ("d3", 4, 3), ("h8", 8, 8)] {
        let square = Square::new(file, rank).unwrap();
        assert_eq!(square.to_string(), name);
        assert_eq!(name.parse(), Ok(square));
        assert_eq!((square.file(), square.rank()), (file, rank));
    }
    for (file, rank) in [(0, 1), (1, 0), (9, 1), (1, 9)] {
        assert_eq!(Square::new(file, rank), None);
    }
    for text in ["", "a", "a0", "i1", "a9", "A1", "a11", "1a", "é1"] {
        assert_eq!(text.parse::<Square>(), Err(TextError::Square { text: text.to_string() }));
    }
}

#[test]
fn moves_are_read_as_they_are_written() {
    for text in ["d3-d5", "d3xd5", "pass"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in ["", "d3", "d3d5", "d3:d5", "d3-", "-d5", "d3-d5-d6", "d3-i9", "d3-d5+", "PASS"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    assert_eq!(
        "d3d5".parse::<Move>().unwrap_err().to_string(),
        "\"d3d5\" is not a move: expected a form like d3-d5, d3xd5 or pass"
    );
    assert_eq!(
        "d3-i9".parse::<Move>().unwrap_err().to_string(),
        "\"i9\" is not a square: expected a letter a-h and a digit 1-8"
    );
}

#[test]
fn a_position_is_read_from_the_top_rank() {
    let position: Position = "b2/3/1ww w".parse().unwrap();
    assert_eq!(position.to_move, Colour::White);
    assert_eq!(position.board.size(), 3);
    assert_eq!(position.board.men(Colour::Black), ["a3".parse().unwrap()]);
    let white: Vec<String> =
        position.board.men(Colour::White).iter().map(Square::to_string).collect();
    assert_eq!(white, ["b1", "c1"]);
}

#[test]
fn positions_of_a_game_are_read_as_they_are_written() {
    for start in
        [Position::start(3).unwrap(), Position::start(8).unwrap(), Position::scrambled_eggs()]
    {
        let mut game = Game::new(Rules::ludii(), start);
        for turn in 0..200 {
            let position = game.position();
            assert_eq!(position.to_string().parse().as_ref(), Ok(position));
            assert_eq!(position.board.to_string().parse().as_ref(), Ok(&position.board));
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[(turn * 7 + 3) % moves.len()]).unwrap();
        }
    }
}

#[test]
fn a_refusal_names_the_text_and_what_was_expected() {
    assert_eq!(
        refusal("b2/3/1ww"),
        "\"b2/3/1ww\" is not a position: expected a board, a space and b or w"
    );
    assert_eq!(refusal("b2/3/1ww x"), "\"x\" is not a side to move: expected b or w");
    assert_eq!(refusal("b2/3/1ww b 1"), "\"b 1\" is not a side to move: expected b or w");
    assert_eq!(refusal("bw/1w b"), "\"bw/1w\" has 2 ranks: expected 3 to 8");
    assert_eq!(
        refusal("b/b/b/b/b/b/b/b/w b"),
        "\"b/b/b/b/b/b/b/b/w\" has 9 ranks: expected 3 to 8"
    );
    assert_eq!(refusal("b2/4/1ww b"), "rank \"4\" has 4 squares: expected 3");
    assert_eq!(refusal("b2/3/ww b"), "rank \"ww\" has 2 squares: expected 3");
    assert_eq!(refusal("b2//1ww b"), "rank \"\" has 0 squares: expected 3");
    assert_eq!(refusal("bL1/3/1ww b"), "'L' in rank \"bL1\": expected b, w or a digit 1-8");
    assert_eq!(refusal("b02/3/1ww b"), "'0' in rank \"b02\": expected b, w or a digit 1-8");
    assert_eq!(
        refusal("b11/3/1ww b"),
        "two digits side by side in rank \"b11\": expected their sum"
    );
    assert_eq!(refusal("3/3/1ww b"), "\"3/3/1ww\" has no black man: expected at least one");
    assert_eq!(refusal("b2/3/3 b"), "\"b2/3/3\" has no white man: expected at least one");
}

#[test]
fn an_illegal_move_is_named_with_its_position() {
    let mut game = Game::new(Rules::olympiad(), Position::start(4).unwrap());
    let error = game.play("b1-b2".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "b1-b2 is not a legal move in 1bb1/w2w/w2w/1bb1 b");
    assert_eq!(
        Board::empty(9).unwrap_err().to_string(),
        "a board of size 9 is not played: expected 3 to 8"
    );
    assert_eq!(Board::empty(9), Err(RefereeError::BoardSize { size: 9 }));
}
