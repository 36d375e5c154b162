//! A solver that people can watch: it works in short turns, keeps what it has found between them,
//! and writes proofs that can be explored.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use conjoin_core::table::TableError;
use conjoin_core::{Game, History, MoveOf, Position, Provable, Repetition, Side};
use conjoin_eval::Playable;
use conjoin_prove::proof::{Proof, ProofError, ProofHeader};
use conjoin_prove::{DepthFirst, DepthFirstConfig, Limits, Verdict};

/// The part of the memory that is for a proof where one may be made: one of so many. What the table does
/// not use of its own part is the proof's too.
const PROOF_PART: usize = 4;

/// What the table may have of the memory for table and proof together.
pub const fn table_part(memory: usize) -> usize {
    memory - memory / PROOF_PART
}

/// A solver with its table.
#[derive(Debug)]
pub struct Prover<G: Playable> {
    solver: DepthFirst<G::Effort>,
    bytes: usize,
    threads: usize,
}

/// What is known after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnResult<M> {
    /// Does the side asked about win by force?
    pub verdict: Verdict,
    /// A move that keeps it so.
    pub best_move: Option<M>,
    /// Proof number of the position.
    pub proof: u32,
    /// Disproof number of the position.
    pub disproof: u32,
    /// Nodes of this turn.
    pub nodes: u64,
}

/// Rules under which nothing can be proved of a position alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolvable {
    /// Any board that comes back ends the game.
    #[error(
        "rules with repetition=any cannot be solved: whether a board may come back depends on the \
         whole game before it"
    )]
    AnyBoard,
    /// The same men may come back with another count, so a proof cannot see a repetition by its
    /// positions.
    #[error(
        "rules that draw by repetition and also count plies cannot be solved: take repetition=none \
         or no limit"
    )]
    Counter,
}

/// Refuses rules that make the past part of every position.
pub fn expect_solvable(position: &impl Position) -> Result<(), Unsolvable> {
    match position.repetition() {
        Repetition::AnyBoard => Err(Unsolvable::AnyBoard),
        Repetition::ThirdOccurrence if position.has_counter() => Err(Unsolvable::Counter),
        Repetition::ThirdOccurrence | Repetition::Unlimited => Ok(()),
    }
}

impl<G: Playable> Prover<G> {
    /// A solver for positions like this one, with a table of so many bytes. Its proofs may have a
    /// third as much beside it: see [`table_part`].
    pub fn new(position: &G::Position, bytes: usize, threads: usize) -> Result<Self, TableError> {
        let solver = DepthFirst::new(Self::config(position), Default::default(), bytes, threads)?;
        Ok(Self { solver, bytes, threads })
    }

    fn config(position: &G::Position) -> DepthFirstConfig {
        DepthFirstConfig { symmetry: G::folds_symmetry(position), ..DepthFirstConfig::BEST }
    }

    /// The search itself, fit for a position: a new table is made when another board asks for
    /// another way of searching.
    pub fn search(
        &mut self,
        position: &G::Position,
    ) -> Result<&mut DepthFirst<G::Effort>, TableError> {
        let wanted = Self::config(position);
        if *self.solver.config() != wanted {
            self.solver = DepthFirst::new(wanted, Default::default(), self.bytes, self.threads)?;
        }
        Ok(&mut self.solver)
    }

    /// The search as it is.
    pub(crate) fn table(&self) -> &DepthFirst<G::Effort> {
        &self.solver
    }

    /// Thousandths of the table in use.
    pub fn table_per_mille(&self) -> u32 {
        self.solver.table_per_mille()
    }

    /// Goes on with the question whether `winner` wins by force, until the deadline or until
    /// `stop` is set. Positions are taken without their past.
    pub fn ask(
        &mut self,
        position: &G::Position,
        winner: Side,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<TurnResult<MoveOf<G>>, TableError> {
        let limits = Limits { deadline, memory: self.bytes, stop: Some(stop), ..Limits::default() };
        let found = self.search(position)?.solve(position, winner, None, &limits);
        Ok(TurnResult {
            verdict: found.verdict,
            best_move: found.best_move,
            proof: found.proof,
            disproof: found.disproof,
            nodes: found.counters.nodes,
        })
    }

    /// The proof of a win that has been found.
    pub fn proof(
        &mut self,
        position: &G::Position,
        winner: Side,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<Proof<G::Position>, ProofError> {
        let memory = self.bytes + self.bytes / (PROOF_PART - 1);
        let limits = Limits { deadline, memory, stop: Some(stop), ..Limits::default() };
        // A table that cannot be made knows nothing, and so proves nothing.
        let search = self.search(position).map_err(|_| ProofError::Limit)?;
        Proof::of_win(search, position, winner, None, false, &limits)
    }
}

/// Could a proof of the current position fail in this game because one of its positions has been
/// there twice already? A proof visits no position twice, so once before is no harm.
pub fn meets_past<P: Provable>(game: &History<P>, proof: &Proof<P>) -> bool {
    stood_twice(game).iter().any(|position| proof.lines.contains_key(position))
}

/// The positions that have been there twice in this game, where the third time draws; none by other rules.
pub fn stood_twice<P: Position>(game: &History<P>) -> Vec<P> {
    if game.current().repetition() != Repetition::ThirdOccurrence {
        return Vec::new();
    }
    let (mut seen, mut twice) = (HashSet::new(), Vec::new());
    twice.extend(game.positions().iter().copied().filter(|&position| !seen.insert(position)));
    twice
}

/// A proof as a file.
pub fn proof_text<G: Game>(proof: &Proof<G::Position>, version: &str) -> String {
    let game = G::proof_header(&proof.root);
    let by = format!("conjoin {version}");
    let mut bytes = Vec::new();
    let header = ProofHeader { game: &game, by: &by };
    proof.write(&header, &mut bytes).expect("writing to memory");
    String::from_utf8(bytes).expect("positions and moves are text")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use conjoin_games::loa::{Loa, Position, Rules};

    use super::*;

    #[test]
    fn a_question_is_answered_in_turns_and_the_proof_is_accepted() {
        // The hardest of endgame-hard for the solver: many turns on any machine.
        let hard = "2w3b1/w3wb2/3b1wwb/5wb1/w2b1b2/4b3/1w6/8 b";
        let start: Position = hard.parse().expect("a position");
        let mut prover = Prover::<Loa>::new(&start, 16 << 20, 1).expect("memory");
        let stop = AtomicBool::new(false);
        let mut turns = 0;
        let answer = loop {
            let deadline = Instant::now() + Duration::from_millis(20);
            let answer = prover.ask(&start, Side::First, Some(deadline), &stop).expect("a table");
            turns += 1;
            if answer.verdict != Verdict::Unknown {
                break answer;
            }
        };
        assert!(turns > 1, "the question is hard enough to take several turns");
        assert_eq!(answer.verdict, Verdict::Proved);
        let proof = prover.proof(&start, Side::First, None, &stop).expect("a proof");
        assert!(!meets_past(&History::new(start), &proof));
        let text = proof_text::<Loa>(&proof, "test");
        assert!(text.contains("claim win\n"), "{}", &text[..200]);
    }

    #[test]
    fn rules_that_remember_every_board_are_refused() {
        assert_eq!(
            expect_solvable(&Position::start(8, Rules::OPENSPIEL)),
            Err(Unsolvable::AnyBoard)
        );
        assert!(expect_solvable(&Position::start(8, Rules::OLYMPIAD)).is_ok());
    }

    #[test]
    fn a_limit_and_repetition_together_are_refused() {
        use conjoin_games::surakarta::{Position, Rules};

        let solvable = |rules: &str| {
            let rules: Rules = rules.parse().expect(rules);
            expect_solvable(&Position::start(4, rules))
        };
        for rules in ["standard", "ludii", "minizero", "count", "count limit=1 at-limit=draw"] {
            assert_eq!(solvable(rules), Ok(()), "{rules}");
        }
        for rules in ["standard limit=40", "minizero repetition=3", "count repetition=3"] {
            assert_eq!(solvable(rules), Err(Unsolvable::Counter), "{rules}");
        }
    }
}
