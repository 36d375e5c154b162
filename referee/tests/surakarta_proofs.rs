//! Surakarta: proofs made by other hands, and the same with something wrong in them. The files are those
//! that `tools/test_surakarta.py` shows to the verifier in Python.

use conjoin_referee::{Claim, verify_proof};

/// The proofs by their file names.
const PROOFS: [(&str, &str); 11] = [
    ("own-start.proof", include_str!("data/surakarta/own-start.proof")),
    ("start.proof", include_str!("data/surakarta/start.proof")),
    ("stuck.proof", include_str!("data/surakarta/stuck.proof")),
    ("stuck-count.proof", include_str!("data/surakarta/stuck-count.proof")),
    ("stuck-draw.proof", include_str!("data/surakarta/stuck-draw.proof")),
    ("stuck-more.proof", include_str!("data/surakarta/stuck-more.proof")),
    ("turned.proof", include_str!("data/surakarta/turned.proof")),
    ("large.proof", include_str!("data/surakarta/large.proof")),
    ("limit-win.proof", include_str!("data/surakarta/limit-win.proof")),
    ("limit-not-loss.proof", include_str!("data/surakarta/limit-not-loss.proof")),
    ("over.proof", include_str!("data/surakarta/over.proof")),
];

const TAMPERED: &str = include_str!("data/surakarta/tampered.tsv");

fn proof(name: &str) -> &'static str {
    PROOFS.iter().find(|(known, _)| *known == name).expect(name).1
}

#[test]
fn proofs_made_by_others_hold() {
    for (name, claim, lines) in [
        ("own-start.proof", Claim::Loss, 2),
        // The first player wins on 4x4, written by `tools/surakarta.py retrograde --proof`.
        ("start.proof", Claim::Win, 234),
        ("stuck.proof", Claim::Loss, 4),
        // Black shuts White in; Black saves itself so; White is shut in and has more men.
        ("stuck-count.proof", Claim::Win, 1),
        ("stuck-draw.proof", Claim::NotLoss, 1),
        ("stuck-more.proof", Claim::Win, 0),
        ("turned.proof", Claim::Loss, 4),
        ("large.proof", Claim::Win, 1),
        ("limit-win.proof", Claim::Win, 2),
        ("limit-not-loss.proof", Claim::NotLoss, 2),
        ("over.proof", Claim::Win, 0),
    ] {
        let verified = verify_proof(proof(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((verified.claim, verified.lines), (claim, lines), "{name}");
        assert_eq!(verified.game, "surakarta");
    }
}

#[test]
fn what_was_changed_is_refused() {
    let mut seen = 0;
    for row in TAMPERED.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[name, from, to, says] = fields.as_slice() else { panic!("{row}") };
        let text = |field: &str| field.replace("\\n", "\n").replace("\\t", "\t");
        let changed = proof(name).replacen(&text(from), &text(to), 1);
        assert_ne!(changed, proof(name), "{row}");
        let refused = verify_proof(&changed).expect_err(row).to_string();
        assert!(refused.starts_with(says), "{row}\n{refused}");
        seen += 1;
    }
    assert!(seen >= 50, "{seen} rows");
}

/// Black has more men and waits for the limit; but a board that comes for the third time draws.
#[test]
fn a_win_by_going_round_to_the_limit_needs_rules_without_repetition() {
    let head = "conjoin-proof 1\ngame surakarta 4 own-start=open limit=40 at-limit=count \
                repetition=3 stuck=pass\nsymmetry d4\nroot w3/4/4/b2b b 38\n";
    for claim in ["win", "loss"] {
        let refused = verify_proof(&format!("{head}claim {claim}\n")).unwrap_err().to_string();
        assert!(refused.starts_with(&format!("line 5: claim {claim} under a limit")), "{refused}");
    }
    for claim in ["not-win", "not-loss"] {
        let refused = verify_proof(&format!("{head}claim {claim}\n")).unwrap_err().to_string();
        assert_eq!(refused, "line 4: the root is not listed");
    }
}
