//! `conjoin match` with more than two players: a round robin.

use conjoin_engine::Profile;
use conjoin_eval::Playable;
use conjoin_lab::game_record::to_records;
use conjoin_lab::match_header::PlayerId;
use conjoin_lab::tournament::{Standings, Tournament, TournamentGame, TournamentHeader};
use serde_json::{Value, json};

use super::{
    DEFAULT_MEMORY, GameLog, GameText, Options, expect_places, lock_sgf, number, open_run,
    openings, plan, settings, write_sgf,
};
use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::output;

/// Runs the tournament.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    if options.sprt.is_some() {
        return Err(bad_input(&"--sprt is for two players, and here are more"));
    }
    let names = [&options.profile_a, &options.profile_b].into_iter().chain(&options.more);
    let profiles = names.map(|name| Profile::<G>::load(name)).collect::<Result<Vec<_>, _>>()?;
    for (i, profile) in profiles.iter().enumerate() {
        if profiles[..i].iter().any(|other| other.name == profile.name) {
            return Err(bad_input(&format!("two players are called {}", profile.name)));
        }
    }
    let start = common.position::<G>(None)?;
    let limits = options.limits.of_all(&profiles)?;
    let memory = common.memory.unwrap_or(DEFAULT_MEMORY);
    let openings = openings::<G>(options)?;
    let plan = plan::<G>(options, &openings, [limits[0], limits[1]], common, &start)?;
    let tournament = Tournament { profiles, limits, memory, plan };
    let settings = settings::<G>(options, &openings, &start, &tournament.plan, memory)?;
    let header = TournamentHeader::new(settings, &tournament.profiles, &tournament.limits);
    expect_places(options)?;
    tournament.check()?;
    let _lock = lock_sgf(options)?;
    let (file, finished) = open_run(options, &header)?;
    let total = header.settings.games * tournament.pairings().len();
    let variant = G::variant(&start);
    let text_of: GameText<TournamentGame> = Box::new(move |TournamentGame { a, b, game }| {
        to_records::<G>(std::iter::once((game, [a.as_str(), b.as_str()])), variant)
    });
    let sgf = options.sgf.as_deref();
    let mut log = GameLog::new(file, sgf, total, &finished, text_of, Box::new(|_| String::new()))?;
    let ran = tournament.run(finished, &mut log);
    log.finish();
    let (games, interrupted) = ran?;
    let names: Vec<String> = header.players.iter().map(|player| player.name.clone()).collect();
    let standings = Standings::new(&names, &games);
    let text = if common.json {
        let body = json_body(&header, &standings, interrupted);
        output::object::<G>("tournament", common, Some(variant), &clock, body).to_string()
    } else {
        text(&header, &standings, interrupted)
    };
    output::print(&text)?;
    let games = games.iter().map(|game| (&game.game, [game.a.as_str(), game.b.as_str()]));
    write_sgf::<G>(options, games, &start)?;
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

fn json_body(header: &TournamentHeader, standings: &Standings, interrupted: bool) -> Value {
    let players = standings.order().into_iter().map(|i| {
        let (points, games) = standings.total(i);
        let rating = standings.ratings.as_ref().map(|ratings| ratings[i]);
        json!({
            "name": standings.names[i], "hash": header.players[i].hash,
            "limit": header.players[i].limit(&header.settings), "points": points,
            "games": games, "elo": rating.map(|r| number(r.elo)),
            "elo_error": rating.map(|r| number(r.error)),
        })
    });
    let pairings = standings.encounters.iter().map(|([a, b], summary)| {
        let [losses, draws, wins] = summary.games.counts;
        let estimate = summary.estimate.as_ref();
        json!({
            "a": standings.names[*a], "b": standings.names[*b], "games": summary.games.total(),
            "wins": wins, "draws": draws, "losses": losses, "pairs": summary.pairs.counts,
            "score": estimate.map(|e| e.score), "score_low": estimate.map(|e| e.low),
            "score_high": estimate.map(|e| e.high), "time_losses": summary.time_losses(),
            "illegal": summary.illegal(), "errors": summary.errors(),
            "repeated": summary.repeated, "left_out": summary.left_out,
        })
    });
    json!({
        "limit": header.settings.limit, "openings": header.settings.openings, "threads": header.settings.concurrency,
        "players": players.collect::<Vec<_>>(), "pairings": pairings.collect::<Vec<_>>(),
        "interrupted": interrupted,
    })
}

/// The crosstable for people.
fn text(header: &TournamentHeader, standings: &Standings, interrupted: bool) -> String {
    let order = standings.order();
    let width = standings.names.iter().map(String::len).max().unwrap_or(0).max(6);
    let mut lines = vec![format!(
        "{} players, {} games a pairing, openings {} with both colours, {}, rules {}, seed {}",
        order.len(),
        header.settings.games,
        header.settings.openings,
        header.settings.limit,
        header.settings.rules,
        header.settings.seed
    )];
    let mut head = format!("{:>3} {:width$} {:>7} {:>6} {:>13}", "", "", "Elo", "+/-", "points");
    for place in 1..=order.len() {
        head += &format!(" {place:>7}");
    }
    lines.push(head);
    for (place, &i) in order.iter().enumerate() {
        let (points, games) = standings.total(i);
        let (elo, error) = match &standings.ratings {
            Some(ratings) => {
                (format!("{:+.0}", ratings[i].elo), format!("{:.0}", ratings[i].error))
            }
            None => ("-".into(), "-".into()),
        };
        let name = &standings.names[i];
        let total = format!("{points}/{games}");
        let mut line = format!("{:>3} {name:width$} {elo:>7} {error:>6} {total:>13}", place + 1);
        for &other in &order {
            let (points, games) = standings.points(i, other);
            let cell = if games == 0 { "-".to_owned() } else { points.to_string() };
            line += &format!(" {cell:>7}");
        }
        lines.push(line);
    }
    let own = |player: &PlayerId| Some(format!("{} {}", player.name, player.limit.as_ref()?));
    let limits: Vec<String> = header.players.iter().filter_map(own).collect();
    if !limits.is_empty() {
        lines.push(format!("limits: {}", limits.join(", ")));
    }
    for ([a, b], summary) in &standings.encounters {
        let failed = summary.time_losses() + summary.illegal() + summary.errors();
        if failed > 0 || summary.repeated > 0 {
            lines.push(format!(
                "{} - {}: {failed} games lost by time, illegal moves or errors, {} repeat another",
                standings.names[*a], standings.names[*b], summary.repeated
            ));
        }
    }
    let left_out: u64 = standings.encounters.iter().map(|(_, summary)| summary.left_out).sum();
    if left_out > 0 {
        lines.push(format!("{left_out} finished games not counted: half a pair"));
    }
    if interrupted {
        lines.push(format!("interrupted; {} games a pairing were planned", header.settings.games));
    }
    lines.join("\n")
}
