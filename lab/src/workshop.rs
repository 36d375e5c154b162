//! Many pieces of work on all cores: what experiments and tournaments have in common.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the caller is asked whether to go on.
const LOOK: Duration = Duration::from_millis(50);

/// Who is told of finished work, on the thread that called [`work`].
pub trait Foreman<T, E> {
    /// A piece of work is finished.
    fn finished(&mut self, number: usize, result: T) -> Result<(), E>;

    /// Asked often: is the work to be stopped now?
    fn wants_stop(&mut self) -> bool;
}

/// Does a piece of work by its number; gives nothing when the flag stopped it.
pub type Piece<'p, T, E> = dyn Fn(usize, &AtomicBool) -> Result<Option<T>, E> + Sync + 'p;

/// Does the pieces of work `0..count`, in this order as far as threads allow. Ends at the first error, or when the foreman wants it.
pub fn work<T: Send, E: Send>(
    count: usize,
    threads: usize,
    run: &Piece<'_, T, E>,
    foreman: &mut dyn Foreman<T, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let called_off = AtomicBool::new(false);
    let mut outcome = Ok(());
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, called_off) = (sender.clone(), &next, &called_off);
            scope.spawn(move || {
                while !called_off.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = run(number, called_off);
                    if matches!(result, Ok(None)) || sender.send((number, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            let step = match results.recv_timeout(LOOK) {
                Ok((number, Ok(Some(result)))) => foreman.finished(number, result),
                Ok((_, Ok(None))) | Err(RecvTimeoutError::Timeout) => Ok(()),
                Ok((_, Err(error))) => Err(error),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let is_over = called_off.load(Ordering::Relaxed);
            if step.is_err() || (!is_over && foreman.wants_stop()) {
                called_off.store(true, Ordering::Relaxed);
            }
            if let (Err(error), Ok(())) = (step, &outcome) {
                outcome = Err(error);
            }
        }
    });
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    struct List {
        numbers: Vec<usize>,
        most: usize,
    }

    impl Foreman<usize, String> for List {
        fn finished(&mut self, number: usize, result: usize) -> Result<(), String> {
            assert_eq!(result, 10 * number);
            self.numbers.push(number);
            Ok(())
        }

        fn wants_stop(&mut self) -> bool {
            self.numbers.len() >= self.most
        }
    }

    fn times_ten(number: usize, _: &AtomicBool) -> Result<Option<usize>, String> {
        if number == 700 { Err("seven hundred".into()) } else { Ok(Some(10 * number)) }
    }

    #[test]
    fn everything_is_done_once() {
        for threads in [1, 2, 7] {
            let mut list = List { numbers: Vec::new(), most: usize::MAX };
            work(100, threads, &times_ten, &mut list).expect("no error");
            list.numbers.sort_unstable();
            assert_eq!(list.numbers, (0..100).collect::<Vec<_>>());
        }
        let mut none = List { numbers: Vec::new(), most: usize::MAX };
        work(0, 4, &times_ten, &mut none).expect("no error");
        assert!(none.numbers.is_empty());
    }

    #[test]
    fn an_error_and_a_wish_end_it_early() {
        let mut list = List { numbers: Vec::new(), most: usize::MAX };
        let error = work(100_000, 2, &times_ten, &mut list).expect_err("an error");
        assert_eq!(error, "seven hundred");
        assert!(list.numbers.len() < 100_000);
        let mut few = List { numbers: Vec::new(), most: 5 };
        work(600, 1, &|i, _| times_ten(i, &AtomicBool::new(false)), &mut few).expect("no error");
        assert!(few.numbers.len() >= 5);
    }
}
