//! Properties of the text forms: nothing makes them panic, and what is written reads back.

use conjoin_core::{Position as _, Side, TextForm};
use conjoin_games::loa::{
    Position, Rules, board_mask, parse_position, parse_repetition, parse_squares,
};
use proptest::prelude::*;

/// Any set-up on any board.
fn any_position() -> impl Strategy<Value = Position> {
    (3u8..=8, any::<u64>(), any::<u64>(), any::<bool>(), 0usize..4).prop_filter_map(
        "each side has a man",
        |(size, black, white, black_moves, rules)| {
            let mask = board_mask(size);
            let side = if black_moves { Side::First } else { Side::Second };
            let (black, white) = (black & mask, white & mask & !black);
            Position::setup(size, Rules::NAMED[rules].1, black, white, side).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn positions_read_back(position in any_position()) {
        let text = position.to_string();
        prop_assert_eq!(parse_position(&text, position.rules()), Ok(position));
    }

    #[test]
    fn moves_read_back_in_every_spelling(position in any_position(), upper in any::<bool>(), sign in "[-:x ]?") {
        for mv in position.legal_moves() {
            let text = if mv.is_pass() { "pass".into() } else { format!("{}{sign}{}", mv.from(), mv.to()) };
            let text = if upper { text.to_uppercase() } else { text };
            prop_assert_eq!(position.parse_move(&text), Ok(mv));
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,80}") {
        let _ = parse_position(&text, Rules::OLYMPIAD);
        let _ = parse_squares(&text, 8);
        let _ = parse_repetition(&text);
        let _ = text.parse::<Rules>();
        let _ = Position::start(6, Rules::OLYMPIAD).parse_move(&text);
    }

    #[test]
    fn almost_right_positions_do_not_panic(text in "[1-9bwLl/ ]{0,40}( [bw])?") {
        if let Ok(position) = parse_position(&text, Rules::OLYMPIAD) {
            prop_assert_eq!(parse_position(&position.to_string(), Rules::OLYMPIAD), Ok(position));
        }
    }

    #[test]
    fn almost_right_moves_do_not_panic(text in "[a-iA-I]?[0-9]?[-x: ]{0,3}[a-i]?[0-9]?[+!?]{0,3}", size in 3u8..=8) {
        if let Ok(Some((from, to))) = parse_squares(&text, size) {
            prop_assert!(from.is_on(size) && to.is_on(size));
        }
    }
}
