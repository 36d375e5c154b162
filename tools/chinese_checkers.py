#!/usr/bin/env python3
"""Chinese Checkers once more, in nothing but Python: the rules that Conjoin's are compared with.

This program shares no code with Conjoin. A hole lies on three axes whose coordinates sum to 0, and a line
from a hole is a list of holes; the first marble on it at place i leads to the hole at place 2i + 1.

    chinese_checkers.py perft [--size 121] [--rules WORDS] [--position TEXT] --depth N
        the number of legal move sequences of each length up to N
    chinese_checkers.py answer
        answers questions, one a line, from standard input
    chinese_checkers.py check [FILE]
        compares positions that another program has written with what this one says of them
    chinese_checkers.py retrograde [--rules WORDS] [--position TEXT] [--proof FILE]
        solves all positions of the star of 13 holes with a marble a side, and writes a proof of the
        start's or another position's result as docs/proofs.md describes it

WORDS are rules: `acm-hk`, `adjacent-hops` or `openspiel`, or some of `jumps=long|adjacent`,
`neutral=pass|end`, `anti-blocking=off|on`, `last-turn=draw|none`, `repetition=3|none` and
`limit=none|N`, or a name and then some of these. What is not named is as in `acm-hk`:
`jumps=long neutral=pass anti-blocking=off last-turn=draw repetition=3 limit=400`.

answer
    A question is a size, rules, ` | ` and a position:
        37 acm-hk | b:1,2,3 w:35,36,37 b
    The answer is a line with two fields between a tab: the legal moves with their routes, sorted and
    divided by blanks (none when the game is over), and the outcome: `black`, `white`, `draw`, or `-`
    while the game goes on. After `error` and a tab stands what is wrong with the question.

check
    Reads lines of four or five fields between tabs:
        size and rules, position, legal moves sorted and divided by blanks, outcome, move made
    A line without the fifth field, or with `-` there, ends a game. A line with a move goes on in the
    next line, which must have the position after it. So games are checked with their repetitions, and
    single positions as games of one line. A finished game has no moves: the field is empty or `-`.
    Empty lines and lines that begin with `#` are skipped. Ends with 1 and one line on what differs at
    the first difference, else prints how many games and positions agreed.
"""

import argparse
import itertools
import re
import sys

from second_program import Program

EMPTY = "."
ORDERS = {"13": 1, "37": 2, "73": 3, "121": 4}
ACM_HK = {
    "jumps": "long",
    "neutral": "pass",
    "anti-blocking": "off",
    "last-turn": "draw",
    "repetition": "3",
    "limit": "400",
}
ADJACENT_HOPS = {**ACM_HK, "jumps": "adjacent", "neutral": "end"}
OPENSPIEL = {**ADJACENT_HOPS, "last-turn": "none", "repetition": "none", "limit": "1000"}
NAMED = {"acm-hk": ACM_HK, "adjacent-hops": ADJACENT_HOPS, "openspiel": OPENSPIEL}
ALLOWED = {
    "jumps": ("long", "adjacent"),
    "neutral": ("pass", "end"),
    "anti-blocking": ("off", "on"),
    "last-turn": ("draw", "none"),
    "repetition": ("3", "none"),
}
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
AXES = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


def read_rules(text):
    """All options that words name."""
    words = text.split()
    chosen = dict(NAMED[words.pop(0)] if words and words[0] in NAMED else ACM_HK)
    for word in words:
        key, _, value = word.partition("=")
        if key == "limit":
            good = value == "none" or (NUMBER.fullmatch(value) and value != "0")
        else:
            good = value in ALLOWED.get(key, ())
        if not good:
            raise ValueError(f"rule {word!r} is not known")
        chosen[key] = value
    return chosen


def star(order):
    """The holes row by row from the top as (down, left, right): a hole lies in one of two triangles."""
    span = range(-2 * order, 2 * order + 1)
    holes = [
        (down, left, -down - left)
        for down, left in itertools.product(span, repeat=2)
        if max(down, left, -down - left) <= order or min(down, left, -down - left) >= -order
    ]
    # Along a row the second axis falls from left to right.
    return sorted(holes, key=lambda hole: (hole[0], -hole[1]))


class ChineseCheckers:
    """A star and rules. A position is a string of holes row by row from the top, the side to move and the
    plies played (0 where no rule asks for them)."""

    def __init__(self, size, rules):
        if size not in ORDERS:
            raise ValueError(f"size {size!r}: expected 13, 37, 73 or 121")
        order = ORDERS[size]
        self.size = int(size)
        chosen = read_rules(rules)
        self.only_neighbours = chosen["jumps"] == "adjacent"
        self.anti_blocking = chosen["anti-blocking"] == "on"
        self.last_turn = chosen["last-turn"] == "draw"
        self.repetition = chosen["repetition"] == "3"
        self.limit = None if chosen["limit"] == "none" else int(chosen["limit"])
        self.words = " ".join(f"{key}={value}" for key, value in chosen.items())
        holes = star(order)
        number = {hole: n for n, hole in enumerate(holes)}
        self.upper = [n for n, hole in enumerate(holes) if hole[0] < -order]
        self.lower = [n for n, hole in enumerate(holes) if hole[0] > order]
        self.goals = {"b": self.lower, "w": self.upper}
        closed = chosen["neutral"] == "pass"
        self.closed = {n for n, hole in enumerate(holes) if closed and max(map(abs, hole[1:])) > order}
        self.lines = []
        for hole in holes:
            lines = []
            for axis in AXES:
                line = []
                at = tuple(map(sum, zip(hole, axis)))
                while at in number:
                    line.append(number[at])
                    at = tuple(map(sum, zip(at, axis)))
                lines.append(line)
            self.lines.append(lines)

    def start(self):
        marble = {**dict.fromkeys(self.upper, "b"), **dict.fromkeys(self.lower, "w")}
        return "".join(marble.get(n, EMPTY) for n in range(self.size)), "b", 0

    def read(self, text):
        fields = text.split(" ")
        if len(fields) not in ((3,) if self.limit is None else (3, 4)):
            raise ValueError(f"position {text!r} has {len(fields)} fields")
        plies = fields[3] if len(fields) == 4 else "0"
        if not NUMBER.fullmatch(plies) or int(plies) > (self.limit or 0):
            raise ValueError(f"position {text!r}: {plies!r} is not a number of plies")
        if fields[2] not in ("b", "w"):
            raise ValueError(f"position {text!r} has no side to move")
        cells = [EMPTY] * self.size
        for colour, field in zip("bw", fields):
            if not re.fullmatch(colour + r":[0-9]+(,[0-9]+)*", field):
                raise ValueError(f"{field!r} is not a list of {colour}'s marbles")
            numbers = [int(number) for number in field[2:].split(",")]
            if len(numbers) > len(self.upper):
                raise ValueError(f"{field!r} has more than {len(self.upper)} marbles")
            for number in numbers:
                if not 1 <= number <= self.size:
                    raise ValueError(f"{number} is not a hole of a star of {self.size}")
                if cells[number - 1] != EMPTY:
                    raise ValueError(f"two marbles lie in hole {number}")
                cells[number - 1] = colour
        return "".join(cells), fields[2], int(plies)

    def write(self, position):
        cells, side, plies = position
        lists = [
            colour + ":" + ",".join(str(n + 1) for n, marble in enumerate(cells) if marble == colour)
            for colour in "bw"
        ]
        return " ".join([*lists, side] + ([str(plies)] if plies else []))

    def jumps(self, cells, hole):
        """Where single jumps lead from a hole, in the order of the holes."""
        found = []
        for line in self.lines[hole]:
            if self.only_neighbours:
                line = line[:2]
            over = next((i for i, n in enumerate(line) if cells[n] != EMPTY), len(line))
            if 2 * over + 1 < len(line) and all(cells[n] == EMPTY for n in line[over + 1 : 2 * over + 2]):
                found.append(line[2 * over + 1])
        return sorted(found)

    def routes(self, cells, start):
        """The route to each hole that a marble can move to: of the shortest ones the first in order."""
        found = {line[0]: (start, line[0]) for line in self.lines[start] if line and cells[line[0]] == EMPTY}
        lifted = cells[:start] + EMPTY + cells[start + 1 :]
        chains = {start: (start,)}
        # Shorter routes come out first, and of equally long ones the first in order.
        queue = [(start,)]
        for chain in queue:
            for to in self.jumps(lifted, chain[-1]):
                if to not in chains:
                    chains[to] = (*chain, to)
                    queue.append(chains[to])
        del chains[start]
        found.update(chains)
        return {to: route for to, route in found.items() if to not in self.closed}

    def moves(self, position):
        """The routes of all moves; a pass is empty."""
        cells, side, _ = position
        starts = [n for n, marble in enumerate(cells) if marble == side]
        return [route for n in starts for route in self.routes(cells, n).values()] or [()]

    def name(self, position, move):
        return "-".join(str(n + 1) for n in move) or "pass"

    def after(self, position, move):
        cells, side, plies = position
        cells = list(cells)
        if move:
            cells[move[0]], cells[move[-1]] = EMPTY, side
        return "".join(cells), "w" if side == "b" else "b", plies if self.limit is None else plies + 1

    def has_filled(self, cells, side):
        goal = [cells[n] for n in self.goals[side]]
        if goal.count(side) == cells.count(side):
            return True
        return self.anti_blocking and EMPTY not in goal and side in goal

    def outcome(self, position):
        """Of a position by itself: goals first, then the limit."""
        cells, side, plies = position
        black, white = self.has_filled(cells, "b"), self.has_filled(cells, "w")
        if black and white:
            return "draw" if self.last_turn else "white" if side == "b" else "black"
        if white:
            return "white"
        if black and (side == "b" or not self.last_turn):
            return "black"
        return "draw" if self.limit is not None and plies >= self.limit else "-"

    def outcome_of_game(self, positions):
        """Of the last position of a game; the boards that came before count."""
        outcome = self.outcome(positions[-1])
        if outcome == "-" and self.repetition:
            now = positions[-1][:2]
            if sum(1 for position in positions if position[:2] == now) >= 3:
                return "draw"
        return outcome


PROGRAM = Program(ChineseCheckers)


class Retrograde:
    """All positions of the star of 13 holes with a marble a side, without counters, solved backwards.

    The value of a position is the number of plies to the end: (winner, plies), or nothing.
    """

    def __init__(self, game):
        pairs = itertools.permutations(range(game.size), 2)
        self.after = {}
        self.value = {}
        for (black, white), side in itertools.product(pairs, "bw"):
            cells = [EMPTY] * game.size
            cells[black], cells[white] = "b", "w"
            position = "".join(cells), side, 0
            outcome = game.outcome(position)
            moves = game.moves(position) if outcome == "-" else []
            self.after[position] = [game.after(position, move) for move in moves]
            if outcome in ("black", "white"):
                self.value[position] = outcome[0], 0
        self.positions = len(self.after)
        for plies in itertools.count(1):
            found = {}
            for position, after in self.after.items():
                if position in self.value or not after:
                    continue
                known = [self.value.get(next_one) for next_one in after]
                other = "w" if position[1] == "b" else "b"
                if any(value and value[0] == position[1] for value in known):
                    found[position] = position[1], plies
                elif all(value and value[0] == other for value in known):
                    found[position] = other, plies
            if not found:
                break
            self.value.update(found)


def proof_lines(game, solver, root):
    """The lines of a proof of a position that is won or lost. Its winner plays the shortest win, so a
    position's rank is its value."""
    winner = solver.value[root][0]
    lines = {}
    to_visit = [root]
    while to_visit:
        position = to_visit.pop()
        text = game.write(position)
        if text in lines or game.outcome(position) != "-":
            continue
        plies = solver.value[position][1]
        after = {game.name(position, move): game.after(position, move) for move in game.moves(position)}
        shown = "*"
        if position[1] == winner:
            shown = min(name for name in after if solver.value.get(after[name]) == (winner, plies - 1))
            after = {shown: after[shown]}
        lines[text] = f"{text}\t{shown}\t{plies}"
        to_visit.extend(after.values())
    return sorted(lines.values())


def run_retrograde(rules, position, proof):
    game = ChineseCheckers("13", rules)
    if game.limit is not None:
        raise ValueError("a limit makes the counter part of every position: expected limit=none")
    solver = Retrograde(game)
    for side in "bw":
        won = [plies for winner, plies in solver.value.values() if winner == side]
        print(f"{'black' if side == 'b' else 'white'} wins {len(won)}, longest {max(won)} plies")
    print(f"neither {solver.positions - len(solver.value)} of {solver.positions}")
    root = game.read(position) if position else game.start()
    value = solver.value.get(root)
    print(f"{game.write(root)}: {'neither' if value is None else f'{value[0]} in {value[1]} plies'}")
    if proof is not None:
        if value is None:
            raise ValueError(f"{game.write(root)} is neither won nor lost: there is no proof")
        lines = [
            "conjoin-proof 1",
            f"game chinese-checkers 13 {game.words}",
            "symmetry none",
            f"claim {'win' if value[0] == root[1] else 'loss'}",
            f"root {game.write(root)}",
            "by chinese_checkers.py",
            *proof_lines(game, solver, root),
        ]
        with open(proof, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    count = commands.add_parser("perft")
    count.add_argument("--size", default="121")
    count.add_argument("--rules", default="acm-hk")
    count.add_argument("--position")
    count.add_argument("--depth", type=int, required=True)
    commands.add_parser("answer")
    check = commands.add_parser("check")
    check.add_argument("file", nargs="?")
    retrograde = commands.add_parser("retrograde")
    retrograde.add_argument("--rules", default="acm-hk limit=none")
    retrograde.add_argument("--position")
    retrograde.add_argument("--proof")
    given = parser.parse_args()
    try:
        if given.command == "perft":
            return PROGRAM.run_perft(given.size, given.rules, given.position, given.depth)
        if given.command == "answer":
            return PROGRAM.run_answer()
        if given.command == "retrograde":
            return run_retrograde(given.rules, given.position, given.proof)
        if given.file is None:
            return PROGRAM.run_check(sys.stdin)
        with open(given.file, encoding="utf-8") as file:
            return PROGRAM.run_check(file)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
