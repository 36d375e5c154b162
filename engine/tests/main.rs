//! The engine as its users meet it: one program, for what is generic is compiled once a program.

mod book;
mod known_losses;
mod learner3;
mod outside;
mod own_player;
mod profiles;
mod proof_search;
mod review;
mod small_game;
mod small_game_tests;
