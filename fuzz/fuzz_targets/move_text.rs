//! Lists of moves: `fuzz/entries` says what must hold.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conjoin_fuzz_entries::move_text(bytes));
