//! The table that threads share without locks.
//!
//! A bucket is one cache line of four slots, so a look-up costs one memory access, which
//! [`SlotTable::prefetch`] starts early. A slot holds 64 bits of data and the key xor-ed with them: a
//! slot torn by two writers fails the comparison and reads as empty, so no lock is needed. What
//! the data mean and which slot to overwrite is the caller's business: alpha-beta and the proof
//! searches pack different things.
//!
//! Large tables lie on huge pages where the system has them, and all memory is touched when the
//! table is made, so that no search pays for it. Getting memory from the system can take longer than
//! a short search, so the memory of a table that has gone is left to the next one of its size.

use std::sync::atomic::{AtomicU64, Ordering};
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
    buckets: usize,
}

/// Memory of tables that have gone, all of one size.
static SPARE: Mutex<Vec<MmapMut>> = Mutex::new(Vec::new());
/// Most tables whose memory is kept.
const MOST_SPARE: usize = 8;

/// Memory for a table, not cleared.
fn allocate(bytes: usize) -> std::io::Result<MmapMut> {
    {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        // Memory of another size only stands in the way.
        spare.retain(|memory| memory.len() == bytes);
        if let Some(memory) = spare.pop() {
            return Ok(memory);
        }
    }
    let memory = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    // Without huge pages the table works all the same, only slower.
    drop(memory.advise(memmap2::Advice::HugePage));
    Ok(memory)
}

impl Drop for SlotTable {
    fn drop(&mut self) {
        let Ok(empty) = MmapMut::map_anon(1) else { return };
        let memory = std::mem::replace(&mut self.memory, empty);
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        spare.retain(|other| other.len() == memory.len());
        if spare.len() < MOST_SPARE {
            spare.push(memory);
        }
    }
}

impl SlotTable {
    /// A table of at most this size, and at least one bucket.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let bytes = buckets * size_of::<Bucket>();
        let mut memory = allocate(bytes).map_err(|source| TableError { bytes, source })?;
        memory.fill(0);
        Ok(Self { memory, buckets })
    }

    /// The memory it uses.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// Slots in all.
    pub fn slots(&self) -> usize {
        self.buckets * SLOTS
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.memory.fill(0);
    }

    /// Writes all slots, for [`SlotTable::read_from`]. Nobody should be writing to the table.
    pub fn write_to(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let mut bytes = [0; size_of::<Bucket>()];
        for bucket in self.all() {
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
        let mut bytes = [0; size_of::<Bucket>()];
        for bucket in self.all() {
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
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits choose the bucket, for any number of buckets.
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        debug_assert!(index < self.buckets);
        // SAFETY: as in `all`; a 64-bit number times `buckets`, shifted down, is below `buckets`.
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

    /// How many of a sample of slots satisfy a condition, in thousandths.
    pub fn per_mille(&self, condition: impl Fn(u64) -> bool) -> u32 {
        let sample = &self.all()[..self.buckets.min(256)];
        let data = sample.iter().flat_map(|b| &b.0).map(|slot| slot.data.load(Ordering::Relaxed));
        let met = data.filter(|&data| condition(data)).count();
        (met * 1000 / (sample.len() * SLOTS)) as u32
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
