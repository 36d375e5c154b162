//! Proof files: what is written is accepted by the referee, and nothing that was tampered with.

#[path = "common/proofs.rs"]
mod common;

use common::{mutated, prove, solver};
use conjoin_core::Side;
use conjoin_games::loa::{Position, Rules};
use conjoin_prove::Limits;
use conjoin_prove::proof::Proof;
use conjoin_prove::retrograde::Retrograde;
use conjoin_referee::{Claim, verify_proof};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn text_of(proof: &Proof<Position>) -> String {
    let size = proof.root.size();
    common::text_of(proof, &format!("loa {size} simultaneous=draw stuck=pass repetition=3"))
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
                let stranger = "bw1w/4/1b2/2bw b";
                let Some(changed) = mutated(root, &text, stranger, &mut rng) else { continue };
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
