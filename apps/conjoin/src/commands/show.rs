//! `conjoin show`: draws a position.

use std::path::PathBuf;

use clap::Args;
use conjoin_core::{Form, History, Marks, Outcome, Position as _, TextForm, Variant as _};
use conjoin_engine::notation::play_moves;
use conjoin_eval::Playable;
use serde_json::json;

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::output;

/// Options of `conjoin show`.
#[derive(Debug, Args)]
pub struct Options {
    /// The position, for example "1bb1/w2w/w2w/1bb1 b" [default: the start]
    #[arg(value_name = "POS")]
    position: Option<String>,
    /// Also write the board as a picture to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw a feature of the position into the picture: mobility, walls, quads, groups ...
    #[arg(long, value_name = "NAME", requires = "svg")]
    feature: Option<String>,
    /// Moves to make first, for example "d1-b3 h4-f2"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// List the legal moves
    #[arg(long)]
    legal: bool,
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let start = common.position::<G>(options.position.as_deref())?;
    let game = played(History::new(start), options.moves.as_deref().unwrap_or(""))?;
    let position = *game.current();
    let over = game.outcome();
    let status = G::status(&game);
    let variant = G::variant(&position);
    let shapes = match &options.feature {
        Some(feature) => G::picture(&position, feature).map_err(|error| bad_input(&error))?,
        None => Vec::new(),
    };
    let marks = Marks {
        last_route: G::last_route(&game),
        caption: Some(format!("{status}, rules {}", variant.rules())),
        shapes,
    };
    if let Some(file) = &options.svg {
        output::write_file(file, G::draw(&position, &marks, Form::Svg).as_bytes())?;
    }
    let legal = if over.is_none() { position.legal_moves() } else { Vec::new() };
    let legal: Vec<String> = legal.into_iter().map(|mv| position.format_move(mv)).collect();
    if common.json {
        let body = json!({
            "position": position.to_string(),
            "status": status,
            "result": over.map(Outcome::as_str),
            "moves": legal,
        });
        let object = output::object::<G>("show", common, Some(variant), &clock, body);
        return output::print(&object.to_string());
    }
    let mut text = format!("{}{position}", G::draw(&position, &marks, Form::Text));
    if options.legal {
        text += &format!("\n{}", legal.join(" "));
    }
    output::print(&text)
}

/// Makes the moves of a list; the error names the first that cannot be made and its number.
pub fn played<P: TextForm>(game: History<P>, moves: &str) -> Result<History<P>, Failure> {
    play_moves(game, moves.split_ascii_whitespace()).map_err(|reason| bad_input(&reason))
}
