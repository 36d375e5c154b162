//! What the algorithms count as nodes, and where they stop, is what their sources say.

use conjoin_core::Position as _;
use conjoin_games::loa::{Position, Rules};
use conjoin_prove::retrograde::Retrograde;
use conjoin_prove::{Algorithm, Limits, NoEvaluator, Provable, Verdict, is_attackers};

/// The positions of the 4x4 board, every so many of them.
fn positions(step: usize) -> Vec<Position> {
    let exact = Retrograde::new(&Position::start(4, Rules::OLYMPIAD), 1_000_000).unwrap();
    exact.positions().iter().step_by(step).copied().collect()
}

fn nodes<P: Provable>(algorithm: Algorithm, at: &P, limits: &Limits<'_>) -> (Verdict, u64) {
    let found = algorithm.solve(&NoEvaluator, at, at.side_to_move(), limits, 1).unwrap();
    (found.verdict, found.counters.nodes)
}

fn limited(nodes: u64) -> Limits<'static> {
    Limits::nodes(nodes).with_memory(1 << 16)
}

/// The number of the first move that wins at once, from 1.
fn first_win(at: &Position) -> Option<usize> {
    let wins = |mv| at.play(mv).outcome().is_some_and(|o| is_attackers(o, at.side_to_move()));
    at.legal_moves().into_iter().position(wins).map(|place| place + 1)
}

#[test]
fn children_are_evaluated_up_to_the_first_that_settles_their_parent() {
    let (mut tried, mut saved) = (0, 0);
    for at in positions(101) {
        let Some(place) = first_win(&at) else { continue };
        for algorithm in [Algorithm::Pn, Algorithm::Pn2, Algorithm::EfPn, Algorithm::AlphaBeta] {
            let found = nodes(algorithm, &at, &limited(1_000));
            assert_eq!(found, (Verdict::Proved, 1 + place as u64), "{algorithm} {at}");
        }
        tried += 1;
        saved += usize::from(place < at.legal_moves().len());
    }
    assert!(tried > 100 && saved > 100, "{tried} {saved}");
}

/// Two plies decide: the root, its moves, and below each of them the answers up to the first after
/// which the game goes on, once each. Only the second iteration comes to the answers.
#[test]
fn alpha_beta_counts_its_last_ply_once() {
    let mut tried = 0;
    for at in positions(101) {
        if at.outcome().is_some() || first_win(&at).is_some() {
            continue;
        }
        let moves = at.legal_moves();
        let children: Vec<Position> = moves.iter().map(|&mv| at.play(mv)).collect();
        // None of them ends the game, none has been met twice, and each has an answer first after which
        // the game goes on.
        let goes_on = |child: &Position| {
            child.outcome().is_none()
                && child.play(child.legal_moves()[0]).outcome().is_none()
                && !child.legal_moves().iter().any(|&mv| {
                    let outcome = child.play(mv).outcome();
                    outcome.is_some_and(|o| !is_attackers(o, at.side_to_move()))
                })
        };
        if !children.iter().all(goes_on) {
            continue;
        }
        tried += 1;
        // The node limit ends the search when the third iteration has begun.
        let both = 1 + 2 * moves.len() as u64;
        let (_, counted) = nodes(Algorithm::AlphaBeta, &at, &limited(both));
        assert!(counted > both, "{at}: the third iteration counts more than {both}");
        let (_, counted) = nodes(Algorithm::AlphaBeta, &at, &limited(both - 1));
        assert_eq!(counted, both, "{at}: the first two iterations");
    }
    assert!(tried > 20, "{tried}");
}
