//! Perft: the number of legal move sequences of a given length, the sharpest test of move
//! generation there is.
//!
//! A game that ends early adds nothing, a forced pass is a move, and the rules about repetition
//! hold. The last two plies are counted at once through [`Replies::count_replies`] wherever no
//! repetition can end a game there.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::{History, Repetition, Replies};

/// What a parallel count tells while it runs and how it is stopped.
#[derive(Debug, Default)]
pub struct PerftControl {
    /// Set this to end the count early.
    pub stop: AtomicBool,
    /// Parts of the tree that are counted.
    pub done: AtomicUsize,
    /// Parts in all; 0 until the work is split.
    pub total: AtomicUsize,
}

/// Counts the move sequences of length `depth` from a position without history.
pub fn perft<P: Replies>(start: &P, depth: u32) -> u64 {
    let control = PerftControl::default();
    Counter::new(*start, &control).count_root(depth)
}

/// [`perft`] for each first move, in the order of move generation.
pub fn perft_divide<P: Replies>(start: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let control = PerftControl::default();
    let mut counter = Counter::new(*start, &control);
    if depth == 0 || counter.history.outcome().is_some() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    start.moves(&mut moves);
    moves
        .into_iter()
        .map(|mv| {
            counter.history.push(mv);
            let count = counter.count_root(depth - 1);
            counter.history.pop();
            (mv, count)
        })
        .collect()
}

/// Counts with several threads; nothing when `control.stop` ended it early.
pub fn perft_parallel<P: Replies>(
    start: &P,
    depth: u32,
    threads: usize,
    control: &PerftControl,
) -> Option<u64> {
    let split_depth = depth.min(2);
    let mut parts = Vec::new();
    collect_lines(&mut History::new(*start), split_depth, &mut Vec::new(), &mut parts);
    control.total.store(parts.len(), Ordering::Relaxed);

    let next = AtomicUsize::new(0);
    let sum = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut counter = Counter::new(*start, control);
                let mut own = 0;
                while let Some(line) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    counter.go_to(line);
                    own += counter.count_root(depth - split_depth);
                    control.done.fetch_add(1, Ordering::Relaxed);
                }
                sum.fetch_add(own, Ordering::Relaxed);
            });
        }
    });
    (!control.stop.load(Ordering::Relaxed)).then(|| sum.into_inner())
}

/// Every line of play of exactly `depth` moves that does not go on after the end of a game.
fn collect_lines<P: Replies>(
    history: &mut History<P>,
    depth: u32,
    line: &mut Vec<P::Move>,
    lines: &mut Vec<Vec<P::Move>>,
) {
    if depth == 0 {
        lines.push(line.clone());
        return;
    }
    if history.outcome().is_some() {
        return;
    }
    let mut moves = Vec::new();
    history.current().moves(&mut moves);
    for mv in moves {
        history.push(mv);
        line.push(mv);
        collect_lines(history, depth - 1, line, lines);
        line.pop();
        history.pop();
    }
}

/// The state of one counting thread.
struct Counter<'c, P: Replies> {
    history: History<P>,
    /// The moves of all open nodes, one after the other.
    arena: Vec<P::Move>,
    control: &'c PerftControl,
}

impl<'c, P: Replies> Counter<'c, P> {
    fn new(start: P, control: &'c PerftControl) -> Self {
        Self { history: History::new(start), arena: Vec::new(), control }
    }

    /// Goes to the end of a line of play. What it begins with is mostly that of the last one.
    fn go_to(&mut self, line: &[P::Move]) {
        let pairs = line.iter().zip(self.history.moves());
        let shared = pairs.take_while(|(one, other)| one == other).count();
        while self.history.moves().len() > shared {
            self.history.pop();
        }
        line[shared..].iter().for_each(|&mv| self.history.push(mv));
    }

    /// Counts below the current position of the history.
    fn count_root(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.history.outcome().is_some() {
            return 0;
        }
        let came_back = self.history.occurrences() > 1;
        self.count(depth, came_back)
    }

    /// Counts below a running position. `came_back` tells that some position of the current line
    /// is there for the second time: before that nothing can be there for the third.
    fn count(&mut self, depth: u32, came_back: bool) -> u64 {
        let position = *self.history.current();
        let repetition = position.repetition();
        let may_repeat = match repetition {
            Repetition::ThirdOccurrence => came_back,
            Repetition::AnyBoard => true,
            Repetition::Unlimited => false,
        };
        match depth {
            0 => return 1,
            1 => return u64::from(position.count_moves()),
            2 if !may_repeat => return position.count_replies(),
            _ if self.control.stop.load(Ordering::Relaxed) => return 0,
            _ => {}
        }
        let first = self.arena.len();
        position.moves(&mut self.arena);
        let mut sum = 0;
        for i in first..self.arena.len() {
            self.history.push(self.arena[i]);
            // Each look for what came back is made once.
            let (is_drawn, came_back) = match repetition {
                Repetition::ThirdOccurrence => {
                    let occurrences = self.history.occurrences();
                    (occurrences > 2, came_back || occurrences > 1)
                }
                Repetition::AnyBoard => (self.history.board_was_there(), came_back),
                Repetition::Unlimited => (false, came_back),
            };
            if !is_drawn && self.history.board_outcome().is_none() {
                sum += self.count(depth - 1, came_back);
            }
            self.history.pop();
        }
        self.arena.truncate(first);
        sum
    }
}
