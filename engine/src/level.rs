//! Levels: players from beginner to full strength.
//!
//! A level is a profile with a [`Handicap`]: it searches less, and the lower levels choose among
//! the moves they have looked at by chance, good moves more often than bad ones. No level plays
//! absurd moves: a win in one is taken, and a move that lets the opponent win at once is made
//! only when there is no other. The limits are in nodes and iterations, not in time, so a level
//! is as strong on a slow machine as on a fast one.

use conjoin_core::{History, Position, Score};
use conjoin_eval::Playable;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::{EventLine, Request};

/// The highest level: full strength.
pub const HIGHEST_LEVEL: u8 = 10;

/// The name of the profile of a level, or nothing when there is no such level.
pub fn level_profile(level: u8) -> Option<String> {
    (1..=HIGHEST_LEVEL).contains(&level).then(|| format!("level-{level}"))
}

/// What keeps a player from its full strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Handicap {
    /// Last iteration, whatever else is allowed.
    pub depth: Option<u32>,
    /// Nodes for a move, whatever else is allowed.
    pub nodes: Option<u64>,
    /// Part of the time or nodes allowed that is used.
    pub effort: f64,
    /// Moves to choose among; all of them where it is not given.
    pub choices: Option<usize>,
    /// Points by which a move may be worse and is still chosen a third as often as the best, where
    /// 500 points decide; 0 is always the best.
    pub temperature: f64,
}

impl Default for Handicap {
    /// No handicap at all.
    fn default() -> Self {
        Self { depth: None, nodes: None, effort: 1.0, choices: None, temperature: 0.0 }
    }
}

impl Handicap {
    /// The handicap if its numbers make sense.
    pub(crate) fn checked(self) -> Result<Self, String> {
        let fine = self.temperature.is_finite() && (0.0..=1e6).contains(&self.temperature);
        if !fine {
            return Err(format!("temperature {}: expected 0 to 1000000", self.temperature));
        }
        if !(self.effort > 0.0 && self.effort <= 1.0) {
            return Err(format!("effort {}: expected more than 0 and at most 1", self.effort));
        }
        if self.depth == Some(0) || self.nodes == Some(0) || self.choices == Some(0) {
            return Err("depth, nodes and choices are at least 1".into());
        }
        Ok(self)
    }

    /// The same in the points of a game.
    pub(crate) fn in_points_of<G: Playable>(self) -> Self {
        Self { temperature: self.temperature * f64::from(G::DECISIVE) / 500.0, ..self }
    }

    /// What is left of a request.
    pub(crate) fn reduced(&self, request: &Request) -> Request {
        let mut request = request.clone();
        if self.effort < 1.0 {
            let nodes = request.nodes.map(|nodes| (nodes as f64 * self.effort) as u64);
            request.nodes = nodes.map(|nodes| nodes.max(1));
            request.move_time = request.move_time.map(|time| time.mul_f64(self.effort));
            for left in request.clock.iter_mut().flat_map(|clock| &mut clock.left) {
                *left = left.mul_f64(self.effort);
            }
        }
        request.depth = least(request.depth, self.depth);
        request.nodes = least(request.nodes, self.nodes);
        request.multi_pv = request.multi_pv.max(self.lines());
        request
    }

    /// Lines that the search has to give.
    pub(crate) fn lines(&self) -> usize {
        if self.temperature > 0.0 { self.choices.unwrap_or(usize::MAX) } else { 1 }
    }

    /// Chooses a line; `None` only when there is none.
    pub(crate) fn choose<P: Position>(
        &self,
        game: &History<P>,
        lines: &[EventLine<P::Move>],
        random: &mut impl Rng,
    ) -> Option<usize> {
        let best = lines.first()?;
        if self.temperature <= 0.0 || wins_at_once(game, best.moves[0]) {
            return Some(0);
        }
        if let Some(win) = lines.iter().position(|line| wins_at_once(game, line.moves[0])) {
            return Some(win);
        }
        let safe: Vec<usize> =
            (0..lines.len()).filter(|&i| !loses_at_once(game, lines[i].moves[0])).collect();
        let top = safe.iter().map(|&i| lines[i].score).max();
        let Some(top) = top else { return Some(0) };
        let weights: Vec<f64> =
            safe.iter().map(|&i| weight(lines[i].score, top, self.temperature)).collect();
        let mut left = random.random::<f64>() * weights.iter().sum::<f64>();
        for (&i, weight) in safe.iter().zip(&weights) {
            left -= weight;
            if left < 0.0 {
                return Some(i);
            }
        }
        safe.last().copied()
    }
}

/// The smaller of two limits, of which either may be missing.
fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// How often a move of this score is chosen, compared with one of the best score.
fn weight(score: Score, top: Score, temperature: f64) -> f64 {
    (f64::from(score.0 - top.0) / temperature).exp()
}

/// Does this move win the game?
fn wins_at_once<P: Position>(game: &History<P>, mv: P::Move) -> bool {
    let position = game.current();
    let winner = position.play(mv).outcome_after(mv).and_then(conjoin_core::Outcome::winner);
    winner == Some(position.side_to_move())
}

/// Does this move lose the game, or let the opponent win with the next?
fn loses_at_once<P: Position>(game: &History<P>, mv: P::Move) -> bool {
    let mover = game.current().side_to_move();
    let mut game = game.clone();
    game.push(mv);
    match game.outcome() {
        Some(outcome) => outcome.winner() == Some(!mover),
        None => game.current().legal_moves().iter().any(|&reply| wins_at_once(&game, reply)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conjoin_core::{Position as _, TextForm};
    use conjoin_games::loa::{Move, Position, Rules};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn line(game: &History<Position>, text: &str, score: i32) -> EventLine<Move> {
        let mv = game.current().parse_move(text).expect(text);
        EventLine { score: Score(score), moves: vec![mv] }
    }

    /// How often each line is chosen out of 1000 times.
    fn counts(
        handicap: &Handicap,
        game: &History<Position>,
        lines: &[EventLine<Move>],
    ) -> Vec<usize> {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut counts = vec![0; lines.len()];
        for _ in 0..1000 {
            counts[handicap.choose(game, lines, &mut random).expect("a line")] += 1;
        }
        counts
    }

    #[test]
    fn worse_moves_are_chosen_less_often() {
        let game = History::new(Position::start(8, Rules::OLYMPIAD));
        let lines =
            [line(&game, "b8-b6", 50), line(&game, "c8-c6", 20), line(&game, "d8-d6", -400)];
        let handicap = Handicap { temperature: 30.0, ..Handicap::default() };
        let counts = counts(&handicap, &game, &lines);
        assert!(counts[0] > 2 * counts[1], "{counts:?}");
        assert!(counts[1] > 150, "{counts:?}");
        assert_eq!(counts[2], 0, "{counts:?}");
        assert!(handicap.choose(&game, &[], &mut ChaCha8Rng::seed_from_u64(1)).is_none());
    }

    #[test]
    fn a_win_in_one_is_taken_and_none_is_given() {
        // Black wins by a1-d4; some of the other moves let White win.
        let start: Position = "5ww1/8/5w2/8/8/2b5/8/b7 b".parse().expect("a position");
        let game = History::new(start);
        let legal = game.current().legal_moves();
        let lines: Vec<EventLine<Move>> =
            legal.iter().map(|&mv| EventLine { score: Score(0), moves: vec![mv] }).collect();
        let winning: Vec<usize> =
            (0..lines.len()).filter(|&i| wins_at_once(&game, legal[i])).collect();
        assert!(!winning.is_empty());
        let handicap = Handicap { temperature: 1e6, ..Handicap::default() };
        let chosen = counts(&handicap, &game, &lines);
        assert_eq!(chosen[winning[0]], 1000, "{chosen:?}");

        let quiet: Vec<EventLine<Move>> =
            lines.iter().filter(|line| !wins_at_once(&game, line.moves[0])).cloned().collect();
        let safe = quiet.iter().filter(|line| !loses_at_once(&game, line.moves[0])).count();
        for (line, count) in quiet.iter().zip(counts(&handicap, &game, &quiet)) {
            assert!(count == 0 || safe == 0 || !loses_at_once(&game, line.moves[0]));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for temperature in [f64::NAN, f64::INFINITY, -1.0] {
            assert!(Handicap { temperature, ..Handicap::default() }.checked().is_err());
        }
        assert!(Handicap { nodes: Some(0), ..Handicap::default() }.checked().is_err());
        assert!(Handicap { effort: 0.0, ..Handicap::default() }.checked().is_err());
        assert!(Handicap::default().checked().is_ok());
    }

    #[test]
    fn a_handicap_only_takes_away() {
        let handicap = Handicap { nodes: Some(1000), effort: 0.25, ..Handicap::default() };
        let request = |nodes| Request { nodes, ..Request::default() };
        assert_eq!(handicap.reduced(&request(Some(400))).nodes, Some(100));
        assert_eq!(handicap.reduced(&request(Some(1))).nodes, Some(1));
        assert_eq!(handicap.reduced(&request(Some(1 << 40))).nodes, Some(1000));
        assert_eq!(handicap.reduced(&request(None)).nodes, Some(1000));
        let all = Request { nodes: Some(7), multi_pv: 1, ..Request::default() };
        assert_eq!(Handicap::default().reduced(&all), all);
    }
}
