"""What the programs in Python have in common that Conjoin's rules are compared with.

A game is a class made of a size and rules. It has `start`, `read` and `write` for positions, `moves`, `name` and
`after` for moves, `outcome` of a position by itself and `outcome_of_game` of all positions of a game. The
commands `perft`, `answer` and `check` follow from that; surakarta.py and chinese_checkers.py describe them.
"""

import sys


def perft(game, positions, depth):
    """Legal move sequences of exactly this length that a game can go on with."""
    if depth == 0:
        return 1
    if game.outcome_of_game(positions) != "-":
        return 0
    now = positions[-1]
    moves = game.moves(now)
    if depth == 1:
        return len(moves)
    return sum(perft(game, [*positions, game.after(now, move)], depth - 1) for move in moves)


class Difference(Exception):
    """What the other program says and this one does not."""


def expect(what, theirs, ours):
    if theirs != ours:
        raise Difference(f"{what}: the file has {theirs!r}, expected {ours!r}")


class Checker:
    """Goes through the lines of games."""

    def __init__(self, variant):
        self.read_variant = variant
        self.games = 0
        self.positions = 0
        self.ends = {}
        # Of the game that is being read.
        self.variant = None
        self.history = []
        self.expected = None

    def line(self, text):
        fields = text.split("\t")
        if len(fields) not in (4, 5):
            raise Difference(f"the line has {len(fields)} fields, expected 4 or 5")
        variant, shown, moves, outcome = fields[:4]
        made = fields[4] if len(fields) == 5 else "-"
        game = self.read_variant(variant)
        if self.expected is not None:
            expect("size and rules", variant, self.variant)
            expect("next position", shown, self.expected)
        position = game.read(shown)
        expect("position written again", shown, game.write(position))
        self.history.append(position)
        ours = game.outcome_of_game(self.history)
        expect(f"outcome of {shown}", outcome, ours)
        legal = {}
        if ours == "-":
            legal = {game.name(position, move): move for move in game.moves(position)}
        theirs = [] if moves == "-" else moves.split()
        if theirs != sorted(legal):
            missing = " ".join(sorted(set(legal) - set(theirs))) or "none"
            extra = " ".join(sorted(set(theirs) - set(legal))) or "none"
            raise Difference(f"moves of {shown}: missing {missing}; wrong {extra}; or not sorted")
        self.positions += 1
        if made in ("", "-"):
            self.end(ours)
            return
        if made not in legal:
            raise Difference(f"move {made!r} is not legal in {shown}")
        self.variant = variant
        self.expected = game.write(game.after(position, legal[made]))

    def end(self, outcome):
        self.games += 1
        self.ends[outcome] = self.ends.get(outcome, 0) + 1
        self.history = []
        self.expected = None


class Program:
    """The commands of a game's program, and its variants, each made once."""

    def __init__(self, game):
        self.game = game
        self.known = {}

    def variant(self, text):
        """The game of a size and rules."""
        if text not in self.known:
            size, _, rules = text.partition(" ")
            self.known[text] = self.game(size, rules)
        return self.known[text]

    def run_perft(self, size, rules, position, depth):
        game = self.game(size, rules)
        start = game.read(position) if position else game.start()
        for plies in range(1, depth + 1):
            print(plies, perft(game, [start], plies), flush=True)
        return 0

    def run_answer(self):
        for line in sys.stdin:
            try:
                variant, found, text = line.rstrip("\n").partition(" | ")
                if not found:
                    raise ValueError("expected a size, rules, | and a position")
                game = self.variant(variant)
                position = game.read(text)
                outcome = game.outcome(position)
                moves = game.moves(position) if outcome == "-" else []
                names = sorted(game.name(position, move) for move in moves)
                print(" ".join(names), outcome, sep="\t", flush=True)
            except ValueError as error:
                print("error", error, sep="\t", flush=True)
        return 0

    def run_check(self, file):
        checker = Checker(self.variant)
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            try:
                checker.line(line)
            except (Difference, ValueError) as difference:
                print(f"line {number}, game {checker.games + 1}, {difference}")
                return 1
        if checker.expected is not None:
            print("the last game is cut off: its last line has a move")
            return 1
        if checker.games == 0:
            print("no game was read")
            return 1
        ends = ", ".join(f"{end} {count}" for end, count in sorted(checker.ends.items()))
        print(f"{checker.games} games, {checker.positions} positions, no difference; ends: {ends}")
        return 0
