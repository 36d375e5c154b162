//! The transposition table of the alpha-beta search.
//!
//! Source: `winands-thesis` 2.6, two-deep after Breuker et al. 1996.
//! Differs: entries of earlier searches give way first; two slots of two entries share a cache
//! line. Of one position that a search has met at two depths the deeper entry stays, which the source
//! leaves open.

use conjoin_core::Score;
use conjoin_core::table::{SlotTable, TableError};

use crate::depth::Depth;
use crate::{TableParams, TableScheme};

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// It is at least this.
    Lower = 1,
    /// It is at most this.
    Upper = 2,
    /// It is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Packed best move, 0 for none.
    pub mv: u16,
    /// Score seen from the position itself.
    pub score: Score,
    pub depth: Depth,
    pub bound: Bound,
}

/// The table, and the age of its entries.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    slots: SlotTable,
    generation: u8,
}

/// Generations before the numbers start again.
const GENERATIONS: u8 = 64;

impl Entry {
    /// Move, score, depth, bound, generation and the logarithm of the subtree, from the top:
    /// 16 + 16 + 16 + 2 + 6 + 8 bits. Never 0, because the bound is not.
    fn pack(self, generation: u8, size_log: u8) -> u64 {
        u64::from(self.mv) << 48
            | u64::from(self.score.0 as i16 as u16) << 32
            | u64::from(self.depth.in_hundredths() as i16 as u16) << 16
            | u64::from(self.bound as u8) << 14
            | u64::from(generation) << 8
            | u64::from(size_log)
    }

    fn unpack(data: u64) -> Self {
        Self {
            mv: (data >> 48) as u16,
            score: Score(i32::from((data >> 32) as i16)),
            depth: Depth::hundredths(i32::from((data >> 16) as i16)),
            bound: match data >> 14 & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
        }
    }
}

const fn generation_of(data: u64) -> u8 {
    (data >> 8 & 63) as u8
}

const fn size_log_of(data: u64) -> u8 {
    data as u8
}

impl TranspositionTable {
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        Ok(Self { slots: SlotTable::new(bytes)?, generation: 0 })
    }

    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    pub fn clear(&mut self) {
        self.slots.clear();
        self.generation = 0;
    }

    /// Entries so far become old.
    pub fn next_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Thousandths of the table that this search has filled.
    pub fn per_mille(&self) -> u32 {
        self.slots.per_mille(|data| data != 0 && generation_of(data) == self.generation)
    }

    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.slots.prefetch(key);
    }

    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.slots.find(key).map(|(_, data)| Entry::unpack(data))
    }

    /// Stores what was found with `nodes` nodes.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry, nodes: u64, params: &TableParams) {
        let size_log = (64 - nodes.leading_zeros()) as u8;
        let known = self.slots.find(key);
        if let Some((slot, old)) = known {
            let old_entry = Entry::unpack(old);
            let is_deeper = old_entry.depth > entry.depth && generation_of(old) == self.generation;
            // What a deeper search of this position has found says more, unless values of other
            // depths are not used at all.
            if is_deeper && !params.equal_depth && params.scheme != TableScheme::Always {
                if old_entry.mv == 0 && entry.mv != 0 {
                    let entry = Entry { mv: entry.mv, ..old_entry };
                    let data = entry.pack(self.generation, size_log_of(old));
                    self.slots.write(key, slot, key, data);
                }
                return;
            }
            // A position keeps its move when the new search has none.
            if entry.mv == 0 {
                entry.mv = old_entry.mv;
            }
        }
        let data = entry.pack(self.generation, size_log);
        if params.scheme == TableScheme::Always {
            let slot = known.map_or(key as usize & 3, |(slot, _)| slot);
            return self.slots.write(key, slot, key, data);
        }
        let first = (key as usize & 1) * 2;
        if known.is_some_and(|(slot, _)| slot == first) {
            return self.slots.write(key, first, key, data);
        }
        let (old_key, old) = self.slots.read(key, first);
        let keeps = old != 0
            && generation_of(old) == self.generation
            && match params.scheme {
                TableScheme::TwoBig => size_log_of(old) > size_log,
                _ => Entry::unpack(old).depth > entry.depth,
            };
        if keeps {
            return self.slots.write(key, first + 1, key, data);
        }
        if old != 0 {
            self.slots.write(key, first + 1, old_key, old);
        }
        self.slots.write(key, first, key, data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, score: i32) -> Entry {
        Entry { mv: 7, score: Score(score), depth: Depth::plies(depth), bound: Bound::Exact }
    }

    #[test]
    fn entries_survive_packing() {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for (score, depth, mv) in
                [(0, 0, 0), (-30_000, 512, 65_535), (29_999, 24_000, 1), (7, -150, 2)]
            {
                let depth = Depth::hundredths(depth);
                let entry = Entry { mv, score: Score(score), depth, bound };
                assert_eq!(Entry::unpack(entry.pack(63, 40)), entry);
                assert_eq!(generation_of(entry.pack(63, 40)), 63);
                assert_eq!(size_log_of(entry.pack(63, 40)), 40);
            }
        }
    }

    #[test]
    fn a_shallower_search_of_a_position_leaves_its_deeper_entry() {
        let mut table = TranspositionTable::new(64).unwrap();
        let two_deep = TableParams::default();
        let no_move = Entry { mv: 0, ..entry(9, 1) };
        table.store(2, no_move, 1, &two_deep);
        table.store(2, entry(3, 2), 1, &two_deep);
        assert_eq!(table.probe(2), Some(entry(9, 1)), "with the move that it lacked");
        table.store(2, entry(9, 3), 1, &two_deep);
        assert_eq!(table.probe(2), Some(entry(9, 3)), "the newer one of the same depth");
        table.next_search();
        table.store(2, entry(4, 4), 1, &two_deep);
        assert_eq!(table.probe(2), Some(entry(4, 4)), "another search");
        let equal_depth = TableParams { equal_depth: true, ..two_deep };
        table.store(2, entry(2, 5), 1, &equal_depth);
        assert_eq!(table.probe(2), Some(entry(2, 5)), "deeper values would not be used");
    }

    #[test]
    fn an_entry_that_has_become_deep_moves_to_the_deep_place() {
        let table = TranspositionTable::new(64).unwrap();
        let two_deep = TableParams::default();
        table.store(2, entry(5, 1), 1, &two_deep);
        table.store(4, entry(3, 2), 1, &two_deep);
        table.store(4, entry(7, 3), 1, &two_deep);
        table.store(6, entry(1, 4), 1, &two_deep);
        assert_eq!(table.probe(4), Some(entry(7, 3)));
        assert_eq!(table.probe(6), Some(entry(1, 4)));
        assert_eq!(table.probe(2), None);
    }

    #[test]
    fn two_deep_keeps_the_deep_entry_and_the_newest() {
        let table = TranspositionTable::new(64).unwrap();
        let keys = [2, 4, 6];
        table.store(keys[0], entry(9, 1), 1, &TableParams::default());
        table.store(keys[1], entry(3, 2), 1, &TableParams::default());
        table.store(keys[2], entry(2, 3), 1, &TableParams::default());
        assert_eq!(table.probe(keys[0]), Some(entry(9, 1)));
        assert_eq!(table.probe(keys[1]), None);
        assert_eq!(table.probe(keys[2]), Some(entry(2, 3)));
    }

    #[test]
    fn two_big_keeps_the_larger_subtree() {
        let table = TranspositionTable::new(64).unwrap();
        table.store(
            2,
            entry(1, 1),
            1 << 20,
            &TableParams { scheme: TableScheme::TwoBig, ..TableParams::default() },
        );
        table.store(
            4,
            entry(9, 2),
            1 << 10,
            &TableParams { scheme: TableScheme::TwoBig, ..TableParams::default() },
        );
        table.store(
            6,
            entry(9, 3),
            1 << 10,
            &TableParams { scheme: TableScheme::TwoBig, ..TableParams::default() },
        );
        assert_eq!(table.probe(2), Some(entry(1, 1)));
        assert_eq!(table.probe(4), None);
    }

    #[test]
    fn old_entries_give_way() {
        let mut table = TranspositionTable::new(64).unwrap();
        table.store(2, entry(9, 1), 1, &TableParams::default());
        table.next_search();
        table.store(4, entry(1, 2), 1, &TableParams::default());
        table.store(6, entry(1, 3), 1, &TableParams::default());
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(4), Some(entry(1, 2)));
    }
}
