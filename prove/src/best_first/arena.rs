//! The memory of a proof tree: nodes in one array, the children of a node side by side, and free
//! blocks kept by their length.

use crate::bounds::Bounds;

/// Marks a leaf, and the parent of the root.
pub(crate) const NONE: u32 = u32::MAX;

/// A node of a proof tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    pub mv: M,
    pub bounds: Bounds,
    pub parent: u32,
    /// First child, or [`NONE`].
    pub first: u32,
    pub count: u16,
    /// For a disproof: the earliest ply of the path it rests on.
    pub rests_on: u16,
    /// For a proof: plies within which the attacker wins.
    pub plies: u16,
}

/// All nodes of a tree.
#[derive(Debug)]
pub(crate) struct Arena<M> {
    pub nodes: Vec<Node<M>>,
    /// First nodes of free blocks, by length.
    free: Vec<Vec<u32>>,
    /// Nodes in use.
    pub used: usize,
    /// Most nodes that may be in use.
    pub most: usize,
}

impl<M: Copy> Arena<M> {
    pub fn new(most: usize) -> Self {
        Self { nodes: Vec::new(), free: Vec::new(), used: 0, most: most.min(NONE as usize - 1) }
    }

    /// Bytes of one node.
    pub const fn node_bytes() -> usize {
        size_of::<Node<M>>()
    }

    /// Bytes of all nodes, free ones included.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * Self::node_bytes()
    }

    /// Nodes by which the memory grows: little, for what is held back is lost to another tree beside it.
    fn step(&self) -> usize {
        (self.nodes.len() / 32).max(256)
    }

    /// Nodes that another tree may have beside this one and its next growth.
    pub fn room(&self) -> usize {
        self.most.saturating_sub(self.nodes.capacity().max(self.nodes.len() + self.step()))
    }

    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.shrink_to(self.most);
        self.free.clear();
        self.used = 0;
    }

    /// Places nodes side by side; nothing when there is no room left.
    pub fn place(&mut self, block: &[Node<M>]) -> Option<u32> {
        let length = block.len();
        if self.used + length > self.most {
            return None;
        }
        let reused = self.free.get_mut(length).and_then(Vec::pop);
        let first = if let Some(first) = reused {
            self.nodes[first as usize..first as usize + length].copy_from_slice(block);
            first
        } else {
            if self.nodes.len() + length > self.most {
                return None;
            }
            if self.nodes.len() + length > self.nodes.capacity() {
                // Never beyond what is allowed.
                let more = self.step().min(self.most - self.nodes.len());
                self.nodes.reserve_exact(more.max(length));
            }
            self.nodes.extend_from_slice(block);
            (self.nodes.len() - length) as u32
        };
        self.used += length;
        Some(first)
    }

    /// Frees everything below a node.
    pub fn remove_below(&mut self, node: u32) {
        let mut open = vec![node];
        while let Some(at) = open.pop() {
            let Node { first, count, .. } = self.nodes[at as usize];
            if first == NONE {
                continue;
            }
            self.nodes[at as usize].first = NONE;
            self.nodes[at as usize].count = 0;
            let length = usize::from(count);
            open.extend(
                (first..first + u32::from(count))
                    .filter(|&child| self.nodes[child as usize].first != NONE),
            );
            if self.free.len() <= length {
                self.free.resize(length + 1, Vec::new());
            }
            self.free[length].push(first);
            self.used -= length;
        }
    }

    /// The children of a node.
    pub fn children(&self, node: u32) -> &[Node<M>] {
        let Node { first, count, .. } = self.nodes[node as usize];
        if first == NONE {
            return &[];
        }
        &self.nodes[first as usize..first as usize + usize::from(count)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_blocks_are_used_again() {
        let node = Node {
            mv: 0u8,
            bounds: Bounds::UNIT,
            parent: NONE,
            first: NONE,
            count: 0,
            rests_on: 0,
            plies: 0,
        };
        let mut arena = Arena::new(10);
        let root = arena.place(&[node]).unwrap();
        let first = arena.place(&[node; 3]).unwrap();
        arena.nodes[root as usize].first = first;
        arena.nodes[root as usize].count = 3;
        let below = arena.place(&[node; 5]).unwrap();
        arena.nodes[first as usize + 1].first = below;
        arena.nodes[first as usize + 1].count = 5;
        assert_eq!(arena.place(&[node; 3]), None, "full");
        arena.remove_below(root);
        assert_eq!(arena.used, 1);
        assert_eq!(arena.place(&[node; 5]), Some(below));
        assert_eq!(arena.place(&[node; 3]), Some(first));
    }

    /// `docs/solvers.md` says how many nodes a memory holds.
    #[test]
    fn a_node_with_a_short_move_takes_24_bytes() {
        assert_eq!(Arena::<u16>::node_bytes(), 24);
    }
}
