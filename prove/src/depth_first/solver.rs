//! Depth-first searches as others see them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use conjoin_core::Side;
use conjoin_core::mix::split_mix;
use conjoin_core::table::TableError;
use conjoin_eval::Evaluator;

use super::trails::Trails;
use super::worker::{Found, Granted, Shared, Worker, table_key};
use super::{DepthFirstConfig, Order};
use crate::bounds::Bounds;
use crate::limits::Limits;
use crate::solution::{Counters, Solution, Verdict};
use crate::table::{Entry, Fact, ProofTable, salt};
use crate::{Provable, is_attackers};

/// Stack of a searching thread: enough for the deepest path.
const STACK: usize = 64 << 20;

/// A depth-first solver with its table, which later questions about the same game profit from.
#[derive(Debug)]
pub struct DepthFirst<E> {
    config: DepthFirstConfig,
    eval: E,
    pub(crate) table: ProofTable,
    threads: usize,
    /// Sets of granted positions so far.
    grants: AtomicU64,
}

impl<E> DepthFirst<E> {
    /// A solver with a table of so many bytes.
    pub fn new(
        config: DepthFirstConfig,
        eval: E,
        table_bytes: usize,
        threads: usize,
    ) -> Result<Self, TableError> {
        let mut table = ProofTable::new(table_bytes, config.replacement, config.first_bytes)?;
        if matches!(config.order, Order::Pds { second: Some(_) }) {
            // The trees of the second level know positions by their own keys.
            table = table.scattered();
        }
        Ok(Self { config, eval, table, threads: threads.max(1), grants: AtomicU64::new(0) })
    }

    /// A salt for what is found on granted positions, another one each time.
    pub(crate) fn grant_salt(&self) -> u64 {
        split_mix((12 << 32) + self.grants.fetch_add(1, Ordering::Relaxed))
    }

    /// The search by its parts.
    pub fn config(&self) -> &DepthFirstConfig {
        &self.config
    }

    /// Writes the table, for another solver to go on with.
    pub fn write_table(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        self.table.write_to(out)
    }

    /// Reads a table that [`DepthFirst::write_table`] wrote from one of the same size.
    pub fn read_table(&mut self, input: &mut impl std::io::Read) -> std::io::Result<()> {
        self.table.read_from(input)
    }

    /// Memory that the table may use.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Memory that the table uses now.
    pub fn used_bytes(&self) -> usize {
        self.table.used_bytes()
    }

    /// Thousandths of the table in use.
    pub fn table_per_mille(&self) -> u32 {
        self.table.per_mille()
    }

    /// Can `attacker` force a win from this position, in so many plies where a bound is given?
    pub fn solve<P: Provable>(
        &self,
        root: &P,
        attacker: Side,
        within: Option<u32>,
        limits: &Limits<'_>,
    ) -> Solution<P::Move>
    where
        E: Evaluator<P>,
    {
        self.solve_granted(root, attacker, within, limits, None)
    }

    /// The same with positions that count as not won.
    pub(crate) fn solve_granted<P: Provable>(
        &self,
        root: &P,
        attacker: Side,
        within: Option<u32>,
        limits: &Limits<'_>,
        granted: Option<Granted<'_, P>>,
    ) -> Solution<P::Move>
    where
        E: Evaluator<P>,
    {
        let ended = root.outcome().map(|outcome| is_attackers(outcome, attacker));
        if let Some(won) = ended.or((within == Some(0)).then_some(false)) {
            return finish(won, None, Counters::default());
        }
        let start = Instant::now();
        let trails = (self.threads > 1).then(|| Trails::new(self.threads));
        let mut shared = Shared { trails, ..Shared::default() };
        if self.table.wants_growth(limits.memory) {
            self.table.grow();
        }
        let mut parts = vec![Counters::default(); self.threads];
        let results = loop {
            let results =
                self.run_threads(root, attacker, within, limits, granted, &shared, &parts);
            parts = results.iter().map(|(_, counters)| *counters).collect();
            let is_solved = results.iter().any(|(found, _)| found.is_certain());
            let is_spent = limits.nodes.is_some_and(|most| *shared.nodes.get_mut() >= most);
            // A search that only stopped for the table goes on from what is in it.
            if !*shared.grow.get_mut() || is_solved || is_spent || limits.is_over() {
                break results;
            }
            self.table.grow();
            (shared.stop, shared.grow) = Default::default();
        };
        let mut counters = Counters::default();
        for (_, counts) in &results {
            counters.add(counts);
        }
        // What second levels had is counted by the threads.
        counters.memory += self.table.used_bytes() as u64;
        counters.stop_clock(start);
        let is_or = root.side_to_move() == attacker;
        let found = results.iter().map(|(found, _)| found);
        if let Some(found) = found.clone().find(|found| found.is_certain()) {
            let proved = (found.bounds.phi == 0) == is_or;
            let salt = granted.map_or(0, |granted| granted.salt);
            let fact = self.fact_under(root, attacker, within, salt);
            let fact = fact.filter(|fact| fact.proved == proved);
            let mv = fact.and_then(|fact| self.move_of(root, fact));
            return finish(proved, mv, counters);
        }
        let bounds = found.clone().next().expect("one thread at least").bounds;
        let (proof, disproof) = bounds.numbers(is_or);
        Solution { verdict: Verdict::Unknown, best_move: None, proof, disproof, counters }
    }

    /// Searches on all threads until it is solved, a limit is reached or the table is to grow.
    #[allow(clippy::too_many_arguments)] // One part of `solve_granted`.
    fn run_threads<P: Provable>(
        &self,
        root: &P,
        attacker: Side,
        within: Option<u32>,
        limits: &Limits<'_>,
        granted: Option<Granted<'_, P>>,
        shared: &Shared,
        parts: &[Counters],
    ) -> Vec<(Found, Counters)>
    where
        E: Evaluator<P>,
    {
        let run = |number: usize| {
            let mut worker = Worker::new(
                &self.config,
                &self.eval,
                &self.table,
                limits,
                shared,
                attacker,
                within,
            );
            worker.number = number;
            worker.resume(parts[number]);
            if let Some(granted) = granted {
                worker.grant(granted);
            }
            let found = worker.search_root(root);
            worker.tell();
            if found.is_certain() {
                shared.stop.store(true, Ordering::Relaxed);
            }
            (found, worker.counters)
        };
        let run = &run;
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads)
                .map(|number| {
                    std::thread::Builder::new()
                        .stack_size(STACK)
                        .spawn_scoped(scope, move || run(number))
                        .expect("the system starts a thread")
                })
                .collect();
            workers.into_iter().map(|w| w.join().expect("a solver does not panic")).collect()
        })
    }

    /// What the table knows for certain of a position.
    pub(crate) fn fact<P: Provable>(
        &self,
        position: &P,
        attacker: Side,
        within: Option<u32>,
    ) -> Option<Fact> {
        self.fact_under(position, attacker, within, 0)
    }

    /// What it knows on what [`Granted`] grants, by its salt.
    pub(crate) fn fact_under<P: Provable>(
        &self,
        position: &P,
        attacker: Side,
        within: Option<u32>,
        granted: u64,
    ) -> Option<Fact> {
        let salt = salt(attacker.index(), within.map_or(0, |within| within + 1)) ^ granted;
        match self.table.probe(table_key(&self.table, self.config.symmetry, position, salt))? {
            Entry::Fact(fact) => Some(fact),
            Entry::Guess { .. } => None,
        }
    }

    /// The move of a fact in the position itself.
    pub(crate) fn move_of<P: Provable>(&self, position: &P, fact: Fact) -> Option<P::Move> {
        let mv = P::unpack_move(fact.mv)?;
        let mv = if self.config.symmetry {
            let (image, symmetry) = position.canonical();
            image.transformed_move(mv, P::inverse(symmetry))
        } else {
            mv
        };
        position.is_legal(mv).then_some(mv)
    }
}

fn finish<M>(proved: bool, best_move: Option<M>, counters: Counters) -> Solution<M> {
    let (verdict, bounds) =
        if proved { (Verdict::Proved, Bounds::WON) } else { (Verdict::Disproved, Bounds::LOST) };
    Solution { verdict, best_move, proof: bounds.phi, disproof: bounds.delta, counters }
}

impl<P: Provable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Searches from the root until it is solved or a limit is reached.
    fn search_root(&mut self, root: &P) -> Found {
        let key = self.key_at(root, 1);
        self.path = crate::path::Path::new(key);
        match self.config.order {
            Order::Dfpn => self.dfpn(root, key, Bounds::UNLIMITED, false),
            Order::Pds { second } => self.pds_root(root, key, second),
            Order::PnStar => self.pn_star_root(root, key),
        }
    }
}
