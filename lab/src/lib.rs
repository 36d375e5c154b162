//! Matches with honest statistics, suites of positions and experiments.
