//! The keys of a line of play, and which of them come back.

/// The keys of the positions from the start of a line of play to the last.
///
/// A search asks at every node whether its position was there before. Keys that fall on the same
/// place of a table form a chain, the latest first, so that an answer takes a step or two and not a
/// look at the whole line, also in a game without irreversible moves, where every position of the
/// line could come back. A line that is longer than the table has chains of a few steps.
#[derive(Clone, Debug)]
pub struct KeyPath {
    steps: Vec<Step>,
    /// The number of the last step on each place, 0 for none.
    places: Box<[u32; PLACES]>,
    /// Steps up to this number lie before an irreversible move.
    horizon: u32,
}

/// A position of the line. Steps are numbered from 1.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Number of the step before on the same place, 0 for none.
    previous: u32,
    /// The horizon before this step.
    horizon: u32,
}

/// Places of the table; a power of two. More would take cache from everything else.
const PLACES: usize = 1 << 10;

impl Default for KeyPath {
    fn default() -> Self {
        Self::new()
    }
}

impl KeyPath {
    /// A line without positions.
    pub fn new() -> Self {
        Self { steps: Vec::with_capacity(256), places: Box::new([0; PLACES]), horizon: 0 }
    }

    /// Positions on the line.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Is there no position yet?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The last key.
    #[inline(always)]
    pub fn last(&self) -> Option<u64> {
        self.steps.last().map(|step| step.key)
    }

    /// Takes all positions off, keeping the memory.
    pub fn clear(&mut self) {
        for step in &self.steps {
            self.places[place(step.key)] = 0;
        }
        self.steps.clear();
        self.horizon = 0;
    }

    /// Puts a position on the line. None from before an irreversible move can come back.
    #[inline(always)]
    pub fn push(&mut self, key: u64, is_irreversible: bool) {
        let before = self.steps.len() as u32;
        let previous = std::mem::replace(&mut self.places[place(key)], before + 1);
        self.steps.push(Step { key, previous, horizon: self.horizon });
        if is_irreversible {
            self.horizon = before;
        }
    }

    /// Takes the last position off the line.
    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.places[place(step.key)] = step.previous;
            self.horizon = step.horizon;
        }
    }

    /// Where the last key stood before: indices from 0, the latest first, back to the last
    /// irreversible move.
    #[inline(always)]
    pub fn recurrences(&self) -> Recurrences<'_> {
        let (key, next) = self.steps.last().map_or((0, 0), |last| (last.key, last.previous));
        Recurrences { steps: &self.steps, key, next, horizon: self.horizon }
    }

    /// May this key stand where [`KeyPath::recurrences_of`] looks? Mostly not, and then the answer
    /// costs next to nothing.
    #[inline(always)]
    pub fn may_recur(&self, key: u64) -> bool {
        self.places[place(key)] > self.horizon
    }

    /// Where a key stands that comes back after one more move, if that is reversible: indices from
    /// 0, the latest first.
    #[inline(always)]
    pub fn recurrences_of(&self, key: u64) -> Recurrences<'_> {
        let next = self.places[place(key)];
        Recurrences { steps: &self.steps, key, next, horizon: self.horizon }
    }
}

#[inline(always)]
const fn place(key: u64) -> usize {
    key as usize % PLACES
}

/// The places on a line of play where a key stands.
#[derive(Clone, Debug)]
pub struct Recurrences<'p> {
    steps: &'p [Step],
    key: u64,
    /// Number of the next step of the chain.
    next: u32,
    horizon: u32,
}

impl Iterator for Recurrences<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.next > self.horizon {
            let index = self.next as usize - 1;
            let step = &self.steps[index];
            self.next = step.previous;
            if step.key == self.key {
                return Some(index);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::split_mix;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The answers by looking at every step: the line, with for each key whether the move to it was
    /// irreversible.
    fn plain(line: &[(u64, bool)], key: u64, before: usize) -> Vec<usize> {
        let horizon = line.iter().rposition(|&(_, irreversible)| irreversible).unwrap_or(0);
        (horizon..before).rev().filter(|&i| line[i].0 == key).collect()
    }

    #[test]
    fn what_comes_back_is_what_a_look_at_every_step_finds() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (different, captures) in [(5, 0.0), (5, 0.1), (300, 0.0), (300, 0.02), (3000, 0.001)] {
            let mut path = KeyPath::new();
            let mut line = Vec::new();
            for _ in 0..5_000 {
                if rng.random_bool(0.3) && line.pop().is_some() {
                    path.pop();
                } else {
                    let key = split_mix(rng.random_range(0..different));
                    line.push((key, rng.random_bool(captures)));
                    path.push(key, line[line.len() - 1].1);
                }
                assert_eq!(path.len(), line.len());
                if let Some(&(key, _)) = line.last() {
                    assert_eq!(path.last(), Some(key));
                    let found: Vec<usize> = path.recurrences().collect();
                    assert_eq!(found, plain(&line, key, line.len() - 1));
                }
                let key = split_mix(rng.random_range(0..different));
                let found: Vec<usize> = path.recurrences_of(key).collect();
                assert_eq!(found, plain(&line, key, line.len()));
                assert!(path.may_recur(key) || found.is_empty());
            }
            path.clear();
            assert!(path.is_empty() && path.recurrences().next().is_none());
            path.push(7, false);
            assert_eq!(path.recurrences().next(), None);
        }
    }

    #[test]
    fn a_look_at_a_long_line_takes_a_step_or_two() {
        let mut path = KeyPath::new();
        for i in 0..2_000 {
            path.push(split_mix(i), false);
        }
        let steps_of = |key| {
            let mut number = path.places[place(key)];
            let numbers = std::iter::from_fn(|| {
                let now = number.checked_sub(1)?;
                number = path.steps[now as usize].previous;
                Some(now)
            });
            numbers.count()
        };
        let steps: Vec<usize> = (0..10_000).map(|i| steps_of(split_mix(i + (1 << 40)))).collect();
        assert!(steps.iter().sum::<usize>() < 20_000, "less than two steps on average");
        assert!(steps.iter().all(|&steps| steps < 12), "{:?}", steps.iter().max());
        assert!(steps.iter().any(|&steps| steps > 0), "the line is in the chains");
    }
}
