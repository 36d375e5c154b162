//! Proof files: what is written is accepted by the referee, and nothing that was tampered with.

use conjoin_core::{Position as _, Side, TextForm as _};
use conjoin_games::loa::{Position, Rules};
use conjoin_prove::proof::{Proof, ProofHeader};
use conjoin_prove::retrograde::Retrograde;
use conjoin_prove::{DepthFirst, DepthFirstConfig, Limits, NoEvaluator, Verdict};
use conjoin_referee::{Claim, verify_proof};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn game_of(position: &Position) -> String {
    format!("loa {} simultaneous=draw stuck=pass repetition=3", position.size())
}

fn text_of(proof: &Proof<Position>) -> String {
    let mut text = Vec::new();
    let game = game_of(&proof.root);
    proof.write(&ProofHeader { game: &game, by: "conjoin test" }, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn solver(bytes: usize) -> DepthFirst<NoEvaluator> {
    DepthFirst::new(DepthFirstConfig::BEST, NoEvaluator, bytes, 1).unwrap()
}

/// Solves the question and proves the answer, whichever it is.
fn prove(root: &Position, attacker: Side, bytes: usize, symmetry: bool) -> Proof<Position> {
    let limits = Limits::nodes(5_000_000);
    let solver = solver(bytes);
    let proof = match solver.solve(root, attacker, None, &limits).verdict {
        Verdict::Proved => Proof::of_win(&solver, root, attacker, None, symmetry, &limits),
        Verdict::Disproved => Proof::of_safety(&solver, root, attacker, symmetry, &limits),
        Verdict::Unknown => panic!("{root} is not solved"),
    };
    proof.unwrap_or_else(|error| panic!("{root}: {error}"))
}

#[test]
fn small_boards_have_proofs_that_the_referee_accepts() {
    for (size, winner) in [(3, Side::Second), (4, Side::First), (5, Side::First)] {
        let root = Position::start(size, Rules::OLYMPIAD);
        for symmetry in [false, true] {
            let proof = prove(&root, winner, 1 << 24, symmetry);
            let verified = verify_proof(&text_of(&proof)).unwrap();
            let claim = if winner == Side::First { Claim::Win } else { Claim::Loss };
            assert_eq!(verified.claim, claim, "{size}");
            assert_eq!(verified.lines, proof.lines.len());
            assert_eq!(verified.root, root.to_string());
            assert_eq!(proof.main_line().len() as u32, proof.plies(), "the longest line is played");
        }
    }
}

#[test]
fn all_four_claims_are_proved_for_positions_of_4x4() {
    let exact = Retrograde::new(&Position::start(4, Rules::OLYMPIAD), 1_000_000).unwrap();
    let mut claims = [0; 4];
    for (i, root) in exact.positions().iter().enumerate().step_by(1_499) {
        for attacker in Side::BOTH {
            // A table of a few buckets has forgotten most of the proof by its end.
            let bytes = if i % 2 == 0 { 1 << 9 } else { 1 << 20 };
            let proof = prove(root, attacker, bytes, i % 3 == 0);
            let text = text_of(&proof);
            let verified = verify_proof(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            claims[verified.claim as usize] += 1;
            if let Some(value) = exact.value(root)
                && value.winner == Some(attacker)
            {
                assert!(proof.plies() >= value.plies, "no proof is shorter than the truth");
            }
        }
    }
    assert!(claims.iter().all(|&count| count > 20), "{claims:?}");
}

#[test]
fn a_proof_for_the_wrong_side_is_not_made() {
    let root = Position::start(4, Rules::OLYMPIAD);
    let limits = Limits::nodes(100_000);
    assert!(Proof::of_win(&solver(1 << 20), &root, Side::Second, None, false, &limits).is_err());
    assert!(Proof::of_safety(&solver(1 << 20), &root, Side::First, false, &limits).is_err());
}

/// One change that must not go unnoticed, or nothing when it would change nothing.
fn mutated(text: &str, rng: &mut ChaCha8Rng) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let head = lines.iter().position(|line| line.contains('\t')).unwrap_or(lines.len());
    let at = rng.random_range(head..lines.len());
    let fields: Vec<String> = lines[at].split('\t').map(str::to_owned).collect();
    match rng.random_range(0..10) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            lines[at] =
                format!("{}\t{}\t{}", fields[0], fields[1], fields[2].parse::<u32>().unwrap() + 1);
        }
        3 => {
            let root: Position = fields[0].parse().unwrap();
            let moves = root.legal_moves();
            let mv = root.format_move(moves[rng.random_range(0..moves.len())]);
            // Another move of the prover may be just as good, so only its rank may save it.
            let rank = if fields[1] == "*" { fields[2].clone() } else { "77".to_owned() };
            lines[at] = format!("{}\t{mv}\t{rank}", fields[0]);
        }
        4 => {
            let other = rng.random_range(head..lines.len());
            if other == at {
                return None;
            }
            lines.swap(at, other);
        }
        5 => {
            // A position that the root does not lead to, or that is in the way.
            let extra = format!("{}\t*\t{}", "bw1w/4/1b2/2bw b", fields[2]);
            let place = lines[head..].partition_point(|line| *line < extra) + head;
            lines.insert(place, extra);
        }
        6 => {
            let side = if fields[0].ends_with('b') { "w" } else { "b" };
            let board = fields[0].split(' ').next().unwrap();
            lines[at] = format!("{board} {side}\t{}\t{}", fields[1], fields[2]);
        }
        7 => {
            let claim = lines.iter().position(|line| line.starts_with("claim")).unwrap();
            let others = ["win", "loss", "not-win", "not-loss", "draw"];
            let new = format!("claim {}", others[rng.random_range(0..others.len())]);
            if new == lines[claim] {
                return None;
            }
            lines[claim] = new;
        }
        8 => {
            // A man more or less somewhere.
            let letters = ["b", "w", "1"];
            let old = fields[0].char_indices().filter(|(_, c)| "bw1".contains(*c)).map(|(i, _)| i);
            let old: Vec<usize> = old.filter(|&i| i + 2 < fields[0].len()).collect();
            let i = old[rng.random_range(0..old.len())];
            let new = letters[rng.random_range(0..letters.len())];
            if fields[0][i..=i] == *new {
                return None;
            }
            let position = format!("{}{new}{}", &fields[0][..i], &fields[0][i + 1..]);
            lines[at] = format!("{position}\t{}\t{}", fields[1], fields[2]);
        }
        _ => {
            let cut = rng.random_range(1..text.len() - 1);
            return Some(text[..cut].to_owned());
        }
    }
    Some(lines.join("\n") + "\n")
}

#[test]
fn tampered_proofs_are_refused() {
    let exact = Retrograde::new(&Position::start(4, Rules::OLYMPIAD), 1_000_000).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let folder = std::env::var_os("CONJOIN_MUTATIONS").map(std::path::PathBuf::from);
    let mut refused = 0;
    let mut claims = [0; 4];
    for (i, root) in exact.positions().iter().enumerate().skip(3).step_by(9_973) {
        for (attacker, symmetry) in [(Side::First, false), (Side::Second, true)] {
            let proof = prove(root, attacker, 1 << 20, symmetry);
            if proof.lines.len() < 3 {
                continue;
            }
            let text = text_of(&proof);
            claims[verify_proof(&text).unwrap().claim as usize] += 1;
            for _ in 0..12 {
                let Some(changed) = mutated(&text, &mut rng) else { continue };
                let answer = verify_proof(&changed);
                assert!(answer.is_err(), "accepted:\n{changed}\nfrom:\n{text}");
                refused += 1;
                if let Some(folder) = &folder {
                    let side = attacker as u8;
                    std::fs::write(folder.join(format!("{i}-{side}-{refused}.proof")), changed)
                        .expect("a folder to write to");
                }
            }
        }
    }
    assert!(refused >= 200, "{refused} mutations");
    assert!(claims.iter().all(|&count| count > 0), "{claims:?}");
}
