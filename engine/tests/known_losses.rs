//! What a search has just proved to lose, it does not play.

use std::sync::atomic::AtomicBool;

use conjoin_core::{History, Score, TextForm as _};
use conjoin_engine::{PlayerOptions, Profile, Request, Thought, make_player};
use conjoin_games::loa::{Loa, Move, Position, Rules, parse_position};

/// Here `champion` learns soon before 170,000 nodes that the move it had chosen loses, and needs more than
/// 250,000 to finish that iteration.
const POSITION: &str = "8/6w1/w3w3/2www3/w3wwb1/5w1w/3b3b/3bbb1b w";

fn think(game: &History<Position>, nodes: u64) -> Thought<Move> {
    let profile = Profile::<Loa>::load("champion").expect("built in");
    let options = PlayerOptions { memory_bytes: 32 << 20, threads: 1, seed: 1 };
    let mut player = make_player(&profile, &options).expect("a player");
    let request = Request { nodes: Some(nodes), ..Request::default() };
    player.think(game, &request, &AtomicBool::new(false), &mut |_| {}).expect("no error")
}

#[test]
fn a_move_just_proved_to_lose_gives_way_to_one_that_holds() {
    let rules: Rules = "boardspace".parse().expect("rules");
    let start = History::new(parse_position(POSITION, rules).expect("a position"));
    for nodes in (170_000..=250_000).step_by(10_000) {
        let thought = think(&start, nodes);
        let mv = thought.best_move.expect("the game goes on");
        let mut after = start.clone();
        after.push(mv);
        let reply = think(&after, 100_000).score.expect("a score");
        let text = start.current().format_move(mv);
        assert!(!Score::is_win(reply), "{nodes} nodes play {text}, which loses at once: {reply}");
    }
}
