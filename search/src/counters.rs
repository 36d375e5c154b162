//! What a search did, technique by technique: always counted, because the tables need it.

use serde::{Deserialize, Serialize};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Counts of one search, summed over its threads.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Counters {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counters {
            /// Adds the counts of another thread or search.
            pub fn add(&mut self, other: &Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counters! {
    /// Positions entered, quiescence and null moves included; the root counts once an iteration.
    nodes,
    /// Of these, in quiescence.
    quiescence_nodes,
    /// Positions evaluated.
    evaluations,
    /// Table look-ups.
    table_probes,
    /// Look-ups that found the position.
    table_hits,
    /// Nodes that the table answered.
    table_cuts,
    /// Nodes that enhanced transposition cut-offs answered.
    transposition_cuts,
    /// Null moves searched.
    null_moves,
    /// Null moves that cut.
    null_move_cuts,
    /// Nodes tried with multi-cut at CUT nodes.
    multi_cut_cut_tries,
    /// Of these, cut.
    multi_cut_cut_cuts,
    /// Nodes tried with multi-cut at ALL nodes.
    multi_cut_all_tries,
    /// Of these, cut.
    multi_cut_all_cuts,
    /// Shallower searches for a first move.
    internal_deepenings,
    /// Moves searched again with a wider window.
    re_searches,
    /// Moves searched half way between their cost and the least, before they are searched in full.
    halfway_searches,
    /// Of these, found no better there.
    halfway_failures,
    /// Shallow searches that ProbCut asked, two a node at most for each pair of depths.
    probcut_tests,
    /// Of these, decided their node.
    probcut_cuts,
    /// Shallow searches of children that GPC asked, also as a part of the integrated strategy.
    gpc_tests,
    /// Of these, left their child out.
    gpc_skips,
    /// Shallow searches of children that FGPC asked, also as a part of the integrated strategy.
    fgpc_tests,
    /// Of these, ended their parent.
    fgpc_cuts,
    /// Short searches for a rank, of node cutting and of the integrated strategy.
    node_cutting_searches,
    /// Nodes whose last rank was known from an earlier visit.
    node_cutting_kept,
    /// Nodes ended by node cutting.
    node_cutting_cuts,
    /// Moves of these that were left out.
    node_cutting_moves,
    /// Nodes of all these shallow and short searches, those of searches within others once.
    shallow_nodes,
    /// Nodes cut by one of their moves.
    beta_cuts,
    /// Of these, by the first move.
    first_move_cuts,
    /// Nodes drawn by repetition.
    repetitions,
    /// Values not stored because they rest on the path.
    path_dependent,
    /// Iterations searched again because the value left the window.
    window_failures,
    /// Moves put off because another thread was searching them.
    deferred_moves,
    /// Nodes given up because another thread had decided them.
    given_up_nodes,
    /// Nodes of a proof search before this one, as it counts them; they are no part of `nodes`.
    proof_nodes,
    /// Positions for which the proof search found a win, so that nothing else was searched.
    proofs,
    /// Nodes that the table of proved positions answered.
    proved_hits,
    /// Of these, with a score outside the window.
    proved_cuts,
}
