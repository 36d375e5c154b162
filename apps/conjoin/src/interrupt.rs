//! Ctrl-C, and SIGTERM by which a system ends its services and jobs: the first asks the work to end with
//! what it has, the second ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Was it SIGTERM that asked?
static TERMINATED: AtomicBool = AtomicBool::new(false);

/// Has the work looked whether it is to end? What never looks has nothing to keep and is ended at once.
static LOOKS: AtomicBool = AtomicBool::new(false);

/// Starts listening for Ctrl-C and a polite request to end.
pub fn listen() {
    // Without a handler either still ends the process, only less gently.
    drop(ctrlc::set_handler(ask));
    #[cfg(unix)]
    drop(listen_for_terminate());
}

/// Asks the work to end, or ends the process.
fn ask() {
    if INTERRUPTED.swap(true, Ordering::Relaxed) || !LOOKS.load(Ordering::Relaxed) {
        // Nobody drops the players now, so their programs would stay.
        conjoin_engine::outside::end_all();
        std::process::exit(130);
    }
}

/// Takes SIGTERM as Ctrl-C. Not SIGHUP, which `nohup` has told us to pass over.
#[cfg(unix)]
fn listen_for_terminate() -> std::io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM])?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for _ in signals.forever() {
            TERMINATED.store(true, Ordering::Relaxed);
            ask();
        }
    })?;
    Ok(())
}

/// The flag itself, for work that looks at one.
pub fn flag() -> &'static AtomicBool {
    LOOKS.store(true, Ordering::Relaxed);
    &INTERRUPTED
}

/// Has the user asked to stop?
pub fn requested() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Has the system asked, and not the user?
pub fn by_the_system() -> bool {
    TERMINATED.load(Ordering::Relaxed)
}
