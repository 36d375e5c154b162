//! The keys of a line of play, and which of them come back.

/// The keys of the positions from the start of a line of play to the last.
///
/// A search asks at every node whether its position was there before. Keys that fall on the same
/// place of a small table form a chain, the latest first, and the table has a place for every key.
/// So an answer takes a step or two however long the line is, also in a game without irreversible
/// moves, where every position of the line could come back.
#[derive(Clone, Debug)]
pub struct KeyPath {
    steps: Vec<Step>,
    /// The number of the last step on each place, 0 for none; as many as a power of two.
    places: Vec<u32>,
}

/// A position of the line. Steps are numbered from 1.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Number of the step before on the same place, 0 for none.
    previous: u32,
    /// Steps up to this number lie before an irreversible move.
    horizon: u32,
}

/// Places to begin with: enough for most games.
const PLACES: usize = 256;

impl Default for KeyPath {
    fn default() -> Self {
        Self::new()
    }
}

impl KeyPath {
    /// A line without positions.
    pub fn new() -> Self {
        Self { steps: Vec::with_capacity(PLACES), places: vec![0; PLACES] }
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
        self.steps.clear();
        self.places.fill(0);
    }

    /// Puts a position on the line. None from before an irreversible move can come back.
    #[inline(always)]
    pub fn push(&mut self, key: u64, is_irreversible: bool) {
        let before = self.steps.len();
        if before == self.places.len() {
            self.widen();
        }
        let horizon = match self.steps.last() {
            Some(last) if !is_irreversible => last.horizon,
            _ => before as u32,
        };
        let place = self.place(key);
        let previous = std::mem::replace(&mut self.places[place], before as u32 + 1);
        self.steps.push(Step { key, previous, horizon });
    }

    /// Takes the last position off the line.
    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            let place = self.place(step.key);
            self.places[place] = step.previous;
        }
    }

    /// Where the last key stood before: indices from 0, the latest first, back to the last
    /// irreversible move.
    #[inline(always)]
    pub fn recurrences(&self) -> Recurrences<'_> {
        let (key, next, horizon) =
            self.steps.last().map_or((0, 0, 0), |last| (last.key, last.previous, last.horizon));
        Recurrences { steps: &self.steps, key, next, horizon }
    }

    /// Where a key stands that comes back after one more move, if that is reversible: indices from
    /// 0, the latest first.
    #[inline(always)]
    pub fn recurrences_of(&self, key: u64) -> Recurrences<'_> {
        let horizon = self.steps.last().map_or(0, |last| last.horizon);
        Recurrences { steps: &self.steps, key, next: self.places[self.place(key)], horizon }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// Doubles the places and forms the chains again.
    #[cold]
    fn widen(&mut self) {
        self.places = vec![0; 2 * self.places.len()];
        for i in 0..self.steps.len() {
            let place = self.place(self.steps[i].key);
            self.steps[i].previous = std::mem::replace(&mut self.places[place], i as u32 + 1);
        }
    }
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
            }
            path.clear();
            assert!(path.is_empty() && path.recurrences().next().is_none());
            path.push(7, false);
            assert_eq!(path.recurrences().next(), None);
        }
    }

    #[test]
    fn a_look_takes_a_step_or_two_however_long_the_line_is() {
        let mut path = KeyPath::new();
        for i in 0..20_000 {
            path.push(split_mix(i), false);
        }
        let steps_of = |key| {
            let mut number = path.places[path.place(key)];
            let numbers = std::iter::from_fn(|| {
                let now = number.checked_sub(1)?;
                number = path.steps[now as usize].previous;
                Some(now)
            });
            numbers.count()
        };
        let steps: Vec<usize> = (0..10_000).map(|i| steps_of(split_mix(i + (1 << 40)))).collect();
        assert!(steps.iter().sum::<usize>() < 10_000, "less than one step on average");
        assert!(steps.iter().all(|&steps| steps < 12), "{:?}", steps.iter().max());
    }
}
