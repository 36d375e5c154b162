//! How long the players of a match may think: all of them, either side, or as their profiles say.

use std::time::Duration;

use clap::Args;
use conjoin_engine::{Profile, Thinking};
use conjoin_eval::Playable;

use crate::failure::{Failure, bad_input};
use crate::units;

/// The options. Those of a side are for two players and go before its profile's limit, which goes before
/// that of all.
#[derive(Debug, Args)]
pub struct LimitOptions {
    /// Iterations for each move
    #[arg(long, value_name = "D", group = "thinking", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Nodes for each move
    #[arg(long, value_name = "N", group = "thinking", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for each move, for example 100ms
    #[arg(long, value_name = "T", group = "thinking", value_parser = units::parse_duration)]
    time: Option<Duration>,
    /// Time for all moves of a player and what each move adds, for example 60s+0.5s
    #[arg(long, value_name = "T+T", group = "thinking", value_parser = Thinking::parse_clock)]
    clock: Option<Thinking>,
    /// The same for A alone, whatever its profile and the options for all say
    #[arg(long, value_name = "D", group = "thinking-a", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth_a: Option<u32>,
    /// Nodes for each move of A
    #[arg(long, value_name = "N", group = "thinking-a", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_a: Option<u64>,
    /// Time for each move of A
    #[arg(long, value_name = "T", group = "thinking-a", value_parser = units::parse_duration)]
    time_a: Option<Duration>,
    /// Time for all moves of A
    #[arg(long, value_name = "T+T", group = "thinking-a", value_parser = Thinking::parse_clock)]
    clock_a: Option<Thinking>,
    /// The same for B alone
    #[arg(long, value_name = "D", group = "thinking-b", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth_b: Option<u32>,
    /// Nodes for each move of B
    #[arg(long, value_name = "N", group = "thinking-b", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// Time for each move of B
    #[arg(long, value_name = "T", group = "thinking-b", value_parser = units::parse_duration)]
    time_b: Option<Duration>,
    /// Time for all moves of B
    #[arg(long, value_name = "T+T", group = "thinking-b", value_parser = Thinking::parse_clock)]
    clock_b: Option<Thinking>,
}

/// The limit in a group of options, of which at most one is given.
fn one_of(
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    clock: Option<Thinking>,
) -> Option<Thinking> {
    let (depth, nodes) = (depth.map(Thinking::Depth), nodes.map(Thinking::Nodes));
    depth.or(nodes).or(time.map(Thinking::MoveTime)).or(clock)
}

impl LimitOptions {
    /// The limits of A and B.
    pub fn of_two<G: Playable>(&self, players: &[Profile<G>; 2]) -> Result<[Thinking; 2], Failure> {
        let [a, b] = self.of_sides();
        Ok([self.of(a, &players[0])?, self.of(b, &players[1])?])
    }

    /// The limits of the players of a tournament, which has no sides.
    pub fn of_all<G: Playable>(&self, players: &[Profile<G>]) -> Result<Vec<Thinking>, Failure> {
        if self.of_sides() != [None; 2] {
            let reason = "limits of A and of B are for two players, and here are more: \
                          give each a profile with a [limit]";
            return Err(bad_input(&reason));
        }
        players.iter().map(|player| self.of(None, player)).collect()
    }

    fn of_sides(&self) -> [Option<Thinking>; 2] {
        [
            one_of(self.depth_a, self.nodes_a, self.time_a, self.clock_a),
            one_of(self.depth_b, self.nodes_b, self.time_b, self.clock_b),
        ]
    }

    fn of<G: Playable>(
        &self,
        side: Option<Thinking>,
        player: &Profile<G>,
    ) -> Result<Thinking, Failure> {
        let all = one_of(self.depth, self.nodes, self.time, self.clock);
        side.or(player.limit).or(all).ok_or_else(|| {
            let name = &player.name;
            bad_input(&format!(
                "expected --depth, --nodes, --time or --clock: {name} has no limit of its own"
            ))
        })
    }
}
