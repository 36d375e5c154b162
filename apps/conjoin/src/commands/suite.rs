//! `conjoin suite`: makes suites and checks their keys.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use conjoin_core::{Position as _, Side};
use conjoin_engine::prover::proof_text;
use conjoin_engine::solve::{Length, SolveRequest, Solver};
use conjoin_eval::Playable;
use conjoin_lab::suite::{self, SuiteEntry};
use conjoin_lab::suite_builder::{self, BuildOptions, SuiteKind};
use conjoin_prove::{Algorithm, Limits};
use conjoin_referee::verify_proof;
use serde_json::json;

use crate::cli::Common;
use crate::failure::{Failure, bad_input};
use crate::{interrupt, output, version};

/// Options of `conjoin suite`.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a suite of positions from published games and self-play, or balanced openings
    Build {
        /// Which
        kind: Kind,
        /// Positions wanted [default: 300, or 150 hard ones, 488 and 286 of real games, 171 middle ones,
        /// 100 openings]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
        count: Option<u32>,
        /// Nodes a move in self-play, or in the contest of real endgames [default: 50,000, or 100,000]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        move_nodes: Option<u64>,
        /// Files of recorded games, of which real endgames are made first
        #[arg(long, value_name = "FILE", num_args = 1..)]
        records: Vec<PathBuf>,
        /// Expansions that df-pn needs at least for a hard position [default: 400,000]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        harder_than: Option<u64>,
        /// Nodes for the proof of a position [default: 300,000, or 3,000,000 for hard ones]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        /// File to write; what an earlier run with the same options put there is gone on with, for
        /// endgames, and any other file is refused
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Solve the positions of a suite again, verify the proofs and compare with its keys
    Check {
        /// A file, or the name of a suite that comes with the program
        suite: String,
        /// Nodes for each position
        #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Forced wins, ten plies or more from the end.
    Endgame,
    /// Forced wins beyond 400,000 df-pn expansions, or as many as --harder-than says.
    EndgameHard,
    /// Positions of games of strong players, 10 to 14 plies before the end, that no solver has chosen.
    RealEndgame,
    /// The same, 15 to 19 plies before the end.
    RealEndgameHard,
    /// Positions of all phases of games.
    Middle,
    /// Openings of three plies that favour neither side.
    ThreePly,
}

impl From<Kind> for SuiteKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Endgame => Self::Endgame,
            Kind::EndgameHard => Self::EndgameHard,
            Kind::RealEndgame => Self::RealEndgame,
            Kind::RealEndgameHard => Self::RealEndgameHard,
            Kind::Middle => Self::Middle,
            Kind::ThreePly => Self::ThreePly,
        }
    }
}

/// Runs the command.
pub fn run<G: Playable>(options: &Options, common: &Common) -> Result<(), Failure> {
    match &options.action {
        Action::Build { kind, count, move_nodes, records, harder_than, nodes, output } => {
            let is_real = matches!(kind, Kind::RealEndgame | Kind::RealEndgameHard);
            if !records.is_empty() && !is_real {
                return Err(bad_input(&"--records is for real-endgame and real-endgame-hard"));
            }
            let usual = G::Variant::default();
            if common.variant::<G>()? != usual {
                return Err(bad_input(&format!("suites are built for the usual board: {usual}")));
            }
            output::expect_places(&[("--output", Some(output))])?;
            run_build::<G>(
                &BuildOptions {
                    kind: (*kind).into(),
                    count: count.map(|count| count as usize),
                    move_nodes: *move_nodes,
                    records,
                    version: version::LINE,
                    harder_than: *harder_than,
                    nodes: *nodes,
                    memory: common.memory,
                    seed: common.seed,
                    threads: common.threads(),
                    output,
                },
                common,
            )
        }
        Action::Check { suite, nodes } => run_check::<G>(suite, *nodes, common),
    }
}

fn run_build<G: Playable>(options: &BuildOptions<'_>, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let mut on_found = |found: usize, wanted: usize, expanded: Option<u64>| {
        let effort = expanded.map_or(String::new(), |expanded| format!(": {expanded} expanded"));
        eprintln!("{found} of {wanted}{effort}");
    };
    let count = suite_builder::build::<G>(options, interrupt::flag(), &mut on_found)
        .map_err(|error| bad_input(&error))?;
    let file = options.output.display();
    output::print(&if common.json {
        let body = json!({"file": file.to_string(), "positions": count});
        output::object::<G>("suite-build", common, None, &clock, body).to_string()
    } else {
        format!("{count} positions in {file}, {:.0} s", clock.seconds())
    })?;
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The suite of this name that comes with the program, or else the file.
pub fn read_suite<G: Playable>(
    name: &str,
    common: &Common,
) -> Result<Vec<SuiteEntry<G::Position>>, Failure> {
    let variant = common.variant::<G>()?;
    let entries = suite::find::<G>(name, variant).map_err(|error| bad_input(&error))?;
    for entry in &entries {
        let fits = common.expect_board::<G>(&entry.position);
        fits.map_err(|failure| {
            bad_input(&format!("{} of {name}: {}", entry.id(), failure.message()))
        })?;
    }
    Ok(entries)
}

fn run_check<G: Playable>(name: &str, nodes: u64, common: &Common) -> Result<(), Failure> {
    let clock = output::Clock::start();
    let entries = read_suite::<G>(name, common)?;
    let (mut looked_at, mut verified, mut unknown, mut problems) = (0, 0, 0, Vec::new());
    for entry in &entries {
        let root = entry.position;
        let wanted = entry.columns.get("result").map_or("", String::as_str);
        let plies = entry.columns.get("plies");
        let request = SolveRequest {
            algorithm: Algorithm::Best,
            full: matches!(wanted, "draw" | "loss"),
            shortest: plies.is_some(),
            with_proof: true,
            threads: common.threads(),
        };
        let limits = Limits {
            nodes: Some(nodes),
            memory: common.memory(),
            stop: Some(interrupt::flag()),
            ..Limits::default()
        };
        let solved =
            Solver::<G>::new(request).solve(&root, &limits).map_err(|error| bad_input(&error))?;
        if interrupt::requested() {
            break;
        }
        looked_at += 1;
        let found = solved.result.to_string();
        if let Some(refuted) = solved.refuted {
            problems.push(format!("{}: found {refuted}, which its proof refutes", entry.id()));
            continue;
        }
        if found == "unknown" || solved.proofs.is_empty() {
            unknown += 1;
            continue;
        }
        if found == "draw" && solved.proofs.len() < 2 {
            problems.push(format!("{}: one of the two proofs of a draw is missing", entry.id()));
        }
        if wanted.is_empty() {
            problems.push(format!("{}: no key result, found {found}", entry.id()));
        } else if found != wanted {
            problems.push(format!("{}: the key says {wanted:?}, found {found}", entry.id()));
        }
        if let (Some(plies), Some(Length { at_least, at_most })) = (plies, solved.length)
            && !plies.parse().is_ok_and(|plies: u32| (at_least..=at_most).contains(&plies))
        {
            let id = entry.id();
            problems
                .push(format!("{id}: the key says {plies} plies, found {at_least} to {at_most}"));
        }
        for proof in &solved.proofs {
            match verify_proof(&proof_text::<G>(proof, version::LINE)) {
                Ok(_) => verified += 1,
                Err(refused) => problems.push(format!("{}: {refused}", entry.id())),
            }
        }
    }
    let is_whole = looked_at == entries.len();
    let colours = |side: Side| entries.iter().filter(|e| e.position.side_to_move() == side).count();
    let text = if common.json {
        let body = json!({
            "suite": name, "positions": entries.len(), "looked_at": looked_at, "verified": verified, "unknown": unknown,
            "black_to_move": colours(Side::First), "problems": problems,
        });
        let variant = entries.first().map(|entry| G::variant(&entry.position));
        output::object::<G>("suite-check", common, variant, &clock, body).to_string()
    } else {
        let mut text = String::new();
        for problem in &problems {
            text += &format!("{problem}\n");
        }
        text += &format!(
            "{}{} positions, {verified} proofs verified, {unknown} unknown, {} problems, {:.0} s",
            if is_whole { String::new() } else { format!("{looked_at} of ") },
            entries.len(),
            problems.len(),
            clock.seconds()
        );
        text
    };
    output::print(&text)?;
    match (is_whole, problems.is_empty()) {
        (false, _) => Err(Failure::Interrupted),
        (true, false) => Err(Failure::CheckFailed),
        (true, true) => Ok(()),
    }
}
