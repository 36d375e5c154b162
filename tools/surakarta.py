#!/usr/bin/env python3
"""Surakarta once more, in nothing but Python: the rules that Conjoin's are compared with.

This program shares no code with Conjoin. A circuit is a list of its stops in a ring, and a man that
travels adds to an index; how many arcs it has passed is a division.

    surakarta.py perft [--size 6] [--rules WORDS] [--position TEXT] --depth N
        the number of legal move sequences of each length up to N
    surakarta.py answer
        answers questions, one a line, from standard input
    surakarta.py check [FILE]
        compares positions that another program has written with what this one says of them
    surakarta.py retrograde [--rules WORDS] [--proof FILE]
        solves all positions of the 4x4 board, and writes a proof of the start's result as
        docs/proofs.md describes it

WORDS are rules: `standard`, or some of `own-start=open|blocks`, `limit=none|N`, `at-limit=count|draw`,
`repetition=3|none` and `stuck=pass|loss|count`. What is not named is as in `standard`:
`own-start=open limit=none at-limit=count repetition=3 stuck=pass`.

answer
    A question is a size, rules, ` | ` and a position:
        6 standard | wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b
    The answer is a line with two fields between a tab: the legal moves, sorted and divided by blanks
    (none when the game is over), and the outcome: `black`, `white`, `draw`, or `-` while the game goes
    on. After `error` and a tab stands what is wrong with the question.

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
import time

from second_program import Program

EMPTY = "."
OUTCOMES = {"b": "black", "w": "white"}
STANDARD = {
    "own-start": "open",
    "limit": "none",
    "at-limit": "count",
    "repetition": "3",
    "stuck": "pass",
}
ALLOWED = {
    "own-start": ("open", "blocks"),
    "at-limit": ("count", "draw"),
    "repetition": ("3", "none"),
    "stuck": ("pass", "loss", "count"),
}
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


def circuits(size):
    """The stops of each circuit in their order, as (file, rank) from 0; an arc follows every `size`
    of them."""
    last = size - 1
    found = []
    for line in range(1, size // 2):
        there, back = line, last - line
        ring = [(i, there) for i in range(size)]
        ring += [(back, i) for i in range(size)]
        ring += [(last - i, back) for i in range(size)]
        ring += [(there, last - i) for i in range(size)]
        found.append(ring)
    return found


def travels(size):
    """By cell, the ways a man may travel from it: lists of pairs of a cell and how many arcs lie
    before it, all the way round to the cell itself."""
    ways = {cell: [] for cell in range(size * size)}
    for ring in circuits(size):
        stops = [file + size * rank for file, rank in ring]
        for start, cell in enumerate(stops):
            gone = start % size
            to_go = size - 1 - gone
            ahead = [
                (stops[(start + steps) % len(stops)], (gone + steps) // size)
                for steps in range(1, len(stops) + 1)
            ]
            behind = [
                (stops[(start - steps) % len(stops)], (to_go + steps) // size)
                for steps in range(1, len(stops) + 1)
            ]
            ways[cell] += [ahead, behind]
    return ways


def neighbours(size):
    """By cell, the cells around it."""
    return {
        file + size * rank: [
            x + size * y
            for x in range(max(file - 1, 0), min(file + 2, size))
            for y in range(max(rank - 1, 0), min(rank + 2, size))
            if (x, y) != (file, rank)
        ]
        for file, rank in itertools.product(range(size), repeat=2)
    }


def more_men(black, white):
    """The outcome of a count of men."""
    if black == white:
        return "draw"
    return "black" if black > white else "white"


class Surakarta:
    """A size and rules. A position is a string of cells from a1 to the right and up, the side to move
    and the plies since the last capture (0 where no rule asks for them)."""

    def __init__(self, size, rules):
        if size not in ("4", "6"):
            raise ValueError(f"size {size!r}: expected 4 or 6")
        self.size = int(size)
        chosen = dict(STANDARD)
        words = rules.split()
        for word in [] if words == ["standard"] else words:
            key, _, value = word.partition("=")
            if key == "limit":
                good = value == "none" or (NUMBER.fullmatch(value) and value != "0")
            else:
                good = value in ALLOWED.get(key, ())
            if not good:
                raise ValueError(f"rule {word!r} is not known")
            chosen[key] = value
        self.start_is_open = chosen["own-start"] == "open"
        self.limit = None if chosen["limit"] == "none" else int(chosen["limit"])
        self.limit_counts = chosen["at-limit"] == "count"
        self.repetition = chosen["repetition"] == "3"
        self.stuck = chosen["stuck"]
        self.stuck_passes = self.stuck == "pass"
        self.near = neighbours(self.size)
        self.ways = travels(self.size)

    def start(self):
        if self.size == 6:
            return "b" * 12 + EMPTY * 12 + "w" * 12, "b", 0
        return "bb.." * 2 + "..ww" * 2, "b", 0

    def read(self, text):
        fields = text.split(" ")
        if len(fields) not in ((2,) if self.limit is None else (2, 3)):
            raise ValueError(f"position {text!r} has {len(fields)} fields")
        board, side = fields[:2]
        if side not in ("b", "w"):
            raise ValueError(f"position {text!r} has no side to move")
        quiet = fields[2] if len(fields) == 3 else "0"
        if not NUMBER.fullmatch(quiet) or int(quiet) > (self.limit or 0):
            raise ValueError(f"position {text!r}: {quiet!r} is not a number of quiet plies")
        if re.search(r"[^bw1-9/]|[0-9][0-9]", board):
            raise ValueError(f"{board!r} is not a board")
        ranks = re.sub("[1-9]", lambda run: EMPTY * int(run[0]), board).split("/")
        if [len(rank) for rank in ranks] != [self.size] * self.size:
            raise ValueError(f"{board!r} is not a board of {self.size}x{self.size}")
        men = "".join(reversed(ranks))
        if men.strip(EMPTY) == "":
            raise ValueError(f"{board!r} has no man")
        return men, side, int(quiet)

    def write(self, position):
        men, side, quiet = position
        ranks = [men[i : i + self.size] for i in range(0, len(men), self.size)]
        board = "/".join(reversed(ranks))
        board = re.sub(r"\.+", lambda run: str(len(run[0])), board)
        return f"{board} {side}" if self.limit is None else f"{board} {side} {quiet}"

    def moves(self, position):
        """The moves of men as pairs of cells; a pass is None."""
        men, side, _ = position
        found = set()
        for start, man in enumerate(men):
            if man != side:
                continue
            found.update((start, to) for to in self.near[start] if men[to] == EMPTY)
            for way in self.ways[start]:
                for to, arcs in way:
                    if to == start:
                        if self.start_is_open:
                            continue
                        break
                    if men[to] != EMPTY:
                        if men[to] != side and arcs > 0:
                            found.add((start, to))
                        break
        if not found and self.stuck_passes:
            return [None]
        return list(found)

    def name(self, position, move):
        if move is None:
            return "pass"
        start, to = ("abcdef"[cell % self.size] + str(cell // self.size + 1) for cell in move)
        return start + ("-" if position[0][move[1]] == EMPTY else "x") + to

    def after(self, position, move):
        men, side, quiet = position
        other = "w" if side == "b" else "b"
        takes = False
        if move is not None:
            start, to = move
            takes = men[to] != EMPTY
            cells = list(men)
            cells[start], cells[to] = EMPTY, side
            men = "".join(cells)
        return men, other, 0 if takes or self.limit is None else quiet + 1

    def outcome(self, position):
        """Of a position by itself: men first, then the limit, then a player who cannot move."""
        men, side, quiet = position
        black, white = men.count("b"), men.count("w")
        if black == 0 or white == 0:
            return "black" if black else "white"
        if self.limit is not None and quiet >= self.limit:
            return more_men(black, white) if self.limit_counts else "draw"
        if self.stuck_passes or self.moves(position):
            return "-"
        if self.stuck == "count":
            return more_men(black, white)
        return "white" if side == "b" else "black"

    def outcome_of_game(self, positions):
        """Of the last position of a game; the boards that came before count."""
        outcome = self.outcome(positions[-1])
        if outcome == "-" and self.repetition:
            now = positions[-1][:2]
            if sum(1 for position in positions if position[:2] == now) >= 3:
                return "draw"
        return outcome


PROGRAM = Program(Surakarta)


class Retrograde:
    """All positions of the 4x4 board with one to four men a side, solved backwards.

    A position is seen from the player to move, as the sets of own and enemy men: the rules are the
    same for both colours, so a board with White to move is one with the colours exchanged and Black
    to move. Fewer men come first, since a capture never comes back. The value of a position is the
    number of plies to the end: odd is won, even is lost, OPEN is neither.
    """

    OPEN = 255
    CELLS = 16

    def __init__(self, game):
        self.stuck_passes = game.stuck_passes
        bit = [1 << cell for cell in range(self.CELLS)]
        self.around = {bit[c]: sum(bit[n] for n in near) for c, near in game.near.items()}
        self.bits = [[b for b in bit if men & b] for men in range(1 << self.CELLS)]
        # The ways of a man without its own cell, cut there where it may not pass.
        self.ways = {}
        for cell, ways in game.ways.items():
            kept = set()
            for way in ways:
                if not game.start_is_open:
                    way = way[: [to for to, _ in way].index(cell)]
                kept.add(tuple((bit[to], arcs > 0) for to, arcs in way if to != cell))
            self.ways[bit[cell]] = [way for way in kept if any(arc for _, arc in way)]
        # A number for each position: three to the power of the cell for an own man, twice for an enemy.
        self.ternary = [sum(3**c for c in range(self.CELLS) if men >> c & 1) for men in range(1 << 16)]
        self.value = bytearray([self.OPEN]) * 3**self.CELLS
        # Moves without a capture that are not known to lose yet; one more where it cannot be lost.
        self.left = bytearray(3**self.CELLS)
        # Plies of the longest loss by a capture.
        self.slowest = bytearray(3**self.CELLS)
        # The positions in which a player has to pass, by their numbers.
        self.passes = set()
        self.positions = 0

    def value_of(self, position):
        """The value of a position as the game has it."""
        men, side, _ = position
        own = sum(3**cell for cell, man in enumerate(men) if man == side)
        enemy = sum(3**cell for cell, man in enumerate(men) if man not in (side, EMPTY))
        return self.value[own + 2 * enemy] if own else 0

    def captures(self, own, enemy):
        taken = own | enemy
        for start in self.bits[own]:
            for way in self.ways[start]:
                for to, has_passed in way:
                    if taken & to:
                        if has_passed and enemy & to:
                            yield start, to
                        break

    def begin(self, own, enemy, queue):
        """Looks at a position's captures, whose values are known, and counts its steps."""
        ternary, value = self.ternary, self.value
        here = ternary[own] + 2 * ternary[enemy]
        fastest, slowest, draws, captures = self.OPEN, 0, False, False
        for start, to in self.captures(own, enemy):
            captures = True
            rest, mine = enemy ^ to, own ^ start | to
            theirs = value[ternary[rest] + 2 * ternary[mine]] if rest else 0
            if theirs == self.OPEN:
                draws = True
            elif theirs % 2 == 0:
                fastest = min(fastest, theirs + 1)
            else:
                slowest = max(slowest, theirs)
        free = ~(own | enemy)
        left = sum((self.around[man] & free).bit_count() for man in self.bits[own])
        if left == 0 and not captures:
            if not self.stuck_passes:
                queue[0].append((own, enemy))
                return
            self.passes.add(here)
            left = 1
        self.slowest[here] = slowest
        self.left[here] = left + (draws or fastest < self.OPEN)
        if fastest < self.OPEN:
            queue[fastest].append((own, enemy))
        elif self.left[here] == 0:
            queue[slowest + 1].append((own, enemy))

    def before(self, own, enemy):
        """The positions from which a step or a pass of the other player led to this one."""
        free = ~(own | enemy)
        for man in self.bits[enemy]:
            rest = enemy ^ man
            for start in self.bits[self.around[man] & free]:
                yield rest | start, own
        if self.ternary[enemy] + 2 * self.ternary[own] in self.passes:
            yield enemy, own

    def solve_men(self, men):
        """All positions with this many men in all."""
        ternary, value, left = self.ternary, self.value, self.left
        queue = [[] for _ in range(self.OPEN)]
        sets = {n: [] for n in range(1, 5)}
        for some in range(1 << self.CELLS):
            if some.bit_count() in sets:
                sets[some.bit_count()].append(some)
        for count, owns in sets.items():
            for own in owns:
                for enemy in sets.get(men - count, ()):
                    if own & enemy == 0:
                        self.positions += 1
                        self.begin(own, enemy, queue)
        for plies, positions in enumerate(queue):
            for own, enemy in positions:
                here = ternary[own] + 2 * ternary[enemy]
                if value[here] != self.OPEN:
                    continue
                value[here] = plies
                for earlier in self.before(own, enemy):
                    there = ternary[earlier[0]] + 2 * ternary[earlier[1]]
                    if value[there] != self.OPEN:
                        continue
                    if plies % 2 == 0:
                        queue[plies + 1].append(earlier)
                        continue
                    left[there] -= 1
                    if left[there] == 0:
                        queue[max(plies, self.slowest[there]) + 1].append(earlier)


def proof_lines(game, solver, root):
    """The lines of a proof of a position that is won or lost. Its winner plays the shortest win, so a
    position's rank is its value."""
    wins = solver.value_of(root) % 2 == 1
    winner = root[1] if wins else "bw"["bw".index(root[1]) - 1]
    lines = {}
    to_visit = [root]
    while to_visit:
        position = to_visit.pop()
        text = game.write(position)
        if text in lines or game.outcome(position) != "-":
            continue
        plies = solver.value_of(position)
        after = {game.name(position, move): game.after(position, move) for move in game.moves(position)}
        shown = "*"
        if position[1] == winner:
            shown = min(name for name in after if solver.value_of(after[name]) == plies - 1)
            after = {shown: after[shown]}
        lines[text] = f"{text}\t{shown}\t{plies}"
        to_visit.extend(after.values())
    return sorted(lines.values())


def write_proof(game, solver, rules, file):
    root = game.start()
    claim = "win" if solver.value_of(root) % 2 == 1 else "loss"
    named = dict(STANDARD)
    named.update(word.split("=") for word in rules.split() if word != "standard")
    words = " ".join(f"{key}={value}" for key, value in named.items())
    lines = [
        "conjoin-proof 1",
        f"game surakarta 4 {words}",
        "symmetry none",
        f"claim {claim}",
        f"root {game.write(root)}",
        "by surakarta.py",
        *proof_lines(game, solver, root),
    ]
    file.write("\n".join(lines) + "\n")


def run_retrograde(rules, proof):
    began = time.monotonic()
    game = Surakarta("4", rules)
    if game.limit is not None:
        raise ValueError("a limit makes the counter part of every position: expected limit=none")
    if game.stuck == "count":
        raise ValueError("a player without a move may win then: expected stuck=pass or stuck=loss")
    solver = Retrograde(game)
    for men in range(2, 9):
        solver.solve_men(men)
        print(f"{men} men: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    counts = [solver.value.count(plies) for plies in range(Retrograde.OPEN)]
    wins, losses = sum(counts[1::2]), sum(counts[::2])
    value = solver.value_of(game.start())
    print(f"positions {solver.positions}")
    print(f"wins {wins}, longest {max(p for p in range(1, Retrograde.OPEN, 2) if counts[p])} plies")
    print(f"losses {losses}, longest {max(p for p in range(0, Retrograde.OPEN, 2) if counts[p])} plies")
    print(f"neither {solver.positions - wins - losses}")
    lost = sum(1 for here in solver.passes if solver.value[here] % 2 == 0)
    print(f"passes {len(solver.passes)}, of which lost {lost}")
    result = "neither" if value == Retrograde.OPEN else f"{('lost', 'won')[value % 2]} in {value} plies"
    print(f"start {result}")
    print("plies " + " ".join(f"{plies}:{count}" for plies, count in enumerate(counts) if count))
    if proof is not None:
        if value == Retrograde.OPEN:
            raise ValueError("the start is neither won nor lost: there is no proof")
        with open(proof, "w", encoding="utf-8") as file:
            write_proof(game, solver, rules, file)
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    count = commands.add_parser("perft")
    count.add_argument("--size", default="6")
    count.add_argument("--rules", default="standard")
    count.add_argument("--position")
    count.add_argument("--depth", type=int, required=True)
    commands.add_parser("answer")
    check = commands.add_parser("check")
    check.add_argument("file", nargs="?")
    retrograde = commands.add_parser("retrograde")
    retrograde.add_argument("--rules", default="standard")
    retrograde.add_argument("--proof")
    given = parser.parse_args()
    try:
        if given.command == "perft":
            return PROGRAM.run_perft(given.size, given.rules, given.position, given.depth)
        if given.command == "answer":
            return PROGRAM.run_answer()
        if given.command == "retrograde":
            return run_retrograde(given.rules, given.proof)
        if given.file is None:
            return PROGRAM.run_check(sys.stdin)
        with open(given.file, encoding="utf-8") as file:
            return PROGRAM.run_check(file)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
