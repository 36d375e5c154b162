//! The table of the depth-first searches: guesses and facts.
//!
//! A guess is a pair of numbers at which a search left a position. A fact is a solved position:
//! who reaches the aim, by which move and, for a proof, within how many plies. A disproof that
//! rests on a repetition of the path is neither: it is kept under a key made of the position and
//! its path, where nothing but the same position on the same path finds it.

use std::sync::atomic::{AtomicUsize, Ordering};

use conjoin_core::mix::split_mix;
use conjoin_core::table::{SLOTS, SlotTable, TableError};
use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;

/// What gives way when a bucket is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replacement {
    /// Two entries a place, whatever they hold (`breuker-replacement`, as named in `winands-thesis`
    /// 4.2.3): the larger subtree has the first, and the newest of the others the second. A larger one
    /// than the first takes its place, and that one moves to the second.
    TwoBig,
    /// Guesses never displace facts, except that one slot of a bucket is left to them; among
    /// equals the smallest subtree goes.
    FactsFirst,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Numbers of an open position; `conditional` when a disproof on some path is known.
    Guess { bounds: Bounds, conditional: bool },
    /// A solved position.
    Fact(Fact),
}

/// A solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Does the attacker win?
    pub proved: bool,
    /// Packed move that keeps it, 0 for none.
    pub mv: u16,
    /// For a proof: plies within which the attacker wins. For a disproof on a path: how many
    /// plies up the path it reaches.
    pub plies: u16,
}

/// Bytes of one entry with its key.
pub(crate) const ENTRY_BYTES: usize = 16;

const FACT: u64 = 1 << 63;
const CONDITIONAL: u64 = 1 << 62;
const WORK_SHIFT: u32 = 54;
const WORK: u64 = 0xff << WORK_SHIFT;
const NUMBER_BITS: u32 = 27;
const NUMBER: u64 = (1 << NUMBER_BITS) - 1;

/// The table.
#[derive(Debug)]
pub(crate) struct ProofTable {
    slots: SlotTable,
    replacement: Replacement,
    /// The bits of a key that may differ between siblings.
    within_region: u64,
    /// Slots that are known to be taken.
    filled: AtomicUsize,
}

/// Buckets of a region, in which most siblings lie: 64 KiB. Smaller ones are full too soon.
const REGION: usize = 1024;

/// The size of a subtree in eight bits, by its first four digits: larger subtrees have larger codes, and
/// two sizes an eighth apart never have the same.
const fn work_code(work: u64) -> u64 {
    if work < 8 {
        return work;
    }
    let shift = 60 - work.leading_zeros() as u64;
    let code = (shift + 1) * 8 + (work >> shift & 7);
    if code > 0xff { 0xff } else { code }
}

const fn work_of(data: u64) -> u64 {
    (data & WORK) >> WORK_SHIFT
}

const fn is_fact(data: u64) -> bool {
    data & FACT != 0
}

const fn is_proof(data: u64) -> bool {
    data & 1 != 0
}

const fn plies_of(data: u64) -> u16 {
    (data >> 17) as u16
}

/// The part of the slots in use that is taken when a table grows: one of so many. The fuller it is,
/// the more is displaced.
const CROWD: usize = 4;

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    /// The position was not in the table, or is solved now.
    pub is_news: bool,
    /// An empty slot was taken.
    pub took_slot: bool,
    /// It says the opposite of a fact in the table, which stays. One of the two belongs to another
    /// position with the same key.
    pub contradicts: bool,
}

impl Entry {
    #[inline(always)]
    fn pack(self, work: u64) -> u64 {
        let work = work_code(work) << WORK_SHIFT;
        match self {
            Self::Guess { bounds, conditional } => {
                let flag = if conditional { CONDITIONAL } else { 0 };
                debug_assert!(!bounds.is_solved(), "an open position has two numbers");
                work | flag | u64::from(bounds.phi) | u64::from(bounds.delta) << NUMBER_BITS
            }
            Self::Fact(fact) => {
                FACT | work
                    | u64::from(fact.proved)
                    | u64::from(fact.mv) << 1
                    | u64::from(fact.plies) << 17
            }
        }
    }

    #[inline(always)]
    fn unpack(data: u64) -> Self {
        if is_fact(data) {
            return Self::Fact(Fact {
                proved: data & 1 != 0,
                mv: (data >> 1) as u16,
                plies: (data >> 17) as u16,
            });
        }
        Self::Guess {
            bounds: Bounds {
                phi: (data & NUMBER) as u32,
                delta: (data >> NUMBER_BITS & NUMBER) as u32,
            },
            conditional: data & CONDITIONAL != 0,
        }
    }
}

impl ProofTable {
    /// A table of so many bytes that uses `first` of them until it grows.
    pub fn new(bytes: usize, replacement: Replacement, first: usize) -> Result<Self, TableError> {
        let slots = SlotTable::growing(bytes, first)?;
        let regions = slots.slots() / (SLOTS * REGION);
        let within_region = if regions < 2 { u64::MAX } else { u64::MAX >> regions.ilog2() };
        Ok(Self { slots, replacement, within_region, filled: AtomicUsize::new(0) })
    }

    /// Puts every position where its own key says.
    pub fn scattered(self) -> Self {
        Self { within_region: u64::MAX, ..self }
    }

    /// The key under which a position is kept: its region of the table comes from what it shares
    /// with its siblings, all else from the key. As many bits as ever tell positions apart.
    #[inline(always)]
    pub fn key(&self, key: u64, sibling_key: u64) -> u64 {
        sibling_key & !self.within_region | key & self.within_region
    }

    /// The memory it may use.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    /// The memory it uses now.
    pub fn used_bytes(&self) -> usize {
        self.slots.used_bytes()
    }

    /// Entries that it has room for.
    pub fn slots(&self) -> usize {
        self.slots.slots()
    }

    /// Slots that are taken, as far as searches have told.
    pub fn filled(&self) -> usize {
        self.filled.load(Ordering::Relaxed)
    }

    /// Searches tell here now and then how many empty slots they took.
    pub fn add_filled(&self, slots: usize) {
        self.filled.fetch_add(slots, Ordering::Relaxed);
    }

    /// Is it time to use more of the memory, and is so much allowed?
    pub fn wants_growth(&self, allowed: usize) -> bool {
        self.slots.can_grow()
            && self.filled() >= self.slots.used_slots() / CROWD
            && self.slots.next_bytes() <= allowed
    }

    /// Uses more of its memory. No search should be going on.
    pub fn grow(&self) {
        self.slots.grow();
    }

    pub fn write_to(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        self.slots.write_to(out)
    }

    pub fn read_from(&mut self, input: &mut impl std::io::Read) -> std::io::Result<()> {
        self.slots.read_from(input)?;
        *self.filled.get_mut() = self.slots.count();
        Ok(())
    }

    /// Thousandths in use.
    pub fn per_mille(&self) -> u32 {
        self.slots.per_mille(|data| data != 0)
    }

    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.slots.prefetch(key);
    }

    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.slots.find(key).map(|(_, data)| Entry::unpack(data))
    }

    /// Stores what `work` expansions have found.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry, work: u64) -> Stored {
        let data = entry.pack(work);
        if let Some((slot, old)) = self.slots.find(key) {
            // A fact is for ever; a shorter win replaces a longer one.
            let contradicts = is_fact(old) && is_fact(data) && is_proof(old) != is_proof(data);
            if contradicts || is_fact(old) && (!is_fact(data) || plies_of(old) <= plies_of(data)) {
                return Stored { is_news: false, took_slot: false, contradicts };
            }
            let work = work_of(data).max(work_of(old)) << WORK_SHIFT;
            let data = data & !WORK | work;
            match self.replacement {
                Replacement::FactsFirst if is_fact(data) && !is_fact(old) => {
                    self.turn_into_fact(key, slot, data);
                }
                Replacement::FactsFirst => self.slots.write(key, slot, key, data),
                Replacement::TwoBig => self.write_promoted(key, slot, data),
            }
            return Stored { is_news: is_fact(data), took_slot: false, contradicts };
        }
        let took_slot = match self.replacement {
            Replacement::TwoBig => self.store_two_big(key, data),
            Replacement::FactsFirst => self.store_facts_first(key, data),
        };
        Stored { is_news: true, took_slot, contradicts: false }
    }

    /// Writes what is known of a position that has a slot; from the second of a place it moves to the
    /// first when it has become the larger one.
    fn write_promoted(&self, key: u64, slot: usize, data: u64) {
        let first = slot & !1;
        let (old_key, old) = self.slots.read(key, first);
        if slot == first || work_of(old) > work_of(data) {
            self.slots.write(key, slot, key, data);
        } else {
            self.slots.write(key, slot, old_key, old);
            self.slots.write(key, first, key, data);
        }
    }

    fn store_two_big(&self, key: u64, data: u64) -> bool {
        let first = (key as usize & 1) * 2;
        let (old_key, old) = self.slots.read(key, first);
        let (_, second) = self.slots.read(key, first + 1);
        if old != 0 && work_of(old) > work_of(data) {
            self.slots.write(key, first + 1, key, data);
        } else {
            if old != 0 {
                self.slots.write(key, first + 1, old_key, old);
            }
            self.slots.write(key, first, key, data);
        }
        old == 0 || second == 0
    }

    /// One slot of a bucket is for guesses: facts have the others and displace each other, the
    /// smallest first; guesses displace guesses.
    fn store_facts_first(&self, key: u64, data: u64) -> bool {
        if is_fact(data)
            && let Some(smallest) = self.smallest_of_many(key)
        {
            self.slots.write(key, smallest, key, data);
            return false;
        }
        let (mut best, mut best_rank) = (0, u64::MAX);
        for slot in 0..SLOTS {
            let (_, old) = self.slots.read(key, slot);
            if old == 0 {
                self.slots.write(key, slot, key, data);
                return true;
            }
            let rank = u64::from(is_fact(old)) << 8 | work_of(old);
            if rank < best_rank {
                (best, best_rank) = (slot, rank);
            }
        }
        self.slots.write(key, best, key, data);
        false
    }

    /// Makes a fact of the guess in a slot.
    #[inline]
    fn turn_into_fact(&self, key: u64, slot: usize, data: u64) {
        let place = match self.smallest_of_many(key) {
            Some(smallest) => {
                self.slots.write(key, slot, key, 0);
                smallest
            }
            None => slot,
        };
        self.slots.write(key, place, key, data);
    }

    /// The smallest fact of a bucket that can have no more of them.
    #[inline]
    fn smallest_of_many(&self, key: u64) -> Option<usize> {
        let (mut smallest, mut least, mut facts) = (0, u64::MAX, 0);
        for slot in 0..SLOTS {
            let (_, old) = self.slots.read(key, slot);
            if is_fact(old) {
                facts += 1;
                if work_of(old) < least {
                    (smallest, least) = (slot, work_of(old));
                }
            }
        }
        (facts >= SLOTS - 1).then_some(smallest)
    }
}

/// The key of a position for one attacker and, where the search is bounded, the plies left.
pub(crate) const fn salt(attacker: usize, plies_left: u32) -> u64 {
    split_mix((11 << 32) + ((attacker as u64) << 24) + plies_left as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::{INFINITE, LARGEST};

    #[test]
    fn entries_survive_packing() {
        for phi in [1, 77, LARGEST] {
            for conditional in [false, true] {
                let bounds = Bounds { phi, delta: LARGEST - phi.min(5) };
                let entry = Entry::Guess { bounds, conditional };
                assert_eq!(Entry::unpack(entry.pack(1 << 40)), entry);
            }
        }
        const { assert!(INFINITE as u64 == NUMBER) };
        for proved in [false, true] {
            for (mv, plies) in [(0, 0), (u16::MAX, 1), (4095, u16::MAX)] {
                let entry = Entry::Fact(Fact { proved, mv, plies });
                assert_eq!(Entry::unpack(entry.pack(1)), entry);
                assert_eq!(work_of(entry.pack(1 << 20)), work_code(1 << 20));
            }
        }
    }

    fn guess(phi: u32) -> Entry {
        Entry::Guess { bounds: Bounds { phi, delta: 1 }, conditional: false }
    }

    #[test]
    fn guesses_never_displace_facts() {
        let table = ProofTable::new(64, Replacement::FactsFirst, 64).unwrap();
        let fact = Entry::Fact(Fact { proved: true, mv: 3, plies: 9 });
        for key in 1..=3 {
            assert!(table.store(key, fact, 1).took_slot);
        }
        for key in 10..100 {
            table.store(key, guess(key as u32), 1 << 30);
            assert_eq!(table.probe(key), Some(guess(key as u32)), "the newest guess is there");
        }
        for key in 1..=3 {
            assert_eq!(table.probe(key), Some(fact));
            table.store(key, guess(1), 5);
            assert_eq!(table.probe(key), Some(fact), "a fact is for ever");
        }
        table.store(200, fact, 1 << 20);
        assert_eq!(table.probe(200), Some(fact));
        assert_eq!(table.probe(99), Some(guess(99)), "facts leave one slot to guesses");
    }

    #[test]
    fn a_fourth_fact_displaces_a_fact_and_no_guess_does() {
        let fact = Entry::Fact(Fact { proved: true, mv: 3, plies: 9 });
        // Into the empty slot, and in place of a guess of its own.
        for guess_first in [false, true] {
            let table = ProofTable::new(64, Replacement::FactsFirst, 64).unwrap();
            for key in 1..=3 {
                table.store(key, fact, 1 << key);
            }
            if guess_first {
                table.store(4, guess(7), 1);
            }
            table.store(4, fact, 1 << 10);
            let facts =
                || (1..=4).filter(|&key| table.probe(key) == Some(fact)).collect::<Vec<_>>();
            assert_eq!(facts(), [2, 3, 4], "the smallest made room");
            for key in 10..50 {
                table.store(key, guess(key as u32), 1 << 30);
                assert_eq!(table.probe(key), Some(guess(key as u32)));
            }
            assert_eq!(facts(), [2, 3, 4]);
        }
    }

    #[test]
    fn sizes_an_eighth_apart_are_told_apart() {
        let mut last = 0;
        for work in 1..100_000u64 {
            assert!(work_code(work) >= work_code(work - 1));
            if work >= last + (last / 8).max(1) {
                assert!(work_code(work) > work_code(last), "{last} {work}");
                last = work;
            }
        }
        assert_eq!(work_code(u64::MAX), 0xff);
        assert!(work_code(1 << 33) < work_code(1 << 34), "10,000 million");
    }

    #[test]
    fn two_big_keeps_the_larger_subtree() {
        let table = ProofTable::new(64, Replacement::TwoBig, 64).unwrap();
        table.store(2, guess(1), 1 << 20);
        table.store(4, guess(2), 1 << 10);
        table.store(6, guess(3), 1 << 10);
        assert_eq!(table.probe(2), Some(guess(1)));
        assert_eq!(table.probe(4), None);
        assert_eq!(table.probe(6), Some(guess(3)));
    }

    #[test]
    fn two_big_compares_sizes_that_have_as_many_digits() {
        let table = ProofTable::new(64, Replacement::TwoBig, 64).unwrap();
        table.store(2, guess(1), 1900);
        table.store(4, guess(2), 1100);
        table.store(6, guess(3), 10);
        assert_eq!(table.probe(2), Some(guess(1)), "the larger of the two");
        assert_eq!(table.probe(4), None);
    }

    #[test]
    fn two_big_promotes_what_has_become_larger() {
        let table = ProofTable::new(64, Replacement::TwoBig, 64).unwrap();
        table.store(2, guess(1), 1000);
        table.store(4, guess(2), 10);
        table.store(4, guess(3), 5000);
        table.store(6, guess(4), 10);
        assert_eq!(table.probe(4), Some(guess(3)), "in the first slot now");
        assert_eq!(table.probe(2), None, "the second gave way to the newest");
        assert_eq!(table.probe(6), Some(guess(4)));
    }

    #[test]
    fn a_disproof_never_overwrites_a_proof_silently() {
        for replacement in [Replacement::TwoBig, Replacement::FactsFirst] {
            let table = ProofTable::new(64, replacement, 64).unwrap();
            let proof = Entry::Fact(Fact { proved: true, mv: 3, plies: 9 });
            let disproof = Entry::Fact(Fact { proved: false, mv: 3, plies: 0 });
            for (first, second) in [(proof, disproof), (disproof, proof)] {
                let table = ProofTable::new(64, replacement, 64).unwrap();
                assert!(!table.store(5, first, 1).contradicts);
                assert!(table.store(5, second, 1).contradicts);
                assert_eq!(table.probe(5), Some(first), "what came first stays");
            }
            assert!(!table.store(5, proof, 1).contradicts);
            assert!(!table.store(5, guess(1), 1).contradicts);
            assert!(!table.store(5, proof, 1).contradicts);
        }
    }

    #[test]
    fn a_crowded_table_wants_to_grow() {
        let table = ProofTable::new(64 * 64, Replacement::FactsFirst, 64 * 4).unwrap();
        for key in 0..4u64 {
            assert!(!table.wants_growth(usize::MAX));
            table.add_filled(usize::from(table.store(key << 58 | 1, guess(1), 1).took_slot));
        }
        assert!(table.wants_growth(16 * 64), "four slots of sixteen");
        assert!(!table.wants_growth(16 * 64 - 1), "not beyond what is allowed");
        table.grow();
        assert!(!table.wants_growth(usize::MAX));
        assert_eq!(table.probe(3 << 58 | 1), Some(guess(1)));
        let all = ProofTable::new(64 * 4, Replacement::FactsFirst, 64 * 4).unwrap();
        all.add_filled(16);
        assert!(!all.wants_growth(usize::MAX), "it has all of its memory");
    }
}
