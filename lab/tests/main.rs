//! The lab as its users meet it: one program, for what is generic is compiled once a program.

mod book;
mod common;
mod experiments;
mod learn;
mod learn_probcut;
mod matches;
mod observers;
mod resume;
mod simulations;
#[allow(dead_code)] // The engine's tests use the rest of it.
#[path = "../../engine/tests/small_game/mod.rs"]
mod small_game;
mod small_game_tests;
mod tournament;
