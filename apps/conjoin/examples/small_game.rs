//! The app with a game beside those of the program, for checks in a browser: `small_game serve`
//! with the options of `conjoin serve`. The game is the one of `docs/add-a-game.md`.

#[allow(dead_code, reason = "the app asks for no referee")]
#[path = "../../../engine/tests/small_game/mod.rs"]
mod small_game;

use clap::Parser as _;
use conjoin_app::serve::{Options, ServedGame, run_with};
use conjoin_app::{Cli, Command, Failure};

fn main() -> Result<(), Failure> {
    let cli = Cli::parse();
    let mut games = ServedGame::all();
    games.push(ServedGame::of::<small_game::Breakthrough>());
    match &cli.command {
        Some(Command::Serve(options)) => run_with(games, options, &cli.common),
        _ => run_with(games, &Options::default(), &cli.common),
    }
}
