//! The memory of a proof that is being made.

use rustc_hash::FxHashMap;

use super::ProofError;

/// Memory of a map, by how many slots it must have for what it can hold.
pub(super) fn bytes_of<K, V>(map: &FxHashMap<K, V>) -> usize {
    slots_for(map.capacity()) * slot_bytes::<K, V>()
}

/// One of eight slots of a map stays empty, and their number is a power of two.
const fn slots_for(entries: usize) -> usize {
    if entries == 0 { 0 } else { (entries * 8).div_ceil(7).next_power_of_two() }
}

/// An entry and a byte of its hash.
const fn slot_bytes<K, V>() -> usize {
    size_of::<(K, V)>() + 1
}

/// Is there room for one more entry in a map, with so many bytes for all of it? A map that grows has its
/// old slots and twice as many for a while; later, every entry is sorted by its key and a number.
pub(super) fn expect_room<K, V>(map: &FxHashMap<K, V>, bytes: usize) -> Result<(), ProofError> {
    if map.len() < map.capacity() {
        return Ok(());
    }
    let old = slots_for(map.capacity());
    let new = slots_for(map.len() + 1);
    let sorted = new / 8 * 7 * (size_of::<K>() + size_of::<u64>());
    let most = new * slot_bytes::<K, V>() + sorted.max(old * slot_bytes::<K, V>());
    // A few lines are always allowed.
    if most <= bytes.max(LEAST_BYTES) { Ok(()) } else { Err(ProofError::Memory) }
}

/// A proof may have so much, whatever the table has left.
const LEAST_BYTES: usize = 256 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slots_of_a_map_are_known_by_what_it_can_hold() {
        let mut map: FxHashMap<u64, u32> = FxHashMap::default();
        assert_eq!(bytes_of(&map), 0);
        for i in 0..100_000 {
            map.insert(i, 0);
            // Of eight slots seven can be taken; the smallest maps differ.
            let slots = slots_for(map.capacity());
            assert!(map.capacity() <= slots && slots / 8 * 7 <= map.capacity() + 1, "{slots}");
        }
        assert_eq!(bytes_of(&map), 131_072 * 17);
    }

    #[test]
    fn a_map_grows_no_further_than_its_memory() {
        let mut map: FxHashMap<u64, u32> = FxHashMap::default();
        let bytes = 8 << 20;
        let mut most = 0;
        while expect_room(&map, bytes).is_ok() {
            map.insert(map.len() as u64, 0);
            most = most.max(bytes_of(&map));
        }
        assert!(most <= bytes && most >= bytes / 4, "{most}");
    }
}
