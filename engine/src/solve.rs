//! Solving positions: win, draw or loss, with proofs and the shortest win.
//!
//! `conjoin-prove` answers one question at a time: can this side force a win? Here the questions
//! are put together, evaluators are chosen, and long work is cut into parts with a checkpoint after
//! each.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;
use std::time::Instant;

use conjoin_core::table::{SlotTable, TableError};
use conjoin_core::{Game, MoveOf, Position as _, Side};
use conjoin_eval::Playable;
use conjoin_prove::proof::{Proof, ProofError};
use conjoin_prove::{
    Algorithm, Counters, DepthFirst, Limits, NoEvaluator, Solution, SolverConfig, Verdict,
};

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::prover::{Prover, Unsolvable, expect_solvable, table_part};
use crate::solve_log::{SolveLog, Standing};
use crate::{EngineKind, Profile};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedAs {
    /// It wins by force.
    Win,
    /// Neither side does.
    Draw,
    /// The other side does.
    Loss,
    /// It does not; nothing more was asked or found.
    NotWin,
    /// A limit was reached first.
    Unknown,
}

impl fmt::Display for SolvedAs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
            Self::NotWin => "not-win",
            Self::Unknown => "unknown",
        })
    }
}

/// What to find out, and how.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest {
    /// The search.
    pub algorithm: Algorithm,
    /// Tell draws from losses too?
    pub full: bool,
    /// Go on to the shortest win?
    pub shortest: bool,
    /// Make the proofs?
    pub with_proof: bool,
    /// Threads, where the algorithm can use them.
    pub threads: usize,
}

/// How long a win or loss takes with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// No fewer plies.
    pub at_least: u32,
    /// No more plies.
    pub at_most: u32,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Solved<G: Game> {
    /// The value.
    pub result: SolvedAs,
    /// A move that keeps it, where there is one to choose.
    pub best_move: Option<MoveOf<G>>,
    /// The last proof and disproof number of the root, where it is unknown.
    pub numbers: Option<(u32, u32)>,
    /// Bounds of the length of a win or loss, where they were asked for or a proof was made.
    pub length: Option<Length>,
    /// A line of play from the proof: the winner's moves and the longest resistance.
    pub line: Vec<MoveOf<G>>,
    /// The proofs: one, or two for a draw.
    pub proofs: Vec<Proof<G::Position>>,
    /// Why a proof that was asked for is missing.
    pub missing: Option<ProofError>,
    /// What was done to find the value and, where that was asked, the shortest win.
    pub counters: Counters,
    /// What the search had found when its proof showed that it cannot be; the result is then unknown.
    pub refuted: Option<SolvedAs>,
}

/// Why nothing was tried.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The rules make the past part of every position.
    #[error(transparent)]
    Rules(#[from] Unsolvable),
    /// No memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A checkpoint that cannot be written, read or used here.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A log that cannot be written.
    #[error("log {}: {source}", file.display())]
    Log {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl<G: Game> Solved<G> {
    /// Memory of the proofs' lines.
    pub fn proof_bytes(&self) -> usize {
        self.proofs.iter().map(Proof::bytes).sum()
    }

    /// Takes back what its proof refutes.
    fn refute(&mut self) {
        self.refuted = self.refuted.or(Some(self.result));
        self.result = SolvedAs::Unknown;
        self.best_move = None;
        self.proofs.clear();
    }
}

/// A solver with the memory of its limits, for table and proof together.
pub struct Solver<G: Playable> {
    request: SolveRequest,
    /// For `best`, and for proofs of what other algorithms found.
    prover: Option<Prover<G>>,
    /// Where the work is saved from time to time; only for `best`.
    checkpoint: Option<Checkpoint>,
    /// Where its course is written down; only for `best`.
    log: Option<SolveLog>,
    /// Keeps others from the checkpoint.
    lock: Option<File>,
    /// The last saving failed, or a line of the log was lost.
    trouble: Option<SolveError>,
}

impl<G: Playable> fmt::Debug for Solver<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("request", &self.request).finish_non_exhaustive()
    }
}

impl<G: Playable> Solver<G> {
    /// A solver for these requests.
    pub fn new(request: SolveRequest) -> Self {
        Self { request, prover: None, checkpoint: None, log: None, lock: None, trouble: None }
    }

    /// Saves the work of `best` to a file from time to time, and goes on from what is there.
    #[must_use]
    pub fn with_checkpoint(self, checkpoint: Checkpoint) -> Self {
        Self { checkpoint: Some(checkpoint), ..self }
    }

    /// Writes the course of `best` to a file.
    #[must_use]
    pub fn with_log(self, log: SolveLog) -> Self {
        Self { log: Some(log), ..self }
    }

    /// What went wrong with the checkpoint or the log: no reason to throw away what was found.
    pub fn trouble(&mut self) -> Option<SolveError> {
        self.trouble.take()
    }

    /// The part of the memory that the table may use: all of it, or what is left beside a proof.
    fn table_bytes(&self, memory: usize) -> usize {
        let has_proof = self.request.with_proof || self.request.shortest;
        if has_proof { table_part(memory) } else { memory }
    }

    /// Our own search with its table, made when it is first needed, for so much memory of table and
    /// proof together.
    pub fn own(
        &mut self,
        root: &G::Position,
        memory: usize,
    ) -> Result<&mut DepthFirst<G::Effort>, SolveError> {
        self.own_with(root, self.table_bytes(memory))
    }

    fn own_with(
        &mut self,
        root: &G::Position,
        table_bytes: usize,
    ) -> Result<&mut DepthFirst<G::Effort>, SolveError> {
        let prover = match self.prover.take() {
            Some(prover) => prover,
            None => Prover::new(root, table_bytes, self.request.threads)?,
        };
        Ok(self.prover.insert(prover).search(root)?)
    }

    /// Solves a position without history.
    pub fn solve(
        &mut self,
        root: &G::Position,
        limits: &Limits<'_>,
    ) -> Result<Solved<G>, SolveError> {
        expect_solvable(root)?;
        let mover = root.side_to_move();
        let mut earlier = Counters::default();
        if let Some(checkpoint) = self.checkpoint.take() {
            let lock = checkpoint.lock()?;
            // A table that was made without a proof in mind keeps its size; the proof has what it leaves.
            let saved = checkpoint.table_bytes()?;
            let is_whole = saved == Some(SlotTable::bytes_of(limits.memory));
            let part = self.table_bytes(limits.memory);
            let own = self.own_with(root, if is_whole { limits.memory } else { part })?;
            earlier = checkpoint.load::<G, _>(own, root)?;
            self.lock = Some(lock);
            self.checkpoint = Some(checkpoint);
        }
        let mut solved = Solved {
            result: SolvedAs::Unknown,
            best_move: None,
            numbers: None,
            length: None,
            line: Vec::new(),
            proofs: Vec::new(),
            missing: None,
            counters: earlier,
            refuted: None,
        };
        let first = self.ask(root, mover, limits, &mut solved)?;
        solved.best_move = first.best_move;
        solved.result = match first.verdict {
            Verdict::Proved => SolvedAs::Win,
            Verdict::Disproved => SolvedAs::NotWin,
            Verdict::Unknown => {
                solved.numbers = Some((first.proof, first.disproof));
                SolvedAs::Unknown
            }
        };
        if first.verdict == Verdict::Disproved && self.request.full {
            let second = self.ask(root, !mover, limits, &mut solved)?;
            solved.best_move = second.best_move;
            solved.result = match second.verdict {
                Verdict::Proved => SolvedAs::Loss,
                Verdict::Disproved => SolvedAs::Draw,
                Verdict::Unknown => {
                    solved.numbers = Some((second.proof, second.disproof));
                    SolvedAs::NotWin
                }
            };
        }
        if self.request.with_proof || self.request.shortest {
            self.add_proofs(root, limits, &mut solved)?;
        }
        if root.outcome().is_some() {
            solved.best_move = None;
        }
        Ok(solved)
    }

    /// Asks whether a side can force a win, within what the questions before left of the nodes.
    fn ask(
        &mut self,
        root: &G::Position,
        attacker: Side,
        limits: &Limits<'_>,
        solved: &mut Solved<G>,
    ) -> Result<Solution<MoveOf<G>>, SolveError> {
        let limits = *limits;
        let algorithm = self.request.algorithm;
        if algorithm != Algorithm::Best {
            let left = limits.nodes.map(|nodes| nodes.saturating_sub(solved.counters.nodes).max(1));
            let limits = Limits { nodes: left, ..limits };
            let solution = solve_with::<G>(&algorithm.config(), root, attacker, &limits)?;
            solved.counters.add(&solution.counters);
            return Ok(solution);
        }
        self.search(root, attacker, None, &limits, &mut solved.counters)
    }

    /// Our own search, in parts: does a side win, within so many plies if that is asked? What is done
    /// is added to the counters, and the nodes that they have are part of the limit.
    fn search(
        &mut self,
        root: &G::Position,
        attacker: Side,
        within: Option<u32>,
        limits: &Limits<'_>,
        counters: &mut Counters,
    ) -> Result<Solution<MoveOf<G>>, SolveError> {
        self.own(root, limits.memory)?;
        let own = self.prover.as_ref().expect("just made").table();
        // The course of a solve is that of its question, not of looking for shorter wins.
        let log = self.log.as_ref().filter(|_| within.is_none());
        let mut saved = Instant::now();
        loop {
            // The search pauses to be saved, or to say where it stands; the table keeps its work.
            let save = self.checkpoint.as_ref().map(|checkpoint| saved + checkpoint.every);
            let tell = log.map(|log| Instant::now() + log.every);
            let deadline = [limits.deadline, save, tell].into_iter().flatten().min();
            let left = limits.nodes.map(|nodes| nodes.saturating_sub(counters.nodes).max(1));
            let part = Limits { deadline, nodes: left, ..*limits };
            let solution = own.solve(root, attacker, within, &part);
            counters.add(&solution.counters);
            if let Some(log) = log {
                let added = log.add(&Standing {
                    seconds: counters.seconds(),
                    expanded: counters.expanded,
                    proof: solution.proof,
                    disproof: solution.disproof,
                    table_per_mille: own.table_per_mille(),
                });
                if let Err(source) = added {
                    self.trouble = Some(SolveError::Log { file: log.file.clone(), source });
                }
            }
            let is_spent = limits.nodes.is_some_and(|nodes| counters.nodes >= nodes);
            // A search that gave up by itself would do so again.
            let gave_up = !part.is_over() && !is_spent;
            let is_solved = solution.verdict != Verdict::Unknown;
            let is_over = is_solved || limits.is_over() || is_spent || gave_up;
            if let Some(checkpoint) = &self.checkpoint
                && (is_over || save.is_some_and(|save| Instant::now() >= save))
            {
                match checkpoint.save::<G, _>(own, root, counters) {
                    Ok(lock) => {
                        self.lock = Some(lock);
                        self.trouble
                            .take_if(|trouble| matches!(trouble, SolveError::Checkpoint(_)));
                    }
                    Err(error) => self.trouble = Some(error.into()),
                }
                saved = Instant::now();
            }
            if is_over || (self.checkpoint.is_none() && log.is_none()) {
                return Ok(solution);
            }
        }
    }

    /// Makes the proofs of a result, with what is left of the time, and looks for the shortest win with
    /// what is left of the nodes too.
    fn add_proofs(
        &mut self,
        root: &G::Position,
        limits: &Limits<'_>,
        solved: &mut Solved<G>,
    ) -> Result<(), SolveError> {
        let mover = root.side_to_move();
        let search_limits = Limits { progress: None, ..*limits };
        let limits = Limits { nodes: None, ..search_limits };
        let with_proof = self.request.with_proof;
        let own = self.own(root, limits.memory)?;
        let symmetry = own.config().symmetry;
        // Sides that cannot win, or the one that does.
        let (safe_from, winner): (&[Side], _) = match solved.result {
            SolvedAs::Unknown => (&[], None),
            SolvedAs::NotWin => (&[mover], None),
            SolvedAs::Draw => (&[mover, !mover], None),
            SolvedAs::Win => (&[], Some(mover)),
            SolvedAs::Loss => (&[], Some(!mover)),
        };
        for &attacker in safe_from.iter().filter(|_| with_proof) {
            let left = limits.with_memory(limits.memory.saturating_sub(solved.proof_bytes()));
            match Proof::of_safety(own, root, attacker, symmetry, &left) {
                Ok(proof) => solved.proofs.push(proof),
                Err(ProofError::False) => solved.refute(),
                Err(error) => solved.missing = Some(error),
            }
        }
        if let Some(attacker) = winner {
            match Proof::of_win(own, root, attacker, None, symmetry, &limits) {
                Ok(proof) => self.add_win(proof, attacker, &search_limits, solved)?,
                Err(ProofError::False) => solved.refute(),
                Err(error) => solved.missing = Some(error),
            }
        }
        Ok(())
    }

    /// Adds a proof of a win, or of a shorter one where that is asked.
    fn add_win(
        &mut self,
        mut proof: Proof<G::Position>,
        attacker: Side,
        limits: &Limits<'_>,
        solved: &mut Solved<G>,
    ) -> Result<(), SolveError> {
        let mut length = Length { at_least: proof.plies().min(1), at_most: proof.plies() };
        if self.request.shortest {
            self.shorten(&mut proof, attacker, &mut length, limits, &mut solved.counters)?;
        }
        solved.length = Some(length);
        solved.line = proof.main_line();
        if solved.result == SolvedAs::Win {
            solved.best_move = solved.line.first().copied().or(solved.best_move);
        }
        solved.proofs.push(proof);
        Ok(())
    }

    /// Looks for the shortest win from below, until the limits are reached.
    fn shorten(
        &mut self,
        proof: &mut Proof<G::Position>,
        attacker: Side,
        length: &mut Length,
        limits: &Limits<'_>,
        counters: &mut Counters,
    ) -> Result<(), SolveError> {
        let root = proof.root;
        while length.at_least < length.at_most {
            if limits.nodes.is_some_and(|nodes| counters.nodes >= nodes) {
                return Ok(());
            }
            let within = length.at_least;
            match self.search(&root, attacker, Some(within), limits, counters)?.verdict {
                Verdict::Unknown => return Ok(()),
                Verdict::Disproved => length.at_least += 1,
                Verdict::Proved => {
                    let own = self.own(&root, limits.memory)?;
                    // The proof so far stays until there is a shorter one.
                    let memory = limits.memory.saturating_sub(proof.bytes());
                    let unlimited = Limits { nodes: None, memory, ..*limits };
                    let (within, symmetry) = (Some(within), proof.symmetry);
                    let shorter = Proof::of_win(own, &root, attacker, within, symmetry, &unlimited);
                    let Ok(shorter) = shorter else { return Ok(()) };
                    length.at_most = shorter.plies();
                    *proof = shorter;
                }
            }
        }
        Ok(())
    }
}

/// Asks a search by its parts, on one thread, whether a side can force a win. Leaves are evaluated as
/// the papers do.
pub fn solve_with<G: Playable>(
    config: &SolverConfig,
    root: &G::Position,
    attacker: Side,
    limits: &Limits<'_>,
) -> Result<Solution<MoveOf<G>>, TableError> {
    if !config.evaluates() {
        return config.solve(&NoEvaluator, root, attacker, limits, 1);
    }
    config.solve(&G::leaf(&leaf_evaluator::<G>()), root, attacker, limits, 1)
}

/// The evaluator that published proof searches ask for the worth of their leaves.
pub fn leaf_evaluator<G: Playable>() -> G::Evaluators {
    let profile = Profile::<G>::load(G::LEAF_PROFILE).expect("it comes with the program");
    let EngineKind::Own(engine) = profile.engine else { unreachable!("one of our own") };
    engine.evaluator
}
