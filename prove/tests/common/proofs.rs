//! Proofs of any game as text, and what may be changed in them.

use conjoin_core::{Side, TextForm};
use conjoin_prove::proof::{Proof, ProofHeader};
use conjoin_prove::{DepthFirst, DepthFirstConfig, Limits, NoEvaluator, Provable, Verdict};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The file of a proof; `game` is the rest of its game line.
pub fn text_of<P: Provable + TextForm>(proof: &Proof<P>, game: &str) -> String {
    let mut text = Vec::new();
    proof.write(&ProofHeader { game, by: "conjoin test" }, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

pub fn solver(bytes: usize) -> DepthFirst<NoEvaluator> {
    DepthFirst::new(DepthFirstConfig::BEST, NoEvaluator, bytes, 1).unwrap()
}

/// Solves the question and proves the answer, whichever it is.
pub fn prove<P: Provable>(root: &P, attacker: Side, bytes: usize, symmetry: bool) -> Proof<P> {
    let limits = Limits::nodes(5_000_000);
    let solver = solver(bytes);
    let proof = match solver.solve(root, attacker, None, &limits).verdict {
        Verdict::Proved => Proof::of_win(&solver, root, attacker, None, symmetry, &limits),
        Verdict::Disproved => Proof::of_safety(&solver, root, attacker, symmetry, &limits),
        Verdict::Unknown => panic!("{root:?} is not solved"),
    };
    proof.unwrap_or_else(|error| panic!("{root:?}: {error}"))
}

/// One change that must not go unnoticed, or nothing when it would change nothing. The stranger is a
/// position that the root does not lead to.
pub fn mutated<P: TextForm>(
    root: &P,
    text: &str,
    stranger: &str,
    rng: &mut ChaCha8Rng,
) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let head = lines.iter().position(|line| line.contains('\t')).unwrap_or(lines.len());
    let at = rng.random_range(head..lines.len());
    let fields: Vec<String> = lines[at].split('\t').map(str::to_owned).collect();
    match rng.random_range(0..11) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            lines[at] =
                format!("{}\t{}\t{}", fields[0], fields[1], fields[2].parse::<u32>().unwrap() + 1);
        }
        3 => {
            let position = root.parse_like(&fields[0]).unwrap();
            let moves = position.legal_moves();
            let mv = position.format_move(moves[rng.random_range(0..moves.len())]);
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
            let extra = format!("{stranger}\t*\t{}", fields[2]);
            let place = lines[head..].partition_point(|line| *line < extra) + head;
            lines.insert(place, extra);
        }
        6 => {
            let other = if fields[0].contains(" b") {
                fields[0].replace(" b", " w")
            } else {
                fields[0].replace(" w", " b")
            };
            lines[at] = format!("{other}\t{}\t{}", fields[1], fields[2]);
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
            let board = fields[0].split(' ').next().unwrap();
            let old = board.char_indices().filter(|(_, c)| "bw1".contains(*c)).map(|(i, _)| i);
            let old: Vec<usize> = old.collect();
            let i = old[rng.random_range(0..old.len())];
            let new = letters[rng.random_range(0..letters.len())];
            if fields[0][i..=i] == *new {
                return None;
            }
            let position = format!("{}{new}{}", &fields[0][..i], &fields[0][i + 1..]);
            lines[at] = format!("{position}\t{}\t{}", fields[1], fields[2]);
        }
        9 => {
            // Another number of plies without a capture, where there is one.
            let (position, plies) = fields[0].rsplit_once(' ').unwrap();
            let plies: u32 = plies.parse().ok()?;
            let plies = if plies > 0 && rng.random_bool(0.5) { plies - 1 } else { plies + 1 };
            lines[at] = format!("{position} {plies}\t{}\t{}", fields[1], fields[2]);
        }
        _ => {
            let cut = rng.random_range(1..text.len() - 1);
            return Some(text[..cut].to_owned());
        }
    }
    Some(lines.join("\n") + "\n")
}
