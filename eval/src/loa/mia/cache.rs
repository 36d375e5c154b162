//! A cache of what a side's men are worth by themselves.
//!
//! The men of one side come in the same formation under many positions of the other's, so most of
//! what is asked for is known. Threads may share it without locks: an entry whose two halves do
//! not belong together is not found.
//!
//! Source: `winands-thesis` 3.1.10. Measured: `docs/performance.md`.

use std::sync::atomic::{AtomicU64, Ordering};

use conjoin_core::mix::split_mix;

/// Entries as a power of two: 128 KiB, a part of the second-level cache.
const BITS: u32 = 13;

/// What men, on a board of some size, are worth.
pub(super) struct FormationCache {
    /// Its length is known when compiling: nothing is divided to find a slot.
    entries: Box<[[AtomicU64; 2]; ENTRIES]>,
}

const ENTRIES: usize = 1 << BITS;

impl FormationCache {
    pub fn new() -> Self {
        let entry = || [AtomicU64::new(0), AtomicU64::new(0)];
        let entries: Box<[_]> = std::iter::repeat_with(entry).take(ENTRIES).collect();
        let Ok(entries) = entries.try_into() else { unreachable!("as many as were taken") };
        Self { entries }
    }

    /// The worth of men, computed if it is not known. At least one man.
    #[inline(always)]
    pub fn get(&self, men: u64, size: u8, compute: impl FnOnce() -> f32) -> f32 {
        let slot = (men.wrapping_mul(SPREAD) >> (64 - BITS)) as usize;
        let [key, value] = &self.entries[slot % ENTRIES];
        let known = value.load(Ordering::Relaxed);
        let is_size = known >> 32 == u64::from(size);
        if is_size && key.load(Ordering::Relaxed) ^ known.wrapping_mul(SPREAD) == men {
            return f32::from_bits(known as u32);
        }
        let worth = compute();
        let known = u64::from(worth.to_bits()) | u64::from(size) << 32;
        value.store(known, Ordering::Relaxed);
        key.store(men ^ known.wrapping_mul(SPREAD), Ordering::Relaxed);
        worth
    }
}

/// An odd number whose products have well-mixed upper bits.
const SPREAD: u64 = split_mix(7 << 32) | 1;

#[cfg(test)]
#[allow(clippy::float_cmp)] // What is stored comes back unchanged.
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_computed_again() {
        let cache = FormationCache::new();
        assert_eq!(cache.get(0b101, 8, || 1.5), 1.5);
        assert_eq!(cache.get(0b101, 8, || unreachable!("it is known")), 1.5);
        assert_eq!(cache.get(0b101, 7, || -2.0), -2.0, "another board");
        assert_eq!(cache.get(0b101, 8, || 1.5), 1.5, "one entry a slot");
    }

    #[test]
    fn every_formation_has_its_own_worth() {
        let cache = FormationCache::new();
        for round in 0..3 {
            let mut men = 1;
            for i in 0..100_000u32 {
                men = split_mix(men);
                let worth = f32::from_bits(men as u32 & 0x3fff_ffff);
                assert_eq!(cache.get(men, 8, || worth), worth, "{round} {i}");
            }
        }
    }
}
