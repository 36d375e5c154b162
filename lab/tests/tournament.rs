//! Tournaments: the same games for the same seed, and a kill loses and repeats nothing.

use conjoin_engine::{Profile, Thinking};
use conjoin_games::loa::{Loa, Position, Rules, Variant};
use conjoin_lab::game::{Conditions, Reason};
use conjoin_lab::game_record::to_records;
use conjoin_lab::match_runner::{MatchPlan, Observer};
use conjoin_lab::openings::OpeningSet;
use conjoin_lab::tournament::{Standings, Tournament, TournamentGame};

/// Counts games and stops after so many.
struct Counter {
    games: usize,
    most: usize,
}

impl Observer<TournamentGame> for Counter {
    type Error = std::convert::Infallible;

    fn game_over(&mut self, _: &TournamentGame) -> Result<(), Self::Error> {
        self.games += 1;
        Ok(())
    }

    fn wants_stop(&mut self) -> bool {
        self.games >= self.most
    }
}

fn tournament(seed: u64, concurrency: usize, adjudicate: Option<u64>) -> Tournament<Loa> {
    let start = Position::start(8, Rules::OLYMPIAD);
    let set = OpeningSet::parse::<Loa>("random-4").expect("a set");
    let conditions = Conditions { adjudicate, ..Conditions::new(Thinking::Nodes(300)) };
    let profiles = ["basic", "basic-bare", "level-1"].map(|name| Profile::load(name).expect(name));
    Tournament {
        profiles: profiles.to_vec(),
        limits: vec![Thinking::Nodes(300); 3],
        memory: 1 << 20,
        plan: MatchPlan {
            openings: set.openings::<Loa>(&start, 3, 0, seed).expect("openings"),
            conditions,
            seed,
            concurrency,
            sprt: None,
        },
    }
}

fn essence(games: &[TournamentGame]) -> Vec<(String, String, usize, String)> {
    let one = |g: &TournamentGame| (g.a.clone(), g.b.clone(), g.game.game, g.game.moves.clone());
    games.iter().map(one).collect()
}

fn played(
    tournament: &Tournament<Loa>,
    finished: Vec<TournamentGame>,
    most: usize,
) -> Vec<TournamentGame> {
    let mut counter = Counter { games: 0, most };
    let Ok((games, _)) = tournament.run(finished, &mut counter);
    games
}

#[test]
fn the_same_seed_gives_the_same_games_however_they_are_played() {
    let whole = played(&tournament(1, 1, None), Vec::new(), usize::MAX);
    assert_eq!(whole.len(), 18);
    let parallel = played(&tournament(1, 2, None), Vec::new(), usize::MAX);
    assert_eq!(essence(&parallel), essence(&whole));
    let part = played(&tournament(1, 1, None), Vec::new(), 5);
    assert!(part.len() < 18, "it was not stopped");
    let known = part.len();
    let mut counter = Counter { games: 0, most: usize::MAX };
    let Ok((resumed, interrupted)) = tournament(1, 2, None).run(part, &mut counter);
    assert_eq!(essence(&resumed), essence(&whole));
    assert_eq!((counter.games + known, interrupted), (18, false), "something was played twice");
    let other = played(&tournament(2, 2, None), Vec::new(), usize::MAX);
    assert_ne!(essence(&other), essence(&whole));
}

#[test]
fn every_player_has_its_own_limit_in_all_its_games() {
    let mut tournament = tournament(5, 2, None);
    tournament.limits = vec![Thinking::Nodes(300), Thinking::Depth(2), Thinking::Nodes(100)];
    for TournamentGame { a, b, game } in played(&tournament, Vec::new(), usize::MAX) {
        let searches = game.searches.move_depths.iter().zip(&game.searches.move_nodes);
        for (ply, (&depth, &nodes)) in searches.enumerate() {
            let a_moves = ((ply + game.opening_plies) % 2 == 0) == (game.game % 2 == 0);
            let is_fine = match if a_moves { a.as_str() } else { b.as_str() } {
                "basic" => nodes <= 300,
                "basic-bare" => depth <= 2,
                _ => nodes <= 100,
            };
            assert!(is_fine, "{a} - {b}, ply {ply}: depth {depth}, {nodes} nodes");
        }
    }
}

#[test]
fn standings_add_up() {
    let games = played(&tournament(3, 2, None), Vec::new(), usize::MAX);
    let names = ["basic", "basic-bare", "level-1"].map(String::from);
    let standings = Standings::new(&names, &games);
    let points: f64 = (0..3).map(|i| standings.total(i).0).sum();
    assert!((points - 18.0).abs() < 1e-9, "{points}");
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        assert!((standings.points(a, b).0 + standings.points(b, a).0 - 6.0).abs() < 1e-9);
    }
    let ratings = standings.ratings.as_ref().expect("all met");
    assert!(ratings.iter().map(|r| r.elo).sum::<f64>().abs() < 1e-6);
    let order = standings.order();
    assert!(ratings[order[0]].elo >= ratings[order[1]].elo);
    let named = games.iter().map(|g| (&g.game, [g.a.as_str(), g.b.as_str()]));
    let text = to_records::<Loa>(named, Variant::default()).expect("SGF");
    assert_eq!(text.matches("GM[9]").count(), 18);
}

/// A proof ends games early and never changes who wins a game that would have been won on the board
/// by the same side's forced win.
#[test]
fn proofs_end_games_early_and_nothing_else_does() {
    let plain = played(&tournament(4, 2, None), Vec::new(), usize::MAX);
    let judged = played(&tournament(4, 2, Some(2_000)), Vec::new(), usize::MAX);
    assert!(plain.iter().all(|g| g.game.reason != Reason::Proof));
    let proofs = judged.iter().filter(|g| g.game.reason == Reason::Proof).count();
    assert!(proofs > 9, "only {proofs} of 18 games were ended by proof");
    for (long, short) in plain.iter().zip(&judged) {
        assert!(
            long.game.moves.starts_with(&short.game.moves) || long.game.moves == short.game.moves
        );
    }
}
