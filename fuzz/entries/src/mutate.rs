//! Inputs for targets without a fuzzer: seeds changed at random, the same for the same seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Target;

/// The words of the formats, in libFuzzer's form.
const WORDS: &str = include_str!("../../words.dict");
/// Seeds are cut to this many bytes.
const LONGEST_SEED: usize = 4096;
/// Inputs are cut to this many bytes.
const LONGEST_INPUT: usize = 1 << 16;
/// Changes made to one seed.
const MOST_CHANGES: usize = 6;
/// Numbers at the edges of what parsers take.
const NUMBERS: [&str; 10] = [
    "0",
    "-1",
    "1e308",
    "nan",
    "255",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551616",
    "0.0000001",
];
/// What opens and closes something that may stand within itself.
const NESTS: [(&str, &str); 6] = [
    ("(;", ")"),
    ("(;)(;", ")"),
    ("( 1. b1-b3 ", " )"),
    ("[", "]"),
    ("{\"a\":", "}"),
    ("{ a = ", " }"),
];
/// Bytes of the deepest nest.
const DEEPEST_NEST: usize = 1 << 18;

/// Makes one input after another from the seeds of a target.
#[derive(Debug)]
pub struct Mutator {
    rng: ChaCha8Rng,
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// Reads the seeds of a target. The name is part of the seed, so targets with the same files
    /// get other inputs.
    pub fn new(target: &Target, seed: u64) -> std::io::Result<Self> {
        let mut seeds = Vec::new();
        for place in target.seeds {
            seeds.extend(place.read()?);
        }
        let name = target.name.bytes().fold(0, |sum: u64, b| sum.wrapping_mul(31) + u64::from(b));
        let rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ name);
        Ok(Self { rng, seeds, words: dictionary() })
    }

    /// The seeds as they are.
    pub fn seeds(&self) -> &[Vec<u8>] {
        &self.seeds
    }

    /// The next input.
    pub fn input(&mut self) -> Vec<u8> {
        let mut bytes = self.piece(LONGEST_SEED);
        for _ in 0..self.rng.random_range(1..=MOST_CHANGES) {
            self.change(&mut bytes);
        }
        bytes.truncate(LONGEST_INPUT);
        if self.rng.random_ratio(1, 50) {
            self.nest(&mut bytes);
        }
        bytes
    }

    /// Something within itself, many times: parsers that call themselves run out of stack.
    fn nest(&mut self, bytes: &mut Vec<u8>) {
        let (open, close) = NESTS[self.rng.random_range(0..NESTS.len())];
        let times = 1usize << self.rng.random_range(0..=16);
        let times = times.min(DEEPEST_NEST / (open.len() + close.len()));
        let nest = [open.repeat(times), close.repeat(times)].concat();
        let place = self.place(bytes);
        bytes.splice(place..place, nest.into_bytes());
    }

    /// A seed, or a part of a long one.
    fn piece(&mut self, longest: usize) -> Vec<u8> {
        let Some(last) = self.seeds.len().checked_sub(1) else { return Vec::new() };
        let seed = &self.seeds[self.rng.random_range(0..=last)];
        // The head of a file is what most parsers need to go on.
        let is_head = seed.len() <= longest || self.rng.random_bool(0.5);
        let begin = if is_head { 0 } else { self.rng.random_range(0..=seed.len() - longest) };
        seed[begin..seed.len().min(begin + longest)].to_vec()
    }

    /// Where something may be put in.
    fn place(&mut self, bytes: &[u8]) -> usize {
        self.rng.random_range(0..=bytes.len())
    }

    /// A part of the input of at most so many bytes.
    fn part(&mut self, bytes: &[u8], longest: usize) -> std::ops::Range<usize> {
        let begin = self.place(bytes);
        let longest = longest.min(bytes.len() - begin);
        begin..begin + self.rng.random_range(0..=longest)
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let place = self.place(bytes);
        match self.rng.random_range(0..11) {
            0 if place < bytes.len() => bytes[place] ^= 1 << self.rng.random_range(0..8),
            1 if place < bytes.len() => bytes[place] = self.rng.random(),
            2 => bytes.insert(place, self.rng.random()),
            3 => drop(bytes.drain(self.part(bytes, 32))),
            4 => {
                let copy = bytes[self.part(bytes, 64)].to_vec();
                bytes.splice(place..place, copy);
            }
            5 | 6 => {
                let word = self.words[self.rng.random_range(0..self.words.len())].clone();
                bytes.splice(place..place, word);
            }
            7 => self.change_number(bytes),
            8 => {
                let other = self.piece(256);
                bytes.truncate(place);
                bytes.extend(other);
            }
            9 => self.repeat(bytes, place),
            _ => bytes.truncate(place),
        }
    }

    /// Another number in place of one that is there.
    fn change_number(&mut self, bytes: &mut Vec<u8>) {
        let begin = self.place(bytes);
        let Some(first) = bytes[begin..].iter().position(u8::is_ascii_digit) else { return };
        let begin = begin + first;
        let length = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = NUMBERS[self.rng.random_range(0..NUMBERS.len())];
        bytes.splice(begin..begin + length, number.bytes());
    }

    /// The same few bytes many times.
    fn repeat(&mut self, bytes: &mut Vec<u8>, place: usize) {
        let piece = if self.rng.random_bool(0.5) {
            bytes[self.part(bytes, 12)].to_vec()
        } else {
            self.words[self.rng.random_range(0..self.words.len())].clone()
        };
        let times = 1usize << self.rng.random_range(0..14);
        let repeated = piece.repeat(times.min(LONGEST_INPUT / piece.len().max(1)));
        bytes.splice(place..place, repeated);
    }
}

/// The words of the formats: one a line between quotes, with `\"`, `\\` and `\x0a`.
pub fn dictionary() -> Vec<Vec<u8>> {
    let quoted = |line: &'static str| line.trim().strip_prefix('"')?.strip_suffix('"');
    WORDS.lines().filter_map(quoted).map(unescaped).collect()
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next() } else { None };
        bytes.push(match escaped {
            Some(b'x') => {
                let mut digit = || rest.next().and_then(|b| char::from(b).to_digit(16));
                let (high, low) = (digit().expect("a digit"), digit().expect("a digit"));
                (high * 16 + low) as u8
            }
            Some(other) => other,
            None => byte,
        });
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TARGETS;

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        for target in TARGETS {
            let inputs = |seed| {
                let mut mutator = Mutator::new(target, seed).expect("seeds");
                assert!(!mutator.seeds().is_empty(), "{}", target.name);
                (0..50).map(|_| mutator.input()).collect::<Vec<_>>()
            };
            assert_eq!(inputs(1), inputs(1), "{}", target.name);
            assert_ne!(inputs(1), inputs(2), "{}", target.name);
        }
    }

    #[test]
    fn words_are_read_with_their_escapes() {
        let words = dictionary();
        assert!(words.contains(&b"P0[id \"Ann\"]".to_vec()));
        assert!(words.contains(&b")\n(;".to_vec()));
        assert!(words.contains(&b"\\]".to_vec()));
    }
}
