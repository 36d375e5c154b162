//! Fixed pseudo-random numbers for hash keys, made at compile time.

/// The output function of `SplitMix64`: maps a counter to well-mixed bits.
pub const fn split_mix(counter: u64) -> u64 {
    let mut bits = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A table of hash keys. Tables made from different `stream` numbers share no key.
pub const fn keys<const N: usize>(stream: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = split_mix((stream << 32) + i as u64 + 1);
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_over_streams() {
        let all: HashSet<u64> = (0..8).flat_map(keys::<128>).collect();
        assert_eq!(all.len(), 8 * 128);
    }
}
