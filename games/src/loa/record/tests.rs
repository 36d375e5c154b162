//! Tests of records on hand-made files.

use conjoin_core::{History, Outcome, Position as _, Side, TextForm};

use crate::loa::{Loa, Move, Position, Rules, Variant, parse_position};
use crate::record::{
    Format, RecordError, RecordProblem, ReplayOptions, Start, Termination, check, read,
};
use crate::sgf::NodeId;

type Record = crate::record::Record<Loa>;

/// The variant with these rules.
fn ruled(rules: Rules) -> Variant {
    Variant { rules, ..Variant::default() }
}

/// The only record of a file.
fn record(text: &str) -> Record {
    let read = read::<Loa>(text.as_bytes());
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    assert_eq!(read.records.len(), 1);
    read.records.into_iter().next().expect("one record")
}

fn moves(text: &str) -> String {
    let moves = record(text).main_line().expect(text);
    moves.iter().map(|mv| format!("{mv:?}")).collect::<Vec<_>>().join(" ")
}

fn problem(text: &str) -> RecordProblem {
    record(text).replay(&ReplayOptions::default()).expect_err(text)
}

#[test]
fn every_dialect_gives_the_same_moves() {
    for text in [
        "(;FF[4]GM[9];B[d1-b3];W[h4-f2];B[f8:h6])",
        "(;GM[9]\n;B[D1-B3]\n;W[H4-F2]\n;B[F8-H6]\n)",
        "(; GaMe [9] SetUp [Standard] SiZe [8]\n;B[d1 b3] C[note]\n;W [ h4 f2]\n;B [f8 h6])",
        "(;SZ[8]SU[STANDARD];C[]\nB[D1-B3    ];C[]\nW[H4-F2    ];C[]\nB[F8:H6    ])",
        "(;B[d1-b3++];W[h4- f2!?];C[a comment between];B[f8xh6#])",
        "(;GM[9]P0[id \"Ann\"]P1[id \"Bob\"];P0[0 Start P0];P0[1 Move D 1 B 3];P1[2 h4-f2];P0[3 f8-h6])",
        "(;GM[9];B[1. d1-b3];W[1... h4-f2];B[Offer draw];B[2. f8:h6])",
        "(;GM[9];B[d1-b3](;W[h4-f2];B[f8:h6](;W[a2-d2])(;W[h7-f7]))(;W[h7-f7];B[zz]))",
        "[Game \"loa\"]\n1. d1-b3 h4-f2 2. f8xh6 *",
        "1. d1-b3 {a} h4-f2 (1... h7-f7 2. e1-g3 (2. zz) ) 2. f8xh6",
        "d1b3 H4:f2 F8H6!",
    ] {
        let main = moves(text);
        assert!(main.starts_with("d1-b3 h4-f2 f8xh6"), "{text}: {main}");
    }
}

#[test]
fn endings_decide_the_result() {
    let ending = |text: &str| {
        let replay = record(text).replay(&ReplayOptions::default()).expect(text);
        (replay.outcome, replay.ending)
    };
    let (black, white) = (Outcome::Win(Side::First), Outcome::Win(Side::Second));
    let start = "(;GM[9];B[d1-b3];";
    for (text, expected) in [
        ("W[Resign])", (Some(black), Some(Termination::Resignation))),
        ("B[resigns])", (Some(white), Some(Termination::Resignation))),
        ("W[Forfeit])", (Some(black), Some(Termination::Forfeit))),
        ("W[Offer draw];B[Accept draw])", (Some(Outcome::Draw), Some(Termination::Agreement))),
        ("W[h4-f2])", (None, None)),
    ] {
        assert_eq!(ending(&format!("{start}{text}")), expected, "{text}");
    }
    let stated = (Some(white), Some(Termination::Forfeit));
    assert_eq!(ending("(;RE[W+Time];B[d1-b3])"), stated);
    assert_eq!(ending("(;RE[W+];B[d1-b3])"), (Some(white), None));
    assert_eq!(
        ending("(;SU[Custom]AB[a1][b3]AW[h8][f8][d8]PL[B];B[b3-b2])"),
        (Some(black), Some(Termination::Rules("connection")))
    );
}

#[test]
fn a_bad_move_is_named_with_its_place_and_reason() {
    let file = "(;GM[9]\n;B[d1-b3]\n;W[a4-d8])";
    let found = problem(file);
    assert_eq!((found.record, found.ply, found.place.line), (1, Some(2), 3));
    assert_eq!(found.place.column, 2);
    let text = found.to_string();
    assert!(text.contains("a4-d8") && text.contains("not on a straight line"), "{text}");
    for (moves, reason) in [
        (";B[d1-d4]", "2 men stand on that line"),
        (";W[h4-f2]", "White's and Black is to move"),
        (";B[d1-b3];B[b3-b5]", "Black's and White is to move"),
        (";B[d1-b9]", "\"b9\""),
        (";B[d1-b3;W[h4-f2]", "not readable"),
        (";B[e4-e5]", "e4 is empty"),
        (";B[pass]", "another move"),
        (";B[resign];W[h4-f2]", "after the end of the game (resignation)"),
        (";B[d1-b3];W[h4-f2]AB[d4]", "after the first move"),
        ("RE[B+];B[resign]", "given as 1-0 but the moves end 0-1"),
        ("RU[house rules]", "\"house rules\""),
    ] {
        let text = problem(&format!("(;GM[9]{moves})")).to_string();
        assert!(text.contains(reason), "{moves}: {text}");
    }
    assert!(problem("(;GM[1])").to_string().contains("another game"));
    assert!(problem("[Game \"surakarta\"]\n1. a2-a3").to_string().contains("surakarta"));
}

#[test]
fn no_move_is_legal_after_the_end() {
    let text = "(;SU[Custom]AB[a1][b3]AW[h8][f8][d8]PL[B];B[b3-b2];W[h8-g8])";
    let found = problem(text);
    assert_eq!(found.ply, Some(2));
    assert!(found.to_string().contains("after the end of the game (connection)"), "{found}");
}

#[test]
fn repetition_ends_a_game_by_the_rules_in_force() {
    // Black goes b8-b6-b8 and White a2-c2-a2 until the start stands there for the third time.
    let round = ";B[b8-b6];W[a2-c2];B[b6-b8];W[c2-a2]";
    let text = format!("(;GM[9]{round}{round};B[b8-b6])");
    let found = problem(&text);
    assert_eq!(found.ply, Some(9));
    assert!(found.to_string().contains("repetition"), "{found}");
    let ludii = ReplayOptions { rules: Some(ruled(Rules::LUDII)), ..ReplayOptions::default() };
    assert_eq!(record(&text).replay(&ludii).expect("no repetition").moves().len(), 9);
    let stated = text.replace("GM[9]", "GM[9]RU[Ludii]");
    assert!(record(&stated).main_line().is_ok());
}

#[test]
fn a_pass_may_be_left_out_where_it_is_the_only_move() {
    let start = "bb2/w1w1/bbb1/b2b w";
    let position: Position = start.parse().expect("a position");
    assert_eq!(position.legal_moves(), [Move::PASS]);
    let text = format!("[FEN \"{start}\"]\n1... pass 2. a1-c1");
    let with_pass = record(&text).main_line();
    let sgf = record(&text).to_sgf().expect("SGF").to_text().replace(";W[pass]\n", "");
    let without = record(&sgf).main_line();
    assert_eq!(with_pass.expect("legal").len(), 2);
    assert_eq!(without.expect("legal").len(), 2);
}

#[test]
fn scrambled_eggs_is_found_by_its_name() {
    let record = record("(;SU[Scrambled-Eggs]GN[x];B[h2-f2])");
    assert_eq!(record.start(), Start::Named("scrambled-eggs"));
    let start = record.start_position(Variant::default()).expect("a start");
    assert_eq!(start, Position::scrambled_eggs(Rules::OLYMPIAD));
    // The colours around the board: Black has b1 and h2, in all real games.
    assert_eq!(record.main_line().map(|m| m.len()), Ok(1));
}

#[test]
fn an_unknown_set_up_comes_with_the_start_that_fits() {
    let file = "(;SetUp[Scrambled];B[h2 f2])";
    let text = problem(file).to_string();
    assert!(text.contains("\"Scrambled\"") && text.contains("legal from Scrambled-eggs"), "{text}");
    let told =
        ReplayOptions { start: Some(Start::Named("scrambled-eggs")), ..ReplayOptions::default() };
    assert_eq!(record(file).replay(&told).expect("told the start").moves().len(), 1);
}

#[test]
fn a_variant_with_other_rules_is_refused() {
    let found = problem("(;SZ[8]SU[Gemma]\n;B[C1-C3    ];W[E8-^^])");
    assert!(matches!(&found.error, RecordError::Variant { name } if name == "Gemma"));
}

#[test]
fn tags_and_properties_are_the_same_header() {
    let text = "[Event \"Cup \\\"A\\\"\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"0-1\"]\n\
                [Termination \"resignation\"]\n[Opponent_Mood \"good: very\"]\n[IY \"true\"]\n\
                1. d1-b3 h4-f2 0-1\n";
    let record = record(text);
    assert_eq!(record.player(Side::First).as_deref(), Some("Ann"));
    assert_eq!(record.tag("Event").as_deref(), Some("Cup \"A\""));
    let sgf = record.to_sgf().expect("SGF").to_text();
    for part in ["PB[Ann]", "EV[Cup \"A\"]", "RE[W+Resign]", "IY[true]", "RU[olympiad]", "SZ[8]"] {
        assert!(sgf.contains(part), "{sgf}");
    }
    let again = super::tests::record(&sgf);
    assert_eq!(again.tag("Opponent_Mood").as_deref(), Some("good: very"));
    assert_eq!(again.tag("Termination").as_deref(), Some("resignation"));
    assert_eq!(again.to_text(), record.to_text());
}

#[test]
fn only_what_can_be_a_tag_becomes_one() {
    // A tag named like these would be read as something else, or not at all.
    let tags = "TG[a b:x][0Date:x][FEN:1b1/w1w/1b1 b][size:3][Mood:good]0A[x]";
    let record = record(&format!("(;GM[9]{tags};B[d1-b3])"));
    let text = record.to_text();
    let again = read::<Loa>(text.as_bytes());
    assert_eq!((again.records.len(), again.problems.len()), (1, 0), "{text}");
    assert_eq!(again.records[0].main_line(), record.main_line());
    assert_eq!(again.records[0].tags(), [("Mood".to_owned(), "good".to_owned())]);
    assert_eq!(read::<Loa>(b"[0Date \"2003\"]\n1. d1-b3 *").problems.len(), 1);
}

#[test]
fn comments_and_variations_survive_both_formats() {
    let file = "(;GM[9]PB[a]C[start \\[x\\]];B[d1-b3]C[one}\n[Two \"x\"\\] \\\\ {three];C[alone]\
                (;W[h4-f2](;B[f8:h6])(;B[e1-c3]C[also];W[h7-f7]))(;W[h7-f7]C[other];B[resign]))";
    let record = record(file);
    let text = record.to_text();
    let from_text = super::tests::record(&text);
    let text = from_text.to_text();
    assert_eq!(super::tests::record(&text).to_text(), text);
    assert_eq!(from_text.main_line(), record.main_line());
    let comments = |record: &Record| -> Vec<String> {
        record.tree().depth_first().filter_map(|id| record.comment(id)).collect()
    };
    assert_eq!(
        comments(&from_text),
        ["start [x]", "one}\n[Two \"x\"] \\ {three\nalone", "also", "other"]
    );
    let sgf = super::tests::record(&record.to_sgf().expect("SGF").to_text());
    assert_eq!(
        comments(&sgf),
        ["start [x]", "one}\n[Two \"x\"] \\ {three", "alone", "also", "other"]
    );
    assert_eq!(sgf.tree().node_count(), record.tree().node_count());
    assert_eq!(sgf.to_sgf(), record.to_sgf(), "clean records stay as they are");
}

#[test]
fn custom_starts_survive_both_formats() {
    let start = parse_position("5/1b1b1/5/w3w/2b2 w", Rules::BOARDSPACE).expect("a position");
    let mut record = Record::new(&start);
    let mv = start.legal_moves()[0];
    record.add_move(NodeId::ROOT, &start, mv);
    let sgf = record.to_sgf().expect("SGF").to_text();
    assert!(sgf.contains("SU[Custom]") && sgf.contains("PL[W]") && sgf.contains("SZ[5]"), "{sgf}");
    let text = record.to_text();
    assert!(text.contains("[FEN \"5/1b1b1/5/w3w/2b2 w\"]"), "{text}");
    assert!(text.contains("[Size \"5\"]") && text.contains("[Rules \"boardspace\"]"), "{text}");
    assert!(text.contains(&format!("1... {}", start.format_move(mv))), "{text}");
    for written in [sgf, text] {
        let replay = super::tests::record(&written).replay(&ReplayOptions::default());
        let replay = replay.expect("legal");
        assert_eq!((*replay.history.start(), replay.moves()), (start, &[mv][..]));
    }
}

#[test]
fn a_changed_start_survives_as_text() {
    for file in [
        "(;GM[9]PL[W];W[a2-c2])",
        "(;GM[9]AE[b1];B[c1-c3])",
        "(;GM[9]SU[Standard]AW[d4];B[c1-c3])",
        "(;GM[9]SU[Scrambled-eggs]PL[W]AE[b1])",
        "(;GM[9]SU[Scrambled-eggs])",
        "(;GM[9]SZ[4])",
    ] {
        let before = record(file);
        let after = record(&before.to_text());
        let start = |record: &Record| record.start_position(Variant::default());
        assert_eq!(start(&after), start(&before), "{file}");
        assert_eq!(after.main_line(), before.main_line(), "{file}");
        assert!(before.main_line().is_ok(), "{file}");
    }
}

#[test]
fn a_played_game_becomes_a_record() {
    for start in [Position::start(6, Rules::OPENSPIEL), Position::scrambled_eggs(Rules::LUDII)] {
        let mut history = History::new(start);
        for i in 0..60 {
            let moves = history.current().legal_moves();
            if history.outcome().is_some() || moves.is_empty() {
                break;
            }
            history.push(moves[(i * 7 + 3) % moves.len()]);
        }
        let record = Record::from_history(&history);
        for written in [record.to_sgf().expect("SGF").to_text(), record.to_text()] {
            let replay = super::tests::record(&written).replay(&ReplayOptions::default());
            let replay = replay.expect(&written);
            assert_eq!(replay.moves(), history.moves());
            assert_eq!(replay.variant().rules, start.rules());
            assert_eq!(replay.outcome, history.outcome());
        }
    }
}

#[test]
fn broken_text_records_are_reported_and_the_others_read() {
    let good = "[Black \"a\"]\n1. d1-b3 h4-f2 1-0\n\n";
    for bad in [
        "[Black \"b\"]\n1. d1-b3 {never closed\n\n",
        "[Black \"b\"]\n1. d1-b3 (1. e1-g3\n\n",
        "[Black \"b\"]\n1. d1-b3 ) h4-f2\n\n",
        "[Black \"b\"]\n( d1-b3 )\n\n",
        "[Black \"b\n1. d1-b3\n\n",
        "[Black \"b\"]\n[Result \"0-1\"]\n1. d1-b3 1-0\n\n",
        "[FEN \"8/8 b\"]\n1. d1-b3\n\n",
    ] {
        let read = read::<Loa>(format!("# a file\n\n{good}{bad}{good}").as_bytes());
        assert_eq!((read.total, read.records.len(), read.problems.len()), (3, 2, 1), "{bad}");
        assert_eq!(read.problems[0].record, 2, "{bad}");
        assert!(read.problems[0].place.line >= 6, "{bad}");
    }
}

#[test]
fn games_without_tags_end_with_their_result() {
    let read = read::<Loa>(b"1. d1-b3 h4-f2 1-0 1. e1-g3 0-1\n# note\n1. d1-b3 *");
    assert_eq!((read.records.len(), read.problems.len()), (3, 0));
    assert_eq!(read.records[1].stated_result(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn a_check_counts_and_names() {
    let file = b"(;GM[9];B[d1-b3])(;GM[9];B[D1 B3])(;SU[Gemma];B[d1-b3])(;GM[9];B[d1-b9])(;GM[9];B";
    let report = check([("a.sgf", &file[..]), ("empty", b"")], &ReplayOptions::<Loa>::default());
    assert_eq!((report.files, report.records, report.legal, report.different), (2, 5, 2, 1));
    assert_eq!(report.starts.get("gemma"), Some(&1));
    let named: Vec<_> = report.problems.iter().map(|p| (p.file.as_str(), p.record)).collect();
    assert_eq!(named, [("a.sgf", 3), ("a.sgf", 4), ("a.sgf", 5), ("empty", 0)]);
    assert_eq!(report.problems[1].place, "ply 1, line 1, column 64");
}

#[test]
fn formats_are_told_apart_by_their_content() {
    assert_eq!(Format::detect(b"\n (;GM[9])"), Format::Sgf);
    assert_eq!(Format::detect(b"Date: today\n\n(;GM[9])"), Format::Sgf);
    assert_eq!(Format::detect(b"[Event \"x\"]\n"), Format::Text);
    assert_eq!(Format::detect(b"# c (;\n1. d1-b3"), Format::Text);
    assert_eq!(Format::detect(b"d1-b3 h4-f2"), Format::Text);
}

#[test]
fn huge_text_is_read_in_linear_time() {
    let clock = std::time::Instant::now();
    for piece in
        ["d1-b3 ", "{a}", "(", "x", "[A \"b\"]\n", "d1-b3 (e1-g3) {c} ", "1-0 ", "$1 ", "{\n[A "]
    {
        let text = piece.repeat(2_000_000 / piece.len());
        let read = read::<Loa>(format!("d1-b3 {text}").as_bytes());
        assert!(read.total > 0);
        for record in read.records.iter().take(100) {
            let _ = record.replay(&ReplayOptions::default());
            let _ = record.to_text();
            let _ = record.to_sgf();
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    assert!(seconds < 60.0, "{seconds} s");
}

#[test]
fn names_of_set_ups_are_read_in_any_spelling() {
    for name in ["Scrambled-Eggs", "SCRAMBLED EGGS", "scrambledeggs", " scrambled_eggs "] {
        assert_eq!(Start::from_name::<Loa>(name), Start::Named("scrambled-eggs"));
    }
    assert_eq!(Start::from_name::<Loa>("Standard"), Start::Named("standard"));
    assert_eq!(Start::from_name::<Loa>("Gemma"), Start::Variant("Gemma".into()));
    assert_eq!(Start::from_name::<Loa>("Scrambled"), Start::Unknown("Scrambled".into()));
}

#[test]
fn men_can_be_set_up_one_by_one_and_in_rectangles() {
    let record = record("(;GM[9]SZ[5]SU[Custom]AB[a1][b2]AW[c3:c4]AE[c4]PL[W])");
    let position = record.start_position(Variant::default()).expect("a start");
    assert_eq!(position.to_string(), "5/5/2w2/1b3/b4 w");
}

#[test]
fn men_without_a_named_set_up_stand_on_an_empty_board() {
    let record = record("(;SZ[8];C[first node empty]AB[A1][C1]AW[H8][f8];W[h8-g8])");
    let position = record.start_position(Variant::default()).expect("a start");
    assert_eq!(position.to_string(), "5w1w/8/8/8/8/8/8/b1b5 w", "White moves first here");
}

#[test]
fn impossible_starts_are_refused_with_the_reason() {
    for (text, reason) in [
        ("(;SZ[19])", "\"19\""),
        ("(;SZ[8:6])", "\"8:6\""),
        ("(;SZ[6]SU[Scrambled-eggs])", "needs size 8, not 6"),
        ("(;SZ[6]AB[a1]AW[h8])", "\"h8\""),
        ("(;SU[Custom]AB[a1])", "White has no men"),
        ("(;SU[Custom]AB[a1]AW[b2]PL[green])", "\"green\""),
        ("(;SU[Gemma])", "variant"),
        ("(;SU[Upside-down])", "\"Upside-down\""),
    ] {
        let problem = record(text).start_position(Variant::default()).expect_err(text);
        assert!(problem.to_string().contains(reason), "{problem}");
        assert_eq!(problem.place.line, 1);
    }
}
