//! `conjoin play`: a game in the terminal.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use conjoin_core::{
    Form, History, Marks, Outcome, Position as _, Side, TextForm as _, Variant as _,
};
use conjoin_engine::{BoxedPlayer, Profile, Request, level_profile, make_player};
use conjoin_eval::Playable;
use conjoin_games::record::{self, Format, Record};

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::input::{Lines, Next};
use crate::units::parse_duration;
use crate::{interrupt, output};

/// How long to think about a move when nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// What finds hints.
const HINT_PROFILE: &str = "champion";

/// Options of `conjoin play`.
#[derive(Debug, Args)]
pub struct Options {
    /// Strength of the opponent, 1 (beginner) to 10 (full strength) [default: 5]
    #[arg(long, value_name = "N", conflicts_with = "profile", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Profile to play against: a name or a TOML file
    #[arg(long)]
    profile: Option<String>,
    /// Your colour [default: the one that begins]
    #[arg(long, visible_alias = "color")]
    colour: Option<String>,
    /// Position to start from [default: the start]
    #[arg(long, value_name = "POS")]
    position: Option<String>,
    /// The opponent's time for a move, for example 500ms or 10s [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
}

const HELP: &str = "\
Enter a move, as `moves` writes it, or
  hint         what the engine would play
  undo         take your last move back
  moves        list the legal moves
  board        draw the board again
  save FILE    save the game
  resign       give up
  new          start a new game
  help         this text
  quit         leave";

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let name = match (&options.profile, options.level) {
        (Some(profile), _) => profile.clone(),
        (None, level) => level_profile(level.unwrap_or(5)).unwrap_or_default(),
    };
    let profile = Profile::<G>::load(&name)?;
    let human = match &options.colour {
        None => Side::First,
        Some(name) => G::side_named(name).ok_or_else(|| {
            let [first, second] = G::SIDES.map(str::to_lowercase);
            bad_input(&format!("--colour {name:?}: expected {first} or {second}"))
        })?,
    };
    let start = common.position::<G>(options.position.as_deref())?;
    let mut table = Table::<G> {
        common,
        human,
        game: History::new(start),
        player: make_player(&profile, &common.player_options())?,
        adviser: None,
        request: Request {
            move_time: Some(options.time.unwrap_or(DEFAULT_TIME)),
            may_use_book: true,
            ..Request::default()
        },
        resigned: None,
    };
    table.welcome()?;
    let lines = Lines::read();
    loop {
        table.advance()?;
        prompt(&table.prompt())?;
        match lines.next() {
            Next::Interrupted => return Err(Failure::Interrupted),
            Next::End => return output::print("\nGoodbye."),
            Next::Line(line) => {
                if !table.obey(&line)? {
                    return output::print("Goodbye.");
                }
            }
        }
    }
}

/// Writes without a line end.
fn prompt(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// A game between a person and a player.
struct Table<'c, G: Playable> {
    common: &'c Common,
    human: Side,
    game: History<G::Position>,
    player: BoxedPlayer<G>,
    /// Finds hints; made when the first is asked for.
    adviser: Option<BoxedPlayer<G>>,
    request: Request,
    /// Who has given up.
    resigned: Option<Side>,
}

impl<G: Playable> Table<'_, G> {
    fn welcome(&self) -> Result<(), Failure> {
        output::print(&format!(
            "You play {} against {}, by the {} rules. {} begins; `help` lists the commands.\n",
            G::side_name(self.human),
            self.player.name(),
            G::variant(self.game.start()).rules(),
            G::side_name(self.game.start().side_to_move()),
        ))?;
        self.show_board()
    }

    fn show_board(&self) -> Result<(), Failure> {
        let marks = Marks {
            last_route: G::last_route(&self.game),
            caption: Some(self.status()),
            ..Marks::default()
        };
        output::print(G::draw(self.game.current(), &marks, Form::Text).trim_end())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|side| Outcome::Win(!side)).or_else(|| self.game.outcome())
    }

    /// Who moves, or the result and why.
    fn status(&self) -> String {
        if let Some(side) = self.resigned {
            return format!("{} has won: {} resigned.", G::side_name(!side), G::side_name(side));
        }
        G::ending(&self.game).map_or_else(|| G::status(&self.game), |ending| ending.text)
    }

    fn prompt(&self) -> String {
        if self.outcome().is_some() { "over> ".into() } else { "your move> ".into() }
    }

    /// Goes on until it is the person's turn and there is something to decide.
    fn advance(&mut self) -> Result<(), Failure> {
        while self.outcome().is_none() {
            let position = *self.game.current();
            let mover = position.side_to_move();
            let legal = position.legal_moves();
            let is_pass = G::must_pass(&position);
            if mover == self.human && !is_pass {
                return Ok(());
            }
            let mv = if is_pass {
                output::print(&format!("{} has no move and passes.", G::side_name(mover)))?;
                legal[0]
            } else {
                let thought =
                    self.player.think(&self.game, &self.request, interrupt::flag(), &mut |_| {})?;
                if interrupt::requested() {
                    return Err(Failure::Interrupted);
                }
                let mv = thought.best_move.unwrap_or(legal[0]);
                let text = position.format_move(mv);
                output::print(&format!("\n{} plays {text}.\n", self.player.name()))?;
                mv
            };
            self.game.push(mv);
            self.show_board()?;
        }
        Ok(())
    }

    /// Does what a line says; false to leave.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" | "h" => output::print(HELP)?,
            "board" | "flip" => self.show_board()?,
            "moves" => self.list_moves()?,
            "hint" => self.hint()?,
            "undo" => self.undo()?,
            "resign" => self.resign()?,
            "new" => {
                self.resigned = None;
                self.game = History::new(*self.game.start());
                self.player.new_game()?;
                self.show_board()?;
            }
            "save" => self.save(rest.trim())?,
            _ => self.human_move(line)?,
        }
        Ok(true)
    }

    fn human_move(&mut self, text: &str) -> Result<(), Failure> {
        if self.outcome().is_some() {
            return output::print("The game is over: undo, new, save FILE or quit.");
        }
        match self.game.current().parse_move(text) {
            Err(error) => output::print(&format!("{error}. `help` lists the commands.")),
            Ok(mv) => {
                self.game.push(mv);
                if self.outcome().is_some() { self.show_board() } else { Ok(()) }
            }
        }
    }

    fn list_moves(&self) -> Result<(), Failure> {
        if self.outcome().is_some() {
            return output::print("The game is over.");
        }
        let position = self.game.current();
        let moves: Vec<String> =
            position.legal_moves().into_iter().map(|mv| position.format_move(mv)).collect();
        output::print(&moves.join(" "))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.outcome().is_some() {
            return output::print("The game is over.");
        }
        if self.adviser.is_none() {
            let profile = Profile::<G>::load(HINT_PROFILE)?;
            self.adviser = Some(make_player(&profile, &self.common.player_options())?);
        }
        let Some(adviser) = &mut self.adviser else { return Ok(()) };
        let request = Request { move_time: self.request.move_time, ..Request::default() };
        let thought = adviser.think(&self.game, &request, interrupt::flag(), &mut |_| {})?;
        let Some(mv) = thought.best_move else { return Ok(()) };
        let score = thought.score.map_or(String::new(), |score| format!(" ({score})"));
        output::print(&format!("Hint: {}{score}", self.game.current().format_move(mv)))
    }

    /// Takes moves back until it is the person's turn again.
    fn undo(&mut self) -> Result<(), Failure> {
        if self.resigned.take().is_some() {
            return self.show_board();
        }
        let is_own = |game: &History<G::Position>| game.current().side_to_move() == self.human;
        let could_choose = |game: &History<G::Position>| !G::must_pass(game.current());
        let mut game = self.game.clone();
        while game.pop().is_some() {
            if is_own(&game) && could_choose(&game) {
                self.game = game;
                return self.show_board();
            }
        }
        output::print("There is no move of yours to take back.")
    }

    fn resign(&mut self) -> Result<(), Failure> {
        if self.outcome().is_none() {
            self.resigned = Some(self.human);
        }
        output::print(&self.status())
    }

    fn save(&self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return output::print("Say where: save FILE");
        }
        let mut record = Record::<G>::from_history(&self.game);
        record.set_tag(G::side_name(self.human), "Human");
        record.set_tag(G::side_name(!self.human), &format!("Conjoin {}", self.player.name()));
        if let Some(side) = self.resigned {
            record.set_result(Some(Outcome::Win(!side)), Some("resignation"));
        }
        let text = record::write(&[record], Format::usual::<G>()).map_err(|e| bad_input(&e))?;
        match output::write_file(Path::new(file), text.as_bytes()) {
            Ok(()) => output::print(&format!("Saved as {file}.")),
            // A wrong name is no reason to lose the game.
            Err(failure) => output::print(&failure.message()),
        }
    }
}
