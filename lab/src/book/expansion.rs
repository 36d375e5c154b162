//! One position of a book: its good moves and what a search says of each.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use conjoin_core::{Game, History, MoveOf, Position as _, Score, Symmetric, TextForm as _};
use conjoin_engine::book::image;
use conjoin_engine::{BoxedPlayer, Event, Request};
use conjoin_eval::Playable;
use serde::{Deserialize, Serialize};

use super::{BookConfig, GrowthError};

/// A move and its score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score, from the side of the player who makes it.
    pub score: i32,
}

/// A line of the run file: a position that was searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expansion {
    /// The position, in the image that stands for all.
    pub position: String,
    /// The last whole iteration.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Its moves, one of those that lead to symmetric positions, the best first.
    pub moves: Vec<SearchedMove>,
}

/// A depth and moves with their scores.
pub type ReadExpansion<M> = (u32, Vec<(M, Score)>);

impl Expansion {
    /// Depth and moves as the game has them; a text that is no move of the position is named.
    pub fn read<G: Game>(&self, variant: G::Variant) -> Result<ReadExpansion<MoveOf<G>>, String> {
        let position = G::parse(&self.position, variant).map_err(|error| error.to_string())?;
        let most = Score::WIN.0;
        let read = |searched: &SearchedMove| {
            let mv = position.parse_move(&searched.mv).map_err(|error| error.to_string())?;
            if searched.score.abs() > most {
                let SearchedMove { mv, score } = searched;
                return Err(format!("score {score} of {mv}: expected -{most} to {most}"));
            }
            Ok((mv, Score(searched.score)))
        };
        let moves: Vec<_> = self.moves.iter().map(read).collect::<Result<_, String>>()?;
        if moves.is_empty() {
            return Err(format!("position {}: expected a move", self.position));
        }
        Ok((self.depth, moves))
    }
}

/// Searches a position for its good moves; nothing when it was stopped.
pub fn search<G: Playable>(
    player: &mut BoxedPlayer<G>,
    position: &G::Position,
    config: &BookConfig,
    stop: &AtomicBool,
) -> Result<Option<Expansion>, GrowthError> {
    // A symmetric position has every move as often as it has symmetries.
    let images = (0..<G::Position as Symmetric>::SYMMETRIES)
        .filter(|&symmetry| position.is_unchanged_by(symmetry))
        .count();
    let nodes = config.nodes * images as u64;
    let request =
        Request { nodes: Some(nodes), multi_pv: config.moves * images, ..Request::default() };
    let mut iterations = LastIterations::<MoveOf<G>>::default();
    player.new_game()?;
    let thought = player.think(&History::new(*position), &request, stop, &mut |event| {
        iterations.note(event);
    })?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let Some(scores) = iterations.scores() else {
        return Err(GrowthError::TooFewNodes { position: position.to_string(), nodes });
    };
    let mut children = HashSet::new();
    let moves = scores
        .into_iter()
        .filter(|(mv, _)| children.insert(image(&position.play(*mv)).0))
        .take(config.moves)
        .map(|(mv, score)| SearchedMove { mv: position.format_move(mv), score: score.0 })
        .collect();
    Ok(Some(Expansion {
        position: position.to_string(),
        depth: thought.depth,
        nodes: thought.counters.nodes,
        moves,
    }))
}

/// The last two whole iterations of a search.
struct LastIterations<M> {
    before: Option<Event<M>>,
    last: Option<Event<M>>,
}

impl<M> Default for LastIterations<M> {
    fn default() -> Self {
        Self { before: None, last: None }
    }
}

impl<M: Copy> LastIterations<M> {
    fn note(&mut self, event: &Event<M>) {
        self.before = self.last.replace(event.clone());
    }

    /// Moves and scores of the last iteration. Values of odd and even depths differ, and a book compares
    /// values of all depths: so all are moved by as much as brings the best halfway to the one of the
    /// iteration before.
    fn scores(&self) -> Option<Vec<(M, Score)>> {
        let last = self.last.as_ref()?;
        let best = |event: &Event<M>| {
            let score = event.lines.first()?.score;
            score.plies_to_end().is_none().then_some(score)
        };
        let pair = best(last).zip(self.before.as_ref().and_then(best));
        let shift = pair.map_or(0, |(last, before)| (before.0 - last.0) / 2);
        let score = |score: Score| match score.plies_to_end() {
            Some(_) => score,
            None => Score((score.0 + shift).clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0)),
        };
        let mut moves: Vec<(M, Score)> =
            last.lines.iter().map(|line| (line.moves[0], score(line.score))).collect();
        moves.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_engine::EventLine;
    use std::time::Duration;

    fn event(scores: &[i32]) -> Event<u8> {
        let line =
            |(i, &score): (usize, &i32)| EventLine { score: Score(score), moves: vec![i as u8] };
        Event {
            depth: 1,
            selective_depth: 1,
            bound: conjoin_search::ScoreBound::Exact,
            is_proved: false,
            nodes: 1,
            time: Duration::ZERO,
            table_per_mille: 0,
            lines: scores.iter().enumerate().map(line).collect(),
        }
    }

    #[test]
    fn odd_and_even_depths_meet_halfway() {
        let mut iterations = LastIterations::default();
        assert!(iterations.scores().is_none());
        iterations.note(&event(&[90, 70]));
        assert_eq!(iterations.scores(), Some(vec![(0, Score(90)), (1, Score(70))]));
        iterations.note(&event(&[10, -20, -Score::win_in(4).0]));
        let loss = -Score::win_in(4);
        assert_eq!(iterations.scores(), Some(vec![(0, Score(50)), (1, Score(20)), (2, loss)]));
    }

    #[test]
    fn a_proved_win_stays_what_it_is() {
        let mut iterations = LastIterations::default();
        iterations.note(&event(&[90]));
        iterations.note(&event(&[Score::win_in(5).0, 30]));
        assert_eq!(iterations.scores(), Some(vec![(0, Score::win_in(5)), (1, Score(30))]));
    }
}
