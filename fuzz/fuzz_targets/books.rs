//! Opening books: `fuzz/entries` says what must hold.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conjoin_fuzz_entries::books(bytes));
