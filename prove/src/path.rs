//! The path from the root: which positions would come back, and how the path is told apart.

use conjoin_core::mix::split_mix;

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Index of the first step that could come back.
    horizon: usize,
    /// Hash of the steps from the horizon to the one before.
    hash: u64,
}

/// Places of the filter; a power of two.
const FILTER: usize = 1 << 12;

/// The positions from the root to the current one, the root at ply 1.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    steps: Vec<Step>,
    /// How many positions of the path fall on each place: most questions end here.
    filter: Box<[u16; FILTER]>,
}

impl Default for Path {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Path {
    pub fn new(root_key: u64) -> Self {
        let mut path = Self { steps: Vec::with_capacity(256), filter: Box::new([0; FILTER]) };
        path.steps.push(Step { key: root_key, horizon: 0, hash: 0 });
        path.filter[place(root_key)] = 1;
        path
    }

    /// The ply of the current position.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        self.steps.len()
    }

    /// The ply at which a position with this key stands on the path, if it would be a repetition
    /// after a reversible move from the current one.
    #[inline(always)]
    pub fn repeats(&self, key: u64) -> Option<usize> {
        if self.filter[place(key)] == 0 {
            return None;
        }
        let last = self.steps.last().expect("the root is always there");
        // Only every second position has the same player to move, the parent never.
        let mut at = self.steps.len();
        while at >= last.horizon + 2 {
            at -= 2;
            if self.steps[at].key == key {
                return Some(at + 1);
            }
        }
        None
    }

    /// What tells this path, as far as it can matter, from others.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.steps.last().expect("the root is always there").hash
    }

    /// [`Path::hash`] after a reversible move.
    #[inline(always)]
    pub fn hash_of_child(&self) -> u64 {
        let last = self.steps.last().expect("the root is always there");
        split_mix(last.hash ^ last.key.rotate_left(17))
    }

    #[inline(always)]
    pub fn push(&mut self, key: u64, is_irreversible: bool) {
        let (horizon, hash) = if is_irreversible {
            (self.steps.len(), 0)
        } else {
            let horizon = self.steps.last().expect("the root is always there").horizon;
            (horizon, self.hash_of_child())
        };
        self.steps.push(Step { key, horizon, hash });
        self.filter[place(key)] = self.filter[place(key)].wrapping_add(1);
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        let step = self.steps.pop().expect("what was pushed");
        self.filter[place(step.key)] = self.filter[place(step.key)].wrapping_sub(1);
    }
}

#[inline(always)]
fn place(key: u64) -> usize {
    key as usize % FILTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reversible_positions_with_the_same_player_come_back() {
        let mut path = Path::new(10);
        assert_eq!(path.repeats(10), None, "no player moves twice");
        path.push(11, false);
        assert_eq!(path.repeats(10), Some(1));
        path.push(12, false);
        assert_eq!(path.repeats(10), None, "the other player would be to move");
        assert_eq!(path.repeats(11), Some(2));
        path.push(13, true);
        path.push(14, false);
        assert_eq!(path.repeats(11), None, "a capture lies between");
        assert_eq!(path.repeats(13), Some(4));
        path.pop();
        path.pop();
        assert_eq!(path.repeats(11), Some(2));
    }

    #[test]
    fn paths_are_told_apart_since_the_last_capture() {
        let walk = |keys: &[(u64, bool)]| {
            let mut path = Path::new(1);
            for &(key, capture) in keys {
                path.push(key, capture);
            }
            path.hash()
        };
        assert_ne!(walk(&[(2, false), (3, false)]), walk(&[(3, false), (2, false)]));
        assert_eq!(
            walk(&[(2, false), (3, true), (5, false)]),
            walk(&[(7, false), (3, true), (9, false)])
        );
    }
}
