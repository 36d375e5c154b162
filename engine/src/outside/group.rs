//! Process groups: a program and all that it has started, ended together.
//!
//! Ctrl-C in a terminal goes to the group in the foreground, which is ours and no longer the
//! program's. So every way out of our process ends the programs: they are dropped with their
//! players, and [`end_all`] ends those that nobody has dropped.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All groups that run.
static GROUPS: Mutex<Groups> = Mutex::new(Groups { are_closed: false, leaders: Vec::new() });

struct Groups {
    /// Is our process about to end? Then nothing is started any more.
    are_closed: bool,
    /// The process that each group was made for, whose number is that of the group.
    leaders: Vec<u32>,
}

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The group of a program. It is ended when this is dropped.
#[derive(Debug)]
pub(super) struct Group {
    leader: u32,
}

impl Group {
    /// Starts a program in a group of its own.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Under the lock, so that no program starts unseen by `end_all`.
        let mut groups = groups();
        if groups.are_closed {
            return Err(io::Error::other("the program is about to end"));
        }
        let child = command.spawn()?;
        let leader = child.id();
        groups.leaders.push(leader);
        Ok((child, Self { leader }))
    }

    /// Ends every process of the group, once: later the number may be another's.
    pub fn end(&mut self) {
        let mut groups = groups();
        if let Some(place) = groups.leaders.iter().position(|&leader| leader == self.leader) {
            groups.leaders.swap_remove(place);
            kill(self.leader);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

/// Ends all outside programs with everything that they have started, and lets no new one start: for
/// the end of our process.
pub fn end_all() {
    let mut groups = groups();
    groups.are_closed = true;
    for leader in groups.leaders.drain(..) {
        kill(leader);
    }
}

#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // It may have ended by itself; either way it is gone afterwards.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Without process groups a program is ended alone, by whoever started it.
#[cfg(not(unix))]
fn kill(_: u32) {}
