//! Converting wins: how many plies a player loses against the shortest win.
//!
//! A player has a position that is won, with the plies of the shortest win as its suite tells them, and
//! plays it out against a defender. What its win takes longer than the shortest is its slip.
//!
//! Source: the first of the three papers in the proceedings of `billings-bjornsson` counts, move by move, by
//! how many plies a program's choices lengthen a won game of draughts ("cumulative slip").
//! Differs: the game is played out, so that what a defender makes of a slip counts too; our games are short
//! enough for that. The defender sees the longest resistance as far as it searches, not to the end.

use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::{History, Outcome, Position as _, Side};
use conjoin_engine::{PlayerOptions, Profile, Request, make_player};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use super::identity;
use super::manifest::{ExperimentError, Manifest, Scale};
use super::observations::{Observer, Values};
use crate::suite::SuiteEntry;

/// Plies after which a game that should be won counts as drawn, beside the shortest win.
const PATIENCE: usize = 120;

/// Who plays won positions against whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConversionSpec {
    /// The profiles that have the won side, each one an observer of that name.
    pub players: Vec<String>,
    /// Nodes for each of their moves.
    pub nodes: u64,
    /// The profile that defends.
    pub defender: String,
    /// Iterations for each of its moves.
    pub defender_depth: u32,
}

/// A player, ready for its won positions.
#[derive(Clone, Debug)]
pub struct PlannedConversion<G: Playable> {
    name: String,
    player: Profile<G>,
    nodes: u64,
    defender: Profile<G>,
    depth: u32,
    memory: usize,
    /// Positions by their names with the plies of the shortest win.
    positions: Vec<(String, G::Position, usize)>,
}

impl<G: Playable> PlannedConversion<G> {
    /// All players of a manifest at a scale, with the positions of their suite.
    pub fn all(
        manifest: &Manifest,
        spec: &ConversionSpec,
        scale: &Scale,
        suite: &[SuiteEntry<G::Position>],
    ) -> Result<Vec<Self>, ExperimentError> {
        let shortest = |entry: &SuiteEntry<G::Position>| {
            let plies = entry.columns.get("plies").and_then(|plies| plies.parse().ok());
            plies.map(|plies| (entry.id(), entry.position, plies)).ok_or_else(|| {
                let reason = format!("{} does not tell the plies of its win", entry.id());
                ExperimentError::Bad { name: format!("{}.toml", manifest.id), reason }
            })
        };
        let positions = suite.iter().map(shortest).collect::<Result<Vec<_>, _>>()?;
        let defender = manifest.profile(&spec.defender)?;
        let plan = |name: &String| {
            Ok(Self {
                name: name.clone(),
                player: manifest.profile(name)?,
                nodes: spec.nodes,
                defender: defender.clone(),
                depth: spec.defender_depth.min(scale.depth.max(1)),
                memory: scale.memory.max(1) << 20,
                positions: positions.clone(),
            })
        };
        spec.players.iter().map(plan).collect()
    }

    /// Plays a position out; nothing when it was stopped.
    fn play(
        &self,
        start: &G::Position,
        most: usize,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<History<G::Position>>, ExperimentError> {
        let options = PlayerOptions { memory_bytes: self.memory, threads: 1, seed };
        let mut players =
            [make_player(&self.player, &options)?, make_player(&self.defender, &options)?];
        let requests = [
            Request { nodes: Some(self.nodes), ..Request::default() },
            Request { depth: Some(self.depth), ..Request::default() },
        ];
        let winner = start.side_to_move();
        let mut game = History::new(*start);
        while game.outcome().is_none() && game.moves().len() < most {
            let turn = usize::from(game.current().side_to_move() != winner);
            let thought = players[turn].think(&game, &requests[turn], stop, &mut |_| {})?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let Some(mv) = thought.best_move else { break };
            game.push(mv);
        }
        Ok(Some(game))
    }
}

impl<G: Playable> Observer for PlannedConversion<G> {
    fn kind(&self) -> &'static str {
        "convert"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn blocks(&self) -> Vec<String> {
        self.positions.iter().map(|(id, ..)| id.clone()).collect()
    }

    fn identity(&self) -> String {
        let Self { player, nodes, defender, depth, memory, .. } = self;
        let [player, defender] =
            [player, defender].map(|profile| identity::of_engine(&profile.engine));
        format!("{player} {nodes} {defender} {depth} {memory}")
    }

    fn observe(
        &self,
        block: usize,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Values>, ExperimentError> {
        let (_, start, shortest) = &self.positions[block];
        let Some(game) = self.play(start, shortest + PATIENCE, seed, stop)? else {
            return Ok(None);
        };
        let winner = game.outcome().and_then(Outcome::winner);
        Ok(Some(values(start.side_to_move(), winner, game.moves().len(), *shortest)))
    }
}

/// `won`, `lost` and `drawn`, one of which is 1; where it was won, `plies`, `slip` and `straight`, 1 where
/// nothing was lost against the shortest win.
fn values(player: Side, winner: Option<Side>, plies: usize, shortest: usize) -> Values {
    let yes = |is: bool| f64::from(u8::from(is));
    let mut values: Values = [
        ("won", yes(winner == Some(player))),
        ("lost", yes(winner == Some(!player))),
        ("drawn", yes(winner.is_none())),
        ("shortest", shortest as f64),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    if winner == Some(player) {
        values.insert("plies".into(), plies as f64);
        // A defender who errs makes the win shorter: that is no gain of the winner's over the shortest.
        values.insert("slip".into(), plies.saturating_sub(shortest) as f64);
        values.insert("straight".into(), yes(plies <= shortest));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_win_has_a_slip() {
        let won = values(Side::Second, Some(Side::Second), 13, 9);
        assert_eq!((won["won"], won["slip"], won["straight"]), (1.0, 4.0, 0.0));
        let straight = values(Side::First, Some(Side::First), 9, 9);
        assert_eq!((straight["slip"], straight["straight"]), (0.0, 1.0));
        let helped = values(Side::First, Some(Side::First), 5, 9);
        assert_eq!((helped["slip"], helped["straight"]), (0.0, 1.0), "by a defender who erred");
        for winner in [Some(Side::First), None] {
            let missed = values(Side::Second, winner, 13, 9);
            assert!(!missed.contains_key("slip") && missed["won"] < 0.5);
            assert!((missed["lost"] + missed["drawn"] - 1.0).abs() < 1e-9);
        }
    }
}
