//! What the search does: every technique with its parameters, switched at run time.

use serde::{Deserialize, Serialize};

use crate::{
    CutoffParams, GpcParams, IntegratedParams, MultiCutParams, NodeCuttingParams, NullMoveParams,
    ProbCutParams, RealizationParams,
};

/// How windows are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Driver {
    /// Alpha-beta: every move with the whole window.
    AlphaBeta,
    /// Principal variation search, which visits the same nodes as NegaScout: the first move with
    /// the whole window, the others with a null window and again when they surprise.
    Pvs,
    /// MTD(f): only null windows, closing in on the value.
    Mtdf,
}

/// All techniques of the alpha-beta search. `None` switches one off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchConfig {
    /// How windows are chosen.
    pub driver: Driver,
    /// Plies between two iterations: 1, or 2 as MONA has it.
    pub iteration_step: u32,
    /// Windows around the last value; PVS and alpha-beta only.
    pub aspiration: Option<Aspiration>,
    /// The transposition table.
    pub table: Option<TableParams>,
    /// Enhanced transposition cut-offs.
    pub transposition_cutoffs: Option<CutoffParams>,
    /// Null move.
    pub null_move: Option<NullMoveParams>,
    /// Multi-cut at expected CUT nodes.
    pub multi_cut_cut: Option<MultiCutParams>,
    /// Multi-cut at expected ALL nodes.
    pub multi_cut_all: Option<MultiCutParams>,
    /// The four additions to PVS that make pruning at ALL nodes safe: `winands-thesis` 6.3.
    pub pvs_additions: bool,
    /// Which of the bounds that forward pruning may have made go into the table.
    pub pruned_bounds: PrunedBounds,
    /// The order of moves.
    pub ordering: OrderingParams,
    /// Internal iterative deepening.
    pub internal_deepening: Option<InternalDeepening>,
    /// Quiescence search at the leaves.
    pub quiescence: Option<QuiescenceParams>,
    /// Realization probability search: moves cost parts of a ply by their category.
    pub realization: Option<RealizationParams>,
    /// ProbCut and Multi-ProbCut: a shallow search of a node foretells that a deep one leaves the window.
    pub probcut: Option<ProbCutParams>,
    /// Generalised ProbCut: a child that a shallow search foretells to be no better is left out.
    pub gpc: Option<GpcParams>,
    /// Fast generalised ProbCut: such a child ends the node.
    pub fgpc: Option<GpcParams>,
    /// Node cutting: moves far behind the best of a short search are left out.
    pub node_cutting: Option<NodeCuttingParams>,
    /// The integrated strategy: GPC up to the rank of node cutting, FGPC behind it. With it on, the three
    /// others are not asked.
    pub integrated: Option<IntegratedParams>,
    /// Repetitions on the path count as draws.
    pub repetition: bool,
    /// Nothing is searched that can only find a win longer than one already known.
    pub win_distance: bool,
}

impl Default for SearchConfig {
    /// Everything that `winands-thesis` has by its end.
    fn default() -> Self {
        Self {
            driver: Driver::Pvs,
            iteration_step: 1,
            aspiration: None,
            table: Some(TableParams::default()),
            transposition_cutoffs: Some(CutoffParams::default()),
            null_move: Some(NullMoveParams::default()),
            multi_cut_cut: Some(MultiCutParams::at_cut_nodes()),
            multi_cut_all: Some(MultiCutParams::at_all_nodes()),
            pvs_additions: true,
            pruned_bounds: PrunedBounds::Searched,
            ordering: OrderingParams::default(),
            internal_deepening: None,
            quiescence: Some(QuiescenceParams::default()),
            realization: None,
            probcut: None,
            gpc: None,
            fgpc: None,
            node_cutting: None,
            integrated: None,
            repetition: true,
            win_distance: true,
        }
    }
}

impl SearchConfig {
    /// Alpha-beta and nothing else: what techniques are measured against.
    pub fn bare(driver: Driver) -> Self {
        Self {
            driver,
            iteration_step: 1,
            aspiration: None,
            table: None,
            transposition_cutoffs: None,
            null_move: None,
            multi_cut_cut: None,
            multi_cut_all: None,
            pvs_additions: false,
            pruned_bounds: PrunedBounds::Searched,
            ordering: OrderingParams::none(),
            internal_deepening: None,
            quiescence: None,
            realization: None,
            probcut: None,
            gpc: None,
            fgpc: None,
            node_cutting: None,
            integrated: None,
            repetition: true,
            win_distance: false,
        }
    }

    /// The same without forward pruning: what is left loses nothing.
    #[must_use]
    pub fn without_forward_pruning(&self) -> Self {
        Self {
            null_move: None,
            multi_cut_cut: None,
            multi_cut_all: None,
            realization: None,
            probcut: None,
            gpc: None,
            fgpc: None,
            node_cutting: None,
            integrated: None,
            ..self.clone()
        }
    }
}

/// Which of the bounds that forward pruning may have made go into the table. They stand there for the
/// whole depth, though they come from a shallower search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrunedBounds {
    /// All of them.
    All,
    /// Not those of nodes that null move, ProbCut or multi-cut has cut, whose moves were not searched:
    /// `winands-thesis` figure 6.2. Nor upper bounds of nodes of which moves were left out because they were
    /// foretold to be no better; a value of such a node between the bounds is stored as a lower bound.
    Searched,
    /// Nor those of expected ALL nodes that just reach their bound: it may come from such a node
    /// below. So pruning at ALL nodes alone changes no value, with a table as without one.
    Certain,
}

/// A window around the value of the iteration before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Aspiration {
    /// Half its width in points.
    pub width: i32,
    /// First iteration that uses it.
    pub from_depth: u32,
}

impl Default for Aspiration {
    fn default() -> Self {
        Self { width: 180, from_depth: 3 }
    }
}

/// What a full slot of the table keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableScheme {
    /// Two entries a slot: the deeper one and the newest. Source: Breuker et al. 1996.
    TwoDeep,
    /// Two entries a slot: the one with the larger subtree and the newest.
    TwoBig,
    /// One entry a slot, always the newest.
    Always,
}

/// Parameters of the transposition table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableParams {
    /// What a full slot keeps.
    pub scheme: TableScheme,
    /// Use only values of exactly the depth asked for. Deeper ones are better but another
    /// value than a plain search has.
    pub equal_depth: bool,
}

impl Default for TableParams {
    fn default() -> Self {
        Self { scheme: TableScheme::TwoDeep, equal_depth: false }
    }
}

/// How quiet moves are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HistoryKind {
    /// Not at all.
    None,
    /// By how often a move was best.
    History,
    /// By how often a move was made.
    Butterfly,
    /// By the one divided by the other: `winands-thesis` 7.2.
    Relative,
}

/// What a move at depth d adds to a history table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Increment {
    /// 1.
    One,
    /// d.
    Depth,
    /// d squared.
    DepthSquared,
    /// d cubed.
    DepthCubed,
    /// 2 to the power of d.
    PowerOfTwo,
}

impl Increment {
    /// The increment at a depth.
    #[inline(always)]
    pub(crate) fn at(self, depth: i32) -> u32 {
        let depth = depth.clamp(1, 20) as u32;
        match self {
            Self::One => 1,
            Self::Depth => depth,
            Self::DepthSquared => depth * depth,
            Self::DepthCubed => depth * depth * depth,
            Self::PowerOfTwo => 1 << depth,
        }
    }
}

/// What decides the order of moves after the table move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderingKind {
    /// MIA's: killers, forceful moves by class, history.
    Dynamic,
    /// MONA's: a fixed rank by target and capture.
    Static,
    /// MONA's with the two options it had beside it: killers, history, and its fixed rank among equals.
    StaticAmongEquals,
    /// YL's: by the evaluation after the move where much depends on it, else as `Dynamic`.
    Hierarchical,
    /// The order of move generation.
    None,
}

/// Parameters of move ordering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OrderingParams {
    /// What decides.
    pub kind: OrderingKind,
    /// Killer moves remembered a ply, at most 2.
    pub killers: u8,
    /// Try the reply that refuted the same move elsewhere.
    pub countermove: bool,
    /// How quiet moves are told apart.
    pub history: HistoryKind,
    /// What a best move adds to its history.
    pub history_increment: Increment,
    /// What a move made adds to its butterfly score.
    pub butterfly_increment: Increment,
    /// Remaining depth from which `Hierarchical` evaluates every move.
    pub evaluate_from_depth: i32,
    /// Moves that are sorted at depth 1, where nothing is left to search below; the others come as
    /// they were generated. 0 sorts all.
    pub sorted_at_leaves: usize,
}

impl Default for OrderingParams {
    fn default() -> Self {
        Self {
            kind: OrderingKind::Dynamic,
            killers: 2,
            countermove: false,
            history: HistoryKind::Relative,
            history_increment: Increment::DepthSquared,
            butterfly_increment: Increment::PowerOfTwo,
            evaluate_from_depth: 3,
            sorted_at_leaves: 0,
        }
    }
}

impl OrderingParams {
    /// The order of move generation.
    pub fn none() -> Self {
        Self {
            kind: OrderingKind::None,
            killers: 0,
            countermove: false,
            history: HistoryKind::None,
            ..Self::default()
        }
    }
}

/// A shallower search where the table has no move to try first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InternalDeepening {
    /// Least remaining depth.
    pub from_depth: i32,
    /// Depth taken off.
    pub reduction: i32,
    /// Only at PV nodes.
    pub pv_only: bool,
}

impl Default for InternalDeepening {
    fn default() -> Self {
        Self { from_depth: 5, reduction: 2, pv_only: true }
    }
}

/// Parameters of the quiescence search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct QuiescenceParams {
    /// Most plies of it.
    pub max_plies: i32,
}

impl Default for QuiescenceParams {
    fn default() -> Self {
        Self { max_plies: 32 }
    }
}
