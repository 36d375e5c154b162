//! The table that threads share without locks.
//!
//! A bucket is one cache line of four slots, so a look-up costs one memory access, which
//! [`SlotTable::prefetch`] starts early. A slot holds 64 bits of data and the key xor-ed with them: a
//! slot torn by two writers fails the comparison and reads as empty, so no lock is needed. What
//! the data mean and which slot to overwrite is the caller's business: alpha-beta and the proof
//! searches pack different things.
//!
//! Large tables lie on huge pages where the system has them. Getting memory from the system can take
//! longer than a short search, which has three answers:
//!
//! * The memory of a table up to [`TOUCHED`] bytes is touched when the table is made, so that no search
//!   pays for it. That of a larger one is the system's zero pages until it is used.
//! * A table that [grows](SlotTable::growing) uses a small part of its memory first, and more only
//!   when that is about to be full: a short search in a large table costs what it does in a small one.
//! * The memory of a table that has gone is left to the next one of its size, and only the part that
//!   was used is cleared.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use memmap2::MmapMut;

/// Slots in a bucket.
pub const SLOTS: usize = 4;

#[derive(Debug)]
struct Slot {
    /// Key xor data.
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// A table could not be made.
#[derive(Debug, thiserror::Error)]
#[error("a table of {bytes} bytes cannot be allocated")]
pub struct TableError {
    bytes: usize,
    source: std::io::Error,
}

/// A table of 64-bit entries under 64-bit keys.
#[derive(Debug)]
pub struct SlotTable {
    /// Keeps the memory; never touched directly.
    memory: MmapMut,
    /// Buckets that there is memory for.
    buckets: usize,
    /// The bits of a bucket's number that count now: all of them once the table has grown up. The
    /// buckets beyond are empty.
    mask: AtomicUsize,
    /// What it is when the table is empty.
    first_mask: usize,
}

/// Memory of a table that has gone, and how much of it, from its beginning, may not be zero.
#[derive(Debug)]
struct Spare {
    memory: MmapMut,
    used: usize,
}

/// Memory of tables that have gone, all of one size.
static SPARE: Mutex<Vec<Spare>> = Mutex::new(Vec::new());
/// Most tables whose memory is kept.
const MOST_SPARE: usize = 8;
/// Bytes of the largest table whose memory is touched when it is made.
pub const TOUCHED: usize = 256 << 20;
/// How many times as large a growing table becomes in one step.
const GROWTH: usize = 4;
/// Buckets that tell how much of a table is in use.
const SAMPLE: usize = 256;

/// Memory for a table, all zero; the first `touched` bytes of it are the table's own already.
fn allocate(bytes: usize, touched: usize) -> std::io::Result<MmapMut> {
    {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        // Memory of another size only stands in the way.
        spare.retain(|spare| spare.memory.len() == bytes);
        if let Some(Spare { mut memory, used }) = spare.pop() {
            memory[..used].fill(0);
            return Ok(memory);
        }
    }
    let mut memory = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    // Without huge pages the table works all the same, only slower.
    drop(memory.advise(memmap2::Advice::HugePage));
    memory[..touched].fill(0);
    Ok(memory)
}

/// Gives the memory of tables that have gone back to the system, for something else to use.
pub fn release_spare() {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

impl Drop for SlotTable {
    fn drop(&mut self) {
        let Ok(empty) = MmapMut::map_anon(1) else { return };
        let used = self.used_bytes();
        let memory = std::mem::replace(&mut self.memory, empty);
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        spare.retain(|other| other.memory.len() == memory.len());
        if spare.len() < MOST_SPARE {
            spare.push(Spare { memory, used });
        }
    }
}

impl SlotTable {
    /// A table of at most this size, and at least one bucket.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        let touched = if bytes <= TOUCHED { usize::MAX } else { 0 };
        Self::allocated(bytes, usize::MAX, touched)
    }

    /// A table of at most this size that begins with about so many bytes of it and uses more when
    /// [`SlotTable::grow`] is called.
    pub fn growing(bytes: usize, first_bytes: usize) -> Result<Self, TableError> {
        let first = (first_bytes / size_of::<Bucket>()).max(1);
        // A power of two, so that a mask tells which bucket it is.
        let first = 1 << first.ilog2();
        Self::allocated(bytes, first - 1, first * size_of::<Bucket>())
    }

    fn allocated(bytes: usize, first_mask: usize, touched: usize) -> Result<Self, TableError> {
        let bytes = Self::bytes_of(bytes);
        let buckets = bytes / size_of::<Bucket>();
        let memory =
            allocate(bytes, touched.min(bytes)).map_err(|source| TableError { bytes, source })?;
        let first_mask = if first_mask < buckets - 1 { first_mask } else { usize::MAX };
        Ok(Self { memory, buckets, mask: AtomicUsize::new(first_mask), first_mask })
    }

    /// The memory of a table for which so much is asked.
    pub fn bytes_of(asked: usize) -> usize {
        (asked / size_of::<Bucket>()).max(1) * size_of::<Bucket>()
    }

    /// The memory it may use.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// The memory it uses now.
    pub fn used_bytes(&self) -> usize {
        self.used_buckets() * size_of::<Bucket>()
    }

    /// Slots in all.
    pub fn slots(&self) -> usize {
        self.buckets * SLOTS
    }

    /// Slots that it uses now.
    pub fn used_slots(&self) -> usize {
        self.used_buckets() * SLOTS
    }

    fn used_buckets(&self) -> usize {
        self.buckets.min(self.mask().saturating_add(1))
    }

    /// Is there memory that it does not use yet?
    pub fn can_grow(&self) -> bool {
        self.mask() < self.buckets - 1
    }

    /// The memory it would use when it grows.
    pub fn next_bytes(&self) -> usize {
        self.used_bytes().saturating_mul(GROWTH).min(self.bytes())
    }

    /// Uses more of its memory, `GROWTH` times as much or all of it. Every entry is found as before;
    /// what somebody else writes meanwhile may be lost.
    pub fn grow(&self) {
        let before = self.used_buckets();
        let wider = before * GROWTH;
        let mask = if wider < self.buckets { wider - 1 } else { usize::MAX };
        self.mask.store(mask, Ordering::Relaxed);
        // A bucket's entries go to buckets whose numbers end with its own, so to itself or to others that
        // no other bucket's entries go to: a slot of its own number is free there.
        for number in 0..before {
            let old = &self.all()[number];
            for slot in 0..SLOTS {
                let data = old.0[slot].data.load(Ordering::Relaxed);
                if data == 0 {
                    continue;
                }
                let check = old.0[slot].check.load(Ordering::Relaxed);
                let new = self.number(check ^ data);
                // What a torn write has left leads anywhere.
                if new != number && new & (before - 1) == number {
                    let place = &self.all()[new].0[slot];
                    place.check.store(check, Ordering::Relaxed);
                    place.data.store(data, Ordering::Relaxed);
                }
                if new != number {
                    old.0[slot].data.store(0, Ordering::Relaxed);
                }
            }
        }
    }

    /// Forgets everything, and begins small again if it was made to grow.
    pub fn clear(&mut self) {
        let used = self.used_bytes();
        self.memory[..used].fill(0);
        self.mask.store(self.first_mask, Ordering::Relaxed);
    }

    /// Writes all slots in use, for [`SlotTable::read_from`]. Nobody should be writing to the table.
    pub fn write_to(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        out.write_all(&(self.used_buckets() as u64).to_le_bytes())?;
        let mut bytes = [0; size_of::<Bucket>()];
        for bucket in &self.all()[..self.used_buckets()] {
            for (slot, bytes) in bucket.0.iter().zip(bytes.chunks_exact_mut(16)) {
                let check = slot.check.load(Ordering::Relaxed).to_le_bytes();
                bytes[..8].copy_from_slice(&check);
                bytes[8..].copy_from_slice(&slot.data.load(Ordering::Relaxed).to_le_bytes());
            }
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads all slots of a table of the same size.
    pub fn read_from(&mut self, input: &mut impl std::io::Read) -> std::io::Result<()> {
        let mut count = [0; 8];
        input.read_exact(&mut count)?;
        let count = usize::try_from(u64::from_le_bytes(count)).unwrap_or(usize::MAX);
        let is_part = count.is_power_of_two() && count < self.buckets;
        if count != self.buckets && !is_part {
            return Err(std::io::Error::new(
                std::io::ErrorKind::InvalidData,
                format!("a table of {} buckets cannot use {count}", self.buckets),
            ));
        }
        self.clear();
        self.mask.store(if is_part { count - 1 } else { usize::MAX }, Ordering::Relaxed);
        let mut bytes = [0; size_of::<Bucket>()];
        for bucket in &self.all()[..count] {
            input.read_exact(&mut bytes)?;
            for (slot, bytes) in bucket.0.iter().zip(bytes.chunks_exact(16)) {
                let word = |at: usize| {
                    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
                };
                slot.check.store(word(0), Ordering::Relaxed);
                slot.data.store(word(8), Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// The first bucket.
    #[allow(clippy::cast_ptr_alignment)] // A mapping begins at a page.
    #[inline(always)]
    fn first(&self) -> *const Bucket {
        self.memory.as_ptr().cast()
    }

    fn all(&self) -> &[Bucket] {
        // SAFETY: the mapping is page-aligned, `buckets` buckets long, lives as long as `self`,
        // and holds only atomics, for which every bit pattern is valid. Nobody else has access:
        // `memory` is private and borrowed mutably only through `&mut self`.
        unsafe { std::slice::from_raw_parts(self.first(), self.buckets) }
    }

    #[inline(always)]
    fn mask(&self) -> usize {
        self.mask.load(Ordering::Relaxed)
    }

    /// The number of a key's bucket.
    #[inline(always)]
    fn number(&self, key: u64) -> usize {
        // The high bits choose the bucket, for any number of buckets.
        ((u128::from(key) * self.buckets as u128) >> 64) as usize & self.mask()
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = self.number(key);
        debug_assert!(index < self.buckets);
        // SAFETY: as in `all`; a 64-bit number times `buckets`, shifted down, is below `buckets`, and a
        // mask makes it no larger.
        unsafe { &*self.first().add(index) }
    }

    /// Starts loading the bucket of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: prefetching any address has no effect but on the cache.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The data under a key and the slot they are in. Data of 0 count as empty.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Option<(usize, u64)> {
        let bucket = self.bucket(key);
        for (i, slot) in bucket.0.iter().enumerate() {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                return Some((i, data));
            }
        }
        None
    }

    /// What a slot of a key's bucket holds now: the key, which need not be the given one, and
    /// the data.
    #[inline(always)]
    pub fn read(&self, key: u64, slot: usize) -> (u64, u64) {
        let slot = &self.bucket(key).0[slot % SLOTS];
        let data = slot.data.load(Ordering::Relaxed);
        (slot.check.load(Ordering::Relaxed) ^ data, data)
    }

    /// Puts data under `stored_key` into a slot of the bucket that `key` belongs to. The two
    /// differ when an entry is moved within its bucket.
    #[inline(always)]
    pub fn write(&self, key: u64, slot: usize, stored_key: u64, data: u64) {
        let slot = &self.bucket(key).0[slot % SLOTS];
        slot.check.store(stored_key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// How many slots are not empty, counted one by one.
    pub fn count(&self) -> usize {
        let slots = self.all()[..self.used_buckets()].iter().flat_map(|bucket| &bucket.0);
        slots.filter(|slot| slot.data.load(Ordering::Relaxed) != 0).count()
    }

    /// How many of all slots satisfy a condition, in thousandths, by a sample spread evenly over those
    /// in use. The others are empty.
    pub fn per_mille(&self, condition: impl Fn(u64) -> bool) -> u32 {
        let used = self.used_buckets();
        let count = used.min(SAMPLE);
        let sample = (0..count).map(|i| &self.all()[i * used / count]);
        let data = sample.flat_map(|b| &b.0).map(|slot| slot.data.load(Ordering::Relaxed));
        let met = data.filter(|&data| condition(data)).count() as u128;
        (met * 1000 * used as u128 / (count * SLOTS * self.buckets) as u128) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::split_mix;

    #[test]
    fn what_is_written_is_found() {
        let table = SlotTable::new(1 << 16).unwrap();
        assert_eq!(table.slots(), (1 << 16) / 16);
        for i in 1..200u64 {
            let key = split_mix(i);
            assert_eq!(table.find(key), None);
            table.write(key, i as usize, key, i);
            assert_eq!(table.find(key), Some((i as usize % SLOTS, i)));
            assert_eq!(table.read(key, i as usize), (key, i));
        }
        assert!(table.per_mille(|data| data != 0) > 0);
    }

    #[test]
    fn a_table_survives_writing_and_reading() {
        let table = SlotTable::new(1 << 12).unwrap();
        for i in 1..100u64 {
            table.write(split_mix(i), i as usize, split_mix(i), i);
        }
        let mut bytes = Vec::new();
        table.write_to(&mut bytes).unwrap();
        let mut other = SlotTable::new(1 << 12).unwrap();
        other.read_from(&mut bytes.as_slice()).unwrap();
        for i in 1..100u64 {
            assert_eq!(other.find(split_mix(i)), table.find(split_mix(i)));
        }
        assert!(other.read_from(&mut &bytes[..100]).is_err(), "cut off");
    }

    #[test]
    fn another_key_in_the_same_bucket_is_not_confused() {
        let table = SlotTable::new(64).unwrap();
        table.write(1, 0, 1, 77);
        assert_eq!(table.find(2), None);
        assert_eq!(table.find(1), Some((0, 77)));
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = SlotTable::new(1 << 12).unwrap();
        table.write(5, 1, 5, 9);
        table.clear();
        assert_eq!(table.find(5), None);
    }

    #[test]
    fn the_memory_of_an_old_table_comes_back_empty() {
        for _ in 0..4 {
            let tables: Vec<_> = (0..3).map(|_| SlotTable::new(1 << 13).unwrap()).collect();
            for table in &tables {
                assert_eq!(table.find(7), None);
                table.write(7, 2, 7, 1);
            }
            drop(SlotTable::new(1 << 12).unwrap());
        }
    }

    #[test]
    fn a_table_grows_and_forgets_nothing() {
        // Not a power of two, and the last step is not a whole one.
        let bytes = 64 * 5_000;
        let mut table = SlotTable::growing(bytes, 64 * 70).unwrap();
        let full = SlotTable::new(bytes).unwrap();
        assert_eq!(table.used_bytes(), 64 * 64, "the power of two below");
        let mut stored = Vec::new();
        for i in 1..60u64 {
            let key = split_mix(i);
            let slot = (0..SLOTS).find(|&slot| table.read(key, slot).1 == 0);
            if let Some(slot) = slot {
                table.write(key, slot, key, i);
                full.write(key, slot, key, i);
                stored.push((key, slot, i));
            }
        }
        let mut sizes = vec![table.used_bytes() / 64];
        while table.can_grow() {
            table.grow();
            sizes.push(table.used_bytes() / 64);
            for &(key, slot, data) in &stored {
                assert_eq!(table.find(key), Some((slot, data)));
            }
            assert_eq!(table.count(), stored.len(), "each once");
        }
        assert_eq!(sizes, [64, 256, 1024, 4096, 5_000]);
        for &(key, slot, data) in &stored {
            assert_eq!(full.find(key), Some((slot, data)), "where a table has it that never grew");
        }
        table.clear();
        assert_eq!(table.used_bytes(), 64 * 64);
        assert!(stored.iter().all(|&(key, ..)| table.find(key).is_none()));
    }

    #[test]
    fn a_grown_table_leaves_clean_memory_behind() {
        for _ in 0..3 {
            let table = SlotTable::growing(64 * 3_000, 64 * 16).unwrap();
            for i in 1..40u64 {
                assert_eq!(table.find(split_mix(i)), None);
                table.write(split_mix(i), 0, split_mix(i), i);
                if i % 13 == 0 {
                    table.grow();
                }
            }
        }
        let table = SlotTable::new(64 * 3_000).unwrap();
        let is_empty =
            |bucket: &Bucket| bucket.0.iter().all(|slot| slot.data.load(Ordering::Relaxed) == 0);
        assert!(table.all().iter().all(is_empty));
    }

    #[test]
    fn a_growing_table_survives_writing_and_reading() {
        let table = SlotTable::growing(64 * 1000, 64 * 8).unwrap();
        table.write(split_mix(5), 1, split_mix(5), 7);
        table.grow();
        let mut bytes = Vec::new();
        table.write_to(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 8 + 64 * 32, "only what is in use");
        let mut other = SlotTable::growing(64 * 1000, 64 * 8).unwrap();
        other.read_from(&mut bytes.as_slice()).unwrap();
        assert_eq!(other.used_bytes(), 64 * 32);
        assert_eq!(other.find(split_mix(5)), Some((1, 7)));
        bytes[0] = 33;
        assert!(other.read_from(&mut bytes.as_slice()).is_err(), "no such size");
    }

    #[test]
    fn the_use_of_a_table_is_sampled_all_over_it() {
        let table = SlotTable::new(64 * 4096).unwrap();
        for number in 2048..4096u64 {
            // The bucket of this number.
            let key = number << 52 | 1 << 51;
            assert_eq!(table.number(key), number as usize);
            table.write(key, 0, key, 1);
            table.write(key, 1, key, 1);
        }
        assert_eq!(table.per_mille(|data| data != 0), 250, "half the slots of the second half");
        let small = SlotTable::growing(64 * 4096, 64 * 1024).unwrap();
        for number in 0..1024u64 {
            small.write(number << 52, 0, number << 52, 1);
        }
        assert_eq!(small.per_mille(|data| data != 0), 62, "a slot of four in a quarter of it");
        small.grow();
        assert_eq!(small.per_mille(|data| data != 0), 62);
    }

    #[test]
    fn threads_never_read_a_torn_entry() {
        let table = SlotTable::new(64).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..2u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000u64 {
                        let key = split_mix(i % 16);
                        table.write(key, 0, key, key.rotate_left(9) | 1);
                        let other = split_mix((i + thread) % 16);
                        if let Some((_, data)) = table.find(other) {
                            assert_eq!(data, other.rotate_left(9) | 1);
                        }
                    }
                });
            }
        });
    }
}
