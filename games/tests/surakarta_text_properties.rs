//! Properties of the text forms: nothing makes them panic, and what is written reads back.

use conjoin_core::{Position as _, Side, TextForm};
use conjoin_games::surakarta::{
    Position, Rules, Variant, board_mask, parse_points, parse_position,
};
use proptest::prelude::*;

/// Any rules.
fn any_rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), 0u8..=200, any::<bool>(), any::<bool>(), 0usize..3).prop_map(
        |(is_open, limit, is_counted, may_repeat, stuck)| {
            let own_start = if is_open { "open" } else { "blocks" };
            let limit = if limit == 0 { "none".to_owned() } else { limit.to_string() };
            let at_limit = if is_counted { "count" } else { "draw" };
            let repetition = if may_repeat { "none" } else { "3" };
            let stuck = ["pass", "loss", "count"][stuck];
            let text = format!(
                "own-start={own_start} limit={limit} at-limit={at_limit} repetition={repetition} stuck={stuck}"
            );
            text.parse().expect("rules")
        },
    )
}

/// Any set-up on either board.
fn any_position() -> impl Strategy<Value = Position> {
    (any::<bool>(), any::<u64>(), any::<u64>(), any::<bool>(), any_rules(), any::<u32>())
        .prop_filter_map(
            "somebody is there",
            |(is_large, black, white, black_moves, rules, plies)| {
                let size = if is_large { 6 } else { 4 };
                let mask = board_mask(size);
                let side = if black_moves { Side::First } else { Side::Second };
                let (black, white) = (black & mask, white & mask & !black);
                let position = Position::setup(size, rules, black, white, side).ok()?;
                let most = rules.limit.map_or(0, |limit| u32::from(limit.get()));
                position.with_quiet_plies(plies % (most + 1)).ok()
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
    fn rules_and_variants_read_back(rules in any_rules(), is_large in any::<bool>()) {
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        let variant = Variant { size: if is_large { 6 } else { 4 }, rules };
        prop_assert_eq!(variant.to_string().parse(), Ok(variant));
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
        let _ = parse_position(&text, Rules::STANDARD);
        let _ = parse_position(&text, Rules::COUNT);
        let _ = parse_points(&text, 6);
        let _ = text.parse::<Rules>();
        let _ = text.parse::<Variant>();
        let _ = Position::start(6, Rules::STANDARD).parse_move(&text);
    }

    #[test]
    fn almost_right_positions_do_not_panic(text in "[1-7bw/ ]{0,40}( [bw])?( [0-9]{1,4})?", has_limit in any::<bool>()) {
        let rules = if has_limit { Rules::COUNT } else { Rules::STANDARD };
        if let Ok(position) = parse_position(&text, rules) {
            prop_assert_eq!(parse_position(&position.to_string(), rules), Ok(position));
        }
    }

    #[test]
    fn almost_right_moves_do_not_panic(text in "[a-gA-G]?[0-9]?[-x: ]{0,3}[a-g]?[0-9]?[+!?]{0,3}", size in prop_oneof![Just(4u8), Just(6u8)]) {
        if let Ok(Some((from, to))) = parse_points(&text, size) {
            prop_assert!(from.is_on(size) && to.is_on(size));
        }
    }
}
