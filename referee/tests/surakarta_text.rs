//! Surakarta: what is read, what is written and what is refused.

use conjoin_referee::surakarta::{Board, Game, Move, Point, Position, Rules};

fn limited() -> Rules {
    Rules { limit: Some(40), ..Rules::standard() }
}

fn refusal(text: &str, rules: Rules) -> String {
    Position::read(text, rules).expect_err(text).to_string()
}

#[test]
fn points_are_named_by_file_and_rank() {
    for (name, file, rank) in [("a1", 1, 1), ("d3", 4, 3), ("f6", 6, 6)] {
        let point = Point::new(file, rank).unwrap();
        assert_eq!(point.to_string(), name);
        assert_eq!(name.parse(), Ok(point));
    }
    for (file, rank) in [(0, 1), (1, 0), (7, 1), (1, 7)] {
        assert_eq!(Point::new(file, rank), None);
    }
    for text in ["", "a", "a0", "g1", "a7", "A1", "a11", "1a", "é1"] {
        let says = format!("\"{text}\" is not a point: expected a letter a-f and a digit 1-6");
        assert_eq!(text.parse::<Point>().unwrap_err().to_string(), says);
    }
}

#[test]
fn moves_are_read_as_they_are_written() {
    for text in ["a2-a3", "c1xd4", "pass"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in ["", "d3", "d3d5", "d3:d5", "d3-", "-d5", "d3-d5-d6", "d3-g1", "d3-d5+", "PASS"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    assert_eq!(
        "d3d5".parse::<Move>().unwrap_err().to_string(),
        "\"d3d5\" is not a move: expected a form like a2-a3, c1xd4 or pass"
    );
}

#[test]
fn positions_of_a_game_are_read_as_they_are_written() {
    for rules in [Rules::standard(), limited()] {
        for size in [4, 6] {
            let mut game = Game::new(rules, Position::start(size, rules).unwrap());
            for turn in 0..200 {
                let position = game.position();
                assert_eq!(Position::read(&position.to_string(), rules).as_ref(), Ok(position));
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[(turn * 7 + 3) % moves.len()]).unwrap();
            }
            assert!(game.moves().len() > 10);
        }
    }
}

#[test]
fn the_counter_may_be_left_out() {
    let read = |text| Position::read(text, limited()).unwrap().to_string();
    assert_eq!(read("2ww/2ww/bb2/bb2 b"), "2ww/2ww/bb2/bb2 b 0");
    assert_eq!(read("2ww/2ww/bb2/bb2 b 17"), "2ww/2ww/bb2/bb2 b 17");
    assert_eq!(read("2ww/2ww/bb2/bb2 w 40"), "2ww/2ww/bb2/bb2 w 40");
}

#[test]
fn a_refusal_names_the_text_and_what_was_expected() {
    for (text, says) in [
        ("4/4/4/bw2", "\"4/4/4/bw2\" is not a position: expected a board, a space and b or w"),
        ("", "\"\" is not a position: expected a board, a space and b or w"),
        ("4/4/4/bw2 x", "\"x\" is not a side to move: expected b or w"),
        ("4/4/4/bw2  b", "\"\" is not a side to move: expected b or w"),
        ("5/5/5/5/bw3 b", "\"5/5/5/5/bw3\" has 5 ranks: expected 4 or 6"),
        ("4/4/4/bw3 b", "rank \"bw3\" has 5 points: expected 4"),
        ("4//4/bw2 b", "rank \"\" has 0 points: expected 4"),
        ("4/7/4/bw2 b", "'7' in rank \"7\": expected b, w or a digit 1-6"),
        ("4/4/4/bL2 b", "'L' in rank \"bL2\": expected b, w or a digit 1-6"),
        ("4/4/4/bw11 b", "two digits side by side in rank \"bw11\": expected their sum"),
        ("4/4/4/4 b", "\"4/4/4/4\" has no man: expected at least one"),
    ] {
        assert_eq!(refusal(text, Rules::standard()), says);
        assert_eq!(refusal(text, limited()), says);
    }
    assert_eq!(
        refusal("4/4/4/bw2 b 0", Rules::standard()),
        "\"0\" after the side to move: expected nothing, for the rules have no limit"
    );
    for counter in ["41", "-1", "+1", "01", "", "1 2", "x", "99999999999999999999"] {
        assert_eq!(
            refusal(&format!("4/4/4/bw2 b {counter}"), limited()),
            format!("\"{counter}\" is not a number of plies without a capture: expected 0 to 40")
        );
    }
}

#[test]
fn a_side_may_have_no_man_left() {
    assert!("6/6/6/6/6/b5".parse::<Board>().is_ok());
    assert!(Position::read("6/6/6/6/6/w5 b", Rules::standard()).is_ok());
}

#[test]
fn rules_are_read_as_they_are_written() {
    for text in [
        "own-start=open limit=none at-limit=count repetition=3 stuck=pass",
        "own-start=blocks limit=50 at-limit=draw repetition=none stuck=loss",
    ] {
        assert_eq!(text.parse::<Rules>().unwrap().to_string(), text);
    }
    let standard = Rules::standard().to_string();
    assert_eq!(standard, "own-start=open limit=none at-limit=count repetition=3 stuck=pass");
    for (from, to) in [
        ("open", "shut"),
        ("limit=none", "limit=0"),
        ("limit=none", "limit=05"),
        ("limit=none", "limit="),
        ("limit=none", "limit=-1"),
        ("limit=none", "limit=10000000000"),
        ("=count", "=win"),
        ("=3", "=2"),
        ("=pass", "=draw"),
        (" stuck=pass", ""),
        ("pass", "pass "),
        ("own-start=open limit=none", "limit=none own-start=open"),
    ] {
        let changed = standard.replacen(from, to, 1);
        let says = changed.parse::<Rules>().expect_err(&changed).to_string();
        assert!(
            says.starts_with(&format!("\"{changed}\" are not rules: expected a form")),
            "{says}"
        );
    }
}
