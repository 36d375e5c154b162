//! Properties of the record readers and writers on arbitrary input.

use std::fmt::Write as _;

use conjoin_core::{History, Position as _, TextForm as _};
use conjoin_games::loa::{Loa, Position, Rules};
use conjoin_games::record::{self, Format, Record, ReplayOptions};
use conjoin_games::sgf::{self, Collection, Encoding, GameTree, NodeId, Property, Value};
use proptest::prelude::*;

/// Pieces of which hostile files are made.
fn sgf_soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("(;".to_owned()),
        Just("(".to_owned()),
        Just(")".to_owned()),
        Just(";".to_owned()),
        Just("GM[9]".to_owned()),
        Just("\n(;GM[9]".to_owned()),
        Just("C[\n".to_owned()),
        Just("B[d1-b3]".to_owned()),
        Just("W[".to_owned()),
        Just("]".to_owned()),
        Just("\\".to_owned()),
        Just("AB[a1:c9]".to_owned()),
        Just("SU[Custom]".to_owned()),
        Just("SZ[5]".to_owned()),
        Just("{".to_owned()),
        Just("}\n[A \"b\"]\n".to_owned()),
        Just("1. d1-b3 ".to_owned()),
        Just("1-0 ".to_owned()),
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A tree of any shape: for each new node the one it continues, and its properties.
fn tree() -> impl Strategy<Value = GameTree> {
    let value = prop_oneof![any::<String>(), r"[\[\]\\\n\r(;A: ]{0,12}"];
    let property = ("[A-Za-z][A-Za-z0-9]{0,3}", prop::collection::vec(value, 1..3));
    let node = (any::<prop::sample::Index>(), prop::collection::vec(property, 0..3));
    prop::collection::vec(node, 0..30).prop_map(|nodes| {
        let mut tree = GameTree::new();
        let mut ids = vec![NodeId::ROOT];
        for (parent, properties) in nodes {
            let id = tree.add_child(*parent.get(&ids));
            ids.push(id);
            for (name, values) in properties {
                let values = values.iter().map(|text| Value::from_text(text)).collect();
                tree.node_mut(id).properties.push(Property::with_values(&name, values));
            }
        }
        tree
    })
}

fn try_everything(bytes: &[u8]) {
    for parsed in [record::read::<Loa>(bytes), record::parse_text(bytes)] {
        assert!(parsed.records.len() <= parsed.total);
        for record in &parsed.records {
            let replay = record.replay(&ReplayOptions::default());
            let sgf = sgf::parse(record.to_sgf().expect("SGF").to_text().as_bytes());
            assert!(sgf.problems.is_empty(), "{:?}", sgf.problems);
            let text = record::parse_text::<Loa>(record.to_text().as_bytes());
            if let Ok(replay) = replay {
                let again = Record::<Loa>::from_tree(sgf.collection.games[0].clone());
                assert_eq!(again.main_line().as_deref(), Ok(replay.moves()));
                assert_eq!(text.records[0].main_line().as_deref(), Ok(replay.moves()));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        try_everything(&bytes);
    }

    #[test]
    fn arbitrary_pieces_never_panic(text in sgf_soup()) {
        try_everything(text.as_bytes());
    }

    #[test]
    fn what_is_read_is_written_and_read_again(text in sgf_soup()) {
        let parsed = sgf::parse(text.as_bytes());
        let again = sgf::parse(&parsed.collection.to_bytes());
        prop_assert!(again.problems.is_empty() || parsed.collection.games.is_empty());
        prop_assert_eq!(again.collection, parsed.collection);
    }

    #[test]
    fn trees_survive_writing_and_reading(
        games in prop::collection::vec(tree(), 1..4),
        latin1: bool,
    ) {
        let encoding = if latin1 { Encoding::Latin1 } else { Encoding::Utf8 };
        let collection = Collection { games, encoding };
        let parsed = sgf::parse(&collection.to_bytes());
        prop_assert_eq!(&parsed.problems, &[]);
        prop_assert_eq!(parsed.collection, collection);
    }

    #[test]
    fn values_keep_their_text(text in any::<String>()) {
        let breaks = text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
        let value = Value::from_text(&breaks);
        prop_assert_eq!(value.text(), breaks.as_str());
        let pair = Value::from_pair(&breaks, &breaks);
        prop_assert_eq!(pair.pair(), Some((breaks.as_str().into(), breaks.as_str().into())));
    }

    #[test]
    fn games_survive_every_dialect(
        choices in prop::collection::vec((any::<u16>(), 0usize..6, any::<bool>(), 0usize..4), 1..60),
        size in 4u8..=8,
    ) {
        let mut history = History::new(Position::start(size, Rules::OLYMPIAD));
        let mut file = format!("(;GaMe[9]SiZe[{size}]");
        for (choice, sign, upper, extra) in choices {
            if history.outcome().is_some() {
                break;
            }
            let moves = history.current().legal_moves();
            let mv = moves[usize::from(choice) % moves.len()];
            let mut text = history.current().format_move(mv);
            if !mv.is_pass() {
                text = text.replace(['-', 'x'], ["-", ":", " ", "x", "", " - "][sign]);
            }
            if upper {
                text = text.to_uppercase();
            }
            let text = match extra {
                0 => text,
                1 => format!("  {text}   "),
                2 => format!("{text}+!?"),
                _ => format!("{}. {text}", history.moves().len() + 1),
            };
            let name = if history.moves().len().is_multiple_of(2) { "B" } else { "W" };
            write!(file, ";{name}[{text}]").expect("a string takes all");
            history.push(mv);
        }
        file.push(')');
        let read = record::read::<Loa>(file.as_bytes());
        let main = read.records[0].main_line();
        prop_assert_eq!(main.as_deref(), Ok(history.moves()), "{}", file);
        let text = record::convert::<Loa>(file.as_bytes(), Format::Text).expect("text");
        prop_assert!(text.problems.is_empty());
        let again = record::read::<Loa>(text.text.as_bytes()).records[0].main_line();
        prop_assert_eq!(again.as_deref(), Ok(history.moves()), "{}", text.text);
    }
}
