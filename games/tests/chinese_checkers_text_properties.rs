//! Properties of the text forms: nothing makes them panic, and what is written reads back.

use conjoin_core::{Position as _, Side, TextForm};
use conjoin_games::chinese_checkers::{
    Hole, Position, Rules, SIZES, Variant, homes, parse_position,
};
use proptest::prelude::*;

/// Any rules.
fn any_rules() -> impl Strategy<Value = Rules> {
    (any::<[bool; 5]>(), 0u16..=1000).prop_map(|(choices, limit)| {
        let [is_long, may_end, is_on, has_last_turn, may_repeat] = choices;
        let limit = if limit == 0 { "none".to_owned() } else { limit.to_string() };
        let text = format!(
            "jumps={} neutral={} anti-blocking={} last-turn={} repetition={} limit={limit}",
            if is_long { "long" } else { "adjacent" },
            if may_end { "end" } else { "pass" },
            if is_on { "on" } else { "off" },
            if has_last_turn { "draw" } else { "none" },
            if may_repeat { "none" } else { "3" },
        );
        text.parse().expect("rules")
    })
}

/// Any set-up on any star.
fn any_position() -> impl Strategy<Value = Position> {
    (0..SIZES.len(), any::<[[u8; 10]; 2]>(), any::<bool>(), any_rules(), any::<u32>()).prop_map(
        |(size, holes, black_moves, rules, plies)| {
            let size = SIZES[size];
            let most = homes(size)[0].count_ones() as usize;
            let mut marbles = [0u128; 2];
            for (side, holes) in holes.iter().enumerate() {
                let taken = marbles[0] | marbles[1];
                let bit = |hole: &u8| {
                    Hole::numbered(usize::from(hole % size) + 1, size).expect("on the star").bit()
                };
                // At least one hole is free for each side.
                let free = holes.iter().map(bit).filter(|bit| taken & bit == 0).take(most);
                marbles[side] = free.fold(0, |set, bit| set | bit);
                if marbles[side] == 0 {
                    let first = (1..=usize::from(size)).filter_map(|n| Hole::numbered(n, size));
                    let free = first.map(Hole::bit).find(|bit| taken & bit == 0);
                    marbles[side] = free.expect("a star has more holes than marbles");
                }
            }
            let side = if black_moves { Side::First } else { Side::Second };
            let position = Position::setup(size, rules, marbles[0], marbles[1], side);
            let most = rules.limit.map_or(0, |limit| u32::from(limit.get()));
            position.expect("disjoint marbles").with_plies(plies % (most + 1)).expect("few plies")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn positions_read_back(position in any_position()) {
        let text = position.to_string();
        prop_assert_eq!(parse_position(&text, position.size(), position.rules()), Ok(position));
    }

    #[test]
    fn rules_and_variants_read_back(rules in any_rules(), size in 0..SIZES.len()) {
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        let variant = Variant { size: SIZES[size], rules };
        prop_assert_eq!(variant.to_string().parse(), Ok(variant));
    }

    #[test]
    fn moves_read_back_with_their_routes_and_without(position in any_position()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(position.parse_move(&position.format_move(mv)), Ok(mv));
            prop_assert_eq!(position.parse_move(&position.protocol_move(mv)), Ok(mv));
            prop_assert_eq!(position.parse_move(&format!(" {}!? ", position.format_move(mv))), Ok(mv));
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,80}") {
        for size in SIZES {
            let _ = parse_position(&text, size, Rules::ACM_HK);
        }
        let _ = text.parse::<Rules>();
        let _ = text.parse::<Variant>();
        let _ = Position::default().parse_move(&text);
    }

    #[test]
    fn almost_right_positions_do_not_panic(text in "b:[0-9,]{0,20} w:[0-9,]{0,20}( [bw])?( [0-9]{1,6})?") {
        for size in SIZES {
            if let Ok(position) = parse_position(&text, size, Rules::ACM_HK) {
                let again = parse_position(&position.to_string(), size, Rules::ACM_HK);
                prop_assert_eq!(again, Ok(position));
            }
        }
    }

    #[test]
    fn almost_right_moves_do_not_panic(text in "[ ]?([0-9]{0,4}[-x]?){0,5}[+!? é]{0,3}") {
        let _ = Position::default().parse_move(&text);
    }
}
