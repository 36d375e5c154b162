#!/usr/bin/env python3
"""Tests of chinese_checkers.py and of the Chinese Checkers in verify_proof.py, which share nothing.

Run with `python3 tools/test_chinese_checkers.py`. The proofs and what is changed in them are those of
referee/tests/chinese_checkers_proofs.rs.
"""

import io
import pathlib
import random
import subprocess
import sys
import unittest
from contextlib import redirect_stdout

import chinese_checkers
import second_program
import verify_proof

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROOFS = ROOT / "referee/tests/data/chinese_checkers"
COUNTS = ROOT / "data/reference/perft.tsv"
RULES = [
    "acm-hk limit=none",
    "adjacent-hops limit=30",
    "openspiel limit=none",
    "acm-hk anti-blocking=on repetition=none limit=60",
]


def verdict(text):
    """Why a proof is refused, or None."""
    try:
        lines = [(number, line) for number, line in enumerate(text.split("\n")[:-1], 1)]
        verify_proof.verify(iter(lines))
        return None
    except verify_proof.Refused as reason:
        return str(reason)


def checked(lines):
    """The exit code of `check` and what it says."""
    said = io.StringIO()
    with redirect_stdout(said):
        code = chinese_checkers.PROGRAM.run_check(io.StringIO("".join(line + "\n" for line in lines)))
    return code, said.getvalue()


def gains_rows(move, side):
    """Does a move lead to a hole farther on?"""
    return bool(move) and (move[-1] > move[0]) == (side == "b")


def random_game(rng, size, rules, longest):
    """The lines of a game for `check`."""
    game = chinese_checkers.ChineseCheckers(size, rules)
    history = [game.start()]
    lines = []
    while True:
        now = history[-1]
        outcome = game.outcome_of_game(history)
        moves = game.moves(now) if outcome == "-" else []
        names = {game.name(now, move): move for move in moves}
        is_last = not moves or len(history) > longest
        ahead = [name for name in names if gains_rows(names[name], now[1])]
        made = "-" if is_last else rng.choice(sorted(ahead if ahead and rng.random() < 0.8 else names))
        fields = (f"{size} {rules}", game.write(now), " ".join(sorted(names)), outcome, made)
        lines.append("\t".join(fields))
        if is_last:
            return lines
        history.append(game.after(now, names[made]))


class Rules(unittest.TestCase):
    def test_counts_are_those_of_the_reference_file(self):
        seen = 0
        for row in COUNTS.read_text().splitlines():
            fields = row.split("\t")
            if fields[0] == "chinese-checkers" and int(fields[4]) < 200_000:
                game = chinese_checkers.ChineseCheckers(fields[1], fields[2])
                self.assertEqual(second_program.perft(game, [game.start()], int(fields[3])), int(fields[4]), row)
                seen += 1
        self.assertEqual(seen, 6)

    def test_the_verifier_plays_by_the_same_rules(self):
        rng = random.Random(6)
        outcomes = {"black": "first", "white": "second", "draw": "draw", "-": None}
        seen = set()
        for number in range(40):
            size, rules = ["13", "37", "73", "121"][number % 4], RULES[number // 4 % 4]
            one = chinese_checkers.ChineseCheckers(size, rules)
            other = verify_proof.ChineseCheckers(size, one.words)
            longest = 400 if size == "13" else 40
            for line in random_game(rng, size, rules, longest):
                text = line.split("\t")[1]
                position, again = one.read(text), other.read(text)
                outcome = one.outcome(position)
                self.assertEqual(outcomes[outcome], other.outcome(again), text)
                seen.add(outcome)
                if outcome != "-":
                    continue
                ours = [(one.name(position, m), one.write(one.after(position, m))) for m in one.moves(position)]
                ours = sorted((name, other.read(after)) for name, after in ours)
                self.assertEqual(ours, sorted(other.legal_moves(again)), text)
        self.assertEqual(seen, set(outcomes))

    def test_symmetric_positions_share_their_least_image(self):
        game = verify_proof.ChineseCheckers("37", chinese_checkers.ChineseCheckers("37", RULES[1]).words)
        images = ["b:1,2,7 w:13,35,36 w 17", "b:1,3,7 w:14,35,36 w 17", "b:1,3,7 w:14,35,36 w 18"]
        one, image, other = (game.least_image(game.read(text)) for text in images)
        self.assertEqual(one, image)
        self.assertNotEqual(one, other)

    def test_a_star_of_13_holes_is_solved(self):
        for rules, value in [("acm-hk limit=none", None), ("openspiel limit=none", ("b", 9))]:
            game = chinese_checkers.ChineseCheckers("13", rules)
            solver = chinese_checkers.Retrograde(game)
            self.assertEqual(solver.positions, 312)
            self.assertEqual(solver.value.get(game.start()), value)


class Check(unittest.TestCase):
    def test_games_agree(self):
        rng = random.Random(7)
        sizes = ["13", "37", "73", "121"]
        lines = [line for n in range(16) for line in random_game(rng, sizes[n % 4], RULES[n // 4], 60)]
        code, said = checked(lines)
        self.assertEqual(code, 0, said)
        self.assertTrue(said.startswith(f"16 games, {len(lines)} positions, no difference"), said)

    def test_a_difference_is_named(self):
        start, legal = "b:1 w:13 b", "1-3 1-4"
        self.assertEqual(checked([f"13 acm-hk\t{start}\t{legal}\t-"])[0], 0)
        for line, says in [
            (f"13 acm-hk\t{start}\t1-3\t-", "missing 1-4; wrong none"),
            (f"13 acm-hk\t{start}\t{legal} 1-6\t-", "missing none; wrong 1-6"),
            (f"13 acm-hk\t{start}\t{legal}\tdraw", "outcome of"),
            (f"13 acm-hk\t{start} x\t{legal}\t-", "is not a number of plies"),
            (f"13 limit=none\t{start} 0\t{legal}\t-", "has 4 fields"),
            (f"13 acm-hk\tb:1 w:14 b\t{legal}\t-", "14 is not a hole"),
            (f"13 sudden\t{start}\t{legal}\t-", "rule 'sudden' is not known"),
            (f"13 acm-hk\t{start}\t{legal}\t-\t1-8", "move '1-8' is not legal"),
            (f"13 acm-hk\t{start}\t{legal}\t-\t1-3", "the last game is cut off"),
            (f"13 acm-hk\t{start}\t{legal}\t-\t1-3\n13 acm-hk\t{start}\t{legal}\t-", "next position"),
            (f"13 acm-hk\t{start} 0\t{legal}\t-", "position written again"),
            ("13 acm-hk\tb:13 w:4 b\t13-10\tblack", "wrong 13-10"),
            ("", "no game was read"),
        ]:
            code, said = checked([line])
            self.assertEqual(code, 1, line)
            self.assertIn(says, said, line)

    def test_questions_are_answered(self):
        asked = "73 acm-hk | b:1 w:2,3,4,6,30 b\n13 acm-hk | b:13 w:4 b\n13 acm-hk | b:0 w:1 b\nnothing\n"
        command = [sys.executable, str(ROOT / "tools/chinese_checkers.py"), "answer"]
        answers = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout
        lines = answers.split("\n")
        self.assertEqual(lines[:2], ["pass\t-", "\tblack"])
        self.assertTrue(lines[2].startswith("error\t0 is not a hole"), lines[2])
        self.assertTrue(lines[3].startswith("error\texpected a size"), lines[3])


class Proofs(unittest.TestCase):
    def test_proofs_hold(self):
        names = sorted(PROOFS.glob("*.proof"))
        self.assertEqual(len(names), 9)
        for name in names:
            self.assertIsNone(verdict(name.read_text()), name)

    def test_what_was_changed_is_refused(self):
        seen = 0
        for row in (PROOFS / "tampered.tsv").read_text().splitlines():
            if row.startswith("#"):
                continue
            name, before, after, _ = row.replace("\\n", "\n").replace("\\t", "\0").split("\t")
            text = (PROOFS / name).read_text()
            changed = text.replace(before.replace("\0", "\t"), after.replace("\0", "\t"), 1)
            self.assertNotEqual(text, changed, row)
            self.assertIsNotNone(verdict(changed), row)
            seen += 1
        self.assertGreaterEqual(seen, 50)


if __name__ == "__main__":
    unittest.main()
