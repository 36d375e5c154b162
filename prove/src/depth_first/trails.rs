//! Where each thread is, so that the others go elsewhere.
//!
//! Source: the virtual numbers of `kaneko-parallel`.
//! Differs: a thread writes the positions of its own path down, ply by ply, and looks up where the
//! others are at the ply of its children. The table of numbers is not touched, and a node costs one
//! look at each other thread, however many children it has.

use std::sync::atomic::{AtomicU64, Ordering};

/// Plies that are written down; what lies deeper is small work.
const PLIES: usize = 64;
/// Threads that a node looks at; with more of them it overlooks some.
const LOOKS: usize = 8;

/// The paths of all threads, by ply.
#[derive(Debug)]
pub(crate) struct Trails {
    trails: Vec<Trail>,
}

/// A thread's path on cache lines of its own.
#[derive(Debug)]
#[repr(align(64))]
struct Trail([AtomicU64; PLIES]);

/// The positions of other threads at one ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Others {
    keys: [u64; LOOKS],
    count: usize,
}

impl Others {
    #[inline(always)]
    pub fn contains(&self, key: u64) -> bool {
        self.keys[..self.count.min(LOOKS)].contains(&key)
    }
}

impl Trails {
    pub fn new(threads: usize) -> Self {
        let trail = || Trail(std::array::from_fn(|_| AtomicU64::new(0)));
        Self { trails: (0..threads).map(|_| trail()).collect() }
    }

    /// A thread goes to a position.
    #[inline(always)]
    pub fn enter(&self, thread: usize, ply: usize, key: u64) {
        if let Some(place) = self.trails[thread].0.get(ply) {
            place.store(key, Ordering::Relaxed);
        }
    }

    /// A thread comes back from the ply.
    #[inline(always)]
    pub fn leave(&self, thread: usize, ply: usize) {
        self.enter(thread, ply, 0);
    }

    /// Where the others are at this ply.
    #[inline(always)]
    pub fn others(&self, thread: usize, ply: usize) -> Others {
        let mut others = Others::default();
        if ply >= PLIES {
            return others;
        }
        for (number, trail) in self.trails.iter().enumerate() {
            let key = trail.0[ply].load(Ordering::Relaxed);
            if number != thread && key != 0 && others.count < LOOKS {
                others.keys[others.count] = key;
                others.count += 1;
            }
        }
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_sees_where_the_others_are_at_the_same_ply() {
        let trails = Trails::new(3);
        trails.enter(0, 5, 77);
        trails.enter(1, 5, 78);
        trails.enter(1, 6, 79);
        assert!(trails.others(2, 5).contains(77));
        assert!(trails.others(2, 5).contains(78));
        assert!(!trails.others(1, 5).contains(78), "its own place does not count");
        assert!(!trails.others(0, 5).contains(79), "another ply");
        trails.leave(1, 5);
        assert!(!trails.others(2, 5).contains(78));
        trails.enter(0, PLIES, 80);
        assert!(!trails.others(1, PLIES).contains(80));
        assert!(!Others::default().contains(0));
    }
}
