//! Ctrl-C: the first asks the work to end with what it has, the second ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Does the first Ctrl-C end the process?
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// For work that has nothing to keep: the first Ctrl-C ends the process too.
pub fn end_at_once() {
    AT_ONCE.store(true, Ordering::Relaxed);
}

/// Starts listening for Ctrl-C and a polite request to end.
pub fn listen() {
    let result = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) || AT_ONCE.load(Ordering::Relaxed) {
            // Nobody drops the players now, so their programs would stay.
            conjoin_engine::outside::end_all();
            std::process::exit(130);
        }
    });
    // Without a handler Ctrl-C still ends the process, only less gently.
    drop(result);
}

/// The flag itself, for work that looks at one.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Has the user asked to stop?
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
