//! Patterns of lines: what stands on each rank and file as a whole, looked up in tables.
//!
//! Ours. The idea is YL's (`billings-bjornsson` 4): a board as its lines, with a table for all that a line
//! can hold. A line of the large board has 729 patterns. There are three kinds of lines: those on the edge,
//! those of the small circuit and those of the large one. A pattern and its mirror image are worth the
//! same, and with the colours exchanged it is worth as much to the other side. The features of
//! [`Sia`] are added, for lines do not see over arcs. On the small board these are all.

use std::collections::BTreeMap;

use conjoin_core::{Position as _, Side};
use conjoin_games::surakarta::{LARGE, Move, Position, points};
use serde::{Deserialize, Serialize};

use super::sia::{Sia, SiaState, SiaWeights};
use crate::Evaluator;
use crate::linear::Linear;

/// Points of a line, and what they can hold together.
const LENGTH: usize = 6;
const PATTERNS: usize = 729;
/// Kinds of lines: edge, small circuit, large circuit.
const KINDS: usize = 3;
/// Parts of a point in sums of patterns.
const PARTS: f32 = 16.0;
/// What a point counts in a pattern.
const POWERS: [u16; LENGTH] = [1, 3, 9, 27, 81, 243];

/// A pattern, how it is told in files: `_`, `b` and `w` from one end to the other.
fn pattern_name(pattern: usize) -> String {
    POWERS.iter().map(|&power| ['_', 'b', 'w'][pattern / usize::from(power) % 3]).collect()
}

const fn mirrored(pattern: usize) -> usize {
    let (mut image, mut i) = (0, 0);
    while i < LENGTH {
        image += pattern / POWERS[i] as usize % 3 * POWERS[LENGTH - 1 - i] as usize;
        i += 1;
    }
    image
}

const fn exchanged(pattern: usize) -> usize {
    let (mut image, mut i) = (0, 0);
    while i < LENGTH {
        let digit = pattern / POWERS[i] as usize % 3;
        image += (3 - digit) % 3 * POWERS[i] as usize;
        i += 1;
    }
    image
}

const fn lesser(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// For each pattern the one that stands for it and its images, and 1, -1, or 0 where it is worth nothing
/// because it is its own image with the colours exchanged.
static CLASSES: [(u16, i8); PATTERNS] = {
    let mut classes = [(0, 0); PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let own = lesser(pattern, mirrored(pattern));
        let other = exchanged(pattern);
        let other = lesser(other, mirrored(other));
        classes[pattern] = if own == other {
            (own as u16, 0)
        } else if own < other {
            (own as u16, 1)
        } else {
            (other as u16, -1)
        };
        pattern += 1;
    }
    classes
};

/// The patterns that stand for others, in order: one weight each for every kind of line.
fn representatives() -> impl Iterator<Item = usize> {
    (0..PATTERNS).filter(|&pattern| CLASSES[pattern] == (pattern as u16, 1))
}

/// The kind of each line: ranks from the lowest, then files.
const fn kind(line: usize) -> usize {
    let number = line % LENGTH;
    lesser(number, LENGTH - 1 - number)
}

/// Points of the patterns of one kind of line for the first player, by the names of the patterns that stand
/// for their images. A pattern that is not named is worth nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, f32>", into = "BTreeMap<String, f32>")]
pub struct PatternWeights(Vec<f32>);

impl Default for PatternWeights {
    /// A point for every pattern: as good as nothing, but learning leaves out what is 0.
    fn default() -> Self {
        Self(vec![1.0; representatives().count()])
    }
}

impl TryFrom<BTreeMap<String, f32>> for PatternWeights {
    type Error = String;

    fn try_from(mut named: BTreeMap<String, f32>) -> Result<Self, String> {
        let weight = |pattern| named.remove(&pattern_name(pattern)).unwrap_or(0.0);
        let weights = representatives().map(weight).collect();
        match named.into_keys().next() {
            Some(name) => {
                Err(format!("{name:?} stands for no patterns of a line, such as \"bb_w__\""))
            }
            None => Ok(Self(weights)),
        }
    }
}

impl From<PatternWeights> for BTreeMap<String, f32> {
    fn from(weights: PatternWeights) -> Self {
        representatives().map(pattern_name).zip(weights.0).collect()
    }
}

/// Weights of [`Lines`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LinesWeights {
    /// What lines do not see.
    pub sia: SiaWeights,
    /// Lines on the edge.
    pub edge: PatternWeights,
    /// Lines of the small circuit.
    pub small: PatternWeights,
    /// Lines of the large circuit.
    pub large: PatternWeights,
}

impl LinesWeights {
    fn kinds(&self) -> [&[f32]; KINDS] {
        [&self.edge.0, &self.small.0, &self.large.0]
    }
}

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Lines {
    weights: LinesWeights,
    sia: Sia,
    /// Worth of every pattern for the first player, in whole parts of a point so that sums are exact.
    tables: Box<[[i32; PATTERNS]; KINDS]>,
}

/// What [`Lines`] carries along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinesState {
    sia: SiaState,
    /// The patterns of ranks and files.
    patterns: [u16; 2 * LENGTH],
    /// The worth of all of them for the first player, in parts of a point.
    worth: i32,
}

impl Lines {
    /// An evaluator with these weights.
    pub fn new(weights: LinesWeights) -> Self {
        let mut tables = Box::new([[0; PATTERNS]; KINDS]);
        for (table, weights) in tables.iter_mut().zip(weights.kinds()) {
            let worth: Vec<(usize, f32)> = representatives().zip(weights.iter().copied()).collect();
            for (pattern, &(class, sign)) in CLASSES.iter().enumerate() {
                let found = worth.binary_search_by_key(&usize::from(class), |&(class, _)| class);
                let weight = found.map_or(0.0, |i| worth[i].1);
                table[pattern] = i32::from(sign) * (weight * PARTS).round() as i32;
            }
        }
        Self { sia: Sia::new(weights.sia), weights, tables }
    }

    /// Changes what stands on a point by so much: 1 is a man of the first player, 2 one of the second.
    #[inline(always)]
    fn change(&self, state: &mut LinesState, point: usize, change: i16) {
        let (file, rank) = (point % LENGTH, point / LENGTH % LENGTH);
        for (line, place) in [(rank, file), (LENGTH + file, rank)] {
            let table = &self.tables[kind(line)];
            let pattern = &mut state.patterns[line];
            state.worth -= table[usize::from(*pattern) % PATTERNS];
            *pattern = pattern.wrapping_add_signed(change * POWERS[place] as i16);
            state.worth += table[usize::from(*pattern) % PATTERNS];
        }
    }

    /// What a man of a side counts in a pattern.
    #[inline(always)]
    const fn digit(side: Side) -> i16 {
        match side {
            Side::First => 1,
            Side::Second => 2,
        }
    }
}

impl Default for Lines {
    fn default() -> Self {
        Self::new(LinesWeights::default())
    }
}

impl Evaluator<Position> for Lines {
    type State = LinesState;

    fn state(&self, position: &Position) -> LinesState {
        let sia = self.sia.state(position);
        let mut state = LinesState { sia, patterns: [0; 2 * LENGTH], worth: 0 };
        if position.size() == LARGE {
            for side in Side::BOTH {
                for point in points(position.men(side)) {
                    self.change(&mut state, point.index(), Self::digit(side));
                }
            }
        }
        state
    }

    #[inline]
    fn advance(&self, state: &mut LinesState, before: &Position, mv: Move, after: &Position) {
        self.sia.advance(&mut state.sia, before, mv, after);
        if mv.is_pass() || before.size() != LARGE {
            return;
        }
        let mover = before.side_to_move();
        let (own, enemy) = (Self::digit(mover), Self::digit(!mover));
        self.change(state, mv.from().index(), -own);
        let gain = if mv.is_capture() { own - enemy } else { own };
        self.change(state, mv.to().index(), gain);
    }

    #[inline]
    fn evaluate(&self, state: &LinesState, position: &Position) -> i32 {
        let worth = (state.worth as f32 / PARTS) as i32;
        let worth = if position.side_to_move() == Side::First { worth } else { -worth };
        self.sia.evaluate(&state.sia, position) + worth
    }
}

impl Linear<Position> for Lines {
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.sia.names().into_iter().map(|name| format!("sia.{name}")).collect();
        for kind in ["edge", "small", "large"] {
            names.extend(representatives().map(|p| format!("{kind}.{}", pattern_name(p))));
        }
        names
    }

    fn weights(&self) -> Vec<f32> {
        let mut weights = self.sia.weights();
        for kind in self.weights.kinds() {
            weights.extend(kind);
        }
        weights
    }

    fn with_weights(&self, weights: &[f32]) -> Self {
        let (sia, rest) = weights.split_at(self.sia.weights().len());
        let mut kinds =
            rest.chunks(representatives().count()).map(|kind| PatternWeights(kind.to_vec()));
        let mut next = || kinds.next().expect("as many weights as names");
        Self::new(LinesWeights {
            sia: self.sia.with_weights(sia).into_weights(),
            edge: next(),
            small: next(),
            large: next(),
        })
    }

    fn features(&self, position: &Position) -> Vec<[f32; 2]> {
        let mut features = self.sia.features(position);
        let state = self.state(position);
        let known: Vec<usize> = representatives().collect();
        let mut amounts = vec![[0.0; 2]; KINDS * known.len()];
        for (line, &pattern) in state.patterns.iter().enumerate() {
            let (class, sign) = CLASSES[usize::from(pattern)];
            if let Ok(i) = known.binary_search(&usize::from(class))
                && sign != 0
            {
                amounts[kind(line) * known.len() + i][usize::from(sign < 0)] += 1.0;
            }
        }
        features.append(&mut amounts);
        features
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{is_linear, is_symmetric, many_positions, mixed};
    use crate::surakarta::checks::{exchanged_sides, starts};

    #[test]
    fn what_is_carried_along_is_what_is_there() {
        many_positions(&Lines::default(), &starts(), 20_000);
    }

    #[test]
    #[ignore = "a minute in an optimised build: .ci/run runs it"]
    fn a_million_positions() {
        many_positions(&Lines::default(), &starts(), 1_000_000);
    }

    #[test]
    fn boards_seen_from_elsewhere_are_worth_the_same() {
        is_symmetric(&mixed(&Lines::default()), &starts(), 10, 1, exchanged_sides);
        is_linear(&mixed(&Lines::default()), &starts(), 10, 1);
    }

    #[test]
    fn a_pattern_its_mirror_and_its_exchange_share_a_weight() {
        let of = |name: &str| {
            let digits = name.bytes().zip(POWERS);
            digits
                .map(|(c, power)| "_bw".find(c as char).expect("a sign") * usize::from(power))
                .sum::<usize>()
        };
        let (one, mirror, enemy) = (of("bb_w__"), of("__w_bb"), of("ww_b__"));
        assert_eq!(pattern_name(one), "bb_w__");
        assert_eq!(CLASSES[one], CLASSES[mirror]);
        assert_eq!(CLASSES[one].0, CLASSES[enemy].0);
        assert_eq!(CLASSES[one].1, -CLASSES[enemy].1);
        assert_eq!(CLASSES[of("b____w")].1, 0, "worth nothing to either side");
        let named: BTreeMap<String, f32> = PatternWeights::default().into();
        assert_eq!(PatternWeights::try_from(named.clone()), Ok(PatternWeights::default()));
        let wrong = BTreeMap::from([("w_____".to_owned(), 1.0)]);
        assert!(PatternWeights::try_from(wrong).unwrap_err().contains("w_____"));
    }
}
