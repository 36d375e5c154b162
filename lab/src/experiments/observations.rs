//! Observations: kinds of work that come to numbers with names, block by block.
//!
//! Solvers, searches, games and opinions have forms of their own. Every other kind of work is an
//! [`Observer`]: its blocks (positions, seeds, boards) are independent of each other, and in each it finds
//! some numbers. Observers of one kind have the same blocks, which are drawn together: two of them are
//! compared on the same positions.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use super::data::complete;
use super::expression::Call;
use super::manifest::ExperimentError;
use super::record::Finding;
use crate::rank_correlation::{Point, rank_correlation};

/// The name of the measure that has two numbers.
const RANK_CORRELATION: &str = "rank_correlation";

/// Numbers by name.
pub type Values = BTreeMap<String, f64>;

/// Somebody who observes one block after the other.
pub trait Observer: Debug + Send + Sync {
    /// The kind of work, a word for the names of pieces of work. Observers of one kind have the same blocks.
    fn kind(&self) -> &'static str;

    /// Its name in formulas.
    fn name(&self) -> &str;

    /// The names of its blocks, in the order of the work.
    fn blocks(&self) -> Vec<String>;

    /// All that its work depends on but for the block, as text.
    fn identity(&self) -> String;

    /// Observes a block; nothing when it was stopped.
    fn observe(
        &self,
        block: usize,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Values>, ExperimentError>;
}

/// Observers of one kind with their complete blocks.
#[derive(Clone, Debug)]
struct Group {
    names: Vec<String>,
    /// For each block, what each of them found there.
    blocks: Vec<Vec<Values>>,
}

/// What observers found, kind by kind.
#[derive(Clone, Debug, Default)]
pub struct ObservationData {
    groups: Vec<Group>,
}

impl ObservationData {
    /// The names of its measures.
    pub const MEASURES: [&str; 4] = ["mean", "total", "observed", RANK_CORRELATION];

    /// Gathers the blocks that all observers of a kind have seen.
    pub fn new<'r, 'o>(
        observers: impl Iterator<Item = &'o dyn Observer>,
        findings: impl Iterator<Item = &'r Finding>,
    ) -> Self {
        let mut cells: HashMap<(&str, &str), Values> = HashMap::new();
        for finding in findings {
            if let Finding::Observation { of, block, values, .. } = finding {
                cells.insert((of, block), values.clone());
            }
        }
        let mut kinds: Vec<(&str, Vec<String>, Vec<String>)> = Vec::new();
        for observer in observers {
            let name = observer.name().to_owned();
            match kinds.iter_mut().find(|(kind, ..)| *kind == observer.kind()) {
                Some((_, names, _)) => names.push(name),
                None => kinds.push((observer.kind(), vec![name], observer.blocks())),
            }
        }
        let group = |(_, names, blocks): (&str, Vec<String>, Vec<String>)| {
            let blocks = complete(&names, &blocks, &cells);
            Group { names, blocks }
        };
        Self { groups: kinds.into_iter().map(group).collect() }
    }

    /// The number of blocks of each kind.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().map(|group| group.blocks.len())
    }

    /// The group of an observer, and its place in it.
    fn place(&self, call: &Call) -> Option<(usize, usize)> {
        let name = call.arguments.first()?;
        self.groups.iter().enumerate().find_map(|(number, group)| {
            Some((number, group.names.iter().position(|known| known == name)?))
        })
    }

    /// Blocks behind a measure: those in which its observer found the numbers.
    pub fn behind(&self, call: &Call) -> usize {
        let Some((group, observer)) = self.place(call) else { return 0 };
        let names = call.arguments.get(1..).unwrap_or_default();
        let has =
            |block: &&Vec<Values>| names.iter().all(|name| block[observer].contains_key(name));
        self.groups[group].blocks.iter().filter(has).count()
    }

    /// Measures of an observer o: `mean(o, x)` and `total(o, x)` of the number x over the blocks in which it
    /// was found, `observed(o)`, the blocks, and `rank_correlation(o, x, y)` of two numbers.
    pub fn measure(&self, call: &Call, weights: &[Vec<f64>]) -> Option<f64> {
        let (group, observer) = self.place(call)?;
        if let (RANK_CORRELATION, [_, x, y]) = (call.name.as_str(), call.arguments.as_slice()) {
            let blocks = self.groups[group].blocks.iter().zip(&weights[group]);
            let point = |(block, weight): (&Vec<Values>, &f64)| {
                let values = &block[observer];
                Some(Point { x: *values.get(x)?, y: *values.get(y)?, weight: *weight })
            };
            return rank_correlation(&blocks.filter_map(point).collect::<Vec<_>>());
        }
        let (mut sum, mut total) = (0.0, 0.0);
        for (block, weight) in self.groups[group].blocks.iter().zip(&weights[group]) {
            let value = match call.arguments.get(1) {
                Some(name) => block[observer].get(name).copied(),
                None => Some(1.0),
            };
            if let Some(value) = value {
                sum += weight * value;
                total += weight;
            }
        }
        match (call.name.as_str(), call.arguments.len()) {
            ("mean", 2) => (total > 0.0).then(|| sum / total),
            ("total", 2) => (total > 0.0).then_some(sum),
            ("observed", 1) => Some(total),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Named(&'static str, &'static str);

    impl Observer for Named {
        fn kind(&self) -> &'static str {
            self.0
        }

        fn name(&self) -> &str {
            self.1
        }

        fn blocks(&self) -> Vec<String> {
            ["p", "q", "r"].map(String::from).to_vec()
        }

        fn identity(&self) -> String {
            self.1.into()
        }

        fn observe(
            &self,
            _: usize,
            _: u64,
            _: &AtomicBool,
        ) -> Result<Option<Values>, ExperimentError> {
            Ok(None)
        }
    }

    fn seen(of: &str, block: &str, values: &[(&str, f64)]) -> Finding {
        let values = values.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Finding::Observation { of: of.into(), block: block.into(), values, seconds: 0.0 }
    }

    fn call(name: &str, arguments: &[&str]) -> Call {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Call { name: name.into(), arguments }
    }

    /// Two of one kind: b has not seen r yet. One of another kind has all its blocks.
    #[test]
    fn observers_of_a_kind_are_compared_on_the_same_blocks() {
        let observers = [Named("one", "a"), Named("one", "b"), Named("other", "c")];
        let findings = [
            seen("a", "p", &[("x", 1.0), ("y", 5.0)]),
            seen("a", "q", &[("x", 2.0)]),
            seen("a", "r", &[("x", 40.0)]),
            seen("b", "q", &[("x", 3.0)]),
            seen("b", "p", &[("x", 3.0)]),
            seen("c", "r", &[("x", 7.0)]),
        ];
        let all = observers.iter().map(|named| named as &dyn Observer);
        let data = ObservationData::new(all, findings.iter());
        assert_eq!(data.sizes().collect::<Vec<_>>(), [2, 1]);
        let once = vec![vec![1.0; 2], vec![1.0]];
        let value = |name: &str, of: &[&str]| data.measure(&call(name, of), &once);
        assert_eq!(value("mean", &["a", "x"]), Some(1.5));
        assert_eq!(value("total", &["b", "x"]), Some(6.0));
        assert_eq!(value("mean", &["c", "x"]), Some(7.0));
        assert_eq!(value("observed", &["b"]), Some(2.0));
        // y was found in one block only, z in none.
        assert_eq!(value("mean", &["a", "y"]), Some(5.0));
        assert_eq!(data.behind(&call("mean", &["a", "y"])), 1);
        assert_eq!(value("mean", &["a", "z"]), None);
        assert_eq!(value("mean", &["d", "x"]), None);
        // A block drawn twice counts twice.
        let twice = vec![vec![2.0, 0.0], vec![1.0]];
        assert_eq!(data.measure(&call("mean", &["a", "x"]), &twice), Some(1.0));
        assert_eq!(data.measure(&call("mean", &["a", "y"]), &twice), Some(5.0));
    }

    #[test]
    fn ranks_are_compared_where_both_numbers_were_found() {
        let observers = [Named("one", "a")];
        let findings = [
            seen("a", "p", &[("x", 1.0), ("y", 5.0)]),
            seen("a", "q", &[("x", 2.0), ("y", 90.0)]),
            seen("a", "r", &[("x", 3.0)]),
        ];
        let all = observers.iter().map(|named| named as &dyn Observer);
        let data = ObservationData::new(all, findings.iter());
        let asked = call("rank_correlation", &["a", "x", "y"]);
        assert_eq!(data.measure(&asked, &[vec![1.0; 3]]), Some(1.0));
        assert_eq!(data.behind(&asked), 2);
        // One block drawn again and again tells nothing.
        assert_eq!(data.measure(&asked, &[vec![3.0, 0.0, 0.0]]), None);
    }
}
