//! The path from the root: which positions would come back, and how the path is told apart.

use conjoin_core::KeyPath;
use conjoin_core::mix::split_mix;

/// The positions from the root to the current one, the root at ply 1.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    keys: KeyPath,
    /// For each position a hash of those before it, back to the last irreversible move.
    hashes: Vec<u64>,
}

impl Default for Path {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Path {
    pub fn new(root_key: u64) -> Self {
        let mut path = Self { keys: KeyPath::new(), hashes: Vec::with_capacity(256) };
        path.keys.push(root_key, false);
        path.hashes.push(0);
        path
    }

    /// The ply of the current position.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        self.keys.len()
    }

    /// The ply at which a position with this key stands on the path, if it would be a repetition
    /// after a reversible move from the current one.
    #[inline(always)]
    pub fn repeats(&self, key: u64) -> Option<usize> {
        if self.keys.may_recur(key) { self.find(key) } else { None }
    }

    #[cold]
    fn find(&self, key: u64) -> Option<usize> {
        // Only every second position has the same player to move.
        let has_same_player = |&i: &usize| (self.keys.len() - i).is_multiple_of(2);
        self.keys.recurrences_of(key).find(has_same_player).map(|i| i + 1)
    }

    /// What tells this path, as far as it can matter, from others.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        *self.hashes.last().expect("the root is always there")
    }

    /// [`Path::hash`] after a reversible move.
    #[inline(always)]
    pub fn hash_of_child(&self) -> u64 {
        let key = self.keys.last().expect("the root is always there");
        split_mix(self.hash() ^ key.rotate_left(17))
    }

    #[inline(always)]
    pub fn push(&mut self, key: u64, is_irreversible: bool) {
        self.hashes.push(if is_irreversible { 0 } else { self.hash_of_child() });
        self.keys.push(key, is_irreversible);
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        self.keys.pop();
        self.hashes.pop();
    }
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
