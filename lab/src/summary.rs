//! What the games of a match come to, from the side of A.
//!
//! Pairs count in the order of their openings, whoever finished first: the summary of a match is
//! the same on one core and on many. With a sequential test it ends with the pair that decided it.
//! Games whose pair is not complete are left out, for they would favour one colour.

use std::collections::{BTreeMap, HashSet};

use crate::game::Reason;
use crate::game_record::{Colour, Contestant, GameRecord};
use crate::sprt::{Decision, Sprt};
use crate::statistics::{Estimate, Games, Pairs};

/// Failures of one player: each lost it a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// Answers too late or never.
    pub time: u64,
    /// Illegal moves.
    pub illegal: u64,
    /// Errors and panics.
    pub error: u64,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Wins, draws and losses of A.
    pub games: Games,
    /// The same by the colour of A: Black, White.
    pub by_colour: [Games; 2],
    /// Points of A in each pair of games.
    pub pairs: Pairs,
    /// What the pairs say about the true score; nothing before the first is complete.
    pub estimate: Option<Estimate>,
    /// Log-likelihood ratio and decision of the sequential test, if there is one.
    pub test: Option<(f64, Decision)>,
    /// Failures of A and of B.
    pub failures: [Failures; 2],
    /// How often games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// Games with the same moves and colours as one before: they are no new evidence.
    pub repeated: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Seconds that A and B used.
    pub seconds: [f64; 2],
    /// Nodes that A and B told of.
    pub nodes: [u64; 2],
    /// Finished games that do not count: half a pair, or after the decision.
    pub left_out: u64,
}

impl Summary {
    /// Sums games up, in whatever order they come.
    pub fn of(records: &[GameRecord], sprt: Option<&Sprt>) -> Self {
        let mut pairs: BTreeMap<usize, [Option<&GameRecord>; 2]> = BTreeMap::new();
        for record in records {
            pairs.entry(record.pair).or_default()[record.game % 2] = Some(record);
        }
        let mut summary = Self {
            games: Games::default(),
            by_colour: [Games::default(); 2],
            pairs: Pairs::default(),
            estimate: None,
            test: sprt.map(|_| (0.0, Decision::Continue)),
            failures: [Failures::default(); 2],
            reasons: BTreeMap::new(),
            repeated: 0,
            plies: 0,
            seconds: [0.0; 2],
            nodes: [0; 2],
            left_out: 0,
        };
        let mut seen = HashSet::new();
        // A test looks at pairs without a gap: one that is still being played may not be skipped,
        // or the order in which games happen to end would matter.
        for (expected, (number, games)) in pairs.into_iter().enumerate() {
            let [Some(first), Some(second)] = games else {
                if sprt.is_some() {
                    break;
                }
                continue;
            };
            if sprt.is_some() && (number != expected || summary.is_decided()) {
                break;
            }
            for record in [first, second] {
                summary.add(record);
                let key = (record.a_colour, &record.start, &record.moves);
                summary.repeated += u64::from(!seen.insert(key));
            }
            summary.pairs.add(first.half_points() + second.half_points());
            if let Some(sprt) = sprt {
                let ratio = sprt.log_likelihood_ratio(&summary.pairs);
                summary.test = Some((ratio, sprt.decision(&summary.pairs)));
            }
        }
        summary.estimate = summary.pairs.estimate();
        summary.left_out = records.len() as u64 - summary.games.total();
        summary
    }

    fn add(&mut self, record: &GameRecord) {
        let half_points = record.half_points();
        self.games.add(half_points);
        self.by_colour[usize::from(record.a_colour == Colour::White)].add(half_points);
        *self.reasons.entry(record.reason.to_string()).or_default() += 1;
        self.plies += record.plies as u64;
        self.seconds[0] += record.a_seconds;
        self.seconds[1] += record.b_seconds;
        self.nodes[0] += record.a_nodes;
        self.nodes[1] += record.b_nodes;
        if let Some(contestant) = record.failed() {
            let failures = &mut self.failures[contestant.index()];
            match record.reason {
                Reason::Time => failures.time += 1,
                Reason::IllegalMove => failures.illegal += 1,
                _ => failures.error += 1,
            }
        }
    }

    /// Has the sequential test come to a decision?
    pub fn is_decided(&self) -> bool {
        self.test.is_some_and(|(_, decision)| decision != Decision::Continue)
    }

    /// Failures of one player.
    pub fn failures_of(&self, contestant: Contestant) -> Failures {
        self.failures[contestant.index()]
    }

    /// Games lost by an answer too late or never, by either player.
    pub fn time_losses(&self) -> u64 {
        self.failures.iter().map(|failures| failures.time).sum()
    }

    /// Games lost by an illegal move, by either player.
    pub fn illegal(&self) -> u64 {
        self.failures.iter().map(|failures| failures.illegal).sum()
    }

    /// Games lost by an error, by either player.
    pub fn errors(&self) -> u64 {
        self.failures.iter().map(|failures| failures.error).sum()
    }
}
