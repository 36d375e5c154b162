//! PN-alphabeta: what it plays, what its table says, and what it leaves as it was.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use conjoin_core::playout::play_random;
use conjoin_core::{History, Position as _, Score, Side};
use conjoin_engine::{
    BoxedPlayer, EngineKind, Event, Player, PlayerOptions, Profile, ProofSearchParams, Request,
    Thought, make_player,
};
use conjoin_games::loa::{Loa, Move, Position, Rules};
use conjoin_prove::{Algorithm, Limits, NoEvaluator, Verdict};
use conjoin_search::Counters;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const WON: &str = include_str!("../../data/loa/suites/shortest-wins.tsv");

/// Positions won for the side to move, with the plies of the shortest win.
fn won_positions() -> impl Iterator<Item = (Position, i32)> {
    WON.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut columns = line.split('\t');
        let position = columns.next().expect("a position").parse().expect("a position");
        let plies = columns.find_map(|column| column.strip_prefix("plies=")).expect("plies");
        (position, plies.parse().expect("a number"))
    })
}

fn player_of(text: &str) -> BoxedPlayer<Loa> {
    let profile = Profile::<Loa>::parse(text, Path::new("mine.toml")).expect("a profile");
    let options = PlayerOptions { memory_bytes: 4 << 20, ..PlayerOptions::default() };
    make_player(&profile, &options).expect("a player")
}

/// A player with this `[proof_search]`, otherwise `mia-4`.
fn player(proof_search: &str) -> BoxedPlayer<Loa> {
    player_of(&format!("version = 1\ninherits = \"mia-4\"\nproof_search = {proof_search}"))
}

fn think(
    player: &mut dyn Player<Position>,
    game: &History<Position>,
    request: &Request,
) -> Thought<Move> {
    player.think(game, request, &AtomicBool::new(false), &mut |_| {}).expect("no error")
}

fn nodes(nodes: u64) -> Request {
    Request { nodes: Some(nodes), ..Request::default() }
}

/// Does this side win by force, whatever the way here?
fn wins(position: &Position, side: Side) -> bool {
    let limits = Limits::nodes(3_000_000);
    let found = Algorithm::Best.solve(&NoEvaluator, position, side, &limits, 1).expect("a table");
    assert_ne!(found.verdict, Verdict::Unknown, "{position} is too hard for this test");
    found.verdict == Verdict::Proved
}

#[test]
fn the_profiles_are_mia_with_the_proof_search_of_the_thesis() {
    let own = |name: &str| match Profile::<Loa>::load(name).expect("built in").engine {
        EngineKind::Own(engine) => *engine,
        EngineKind::Outside(_) => panic!("{name} is ours"),
    };
    let mia = own("mia-4");
    assert_eq!(mia.proof_search, None);
    for (name, table) in [("mia-4-pn", true), ("mia-4-pn-no-table", false)] {
        let engine = own(name);
        let params = engine.proof_search.clone().expect("it has one");
        assert_eq!((params.from_ply, params.part, params.table), (34, 0.25, table));
        assert_eq!(conjoin_engine::OwnEngine { proof_search: None, ..engine }, mia, "{name}");
    }
}

#[test]
fn a_won_endgame_is_played_by_proof() {
    let mut player = player("{ from_ply = 0, part = 0.9 }");
    let mut proved = 0;
    for (position, plies) in won_positions().step_by(8) {
        let mut events = Vec::new();
        player.new_game().expect("no error");
        let game = History::new(position);
        let stop = AtomicBool::new(false);
        let mut on_event = |event: &Event<Move>| events.push(event.clone());
        let thought = player.think(&game, &nodes(600_000), &stop, &mut on_event).expect("fine");
        if thought.counters.proofs == 0 {
            continue;
        }
        proved += 1;
        let mv = thought.best_move.expect("a move");
        assert!(wins(&position.play(mv), position.side_to_move()), "{position}");
        let told = thought.score.and_then(Score::plies_to_end).expect("a win");
        assert!(told >= plies && (told - plies) % 2 == 0, "{position}: {told} for {plies}");
        assert_eq!(thought.counters.nodes, 0, "no alpha-beta after a proof");
        assert!(thought.counters.proof_nodes > 0);
        let [event] = &events[..] else { panic!("{events:?}") };
        assert!(event.is_proved && event.lines == thought.lines, "{event:?}");
    }
    assert!(proved > 7, "{proved} of 21 proved");
}

/// Random endgames of a small board, played on with the same player, so that its table is used from move to
/// move. Every win or loss that it tells is one.
#[test]
fn no_win_and_no_loss_is_told_wrongly() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut counters = Counters::default();
    let mut told = 0;
    for _ in 0..12 {
        let mut game = History::new(Position::start(5, Rules::OLYMPIAD));
        play_random(&mut game, &mut rng, 8, &mut Vec::new(), |_| {});
        let mut player = player("{ from_ply = 0, part = 0.2, node_ratio = 0.3 }");
        for _ in 0..6 {
            if game.outcome().is_some() {
                break;
            }
            let thought = think(&mut *player, &game, &nodes(3_000));
            counters.add(&thought.counters);
            let (score, now) = (thought.score.expect("a score"), game.current());
            if score.is_win() || score.is_loss() {
                let side = now.side_to_move();
                let winner = if score.is_win() { side } else { !side };
                assert!(wins(now, winner), "{now} {score}");
                told += 1;
            }
            let plies = game.moves().len() + 2;
            play_random(&mut game, &mut rng, plies, &mut Vec::new(), |_| {});
        }
    }
    assert!(told > 20 && counters.proofs > 5, "{told} told, {counters:?}");
    assert!(counters.proved_hits > 100 && counters.proved_cuts > 20, "{counters:?}");
}

/// A game that stands before a position won by one move alone, after which it would have been there three
/// times: nothing and nobody is won then, whatever was proved before.
#[test]
fn a_win_that_the_game_has_used_up_is_not_told() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut found = 0;
    while found < 3 {
        let mut game = History::new(Position::start(4, Rules::OLYMPIAD));
        play_random(&mut game, &mut rng, 6, &mut Vec::new(), |_| {});
        if game.outcome().is_some() {
            continue;
        }
        let Some(circle) = circle_with_one_win(game.current()) else { continue };
        found += 1;
        let mut used_up = History::new(*game.current());
        for &mv in circle.iter().chain(&circle[..3]) {
            assert!(used_up.try_push(mv), "{used_up:?}");
        }
        let position = *used_up.current();
        let mut player = player("{ from_ply = 0 }");
        let fresh = think(&mut *player, &History::new(position), &nodes(50_000));
        assert_eq!(fresh.counters.proofs, 1, "{position}");
        // The same player, who has kept what it proved.
        let used = think(&mut *player, &used_up, &nodes(50_000));
        assert_eq!(used.counters.proofs, 0, "{position}");
        assert!(!used.score.expect("a score").is_win(), "{position}");
    }
}

/// Four moves that lead from a position back to it, of which the last is the only one that wins where it is made.
fn circle_with_one_win(start: &Position) -> Option<[Move; 4]> {
    for a in start.legal_moves() {
        let first = start.play(a);
        for b in first.legal_moves() {
            let second = first.play(b);
            for c in second.legal_moves() {
                let third = second.play(c);
                let side = third.side_to_move();
                let Some(d) = third.legal_moves().into_iter().find(|&d| third.play(d) == *start)
                else {
                    continue;
                };
                let is_win = |mv: &Move| wins(&third.play(*mv), side);
                if !third.is_irreversible(d)
                    && is_win(&d)
                    && third.legal_moves().iter().filter(|&mv| mv != &d).all(|mv| !is_win(mv))
                {
                    return Some([a, b, c, d]);
                }
            }
        }
    }
    None
}

/// A middle game of so many plies.
fn middle_game(plies: usize) -> History<Position> {
    random_game(plies, Rules::OLYMPIAD)
}

fn random_game(plies: usize, rules: Rules) -> History<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    loop {
        let mut game = History::new(Position::start(8, rules));
        play_random(&mut game, &mut rng, plies, &mut Vec::new(), |_| {});
        if game.outcome().is_none() && game.moves().len() == plies {
            return game;
        }
    }
}

/// What a search of a player's own has found.
fn essence(thought: &Thought<Move>) -> (Option<Move>, Option<Score>, u32, Counters) {
    let counters = Counters { proof_nodes: 0, ..thought.counters };
    (thought.best_move, thought.score, thought.depth, counters)
}

#[test]
fn before_its_ply_and_where_it_is_of_no_use_it_changes_nothing() {
    let (mut pn, mut mia) = (player("true"), player("false"));
    let game = middle_game(33);
    let same = |pn: &mut dyn Player<Position>, mia: &mut dyn Player<Position>, game, request| {
        let (pn, mia) = (think(pn, game, &request), think(mia, game, &request));
        assert_eq!(pn.counters.proof_nodes, 0, "{request:?}");
        assert_eq!(essence(&pn), essence(&mia), "{request:?}");
    };
    same(&mut *pn, &mut *mia, &game, nodes(20_000));
    let game = middle_game(34);
    let depth = Request { depth: Some(4), ..Request::default() };
    same(&mut *pn, &mut *mia, &game, depth);
    same(&mut *pn, &mut *mia, &game, Request { multi_pv: 3, ..nodes(20_000) });
    same(&mut *pn, &mut *mia, &game, nodes(0));
    // Rules by which no position can be proved.
    same(&mut *pn, &mut *mia, &random_game(34, Rules::OPENSPIEL), nodes(20_000));
    let pn = think(&mut *pn, &middle_game(34), &nodes(20_000));
    assert!(pn.counters.proof_nodes > 0, "else this test says nothing");
}

#[test]
fn without_its_table_it_is_the_search_with_the_rest_of_the_nodes() {
    let ratio = 2.0;
    let mut pn = player(&format!("{{ table = false, node_ratio = {ratio:.1} }}"));
    let game = middle_game(40);
    let thought = think(&mut *pn, &game, &nodes(40_000));
    assert_eq!(thought.counters.proofs, 0, "the position is not won");
    let cost = (thought.counters.proof_nodes as f64 / ratio).ceil() as u64;
    assert!((10_000..10_100).contains(&cost), "a quarter of the nodes and an expansion: {cost}");
    let mia = think(&mut *player("false"), &game, &nodes(40_000 - cost));
    assert_eq!(essence(&thought), essence(&mia));
}

#[test]
fn the_same_game_gives_the_same_nodes_and_a_new_one_forgets() {
    let run = |player: &mut dyn Player<Position>| {
        let mut found = Vec::new();
        for (position, _) in won_positions().take(6) {
            let mut game = History::new(position);
            while game.moves().len() < 4 && game.outcome().is_none() {
                let thought = think(player, &game, &nodes(6_000));
                found.push((essence(&thought), thought.counters.proof_nodes));
                game.push(thought.best_move.expect("the game goes on"));
            }
        }
        found
    };
    let new = || player("{ from_ply = 0 }");
    let mut first = new();
    let found = run(&mut *first);
    assert!(found.iter().any(|((.., counters), _)| counters.proved_hits > 0));
    assert_eq!(run(&mut *new()), found);
    first.new_game().expect("no error");
    assert_eq!(run(&mut *first), found, "a new game begins with nothing");
}

#[test]
fn it_keeps_to_its_time_and_gives_the_rest_to_the_search() {
    let mut pn = player("{ node_ratio = 1.0 }");
    let game = middle_game(40);
    for milliseconds in [10, 200] {
        let request =
            Request { move_time: Some(Duration::from_millis(milliseconds)), ..Request::default() };
        let began = Instant::now();
        let thought = think(&mut *pn, &game, &request);
        // Generous for a loaded machine.
        assert!(began.elapsed() < Duration::from_millis(milliseconds + 150));
        assert!(thought.counters.proofs == 1 || thought.counters.nodes > 0, "{thought:?}");
        assert!(thought.counters.proof_nodes > 0, "{thought:?}");
    }
}

#[test]
fn parameters_without_sense_are_refused() {
    for (proof_search, says) in [
        ("{ part = 0.0 }", "proof_search: part = 0"),
        ("{ part = 1.0 }", "less than 1"),
        ("{ part = nan }", "proof_search"),
        ("{ node_ratio = 0.0 }", "node_ratio = 0"),
        ("{ tree_mebibytes = 0 }", "tree_mebibytes = 0"),
        ("{ table_mebibytes = 99999999 }", "table_mebibytes = 99999999"),
        ("{ from_move = 17 }", "proof_search.from_move: unknown field"),
        ("{ from_ply = -1 }", "proof_search.from_ply"),
        ("34", "proof_search = 34: expected true, false or a table"),
    ] {
        let text = format!("version = 1\ninherits = \"mia-4\"\nproof_search = {proof_search}");
        let error = Profile::<Loa>::parse(&text, Path::new("bad.toml")).expect_err(proof_search);
        assert!(error.to_string().contains(says), "{error}");
    }
    let text = "version = 1\ncommand = [\"x\"]\nproof_search = true";
    let error = Profile::<Loa>::parse(text, Path::new("bad.toml")).expect_err("no search of ours");
    assert!(error.to_string().contains("proof_search is for an engine of our own"), "{error}");
    assert_eq!(ProofSearchParams::default().from_ply, 34);
}
