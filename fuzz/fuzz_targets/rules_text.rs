//! Rules that read are written and read as the same rules.
#![no_main]

use conjoin_games::loa::{Rules, Simultaneous, Stuck, parse_repetition};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Rules>() {
        Ok(rules) => assert_eq!(rules.to_string().parse(), Ok(rules)),
        Err(error) => assert!(error.to_string().len() < 1_000),
    }
    let _ = text.parse::<Simultaneous>();
    let _ = text.parse::<Stuck>();
    let _ = parse_repetition(text);
});
