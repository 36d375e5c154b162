//! Matches with honest statistics, suites of positions and experiments.

pub mod game;
pub mod game_record;
pub mod likelihood;
pub mod match_runner;
pub mod openings;
pub mod run_file;
pub mod seat;
pub mod speed;
pub mod sprt;
pub mod statistics;
pub mod suite;
pub mod summary;
pub mod techniques;
