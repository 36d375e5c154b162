//! The processor time of one thread: what a search took, whatever else the machine was doing.

use std::time::Duration;

/// Processor time that the calling thread uses from now on. Where the system does not tell, it is the time
/// on the wall.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock {
    start: Duration,
}

impl ThreadClock {
    /// Starts now, for this thread alone.
    pub fn start() -> Self {
        Self { start: now() }
    }

    /// Processor time of this thread since then. To be asked on the thread that started the clock.
    pub fn elapsed(&self) -> Duration {
        now().saturating_sub(self.start)
    }
}

#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_uses_no_time_and_one_that_works_does() {
        let clock = ThreadClock::start();
        std::thread::sleep(Duration::from_millis(60));
        assert!(clock.elapsed() < Duration::from_millis(30), "{:?}", clock.elapsed());
        let mut number = 1_u64;
        while clock.elapsed() < Duration::from_millis(35) {
            number = std::hint::black_box(crate::mix::split_mix(number));
        }
    }
}
