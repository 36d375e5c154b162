"""Replays games of Chinese Checkers that Conjoin has played and compares every turn with OpenSpiel's.

There each jump is an action, and the turn ends by a pass or where no jump is left. Here a turn is one move,
so what is compared are the ends of turns: from where to where each can lead.
"""

import sys

import pyspiel

RESULTS = {"1-0": [1.0, -1.0], "0-1": [-1.0, 1.0], "1/2-1/2": [0.0, 0.0]}
END_OF_TURN = "Pass"


def board_of(state):
    """The holes row by row from the top."""
    rows = str(state).split("Player")[0]
    return "".join(rows.split()).replace("1", "b").replace("2", "w")


def named_actions(state):
    return {state.action_to_string(action): action for action in state.legal_actions()}


def is_turn_over(state, player):
    return state.is_terminal() or state.current_player() != player


def ends_of_turns(state):
    """All pairs of holes that a turn can lead from and to, as texts."""
    player = state.current_player()
    found = set()
    reached = {}
    queue = [(None, state)]
    for start, at in queue:
        for name, action in named_actions(at).items():
            if name == END_OF_TURN:
                # The player passes: with a marble on its way this end is noted already.
                if start is None:
                    found.add("pass")
                continue
            source, to = (int(hole) + 1 for hole in name.replace("=", "-").split("->"))
            origin = start or source
            found.add(f"{origin}-{to}")
            if "=>" in name and to not in reached.setdefault(origin, {origin}):
                reached[origin].add(to)
                child = at.child(action)
                if not is_turn_over(child, player):
                    queue.append((origin, child))
    return found


def play(state, move):
    """Makes all actions of a turn."""
    player = state.current_player()
    if move == "pass":
        state.apply_action(named_actions(state)[END_OF_TURN])
        return
    holes = [int(hole) - 1 for hole in move.split("-")]
    for source, to in zip(holes, holes[1:]):
        actions = named_actions(state)
        step, jump = f"{source}->{to}", f"{source}=>{to}"
        state.apply_action(actions[step] if step in actions else actions[jump])
    if not is_turn_over(state, player):
        state.apply_action(named_actions(state)[END_OF_TURN])


def main():
    game = pyspiel.load_game("chinese_checkers(players=2)")
    state = game.new_initial_state()
    games = turns = 0
    ends = {}

    def expect(what, ours, theirs):
        if ours != theirs:
            sys.exit(f"game {games + 1}: {what}\n  Conjoin:   {ours}\n  OpenSpiel: {theirs}\n{state}")

    for line in sys.stdin:
        first, board, last = line.rstrip("\n").split("\t")
        expect("board", board, board_of(state))
        if first == "end":
            over = last != "*"
            expect("game over", over, state.is_terminal())
            if over:
                expect("result", RESULTS[last], state.returns())
            games += 1
            ends[last] = ends.get(last, 0) + 1
            state = game.new_initial_state()
            continue
        expect("game over", False, state.is_terminal())
        expect("ends of turns", first.split(" "), sorted(ends_of_turns(state)))
        play(state, last)
        turns += 1
    if games == 0:
        sys.exit("no game was read")
    print(f"{games} games, {turns} turns, no difference; results {ends}")


main()
