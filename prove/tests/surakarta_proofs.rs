//! Proof files of Surakarta: what is written is accepted by the referee, and nothing that was tampered with.

#[path = "common/proofs.rs"]
mod common;

use common::{mutated, prove};
use conjoin_core::{Position as _, Side};
use conjoin_games::surakarta::{Point, Position, Rules, board_mask, parse_position, points};
use conjoin_prove::proof::Proof;
use conjoin_referee::{Claim, verify_proof};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn text_of(proof: &Proof<Position>) -> String {
    let (size, rules) = (proof.root.size(), proof.root.rules());
    common::text_of(proof, &format!("surakarta {size} {}", rules.options()))
}

fn rules(text: &str) -> Rules {
    text.parse().expect(text)
}

/// A board, its rules, and the most men of the two sides.
const KINDS: [(u8, &str, [usize; 2]); 8] = [
    (4, "standard", [2, 2]),
    (4, "ludii", [3, 2]),
    (4, "ludii own-start=blocks stuck=loss", [2, 2]),
    (4, "ludii stuck=count", [3, 1]),
    (4, "minizero", [3, 2]),
    (4, "count limit=8 at-limit=draw", [2, 2]),
    (6, "ludii", [2, 1]),
    (6, "minizero", [3, 3]),
];

/// Few men by chance, near the limit that there may be.
fn few_men(size: u8, rules: Rules, most: [usize; 2], rng: &mut ChaCha8Rng) -> Position {
    let mut free: Vec<u64> = points(board_mask(size)).map(Point::bit).collect();
    let men = most.map(|most| {
        let count = rng.random_range(1..=most);
        (0..count).map(|_| free.swap_remove(rng.random_range(0..free.len()))).sum()
    });
    let [black, white]: [u64; 2] = if rng.random_bool(0.5) { men } else { [men[1], men[0]] };
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    let position = Position::setup(size, rules, black, white, side).expect("disjoint men");
    let limit = rules.limit.map_or(0, |limit| u32::from(limit.get()));
    let left = rng.random_range(0..=limit.min(if size == 4 { 6 } else { 4 }));
    position.with_quiet_plies(limit - left).expect("no more than the limit")
}

#[test]
fn the_small_board_has_proofs_that_the_referee_accepts() {
    for (rules, symmetry) in
        [("standard", false), ("standard", true), ("ludii", true), ("minizero", true)]
    {
        let root = Position::start(4, self::rules(rules));
        let proof = prove(&root, Side::First, 1 << 24, symmetry);
        let verified = verify_proof(&text_of(&proof)).unwrap_or_else(|e| panic!("{rules}: {e}"));
        assert_eq!(verified.claim, Claim::Win);
        assert_eq!(verified.lines, proof.lines.len());
        assert_eq!(verified.root, root.to_string());
        assert!(proof.plies() >= 9, "the shortest win takes nine plies");
        assert_eq!(proof.main_line().len() as u32, proof.plies(), "the longest line is played");
    }
}

#[test]
fn all_four_claims_are_proved_for_few_men_on_both_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (size, text, most) in KINDS {
        let mut claims = [0; 4];
        for number in 0..24 {
            let root = few_men(size, rules(text), most, &mut rng);
            for attacker in Side::BOTH {
                // A table of a few buckets has forgotten most of the proof by its end.
                let bytes = if number % 2 == 0 { 1 << 12 } else { 1 << 22 };
                let proof = prove(&root, attacker, bytes, number % 3 == 0);
                let file = text_of(&proof);
                let verified = verify_proof(&file).unwrap_or_else(|e| panic!("{root:?}: {e}"));
                assert_eq!(verified.claim.is_win(), proof.claim.is_win());
                claims[verified.claim as usize] += 1;
            }
        }
        println!("{size} {text}: {claims:?}");
        assert!(claims.iter().all(|&count| count > 0), "{size} {text}: {claims:?}");
    }
}

#[test]
fn tampered_proofs_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let folder = std::env::var_os("CONJOIN_MUTATIONS").map(std::path::PathBuf::from);
    let mut refused = 0;
    for (kind, (size, text, most)) in KINDS.into_iter().enumerate() {
        let mut proofs = 0;
        while proofs < 4 {
            let root = few_men(size, rules(text), most, &mut rng);
            let attacker = if rng.random_bool(0.5) { Side::First } else { Side::Second };
            let proof = prove(&root, attacker, 1 << 20, proofs % 2 == 0);
            // Long ones are many times the same.
            if !(3..2_000).contains(&proof.lines.len()) {
                continue;
            }
            proofs += 1;
            let file = text_of(&proof);
            assert!(verify_proof(&file).is_ok(), "{root:?}");
            // More men than any root here has.
            let board = if size == 4 { "bbbb/4/b1w1/4" } else { "bbbbb1/6/6/2w3/6/6" };
            let counter = if root.has_counter() { " 0" } else { "" };
            let stranger = format!("{board} b{counter}");
            for _ in 0..14 {
                let Some(changed) = mutated(&root, &file, &stranger, &mut rng) else { continue };
                let answer = verify_proof(&changed);
                assert!(answer.is_err(), "accepted:\n{changed}\nfrom:\n{file}");
                refused += 1;
                if let Some(folder) = &folder {
                    let name = format!("surakarta-{kind}-{refused}.proof");
                    std::fs::write(folder.join(name), changed).expect("a folder to write to");
                }
            }
        }
    }
    assert!(refused >= 300, "{refused} mutations");
}

/// Going to and fro brings the same boards back with other counters. Where the third occurrence draws, ranks
/// and counters do not see that.
#[test]
fn a_limit_and_repetition_together_prove_no_win() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut seen = [0; 2];
    for _ in 0..20 {
        let root = few_men(4, rules("minizero"), [3, 2], &mut rng);
        for attacker in Side::BOTH {
            let proof = prove(&root, attacker, 1 << 20, true);
            let file = text_of(&proof);
            assert!(verify_proof(&file).is_ok(), "{root:?}");
            let changed = file.replacen("repetition=none", "repetition=3", 1);
            assert_ne!(file, changed);
            let answer = verify_proof(&changed);
            seen[usize::from(proof.claim.is_win())] += 1;
            if proof.claim.is_win() {
                let said = answer.expect_err("a win that rests on the counter").to_string();
                assert!(said.contains("under a limit and repetition=3"), "{said}");
            } else {
                // More draws are no harm to who needs no more than a draw.
                assert!(answer.is_ok(), "{root:?}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

#[test]
fn a_proof_for_the_wrong_side_is_not_made() {
    let root = Position::start(4, Rules::LUDII);
    let limits = conjoin_prove::Limits::nodes(100_000);
    let solver = common::solver(1 << 20);
    assert!(Proof::of_win(&solver, &root, Side::Second, None, false, &limits).is_err());
    assert!(Proof::of_safety(&solver, &root, Side::First, false, &limits).is_err());
    let more = parse_position("w3/4/4/b2b b 3", rules("count limit=8")).unwrap();
    assert!(Proof::of_safety(&solver, &more, Side::First, false, &limits).is_err());
}
