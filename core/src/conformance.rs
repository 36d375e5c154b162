//! The battery of tests that every game passes.
//!
//! Each check plays seeded random games from the given starts and compares what a position says
//! with what it must mean. A game runs the whole battery with one line, [`conformance_tests!`],
//! naming the capabilities it has.
//!
//! [`conformance_tests!`]: crate::conformance_tests

use std::collections::HashSet;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::playout::play_random;
use crate::{
    Categorised, Form, Game, History, Indexed, Marks, Noisy, NullMove, Outcome, Part, Position,
    Ranked, Replies, Symmetric, TextForm, Variant as _,
};

/// Random games that one check plays from each start.
pub const GAMES: u64 = 40;
/// Longest random game.
pub const MAX_PLIES: usize = 200;

/// Plays `games` random games from `start`, calling `visit` with the history after every move
/// and once before the first. The same seed gives the same games.
pub fn random_games<P: Position>(
    start: &P,
    games: u64,
    seed: u64,
    mut visit: impl FnMut(&History<P>),
) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut moves = Vec::new();
    let mut history = History::new(*start);
    for _ in 0..games {
        history.reset(*start);
        visit(&history);
        play_random(&mut history, &mut rng, MAX_PLIES, &mut moves, &mut visit);
    }
}

/// What every game must satisfy: moves legal and distinct, keys and counts kept right, outcomes
/// that do not depend on how they were asked for.
pub fn check_position<P: Position>(start: &P, seed: u64) {
    random_games(start, GAMES, seed, |history| {
        let position = history.current();
        assert_eq!(position.key(), position.recomputed_key(), "key of {position:?}");
        if !position.has_counter() {
            assert_eq!(position.repetition_key(), position.key(), "no counter in {position:?}");
        }
        if let Some(&mv) = history.moves().last() {
            let before = &history.positions()[history.positions().len() - 2];
            assert_eq!(
                position.outcome_after(mv),
                position.outcome(),
                "outcome_after({mv:?}) from {before:?}"
            );
            assert_eq!(position.side_to_move(), !before.side_to_move(), "sides alternate");
            assert!(before.is_legal(mv), "{mv:?} was generated in {before:?}");
            if before.is_irreversible(mv) {
                let earlier = &history.positions()[..history.positions().len() - 1];
                assert!(
                    !earlier.iter().any(|p| p.same_board(position)),
                    "{mv:?} is called irreversible but {position:?} was there before"
                );
            }
        }
        check_recurrence(history);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        assert_eq!(moves.len() as u32, position.count_moves(), "count of {position:?}");
        let distinct: HashSet<_> = moves.iter().copied().collect();
        assert_eq!(distinct.len(), moves.len(), "a move is generated twice in {position:?}");
        if position.outcome().is_none() {
            assert!(!moves.is_empty(), "a running game has a move: {position:?}");
        } else {
            assert!(position.legal_moves().is_empty(), "a finished game has none");
        }
        for earlier in history.positions().iter().rev().skip(1).take(2) {
            let mut old = Vec::new();
            earlier.moves(&mut old);
            for mv in old.into_iter().chain(moves.iter().copied()) {
                assert_eq!(position.has_move(mv), distinct.contains(&mv), "{mv:?} in {position:?}");
            }
        }
        let mut twice = moves.clone();
        position.moves(&mut twice);
        assert_eq!(twice, [&moves[..], &moves[..]].concat(), "moves are appended, and the same");
        for mv in position.legal_moves() {
            let child = position.play(mv);
            let has_same_key = child.board_key() == position.board_key();
            assert_eq!(has_same_key, child.same_board(position), "board key of {child:?}");
        }
    });
}

/// What keys and irreversible moves say of repetition is what a look at all positions finds.
fn check_recurrence<P: Position>(history: &History<P>) {
    let now = history.current();
    let earlier = &history.positions()[..history.moves().len()];
    let is_same = |p: &&P| p.side_to_move() == now.side_to_move() && p.same_board(now);
    let occurrences = 1 + earlier.iter().filter(is_same).count();
    assert_eq!(history.occurrences(), occurrences, "occurrences of {now:?}");
    let board_was_there = earlier.iter().any(|p| p.same_board(now));
    assert_eq!(history.board_was_there(), board_was_there, "the board of {now:?} before");
}

/// [`Replies`] agrees with making every move and counting.
pub fn check_replies<P: Replies>(start: &P, seed: u64) {
    random_games(start, GAMES, seed, |history| {
        let position = history.current();
        if position.outcome().is_some() {
            return;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let plain: Vec<(P::Move, Option<Outcome>, u32)> = moves
            .iter()
            .map(|&mv| {
                let child = position.play(mv);
                let outcome = child.outcome();
                (mv, outcome, if outcome.is_none() { child.count_moves() } else { 0 })
            })
            .collect();
        let mut told = Vec::new();
        position.replies(|mv, outcome, count| told.push((mv, outcome, count)));
        assert_eq!(told, plain, "replies in {position:?}");
        check_sound_moves(position, &plain);
        check_ending_moves(position, &plain);
        let sum: u64 = plain.iter().map(|&(_, _, count)| u64::from(count)).sum();
        assert_eq!(position.count_replies(), sum, "count_replies in {position:?}");
    });
}

/// What [`Replies::sound_moves`] leaves out loses at once, and all else is as it is.
fn check_sound_moves<P: Replies>(position: &P, all: &[(P::Move, Option<Outcome>, u32)]) {
    let mut sound = Vec::new();
    let left_out = position.sound_moves(|mv, outcome| sound.push((mv, outcome)));
    assert_eq!(left_out, sound.len() < all.len(), "moves left out in {position:?}");
    let mut next = sound.into_iter().peekable();
    for &(mv, outcome, _) in all {
        if next.next_if_eq(&(mv, outcome)).is_some() {
            continue;
        }
        assert_eq!(outcome, None, "{mv:?} ends the game in {position:?}");
        let child = position.play(mv);
        let winner = Some(Outcome::Win(child.side_to_move()));
        let wins = |reply| child.play(reply).outcome() == winner;
        let loses = child.legal_moves().into_iter().any(wins);
        assert!(loses, "{mv:?} does not lose at once in {position:?}");
    }
    assert_eq!(next.next(), None, "a sound move that is none in {position:?}");
}

/// [`Replies::ending_moves`] tells exactly the moves that end the game.
fn check_ending_moves<P: Replies>(position: &P, all: &[(P::Move, Option<Outcome>, u32)]) {
    let mut told = Vec::new();
    let goes_on = position.ending_moves(|mv, outcome| told.push((mv, outcome)));
    let mut endings: Vec<(P::Move, Outcome)> =
        all.iter().filter_map(|&(mv, outcome, _)| Some((mv, outcome?))).collect();
    assert_eq!(goes_on, endings.len() < all.len(), "moves that end nothing in {position:?}");
    told.sort_unstable_by_key(|&(mv, _)| mv);
    endings.sort_unstable_by_key(|&(mv, _)| mv);
    assert_eq!(told, endings, "moves that end the game in {position:?}");
}

/// Texts of positions and moves read back as what they were.
pub fn check_text<P: TextForm>(start: &P, seed: u64) {
    random_games(start, GAMES, seed, |history| {
        let position = history.current();
        let text = position.to_string();
        match position.parse_like(&text) {
            Ok(read) => assert_eq!(read, *position, "{text:?}"),
            Err(error) => panic!("{text:?} does not read back: {error}"),
        }
        for mv in position.legal_moves() {
            for text in [position.format_move(mv), position.protocol_move(mv)] {
                match position.parse_move(&text) {
                    Ok(read) => assert_eq!(read, mv, "{text:?} in {position}"),
                    Err(error) => panic!("{text:?} does not read back in {position}: {error}"),
                }
            }
        }
    });
}

/// Symmetric positions have symmetric moves and outcomes and one canonical image.
pub fn check_symmetry<P: Symmetric>(start: &P, seed: u64) {
    let has_none = P::SYMMETRY_NAME == "none";
    assert_eq!(has_none, P::SYMMETRIES == 1, "{} symmetries, {}", P::SYMMETRIES, P::SYMMETRY_NAME);
    random_games(start, GAMES / 4, seed, |history| {
        let position = history.current();
        assert_eq!(position.transformed(0), *position, "symmetry 0 changes nothing");
        let canonical = position.canonical();
        assert_eq!(position.transformed(canonical.1), canonical.0);
        for symmetry in 0..P::SYMMETRIES {
            let image = position.transformed(symmetry);
            assert_eq!(image.key(), image.recomputed_key());
            assert_eq!(image.outcome(), position.outcome());
            assert_eq!(image.canonical().0, canonical.0, "one canonical image");
            assert_eq!(image.transformed(P::inverse(symmetry)), *position);
            let moves = position.legal_moves();
            let mut images: Vec<_> =
                moves.iter().map(|&mv| position.transformed_move(mv, symmetry)).collect();
            for (&mv, &seen) in moves.iter().zip(&images) {
                assert_eq!(image.play(seen), position.play(mv).transformed(symmetry));
            }
            let mut expected = image.legal_moves();
            images.sort_unstable();
            expected.sort_unstable();
            assert_eq!(images, expected, "moves under symmetry {symmetry} of {position:?}");
        }
    });
}

/// A null move changes the player and nothing else.
pub fn check_null_move<P: NullMove>(start: &P, seed: u64) {
    random_games(start, GAMES, seed, |history| {
        let position = history.current();
        let null = position.null_move();
        assert_eq!(null.key(), null.recomputed_key(), "key after a null move in {position:?}");
        assert_eq!(null.side_to_move(), !position.side_to_move(), "player after a null move");
        assert!(null.same_board(position), "a null move changes the board of {position:?}");
        assert_eq!(null.board_key(), position.board_key(), "board key after a null move");
        assert_eq!(null.null_move(), *position, "two null moves change nothing");
    });
}

/// Numbers of moves are in range and tell the moves of a position apart, and packed moves come back.
pub fn check_indexed<P: Indexed>(start: &P, seed: u64) {
    let check_index = |mv: P::Move| {
        let (index, limit) = (P::move_index(mv), P::MOVE_INDICES);
        assert!(index < limit, "the index of {mv:?} is {index}, not below {limit}");
        index
    };
    random_games(start, GAMES, seed, |history| {
        let position = history.current();
        let mut indices = HashSet::new();
        for mv in position.legal_moves() {
            let index = check_index(mv);
            assert!(indices.insert(index), "{mv:?} shares its index {index} in {position:?}");
            let bits = P::pack_move(mv);
            assert_ne!(bits, 0, "{mv:?} is packed as 0, which stands for no move");
            assert_eq!(P::unpack_move(bits), Some(mv), "{bits}, the packed {mv:?}, read back");
        }
    });
    // Whatever a table may hold can be asked about.
    assert_eq!(P::unpack_move(0), None, "0 stands for no move");
    let mut moves = Vec::new();
    start.moves(&mut moves);
    for mv in (1..=u16::MAX).filter_map(P::unpack_move) {
        check_index(mv);
        assert_eq!(start.has_move(mv), moves.contains(&mv), "has_move of {mv:?} in {start:?}");
    }
}

/// Ranks of moves are below their limits.
pub fn check_ranked<P: Ranked>(start: &P, seed: u64) {
    random_games(start, GAMES, seed, |history| {
        let position = history.current();
        for mv in position.legal_moves() {
            let (rank, limit) = (position.forceful_rank(mv), P::FORCEFUL_RANKS);
            assert!(rank < limit, "the forceful rank of {mv:?} is {rank}, not below {limit}");
            let (rank, limit) = (position.static_rank(mv), P::STATIC_RANKS);
            assert!(rank < limit, "the static rank of {mv:?} is {rank}, not below {limit}");
        }
    });
}

/// Noisy moves are legal moves, each once and irreversible.
pub fn check_noisy<P: Noisy>(start: &P, seed: u64) {
    random_games(start, GAMES, seed, |history| {
        let position = history.current();
        if position.outcome().is_some() {
            return;
        }
        let legal = position.legal_moves();
        let mut moves = legal.clone();
        position.noisy_moves(&mut moves);
        assert!(moves.starts_with(&legal), "noisy moves are appended in {position:?}");
        let mut seen = HashSet::new();
        for mv in moves.split_off(legal.len()) {
            assert!(legal.contains(&mv), "the noisy {mv:?} is not legal in {position:?}");
            assert!(seen.insert(mv), "the noisy {mv:?} is told twice in {position:?}");
            assert!(position.is_irreversible(mv), "the noisy {mv:?} can be taken back");
        }
    });
}

/// What a descriptor says fits together: every value of every choice can be set and read back, variants
/// and their starts find each other, endings tell the outcome, routes and drawings are there.
pub fn check_game<G: Game>(seed: u64) {
    let usual = G::Variant::default();
    assert_eq!(usual.to_string().parse(), Ok(usual), "the text of the usual variant");
    assert!(G::NAME.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
    for choice in G::choices() {
        assert!(usual.get(choice.key).is_some(), "{} has a usual value", choice.key);
        for value in choice.values {
            let mut variant = usual;
            variant.set(choice.key, value).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(variant.get(choice.key).as_deref(), Some(*value), "{}", choice.key);
            if variant.check().is_err() {
                continue;
            }
            assert_eq!(variant.to_string().parse(), Ok(variant), "the text of {variant}");
            let start = G::start(variant);
            let found = G::variant(&start);
            if choice.part != Part::Start {
                assert_eq!(found.get(choice.key).as_deref(), Some(*value), "of {start}");
                assert_eq!(G::start(found), start, "{variant}");
            }
            assert_eq!((found.size(), found.rules()), (variant.size(), variant.rules()));
            let read = G::parse(&start.to_string(), variant);
            assert_eq!(read.ok(), Some(start), "the text of the start of {variant}");
        }
        assert!(usual.clone().set(choice.key, "no such value").is_err(), "{}", choice.key);
    }
    assert!(usual.clone().set("no such choice", "0").is_err());
    let start = G::start(usual);
    assert!(G::is_usual_start(&start));
    random_games(&start, GAMES / 4, seed, |history| {
        let position = history.current();
        let ending = G::ending(history);
        assert_eq!(ending.as_ref().map(|ending| ending.outcome), history.outcome(), "{position}");
        assert!(ending.is_none_or(|ending| !ending.code.is_empty() && ending.text.ends_with('.')));
        assert!(!G::status(history).is_empty());
        for mv in position.legal_moves() {
            let route = G::route(position, mv);
            assert_eq!(route.cells.is_empty(), G::pass() == Some(mv), "the route of {mv:?}");
        }
        let marks = Marks { last_route: G::last_route(history), ..Marks::default() };
        assert!(!G::draw(position, &marks, Form::Text).trim().is_empty());
        assert!(G::draw(position, &marks, Form::Svg).starts_with("<svg"));
    });
}

/// Categories are below their limit, and the same for symmetric images. Each has a name of its own. A game
/// without symmetries has number 0 alone.
pub fn check_categories<P: Categorised + Symmetric>(start: &P, seed: u64) {
    let mut names = HashSet::new();
    for category in 0..P::CATEGORIES {
        let name = P::category_name(category);
        let is_line = !name.trim().is_empty() && !name.contains(char::is_control);
        assert!(is_line, "the name of category {category}, {name:?}, is not a line");
        assert!(names.insert(name.clone()), "category {category} shares its name {name:?}");
    }
    random_games(start, GAMES / 4, seed, |history| {
        let position = history.current();
        for mv in position.legal_moves() {
            let (category, limit) = (position.category(mv), P::CATEGORIES);
            assert!(category < limit, "the category of {mv:?} is {category}, not below {limit}");
            for symmetry in 1..P::SYMMETRIES {
                let image = position.transformed(symmetry);
                let seen = position.transformed_move(mv, symmetry);
                assert_eq!(
                    image.category(seen),
                    category,
                    "the category of {mv:?} in {position:?} under symmetry {symmetry}"
                );
            }
        }
    });
}

/// Makes the battery's tests for one game: a module name, its start positions and the
/// capabilities that the game has.
///
/// ```ignore
/// conjoin_core::conformance_tests!(loa_8x8: [Position::start(8, Rules::OLYMPIAD)];
///     replies, text, symmetry, null_move, indexed, ranked, noisy, categories);
/// ```
#[macro_export]
macro_rules! conformance_tests {
    ($name:ident: $starts:expr; $($capability:ident),* $(,)?) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            $crate::conformance_tests!(@test position, check_position, $starts);
            $crate::conformance_tests!(@each $starts; $($capability)*);
        }
    };
    (@each $starts:expr;) => {};
    (@each $starts:expr; $capability:ident $($more:ident)*) => {
        $crate::conformance_tests!(@one $capability, $starts);
        $crate::conformance_tests!(@each $starts; $($more)*);
    };
    (@one replies, $starts:expr) => {
        $crate::conformance_tests!(@test replies, check_replies, $starts);
    };
    (@one text, $starts:expr) => {
        $crate::conformance_tests!(@test text, check_text, $starts);
    };
    (@one symmetry, $starts:expr) => {
        $crate::conformance_tests!(@test symmetry, check_symmetry, $starts);
    };
    (@one null_move, $starts:expr) => {
        $crate::conformance_tests!(@test null_move, check_null_move, $starts);
    };
    (@one indexed, $starts:expr) => {
        $crate::conformance_tests!(@test indexed, check_indexed, $starts);
    };
    (@one ranked, $starts:expr) => {
        $crate::conformance_tests!(@test ranked, check_ranked, $starts);
    };
    (@one noisy, $starts:expr) => {
        $crate::conformance_tests!(@test noisy, check_noisy, $starts);
    };
    (@one categories, $starts:expr) => {
        $crate::conformance_tests!(@test categories, check_categories, $starts);
    };
    (@test $name:ident, $check:ident, $starts:expr) => {
        #[test]
        fn $name() {
            for (seed, start) in $starts.iter().enumerate() {
                $crate::conformance::$check(start, seed as u64);
            }
        }
    };
}
