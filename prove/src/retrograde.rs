//! Exhaustive analysis: every position that can be reached, solved backwards from the ends, with the
//! plies to them.
//!
//! This is the oracle that the searches are held to on small boards. It knows no path: a position
//! is won when its winner can force the end within a number of plies, and whatever is never
//! marked is a draw, by repetition or for ever. Symmetric positions are one.

use std::collections::hash_map::Entry;

use conjoin_core::{Outcome, Side, Symmetric};
use rustc_hash::FxHashMap;

/// The value of a position without history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins by force; nobody in a draw.
    pub winner: Option<Side>,
    /// Plies to the end with best play of both, 0 in a draw.
    pub plies: u32,
}

/// All positions reachable from some starts, with their values.
#[derive(Debug)]
pub struct Retrograde<P> {
    index: FxHashMap<P, u32>,
    positions: Vec<P>,
    values: Vec<Exact>,
}

/// There are more positions than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} positions can be reached: too many to analyse exhaustively")]
pub struct TooManyPositions {
    /// The most that were allowed.
    pub limit: usize,
}

const DRAW: Exact = Exact { winner: None, plies: 0 };

impl<P: Symmetric> Retrograde<P> {
    /// Analyses everything that can be reached from `start`, at most `limit` positions.
    pub fn new(start: &P, limit: usize) -> Result<Self, TooManyPositions> {
        Self::of_all([*start], limit)
    }

    /// Analyses everything that can be reached from any of these, at most `limit` positions.
    pub fn of_all(
        starts: impl IntoIterator<Item = P>,
        limit: usize,
    ) -> Result<Self, TooManyPositions> {
        let mut index = FxHashMap::default();
        let mut positions = Vec::new();
        for start in starts {
            let start = start.canonical().0;
            if let Entry::Vacant(place) = index.entry(start) {
                if positions.len() == limit {
                    return Err(TooManyPositions { limit });
                }
                place.insert(positions.len() as u32);
                positions.push(start);
            }
        }
        // The predecessors, as pairs to be sorted by the later position.
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut open_moves: Vec<u32> = Vec::new();
        let mut values: Vec<Exact> = Vec::new();
        let mut marked: Vec<u32> = Vec::new();
        let mut moves = Vec::new();
        let mut next = 0;
        while next < positions.len() {
            let position = positions[next];
            let from = next as u32;
            next += 1;
            moves.clear();
            values.push(DRAW);
            match position.outcome() {
                Some(Outcome::Win(side)) => {
                    values[from as usize] = Exact { winner: Some(side), plies: 0 };
                    marked.push(from);
                }
                Some(Outcome::Draw) => {}
                None => position.moves(&mut moves),
            }
            open_moves.push(moves.len() as u32);
            for &mv in &moves {
                let child = position.play(mv).canonical().0;
                let fresh = positions.len() as u32;
                let to = *index.entry(child).or_insert(fresh);
                if to == fresh {
                    if positions.len() == limit {
                        return Err(TooManyPositions { limit });
                    }
                    positions.push(child);
                }
                edges.push((to, from));
            }
        }
        edges.sort_unstable();
        // Wins are marked in the order of their length, so the first mark is the shortest for
        // the winner and the last open move the longest for the loser.
        let mut done = 0;
        while done < marked.len() {
            let child = marked[done];
            done += 1;
            let Exact { winner, plies } = values[child as usize];
            let first = edges.partition_point(|&(to, _)| to < child);
            for &(_, parent) in edges[first..].iter().take_while(|&&(to, _)| to == child) {
                let at = parent as usize;
                if values[at].winner.is_some() {
                    continue;
                }
                open_moves[at] -= 1;
                if winner == Some(positions[at].side_to_move()) || open_moves[at] == 0 {
                    values[at] = Exact { winner, plies: plies + 1 };
                    marked.push(parent);
                }
            }
        }
        Ok(Self { index, positions, values })
    }

    /// One image of every position, those of the starts first.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The value of a position, if it can be reached.
    pub fn value(&self, position: &P) -> Option<Exact> {
        self.index.get(&position.canonical().0).map(|&at| self.values[at as usize])
    }
}
