//! Many tasks on all cores: what matches, tournaments, experiments, learning and suites have in common.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the sink is asked whether to go on.
const LOOK: Duration = Duration::from_millis(50);

/// Takes the results, on the thread that called [`run`].
pub trait Sink<T, E> {
    /// A task is finished.
    fn finished(&mut self, number: usize, result: T) -> Result<(), E>;

    /// Asked often: is the work to be stopped now?
    fn wants_stop(&mut self) -> bool;
}

/// Does a task by its number, with what its worker keeps from task to task; gives nothing when the
/// flag stopped it.
pub type Task<'t, W, T, E> = dyn Fn(&mut W, usize, &AtomicBool) -> Result<Option<T>, E> + Sync + 't;

/// Does the tasks `0..count`, in this order as far as threads allow. Every thread has a worker of its
/// own. Ends at the first error, or when the sink wants it; after an error the sink is told no more.
pub fn run<W, T: Send, E: Send>(
    count: usize,
    threads: usize,
    worker: &(dyn Fn() -> W + Sync),
    task: &Task<'_, W, T, E>,
    sink: &mut dyn Sink<T, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let mut outcome = Ok(());
        let (sender, results) = channel();
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut worker = worker();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = task(&mut worker, number, stop);
                    if matches!(result, Ok(None)) || sender.send((number, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            let step = match results.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Disconnected) => break,
                Ok((number, Ok(Some(result)))) if outcome.is_ok() => sink.finished(number, result),
                Ok((_, Err(error))) => Err(error),
                Ok(_) | Err(RecvTimeoutError::Timeout) => Ok(()),
            };
            let is_over = stop.load(Ordering::Relaxed);
            if step.is_err() || (!is_over && sink.wants_stop()) {
                stop.store(true, Ordering::Relaxed);
            }
            outcome = outcome.and(step);
        }
        outcome
    })
}

/// All results of the tasks `0..count`, in this order; nothing when `progress`, which is told how many
/// are done, returned false.
pub fn collect<T: Send, E: Send>(
    count: usize,
    threads: usize,
    task: &(dyn Fn(usize) -> Result<T, E> + Sync),
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Vec<T>>, E> {
    struct All<'p, T> {
        results: Vec<Option<T>>,
        done: usize,
        progress: &'p mut dyn FnMut(usize) -> bool,
    }
    impl<T, E> Sink<T, E> for All<'_, T> {
        fn finished(&mut self, number: usize, result: T) -> Result<(), E> {
            self.results[number] = Some(result);
            self.done += 1;
            Ok(())
        }

        fn wants_stop(&mut self) -> bool {
            !(self.progress)(self.done)
        }
    }
    let mut all = All { results: (0..count).map(|_| None).collect(), done: 0, progress };
    run(count, threads, &|| (), &|(), number, _| task(number).map(Some), &mut all)?;
    Ok(all.results.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    struct List {
        numbers: Vec<usize>,
        most: usize,
        refused: Option<usize>,
    }

    impl List {
        fn new(most: usize) -> Self {
            Self { numbers: Vec::new(), most, refused: None }
        }
    }

    impl Sink<usize, String> for List {
        fn finished(&mut self, number: usize, result: usize) -> Result<(), String> {
            assert_eq!(result, 10 * number);
            self.numbers.push(number);
            if self.refused == Some(number) { Err("refused".into()) } else { Ok(()) }
        }

        fn wants_stop(&mut self) -> bool {
            self.numbers.len() >= self.most
        }
    }

    fn times_ten((): &mut (), number: usize, _: &AtomicBool) -> Result<Option<usize>, String> {
        if number == 700 { Err("seven hundred".into()) } else { Ok(Some(10 * number)) }
    }

    #[test]
    fn everything_is_done_once() {
        for threads in [1, 2, 7] {
            let mut list = List::new(usize::MAX);
            run(100, threads, &|| (), &times_ten, &mut list).expect("no error");
            list.numbers.sort_unstable();
            assert_eq!(list.numbers, (0..100).collect::<Vec<_>>());
        }
        let mut none = List::new(usize::MAX);
        run(0, 4, &|| (), &times_ten, &mut none).expect("no error");
        assert!(none.numbers.is_empty());
    }

    #[test]
    fn an_error_and_a_wish_end_it_early() {
        let mut list = List::new(usize::MAX);
        let error = run(100_000, 2, &|| (), &times_ten, &mut list).expect_err("an error");
        assert_eq!(error, "seven hundred");
        assert!(list.numbers.len() < 100_000);
        let mut few = List::new(5);
        run(600, 1, &|| (), &times_ten, &mut few).expect("no error");
        assert!(few.numbers.len() >= 5);
    }

    #[test]
    fn a_sink_that_failed_is_told_no_more() {
        let mut list = List { refused: Some(3), ..List::new(usize::MAX) };
        let error = run(600, 1, &|| (), &times_ten, &mut list).expect_err("an error");
        assert_eq!((error.as_str(), list.numbers.len()), ("refused", 4));
    }

    #[test]
    fn a_worker_keeps_what_it_has_from_task_to_task() {
        struct Last(usize);
        impl Sink<usize, Infallible> for Last {
            fn finished(&mut self, _: usize, result: usize) -> Result<(), Infallible> {
                self.0 = result;
                Ok(())
            }

            fn wants_stop(&mut self) -> bool {
                false
            }
        }
        let mut last = Last(0);
        let count = |seen: &mut usize, _, _: &AtomicBool| {
            *seen += 1;
            Ok(Some(*seen))
        };
        run(20, 1, &|| 0, &count, &mut last).unwrap_or_else(|never| match never {});
        assert_eq!(last.0, 20);
    }

    #[test]
    fn results_are_collected_in_the_order_of_the_tasks() {
        let square = |number: usize| Ok::<_, Infallible>(number * number);
        let all = collect(50, 3, &square, &mut |_| true).unwrap_or_else(|never| match never {});
        assert_eq!(all, Some((0..50).map(|number| number * number).collect()));
        let none = collect(50, 3, &square, &mut |_| false).unwrap_or_else(|never| match never {});
        assert!(none.is_none_or(|all| all.len() == 50), "all or nothing");
    }
}
