//! The example of PDS in `winands-thesis` 5.1.2, step by step: three iterations, nine nodes.

use conjoin_core::mix::split_mix;
use conjoin_core::{Indexed, Outcome, Position, Repetition, Replies, Side, Symmetric};
use conjoin_prove::{DepthFirst, DepthFirstConfig, INFINITE, Limits, NoEvaluator, Verdict};

/// A node of the tree of figure 5.1, by its letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node(u8);

impl Node {
    fn children(self) -> &'static [u8] {
        match self.0 {
            b'A' => b"BC",
            b'B' => b"DEFG",
            b'C' => b"HI",
            b'H' => b"JK",
            _ => b"",
        }
    }
}

impl Position for Node {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        // A and the third level are OR nodes.
        if b"ADEFGHI".contains(&self.0) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        split_mix(u64::from(self.0))
    }

    fn recomputed_key(&self) -> u64 {
        self.key()
    }

    fn board_key(&self) -> u64 {
        self.key()
    }

    fn same_board(&self, other: &Self) -> bool {
        self == other
    }

    fn outcome(&self) -> Option<Outcome> {
        b"IJ".contains(&self.0).then_some(Outcome::Win(Side::First))
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend_from_slice(self.children());
    }

    fn play(&self, mv: u8) -> Self {
        Self(mv)
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Unlimited
    }
}

impl Replies for Node {
    fn replies(&self, mut visit: impl FnMut(u8, Option<Outcome>, u32)) {
        for &mv in self.children() {
            let child = Self(mv);
            visit(mv, child.outcome(), child.children().len() as u32);
        }
    }
}

impl Indexed for Node {
    const MOVE_INDICES: usize = 256;

    fn move_index(mv: u8) -> usize {
        usize::from(mv)
    }

    fn pack_move(mv: u8) -> u16 {
        u16::from(mv)
    }

    fn unpack_move(bits: u16) -> Option<u8> {
        u8::try_from(bits).ok().filter(|&mv| mv != 0)
    }
}

impl Symmetric for Node {
    const SYMMETRIES: usize = 1;
    const SYMMETRY_NAME: &'static str = "none";

    fn transformed(&self, _: usize) -> Self {
        *self
    }

    fn transformed_move(&self, mv: u8, _: usize) -> u8 {
        mv
    }

    fn inverse(symmetry: usize) -> usize {
        symmetry
    }
}

#[test]
fn the_example_of_the_thesis_runs_step_by_step() {
    // The numbers of A after so many nodes. Iteration 1 expands A. Iteration 2 expands A, B and C
    // and ends with 2 and 2. Iteration 3 expands A, C and H, finds that J wins, and then I.
    let steps = [
        (1, (1, 2)),
        (2, (1, 2)),
        (3, (1, 2)),
        (4, (2, 2)),
        (5, (2, 2)),
        (6, (2, 2)),
        (7, (2, 2)),
        (8, (1, 2)),
        (10, (0, INFINITE)),
    ];
    for (nodes, numbers) in steps {
        let solver = DepthFirst::new(DepthFirstConfig::PDS, NoEvaluator, 1 << 16, 1).unwrap();
        let found = solver.solve(&Node(b'A'), Side::First, None, &Limits::nodes(nodes));
        assert_eq!((found.proof, found.disproof), numbers, "after {nodes} nodes");
        assert_eq!(found.counters.nodes, nodes.min(9));
        let verdict = if nodes == 10 { Verdict::Proved } else { Verdict::Unknown };
        assert_eq!(found.verdict, verdict);
    }
}
